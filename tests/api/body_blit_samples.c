/* body_blit_samples.c: glBlitFramebuffer of desktop OpenGL with multisampled framebuffers (OpenGL 4.5, 18.3.1): which rectangles, filters
 * and numbers of samples go, and the filters of EXT_framebuffer_multisample_blit_scaled. */
#include <stdio.h>
#include <string.h>

#include "api_regions.h"

#ifndef GL_SCALED_RESOLVE_FASTEST_EXT
#define GL_SCALED_RESOLVE_FASTEST_EXT 0x90BA
#define GL_SCALED_RESOLVE_NICEST_EXT 0x90BB
#endif

enum { SIZE = 8 };

static GLint made_samples; /* of the framebuffer that was made last; at least as many as requested */

static GLuint framebuffer(GLenum format, GLsizei samples)
{
   GLuint names[2], depth;
   glCreateRenderbuffers(1, &names[0]);
   glNamedRenderbufferStorageMultisample(names[0], samples, format, SIZE, SIZE);
   glGetNamedRenderbufferParameteriv(names[0], GL_RENDERBUFFER_SAMPLES, &made_samples);
   glCreateRenderbuffers(1, &depth);
   glNamedRenderbufferStorageMultisample(depth, samples, GL_DEPTH24_STENCIL8, SIZE, SIZE);
   glCreateFramebuffers(1, &names[1]);
   glNamedFramebufferRenderbuffer(names[1], GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, names[0]);
   glNamedFramebufferRenderbuffer(names[1], GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth);
   return names[1];
}

/* Rectangles of a source of SIZE x SIZE; whether they have the source's size. */
static const struct { GLint at[4]; bool same_size; } rectangles[] = {
   {{0, 0, SIZE, SIZE}, true},  {{2, 3, 2 + SIZE, 3 + SIZE}, true}, {{SIZE, 0, 0, SIZE}, true}, {{SIZE, SIZE, 0, 0}, true},
   {{0, 0, SIZE / 2, SIZE}, false}, {{0, 0, SIZE, SIZE + 1}, false},  {{0, 0, 2 * SIZE, 2 * SIZE}, false}, {{0, 0, 0, SIZE}, false},
};

static bool has_extension(const char *name)
{
   GLint count = 0;
   glGetIntegerv(GL_NUM_EXTENSIONS, &count);
   for (GLint i = 0; i < count; i++)
      if (!strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i), name))
         return true;
   return false;
}

static GLenum error_of(int read, int draw, bool same_size, GLbitfield mask, GLenum filter, bool has_scaled)
{
   const bool scaled = filter == GL_SCALED_RESOLVE_FASTEST_EXT || filter == GL_SCALED_RESOLVE_NICEST_EXT;
   if (scaled && !has_scaled)
      return GL_INVALID_ENUM;
   if (mask & GL_DEPTH_BUFFER_BIT && filter != GL_NEAREST)
      return GL_INVALID_OPERATION;
   if (scaled)
      return read && !draw ? GL_NO_ERROR : GL_INVALID_OPERATION;
   if ((read && draw && read != draw) || ((read || draw) && !same_size))
      return GL_INVALID_OPERATION;
   return GL_NO_ERROR;
}

