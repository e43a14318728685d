/* body_core_compute.c: compute shaders, storage blocks and atomic counters as extensions of OpenGL 3.3 core: in all stages, their
 * queries, and declarations that are errors in shaders without the extensions. */
#include <stdio.h>
#include <string.h>

#include "api_compute.h"
#include "api_desktop.h"

#define VERSION "#version 330\n"
#define NEEDS(extension) "#extension GL_ARB_" extension " : require\n"

static const char vertex[] = VERSION "layout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

static void begin(void)
{
   api_require("GL_ARB_compute_shader");
   api_require("GL_ARB_shader_storage_buffer_object");
   api_require("GL_ARB_shader_atomic_counters");
   api_require("GL_ARB_shader_image_load_store");
   api_require("GL_ARB_shading_language_420pack");
}

static GLint compiles(GLenum type, const char *source, char log[500])
{
   const GLuint shader = glCreateShader(type);
   GLint ok = 0;
   log[0] = 0;
   glShaderSource(shader, 1, &source, NULL);
   glCompileShader(shader);
   glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
   glGetShaderInfoLog(shader, 500, NULL, log);
   glDeleteShader(shader);
   return ok;
}

/* ---- a dispatch, and one whose size a shader computed ---- */

static void draw_dispatch(void)
{
   static const char fill[] = VERSION NEEDS("compute_shader") NEEDS("shader_storage_buffer_object") NEEDS("shading_language_420pack")
      "layout(local_size_x = 8, local_size_y = 4, local_size_z = 3) in;\n"
      "layout(std430, binding = 1) buffer Words { uint count; uint word[]; };\n"
      "layout(std430, binding = 3) buffer Size { uvec3 size; };\n"
      "shared uint sum[96];\n"
      "void main() { uint i = gl_LocalInvocationIndex, g = gl_WorkGroupID.x + gl_WorkGroupID.z * gl_NumWorkGroups.x;\n"
      "  sum[i] = i * i; memoryBarrierShared(); barrier();\n"
      "  word[g * 96u + i] = sum[(i + 50u) % 96u] + g; atomicAdd(count, 1u); if (i + g == 0u) size = uvec3(1, 4, 1); }";
   static const char again[] = VERSION NEEDS("compute_shader") NEEDS("shader_storage_buffer_object") NEEDS("shading_language_420pack")
      "layout(local_size_x = 2) in; layout(std430, binding = 1) buffer Words { uint count; uint word[]; };\n"
      "void main() { atomicAdd(count, uint(word.length()) * gl_NumWorkGroups.y); }";
   enum { GROUPS = 4, THREADS = 96 };
   uint32_t words[1 + GROUPS * THREADS] = {11};
   begin();
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 1, sizeof(words), words);
   const GLuint size = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 3, 16, NULL);
   api_compute_program(fill);
   glDispatchCompute(2, 1, 2);
   glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
   api_compute_program(again);
   glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, size);
   glDispatchComputeIndirect(0);
   glDispatchCompute(0, 5, 5); /* no work group */
   api_read_words(buffer, words, sizeof(words) / 4);
   api_expect("count", (long)words[0], 11 + GROUPS * THREADS + 2 * 4 * 4 * GROUPS * THREADS);
   for (unsigned i = 0; i < GROUPS * THREADS; i++) {
      const unsigned j = (i % THREADS + 50) % THREADS;
      api_expect("word", (long)words[1 + i], (long)(j * j + i / THREADS));
   }
   api_expect_error(GL_NO_ERROR, "dispatches");
}

/* ---- storage blocks and counters of every stage ---- */

