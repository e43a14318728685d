#include "fake_pipe_int.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "state/pipe_format_pack.h"

static _Thread_local struct fake_failure *kept;

void fake_keep_failure(struct fake_failure *failure)
{
   kept = failure;
}

bool fake_check(bool passed, const char *expression, const char *file, const char *function, int line)
{
   if (!passed && kept && !kept->text[0])
      snprintf(kept->text, sizeof kept->text, "%s:%d: %s: %s", file, line, function, expression);
   else if (!passed && !kept)
      fail_msg("%s:%d: %s: %s", file, line, function, expression);
   return passed;
}

void fake_say(struct pipe_context *ctx, const char *format, ...)
{
   struct fake_context *fake = fake_context(ctx);
   va_list args;
   if (sizeof fake->log - fake->log_length < 256) /* full: the stress test writes for as long as it runs */
      fake->log_length = 0;
   va_start(args, format);
   int n = vsnprintf(fake->log + fake->log_length, sizeof fake->log - fake->log_length, format, args);
   va_end(args);
   if (!FAKE_CHECK(n >= 0 && fake->log_length + n + 1 < sizeof fake->log))
      return;
   fake->log_length += n;
   fake->log[fake->log_length++] = '\n';
   fake->log[fake->log_length] = 0;
}

void fake_clear_log(struct fake_context *ctx)
{
   ctx->log_length = 0;
   ctx->log[0] = 0;
}

/* ---- screen ------------------------------------------------------------------------------------------------------------ */

bool fake_may_allocate(struct pipe_screen *screen)
{
   struct fake_screen *fake = (struct fake_screen *)screen;
   if (fake->fail_after == 0)
      return false;
   if (fake->fail_after > 0)
      fake->fail_after--;
   return true;
}

static bool is_format_supported(struct pipe_screen *screen, enum pipe_format format, enum pipe_texture_target target, unsigned samples,
                                unsigned bind)
{
   struct fake_screen *fake = (struct fake_screen *)screen;
   return !(fake->refused[format / 64] >> (format % 64) & 1);
}

uint32_t fake_minify(uint32_t v, unsigned level)
{
   v >>= level;
   return v ? v : 1;
}

static struct pipe_resource *resource_create(struct pipe_screen *screen, const struct pipe_resource_template *t)
{
   struct fake_screen *fake = (struct fake_screen *)screen;
   void (*on_create)(void *) = fake->on_create;
   if (on_create) {
      fake->on_create = NULL;
      on_create(fake->on_create_data);
   }
   if (!fake_may_allocate(screen) || !FAKE_CHECK(t->width && t->height && t->depth && t->layers && t->last_level < 16))
      return NULL;
   struct fake_resource *res = calloc(1, sizeof *res);
   res->base.t = *t;
   res->base.screen = screen;
   res->base.refs = 1;
   size_t size_B = 0;
   for (unsigned level = 0; level <= t->last_level; level++) {
      bool buffer = t->target == PIPE_BUFFER;
      uint32_t depth = t->target == PIPE_TEXTURE_3D ? fake_minify(t->depth, level) : t->layers;
      res->level_offset_B[level] = size_B;
      res->stride_B[level] = buffer ? t->width : pipe_format_stride_B(t->format, fake_minify(t->width, level));
      res->layer_stride_B[level] = (size_t)res->stride_B[level] * pipe_format_rows(t->format, fake_minify(t->height, level));
      size_B += res->layer_stride_B[level] * depth;
   }
   res->data = malloc(size_B);
   memset(res->data, 0xcd, size_B);
   ((struct fake_screen *)screen)->resources++;
   return &res->base;
}

static void resource_destroy(struct pipe_screen *screen, struct pipe_resource *res)
{
   ((struct fake_screen *)screen)->resources--;
   free(fake_resource(res)->data);
   free(res);
}

