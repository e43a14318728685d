/* ga_fixed.h: fixed functions as generated GLSL. A key has the state that the source depends on; equal keys (as bytes) are one
 * program. Values that change without a new program are built-in uniforms. */
#ifndef GA_FIXED_H
#define GA_FIXED_H

#include "gl-api/legacy/ga_legacy.h"

enum ga_fixed_light { GA_LIGHT_ON = 1, GA_LIGHT_POSITIONAL = 2, GA_LIGHT_SPOT = 4 };
enum ga_fixed_fog { GA_FOG_OFF, GA_FOG_LINEAR, GA_FOG_EXP, GA_FOG_EXP2 };
/* Bits per material parameter that is the vertex's colour. */
enum ga_fixed_tracked { GA_TRACK_AMBIENT = 1, GA_TRACK_DIFFUSE = 2, GA_TRACK_SPECULAR = 4, GA_TRACK_EMISSION = 8 };

enum ga_fixed_fog_coord { GA_FOG_EYE_PLANE_ABSOLUTE, GA_FOG_EYE_PLANE, GA_FOG_EYE_RADIAL, GA_FOG_ATTRIBUTE };

struct ga_fixed_vertex_key {
   uint8_t raster;                  /* positions are clip coordinates; attributes are passed on */
   uint8_t pixels;                  /* coordinates of the texture of drawn pixels are passed on */
   uint8_t lighting, two_side, local_viewer, separate_specular, normalize, rescale;
   uint8_t tracked[2];              /* enum ga_fixed_tracked, of the front and the back */
   uint16_t materials;              /* slots of parameters of the material that are attributes (GA_MATERIAL_SLOT) */
   uint8_t light[GA_MAX_LIGHTS];    /* enum ga_fixed_light */
   uint8_t fog_coord, writes_fog;   /* enum ga_fixed_fog_coord; the fragment stage reads it */
   uint8_t writes_secondary;
   uint8_t attenuate_points, point_size_array;
   uint8_t clip_planes;             /* bit per plane */
   uint8_t coords;                  /* bit per texture coordinate set that the fragment stage reads */
   uint8_t texture_matrix;          /* bit per set with a matrix */
   uint8_t gen[GA_MAX_TEXTURE_COORDS][4]; /* s, t, r, q: 0: the attribute; else enum ga_fixed_gen */
};
enum ga_fixed_gen { GA_GEN_OFF, GA_GEN_OBJECT, GA_GEN_EYE, GA_GEN_SPHERE, GA_GEN_REFLECTION, GA_GEN_NORMAL };

/* The base format of a texture in the modes without combiners (GL 2.1, tables 3.22 and 3.23). */
enum ga_fixed_texel { GA_TEXEL_RGBA, GA_TEXEL_RGB, GA_TEXEL_RED, GA_TEXEL_ALPHA, GA_TEXEL_INTENSITY };

struct ga_fixed_combine { uint8_t function, scale, source[4], operand[4]; };
/* Sources: a texture of unit n is GA_SOURCE_TEXTURE0 + n. */
enum ga_fixed_source { GA_SOURCE_CONSTANT, GA_SOURCE_PRIMARY, GA_SOURCE_PREVIOUS, GA_SOURCE_ZERO, GA_SOURCE_ONE,
   GA_SOURCE_TEXTURE0 };
enum ga_fixed_operand { GA_OPERAND_COLOR, GA_OPERAND_INVERSE_COLOR, GA_OPERAND_ALPHA, GA_OPERAND_INVERSE_ALPHA };
enum ga_fixed_function { GA_FUNCTION_REPLACE, GA_FUNCTION_MODULATE, GA_FUNCTION_ADD, GA_FUNCTION_ADD_SIGNED, GA_FUNCTION_INTERPOLATE,
   GA_FUNCTION_SUBTRACT, GA_FUNCTION_DOT3_RGB, GA_FUNCTION_DOT3_RGBA, GA_FUNCTION_MODULATE_ADD, GA_FUNCTION_MODULATE_SIGNED_ADD,
   GA_FUNCTION_MODULATE_SUBTRACT, GA_FUNCTION_ADD_PRODUCTS, GA_FUNCTION_ADD_PRODUCTS_SIGNED };
enum ga_fixed_mode { GA_MODE_MODULATE, GA_MODE_REPLACE, GA_MODE_DECAL, GA_MODE_BLEND, GA_MODE_ADD, GA_MODE_COMBINE };

struct ga_fixed_unit {
   struct ga_fixed_texture texture; /* target 0: nothing is textured */
   uint8_t mode;
   struct ga_fixed_combine rgb, alpha;
};

struct ga_fixed_fragment_key {
   struct ga_fixed_unit unit[GA_MAX_TEXTURE_COORDS];
   uint8_t color_sum, fog;          /* enum ga_fixed_fog */
   uint8_t pixels;                  /* enum ga_pixel_kind */
};

/* ---- ga_fixed_key.c ---- */
void ga_fixed_fragment_key(struct ga_context *ctx, struct ga_fixed_fragment_key *key);
/* The textures of the enabled units differ from those of the last key in what a key has of them. */
bool ga_fixed_textures_differ(struct ga_context *ctx);
/* read: bit per location of the built-in varyings that the fragment stage reads. */
void ga_fixed_vertex_key(const struct ga_context *ctx, uint64_t read, struct ga_fixed_vertex_key *key);
/* The vertex stage of fixed functions writes the size of points. */
bool ga_fixed_point_size(const struct ga_context *ctx);
uint64_t ga_fixed_fragment_inputs(const struct ga_fixed_fragment_key *key);

/* The executable of the vertex stage that writes these varyings; counted. NULL: out of memory (ga_fixed_program.c). */
struct ga_exec *ga_fixed_vertex_exec(struct ga_context *ctx, uint64_t read);

/* ---- sources: malloc'ed; NULL: out of memory ---- */
char *ga_fixed_vertex_source(const struct ga_fixed_vertex_key *key);
char *ga_fixed_fragment_source(const struct ga_fixed_fragment_key *key);

/* Text that grows. */
struct ga_text { char *at; size_t length, room; bool no_memory; };
void ga_text_put(struct ga_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *ga_text_finish(struct ga_text *text);

#endif
