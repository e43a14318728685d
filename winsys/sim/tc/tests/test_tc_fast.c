/* The sampler bit by bit against its definition (tc_lane.h): 2D images of at most 8 bits per channel for coordinates that windows serve and that they do not, levels that differ inside a wave, every mask and swizzle; with
 * images that end where the mapped memory ends. */
#include "winsys/sim/tc/tests/tc_lane.h"
#include "winsys/sim/tc/tests/tc_run.h"

#include <stdio.h>

struct image { unsigned w, h, levels; };
static const struct image images[] = {
   { 32, 16, 1 }, { 37, 21, 1 }, { 1, 1, 1 }, { 2, 3, 1 }, { 8, 8, 1 }, { 7, 9, 1 }, { 300, 5, 1 }, { 64, 32, 6 }, { 50, 70, 6 },
   { 128, 128, 8 }, { 33, 200, 4 },
};

/* Moves the image so that its last texel is the last thing mapped, or within 256 bytes of it. */
static void move_to_end(struct ref_tex *t)
{
   const struct hw_chip *chip = hw_chip_find("polaris10");
   struct tile_chip tc = { chip->gfx_level, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config };
   const struct tc_level *last = &t->img.level[t->img.last_level];
   uint64_t size_B = (uint64_t)(last->ptr - t->img.level[0].ptr) + tile_extent_B(&last->surf, last->w, last->h, last->slices);
   t->rsrc[0] = (uint32_t)((PX_VA + MEM_B - size_B) >> 8);
   tc_resolve_image(mem, &tc, t->rsrc, SIM_MEM_READ, &t->img);
   assert_true(t->img.valid);
}

static const float special[] = { NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 0x1p31f, 0, -0.0f, 1, -1, 2, 1e-40f, -1e-10f,
                                 0.99999994f,
   1.0000001f, 0.5f, 16777217, -12345.678f, 3.4e38f };

enum coords { SMOOTH, APART, RANDOM, SPECIAL, ALIGNED, EDGE, NUM_COORDS };

/* Blocks of 4x4 pixels as waves have them; APART: quads of four places; ALIGNED: texel centres, so that weights are 0; EDGE:
 * small blocks across an edge of the image or a corner, where repeats have both ends. */
static void make_coords(enum coords kind, const struct image *im, float u[64], float v[64])
{
   float sx = exp2f(px_randf(-3, 4)) / (float)im->w, sy = exp2f(px_randf(-3, 4)) / (float)im->h, turn = px_randf(-0.3f, 0.3f);
   float ou = px_randf(-1.2f, 1.2f), ov = px_randf(-1.2f, 1.2f);
   if (px_rand() & 1) { /* inside */
      ou = px_randf(0.1f, 0.5f);
      ov = px_randf(0.1f, 0.5f);
   }
   if (kind == EDGE) {
      sx = px_randf(0.1f, 2) / (float)im->w;
      sy = px_randf(0.1f, 2) / (float)im->h;
      ou = (float)(px_rand() % 3) - px_randf(-0.5f, 7.5f) * sx;
      ov = px_rand() & 1 ? px_randf(0.1f, 0.5f) : (float)(px_rand() % 3) - px_randf(-0.5f, 7.5f) * sy;
      if (px_rand() & 1) {
         float t = ou;
         ou = ov;
         ov = t;
      }
   }
   for (unsigned l = 0; l < 64; l++) {
      float x = (float)((l & 1) + (l >> 1 & 2) + (l >> 2 & 4)), y = (float)((l >> 1 & 1) + (l >> 2 & 2) + (l >> 3 & 4));
      if (kind == APART && !(l & 3)) {
         ou = px_randf(-0.5f, 1.5f);
         ov = px_randf(-0.5f, 1.5f);
         if (!(px_rand() & 3))
            sx = sy = exp2f(px_randf(-3, 4)) / (float)im->w;
      }
      u[l] = kind == RANDOM ? px_randf(-2.5f, 3.5f) : ou + x * sx + turn * y * sy;
      v[l] = kind == RANDOM ? px_randf(-2.5f, 3.5f) : ov + y * sy - turn * x * sx;
      if (kind == ALIGNED) {
         u[l] = (floorf(x * (float)(1 + (im->w & 1))) + 0.5f) / (float)im->w;
         v[l] = (y + 0.5f) / (float)im->h;
      }
      if (kind == SPECIAL && px_rand() & 1)
         *(px_rand() & 1 ? &u[l] : &v[l]) = special[px_rand() % (sizeof(special) / sizeof(special[0]))];
   }
}