static void errors(void)
{
   GLsizei samples[] = {0, 2, 4}; /* as requested, and then as made */
   static const GLenum filters[] = {GL_NEAREST, GL_LINEAR, GL_SCALED_RESOLVE_FASTEST_EXT, GL_SCALED_RESOLVE_NICEST_EXT};
   static const GLbitfield masks[] = {GL_COLOR_BUFFER_BIT, GL_DEPTH_BUFFER_BIT, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT};
   const bool has_scaled = has_extension("GL_EXT_framebuffer_multisample_blit_scaled");
   GLuint from[3], to[3];
   for (unsigned i = 0; i < 3; i++) {
      from[i] = framebuffer(GL_RGBA8, samples[i]);
      to[i] = framebuffer(GL_RGBA8, samples[i]);
      samples[i] = made_samples;
   }
   for (unsigned i = 0; i < 3 * 3 * 4 * 3; i++) {
      const unsigned read = i % 3, draw = i / 3 % 3;
      const GLenum filter = filters[i / 9 % 4];
      const GLbitfield mask = masks[i / 36];
      for (unsigned r = 0; r < sizeof(rectangles) / sizeof(rectangles[0]); r++) {
         const GLint *at = rectangles[r].at;
         glBlitNamedFramebuffer(from[read], to[draw], 0, 0, SIZE, SIZE, at[0], at[1], at[2], at[3], mask, filter);
         const GLenum wanted = error_of(samples[read], samples[draw], rectangles[r].same_size, mask, filter, has_scaled), error = glGetError();
         if (error != wanted)
            api_fail("%d samples to %d, filter 0x%x, mask 0x%x, to (%d, %d) - (%d, %d): error 0x%x, not 0x%x", samples[read], samples[draw], filter,
                     mask, at[0], at[1], at[2], at[3], error, wanted);
      }
   }
   const GLuint integers = framebuffer(GL_RGBA8UI, 4), plain = framebuffer(GL_RGBA8UI, 0);
   glBlitNamedFramebuffer(integers, plain, 0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_LINEAR);
   api_expect_error(GL_INVALID_OPERATION, "a linear filter of integers");
   if (has_scaled) {
      glBlitNamedFramebuffer(integers, plain, 0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_SCALED_RESOLVE_NICEST_EXT);
      api_expect_error(GL_INVALID_OPERATION, "a scaled resolve of integers");
   }
   region_draw();
}

/* ---- formats of depth and stencil ---------------------------------------------------------------------------------------- */

static const struct depth_format { GLenum format, attachment; unsigned depth, stencil; bool is_float; } depth_formats[] = {
   {GL_DEPTH_COMPONENT16, GL_DEPTH_ATTACHMENT, 16, 0, false},        {GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT, 24, 0, false},
   {GL_DEPTH_COMPONENT32F, GL_DEPTH_ATTACHMENT, 32, 0, true},        {GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL_ATTACHMENT, 24, 8, false},
   {GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL_ATTACHMENT, 32, 8, true}, {GL_STENCIL_INDEX8, GL_STENCIL_ATTACHMENT, 0, 8, false},
};
enum { DEPTH_FORMATS = sizeof(depth_formats) / sizeof(depth_formats[0]) };

static GLuint depth_framebuffer(const struct depth_format *f, GLsizei samples)
{
   GLuint fbo, name;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenRenderbuffers(1, &name);
   glBindRenderbuffer(GL_RENDERBUFFER, name);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, f->format, SIZE, SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, f->attachment, GL_RENDERBUFFER, name);
   glDrawBuffer(GL_NONE);
   glReadBuffer(GL_NONE);
   return fbo;
}

static void clear_depth(GLuint fbo, GLfloat depth, GLint stencil)
{
   glClearNamedFramebufferfv(fbo, GL_DEPTH, 0, &depth);
   glClearNamedFramebufferiv(fbo, GL_STENCIL, 0, &stencil);
}

/* The values of one sample, which all samples and pixels have. plain: a framebuffer of the same format without samples. */
static void expect_depth(const struct depth_format *f, GLuint fbo, GLuint plain, GLfloat depth, GLuint stencil, const char *what)
{
   GLfloat z = depth;
   GLuint s = stencil;
   const GLbitfield mask = (f->depth ? GL_DEPTH_BUFFER_BIT : 0u) | (f->stencil ? GL_STENCIL_BUFFER_BIT : 0u);
   glBlitNamedFramebuffer(fbo, plain, 0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, mask, GL_NEAREST);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, plain);
   if (f->depth)
      glReadPixels(SIZE - 1, 1, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &z);
   if (f->stencil)
      glReadPixels(SIZE - 1, 1, 1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_INT, &s);
   api_checked();
   if (z < depth - 1e-4f || z > depth + 1e-4f || s != stencil)
      api_fail("%s: depth %g, not %g; stencil %u, not %u", what, z, depth, s, stencil);
}

