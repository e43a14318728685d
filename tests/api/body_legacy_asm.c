/* body_legacy_asm.c: assembly programs (ARB_vertex_program, ARB_fragment_program): the result of every instruction, position invariance,
 * state and program matrices, textures with comparison, fog, objects and the places of errors. */
#include <stdio.h>
#include <string.h>

#include "api_test.h"
#include <GL/gl.h>

#define GL_VERTEX_PROGRAM_ARB 0x8620
#define GL_FRAGMENT_PROGRAM_ARB 0x8804
#define GL_PROGRAM_FORMAT_ASCII_ARB 0x8875
#define GL_PROGRAM_ERROR_POSITION_ARB 0x864B
#define GL_PROGRAM_LENGTH_ARB 0x8627
#define GL_PROGRAM_STRING_ARB 0x8628
#define GL_PROGRAM_BINDING_ARB 0x8677
#define GL_PROGRAM_INSTRUCTIONS_ARB 0x88A0
#define GL_PROGRAM_TEX_INDIRECTIONS_ARB 0x8807
#define GL_MATRIX0_ARB 0x88C0
#define GL_DEPTH_TEXTURE_MODE 0x884B
#define GL_COMPARE_R_TO_TEXTURE 0x884E

/* Commands that no header of the tests has. */
#define COMMANDS(C) \
   C(void, GenProgramsARB, (GLsizei, GLuint *)) C(void, BindProgramARB, (GLenum, GLuint)) C(GLboolean, IsProgramARB, (GLuint)) \
   C(void, DeleteProgramsARB, (GLsizei, const GLuint *)) C(void, ProgramStringARB, (GLenum, GLenum, GLsizei, const void *)) \
   C(void, GetProgramivARB, (GLenum, GLenum, GLint *)) C(void, GetProgramStringARB, (GLenum, GLenum, void *)) \
   C(void, ProgramLocalParameter4fvARB, (GLenum, GLuint, const GLfloat *)) \
   C(void, ProgramEnvParameter4fARB, (GLenum, GLuint, GLfloat, GLfloat, GLfloat, GLfloat)) \
   C(void, GetProgramEnvParameterfvARB, (GLenum, GLuint, GLfloat *)) C(void, GetProgramLocalParameterfvARB, (GLenum, GLuint, GLfloat *))
static struct {
#define C(type, name, parameters) type (*name) parameters;
   COMMANDS(C)
#undef C
} arb;

static void start(void)
{
   const char *extensions = (const char *)glGetString(GL_EXTENSIONS);
   if (!extensions || !strstr(extensions, "GL_ARB_vertex_program") || !strstr(extensions, "GL_ARB_fragment_program"))
      api_skip("assembly programs");
#define C(type, name, parameters) arb.name = (type (*) parameters)eglGetProcAddress("gl" #name);
   COMMANDS(C)
#undef C
}

static void load(GLenum target, const char *text)
{
   GLint position;
   arb.ProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
   glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &position);
   if (position != -1)
      api_fail("error at byte %d of %s", position, text);
}

static void square(GLfloat x0, GLfloat y0, GLfloat x1, GLfloat y1)
{
   glBegin(GL_QUADS);
   glVertex2f(x0, y0);
   glVertex2f(x1, y0);
   glVertex2f(x1, y1);
   glVertex2f(x0, y1);
   glEnd();
}

/* ---- instructions: one texel each, with the operands a, b, c in local parameters and the result in r --------------------------------- */

