/* body_fetch.c: fragment shaders that read the destination colour (EXT_shader_framebuffer_fetch_non_coherent): of attachments of
 * all kinds and formats, of samples, of several colour buffers; the equations of KHR_blend_equation_advanced. */
#include <math.h>
#include <string.h>

#include "api_srgb.h"
#include "api_test.h"

static void fetch_barrier(void)
{
   ((PFNGLFRAMEBUFFERFETCHBARRIEREXTPROC)eglGetProcAddress("glFramebufferFetchBarrierEXT"))();
}

static void expect_no_error(const char *what, unsigned i)
{
   GLenum error = glGetError();
   if (error)
      api_fail("%s %u: error 0x%x", what, i, error);
}

static uint8_t texels[2][API_TEXELS][4], picture[API_TEXELS][4];

static void fill_texels(void)
{
   for (unsigned i = 0; i < 2 * API_TEXELS * 4; i++)
      texels[i / 4 / API_TEXELS][i / 4 % API_TEXELS][i % 4] = (uint8_t)api_random(256);
}

static GLuint make_texture(const uint8_t data[API_TEXELS][4])
{
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, API_SIZE, API_SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   return texture;
}

static const char vertex_100[] = "attribute vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
static const char vertex_300[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
static const char copy_100[] = "uniform sampler2D tex; void main() { gl_FragColor = "
                               "texture2D(tex, gl_FragCoord.xy / 32.0); }";
#define ENABLE "#extension GL_EXT_shader_framebuffer_fetch_non_coherent : require\nprecision highp float;\n"

static void show(const uint8_t data[API_TEXELS][4])
{
   char fragment[256] = "precision highp float;\n";
   make_texture(data);
   api_program(vertex_100, NULL, strcat(fragment, copy_100));
   api_rectangle(-1, -1, 1, 1);
}

static uint8_t to_byte(double v)
{
   return (uint8_t)(fmin(fmax(v, 0), 1) * 255 + 0.5);
}

/* ---- ES 2.0: gl_LastFragData, two passes ---------------------------------------------------------------------------------- */

static void draw_last_frag_data(void)
{
   api_require("GL_EXT_shader_framebuffer_fetch_non_coherent");
   fill_texels();
   show(texels[0]);
   api_program(vertex_100, NULL, ENABLE "layout(noncoherent) highp vec4 gl_LastFragData[gl_MaxDrawBuffers];\n"
               "void main() { highp vec4 c = gl_LastFragData[0]; gl_FragColor = c.x < 0.5 ? vec4(c.yzx, 1.0 - c.w) : c.wxyz; }");
   for (unsigned pass = 0; pass < 2; pass++) {
      fetch_barrier();
      api_rectangle(-1, -1, 1, 1);
   }
   expect_no_error("gl_LastFragData", 0);
}

static void last_frag_data_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      uint8_t c[4];
      memcpy(c, texels[0][i], 4);
      for (unsigned pass = 0; pass < 2; pass++) {
         const uint8_t dark[4] = { c[1], c[2], c[0], 255 - c[3] }, light[4] = { c[3], c[0], c[1], c[2] };
         memcpy(c, c[0] < 128 ? dark : light, 4);
      }
      memcpy(rgba[i], c, 4);
   }
}

/* ---- ES 3.0: attachments of all kinds and formats, a tile of 8x8 each ---------------------------------------------------- */

enum { TILE = 8, LEVEL = 1 };
static const struct kind { GLenum target, format, pixels, type; unsigned slices, slice, channels; bool integer, srgb; } kinds[] = {
   { GL_TEXTURE_2D, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 1, 0, 4 },
   { GL_TEXTURE_CUBE_MAP, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 6, 3, 4 },
   { GL_TEXTURE_3D, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 5, 3, 4 },
   { GL_TEXTURE_2D_ARRAY, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 5, 2, 4 },
   { GL_TEXTURE_2D, GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, 1, 0, 4, .integer = true },
   { GL_TEXTURE_2D_ARRAY, GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE, 3, 1, 3 },
   { GL_TEXTURE_2D, GL_RG8, GL_RG, GL_UNSIGNED_BYTE, 1, 0, 2 },
   { GL_TEXTURE_2D, GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1, 0, 1 },
   { GL_TEXTURE_2D, GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, 1, 0, 4, .srgb = true },
};
#define KINDS (sizeof kinds / sizeof *kinds)

