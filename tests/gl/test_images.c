/* test_images.c: completeness of mipmaps (OpenGL ES 2.0, 3.7.10), sizes other than powers of two, selection of level and filter
 * (3.7.7, 3.7.8), wrap modes, sub-images in each format and alignment, copies from each framebuffer format to each texture
 * format (table 3.9). */
#include <math.h>

#include "pixel_test.h"

static GLint st; /* uniform: scale and offset of the texture coordinate */

static void use_program(void)
{
   st = glGetUniformLocation(
      pixel_program("attribute vec4 pos; varying vec2 t; void main() { gl_Position = pos; t = pos.xy * 0.5 + 0.5; }",
                    "precision highp float; varying vec2 t; uniform sampler2D s; uniform vec4 st; void main() { "
                    "gl_FragColor = texture2D(s, t * st.xy + st.zw); }"),
      "st");
   glUniform4f(st, 1, 1, 0, 0);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
}

static GLuint make_texture(GLenum min_filter, GLenum mag_filter, GLenum wrap)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)min_filter);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, (GLint)mag_filter);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, (GLint)wrap);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, (GLint)wrap);
   return name;
}

static const uint8_t *sample(float s, float t)
{
   glUniform4f(st, 0, 0, s, t);
   pixel_rectangle(-1, -1, 1, 1, 0);
   return pixel_read(4, 4);
}

/* A level of one grey. */
static void grey_level(GLint level, GLenum format, GLenum type, GLsizei width, GLsizei height, int grey)
{
   static uint8_t texels[64 * 64 * 4];
   memset(texels, grey, sizeof texels);
   glTexImage2D(GL_TEXTURE_2D, level, (GLint)format, width, height, 0, format, type, texels);
}

/* ---- completeness ------------------------------------------------------------------------------------------------ */

static void completeness(void **state)
{
   enum { NO = -1 };
   static const struct {
      const char *name;
      int width, height;
      struct {
         int level, width, height;
         GLenum format;
      } change[3];
      GLenum filter;
      bool complete;
   } rows[] = {
#define MIP GL_NEAREST_MIPMAP_NEAREST
      {"full array", 8, 8, {{0}}, MIP, true},
      {"full array", 8, 8, {{0}}, GL_LINEAR_MIPMAP_LINEAR, true},
      {"one texel", 1, 1, {{0}}, MIP, true},
      {"a column", 1, 8, {{0}}, MIP, true},
      {"a row", 16, 1, {{0}}, MIP, true},
      {"not square", 16, 4, {{0}}, MIP, true},
      {"no powers of two", 7, 5, {{0}}, MIP, true},
      {"17 x 3", 17, 3, {{0}}, MIP, true},
      {"level 1 missing", 8, 8, {{1, 0, 0, GL_RGBA}}, MIP, false},
      {"last level missing", 8, 8, {{3, 0, 0, GL_RGBA}}, MIP, false},
      {"last level missing", 8, 8, {{3, 0, 0, GL_RGBA}}, GL_NEAREST_MIPMAP_LINEAR, false},
      {"last level missing", 8, 8, {{3, 0, 0, GL_RGBA}}, GL_LINEAR_MIPMAP_NEAREST, false},
      {"missing, not asked for", 8, 8, {{3, 0, 0, GL_RGBA}}, GL_LINEAR, true},
      {"missing, not asked for", 8, 8, {{1, 0, 0, GL_RGBA}}, GL_NEAREST, true},
      {"level 2 too wide", 8, 8, {{2, 3, 2, GL_RGBA}}, MIP, false},
      {"rounded up", 7, 7, {{1, 4, 4, GL_RGBA}}, MIP, false},
      {"level 1 in another format", 8, 8, {{1, 4, 4, GL_RGB}}, MIP, false},
      {"level 1 in another format, not asked for", 8, 8, {{1, 4, 4, GL_RGB}}, GL_NEAREST, true},
      {"broken and mended", 8, 8, {{1, 4, 4, GL_RGB}, {1, 4, 4, GL_RGBA}}, MIP, true},
      {"a level beyond the last", 8, 8, {{4, 5, 5, GL_RGB}}, MIP, true},
      {"level 0 grew", 8, 8, {{0, 16, 16, GL_RGBA}}, MIP, false},
      {"level 0 shrank: old levels do no harm where they fit",
       8,
       8,
       {{0, 4, 4, GL_RGBA}, {1, 2, 2, GL_RGBA}, {2, 1, 1, GL_RGBA}},
       MIP,
       true},
      {"level 0 missing", 8, 8, {{0, 0, 0, GL_RGBA}}, GL_NEAREST, false},
      {"level 0 has no height", 8, 8, {{0, 4, 0, GL_RGBA}}, GL_LINEAR, false},
#undef MIP
   };
   use_program();
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      GLuint name = make_texture(rows[i].filter, GL_NEAREST, GL_CLAMP_TO_EDGE);
      for (int l = 0, w = rows[i].width, h = rows[i].height;; l++) {
         grey_level(l, GL_RGBA, GL_UNSIGNED_BYTE, w, h, 200);
         if (w == 1 && h == 1)
            break;
         w = w > 1 ? w / 2 : 1;
         h = h > 1 ? h / 2 : 1;
      }
      for (int c = 0; c < 3 && rows[i].change[c].format; c++)
         grey_level(rows[i].change[c].level, rows[i].change[c].format, GL_UNSIGNED_BYTE, rows[i].change[c].width,
                    rows[i].change[c].height, 200);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      pixel_rectangle(-1, -1, 1, 1, 0);
      const uint8_t *p = pixel_read(3, 3);
      if (rows[i].complete ? p[0] != 200 : p[0] != 0 || p[3] != 255)
         fail_msg("%s, filter %x: %d %d %d %d", rows[i].name, rows[i].filter, p[0], p[1], p[2], p[3]);
      glDeleteTextures(1, &name);
   }
   /* Levels of different types have different internal formats. */
   GLuint name = make_texture(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST, GL_REPEAT);
   grey_level(0, GL_RGBA, GL_UNSIGNED_BYTE, 2, 2, 200);
   grey_level(1, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, 1, 1, 0xcc);
   pixel_rectangle(-1, -1, 1, 1, 0);
   assert_int_equal(pixel_read(3, 3)[0], 0);
   glDeleteTextures(1, &name);
}

