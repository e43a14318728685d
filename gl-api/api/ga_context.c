/* ga_context.c: contexts: creation with the initial state of ES 2.0's tables 6.2 ff., binding to a thread and to
 * surfaces, destruction, also of the objects of a share group. */
#include "gl-api/context/ga_context.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/command/ga_draw.h"
#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_buffer_binding.h"
#include "gl-api/context/ga_debug.h"
#include "gl-api/context/ga_dispatch.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/context/ga_limits.h"
#include "gl-api/program/ga_program.h"
#include "gl-api/program/ga_pipeline.h"
#include "gl-api/object/ga_memory.h"
#include "gl-api/object/ga_query.h"
#include "gl-api/derive/ga_handle_draw.h"
#include "gl-api/object/ga_sampler.h"
#include "gl-api/object/ga_semaphore.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/context/ga_string.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/program/ga_transform_feedback.h"
#include "gl-api/object/ga_vao.h"
#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/legacy/ga_list.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_sync.h"
#include "util/ut_debug.h"

/* ---- creation -------------------------------------------------------------------------------------------------------------- */

static void init_state(struct ga_context *ctx)
{
   for (unsigned i = 0; i < GA_MAX_DRAW_BUFFERS; i++)
      ctx->blend[i] = (struct ga_blend_gl){GL_FUNC_ADD, GL_FUNC_ADD, GL_ONE, GL_ZERO, GL_ONE, GL_ZERO, false};
   for (unsigned i = 0; i < GA_STENCIL_FACES; i++)
      ctx->stencil[i] = (struct ga_stencil_gl){.func = GL_ALWAYS, .fail = GL_KEEP, .zfail = GL_KEEP, .zpass = GL_KEEP,
                                               .valuemask = ~0u, .writemask = ~0u};
   ctx->stencil_end = GA_STENCIL_BACK + 1;
   ctx->stencil_back = GA_STENCIL_BACK;
   ctx->clear_depth = 1.0;
   for (unsigned i = 0; i < PIPE_MAX_VIEWPORTS; i++)
      ctx->depth_range[i][1] = 1.0;
   ctx->sample_coverage = 1.0f;
   memset(ctx->color_mask, GL_TRUE, sizeof(ctx->color_mask));
   ctx->depth_mask = GL_TRUE;
   ctx->depth_func = GL_LESS;
   ctx->cull_mode = GL_BACK;
   ctx->front_face = GL_CCW;
   ctx->window.mode = GL_EXCLUSIVE_EXT;
   ctx->clip_origin = GL_LOWER_LEFT;
   ctx->clip_depth_mode = GL_NEGATIVE_ONE_TO_ONE;
   ctx->alpha_to_coverage_dither = GL_ALPHA_TO_COVERAGE_DITHER_DEFAULT_NV;
   ctx->cap_dither = true;
   ctx->sample_mask = ~0u;
   ctx->cap_multisample = true;
   /* OpenGL ES has neither switch: points have the shader's size, and sRGB images are encoded (EXT_sRGB_write_control). */
   ctx->cap_program_point_size = ga_has(ctx, GA_FEATURE_es);
   ctx->cap_srgb = ga_has(ctx, GA_FEATURE_es);
   ctx->cap_blend_coherent = ga_has(ctx, GA_FEATURE_blend_advanced_coherent);
   ctx->logic_op = GL_COPY;
   ctx->polygon_mode[0] = ctx->polygon_mode[1] = GL_FILL;
   ctx->provoking_vertex = GL_LAST_VERTEX_CONVENTION;
   ctx->clamp_read_color = GL_FIXED_ONLY;
   ctx->point_sprite_origin = GL_UPPER_LEFT;
   ctx->patch_vertices = 3;
   for (unsigned i = 0; i < 4; i++)
      ctx->patch_outer[i] = ctx->patch_inner[i / 2] = 1.0f;
   for (unsigned i = 0; i < 8; i++)
      ctx->primitive_box[i] = i < 3 ? -1.0f : 1.0f;
   ctx->renders = true;
   ctx->line_width = ctx->point_size = ctx->point_fade_threshold = 1.0f;
   ctx->hint_mipmap = ctx->hint_derivative = ctx->hint_line_smooth = ctx->hint_polygon_smooth = ctx->hint_texture_compression =
      GL_DONT_CARE;
   ctx->compiler_threads = UINT32_MAX;
   ctx->depth_bounds[1] = 1.0;
   ctx->pack.alignment = ctx->unpack.alignment = 4;
   for (unsigned i = 0; i < GA_ATTRIB_SLOTS; i++)
      ctx->attrib_current[i].f[3] = 1.0f;
   ctx->st.sample_mask = ~0u;
   ctx->st.state_constants.data = &ctx->state_constants;
   ctx->st.view_id = &ctx->state_constants.view_id;
   ctx->st.state_constants.size_B = offsetof(struct glsl_state_constants, legacy);
   ctx->attribs_changed = UINT32_MAX;
   ctx->dirty = GA_DIRTY_ALL;
}

