/* The texture unit against the reference sampler of tc_ref.h, all instruction sets against each other, and hostile
 * descriptors. */
#include "winsys/sim/tc/tests/tc_run.h"

#include <stdio.h>

#include "winsys/sim/tc/tc_atomic.h"

/* Half-float and float texels that are small and finite. */
static void fill_floats(unsigned data_format)
{
   uint8_t *p = mem->base + PX_VA;
   for (unsigned i = 0; i < MEM_B / 4; i++) {
      float f = px_randf(-2, 2);
      uint32_t v = data_format == FMT_16_16_16_16 ? fmt_to_half(f) | fmt_to_half(px_randf(-2, 2)) << 16 : fmt_bits(f);
      memcpy(p + 4 * i, &v, 4);
   }
}

struct shape { unsigned type, w, h, d, levels; };
static const struct shape shapes[] = {
   { TC_2D, 32, 16, 1, 1 }, { TC_2D, 37, 21, 1, 1 }, { TC_2D, 1, 1, 1, 1 }, { TC_2D, 2, 3, 1, 1 }, { TC_2D, 64, 32, 1, 5 },
   { TC_2D, 50, 70, 1, 6 }, { TC_1D, 29, 1, 1, 1 }, { TC_1D_ARRAY, 16, 1, 5, 1 }, { TC_2D_ARRAY, 20, 12, 3, 1 },
   { TC_3D, 9, 10, 6, 1 }, { TC_3D, 16, 8, 4, 3 },
};

static void check_sampling(unsigned data_format, unsigned num, unsigned tile, bool with_offsets)
{
   for (unsigned s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++) {
      const struct shape *sh = &shapes[s];
      for (unsigned wrap = 0; wrap < 8; wrap++) {
         for (unsigned linear = 0; linear < 2; linear++) {
            struct ref_tex t = { .type = sh->type, .data_format = data_format, .num = num, .tile = tile, .w = sh->w,
               .h = sh->h, .d = sh->d, .levels = sh->levels, .wrap = { wrap, (wrap + s) & 7, (wrap * 3 + 1) & 7 },
               .linear = linear, .border = { 0, 0, 0, 1 } };
            unsigned mip = sh->levels > 1 ? 1 + (wrap & 1) : 0;
            ref_tex_finish(&t, mem, linear, linear, mip, 1);
            bool layered = t.img.layered;
            unsigned dims = t.img.dims, row = 0;
            struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_EXPLICIT, .dmask = 15, .da = layered,
                                          .offset = with_offsets };
            double c[64][3] = { { 0 } }, lod[64];
            int off[64][3] = { { 0 } }, slice[64] = { 0 };
            for (unsigned l = 0; l < 64; l++) {
               row = 0;
               if (with_offsets) {
                  for (unsigned d = 0; d < 3; d++)
                     off[l][d] = (int)(px_rand() % 16) - 8;
                  addr[row++][l] = (off[l][0] & 63) | (off[l][1] & 63) << 8 | (off[l][2] & 63) << 16;
               }
               for (unsigned d = 0; d < dims; d++) {
                  float u = px_randf(-2.5f, 3.5f);
                  c[l][d] = u;
                  set_f(row++, l, u);
               }
               if (layered) {
                  slice[l] = (int)(px_rand() % sh->d);
                  set_f(row++, l, (float)slice[l] + px_randf(-0.4f, 0.4f));
               }
               float f = px_randf(-1.0f, (float)sh->levels);
               lod[l] = f;
               set_f(row, l, f);
            }
            run(&inst, t.rsrc, t.samp, ~0ull >> (wrap & 3), 64 >> (s % 3));
            for (unsigned l = 0; l < 64u >> (s % 3) && l < 61; l++) {
               double pos = fmin(fmax(floor(lod[l] * 256 + 0.5) / 256, 0), sh->levels - 1), a[4], b[4];
               unsigned l0 = mip == 1 ? (unsigned)fmax(ceil(pos + 0.5) - 1, 0) : (unsigned)floor(pos);
               double frac = mip == 2 ? pos - l0 : 0;
               if (mip == 1 && fabs(lod[l] - floor(lod[l]) - 0.5) < 0.01)
                  continue;
               if (!mip)
                  l0 = 0, frac = 0;
               if (!ref_level(&t, l0, c[l], slice[l], off[l], a))
                  continue;
               if (frac > 0) {
                  if (!ref_level(&t, l0 + 1, c[l], slice[l], off[l], b))
                     continue;
                  for (unsigned k = 0; k < 4; k++)
                     a[k] = a[k] * (1 - frac) + b[k] * frac;
               }
               for (unsigned k = 0; k < 4; k++) {
                  /* a weight may round the other way, once per axis */
                  double tolerance = (linear ? dims * 4.1 / 256 : 0) + (frac > 0 ? 4.1 / 256 : 0) + 2e-6;
                  if (!(fabs(get_f(k, l) - a[k]) <= tolerance))
                     print_error("type %u %ux%ux%u format %u tile %u wrap %u %u linear %u mip %u lane %u chan %u: %f want "
                                 "%f; at %f %f %f lod %f\n", sh->type, sh->w, sh->h, sh->d, data_format, tile, t.wrap[0],
                                 t.wrap[1], linear, mip, l, k, get_f(k, l), a[k], c[l][0], c[l][1], c[l][2], lod[l]);
                  assert_true(fabs(get_f(k, l) - a[k]) <= tolerance);
               }
            }
         }
      }
   }
}

