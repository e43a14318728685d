/* db_depth.h: part of db_test.c: the depth test alone, of one sample per pixel, which every block of small triangles takes. */
#ifndef SIM_DB_DEPTH_H
#define SIM_DB_DEPTH_H

#include "winsys/sim/db/db_int.h"
#include "winsys/sim/px/px_memory.h"

/* ---- depth alone -------------------------------------------------------------------------------------------------------- */

/* What func says of the incoming depth and the old one, bit per lane. */
PX_INLINE unsigned passes(unsigned format, unsigned func, vu now, vu old)
{
#ifdef __AVX512F__
   /* The two commonest; others are rare enough. */
   if (func == 1)
      return format == DB_Z32F ? _mm512_cmp_ps_mask((__m512)now, (__m512)old, _CMP_LT_OQ)
                               : _mm512_cmplt_epi32_mask((__m512i)now, (__m512i)old);
   if (func == 3)
      return format == DB_Z32F ? _mm512_cmp_ps_mask((__m512)now, (__m512)old, _CMP_LE_OQ)
                               : _mm512_cmple_epi32_mask((__m512i)now, (__m512i)old);
#endif
   return v_bits(format == DB_Z32F ? compare_f(func, (vf)now, (vf)old) : compare_i(func, (vi)now, (vi)old));
}

/* What a block's parts share. */
struct depth_only { const uint8_t *read; uint8_t *write /* or NULL */; float lo, hi; bool limit, clear; vu cleared; };

PX_INLINE void depth_only_init(const struct db_state *db, unsigned format, unsigned viewport, struct depth_only *a)
{
   a->read = db->z.read;
   a->write = db->z_write ? db->z.write : NULL;
   a->limit = db->clamp;
   a->lo = db->zmin[viewport];
   a->hi = db->zmax[viewport];
   if (format != DB_Z32F) { /* limited to 0..1 anyway */
      a->lo = !a->limit || !(a->lo > 0) ? 0 : a->lo < 1 ? a->lo : 1;
      a->hi = !a->limit || !(a->hi < 1) ? 1 : a->hi > 0 ? a->hi : 0;
      a->limit = true;
   }
   a->clear = db->z_clear;
   a->cleared = vu_set(0);
   if (a->clear)
      a->cleared = encode_depth(format, vf_set(db->clear_depth));
}

PX_INLINE vu depth_only_load(const uint8_t *p, unsigned format)
{
   return format == DB_Z16 ? vu_load_16(p) : vu_load((const uint32_t *)(const void *)p);
}

PX_INLINE vu depth_only_encode(const struct depth_only *a, unsigned format, vf z)
{
   if (a->limit)
      z = vf_limit(z, a->lo, a->hi);
   return format == DB_Z32F ? (vu)z : (vu)vi_round(z * (format == DB_Z16 ? 65535.0f : 16777215.0f));
}

PX_INLINE unsigned depth_only_compare(unsigned format, unsigned func, vu now, vu old, unsigned run)
{
   return passes(format, func, now, format == DB_Z24 ? old & 0xffffff : old) & run;
}

PX_INLINE void depth_only_store(const struct depth_only *a, unsigned format, uint8_t *p, vu now, vu old, unsigned bits)
{
   if (a->clear)
      now = a->cleared;
   if (format == DB_Z16)
      vu_store_16(p, now, old, bits);
   else
      vu_store_masked((uint32_t *)(void *)p, format == DB_Z24 ? now | (old & 0xff000000) : now, bits);
}

#if defined(__AVX2__) && !defined(__AVX512F__)
/* What follows works on 8 lanes at a time: values of 64 bytes would go through memory. `first` and `in` are pixels. */
PX_INLINE __m256 slope8(float slope, int first, __m256i in, float at, float ref)
{
   const __m256 place = _mm256_cvtepi32_ps(_mm256_add_epi32(in, _mm256_set1_epi32(first)));
   return _mm256_mul_ps(_mm256_set1_ps(slope),
                        _mm256_sub_ps(_mm256_add_ps(place, _mm256_set1_ps(at)), _mm256_set1_ps(ref)));
}

PX_INLINE __m256i encode8(const struct depth_only *a, __m256 z)
{
   z = _mm256_min_ps(_mm256_max_ps(z, _mm256_set1_ps(a->lo)), _mm256_set1_ps(a->hi));
   return _mm256_cvtps_epi32(_mm256_mul_ps(z, _mm256_set1_ps(65535.0f)));
}

/* A complete micro tile of 16 bits, "less" (or equal): lanes that pass. A vector has the first or the last columns of a 4x4 block, so
 * that packing two gives its 16 lanes. */
