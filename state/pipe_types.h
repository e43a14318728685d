/* pipe_types.h: the plain structs of the pipe interface. Values only: no GLenum, no hardware word, no behaviour.
 * Sizes in bytes end in _B. Enumerators keep Gallium's meaning. */
#ifndef PIPE_TYPES_H
#define PIPE_TYPES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "pipe_format.h" /* generated from pipe_format.csv: enum pipe_format, struct pipe_format_desc */

#define PIPE_MAX_COLOR_BUFS 8
/* InputAttachmentIndex of SPIR-V: the number of a colour buffer, or one of these. */
enum { PIPE_ATTACHMENT_DEPTH = PIPE_MAX_COLOR_BUFS, PIPE_ATTACHMENT_STENCIL, PIPE_MAX_ATTACHMENTS };
#define PIPE_MAX_ATTRIBS 32
#define PIPE_MAX_VERTEX_BUFFERS 32
#define PIPE_MAX_SAMPLERS 32
#define PIPE_MAX_CONST_BUFFERS 17
#define PIPE_CONST_SLOT_STATE (PIPE_MAX_CONST_BUFFERS - 1) /* context state that shaders read, such as gl_DepthRange */
#define PIPE_ATTRIB_EDGE_FLAG 22 /* location of the vertex attribute that pipe_rasterizer_state.edge_flags reads */
#define PIPE_MAX_SHADER_BUFFERS 24
/* Shader buffers of compute shaders that are made of task and mesh shaders: words of their work groups, what they write, and the
 * records of tasks (state/st_mesh.h). */
enum { PIPE_SHADER_BUFFER_MESH_GROUPS = PIPE_MAX_SHADER_BUFFERS, PIPE_SHADER_BUFFER_MESH_RECORDS, PIPE_SHADER_BUFFER_MESH_TASKS,
       PIPE_SHADER_BUFFER_SLOTS };
#define PIPE_MAX_SHADER_IMAGES 32
#define PIPE_MAX_VIEWPORTS 16
#define PIPE_MAX_SO_BUFFERS 4
#define PIPE_MAX_SO_OUTPUTS (PIPE_MAX_VARYINGS * 4 + 13) /* each component by itself; position, point size, clip distances */
#define PIPE_MAX_VARYINGS 32 /* vec4 slots */

struct pipe_screen;
struct pipe_context;

/* In the order of the pipeline: TASK and MESH take the place of the stages from VERTEX to GEOMETRY. */
enum pipe_shader_type { PIPE_SHADER_VERTEX, PIPE_SHADER_TESS_CTRL, PIPE_SHADER_TESS_EVAL, PIPE_SHADER_GEOMETRY, PIPE_SHADER_TASK,
                PIPE_SHADER_MESH, PIPE_SHADER_FRAGMENT, PIPE_SHADER_COMPUTE, PIPE_SHADER_TYPES };

enum pipe_texture_target { PIPE_BUFFER, PIPE_TEXTURE_1D, PIPE_TEXTURE_2D, PIPE_TEXTURE_3D, PIPE_TEXTURE_CUBE, PIPE_TEXTURE_RECT,
                 PIPE_TEXTURE_1D_ARRAY, PIPE_TEXTURE_2D_ARRAY, PIPE_TEXTURE_CUBE_ARRAY, PIPE_MAX_TEXTURE_TYPES };

enum pipe_prim_type { PIPE_PRIM_POINTS, PIPE_PRIM_LINES, PIPE_PRIM_LINE_LOOP, PIPE_PRIM_LINE_STRIP, PIPE_PRIM_TRIANGLES,
               PIPE_PRIM_TRIANGLE_STRIP, PIPE_PRIM_TRIANGLE_FAN, PIPE_PRIM_QUADS, PIPE_PRIM_QUAD_STRIP, PIPE_PRIM_POLYGON,
               PIPE_PRIM_LINES_ADJACENCY, PIPE_PRIM_LINE_STRIP_ADJACENCY, PIPE_PRIM_TRIANGLES_ADJACENCY,
               PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY, PIPE_PRIM_PATCHES, PIPE_PRIM_MAX };

enum st_bind {
   PIPE_BIND_VERTEX_BUFFER = 1 << 0, PIPE_BIND_INDEX_BUFFER = 1 << 1, PIPE_BIND_CONSTANT_BUFFER = 1 << 2, PIPE_BIND_SAMPLER_VIEW = 1 << 3,
   PIPE_BIND_RENDER_TARGET = 1 << 4, PIPE_BIND_DEPTH_STENCIL = 1 << 5, PIPE_BIND_BLENDABLE = 1 << 6,
   PIPE_BIND_STREAM_OUTPUT = 1 << 7, PIPE_BIND_SHADER_BUFFER = 1 << 8, PIPE_BIND_SHADER_IMAGE = 1 << 9,
   PIPE_BIND_COMMAND_ARGS_BUFFER = 1 << 10, PIPE_BIND_QUERY_BUFFER = 1 << 11,
   PIPE_BIND_SHARED = 1 << 12, /* will be exported: a layout that handles can describe */
   PIPE_BIND_LINEAR = 1 << 13, /* linear layout whatever the device prefers */
   PIPE_BIND_SCANOUT = 1 << 14,
};

