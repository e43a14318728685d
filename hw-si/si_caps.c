/* si_caps.c: the capabilities of the screen. */
#include "si_screen.h"

#include <stdio.h>

void si_caps_init(struct si_screen *screen)
{
   const struct ws_info *ws = &screen->ws->info;
   struct pipe_caps *c = &screen->base.caps;

   *c = (struct pipe_caps){
      .max_texture_2d_size = 16384,
      .max_texture_3d_levels = 12, /* 2048 */
      .max_texture_cube_levels = 15,
      .max_array_layers = 2048,
      .max_color_buffers = 8,
      .max_samples = 8,
      .max_viewports = PIPE_MAX_VIEWPORTS,
      .max_vertex_attribs = 16,
      .max_varyings = 32,
      .max_samplers_per_stage = SI_NUM_SAMPLERS,
      .max_const_buffers = SI_NUM_CONST_BUFFERS,
      .max_const_buffer_size_B = 64 * 1024,
      .const_buffer_align_B = 16,
      .max_texture_buffer_size = 1 << 27,
      .texture_buffer_align_B = 16,
      .max_anisotropy = 16,
      .has_polygon_stipple = true,
      .has_sample_locations = true,
      .has_semaphores = screen->ws->info.has_semaphores,
      .has_user_memory = screen->ws->impl->bo_adopt != NULL,
      .has_filter_minmax = screen->info.has_filter_mode,
      .max_stream_output_buffers = PIPE_MAX_SO_BUFFERS,
      .max_stream_output_components = 128,
      .max_geometry_vertices = 256,
      .max_geometry_total_components = 4095, /* dwords of a V#'s stride, which a lane's vertices of a stream take */
      .max_vertex_stride_B = 2048,
      .max_vertex_offset_B = 2047,
      .max_line_width = 8191,
      .max_point_size = 8191,
      .point_line_granularity = 0.125f,
      .max_lod_bias = 16,
      .subpixel_bits = 8,
      .viewport_subpixel_bits = 8,
      .video_memory_B = ws->vram_B,
      .is_software = ws->is_simulated,
      .native_fence_fd = ws->has_sync_file,
      .context_priority = ws->has_priorities,
      .dmabuf_import = ws->has_dmabuf_import,
      .dmabuf_export = ws->has_dmabuf_export,
      .max_compute_threads = 1024,
      .max_compute_block = {1024, 1024, 64}, /* a workgroup has at most 16 waves */
      .max_compute_grid = {65535, 65535, 65535},
      .shared_memory_size_B = screen->info.max_lds_B,
      .max_shader_buffers = PIPE_MAX_SHADER_BUFFERS,
      .max_patch_vertices = 32,
      .has_geometry = true,
      .has_fp64 = true,
      .has_int64 = true,
      .has_bindless_texture = true,
      .subgroup_size = 64,
      .has_tessellation = true,
      .has_compute = true,
      .has_stream_output = true,
      .reset_query = true,
   };
   snprintf(c->dmabuf_note, sizeof(c->dmabuf_note), "%s", ws->dmabuf_note);
   snprintf(screen->name, sizeof(screen->name), "gloam %s", ws->name);
   screen->base.name = screen->name;
}
