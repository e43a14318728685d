/* si_shader.c: shaders as the API knows them and their variants: which key the bound state asks for, finding or compiling
 * the machine code. Keys are built only when something they depend on was bound (shaders_dirty), never per draw.
 *
 * Gap: only the vertex and pixel stages have machine code roles yet; ES/GS and LS/HS come with their issues. */
#include "si_context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/ut_debug.h"
#include "util/ut_hash.h"

void *si_create_shader(struct pipe_context *base, const struct pipe_shader_state *state)
{
   struct si_shader *shader = calloc(1, sizeof(*shader));
   uint32_t *spirv = malloc(state->spirv_words * 4 + 4);

   (void)base;
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

void si_bind_shader(struct pipe_context *base, enum pipe_shader_type stage, void *cso)
{
   struct si_context *ctx = si_context(base);
   struct si_stage *st = &ctx->stage[stage];

   if (st->shader == cso)
      return;
   st->shader = cso;
   ctx->shaders_dirty = true;
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
      ctx->shaders_dirty = true;
   }
   for (struct si_variant *v = shader->variants, *next; v; v = next) {
      next = v->next;
      for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
         if (ctx->stage[i].variant == v)
            ctx->stage[i].variant = NULL;
      si_code_free(ctx->screen, v->code); /* the buffer list keeps the memory for what is in flight */
      free(v);
   }
   free((uint32_t *)shader->state.spirv);
   free(shader);
}

/* ---- keys ---- */

static void vertex_key(const struct si_context *ctx, const struct si_shader *shader, struct si_shader_key *key)
{
   const struct si_velems *v = ctx->velems;

   memset(key, 0, sizeof(*key));
   key->hw_stage = SI_HW_VS;
   memset(key->u.vs.element_of_location, 0xff, sizeof(key->u.vs.element_of_location));
   /* Only what the shader reads: layouts that differ elsewhere share the variant. */
   for (uint32_t mask = v ? shader->info.inputs_read : 0; mask; mask &= mask - 1) {
      unsigned loc = __builtin_ctz(mask);
      key->u.vs.element_of_location[loc] = v->key.u.vs.element_of_location[loc];
      key->u.vs.fetch_fix[loc] = v->key.u.vs.fetch_fix[loc];
      key->u.vs.divisor[loc] = v->key.u.vs.divisor[loc];
      key->u.vs.instance_divisor_is_one |= v->key.u.vs.instance_divisor_is_one & 1u << loc;
      key->u.vs.instance_divisor_is_other |= v->key.u.vs.instance_divisor_is_other & 1u << loc;
   }
   key->u.vs.export_point_size = ctx->raster && ctx->raster->state.point_size_per_vertex && shader->info.writes_point_size;
   if (ctx->raster && !shader->info.clip_distances)
      key->u.vs.clip_plane_mask = ctx->raster->state.clip_plane_enable & 0xff;
}

static uint32_t nibbles(uint8_t mask)
{
   uint32_t v = 0;

   for (unsigned i = 0; i < 8; i++)
      v |= (mask >> i & 1 ? 0xfu : 0) << (4 * i);
   return v;
}

/* Bits of the exported nibbles whose buffer has at least one writable channel. */
static uint32_t written_nibbles(uint32_t target_mask)
{
   uint32_t v = 0;

   for (unsigned i = 0; i < 8; i++)
      if (target_mask >> (4 * i) & 0xf)
         v |= 0xfu << (4 * i);
   return v;
}

static void pixel_key(const struct si_context *ctx, const struct si_shader *shader, struct si_shader_key *key)
{
   const struct si_framebuffer *fb = &ctx->fb;
   const struct si_blend *blend = ctx->blend;
   uint32_t format = fb->spi_normal;
   uint8_t blended = blend ? blend->enable_mask & fb->blendable_mask : 0, with_alpha;

   memset(key, 0, sizeof(*key));
   key->hw_stage = SI_HW_PS;
   if (blend) {
      with_alpha = blended & blend->need_src_alpha_mask;
      format = (format & ~nibbles(blended)) | (fb->spi_blend & nibbles(blended & ~with_alpha)) |
               (fb->spi_blend_alpha & nibbles(with_alpha));
      if (blend->state.alpha_to_coverage && !(with_alpha & 1))
         format = (format & ~0xfu) | ((blended & 1 ? fb->spi_blend_alpha : fb->spi_alpha) & 0xf);
      format &= written_nibbles(fb->target_mask & blend->target_mask);
      key->u.ps.alpha_to_one = blend->state.alpha_to_one && ctx->raster && ctx->raster->state.multisample;
   }
   key->u.ps.dual_source = blend && blend->dual_source && blended & 1 && format & 0xf;
   if (key->u.ps.dual_source)
      format = (format & 0xf) * 0x11;
   key->u.ps.col_format = format;
   key->u.ps.int8_mask = fb->int8_mask;
   key->u.ps.int10_mask = fb->int10_mask;
   key->u.ps.broadcast_count = shader->state.broadcast_color && !key->u.ps.dual_source ? fb->state.color_count : 0;
   key->u.ps.alpha_func = ctx->dsa && ctx->dsa->state.alpha_enable ? ctx->dsa->state.alpha_func : PIPE_FUNC_ALWAYS;
   if (ctx->raster) {
      key->u.ps.clamp_color = ctx->raster->state.clamp_fragment_color;
      key->u.ps.two_side = ctx->raster->state.light_twoside;
      key->u.ps.flat_colors = ctx->raster->state.flatshade;
   }
}