enum pipe_usage { PIPE_USAGE_DEFAULT, PIPE_USAGE_IMMUTABLE, PIPE_USAGE_DYNAMIC, PIPE_USAGE_STREAM, PIPE_USAGE_STAGING,
                  PIPE_USAGE_USER /* of resource_from_memory only */ };

enum pipe_context_flag { PIPE_CONTEXT_ROBUST = 1 << 0, PIPE_CONTEXT_DEBUG = 1 << 1, PIPE_CONTEXT_LOW_PRIORITY = 1 << 2,
                       PIPE_CONTEXT_HIGH_PRIORITY = 1 << 3, PIPE_CONTEXT_COMPUTE_ONLY = 1 << 4 };

enum pipe_flush_flag { PIPE_FLUSH_END_OF_FRAME = 1 << 0, PIPE_FLUSH_FENCE_FD = 1 << 1,
                     PIPE_FLUSH_FINISH = 1 << 2 /* the caller waits for the fence next */ };

enum pipe_reset_status { PIPE_RESET_NONE, PIPE_RESET_GUILTY, PIPE_RESET_INNOCENT, PIPE_RESET_UNKNOWN };

/* ---- resources ---------------------------------------------------------------------------------------------------- */

struct pipe_resource_template {
   enum pipe_texture_target target;
   enum pipe_format format;
   uint32_t width, height, depth; /* texels of level 0; a buffer's width is its size in bytes */
   uint32_t layers;               /* array layers; cube: 6, cube array: 6 * cubes; 1 for others */
   uint8_t last_level;
   uint8_t samples;               /* 0 and 1 both mean single-sampled */
   uint32_t bind;                 /* enum st_bind */
   enum pipe_usage usage;
};

/* The base of a driver's resource. Immutable after creation, but for the count. */
struct pipe_resource {
   struct pipe_resource_template t;
   struct pipe_screen *screen;
   atomic_int refs;
};

#define PIPE_MODIFIER_INVALID 0x00ffffffffffffffull /* DRM_FORMAT_MOD_INVALID */
#define PIPE_MODIFIER_LINEAR 0ull

/* A resource as other processes see it: one plane (each further plane is another resource). */
struct pipe_handle {
   int fd;
   uint32_t offset_B, stride_B;
   uint64_t modifier;
   uint64_t size_B; /* export: size of the object of fd */
};

/* Memory that another process or API allocated; resources are parts of it. */
struct pipe_memory_object {
   struct pipe_screen *screen;
   atomic_int refs;
   uint64_t size_B;
};

/* BAD_LAYOUT: the memory holds an image of another layout, or this device has no such image. */
enum pipe_memory_result { PIPE_MEMORY_OK, PIPE_MEMORY_BAD_SIZE, PIPE_MEMORY_BAD_OFFSET, PIPE_MEMORY_BAD_LAYOUT, PIPE_MEMORY_EXHAUSTED };

struct pipe_fence {
   struct pipe_screen *screen;
   atomic_int refs;
};

struct pipe_semaphore { struct pipe_screen *screen; };

/* Sampler view and surface template. A surface uses first_level only. */
struct pipe_view_template {
   enum pipe_texture_target target; /* may view a layer of an array as 2D, a cube as 2D array, ... */
   enum pipe_format format;
   uint8_t first_level, last_level;
   uint16_t first_layer, last_layer;
   uint8_t swizzle[4];    /* enum pipe_swizzle; surfaces ignore it */
   uint32_t buffer_offset_B, buffer_size_B; /* PIPE_BUFFER only */
};

/* The colour model of a sampled image whose luma and chroma are in separate planes. */
enum pipe_yuv_matrix { PIPE_YUV_BT601, PIPE_YUV_BT709, PIPE_YUV_BT2020 };
struct pipe_yuv {
   uint8_t planes;          /* 0: the image has RGB; 2: Y, UV; 3: Y, U, V */
   uint8_t matrix;          /* enum pipe_yuv_matrix */
   uint8_t full_range;      /* codes use all values; otherwise the narrow range of video */
   uint8_t bits;            /* of a code, at the top of a component: 8 in 8; 10, 12 or 16 in 16 */
   uint8_t shift_x, shift_y; /* chroma planes have width >> shift_x and height >> shift_y texels */
};

