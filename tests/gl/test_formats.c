/* test_formats.c: every internal format x format x type of OpenGL ES 3.0 is uploaded (2D, array and 3D textures, from client memory
 * and from a buffer), sampled, rendered to, blitted and read back; each texel differs and is compared with format_reference.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <math.h>

#include <cmocka.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>

#include "format_reference.h"

enum { WIDTH = 7, HEIGHT = 5, LAYERS = 3, TEXELS = WIDTH * HEIGHT, MAX_TEXEL_B = 16 };

struct target { GLenum name; const char *sampler; bool layered, depth; };

static const struct target targets[] = {
   {GL_TEXTURE_2D, "sampler2D", false, true},
   {GL_TEXTURE_2D_ARRAY, "sampler2DArray", true, true},
   {GL_TEXTURE_3D, "sampler3D", true, false},
};
enum { TARGETS = sizeof(targets) / sizeof(targets[0]) };

/* Programs and targets by the type of a fetch's result. */
enum value_type { VALUE_FLOAT, VALUE_INT, VALUE_UINT, VALUE_TYPES };

static const struct { const char *prefix, *vector; GLenum internal, format, type; } value_types[VALUE_TYPES] = {
   {"", "vec4", GL_RGBA32F, GL_RGBA, GL_FLOAT},
   {"i", "ivec4", GL_RGBA32I, GL_RGBA_INTEGER, GL_INT},
   {"u", "uvec4", GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT},
};

static EGLDisplay display;
static EGLContext context;
static GLuint fetch_programs[VALUE_TYPES][TARGETS], depth_program, stencil_program, fetched[VALUE_TYPES], fbo, draw_fbo;
static uint32_t seed;
static unsigned wrong_images; /* of one test */

static GLuint link_program(const char *fragment)
{
   static const char vertex[] = "#version 300 es\nvoid main() {"
      " gl_Position = vec4(float(gl_VertexID & 1) * 4.0 - 1.0, float(gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }";
   const char *const sources[] = {vertex, fragment};
   GLuint program = glCreateProgram();
   GLint ok;
   for (unsigned i = 0; i < 2; i++) {
      GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      glShaderSource(shader, 1, &sources[i], NULL);
      glCompileShader(shader);
      glAttachShader(program, shader);
      glDeleteShader(shader);
   }
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &ok);
   assert_true(ok);
   return program;
}

/* Writes the texel of layer `z` at the fragment's place. */
static GLuint fetch_program(enum value_type value, const struct target *target)
{
   char text[512];
   snprintf(text, sizeof(text), "#version 300 es\nprecision highp float; precision highp int; uniform highp %s%s t;\n"
            "uniform int z; out highp %s o; void main() { o = texelFetch(t, %s, 0); }", value_types[value].prefix,
            target->sampler, value_types[value].vector, target->layered ? "ivec3(gl_FragCoord.xy, z)" : "ivec2(gl_FragCoord.xy)");
   return link_program(text);
}

static GLuint texture_2d(GLenum internal, GLsizei width, GLsizei height)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexStorage2D(GL_TEXTURE_2D, 1, internal, width, height);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   return name;
}

