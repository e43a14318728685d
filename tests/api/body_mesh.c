/* body_mesh.c: EXT_mesh_shader: outputs of vertices and primitives, tasks and their payload, built-in variables, resources of both
 * stages, indirect draws, chunks of many work groups, queries, limits and errors. */
#include <string.h>

#include "api_desktop.h"
#include "api_mesh.h"

static void begin(void)
{
   api_require("GL_EXT_mesh_shader");
}

static void set(uint8_t texel[4], unsigned r, unsigned g, unsigned b, unsigned a)
{
   const uint8_t value[4] = { (uint8_t)r, (uint8_t)g, (uint8_t)b, (uint8_t)a };
   memcpy(texel, value, 4);
}

/* ---- values of vertices and primitives --------------------------------------------------------------------------------------- */

/* Work group (x, y) of 8 x 8 draws a quad of 4 x 4 pixels: a value of its vertices, a block of them, a value of its primitives. */
static void draw_values(void)
{
   begin();
   make_program(NULL,
      "layout(local_size_x = 4) in;\n"
      "layout(triangles, max_vertices = 4, max_primitives = 2) out;\n"
      "layout(location = 0) out vec2 at[];\n"
      "layout(location = 1) perprimitiveEXT out uvec2 group[];\n"
      "layout(location = 2) out Block { float red[2]; flat int sum; } block[];\n"
      "void main() {\n"
      "   uint i = gl_LocalInvocationIndex;\n"
      "   vec2 corner = vec2(gl_WorkGroupID.xy + uvec2(i & 1u, i >> 1)) / vec2(gl_NumWorkGroups.xy);\n"
      "   SetMeshOutputsEXT(4u, 2u);\n"
      "   gl_MeshVerticesEXT[i].gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);\n"
      "   at[i] = corner;\n"
      "   block[i].red[0] = 0.0;\n"
      "   block[i].red[1] = float(gl_WorkGroupID.x) / 15.0;\n"
      "   block[i].sum = int(gl_GlobalInvocationID.x - i) / 4;\n"
      "   if (i < 2u) {\n"
      "      gl_PrimitiveTriangleIndicesEXT[i] = i == 0u ? uvec3(0, 1, 2) : uvec3(2, 1, 3);\n"
      "      group[i] = uvec2(gl_WorkGroupID.y, i);\n"
      "   }\n"
      "}\n", FRAGMENT
      "layout(location = 0) in vec2 at; layout(location = 1) perprimitiveEXT in uvec2 group;\n"
      "layout(location = 2) in Block { float red[2]; flat int sum; } block;\n"
      "void main() {\n"
      "   bool same = all(equal(uvec2(floor(at * 8.0)), uvec2(block.sum, group.x)));\n"
      "   c = vec4(block.red[1], float(group.x) / 15.0, 0.0, same && group.y < 2u ? 1.0 : 0.0);\n"
      "}\n");
   draw_tasks(8, 8, 1);
   api_expect_error(GL_NO_ERROR, "draw");
}

static void values_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++)
         set(rgba[y * API_SIZE + x], 17 * (x / 4), 17 * (y / 4), 0, 255);
}

/* ---- tasks ------------------------------------------------------------------------------------------------------------------ */

