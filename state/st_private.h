/* st_private.h: internals of the state tracker. */
#ifndef ST_PRIVATE_H
#define ST_PRIVATE_H

#include "state/st_context.h"

/* ---- st_cso.c: every constant state object of the context, found by the bytes of its struct ---------------------------- */

enum st_cso_kind { ST_CSO_BLEND, ST_CSO_DSA, ST_CSO_RASTERIZER, ST_CSO_SAMPLER, ST_CSO_VERTEX_ELEMENTS, ST_CSO_KIND_COUNT };

/* Key of ST_CSO_VERTEX_ELEMENTS: only the used elements are compared. */
struct st_vertex_layout {
   uint32_t count;
   struct pipe_vertex_element element[PIPE_MAX_ATTRIBS];
};

struct st_cso_cache *st_cso_cache_create(struct pipe_context *pipe);
/* Deletes every object; none may be bound. NULL is fine. */
void st_cso_cache_destroy(struct st_cso_cache *cache);
/* The object for `state`, created at the first use. NULL: out of memory. Objects live until st_cso_trim. */
void *st_cso_get(struct st_cso_cache *cache, enum st_cso_kind kind, const void *state);
/* When a kind has grown past its limit: deletes all its objects that are not among `keep`. */
void st_cso_trim(struct st_cso_cache *cache, enum st_cso_kind kind, void *const *keep, unsigned keep_count);

/* ---- st_bind.c: the values that the driver got last; passes on differences only ------------------------------------------- */

struct st_bound {
   void *cso[ST_CSO_KIND_COUNT];          /* ST_CSO_SAMPLER unused */
   void *shader[PIPE_SHADER_TYPES];
   struct pipe_framebuffer_state fb;
   float blend_color[4];
   uint32_t polygon_stipple[32];
   bool polygon_stipple_known;
   float clip_planes[8][4];
   bool clip_planes_known;
   uint8_t stencil_ref[2];
   uint32_t sample_mask;
   uint8_t min_samples;
   struct pipe_sample_locations sample_locations;
   uint8_t patch_vertices;
   float tess_outer[4], tess_inner[2];
   struct pipe_viewport_state viewport[PIPE_MAX_VIEWPORTS];
   struct pipe_scissor_state scissor[PIPE_MAX_VIEWPORTS];
   struct pipe_window_rectangles window_rectangles;
   uint32_t constants_bound;              /* bit per stage */
   uint16_t state_constants_bound_B[PIPE_SHADER_TYPES]; /* bytes of the current st->state_constants that a stage has */
   uint32_t state_constants_bound;        /* bit per stage: has some, current or not */
   struct pipe_constant_buffer uniform_buffer[PIPE_SHADER_TYPES][PIPE_MAX_CONST_BUFFERS];
   uint32_t uniform_buffers_used[PIPE_SHADER_TYPES];
   struct pipe_shader_buffer shader_buffer[PIPE_SHADER_TYPES][PIPE_SHADER_BUFFER_SLOTS];
   uint32_t shader_buffers_used[PIPE_SHADER_TYPES];
   struct pipe_image_view image[PIPE_SHADER_TYPES][PIPE_MAX_SHADER_IMAGES];
   uint8_t image_count[PIPE_SHADER_TYPES];
   struct pipe_sampler_view *view[PIPE_SHADER_TYPES][PIPE_MAX_SAMPLERS];
   void *sampler[PIPE_SHADER_TYPES][PIPE_MAX_SAMPLERS];
   struct pipe_sampler_state sampler_state[PIPE_SHADER_TYPES][PIPE_MAX_SAMPLERS]; /* that `sampler` was made of */
   uint8_t texture_count[PIPE_SHADER_TYPES];
   struct pipe_vertex_buffer vb[PIPE_MAX_VERTEX_BUFFERS];
   uint8_t vb_count;
   struct pipe_stream_output_target *so_target[PIPE_MAX_SO_BUFFERS]; /* the driver's references keep them */
   uint8_t so_count;
   uint32_t unknown;                      /* enum st_dirty: the driver's value is not known: pass the value on even if it is equal */

   /* Vertex plan (st_update_vertex.c): slot i feeds the i-th location that the shader reads. */
   struct pipe_vertex_buffer plan[PIPE_MAX_ATTRIBS]; /* client slots: stride only */
   uint8_t location[PIPE_MAX_ATTRIBS];
   uint8_t plan_count;
   uint32_t client_slots;                 /* bit per slot: client memory, uploaded by every draw */
   struct pipe_resource *current_buffer;    /* holds the current values read by the shader; counted */
};

void st_bind_cso(struct st_context *st, enum st_cso_kind kind, void *cso);
void st_bind_textures(struct st_context *st, enum pipe_shader_type stage, unsigned count, struct pipe_sampler_view *const *views,
                      void *const *samplers);