static const uint8_t *tile_texel(unsigned set, unsigned tile, unsigned i)
{
   return texels[set][(tile / 4 * TILE + i / TILE) * API_SIZE + tile % 4 * TILE + i % TILE];
}

/* Level LEVEL of a texture; the attached slice holds the tile. */
static void attach_kind(const struct kind *k, unsigned tile)
{
   uint8_t data[TILE * TILE * 4];
   GLuint name;
   for (unsigned i = 0; i < TILE * TILE; i++)
      memcpy(data + i * k->channels, tile_texel(0, tile, i), k->channels);
   glGenTextures(1, &name);
   glBindTexture(k->target, name);
   if (k->target == GL_TEXTURE_3D || k->target == GL_TEXTURE_2D_ARRAY) {
      glTexStorage3D(k->target, 2, k->format, 2 * TILE, 2 * TILE, (GLsizei)k->slices << (k->target == GL_TEXTURE_3D));
      glTexSubImage3D(k->target, LEVEL, 0, 0, (GLint)k->slice, TILE, TILE, 1, k->pixels, k->type, data);
      glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, LEVEL, (GLint)k->slice);
      return;
   }
   const GLenum image = k->target == GL_TEXTURE_2D ? k->target : GL_TEXTURE_CUBE_MAP_POSITIVE_X + k->slice;
   glTexStorage2D(k->target, 2, k->format, 2 * TILE, 2 * TILE);
   glTexSubImage2D(image, LEVEL, 0, 0, TILE, TILE, k->pixels, k->type, data);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, image, name, LEVEL);
}