static int setup(void **state)
{
   static const EGLint attribs[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
   display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   assert_true(eglInitialize(display, NULL, NULL) && eglBindAPI(EGL_OPENGL_ES_API));
   context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   assert_true(context && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
   assert_non_null(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_EXT_color_buffer_float"));
   glGenFramebuffers(1, &fbo);
   glGenFramebuffers(1, &draw_fbo);
   for (enum value_type v = 0; v < VALUE_TYPES; v++) {
      for (unsigned t = 0; t < TARGETS; t++)
         fetch_programs[v][t] = fetch_program(v, &targets[t]);
      fetched[v] = texture_2d(value_types[v].internal, 2 * WIDTH, 2 * HEIGHT);
   }
   depth_program = link_program("#version 300 es\nprecision highp float; uniform highp sampler2D t; out vec4 o;"
                                "void main() { gl_FragDepth = texelFetch(t, ivec2(gl_FragCoord.xy), 0).x; o = vec4(0.0); }");
   stencil_program = link_program("#version 300 es\nprecision highp float; uniform float bit; out vec4 o;"
                                  "void main() { o = vec4(bit / 255.0); }");
   return 0;
}

static int teardown(void **state)
{
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_true(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroyContext(display, context) && eglTerminate(display));
   return 0;
}

static int begin(void **state)
{
   wrong_images = 0;
   return 0;
}

static enum value_type value_type(const struct format_row *row)
{
   return row->kind == SINT ? VALUE_INT : row->kind == UINT ? VALUE_UINT : VALUE_FLOAT;
}

static bool sized(const struct format_row *row)
{
   return row->internal != row->format;
}

/* The texels of width x height pixels of the texture, by a fetch in a fragment shader and a read of the widest format. */
static void fetch(const struct format_row *row, unsigned target, GLuint texture, int z, int width, int height, struct texel *out)
{
   enum value_type v = value_type(row);
   union { GLfloat f[4]; GLint i[4]; GLuint u[4]; } pixels[4 * TEXELS];
   glBindTexture(targets[target].name, texture);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, fetched[v], 0);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D, 0, 0);
   glViewport(0, 0, width, height);
   glUseProgram(fetch_programs[v][target]);
   glUniform1i(glGetUniformLocation(fetch_programs[v][target], "z"), z);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glReadPixels(0, 0, width, height, value_types[v].format, value_types[v].type, pixels);
   for (int i = 0; i < width * height; i++)
      for (unsigned c = 0; c < 4; c++)
         out[i].c[c] = v == VALUE_FLOAT ? (double)pixels[i].f[c] : v == VALUE_INT ? (double)pixels[i].i[c] : (double)pixels[i].u[c];
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

/* Counts images with a wrong texel. */
static void compare(const struct format_row *row, const char *what, const struct texel *got, const struct texel *wanted,
                    const struct texel *tolerance, unsigned count)
{
   unsigned components = format_is_depth(row) ? 1 : 4;
   for (unsigned i = 0; i < count; i++)
      for (unsigned c = 0; c < components; c++)
         if (!(fabs(got[i].c[c] - wanted[i].c[c]) <= tolerance[i].c[c])) {
            print_error("%s, %s: texel %u, component %u is %.9g, not %.9g within %.3g\n", row->name, what, i, c, got[i].c[c],
                        wanted[i].c[c], tolerance[i].c[c]);
            wrong_images++;
            return;
         }
}

/* Random texels in client memory, rows tightly packed, and the result of a fetch for each. */
static void random_texels(const struct format_row *row, unsigned count, uint8_t *data, struct texel *wanted,
                          struct texel *tolerance)
{
   unsigned size_B = format_size_B(row->format, row->type);
   for (unsigned i = 0; i < count; i++) {
      format_random(row->format, row->type, data + i * size_B, &seed);
      struct texel texel = format_decode(row->format, row->type, data + i * size_B);
      wanted[i] = format_stored(row, texel, false, &tolerance[i]);
   }
}

/* A texture with these texels. A buffer holds them at an offset, in rows and slices that are longer than the image's. */
static GLuint upload(const struct format_row *row, unsigned target, const uint8_t *data, bool from_buffer)
{
   enum { SKIP = 3, ROW_LENGTH = WIDTH + SKIP, IMAGE_HEIGHT = HEIGHT + 2 };
   unsigned size_B = format_size_B(row->format, row->type), layers = targets[target].layered ? LAYERS : 1;
   GLenum name = targets[target].name;
   GLuint texture, buffer = 0;
   const void *pixels = data;
   glGenTextures(1, &texture);
   glBindTexture(name, texture);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   if (from_buffer) {
      static uint8_t padded[(LAYERS * IMAGE_HEIGHT * ROW_LENGTH + 8) * MAX_TEXEL_B];
      memset(padded, 0xa5, sizeof(padded));
      for (unsigned y = 0; y < layers * HEIGHT; y++)
         memcpy(padded + (((y / HEIGHT * IMAGE_HEIGHT + y % HEIGHT) * ROW_LENGTH) + SKIP + 2) * size_B, data + y * WIDTH * size_B,
                WIDTH * size_B);
      glGenBuffers(1, &buffer);
      glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
      glBufferData(GL_PIXEL_UNPACK_BUFFER, sizeof(padded), padded, GL_STREAM_DRAW);
      glPixelStorei(GL_UNPACK_ROW_LENGTH, ROW_LENGTH);
      glPixelStorei(GL_UNPACK_IMAGE_HEIGHT, IMAGE_HEIGHT);
      glPixelStorei(GL_UNPACK_SKIP_PIXELS, SKIP);
      pixels = (const void *)(uintptr_t)(2 * size_B);
   }
   if (!sized(row) && !targets[target].layered)
      glTexImage2D(name, 0, (GLint)row->internal, WIDTH, HEIGHT, 0, row->format, row->type, pixels);
   else if (!sized(row))
      glTexImage3D(name, 0, (GLint)row->internal, WIDTH, HEIGHT, LAYERS, 0, row->format, row->type, pixels);
   else if (!targets[target].layered) {
      glTexStorage2D(name, 1, row->internal, WIDTH, HEIGHT);
      glTexSubImage2D(name, 0, 0, 0, WIDTH, HEIGHT, row->format, row->type, pixels);
   } else {
      glTexStorage3D(name, 1, row->internal, WIDTH, HEIGHT, LAYERS);
      glTexSubImage3D(name, 0, 0, 0, 0, WIDTH, HEIGHT, LAYERS, row->format, row->type, pixels);
   }
   glTexParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
   glDeleteBuffers(1, &buffer);
   glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
   glPixelStorei(GL_UNPACK_IMAGE_HEIGHT, 0);
   glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
   return texture;
}

static void uploads(void **state)
{
   for (const struct format_row *row = format_rows; row < format_rows + format_row_count; row++)
      for (unsigned t = 0; t < TARGETS; t++)
         for (unsigned from_buffer = 0; from_buffer < 2; from_buffer++) {
            uint8_t data[LAYERS * TEXELS * MAX_TEXEL_B];
            struct texel wanted[LAYERS * TEXELS], tolerance[LAYERS * TEXELS], got[TEXELS];
            unsigned layers = targets[t].layered ? LAYERS : 1;
            if (format_is_depth(row) && !targets[t].depth)
               continue;
            random_texels(row, layers * TEXELS, data, wanted, tolerance);
            GLuint texture = upload(row, t, data, from_buffer);
            for (unsigned z = 0; z < layers; z++) {
               fetch(row, t, texture, (int)z, WIDTH, HEIGHT, got);
               compare(row, targets[t].sampler, got, wanted + z * TEXELS, tolerance + z * TEXELS, TEXELS);
            }
            glDeleteTextures(1, &texture);
         }
   assert_int_equal(wrong_images, 0);
}

static GLenum attachment_of(const struct format_row *row)
{
   return !format_is_depth(row) ? GL_COLOR_ATTACHMENT0 : row->bits[1] ? GL_DEPTH_STENCIL_ATTACHMENT : GL_DEPTH_ATTACHMENT;
}

/* Attaches the texture to an otherwise empty framebuffer; whether the status is as the row says and complete. */
static bool attach(const struct format_row *row, GLenum where, GLuint framebuffer, GLuint texture, unsigned target, int layer)
{
   glBindFramebuffer(where, framebuffer);
   glFramebufferTexture2D(where, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
   glFramebufferTexture2D(where, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D, 0, 0);
   if (targets[target].layered)
      glFramebufferTextureLayer(where, attachment_of(row), texture, 0, layer);
   else
      glFramebufferTexture2D(where, attachment_of(row), GL_TEXTURE_2D, texture, 0);
   bool complete = glCheckFramebufferStatus(where) == GL_FRAMEBUFFER_COMPLETE;
   if (row->render != MAY && complete != (row->render == YES))
      fail_msg("%s: the framebuffer is %scomplete", row->name, complete ? "" : "in");
   return complete;
}

/* Reads the attached colour image in a format and type and compares the conversions of 4.3.1. */
static void read_as(const struct format_row *row, GLenum format, GLenum type, const struct texel *wanted,
                    const struct texel *tolerance)
{
   uint8_t data[TEXELS * MAX_TEXEL_B], clamps = type != GL_FLOAT && type != GL_HALF_FLOAT && type != GL_BYTE &&
                                                !format_is_integer(row) && type != GL_UNSIGNED_INT_10F_11F_11F_REV;
   struct texel got[TEXELS], converted[TEXELS], within[TEXELS];
   unsigned size_B = format_size_B(format, type);
   char what[80];
   glPixelStorei(GL_PACK_ALIGNMENT, 1);
   glReadPixels(0, 0, WIDTH, HEIGHT, format, type, data);
   for (unsigned i = 0; i < TEXELS; i++) {
      got[i] = format_decode(format, type, data + i * size_B);
      converted[i] = wanted[i];
      within[i] = tolerance[i];
      for (unsigned c = 0; c < 4; c++) {
         if (row->kind == SRGB && c < 3) { /* reads return the encoded value */
            converted[i].c[c] = format_to_srgb(wanted[i].c[c]);
            within[i].c[c] = 1.01 / 255;
         }
         if (type == GL_BYTE && !format_is_integer(row))
            within[i].c[c] += 0.51 / 127;
         if (clamps) {
            converted[i].c[c] = fmax(0, fmin(1, converted[i].c[c]));
            within[i].c[c] += type == GL_UNSIGNED_BYTE ? 0.51 / 255 : 0;
         }
         if (type == GL_UNSIGNED_INT_10F_11F_11F_REV || format == GL_RGB || format == GL_RG || format == GL_RED)
            within[i].c[3] = 1;
      }
   }
   snprintf(what, sizeof(what), "read as 0x%x, 0x%x", format, type);
   compare(row, what, got, converted, within, TEXELS);
}

static void read_back(const struct format_row *row, const struct texel *wanted, const struct texel *tolerance)
{
   enum value_type v = value_type(row);
   GLint format, type;
   if (format_is_integer(row))
      read_as(row, GL_RGBA_INTEGER, value_types[v].type, wanted, tolerance);
   else if (row->kind == FLOAT || row->kind == PACKED_FLOAT)
      read_as(row, GL_RGBA, GL_FLOAT, wanted, tolerance);
   else
      read_as(row, GL_RGBA, row->kind == SNORM ? GL_BYTE : GL_UNSIGNED_BYTE, wanted, tolerance); /* EXT_render_snorm */
   glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &format);
   glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &type);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   if (format_size_B((GLenum)format, (GLenum)type) <= MAX_TEXEL_B)
      read_as(row, (GLenum)format, (GLenum)type, wanted, tolerance);
}

/* Uploaded texels are read with glReadPixels. */
static void reads(void **state)
{
   unsigned rows = 0;
   for (const struct format_row *row = format_rows; row < format_rows + format_row_count; row++) {
      uint8_t data[LAYERS * TEXELS * MAX_TEXEL_B];
      struct texel wanted[LAYERS * TEXELS], tolerance[LAYERS * TEXELS];
      for (unsigned t = 0; t < TARGETS; t++) {
         unsigned layer = targets[t].layered ? 2 : 0;
         if (format_is_depth(row) && !targets[t].depth)
            continue;
         random_texels(row, (layer + 1) * TEXELS, data, wanted, tolerance);
         GLuint texture = upload(row, t, data, false);
         if (attach(row, GL_FRAMEBUFFER, fbo, texture, t, (int)layer) && !format_is_depth(row)) {
            read_back(row, wanted + layer * TEXELS, tolerance + layer * TEXELS);
            rows++;
         }
         glDeleteTextures(1, &texture);
      }
   }
   assert_true(rows > 90);
   assert_int_equal(wrong_images, 0);
}

/* A texture of the widest format with random values for a fragment shader to write to an image of the row. */
static GLuint colors(const struct format_row *row, struct texel *wanted, struct texel *tolerance)
{
   enum value_type v = value_type(row);
   union { GLfloat f[4]; GLint i[4]; GLuint u[4]; } pixels[TEXELS];
   for (unsigned i = 0; i < TEXELS; i++) {
      struct texel color = format_random_color(row, &seed);
      for (unsigned c = 0; c < 4; c++)
         if (v == VALUE_FLOAT)
            pixels[i].f[c] = (GLfloat)color.c[c];
         else if (v == VALUE_INT)
            pixels[i].i[c] = (GLint)color.c[c];
         else
            pixels[i].u[c] = (GLuint)color.c[c];
      wanted[i] = format_stored(row, color, true, &tolerance[i]);
   }
   GLuint texture = texture_2d(value_types[v].internal, WIDTH, HEIGHT);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, WIDTH, HEIGHT, value_types[v].format, value_types[v].type, pixels);
   return texture;
}

