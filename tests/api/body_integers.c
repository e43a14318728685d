/* body_integers.c: colour buffers of every integer format, written by outputs of type int and uint with values up to the limits
 * of the format. A value that fits is stored, also where the type of the output has the other sign: that is undefined (OpenGL
 * 4.6, 15.2.3), but piglit's gl-3.0-render-integer draws so. */
#include <stdio.h>
#include <string.h>

#include "api_desktop.h"

struct format { GLenum internal; uint8_t bits[4]; bool is_signed; };
static const struct format formats[] = {
#define SIZES(bits, type, is_signed) {GL_R##bits##type, {bits}, is_signed}, {GL_RG##bits##type, {bits, bits}, is_signed}, \
   {GL_RGBA##bits##type, {bits, bits, bits, bits}, is_signed}
   SIZES(8, I, true), SIZES(8, UI, false), SIZES(16, I, true), SIZES(16, UI, false), SIZES(32, I, true),
   SIZES(32, UI, false), {GL_RGB10_A2UI, {10, 10, 10, 2}, false},
};
enum { VALUES = 5 };

/* Values that both types have: all bits of the lowest and of the middle channel, 0, 1, and a quarter of the range. */
static uint32_t value(const struct format *f, unsigned channel, unsigned k, bool is_signed)
{
   const unsigned bits = f->bits[channel] ? f->bits[channel] : 1;
   const uint32_t highest = (uint32_t)(((uint64_t)1 << (bits - (f->is_signed ? 1 : 0))) - 1);
   const uint32_t lowest = f->is_signed ? ~highest : 0;
   switch ((k + channel) % VALUES) {
   case 0: return highest;
   case 1: return is_signed && f->is_signed ? lowest : 1 & highest;
   case 2: return 0;
   case 3: return is_signed && f->is_signed ? ~0u : highest / 2;
   default: return highest / 3;
   }
}

static void check(const struct format *f, bool output_is_signed)
{
   char source[300];
   GLuint color, target;
   GLint before;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before);
   glGenTextures(1, &color);
   glBindTexture(GL_TEXTURE_2D, color);
   glTexStorage2D(GL_TEXTURE_2D, 1, f->internal, 8, 8);
   glGenFramebuffers(1, &target);
   glBindFramebuffer(GL_FRAMEBUFFER, target);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color, 0);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      api_fail("format 0x%x is not renderable", f->internal);
   glViewport(0, 0, 8, 8);
   snprintf(source, sizeof(source), "#version 420 core\nuniform %s value; out %s color; void main() { color = value; }",
            output_is_signed ? "ivec4" : "uvec4", output_is_signed ? "ivec4" : "uvec4");
   const GLuint program = api_program("#version 420 core\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
                                      source);
   for (unsigned k = 0; k < VALUES; k++) {
      uint32_t sent[4], got[64][4];
      for (unsigned c = 0; c < 4; c++)
         sent[c] = value(f, c, k, output_is_signed);
      if (output_is_signed)
         glUniform4iv(glGetUniformLocation(program, "value"), 1, (const GLint *)sent);
      else
         glUniform4uiv(glGetUniformLocation(program, "value"), 1, sent);
      api_rectangle(-1, -1, 1, 1);
      glReadPixels(0, 0, 8, 8, GL_RGBA_INTEGER, f->is_signed ? GL_INT : GL_UNSIGNED_INT, got);
      api_checked();
      for (unsigned i = 0; i < 64; i++)
         for (unsigned c = 0; c < 4; c++) {
            const uint32_t wanted = f->bits[c] ? sent[c] : c == 3;
            if (got[i][c] != wanted)
               api_fail("format 0x%x, %s output, texel %u, channel %u: 0x%x, not 0x%x", f->internal,
                        output_is_signed ? "int" : "uint", i, c, got[i][c], wanted);
         }
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
   glViewport(0, 0, API_SIZE, API_SIZE);
}

static void draw_same(void)
{
   for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
      check(&formats[i], formats[i].is_signed);
}

static void draw_other(void)
{
   for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
      check(&formats[i], !formats[i].is_signed);
}

/* Differences that are not below zero. A literal subtrahend needs a register of its own, an inline constant does not. */
static void draw_saturated(void)
{
   api_program("#version 420 core\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "#version 420 core\nout vec4 color;\n"
               "uint less(uint a, uint b) { return a < b ? 0u : a - b; }\n"
               "void main() { uint v = uint(gl_FragCoord.x) * 6u;\n"
               "   uint shifted = v == 128u ? 0u : 0xffu << (v < 96u ? 0u : v - 96u);\n"
               "   color = vec4(uvec4(less(v, 96u), less(v, 32u), less(100u, v), shifted & 0xffu)) / 255.0; }");
   api_rectangle(-1, -1, 1, 1);
}

static uint8_t less(unsigned a, unsigned b)
{
   return (uint8_t)(a < b ? 0 : a - b);
}

static void reference_saturated(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned v = i % API_SIZE * 6, shift = less(v, 96) & 31;
      const uint8_t wanted[4] = {less(v, 96), less(v, 32), less(100, v), (uint8_t)(0xffu << shift)};
      memcpy(rgba[i], wanted, 4);
   }
}

const struct api_body api_bodies_integers[] = {
   {"integers-saturated", CORE, 42, 0, 0, draw_saturated, reference_saturated},
   {"integers-same", CORE, 42, 0, 0, draw_same, NULL},
   {"integers-other", CORE, 42, 0, 0, draw_other, NULL},
   {0}};