static void check(struct ref_tex *t, const struct image *im, unsigned mag, unsigned min, unsigned mip, enum coords kind)
{
   static const uint8_t lane_counts[4] = { 64, 64, 16, 32 };
   unsigned lanes = lane_counts[px_rand() & 3], dmask = px_rand() & 1 ? 15 : px_rand() & 15;
   uint64_t exec = px_rand() & 1 ? ~0ull : (uint64_t)px_rand() << 32 | px_rand(); /* beyond `lanes`, too */
   bool explicit_lod = px_rand() & 1;
   struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = explicit_lod ? TC_LOD_EXPLICIT : TC_LOD_IMPLICIT, .dmask = dmask,
                                 .da = t->img.layered };
   float u[64], v[64], lod[64] = { 0 };
   unsigned sel[4], slice[64] = { 0 }, layer = px_rand() % t->d;
   t->rsrc[3] &= ~0xfffu;
   for (unsigned c = 0; c < 4; c++) {
      static const uint8_t sels[6] = { 0, 1, 4, 5, 6, 7 };
      sel[c] = px_rand() & 1 ? 4 + c : sels[px_rand() % 6];
      t->rsrc[3] |= sel[c] << 3 * c;
   }
   make_coords(kind, im, u, v);
   float base = px_randf(-1, (float)im->levels);
   for (unsigned l = 0; l < 64; l++) {
      if (kind == RANDOM || !(px_rand() & 15))
         base = px_randf(-1, (float)im->levels);
      lod[l] = px_rand() & 7 ? base : rintf(base);
      set_f(0, l, u[l]);
      set_f(1, l, v[l]);
      if (t->img.layered) {
         if (!(px_rand() & 15))
            layer = px_rand() % t->d;
         slice[l] = layer;
         set_f(2, l, px_rand() & 3 ? (float)layer : layer ? (float)layer + 0.3f : -7);
      }
      set_f(t->img.layered ? 3 : 2, l, lod[l]);
   }
   int pos[64];
   if (explicit_lod) {
      for (unsigned l = 0; l < 64; l++)
         pos[l] = (int)rintf(lod[l] * 256);
   } else { /* computed by the path for all images */
      struct tc_image_inst get = { .kind = TC_GET_LOD, .lod = TC_LOD_IMPLICIT, .dmask = 3, .da = t->img.layered };
      run(&get, t->rsrc, t->samp, exec, lanes);
      for (unsigned l = 0; l < 64; l++)
         pos[l] = (int)(get_f(1, l) * 256);
   }
   run(&inst, t->rsrc, t->samp, exec, lanes);
   memcpy(t->img.sel, (const uint8_t[4]){ (uint8_t)sel[0], (uint8_t)sel[1], (uint8_t)sel[2], (uint8_t)sel[3] }, 4);
   struct tc_samp samp;
   tc_resolve_sampler(t->samp, t->num == FMT_UINT, &samp);
   for (unsigned l = 0; l < lanes; l++) {
      float want[4];
      unsigned row = 0;
      if (!(exec >> l & 1))
         continue;
      lane_value(t, &samp, &(struct lane){ .c = { u[l], v[l] }, .slice = (int)slice[l] }, pos[l], want);
      for (unsigned c = 0; c < 4; c++) {
         if (!(dmask & 1u << c))
            continue;
         const uint32_t bits = data[UT_ISA_BASE][row++][l];
         float w = want[c], got = fmt_float(t->num == FMT_UINT && sel[c] == 1 && bits == 1 ? 0x3f800000 : bits);
         if (w != got)
            print_error("format %u %ux%u levels %u tile %u wrap %u %u mag %u min %u mip %u coords %d lane %u of %u chan %u exec "
                        "%llx: "
                        "%.9g want %.9g; at %.9g %.9g lod %d\n", t->data_format, im->w, im->h, im->levels, t->tile, t->wrap[0],
                        t->wrap[1], mag, min,
                        mip, (int)kind, l, lanes, c, (unsigned long long)exec, got, w, u[l], v[l], pos[l]);
         assert_true(w == got);
      }
   }
}

