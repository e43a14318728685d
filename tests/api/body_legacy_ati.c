/* body_legacy_ati.c: ATI_fragment_shader: the result of every operation and modifier, pairs, passes and routes, textures of each target,
 * constants and display lists, colour sum and fog, the choice of a stage's source, share groups. */
#include <string.h>

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
static struct {
#define C(type, name, parameters) type (*name) parameters;
   COMMANDS(C)
#undef C
} ati;

static void start(void)
{
   const char *extensions = (const char *)glGetString(GL_EXTENSIONS);
   if (!extensions || !strstr(extensions, "GL_ATI_fragment_shader"))
      api_skip("GL_ATI_fragment_shader");
#define C(type, name, parameters) ati.name = (type (*) parameters)eglGetProcAddress("gl" #name);
   COMMANDS(C)
#undef C
   glEnable(GL_FRAGMENT_SHADER_ATI);
}

static void square(void)
{
   glBegin(GL_QUADS);
   glVertex2f(-1, -1);
   glVertex2f(1, -1);
   glVertex2f(1, 1);
   glVertex2f(-1, 1);
   glEnd();
}

/* One texel. */
static void texel(unsigned i)
{
   glViewport((GLint)(i % API_SIZE), (GLint)(i / API_SIZE), 1, 1);
   square();
}

static void put(uint8_t rgba[API_TEXELS][4], unsigned i, const double color[4])
{
   for (unsigned c = 0; c < 4; c++)
      rgba[i][c] = (uint8_t)(color[c] * 255 + 0.5);
}

/* ---- instructions ------------------------------------------------------------------------------------------------------------------ */

struct arg { GLuint source, replicate, modifiers; };
#define GIVEN(a) (a).source, (a).replicate, (a).modifiers

static void color_op(GLenum op, unsigned count, GLuint dst, GLuint mask, GLuint modifiers, const struct arg *a)
{
   if (count == 1)
      ati.ColorFragmentOp1ATI(op, dst, mask, modifiers, GIVEN(a[0]));
   else if (count == 2)
      ati.ColorFragmentOp2ATI(op, dst, mask, modifiers, GIVEN(a[0]), GIVEN(a[1]));
   else
      ati.ColorFragmentOp3ATI(op, dst, mask, modifiers, GIVEN(a[0]), GIVEN(a[1]), GIVEN(a[2]));
}

static void alpha_op(GLenum op, unsigned count, GLuint dst, GLuint modifiers, const struct arg *a)
{
   if (count == 1)
      ati.AlphaFragmentOp1ATI(op, dst, modifiers, GIVEN(a[0]));
   else if (count == 2)
      ati.AlphaFragmentOp2ATI(op, dst, modifiers, GIVEN(a[0]), GIVEN(a[1]));
   else
      ati.AlphaFragmentOp3ATI(op, dst, modifiers, GIVEN(a[0]), GIVEN(a[1]), GIVEN(a[2]));
}

static void move(GLuint dst, GLuint mask, GLuint modifiers, GLuint source)
{
   color_op(MOV, 1, dst, mask, modifiers, &(struct arg){source, 0, 0});
}

static void move_all(GLuint dst, GLuint modifiers, GLuint source)
{
   move(dst, 0, modifiers, source);
   alpha_op(MOV, 1, dst, modifiers, &(struct arg){source, 0, 0});
}

/* ---- operations: one texel each, with the operands a (the primary colour), b and c (constants) --------------------------------------- */

