/* ga_limits.c: limits of a context: the device's capabilities, bounded by the arrays in struct ga_context (GA_MAX_*). */
#include "gl-api/context/ga_limits.h"

static GLint least(uint32_t a, uint32_t b)
{
   uint32_t value = a < b ? a : b;
   return value > INT32_MAX ? INT32_MAX : (GLint)value;
}

void ga_limits_init(struct ga_limits *limits, const struct pipe_caps *caps, const struct ga_features *features)
{
   uint32_t level_limit = 1u << (GA_MAX_TEXTURE_LEVELS - 1);
   GLint per_stage = least(caps->max_samplers_per_stage, PIPE_MAX_SAMPLERS);
   uint32_t stages = 2u + caps->has_geometry + 2u * caps->has_tessellation + caps->has_compute;
   /* Constant buffer 0 is the default block, PIPE_CONST_SLOT_STATE belongs to the context. */
   uint32_t blocks = caps->max_const_buffers < PIPE_MAX_CONST_BUFFERS ? caps->max_const_buffers : PIPE_MAX_CONST_BUFFERS;
   blocks = blocks > 2 ? blocks - 2 : 0;
   *limits = (struct ga_limits){
      .max_texture_size = least(caps->max_texture_2d_size, level_limit),
      .max_cube_size = least(caps->max_texture_cube_levels ? 1u << (caps->max_texture_cube_levels - 1) : 0, level_limit),
      .max_3d_size = least(caps->max_texture_3d_levels ? 1u << (caps->max_texture_3d_levels - 1) : 0, level_limit),
      .max_array_layers = least(caps->max_array_layers, 2048),
      .max_renderbuffer_size = least(caps->max_texture_2d_size, level_limit),
      .max_viewport = {least(caps->max_texture_2d_size, level_limit), least(caps->max_texture_2d_size, level_limit)},
      .max_viewports = ga_features_has(features, GA_FEATURE_viewport_array) ? least(caps->max_viewports, PIPE_MAX_VIEWPORTS) : 1,
      .max_vertex_attribs = least(caps->max_vertex_attribs, GA_MAX_ATTRIBS),
      /* OpenGL 3.2 demands GL_MAX_FRAGMENT_INPUT_COMPONENTS of 128. */
      .max_varying_vectors = least(caps->max_varyings, PIPE_MAX_VARYINGS),
      /* The default block is constant buffer 0. */
      .max_vertex_uniform_vectors = least(caps->max_const_buffer_size_B / 16, GA_MAX_UNIFORM_VECTORS),
      .max_fragment_uniform_vectors = least(caps->max_const_buffer_size_B / 16, GA_MAX_UNIFORM_VECTORS),
      .max_texture_units = per_stage,
      .max_vertex_texture_units = per_stage,
      .max_combined_texture_units = least(stages * (uint32_t)per_stage, GA_MAX_TEXTURE_UNITS),
      .max_uniform_blocks = least(blocks, GA_MAX_UNIFORM_BLOCKS),
      .max_combined_uniform_blocks = least(stages * least(blocks, GA_MAX_UNIFORM_BLOCKS), GA_MAX_UNIFORM_RANGES),
      .max_storage_blocks = caps->max_shader_buffers > GA_MAX_COUNTER_RANGES
                               ? least(caps->max_shader_buffers - GA_MAX_COUNTER_RANGES, GA_MAX_STORAGE_BLOCKS) : 0,
      .max_uniform_block_B = least(caps->max_const_buffer_size_B, 1u << 16),
      .uniform_buffer_align_B = least(caps->const_buffer_align_B, 256),
      .max_draw_buffers = least(caps->max_color_buffers, GA_MAX_DRAW_BUFFERS),
      .max_color_attachments = least(caps->max_color_buffers, GA_MAX_DRAW_BUFFERS),
      .max_geometry_vertices = least(caps->max_geometry_vertices, INT32_MAX),
      .max_geometry_components = least(caps->max_geometry_total_components, INT32_MAX),
      .max_patch_vertices = least(caps->max_patch_vertices, GA_MAX_PATCH_VERTICES),
      .max_samples = least(caps->max_samples > 1 ? caps->max_samples : 0, 16),
      .point_size = {1.0f, caps->max_point_size < 1.0f ? 1.0f : caps->max_point_size},
      .viewport_bounds = {-2.0f * (float)caps->max_texture_2d_size, 2.0f * (float)caps->max_texture_2d_size - 1.0f},
      .line_width = {1.0f, caps->max_line_width < 1.0f ? 1.0f : caps->max_line_width},
      .max_anisotropy = caps->max_anisotropy < 1 ? 1.0f : (float)caps->max_anisotropy,
      .max_lod_bias = caps->max_lod_bias,
   };
   limits->max_combined_storage_blocks = least(stages * (uint32_t)limits->max_storage_blocks, GA_MAX_STORAGE_RANGES);
}
