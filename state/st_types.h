/* st_types.h: the plain structs of the pipe interface. Values only: no GLenum, no hardware word, no behaviour.
 * Sizes in bytes end in _B. Enumerators keep Gallium's meaning. */
#ifndef ST_TYPES_H
#define ST_TYPES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "st_format.h" /* generated from st_format.csv: enum st_format, struct st_format_desc */

#define ST_MAX_COLOR_BUFS 8
#define ST_MAX_ATTRIBS 32
#define ST_MAX_VERTEX_BUFFERS 32
#define ST_MAX_SAMPLERS 32
#define ST_MAX_CONST_BUFFERS 16
#define ST_MAX_SHADER_BUFFERS 16
#define ST_MAX_SHADER_IMAGES 16
#define ST_MAX_VIEWPORTS 16
#define ST_MAX_SO_BUFFERS 4
#define ST_MAX_VARYINGS 32 /* vec4 slots */

struct st_screen;
struct st_context;

enum st_stage { ST_STAGE_VERTEX, ST_STAGE_TESS_CTRL, ST_STAGE_TESS_EVAL, ST_STAGE_GEOMETRY, ST_STAGE_FRAGMENT,
                ST_STAGE_COMPUTE, ST_STAGE_COUNT };

enum st_target { ST_TARGET_BUFFER, ST_TARGET_1D, ST_TARGET_2D, ST_TARGET_3D, ST_TARGET_CUBE, ST_TARGET_RECT,
                 ST_TARGET_1D_ARRAY, ST_TARGET_2D_ARRAY, ST_TARGET_CUBE_ARRAY, ST_TARGET_COUNT };

enum st_prim { ST_PRIM_POINTS, ST_PRIM_LINES, ST_PRIM_LINE_LOOP, ST_PRIM_LINE_STRIP, ST_PRIM_TRIANGLES,
               ST_PRIM_TRIANGLE_STRIP, ST_PRIM_TRIANGLE_FAN, ST_PRIM_QUADS, ST_PRIM_QUAD_STRIP, ST_PRIM_POLYGON,
               ST_PRIM_LINES_ADJACENCY, ST_PRIM_LINE_STRIP_ADJACENCY, ST_PRIM_TRIANGLES_ADJACENCY,
               ST_PRIM_TRIANGLE_STRIP_ADJACENCY, ST_PRIM_PATCHES, ST_PRIM_COUNT };

enum st_bind {
   ST_BIND_VERTEX = 1 << 0, ST_BIND_INDEX = 1 << 1, ST_BIND_CONSTANT = 1 << 2, ST_BIND_SAMPLER_VIEW = 1 << 3,
   ST_BIND_RENDER_TARGET = 1 << 4, ST_BIND_DEPTH_STENCIL = 1 << 5, ST_BIND_BLENDABLE = 1 << 6,
   ST_BIND_STREAM_OUTPUT = 1 << 7, ST_BIND_SHADER_BUFFER = 1 << 8, ST_BIND_SHADER_IMAGE = 1 << 9,
   ST_BIND_INDIRECT = 1 << 10, ST_BIND_QUERY = 1 << 11,
   ST_BIND_SHARED = 1 << 12, /* will be exported: layout that any process can be told of */
   ST_BIND_LINEAR = 1 << 13, /* linear layout whatever the device prefers */
   ST_BIND_SCANOUT = 1 << 14,
};

enum st_usage { ST_USAGE_DEFAULT, ST_USAGE_IMMUTABLE, ST_USAGE_DYNAMIC, ST_USAGE_STREAM, ST_USAGE_STAGING };

enum st_context_flag { ST_CONTEXT_ROBUST = 1 << 0, ST_CONTEXT_DEBUG = 1 << 1, ST_CONTEXT_LOW_PRIORITY = 1 << 2,
                       ST_CONTEXT_HIGH_PRIORITY = 1 << 3, ST_CONTEXT_COMPUTE_ONLY = 1 << 4 };