uint8_t *fake_texel(struct pipe_resource *res, unsigned level, unsigned layer, unsigned x, unsigned y)
{
   struct fake_resource *fake = fake_resource(res);
   const struct pipe_format_desc *desc = pipe_format_desc(res->t.format);
   assert_true(level <= res->t.last_level);
   if (res->t.target == PIPE_BUFFER)
      return fake->data + x;
   return fake->data + fake->level_offset_B[level] + layer * fake->layer_stride_B[level] +
          (size_t)y / desc->block_height * fake->stride_B[level] + (size_t)x / desc->block_width * desc->block_size_B;
}

/* Contexts may write and read one image or buffer at once: what they find then is undefined in OpenGL, but a driver's submissions
 * come one after the other. */
static pthread_mutex_t texel_lock = PTHREAD_MUTEX_INITIALIZER;
void fake_lock_texels(void) { pthread_mutex_lock(&texel_lock); }
void fake_unlock_texels(void) { pthread_mutex_unlock(&texel_lock); }

static void query_memory(struct pipe_screen *screen, struct pipe_memory_info *info)
{
   *info = (struct pipe_memory_info){ .device_B = 3ull << 40, .device_free_B = 5000, .host_B = 4096, .host_free_B = 1024, .evictions = 2,
                                      .evicted_B = 2048 };
}

static uint64_t get_timestamp_ns(struct pipe_screen *screen)
{
   (void)screen;
   return 1000;
}

static bool fence_wait(struct pipe_screen *screen, struct pipe_fence *fence, uint64_t timeout_ns)
{
   struct fake_screen *fake = (struct fake_screen *)screen;
   if (timeout_ns == UINT64_MAX)
      fake->fence_pending = false;
   return !fake->fence_pending;
}

static void fence_destroy(struct pipe_screen *screen, struct pipe_fence *fence)
{
   free(fence);
}

/* ---- objects --------------------------------------------------------------------------------------------------------------- */

struct object { const char *kind; void *data; };

static void *make(struct pipe_context *ctx, const char *kind, const void *data, size_t size_B)
{
   if (!fake_may_allocate(ctx->screen))
      return NULL;
   struct object *object = calloc(1, sizeof *object);
   object->kind = kind;
   object->data = malloc(size_B ? size_B : 1);
   memcpy(object->data, data, size_B);
   fake_context(ctx)->objects++;
   fake_say(ctx, "create_%s", kind);
   return object;
}

static void bind(struct pipe_context *ctx, const char *kind, void *cso)
{
   struct object *object = cso;
   FAKE_CHECK(!object || strcmp(object->kind, kind) == 0);
   fake_say(ctx, "bind_%s%s", kind, cso ? "" : " NULL");
}

static void unmake(struct pipe_context *ctx, const char *kind, void *cso)
{
   struct object *object = cso;
   FAKE_CHECK(strcmp(object->kind, kind) == 0);
   fake_say(ctx, "delete_%s", kind);
   free(object->data);
   free(object);
   fake_context(ctx)->objects--;
}