/* OpenGL 4.6, 18.3.1: a component that only one of the formats has is not copied; one that both have has to be the same in both. */
static void depth_pair(const struct depth_format *a, const struct depth_format *b, GLsizei samples)
{
   static const GLbitfield masks[] = {GL_DEPTH_BUFFER_BIT, GL_STENCIL_BUFFER_BIT, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT};
   const GLuint from = depth_framebuffer(a, samples), to = depth_framebuffer(b, samples), plain = depth_framebuffer(b, 0);
   const bool same_depth = a->depth == b->depth && a->is_float == b->is_float, both_depth = a->depth && b->depth,
              both_stencil = a->stencil && b->stencil;
   for (unsigned i = 0; i < sizeof(masks) / sizeof(masks[0]); i++) {
      const bool depth = masks[i] & GL_DEPTH_BUFFER_BIT && both_depth, stencil = masks[i] & GL_STENCIL_BUFFER_BIT && both_stencil;
      const bool error = (depth || stencil) && both_depth && !same_depth;
      char what[64];
      clear_depth(from, 0.25f, 7);
      clear_depth(to, 0.75f, 1);
      glBlitNamedFramebuffer(from, to, 0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, masks[i], GL_NEAREST);
      snprintf(what, sizeof(what), "0x%x to 0x%x, %d samples, mask 0x%x", a->format, b->format, samples, masks[i]);
      api_expect_error(error ? GL_INVALID_OPERATION : GL_NO_ERROR, what);
      expect_depth(b, to, plain, depth && !error ? 0.25f : 0.75f, stencil && !error ? 7 : 1, what);
   }
   glDeleteFramebuffers(3, (const GLuint[]){from, to, plain});
}

static void depth_pairs(void)
{
   GLint target;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &target);
   for (unsigned i = 0; i < DEPTH_FORMATS * DEPTH_FORMATS; i++) {
      depth_pair(&depth_formats[i % DEPTH_FORMATS], &depth_formats[i / DEPTH_FORMATS], 0);
      depth_pair(&depth_formats[i % DEPTH_FORMATS], &depth_formats[i / DEPTH_FORMATS], 4);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
}

/* White in this many of 4 samples, by the column of the source. */
static unsigned white_samples(int column)
{
   return column < 2 ? 1 : column < 5 ? 4 : 2;
}

/* Columns of different means, enlarged and mirrored with SCALED_RESOLVE_NICEST_EXT into the lower half, reduced into the upper one. */
static void draw_scaled(void)
{
   GLint target = 0;
   api_require("GL_EXT_framebuffer_multisample_blit_scaled");
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
   const GLuint source = framebuffer(GL_RGBA8, 4);
   glBindFramebuffer(GL_FRAMEBUFFER, source);
   glClearColor(0, 0, 0, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   glViewport(0, 0, SIZE, SIZE);
   glEnable(GL_SAMPLE_MASK);
   glEnable(GL_SCISSOR_TEST);
   api_program("#version 330\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "#version 330\nout vec4 color; void main() { color = vec4(1.0); }");
   for (int x = 0; x < SIZE; x++) {
      glScissor(x, 0, 1, SIZE);
      glSampleMaski(0, (1u << white_samples(x)) - 1);
      api_rectangle(-1, -1, 1, 1);
   }
   glDisable(GL_SCISSOR_TEST);
   glDisable(GL_SAMPLE_MASK);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)target);
   glBlitFramebuffer(0, 0, SIZE, SIZE, API_SIZE, 0, 0, API_SIZE / 2, GL_COLOR_BUFFER_BIT, GL_SCALED_RESOLVE_NICEST_EXT);
   glBlitFramebuffer(0, 0, SIZE, SIZE, 0, API_SIZE / 2, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_SCALED_RESOLVE_FASTEST_EXT);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)target);
}

