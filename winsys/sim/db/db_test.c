/* db_test.c: depth, stencil and depth-bounds tests and updates, 16 pixels at a time. A 4x4 block of a single-sampled
 * surface is 16 consecutive elements in every tiled layout, so a block is one load, one compare, one store. Depth alone, of
 * one sample per pixel, has a road of its own, because every block that small triangles touch comes here.
 * Compiled once per instruction set (px_ops.h). */
#include "winsys/sim/db/db_int.h"
#include "winsys/sim/px/px_simd.h"

#include "winsys/sim/px/px_ops.h"

/* Where the 16 elements of a block are. */
struct block { uint64_t at; bool contiguous; uint32_t offset[16]; };

static void find_block(const struct tile_surf *s, unsigned x, unsigned y, unsigned slice, unsigned sample, struct block *b)
{
   b->at = tile_block_offset_B(s, x, y, slice, sample);
   b->contiguous = s->log2_samples == 0;
   if (b->contiguous)
      return;
   for (unsigned l = 0; l < 16; l++) {
      unsigned px = x + (l & 1) + (l >> 1 & 2), py = y + (l >> 1 & 1) + (l >> 2 & 2);
      b->offset[l] = (uint32_t)(tile_offset_B(s, px, py, slice, sample) - b->at);
   }
}

PX_INLINE vu load_elements(const uint8_t *p, const struct block *b, unsigned el_B)
{
   union px_u r;
   p += b->at;
   if (b->contiguous) {
      if (el_B == 4)
         return vu_load((const uint32_t *)(const void *)p);
      for (unsigned l = 0; l < 16; l++)
         r.s[l] = el_B == 1 ? p[l] : (uint32_t)(p[2 * l] | p[2 * l + 1] << 8);
      return r.v;
   }
   for (unsigned l = 0; l < 16; l++) {
      r.s[l] = 0;
      memcpy(&r.s[l], p + (int32_t)b->offset[l], el_B);
   }
   return r.v;
}

PX_INLINE void store_elements(uint8_t *p, const struct block *b, unsigned el_B, vu v, unsigned bits)
{
   union px_u r = { .v = v };
   p += b->at;
   if (b->contiguous && el_B == 4) {
      vu_store_masked((uint32_t *)(void *)p, v, bits);
      return;
   }
   if (b->contiguous && bits == 0xffff) {
      for (unsigned l = 0; l < 16; l++) {
         p[l * el_B] = (uint8_t)r.s[l];
         if (el_B == 2)
            p[2 * l + 1] = (uint8_t)(r.s[l] >> 8);
      }
      return;
   }
   for (; bits; bits &= bits - 1) {
      unsigned l = __builtin_ctz(bits);
      memcpy(p + (b->contiguous ? (int32_t)(l * el_B) : (int32_t)b->offset[l]), &r.s[l], el_B);
   }
}

/* func: V_028800_FRAG_*. The incoming value is on the left. */
PX_INLINE vi compare_i(unsigned func, vi a, vi b)
{
   switch (func) {
   case 0: return vi_set(0);
   case 1: return vi_lt(a, b);
   case 2: return vi_eq(a, b);
   case 3: return ~vi_lt(b, a);
   case 4: return vi_lt(b, a);
   case 5: return ~vi_eq(a, b);
   case 6: return ~vi_lt(a, b);
   default: return vi_set(-1);
   }
}

PX_INLINE vi compare_f(unsigned func, vf a, vf b)
{
   switch (func) {
   case 0: return vi_set(0);
   case 1: return vf_lt(a, b);
   case 2: return vf_eq(a, b);
   case 3: return vf_le(a, b);
   case 4: return vf_lt(b, a);
   case 5: return vf_ne(a, b);
   case 6: return vf_le(b, a);
   default: return vi_set(-1);
   }
}

PX_INLINE vu stencil_op(unsigned op, vu s, vu test, uint32_t op_val)
{
   switch (op) {
   case 1: return vu_set(0);
   case 2: return vu_set(0xff);
   case 3: return test;
   case 4: return vu_set(op_val);
   case 5: return (vu)vi_min((vi)(s + vu_set(op_val)), vi_set(0xff));
   case 6: return (vu)vi_max((vi)(s - vu_set(op_val)), vi_set(0));
   case 7: return ~s & 0xff;
   case 8: return (s + vu_set(op_val)) & 0xff;
   case 9: return (s - vu_set(op_val)) & 0xff;
   case 10: return s & vu_set(op_val);
   case 11: return s | vu_set(op_val);
   case 12: return s ^ vu_set(op_val);
   case 13: return ~(s & vu_set(op_val)) & 0xff;
   case 14: return ~(s | vu_set(op_val)) & 0xff;
   case 15: return ~(s ^ vu_set(op_val)) & 0xff;
   default: return s;
   }
}