struct pipe_sampler_view {
   struct pipe_view_template t;
   struct pipe_resource *resource; /* holds a reference */
   struct pipe_context *ctx;       /* that made it */
   atomic_int refs;
   /* Planes of a YUV image (2D, one level, not multisampled). The view itself has Y in red. plane[0] has U in red and V in green,
    * or, with three planes, U; plane[1] has V in red. Shaders sample RGB. The maker of the view fills these fields before the view
    * is bound for the first time; the view owns the references. */
   struct pipe_yuv yuv;
   struct pipe_sampler_view *plane[2];
};

struct pipe_surface {
   struct pipe_view_template t;
   uint32_t width, height;       /* of the level */
   struct pipe_resource *resource; /* holds a reference */
   struct pipe_context *ctx;
   atomic_int refs;
};

struct pipe_stream_output_target {
   struct pipe_resource *buffer;
   uint32_t offset_B, size_B;
   struct pipe_context *ctx;
   atomic_int refs;
};

struct pipe_box { int32_t x, y, z, width, height, depth; }; /* z counts layers */

enum pipe_map {
   PIPE_MAP_READ = 1 << 0, PIPE_MAP_WRITE = 1 << 1,
   PIPE_MAP_DISCARD_RANGE = 1 << 2, PIPE_MAP_DISCARD_WHOLE_RESOURCE = 1 << 3, PIPE_MAP_DONTBLOCK = 1 << 4,
   PIPE_MAP_UNSYNCHRONIZED = 1 << 5, PIPE_MAP_FLUSH_EXPLICIT = 1 << 6, PIPE_MAP_PERSISTENT = 1 << 7, PIPE_MAP_COHERENT = 1 << 8,
};

struct pipe_transfer { /* base of a driver's transfer */
   struct pipe_resource *resource;
   unsigned level, usage;
   struct pipe_box box;
   uint32_t stride_B;       /* between rows of blocks */
   uint64_t layer_stride_B; /* between layers */
};

/* ---- constant state ------------------------------------------------------------------------------------------------ */

enum pipe_compare_func { PIPE_FUNC_NEVER, PIPE_FUNC_LESS, PIPE_FUNC_EQUAL, PIPE_FUNC_LEQUAL, PIPE_FUNC_GREATER, PIPE_FUNC_NOTEQUAL,
               PIPE_FUNC_GEQUAL, PIPE_FUNC_ALWAYS };

enum pipe_blend_factor { PIPE_BLENDFACTOR_ZERO, PIPE_BLENDFACTOR_ONE, PIPE_BLENDFACTOR_SRC_COLOR, PIPE_BLENDFACTOR_INV_SRC_COLOR,
   PIPE_BLENDFACTOR_DST_COLOR, PIPE_BLENDFACTOR_INV_DST_COLOR, PIPE_BLENDFACTOR_SRC_ALPHA, PIPE_BLENDFACTOR_INV_SRC_ALPHA,
   PIPE_BLENDFACTOR_DST_ALPHA, PIPE_BLENDFACTOR_INV_DST_ALPHA, PIPE_BLENDFACTOR_CONST_COLOR,
   PIPE_BLENDFACTOR_INV_CONST_COLOR, PIPE_BLENDFACTOR_CONST_ALPHA, PIPE_BLENDFACTOR_INV_CONST_ALPHA,
   PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE, PIPE_BLENDFACTOR_SRC1_COLOR, PIPE_BLENDFACTOR_INV_SRC1_COLOR,
   PIPE_BLENDFACTOR_SRC1_ALPHA, PIPE_BLENDFACTOR_INV_SRC1_ALPHA };

enum pipe_blend_func { PIPE_BLEND_ADD, PIPE_BLEND_SUBTRACT, PIPE_BLEND_REVERSE_SUBTRACT, PIPE_BLEND_MIN, PIPE_BLEND_MAX };

/* The equations of KHR_blend_equation_advanced. */
enum pipe_blend_equation { PIPE_EQUATION_NONE, PIPE_EQUATION_MULTIPLY, PIPE_EQUATION_SCREEN, PIPE_EQUATION_OVERLAY,
   PIPE_EQUATION_DARKEN, PIPE_EQUATION_LIGHTEN, PIPE_EQUATION_COLORDODGE, PIPE_EQUATION_COLORBURN, PIPE_EQUATION_HARDLIGHT,
   PIPE_EQUATION_SOFTLIGHT, PIPE_EQUATION_DIFFERENCE, PIPE_EQUATION_EXCLUSION, PIPE_EQUATION_HSL_HUE,
   PIPE_EQUATION_HSL_SATURATION, PIPE_EQUATION_HSL_COLOR, PIPE_EQUATION_HSL_LUMINOSITY };