/* Draws the values of `source` into the attached image. */
static void draw(const struct format_row *row, GLuint source)
{
   bool depth = format_is_depth(row);
   glBindTexture(GL_TEXTURE_2D, source);
   glUseProgram(depth ? depth_program : fetch_programs[value_type(row)][0]);
   glViewport(0, 0, WIDTH, HEIGHT);
   if (depth) {
      glEnable(GL_DEPTH_TEST);
      glDepthFunc(GL_ALWAYS);
   }
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glDisable(GL_DEPTH_TEST);
}

static void renders(void **state)
{
   for (const struct format_row *row = format_rows; row < format_rows + format_row_count; row++)
      for (unsigned t = 0; t < TARGETS; t++) {
         uint8_t data[LAYERS * TEXELS * MAX_TEXEL_B];
         struct texel before[LAYERS * TEXELS], close[LAYERS * TEXELS], wanted[TEXELS], tolerance[TEXELS], got[TEXELS];
         unsigned layer = targets[t].layered ? 1 : 0, layers = targets[t].layered ? LAYERS : 1;
         if (format_is_depth(row) && !targets[t].depth)
            continue;
         random_texels(row, layers * TEXELS, data, before, close);
         GLuint texture = upload(row, t, data, false), source = colors(row, wanted, tolerance);
         if (attach(row, GL_FRAMEBUFFER, fbo, texture, t, (int)layer)) {
            draw(row, source);
            if (!format_is_depth(row))
               read_back(row, wanted, tolerance);
            for (unsigned z = 0; z < layers; z++) { /* other layers keep their texels */
               fetch(row, t, texture, (int)z, WIDTH, HEIGHT, got);
               if (z == layer)
                  compare(row, "drawn", got, wanted, tolerance, TEXELS);
               else
                  compare(row, "beside the drawn layer", got, before + z * TEXELS, close + z * TEXELS, TEXELS);
            }
         }
         glDeleteTextures(1, &texture);
         glDeleteTextures(1, &source);
      }
   assert_int_equal(wrong_images, 0);
}

