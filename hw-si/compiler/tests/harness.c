/* harness.c: see harness.h. Memory of the machine: code at CODE_VA, descriptor arrays and buffers below 4 GB after it. */
#include "hw-si/compiler/tests/harness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gl-api/glsl/front/gf_front.h"
#include "spirv/spv_assign.h"
#include "winsys/sim/tests/sq_run_jit.h"

enum { CODE_VA = 0x100000, INTERNAL_VA = 0x200000, BUFFERS_VA = 0x201000, TEXTURES_VA = 0x202000, CONST_VA = 0x204000,
       VB_LIST_VA = 0x206000, VERTEX_VA = 0x207000, BLOCK_VA = 0x20a000,
       STREAM_VA = 0x20c000, ESGS_VA = 0x210000, GSVS_VA = 0x220000, OFFCHIP_VA = 0x260000,
       FACTORS_VA = 0x270000, SCRATCH_VA = 0x271000, MEM_END = 0x291000 };

/* V# of a ring's writer (facts C1): swizzled, elements of 4 bytes, lane id added; index stride 1: 16, 3: 64 lanes. */
#define V_SWIZZLE (1u << 31)
#define V_RING_WORD3(index_stride) (4u | 5u << 3 | 6u << 6 | 7u << 9 | 7u << 12 | 1u << 19 | (index_stride) << 21 | 1u << 23)

uint32_t *glsl_to_spirv(enum pipe_shader_type stage, const char *source, size_t *words)
{
   static const struct glsl_limits limits = { .max_vertex_attribs = 16, .max_vertex_uniform_vectors = 1024,
      .max_varying_vectors = 16, .max_vertex_texture_units = 16, .max_combined_texture_units = 32, .max_texture_units = 16,
      .max_fragment_uniform_vectors = 1024, .max_draw_buffers = 8, .max_version = 300,
      .extensions = "GL_OES_standard_derivatives" };
   struct glsl_module *module = NULL;
   char *log = NULL, why[256];
   assert_true(glsl_compile(stage, source, strlen(source), true, &limits, &module, &log));
   if (!module || !module->spirv)
      print_error("%s\n%s\n", source, log ? log : "");
   assert_non_null(module);
   assert_non_null(module->spirv);
   uint32_t *placed = spv_assign(module->spirv, module->spirv_words, words, why, sizeof(why));
   assert_non_null(placed);
   glsl_module_unref(module);
   free(log);
   return placed;
}

uint32_t *any_glsl_to_spirv(enum pipe_shader_type stage, const char *source, size_t *words)
{
   const struct gf_options options = { .link_alone = true, .stack_B = 4 << 20 };
   struct gf_result r;
   char why[256];
   assert_true(gf_compile(stage, source, strlen(source), &options, &r));
   if (!r.spirv)
      print_error("%s\n%s\n", source, r.log ? r.log : "");
   assert_non_null(r.spirv);
   uint32_t *placed = spv_assign(r.spirv, r.spirv_words, words, why, sizeof(why));
   assert_non_null(placed);
   gf_result_finish(&r);
   return placed;
}

void default_key(struct si_shader_key *key, enum pipe_shader_type stage)
{
   memset(key, 0, sizeof(*key));
   if (stage == PIPE_SHADER_FRAGMENT) {
      key->hw_stage = SI_HW_PS;
      key->ps.col_format = 0x9; /* 32_ABGR */
      key->ps.alpha_func = PIPE_FUNC_ALWAYS;
      return;
   }
   key->hw_stage = SI_HW_VS;
   for (unsigned i = 0; i < 32; i++)
      key->fetch.element_of_location[i] = (uint8_t)i;
   key->exp.point_size = 1;
}

void build(struct built *b, const char *cpu, enum pipe_shader_type stage, const char *source, const struct si_shader_key *key)
{
   char why[512] = "";
   struct si_compiler *c = si_compiler_create(cpu, why, sizeof(why));
   assert_non_null(c);
   *b = (struct built){ .stage = stage };
   b->spirv = glsl_to_spirv(stage, source, &b->spirv_words);
   struct pipe_shader_state state = { .stage = stage, .spirv = b->spirv, .spirv_words = b->spirv_words, .y_is_up = true };
   struct si_compile_options opt = { .no_cache = true };
   bool ok = si_compile(c, &state, key, &opt, &b->bin, why, sizeof(why));
   if (!ok)
      print_error("%s\n%s\n", source, why);
   assert_true(ok);
   si_compiler_destroy(c);
}

void build_state(struct built *b, const char *cpu, const struct pipe_shader_state *shader, const struct si_shader_key *key)
{
   char why[512] = "";
   struct si_compiler *c = si_compiler_create(cpu, why, sizeof(why));
   struct si_compile_options opt = { .no_cache = true };
   assert_non_null(c);
   bool ok = si_compile(c, shader, key, &opt, &b->bin, why, sizeof(why));
   if (!ok)
      print_error("%s\n", why);
   assert_true(ok);
   si_compiler_destroy(c);
}

