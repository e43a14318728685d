/* tc_fetch.h: reads texels of one level for PX_LANES lanes and decodes them. Part of the files compiled once per instruction
 * set. Coordinates must be inside the level for every lane, running or not: that is what makes reading safe. */
#ifndef SIM_TC_FETCH_H
#define SIM_TC_FETCH_H

#include "winsys/sim/surf/fmt_vec.h"
#include "winsys/sim/surf/tile_vec.h"
#include "winsys/sim/tc/tc_block.h"

/* A file whose images have one kind of source defines it before the include; then nothing is decided per texel. */
#define TC_SOURCE_ANY 0
#define TC_SOURCE_PLAIN 1 /* elements are texels; linear or micro-tiled */
#define TC_SOURCE_MACRO 2 /* macro-tiled, the last levels micro-tiled */
#define TC_SOURCE_BLOCK 3 /* compressed */
#ifndef TC_SOURCE
#define TC_SOURCE TC_SOURCE_ANY
#endif
#define TC_LARGE (512 * 512) /* texels of a level: 1 MB, all of a core's own cache or most of it */
PX_INLINE const struct tile_map *tc_map(const struct tc_level *lv) { return TC_SOURCE == TC_SOURCE_PLAIN ? 0 : lv->map; }
PX_INLINE bool tc_has_blocks(const struct tc_img *img)
{
   return TC_SOURCE == TC_SOURCE_ANY ? img->blocks != 0 : TC_SOURCE == TC_SOURCE_BLOCK;
}

/* Offset of a column, row or slice: a number to add to the others', and in macro-tiled levels one to flip (tile_map.h). */
struct tc_place { vu add, flip; };

/* step[u & 7]. A step is the sum of those of its bits, which narrow hosts need no memory for. */
PX_INLINE vu tc_step(const uint32_t step[8], vu u)
{
#ifdef __AVX2__
   return vu_lookup8(step, u);
#else
   vu bit0 = (vu)((vi)(u << 31) >> 31), bit1 = (vu)((vi)(u << 30) >> 31), bit2 = (vu)((vi)(u << 29) >> 31);
   return (bit0 & vu_set(step[1])) + (bit1 & vu_set(step[2])) + (bit2 & vu_set(step[4]));
#endif
}

/* For levels without samples, macro-tiled ones with a map. */
PX_INLINE struct tc_place tc_column(const struct tc_level *lv, vi x)
{
   const struct tile_map *m = tc_map(lv);
   vu u = (vu)x;
   if (!m)
      return (struct tc_place){ (u >> 3) * vu_set(lv->tile_x_B) + tc_step(lv->step_x_B, u), vu_set(0) };
   struct tc_place p = { vu_shr(u, m->shift_x) * vu_set(m->macro_B), tile_flips(m->nibble_x, m->flip_x, m->mask_x, u) };
   if (m->log2_parts)
      p.add += vu_lookup8(m->part_x, u) * vu_set(lv->part_B);
   return p;
}

PX_INLINE struct tc_place tc_row(const struct tc_level *lv, vi y)
{
   const struct tile_map *m = tc_map(lv);
   vu u = (vu)y;
   if (!m)
      return (struct tc_place){ (u >> 3) * vu_set(lv->tile_y_B) + tc_step(lv->step_y_B, u), vu_set(0) };
   struct tc_place p = { vu_shr(u, m->shift_y) * vu_set(lv->row_B), tile_flips(m->nibble_y, m->flip_y, m->mask_y, u) };
   if (m->log2_parts)
      p.add += vu_lookup8(m->part_y, u) * vu_set(lv->part_B);
   return p;
}

/* Whether places of columns and rows add up to addresses. Other levels are addressed lane by lane. */
PX_INLINE bool tc_has_places(const struct tc_level *lv)
{
   return lv->surf.mode == TILE_LINEAR || lv->surf.mode == TILE_1D || (lv->surf.mode == TILE_2D && lv->map);
}

/* A row of some slice. */
PX_INLINE struct tc_place tc_of_slice(const struct tc_level *lv, struct tc_place row, vi slice)
{
   const struct tile_surf *s = &lv->surf;
   row.add += (vu)slice * vu_set((uint32_t)s->slice_B);
   if (tc_map(lv)) {
      uint32_t banks = 1u << s->log2_banks;
      vu bank = ((vu)slice * vu_set(banks / 2 - 1) + vu_set(s->bank_swizzle)) & vu_set(banks - 1);
      row.flip ^= bank * vu_set(1u << (8 + s->log2_pipes)) ^
                  vu_set(tile_map_flip_slice(s, 0) & ((1u << (8 + s->log2_pipes)) - 1));
   }
   return row;
}

