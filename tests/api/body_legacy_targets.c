/* body_legacy_targets.c: rendering to alpha, luminance and intensity (ARB_framebuffer_object, issue 9; EXT_texture_integer): luminance and
 * intensity are written of red, alpha of alpha; a framebuffer has them as (L, 0, 0, A), (I, 0, 0, 1) and (0, 0, 0, A), samplers as
 * table 8.18 of OpenGL 4.6 has them. Blending sees a destination alpha of 1 in luminance, and the intensity in intensity. */
#include <math.h>
#include <string.h>

#include "api_test.h"
#include <GL/gl.h>
#include <GL/glext.h>

enum kind { NORM, SNORM, FLOAT, SIGNED, UNSIGNED };
struct row { GLenum internal, base; enum kind kind; GLint bits; };

enum { SIZE = 8 };
static const float first[4] = {0.25f, 0.5f, 0.75f, 0.625f}, second[4] = {0.75f, 0.125f, 0.375f, 0.25f};

static bool has_alpha(const struct row *r)
{
   return r->base == GL_ALPHA || r->base == GL_LUMINANCE_ALPHA;
}

static void expect_color(const struct row *r, const char *what, const float got[4], const float wanted[4])
{
   for (unsigned i = 0; i < 4; i++)
      if (!(fabsf(got[i] - wanted[i]) <= 0.008f)) /* two steps of 8 bits */
         api_fail("format 0x%x, %s: component %u is %g, not %g", r->internal, what, i, (double)got[i], (double)wanted[i]);
}

/* A colour of a framebuffer, which a read or a copy of colours returns. */
static void stored(const struct row *r, const float color[4], float out[4])
{
   out[0] = r->base == GL_ALPHA ? 0 : color[0];
   out[1] = out[2] = 0;
   out[3] = has_alpha(r) ? color[3] : 1;
}

static void expect_pixel(const struct row *r, const char *what, int x, int y, const float color[4])
{
   float got[4], wanted[4];
   glReadPixels(x, y, 1, 1, GL_RGBA, GL_FLOAT, got);
   api_expect_error(GL_NO_ERROR, "glReadPixels");
   stored(r, color, wanted);
   expect_color(r, what, got, wanted);
}

static GLuint new_texture(GLenum internal, bool integer)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, (GLint)internal, SIZE, SIZE, 0, integer ? GL_RGBA_INTEGER : GL_RGBA, integer ? GL_INT : GL_FLOAT, NULL);
   api_expect_error(GL_NO_ERROR, "glTexImage2D");
   return name;
}

static GLint framebuffer_of_body(void)
{
   GLint name;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &name);
   return name;
}

static GLuint attach(const struct row *r, GLuint texture)
{
   GLuint name;
   glGenFramebuffers(1, &name);
   glBindFramebuffer(GL_FRAMEBUFFER, name);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      api_fail("format 0x%x: the framebuffer's status is 0x%x", r->internal, glCheckFramebufferStatus(GL_FRAMEBUFFER));
   glViewport(0, 0, SIZE, SIZE);
   return name;
}

static void fill(const float color[4])
{
   glColor4fv(color);
   glBegin(GL_TRIANGLE_STRIP);
   for (unsigned i = 0; i < 4; i++)
      glVertex2f(i & 1 ? 1 : -1, i & 2 ? 1 : -1);
   glEnd();
}

static void check_sizes(const struct row *r)
{
   static const GLenum sizes[3] = {GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE, GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE, GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE};
   static const GLenum of_renderbuffer[3] = {GL_RENDERBUFFER_RED_SIZE, GL_RENDERBUFFER_GREEN_SIZE, GL_RENDERBUFFER_ALPHA_SIZE};
   GLuint name;
   glGenRenderbuffers(1, &name);
   glBindRenderbuffer(GL_RENDERBUFFER, name);
   glRenderbufferStorage(GL_RENDERBUFFER, r->internal, SIZE, SIZE);
   if (glGetError() == GL_NO_ERROR) { /* signed normalized formats need not be formats of renderbuffers */
      for (unsigned i = 0; i < 3; i++) {
         GLint got = -1;
         glGetRenderbufferParameteriv(GL_RENDERBUFFER, of_renderbuffer[i], &got);
         api_expect("bits of a renderbuffer", got, i == 2 && has_alpha(r) ? r->bits : 0);
      }
   } else if (r->kind != SNORM) {
      api_fail("format 0x%x: not a format of renderbuffers", r->internal);
   }
   glDeleteRenderbuffers(1, &name);
   const bool is_signed = r->kind != NORM && r->kind != UNSIGNED, red = r->base != GL_ALPHA;
   GLint sign[4] = {-1, -1, -1, -1};
   glGetIntegerv(GL_RGBA_SIGNED_COMPONENTS_EXT, sign);
   for (unsigned i = 0; i < 4; i++)
      api_expect("sign of a component", sign[i], is_signed && (i < 3 ? red : has_alpha(r) || r->base == GL_INTENSITY));
   for (unsigned i = 0; i < 3; i++) {
      GLint got = -1;
      glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, sizes[i], &got);
      api_expect("bits of an attachment", got, i == 2 && has_alpha(r) ? r->bits : 0);
   }
}