/* ---- variants ---- */

/* Machine code for a key; NULL with `why`. *no_memory: it may be had later. */
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
            code->regs.cb_shader_mask = si_cb_shader_mask(key->u.ps.col_format, bin.ps.colors_written,
                                                          key->u.ps.broadcast_count > 1);
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
      ut_log("perf", "variant %u of a %s shader", shader->variant_count, key->hw_stage == SI_HW_PS ? "fragment" : "vertex");
   return v;
}

/* The variant for a key; NULL or one without code: it cannot be had, and `why` says so the first time. */
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

static bool update_stage(struct si_context *ctx, enum pipe_shader_type stage, const struct si_shader_key *key, uint32_t dirty)
{
   struct si_stage *st = &ctx->stage[stage];
   struct si_variant *last = st->variant, *v;
   char why[256] = "";

   for (v = st->shader->variants; v && v != last; v = v->next)
      ;
   if (!v)
      last = NULL; /* of another shader */
   v = get_variant(ctx, st->shader, last, key, why, sizeof(why));
   if (why[0])
      si_message(ctx, PIPE_DEBUG_SHADER, "%s shader cannot be compiled: %s",
                 stage == PIPE_SHADER_VERTEX ? "vertex" : "fragment", why);
   if (!v || !v->code)
      return false;
   if (v != st->variant) {
      st->variant = v;
      ctx->dirty |= dirty;
   }
   return true;
}

bool si_update_shaders(struct si_context *ctx)
{
   struct si_shader *vs = ctx->stage[PIPE_SHADER_VERTEX].shader, *ps = ctx->stage[PIPE_SHADER_FRAGMENT].shader;
   struct si_shader_key key;

   if (!vs || !ps || !vs->valid || !ps->valid) {
      if ((vs && !vs->valid) || (ps && !ps->valid))
         si_message(ctx, PIPE_DEBUG_SHADER, "shader cannot be used: %s", vs && !vs->valid ? vs->why : ps->why);
      return false;
   }
   vertex_key(ctx, vs, &key);
   if (!update_stage(ctx, PIPE_SHADER_VERTEX, &key, SI_DIRTY_VS | SI_DIRTY_SPI_MAP | SI_DIRTY_CLIP))
      return false;
   pixel_key(ctx, ps, &key);
   if (!update_stage(ctx, PIPE_SHADER_FRAGMENT, &key, SI_DIRTY_PS | SI_DIRTY_SPI_MAP | SI_DIRTY_DB_RENDER))
      return false;
   if (!si_update_scratch(ctx, ctx->stage[PIPE_SHADER_VERTEX].variant->code, ctx->stage[PIPE_SHADER_FRAGMENT].variant->code))
      return false;
   ctx->db_shader_control = ctx->stage[PIPE_SHADER_FRAGMENT].variant->code->regs.db_shader_control;
   ctx->shaders_dirty = false;
   return true;
}

/* ---- ahead of the first draw ---- */

/* The state layer numbers vertex elements by ascending location: the likely layout, floats without divisors. */
static void likely_vertex_key(const struct si_shader *shader, struct si_shader_key *key)
{
   unsigned n = 0;

   memset(key, 0, sizeof(*key));
   key->hw_stage = SI_HW_VS;
   memset(key->u.vs.element_of_location, 0xff, sizeof(key->u.vs.element_of_location));
   for (uint32_t mask = shader->info.inputs_read; mask; mask &= mask - 1)
      key->u.vs.element_of_location[__builtin_ctz(mask)] = n++;
   key->u.vs.export_point_size = shader->info.writes_point_size;
}

bool si_prepare_shaders(struct pipe_context *base, void *csos[PIPE_SHADER_TYPES], char *why, size_t why_size_B)
{
   struct si_context *ctx = si_context(base);
   struct si_shader *vs = csos[PIPE_SHADER_VERTEX], *ps = csos[PIPE_SHADER_FRAGMENT];
   struct si_shader_key key;
   struct si_variant *v;

   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      struct si_shader *shader = csos[i];
      if (shader && !shader->valid) {
         snprintf(why, why_size_B, "%s", shader->why);
         return false;
      }
   }
   if (vs) {
      likely_vertex_key(vs, &key);
      v = get_variant(ctx, vs, NULL, &key, why, why_size_B);
      if (!v || !v->code)
         return false;
   }
   if (ps) {
      pixel_key(ctx, ps, &key);
      if (!ctx->fb.bound_mask && ps->info.outputs_written) { /* nothing bound yet: one 8-bit normalised buffer */
         key.u.ps.col_format = 4; /* SPI_SHADER_FP16_ABGR */
         key.u.ps.broadcast_count = ps->state.broadcast_color;
      }
      v = get_variant(ctx, ps, NULL, &key, why, why_size_B);
      if (!v || !v->code)
         return false;
   }
   return true;
}
