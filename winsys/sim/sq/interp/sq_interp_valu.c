/* sq_interp_valu.c: VOP1, VOP2 and VOP3 on 32-bit values, and what is common to all of the vector unit's results: output
 * modifiers, SDWA's destination, the merge under EXEC. Each case loops over the lanes so that the compiler vectorises it.
 * 16-bit values: sq_interp_valu16.c; 64-bit: sq_interp_valu64.c. */
#include <string.h>

#include "winsys/sim/sq/interp/sq_interp.h"

/* Results may lie in the row of a source, but never beside it: lanes are independent. */
#define LANES _Pragma("GCC ivdep") for (unsigned i = 0; i < n; i++)
#define F(row) ((sq_f32 *)(row))
#define I(row) ((int32_t *)(row))

static int32_t sext24(uint32_t v) { return (int32_t)(v << 8) >> 8; }
static uint32_t zext24(uint32_t v) { return v & 0xffffff; }

static uint32_t sad_u8(uint32_t a, uint32_t b, bool masked)
{
   uint32_t sum = 0;
   for (unsigned k = 0; k < 32; k += 8) {
      int32_t x = (int32_t)(a >> k & 255), y = (int32_t)(b >> k & 255);
      sum += masked && !y ? 0 : (uint32_t)(x < y ? y - x : x - y);
   }
   return sum;
}

static uint32_t perm(uint32_t high, uint32_t low, uint32_t selector)
{
   uint64_t q = (uint64_t)high << 32 | low;
   uint32_t r = 0;
   for (unsigned k = 0; k < 4; k++) {
      unsigned sel = selector >> 8 * k & 255;
      uint32_t byte = sel < 8 ? (uint32_t)(q >> 8 * sel) & 255
                      : sel < 12 ? (q >> (16 * (sel - 8) + 15) & 1 ? 255 : 0)
                      : sel == 12 ? 0 : 255;
      r |= byte << 8 * k;
   }
   return r;
}

static uint32_t lerp_u8(uint32_t a, uint32_t b, uint32_t c)
{
   uint32_t r = 0;
   for (unsigned k = 0; k < 32; k += 8)
      r |= (((a >> k & 255) + (b >> k & 255) + (c >> k & 1)) >> 1) << k;
   return r;
}

static uint32_t ffbh_i32(uint32_t v)
{
   uint32_t x = (int32_t)v < 0 ? ~v : v;
   return x ? (uint32_t)__builtin_clz(x) : UINT32_MAX;
}

static uint32_t cvt_u8(float x)
{
   float r = sq_rndne(x);
   return r >= 255.0f ? 255 : r > 0.0f ? (uint32_t)r : 0;
}

static uint32_t clamp_i16(int32_t v) { return (uint32_t)(v < -32768 ? -32768 : v > 32767 ? 32767 : v) & 0xffff; }
static uint32_t clamp_u16(uint32_t v) { return v > 65535 ? 65535 : v; }

static float clamp_max(float x)
{
   return x == INFINITY ? 0x1.fffffep127f : x == -INFINITY ? -0x1.fffffep127f : x;
}

/* The older "legacy" reciprocals give zero for an infinity, with its sign. */
static float no_infinity(float x)
{
   return fabsf(x) == INFINITY ? copysignf(0.0f, x) : x;
}

/* A comparison flushes denormals, the selected bits stay. GCC 16 makes one minps of both, which flushes the result, too. */
static uint32_t select_bits(uint32_t holds, uint32_t a, uint32_t b)
{
   __asm__("" : "+r"(holds));
   return holds ? a : b;
}

static int exponent(float x) { return (int)(sq_f2u(x) >> 23 & 255); }
static bool is_denormal(float x) { uint32_t a = sq_f2u(x) & 0x7fffffff; return a && a < 0x00800000; }