static const GLfloat operand[3][4] = {{0.25f, 0.5f, 0.75f, 1}, {0.5f, 0.25f, 1, 0.125f}, {1, 0.5f, 0.25f, 0}};
static const GLfloat before[4] = {0.4f, 0.6f, 0.8f, 0.2f};  /* the register's value */
#define A {GL_PRIMARY_COLOR, 0, 0}
#define B {K(0), 0, 0}
#define C {K(1), 0, 0}
struct operation { GLenum op; GLuint count, mask, modifiers; struct arg arg[3]; double result[4]; };
static const struct operation operations[] = {
   {MOV, 1, 0, 0, {A}, {0.25, 0.5, 0.75, 1}}, {ADD, 2, 0, 0, {A, B}, {0.75, 0.75, 1, 1}}, {SUB, 2, 0, 0, {A, B}, {0, 0.25, 0, 0.875}},
   {MUL, 2, 0, 0, {A, B}, {0.125, 0.125, 0.75, 0.125}}, {MAD, 3, 0, 0, {A, B, C}, {1, 0.625, 1, 0.125}},
   {LERP, 3, 0, 0, {B, A, C}, {0.625, 0.5, 0.75, 0.125}}, {CND, 3, 0, 0, {A, B, C}, {0.25, 0.25, 1, 0.125}},
   {CND0, 3, 0, 0, {A, B, {K(1), 0, NEGATE}}, {0.5, 0.25, 1, 1}}, {DOT3, 2, 0, HALF, {A, B}, {0.5, 0.5, 0.5, 0.5}},
   {DOT4, 2, 0, HALF, {A, B}, {0.5625, 0.5625, 0.5625, 0.5625}}, {MOV, 1, 0, 0, {{GL_ZERO, 0, 0}}, {0, 0, 0, 0}},
   {MOV, 1, 0, 0, {{GL_ONE, 0, 0}}, {1, 1, 1, 1}},
   /* modifiers and replication of arguments */
   {MOV, 1, 0, 0, {{GL_PRIMARY_COLOR, 0, COMP}}, {0.75, 0.5, 0.25, 0}}, {MOV, 1, 0, 0, {{GL_PRIMARY_COLOR, 0, BIAS}}, {0, 0, 0.25, 0.5}},
   {MOV, 1, 0, 0, {{GL_PRIMARY_COLOR, 0, BIAS | DOUBLE}}, {0, 0, 0.5, 1}}, {MOV, 1, 0, 0, {{K(0), 0, DOUBLE}}, {1, 0.5, 1, 0.25}},
   {MOV, 1, 0, 0, {{GL_PRIMARY_COLOR, 0, COMP | BIAS | DOUBLE | NEGATE}}, {0, 0, 0.5, 1}},
   {SUB, 2, 0, 0, {A, {K(0), 0, NEGATE}}, {0.75, 0.75, 1, 1}}, {MOV, 1, 0, 0, {{K(0), GL_RED, 0}}, {0.5, 0.5, 0.5, 0.5}},
   {MOV, 1, 0, 0, {{K(0), GL_GREEN, 0}}, {0.25, 0.25, 0.25, 0.25}}, {MOV, 1, 0, 0, {{K(0), GL_BLUE, COMP}}, {0, 0, 0, 0}},
   {MOV, 1, 0, 0, {{K(0), GL_ALPHA, 0}}, {0.125, 0.125, 0.125, 0.125}},
   {MUL, 2, 0, 0, {{GL_PRIMARY_COLOR, GL_GREEN, COMP}, {K(1), 0, 0}}, {0.5, 0.25, 0.125, 0}},
   /* modifiers and masks of results */
   {MOV, 1, 0, X2, {B}, {1, 0.5, 1, 0.25}}, {MOV, 1, 0, X4, {{K(0), GL_ALPHA, 0}}, {0.5, 0.5, 0.5, 0.5}},
   {MOV, 1, 0, X8, {{K(0), GL_ALPHA, BIAS}}, {0, 0, 0, 0}}, {MOV, 1, 0, HALF, {B}, {0.25, 0.125, 0.5, 0.0625}},
   {MOV, 1, 0, QUARTER, {A}, {0.0625, 0.125, 0.1875, 0.25}}, {MOV, 1, 0, EIGHTH, {A}, {0.03125, 0.0625, 0.09375, 0.125}},
   {MOV, 1, 1, 0, {A}, {0.25, 0.6, 0.8, 1}}, {MOV, 1, 2, 0, {A}, {0.4, 0.5, 0.8, 1}}, {MOV, 1, 6, 0, {A}, {0.4, 0.5, 0.75, 1}},
};
enum { OPERATIONS = sizeof(operations) / sizeof(operations[0]) };