/* Task (x, y) asks for 3 x (y % 3) x 1 groups, so that none is made in some rows, and later tasks draw over earlier ones. */
static void draw_tasks_payload(void)
{
   begin();
   make_program(
      "layout(local_size_x = 8) in;\n"
      "struct Payload { uint row; bool odd; vec3 color; uint values[8]; };\n"
      "taskPayloadSharedEXT Payload payload;\n"
      "void main() {\n"
      "   payload.values[7u - gl_LocalInvocationIndex] = gl_LocalInvocationIndex + gl_WorkGroupID.y;\n"
      "   if (gl_LocalInvocationIndex == 3u) {\n"
      "      payload.row = gl_WorkGroupID.y;\n"
      "      payload.odd = (gl_WorkGroupID.x & 1u) != 0u;\n"
      "      payload.color = vec3(float(gl_WorkGroupID.x), float(gl_NumWorkGroups.x), float(gl_GlobalInvocationID.x)) / 255.0;\n"
      "   }\n"
      "   barrier();\n"
      "   EmitMeshTasksEXT(3u, payload.row % 3u, 1u);\n"
      "}\n",
      "layout(local_size_x = 1) in;\n"
      "layout(triangles, max_vertices = 8, max_primitives = 4) out;\n"
      "struct Payload { uint row; bool odd; vec3 color; uint values[8]; };\n"
      "taskPayloadSharedEXT Payload payload;\n"
      "layout(location = 0) perprimitiveEXT out vec4 color[];\n" PIXEL
      "void main() {\n"
      "   SetMeshOutputsEXT(8u, 4u);\n"
      "   pixel(0u, 8u * gl_WorkGroupID.x, payload.row + 16u * gl_WorkGroupID.y, 4u);\n"
      "   pixel(2u, 8u * gl_WorkGroupID.x + 4u, payload.row + 16u * gl_WorkGroupID.y, 4u);\n"
      "   for (uint i = 0u; i < 4u; i++)\n"
      "      color[i] = vec4(payload.color.xy, float(payload.values[i] + 10u * gl_NumWorkGroups.y) / 255.0, payload.odd ? 1.0 : 0.5);\n"
      "}\n", FRAGMENT
      "layout(location = 0) perprimitiveEXT in vec4 color; void main() { c = color; }\n");
   draw_tasks(2, 16, 1);
   api_expect_error(GL_NO_ERROR, "draw");
}

static void tasks_reference(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned row = 0; row < 16; row++)
      for (unsigned up = 0; up < row % 3; up++)
         for (unsigned x = 0; x < 24; x++) { /* of task (1, row), the last; primitive 0 and 1, or 2 and 3 */
            uint8_t *texel = rgba[(row + 16 * up) * API_SIZE + x];
            set(texel, 1, 2, 0, 255);
            texel[2] = 0; /* the two triangles of the quad differ: compared apart */
         }
}

static void draw_tasks_checked(void)
{
   static uint8_t got[API_TEXELS][4], wanted[API_TEXELS][4];
   draw_tasks_payload();
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, got);
   tasks_reference(wanted);
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, row = i / API_SIZE % 16, least = x % 8 < 4 ? 6 : 4;
      const bool drawn = wanted[i][3];
      const unsigned blue = got[i][2] - (drawn ? row + 10 * (row % 3) : 0);
      if (got[i][0] != wanted[i][0] || got[i][1] != wanted[i][1] || got[i][3] != wanted[i][3] ||
          (drawn ? blue != least && blue != least + 1 : got[i][2] != 0))
         api_fail("texel %u %u: %u %u %u %u", x, i / API_SIZE, got[i][0], got[i][1], got[i][2], got[i][3]);
   }
   api_checked();
}

/* The largest work groups: 1024 invocations of both stages, each of whose values passes through payload and shared memory. Two mesh work
 * groups draw 64 quads of 16 x 1 pixels; the second one's values stay. */
static void draw_largest(void)
{
   begin();
   make_program(
      "layout(local_size_x = 1024) in;\n"
      "taskPayloadSharedEXT struct { uint values[1024]; } payload;\n"
      "void main() {\n"
      "   payload.values[1023u - gl_LocalInvocationIndex] = gl_LocalInvocationIndex;\n"
      "   EmitMeshTasksEXT(2u, 1u, 1u);\n"
      "}\n",
      "layout(local_size_x = 32, local_size_y = 4, local_size_z = 8) in;\n"
      "layout(triangles, max_vertices = 256, max_primitives = 128) out;\n"
      "taskPayloadSharedEXT struct { uint values[1024]; } payload;\n"
      "shared uint values[1024];\n"
      "layout(location = 0) perprimitiveEXT out uvec4 color[];\n" PIXEL
      "void main() {\n"
      "   uint i = gl_LocalInvocationIndex;\n"
      "   values[1023u - i] = payload.values[i];\n"
      "   barrier();\n"
      "   SetMeshOutputsEXT(256u, 128u);\n"
      "   if (i < 64u) {\n"
      "      const uint value = values[16u * i + 7u * gl_WorkGroupID.x];\n"
      "      pixel(2u * i, 16u * (i & 1u), i >> 1, 16u);\n"
      "      color[2u * i] = color[2u * i + 1u] = uvec4(value & 255u, value >> 8, i, 255u);\n"
      "   }\n"
      "}\n", FRAGMENT
      "layout(location = 0) perprimitiveEXT in uvec4 color; void main() { c = vec4(color) / 255.0; }\n");
   draw_tasks(1, 1, 1);
   api_expect_error(GL_NO_ERROR, "draw");
}