#define SIMPLE_CSO(name) \
   static void *create_##name(struct pipe_context *ctx, const struct pipe_##name##_state *state) \
   { return make(ctx, #name, state, sizeof *state); } \
   static void bind_##name(struct pipe_context *ctx, void *cso) { bind(ctx, #name, cso); } \
   static void delete_##name(struct pipe_context *ctx, void *cso) { unmake(ctx, #name, cso); }
SIMPLE_CSO(blend)
SIMPLE_CSO(depth_stencil_alpha)
SIMPLE_CSO(rasterizer)

static void *create_sampler(struct pipe_context *ctx, const struct pipe_sampler_state *state)
{
   return make(ctx, "sampler", state, sizeof *state);
}

static void bind_samplers(struct pipe_context *ctx, enum pipe_shader_type stage, unsigned start, unsigned count, void **csos)
{
   fake_say(ctx, "bind_samplers %u %u+%u", stage, start, count);
   for (unsigned i = 0; i < count; i++) {
      struct object *object = csos[i];
      if (object)
         fake_context(ctx)->sampler[stage][start + i] = *(struct pipe_sampler_state *)object->data;
   }
}

static void delete_sampler(struct pipe_context *ctx, void *cso)
{
   unmake(ctx, "sampler", cso);
}

struct layout { unsigned count; struct pipe_vertex_element element[PIPE_MAX_ATTRIBS]; };

static void *create_vertex_elements(struct pipe_context *ctx, unsigned count, const struct pipe_vertex_element *elements)
{
   struct layout layout = { count };
   memcpy(layout.element, elements, count * sizeof *elements);
   return make(ctx, "vertex_elements", &layout, sizeof layout);
}

static void bind_vertex_elements(struct pipe_context *ctx, void *cso)
{
   bind(ctx, "vertex_elements", cso);
   if (!cso)
      return;
   const struct layout *layout = ((struct object *)cso)->data;
   fake_context(ctx)->element_count = layout->count;
   memcpy(fake_context(ctx)->element, layout->element, sizeof layout->element);
}

static void delete_vertex_elements(struct pipe_context *ctx, void *cso)
{
   unmake(ctx, "vertex_elements", cso);
}

static void *create_shader(struct pipe_context *ctx, const struct pipe_shader_state *state)
{
   return make(ctx, "shader", state, sizeof *state);
}

static void bind_shader(struct pipe_context *ctx, enum pipe_shader_type stage, void *cso)
{
   fake_say(ctx, "bind_shader %u%s", stage, cso ? "" : " NULL");
}

static void delete_shader(struct pipe_context *ctx, void *cso)
{
   unmake(ctx, "shader", cso);
}

static bool prepare_shaders(struct pipe_context *ctx, void *csos[PIPE_SHADER_TYPES], char *why, size_t why_size_B)
{
   return true;
}

/* ---- state ---------------------------------------------------------------------------------------------------------------- */

static void set_blend_color(struct pipe_context *ctx, const float rgba[4])
{
   fake_say(ctx, "set_blend_color %g %g %g %g", rgba[0], rgba[1], rgba[2], rgba[3]);
}

static void set_stencil_ref(struct pipe_context *ctx, const uint8_t ref[2])
{
   fake_say(ctx, "set_stencil_ref %u %u", ref[0], ref[1]);
}

static void get_sample_position(struct pipe_context *ctx, unsigned samples, unsigned index, float xy[2])
{
   FAKE_CHECK(index < samples);
   xy[0] = ((float)index + 0.5f) / (float)samples;
   xy[1] = 0.5f;
}

static void set_sample_mask(struct pipe_context *ctx, uint32_t mask)
{
   fake_say(ctx, "set_sample_mask %x", mask);
}

static void set_sample_locations(struct pipe_context *ctx, const struct pipe_sample_locations *l)
{
   FAKE_CHECK(ctx->screen->caps.has_sample_locations);
   fake_say(ctx, "set_sample_locations %u %u (%u, %u)", l->programmed, l->varies, l->at[0][0][0], l->at[0][0][1]);
}

static void set_patch_vertices(struct pipe_context *ctx, unsigned count)
{
   fake_say(ctx, "set_patch_vertices %u", count);
}

static void set_tess_levels(struct pipe_context *ctx, const float outer[4], const float inner[2])
{
   fake_say(ctx, "set_tess_levels (%g, %g, %g, %g) (%g, %g)", (double)outer[0], (double)outer[1], (double)outer[2], (double)outer[3],
            (double)inner[0], (double)inner[1]);
}

static void set_clip_planes(struct pipe_context *ctx, const float planes[8][4])
{
   fake_say(ctx, "set_clip_planes %g %g %g %g ..", (double)planes[0][0], (double)planes[0][1], (double)planes[0][2], (double)planes[0][3]);
}

static void set_polygon_stipple(struct pipe_context *ctx, const uint32_t pattern[32])
{
   fake_say(ctx, "set_polygon_stipple %08x .. %08x", pattern[0], pattern[31]);
}

static void set_min_samples(struct pipe_context *ctx, unsigned samples)
{
   fake_say(ctx, "set_min_samples %u", samples);
}

static void set_viewports(struct pipe_context *ctx, unsigned start, unsigned count, const struct pipe_viewport_state *vp)
{
   fake_say(ctx, "set_viewports %u+%u", start, count);
}

static void set_scissors(struct pipe_context *ctx, unsigned start, unsigned count, const struct pipe_scissor_state *sc)
{
   fake_say(ctx, "set_scissors %u+%u", start, count);
}

static void set_window_rectangles(struct pipe_context *ctx, const struct pipe_window_rectangles *rectangles)
{
   if (rectangles->include || rectangles->count)
      fake_say(ctx, "set_window_rectangles %u", rectangles->count);
}

static void set_framebuffer(struct pipe_context *ctx, const struct pipe_framebuffer_state *fb)
{
   struct fake_context *fake = fake_context(ctx);
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
      struct pipe_surface *old = fake->fb.cbufs[i];
      fake->fb.cbufs[i] = pipe_surface_ref(i < fb->color_count ? fb->cbufs[i] : NULL);
      pipe_surface_unref(old);
   }
   struct pipe_surface *old = fake->fb.zsbuf;
   fake->fb.zsbuf = pipe_surface_ref(fb->zsbuf);
   pipe_surface_unref(old);
   fake_say(ctx, "set_framebuffer %ux%u", fb->width, fb->height);
}

static bool set_constant_buffer(struct pipe_context *ctx, enum pipe_shader_type stage, unsigned slot, const struct pipe_constant_buffer *cb)
{
   fake_say(ctx, "set_constant_buffer %u %u %u", stage, slot, cb ? cb->size_B : 0);
   struct fake_context *fake = fake_context(ctx);
   uint8_t *kept = slot == 0 ? fake->constants[stage] : slot == PIPE_CONST_SLOT_STATE ? fake->state_constants[stage] : NULL;
   if (kept && cb && cb->user_data)
      memcpy(kept, cb->user_data, cb->size_B < 256 ? cb->size_B : 256);
   return true;
}

static void set_vertex_buffers(struct pipe_context *ctx, unsigned start, unsigned count, const struct pipe_vertex_buffer *buffers)
{
   struct fake_context *fake = fake_context(ctx);
   for (unsigned i = 0; i < count; i++) {
      struct pipe_resource *old = fake->vb[start + i].buffer;
      fake->vb[start + i] = buffers[i];
      pipe_resource_ref(buffers[i].buffer);
      pipe_resource_unref(old);
   }
   fake_say(ctx, "set_vertex_buffers %u+%u", start, count);
}

static void set_sampler_views(struct pipe_context *ctx, enum pipe_shader_type stage, unsigned start, unsigned count,
                              struct pipe_sampler_view **views)
{
   struct fake_context *fake = fake_context(ctx);
   for (unsigned i = 0; i < count; i++) {
      struct pipe_sampler_view *old = fake->view[stage][start + i];
      fake->view[stage][start + i] = pipe_sampler_view_ref(views[i]);
      pipe_sampler_view_unref(old);
   }
   fake_say(ctx, "set_sampler_views %u %u+%u", stage, start, count);
}

/* No targets when there were none is no news. */
static void set_stream_output_targets(struct pipe_context *ctx, unsigned count, struct pipe_stream_output_target **targets,
                                      const uint32_t *offsets_B)
{
   struct fake_context *fake = fake_context(ctx);
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
      struct pipe_stream_output_target *old = fake->so_target[i];
      fake->so_target[i] = pipe_so_target_ref(i < count ? targets[i] : NULL);
      pipe_so_target_unref(old);
   }
   if (count || fake->so_count)
      fake_say(ctx, "set_stream_output_targets %u", count);
   for (unsigned i = 0; i < count; i++)
      if (targets[i])
         fake_say(ctx, "   %u: %u+%u at %d", i, targets[i]->offset_B, targets[i]->size_B, (int)offsets_B[i]);
   fake->so_count = count;
}

