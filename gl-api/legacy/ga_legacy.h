/* ga_legacy.h: state that only contexts of the compatibility profile and of OpenGL ES 1.1 have (docs/compatibility.md). Commands store
 * it; the rows fixed_function and legacy_constants of derive/ga_derive.def make programs and constants of it. */
#ifndef GA_LEGACY_H
#define GA_LEGACY_H

#include "gl-api/glsl/link.h"
#include "gl-api/object/ga_vao.h"

#define GA_MAX_LIGHTS GLSL_MAX_LIGHTS
#define GA_MAX_TEXTURE_COORDS GLSL_MAX_TEXTURE_COORDS /* and units with a texture environment */
#define GA_MODELVIEW_DEPTH 32
#define GA_PROJECTION_DEPTH 32
#define GA_TEXTURE_DEPTH 10

/* ---- groups of state that glPushAttrib saves together ----------------------------------------------------------------------- */

struct ga_light { /* position and direction in eye coordinates */
   GLfloat ambient[4], diffuse[4], specular[4], position[4], spot_direction[3], spot_exponent, spot_cutoff, attenuation[3];
};
struct ga_material { GLfloat ambient[4], diffuse[4], specular[4], emission[4], shininess, indexes[3]; };

struct ga_lighting {
   bool enabled, color_material, two_side, local_viewer;
   uint8_t lights;                  /* bit per enabled light */
   GLenum color_control, color_material_face, color_material_mode, shade_model;
   GLfloat ambient[4];
   struct ga_light light[GA_MAX_LIGHTS];
   struct ga_material material[2];  /* front, back */
};

struct ga_fog { bool enabled; GLenum mode, coord_source, distance_mode; GLfloat color[4], density, start, end, index; };

struct ga_alpha_test { bool enabled; GLenum func; GLfloat ref; };

struct ga_transform { GLenum matrix_mode; bool normalize, rescale_normal; GLfloat clip_plane[GLSL_MAX_CLIP_PLANES][4]; };

struct ga_points { bool smooth, sprite, coord_replace[GA_MAX_TEXTURE_COORDS] /* by unit */; GLfloat size_min, size_max, attenuation[3]; };

/* Operations on pixels between memory and images (ga_pixel_transfer.h); colours in the order R, G, B, A. */
struct ga_pixel_transfer {
   bool map_color, map_stencil;
   GLint index_shift, index_offset;
   GLfloat scale[4], bias[4], depth_scale, depth_bias;
};
#define GA_PIXEL_MAPS 10            /* GL_PIXEL_MAP_I_TO_I and those that follow */
#define GA_MAX_PIXEL_MAP 256
struct ga_pixel_map { GLint size; GLfloat value[GA_MAX_PIXEL_MAP]; };

struct ga_stipples { bool line, polygon; GLint line_factor; GLushort line_pattern;
   uint32_t polygon_pattern[32];    /* rows from the bottom; the highest bit is the leftmost pixel */
};

/* Targets of a texture unit, the first of them last: an enabled one hides those before it (GL 2.1, 3.8.16). */
enum ga_env_target { GA_ENV_1D, GA_ENV_2D, GA_ENV_RECT, GA_ENV_3D, GA_ENV_CUBE, GA_ENV_EXTERNAL, GA_ENV_TARGETS };

struct ga_combine { GLenum function, source[4], operand[4]; GLfloat scale; }; /* the fourth: NV_texture_env_combine4 */

struct ga_texture_env {
   uint8_t enabled;                 /* bit per enum ga_env_target */
   uint8_t gen_enabled;             /* bit per coordinate s, t, r, q */
   GLenum mode, gen_mode[4];
   GLfloat color[4], eye_plane[4][4], object_plane[4][4];
   struct ga_combine rgb, alpha;
};

/* Evaluators (GL 2.1, 5.1): GL_MAP1_COLOR_4 to GL_MAP1_VERTEX_4, and the same of two dimensions. */
enum { GA_MAP_COLOR, GA_MAP_INDEX, GA_MAP_NORMAL, GA_MAP_TEX_COORD_1, GA_MAP_TEX_COORD_4 = GA_MAP_TEX_COORD_1 + 3, GA_MAP_VERTEX_3,
   GA_MAP_VERTEX_4, GA_MAPS };
