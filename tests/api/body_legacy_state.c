/* body_legacy_state.c: state tables 23.3 to 23.87 of the OpenGL 4.6 compatibility specification: rows that the core profile lacks, and
 * others that attribute groups save. Each row is read with its command and with the other commands of its kind, has its initial value
 * after creation, and is saved and restored by exactly the groups that the table names. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api_test.h"
#include <GL/gl.h>

#define COUNT(array) (sizeof array / sizeof array[0])

/* Names that the headers lack where the core profile's comes first. */
#define GL_CURRENT_SECONDARY_COLOR 0x8459
#define GL_CURRENT_FOG_COORD 0x8453
#define GL_CURRENT_RASTER_SECONDARY_COLOR 0x845F
#define GL_FOG_COORD_SRC 0x8450
#define GL_FOG_COORD 0x8451
#define GL_FRAGMENT_DEPTH 0x8452
#define GL_COLOR_SUM 0x8458
#define GL_CLAMP_VERTEX_COLOR 0x891A
#define GL_CLAMP_FRAGMENT_COLOR 0x891B
#define GL_POINT_SPRITE 0x8861
#define GL_COORD_REPLACE 0x8862
#define GL_POINT_SIZE_MIN 0x8126
#define GL_POINT_SIZE_MAX 0x8127
#define GL_POINT_DISTANCE_ATTENUATION 0x8129
#define GL_LIGHT_MODEL_COLOR_CONTROL 0x81F8
#define GL_SINGLE_COLOR 0x81F9
#define GL_SEPARATE_SPECULAR_COLOR 0x81FA
#define GL_RESCALE_NORMAL 0x803A
#define GL_GENERATE_MIPMAP 0x8191
#define GL_GENERATE_MIPMAP_HINT 0x8192
#define GL_DEPTH_TEXTURE_MODE 0x884B
#define GL_TEXTURE_FILTER_CONTROL 0x8500
#define GL_COMBINE 0x8570
#define GL_COMBINE_RGB 0x8571
#define GL_COMBINE_ALPHA 0x8572
#define GL_RGB_SCALE 0x8573
#define GL_ADD_SIGNED 0x8574
#define GL_CONSTANT 0x8576
#define GL_PRIMARY_COLOR 0x8577
#define GL_PREVIOUS 0x8578
#define GL_SRC0_RGB 0x8580
#define GL_SRC1_RGB 0x8581
#define GL_SRC2_RGB 0x8582
#define GL_SRC0_ALPHA 0x8588
#define GL_SRC1_ALPHA 0x8589
#define GL_SRC2_ALPHA 0x858A
#define GL_OPERAND0_RGB 0x8590
#define GL_OPERAND1_RGB 0x8591
#define GL_OPERAND2_RGB 0x8592
#define GL_OPERAND0_ALPHA 0x8598
#define GL_OPERAND1_ALPHA 0x8599
#define GL_OPERAND2_ALPHA 0x859A
#define GL_VERTEX_PROGRAM_TWO_SIDE 0x8643
#define GL_TRANSPOSE_MODELVIEW_MATRIX 0x84E3
#define GL_TRANSPOSE_PROJECTION_MATRIX 0x84E4
#define GL_TRANSPOSE_TEXTURE_MATRIX 0x84E5
#define GL_CLIENT_ACTIVE_TEXTURE 0x84E1
#define GL_MAX_TEXTURE_UNITS 0x84E2
#define GL_MAX_TEXTURE_COORDS 0x8871
#define GL_FOG_COORD_ARRAY 0x8457
#define GL_FOG_COORD_ARRAY_TYPE 0x8454
#define GL_FOG_COORD_ARRAY_STRIDE 0x8455
#define GL_FOG_COORD_ARRAY_POINTER 0x8456
#define GL_SECONDARY_COLOR_ARRAY 0x845E
#define GL_SECONDARY_COLOR_ARRAY_SIZE 0x845A
#define GL_SECONDARY_COLOR_ARRAY_TYPE 0x845B
#define GL_SECONDARY_COLOR_ARRAY_STRIDE 0x845C
#define GL_SECONDARY_COLOR_ARRAY_POINTER 0x845D
#define GL_VERTEX_ARRAY_BUFFER_BINDING 0x8896
#define GL_NORMAL_ARRAY_BUFFER_BINDING 0x8897
#define GL_COLOR_ARRAY_BUFFER_BINDING 0x8898
#define GL_INDEX_ARRAY_BUFFER_BINDING 0x8899
#define GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING 0x889A
#define GL_EDGE_FLAG_ARRAY_BUFFER_BINDING 0x889B
#define GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING 0x889C
#define GL_FOG_COORD_ARRAY_BUFFER_BINDING 0x889D
#define GL_MULTISAMPLE_BIT 0x20000000
void glFogCoordf(GLfloat coord);
void glSecondaryColor3f(GLfloat r, GLfloat g, GLfloat b);
void glWindowPos3f(GLfloat x, GLfloat y, GLfloat z);
void glClientActiveTexture(GLenum texture);
void glFogCoordPointer(GLenum type, GLsizei stride, const void *pointer);
void glSecondaryColorPointer(GLint size, GLenum type, GLsizei stride, const void *pointer);

/* ---- rows ---------------------------------------------------------------------------------------------------------------------------- */

enum command { ENABLED, NUMBER, POINTER, LIGHT, MATERIAL, ENV, GEN, PARAMETER, PLANE, MAP, PIXEL_MAP, STIPPLE, INDEXED, ENABLED_INDEXED };