static void draw_stages(void)
{
   static const char vs[] = VERSION NEEDS("shader_storage_buffer_object") NEEDS("shading_language_420pack") NEEDS("shader_atomic_counters")
      "layout(location = 0) in vec2 pos; flat out int id;\n"
      "layout(std430, binding = 0) buffer Words { uint word[]; }; layout(binding = 1, offset = 4) uniform atomic_uint vertices;\n"
      "void main() { gl_Position = vec4(pos, 0.0, 1.0); id = gl_VertexID; word[gl_VertexID] = uint(gl_VertexID) * 3u;\n"
      "  atomicCounterIncrement(vertices); }";
   static const char gs[] = VERSION NEEDS("shader_storage_buffer_object") NEEDS("shading_language_420pack") NEEDS("shader_atomic_counters")
      "layout(points) in; layout(points, max_vertices = 2) out; flat in int id[];\n"
      "layout(std430, binding = 0) buffer Words { uint word[]; }; layout(binding = 1, offset = 8) uniform atomic_uint points;\n"
      "void main() { word[id[0] + 64] = uint(id[0]) + 1000u; atomicCounterIncrement(points);\n"
      "  for (int i = 0; i < 2; i++) { gl_Position = gl_in[0].gl_Position + vec4(float(i), 0.0, 0.0, 0.0); EmitVertex(); } }";
   static const char fs[] = VERSION NEEDS("shader_storage_buffer_object") NEEDS("shading_language_420pack") NEEDS("shader_atomic_counters")
      "out vec4 color; layout(std430, binding = 0) buffer Words { uint word[]; };\n"
      "layout(binding = 1, offset = 12) uniform atomic_uint fragments;\n"
      "void main() { atomicCounterDecrement(fragments); ivec2 p = ivec2(gl_FragCoord.xy);\n"
      "  word[128 + p.x] = uint(p.x) + 7u; color = vec4(1.0); }";
   uint32_t words[128 + 32] = {0}, counters[4] = {9, 0, 0, 500};
   float points[16][2];
   begin();
   GLint vertex_blocks, geometry_blocks, vertex_counters, geometry_counters;
   glGetIntegerv(GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS, &vertex_blocks);
   glGetIntegerv(GL_MAX_GEOMETRY_SHADER_STORAGE_BLOCKS, &geometry_blocks);
   glGetIntegerv(GL_MAX_VERTEX_ATOMIC_COUNTERS, &vertex_counters);
   glGetIntegerv(GL_MAX_GEOMETRY_ATOMIC_COUNTERS, &geometry_counters);
   if (!vertex_blocks || !geometry_blocks || !vertex_counters || !geometry_counters)
      api_skip("stages without storage blocks or atomic counters");
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 0, sizeof(words), words);
   const GLuint counter = api_compute_buffer(GL_ATOMIC_COUNTER_BUFFER, 1, sizeof(counters), counters);
   for (unsigned i = 0; i < 16; i++) {
      points[i][0] = ((float)i + 0.5f) / 16 - 1;
      points[i][1] = 0.5f / 16;
   }
   api_program(vs, gs, fs);
   api_vertices(points, sizeof(points));
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glDrawArrays(GL_POINTS, 0, 16);
   api_read_words(buffer, words, 160);
   api_read_words(counter, counters, 4);
   for (unsigned i = 0; i < 16; i++) {
      api_expect("a vertex's word", (long)words[i], (long)(3 * i));
      api_expect("a primitive's word", (long)words[64 + i], (long)(1000 + i));
      api_expect("a fragment's word", (long)words[128 + i], (long)(7 + i));
   }
   api_expect("a counter of no shader", (long)counters[0], 9);
   api_expect("primitives", (long)counters[2], 16);
   api_expect("fragments", (long)counters[3], 500 - 32);
   if (counters[1] < 16)
      api_fail("%u vertices", counters[1]);
   api_expect_error(GL_NO_ERROR, "stages");
}

static void reference_stages(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba[16 * API_SIZE], 255, 4 * API_SIZE);
}

/* ---- operations on counters (ARB_shader_atomic_counter_ops) ---- */