static void store_tile(unsigned tile, bool integer)
{
   uint8_t pixels[TILE * TILE * 4][4] = { 0 };
   if (integer) {
      uint32_t wide[TILE * TILE][4];
      glReadPixels(0, 0, TILE, TILE, GL_RGBA_INTEGER, GL_UNSIGNED_INT, wide);
      for (unsigned i = 0; i < TILE * TILE * 4; i++)
         pixels[i / 4][i % 4] = (uint8_t)wide[i / 4][i % 4];
   } else {
      glReadPixels(0, 0, TILE, TILE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   }
   for (unsigned y = 0; y < TILE; y++)
      memcpy(picture[(tile / 4 * TILE + y) * API_SIZE + tile % 4 * TILE], pixels[y * TILE], TILE * 4);
}

#define ENABLE_300 "#version 300 es\n" ENABLE
static const char change[] = ENABLE_300 "layout(noncoherent) inout vec4 c; void main() { c = 1.0 - c.yzxw * 0.75; }";
static const char change_integer[] = ENABLE_300 "layout(noncoherent) inout highp uvec4 c; void main() { c = (c.yzxw + 3u) & 255u; }";

static void draw_attachments(void)
{
   GLuint framebuffer;
   GLint outer = 0;
   api_require("GL_EXT_shader_framebuffer_fetch_non_coherent");
   fill_texels();
   memset(picture, 0, sizeof picture);
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glViewport(0, 0, TILE, TILE);
   for (unsigned tile = 0; tile < KINDS; tile++) {
      attach_kind(&kinds[tile], tile);
      api_program(vertex_300, NULL, kinds[tile].integer ? change_integer : change);
      fetch_barrier();
      api_rectangle(-1, -1, 1, 1);
      store_tile(tile, kinds[tile].integer);
      expect_no_error("attachment", tile);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   glViewport(0, 0, API_SIZE, API_SIZE);
   show(picture);
}


static void attachments_reference(uint8_t rgba[API_TEXELS][4])
{
   static const unsigned order[4] = { 1, 2, 0, 3 };
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned p = 0; p < KINDS * TILE * TILE; p++) {
      const unsigned tile = p / (TILE * TILE), i = p % (TILE * TILE);
      const struct kind *k = &kinds[tile];
      uint8_t *out = rgba[(tile / 4 * TILE + i / TILE) * API_SIZE + tile % 4 * TILE + i % TILE];
      for (unsigned c = 0; c < 4; c++) {
         const unsigned from = order[c], byte = from < k->channels ? tile_texel(0, tile, i)[from] : from == 3 ? 255 : 0;
         const double v = k->srgb && c < 3 ? api_srgb_decode(byte / 255.0) : byte / 255.0, changed = 1 - v * 0.75;
         out[c] = k->integer ? (uint8_t)(byte + 3) : to_byte(k->srgb && c < 3 ? api_srgb_encode(changed) : changed);
         if (c >= k->channels)
            out[c] = c == 3 ? 255 : 0;
      }
   }
}

/* ---- several colour buffers, which exchange their colours ----------------------------------------------------------------- */

static void draw_exchange(void)
{
   GLuint framebuffer, texture[2];
   GLint outer = 0;
   uint8_t second[API_TEXELS][4];
   api_require("GL_EXT_shader_framebuffer_fetch_non_coherent");
   fill_texels();
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   for (unsigned i = 0; i < 2; i++) {
      texture[i] = make_texture(texels[i]);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + 2 * i, GL_TEXTURE_2D, texture[i], 0);
   }
   glDrawBuffers(3, (const GLenum[]){ GL_COLOR_ATTACHMENT0, GL_NONE, GL_COLOR_ATTACHMENT2 });
   api_program(vertex_300, NULL, ENABLE_300
               "layout(noncoherent, location = 0) inout vec4 a; layout(noncoherent, location = 2) inout vec2 b[1];\n"
               "void main() { vec2 old = a.xw; a.xw = b[0]; b[0] = old; }");
   fetch_barrier();
   api_rectangle(-1, -1, 1, 1);
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, picture);
   glReadBuffer(GL_COLOR_ATTACHMENT2);
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, second);
   for (unsigned i = 0; i < API_TEXELS; i++) { /* the lower half shows the second buffer */
      if (i >= API_TEXELS / 2) {
         memcpy(picture[i], second[i], 2);
         picture[i][2] = picture[i][3] = 0; /* undefined: the output has two components */
      }
   }
   expect_no_error("exchange", 0);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   show(picture);
}

static void exchange_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const uint8_t *a = texels[0][i], *b = texels[1][i];
      const uint8_t first[4] = { b[0], a[1], a[2], b[1] }, second[4] = { a[0], a[3], 0, 0 };
      memcpy(rgba[i], i < API_TEXELS / 2 ? first : second, 4);
   }
}

/* ---- samples: half of them hold another colour ---------------------------------------------------------------------------- */

static void draw_samples(void)
{
   static const char flat[] = "#version 300 es\nprecision highp float; out vec4 c; void main() { c = vec4(gl_FragCoord.xy / 32.0, 0.2, 1.0); }";
   GLuint framebuffer, renderbuffer;
   GLint outer = 0;
   api_require("GL_EXT_shader_framebuffer_fetch_non_coherent");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glGenRenderbuffers(1, &renderbuffer);
   glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
   glClearColor(1, 0.6f, 0.4f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_SAMPLE_COVERAGE);
   glSampleCoverage(0.5f, GL_FALSE);
   api_program(vertex_300, NULL, flat);
   api_rectangle(-1, -1, 1, 1);
   glDisable(GL_SAMPLE_COVERAGE);
   api_program(vertex_300, NULL, ENABLE_300 "layout(noncoherent) inout vec4 c; void main() { c = c.zxyw * c.zxyw; }");
   fetch_barrier();
   api_rectangle(-1, -1, 1, 1);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)outer);
   glBlitFramebuffer(0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   expect_no_error("samples", 0);
}

