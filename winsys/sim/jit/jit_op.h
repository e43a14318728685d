/* jit_op.h: short names for building vector operations, for the jit_*.c files that are made of them. All expect `j`. */
#ifndef JIT_OP_H
#define JIT_OP_H

#include "winsys/sim/sq/sq_math.h" /* it has the same names for C, until its end */

#define B (j->b)
#define F(x) jit_vf(j, x)
#define I(x) jit_vi(j, (uint32_t)(x))
#define TO_I(x) jit_to_i(j, x)
#define TO_F(x) jit_to_f(j, x)
#define FADD(a, b) LLVMBuildFAdd(B, a, b, "")
#define FSUB(a, b) LLVMBuildFSub(B, a, b, "")
#define FMUL(a, b) LLVMBuildFMul(B, a, b, "")
#define FDIV(a, b) LLVMBuildFDiv(B, a, b, "")
#define FCMP(p, a, b) LLVMBuildFCmp(B, LLVMReal##p, a, b, "")
#define ICMP(p, a, b) LLVMBuildICmp(B, LLVMInt##p, a, b, "")
#define AND(a, b) LLVMBuildAnd(B, a, b, "")
#define OR(a, b) LLVMBuildOr(B, a, b, "")
#define XOR(a, b) LLVMBuildXor(B, a, b, "")
#define NOT(a) LLVMBuildNot(B, a, "")
#define SEL(c, a, b) jit_sel(j, c, a, b)
#define ADD(a, b) LLVMBuildAdd(B, a, b, "")
#define SUB(a, b) LLVMBuildSub(B, a, b, "")
#define MUL(a, b) LLVMBuildMul(B, a, b, "")
#define SHL(a, n) LLVMBuildShl(B, a, n, "")
#define LSHR(a, n) LLVMBuildLShr(B, a, n, "")
#define ASHR(a, n) LLVMBuildAShr(B, a, n, "")
typedef LLVMValueRef V;

#endif