static void test_sampling(void **state)
{
   (void)state;
   static const struct { unsigned df, num, tile; bool floats; } rows_[] = {
      { FMT_8_8_8_8, FMT_UNORM, PX_TILE_LINEAR, false }, { FMT_8_8_8_8, FMT_UNORM, PX_TILE_1D, false },
      { FMT_8_8_8_8, FMT_UNORM, PX_TILE_2D, false }, { FMT_8_8_8_8, FMT_UNORM, PX_TILE_1D_DISPLAY, false },
      { FMT_8_8_8_8, FMT_SRGB, PX_TILE_1D, false }, { FMT_5_6_5, FMT_UNORM, PX_TILE_LINEAR, false },
      { 1, FMT_UNORM, PX_TILE_1D, false }, { 3, FMT_SNORM, PX_TILE_LINEAR, false },
      { 9, FMT_UNORM, PX_TILE_2D, false }, { FMT_16_16_16_16, FMT_FLOAT, PX_TILE_1D, true },
      { FMT_BC1, FMT_UNORM, PX_TILE_1D, false }, { FMT_BC1 + 2, FMT_UNORM, PX_TILE_2D, false },
      { FMT_BC7, FMT_SRGB, PX_TILE_LINEAR, false }, { FMT_BC5, FMT_SNORM, PX_TILE_1D, false },
      { FMT_8_8_8_8, FMT_SRGB, PX_TILE_2D, false }, { 5, FMT_UNORM, PX_TILE_2D, false },
      { FMT_32_32_32_32, FMT_FLOAT, PX_TILE_1D, true }, { FMT_32, FMT_FLOAT, PX_TILE_LINEAR, true },
      { FMT_8_8_8_8, FMT_UNORM, PX_TILE_3D_XTHICK, false }, { 1, FMT_UNORM, PX_TILE_1D_THICK, false },
      { FMT_16_16_16_16, FMT_FLOAT, PX_TILE_2D_THICK, true }, { FMT_BC1 + 2, FMT_UNORM, PX_TILE_1D_THICK, false },
   };
   for (unsigned i = 0; i < sizeof(rows_) / sizeof(rows_[0]); i++) {
      if (rows_[i].floats)
         fill_floats(rows_[i].df);
      else
         fill_random();
      check_sampling(rows_[i].df, rows_[i].num, rows_[i].tile, false);
      if (i < 2)
         check_sampling(rows_[i].df, rows_[i].num, rows_[i].tile, true);
   }
}

