/* body_legacy_formats.c: images of alpha, luminance and intensity (GL 2.1, table 3.16; EXT_texture_integer, EXT_texture_snorm,
 * ARB_texture_float, EXT_texture_sRGB, EXT_texture_compression_latc): texels that samplers and glGetTexImage return, sizes, types. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "api_test.h"
#include <GL/gl.h>
#include <GL/glext.h>

enum kind { NORM, FLOAT, SIGNED, UNSIGNED, SRGB };
struct row { GLenum internal, base; enum kind kind; GLint bits; };

/* Of luminance or intensity, and of alpha; integers are hundredths of them. */
static const float color = 0.75f, alpha = 0.5f;

static float decoded(float v)
{
   return powf((v + 0.055f) / 1.055f, 2.4f);
}

static GLenum pixel_format(const struct row *r)
{
   const bool integer = r->kind == SIGNED || r->kind == UNSIGNED;
   switch (r->base) {
   case GL_ALPHA: return integer ? GL_ALPHA_INTEGER_EXT : GL_ALPHA;
   case GL_LUMINANCE: return integer ? GL_LUMINANCE_INTEGER_EXT : GL_LUMINANCE;
   case GL_LUMINANCE_ALPHA: return integer ? GL_LUMINANCE_ALPHA_INTEGER_EXT : GL_LUMINANCE_ALPHA;
   default: return integer ? GL_RED_INTEGER : GL_RED;
   }
}

static void upload(const struct row *r)
{
   GLfloat f[16][2];
   GLint n[2];
   const float first = r->base == GL_ALPHA ? alpha : color;
   if (r->kind == SIGNED || r->kind == UNSIGNED) {
      n[0] = (GLint)(first * 100);
      n[1] = (GLint)(alpha * 100);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)r->internal, 1, 1, 0, pixel_format(r), r->kind == SIGNED ? GL_INT : GL_UNSIGNED_INT, n);
      return;
   }
   for (unsigned i = 0; i < 16; i++) {
      f[r->base == GL_LUMINANCE_ALPHA ? i : i / 2][r->base == GL_LUMINANCE_ALPHA ? 0 : i % 2] = first;
      if (r->base == GL_LUMINANCE_ALPHA)
         f[i][1] = alpha;
   }
   glTexImage2D(GL_TEXTURE_2D, 0, (GLint)r->internal, 4, 4, 0, pixel_format(r), GL_FLOAT, f);
}

/* What a sampler returns: R, G, B, A. */
static void sampled(const struct row *r, float out[4])
{
   const float c = r->base == GL_ALPHA ? 0 : r->kind == SRGB ? decoded(color) : color;
   const bool integer = r->kind == SIGNED || r->kind == UNSIGNED;
   out[0] = out[1] = out[2] = c;
   out[3] = r->base == GL_INTENSITY ? c : r->base == GL_LUMINANCE ? integer ? 0.01f : 1 : alpha;
}

