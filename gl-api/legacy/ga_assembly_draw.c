/* ga_assembly_draw.c: assembly programs as the source of a stage: their executables, and their parameters as constant buffers. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/legacy/ga_assembly.h"
#include "gl-api/legacy/ga_fixed.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/program/ga_program.h"
#include "util/ut_debug.h"

static enum pipe_shader_type stage_of(enum ap_target target)
{
   return target == AP_VERTEX ? PIPE_SHADER_VERTEX : PIPE_SHADER_FRAGMENT;
}

enum ap_target ga_assembly_fragment_source(struct ga_context *ctx)
{
   struct ga_assembly_state *a = ctx->legacy->assembly;
   if (a->enabled[AP_FRAGMENT])
      return AP_FRAGMENT;
   if (!a->enabled[AP_ATI_FRAGMENT])
      return AP_TARGETS;
   const struct ga_assembly *shader = a->bound[AP_ATI_FRAGMENT];
   a->seqno[AP_ATI_FRAGMENT] = atomic_load_explicit(&shader->seqno, memory_order_acquire);
   GA_GUARD(ctx, &ctx->share->assembly.lock);
   return shader->code ? AP_ATI_FRAGMENT : AP_TARGETS;
}

bool ga_assembly_is_unclipped(const struct ga_context *ctx)
{
   const struct ga_assembly_code *code = ctx->legacy->assembly->code[AP_VERTEX];
   return code && !ap_program_position_invariant(code->program);
}

/* ---- executables ----------------------------------------------------------------------------------------------------------- */

static uint8_t depth_mode(struct ga_context *ctx, struct ga_texture *tex)
{
   GA_GUARD(ctx, &tex->lock);
   switch (tex->depth_mode) {
   case GL_INTENSITY: return AP_DEPTH_INTENSITY;
   case GL_ALPHA: return AP_DEPTH_ALPHA;
   case GL_RED: return AP_DEPTH_RED;
   default: return AP_DEPTH_LUMINANCE;
   }
}

_Static_assert((int)AP_FOG_LINEAR == GA_FOG_LINEAR && (int)AP_FOG_EXP == GA_FOG_EXP && (int)AP_FOG_EXP2 == GA_FOG_EXP2, "modes of fog");

/* What fixed functions would do: the target that is textured in each unit, colour sum and fog. */
static void fixed_stages(struct ga_context *ctx, const struct ap_program *p, struct ap_variant *key)
{
   static const uint8_t targets[GA_ENV_TARGETS] = {[GA_ENV_1D] = AP_TEX_1D, [GA_ENV_2D] = AP_TEX_2D, [GA_ENV_RECT] = AP_TEX_RECT,
      [GA_ENV_3D] = AP_TEX_3D, [GA_ENV_CUBE] = AP_TEX_CUBE};
   struct ga_fixed_fragment_key fixed;
   ga_fixed_fragment_key(ctx, &fixed);
   for (unsigned unit = 0; unit < GA_MAX_TEXTURE_COORDS; unit++)
      if (ap_program_samples_any_target(p, unit) && fixed.unit[unit].texture.target)
         key->texture[unit] = targets[fixed.unit[unit].texture.target - 1];
   key->color_sum = fixed.color_sum;
   key->fog = fixed.fog;
}

static struct ap_variant variant_of(struct ga_context *ctx, const struct ap_program *p)
{
   static const uint8_t targets[] = {[AP_COMPARES_1D] = GA_TEX_1D, [AP_COMPARES_2D] = GA_TEX_2D, [AP_COMPARES_RECT] = GA_TEX_RECT};
   struct ap_variant key = {0};
   if (ap_program_position_invariant(p))
      key.clip_planes = ctx->clip_distances;
   if (ap_program_has_fixed_stages(p))
      fixed_stages(ctx, p, &key);
   for (unsigned unit = 0; unit < AP_MAX_TEXTURE_UNITS; unit++) {
      const enum ap_comparison comparison = ap_program_comparison(p, unit);
      if (comparison)
         key.depth_mode[unit] = depth_mode(ctx, ctx->unit[unit].bound[targets[comparison]]);
   }
   return key;
}

