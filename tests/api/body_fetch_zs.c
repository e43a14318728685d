/* body_fetch_zs.c: fragment shaders that read depth and stencil of the framebuffer (ARM_shader_framebuffer_fetch_depth_stencil): all
 * formats and kinds of attachments, overlapping primitives of one draw that replace both, samples, depth from the shader. */
#include <math.h>
#include <string.h>

#include "api_test.h"

#define FETCH "GL_ARM_shader_framebuffer_fetch_depth_stencil"
#define ES "#version 300 es\n#extension " FETCH " : require\nprecision highp float;\nprecision highp int;\n"
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

static void draw_attachments(const char *vertex, const char *fragment)
{
   GLint outer = 0;
   api_require(FETCH);
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   api_program(vertex, NULL, fragment);
   for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++)
      for (enum kind kind = 0; kind < KINDS; kind++) {
         if (formats[i].name == GL_STENCIL_INDEX8 && kind != RENDERBUFFER)
            continue; /* textures of it need OpenGL ES 3.2 or OpenGL 4.4 */
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
                    ES "out uvec4 c; void main() { c = uvec4(floatBitsToUint(gl_LastFragDepthARM), uint(gl_LastFragStencilARM), 1u, 1u); }");
}

static void draw_core_attachments(void)
{
   draw_attachments("#version 330\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }",
                    GL330 "#extension GL_ARB_shader_bit_encoding : require\n"
                    "out uvec4 c; void main() { c = uvec4(floatBitsToUint(gl_LastFragDepthARM), uint(gl_LastFragStencilARM), 1u, 1u); }");
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
static void draw_overlapping(const char *vertex, const char *fragment, GLenum format)
{
   api_require(FETCH);
   attach_zs(format, 0);
   glClearBufferfi(GL_DEPTH_STENCIL, 0, FIRST_DEPTH / 255.0f, FIRST_STENCIL);
   api_program(vertex, NULL, fragment);
   place_points();
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_LESS);
   glEnable(GL_STENCIL_TEST);
   glStencilOp(GL_KEEP, GL_INVERT, GL_INCR_WRAP);
   glDrawArrays(GL_POINTS, 0, POINTS);
   glDisable(GL_STENCIL_TEST);
   glDisable(GL_DEPTH_TEST);
   api_expect_error(GL_NO_ERROR, "overlapping points");
}

#define COLOR "vec4(gl_LastFragDepthARM, float(gl_LastFragStencilARM) / 255.0, v, 1.0)"
#define PLACE "gl_Position = vec4(pos, val / 127.5 - 1.0, 1.0); gl_PointSize = 7.0; v = val / 255.0;"

static void draw_es_overlapping(void)
{
   draw_overlapping("#version 300 es\nin vec2 pos; in float val; out highp float v; void main() { " PLACE " }",
                    ES "in highp float v; out vec4 c; void main() { c = " COLOR "; }", GL_DEPTH24_STENCIL8);
}

static void draw_essl100_overlapping(void)
{
   draw_overlapping("attribute vec2 pos; attribute float val; varying highp float v; void main() { " PLACE " }",
                    "#extension " FETCH " : require\nprecision highp float;\nvarying highp float v; void main() { gl_FragColor = " COLOR "; }",
                    GL_DEPTH24_STENCIL8);
}

static void draw_core_overlapping(void)
{
   glEnable(GL_PROGRAM_POINT_SIZE);
   draw_overlapping("#version 330\nin vec2 pos; in float val; out float v; void main() { " PLACE " }",
                    GL330 "in float v; out vec4 c; void main() { c = " COLOR "; }", GL_DEPTH32F_STENCIL8);
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
   { "fetch-zs-shader-depth", GLES, 30, 0, 0, draw_shader_depth, shader_depth_reference },
   { "fetch-zs-samples", GLES, 32, 1, 0, draw_samples, samples_reference },
   { NULL },
};
