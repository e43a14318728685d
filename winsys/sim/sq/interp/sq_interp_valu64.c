/* sq_interp_valu64.c: vector operations with a 64-bit operand or result: doubles, 64-bit shifts and multiply-adds, the
 * packed sums of absolute differences. Doubles obey FLOAT_MODE's second denormal field, so the host's flushing is switched
 * while they run. Not here: v_trig_preop_f64. */
#include <math.h>

#include "winsys/sim/sq/interp/sq_interp.h"

#define LANES for (unsigned i = 0; i < n; i++)

static uint64_t sad4(uint64_t a, uint32_t b, unsigned at, bool masked)
{
   uint64_t sum = 0;
   for (unsigned k = 0; k < 4; k++) {
      int x = (int)(a >> 8 * (at + k) & 255), y = (int)(b >> 8 * k & 255);
      sum += masked && !y ? 0 : (uint64_t)(x < y ? y - x : x - y);
   }
   return sum;
}

static uint64_t sad_packed(uint64_t a, uint32_t b, uint64_t c, bool masked)
{
   uint64_t r = 0;
   for (unsigned k = 0; k < 4; k++) {
      uint64_t sum = (c >> 16 * k & 0xffff) + sad4(a, b, k, masked);
      r |= (sum > 0xffff ? 0xffff : sum) << 16 * k;
   }
   return r;
}

static double clamp_max(double x)
{
   return fabs(x) == (double)INFINITY ? copysign(0x1.fffffffffffffp1023, x) : x;
}

static int exponent(uint64_t u) { return (int)(u >> 52 & 0x7ff); }

static double div_scale64(double s0, double den, double num, bool *vcc)
{
   static const struct sq_division_limits limits = { 768, 53, 128 };
   uint64_t un = sq_d2u(num), ud = sq_d2u(den);
   *vcc = false;
   if (num == 0.0 || den == 0.0)
      return sq_u2d(SIM_NAN_64);
   bool rcp_denormal = fabs(den) > 0x1p1022 && fabs(den) < (double)INFINITY; /* whether or not the host flushes */
   const struct sq_division d = { sq_d2u(s0) == ud, sq_d2u(s0) == un, rcp_denormal, exponent(sq_d2u(num / den)) == 0, exponent(ud),
                                  exponent(un) };
   const int n = sq_div_scale(&d, &limits, vcc);
   return n ? sq_ldexp64(s0, n) : s0;
}

static int32_t frexp_exp64(double x)
{
   int e;
   if (x == 0.0 || x != x || x - x != 0.0)
      return 0;
   frexp(x, &e);
   return e;
}

static double frexp_mant64(double x)
{
   int e;
   return x == 0.0 || x != x || x - x != 0.0 ? x : frexp(x, &e);
}

/* v_trig_preop_f64: 53 bits of 2/pi, from the segment that matters for an argument of this exponent (GCN3 ISA document). The
 * first 1216 bits after the binary point; the hardware has 1201. */
static double trig_preop(uint64_t x, uint32_t segment)
{
   static const uint32_t two_over_pi[38 + 2] = {
      0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0,
      0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4,
      0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
      0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab,
   };
   unsigned e = exponent(x), shift = (segment & 31) * 53 + (e > 1077 ? e - 1077 : 0);
   if (shift >= 1201)
      return 0.0;
   unsigned __int128 w = 0;
   for (unsigned i = 0; i < 3; i++)
      w = w << 32 | (shift / 32 + i < 38 ? two_over_pi[shift / 32 + i] : 0);
   uint64_t bits = (uint64_t)(w << shift % 32 >> 43) & ((UINT64_C(1) << 53) - 1);
   if (shift + 53 > 1201) /* past the end */
      bits &= ~((UINT64_C(1) << (shift + 53 - 1201)) - 1);
   return sq_ldexp64((double)bits, -53 - (int)shift + (e >= 1968 ? 128 : 0));
}

static double fract64(double x)
{
   double r = x - floor(x);
   return r >= 1.0 ? 0x1.fffffffffffffp-1 : r;
}

#define D(x) sq_u2d(x)
#define U(x) sq_d2u(x)