static bool init_objects(struct ga_context *ctx)
{
   ut_names_init(&ctx->vaos);
   ut_names_init(&ctx->framebuffers);
   ut_names_init(&ctx->queries);
   ut_names_init(&ctx->pipelines);
   ut_names_init(&ctx->residents);
   ctx->default_vao = malloc(sizeof(*ctx->default_vao));
   if (!ctx->default_vao)
      return false;
   ga_vao_init(ctx->default_vao, 0);
   ctx->vao = ctx->default_vao;
   return ga_transform_feedback_init_context(ctx) && ga_fbo_init_context(ctx) && ga_texture_init_context(ctx);
}

static unsigned pipe_flags(const struct ga_context_desc *desc)
{
   return (desc->robust ? PIPE_CONTEXT_ROBUST : 0) | (desc->debug ? PIPE_CONTEXT_DEBUG : 0) |
          (desc->priority < 0 ? PIPE_CONTEXT_LOW_PRIORITY : 0) | (desc->priority > 0 ? PIPE_CONTEXT_HIGH_PRIORITY : 0);
}

/* Frees a context that was created in part; also the last step of ga_context_destroy. */
static void free_context(struct ga_context *ctx)
{
   struct pipe_context *pipe = ctx->st.pipe;
   free(ctx->extensions);
   free(ctx->es_extensions);
   if (pipe) {
      pipe->impl->set_debug_callback(pipe, NULL);
      st_context_finish(&ctx->st);
      pipe->impl->destroy(pipe);
   }
   ga_debug_destroy(ctx->debug);
   free(ctx);
}

/* The pipe context and the state tracker. False: out of memory, and neither exists. */
static bool init_pipe(struct ga_context *ctx, const struct ga_context_desc *desc)
{
   struct pipe_context *pipe = ctx->screen->impl->context_create(ctx->screen, pipe_flags(desc));
   if (!pipe)
      return false;
   if (!st_context_init(&ctx->st, pipe)) {
      pipe->impl->destroy(pipe);
      ctx->st.pipe = NULL;
      return false;
   }
   const struct pipe_debug_callback callback = {ga_debug_from_driver, ctx};
   pipe->impl->set_debug_callback(pipe, &callback);
   return true;
}

/* Features, commands and strings. False: out of memory. */
static bool init_features(struct ga_context *ctx)
{
   const struct ga_feature_flags flags = {.forward_compatible = ctx->forward_compatible};
   ga_features_init(&ctx->features, ctx->screen, ctx->api, ctx->version, &flags);
   ctx->dispatch = ga_dispatch_of(&ctx->features, ctx->no_error ? ga_draw_unchecked : NULL);
   ctx->extensions = ga_extension_string(&ctx->features);
   const bool es = ga_has(ctx, GA_FEATURE_es);
   const int glsl_es = ga_glsl_es_version(&ctx->features);
   ctx->es_extensions = es ? NULL : ga_es_extension_string(&ctx->features, glsl_es > 300 ? glsl_es / 10 : 30);
   ga_limits_init(&ctx->limits, &ctx->screen->caps, &ctx->features);
   ga_string_init(ctx);
   return ctx->dispatch && ctx->extensions && (es || ctx->es_extensions);
}

struct ga_context *ga_context_create(struct pipe_screen *screen, const struct ga_context_desc *desc,
                                     struct ga_context *share, enum ga_create_result *result)
{
   const int version = ga_version_for(screen, desc->api, desc->major * 10 + desc->minor);
   *result = GA_CREATE_BAD_VERSION;
   if (!version)
      return NULL;
   *result = GA_CREATE_BAD_SHARE;
   if (share && share->screen != screen)
      return NULL;
   *result = GA_CREATE_NO_MEMORY;
   struct ga_context *ctx = calloc(1, sizeof(*ctx));
   if (!ctx)
      return NULL;
   ctx->api = desc->api;
   ctx->version = version;
   ctx->debug_context = desc->debug;
   ctx->robust = desc->robust;
   ctx->no_error = desc->no_error;
   ctx->forward_compatible = desc->forward_compatible;
   ctx->release_behavior = desc->release_none ? GL_NONE : GL_CONTEXT_RELEASE_BEHAVIOR_FLUSH;
   ctx->reset_strategy = desc->lose_context_on_reset ? GL_LOSE_CONTEXT_ON_RESET : GL_NO_RESET_NOTIFICATION;
   ctx->screen = screen;

   ctx->debug = ga_debug_create(desc->debug);
   if (!ctx->debug || !init_features(ctx) || !init_pipe(ctx, desc)) {
      free_context(ctx);
      return NULL;
   }
   ctx->share = share ? ga_share_ref(share->share) : ga_share_create();
   if (!ctx->share) {
      free_context(ctx);
      return NULL;
   }
   if (!init_objects(ctx)) {
      ga_context_destroy(ctx);
      return NULL;
   }
   init_state(ctx);
   if (!ga_legacy_init(ctx)) {
      ga_context_destroy(ctx);
      return NULL;
   }
   if (ut_debug_flags() & UT_DEBUG_API)
      ut_log("gl", "context %p: version %d, %s%s%s", (void *)ctx, ctx->version, screen->name,
             desc->robust ? ", robust" : "", share ? ", shared" : "");
   *result = GA_CREATE_OK;
   return ctx;
}

