/* bench_targets.c: workloads of OpenGL ES 3.0 beside textures: several and multisampled render targets, blits, instances,
 * queries, transform feedback, uniform buffers. */
#include <stdio.h>
#include <string.h>

#include "bench.h"

static const char vertex_id_quad[] =
   "#version 300 es\nout vec2 v;\n"
   "void main() { v = vec2(gl_VertexID & 1, gl_VertexID >> 1); gl_Position = vec4(v * 2.0 - 1.0, 0.0, 1.0); }";

static double quads_run(void)
{
   for (int i = 0; i < 4; i++) {
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glFinish();
   }
   return 4.0 * BENCH_W * BENCH_H;
}

/* ---- four render targets ---- */

static void mrt_prepare(void)
{
   GLenum buffers[4];
   GLuint textures[3];
   bench_target_es30(GL_RGBA8, BENCH_W, BENCH_H, 0);
   glGenTextures(3, textures);
   for (GLenum i = 0; i < 4; i++) {
      buffers[i] = GL_COLOR_ATTACHMENT0 + i;
      if (!i)
         continue;
      glBindTexture(GL_TEXTURE_2D, textures[i - 1]);
      glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, BENCH_W, BENCH_H);
      glFramebufferTexture2D(GL_FRAMEBUFFER, buffers[i], GL_TEXTURE_2D, textures[i - 1], 0);
   }
   glDrawBuffers(4, buffers);
   glUseProgram(bench_program(
      vertex_id_quad, "#version 300 es\nprecision highp float; in vec2 v; out vec4 o[4];\n"
                      "void main() { o[0] = vec4(v, 0.0, 1.0); o[1] = vec4(v.yx, 1.0, 1.0); o[2] = vec4(v * v, 0.5, 1.0);\n"
                      "o[3] = vec4(1.0 - v, 0.25, 1.0); }"));
}

/* ---- a mesh with 4 samples per pixel, resolved ---- */

static struct bench_mesh mesh;
static GLuint framebuffers[2];

static void slope(struct bench_vertex *v)
{
   v->p[2] = 0.3f * v->p[0] * v->p[1];
   v->n[2] = 1;
}

static void msaa_prepare(void)
{
   static const GLenum formats[] = {GL_RGBA8, GL_DEPTH_COMPONENT16};
   GLuint rb[2];
   GLint bound;
   bench_target_es30(GL_RGBA8, BENCH_W, BENCH_H, 0);
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
   framebuffers[1] = (GLuint)bound;
   glGenFramebuffers(1, &framebuffers[0]);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[0]);
   glGenRenderbuffers(2, rb);
   for (unsigned i = 0; i < 2; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, formats[i], BENCH_W, BENCH_H);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, i ? GL_DEPTH_ATTACHMENT : GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[i]);
   }
   mesh = bench_mesh_make(60, 0, 60, 60, slope);
   bench_mesh_use(&mesh);
   glUseProgram(bench_program(
      "#version 300 es\nin vec3 p; out vec3 v;\n"
      "void main() { v = p; float a = 0.3; gl_Position = vec4(mat2(cos(a), sin(a), -sin(a), cos(a)) * p.xy, p.z, 1.0); }",
      "#version 300 es\nprecision highp float; in vec3 v; out vec4 o; void main() { o = vec4(abs(v), 1.0); }"));
   glEnable(GL_DEPTH_TEST);
}

static double msaa_run(void)
{
   for (int i = 0; i < 2; i++) {
      glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[0]);
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
      glDrawElements(GL_TRIANGLES, mesh.num_indices, GL_UNSIGNED_SHORT, NULL);
      glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers[1]);
      glBlitFramebuffer(0, 0, BENCH_W, BENCH_H, 0, 0, BENCH_W, BENCH_H, GL_COLOR_BUFFER_BIT, GL_NEAREST);
      glFinish();
   }
   return 2;
}