static void draw_counter_ops(void)
{
   static const char source[] = VERSION NEEDS("compute_shader") NEEDS("shader_atomic_counters") NEEDS("shader_atomic_counter_ops")
      NEEDS("shading_language_420pack")
      "layout(local_size_x = 64) in; layout(binding = 2) uniform atomic_uint c[9];\n"
      "void main() { uint i = gl_LocalInvocationIndex; atomicCounterAddARB(c[0], i); atomicCounterSubtractARB(c[1], 2u);\n"
      "  atomicCounterMinARB(c[2], 100u - i); atomicCounterMaxARB(c[3], i * 3u); atomicCounterAndARB(c[4], ~(i & 6u));\n"
      "  atomicCounterOrARB(c[5], i); atomicCounterXorARB(c[6], i); atomicCounterExchangeARB(c[7], 77u);\n"
      "  atomicCounterCompSwapARB(c[8], 5u, 6u); }";
   uint32_t words[9] = {1, 1000, 500, 4, 255, 0, 3, 0, 5};
   static const uint32_t after[9] = {1 + 63 * 32, 1000 - 128, 37, 189, 255 & ~6, 63, 3, 77, 6};
   begin();
   api_require("GL_ARB_shader_atomic_counter_ops");
   const GLuint buffer = api_compute_buffer(GL_ATOMIC_COUNTER_BUFFER, 2, sizeof(words), words);
   api_compute_program(source);
   glDispatchCompute(1, 1, 1);
   api_read_words(buffer, words, 9);
   for (unsigned i = 0; i < 9; i++)
      if (words[i] != after[i])
         api_fail("counter %u: %u instead of %u", i, words[i], after[i]);
   api_expect_error(GL_NO_ERROR, "operations");
}

/* ---- declarations in shaders with and without the extensions ---- */

static void draw_language(void)
{
   static const struct { GLenum type; GLint legal; const char *source; } rows[] = {
      {GL_COMPUTE_SHADER, 0, VERSION "layout(local_size_x = 1) in; void main() {}"},
      {GL_COMPUTE_SHADER, 1, VERSION NEEDS("compute_shader") "layout(local_size_x = 1) in; void main() {}"},
      {GL_COMPUTE_SHADER, 0, VERSION NEEDS("compute_shader") "layout(local_size_x = 0) in; void main() {}"},
      {GL_COMPUTE_SHADER, 0, VERSION NEEDS("compute_shader") "layout(local_size_x = 1) in; in float a; void main() {}"},
      {GL_COMPUTE_SHADER, 0, VERSION NEEDS("compute_shader") "layout(local_size_x = 1) in; out float a; void main() {}"},
      {GL_FRAGMENT_SHADER, 0, VERSION NEEDS("compute_shader") "shared float a; void main() {}"},
      {GL_FRAGMENT_SHADER, 1, VERSION "float shared, buffer, atomic; void main() { shared = buffer + atomic; }"},
      {GL_FRAGMENT_SHADER, 0, VERSION "layout(std140) buffer B { float b; }; void main() {}"},
      {GL_FRAGMENT_SHADER, 1, VERSION NEEDS("shader_storage_buffer_object") "layout(std430) buffer B { float b[]; }; void main() { b[0] = 1.0; }"},
      {GL_FRAGMENT_SHADER, 0, VERSION NEEDS("shader_storage_buffer_object") "readonly buffer B { float b[]; }; void main() { b[0] = 1.0; }"},
      {GL_FRAGMENT_SHADER, 0, VERSION NEEDS("shader_storage_buffer_object") "layout(std430) uniform B { float b; }; void main() {}"},
      {GL_FRAGMENT_SHADER, 0, VERSION "layout(binding = 0) uniform atomic_uint a; void main() {}"},
      {GL_FRAGMENT_SHADER, 1, VERSION NEEDS("shader_atomic_counters") "layout(binding = 0) uniform atomic_uint a; void main() { atomicCounter(a); }"},
      {GL_FRAGMENT_SHADER, 0, VERSION NEEDS("shader_atomic_counters") "layout(binding = 0, offset = 2) uniform atomic_uint a; void main() {}"},
      {GL_FRAGMENT_SHADER, 0, VERSION "layout(r32f) uniform image2D a; void main() {}"},
      {GL_FRAGMENT_SHADER, 1, VERSION NEEDS("shader_image_load_store") "layout(r32f) uniform image2D a; void main() { imageLoad(a, ivec2(0)); }"},
      {GL_FRAGMENT_SHADER, 0, VERSION NEEDS("shader_image_load_store") "uniform image2D a; void main() { imageLoad(a, ivec2(0)); }"},
      {GL_FRAGMENT_SHADER, 1, VERSION NEEDS("shader_image_load_store") "writeonly uniform image2D a; void main() { imageStore(a, ivec2(0), vec4(0)); }"},
      {GL_FRAGMENT_SHADER, 0, VERSION NEEDS("shader_image_load_store") "layout(r32f) readonly uniform image2D a; void main() { imageStore(a, ivec2(0), vec4(0)); }"},
   };
   char log[500];
   begin();
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      if (compiles(rows[i].type, rows[i].source, log) != rows[i].legal)
         api_fail("%s: %s %s", rows[i].legal ? "does not compile" : "compiles", rows[i].source, log);
   api_expect_error(GL_NO_ERROR, "compiling");
}