static void check_clears(const struct row *r)
{
   glClearColor(second[0], second[1], second[2], second[3]);
   glClear(GL_COLOR_BUFFER_BIT);
   expect_pixel(r, "a clear", 3, 3, second);
   glEnable(GL_SCISSOR_TEST);
   glScissor(2, 2, 4, 4);
   glClearColor(first[0], first[1], first[2], first[3]);
   glClear(GL_COLOR_BUFFER_BIT);
   glDisable(GL_SCISSOR_TEST);
   expect_pixel(r, "a part that was cleared", 3, 3, first);
   expect_pixel(r, "beside it", 1, 3, second);
   glClearBufferfv(GL_COLOR, 0, second);
   expect_pixel(r, "glClearBufferfv", 3, 3, second);
}

static void check_draws(const struct row *r)
{
   fill(first);
   expect_pixel(r, "a draw", 5, 2, first);
   const bool red = r->base != GL_ALPHA, alpha = has_alpha(r);
   for (unsigned mask = 0; mask < 4; mask++) {
      const float wanted[4] = {mask & 1 && red ? second[0] : first[0], 0, 0, mask & 2 && alpha ? second[3] : first[3]};
      fill(first);
      glColorMask(mask & 1, GL_TRUE, GL_TRUE, mask >> 1 & 1);
      fill(second);
      expect_pixel(r, "a draw with a mask", 5, 2, wanted);
      glClearColor(second[0], second[1], second[2], second[3]);
      glClear(GL_COLOR_BUFFER_BIT);
      expect_pixel(r, "a clear with a mask", 5, 2, wanted);
      glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
   }
}

/* `source` is drawn over `below`, which is the value of one component; alpha: it is blended as alpha. */
static float blended(GLenum src, GLenum dst, float source, float below, float source_alpha, float below_alpha, bool alpha)
{
   const GLenum factors[2] = {src, dst};
   float f[2];
   for (unsigned i = 0; i < 2; i++) {
      switch (factors[i]) {
      case GL_ZERO: f[i] = 0; break;
      case GL_ONE: f[i] = 1; break;
      case GL_SRC_COLOR: f[i] = alpha ? source_alpha : source; break;
      case GL_DST_COLOR: f[i] = alpha ? below_alpha : below; break;
      case GL_ONE_MINUS_DST_COLOR: f[i] = 1 - (alpha ? below_alpha : below); break;
      case GL_SRC_ALPHA: f[i] = source_alpha; break;
      case GL_DST_ALPHA: f[i] = below_alpha; break;
      case GL_ONE_MINUS_DST_ALPHA: f[i] = 1 - below_alpha; break;
      default: api_fail("factor 0x%x", factors[i]);
      }
   }
   return source * f[0] + below * f[1];
}

static void check_blending(const struct row *r)
{
   static const GLenum factors[][2] = {{GL_DST_ALPHA, GL_ZERO}, {GL_ONE_MINUS_DST_ALPHA, GL_DST_ALPHA}, {GL_ZERO, GL_DST_ALPHA},
      {GL_SRC_ALPHA, GL_ONE_MINUS_DST_ALPHA}, {GL_DST_COLOR, GL_ZERO}, {GL_ZERO, GL_SRC_COLOR}, {GL_ONE_MINUS_DST_COLOR, GL_ZERO}};
   const float alpha = has_alpha(r) ? first[3] : r->base == GL_INTENSITY ? first[0] : 1;
   for (unsigned i = 0; i < sizeof(factors) / sizeof(factors[0]); i++) {
      const float wanted[4] = {blended(factors[i][0], factors[i][1], second[0], first[0], second[3], alpha, false), 0, 0,
                               blended(factors[i][0], factors[i][1], second[3], alpha, second[3], alpha, true)};
      fill(first);
      glEnable(GL_BLEND);
      glBlendFunc(factors[i][0], factors[i][1]);
      fill(second);
      glDisable(GL_BLEND);
      expect_pixel(r, "blending", 4, 4, wanted);
   }
}