static void run(const struct operation *o, unsigned i)
{
   ati.SetFragmentShaderConstantATI(K(0), operand[1]);
   ati.SetFragmentShaderConstantATI(K(1), operand[2]);
   ati.SetFragmentShaderConstantATI(K(2), before);
   glColor4fv(operand[0]);
   ati.BeginFragmentShaderATI();
   move_all(R(0), 0, K(2));
   color_op(o->op, o->count, R(0), o->mask, o->modifiers, o->arg);
   alpha_op(o->op, o->count, R(0), o->modifiers, o->arg);
   ati.EndFragmentShaderATI();
   texel(i);
}

static void draw_operations(void)
{
   start();
   for (unsigned i = 0; i < OPERATIONS; i++)
      run(&operations[i], i);
   api_expect_error(GL_NO_ERROR, "shaders");
}

static void reference_operations(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < OPERATIONS; i++)
      put(rgba, i, operations[i].result);
}

static const struct operation dot2_add = {DOT2_ADD, 3, 0, 0, {A, B, C}, {0.5, 0.5, 0.5, 0.5}};

static void draw_dot2_add(void)
{
   start();
   run(&dot2_add, 0);
}

static void reference_dot2_add(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, dot2_add.result);
}

/* ---- pairs: an alpha instruction does not see the result of its colour instruction; a dot product of alpha ignores its arguments ------- */

static void draw_pairs(void)
{
   start();
   ati.SetFragmentShaderConstantATI(K(0), operand[1]);
   ati.SetFragmentShaderConstantATI(K(1), operand[2]);
   ati.BeginFragmentShaderATI();
   move_all(R(0), 0, K(0));
   move(R(0), 0, 0, K(1));
   alpha_op(MOV, 1, R(0), 0, &(struct arg){R(0), GL_RED, 0});
   ati.EndFragmentShaderATI();
   texel(0);
   ati.BeginFragmentShaderATI();
   color_op(DOT3, 2, R(0), 0, HALF, (const struct arg[]){{K(0), 0, 0}, {K(1), 0, 0}});
   alpha_op(DOT3, 2, R(0), HALF, (const struct arg[]){{GL_ONE, 0, 0}, {GL_ONE, 0, 0}});
   ati.EndFragmentShaderATI();
   texel(1);
}

static void reference_pairs(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, (const double[]){1, 0.5, 0.25, 0.5});
   put(rgba, 1, (const double[]){0.4375, 0.4375, 0.4375, 0.4375});
}

/* ---- the range of registers: [-8, 8], and [0, 1] of saturated results ------------------------------------------------------------------- */

static void draw_range(void)
{
   start();
   ati.SetFragmentShaderConstantATI(K(1), operand[2]);
   ati.BeginFragmentShaderATI();
   move_all(R(0), X8, K(1));
   move_all(R(0), X8, R(0));
   move_all(R(0), EIGHTH, R(0));
   move_all(R(0), EIGHTH, R(0));
   ati.EndFragmentShaderATI();
   texel(0);
}

static void reference_range(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, (const double[]){0.125, 0.125, 0.125, 0});
}

static void draw_saturate(void)
{
   start();
   ati.SetFragmentShaderConstantATI(K(1), operand[2]);
   ati.BeginFragmentShaderATI();
   move_all(R(0), X2 | SATURATE, K(1));
   move_all(R(0), HALF, R(0));
   ati.EndFragmentShaderATI();
   texel(0);
   ati.BeginFragmentShaderATI();
   color_op(SUB, 2, R(0), 0, SATURATE, (const struct arg[]){{GL_ZERO, 0, 0}, {K(1), 0, 0}});
   color_op(ADD, 2, R(0), 0, 0, (const struct arg[]){{R(0), 0, 0}, {K(1), 0, 0}});
   alpha_op(MOV, 1, R(0), 0, &(struct arg){GL_ONE, 0, 0});
   ati.EndFragmentShaderATI();
   texel(1);
}

static void reference_saturate(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, (const double[]){0.5, 0.5, 0.25, 0});
   put(rgba, 1, (const double[]){1, 0.5, 0.25, 1});
}