/* Blits 1:1 with both axes flipped, and to twice the size; the values must be those that a fetch from the source returns. */
static void blits(void **state)
{
   for (const struct format_row *row = format_rows; row < format_rows + format_row_count; row++)
      for (unsigned scale = 1; scale <= 2; scale++) {
         uint8_t data[TEXELS * MAX_TEXEL_B];
         struct texel source[TEXELS], unused[TEXELS], wanted[4 * TEXELS], exact[4 * TEXELS] = {0}, got[4 * TEXELS];
         int width = (int)scale * WIDTH, height = (int)scale * HEIGHT;
         if (!sized(row) || row->render == NO)
            continue;
         random_texels(row, TEXELS, data, source, unused);
         GLuint from = upload(row, 0, data, false), to = texture_2d(row->internal, width, height);
         fetch(row, 0, from, 0, WIDTH, HEIGHT, source);
         if (attach(row, GL_READ_FRAMEBUFFER, fbo, from, 0, 0) && attach(row, GL_DRAW_FRAMEBUFFER, draw_fbo, to, 0, 0)) {
            GLbitfield mask = format_is_depth(row) ? GL_DEPTH_BUFFER_BIT : GL_COLOR_BUFFER_BIT;
            glBlitFramebuffer(0, 0, WIDTH, HEIGHT, width, height, 0, 0, mask, GL_NEAREST);
            for (int i = 0; i < width * height; i++)
               wanted[i] = source[(height - 1 - i / width) / (int)scale * WIDTH + (width - 1 - i % width) / (int)scale];
            for (int i = 0; i < width * height; i++) /* a blit of sRGB may decode and encode */
               for (unsigned c = 0; c < 3 && row->kind == SRGB; c++)
                  exact[i].c[c] = 1e-6;
            fetch(row, 0, to, 0, width, height, got);
            compare(row, scale == 1 ? "flipped blit" : "scaled blit", got, wanted, exact, (unsigned)(width * height));
         }
         glDeleteTextures(1, &from);
         glDeleteTextures(1, &to);
      }
   assert_int_equal(wrong_images, 0);
}