/* GL order: value = opcode bits of the truth table with source in bits 1 and destination in bit 0 as in Gallium. */
enum pipe_logicop { PIPE_LOGICOP_CLEAR, PIPE_LOGICOP_NOR, PIPE_LOGICOP_AND_INVERTED, PIPE_LOGICOP_COPY_INVERTED,
   PIPE_LOGICOP_AND_REVERSE, PIPE_LOGICOP_INVERT, PIPE_LOGICOP_XOR, PIPE_LOGICOP_NAND, PIPE_LOGICOP_AND, PIPE_LOGICOP_EQUIV,
   PIPE_LOGICOP_NOOP, PIPE_LOGICOP_OR_INVERTED, PIPE_LOGICOP_COPY, PIPE_LOGICOP_OR_REVERSE, PIPE_LOGICOP_OR, PIPE_LOGICOP_SET };

/* All constant state structs have no padding bits of meaning: zero-initialise them, they are compared with memcmp. */
struct pipe_blend_state {
   uint8_t independent;  /* 0: rt[0] stands for all */
   uint8_t logicop_enable, logicop_func;
   uint8_t dither, alpha_to_coverage, alpha_to_one;
   uint8_t alpha_to_coverage_dither; /* the pixels of a quad round alpha to samples in different ways */
   uint8_t equation;     /* enum pipe_blend_equation of buffer 0, the only one then; its rt[] has enable 0 */
   struct pipe_rt_blend_state {
      uint8_t enable, rgb_func, rgb_src, rgb_dst, alpha_func, alpha_src, alpha_dst;
      uint8_t colormask; /* bit 0 red .. bit 3 alpha */
   } rt[PIPE_MAX_COLOR_BUFS];
};

enum pipe_stencil_op { PIPE_STENCIL_OP_KEEP, PIPE_STENCIL_OP_ZERO, PIPE_STENCIL_OP_REPLACE, PIPE_STENCIL_OP_INCR, PIPE_STENCIL_OP_DECR,
                     PIPE_STENCIL_OP_INCR_WRAP, PIPE_STENCIL_OP_DECR_WRAP, PIPE_STENCIL_OP_INVERT };

struct pipe_depth_stencil_alpha_state {
   uint8_t depth_enable, depth_write, depth_func, depth_bounds_enable;
   float depth_bounds_min, depth_bounds_max;
   struct pipe_stencil_state {
      uint8_t enable, func, fail_op, zpass_op, zfail_op, valuemask, writemask, pad;
   } stencil[2]; /* front, back; the back side is meaningful only when its enable is set, else front serves both */
   uint8_t alpha_enable, alpha_func, pad[2]; /* fixed-function alpha test (legacy) */
   float alpha_ref;
};

enum pipe_face { PIPE_FACE_NONE = 0, PIPE_FACE_FRONT = 1, PIPE_FACE_BACK = 2, PIPE_FACE_FRONT_AND_BACK = 3 };
enum pipe_polygon_mode { PIPE_POLYGON_MODE_FILL, PIPE_POLYGON_MODE_LINE, PIPE_POLYGON_MODE_POINT };

struct pipe_rasterizer_state {
   uint8_t front_ccw; /* as seen with y growing downwards (row 0 on top), whatever the API's idea of it */
   uint8_t cull, fill_front, fill_back;
   uint8_t offset_point, offset_line, offset_fill; /* polygon offset per fill mode */
   uint8_t scissor, depth_clip_near, depth_clip_far, depth_clamp, clip_halfz;
   uint8_t rasterizer_discard, half_pixel_center, bottom_edge_rule;
   uint8_t flatshade, flatshade_first, light_twoside, clamp_vertex_color, clamp_fragment_color;
   uint8_t multisample, line_smooth, line_stipple_enable, poly_smooth, poly_stipple_enable, point_smooth;
   uint8_t point_size_per_vertex; /* take gl_PointSize, else point_size */
   uint8_t sprite_coord_lower_left;
   /* Points and lines beyond the sides of the clip volume draw their part inside the viewport (OpenGL ES 2.0, 2.13). If 0,
    * points are clipped by their centre and lines are clipped before they are made wide (OpenGL 4.6, 13.7). */
   uint8_t point_tri_clip;
   uint8_t point_quad; /* points are squares (sprites); otherwise round when point_smooth */
   /* Polygon modes of lines and points: vertex attribute PIPE_ATTRIB_EDGE_FLAG is 0 where the side that begins at the vertex is not a
    * boundary of its triangle, quad or polygon. Without geometry and tessellation shaders. */
   uint8_t edge_flags;
   uint8_t line_stipple_factor;
   uint16_t line_stipple_pattern;
   uint32_t sprite_coord_enable; /* bit per location below 32 of a fragment input that is the coordinate in points */
   uint32_t clip_plane_enable;   /* bit per clip distance / plane */
   float point_size, point_size_min, point_size_max, line_width;
   float offset_units, offset_scale, offset_clamp; /* units in the depth buffer's smallest step */
};

