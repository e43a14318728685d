/* db_samples.h: part of db_test.c: depth, stencil and depth bounds of 8x8 blocks with any number of samples, in the order of
 * memory. The samples of a pixel follow each other there, so 16 elements are 16 pixels, or 8 with two samples each, 4 with four,
 * 2 with eight. Coverage is by sample and lane; each element tests its lane's bit. */
#ifndef SIM_DB_SAMPLES_H
#define SIM_DB_SAMPLES_H

#include "winsys/sim/db/db_depth.h"
#include "winsys/sim/db/db_int.h"
#include "winsys/sim/px/px_memory.h"

/* ---- elements in memory ------------------------------------------------------------------------------------------------ */

/* A plane's tile in vectors of 16 elements: 2^log2_run of them follow each other. */
struct elements { const struct db_plane *plane; unsigned log2_run; };

PX_INLINE struct elements elements_of(const struct db_plane *plane)
{
   const struct tile_surf *s = &plane->surf;
   if (s->mode == TILE_1D) /* it has no tile split */
      return (struct elements){ plane, 2u + s->log2_samples };
   const unsigned run_B = s->split_B < TILE_INTERLEAVE_B ? s->split_B : TILE_INTERLEAVE_B;
   return (struct elements){ plane, 31u - (unsigned)__builtin_clz(run_B / (16u * s->el_B)) };
}

/* Offset of a vector's first element, whose pixel is (x, y): computed where a run begins. */
PX_INLINE uint64_t offset_of(const struct elements *e, unsigned x, unsigned y, unsigned slice, unsigned vector, bool begins,
                             uint64_t before)
{
   const struct tile_surf *s = &e->plane->surf;
   return begins || !(vector & ((1u << e->log2_run) - 1)) ? tile_offset_B(s, x, y, slice, 0) : before + 16u * s->el_B;
}

/* ---- coverage ---------------------------------------------------------------------------------------------------------- */

/* By element, the covered lanes of its sample: those of the block's upper half, and of its lower half. */
PX_INLINE void element_cover(const uint64_t *cover, unsigned log2_samples, vu half[2])
{
   const uint32_t *words = (const uint32_t *)(const void *)cover;
   const vi word = (v_lane() & vi_set((1 << log2_samples) - 1)) << 1;
   if (!log2_samples) {
      half[0] = vu_set((uint32_t)cover[0]);
      half[1] = vu_set((uint32_t)(cover[0] >> 32));
      return;
   }
   for (int i = 0; i < 2; i++)
      half[i] = (vu)vi_permuted((vi)vu_load(words), word + vi_set(i));
}

/* The way back: lanes of one sample are in every 2^log2_samples-th element. */
PX_INLINE void cover_of_elements(const vu half[2], unsigned log2_samples, uint64_t *cover)
{
   union px_u all[2];
   for (unsigned i = 0; i < 2; i++) {
      vu v = half[i] | __builtin_shuffle(half[i], (vu)(v_lane() ^ 8));
      if (log2_samples < 3)
         v |= __builtin_shuffle(v, (vu)(v_lane() ^ 4));
      if (log2_samples < 2)
         v |= __builtin_shuffle(v, (vu)(v_lane() ^ 2));
      if (log2_samples < 1)
         v |= __builtin_shuffle(v, (vu)(v_lane() ^ 1));
      all[i].v = v;
   }
   for (unsigned s = 0; s < 1u << log2_samples; s++)
      cover[s] = all[0].s[s] | (uint64_t)all[1].s[s] << 32;
}

/* ---- tests ------------------------------------------------------------------------------------------------------------- */

/* Shared by the blocks of a primitive. pixel, lane_bit, at_x, at_y: by element of a vector. */
struct samples {
   const struct db_state *db;
   const struct db_stencil *face;
   const struct db_z_plane *plane;
   const float *z;
   const uint8_t *ref;
   struct elements depth, stencil;
   struct depth_only only;
   unsigned log2, slice;
   bool stencil_writes;
   vi pixel;
   vu lane_bit;
   vf at_x, at_y;
};

