/* sq_interp_vcmp.c: VOPC: a mask of the active lanes for which a comparison holds; v_cmpx writes EXEC, too. Inactive lanes'
 * bits are zero. The opcode's low bits are the relation: 1 less, 2 equal, 4 greater, 8 unordered (GCN3 ISA, VOPC tables);
 * the order of gcn_ops.csv within a type is that order. */
#include "winsys/sim/sq/interp/sq_interp.h"

#define LANES for (unsigned i = 0; i < n; i++)

_Static_assert(GCN_V_CMP_TRU_F32 == GCN_V_CMP_F_F32 + 15 && GCN_V_CMPX_TRU_F32 == GCN_V_CMPX_F_F32 + 15, "order");
_Static_assert(GCN_V_CMP_TRU_F64 == GCN_V_CMP_F_F64 + 15 && GCN_V_CMPX_TRU_F64 == GCN_V_CMPX_F_F64 + 15, "order");
_Static_assert(GCN_V_CMP_TRU_F16 == GCN_V_CMP_F_F16 + 15 && GCN_V_CMPX_TRU_F16 == GCN_V_CMPX_F_F16 + 15, "order");
_Static_assert(GCN_V_CMP_T_I32 == GCN_V_CMP_F_I32 + 7 && GCN_V_CMPX_T_U64 == GCN_V_CMPX_F_U64 + 7, "order");

/* Bits of the class mask (manual: V_CMP_CLASS). */
static uint32_t class_of(uint64_t u, unsigned mantissa_bits, unsigned exponent_bits)
{
   uint64_t mantissa = u & ((UINT64_C(1) << mantissa_bits) - 1);
   unsigned all = (1u << exponent_bits) - 1, e = (unsigned)(u >> mantissa_bits) & all;
   bool negative = u >> (mantissa_bits + exponent_bits) & 1;
   if (e == all && mantissa)
      return mantissa >> (mantissa_bits - 1) ? 1 << 1 : 1 << 0;
   if (e == all)
      return negative ? 1 << 2 : 1 << 9;
   if (e)
      return negative ? 1 << 3 : 1 << 8;
   if (mantissa)
      return negative ? 1 << 4 : 1 << 7;
   return negative ? 1 << 5 : 1 << 6;
}

/* Which relation holds, as the bit above. */
#define RELATION(x, y) ((x) < (y) ? 1u : (x) == (y) ? 2u : (x) > (y) ? 4u : 8u)

UT_CLONES static uint64_t compare(struct sq_state *s, const struct gcn_inst *inst, enum gcn_type type, unsigned relation)
{
   unsigned n = s->w->lanes;
   uint64_t mask = 0;
   if (type == GCN_T_F64 || type == GCN_T_I64 || type == GCN_T_U64) {
      uint64_t a[64], b[64];
      sq_source64(s, inst, 0, a);
      sq_source64(s, inst, 1, b);
      if (type == GCN_T_F64) {
         struct sq_mode m = { .round32 = s->mode.round64, .denorm32 = s->mode.denorm64 };
         uint32_t saved = sq_fp_enter(&m);
         LANES mask |= (uint64_t)((RELATION(sq_u2d(a[i]), sq_u2d(b[i])) & relation) != 0) << i;
         sq_fp_leave(saved);
      } else if (type == GCN_T_I64) {
         LANES mask |= (uint64_t)((RELATION((int64_t)a[i], (int64_t)b[i]) & relation) != 0) << i;
      } else {
         LANES mask |= (uint64_t)((RELATION(a[i], b[i]) & relation) != 0) << i;
      }
      return mask;
   }
   uint32_t room[2][64];
   uint8_t hit[64];
   const uint32_t *a = sq_source(s, inst, 0, 0, room[0]), *b = sq_source(s, inst, 1, 0, room[1]);
   bool keep16 = s->mode.denorm64 & 1;
   switch (type) {
   case GCN_T_F32: LANES hit[i] = (RELATION(sq_u2f(a[i]), sq_u2f(b[i])) & relation) != 0; break;
   case GCN_T_F16:
      LANES {
         uint32_t x = !keep16 && !(a[i] & 0x7c00) ? 0 : a[i] & 0xffff, y = !keep16 && !(b[i] & 0x7c00) ? 0 : b[i] & 0xffff;
         float fx = sq_f16_to_f32(x), fy = sq_f16_to_f32(y);
         hit[i] = (RELATION(fx, fy) & relation) != 0;
      }
      break;
   case GCN_T_I32: LANES hit[i] = (RELATION((int32_t)a[i], (int32_t)b[i]) & relation) != 0; break;
   case GCN_T_U32: LANES hit[i] = (RELATION(a[i], b[i]) & relation) != 0; break;
   case GCN_T_I16: LANES hit[i] = (RELATION((int16_t)a[i], (int16_t)b[i]) & relation) != 0; break;
   default: LANES hit[i] = (RELATION((uint16_t)a[i], (uint16_t)b[i]) & relation) != 0; break;
   }
   LANES mask |= (uint64_t)hit[i] << i;
   return mask;
}