enum pipe_tex_wrap { PIPE_TEX_WRAP_REPEAT, PIPE_TEX_WRAP_CLAMP, PIPE_TEX_WRAP_CLAMP_TO_EDGE, PIPE_TEX_WRAP_CLAMP_TO_BORDER, PIPE_TEX_WRAP_MIRROR_REPEAT,
               PIPE_TEX_WRAP_MIRROR_CLAMP, PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE, PIPE_TEX_WRAP_MIRROR_CLAMP_TO_BORDER };
enum pipe_tex_filter { PIPE_TEX_FILTER_NEAREST, PIPE_TEX_FILTER_LINEAR };
enum pipe_tex_mipfilter { PIPE_TEX_MIPFILTER_NEAREST, PIPE_TEX_MIPFILTER_LINEAR, PIPE_TEX_MIPFILTER_NONE };

union pipe_color_union { float f[4]; int32_t i[4]; uint32_t ui[4]; };

/* How the texels of a filter become one. */
enum pipe_tex_reduction { PIPE_TEX_REDUCTION_AVERAGE, PIPE_TEX_REDUCTION_MIN, PIPE_TEX_REDUCTION_MAX };

struct pipe_sampler_state {
   uint8_t wrap_s, wrap_t, wrap_r, min_filter, mag_filter, mip_filter;
   uint8_t compare_enable, compare_func, unnormalized, max_anisotropy /* 0 or 1 = off, up to 16 */, seamless_cube;
   uint8_t border_is_integer;
   uint8_t reduction; /* enum pipe_tex_reduction; not average: pipe_caps.has_filter_minmax, one channel or depth, no integers */
   uint8_t magnify_to_half; /* magnification includes levels of detail up to 0.5, not only up to 0 (ES 2.0, 3.7.8) */
   uint8_t skip_srgb;       /* sRGB components are sampled as they are; fetches of texels decode them */
   uint8_t compare_zero;    /* bit per component that is 0 where a comparison has four (interface conventions below) */
   float lod_bias, min_lod, max_lod;
   union pipe_color_union border_color;
};

struct pipe_vertex_element {
   enum pipe_format format;       /* of the data in memory; the shader sees 4 x 32 bits, missing ones (0,0,0,1) */
   uint32_t src_offset_B;       /* into a vertex of the buffer */
   uint8_t buffer_index;
   uint8_t location;            /* attribute location in the vertex shader (decoration Location) */
   uint16_t pad;
   uint32_t instance_divisor;   /* 0: per vertex */
};

/* Locations of the values that pass between shader stages, as in SPIR-V's Location decoration: 0 to 31 belong to the
 * application's varyings, from PIPE_VARYING_POINT_COORD on each has a fixed meaning. Built-in variables need no Location
 * decoration; a fixed-function front end may name the colours and fog here. */
enum pipe_varying {
   PIPE_VARYING_POINT_COORD = 32, /* fragment input: generated by the rasterizer */
   PIPE_VARYING_PRIMITIVE_ID,
   PIPE_VARYING_LAYER,
   PIPE_VARYING_VIEWPORT,
   PIPE_VARYING_CLIP_DIST0,       /* distances 0 to 3 */
   PIPE_VARYING_CLIP_DIST1,       /* distances 4 to 7 */
   PIPE_VARYING_COLOR0,           /* front colours; flat when pipe_rasterizer_state.flatshade */
   PIPE_VARYING_COLOR1,
   PIPE_VARYING_BACK_COLOR0,      /* replace the front colours of back faces when light_twoside */
   PIPE_VARYING_BACK_COLOR1,
   PIPE_VARYING_FOG,
   PIPE_VARYING_POSITION,         /* inputs of geometry and tessellation shaders only, as all that follow */
   PIPE_VARYING_POINT_SIZE,
   PIPE_VARYING_CULL_DIST0,
   PIPE_VARYING_CULL_DIST1,
   PIPE_VARYING_CLIP_VERTEX,      /* of a fixed-function front end; clips nothing by itself */
   PIPE_VARYING_COUNT = 64        /* every location fits a 64-bit mask */
};
/* Values of a patch have separate locations: 0 to 31 are the application's. */
enum pipe_patch_varying { PIPE_PATCH_TESS_LEVEL_OUTER = 32, PIPE_PATCH_TESS_LEVEL_INNER };

