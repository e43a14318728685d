/* body_fetch_zs.c: fragment shaders that read depth and stencil of the framebuffer
 * (ARM_shader_framebuffer_fetch_depth_stencil): all formats and kinds of attachments, overlapping primitives of one draw that
 * replace both, also those of a geometry shader, layers, samples, depth from the shader. */
#include <math.h>
#include <string.h>

#include "api_test.h"

#define FETCH "GL_ARM_shader_framebuffer_fetch_depth_stencil"
#define ES "#version 300 es\n#extension " FETCH " : require\nprecision highp float;\nprecision highp int;\n"
#define ES320 "#version 320 es\n#extension " FETCH " : require\nprecision highp float;\nprecision highp int;\n"
#define GL330 "#version 330\n#extension " FETCH " : require\n"

/* ---- formats and kinds of attachments: values of clears ----------------------------------------------------------------- */

enum { SIDE = 16, LEVELS = 2, LAYERS = 4 };
static const struct format { GLenum name, attachment; double step; bool has_depth, has_stencil; } formats[] = {
   { GL_DEPTH_COMPONENT16, GL_DEPTH_ATTACHMENT, 1.0 / 65535, true, false },
   { GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT, 1.0 / 16777215, true, false },
   { GL_DEPTH_COMPONENT32F, GL_DEPTH_ATTACHMENT, 0, true, false },
   { GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL_ATTACHMENT, 1.0 / 16777215, true, true },
   { GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL_ATTACHMENT, 0, true, true },
   { GL_STENCIL_INDEX8, GL_STENCIL_ATTACHMENT, 0, false, true },
};
enum kind { RENDERBUFFER, TEXTURE, FACE, LAYER, KINDS };

/* A level of SIDE x SIDE texels, or a renderbuffer. */
static void attach(const struct format *f, enum kind kind)
{
   GLuint name;
   if (kind == RENDERBUFFER) {
      glGenRenderbuffers(1, &name);
      glBindRenderbuffer(GL_RENDERBUFFER, name);
      glRenderbufferStorage(GL_RENDERBUFFER, f->name, SIDE, SIDE);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, f->attachment, GL_RENDERBUFFER, name);
      return;
   }
   const GLenum target = kind == TEXTURE ? GL_TEXTURE_2D : kind == FACE ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D_ARRAY;
   glGenTextures(1, &name);
   glBindTexture(target, name);
   if (kind == LAYER) {
      glTexStorage3D(target, LEVELS, f->name, SIDE << 1, SIDE << 1, LAYERS);
      glFramebufferTextureLayer(GL_FRAMEBUFFER, f->attachment, name, 1, LAYERS - 1);
   } else {
      glTexStorage2D(target, LEVELS, f->name, SIDE << 1, SIDE << 1);
      glFramebufferTexture2D(GL_FRAMEBUFFER, f->attachment, kind == FACE ? GL_TEXTURE_CUBE_MAP_NEGATIVE_Y : target, name, 1);
   }
}

/* A framebuffer with colours of 32 bits for depth as a float and stencil. */
static void begin_framebuffer(void)
{
   GLuint framebuffer, color;
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glGenRenderbuffers(1, &color);
   glBindRenderbuffer(GL_RENDERBUFFER, color);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32UI, SIDE, SIDE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
   glViewport(0, 0, SIDE, SIDE);
}

static void clear_values(float depth, GLint stencil)
{
   const GLuint none[4] = { 0 };
   glClearBufferuiv(GL_COLOR, 0, none);
   glClearBufferfi(GL_DEPTH_STENCIL, 0, depth, stencil);
}

