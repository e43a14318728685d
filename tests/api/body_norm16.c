/* body_norm16.c: colour buffers of 16-bit unsigned (EXT_texture_norm16) and of signed normalized components (EXT_render_snorm): clears,
 * blending with its clamps, resolves, ReadPixels, CopyTexSubImage. Values are compared with a reference in C; the picture stays empty. */
#include <math.h>
#include <string.h>

#include "api_test.h"

struct target { GLenum format; unsigned bits, components; bool sign; };

static const struct target targets[] = {
   { GL_R16_EXT, 16, 1, false }, { GL_RG16_EXT, 16, 2, false }, { GL_RGBA16_EXT, 16, 4, false }, { GL_R8_SNORM, 8, 1, true },
   { GL_RG8_SNORM, 8, 2, true }, { GL_RGBA8_SNORM, 8, 4, true }, { GL_R16_SNORM_EXT, 16, 1, true }, { GL_RG16_SNORM_EXT, 16, 2, true },
   { GL_RGBA16_SNORM_EXT, 16, 4, true },
};
enum { TARGETS = sizeof(targets) / sizeof(targets[0]), SIZE = 4 };

static bool has_extension(const char *name)
{
   return strstr((const char *)glGetString(GL_EXTENSIONS), name);
}

static double clamp(const struct target *t, double v)
{
   const double low = t->sign ? -1 : 0;
   return v < low ? low : v > 1 ? 1 : v;
}

/* Reads the framebuffer as 16-bit or 8-bit codes, and compares each pixel with the value that it must have, within `steps` codes. */
static void expect(const struct target *t, const double wanted[4], double steps, const char *what)
{
   int16_t shorts[SIZE * SIZE * 4];
   int8_t bytes[SIZE * SIZE * 4];
   const double most = ldexp(1, (int)t->bits - (t->sign ? 1 : 0)) - 1;
   if (t->bits == 16)
      glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, t->sign ? GL_SHORT : GL_UNSIGNED_SHORT, shorts);
   else
      glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_BYTE, bytes);
   const GLenum error = glGetError();
   if (error)
      api_fail("0x%x, %s: ReadPixels raises 0x%x", t->format, what, error);
   for (unsigned i = 0; i < SIZE * SIZE; i++)
      for (unsigned c = 0; c < 4; c++) {
         const double code = t->bits == 8 ? bytes[i * 4 + c] : t->sign ? shorts[i * 4 + c] : (uint16_t)shorts[i * 4 + c];
         const double value = c < t->components ? clamp(t, wanted[c]) : c == 3;
         if (!(fabs(code - value * most) <= steps))
            api_fail("0x%x, %s: component %u of pixel %u is %g, not %g", t->format, what, c, i, code, value * most);
      }
}

static GLuint attach_renderbuffer(const struct target *t, GLsizei samples)
{
   GLuint names[2];
   glGenFramebuffers(1, &names[0]);
   glBindFramebuffer(GL_FRAMEBUFFER, names[0]);
   glGenRenderbuffers(1, &names[1]);
   glBindRenderbuffer(GL_RENDERBUFFER, names[1]);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, t->format, SIZE, SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, names[1]);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      api_fail("0x%x with %d samples is not complete", t->format, samples);
   return names[0];
}

static const float first[4] = { 0.75f, 0.2f, 0.4f, 0.6f }, second[4] = { 0.5f, 0.3f, 0.9f, 0.1f };
static const float negative[4] = { -0.75f, -0.25f, 0.5f, -0.125f }, source[4] = { -0.5f, 0.75f, -1.5f, -1 };

static void draw_color(GLint uniform, const float color[4])
{
   glUniform4fv(uniform, 1, color);
   api_rectangle(-1, -1, 1, 1);
}