/* Stencil values that were uploaded, and those that a blit copied, select what eight draws add up, a bit each. */
static void check_stencil(const struct format_row *row, GLuint texture, const uint8_t *wanted, const char *what)
{
   uint8_t sum[TEXELS][4];
   GLuint color = texture_2d(GL_RGBA8, WIDTH, HEIGHT);
   attach(row, GL_FRAMEBUFFER, fbo, texture, 0, 0);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color, 0);
   glClearColor(0, 0, 0, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   glViewport(0, 0, WIDTH, HEIGHT);
   glUseProgram(stencil_program);
   glEnable(GL_STENCIL_TEST);
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ONE);
   for (unsigned bit = 1; bit < 256; bit <<= 1) {
      glStencilFunc(GL_EQUAL, 255, bit);
      glUniform1f(glGetUniformLocation(stencil_program, "bit"), (GLfloat)bit);
      glDrawArrays(GL_TRIANGLES, 0, 3);
   }
   glDisable(GL_STENCIL_TEST);
   glDisable(GL_BLEND);
   glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, sum);
   glDeleteTextures(1, &color);
   for (unsigned i = 0; i < TEXELS; i++)
      if (sum[i][0] != wanted[i]) {
         print_error("%s, %s: stencil of texel %u is %u, not %u\n", row->name, what, i, sum[i][0], wanted[i]);
         wrong_images++;
         return;
      }
}