/* Implicit level of detail: a level-coloured texture stretched by known factors. */
static void test_implicit_lod(void **state)
{
   (void)state;
   struct ref_tex t = { .type = TC_2D, .data_format = FMT_32, .num = FMT_FLOAT, .tile = PX_TILE_1D, .w = 256, .h = 256,
                        .d = 1, .levels = 9 };
   ref_tex_finish(&t, mem, 1, 1, 2, 0);
   for (unsigned l = 0; l < 9; l++) {
      struct tc_level *lv = &t.img.level[l];
      for (uint64_t b = 0; b < lv->surf.slice_B; b += 4) {
         float f = (float)l;
         memcpy(lv->ptr + b, &f, 4);
      }
   }
   struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_IMPLICIT, .dmask = 1 };
   for (int i = 0; i < 200; i++) {
      float step = exp2f(px_randf(-2, 8.5f)), angle = px_randf(0, 6.28f), other = px_randf(0, 1) * step;
      float sx = step * cosf(angle) / 256, sy = step * sinf(angle) / 256;
      for (unsigned l = 0; l < 16; l++) {
         float x = (float)((l & 1) + (l >> 1 & 2)), y = (float)((l >> 1 & 1) + (l >> 2 & 2));
         set_f(0, l, 0.3f + sx * x - other / 256 * y);
         set_f(1, l, 0.1f + sy * x);
      }
      run(&inst, t.rsrc, t.samp, 0xffff, 16);
      double want = fmin(fmax(log2(step), 0), 8);
      for (unsigned l = 0; l < 16; l++)
         assert_true(fabs(get_f(0, l) - want) < 0.02);
      inst.kind = TC_GET_LOD;
      inst.dmask = 3;
      run(&inst, t.rsrc, t.samp, 0xffff, 16);
      assert_true(fabs(get_f(0, 0) - want) < 0.02 && fabs(get_f(1, 0) - log2(step)) < 0.02);
      inst.kind = TC_SAMPLE;
      inst.dmask = 1;
   }
   /* bias, clamps, gradients */
   for (unsigned l = 0; l < 16; l++) {
      set_f(0, l, 1.5f);
      set_f(1, l, (float)(l & 1) * 4 / 256);
      set_f(2, l, (float)(l >> 1 & 1) * 4 / 256);
   }
   inst.lod = TC_LOD_BIAS;
   run(&inst, t.rsrc, t.samp, 0xffff, 16);
   assert_true(fabs(get_f(0, 5) - 3.5) < 0.02);
   t.samp[2] |= 0x100; /* LOD_BIAS = 1 */
   run(&inst, t.rsrc, t.samp, 0xffff, 16);
   assert_true(fabs(get_f(0, 5) - 4.5) < 0.02);
   t.samp[1] = 0x100 | 0x240 << 12; /* 1 .. 2.25 */
   run(&inst, t.rsrc, t.samp, 0xffff, 16);
   assert_true(fabs(get_f(0, 5) - 2.25) < 0.01);
   inst.lod = TC_LOD_DERIV;
   t.samp[1] = 0xfffu << 12;
   t.samp[2] &= ~0x3fffu;
   for (unsigned l = 0; l < 16; l++)
      for (unsigned r = 0; r < 6; r++)
         set_f(r, l, r == 0 ? 16 / 256.f : r == 3 ? 2 / 256.f : 0.1f * (r > 3));
   run(&inst, t.rsrc, t.samp, 0xffff, 16);
   assert_true(fabs(get_f(0, 3) - 4) < 0.02);
}

/* textureGather wraps the two texels of each axis one by one (OpenGL 4.6, 8.14.2): where the coordinate is mirrored, their order
 * is reversed. */
static void test_gather_mirrored(void **state)
{
   (void)state;
   static const uint8_t order[4] = { 2, 3, 1, 0 };
   static const struct { unsigned w, h, wrap[2]; } rows[] = {
      { 24, 24, { TC_MIRROR, TC_CLAMP_LAST } }, { 17, 11, { TC_MIRROR, TC_CLAMP_LAST } }, { 17, 11, { TC_WRAP, TC_MIRROR } },
      { 32, 16, { TC_MIRROR, TC_MIRROR } }, { 17, 11, { TC_MIRROR_ONCE_LAST, TC_MIRROR } }, { 16, 16, { TC_WRAP, TC_WRAP } },
   };
   fill_random();
   for (unsigned row = 0; row < sizeof rows / sizeof rows[0]; row++) {
      struct ref_tex t = { .type = TC_2D, .data_format = FMT_8_8_8_8, .num = FMT_UNORM, .tile = PX_TILE_LINEAR,
                           .w = rows[row].w, .h = rows[row].h, .d = 1, .levels = 1, .wrap = { rows[row].wrap[0], rows[row].wrap[1], 0 } };
      ref_tex_finish(&t, mem, 1, 1, 0, 0);
      for (unsigned turn = 0; turn < 64; turn++) {
         const unsigned c = turn & 3;
         const struct tc_image_inst inst = { .kind = TC_GATHER4, .lod = TC_LOD_ZERO, .dmask = 1u << c };
         float at[2][16];
         for (unsigned l = 0; l < 16; l++)
            for (unsigned d = 0; d < 2; d++)
               set_f(d, l, at[d][l] = px_randf(-3, 3));
         run(&inst, t.rsrc, t.samp, 0xffff, 16);
         for (unsigned l = 0; l < 16; l++)
            for (unsigned k = 0; k < 4; k++) {
               int i[2], j[2], w;
               double near, texel[4];
               ref_axis(at[0][l], (int)t.w, t.wrap[0], true, true, 0, i, &w, &near);
               ref_axis(at[1][l], (int)t.h, t.wrap[1], true, true, 0, j, &w, &near);
               ref_texel(&t, 0, i[order[k] & 1], j[order[k] >> 1], 0, texel);
               if (get_f(k, l) != (float)texel[c])
                  fail_msg("row %u: gather of component %u at %g, %g: value %u is %g, not %g", row, c, at[0][l], at[1][l], k,
                           get_f(k, l), texel[c]);
            }
      }
   }
}