#define GA_MAX_EVAL_ORDER 30
struct ga_map_grid { GLint segments[2]; GLfloat from[2], to[2]; };
struct ga_eval_state {
   uint16_t enabled[2];             /* bit per map of one and of two dimensions */
   bool auto_normal;
   struct ga_map_grid grid[2];
};

/* ---- the rest -------------------------------------------------------------------------------------------------------------- */

/* Facts of a unit's texture that the program of fixed functions depends on (ga_fixed.h: enum ga_env_target + 1 or 0, enum ga_fixed_texel). */
struct ga_fixed_texture { uint8_t target, texel, shadow; };

struct ga_matrix_stack { GLfloat (*at)[16]; GLint depth /* index of the top */, limit; };

/* The current raster position (GL 2.1, 2.13), in window coordinates, and its associated values. */
struct ga_raster { bool valid; GLfloat position[4], distance, color[4], secondary[4], index, coords[GA_MAX_TEXTURE_COORDS][4]; };
/* Pixels that fixed functions draw at the raster position. */
enum ga_pixel_kind { GA_PIXELS_NONE, GA_PIXELS_IMAGE, GA_PIXELS_BITMAP, GA_PIXELS_DEPTH, GA_PIXELS_STENCIL, GA_PIXELS_DEPTH_STENCIL,
   GA_PIXELS_TEXTURES /* of the application (OES_draw_texture) */ };
#define GA_PIXEL_UNIT GA_MAX_TEXTURE_COORDS /* their texture's unit: the first that fixed functions do not use */
#define GA_PIXEL_ATTRIB 1           /* their texture's coordinates */
#define GA_POINT_SIZE_ATTRIB 2      /* OES_point_size_array: OpenGL ES 1.1 has no generic attributes */

/* Vertices that are collected, each with the attributes of `mask` in the order of their slots, four floats each. */
struct ga_vertices {
   uint32_t mask;                   /* bit per attribute slot; 0: not between glBegin and glEnd */
   uint32_t floats;                 /* of a vertex */
   uint8_t place[GA_ATTRIB_SLOTS];  /* of a slot's attribute in a vertex, in attributes */
   GLfloat vertex[4 * GA_ATTRIB_SLOTS]; /* the values of the next vertex */
   GLfloat *data;                   /* the vertices */
   uint32_t count, room;            /* of them */
};

/* Materials of vertices (glMaterial between glBegin and glEnd) are attributes of fixed vertex processing, which reads no generic ones: a
 * slot for each parameter of the front, then of the back. */
enum ga_material_parameter { GA_MATERIAL_AMBIENT, GA_MATERIAL_DIFFUSE, GA_MATERIAL_SPECULAR, GA_MATERIAL_EMISSION, GA_MATERIAL_SHININESS,
   GA_MATERIAL_PARAMETERS };
#define GA_MATERIAL_SLOT(side, parameter) (1 + GA_MATERIAL_PARAMETERS * (side) + (parameter))
#define GA_MATERIAL_SLOTS (((1u << 2 * GA_MATERIAL_PARAMETERS) - 1) << 1)

/* The primitive between glBegin and glEnd. Its vertices are written to a block of streaming memory (ga_immediate_stream.c). */
struct ga_immediate {
   bool inside;
   bool fixed_vertex;               /* no vertex shader of the application reads generic attributes */
   bool loop_open;                  /* the beginning of a line loop was drawn: `first` closes it */
   GLenum mode;
   struct ga_vertices v;
   GLfloat first[4 * GA_ATTRIB_SLOTS];
   struct st_uploader *uploader;    /* NULL before the first primitive */
   struct {
      struct pipe_resource *buffer; /* counted; NULL: none */
      uint8_t *map;
      uint32_t offset_B, size_B, used_B; /* in the buffer; `used` from `offset` on */
      uint32_t base_B, base_mask;   /* where vertices of this layout begin: primitives that follow each other differ in their first vertex */
   } block;
   struct {                         /* the arrays that st.attrib[] has while ctx->derived_vao is `vao` */
      const struct pipe_resource *buffer;
      uint64_t base_B;
      uint32_t mask;
   } derived;
   struct ga_vao vao;               /* describes vertices to a draw */
};

