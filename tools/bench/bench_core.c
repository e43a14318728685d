/* bench_core.c: workloads of OpenGL 3.3 core: geometry shaders, layered rendering, uploads by direct state access, conditional
 * rendering. */
#include <EGL/egl.h>
#include <stdlib.h>

#include "bench.h"

#define GEOMETRY_SHADER 0x8DD9
#define QUERY_WAIT 0x8E13
#define SAMPLES_PASSED 0x8914

/* Commands that OpenGL ES 3.0 lacks. */
static void (*framebuffer_texture)(GLenum target, GLenum attachment, GLuint texture, GLint level);
static void (*create_textures)(GLenum target, GLsizei n, GLuint *textures);
static void (*texture_storage)(GLuint texture, GLsizei levels, GLenum format, GLsizei width, GLsizei height);
static void (*texture_sub_image)(GLuint texture, GLint level, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
                                 GLenum type, const void *pixels);
static void (*begin_conditional)(GLuint id, GLenum mode);
static void (*end_conditional)(void);

static void *command(const char *name)
{
   void *address = (void *)eglGetProcAddress(name);
   if (!address)
      bench_fail(name);
   return address;
}

/* A used program with a geometry shader, and the vertex array object that core contexts need. */
static GLuint use_program(const char *vs, const char *gs, const char *fs)
{
   const GLenum types[] = {GL_VERTEX_SHADER, GEOMETRY_SHADER, GL_FRAGMENT_SHADER};
   const char *const sources[] = {vs, gs, fs};
   GLuint program = glCreateProgram(), vao;
   GLint ok;
   for (unsigned i = 0; i < 3; i++) {
      if (!sources[i])
         continue;
      GLuint shader = glCreateShader(types[i]);
      glShaderSource(shader, 1, &sources[i], NULL);
      glCompileShader(shader);
      glAttachShader(program, shader);
      glDeleteShader(shader);
   }
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &ok);
   if (!ok)
      bench_fail("link");
   glUseProgram(program);
   glGenVertexArrays(1, &vao);
   glBindVertexArray(vao);
   return program;
}

/* ---- geometry shaders: points become quads; triangles pass through ---- */

enum { POINTS = 100000, TRIANGLES = 100000 };

static const char points_vs[] =
   "#version 330\nout vec3 shade;\n"
   "void main() { int i = gl_VertexID; gl_Position = vec4(vec2(i % 316, i / 316) / 158.0 - 1.0, 0.0, 1.0);\n"
   "shade = vec3(i % 7, i % 11, i % 13) / 13.0; }";
static const char color_fs[] = "#version 330\nin vec3 c; out vec4 o; void main() { o = vec4(c, 1.0); }";

static void sprites_prepare(void)
{
   bench_target_es30(GL_RGBA8, 1024, 1024, 0);
   use_program(points_vs,
               "#version 330\nlayout(points) in; layout(triangle_strip, max_vertices = 4) out; in vec3 shade[]; out vec3 c;\n"
               "void main() { for (int i = 0; i < 4; i++) { c = shade[0];\n"
               "gl_Position = gl_in[0].gl_Position + vec4(float(i & 1), float(i >> 1), 0.0, 0.0) * 0.006; EmitVertex(); } }",
               color_fs);
}

static double sprites_run(void)
{
   glDrawArrays(GL_POINTS, 0, POINTS);
   glFinish();
   return POINTS;
}

static void pass_prepare(void)
{
   bench_target_es30(GL_RGBA8, 1024, 1024, 0);
   use_program("#version 330\nout vec3 shade;\n"
               "void main() { int i = gl_VertexID / 3, k = gl_VertexID % 3;\n"
               "vec2 at = vec2(i % 316, i / 316) / 158.0 - 1.0; gl_Position = vec4(at + vec2(k & 1, k >> 1) * 0.006, 0.0, 1.0);\n"
               "shade = vec3(i % 7, i % 11, i % 13) / 13.0; }",
               "#version 330\nlayout(triangles) in; layout(triangle_strip, max_vertices = 3) out; in vec3 shade[]; out vec3 c;\n"
               "void main() { for (int i = 0; i < 3; i++) { c = shade[i]; gl_Position = gl_in[i].gl_Position; EmitVertex(); } }",
               color_fs);
}

static double pass_run(void)
{
   glDrawArrays(GL_TRIANGLES, 0, 3 * TRIANGLES);
   glFinish();
   return TRIANGLES;
}

/* ---- one draw to the six layers of an array ---- */

enum { LAYERS = 6, LAYER_SIZE = 1024 };

