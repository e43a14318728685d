/* glsl_speed.c: 40 medium shaders from source to SPIR-V, the first things that the process does: prints the CPU time that they
 * took, and fails when it is more than the argument's milliseconds (0: any time is good). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gl-api/glsl/front/glsl_front.h"

static const struct glsl_limits limits = { .max_vertex_attribs = 16, .max_vertex_uniform_vectors = 256,
   .max_varying_vectors = 15, .max_vertex_texture_units = 4, .max_combined_texture_units = 20, .max_texture_units = 16,
   .max_fragment_uniform_vectors = 224, .max_draw_buffers = 1, .max_version = 100,
   .extensions = "GL_OES_standard_derivatives" };

static const char vertex[] =
   "#define SKIN %d\nattribute vec4 position; attribute vec3 normal; attribute vec4 tangent; attribute vec2 uv;\n"
   "attribute vec4 weights, joints;\n"
   "uniform mat4 view_projection, model; uniform mat3 normal_matrix; uniform vec4 bones[64 * 3]; uniform vec3 light[4];\n"
   "varying vec3 v_normal, v_position, v_light[4]; varying vec2 v_uv; varying vec4 v_tangent;\n"
   "mat4 bone(float j) { int i = int(j) * 3; vec4 a = bones[i], b = bones[i + 1], c = bones[i + 2];\n"
   "  return mat4(a.x, b.x, c.x, 0.0, a.y, b.y, c.y, 0.0, a.z, b.z, c.z, 0.0, a.w, b.w, c.w, 1.0); }\n"
   "vec3 wave(vec3 p, float t) { return p + vec3(sin(p.y * 3.0 + t), cos(p.x * 2.0 - t), sin(p.z + t)) * 0.01; }\n"
   "void main() {\n"
   "#if SKIN > 2\n"
   "  mat4 m = bone(joints.x) * weights.x + bone(joints.y) * weights.y + bone(joints.z) * weights.z + bone(joints.w) * "
   "weights.w;\n"
   "  vec4 p = model * (m * position);\n"
   "#else\n  vec4 p = model * position;\n#endif\n"
   "  p.xyz = wave(p.xyz, float(SKIN));\n  v_position = p.xyz;\n  v_normal = normalize(normal_matrix * normal);\n"
   "  v_tangent = vec4(normal_matrix * tangent.xyz, tangent.w);\n  v_uv = uv * 2.0 - 1.0;\n"
   "  for (int i = 0; i < 4; i++) { vec3 l = light[i] - p.xyz; float d = dot(l, l); "
   "v_light[i] = d > 1e-4 ? l * inversesqrt(d) : l; }\n"
   "  gl_Position = view_projection * p;\n}\n";

static const char fragment[] =
   "#extension GL_OES_standard_derivatives : enable\nprecision mediump float;\n#define KIND %d\n#define PI 3.14159265\n"
   "#define SQ(x) ((x) * (x))\n"
   "uniform sampler2D albedo, normals, rough; uniform samplerCube sky; uniform vec4 tint; uniform vec3 eye, colour[4];\n"
   "uniform struct Fog { vec3 c; float near, far; } fog;\n"
   "varying vec3 v_normal, v_position, v_light[4]; varying vec2 v_uv; varying vec4 v_tangent;\n"
   "float ggx(float n, float a) { float a2 = SQ(SQ(a)), d = SQ(n) * (a2 - 1.0) + 1.0; return a2 / (PI * SQ(d)); }\n"
   "float smith(float n, float k) { return n / (n * (1.0 - k) + k); }\n"
   "vec3 fresnel(float c, vec3 f) { return f + (vec3(1.0) - f) * pow(clamp(1.0 - c, 0.0, 1.0), 5.0); }\n"
   "vec3 bump() { vec3 n = texture2D(normals, v_uv).xyz * 2.0 - 1.0, t = normalize(v_tangent.xyz), b = cross(v_normal, "
   "t) * v_tangent.w;\n"
   "  return normalize(mat3(t, b, v_normal) * n); }\n"
   "void main() {\n"
   "  vec4 base = texture2D(albedo, v_uv) * tint; if (base.a < 0.5) discard;\n"
   "  vec3 n = bump(), v = normalize(eye - v_position), sum = vec3(0.0); float r = texture2D(rough, v_uv, -0.5).g;\n"
   "  for (int i = 0; i < 4; i++) {\n"
   "    vec3 h = normalize(v + v_light[i]); "
   "float nl = max(dot(n, v_light[i]), 0.0), nv = max(dot(n, v), 1e-3), nh = max(dot(n, h), 0.0);\n"
   "    if (nl <= 0.0) continue;\n"
   "    vec3 f = fresnel(max(dot(h, v), 0.0), mix(vec3(0.04), base.rgb, float(KIND) * 0.05));\n"
   "    sum += (base.rgb / PI * (1.0 - f) + f * ggx(nh, r) * smith(nl, r) * smith(nv, r)) * colour[i] * nl;\n"
   "  }\n"
   "  sum += textureCube(sky, reflect(-v, n)).rgb * 0.1 + fwidth(v_uv.x) * 0.001;\n"
   "  sum = mix(sum, fog.c, smoothstep(fog.near, fog.far, length(eye - v_position)));\n"
   "  gl_FragColor = vec4(pow(sum / (sum + 1.0), vec3(1.0 / 2.2)), base.a);\n}\n";

static double cpu_ms(void)
{
   struct timespec t;
   clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
   return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

int main(int argc, char **argv)
{
   const double most_ms = argc > 1 ? atof(argv[1]) : 0;
   for (unsigned round = 0; round < 2; round++) {
      size_t words = 0;
      const double start_ms = cpu_ms();
      for (int i = 0; i < 40; i++) {
         char text[8192], *log;
         struct glsl_module *m;
         if (i % 2)
            snprintf(text, sizeof(text), fragment, i);
         else
            snprintf(text, sizeof(text), vertex, i);
         const enum pipe_shader_type stage = i % 2 ? PIPE_SHADER_FRAGMENT : PIPE_SHADER_VERTEX;
         if (!glsl_compile(stage, text, strlen(text), true, &limits, &m, &log) || !m || !m->spirv) {
            fprintf(stderr, "shader %d: %s\n", i, log ? log : "no memory");
            return 1;
         }
         words += m->spirv_words;
         glsl_module_unref(m);
         free(log);
      }
      const double took_ms = cpu_ms() - start_ms;
      printf("40 shaders to %zu words of SPIR-V: %.2f ms of CPU time%s\n", words, took_ms, round ? ", again" : "");
      if (!round && most_ms > 0 && took_ms > most_ms)
         return 1;
   }
   return 0;
}
