/* body_demote_effects.c: EXT_demote_to_helper_invocation: what a demotion ends (stores, atomics, colours, samples, depth) and what goes on
 * (derivatives, loops, functions), and what helperInvocationEXT() and gl_HelperInvocation say. */
#include <stdio.h>
#include <string.h>

#include "api_test.h"
#include "api_compute.h"

#ifndef GL_SAMPLES_PASSED
#define GL_SAMPLES_PASSED 0x8914
#endif

static bool is_es(void) { return !strncmp((const char *)glGetString(GL_VERSION), "OpenGL ES", 9); }

/* The fragment shader comes without its first lines. */
static GLuint make_program_of(const char *extension, const char *fragment)
{
   const char *version = is_es() ? "#version 320 es\n" : "#version 450\n";
   const char *precision = is_es() ? "precision highp float;\nprecision highp int;\n" : "";
   char source[2][4096];
   snprintf(source[0], sizeof source[0], "%sin vec2 pos; uniform float z; void main() { gl_Position = vec4(pos, z, 1.0); }", version);
   snprintf(source[1], sizeof source[1], "%s%s%s%s", version, extension, precision, fragment);
   return api_program(source[0], NULL, source[1]);
}

static GLuint make_program(const char *fragment)
{
   api_require("GL_EXT_demote_to_helper_invocation");
   return make_program_of("#extension GL_EXT_demote_to_helper_invocation : require\n", fragment);
}

/* All pixels from the column `left` on, by one triangle: the diagonal of a rectangle would have helper invocations of both of its triangles. */
static void draw_triangle(unsigned left)
{
   const GLfloat x = (GLfloat)left / 16 - 1, corners[] = {x, -1, x + 8, -1, x, 7};
   api_vertices(corners, sizeof corners);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void set(uint8_t rgba[4], double red, double green, double blue, double alpha)
{
   const double v[4] = {red, green, blue, alpha};
   for (unsigned c = 0; c < 4; c++)
      rgba[c] = (uint8_t)((v[c] < 0 ? 0 : v[c] > 1 ? 1 : v[c]) * 255 + 0.5);
}

/* ---- what an invocation knows ------------------------------------------------------------------------------------------------------- */

/* The left edge of the triangle is within quads, whose left invocations are helpers from the start; others become helpers. */
static void draw_known(void)
{
   make_program(
      "out vec4 c;\n"
      "void main() {\n"
      "   float first = abs(dFdx(gl_HelperInvocation ? 1.0 : 0.0)), before = abs(dFdx(helperInvocationEXT() ? 1.0 : 0.0));\n"
      "   if ((int(gl_FragCoord.x) & 7) == 6)\n      demote;\n"
      "   float after = abs(dFdx(helperInvocationEXT() ? 1.0 : 0.0));\n"
      "   c = vec4(first, before, after, helperInvocationEXT() ? 0.25 : 1.0);\n"
      "}\n");
   draw_triangle(5);
}

static void reference_known(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE;
      if (x < 5 || (x & 7) == 6)
         set(rgba[i], 0, 0, 0, 0);
      else
         set(rgba[i], x == 5, x == 5, x == 5 || (x & 7) == 7, 1);
   }
}

/* ---- memory ------------------------------------------------------------------------------------------------------------------------- */

static bool leaves(unsigned x) { return x % 3 == 1; }

/* Texels of the image: one of each fragment, then a row whose first one counts. */
static void read_image(GLuint texture, uint32_t texels[(API_SIZE + 1) * API_SIZE][4])
{
   GLint bound;
   GLuint framebuffer;
   glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &bound);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glReadPixels(0, 0, API_SIZE, API_SIZE + 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)bound);
}