/* of: the light, face, coordinate, target, map or index. Values after the given ones are 0. */
static const struct row {
   enum command command;
   GLenum of, name;
   unsigned count;
   GLbitfield groups;      /* of the server's stack; CLIENT: of the client's stack, with GL_CLIENT_VERTEX_ARRAY_BIT */
   double initial[16];
   const char *text;
} rows[] = {
#define CLIENT 0x80000000u
#define E(name, groups, value) {ENABLED, 0, name, 1, groups, {value}, #name},
#define N(name, count, groups, ...) {NUMBER, 0, name, count, groups, {__VA_ARGS__}, #name},
#define R(command, of, name, count, groups, ...) {command, of, name, count, groups, {__VA_ARGS__}, #of " " #name},
#define EN(bit) (bit | GL_ENABLE_BIT)
#define IDENTITY 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1
   /* 23.3 */
   N(GL_CURRENT_COLOR, 4, GL_CURRENT_BIT, 1, 1, 1, 1) N(GL_CURRENT_SECONDARY_COLOR, 4, GL_CURRENT_BIT, 0, 0, 0, 1)
   N(GL_CURRENT_INDEX, 1, GL_CURRENT_BIT, 1) N(GL_CURRENT_TEXTURE_COORDS, 4, GL_CURRENT_BIT, 0, 0, 0, 1)
   N(GL_CURRENT_NORMAL, 3, GL_CURRENT_BIT, 0, 0, 1) N(GL_CURRENT_FOG_COORD, 1, GL_CURRENT_BIT, 0)
   N(GL_CURRENT_RASTER_POSITION, 4, GL_CURRENT_BIT, 0, 0, 0, 1) N(GL_CURRENT_RASTER_DISTANCE, 1, GL_CURRENT_BIT, 0)
   N(GL_CURRENT_RASTER_COLOR, 4, GL_CURRENT_BIT, 1, 1, 1, 1) N(GL_CURRENT_RASTER_SECONDARY_COLOR, 4, GL_CURRENT_BIT, 0, 0, 0, 1)
   N(GL_CURRENT_RASTER_TEXTURE_COORDS, 4, GL_CURRENT_BIT, 0, 0, 0, 1)
   N(GL_CURRENT_RASTER_POSITION_VALID, 1, GL_CURRENT_BIT, 1) N(GL_EDGE_FLAG, 1, GL_CURRENT_BIT, 1) N(GL_PATCH_VERTICES, 1, GL_CURRENT_BIT, 3)
   /* 23.4 to 23.8 */
   E(GL_VERTEX_ARRAY, CLIENT, 0) N(GL_VERTEX_ARRAY_SIZE, 1, CLIENT, 4) N(GL_VERTEX_ARRAY_TYPE, 1, CLIENT, GL_FLOAT)
   N(GL_VERTEX_ARRAY_STRIDE, 1, CLIENT, 0) R(POINTER, 0, GL_VERTEX_ARRAY_POINTER, 1, CLIENT, 0)
   E(GL_NORMAL_ARRAY, CLIENT, 0) N(GL_NORMAL_ARRAY_TYPE, 1, CLIENT, GL_FLOAT) N(GL_NORMAL_ARRAY_STRIDE, 1, CLIENT, 0)
   R(POINTER, 0, GL_NORMAL_ARRAY_POINTER, 1, CLIENT, 0)
   E(GL_FOG_COORD_ARRAY, CLIENT, 0) N(GL_FOG_COORD_ARRAY_TYPE, 1, CLIENT, GL_FLOAT) N(GL_FOG_COORD_ARRAY_STRIDE, 1, CLIENT, 0)
   R(POINTER, 0, GL_FOG_COORD_ARRAY_POINTER, 1, CLIENT, 0)
   E(GL_COLOR_ARRAY, CLIENT, 0) N(GL_COLOR_ARRAY_SIZE, 1, CLIENT, 4) N(GL_COLOR_ARRAY_TYPE, 1, CLIENT, GL_FLOAT)
   N(GL_COLOR_ARRAY_STRIDE, 1, CLIENT, 0) R(POINTER, 0, GL_COLOR_ARRAY_POINTER, 1, CLIENT, 0)
   E(GL_SECONDARY_COLOR_ARRAY, CLIENT, 0) N(GL_SECONDARY_COLOR_ARRAY_SIZE, 1, CLIENT, 3) N(GL_SECONDARY_COLOR_ARRAY_TYPE, 1, CLIENT, GL_FLOAT)
   N(GL_SECONDARY_COLOR_ARRAY_STRIDE, 1, CLIENT, 0) R(POINTER, 0, GL_SECONDARY_COLOR_ARRAY_POINTER, 1, CLIENT, 0)
   E(GL_INDEX_ARRAY, CLIENT, 0) N(GL_INDEX_ARRAY_TYPE, 1, CLIENT, GL_FLOAT) N(GL_INDEX_ARRAY_STRIDE, 1, CLIENT, 0)
   R(POINTER, 0, GL_INDEX_ARRAY_POINTER, 1, CLIENT, 0)
   E(GL_TEXTURE_COORD_ARRAY, CLIENT, 0) N(GL_TEXTURE_COORD_ARRAY_SIZE, 1, CLIENT, 4) N(GL_TEXTURE_COORD_ARRAY_TYPE, 1, CLIENT, GL_FLOAT)
   N(GL_TEXTURE_COORD_ARRAY_STRIDE, 1, CLIENT, 0) R(POINTER, 0, GL_TEXTURE_COORD_ARRAY_POINTER, 1, CLIENT, 0)
   E(GL_EDGE_FLAG_ARRAY, CLIENT, 0) N(GL_EDGE_FLAG_ARRAY_STRIDE, 1, CLIENT, 0) R(POINTER, 0, GL_EDGE_FLAG_ARRAY_POINTER, 1, CLIENT, 0)
   N(GL_VERTEX_ARRAY_BUFFER_BINDING, 1, CLIENT, 0) N(GL_NORMAL_ARRAY_BUFFER_BINDING, 1, CLIENT, 0)
   N(GL_COLOR_ARRAY_BUFFER_BINDING, 1, CLIENT, 0) N(GL_INDEX_ARRAY_BUFFER_BINDING, 1, CLIENT, 0)
   N(GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING, 1, CLIENT, 0) N(GL_EDGE_FLAG_ARRAY_BUFFER_BINDING, 1, CLIENT, 0)
   N(GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING, 1, CLIENT, 0) N(GL_FOG_COORD_ARRAY_BUFFER_BINDING, 1, CLIENT, 0)
   N(GL_CLIENT_ACTIVE_TEXTURE, 1, CLIENT, GL_TEXTURE0) N(GL_ARRAY_BUFFER_BINDING, 1, CLIENT, 0)
   E(GL_PRIMITIVE_RESTART, CLIENT, 0) E(GL_PRIMITIVE_RESTART_FIXED_INDEX, CLIENT, 0) N(GL_PRIMITIVE_RESTART_INDEX, 1, CLIENT, 0)
   /* 23.10 */
   N(GL_MODELVIEW_MATRIX, 16, 0, IDENTITY) N(GL_TRANSPOSE_MODELVIEW_MATRIX, 16, 0, IDENTITY) N(GL_PROJECTION_MATRIX, 16, 0, IDENTITY)
   N(GL_TRANSPOSE_PROJECTION_MATRIX, 16, 0, IDENTITY) N(GL_TEXTURE_MATRIX, 16, 0, IDENTITY) N(GL_TRANSPOSE_TEXTURE_MATRIX, 16, 0, IDENTITY)
   N(GL_DEPTH_RANGE, 2, GL_VIEWPORT_BIT, 0, 1) N(GL_MODELVIEW_STACK_DEPTH, 1, 0, 1) N(GL_PROJECTION_STACK_DEPTH, 1, 0, 1)
   N(GL_TEXTURE_STACK_DEPTH, 1, 0, 1) N(GL_MATRIX_MODE, 1, GL_TRANSFORM_BIT, GL_MODELVIEW) E(GL_NORMALIZE, EN(GL_TRANSFORM_BIT), 0)
   E(GL_RESCALE_NORMAL, EN(GL_TRANSFORM_BIT), 0) R(PLANE, 0, GL_CLIP_PLANE0, 4, GL_TRANSFORM_BIT, 0)
   R(PLANE, 0, GL_CLIP_PLANE5, 4, GL_TRANSFORM_BIT, 0) E(GL_CLIP_PLANE0, EN(GL_TRANSFORM_BIT), 0) E(GL_CLIP_PLANE5, EN(GL_TRANSFORM_BIT), 0)
   N(GL_CLIP_ORIGIN, 1, GL_TRANSFORM_BIT, GL_LOWER_LEFT) N(GL_CLIP_DEPTH_MODE, 1, GL_TRANSFORM_BIT, GL_NEGATIVE_ONE_TO_ONE)
   E(GL_DEPTH_CLAMP, EN(GL_TRANSFORM_BIT), 0)
   /* 23.11 */
   N(GL_FOG_COLOR, 4, GL_FOG_BIT, 0) N(GL_FOG_INDEX, 1, GL_FOG_BIT, 0) N(GL_FOG_DENSITY, 1, GL_FOG_BIT, 1) N(GL_FOG_START, 1, GL_FOG_BIT, 0)
   N(GL_FOG_END, 1, GL_FOG_BIT, 1) N(GL_FOG_MODE, 1, GL_FOG_BIT, GL_EXP) E(GL_FOG, EN(GL_FOG_BIT), 0)
   N(GL_FOG_COORD_SRC, 1, GL_FOG_BIT, GL_FRAGMENT_DEPTH) E(GL_COLOR_SUM, EN(GL_FOG_BIT), 0) N(GL_SHADE_MODEL, 1, GL_LIGHTING_BIT, GL_SMOOTH)
   N(GL_CLAMP_VERTEX_COLOR, 1, EN(GL_LIGHTING_BIT), GL_TRUE) N(GL_CLAMP_FRAGMENT_COLOR, 1, EN(GL_COLOR_BUFFER_BIT), GL_FIXED_ONLY)
   N(GL_CLAMP_READ_COLOR, 1, EN(GL_COLOR_BUFFER_BIT), GL_FIXED_ONLY) N(GL_PROVOKING_VERTEX, 1, GL_LIGHTING_BIT, GL_LAST_VERTEX_CONVENTION)
   /* 23.12 */
   E(GL_LIGHTING, EN(GL_LIGHTING_BIT), 0) E(GL_COLOR_MATERIAL, EN(GL_LIGHTING_BIT), 0)
   N(GL_COLOR_MATERIAL_PARAMETER, 1, GL_LIGHTING_BIT, GL_AMBIENT_AND_DIFFUSE) N(GL_COLOR_MATERIAL_FACE, 1, GL_LIGHTING_BIT, GL_FRONT_AND_BACK)
   R(MATERIAL, GL_FRONT, GL_AMBIENT, 4, GL_LIGHTING_BIT, 0.2, 0.2, 0.2, 1) R(MATERIAL, GL_BACK, GL_DIFFUSE, 4, GL_LIGHTING_BIT, 0.8, 0.8, 0.8, 1)
   R(MATERIAL, GL_FRONT, GL_SPECULAR, 4, GL_LIGHTING_BIT, 0, 0, 0, 1) R(MATERIAL, GL_BACK, GL_EMISSION, 4, GL_LIGHTING_BIT, 0, 0, 0, 1)
   R(MATERIAL, GL_FRONT, GL_SHININESS, 1, GL_LIGHTING_BIT, 0) R(MATERIAL, GL_BACK, GL_COLOR_INDEXES, 3, GL_LIGHTING_BIT, 0, 1, 1)
   N(GL_LIGHT_MODEL_AMBIENT, 4, GL_LIGHTING_BIT, 0.2, 0.2, 0.2, 1) N(GL_LIGHT_MODEL_LOCAL_VIEWER, 1, GL_LIGHTING_BIT, 0)
   N(GL_LIGHT_MODEL_TWO_SIDE, 1, GL_LIGHTING_BIT, 0) N(GL_LIGHT_MODEL_COLOR_CONTROL, 1, GL_LIGHTING_BIT, GL_SINGLE_COLOR)
   /* 23.13 */
   R(LIGHT, GL_LIGHT0, GL_AMBIENT, 4, GL_LIGHTING_BIT, 0, 0, 0, 1) R(LIGHT, GL_LIGHT0, GL_DIFFUSE, 4, GL_LIGHTING_BIT, 1, 1, 1, 1)
   R(LIGHT, GL_LIGHT7, GL_DIFFUSE, 4, GL_LIGHTING_BIT, 0, 0, 0, 1) R(LIGHT, GL_LIGHT0, GL_SPECULAR, 4, GL_LIGHTING_BIT, 1, 1, 1, 1)
   R(LIGHT, GL_LIGHT7, GL_SPECULAR, 4, GL_LIGHTING_BIT, 0, 0, 0, 1) R(LIGHT, GL_LIGHT7, GL_POSITION, 4, GL_LIGHTING_BIT, 0, 0, 1, 0)
   R(LIGHT, GL_LIGHT7, GL_CONSTANT_ATTENUATION, 1, GL_LIGHTING_BIT, 1) R(LIGHT, GL_LIGHT7, GL_LINEAR_ATTENUATION, 1, GL_LIGHTING_BIT, 0)
   R(LIGHT, GL_LIGHT7, GL_QUADRATIC_ATTENUATION, 1, GL_LIGHTING_BIT, 0) R(LIGHT, GL_LIGHT7, GL_SPOT_DIRECTION, 3, GL_LIGHTING_BIT, 0, 0, -1)
   R(LIGHT, GL_LIGHT7, GL_SPOT_EXPONENT, 1, GL_LIGHTING_BIT, 0) R(LIGHT, GL_LIGHT7, GL_SPOT_CUTOFF, 1, GL_LIGHTING_BIT, 180)
   E(GL_LIGHT0, EN(GL_LIGHTING_BIT), 0) E(GL_LIGHT7, EN(GL_LIGHTING_BIT), 0)
   /* 23.14 and 23.15 */
   E(GL_RASTERIZER_DISCARD, 0, 0) N(GL_POINT_SIZE, 1, GL_POINT_BIT, 1) E(GL_POINT_SMOOTH, EN(GL_POINT_BIT), 0)
   E(GL_POINT_SPRITE, EN(GL_POINT_BIT), 0) N(GL_POINT_SIZE_MIN, 1, GL_POINT_BIT, 0) N(GL_POINT_FADE_THRESHOLD_SIZE, 1, GL_POINT_BIT, 1)
   N(GL_POINT_DISTANCE_ATTENUATION, 3, GL_POINT_BIT, 1) N(GL_POINT_SPRITE_COORD_ORIGIN, 1, GL_POINT_BIT, GL_UPPER_LEFT)
   N(GL_LINE_WIDTH, 1, GL_LINE_BIT, 1) E(GL_LINE_SMOOTH, EN(GL_LINE_BIT), 0) N(GL_LINE_STIPPLE_PATTERN, 1, GL_LINE_BIT, 0xffff)
   N(GL_LINE_STIPPLE_REPEAT, 1, GL_LINE_BIT, 1) E(GL_LINE_STIPPLE, EN(GL_LINE_BIT), 0) E(GL_CULL_FACE, EN(GL_POLYGON_BIT), 0)
   N(GL_CULL_FACE_MODE, 1, GL_POLYGON_BIT, GL_BACK) N(GL_FRONT_FACE, 1, GL_POLYGON_BIT, GL_CCW) E(GL_POLYGON_SMOOTH, EN(GL_POLYGON_BIT), 0)
   N(GL_POLYGON_MODE, 2, GL_POLYGON_BIT, GL_FILL, GL_FILL) N(GL_POLYGON_OFFSET_FACTOR, 1, GL_POLYGON_BIT, 0)
   N(GL_POLYGON_OFFSET_UNITS, 1, GL_POLYGON_BIT, 0) E(GL_POLYGON_OFFSET_POINT, EN(GL_POLYGON_BIT), 0)
   E(GL_POLYGON_OFFSET_LINE, EN(GL_POLYGON_BIT), 0) E(GL_POLYGON_OFFSET_FILL, EN(GL_POLYGON_BIT), 0)
   R(STIPPLE, 0, 0, 16, GL_POLYGON_STIPPLE_BIT, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255)
   E(GL_POLYGON_STIPPLE, EN(GL_POLYGON_BIT), 0)
   /* 23.16 */
   E(GL_MULTISAMPLE, EN(GL_MULTISAMPLE_BIT), 1) E(GL_SAMPLE_ALPHA_TO_COVERAGE, EN(GL_MULTISAMPLE_BIT), 0)
   E(GL_SAMPLE_ALPHA_TO_ONE, EN(GL_MULTISAMPLE_BIT), 0) E(GL_SAMPLE_COVERAGE, EN(GL_MULTISAMPLE_BIT), 0)
   N(GL_SAMPLE_COVERAGE_VALUE, 1, GL_MULTISAMPLE_BIT, 1) N(GL_SAMPLE_COVERAGE_INVERT, 1, GL_MULTISAMPLE_BIT, 0)
   E(GL_SAMPLE_SHADING, EN(GL_MULTISAMPLE_BIT), 0) N(GL_MIN_SAMPLE_SHADING_VALUE, 1, GL_MULTISAMPLE_BIT, 0) E(GL_SAMPLE_MASK, 0, 0)
   /* 23.17 to 23.20 */
   E(GL_TEXTURE_1D, EN(GL_TEXTURE_BIT), 0) E(GL_TEXTURE_2D, EN(GL_TEXTURE_BIT), 0) E(GL_TEXTURE_3D, EN(GL_TEXTURE_BIT), 0)
   E(GL_TEXTURE_CUBE_MAP, EN(GL_TEXTURE_BIT), 0) E(GL_TEXTURE_RECTANGLE, EN(GL_TEXTURE_BIT), 0) N(GL_TEXTURE_BINDING_1D, 1, GL_TEXTURE_BIT, 0)
   N(GL_TEXTURE_BINDING_3D, 1, GL_TEXTURE_BIT, 0) N(GL_TEXTURE_BINDING_CUBE_MAP, 1, GL_TEXTURE_BIT, 0)
   R(PARAMETER, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, 4, GL_TEXTURE_BIT, 0) R(PARAMETER, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, 1, GL_TEXTURE_BIT, GL_LINEAR)
   R(PARAMETER, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, 1, GL_TEXTURE_BIT, GL_REPEAT) R(PARAMETER, GL_TEXTURE_2D, GL_TEXTURE_PRIORITY, 1, GL_TEXTURE_BIT, 1)
   R(PARAMETER, GL_TEXTURE_2D, GL_TEXTURE_RESIDENT, 1, 0, 1) R(PARAMETER, GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, 1, GL_TEXTURE_BIT, -1000)
   R(PARAMETER, GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 1, GL_TEXTURE_BIT, 0) R(PARAMETER, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 1, GL_TEXTURE_BIT, 1000)
   R(PARAMETER, GL_TEXTURE_2D, GL_TEXTURE_LOD_BIAS, 1, GL_TEXTURE_BIT, 0) R(PARAMETER, GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, 1, GL_TEXTURE_BIT, GL_LUMINANCE)
   R(PARAMETER, GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R, 1, GL_TEXTURE_BIT, GL_RED)
   R(PARAMETER, GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, 1, GL_TEXTURE_BIT, GL_NONE)
   R(PARAMETER, GL_TEXTURE_2D, GL_GENERATE_MIPMAP, 1, GL_TEXTURE_BIT, 0)
   /* 23.24 and 23.25 */
   N(GL_ACTIVE_TEXTURE, 1, GL_TEXTURE_BIT, GL_TEXTURE0) R(ENV, GL_POINT_SPRITE, GL_COORD_REPLACE, 1, GL_POINT_BIT, 0)
   R(ENV, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, 1, GL_TEXTURE_BIT, GL_MODULATE) R(ENV, GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, 4, GL_TEXTURE_BIT, 0)
   R(ENV, GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 1, GL_TEXTURE_BIT, 0) E(GL_TEXTURE_GEN_S, EN(GL_TEXTURE_BIT), 0)
   E(GL_TEXTURE_GEN_Q, EN(GL_TEXTURE_BIT), 0) R(GEN, GL_S, GL_EYE_PLANE, 4, GL_TEXTURE_BIT, 1) R(GEN, GL_T, GL_EYE_PLANE, 4, GL_TEXTURE_BIT, 0, 1)
   R(GEN, GL_S, GL_OBJECT_PLANE, 4, GL_TEXTURE_BIT, 1) R(GEN, GL_Q, GL_OBJECT_PLANE, 4, GL_TEXTURE_BIT, 0)
   R(GEN, GL_R, GL_TEXTURE_GEN_MODE, 1, GL_TEXTURE_BIT, GL_EYE_LINEAR)
   R(ENV, GL_TEXTURE_ENV, GL_COMBINE_RGB, 1, GL_TEXTURE_BIT, GL_MODULATE) R(ENV, GL_TEXTURE_ENV, GL_COMBINE_ALPHA, 1, GL_TEXTURE_BIT, GL_MODULATE)
   R(ENV, GL_TEXTURE_ENV, GL_SRC0_RGB, 1, GL_TEXTURE_BIT, GL_TEXTURE) R(ENV, GL_TEXTURE_ENV, GL_SRC1_RGB, 1, GL_TEXTURE_BIT, GL_PREVIOUS)
   R(ENV, GL_TEXTURE_ENV, GL_SRC2_RGB, 1, GL_TEXTURE_BIT, GL_CONSTANT) R(ENV, GL_TEXTURE_ENV, GL_SRC0_ALPHA, 1, GL_TEXTURE_BIT, GL_TEXTURE)
   R(ENV, GL_TEXTURE_ENV, GL_SRC1_ALPHA, 1, GL_TEXTURE_BIT, GL_PREVIOUS) R(ENV, GL_TEXTURE_ENV, GL_SRC2_ALPHA, 1, GL_TEXTURE_BIT, GL_CONSTANT)
   R(ENV, GL_TEXTURE_ENV, GL_OPERAND0_RGB, 1, GL_TEXTURE_BIT, GL_SRC_COLOR) R(ENV, GL_TEXTURE_ENV, GL_OPERAND1_RGB, 1, GL_TEXTURE_BIT, GL_SRC_COLOR)
   R(ENV, GL_TEXTURE_ENV, GL_OPERAND2_RGB, 1, GL_TEXTURE_BIT, GL_SRC_ALPHA) R(ENV, GL_TEXTURE_ENV, GL_OPERAND0_ALPHA, 1, GL_TEXTURE_BIT, GL_SRC_ALPHA)
   R(ENV, GL_TEXTURE_ENV, GL_OPERAND1_ALPHA, 1, GL_TEXTURE_BIT, GL_SRC_ALPHA) R(ENV, GL_TEXTURE_ENV, GL_OPERAND2_ALPHA, 1, GL_TEXTURE_BIT, GL_SRC_ALPHA)
   R(ENV, GL_TEXTURE_ENV, GL_RGB_SCALE, 1, GL_TEXTURE_BIT, 1) R(ENV, GL_TEXTURE_ENV, GL_ALPHA_SCALE, 1, GL_TEXTURE_BIT, 1)
   /* 23.26 and 23.27 */
   R(ENABLED_INDEXED, 0, GL_SCISSOR_TEST, 1, EN(GL_SCISSOR_BIT), 0) R(ENABLED_INDEXED, 3, GL_SCISSOR_TEST, 1, EN(GL_SCISSOR_BIT), 0)
   E(GL_ALPHA_TEST, EN(GL_COLOR_BUFFER_BIT), 0) N(GL_ALPHA_TEST_FUNC, 1, GL_COLOR_BUFFER_BIT, GL_ALWAYS) N(GL_ALPHA_TEST_REF, 1, GL_COLOR_BUFFER_BIT, 0)
   E(GL_STENCIL_TEST, EN(GL_STENCIL_BUFFER_BIT), 0) N(GL_STENCIL_FUNC, 1, GL_STENCIL_BUFFER_BIT, GL_ALWAYS) N(GL_STENCIL_REF, 1, GL_STENCIL_BUFFER_BIT, 0)
   N(GL_STENCIL_FAIL, 1, GL_STENCIL_BUFFER_BIT, GL_KEEP) N(GL_STENCIL_BACK_FUNC, 1, GL_STENCIL_BUFFER_BIT, GL_ALWAYS)
   E(GL_DEPTH_TEST, EN(GL_DEPTH_BUFFER_BIT), 0) N(GL_DEPTH_FUNC, 1, GL_DEPTH_BUFFER_BIT, GL_LESS)
   R(ENABLED_INDEXED, 0, GL_BLEND, 1, EN(GL_COLOR_BUFFER_BIT), 0) R(ENABLED_INDEXED, 5, GL_BLEND, 1, EN(GL_COLOR_BUFFER_BIT), 0)
   R(INDEXED, 0, GL_BLEND_SRC_RGB, 1, GL_COLOR_BUFFER_BIT, GL_ONE) R(INDEXED, 5, GL_BLEND_DST_ALPHA, 1, GL_COLOR_BUFFER_BIT, GL_ZERO)
   R(INDEXED, 5, GL_BLEND_EQUATION_RGB, 1, GL_COLOR_BUFFER_BIT, GL_FUNC_ADD) N(GL_BLEND_COLOR, 4, GL_COLOR_BUFFER_BIT, 0)
   E(GL_FRAMEBUFFER_SRGB, EN(GL_COLOR_BUFFER_BIT), 0) E(GL_DITHER, EN(GL_COLOR_BUFFER_BIT), 1) E(GL_INDEX_LOGIC_OP, EN(GL_COLOR_BUFFER_BIT), 0)
   E(GL_COLOR_LOGIC_OP, EN(GL_COLOR_BUFFER_BIT), 0) N(GL_LOGIC_OP_MODE, 1, GL_COLOR_BUFFER_BIT, GL_COPY)
   /* 23.28 */
   N(GL_INDEX_WRITEMASK, 1, GL_COLOR_BUFFER_BIT, -1) N(GL_COLOR_WRITEMASK, 4, GL_COLOR_BUFFER_BIT, 1, 1, 1, 1)
   N(GL_DEPTH_WRITEMASK, 1, GL_DEPTH_BUFFER_BIT, 1) N(GL_COLOR_CLEAR_VALUE, 4, GL_COLOR_BUFFER_BIT, 0) N(GL_INDEX_CLEAR_VALUE, 1, GL_COLOR_BUFFER_BIT, 0)
   N(GL_DEPTH_CLEAR_VALUE, 1, GL_DEPTH_BUFFER_BIT, 1) N(GL_STENCIL_CLEAR_VALUE, 1, GL_STENCIL_BUFFER_BIT, 0)
   N(GL_ACCUM_CLEAR_VALUE, 4, GL_ACCUM_BUFFER_BIT, 0)
   /* 23.34 to 23.39 */
   N(GL_MAP_COLOR, 1, GL_PIXEL_MODE_BIT, 0) N(GL_MAP_STENCIL, 1, GL_PIXEL_MODE_BIT, 0) N(GL_INDEX_SHIFT, 1, GL_PIXEL_MODE_BIT, 0)
   N(GL_INDEX_OFFSET, 1, GL_PIXEL_MODE_BIT, 0) N(GL_RED_SCALE, 1, GL_PIXEL_MODE_BIT, 1) N(GL_GREEN_SCALE, 1, GL_PIXEL_MODE_BIT, 1)
   N(GL_BLUE_SCALE, 1, GL_PIXEL_MODE_BIT, 1) N(GL_ALPHA_SCALE, 1, GL_PIXEL_MODE_BIT, 1) N(GL_DEPTH_SCALE, 1, GL_PIXEL_MODE_BIT, 1)
   N(GL_RED_BIAS, 1, GL_PIXEL_MODE_BIT, 0) N(GL_GREEN_BIAS, 1, GL_PIXEL_MODE_BIT, 0) N(GL_BLUE_BIAS, 1, GL_PIXEL_MODE_BIT, 0)
   N(GL_ALPHA_BIAS, 1, GL_PIXEL_MODE_BIT, 0) N(GL_DEPTH_BIAS, 1, GL_PIXEL_MODE_BIT, 0) N(GL_ZOOM_X, 1, GL_PIXEL_MODE_BIT, 1)
   N(GL_ZOOM_Y, 1, GL_PIXEL_MODE_BIT, 1) R(PIXEL_MAP, 0, GL_PIXEL_MAP_R_TO_R, 1, 0, 0) R(PIXEL_MAP, 0, GL_PIXEL_MAP_I_TO_A, 1, 0, 0)
   R(PIXEL_MAP, 0, GL_PIXEL_MAP_S_TO_S, 1, 0, 0) N(GL_PIXEL_MAP_I_TO_I_SIZE, 1, 0, 1) N(GL_PIXEL_MAP_R_TO_R_SIZE, 1, 0, 1)
   N(GL_PIXEL_MAP_A_TO_A_SIZE, 1, 0, 1)
   /* 23.40 */
   R(MAP, GL_MAP1_VERTEX_3, GL_ORDER, 1, 0, 1) R(MAP, GL_MAP2_COLOR_4, GL_ORDER, 2, 0, 1, 1) R(MAP, GL_MAP1_VERTEX_3, GL_COEFF, 3, 0, 0)
   R(MAP, GL_MAP2_COLOR_4, GL_COEFF, 4, 0, 1, 1, 1, 1) R(MAP, GL_MAP1_NORMAL, GL_COEFF, 3, 0, 0, 0, 1) R(MAP, GL_MAP1_VERTEX_3, GL_DOMAIN, 2, 0, 0, 1)
   R(MAP, GL_MAP2_COLOR_4, GL_DOMAIN, 4, 0, 0, 1, 0, 1) E(GL_MAP1_VERTEX_3, EN(GL_EVAL_BIT), 0) E(GL_MAP2_COLOR_4, EN(GL_EVAL_BIT), 0)
   N(GL_MAP1_GRID_DOMAIN, 2, GL_EVAL_BIT, 0, 1) N(GL_MAP2_GRID_DOMAIN, 4, GL_EVAL_BIT, 0, 1, 0, 1) N(GL_MAP1_GRID_SEGMENTS, 1, GL_EVAL_BIT, 1)
   N(GL_MAP2_GRID_SEGMENTS, 2, GL_EVAL_BIT, 1, 1) E(GL_AUTO_NORMAL, EN(GL_EVAL_BIT), 0)
   /* 23.54, 23.62 */
   E(GL_VERTEX_PROGRAM_TWO_SIDE, GL_ENABLE_BIT, 0) E(GL_PROGRAM_POINT_SIZE, GL_ENABLE_BIT, 0)
   N(GL_PERSPECTIVE_CORRECTION_HINT, 1, GL_HINT_BIT, GL_DONT_CARE) N(GL_POINT_SMOOTH_HINT, 1, GL_HINT_BIT, GL_DONT_CARE)
   N(GL_LINE_SMOOTH_HINT, 1, GL_HINT_BIT, GL_DONT_CARE) N(GL_POLYGON_SMOOTH_HINT, 1, GL_HINT_BIT, GL_DONT_CARE) N(GL_FOG_HINT, 1, GL_HINT_BIT, GL_DONT_CARE)
   N(GL_GENERATE_MIPMAP_HINT, 1, GL_HINT_BIT, GL_DONT_CARE) N(GL_TEXTURE_COMPRESSION_HINT, 1, GL_HINT_BIT, GL_DONT_CARE)
   N(GL_FRAGMENT_SHADER_DERIVATIVE_HINT, 1, GL_HINT_BIT, GL_DONT_CARE)
   /* 23.87 */
   N(GL_LIST_BASE, 1, GL_LIST_BIT, 0)
#undef E
#undef N
#undef R
};