/* ---- routes ------------------------------------------------------------------------------------------------------------------------------ */

static const GLfloat coords[2][4] = {{0.25f, 0.125f, 0.5f, 0.75f}, {0.5f, 1, 0.75f, 2}};

static void set_coords(void)
{
   for (GLuint i = 0; i < 2; i++)
      ati.MultiTexCoord4f(GL_TEXTURE0 + i, coords[i][0], coords[i][1], coords[i][2], coords[i][3]);
}

/* The first three components of a route, and alpha 1. */
static void show_route(unsigned i, GLuint coord, GLenum swizzle, GLuint modifiers)
{
   ati.BeginFragmentShaderATI();
   ati.PassTexCoordATI(R(3), coord, swizzle);
   move(R(0), 0, modifiers, R(3));
   alpha_op(MOV, 1, R(0), 0, &(struct arg){GL_ONE, 0, 0});
   ati.EndFragmentShaderATI();
   texel(i);
}

static void draw_routes(void)
{
   start();
   set_coords();
   show_route(0, GL_TEXTURE0, STR, 0);
   show_route(1, GL_TEXTURE0, STQ, 0);
   show_route(2, GL_TEXTURE0, STR_DR, QUARTER);
   show_route(3, GL_TEXTURE1, STQ_DQ, 0);
   ati.BeginFragmentShaderATI(); /* the second pass reads a register of the first, whose r divides */
   ati.PassTexCoordATI(R(1), GL_TEXTURE0, STR);
   move(R(2), 0, 0, R(1));
   ati.PassTexCoordATI(R(0), R(2), STR_DR);
   move(R(0), 0, QUARTER, R(0));
   alpha_op(MOV, 1, R(0), 0, &(struct arg){GL_PRIMARY_COLOR, 0, 0});
   ati.EndFragmentShaderATI();
   texel(4);
   api_expect_error(GL_NO_ERROR, "routes");
}

static void reference_routes(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, (const double[]){0.25, 0.125, 0.5, 1});
   put(rgba, 1, (const double[]){0.25, 0.125, 0.75, 1});
   put(rgba, 2, (const double[]){0.125, 0.0625, 0.5, 1});
   put(rgba, 3, (const double[]){0.25, 0.5, 0.5, 1});
   put(rgba, 4, (const double[]){0.125, 0.0625, 0.5, 1});
}

/* Routes read the registers of the first pass, in whatever order they are given. */
static void draw_exchange(void)
{
   start();
   set_coords();
   ati.BeginFragmentShaderATI();
   ati.PassTexCoordATI(R(0), GL_TEXTURE0, STR);
   ati.PassTexCoordATI(R(1), GL_TEXTURE1, STR);
   color_op(ADD, 2, R(2), 0, 0, (const struct arg[]){{R(0), 0, 0}, {R(1), 0, 0}});
   ati.PassTexCoordATI(R(0), R(1), STR);
   ati.PassTexCoordATI(R(1), R(0), STR);
   move(R(0), 1, 0, R(1)); /* red of the first set, green and blue of the second */
   alpha_op(MOV, 1, R(0), 0, &(struct arg){GL_ONE, 0, 0});
   ati.EndFragmentShaderATI();
   texel(0);
}

static void reference_exchange(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, (const double[]){0.25, 1, 0.75, 1});
}

/* ---- textures ------------------------------------------------------------------------------------------------------------------------------ */

static const GLubyte texels[4][4] = {{255, 0, 0, 255}, {0, 255, 0, 128}, {0, 0, 255, 64}, {255, 255, 0, 192}};

static void texture(GLenum unit, GLenum target, unsigned first, unsigned count)
{
   GLuint name;
   glGenTextures(1, &name);
   glActiveTexture(unit);
   glBindTexture(target, name);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   if (target == GL_TEXTURE_1D)
      glTexImage1D(target, 0, GL_RGBA8, (GLsizei)count, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[first]);
   else if (target == GL_TEXTURE_3D)
      glTexImage3D(target, 0, GL_RGBA8, 1, 1, (GLsizei)count, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[first]);
   else if (target != GL_TEXTURE_CUBE_MAP)
      glTexImage2D(target, 0, GL_RGBA8, (GLsizei)count, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[first]);
   for (GLenum i = 0; i < 6 && target == GL_TEXTURE_CUBE_MAP; i++)
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[first + i % count]);
}