/* ---- shaders --------------------------------------------------------------------------------------------------------
 * Interface conventions of the SPIR-V that gl-api hands down (after linking). They are all in the module itself, so a
 * module saved to a file can be compiled again alone.
 *  - Input and Output variables carry Location (and Component). Vertex inputs: attribute location. Between stages: the
 *    linker gave both sides the same Location. Fragment outputs: Location = colour buffer, Index = dual source.
 *    gl_FragColor was rewritten to Location 0 plus `broadcast_color` below; gl_FragData[i] to Location i.
 *    No stage reads an Output without Location and BuiltIn: the compiler keeps it private to the shader.
 *    With decoration CPacked, the scalars of a variable follow each other without gaps from Location and Component on, across
 *    locations: elements, columns and 64-bit vectors start at any component (64-bit ones at an even one).
 *  - Loose uniforms (UniformConstant variables that are not samplers/images): decoration Offset gives the byte offset in
 *    constant buffer 0, or in the one that decoration DescriptorSet names. Aggregates there: each scalar 4 bytes (double 8), vector aligned to 16 bytes, array elements
 *    and matrix columns 16 bytes apart (dvec3/4: 32), structs aligned to 16. bool is a 32-bit word, non-zero = true.
 *    spirv/spv_layout.h computes this for both sides.
 *  - Samplers: decoration Binding = first slot of the sampler-view/sampler table; array elements use the slots after it.
 *  - A sampling instruction without Dref, of an image type of Depth 1 and with a coordinate that has one component more than
 *    needed, compares with this component: the result is a texel whose red component is the comparison's, swizzled by the
 *    view. Components of pipe_sampler_state.compare_zero are 0.
 *  - Uniform blocks: Binding = constant-buffer slot (1..14), member Offset/ArrayStride/MatrixStride as decorated.
 *    Storage blocks: Binding = shader-buffer slot. Images: Binding = image slot. Atomic counters: gl-api lowers them to
 *    storage blocks.
 *  - Entry point: execution model of the stage, name "main". */
struct pipe_stream_output { /* one run of components captured by transform feedback */
   uint8_t location, start_component, num_components, buffer, stream;
   uint8_t builtin;       /* enum pipe_so_builtin: nonzero captures gl_Position etc. instead of `location` */
   uint16_t dst_offset_dw; /* in the vertex's record */
};
enum pipe_so_builtin { PIPE_SO_VARYING, PIPE_SO_POSITION, PIPE_SO_POINT_SIZE, PIPE_SO_CLIP_DISTANCE0, PIPE_SO_CLIP_DISTANCE1,
                       PIPE_SO_CULL_DISTANCE0, PIPE_SO_CULL_DISTANCE1, PIPE_SO_LAYER, PIPE_SO_VIEWPORT_INDEX, PIPE_SO_PRIMITIVE_ID };

struct pipe_stream_output_info {
   uint16_t count;
   uint16_t stride_dw[PIPE_MAX_SO_BUFFERS]; /* 0: buffer unused */
   struct pipe_stream_output out[PIPE_MAX_SO_OUTPUTS];
};

struct pipe_shader_state {
   enum pipe_shader_type stage;
   const uint32_t *spirv; /* copied */
   size_t spirv_words;
   struct pipe_stream_output_info so; /* last vertex-processing stage only */
   uint8_t smooth_colors; /* fragment: bit 0 PIPE_VARYING_COLOR0, bit 1 PIPE_VARYING_COLOR1: pipe_rasterizer_state.flatshade has no effect */
   bool broadcast_color;  /* fragment: Location 0 goes to every bound colour buffer (gl_FragColor) */
   bool y_is_up;          /* fragment: origin lower left (GL); false: gl_FragCoord counts from the top */
};

/* ---- bound state ------------------------------------------------------------------------------------------------------ */

struct pipe_viewport_state { float scale[3], translate[3]; }; /* window = ndc * scale + translate */
struct pipe_scissor_state { uint16_t minx, miny, maxx, maxy; }; /* max exclusive */
/* Fragments outside of all rectangles are discarded (include), or those inside of one. */
#define PIPE_MAX_WINDOW_RECTANGLES 4
struct pipe_window_rectangles { bool include; uint8_t count; struct pipe_scissor_state rect[PIPE_MAX_WINDOW_RECTANGLES]; };

/* Locations of samples in place of the standard ones, for framebuffers with several samples. at: of the pixels whose coordinates are
 * (0, 0), (1, 0), (0, 1), (1, 1) modulo PIPE_SAMPLE_GRID, x and y from the upper left corner in 1/16 pixel, below 16. */
#define PIPE_MAX_SAMPLES 8
#define PIPE_SAMPLE_GRID 2
#define PIPE_SAMPLE_LOCATION_BITS 4
struct pipe_sample_locations {
   uint8_t programmed;     /* 0: standard locations */
   uint8_t varies;         /* the pixels of the grid differ */
   uint8_t at[PIPE_SAMPLE_GRID * PIPE_SAMPLE_GRID][PIPE_MAX_SAMPLES][2];
};

