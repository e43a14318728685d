/* sq_interp.h: private to the interpreter (sq_interp*.c): operand access and one entry per instruction class. Every entry
 * executes one instruction and returns false with w->fault filled when it cannot. */
#ifndef SQ_INTERP_H
#define SQ_INTERP_H

#include "util/ut_clones.h"
#include "winsys/sim/sq/sq_internal.h"
#include "winsys/sim/sq/sq_math.h"

/* Scalar operands: SGPRs, VCC, M0, EXEC, constants. */
uint32_t sq_read32(const struct sq_state *s, unsigned code, uint32_t literal);
uint64_t sq_read64(const struct sq_state *s, unsigned code, uint32_t literal);
void sq_write32(struct sq_state *s, unsigned code, uint32_t value);
void sq_write64(struct sq_state *s, unsigned code, uint64_t value);

static inline uint32_t *sq_vgpr(const struct sq_state *s, unsigned code)
{
   return s->w->vgpr[code & 255];
}

/* Copies the lanes of `mask`. */
void sq_store_row(uint32_t *row, const uint32_t *value, uint64_t mask, unsigned lanes);
bool sq_unsupported(struct sq_state *s, const struct gcn_inst *inst);

/* Source i of a vector instruction as a row of dwords, with SDWA, DPP, negation and absolute value applied: either a
 * register's row or `room`. `word`: 0, or 1 for the high half of a 64-bit operand. */
const uint32_t *sq_source(struct sq_state *s, const struct gcn_inst *inst, unsigned i, unsigned word, uint32_t room[64]);
/* 64-bit operand; room is filled. */
void sq_source64(struct sq_state *s, const struct gcn_inst *inst, unsigned i, uint64_t room[64]);
/* Lanes that a DPP instruction may write. */
uint64_t sq_dpp_mask(const struct sq_state *s, const struct gcn_inst *inst);

/* What compiled code has in common with the interpreter. Lane from which `lane` reads under a DPP control, or -1: outside its row or
 * wave; the same for a pattern of ds_swizzle_b32. Whether an LDS operation has two offsets, and their unit in bytes. The relation of a
 * v_cmp: 1 less, 2 equal, 4 greater, 8 unordered; false: not one. */
int sq_dpp_lane(unsigned ctrl, unsigned lane);
unsigned sq_swizzle_lane(unsigned offset, unsigned lane);
bool sq_lds_two_offsets(enum gcn_op op, unsigned *scale);
bool sq_relation(enum gcn_op op, unsigned *relation);
/* Sums with a carry. takes: a carry comes in. */
struct sq_carry { bool found, subtracts, reversed, takes; };
struct sq_carry sq_carry(enum gcn_op op);
/* Loads through a pointer: mapped dwords are read, others are 0. */
void sq_load_dwords(struct sim_mem *mem, uint64_t va, unsigned dwords, uint32_t *out);

/* The operation on floats whose result, rounded, is that of one on halves; GCN_OP_NONE: there is none. */
enum gcn_op sq_op_of_half(enum gcn_op op);
void sq_exec_floats(struct sq_state *s, enum gcn_op op, const float *a, const float *b, float *r);

typedef bool sq_exec_class(struct sq_state *s, const struct gcn_inst *inst);
sq_exec_class sq_exec_salu, sq_exec_smem, sq_exec_valu, sq_exec_valu64, sq_exec_vcmp, sq_exec_vintrp, sq_exec_lds, sq_exec_vmem,
              sq_exec_flat, sq_exec_exp;
bool sq_exec_valu16(struct sq_state *s, const struct gcn_inst *inst, uint32_t d[64], uint64_t *carry);

/* Whether the operation has a case in the class's switch. */
bool sq_valu_supports(enum gcn_op op);
bool sq_valu16_supports(enum gcn_op op);
bool sq_valu64_supports(enum gcn_op op);
/* The file that executes a vector operation, by the widest or narrowest of its operands. */
enum sq_width { SQ_WIDTH_32 = 1, SQ_WIDTH_16, SQ_WIDTH_64 };
enum sq_width sq_width(enum gcn_op op);

#endif
