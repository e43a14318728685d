/* sq_interp_lds.c: local data share and the lane crossings that use its wires. Lanes act in order, which is one of the
 * orders that the hardware allows. An address beyond the allocation (or M0) reads zero and writes nowhere; one that is not
 * aligned loses its low bits. Not here: GDS, global wave sync, ds_condxchg32. */
#include <string.h>

#include "winsys/sim/sq/interp/sq_interp.h"

static uint8_t *at(const struct sq_state *s, uint64_t address, unsigned size)
{
   address &= ~(uint64_t)(size < 8 ? size - 1 : 7);
   uint64_t limit = s->w->lds_B, m0 = s->w->sgpr[GCN_SRC_M0];
   if (m0 < limit)
      limit = m0;
   return address + size <= limit ? s->w->lds + address : NULL;
}

static uint64_t get(const struct sq_state *s, uint64_t address, unsigned size)
{
   uint64_t v = 0;
   const uint8_t *p = at(s, address, size);
   if (p)
      memcpy(&v, p, size);
   return v;
}

static void set(const struct sq_state *s, uint64_t address, uint64_t v, unsigned size)
{
   uint8_t *p = at(s, address, size);
   if (p)
      memcpy(p, &v, size);
}

static uint64_t data(const struct sq_state *s, struct gcn_operand o, unsigned lane, bool wide)
{
   uint64_t v = sq_vgpr(s, o.code)[lane];
   return wide ? v | (uint64_t)sq_vgpr(s, o.code + 1)[lane] << 32 : v;
}

static uint64_t fmin_bits(uint64_t a, uint64_t b, bool wide)
{
   return wide ? sim_canonical_64(sq_min_bits64(a, b)) : sim_canonical_32(sq_min_bits((uint32_t)a, (uint32_t)b));
}

static uint64_t fmax_bits(uint64_t a, uint64_t b, bool wide)
{
   return wide ? sim_canonical_64(sq_max_bits64(a, b)) : sim_canonical_32(sq_max_bits((uint32_t)a, (uint32_t)b));
}

#define PAIR(name, type) case GCN_DS_##name##_##type: case GCN_DS_##name##_RTN_##type

/* New value of an atomic on old, data a (and b). False: not such an operation. */
static bool atomic(enum gcn_op op, uint64_t old, uint64_t a, uint64_t b, bool wide, uint64_t *v)
{
   int64_t so = wide ? (int64_t)old : (int32_t)old, sa = wide ? (int64_t)a : (int32_t)a;
   switch (op) {
   PAIR(ADD, U32): PAIR(ADD, U64): *v = old + a; return true;
   PAIR(SUB, U32): PAIR(SUB, U64): *v = old - a; return true;
   PAIR(RSUB, U32): PAIR(RSUB, U64): *v = a - old; return true;
   PAIR(INC, U32): PAIR(INC, U64): *v = old >= a ? 0 : old + 1; return true;
   PAIR(DEC, U32): PAIR(DEC, U64): *v = old == 0 || old > a ? a : old - 1; return true;
   PAIR(MIN, I32): PAIR(MIN, I64): *v = so < sa ? old : a; return true;
   PAIR(MAX, I32): PAIR(MAX, I64): *v = so > sa ? old : a; return true;
   PAIR(MIN, U32): PAIR(MIN, U64): *v = old < a ? old : a; return true;
   PAIR(MAX, U32): PAIR(MAX, U64): *v = old > a ? old : a; return true;
   PAIR(AND, B32): PAIR(AND, B64): *v = old & a; return true;
   PAIR(OR, B32): PAIR(OR, B64): *v = old | a; return true;
   PAIR(XOR, B32): PAIR(XOR, B64): *v = old ^ a; return true;
   PAIR(MSKOR, B32): PAIR(MSKOR, B64): *v = (old & ~a) | b; return true;
   case GCN_DS_WRXCHG_RTN_B32: case GCN_DS_WRXCHG_RTN_B64: *v = a; return true;
   PAIR(CMPST, B32): PAIR(CMPST, B64): *v = old == a ? b : old; return true; /* a compares, b is stored */
   PAIR(CMPST, F32): *v = sq_u2f((uint32_t)old) == sq_u2f((uint32_t)a) ? b : old; return true;
   PAIR(CMPST, F64): *v = sq_u2d(old) == sq_u2d(a) ? b : old; return true;
   PAIR(MIN, F32): PAIR(MIN, F64): *v = fmin_bits(old, a, wide); return true;
   PAIR(MAX, F32): PAIR(MAX, F64): *v = fmax_bits(old, a, wide); return true;
   PAIR(ADD, F32): *v = sim_canonical_32(sq_f2u(sq_u2f((uint32_t)old) + sq_u2f((uint32_t)a))); return true;
   case GCN_DS_WRAP_RTN_B32: *v = old >= a ? old - a : old + b; return true;
   default: return false;
   }
}

