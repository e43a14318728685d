/* spv_llvm.c: one SPIR-V shader with a key becomes one hardware shader: the entry point's body between the stage's input
 * and output code. */
#include "hw-si/compiler/spv_llvm.h"

#include <stdio.h>
#include <string.h>

#include "hw-si/compiler/si_compile.h"

static const uint8_t models[PIPE_SHADER_TYPES] = {
   [PIPE_SHADER_VERTEX] = SpvExecutionModelVertex, [PIPE_SHADER_TESS_CTRL] = SpvExecutionModelTessellationControl,
   [PIPE_SHADER_TESS_EVAL] = SpvExecutionModelTessellationEvaluation, [PIPE_SHADER_GEOMETRY] = SpvExecutionModelGeometry,
   [PIPE_SHADER_FRAGMENT] = SpvExecutionModelFragment, [PIPE_SHADER_COMPUTE] = SpvExecutionModelGLCompute,
};

/* Implicit derivatives anywhere: whole quads must stay alive. */
static bool takes_derivatives(const struct spv_module *m)
{
   struct spv_inst in;
   uint32_t at = SPV_FIRST_AT;
   while (spv_next(m, &at, &in)) {
      switch (in.op) {
      case SpvOpImageSampleImplicitLod: case SpvOpImageSampleDrefImplicitLod: case SpvOpImageSampleProjImplicitLod:
      case SpvOpImageSampleProjDrefImplicitLod: case SpvOpImageQueryLod: case SpvOpDPdx: case SpvOpDPdy: case SpvOpFwidth:
      case SpvOpDPdxFine: case SpvOpDPdyFine: case SpvOpFwidthFine: case SpvOpDPdxCoarse: case SpvOpDPdyCoarse:
      case SpvOpFwidthCoarse:
         return true;
      default:
         break;
      }
   }
   return false;
}

static unsigned stream_out_buffers(const struct pipe_stream_output_info *so)
{
   unsigned mask = 0;
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS && so->count; i++)
      mask |= so->stride_dw[i] ? 1u << i : 0;
   return mask;
}

static void build_shader(struct sl *s, const void *data)
{
   const struct spv_function *f = spv_find_function(s->m, s->entry->function);
   struct sl_frame frames[SL_MAX_CALL_DEPTH + 2] = { 0 };
   enum si_hw_stage stage = s->key->hw_stage;
   unsigned so = stage == SI_HW_VS ? stream_out_buffers(&s->shader->so) : 0;
   if (f->param_count || spv_type_of(s->m, f->result_type).kind != SPV_KIND_VOID) {
      sl_fail(s, "entry point with parameters");
      return;
   }
   if (stage == SI_HW_PS)
      sl_begin_function(s, stage, SI_SGPR_PS_COUNT, 0x7, 0);
   else
      sl_begin_function(s, stage, SI_SGPR_VS_COUNT, 0x7 | 1u << SI_SGPR_VS_VERTEX_BUFFERS, so);
   if (!sl_declare_variables(s) || !sl_collect_io(s, SpvStorageClassInput, &s->in, &s->in_count) ||
       !sl_collect_io(s, SpvStorageClassOutput, &s->out, &s->out_count))
      return;
   if (stage == SI_HW_PS)
      sl_ps_inputs(s);
   else
      sl_vs_inputs(s);
   if (s->failed)
      return;
   s->frame = frames;
   s->depth = 1;
   frames[0] = (struct sl_frame){ .fn = f };
   frames[0].return_block = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "end");
   sl_function(s, f);
   if (s->failed)
      return;
   if (stage == SI_HW_PS)
      sl_ps_outputs(s);
   else
      sl_vs_outputs(s);
}

static void finish_registers(struct sl *s, unsigned so_buffers)
{
   struct si_shader_binary *bin = s->bin;
   bool ps = s->key->hw_stage == SI_HW_PS;
   unsigned user_sgprs = ps ? SI_SGPR_PS_COUNT : SI_SGPR_VS_COUNT;
   bin->rsrc2 |= user_sgprs << 1 | (bin->scratch_B_per_wave ? 1u : 0);
   if (ps) {
      bin->ps.uses_kill = s->uses_kill;
      bin->ps.early_fragment_tests =
         spv_find_execution_mode(s->m, s->entry->function, SpvExecutionModeEarlyFragmentTests) != 0;
      return;
   }
   const struct si_shader_key *key = s->key;
   bool instanced = bin->vs.uses_instance_id || key->u.vs.instance_divisor_is_one || key->u.vs.instance_divisor_is_other;
   bin->vs.vgpr_comp_cnt = bin->vs.uses_primitive_id ? 2 : instanced ? 1 : 0;
   bin->rsrc1 = (bin->rsrc1 & ~(3u << 24)) | (uint32_t)bin->vs.vgpr_comp_cnt << 24;
   if (so_buffers)
      bin->rsrc2 |= so_buffers << 8 | 1u << 12; /* SO_BASEn_EN, SO_EN */
}

/* GLOAM_DEBUG=spirv: what the linker decided, one variable per line. */
/* Whether the shader says that expressions are to be what they are elsewhere. */
static bool is_exact(const struct spv_module *m)
{
   for (uint32_t i = 0; i < m->decoration_count; i++) {
      if (m->decoration[i].decoration == SpvDecorationNoContraction || m->decoration[i].decoration == SpvDecorationInvariant)
         return true;
   }
   return false;
}

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
   bool vertex = shader->stage == PIPE_SHADER_VERTEX && key->hw_stage == SI_HW_VS;
   bool pixel = shader->stage == PIPE_SHADER_FRAGMENT && key->hw_stage == SI_HW_PS;
   if (!vertex && !pixel) {
      snprintf(why, why_size_B, "this shader stage is not supported yet");
      return false;
   }
   if (!spv_module_init(&m, shader->spirv, shader->spirv_words, why, why_size_B))
      return false;
   if (opt->dump_spirv)
      dump_summary(&m);
   struct sl s = { .m = &m, .shader = shader, .key = key, .bin = bin, .why = why, .why_size_B = why_size_B };
   s.entry = spv_find_entry(&m, models[shader->stage]);
   bool ok = s.entry != NULL;
   if (!ok)
      snprintf(why, why_size_B, "the module has no entry point of this stage");
   s.needs_wqm = pixel && takes_derivatives(&m);
   s.inexact = pixel && !is_exact(&m);
   ok = ok && sl_init_core(&s) && si_compile_function(c, &s, build_shader, NULL, opt, key->hw_stage);
   if (ok)
      finish_registers(&s, vertex ? stream_out_buffers(&shader->so) : 0);
   sl_finish_core(&s);
   spv_module_finish(&m);
   return ok;
}
