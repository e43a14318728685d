/* ga_context.h: the GL context and its share group, as the files of gl-api see them. Each object kind has a header of
 * its own. Entry points are functions `ga_Name(struct ga_context *ctx, ...)` with the parameters of glName; their
 * prototypes, and the dispatch that calls them, are generated from gl.xml (ga_entry.h). Which ones exist is entry.def.
 *
 * Rules: validate first and completely, then act; a command that raises an error changes nothing. Objects of the share
 * group are looked up and counted under the lock of their name space (ga_share.h has the locks and their order); the
 * application serialises changes of their contents (GL 4.6, 5.3.1). */
#ifndef GA_CONTEXT_H
#define GA_CONTEXT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "gl-api/ga_entry.h"
#include "gl-api/tables/ga_gl.h"
#include "gl-api/context/ga_features.h"
#include "gl-api/glsl/state_constants.h"
#include "gl-api/gl_api.h"
#include "state/st_context.h"
#include "util/ut_names.h"

/* Stages that limits of all stages together count: task and mesh shaders take the place of four of them. */
#define GA_LIMIT_STAGES 6
#define GA_MAX_TEXTURE_UNITS 192 /* PIPE_MAX_SAMPLERS in each of GA_LIMIT_STAGES */
#define GA_MAX_TEXTURE_LEVELS 15
#define GA_MAX_ATTRIBS 16
#define GA_ATTRIB_SLOTS 32 /* generic attributes, then conventional ones (enum glsl_attrib) */
#define GA_ATTRIB_SECONDARY_COLOR 19
#define GA_MAX_DRAW_BUFFERS 8
#define GA_MAX_DUAL_SOURCE_DRAW_BUFFERS 1
#define GA_MAX_CLIP_DISTANCES 8 /* clip and cull distances together */
#define GA_MAX_PATCH_VERTICES 32 /* gl_MaxPatchVertices */
#define GA_MAX_PATCH_VECTORS 30  /* values of a patch: GL_MAX_TESS_PATCH_COMPONENTS / 4 */
#define GA_MAX_TESS_OUTPUT_COMPONENTS 4096 /* of all vertices of an output patch, and of the patch */
#define GA_PALETTED_FORMATS 10     /* GL_PALETTE4_RGB8_OES and those that follow */
#define GA_MAX_STREAMS 4 /* vertex streams of a geometry shader */
#define GA_MAX_UNIFORM_BLOCKS 15   /* in a stage */
#define GA_MAX_UNIFORM_RANGES 120
#define GA_MAX_STORAGE_BLOCKS 16   /* in a stage; storage blocks and counter buffers share its shader buffers */
#define GA_MAX_STORAGE_RANGES 96   /* that in each of GA_LIMIT_STAGES */
#define GA_MAX_STORAGE_BLOCK_B (1 << 27)
#define GA_STORAGE_ALIGNMENT_B 4
#define GA_MAX_MESH_GROUPS 65535   /* work groups of a draw of mesh shaders in each dimension (EXT_mesh_shader, table 23.63) */
#define GA_MAX_COUNTER_RANGES 8    /* bindings of atomic counters, and buffers of them in a stage */
#define GA_MAX_IMAGE_UNITS 256
#define GA_MAX_STAGE_IMAGES 32     /* image uniforms of a stage */
#define GA_MAX_COMBINED_IMAGES 192 /* that in each of GA_LIMIT_STAGES */
#define GA_MAX_OUTPUT_RESOURCES (GA_MAX_DRAW_BUFFERS + GA_MAX_COMBINED_IMAGES + GA_MAX_STORAGE_RANGES) /* of a program */
#define GA_MAX_COUNTERS 4096       /* in a stage and in all */
#define GA_MAX_COUNTER_BUFFER_B 32768
#define GA_MAX_UNIFORM_LOCATIONS 81920 /* that layouts can give */
#define GA_MAX_UNIFORM_VECTORS 4096 /* of the default block of a stage */
#define GA_MAX_SUBROUTINE_LOCATIONS 1024 /* GLSL_MAX_SUBROUTINE_LOCATIONS */