static bool exec_atomic(struct sq_state *s, const struct gcn_inst *inst)
{
   bool wide = inst->src[1].dwords == 2;
   unsigned size = wide ? 8 : 4;
   uint64_t v;
   uint32_t lo[64], hi[64];
   const uint32_t *addr = sq_vgpr(s, inst->src[0].code);
   if (!atomic((enum gcn_op)inst->op, 0, 0, 0, wide, &v))
      return sq_unsupported(s, inst);
   for (uint64_t left = s->w->exec; left; left &= left - 1) {
      unsigned lane = (unsigned)__builtin_ctzll(left);
      uint64_t where = sq_lds_address(sq_lds_wraps(s->p), addr[lane], inst->ds.offset0);
      uint64_t old = get(s, where, size);
      uint64_t a = data(s, inst->src[1], lane, wide), b = inst->num_src > 2 ? data(s, inst->src[2], lane, wide) : 0;
      atomic((enum gcn_op)inst->op, old, a, b, wide, &v);
      set(s, where, v, size);
      lo[lane] = (uint32_t)old;
      hi[lane] = (uint32_t)(old >> 32);
   }
   if (inst->num_dst) {
      sq_store_row(sq_vgpr(s, inst->dst[0].code), lo, s->w->exec, s->w->lanes);
      if (wide)
         sq_store_row(sq_vgpr(s, inst->dst[0].code + 1), hi, s->w->exec, s->w->lanes);
   }
   return true;
}

/* Two offsets count elements, or 64 of them. */
bool sq_lds_two_offsets(enum gcn_op op, unsigned *scale)
{
   switch (op) {
   case GCN_DS_READ2_B32: case GCN_DS_WRITE2_B32: case GCN_DS_WRXCHG2_RTN_B32: *scale = 4; return true;
   case GCN_DS_READ2ST64_B32: case GCN_DS_WRITE2ST64_B32: case GCN_DS_WRXCHG2ST64_RTN_B32: *scale = 256; return true;
   case GCN_DS_READ2_B64: case GCN_DS_WRITE2_B64: case GCN_DS_WRXCHG2_RTN_B64: *scale = 8; return true;
   case GCN_DS_READ2ST64_B64: case GCN_DS_WRITE2ST64_B64: case GCN_DS_WRXCHG2ST64_RTN_B64: *scale = 512; return true;
   default: return false;
   }
}

static bool exec_pair(struct sq_state *s, const struct gcn_inst *inst, unsigned scale)
{
   bool writes = inst->num_src > 1, reads = inst->num_dst;
   unsigned dwords = writes ? inst->src[1].dwords : inst->dst[0].dwords / 2u;
   uint32_t r[4][64];
   const uint32_t *addr = sq_vgpr(s, inst->src[0].code);
   unsigned offsets[2] = { inst->ds.offset0 * scale, inst->ds.offset1 * scale };
   for (uint64_t left = s->w->exec; left; left &= left - 1) {
      unsigned lane = (unsigned)__builtin_ctzll(left);
      for (unsigned k = 0; k < 2; k++) {
         uint64_t where = sq_lds_address(sq_lds_wraps(s->p), addr[lane], offsets[k]);
         uint64_t old = get(s, where, dwords * 4);
         for (unsigned i = 0; reads && i < dwords; i++)
            r[k * dwords + i][lane] = (uint32_t)(old >> 32 * i);
         if (writes)
            set(s, where, data(s, inst->src[1 + k], lane, dwords == 2), dwords * 4);
      }
   }
   for (unsigned i = 0; reads && i < 2 * dwords; i++)
      sq_store_row(sq_vgpr(s, inst->dst[0].code + i), r[i], s->w->exec, s->w->lanes);
   return true;
}

