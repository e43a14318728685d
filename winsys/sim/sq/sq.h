/* sq.h: the shader cores. A program is GCN machine code found at a GPU address, decoded once; a wave is one run of it
 * over up to 64 lanes. The same wave runs on the interpreter (sq_interp*.c) or on host code made by LLVM (sq_jit*.c):
 * both leave the same bits. Only what POS0 and packed exports hold of a NaN may differ: the blocks that take them do not look.
 *
 * Lanes. A wave is launched with `lanes` = 8, 16, 32 or 64 lanes; bits of EXEC at and above are always zero. Per-lane
 * arrays are rows of 64 dwords whatever the lane count: row[lane].
 * Pixel waves: lane bits, low to high, are x0 y0 x1 y1 x2 y2 of the pixel inside its block, so four lanes are a quad
 * and 16 lanes a 4x4 block, 32 an 8x4 block, 64 an 8x8 block (the order of a thin micro tile). Or a wave holds quads of
 * several primitives from anywhere, four lanes each: programs cannot tell, since lanes only look at others of their quad.
 *
 * Floating point. Denormal handling follows FLOAT_MODE in RSRC1. No contraction, no reassociation; transcendentals as
 * defined in sq_math.h. Every float result that is a NaN is the same one (base/nan.h). Results are the same on every host. */
#ifndef SIM_SQ_H
#define SIM_SQ_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define SQ_MAX_LANES 64

struct sim_mem;
struct tc_cache;
struct sq_cache;
struct sq_program;

enum sq_stage { SQ_LS, SQ_HS, SQ_ES, SQ_GS, SQ_VS, SQ_PS, SQ_CS };

/* The step of v_interp_p1 (p0, p10, i) and v_interp_p2 (the first one's sum, p20, j), for a float or a vector of them: a
 * multiplication and an addition, each of them rounded. */
#define SQ_INTERP_STEP(sum, slope, at) ((slope) * (at) + (sum))
/* One attribute, for v_interp: value = p0 + p10 * i + p20 * j per channel. Flat: p10 = p20 = 0. Lanes may belong to different
 * primitives, so these are rows; they are padded after the last lane so that 16 lanes can be stored at any position. */
#define SQ_MAX_ATTRS 32
#define SQ_ATTR_LANES (SQ_MAX_LANES + 16)
struct sq_attr { struct { float p0[SQ_ATTR_LANES], p10[SQ_ATTR_LANES], p20[SQ_ATTR_LANES]; } chan[4]; };

/* What a pixel program makes of attributes at once is the same wherever it does so: its host code gets the results. Place: 4 *
 * attribute + channel; ij: VGPR of i, with j after it, as the wave begins; SQ_NO_IJ: it takes a coefficient (p0, p10, p20). */
#define SQ_MAX_VALUES 64
#define SQ_NO_IJ 255
struct sq_value { uint8_t place, ij, coefficient; };

/* The same values for all lanes. */
static inline void sq_attr_fill(struct sq_attr *a, unsigned chan, float p0, float p10, float p20)
{
   for (unsigned lane = 0; lane < SQ_MAX_LANES; lane++) {
      a->chan[chan].p0[lane] = p0;
      a->chan[chan].p10[lane] = p10;
      a->chan[chan].p20[lane] = p20;
   }
}

#define SQ_EXP_MRT0 0
#define SQ_EXP_MRTZ 8
#define SQ_EXP_NULL 9
#define SQ_EXP_POS0 12
#define SQ_EXP_PARAM0 32
#define SQ_EXP_COUNT 64

enum sq_result { SQ_BARRIER = -1 /* waits at s_barrier */, SQ_DONE, SQ_FAULT /* illegal instruction or address of code */,
                 SQ_TIMEOUT /* watchdog */ };

/* FLOAT_MODE, IEEE and DX10_CLAMP of RSRC1. denorm*: bit 0 = denormal inputs are kept, bit 1 = denormal results are. */
struct sq_mode {
   uint8_t round32, round64; /* 0 nearest even, 1 +inf, 2 -inf, 3 zero */
   uint8_t denorm32, denorm64; /* ...64: f64 and f16 */
   bool ieee, dx10_clamp;
};

/* Host floating-point environment for a program (rounding, flush of denormals): set around a wave, or before around many, as
 * the host takes its time over each change. */
uint32_t sq_fp_enter(const struct sq_mode *mode); /* returns what was in force */
void sq_fp_leave(uint32_t saved);

/* Waves of a group share LDS and wait for each other at s_barrier. With `in_group` a run ends with SQ_BARRIER at every s_barrier, with all
 * of the wave's state in this structure and its rows, and the next sq_run continues after it; the launching block
 * runs the other waves meanwhile (spi_cs.c). Without it s_barrier does nothing. `resume` is set to zeros before the first run. */
struct sq_resume { uint32_t pc /* instruction; 0: from the start */; uint8_t scc, gpr_idx; struct sq_mode mode;
                   const struct sq_program *program; /* that it jumped to; NULL: it did not */ };

#define SQ_LIMIT_ENDS (UINT64_C(1) << 63)