/* glGenerateMipmap of any size: each level has the right size and keeps a flat colour and the mean of a gradient. */
static void generated_levels(void **state)
{
   static const int sizes[][2] = {{1, 1}, {2, 2}, {16, 16}, {3, 3}, {5, 9}, {16, 1}, {1, 13}, {31, 7}, {64, 2}};
   use_program();
   for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
      static uint8_t texels[64 * 64 * 4];
      int w = sizes[i][0], h = sizes[i][1], levels = 1;
      GLuint name = make_texture(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST, GL_CLAMP_TO_EDGE), fbo;
      for (int k = 0; k < w * h; k++) {
         texels[k * 4] = (uint8_t)(w > 1 ? k % w * 200 / (w - 1) : 100);
         texels[k * 4 + 1] = (uint8_t)(h > 1 ? k / w * 200 / (h - 1) : 100);
         texels[k * 4 + 2] = 77;
         texels[k * 4 + 3] = 255;
      }
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, w, h, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      glGenerateMipmap(GL_TEXTURE_2D);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      glGenFramebuffers(1, &fbo);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      while (w > 1 || h > 1) {
         double sum[4] = {0, 0, 0, 0};
         w = w > 1 ? w / 2 : 1;
         h = h > 1 ? h / 2 : 1;
         /* OES_fbo_render_mipmap */
         glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, levels);
         assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
         glReadPixels(0, 0, w, h, GL_RGBA, GL_UNSIGNED_BYTE, texels);
         for (int k = 0; k < w * h * 4; k++)
            sum[k % 4] += texels[k];
         for (int c = 0; c < 4; c++) {
            static const int mean[4] = {100, 100, 77, 255};
            if (fabs(sum[c] / (w * h) - mean[c]) >
                (c < 2 ? 8 : 0.01)) /* the filter of odd sizes is up to the implementation */
               fail_msg("%d x %d, level %d: channel %d has mean %.1f", sizes[i][0], sizes[i][1], levels, c,
                        sum[c] / (w * h));
         }
         levels++;
      }
      glDeleteFramebuffers(1, &fbo);
      glDeleteTextures(1, &name);
   }
   /* Formats and states for which glGenerateMipmap is an error. */
   GLuint name = make_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
   static const uint8_t etc1[8] = {0};
   glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_ETC1_RGB8_OES, 4, 4, 0, 8, etc1);
   glGenerateMipmap(GL_TEXTURE_2D);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, 4, 4, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, NULL);
   glGenerateMipmap(GL_TEXTURE_2D);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glGenerateMipmap(GL_TEXTURE_CUBE_MAP_POSITIVE_X);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   glDeleteTextures(1, &name);
}