struct ga_buffer;
struct ga_vao;
struct ga_texture;
struct ga_sampler;
struct ga_renderbuffer;
struct ga_fbo;
struct ga_program;
struct ga_exec;
struct ga_program_cache;
struct ga_shader;
struct ga_query;
struct ga_pipeline;
struct ga_transform_feedback;
struct ga_debug;
struct ga_dispatch;
struct ga_legacy;
struct ga_legacy_hooks;
struct ga_fixed_cache;

enum ga_texture_target { GA_TEX_2D, GA_TEX_CUBE, GA_TEX_3D, GA_TEX_2D_ARRAY, GA_TEX_1D, GA_TEX_1D_ARRAY, GA_TEX_RECT,
   GA_TEX_BUFFER, GA_TEX_CUBE_ARRAY, GA_TEX_2D_MS, GA_TEX_2D_MS_ARRAY, GA_TEX_EXTERNAL, GA_TEX_TARGET_COUNT };

/* Where an active query is: targets that exclude each other share a slot (GL 4.6, 4.2.1). */
enum ga_query_slot { GA_QUERY_SLOT_OCCLUSION, GA_QUERY_SLOT_TIME, GA_QUERY_SLOT_GENERATED, GA_QUERY_SLOT_WRITTEN,
   GA_QUERY_SLOT_OVERFLOW, GA_QUERY_SLOT_STREAM_OVERFLOW, GA_QUERY_SLOT_STATISTIC0 /* .. + 10 */,
   GA_QUERY_SLOT_COUNTED0 = GA_QUERY_SLOT_STATISTIC0 + 11 /* .. + 2 */,
   GA_QUERY_SLOT_COUNT = GA_QUERY_SLOT_COUNTED0 + 3, GA_QUERY_SLOT_NONE = GA_QUERY_SLOT_COUNT };

/* Buffer targets whose generic binding belongs to the context. */
enum ga_buffer_target { GA_BUFFER_ARRAY, GA_BUFFER_COPY_READ, GA_BUFFER_COPY_WRITE, GA_BUFFER_PIXEL_PACK, GA_BUFFER_PIXEL_UNPACK,
   GA_BUFFER_UNIFORM, GA_BUFFER_SHADER_STORAGE, GA_BUFFER_ATOMIC_COUNTER, GA_BUFFER_TRANSFORM_FEEDBACK, GA_BUFFER_TEXTURE,
   GA_BUFFER_DRAW_INDIRECT, GA_BUFFER_DISPATCH_INDIRECT, GA_BUFFER_QUERY, GA_BUFFER_PARAMETER,
   GA_BUFFER_EXTERNAL_MEMORY, GA_BUFFER_TARGET_COUNT };

union ga_attrib_value { GLfloat f[4]; GLint i[4]; GLuint ui[4]; GLdouble d[4]; };

/* An indexed binding. */
struct ga_buffer_range {
   struct ga_buffer *buffer;        /* counted or NULL */
   uint64_t offset_B, size_B;       /* size 0: up to the end of the buffer */
};

/* The names of one kind of object. `lock` guards the table, and the references and labels that are reached through it. */
struct ga_namespace {
   pthread_mutex_t lock;
   struct ut_names names;
};

struct glsl_include_tree;
struct ga_share {
   atomic_int refs;                 /* contexts */
   struct ga_namespace buffers, textures, samplers, renderbuffers, syncs;
   struct ga_namespace memory;      /* memory objects; its lock guards their fields, too */
   struct ga_namespace semaphores;  /* its lock guards their fields, too */
   struct ga_namespace handles;     /* handles of textures and images, by value; its lock guards the lists of them, too */
   struct ga_namespace lists;       /* display lists */
   struct ga_namespace assembly;    /* assembly programs; its lock guards their fields, too */
   struct ga_namespace ati_shaders; /* shaders of ATI_fragment_shader; assembly.lock guards their fields */
   struct ga_fixed_cache *fixed;    /* programs of fixed functions (legacy/ga_fixed_program.c); under shaders.lock */
   struct { pthread_mutex_t lock; struct glsl_include_tree *tree; } named_strings; /* tree: counted; NULL: empty */
   struct ga_namespace shaders;     /* shaders and programs: one name space; its lock guards their fields, too */
   /* Counts changes of shared objects from which contexts derive state. A context whose copy is equal compares nothing else;
    * otherwise it compares the seqno of each object that it draws with. The upper half counts buffers that were mapped or unmapped,
    * which matters only if one is mapped at a draw. */
   _Atomic uint64_t seqno;
   atomic_uint blocked;             /* buffers that are mapped without GL_MAP_PERSISTENT_BIT */
};
#define GA_SHARE_MAPPED (UINT64_C(1) << 32)

