/* body_subgroups.c: operations between the invocations of a subgroup (KHR_shader_subgroup, ARB_shader_ballot). Shaders store which
 * invocations form a subgroup, and the results, which are computed again here from the values of its active invocations. */
#include <stdio.h>
#include <string.h>

#include "api_compute.h"

#define THREADS 100       /* of a group: the last subgroup is not full */
#define SLOTS 8           /* results of an invocation */
#define IS_ACTIVE(i) ((i) % 3 != 1)

#define EXTENSION(kind) "#extension GL_KHR_shader_subgroup_" kind " : require\n"
#define EXTENSIONS                                                                                                          \
   EXTENSION("basic") EXTENSION("vote") EXTENSION("ballot") EXTENSION("arithmetic") EXTENSION("shuffle")                    \
   EXTENSION("shuffle_relative") EXTENSION("clustered") EXTENSION("quad")

static uint32_t value[THREADS], place[THREADS], result[THREADS * SLOTS]; /* place: subgroup << 8 | invocation */
static unsigned group_size;

/* Runs `body` in the active invocations: v: the invocation's value; put(k, x) stores result k. where: `place` of the invocation. */
static void run_at(const char *header, const char *where, const char *body)
{
   char source[6000];
   static const uint32_t zero[THREADS * SLOTS];
   snprintf(source, sizeof source,
      "%slayout(local_size_x = 100) in;\n"
      "layout(std430, binding = 0) buffer V { uint value[]; };\nlayout(std430, binding = 1) buffer P { uint place[]; };\n"
      "layout(std430, binding = 2) buffer R { uint result[]; };\n"
      "void put(int k, uint x) { result[8 * int(gl_LocalInvocationIndex) + k] = x; }\n"
      "void put(int k, int x) { put(k, uint(x)); }\nvoid put(int k, float x) { put(k, floatBitsToUint(x)); }\n"
      "void put(int k, bool x) { put(k, x ? 1u : 0u); }\n"
      "void main() { uint i = gl_LocalInvocationIndex, v = value[i]; place[i] = %s;\n"
      "if (i %% 3u != 1u) { %s } }\n", header, where, body);
   for (unsigned i = 0; i < THREADS; i++)
      value[i] = (i * 2654435761u) >> 7;
   api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 0, sizeof value, value);
   const GLuint places = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 1, sizeof place, NULL);
   const GLuint results = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 2, sizeof result, zero);
   const GLuint program = api_compute_program(source);
   glDispatchCompute(1, 1, 1);
   api_read_words(places, place, THREADS);
   api_read_words(results, result, THREADS * SLOTS);
   api_expect_error(GL_NO_ERROR, "subgroups");
   glUseProgram(0);
   glDeleteProgram(program);
}

static void run(const char *version, const char *body)
{
   char header[1000];
   GLint size = 0;
   api_require("GL_KHR_shader_subgroup");
   snprintf(header, sizeof header, "%s" EXTENSIONS, version);
   run_at(header, "gl_SubgroupID << 8 | gl_SubgroupInvocationID", body);
   glGetIntegerv(GL_SUBGROUP_SIZE_KHR, &size);
   group_size = (unsigned)size;
}

/* The active invocation of i's subgroup with a number, or -1. */
static int peer(unsigned i, unsigned invocation)
{
   for (unsigned k = 0; k < THREADS; k++)
      if (IS_ACTIVE(k) && place[k] >> 8 == place[i] >> 8 && (place[k] & 255) == invocation)
         return (int)k;
   return -1;
}

static unsigned own(unsigned i)
{
   return place[i] & 255;
}

static void expect(const char *what, unsigned i, unsigned slot, uint32_t wanted)
{
   if (result[i * SLOTS + slot] != wanted)
      api_fail("%s, result %u of invocation %u (%u of its subgroup): 0x%x, not 0x%x", what, slot, i, own(i),
               result[i * SLOTS + slot], wanted);
}

/* ---- arithmetic ---------------------------------------------------------------------------------------------------------- */

enum kind { UINT, INT, FLOAT, BOOL };

static float as_float(uint32_t v)
{
   float f;
   memcpy(&f, &v, 4);
   return f;
}

static uint32_t of_float(float f)
{
   uint32_t v;
   memcpy(&v, &f, 4);
   return v;
}