/* ---- queries and errors ---- */

static GLint resource(GLuint program, GLenum interface, const char *name, GLenum prop)
{
   GLint value = -1;
   glGetProgramResourceiv(program, interface, glGetProgramResourceIndex(program, interface, name), 1, &prop, 1, NULL, &value);
   return value;
}

static void expect_least(GLenum pname, GLint least)
{
   GLint value = -1;
   glGetIntegerv(pname, &value);
   if (value < least)
      api_fail("0x%x is %d", pname, value);
}

static void draw_queries(void)
{
   static const char source[] = VERSION NEEDS("compute_shader") NEEDS("shader_storage_buffer_object") NEEDS("shader_atomic_counters")
      NEEDS("shading_language_420pack")
      "layout(local_size_x = 4, local_size_y = 2) in; struct S { vec3 a; float b[2]; };\n"
      "layout(std430, binding = 5) buffer Block { mat2 m; S s[]; } block; layout(binding = 3, offset = 8) uniform atomic_uint count;\n"
      "void main() { block.s[atomicCounterIncrement(count)].b[1] = block.m[0][1] + block.s[0].a.x; }";
   static const struct { GLenum interface; const char *name; GLenum prop; GLint value; } rows[] = {
      {GL_SHADER_STORAGE_BLOCK, "Block", GL_BUFFER_BINDING, 5}, {GL_SHADER_STORAGE_BLOCK, "Block", GL_NUM_ACTIVE_VARIABLES, 3},
      {GL_SHADER_STORAGE_BLOCK, "Block", GL_REFERENCED_BY_COMPUTE_SHADER, 1}, {GL_SHADER_STORAGE_BLOCK, "Block", GL_BUFFER_DATA_SIZE, 48},
      {GL_BUFFER_VARIABLE, "Block.m", GL_MATRIX_STRIDE, 8}, {GL_BUFFER_VARIABLE, "Block.m", GL_OFFSET, 0},
      {GL_BUFFER_VARIABLE, "Block.s[0].a", GL_OFFSET, 16}, {GL_BUFFER_VARIABLE, "Block.s[0].a", GL_TOP_LEVEL_ARRAY_SIZE, 0},
      {GL_BUFFER_VARIABLE, "Block.s[0].a", GL_TOP_LEVEL_ARRAY_STRIDE, 32}, {GL_BUFFER_VARIABLE, "Block.s[0].b[0]", GL_ARRAY_SIZE, 2},
      {GL_BUFFER_VARIABLE, "Block.s[0].b[0]", GL_OFFSET, 28}, {GL_BUFFER_VARIABLE, "Block.s[0].b[0]", GL_ARRAY_STRIDE, 4},
      {GL_UNIFORM, "count", GL_OFFSET, 8}, {GL_UNIFORM, "count", GL_TYPE, GL_UNSIGNED_INT_ATOMIC_COUNTER},
      {GL_UNIFORM, "count", GL_ATOMIC_COUNTER_BUFFER_INDEX, 0}, {GL_UNIFORM, "count", GL_LOCATION, -1},
   };
   GLint value = 0, size[3] = {0, 0, 0};
   begin();
   const GLuint program = api_compute_program(source);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      const GLint got = resource(program, rows[i].interface, rows[i].name, rows[i].prop);
      if (got != rows[i].value)
         api_fail("%s, 0x%x: %d instead of %d", rows[i].name, rows[i].prop, got, rows[i].value);
   }
   glGetProgramInterfaceiv(program, GL_ATOMIC_COUNTER_BUFFER, GL_ACTIVE_RESOURCES, &value);
   api_expect("counter buffers", value, 1);
   glGetProgramResourceiv(program, GL_ATOMIC_COUNTER_BUFFER, 0, 1, (const GLenum[]){GL_BUFFER_BINDING}, 1, NULL, &value);
   api_expect("the binding of the counters", value, 3);
   glGetProgramiv(program, GL_ACTIVE_ATOMIC_COUNTER_BUFFERS, &value);
   api_expect("active counter buffers", value, 1);
   glGetProgramiv(program, GL_COMPUTE_WORK_GROUP_SIZE, size);
   api_expect("the size of a work group", size[0] * 100 + size[1] * 10 + size[2], 421);
   expect_least(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, 8);
   expect_least(GL_MAX_COMBINED_SHADER_STORAGE_BLOCKS, 8);
   expect_least(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, 1 << 24);
   expect_least(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, 8);
   expect_least(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, 1024);
   expect_least(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE, 32768);
   expect_least(GL_MAX_COMPUTE_UNIFORM_BLOCKS, 12);
   expect_least(GL_MAX_COMPUTE_TEXTURE_IMAGE_UNITS, 16);
   expect_least(GL_MAX_COMPUTE_ATOMIC_COUNTERS, 8);
   expect_least(GL_MAX_COMPUTE_IMAGE_UNIFORMS, 8);
   expect_least(GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS, 1);
   expect_least(GL_MAX_ATOMIC_COUNTER_BUFFER_SIZE, 32);
   expect_least(GL_MAX_COMBINED_SHADER_OUTPUT_RESOURCES, 8);
   api_expect_error(GL_NO_ERROR, "queries");
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 6, 4096, NULL);
   glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 7, buffer, 256, 512);
   static const struct { GLenum pname; GLint value; } indexed[] = {
      {GL_SHADER_STORAGE_BUFFER_START, 256}, {GL_SHADER_STORAGE_BUFFER_SIZE, 512}};
   glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, 7, &value);
   api_expect("an indexed binding", value, (long)buffer);
   for (unsigned i = 0; i < 2; i++) {
      GLint64 wide = 0;
      glGetInteger64i_v(indexed[i].pname, 7, &wide);
      api_expect("its range", (long)wide, indexed[i].value);
   }
   glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 1000000, buffer);
   api_expect_error(GL_INVALID_VALUE, "a binding of counters beyond the limit");
   glBindBufferRange(GL_ATOMIC_COUNTER_BUFFER, 0, buffer, 2, 4);
   api_expect_error(GL_INVALID_VALUE, "an offset of counters that is not a multiple of 4");
   glDispatchComputeIndirect(-4);
   api_expect_error(GL_INVALID_VALUE, "a negative offset");
   glUseProgram(0);
   glDispatchCompute(1, 1, 1);
   api_expect_error(GL_INVALID_OPERATION, "a dispatch without a program");
   api_program(vertex, NULL, VERSION "out vec4 color; void main() { color = vec4(1.0); }");
   glDispatchCompute(1, 1, 1);
   api_expect_error(GL_INVALID_OPERATION, "a dispatch without a compute shader");
}