/* ---- levels and filters ------------------------------------------------------------------------------------------ */

/* 3.7.7: lambda is the logarithm of texels per pixel; the level nearest (ceil(lambda + 1/2) - 1) or both with weights.
 * Magnification ends at 0, or at 1/2 where the magnifying filter is linear and the minifying one nearest within a
 * level. */
static void levels_and_filters(void **state)
{
   enum { LARGE = 64 };
   static const GLenum filters[] = {GL_NEAREST,
                                    GL_LINEAR,
                                    GL_NEAREST_MIPMAP_NEAREST,
                                    GL_LINEAR_MIPMAP_NEAREST,
                                    GL_NEAREST_MIPMAP_LINEAR,
                                    GL_LINEAR_MIPMAP_LINEAR};
   use_program();
   GLuint name = make_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
   for (int l = 0; LARGE >> l; l++)
      grey_level(l, GL_RGBA, GL_UNSIGNED_BYTE, LARGE >> l, LARGE >> l, l * 40);
   for (unsigned f = 0; f < 6; f++)
      for (unsigned mag = 0; mag < 2; mag++)
         for (int k = -8; k <= 60; k++) {
            double lambda = k / 8.0 + 1 / 32.0, level;
            float scale = (float)(exp2(lambda) * SIZE / LARGE); /* LARGE * scale / SIZE texels a pixel */
            bool mip_linear = filters[f] == GL_NEAREST_MIPMAP_LINEAR || filters[f] == GL_LINEAR_MIPMAP_LINEAR;
            bool has_levels = f >= 2;
            char what[100];
            /* Below 1/2 either filter is right (ES 3.0, 3.8.11: implementations may use 0). */
            if (mag && filters[f] == GL_NEAREST_MIPMAP_LINEAR && lambda > 0 && lambda <= 0.5)
               continue;
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)filters[f]);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, mag ? GL_LINEAR : GL_NEAREST);
            glUniform4f(st, scale, scale, 0, 0);
            pixel_rectangle(-1, -1, 1, 1, 0);
            if (!has_levels)
               level = 0;
            else if (mip_linear)
               level = lambda;
            else
               level = lambda <= 0.5 ? 0 : ceil(lambda + 0.5) - 1;
            level = level > 6 ? 6 : level < 0 ? 0 : level;
            snprintf(what, sizeof what, "filter %x, magnified %s, lambda %.3f", filters[f], mag ? "linear" : "nearest",
                     lambda);
            float v = (float)(level * 40 / 255);
            const uint8_t *p = pixel_read(3, 4);
            /* Weights of levels have steps of at most 1/32: 40 / 32, and 1 for rounding. */
            if (fabsf((float)p[0] - v * 255) > (mip_linear ? 2.3f : 1.01f))
               fail_msg("%s: %d, not %.2f", what, p[0], v * 255);
         }
   glDeleteTextures(1, &name);
}

/* The longer derivative chooses the level (3.7.7, equation 3.15). */
static void anisotropy_takes_the_longer(void **state)
{
   enum { LARGE = 64 };
   static const struct {
      float x, y;
      int level;
   } rows[] = {{1, 8, 3}, {8, 1, 3}, {4, 4, 2}, {1, 2, 1}, {2, 0.25f, 1}, {0.5f, 0.125f, 0}, {16, 1, 4}};
   use_program();
   GLuint name = make_texture(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST, GL_REPEAT);
   for (int l = 0; LARGE >> l; l++)
      grey_level(l, GL_RGBA, GL_UNSIGNED_BYTE, LARGE >> l, LARGE >> l, l * 40);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      glUniform4f(st, rows[i].x * SIZE / LARGE, rows[i].y * SIZE / LARGE, 0.1f, 0.1f);
      pixel_rectangle(-1, -1, 1, 1, 0);
      assert_int_equal(pixel_read(5, 2)[0], rows[i].level * 40);
   }
   glDeleteTextures(1, &name);
}

/* ---- wrapping ---------------------------------------------------------------------------------------------------- */

