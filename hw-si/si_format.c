/* si_format.c: PIPE_FORMAT_* as hardware formats, from three tables (bit layouts, block-compressed formats, depth formats)
 * and the format description. Names of layouts in the register database start at the most significant bit, those of formats
 * at the least. All generations share these values.
 *
 * ETC exists on no GFX6-8 chip that we drive. */
#include "si_screen.h"

#include <string.h>

#include "hw_regs.h"
#include "pipe_format_desc.h"

#define IMG(name) V_008F14_IMG_DATA_FORMAT_##name
#define BUF(name) V_008F0C_BUF_DATA_FORMAT_##name
#define ALL(name) IMG(name), BUF(name), V_028C70_COLOR_##name
#define NO_BUF(name) IMG(name), BUF(INVALID), V_028C70_COLOR_##name

static const struct {
   uint8_t bits[4];      /* of the channels, lowest first */
   uint8_t img, buf, cb; /* IMG_DATA_FORMAT, BUF_DATA_FORMAT, ColorFormat; 0: the unit has no such layout */
} layouts[] = {
   {{8}, ALL(8)},
   {{16}, ALL(16)},
   {{8, 8}, ALL(8_8)},
   {{32}, ALL(32)},
   {{16, 16}, ALL(16_16)},
   {{11, 11, 10}, ALL(10_11_11)},
   {{2, 10, 10, 10}, ALL(10_10_10_2)},
   {{10, 10, 10, 2}, ALL(2_10_10_10)},
   {{8, 8, 8, 8}, ALL(8_8_8_8)},
   {{32, 32}, ALL(32_32)},
   {{16, 16, 16, 16}, ALL(16_16_16_16)},
   {{32, 32, 32}, IMG(INVALID), BUF(32_32_32), V_028C70_COLOR_INVALID},
   {{32, 32, 32, 32}, ALL(32_32_32_32)},
   {{5, 6, 5}, NO_BUF(5_6_5)},
   {{5, 5, 5, 1}, NO_BUF(1_5_5_5)},
   {{1, 5, 5, 5}, NO_BUF(5_5_5_1)},
   {{4, 4, 4, 4}, NO_BUF(4_4_4_4)},
};

/* NUM_FORMAT of T# and V# and NUMBER_TYPE of a colour buffer have the same values but for sRGB. */
enum number {
   UNORM = V_008F14_IMG_NUM_FORMAT_UNORM, SNORM = V_008F14_IMG_NUM_FORMAT_SNORM, USCALED = V_008F14_IMG_NUM_FORMAT_USCALED,
   SSCALED = V_008F14_IMG_NUM_FORMAT_SSCALED, UINT = V_008F14_IMG_NUM_FORMAT_UINT, SINT = V_008F14_IMG_NUM_FORMAT_SINT,
   FLOAT = V_008F14_IMG_NUM_FORMAT_FLOAT, IMG_SRGB = V_008F14_IMG_NUM_FORMAT_SRGB, CB_SRGB = V_028C70_NUMBER_SRGB,
};

static const struct { enum pipe_format format; uint8_t img, num; } blocks[] = {
   {PIPE_FORMAT_DXT1_RGB, IMG(BC1), UNORM}, {PIPE_FORMAT_DXT1_SRGB, IMG(BC1), IMG_SRGB},
   {PIPE_FORMAT_DXT1_RGBA, IMG(BC1), UNORM}, {PIPE_FORMAT_DXT1_SRGBA, IMG(BC1), IMG_SRGB},
   {PIPE_FORMAT_DXT3_RGBA, IMG(BC2), UNORM}, {PIPE_FORMAT_DXT3_SRGBA, IMG(BC2), IMG_SRGB},
   {PIPE_FORMAT_DXT5_RGBA, IMG(BC3), UNORM}, {PIPE_FORMAT_DXT5_SRGBA, IMG(BC3), IMG_SRGB},
   {PIPE_FORMAT_RGTC1_UNORM, IMG(BC4), UNORM}, {PIPE_FORMAT_RGTC1_SNORM, IMG(BC4), SNORM},
   {PIPE_FORMAT_RGTC2_UNORM, IMG(BC5), UNORM}, {PIPE_FORMAT_RGTC2_SNORM, IMG(BC5), SNORM},
   {PIPE_FORMAT_BPTC_RGB_UFLOAT, IMG(BC6), UNORM}, {PIPE_FORMAT_BPTC_RGB_FLOAT, IMG(BC6), SNORM},
   {PIPE_FORMAT_BPTC_RGBA_UNORM, IMG(BC7), UNORM}, {PIPE_FORMAT_BPTC_SRGBA, IMG(BC7), IMG_SRGB},
};