/* ---- all blocks and counter buffers of a stage ---------------------------------------------------------------------------------- */

enum { MANY_BLOCKS = 16, MANY_COUNTERS = 8 };

/* Declarations of the blocks, and statements that add 1000 to each word and a counter's value to `sum`. */
static int write_many(char *text, size_t size, GLint blocks, GLint counters)
{
   int used = 0;
   for (GLint i = 0; i < blocks; i++)
      used += snprintf(text + used, size - (size_t)used, "layout(std430, binding = %d) buffer B%d { uint w[]; } b%d;\n", i, i, i);
   for (GLint i = 0; i < counters; i++)
      used += snprintf(text + used, size - (size_t)used, "layout(binding = %d, offset = %d) uniform atomic_uint c%d;\n", i, 4 * i, i);
   used += snprintf(text + used, size - (size_t)used, "uint many() { uint sum = 0u;\n");
   for (GLint i = 0; i < blocks; i++)
      used += snprintf(text + used, size - (size_t)used, "sum += b%d.w[%d] + uint(b%d.w.length()); b%d.w[%d] += 1000u;\n", i, i, i, i, i);
   for (GLint i = 0; i < counters; i++)
      used += snprintf(text + used, size - (size_t)used, "sum += atomicCounterIncrement(c%d);\n", i);
   return used + snprintf(text + used, size - (size_t)used, "return sum; }\n");
}