#define E 0.70710678
static const GLfloat operands[3][4] = {{-0.25f, 0.5f, 0.75f, 2}, {0.5f, 0.25f, -1, 0.125f}, {1, 0.5f, 0.25f, 0}};
static const struct { const char *code; double result[4]; } instructions[] = {
   {"ABS r, a;", {0.25, 0.5, 0.75, 1}}, {"ADD r, a, b;", {0.25, 0.75, 0, 1}}, {"DP3 r, a, -b;", {0.75, 0.75, 0.75, 0.75}},
   {"DP4 r, -a, b;", {0.5, 0.5, 0.5, 0.5}}, {"DPH r, a, -b;", {0.625, 0.625, 0.625, 0.625}}, {"DST r, a, b;", {1, 0.125, 0.75, 0.125}},
   {"EX2 r, a.x;", {0.840896, 0.840896, 0.840896, 0.840896}}, {"FLR r, a; ADD r, r, {1, 0.25, 0.5, -1.5};", {0, 0.25, 0.5, 0.5}},
   {"FRC r, a;", {0.75, 0.5, 0.75, 0}}, {"LG2 r, c.y; MUL r, r, -0.5;", {0.5, 0.5, 0.5, 0.5}}, {"LIT r, c.yyyx;", {1, 0.5, 0.5, 1}},
   {"LIT r, a;", {1, 0, 0, 1}}, {"LIT r, c.xwxw;", {1, 1, 1, 1}}, {"MAD r, a, b, c;", {0.875, 0.625, 0, 0.25}},
   {"MAX r, a, b;", {0.5, 0.5, 0.75, 1}}, {"MIN r, -a, b;", {0.25, 0, 0, 0}}, {"MOV r, a.yzyz;", {0.5, 0.75, 0.5, 0.75}},
   {"MUL r, a, -b;", {0.125, 0, 0.75, 0}}, {"POW r, c.y, a.w;", {0.25, 0.25, 0.25, 0.25}}, {"RCP r, a.w;", {0.5, 0.5, 0.5, 0.5}},
   {"RSQ r, -a.w;", {E, E, E, E}}, {"SGE r, a, b;", {0, 1, 1, 1}}, {"SLT r, a, b;", {1, 0, 0, 0}}, {"SUB r, c, a;", {1, 0, 0, 0}},
   {"SWZ r, a, -x, 1, 0, z;", {0.25, 1, 0, 0.75}}, {"XPD r.xyz, c, a; MOV r.w, 0.5;", {0.25, 0, 0.625, 0.5}},
   {"MOV r, 0.25; MOV r.yw, c.x;", {0.25, 1, 0.25, 1}},
   /* Of vertex programs: up to here both have them. */
   {"EXP r, c.y; MUL r, r, 0.5;", {0.5, 0.25, E, 0.5}}, {"LOG r, -a.z; MUL r, r, {-0.5, 0.5, -0.5, 1};", {0.5, 0.75, 0.207519, 1}},
   {"ADDRESS i; PARAM p[4] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}}; ARL i.x, a.w; MOV r, p[i.x - 1];", {0, 1, 0, 1}},
   {"ADDRESS i; PARAM p[2] = {program.local[1..2]}; ARL i.x, a.x; MOV r, p[i.x + 2];", {1, 0.5, 0.25, 0}},
   /* Of fragment programs. */
   {"CMP r, a, b, c;", {0.5, 0.5, 0.25, 0}}, {"COS r, a.y;", {0.877583, 0.877583, 0.877583, 0.877583}},
   {"LRP r, b.y, a, c;", {0.6875, 0.5, 0.375, 0.5}}, {"SCS r.xy, a.y; MOV r.zw, 0.5;", {0.877583, 0.479426, 0.5, 0.5}},
   {"SIN r, a.y;", {0.479426, 0.479426, 0.479426, 0.479426}}, {"MUL_SAT r, a, 4; MUL r, r, 0.5;", {0, 0.5, 0.5, 0.5}},
   {"MOV r, 1; KIL a;", {0, 0, 0, 0}}, {"MOV r, 1; KIL c;", {1, 1, 1, 1}},
};
enum { COUNT = sizeof(instructions) / sizeof(instructions[0]), BOTH = 27, VERTEX = 31 };

static void run_instructions(GLenum target, unsigned first, unsigned count, unsigned row)
{
   const bool vertex = target == GL_VERTEX_PROGRAM_ARB;
   char text[1000];
   glEnable(target);
   for (GLuint i = 0; i < 3; i++)
      arb.ProgramLocalParameter4fvARB(target, i, operands[i]);
   for (unsigned i = 0; i < count; i++) {
      snprintf(text, sizeof(text), "!!ARB%cp1.0\nPARAM a = program.local[0]; PARAM b = program.local[1]; PARAM c = program.local[2]; TEMP r;\n"
               "%s\nMOV result.color, r;\n%sEND", vertex ? 'v' : 'f', instructions[first + i].code,
               vertex ? "MOV result.position, vertex.position;\n" : "");
      load(target, text);
      glViewport((GLint)(i % API_SIZE), (GLint)(row + i / API_SIZE), 1, 1);
      square(-1, -1, 1, 1);
   }
   glDisable(target);
}

