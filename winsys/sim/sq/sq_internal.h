/* sq_internal.h: what the parts of the shader core share: a decoded program, the state of a running wave, and the two
 * ways to run one (sq_interp*.c, sq_jit*.c). Private to the sq_*.c and jit_*.c files and their tests. */
#ifndef SQ_INTERNAL_H
#define SQ_INTERNAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "hw-si/gcn/gcn.h"
#include "winsys/sim/sq/sq.h"

#define SQ_NO_INST UINT32_MAX
enum { SQ_NO_VALUE = 255, SQ_VALUE_LATER = 254 };

struct jit_code;
/* Host code of a program for one lane count. */
typedef enum sq_result sq_host_func(const struct sq_program *p, struct sq_wave *w);

/* A program that jumps to an address which is known when it is launched (s_setpc_b64) is decoded together with the code there, as
 * if that followed it: one segment of code for each address. */
#define SQ_MAX_SEGMENTS 4
struct sq_segment { uint64_t va; uint32_t first_dw, end_dw; };
struct sq_link { uint32_t offset_B /* of the jump */; uint64_t va; };
#define SQ_MAX_LINKS 4

struct sq_program {
   uint64_t va;
   enum sq_stage stage;
   uint32_t rsrc1;
   unsigned gfx_level;
   struct sq_mode mode;
   struct sq_program_info info;

   struct sq_segment segment[SQ_MAX_SEGMENTS]; /* the first begins at va */
   uint32_t num_segments, num_links;
   struct sq_link link[SQ_MAX_LINKS]; /* jumps that became branches, by offset */
   bool leaves;             /* has jumps beside them */

   uint32_t *code;          /* copy of memory, [code_dw]: compared after an invalidation */
   uint32_t code_dw;
   struct gcn_inst *inst;   /* in address order; reachable code only */
   uint32_t num_inst;
   uint32_t *target;        /* by instruction: where its branch goes, SQ_NO_INST for none */
   uint8_t *leader;         /* by instruction: first of a basic block */
   uint32_t *inst_at_dw;    /* [code_dw]: instruction that begins there, or SQ_NO_INST */
   uint8_t *value;          /* by instruction: number of its value, SQ_VALUE_LATER for v_interp_p1 of one, SQ_NO_VALUE */
   uint32_t fault_inst;     /* instruction that cannot be executed: undecodable or unsupported. SQ_NO_INST: none */
   struct sq_fault fault;   /* num_inst == 0: why; else of fault_inst */

   struct sq_cache *cache;
   _Atomic(sq_host_func *) host[4]; /* by sq_lanes_slot(); NULL until compiled */
   atomic_uchar compiling[4];       /* enum sq_compiling: a thread is at it */
   atomic_bool prefetched;          /* code was requested ahead of the first wave */
   atomic_uint_fast64_t parts_ns;   /* CPU time of waves of 64 lanes that ran in parts */
   atomic_uint host_wants;  /* SQ_WANTS_INPUTS, or nothing; set before there is host code */
   _Atomic uint32_t interpreted[4]; /* waves that ran before there was host code */
   struct jit_code *code_of[4];     /* what `host` lies in; this and what follows: under the lock of the JIT */
   unsigned compiles;               /* threads that compile it and look at it, even given up */
   uint32_t no_memory;              /* compiles that failed for lack of memory */
   bool looked_up[4];               /* in the disk cache */
   bool least_effort;               /* a compile was given up */
   atomic_uint small_waves; /* waves of few lanes that ran in 64 because there is no host code for 16 */
   struct sq_program *next;         /* of the cache's bucket */
   atomic_uint checked;             /* cache's generation at which `code` was last found equal to memory */
   atomic_size_t size_B;            /* all that is freed with it */
};

static inline unsigned sq_lanes_slot(unsigned lanes)
{
   return lanes == 8 ? 0 : lanes == 16 ? 1 : lanes == 32 ? 2 : 3;
}

/* Byte address of an LDS access. GFX7 and GFX8 add the offset modulo 2^32: compilers fold offsets into negative addresses. On
 * GFX6 such an access is out of range (LLVM: hasUsableDSOffset). */
static inline bool sq_lds_wraps(const struct sq_program *p) { return p->gfx_level >= 7; }
static inline uint64_t sq_lds_address(bool wraps, uint32_t address, uint32_t offset)
{
   return wraps ? address + offset : (uint64_t)address + offset;
}

/* A wave between instructions. SGPRs, VCC and M0 are in w->sgpr, EXEC in w->exec, always masked with `lane_mask`. */
struct sq_state {
   struct sq_wave *w;
   const struct sq_program *p;
   uint64_t lane_mask;
   uint32_t scc;            /* 0 or 1 */
   uint32_t pc;             /* instruction index of the next one */
   struct sq_mode mode;     /* begins as the program's; s_setreg changes it and calls sq_fp_enter */
   uint32_t countdown;      /* backward branches until the clock and `cancel` are looked at */
   uint64_t gpr_idx;        /* s_set_gpr_idx: mode in bits 3:0; 0 = off. The index is M0[7:0] */
};

