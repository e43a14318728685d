/* isa_vcmp.c: compares and classes. v_cmpx also writes EXEC; the harness looks at that. */
#include "winsys/sim/sq/tests/isa.h"

/* Bits of the class mask (manual, V_CMP_CLASS). */
static unsigned class_of(double x, bool quiet, bool denormal)
{
   bool minus = signbit(x);
   if (isnan(x))
      return quiet ? 1 << 1 : 1 << 0;
   if (isinf(x))
      return minus ? 1 << 2 : 1 << 9;
   if (x == 0)
      return minus ? 1 << 5 : 1 << 6;
   return denormal ? minus ? 1 << 4 : 1 << 7 : minus ? 1 << 3 : 1 << 8;
}

#define CLASS32 (class_of((double)FK(0), U(0) >> 22 & 1, fabsf(FK(0)) < 0x1p-126f) & U(1)) != 0
#define CLASS64 (class_of(DK(0), Q(0) >> 51 & 1, fabs(DK(0)) < 0x1p-1022) & U(1)) != 0
#define CLASS16 (class_of((double)HK(0), U(0) >> 9 & 1, fabsf(HK(0)) < 0x1p-14f) & U(1)) != 0

#define BOTH(name, e) ROW(V_CMP_##name, e) ROW(V_CMPX_##name, e)
#define SIGNALLING(name, e) ROW(V_CMPS_##name, e) ROW(V_CMPSX_##name, e) /* before GFX8; traps are not simulated */
#define FLOATS(PAIR, t, a, b) \
   PAIR(F_##t, false) PAIR(LT_##t, a < b) PAIR(EQ_##t, a == b) PAIR(LE_##t, a <= b) PAIR(GT_##t, a > b) \
   PAIR(LG_##t, a < b || a > b) PAIR(GE_##t, a >= b) PAIR(O_##t, !isnan(a) && !isnan(b)) PAIR(U_##t, isnan(a) || isnan(b)) \
   PAIR(NGE_##t, !(a >= b)) PAIR(NLG_##t, !(a < b || a > b)) PAIR(NGT_##t, !(a > b)) PAIR(NLE_##t, !(a <= b)) \
   PAIR(NEQ_##t, !(a == b)) PAIR(NLT_##t, !(a < b)) PAIR(TRU_##t, true)
#define INTEGERS(t, a, b) \
   BOTH(F_##t, false) BOTH(LT_##t, a < b) BOTH(EQ_##t, a == b) BOTH(LE_##t, a <= b) BOTH(GT_##t, a > b) BOTH(NE_##t, a != b) \
   BOTH(GE_##t, a >= b) BOTH(T_##t, true)

#define ROWS \
   BOTH(CLASS_F32, CLASS32) BOTH(CLASS_F64, CLASS64) BOTH(CLASS_F16, CLASS16) \
   FLOATS(BOTH, F16, H(0), H(1)) FLOATS(BOTH, F32, F(0), F(1)) FLOATS(BOTH, F64, D(0), D(1)) \
   FLOATS(SIGNALLING, F32, F(0), F(1)) FLOATS(SIGNALLING, F64, D(0), D(1)) \
   INTEGERS(I16, SW(0), SW(1)) INTEGERS(U16, W(0), W(1)) INTEGERS(I32, S(0), S(1)) INTEGERS(U32, U(0), U(1)) \
   INTEGERS(I64, SQ(0), SQ(1)) INTEGERS(U64, Q(0), Q(1))

#define ROW(op, e) static void ref_##op(struct isa_vec *v) { v->mask = (e); }
ROWS
#undef ROW
#define ROW(op, e) { GCN_##op, ref_##op, 0, 0 },
const struct isa_row isa_vcmp[] = { ROWS };
const unsigned isa_vcmp_count = sizeof isa_vcmp / sizeof *isa_vcmp;