/* The texture was rendered to; a sampler sees it. */
static void check_sampling(const struct row *r, GLuint texture, GLuint target, const float color[4])
{
   float got[4];
   const float c = r->base == GL_ALPHA ? 0 : color[0];
   const float wanted[4] = {c, c, c, r->base == GL_INTENSITY ? c : has_alpha(r) ? color[3] : 1};
   glBindFramebuffer(GL_FRAMEBUFFER, target);
   glBindTexture(GL_TEXTURE_2D, texture);
   glEnable(GL_TEXTURE_2D);
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
   glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_REPLACE);
   glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_REPLACE);
   glTexCoord2f(0.5f, 0.5f);
   fill(first);
   glDisable(GL_TEXTURE_2D);
   glReadPixels(3, 3, 1, 1, GL_RGBA, GL_FLOAT, got);
   expect_color(r, "sampling", got, wanted);
}

/* A texture and its framebuffer. */
struct target { GLuint texture, fbo; };

static struct target new_target(const struct row *r)
{
   struct target t = {.texture = new_texture(r->internal, r->kind == SIGNED || r->kind == UNSIGNED)};
   t.fbo = attach(r, t.texture);
   return t;
}

static void delete_target(const struct target *t)
{
   glDeleteFramebuffers(1, &t->fbo);
   glDeleteTextures(1, &t->texture);
}

/* From the framebuffer of one to the image of the other. */
static void copy(const struct row *r, const struct target *from, const struct target *to, bool blit)
{
   if (blit) {
      glBindFramebuffer(GL_READ_FRAMEBUFFER, from->fbo);
      glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to->fbo);
      glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   } else {
      glBindFramebuffer(GL_FRAMEBUFFER, from->fbo);
      glBindTexture(GL_TEXTURE_2D, to->texture);
      glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, SIZE, SIZE);
   }
   if (glGetError() != GL_NO_ERROR)
      api_fail("format 0x%x: a copy raises an error", r->internal);
}

static void clear(const struct target *t, const float color[4])
{
   glBindFramebuffer(GL_FRAMEBUFFER, t->fbo);
   glClearBufferfv(GL_COLOR, 0, color);
}

/* A copy has the colours that a read has (GL 4.6, 8.6). */
static void check_copies_to_rgba(const struct row *r, const struct target *t, const struct target *rgba, bool blit)
{
   float wanted[4], got[4];
   clear(rgba, second);
   clear(t, first);
   copy(r, t, rgba, blit);
   glBindFramebuffer(GL_FRAMEBUFFER, rgba->fbo);
   glReadPixels(3, 3, 1, 1, GL_RGBA, GL_FLOAT, got);
   stored(r, first, wanted);
   expect_color(r, blit ? "a blit to RGBA32F" : "a copy to RGBA32F", got, wanted);
}

/* Copies from RGBA32F to the format and from the format to itself. */
static void check_copies(const struct row *r, const struct target *t, const struct target *rgba, bool blit)
{
   clear(rgba, second);
   copy(r, rgba, t, blit);
   glBindFramebuffer(GL_FRAMEBUFFER, t->fbo);
   expect_pixel(r, "a copy from RGBA32F", 3, 3, second);

   clear(t, first);
   struct target same = {.texture = new_texture(r->internal, false)};
   glCopyTexImage2D(GL_TEXTURE_2D, 0, r->internal, 0, 0, SIZE, SIZE, 0);
   api_expect_error(GL_NO_ERROR, "glCopyTexImage2D");
   same.fbo = attach(r, same.texture);
   expect_pixel(r, "glCopyTexImage2D to the same format", 3, 3, first);
   clear(&same, second);
   copy(r, t, &same, blit);
   glBindFramebuffer(GL_FRAMEBUFFER, same.fbo);
   expect_pixel(r, "a copy to the same format", 3, 3, first);
   delete_target(&same);
}