enum st_flush_flag { ST_FLUSH_END_OF_FRAME = 1 << 0, ST_FLUSH_FENCE_FD = 1 << 1,
                     ST_FLUSH_FINISH = 1 << 2 /* is waited for next */ };

enum st_reset_status { ST_RESET_NONE, ST_RESET_GUILTY, ST_RESET_INNOCENT, ST_RESET_UNKNOWN };

/* ---- resources ---------------------------------------------------------------------------------------------------- */

struct st_resource_template {
   enum st_target target;
   enum st_format format;
   uint32_t width, height, depth; /* texels of level 0; a buffer's width is its size in bytes */
   uint32_t layers;               /* array layers; cube: 6, cube array: 6 * cubes; otherwise 1 */
   uint8_t last_level;
   uint8_t samples;               /* 0 and 1 both mean single-sampled */
   uint32_t bind;                 /* enum st_bind */
   enum st_usage usage;
};

/* The base of a driver's resource. Immutable after creation, but for the count. */
struct st_resource {
   struct st_resource_template t;
   struct st_screen *screen;
   atomic_int refs;
};

#define ST_MODIFIER_INVALID 0x00ffffffffffffffull /* DRM_FORMAT_MOD_INVALID */
#define ST_MODIFIER_LINEAR 0ull

/* A resource as other processes see it: one plane (further planes are resources of their own). */
struct st_handle {
   int fd;
   uint32_t offset_B, stride_B;
   uint64_t modifier;
   uint64_t size_B; /* export: size of the object behind fd */
};

struct st_fence {
   struct st_screen *screen;
   atomic_int refs;
};

/* Sampler view and surface template. A surface uses first_level only. */
struct st_view_template {
   enum st_target target; /* may view a layer of an array as 2D, a cube as 2D array, ... */
   enum st_format format;
   uint8_t first_level, last_level;
   uint16_t first_layer, last_layer;
   uint8_t swizzle[4];    /* enum st_swizzle; surfaces ignore it */
   uint32_t buffer_offset_B, buffer_size_B; /* ST_TARGET_BUFFER only */
};

struct st_sampler_view {
   struct st_view_template t;
   struct st_resource *resource; /* holds a reference */
   struct st_context *ctx;       /* that made it */
   atomic_int refs;
};

struct st_surface {
   struct st_view_template t;
   uint32_t width, height;       /* of the level */
   struct st_resource *resource; /* holds a reference */
   struct st_context *ctx;
   atomic_int refs;
};

struct st_so_target {
   struct st_resource *buffer;
   uint32_t offset_B, size_B;
   struct st_context *ctx;
   atomic_int refs;
};

struct st_box { int32_t x, y, z, width, height, depth; }; /* z counts layers */

enum st_map {
   ST_MAP_READ = 1 << 0, ST_MAP_WRITE = 1 << 1,
   ST_MAP_DISCARD_RANGE = 1 << 2, ST_MAP_DISCARD_WHOLE = 1 << 3, ST_MAP_DONTBLOCK = 1 << 4,
   ST_MAP_UNSYNCHRONIZED = 1 << 5, ST_MAP_FLUSH_EXPLICIT = 1 << 6, ST_MAP_PERSISTENT = 1 << 7, ST_MAP_COHERENT = 1 << 8,
};

struct st_transfer { /* base of a driver's transfer */
   struct st_resource *resource;
   unsigned level, usage;
   struct st_box box;
   uint32_t stride_B;       /* between rows of blocks */
   uint64_t layer_stride_B; /* between layers */
};

/* ---- constant state ------------------------------------------------------------------------------------------------ */

enum st_func { ST_FUNC_NEVER, ST_FUNC_LESS, ST_FUNC_EQUAL, ST_FUNC_LEQUAL, ST_FUNC_GREATER, ST_FUNC_NOTEQUAL,
               ST_FUNC_GEQUAL, ST_FUNC_ALWAYS };