static void check_format(unsigned format, unsigned num, const unsigned tiles[2], unsigned layers)
{
   for (unsigned n = 0; n < sizeof(images) / sizeof(images[0]); n++) {
      const struct image *im = &images[n];
      for (unsigned wraps = 0; wraps < 9; wraps++) {
         for (unsigned tile = 0; tile < 2; tile++) {
            for (unsigned filter = 0; filter < 12; filter++) {
               if ((format != FMT_8_8_8_8 || num != FMT_UNORM || layers) && (filter + wraps) % 3)
                  continue;
               unsigned mag = filter & 1, min = filter >> 1 & 1, mip = filter >> 2;
               struct ref_tex t = { .type = layers ? TC_2D_ARRAY : TC_2D, .data_format = format, .num = num, .tile = tiles[tile],
                  .w = im->w, .h = im->h, .d = layers ? layers : 1, .levels = im->levels, .wrap = { wraps % 3, wraps / 3 } };
               ref_tex_finish(&t, mem, mag, min, mip, 0);
               move_to_end(&t);
               for (unsigned kind = 0; kind < NUM_COORDS; kind++)
                  check(&t, im, mag, min, mip, kind);
            }
         }
      }
   }
}

static void test_exact(void **state)
{
   (void)state;
   static const struct { unsigned format, num, tiles[2]; } macro[] = {
      { FMT_8_8_8_8, FMT_UNORM, { PX_TILE_2D, PX_TILE_2D } }, { FMT_8_8_8_8, FMT_UINT, { PX_TILE_2D, PX_TILE_2D_DISPLAY } },
      { 1, FMT_UNORM, { PX_TILE_2D, PX_TILE_2D_DISPLAY } }, { FMT_5_6_5, FMT_UNORM, { PX_TILE_2D, PX_TILE_2D } },
   };
   static const struct { unsigned format, num, tiles[2]; } rows_[] = {
      { FMT_8_8_8_8, FMT_UNORM, { PX_TILE_LINEAR, PX_TILE_1D } }, { FMT_8_8_8_8, FMT_UINT, { PX_TILE_LINEAR, PX_TILE_1D } },
      { 1, FMT_UNORM, { PX_TILE_LINEAR, PX_TILE_1D } }, { 3, FMT_UNORM, { PX_TILE_LINEAR, PX_TILE_1D_DISPLAY } },
      { FMT_5_6_5, FMT_UNORM, { PX_TILE_LINEAR, PX_TILE_1D } }, { 17, FMT_UNORM, { PX_TILE_LINEAR, PX_TILE_1D_DISPLAY } },
      { 18, FMT_UNORM, { PX_TILE_LINEAR, PX_TILE_1D } }, { 19, FMT_UNORM, { PX_TILE_1D_DISPLAY, PX_TILE_1D } },
   };
   fill_random();
   for (unsigned n = 0; n < sizeof(rows_) / sizeof(rows_[0]); n++)
      check_format(rows_[n].format, rows_[n].num, rows_[n].tiles, 0);
   for (unsigned n = 0; n < 2; n++)
      check_format(rows_[n].format, rows_[n].num, rows_[n].tiles, 3);
   for (unsigned n = 0; n < sizeof(macro) / sizeof(macro[0]); n++) {
      check_format(macro[n].format, macro[n].num, macro[n].tiles, 0);
      check_format(macro[n].format, macro[n].num, macro[n].tiles, 5);
   }
}