static float div_scale(float s0, float den, float num, bool *vcc)
{
   static const struct sq_division_limits limits = { 96, 23, 64 };
   *vcc = false;
   if (num == 0.0f || den == 0.0f)
      return sq_u2f(SIM_NAN_32);
   /* Quotients by exponent, as the host may flush: a result is denormal below exponent 1. */
   double rcp = fabs(1.0 / (double)den), quotient = fabs((double)num / (double)den);
   const struct sq_division d = { sq_f2u(s0) == sq_f2u(den), sq_f2u(s0) == sq_f2u(num), rcp != 0.0 && rcp < 0x1p-126,
                                  quotient != 0.0 && quotient < 0x1p-126, exponent(den), exponent(num) };
   const int n = sq_div_scale(&d, &limits, vcc);
   return n ? sq_ldexp(s0, n) : s0;
}

static float frexp_flush(float x, bool keep)
{
   return is_denormal(x) && !keep ? sq_copysign(0.0f, x) : x;
}

static int32_t min_i(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t max_i(int32_t a, int32_t b) { return a > b ? a : b; }
static uint32_t min_u(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t max_u(uint32_t a, uint32_t b) { return a > b ? a : b; }
static uint32_t distance(uint32_t a, uint32_t b) { return a > b ? a - b : b - a; }

/* CLAMP on the integer operations that have it: saturation. */
static uint32_t sat_u(uint64_t v) { return v > UINT32_MAX ? UINT32_MAX : (uint32_t)v; }
static uint32_t added(uint32_t a, uint64_t b, bool clamp) { return clamp ? sat_u(a + b) : (uint32_t)(a + b); }
static int32_t sat_i(int64_t v) { return v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : (int32_t)v; }

struct sq_carry sq_carry(enum gcn_op op)
{
   switch (op) {
   case GCN_V_ADD_U32: return (struct sq_carry){ .found = true };
   case GCN_V_ADDC_U32: return (struct sq_carry){ .found = true, .takes = true };
   case GCN_V_SUB_U32: return (struct sq_carry){ .found = true, .subtracts = true };
   case GCN_V_SUBB_U32: return (struct sq_carry){ .found = true, .subtracts = true, .takes = true };
   case GCN_V_SUBREV_U32: return (struct sq_carry){ .found = true, .subtracts = true, .reversed = true };
   case GCN_V_SUBBREV_U32: return (struct sq_carry){ .found = true, .subtracts = true, .reversed = true, .takes = true };
   default: return (struct sq_carry){ 0 };
   }
}

/* Additions with carry. *carry: lanes that carry out. */
static bool exec_carry(const struct gcn_inst *inst, unsigned n, const uint32_t *a, const uint32_t *b, uint64_t in,
                       uint32_t d[64], uint64_t *carry)
{
   uint64_t out = 0;
   const struct sq_carry op = sq_carry((enum gcn_op)inst->op);
   const uint32_t *x = op.reversed ? b : a, *y = op.reversed ? a : b;
   LANES {
      uint64_t c = op.takes ? in >> i & 1 : 0;
      uint64_t r = op.subtracts ? (uint64_t)x[i] - y[i] - c : (uint64_t)x[i] + y[i] + c;
      bool o = r >> 32 & 1;
      d[i] = inst->clamp && o ? (op.subtracts ? 0 : UINT32_MAX) : (uint32_t)r;
      out |= (uint64_t)o << i;
   }
   *carry = out;
   return true;
}

/* One switch, one case per operation: a, b, c are the sources, d the result. */
UT_CLONES static bool exec32(struct sq_state *s, const struct gcn_inst *inst, const uint32_t *a, const uint32_t *b,
                   const uint32_t *c, uint32_t d[64], uint64_t *mask)
{
   const unsigned n = s->w->lanes;
   const struct sq_mode *mode = &s->mode;
   const bool clamp = inst->clamp;
   switch (inst->op) {
   case GCN_V_NOP: return true;
   case GCN_V_MOV_B32: LANES d[i] = a[i]; return true;
   case GCN_V_CVT_F32_I32: LANES F(d)[i] = (float)I(a)[i]; return true;
   case GCN_V_CVT_F32_U32: LANES F(d)[i] = (float)a[i]; return true;
   case GCN_V_CVT_U32_F32: LANES d[i] = sq_f32_to_u32(F(a)[i]); return true;
   case GCN_V_CVT_I32_F32: LANES I(d)[i] = sq_f32_to_i32(F(a)[i]); return true;
   case GCN_V_CVT_RPI_I32_F32: LANES I(d)[i] = sq_f32_to_i32(sq_floor(F(a)[i] + 0.5f)); return true;
   case GCN_V_CVT_FLR_I32_F32: LANES I(d)[i] = sq_f32_to_i32(sq_floor(F(a)[i])); return true;
   case GCN_V_CVT_OFF_F32_I4: LANES F(d)[i] = (float)(int32_t)((a[i] & 15) ^ 8) / 16.0f - 0.5f; return true;
   case GCN_V_CVT_F32_UBYTE0: LANES F(d)[i] = (float)(int32_t)(a[i] & 255); return true;
   case GCN_V_CVT_F32_UBYTE1: LANES F(d)[i] = (float)(int32_t)(a[i] >> 8 & 255); return true;
   case GCN_V_CVT_F32_UBYTE2: LANES F(d)[i] = (float)(int32_t)(a[i] >> 16 & 255); return true;
   case GCN_V_CVT_F32_UBYTE3: LANES F(d)[i] = (float)(int32_t)(a[i] >> 24); return true;
   case GCN_V_FRACT_F32: LANES F(d)[i] = sq_fract(F(a)[i]); return true;
   case GCN_V_TRUNC_F32: LANES F(d)[i] = sq_trunc(F(a)[i]); return true;
   case GCN_V_CEIL_F32: LANES F(d)[i] = sq_ceil(F(a)[i]); return true;
   case GCN_V_RNDNE_F32: LANES F(d)[i] = sq_rndne(F(a)[i]); return true;
   case GCN_V_FLOOR_F32: LANES F(d)[i] = sq_floor(F(a)[i]); return true;
   case GCN_V_EXP_F32: case GCN_V_EXP_LEGACY_F32: LANES F(d)[i] = sq_exp2(F(a)[i]); return true;
   case GCN_V_LOG_F32: case GCN_V_LOG_LEGACY_F32: LANES F(d)[i] = sq_log2(F(a)[i]); return true;
   case GCN_V_LOG_CLAMP_F32: LANES F(d)[i] = clamp_max(sq_log2(F(a)[i])); return true;
   case GCN_V_RCP_F32: case GCN_V_RCP_IFLAG_F32: LANES F(d)[i] = sq_rcp(F(a)[i]); return true;
   case GCN_V_RCP_CLAMP_F32: LANES F(d)[i] = clamp_max(sq_rcp(F(a)[i])); return true;
   case GCN_V_RCP_LEGACY_F32: LANES F(d)[i] = no_infinity(sq_rcp(F(a)[i])); return true;
   case GCN_V_RSQ_F32: LANES F(d)[i] = sq_rsq(F(a)[i]); return true;
   case GCN_V_RSQ_CLAMP_F32: LANES F(d)[i] = clamp_max(sq_rsq(F(a)[i])); return true;
   case GCN_V_RSQ_LEGACY_F32: LANES F(d)[i] = no_infinity(sq_rsq(F(a)[i])); return true;
   case GCN_V_SQRT_F32: LANES F(d)[i] = sq_sqrt(F(a)[i]); return true;
   case GCN_V_SIN_F32: LANES F(d)[i] = sq_sin(F(a)[i]); return true;
   case GCN_V_COS_F32: LANES F(d)[i] = sq_cos(F(a)[i]); return true;
   case GCN_V_NOT_B32: LANES d[i] = ~a[i]; return true;
   case GCN_V_BFREV_B32: LANES d[i] = sq_reverse(a[i]); return true;
   case GCN_V_FFBH_U32: LANES d[i] = a[i] ? (uint32_t)__builtin_clz(a[i]) : UINT32_MAX; return true;
   case GCN_V_FFBL_B32: LANES d[i] = a[i] ? (uint32_t)__builtin_ctz(a[i]) : UINT32_MAX; return true;
   case GCN_V_FFBH_I32: LANES d[i] = ffbh_i32(a[i]); return true;
   case GCN_V_FREXP_EXP_I32_F32:
      LANES I(d)[i] = sq_frexp_exp(frexp_flush(F(a)[i], mode->denorm32 & 1));
      return true;
   case GCN_V_FREXP_MANT_F32: LANES F(d)[i] = sq_frexp_mant(frexp_flush(F(a)[i], mode->denorm32 & 1)); return true;

   case GCN_V_CNDMASK_B32: {
      uint64_t select = sq_read64(s, inst->src[2].code, 0);
      LANES d[i] = select >> i & 1 ? b[i] : a[i];
      return true;
   }
   case GCN_V_ADD_F32: LANES F(d)[i] = F(a)[i] + F(b)[i]; return true;
   case GCN_V_SUB_F32: LANES F(d)[i] = F(a)[i] - F(b)[i]; return true;
   case GCN_V_SUBREV_F32: LANES F(d)[i] = F(b)[i] - F(a)[i]; return true;
   case GCN_V_MUL_LEGACY_F32: LANES F(d)[i] = sq_mul_legacy(F(a)[i], F(b)[i]); return true;
   case GCN_V_MUL_F32: LANES F(d)[i] = F(a)[i] * F(b)[i]; return true;
   case GCN_V_MUL_I32_I24: LANES d[i] = (uint32_t)sext24(a[i]) * (uint32_t)sext24(b[i]); return true;
   case GCN_V_MUL_HI_I32_I24:
      LANES d[i] = (uint32_t)((uint64_t)((int64_t)sext24(a[i]) * sext24(b[i])) >> 32);
      return true;
   case GCN_V_MUL_U32_U24: LANES d[i] = zext24(a[i]) * zext24(b[i]); return true;
   case GCN_V_MUL_HI_U32_U24: LANES d[i] = (uint32_t)((uint64_t)zext24(a[i]) * zext24(b[i]) >> 32); return true;
   case GCN_V_MIN_LEGACY_F32: LANES d[i] = select_bits(F(a)[i] < F(b)[i], a[i], b[i]); return true;
   case GCN_V_MAX_LEGACY_F32: LANES d[i] = select_bits(F(a)[i] >= F(b)[i], a[i], b[i]); return true;
   case GCN_V_MIN_F32: LANES d[i] = sq_min_bits(a[i], b[i]); return true;
   case GCN_V_MAX_F32: LANES d[i] = sq_max_bits(a[i], b[i]); return true;
   case GCN_V_MIN_I32: LANES I(d)[i] = min_i(I(a)[i], I(b)[i]); return true;
   case GCN_V_MAX_I32: LANES I(d)[i] = max_i(I(a)[i], I(b)[i]); return true;
   case GCN_V_MIN_U32: LANES d[i] = min_u(a[i], b[i]); return true;
   case GCN_V_MAX_U32: LANES d[i] = max_u(a[i], b[i]); return true;
   case GCN_V_LSHR_B32: LANES d[i] = a[i] >> (b[i] & 31); return true;
   case GCN_V_LSHRREV_B32: LANES d[i] = b[i] >> (a[i] & 31); return true;
   case GCN_V_ASHR_I32: LANES I(d)[i] = I(a)[i] >> (b[i] & 31); return true;
   case GCN_V_ASHRREV_I32: LANES I(d)[i] = I(b)[i] >> (a[i] & 31); return true;
   case GCN_V_LSHL_B32: LANES d[i] = a[i] << (b[i] & 31); return true;
   case GCN_V_LSHLREV_B32: LANES d[i] = b[i] << (a[i] & 31); return true;
   case GCN_V_AND_B32: LANES d[i] = a[i] & b[i]; return true;
   case GCN_V_OR_B32: LANES d[i] = a[i] | b[i]; return true;
   case GCN_V_XOR_B32: LANES d[i] = a[i] ^ b[i]; return true;
   case GCN_V_MAC_F32: case GCN_V_MAD_F32: case GCN_V_MADMK_F32: case GCN_V_MADAK_F32:
      LANES { /* two roundings */
         float product = F(a)[i] * F(b)[i];
         F(d)[i] = product + F(c)[i];
      }
      return true;
   case GCN_V_MAC_LEGACY_F32: case GCN_V_MAD_LEGACY_F32:
      LANES F(d)[i] = sq_mul_legacy(F(a)[i], F(b)[i]) + F(c)[i];
      return true;
   case GCN_V_ADD_U32: case GCN_V_SUB_U32: case GCN_V_SUBREV_U32: case GCN_V_ADDC_U32: case GCN_V_SUBB_U32:
   case GCN_V_SUBBREV_U32:
      return exec_carry(inst, n, a, b, inst->num_src > 2 ? sq_read64(s, inst->src[2].code, 0) : 0, d, mask);

   case GCN_V_MAD_I32_I24:
      LANES {
         int64_t r = (int64_t)sext24(a[i]) * sext24(b[i]) + I(c)[i];
         d[i] = clamp ? (uint32_t)sat_i(r) : (uint32_t)r;
      }
      return true;
   case GCN_V_MAD_U32_U24:
      LANES {
         uint64_t r = (uint64_t)zext24(a[i]) * zext24(b[i]) + c[i];
         d[i] = clamp ? sat_u(r) : (uint32_t)r;
      }
      return true;
   case GCN_V_CUBEID_F32: LANES F(d)[i] = sq_cubeid(F(a)[i], F(b)[i], F(c)[i]); return true;
   case GCN_V_CUBESC_F32: LANES F(d)[i] = sq_cubesc(F(a)[i], F(b)[i], F(c)[i]); return true;
   case GCN_V_CUBETC_F32: LANES F(d)[i] = sq_cubetc(F(a)[i], F(b)[i], F(c)[i]); return true;
   case GCN_V_CUBEMA_F32: LANES F(d)[i] = sq_cubema(F(a)[i], F(b)[i], F(c)[i]); return true;
   case GCN_V_BFE_U32: LANES d[i] = sq_bfe_u32(a[i], b[i], c[i]); return true;
   case GCN_V_BFE_I32: LANES d[i] = sq_bfe_i32(a[i], b[i], c[i]); return true;
   case GCN_V_BFI_B32: LANES d[i] = (a[i] & b[i]) | (~a[i] & c[i]); return true;
   case GCN_V_FMA_F32: LANES F(d)[i] = fmaf(F(a)[i], F(b)[i], F(c)[i]); return true;
   case GCN_V_LERP_U8: LANES d[i] = lerp_u8(a[i], b[i], c[i]); return true;
   case GCN_V_ALIGNBIT_B32: LANES d[i] = (uint32_t)(((uint64_t)a[i] << 32 | b[i]) >> (c[i] & 31)); return true;
   case GCN_V_ALIGNBYTE_B32: LANES d[i] = (uint32_t)(((uint64_t)a[i] << 32 | b[i]) >> 8 * (c[i] & 3)); return true;
   case GCN_V_MULLIT_F32: /* manual: src0 * src1 unless src1 or src2 says "no light" */
      LANES {
         bool none = F(b)[i] == -0x1.fffffep127f || F(b)[i] == -INFINITY || F(b)[i] != F(b)[i] || !(F(c)[i] > 0.0f);
         F(d)[i] = none ? -0x1.fffffep127f : sq_mul_legacy(F(a)[i], F(b)[i]);
      }
      return true;
   case GCN_V_MIN3_F32: LANES d[i] = sq_min_bits(sq_min_bits(a[i], b[i]), c[i]); return true;
   case GCN_V_MAX3_F32: LANES d[i] = sq_max_bits(sq_max_bits(a[i], b[i]), c[i]); return true;
   case GCN_V_MED3_F32: LANES d[i] = sq_med3_bits(a[i], b[i], c[i]); return true;
   case GCN_V_MIN3_I32: LANES I(d)[i] = min_i(min_i(I(a)[i], I(b)[i]), I(c)[i]); return true;
   case GCN_V_MAX3_I32: LANES I(d)[i] = max_i(max_i(I(a)[i], I(b)[i]), I(c)[i]); return true;
   case GCN_V_MED3_I32:
      LANES I(d)[i] = max_i(min_i(I(a)[i], I(b)[i]), min_i(max_i(I(a)[i], I(b)[i]), I(c)[i]));
      return true;
   case GCN_V_MIN3_U32: LANES d[i] = min_u(min_u(a[i], b[i]), c[i]); return true;
   case GCN_V_MAX3_U32: LANES d[i] = max_u(max_u(a[i], b[i]), c[i]); return true;
   case GCN_V_MED3_U32: LANES d[i] = max_u(min_u(a[i], b[i]), min_u(max_u(a[i], b[i]), c[i])); return true;
   case GCN_V_SAD_U8: LANES d[i] = added(c[i], sad_u8(a[i], b[i], false), clamp); return true;
   case GCN_V_SAD_HI_U8: LANES d[i] = added(c[i], (uint64_t)sad_u8(a[i], b[i], false) << 16, clamp); return true;
   case GCN_V_SAD_U16:
      LANES d[i] = added(c[i], (uint64_t)distance(a[i] & 0xffff, b[i] & 0xffff) + distance(a[i] >> 16, b[i] >> 16), clamp);
      return true;
   case GCN_V_SAD_U32: LANES d[i] = added(c[i], distance(a[i], b[i]), clamp); return true;
   case GCN_V_MSAD_U8: LANES d[i] = added(c[i], sad_u8(a[i], b[i], true), clamp); return true;
   case GCN_V_CVT_PK_U8_F32:
      LANES { unsigned at = 8 * (b[i] & 3); d[i] = (c[i] & ~(255u << at)) | cvt_u8(F(a)[i]) << at; }
      return true;
   case GCN_V_CVT_PKACCUM_U8_F32: {
      const uint32_t *old = sq_vgpr(s, inst->dst[0].code);
      LANES { unsigned at = 8 * (b[i] & 3); d[i] = (old[i] & ~(255u << at)) | cvt_u8(F(a)[i]) << at; }
      return true;
   }
   case GCN_V_DIV_FIXUP_F32: LANES d[i] = (uint32_t)sq_div_fixup(a[i], b[i], c[i], 23, 8, 150); return true;
   case GCN_V_DIV_SCALE_F32: {
      uint64_t scaled = 0;
      LANES {
         bool vcc;
         F(d)[i] = div_scale(F(a)[i], F(b)[i], F(c)[i], &vcc);
         scaled |= (uint64_t)vcc << i;
      }
      *mask = scaled;
      return true;
   }
   case GCN_V_DIV_FMAS_F32: {
      uint64_t vcc = sq_read64(s, GCN_SRC_VCC_LO, 0);
      /* Undoes v_div_scale: a large quotient had its divisor scaled, a small one its dividend. */
      LANES {
         float r = fmaf(F(a)[i], F(b)[i], F(c)[i]);
         F(d)[i] = vcc >> i & 1 ? r * (sq_abs(F(c)[i]) >= 2.0f ? 0x1p64f : 0x1p-64f) : r;
      }
      return true;
   }
   case GCN_V_PERM_B32: LANES d[i] = perm(a[i], b[i], c[i]); return true;

   case GCN_V_MUL_LO_U32: case GCN_V_MUL_LO_I32: LANES d[i] = a[i] * b[i]; return true;
   case GCN_V_MUL_HI_U32: LANES d[i] = (uint32_t)((uint64_t)a[i] * b[i] >> 32); return true;
   case GCN_V_MUL_HI_I32: LANES d[i] = (uint32_t)((uint64_t)((int64_t)I(a)[i] * I(b)[i]) >> 32); return true;
   case GCN_V_LDEXP_F32: LANES F(d)[i] = sq_ldexp(F(a)[i], I(b)[i]); return true;
   case GCN_V_BCNT_U32_B32: LANES d[i] = (uint32_t)__builtin_popcount(a[i]) + b[i]; return true;
   case GCN_V_MBCNT_LO_U32_B32:
      LANES d[i] = b[i] + (uint32_t)__builtin_popcount(a[i] & (i < 32 ? (1u << i) - 1 : UINT32_MAX));
      return true;
   case GCN_V_MBCNT_HI_U32_B32:
      LANES d[i] = b[i] + (i < 32 ? 0 : (uint32_t)__builtin_popcount(a[i] & ((1u << (i - 32)) - 1)));
      return true;
   case GCN_V_BFM_B32: LANES d[i] = ((1u << (a[i] & 31)) - 1) << (b[i] & 31); return true;
   case GCN_V_CVT_PKNORM_I16_F32: LANES d[i] = sq_pknorm_i16(F(a)[i]) | sq_pknorm_i16(F(b)[i]) << 16; return true;
   case GCN_V_CVT_PKNORM_U16_F32: LANES d[i] = sq_pknorm_u16(F(a)[i]) | sq_pknorm_u16(F(b)[i]) << 16; return true;
   case GCN_V_CVT_PKRTZ_F16_F32:
      LANES d[i] = sq_f32_to_f16_rtz(F(a)[i]) | sq_f32_to_f16_rtz(F(b)[i]) << 16;
      return true;
   case GCN_V_CVT_PK_U16_U32: LANES d[i] = clamp_u16(a[i]) | clamp_u16(b[i]) << 16; return true;
   case GCN_V_CVT_PK_I16_I32: LANES d[i] = clamp_i16(I(a)[i]) | clamp_i16(I(b)[i]) << 16; return true;
   default: return false;
   }
}

void sq_exec_floats(struct sq_state *s, enum gcn_op op, const float *a, const float *b, float *r)
{
   const struct gcn_inst inst = { .op = (uint16_t)op };
   exec32(s, &inst, (const void *)a, (const void *)b, NULL, (void *)r, NULL);
}

/* Lane moves and indexed registers: they do not fit "row in, row out". *done: the instruction is complete. */
static bool exec_moves(struct sq_state *s, const struct gcn_inst *inst, bool *done)
{
   struct sq_wave *w = s->w;
   *done = true;
   switch (inst->op) {
   case GCN_V_NOP: case GCN_V_CLREXCP:
      return true;
   case GCN_V_READFIRSTLANE_B32: {
      uint32_t room[64];
      unsigned lane = w->exec ? (unsigned)__builtin_ctzll(w->exec) : 0;
      sq_write32(s, inst->dst[0].code, sq_source(s, inst, 0, 0, room)[lane]);
      return true;
   }
   case GCN_V_READLANE_B32: {
      uint32_t room[64];
      unsigned lane = sq_read32(s, inst->src[1].code, 0) & 63;
      const uint32_t *row = sq_source(s, inst, 0, 0, room);
      sq_write32(s, inst->dst[0].code, row == room && lane >= w->lanes ? room[0] : row[lane]);
      return true;
   }
   case GCN_V_WRITELANE_B32:
      sq_vgpr(s, inst->dst[0].code)[sq_read32(s, inst->src[1].code, 0) & 63] = sq_read32(s, inst->src[0].code, inst->literal);
      return true;
   case GCN_V_MOVRELS_B32: case GCN_V_MOVRELD_B32: case GCN_V_MOVRELSD_B32: {
      uint32_t room[64], m0 = w->sgpr[GCN_SRC_M0];
      struct gcn_inst moved = *inst;
      uint32_t src = inst->src[0].code, dst = inst->dst[0].code;
      if (inst->op != GCN_V_MOVRELD_B32 && src >= GCN_SRC_VGPR0)
         src += m0;
      if (inst->op != GCN_V_MOVRELS_B32)
         dst += m0;
      if ((src != inst->src[0].code && (src < GCN_SRC_VGPR0 || src > 511)) || dst < GCN_SRC_VGPR0 || dst > 511) {
         src = inst->src[0].code; /* the hardware falls back to the unindexed register */
         dst = inst->dst[0].code;
      }
      moved.src[0].code = (uint16_t)src;
      const uint32_t *row = sq_source(s, &moved, 0, 0, room);
      sq_store_row(sq_vgpr(s, dst), row, w->exec, w->lanes);
      return true;
   }
   default:
      *done = false;
      return true;
   }
}

static void put_sdwa(const struct gcn_inst *inst, const uint32_t *old, uint32_t d[64], unsigned n)
{
   unsigned sel = inst->sdwa.dst_sel;
   if (sel == 6)
      return;
   unsigned bits = sel < 4 ? 8 : 16, shift = sel < 4 ? 8 * sel : 16 * (sel - 4);
   uint32_t part = ((1u << bits) - 1) << shift;
   LANES {
      uint32_t v = d[i] << shift & part;
      if (inst->sdwa.dst_unused == 1)
         v = (uint32_t)((int32_t)(d[i] << (32 - bits)) >> (32 - bits)) << shift;
      else if (inst->sdwa.dst_unused == 2)
         v |= old[i] & ~part;
      d[i] = v;
   }
}

/* After the modifiers: the one NaN of a float result. */
UT_CLONES static void put_nans(uint32_t d[64], unsigned n)
{
   LANES d[i] = sim_canonical_32(d[i]);
}

static void put_modifiers(const struct sq_state *s, const struct gcn_inst *inst, uint32_t d[64], unsigned n)
{
   /* OMOD has no effect while denormal results are kept (manual: VOP3 modifiers). */
   if (inst->omod && !(s->mode.denorm32 & 2)) {
      float scale = sq_omod_scale[inst->omod];
      LANES F(d)[i] = F(d)[i] * scale;
   }
   if (inst->clamp) {
      bool dx10 = s->mode.dx10_clamp;
      LANES F(d)[i] = sq_clamp(F(d)[i], dx10);
   }
}

bool sq_exec_valu(struct sq_state *s, const struct gcn_inst *inst)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   struct sq_wave *w = s->w;
   unsigned n = w->lanes;
   bool done;
   if (!exec_moves(s, inst, &done))
      return false;
   if (done)
      return true;

   uint32_t room_d[64], *row = sq_vgpr(s, inst->dst[0].code), *d = room_d;
   uint64_t carry = 0, write = w->exec;
   if (write == s->lane_mask && !inst->is_dpp && !inst->is_sdwa)
      d = row; /* nothing to merge */
   bool half = sq_width((enum gcn_op)inst->op) == SQ_WIDTH_16;
   if (half) {
      if (!sq_exec_valu16(s, inst, d, &carry))
         return sq_unsupported(s, inst);
   } else {
      uint32_t room[3][64];
      const uint32_t *src[3] = { room[0], room[0], room[0] };
      for (unsigned i = 0; i < inst->num_src && i < 3; i++) {
         if (info->src[i] != GCN_T_MASK)
            src[i] = sq_source(s, inst, i, 0, room[i]);
      }
      if (!exec32(s, inst, src[0], src[1], src[2], d, &carry))
         return sq_unsupported(s, inst);
      if (info->dst[0] == GCN_T_F32 && (inst->omod || inst->clamp))
         put_modifiers(s, inst, d, n);
   }
   if (info->dst[0] == GCN_T_F32)
      put_nans(d, n);
   if (inst->is_dpp)
      write &= sq_dpp_mask(s, inst);
   if (inst->is_sdwa)
      put_sdwa(inst, row, d, n);
   if (d != row)
      sq_store_row(row, d, write, n);
   if (inst->num_dst > 1)
      sq_write64(s, inst->dst[1].code, carry & write);
   return true;
}

/* Tests whether an operation has a case: executes it in a wave without active lanes. */
bool sq_valu_supports(enum gcn_op op)
{
   uint32_t row[64] = { 0 }, d[64];
   uint64_t mask;
   struct sq_program p = { 0 };
   struct sq_wave w = { .lanes = 0 };
   uint32_t (*vgpr)[SQ_MAX_LANES] = &row;
   w.vgpr = vgpr;
   struct sq_state s = { .w = &w, .p = &p };
   struct gcn_inst inst = { .op = (uint16_t)op, .enc = GCN_VOP3, .num_src = 3, .num_dst = 1 };
   switch (op) {
   case GCN_V_CLREXCP: case GCN_V_READFIRSTLANE_B32: case GCN_V_READLANE_B32: case GCN_V_WRITELANE_B32:
   case GCN_V_MOVRELS_B32: case GCN_V_MOVRELD_B32: case GCN_V_MOVRELSD_B32:
      return true;
   default:
      return exec32(&s, &inst, row, row, row, d, &mask);
   }
}