void built_finish(struct built *b)
{
   free(b->spirv);
   si_shader_binary_finish(&b->bin);
}

uint32_t place_of(const struct built *b, const char *name, uint32_t decoration)
{
   struct spv_module m;
   char why[256];
   uint32_t value = SPV_NONE;
   assert_true(spv_module_init(&m, b->spirv, b->spirv_words, why, sizeof(why)));
   for (uint32_t i = 0; i < m.variable_count; i++) {
      if (strcmp(spv_name(&m, m.variable[i]), name) == 0)
         value = spv_decoration_value(&m, m.variable[i], decoration, SPV_NONE);
   }
   spv_module_finish(&m);
   return value;
}

/* ---- the machine ---------------------------------------------------------------------------------------------------------- */

void machine_init(struct machine *m)
{
   *m = (struct machine){ 0 };
   assert_true(sim_mem_init(&m->mem, 1ull << 32));
   assert_true(sim_mem_commit(&m->mem, CODE_VA, MEM_END - CODE_VA));
   sim_mem_set_access(&m->mem, CODE_VA, MEM_END - CODE_VA, SIM_MEM_READ | SIM_MEM_WRITE);
   m->cache = sq_cache_create(&m->mem);
   assert_non_null(m->cache);
   static const uint32_t tile_mode[32], macrotile_mode[16];
   m->tc = tc_cache_create(&m->mem, 8, tile_mode, macrotile_mode, 0);
   assert_non_null(m->tc);
   m->vgpr = calloc(256, sizeof(*m->vgpr));
   m->exp = calloc(SQ_EXP_COUNT, sizeof(*m->exp));
   m->constants = (float *)(m->mem.base + CONST_VA);
   m->vertices = m->mem.base + VERTEX_VA;
   uint32_t constant_v[4] = { CONST_VA, 0, 4096, 0x00027fac }; /* raw buffer: xyzw, 32 bits float */
   memcpy(m->mem.base + BUFFERS_VA, constant_v, sizeof(constant_v));
   uint32_t block_v[4] = { BLOCK_VA, 0, 4096, 0x00027fac };
   memcpy(m->mem.base + BUFFERS_VA + 16, block_v, sizeof(block_v));
   m->block = (float *)(m->mem.base + BLOCK_VA);
   uint32_t stream_v[4] = { STREAM_VA, 0, 8192, 0x00027fac };
   memcpy(m->mem.base + INTERNAL_VA + SI_INTERNAL_STREAMOUT0 * 16, stream_v, sizeof(stream_v));
   uint32_t esgs_v[4] = { ESGS_VA, 0, GSVS_VA - ESGS_VA, 0x00027fac };
   uint32_t gsvs_v[4] = { GSVS_VA, 0, OFFCHIP_VA - GSVS_VA, 0x00027fac };
   memcpy(m->mem.base + INTERNAL_VA + SI_INTERNAL_ESGS_READ * 16, esgs_v, sizeof(esgs_v));
   memcpy(m->mem.base + INTERNAL_VA + SI_INTERNAL_GSVS_READ * 16, gsvs_v, sizeof(gsvs_v));
   uint32_t offchip_v[4] = { OFFCHIP_VA, 0, FACTORS_VA - OFFCHIP_VA, 0x00027fac };
   uint32_t factors_v[4] = { FACTORS_VA, 0, SCRATCH_VA - FACTORS_VA, 0x00027fac };
   memcpy(m->mem.base + INTERNAL_VA + SI_INTERNAL_OFFCHIP * 16, offchip_v, sizeof(offchip_v));
   memcpy(m->mem.base + INTERNAL_VA + SI_INTERNAL_TESS_FACTORS * 16, factors_v, sizeof(factors_v));
   m->factors = (uint32_t *)(m->mem.base + FACTORS_VA);
   m->esgs = (uint32_t *)(m->mem.base + ESGS_VA);
   uint32_t write_v[4] = { ESGS_VA, V_SWIZZLE, GSVS_VA - ESGS_VA, V_RING_WORD3(3) };
   memcpy(m->mem.base + INTERNAL_VA + SI_INTERNAL_ESGS_WRITE * 16, write_v, sizeof(write_v));
   m->stream = (float *)(m->mem.base + STREAM_VA);
   memcpy(m->mem.base + BUFFERS_VA + SI_NUM_CONST_BUFFERS * 16, stream_v, sizeof(stream_v)); /* storage buffer 0 */
   m->vertex_v = (uint32_t(*)[4])(m->mem.base + VB_LIST_VA);
   for (uint32_t i = 0; i < 8; i++) { /* vertex elements: 32_32_32_32 FLOAT, 16 bytes of a stride of 128 each */
      uint32_t v[4] = { VERTEX_VA + i * 16, 128u << 16, 64 * 128, 4u | 5u << 3 | 6u << 6 | 7u << 9 | 7u << 12 | 14u << 15 };
      memcpy(m->mem.base + VB_LIST_VA + i * 16, v, sizeof(v));
   }
}