static void sample(GLuint unit, GLuint from, GLenum swizzle)
{
   ati.BeginFragmentShaderATI();
   ati.SampleMapATI(R(unit), from, swizzle);
   move_all(R(0), 0, R(unit));
   ati.EndFragmentShaderATI();
}

/* One shader and each target of its unit: that with the highest precedence of those that are enabled. */
static void draw_targets(void)
{
   static const GLenum targets[] = {GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE_ARB, GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP};
   start();
   for (unsigned i = 0; i < 5; i++)
      texture(GL_TEXTURE2, targets[i], i % 3, 2);
   sample(2, GL_TEXTURE0, STR);
   ati.MultiTexCoord4f(GL_TEXTURE0, 1.5f, 0.5f, 0.75f, 1); /* the second texel, but the first face of the cube */
   for (unsigned i = 0; i < 5; i++) {
      if (i == 1 || i == 3)
         ati.MultiTexCoord4f(GL_TEXTURE0, 0.75f, 0.5f, 0.75f, 1);
      if (i == 2 || i == 4)
         ati.MultiTexCoord4f(GL_TEXTURE0, 1.5f, 0.5f, 0.75f, 1);
      glEnable(targets[i]);
      texel(i);
   }
}

static void reference_targets(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   const unsigned chosen[5] = {1, 2, 3, 1, 1}; /* first texel of the target + 1; s of 1.5 repeats to 0.5: of the second texel */
   for (unsigned i = 0; i < 5; i++)
      memcpy(rgba[i], texels[chosen[i]], 4);
}

/* Projection by q; a dependent read with the texel of another unit; a depth texture without its comparison. */
static void draw_reads(void)
{
   static const GLfloat depth[2] = {0.25f, 0.5f};
   start();
   texture(GL_TEXTURE1, GL_TEXTURE_2D, 0, 2);
   glEnable(GL_TEXTURE_2D);
   texture(GL_TEXTURE3, GL_TEXTURE_2D, 2, 2);
   glEnable(GL_TEXTURE_2D);
   ati.MultiTexCoord4f(GL_TEXTURE0, 1.5f, 1, 9, 2);
   sample(1, GL_TEXTURE0, STQ_DQ);
   texel(0);
   ati.MultiTexCoord4f(GL_TEXTURE0, 0.25f, 0.5f, 0, 1);
   ati.BeginFragmentShaderATI();
   ati.SampleMapATI(R(1), GL_TEXTURE0, STR);
   color_op(MUL, 2, R(1), 0, 0, (const struct arg[]){{R(1), 0, 0}, {K(0), 0, 0}});
   ati.SampleMapATI(R(3), R(1), STR);
   move_all(R(0), 0, R(3));
   ati.SetFragmentShaderConstantATI(K(0), (const GLfloat[]){0.75f, 0, 0, 0});
   ati.EndFragmentShaderATI();
   texel(1);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 2, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
   ati.MultiTexCoord4f(GL_TEXTURE0, 0.75f, 0.5f, 0, 1);
   sample(3, GL_TEXTURE0, STR);
   texel(2);
}

static void reference_reads(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   memcpy(rgba[0], texels[1], 4);
   memcpy(rgba[1], texels[3], 4);
   put(rgba, 2, (const double[]){0.5, 0.5, 0.5, 1});
}

/* ---- constants, objects and display lists ---------------------------------------------------------------------------------------------------- */

/* A shader that shows a constant; local: NULL or its own value. */
static void constant_shader(GLuint name, const GLfloat *local)
{
   ati.BindFragmentShaderATI(name);
   ati.BeginFragmentShaderATI();
   if (local)
      ati.SetFragmentShaderConstantATI(K(5), local);
   move_all(R(0), 0, K(5));
   ati.EndFragmentShaderATI();
}