/* With a reference for the caller, or NULL. The lock is held. */
static struct ga_exec *find(const struct ga_assembly_code *code, const struct ap_variant *key)
{
   for (const struct ga_assembly_variant *v = code->variants; v; v = v->next)
      if (!memcmp(&v->key, key, sizeof(*key)))
         return ga_exec_ref(v->exec);
   return NULL;
}

static struct ga_exec *compile(struct ga_context *ctx, const struct ga_assembly_code *code, const struct ap_variant *key)
{
   struct glsl_limits limits;
   char *log = NULL;
   ga_glsl_limits(ctx, &limits);
   limits.max_vertex_uniform_vectors = limits.max_fragment_uniform_vectors = AP_MAX_PARAMS;
   struct glsl_module *module = ap_module(code->program, key);
   struct glsl_linked *linked = module ? glsl_link(&module, 1, NULL, &limits, false, &log) : NULL;
   if (!linked && log)
      ut_log("gl", "an assembly program does not link: %s", log);
   free(log);
   glsl_module_unref(module);
   struct ga_exec *exec = linked ? ga_exec_create(linked) : NULL;
   if (exec)
      exec->assembly = true;
   return exec;
}

/* Compiled when needed; with a reference for the caller. NULL: out of memory. */
static struct ga_exec *get(struct ga_context *ctx, struct ga_assembly_code *code)
{
   pthread_mutex_t *lock = &ctx->share->assembly.lock;
   const struct ap_variant key = variant_of(ctx, code->program);
   ga_lock(ctx, lock);
   struct ga_exec *exec = find(code, &key);
   ga_unlock(ctx, lock);
   if (exec)
      return exec;
   struct ga_assembly_variant *made = malloc(sizeof(*made));
   exec = made ? compile(ctx, code, &key) : NULL;
   if (!exec) {
      free(made);
      return NULL;
   }
   ga_lock(ctx, lock); /* another thread may have made the same: both are equal */
   *made = (struct ga_assembly_variant){code->variants, key, ga_exec_ref(exec)};
   code->variants = made;
   ga_unlock(ctx, lock);
   return exec;
}

struct ga_exec *ga_assembly_exec(struct ga_context *ctx, enum ap_target target, const char *operation)
{
   struct ga_assembly_state *a = ctx->legacy->assembly;
   struct ga_assembly *p = a->bound[target];
   a->seqno[target] = atomic_load_explicit(&p->seqno, memory_order_acquire);
   ga_lock(ctx, &ctx->share->assembly.lock);
   struct ga_assembly_code *code = ga_assembly_code_ref(p->code);
   ga_unlock(ctx, &ctx->share->assembly.lock);
   ga_assembly_code_unref(a->code[target]);
   a->code[target] = code;
   if (!code) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no valid program is loaded in %s program %u, which is enabled: load one with "
               "glProgramStringARB", operation, target == AP_VERTEX ? "vertex" : "fragment", p->name);
      return NULL;
   }
   struct ga_exec *exec = get(ctx, code);
   if (!exec)
      ga_oom(ctx, operation);
   return exec;
}

void ga_assembly_unused(struct ga_context *ctx, enum ap_target target)
{
   struct ga_assembly_code **code = &ctx->legacy->assembly->code[target];
   ga_assembly_code_unref(*code);
   *code = NULL;
}

/* ---- parameters ------------------------------------------------------------------------------------------------------------ */

static void state_value(const struct ga_context *ctx, const struct ap_param *param, GLfloat out[4])
{
   const GLfloat *words = (const GLfloat *)&ctx->state_constants;
   for (unsigned i = 0; i < 4; i++)
      out[i] = param->word[i] == AP_ZERO ? 0 : param->word[i] == AP_ONE ? 1 : words[param->word[i]];
}