static void layered_prepare(void)
{
   GLuint texture, framebuffer;
   *(void **)&framebuffer_texture = command("glFramebufferTexture");
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D_ARRAY, texture);
   glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, LAYER_SIZE, LAYER_SIZE, LAYERS);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   framebuffer_texture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      bench_fail("layered framebuffer");
   glViewport(0, 0, LAYER_SIZE, LAYER_SIZE);
   use_program("#version 330\nvoid main() { vec2 at = vec2(gl_VertexID & 1, gl_VertexID >> 1);\n"
               "gl_Position = vec4(at * 4.0 - 1.0, 0.0, 1.0); }",
               "#version 330\nlayout(triangles) in; layout(triangle_strip, max_vertices = 18) out; out vec3 c;\n"
               "void main() { for (int l = 0; l < 6; l++) { for (int i = 0; i < 3; i++) { gl_Layer = l;\n"
               "c = vec3(gl_in[i].gl_Position.xy * 0.1, float(l) * 0.16); gl_Position = gl_in[i].gl_Position; EmitVertex(); }\n"
               "EndPrimitive(); } }",
               color_fs);
}

static double layered_run(void)
{
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glFinish();
   return (double)LAYERS * LAYER_SIZE * LAYER_SIZE;
}

/* ---- uploads to textures that are bound nowhere ---- */

enum { TEXTURES = 8, UPLOAD_SIZE = 1024 };
static GLuint textures[TEXTURES];
static GLubyte *texels;

static void dsa_prepare(void)
{
   *(void **)&create_textures = command("glCreateTextures");
   *(void **)&texture_storage = command("glTextureStorage2D");
   *(void **)&texture_sub_image = command("glTextureSubImage2D");
   create_textures(GL_TEXTURE_2D, TEXTURES, textures);
   for (unsigned i = 0; i < TEXTURES; i++)
      texture_storage(textures[i], 1, GL_RGBA8, UPLOAD_SIZE, UPLOAD_SIZE);
   texels = malloc((size_t)UPLOAD_SIZE * UPLOAD_SIZE * 4);
   for (size_t i = 0; i < (size_t)UPLOAD_SIZE * UPLOAD_SIZE * 4; i++)
      texels[i] = (GLubyte)(i * 7);
}

static double dsa_run(void)
{
   for (unsigned i = 0; i < TEXTURES; i++)
      texture_sub_image(textures[i], 0, 0, 0, UPLOAD_SIZE, UPLOAD_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glFinish();
   return (double)TEXTURES * UPLOAD_SIZE * UPLOAD_SIZE * 4;
}

/* ---- draws that depend on occlusion queries, every other one of which passed no sample ---- */

enum { CONDITIONS = 500 };
static GLuint conditions[2];

static void conditional_prepare(void)
{
   *(void **)&begin_conditional = command("glBeginConditionalRender");
   *(void **)&end_conditional = command("glEndConditionalRender");
   bench_target_es30(GL_RGBA8, 64, 64, 0);
   use_program("#version 330\nvoid main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) - 0.5, 0.0, 1.0); }", NULL,
               "#version 330\nout vec4 o; void main() { o = vec4(0.5); }");
   glGenQueries(2, conditions);
   for (unsigned i = 0; i < 2; i++) {
      glBeginQuery(SAMPLES_PASSED, conditions[i]);
      if (i)
         glDrawArrays(GL_TRIANGLES, 0, 3);
      glEndQuery(SAMPLES_PASSED);
   }
}

static double conditional_run(void)
{
   for (unsigned i = 0; i < CONDITIONS; i++) {
      begin_conditional(conditions[i & 1], QUERY_WAIT);
      glDrawArrays(GL_TRIANGLES, 0, 3);
      end_conditional();
   }
   glFinish();
   return CONDITIONS;
}

const struct bench_workload bench_core[] = {
   {"geometry-sprites", "Mpoint/s", 1e-6, sprites_prepare, sprites_run, 0, BENCH_CORE + 33, 0},
   {"geometry-pass", "Mtriangle/s", 1e-6, pass_prepare, pass_run, 0, BENCH_CORE + 33, 0},
   {"layered", "Mpixel/s", 1e-6, layered_prepare, layered_run, 0, BENCH_CORE + 33, 0},
   {"upload-dsa", "GB/s", 1e-9, dsa_prepare, dsa_run, 0, BENCH_CORE + 33, 0},
   {"conditional", "kdraw/s", 1e-3, conditional_prepare, conditional_run, 0, BENCH_CORE + 33, 0},
   {0},
};
