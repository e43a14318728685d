/* body_interpolate_at.c: interpolateAtOffset, interpolateAtSample and interpolateAtCentroid of every kind of interpolant (GLSL
 * 4.60, 8.13.2): elements of arrays, members of structures and blocks, elements of arrays of blocks, columns, components,
 * swizzles, with constant, uniform and diverging indices; smooth, noperspective and flat; 1 to 8 samples; in uniform control
 * flow, and in diverging branches after a discard; with and without sample shading. */
#include <stdio.h>
#include <string.h>

#include "api_desktop.h"

/* An interpolant has the window coordinates of its vertex, plus 64 times the number of the element. */
#define HEAD(io) "#version 450\nstruct S { vec2 m; vec2 k[2]; }; struct T { S s[2]; float g; };\n" \
   "QUALIFIER " io " vec2 a; QUALIFIER " io " vec2 ar[3]; QUALIFIER " io " T t;\n" \
   io " V { QUALIFIER vec2 a; QUALIFIER vec2 arr[3]; QUALIFIER mat2 m; QUALIFIER S s[2]; } v;\n" \
   io " W { QUALIFIER vec2 z[2]; } w[3];\n"
static const char vertex[] = HEAD("out")
   "in vec2 pos; uniform float depth;\n"
   "void fill(out S s, vec2 p, int n) { s.m = p + 64.0 * n; for (int i = 0; i < 2; i++) s.k[i] = p + 64.0 * (n + i); }\n"
   "void main() { gl_Position = vec4(pos, 0.0, 1.0) * (1.0 + depth * abs(pos.x)); vec2 p = pos * 16.0 + 16.0;\n"
   "a = v.a = p; t.g = p.x; for (int i = 0; i < 3; i++) { ar[i] = v.arr[i] = p + 64.0 * i;\n"
   "for (int k = 0; k < 2; k++) w[i].z[k] = p + 64.0 * (i + k); }\n"
   "for (int i = 0; i < 2; i++) { v.m[i] = p + 64.0 * i; fill(v.s[i], p, i); fill(t.s[i], p, i); } }";

static const struct { const char *interpolant, *expected; } rows[] = {
   {"a", "p"}, {"ar[1]", "p + 64.0"}, {"ar[two]", "p + 128.0"}, {"ar[lane3]", "p + 64.0 * lane3"}, {"v.a", "p"},
   {"v.arr[1]", "p + 64.0"}, {"v.arr[two]", "p + 128.0"}, {"v.arr[lane3]", "p + 64.0 * lane3"}, {"v.m[1]", "p + 64.0"},
   {"v.m[two - 1]", "p + 64.0"}, {"v.m[lane2]", "p + 64.0 * lane2"}, {"v.s[1].m", "p + 64.0"},
   {"v.s[lane2].m", "p + 64.0 * lane2"}, {"v.s[lane2].k[1]", "p + 64.0 * (lane2 + 1)"},
   {"v.s[1].k[lane2]", "p + 64.0 * (lane2 + 1)"}, {"v.s[lane2].k[lane2]", "p + 128.0 * lane2"}, {"w[1].z[0]", "p + 64.0"},
   {"w[two].z[1]", "p + 192.0"}, {"w[lane3].z[1]", "p + 64.0 * (lane3 + 1)"}, {"w[two].z[lane2]", "p + 64.0 * (lane2 + 2)"},
   {"t.s[1].m", "p + 64.0"}, {"t.s[lane2].k[lane2]", "p + 128.0 * lane2"}, {"t.g", "p.x"},
   {"ar[lane3].yx", "(p + 64.0 * lane3).yx"}, {"ar[lane3].x", "p.x + 64.0 * lane3"},
   {"v.s[lane2].k[1].y", "p.y + 64.0 * (lane2 + 1)"}, {"a[lane2]", "p[lane2]"},
};

/* Every interpolant with every function. */
static void write_checks(char *to, size_t size_B)
{
   size_t at = 0;
   for (unsigned r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
      const char *what = rows[r].interpolant, *wanted = rows[r].expected;
      at += (size_t)snprintf(to + at, size_B - at, "p = moved; check(interpolateAtOffset(%s, offset), %s, %u);\n"
                             "p = sampled; check(interpolateAtSample(%s, number), %s, %u); p = centre;\n"
                             "slack = near; check(interpolateAtCentroid(%s), %s, %u); slack = 0.004;\n",
                             what, wanted, 3 * r + 1, what, wanted, 3 * r + 2, what, wanted, 3 * r + 3);
   }
}

/* The word QUALIFIER becomes a qualifier. */
static void qualify(char *to, size_t size_B, const char *source, const char *qualifier)
{
   static const char word[] = "QUALIFIER";
   size_t at = 0;
   for (const char *next; (next = strstr(source, word)); source = next + strlen(word))
      at += (size_t)snprintf(to + at, size_B - at, "%.*s%s", (int)(next - source), source, qualifier);
   snprintf(to + at, size_B - at, "%s", source);
}