static struct pipe_stream_output_target *create_so_target(struct pipe_context *ctx, struct pipe_resource *buffer, uint32_t offset_B,
                                                          uint32_t size_B)
{
   if (!fake_may_allocate(ctx->screen))
      return NULL;
   struct pipe_stream_output_target *target = calloc(1, sizeof *target);
   *target = (struct pipe_stream_output_target){ pipe_resource_ref(buffer), offset_B, size_B, ctx, 1 };
   fake_context(ctx)->objects++;
   return target;
}

static bool so_target_vertices(struct pipe_context *ctx, struct pipe_stream_output_target *target, uint32_t *count)
{
   (void)target;
   *count = fake_context(ctx)->so_vertices;
   return true;
}

static void so_target_destroy(struct pipe_context *ctx, struct pipe_stream_output_target *target)
{
   pipe_resource_unref(target->buffer);
   free(target);
   fake_context(ctx)->objects--;
}

static struct pipe_sampler_view *create_sampler_view(struct pipe_context *ctx, struct pipe_resource *res,
                                                     const struct pipe_view_template *tmpl)
{
   if (!fake_may_allocate(ctx->screen))
      return NULL;
   struct pipe_sampler_view *view = calloc(1, sizeof *view);
   *view = (struct pipe_sampler_view){ *tmpl, pipe_resource_ref(res), ctx, 1 };
   fake_context(ctx)->objects++;
   fake_say(ctx, "create_sampler_view %s levels %u-%u", pipe_format_name(tmpl->format), tmpl->first_level, tmpl->last_level);
   return view;
}