enum st_blend_factor { ST_BLENDFACTOR_ZERO, ST_BLENDFACTOR_ONE, ST_BLENDFACTOR_SRC_COLOR, ST_BLENDFACTOR_INV_SRC_COLOR,
   ST_BLENDFACTOR_DST_COLOR, ST_BLENDFACTOR_INV_DST_COLOR, ST_BLENDFACTOR_SRC_ALPHA, ST_BLENDFACTOR_INV_SRC_ALPHA,
   ST_BLENDFACTOR_DST_ALPHA, ST_BLENDFACTOR_INV_DST_ALPHA, ST_BLENDFACTOR_CONST_COLOR,
   ST_BLENDFACTOR_INV_CONST_COLOR, ST_BLENDFACTOR_CONST_ALPHA, ST_BLENDFACTOR_INV_CONST_ALPHA,
   ST_BLENDFACTOR_SRC_ALPHA_SATURATE, ST_BLENDFACTOR_SRC1_COLOR, ST_BLENDFACTOR_INV_SRC1_COLOR,
   ST_BLENDFACTOR_SRC1_ALPHA, ST_BLENDFACTOR_INV_SRC1_ALPHA };

enum st_blend_func { ST_BLEND_ADD, ST_BLEND_SUBTRACT, ST_BLEND_REVERSE_SUBTRACT, ST_BLEND_MIN, ST_BLEND_MAX };

/* GL order: value = opcode bits of the truth table with source in bits 1 and destination in bit 0 as in Gallium. */
enum st_logicop { ST_LOGICOP_CLEAR, ST_LOGICOP_NOR, ST_LOGICOP_AND_INVERTED, ST_LOGICOP_COPY_INVERTED,
   ST_LOGICOP_AND_REVERSE, ST_LOGICOP_INVERT, ST_LOGICOP_XOR, ST_LOGICOP_NAND, ST_LOGICOP_AND, ST_LOGICOP_EQUIV,
   ST_LOGICOP_NOOP, ST_LOGICOP_OR_INVERTED, ST_LOGICOP_COPY, ST_LOGICOP_OR_REVERSE, ST_LOGICOP_OR, ST_LOGICOP_SET };

/* All constant state structs have no padding bits of meaning: zero-initialise them, they are compared with memcmp. */
struct st_blend_state {
   uint8_t independent;  /* 0: rt[0] stands for all */
   uint8_t logicop_enable, logicop_func;
   uint8_t dither, alpha_to_coverage, alpha_to_one;
   struct st_blend_rt {
      uint8_t enable, rgb_func, rgb_src, rgb_dst, alpha_func, alpha_src, alpha_dst;
      uint8_t colormask; /* bit 0 red .. bit 3 alpha */
   } rt[ST_MAX_COLOR_BUFS];
};

enum st_stencil_op { ST_STENCIL_KEEP, ST_STENCIL_ZERO, ST_STENCIL_REPLACE, ST_STENCIL_INCR, ST_STENCIL_DECR,
                     ST_STENCIL_INCR_WRAP, ST_STENCIL_DECR_WRAP, ST_STENCIL_INVERT };

struct st_dsa_state {
   uint8_t depth_enable, depth_write, depth_func, depth_bounds_enable;
   float depth_bounds_min, depth_bounds_max;
   struct st_stencil_side {
      uint8_t enable, func, fail_op, zpass_op, zfail_op, valuemask, writemask, pad;
   } stencil[2]; /* front, back; the back side is meaningful only when its enable is set, else front serves both */
   uint8_t alpha_enable, alpha_func, pad[2]; /* fixed-function alpha test (legacy) */
   float alpha_ref;
};

enum st_cull { ST_CULL_NONE = 0, ST_CULL_FRONT = 1, ST_CULL_BACK = 2, ST_CULL_BOTH = 3 };
enum st_fill { ST_FILL_FILL, ST_FILL_LINE, ST_FILL_POINT };