static void largest_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++) {
         const unsigned quad = 2 * y + x / 16, value = 16 * quad + 7;
         set(rgba[y * API_SIZE + x], value & 255, value >> 8, quad, 255);
      }
}

/* EmitMeshTasksEXT in a loop, called by functions: it ends the work group, so no later command changes the payload or the number of groups. */
static void draw_emitted_in_function(void)
{
   begin();
   make_program(
      "layout(local_size_x = 4) in;\n"
      "taskPayloadSharedEXT uint row;\n"
      "uint emit(uint count) { if (count == 2u) EmitMeshTasksEXT(count, 1u, 1u); return count + 1u; }\n"
      "void step(uint i) { if (emit(i) == 5u) row = 100u; }\n"
      "void main() {\n"
      "   row = gl_WorkGroupID.x;\n"
      "   for (uint i = 0u; i < 9u; i++)\n"
      "      step(i);\n"
      "   row = 101u;\n"
      "   EmitMeshTasksEXT(0u, 0u, 0u);\n"
      "}\n",
      "layout(local_size_x = 1) in;\n"
      "layout(triangles, max_vertices = 4, max_primitives = 2) out;\n"
      "taskPayloadSharedEXT uint row;\n"
      "layout(location = 0) perprimitiveEXT out uvec2 color[];\n" PIXEL
      "void main() {\n"
      "   SetMeshOutputsEXT(4u, 2u);\n"
      "   pixel(0u, 16u * gl_WorkGroupID.x, row, 16u);\n"
      "   color[0] = color[1] = uvec2(row, gl_WorkGroupID.x);\n"
      "}\n", FRAGMENT
      "layout(location = 0) perprimitiveEXT in uvec2 color; void main() { c = vec4(color, 7u, 255u) / 255.0; }\n");
   draw_tasks(API_SIZE, 1, 1);
   api_expect_error(GL_NO_ERROR, "draw");
}

static void emitted_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++)
         set(rgba[y * API_SIZE + x], y, x / 16, 7, 255);
}

/* ---- built-in outputs ------------------------------------------------------------------------------------------------------- */

/* 16 pixels of a row: culled, clipped, beyond the number of primitives, or with gl_PrimitiveID. */
static void draw_builtins(void)
{
   begin();
   make_program(NULL,
      "layout(local_size_x = 16) in;\n"
      "layout(triangles, max_vertices = 64, max_primitives = 32) out;\n"
      "out gl_MeshPerVertexEXT { vec4 gl_Position; float gl_ClipDistance[1]; } gl_MeshVerticesEXT[];\n" PIXEL
      "void main() {\n"
      "   uint i = gl_LocalInvocationIndex;\n"
      "   SetMeshOutputsEXT(64u, 24u);\n"
      "   pixel(2u * i, 2u * i, gl_WorkGroupID.x, 2u);\n"
      "   for (uint k = 0u; k < 4u; k++)\n"
      "      gl_MeshVerticesEXT[4u * i + k].gl_ClipDistance[0] = (i & 3u) == 1u ? -1.0 : 1.0;\n"
      "   for (uint k = 2u * i; k < 2u * i + 2u; k++) {\n"
      "      gl_MeshPrimitivesEXT[k].gl_CullPrimitiveEXT = (i & 3u) == 2u;\n"
      "      gl_MeshPrimitivesEXT[k].gl_PrimitiveID = int(100u + i);\n"
      "   }\n"
      "}\n", FRAGMENT "void main() { c = vec4(float(gl_PrimitiveID) / 255.0, 0.0, 0.0, 1.0); }\n");
   glEnable(GL_CLIP_DISTANCE0);
   draw_tasks(32, 1, 1);
   glDisable(GL_CLIP_DISTANCE0);
   api_expect_error(GL_NO_ERROR, "draw");
}

