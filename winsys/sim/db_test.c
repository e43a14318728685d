/* db_test.c: depth, stencil and depth-bounds tests and updates, 16 pixels at a time. A 4x4 block of a single-sampled
 * surface is 16 consecutive elements in every tiled layout, so a block is one load, one compare, one store.
 * Compiled once per instruction set (px_ops.h). */
#include "db_int.h"
#include "px_simd.h"

#include "px_ops.h"

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
                          unsigned sample, unsigned viewport, unsigned run, const float *zp, const uint8_t *ref,
                          bool front)
{
   vi alive = v_mask(run), z_pass = vi_set(-1), s_pass = vi_set(-1);
   struct block zb, sb;
   unsigned el_B = format == DB_Z16 ? 2 : 4;
   vu old_raw = vu_set(0), z_new = vu_set(0);
   if (format) {
      find_block(&db->z.surf, x, y, slice, sample, &zb);
      old_raw = load_elements(db->z.read, &zb, el_B);
      vf z = vf_load((const uint32_t *)(const void *)zp);
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

uint64_t PX(db_test)(const struct db_state *db, unsigned x, unsigned y, unsigned layer, unsigned sample, unsigned lanes,
                     uint64_t mask, const float *z, const uint8_t *ref, bool front)
{
   unsigned viewport = layer >> 16 & 15, slice = (layer & 0xffff) + db->slice_start;
   bool uses_z = db->z_test || db->bounds_test;
   const struct tile_surf *s = uses_z ? &db->z.surf : &db->s.surf;
   uint64_t passed = 0;
   if (slice >= db->slices || sample >> db->log2_samples)
      return 0;
   for (unsigned at = 0; at < lanes; at += 16) {
      unsigned run = mask >> at & 0xffff, bx = x + (at >> 2 & 4), by = y + (at >> 3 & 4), bits;
      if (!run || bx + 4 > s->pitch_el || by + 4 > s->height_el)
         continue;
      switch (uses_z ? db->zformat : DB_Z_NONE) {
      case DB_Z16: bits = test16(db, DB_Z16, bx, by, slice, sample, viewport, run, z + at, ref ? ref + at : 0, front); break;
      case DB_Z24: bits = test16(db, DB_Z24, bx, by, slice, sample, viewport, run, z + at, ref ? ref + at : 0, front); break;
      case DB_Z32F: bits = test16(db, DB_Z32F, bx, by, slice, sample, viewport, run, z + at, ref ? ref + at : 0, front); break;
      default: bits = test16(db, DB_Z_NONE, bx, by, slice, sample, viewport, run, z + at, ref ? ref + at : 0, front);
      }
      passed |= (uint64_t)bits << at;
   }
   return passed;
}