static void check_picture(const struct row *r, GLuint programs[3])
{
   float wanted[4];
   GLubyte got[4];
   glUseProgram(programs[r->kind == SIGNED ? 1 : r->kind == UNSIGNED ? 2 : 0]);
   glBegin(GL_TRIANGLE_STRIP);
   for (unsigned i = 0; i < 4; i++)
      glVertex2f(i & 1 ? 1 : -1, i & 2 ? 1 : -1);
   glEnd();
   glReadPixels(API_SIZE / 2, API_SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
   sampled(r, wanted);
   for (unsigned i = 0; i < 4; i++)
      if (fabsf((float)got[i] - 255 * wanted[i]) > 2)
         api_fail("format 0x%x: component %u is %u, not %g", r->internal, i, got[i], (double)(255 * wanted[i]));
}

/* Luminance and intensity are returned as red (GL 4.6, 8.11.4). */
static void check_image(const struct row *r)
{
   const bool integer = r->kind == SIGNED || r->kind == UNSIGNED;
   GLfloat f[16][4];
   GLint n[16][4];
   const float wanted[4] = {r->base == GL_ALPHA ? 0 : color, 0, 0,
                            r->base == GL_ALPHA || r->base == GL_LUMINANCE_ALPHA ? alpha : integer ? 0.01f : 1};
   glGetTexImage(GL_TEXTURE_2D, 0, integer ? GL_RGBA_INTEGER : GL_RGBA, integer ? GL_INT : GL_FLOAT, integer ? (void *)n : f);
   api_expect_error(GL_NO_ERROR, "glGetTexImage");
   for (unsigned i = 0; i < 4; i++) {
      const float got = integer ? (float)n[0][i] / 100 : f[0][i];
      if (fabsf(got - wanted[i]) > 0.01f)
         api_fail("format 0x%x: component %u of the image is %g, not %g", r->internal, i, (double)got, (double)wanted[i]);
   }
}

static void check_levels(const struct row *r)
{
   GLint size[4], type = 0;
   static const GLenum names[4] = {GL_TEXTURE_ALPHA_SIZE, GL_TEXTURE_LUMINANCE_SIZE, GL_TEXTURE_INTENSITY_SIZE, GL_TEXTURE_RED_SIZE};
   for (unsigned i = 0; i < 4; i++)
      glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, names[i], &size[i]);
   const bool has_alpha = r->base == GL_ALPHA || r->base == GL_LUMINANCE_ALPHA;
   const bool has_luminance = r->base == GL_LUMINANCE || r->base == GL_LUMINANCE_ALPHA;
   if (r->bits) {
      api_expect("bits of alpha", size[0], has_alpha ? r->bits : 0);
      api_expect("bits of luminance", size[1], has_luminance ? r->bits : 0);
      api_expect("bits of intensity", size[2], r->base == GL_INTENSITY ? r->bits : 0);
   }
   api_expect("bits of red", size[3], 0);
   if (r->kind == SRGB || !r->bits)
      return;
   glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, r->base == GL_ALPHA ? GL_TEXTURE_ALPHA_TYPE : has_luminance ? GL_TEXTURE_LUMINANCE_TYPE_ARB :
                            GL_TEXTURE_INTENSITY_TYPE_ARB, &type);
   if (r->kind == SIGNED || r->kind == UNSIGNED)
      api_expect("type", type, r->kind == SIGNED ? GL_INT : GL_UNSIGNED_INT);
   if (r->kind == FLOAT)
      api_expect("type", type, GL_FLOAT);
}

static void check(const struct row *rows, unsigned count)
{
   static const char vertex[] = "#version 130\nin vec4 pos;\nvoid main() { gl_Position = gl_Vertex; }\n";
   GLuint name, programs[3];
   for (unsigned i = 0; i < 3; i++) {
      static const char *const fragments[3] = {
         "#version 130\nuniform sampler2D t;\nvoid main() { gl_FragColor = texelFetch(t, ivec2(0), 0); }\n",
         "#version 130\nuniform isampler2D t;\nvoid main() { gl_FragColor = vec4(texelFetch(t, ivec2(0), 0)) / 100.0; }\n",
         "#version 130\nuniform usampler2D t;\nvoid main() { gl_FragColor = vec4(texelFetch(t, ivec2(0), 0)) / 100.0; }\n"};
      programs[i] = api_program(vertex, NULL, fragments[i]);
   }
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   for (unsigned i = 0; i < count; i++) {
      upload(&rows[i]);
      api_expect_error(GL_NO_ERROR, "glTexImage2D");
      check_levels(&rows[i]);
      check_image(&rows[i]);
      check_picture(&rows[i], programs);
   }
}

#define CHECK(...) \
   static const struct row rows[] = {__VA_ARGS__}; \
   check(rows, sizeof(rows) / sizeof(rows[0]))