/* Rows that no command of change() sets (Mesa, which has no colour indices, does not change that of the raster position), and the least values of limits (23.64 to 23.67). */
static const struct { GLenum name; GLint value; const char *text; } fixed[] = {
#define F(name, value) {name, value, #name},
   F(GL_CURRENT_RASTER_INDEX, 1) F(GL_LIST_INDEX, 0) F(GL_LIST_MODE, 0) F(GL_ATTRIB_STACK_DEPTH, 0) F(GL_CLIENT_ATTRIB_STACK_DEPTH, 0) F(GL_NAME_STACK_DEPTH, 0)
   F(GL_RENDER_MODE, GL_RENDER) F(GL_SELECTION_BUFFER_SIZE, 0) F(GL_FEEDBACK_BUFFER_SIZE, 0) F(GL_FEEDBACK_BUFFER_TYPE, GL_2D)
   F(GL_AUX_BUFFERS, 0) F(GL_RGBA_MODE, 1) F(GL_INDEX_MODE, 0) F(GL_INDEX_BITS, 0)
}, least[] = {
   F(GL_MAX_LIGHTS, 8) F(GL_MAX_CLIP_PLANES, 8) F(GL_MAX_MODELVIEW_STACK_DEPTH, 32) F(GL_MAX_PROJECTION_STACK_DEPTH, 2)
   F(GL_MAX_TEXTURE_STACK_DEPTH, 2) F(GL_MAX_PIXEL_MAP_TABLE, 32) F(GL_MAX_NAME_STACK_DEPTH, 64) F(GL_MAX_LIST_NESTING, 64)
   F(GL_MAX_EVAL_ORDER, 8) F(GL_MAX_ATTRIB_STACK_DEPTH, 16) F(GL_MAX_CLIENT_ATTRIB_STACK_DEPTH, 16) F(GL_MAX_TEXTURE_UNITS, 2)
   F(GL_MAX_TEXTURE_COORDS, 8)
#undef F
};