struct st_rasterizer_state {
   uint8_t front_ccw; /* as seen with y growing downwards (row 0 on top), whatever the API's idea of it */
   uint8_t cull, fill_front, fill_back;
   uint8_t offset_point, offset_line, offset_fill; /* polygon offset per fill mode */
   uint8_t scissor, depth_clip_near, depth_clip_far, depth_clamp, clip_halfz;
   uint8_t rasterizer_discard, half_pixel_center, bottom_edge_rule;
   uint8_t flatshade, flatshade_first, light_twoside, clamp_vertex_color, clamp_fragment_color;
   uint8_t multisample, line_smooth, line_stipple_enable, poly_smooth, poly_stipple_enable, point_smooth;
   uint8_t point_size_per_vertex; /* take gl_PointSize, else point_size */
   uint8_t sprite_coord_lower_left;
   uint8_t point_quad; /* points are squares (sprites); otherwise round when point_smooth */
   uint8_t line_stipple_factor;
   uint16_t line_stipple_pattern;
   uint32_t sprite_coord_enable; /* bit per varying location to be replaced (legacy) */
   uint32_t clip_plane_enable;   /* bit per clip distance / plane */
   float point_size, point_size_min, point_size_max, line_width;
   float offset_units, offset_scale, offset_clamp; /* units in the depth buffer's smallest step */
};

enum st_wrap { ST_WRAP_REPEAT, ST_WRAP_CLAMP, ST_WRAP_CLAMP_TO_EDGE, ST_WRAP_CLAMP_TO_BORDER, ST_WRAP_MIRROR_REPEAT,
               ST_WRAP_MIRROR_CLAMP, ST_WRAP_MIRROR_CLAMP_TO_EDGE, ST_WRAP_MIRROR_CLAMP_TO_BORDER };
enum st_filter { ST_FILTER_NEAREST, ST_FILTER_LINEAR };
enum st_mipfilter { ST_MIPFILTER_NEAREST, ST_MIPFILTER_LINEAR, ST_MIPFILTER_NONE };

union st_color { float f[4]; int32_t i[4]; uint32_t ui[4]; };

struct st_sampler_state {
   uint8_t wrap_s, wrap_t, wrap_r, min_filter, mag_filter, mip_filter;
   uint8_t compare_enable, compare_func, unnormalized, max_anisotropy /* 0 or 1 = off, up to 16 */, seamless_cube;
   uint8_t border_is_integer;
   float lod_bias, min_lod, max_lod;
   union st_color border_color;
};

struct st_vertex_element {
   enum st_format format;       /* of the data in memory; the shader sees 4 x 32 bits, missing ones (0,0,0,1) */
   uint32_t src_offset_B;       /* into a vertex of the buffer */
   uint8_t buffer_index;
   uint8_t location;            /* attribute location in the vertex shader (decoration Location) */
   uint16_t pad;
   uint32_t instance_divisor;   /* 0: per vertex */
};

/* ---- shaders --------------------------------------------------------------------------------------------------------
 * Interface conventions of the SPIR-V that gl-api hands down (after linking). They are all in the module itself, so a
 * module saved to a file can be compiled again alone.
 *  - Input and Output variables carry Location (and Component). Vertex inputs: attribute location. Between stages: the
 *    linker gave both sides the same Location. Fragment outputs: Location = colour buffer, Index = dual source.
 *    gl_FragColor was rewritten to Location 0 plus `broadcast_color` below; gl_FragData[i] to Location i.
 *    An Output without Location and BuiltIn is read by nobody: the compiler keeps it private to the shader.
 *  - Loose uniforms (UniformConstant variables that are not samplers/images): decoration Offset gives the byte offset in
 *    constant buffer 0. Aggregates there: each scalar 4 bytes (double 8), vector aligned to 16 bytes, array elements
 *    and matrix columns 16 bytes apart (dvec3/4: 32), structs aligned to 16. bool is a 32-bit word, non-zero = true.
 *    spirv/spv_layout.h computes this for both sides.
 *  - Samplers: decoration Binding = first slot of the sampler-view/sampler table; array elements use the slots after it.
 *  - Uniform blocks: Binding = constant-buffer slot (1..15), member Offset/ArrayStride/MatrixStride as decorated.
 *    Storage blocks: Binding = shader-buffer slot. Images: Binding = image slot. Atomic counters: gl-api lowers them to
 *    storage blocks.
 *  - Entry point: execution model of the stage, name "main". */
