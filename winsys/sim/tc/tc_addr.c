/* tc_addr.c: T# and S# to struct tc_img and tc_samp. Owns the rule that makes sampling safe: a level is only used when
 * every byte its texels can occupy is mapped, so code that clamps coordinates needs no further check.
 * Mip levels are placed from level 0's base and pitch by the layout rules (hw/README.md C2, C3). */
#include "winsys/sim/surf/meta.h"
#include "winsys/sim/tc/tc_int.h"

#include <string.h>

static uint32_t bits(uint32_t w, unsigned lo, unsigned n) { return w >> lo & ((1u << n) - 1); }
static uint32_t max_u32(uint32_t a, uint32_t b) { return a > b ? a : b; }

static uint32_t pow2_up(uint32_t v)
{
   uint32_t p = 1;
   while (p < v)
      p <<= 1;
   return p;
}

static uint32_t minify(uint32_t v, unsigned level) { return max_u32(v >> level, 1); }

/* Columns and rows of linear and micro-tiled levels. */
static void set_steps(struct tc_level *lv)
{
   const struct tile_surf *s = &lv->surf;
   bool linear = s->mode == TILE_LINEAR;
   uint32_t el_B = (uint32_t)s->el_B << (s->depth_order ? s->log2_samples : 0), pitch_B = s->pitch_el * s->el_B;
   lv->sample_B = s->depth_order ? s->el_B : 64u * s->el_B;
   lv->tile_x_B = linear ? 8u * s->el_B : 64u * s->el_B << s->log2_samples;
   lv->tile_y_B = 8 * pitch_B << (linear ? 0 : s->log2_samples);
   for (uint32_t i = 0; i < 8; i++) {
      lv->step_x_B[i] = linear ? i * s->el_B : 0;
      lv->step_y_B[i] = linear ? i * pitch_B : 0;
      for (unsigned n = 0; n < 3 && !linear; n++) {
         lv->step_x_B[i] |= (i >> n & 1) << s->xbit[n];
         lv->step_y_B[i] |= (i >> n & 1) << s->ybit[n];
      }
      lv->step_x_B[i] *= linear ? 1 : el_B;
      lv->step_y_B[i] *= linear ? 1 : el_B;
   }
}

void tc_resolve_image(struct sim_mem *mem, const struct tile_chip *chip, const uint32_t rsrc[8], unsigned access,
                      struct tc_img *img)
{
   memset(img, 0, sizeof(*img));
   unsigned type = bits(rsrc[3], 28, 4);
   img->fmt = img->as = fmt_get(0);
   if (type < TC_1D) { /* a buffer descriptor or zeros */
      img->null = true;
      return;
   }
   uint64_t va = (uint64_t)rsrc[0] << 8 | (uint64_t)bits(rsrc[1], 0, 8) << 40;
   img->fault_va = va;
   img->type = type;
   img->data_format = bits(rsrc[1], 20, 6);
   img->num = bits(rsrc[1], 26, 4);
   img->fmt = fmt_get(img->data_format);
   img->as = img->fmt;
   img->as_num = img->num;
   if (img->fmt->kind == FMT_BC) {
      bool rgba8 = fmt_bc_is_rgba8(img->data_format);
      img->as = fmt_get(rgba8 ? FMT_8_8_8_8
                        : img->data_format == FMT_BC4 ? FMT_32
                        : img->data_format == FMT_BC5 ? FMT_32_32 : FMT_16_16_16_16);
      img->as_num = !rgba8 ? FMT_FLOAT : img->num == FMT_SRGB ? FMT_SRGB : FMT_UNORM;
   }
   img->min_lod = bits(rsrc[1], 8, 12);
   for (unsigned c = 0; c < 4; c++)
      img->sel[c] = bits(rsrc[3], 3 * c, 3);
   if (!img->data_format) { /* IMG_DATA_FORMAT_INVALID: drivers' empty texture; the selectors still apply */
      img->null = true;
      return;
   }
   bool msaa = type == TC_2D_MSAA || type == TC_2D_MSAA_ARRAY;
   img->base_level = msaa ? 0 : bits(rsrc[3], 12, 4);
   img->last_level = msaa ? 0 : bits(rsrc[3], 16, 4);
   img->log2_samples = msaa ? bits(rsrc[3], 16, 4) : 0;
   bool pow2 = bits(rsrc[3], 25, 1);
   img->base_array = bits(rsrc[5], 0, 13);
   img->last_array = max_u32(bits(rsrc[5], 13, 13), img->base_array);
   img->dims = type == TC_1D || type == TC_1D_ARRAY ? 1 : type == TC_3D ? 3 : 2;
   img->layered = type == TC_CUBE || type == TC_1D_ARRAY || type == TC_2D_ARRAY || type == TC_2D_MSAA_ARRAY;

   uint32_t w = bits(rsrc[2], 0, 14) + 1, h = img->dims == 1 ? 1 : bits(rsrc[2], 14, 14) + 1;
   uint32_t depth = bits(rsrc[4], 0, 13) + 1;
   uint32_t bw = img->fmt->block_w, bh = img->fmt->block_h;
   uint32_t pitch0 = (bits(rsrc[4], 13, 14) + 1 + bw - 1) / bw;
   if (type == TC_3D) {
      img->base_array = 0;
      img->last_array = depth - 1;
   }
   /* A cube has six faces whatever LAST_ARRAY says: radeonsi leaves it 0 where the texture is not an array. */
   if (type == TC_CUBE)
      img->last_array = max_u32(img->last_array, img->base_array + 5);
   if (!fmt_num_valid(img->fmt, img->num) || img->base_level > img->last_level || img->log2_samples > 4)
      return;