/* diverge: evaluates in both branches of a condition that differs within quads, after a quarter of the pixels was discarded. */
static GLuint make_program(const char *qualifier, bool diverge)
{
   static char all[16000], fragment[40000], sources[2][40000];
   write_checks(all, sizeof(all));
   snprintf(fragment, sizeof(fragment), HEAD("in")
      "uniform int two; uniform vec2 offset, position; uniform int number; uniform bool is_flat;\n"
      "uniform float near; out vec4 color; int wrong = 0; float slack = 0.004;\n"
      "void check(vec2 got, vec2 wanted, int row) { if (any(greaterThan(abs(got - wanted), vec2(slack)))) wrong = row; }\n"
      "void check(float got, float wanted, int row) { check(vec2(got), vec2(wanted), row); }\n"
      "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int lane2 = at.x & 1, lane3 = (at.x + at.y) %% 3;\n"
      "vec2 centre = floor(gl_FragCoord.xy) + 0.5, moved = centre + offset, sampled = floor(gl_FragCoord.xy) + position, p;\n"
      "if (is_flat) centre = moved = sampled = vec2(0.0, 64.0);\n"
      "%s%s%s%s%s color = wrong == 0 ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, wrong / 255.0, 1.0); }",
      diverge ? "if ((at.x & 3) == 3) discard;\nif ((at.x + at.y & 1) == 0) {\n" : "", all, diverge ? "} else {\n" : "",
      diverge ? all : "", diverge ? "}\n" : "");
   qualify(sources[0], sizeof(sources[0]), vertex, qualifier);
   qualify(sources[1], sizeof(sources[1]), fragment, qualifier);
   return api_program(sources[0], NULL, sources[1]);
}

static void make_target(GLint wanted)
{
   GLuint target, color;
   GLint samples = 0;
   glGenFramebuffers(1, &target);
   glBindFramebuffer(GL_FRAMEBUFFER, target);
   glGenRenderbuffers(1, &color);
   glBindRenderbuffer(GL_RENDERBUFFER, color);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, wanted == 1 ? 0 : wanted, GL_RGBA8, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
   glGetIntegerv(GL_SAMPLES, &samples);
   if (samples != (wanted == 1 ? 0 : wanted))
      api_skip("this number of samples");
}

/* The resolved picture must be green where the shader keeps pixels. */
static void check_picture(GLuint target, GLuint resolved, bool diverge, const char *what)
{
   static uint8_t texels[API_TEXELS][4];
   glBindFramebuffer(GL_READ_FRAMEBUFFER, target);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved);
   glBlitFramebuffer(0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, resolved);
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   api_checked();
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const bool kept = !diverge || (i & 3) != 3;
      if (texels[i][0] || texels[i][1] != (kept ? 255 : 0)) {
         const unsigned row = texels[i][2] - 1u;
         api_fail("%s: pixel %u %u is %u %u %u: %s of %s", what, i % API_SIZE, i / API_SIZE, texels[i][0], texels[i][1],
                  texels[i][2], (const char *const[]){"offset", "sample", "centroid"}[row % 3],
                  row / 3 < sizeof(rows) / sizeof(rows[0]) ? rows[row / 3].interpolant : "?");
      }
   }
   glBindFramebuffer(GL_FRAMEBUFFER, target);
}

static void draw_all(GLint samples)
{
   static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
   static const char *const qualifiers[] = {"smooth", "noperspective", "flat"};
   GLint resolved, target;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &resolved);
   make_target(samples);
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &target);
   for (unsigned k = 0; k < 6; k++) {
      const bool diverge = k & 1;
      const GLint number = samples - 1 - (GLint)k % samples;
      GLfloat position[2] = {0.5f, 0.5f};
      const GLuint program = make_program(qualifiers[k / 2], diverge);
#define AT(name) glGetUniformLocation(program, name)
      if (samples > 1)
         glGetMultisamplefv(GL_SAMPLE_POSITION, (GLuint)number, position);
      glUniform1f(AT("depth"), k / 2 == 1 ? 0.5f : 0); /* derivatives of coordinates with perspective are approximate */
      glUniform1i(AT("two"), 2);
      glUniform1i(AT("number"), number);
      glUniform1i(AT("is_flat"), k / 2 == 2);
      glUniform2f(AT("offset"), 0.25f, -0.375f);
      glUniform2fv(AT("position"), 1, position);
      api_vertices(corners, sizeof(corners));
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
      glEnableVertexAttribArray(0);
      for (unsigned shading = 0; shading < (samples > 1 ? 2 : 1); shading++) {
         char what[80];
         snprintf(what, sizeof(what), "%s, %s, %s", qualifiers[k / 2], diverge ? "branches" : "no branches",
                  shading ? "per sample" : "per pixel");
         (shading ? glEnable : glDisable)(GL_SAMPLE_SHADING);
         glMinSampleShading(1);
         glUniform1f(AT("near"), shading ? 0.5f : 0.004f); /* any place in the pixel and the primitive: the sample, too */
         glClear(GL_COLOR_BUFFER_BIT);
         glDrawArrays(GL_TRIANGLES, 0, 3);
         check_picture((GLuint)target, (GLuint)resolved, diverge, what);
      }
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)resolved);
}

static void draw_1(void) { draw_all(1); }
static void draw_2(void) { draw_all(2); }
static void draw_4(void) { draw_all(4); }
static void draw_8(void) { draw_all(8); }

const struct api_body api_bodies_interpolate_at[] = {
   {"interpolate-at-1", CORE, 45, 0, 0, draw_1, NULL},
   {"interpolate-at-2", CORE, 45, 0, 0, draw_2, NULL},
   {"interpolate-at-4", CORE, 45, 0, 0, draw_4, NULL},
   {"interpolate-at-8", CORE, 45, 0, 0, draw_8, NULL},
   {0}};
