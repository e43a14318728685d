/* bench_compute.c: compute shaders on storage buffers (OpenGL 4.3 core), and arrays of a pixel's own with computed indices. */
#include <EGL/egl.h>
#include <stdlib.h>

#include "bench.h"

#define COMPUTE_SHADER 0x91B9
#define STORAGE_BUFFER 0x90D2
#define STORAGE_BARRIER 0x2000

enum { ELEMENTS = 1 << 20, GROUP = 256 };

/* Commands that OpenGL ES 3.0 lacks. */
static void (*dispatch)(GLuint x, GLuint y, GLuint z);
static void (*memory_barrier)(GLbitfield barriers);

static void *command(const char *name)
{
   void *address = (void *)eglGetProcAddress(name);
   if (!address)
      bench_fail(name);
   return address;
}

/* Two buffers of ELEMENTS floats. */
static void compute_prepare(const char *source)
{
   float *values = malloc(ELEMENTS * sizeof(float));
   GLuint program = glCreateProgram(), shader = glCreateShader(COMPUTE_SHADER), buffers[2];
   GLint ok;
   *(void **)&dispatch = command("glDispatchCompute");
   *(void **)&memory_barrier = command("glMemoryBarrier");
   glShaderSource(shader, 1, &source, NULL);
   glCompileShader(shader);
   glAttachShader(program, shader);
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &ok);
   if (!ok || !values)
      bench_fail("compute");
   glUseProgram(program);
   for (int i = 0; i < ELEMENTS; i++)
      values[i] = (float)(i % 1000) * 0.001f;
   glGenBuffers(2, buffers);
   for (GLuint i = 0; i < 2; i++) {
      glBindBufferBase(STORAGE_BUFFER, i, buffers[i]);
      glBufferData(STORAGE_BUFFER, ELEMENTS * sizeof(float), values, GL_DYNAMIC_COPY);
   }
   free(values);
}

static double compute_run(void)
{
   for (int i = 0; i < 4; i++) {
      dispatch(ELEMENTS / GROUP, 1, 1);
      memory_barrier(STORAGE_BARRIER);
   }
   glFinish();
   return 4.0 * ELEMENTS;
}

#define COMPUTE "#version 430\nlayout(local_size_x = 256) in;\n" \
   "layout(std430, binding = 0) buffer X { float x[]; }; layout(std430, binding = 1) buffer Y { float y[]; };\n"

static void saxpy_prepare(void)
{
   compute_prepare(COMPUTE "void main() { uint i = gl_GlobalInvocationID.x; y[i] = 0.5 * x[i] + 0.5 * y[i]; }");
}

/* Sums of 16 neighbours, by way of shared memory. */
static void blur_prepare(void)
{
   compute_prepare(COMPUTE "shared float t[272];\n"
                   "void main() { uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x; t[l] = x[i];\n"
                   "if (l < 16u) t[256u + l] = x[min(i + 256u, 1048575u)];\n"
                   "barrier(); float s = 0.0; for (uint k = 0u; k < 16u; k++) s += t[l + k]; y[i] = s * 0.0625; }");
}

/* ---- an array per pixel ---- */

enum { ARRAY_W = 480, ARRAY_H = 270 };

/* 32 values, sorted by insertion. */
static void array_prepare(void)
{
   bench_target_es30(GL_RGBA8, ARRAY_W, ARRAY_H, 0);
   bench_use_quad_es30(
      "#version 300 es\nprecision highp float; in vec2 v; out vec4 o; uniform int count;\n"
      "void main() { float a[32]; float s = v.x * 13.7 + v.y * 71.3; int n = 32 - count;\n"
      "for (int i = 0; i < n; i++) { s = fract(s * 1.9 + 0.37); int k = i;\n"
      "while (k > 0 && a[k - 1] > s) { a[k] = a[k - 1]; k--; } a[k] = s; }\n"
      "o = vec4(a[0], a[n / 2], a[n - 1], 1.0); }");
}

static double array_run(void)
{
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glFinish();
   return (double)ARRAY_W * ARRAY_H;
}

const struct bench_workload bench_compute[] = {
   {"compute-saxpy", "Gelement/s", 1e-9, saxpy_prepare, compute_run, 0, BENCH_CORE + 43, 0},
   {"compute-blur", "Gelement/s", 1e-9, blur_prepare, compute_run, 0, BENCH_CORE + 43, 0},
   {"local-array", "Mpixel/s", 1e-6, array_prepare, array_run, 0, 30, 0},
   {0},
};