/* Component c of the four texels that textureGather returns. Each texel's index is mirrored, not the coordinate. */
static void gather_value(const struct ref_tex *t, const struct tc_samp *s, const struct lane *given, int lod, unsigned c,
                         float out[4])
{
   static const uint8_t order[4] = { 2, 3, 1, 0 };
   const int last = (int)t->levels - 1, level = s->mip == 0 ? 0 : s->mip == 1 ? (lod + 127) >> 8 : lod >> 8;
   const unsigned l = (unsigned)(level < last ? level : last), sel = t->img.sel[c];
   const struct tc_level *lv = &t->img.level[l];
   struct lane_axis a[2];
   bool any = given->any_off;
   for (unsigned d = 0; d < 2; d++)
      any |= s->wrap[d] == TC_MIRROR || s->wrap[d] == TC_MIRROR_ONCE_LAST || s->wrap[d] == TC_MIRROR_ONCE_HALF_BORDER ||
             s->wrap[d] == TC_MIRROR_ONCE_BORDER;
   for (unsigned d = 0; d < 2; d++)
      lane_axis(given->c[d], (int)(d ? lv->h : lv->w), s->wrap[d], s->unnormalized, true, any, given->off[d], &a[d]);
   for (unsigned k = 0; k < 4; k++) {
      float v[4];
      const unsigned x = order[k] & 1, y = order[k] >> 1;
      lane_texel(t, s, given, l, a[0].i[x], a[1].i[y], given->slice, a[0].border[x] || a[1].border[y], !given->compare, v);
      out[k] = !given->compare ? v[c] : sel >= 4 ? v[sel - 4] : (float)(sel == 1);
   }
}

/* Everything else that the sampler does, at random: shapes, formats of every code path, wrap modes, offsets, comparisons, borders,
 * least and greatest texels, coordinates in texels, levels that differ in a wave, texels without a filter. */