static void draw_constants(void)
{
   start();
   const GLuint first = ati.GenFragmentShadersATI(2);
   api_expect("names", first != 0, true);
   constant_shader(first, NULL);
   constant_shader(first + 1, operand[2]);
   ati.SetFragmentShaderConstantATI(K(5), operand[0]);
   texel(0); /* the local constant hides the global one */
   ati.BindFragmentShaderATI(first);
   texel(1);
   ati.SetFragmentShaderConstantATI(K(5), operand[1]);
   texel(2);
   constant_shader(first + 1, NULL); /* a new definition has no local constants */
   texel(3);
   const GLuint list = glGenLists(1);
   glNewList(list, GL_COMPILE); /* binding and constants are compiled, definitions are not */
   ati.BindFragmentShaderATI(first + 1);
   ati.SetFragmentShaderConstantATI(K(5), operand[2]);
   constant_shader(first + 1, operand[0]);
   glEndList();
   api_expect_error(GL_NO_ERROR, "a list with a definition");
   ati.BindFragmentShaderATI(first);
   texel(4);
   glCallList(list);
   texel(5); /* the constant of the definition was compiled, too: it is a global one */
   ati.DeleteFragmentShaderATI(first + 1); /* the default shader is bound, which was never defined */
   ati.BindFragmentShaderATI(first);
   texel(6);
}

static void reference_constants(uint8_t rgba[API_TEXELS][4])
{
   const unsigned shown[] = {2, 0, 1, 1, 1, 0, 0};
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < 7; i++) {
      const GLfloat *f = operand[shown[i]];
      put(rgba, i, (const double[]){f[0], f[1], f[2], f[3]});
   }
}

/* A shader of the second context, which defines it again, and deletes its name while it is bound. */
static void draw_shared(void)
{
   start();
   glDisable(GL_FRAGMENT_SHADER_ATI);
   api_use_second(true);
   const GLuint name = ati.GenFragmentShadersATI(1);
   constant_shader(name, operand[1]);
   glFinish();
   api_use_second(false);
   glEnable(GL_FRAGMENT_SHADER_ATI);
   ati.BindFragmentShaderATI(name);
   texel(0);
   api_use_second(true);
   constant_shader(name, operand[2]);
   glFinish();
   api_use_second(false);
   ati.BindFragmentShaderATI(0);
   ati.BindFragmentShaderATI(name);
   texel(1);
   api_use_second(true);
   ati.DeleteFragmentShaderATI(name);
   glFinish();
   api_use_second(false);
   texel(2);
}

static void reference_shared(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, (const double[]){0.5, 0.25, 1, 0.125});
   put(rgba, 1, (const double[]){1, 0.5, 0.25, 0});
   put(rgba, 2, (const double[]){1, 0.5, 0.25, 0});
}

/* ---- what follows a shader, and what precedes it --------------------------------------------------------------------------------------------- */

static void draw_fog(void)
{
   static const GLenum modes[] = {GL_LINEAR, GL_EXP, GL_EXP2};
   static const GLfloat color[4] = {0, 1, 0, 0};
   start();
   ati.BeginFragmentShaderATI();
   move_all(R(0), X2, GL_PRIMARY_COLOR); /* colours are in [0, 1] before fog */
   ati.EndFragmentShaderATI();
   glColor4f(1, 0, 0.25f, 0.25f);
   glFogfv(GL_FOG_COLOR, color);
   glFogf(GL_FOG_DENSITY, 0.5f);
   glEnable(GL_FOG);
   glTranslatef(0, 0, -0.5f); /* eye distance 0.5 */
   for (unsigned i = 0; i < 3; i++) {
      glFogi(GL_FOG_MODE, (GLint)modes[i]);
      texel(i);
   }
   glDisable(GL_FOG);
   texel(3);
}

static void reference_fog(uint8_t rgba[API_TEXELS][4])
{
   const double factors[] = {0.5, 0.778801, 0.939413, 1}; /* exp(-0.25), exp(-0.0625) */
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < 4; i++)
      put(rgba, i, (const double[]){factors[i], 1 - factors[i], 0.5 * factors[i], 0.5});
}