static void draw_instructions(void)
{
   start();
   run_instructions(GL_VERTEX_PROGRAM_ARB, 0, VERTEX, 0);
   run_instructions(GL_FRAGMENT_PROGRAM_ARB, 0, BOTH, 4);
   run_instructions(GL_FRAGMENT_PROGRAM_ARB, VERTEX, COUNT - VERTEX, 8);
}

static void reference_row(uint8_t rgba[API_TEXELS][4], unsigned first, unsigned count, unsigned row)
{
   for (unsigned i = 0; i < count; i++)
      for (unsigned c = 0; c < 4; c++)
         rgba[row * API_SIZE + i][c] = (uint8_t)(instructions[first + i].result[c] * 255 + 0.5);
}

static void reference_instructions(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   reference_row(rgba, 0, VERTEX, 0);
   reference_row(rgba, 0, BOTH, 4);
   reference_row(rgba, VERTEX, COUNT - VERTEX, 8);
}

/* ---- position invariance: the depths of a program are those of fixed functions --------------------------------------------------------- */

static void triangle(void)
{
   glBegin(GL_TRIANGLES);
   glVertex3f(-1.3f, -0.9f, -2.1f);
   glVertex3f(1.1f, -0.7f, -3.7f);
   glVertex3f(0.1f, 1.7f, -2.9f);
   glEnd();
}

static void draw_invariant(void)
{
   static const GLdouble plane[4] = {1, 0, 0, 0.2};
   GLuint depth;
   uint8_t rgba[API_TEXELS][4];
   start();
   glGenRenderbuffers(1, &depth);
   glBindRenderbuffer(GL_RENDERBUFFER, depth);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
   glClear(GL_DEPTH_BUFFER_BIT);
   glEnable(GL_DEPTH_TEST);
   glClipPlane(GL_CLIP_PLANE0, plane);
   glEnable(GL_CLIP_PLANE0);
   glMatrixMode(GL_PROJECTION);
   glFrustum(-0.7, 0.7, -0.7, 0.7, 1.1, 9.3);
   glMatrixMode(GL_MODELVIEW);
   glRotatef(13, 0.3f, 0.2f, 0.9f);
   glColor3f(1, 0, 0);
   triangle();
   load(GL_VERTEX_PROGRAM_ARB, "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, {0, 1, 0, 1};\nEND");
   glEnable(GL_VERTEX_PROGRAM_ARB);
   glDepthFunc(GL_EQUAL);
   triangle();
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
   long red = 0, green = 0;
   for (unsigned i = 0; i < API_TEXELS; i++) {
      red += rgba[i][0] != 0;
      green += rgba[i][1] == 255;
   }
   api_expect("texels of fixed functions only", red, 0);
   api_expect("texels of both", green > 50, true);
}

/* ---- state, parameters, textures, fog ------------------------------------------------------------------------------------------------- */

static void put(uint8_t rgba[API_TEXELS][4], unsigned row, double r, double g, double b, double a)
{
   for (unsigned i = 0; i < 4 * API_SIZE; i++) {
      const double color[4] = {r, g, b, a};
      for (unsigned c = 0; c < 4; c++)
         rgba[row * API_SIZE + i][c] = (uint8_t)(color[c] * 255 + 0.5);
   }
}

/* A band of four rows by each fragment program. */
static void band(unsigned row, const char *text)
{
   load(GL_FRAGMENT_PROGRAM_ARB, text);
   glViewport(0, (GLint)row, API_SIZE, 4);
   square(-1, -1, 1, 1);
}

static void make_textures(void)
{
   static const GLubyte texels[2][4] = {{255, 0, 0, 255}, {0, 0, 255, 128}};
   static const GLfloat depths[1] = {0.5f};
   GLuint names[2];
   glGenTextures(2, names);
   glActiveTexture(GL_TEXTURE3);
   glBindTexture(GL_TEXTURE_2D, names[0]);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glActiveTexture(GL_TEXTURE5);
   glBindTexture(GL_TEXTURE_2D, names[1]);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 1, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depths);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE);
   glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, GL_ALPHA);
   glActiveTexture(GL_TEXTURE0);
}

