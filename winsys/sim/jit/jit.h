/* jit.h: private to the JIT (sq_jit.c, jit_*.c). One struct jit is one translation: a program and a lane count become one
 * LLVM function. VGPRs are stack slots of <lanes x i32>, SGPRs of i32 (pairs that hold masks: i64), which LLVM's sroa pass
 * turns into SSA values. A mask is an i64. Where it was made, or has been needed, in the same block its vector form is known, too:
 * <lanes x i1> with mask registers, else <lanes x i32>, 0 or -1. In other blocks that is made of the bits again, once and only
 * where it is needed: half a dozen masks kept as vectors through a loop were most of its instructions and all of its registers. */
#ifndef JIT_H
#define JIT_H

#include <llvm-c/Core.h>

#include "util/ut_cache.h"
#include "util/ut_cpu.h"
#include "util/ut_guard.h"
#include "winsys/sim/sq/sq_effects.h"
#include "winsys/sim/sq/sq_internal.h"

/* ---- what is known before code is made (jit_flow.c) ------------------------------------------------------------------ */

#define JIT_FACTS 4
#define JIT_RESULT 3 /* place of the result's facts */

struct jit_flow {
   uint8_t *merge;         /* by instruction, bit per destination dword: inactive lanes' old value is read later */
   uint64_t live_in[4];    /* VGPRs read before they are written */
   uint64_t vgprs[4];      /* VGPRs named anywhere */
   uint64_t sgprs[2];      /* SGPRs (by code, to 127) named anywhere */
   uint64_t wide;          /* bit per pair: written as 64 bits */
   uint16_t *mode;         /* MODE by instruction, as s_getreg in front of it would see it (jit_mode.c) */
   uint8_t (*facts)[JIT_FACTS]; /* JIT_NO_DENORMAL ... of an instruction's first sources, modifiers applied, and of its result
                                 (jit_facts.c) */
   uint8_t *canonical;     /* JIT_NAN_* by instruction: its result must have the canonical NaN (jit_nan.c) */
};
/* False: out of memory, or what the JIT leaves to the interpreter (*why). merge_always: no single-lane analysis. */
bool jit_flow(const struct sq_program *p, bool merge_always, bool keep_registers, struct jit_flow *f, const char **why);
void jit_flow_finish(struct jit_flow *f);
/* Numbers, by instruction, for what a pass keeps of the places that branches lead to, and of all leaders of blocks (the first
 * instruction is 0 then); the others have none. The caller frees it; NULL: no memory. */
#define JIT_NO_PLACE UINT32_MAX
uint32_t *jit_find_places(const struct sq_program *p, bool leaders, uint32_t *count);
/* jit_mode.c: fills mode[]; NULL, or why the interpreter has to run the program. */
const char *jit_find_modes(const struct sq_program *p, uint16_t *mode);
/* What is known of a float: no denormal, or none that the host takes for a zero; no NaN; not -0; not +0; neither below zero
 * nor -0, but perhaps a NaN; finite and 2^-64 at least, of either sign. jit_facts.c fills facts[]; false: out of memory. */
enum { JIT_NO_DENORMAL = 1, JIT_NO_NAN = 2, JIT_NO_MINUS_0 = 4, JIT_NO_PLUS_0 = 8, JIT_POSITIVE = 16, JIT_LARGE = 32 };
bool jit_find_facts(const struct sq_program *p, const struct sq_effects *effects, struct jit_flow *f);
/* jit_nan.c: fills canonical[] from facts[]; false: out of memory. */
enum { JIT_NAN_32 = 1, JIT_NAN_16 = 2 };
bool jit_find_canonical(const struct sq_program *p, const struct sq_effects *effects, bool keep_registers, struct jit_flow *f);
unsigned jit_min_facts(unsigned a, unsigned b); /* of a minimum of values of which a and b are known */
unsigned jit_max_facts(unsigned a, unsigned b);

/* ---- one translation ------------------------------------------------------------------------------------------------- */