static void check_values(const struct format *f, enum kind kind, float low, GLint low_stencil, float high, GLint high_stencil)
{
   GLuint seen[SIDE * SIDE][4];
   glReadPixels(0, 0, SIDE, SIDE, GL_RGBA_INTEGER, GL_UNSIGNED_INT, seen);
   for (unsigned i = 0; i < SIDE * SIDE; i++) {
      const bool right = i % SIDE >= SIDE / 2;
      float depth;
      memcpy(&depth, &seen[i][0], 4);
      if (f->has_depth && fabs((double)depth - (double)(right ? high : low)) > f->step)
         api_fail("format 0x%x, kind %u, pixel %u: depth is %.9g", f->name, (unsigned)kind, i, (double)depth);
      if (f->has_stencil && (GLint)seen[i][1] != (right ? high_stencil : low_stencil))
         api_fail("format 0x%x, kind %u, pixel %u: stencil is %d", f->name, (unsigned)kind, i, (GLint)seen[i][1]);
   }
   api_checked();
}

/* Textures of stencil alone are of OpenGL ES 3.2 and OpenGL 4.4. */
static bool has_stencil_textures(bool es)
{
   GLint major = 0, minor = 0;
   glGetIntegerv(GL_MAJOR_VERSION, &major);
   glGetIntegerv(GL_MINOR_VERSION, &minor);
   return 10 * major + minor >= (es ? 32 : 44);
}

static void draw_attachments(const char *vertex, const char *fragment, bool es)
{
   const bool stencil_textures = has_stencil_textures(es);
   GLint outer = 0;
   api_require(FETCH);
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   api_program(vertex, NULL, fragment);
   for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++)
      for (enum kind kind = 0; kind < KINDS; kind++) {
         if (formats[i].name == GL_STENCIL_INDEX8 && kind != RENDERBUFFER && !stencil_textures)
            continue;
         begin_framebuffer();
         attach(&formats[i], kind);
         if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
            api_fail("format 0x%x, kind %u: incomplete", formats[i].name, (unsigned)kind);
         clear_values(0.25f, 0x5a);
         glEnable(GL_SCISSOR_TEST);
         glScissor(SIDE / 2, 0, SIDE / 2, SIDE);
         clear_values(0.71f, 0xa5);
         glDisable(GL_SCISSOR_TEST);
         api_rectangle(-1, -1, 1, 1);
         check_values(&formats[i], kind, 0.25f, 0x5a, 0.71f, 0xa5);
      }
   /* Without the buffers the values are undefined, and the draw is legal. */
   begin_framebuffer();
   api_rectangle(-1, -1, 1, 1);
   api_expect_error(GL_NO_ERROR, "draws that read depth and stencil");
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
}

static void draw_es_attachments(void)
{
   draw_attachments("#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }",
                    ES "out uvec4 c; void main() { c = uvec4(floatBitsToUint(gl_LastFragDepthARM), uint(gl_LastFragStencilARM), 1u, 1u); }",
                    true);
}

static void draw_core_attachments(void)
{
   draw_attachments("#version 330\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }",
                    GL330 "#extension GL_ARB_shader_bit_encoding : require\n"
                    "out uvec4 c; void main() { c = uvec4(floatBitsToUint(gl_LastFragDepthARM), uint(gl_LastFragStencilARM), 1u, 1u); }",
                    false);
}

/* ---- overlapping points of one draw, which replace depth and stencil ------------------------------------------------------- */

enum { POINTS = 96, POINT = 7, SUB = 4, FIRST_STENCIL = 3, FIRST_DEPTH = 200 };
static struct point { GLfloat x, y, depth; } points[POINTS]; /* clip coordinates; depth in 255ths of the range */
static int at[POINTS][2];                                    /* in quarters of a pixel */

static void place_points(void)
{
   for (unsigned i = 0; i < POINTS; i++) {
      for (unsigned axis = 0; axis < 2; axis++)
         at[i][axis] = (int)api_random(20) * SUB + 6 * SUB + 1;
      points[i] = (struct point){ (GLfloat)at[i][0] / (SUB * API_SIZE / 2) - 1, (GLfloat)at[i][1] / (SUB * API_SIZE / 2) - 1,
                                  (GLfloat)api_random(256) };
   }
   api_vertices(points, sizeof points);
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof *points, NULL);
   glEnableVertexAttribArray(1);
   glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, sizeof *points, (void *)(2 * sizeof(GLfloat)));
}