/* Lanes gather from different levels, chosen by an explicit level of detail with or without a filter between levels, also where
 * the first lane is disabled. */
static void test_gather_levels(void **state)
{
   (void)state;
   struct ref_tex t = { .type = TC_2D, .data_format = FMT_32, .num = FMT_FLOAT, .tile = PX_TILE_1D, .w = 64, .h = 64, .d = 1,
                        .levels = 7 };
   for (unsigned mip = 1; mip <= 2; mip++) {
      ref_tex_finish(&t, mem, 1, 1, mip, 0);
      for (unsigned l = 0; l < 7; l++)
         for (uint64_t b = 0; b < t.img.level[l].surf.slice_B; b += 4)
            memcpy(t.img.level[l].ptr + b, &(float){ (float)l }, 4);
      const struct tc_image_inst inst = { .kind = TC_GATHER4, .lod = TC_LOD_EXPLICIT, .dmask = 1 };
      for (unsigned turn = 0; turn < 100; turn++) {
         const uint64_t exec = turn & 1 ? 0xffffffff : 0xfff0fffeu;
         unsigned wanted[32];
         for (unsigned l = 0; l < 32; l++) {
            wanted[l] = px_rand() % 7;
            set_f(0, l, px_randf(-2, 2));
            set_f(1, l, px_randf(-2, 2));
            set_f(2, l, (float)wanted[l] + (mip == 2 ? 0.75f : 0.25f));
         }
         run(&inst, t.rsrc, t.samp, exec, 32);
         for (unsigned l = 0; l < 32; l++)
            for (unsigned k = 0; k < 4 && exec >> l & 1; k++)
               if (get_f(k, l) != wanted[l])
                  fail_msg("mip filter %u, lane %u: level %g, not %u", mip, l, get_f(k, l), wanted[l]);
      }
   }
}

static void test_shadow_and_gather(void **state)
{
   (void)state;
   fill_random();
   struct ref_tex t = { .type = TC_2D, .data_format = FMT_16, .num = FMT_UNORM, .tile = PX_TILE_1D_DEPTH, .w = 24, .h = 24,
                        .d = 1, .levels = 1, .wrap = { TC_CLAMP_LAST, TC_CLAMP_LAST, 0 } };
   ref_tex_finish(&t, mem, 1, 1, 0, 0);
   for (unsigned func = 0; func < 8; func++) {
      t.samp[0] = (t.samp[0] & ~0x7000u) | func << 12;
      struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_ZERO, .dmask = 1, .compare = true };
      float ref[16], u[16], v[16];
      for (unsigned l = 0; l < 16; l++) {
         ref[l] = px_randf(0, 1);
         u[l] = px_randf(0, 1);
         v[l] = px_randf(0, 1);
         set_f(0, l, ref[l]);
         set_f(1, l, u[l]);
         set_f(2, l, v[l]);
      }
      run(&inst, t.rsrc, t.samp, 0xffff, 16);
      for (unsigned l = 0; l < 16; l++) {
         int i[2], j[2], wx, wy;
         double near, texel[4], sum = 0;
         ref_axis(u[l], 24, TC_CLAMP_LAST, true, false, 0, i, &wx, &near);
         ref_axis(v[l], 24, TC_CLAMP_LAST, true, false, 0, j, &wy, &near);
         for (unsigned k = 0; k < 4; k++) {
            ref_texel(&t, 0, i[k & 1], j[k >> 1], 0, texel);
            bool pass = func == 1 ? ref[l] < texel[0] : func == 2 ? ref[l] == texel[0] : func == 3 ? ref[l] <= texel[0] :
                        func == 4 ? ref[l] > texel[0] : func == 5 ? ref[l] != texel[0] : func == 6 ? ref[l] >= texel[0] :
                        func == 7;
            sum += pass * (k & 1 ? wx : 256 - wx) * (k >> 1 ? wy : 256 - wy) / 65536.0;
         }
         assert_true(fabs(get_f(0, l) - sum) < 0.01);
      }
      inst.compare = false;
      inst.kind = TC_GATHER4;
      memmove(addr[0], addr[1], 2 * sizeof(addr[0]));
      run(&inst, t.rsrc, t.samp, 0xffff, 16);
      static const uint8_t order[4] = { 2, 3, 1, 0 };
      for (unsigned l = 0; l < 16; l++)
         for (unsigned k = 0; k < 4; k++) {
            int i[2], j[2], w;
            double near, texel[4];
            ref_axis(u[l], 24, TC_CLAMP_LAST, true, false, 0, i, &w, &near);
            ref_axis(v[l], 24, TC_CLAMP_LAST, true, false, 0, j, &w, &near);
            ref_texel(&t, 0, i[order[k] & 1], j[order[k] >> 1], 0, texel);
            assert_true(get_f(k, l) == texel[0]);
         }
   }
}

