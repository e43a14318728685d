/* state_constants.h: built-in uniforms whose values are state of the context that draws, not of the program: the bytes of
 * constant buffer PIPE_CONST_SLOT_STATE. The linker decorates the variables with these offsets; each context has its own
 * copy of the values. */
#ifndef GLSL_STATE_CONSTANTS_H
#define GLSL_STATE_CONSTANTS_H

#include <stdint.h>

#define GLSL_MAX_LIGHTS 8
#define GLSL_MAX_CLIP_PLANES 8
#define GLSL_MAX_TEXTURE_COORDS 8

/* The structures of GLSL 1.20, 7.5, with the names of its members. A vector begins at a multiple of 16 bytes (spirv/spv_layout.h). */
struct glsl_light_source { float ambient[4], diffuse[4], specular[4], position[4], half_vector[4], spot_direction[3], spot_exponent,
   spot_cutoff, spot_cos_cutoff, constant_attenuation, linear_attenuation, quadratic_attenuation, pad[3]; };
struct glsl_material { float emission[4], ambient[4], diffuse[4], specular[4], shininess, pad[3]; };
struct glsl_light_product { float ambient[4], diffuse[4], specular[4]; };
struct glsl_point { float size, size_min, size_max, fade_threshold, constant_attenuation, linear_attenuation, quadratic_attenuation, pad; };
struct glsl_fog { float color[4], density, start, end, scale; };

enum glsl_matrix { GLSL_MODELVIEW, GLSL_PROJECTION, GLSL_MODELVIEW_PROJECTION, GLSL_MATRICES };
enum glsl_matrix_form { GLSL_PLAIN, GLSL_INVERSE, GLSL_TRANSPOSE, GLSL_INVERSE_TRANSPOSE, GLSL_MATRIX_FORMS };

/* State of fixed functions; matrices by columns. A stage gets the bytes up to the last that it reads, so what few shaders read is last. */
struct glsl_legacy_constants {
   float matrix[GLSL_MATRICES][16];
   float normal_matrix[3][4], normal_scale, pad[3];
   struct glsl_material material[2];                       /* front, back */
   struct glsl_light_source light[GLSL_MAX_LIGHTS];
   float light_model_ambient[4], scene_color[2][4];
   struct glsl_light_product light_product[2][GLSL_MAX_LIGHTS];
   struct glsl_fog fog;
   struct glsl_point point;
   float clip_plane[GLSL_MAX_CLIP_PLANES][4];
   float texture_env_color[GLSL_MAX_TEXTURE_COORDS][4];
   float eye_plane[4][GLSL_MAX_TEXTURE_COORDS][4], object_plane[4][GLSL_MAX_TEXTURE_COORDS][4]; /* s, t, r, q */
   float texture_matrix[GLSL_MAX_TEXTURE_COORDS][16];
   float matrix_form[GLSL_MATRIX_FORMS - 1][GLSL_MATRICES][16], /* GLSL_INVERSE and those after it */
      texture_matrix_form[GLSL_MATRIX_FORMS - 1][GLSL_MAX_TEXTURE_COORDS][16];
};

struct glsl_state_constants {
   float depth_range[4]; /* gl_DepthRange: near, far, far - near, 0 (ESSL 1.00, 7.5) */
   int32_t num_samples; /* gl_NumSamples: of the draw framebuffer, at least 1 (GLSL 4.60, 7.4) */
   uint32_t view_id;    /* gl_ViewID_OVR */
   int32_t pad[2];
   struct glsl_legacy_constants legacy; /* only contexts of the compatibility profile pass these on */
};

#endif