static void samples_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const double b[3] = { 0.2, (i % API_SIZE + 0.5) / API_SIZE, (i / API_SIZE + 0.5) / API_SIZE }, a[3] = { 0.4, 1, 0.6 };
      for (unsigned c = 0; c < 3; c++)
         rgba[i][c] = to_byte((a[c] * a[c] + b[c] * b[c]) / 2);
      rgba[i][3] = 255;
   }
}

/* ---- KHR_blend_equation_advanced ------------------------------------------------------------------------------------------ */

static const GLenum equations[15] = { GL_MULTIPLY, GL_SCREEN, GL_OVERLAY, GL_DARKEN, GL_LIGHTEN, GL_COLORDODGE, GL_COLORBURN,
   GL_HARDLIGHT, GL_SOFTLIGHT, GL_DIFFERENCE, GL_EXCLUSION, GL_HSL_HUE, GL_HSL_SATURATION, GL_HSL_COLOR, GL_HSL_LUMINOSITY };
static const char *const supports[15] = { "multiply", "screen", "overlay", "darken", "lighten", "colordodge", "colorburn",
   "hardlight", "softlight", "difference", "exclusion", "hsl_hue", "hsl_saturation", "hsl_color", "hsl_luminosity" };

/* Colours with premultiplied alpha; some are opaque, some have alpha 0. */
static void premultiply(uint8_t data[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      data[i][3] = i % 7 == 0 ? 255 : i % 11 == 0 ? 0 : data[i][3];
      for (unsigned c = 0; c < 3; c++)
         data[i][c] = data[i][3] ? (uint8_t)(1 + data[i][c] * (data[i][3] - 1) / 255) : 0;
   }
}

static void blend_tiles(const char *version, const char *vertex, const char *output, const char *body)
{
   api_require("GL_KHR_blend_equation_advanced");
   fill_texels();
   premultiply(texels[0]);
   premultiply(texels[1]);
   show(texels[0]);
   make_texture(texels[1]);
   glEnable(GL_BLEND);
   glEnable(GL_SCISSOR_TEST);
   for (unsigned tile = 0; tile < 15; tile++) {
      char fragment[1024] = "";
      strcat(fragment, version);
      strcat(fragment, "#extension GL_KHR_blend_equation_advanced : require\nprecision highp float; layout(blend_support_");
      strcat(fragment, tile % 3 ? supports[tile] : "all_equations");
      strcat(fragment, ") out;\n");
      strcat(fragment, output);
      strcat(fragment, body);
      api_program(vertex, NULL, fragment);
      glBlendEquation(equations[tile]);
      glScissor((GLint)tile % 4 * TILE, (GLint)tile / 4 * TILE, TILE, TILE);
      ((PFNGLBLENDBARRIERKHRPROC)eglGetProcAddress("glBlendBarrierKHR"))();
      api_rectangle(-1, -1, 1, 1);
      expect_no_error("equation", tile);
   }
   glBlendEquation(GL_FUNC_ADD);
   glDisable(GL_BLEND);
   glDisable(GL_SCISSOR_TEST);
}

static void draw_blend(void)
{
   blend_tiles("#version 300 es\n", vertex_300, "uniform sampler2D tex; out vec4 color;\n",
               "void main() { color = texelFetch(tex, ivec2(gl_FragCoord.xy), 0); }");
}

static double luminosity(const double c[3]) { return 0.30 * c[0] + 0.59 * c[1] + 0.11 * c[2]; }
static double least(const double c[3]) { return fmin(fmin(c[0], c[1]), c[2]); }
static double greatest(const double c[3]) { return fmax(fmax(c[0], c[1]), c[2]); }