static void sampler_view_destroy(struct pipe_context *ctx, struct pipe_sampler_view *view)
{
   pipe_resource_unref(view->resource);
   free(view);
   fake_context(ctx)->objects--;
}

static struct pipe_surface *create_surface(struct pipe_context *ctx, struct pipe_resource *res, const struct pipe_view_template *tmpl)
{
   if (!fake_may_allocate(ctx->screen))
      return NULL;
   struct pipe_surface *surface = calloc(1, sizeof *surface);
   *surface = (struct pipe_surface){ *tmpl, fake_minify(res->t.width, tmpl->first_level), fake_minify(res->t.height, tmpl->first_level),
                                   pipe_resource_ref(res), ctx, 1 };
   fake_context(ctx)->objects++;
   return surface;
}

static void surface_destroy(struct pipe_context *ctx, struct pipe_surface *surface)
{
   pipe_resource_unref(surface->resource);
   free(surface);
   fake_context(ctx)->objects--;
}

static void draw(struct pipe_context *ctx, const struct pipe_draw_info *info)
{
   fake_context(ctx)->draw = *info;
   fake_context(ctx)->draw_paused = fake_context(ctx)->paused;
   fake_say(ctx, "draw %u start %u count %u bias %d", info->mode, info->start, info->count, info->index_bias);
}

static void clear(struct pipe_context *ctx, const struct pipe_clear_info *info)
{
   fake_context(ctx)->clear = *info;
   fake_say(ctx, "clear %x", info->buffers);
}

/* ---- queries and fences --------------------------------------------------------------------------------------------------- */

static struct pipe_query *create_query(struct pipe_context *ctx, enum pipe_query_type type, unsigned index)
{
   if (!fake_may_allocate(ctx->screen))
      return NULL;
   struct pipe_query *query = calloc(1, sizeof *query);
   *query = (struct pipe_query){ type, index };
   fake_context(ctx)->objects++;
   return query;
}

static void destroy_query(struct pipe_context *ctx, struct pipe_query *query)
{
   fake_context(ctx)->objects--;
   free(query);
}

static void render_condition(struct pipe_context *ctx, struct pipe_query *query, bool inverted, enum pipe_render_cond_mode mode)
{
   fake_say(ctx, "render_condition %d inverted %d mode %u", query != NULL, inverted, mode);
}

static bool pause_queries(struct pipe_context *ctx, unsigned kinds)
{
   fake_say(ctx, "pause_queries %u", kinds);
   fake_context(ctx)->paused = kinds;
   return fake_context(ctx)->counts_primitives;
}

static bool begin_query(struct pipe_context *ctx, struct pipe_query *query)
{
   fake_say(ctx, "begin_query type %u index %u", query->type, query->index);
   return true;
}