/* A cube whose texels hold a smooth function of direction: seamless filtering must stay close to it everywhere. */
static void test_cube(void **state)
{
   (void)state;
   static const float axes[6][3][3] = { /* s, t, major directions, OpenGL 4.6 table 8.19 */
      { { 0, 0, -1 }, { 0, -1, 0 }, { 1, 0, 0 } }, { { 0, 0, 1 }, { 0, -1, 0 }, { -1, 0, 0 } },
      { { 1, 0, 0 }, { 0, 0, 1 }, { 0, 1, 0 } }, { { 1, 0, 0 }, { 0, 0, -1 }, { 0, -1, 0 } },
      { { 1, 0, 0 }, { 0, -1, 0 }, { 0, 0, 1 } }, { { -1, 0, 0 }, { 0, -1, 0 }, { 0, 0, -1 } },
   };
   struct ref_tex t = { .type = TC_CUBE, .data_format = FMT_32_32_32_32, .num = FMT_FLOAT, .tile = PX_TILE_1D, .w = 16,
                        .h = 16, .d = 1, .levels = 1 };
   ref_tex_finish(&t, mem, 1, 1, 0, 0);
   for (unsigned f = 0; f < 6; f++)
      for (unsigned y = 0; y < 16; y++)
         for (unsigned x = 0; x < 16; x++) {
            float s = ((float)x + 0.5f) / 8 - 1, tt = ((float)y + 0.5f) / 8 - 1, v[4] = { 0 };
            for (unsigned k = 0; k < 3; k++)
               v[k] = s * axes[f][0][k] + tt * axes[f][1][k] + axes[f][2][k];
            float len = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
            for (unsigned k = 0; k < 3; k++)
               v[k] /= len;
            memcpy(t.img.level[0].ptr + tile_offset_B(&t.img.level[0].surf, x, y, f, 0), v, 16);
         }
   struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_ZERO, .dmask = 7, .da = true };
   for (int i = 0; i < 500; i++) {
      float dir[16][3];
      for (unsigned l = 0; l < 16; l++) {
         unsigned f = px_rand() % 6;
         float s = px_randf(-1, 1), tt = px_randf(-1, 1), len = sqrtf(s * s + tt * tt + 1);
         if (i & 1)
            s = s < 0 ? -0.999f : 0.999f; /* along edges */
         len = sqrtf(s * s + tt * tt + 1);
         for (unsigned k = 0; k < 3; k++)
            dir[l][k] = (s * axes[f][0][k] + tt * axes[f][1][k] + axes[f][2][k]) / len;
         set_f(0, l, s * 0.5f + 1.5f);
         set_f(1, l, tt * 0.5f + 1.5f);
         set_f(2, l, (float)f);
      }
      run(&inst, t.rsrc, t.samp, 0xffff, 16);
      for (unsigned l = 0; l < 16; l++)
         for (unsigned k = 0; k < 3; k++)
            assert_true(fabs(get_f(k, l) - dir[l][k]) < 0.06);
   }
}