static void check(const struct row *rows, unsigned count)
{
   static const struct row rgba_row = {GL_RGBA32F, GL_RGBA, FLOAT, 32};
   const GLint before = framebuffer_of_body();
   const struct target rgba = new_target(&rgba_row);
   glClampColor(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_FALSE);
   for (const struct row *r = rows; r < rows + count; r++) {
      const struct target t = new_target(r);
      check_sizes(r);
      check_clears(r);
      check_draws(r);
      if (r->base != GL_INTENSITY)
         check_blending(r);
      fill(second);
      check_sampling(r, t.texture, rgba.fbo, second);
      check_copies(r, &t, &rgba, false);
      check_copies(r, &t, &rgba, true);
      delete_target(&t);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
   api_checked();
}

#define CHECK(...) \
   static const struct row rows[] = {__VA_ARGS__}; \
   check(rows, sizeof(rows) / sizeof(rows[0]))

static void draw_alpha(void)
{
   CHECK({GL_ALPHA8, GL_ALPHA, NORM, 8}, {GL_ALPHA16, GL_ALPHA, NORM, 16}, {GL_ALPHA16F_ARB, GL_ALPHA, FLOAT, 16},
         {GL_ALPHA32F_ARB, GL_ALPHA, FLOAT, 32}, {GL_ALPHA8_SNORM, GL_ALPHA, SNORM, 8}, {GL_ALPHA16_SNORM, GL_ALPHA, SNORM, 16});
}

static void draw_luminance(void)
{
   CHECK({GL_LUMINANCE8, GL_LUMINANCE, NORM, 8}, {GL_LUMINANCE16, GL_LUMINANCE, NORM, 16}, {GL_LUMINANCE16F_ARB, GL_LUMINANCE, FLOAT, 16},
         {GL_LUMINANCE32F_ARB, GL_LUMINANCE, FLOAT, 32}, {GL_LUMINANCE8_SNORM, GL_LUMINANCE, SNORM, 8},
         {GL_LUMINANCE16_SNORM, GL_LUMINANCE, SNORM, 16});
}

static void draw_luminance_alpha(void)
{
   CHECK({GL_LUMINANCE8_ALPHA8, GL_LUMINANCE_ALPHA, NORM, 8}, {GL_LUMINANCE16_ALPHA16, GL_LUMINANCE_ALPHA, NORM, 16},
         {GL_LUMINANCE_ALPHA16F_ARB, GL_LUMINANCE_ALPHA, FLOAT, 16}, {GL_LUMINANCE_ALPHA32F_ARB, GL_LUMINANCE_ALPHA, FLOAT, 32},
         {GL_LUMINANCE8_ALPHA8_SNORM, GL_LUMINANCE_ALPHA, SNORM, 8}, {GL_LUMINANCE16_ALPHA16_SNORM, GL_LUMINANCE_ALPHA, SNORM, 16});
}

static void draw_intensity(void)
{
   CHECK({GL_INTENSITY8, GL_INTENSITY, NORM, 8}, {GL_INTENSITY16, GL_INTENSITY, NORM, 16}, {GL_INTENSITY16F_ARB, GL_INTENSITY, FLOAT, 16},
         {GL_INTENSITY32F_ARB, GL_INTENSITY, FLOAT, 32}, {GL_INTENSITY8_SNORM, GL_INTENSITY, SNORM, 8},
         {GL_INTENSITY16_SNORM, GL_INTENSITY, SNORM, 16});
}

/* Destination alpha of intensity is the intensity. */
static void draw_intensity_blending(void)
{
   static const struct row rows[] = {{GL_INTENSITY8, GL_INTENSITY, NORM, 8}, {GL_INTENSITY16F_ARB, GL_INTENSITY, FLOAT, 16}};
   const GLint before = framebuffer_of_body();
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      const struct target t = new_target(&rows[i]);
      check_blending(&rows[i]);
      delete_target(&t);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
   api_checked();
}

static void draw_copies(void)
{
   static const struct row rgba_row = {GL_RGBA32F, GL_RGBA, FLOAT, 32};
   static const struct row rows[] = {{GL_ALPHA8, GL_ALPHA, NORM, 8}, {GL_ALPHA32F_ARB, GL_ALPHA, FLOAT, 32}, {GL_LUMINANCE8, GL_LUMINANCE, NORM, 8},
      {GL_LUMINANCE16, GL_LUMINANCE, NORM, 16}, {GL_LUMINANCE8_ALPHA8, GL_LUMINANCE_ALPHA, NORM, 8},
      {GL_LUMINANCE_ALPHA16F_ARB, GL_LUMINANCE_ALPHA, FLOAT, 16}, {GL_INTENSITY8, GL_INTENSITY, NORM, 8},
      {GL_INTENSITY32F_ARB, GL_INTENSITY, FLOAT, 32}};
   const GLint before = framebuffer_of_body();
   const struct target rgba = new_target(&rgba_row);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      const struct target t = new_target(&rows[i]);
      check_copies_to_rgba(&rows[i], &t, &rgba, false);
      check_copies_to_rgba(&rows[i], &t, &rgba, true);
      delete_target(&t);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
   api_checked();
}

/* ---- integers --------------------------------------------------------------------------------------------------------------------- */

static void expect_integers(const struct row *r, const char *what, const GLint color[4])
{
   GLint got[4];
   const GLint wanted[4] = {r->base == GL_ALPHA ? 0 : color[0], 0, 0, has_alpha(r) ? color[3] : 1};
   glReadPixels(3, 3, 1, 1, GL_RGBA_INTEGER, r->kind == SIGNED ? GL_INT : GL_UNSIGNED_INT, got);
   api_expect_error(GL_NO_ERROR, "glReadPixels");
   for (unsigned i = 0; i < 4; i++)
      if (got[i] != wanted[i])
         api_fail("format 0x%x, %s: component %u is %d, not %d", r->internal, what, i, got[i], wanted[i]);
}

static void draw_integers(void)
{
   static const char vertex[] = "#version 130\nvoid main() { gl_Position = gl_Vertex; }\n";
   static const char *const fragments[2] = {"#version 130\nout ivec4 c;\nvoid main() { c = ivec4(21, 22, 23, 24); }\n",
                                            "#version 130\nout uvec4 c;\nvoid main() { c = uvec4(21u, 22u, 23u, 24u); }\n"};
   static const GLint drawn[4] = {21, 22, 23, 24}, cleared[4] = {31, 32, 33, 34}, old_clear[4] = {41, 42, 43, 44};
   static const struct row rows[] = {
      {GL_ALPHA8UI_EXT, GL_ALPHA, UNSIGNED, 8}, {GL_ALPHA16I_EXT, GL_ALPHA, SIGNED, 16}, {GL_ALPHA32UI_EXT, GL_ALPHA, UNSIGNED, 32},
      {GL_LUMINANCE8I_EXT, GL_LUMINANCE, SIGNED, 8}, {GL_LUMINANCE16UI_EXT, GL_LUMINANCE, UNSIGNED, 16},
      {GL_LUMINANCE32I_EXT, GL_LUMINANCE, SIGNED, 32}, {GL_LUMINANCE_ALPHA8UI_EXT, GL_LUMINANCE_ALPHA, UNSIGNED, 8},
      {GL_LUMINANCE_ALPHA16I_EXT, GL_LUMINANCE_ALPHA, SIGNED, 16}, {GL_LUMINANCE_ALPHA32I_EXT, GL_LUMINANCE_ALPHA, SIGNED, 32},
      {GL_INTENSITY8I_EXT, GL_INTENSITY, SIGNED, 8}, {GL_INTENSITY16UI_EXT, GL_INTENSITY, UNSIGNED, 16},
      {GL_INTENSITY32UI_EXT, GL_INTENSITY, UNSIGNED, 32}};
   api_require("GL_EXT_texture_integer");
   const PFNGLCLEARCOLORIIEXTPROC clear_color = (PFNGLCLEARCOLORIIEXTPROC)eglGetProcAddress("glClearColorIiEXT");
   const GLint before = framebuffer_of_body();
   const GLuint programs[2] = {api_program(vertex, NULL, fragments[0]), api_program(vertex, NULL, fragments[1])};
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      const struct row *r = &rows[i];
      const struct target t = new_target(r);
      check_sizes(r);
      glUseProgram(programs[r->kind == UNSIGNED]);
      fill(first);
      expect_integers(r, "a draw", drawn);
      if (r->kind == SIGNED)
         glClearBufferiv(GL_COLOR, 0, cleared);
      else
         glClearBufferuiv(GL_COLOR, 0, (const GLuint *)cleared);
      expect_integers(r, "glClearBuffer", cleared);
      clear_color(old_clear[0], old_clear[1], old_clear[2], old_clear[3]);
      glClear(GL_COLOR_BUFFER_BIT);
      expect_integers(r, "glClear", old_clear);
      delete_target(&t);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
   api_checked();
}

/* ---- names, samples ------------------------------------------------------------------------------------------------------------------ */

/* Base formats and sizes that no image has are formats of renderbuffers and of glTexStorage2D. */
static void draw_names(void)
{
   static const GLenum bases[] = {GL_ALPHA, GL_LUMINANCE, GL_LUMINANCE_ALPHA, GL_INTENSITY};
   static const GLenum sized[] = {GL_ALPHA4, GL_ALPHA12, GL_LUMINANCE4, GL_LUMINANCE12, GL_LUMINANCE4_ALPHA4, GL_LUMINANCE6_ALPHA2,
                                  GL_LUMINANCE12_ALPHA4, GL_LUMINANCE12_ALPHA12, GL_INTENSITY4, GL_INTENSITY12};
   const GLint before = framebuffer_of_body();
   GLuint name, fbo;
   GLint internal;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   for (unsigned i = 0; i < sizeof(bases) / sizeof(bases[0]) + sizeof(sized) / sizeof(sized[0]); i++) {
      const GLenum format = i < 4 ? bases[i] : sized[i - 4];
      glGenRenderbuffers(1, &name);
      glBindRenderbuffer(GL_RENDERBUFFER, name);
      glRenderbufferStorage(GL_RENDERBUFFER, format, SIZE, SIZE);
      api_expect_error(GL_NO_ERROR, "glRenderbufferStorage");
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name);
      api_expect("status", glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &internal);
      api_expect("internal format", internal, format);
      glDeleteRenderbuffers(1, &name);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
   api_require("GL_ARB_texture_storage");
   for (unsigned i = 0; i < sizeof(sized) / sizeof(sized[0]); i++) {
      glGenTextures(1, &name);
      glBindTexture(GL_TEXTURE_2D, name);
      glTexStorage2D(GL_TEXTURE_2D, 1, sized[i], SIZE, SIZE);
      api_expect_error(GL_NO_ERROR, "glTexStorage2D");
      glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, &internal);
      api_expect("internal format", internal, sized[i]);
      glDeleteTextures(1, &name);
   }
}