static void samples_init(struct samples *j, const struct db_state *db, unsigned layer, const struct db_places *places,
                         const struct db_z_plane *plane, const float *z, const uint8_t *ref, bool front)
{
   const vi sample = v_lane() & vi_set((1 << db->log2_samples) - 1);
   j->db = db;
   j->face = &db->face[!front];
   j->plane = plane;
   j->z = z;
   j->ref = ref;
   j->log2 = db->log2_samples;
   j->slice = db_slice(db, layer);
   j->stencil_writes = db->stencil_write && j->face->write_mask && (j->face->fail | j->face->zpass | j->face->zfail);
   j->pixel = (vi)vu_shr((vu)v_lane(), j->log2);
   j->lane_bit = (vu)vi_permuted((vi){ 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768 }, j->pixel);
   j->at_x = (vf)vi_permuted((vi)vu_load((const uint32_t *)(const void *)places->x), sample);
   j->at_y = (vf)vi_permuted((vi)vu_load((const uint32_t *)(const void *)places->y), sample);
   j->depth = j->stencil = (struct elements){ 0 };
   if (db->z_test || db->bounds_test) {
      j->depth = elements_of(&db->z);
      depth_only_init(db, db->zformat, layer >> 16 & 15, &j->only);
   }
   if (db->stencil_test)
      j->stencil = elements_of(&db->s);
}

PX_INLINE unsigned lane_column(unsigned lane) { return (lane & 1) | (lane >> 1 & 2) | (lane >> 2 & 4); }
PX_INLINE unsigned lane_row(unsigned lane) { return (lane >> 1 & 1) | (lane >> 2 & 2) | (lane >> 3 & 4); }

/* What the plane adds, by the column and row of a vector's first pixel. */
struct terms_by_vector { vf x[8], y[8]; };

PX_INLINE void terms_by_vector(struct terms_by_vector *t, const struct samples *j, unsigned x, unsigned y)
{
   const struct db_z_plane *p = j->plane;
   const vi in_x = (j->pixel & 1) + (j->pixel >> 1 & 2), in_y = (j->pixel >> 1 & 1) + (j->pixel >> 2 & 2);
   for (unsigned i = 0; i < 8; i += j->log2 < 2 ? 4 : 2)
      t->x[i] = vf_set(p->dz_dx) * (vf_from_i(in_x + vi_set((int)(x + i))) + j->at_x - vf_set(p->ref_x));
   for (unsigned i = 0; i < 8; i += j->log2 < 1 ? 4 : j->log2 < 3 ? 2 : 1)
      t->y[i] = vf_set(p->dz_dy) * (vf_from_i(in_y + vi_set((int)(y + i))) + j->at_y - vf_set(p->ref_y));
}

/* Exported references by element. */
static __attribute__((noinline)) vu exported_refs(const struct samples *j, unsigned lane)
{
   const union px_i pixel = { .v = j->pixel };
   union px_u r;
   for (unsigned e = 0; e < 16; e++)
      r.s[e] = j->ref[lane + (unsigned)pixel.s[e]];
   return r.v;
}

PX_INLINE vi bounds_pass(const struct db_state *db, unsigned format, vu old)
{
   const vf depth = format == DB_Z32F ? (vf)old : vf_from_small_u(old) / (format == DB_Z16 ? 65535.0f : 16777215.0f);
   return vf_le(vf_set(db->bounds_min), depth) & vf_le(depth, vf_set(db->bounds_max));
}

/* Elements that pass the stencil test. at: the vector's offset; alive: elements whose stencil may change. */
PX_INLINE vi stencil_pass(const struct samples *j, uint64_t at, unsigned lane, vi alive, vi z_pass)
{
   const struct db_state *db = j->db;
   const struct db_stencil *st = j->face;
   const vu s = vu_load_8(db->s.read + at), test = j->ref ? exported_refs(j, lane) : vu_set(st->ref);
   const vi pass = compare_i(st->func, (vi)(test & vu_set(st->mask)), (vi)(s & vu_set(st->mask)));
   if (!j->stencil_writes)
      return pass;
   vu next = vu_set(db->stencil_clear_value);
   if (!db->stencil_clear) {
      next = vu_sel(z_pass, stencil_op(st->zpass, s, test, st->op_val), stencil_op(st->zfail, s, test, st->op_val));
      next = vu_sel(pass, next, stencil_op(st->fail, s, test, st->op_val));
   }
   next = (next & vu_set(st->write_mask)) | (s & vu_set((uint8_t)~st->write_mask));
   vu_store_8(db->s.write + at, next, s, alive);
   return pass;
}