struct sq_wave {
   /* Set by the launching block. */
   uint32_t sgpr[128];             /* by operand code: 0..101 SGPRs, 106/107 VCC, 124 M0 (EXEC below) */
   uint64_t exec;
   uint32_t lanes;
   uint32_t (*vgpr)[SQ_MAX_LANES]; /* 256 rows; inputs in the first ones. Contents after the run are undefined */
   const struct sq_attr *attr;     /* pixel waves: by attribute number. Only those in sq_program_info::interp_read are read */
   float (*values)[SQ_MAX_LANES];  /* pixel waves: rows of sq_program_info::value, on 64 bytes; NULL: made of the attributes */
   uint8_t *lds;                   /* lds_B bytes */
   uint32_t lds_B;
   bool in_group;
   struct sq_resume resume;
   struct sim_mem *mem;
   struct tc_cache *tc;            /* of this thread */
   void (*sendmsg)(struct sq_wave *w, uint32_t imm, uint32_t m0); /* NULL: messages are ignored */
   void *user;                     /* the launcher's */
   uint64_t deadline_ns;           /* on sim_run_ns(); 0 = none. Compared at backward branches, every few thousand */
   uint64_t limit_ns;              /* CPU time of the thread that it may use from the first comparison on, 0 = no limit; there it
                                      becomes SQ_LIMIT_ENDS | the end on the thread's CPU clock */
   const atomic_bool *cancel;      /* or NULL: set by another thread to end the wave (SQ_TIMEOUT) */

   /* Results. */
   uint32_t (*exp)[4][SQ_MAX_LANES]; /* [SQ_EXP_COUNT] exported data, by target; lanes outside EXEC untouched.
                                        COMPR exports keep the packed halves in [0] (xy) and [1] (zw) */
   uint8_t exp_en[SQ_EXP_COUNT];   /* EN of the exports seen per target (0 = none). Zeroed by sq_run */
   uint64_t exp_compr;             /* bit per target */
   uint64_t exp_valid;             /* OR of EXEC over exports with VM: the pixels that live */
   struct sq_fault { uint64_t va; uint32_t dw[2]; char text[80]; } fault;
};

static inline uint64_t sq_first_lanes(unsigned n)
{
   return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

/* Programs of one simulated GPU. GLOAM_SIM_EXEC chooses the engine (docs/env_vars.md). */
struct sq_cache *sq_cache_create(struct sim_mem *mem);
void sq_cache_destroy(struct sq_cache *c);
void sq_cache_set_gfx_level(struct sq_cache *c, unsigned gfx_level); /* before the first program; 8 unless set */

/* Decodes (or finds) the program at `va`. Code is compared with memory again after sq_cache_invalidate (instruction
 * cache flush). rsrc1 gives FLOAT_MODE, IEEE and DX10_CLAMP. Never NULL: code that cannot be decoded gives a program
 * whose waves end with SQ_FAULT. The program stays valid until the next sq_cache_collect. Thread-safe. */
const struct sq_program *sq_program_get(struct sq_cache *c, uint64_t va, enum sq_stage stage, uint32_t rsrc1);
/* Requests the host code that the program's first waves would wait for. */
void sq_prefetch(const struct sq_program *program);
/* The same program together with the code that its jumps lead to, where their addresses follow from these user SGPRs and memory.
 * For every launch anew; itself if it has none. Thread-safe. */
const struct sq_program *sq_program_link(struct sq_cache *c, const struct sq_program *p, const uint32_t *user, unsigned num_user);
void sq_cache_invalidate(struct sq_cache *c);
/* Frees programs whose memory has been overwritten and, when there are many, those not used for long. No wave may run, and no
 * caller may hold a program. */
void sq_cache_collect(struct sq_cache *c);

/* Facts the launcher uses. */
struct sq_program_info {
   bool uses_kill;           /* a pixel program may end with fewer lanes than it began with */
   bool uniform_exports;     /* a pixel program whose colours are the same in every lane */
   bool exports_mrtz, has_loop, writes_memory, uses_derivatives;
   bool jumps;               /* its code depends on the user SGPRs (sq_program_link) */
   bool names_lanes;         /* by number: reads, writes or exchanges others' registers */
   bool needs_64_lanes;      /* wakes lanes that were not live, as all ones or a complement in EXEC do: waves must have 64 */
   uint32_t mrt_mask, param_mask; /* targets exported */
   uint32_t inputs_read;     /* bit per VGPR 0..31 whose initial value may be read */
   uint32_t num_attrs;       /* one more than the highest attribute that v_interp reads */
   uint8_t interp_read[SQ_MAX_ATTRS]; /* and which channels of each */
   uint32_t num_values;      /* in order of `ij` */
   struct sq_value value[SQ_MAX_VALUES];
   uint32_t inputs_beside;   /* what is read beside the values: inputs, attributes */
   uint8_t interp_beside[SQ_MAX_ATTRS];
   bool any_beside;          /* attributes */
   uint32_t code_B;
};
const struct sq_program_info *sq_program_info(const struct sq_program *p);

/* How many lanes to launch for `wanted` ones: what host code there is for decides, and how often it was asked for others.
 * Results do not depend on it. */
unsigned sq_wave_lanes(const struct sq_program *p, unsigned wanted);
/* What the next wave of so many lanes should come with: attributes and the inputs read, or values and what is read beside
 * them; inputs: i and j all the same. */
enum { SQ_WANTS_ROWS = 1, SQ_WANTS_VALUES = 2, SQ_WANTS_INPUTS = 4 };
unsigned sq_wants(const struct sq_program *p, unsigned lanes);
enum sq_result sq_run(const struct sq_program *p, struct sq_wave *w);
/* The reference, whatever the mode. */
enum sq_result sq_run_interp(const struct sq_program *p, struct sq_wave *w);
/* True if the wave should end: deadline or limit passed, or cancelled. */
bool sq_wave_expired(struct sq_wave *w);

#endif