/* The incoming depth as it would be stored, in the comparable bits of the element. */
PX_INLINE vu encode_depth(unsigned format, vf z)
{
   if (format == DB_Z32F)
      return (vu)z;
   float max = format == DB_Z16 ? 65535.0f : 16777215.0f;
   return (vu)vi_round(vf_limit(z, 0.0f, 1.0f) * max);
}

PX_INLINE unsigned test16(const struct db_state *db, unsigned format, unsigned x, unsigned y, unsigned slice,
                          unsigned sample, unsigned viewport, unsigned run, vf z, const uint8_t *ref, bool front)
{
   vi alive = v_mask(run), z_pass = vi_set(-1), s_pass = vi_set(-1);
   struct block zb, sb;
   unsigned el_B = format == DB_Z16 ? 2 : 4;
   vu old_raw = vu_set(0), z_new = vu_set(0);
   if (format) {
      find_block(&db->z.surf, x, y, slice, sample, &zb);
      old_raw = load_elements(db->z.read, &zb, el_B);
      if (db->clamp)
         z = vf_limit(z, db->zmin[viewport], db->zmax[viewport]);
      z_new = encode_depth(format, z);
      vu old = format == DB_Z24 ? old_raw & 0xffffff : old_raw;
      if (db->z_test)
         z_pass = format == DB_Z32F ? compare_f(db->zfunc, (vf)z_new, (vf)old) :
                                      compare_i(db->zfunc, (vi)z_new, (vi)old);
      if (db->bounds_test) {
         vf depth = format == DB_Z32F ? (vf)old :
                    vf_from_small_u(old) / (format == DB_Z16 ? 65535.0f : 16777215.0f);
         alive &= vf_le(vf_set(db->bounds_min), depth) & vf_le(depth, vf_set(db->bounds_max));
      }
   }
   if (db->stencil_test) {
      const struct db_stencil *st = &db->face[!front];
      find_block(&db->s.surf, x, y, slice, sample, &sb);
      vu s = load_elements(db->s.read, &sb, 1), test = vu_set(st->ref);
      if (ref) {
         union px_u r;
         for (unsigned l = 0; l < 16; l++)
            r.s[l] = ref[l];
         test = r.v;
      }
      s_pass = compare_i(st->func, (vi)(test & vu_set(st->mask)), (vi)(s & vu_set(st->mask)));
      if (db->stencil_write) {
         vu fail = stencil_op(st->fail, s, test, st->op_val), zpass = stencil_op(st->zpass, s, test, st->op_val);
         vu next = vu_sel(z_pass, zpass, stencil_op(st->zfail, s, test, st->op_val));
         next = vu_sel(s_pass, next, fail);
         if (db->stencil_clear)
            next = vu_set(db->stencil_clear_value);
         next = (next & vu_set(st->write_mask)) | (s & vu_set((uint8_t)~st->write_mask));
         store_elements(db->s.write, &sb, 1, next, v_bits(alive));
      }
   }
   vi pass = alive & s_pass & z_pass;
   unsigned bits = v_bits(pass);
   if (format && db->z_write && bits) {
      vu next = db->z_clear ? encode_depth(format, vf_set(db->clear_depth)) : z_new;
      if (format == DB_Z24)
         next |= old_raw & 0xff000000;
      store_elements(db->z.write, &zb, el_B, next, bits);
   }
   return bits;
}

/* ---- where depth comes from ------------------------------------------------------------------------------------------- */

/* Rows, or the terms of a plane by columns and rows of 4x4 blocks. */
struct depths { const float *rows; float z; vf x[2], y[2]; };