static uint32_t combine(enum kind kind, const char *op, uint32_t a, uint32_t b)
{
   const float x = as_float(a), y = as_float(b);
   const bool less = kind == FLOAT ? x < y : kind == INT ? (int32_t)a < (int32_t)b : a < b;
   if (!strcmp(op, "Add"))
      return kind == FLOAT ? of_float(x + y) : a + b;
   if (!strcmp(op, "Mul"))
      return kind == FLOAT ? of_float(x * y) : a * b;
   if (!strcmp(op, "Min"))
      return less ? a : b;
   if (!strcmp(op, "Max"))
      return less ? b : a;
   return !strcmp(op, "And") ? a & b : !strcmp(op, "Or") ? a | b : a ^ b;
}

/* The identity of the operation. */
static uint32_t identity(enum kind kind, const char *op)
{
   if (!strcmp(op, "Mul"))
      return kind == FLOAT ? of_float(1) : 1;
   if (!strcmp(op, "Min"))
      return kind == FLOAT ? 0x7f800000 : kind == INT ? INT32_MAX : UINT32_MAX;
   if (!strcmp(op, "Max"))
      return kind == FLOAT ? 0xff800000 : kind == INT ? (uint32_t)INT32_MIN : 0;
   return strcmp(op, "And") ? 0 : kind == BOOL ? 1 : UINT32_MAX;
}

/* The operand of an invocation. Sums and products of the floats are exact in any order. */
static uint32_t operand(enum kind kind, const char *op, unsigned i)
{
   const uint32_t v = value[i];
   if (kind == FLOAT)
      return of_float(strcmp(op, "Mul") ? (float)(v % 1000) - 500 : v & 1 ? -2.0f : 0.5f);
   return kind == BOOL ? v % 7 > 1 : kind == INT ? v - (1u << 24) : v;
}

/* Of the active invocations [first, end) of i's subgroup. */
static uint32_t over(enum kind kind, const char *op, unsigned i, unsigned first, unsigned end)
{
   uint32_t v = identity(kind, op);
   for (unsigned k = first; k < end; k++)
      if (peer(i, k) >= 0)
         v = combine(kind, op, v, operand(kind, op, (unsigned)peer(i, k)));
   return v;
}

static void check_operation(enum kind kind, const char *op)
{
   static const char *const operands[] = { "v", "int(v) - 16777216", "float(v % 1000u) - 500.0", "v % 7u > 1u" };
   static const char *const types[] = { "uint", "int", "float", "bool" };
   const bool product = kind == FLOAT && !strcmp(op, "Mul");
   char body[1000];
   snprintf(body, sizeof body,
      "%s x = %s; put(0, subgroup%s(x)); put(1, subgroupInclusive%s(x)); put(2, subgroupExclusive%s(x));\n"
      "put(3, subgroupClustered%s(x, 1u)); put(4, subgroupClustered%s(x, 8u)); put(5, subgroupClustered%s(x, 32u));",
      types[kind], product ? "(v & 1u) == 1u ? -2.0 : 0.5" : operands[kind], op, op, op, op, op, op);
   run("#version 310 es\n", body);
   for (unsigned i = 0; i < THREADS; i++) {
      if (!IS_ACTIVE(i))
         continue;
      const unsigned lane = own(i);
      expect(op, i, 0, over(kind, op, i, 0, group_size));
      expect(op, i, 1, over(kind, op, i, 0, lane + 1));
      expect(op, i, 2, over(kind, op, i, 0, lane));
      expect(op, i, 3, operand(kind, op, i));
      expect(op, i, 4, over(kind, op, i, lane & ~7u, (lane & ~7u) + 8));
      if (group_size >= 32)
         expect(op, i, 5, over(kind, op, i, lane & ~31u, (lane & ~31u) + 32));
   }
}

static void draw_numbers(void)
{
   static const char *const ops[] = { "Add", "Mul", "Min", "Max" };
   for (unsigned i = 0; i < 4; i++)
      for (unsigned kind = UINT; kind <= FLOAT; kind++)
         check_operation((enum kind)kind, ops[i]);
}

static void draw_bits(void)
{
   static const char *const ops[] = { "And", "Or", "Xor" };
   for (unsigned i = 0; i < 3; i++) {
      check_operation(UINT, ops[i]);
      check_operation(INT, ops[i]);
      check_operation(BOOL, ops[i]);
   }
}