/* Control points of a map: order[0] x order[1]; those of one dimension have order[1] = 1. */
struct ga_map { GLint order[2]; GLfloat from[2], to[2], *points /* malloc'ed; NULL: the initial one */; };

/* Selection and feedback (GL 2.1, 5.2 and 5.3). Counts go on where the buffer is full. */
#define GA_MAX_NAME_STACK_DEPTH 64
struct ga_render_mode {
   GLenum mode;
   struct {
      GLuint *buffer;
      bool set, hit, overflow;
      GLsizei room, used, hits;
      GLfloat z_min, z_max;         /* of the primitives since the last record */
      GLuint names[GA_MAX_NAME_STACK_DEPTH];
      GLint depth;
   } select;
   struct {
      GLfloat *buffer;
      bool set, overflow;
      GLsizei room, used;
      GLenum type;
   } feedback;
};

/* The buffer that vertices of new lists go to: mapped, filled from front to back. */
/* What a compiled command with an image selects (ga_select.h). */
enum ga_list_select_kind { GA_LIST_SELECT_NOTHING, GA_LIST_SELECT_TEXTURE_UNIT, GA_LIST_SELECT_TEXTURE };
struct ga_list_selection { enum ga_list_select_kind kind; GLuint name; GLenum target; const char *command; };
struct ga_list_chunk { struct pipe_resource *buffer /* counted or NULL */; struct pipe_transfer *transfer; uint8_t *map; uint32_t size_B, used_B; };

struct ga_lists;
struct ga_arrays;
struct ga_fixed_last;
struct ga_attrib_stack;
struct ga_assembly;
struct ga_assembly_state;

struct ga_legacy {
   struct ga_lighting lighting;
   struct ga_fog fog;
   struct ga_alpha_test alpha;
   struct ga_transform transform;
   struct ga_points points;
   struct ga_stipples stipples;
   struct ga_texture_env env[GA_MAX_TEXTURE_COORDS];
   GLfloat lod_bias[GA_MAX_TEXTURE_UNITS]; /* GL_TEXTURE_FILTER_CONTROL */
   bool color_sum, vertex_two_side; /* GL_COLOR_SUM, GL_VERTEX_PROGRAM_TWO_SIDE */
   uint8_t constants;               /* enum ga_legacy_constant: those of ctx->state_constants that are up to date */
   struct ga_light constant_light[GA_MAX_LIGHTS]; /* of which ctx->state_constants.legacy.light[] was made */
   bool raster_unclipped;           /* GL_RASTER_POSITION_UNCLIPPED_IBM */
   GLint locked_first, locked_count; /* glLockArraysEXT; count 0: not locked */
   GLenum clamp_vertex_color, clamp_fragment_color;
   GLenum hint_perspective, hint_point_smooth, hint_fog;
   unsigned client_unit;            /* glClientActiveTexture */
   GLfloat clear_accum[4], clear_index; /* values of buffers that no framebuffer has */
   GLuint index_mask;
   bool index_logic_op;

   struct ga_matrix_stack modelview, projection, texture[GA_MAX_TEXTURE_COORDS];
   GLfloat modelview_matrices[GA_MODELVIEW_DEPTH][16], projection_matrices[GA_PROJECTION_DEPTH][16],
      texture_matrices[GA_MAX_TEXTURE_COORDS][GA_TEXTURE_DEPTH][16];

   struct ga_eval_state eval;
   struct ga_map map[2][GA_MAPS];
   struct ga_render_mode render;