struct st_so_output { /* one run of components captured by transform feedback */
   uint8_t location, start_component, num_components, buffer, stream;
   uint8_t builtin;       /* enum st_so_builtin: nonzero captures gl_Position etc. instead of `location` */
   uint16_t dst_offset_dw; /* in the vertex's record */
};
enum st_so_builtin { ST_SO_VARYING, ST_SO_POSITION, ST_SO_POINT_SIZE, ST_SO_CLIP_DISTANCE0, ST_SO_CLIP_DISTANCE1 };

struct st_so_state {
   uint16_t count;
   uint16_t stride_dw[ST_MAX_SO_BUFFERS]; /* 0: buffer unused */
   struct st_so_output out[64];
};

struct st_shader_state {
   enum st_stage stage;
   const uint32_t *spirv; /* copied */
   size_t spirv_words;
   struct st_so_state so; /* last vertex-processing stage only */
   bool broadcast_color;  /* fragment: Location 0 goes to every bound colour buffer (gl_FragColor) */
   bool y_is_up;          /* fragment: origin lower left (GL); false: gl_FragCoord counts from the top */
};

/* ---- bound state ------------------------------------------------------------------------------------------------------ */

struct st_viewport { float scale[3], translate[3]; }; /* window = ndc * scale + translate */
struct st_scissor { uint16_t minx, miny, maxx, maxy; }; /* max exclusive */

struct st_framebuffer_state {
   uint16_t width, height; /* the smallest of the attachments */
   uint16_t layers;        /* 0 or 1: not layered */
   uint8_t samples;
   uint8_t color_count;    /* cbufs[i] may be NULL */
   /* Rows are stored top first (a window-system buffer) although GL counts from the bottom: gl-api has already mirrored
    * viewport, scissor and winding; the driver mirrors gl_FragCoord, gl_PointCoord and dFdy by `height`. */
   bool y_inverted;
   struct st_surface *cbufs[ST_MAX_COLOR_BUFS], *zsbuf;
};

struct st_constant_buffer {
   struct st_resource *buffer; /* or NULL with user_data */
   const void *user_data;
   uint32_t offset_B, size_B;
};

struct st_vertex_buffer {
   struct st_resource *buffer;
   uint32_t offset_B;
   uint32_t stride_B;
};

struct st_shader_buffer { struct st_resource *buffer; uint32_t offset_B, size_B; };

struct st_image_view {
   struct st_resource *resource;
   enum st_format format;
   uint16_t first_layer, last_layer;
   uint8_t level, access; /* bit 0 read, bit 1 write */
   uint32_t buffer_offset_B, buffer_size_B;
};

struct st_draw_info {
   enum st_prim mode;
   uint8_t index_size_B;   /* 0: not indexed; 1, 2, 4 */
   bool primitive_restart;
   uint32_t restart_index;
   uint32_t start, count;  /* in vertices or indices */
   uint32_t start_instance, instance_count; /* count >= 1 */
   int32_t index_bias;
   uint32_t draw_id;
   struct st_resource *index_buffer; /* indices; byte offset below */
   uint32_t index_offset_B;
   const struct st_indirect_info *indirect; /* or NULL; overrides start/count/instances */
   struct st_so_target *count_from_so;      /* DrawTransformFeedback, or NULL */
};

struct st_indirect_info {
   struct st_resource *buffer, *count_buffer;
   uint32_t offset_B, stride_B, draw_count, count_offset_B;
};

struct st_grid_info {
   uint32_t block[3], grid[3];
   struct st_resource *indirect;
   uint32_t indirect_offset_B;
};

