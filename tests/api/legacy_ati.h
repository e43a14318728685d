/* legacy_ati.h: commands of ATI_fragment_shader, and instructions of its shaders. */
#ifndef LEGACY_ATI_H
#define LEGACY_ATI_H

#include "api_test.h"
#include <GL/gl.h>

#define GL_FRAGMENT_SHADER_ATI 0x8920
#define GL_FRAGMENT_PROGRAM_ARB 0x8804
#define GL_PROGRAM_FORMAT_ASCII_ARB 0x8875
#define GL_REG_0_ATI 0x8921
#define GL_CON_0_ATI 0x8941
#define GL_SECONDARY_INTERPOLATOR_ATI 0x896D
#define GL_COLOR_SUM 0x8458
#define GL_TEXTURE_RECTANGLE_ARB 0x84F5
enum { MOV = 0x8961, ADD = 0x8963, MUL, SUB, DOT3, DOT4, MAD, LERP, CND, CND0, DOT2_ADD };
enum { STR = 0x8976, STQ, STR_DR, STQ_DQ };
enum { X2 = 1, X4 = 2, X8 = 4, HALF = 8, QUARTER = 16, EIGHTH = 32, SATURATE = 64 }; /* of results */
enum { DOUBLE = 1, COMP = 2, NEGATE = 4, BIAS = 8 };                                 /* of arguments */
#define R(n) (GL_REG_0_ATI + (n))
#define K(n) (GL_CON_0_ATI + (n))

#define ARG GLuint, GLuint, GLuint
/* Commands that no header of the tests has. */
#define COMMANDS(C) \
   C(GLuint, GenFragmentShadersATI, (GLuint)) C(void, BindFragmentShaderATI, (GLuint)) C(void, DeleteFragmentShaderATI, (GLuint)) \
   C(void, BeginFragmentShaderATI, (void)) C(void, EndFragmentShaderATI, (void)) C(void, PassTexCoordATI, (GLuint, GLuint, GLenum)) \
   C(void, SampleMapATI, (GLuint, GLuint, GLenum)) C(void, ColorFragmentOp1ATI, (GLenum, GLuint, GLuint, GLuint, ARG)) \
   C(void, ColorFragmentOp2ATI, (GLenum, GLuint, GLuint, GLuint, ARG, ARG)) \
   C(void, ColorFragmentOp3ATI, (GLenum, GLuint, GLuint, GLuint, ARG, ARG, ARG)) \
   C(void, AlphaFragmentOp1ATI, (GLenum, GLuint, GLuint, ARG)) C(void, AlphaFragmentOp2ATI, (GLenum, GLuint, GLuint, ARG, ARG)) \
   C(void, AlphaFragmentOp3ATI, (GLenum, GLuint, GLuint, ARG, ARG, ARG)) C(void, SetFragmentShaderConstantATI, (GLuint, const GLfloat *)) \
   C(void, ProgramStringARB, (GLenum, GLenum, GLsizei, const void *)) C(void, SecondaryColor3f, (GLfloat, GLfloat, GLfloat)) \
   C(void, MultiTexCoord4f, (GLenum, GLfloat, GLfloat, GLfloat, GLfloat)) C(void, WindowPos2i, (GLint, GLint))
struct ati_commands {
#define C(type, name, parameters) type (*name) parameters;
   COMMANDS(C)
#undef C
};
extern struct ati_commands ati;
extern const GLfloat ati_operand[3][4]; /* colours of instructions */

/* Skips the body without the extension, else enables it. */
void ati_start(void);
/* The whole viewport. */
void ati_square(void);
/* One texel. */
void ati_texel(unsigned i);
void ati_put(uint8_t rgba[API_TEXELS][4], unsigned i, const double color[4]);

/* ---- instructions ---- */

struct arg { GLuint source, replicate, modifiers; };
void ati_color_op(GLenum op, unsigned count, GLuint dst, GLuint mask, GLuint modifiers, const struct arg *a);
void ati_alpha_op(GLenum op, unsigned count, GLuint dst, GLuint modifiers, const struct arg *a);
void ati_move(GLuint dst, GLuint mask, GLuint modifiers, GLuint source);
void ati_move_all(GLuint dst, GLuint modifiers, GLuint source);

#endif
