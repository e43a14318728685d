/* sq_functions.h: functions of the vector unit, defined once for both engines, in the names of jit/jit_op.h. sq_math.h includes this
 * for one lane in C (sq_exp2), jit_math.c to build the same on vectors (jit_exp2). So both agree to the bit. A BY_HOST_ line is an
 * instruction of the host that gives the same result; C has none. No guard: each includes it once. */

#define ABS_BITS 0x7fffffff
#define SIGN_BIT 0x80000000
#define POLY(p, x, c) FMA(p, x, F(c))
/* To the nearest integer, below 2^22. */
#define NEAREST(x) FSUB(FADD(x, F(0x1.8p23f)), F(0x1.8p23f))

FN(NUM, abs, NUM x) { return TO_F(AND(TO_I(x), I(ABS_BITS))); }
LOCAL_FN(NUM, negated, NUM x) { return TO_F(XOR(TO_I(x), I(SIGN_BIT))); }
FN(NUM, copysign, NUM x, NUM sign) { return TO_F(OR(AND(TO_I(x), I(ABS_BITS)), AND(TO_I(sign), I(SIGN_BIT)))); }

/* ---- rounding to integers. 2^23 pushes the fraction out; from 2^23 on there is none. */
FN(NUM, rndne, NUM x)
{
   BY_HOST_ROUNDING("llvm.roundeven.", x);
   NUM a = CALL(abs, x), r = FSUB(FADD(a, F(0x1p23f)), F(0x1p23f));
   return SEL(FCMP(OLT, a, F(0x1p23f)), CALL(copysign, r, x), x);
}
FN(NUM, trunc, NUM x)
{
   BY_HOST_ROUNDING("llvm.trunc.", x);
   NUM a = CALL(abs, x), r = FSUB(FADD(a, F(0x1p23f)), F(0x1p23f));
   r = SEL(FCMP(OGT, r, a), FSUB(r, F(1)), r);
   return SEL(FCMP(OLT, a, F(0x1p23f)), CALL(copysign, r, x), x);
}
FN(NUM, floor, NUM x)
{
   BY_HOST_ROUNDING("llvm.floor.", x);
   NUM r = CALL(rndne, x);
   return CALL(copysign, SEL(FCMP(OGT, r, x), FSUB(r, F(1)), r), x);
}
FN(NUM, ceil, NUM x)
{
   BY_HOST_ROUNDING("llvm.ceil.", x);
   NUM r = CALL(rndne, x);
   return CALL(copysign, SEL(FCMP(OLT, r, x), FADD(r, F(1)), r), x);
}
/* v_fract: below one even for tiny negative inputs. */
FN(NUM, fract, NUM x)
{
   NUM r = FSUB(x, CALL(floor, x));
   return SEL(FCMP(OGE, r, F(1)), F(0x1.fffffep-1f), r);
}

/* ---- transcendentals */

/* 2^x: x = n + f, |f| <= 1/2; 2^f by a polynomial, 2^n in two factors so that it neither overflows nor flushes early. Every
 * other power is summed by itself, here and below: hosts wait for each step of a sum. */
FN(NUM, exp2, NUM x)
{
   NUM c = SEL(FCMP(OGT, x, F(129)), F(129), x);
   c = SEL(FCMP(OLT, c, F(-151)), F(-151), c);
   NUM t = FADD(c, F(0x1.8p23f)), integer = FSUB(t, F(0x1.8p23f));
   NUM f = FSUB(c, integer), z = FMUL(f, f);
   NUM even = F(0x1.44138ap-13f), odd = F(0x1.5f0890p-10f);
   even = POLY(even, z, 0x1.3b2a54p-7f);
   odd = POLY(odd, z, 0x1.c6af6cp-5f);
   even = POLY(even, z, 0x1.ebfbe0p-3f);
   odd = POLY(odd, z, 0x1.62e430p-1f);
   NUM p = POLY(FMA(even, f, odd), f, 1.0f);
   BY_HOST_SCALE(p, integer);
   BITS n = SUB(TO_I(t), I(0x4b400000)), half = ASHR(n, I(1));
   NUM a = TO_F(SHL(ADD(half, I(127)), I(23))), b = TO_F(SHL(ADD(SUB(n, half), I(127)), I(23)));
   return FMUL(FMUL(p, a), b);
}

