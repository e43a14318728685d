/* body_legacy_ati.c: instructions of ATI_fragment_shader: the result of every operation and modifier, pairs, ranges, passes and routes. */
#include <string.h>

#include "legacy_ati.h"

/* ---- operations: one texel each, with the operands a (the primary colour), b and c (constants) --------------------------------------- */

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
   ati.SetFragmentShaderConstantATI(K(0), ati_operand[1]);
   ati.SetFragmentShaderConstantATI(K(1), ati_operand[2]);
   ati.SetFragmentShaderConstantATI(K(2), before);
   glColor4fv(ati_operand[0]);
   ati.BeginFragmentShaderATI();
   ati_move_all(R(0), 0, K(2));
   ati_color_op(o->op, o->count, R(0), o->mask, o->modifiers, o->arg);
   ati_alpha_op(o->op, o->count, R(0), o->modifiers, o->arg);
   ati.EndFragmentShaderATI();
   ati_texel(i);
}

static void draw_operations(void)
{
   ati_start();
   for (unsigned i = 0; i < OPERATIONS; i++)
      run(&operations[i], i);
   api_expect_error(GL_NO_ERROR, "shaders");
}

static void reference_operations(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < OPERATIONS; i++)
      ati_put(rgba, i, operations[i].result);
}

static const struct operation dot2_add = {DOT2_ADD, 3, 0, 0, {A, B, C}, {0.5, 0.5, 0.5, 0.5}};

static void draw_dot2_add(void)
{
   ati_start();
   run(&dot2_add, 0);
}

static void reference_dot2_add(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   ati_put(rgba, 0, dot2_add.result);
}

/* ---- pairs: an alpha instruction does not see the result of its colour instruction; a dot product of alpha ignores its arguments ------- */

static void draw_pairs(void)
{
   ati_start();
   ati.SetFragmentShaderConstantATI(K(0), ati_operand[1]);
   ati.SetFragmentShaderConstantATI(K(1), ati_operand[2]);
   ati.BeginFragmentShaderATI();
   ati_move_all(R(0), 0, K(0));
   ati_move(R(0), 0, 0, K(1));
   ati_alpha_op(MOV, 1, R(0), 0, &(struct arg){R(0), GL_RED, 0});
   ati.EndFragmentShaderATI();
   ati_texel(0);
   ati.BeginFragmentShaderATI();
   ati_color_op(DOT3, 2, R(0), 0, HALF, (const struct arg[]){{K(0), 0, 0}, {K(1), 0, 0}});
   ati_alpha_op(DOT3, 2, R(0), HALF, (const struct arg[]){{GL_ONE, 0, 0}, {GL_ONE, 0, 0}});
   ati.EndFragmentShaderATI();
   ati_texel(1);
}

static void reference_pairs(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   ati_put(rgba, 0, (const double[]){1, 0.5, 0.25, 0.5});
   ati_put(rgba, 1, (const double[]){0.4375, 0.4375, 0.4375, 0.4375});
}

/* ---- the range of registers: [-8, 8], and [0, 1] of saturated results ------------------------------------------------------------------- */

static void draw_range(void)
{
   ati_start();
   ati.SetFragmentShaderConstantATI(K(1), ati_operand[2]);
   ati.BeginFragmentShaderATI();
   ati_move_all(R(0), X8, K(1));
   ati_move_all(R(0), X8, R(0));
   ati_move_all(R(0), EIGHTH, R(0));
   ati_move_all(R(0), EIGHTH, R(0));
   ati.EndFragmentShaderATI();
   ati_texel(0);
}

static void reference_range(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   ati_put(rgba, 0, (const double[]){0.125, 0.125, 0.125, 0});
}