static void matrix_value(const struct ga_assembly_state *a, uint32_t index, GLfloat out[4])
{
   GLfloat m[16];
   memcpy(m, ga_matrix_top(&a->matrix[index / 16]), sizeof(m));
   const unsigned form = index / 4 % 4;
   if (form == GLSL_INVERSE || form == GLSL_INVERSE_TRANSPOSE)
      ga_matrix_invert(m, m);
   if (form == GLSL_TRANSPOSE || form == GLSL_INVERSE_TRANSPOSE)
      ga_matrix_transpose(m, m);
   memcpy(out, &m[4 * (index % 4)], 4 * sizeof(GLfloat));
}

static void value_of(struct ga_context *ctx, enum ap_target target, const struct ap_param *param, GLfloat out[4])
{
   const struct ga_assembly_state *a = ctx->legacy->assembly;
   const struct ga_assembly *p = a->bound[target];
   static const GLfloat zero[4];
   switch (param->source) {
   case AP_CONSTANT: memcpy(out, param->value, sizeof(param->value)); break;
   case AP_ENV: memcpy(out, a->env[target][param->index], 4 * sizeof(GLfloat)); break;
   case AP_LOCAL: memcpy(out, p->local ? p->local[param->index] : zero, 4 * sizeof(GLfloat)); break;
   case AP_SPOT_DIRECTION:
      memcpy(out, ctx->legacy->lighting.light[param->index].spot_direction, 3 * sizeof(GLfloat));
      out[3] = ctx->state_constants.legacy.light[param->index].spot_cos_cutoff;
      break;
   case AP_PROGRAM_MATRIX: matrix_value(a, param->index, out); break;
   default: state_value(ctx, param, out); break;
   }
}

/* The constant buffer of a stage that an assembly program is the source of. */
static bool fill(struct ga_context *ctx, enum ap_target target)
{
   struct ga_assembly_state *a = ctx->legacy->assembly;
   const enum pipe_shader_type stage = stage_of(target);
   unsigned count;
   const struct ap_param *param = ap_program_params(a->code[target]->program, &count);
   a->local_seqno[target] = atomic_load_explicit(&a->bound[target]->local_seqno, memory_order_acquire);
   if (!count)
      return true;
   if (!a->block[target])
      a->block[target] = malloc(AP_MAX_PARAMS * sizeof(*a->block[target]));
   if (!a->block[target])
      return false;
   ga_lock(ctx, &ctx->share->assembly.lock);
   for (unsigned i = 0; i < count; i++)
      value_of(ctx, target, &param[i], a->block[target][i]);
   ga_unlock(ctx, &ctx->share->assembly.lock);
   ctx->st.constants[stage].data = a->block[target];
   ctx->st.constants_dirty |= 1u << stage;
   ctx->st.dirty |= ST_DIRTY_CONSTANTS;
   return true;
}

bool ga_assembly_parameters(struct ga_context *ctx, const char *operation)
{
   for (unsigned target = 0; target < AP_TARGETS; target++) {
      if (ctx->legacy->assembly->code[target] && !fill(ctx, target)) {
         ga_oom(ctx, operation);
         return false;
      }
   }
   return true;
}

uint32_t ga_assembly_changed(const struct ga_context *ctx)
{
   const struct ga_assembly_state *a = ctx->legacy->assembly;
   uint32_t dirty = 0;
   for (unsigned i = 0; i < AP_TARGETS; i++) {
      if (!a->enabled[i])
         continue;
      if (atomic_load_explicit(&a->bound[i]->seqno, memory_order_acquire) != a->seqno[i])
         dirty |= GA_DIRTY_FIXED_FUNCTION | GA_DIRTY_PROGRAM_PARAMETERS;
      if (atomic_load_explicit(&a->bound[i]->local_seqno, memory_order_acquire) != a->local_seqno[i])
         dirty |= GA_DIRTY_PROGRAM_PARAMETERS;
   }
   return dirty;
}