static void draw_state(void)
{
   static const GLfloat matrix[16] = {0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.8f, 0.9f, 0.25f, 0.35f, 0.45f, 0.55f, 0.65f, 0.75f, 0.85f};
   static const GLfloat ambient[4] = {0.3f, 0.4f, 0.5f, 0.6f};
   start();
   make_textures();
   glEnable(GL_FRAGMENT_PROGRAM_ARB);
   glMatrixMode(GL_MATRIX0_ARB + 1);
   glLoadMatrixf(matrix);
   glMatrixMode(GL_MODELVIEW);
   glMaterialfv(GL_BACK, GL_AMBIENT, ambient);
   arb.ProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 7, 0.2f, 0.4f, 0.6f, 0.8f);
   band(0, "!!ARBfp1.0\nMOV result.color, state.matrix.program[1].row[2];\nEND");
   band(4, "!!ARBfp1.0\nMOV result.color, state.matrix.program[1].transpose.row[2];\nEND");
   band(8, "!!ARBfp1.0\nMOV result.color, state.material.back.ambient;\nEND");
   band(12, "!!ARBfp1.0\nMOV result.color, program.env[7];\nEND");
   band(16, "!!ARBfp1.0\nTEMP t;\nMOV t, {0.75, 0.5};\nTEX result.color, t, texture[3], 2D;\nEND");
   band(20, "!!ARBfp1.0\nTEMP t;\nMOV t, {0.5, 1, 0, 2};\nTXP result.color, t, texture[3], 2D;\nEND");
}

static void reference_state(uint8_t rgba[API_TEXELS][4])
{
   put(rgba, 0, 0.3, 0.7, 0.35, 0.75);
   put(rgba, 4, 0.9, 0.25, 0.35, 0.45);
   put(rgba, 8, 0.3, 0.4, 0.5, 0.6);
   put(rgba, 12, 0.2, 0.4, 0.6, 0.8);
   put(rgba, 16, 0, 0, 1, 128 / 255.0);
   put(rgba, 20, 1, 0, 0, 1);
   put(rgba, 24, 0, 0, 0, 0);
   put(rgba, 28, 0, 0, 0, 0);
}

static void draw_fog(void)
{
   static const GLfloat fog[4] = {0, 1, 0, 1};
   start();
   glFogfv(GL_FOG_COLOR, fog);
   glFogi(GL_FOG_MODE, GL_LINEAR);
   glEnable(GL_FRAGMENT_PROGRAM_ARB);
   load(GL_VERTEX_PROGRAM_ARB, "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.fogcoord.x, 0.25.x;\n"
        "MOV result.color, {1, 0, 0, 0.5};\nEND");
   glEnable(GL_VERTEX_PROGRAM_ARB);
   band(0, "!!ARBfp1.0\nOPTION ARB_fog_linear;\nTEMP t;\nMOV t, fragment.color;\nMOV result.color, t;\nEND");
}

static void reference_fog(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, 0.75, 0.25, 0, 0.5); /* (1 - 0.25) of the fragment, the rest of the fog */
}

/* Clip planes are off where a vertex program is not position-invariant (ARB_vertex_program, 2.14.4.5.1). */
static void draw_unclipped(void)
{
   static const GLdouble plane[4] = {1, 0, 0, 0};
   start();
   glClipPlane(GL_CLIP_PLANE0, plane);
   glEnable(GL_CLIP_PLANE0);
   load(GL_VERTEX_PROGRAM_ARB, "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, {1, 0, 0, 1};\nEND");
   glEnable(GL_VERTEX_PROGRAM_ARB);
   glViewport(0, 0, API_SIZE, API_SIZE / 2);
   square(-1, -1, 1, 1);
   glDisable(GL_VERTEX_PROGRAM_ARB);
   glViewport(0, API_SIZE / 2, API_SIZE, API_SIZE / 2);
   square(-1, -1, 1, 1);
   glEnable(GL_VERTEX_PROGRAM_ARB);
   glViewport(0, 0, API_SIZE, API_SIZE / 4);
   square(-1, -1, 1, 1);
}

