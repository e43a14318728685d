/* body_clip.c: clip and cull distances (EXT_clip_cull_distance; OpenGL 4.6, 13.7) and depth clamping (EXT_depth_clamp; OpenGL 4.6,
 * 13.7.1). */
#include <math.h>
#include <string.h>

#include "api_test.h"

/* Position of a texel's centre in clip coordinates. */
static double centre(unsigned i)
{
   return (i + 0.5) / API_SIZE * 2 - 1;
}

static uint8_t channel(double value)
{
   return (uint8_t)lrint((value < 0 ? 0 : value > 1 ? 1 : value) * 255);
}

/* ---- clip distances --------------------------------------------------------------------------------------------------------- */

static void check_clip_state(void)
{
   GLint value = 0;
   glGetIntegerv(GL_MAX_CLIP_DISTANCES_EXT, &value);
   if (value < 8)
      api_fail("%d clip distances", value);
   glGetIntegerv(GL_MAX_CULL_DISTANCES_EXT, &value);
   if (value < 8)
      api_fail("%d cull distances", value);
   glGetIntegerv(GL_MAX_COMBINED_CLIP_AND_CULL_DISTANCES_EXT, &value);
   if (value < 8)
      api_fail("%d clip and cull distances", value);
   for (unsigned i = 0; i < 8; i++) {
      api_expect("a clip distance at first", glIsEnabled(GL_CLIP_DISTANCE0_EXT + i), GL_FALSE);
      glEnable(GL_CLIP_DISTANCE0_EXT + i);
      api_expect("a clip distance", glIsEnabled(GL_CLIP_DISTANCE0_EXT + i), GL_TRUE);
      glDisable(GL_CLIP_DISTANCE0_EXT + i);
   }
   glEnable(GL_CLIP_DISTANCE0_EXT + 8);
   api_expect("a ninth clip distance", (GLint)glGetError(), GL_INVALID_ENUM);
}

/* Distances 1, 4 and 7 clip; those between are negative and disabled. The fragment shader reads those that are enabled. */
static void draw_clip(void)
{
   api_require("GL_EXT_clip_cull_distance");
   check_clip_state();
   api_program("#version 300 es\n#extension GL_EXT_clip_cull_distance : require\n"
               "in vec2 pos; out highp float gl_ClipDistance[8];\n"
               "void main() { gl_Position = vec4(pos, 0.0, 1.0);\n"
               "  for (int i = 0; i < gl_MaxClipDistances; i++) gl_ClipDistance[i] = -1.0;\n"
               "  gl_ClipDistance[1] = pos.x + 0.52; gl_ClipDistance[4] = 0.77 - pos.y; gl_ClipDistance[7] = 1.01 - pos.x + pos.y; }",
               NULL,
               "#version 300 es\n#extension GL_EXT_clip_cull_distance : require\n"
               "precision highp float; in highp float gl_ClipDistance[8]; out vec4 color;\n"
               "void main() { color = vec4(gl_ClipDistance[1], gl_ClipDistance[4], gl_ClipDistance[7], 3.0) / 3.0; }");
   glEnable(GL_CLIP_DISTANCE1_EXT);
   glEnable(GL_CLIP_DISTANCE4_EXT);
   glEnable(GL_CLIP_DISTANCE7_EXT);
   api_rectangle(-1, -1, 1, 1);
}

static void clip(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const double x = centre(i % API_SIZE), y = centre(i / API_SIZE);
      const double distance[] = {x + 0.52, 0.77 - y, 1.01 - x + y};
      if (distance[0] < 0 || distance[1] < 0 || distance[2] < 0)
         continue;
      for (unsigned c = 0; c < 3; c++)
         rgba[i][c] = channel(distance[c] / 3);
      rgba[i][3] = 255;
   }
}

/* The redeclared block of a vertex shader, with gl_PointSize beside the distances. A point of 2 x 2 texels is in the middle of each
 * cell of 4 x 4; those above the diagonal are clipped. */
