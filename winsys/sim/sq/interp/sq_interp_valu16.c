/* sq_interp_valu16.c: vector operations on 16-bit values (GFX8): halves computed in float and rounded once, which is exact
 * for +, -, *, / and sqrt; fma through double (sum rounded to float, then to half). Results are zero-extended to 32 bits.
 * Transcendentals: the float definition, rounded. */
#include "winsys/sim/sq/interp/sq_interp.h"

#define LANES for (unsigned i = 0; i < n; i++)

static bool flushes_inputs(const struct sq_state *s) { return !(s->mode.denorm64 & 1); }
static bool flushes_results(const struct sq_state *s) { return !(s->mode.denorm64 & 2); }

static float in(uint32_t h, bool flush)
{
   return sq_f16_to_f32(flush && !(h & 0x7c00) ? h & 0x8000 : h & 0xffff);
}

/* fma: the product is exact in double. */
static float fma16(float a, float b, float c)
{
   return (float)((double)a * (double)b + (double)c);
}

static int32_t sext(uint32_t v) { return (int16_t)v; }

enum gcn_op sq_op_of_half(enum gcn_op op)
{
#define ROW(name) case GCN_V_##name##_F16: return GCN_V_##name##_F32
   switch (op) {
   ROW(ADD); ROW(SUB); ROW(SUBREV); ROW(MUL); ROW(MIN); ROW(MAX); ROW(RCP); ROW(SQRT); ROW(RSQ); ROW(LOG); ROW(EXP);
   ROW(FLOOR); ROW(CEIL); ROW(TRUNC); ROW(RNDNE); ROW(SIN); ROW(COS);
   default: return GCN_OP_NONE;
   }
#undef ROW
}

/* Float results. False: not such an operation. */
static bool exec_half(const struct gcn_inst *inst, unsigned n, const float *a, const float *b, const float *c, float *r)
{
   switch (inst->op) {
   case GCN_V_MAC_F16: case GCN_V_MAD_F16: case GCN_V_MADMK_F16: case GCN_V_MADAK_F16:
      LANES r[i] = sq_half_round(a[i] * b[i]) + c[i];
      return true;
   case GCN_V_FMA_F16: LANES r[i] = fma16(a[i], b[i], c[i]); return true;
   case GCN_V_FREXP_MANT_F16: LANES r[i] = sq_frexp_mant(a[i]); return true;
   case GCN_V_FRACT_F16:
      LANES {
         float f = a[i] - sq_floor(a[i]);
         r[i] = f > 0x1.ffcp-1f ? 0x1.ffcp-1f : f; /* below one in half precision, too */
      }
      return true;
   case GCN_V_DIV_FIXUP_F16:
      LANES { /* a: quotient, b: denominator, c: numerator */
         float sign = sq_copysign(1.0f, sq_u2f(sq_f2u(b[i]) ^ sq_f2u(c[i])));
         float ab = sq_abs(b[i]), ac = sq_abs(c[i]);
         r[i] = c[i] != c[i] ? c[i] : b[i] != b[i] ? b[i]
                : (ab == 0.0f && ac == 0.0f) || (ab == INFINITY && ac == INFINITY) ? sq_u2f(SIM_NAN_32)
                : ab == 0.0f || ac == INFINITY ? sign * INFINITY
                : ab == INFINITY || ac == 0.0f ? sign * 0.0f : sq_copysign(a[i], sign);
      }
      return true;
   default:
      return false;
   }
}

static bool exec_int(const struct gcn_inst *inst, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                     uint32_t *d)
{
   bool clamp = inst->clamp;
   switch (inst->op) {
   case GCN_V_ADD_U16: LANES { uint32_t r = a[i] + b[i]; d[i] = clamp && r > 65535 ? 65535 : r & 0xffff; } return true;
   case GCN_V_SUB_U16: LANES d[i] = clamp && b[i] > a[i] ? 0 : (a[i] - b[i]) & 0xffff; return true;
   case GCN_V_SUBREV_U16: LANES d[i] = clamp && a[i] > b[i] ? 0 : (b[i] - a[i]) & 0xffff; return true;
   case GCN_V_MUL_LO_U16: LANES d[i] = a[i] * b[i] & 0xffff; return true;
   case GCN_V_LSHLREV_B16: LANES d[i] = b[i] << (a[i] & 15) & 0xffff; return true;
   case GCN_V_LSHRREV_B16: LANES d[i] = b[i] >> (a[i] & 15); return true;
   case GCN_V_ASHRREV_I16: LANES d[i] = (uint32_t)(sext(b[i]) >> (a[i] & 15)) & 0xffff; return true;
   case GCN_V_MAX_U16: LANES d[i] = a[i] > b[i] ? a[i] : b[i]; return true;
   case GCN_V_MIN_U16: LANES d[i] = a[i] < b[i] ? a[i] : b[i]; return true;
   case GCN_V_MAX_I16: LANES d[i] = sext(a[i]) > sext(b[i]) ? a[i] : b[i]; return true;
   case GCN_V_MIN_I16: LANES d[i] = sext(a[i]) < sext(b[i]) ? a[i] : b[i]; return true;
   case GCN_V_MAD_U16:
      LANES { uint64_t r = (uint64_t)a[i] * b[i] + c[i]; d[i] = clamp && r > 65535 ? 65535 : (uint32_t)r & 0xffff; }
      return true;
   case GCN_V_MAD_I16:
      LANES {
         int64_t r = (int64_t)sext(a[i]) * sext(b[i]) + sext(c[i]);
         r = clamp ? r > 32767 ? 32767 : r < -32768 ? -32768 : r : r;
         d[i] = (uint32_t)r & 0xffff;
      }
      return true;
   default:
      return false;
   }
}