/* ---- blits ---- */

enum { ONE_TO_ONE, HALF_LINEAR, TWICE_NEAREST };

static void blit_prepare(void)
{
   GLint bound;
   bench_target_es30(GL_RGBA8, BENCH_W, BENCH_H, 0);
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
   glClearColor(0.2f, 0.4f, 0.6f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   bench_target_es30(GL_RGBA8, BENCH_W, BENCH_H, 0);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)bound);
}

static double blit_run(void)
{
   const int scale = bench_current->variant;
   const GLint w = scale == HALF_LINEAR ? BENCH_W / 2 : BENCH_W, h = scale == HALF_LINEAR ? BENCH_H / 2 : BENCH_H;
   const GLint from_w = scale == TWICE_NEAREST ? BENCH_W / 2 : BENCH_W, from_h = scale == TWICE_NEAREST ? BENCH_H / 2 : BENCH_H;
   for (int i = 0; i < 4; i++) {
      glBlitFramebuffer(0, 0, from_w, from_h, 0, 0, w, h, GL_COLOR_BUFFER_BIT, scale == HALF_LINEAR ? GL_LINEAR : GL_NEAREST);
      glFinish();
   }
   return 4.0 * w * h;
}

/* ---- instances ---- */

enum { INSTANCES = 20000 };

static void instances_prepare(void)
{
   bench_target_es30(GL_RGBA8, 512, 512, 0);
   glUseProgram(
      bench_program("#version 300 es\nin vec2 p; in vec3 n; out vec3 v;\n"
                    "void main() { v = n; vec2 at = vec2(gl_InstanceID % 141, gl_InstanceID / 141) / 71.0 - 1.0;\n"
                    "gl_Position = vec4(at + p * 0.01, 0.0, 1.0); }",
                    "#version 300 es\nprecision mediump float; in vec3 v; out vec4 o; void main() { o = vec4(v, 1.0); }"));
   static GLfloat colors[INSTANCES][3];
   GLuint buffers[2];
   for (int i = 0; i < INSTANCES; i++)
      for (int c = 0; c < 3; c++)
         colors[i][c] = (GLfloat)(i * (c + 3) % 100) / 100;
   glGenBuffers(2, buffers);
   glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
   glBufferData(GL_ARRAY_BUFFER, sizeof(bench_quad), bench_quad, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glBindBuffer(GL_ARRAY_BUFFER, buffers[1]);
   glBufferData(GL_ARRAY_BUFFER, sizeof(colors), colors, GL_STATIC_DRAW);
   glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(1);
   glVertexAttribDivisor(1, 1);
}

static double instances_run(void)
{
   glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, INSTANCES);
   glFinish();
   return INSTANCES;
}

/* ---- occlusion queries: a small quad each, then all results ---- */

enum { QUERIES = 200 };
static GLuint queries[QUERIES];

static void queries_prepare(void)
{
   bench_target_es30(GL_RGBA8, 64, 64, 0);
   glUseProgram(bench_program(vertex_id_quad, "#version 300 es\nprecision mediump float; in vec2 v; out vec4 o;\n"
                                              "void main() { o = vec4(v, 0.0, 1.0); }"));
   glGenQueries(QUERIES, queries);
}

static double queries_run(void)
{
   GLuint passed = 0;
   for (int i = 0; i < QUERIES; i++) {
      glBeginQuery(GL_ANY_SAMPLES_PASSED, queries[i]);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glEndQuery(GL_ANY_SAMPLES_PASSED);
   }
   for (int i = 0; i < QUERIES; i++) {
      glGetQueryObjectuiv(queries[i], GL_QUERY_RESULT, &passed);
      if (!passed)
         bench_fail("an occlusion query found no sample");
   }
   return QUERIES;
}

/* ---- transform feedback ---- */

enum { CAPTURED = 100000 };

