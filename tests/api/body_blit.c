/* body_blit.c: glBlitFramebuffer (OpenGL ES 3.0, 4.3.3): scaled, mirrored and clipped copies of colour, depth and stencil, and
 * glClearBuffer of several attachments that glReadBuffer chooses as the source. References count in integers. */
#include <math.h>
#include <string.h>

#include "api_test.h"

enum { SRC_W = 23, SRC_H = 19 };

struct rect { int x0, y0, x1, y1; };
struct copy { struct rect src, dst; int scissor[4]; }; /* scissor of width 0: off */

/* Sizes of sources that are scaled are odd: no centre of a pixel lies on the edge of two texels. */
static const struct copy copies[] = {
   {{0, 0, 32, 32}, {0, 0, 32, 32}, {0}},              /* the source ends before */
   {{2, 3, 9, 10}, {20, 20, 27, 27}, {0}},             /* 1:1, moved */
   {{0, 0, 23, 19}, {8, 8, 31, 27}, {0}},              /* by complete blocks of 8x8 texels */
   {{3, 2, 22, 18}, {11, 10, 30, 26}, {7, 13, 20, 9}},
   {{0, 0, 5, 7}, {1, 2, 12, 15}, {0}},                /* enlarged */
   {{0, 0, 23, 19}, {13, 0, 20, 8}, {0}},              /* reduced */
   {{4, 4, 11, 9}, {31, 9, 20, 1}, {0}},               /* both mirrored and enlarged */
   {{11, 4, 4, 9}, {20, 9, 31, 16}, {0}},              /* the source mirrored in x */
   {{15, 2, 22, 5}, {0, 31, 14, 17}, {2, 18, 7, 9}},   /* mirrored in y, scissored */
   {{-9, -4, 12, 9}, {-7, 22, 14, 35}, {0}},           /* beyond edges of both sides; Mesa rounds them where sizes differ */
   {{23, 19, 0, 0}, {-3, 24, 9, 34}, {0}},
   {{5, 5, 6, 6}, {28, 28, 31, 31}, {0}},              /* a texel */
   {{7, 7, 7, 9}, {0, 0, 9, 9}, {0}},                  /* nothing */
};
enum { COPIES = sizeof(copies) / sizeof(copies[0]) };

static uint8_t texels[SRC_H][SRC_W][4];

static GLuint framebuffer(GLenum target)
{
   GLuint fbo;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(target, fbo);
   return fbo;
}

/* The source as read framebuffer: every texel differs from its neighbours. */
static void make_source(GLenum internal, int brightest)
{
   GLuint texture;
   for (unsigned i = 0; i < sizeof(texels); i++)
      (&texels[0][0][0])[i] = (uint8_t)api_random((unsigned)brightest + 1);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, internal, SRC_W, SRC_H);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SRC_W, SRC_H, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   framebuffer(GL_READ_FRAMEBUFFER);
   glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
}

static void blit(const struct copy *c, GLbitfield mask, GLenum filter)
{
   if (c->scissor[2]) {
      glEnable(GL_SCISSOR_TEST);
      glScissor(c->scissor[0], c->scissor[1], c->scissor[2], c->scissor[3]);
   }
   glBlitFramebuffer(c->src.x0, c->src.y0, c->src.x1, c->src.y1, c->dst.x0, c->dst.y0, c->dst.x1, c->dst.y1, mask, filter);
   glDisable(GL_SCISSOR_TEST);
}

static void read_target(void)
{
   GLint draw;
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)draw);
}

static void draw_nearest(void)
{
   make_source(GL_RGBA8, 255);
   for (unsigned i = 0; i < COPIES; i++)
      blit(&copies[i], GL_COLOR_BUFFER_BIT, GL_NEAREST);
   read_target();
}

/* The texel under pixel x of one axis. False: none, or the pixel is not in the destination. */
static bool map(int x, int dst0, int dst1, int src0, int src1, int size, int *out)
{
   int low = dst0 < dst1 ? dst0 : dst1, high = dst0 < dst1 ? dst1 : dst0;
   if (x < low || x >= high || src0 == src1)
      return false;
   double at = src0 + (x + 0.5 - dst0) * (src1 - src0) / (double)(dst1 - dst0);
   *out = (int)floor(at);
   return *out >= 0 && *out < size;
}

static bool pixel(const struct copy *c, int x, int y, int *sx, int *sy)
{
   const int *s = c->scissor;
   if (s[2] && (x < s[0] || y < s[1] || x >= s[0] + s[2] || y >= s[1] + s[3]))
      return false;
   return map(x, c->dst.x0, c->dst.x1, c->src.x0, c->src.x1, SRC_W, sx) &&
          map(y, c->dst.y0, c->dst.y1, c->src.y0, c->src.y1, SRC_H, sy);
}

static void reference_nearest(uint8_t rgba[API_TEXELS][4])
{
   int sx, sy;
   for (unsigned n = 0; n < COPIES; n++)
      for (int i = 0; i < API_TEXELS; i++)
         if (pixel(&copies[n], i % API_SIZE, i / API_SIZE, &sx, &sy))
            memcpy(rgba[i], texels[sy][sx], 4);
}