static void draw_clip_block(void)
{
   api_require("GL_EXT_clip_cull_distance");
   api_program("#version 320 es\n#extension GL_EXT_clip_cull_distance : require\n"
               "out gl_PerVertex { highp vec4 gl_Position; highp float gl_PointSize; highp float gl_ClipDistance[2]; };\n"
               "void main() { vec2 cell = vec2(gl_VertexID % 8, gl_VertexID / 8);\n"
               "  gl_Position = vec4((cell + 0.5) / 4.0 - 1.0, 0.0, 1.0); gl_PointSize = 2.0;\n"
               "  gl_ClipDistance[0] = 1.0; gl_ClipDistance[1] = cell.x - cell.y + 0.5; }",
               NULL, "#version 320 es\nprecision highp float; out vec4 color; void main() { color = vec4(gl_PointCoord, 0.0, 1.0); }");
   glEnable(GL_CLIP_DISTANCE0_EXT);
   glEnable(GL_CLIP_DISTANCE1_EXT);
   glDrawArrays(GL_POINTS, 0, 64);
}

static void clip_block(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE, column = (x + 3) % 4, row = (y + 3) % 4;
      if (x / 4 < y / 4 || column > 1 || row > 1)
         continue;
      rgba[i][0] = channel(column / 2.0 + 0.25);
      rgba[i][1] = channel(0.75 - row / 2.0);
      rgba[i][3] = 255;
   }
}

/* ---- cull distances --------------------------------------------------------------------------------------------------------- */

enum { CELLS = 8, CELL = API_SIZE / CELLS };

/* Signs of the two cull distances at the three vertices of a cell's triangle: bit v of byte 0 and 1. */
static unsigned cell_signs(unsigned cell)
{
   return (cell & 7) | (cell >> 3 & 7) << 8;
}

/* A cell is a triangle that covers it; the distances are -1 or 1. A primitive goes when one distance is negative at all vertices. */
static void draw_cull(void)
{
   api_require("GL_EXT_clip_cull_distance");
   api_program("#version 300 es\n#extension GL_EXT_clip_cull_distance : require\n"
               "in vec2 pos; in vec4 val; out highp float gl_CullDistance[2]; flat out vec2 cell;\n"
               "void main() { gl_Position = vec4(pos, 0.0, 1.0); gl_CullDistance[0] = val.x; gl_CullDistance[1] = val.y;"
               " cell = val.zw; }", NULL,
               "#version 300 es\n#extension GL_EXT_clip_cull_distance : require\n"
               "precision highp float; flat in vec2 cell; in highp float gl_CullDistance[2]; out vec4 color;\n"
               "void main() { color = vec4(cell / 8.0, 0.5 + (gl_CullDistance[0] + gl_CullDistance[1] * 0.5) / 4.0, 1.0); }");
   static GLfloat vertices[CELLS * CELLS * 3][6];
   for (unsigned i = 0; i < CELLS * CELLS * 3; i++) {
      const unsigned cell = i / 3, v = i % 3, signs = cell_signs(cell);
      const GLfloat size = 2.0f / CELLS, side = size * 0.95f, x = cell % CELLS * size - 1, y = cell / CELLS * size - 1;
      const GLfloat vertex[6] = {x + (v == 1 ? side : 0), y + (v == 2 ? side : 0), signs >> v & 1 ? -1 : 1,
                                 signs >> (8 + v) & 1 ? -1 : 1, (GLfloat)(cell % CELLS), (GLfloat)(cell / CELLS)};
      memcpy(vertices[i], vertex, sizeof(vertex));
   }
   api_vertices(vertices, sizeof(vertices));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(vertices[0]), NULL);
   glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, sizeof(vertices[0]), (const void *)(2 * sizeof(GLfloat)));
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glDrawArrays(GL_TRIANGLES, 0, CELLS * CELLS * 3);
}

/* A distance at a texel: its value at vertex 0 and the slopes to the vertices 1 and 2. */
static double cell_distance(unsigned signs, unsigned x, unsigned y)
{
   const double side = CELL * 0.95, s = (x % CELL + 0.5) / side, t = (y % CELL + 0.5) / side;
   const int d0 = signs & 1 ? -1 : 1, d1 = signs & 2 ? -1 : 1, d2 = signs & 4 ? -1 : 1;
   return d0 + (d1 - d0) * s + (d2 - d0) * t;
}