/* The group has no other context. Programs are freed first: they hold shaders. */
static void free_objects(struct ga_context *ctx, struct ga_share *share)
{
   uint64_t cursor = 0;
   for (void *object; (object = ut_names_next(&share->shaders.names, &cursor, NULL));)
      ga_program_free_shared(ctx, object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->textures.names, &cursor, NULL));)
      ga_texture_free_shared(ctx, object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->renderbuffers.names, &cursor, NULL));)
      ga_renderbuffer_unref(object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->buffers.names, &cursor, NULL));)
      ga_buffer_unref(ctx, object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->syncs.names, &cursor, NULL));)
      ga_sync_unref(object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->memory.names, &cursor, NULL));)
      ga_memory_free_shared(object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->semaphores.names, &cursor, NULL));)
      ga_semaphore_unref(object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->lists.names, &cursor, NULL));)
      ga_list_free_shared(object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->assembly.names, &cursor, NULL));)
      ga_assembly_unref(object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->ati_shaders.names, &cursor, NULL));)
      ga_assembly_unref(object);
   ga_fixed_cache_destroy(share->fixed);
   glsl_include_tree_unref(share->named_strings.tree);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->samplers.names, &cursor, NULL));)
      ga_sampler_unref(object);
}

void ga_context_destroy(struct ga_context *ctx)
{
   if (!ctx)
      return;
   if (ctx->program)
      ga_program_unref(ctx, ctx->program);
   ctx->program = NULL;
   ga_exec_unref(ctx->exec);
   ctx->exec = NULL;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      ga_exec_unref(ctx->stage_exec[stage]);
      ctx->stage_exec[stage] = NULL;
   }
   ga_legacy_finish(ctx);
   ga_buffer_unbind(ctx, NULL);
   ga_pipeline_finish_context(ctx);
   ga_transform_feedback_finish_context(ctx);
   for (unsigned unit = 0; unit < GA_MAX_TEXTURE_UNITS; unit++)
      ga_sampler_bind(ctx, unit, NULL);
   ga_block_buffers_finish(ctx);
   if (ctx->vao)
      ga_vao_finish_context(ctx);
   if (ctx->window_fbo && ctx->window_read_fbo)
      ga_fbo_finish_context(ctx);
   ga_program_finish_context(ctx);
   ga_unit_handles_finish(ctx);
   ga_handles_finish_context(ctx);
   ga_texture_finish_context(ctx);
   ga_query_finish_context(ctx);
   if (ga_share_leave(ctx->share)) {
      free_objects(ctx, ctx->share);
      ga_share_free(ctx->share);
   }
   free_context(ctx);
}

/* ---- binding --------------------------------------------------------------------------------------------------------------- */

/* ES 2.0, 2.12.1 and 4.1.2: the first surface sizes viewport and scissor; without one they are 0 x 0
 * (OES_surfaceless_context). */
static void init_viewport(struct ga_context *ctx)
{
   if (ctx->viewport_initialised)
      return;
   ctx->viewport_initialised = true;
   for (unsigned i = 0; ctx->draw && i < PIPE_MAX_VIEWPORTS; i++) {
      ctx->scissor[i][2] = (GLint)ctx->draw->width;
      ctx->scissor[i][3] = (GLint)ctx->draw->height;
      ctx->viewport[i][2] = (GLfloat)ctx->draw->width;
      ctx->viewport[i][3] = (GLfloat)ctx->draw->height;
   }
   ctx->dirty |= GA_DIRTY_VIEWPORT | GA_DIRTY_SCISSOR;
}

void ga_make_current(struct ga_context *ctx, struct ga_drawable *draw, struct ga_drawable *read)
{
   struct ga_context *old = ga_current;
   bool same = ctx && old == ctx && ctx->draw == draw && ctx->read == read;
   if (same && (!draw || draw->seqno == ctx->draw_seqno) && (!read || read->seqno == ctx->read_seqno))
      return;
   if (old) {
      if (old->release_behavior != GL_NONE || old == ctx)
         ga_flush(old, NULL);
      if (old != ctx) {
         old->draw = old->read = NULL; /* egl/ may destroy them now */
         ga_fbo_window_changed(old);
      }
   }
   ga_current = ctx;
   if (!ctx)
      return;
   ctx->draw = draw;
   ctx->read = read;
   ctx->draw_seqno = draw ? draw->seqno : 0;
   ctx->read_seqno = read ? read->seqno : 0;
   ga_fbo_window_changed(ctx);
   init_viewport(ctx);
}