static void reference_unclipped(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const bool clipped = i / API_SIZE >= API_SIZE / 2, left = i % API_SIZE < API_SIZE / 2;
      memcpy(rgba[i], (const uint8_t[4]){clipped && left ? 0 : 255, clipped && !left ? 255 : 0, clipped && !left ? 255 : 0, clipped && left ? 0 : 255}, 4);
   }
}

/* Comparisons by depth mode, in the components that the mode names (ARB_fragment_program_shadow). */
static void compare(unsigned count, const GLenum modes[], const GLfloat depths[])
{
   static const char text[] = "!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\nTEMP t;\nMOV t, program.local[0];\nTXP result.color, t, "
                              "texture[5], SHADOW2D;\nEND";
   start();
   make_textures();
   glEnable(GL_FRAGMENT_PROGRAM_ARB);
   for (unsigned i = 0; i < count; i++) {
      arb.ProgramLocalParameter4fvARB(GL_FRAGMENT_PROGRAM_ARB, 0, (GLfloat[4]){1, 1, 2 * depths[i], 2});
      glActiveTexture(GL_TEXTURE5);
      glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, (GLint)modes[i]);
      band(4 * i, text);
   }
}

static void draw_shadow(void)
{
   compare(3, (GLenum[3]){GL_LUMINANCE, GL_INTENSITY, GL_LUMINANCE}, (GLfloat[3]){0.25f, 0.25f, 0.75f});
}

/* Alpha only: Mesa has luminance in the other components, at times. */
static void draw_shadow_alpha(void)
{
   glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_TRUE);
   compare(1, (GLenum[1]){GL_ALPHA}, (GLfloat[1]){0.25f});
}

static void reference_shadow_alpha(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, 0, 0, 0, 1);
}

static void reference_shadow(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, 1, 1, 1, 1);
   put(rgba, 4, 1, 1, 1, 1);
   put(rgba, 8, 0, 0, 0, 1);
}

/* ---- objects and errors ------------------------------------------------------------------------------------------------------------------ */

static GLint value(GLenum target, GLenum pname)
{
   GLint v = -1;
   arb.GetProgramivARB(target, pname, &v);
   return v;
}

static void expect_error_at(GLenum target, const char *text, const char *part)
{
   GLint position;
   arb.ProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
   api_expect_error(GL_INVALID_OPERATION, text);
   glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &position);
   api_expect(text, position, strstr(text, part) - text);
}

static void draw_objects(void)
{
   static const char text[] = "!!ARBfp1.0\nTEMP t;\nTEX t, fragment.texcoord, texture, 2D;\nTEX t, t, texture, 2D;\nMOV result.color, t;\nEND";
   char got[sizeof(text)] = "";
   GLuint names[2];
   GLfloat f[4];
   start();
   arb.GenProgramsARB(2, names);
   arb.BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, names[0]);
   load(GL_FRAGMENT_PROGRAM_ARB, text);
   api_expect("is a program", arb.IsProgramARB(names[0]), GL_TRUE);
   api_expect("binding", value(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_BINDING_ARB), names[0]);
   api_expect("length", value(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_LENGTH_ARB), sizeof(text) - 1);
   const GLint instructions_of = value(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_INSTRUCTIONS_ARB); /* 4 where END counts, too */
   api_expect("instructions", instructions_of == 3 || instructions_of == 4, true);
   arb.GetProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_STRING_ARB, got);
   api_expect("string", memcmp(got, text, sizeof(text) - 1), 0);
   arb.ProgramLocalParameter4fvARB(GL_FRAGMENT_PROGRAM_ARB, 3, operands[0]);
   arb.BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, names[1]);
   arb.GetProgramLocalParameterfvARB(GL_FRAGMENT_PROGRAM_ARB, 3, f);
   api_expect("local of another program", f[3] == 0, true);
   arb.BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, names[0]);
   arb.GetProgramLocalParameterfvARB(GL_FRAGMENT_PROGRAM_ARB, 3, f);
   api_expect("local", f[3] == 2, true);
   arb.ProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, 14, "!!ARBfp1.0\nEXP");
   api_expect_error(GL_INVALID_OPERATION, "a program that does not load");
   api_expect("the program stays", value(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_INSTRUCTIONS_ARB), instructions_of);
   arb.DeleteProgramsARB(2, names);
   api_expect("binding after deletion", value(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_BINDING_ARB), 0);
   glEnable(GL_FRAGMENT_PROGRAM_ARB);
   square(-1, -1, 1, 1);
   api_expect_error(GL_INVALID_OPERATION, "a draw without a valid program");
   glDisable(GL_FRAGMENT_PROGRAM_ARB);
}