static void builtins_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned quad = i % API_SIZE / 2;
      const bool drawn = quad < 12 && quad % 4 != 1 && quad % 4 != 2;
      set(rgba[i], drawn ? 100 + quad : 0, 0, 0, drawn ? 255 : 0);
   }
}

/* Points of a size, and lines. */
static void draw_points(void)
{
   begin();
   make_program(NULL,
      "layout(local_size_x = 8) in; layout(points, max_vertices = 8, max_primitives = 8) out;\n"
      "void main() {\n"
      "   uint i = gl_LocalInvocationIndex;\n"
      "   SetMeshOutputsEXT(8u, 8u);\n"
      "   gl_MeshVerticesEXT[i].gl_Position = vec4((4.0 * vec2(i, gl_WorkGroupID.x) + 2.0) / 16.0 - 1.0, 0.0, 1.0);\n"
      "   gl_MeshVerticesEXT[i].gl_PointSize = 2.0;\n"
      "   gl_PrimitivePointIndicesEXT[i] = i;\n"
      "}\n", FRAGMENT "void main() { c = vec4(1.0, 0.0, 0.0, 1.0); }\n");
   if (!mesh_context_is_es())
      glEnable(GL_PROGRAM_POINT_SIZE);
   draw_tasks(8, 1, 1);
   make_program(NULL,
      "layout(local_size_x = 1) in; layout(lines, max_vertices = 2, max_primitives = 1) out;\n"
      "void main() {\n"
      "   SetMeshOutputsEXT(2u, 1u);\n"
      "   for (uint i = 0u; i < 2u; i++)\n"
      "      gl_MeshVerticesEXT[i].gl_Position = vec4(i == 0u ? -1.0 : 1.0, (4.0 * float(gl_WorkGroupID.x) + 0.5) / 16.0 - 1.0, 0.0, 1.0);\n"
      "   gl_PrimitiveLineIndicesEXT[0] = uvec2(0, 1);\n"
      "}\n", FRAGMENT "void main() { c = vec4(0.0, 1.0, 0.0, 1.0); }\n");
   draw_tasks(8, 1, 1);
   api_expect_error(GL_NO_ERROR, "draw");
}

static void points_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE % 4, y = i / API_SIZE % 4;
      const bool point = (x == 1 || x == 2) && (y == 1 || y == 2);
      set(rgba[i], point ? 255 : 0, y == 0 ? 255 : 0, 0, point || y == 0 ? 255 : 0);
   }
}

/* ---- resources -------------------------------------------------------------------------------------------------------------- */