/* ---- reading --------------------------------------------------------------------------------------------------------------------------- */

static void from_floats(const GLfloat *floats, unsigned count, double *out)
{
   for (unsigned i = 0; i < count; i++)
      out[i] = (double)floats[i];
}

static void read_map(const struct row *row, double *out)
{
   GLfloat floats[16] = {0};
   GLdouble doubles[16] = {0};
   glGetMapfv(row->of, row->name, floats);
   glGetMapdv(row->of, row->name, doubles);
   from_floats(floats, row->count, out);
   for (unsigned i = 0; i < row->count; i++)
      if (out[i] != doubles[i])
         api_fail("%s: glGetMapfv and glGetMapdv differ", row->text);
}

static void read_number(const struct row *row, double *out)
{
   GLfloat floats[16] = {0};
   GLboolean booleans[16] = {0};
   GLint integers[16] = {0};
   glGetFloatv(row->name, floats);
   glGetBooleanv(row->name, booleans);
   glGetIntegerv(row->name, integers);
   glGetDoublev(row->name, out);
   for (unsigned i = 0; i < row->count; i++) {
      if ((GLfloat)out[i] != floats[i] || booleans[i] != (out[i] != 0))
         api_fail("%s: value %u is %g, %g and %d", row->text, i, out[i], (double)floats[i], booleans[i]);
      /* Mesa scales elements of matrices as colours. */
      if (row->count < 16 && out[i] != 0 && fabs(out[i]) != 1 && out[i] == floor(out[i]) && integers[i] != (GLint)(GLuint)(int64_t)out[i])
         api_fail("%s: value %u is %g and %d", row->text, i, out[i], integers[i]);
   }
}