PX_INLINE void depths_init(struct depths *d, const float *rows, const struct db_z_plane *p, unsigned x, unsigned y)
{
   const vi lane_x = { 0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3 };
   const vi lane_y = { 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3 };
   d->rows = rows;
   d->z = rows ? 0 : p->z;
   if (rows)
      return;
#pragma GCC unroll 2
   for (unsigned half = 0; half < 2; half++) {
      d->x[half] = vf_set(p->dz_dx) * (vf_from_i(lane_x + vi_set((int)(x + 4 * half))) + vf_set(p->at_x) - vf_set(p->ref_x));
      d->y[half] = vf_set(p->dz_dy) * (vf_from_i(lane_y + vi_set((int)(y + 4 * half))) + vf_set(p->at_y) - vf_set(p->ref_y));
   }
}

/* Of the 16 lanes from `at` on. */
PX_INLINE vf depths_of_plane(const struct depths *d, unsigned at)
{
   return vf_set(d->z) + (d->x[at >> 4 & 1] + d->y[at >> 5]);
}

PX_INLINE vf depths_at(const struct depths *d, unsigned at)
{
   return d->rows ? vf_load((const uint32_t *)(const void *)(d->rows + at)) : depths_of_plane(d, at);
}

/* ---- depth alone -------------------------------------------------------------------------------------------------------- */

PX_INLINE vu load_16(const uint8_t *p)
{
   union px_u r;
#if defined(__AVX512F__)
   r.v = (vu)_mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)(const void *)p));
#elif defined(__AVX2__)
   for (unsigned i = 0; i < 2; i++)
      r.p[i] = (px_pu)_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)(p + 16 * i)));
#else
   for (unsigned i = 0; i < 2; i++) {
      __m128i half = _mm_loadu_si128((const __m128i *)(const void *)(p + 16 * i));
      r.p[2 * i] = (px_pu)_mm_unpacklo_epi16(half, _mm_setzero_si128());
      r.p[2 * i + 1] = (px_pu)_mm_unpackhi_epi16(half, _mm_setzero_si128());
   }
#endif
   return r.v;
}

/* Values of 16 bits. The other elements of the block are written as they were. */
PX_INLINE void store_16(uint8_t *p, vu v, vu old, unsigned bits)
{
#if defined(__AVX512F__)
   _mm256_mask_storeu_epi16(p, (__mmask16)bits, _mm512_cvtepi32_epi16((__m512i)v));
#elif defined(__AVX2__)
   union px_u now = { .v = vu_sel(v_mask(bits), v, old) };
   __m256i packed = _mm256_packus_epi32((__m256i)now.p[0], (__m256i)now.p[1]);
   _mm256_storeu_si256((__m256i *)(void *)p, _mm256_permute4x64_epi64(packed, 0xd8));
#else
   union { vi v; __m128i part[4]; } now = { .v = (vi)(vu_sel(v_mask(bits), v, old) << 16) >> 16 };
   for (unsigned i = 0; i < 2; i++)
      _mm_storeu_si128((__m128i *)(void *)(p + 16 * i), _mm_packs_epi32(now.part[2 * i], now.part[2 * i + 1]));
#endif
}

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
struct alone { const uint8_t *read; uint8_t *write /* or NULL */; float lo, hi; bool limit, clear; vu cleared; };

PX_INLINE void alone_init(const struct db_state *db, unsigned format, unsigned viewport, struct alone *a)
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

PX_INLINE vu alone_load(const uint8_t *p, unsigned format)
{
   return format == DB_Z16 ? load_16(p) : vu_load((const uint32_t *)(const void *)p);
}

PX_INLINE vu alone_encode(const struct alone *a, unsigned format, vf z)
{
   if (a->limit)
      z = vf_limit(z, a->lo, a->hi);
   return format == DB_Z32F ? (vu)z : (vu)vi_round(z * (format == DB_Z16 ? 65535.0f : 16777215.0f));
}

PX_INLINE unsigned alone_compare(unsigned format, unsigned func, vu now, vu old, unsigned run)
{
   return passes(format, func, now, format == DB_Z24 ? old & 0xffffff : old) & run;
}