static void feedback_prepare(void)
{
   static const char *const varyings[] = {"a", "b"};
   GLuint buffer, program;
   bench_target_es30(GL_RGBA8, 64, 64, 0);
   program = bench_program(
      "#version 300 es\nout vec4 a, b;\n"
      "void main() { float f = float(gl_VertexID); a = vec4(f, f * 0.5, sin(f), cos(f)); b = a * a; gl_Position = a; }",
      "#version 300 es\nprecision mediump float; out vec4 o; void main() { o = vec4(0.0); }");
   glTransformFeedbackVaryings(program, 2, varyings, GL_INTERLEAVED_ATTRIBS);
   glLinkProgram(program);
   glUseProgram(program);
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, CAPTURED * 32, NULL, GL_STREAM_COPY);
   glEnable(GL_RASTERIZER_DISCARD);
}

static double feedback_run(void)
{
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, CAPTURED);
   glEndTransformFeedback();
   glFinish();
   return CAPTURED;
}

/* ---- draws that each use a range of a uniform buffer; the buffer is written anew for each batch ---- */

enum { BLOCKS = 500, BLOCK_B = 256 };

static void uniforms_prepare(void)
{
   GLuint buffer, program;
   bench_target_es30(GL_RGBA8, 64, 64, 0);
   program = bench_program(
      "#version 300 es\nlayout(std140) uniform Block { mat4 m; vec4 c; };\n"
      "void main() { gl_Position = m * vec4(float(gl_VertexID & 1) * 0.02, float(gl_VertexID >> 1) * 0.02, 0.0, 1.0); }",
      "#version 300 es\nprecision highp float; layout(std140) uniform Block { mat4 m; vec4 c; }; out vec4 o; void main() { o = "
      "c; }");
   glUseProgram(program);
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_UNIFORM_BUFFER, buffer);
   glBufferData(GL_UNIFORM_BUFFER, BLOCKS * BLOCK_B, NULL, GL_DYNAMIC_DRAW);
}

static double uniforms_run(void)
{
   static GLfloat blocks[BLOCKS][BLOCK_B / 4];
   static int frame;
   GLint buffer;
   frame++;
   for (int i = 0; i < BLOCKS; i++)
      for (int k = 0; k < 20; k++)
         blocks[i][k] = k < 16 ? (GLfloat)(k % 5 == 0) : (GLfloat)((i + frame) % 100) / 100;
   glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof(blocks), blocks);
   glGetIntegerv(GL_UNIFORM_BUFFER_BINDING, &buffer);
   for (int i = 0; i < BLOCKS; i++) {
      glBindBufferRange(GL_UNIFORM_BUFFER, 0, (GLuint)buffer, i * BLOCK_B, 80);
      glDrawArrays(GL_TRIANGLES, 0, 3);
   }
   glFinish();
   return BLOCKS;
}

const struct bench_workload bench_targets[] = {
   {"mrt", "Mpixel/s", 1e-6, mrt_prepare, quads_run, 0, 30, 0},
   {"msaa", "frame/s", 1, msaa_prepare, msaa_run, 0, 30, 0},
   {"blit", "Mpixel/s", 1e-6, blit_prepare, blit_run, 0, 30, ONE_TO_ONE},
   {"blit-half", "Mpixel/s", 1e-6, blit_prepare, blit_run, 0, 30, HALF_LINEAR},
   {"blit-twice", "Mpixel/s", 1e-6, blit_prepare, blit_run, 0, 30, TWICE_NEAREST},
   {"instances", "Minstance/s", 1e-6, instances_prepare, instances_run, 0, 30, 0},
   {"queries", "kquery/s", 1e-3, queries_prepare, queries_run, 0, 30, 0},
   {"feedback", "Mvertex/s", 1e-6, feedback_prepare, feedback_run, 0, 30, 0},
   {"uniforms", "kdraw/s", 1e-3, uniforms_prepare, uniforms_run, 0, 30, 0},
   {0},
};