/* Uniforms, blocks, textures, images, atomic counters and shared memory of both stages. */
static void draw_resources(void)
{
   static const GLuint zeros[64];
   static const GLfloat block[4] = { 5, 6, 7, 8 };
   static const uint8_t texel[4] = { 9, 0, 0, 255 };
   GLuint buffers[4], textures[2], counters[2], stored[64];
   begin();
   const GLuint program = make_program(
      "layout(local_size_x = 64) in;\n"
      "layout(std140, binding = 0) uniform Block { vec4 block; };\n"
      "layout(std430, binding = 0) buffer Store { uint stored[]; };\n"
      "layout(binding = 0, offset = 0) uniform atomic_uint tasks;\n"
      "layout(binding = 0) uniform sampler2D tex;\n"
      "layout(location = 0) uniform uint plain;\n"
      "shared uint sum;\n"
      "taskPayloadSharedEXT uint total;\n"
      "void main() {\n"
      "   if (gl_LocalInvocationIndex == 0u) sum = 0u;\n"
      "   barrier();\n"
      "   atomicAdd(sum, gl_LocalInvocationIndex);\n"
      "   atomicCounterIncrement(tasks);\n"
      "   barrier();\n"
      "   total = sum + plain;\n"
      "   if (gl_LocalInvocationIndex == 0u) {\n"
      "      stored[gl_WorkGroupID.x] = sum;\n"
      "      stored[8u + gl_WorkGroupID.x] = uint(block.y) + uint(textureLod(tex, vec2(0.5), 0.0).x * 255.0 + 0.5);\n"
      "   }\n"
      "   EmitMeshTasksEXT(1u, 1u, 1u);\n"
      "}\n",
      "layout(local_size_x = 64) in; layout(triangles, max_vertices = 4, max_primitives = 2) out;\n"
      "layout(std140, binding = 0) uniform Block { vec4 block; };\n"
      "layout(std430, binding = 0) buffer Store { uint stored[]; };\n"
      "layout(binding = 0, offset = 4) uniform atomic_uint meshes;\n"
      "layout(binding = 1, r32ui) uniform uimage2D image;\n"
      "layout(location = 0) uniform uint plain;\n"
      "shared uint most;\n"
      "taskPayloadSharedEXT uint total;\n" PIXEL
      "void main() {\n"
      "   if (gl_LocalInvocationIndex == 0u) most = 0u;\n"
      "   barrier();\n"
      "   atomicMax(most, gl_LocalInvocationIndex + total);\n"
      "   atomicCounterIncrement(meshes);\n"
      "   barrier();\n"
      "   SetMeshOutputsEXT(4u, 2u);\n"
      "   if (gl_LocalInvocationIndex == 63u) {\n"
      "      atomicAdd(stored[16], most);\n"
      "      imageAtomicAdd(image, ivec2(0), uint(block.w) + plain);\n"
      "      pixel(0u, 0u, 0u, 32u);\n"
      "   }\n"
      "}\n", FRAGMENT "void main() { c = vec4(1.0); }\n");
   glGenBuffers(4, buffers);
   glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffers[0]);
   glBufferData(GL_UNIFORM_BUFFER, sizeof block, block, GL_STATIC_DRAW);
   glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffers[1]);
   glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof zeros, zeros, GL_STATIC_DRAW);
   glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, buffers[2]);
   glBufferData(GL_ATOMIC_COUNTER_BUFFER, 8, zeros, GL_STATIC_DRAW);
   glGenTextures(2, textures);
   glBindTexture(GL_TEXTURE_2D, textures[1]);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32UI, 1, 1);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, zeros);
   glBindImageTexture(1, textures[1], 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
   glBindTexture(GL_TEXTURE_2D, textures[0]);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 1, 1);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
   glProgramUniform1ui(program, 0, 1000);
   draw_tasks(8, 1, 1);
   glMemoryBarrier(GL_ALL_BARRIER_BITS);
   glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof stored, stored);
   glGetBufferSubData(GL_ATOMIC_COUNTER_BUFFER, 0, 8, counters);
   for (unsigned i = 0; i < 8; i++) {
      api_expect("sum of a task", stored[i], 63 * 32);
      api_expect("block and texture", stored[8 + i], 6 + 9);
   }
   api_expect("sum of mesh shaders", stored[16], 8 * (63 * 32 + 1000 + 63));
   api_expect("counter of tasks", counters[0], 8 * 64);
   api_expect("counter of mesh shaders", counters[1], 8 * 64);
   GLuint value = 0;
   glBindTexture(GL_TEXTURE_2D, textures[1]);
   desktop.GetTexImage(GL_TEXTURE_2D, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, &value);
   api_expect("image", value, 8 * (8 + 1000));
   api_expect_error(GL_NO_ERROR, "resources");
}

/* ---- arguments in buffers --------------------------------------------------------------------------------------------------- */

#define ROWS_MESH \
   "layout(local_size_x = 1) in; layout(triangles, max_vertices = 4, max_primitives = 2) out;\n" \
   "layout(location = 0) perprimitiveEXT out float green[];\n" PIXEL \
   "void main() {\n" \
   "   SetMeshOutputsEXT(4u, 2u);\n" \
   "   pixel(0u, 4u * uint(gl_DrawID), gl_WorkGroupID.x + gl_WorkGroupID.y + gl_WorkGroupID.z, 4u);\n" \
   "   green[0] = green[1] = float(gl_NumWorkGroups.x * gl_NumWorkGroups.y * gl_NumWorkGroups.z) / 255.0;\n" \
   "}\n"
/* Without gl_DrawID, which OpenGL ES lacks. */
#define ROWS_ES \
   "layout(local_size_x = 1) in; layout(triangles, max_vertices = 4, max_primitives = 2) out;\n" PIXEL \
   "void main() { SetMeshOutputsEXT(4u, 2u); pixel(0u, 4u * gl_NumWorkGroups.y, gl_WorkGroupID.x, 4u); }\n"