static void reference_scaled(uint8_t rgba[API_TEXELS][4])
{
   for (int i = 0; i < API_TEXELS; i++) {
      const int x = i % API_SIZE, mirrored = i / API_SIZE < API_SIZE / 2 ? API_SIZE - 1 - x : x;
      const float at = ((float)mirrored + 0.5f) * SIZE / API_SIZE - 0.5f;
      int left = at < 0 ? 0 : (int)at, right = at < 0 ? 0 : left + 1 < SIZE ? left + 1 : SIZE - 1;
      const float part = at < 0 ? 0 : at - (float)left;
      const float mean = (float)white_samples(left) / 4 * (1 - part) + (float)white_samples(right) / 4 * part;
      memset(rgba[i], (int)(mean * 255 + 0.5f), 4);
   }
}

/* ---- which pixels a resolve takes, and where it puts them ---------------------------------------------------------------- */

enum { MS_LAYERS = 3, TO_LAYERS = 4, TO_SIZE = 2 * SIZE };
static const float untouched[4] = {0.25f, 0.5f, 0.75f, 1};

/* White in this many of the samples. */
static unsigned white_in(unsigned samples, unsigned x, unsigned y, unsigned layer)
{
   return (x + 3 * y + 2 * layer) % (samples + 1);
}

/* Source and destination rectangles; scissor: of the destination. */
static const struct place { GLint from[4], to[4], scissor[4]; } places[] = {
   {{0, 0, SIZE, SIZE}, {0, 0, SIZE, SIZE}, {0, 0, SIZE, SIZE}},
   {{2, 1, 7, 6}, {2, 1, 7, 6}, {0, 0, SIZE, SIZE}},
   {{0, 0, SIZE, SIZE}, {0, 0, SIZE, SIZE}, {3, 2, 4, 5}},
   {{1, 1, 5, 5}, {3, 2, 7, 6}, {0, 0, SIZE, SIZE}},
   {{0, 0, SIZE, SIZE}, {0, SIZE, SIZE, 0}, {0, 0, SIZE, SIZE}},
   {{0, 0, SIZE, SIZE}, {SIZE, 0, 0, SIZE}, {1, 0, 6, SIZE}},
};

/* Coordinate of the source for one of the destination, or -1. */
static int source_of(const struct place *p, unsigned axis, int at)
{
   const int a = p->to[axis], b = p->to[axis + 2], low = a < b ? a : b, high = a < b ? b : a;
   if (at < low || at >= high || at < p->scissor[axis] || at >= p->scissor[axis] + p->scissor[axis + 2])
      return -1;
   return a < b ? p->from[axis] + at - a : p->from[axis + 2] - 1 - (at - b);
}

static GLuint multisampled_layers(GLenum format, GLuint framebuffer_name, GLint *samples)
{
   GLuint name;
   glCreateTextures(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 1, &name);
   glTextureStorage3DMultisample(name, 4, format, SIZE, SIZE, MS_LAYERS, GL_TRUE);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_name);
   glViewport(0, 0, SIZE, SIZE);
   for (unsigned layer = 0; layer < MS_LAYERS; layer++) {
      glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, 0, (GLint)layer);
      api_expect("the framebuffer's status", glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      glGetIntegerv(GL_SAMPLES, samples);
      glClearBufferfv(GL_COLOR, 0, (const GLfloat[4]){0, 0, 0, 0});
      glUniform2i(0, (GLint)layer, *samples);
      api_rectangle(-1, -1, 1, 1);
   }
   return name;
}

static void check_layer(GLenum format, const struct place *p, unsigned samples, unsigned from_layer, bool written, unsigned channels)
{
   GLfloat texel[SIZE * SIZE][4];
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_FLOAT, texel);
   for (int i = 0; i < SIZE * SIZE; i++) {
      const int x = source_of(p, 0, i % SIZE), y = source_of(p, 1, i / SIZE);
      for (unsigned c = 0; c < channels; c++) {
         const bool resolved = written && x >= 0 && y >= 0;
         const float mean = resolved ? (float)white_in(samples, (unsigned)x, (unsigned)y, from_layer) / (float)samples : untouched[c];
         const float slack = c == 3 && format == GL_RGB10_A2 ? 0.51f / 3 : 0.51f / 255;
         if (!(texel[i][c] > mean - slack && texel[i][c] < mean + slack))
            api_fail("format 0x%x, place %d, texel (%d, %d), channel %u: %g, not %g", format, (int)(p - places), i % SIZE, i / SIZE, c,
                     (double)texel[i][c], (double)mean);
      }
   }
}