struct pipe_framebuffer_state {
   uint16_t width, height; /* the smallest of the attachments */
   uint16_t layers;        /* 0 or 1: not layered */
   uint8_t samples;
   uint8_t color_count;    /* cbufs[i] may be NULL */
   /* Rows are stored top first (a window-system buffer) although GL counts from the bottom: gl-api has already mirrored
    * viewport, scissor and winding; the driver mirrors gl_FragCoord, gl_PointCoord and dFdy by `height`. */
   bool y_inverted;
   struct pipe_surface *cbufs[PIPE_MAX_COLOR_BUFS], *zsbuf;
};

struct pipe_constant_buffer {
   struct pipe_resource *buffer; /* or NULL with user_data */
   const void *user_data;
   uint32_t offset_B, size_B;
};

struct pipe_vertex_buffer {
   struct pipe_resource *buffer;
   int64_t offset_B;       /* of element 0; negative: the draw begins with an element that is in the buffer */
   uint32_t stride_B;
};

struct pipe_shader_buffer { struct pipe_resource *buffer; uint32_t offset_B, size_B; };

enum pipe_image_access { PIPE_IMAGE_ACCESS_READ = 1 << 0, PIPE_IMAGE_ACCESS_WRITE = 1 << 1 };

struct pipe_image_view {
   struct pipe_resource *resource;
   enum pipe_format format;
   uint16_t first_layer, last_layer;
   uint8_t level, access; /* enum pipe_image_access */
   uint32_t buffer_offset_B, buffer_size_B;
};

struct pipe_draw_info {
   enum pipe_prim_type mode;
   uint8_t index_size_B;   /* 0: not indexed; 1, 2, 4 */
   bool primitive_restart;
   uint32_t restart_index;
   uint32_t start, count;  /* in vertices or indices */
   uint32_t start_instance, instance_count; /* count >= 1 */
   int32_t index_bias;
   uint32_t draw_id;
   bool may_join;          /* the driver may draw it together with the draw before, whose primitives are numbered on */
   struct pipe_resource *index_buffer; /* indices; byte offset below */
   uint32_t index_offset_B;
   const struct pipe_draw_indirect_info *indirect; /* or NULL; overrides start/count/instances */
   struct pipe_stream_output_target *count_from_so;      /* DrawTransformFeedback, or NULL */
   /* The draw is one primitive and instance of another draw. Shaders read these numbers instead of those of the primitive and
    * instance drawn here. */
   bool single_primitive_draw;
   uint32_t part_instance, part_primitive;
};

struct pipe_draw_indirect_info {
   struct pipe_resource *buffer, *count_buffer;
   uint32_t offset_B, stride_B, draw_count, count_offset_B;
};

struct pipe_grid_info {
   uint32_t block[3], grid[3];
   struct pipe_resource *indirect;
   uint32_t indirect_offset_B;
};

#define PIPE_CLEAR_COLOR0 (1u << 0) /* .. 1 << 7 */
#define PIPE_CLEAR_COLOR_ALL 0xffu
#define PIPE_CLEAR_DEPTH (1u << 8)
#define PIPE_CLEAR_STENCIL (1u << 9)

struct pipe_clear_info {
   unsigned buffers;               /* PIPE_CLEAR_* */
   union pipe_color_union color[PIPE_MAX_COLOR_BUFS];
   uint8_t colormask[PIPE_MAX_COLOR_BUFS]; /* bit 0 red .. 3 alpha; 0xf = all */
   double depth;                   /* 0..1 */
   uint8_t stencil, stencil_writemask;
   bool scissor_enable;
   struct pipe_scissor_state scissor;
};

struct pipe_blit_info {
   struct pipe_blit_side {
      struct pipe_resource *resource;
      unsigned level;
      struct pipe_box box; /* width/height may be negative: mirrored */
      enum pipe_format format;
   } dst, src;
   unsigned mask;        /* bit 0..3 RGBA, 4 depth, 5 stencil */
   enum pipe_tex_filter filter;
   bool scissor_enable;
   struct pipe_scissor_state scissor;
   bool alpha_one;       /* destination alpha is written as 1 (format without alpha kept in one with alpha) */
   bool render_condition_enable; /* obeys render_condition (glBlitFramebuffer); others never do */
};

/* A region of a texture and the rows of a buffer that hold it. */
struct pipe_buffer_texture_copy {
   struct pipe_resource *buffer, *texture;
   uint32_t offset_B, stride_B; /* of the first row; from row to row, in the buffer */
   uint64_t layer_stride_B;
   unsigned level;
   struct pipe_box box;
   enum pipe_format buffer_format, texture_format; /* the texture is seen as texture_format, as in a view */
};

