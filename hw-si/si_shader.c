/* si_shader.c: shaders of the API and their variants: finds or compiles the machine code for the key of the bound
 * state (si_key.c), for each hardware stage (si_stages.c). Keys are built only when something that they depend on was
 * bound (shaders_dirty), never per draw. */
#include "si_context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw_regs.h"
#include "util/ut_debug.h"
#include "util/ut_hash.h"

static struct si_shader *shader_new(const struct pipe_shader_state *state)
{
   struct si_shader *shader = calloc(1, sizeof(*shader));
   uint32_t *spirv = malloc(state->spirv_words * 4 + 4);

   if (!shader || !spirv) {
      free(shader);
      free(spirv);
      return NULL;
   }
   memcpy(spirv, state->spirv, state->spirv_words * 4);
   shader->state = *state;
   shader->state.spirv = spirv;
   shader->valid = si_shader_scan(&shader->state, &shader->info, shader->why, sizeof(shader->why));
   return shader;
}

static void shader_free(struct si_shader *shader)
{
   if (!shader)
      return;
   free((uint32_t *)shader->state.spirv);
   free(shader);
}

void *si_create_shader(struct pipe_context *base, const struct pipe_shader_state *state)
{
   (void)base;
   return shader_new(state);
}

void si_bind_shader(struct pipe_context *base, enum pipe_shader_type stage, void *cso)
{
   struct si_context *ctx = si_context(base);
   struct si_stage *st = &ctx->stage[stage];

   if (st->shader == cso)
      return;
   st->shader = cso;
   si_key_changed(ctx, st);
}

void si_delete_shader(struct pipe_context *base, void *cso)
{
   struct si_context *ctx = si_context(base);
   struct si_shader *shader = cso;

   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      struct si_stage *st = &ctx->stage[i];
      if (st->shader != shader)
         continue;
      st->shader = NULL;
      si_key_changed(ctx, st);
   }
   for (struct si_variant *v = shader->variants, *next; v; v = next) {
      next = v->next;
      for (unsigned hw = 0; hw < SI_HW_COUNT; hw++)
         if (ctx->hw[hw].variant == v) {
            ctx->hw[hw].variant = NULL;
            ctx->hw[hw].code = NULL;
         }
      si_code_free(ctx->screen, v->code); /* the buffer list holds a reference for recorded commands */
      free(v);
   }
   shader_free(shader);
}

/* ---- variants ---- */

static const char *const stage_names[PIPE_SHADER_TYPES] = {
   [PIPE_SHADER_VERTEX] = "vertex", [PIPE_SHADER_TESS_CTRL] = "tessellation control",
   [PIPE_SHADER_TESS_EVAL] = "tessellation evaluation", [PIPE_SHADER_GEOMETRY] = "geometry",
   [PIPE_SHADER_TASK] = "task", [PIPE_SHADER_MESH] = "mesh", [PIPE_SHADER_FRAGMENT] = "fragment", [PIPE_SHADER_COMPUTE] = "compute",
};

/* Machine code for a key. NULL with `why`; *no_memory: the same call may succeed later. */
static struct si_code *get_code(struct si_screen *screen, const struct si_shader *shader,
                                const struct si_shader_key *key, bool *no_memory, char *why, size_t why_size_B)
{
   uint32_t debug = ut_debug_flags();
   struct si_compile_options opt = {
      .dump_spirv = debug & UT_DEBUG_SPIRV, .dump_ir = debug & UT_DEBUG_IR, .dump_isa = debug & UT_DEBUG_ISA,
      .no_memory = no_memory};
   struct si_shader_binary bin = {0};
   struct si_cache_key id = {0};
   struct si_code *code = NULL;
   struct si_compiler *compiler;

   pthread_mutex_lock(&screen->compile_lock);
   compiler = si_screen_compiler_locked(screen, why, why_size_B);
   *no_memory = !compiler;
   if (compiler && si_cache_key_make(compiler, &shader->state, key, &id))
      code = si_code_find_locked(screen, &id);
   pthread_mutex_unlock(&screen->compile_lock);
   if (!code && compiler && si_compile(compiler, &shader->state, key, &opt, &bin, why, why_size_B)) {
      pthread_mutex_lock(&screen->compile_lock);
      code = si_code_upload_locked(screen, &bin);
      if (code) {
         si_pack_shader_regs(code, key->hw_stage);
         if (key->hw_stage == SI_HW_PS)
            code->regs.cb_shader_mask = si_cb_shader_mask(key->ps.col_format, bin.ps.colors_written,
                                                          key->ps.broadcast_count > 1);
         si_code_share_locked(screen, code, &id);
      } else {
         snprintf(why, why_size_B, "out of memory for machine code");
         si_shader_binary_finish(&bin);
         *no_memory = true;
      }
      pthread_mutex_unlock(&screen->compile_lock);
   }
   free(id.data);
   return code;
}