/* The upper right part of a cell is not covered. */
static void cull(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE, cell = y / CELL * CELLS + x / CELL, signs = cell_signs(cell);
      if ((signs & 7) == 7 || signs >> 8 == 7 || x % CELL + y % CELL >= CELL - 1)
         continue;
      rgba[i][0] = channel(cell % CELLS / 8.0);
      rgba[i][1] = channel(cell / CELLS / 8.0);
      rgba[i][2] = channel(0.5 + (cell_distance(signs, x, y) + cell_distance(signs >> 8, x, y) * 0.5) / 4);
      rgba[i][3] = 255;
   }
}

/* ---- depth clamping --------------------------------------------------------------------------------------------------------- */

/* Depth runs from -3 to 3 in clip coordinates along x, clamped to the range 0.25 to 0.75. The second pass draws planes of known
 * depth over it: each covers what lies behind it. */
static void draw_depth_clamp(void)
{
   GLuint depth;
   api_require("GL_EXT_depth_clamp");
   glGenRenderbuffers(1, &depth);
   glBindRenderbuffer(GL_RENDERBUFFER, depth);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
   glClearDepthf(1);
   glClear(GL_DEPTH_BUFFER_BIT);
   api_expect("depth clamping at first", glIsEnabled(GL_DEPTH_CLAMP_EXT), GL_FALSE);
   GLuint program = api_program("attribute vec2 pos; uniform vec2 z; void main() { gl_Position = vec4(pos, z.x * pos.x + z.y, 1.0); }",
                                NULL, "precision mediump float; uniform vec4 color; void main() { gl_FragColor = color; }");
   const GLint z = glGetUniformLocation(program, "z"), color = glGetUniformLocation(program, "color");
   glDepthRangef(0.25f, 0.75f);
   glEnable(GL_DEPTH_TEST);
   glEnable(GL_DEPTH_CLAMP_EXT);
   glUniform2f(z, 3, 0);
   glUniform4f(color, 1, 0, 0, 1);
   api_rectangle(-1, -1, 1, 0.5f); /* above it there is nothing */
   glDisable(GL_DEPTH_CLAMP_EXT);
   glUniform4f(color, 0, 0, 1, 1);
   api_rectangle(-1, 0.5f, 1, 1); /* clipped where the depth leaves the volume */
   glDepthMask(GL_FALSE);
   glDepthRangef(0, 1);
   static const GLfloat planes[] = {0.26f, 0.5f, 0.74f};
   for (unsigned i = 0; i < 3; i++) {
      glUniform2f(z, 0, planes[i] * 2 - 1);
      glUniform4f(color, 1, 0.25f * (GLfloat)(i + 1), 0, 1);
      glDepthFunc(GL_GREATER);
      api_rectangle(-1, -1, 1, 0.5f);
   }
   glDepthFunc(GL_LESS);
   glDepthMask(GL_TRUE);
}

static void depth_clamp(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const double x = centre(i % API_SIZE), z = 3 * x, window = 0.25 + (z < -1 ? 0 : z > 1 ? 1 : (z + 1) / 2) * 0.5;
      rgba[i][3] = 255;
      if (i / API_SIZE >= API_SIZE * 3 / 4) {
         rgba[i][2] = z >= -1 && z <= 1 ? 255 : 0;
         rgba[i][3] = rgba[i][2];
         continue;
      }
      rgba[i][0] = 255;
      rgba[i][1] = window < 0.26 ? 64 : 0;
      rgba[i][1] = window < 0.5 ? 128 : rgba[i][1];
      rgba[i][1] = window < 0.74 ? 191 : rgba[i][1];
   }
}

const struct api_body api_bodies_clip[] = {
   {"clip-distances", GLES, 30, 1, 0, draw_clip, clip},
   {"clip-block", GLES, 32, 1, 0, draw_clip_block, clip_block},
   {"cull-distances", GLES, 30, 1, 0, draw_cull, cull},
   {"depth-clamp", GLES, 20, 1, 0, draw_depth_clamp, depth_clamp},
   {0},
};