static bool exec_plain(struct sq_state *s, const struct gcn_inst *inst, unsigned size, bool sign, bool write)
{
   unsigned dwords = size > 4 ? size / 4 : 1, part = size > 4 ? 4 : size;
   uint32_t r[4][64];
   const uint32_t *addr = sq_vgpr(s, inst->src[0].code);
   for (uint64_t left = s->w->exec; left; left &= left - 1) {
      unsigned lane = (unsigned)__builtin_ctzll(left);
      for (unsigned i = 0; i < dwords; i++) {
         uint64_t where = sq_lds_address(sq_lds_wraps(s->p), addr[lane], inst->ds.offset0 + 4 * i);
         if (write) {
            set(s, where, sq_vgpr(s, inst->src[1].code + i)[lane], part);
         } else {
            uint32_t v = (uint32_t)get(s, where, part);
            r[i][lane] = !sign ? v : size == 1 ? (uint32_t)(int8_t)v : (uint32_t)(int16_t)v;
         }
      }
   }
   for (unsigned i = 0; !write && i < dwords; i++)
      sq_store_row(sq_vgpr(s, inst->dst[0].code + i), r[i], s->w->exec, s->w->lanes);
   return true;
}

unsigned sq_swizzle_lane(unsigned offset, unsigned lane)
{
   if (offset & 0x8000)
      return (lane & ~3u) | (offset >> 2 * (lane & 3) & 3);
   unsigned and_mask = offset & 31, or_mask = offset >> 5 & 31, xor_mask = offset >> 10 & 31;
   return (lane & 32) | (((lane & 31 & and_mask) | or_mask) ^ xor_mask);
}

/* ds_swizzle, ds_permute, ds_bpermute: no memory involved. Inactive source lanes give zero. */
static bool exec_cross_lane(struct sq_state *s, const struct gcn_inst *inst)
{
   uint64_t exec = s->w->exec;
   uint32_t r[64] = { 0 };
   const uint32_t *a = sq_vgpr(s, inst->src[0].code);
   const uint32_t *v = inst->num_src > 1 ? sq_vgpr(s, inst->src[1].code) : a;
   for (unsigned lane = 0; lane < s->w->lanes; lane++) {
      unsigned index = (a[lane] + inst->ds.offset0) >> 2 & 63;
      unsigned from = inst->op == GCN_DS_SWIZZLE_B32 ? sq_swizzle_lane(inst->ds.offset0, lane) : index;
      if (inst->op == GCN_DS_PERMUTE_B32) {
         if (exec >> lane & 1)
            r[index] = v[lane];
      } else {
         r[lane] = exec >> from & 1 ? v[from] : 0;
      }
   }
   sq_store_row(sq_vgpr(s, inst->dst[0].code), r, exec, s->w->lanes);
   return true;
}

/* *A = *A op *B, both in LDS. B lies some dwords after A: the offset field says how many (15 bits with sign in bit 14), or,
 * with bit 15, the upper bits of the address (manual: GcnInstrsDs). */
static const struct src2 { uint16_t op, base; bool wide; } src2_ops[] = {
#define ROW(name, type, wide) { GCN_DS_##name##_SRC2_##type, GCN_DS_##name##_##type, wide }
   ROW(ADD, U32, false), ROW(SUB, U32, false), ROW(RSUB, U32, false), ROW(INC, U32, false), ROW(DEC, U32, false),
   ROW(MIN, I32, false), ROW(MAX, I32, false), ROW(MIN, U32, false), ROW(MAX, U32, false), ROW(AND, B32, false),
   ROW(OR, B32, false), ROW(XOR, B32, false), ROW(WRITE, B32, false), ROW(MIN, F32, false), ROW(MAX, F32, false),
   ROW(ADD, F32, false), ROW(ADD, U64, true), ROW(SUB, U64, true), ROW(RSUB, U64, true), ROW(INC, U64, true),
   ROW(DEC, U64, true), ROW(MIN, I64, true), ROW(MAX, I64, true), ROW(MIN, U64, true), ROW(MAX, U64, true),
   ROW(AND, B64, true), ROW(OR, B64, true), ROW(XOR, B64, true), ROW(WRITE, B64, true), ROW(MIN, F64, true),
   ROW(MAX, F64, true),
#undef ROW
};