/* A mask as a vector (of type j->vmask). `raw` is right for the lanes of EXEC only, and while EXEC is what it was (epoch). */
struct jit_mask { LLVMValueRef raw, exact; unsigned raw_epoch, exact_block; };

struct jit {
   const struct sq_program *p;
   const struct jit_flow *flow;
   unsigned lanes;
   enum ut_isa isa;
   bool keep_registers;

   LLVMContextRef ctx;
   LLVMModuleRef module;
   LLVMBuilderRef b;
   LLVMValueRef func, prog, w;
   LLVMTypeRef i1, i8, i16, i32, i64, f32, ptr, lanes_int;
   LLVMTypeRef vi1, vi32, vi64, vf32, vf64, vmask;
   LLVMBasicBlockRef entry, leave;  /* allocas go to the head of entry; leave: expects `result` set */

   LLVMValueRef vgpr[256], sgpr[128], exec, scc;
   LLVMValueRef result, saved_fp, countdown;
   LLVMValueRef exp_en[SQ_EXP_COUNT], exp_compr, exp_valid;
   LLVMValueRef addr_rows, data_rows, rsrc_words, samp_words; /* stack arrays for the texture unit; NULL until needed */
   LLVMValueRef view[32][2];           /* struct tc_view of the descriptor at SGPR 4n, for loads and for stores; NULL until needed */

   bool unloaded[256];                 /* inputs that still are in the wave's row only: loaded where they are first used */
   unsigned epoch, block;              /* of EXEC; of straight-line code */
   LLVMValueRef raw[256];
   unsigned raw_epoch[256];
   struct jit_mask mask[64];

   uint32_t pc;
   const struct gcn_inst *inst;
   LLVMBasicBlockRef *blocks;          /* by instruction */
   unsigned fallbacks;
   bool only_here;                     /* it calls functions of another library, whose distance differs between processes */
   bool failed;
};