/* Runs a stage once, with a buffer of another size and other values at each binding, and checks what it read and wrote. */
static void run_many(GLenum stage, GLint blocks, GLint counters)
{
   const bool compute = stage == GL_COMPUTE_SHADER;
   char text[8192];
   uint32_t words[MANY_BLOCKS + MANY_COUNTERS][32];
   GLuint buffer[MANY_BLOCKS + MANY_COUNTERS];
   uint32_t sum = 0;
   for (GLint i = 0; i < blocks + counters; i++) {
      const bool is_block = i < blocks;
      const GLint binding = is_block ? i : i - blocks;
      for (uint32_t k = 0; k < 32; k++)
         words[i][k] = (uint32_t)i * 100 + k;
      buffer[i] = api_compute_buffer(is_block ? GL_SHADER_STORAGE_BUFFER : GL_ATOMIC_COUNTER_BUFFER, (GLuint)binding,
                                     is_block ? 4 * (16 + binding) : 128, words[i]);
      sum += words[i][binding] + (is_block ? 16 + (uint32_t)binding : 0);
      words[i][binding] += is_block ? 1000 : 1;
   }
   int used = snprintf(text, sizeof(text), "#version 430\n%s", compute ? "layout(local_size_x = 1) in;\n" : "out vec4 color;\n");
   used += write_many(text + used, sizeof(text) - (size_t)used, blocks, counters);
   snprintf(text + used, sizeof(text) - (size_t)used, "void main() { b0.w[9] = many();%s }", compute ? "" : " color = vec4(1.0);");
   if (compute) {
      api_compute_program(text);
      glDispatchCompute(1, 1, 1);
   } else {
      api_program(vertex, NULL, text);
      glViewport(0, 0, 1, 1); /* one pixel */
      api_rectangle(-1, -1, 1, 1);
   }
   glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
   words[0][9] = sum;
   for (GLint i = 0; i < blocks + counters; i++) {
      const unsigned count = i < blocks ? 16 + (unsigned)i : 32;
      uint32_t got[32];
      api_read_words(buffer[i], got, count);
      for (unsigned k = 0; k < count; k++)
         if (got[k] != words[i][k])
            api_fail("buffer %d, word %u: %u instead of %u", i, k, got[k], words[i][k]);
   }
}

static void draw_many(void)
{
   static const struct { GLenum stage, blocks, counters; } rows[] = {
      {GL_COMPUTE_SHADER, GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, GL_MAX_COMPUTE_ATOMIC_COUNTER_BUFFERS},
      {GL_FRAGMENT_SHADER, GL_MAX_FRAGMENT_SHADER_STORAGE_BLOCKS, GL_MAX_FRAGMENT_ATOMIC_COUNTER_BUFFERS}};
   for (unsigned i = 0; i < 2; i++) {
      GLint blocks = 0, counters = 0;
      glGetIntegerv(rows[i].blocks, &blocks);
      glGetIntegerv(rows[i].counters, &counters);
      api_expect("at least 8 blocks", blocks >= 8, 1);
      run_many(rows[i].stage, blocks < MANY_BLOCKS ? blocks : MANY_BLOCKS, counters < MANY_COUNTERS ? counters : MANY_COUNTERS);
   }
   api_expect_error(GL_NO_ERROR, "many blocks");
}