   struct ga_immediate immediate;
   struct ga_vertices *vertices;    /* that commands for attributes reach: those of `immediate`, or of the list that is compiled */
   struct ga_raster raster;
   struct ga_arrays *element_arrays; /* of glArrayElement, malloc'ed or NULL; open: between glBegin and glEnd */
   bool element_arrays_open;
   GLfloat pixel_zoom[2];
   struct ga_pixel_transfer transfer;
   struct ga_pixel_map pixel_map[GA_PIXEL_MAPS];
   enum ga_pixel_kind pixels;       /* being drawn (ga_pixel_rect.c) */
   struct ga_texture *pixel_texture; /* counted or NULL: their texels */
   struct ga_fixed_texture fixed_texture[GA_MAX_TEXTURE_COORDS]; /* of the last derived key of fragments */
   struct ga_fixed_last *fixed_last; /* malloc'ed or NULL (ga_fixed_program.c) */
   struct ga_exec *fixed[PIPE_SHADER_TYPES]; /* counted: executables of fixed functions in ctx->stage_exec */
   uint32_t vertex_materials;       /* slots of parameters of the material that the vertices of the draw have */
   bool fixed_vertex;               /* the last derived draw has no vertex shader or program of the application */
   struct ga_assembly_state *assembly; /* assembly programs (ga_assembly.h) */
   struct ga_vertex_capture *capture; /* NULL: nothing was captured yet (ga_vertex_capture.c) */
   struct ga_dispatch *inside;      /* commands between glBegin and glEnd */
   struct ga_dispatch *save;        /* commands while a display list is compiled */
   const struct ga_dispatch *outside; /* all other times */
   struct ga_lists *lists;          /* the list that is being compiled; NULL: none (ga_list.c) */
   struct ga_lists *spare_lists;    /* memory of the last compilation, or NULL */
   struct ga_list_chunk list_chunk;
   struct ga_list_selection list_selection; /* of the command that is being compiled */
   GLuint list_base;
   unsigned list_nesting;           /* of glCallList */
   struct ga_attrib_stack *attribs, *client_attribs; /* the tops; NULL: empty */
   GLint attrib_depth, client_attrib_depth;
};

/* Context creation and destruction. init false: out of memory. Contexts of other profiles have ctx->legacy NULL. */
bool ga_legacy_init(struct ga_context *ctx);
void ga_legacy_finish(struct ga_context *ctx);
/* Functions that other rooms call (context/ga_legacy_hooks.h): ctx->hooks. */
extern const struct ga_legacy_hooks ga_legacy_hooks;
extern const struct ga_transfer_hooks ga_legacy_transfer; /* ga_pixel_transfer.c */
GLfloat ga_legacy_query_color(struct ga_context *ctx, GLfloat value); /* ctx->hooks->query_color */
void ga_accum_clear(struct ga_context *ctx); /* ctx->hooks->clear_accum */
/* Rows of ga_enable.csv that no other profile has (ga_legacy_enable.c). get false: none of them. */
bool ga_legacy_get_capability(struct ga_context *ctx, GLenum name, bool *value);
void ga_legacy_set_capability(struct ga_context *ctx, GLenum name, bool value);
bool ga_legacy_get_hint(struct ga_context *ctx, GLenum name, GLenum *value);
void ga_legacy_set_hint(struct ga_context *ctx, GLenum name, GLenum value);
#define GA_MAX_LEGACY_CAPABILITIES 64
/* All of these capabilities, in the order of the table. */
void ga_legacy_enables_get(struct ga_context *ctx, bool values[GA_MAX_LEGACY_CAPABILITIES]);
void ga_legacy_enables_set(struct ga_context *ctx, const bool values[GA_MAX_LEGACY_CAPABILITIES]);
/* Built-in uniforms (ga_legacy_constants.c) that the stages read (ctx->st.state_constants_read_B): the matrices, which programs change
 * between draws, and the others. */
bool ga_legacy_matrices(struct ga_context *ctx);
bool ga_legacy_constants(struct ga_context *ctx);
/* ctx->dispatch becomes the table of the moment: between glBegin and glEnd, while a list is compiled, or all commands. */
void ga_legacy_dispatch(struct ga_context *ctx);

/* ---- matrices (ga_matrices.c) ---- */
static inline const GLfloat *ga_matrix_top(const struct ga_matrix_stack *stack)
{
   return stack->at[stack->depth];
}
void ga_matrix_identity(GLfloat m[16]);
void ga_matrix_multiply(GLfloat out[16], const GLfloat a[16], const GLfloat b[16]); /* out = a * b; out may be a or b */
void ga_matrix_transpose(GLfloat out[16], const GLfloat m[16]);
void ga_matrix_invert(GLfloat out[16], const GLfloat m[16]); /* singular: the identity */
bool ga_matrix_is_identity(const GLfloat m[16]);
void ga_matrix_apply(GLfloat out[4], const GLfloat m[16], const GLfloat v[4]);
/* The row vector v times the inverse of m: planes from object to eye coordinates (GL 2.1, 2.12). */
void ga_matrix_plane(GLfloat out[4], const GLfloat m[16], const GLfloat v[4]);
bool ga_matrix_is_mode(const struct ga_context *ctx, GLenum mode); /* of glMatrixMode */
/* The stack of glMatrixMode, or NULL: the active unit has none. *dirty: bits of its changes. */
struct ga_matrix_stack *ga_matrix_current(struct ga_context *ctx, uint32_t *dirty);