PX_INLINE vu tc_texel_address(struct tc_place row, struct tc_place column)
{
   return row.add + column.add + (row.flip ^ column.flip);
}

/* Byte offsets of elements (x, y) from the level's start. */
PX_INLINE vu tc_offsets(const struct tc_level *lv, vi x, vi y, vi slice, vi sample)
{
   const struct tile_surf *s = &lv->surf;
   if (tc_has_places(lv)) {
      const struct tile_map *m = tc_map(lv);
      struct tc_place row = tc_of_slice(lv, tc_row(lv, y), slice);
      if (m && s->log2_samples) {
         row.flip ^= vu_lookup16(m->flip_sample, (vu)sample);
         row.add += vu_lookup16(m->part_sample, (vu)sample) * vu_set(lv->part_B);
      } else if (s->log2_samples) {
         row.add += (vu)sample * vu_set(lv->sample_B);
      }
      return tc_texel_address(row, tc_column(lv, x));
   }
   union px_i vx = { .v = x }, vy = { .v = y }, vs = { .v = slice }, vm = { .v = sample };
   union px_u o;
   for (int l = 0; l < PX_LANES; l++)
      o.s[l] = (uint32_t)tile_offset_B(s, vx.s[l], vy.s[l], vs.s[l], vm.s[l]);
   return o.v;
}

/* 16 bytes of which the first el_B (8, 12 or 16) count. Vertex data need not be aligned, which _mm_load_sd and _mm_load_ss
 * would promise. */
PX_INLINE __m128 tc_load_wide(const uint8_t *p, unsigned el_B)
{
   if (el_B == 16)
      return _mm_loadu_ps((const float *)(const void *)p);
   double first;
   float third;
   memcpy(&first, p, sizeof(first));
   __m128 low = _mm_castpd_ps(_mm_set_sd(first));
   if (el_B == 8)
      return low;
   memcpy(&third, p + 8, sizeof(third));
   return _mm_movelh_ps(low, _mm_set_ss(third));
}

/* Wide elements: four lanes are loaded and transposed into rows. */
PX_INLINE void tc_read_wide(const uint8_t *ptr, const uint32_t off[PX_LANES], unsigned el_B, vu *raw)
{
#ifdef __AVX512F__
   __m512 v[4];
   for (unsigned j = 0; j < 4; j++) { /* part q of v[j]: lane 4q + j */
      v[j] = _mm512_castps128_ps512(tc_load_wide(ptr + off[j], el_B));
      v[j] = _mm512_insertf32x4(v[j], tc_load_wide(ptr + off[4 + j], el_B), 1);
      v[j] = _mm512_insertf32x4(v[j], tc_load_wide(ptr + off[8 + j], el_B), 2);
      v[j] = _mm512_insertf32x4(v[j], tc_load_wide(ptr + off[12 + j], el_B), 3);
   }
   __m512d a = (__m512d)_mm512_unpacklo_ps(v[0], v[1]), b = (__m512d)_mm512_unpacklo_ps(v[2], v[3]);
   __m512d c = (__m512d)_mm512_unpackhi_ps(v[0], v[1]), d = (__m512d)_mm512_unpackhi_ps(v[2], v[3]);
   raw[0] = (vu)_mm512_unpacklo_pd(a, b);
   raw[1] = (vu)_mm512_unpackhi_pd(a, b);
   if (el_B > 8)
      raw[2] = (vu)_mm512_unpacklo_pd(c, d);
   if (el_B > 12)
      raw[3] = (vu)_mm512_unpackhi_pd(c, d);
#else
   union { vu v; __m128 q[PX_LANES / 4]; } r[4];
   for (unsigned q = 0; q < PX_LANES / 4; q++) {
      __m128 a = tc_load_wide(ptr + off[4 * q], el_B), b = tc_load_wide(ptr + off[4 * q + 1], el_B);
      __m128 c = tc_load_wide(ptr + off[4 * q + 2], el_B), d = tc_load_wide(ptr + off[4 * q + 3], el_B);
      _MM_TRANSPOSE4_PS(a, b, c, d);
      r[0].q[q] = a;
      r[1].q[q] = b;
      r[2].q[q] = c;
      r[3].q[q] = d;
   }
   for (unsigned d = 0; d < el_B / 4; d++)
      raw[d] = r[d].v;
#endif
}