#define WHITE FRAGMENT "void main() { c = vec4(1.0); }\n"
#define ROWS_FRAGMENT FRAGMENT "layout(location = 0) perprimitiveEXT in float green; void main() { c = vec4(0.0, green, 0.0, 1.0); }\n"

/* Draws 0 .. 3, the last without groups, then draw 0 of another command: 20 rows. */
static void draw_indirect(void)
{
   static const GLuint arguments[] = { 7, 7, 3, 1, 1, 7, 1, 5, 1, 7, 1, 1, 9, 7, 1, 0, 1, 7, 20, 1, 1 }, count[] = { 7, 9, 4 };
   GLuint buffers[2];
   begin();
   make_program(NULL, ROWS_MESH, ROWS_FRAGMENT);
   glGenBuffers(2, buffers);
   glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffers[0]);
   glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof arguments, arguments, GL_STATIC_DRAW);
   glBindBuffer(GL_PARAMETER_BUFFER, buffers[1]);
   glBufferData(GL_PARAMETER_BUFFER, sizeof count, count, GL_STATIC_DRAW);
   multi_draw_indirect(8, 2, 16);
   glClear(GL_COLOR_BUFFER_BIT);
   multi_draw_count(8, 8, 3, 16);
   draw_tasks_indirect(72);
   api_expect_error(GL_NO_ERROR, "draw");
}

static void indirect_reference(uint8_t rgba[API_TEXELS][4])
{
   static const unsigned rows[API_SIZE / 4] = { 20, 5, 9 };
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned column = i % API_SIZE / 4, row = i / API_SIZE;
      set(rgba[i], 0, row < rows[column] ? rows[column] : 0, 0, row < rows[column] ? 255 : 0);
   }
}

/* Draws of 5, 9 and no rows, twice and three times, at columns 8 and 12, and one of 20 rows at column 4. */
static void draw_indirect_es(void)
{
   static const GLuint arguments[] = { 7, 7, 20, 1, 1, 7, 5, 2, 1, 7, 9, 3, 1, 7, 9, 0, 1, 7 };
   GLuint buffer;
   begin();
   make_program(NULL, ROWS_ES, WHITE);
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffer);
   glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof arguments, arguments, GL_STATIC_DRAW);
   multi_draw_indirect(24, 3, 16);
   draw_tasks_indirect(8);
   api_expect_error(GL_NO_ERROR, "draw");
}

static void indirect_es_reference(uint8_t rgba[API_TEXELS][4])
{
   static const unsigned rows[API_SIZE / 4] = { [1] = 20, [2] = 5, [3] = 9 };
   for (unsigned i = 0; i < API_TEXELS; i++)
      memset(rgba[i], i / API_SIZE < rows[i % API_SIZE / 4] ? 255 : 0, 4);
}

/* ---- many work groups ------------------------------------------------------------------------------------------------------- */

/* Each pixel is drawn by 9 groups, of which the last one wins, so that chunks have to keep the order. */
static void draw_many(void)
{
   begin();
   make_program(
      "layout(local_size_x = 1) in; taskPayloadSharedEXT uint task;\n"
      "void main() { task = gl_WorkGroupID.x + 32u * gl_WorkGroupID.y; EmitMeshTasksEXT(16u, 2u, 9u); }\n",
      "layout(local_size_x = 1) in; layout(triangles, max_vertices = 4, max_primitives = 2) out;\n"
      "taskPayloadSharedEXT uint task;\n"
      "layout(location = 0) perprimitiveEXT out vec4 color[];\n" PIXEL
      "void main() {\n"
      "   SetMeshOutputsEXT(4u, 2u);\n"
      "   pixel(0u, gl_WorkGroupID.x + 16u * gl_WorkGroupID.y, task & 31u, 1u);\n"
      "   color[0] = color[1] = vec4(task >> 5, gl_WorkGroupID.z, gl_WorkGroupID.x, 255.0) / 255.0;\n"
      "}\n", FRAGMENT "layout(location = 0) perprimitiveEXT in vec4 color; void main() { c = color; }\n");
   draw_tasks(32, 3, 1);
   api_expect_error(GL_NO_ERROR, "draw");
}

static void many_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      set(rgba[i], 2, 8, i % 16, 255);
}