static void test_all_shapes(void **state)
{
   (void)state;
   static const struct { uint8_t format, num; } formats[] = {
      { FMT_8_8_8_8, FMT_UNORM }, { FMT_8_8_8_8, FMT_UNORM }, { FMT_8_8_8_8, FMT_SRGB }, { FMT_8_8_8_8, FMT_SNORM },
      { FMT_8_8_8_8, FMT_UINT }, { 1, FMT_UNORM }, { 3, FMT_UNORM }, { FMT_5_6_5, FMT_UNORM }, { 19, FMT_UNORM },
      { FMT_16, FMT_UNORM }, { 20, FMT_UNORM }, { FMT_32, FMT_FLOAT }, { FMT_32_32, FMT_FLOAT }, { FMT_16_16_16_16, FMT_FLOAT },
      { FMT_16_16_16_16, FMT_UNORM }, { FMT_32_32_32_32, FMT_FLOAT }, { 9, FMT_UNORM }, { 6, FMT_FLOAT }, { 34, FMT_FLOAT },
      { 32, FMT_UNORM }, { FMT_BC1, FMT_UNORM }, { FMT_BC1 + 2, FMT_SRGB }, { FMT_BC4, FMT_UNORM }, { FMT_BC5, FMT_SNORM },
      { FMT_BC7, FMT_UNORM }, { FMT_BC6, FMT_UNORM },
   };
   static const uint8_t types[] = { TC_1D, TC_1D_ARRAY, TC_2D, TC_2D_ARRAY, TC_3D, TC_3D, TC_CUBE, TC_CUBE, TC_CUBE };
   static const uint8_t tiles[] = { PX_TILE_LINEAR, PX_TILE_1D, PX_TILE_2D, PX_TILE_1D_DISPLAY, PX_TILE_1D_THICK };
   static const uint8_t sels[6] = { 0, 1, 4, 5, 6, 7 };
   fill_random();
   for (unsigned n = 0; n < 6000; n++) {
      const unsigned type = types[px_rand() % sizeof types], f = px_rand() % (sizeof formats / sizeof formats[0]);
      const bool floats = formats[f].num == FMT_FLOAT && formats[f].format != 34, easy = px_rand() & 1;
      struct ref_tex t = { .type = type, .data_format = formats[f].format, .num = formats[f].num, .tile = tiles[px_rand() % 5],
                           .w = 1 + px_rand() % 40, .h = 1 + px_rand() % 40, .d = 1, .levels = px_rand() & 1 ? 1 : 3 };
      if (type == TC_CUBE)
         t.h = t.w;
      if (type == TC_1D || type == TC_1D_ARRAY)
         t.h = 1;
      if (type != TC_1D && type != TC_2D)
         t.d = 1 + px_rand() % (type == TC_CUBE && t.tile != PX_TILE_2D ? 2 : type == TC_CUBE ? 1 : 6);
      for (unsigned d = 0; d < 3; d++)
         t.wrap[d] = px_rand() % (easy ? 4 : 8);
      if (t.tile == PX_TILE_1D_THICK && (type == TC_1D || type == TC_1D_ARRAY))
         t.tile = PX_TILE_1D;
      ref_tex_finish(&t, mem, px_rand() & 1, px_rand() & 1, px_rand() % 3, px_rand() % 3);
      if (floats) { /* no NaNs: test_tc_nan.c has those */
         uint32_t words = (uint32_t)((t.img.level[t.levels - 1].ptr - mem->base - PX_VA) / 4 + 65536);
         for (uint32_t i = 0; i < words; i++)
            ((uint32_t *)(void *)(mem->base + PX_VA))[i] = t.img.fmt->ch[0].bits == 32 ? fmt_bits(px_randf(-2, 2)) : px_rand() & 0x3bff3bff;
      }
      struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = t.levels > 1 ? TC_LOD_EXPLICIT : TC_LOD_ZERO,
                                    .dmask = px_rand() & 1 ? 15 : 1 + px_rand() % 15, .da = t.img.layered,
                                    .offset = !easy && px_rand() % 3 == 0 && type != TC_CUBE,
                                    .compare = !easy && px_rand() % 3 == 0 && formats[f].num != FMT_UINT };
      const bool gather = !easy && px_rand() % 3 == 0 && (type == TC_2D || type == TC_2D_ARRAY) && formats[f].num != FMT_UINT;
      if (gather) {
         inst.kind = TC_GATHER4;
         inst.dmask = 1u << px_rand() % 4;
      }
      t.samp[0] |= (px_rand() & 7) << 12;
      if (!easy && px_rand() % 4 == 0)
         t.samp[0] |= (1 + px_rand() % 2) << 29;              /* FILTER_MODE */
      if (!easy && px_rand() % 4 == 0)
         t.samp[0] |= type == TC_CUBE ? 1u << 28 : 1u << 15;  /* DISABLE_CUBE_WRAP, FORCE_UNNORMALIZED */
      if (!easy && px_rand() % 4 == 0)
         t.samp[2] |= 1u << 24;                               /* Z_FILTER: point */
      t.rsrc[3] &= ~0xfffu;
      for (unsigned c = 0; c < 4; c++) {
         t.img.sel[c] = px_rand() & 1 ? 4 + c : sels[px_rand() % 6];
         t.rsrc[3] |= (uint32_t)t.img.sel[c] << 3 * c;
      }
      const unsigned base_array = type == TC_CUBE && t.d == 2 ? px_rand() % 7 : 0; /* a view's faces begin anywhere */
      t.rsrc[5] |= base_array;
      struct tc_samp samp;
      tc_resolve_sampler(t.samp, fmt_num_is_int(t.num), &samp);
      struct lane lane[64];
      int pos[64];
      const bool layers_together = px_rand() & 1, same_offset = px_rand() & 1; /* two layers in 16 lanes */
      const float scale = px_randf(0, 1) * (px_rand() & 1 ? 0.1f : 2.0f), base[3] = { px_randf(-1, 1), px_randf(-1, 1), px_randf(-1, 1) };
      for (unsigned l = 0; l < 64; l++) {
         struct lane *a = &lane[l];
         unsigned row = 0, layer = base_array ? 0 : layers_together ? l / 8 % t.d : px_rand() % t.d;
         *a = (struct lane){ .any_off = inst.offset, .compare = inst.compare, .dref = px_randf(-0.1f, 1.1f) };
         if (inst.offset) {
            for (unsigned d = 0; d < 3; d++)
               a->off[d] = l && same_offset ? lane[0].off[d] : (int)(px_rand() % 16) - 8;
            addr[row++][l] = (a->off[0] & 63) | (a->off[1] & 63) << 8 | (a->off[2] & 63) << 16;
         }
         if (inst.compare)
            set_f(row++, l, a->dref);
         if (inst.compare && t.num == FMT_UNORM)
            a->dref = lane_limit(a->dref, 0, 1);
         for (unsigned d = 0; d < t.img.dims; d++) {
            const float size = (float)(d == 0 ? t.w : d == 1 ? t.h : t.d);
            a->c[d] = px_rand() & 7 ? base[d] + px_randf(0, scale) : (floorf(px_randf(0, size)) + 0.5f) / size;
            if (type == TC_CUBE) /* also along edges and at corners */
               a->c[d] = px_rand() & 1 ? px_randf(1, 2) : px_rand() & 1 ? 1 + px_randf(0, 0.6f) / size : 2 - px_randf(0, 0.6f) / size;
            a->c[d] *= samp.unnormalized ? size : 1;
            set_f(row++, l, a->c[d]);
         }
         if (type == TC_CUBE) {
            a->face = (int)(px_rand() % 6);
            a->slice = (int)base_array + a->face + 6 * (int)layer;
            set_f(row++, l, (float)(a->face + 8 * (int)layer));
         } else if (t.img.layered) {
            a->slice = (int)layer;
            set_f(row++, l, (float)layer);
         }
         const float lod = px_randf(-1, 3);
         pos[l] = t.levels > 1 ? (int)rintf(lod * 256) : 0;
         set_f(row, l, lod);
      }
      const uint64_t exec = px_rand() & 1 ? ~0ull : (uint64_t)px_rand() << 32 | px_rand();
      run(&inst, t.rsrc, t.samp, exec, 64);
      for (unsigned l = 0; l < 64; l++) {
         float want[4];
         if (!(exec >> l & 1))
            continue;
         if (gather)
            gather_value(&t, &samp, &lane[l], pos[l] > 0 ? pos[l] : 0, (unsigned)__builtin_ctz(inst.dmask), want);
         else
            lane_value(&t, &samp, &lane[l], pos[l] > 0 ? pos[l] : 0, want);
         for (unsigned c = 0, row = 0; c < 4; c++) {
            if (!gather && !(inst.dmask & 1u << c))
               continue;
            uint32_t got = data[UT_ISA_BASE][row++][l];
            if (t.num == FMT_UINT && t.img.sel[c] == 1)
               got = got == 1 ? 0x3f800000 : got;
            if (got != fmt_bits(want[c]) && !(fmt_float(got) == 0 && want[c] == 0))
               fail_msg("round %u: kind %u type %u %ux%ux%u levels %u format %u num %u tile %u wrap %u %u %u S# %08x %08x sel %u "
                        "compare %u offset %u lane %u channel %u: %.9g (%08x) want %.9g at %.9g %.9g %.9g face %d lod %d", n,
                        inst.kind, type, t.w, t.h, t.d,
                        t.levels, t.data_format, t.num, t.tile, t.wrap[0], t.wrap[1], t.wrap[2], t.samp[0], t.samp[2], t.img.sel[c],
                        inst.compare, inst.offset, l, c, fmt_float(got), got, want[c], lane[l].c[0], lane[l].c[1], lane[l].c[2],
                        lane[l].face, pos[l]);
         }
      }
   }
}

