/* legacy_rows.h: rows of the state tables of the OpenGL 4.6 compatibility specification, and changes of all of them. */
#ifndef LEGACY_ROWS_H
#define LEGACY_ROWS_H

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

enum command { ENABLED, NUMBER, POINTER, LIGHT, MATERIAL, ENV, GEN, PARAMETER, PLANE, MAP, PIXEL_MAP, STIPPLE, INDEXED, ENABLED_INDEXED };

#define CLIENT 0x80000000u
/* of: the light, face, coordinate, target, map or index. Values after the given ones are 0. */
struct row {
   enum command command;
   GLenum of, name;
   unsigned count;
   GLbitfield groups;      /* of the server's stack; CLIENT: of the client's stack, with GL_CLIENT_VERTEX_ARRAY_BIT */
   double initial[16];
   const char *text;
};
extern const struct row legacy_rows[];
extern const unsigned num_legacy_rows;

/* Changes the value of each row (legacy_change.c). */
void legacy_change(void);

#endif
