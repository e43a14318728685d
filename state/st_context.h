/* st_context.h: the state tracker: the interface that gl-api draws through. gl-api stores pipe state here and sets ST_DIRTY_* bits;
 * st_validate (st_update.c) turns the dirty parts into constant state objects, uploads and bindings. Only values that differ from
 * the last ones that the driver got are passed on.
 *
 * An st_context belongs to one context (one thread at a time). Pointers stored in it are borrowed from gl-api's objects, which
 * outlive the next validate. */
#ifndef ST_CONTEXT_H
#define ST_CONTEXT_H

#include "state/st_mesh.h"

enum st_dirty {
   ST_DIRTY_BLEND = 1 << 0, ST_DIRTY_BLEND_COLOR = 1 << 1, ST_DIRTY_DSA = 1 << 2, ST_DIRTY_STENCIL_REF = 1 << 3,
   ST_DIRTY_RASTER = 1 << 4, ST_DIRTY_VIEWPORT = 1 << 5, ST_DIRTY_SCISSOR = 1 << 6, ST_DIRTY_SAMPLE_MASK = 1 << 7,
   ST_DIRTY_FRAMEBUFFER = 1 << 8, ST_DIRTY_VERTEX = 1 << 9, ST_DIRTY_SHADERS = 1 << 10, ST_DIRTY_CONSTANTS = 1 << 11,
   ST_DIRTY_TEXTURES = 1 << 12, ST_DIRTY_CLIP = 1 << 13, ST_DIRTY_SO = 1 << 14, ST_DIRTY_UBO = 1 << 15,
   ST_DIRTY_STATE_CONSTANTS = 1 << 16, ST_DIRTY_SHADER_BUFFERS = 1 << 17, ST_DIRTY_IMAGES = 1 << 18,
   ST_DIRTY_PATCH = 1 << 19,
   ST_DIRTY_ALL = (1 << 20) - 1,
   /* State that a compute shader reads. */
   ST_DIRTY_DISPATCH = ST_DIRTY_SHADERS | ST_DIRTY_CONSTANTS | ST_DIRTY_TEXTURES | ST_DIRTY_UBO | ST_DIRTY_STATE_CONSTANTS |
                       ST_DIRTY_SHADER_BUFFERS | ST_DIRTY_IMAGES,
};

struct st_cso_cache; /* private to state/ */
struct st_uploader;

/* A vertex attribute as the API sees it. */
struct st_attrib {
   enum pipe_format format;
   struct pipe_resource *buffer;  /* NULL: client memory at `user`, or (enabled == false) the current value */
   const void *user;
   uint32_t offset_B, stride_B; /* stride 0 = all vertices read the same element */
   uint32_t divisor;
   bool enabled;
   bool is_wide;                /* the value below is of doubles */
   union {
      float current[4];         /* generic attribute value when not enabled (bits, also for integers) */
      double current_wide[4];
   };
};

struct st_texture { /* one sampler slot of one stage */
   struct pipe_sampler_view *view;    /* borrowed; NULL: unbound (samples as 0,0,0,1) */
   struct pipe_sampler_state sampler;
};

struct st_context {
   struct pipe_context *pipe;
   uint32_t dirty;                  /* enum st_dirty */