/* jit_build.c */
bool jit_build(struct jit *j);
LLVMValueRef jit_alloca(struct jit *j, LLVMTypeRef type, unsigned align, const char *name);
LLVMBasicBlockRef jit_block(struct jit *j, const char *name);
void jit_begin_block(struct jit *j, LLVMBasicBlockRef block); /* positions the builder; clears block-local state */
void jit_continue(struct jit *j, LLVMBasicBlockRef block);    /* the same without forgetting: dominated code */
void jit_return(struct jit *j, enum sq_result result);        /* ends the block */
/* Ends the wave with SQ_FAULT unless `ok` (i1). */
void jit_fault_unless(struct jit *j, LLVMValueRef ok);
void jit_fallback(struct jit *j);      /* the interpreter executes j->inst */
bool jit_in_other_mode(const struct jit *j); /* jit_mode.c: MODE differs from that of host code, and j->inst may depend on it */
/* jit_value.c: constants, types, intrinsics */
LLVMValueRef jit_i32(struct jit *j, uint32_t v);
LLVMValueRef jit_i64(struct jit *j, uint64_t v);
LLVMValueRef jit_vi(struct jit *j, uint32_t v);
LLVMValueRef jit_vf(struct jit *j, float v);
LLVMValueRef jit_vd(struct jit *j, double v);
LLVMValueRef jit_splat(struct jit *j, LLVMValueRef scalar);
LLVMValueRef jit_to_f(struct jit *j, LLVMValueRef v);
LLVMValueRef jit_to_i(struct jit *j, LLVMValueRef v);
LLVMValueRef jit_sel(struct jit *j, LLVMValueRef c, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef jit_intr(struct jit *j, const char *name, LLVMTypeRef type, unsigned count, LLVMValueRef *args);
/* The host's instruction for `part` lanes, on all lanes; type and vectors among args have all of them. Not with AVX-512, where
 * vectors are not taken apart, unless the wave has as many lanes. */
enum jit_access { JIT_PURE, JIT_READS };
LLVMValueRef jit_host_intr(struct jit *j, const char *name, unsigned part, enum jit_access access, LLVMTypeRef type,
                           unsigned count, LLVMValueRef *args);
/* Without mask registers: bit n is the sign of lane n (vi32). */
LLVMValueRef jit_signs(struct jit *j, LLVMValueRef lanes);
LLVMValueRef jit_ptr_add(struct jit *j, LLVMValueRef p, uint64_t bytes);
LLVMValueRef jit_ptr_add_v(struct jit *j, LLVMValueRef p, LLVMValueRef bytes);
LLVMValueRef jit_part(struct jit *j, LLVMValueRef v, unsigned first, unsigned n);     /* n lanes from `first` on */
LLVMValueRef jit_join_parts(struct jit *j, LLVMValueRef *parts, unsigned count);      /* which it overwrites */
LLVMValueRef jit_load(struct jit *j, LLVMTypeRef type, LLVMValueRef p, unsigned align);
void jit_store(struct jit *j, LLVMValueRef v, LLVMValueRef p, unsigned align);
/* Field of the wave. */
#define jit_wave_field(j, field) jit_ptr_add(j, (j)->w, offsetof(struct sq_wave, field))
LLVMValueRef jit_wave_load(struct jit *j, LLVMTypeRef type, size_t offset);
/* Host code is kept on disk for other processes, so it has no address of this one: it reaches C functions of this library through
 * jit_call and constants through jit_bytes, and everything else through its wave and its program. */
LLVMValueRef jit_call(struct jit *j, const void *function, LLVMTypeRef result, unsigned count, LLVMValueRef *args);
LLVMValueRef jit_bytes(struct jit *j, const void *data, size_t size); /* address of the constant */
LLVMValueRef jit_hidden(struct jit *j, uint32_t v);                   /* v (i32), which LLVM cannot see */

/* jit_reg.c: registers and operands */
LLVMValueRef jit_read_vgpr(struct jit *j, unsigned reg, bool other_lanes);
/* Result dword d of the instruction. only: NULL or the lanes that may be written (vi1). */
void jit_write_vgpr(struct jit *j, unsigned reg, unsigned d, LLVMValueRef v, LLVMValueRef only);
void jit_put_vgpr(struct jit *j, unsigned reg, LLVMValueRef v); /* all lanes */
/* Dword of a lane that may lie beyond the launched ones: in the wave's row. */
LLVMValueRef jit_lane_place(struct jit *j, unsigned reg, LLVMValueRef lane);
/* v, hidden from LLVM if it is 1 or -1: a multiplication by it must still flush denormals. */
LLVMValueRef jit_opaque(struct jit *j, LLVMValueRef v);
void jit_load_input(struct jit *j, unsigned reg);               /* the slot holds the register from here on */
LLVMValueRef jit_read32(struct jit *j, unsigned code, uint32_t literal);
LLVMValueRef jit_read64(struct jit *j, unsigned code, uint32_t literal);
void jit_write32(struct jit *j, unsigned code, LLVMValueRef v);
void jit_write64(struct jit *j, unsigned code, LLVMValueRef v);
/* The vector form of a mask; exact: also right for inactive lanes. known: NULL unless there is one already. */
LLVMValueRef jit_mask_form(struct jit *j, unsigned code, bool exact);
LLVMValueRef jit_mask_known(struct jit *j, unsigned code);
LLVMValueRef jit_mask_of_lanes(struct jit *j, LLVMValueRef vi1);
LLVMValueRef jit_lanes_of_mask(struct jit *j, LLVMValueRef form); /* vi1 */
/* The same as conditions of a select. */
LLVMValueRef jit_mask_vec(struct jit *j, unsigned code, bool exact);
/* Writes a mask: the active ones of these lanes (vi1). keep_raw: the values of the other lanes were computed, too. */
void jit_write_mask(struct jit *j, unsigned code, LLVMValueRef lanes, bool keep_raw);
/* Writes 64 bits; vec: NULL or their vector form. */
void jit_write64_vec(struct jit *j, unsigned code, LLVMValueRef v, LLVMValueRef vec);
LLVMValueRef jit_mask_to_i64(struct jit *j, LLVMValueRef vec);
LLVMValueRef jit_exec_vec(struct jit *j);
LLVMValueRef jit_exec(struct jit *j);
LLVMValueRef jit_first_lane(struct jit *j); /* of EXEC (i64); 0 if there is none */
/* Source i of a vector instruction, with DPP, SDWA and sign modifiers. word: 1 for the upper half of 64 bits. */
LLVMValueRef jit_src(struct jit *j, unsigned i, unsigned word);
LLVMValueRef jit_dpp_mask(struct jit *j); /* vi1, or NULL: all lanes */

/* jit_math.c: sq_math.h on vectors */
typedef LLVMValueRef jit_op1(struct jit *j, LLVMValueRef x);
typedef LLVMValueRef jit_op2(struct jit *j, LLVMValueRef a, LLVMValueRef b);
typedef LLVMValueRef jit_op3(struct jit *j, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c);
jit_op1 jit_floor, jit_ceil, jit_trunc, jit_rndne, jit_fract, jit_abs, jit_clamp;
jit_op1 jit_exp2, jit_log2, jit_sin, jit_cos, jit_sqrt, jit_rcp, jit_rsq;
jit_op1 jit_f16_to_f32, jit_f32_to_f16, jit_f32_to_f16_rtz, jit_half_round, jit_half_flushed, jit_pknorm_i16, jit_pknorm_u16;
jit_op2 jit_mul, jit_add, jit_sub, jit_mul_legacy, jit_copysign;
jit_op3 jit_cubeid, jit_cubesc, jit_cubetc, jit_cubema, jit_fma;
/* v_min_f32 (or v_max_f32) and v_med3_f32 of vi32, of which facts are known. */
LLVMValueRef jit_min_max(struct jit *j, LLVMValueRef a, unsigned a_facts, LLVMValueRef b, unsigned b_facts, bool max);
LLVMValueRef jit_min_max3(struct jit *j, const LLVMValueRef v[3], const uint8_t facts[3], bool max);
LLVMValueRef jit_med3(struct jit *j, const LLVMValueRef v[3], const uint8_t facts[3]);
LLVMValueRef jit_ldexp(struct jit *j, LLVMValueRef x, LLVMValueRef n);
LLVMValueRef jit_f32_to_i16(struct jit *j, LLVMValueRef x, LLVMValueRef low, LLVMValueRef high);
LLVMValueRef jit_bfe_u32(struct jit *j, LLVMValueRef v, LLVMValueRef offset, LLVMValueRef width);
LLVMValueRef jit_bfe_i32(struct jit *j, LLVMValueRef v, LLVMValueRef offset, LLVMValueRef width);
/* Bits of floats, with the canonical NaN in place of any. */
LLVMValueRef jit_canonical(struct jit *j, LLVMValueRef bits);
LLVMValueRef jit_f32_to_int(struct jit *j, LLVMValueRef x, bool is_unsigned);

/* Instruction classes. False: no host code for it; jit_fallback. */
bool jit_salu(struct jit *j);                                     /* jit_salu.c */
bool jit_valu(struct jit *j);                                     /* jit_valu.c */
/* An operation on floats (vi32, NULL where it has fewer operands); NULL: not one. */
LLVMValueRef jit_valu_float(struct jit *j, unsigned op, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c);
LLVMValueRef jit_valu_int(struct jit *j, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c); /* jit_valu_int.c */
LLVMValueRef jit_valu16(struct jit *j);                           /* jit_valu16.c */
bool jit_valu64(struct jit *j);
LLVMValueRef jit_half_input(struct jit *j, LLVMValueRef v);       /* a half as an operation finds it, as a float */
bool jit_vcmp(struct jit *j);                                     /* jit_vcmp.c */
/* relation: 1 less, 2 equal, 4 greater; none and all of them: of vectors. */
LLVMValueRef jit_compare_int(struct jit *j, unsigned relation, LLVMValueRef a, LLVMValueRef b, bool is_signed);
bool jit_smem(struct jit *j);                                     /* jit_mem.c */
bool jit_vmem(struct jit *j);
#define JIT_ROW_B (SQ_MAX_LANES * 4)
#define JIT_ADDR_ROWS 13
#define JIT_DATA_ROWS 6
void jit_make_rows(struct jit *j); /* addr_rows ... samp_words */
void jit_take_rows(struct jit *j, struct gcn_operand dst); /* of data_rows */
bool jit_buffer(struct jit *j);                                   /* jit_buf.c */
/* Dwords at base + index (bytes, below 2^31) where ok (vi1); zero elsewhere. */
LLVMValueRef jit_gather(struct jit *j, LLVMValueRef base, LLVMValueRef index, LLVMValueRef ok);
/* Whether (i1) the dwords at `offset` (bytes) of the lanes of EXEC follow one another from *first on, and those of all lanes are below
 * `size`. */
LLVMValueRef jit_in_row(struct jit *j, LLVMValueRef offset, LLVMValueRef size, LLVMValueRef *first);
LLVMValueRef jit_address(struct jit *j, LLVMValueRef base, LLVMValueRef offset); /* base + zero-extended i32 */
/* As jit_gather; from base + first on if in_row: all lanes, or (group: i32, not NULL) 16 of them, the next ones `group` bytes after
 * those. */
LLVMValueRef jit_load_lanes(struct jit *j, LLVMValueRef base, LLVMValueRef offset, LLVMValueRef ok, LLVMValueRef in_row,
                            LLVMValueRef first, LLVMValueRef group);
/* Stores from base + first on if in_row and all lanes run, and goes to `done`; else to `lanes`, as without mask registers: the parts
 * that llvm_roll.cpp makes of a store would change places with those of other accesses to the same memory. */
void jit_store_row(struct jit *j, LLVMValueRef base, LLVMValueRef in_row, LLVMValueRef first, LLVMValueRef group, LLVMValueRef value,
                   LLVMBasicBlockRef lanes, LLVMBasicBlockRef done);
static inline bool jit_has_gather(const struct jit *j) { return j->isa == UT_ISA_AVX512 || j->isa == UT_ISA_AVX2; }
bool jit_lds(struct jit *j);                                      /* jit_lds.c */
bool jit_vintrp(struct jit *j);                                   /* jit_export.c */
bool jit_exp(struct jit *j);

/* ---- from function to memory (jit_object.c) --------------------------------------------------------------------------- */
struct jit_target; /* LLVM's target machine; used by one thread at a time */
struct jit_target *jit_target_create(enum ut_isa isa);
void jit_target_destroy(struct jit_target *t);
void jit_target_set_attributes(struct jit_target *t, struct jit *j);
/* Optimises and compiles the module, a large one with less effort, to an ELF object that is valid until the next call. No data:
 * failed (*why). Without mask registers vectors are taken apart into part_lanes lanes (else 0), in loops; unrolled: one part after
 * another. */
struct jit_form { unsigned lanes, part_lanes; bool large, unrolled; };
struct ut_bytes jit_target_compile(struct jit_target *t, LLVMModuleRef module, const struct jit_form *form, const char **why);
/* jit_load.c. *code owns executable memory. NULL: failed (*why). */
struct jit_code { void *memory; size_t size_B; };
sq_host_func *jit_load_object(struct ut_bytes object, struct jit_code *code, const char **why);
#define JIT_FUNCTION_AT "gloam+" /* symbol of a C function of this library: its distance from jit_run_inst, in hexadecimal */
void jit_code_destroy(struct jit_code *code);
bool jit_memory_allowed(void);

/* ---- on disk (jit_disk.c) ---------------------------------------------------------------------------------------------- */

/* What is known of host code beside the code. */
struct jit_facts {
   uint32_t wants;     /* SQ_WANTS_INPUTS, or nothing */
   uint32_t fallbacks; /* instructions that the interpreter executes */
   uint32_t least_effort, only_here;
};
bool jit_is_own(const void *function); /* of this library */
/* The caller frees the data. No data: the program's host code is not kept. */
struct ut_bytes jit_key_make(const struct sq_program *p, enum ut_isa isa, unsigned lanes);
/* NULL: a miss. *code owns executable memory otherwise. */
sq_host_func *jit_disk_load(struct ut_bytes key, struct jit_facts *facts, struct jit_code *code);
void jit_disk_store(struct ut_bytes key, const struct jit_facts *facts, struct ut_bytes object);

/* ---- one compile (sq_jit.c), which a thread of sq_compile.c does -------------------------------------------------------- */
struct jit_job {
   struct sq_program *p;      /* not touched after `built` */
   unsigned lanes;
   enum ut_isa isa;
   bool least_effort;
   struct jit_target *target; /* NULL: made. Afterwards NULL: lost */
   /* From here on only LLVM runs, without a time limit. False: the code is no longer needed. */
   bool (*built)(struct jit_job *job);
   struct ut_guard guard;     /* armed during the compile */
   uint64_t va;               /* of the program, for reports */
   uint32_t num_inst;
   /* Results. f: NULL if there is no host code, else `code` has its memory. lost: LLVM was left in the middle. */
   sq_host_func *f;
   struct jit_code *code;
   struct jit_facts facts;
   bool no_memory, no_target, lost;
   struct ut_bytes key, object; /* of the disk cache; private to sq_jit.c */
};
void jit_job_run(struct jit_job *job);
/* Host code from the disk cache, on any thread and without LLVM. The results are as above. */
void jit_job_load(struct jit_job *job);

/* ---- called by host code (jit_runtime.c) ------------------------------------------------------------------------------ */
void jit_run_note_stores(uint8_t *host, unsigned size_B, const uint32_t *offset, uint64_t exec);
/* The interpreter, for one instruction. Returns SCC in bit 0, success in bit 1. */
uint32_t jit_run_inst(struct sq_wave *w, const struct sq_program *p, uint32_t pc, uint32_t scc, uint32_t mode);
void jit_run_barrier(struct sq_wave *w, const struct sq_program *p, uint32_t resume_pc, uint32_t scc, uint32_t mode);
uint32_t jit_run_expired(struct sq_wave *w, const struct sq_program *p, uint32_t pc);
void jit_run_illegal(struct sq_wave *w, const struct sq_program *p);
void jit_run_refused(struct sq_wave *w, const struct sq_program *p, uint32_t pc, const char *text);
void jit_run_load(struct sq_wave *w, uint64_t va, uint32_t dwords, uint32_t *out);
void jit_run_buffer_load(struct sq_wave *w, const uint32_t *rsrc, uint32_t offset, uint32_t dwords, uint32_t *out);

/* ---- options for tests (sq_jit.c); set before a program is compiled ---------------------------------------------------- */
enum { SQ_JIT_MERGE_ALWAYS = 1,
       SQ_JIT_KEEP_REGISTERS = 2 /* registers are in the wave afterwards, as the interpreter leaves them */,
       SQ_JIT_LEAST_EFFORT = 4 /* as for large programs */,
       SQ_JIT_OTHER_FORM = 8 /* unrolled, what would not be, and the other way round */ };
extern unsigned sq_jit_options;
/* Limits on compiles (sq_compile.c), and what is called where LLVM begins. */
extern atomic_uint sq_jit_patience_ms, sq_jit_limit_ms;
extern atomic_uint sq_jit_left_behind; /* threads that were given up and have not come back */
extern void (*sq_jit_slow_hook)(const struct jit_job *job);

#endif