/* ---- arrays (ga_client_arrays.c) ---- */
/* The attribute of GL_VERTEX_ARRAY and so on, of the current client texture unit. */
const struct ga_vertex_attrib *ga_client_array(const struct ga_context *ctx, GLenum array, bool *enabled, const struct ga_buffer **buffer);
bool ga_client_array_enabled(const struct ga_context *ctx, GLenum array);
void ga_client_array_enable(struct ga_context *ctx, GLenum array, bool value);
bool ga_client_pointer(const struct ga_context *ctx, GLenum pname, void **pointer); /* of glGetPointerv; false: not one of these */

/* ---- attributes (ga_immediate.c) ---- */
/* ga_legacy_attrib for attributes that vertices have not had yet, for vertices without room, and outside of glBegin and glEnd. */
void ga_legacy_attrib_slow(struct ga_context *ctx, unsigned slot, GLfloat x, GLfloat y, GLfloat z, GLfloat w);
/* Appends the next vertex. Its attributes are copied in the pieces in which they were stored: a wider load waits until the stores have
 * left the store buffer. */
static inline void ga_vertices_add(struct ga_vertices *v)
{
   GLfloat *to = v->data + (size_t)v->count++ * v->floats;
#define COPY(place) __builtin_memcpy(to + 4 * (place), v->vertex + 4 * (place), 4 * sizeof(GLfloat))
   switch (v->floats / 4) {
   default: __builtin_memcpy(to + 16, v->vertex + 16, (v->floats - 16) * sizeof(GLfloat)); /* fall through */
   case 4: COPY(3); /* fall through */
   case 3: COPY(2); /* fall through */
   case 2: COPY(1); /* fall through */
   case 1: COPY(0);
   }
#undef COPY
}
/* Sets a current value; between glBegin and glEnd it belongs to the vertices that follow. Slot 0 is a vertex there. */
static inline void ga_legacy_attrib(struct ga_context *ctx, unsigned slot, GLfloat x, GLfloat y, GLfloat z, GLfloat w)
{
   typedef GLfloat vector __attribute__((vector_size(16)));
   struct ga_vertices *v = ctx->legacy->vertices;
   if (!(v->mask >> slot & 1) || (slot == 0 && v->count == v->room)) {
      ga_legacy_attrib_slow(ctx, slot, x, y, z, w);
      return;
   }
   const vector value = {x, y, z, w}; /* one store, which ga_vertices_add loads as it is */
   __builtin_memcpy(v->vertex + 4 * v->place[slot], &value, sizeof(value));
   if (slot == 0)
      ga_vertices_add(v);
}
/* An attribute that is not of the vertex where the slots of generic ones are those of materials. */
void ga_generic_attrib(struct ga_context *ctx, unsigned index, const GLfloat value[4]);
/* glBegin in the name of a command. False: an error was raised, and nothing begins. */
bool ga_immediate_begin(struct ga_context *ctx, GLenum mode, const char *command);
/* A parameter of the material of vertices that follow. False: it is state of the primitive, which was drawn so far. */
bool ga_immediate_material(struct ga_context *ctx, unsigned side, enum ga_material_parameter parameter, const GLfloat value[4]);
/* A vertex whose attributes of `mask` have these values instead of the current ones; *value: by slot. */
void ga_immediate_vertex(struct ga_context *ctx, uint32_t mask, const GLfloat (*value)[4]);
/* The primitive ends: arrays that glArrayElement read are released (ga_list_arrays.c). */
void ga_array_elements_close(struct ga_context *ctx);
/* Draws the primitives so far: state that a draw reads is about to change. */
void ga_immediate_split(struct ga_context *ctx);
/* Current values become those of vertices; the slot of the position has none. values: in the layout of `mask`. */
void ga_set_current_values(struct ga_context *ctx, uint32_t mask, const GLfloat *values);