/* Multisampled renderbuffers, resolved. */
static void draw_samples(void)
{
   static const struct row rows[] = {{GL_ALPHA8, GL_ALPHA, NORM, 8}, {GL_LUMINANCE16, GL_LUMINANCE, NORM, 16},
      {GL_LUMINANCE8_ALPHA8, GL_LUMINANCE_ALPHA, NORM, 8}, {GL_INTENSITY8, GL_INTENSITY, NORM, 8}};
   const GLint before = framebuffer_of_body();
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      const struct row *r = &rows[i];
      GLuint fbo, buffer;
      const struct target resolved = new_target(r);
      glGenFramebuffers(1, &fbo);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      glGenRenderbuffers(1, &buffer);
      glBindRenderbuffer(GL_RENDERBUFFER, buffer);
      glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, r->internal, SIZE, SIZE);
      api_expect_error(GL_NO_ERROR, "glRenderbufferStorageMultisample");
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer);
      api_expect("status", glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      fill(first);
      glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved.fbo);
      glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
      api_expect_error(GL_NO_ERROR, "glBlitFramebuffer");
      glBindFramebuffer(GL_FRAMEBUFFER, resolved.fbo);
      expect_pixel(r, "a resolve", 3, 3, first);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
   api_checked();
}

#define BODY(name, draw) {name, COMPATIBILITY, 32, 255, 0, draw, NULL}

const struct api_body api_bodies_legacy_targets[] = {
   BODY("legacy-targets-alpha", draw_alpha),
   BODY("legacy-targets-luminance", draw_luminance),
   BODY("legacy-targets-luminance-alpha", draw_luminance_alpha),
   BODY("legacy-targets-intensity", draw_intensity),
   BODY("legacy-targets-intensity-blending", draw_intensity_blending),
   BODY("legacy-targets-copies", draw_copies),
   BODY("legacy-targets-integers", draw_integers),
   BODY("legacy-targets-names", draw_names),
   BODY("legacy-targets-samples", draw_samples),
   {0},
};