static void draw_integers(void)
{
   api_require("GL_EXT_texture_integer");
   CHECK({GL_ALPHA8UI_EXT, GL_ALPHA, UNSIGNED, 8}, {GL_ALPHA16UI_EXT, GL_ALPHA, UNSIGNED, 16}, {GL_ALPHA32UI_EXT, GL_ALPHA, UNSIGNED, 32},
         {GL_ALPHA8I_EXT, GL_ALPHA, SIGNED, 8}, {GL_ALPHA16I_EXT, GL_ALPHA, SIGNED, 16}, {GL_ALPHA32I_EXT, GL_ALPHA, SIGNED, 32},
         {GL_LUMINANCE8UI_EXT, GL_LUMINANCE, UNSIGNED, 8}, {GL_LUMINANCE16UI_EXT, GL_LUMINANCE, UNSIGNED, 16},
         {GL_LUMINANCE32UI_EXT, GL_LUMINANCE, UNSIGNED, 32}, {GL_LUMINANCE8I_EXT, GL_LUMINANCE, SIGNED, 8},
         {GL_LUMINANCE16I_EXT, GL_LUMINANCE, SIGNED, 16}, {GL_LUMINANCE32I_EXT, GL_LUMINANCE, SIGNED, 32},
         {GL_LUMINANCE_ALPHA8UI_EXT, GL_LUMINANCE_ALPHA, UNSIGNED, 8}, {GL_LUMINANCE_ALPHA16UI_EXT, GL_LUMINANCE_ALPHA, UNSIGNED, 16},
         {GL_LUMINANCE_ALPHA32UI_EXT, GL_LUMINANCE_ALPHA, UNSIGNED, 32}, {GL_LUMINANCE_ALPHA8I_EXT, GL_LUMINANCE_ALPHA, SIGNED, 8},
         {GL_LUMINANCE_ALPHA16I_EXT, GL_LUMINANCE_ALPHA, SIGNED, 16}, {GL_LUMINANCE_ALPHA32I_EXT, GL_LUMINANCE_ALPHA, SIGNED, 32},
         {GL_INTENSITY8UI_EXT, GL_INTENSITY, UNSIGNED, 8}, {GL_INTENSITY16UI_EXT, GL_INTENSITY, UNSIGNED, 16},
         {GL_INTENSITY32UI_EXT, GL_INTENSITY, UNSIGNED, 32}, {GL_INTENSITY8I_EXT, GL_INTENSITY, SIGNED, 8},
         {GL_INTENSITY16I_EXT, GL_INTENSITY, SIGNED, 16}, {GL_INTENSITY32I_EXT, GL_INTENSITY, SIGNED, 32});
}

static void draw_norms(void)
{
   CHECK({GL_ALPHA8, GL_ALPHA, NORM, 8}, {GL_LUMINANCE8, GL_LUMINANCE, NORM, 8}, {GL_LUMINANCE8_ALPHA8, GL_LUMINANCE_ALPHA, NORM, 8},
         {GL_INTENSITY8, GL_INTENSITY, NORM, 8}, {GL_ALPHA16, GL_ALPHA, NORM, 16}, {GL_LUMINANCE16, GL_LUMINANCE, NORM, 16},
         {GL_LUMINANCE16_ALPHA16, GL_LUMINANCE_ALPHA, NORM, 16}, {GL_INTENSITY16, GL_INTENSITY, NORM, 16},
         {GL_COMPRESSED_ALPHA, GL_ALPHA, NORM, 0}, {GL_COMPRESSED_LUMINANCE, GL_LUMINANCE, NORM, 0},
         {GL_COMPRESSED_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA, NORM, 0}, {GL_COMPRESSED_INTENSITY, GL_INTENSITY, NORM, 0});
}