/* Depth and stencil beside the colours of the test. */
static void attach_zs(GLenum format, GLsizei samples)
{
   GLuint zs;
   glGenRenderbuffers(1, &zs);
   glBindRenderbuffer(GL_RENDERBUFFER, zs);
   if (samples)
      glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, API_SIZE, API_SIZE);
   else
      glRenderbufferStorage(GL_RENDERBUFFER, format, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, zs);
}

/* Passing fragments count stencil up and replace depth, fragments that fail the depth test count by 16. */
static void draw_overlapping(const char *vertex, const char *geometry, const char *fragment, GLenum format)
{
   api_require(FETCH);
   attach_zs(format, 0);
   glClearBufferfi(GL_DEPTH_STENCIL, 0, FIRST_DEPTH / 255.0f, FIRST_STENCIL);
   api_program(vertex, geometry, fragment);
   place_points();
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_LESS);
   glEnable(GL_STENCIL_TEST);
   glStencilOp(GL_KEEP, GL_INVERT, GL_INCR_WRAP);
   glDrawArrays(geometry ? GL_LINES : GL_POINTS, 0, POINTS);
   glDisable(GL_STENCIL_TEST);
   glDisable(GL_DEPTH_TEST);
   api_expect_error(GL_NO_ERROR, "overlapping points");
}

#define COLOR "vec4(gl_LastFragDepthARM, float(gl_LastFragStencilARM) / 255.0, v, 1.0)"
#define PLACE "gl_Position = vec4(pos, val / 127.5 - 1.0, 1.0); gl_PointSize = 7.0; v = val / 255.0;"

static void draw_es_overlapping(void)
{
   draw_overlapping("#version 300 es\nin vec2 pos; in float val; out highp float v; void main() { " PLACE " }", NULL,
                    ES "in highp float v; out vec4 c; void main() { c = " COLOR "; }", GL_DEPTH24_STENCIL8);
}

static void draw_essl100_overlapping(void)
{
   draw_overlapping("attribute vec2 pos; attribute float val; varying highp float v; void main() { " PLACE " }", NULL,
                    "#extension " FETCH " : require\nprecision highp float;\nvarying highp float v; void main() { gl_FragColor = " COLOR "; }",
                    GL_DEPTH24_STENCIL8);
}

static void draw_core_overlapping(void)
{
   glEnable(GL_PROGRAM_POINT_SIZE);
   draw_overlapping("#version 330\nin vec2 pos; in float val; out float v; void main() { " PLACE " }", NULL,
                    GL330 "in float v; out vec4 c; void main() { c = " COLOR "; }", GL_DEPTH32F_STENCIL8);
}

/* Each invocation of the geometry shader emits two points of the same picture. */
static void draw_core_geometry(void)
{
   glEnable(GL_PROGRAM_POINT_SIZE);
   draw_overlapping("#version 330\nin vec2 pos; in float val; out float to;\n"
                    "void main() { gl_Position = vec4(pos, 0.0, 1.0); to = val; }",
                    "#version 330\nlayout(lines) in; layout(points, max_vertices = 2) out; in float to[]; out float v;\n"
                    "void main() { for (int i = 0; i < 2; i++) { vec2 pos = gl_in[i].gl_Position.xy; float val = to[i];\n"
                    PLACE " EmitVertex(); EndPrimitive(); } }",
                    GL330 "in float v; out vec4 c; void main() { c = " COLOR "; }", GL_DEPTH24_STENCIL8);
}