static void draw_saturate(void)
{
   ati_start();
   ati.SetFragmentShaderConstantATI(K(1), ati_operand[2]);
   ati.BeginFragmentShaderATI();
   ati_move_all(R(0), X2 | SATURATE, K(1));
   ati_move_all(R(0), HALF, R(0));
   ati.EndFragmentShaderATI();
   ati_texel(0);
   ati.BeginFragmentShaderATI();
   ati_color_op(SUB, 2, R(0), 0, SATURATE, (const struct arg[]){{GL_ZERO, 0, 0}, {K(1), 0, 0}});
   ati_color_op(ADD, 2, R(0), 0, 0, (const struct arg[]){{R(0), 0, 0}, {K(1), 0, 0}});
   ati_alpha_op(MOV, 1, R(0), 0, &(struct arg){GL_ONE, 0, 0});
   ati.EndFragmentShaderATI();
   ati_texel(1);
}

static void reference_saturate(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   ati_put(rgba, 0, (const double[]){0.5, 0.5, 0.25, 0});
   ati_put(rgba, 1, (const double[]){1, 0.5, 0.25, 1});
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
   ati_move(R(0), 0, modifiers, R(3));
   ati_alpha_op(MOV, 1, R(0), 0, &(struct arg){GL_ONE, 0, 0});
   ati.EndFragmentShaderATI();
   ati_texel(i);
}

static void draw_routes(void)
{
   ati_start();
   set_coords();
   show_route(0, GL_TEXTURE0, STR, 0);
   show_route(1, GL_TEXTURE0, STQ, 0);
   show_route(2, GL_TEXTURE0, STR_DR, QUARTER);
   show_route(3, GL_TEXTURE1, STQ_DQ, 0);
   ati.BeginFragmentShaderATI(); /* the second pass reads a register of the first, whose r divides */
   ati.PassTexCoordATI(R(1), GL_TEXTURE0, STR);
   ati_move(R(2), 0, 0, R(1));
   ati.PassTexCoordATI(R(0), R(2), STR_DR);
   ati_move(R(0), 0, QUARTER, R(0));
   ati_alpha_op(MOV, 1, R(0), 0, &(struct arg){GL_PRIMARY_COLOR, 0, 0});
   ati.EndFragmentShaderATI();
   ati_texel(4);
   api_expect_error(GL_NO_ERROR, "routes");
}

static void reference_routes(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   ati_put(rgba, 0, (const double[]){0.25, 0.125, 0.5, 1});
   ati_put(rgba, 1, (const double[]){0.25, 0.125, 0.75, 1});
   ati_put(rgba, 2, (const double[]){0.125, 0.0625, 0.5, 1});
   ati_put(rgba, 3, (const double[]){0.25, 0.5, 0.5, 1});
   ati_put(rgba, 4, (const double[]){0.125, 0.0625, 0.5, 1});
}

/* Routes read the registers of the first pass, in whatever order they are given. */
static void draw_exchange(void)
{
   ati_start();
   set_coords();
   ati.BeginFragmentShaderATI();
   ati.PassTexCoordATI(R(0), GL_TEXTURE0, STR);
   ati.PassTexCoordATI(R(1), GL_TEXTURE1, STR);
   ati_color_op(ADD, 2, R(2), 0, 0, (const struct arg[]){{R(0), 0, 0}, {R(1), 0, 0}});
   ati.PassTexCoordATI(R(0), R(1), STR);
   ati.PassTexCoordATI(R(1), R(0), STR);
   ati_move(R(0), 1, 0, R(1)); /* red of the first set, green and blue of the second */
   ati_alpha_op(MOV, 1, R(0), 0, &(struct arg){GL_ONE, 0, 0});
   ati.EndFragmentShaderATI();
   ati_texel(0);
}

static void reference_exchange(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   ati_put(rgba, 0, (const double[]){0.25, 1, 0.75, 1});
}

#define BODY(name) {"legacy-ati-" #name, COMPATIBILITY, 21, 1, 0, draw_##name, reference_##name}

const struct api_body api_bodies_legacy_ati[] = {
   BODY(operations), BODY(dot2_add), BODY(pairs), BODY(range), BODY(saturate), BODY(routes), BODY(exchange),
   {0},
};
