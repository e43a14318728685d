/* db_test.c: depth, stencil and depth-bounds tests and updates, 16 elements at a time, which follow each other in every tiled
 * layout: one load, one compare, one store. Depth alone, of one sample per pixel, has kernels of its own, because every block
 * that small triangles touch comes here.
 * Compiled once per instruction set (px_ops.h). */
#include "winsys/sim/db/db_int.h"
#include "winsys/sim/px/px_simd.h"
#include "winsys/sim/surf/tile_vec.h"

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

/* ---- where depth comes from ------------------------------------------------------------------------------------------- */

/* The terms of a plane by columns and rows of 4x4 blocks. */
struct depths { float z, offset; vf x[2], y[2]; };

PX_INLINE void depths_init(struct depths *d, const struct db_z_plane *p, unsigned x, unsigned y)
{
   const vi lane_x = { 0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3 };
   const vi lane_y = { 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3 };
   d->z = p->z;
   d->offset = p->offset;
#pragma GCC unroll 2
   for (unsigned half = 0; half < 2; half++) {
      d->x[half] = vf_set(p->dz_dx) * (vf_from_i(lane_x + vi_set((int)(x + 4 * half))) + vf_set(p->at_x) - vf_set(p->ref_x));
      d->y[half] = vf_set(p->dz_dy) * (vf_from_i(lane_y + vi_set((int)(y + 4 * half))) + vf_set(p->at_y) - vf_set(p->ref_y));
   }
}

/* Of the 16 lanes from `at` on. */
PX_INLINE vf depths_of_plane(const struct depths *d, unsigned at)
{
   return vf_set(d->z) + (d->x[at >> 4 & 1] + d->y[at >> 5]) + vf_set(d->offset);
}

#include "winsys/sim/db/db_depth.h"
#include "winsys/sim/db/db_samples.h"

/* ---- quads of small triangles ------------------------------------------------------------------------------------------- */

/* Positions. Quads without covered pixels may lie in tiles of other threads: they are not accessed. */
struct quad_pointers { const uint8_t *read[DB_MAX_QUADS]; uint8_t *write[DB_MAX_QUADS]; };

/* One number per quad, to its four lanes. */
PX_INLINE vi by_quad(const uint32_t n[4])
{
   union px_i to;
   for (unsigned i = 0; i < PX_PARTS; i++)
      to.p[i] = px_by_quad(n + i * PARTS);
   return to.v;
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
      vu_store_16(rows, v, v, 0xffff);
      for (unsigned i = 0; i < 4; i++)
         memcpy(at[i], rows + 8 * i, 8);
      return;
   }
   union { vu v; uint8_t B[64]; } u = { .v = v };
   for (unsigned i = 0; i < 4; i++)
      memcpy(at[i], u.B + 16 * i, 16);
}

/* Those that lie on the surface, whose sizes are multiples of 8. */
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
   const struct tile_surf *s = &db->z.surf;
   const unsigned el_B = format == DB_Z16 ? 2 : 4;
   const vi in_x = { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1 }, in_y = { 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1 };
   struct depth_only a;
   struct quad_pointers at;
   depth_only_init(db, format, viewport, &a);
   mask = quads_on(s, q, count, mask);
   const union px_u el = tile_quads(s, vu_load(q->x), vu_load(q->y), slice, 0, mask);
   const uint8_t *const read = db->z.read + slice * s->slice_B;
   uint8_t *const write = db->z.write + slice * s->slice_B;
   for (unsigned n = 0; n < DB_MAX_QUADS; n++) { /* all: without branches, which would be unpredictable */
      const bool covered = mask >> 4 * n & 15;
      at.read[n] = covered ? read + (uint64_t)el.s[n] * el_B : nothing;
      at.write[n] = covered ? write + (uint64_t)el.s[n] * el_B : nowhere;
   }
   uint64_t all = 0;
   for (unsigned n = 0; n < count; n += 4) {
      unsigned four = mask >> 4 * n & 0xffff;
      vf dx = vf_set(p->dz_dx) * (vf_from_i(in_x + by_quad(q->x + n)) + vf_set(p->at_x) - vf_set(p->ref_x));
      vf dy = vf_set(p->dz_dy) * (vf_from_i(in_y + by_quad(q->y + n)) + vf_set(p->at_y) - vf_set(p->ref_y));
      const vf z = vf_set(p->z) + (dx + dy) + vf_set(p->offset);
      vu old = load_quads(at.read + n, format), now = depth_only_encode(&a, format, z);
      unsigned passed = depth_only_compare(format, func, now, old, four);
      if (passed && a.write) {
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

/* ---- entry points ----------------------------------------------------------------------------------------------------- */

/* Whether the block lies on the surface, whose sizes are multiples of 8. */
static bool is_on(const struct db_state *db, unsigned x, unsigned y)
{
   const struct tile_surf *s = db->z_test || db->bounds_test ? &db->z.surf : &db->s.surf;
   return x < s->pitch_el && y < s->height_el;
}

void PX(db_blocks)(const struct db_state *db, struct db_block *block, unsigned count, unsigned layer,
                   const struct db_z_plane *plane, bool front)
{
   for (unsigned n = 0; n < count; n++)
      if (!is_on(db, block[n].x, block[n].y))
         block[n] = (struct db_block){ 0 };
   if (db->z_test && !db->bounds_test && !db->stencil_test) {
      const unsigned viewport = layer >> 16 & 15, slice = db_slice(db, layer);
      switch (db->zformat) {
      case DB_Z16: depth_alone_by_func(db, DB_Z16, block, count, slice, viewport, plane); break;
      case DB_Z24: depth_alone_by_func(db, DB_Z24, block, count, slice, viewport, plane); break;
      default: depth_alone_by_func(db, DB_Z32F, block, count, slice, viewport, plane);
      }
      return;
   }
   const struct db_places places = { { plane->at_x }, { plane->at_y }, 1 };
   struct samples j;
   samples_init(&j, db, layer, &places, plane, NULL, NULL, front);
   for (unsigned n = 0; n < count; n++)
      if (block[n].mask)
         test_block(&j, block[n].x, block[n].y, &block[n].mask);
}

void PX(db_samples)(const struct db_state *db, struct db_samples *block, unsigned count, unsigned layer,
                    const struct db_places *places, const struct db_z_plane *plane, const float *z, const uint8_t *ref, bool front)
{
   struct samples j;
   samples_init(&j, db, layer, places, plane, z, ref, front);
   for (unsigned n = 0; n < count; n++) {
      const bool on = is_on(db, block[n].x, block[n].y);
      for (unsigned s = on ? 1u << j.log2 : 0; s < places->count; s++)
         block[n].cover[s] = 0;
      if (on)
         test_block(&j, block[n].x, block[n].y, block[n].cover);
   }
}

const struct db_ops PX(db_ops) = { DB_KERNELS(PX_ENTRY) };