/* Doubles whose low words differ, and vectors. */
static void draw_doubles(void)
{
   run("#version 430\n#extension GL_ARB_gpu_shader_fp64 : require\n",
       "dvec2 x = dvec2(double(v) * 1048576.0 + 0.25, -double(v)); uvec2 w = unpackDouble2x32(subgroupInclusiveAdd(x).x);\n"
       "put(0, w.x); put(1, w.y); w = unpackDouble2x32(subgroupMin(x).y); put(2, w.x); put(3, w.y);\n"
       "w = unpackDouble2x32(subgroupShuffleXor(x, 2u).x); put(4, w.x); put(5, w.y); w = unpackDouble2x32(subgroupBroadcastFirst(x).x);\n"
       "put(6, w.x); put(7, w.y);");
   for (unsigned i = 0; i < THREADS; i++) {
      double wanted[4] = { 0, 0, 0, 0 };
      unsigned first = group_size;
      for (unsigned k = 0; IS_ACTIVE(i) && k < group_size; k++) {
         const int p = peer(i, k);
         if (p < 0)
            continue;
         const double x = value[p] * 1048576.0 + 0.25;
         wanted[0] += k <= own(i) ? x : 0;
         wanted[1] = -(double)value[p] < wanted[1] ? -(double)value[p] : wanted[1];
         wanted[2] = k == (own(i) ^ 2) ? x : wanted[2];
         if (first == group_size)
            wanted[3] = x;
         first = k < first ? k : first;
      }
      for (unsigned r = 0; IS_ACTIVE(i) && r < 4; r++) {
         uint32_t w[2];
         memcpy(w, &wanted[r], 8);
         if (r == 2 && peer(i, own(i) ^ 2) < 0)
            continue;
         expect("doubles", i, 2 * r, w[0]);
         expect("doubles", i, 2 * r + 1, w[1]);
      }
   }
}

/* ---- values of other invocations ------------------------------------------------------------------------------------------- */

/* Only where the other invocation is active: else the value is undefined. */
static void expect_of(const char *what, unsigned i, unsigned slot, unsigned from)
{
   if (from < group_size && peer(i, from) >= 0)
      expect(what, i, slot, value[peer(i, from)]);
}

static void draw_moves(void)
{
   run("#version 310 es\n",
       "put(0, subgroupBroadcast(v, 5u)); put(1, subgroupBroadcastFirst(v)); put(2, subgroupShuffle(v, (v >> 3) & 31u));\n"
       "put(3, subgroupShuffleXor(v, 9u)); put(4, subgroupShuffleXor(v, gl_SubgroupSize / 2u)); put(5, subgroupShuffleUp(v, 3u));\n"
       "put(6, subgroupShuffleDown(v, v & 7u)); put(7, subgroupBroadcast(v, 3u));");
   for (unsigned i = 0; i < THREADS; i++) {
      unsigned first = 0, lane = own(i);
      while (IS_ACTIVE(i) && peer(i, first) < 0)
         first++;
      if (!IS_ACTIVE(i))
         continue;
      expect_of("broadcast", i, 0, 5);
      expect_of("first", i, 1, first);
      expect_of("shuffle", i, 2, value[i] >> 3 & 31);
      expect_of("xor", i, 3, lane ^ 9);
      expect_of("xor of halves", i, 4, lane ^ group_size / 2);
      expect_of("up", i, 5, lane - 3);
      expect_of("down", i, 6, lane + (value[i] & 7));
      expect_of("broadcast", i, 7, 3);
   }
}

static void draw_quads(void)
{
   GLboolean every = GL_FALSE;
   run("#version 310 es\n",
       "put(0, subgroupQuadBroadcast(v, 0u)); put(1, subgroupQuadBroadcast(v, 3u)); put(2, subgroupQuadSwapHorizontal(v));\n"
       "put(3, subgroupQuadSwapVertical(v)); put(4, subgroupQuadSwapDiagonal(v));");
   glGetBooleanv(GL_SUBGROUP_QUAD_ALL_STAGES_KHR, &every);
   for (unsigned i = 0; i < THREADS; i++) {
      const unsigned lane = own(i);
      if (!IS_ACTIVE(i) || !every)
         continue;
      expect_of("quad", i, 0, lane & ~3u);
      expect_of("quad", i, 1, lane | 3);
      expect_of("horizontal", i, 2, lane ^ 1);
      expect_of("vertical", i, 3, lane ^ 2);
      expect_of("diagonal", i, 4, lane ^ 3);
   }
}

/* ---- votes and ballots ------------------------------------------------------------------------------------------------------- */