static void set_luminosity(const double base[3], const double lum[3], double out[3])
{
   for (unsigned c = 0; c < 3; c++)
      out[c] = base[c] + luminosity(lum) - luminosity(base);
   const double l = luminosity(out), min = least(out), max = greatest(out);
   for (unsigned c = 0; c < 3; c++) {
      if (min < 0)
         out[c] = l + (out[c] - l) * l / (l - min);
      if (max > 1)
         out[c] = l + (out[c] - l) * (1 - l) / (max - l);
   }
}

static void set_saturation(const double base[3], const double sat[3], const double lum[3], double out[3])
{
   const double min = least(base), range = greatest(base) - min;
   double v[3];
   for (unsigned c = 0; c < 3; c++)
      v[c] = range > 0 ? (base[c] - min) * (greatest(sat) - least(sat)) / range : 0;
   set_luminosity(v, lum, out);
}

static double one_component(GLenum equation, double s, double d)
{
   switch (equation) {
   case GL_MULTIPLY: return s * d;
   case GL_SCREEN: return s + d - s * d;
   case GL_OVERLAY: return d <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d);
   case GL_DARKEN: return fmin(s, d);
   case GL_LIGHTEN: return fmax(s, d);
   case GL_COLORDODGE: return d <= 0 ? 0 : s < 1 ? fmin(1, d / (1 - s)) : 1;
   case GL_COLORBURN: return d >= 1 ? 1 : s > 0 ? 1 - fmin(1, (1 - d) / s) : 0;
   case GL_HARDLIGHT: return s <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d);
   case GL_SOFTLIGHT:
      return s <= 0.5 ? d - (1 - 2 * s) * d * (1 - d)
           : d <= 0.25 ? d + (2 * s - 1) * d * ((16 * d - 12) * d + 3) : d + (2 * s - 1) * (sqrt(d) - d);
   case GL_DIFFERENCE: return fabs(d - s);
   default: return s + d - 2 * s * d; /* GL_EXCLUSION */
   }
}

static void blend_pixel(GLenum equation, const uint8_t src[4], const uint8_t dst[4], uint8_t out[4])
{
   double s[3], d[3], f[3];
   const double as = src[3] / 255.0, ad = dst[3] / 255.0;
   for (unsigned c = 0; c < 3; c++) {
      s[c] = src[3] ? (double)src[c] / src[3] : 0;
      d[c] = dst[3] ? (double)dst[c] / dst[3] : 0;
      f[c] = one_component(equation, s[c], d[c]);
   }
   if (equation == GL_HSL_HUE)
      set_saturation(s, d, d, f);
   if (equation == GL_HSL_SATURATION)
      set_saturation(d, s, d, f);
   if (equation == GL_HSL_COLOR)
      set_luminosity(s, d, f);
   if (equation == GL_HSL_LUMINOSITY)
      set_luminosity(d, s, f);
   for (unsigned c = 0; c < 3; c++)
      out[c] = to_byte(f[c] * as * ad + s[c] * as * (1 - ad) + d[c] * ad * (1 - as));
   out[3] = to_byte(as + ad - as * ad);
}

static void blend_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned tile = i / API_SIZE / TILE * 4 + i % API_SIZE / TILE;
      if (tile < 15)
         blend_pixel(equations[tile], texels[1][i], texels[0][i], rgba[i]);
      else
         memcpy(rgba[i], texels[0][i], 4);
   }
}

const struct api_body api_bodies_fetch[] = {
   { "last-frag-data", GLES, 20, 0, 0, draw_last_frag_data, last_frag_data_reference },
   { "fetch-attachments", GLES, 30, 1, 0, draw_attachments, attachments_reference },
   { "fetch-exchange", GLES, 30, 0, 0, draw_exchange, exchange_reference },
   { "fetch-samples", GLES, 30, 2, 0, draw_samples, samples_reference },
   { "blend-advanced", GLES, 30, 2, 0, draw_blend, blend_reference },
   { NULL },
};
