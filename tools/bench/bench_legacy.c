/* bench_legacy.c: workloads of the compatibility profile: immediate mode, display lists, glArrayElement, names of lists, and a simulator's
 * frame. */
#include <EGL/egl.h>
#include <GL/gl.h>
#include <math.h>
#include <stdlib.h>

#include "bench.h"
#include "simulator_frame.h"

#define COMMANDS(C) \
   C(void, Begin, (GLenum)) C(void, End, (void)) C(void, Vertex3fv, (const GLfloat *)) C(void, Normal3fv, (const GLfloat *)) \
   C(void, Color3fv, (const GLfloat *)) C(void, TexCoord2fv, (const GLfloat *)) \
   C(void, NewList, (GLuint, GLenum)) C(void, EndList, (void)) C(void, CallList, (GLuint)) \
   C(GLuint, GenLists, (GLsizei)) C(void, DeleteLists, (GLuint, GLsizei)) C(void, VertexPointer, (GLint, GLenum, GLsizei, const void *)) \
   C(void, ColorPointer, (GLint, GLenum, GLsizei, const void *)) C(void, EnableClientState, (GLenum)) C(void, ArrayElement, (GLint)) \
   C(void, Translatef, (GLfloat, GLfloat, GLfloat)) C(void, LoadIdentity, (void))

static struct {
#define C(type, name, parameters) type (*name) parameters;
   COMMANDS(C)
#undef C
} gl;

