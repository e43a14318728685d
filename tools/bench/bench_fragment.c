/* bench_fragment.c: fill-bound and fragment-bound workloads: colours, blending, textures, loops. */
#include "bench.h"

#define PIXELS ((double)BENCH_W * BENCH_H * 8)

static double draw_quads(void)
{
   for (int i = 0; i < 8; i++)
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glFinish();
   return PIXELS;
}

/* A tiler drops pixels that a later primitive of the same batch covers. With a flush after each quad, every quad is a batch of
 * its own and all of its pixels are drawn. */
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
   bench_use_quad("precision mediump float; varying vec2 v; uniform sampler2D t; void main() { gl_FragColor = texture2D(t, v); "
                  "}");
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
   bench_use_quad("precision mediump float; varying vec2 v; uniform sampler2D t; "
                  "void main() { gl_FragColor = texture2D(t, v * 3.0); }");
}

static void fractal_prepare(void)
{
   bench_target(BENCH_W, BENCH_H, 0);
   bench_use_quad("precision highp float; varying vec2 v;\n"
            "void main() { vec2 z = vec2(0.0), c = v * 2.6 - vec2(1.9, 1.3); float n = 0.0;\n"
            "for (int i = 0; i < 64; i++) { z = vec2(z.x*z.x - z.y*z.y, 2.0*z.x*z.y) + c; if (dot(z, z) > 4.0) break; n += 1.0; "
            "}\n"
            "gl_FragColor = vec4(n / 64.0, fract(n / 7.0), 0.3, 1.0); }");
}

static double draw_quad(void)
{
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glFinish();
   return (double)BENCH_W * BENCH_H;
}

/* A distance-field shader: a sphere blended with a ring, a rounded box and a floor, with a soft shadow. */
static void use_raymarch(void)
{
   bench_use_quad(
      "precision highp float; varying vec2 v;\n"
      "float melt(float a, float b) { float h = clamp(0.5 + 2.0 * (b - a), 0.0, 1.0); "
      "return mix(b, a, h) - 0.25 * h * (1.0 - h); }\n"
      "float ring(vec3 p) { return length(vec2(length(p.xz) - 0.9, p.y)) - 0.25; }\n"
      "float box(vec3 p) { vec3 d = abs(p) - vec3(0.35, 0.5, 0.35); "
      "return length(max(d, 0.0)) + min(max(d.x, max(d.y, d.z)), 0.0) - 0.05; }\n"
      "float scene(vec3 p) { return min(min(melt(length(p - vec3(0.0, 0.5, 0.0)) - 0.6, ring(p)), box(p - vec3(1.7, 0.0, 0.6))), "
      "p.y + 0.5); }\n"
      "void main() { vec3 o = vec3(0.4, 1.4, -3.5), d = normalize(vec3((v - 0.5) * vec2(1.78, 1.0), 1.0) - vec3(0.0, 0.3, "
      "0.0));\n"
      "float t = 0.0;\n"
      "for (int i = 0; i < 80; i++) { float h = scene(o + t * d); if (h < 0.001 * t || t > 20.0) break; t += h; }\n"
      "vec3 p = o + t * d, l = normalize(vec3(0.5, 0.8, -0.4)); vec2 e = vec2(0.002, 0.0);\n"
      "vec3 n = normalize(vec3(scene(p + e.xyy) - scene(p - e.xyy), scene(p + e.yxy) - scene(p - e.yxy), "
      "scene(p + e.yyx) - scene(p - e.yyx)));\n"
      "float shadow = 1.0, s = 0.05;\n"
      "for (int i = 0; i < 24; i++) { float h = scene(p + s * l); shadow = min(shadow, 8.0 * h / s); s += clamp(h, 0.02, 0.3); "
      "if (h < 0.001) break; }\n"
      "float light = max(dot(n, l), 0.0) * clamp(shadow, 0.0, 1.0), fog = exp(-0.08 * t);\n"
      "gl_FragColor = vec4(mix(vec3(0.6, 0.7, 0.9), vec3(0.9, 0.6, 0.3) * (0.15 + light), fog), 1.0); }");
}

static void raymarch_prepare(void)
{
   bench_target(BENCH_W, BENCH_H, 0);
   use_raymarch();
}

/* From the source of a shader to the first picture. */
static double first_frame(void)
{
   GLubyte pixel[4];
   bench_target(BENCH_W / 4, BENCH_H / 4, 0);
   use_raymarch();
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glReadPixels(5, 5, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
   return 1;
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
   {"first-frame", "frame/s", 1, NULL, first_frame, 1, .warm_cache = 1},
   {"first-frame-cold", "frame/s", 1, NULL, first_frame, 1},
   { 0 },
};