static void draw_snorms(void)
{
   api_require("GL_EXT_texture_snorm");
   CHECK({GL_ALPHA8_SNORM, GL_ALPHA, NORM, 8}, {GL_LUMINANCE8_SNORM, GL_LUMINANCE, NORM, 8},
         {GL_LUMINANCE8_ALPHA8_SNORM, GL_LUMINANCE_ALPHA, NORM, 8}, {GL_INTENSITY8_SNORM, GL_INTENSITY, NORM, 8},
         {GL_ALPHA16_SNORM, GL_ALPHA, NORM, 16}, {GL_LUMINANCE16_SNORM, GL_LUMINANCE, NORM, 16},
         {GL_LUMINANCE16_ALPHA16_SNORM, GL_LUMINANCE_ALPHA, NORM, 16}, {GL_INTENSITY16_SNORM, GL_INTENSITY, NORM, 16},
         {GL_ALPHA_SNORM, GL_ALPHA, NORM, 0}, {GL_LUMINANCE_SNORM, GL_LUMINANCE, NORM, 0},
         {GL_LUMINANCE_ALPHA_SNORM, GL_LUMINANCE_ALPHA, NORM, 0}, {GL_INTENSITY_SNORM, GL_INTENSITY, NORM, 0});
}

static void draw_floats(void)
{
   api_require("GL_ARB_texture_float");
   CHECK({GL_ALPHA32F_ARB, GL_ALPHA, FLOAT, 32}, {GL_LUMINANCE32F_ARB, GL_LUMINANCE, FLOAT, 32},
         {GL_LUMINANCE_ALPHA32F_ARB, GL_LUMINANCE_ALPHA, FLOAT, 32}, {GL_INTENSITY32F_ARB, GL_INTENSITY, FLOAT, 32},
         {GL_ALPHA16F_ARB, GL_ALPHA, FLOAT, 16}, {GL_LUMINANCE16F_ARB, GL_LUMINANCE, FLOAT, 16},
         {GL_LUMINANCE_ALPHA16F_ARB, GL_LUMINANCE_ALPHA, FLOAT, 16}, {GL_INTENSITY16F_ARB, GL_INTENSITY, FLOAT, 16});
}

static void draw_srgb(void)
{
   api_require("GL_EXT_texture_sRGB");
   CHECK({GL_SLUMINANCE8_EXT, GL_LUMINANCE, SRGB, 8}, {GL_SLUMINANCE8_ALPHA8_EXT, GL_LUMINANCE_ALPHA, SRGB, 8}, {GL_SLUMINANCE_EXT, GL_LUMINANCE, SRGB, 0},
         {GL_SLUMINANCE_ALPHA_EXT, GL_LUMINANCE_ALPHA, SRGB, 0}, {GL_COMPRESSED_SLUMINANCE_EXT, GL_LUMINANCE, SRGB, 0},
         {GL_COMPRESSED_SLUMINANCE_ALPHA_EXT, GL_LUMINANCE_ALPHA, SRGB, 0});
}

static void draw_latc(void)
{
   api_require("GL_EXT_texture_compression_latc");
   CHECK({GL_COMPRESSED_LUMINANCE_LATC1_EXT, GL_LUMINANCE, NORM, 0}, {GL_COMPRESSED_LUMINANCE_ALPHA_LATC2_EXT, GL_LUMINANCE_ALPHA, NORM, 0},
         {GL_COMPRESSED_SIGNED_LUMINANCE_LATC1_EXT, GL_LUMINANCE, NORM, 0},
         {GL_COMPRESSED_SIGNED_LUMINANCE_ALPHA_LATC2_EXT, GL_LUMINANCE_ALPHA, NORM, 0});
}

/* ---- ARB_color_buffer_float: clamping ------------------------------------------------------------------------------------------ */