PX_INLINE void alone_store(const struct alone *a, unsigned format, uint8_t *p, vu now, vu old, unsigned bits)
{
   if (a->clear)
      now = a->cleared;
   if (format == DB_Z16)
      store_16(p, now, old, bits);
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

PX_INLINE __m256i encode8(const struct alone *a, unsigned format, __m256 z)
{
   z = _mm256_min_ps(_mm256_max_ps(z, _mm256_set1_ps(a->lo)), _mm256_set1_ps(a->hi));
   return _mm256_cvtps_epi32(_mm256_mul_ps(z, _mm256_set1_ps(format == DB_Z16 ? 65535.0f : 16777215.0f)));
}

/* A whole micro tile of 24 bits, "less" (or equal): lanes that pass. */
PX_INLINE uint64_t alone_tile_24(const struct alone *a, unsigned func, const uint8_t *read, uint8_t *write,
                                 const struct db_block *block, const struct db_z_plane *p)
{
   const __m256i in_x = _mm256_setr_epi32(0, 1, 0, 1, 2, 3, 2, 3), in_y = _mm256_setr_epi32(0, 0, 1, 1, 0, 0, 1, 1);
   const __m256i depth = _mm256_set1_epi32(0xffffff);
   const int x = (int)block->x, y = (int)block->y;
   const __m256 base = _mm256_set1_ps(p->z);
   const __m256 columns[2] = { slope8(p->dz_dx, x, in_x, p->at_x, p->ref_x), slope8(p->dz_dx, x + 4, in_x, p->at_x, p->ref_x) };
   uint64_t passed = 0;
#pragma GCC unroll 2
   for (unsigned down = 0; down < 2; down++) {
      const __m256i lanes = _mm256_set1_epi32((int)(block->mask >> 32 * down));
      const __m256 rows[2] = { slope8(p->dz_dy, y + 4 * (int)down, in_y, p->at_y, p->ref_y),
                               slope8(p->dz_dy, y + 4 * (int)down + 2, in_y, p->at_y, p->ref_y) };
#pragma GCC unroll 2
      for (unsigned right = 0; right < 2; right++) {
         const unsigned at = 32 * down + 16 * right;
         __m256i now[2], old[2], pass[2];
#pragma GCC unroll 2
         for (unsigned k = 0; k < 2; k++) {
            const __m256i bit = _mm256_slli_epi32(_mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128), 16 * right + 8 * k);
            const __m256i covered = _mm256_cmpeq_epi32(_mm256_and_si256(lanes, bit), bit);
            old[k] = _mm256_loadu_si256((const __m256i *)(const void *)(read + 4 * at + 32 * k));
            const __m256i then = _mm256_and_si256(old[k], depth);
            now[k] = encode8(a, DB_Z24, _mm256_add_ps(base, _mm256_add_ps(columns[right], rows[k])));
            pass[k] = func == 1 ? _mm256_and_si256(covered, _mm256_cmpgt_epi32(then, now[k]))
                                : _mm256_andnot_si256(_mm256_cmpgt_epi32(now[k], then), covered);
            passed |= (uint64_t)(unsigned)_mm256_movemask_ps((__m256)pass[k]) << (at + 8 * k);
            now[k] = _mm256_blendv_epi8(old[k], _mm256_or_si256(now[k], _mm256_andnot_si256(depth, old[k])), pass[k]);
         }
         if (!write || !(passed >> at & 0xffff))
            continue;
         for (unsigned k = 0; k < 2; k++)
            _mm256_storeu_si256((__m256i *)(void *)(write + 4 * at + 32 * k), now[k]);
      }
   }
   return passed;
}

/* The same of 16 bits: a vector has the first or the last columns of a 4x4 block, so that packing two gives its 16 lanes. */
PX_INLINE uint64_t alone_tile_16(const struct alone *a, unsigned func, const uint8_t *read, uint8_t *write,
                                 const struct db_block *block, const struct db_z_plane *p)
{
   const __m256i in_x = _mm256_setr_epi32(0, 1, 0, 1, 0, 1, 0, 1), in_y = _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3);
   const __m256i bit = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768);
   const __m256i lanes = _mm256_set1_epi64x((long long)block->mask);
   const int x = (int)block->x, y = (int)block->y;
   const __m256 base = _mm256_set1_ps(p->z);
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
      const __m256i left = encode8(a, DB_Z16, _mm256_add_ps(base, _mm256_add_ps(two[0], rows[k >> 1])));
      const __m256i right = encode8(a, DB_Z16, _mm256_add_ps(base, _mm256_add_ps(two[1], rows[k >> 1])));
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

/* A whole micro tile of 16 bits, "less" (or equal), and limits from 0 on: lanes that pass. A vector has every other four of 32
 * lanes, so that packing two puts them in order; what is below 0, or no number, becomes 0 then. */