/* ---- queries ---------------------------------------------------------------------------------------------------------------- */

static void draw_queries(void)
{
   static const GLenum target[] = { GL_TASK_SHADER_INVOCATIONS_EXT, GL_MESH_SHADER_INVOCATIONS_EXT, GL_MESH_PRIMITIVES_GENERATED_EXT,
                                    GL_PRIMITIVES_GENERATED };
   GLuint query[5], buffer, word[2] = { 0, 77 };
   begin();
   make_program("layout(local_size_x = 3, local_size_y = 2) in; void main() { EmitMeshTasksEXT(gl_WorkGroupID.x, 2u, 1u); }\n",
      "layout(local_size_x = 5) in; layout(triangles, max_vertices = 4, max_primitives = 2) out;\n" PIXEL
      "void main() {\n"
      "   SetMeshOutputsEXT(4u, gl_WorkGroupID.x == 0u ? 2u : 1u);\n"
      "   if (gl_LocalInvocationIndex == 0u) pixel(0u, 0u, 0u, 32u);\n"
      "}\n", FRAGMENT "void main() { c = vec4(1.0); }\n");
   glGenQueries(5, query);
   for (unsigned i = 0; i < 4; i++)
      glBeginQuery(target[i], query[i]);
   draw_tasks(4, 1, 1); /* 4 tasks; 2 * (0 + 1 + 2 + 3) groups, of which 6 are in the first column */
   for (unsigned i = 0; i < 4; i++)
      glEndQuery(target[i]);
   api_expect("task invocations", (long)query_value(query[0]), 4 * 6);
   api_expect("mesh invocations", (long)query_value(query[1]), 12 * 5);
   api_expect("mesh primitives", (long)query_value(query[2]), 6 * 2 + 6);
   api_expect("primitives", (long)query_value(query[3]), 0);
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_QUERY_BUFFER, buffer);
   glBufferData(GL_QUERY_BUFFER, sizeof word, word, GL_STATIC_DRAW);
   glGetQueryObjectuiv(query[1], GL_QUERY_RESULT, NULL);
   glGetBufferSubData(GL_QUERY_BUFFER, 0, sizeof word, word);
   glBindBuffer(GL_QUERY_BUFFER, 0);
   api_expect("result in a buffer", word[0], 60);
   api_expect("the word after it", word[1], 77);
   /* A draw that conditional rendering discards. */
   glBeginQuery(GL_ANY_SAMPLES_PASSED, query[4]);
   glEndQuery(GL_ANY_SAMPLES_PASSED);
   glBeginConditionalRender(query[4], GL_QUERY_WAIT);
   glBeginQuery(target[1], query[1]);
   draw_tasks(4, 1, 1);
   glEndQuery(target[1]);
   glEndConditionalRender();
   api_expect("mesh invocations of a discarded draw", (long)query_value(query[1]), 0);
   api_expect_error(GL_NO_ERROR, "queries");
}

/* ---- limits and errors ------------------------------------------------------------------------------------------------------ */