static void test_load_store_atomic(void **state)
{
   (void)state;
   fill_random();
   static const unsigned tiles[5] = { PX_TILE_LINEAR, PX_TILE_1D, PX_TILE_2D, PX_TILE_1D_THICK, PX_TILE_3D_XTHICK };
   for (unsigned tile = 0; tile < 5; tile++) {
      struct ref_tex t = { .type = TC_2D_ARRAY, .data_format = FMT_8_8_8_8, .num = FMT_UNORM, .tile = tiles[tile], .w = 70,
                           .h = 40, .d = 3, .levels = 1 };
      ref_tex_finish(&t, mem, 0, 0, 0, 0);
      struct tc_image_inst store = { .kind = TC_STORE, .dmask = 15, .da = true },
         load = { .kind = TC_LOAD, .dmask = 15, .da = true };
      float want[16][4];
      for (unsigned l = 0; l < 16; l++) {
         addr[0][l] = l * 4 + tile;
         addr[1][l] = (l * 7) % 40;
         addr[2][l] = l % 3;
         for (unsigned c = 0; c < 4; c++) {
            want[l][c] = (float)(px_rand() & 255) / 255.0f;
            data[0][c][l] = fmt_bits(want[l][c]);
         }
      }
      addr[0][15] = 70; /* outside: not written, reads zero */
      tc_cache_set_ops(cache, tc_ops());
      tc_image(cache, &store, t.rsrc, t.samp, (const uint32_t (*)[64])addr, data[0], 0xfffe, 16);
      run(&load, t.rsrc, t.samp, 0xfffe, 16);
      for (unsigned l = 1; l < 15; l++) {
         double texel[4];
         ref_texel(&t, 0, (int)addr[0][l], (int)addr[1][l], (int)addr[2][l], texel);
         for (unsigned c = 0; c < 4; c++)
            assert_true(get_f(c, l) == want[l][c] && texel[c] == want[l][c]);
      }
      assert_int_equal(data[0][0][15], 0);
      assert_int_equal(data[0][3][15], 0);
      t.rsrc[3] = (t.rsrc[3] & ~(7u << 9)) | 1u << 9; /* DST_SEL_W: one, also of what is outside */
      run(&load, t.rsrc, t.samp, 0xfffe, 16);
      assert_int_equal(data[0][0][15], 0);
      assert_int_equal(data[0][3][15], fmt_bits(1.0f));
   }
   struct ref_tex t = { .type = TC_2D, .data_format = FMT_32, .num = FMT_UINT, .tile = PX_TILE_1D, .w = 8, .h = 8, .d = 1,
                        .levels = 1 };
   ref_tex_finish(&t, mem, 0, 0, 0, 0);
   memset(mem->base + PX_VA, 0, 256);
   struct tc_image_inst add = { .kind = TC_ATOMIC, .atomic = TC_ADD, .dmask = 1, .glc = true };
   for (unsigned l = 0; l < 16; l++) {
      addr[0][l] = addr[1][l] = 3;
      data[0][0][l] = 1;
   }
   tc_image(cache, &add, t.rsrc, t.samp, (const uint32_t (*)[64])addr, data[0], 0xffff, 16);
   for (unsigned l = 0; l < 16; l++)
      assert_int_equal(data[0][0][l], l);
   static const struct { unsigned op; uint32_t old, src, cmp, want; } rmw[] = {
      { TC_SWAP, 1, 2, 0, 2 }, { TC_CMPSWAP, 1, 2, 1, 2 }, { TC_CMPSWAP, 1, 2, 3, 1 }, { TC_SUB, 1, 2, 0, ~0u },
      { TC_SMIN, ~0u, 2, 0, ~0u }, { TC_UMIN, ~0u, 2, 0, 2 }, { TC_SMAX, ~0u, 2, 0, 2 }, { TC_UMAX, ~0u, 2, 0, ~0u },
      { TC_AND, 6, 3, 0, 2 }, { TC_OR, 6, 3, 0, 7 }, { TC_XOR, 6, 3, 0, 5 }, { TC_INC, 4, 5, 0, 5 }, { TC_INC, 5, 5, 0, 0 },
      { TC_DEC, 0, 5, 0, 5 }, { TC_DEC, 3, 5, 0, 2 }, { TC_DEC, 9, 5, 0, 5 },
   };
   for (unsigned i = 0; i < sizeof(rmw) / sizeof(rmw[0]); i++)
      assert_int_equal(tc_atomic_apply(rmw[i].op, rmw[i].old, rmw[i].src, rmw[i].cmp), rmw[i].want);
}

