/* bench_fragment.c: workloads that are bound by pixels: colours, blending, textures, loops. */
#include "bench.h"

#define PIXELS ((double)BENCH_W * BENCH_H * 8)

static double draw_quads(void)
{
   for (int i = 0; i < 8; i++)
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glFinish();
   return PIXELS;
}

/* Drivers drop what a later primitive of the same batch hides, and quads that fill the screen hide each other: the same quads, each
 * in a batch of its own, are all drawn. */
static double draw_quads_flushed(void)
{
   for (int i = 0; i < 8; i++) {
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glFlush();
   }
   glFinish();
   return PIXELS;
}

void bench_fill_prepare(void)
{
   bench_target(BENCH_W, BENCH_H, 0);
   bench_use_quad("precision mediump float; uniform vec4 c; void main() { gl_FragColor = c; }");
   GLint p;
   glGetIntegerv(GL_CURRENT_PROGRAM, &p);
   glUniform4f(glGetUniformLocation((GLuint)p, "c"), 0.2f, 0.4f, 0.6f, 0.5f);
}

static void blend_prepare(void)
{
   bench_fill_prepare();
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

static void texture_prepare(void)
{
   bench_target(BENCH_W, BENCH_H, 0);
   bench_checker(1024, GL_LINEAR);
   bench_use_quad("precision mediump float; varying vec2 v; uniform sampler2D t; void main() { gl_FragColor = texture2D(t, v); }");
}

static void texture_blend_prepare(void)
{
   texture_prepare();
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

static void trilinear_prepare(void)
{
   bench_target(BENCH_W, BENCH_H, 0);
   bench_checker(1024, GL_LINEAR_MIPMAP_LINEAR);
   bench_use_quad("precision mediump float; varying vec2 v; uniform sampler2D t; void main() { gl_FragColor = texture2D(t, v * 3.0); }");
}

static void fractal_prepare(void)
{
   bench_target(BENCH_W, BENCH_H, 0);
   bench_use_quad("precision highp float; varying vec2 v;\n"
            "void main() { vec2 z = vec2(0.0), c = v * 2.6 - vec2(1.9, 1.3); float n = 0.0;\n"
            "for (int i = 0; i < 64; i++) { z = vec2(z.x*z.x - z.y*z.y, 2.0*z.x*z.y) + c; if (dot(z, z) > 4.0) break; n += 1.0; }\n"
            "gl_FragColor = vec4(n / 64.0, fract(n / 7.0), 0.3, 1.0); }");
}

static double draw_quad(void)
{
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glFinish();
   return (double)BENCH_W * BENCH_H;
}

/* Spheres on a plane, marched along rays of a camera: what shader-toy programs do. */
static void raymarch_prepare(void)
{
   bench_target(BENCH_W, BENCH_H, 0);
   bench_use_quad("precision highp float; varying vec2 v;\n"
                  "float scene(vec3 p) { vec3 q = vec3(mod(p.x + 1.0, 2.0) - 1.0, p.y, mod(p.z + 1.0, 2.0) - 1.0);\n"
                  "return min(length(q - vec3(0.0, 0.1, 0.0)) - 0.6, p.y + 0.5 + 0.05 * sin(3.0 * p.x) * sin(3.0 * p.z)); }\n"
                  "void main() { vec3 o = vec3(0.3, 1.2, -3.0), d = normalize(vec3((v - 0.5) * vec2(1.78, 1.0), 1.0) - vec3(0.0, 0.25, 0.0));\n"
                  "float t = 0.0; vec3 p = o; int steps = 0;\n"
                  "for (int i = 0; i < 80; i++) { p = o + t * d; float h = scene(p); if (h < 0.001 * t || t > 30.0) break; t += h; steps++; }\n"
                  "vec2 e = vec2(0.002, 0.0); vec3 n = normalize(vec3(scene(p + e.xyy) - scene(p - e.xyy),\n"
                  "scene(p + e.yxy) - scene(p - e.yxy), scene(p + e.yyx) - scene(p - e.yyx)));\n"
                  "float light = max(dot(n, normalize(vec3(0.5, 0.8, -0.4))), 0.0), fog = exp(-0.08 * t);\n"
                  "gl_FragColor = vec4(mix(vec3(0.6, 0.7, 0.9), vec3(0.9, 0.6, 0.3) * (0.15 + light), fog) - float(steps) * 0.002, 1.0); }");
}

const struct bench_workload bench_fragment[] = {
   {"fill", "Mpixel/s", 1e-6, bench_fill_prepare, draw_quads, 0},
   {"fill-flush", "Mpixel/s", 1e-6, bench_fill_prepare, draw_quads_flushed, 0},
   {"blend", "Mpixel/s", 1e-6, blend_prepare, draw_quads, 0},
   {"texture", "Mpixel/s", 1e-6, texture_prepare, draw_quads, 0},
   {"texture-flush", "Mpixel/s", 1e-6, texture_prepare, draw_quads_flushed, 0},
   {"texture-blend", "Mpixel/s", 1e-6, texture_blend_prepare, draw_quads, 0},
   {"trilinear", "Mpixel/s", 1e-6, trilinear_prepare, draw_quads, 0},
   {"trilinear-flush", "Mpixel/s", 1e-6, trilinear_prepare, draw_quads_flushed, 0},
   {"fractal", "Mpixel/s", 1e-6, fractal_prepare, draw_quad, 0},
   {"raymarch", "Mpixel/s", 1e-6, raymarch_prepare, draw_quad, 0},
   { 0 },
};