/* Likewise as squares of the points' size. */
static void draw_es_geometry(void)
{
   draw_overlapping("#version 320 es\nin vec2 pos; in float val; out highp float to;\n"
                    "void main() { gl_Position = vec4(pos, 0.0, 1.0); to = val; }",
                    "#version 320 es\nprecision highp float; layout(lines) in; layout(triangle_strip, max_vertices = 8) out;\n"
                    "in float to[]; out float v; void main() { for (int i = 0; i < 8; i++) { v = to[i / 4] / 255.0;\n"
                    "vec2 corner = vec2(i & 1, i >> 1 & 1) * 2.0 - 1.0;\n"
                    "gl_Position = vec4(gl_in[i / 4].gl_Position.xy + corner * 3.5 / 16.0, v * 2.0 - 1.0, 1.0); EmitVertex();\n"
                    "if (i == 3) EndPrimitive(); } }",
                    ES320 "in highp float v; out vec4 c; void main() { c = " COLOR "; }", GL_DEPTH32F_STENCIL8);
}

/* From primitive to primitive: each sees the values that the one before has left. */
static void overlapping_reference(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (int p = 0; p < API_TEXELS; p++) {
      uint8_t depth = FIRST_DEPTH, stencil = FIRST_STENCIL;
      for (unsigned i = 0; i < POINTS; i++) {
         const int dx = 2 * (p % API_SIZE * SUB + SUB / 2 - at[i][0]), dy = 2 * (p / API_SIZE * SUB + SUB / 2 - at[i][1]);
         if (dx >= POINT * SUB || dx <= -POINT * SUB || dy >= POINT * SUB || dy <= -POINT * SUB)
            continue;
         const uint8_t own = (uint8_t)points[i].depth;
         if (own < depth) {
            memcpy(rgba[p], (uint8_t[4]){ depth, stencil, own, 255 }, 4);
            depth = own;
            stencil++;
         } else {
            stencil = (uint8_t)~stencil;
         }
      }
   }
}

/* ---- depth from the shader, from the framebuffer's; discarded fragments keep it -------------------------------------------- */

static void draw_shader_depth(void)
{
   api_require(FETCH);
   attach_zs(GL_DEPTH32F_STENCIL8, 0);
   glClearBufferfi(GL_DEPTH_STENCIL, 0, 0.0f, 0);
   api_program("#version 300 es\nin vec2 pos; in float val; out highp float v; void main() { " PLACE " }", NULL,
               ES "in highp float v; out vec4 c; void main() { if (int(v * 255.0 + 0.5) % 4 == 0) discard;\n"
               "gl_FragDepth = gl_LastFragDepthARM + 3.0 / 255.0; c = vec4(gl_LastFragDepthARM, 0.0, v, 1.0); }");
   place_points();
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_ALWAYS);
   glDrawArrays(GL_POINTS, 0, POINTS);
   glDisable(GL_DEPTH_TEST);
   api_expect_error(GL_NO_ERROR, "depth of the shader");
}

static void shader_depth_reference(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (int p = 0; p < API_TEXELS; p++) {
      uint8_t depth = 0;
      for (unsigned i = 0; i < POINTS; i++) {
         const int dx = 2 * (p % API_SIZE * SUB + SUB / 2 - at[i][0]), dy = 2 * (p / API_SIZE * SUB + SUB / 2 - at[i][1]);
         const uint8_t own = (uint8_t)points[i].depth;
         if (dx >= POINT * SUB || dx <= -POINT * SUB || dy >= POINT * SUB || dy <= -POINT * SUB || own % 4 == 0)
            continue;
         memcpy(rgba[p], (uint8_t[4]){ depth, 0, own, 255 }, 4);
         depth = (uint8_t)(depth + 3);
      }
   }
}

/* ---- layers that a geometry shader selects: each has other values ---------------------------------------------------------- */

static float layer_depth(int layer) { return (float)(2 * layer + 1) / 16; }
static int layer_stencil(int layer) { return 40 * layer + 3; }

/* One layer, or (layer < 0) all. */
static void attach_layer(GLenum attachment, GLenum target, GLuint texture, int layer)
{
   if (layer < 0)
      glFramebufferTexture(GL_FRAMEBUFFER, attachment, texture, 0);
   else if (target == GL_TEXTURE_CUBE_MAP)
      glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)layer, texture, 0);
   else
      glFramebufferTextureLayer(GL_FRAMEBUFFER, attachment, texture, 0, layer);
}