   /* Written by gl-api together with the dirty bit. */
   struct pipe_blend_state blend;
   float blend_color[4];
   struct pipe_depth_stencil_alpha_state dsa;
   uint8_t stencil_ref[2];
   struct pipe_rasterizer_state raster;
   uint32_t polygon_stipple[32];    /* rows of set_polygon_stipple, with raster.poly_stipple_enable; ST_DIRTY_RASTER */
   float clip_planes[8][4];         /* of raster.clip_plane_enable, where the shader writes no clip distances; ST_DIRTY_CLIP */
   struct pipe_viewport_state viewport[PIPE_MAX_VIEWPORTS];
   struct pipe_scissor_state scissor[PIPE_MAX_VIEWPORTS];
   struct pipe_window_rectangles window_rectangles; /* with scissor: ST_DIRTY_SCISSOR */
   uint8_t viewport_count;
   uint32_t sample_mask;
   uint8_t min_samples;             /* of a pixel that shading runs for; with ST_DIRTY_SAMPLE_MASK */
   struct pipe_sample_locations sample_locations; /* with ST_DIRTY_SAMPLE_MASK */
   uint8_t patch_vertices;          /* of PIPE_PRIM_PATCHES; 0: such are not drawn; ST_DIRTY_PATCH */
   float tess_outer[4], tess_inner[2]; /* levels of patches without a control shader; ST_DIRTY_PATCH */
   struct pipe_framebuffer_state fb;  /* surfaces borrowed from gl-api's attachments */
   struct st_attrib attrib[PIPE_MAX_ATTRIBS];  /* by attribute location */
   uint32_t attribs_read;           /* locations that the bound vertex shader and raster.edge_flags read */
   void *shader[PIPE_SHADER_TYPES];    /* from pipe_context.create_shader; task and mesh: struct st_mesh_shader */
   struct { const void *data; uint32_t size_B; } constants[PIPE_SHADER_TYPES]; /* default uniform block storage */
   uint32_t constants_dirty;        /* bit per stage; with ST_DIRTY_CONSTANTS */
   /* Bytes of constant buffer PIPE_CONST_SLOT_STATE (ST_DIRTY_STATE_CONSTANTS when they change), and how many of them the bound shader
    * of a stage reads (0: none; set together with the shaders). */
   struct { const void *data; uint32_t size_B; } state_constants;
   uint16_t state_constants_read_B[PIPE_SHADER_TYPES];
   /* Targets of stream output, which continues where each stopped; count 0: nothing is captured. ST_DIRTY_SO. */
   struct pipe_stream_output_target *so_target[PIPE_MAX_SO_BUFFERS];
   uint8_t so_count;
   uint8_t views;                   /* that each draw is repeated for, with its number in *view_id; 0, 1: none (OVR_multiview) */
   uint32_t *view_id;               /* in state_constants.data */
   bool reads_coherently;           /* a primitive's fragments read the colours that earlier primitives of the draw wrote */
   /* With reads_coherently after geometry or tessellation shaders: the last of these stages with the outputs of st_captured.h,
    * and the vertex shader that passes them on; `vertices` of a primitive. shader NULL: no such stages. */
   struct { void *shader, *pass_vertex; enum pipe_shader_type stage; uint8_t vertices; } captured;
   /* Buffers of uniform blocks by constant buffer slot, 1 .. PIPE_CONST_SLOT_STATE - 1 (ST_DIRTY_UBO when they change). A slot of
    * the mask may be without a buffer: it reads as zeros. */
   struct pipe_constant_buffer uniform_buffer[PIPE_SHADER_TYPES][PIPE_MAX_CONST_BUFFERS];
   uint32_t uniform_buffers_used[PIPE_SHADER_TYPES]; /* bit per slot */
   /* Buffers that shaders read and write: storage blocks and atomic counters (ST_DIRTY_SHADER_BUFFERS). Without a buffer a slot of
    * the mask reads as zeros. */
   struct pipe_shader_buffer shader_buffer[PIPE_SHADER_TYPES][PIPE_SHADER_BUFFER_SLOTS];
   uint32_t shader_buffers_used[PIPE_SHADER_TYPES];
   /* Images that shaders load from and store to, by slot (ST_DIRTY_IMAGES). Without a resource loads are zeros. */
   struct pipe_image_view image[PIPE_SHADER_TYPES][PIPE_MAX_SHADER_IMAGES];
   uint8_t image_count[PIPE_SHADER_TYPES];
   struct st_texture texture[PIPE_SHADER_TYPES][PIPE_MAX_SAMPLERS];
   uint8_t texture_count[PIPE_SHADER_TYPES];

   struct st_mesh_memory *mesh_memory; /* private to st_mesh.c, as all that follow to state/; NULL: no mesh shader was drawn */
   struct st_cso_cache *cso;
   struct st_uploader *upload;
   struct st_bound *bound;
};