static uint64_t votes_of(unsigned i, bool all)
{
   uint64_t bits = 0;
   for (unsigned k = 0; k < group_size && k < 64; k++)
      if (peer(i, k) >= 0 && (all || value[peer(i, k)] % 7 > 1))
         bits |= UINT64_C(1) << k;
   return bits;
}

static void draw_ballots(void)
{
   run("#version 310 es\n",
       "uvec4 b = subgroupBallot(v % 7u > 1u); put(0, b.x); put(1, b.y); put(2, subgroupBallotBitCount(b));\n"
       "put(3, subgroupBallotInclusiveBitCount(b)); put(4, subgroupBallotExclusiveBitCount(b)); put(5, subgroupBallotFindLSB(b));\n"
       "put(6, subgroupBallotFindMSB(b)); put(7, (subgroupInverseBallot(b) ? 1u : 0u) + (subgroupBallotBitExtract(b, 5u) ? 2u : 0u) +\n"
       "(b.z == 0u && b.w == 0u ? 4u : 0u));");
   for (unsigned i = 0; i < THREADS && group_size <= 64; i++) {
      if (!IS_ACTIVE(i))
         continue;
      const uint64_t b = votes_of(i, false), below = b & ((UINT64_C(1) << own(i)) - 1), self = b >> own(i) & 1;
      expect("ballot", i, 0, (uint32_t)b);
      expect("ballot", i, 1, (uint32_t)(b >> 32));
      expect("count", i, 2, (uint32_t)__builtin_popcountll(b));
      expect("inclusive count", i, 3, (uint32_t)(__builtin_popcountll(below) + (int)self));
      expect("exclusive count", i, 4, (uint32_t)__builtin_popcountll(below));
      if (b) {
         expect("lowest", i, 5, (uint32_t)__builtin_ctzll(b));
         expect("highest", i, 6, (uint32_t)(63 - __builtin_clzll(b)));
      }
      expect("bits", i, 7, (uint32_t)(self | (b >> 5 & 1) << 1 | 4));
   }
}

static void draw_votes(void)
{
   run("#version 310 es\n",
       "put(0, subgroupElect()); put(1, subgroupAll(v % 7u > 1u)); put(2, subgroupAny(v == value[3]));\n"
       "put(3, subgroupAllEqual(v) || subgroupAllEqual(vec2(1.0, float(i)))); put(4, subgroupAllEqual(vec3(value[0])));\n"
       "put(5, subgroupAllEqual(bvec2(true, v % 7u > 1u))); uvec4 m = gl_SubgroupLtMask | gl_SubgroupGeMask;\n"
       "put(6, m.x & (gl_SubgroupEqMask.x | gl_SubgroupGtMask.x | gl_SubgroupLtMask.x));\n"
       "highp uint size = gl_SubgroupSize, groups = gl_NumSubgroups;\n"
       "put(7, uint(bitCount(gl_SubgroupLeMask.x) + bitCount(gl_SubgroupLeMask.y)) + (size << 8) + (groups << 16));");
   unsigned groups = 0;
   for (unsigned i = 0; i < THREADS; i++)
      groups = place[i] >> 8 >= groups ? (place[i] >> 8) + 1 : groups;
   for (unsigned i = 0; i < THREADS && group_size <= 64; i++) {
      if (!IS_ACTIVE(i))
         continue;
      const uint64_t b = votes_of(i, false), all = votes_of(i, true);
      expect("elect", i, 0, own(i) == (unsigned)__builtin_ctzll(all));
      expect("all", i, 1, b == all);
      expect("any", i, 2, place[i] >> 8 == place[3] >> 8);
      expect("different values", i, 3, __builtin_popcountll(all) == 1);
      expect("equal values", i, 4, 1);
      expect("equal bools", i, 5, b == all || !b);
      expect("masks", i, 6, group_size >= 32 ? UINT32_MAX : (1u << group_size) - 1);
      expect("numbers", i, 7, own(i) + 1 + (group_size << 8) + (groups << 16));
   }
}