static const struct { enum pipe_format format; uint8_t img, num, z; bool stencil; } depths[] = {
   {PIPE_FORMAT_Z16_UNORM, IMG(16), UNORM, V_028040_Z_16, false},
   {PIPE_FORMAT_Z24X8_UNORM, IMG(8_24), UNORM, V_028040_Z_24, false},
   {PIPE_FORMAT_Z24_UNORM_S8_UINT, IMG(8_24), UNORM, V_028040_Z_24, true},
   {PIPE_FORMAT_Z32_FLOAT, IMG(32), FLOAT, V_028040_Z_32_FLOAT, false},
   {PIPE_FORMAT_Z32_FLOAT_S8X24_UINT, IMG(32), FLOAT, V_028040_Z_32_FLOAT, true},
   {PIPE_FORMAT_S8_UINT, IMG(8), UINT, 0, true},
   {PIPE_FORMAT_X24S8_UINT, IMG(8), UINT, 0, false}, /* views of the stencil plane */
   {PIPE_FORMAT_X32_S8X24_UINT, IMG(8), UINT, 0, false},
};

static int number_of(const struct pipe_format_channel *c)
{
   switch (c->type) {
   case PIPE_CHANNEL_FLOAT:
      return FLOAT;
   case PIPE_CHANNEL_UNSIGNED:
      return c->pure_integer ? UINT : c->normalized ? UNORM : USCALED;
   case PIPE_CHANNEL_SIGNED:
      return c->pure_integer ? SINT : c->normalized ? SNORM : SSCALED;
   default:
      return -1;
   }
}

/* COMP_SWAP: the order of channels in a colour buffer. -1: the colour unit has no such order. */
static int color_swap(const struct pipe_format_desc *d)
{
#define IS(c, s) (d->swizzle[c] == PIPE_SWIZZLE_##s)
   switch (d->channel_count) {
   case 1:
      return IS(0, X) ? V_028C70_SWAP_STD : IS(3, X) ? V_028C70_SWAP_ALT_REV : -1;
   case 2:
      if (IS(0, X) && IS(1, Y))
         return V_028C70_SWAP_STD;
      if (IS(0, Y) && IS(1, X))
         return V_028C70_SWAP_STD_REV;
      if (IS(0, X) && IS(3, Y))
         return V_028C70_SWAP_ALT;
      return IS(0, Y) && IS(3, X) ? V_028C70_SWAP_ALT_REV : -1;
   case 3:
      return IS(0, X) ? V_028C70_SWAP_STD : IS(0, Z) ? V_028C70_SWAP_STD_REV : -1;
   default: /* the outer channels may be unused */
      if (IS(1, Y) && IS(2, Z))
         return V_028C70_SWAP_STD;
      if (IS(1, Z) && IS(2, Y))
         return V_028C70_SWAP_STD_REV;
      if (IS(1, Y) && IS(2, X))
         return V_028C70_SWAP_ALT;
      return IS(1, Z) && IS(2, W) ? V_028C70_SWAP_ALT_REV : -1;
   }
#undef IS
}