/* log2(x): x = 2^e * (1 + f), 1 + f in [sqrt(1/2), sqrt(2)); log2(1 + f) = f * polynomial. Denormals count as zero. */
FN(NUM, log2, NUM x)
{
   BITS u = TO_I(x), e = ASHR(SUB(u, I(0x3f3504f3)), I(23));
   NUM f = FSUB(TO_F(SUB(u, SHL(e, I(23)))), F(1)), z = FMUL(f, f);
   NUM odd = F(-0x1.b84fb6p-4f), even = F(0x1.7a63a0p-3f);
   odd = POLY(odd, z, -0x1.87f6a2p-3f);
   even = POLY(even, z, 0x1.a38c68p-3f);
   odd = POLY(odd, z, -0x1.eab7aap-3f);
   even = POLY(even, z, 0x1.277a52p-2f);
   odd = POLY(odd, z, -0x1.715a70p-2f);
   even = POLY(even, z, 0x1.ec70aap-2f);
   odd = POLY(odd, z, -0x1.715470p-1f);
   NUM r = FMA(POLY(FMA(even, f, odd), f, 0x1.715476p+0f), f, INT_TO_F(e));
   BY_HOST_LOG2(r, x);
   r = SEL(ICMP(UGE, u, I(0x7f800000)), TO_F(I(SIM_NAN_32)), r); /* negative or NaN */
   r = SEL(ICMP(EQ, u, I(0x7f800000)), x, r);
   return SEL(ICMP(ULT, AND(u, I(ABS_BITS)), I(0x00800000)), TO_F(I(0xff800000)), r);
}

/* sin of a quarter turn at most: 2 pi q, |q| <= 1/4, odd polynomial. */
LOCAL_FN(NUM, sin_quarter, NUM q)
{
   NUM z = FMUL(q, q), p = F(-0x1.cc9b60p+3f);
   p = POLY(p, z, 0x1.501408p+5f);
   p = POLY(p, z, -0x1.32d12ep+6f);
   p = POLY(p, z, 0x1.466bc0p+6f);
   p = POLY(p, z, -0x1.4abbcep+5f);
   p = POLY(p, z, 0x1.921fb6p+2f);
   p = FMUL(p, q);
   p = SEL(FCMP(OGT, p, F(1)), F(1), p);
   return SEL(FCMP(OLT, p, F(-1)), F(-1), p);
}
/* x in revolutions, as GCN takes it. Outside [-256, 256] the hardware gives 0 (sin) and 1 (cos); infinities give NaN. */
FN(NUM, sin, NUM x)
{
   NUM a = CALL(abs, x), r = FSUB(a, NEAREST(a)), b = CALL(abs, r);
   NUM q = SEL(FCMP(OGT, b, F(0.25f)), FSUB(F(0.5f), b), b);
   NUM s = CALL(sin_quarter, CALL(copysign, q, r));
   s = TO_F(XOR(TO_I(s), AND(TO_I(x), I(SIGN_BIT))));
   return SEL(FCMP(OLE, a, F(256)), s, FMUL(a, F(0)));
}
FN(NUM, cos, NUM x)
{
   NUM a = CALL(abs, x), b = CALL(abs, FSUB(a, NEAREST(a)));
   NUM c = CALL(sin_quarter, FSUB(F(0.25f), b));
   return SEL(FCMP(OLE, a, F(256)), c, FADD(F(1), FMUL(a, F(0))));
}

/* ---- cube maps: face, coordinates and twice the major axis of a direction (manual: V_CUBE*_F32). */
LOCAL_FN(NUM, cube_pick, NUM x, NUM y, NUM z, NUM of_x, NUM of_y, NUM of_z)
{
   NUM ax = CALL(abs, x), ay = CALL(abs, y), az = CALL(abs, z);
   return SEL(AND(FCMP(OGE, az, ax), FCMP(OGE, az, ay)), of_z, SEL(FCMP(OGE, ay, ax), of_y, of_x));
}
FN(NUM, cubeid, NUM x, NUM y, NUM z)
{
   return CALL(cube_pick, x, y, z, SEL(FCMP(OLT, x, F(0)), F(1), F(0)), SEL(FCMP(OLT, y, F(0)), F(3), F(2)),
               SEL(FCMP(OLT, z, F(0)), F(5), F(4)));
}
FN(NUM, cubesc, NUM x, NUM y, NUM z)
{
   return CALL(cube_pick, x, y, z, SEL(FCMP(OLT, x, F(0)), z, CALL(negated, z)), x,
               SEL(FCMP(OLT, z, F(0)), CALL(negated, x), x));
}
FN(NUM, cubetc, NUM x, NUM y, NUM z)
{
   NUM n = CALL(negated, y);
   return CALL(cube_pick, x, y, z, n, SEL(FCMP(OLT, y, F(0)), CALL(negated, z), z), n);
}
FN(NUM, cubema, NUM x, NUM y, NUM z) { return FMUL(F(2), CALL(cube_pick, x, y, z, x, y, z)); }