/* Elements at ptr + offset: a vector for each of their dwords. */
PX_INLINE void tc_read_raw(const uint8_t *ptr, vu offset, unsigned el_B, vu *raw)
{
#ifdef __AVX512F__
   if (el_B == 4) { /* indices are signed, so they start in the middle */
      raw[0] = (vu)_mm512_i32gather_epi32((__m512i)(offset ^ 0x80000000u), ptr + 0x80000000u, 1);
      return;
   }
   if (el_B == 8) { /* two gathers of eight lanes, taken apart */
      __m512i at = (__m512i)(offset ^ 0x80000000u);
      __m512i low = _mm512_i32gather_epi64(_mm512_castsi512_si256(at), ptr + 0x80000000u, 1);
      __m512i high = _mm512_i32gather_epi64(_mm512_extracti64x4_epi64(at, 1), ptr + 0x80000000u, 1);
      const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
      raw[0] = (vu)_mm512_permutex2var_epi32(low, even, high);
      raw[1] = (vu)_mm512_permutex2var_epi32(low, _mm512_or_si512(even, _mm512_set1_epi32(1)), high);
      return;
   }
#elif defined(__AVX2__)
   if (el_B == 4) {
      union px_u at = { .v = offset ^ 0x80000000u };
      for (int n = 0; n < PX_PARTS; n++)
         at.p[n] = (px_pu)_mm256_i32gather_epi32((const int *)(const void *)(ptr + 0x80000000u), (__m256i)at.p[n], 1);
      raw[0] = at.v;
      return;
   }
#endif
   union px_u o = { .v = offset }, r;
   __asm__("" : "+m"(o)); /* addresses from memory, not out of the vector register one by one */
   switch (el_B) {
   case 1:
      for (int l = 0; l < PX_LANES; l++)
         r.s[l] = ptr[o.s[l]];
      raw[0] = r.v;
      return;
   case 2:
      for (int l = 0; l < PX_LANES; l++) {
         uint16_t v;
         memcpy(&v, ptr + o.s[l], 2);
         r.s[l] = v;
      }
      raw[0] = r.v;
      return;
   case 4:
      for (int l = 0; l < PX_LANES; l++)
         memcpy(&r.s[l], ptr + o.s[l], 4);
      raw[0] = r.v;
      return;
   case 8: tc_read_wide(ptr, o.s, 8, raw); return;
   case 12: tc_read_wide(ptr, o.s, 12, raw); return;
   default: tc_read_wide(ptr, o.s, 16, raw);
   }
}

/* Elements of an image, which starts at a multiple of 4 bytes: small ones come out of the dword that they lie in. */
PX_INLINE void tc_read_texels(const uint8_t *ptr, vu offset, unsigned el_B, vu raw[4])
{
#ifdef __AVX2__
   if (el_B < 4) {
      tc_read_raw(ptr, offset & ~3u, 4, raw);
      raw[0] = (raw[0] >> ((offset & 3) * 8)) & vu_set(el_B == 2 ? 0xffff : 0xff);
      return;
   }
#endif
   tc_read_raw(ptr, offset, el_B, raw);
}

/* Texels (x, y) of blocks at ptr + offset, as img->as says. */
PX_INLINE void tc_read_blocks(const struct tc_img *img, const uint8_t *ptr, vu offset, vi x, vi y, vu raw[2])
{
   vu place = ((vu)x & 1) | ((vu)y & 1) << 1 | ((vu)x & 2) << 1 | ((vu)y & 2) << 2;
   union px_u o = { .v = offset }, at = { .v = place }, r0, r1;
   __asm__("" : "+m"(o), "+m"(at));
   if (img->as->el_B == 4) {
      for (int l = 0; l < PX_LANES; l++)
         r0.s[l] = tc_block_texels(img, ptr + o.s[l])[at.s[l]];
      raw[0] = r0.v;
      return;
   }
   for (int l = 0; l < PX_LANES; l++) {
      const uint32_t *t = &tc_block_texels(img, ptr + o.s[l])[2 * at.s[l]];
      r0.s[l] = t[0];
      r1.s[l] = t[1];
   }
   raw[0] = r0.v;
   raw[1] = r1.v;
}

/* Where a block of a level without samples is, from the start of a slice that flips `flip`. */
PX_INLINE uint64_t tc_block_offset(const struct tc_level *lv, uint32_t flip, uint32_t bx, uint32_t by)
{
   const struct tile_surf *s = &lv->surf;
   const struct tile_map *m = tc_map(lv);
   if (m && !m->log2_parts)
      return (bx >> m->shift_x) * m->macro_B + (by >> m->shift_y) * lv->row_B +
             (m->flip_x[bx & m->mask_x] ^ m->flip_y[by & m->mask_y] ^ flip);
   if (s->mode == TILE_1D && s->micro != TILE_MICRO_DISPLAY)
      return (((by >> 3) * (s->pitch_el >> 3) + (bx >> 3)) * 64 +
              ((bx & 1) | (by & 1) << 1 | (bx & 2) << 1 | (by & 2) << 2 | (bx & 4) << 2 | (by & 4) << 3)) * s->el_B;
   return s->mode == TILE_2D ? tile_offset_B(s, bx, by, 0, 0) ^ flip ^ tile_map_flip_slice(s, 0) : tile_offset_B(s, bx, by, 0, 0);
}