static void draw_memory(void)
{
   enum { WORDS = 2 + API_TEXELS };
   static uint32_t words[WORDS], texels[(API_SIZE + 1) * API_SIZE][4];
   unsigned live = 0;
   GLuint texture;
   make_program(
      "layout(std430, binding = 0) buffer B { uint added, last, value[32 * 32]; };\n"
      "layout(r32ui, binding = 0) uniform highp uimage2D image;\n"
      "out vec4 c;\n"
      "void main() {\n"
      "   ivec2 at = ivec2(gl_FragCoord.xy);\n"
      "   uint i = uint(at.y * 32 + at.x);\n"
      "   bool leaves = at.x % 3 == 1;\n"
      "   if (leaves)\n      demote;\n"
      "   value[i] = i + 1000u;\n"
      "   atomicAdd(added, 1u);\n"
      "   if (leaves)\n      atomicExchange(last, i);\n"
      "   imageStore(image, at, uvec4(i + 2000u));\n"
      "   imageAtomicAdd(image, ivec2(0, 32), 1u);\n"
      "   c = vec4(1.0);\n"
      "}\n");
   for (unsigned i = 0; i < WORDS; i++)
      words[i] = i < 2 ? 0 : 7;
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 0, sizeof words, words);
   memset(texels, 0, sizeof texels);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32UI, API_SIZE, API_SIZE + 1);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, API_SIZE, API_SIZE + 1, GL_RED_INTEGER, GL_UNSIGNED_INT, texels);
   glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
   api_rectangle(-1, -1, 1, 1);
   glMemoryBarrier(GL_ALL_BARRIER_BITS);
   api_read_words(buffer, words, WORDS);
   read_image(texture, texels);
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const bool left = leaves(i % API_SIZE);
      api_expect("a word", (long)words[2 + i], left ? 7 : (long)i + 1000);
      api_expect("a texel of the image", (long)texels[i][0], left ? 0 : (long)i + 2000);
      live += !left;
   }
   api_expect("atomic additions", (long)words[0], (long)live);
   api_expect("atomic exchanges", (long)words[1], 0);
   api_expect("atomic additions to the image", (long)texels[API_TEXELS][0], (long)live);
}

static void reference_memory(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memset(rgba[i], leaves(i % API_SIZE) ? 0 : 255, 4);
}

/* Each atomic counts the invocations that are live then, and gives them different numbers, though derivatives follow. */
#define COUNTS(kill, color) \
   "layout(std430, binding = 0) buffer B { uint before, after, last, number[2 * 32 * 32]; };\n" \
   "layout(binding = 0) uniform atomic_uint counter;\n" \
   "out vec4 c;\n" \
   "void main() {\n" \
   "   int x = int(gl_FragCoord.x);\n" \
   "   uint i = uint(gl_FragCoord.y) * 32u + uint(x);\n" \
   "   number[i] = atomicAdd(before, 1u);\n" \
   "   if ((x & 1) == 0)\n      " kill ";\n" \
   "   number[1024u + i] = atomicAdd(after, 1u);\n" \
   "   bool known = atomicCounter(counter) == 77u;\n" \
   "   float d = dFdx(gl_FragCoord.x * gl_FragCoord.x);\n" \
   "   if ((x & 2) == 0)\n      " kill ";\n" \
   "   atomicAdd(last, 1u);\n" \
   "   c = " color ";\n" \
   "}\n"

static void draw_counted(void)
{
   enum { WORDS = 3 + 2 * API_TEXELS };
   static const uint32_t counter = 77;
   static uint32_t words[WORDS];
   static bool seen[2][API_TEXELS];
   memset(words, 0xff, sizeof words);
   memset(words, 0, 3 * sizeof words[0]);
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 0, sizeof words, words);
   api_compute_buffer(GL_ATOMIC_COUNTER_BUFFER, 0, sizeof counter, &counter);
   api_rectangle(-1, -1, 1, 1);
   glMemoryBarrier(GL_ALL_BARRIER_BITS);
   api_read_words(buffer, words, WORDS);
   api_expect("atomic additions before", (long)words[0], API_TEXELS);
   api_expect("atomic additions after", (long)words[1], API_TEXELS / 2);
   api_expect("atomic additions at last", (long)words[2], API_TEXELS / 4);
   for (unsigned k = 0; k < 2; k++)
      for (unsigned i = 0; i < API_TEXELS; i++) {
         const uint32_t number = words[3 + k * API_TEXELS + i];
         if (k && !(i & 1)) {
            api_expect("a number of a demoted invocation", (long)number, 0xffffffff);
            continue;
         }
         if (number >= (uint32_t)API_TEXELS >> k || seen[k][number])
            api_fail("invocation %u has number %u", i, number);
         seen[k][number] = true;
      }
}

static void draw_counts(void)
{
   make_program(COUNTS("demote", "vec4(d / 64.0, dFdx(helperInvocationEXT() ? 1.0 : 0.0) + 1.0, known ? 1.0 : 0.0, 1.0)"));
   draw_counted();
}

/* Derivatives beside discarded fragments are undefined. */
static void draw_discards(void)
{
   make_program_of("", COUNTS("discard", "vec4(d > 1.0e30 ? 1.0 : 0.0, 0.0, known ? 1.0 : 0.0, 1.0)"));
   draw_counted();
}

static void reference_discards(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      set(rgba[i], 0, 0, (i & 3) == 3, (i & 3) == 3);
}

static void reference_counts(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE;
      if ((x & 3) == 3)
         set(rgba[i], 2.0 * x / 64, 0, 1, 1);
      else
         set(rgba[i], 0, 0, 0, 0);
   }
}

/* ---- control flow ------------------------------------------------------------------------------------------------------------------- */