/* ARB_shader_ballot. A subgroup's name is the index of its first invocation. */
static void draw_ballots_arb(void)
{
   api_require("GL_ARB_shader_ballot");
   api_require("GL_ARB_gpu_shader_int64");
   run_at("#version 430\n#extension GL_ARB_shader_ballot : require\n#extension GL_ARB_gpu_shader_int64 : require\n",
          "readFirstInvocationARB(i) << 8 | gl_SubGroupInvocationARB",
          "uvec2 w = unpackUint2x32(ballotARB(v % 7u > 1u)); put(0, w.x); put(1, w.y); put(2, readFirstInvocationARB(vec2(v, i)).y);\n"
          "put(3, readInvocationARB(v, 3u)); w = unpackUint2x32(gl_SubGroupLtMaskARB | gl_SubGroupEqMaskARB); put(4, w.x); put(5, w.y);\n"
          "w = unpackUint2x32(gl_SubGroupGeMaskARB & ~gl_SubGroupGtMaskARB ^ gl_SubGroupLeMaskARB); put(6, w.x); put(7, gl_SubGroupSizeARB);");
   group_size = result[7];
   for (unsigned i = 0; i < THREADS && group_size <= 64; i++) {
      if (!IS_ACTIVE(i))
         continue;
      const uint64_t b = votes_of(i, false), below = (UINT64_C(1) << own(i)) - 1, up_to = below << 1 | 1;
      expect("ballot", i, 0, (uint32_t)b);
      expect("ballot", i, 1, (uint32_t)(b >> 32));
      expect("first", i, 2, of_float((float)peer(i, (unsigned)__builtin_ctzll(votes_of(i, true)))));
      expect_of("read", i, 3, 3);
      expect("masks", i, 4, (uint32_t)up_to);
      expect("masks", i, 5, (uint32_t)(up_to >> 32));
      expect("lower mask", i, 6, (uint32_t)below);
      expect("size", i, 7, group_size);
   }
}

/* ---- values of glGet, barriers ----------------------------------------------------------------------------------------------- */

static void draw_values(void)
{
   GLint size = 0, stages = 0, features = 0;
   run("#version 310 es\n", "result[8u * i] = v; subgroupBarrier(); subgroupMemoryBarrier(); subgroupMemoryBarrierBuffer();\n"
       "subgroupMemoryBarrierShared(); subgroupMemoryBarrierImage(); put(1, gl_SubgroupSize);");
   glGetIntegerv(GL_SUBGROUP_SIZE_KHR, &size);
   glGetIntegerv(GL_SUBGROUP_SUPPORTED_STAGES_KHR, &stages);
   glGetIntegerv(GL_SUBGROUP_SUPPORTED_FEATURES_KHR, &features);
   api_expect("compute shaders", stages & GL_COMPUTE_SHADER_BIT, GL_COMPUTE_SHADER_BIT);
   api_expect("basic functions", features & GL_SUBGROUP_FEATURE_BASIC_BIT_KHR, GL_SUBGROUP_FEATURE_BASIC_BIT_KHR);
   api_expect("a power of two of 1 to 128", size >= 1 && size <= 128 && !(size & (size - 1)), true);
   for (unsigned i = 0; i < THREADS; i++) {
      api_expect("number below the size", own(i) < (unsigned)size, true);
      if (IS_ACTIVE(i)) {
         expect("store", i, 0, value[i]);
         expect("size", i, 1, (uint32_t)size);
      }
   }
   api_expect_error(GL_NO_ERROR, "values");
}

/* ---- all stages of a draw ------------------------------------------------------------------------------------------------------ */

/* Relations that hold whatever invocations a subgroup has. */
#define AGREES                                                                                                              \
   "bool agrees(uint v) { uint n = subgroupBallotBitCount(subgroupBallot(true)), first = subgroupBroadcastFirst(v);\n"     \
   "return subgroupAdd(1u) == n && subgroupInclusiveAdd(1u) == subgroupExclusiveAdd(1u) + 1u && subgroupMax(v) >= v &&\n"  \
   "subgroupMin(v) <= first && subgroupClusteredAdd(2u, 1u) == 2u && subgroupShuffle(v, gl_SubgroupInvocationID) == v &&\n" \
   "subgroupAllEqual(first) && gl_SubgroupInvocationID < gl_SubgroupSize; }\n"