void st_bind_vertex_buffers(struct st_context *st, unsigned count, const struct pipe_vertex_buffer *vb);
void st_bind_framebuffer(struct st_context *st, const struct pipe_framebuffer_state *fb);

/* ---- st_update_*.c ---------------------------------------------------------------------------------------------------------------- */

/* Pure translations, result in canonical form: fields without effect are zero, so that states of equal behaviour are one object. */
void st_canonical_blend(const struct st_context *st, struct pipe_blend_state *out);
void st_canonical_dsa(const struct st_context *st, struct pipe_depth_stencil_alpha_state *out);
void st_canonical_rasterizer(const struct st_context *st, struct pipe_rasterizer_state *out);
void st_canonical_sampler(const struct pipe_sampler_state *in, struct pipe_sampler_state *out);
void st_canonical_vertex_layout(const struct st_context *st, struct st_vertex_layout *out);

/* Rows of update_list.def. False: out of memory. */
#define ST_UPDATE(name, bits) bool st_update_##name(struct st_context *st);
#include "state/update_list.def"
#undef ST_UPDATE

/* Brings the driver up to date with the dirty bits in `mask`. False: out of memory; the bits stay dirty. */
bool st_validate(struct st_context *st, uint32_t mask);

/* Uploads the client arrays for vertices first .. first + count - 1 and instances, and binds all vertex buffers. */
bool st_vertex_upload_client(struct st_context *st, uint32_t first, uint32_t count, uint32_t start_instance,
                             uint32_t instance_count);

/* ---- st_index.c ------------------------------------------------------------------------------------------------------------ */

/* Smallest and largest index; false: none but restart indices. */
bool st_index_range(const void *indices, unsigned index_size_B, uint32_t count, bool restart, uint32_t restart_index,
                    uint32_t *min, uint32_t *max);

/* Maps a range of a buffer for reading. NULL: out of memory or lost. */
const void *st_map_read(struct st_context *st, struct pipe_resource *buffer, uint64_t begin_B, uint64_t size_B,
                        struct pipe_transfer **transfer);

/* The indices of a draw: of memory, or consecutive ones. */
struct st_index_source {
   const void *data;
   uint32_t room;        /* indices in memory; those after it read as 0 */
   uint8_t size_B;       /* 0: consecutive */
   struct pipe_transfer *transfer;
};

/* From the draw's `start`. False: out of memory; nothing to close. */
bool st_index_open(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices, struct st_index_source *source);
void st_index_close(struct st_context *st, struct st_index_source *source);

static inline uint32_t st_index_at(const struct st_index_source *s, uint32_t i)
{
   if (!s->size_B)
      return i;
   if (i >= s->room)
      return 0;
   switch (s->size_B) {
   case 1: return ((const uint8_t *)s->data)[i];
   case 2: return ((const uint16_t *)s->data)[i];
   default: return ((const uint32_t *)s->data)[i];
   }
}

/* ---- st_indirect.c ---------------------------------------------------------------------------------------------------------- */

/* False: out of memory. */
typedef bool (*st_draw_func)(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices);

/* Calls `draw` for each draw of an indirect one that has vertices and instances. */
bool st_draw_indirect(struct st_context *st, const struct pipe_draw_info *info, st_draw_func draw);

/* A loop of draws ends with the context. */
static inline bool st_lost(struct st_context *st)
{
   return st->pipe->impl->get_reset_status(st->pipe) != PIPE_RESET_NONE;
}

/* ---- st_draw.c ------------------------------------------------------------------------------------------------------------- */

/* A draw as the application gave it: client arrays are uploaded and bound. False: out of memory. */
bool st_draw_plain(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices);

/* ---- st_captured.c --------------------------------------------------------------------------------------------------------- */

/* Draws the primitives that st->captured makes one by one: client arrays are uploaded and bound. False: out of memory. */
bool st_draw_captured(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices);

/* ---- st_parts.c ------------------------------------------------------------------------------------------------------------ */

/* Primitives of the draw may overlap each other and reach the framebuffer. */
bool st_draw_needs_parts(const struct st_context *st, const struct pipe_draw_info *info);
/* Draws primitive by primitive: client arrays are uploaded and bound. False: out of memory. */
bool st_draw_parts(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices);

/* ---- st_strip_lists.c ------------------------------------------------------------------------------------------------------- */

bool st_draw_needs_strip_list(const struct st_context *st, const struct pipe_draw_info *info);
/* Draws strips of triangles with adjacency as a list: client arrays are uploaded and bound. False: out of memory. */
bool st_draw_strip_list(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices);

#endif
