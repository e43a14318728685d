/* bench_commands.c: CPU-bound workloads: many draws, small uploads, compiling, start-up. */
#include <stdio.h>
#include <string.h>

#include "bench.h"

static GLint draw_uniform;

static void draws_prepare(void)
{
   bench_target(64, 64, 0);
   bench_use_quad("precision mediump float; uniform vec4 c; void main() { gl_FragColor = c; }");
   GLint p;
   glGetIntegerv(GL_CURRENT_PROGRAM, &p);
   draw_uniform = glGetUniformLocation((GLuint)p, "c");
   GLuint buffer;
   static const GLfloat tiny[6] = {0, 0, 0.01f, 0, 0, 0.01f};
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, sizeof(tiny), tiny, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
}

static double draws_run(void)
{
   for (int i = 0; i < 2000; i++) {
      glUniform4f(draw_uniform, (GLfloat)i, 0.5f, 0.25f, 1);
      glDrawArrays(GL_TRIANGLES, 0, 3);
   }
   glFinish();
   return 2000;
}

/* Small uploads to a texture and a buffer, each followed by a draw that uses them. */
static GLubyte pixels[32 * 32 * 4];

static void stream_prepare(void)
{
   draws_prepare();
   memset(pixels, 0x5a, sizeof(pixels));
   bench_checker(256, GL_LINEAR);
   glUseProgram(bench_program(bench_quad_vs, "precision mediump float; varying vec2 v; uniform sampler2D t;\n"
                                 "void main() { gl_FragColor = texture2D(t, v); }"));
}

static double stream_run(void)
{
   static const GLfloat tiny[6] = {0, 0, 0.01f, 0, 0, 0.01f};
   for (int i = 0; i < 500; i++) {
      glTexSubImage2D(GL_TEXTURE_2D, 0, i & 127, i & 63, 32, 32, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof(tiny), tiny);
      glDrawArrays(GL_TRIANGLES, 0, 3);
   }
   glFinish();
   return 500;
}

static void compile_prepare(void)
{
   bench_target(64, 64, 0);
}

static double compile_run(void)
{
   static int number;
   for (int i = 0; i < 40; i++, number++) {
      char fs[512];
      snprintf(fs, sizeof(fs),
               "precision highp float; varying vec2 v; uniform vec4 a, b; uniform sampler2D t;\n"
               "void main() { vec4 c = texture2D(t, v * %d.0); float d = dot(normalize(a.xyz), c.xyz);\n"
               "if (d > 0.5) c += pow(max(d, 0.0), %d.0) * b; else c *= sin(v.x * %d.0);\n"
               "gl_FragColor = mix(c, a, clamp(v.y, 0.0, 1.0)); }", number + 1, number % 31 + 2, number % 17 + 1);
      GLuint p = bench_program(bench_quad_vs, fs);
      glUseProgram(p);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, bench_quad);
      glEnableVertexAttribArray(0);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glFinish();
      glDeleteProgram(p);
   }
   return 40;
}

const struct bench_workload bench_commands[] = {
   {"draws", "kdraw/s", 1e-3, draws_prepare, draws_run, 0},
   {"stream", "kdraw/s", 1e-3, stream_prepare, stream_run, 0},
   {"compile", "program/s", 1, compile_prepare, compile_run, 1},
   {"startup", "start/s", 1, NULL, NULL, 1},
   { 0 },
};