static void read_row(const struct row *row, double out[16])
{
   GLfloat floats[16] = {0};
   GLubyte bytes[128];
   GLint number = 0;
   void *pointer = NULL;
   memset(out, 0, 16 * sizeof *out);
   switch (row->command) {
   case ENABLED:
      glGetIntegerv(row->name, &number);
      out[0] = glIsEnabled(row->name);
      if (out[0] != number)
         api_fail("%s: glIsEnabled and glGetIntegerv differ", row->text);
      break;
   case NUMBER: read_number(row, out); break;
   case POINTER:
      glGetPointerv(row->name, &pointer);
      out[0] = (double)(uintptr_t)pointer;
      break;
   case LIGHT: glGetLightfv(row->of, row->name, floats); break;
   case MATERIAL: glGetMaterialfv(row->of, row->name, floats); break;
   case ENV: glGetTexEnvfv(row->of, row->name, floats); break;
   case GEN: glGetTexGenfv(row->of, row->name, floats); break;
   case PARAMETER: glGetTexParameterfv(row->of, row->name, floats); break;
   case PLANE: glGetClipPlane(row->name, out); break;
   case MAP: read_map(row, out); break;
   case PIXEL_MAP: glGetPixelMapfv(row->name, floats); break;
   case STIPPLE:
      glGetPolygonStipple(bytes);
      for (unsigned i = 0; i < row->count; i++)
         out[i] = bytes[i * 8 + i % 8];
      break;
   case INDEXED:
      glGetIntegeri_v(row->name, row->of, &number);
      out[0] = number;
      break;
   case ENABLED_INDEXED: out[0] = glIsEnabledi(row->name, row->of); break;
   }
   if (row->command >= LIGHT && row->command <= PARAMETER)
      from_floats(floats, row->count, out);
   if (row->command == PIXEL_MAP)
      from_floats(floats, row->count, out);
   api_expect_error(GL_NO_ERROR, row->text);
}