static void attach_layers(const struct format *f, GLenum target, GLuint color, GLuint zs, int layer)
{
   attach_layer(GL_COLOR_ATTACHMENT0, target, color, layer);
   attach_layer(f->attachment, target, zs, layer);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      api_fail("format 0x%x, layer %d: incomplete", f->name, layer);
}

static GLuint layered_texture(GLenum target, GLenum format)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(target, name);
   if (target == GL_TEXTURE_CUBE_MAP)
      glTexStorage2D(target, 1, format, SIDE, SIDE);
   else
      glTexStorage3D(target, 1, format, SIDE, SIDE, LAYERS);
   return name;
}

/* The sums over both rectangles that cover a pixel: of depth before each, and of stencil. The first one writes depth 0.5 and
 * increments stencil. */
static void check_layer(const struct format *f, int layer)
{
   GLuint seen[SIDE * SIDE][4];
   const double depth = (double)layer_depth(layer) + 0.5;
   const int stencil = 2 * layer_stencil(layer) + 1;
   glReadPixels(0, 0, SIDE, SIDE, GL_RGBA_INTEGER, GL_UNSIGNED_INT, seen);
   for (unsigned i = 0; i < SIDE * SIDE; i++) {
      float sum;
      memcpy(&sum, &seen[i][0], 4);
      if (f->has_depth && fabs((double)sum - depth) > 2 * f->step)
         api_fail("format 0x%x, layer %d, pixel %u: the sum of depths is %.9g", f->name, layer, i, (double)sum);
      if (f->has_stencil && (GLint)seen[i][1] != stencil)
         api_fail("format 0x%x, layer %d, pixel %u: the sum of stencils is %d", f->name, layer, i, (GLint)seen[i][1]);
   }
   api_checked();
}

static void draw_layers_of(const struct format *f, GLenum target)
{
   GLuint framebuffer;
   const GLuint none[4] = { 0 };
   const GLuint color = layered_texture(target, GL_RGBA32UI), zs = layered_texture(target, f->name);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   for (int layer = 0; layer < LAYERS; layer++) {
      attach_layers(f, target, color, zs, layer);
      glClearBufferuiv(GL_COLOR, 0, none);
      glClearBufferfi(GL_DEPTH_STENCIL, 0, layer_depth(layer), layer_stencil(layer));
   }
   attach_layers(f, target, color, zs, -1);
   if (f->has_stencil) {
      glEnable(GL_STENCIL_TEST);
      glStencilOp(GL_INCR, GL_INCR, GL_INCR);
   }
   glEnable(GL_DEPTH_TEST);
   api_rectangle(-1, -1, 1, 1);
   glDisable(GL_DEPTH_TEST);
   glDisable(GL_STENCIL_TEST);
   for (int layer = 0; layer < LAYERS; layer++) {
      attach_layers(f, target, color, zs, layer);
      check_layer(f, layer);
   }
}

static void draw_layers(void)
{
   GLint outer = 0;
   api_require(FETCH);
   api_require("GL_EXT_shader_framebuffer_fetch");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   api_program("#version 320 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }",
               "#version 320 es\nlayout(triangles) in; layout(triangle_strip, max_vertices = 24) out; void main() {\n"
               "for (int i = 0; i < 24; i++) { gl_Layer = i / 3 % 4; gl_Position = gl_in[i % 3].gl_Position; EmitVertex();\n"
               "if (i % 3 == 2) EndPrimitive(); } }",
               "#version 320 es\n#extension " FETCH " : require\n#extension GL_EXT_shader_framebuffer_fetch : require\n"
               "precision highp float; precision highp int; layout(location = 0) inout highp uvec4 c; void main() {\n"
               "c = uvec4(floatBitsToUint(uintBitsToFloat(c.x) + gl_LastFragDepthARM), c.y + uint(gl_LastFragStencilARM),\n"
               "1u, 1u); }");
   glViewport(0, 0, SIDE, SIDE);
   glDepthFunc(GL_ALWAYS);
   for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++) {
      draw_layers_of(&formats[i], GL_TEXTURE_2D_ARRAY);
      draw_layers_of(&formats[i], GL_TEXTURE_CUBE_MAP);
   }
   api_expect_error(GL_NO_ERROR, "layers");
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
}

