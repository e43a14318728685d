/* harness.h: compiles GLSL to a binary and runs a binary as one wave on the simulator's interpreter, for the tests here. */
#ifndef SI_COMPILER_HARNESS_H
#define SI_COMPILER_HARNESS_H

#include "hw-si/compiler/compile.h"
#include "spirv/spv_module.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/sq/sq.h"
#include "winsys/sim/tc/tc.h"

/* Fails the test on any error. */
struct built { struct si_shader_binary bin; uint32_t *spirv; size_t spirv_words; enum pipe_shader_type stage; };
void build(struct built *b, const char *cpu, enum pipe_shader_type stage, const char *source, const struct si_shader_key *key);
/* The same for a shader state; the caller has set stage and spirv of *b. */
void build_state(struct built *b, const char *cpu, const struct pipe_shader_state *shader, const struct si_shader_key *key);
void built_finish(struct built *b);
/* Decoration value of a variable by name; SPV_NONE: absent. */
uint32_t place_of(const struct built *b, const char *name, uint32_t decoration);
uint32_t *glsl_to_spirv(enum pipe_shader_type stage, const char *source, size_t *words);
/* Any version and stage, without the limits of a context. */
uint32_t *any_glsl_to_spirv(enum pipe_shader_type stage, const char *source, size_t *words);
void default_key(struct si_shader_key *key, enum pipe_shader_type stage);

struct machine {
   struct sim_mem mem;
   struct sq_cache *cache;
   struct tc_cache *tc;
   struct sq_wave wave;
   uint32_t (*vgpr)[SQ_MAX_LANES];
   uint32_t (*exp)[4][SQ_MAX_LANES];
   struct sq_attr attr[32];
   float *constants;  /* constant buffer 0, 4096 bytes */
   float *block;      /* constant buffer 1 */
   float *stream;     /* stream-output buffer 0 and storage buffer 0, 8192 bytes */
   uint32_t *factors; /* tess factor ring, 4096 bytes */
   uint32_t *esgs;    /* ESGS ring, 65536 bytes */
   uint32_t (*vertex_v)[4]; /* V# per vertex element: 16 bytes each of a stride of 128, 4 floats */
   uint8_t *vertices; /* the buffer of vertex element 0's V# */
};
void machine_init(struct machine *m);
void machine_finish(struct machine *m);
/* Descriptors with which a geometry shader writes the GSVS ring. */
void machine_set_gsvs(struct machine *m, const struct si_gs_info *gs);
void machine_load(struct machine *m, const struct built *b); /* code, user SGPRs; clears registers */
/* VGPR row where pixel input `slot` (SPI_PS_INPUT_ADDR bit) begins. */
unsigned ps_vgpr_of(const struct built *b, unsigned slot);
void machine_run(struct machine *m, const struct built *b); /* 64 lanes, all live unless wave.exec was changed */

#endif