/* ---- layouts (ga_vertices.c) ---- */
/* Gives vertices that follow a slot more, with this value. */
void ga_vertices_add_slot(struct ga_vertices *v, unsigned slot, const GLfloat value[4]);
/* Copies vertices of the layout `mask` into that of `v`, whose other attributes get their values of v->vertex; the memory may overlap,
 * where `to` is not above `from`'s end and not below its beginning. */
void ga_vertices_widen(const struct ga_vertices *v, GLfloat *to, const GLfloat *from, uint32_t mask, uint32_t count);

/* ---- streaming (ga_immediate_stream.c) ---- */
/* Room for one vertex more: of a new primitive, or by drawing a part of it. False: GL_OUT_OF_MEMORY was raised. */
bool ga_immediate_room(struct ga_context *ctx);
/* The layout of the primitive gets a slot more; vertices so far have this value. False: GL_OUT_OF_MEMORY was raised. */
bool ga_immediate_widen(struct ga_context *ctx, unsigned slot, const GLfloat value[4]);
/* The primitive is complete; its vertices are drawn. */
void ga_immediate_finish(struct ga_context *ctx);
/* Draws vertices of this layout, 16 bytes per attribute, from `base_B` of a buffer on; `map`: their memory, for selection and feedback.
 * info: as ga_draw_vertices takes it. */
struct ga_vertex_source { struct pipe_resource *buffer; uint64_t base_B; const uint8_t *map; uint32_t mask; };
void ga_immediate_draw(struct ga_context *ctx, const struct ga_vertex_source *source, const struct pipe_draw_info *info, const char *command);
void ga_immediate_release(struct ga_context *ctx);

/* A parameter's values in a material, and their number (ga_lighting.c). */
GLfloat *ga_material_values(struct ga_material *material, enum ga_material_parameter parameter, unsigned *count);

void ga_pixel_transfer_init(struct ga_legacy *l); /* ga_pixel_state.c */

/* ---- evaluators (ga_eval.c) ---- */
void ga_eval_init(struct ga_legacy *legacy);
void ga_eval_finish(struct ga_legacy *legacy);
/* Values from the first to the last control point that a command reads; 0: its arguments are not legal. */
size_t ga_map1_values(GLenum target, GLint stride, GLint order);
size_t ga_map2_values(GLenum target, GLint ustride, GLint uorder, GLint vstride, GLint vorder);
void ga_map_enable(struct ga_context *ctx, GLenum target, bool value);
bool ga_map_enabled(const struct ga_context *ctx, GLenum target);

/* ---- selection and feedback (ga_render_mode.c, ga_render_feedback_draw.c) ---- */
/* A draw whose primitives are selected or fed back. */
void ga_render_feedback_draw(struct ga_context *ctx, const struct pipe_draw_info *info, const void *user_indices, const char *command);
/* The same of the raster position. token: GL_BITMAP_TOKEN, GL_DRAW_PIXEL_TOKEN, GL_COPY_PIXEL_TOKEN; GL_NONE: it was set. */
void ga_render_feedback_raster(struct ga_context *ctx, GLenum token);

/* ---- fixed functions (ga_fixed_program.c) ---- */
/* The executables of stages without a shader of GLSL: of assembly programs or fixed functions. False: an error was raised. */
bool ga_fixed_update(struct ga_context *ctx, const char *operation);
/* Sets GA_DIRTY_FIXED_TEXTURES if they depend on what changed in textures. */
void ga_fixed_textures(struct ga_context *ctx);
/* Share group destruction. */
struct ga_fixed_cache;
void ga_fixed_cache_destroy(struct ga_fixed_cache *cache);

/* ---- assembly programs (ga_assembly.c, ga_assembly_draw.c) ---- */
void ga_assembly_unref(struct ga_assembly *p); /* NULL is fine */
/* Parameters of the programs that the draw uses -> constant buffers. False: GL_OUT_OF_MEMORY was raised. */
bool ga_assembly_parameters(struct ga_context *ctx, const char *operation);
/* Bits for changes by other contexts since the last draw. */
uint32_t ga_assembly_changed(const struct ga_context *ctx);
GLint ga_assembly_error_position(const struct ga_context *ctx);

#endif