/* In each turn other invocations are demoted, and go on to the last turn. */
static void draw_loop(void)
{
   uint32_t words[4] = {0};
   const GLuint program = make_program(
      "layout(std430, binding = 0) buffer B { uint live[4]; };\n"
      "uniform int turns;\n"
      "out vec4 c;\n"
      "void main() {\n"
      "   int x = int(gl_FragCoord.x), helped = 0;\n"
      "   float f = gl_FragCoord.x * gl_FragCoord.x, sum = 0.0;\n"
      "   for (int i = 0; i < turns; i++) {\n"
      "      if ((x & 1) == 0 && (x >> 1 & 3) == i)\n         demote;\n"
      "      sum += float(i + 1) * dFdx(f);\n"
      "      atomicAdd(live[i], 1u);\n"
      "      helped += helperInvocationEXT() ? 1 : 0;\n"
      "   }\n"
      "   c = vec4(sum / 1024.0, float(helped), abs(dFdx(float(helped))) / 4.0, 1.0);\n"
      "}\n");
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 0, sizeof words, words);
   glUniform1i(glGetUniformLocation(program, "turns"), 4);
   draw_triangle(0);
   glMemoryBarrier(GL_ALL_BARRIER_BITS);
   api_read_words(buffer, words, 4);
   for (unsigned i = 0; i < 4; i++)
      api_expect("invocations of a turn", (long)words[i], API_TEXELS - (long)(i + 1) * API_TEXELS / 8);
}

static void reference_loop(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE;
      if (x & 1)
         set(rgba[i], 10 * 2.0 * x / 1024, 0, (4 - (x >> 1 & 3)) / 4.0, 1);
      else
         set(rgba[i], 0, 0, 0, 0);
   }
}

/* A demotion in a function that branches call: neither the function nor its caller ends. */
static void draw_function(void)
{
   make_program(
      "out vec4 c;\n"
      "bool leave(bool now) {\n"
      "   if (now)\n      demote;\n"
      "   return helperInvocationEXT();\n"
      "}\n"
      "float deeper(int x, float v) {\n"
      "   if (x % 4 == 0) {\n"
      "      if (leave(x % 8 == 0))\n         return v + 64.0;\n"
      "   }\n"
      "   return v;\n"
      "}\n"
      "void main() {\n"
      "   int x = int(gl_FragCoord.x);\n"
      "   float v = gl_FragCoord.x * gl_FragCoord.x, w;\n"
      "   if (gl_FragCoord.y < 16.0)\n      w = deeper(x, v);\n"
      "   else\n      w = leave(x % 4 == 2) ? -v : v;\n"
      "   float d = dFdx(w);\n"
      "   c = vec4((d + 64.0) / 128.0, d / 2048.0, 0.0, 1.0);\n"
      "}\n");
   draw_triangle(0);
}

static bool leaves_function(unsigned x, bool lower) { return lower ? x % 8 == 0 : x % 4 == 2; }

static double function_value(unsigned x, bool lower)
{
   const double v = (x + 0.5) * (x + 0.5);
   return !leaves_function(x, lower) ? v : lower ? v + 64 : -v;
}

static void reference_function(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE;
      const bool lower = i / API_SIZE < 16;
      const double d = function_value(x | 1, lower) - function_value(x & ~1u, lower);
      if (leaves_function(x, lower))
         set(rgba[i], 0, 0, 0, 0);
      else
         set(rgba[i], (d + 64) / 128, d / 2048, 0, 1);
   }
}

/* ---- samples ------------------------------------------------------------------------------------------------------------------------ */

/* White by invocations of samples, of which every second one is demoted from column 8 on; then blue by invocations of fragments into two of
 * the samples of odd columns of the first rows. */
static void draw_samples(void)
{
   GLint bound;
   GLuint framebuffer, renderbuffer;
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
   glGenRenderbuffers(1, &renderbuffer);
   glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, API_SIZE, API_SIZE);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
   glClear(GL_COLOR_BUFFER_BIT);
   make_program(
      "out vec4 c;\n"
      "void main() {\n"
      "   if ((gl_SampleID & 1) == 0 && gl_FragCoord.x >= 8.0)\n      demote;\n"
      "   c = vec4(1.0);\n"
      "}\n");
   api_rectangle(-1, -1, 1, 1);
   make_program(
      "out vec4 c;\n"
      "void main() {\n"
      "   gl_SampleMask[0] = 5;\n"
      "   if (gl_FragCoord.y >= 8.0 || (int(gl_FragCoord.x) & 1) == 0)\n      demote;\n"
      "   c = vec4(0.0, 0.0, 1.0, 1.0);\n"
      "}\n");
   api_rectangle(-1, -1, 1, 1);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)bound);
   glBlitFramebuffer(0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)bound);
}