/* Table 3.7.5's wrap modes and the linear filter of 3.7.7, on sizes that are powers of two or not. */
static int wrapped(GLenum wrap, int i, int size)
{
   int m;
   switch (wrap) {
   case GL_REPEAT: return ((i % size) + size) % size;
   case GL_MIRRORED_REPEAT:
      m = ((i % (2 * size)) + 2 * size) % (2 * size);
      return m < size ? m : 2 * size - 1 - m;
   default: return i < 0 ? 0 : i >= size ? size - 1 : i;
   }
}

static void wrapping(void **state)
{
   static const GLenum wraps[] = {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT};
   static const int sizes[][2] = {{4, 4}, {5, 3}, {1, 7}, {8, 2}};
   uint32_t seed = 9;
   use_program();
   for (unsigned z = 0; z < 4; z++) {
      int w = sizes[z][0], h = sizes[z][1];
      uint8_t texels[64 * 4];
      GLuint name = make_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
      for (int i = 0; i < w * h * 4; i++) {
         seed = seed * 1664525 + 1013904223;
         texels[i] = (uint8_t)(seed >> 16);
      }
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, w, h, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      for (int linear = 0; linear < 2; linear++)
         for (unsigned ws = 0; ws < 3; ws++)
            for (unsigned wt = 0; wt < 3; wt++) {
               glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, (GLint)wraps[ws]);
               glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, (GLint)wraps[wt]);
               glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, linear ? GL_LINEAR : GL_NEAREST);
               glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, linear ? GL_LINEAR : GL_NEAREST);
               for (int n = 0; n < 40; n++) {
                  seed = seed * 1664525 + 1013904223;
                  float s = (float)(seed >> 12 & 1023) / 128 - 4 + 0.001f, t = (float)(seed >> 22) / 128 - 4 + 0.002f,
                        wanted[4];
                  double u = (double)s * w - (linear ? 0.5 : 0), v = (double)t * h - (linear ? 0.5 : 0),
                         a = u - floor(u), b = v - floor(v);
                  char what[120];
                  if (!linear && (a < 0.01 || a > 0.99 || b < 0.01 || b > 0.99))
                     continue;
                  if (!linear)
                     a = b = 0;
                  for (int c = 0; c < 4; c++) {
                     double sum = 0;
                     for (int k = 0; k < 4; k++) {
                        int x = wrapped(wraps[ws], (int)floor(u) + k % 2, w),
                            y = wrapped(wraps[wt], (int)floor(v) + k / 2, h);
                        sum += texels[(y * w + x) * 4 + c] * (k % 2 ? a : 1 - a) * (k / 2 ? b : 1 - b);
                     }
                     wanted[c] = (float)(sum / 255);
                  }
                  snprintf(what, sizeof what, "%d x %d, %s, wrap %x %x, at %.4f, %.4f", w, h,
                           linear ? "linear" : "nearest", wraps[ws], wraps[wt], s, t);
                  /* Weights have 8 bits: an error of 255 / 256 / 2 for each axis, and rounding of the result. */
                  const uint8_t *p = sample(s, t);
                  for (int c = 0; c < 4; c++)
                     if (fabsf((float)p[c] - wanted[c] * 255) > (linear ? 2.0f : 0.6f))
                        fail_msg("%s: channel %d is %d, not %.2f", what, c, p[c], wanted[c] * 255);
               }
            }
      glDeleteTextures(1, &name);
   }
}

/* ---- sub-images -------------------------------------------------------------------------------------------------- */