struct ga_pixel_store { /* glPixelStore: pack or unpack */
   GLint alignment, row_length, skip_rows, skip_pixels, image_height, skip_images;
   GLint block_width, block_height, block_depth, block_B; /* GL_(UN)PACK_COMPRESSED_BLOCK_* */
   bool swap_bytes, lsb_first, invert_y; /* invert_y: the last row comes first (MESA_pack_invert) */
};

struct ga_texture_unit {
   struct ga_texture *bound[GA_TEX_TARGET_COUNT]; /* counted; never NULL (default textures) */
   struct ga_sampler *sampler;      /* counted or NULL */
   uint8_t sampled_target;          /* enum ga_texture_target + 1 that the last derived draw samples here; 0: none */
   unsigned sampled_seqno;          /* the texture's then */
   unsigned sampled_buffer_seqno;   /* of a buffer texture's buffer */
   unsigned sampler_seqno;          /* the sampler object's then */
};

/* A sampler view of a context that it used lately. */
struct ga_recent_view { const struct ga_texture *tex; struct ga_texture_view *view; };
#define GA_RECENT_VIEWS 64

/* An image unit (ga_image_unit.h). */
struct ga_image_format;
struct ga_image_unit {
   struct ga_texture *texture;      /* counted or NULL */
   GLint level, layer;
   bool layered;
   GLenum access;
   const struct ga_image_format *format;
   unsigned seqno, buffer_seqno;    /* of the texture, and of a buffer texture's buffer, when it was derived */
};

/* Limits that the API reports and validates against; from pipe_caps, filled by ga_limits.c. */
struct ga_limits {
   GLint max_texture_size, max_cube_size, max_3d_size, max_array_layers, max_renderbuffer_size;
   GLint max_viewport[2] /* width, height */, max_viewports, max_vertex_attribs, max_varying_vectors, max_vertex_uniform_vectors,
      max_fragment_uniform_vectors, max_texture_units, max_vertex_texture_units, max_combined_texture_units;
   GLint max_uniform_blocks /* per stage */, max_combined_uniform_blocks, max_uniform_block_B, uniform_buffer_align_B;
   GLint max_storage_blocks /* per stage */, max_combined_storage_blocks;
   GLint max_draw_buffers, max_color_attachments, max_samples;
   GLint max_geometry_vertices, max_geometry_components /* of all vertices */, max_patch_vertices;
   GLfloat point_size[2], line_width[2], viewport_bounds[2] /* of x and y */, max_anisotropy, max_lod_bias;
};