static struct si_variant *compile_variant(struct si_context *ctx, struct si_shader *shader,
                                          const struct si_shader_key *key, uint64_t hash, char *why, size_t why_size_B)
{
   struct si_variant *v = calloc(1, sizeof(*v));
   bool no_memory = false;

   if (!v) {
      snprintf(why, why_size_B, "out of memory");
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory for a shader");
      return NULL;
   }
   v->key = *key;
   v->hash = hash;
   v->code = get_code(ctx->screen, shader, key, &no_memory, why, why_size_B);
   if (no_memory) {
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory for a shader: %s", why);
      free(v); /* memory may come back: try again at the next draw */
      return NULL;
   }
   v->next = shader->variants;
   shader->variants = v;
   shader->variant_count++;
   if (ut_debug_flags() & UT_DEBUG_PERF && shader->variant_count > 1)
      ut_log("perf", "variant %u of a %s shader", shader->variant_count, stage_names[shader->state.stage]);
   return v;
}

/* The variant for a key. NULL or without code: it cannot be compiled, and `why` gives the reason the first time. */
static struct si_variant *get_variant(struct si_context *ctx, struct si_shader *shader, struct si_variant *last,
                                      const struct si_shader_key *key, char *why, size_t why_size_B)
{
   uint64_t hash;

   if (last && !memcmp(&last->key, key, sizeof(*key)))
      return last;
   hash = ut_hash64(key, sizeof(*key), 0);
   for (struct si_variant **at = &shader->variants, *v; (v = *at); at = &v->next) {
      if (v->hash != hash || memcmp(&v->key, key, sizeof(*key)))
         continue;
      *at = v->next; /* most recently used first */
      v->next = shader->variants;
      shader->variants = v;
      return v;
   }
   return compile_variant(ctx, shader, key, hash, why, why_size_B);
}

/* Chooses the code of a hardware stage. False: there is none, and the debug callback got the reason the first time. */
static bool update_stage(struct si_context *ctx, enum si_hw_stage hw, struct si_shader *shader)
{
   struct si_hw *h = &ctx->hw[hw];
   struct si_variant *last = h->variant, *v;
   struct si_shader_key key;
   const struct si_key_shaders with = {
      ctx->stage[PIPE_SHADER_TESS_CTRL].shader, ctx->stage[PIPE_SHADER_TESS_EVAL].shader,
      ctx->stage[PIPE_SHADER_GEOMETRY].shader, ctx->stage[PIPE_SHADER_FRAGMENT].shader};
   char why[256] = "";

   si_make_key(ctx, shader, &with, hw, &key);
   for (v = shader->variants; v && v != last; v = v->next)
      ;
   if (!v)
      last = NULL; /* of another shader */
   v = get_variant(ctx, shader, last, &key, why, sizeof(why));
   if (why[0])
      si_message(ctx, PIPE_DEBUG_SHADER, "%s shader cannot be compiled: %s", stage_names[shader->state.stage], why);
   if (!v || !v->code)
      return false;
   if (v != h->variant) {
      h->variant = v;
      h->code = v->code;
      if (hw <= SI_HW_PS)
         ctx->dirty |= SI_DIRTY_HW(hw);
      if (hw == SI_HW_VS)
         ctx->dirty |= SI_DIRTY_SPI_MAP | SI_DIRTY_CLIP;
      else if (hw == SI_HW_GS)
         ctx->internal_dirty = true; /* descriptors of the GSVS ring */
      else if (hw == SI_HW_PS)
         ctx->dirty |= SI_DIRTY_SPI_MAP | SI_DIRTY_DB_RENDER | SI_DIRTY_MSAA;
      if (hw == SI_HW_VS && ctx->all_viewports != v->code->bin.exp.writes_viewport) {
         ctx->all_viewports = !ctx->all_viewports;
         ctx->dirty |= SI_DIRTY_VIEWPORT | SI_DIRTY_SCISSOR | SI_DIRTY_GUARDBAND;
      }
   }
   return true;
}

/* The shaders that a draw runs, a bit per enum pipe_shader_type; 0: one is missing or was refused at creation. */
static uint32_t bound_shaders(struct si_context *ctx)
{
   uint32_t bound = 0;

   for (unsigned i = 0; i < PIPE_SHADER_COMPUTE; i++) {
      const struct si_shader *shader = ctx->stage[i].shader;
      if (!shader)
         continue;
      if (!shader->valid) {
         si_message(ctx, PIPE_DEBUG_SHADER, "shader cannot be used: %s", shader->why);
         return 0;
      }
      bound |= 1u << i;
   }
   if (!(bound & 1u << PIPE_SHADER_VERTEX) || !(bound & 1u << PIPE_SHADER_FRAGMENT) ||
       (bound & 1u << PIPE_SHADER_TESS_CTRL && !(bound & 1u << PIPE_SHADER_TESS_EVAL)))
      return 0;
   return bound;
}

/* gl_SampleMask has no effect without multisampling (OpenGL 4.6, 14.9.3; OpenGL ES 3.2, 15.1.2). */
static void set_db_shader_control(struct si_context *ctx)
{
   uint32_t control = ctx->hw[SI_HW_PS].code->regs.db_shader_control;
   if (ctx->fb.state.samples <= 1 || !ctx->raster || !ctx->raster->state.multisample)
      control &= C_02880C_MASK_EXPORT_ENABLE;
   if (control != ctx->db_shader_control)
      ctx->dirty |= SI_DIRTY_DB_RENDER;
   ctx->db_shader_control = control;
}