/* ---- halves in the low 16 bits. Denormal halves are normal floats, so the host's flushing does not touch them. */
FN(NUM, f16_to_f32, BITS h)
{
   BITS sign = SHL(AND(h, I(0x8000)), I(16)), body = AND(h, I(0x7fff));
   BITS normal = ADD(SHL(body, I(13)), I((127 - 15) << 23)), special = OR(I(0x7f800000), SHL(AND(body, I(0x3ff)), I(13)));
   normal = SEL(ICMP(UGE, body, I(0x7c00)), special, normal);
   BITS denormal = TO_I(FMUL(INT_TO_F(body), F(0x1p-24f)));
   return TO_F(OR(sign, SEL(ICMP(ULT, body, I(0x400)), denormal, normal)));
}
/* Nearest even. */
FN(BITS, f32_to_f16, NUM x)
{
   BITS u = TO_I(x), sign = AND(LSHR(u, I(16)), I(0x8000)), a = AND(u, I(ABS_BITS));
   BITS normal = LSHR(ADD(ADD(SUB(a, I(112u << 23)), I(0xfff)), AND(LSHR(a, I(13)), I(1))), I(13));
   BITS denormal = SUB(TO_I(FADD(TO_F(a), F(0.5f))), I(0x3f000000)); /* one ulp of 0.5 is 2^-24 */
   BITS r = SEL(ICMP(ULT, a, I(0x38800000)), denormal, normal);
   r = SEL(ICMP(UGE, a, I(0x477ff000)), I(0x7c00), r);
   return SEL(ICMP(UGT, a, I(0x7f800000)), I(SIM_NAN_16), OR(sign, r));
}
/* Toward zero: finite values never become infinite. */
FN(BITS, f32_to_f16_rtz, NUM x)
{
   BY_HOST_RTZ(x);
   BITS u = TO_I(x), sign = AND(LSHR(u, I(16)), I(0x8000)), a = AND(u, I(ABS_BITS));
   NUM scaled = SEL(ICMP(ULT, a, I(0x38800000)), FMUL(TO_F(a), F(0x1p24f)), F(0));
   BITS r = SEL(ICMP(ULT, a, I(0x38800000)), F_TO_INT(scaled), LSHR(SUB(a, I(112u << 23)), I(13)));
   r = SEL(ICMP(UGE, a, I(0x47800000)), I(0x7bff), r);
   r = SEL(ICMP(EQ, a, I(0x7f800000)), I(0x7c00), r);
   return SEL(ICMP(UGT, a, I(0x7f800000)), I(SIM_NAN_16), OR(sign, r));
}
/* A result of halves, rounded; as OMOD finds it: flushed, too, because OMOD works only where results are. */
FN(NUM, half_round, NUM x) { return CALL(f16_to_f32, CALL(f32_to_f16, x)); }
FN(NUM, half_flushed, NUM x)
{
   NUM r = CALL(half_round, x);
   return SEL(FCMP(OLT, CALL(abs, r), F(0x1p-14f)), CALL(copysign, F(0), r), r);
}
/* To 16 bits, saturating, NaN to 0. */
FN(BITS, f32_to_i16, NUM x, NUM low, NUM high)
{
   NUM c = SEL(FCMP(OGT, x, low), x, SEL(FCMP(OEQ, x, x), low, F(0)));
   return AND(F_TO_INT(SEL(FCMP(OGE, x, high), high, c)), I(0xffff));
}
FN(BITS, pknorm_i16, NUM x)
{
   NUM c = SEL(FCMP(OGT, x, F(-1)), x, SEL(FCMP(OEQ, x, x), F(-1), F(0)));
   return AND(F_TO_INT(CALL(rndne, FMUL(SEL(FCMP(OLT, c, F(1)), c, F(1)), F(32767)))), I(0xffff));
}
FN(BITS, pknorm_u16, NUM x)
{
   NUM c = SEL(FCMP(OGT, x, F(0)), x, F(0));
   return F_TO_INT(CALL(rndne, FMUL(SEL(FCMP(OLT, c, F(1)), c, F(1)), F(65535))));
}

/* ---- fields of 32 bits: five bits of offset and width count */
#define FIELD(shift_right)                                                                                                     \
   BITS at = AND(offset, I(31)), n = AND(width, I(31)), end = ADD(at, n);                                                      \
   BITS top = SHL(v, AND(SUB(I(32), end), I(31))), down = AND(SUB(I(32), n), I(31));                                           \
   return SEL(ICMP(EQ, n, I(0)), I(0), SEL(ICMP(ULT, end, I(32)), shift_right(top, down), shift_right(v, at)))
FN(BITS, bfe_u32, BITS v, BITS offset, BITS width) { FIELD(LSHR); }
FN(BITS, bfe_i32, BITS v, BITS offset, BITS width) { FIELD(ASHR); }

#undef FIELD
#undef ABS_BITS
#undef SIGN_BIT
#undef POLY
#undef NEAREST
