/* body_local_arrays.c: arrays of an invocation's own with computed indices, in every stage: each has a copy that others do not see.
 * Texel n is a value of an array that is sorted for n. */
#include <string.h>

#include "api_compute.h"
#include "api_tessellation.h"

/* `size` numbers of a series that begins with n, sorted by insertion; then one element is changed through a computed index. */
#define PICK(name, size) "int " name "(int n) { int a[" #size "]; int first = n;\n" \
   "for (int i = 0; i < " #size "; i++) { n = (n * 37 + 11) & 1023; int k = i;\n" \
   "while (k > 0 && a[k - 1] > n) { a[k] = a[k - 1]; k--; } a[k] = n; }\n" \
   "a[n % " #size "] += first; return a[first % " #size "] & 1023; }\n"
#define PICKS PICK("pick9", 9) PICK("pick24", 24) PICK("pick64", 64) \
   "int pick(int n) { return n % 3 == 0 ? pick9(n) : n % 3 == 1 ? pick24(n) : pick64(n); }\n"

static int pick(int n)
{
   const int size = n % 3 == 0 ? 9 : n % 3 == 1 ? 24 : 64, first = n;
   int a[64];
   for (int i = 0; i < size; i++) {
      n = (n * 37 + 11) & 1023;
      int k = i;
      for (; k > 0 && a[k - 1] > n; k--)
         a[k] = a[k - 1];
      a[k] = n;
   }
   a[n % size] += first;
   return a[first % size] & 1023;
}

static void picks_reference(uint8_t rgba[API_TEXELS][4])
{
   for (int n = 0; n < API_TEXELS; n++) {
      const int v = pick(n);
      const uint8_t color[4] = { (uint8_t)(v & 255), (uint8_t)(v >> 8), 0, 255 };
      memcpy(rgba[n], color, 4);
   }
}

#define COLOR "vec4(float(v & 255), float(v >> 8), 0.0, 255.0) / 255.0"
#define POINT "vec4((vec2(n % 32, n / 32) + 0.5) / 16.0 - 1.0, 0.0, 1.0)"

static void draw_fragment(void)
{
   api_program("#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "#version 300 es\nprecision highp float; precision highp int; out vec4 c;\n" PICKS
               "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int v = pick(at.y * 32 + at.x); c = " COLOR "; }");
   api_rectangle(-1, -1, 1, 1);
   api_expect_error(GL_NO_ERROR, "fragment");
}

static void draw_vertex(void)
{
   api_program("#version 300 es\nflat out vec4 color;\n" PICKS
               "void main() { int n = gl_VertexID, v = pick(n); color = " COLOR "; gl_Position = " POINT "; gl_PointSize = 1.0; }", NULL,
               "#version 300 es\nprecision highp float; flat in vec4 color; out vec4 c; void main() { c = color; }");
   glDrawArrays(GL_POINTS, 0, API_TEXELS);
   api_expect_error(GL_NO_ERROR, "vertex");
}

static void draw_geometry(void)
{
   GLuint array;
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   api_program("#version 330\nvoid main() { gl_Position = vec4(0.0); }",
               "#version 330\nlayout(points) in; layout(points, max_vertices = 1) out; flat out vec4 color;\n" PICKS
               "void main() { int n = gl_PrimitiveIDIn, v = pick(n); color = " COLOR "; gl_Position = " POINT "; EmitVertex(); }",
               "#version 330\nflat in vec4 color; out vec4 c; void main() { c = color; }");
   glDrawArrays(GL_POINTS, 0, API_TEXELS);
   api_expect_error(GL_NO_ERROR, "geometry");
}

/* The control shader gives red, the evaluation shader green. */
static void draw_tessellation(void)
{
   tess_program(TESS_GLSL "void main() { }",
                TESS_GLSL "layout(vertices = 1) out; patch out int red;\n" PICKS
                "void main() { red = pick(gl_PrimitiveID) & 255; " TESS_LEVELS_ONE "}",
                TESS_GLSL "layout(quads) in; patch in int red; flat out vec4 color;\n" PICKS
                "void main() { int n = gl_PrimitiveID; color = vec4(red, pick(n) >> 8, 0, 255) / 255.0;\n" TESS_CELL "}", NULL,
                TESS_FRAGMENT);
   tess_patches(1);
   glDrawArrays(GL_PATCHES, 0, API_TEXELS);
   api_expect_error(GL_NO_ERROR, "tessellation");
}

static void draw_compute(void)
{
   uint32_t words[API_TEXELS] = { 0 };
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 0, sizeof(words), words);
   api_compute_program("#version 310 es\nlayout(local_size_x = 128) in; layout(std430, binding = 0) buffer Words { int word[]; };\n" PICKS
                       "void main() { int n = int(gl_GlobalInvocationID.x); word[n] = pick(n); }");
   glDispatchCompute(API_TEXELS / 128, 1, 1);
   api_read_words(buffer, words, API_TEXELS);
   for (int n = 0; n < API_TEXELS; n++)
      api_expect("word", (long)words[n], pick(n));
   api_expect_error(GL_NO_ERROR, "compute");
}

const struct api_body api_bodies_local_arrays[] = {
   { "local-arrays-fragment", GLES, 30, 0, 0, draw_fragment, picks_reference },
   { "local-arrays-vertex", GLES, 30, 0, 0, draw_vertex, picks_reference },
   { "local-arrays-geometry", CORE, 33, 0, 0, draw_geometry, picks_reference },
   { "local-arrays-tessellation", CORE, 33, 0, 0, draw_tessellation, picks_reference },
   { "local-arrays-compute", GLES, 31, 0, 0, draw_compute, NULL },
   { NULL },
};