   struct tile_surf surf;
   if (!tile_from_index(chip, bits(rsrc[3], 20, 5), img->fmt->el_B, img->log2_samples, &surf))
      return;
   tile_take_swizzle(&surf, &va);
   img->va = va;

   /* Slices that lie in one level of the resource: what decides where the next level starts. */
   uint32_t slices0 = type == TC_3D ? depth : type == TC_CUBE ? depth * 6 : max_u32(depth, img->last_array + 1);
   if (!img->layered && type != TC_3D)
      slices0 = img->last_array + 1;

   uint64_t offset_B = 0;
   for (unsigned l = 0; l <= img->last_level; l++) {
      struct tc_level *lv = &img->level[l];
      uint32_t w_px = minify(w, l), h_px = minify(h, l), slices = type == TC_3D ? minify(slices0, l) : slices0;
      uint32_t w_el = (w_px + bw - 1) / bw, h_el = (h_px + bh - 1) / bh, pad_h_el = h_el, pad_slices = slices;
      if (pow2) {
         pad_h_el = pow2_up(h_el);
         pad_slices = pow2_up(slices);
      }
      uint32_t pad_w_el = l ? pow2_up(max_u32(pitch0 >> l, 1)) : pitch0;
      if (l)
         tile_degrade(chip, &surf, pad_w_el, pad_h_el, pad_slices); /* this level and all that follow */
      surf.pitch_el = pad_w_el;
      surf.height_el = pad_h_el;
      if (l) {
         tile_align(&surf);
      } else { /* the descriptor's pitch is what counts; height follows the layout */
         struct tile_surf want = surf;
         tile_align(&want);
         if (surf.mode != TILE_LINEAR && want.pitch_el != surf.pitch_el && surf.pitch_el % 8)
            return; /* not a pitch this layout can have */
         surf.height_el = want.height_el;
         surf.slice_B = (uint64_t)surf.pitch_el * surf.height_el * surf.el_B << surf.log2_samples;
      }
      if (w_el > surf.pitch_el)
         return;
      uint64_t align_B = tile_base_align_B(&surf);
      offset_B = (offset_B + align_B - 1) / align_B * align_B;
      lv->surf = surf;
      lv->w = w_px;
      lv->h = h_px;
      lv->slices = type == TC_3D ? slices : img->last_array + 1;
      lv->scale[0] = (float)w_px * 256.0f;
      lv->scale[1] = (float)h_px * 256.0f;
      lv->map = 0; /* tc.c's */
      lv->row_B = surf.pitch_el * surf.el_B * (surf.mode == TILE_LINEAR ? 1 : 8);
      for (unsigned n = 0; n < 8; n++)
         lv->part_row_B[n] = surf.mode == TILE_LINEAR ? n * lv->row_B : n / 4 * lv->row_B + ((n & 2) * 16 + (n & 1) * 8) * surf.el_B;
      set_steps(lv);
      if (l >= img->base_level) {
         uint64_t extent_B = tile_extent_B(&surf, w_el, h_el, lv->slices);
         if (extent_B > UINT32_MAX || !sim_mem_check(mem, va + offset_B, extent_B, access)) {
            img->fault_va = va + offset_B;
            return;
         }
         lv->ptr = mem->base + va + offset_B;
         meta_expand_level(mem, rsrc, img->fmt, img->num, va,
                           &(struct meta_surf){ &lv->surf, va + offset_B, img->base_array, lv->slices });
      }
      offset_B += surf.slice_B * tile_pad_slices(&surf, pad_slices);
   }
   img->valid = true;
}

void tc_resolve_sampler(const uint32_t samp[4], bool int_format, struct tc_samp *s)
{
   for (unsigned a = 0; a < 3; a++)
      s->wrap[a] = bits(samp[0], 3 * a, 3);
   s->compare = bits(samp[0], 12, 3);
   s->unnormalized = bits(samp[0], 15, 1);
   s->cube_seamless = !bits(samp[0], 28, 1);
   s->min_lod = (int32_t)bits(samp[1], 0, 12);
   s->max_lod = (int32_t)bits(samp[1], 12, 12);
   s->bias = (int32_t)(samp[2] << 18) >> 18;
   /* Anisotropic filters are 2 and 3: samples of theirs are taken with 0 and 1. */
   bool aniso = bits(samp[2], 21, 1) || bits(samp[2], 23, 1);
   s->log2_aniso = !aniso ? 0 : bits(samp[0], 9, 3) < 4 ? bits(samp[0], 9, 3) : 4;
   s->reduce = bits(samp[0], 29, 2) < 3 ? bits(samp[0], 29, 2) : TC_BLEND;
   s->z_nearest = bits(samp[2], 24, 2) == 1;
   s->degamma = bits(samp[0], 20, 1);
   s->mag_linear = bits(samp[2], 20, 1);
   s->min_linear = bits(samp[2], 22, 1);
   s->mip = bits(samp[2], 26, 2);
   if (s->mip == 3)
      s->mip = 1;

   uint32_t one = int_format ? 1 : fmt_bits(1.0f);
   unsigned border = bits(samp[3], 30, 2);
   for (unsigned c = 0; c < 4; c++)
      s->border[c] = border == 2 || (border == 1 && c == 3) ? one : 0;
}