/* State that changed since ctx->st was derived from it. Setters set bits; derive/ga_derive.def says which row reads which. */
enum ga_dirty {
   GA_DIRTY_FRAMEBUFFER = 1 << 0,   /* bound framebuffer, its attachments and draw buffers, the window's images, sRGB writes */
   GA_DIRTY_FB_STATE = 1 << 1,      /* st.fb: set by the framebuffer row for the rows that read it */
   GA_DIRTY_PROGRAM = 1 << 2,       /* current executable */
   GA_DIRTY_UNIFORMS = 1 << 3,      /* values of uniforms, texture units of samplers */
   GA_DIRTY_TEXTURES = 1 << 4,      /* texture bindings, images and parameters */
   GA_DIRTY_VERTEX_ARRAYS = 1 << 5, /* vertex array object, its arrays, storage of their buffers */
   GA_DIRTY_CURRENT_ATTRIBS = 1 << 6,
   GA_DIRTY_BLEND = 1 << 7,         /* blending, logic operation, colour mask, dithering, alpha to coverage and to one */
   GA_DIRTY_BLEND_COLOR = 1 << 8,
   GA_DIRTY_DEPTH_STENCIL = 1 << 9,
   GA_DIRTY_RASTER = 1 << 10,       /* points, lines, polygons, culling, polygon offset, depth clamp, clip control, clip distances */
   GA_DIRTY_VIEWPORT = 1 << 11,
   GA_DIRTY_DEPTH_RANGE = 1 << 12,
   GA_DIRTY_SCISSOR = 1 << 13,      /* box and test, window rectangles */
   GA_DIRTY_STREAM_OUTPUT = 1 << 14, /* bound transform feedback object, active, paused */
   GA_DIRTY_UNIFORM_BUFFERS = 1 << 15, /* indexed bindings of GL_UNIFORM_BUFFER, their storage, bindings of blocks */
   GA_DIRTY_SAMPLE_MASK = 1 << 16,  /* sample coverage and mask, multisampling, sample shading */
   GA_DIRTY_STORAGE_BUFFERS = 1 << 17, /* the same of GL_SHADER_STORAGE_BUFFER and GL_ATOMIC_COUNTER_BUFFER */
   GA_DIRTY_PATCH = 1 << 18,        /* vertices and default tessellation levels of patches */
   GA_DIRTY_MATRICES = 1 << 19,     /* matrix stacks */
   GA_DIRTY_LIGHTING = 1 << 20,     /* lights, materials, light model */
   GA_DIRTY_FIXED_FUNCTION = 1 << 21, /* other state that fixed functions and their constants depend on */
   GA_DIRTY_PROGRAM_PARAMETERS = 1 << 22, /* parameters of assembly programs */
   GA_DIRTY_FIXED_TEXTURES = 1 << 23, /* set by the row fixed_textures: facts of textures that programs of fixed functions depend on */
   GA_DIRTY_BITS = 24,
   GA_DIRTY_ALL = (1 << GA_DIRTY_BITS) - 1,
   /* The state that decides which draws are legal and have sources (ga_context.draw_modes). */
   GA_DIRTY_DRAW_CHECKS = GA_DIRTY_FRAMEBUFFER | GA_DIRTY_FB_STATE | GA_DIRTY_PROGRAM | GA_DIRTY_VERTEX_ARRAYS | GA_DIRTY_BLEND |
                          GA_DIRTY_STREAM_OUTPUT,
};

/* GL values; derive/ translates them into the pipe values of ctx->st. */
struct ga_blend_gl { GLenum equation_rgb, equation_alpha, src_rgb, dst_rgb, src_alpha, dst_alpha; bool enabled; };
/* The third face is the back of EXT_stencil_two_side. */
enum { GA_STENCIL_FRONT, GA_STENCIL_BACK, GA_STENCIL_BACK_EXT, GA_STENCIL_FACES };
struct ga_stencil_gl { GLenum func, fail, zfail, zpass; GLint ref; GLuint valuemask, writemask; };

struct ga_context {
   /* identity, constant */
   enum ga_api api;
   int version;                     /* major * 10 + minor */
   bool debug_context, robust, no_error, forward_compatible;
   GLenum release_behavior;         /* GL_CONTEXT_RELEASE_BEHAVIOR_FLUSH or GL_NONE: whether eglMakeCurrent flushes */
   GLenum reset_strategy;           /* GL_NO_RESET_NOTIFICATION or GL_LOSE_CONTEXT_ON_RESET */
   struct ga_limits limits;
   struct ga_features features;     /* use ga_has() */
   char *extensions;                /* names of the advertised extensions, separated by spaces */
   char *es_extensions;             /* OpenGL: extensions of shaders of OpenGL ES; OpenGL ES: NULL */
   char version_text[64], glsl_version_text[32]; /* glGetString */

   struct ga_legacy *legacy;        /* state of the compatibility profile (legacy/ga_legacy.h); NULL in other contexts */
   const struct ga_legacy_hooks *hooks; /* its functions that other rooms call (ga_legacy_hooks.h); NULL in other contexts */
   bool renders;                    /* false: primitives are selected or fed back (glRenderMode of the compatibility profile) */
   struct pipe_screen *screen;
   struct st_context st;            /* pipe state, derived from the GL state below (derive/) */
   struct ga_share *share;
   const struct ga_dispatch *dispatch; /* of the feature set; &ga_dispatch_lost after a reset */