bool si_update_shaders(struct si_context *ctx)
{
   uint32_t bound = bound_shaders(ctx);

   if (!bound)
      return false;
   ctx->map = si_map_stages(bound);
   ctx->stages_en = si_shader_stages_en(&ctx->map);
   for (unsigned hw = SI_HW_LS; hw <= SI_HW_PS; hw++) {
      unsigned api = ctx->map.api[hw];
      if (api == SI_STAGE_OFF) {
         ctx->hw[hw].variant = NULL;
         ctx->hw[hw].code = NULL;
      } else if (!update_stage(ctx, hw, ctx->stage[api].shader)) {
         return false;
      }
   }
   if (!si_update_tess(ctx))
      return false;
   ctx->multi_vgt = si_multi_vgt_param(&ctx->screen->info, &(struct si_multi_vgt){
      .has_gs = ctx->map.copy, .has_tess = ctx->hw[SI_HW_HS].code, .tess_uses_primitive_id = ctx->tess.uses_primitive_id,
      .patches = ctx->tess.patches});
   if (!si_update_rings(ctx) || !si_update_scratch(ctx))
      return false;
   set_db_shader_control(ctx);
   ctx->shaders_dirty = false;
   return true;
}

bool si_update_compute_code(struct si_context *ctx)
{
   if (ctx->compute_dirty && !update_stage(ctx, SI_HW_CS, ctx->stage[PIPE_SHADER_COMPUTE].shader))
      return false;
   ctx->compute_dirty = false;
   return true;
}

/* ---- ahead of the first draw ---- */

bool si_prepare_shaders(struct pipe_context *base, void *csos[PIPE_SHADER_TYPES], char *why, size_t why_size_B)
{
   struct si_context *ctx = si_context(base);
   const struct si_key_shaders with = {csos[PIPE_SHADER_TESS_CTRL], csos[PIPE_SHADER_TESS_EVAL], csos[PIPE_SHADER_GEOMETRY],
                                       csos[PIPE_SHADER_FRAGMENT]};
   struct si_stage_map map;
   uint32_t given = 0;
   bool prefetched = false;

   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      const struct si_shader *shader = csos[i];
      given |= shader ? 1u << i : 0;
      if (shader && !shader->valid) {
         snprintf(why, why_size_B, "%s", shader->why);
         return false;
      }
   }
   map = si_map_stages(given);
   for (unsigned hw = 0; hw < SI_HW_COUNT; hw++) {
      struct si_shader *shader = map.api[hw] == SI_STAGE_OFF ? NULL : csos[map.api[hw]];
      struct si_shader_key key;
      struct si_variant *v;
      if (!shader)
         continue;
      si_make_likely_key(ctx, shader, &with, hw, &key);
      v = get_variant(ctx, shader, NULL, &key, why, why_size_B);
      if (!v || !v->code)
         return false;
      prefetched |= si_prefetch_code(ctx, hw, v->code);
   }
   if (prefetched && si_is_idle(ctx))
      si_submit(ctx);
   return true;
}

/* Makes or finds the code, which the screen then keeps for shaders of the same content (si_code_share.c). */
static bool compile_likely(struct si_screen *screen, const struct si_shader *shader, const struct si_key_shaders *with,
                           enum si_hw_stage hw, char *why, size_t why_size_B)
{
   struct si_shader_key key;
   struct si_code *code;
   bool no_memory;

   if (!shader->valid) {
      snprintf(why, why_size_B, "%s", shader->why);
      return false;
   }
   si_make_likely_key(NULL, shader, with, hw, &key);
   code = get_code(screen, shader, &key, &no_memory, why, why_size_B);
   si_code_free(screen, code);
   return code != NULL;
}

bool si_compile_shaders(struct pipe_screen *base, const struct pipe_shader_state *const states[PIPE_SHADER_TYPES], char *why,
                        size_t why_size_B)
{
   struct si_shader *shader[PIPE_SHADER_TYPES] = {NULL};
   struct si_stage_map map;
   uint32_t given = 0;
   bool ok = true;

   for (unsigned i = 0; i < PIPE_SHADER_TYPES && ok; i++) {
      if (!states[i])
         continue;
      shader[i] = shader_new(states[i]);
      if (!shader[i])
         snprintf(why, why_size_B, "out of memory");
      ok = shader[i] != NULL;
      given |= 1u << i;
   }
   map = si_map_stages(given);
   for (unsigned hw = 0; hw < SI_HW_COUNT && ok; hw++) {
      const struct si_key_shaders with = {shader[PIPE_SHADER_TESS_CTRL], shader[PIPE_SHADER_TESS_EVAL],
                                          shader[PIPE_SHADER_GEOMETRY], shader[PIPE_SHADER_FRAGMENT]};
      unsigned api = map.api[hw];
      if (api != SI_STAGE_OFF && shader[api])
         ok = compile_likely(si_screen(base), shader[api], &with, hw, why, why_size_B);
   }
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
      shader_free(shader[i]);
   return ok;
}