/* Sub-images with each row alignment and with the row length and skips of EXT_unpack_subimage; other texels stay. */
static void sub_images(void **state)
{
   enum { W = 13, H = 9 };
   static const struct { GLenum format, type; int size_B;
   } formats[] = {{GL_RGBA, GL_UNSIGNED_BYTE, 4},          {GL_RGB, GL_UNSIGNED_BYTE, 3},
                  {GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 2},    {GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, 2},
                  {GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, 2}, {GL_BGRA_EXT, GL_UNSIGNED_BYTE, 4}};
   static const int rects[][4] = {{0, 0, W, H}, {3, 2, 5, 4}, {12, 8, 1, 1}, {0, 5, 13, 1},
                                  {7, 0, 1, 9}, {2, 2, 0, 3}, {13, 9, 0, 0}, {1, 1, 11, 7}};
   GLuint fbo;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   for (unsigned f = 0; f < 6; f++)
      for (unsigned r = 0; r < sizeof(rects) / sizeof(rects[0]); r++)
         for (int k = 0; k < 8; k++) {
            int alignment = 1 << k % 4, row_length = k < 4 ? 0 : rects[r][2] + 3, skip_rows = k < 4 ? 0 : 2,
                skip_pixels = k < 4 ? 0 : 1, size_B = formats[f].size_B;
            int stride_B = ((row_length ? row_length : rects[r][2]) * size_B + alignment - 1) / alignment * alignment;
            static uint8_t client[2][64 * 64 * 4], before[W * H * 4], after[W * H * 4], whole[W * H * 4];
            GLuint name = make_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
            for (unsigned i = 0; i < sizeof client[0]; i++) {
               client[0][i] = (uint8_t)(i * 7 + i / 50);
               client[1][i] = (uint8_t)(i * 13 + 91 + i / 31);
            }
            glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
            glPixelStorei(GL_UNPACK_ROW_LENGTH_EXT, 0);
            glPixelStorei(GL_UNPACK_SKIP_ROWS_EXT, 0);
            glPixelStorei(GL_UNPACK_SKIP_PIXELS_EXT, 0);
            glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
            /* The expected pixels, repacked tightly. */
            static uint8_t tight[W * H * 4];
            for (int y = 0; y < rects[r][3]; y++)
               memcpy(tight + y * rects[r][2] * size_B, client[1] + (y + skip_rows) * stride_B + skip_pixels * size_B,
                      (size_t)(rects[r][2] * size_B));
            if (rects[r][2] && rects[r][3]) {
               glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[f].format, rects[r][2], rects[r][3], 0, formats[f].format,
                            formats[f].type, tight);
               glReadPixels(0, 0, rects[r][2], rects[r][3], GL_RGBA, GL_UNSIGNED_BYTE, whole);
            }
            glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[f].format, W, H, 0, formats[f].format, formats[f].type,
                         client[0]);
            glReadPixels(0, 0, W, H, GL_RGBA, GL_UNSIGNED_BYTE, before);
            glPixelStorei(GL_UNPACK_ALIGNMENT, alignment);
            glPixelStorei(GL_UNPACK_ROW_LENGTH_EXT, row_length);
            glPixelStorei(GL_UNPACK_SKIP_ROWS_EXT, skip_rows);
            glPixelStorei(GL_UNPACK_SKIP_PIXELS_EXT, skip_pixels);
            glTexSubImage2D(GL_TEXTURE_2D, 0, rects[r][0], rects[r][1], rects[r][2], rects[r][3], formats[f].format,
                            formats[f].type, client[1]);
            assert_int_equal(glGetError(), GL_NO_ERROR);
            glReadPixels(0, 0, W, H, GL_RGBA, GL_UNSIGNED_BYTE, after);
            for (int i = 0; i < W * H; i++) {
               int x = i % W - rects[r][0], y = i / W - rects[r][1];
               bool inside = x >= 0 && x < rects[r][2] && y >= 0 && y < rects[r][3];
               const uint8_t *wanted = inside ? whole + (y * rects[r][2] + x) * 4 : before + i * 4;
               if (memcmp(after + i * 4, wanted, 4))
                  fail_msg("format %x/%x, rectangle %u, alignment %d, row length %d: texel %d, %d is %d %d %d %d, not "
                           "%d %d %d %d",
                           formats[f].format, formats[f].type, r, alignment, row_length, i % W, i / W, after[i * 4],
                           after[i * 4 + 1], after[i * 4 + 2], after[i * 4 + 3], wanted[0], wanted[1], wanted[2],
                           wanted[3]);
            }
            glDeleteTextures(1, &name);
         }
   glDeleteFramebuffers(1, &fbo);
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

