/* pipe_trace.c: logs calls of pipe.h. It replaces the method tables of the screen and its contexts by tables of functions that
 * print their arguments and call the driver's functions. Objects are not wrapped. A method that the driver lacks stays NULL. */
#include "state/pipe_trace.h"

#include <stdlib.h>

#include "state/pipe.h"
#include "util/ut_debug.h"

struct trace_screen { struct pipe_screen_impl impl; const struct pipe_screen_impl *real; };
struct trace_context { struct pipe_context_impl impl; const struct pipe_context_impl *real; };

static const struct pipe_screen_impl *real_screen(struct pipe_screen *screen)
{
   return ((const struct trace_screen *)(const void *)screen->impl)->real;
}

static const struct pipe_context_impl *real(struct pipe_context *ctx)
{
   return ((const struct trace_context *)(const void *)ctx->impl)->real;
}

#define LOG(...) ut_log("state", __VA_ARGS__)

static void *returned(const char *name, void *result)
{
   LOG("  %s = %p", name, result);
   return result;
}

static void log_template(const char *name, const struct pipe_resource_template *t)
{
   LOG("%s %s target %d, %u x %u x %u, layers %u, last level %u, samples %u, bind 0x%x, usage %d", name,
       pipe_format_name(t->format), t->target, t->width, t->height, t->depth, t->layers, t->last_level, t->samples, t->bind,
       t->usage);
}

static void log_view(const char *name, const struct pipe_resource *res, const struct pipe_view_template *t)
{
   LOG("%s of %p: %s target %d, levels %u-%u, layers %u-%u, swizzle %u%u%u%u", name, (const void *)res,
       pipe_format_name(t->format), t->target, t->first_level, t->last_level, t->first_layer, t->last_layer, t->swizzle[0],
       t->swizzle[1], t->swizzle[2], t->swizzle[3]);
}

static void log_box(const char *what, const struct pipe_box *b)
{
   LOG("  %s (%d, %d, %d) %d x %d x %d", what, b->x, b->y, b->z, b->width, b->height, b->depth);
}

/* ---- constant state objects ------------------------------------------------------------------------------------------- */