/* From each layer to another layer of level 1. */
static void draw_places(void)
{
   static const struct { GLenum format; unsigned channels; } formats[] = {
      {GL_RGBA8, 4}, {GL_RGB10_A2, 4}, {GL_RGBA16F, 4}, {GL_RGBA16, 4}, {GL_RG16, 2}, {GL_R8, 1}, {GL_RG32F, 2}, {GL_R11F_G11F_B10F, 3},
   };
   GLint target = 0, samples = 0;
   GLuint fbo[2];
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
   glCreateFramebuffers(2, fbo);
   const GLuint program = api_program("#version 430\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
      "#version 430\nlayout(location = 0) uniform ivec2 layer_samples; out vec4 color; void main() { ivec2 at = ivec2(gl_FragCoord.xy);"
      " int white = (at.x + 3 * at.y + 2 * layer_samples.x) % (layer_samples.y + 1);"
      " color = vec4(1.0); gl_SampleMask[0] = (1 << white) - 1; }");
   for (unsigned f = 0; f < sizeof(formats) / sizeof(formats[0]); f++) {
      GLuint to;
      glUseProgram(program);
      const GLuint from = multisampled_layers(formats[f].format, fbo[0], &samples);
      glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &to);
      glTextureStorage3D(to, 2, formats[f].format, TO_SIZE, TO_SIZE, TO_LAYERS);
      for (unsigned n = 0; n < sizeof(places) / sizeof(places[0]); n++) {
         const struct place *p = &places[n];
         const unsigned from_layer = n % MS_LAYERS, to_layer = (n + 1) % TO_LAYERS;
         glBindFramebuffer(GL_FRAMEBUFFER, fbo[1]);
         for (unsigned layer = 0; layer < TO_LAYERS; layer++) {
            glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, to, 1, (GLint)layer);
            glClearBufferfv(GL_COLOR, 0, untouched);
         }
         glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, to, 1, (GLint)to_layer);
         glBindFramebuffer(GL_READ_FRAMEBUFFER, fbo[0]);
         glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, from, 0, (GLint)from_layer);
         glEnable(GL_SCISSOR_TEST);
         glScissor(p->scissor[0], p->scissor[1], p->scissor[2], p->scissor[3]);
         glBlitFramebuffer(p->from[0], p->from[1], p->from[2], p->from[3], p->to[0], p->to[1], p->to[2], p->to[3], GL_COLOR_BUFFER_BIT,
                           GL_NEAREST);
         glDisable(GL_SCISSOR_TEST);
         api_expect_error(GL_NO_ERROR, "a resolve");
         glBindFramebuffer(GL_FRAMEBUFFER, fbo[1]);
         for (unsigned layer = 0; layer < TO_LAYERS; layer++) {
            glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, to, 1, (GLint)layer);
            check_layer(formats[f].format, p, (unsigned)samples, from_layer, layer == to_layer, formats[f].channels);
         }
      }
      glDeleteTextures(1, &from);
      glDeleteTextures(1, &to);
   }
   api_checked();
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
   glViewport(0, 0, API_SIZE, API_SIZE);
   region_draw();
}

const struct api_body api_bodies_blit_samples[] = {
   {"blit-samples-errors", CORE, 45, 1, 0, errors, region_reference},
   {"blit-samples-places", CORE, 45, 1, 0, draw_places, region_reference},
   {"blit-samples-depth", CORE, 45, 0, 0, depth_pairs, NULL},
   {"blit-samples-scaled", CORE, 45, 2, 0, draw_scaled, reference_scaled},
   {0},
};
