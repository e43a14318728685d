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

#ifdef __AVX2__
#define BLOCKS (PX_PART / 8)      /* 4x4 pixels of 16 bits in a host vector, beside each other */
#define BLOCK_VECTORS (4 / BLOCKS)

/* What a plane adds in the columns or rows that `in` has of a vector, in the unit of a host vector: wider ones would go through
 * memory. */
PX_INLINE px_pf part_terms(float slope, unsigned first, const int32_t *in, float at, float ref)
{
   const px_pf place = __builtin_convertvector(*(const px_pi *)in + (int32_t)first, px_pf);
   return slope * (place + at - ref);
}

PX_INLINE nv part_encode_16(const struct depth_only *a, px_pf z)
{
   const nvf most = (nvf)(a->hi - (px_pf){ 0 }), least = (nvf)(a->lo - (px_pf){ 0 });
   return (nv)NV(cvtps_epi32)((nvf)((px_pf)NV(min_ps)(NV(max_ps)((nvf)z, least), most) * 65535.0f));
}

/* Lanes of a vector that are covered and pass "less" (or equal); *now: what is stored then. */
PX_INLINE uint64_t part_passes_16(unsigned func, uint64_t covered, nv old, nv *now)
{
#ifdef __AVX512F__
   const __mmask32 pass = func == 1 ? _mm512_mask_cmplt_epu16_mask((__mmask32)covered, *now, old)
                                    : _mm512_mask_cmple_epu16_mask((__mmask32)covered, *now, old);
   *now = _mm512_mask_mov_epi16(old, pass, *now);
   return pass;
#else
   const __m256i bit = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768);
   const __m256i lanes = _mm256_cmpeq_epi16(_mm256_and_si256(_mm256_set1_epi16((short)covered), bit), bit);
   const __m256i pass = func == 1 ? _mm256_andnot_si256(_mm256_cmpeq_epi16(_mm256_max_epu16(*now, old), *now), lanes)
                                  : _mm256_and_si256(_mm256_cmpeq_epi16(_mm256_min_epu16(*now, old), *now), lanes);
   const __m256i bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16(pass, _mm256_setzero_si256()), 0xd8);
   *now = _mm256_blendv_epi8(old, *now, pass);
   return (uint64_t)(unsigned)_mm256_movemask_epi8(bytes);
#endif
}

/* A complete micro tile of 16 bits, "less" (or equal): lanes that pass. Of floats a vector has the left or the right columns of 4x4
 * blocks, so that packing two puts them in the order of lanes. */
PX_INLINE uint64_t depth_only_tile_16(const struct depth_only *a, unsigned func, const uint8_t *read, uint8_t *write,
                                      const struct db_block *block, const struct db_z_plane *p)
{
   static const _Alignas(64) int32_t in_x[16] = { 0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5 };
   static const _Alignas(64) int32_t in_y[16] = { 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 1, 1, 2, 2, 3, 3 };
   px_pf columns[4 / BLOCKS], rows[2];
   nv now[BLOCK_VECTORS];
   uint64_t passed = 0;
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4 / BLOCKS; k++)
      columns[k] = part_terms(p->dz_dx, block->x + 2 * k, in_x, p->at_x, p->ref_x);
#pragma GCC unroll 2
   for (unsigned k = 0; k < 2; k++)
      rows[k] = part_terms(p->dz_dy, block->y + 4 * k, in_y, p->at_y, p->ref_y);
#pragma GCC unroll 4
   for (unsigned k = 0; k < BLOCK_VECTORS; k++) {
      const px_pf *two = columns + 2 * k % (4 / BLOCKS), row = rows[k * BLOCKS / 2];
      const nv left = part_encode_16(a, p->z + (two[0] + row) + p->offset);
      const nv right = part_encode_16(a, p->z + (two[1] + row) + p->offset);
      now[k] = NV(packus_epi32)(left, right);
      passed |= part_passes_16(func, block->mask >> 16 * BLOCKS * k, NV_SI(loadu)((const void *)(read + sizeof now[k] * k)), &now[k])
                << 16 * BLOCKS * k;
   }
   if (!write || !passed)
      return passed;
#pragma GCC unroll 4
   for (unsigned k = 0; k < BLOCK_VECTORS; k++)
      NV_SI(storeu)((void *)(write + sizeof now[k] * k), now[k]);
   return passed;
}
#endif

PX_INLINE uint64_t depth_only_block(const struct depth_only *a, const struct tile_surf *s, unsigned format, unsigned func,
                                    unsigned slice, const struct db_block *block, const struct db_z_plane *plane)
{
   const unsigned el_B = format == DB_Z16 ? 2 : 4, x = block->x, y = block->y;
   const bool micro_tile = tile_is_contiguous(s);
   uint64_t first = tile_block_offset_B(s, x, y, slice, 0), passed = 0;
#ifdef __AVX2__
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
