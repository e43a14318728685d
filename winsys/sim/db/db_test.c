/* db_test.c: depth, stencil and depth-bounds tests and updates, 16 pixels at a time. A 4x4 block of a single-sampled
 * surface is 16 consecutive elements in every tiled layout, so a block is one load, one compare, one store. Depth alone, of
 * one sample per pixel, has kernels of its own, because every block that small triangles touch comes here.
 * Compiled once per instruction set (px_ops.h). */
#include "winsys/sim/db/db_int.h"
#include "winsys/sim/px/px_simd.h"


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
struct depths { const float *rows; float z, offset; vf x[2], y[2]; };

PX_INLINE void depths_init(struct depths *d, const float *rows, const struct db_z_plane *p, unsigned x, unsigned y)
{
   const vi lane_x = { 0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3 };
   const vi lane_y = { 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3 };
   d->rows = rows;
   d->z = rows ? 0 : p->z;
   d->offset = rows ? 0 : p->offset;
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
   return vf_set(d->z) + (d->x[at >> 4 & 1] + d->y[at >> 5]) + vf_set(d->offset);
}

PX_INLINE vf depths_at(const struct depths *d, unsigned at)
{
   return d->rows ? vf_load((const uint32_t *)(const void *)(d->rows + at)) : depths_of_plane(d, at);
}

#include "winsys/sim/db/db_depth.h"

/* ---- quads of small triangles ------------------------------------------------------------------------------------------- */

/* Positions. Quads without covered pixels may lie in tiles of other threads: they are not accessed. */
struct quad_pointers { const uint8_t *read[DB_MAX_QUADS]; uint8_t *write[DB_MAX_QUADS]; };

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

/* Those that lie on the surface, whose sizes are multiples of 8. */
PX_INLINE uint64_t quads_on(const struct tile_surf *s, const struct db_quads *q, unsigned count, uint64_t mask)
{
   unsigned on = v_bits(vu_lt(vu_load(q->x), vu_set(s->pitch_el)) & vu_lt(vu_load(q->y), vu_set(s->height_el)));
   for (unsigned off = ~on & ((1u << count) - 1); off; off &= off - 1)
      mask &= ~(UINT64_C(15) << 4 * __builtin_ctz(off));
   return mask;
}

/* Of quads that are covered, in any tiling. */
static __attribute__((noinline)) void find_places(const struct tile_surf *s, const struct db_quads *q, unsigned slice,
                                                  uint64_t mask, const uint8_t *read, uint8_t *write, struct quad_pointers *at)
{
   for (unsigned n = 0; n < DB_MAX_QUADS; n++) {
      if (!(mask >> 4 * n & 15))
         continue;
      const uint64_t first = tile_offset_B(s, q->x[n], q->y[n], slice, 0);
      at->read[n] = read + first;
      at->write[n] = write + first;
   }
}

PX_INLINE uint64_t quads_alone(const struct db_state *db, unsigned format, unsigned func, const struct db_quads *q,
                               unsigned count, unsigned slice, unsigned viewport, uint64_t mask, const struct db_z_plane *p)
{
   static const uint8_t nothing[16];
   uint8_t nowhere[16];
   const struct tile_surf *s = &db->z.surf;
   const unsigned el_B = format == DB_Z16 ? 2 : 4, row_el = (s->pitch_el >> 3) * 64;
   const vi in_x = { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1 }, in_y = { 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1 };
   struct depth_only a;
   struct quad_pointers at;
   union px_u el;
   depth_only_init(db, format, viewport, &a);
   mask = quads_on(s, q, count, mask);
   uint8_t *write = a.write;
   const vu x = vu_load(q->x), y = vu_load(q->y); /* depth order: x0 y0 x1 y1 x2 y2 */
   el.v = (y >> 3) * vu_set(row_el) + ((x >> 3) << 6) + ((x & 2) << 1) + ((x & 4) << 2) + ((y & 2) << 2) + ((y & 4) << 3);
   if (s->mode == TILE_1D) {
      const uint8_t *read = a.read + slice * s->slice_B;
      uint8_t *slice_write = write + slice * s->slice_B;
      for (unsigned n = 0; n < DB_MAX_QUADS; n++) { /* all: without branches, which would be unpredictable */
         const bool covered = mask >> 4 * n & 15;
         at.read[n] = covered ? read + (uint64_t)el.s[n] * el_B : nothing;
         at.write[n] = covered ? slice_write + (uint64_t)el.s[n] * el_B : nowhere;
      }
   } else {
      for (unsigned n = 0; n < DB_MAX_QUADS; n++)
         at.read[n] = nothing, at.write[n] = nowhere;
      find_places(s, q, slice, mask, a.read, write, &at);
   }
   uint64_t all = 0;
   for (unsigned n = 0; n < count; n += 4) {
      unsigned four = mask >> 4 * n & 0xffff;
      vf dx = vf_set(p->dz_dx) * (vf_from_i(in_x + by_quad(q->x + n)) + vf_set(p->at_x) - vf_set(p->ref_x));
      vf dy = vf_set(p->dz_dy) * (vf_from_i(in_y + by_quad(q->y + n)) + vf_set(p->at_y) - vf_set(p->ref_y));
      const vf z = vf_set(p->z) + (dx + dy) + vf_set(p->offset);
      vu old = load_quads(at.read + n, format), now = depth_only_encode(&a, format, z);
      unsigned passed = depth_only_compare(format, func, now, old, four);
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

/* ---- entry points ----------------------------------------------------------------------------------------------------- */

void PX(db_test)(const struct db_state *db, struct db_block *block, unsigned count, unsigned layer, unsigned sample,
                 unsigned lanes, const float *z, const struct db_z_plane *plane, const uint8_t *ref, bool front)
{
   unsigned viewport = layer >> 16 & 15, slice = db_slice(db, layer);
   bool uses_z = db->z_test || db->bounds_test;
   const struct tile_surf *s = uses_z ? &db->z.surf : &db->s.surf;
   bool outside = sample >> db->log2_samples;
   for (unsigned n = 0; n < count; n++) { /* sizes are multiples of 8 */
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

const struct db_ops PX(db_ops) = { DB_KERNELS(PX_ENTRY) };