   /* errors and messages (ga_error.c, ga_debug.c) */
   GLenum error;
   const char *called_as;           /* the command that messages name in place of the one that raises the error; NULL: that one */
   struct ga_debug *debug;
   unsigned locks_held;             /* by this context's thread: ga_lock (ga_share.h) */
   bool messages_queued;            /* messages wait until no lock is held */
   GLenum reset_status;             /* sticky until read */

   /* bindings (all counted) */
   struct ga_buffer *buffer[GA_BUFFER_TARGET_COUNT]; /* generic bindings (ga_buffer_binding.h) */
   struct ga_buffer_range uniform_ranges[GA_MAX_UNIFORM_RANGES], storage_ranges[GA_MAX_STORAGE_RANGES],
      counter_ranges[GA_MAX_COUNTER_RANGES];
   struct ga_vao *vao, *default_vao;
   struct ut_names vaos, framebuffers, queries, pipelines, xfbs; /* not shared */
   struct ga_pipeline *pipeline;    /* not counted: deleting it unbinds it; NULL: none */
   struct ga_transform_feedback *xfb, *default_xfb; /* bound (never NULL), and name 0 */
   struct ga_buffer_range *feedback_ranges; /* of the bound object: GL_TRANSFORM_FEEDBACK_BUFFER; NULL while there is none */
   struct ga_query *active_query[GA_QUERY_SLOT_COUNT][GA_MAX_STREAMS]; /* ga_query.h */
   uint64_t counted[3];             /* so far: invocations of task shaders, of mesh shaders, primitives while a query counts them */
   struct ga_query *condition;      /* glBeginConditionalRender: draws depend on its result; NULL: they do not */
   bool condition_inverted;         /* they are discarded where the result is not 0 */
   struct ga_texture_unit unit[GA_MAX_TEXTURE_UNITS];
   struct ga_image_unit image_unit[GA_MAX_IMAGE_UNITS];
   uint64_t image_units_used[GA_MAX_IMAGE_UNITS / 64]; /* bit per unit: by the last derived draw or dispatch */
   unsigned active_unit;
   unsigned sampled_units; /* units from this one on have no sampled_target */
   struct ga_texture *default_texture[GA_TEX_TARGET_COUNT];
   struct ga_texture *proxy_texture[GA_TEX_TARGET_COUNT]; /* counted; NULL: the context has no such proxy target */
   struct ga_texture_view *texture_views; /* made by this context (ga_texture_draw.c); under share->textures.lock */
   struct pipe_sampler_view *integer_black; /* counted or NULL: the view of integer samplers of incomplete textures */
   struct ga_recent_view recent_view[GA_RECENT_VIEWS]; /* by address of the texture; of `texture_views` (ga_texture_views.c) */
   unsigned texture_pass;           /* counts derivations of the textures (ga_texture_draw.c) */
   atomic_bool texture_views_died;  /* some of them are of textures that were deleted */
   struct ut_names residents;       /* resident handles by value, with references to their objects (ga_handle.h) */
   struct ga_unit_handle *unit_handles; /* private to ga_handle_draw.c */
   struct ga_renderbuffer *renderbuffer;
   /* Framebuffers are not counted: one context has them all, and deleting one unbinds it. */
   struct ga_fbo *draw_fbo, *read_fbo;
   struct ga_fbo *window_fbo, *window_read_fbo; /* name 0 for drawing and reading; incomplete when surfaceless */
   struct ga_program *program;
   struct ga_exec *exec;            /* counted: the program's executable when it was made current, or linked, here */
   struct ga_exec *stage_exec[PIPE_SHADER_TYPES]; /* counted: with which each stage draws, of the program or else the pipeline */
   struct ga_program_cache *program_cache; /* private to ga_program_draw.c */
   uint8_t subroutine[PIPE_SHADER_TYPES][GA_MAX_SUBROUTINE_LOCATIONS]; /* the index of the selected function, by location */
   uint8_t subroutines_dirty;       /* bit per stage: `subroutine` differs from the stage's block */
   uint32_t dirty;                  /* enum ga_dirty: state that differs from ctx->st since the last draw or clear */
   uint64_t share_seqno;            /* the share group's at the last draw or clear */
   bool share_blocked;              /* the group had mapped buffers then */
   struct glsl_state_constants state_constants; /* st.state_constants points here */
   /* Derived from the buffers of the vertex array object (ga_vertex_draw.c), with references of the context's own: another
    * context may replace the storage of a buffer at any time. */
   struct pipe_resource *attrib_resource[GA_ATTRIB_SLOTS]; /* of st.attrib[].buffer */
   unsigned attrib_seqno[GA_ATTRIB_SLOTS];                /* of the attribute's buffer */
   struct pipe_resource *index_resource;
   /* The same for the buffers of blocks (ga_block_draw.c): of st.uniform_buffer[][].buffer and st.shader_buffer[][].buffer, and
    * the seqno of the range's buffer. */
   struct pipe_resource *uniform_resource[PIPE_SHADER_TYPES][PIPE_MAX_CONST_BUFFERS];
   struct pipe_resource *storage_resource[PIPE_SHADER_TYPES][PIPE_MAX_SHADER_BUFFERS];
   unsigned uniform_seqno[GA_MAX_UNIFORM_RANGES], storage_seqno[GA_MAX_STORAGE_RANGES], counter_seqno[GA_MAX_COUNTER_RANGES];
   uint64_t index_size_B;
   unsigned index_seqno;
   bool index_mapped;