static void test_resinfo(void **state)
{
   (void)state;
   struct ref_tex t = { .type = TC_2D_ARRAY, .data_format = FMT_8_8_8_8, .num = FMT_UNORM, .tile = PX_TILE_1D, .w = 70,
                        .h = 40, .d = 3, .levels = 4 };
   ref_tex_finish(&t, mem, 0, 0, 0, 0);
   struct tc_image_inst inst = { .kind = TC_GET_RESINFO, .dmask = 15 };
   for (unsigned l = 0; l < 16; l++)
      addr[0][l] = l;
   run(&inst, t.rsrc, t.samp, 0xffff, 16);
   static const uint32_t want[3][4] = { { 70, 40, 3, 4 }, { 35, 20, 3, 4 }, { 17, 10, 3, 4 } };
   for (unsigned l = 0; l < 3; l++)
      for (unsigned c = 0; c < 4; c++)
         assert_int_equal(data[0][c][l], want[l][c]);
   assert_int_equal(data[0][0][4], 0);
}

/* Any bits at all in descriptors and addresses: no access outside the mapped range, no crash, same bits everywhere. */
static void test_hostile(void **state)
{
   (void)state;
   fill_random();
   for (int i = 0; i < 6000; i++) {
      uint32_t rsrc[8], samp[4];
      for (unsigned k = 0; k < 8; k++)
         rsrc[k] = px_rand();
      for (unsigned k = 0; k < 4; k++)
         samp[k] = px_rand();
      if (i % 8) { /* half-sane: small, mapped, a known format and layout */
         static const uint8_t tiles[4] = { PX_TILE_LINEAR, PX_TILE_1D, PX_TILE_2D, PX_TILE_1D_DEPTH };
         rsrc[0] = PX_VA >> 8 | (px_rand() & 0xff) << 4;
         rsrc[1] &= 0x03f00000;
         rsrc[1] |= (px_rand() & 1 ? FMT_UNORM : px_rand() & 1 ? FMT_FLOAT : FMT_UINT) << 26;
         rsrc[2] &= 0x000fc03f | (px_rand() & 7) << 18;
         rsrc[3] = (rsrc[3] & 0x820fffff) | (uint32_t)tiles[px_rand() & 3] << 20 | 8u << 28;
         rsrc[4] = (px_rand() & 7) | ((px_rand() & 127) | 7) << 13;
         rsrc[5] = (px_rand() & 3) | (px_rand() & 7) << 13;
      }
      if (px_rand() & 1)
         samp[3] &= ~(3u << 30);
      tc_cache_set_border_base(cache, px_rand() & 1 ? PX_VA : px_rand());
      for (unsigned r = 0; r < 13; r++)
         for (unsigned l = 0; l < 64; l++)
            addr[r][l] = px_rand() & 1 ? px_rand() : fmt_bits(px_randf(-4, 4));
      struct tc_image_inst inst = { .kind = px_rand() % 9, .lod = px_rand() % 5, .offset = px_rand() & 1,
         .compare = px_rand() & 1, .lod_clamp = px_rand() & 1, .dmask = px_rand() & 15, .unorm = !(px_rand() & 7),
         .da = px_rand() & 1 };
      if (inst.kind == TC_STORE || inst.kind == TC_STORE_MIP || inst.kind == TC_ATOMIC) {
         tc_cache_set_ops(cache, tc_ops());
         tc_image(cache, &inst, rsrc, samp, (const uint32_t (*)[64])addr, data[0], px_rand(), 32);
      } else {
         run(&inst, rsrc, samp, (uint64_t)px_rand() << 32 | px_rand(), 64);
      }
   }
   assert_true(mem->fault_count > 0);
}