/* Centres of pixels that lie on the edge of two texels: the upper one is taken, in mirrored copies, too. */
static const struct copy ties[] = {
   {{0, 0, 16, 16}, {0, 0, 8, 8}, {0}},
   {{16, 16, 0, 0}, {8, 0, 16, 8}, {0}},
   {{2, 3, 20, 15}, {0, 10, 3, 12}, {0}},
   {{20, 3, 2, 15}, {4, 10, 7, 12}, {0}},
   {{0, 18, 22, 0}, {16, 0, 27, 31}, {0}},
};
enum { TIES = sizeof(ties) / sizeof(ties[0]) };

static void draw_ties(void)
{
   make_source(GL_RGBA8, 255);
   for (unsigned i = 0; i < TIES; i++)
      blit(&ties[i], GL_COLOR_BUFFER_BIT, GL_NEAREST);
   read_target();
}

static void reference_ties(uint8_t rgba[API_TEXELS][4])
{
   int sx, sy;
   for (unsigned n = 0; n < TIES; n++)
      for (int i = 0; i < API_TEXELS; i++)
         if (pixel(&ties[n], i % API_SIZE, i / API_SIZE, &sx, &sy))
            memcpy(rgba[i], texels[sy][sx], 4);
}

/* ---- linear --------------------------------------------------------------------------------------------------------------- */

static const struct copy linear_copies[] = {
   {{0, 0, 23, 19}, {0, 0, 32, 32}, {0}},              /* up to the edges of the source */
   {{3, 3, 9, 8}, {20, 2, 3, 16}, {0}},
   {{17, 17, 30, 30}, {16, 16, 31, 32}, {0}},          /* beyond them */
};
enum { LINEAR_COPIES = sizeof(linear_copies) / sizeof(linear_copies[0]) };

static void draw_linear(void)
{
   make_source(GL_RGBA8, 255);
   for (unsigned i = 0; i < LINEAR_COPIES; i++)
      blit(&linear_copies[i], GL_COLOR_BUFFER_BIT, GL_LINEAR);
   read_target();
}

static double position(int x, int dst0, int dst1, int src0, int src1)
{
   return src0 + (x + 0.5 - dst0) * (src1 - src0) / (double)(dst1 - dst0) - 0.5;
}

static int edge(int v, int size) { return v < 0 ? 0 : v >= size ? size - 1 : v; }

static void reference_linear(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned n = 0; n < LINEAR_COPIES; n++) {
      const struct copy *c = &linear_copies[n];
      for (int i = 0; i < API_TEXELS; i++) {
         int x = i % API_SIZE, y = i / API_SIZE, sx, sy;
         if (!pixel(c, x, y, &sx, &sy))
            continue;
         double u = position(x, c->dst.x0, c->dst.x1, c->src.x0, c->src.x1), fx = u - floor(u);
         double v = position(y, c->dst.y0, c->dst.y1, c->src.y0, c->src.y1), fy = v - floor(v);
         int x0 = edge((int)floor(u), SRC_W), x1 = edge((int)floor(u) + 1, SRC_W);
         int y0 = edge((int)floor(v), SRC_H), y1 = edge((int)floor(v) + 1, SRC_H);
         for (unsigned k = 0; k < 4; k++)
            rgba[i][k] = (uint8_t)((texels[y0][x0][k] * (1 - fx) + texels[y0][x1][k] * fx) * (1 - fy) +
                                   (texels[y1][x0][k] * (1 - fx) + texels[y1][x1][k] * fx) * fy + 0.5);
      }
   }
}

/* ---- depth and stencil ---------------------------------------------------------------------------------------------------- */

enum { CELL = 4, CELLS = API_SIZE / CELL };

static GLuint depth_stencil(GLenum target)
{
   GLuint rb;
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(target, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, rb);
   return rb;
}

static uint8_t cell_depth[CELLS][CELLS], cell_stencil[CELLS][CELLS]; /* depth in sixteenths */
static const struct copy zs_copies[2] = {
   {{0, 0, 32, 32}, {0, 0, 32, 32}, {0}}, {{1, 2, 16, 13}, {30, 31, 3, 5}, {0}}};

/* Depth and stencil of cells, in a framebuffer without colour; both are copied, the second time mirrored, depth only. Quads of
 * rising depth and stencil tests show what arrived: red is the stencil, green the depth. */