void machine_finish(struct machine *m)
{
   tc_cache_destroy(m->tc);
   sq_cache_destroy(m->cache);
   sim_mem_finish(&m->mem);
   free(m->vgpr);
   free(m->exp);
}

void machine_set_gsvs(struct machine *m, const struct si_gs_info *gs)
{
   uint32_t base = GSVS_VA;
   for (uint32_t i = 0; i < 4; i++) {
      uint32_t stride_B = 4u * gs->gsvs_vertex_dw[i] * gs->max_vertices;
      uint32_t v[4] = { base, stride_B << 16 | V_SWIZZLE, 64, V_RING_WORD3(1u) };
      memcpy(m->mem.base + INTERNAL_VA + (SI_INTERNAL_GSVS_WRITE0 + i) * 16, v, sizeof(v));
      base += stride_B * 64;
   }
   assert_true(base <= OFFCHIP_VA);
}

void machine_load(struct machine *m, const struct built *b)
{
   assert_true(b->bin.code_B < INTERNAL_VA - CODE_VA);
   assert_true(b->bin.scratch_B_per_wave <= MEM_END - SCRATCH_VA);
   memcpy(m->mem.base + CODE_VA, b->bin.code, b->bin.code_B);
   for (unsigned i = 0; i < b->bin.num_scratch_relocs; i++) {
      const uint32_t word = b->bin.scratch_reloc[i].dword ? V_SWIZZLE : SCRATCH_VA;
      memcpy(m->mem.base + CODE_VA + b->bin.scratch_reloc[i].offset_B, &word, 4);
   }
   sq_cache_invalidate(m->cache);
   memset(m->vgpr, 0, 256 * sizeof(*m->vgpr));
   memset(m->exp, 0, SQ_EXP_COUNT * sizeof(*m->exp));
   m->wave = (struct sq_wave){ .exec = UINT64_MAX, .lanes = 64, .vgpr = m->vgpr, .exp = m->exp, .attr = m->attr, .mem = &m->mem,
                                .tc = m->tc };
   m->wave.sgpr[SI_SGPR_INTERNAL] = INTERNAL_VA;
   m->wave.sgpr[SI_SGPR_BUFFERS] = BUFFERS_VA;
   m->wave.sgpr[SI_SGPR_TEXTURES] = TEXTURES_VA;
   if (b->stage == PIPE_SHADER_VERTEX)
      m->wave.sgpr[SI_SGPR_VS_VERTEX_BUFFERS] = VB_LIST_VA;
}

unsigned ps_vgpr_of(const struct built *b, unsigned slot)
{
   static const uint8_t size[16] = { 2, 2, 2, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
   unsigned at = 0;
   assert_true(b->bin.ps.input_addr >> slot & 1);
   for (unsigned i = 0; i < slot; i++)
      at += b->bin.ps.input_addr >> i & 1 ? size[i] : 0;
   return at;
}

/* The JIT, if it can run the program, must export the same values. */
static void compare_with_jit(const struct sq_program *p, struct machine *m, const struct sq_wave *start, void *vgprs)
{
   size_t exp_B = SQ_EXP_COUNT * sizeof(*m->exp);
   uint32_t (*want)[4][SQ_MAX_LANES] = malloc(exp_B);
   struct sq_wave done = m->wave;
   memcpy(want, m->exp, exp_B);
   memset(m->exp, 0, exp_B);
   memcpy(m->vgpr, vgprs, 256 * sizeof(*m->vgpr));
   m->wave = *start;
   enum sq_result r = sq_run_jit(p, &m->wave);
   if (r == SQ_DONE) {
      assert_memory_equal(m->exp, want, exp_B);
      assert_memory_equal(m->wave.exp_en, done.exp_en, sizeof(done.exp_en));
      assert_true(m->wave.exp_valid == done.exp_valid);
   } else if (!strstr(m->wave.fault.text, "no jit")) {
      fail_msg("JIT: %s", m->wave.fault.text);
   }
   memcpy(m->exp, want, exp_B);
   m->wave = done;
   free(want);
}

void machine_run(struct machine *m, const struct built *b)
{
   enum sq_stage stage = b->stage == PIPE_SHADER_VERTEX ? SQ_VS : SQ_PS;
   const struct sq_program *p = sq_program_get(m->cache, CODE_VA, stage, b->bin.rsrc1);
   struct sq_wave start = m->wave;
   void *vgprs = malloc(256 * sizeof(*m->vgpr));
   memcpy(vgprs, m->vgpr, 256 * sizeof(*m->vgpr));
   enum sq_result r = sq_run_interp(p, &m->wave);
   if (r != SQ_DONE)
      print_error("wave ended with %d: %s\n", (int)r, m->wave.fault.text);
   assert_int_equal(r, SQ_DONE);
   compare_with_jit(p, m, &start, vgprs);
   free(vgprs);
}
