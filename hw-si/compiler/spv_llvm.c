/* spv_llvm.c: translates one SPIR-V shader with a key for one hardware stage: the entry point's body between the code for the
 * stage's inputs and outputs (stage.h). */
#include "hw-si/compiler/spv_llvm.h"

#include <stdio.h>
#include <string.h>

#include "hw-si/compiler/si_compile.h"
#include "hw-si/compiler/stage.h"

static const uint16_t models[PIPE_SHADER_TYPES] = {
   [PIPE_SHADER_VERTEX] = SpvExecutionModelVertex, [PIPE_SHADER_TESS_CTRL] = SpvExecutionModelTessellationControl,
   [PIPE_SHADER_TESS_EVAL] = SpvExecutionModelTessellationEvaluation, [PIPE_SHADER_GEOMETRY] = SpvExecutionModelGeometry,
   [PIPE_SHADER_TASK] = SpvExecutionModelTaskEXT, [PIPE_SHADER_MESH] = SpvExecutionModelMeshEXT,
   [PIPE_SHADER_FRAGMENT] = SpvExecutionModelFragment, [PIPE_SHADER_COMPUTE] = SpvExecutionModelGLCompute,
};

static const struct sl_stage_ops *const stages[] = {
   &sl_vs_ops, &sl_es_ops, &sl_ls_ops, &sl_tcs_ops, &sl_fixed_tcs_ops, &sl_tes_vs_ops, &sl_tes_es_ops,
   &sl_gs_ops, &sl_gs_copy_ops, &sl_ps_ops, &sl_cs_ops,
};

const struct sl_stage_ops *sl_find_stage(enum pipe_shader_type api_stage, enum si_hw_stage hw_stage)
{
   for (unsigned i = 0; i < sizeof(stages) / sizeof(stages[0]); i++) {
      if (stages[i]->api_stage == api_stage && stages[i]->hw_stage == hw_stage)
         return stages[i];
   }
   return NULL;
}

/* Implicit derivatives anywhere: the code needs helper lanes (whole quad mode). */
static bool is_derivative(uint32_t op)
{
   switch (op) {
   case SpvOpImageSampleImplicitLod: case SpvOpImageSampleDrefImplicitLod: case SpvOpImageSampleProjImplicitLod:
   case SpvOpImageSampleProjDrefImplicitLod: case SpvOpImageQueryLod: case SpvOpDPdx: case SpvOpDPdy: case SpvOpFwidth:
   case SpvOpDPdxFine: case SpvOpDPdyFine: case SpvOpFwidthFine: case SpvOpDPdxCoarse: case SpvOpDPdyCoarse:
   case SpvOpFwidthCoarse: case SpvOpGroupNonUniformQuadBroadcast: case SpvOpGroupNonUniformQuadSwap:
      return true;
   default:
      return false;
   }
}

static bool is_kill(uint32_t op)
{
   return op == SpvOpKill || op == SpvOpTerminateInvocation || op == SpvOpDemoteToHelperInvocation;
}

static bool has_op(const struct spv_module *m, bool (*is)(uint32_t op))
{
   struct spv_inst in;
   for (uint32_t at = SPV_FIRST_AT; spv_next(m, &at, &in);)
      if (is(in.op))
         return true;
   return false;
}

static void build_shader(struct sl *s, const void *data)
{
   const struct spv_function *f = spv_find_function(s->m, s->entry->function);
   (void)data;
   if (f->param_count || spv_type_of(s->m, f->result_type).kind != SPV_KIND_VOID) {
      sl_fail(s, "entry point with parameters");
      return;
   }
   s->ops->declare(s);
   if (!sl_declare_variables(s) || !sl_collect_io(s, SpvStorageClassInput, &s->in, &s->in_count) ||
       !sl_collect_io(s, SpvStorageClassOutput, &s->out, &s->out_count))
      return;
   sl_find_used(s);
   s->ops->load_inputs(s);
   if (s->failed)
      return;
   if (s->ops->no_body) {
      s->ops->end(s);
      return;
   }
   sl_function(s, f);
   if (!s->failed)
      s->ops->end(s);
}

