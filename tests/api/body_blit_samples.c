/* body_blit_samples.c: glBlitFramebuffer of desktop OpenGL with multisampled framebuffers (OpenGL 4.5, 18.3.1): which rectangles, filters
 * and numbers of samples go, and the filters of EXT_framebuffer_multisample_blit_scaled. */
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

const struct api_body api_bodies_blit_samples[] = {
   {"blit-samples-errors", CORE, 45, 1, 0, errors, region_reference},
   {"blit-samples-scaled", CORE, 45, 2, 0, draw_scaled, reference_scaled},
   {0},
};