   /* GL-side state */
   struct ga_pixel_store pack, unpack;
   struct ga_blend_gl blend[GA_MAX_DRAW_BUFFERS]; /* commands without index set all */
   struct ga_stencil_gl stencil[GA_STENCIL_FACES];
   uint8_t stencil_first, stencil_end; /* glStencilFunc, glStencilOp and glStencilMask set the faces in [first, end) */
   uint8_t stencil_back;            /* the face that fragments of back faces use */
   GLfloat clear_color[4], blend_color[4];
   union pipe_color_union clear_value; /* value of glClear: clear_color, or the integers of glClearColorI*EXT */
   GLdouble clear_depth, depth_bounds[2] /* least, most */, depth_range[PIPE_MAX_VIEWPORTS][2] /* near, far */;
   GLfloat polygon_offset[3] /* factor, units, clamp */, sample_coverage;
   GLint clear_stencil;
   GLboolean color_mask[GA_MAX_DRAW_BUFFERS][4], depth_mask, sample_coverage_invert;
   GLbitfield sample_mask;
   GLenum depth_func, cull_mode, front_face, clip_origin, clip_depth_mode, logic_op, polygon_mode[2] /* front, back */,
      provoking_vertex, clamp_read_color, point_sprite_origin, alpha_to_coverage_dither;
   GLfloat viewport[PIPE_MAX_VIEWPORTS][4]; /* x, y, width, height; commands without index set all */
   GLint scissor[PIPE_MAX_VIEWPORTS][4];
   uint16_t scissor_tests;          /* bit per viewport: GL_SCISSOR_TEST */
   struct { GLenum mode; GLint count; GLint box[PIPE_MAX_WINDOW_RECTANGLES][4]; } window; /* EXT_window_rectangles */
   bool cap_cull, cap_depth, cap_stencil, cap_dither, cap_offset_fill, cap_sample_alpha, cap_sample_coverage,
      cap_restart_fixed, cap_discard; /* PRIMITIVE_RESTART_FIXED_INDEX, RASTERIZER_DISCARD */
   bool cap_blackhole;              /* BLACKHOLE_RENDER_INTEL: draws, dispatches, clears and blits are checked, and have no effect */
   bool cap_multisample, cap_sample_mask, cap_sample_alpha_one, cap_logic_op, cap_offset_line, cap_offset_point,
      cap_clamp_near, cap_clamp_far /* DEPTH_CLAMP: both */, cap_depth_bounds, cap_sample_shading, cap_restart, cap_srgb /* FRAMEBUFFER_SRGB */, cap_program_point_size, cap_line_smooth,
      cap_polygon_smooth;
   bool cap_blend_coherent;         /* GL_BLEND_ADVANCED_COHERENT_KHR; false without the extension */
   bool cap_seamless_cube;          /* GL_TEXTURE_CUBE_MAP_SEAMLESS */
   uint8_t clip_distances;          /* bit per enabled GL_CLIP_DISTANCEi */
   GLuint restart_index;
   GLint patch_vertices;
   GLfloat patch_outer[4], patch_inner[2]; /* default tessellation levels */
   GLfloat primitive_box[8]; /* glPrimitiveBoundingBox: least and greatest x, y, z, w */
   GLfloat min_sample_shading;      /* share of the samples, 0 to 1 */
   GLuint compiler_threads;         /* of glMaxShaderCompilerThreadsKHR */
   unsigned marker_groups;          /* open groups of glPushGroupMarkerEXT */
   GLfloat line_width, point_size, point_fade_threshold;
   union ga_attrib_value attrib_current[GA_ATTRIB_SLOTS];
   uint32_t attribs_wide;           /* bit per attribute: the current value is one of glVertexAttribL* */
   uint32_t attribs_changed;        /* bit per attribute: with GA_DIRTY_CURRENT_ATTRIBS, it may differ from that of st.attrib[] */
   GLenum hint_mipmap, hint_derivative, hint_line_smooth, hint_polygon_smooth, hint_texture_compression;
   bool viewport_initialised;       /* first make-current done */
   struct ga_drawable *draw, *read; /* borrowed from egl/ while current; NULL: surfaceless */
   uint32_t draw_seqno, read_seqno;
   /* Properties of st.fb that other rows of ga_derive.def read. */
   bool fb_has_depth, fb_has_stencil;
   uint8_t fb_alpha_mask;           /* bit per colour buffer: it has alpha, or is not there */
   uint8_t fb_intensity_mask;       /* bit per colour buffer: its alpha is its red */
   uint8_t advanced_equation;       /* enum pipe_blend_equation of a buffer that blends (KHR_blend_equation_advanced), or 0 */
   bool too_many_for_src1;          /* blending asks for a second source, which only the first buffer can have */
   /* Bit per primitive mode: with the state as it was derived, draws in this mode are legal and have a vertex shader and readable arrays.
    * 0: not known, or transform feedback captures, whose vertices each draw counts. A derivation of GA_DIRTY_DRAW_CHECKS resets it; the
    * first draw after it checks everything and sets it (ga_draw_checked). */
   uint32_t draw_modes;
   uint32_t derived_arrays;         /* arrays that were enabled when st.attrib[] was derived */
   const struct ga_vao *derived_vao; /* whose arrays st.attrib[] has; never dereferenced */
   uint32_t attribs_unreadable;     /* enabled arrays without memory: a draw that reads one draws nothing */
};