static void draw_depth_stencil(void)
{
   GLint target;
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
   depth_stencil(GL_DRAW_FRAMEBUFFER);
   GLuint cells = framebuffer(GL_FRAMEBUFFER);
   depth_stencil(GL_DRAW_FRAMEBUFFER);
   glEnable(GL_SCISSOR_TEST);
   for (int i = 0; i < CELLS * CELLS; i++) {
      glScissor(i % CELLS * CELL, i / CELLS * CELL, CELL, CELL);
      cell_depth[i / CELLS][i % CELLS] = (uint8_t)api_random(16);
      cell_stencil[i / CELLS][i % CELLS] = (uint8_t)api_random(16);
      glClearBufferfi(GL_DEPTH_STENCIL, 0, (float)cell_depth[i / CELLS][i % CELLS] / 16, cell_stencil[i / CELLS][i % CELLS]);
   }
   glDisable(GL_SCISSOR_TEST);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)target);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, cells);
   blit(&zs_copies[0], GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT | GL_COLOR_BUFFER_BIT, GL_NEAREST); /* no colour to copy */
   blit(&zs_copies[1], GL_DEPTH_BUFFER_BIT, GL_NEAREST);

   GLuint program = api_program("attribute vec2 pos; uniform float z; void main() { gl_Position = vec4(pos, z, 1.0); }", NULL,
                                "precision highp float; uniform vec4 color; void main() { gl_FragColor = color; }");
   GLint z = glGetUniformLocation(program, "z"), color = glGetUniformLocation(program, "color");
   glDepthMask(GL_FALSE);
   glColorMask(GL_TRUE, GL_FALSE, GL_FALSE, GL_FALSE);
   glEnable(GL_STENCIL_TEST);
   for (int v = 0; v < 16; v++) {
      glStencilFunc(GL_EQUAL, v, 0xff);
      glUniform4f(color, (float)v / 16, 0, 0, 0);
      api_rectangle(-1, -1, 1, 1);
   }
   glDisable(GL_STENCIL_TEST);
   glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_FALSE);
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_GREATER);
   for (int v = 15; v >= 0; v--) {
      glUniform1f(z, ((float)v + 0.5f) / 8 - 1);
      glUniform4f(color, 0, (float)v / 16, 0, 0);
      api_rectangle(-1, -1, 1, 1);
   }
   read_target();
}

static void reference_depth_stencil(uint8_t rgba[API_TEXELS][4])
{
   for (int i = 0; i < API_TEXELS; i++) {
      int x = i % API_SIZE, y = i / API_SIZE, sx = x, sy = y;
      const struct rect *s = &zs_copies[1].src, *d = &zs_copies[1].dst;
      rgba[i][0] = (uint8_t)(cell_stencil[y / CELL][x / CELL] * 255 / 16.0 + 0.5);
      if (!map(x, d->x0, d->x1, s->x0, s->x1, API_SIZE, &sx) || !map(y, d->y0, d->y1, s->y0, s->y1, API_SIZE, &sy)) {
         sx = x;
         sy = y;
      }
      rgba[i][1] = (uint8_t)(cell_depth[sy / CELL][sx / CELL] * 255 / 16.0 + 0.5);
   }
}

/* ---- several attachments -------------------------------------------------------------------------------------------------- */

enum { PARTS = 4, PART = API_SIZE / PARTS };
static uint8_t part_color[PARTS][4];

/* Attachments of different sizes, cleared one by one; column i of the picture shows attachment i. Attachment 2 is not a draw buffer
 * when the last clear names it. */
static void draw_clear_buffers(void)
{
   GLuint rb[PARTS];
   GLint target;
   GLenum buffers[PARTS];
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
   GLuint fbo = framebuffer(GL_FRAMEBUFFER);
   glGenRenderbuffers(PARTS, rb);
   for (unsigned i = 0; i < PARTS; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, API_SIZE + (int)i, API_SIZE + 2 * (int)(PARTS - i));
      buffers[i] = GL_COLOR_ATTACHMENT0 + i;
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, buffers[i], GL_RENDERBUFFER, rb[i]);
   }
   glDrawBuffers(PARTS, buffers);
   for (unsigned i = 0; i < PARTS; i++) {
      GLfloat color[4];
      for (unsigned k = 0; k < 4; k++)
         color[k] = (float)(part_color[i][k] = (uint8_t)api_random(256)) / 255;
      glClearBufferfv(GL_COLOR, (GLint)i, color);
   }
   buffers[2] = GL_NONE;
   glDrawBuffers(PARTS, buffers);
   glClearBufferfv(GL_COLOR, 2, (GLfloat[4]){0.5f, 0.5f, 0.5f, 0.5f});
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)target);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, fbo);
   for (int i = 0; i < PARTS; i++) {
      glReadBuffer(GL_COLOR_ATTACHMENT0 + (GLenum)i);
      glBlitFramebuffer(i * PART, 0, (i + 1) * PART, API_SIZE, i * PART, 0, (i + 1) * PART, API_SIZE, GL_COLOR_BUFFER_BIT,
                        GL_NEAREST);
   }
   read_target();
}

static void reference_clear_buffers(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], part_color[i % API_SIZE / PART], 4);
}

const struct api_body api_bodies_blit[] = {
   {"blit-nearest", GLES, 30, 0, 0, draw_nearest, reference_nearest},
   {"blit-ties", GLES, 30, 0, 0, draw_ties, reference_ties},
   {"blit-linear", GLES, 30, 2, 0, draw_linear, reference_linear},
   {"blit-depth-stencil", GLES, 30, 0, 0, draw_depth_stencil, reference_depth_stencil},
   {"clear-buffers", GLES, 30, 0, 0, draw_clear_buffers, reference_clear_buffers},
   {0},
};