/* memory_barrier: how data that shaders wrote is used afterwards. */
enum pipe_barrier {
   PIPE_BARRIER_VERTEX_BUFFER = 1 << 0, PIPE_BARRIER_INDEX_BUFFER = 1 << 1, PIPE_BARRIER_CONSTANT_BUFFER = 1 << 2,
   PIPE_BARRIER_INDIRECT_BUFFER = 1 << 3, PIPE_BARRIER_TEXTURE = 1 << 4, PIPE_BARRIER_IMAGE = 1 << 5,
   PIPE_BARRIER_SHADER_BUFFER = 1 << 6, PIPE_BARRIER_STREAM_OUTPUT = 1 << 7, PIPE_BARRIER_FRAMEBUFFER = 1 << 8,
   PIPE_BARRIER_QUERY_BUFFER = 1 << 9,
   PIPE_BARRIER_MAPPED_BUFFER = 1 << 10, /* by the CPU, through a persistent map, after a fence */
   PIPE_BARRIER_UPDATE = 1 << 11,        /* by copies, maps and subdata calls */
   PIPE_BARRIER_ALL = (1 << 12) - 1,
};

enum pipe_query_type { PIPE_QUERY_OCCLUSION_COUNTER, PIPE_QUERY_OCCLUSION_PREDICATE, PIPE_QUERY_TIMESTAMP,
   PIPE_QUERY_TIME_ELAPSED, PIPE_QUERY_PRIMITIVES_GENERATED, PIPE_QUERY_PRIMITIVES_EMITTED, PIPE_QUERY_SO_OVERFLOW,
   PIPE_QUERY_SO_OVERFLOW_ANY, PIPE_QUERY_PIPELINE_STATISTICS };
/* In the order of Gallium's pipe_query_data_pipeline_statistics. */
enum pipe_statistic { PIPE_STATISTIC_VERTICES, PIPE_STATISTIC_PRIMITIVES, PIPE_STATISTIC_VERTEX_SHADERS, PIPE_STATISTIC_GEOMETRY_SHADERS,
   PIPE_STATISTIC_GEOMETRY_PRIMITIVES, PIPE_STATISTIC_CLIPPING_INPUTS, PIPE_STATISTIC_CLIPPING_OUTPUTS, PIPE_STATISTIC_FRAGMENT_SHADERS,
   PIPE_STATISTIC_PATCHES, PIPE_STATISTIC_EVALUATION_SHADERS, PIPE_STATISTIC_COMPUTE_SHADERS };
/* Kinds of queries by what they count: GEOMETRY before clipping, and compute shaders; FRAGMENTS: primitives at clipping, and fragment
 * shaders. Occlusion queries and times are of no kind. */
enum { PIPE_QUERIES_GEOMETRY = 1, PIPE_QUERIES_FRAGMENTS = 2 };
enum pipe_query_value { PIPE_QUERY_RESULT, PIPE_QUERY_AVAILABLE /* 1 when the result is there, else 0 */ };
enum pipe_query_value_type { PIPE_QUERY_VALUE_I32, PIPE_QUERY_VALUE_U32, PIPE_QUERY_VALUE_I64, PIPE_QUERY_VALUE_U64 };
union pipe_query_result { uint64_t u64; bool b; };
enum pipe_render_cond_mode { PIPE_RENDER_COND_WAIT, PIPE_RENDER_COND_NO_WAIT, PIPE_RENDER_COND_BY_REGION_WAIT,
                           PIPE_RENDER_COND_BY_REGION_NO_WAIT };
struct pipe_query { enum pipe_query_type type; unsigned index; };

enum pipe_debug_type { PIPE_DEBUG_ERROR, PIPE_DEBUG_PERFORMANCE, PIPE_DEBUG_SHADER, PIPE_DEBUG_LOST, PIPE_DEBUG_INFO,
   PIPE_DEBUG_NO_MEMORY /* a call was dropped: GL_OUT_OF_MEMORY */ };
struct pipe_debug_callback {
   void (*message)(void *data, enum pipe_debug_type type, const char *text); /* text ends with the call */
   void *data;
};

/* ---- capabilities ----------------------------------------------------------------------------------------------------- */

/* device: memory of the GPU. host: memory of the system besides, which the GPU can access. */
struct pipe_memory_info { uint64_t device_B, device_free_B, host_B, host_free_B, evictions, evicted_B; };

struct pipe_caps {
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
   bool context_priority;          /* PIPE_CONTEXT_*_PRIORITY has an effect */
   bool dmabuf_import, dmabuf_export;
   bool has_geometry, has_tessellation, has_compute, has_stream_output, has_fp64, has_int64, has_bindless_texture;
   bool has_polygon_stipple;
   bool has_sample_locations;
   bool has_user_memory;           /* buffers in memory of the application */
   bool has_filter_minmax;
   bool has_semaphores;            /* of other APIs, by descriptors */
   uint32_t subgroup_size;         /* invocations of a subgroup in every stage; 0: shaders have no operations between invocations */
   uint32_t max_shader_buffers, max_shader_images; /* per stage that may use them; 0: shaders cannot */
   bool reset_query;
   char dmabuf_note[96];    /* how descriptors are made on this device, for debug output */
};

#endif