static bool sizes_match(const struct pipe_format_desc *d, const uint8_t bits[4])
{
   for (unsigned i = 0; i < 4; i++)
      if ((i < d->channel_count ? d->channel[i].size : 0) != bits[i])
         return false;
   return true;
}

/* Vertex formats that the fetch unit converts only in part; the shader completes them (SI_FETCH_*). */
static void init_vertex(struct si_format *f, const struct pipe_format_desc *d, int number, bool wide_norm)
{
   const struct pipe_format_channel *c = &d->channel[0];

   f->buf_num = number < 0 ? 0 : number;
   if (d->layout == PIPE_LAYOUT_PLAIN && d->channel_count == 3 && (c->size == 8 || c->size == 16) && number >= 0) {
      f->buf_data = c->size == 8 ? BUF(8) : BUF(16);
      f->fetch_fix = c->size == 8 ? SI_FETCH_3X8 : SI_FETCH_3X16;
   } else if (c->type == PIPE_CHANNEL_FIXED && c->size == 32) {
      static const uint8_t data[4] = {BUF(32), BUF(32_32), BUF(32_32_32), BUF(32_32_32_32)};
      f->buf_data = data[d->channel_count - 1];
      f->buf_num = SINT;
      f->fetch_fix = SI_FETCH_FIXED_POINT;
   } else if (c->type == PIPE_CHANNEL_FLOAT && c->size == 64) {
      f->buf_data = BUF(32_32);
      f->buf_num = UINT;
      f->fetch_fix = SI_FETCH_DOUBLE;
   } else if (f->buf_data == BUF(2_10_10_10) && (number == SNORM || number == SSCALED || number == SINT)) {
      f->fetch_fix = number == SNORM ? SI_FETCH_SNORM_A2 : number == SSCALED ? SI_FETCH_SSCALED_A2 : SI_FETCH_SINT_A2;
   }
   if (wide_norm) { /* the fetch unit delivers integers */
      f->buf_num = number == UNORM || number == USCALED ? UINT : SINT;
      f->fetch_fix = number == UNORM ? SI_FETCH_UNORM32 : number == SNORM ? SI_FETCH_SNORM32
                     : number == USCALED ? SI_FETCH_USCALED32 : SI_FETCH_SSCALED32;
   } else if (number < 0 && !f->fetch_fix) {
      f->buf_data = 0;
   }
   f->is_vertex = f->buf_data != 0 && d->colorspace == PIPE_COLORSPACE_RGB;
}

static void init_color(struct si_format *f, const struct pipe_format_desc *d, enum pipe_format format)
{
   const struct pipe_format_channel *c = pipe_format_first_channel(format);
   int number = c ? number_of(c) : -1, swap = color_swap(d);
   bool srgb = d->colorspace == PIPE_COLORSPACE_SRGB;
   bool wide_norm, scaled = number == USCALED || number == SSCALED;

   if (!c)
      return;
   wide_norm = c->size == 32 && number >= 0 && number != FLOAT && number != UINT && number != SINT; /* 32-bit norm/scaled */
   for (unsigned i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++) {
      if (!sizes_match(d, layouts[i].bits))
         continue;
      f->img_data = layouts[i].img;
      f->buf_data = layouts[i].buf;
      f->cb_format = layouts[i].cb;
   }
   f->img_num = srgb ? IMG_SRGB : number < 0 ? 0 : number;
   f->cb_number = srgb ? CB_SRGB : number < 0 ? 0 : number;
   f->cb_swap = swap < 0 ? 0 : swap;
   if (d->layout == PIPE_LAYOUT_SHARED_EXP) {
      f->img_data = IMG(5_9_9_9);
      f->img_num = FLOAT;
      f->buf_data = f->cb_format = 0;
      f->is_sampled = true;
      return;
   }
   if (srgb && f->img_data != IMG(8) && f->img_data != IMG(8_8) && f->img_data != IMG(8_8_8_8))
      f->img_data = f->cb_format = 0; /* the sRGB curve works on 8-bit channels only */
   f->is_sampled = f->img_data && number >= 0 && !wide_norm && !scaled;
   /* Luminance and intensity replicate a channel, so red has no single channel to be written to. */
   bool single = d->swizzle[0] != d->swizzle[1] || d->swizzle[0] > PIPE_SWIZZLE_W;
   f->is_renderable = f->cb_format && number >= 0 && !wide_norm && !scaled && swap >= 0 && single;
   f->is_blendable = f->is_renderable && number != UINT && number != SINT;
   init_vertex(f, d, number, wide_norm);
}