PX_INLINE uint64_t depth_only_tile_16(const struct depth_only *a, unsigned func, const uint8_t *read, uint8_t *write,
                                 const struct db_block *block, const struct db_z_plane *p)
{
   const __m256i in_x = _mm256_setr_epi32(0, 1, 0, 1, 0, 1, 0, 1), in_y = _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3);
   const __m256i bit = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768);
   const __m256i lanes = _mm256_set1_epi64x((long long)block->mask);
   const int x = (int)block->x, y = (int)block->y;
   const __m256 base = _mm256_set1_ps(p->z), offset = _mm256_set1_ps(p->offset);
   __m256 columns[4], rows[2];
   __m256i now[4], pass[4];
#pragma GCC unroll 4
   for (int k = 0; k < 4; k++)
      columns[k] = slope8(p->dz_dx, x + 2 * k, in_x, p->at_x, p->ref_x);
#pragma GCC unroll 2
   for (int k = 0; k < 2; k++)
      rows[k] = slope8(p->dz_dy, y + 4 * k, in_y, p->at_y, p->ref_y);
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4; k++) {
      const __m256i sixteen = _mm256_shuffle_epi8(lanes, _mm256_set1_epi16((short)(0x100 + 0x202 * k)));
      const __m256i covered = _mm256_cmpeq_epi16(_mm256_and_si256(sixteen, bit), bit);
      const __m256i old = _mm256_loadu_si256((const __m256i *)(const void *)(read + 32 * k));
      const __m256 *two = columns + 2 * (k & 1);
      const __m256 z[2] = { _mm256_add_ps(base, _mm256_add_ps(two[0], rows[k >> 1])),
                            _mm256_add_ps(base, _mm256_add_ps(two[1], rows[k >> 1])) };
      const __m256i left = encode8(a, _mm256_add_ps(z[0], offset));
      const __m256i right = encode8(a, _mm256_add_ps(z[1], offset));
      now[k] = _mm256_packus_epi32(left, right);
      pass[k] = func == 1 ? _mm256_andnot_si256(_mm256_cmpeq_epi16(_mm256_max_epu16(now[k], old), now[k]), covered)
                          : _mm256_and_si256(_mm256_cmpeq_epi16(_mm256_min_epu16(now[k], old), now[k]), covered);
      now[k] = _mm256_blendv_epi8(old, now[k], pass[k]);
   }
   uint64_t passed = 0;
#pragma GCC unroll 2
   for (unsigned k = 0; k < 2; k++) {
      const __m256i both = _mm256_permute4x64_epi64(_mm256_packs_epi16(pass[2 * k], pass[2 * k + 1]), 0xd8);
      passed |= (uint64_t)(unsigned)_mm256_movemask_epi8(both) << 32 * k;
   }
   if (!write || !passed)
      return passed;
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4; k++)
      _mm256_storeu_si256((__m256i *)(void *)(write + 32 * k), now[k]);
   return passed;
}
#endif

#ifdef __AVX512F__
/* What a plane adds in the columns (lanes 0 to 7) and in the rows of 8x8 blocks. */
struct terms { __m512 at, ref, slope; };

PX_INLINE __m512 of_both(float column, float row)
{
   return _mm512_mask_blend_ps(0x00ff, _mm512_set1_ps(row), _mm512_set1_ps(column));
}

PX_INLINE void terms_init(struct terms *t, const struct db_z_plane *p)
{
   t->at = of_both(p->at_x, p->at_y);
   t->ref = of_both(p->ref_x, p->ref_y);
   t->slope = of_both(p->dz_dx, p->dz_dy);
}

PX_INLINE __m512 terms_of(const struct terms *t, const struct db_block *block)
{
   const __m512i in = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
   const __m512i first = _mm512_mask_set1_epi32(_mm512_set1_epi32((int)block->y), 0x00ff, (int)block->x);
   const __m512 place = _mm512_add_ps(_mm512_cvtepi32_ps(_mm512_add_epi32(first, in)), t->at);
   return _mm512_mul_ps(t->slope, _mm512_sub_ps(place, t->ref));
}

/* A complete micro tile of 16 bits, "less" (or equal), and limits from 0 on: lanes that pass. A vector has every other four of 32
 * lanes, so that packing two puts them in order; what is below 0, or no number, becomes 0 then. */