PX_INLINE uint64_t alone_tile_16(const struct alone *a, unsigned func, const uint8_t *read, uint8_t *write, uint64_t mask,
                                 __m512 terms, float z)
{
   const __m512i left = _mm512_setr_epi32(0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5);
   const __m512i upper = _mm512_setr_epi32(8, 8, 9, 9, 10, 10, 11, 11, 8, 8, 9, 9, 10, 10, 11, 11);
   const __m512 base = _mm512_set1_ps(z), most = _mm512_set1_ps(a->hi), scale = _mm512_set1_ps(65535.0f);
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
         const __m512 sum = _mm512_add_ps(base, _mm512_add_ps(column[k], row[half]));
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

/* Of any depths. All parts: that is cheaper than to ask which are covered. */
PX_INLINE uint64_t alone_tile(const struct alone *a, unsigned format, unsigned func, const uint8_t *read, uint8_t *write,
                              uint64_t mask, __m512 terms, float z)
{
   const __m512i left = _mm512_setr_epi32(0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3);
   const __m512i upper = _mm512_setr_epi32(8, 8, 9, 9, 8, 8, 9, 9, 10, 10, 11, 11, 10, 10, 11, 11), four = _mm512_set1_epi32(4);
   const unsigned el_B = format == DB_Z16 ? 2 : 4;
   const struct depths d = { NULL, z,
      { (vf)_mm512_permutexvar_ps(left, terms), (vf)_mm512_permutexvar_ps(_mm512_add_epi32(left, four), terms) },
      { (vf)_mm512_permutexvar_ps(upper, terms), (vf)_mm512_permutexvar_ps(_mm512_add_epi32(upper, four), terms) } };
   vu now[4], old[4];
   uint64_t passed = 0;
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4; k++) {
      old[k] = alone_load(read + 16 * el_B * k, format);
      now[k] = alone_encode(a, format, depths_of_plane(&d, 16 * k));
      passed |= (uint64_t)alone_compare(format, func, now[k], old[k], 0xffff) << 16 * k;
   }
   passed &= mask;
   if (!passed || !write)
      return passed;
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4; k++)
      alone_store(a, format, write + 16 * el_B * k, now[k], old[k], passed >> 16 * k & 0xffff);
   return passed;
}

/* 8x8 blocks that are micro tiles, of a plane. */
PX_INLINE void tiles_alone(const struct alone *a, const struct tile_surf *s, unsigned format, unsigned func, unsigned slice,
                           struct db_block *block, unsigned count, const struct db_z_plane *plane)
{
   const bool plain = format == DB_Z16 && (func == 1 || func == 3) && a->lo <= 0 && !a->clear;
   struct terms t;
   terms_init(&t, plane);
   for (unsigned n = 0; n < count; n++) {
      const uint64_t first = tile_block_offset_B(s, block[n].x, block[n].y, slice, 0);
      uint8_t *write = a->write ? a->write + first : NULL;
      const __m512 terms = terms_of(&t, &block[n]);
      block[n].mask = plain ? alone_tile_16(a, func, a->read + first, write, block[n].mask, terms, plane->z)
                            : alone_tile(a, format, func, a->read + first, write, block[n].mask, terms, plane->z);
   }
}
#endif

PX_INLINE uint64_t alone_block(const struct alone *a, const struct tile_surf *s, unsigned format, unsigned func, unsigned slice,
                               unsigned lanes, const struct db_block *block, const float *z, const struct db_z_plane *plane)
{
   const unsigned el_B = format == DB_Z16 ? 2 : 4, x = block->x, y = block->y;
   const bool micro_tile = s->mode == TILE_1D;
   uint64_t first = tile_block_offset_B(s, x, y, slice, 0), passed = 0;
#if defined(__AVX2__) && !defined(__AVX512F__)
   if (lanes == 64 && micro_tile && !z && format != DB_Z32F && (func == 1 || func == 3) && !a->clear) {
      uint8_t *write = a->write ? a->write + first : NULL;
      return format == DB_Z16 ? alone_tile_16(a, func, a->read + first, write, block, plane)
                              : alone_tile_24(a, func, a->read + first, write, block, plane);
   }
#endif
   struct depths d;
   depths_init(&d, z, plane, x, y);
   for (unsigned at = 0; at < lanes; at += 16) {
      unsigned run = block->mask >> at & 0xffff;
      if (!run)
         continue;
      uint64_t offset = micro_tile ? first + at * el_B : tile_block_offset_B(s, x + (at >> 2 & 4), y + (at >> 3 & 4), slice, 0);
      vu old = alone_load(a->read + offset, format), now = alone_encode(a, format, depths_at(&d, at));
      unsigned bits = alone_compare(format, func, now, old, run);
      passed |= (uint64_t)bits << at;
      if (a->write && bits)
         alone_store(a, format, a->write + offset, now, old, bits);
   }
   return passed;
}