static void test_buffers(void **state)
{
   (void)state;
   fill_random();
   const uint32_t *words = (const uint32_t *)(const void *)(mem->base + PX_VA);
   uint32_t rsrc[4] = { PX_VA, 16u << 16, 16 * 20, 0xfac | FMT_UNORM << 12 | FMT_8_8_8_8 << 15 };
   struct tc_buf_inst fetch = { .kind = TC_BUF_LOAD, .format = true, .components = 4, .idxen = true, .offset = 4 };
   for (unsigned l = 0; l < 64; l++)
      addr[0][l] = l;
   tc_buffer(cache, &fetch, rsrc, 0, (const uint32_t (*)[64])addr, data[0], ~0ull, 64);
   for (unsigned l = 0; l < 64; l++) /* 20 elements of 16 bytes */
      for (unsigned c = 0; c < 4; c++)
         assert_int_equal(data[0][c][l], l < 20 ? fmt_bits((float)(words[l * 4 + 1] >> 8 * c & 255) / 255.0f) : 0);
   struct tc_buf_inst raw = { .kind = TC_BUF_LOAD, .components = 4, .raw_B = 4, .offen = true };
   rsrc[1] = 0;
   for (unsigned l = 0; l < 64; l++)
      addr[0][l] = l * 8;
   tc_buffer(cache, &raw, rsrc, 0, (const uint32_t (*)[64])addr, data[0], ~0ull, 64);
   for (unsigned l = 0; l < 64; l++)
      for (unsigned c = 0; c < 4; c++)
         assert_int_equal(data[0][c][l], l * 8 + c * 4 + 4 <= 320 ? words[l * 2 + c] : 0);
   raw.raw_B = 1;
   raw.components = 1;
   raw.sign = true;
   tc_buffer(cache, &raw, rsrc, 3, (const uint32_t (*)[64])addr, data[0], 1, 16);
   assert_int_equal((int32_t)data[0][0][0], (int8_t)(words[0] >> 24));
   /* swizzled, as the GS ring is: element 4, index stride 16 */
   uint32_t ring[4] = { PX_VA, 32u << 16 | 1u << 31, 64, 0xfac | 4 << 12 | 4u << 15 | 1u << 19 | 1u << 21 };
   struct tc_buf_inst sw = { .kind = TC_BUF_LOAD, .components = 1, .raw_B = 4, .idxen = true, .offen = true };
   for (unsigned l = 0; l < 64; l++) {
      addr[0][l] = l;
      addr[1][l] = (l % 8) * 4;
   }
   tc_buffer(cache, &sw, ring, 0, (const uint32_t (*)[64])addr, data[0], ~0ull, 64);
   for (unsigned l = 0; l < 64; l++)
      assert_int_equal(data[0][0][l], words[(l / 16) * 128 + (l % 8) * 16 + l % 16]);
   /* stores come back through loads; scalar loads stop at the end */
   struct tc_buf_inst st = { .kind = TC_BUF_STORE, .format = true, .components = 4, .idxen = true };
   rsrc[1] = 4u << 16;
   for (unsigned l = 0; l < 64; l++)
      for (unsigned c = 0; c < 4; c++)
         data[0][c][l] = fmt_bits((float)((l * 5 + c) & 255) / 255.0f);
   tc_buffer(cache, &st, rsrc, 0, (const uint32_t (*)[64])addr, data[0], ~0ull, 64);
   for (unsigned l = 0; l < 64; l++)
      for (unsigned c = 0; c < 4; c++)
         assert_int_equal(words[l] >> 8 * c & 255, (l * 5 + c) & 255);
   uint32_t s[8];
   rsrc[1] = 0;
   rsrc[2] = 24;
   tc_scalar_buffer_load(mem, 8, rsrc, 8, 8, s);
   for (unsigned d = 0; d < 8; d++)
      assert_int_equal(s[d], d < 4 ? words[2 + d] : 0);
   for (int i = 0; i < 3000; i++) { /* hostile */
      uint32_t any[4] = { px_rand(), px_rand(), px_rand(), px_rand() };
      if (i & 1) {
         any[0] = PX_VA;
         any[1] &= 0x803f0000;
         any[2] &= 0xffff;
      }
      struct tc_buf_inst in = { .kind = px_rand() % 3, .atomic = px_rand() % 13, .format = px_rand() & 1, .typed = px_rand() & 1,
         .dfmt = px_rand() & 15, .nfmt = px_rand() & 7, .components = 1 + px_rand() % 4, .raw_B = 1u << px_rand() % 3,
         .offen = px_rand() & 1, .idxen = px_rand() & 1, .offset = px_rand() & 4095 };
      for (unsigned l = 0; l < 64; l++) {
         addr[0][l] = px_rand() & (i & 2 ? 0xff : ~0u);
         addr[1][l] = px_rand() & 0xffff;
      }
      tc_buffer(cache, &in, any, px_rand() & 0xfff, (const uint32_t (*)[64])addr, data[0], ~0ull, 64);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_sampling), cmocka_unit_test(test_implicit_lod),
      cmocka_unit_test(test_shadow_and_gather), cmocka_unit_test(test_gather_mirrored),
      cmocka_unit_test(test_gather_levels), cmocka_unit_test(test_cube), cmocka_unit_test(test_load_store_atomic),
      cmocka_unit_test(test_resinfo), cmocka_unit_test(test_buffers), cmocka_unit_test(test_hostile) };
   return cmocka_run_group_tests(tests, setup, teardown);
}