static void find_commands(void)
{
#define C(type, name, parameters) \
   *(void **)&gl.name = (void *)eglGetProcAddress("gl" #name); \
   if (!gl.name) \
      bench_fail("gl" #name);
   COMMANDS(C)
#undef C
}

/* ---- vertices by commands: the rasterizer has nothing to do ---- */

enum { IMMEDIATE = 1000000, SMALL_PAIRS = 24000, REPLAYED = 30000, SMALL_LISTS = 10000, ELEMENTS = 100000, NAMES = 100000, CLIENT_VERTEX = 0x8074,
   CLIENT_COLOR = 0x8076, QUADS = 7 };
static GLfloat positions[1024][3], colors[1024][3];
static GLuint list, textures[4];

static void vertices(int count)
{
   gl.Begin(GL_TRIANGLES);
   for (int i = 0; i < count; i++) {
      gl.Color3fv(colors[i & 1023]);
      gl.Normal3fv(positions[i & 1023]);
      gl.Vertex3fv(positions[i & 1023]);
   }
   gl.End();
}

static void make_textures(void)
{
   static const GLubyte white[4 * 8 * 8];
   glGenTextures(4, textures);
   for (unsigned i = 0; i < 4; i++) {
      glBindTexture(GL_TEXTURE_2D, textures[i]);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, white);
   }
   glEnable(GL_TEXTURE_2D);
}

static void commands_prepare(void)
{
   find_commands();
   bench_target_es30(GL_RGBA8, 256, 256, 0);
   glEnable(GL_SCISSOR_TEST);
   glScissor(0, 0, 1, 1);
   for (int i = 0; i < 1024; i++)
      for (int k = 0; k < 3; k++) {
         positions[i][k] = sinf((GLfloat)(i * 3 + k) * 1.7f) * 0.9f;
         colors[i][k] = (GLfloat)(i % (3 + k)) / (GLfloat)(2 + k);
      }
   switch (bench_current->variant) {
   case SMALL_PAIRS: make_textures(); break;
   case REPLAYED:
      list = gl.GenLists(1);
      gl.NewList(list, GL_COMPILE);
      vertices(REPLAYED);
      gl.EndList();
      break;
   case SMALL_LISTS:
      list = gl.GenLists(SMALL_LISTS);
      for (GLuint i = 0; i < SMALL_LISTS; i++) {
         gl.NewList(list + i, GL_COMPILE);
         vertices(6);
         gl.EndList();
      }
      break;
   case ELEMENTS:
      gl.VertexPointer(3, GL_FLOAT, 0, positions);
      gl.ColorPointer(3, GL_FLOAT, 0, colors);
      gl.EnableClientState(CLIENT_VERTEX);
      gl.EnableClientState(CLIENT_COLOR);
      break;
   default: break;
   }
}

static double immediate_run(void)
{
   vertices(IMMEDIATE / 3 * 3);
   glFinish();
   return IMMEDIATE / 3 * 3;
}

/* Primitives of two to eight vertices; before each of them the colour, the matrix or the texture is another one. */
static double small_pairs_run(void)
{
   static const struct { GLenum mode; int vertices; } shapes[4] = {{QUADS, 4}, {GL_TRIANGLES, 3}, {GL_LINES, 2}, {QUADS, 8}};
   gl.LoadIdentity();
   for (int i = 0; i < SMALL_PAIRS; i++) {
      if (i % 3 == 0)
         gl.Color3fv(colors[i & 1023]);
      else if (i % 3 == 1)
         gl.Translatef(1e-6f, 0, 0);
      else
         glBindTexture(GL_TEXTURE_2D, textures[(i / 3) & 3]);
      gl.Begin(shapes[(i / 32) & 3].mode);
      for (int k = 0; k < shapes[(i / 32) & 3].vertices; k++) {
         gl.TexCoord2fv(positions[k]);
         gl.Vertex3fv(positions[(i + k) & 1023]);
      }
      gl.End();
   }
   glFinish();
   return SMALL_PAIRS;
}

static double replay_run(void)
{
   gl.CallList(list);
   glFinish();
   return REPLAYED;
}

static double small_lists_run(void)
{
   gl.LoadIdentity();
   for (GLuint i = 0; i < SMALL_LISTS; i++) {
      gl.Translatef(1e-6f, 0, 0);
      gl.CallList(list + i);
   }
   glFinish();
   return SMALL_LISTS;
}

static double elements_run(void)
{
   gl.Begin(GL_TRIANGLES);
   for (GLint i = 0; i < ELEMENTS / 3 * 3; i++)
      gl.ArrayElement(i & 1023);
   gl.End();
   glFinish();
   return ELEMENTS / 3 * 3;
}

static double names_run(void)
{
   static GLuint names[NAMES];
   for (int i = 0; i < NAMES; i++) {
      names[i] = gl.GenLists(1);
      gl.NewList(names[i], GL_COMPILE);
      gl.EndList();
   }
   for (int i = 0; i < NAMES; i++)
      gl.DeleteLists(names[i], 1);
   return NAMES;
}

/* ---- a simulator's frame ---- */

enum { SMALL, LARGE, FRONT };
static unsigned frame;
static unsigned char *rgba;
static float *depth;

static void simulator_prepare_size(void)
{
   const int width = bench_current->variant == LARGE ? 1280 : 320, height = bench_current->variant == LARGE ? 720 : 240;
   const char *missing = simulator_prepare(width, height);
   if (missing)
      bench_fail(missing);
   rgba = malloc((size_t)width * (size_t)height * 4);
   depth = malloc((size_t)width * (size_t)height * sizeof(*depth));
}

static double simulator_run(void)
{
   simulator_draw(frame++, bench_current->variant == FRONT);
   if (bench_current->variant == FRONT)
      glFinish();
   else
      simulator_read(rgba, depth);
   return 1;
}

const struct bench_workload bench_legacy[] = {
   {"immediate", "Mvertex/s", 1e-6, commands_prepare, immediate_run, 0, BENCH_COMPATIBILITY, IMMEDIATE},
   {"immediate-small", "kprimitive/s", 1e-3, commands_prepare, small_pairs_run, 0, BENCH_COMPATIBILITY, SMALL_PAIRS},
   {"list-replay", "Mvertex/s", 1e-6, commands_prepare, replay_run, 0, BENCH_COMPATIBILITY, REPLAYED},
   {"list-small", "klist/s", 1e-3, commands_prepare, small_lists_run, 0, BENCH_COMPATIBILITY, SMALL_LISTS},
   {"list-names", "klist/s", 1e-3, commands_prepare, names_run, 0, BENCH_COMPATIBILITY, NAMES},
   {"array-element", "Mvertex/s", 1e-6, commands_prepare, elements_run, 0, BENCH_COMPATIBILITY, ELEMENTS},
   {"simulator", "frame/s", 1, simulator_prepare_size, simulator_run, 0, BENCH_COMPATIBILITY, SMALL},
   {"simulator-720", "frame/s", 1, simulator_prepare_size, simulator_run, 0, BENCH_COMPATIBILITY, LARGE},
   {"simulator-front", "frame/s", 1, simulator_prepare_size, simulator_run, 0, BENCH_COMPATIBILITY, FRONT},
   {0},
};