/* Rows of texture units are those of unit 0. */
static bool is_initial(const struct row *row)
{
   double value[16];
   GLint active, client;
   glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
   glGetIntegerv(GL_CLIENT_ACTIVE_TEXTURE, &client);
   if (row->name != GL_ACTIVE_TEXTURE)
      glActiveTexture(GL_TEXTURE0);
   if (row->name != GL_CLIENT_ACTIVE_TEXTURE)
      glClientActiveTexture(GL_TEXTURE0);
   read_row(row, value);
   glActiveTexture((GLenum)active);
   glClientActiveTexture((GLenum)client);
   for (unsigned i = 0; i < row->count; i++)
      if (fabs(value[i] - row->initial[i]) > 1e-6 && !(row->initial[i] < 0 && value[i] == row->initial[i] + 4294967296.0))
         return false;
   return true;
}

static void expect(const char *when, bool (*initial)(const struct row *row))
{
   char text[4096] = "";
   for (unsigned i = 0; i < COUNT(rows); i++)
      if (is_initial(&rows[i]) != initial(&rows[i]) && strlen(text) + strlen(rows[i].text) + 3 < sizeof text)
         strcat(strcat(text, ", "), rows[i].text);
   if (*text)
      api_fail("%s%s", when, text);
}

/* ---- changing ------------------------------------------------------------------------------------------------------------------------- */

static void change_capabilities(void)
{
   for (unsigned i = 0; i < COUNT(rows); i++) {
      const struct row *row = &rows[i];
      const bool on = row->initial[0] == 0;
      if (row->command == ENABLED_INDEXED)
         (on ? glEnablei : glDisablei)(row->name, row->of);
      else if (row->command == ENABLED && row->groups == CLIENT && row->name != GL_PRIMITIVE_RESTART && row->name != GL_PRIMITIVE_RESTART_FIXED_INDEX)
         (on ? glEnableClientState : glDisableClientState)(row->name);
      else if (row->command == ENABLED)
         (on ? glEnable : glDisable)(row->name);
   }
}

static void change_current(void)
{
   glColor4f(0.25f, 0.5f, 0.75f, 0.5f);
   glSecondaryColor3f(0.25f, 0.5f, 0.75f);
   glIndexf(3);
   glTexCoord4f(2, 3, 4, 5);
   glNormal3f(0.25f, 0.5f, 0.75f);
   glFogCoordf(2);
   glEdgeFlag(GL_FALSE);
   glPatchParameteri(GL_PATCH_VERTICES, 4);
   glWindowPos3f(2, 3, 0.5f);
   glRasterPos4f(2, 0, 0, 1); /* invalid, and undefined but for that */
}

static void change_transformation(void)
{
   static const GLenum modes[] = {GL_MODELVIEW, GL_PROJECTION, GL_TEXTURE};
   static const GLdouble plane[4] = {1, 2, 3, 4};
   glClipPlane(GL_CLIP_PLANE0, plane);
   glClipPlane(GL_CLIP_PLANE5, plane);
   for (unsigned i = 0; i < 3; i++) {
      GLint depth;
      glMatrixMode(modes[i]);
      glGetIntegerv(GL_MODELVIEW_STACK_DEPTH + i, &depth);
      if (depth == 1)
         glPushMatrix();
      glScalef(2, 2, 2);
   }
   glDepthRange(0.25, 0.75);
   glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE);
}