/* The four texels of each lane's filter: left, right; upper, lower, in a slice. Mostly all of them lie in few blocks, which
 * are put side by side first. False: they do not. */
static __attribute__((noinline, unused)) bool tc_block_patch(const struct tc_img *img, const struct tc_level *lv,
                                                             const uint8_t *ptr, uint32_t flip, const vi x[2], const vi y[2],
                                                             vu raw[4][2])
{
   int32_t left = vi_least(vi_min(x[0], x[1])) >> 2, right = vi_greatest(vi_max(x[0], x[1])) >> 2;
   int32_t top = vi_least(vi_min(y[0], y[1])) >> 2, bottom = vi_greatest(vi_max(y[0], y[1])) >> 2;
   uint32_t nx = (uint32_t)(right - left) + 1, ny = (uint32_t)(bottom - top) + 1, words = img->as->el_B / 4;
   _Alignas(64) uint32_t patch[16 * 32];
   if (nx > 16 || ny > 16 || nx * ny > 16)
      return false;
   for (uint32_t n = 0, bx = 0, by = 0; n < nx * ny; n++) {
      memcpy(&patch[n * 16 * words],
             tc_block_texels(img, ptr + tc_block_offset(lv, flip, (uint32_t)left + bx, (uint32_t)top + by)), 64 * words);
      if (++bx == nx) {
         bx = 0;
         by++;
      }
   }
   vu column[2], row[2];
   for (unsigned n = 0; n < 2; n++) {
      column[n] = ((vu)((x[n] >> 2) - vi_set(left)) << 4) | ((vu)x[n] & 1) | ((vu)x[n] & 2) << 1;
      row[n] = ((vu)((y[n] >> 2) - vi_set(top)) * vu_set(nx * 16)) + (((vu)y[n] & 1) << 1 | ((vu)y[n] & 2) << 2);
   }
   for (unsigned n = 0; n < 4; n++) {
      vu at = column[n & 1] + row[n >> 1];
      if (words == 1) {
         raw[n][0] = vu_lookup(patch, at);
      } else {
         raw[n][0] = vu_lookup(patch, at * 2);
         raw[n][1] = vu_lookup(patch, at * 2 + 1);
      }
   }
   return true;
}

/* The texels of columns x (of their elements) of a FMT_PACKED format, with the channels where f->ch says. Bytes of GB_GR are R G0 B G1,
 * of BG_RG G0 R G1 B. */
PX_INLINE vu tc_unpack(const struct fmt *f, vu raw, vu x)
{
   vi odd = vi_eq((vi)(x & 1), vi_set(1));
   switch (f->packing) {
   case FMT_GB_GR:
      return (raw & 0xff00ff) | vu_sel(odd, (raw >> 16) & 0xff00, raw & 0xff00);
   case FMT_BG_RG:
      return ((raw >> 8) & 0xff00ff) | vu_sel(odd, (raw >> 8) & 0xff00, (raw & 0xff) << 8);
   case FMT_BITS:
      return (raw >> (x & 7)) & 1;
   default:
      return (raw >> (~x & 7)) & 1;
   }
}

/* DEPTH_COMPARE_FUNC of the sampler, per lane: bits for less, equal, greater. NaNs are neither, and "not equal" and "always" hold. */
PX_INLINE vi tc_compare(unsigned func, vf ref, vf texel)
{
   const vi less = vf_lt(ref, texel), equal = vf_eq(ref, texel), greater = vf_lt(texel, ref);
   const vi named = (less & vi_set(-(int32_t)(func & 1))) | (equal & vi_set(-(int32_t)(func >> 1 & 1))) |
                    (greater & vi_set(-(int32_t)(func >> 2 & 1)));
   return named | (~(less | equal | greater) & vi_set((func & 5) == 5 ? -1 : 0));
}

/* A step of a linear filter with weight f, which must not let an infinity in where it is zero. */
PX_INLINE vf tc_mix(vf a, vf b, vi zero, vf f) { return vf_sel(zero, a, a * (1.0f - f) + b * f); }
/* The last step, of floats: the canonical NaN, but a single texel keeps its bits. */
PX_INLINE vf tc_mix_floats(vf a, vf b, vi zero, vf f) { return vf_sel(zero, a, vf_canonical(a * (1.0f - f) + b * f)); }

/* Applies DST_SEL to one channel. */
PX_INLINE vu tc_select(const struct tc_img *img, unsigned c, const vu in[4])
{
   unsigned sel = img->sel[c];
   if (sel >= 4)
      return in[sel - 4];
   return vu_set(sel == 1 ? fmt_num_is_int(img->num) ? 1 : 0x3f800000 : 0);
}

#endif