static void draw_errors(void)
{
   start();
   expect_error_at(GL_VERTEX_PROGRAM_ARB, "!!ARBvp1.0\nMOV result.position, foo;\nEND", "foo");
   expect_error_at(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nTEMP t;\nEXP t, t.x;\nEND", "EXP");
   expect_error_at(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nOPTION nothing;\nEND", "nothing");
   load(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nEND");
}

/* A vertex program makes the vertices of selection and feedback, and the raster position (ARB_vertex_program, 2.14.1). */
static void draw_feedback(void)
{
   static const GLfloat wanted[] = {GL_POINT_TOKEN, 24, 16, 0.5f, 0.25f, 0.5f, 0.75f, 1};
   GLfloat values[16] = {0}, position[4];
   GLuint hits[8];
   start();
   glEnable(GL_VERTEX_PROGRAM_ARB);
   load(GL_VERTEX_PROGRAM_ARB, "!!ARBvp1.0\nADD result.position, vertex.position, program.env[1];\nMOV result.color, program.local[2];\nEND");
   arb.ProgramEnvParameter4fARB(GL_VERTEX_PROGRAM_ARB, 1, 0.5f, 0, 0, 0);
   arb.ProgramLocalParameter4fvARB(GL_VERTEX_PROGRAM_ARB, 2, (const GLfloat[4]){0.25f, 0.5f, 0.75f, 1});
   glViewport(0, 0, 32, 32);
   glFeedbackBuffer(16, GL_3D_COLOR, values);
   glRenderMode(GL_FEEDBACK);
   glBegin(GL_POINTS);
   glVertex2f(0, 0);
   glVertex2f(0.75f, 0); /* clipped: the program moves it out */
   glEnd();
   api_expect("values fed back", glRenderMode(GL_RENDER), 8);
   for (unsigned i = 0; i < 8; i++)
      if (values[i] != wanted[i])
         api_fail("value %u fed back is %g", i, (double)values[i]);
   glSelectBuffer(8, hits);
   glRenderMode(GL_SELECT);
   glBegin(GL_POINTS);
   glVertex2f(-1.25f, 0); /* the program moves it in */
   glEnd();
   api_expect("hits", glRenderMode(GL_RENDER), 1);
   glRasterPos2f(-0.5f, 0.5f);
   glGetFloatv(GL_CURRENT_RASTER_POSITION, position);
   api_expect("x of the raster position", (long)position[0], 16);
   api_expect("y of the raster position", (long)position[1], 24);
   glDisable(GL_VERTEX_PROGRAM_ARB);
   api_expect_error(GL_NO_ERROR, "the end");
}

#define BODY(name, tolerance, few, draw, reference) {name, COMPATIBILITY, 21, tolerance, few, draw, reference}

const struct api_body api_bodies_legacy_asm[] = {
   BODY("legacy-asm-instructions", 1, 0, draw_instructions, reference_instructions),
   BODY("legacy-asm-invariant", 2, 8, draw_invariant, NULL),
   BODY("legacy-asm-state", 1, 0, draw_state, reference_state),
   BODY("legacy-asm-fog", 1, 0, draw_fog, reference_fog),
   BODY("legacy-asm-unclipped", 1, 0, draw_unclipped, reference_unclipped),
   BODY("legacy-asm-shadow", 1, 0, draw_shadow, reference_shadow),
   BODY("legacy-asm-shadow-alpha", 1, 0, draw_shadow_alpha, reference_shadow_alpha),
   BODY("legacy-asm-errors", 0, 0, draw_errors, NULL),
   BODY("legacy-asm-objects", 0, 0, draw_objects, NULL),
   BODY("legacy-asm-feedback", 0, 0, draw_feedback, NULL),
   {0},
};
