/* api_tessellation.h: functions that the bodies of tessellation share. */
#ifndef API_TESSELLATION_H
#define API_TESSELLATION_H

#include "api_test.h"

#define TESS_GLSL "#version 330 core\n#extension GL_ARB_tessellation_shader : require\n"
#define TESS_ARRAYS TESS_GLSL "#extension GL_ARB_arrays_of_arrays : require\n"
#define TESS_DOUBLES TESS_GLSL "#extension GL_ARB_gpu_shader_fp64 : require\n"
#define TESS_SEPARATE TESS_GLSL "#extension GL_ARB_separate_shader_objects : require\n"
#define TESS_FRAGMENT TESS_GLSL "flat in vec4 color; out vec4 c; void main() { c = color; }"
#define TESS_FRAGMENT_PLAIN TESS_GLSL "out vec4 c; void main() { c = vec4(1.0); }"
/* Control shaders: patches of one quad. */
#define TESS_LEVELS_ONE "for (int l = 0; l < 4; l++) gl_TessLevelOuter[l] = 1.0;\n" \
   "gl_TessLevelInner[0] = gl_TessLevelInner[1] = 1.0;\n"
/* Evaluation shaders of quads: patch n covers texel n. */
#define TESS_CELL "gl_Position = vec4((vec2(n % 32, n / 32) + gl_TessCoord.xy) / 16.0 - 1.0, 0.0, 1.0);\n"

/* Compiles and attaches; fails with the log. Skips the body where the context lacks ARB_tessellation_shader. */
void tess_attach(GLuint program, GLenum stage, const char *source);
/* A linked and used program; control, evaluation and geometry may be NULL. */
GLuint tess_program(const char *vertex, const char *control, const char *evaluation, const char *geometry, const char *fragment);
/* A vertex array object without arrays, and patches of so many vertices. */
void tess_patches(GLint vertices);
/* A picture with a colour for each texel n: bytes r, g, b. */
void tess_fill(uint8_t rgba[API_TEXELS][4], void (*color)(int n, int rgb[3]));
bool tess_has_statistics(void); /* ARB_pipeline_statistics_query */

#endif