/* ---- a buffer of which a shader reads the length only ---------------------------------------------------------------------------- */

static void draw_length(void)
{
   uint32_t words[2];
   const GLuint result = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 0, sizeof(words), NULL);
   api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 1, 128, NULL);
   api_compute_program("#version 430\nlayout(local_size_x = 1) in; layout(std430, binding = 0) buffer A { uint word[2]; };\n"
                       "layout(std430, binding = 1) buffer B { vec4 first; vec4 rest[]; };\n"
                       "void main() { word[0] = 1u; word[1] = uint(rest.length()); }");
   glDispatchCompute(1, 1, 1);
   glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
   api_read_words(result, words, 2);
   api_expect("the store", (long)words[0], 1);
   api_expect("the length", (long)words[1], 7);
}

/* ---- border colours, which have a separate table for compute shaders ------------------------------------------------------------ */

static void draw_border(void)
{
   static const GLfloat color[4] = {0.1f, 0.2f, 0.3f, 0.4f};
   GLuint texture, image;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, color);
   glGenTextures(1, &image);
   glActiveTexture(GL_TEXTURE1);
   glBindTexture(GL_TEXTURE_2D, image);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, API_SIZE, API_SIZE);
   glBindImageTexture(0, image, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
   api_compute_program("#version 430\nlayout(local_size_x = 8, local_size_y = 8) in; layout(binding = 0) uniform sampler2D t;\n"
                       "layout(binding = 0) writeonly uniform image2D image;\n"
                       "void main() { imageStore(image, ivec2(gl_GlobalInvocationID.xy), textureLod(t, vec2(2.0, 0.5), 0.0)); }");
   glDispatchCompute(API_SIZE / 8, API_SIZE / 8, 1);
   glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
   api_program(vertex, NULL, "#version 430\nlayout(binding = 1) uniform sampler2D t; out vec4 color;\n"
               "void main() { color = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }");
   api_rectangle(-1, -1, 1, 1);
}

static void reference_border(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (const uint8_t[]){26, 51, 77, 102}, 4);
}

/* ---- work groups of variable size (ARB_compute_variable_group_size) ------------------------------------------------------------- */

