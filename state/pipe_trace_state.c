/* pipe_trace_state.c: logs methods of a context that set state: state objects, views, bindings. */
#include "state/pipe_trace_int.h"

static void log_view(const char *name, const struct pipe_resource *res, const struct pipe_view_template *t)
{
   LOG("%s of %p: %s target %d, levels %u-%u, layers %u-%u, swizzle %u%u%u%u", name, (const void *)res,
       pipe_format_name(t->format), t->target, t->first_level, t->last_level, t->first_layer, t->last_layer, t->swizzle[0],
       t->swizzle[1], t->swizzle[2], t->swizzle[3]);
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
               "alpha to coverage %u, dithered %u", s->rt[0].enable, s->rt[0].rgb_func, s->rt[0].rgb_src, s->rt[0].rgb_dst,
               s->rt[0].alpha_func, s->rt[0].alpha_src, s->rt[0].alpha_dst, s->rt[0].colormask, s->logicop_enable,
               s->logicop_func, s->dither, s->alpha_to_coverage, s->alpha_to_coverage_dither))
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
CSO(sampler, LOG("create_sampler: wrap %u %u %u, min %u mag %u mip %u, lod %g..%g bias %g, compare %u/%u, aniso %u, reduction %u", s->wrap_s,
                 s->wrap_t, s->wrap_r, s->min_filter, s->mag_filter, s->mip_filter, s->min_lod, s->max_lod, s->lod_bias,
                 s->compare_enable, s->compare_func, s->max_anisotropy, s->reduction))
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

static void trace_set_window_rectangles(struct pipe_context *ctx, const struct pipe_window_rectangles *w)
{
   LOG("set_window_rectangles: %u, %s", w->count, w->include ? "inclusive" : "exclusive");
   for (unsigned i = 0; i < w->count; i++)
      LOG("  (%u, %u)..(%u, %u)", w->rect[i].minx, w->rect[i].miny, w->rect[i].maxx, w->rect[i].maxy);
   real(ctx)->set_window_rectangles(ctx, w);
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

static bool trace_so_target_vertices(struct pipe_context *ctx, struct pipe_stream_output_target *target, uint32_t *count)
{
   const bool ok = real(ctx)->so_target_vertices(ctx, target, count);
   LOG("so_target_vertices %p: %u", (void *)target, ok ? *count : 0);
   return ok;
}

static uint64_t trace_create_texture_handle(struct pipe_context *ctx, struct pipe_sampler_view *view,
                                            const struct pipe_sampler_state *sampler)
{
   const uint64_t handle = real(ctx)->create_texture_handle(ctx, view, sampler);
   LOG("create_texture_handle view %p -> 0x%llx", (void *)view, (unsigned long long)handle);
   return handle;
}

static uint64_t trace_create_image_handle(struct pipe_context *ctx, const struct pipe_image_view *image)
{
   const uint64_t handle = real(ctx)->create_image_handle(ctx, image);
   LOG("create_image_handle %p level %u layers %u-%u -> 0x%llx", (void *)image->resource, image->level, image->first_layer,
       image->last_layer, (unsigned long long)handle);
   return handle;
}

static bool trace_make_handle_resident(struct pipe_context *ctx, uint64_t handle, unsigned access, bool resident)
{
   LOG("make_handle_resident 0x%llx access %u: %d", (unsigned long long)handle, access, resident);
   return real(ctx)->make_handle_resident(ctx, handle, access, resident);
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

/* ---- other state ------------------------------------------------------------------------------------------------------ */

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

static void trace_set_sample_locations(struct pipe_context *ctx, const struct pipe_sample_locations *locations)
{
   LOG("set_sample_locations %s%s, sample 0 at (%u, %u)/16", locations->programmed ? "programmed" : "standard",
       locations->varies ? ", by pixel" : "", locations->at[0][0][0], locations->at[0][0][1]);
   real(ctx)->set_sample_locations(ctx, locations);
}

void pipe_trace_wrap_state(struct pipe_context_impl *impl, const struct pipe_context_impl *driver)
{
#define WRAP(name) \
   if (driver->name) \
      impl->name = trace_##name;
   STATE_METHODS(WRAP)
#undef WRAP
}
