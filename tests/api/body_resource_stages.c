/* body_resource_stages.c: as body_resource_index.c, in each stage before the rasterizer and in compute shaders: indices into arrays
 * of samplers, uniform and storage blocks that differ between the vertices, primitives, patches or invocations of a wave. */
#include <string.h>

#include "api_compute.h"
#include "api_tessellation.h"

enum { TEXTURES = 8, BLOCKS = 4 };

#define VERSION "#version 430 core\n"
/* find(k) reads resource k of an array: three lookups of a sampler; or uniform block, storage block and its length. number(n) are the
 * indices, of which neighbours have different ones. */
#define NUMBER "int number(int n) { return n * 5 + n / 7; }\n"
#define FIND_SAMPLERS NUMBER "uniform sampler2D t[8];\n" \
   "vec4 find(int k) { float fetched = texelFetch(t[k & 7], ivec2(0), 0).y;\n" \
   "return vec4(textureLod(t[k & 7], vec2(0.5), 0.0).x, fetched, textureGather(t[k & 7], vec2(0.5), 1).x, 1.0); }\n"
#define FIND_BLOCKS NUMBER "layout(binding = 0) uniform U { uint value; } u[4];\n" \
   "layout(std430, binding = 0) buffer B { uint value; uint list[]; } b[4];\n" \
   "vec4 find(int k) { uvec3 v = uvec3(u[k & 3].value, b[k & 3].value, b[k & 3].list.length()); return vec4(v, 255) / 255.0; }\n"
#define EITHER(before, after) (blocks ? before FIND_BLOCKS after : before FIND_SAMPLERS after)
#define CELL "gl_Position = vec4((vec2(n % 32, n / 32) + 0.5) / 16.0 - 1.0, 0.0, 1.0);"
#define FRAGMENT VERSION "flat in vec4 color; out vec4 c; void main() { c = color; }"

static void found(bool blocks, int k, uint8_t rgba[4])
{
   const int n = k & (blocks ? BLOCKS - 1 : TEXTURES - 1);
   if (blocks)
      memcpy(rgba, (const uint8_t[]){(uint8_t)(50 + n * 10), (uint8_t)(100 + n * 15), (uint8_t)(3 + n), 255}, 4);
   else
      memcpy(rgba, (const uint8_t[]){(uint8_t)(n * 20 + 10), (uint8_t)(200 - n * 9), (uint8_t)(200 - n * 9), 255}, 4);
}

static int number(int n)
{
   return n * 5 + n / 7;
}

static void make_textures(GLuint program)
{
   GLint units[TEXTURES];
   for (int i = 0; i < TEXTURES; i++) {
      const uint8_t texel[4] = {(uint8_t)(i * 20 + 10), (uint8_t)(200 - i * 9), 0, 255};
      GLuint texture;
      glGenTextures(1, &texture);
      glActiveTexture(GL_TEXTURE0 + (GLenum)i);
      glBindTexture(GL_TEXTURE_2D, texture);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
      units[i] = i;
   }
   glActiveTexture(GL_TEXTURE0);
   glUniform1iv(glGetUniformLocation(program, "t"), TEXTURES, units);
}

static void make_resources(bool blocks, GLuint program)
{
   if (!blocks)
      make_textures(program);
   for (GLuint i = 0; i < BLOCKS && blocks; i++) {
      const uint32_t uniform_[4] = {50 + i * 10}, storage[1 + 3 + BLOCKS] = {100 + i * 15};
      api_compute_buffer(GL_UNIFORM_BUFFER, i, sizeof(uniform_), uniform_);
      api_compute_buffer(GL_SHADER_STORAGE_BUFFER, i, (GLsizeiptr)(4 * (1 + 3 + i)), storage);
   }
}

static void draw_vertex(bool blocks)
{
   make_resources(blocks, api_program(
      EITHER(VERSION, "flat out vec4 color; void main() { int n = gl_VertexID; " CELL " color = find(number(n)); }"), NULL, FRAGMENT));
   api_vertices("", 1);
   glDrawArrays(GL_POINTS, 0, API_TEXELS);
}