/* Each invocation writes where its built-in inputs say; the groups of one wave and more have a barrier. */
static void draw_variable(void)
{
   static const char source[] = "#version 430\n" NEEDS("compute_variable_group_size")
      "layout(local_size_variable) in; layout(std430, binding = 1) buffer R { uint result[]; }; shared uint row[1024];\n"
      "void main() { uvec3 n = gl_LocalGroupSizeARB, l = gl_LocalInvocationID; uint i = gl_LocalInvocationIndex, all = n.x * n.y * n.z;\n"
      "row[i] = l.x + 100u * l.y + 10000u * l.z; barrier(); uvec3 g = gl_WorkGroupID;\n"
      "bool good = i == (l.z * n.y + l.y) * n.x + l.x && gl_GlobalInvocationID == g * n + l;\n"
      "uint group = (g.z * gl_NumWorkGroups.y + g.y) * gl_NumWorkGroups.x + g.x;\n"
      "result[group * all + i] = good ? row[all - 1u - i] + 1000000u * group : ~0u; }";
   static const GLuint sizes[][3] = {{1, 1, 1}, {64, 1, 1}, {8, 4, 2}, {3, 5, 7}, {1, 512, 1}, {16, 16, 4}, {1, 1, 64}};
   static uint32_t got[4 * 1024];
   GLint most = 0, fixed = 0, axis[3], size[3] = {-1, -1, -1};
   api_require("GL_ARB_compute_variable_group_size");
   PFNGLDISPATCHCOMPUTEGROUPSIZEARBPROC dispatch = (PFNGLDISPATCHCOMPUTEGROUPSIZEARBPROC)eglGetProcAddress("glDispatchComputeGroupSizeARB");
   const GLuint program = api_compute_program(source);
   glGetIntegerv(GL_MAX_COMPUTE_VARIABLE_GROUP_INVOCATIONS_ARB, &most);
   glGetIntegerv(GL_MAX_COMPUTE_FIXED_GROUP_INVOCATIONS_ARB, &fixed);
   api_expect("enough invocations of a group", most >= 512 && fixed >= 1024, 1);
   for (GLuint i = 0; i < 3; i++) {
      glGetIntegeri_v(GL_MAX_COMPUTE_VARIABLE_GROUP_SIZE_ARB, i, &axis[i]);
      api_expect("enough invocations in a direction", axis[i] >= (i < 2 ? 512 : 64), 1);
   }
   glGetProgramiv(program, GL_COMPUTE_WORK_GROUP_SIZE, size);
   api_expect("a variable size is zero", size[0] | size[1] | size[2], 0);
   for (unsigned k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
      const GLuint *n = sizes[k], all = n[0] * n[1] * n[2];
      if (all > (GLuint)most)
         continue;
      const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 1, sizeof(got), NULL);
      dispatch(2, 1, 2, n[0], n[1], n[2]);
      api_read_words(buffer, got, 4 * all);
      for (unsigned i = 0; i < 4 * all; i++) {
         const unsigned back = all - 1 - i % all;
         const uint32_t want = back % n[0] + back / n[0] % n[1] * 100 + back / n[0] / n[1] * 10000 + i / all * 1000000;
         if (got[i] != want)
            api_fail("groups of %u x %u x %u: word %u is %u instead of %u", n[0], n[1], n[2], i, got[i], want);
      }
      glDeleteBuffers(1, &buffer);
   }
   api_expect_error(GL_NO_ERROR, "groups of variable size");
   glDispatchCompute(1, 1, 1);
   api_expect_error(GL_INVALID_OPERATION, "a dispatch without a size");
   dispatch(1, 1, 1, 0, 1, 1);
   api_expect_error(GL_INVALID_VALUE, "a size of zero");
   dispatch(1, 1, 1, (GLuint)axis[0] + 1, 1, 1);
   api_expect_error(GL_INVALID_VALUE, "a size above the limit");
   dispatch(1, 1, 1, (GLuint)most, 2, 1);
   api_expect_error(GL_INVALID_VALUE, "too many invocations");

   /* A fixed size is in gl_LocalGroupSizeARB, too. */
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 1, 16, NULL);
   api_compute_program("#version 430\n" NEEDS("compute_variable_group_size")
      "layout(local_size_x = 3, local_size_z = 2) in; layout(std430, binding = 1) buffer R { uvec3 size; };\n"
      "void main() { size = gl_LocalGroupSizeARB; }");
   glDispatchCompute(1, 1, 1);
   api_read_words(buffer, got, 3);
   api_expect("a fixed size", (long)(got[0] * 100 + got[1] * 10 + got[2]), 312);
   dispatch(1, 1, 1, 1, 1, 1);
   api_expect_error(GL_INVALID_OPERATION, "a size for a shader that has one");
}

const struct api_body api_bodies_core_compute[] = {
   {"core-dispatch", CORE, 33, 0, 0, draw_dispatch, NULL},
   {"core-storage-stages", CORE, 33, 0, 0, draw_stages, reference_stages},
   {"core-counter-ops", CORE, 33, 0, 0, draw_counter_ops, NULL},
   {"core-compute-language", CORE, 33, 0, 0, draw_language, NULL},
   {"core-storage-many", CORE, 43, 0, 0, draw_many, NULL},
   {"core-storage-length", CORE, 43, 0, 0, draw_length, NULL},
   {"core-compute-border", CORE, 43, 1, 0, draw_border, reference_border},
   {"core-compute-variable", CORE, 43, 0, 0, draw_variable, NULL},
   {"core-compute-queries", CORE, 33, 0, 0, draw_queries, NULL},
   {0},
};