/* format and func are constants where it matters. */
PX_INLINE void depth_alone(const struct db_state *db, unsigned format, unsigned func, struct db_block *block, unsigned count,
                           unsigned slice, unsigned viewport, unsigned lanes, const float *z, const struct db_z_plane *plane)
{
   struct alone a;
   alone_init(db, format, viewport, &a);
#ifdef __AVX512F__
   if (lanes == 64 && !z && db->z.surf.mode == TILE_1D) {
      tiles_alone(&a, &db->z.surf, format, func, slice, block, count, plane);
      return;
   }
#endif
   for (unsigned n = 0; n < count; n++)
      block[n].mask = alone_block(&a, &db->z.surf, format, func, slice, lanes, &block[n], z, plane);
}

PX_INLINE void depth_alone_by_func(const struct db_state *db, unsigned format, struct db_block *block, unsigned count,
                                   unsigned slice, unsigned viewport, unsigned lanes, const float *z,
                                   const struct db_z_plane *plane)
{
   switch (db->zfunc) {
   case 1: depth_alone(db, format, 1, block, count, slice, viewport, lanes, z, plane); break;
   case 3: depth_alone(db, format, 3, block, count, slice, viewport, lanes, z, plane); break;
   default: depth_alone(db, format, db->zfunc, block, count, slice, viewport, lanes, z, plane);
   }
}

/* ---- quads of small triangles ------------------------------------------------------------------------------------------- */

/* Where they are. Those without covered pixels may be somebody else's: they stand for nothing. */
struct places { const uint8_t *read[DB_MAX_QUADS]; uint8_t *write[DB_MAX_QUADS]; };

/* One number per quad, to its four lanes. */
PX_INLINE vi by_quad(const uint32_t n[4])
{
#if defined(__AVX512F__)
   const __m512i quad = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
   return (vi)_mm512_permutexvar_epi32(quad, _mm512_castsi128_si512(_mm_load_si128((const __m128i *)(const void *)n)));
#elif defined(__AVX2__)
   const __m256i four = _mm256_castsi128_si256(_mm_load_si128((const __m128i *)(const void *)n));
   union px_i to;
   to.p[0] = (px_pi)_mm256_permutevar8x32_epi32(four, _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1));
   to.p[1] = (px_pi)_mm256_permutevar8x32_epi32(four, _mm256_setr_epi32(2, 2, 2, 2, 3, 3, 3, 3));
   return to.v;
#else
   union { __m128i quad[4]; vi v; } to;
   for (unsigned i = 0; i < 4; i++)
      to.quad[i] = _mm_set1_epi32((int)n[i]);
   return to.v;
#endif
}

PX_INLINE vu load_quads(const uint8_t *const at[4], unsigned format)
{
   __m128i q[4];
   for (unsigned i = 0; i < 4; i++)
      q[i] = format == DB_Z16 ? _mm_loadl_epi64((const __m128i *)(const void *)at[i])
                              : _mm_loadu_si128((const __m128i *)(const void *)at[i]);
#if defined(__AVX512F__)
   if (format == DB_Z16)
      return (vu)_mm512_cvtepu16_epi32(_mm256_inserti128_si256(_mm256_castsi128_si256(_mm_unpacklo_epi64(q[0], q[1])),
                                                               _mm_unpacklo_epi64(q[2], q[3]), 1));
   __m512i r = _mm512_inserti32x4(_mm512_castsi128_si512(q[0]), q[1], 1);
   return (vu)_mm512_inserti32x4(_mm512_inserti32x4(r, q[2], 2), q[3], 3);
#elif defined(__AVX2__)
   union px_u to; /* put together in registers: a load of two stores would wait for both to have left the core */
   for (unsigned i = 0; i < 2; i++)
      to.p[i] = (px_pu)(format == DB_Z16 ? _mm256_cvtepu16_epi32(_mm_unpacklo_epi64(q[2 * i], q[2 * i + 1]))
                                         : _mm256_inserti128_si256(_mm256_castsi128_si256(q[2 * i]), q[2 * i + 1], 1));
   return to.v;
#else
   union { __m128i quad[4]; vu v; } to;
   for (unsigned i = 0; i < 4; i++)
      to.quad[i] = format == DB_Z16 ? _mm_unpacklo_epi16(q[i], _mm_setzero_si128()) : q[i];
   return to.v;
#endif
}