bool sq_valu16_supports(enum gcn_op op)
{
   switch (op) {
   case GCN_V_CVT_F16_U16: case GCN_V_CVT_F16_I16: case GCN_V_CVT_U16_F16: case GCN_V_CVT_I16_F16:
   case GCN_V_CVT_F32_F16: case GCN_V_CVT_F16_F32: case GCN_V_FREXP_EXP_I16_F16: case GCN_V_LDEXP_F16:
      return true;
   default: {
      struct gcn_inst inst = { .op = (uint16_t)op };
      return sq_op_of_half(op) || exec_half(&inst, 0, 0, 0, 0, 0) || exec_int(&inst, 0, 0, 0, 0, 0);
   }
   }
}

bool sq_exec_valu16(struct sq_state *s, const struct gcn_inst *inst, uint32_t d[64], uint64_t *carry)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   unsigned n = s->w->lanes;
   bool flush_in = flushes_inputs(s), flush_out = flushes_results(s), dx10 = s->mode.dx10_clamp;
   uint32_t room[3][64], words[3][64];
   const uint32_t *src[3] = { room[0], room[0], room[0] };
   float f[3][64], r[64];
   for (unsigned k = 0; k < inst->num_src && k < 3; k++) {
      src[k] = sq_source(s, inst, k, 0, room[k]);
      if (info->src[k] == GCN_T_F16)
         LANES f[k][i] = in(src[k][i], flush_in);
      else if (info->src[k] == GCN_T_F32)
         LANES f[k][i] = sq_u2f(src[k][i]);
      else
         LANES words[k][i] = src[k][i] & 0xffff;
   }
   bool to_float = false;
   switch (inst->op) {
   case GCN_V_CVT_F16_U16: LANES r[i] = (float)(int32_t)words[0][i]; break;
   case GCN_V_CVT_F16_I16: LANES r[i] = (float)sext(words[0][i]); break;
   case GCN_V_CVT_U16_F16: LANES d[i] = sq_f32_to_i16(f[0][i], 0.0f, 65535.0f); return true;
   case GCN_V_CVT_I16_F16: LANES d[i] = sq_f32_to_i16(f[0][i], -32768.0f, 32767.0f); return true;
   case GCN_V_FREXP_EXP_I16_F16: LANES d[i] = (uint32_t)sq_frexp_exp(f[0][i]) & 0xffff; return true;
   case GCN_V_CVT_F32_F16: LANES r[i] = f[0][i]; to_float = true; break;
   case GCN_V_CVT_F16_F32: LANES r[i] = f[0][i]; break;
   case GCN_V_LDEXP_F16: LANES r[i] = sq_ldexp(f[0][i], sext(words[1][i])); break;
   default:
      if (exec_int(inst, n, words[0], words[1], words[2], d))
         return true;
      if (sq_op_of_half((enum gcn_op)inst->op))
         sq_exec_floats(s, sq_op_of_half((enum gcn_op)inst->op), f[0], f[1], r);
      else if (!exec_half(inst, n, f[0], f[1], f[2], r))
         return false;
      break;
   }
   if (inst->omod && !(to_float ? s->mode.denorm32 & 2 : !flush_out)) {
      float scale = sq_omod_scale[inst->omod];
      LANES r[i] = (to_float ? r[i] : sq_half_flushed(r[i])) * scale;
   }
   if (inst->clamp)
      LANES r[i] = sq_clamp(r[i], dx10);
   if (to_float) {
      LANES d[i] = sq_f2u(r[i]);
   } else {
      bool rtz = s->mode.round64 == 3;
      LANES {
         uint32_t h = rtz ? sq_f32_to_f16_rtz(r[i]) : sq_f32_to_f16(r[i]);
         d[i] = flush_out && !(h & 0x7c00) ? h & 0x8000 : h;
      }
   }
   return true;
}