/* A primitive's invocations find different resources, too: the second one draws. */
static void draw_geometry(bool blocks)
{
   make_resources(blocks, api_program(VERSION "void main() { gl_Position = vec4(0.0); }",
      EITHER(VERSION "layout(points, invocations = 2) in; layout(points, max_vertices = 1) out; flat out vec4 color;\n",
      "void main() { int n = gl_PrimitiveIDIn; color = find(number(n) + gl_InvocationID - 1); " CELL "\n"
      "if (gl_InvocationID == 1) EmitVertex(); }"), FRAGMENT));
   api_vertices("", 1);
   glDrawArrays(GL_POINTS, 0, API_TEXELS);
}

/* Four invocations per patch; the evaluation shader takes the value of one of them. */
static void draw_control(bool blocks)
{
   make_resources(blocks, tess_program(VERSION "void main() { gl_Position = vec4(0.0); }",
      EITHER(VERSION "layout(vertices = 4) out; out vec4 value[];\n",
      "void main() { value[gl_InvocationID] = find(number(gl_PrimitiveID) + gl_InvocationID);\n" TESS_LEVELS_ONE "}"),
      VERSION "layout(quads) in; in vec4 value[]; flat out vec4 color;\n"
      "void main() { int n = gl_PrimitiveID; color = value[n & 3]; " TESS_CELL "}", NULL, FRAGMENT));
   tess_patches(1);
   glDrawArrays(GL_PATCHES, 0, API_TEXELS);
}

static void draw_evaluation(bool blocks)
{
   make_resources(blocks, tess_program(VERSION "void main() { gl_Position = vec4(0.0); }",
      VERSION "layout(vertices = 1) out; void main() {\n" TESS_LEVELS_ONE "}",
      EITHER(VERSION "layout(quads) in; flat out vec4 color;\n",
      "void main() { int n = gl_PrimitiveID; color = find(number(n)); " TESS_CELL "}"), NULL, FRAGMENT));
   tess_patches(1);
   glDrawArrays(GL_PATCHES, 0, API_TEXELS);
}

static void draw_compute(bool blocks)
{
   static uint32_t results[API_TEXELS];
   make_resources(blocks, api_compute_program(EITHER(VERSION "layout(local_size_x = 64) in;\n",
      "layout(std430, binding = 7) buffer R { uint results[]; };\n"
      "void main() { int n = int(gl_GlobalInvocationID.x); results[n] = packUnorm4x8(find(number(n))); }")));
   const GLuint out = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 7, sizeof(results), results);
   glDispatchCompute(API_TEXELS / 64, 1, 1);
   api_read_words(out, results, API_TEXELS);
   for (int n = 0; n < API_TEXELS; n++) {
      uint8_t pixel[4];
      found(blocks, number(n), pixel);
      api_expect("an invocation's resources", results[n],
         (long)(pixel[0] | (uint32_t)pixel[1] << 8 | (uint32_t)pixel[2] << 16 | (uint32_t)pixel[3] << 24));
   }
}

/* Bodies of both kinds of resources. The references state what each texel's invocation has found. */
#define BODIES(stage, more) \
   static void stage##_samplers(void) { draw_##stage(false); } \
   static void stage##_blocks(void) { draw_##stage(true); } \
   static void stage##_samplers_reference(uint8_t rgba[API_TEXELS][4]) \
   { \
      for (int n = 0; n < API_TEXELS; n++) \
         found(false, number(n) + (more), rgba[n]); \
   } \
   static void stage##_blocks_reference(uint8_t rgba[API_TEXELS][4]) \
   { \
      for (int n = 0; n < API_TEXELS; n++) \
         found(true, number(n) + (more), rgba[n]); \
   }
BODIES(vertex, 0)
BODIES(geometry, 0)
BODIES(control, n & 3)
BODIES(evaluation, 0)
static void compute_samplers(void) { draw_compute(false); }
static void compute_blocks(void) { draw_compute(true); }

#define ROWS(stage) \
   {"resource-stages-" #stage "-samplers", CORE, 43, 0, 0, stage##_samplers, stage##_samplers_reference}, \
   {"resource-stages-" #stage "-blocks", CORE, 43, 0, 0, stage##_blocks, stage##_blocks_reference}
const struct api_body api_bodies_resource_stages[] = {
   ROWS(vertex),
   ROWS(geometry),
   ROWS(control),
   ROWS(evaluation),
   {"resource-stages-compute-samplers", CORE, 43, 0, 0, compute_samplers, NULL},
   {"resource-stages-compute-blocks", CORE, 43, 0, 0, compute_blocks, NULL},
   {0}};