static void stencils(void **state)
{
   for (const struct format_row *row = format_rows; row < format_rows + format_row_count; row++) {
      uint8_t data[TEXELS * MAX_TEXEL_B], stencil[TEXELS], flipped[TEXELS];
      struct texel wanted[TEXELS], tolerance[TEXELS];
      if (!format_is_depth(row) || !row->bits[1])
         continue;
      random_texels(row, TEXELS, data, wanted, tolerance);
      for (unsigned i = 0; i < TEXELS; i++)
         stencil[i] = flipped[TEXELS - 1 - i] = (uint8_t)wanted[i].c[1];
      GLuint from = upload(row, 0, data, false), to = texture_2d(row->internal, WIDTH, HEIGHT);
      check_stencil(row, from, stencil, "uploaded");
      attach(row, GL_READ_FRAMEBUFFER, fbo, from, 0, 0);
      attach(row, GL_DRAW_FRAMEBUFFER, draw_fbo, to, 0, 0);
      glBlitFramebuffer(0, 0, WIDTH, HEIGHT, WIDTH, HEIGHT, 0, 0, GL_STENCIL_BUFFER_BIT, GL_NEAREST);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      check_stencil(row, to, flipped, "blitted");
      glDeleteTextures(1, &from);
      glDeleteTextures(1, &to);
   }
   assert_int_equal(wrong_images, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(uploads, begin), cmocka_unit_test_setup(reads, begin), cmocka_unit_test_setup(renders, begin),
      cmocka_unit_test_setup(blits, begin), cmocka_unit_test_setup(stencils, begin),
   };
   seed = 0x1234567;
   return cmocka_run_group_tests(tests, setup, teardown);
}