static void change_lighting(void)
{
   static const GLfloat v[4] = {0.25f, 0.5f, 0.75f, 0.5f}, indexes[3] = {3, 4, 5};
   glFogfv(GL_FOG_COLOR, v);
   glFogf(GL_FOG_INDEX, 3);
   glFogf(GL_FOG_DENSITY, 3);
   glFogf(GL_FOG_START, 3);
   glFogf(GL_FOG_END, 4);
   glFogi(GL_FOG_MODE, GL_LINEAR);
   glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD);
   glShadeModel(GL_FLAT);
   glClampColor(GL_CLAMP_VERTEX_COLOR, GL_FALSE);
   glClampColor(GL_CLAMP_FRAGMENT_COLOR, GL_FALSE);
   glClampColor(GL_CLAMP_READ_COLOR, GL_FALSE);
   glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
   glColorMaterial(GL_FRONT, GL_EMISSION);
   for (unsigned side = 0; side < 2; side++) {
      static const GLenum names[] = {GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR, GL_EMISSION};
      for (unsigned i = 0; i < 4; i++)
         glMaterialfv(side ? GL_BACK : GL_FRONT, names[i], v);
      glMaterialf(side ? GL_BACK : GL_FRONT, GL_SHININESS, 3);
      glMaterialfv(side ? GL_BACK : GL_FRONT, GL_COLOR_INDEXES, indexes);
   }
   glLightModelfv(GL_LIGHT_MODEL_AMBIENT, v);
   glLightModeli(GL_LIGHT_MODEL_LOCAL_VIEWER, 1);
   glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
   glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL, GL_SEPARATE_SPECULAR_COLOR);
   for (GLenum light = GL_LIGHT0; light <= GL_LIGHT7; light += 7) {
      static const GLenum names[] = {GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR, GL_POSITION, GL_SPOT_DIRECTION};
      static const GLenum numbers[] = {GL_CONSTANT_ATTENUATION, GL_LINEAR_ATTENUATION, GL_QUADRATIC_ATTENUATION, GL_SPOT_EXPONENT, GL_SPOT_CUTOFF};
      for (unsigned i = 0; i < 5; i++) {
         glLightfv(light, names[i], v);
         glLightf(light, numbers[i], 3);
      }
   }
}

static void change_rasterization(void)
{
   GLubyte rows_of[128];
   for (unsigned i = 0; i < sizeof rows_of; i++)
      rows_of[i] = (GLubyte)(i * 7);
   glPointSize(3);
   glPointParameterf(GL_POINT_SIZE_MIN, 2);
   glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, 2);
   glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, (const GLfloat[]){0.5f, 2, 3});
   glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_LOWER_LEFT);
   glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, 1);
   glLineWidth(2);
   glLineStipple(3, 0x1234);
   glCullFace(GL_FRONT);
   glFrontFace(GL_CW);
   glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
   glPolygonOffset(2, 3);
   glPolygonStipple(rows_of);
   glSampleCoverage(0.5f, GL_TRUE);
   glMinSampleShading(0.5f);
   glHint(GL_PERSPECTIVE_CORRECTION_HINT, GL_NICEST);
   glHint(GL_POINT_SMOOTH_HINT, GL_NICEST);
   glHint(GL_LINE_SMOOTH_HINT, GL_NICEST);
   glHint(GL_POLYGON_SMOOTH_HINT, GL_NICEST);
   glHint(GL_FOG_HINT, GL_NICEST);
   glHint(GL_GENERATE_MIPMAP_HINT, GL_NICEST);
   glHint(GL_TEXTURE_COMPRESSION_HINT, GL_NICEST);
   glHint(GL_FRAGMENT_SHADER_DERIVATIVE_HINT, GL_NICEST);
}

/* The 2D texture stays bound: its parameters are rows. */
static void change_textures(void)
{
   static const GLenum targets[] = {GL_TEXTURE_1D, GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP};
   static const GLfloat v[4] = {0.25f, 0.5f, 0.75f, 0.5f};
   static const struct { GLenum name; GLint value; } parameters[] = {{GL_TEXTURE_MAG_FILTER, GL_NEAREST}, {GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE},
      {GL_TEXTURE_BASE_LEVEL, 1}, {GL_TEXTURE_MAX_LEVEL, 5}, {GL_TEXTURE_MIN_LOD, 1}, {GL_TEXTURE_LOD_BIAS, 1}, {GL_DEPTH_TEXTURE_MODE, GL_ALPHA},
      {GL_TEXTURE_SWIZZLE_R, GL_GREEN}, {GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE}, {GL_GENERATE_MIPMAP, 1}};
   static const struct { GLenum name; GLint value; } environment[] = {{GL_TEXTURE_ENV_MODE, GL_COMBINE}, {GL_COMBINE_RGB, GL_ADD_SIGNED},
      {GL_COMBINE_ALPHA, GL_ADD_SIGNED}, {GL_SRC0_RGB, GL_PRIMARY_COLOR}, {GL_SRC1_RGB, GL_PRIMARY_COLOR}, {GL_SRC2_RGB, GL_PRIMARY_COLOR},
      {GL_SRC0_ALPHA, GL_PRIMARY_COLOR}, {GL_SRC1_ALPHA, GL_PRIMARY_COLOR}, {GL_SRC2_ALPHA, GL_PRIMARY_COLOR}, {GL_OPERAND0_RGB, GL_SRC_ALPHA},
      {GL_OPERAND1_RGB, GL_SRC_ALPHA}, {GL_OPERAND2_RGB, GL_SRC_COLOR}, {GL_OPERAND0_ALPHA, GL_ONE_MINUS_SRC_ALPHA},
      {GL_OPERAND1_ALPHA, GL_ONE_MINUS_SRC_ALPHA}, {GL_OPERAND2_ALPHA, GL_ONE_MINUS_SRC_ALPHA}, {GL_RGB_SCALE, 2}, {GL_ALPHA_SCALE, 4}};
   static const GLenum coordinates[] = {GL_S, GL_T, GL_R, GL_Q};
   static GLuint names[3];
   if (!names[0])
      glGenTextures(3, names);
   for (unsigned i = 0; i < 3; i++)
      glBindTexture(targets[i], names[i]);
   for (unsigned i = 0; i < COUNT(parameters); i++)
      glTexParameteri(GL_TEXTURE_2D, parameters[i].name, parameters[i].value);
   glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_PRIORITY, 0.5f);
   glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, v);
   for (unsigned i = 0; i < COUNT(environment); i++)
      glTexEnvi(GL_TEXTURE_ENV, environment[i].name, environment[i].value);
   glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, v);
   glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 1);
   for (unsigned i = 0; i < 4; i++) {
      glTexGenfv(coordinates[i], GL_OBJECT_PLANE, v);
      glTexGenfv(coordinates[i], GL_EYE_PLANE, v);
      glTexGeni(coordinates[i], GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
   }
}

static void change_pixels(void)
{
   static const GLenum transfers[] = {GL_MAP_COLOR, GL_MAP_STENCIL, GL_INDEX_SHIFT, GL_INDEX_OFFSET, GL_RED_SCALE, GL_GREEN_SCALE, GL_BLUE_SCALE,
      GL_ALPHA_SCALE, GL_DEPTH_SCALE, GL_RED_BIAS, GL_GREEN_BIAS, GL_BLUE_BIAS, GL_ALPHA_BIAS, GL_DEPTH_BIAS};
   static const GLenum maps[] = {GL_PIXEL_MAP_I_TO_I, GL_PIXEL_MAP_I_TO_A, GL_PIXEL_MAP_S_TO_S, GL_PIXEL_MAP_R_TO_R, GL_PIXEL_MAP_A_TO_A};
   static const GLfloat values[2] = {1, 1}, points[32] = {2, 2, 2, 2, 2, 2, 2, 2};
   for (unsigned i = 0; i < COUNT(transfers); i++)
      glPixelTransferf(transfers[i], 2);
   for (unsigned i = 0; i < COUNT(maps); i++)
      glPixelMapfv(maps[i], 2, values);
   glPixelZoom(2, 3);
   glMap1f(GL_MAP1_VERTEX_3, 2, 3, 3, 2, points);
   glMap1f(GL_MAP1_NORMAL, 2, 3, 3, 2, points);
   glMap2f(GL_MAP2_COLOR_4, 2, 3, 4, 2, 2, 3, 8, 2, points);
   glMapGrid1f(3, 2, 3);
   glMapGrid2f(3, 2, 3, 3, 2, 3);
   glListBase(3);
}