/* The context has a row of ga_feature.csv. No other test decides what an API, a version or an extension brings. */
static inline bool ga_has(const struct ga_context *ctx, enum ga_feature feature)
{
   return ga_features_has(&ctx->features, feature);
}

/* The calling thread's context. */
extern _Thread_local struct ga_context *ga_current __attribute__((tls_model("initial-exec")));

/* Records the first error (GL 2.3.1) and sends a debug message "glName: text". Only entry points call these. */
void ga_error(struct ga_context *ctx, GLenum error, const char *format, ...) __attribute__((format(printf, 3, 4)));
#define ga_oom(ctx, what) ga_error(ctx, GL_OUT_OF_MEMORY, "%s: out of memory", what)
/* Name of an enum for messages: "GL_TEXTURE_2D", or "0x1234". */
const char *ga_enum_name(GLenum value);
static inline bool ga_is_compare_func(GLenum func)
{
   return func >= GL_NEVER && func <= GL_ALWAYS;
}
/* A message for KHR_debug that is not an error. */
void ga_debug_message(struct ga_context *ctx, GLenum source, GLenum type, GLuint id, GLenum severity,
                      const char *format, ...) __attribute__((format(printf, 6, 7)));
/* A shared object changed from which contexts derive state; its own seqno was incremented before. */
static inline void ga_share_changed(struct ga_context *ctx)
{
   atomic_fetch_add_explicit(&ctx->share->seqno, 1, memory_order_release);
}
/* Called when the driver reports a lost device: switches the dispatch table, stores the status. */
void ga_context_check_reset(struct ga_context *ctx);

#endif