static void draw_clamps(void)
{
   static const GLenum modes[] = {GL_FALSE, GL_TRUE, GL_FIXED_ONLY_ARB};
   GLuint name, fbo;
   GLint before = 0;
   api_require("GL_ARB_color_buffer_float");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before);
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F_ARB, API_SIZE, API_SIZE, 0, GL_RGBA, GL_FLOAT, NULL);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
   GLboolean is_float = GL_FALSE;
   glGetBooleanv(GL_RGBA_FLOAT_MODE_ARB, &is_float);
   api_expect("float mode", is_float, GL_TRUE);
   for (unsigned i = 0; i < 9; i++) { /* fixed only: not where the buffer is of floats */
      const bool vertex = modes[i / 3] == GL_TRUE, fragment = modes[i % 3] == GL_TRUE;
      GLfloat got[4];
      glClampColor(GL_CLAMP_VERTEX_COLOR_ARB, modes[i / 3]);
      glClampColor(GL_CLAMP_FRAGMENT_COLOR_ARB, modes[i % 3]);
      glClampColor(GL_CLAMP_READ_COLOR_ARB, GL_FALSE);
      glColor4f(2, -1, 0.5f, 1);
      glBegin(GL_TRIANGLE_STRIP);
      for (unsigned k = 0; k < 4; k++)
         glVertex2f(k & 1 ? 1 : -1, k & 2 ? 1 : -1);
      glEnd();
      glReadPixels(API_SIZE / 2, API_SIZE / 2, 1, 1, GL_RGBA, GL_FLOAT, got);
      api_expect("red", (long)(got[0] * 4), vertex || fragment ? 4 : 8);
      api_expect("green", (long)(got[1] * 4), vertex || fragment ? 0 : -4);
      glClampColor(GL_CLAMP_READ_COLOR_ARB, GL_TRUE);
      glReadPixels(API_SIZE / 2, API_SIZE / 2, 1, 1, GL_RGBA, GL_FLOAT, got);
      api_expect("red", (long)(got[0] * 4), 4);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
   glGetBooleanv(GL_RGBA_FLOAT_MODE_ARB, &is_float);
   api_expect("float mode", is_float, GL_FALSE);
}

/* Internal formats without a size. */
static void draw_snorm_bases(void)
{
   static const struct { GLenum internal; long value[4]; } rows[] = {
      {GL_RED_SNORM, {-127, 0, 0, 127}}, {GL_RG_SNORM, {-127, 127, 0, 127}}, {GL_RGB_SNORM, {-127, 127, -127, 127}},
      {GL_RGBA_SNORM, {-127, 127, -127, -127}}};
   static const GLfloat texel[4] = {-1, 1, -1, -1};
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      GLbyte got[4];
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)rows[i].internal, 1, 1, 0, GL_RGBA, GL_FLOAT, texel);
      api_expect_error(GL_NO_ERROR, "glTexImage2D");
      glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_BYTE, got);
      for (unsigned k = 0; k < 4; k++)
         api_expect("component", got[k], rows[i].value[k]);
   }
   /* Values of blending by draw buffer have the names of OpenGL 1.0, too. */
   GLint value = 0;
   glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
   glGetIntegeri_v(GL_BLEND_SRC, 0, &value);
   api_expect("GL_BLEND_SRC", value, GL_SRC_ALPHA);
   glGetIntegeri_v(GL_BLEND_DST, 0, &value);
   api_expect("GL_BLEND_DST", value, GL_ONE_MINUS_SRC_ALPHA);
}