/* a, b, c: 64-bit sources (narrow ones zero-extended); d: results, low words only for 32-bit ones. */
static bool exec64(const struct gcn_inst *inst, unsigned n, uint64_t vcc, const uint64_t *a, const uint64_t *b,
                   const uint64_t *c, uint64_t *d, uint64_t *mask)
{
   uint64_t m = 0;
   switch (inst->op) {
   case GCN_V_CVT_I32_F64: LANES d[i] = (uint32_t)sq_f64_to_i32(D(a[i])); return true;
   case GCN_V_CVT_U32_F64: LANES d[i] = sq_f64_to_u32(D(a[i])); return true;
   case GCN_V_CVT_F64_I32: LANES d[i] = U((double)(int32_t)a[i]); return true;
   case GCN_V_CVT_F64_U32: LANES d[i] = U((double)(uint32_t)a[i]); return true;
   case GCN_V_CVT_F64_F32: LANES d[i] = U((double)sq_u2f((uint32_t)a[i])); return true;
   case GCN_V_CVT_F32_F64: LANES d[i] = sq_f2u((float)D(a[i])); return true;
   case GCN_V_TRUNC_F64: LANES d[i] = U(trunc(D(a[i]))); return true;
   case GCN_V_CEIL_F64: LANES d[i] = U(ceil(D(a[i]))); return true;
   case GCN_V_RNDNE_F64: LANES d[i] = U(rint(D(a[i]))); return true;
   case GCN_V_FLOOR_F64: LANES d[i] = U(floor(D(a[i]))); return true;
   case GCN_V_FRACT_F64: LANES d[i] = U(fract64(D(a[i]))); return true;
   case GCN_V_RCP_F64: LANES d[i] = U(1.0 / D(a[i])); return true;
   case GCN_V_RSQ_F64: LANES d[i] = U(1.0 / sqrt(D(a[i]))); return true;
   case GCN_V_RCP_CLAMP_F64: LANES d[i] = U(clamp_max(1.0 / D(a[i]))); return true;
   case GCN_V_RSQ_CLAMP_F64: LANES d[i] = U(clamp_max(1.0 / sqrt(D(a[i])))); return true;
   case GCN_V_SQRT_F64: LANES d[i] = U(sqrt(D(a[i]))); return true;
   case GCN_V_FREXP_EXP_I32_F64: LANES d[i] = (uint32_t)frexp_exp64(D(a[i])); return true;
   case GCN_V_FREXP_MANT_F64: LANES d[i] = U(frexp_mant64(D(a[i]))); return true;
   case GCN_V_FMA_F64: LANES d[i] = U(fma(D(a[i]), D(b[i]), D(c[i]))); return true;
   case GCN_V_ADD_F64: LANES d[i] = U(D(a[i]) + D(b[i])); return true;
   case GCN_V_MUL_F64: LANES d[i] = U(D(a[i]) * D(b[i])); return true;
   case GCN_V_MIN_F64: LANES d[i] = sq_min_bits64(a[i], b[i]); return true;
   case GCN_V_MAX_F64: LANES d[i] = sq_max_bits64(a[i], b[i]); return true;
   case GCN_V_LDEXP_F64: LANES d[i] = U(sq_ldexp64(D(a[i]), (int32_t)b[i])); return true;
   case GCN_V_TRIG_PREOP_F64: LANES d[i] = U(trig_preop(a[i], (uint32_t)b[i])); return true;
   case GCN_V_DIV_FIXUP_F64: LANES d[i] = sq_div_fixup(a[i], b[i], c[i], 52, 11, 1075); return true;
   case GCN_V_DIV_FMAS_F64:
      LANES d[i] = U(fma(D(a[i]), D(b[i]), D(c[i])) *
                     (!(vcc >> i & 1) ? 1.0 : fabs(D(c[i])) >= 2.0 ? 0x1p128 : 0x1p-128));
      return true;
   case GCN_V_DIV_SCALE_F64:
      LANES {
         bool scaled;
         d[i] = U(div_scale64(D(a[i]), D(b[i]), D(c[i]), &scaled));
         m |= (uint64_t)scaled << i;
      }
      *mask = m;
      return true;
   case GCN_V_LSHLREV_B64: LANES d[i] = b[i] << (a[i] & 63); return true;
   case GCN_V_LSHRREV_B64: LANES d[i] = b[i] >> (a[i] & 63); return true;
   case GCN_V_ASHRREV_I64: LANES d[i] = (uint64_t)((int64_t)b[i] >> (a[i] & 63)); return true;
   case GCN_V_LSHL_B64: LANES d[i] = a[i] << (b[i] & 63); return true;
   case GCN_V_LSHR_B64: LANES d[i] = a[i] >> (b[i] & 63); return true;
   case GCN_V_ASHR_I64: LANES d[i] = (uint64_t)((int64_t)a[i] >> (b[i] & 63)); return true;
   case GCN_V_MAD_U64_U32:
      LANES {
         m |= (uint64_t)__builtin_add_overflow((uint64_t)(uint32_t)a[i] * (uint32_t)b[i], c[i], &d[i]) << i;
      }
      *mask = m;
      return true;
   case GCN_V_MAD_I64_I32:
      LANES {
         int64_t r;
         m |= (uint64_t)__builtin_add_overflow((int64_t)(int32_t)a[i] * (int32_t)b[i], (int64_t)c[i], &r) << i;
         d[i] = (uint64_t)r;
      }
      *mask = m;
      return true;
   case GCN_V_QSAD_PK_U16_U8: LANES d[i] = sad_packed(a[i], (uint32_t)b[i], c[i], false); return true;
   case GCN_V_MQSAD_PK_U16_U8: LANES d[i] = sad_packed(a[i], (uint32_t)b[i], c[i], true); return true;
   default: return false;
   }
}