static void draw_limits(void)
{
   /* EXT_mesh_shader, tables 23.63 and 23.64. */
   static const struct { GLenum name; GLint least; bool indexed; } limits[] = {
      { GL_MAX_TASK_WORK_GROUP_TOTAL_COUNT_EXT, 1 << 22, false }, { GL_MAX_MESH_WORK_GROUP_TOTAL_COUNT_EXT, 1 << 22, false },
      { GL_MAX_TASK_WORK_GROUP_COUNT_EXT, 65535, true }, { GL_MAX_MESH_WORK_GROUP_COUNT_EXT, 65535, true },
      { GL_MAX_TASK_WORK_GROUP_SIZE_EXT, 128, true }, { GL_MAX_MESH_WORK_GROUP_SIZE_EXT, 128, true },
      { GL_MAX_TASK_WORK_GROUP_INVOCATIONS_EXT, 128, false }, { GL_MAX_MESH_WORK_GROUP_INVOCATIONS_EXT, 128, false },
      { GL_MAX_TASK_PAYLOAD_SIZE_EXT, 16384, false }, { GL_MAX_TASK_SHARED_MEMORY_SIZE_EXT, 32768, false },
      { GL_MAX_TASK_PAYLOAD_AND_SHARED_MEMORY_SIZE_EXT, 32768, false }, { GL_MAX_MESH_SHARED_MEMORY_SIZE_EXT, 28672, false },
      { GL_MAX_MESH_PAYLOAD_AND_SHARED_MEMORY_SIZE_EXT, 28672, false }, { GL_MAX_MESH_OUTPUT_MEMORY_SIZE_EXT, 32768, false },
      { GL_MAX_MESH_PAYLOAD_AND_OUTPUT_MEMORY_SIZE_EXT, 48128, false }, { GL_MAX_MESH_OUTPUT_PRIMITIVES_EXT, 256, false },
      { GL_MAX_MESH_OUTPUT_VERTICES_EXT, 256, false }, { GL_MAX_MESH_OUTPUT_COMPONENTS_EXT, 128, false },
      { GL_MAX_MESH_OUTPUT_LAYERS_EXT, 1, false }, { GL_MAX_MESH_MULTIVIEW_VIEW_COUNT_EXT, 1, false },
   };
   begin();
   for (unsigned i = 0; i < sizeof limits / sizeof limits[0]; i++)
      for (GLuint k = 0; k < (limits[i].indexed ? 3 : 1); k++) {
         GLint value = 0;
         if (limits[i].indexed)
            glGetIntegeri_v(limits[i].name, k, &value);
         else
            glGetIntegerv(limits[i].name, &value);
         if (value < limits[i].least)
            api_fail("limit 0x%x is %d, not at least %d", limits[i].name, value, limits[i].least);
      }
   api_checked();
   draw_tasks(1, 1, 1);
   api_expect_error(GL_INVALID_OPERATION, "no program");
   make_program(NULL, ROWS_ES, WHITE);
   GLint most[3], total;
   for (GLuint i = 0; i < 3; i++)
      glGetIntegeri_v(GL_MAX_MESH_WORK_GROUP_COUNT_EXT, i, &most[i]);
   glGetIntegerv(GL_MAX_MESH_WORK_GROUP_TOTAL_COUNT_EXT, &total);
   draw_tasks((GLuint)most[0] + 1, 1, 1);
   api_expect_error(GL_INVALID_VALUE, "too many work groups in a dimension");
   if ((int64_t)most[0] * most[1] > total) {
      draw_tasks((GLuint)most[0], (GLuint)most[1], 1);
      api_expect_error(GL_INVALID_VALUE, "too many work groups");
   }
   draw_tasks_indirect(0);
   api_expect_error(GL_INVALID_OPERATION, "no buffer");
   multi_draw_indirect(0, 0, 0);
   api_expect_error(GL_INVALID_VALUE, "no draws");
}

const struct api_body api_bodies_mesh[] = {
   { "mesh-values", CORE, 46, 1, 0, draw_values, values_reference },
   { "mesh-tasks", CORE, 46, 0, 0, draw_tasks_checked },
   { "mesh-largest", CORE, 46, 0, 0, draw_largest, largest_reference },
   { "mesh-emit-in-function", CORE, 46, 0, 0, draw_emitted_in_function, emitted_reference },
   { "mesh-builtins", CORE, 46, 0, 0, draw_builtins, builtins_reference },
   { "mesh-points", CORE, 46, 0, 0, draw_points, points_reference },
   { "mesh-resources", CORE, 46, 0, 0, draw_resources },
   { "mesh-indirect", CORE, 46, 0, 0, draw_indirect, indirect_reference },
   { "mesh-many", CORE, 46, 0, 0, draw_many, many_reference },
   { "mesh-queries", COMPATIBILITY, 46, 0, 0, draw_queries },
   { "mesh-limits", CORE, 46, 0, 0, draw_limits },
   { "es32-mesh-values", GLES, 32, 1, 0, draw_values, values_reference },
   { "es32-mesh-tasks", GLES, 32, 0, 0, draw_tasks_checked },
   { "es32-mesh-points", GLES, 32, 0, 0, draw_points, points_reference },
   { "es32-mesh-indirect", GLES, 32, 0, 0, draw_indirect_es, indirect_es_reference },
   { "es32-mesh-many", GLES, 32, 0, 0, draw_many, many_reference },
   { "es32-mesh-limits", GLES, 32, 0, 0, draw_limits },
   { NULL },
};