/* ---- samples: each invocation sees the values of its sample ---------------------------------------------------------------- */

enum { SAMPLES = 4 };

static void draw_samples(void)
{
   GLint outer = 0;
   GLuint framebuffer, color;
   api_require(FETCH);
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glGenRenderbuffers(1, &color);
   glBindRenderbuffer(GL_RENDERBUFFER, color);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, SAMPLES, GL_RGBA8, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
   attach_zs(GL_DEPTH24_STENCIL8, SAMPLES);
   glClearBufferfv(GL_COLOR, 0, (GLfloat[4]){ 0 });
   glClearBufferfi(GL_DEPTH_STENCIL, 0, 1.0f, 0);
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_ALWAYS);
   glEnable(GL_STENCIL_TEST);
   glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
   glEnable(GL_SAMPLE_MASK);
   for (unsigned i = 0; i < SAMPLES; i++) { /* sample i: depth 0.2 i, stencil 20 i */
      char fragment[256] = "#version 320 es\nprecision highp float; out vec4 c; void main() { gl_FragDepth = 0.";
      const char digit[] = { (char)('0' + 2 * i), 0 };
      glSampleMaski(0, 1u << i);
      glStencilFunc(GL_ALWAYS, (GLint)(20 * i), 0xff);
      api_program("#version 320 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
                  strcat(strcat(fragment, digit), "; c = vec4(1.0); }"));
      api_rectangle(-1, -1, 1, 1);
   }
   glDisable(GL_SAMPLE_MASK);
   glDisable(GL_STENCIL_TEST);
   glDisable(GL_DEPTH_TEST);
   api_program("#version 320 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "#version 320 es\n#extension " FETCH " : require\nprecision highp float; out vec4 c; void main() {"
               "c = vec4(gl_LastFragDepthARM * gl_LastFragDepthARM, float(gl_LastFragStencilARM) / 255.0,"
               "gl_LastFragDepthARM > 0.5 ? 1.0 : 0.0, 1.0); }");
   api_rectangle(-1, -1, 1, 1);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)outer);
   glBlitFramebuffer(0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   api_expect_error(GL_NO_ERROR, "samples");
}

/* The averages: of 0, 0.04, 0.16, 0.36; of 0, 20, 40, 60; one of four. */
static void samples_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (uint8_t[4]){ 36, 30, 64, 255 }, 4);
}

const struct api_body api_bodies_fetch_zs[] = {
   { "fetch-zs-attachments", GLES, 30, 0, 0, draw_es_attachments },
   { "core-fetch-zs-attachments", CORE, 33, 0, 0, draw_core_attachments },
   { "fetch-zs-overlapping", GLES, 30, 0, 0, draw_es_overlapping, overlapping_reference },
   { "fetch-zs-essl100", GLES, 30, 0, 0, draw_essl100_overlapping, overlapping_reference },
   { "core-fetch-zs-overlapping", CORE, 33, 0, 0, draw_core_overlapping, overlapping_reference },
   { "fetch-zs-geometry", GLES, 32, 0, 0, draw_es_geometry, overlapping_reference },
   { "core-fetch-zs-geometry", CORE, 33, 0, 0, draw_core_geometry, overlapping_reference },
   { "fetch-zs-layers", GLES, 32, 0, 0, draw_layers },
   { "fetch-zs-shader-depth", GLES, 30, 0, 0, draw_shader_depth, shader_depth_reference },
   { "fetch-zs-samples", GLES, 32, 1, 0, draw_samples, samples_reference },
   { NULL },
};