static uint64_t classify(struct sq_state *s, const struct gcn_inst *inst, enum gcn_type type)
{
   unsigned n = s->w->lanes;
   uint64_t mask = 0;
   uint32_t room[2][64];
   if (type == GCN_T_F64) {
      uint64_t a[64];
      sq_source64(s, inst, 0, a);
      const uint32_t *wanted = sq_source(s, inst, 1, 0, room[1]);
      LANES mask |= (uint64_t)((class_of(a[i], 52, 11) & wanted[i]) != 0) << i;
      return mask;
   }
   const uint32_t *a = sq_source(s, inst, 0, 0, room[0]), *wanted = sq_source(s, inst, 1, 0, room[1]);
   bool half = type == GCN_T_F16;
   LANES mask |= (uint64_t)((class_of(half ? a[i] & 0xffff : a[i], half ? 10 : 23, half ? 5 : 8) & wanted[i]) != 0) << i;
   return mask;
}

/* v_cmps* differ in exceptions only, which are not simulated. */
bool sq_relation(enum gcn_op op, unsigned *relation)
{
   static const struct { uint16_t first, last; } ranges[] = {
      { GCN_V_CMP_F_F16, GCN_V_CMP_TRU_F16 }, { GCN_V_CMPX_F_F16, GCN_V_CMPX_TRU_F16 },
      { GCN_V_CMP_F_F32, GCN_V_CMP_TRU_F32 }, { GCN_V_CMPX_F_F32, GCN_V_CMPX_TRU_F32 },
      { GCN_V_CMP_F_F64, GCN_V_CMP_TRU_F64 }, { GCN_V_CMPX_F_F64, GCN_V_CMPX_TRU_F64 },
      { GCN_V_CMPS_F_F32, GCN_V_CMPS_TRU_F32 }, { GCN_V_CMPSX_F_F32, GCN_V_CMPSX_TRU_F32 },
      { GCN_V_CMPS_F_F64, GCN_V_CMPS_TRU_F64 }, { GCN_V_CMPSX_F_F64, GCN_V_CMPSX_TRU_F64 },
      { GCN_V_CMP_F_I16, GCN_V_CMP_T_I16 }, { GCN_V_CMP_F_U16, GCN_V_CMP_T_U16 },
      { GCN_V_CMPX_F_I16, GCN_V_CMPX_T_I16 }, { GCN_V_CMPX_F_U16, GCN_V_CMPX_T_U16 },
      { GCN_V_CMP_F_I32, GCN_V_CMP_T_I32 }, { GCN_V_CMP_F_U32, GCN_V_CMP_T_U32 },
      { GCN_V_CMPX_F_I32, GCN_V_CMPX_T_I32 }, { GCN_V_CMPX_F_U32, GCN_V_CMPX_T_U32 },
      { GCN_V_CMP_F_I64, GCN_V_CMP_T_I64 }, { GCN_V_CMP_F_U64, GCN_V_CMP_T_U64 },
      { GCN_V_CMPX_F_I64, GCN_V_CMPX_T_I64 }, { GCN_V_CMPX_F_U64, GCN_V_CMPX_T_U64 },
   };
   for (unsigned i = 0; i < sizeof ranges / sizeof *ranges; i++) {
      if (op >= ranges[i].first && op <= ranges[i].last) {
         *relation = op - ranges[i].first;
         return true;
      }
   }
   return false;
}

bool sq_exec_vcmp(struct sq_state *s, const struct gcn_inst *inst)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   enum gcn_type type = (enum gcn_type)info->src[0];
   unsigned relation = 0;
   uint64_t mask;
   switch (inst->op) {
   case GCN_V_CMP_CLASS_F32: case GCN_V_CMPX_CLASS_F32: case GCN_V_CMP_CLASS_F64: case GCN_V_CMPX_CLASS_F64:
   case GCN_V_CMP_CLASS_F16: case GCN_V_CMPX_CLASS_F16:
      mask = classify(s, inst, type);
      break;
   default:
      if (!sq_relation((enum gcn_op)inst->op, &relation))
         return sq_unsupported(s, inst);
      /* Integers have no "unordered": T is 7 of 8. */
      mask = compare(s, inst, type, relation);
      break;
   }
   mask &= s->w->exec;
   if (inst->is_dpp)
      mask &= sq_dpp_mask(s, inst);
   sq_write64(s, inst->dst[0].code, mask);
   if (info->flags & GCN_FLAG_VCMPX)
      s->w->exec = mask;
   return true;
}