/* NULL-safe finish. init: false = out of memory. Everything is dirty after init. */
bool st_context_init(struct st_context *st, struct pipe_context *pipe);
void st_context_finish(struct st_context *st);

/* Draws. `info` as in pipe.h, plus client-memory indices in `user_indices` (NULL: info->index_buffer). Validates,
 * uploads client arrays (only the vertices that the draw can reach), draws. False: out of memory; nothing was drawn.
 * reads_coherently makes a draw of each primitive; the CPU reads index buffers and indirect arguments then.
 * Line loops, fans and 8-bit indices are passed on unchanged: the driver converts where the device cannot. */
bool st_draw(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices);
/* Draws with the bound mesh shader, and the task shader if there is one, which both read the state of their stages. grid: work groups of
 * the first of them, within ST_MESH_MAX_GROUPS; after st_validate or with dirty bits. *counts is added to. Waits for task shaders. False:
 * out of memory; some work groups may have been drawn. */
bool st_draw_mesh(struct st_context *st, const uint32_t grid[3], uint32_t draw_id, struct st_mesh_counts *counts);
/* The CPU reads words of a buffer, once the device has written them. False: out of memory or lost. */
bool st_read_words(struct st_context *st, struct pipe_resource *buffer, uint64_t begin_B, uint32_t *words, uint32_t count);
void st_mesh_finish(struct st_context *st); /* of st_context_finish */
/* A task or mesh shader (state->stage). NULL: out of memory, or it has no form that the device runs. delete: NULL is fine. */
struct st_mesh_shader *st_create_mesh_shader(struct st_context *st, const struct pipe_shader_state *state);
void st_delete_mesh_shader(struct st_context *st, enum pipe_shader_type stage, struct st_mesh_shader *shader);
/* prepare_shaders of shaders that are linked together, in the form of st_context.shader. */
bool st_prepare_shaders(struct st_context *st, void *const csos[PIPE_SHADER_TYPES], char *why, size_t why_size_B);
/* Runs the bound compute shader. False: out of memory; nothing ran. */
bool st_launch_grid(struct st_context *st, const struct pipe_grid_info *info);
/* Window rectangles discard something. */
static inline bool st_window_is_cut(const struct pipe_window_rectangles *w)
{
   return w->include || w->count;
}
/* What the rectangles leave of a box, as boxes without overlap (st_window.c); their number. */
enum { ST_MAX_WINDOW_BOXES = (2 * PIPE_MAX_WINDOW_RECTANGLES + 1) * (PIPE_MAX_WINDOW_RECTANGLES + 1) };
unsigned st_window_boxes(const struct pipe_window_rectangles *w, struct pipe_scissor_state box,
                         struct pipe_scissor_state out[ST_MAX_WINDOW_BOXES]);
/* Clears the surfaces of fb, honouring the colour masks of `st`, stencil write mask and scissor (GL's glClear rules;
 * depth is cleared only when depth_write is on). color: one value per colour buffer in `buffers`. */
bool st_clear(struct st_context *st, unsigned buffers, const union pipe_color_union *color, double depth,
              unsigned stencil);
/* Ends capturing at once, so that any command may read the captured values. */
void st_end_stream_output(struct st_context *st);
/* Deletes a shader made by st->pipe, unbinding it first where it is bound. NULL is fine. */
void st_delete_shader(struct st_context *st, enum pipe_shader_type stage, void *cso);
/* All state is dirty and passed to the driver again: after a user other than this st_context changed state of the pipe context. */
void st_invalidate(struct st_context *st);
/* Streaming memory of one kind of use (PIPE_BIND_*). NULL: out of memory. destroy(NULL) is fine. */
struct st_uploader *st_uploader_create(struct pipe_context *pipe, uint32_t bind);
void st_uploader_destroy(struct st_uploader *up);
/* size_B bytes aligned to align_B in *buffer at *offset_B (reference given to the caller), mapped at the return value until
 * the next request to the same uploader. NULL: out of memory. */
void *st_upload_alloc(struct st_uploader *up, uint32_t size_B, uint32_t align_B, uint32_t *offset_B,
                      struct pipe_resource **buffer);

#endif