PX_INLINE void store_quads(uint8_t *const at[4], unsigned format, vu v)
{
   if (format == DB_Z16) {
      _Alignas(32) uint8_t rows[32];
      store_16(rows, v, v, 0xffff);
      for (unsigned i = 0; i < 4; i++)
         memcpy(at[i], rows + 8 * i, 8);
      return;
   }
   union { vu v; uint8_t B[64]; } u = { .v = v };
   for (unsigned i = 0; i < 4; i++)
      memcpy(at[i], u.B + 16 * i, 16);
}

/* Those that lie on the surface, whose sizes are whole 8x8 blocks. */
PX_INLINE uint64_t quads_on(const struct tile_surf *s, const struct db_quads *q, unsigned count, uint64_t mask)
{
   unsigned on = v_bits(vu_lt(vu_load(q->x), vu_set(s->pitch_el)) & vu_lt(vu_load(q->y), vu_set(s->height_el)));
   for (unsigned off = ~on & ((1u << count) - 1); off; off &= off - 1)
      mask &= ~(UINT64_C(15) << 4 * __builtin_ctz(off));
   return mask;
}

PX_INLINE uint64_t quads_alone(const struct db_state *db, unsigned format, unsigned func, const struct db_quads *q,
                               unsigned count, unsigned slice, unsigned viewport, uint64_t mask, const struct db_z_plane *p)
{
   static const uint8_t nothing[16];
   uint8_t nowhere[16];
   const unsigned el_B = format == DB_Z16 ? 2 : 4, row_el = (db->z.surf.pitch_el >> 3) * 64;
   const vi in_x = { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1 }, in_y = { 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1 };
   struct alone a;
   struct places at;
   union px_u el;
   alone_init(db, format, viewport, &a);
   mask = quads_on(&db->z.surf, q, count, mask);
   const uint8_t *read = a.read + slice * db->z.surf.slice_B;
   uint8_t *write = a.write ? a.write + slice * db->z.surf.slice_B : NULL;
   const vu x = vu_load(q->x), y = vu_load(q->y); /* depth order: x0 y0 x1 y1 x2 y2 */
   el.v = (y >> 3) * vu_set(row_el) + ((x >> 3) << 6) + ((x & 2) << 1) + ((x & 4) << 2) + ((y & 2) << 2) + ((y & 4) << 3);
   for (unsigned n = 0; n < DB_MAX_QUADS; n++) { /* all: without branches, which nobody could foretell */
      const bool covered = mask >> 4 * n & 15;
      at.read[n] = covered ? read + (uint64_t)el.s[n] * el_B : nothing;
      at.write[n] = covered ? write + (uint64_t)el.s[n] * el_B : nowhere;
   }
   uint64_t all = 0;
   for (unsigned n = 0; n < count; n += 4) {
      unsigned four = mask >> 4 * n & 0xffff;
      vf dx = vf_set(p->dz_dx) * (vf_from_i(in_x + by_quad(q->x + n)) + vf_set(p->at_x) - vf_set(p->ref_x));
      vf dy = vf_set(p->dz_dy) * (vf_from_i(in_y + by_quad(q->y + n)) + vf_set(p->at_y) - vf_set(p->ref_y));
      vu old = load_quads(at.read + n, format), now = alone_encode(&a, format, vf_set(p->z) + (dx + dy));
      unsigned passed = alone_compare(format, func, now, old, four);
      if (passed && write) {
         if (a.clear)
            now = a.cleared;
         if (format == DB_Z24)
            now |= old & 0xff000000;
         store_quads(at.write + n, format, vu_sel(v_mask(passed), now, old));
      }
      all |= (uint64_t)passed << 4 * n;
   }
   return all;
}