static bool end_query(struct pipe_context *ctx, struct pipe_query *query)
{
   fake_say(ctx, "end_query type %u index %u", query->type, query->index);
   return true;
}

static bool get_query_result(struct pipe_context *ctx, struct pipe_query *query, bool wait, union pipe_query_result *result)
{
   if (fake_context(ctx)->query_pending && !wait)
      return false;
   *result = fake_context(ctx)->query_result;
   return true;
}

/* Commands are executed at once: the result is there. */
static void get_query_result_buffer(struct pipe_context *ctx, struct pipe_query *query, enum pipe_query_value value,
                                    enum pipe_query_value_type type, struct pipe_resource *buffer, uint32_t offset_B)
{
   static const uint64_t max[] = { INT32_MAX, UINT32_MAX, INT64_MAX, UINT64_MAX };
   const uint64_t result = fake_context(ctx)->query_result.u64;
   uint64_t v = value == PIPE_QUERY_AVAILABLE ? 1 : result < max[type] ? result : max[type];
   fake_buffer_subdata(ctx, buffer, offset_B, type >= PIPE_QUERY_VALUE_I64 ? 8 : 4, &v);
}

static void flush(struct pipe_context *ctx, struct pipe_fence **fence, unsigned flags)
{
   if (!fence)
      return;
   *fence = calloc(1, sizeof **fence);
   **fence = (struct pipe_fence){ ctx->screen, 1 };
}

static void texture_barrier(struct pipe_context *ctx)
{
   fake_say(ctx, "texture_barrier");
}

static void fence_server_wait(struct pipe_context *ctx, struct pipe_fence *fence)
{
   fake_say(ctx, "fence_server_wait");
}

static enum pipe_reset_status get_reset_status(struct pipe_context *ctx)
{
   return fake_context(ctx)->reset;
}

static void invalidate_resource(struct pipe_context *ctx, struct pipe_resource *res)
{
   fake_say(ctx, "invalidate_resource");
}

static void set_debug_callback(struct pipe_context *ctx, const struct pipe_debug_callback *cb)
{
   fake_context(ctx)->debug = cb ? *cb : (struct pipe_debug_callback){ 0 };
}

static void context_destroy(struct pipe_context *ctx)
{
   struct fake_context *fake = fake_context(ctx);
   set_framebuffer(ctx, &(struct pipe_framebuffer_state){ 0 });
   for (unsigned i = 0; i < PIPE_MAX_VERTEX_BUFFERS; i++)
      pipe_resource_unref(fake->vb[i].buffer);
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      for (unsigned i = 0; i < PIPE_MAX_SAMPLERS; i++)
         pipe_sampler_view_unref(fake->view[stage][i]);
   }
   FAKE_CHECK(fake->objects == 0);
   free(fake);
}