#define ST_CLEAR_COLOR0 (1u << 0) /* .. 1 << 7 */
#define ST_CLEAR_COLOR_ALL 0xffu
#define ST_CLEAR_DEPTH (1u << 8)
#define ST_CLEAR_STENCIL (1u << 9)

struct st_clear_info {
   unsigned buffers;               /* ST_CLEAR_* */
   union st_color color[ST_MAX_COLOR_BUFS];
   uint8_t colormask[ST_MAX_COLOR_BUFS]; /* bit 0 red .. 3 alpha; 0xf = all */
   double depth;                   /* 0..1 */
   uint8_t stencil, stencil_writemask;
   bool scissor_enable;
   struct st_scissor scissor;
};

struct st_blit_info {
   struct st_blit_side {
      struct st_resource *resource;
      unsigned level;
      struct st_box box; /* width/height may be negative: mirrored */
      enum st_format format;
   } dst, src;
   unsigned mask;        /* bit 0..3 RGBA, 4 depth, 5 stencil */
   enum st_filter filter;
   bool scissor_enable;
   struct st_scissor scissor;
   bool alpha_one;       /* destination alpha is written as 1 (format without alpha kept in one with alpha) */
};

enum st_query_type { ST_QUERY_OCCLUSION_COUNTER, ST_QUERY_OCCLUSION_PREDICATE, ST_QUERY_TIMESTAMP,
   ST_QUERY_TIME_ELAPSED, ST_QUERY_PRIMITIVES_GENERATED, ST_QUERY_PRIMITIVES_EMITTED, ST_QUERY_SO_OVERFLOW,
   ST_QUERY_SO_OVERFLOW_ANY, ST_QUERY_PIPELINE_STATISTICS };
union st_query_result { uint64_t u64; bool b; uint64_t stats[11]; };
enum st_render_cond_mode { ST_RENDER_COND_WAIT, ST_RENDER_COND_NO_WAIT, ST_RENDER_COND_BY_REGION_WAIT,
                           ST_RENDER_COND_BY_REGION_NO_WAIT };
struct st_query { enum st_query_type type; unsigned index; };

enum st_debug_type { ST_DEBUG_ERROR, ST_DEBUG_PERFORMANCE, ST_DEBUG_SHADER, ST_DEBUG_LOST, ST_DEBUG_INFO,
   ST_DEBUG_NO_MEMORY /* what a call asked for is not done: GL_OUT_OF_MEMORY */ };
struct st_debug_callback {
   void (*message)(void *data, enum st_debug_type type, const char *text); /* text ends with the call */
   void *data;
};

/* ---- what the device can do ---------------------------------------------------------------------------------------- */

struct st_caps {
   uint32_t max_texture_2d_size, max_texture_3d_levels, max_texture_cube_levels, max_array_layers;
   uint32_t max_color_buffers, max_samples, max_viewports, max_vertex_attribs, max_varyings;
   uint32_t max_samplers_per_stage, max_const_buffers, max_const_buffer_size_B, const_buffer_align_B;
   uint32_t max_texture_buffer_size, texture_buffer_align_B, max_anisotropy;
   uint32_t max_vertex_stride_B, max_vertex_offset_B;
   float max_line_width, max_point_size, point_line_granularity, max_lod_bias;
   uint32_t max_stream_output_buffers, max_stream_output_components, max_geometry_vertices,
            max_geometry_total_components, max_patch_vertices;
   uint32_t max_compute_threads, max_compute_block[3], max_compute_grid[3], shared_memory_size_B;
   uint32_t subpixel_bits, viewport_subpixel_bits;
   uint64_t video_memory_B;
   bool is_software;        /* the simulated GPU */
   bool native_fence_fd;
   bool dmabuf_import, dmabuf_export;
   bool has_geometry, has_tessellation, has_compute, has_stream_output, has_fp64, has_int64;
   bool reset_query;
   char dmabuf_note[96];    /* how descriptors are made on this device, for debug output */
};

#endif