/* Create, bind and delete functions of a constant state object; DETAIL prints the struct `s`. */
#define CSO(name, detail) \
   static void *trace_create_##name(struct pipe_context *ctx, const struct pipe_##name##_state *s) \
   { \
      detail; \
      return returned("create_" #name, real(ctx)->create_##name(ctx, s)); \
   } \
   static void trace_delete_##name(struct pipe_context *ctx, void *cso) \
   { \
      LOG("delete_" #name " %p", cso); \
      real(ctx)->delete_##name(ctx, cso); \
   }
#define CSO_BIND(name) \
   static void trace_bind_##name(struct pipe_context *ctx, void *cso) \
   { \
      LOG("bind_" #name " %p", cso); \
      real(ctx)->bind_##name(ctx, cso); \
   }

CSO(blend, LOG("create_blend: rt0 enable %u, rgb %u(%u, %u), alpha %u(%u, %u), mask 0x%x, logicop %u/%u, dither %u, "
               "alpha to coverage %u", s->rt[0].enable, s->rt[0].rgb_func, s->rt[0].rgb_src, s->rt[0].rgb_dst,
               s->rt[0].alpha_func, s->rt[0].alpha_src, s->rt[0].alpha_dst, s->rt[0].colormask, s->logicop_enable,
               s->logicop_func, s->dither, s->alpha_to_coverage))
CSO_BIND(blend)
CSO(depth_stencil_alpha, LOG("create_depth_stencil_alpha: depth %u write %u func %u, stencil front %u func %u ops %u %u %u masks 0x%x 0x%x, back %u",
             s->depth_enable, s->depth_write, s->depth_func, s->stencil[0].enable, s->stencil[0].func,
             s->stencil[0].fail_op, s->stencil[0].zfail_op, s->stencil[0].zpass_op, s->stencil[0].valuemask,
             s->stencil[0].writemask, s->stencil[1].enable))
CSO_BIND(depth_stencil_alpha)
CSO(rasterizer, LOG("create_rasterizer: cull %u front ccw %u, fill %u %u, scissor %u, multisample %u, line %g, point %g%s, "
                    "offset %u (%g, %g)", s->cull, s->front_ccw, s->fill_front, s->fill_back, s->scissor, s->multisample,
                    s->line_width, s->point_size, s->point_size_per_vertex ? " (shader)" : "", s->offset_fill,
                    s->offset_units, s->offset_scale))
CSO_BIND(rasterizer)
CSO(sampler, LOG("create_sampler: wrap %u %u %u, min %u mag %u mip %u, lod %g..%g bias %g, compare %u/%u, aniso %u", s->wrap_s,
                 s->wrap_t, s->wrap_r, s->min_filter, s->mag_filter, s->mip_filter, s->min_lod, s->max_lod, s->lod_bias,
                 s->compare_enable, s->compare_func, s->max_anisotropy))
CSO(shader, LOG("create_shader: stage %d, %zu words of SPIR-V, %u stream outputs", s->stage, s->spirv_words, s->so.count))

static void trace_bind_samplers(struct pipe_context *ctx, enum pipe_shader_type stage, unsigned start, unsigned count, void **csos)
{
   for (unsigned i = 0; i < count; i++)
      LOG("bind_samplers stage %d slot %u: %p", stage, start + i, csos ? csos[i] : NULL);
   real(ctx)->bind_samplers(ctx, stage, start, count, csos);
}

static void *trace_create_vertex_elements(struct pipe_context *ctx, unsigned count, const struct pipe_vertex_element *e)
{
   for (unsigned i = 0; i < count; i++)
      LOG("create_vertex_elements %u: location %u, %s, buffer %u + %u, divisor %u", i, e[i].location,
          pipe_format_name(e[i].format), e[i].buffer_index, e[i].src_offset_B, e[i].instance_divisor);
   return returned("create_vertex_elements", real(ctx)->create_vertex_elements(ctx, count, e));
}
CSO_BIND(vertex_elements)

static void trace_delete_vertex_elements(struct pipe_context *ctx, void *cso)
{
   LOG("delete_vertex_elements %p", cso);
   real(ctx)->delete_vertex_elements(ctx, cso);
}

static void trace_bind_shader(struct pipe_context *ctx, enum pipe_shader_type stage, void *cso)
{
   LOG("bind_shader stage %d: %p", stage, cso);
   real(ctx)->bind_shader(ctx, stage, cso);
}

static bool trace_prepare_shaders(struct pipe_context *ctx, void *csos[PIPE_SHADER_TYPES], char *why, size_t why_size_B)
{
   LOG("prepare_shaders vertex %p fragment %p", csos[PIPE_SHADER_VERTEX], csos[PIPE_SHADER_FRAGMENT]);
   bool ok = real(ctx)->prepare_shaders(ctx, csos, why, why_size_B);
   LOG("  prepare_shaders = %s", ok ? "true" : why);
   return ok;
}

/* ---- small state ------------------------------------------------------------------------------------------------------ */

static void trace_set_blend_color(struct pipe_context *ctx, const float c[4])
{
   LOG("set_blend_color %g %g %g %g", c[0], c[1], c[2], c[3]);
   real(ctx)->set_blend_color(ctx, c);
}

static void trace_set_stencil_ref(struct pipe_context *ctx, const uint8_t ref[2])
{
   LOG("set_stencil_ref %u %u", ref[0], ref[1]);
   real(ctx)->set_stencil_ref(ctx, ref);
}

static void trace_set_sample_mask(struct pipe_context *ctx, uint32_t mask)
{
   LOG("set_sample_mask 0x%x", mask);
   real(ctx)->set_sample_mask(ctx, mask);
}

static void trace_set_min_samples(struct pipe_context *ctx, unsigned samples)
{
   LOG("set_min_samples %u", samples);
   real(ctx)->set_min_samples(ctx, samples);
}

static void trace_set_clip_planes(struct pipe_context *ctx, const float planes[8][4])
{
   LOG("set_clip_planes");
   real(ctx)->set_clip_planes(ctx, planes);
}

static void trace_set_viewports(struct pipe_context *ctx, unsigned start, unsigned count, const struct pipe_viewport_state *vp)
{
   for (unsigned i = 0; i < count; i++)
      LOG("set_viewports %u: scale (%g, %g, %g) translate (%g, %g, %g)", start + i, vp[i].scale[0], vp[i].scale[1],
          vp[i].scale[2], vp[i].translate[0], vp[i].translate[1], vp[i].translate[2]);
   real(ctx)->set_viewports(ctx, start, count, vp);
}

static void trace_set_scissors(struct pipe_context *ctx, unsigned start, unsigned count, const struct pipe_scissor_state *sc)
{
   for (unsigned i = 0; i < count; i++)
      LOG("set_scissors %u: (%u, %u)..(%u, %u)", start + i, sc[i].minx, sc[i].miny, sc[i].maxx, sc[i].maxy);
   real(ctx)->set_scissors(ctx, start, count, sc);
}

static void trace_set_patch_vertices(struct pipe_context *ctx, unsigned count)
{
   LOG("set_patch_vertices %u", count);
   real(ctx)->set_patch_vertices(ctx, count);
}

/* ---- resources -------------------------------------------------------------------------------------------------------- */

static void trace_set_framebuffer(struct pipe_context *ctx, const struct pipe_framebuffer_state *fb)
{
   LOG("set_framebuffer %u x %u, layers %u, samples %u%s, zs %p %s", fb->width, fb->height, fb->layers, fb->samples,
       fb->y_inverted ? ", rows top first" : "", (void *)fb->zsbuf, fb->zsbuf ? pipe_format_name(fb->zsbuf->t.format) : "");
   for (unsigned i = 0; i < fb->color_count; i++)
      LOG("  cbuf %u: %p %s", i, (void *)fb->cbufs[i], fb->cbufs[i] ? pipe_format_name(fb->cbufs[i]->t.format) : "");
   real(ctx)->set_framebuffer(ctx, fb);
}

static bool trace_set_constant_buffer(struct pipe_context *ctx, enum pipe_shader_type stage, unsigned slot,
                                      const struct pipe_constant_buffer *cb)
{
   if (cb)
      LOG("set_constant_buffer stage %d slot %u: %p + %u, %u bytes%s", stage, slot, (void *)cb->buffer, cb->offset_B,
          cb->size_B, cb->user_data ? " of user memory" : "");
   else
      LOG("set_constant_buffer stage %d slot %u: none", stage, slot);
   return real(ctx)->set_constant_buffer(ctx, stage, slot, cb);
}

static void trace_set_vertex_buffers(struct pipe_context *ctx, unsigned start, unsigned count, const struct pipe_vertex_buffer *vb)
{
   for (unsigned i = 0; i < count; i++)
      LOG("set_vertex_buffers %u: %p + %lld, stride %u", start + i, (void *)vb[i].buffer, (long long)vb[i].offset_B, vb[i].stride_B);
   real(ctx)->set_vertex_buffers(ctx, start, count, vb);
}

static void trace_set_sampler_views(struct pipe_context *ctx, enum pipe_shader_type stage, unsigned start, unsigned count,
                                    struct pipe_sampler_view **views)
{
   for (unsigned i = 0; i < count; i++)
      LOG("set_sampler_views stage %d slot %u: %p", stage, start + i, views ? (void *)views[i] : NULL);
   real(ctx)->set_sampler_views(ctx, stage, start, count, views);
}

static void trace_set_shader_buffers(struct pipe_context *ctx, enum pipe_shader_type stage, unsigned start, unsigned count,
                                     const struct pipe_shader_buffer *b, uint32_t writable_mask)
{
   for (unsigned i = 0; i < count; i++)
      LOG("set_shader_buffers stage %d slot %u: %p + %u, %u bytes", stage, start + i, b ? (void *)b[i].buffer : NULL,
          b ? b[i].offset_B : 0, b ? b[i].size_B : 0);
   real(ctx)->set_shader_buffers(ctx, stage, start, count, b, writable_mask);
}

static void trace_set_shader_images(struct pipe_context *ctx, enum pipe_shader_type stage, unsigned start, unsigned count,
                                    const struct pipe_image_view *images)
{
   for (unsigned i = 0; i < count; i++)
      LOG("set_shader_images stage %d slot %u: %p", stage, start + i, images ? (void *)images[i].resource : NULL);
   real(ctx)->set_shader_images(ctx, stage, start, count, images);
}

static void trace_set_stream_output_targets(struct pipe_context *ctx, unsigned count, struct pipe_stream_output_target **targets,
                                            const uint32_t *offsets_B)
{
   for (unsigned i = 0; i < count; i++)
      LOG("set_stream_output_targets %u: %p at %u", i, (void *)targets[i], offsets_B[i]);
   real(ctx)->set_stream_output_targets(ctx, count, targets, offsets_B);
}

static struct pipe_stream_output_target *trace_create_so_target(struct pipe_context *ctx, struct pipe_resource *buffer, uint32_t offset_B,
                                                                uint32_t size_B)
{
   LOG("create_so_target of %p + %u, %u bytes", (void *)buffer, offset_B, size_B);
   return returned("create_so_target", real(ctx)->create_so_target(ctx, buffer, offset_B, size_B));
}

static void trace_so_target_destroy(struct pipe_context *ctx, struct pipe_stream_output_target *target)
{
   LOG("so_target_destroy %p", (void *)target);
   real(ctx)->so_target_destroy(ctx, target);
}

static struct pipe_sampler_view *trace_create_sampler_view(struct pipe_context *ctx, struct pipe_resource *res,
                                                           const struct pipe_view_template *t)
{
   log_view("create_sampler_view", res, t);
   return returned("create_sampler_view", real(ctx)->create_sampler_view(ctx, res, t));
}

static void trace_sampler_view_destroy(struct pipe_context *ctx, struct pipe_sampler_view *view)
{
   LOG("sampler_view_destroy %p", (void *)view);
   real(ctx)->sampler_view_destroy(ctx, view);
}

static struct pipe_surface *trace_create_surface(struct pipe_context *ctx, struct pipe_resource *res,
                                                 const struct pipe_view_template *t)
{
   log_view("create_surface", res, t);
   return returned("create_surface", real(ctx)->create_surface(ctx, res, t));
}

static void trace_surface_destroy(struct pipe_context *ctx, struct pipe_surface *surface)
{
   LOG("surface_destroy %p", (void *)surface);
   real(ctx)->surface_destroy(ctx, surface);
}

/* ---- drawing, copies -------------------------------------------------------------------------------------------------- */

static void trace_draw(struct pipe_context *ctx, const struct pipe_draw_info *i)
{
   LOG("draw mode %d, start %u count %u, instances %u+%u, index size %u bias %d buffer %p + %u%s", i->mode, i->start,
       i->count, i->start_instance, i->instance_count, i->index_size_B, i->index_bias, (void *)i->index_buffer,
       i->index_offset_B, i->primitive_restart ? ", restart" : "");
   real(ctx)->draw(ctx, i);
}

static void trace_launch_grid(struct pipe_context *ctx, const struct pipe_grid_info *i)
{
   LOG("launch_grid %u x %u x %u of %u x %u x %u", i->grid[0], i->grid[1], i->grid[2], i->block[0], i->block[1], i->block[2]);
   real(ctx)->launch_grid(ctx, i);
}

static void trace_clear(struct pipe_context *ctx, const struct pipe_clear_info *i)
{
   LOG("clear 0x%x: color0 (%g, %g, %g, %g) mask 0x%x, depth %g, stencil %u mask 0x%x%s", i->buffers, i->color[0].f[0],
       i->color[0].f[1], i->color[0].f[2], i->color[0].f[3], i->colormask[0], i->depth, i->stencil, i->stencil_writemask,
       i->scissor_enable ? ", scissor" : "");
   real(ctx)->clear(ctx, i);
}

static void trace_clear_render_target(struct pipe_context *ctx, struct pipe_surface *dst, const union pipe_color_union *c, unsigned x,
                                      unsigned y, unsigned width, unsigned height)
{
   LOG("clear_render_target %p (%u, %u) %u x %u", (void *)dst, x, y, width, height);
   real(ctx)->clear_render_target(ctx, dst, c, x, y, width, height);
}

static void trace_clear_depth_stencil(struct pipe_context *ctx, struct pipe_surface *dst, unsigned buffers, double depth,
                                      unsigned stencil, unsigned x, unsigned y, unsigned width, unsigned height)
{
   LOG("clear_depth_stencil %p 0x%x depth %g stencil %u (%u, %u) %u x %u", (void *)dst, buffers, depth, stencil, x, y, width,
       height);
   real(ctx)->clear_depth_stencil(ctx, dst, buffers, depth, stencil, x, y, width, height);
}

static void trace_resource_copy_region(struct pipe_context *ctx, struct pipe_resource *dst, unsigned dst_level, unsigned dst_x,
                                       unsigned dst_y, unsigned dst_z, struct pipe_resource *src, unsigned src_level,
                                       const struct pipe_box *box)
{
   LOG("resource_copy_region %p level %u (%u, %u, %u) from %p level %u", (void *)dst, dst_level, dst_x, dst_y, dst_z,
       (void *)src, src_level);
   log_box("source", box);
   real(ctx)->resource_copy_region(ctx, dst, dst_level, dst_x, dst_y, dst_z, src, src_level, box);
}

static void trace_blit(struct pipe_context *ctx, const struct pipe_blit_info *i)
{
   LOG("blit %p level %u %s from %p level %u %s, mask 0x%x, filter %d", (void *)i->dst.resource, i->dst.level,
       pipe_format_name(i->dst.format), (void *)i->src.resource, i->src.level, pipe_format_name(i->src.format), i->mask, i->filter);
   log_box("destination", &i->dst.box);
   log_box("source", &i->src.box);
   real(ctx)->blit(ctx, i);
}

static void trace_generate_mipmap(struct pipe_context *ctx, struct pipe_resource *res, enum pipe_format format, unsigned base,
                                  unsigned last, unsigned first_layer, unsigned last_layer)
{
   LOG("generate_mipmap %p as %s, levels %u-%u, layers %u-%u", (void *)res, pipe_format_name(format), base, last, first_layer,
       last_layer);
   real(ctx)->generate_mipmap(ctx, res, format, base, last, first_layer, last_layer);
}

static void trace_clear_buffer(struct pipe_context *ctx, struct pipe_resource *res, uint32_t offset_B, uint32_t size_B,
                               const void *value, unsigned value_size_B)
{
   LOG("clear_buffer %p + %u, %u bytes", (void *)res, offset_B, size_B);
   real(ctx)->clear_buffer(ctx, res, offset_B, size_B, value, value_size_B);
}

/* ---- transfers -------------------------------------------------------------------------------------------------------- */

static void *trace_transfer_map(struct pipe_context *ctx, struct pipe_resource *res, unsigned level, unsigned usage,
                                const struct pipe_box *box, struct pipe_transfer **transfer)
{
   LOG("transfer_map %p level %u usage 0x%x", (void *)res, level, usage);
   log_box("box", box);
   return returned("transfer_map", real(ctx)->transfer_map(ctx, res, level, usage, box, transfer));
}

static void trace_transfer_flush_region(struct pipe_context *ctx, struct pipe_transfer *transfer, const struct pipe_box *box)
{
   LOG("transfer_flush_region of %p", (void *)transfer->resource);
   log_box("box", box);
   real(ctx)->transfer_flush_region(ctx, transfer, box);
}

static void trace_transfer_unmap(struct pipe_context *ctx, struct pipe_transfer *transfer)
{
   LOG("transfer_unmap of %p", (void *)transfer->resource);
   real(ctx)->transfer_unmap(ctx, transfer);
}

static void trace_buffer_subdata(struct pipe_context *ctx, struct pipe_resource *res, uint32_t offset_B, uint32_t size_B,
                                 const void *data)
{
   LOG("buffer_subdata %p + %u, %u bytes", (void *)res, offset_B, size_B);
   real(ctx)->buffer_subdata(ctx, res, offset_B, size_B, data);
}

static void trace_texture_subdata(struct pipe_context *ctx, struct pipe_resource *res, unsigned level, const struct pipe_box *box,
                                  const void *data, unsigned stride_B, uint64_t layer_stride_B)
{
   LOG("texture_subdata %p level %u, stride %u", (void *)res, level, stride_B);
   log_box("box", box);
   real(ctx)->texture_subdata(ctx, res, level, box, data, stride_B, layer_stride_B);
}

static bool trace_texture_read(struct pipe_context *ctx, struct pipe_resource *res, unsigned level, const struct pipe_box *box,
                               void *data, ptrdiff_t stride_B, uint64_t layer_stride_B)
{
   LOG("texture_read %p level %u, stride %td", (void *)res, level, stride_B);
   log_box("box", box);
   return real(ctx)->texture_read(ctx, res, level, box, data, stride_B, layer_stride_B);
}

/* ---- queries, flush --------------------------------------------------------------------------------------------------- */

static struct pipe_query *trace_create_query(struct pipe_context *ctx, enum pipe_query_type type, unsigned index)
{
   LOG("create_query type %d index %u", type, index);
   return returned("create_query", real(ctx)->create_query(ctx, type, index));
}

static void trace_destroy_query(struct pipe_context *ctx, struct pipe_query *query)
{
   LOG("destroy_query %p", (void *)query);
   real(ctx)->destroy_query(ctx, query);
}

static bool trace_begin_query(struct pipe_context *ctx, struct pipe_query *query)
{
   LOG("begin_query %p", (void *)query);
   return real(ctx)->begin_query(ctx, query);
}

static bool trace_end_query(struct pipe_context *ctx, struct pipe_query *query)
{
   LOG("end_query %p", (void *)query);
   return real(ctx)->end_query(ctx, query);
}

static bool trace_get_query_result(struct pipe_context *ctx, struct pipe_query *query, bool wait, union pipe_query_result *result)
{
   bool ready = real(ctx)->get_query_result(ctx, query, wait, result);
   LOG("get_query_result %p%s: %s", (void *)query, wait ? " (wait)" : "", ready ? "ready" : "not yet");
   return ready;
}

static void trace_render_condition(struct pipe_context *ctx, struct pipe_query *query, bool inverted, enum pipe_render_cond_mode mode)
{
   LOG("render_condition %p%s mode %d", (void *)query, inverted ? " inverted" : "", mode);
   real(ctx)->render_condition(ctx, query, inverted, mode);
}

static void trace_flush(struct pipe_context *ctx, struct pipe_fence **fence, unsigned flags)
{
   LOG("flush flags 0x%x%s", flags, fence ? " with fence" : "");
   real(ctx)->flush(ctx, fence, flags);
}

static void trace_fence_server_wait(struct pipe_context *ctx, struct pipe_fence *fence)
{
   LOG("fence_server_wait %p", (void *)fence);
   real(ctx)->fence_server_wait(ctx, fence);
}

static void trace_texture_barrier(struct pipe_context *ctx)
{
   LOG("texture_barrier");
   real(ctx)->texture_barrier(ctx);
}

static void trace_memory_barrier(struct pipe_context *ctx, unsigned flags)
{
   LOG("memory_barrier 0x%x", flags);
   real(ctx)->memory_barrier(ctx, flags);
}

static void trace_invalidate_resource(struct pipe_context *ctx, struct pipe_resource *res)
{
   LOG("invalidate_resource %p", (void *)res);
   real(ctx)->invalidate_resource(ctx, res);
}

static enum pipe_reset_status trace_get_reset_status(struct pipe_context *ctx)
{
   enum pipe_reset_status status = real(ctx)->get_reset_status(ctx);
   if (status != PIPE_RESET_NONE)
      LOG("get_reset_status = %d", status);
   return status;
}

static void trace_set_debug_callback(struct pipe_context *ctx, const struct pipe_debug_callback *cb)
{
   LOG("set_debug_callback");
   real(ctx)->set_debug_callback(ctx, cb);
}

/* The driver's destroy runs with the driver's table. */
static void trace_destroy(struct pipe_context *ctx)
{
   const struct trace_context *trace = (const void *)ctx->impl;
   LOG("destroy context %p", (void *)ctx);
   ctx->impl = trace->real;
   ctx->impl->destroy(ctx);
   free((void *)trace);
}

/* ---- screen ----------------------------------------------------------------------------------------------------------- */

static void trace_set_tess_levels(struct pipe_context *ctx, const float outer[4], const float inner[2])
{
   LOG("set_tess_levels (%g, %g, %g, %g) (%g, %g)", (double)outer[0], (double)outer[1], (double)outer[2], (double)outer[3],
       (double)inner[0], (double)inner[1]);
   real(ctx)->set_tess_levels(ctx, outer, inner);
}

static void trace_set_polygon_stipple(struct pipe_context *ctx, const uint32_t pattern[32])
{
   LOG("set_polygon_stipple 0x%08x 0x%08x ...", pattern[0], pattern[1]);
   real(ctx)->set_polygon_stipple(ctx, pattern);
}

static void trace_get_sample_position(struct pipe_context *ctx, unsigned samples, unsigned index, float xy[2])
{
   real(ctx)->get_sample_position(ctx, samples, index, xy);
   LOG("get_sample_position %u of %u = (%g, %g)", index, samples, (double)xy[0], (double)xy[1]);
}

static void log_buffer_texture_copy(const char *name, const struct pipe_buffer_texture_copy *c)
{
   LOG("%s buffer %p at %u stride %u %s, texture %p level %u %s", name, (void *)c->buffer, c->offset_B, c->stride_B,
       pipe_format_name(c->buffer_format), (void *)c->texture, c->level, pipe_format_name(c->texture_format));
   log_box("box", &c->box);
}

static bool trace_copy_buffer_to_texture(struct pipe_context *ctx, const struct pipe_buffer_texture_copy *copy)
{
   log_buffer_texture_copy("copy_buffer_to_texture", copy);
   return real(ctx)->copy_buffer_to_texture(ctx, copy);
}

static bool trace_copy_texture_to_buffer(struct pipe_context *ctx, const struct pipe_buffer_texture_copy *copy)
{
   log_buffer_texture_copy("copy_texture_to_buffer", copy);
   return real(ctx)->copy_texture_to_buffer(ctx, copy);
}

static void trace_get_query_result_buffer(struct pipe_context *ctx, struct pipe_query *query, bool wait,
                                          enum pipe_query_value value, unsigned value_size_B, struct pipe_resource *buffer,
                                          uint32_t offset_B)
{
   LOG("get_query_result_buffer %p%s %s, %u bytes to %p at %u", (void *)query, wait ? " wait" : "",
       value == PIPE_QUERY_RESULT ? "result" : "available", value_size_B, (void *)buffer, offset_B);
   real(ctx)->get_query_result_buffer(ctx, query, wait, value, value_size_B, buffer, offset_B);
}

#define CONTEXT_METHODS(X) \
   X(destroy) X(create_blend) X(bind_blend) X(delete_blend) X(create_depth_stencil_alpha) X(bind_depth_stencil_alpha) X(delete_depth_stencil_alpha) X(create_rasterizer) \
   X(bind_rasterizer) X(delete_rasterizer) X(create_sampler) X(bind_samplers) X(delete_sampler) X(create_vertex_elements) \
   X(bind_vertex_elements) X(delete_vertex_elements) X(create_shader) X(bind_shader) X(delete_shader) X(prepare_shaders) \
   X(set_blend_color) X(set_stencil_ref) X(set_sample_mask) X(set_min_samples) X(set_clip_planes) X(set_viewports) \
   X(set_scissors) X(set_patch_vertices) X(set_framebuffer) X(set_constant_buffer) X(set_vertex_buffers) \
   X(set_sampler_views) X(set_shader_buffers) X(set_shader_images) X(set_stream_output_targets) X(create_so_target) \
   X(so_target_destroy) X(create_sampler_view) X(sampler_view_destroy) X(create_surface) X(surface_destroy) X(draw) \
   X(launch_grid) X(clear) X(clear_render_target) X(clear_depth_stencil) X(resource_copy_region) X(blit) \
   X(generate_mipmap) X(clear_buffer) X(transfer_map) X(transfer_flush_region) X(transfer_unmap) X(buffer_subdata) \
   X(texture_subdata) X(texture_read) X(create_query) X(destroy_query) X(begin_query) X(end_query) X(get_query_result) \
   X(render_condition) X(flush) X(fence_server_wait) X(texture_barrier) X(memory_barrier) X(invalidate_resource) \
   X(get_reset_status) X(set_debug_callback) X(set_tess_levels) X(set_polygon_stipple) X(get_sample_position) \
   X(copy_buffer_to_texture) X(copy_texture_to_buffer) X(get_query_result_buffer)

#define COUNT(name) +1
_Static_assert(0 CONTEXT_METHODS(COUNT) == sizeof(struct pipe_context_impl) / sizeof(void (*)(void)),
               "a method of pipe_context_impl is not traced");

static struct pipe_context *trace_context_create(struct pipe_screen *screen, unsigned flags)
{
   struct trace_context *trace = calloc(1, sizeof *trace);
   struct pipe_context *ctx = trace ? real_screen(screen)->context_create(screen, flags) : NULL;
   LOG("context_create flags 0x%x = %p", flags, (void *)ctx);
   if (!ctx) {
      free(trace);
      return NULL;
   }
   trace->real = ctx->impl;
#define WRAP(name) \
   if (trace->real->name) \
      trace->impl.name = trace_##name;
   CONTEXT_METHODS(WRAP)
#undef WRAP
   ctx->impl = &trace->impl;
   return ctx;
}

static struct pipe_resource *trace_resource_create(struct pipe_screen *screen, const struct pipe_resource_template *t)
{
   log_template("resource_create", t);
   return returned("resource_create", real_screen(screen)->resource_create(screen, t));
}

static struct pipe_resource *trace_resource_from_handle(struct pipe_screen *screen, const struct pipe_resource_template *t,
                                                        const struct pipe_handle *handle, char *why, size_t why_size_B)
{
   log_template("resource_from_handle", t);
   LOG("  fd %d, offset %u, stride %u, modifier 0x%llx", handle->fd, handle->offset_B, handle->stride_B,
       (unsigned long long)handle->modifier);
   return returned("resource_from_handle", real_screen(screen)->resource_from_handle(screen, t, handle, why, why_size_B));
}

static void trace_resource_destroy(struct pipe_screen *screen, struct pipe_resource *res)
{
   LOG("resource_destroy %p", (void *)res);
   real_screen(screen)->resource_destroy(screen, res);
}

static void trace_screen_destroy(struct pipe_screen *screen)
{
   const struct trace_screen *trace = (const void *)screen->impl;
   LOG("destroy screen %p", (void *)screen);
   screen->impl = trace->real;
   screen->impl->destroy(screen);
   free((void *)trace);
}

bool pipe_trace_screen(struct pipe_screen *screen)
{
   struct trace_screen *trace = calloc(1, sizeof *trace);
   if (!trace)
      return false;
   trace->real = screen->impl;
   trace->impl = *screen->impl; /* queries about formats and fences are not logged */
   trace->impl.destroy = trace_screen_destroy;
   trace->impl.context_create = trace_context_create;
   trace->impl.resource_create = trace_resource_create;
   trace->impl.resource_destroy = trace_resource_destroy;
   if (trace->impl.resource_from_handle)
      trace->impl.resource_from_handle = trace_resource_from_handle;
   screen->impl = &trace->impl;
   return true;
}