static const struct pipe_context_impl context_impl = {
   .destroy = context_destroy,
   .create_blend = create_blend, .bind_blend = bind_blend, .delete_blend = delete_blend,
   .create_depth_stencil_alpha = create_depth_stencil_alpha, .bind_depth_stencil_alpha = bind_depth_stencil_alpha, .delete_depth_stencil_alpha = delete_depth_stencil_alpha,
   .create_rasterizer = create_rasterizer, .bind_rasterizer = bind_rasterizer, .delete_rasterizer = delete_rasterizer,
   .create_sampler = create_sampler, .bind_samplers = bind_samplers, .delete_sampler = delete_sampler,
   .create_vertex_elements = create_vertex_elements, .bind_vertex_elements = bind_vertex_elements,
   .delete_vertex_elements = delete_vertex_elements,
   .create_shader = create_shader, .bind_shader = bind_shader, .delete_shader = delete_shader,
   .prepare_shaders = prepare_shaders, .set_blend_color = set_blend_color, .set_stencil_ref = set_stencil_ref,
   .set_sample_mask = set_sample_mask, .set_min_samples = set_min_samples, .set_patch_vertices = set_patch_vertices,
   .set_tess_levels = set_tess_levels, .set_polygon_stipple = set_polygon_stipple, .set_clip_planes = set_clip_planes, .get_sample_position = get_sample_position, .set_sample_locations = set_sample_locations,
   .set_viewports = set_viewports, .set_scissors = set_scissors,
   .set_window_rectangles = set_window_rectangles,
   .set_framebuffer = set_framebuffer, .set_constant_buffer = set_constant_buffer,
   .set_vertex_buffers = set_vertex_buffers, .set_sampler_views = set_sampler_views,
   .set_stream_output_targets = set_stream_output_targets, .create_so_target = create_so_target,
   .so_target_destroy = so_target_destroy, .so_target_vertices = so_target_vertices,
   .create_sampler_view = create_sampler_view, .sampler_view_destroy = sampler_view_destroy,
   .create_surface = create_surface, .surface_destroy = surface_destroy, .draw = draw, .clear = clear,
   .copy_buffer_to_texture = fake_copy_buffer_to_texture, .copy_texture_to_buffer = fake_copy_texture_to_buffer,
   .resource_copy_region = fake_resource_copy_region, .blit = fake_blit, .generate_mipmap = fake_generate_mipmap,
   .transfer_map = fake_transfer_map, .transfer_flush_region = fake_transfer_flush_region, .transfer_unmap = fake_transfer_unmap,
   .buffer_subdata = fake_buffer_subdata, .clear_buffer = fake_clear_buffer, .texture_subdata = fake_texture_subdata, .flush = flush,
   .fence_server_wait = fence_server_wait, .texture_barrier = texture_barrier,
   .create_query = create_query, .destroy_query = destroy_query, .render_condition = render_condition, .begin_query = begin_query, .end_query = end_query,
   .pause_queries = pause_queries,
   .get_query_result = get_query_result, .get_query_result_buffer = get_query_result_buffer,
   .invalidate_resource = invalidate_resource, .get_reset_status = get_reset_status, .set_debug_callback = set_debug_callback,
};

static struct pipe_context *context_create(struct pipe_screen *screen, unsigned flags)
{
   struct fake_context *fake = calloc(1, sizeof *fake);
   fake->base = (struct pipe_context){ &context_impl, screen };
   fake->screen = (struct fake_screen *)screen;
   return &fake->base;
}

static void screen_destroy(struct pipe_screen *screen)
{
   assert_int_equal(((struct fake_screen *)screen)->resources, 0);
   free(screen);
}

static const struct pipe_screen_impl screen_impl = {
   .destroy = screen_destroy,
   .is_format_supported = is_format_supported, .resource_create = resource_create, .resource_destroy = resource_destroy,
   .context_create = context_create, .fence_wait = fence_wait, .fence_destroy = fence_destroy,
   .query_memory = query_memory, .get_timestamp_ns = get_timestamp_ns,
};

struct fake_screen *fake_screen_create(void)
{
   struct fake_screen *fake = calloc(1, sizeof *fake);
   fake->base.impl = &screen_impl;
   fake->base.name = "fake";
   fake->fail_after = -1;
   fake->base.caps = (struct pipe_caps){
      .max_texture_2d_size = 16384, .max_texture_3d_levels = 12, .max_texture_cube_levels = 15, .max_array_layers = 2048,
      .max_texture_buffer_size = 1 << 20, .texture_buffer_align_B = 16,
      .max_color_buffers = 8, .max_samples = 8, .max_viewports = 16, .max_vertex_attribs = 16, .max_varyings = 32,
      .max_samplers_per_stage = 16, .max_const_buffers = 16, .max_const_buffer_size_B = 65536, .const_buffer_align_B = 256,
      .max_anisotropy = 16, .max_vertex_stride_B = 2048, .max_vertex_offset_B = 2047, .max_line_width = 8,
      .max_point_size = 256, .max_lod_bias = 16, .subpixel_bits = 8,
   };
   return fake;
}

void fake_screen_destroy(struct fake_screen *screen)
{
   screen->base.impl->destroy(&screen->base);
}