/* ARB_texture_buffer_object: texels in a buffer. */
static void draw_buffers(void)
{
   static const struct { GLenum format; const char *sampler, *scale; long value[4]; } rows[] = {
      {GL_ALPHA8, "samplerBuffer", "1.0", {0, 0, 0, 51}}, {GL_LUMINANCE8, "samplerBuffer", "1.0", {51, 51, 51, 255}},
      {GL_LUMINANCE8_ALPHA8, "samplerBuffer", "1.0", {51, 51, 51, 102}}, {GL_INTENSITY8, "samplerBuffer", "1.0", {51, 51, 51, 51}},
      {GL_LUMINANCE8UI_EXT, "usamplerBuffer", "255.0", {51, 51, 51, 1}}, {GL_INTENSITY8I_EXT, "isamplerBuffer", "255.0", {51, 51, 51, 51}}};
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_TEXTURE_BUFFER, buffer);
   glBufferData(GL_TEXTURE_BUFFER, 4, "\x33\x66\x99\xcc", GL_STATIC_DRAW);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      char text[256];
      GLuint name, program = glCreateProgram();
      GLubyte got[4];
      glGenTextures(1, &name);
      glBindTexture(GL_TEXTURE_BUFFER, name);
      glTexBuffer(GL_TEXTURE_BUFFER, rows[i].format, buffer);
      api_expect_error(GL_NO_ERROR, "glTexBuffer");
      snprintf(text, sizeof(text), "#version 150\nuniform %s t; out vec4 c; void main() { c = vec4(texelFetch(t, 0)) / %s; }",
               rows[i].sampler, rows[i].scale);
      api_attach(program, GL_VERTEX_SHADER, "#version 150\nin vec4 p; void main() { gl_Position = p; }");
      api_attach(program, GL_FRAGMENT_SHADER, text);
      api_link(program);
      api_rectangle(-1, -1, 1, 1);
      glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
      for (unsigned k = 0; k < 4; k++)
         api_expect("component", got[k], rows[i].value[k]);
   }
   glTexBuffer(GL_TEXTURE_BUFFER, GL_ALPHA8_SNORM, buffer);
   api_expect_error(GL_INVALID_ENUM, "glTexBuffer of GL_ALPHA8_SNORM");
}

static bool is_listed(GLenum format)
{
   GLint list[256], count = 0;
   glGetIntegerv(GL_NUM_COMPRESSED_TEXTURE_FORMATS, &count);
   if (count > 256)
      api_fail("%d compressed formats", count);
   glGetIntegerv(GL_COMPRESSED_TEXTURE_FORMATS, list);
   for (GLint i = 0; i < count; i++)
      if (list[i] == (GLint)format)
         return true;
   return false;
}

/* GL 2.1, 6.1.3: the list has formats for general use. EXT_texture_compression_latc, issue 16; ARB_texture_compression_rgtc, issue 19;
 * EXT_texture_sRGB, issue 22; KHR_texture_compression_astc_ldr: theirs are not in it. */