/* dst = src op factors dst, with inputs that are clamped first (EXT_render_snorm, 15.1.7). */
static void check_blending(const struct target *t, GLint uniform)
{
   const float *dst = t->sign ? negative : first, *src = t->sign ? source : second;
   double wanted[4];
   glClearColor(dst[0], dst[1], dst[2], dst[3]);
   glClear(GL_COLOR_BUFFER_BIT);
   for (unsigned c = 0; c < 4; c++)
      wanted[c] = dst[c];
   expect(t, wanted, 0.51, "clear");
   draw_color(uniform, src);
   for (unsigned c = 0; c < 4; c++)
      wanted[c] = src[c];
   expect(t, wanted, 0.51, "draw");
   glEnable(GL_BLEND);
   static const struct { GLenum from, to, equation; } blends[] = { { GL_ONE, GL_ONE, GL_FUNC_ADD }, { GL_ONE, GL_ONE, GL_FUNC_SUBTRACT },
      { GL_CONSTANT_COLOR, GL_ONE, GL_FUNC_ADD }, { GL_DST_COLOR, GL_ZERO, GL_FUNC_ADD }, { GL_ONE, GL_ONE, GL_MIN },
      { GL_ZERO, GL_ONE_MINUS_SRC_COLOR, GL_FUNC_ADD } };
   glBlendColor(-0.5f, 0.25f, 0.5f, -0.25f);
   for (unsigned i = 0; i < sizeof(blends) / sizeof(blends[0]); i++) {
      static const double constant[4] = { -0.5, 0.25, 0.5, -0.25 };
      glClear(GL_COLOR_BUFFER_BIT);
      glBlendFunc(blends[i].from, blends[i].to);
      glBlendEquation(blends[i].equation);
      draw_color(uniform, src);
      for (unsigned c = 0; c < 4; c++) {
         const double s = clamp(t, src[c]), d = clamp(t, dst[c]);
         const double f = blends[i].from == GL_ONE ? 1 : blends[i].from == GL_ZERO ? 0 :
                          blends[i].from == GL_DST_COLOR ? d : clamp(t, constant[c]);
         const double g = blends[i].to == GL_ONE ? 1 : blends[i].to == GL_ZERO ? 0 : 1 - s;
         wanted[c] = blends[i].equation == GL_MIN ? fmin(s, d) : blends[i].equation == GL_FUNC_SUBTRACT ? s * f - d * g : s * f + d * g;
      }
      expect(t, wanted, 1.51, "blending");
   }
   glDisable(GL_BLEND);
   glBlendEquation(GL_FUNC_ADD);
}

/* Four equal samples are averaged. */
static void check_resolve(const struct target *t, GLint uniform)
{
   const float *color = t->sign ? negative : first;
   double wanted[4];
   const GLuint from = attach_renderbuffer(t, 4);
   draw_color(uniform, color);
   const GLuint to = attach_renderbuffer(t, 0);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
   glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, to);
   for (unsigned c = 0; c < 4; c++)
      wanted[c] = color[c];
   expect(t, wanted, 1.01, "resolve");
}

/* Into a texture of the format, which is attached then. */
static void check_copy(const struct target *t, GLint uniform)
{
   const float *color = t->sign ? negative : first;
   double wanted[4];
   GLuint texture;
   attach_renderbuffer(t, 0);
   draw_color(uniform, color);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glCopyTexImage2D(GL_TEXTURE_2D, 0, t->format, 0, 0, SIZE, SIZE, 0);
   const GLenum error = glGetError();
   if (error)
      api_fail("0x%x: CopyTexImage2D raises 0x%x", t->format, error);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   for (unsigned c = 0; c < 4; c++)
      wanted[c] = color[c];
   expect(t, wanted, 0.51, "CopyTexImage2D");
}

static void draw(bool sign)
{
   static const char vertex[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
   static const char fragment[] = "#version 300 es\nprecision highp float; uniform vec4 value; out vec4 color; void main() { color = value; }";
   GLint outer = 0;
   if (!has_extension("GL_EXT_texture_norm16") && !sign)
      api_skip("GL_EXT_texture_norm16");
   if (sign && !has_extension("GL_EXT_render_snorm"))
      api_skip("GL_EXT_render_snorm");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   const GLint uniform = glGetUniformLocation(api_program(vertex, NULL, fragment), "value");
   glViewport(0, 0, SIZE, SIZE);
   for (unsigned i = 0; i < TARGETS; i++) {
      if (targets[i].sign != sign || (targets[i].bits == 16 && !has_extension("GL_EXT_texture_norm16")))
         continue;
      attach_renderbuffer(&targets[i], 0);
      check_blending(&targets[i], uniform);
      check_resolve(&targets[i], uniform);
      check_copy(&targets[i], uniform);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
}

static void draw_norm16(void) { draw(false); }
static void draw_snorm(void) { draw(true); }

static void empty(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
}

const struct api_body api_bodies_norm16[] = {
   { "norm16-targets", GLES, 30, 0, 0, draw_norm16, empty },
   { "snorm-targets", GLES, 30, 0, 0, draw_snorm, empty },
   { 0 },
};