/* One entry per instruction is remembered: other descriptors for the same instruction, other instructions at its address. */
static void test_descriptor_changes(void **state)
{
   (void)state;
   struct ref_tex t[3];
   for (unsigned n = 0; n < 3; n++) {
      t[n] = (struct ref_tex){ .type = TC_2D, .data_format = FMT_8_8_8_8, .num = FMT_UNORM, .tile = PX_TILE_1D, .w = 16, .h = 16,
         .d = 1, .levels = 1 };
      ref_tex_finish(&t[n], mem, 1, 1, 0, 0);
      t[n].rsrc[0] += n * 16;
      memset(mem->base + PX_VA + n * 4096, (int)(n * 40), 4096);
   }
   tc_cache_set_ops(cache, tc_ops());
   struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_ZERO };
   for (unsigned l = 0; l < 16; l++)
      addr[0][l] = addr[1][l] = fmt_bits(0.5f);
   for (unsigned n = 0; n < 60; n++) {
      inst.dmask = n % 7 ? 1 : 2;
      memset(data[0], 0xee, sizeof(data[0]));
      tc_image(cache, &inst, t[n % 3].rsrc, t[0].samp, (const uint32_t (*)[64])addr, data[0], 0xffff, 16);
      assert_true(fmt_float(data[0][0][5]) == (float)(n % 3 * 40) / 255.0f);
      assert_int_equal(data[0][1][5], 0xeeeeeeee);
      if (n == 30)
         atomic_fetch_add(&mem->generation, 1);
   }
}