PX_INLINE uint64_t depth_only_tile_16(const struct depth_only *a, unsigned func, const uint8_t *read, uint8_t *write,
                                      uint64_t mask, __m512 terms, float z, float offset)
{
   const __m512i left = _mm512_setr_epi32(0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5);
   const __m512i upper = _mm512_setr_epi32(8, 8, 9, 9, 10, 10, 11, 11, 8, 8, 9, 9, 10, 10, 11, 11);
   const __m512 base = _mm512_set1_ps(z), then = _mm512_set1_ps(offset);
   const __m512 most = _mm512_set1_ps(a->hi), scale = _mm512_set1_ps(65535.0f);
   const __m512 column[2] = { _mm512_permutexvar_ps(left, terms),
                              _mm512_permutexvar_ps(_mm512_add_epi32(left, _mm512_set1_epi32(2)), terms) };
   const __m512 row[2] = { _mm512_permutexvar_ps(upper, terms),
                           _mm512_permutexvar_ps(_mm512_add_epi32(upper, _mm512_set1_epi32(4)), terms) };
   __m512i now[2], old[2];
   __mmask32 pass[2];
#pragma GCC unroll 2
   for (unsigned half = 0; half < 2; half++) {
      __m512i part[2];
#pragma GCC unroll 2
      for (unsigned k = 0; k < 2; k++) {
         const __m512 sum = _mm512_add_ps(_mm512_add_ps(base, _mm512_add_ps(column[k], row[half])), then);
         part[k] = _mm512_cvtps_epi32(_mm512_mul_ps(_mm512_min_ps(most, sum), scale)); /* of NaN the second: least of all */
      }
      const __mmask32 covered = (__mmask32)(mask >> 32 * half);
      old[half] = _mm512_loadu_si512(read + 64 * half);
      now[half] = _mm512_packus_epi32(part[0], part[1]);
      pass[half] = func == 1 ? _mm512_mask_cmplt_epu16_mask(covered, now[half], old[half])
                             : _mm512_mask_cmple_epu16_mask(covered, now[half], old[half]);
   }
   const uint64_t passed = _cvtmask64_u64(_mm512_kunpackd(pass[1], pass[0]));
   if (passed && write) {
      _mm512_storeu_si512(write, _mm512_mask_mov_epi16(old[0], pass[0], now[0]));
      _mm512_storeu_si512(write + 64, _mm512_mask_mov_epi16(old[1], pass[1], now[1]));
   }
   return passed;
}

#endif

PX_INLINE uint64_t depth_only_block(const struct depth_only *a, const struct tile_surf *s, unsigned format, unsigned func,
                                    unsigned slice, const struct db_block *block, const struct db_z_plane *plane)
{
   const unsigned el_B = format == DB_Z16 ? 2 : 4, x = block->x, y = block->y;
   const bool micro_tile = tile_is_contiguous(s);
   uint64_t first = tile_block_offset_B(s, x, y, slice, 0), passed = 0;
#if defined(__AVX2__) && !defined(__AVX512F__)
   if (micro_tile && format == DB_Z16 && (func == 1 || func == 3) && !a->clear)
      return depth_only_tile_16(a, func, a->read + first, a->write ? a->write + first : NULL, block, plane);
#endif
   struct depths d;
   depths_init(&d, plane, x, y);
   for (unsigned at = 0; at < 64; at += 16) {
      unsigned run = block->mask >> at & 0xffff;
      if (!run)
         continue;
      uint64_t offset = micro_tile ? first + at * el_B : tile_block_offset_B(s, x + (at >> 2 & 4), y + (at >> 3 & 4), slice, 0);
      vu old = depth_only_load(a->read + offset, format), now = depth_only_encode(a, format, depths_of_plane(&d, at));
      unsigned bits = depth_only_compare(format, func, now, old, run);
      passed |= (uint64_t)bits << at;
      if (a->write && bits)
         depth_only_store(a, format, a->write + offset, now, old, bits);
   }
   return passed;
}

/* format and func are constants where it matters. */
PX_INLINE void depth_alone(const struct db_state *db, unsigned format, unsigned func, struct db_block *block, unsigned count,
                           unsigned slice, unsigned viewport, const struct db_z_plane *plane)
{
   struct depth_only a;
   depth_only_init(db, format, viewport, &a);
#ifdef __AVX512F__
   if (tile_is_contiguous(&db->z.surf) && format == DB_Z16 && (func == 1 || func == 3) && a.lo <= 0 && !a.clear) {
      struct terms t;
      terms_init(&t, plane);
      for (unsigned n = 0; n < count; n++) {
         const uint64_t first = tile_block_offset_B(&db->z.surf, block[n].x, block[n].y, slice, 0);
         block[n].mask = depth_only_tile_16(&a, func, a.read + first, a.write ? a.write + first : NULL, block[n].mask,
                                            terms_of(&t, &block[n]), plane->z, plane->offset);
      }
      return;
   }
#endif
   for (unsigned n = 0; n < count; n++)
      block[n].mask = depth_only_block(&a, &db->z.surf, format, func, slice, &block[n], plane);
}

PX_INLINE void depth_alone_by_func(const struct db_state *db, unsigned format, struct db_block *block, unsigned count,
                                   unsigned slice, unsigned viewport, const struct db_z_plane *plane)
{
   switch (db->zfunc) {
   case 1: depth_alone(db, format, 1, block, count, slice, viewport, plane); break;
   case 3: depth_alone(db, format, 3, block, count, slice, viewport, plane); break;
   default: depth_alone(db, format, db->zfunc, block, count, slice, viewport, plane);
   }
}

#endif