PX_INLINE uint64_t quads_by_func(const struct db_state *db, unsigned format, const struct db_quads *q, unsigned count,
                                 unsigned slice, unsigned viewport, uint64_t mask, const struct db_z_plane *p)
{
   switch (db->zfunc) {
   case 1: return quads_alone(db, format, 1, q, count, slice, viewport, mask, p);
   case 3: return quads_alone(db, format, 3, q, count, slice, viewport, mask, p);
   default: return quads_alone(db, format, db->zfunc, q, count, slice, viewport, mask, p);
   }
}

uint64_t PX(db_quads)(const struct db_state *db, const struct db_quads *q, unsigned count, unsigned slice, unsigned viewport,
                      uint64_t mask, const struct db_z_plane *p)
{
   switch (db->zformat) {
   case DB_Z16: return quads_by_func(db, DB_Z16, q, count, slice, viewport, mask, p);
   case DB_Z24: return quads_by_func(db, DB_Z24, q, count, slice, viewport, mask, p);
   default: return quads_by_func(db, DB_Z32F, q, count, slice, viewport, mask, p);
   }
}

/* Everything else. */
static __attribute__((noinline)) uint64_t test_all(const struct db_state *db, unsigned x, unsigned y, unsigned slice,
                                                   unsigned sample, unsigned viewport, unsigned lanes, uint64_t mask,
                                                   const float *z, const struct db_z_plane *plane, const uint8_t *ref,
                                                   bool front)
{
   struct depths d;
   depths_init(&d, z, plane, x, y);
   bool uses_z = db->z_test || db->bounds_test;
   uint64_t passed = 0;
   for (unsigned at = 0; at < lanes; at += 16) {
      unsigned run = mask >> at & 0xffff, bx = x + (at >> 2 & 4), by = y + (at >> 3 & 4), bits;
      if (!run)
         continue;
      vf depth = depths_at(&d, at);
      const uint8_t *refs = ref ? ref + at : NULL;
      switch (uses_z ? db->zformat : DB_Z_NONE) {
      case DB_Z16: bits = test16(db, DB_Z16, bx, by, slice, sample, viewport, run, depth, refs, front); break;
      case DB_Z24: bits = test16(db, DB_Z24, bx, by, slice, sample, viewport, run, depth, refs, front); break;
      case DB_Z32F: bits = test16(db, DB_Z32F, bx, by, slice, sample, viewport, run, depth, refs, front); break;
      default: bits = test16(db, DB_Z_NONE, bx, by, slice, sample, viewport, run, depth, refs, front);
      }
      passed |= (uint64_t)bits << at;
   }
   return passed;
}

/* ---- the door ----------------------------------------------------------------------------------------------------------- */

void PX(db_test)(const struct db_state *db, struct db_block *block, unsigned count, unsigned layer, unsigned sample,
                 unsigned lanes, const float *z, const struct db_z_plane *plane, const uint8_t *ref, bool front)
{
   unsigned viewport = layer >> 16 & 15, slice = db_slice(db, layer);
   bool uses_z = db->z_test || db->bounds_test;
   const struct tile_surf *s = uses_z ? &db->z.surf : &db->s.surf;
   bool outside = sample >> db->log2_samples;
   for (unsigned n = 0; n < count; n++) { /* sizes are whole 8x8 blocks */
      if (outside || block[n].x >= s->pitch_el || block[n].y >= s->height_el) {
         block[n].x = block[n].y = 0;
         block[n].mask = 0;
      }
   }
   if (outside)
      return;
   if (db->z_test && !db->bounds_test && !db->stencil_test && !s->log2_samples) {
      switch (db->zformat) {
      case DB_Z16: depth_alone_by_func(db, DB_Z16, block, count, slice, viewport, lanes, z, plane); break;
      case DB_Z24: depth_alone_by_func(db, DB_Z24, block, count, slice, viewport, lanes, z, plane); break;
      default: depth_alone_by_func(db, DB_Z32F, block, count, slice, viewport, lanes, z, plane);
      }
      return;
   }
   for (unsigned n = 0; n < count; n++)
      block[n].mask = test_all(db, block[n].x, block[n].y, slice, sample, viewport, lanes, block[n].mask, z, plane, ref, front);
}