/* The guess that a wave leaves for the next one of its descriptor (tc_guess) does not change results, with any limits of the level
 * of detail. */
static void test_waves_in_a_row(void **state)
{
   (void)state;
   const struct hw_chip *chip = hw_chip_find("polaris10");
   const struct image im = { 64, 64, 7 };
   struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_IMPLICIT, .dmask = 15 };
   fill_random();
   for (unsigned n = 0; n < 240; n++) {
      struct ref_tex t = { .type = TC_2D, .data_format = FMT_8_8_8_8, .num = FMT_UNORM, .tile = PX_TILE_1D, .w = im.w, .h = im.h,
                           .d = 1, .levels = im.levels };
      ref_tex_finish(&t, mem, px_rand() & 1, px_rand() & 1, n % 3, 0);
      if (n & 8)
         t.samp[1] = (px_rand() % 1024) | (px_rand() % 1536) << 12; /* MIN_LOD, MAX_LOD: in any order */
      if (n & 16)
         t.samp[2] |= (px_rand() % 512 - 256) & 0x3fff;             /* LOD_BIAS */
      if (n & 32)
         t.rsrc[1] |= px_rand() % 512 << 8;                         /* MIN_LOD of the image */
      if (n & 64)
         t.rsrc[3] = (t.rsrc[3] & ~0xff000u) | 1 << 12 | (1 + px_rand() % 6) << 16; /* BASE_LEVEL, LAST_LEVEL */
      for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
         float scale = 1.0f;
         if (!tc_ops_of(isa))
            continue;
         tc_cache_set_ops(cache, tc_ops_of(isa));
         for (unsigned wave = 0; wave < 16; wave++) {
            struct tc_cache *fresh = tc_cache_create(mem, chip->gfx_level, chip->gb_tile_mode, chip->gb_macrotile_mode,
                                                     chip->gb_addr_config);
            unsigned lanes = px_rand() & 3 ? 64 : 16 + 16 * (px_rand() % 3);
            assert_non_null(fresh);
            uint64_t exec = px_rand() & 1 ? ~0ull : (uint64_t)px_rand() << 32 | px_rand();
            if (!(px_rand() & 3))
               scale = exp2f(rintf(px_randf(-14, 12)) / 2);
            for (unsigned l = 0; l < 64; l++) {
               float x = (float)((l & 1) + (l >> 1 & 2) + (l >> 2 & 4)), y = (float)((l >> 1 & 1) + (l >> 2 & 2) + (l >> 3 & 4));
               set_f(0, l, (x + 0.25f) * scale / (float)im.w);
               set_f(1, l, (y + (wave & 4 ? 0.125f * x : 0)) * scale / (float)im.h);
            }
            memset(data[0], 0xee, sizeof(data[0]));
            memset(data[1], 0xee, sizeof(data[1]));
            tc_image(cache, &inst, t.rsrc, t.samp, (const uint32_t (*)[64])addr, data[0], exec & ~0ull >> (64 - lanes), lanes);
            tc_cache_set_ops(fresh, tc_ops_of(isa));
            tc_image(fresh, &inst, t.rsrc, t.samp, (const uint32_t (*)[64])addr, data[1], exec & ~0ull >> (64 - lanes), lanes);
            assert_memory_equal(data[0], data[1], sizeof(data[0]));
            tc_cache_destroy(fresh);
         }
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_exact), cmocka_unit_test(test_all_shapes), cmocka_unit_test(test_descriptor_changes),
                                       cmocka_unit_test(test_waves_in_a_row) };
   return cmocka_run_group_tests(tests, setup, teardown);
}
