/* pipe_trace_int.h: declarations that the files of pipe_trace.c share. */
#ifndef PIPE_TRACE_INT_H
#define PIPE_TRACE_INT_H

#include "state/pipe.h"
#include "util/ut_debug.h"

struct trace_context { struct pipe_context_impl impl; const struct pipe_context_impl *real; };

/* The driver's functions. */
static inline const struct pipe_context_impl *real(struct pipe_context *ctx)
{
   return ((const struct trace_context *)(const void *)ctx->impl)->real;
}

#define LOG(...) ut_log("state", __VA_ARGS__)

static inline void *returned(const char *name, void *result)
{
   LOG("  %s = %p", name, result);
   return result;
}

/* Methods that set state, in pipe_trace_state.c. */
#define STATE_METHODS(X) \
   X(create_blend) X(bind_blend) X(delete_blend) X(create_depth_stencil_alpha) X(bind_depth_stencil_alpha) \
   X(delete_depth_stencil_alpha) X(create_rasterizer) X(bind_rasterizer) X(delete_rasterizer) X(create_sampler) X(bind_samplers) \
   X(delete_sampler) X(create_vertex_elements) X(bind_vertex_elements) X(delete_vertex_elements) X(create_shader) X(bind_shader) \
   X(delete_shader) X(prepare_shaders) X(set_blend_color) X(set_stencil_ref) X(set_sample_mask) X(set_min_samples) \
   X(set_clip_planes) X(set_viewports) X(set_scissors) X(set_window_rectangles) X(set_patch_vertices) X(set_framebuffer) X(set_constant_buffer) \
   X(set_vertex_buffers) X(set_sampler_views) X(set_shader_buffers) X(set_shader_images) X(set_stream_output_targets) \
   X(create_so_target) X(so_target_destroy) X(so_target_vertices) X(create_sampler_view) X(sampler_view_destroy) \
   X(create_texture_handle) X(create_image_handle) X(make_handle_resident) \
   X(create_surface) X(surface_destroy) X(set_tess_levels) X(set_polygon_stipple) X(get_sample_position) X(set_sample_locations)

/* Replaces the functions of STATE_METHODS that the driver has. */
void pipe_trace_wrap_state(struct pipe_context_impl *impl, const struct pipe_context_impl *driver);

#endif