static void draw_compressed_list(void)
{
   static const GLenum listed[] = {GL_COMPRESSED_RGB_S3TC_DXT1_EXT, GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT};
   static const GLenum hidden[] = {GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, GL_COMPRESSED_SRGB_S3TC_DXT1_EXT, GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT,
      GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT, GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, GL_COMPRESSED_RED_RGTC1, GL_COMPRESSED_SIGNED_RED_RGTC1,
      GL_COMPRESSED_RG_RGTC2, GL_COMPRESSED_SIGNED_RG_RGTC2, GL_COMPRESSED_LUMINANCE_LATC1_EXT, GL_COMPRESSED_SIGNED_LUMINANCE_LATC1_EXT,
      GL_COMPRESSED_LUMINANCE_ALPHA_LATC2_EXT, GL_COMPRESSED_SIGNED_LUMINANCE_ALPHA_LATC2_EXT, GL_COMPRESSED_RGBA_ASTC_4x4_KHR,
      GL_COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR};
   api_require("GL_EXT_texture_compression_s3tc");
   for (unsigned i = 0; i < sizeof(listed) / sizeof(listed[0]); i++)
      if (!is_listed(listed[i]))
         api_fail("format 0x%x is not listed", listed[i]);
   for (unsigned i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
      if (is_listed(hidden[i]))
         api_fail("format 0x%x is listed", hidden[i]);
   api_checked();
}

/* GL 4.6, 8.5: a generic compressed format becomes a specific one or the base format. */
static void draw_generic(void)
{
   static const struct { GLenum generic, base; } rows[] = {
      {GL_COMPRESSED_ALPHA, GL_ALPHA}, {GL_COMPRESSED_LUMINANCE, GL_LUMINANCE}, {GL_COMPRESSED_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA},
      {GL_COMPRESSED_INTENSITY, GL_INTENSITY}, {GL_COMPRESSED_RED, GL_RED}, {GL_COMPRESSED_RG, GL_RG}, {GL_COMPRESSED_RGB, GL_RGB},
      {GL_COMPRESSED_RGBA, GL_RGBA}, {GL_COMPRESSED_SRGB, GL_RGB}, {GL_COMPRESSED_SRGB_ALPHA, GL_RGBA},
      {GL_COMPRESSED_SLUMINANCE_EXT, GL_LUMINANCE}, {GL_COMPRESSED_SLUMINANCE_ALPHA_EXT, GL_LUMINANCE_ALPHA}};
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      GLint compressed = 0, internal = 0;
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)rows[i].generic, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      api_expect_error(GL_NO_ERROR, "glTexImage2D");
      glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_COMPRESSED, &compressed);
      glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, &internal);
      if (!compressed)
         api_expect("internal format", internal, rows[i].base);
      else if (internal == (GLint)rows[i].generic)
         api_fail("the internal format is the generic one, 0x%x", rows[i].generic);
   }
   api_checked();
}

/* Numbers of components are internal formats of glTexImage* alone (GL 2.1, 3.8.2); an error leaves the image as it was. GL_GENERATE_MIPMAP
 * is a parameter of rectangles, too. */
static void draw_component_counts(void)
{
   static const GLenum bases[] = {GL_LUMINANCE, GL_LUMINANCE_ALPHA, GL_RGB, GL_RGBA};
   GLint value = 0;
   for (GLint i = 1; i <= 4; i++) {
      glTexImage2D(GL_TEXTURE_2D, 0, i, 4, 4, 0, bases[i - 1], GL_UNSIGNED_BYTE, NULL);
      api_expect_error(GL_NO_ERROR, "glTexImage2D");
      glCopyTexImage2D(GL_TEXTURE_2D, 0, (GLenum)i, 0, 0, 8, 8, 0);
      api_expect_error(GL_INVALID_ENUM, "glCopyTexImage2D");
      glCopyTexImage1D(GL_TEXTURE_1D, 0, (GLenum)i, 0, 0, 8, 0);
      api_expect_error(GL_INVALID_ENUM, "glCopyTexImage1D");
      glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &value);
      api_expect("width", value, 4);
   }
   glTexParameteri(GL_TEXTURE_RECTANGLE, GL_GENERATE_MIPMAP_SGIS, GL_FALSE);
   glGetTexParameteriv(GL_TEXTURE_RECTANGLE, GL_GENERATE_MIPMAP_SGIS, &value);
   api_expect_error(GL_NO_ERROR, "GL_GENERATE_MIPMAP of a rectangle");
   api_expect("GL_GENERATE_MIPMAP", value, GL_FALSE);
   /* DXT3 keeps 4 bits of alpha. */
   api_require("GL_EXT_texture_compression_s3tc");
   glTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_ALPHA_SIZE, &value);
   api_expect("bits of alpha", value, 4);
}