/* `precise` or `invariant` anywhere: no expression of the shader is contracted. */
static bool is_exact(const struct spv_module *m)
{
   for (uint32_t i = 0; i < m->decoration_count; i++) {
      if (m->decoration[i].decoration == SpvDecorationNoContraction || m->decoration[i].decoration == SpvDecorationInvariant)
         return true;
   }
   return false;
}

/* GLOAM_DEBUG=spirv: places that the linker assigned, one variable per line. */
static void dump_summary(const struct spv_module *m)
{
   static const struct { uint32_t decoration; const char *name; } rows[] = {
      { SpvDecorationLocation, "location" }, { SpvDecorationComponent, "component" }, { SpvDecorationIndex, "index" },
      { SpvDecorationBinding, "binding" }, { SpvDecorationOffset, "offset" }, { SpvDecorationBuiltIn, "built-in" },
   };
   fprintf(stderr, "SPIR-V: %zu words, %u functions, %u blocks\n", m->word_count, m->function_count, m->block_count);
   for (uint32_t i = 0; i < m->variable_count; i++) {
      uint32_t var = m->variable[i];
      fprintf(stderr, "   storage class %u %s", spv_def(m, var).w[3], spv_name(m, var));
      for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
         uint32_t v = spv_decoration_value(m, var, rows[k].decoration, SPV_NONE);
         if (v != SPV_NONE)
            fprintf(stderr, ", %s %u", rows[k].name, v);
      }
      fputc('\n', stderr);
   }
}

bool si_compile_spirv(struct si_compiler *c, const struct pipe_shader_state *shader, const struct si_shader_key *key,
                      const struct si_compile_options *opt, struct si_shader_binary *bin, char *why, size_t why_size_B)
{
   struct spv_module m;
   *bin = (struct si_shader_binary){ 0 };
   if (why_size_B)
      why[0] = 0;
   const struct sl_stage_ops *ops = sl_find_stage(shader->stage, key->hw_stage);
   if (!ops) {
      static const char *const api[PIPE_SHADER_TYPES] = { "vertex", "tessellation control", "tessellation evaluation", "geometry",
                                                          "task", "mesh", "fragment", "compute" };
      static const char *const hw[] = { "LS", "HS", "ES", "GS", "VS", "PS", "CS" };
      snprintf(why, why_size_B, "a %s shader cannot run in %s", shader->stage < PIPE_SHADER_TYPES ? api[shader->stage] : "?",
               key->hw_stage <= SI_HW_CS ? hw[key->hw_stage] : "?");
      return false;
   }
   if (!spv_module_init(&m, shader->spirv, shader->spirv_words, why, why_size_B)) {
      if (m.no_memory && opt->no_memory)
         *opt->no_memory = true;
      return false;
   }
   if (opt->dump_spirv)
      dump_summary(&m);
   struct sl s = { .m = &m, .shader = shader, .key = key, .bin = bin, .why = why, .why_size_B = why_size_B, .ops = ops };
   s.entry = spv_find_entry(&m, models[shader->stage]);
   bool ok = s.entry != NULL;
   if (!ok)
      snprintf(why, why_size_B, "the module has no entry point of this stage");
   s.needs_wqm = key->hw_stage == SI_HW_PS && (key->ps.smooth_point || has_op(&m, is_derivative));
   s.kills = key->hw_stage == SI_HW_PS && has_op(&m, is_kill);
   s.inexact = key->hw_stage == SI_HW_PS && !is_exact(&m);
   ok = ok && sl_init_core(&s) && si_compile_function(c, &s, build_shader, NULL, opt);
   if (s.no_memory && opt->no_memory)
      *opt->no_memory = true;
   if (ok)
      ops->finish(&s);
   sl_finish_core(&s);
   spv_module_finish(&m);
   return ok;
}