/* Table 3.9: the framebuffer must have the components of the texture format. */
static void copies(void **state)
{
   static const struct { GLenum format; bool alpha; const char *name; int bits[4];
   } sources[] = {{GL_RGBA8_OES, true, "RGBA8", {8, 8, 8, 8}},
                  {GL_RGB8_OES, false, "RGB8", {8, 8, 8, 0}},
                  {GL_RGBA4, true, "RGBA4", {4, 4, 4, 4}},
                  {GL_RGB5_A1, true, "RGB5_A1", {5, 5, 5, 1}},
                  {GL_RGB565, false, "RGB565", {5, 6, 5, 0}}};
   static const struct {
      GLenum format;
      bool needs_alpha;
      int from[4];
      const char *name;
   } made[] = {/* source channel; -1: 0, -2: 1 */
               {GL_ALPHA, true, {-1, -1, -1, 3}, "ALPHA"},
               {GL_LUMINANCE, false, {0, 0, 0, -2}, "LUMINANCE"},
               {GL_LUMINANCE_ALPHA, true, {0, 0, 0, 3}, "LUMINANCE_ALPHA"},
               {GL_RGB, false, {0, 1, 2, -2}, "RGB"},
               {GL_RGBA, true, {0, 1, 2, 3}, "RGBA"}};
   GLuint fbo, rb;
   use_program();
   glGenFramebuffers(1, &fbo);
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   for (unsigned s = 0; s < 5; s++)
      for (unsigned m = 0; m < 5; m++)
         for (int part = 0; part < 3; part++) {
            GLuint name = make_texture(GL_NEAREST, GL_NEAREST, GL_CLAMP_TO_EDGE);
            bool legal = sources[s].alpha || !made[m].needs_alpha;
            char what[100];
            uint8_t grey[16];
            memset(grey, 51, sizeof grey);
            snprintf(what, sizeof what, "%s from %s, %s", made[m].name, sources[s].name,
                     part == 0   ? "image"
                     : part == 1 ? "sub-image"
                                 : "partly outside");
            glBindFramebuffer(GL_FRAMEBUFFER, fbo);
            glRenderbufferStorage(GL_RENDERBUFFER, sources[s].format, SIZE, SIZE);
            glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
            glDisable(GL_DITHER);
            /* One colour per quarter. */
            static const float colors[4][4] = {
               {1, 0, 0.6f, 1}, {0.2f, 0.4f, 0.8f, 0}, {0, 1, 1, 1}, {0.8f, 0.6f, 0, 1}};
            glEnable(GL_SCISSOR_TEST);
            for (int q = 0; q < 4; q++) {
               glScissor(q % 2 * 4, q / 2 * 4, 4, 4);
               glClearColor(colors[q][0], colors[q][1], colors[q][2], colors[q][3]);
               glClear(GL_COLOR_BUFFER_BIT);
            }
            glDisable(GL_SCISSOR_TEST);
            if (part == 0) {
               glCopyTexImage2D(GL_TEXTURE_2D, 0, made[m].format, 3, 3, 2, 2, 0);
            } else {
               glTexImage2D(GL_TEXTURE_2D, 0, (GLint)made[m].format, 2, 2, 0, made[m].format, GL_UNSIGNED_BYTE, grey);
               if (part == 1)
                  glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 3, 3, 2, 2);
               else /* of four texels the lower left one is inside */
                  glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 7, 7, 2, 2);
            }
            GLenum error = glGetError();
            if (error != (legal ? GL_NO_ERROR : GL_INVALID_OPERATION))
               fail_msg("%s: error %x", what, error);
            glBindFramebuffer(GL_FRAMEBUFFER, 0);
            for (int q = 0; q < (part == 2 ? 1 : 4); q++) {
               float wanted[4];
               bool copied = legal;
               for (int c = 0; c < 4; c++) {
                  int from = made[m].from[c], bits = from >= 0 ? sources[s].bits[from] : 0, most = (1 << bits) - 1;
                  float v = copied && from >= 0 ? colors[part == 2 ? 3 : q][from] : 51.0f / 255;
                  if (copied && from >= 0)
                     v = bits ? floorf(v * (float)most + 0.5f) / (float)most : 1;
                  wanted[c] = from == -1 ? 0 : from == -2 ? 1 : v;
               }
               if (!legal && part == 0) { /* the level has no image */
                  wanted[0] = wanted[1] = wanted[2] = 0;
                  wanted[3] = 1;
               }
               pixel_expect(sample((float)(q % 2) / 2 + 0.25f, (float)(q / 2) / 2 + 0.25f), wanted, what);
            }
            glDeleteTextures(1, &name);
         }
   glDeleteFramebuffers(1, &fbo);
   glDeleteRenderbuffers(1, &rb);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, pixel_setup, pixel_teardown)
   const struct CMUnitTest tests[] = {
      TEST(completeness),
      TEST(generated_levels),
      TEST(levels_and_filters),
      TEST(anisotropy_takes_the_longer),
      TEST(wrapping),
      TEST(sub_images),
      TEST(copies),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