static void draw_stages(void)
{
   api_require("GL_KHR_shader_subgroup");
   const char *sources[] = {
      "#version 320 es\n" EXTENSIONS AGREES "in vec2 pos; out float ok;\n"
      "void main() { gl_Position = vec4(pos, 0.0, 1.0); ok = agrees(uint(gl_VertexID)) ? 1.0 : 0.0; }",
      "#version 320 es\n" EXTENSIONS AGREES "layout(vertices = 3) out; in float ok[]; out float ok_c[];\n"
      "void main() { gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"
      "ok_c[gl_InvocationID] = agrees(uint(gl_InvocationID)) ? ok[gl_InvocationID] : 0.0;\n"
      "gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelInner[0] = 1.0; }",
      "#version 320 es\n" EXTENSIONS AGREES "layout(triangles) in; in float ok_c[]; out float ok_e;\n"
      "void main() { vec3 t = gl_TessCoord; gl_Position = t.x * gl_in[0].gl_Position + t.y * gl_in[1].gl_Position + t.z * gl_in[2].gl_Position;\n"
      "ok_e = agrees(uint(t.x * 9.0)) ? min(ok_c[0], min(ok_c[1], ok_c[2])) : 0.0; }",
      "#version 320 es\n" EXTENSIONS AGREES "layout(triangles) in; layout(triangle_strip, max_vertices = 3) out; in float ok_e[]; out float ok_g;\n"
      "void main() { float own = agrees(uint(gl_PrimitiveIDIn)) ? 1.0 : 0.0; for (int i = 0; i < 3; i++) {\n"
      "gl_Position = gl_in[i].gl_Position; ok_g = min(own, ok_e[i]); EmitVertex(); } }",
      "#version 320 es\n" EXTENSIONS "precision highp float;\n" AGREES "in float ok_g; out vec4 c;\n"
      "void main() { vec2 at = gl_FragCoord.xy; ivec2 p = ivec2(at);\n"
      "vec2 wide = subgroupQuadSwapHorizontal(at), high = subgroupQuadSwapVertical(at), far = subgroupQuadSwapDiagonal(at);\n"
      "bool quads = ivec2(wide) == (p ^ ivec2(1, 0)) && ivec2(high) == (p ^ ivec2(0, 1)) && ivec2(far) == (p ^ 1);\n"
      "c = vec4(ok_g > 0.99, quads, agrees(uint(p.x * p.y)), 1.0); }" };
   static const GLenum stages[] = { GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER, GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER };
   static const float corners[3][2] = { { -1, -1 }, { 3, -1 }, { -1, 3 } }; /* covers all quads of the picture */
   GLint linked = 0, supported = 0;
   const GLuint program = glCreateProgram();
   char log[400] = "";
   glGetIntegerv(GL_SUBGROUP_SUPPORTED_STAGES_KHR, &supported);
   if ((supported & 0x1f) != 0x1f)
      api_skip("subgroups in compute shaders only");
   for (unsigned i = 0; i < 5; i++) {
      const GLuint shader = glCreateShader(stages[i]);
      glShaderSource(shader, 1, &sources[i], NULL);
      glCompileShader(shader);
      glGetShaderiv(shader, GL_COMPILE_STATUS, &linked);
      glGetShaderInfoLog(shader, sizeof log, NULL, log);
      if (!linked)
         api_fail("stage %u does not compile: %s", i, log);
      glAttachShader(program, shader);
   }
   glBindAttribLocation(program, 0, "pos");
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   glGetProgramInfoLog(program, sizeof log, NULL, log);
   if (!linked)
      api_fail("the program does not link: %s", log);
   glUseProgram(program);
   api_vertices(corners, sizeof corners);
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glPatchParameteri(GL_PATCH_VERTICES, 3);
   glDrawArrays(GL_PATCHES, 0, 3);
   api_expect_error(GL_NO_ERROR, "stages");
}

static void white(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 255, API_TEXELS * 4);
}

/* Bodies that draw nothing. */
static void black(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
}

const struct api_body api_bodies_subgroups[] = {
   {"subgroups-values", GLES, 31, 0, 0, draw_values, black},
   {"subgroups-numbers", GLES, 31, 0, 0, draw_numbers, black},
   {"subgroups-bits", GLES, 31, 0, 0, draw_bits, black},
   {"subgroups-doubles", CORE, 43, 0, 0, draw_doubles, black},
   {"subgroups-moves", GLES, 31, 0, 0, draw_moves, black},
   {"subgroups-quads", GLES, 31, 0, 0, draw_quads, black},
   {"subgroups-ballots", GLES, 31, 0, 0, draw_ballots, black},
   {"subgroups-ballots-arb", CORE, 43, 0, 0, draw_ballots_arb, black},
   {"subgroups-votes", GLES, 31, 0, 0, draw_votes, black},
   {"subgroups-stages", GLES, 32, 0, 0, draw_stages, white},
   {NULL, GLES, 0, 0, 0, NULL, NULL},
};