static void change_fragments(void)
{
   glAlphaFunc(GL_LESS, 0.5f);
   glStencilFunc(GL_LESS, 3, 5);
   glStencilOp(GL_ZERO, GL_ZERO, GL_ZERO);
   glDepthFunc(GL_ALWAYS);
   glBlendFuncSeparatei(0, GL_ZERO, GL_ONE, GL_ZERO, GL_ONE);
   glBlendFuncSeparatei(5, GL_ZERO, GL_ONE, GL_ZERO, GL_ONE);
   glBlendEquationi(5, GL_FUNC_SUBTRACT);
   glBlendColor(0.25f, 0.5f, 0.75f, 0.5f);
   glLogicOp(GL_XOR);
   glIndexMask(5);
   glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
   glDepthMask(GL_FALSE);
   glClearColor(0.25f, 0.5f, 0.75f, 0.5f);
   glClearIndex(5);
   glClearDepth(0.5);
   glClearStencil(5);
   glClearAccum(0.25f, 0.5f, 0.75f, 0.5f);
}

static void change_arrays(void)
{
   static GLuint buffer;
   if (!buffer)
      glGenBuffers(1, &buffer);
   const void *at = (const void *)(uintptr_t)16;
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glVertexPointer(2, GL_SHORT, 32, at);
   glNormalPointer(GL_SHORT, 32, at);
   glColorPointer(3, GL_UNSIGNED_BYTE, 32, at);
   glSecondaryColorPointer(GL_BGRA, GL_UNSIGNED_BYTE, 32, at);
   glFogCoordPointer(GL_DOUBLE, 32, at);
   glIndexPointer(GL_SHORT, 32, at);
   glTexCoordPointer(2, GL_SHORT, 32, at);
   glEdgeFlagPointer(32, at);
   glPrimitiveRestartIndex(5);
}

/* The units are those of the rows but in the end. */
static void change(void)
{
   glActiveTexture(GL_TEXTURE0);
   glClientActiveTexture(GL_TEXTURE0);
   change_arrays();
   change_lighting();
   change_current();
   change_transformation();
   change_rasterization();
   change_textures();
   change_pixels();
   change_fragments();
   change_capabilities();
   glClientActiveTexture(GL_TEXTURE3);
   glActiveTexture(GL_TEXTURE3);
}

/* ---- bodies ---------------------------------------------------------------------------------------------------------------------------- */

static bool all(const struct row *row)
{
   (void)row;
   return true;
}

/* The framebuffer has stencil, whose size bounds GL_STENCIL_REF, and dithering is on, unlike where bodies begin. */
static void start(void)
{
   GLuint stencil;
   glGenRenderbuffers(1, &stencil);
   glBindRenderbuffer(GL_RENDERBUFFER, stencil);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, stencil);
   glEnable(GL_DITHER);
}

static void draw_initial(void)
{
   start();
   expect("another initial value", all);
   for (unsigned i = 0; i < COUNT(fixed); i++) {
      GLint value = -1;
      glGetIntegerv(fixed[i].name, &value);
      api_expect(fixed[i].text, value, fixed[i].value);
   }
   for (unsigned i = 0; i < COUNT(least); i++) {
      GLint value = -1;
      glGetIntegerv(least[i].name, &value);
      if (value < least[i].value)
         api_fail("%s is %d", least[i].text, value);
   }
}

/* References are clamped to the values of the stencil buffer where they are read (17.3.3). */
static void draw_stencil_reference(void)
{
   static const struct { GLint ref; bool stencil; GLint wanted; } cases[] = {{300, true, 255}, {-5, true, 0}, {7, true, 7}, {7, false, 0}};
   start();
   for (unsigned i = 0; i < COUNT(cases); i++) {
      GLint front = -1, back = -1;
      if (!cases[i].stencil)
         glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, 0);
      glStencilFunc(GL_ALWAYS, cases[i].ref, ~0u);
      glGetIntegerv(GL_STENCIL_REF, &front);
      glGetIntegerv(GL_STENCIL_BACK_REF, &back);
      api_expect("GL_STENCIL_REF", front, cases[i].wanted);
      api_expect("GL_STENCIL_BACK_REF", back, cases[i].wanted);
   }
}

/* Groups that were popped last. */
static GLbitfield popped;

static bool restored(const struct row *row)
{
   return row->name == GL_TEXTURE_RESIDENT || (row->groups & popped & ~CLIENT) != 0 || (row->groups & popped) == CLIENT;
}

static void draw_groups(void)
{
   static const struct { GLbitfield bit; const char *text; } groups[] = {
#define G(bit) {bit, #bit ": restored or not against the table"},
      G(GL_ACCUM_BUFFER_BIT) G(GL_COLOR_BUFFER_BIT) G(GL_CURRENT_BIT) G(GL_DEPTH_BUFFER_BIT) G(GL_ENABLE_BIT) G(GL_EVAL_BIT) G(GL_FOG_BIT)
      G(GL_HINT_BIT) G(GL_LIGHTING_BIT) G(GL_LINE_BIT) G(GL_LIST_BIT) G(GL_MULTISAMPLE_BIT) G(GL_PIXEL_MODE_BIT) G(GL_POINT_BIT)
      G(GL_POLYGON_BIT) G(GL_POLYGON_STIPPLE_BIT) G(GL_SCISSOR_BIT) G(GL_STENCIL_BUFFER_BIT) G(GL_TEXTURE_BIT) G(GL_TRANSFORM_BIT)
      G(GL_VIEWPORT_BIT)
#undef G
   };
   start();
   glPushAttrib(GL_ALL_ATTRIB_BITS);
   glPushClientAttrib(GL_CLIENT_VERTEX_ARRAY_BIT);
   glPushClientAttrib(GL_CLIENT_PIXEL_STORE_BIT);
   change();
   expect("not changed", restored);
   glPopClientAttrib();
   expect("GL_CLIENT_PIXEL_STORE_BIT", restored);
   glPopClientAttrib();
   popped = CLIENT;
   expect("GL_CLIENT_VERTEX_ARRAY_BIT", restored);
   change();
   for (unsigned i = 0; i < COUNT(groups); i++) {
      glPopAttrib();
      popped = ~CLIENT;
      expect("GL_ALL_ATTRIB_BITS", restored);
      glPushAttrib(GL_ALL_ATTRIB_BITS);
      glPushAttrib(groups[i].bit);
      change();
      glPopAttrib();
      popped = groups[i].bit;
      expect(groups[i].text, restored);
   }
   glPopAttrib();
   glDisable(GL_RASTERIZER_DISCARD);
}

#define BODY(name, version, tolerance, few, draw, reference) {name, COMPATIBILITY, version, tolerance, few, draw, reference}

const struct api_body api_bodies_legacy_state[] = {
   BODY("legacy-state-initial", 45, 0, 0, draw_initial, NULL),
   BODY("legacy-state-stencil-reference", 45, 0, 0, draw_stencil_reference, NULL),
   BODY("legacy-state-groups", 45, 0, 0, draw_groups, NULL),
   {0},
};