static void reference_samples(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE;
      const double white = x < 8 ? 1 : 0.5;
      if (i / API_SIZE < 8 && x & 1)
         set(rgba[i], 0.5, 0.5, 1, 1);
      else
         set(rgba[i], white, white, white, white);
   }
}

/* ---- depth -------------------------------------------------------------------------------------------------------------------------- */

/* Demoted invocations of the nearer rectangle: their depth is stored where tests are early, and hides the farther one. */
static void draw_depth(bool early)
{
   GLuint renderbuffer, query, passed;
   uint32_t count = 0;
   char source[1024];
   const bool counts = !is_es();
   glGenRenderbuffers(1, &renderbuffer);
   glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, renderbuffer);
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_LESS);
   glClear(GL_DEPTH_BUFFER_BIT);
   snprintf(source, sizeof source,
            "%slayout(std430, binding = 0) buffer B { uint n; };\n"
            "out vec4 c;\n"
            "void main() {\n"
            "   if ((int(gl_FragCoord.x) & 1) == 0)\n      demote;\n"
            "   atomicAdd(n, 1u);\n"
            "   c = vec4(0.0, 1.0, 0.0, 1.0);\n"
            "}\n", early ? "layout(early_fragment_tests) in;\n" : "");
   const GLuint green = make_program(source);
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 0, sizeof count, &count);
   glUniform1f(glGetUniformLocation(green, "z"), -0.5f);
   glGenQueries(1, &query);
   if (counts)
      glBeginQuery(GL_SAMPLES_PASSED, query);
   api_rectangle(-1, -1, 1, 1);
   if (counts) {
      glEndQuery(GL_SAMPLES_PASSED);
      glGetQueryObjectuiv(query, GL_QUERY_RESULT, &passed);
      api_expect("samples passed", (long)passed, early ? API_TEXELS : API_TEXELS / 2);
   }
   glMemoryBarrier(GL_ALL_BARRIER_BITS);
   api_read_words(buffer, &count, 1);
   api_expect("atomic additions", (long)count, API_TEXELS / 2);
   const GLuint red = make_program("out vec4 c;\nvoid main() { c = vec4(1.0, 0.0, 0.0, 1.0); }\n");
   glUniform1f(glGetUniformLocation(red, "z"), 0.5f);
   api_rectangle(-1, -1, 1, 1);
   glDisable(GL_DEPTH_TEST);
}

static void draw_early(void) { draw_depth(true); }
static void draw_late(void) { draw_depth(false); }

static void reference_depth(uint8_t rgba[API_TEXELS][4], bool early)
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      set(rgba[i], !(i & 1) && !early, i & 1, 0, i & 1 || !early);
}

static void reference_early(uint8_t rgba[API_TEXELS][4]) { reference_depth(rgba, true); }
static void reference_late(uint8_t rgba[API_TEXELS][4]) { reference_depth(rgba, false); }

const struct api_body api_bodies_demote_effects[] = {
   {"demote-known", CORE, 45, 0, 0, draw_known, reference_known},
   {"demote-memory", CORE, 45, 0, 0, draw_memory, reference_memory},
   {"demote-counts", CORE, 45, 1, 0, draw_counts, reference_counts},
   {"discard-counts", CORE, 45, 0, 0, draw_discards, reference_discards},
   {"demote-loop", CORE, 45, 1, 0, draw_loop, reference_loop},
   {"demote-function", CORE, 45, 1, 0, draw_function, reference_function},
   {"demote-samples", CORE, 45, 1, 0, draw_samples, reference_samples},
   {"demote-early-tests", CORE, 45, 0, 0, draw_early, reference_early},
   {"demote-late-tests", CORE, 45, 0, 0, draw_late, reference_late},
   {"es32-demote-known", GLES, 32, 0, 0, draw_known, reference_known},
   {"es32-demote-memory", GLES, 32, 0, 0, draw_memory, reference_memory},
   {"es32-demote-counts", GLES, 32, 1, 0, draw_counts, reference_counts},
   {"es32-discard-counts", GLES, 32, 0, 0, draw_discards, reference_discards},
   {"es32-demote-loop", GLES, 32, 1, 0, draw_loop, reference_loop},
   {"es32-demote-function", GLES, 32, 1, 0, draw_function, reference_function},
   {"es32-demote-samples", GLES, 32, 1, 0, draw_samples, reference_samples},
   {"es32-demote-early-tests", GLES, 32, 0, 0, draw_early, reference_early},
   {"es32-demote-late-tests", GLES, 32, 0, 0, draw_late, reference_late},
   {NULL, GLES, 0, 0, 0, NULL, NULL},
};