/* format and stencil are constants. */
PX_INLINE void test_samples(const struct samples *j, unsigned format, bool stencil, unsigned x, unsigned y, uint64_t *cover)
{
   const struct db_state *db = j->db;
   const struct db_z_plane *p = j->plane;
   struct terms_by_vector terms;
   vu covered[2], passed[2] = { vu_set(0), vu_set(0) };
   uint64_t z_at = 0, s_at = 0;
   bool begins = true;
   uint64_t any = 0;
   for (unsigned s = 0; s < 1u << j->log2; s++)
      any |= cover[s];
   element_cover(cover, j->log2, covered);
   if (format && !j->z)
      terms_by_vector(&terms, j, x, y);
   for (unsigned v = 0; v < 4u << j->log2; v++) {
      const unsigned lane = v << (4 - j->log2), column = lane_column(lane), row = lane_row(lane);
      if (!(any >> lane & ((1u << (16 >> j->log2)) - 1))) {
         begins = true;
         continue;
      }
      const vu bit = vu_shl(j->lane_bit, lane & 31);
      vi alive = vi_eq((vi)(covered[lane >> 5] & bit), (vi)bit), z_pass = vi_set(-1), s_pass = vi_set(-1);
      vu z_old = vu_set(0), z_now = vu_set(0);
      if (format) {
         z_at = offset_of(&j->depth, x + column, y + row, j->slice, v, begins, z_at);
         z_old = depth_only_load(db->z.read + z_at, format);
         const vf z = j->z ? (vf)vu_lookup(j->z + lane, (vu)j->pixel)
                           : vf_set(p->z) + (terms.x[column] + terms.y[row]) + vf_set(p->offset);
         z_now = depth_only_encode(&j->only, format, z);
         const vu old = format == DB_Z24 ? z_old & 0xffffff : z_old;
         if (db->z_test)
            z_pass = format == DB_Z32F ? compare_f(db->zfunc, (vf)z_now, (vf)old) : compare_i(db->zfunc, (vi)z_now, (vi)old);
         if (db->bounds_test)
            alive &= bounds_pass(db, format, old);
      }
      if (stencil) {
         s_at = offset_of(&j->stencil, x + column, y + row, j->slice, v, begins, s_at);
         s_pass = stencil_pass(j, s_at, lane, alive, z_pass);
      }
      const vi pass = alive & s_pass & z_pass;
      const unsigned bits = v_bits(pass);
      passed[lane >> 5] |= (vu)pass & bit;
      if (format && j->only.write && bits)
         depth_only_store(&j->only, format, j->only.write + z_at, z_now, z_old, bits);
      begins = false;
   }
   cover_of_elements(passed, j->log2, cover);
}

/* A block with `db`'s number of samples. */
static void test_block(const struct samples *j, unsigned x, unsigned y, uint64_t *cover)
{
   const unsigned format = j->depth.plane ? j->db->zformat : DB_Z_NONE;
   switch (format << 1 | j->db->stencil_test) {
   case DB_Z16 << 1: test_samples(j, DB_Z16, false, x, y, cover); break;
   case DB_Z16 << 1 | 1: test_samples(j, DB_Z16, true, x, y, cover); break;
   case DB_Z24 << 1: test_samples(j, DB_Z24, false, x, y, cover); break;
   case DB_Z24 << 1 | 1: test_samples(j, DB_Z24, true, x, y, cover); break;
   case DB_Z32F << 1: test_samples(j, DB_Z32F, false, x, y, cover); break;
   case DB_Z32F << 1 | 1: test_samples(j, DB_Z32F, true, x, y, cover); break;
   default: test_samples(j, DB_Z_NONE, true, x, y, cover);
   }
}

#endif