void si_formats_init(struct si_format table[PIPE_FORMAT_COUNT])
{
   memset(table, 0, PIPE_FORMAT_COUNT * sizeof(*table));
   for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
      const struct pipe_format_desc *d = pipe_format_desc(i);
      if (d->colorspace == PIPE_COLORSPACE_RGB || d->colorspace == PIPE_COLORSPACE_SRGB)
         if (d->layout == PIPE_LAYOUT_PLAIN || d->layout == PIPE_LAYOUT_PACKED || d->layout == PIPE_LAYOUT_PACKED_FLOAT ||
             d->layout == PIPE_LAYOUT_SHARED_EXP)
            init_color(&table[i], d, i);
   }
   for (unsigned i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
      table[blocks[i].format].img_data = blocks[i].img;
      table[blocks[i].format].img_num = blocks[i].num;
      table[blocks[i].format].is_sampled = true;
   }
   for (unsigned i = 0; i < sizeof(depths) / sizeof(depths[0]); i++) {
      struct si_format *f = &table[depths[i].format];
      f->img_data = depths[i].img;
      f->img_num = depths[i].num;
      f->z_format = depths[i].z;
      f->has_stencil = depths[i].stencil;
      f->is_sampled = true;
   }
}

bool si_is_format_supported(struct pipe_screen *base, enum pipe_format format, enum pipe_texture_target target, unsigned samples,
                            unsigned bind)
{
   const struct si_screen *screen = si_screen(base);
   const struct si_format *f;

   if (format <= 0 || format >= PIPE_FORMAT_COUNT || target >= PIPE_MAX_TEXTURE_TYPES)
      return false;
   if (samples > 1 && (samples > screen->base.caps.max_samples || samples & (samples - 1) ||
                       (target != PIPE_TEXTURE_2D && target != PIPE_TEXTURE_2D_ARRAY) || pipe_format_is_compressed(format) ||
                       bind & (PIPE_BIND_SHARED | PIPE_BIND_LINEAR | PIPE_BIND_SCANOUT)))
      return false;
   f = &screen->format[format];
   if (bind & (PIPE_BIND_VERTEX_BUFFER) && !f->is_vertex)
      return false;
   if (bind & PIPE_BIND_SAMPLER_VIEW) {
      if (target == PIPE_BUFFER ? !(f->is_vertex && f->buf_data && !f->fetch_fix) : !f->is_sampled)
         return false;
   }
   if (bind & PIPE_BIND_RENDER_TARGET && !f->is_renderable)
      return false;
   if (bind & PIPE_BIND_BLENDABLE && !f->is_blendable)
      return false;
   if (bind & PIPE_BIND_DEPTH_STENCIL && !f->z_format && !(format == PIPE_FORMAT_S8_UINT))
      return false;
   if (bind & (PIPE_BIND_SHADER_BUFFER | PIPE_BIND_SHADER_IMAGE | PIPE_BIND_STREAM_OUTPUT))
      return false; /* no unit of ours uses them yet */
   if (bind & (PIPE_BIND_SHARED | PIPE_BIND_LINEAR | PIPE_BIND_SCANOUT) &&
       (pipe_format_is_depth_or_stencil(format) || pipe_format_is_compressed(format)))
      return false; /* these cannot be linear */
   return true;
}