static const struct src2 *src2_of(enum gcn_op op)
{
   for (unsigned i = 0; i < sizeof src2_ops / sizeof *src2_ops; i++)
      if (src2_ops[i].op == op)
         return &src2_ops[i];
   return NULL;
}

static bool exec_src2(struct sq_state *s, const struct gcn_inst *inst, const struct src2 *op)
{
   unsigned size = op->wide ? 8 : 4;
   const uint32_t *addr = sq_vgpr(s, inst->src[0].code);
   uint32_t offset = inst->ds.offset0;
   for (uint64_t left = s->w->exec; left; left &= left - 1) {
      uint32_t address = addr[__builtin_ctzll(left)];
      uint32_t dwords = offset & 0x8000 ? address >> 17 | (address >> 16 & 0x8000) : (offset & 0x7fff) | (offset << 1 & 0x8000);
      uint32_t a = (offset & 0x8000 ? address & 0x1ffff : address) & 0xffff & ~(size - 1);
      uint32_t b = (a + dwords * 4) & 0xffff & ~(size - 1);
      uint64_t value = get(s, b, size), result = value;
      atomic((enum gcn_op)op->base, get(s, a, size), value, 0, op->wide, &result); /* ds_write: the value itself */
      set(s, a, result, size);
   }
   return true;
}

/* The wave adds or subtracts its number of active lanes, at M0 (here an address, no limit) plus the offset. */
static bool exec_append(struct sq_state *s, const struct gcn_inst *inst)
{
   uint32_t where = ((s->w->sgpr[GCN_SRC_M0] & 0xffff) + inst->ds.offset0) & ~3u, old = 0, r[64];
   uint32_t count = (uint32_t)__builtin_popcountll(s->w->exec);
   if ((uint64_t)where + 4 <= s->w->lds_B) {
      memcpy(&old, s->w->lds + where, 4);
      uint32_t now = inst->op == GCN_DS_APPEND ? old + count : old - count;
      memcpy(s->w->lds + where, &now, 4);
   }
   for (unsigned i = 0; i < s->w->lanes; i++)
      r[i] = old;
   sq_store_row(sq_vgpr(s, inst->dst[0].code), r, s->w->exec, s->w->lanes);
   return true;
}

bool sq_exec_lds(struct sq_state *s, const struct gcn_inst *inst)
{
   unsigned scale;
   switch (inst->op) {
   case GCN_DS_SWIZZLE_B32: case GCN_DS_PERMUTE_B32: case GCN_DS_BPERMUTE_B32: return exec_cross_lane(s, inst);
   case GCN_DS_NOP: return true;
   default: break;
   }
   if (inst->ds.gds)
      return sq_unsupported(s, inst);
   switch (inst->op) {
   case GCN_DS_READ_I8: return exec_plain(s, inst, 1, true, false);
   case GCN_DS_READ_U8: return exec_plain(s, inst, 1, false, false);
   case GCN_DS_READ_I16: return exec_plain(s, inst, 2, true, false);
   case GCN_DS_READ_U16: return exec_plain(s, inst, 2, false, false);
   case GCN_DS_WRITE_B8: return exec_plain(s, inst, 1, false, true);
   case GCN_DS_WRITE_B16: return exec_plain(s, inst, 2, false, true);
   case GCN_DS_READ_B32: case GCN_DS_READ_B64: case GCN_DS_READ_B96: case GCN_DS_READ_B128:
      return exec_plain(s, inst, 4u * inst->dst[0].dwords, false, false);
   case GCN_DS_WRITE_B32: case GCN_DS_WRITE_B64: case GCN_DS_WRITE_B96: case GCN_DS_WRITE_B128:
      return exec_plain(s, inst, 4u * inst->src[1].dwords, false, true);
   default: break;
   }
   if (sq_lds_two_offsets((enum gcn_op)inst->op, &scale))
      return exec_pair(s, inst, scale);
   if (inst->op == GCN_DS_APPEND || inst->op == GCN_DS_CONSUME)
      return exec_append(s, inst);
   const struct src2 *src2 = src2_of((enum gcn_op)inst->op);
   if (src2)
      return exec_src2(s, inst, src2);
   if ((gcn_op_infos[inst->op].flags & GCN_FLAG_ATOMIC) && inst->num_src > 1)
      return exec_atomic(s, inst);
   return sq_unsupported(s, inst);
}