/* v_interp_mov of P0 moves what the vertex program exported, perhaps an integer; P10 and P20 are differences of floats. */
static inline bool sq_interp_moves(const struct gcn_inst *inst)
{
   return inst->op == GCN_V_INTERP_MOV_F32 && inst->src[0].code > 1;
}

/* The segment that the code at an offset lies in, and its address. */
static inline const struct sq_segment *sq_segment_at(const struct sq_program *p, uint32_t offset_B)
{
   const struct sq_segment *s = &p->segment[0];
   for (uint32_t i = 1; i < p->num_segments && p->segment[i].first_dw <= offset_B / 4; i++)
      s = &p->segment[i];
   return s;
}
static inline uint64_t sq_code_va(const struct sq_program *p, uint32_t offset_B)
{
   const struct sq_segment *s = sq_segment_at(p, offset_B);
   return s->va + (offset_B - 4ull * s->first_dw);
}
/* The instruction at an address, or SQ_NO_INST. */
uint32_t sq_inst_at(const struct sq_program *p, uint64_t va);

/* sq_link.c: whether an SGPR holds a value in front of instruction i that the code alone says. */
bool sq_constant_before(const struct sq_program *p, uint32_t i, unsigned code, uint32_t *value);

/* The program at an address that a running one jumps to. NULL: there are too many. */
const struct sq_program *sq_program_behind(const struct sq_program *p, uint64_t va);

/* Bitwise operations of the scalar unit on two values; s_*_saveexec_b64 has them on its source and EXEC. */
enum sq_logic { SQ_NO_LOGIC, SQ_AND, SQ_OR, SQ_XOR, SQ_ANDN2, SQ_ORN2, SQ_NAND, SQ_NOR, SQ_XNOR };
enum sq_logic sq_logic(unsigned op, bool *saveexec);
uint64_t sq_logic_result(enum sq_logic l, uint64_t a, uint64_t b);

/* Comparisons of the scalar unit. relation: 1 less, 2 equal, 4 greater; 0: another operation. */
struct sq_scalar_compare { uint8_t relation; bool is_signed; };
struct sq_scalar_compare sq_scalar_compare(unsigned op);

/* Value of an inline constant or literal for an operand of a type (enum gcn_type); *v is 64 bits wide. */
bool sq_constant(unsigned code, uint32_t literal, enum gcn_type type, uint64_t *v);
/* MODE as s_getreg and s_setreg see it. */
uint32_t sq_mode_word(const struct sq_mode *mode);
struct sq_mode sq_mode_of_word(uint32_t word);
/* The bits of MODE that such an instruction names; none: of another register, which reads as 0 and takes no notice. */
struct sq_mode_field { uint32_t mask; unsigned shift; };
struct sq_mode_field sq_mode_field(const struct gcn_inst *inst);
/* Executes one instruction that does not branch or end the wave. False: w->fault says why. The JIT may call it for whatever
 * it has no host code for, with all state in memory. */
bool sq_interp_one(struct sq_state *s, const struct gcn_inst *inst);
/* False if the interpreter has no code for the operation; then *why names the reason. */
bool sq_interp_supports(const struct gcn_inst *inst);
/* sq_values.c. Which interpolations are values: fills p->value and the list of them. */
void sq_find_values(struct sq_program *p);
/* The values of a wave that has come with attributes instead. */
void sq_make_values(const struct sq_program *p, const struct sq_wave *w, float (*values)[SQ_MAX_LANES]);
/* Runs host code, or the interpreter; with values in any case, if the program has some. */
enum sq_result sq_run_host(const struct sq_program *p, struct sq_wave *w, sq_host_func *f);
void sq_wave_fault(struct sq_wave *w, const struct sq_program *p, uint32_t inst, const char *text);

/* The JIT (sq_compile.c). One per cache. create: NULL where there is no JIT: executable memory refused, or
 * GLOAM_SIM_EXEC=interp. get: host code for a lane count, or sq_run_interp: for ever (then it is in p->host, too) or for now.
 * It is made on a thread of the JIT's own, and waited for. */
enum sq_compiling { SQ_NOT_COMPILING, SQ_COMPILING, SQ_COMPILING_SLOWLY /* waves no longer wait */ };
enum sq_patience {
   SQ_FROM_DISK,   /* code from the disk cache only */
   SQ_BOUNDED,     /* wait for some seconds, for others before it, too */
   SQ_BLOCKING,
};
struct sq_jit;
struct sq_jit *sq_jit_create(void);
void sq_jit_destroy(struct sq_jit *jit);
sq_host_func *sq_jit_get(struct sq_jit *jit, struct sq_program *p, unsigned lanes, enum sq_patience patience);
/* Asks for host code that no wave waits for: it is made when no other compile is under way. Without effect where there are too many
 * requests. */
void sq_jit_request(struct sq_jit *jit, struct sq_program *p, unsigned lanes);
/* Frees the host code of a program that no wave runs any more, which may then be freed, too. False: a compile looks at it. */
bool sq_jit_forget(struct sq_jit *jit, struct sq_program *p);
void sq_jit_free_code(struct sq_program *p); /* the same when the JIT is gone */

#endif
