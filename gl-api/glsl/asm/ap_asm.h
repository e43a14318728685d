/* ap_asm.h: assembly programs (ARB_vertex_program, ARB_fragment_program): source -> instructions and parameters -> SPIR-V, which the
 * linker takes as it takes that of the GLSL front end. Any bytes are accepted. No state of the caller: safe in any thread.
 * docs/compatibility.md describes the way of the parameters into shaders. ap_ati.h makes the same programs of ATI_fragment_shader. */
#ifndef AP_ASM_H
#define AP_ASM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gl-api/glsl/front/glsl_front.h"

/* Limits of ARB_vertex_program (table X.7) and ARB_fragment_program; a program that exceeds one does not load. */
#define AP_MAX_INSTRUCTIONS 8192
#define AP_MAX_TEMPS 256
#define AP_MAX_PARAMS 1024          /* distinct bindings and constants, with the elements of arrays */
#define AP_MAX_ENV 256
#define AP_MAX_LOCALS 1024
#define AP_MAX_ADDRESS 1            /* vertex programs */
#define AP_MAX_VERTEX_ATTRIBS 16
#define AP_MAX_FRAGMENT_ATTRIBS 12  /* two colours, eight texture coordinates, fog coordinate, position */
#define AP_MAX_MATRICES 8           /* state.matrix.program */
#define AP_MAX_TEXTURE_UNITS 16
#define AP_MAX_DRAW_BUFFERS 8

/* AP_ATI_FRAGMENT has no source text; its struct ap_program is one of AP_FRAGMENT. */
enum ap_target { AP_VERTEX, AP_FRAGMENT, AP_LANGUAGES, AP_ATI_FRAGMENT = AP_LANGUAGES, AP_TARGETS };

/* Limits of the context; at most the maximum of the language. */
struct ap_limits { unsigned texture_units, draw_buffers; };

/* Where the four components of a parameter come from. */
enum ap_source { AP_CONSTANT, AP_ENV, AP_LOCAL, AP_STATE, AP_PROGRAM_MATRIX, AP_SPOT_DIRECTION };
#define AP_ZERO (-1)                /* components of AP_STATE that are constants */
#define AP_ONE (-2)
struct ap_param {
   uint32_t source;                 /* enum ap_source */
   uint32_t index;                  /* of the environment or local parameter, of the light; matrix * 16 + form (enum glsl_matrix_form) * 4 + row */
   int32_t word[4];                 /* AP_STATE: floats of struct glsl_state_constants, AP_ZERO or AP_ONE */
   float value[4];                  /* AP_CONSTANT */
};

struct ap_counts { unsigned instructions, alu, tex, indirections, temps, params, attribs, address; };

/* A program that loaded. */
struct ap_program;

/* The reason of a failure. */
struct ap_error { int32_t position; /* byte in the source */ char text[200]; };

/* NULL: *error has the place and the reason; text "": out of memory. */
struct ap_program *ap_compile(enum ap_target target, const char *source, size_t length, const struct ap_limits *limits,
                              struct ap_error *error);
void ap_program_destroy(struct ap_program *p); /* NULL is fine */

/* The parameters of the program's constant buffer, four floats each, in order. */
const struct ap_param *ap_program_params(const struct ap_program *p, unsigned *count);
struct ap_counts ap_program_counts(const struct ap_program *p);
bool ap_program_position_invariant(const struct ap_program *p);
/* The unit is sampled with the target that ap_variant.texture names. */
bool ap_program_samples_any_target(const struct ap_program *p, unsigned unit);
/* The colour sum and the fog of fixed functions follow the program: ap_variant.color_sum, ap_variant.fog. */
bool ap_program_has_fixed_stages(const struct ap_program *p);
/* The texture target of a unit that is sampled with a comparison. */
enum ap_comparison { AP_COMPARES_NOT, AP_COMPARES_1D, AP_COMPARES_2D, AP_COMPARES_RECT };
enum ap_comparison ap_program_comparison(const struct ap_program *p, unsigned unit);

/* State that the module depends on. */
enum ap_texture_target { AP_TEX_NONE, AP_TEX_1D, AP_TEX_2D, AP_TEX_3D, AP_TEX_CUBE, AP_TEX_RECT, AP_TEX_SHADOW1D, AP_TEX_SHADOW2D,
   AP_TEX_SHADOWRECT, AP_TEX_ANY /* of ap_variant */ };
enum ap_fog { AP_FOG_OFF, AP_FOG_LINEAR, AP_FOG_EXP, AP_FOG_EXP2 };
enum ap_depth_mode { AP_DEPTH_LUMINANCE, AP_DEPTH_INTENSITY, AP_DEPTH_ALPHA, AP_DEPTH_RED };
struct ap_variant {
   uint8_t clip_planes;             /* position-invariant programs: bit per enabled plane */
   uint8_t depth_mode[AP_MAX_TEXTURE_UNITS]; /* of units that are sampled with a comparison: enum ap_depth_mode */
   uint8_t texture[AP_MAX_TEXTURE_UNITS]; /* of units that are sampled with any target: AP_TEX_1D to AP_TEX_RECT; AP_TEX_NONE: 0, 0, 0, 1 */
   uint8_t color_sum, fog;          /* programs with fixed stages; fog: enum ap_fog */
};
/* A module for glsl_link. Its default block has the parameters; samplers are bound to their units. NULL: out of memory. */
struct glsl_module *ap_module(const struct ap_program *p, const struct ap_variant *variant);

#endif