/* Pixels of integers are not drawn, whatever their type is (GL 3.0, 3.7.4); arrays of GL_BGRA have bytes or packed values (GL 4.6, 10.3.1). */
static void draw_errors(void)
{
   static const GLint pixel[4] = {1, 2, 3, 4};
   static const GLenum types[] = {GL_BYTE, GL_SHORT, GL_UNSIGNED_SHORT, GL_INT, GL_UNSIGNED_INT, GL_FLOAT, GL_DOUBLE};
   api_require("GL_EXT_texture_integer");
   glDrawPixels(1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, pixel);
   api_expect_error(GL_INVALID_OPERATION, "glDrawPixels of integers");
   glDrawPixels(1, 1, GL_RGBA_INTEGER, GL_FLOAT, pixel);
   api_expect_error(GL_INVALID_OPERATION, "glDrawPixels of integers as floats");
   api_require("GL_ARB_vertex_array_bgra");
   const PFNGLSECONDARYCOLORPOINTEREXTPROC secondary = (PFNGLSECONDARYCOLORPOINTEREXTPROC)eglGetProcAddress("glSecondaryColorPointer");
   for (unsigned i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
      glColorPointer(GL_BGRA, types[i], 0, NULL);
      api_expect_error(GL_INVALID_OPERATION, "glColorPointer");
      secondary(GL_BGRA, types[i], 0, NULL);
      api_expect_error(GL_INVALID_OPERATION, "glSecondaryColorPointer");
      glVertexAttribPointer(1, GL_BGRA, types[i], GL_TRUE, 0, NULL);
      api_expect_error(GL_INVALID_OPERATION, "glVertexAttribPointer");
   }
   glColorPointer(GL_BGRA, GL_UNSIGNED_BYTE, 0, NULL);
   api_expect_error(GL_NO_ERROR, "glColorPointer of bytes");
   glVertexPointer(GL_BGRA, GL_FLOAT, 0, NULL);
   api_expect_error(GL_INVALID_VALUE, "glVertexPointer");
}

/* ---- clamping of pixels that are read, after sums and pixel transfer (OpenGL 4.6 compatibility, 18.2.8) ------------------------------- */

static long read_first(GLenum format)
{
   GLfloat pixel[4] = {0};
   glReadPixels(0, 0, 1, 1, format, GL_FLOAT, pixel);
   return (long)(pixel[0] * 255 + 0.5f);
}

static void draw_read_clamp(void)
{
   glClearColor(0.8f, 0.6f, 0.2f, 0.4f);
   glClear(GL_COLOR_BUFFER_BIT);
   api_expect("luminance, clamped", read_first(GL_LUMINANCE_ALPHA), 255);
   glClampColor(GL_CLAMP_READ_COLOR, GL_FALSE);
   api_expect("luminance", read_first(GL_LUMINANCE), 408);
   glPixelTransferf(GL_RED_SCALE, 2);
   api_expect("scaled red", read_first(GL_RGBA), 408);
   glClampColor(GL_CLAMP_READ_COLOR, GL_FIXED_ONLY);
   api_expect("scaled red, clamped", read_first(GL_RGBA), 255);
   glPixelTransferf(GL_RED_SCALE, 1);
}

static void reference_read_clamp(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (const uint8_t[4]){204, 153, 51, 102}, 4);
}

#define BODY(name, draw) {name, COMPATIBILITY, 32, 255, 0, draw, NULL}

const struct api_body api_bodies_legacy_formats[] = {
   BODY("legacy-formats-integers", draw_integers),
   BODY("legacy-formats-norms", draw_norms),
   BODY("legacy-formats-snorms", draw_snorms),
   BODY("legacy-formats-snorm-bases", draw_snorm_bases),
   BODY("legacy-formats-buffers", draw_buffers),
   BODY("legacy-formats-floats", draw_floats),
   BODY("legacy-formats-srgb", draw_srgb),
   BODY("legacy-formats-latc", draw_latc),
   BODY("legacy-formats-clamps", draw_clamps),
   BODY("legacy-formats-compressed-list", draw_compressed_list),
   BODY("legacy-formats-generic", draw_generic),
   BODY("legacy-formats-component-counts", draw_component_counts),
   BODY("legacy-formats-errors", draw_errors),
   {"legacy-read-clamp", COMPATIBILITY, 30, 1, 0, draw_read_clamp, reference_read_clamp},
   {0},
};