/* Texturing is replaced, the sum of colours is not. */
static void draw_color_sum(void)
{
   start();
   ati.BeginFragmentShaderATI();
   move_all(R(0), HALF, GL_PRIMARY_COLOR);
   ati.EndFragmentShaderATI();
   glColor4f(0.5f, 1, 1, 0.5f);
   ati.SecondaryColor3f(0.25f, 0.25f, 0.75f);
   texel(0);
   glEnable(GL_COLOR_SUM);
   texel(1);
}

static void reference_color_sum(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, (const double[]){0.25, 0.5, 0.5, 0.25});
   put(rgba, 1, (const double[]){0.5, 0.75, 1, 0.25});
}

/* A shader of GLSL, an assembly program, a shader of the extension, fixed functions; glPushAttrib saves the enable. */
static void draw_sources(void)
{
   static const char text[] = "!!ARBfp1.0\nMOV result.color, {0, 1, 0, 1};\nEND";
   start();
   const GLuint program = api_program("void main() { gl_Position = gl_Vertex; }", NULL, "void main() { gl_FragColor = vec4(1, 0, 0, 1); }");
   ati.ProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof(text) - 1, text);
   ati.BeginFragmentShaderATI();
   move(R(0), 0, 0, GL_SECONDARY_INTERPOLATOR_ATI);
   alpha_op(MOV, 1, R(0), 0, &(struct arg){GL_ONE, 0, 0});
   ati.EndFragmentShaderATI();
   glEnable(GL_FRAGMENT_PROGRAM_ARB);
   glColor4f(1, 1, 1, 1);
   ati.SecondaryColor3f(0, 0, 1);
   texel(0);
   glUseProgram(0);
   texel(1);
   glDisable(GL_FRAGMENT_PROGRAM_ARB);
   texel(2);
   glPushAttrib(GL_ENABLE_BIT);
   glDisable(GL_FRAGMENT_SHADER_ATI);
   api_expect("disabled", glIsEnabled(GL_FRAGMENT_SHADER_ATI), GL_FALSE);
   texel(3);
   glPopAttrib();
   api_expect("enabled", glIsEnabled(GL_FRAGMENT_SHADER_ATI), GL_TRUE);
   texel(4);
   glDeleteProgram(program);
}

static void reference_sources(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, (const double[]){1, 0, 0, 1});
   put(rgba, 1, (const double[]){0, 1, 0, 1});
   put(rgba, 2, (const double[]){0, 0, 1, 1});
   put(rgba, 3, (const double[]){1, 1, 1, 1});
   put(rgba, 4, (const double[]){0, 0, 1, 1});
}

/* Fragments of pixels and bitmaps go through the shader: the colour of a pixel is the primary colour. */
static void draw_pixels(void)
{
   static const GLubyte bits[1] = {0x80};
   start();
   ati.BeginFragmentShaderATI();
   color_op(MOV, 1, R(0), 0, 0, &(struct arg){GL_PRIMARY_COLOR, 0, COMP});
   alpha_op(MOV, 1, R(0), 0, &(struct arg){GL_PRIMARY_COLOR, 0, 0});
   ati.EndFragmentShaderATI();
   ati.WindowPos2i(3, 0);
   glDrawPixels(2, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glColor4f(0.25f, 0.5f, 1, 0.5f);
   ati.WindowPos2i(7, 0);
   glBitmap(1, 1, 0, 0, 0, 0, bits);
}

static void reference_pixels(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 3, (const double[]){0, 1, 1, 1});
   put(rgba, 4, (const double[]){1, 0, 1, 128 / 255.0});
   put(rgba, 7, (const double[]){0.75, 0.5, 0, 0.5});
}

#define BODY(name) {"legacy-ati-" #name, COMPATIBILITY, 21, 1, 0, draw_##name, reference_##name}

const struct api_body api_bodies_legacy_ati[] = {
   BODY(operations), BODY(dot2_add), BODY(pairs), BODY(range), BODY(saturate), BODY(routes), BODY(exchange), BODY(targets), BODY(reads),
   BODY(constants), BODY(shared), BODY(fog), BODY(color_sum), BODY(sources), BODY(pixels),
   {0},
};