/* Four sums over a 128-bit accumulator. */
static void exec_mqsad_u32(struct sq_state *s, const struct gcn_inst *inst)
{
   unsigned n = s->w->lanes;
   uint64_t a[64];
   uint32_t room[64], d[4][64];
   sq_source64(s, inst, 0, a);
   const uint32_t *b = sq_source(s, inst, 1, 0, room);
   for (unsigned k = 0; k < 4; k++) {
      const uint32_t *c = sq_vgpr(s, inst->src[2].code + k);
      LANES {
         uint64_t sum = c[i] + sad4(a[i], b[i], k, true);
         d[k][i] = sum > UINT32_MAX ? UINT32_MAX : (uint32_t)sum;
      }
   }
   for (unsigned k = 0; k < 4; k++)
      sq_store_row(sq_vgpr(s, inst->dst[0].code + k), d[k], s->w->exec, n);
}

bool sq_exec_valu64(struct sq_state *s, const struct gcn_inst *inst)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   const struct sq_mode *mode = &s->mode;
   unsigned n = s->w->lanes;
   uint64_t src[3][64], d[64], mask = 0;
   if (inst->op == GCN_V_MQSAD_U32_U8) {
      exec_mqsad_u32(s, inst);
      return true;
   }
   for (unsigned k = 0; k < inst->num_src && k < 3; k++) {
      if (gcn_op_infos[inst->op].src[k] == GCN_T_F64 || inst->src[k].dwords == 2) {
         sq_source64(s, inst, k, src[k]);
      } else {
         uint32_t room[64];
         const uint32_t *row = sq_source(s, inst, k, 0, room);
         LANES src[k][i] = row[i];
      }
   }
   bool takes_apart = inst->op == GCN_V_FREXP_MANT_F64 || inst->op == GCN_V_FREXP_EXP_I32_F64;
   if (takes_apart && !(mode->denorm64 & 1))
      LANES src[0][i] = src[0][i] >> 52 & 2047 ? src[0][i] : src[0][i] & UINT64_C(1) << 63;
   /* Conversions to and from f32 round and flush the f32 side. */
   bool f64_rules = (info->flags & GCN_FLAG_F64) && inst->op != GCN_V_CVT_F32_F64;
   if (inst->op == GCN_V_CVT_F64_F32 && !(mode->denorm32 & 1))
      LANES src[0][i] = src[0][i] & 0x7f800000 ? src[0][i] : src[0][i] & 0x80000000;
   uint32_t saved = 0;
   if (f64_rules) {
      struct sq_mode m = { .round32 = mode->round64, .denorm32 = mode->denorm64 };
      saved = sq_fp_enter(&m);
   }
   bool known = exec64(inst, n, sq_read64(s, GCN_SRC_VCC_LO, 0), src[0], src[1], src[2], d, &mask);
   bool is_f64 = info->dst[0] == GCN_T_F64;
   if (known && inst->omod && !((is_f64 ? mode->denorm64 : mode->denorm32) & 2)) {
      double scale = (double)sq_omod_scale[inst->omod];
      LANES d[i] = is_f64 ? U(D(d[i]) * scale) : sq_f2u(sq_u2f((uint32_t)d[i]) * (float)scale);
   }
   if (known && inst->clamp && (is_f64 || info->dst[0] == GCN_T_F32))
      LANES d[i] = is_f64 ? U(sq_clamp64(D(d[i]), mode->dx10_clamp)) : sq_f2u(sq_clamp(sq_u2f((uint32_t)d[i]), mode->dx10_clamp));
   if (is_f64)
      LANES d[i] = sim_canonical_64(d[i]);
   else if (info->dst[0] == GCN_T_F32)
      LANES d[i] = sim_canonical_32((uint32_t)d[i]);
   if (f64_rules)
      sq_fp_leave(saved);
   if (!known)
      return sq_unsupported(s, inst);

   uint32_t word[64];
   LANES word[i] = (uint32_t)d[i];
   sq_store_row(sq_vgpr(s, inst->dst[0].code), word, s->w->exec, n);
   if (inst->dst[0].dwords == 2) {
      LANES word[i] = (uint32_t)(d[i] >> 32);
      sq_store_row(sq_vgpr(s, inst->dst[0].code + 1), word, s->w->exec, n);
   }
   if (inst->num_dst > 1)
      sq_write64(s, inst->dst[1].code, mask & s->w->exec);
   return true;
}

bool sq_valu64_supports(enum gcn_op op)
{
   uint64_t mask;
   struct gcn_inst inst = { .op = (uint16_t)op };
   return op == GCN_V_MQSAD_U32_U8 || exec64(&inst, 0, 0, 0, 0, 0, 0, &mask);
}
