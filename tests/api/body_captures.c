/* body_captures.c: transform feedback beyond one list of variables (OpenGL 4.6, 11.1.2.1, 13.3): gaps and steps to the next buffer
 * among the names, doubles, vertex streams with different layouts, a buffer that is full, arrays of blocks. */
#include <stddef.h>
#include <string.h>

#include "api_capture.h"

#define FP64 "#extension GL_ARB_gpu_shader_fp64 : require\n"

static GLuint make_buffer(GLsizeiptr size_B)
{
   static uint8_t fill[4096];
   GLuint name;
   memset(fill, 0xcd, sizeof(fill));
   glGenBuffers(1, &name);
   glBindBuffer(GL_COPY_WRITE_BUFFER, name);
   glBufferData(GL_COPY_WRITE_BUFFER, size_B, fill, GL_DYNAMIC_COPY);
   return name;
}

static void read_buffer(GLuint name, void *bytes, GLsizeiptr size_B)
{
   glBindBuffer(GL_COPY_READ_BUFFER, name);
   glGetBufferSubData(GL_COPY_READ_BUFFER, 0, size_B, bytes);
}

static void draw_points(GLsizei count)
{
   glEnable(GL_RASTERIZER_DISCARD);
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, count);
   glEndTransformFeedback();
   glDisable(GL_RASTERIZER_DISCARD);
}

/* ---- gaps and buffers among the names --------------------------------------------------------------------------------------- */

static bool untouched(const void *bytes, size_t size)
{
   for (size_t i = 0; i < size; i++)
      if (((const uint8_t *)bytes)[i] != 0xcd)
         return false;
   return true;
}

/* A gap puts the doubles at a multiple of 8 bytes, another one fills the vertex; gaps keep what the buffer holds. The second buffer
 * begins and ends with gaps; the third has nothing but one. Two ranges of one buffer are two buffers. */
static void draw_skips(void)
{
   enum { COUNT = 5 };
   static const char vertex[] = "#version 330 core\n" FP64
      "uniform double s; out Block { float first; dvec2 pair; float last; } block; flat out ivec3 whole[2];\n"
      "void main() { int i = gl_VertexID; block.first = float(i); block.pair = dvec2(s * i, s + i); block.last = -float(i);\n"
      "whole[0] = ivec3(i); whole[1] = ivec3(i, i * 10, i * 100); gl_Position = vec4(0.0); }";
   static const char *const names[] = {"Block.first", "gl_SkipComponents1", "Block.pair", "Block.last", "gl_SkipComponents1",
      "gl_NextBuffer", "gl_SkipComponents2", "whole[1]", "gl_SkipComponents3", "gl_NextBuffer", "gl_SkipComponents4"};
   struct { float first, gap; double pair[2]; float last, end; } a[COUNT];
   struct { uint32_t gap[2]; GLint whole[3]; uint32_t end[3]; } b[COUNT];
   uint8_t bytes[16 + sizeof(a) + sizeof(b) + 16];
   const double s = 1.0 / 7;
   GLint alignment = 0;
   api_require("GL_ARB_transform_feedback3");
   api_require("GL_ARB_gpu_shader_fp64");
   const GLuint program = api_capturing(vertex, NULL, NULL, 11, names);
   glUniform1d(glGetUniformLocation(program, "s"), s);
   const GLuint buffer = make_buffer(sizeof(bytes)), gap = make_buffer(COUNT * 16);
   glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 1, buffer, 16 + sizeof(a), sizeof(b));
   glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, 16, sizeof(a));
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 2, gap);
   draw_points(COUNT);
   read_buffer(buffer, bytes, sizeof(bytes));
   memcpy(a, bytes + 16, sizeof(a));
   memcpy(b, bytes + 16 + sizeof(a), sizeof(b));
   api_expect("bytes before the first range", untouched(bytes, 16), true);
   api_expect("bytes after the second range", untouched(bytes + sizeof(bytes) - 16, 16), true);
   for (unsigned i = 0; i < COUNT; i++) {
      api_expect("floats", a[i].first == (float)i && a[i].last == -(float)i, true);
      api_expect("gaps of floats", untouched(&a[i].gap, 4) && untouched(&a[i].end, 4), true);
      api_expect_double("a double", i, a[i].pair[0], s * i, 0);
      api_expect_double("a double", i, a[i].pair[1], s + i, 0);
      api_expect("whole[1].x", b[i].whole[0], (long)i);
      api_expect("whole[1].z", b[i].whole[2], (long)i * 100);
      api_expect("gaps of integers", untouched(b[i].gap, 8) && untouched(b[i].end, 12), true);
   }
   read_buffer(gap, bytes, COUNT * 16);
   api_expect("a buffer of gaps", untouched(bytes, COUNT * 16), true);
   glGetProgramiv(program, GL_TRANSFORM_FEEDBACK_VARYINGS, &alignment);
   api_expect("names", alignment, 11);
   api_expect_error(GL_NO_ERROR, "gaps");
}

/* ---- streams ---------------------------------------------------------------------------------------------------------------- */

enum { STREAMS = 4, POINTS = 6, ROOM = 4 /* vertices that buffer 2 has room for */ };

static unsigned emitted(unsigned stream) /* by all points: n % (stream + 2) by point n */
{
   unsigned sum = 0;
   for (unsigned n = 0; n < POINTS; n++)
      sum += n % (stream + 2);
   return sum;
}

static void check_queries(const GLuint ids[3][STREAMS], GLuint any)
{
   GLuint result;
   for (GLuint i = 0; i < STREAMS; i++) {
      const unsigned all = emitted(i), fit = i == 2 ? ROOM : all;
      glGetQueryObjectuiv(ids[0][i], GL_QUERY_RESULT, &result);
      api_expect("primitives that are generated", (long)result, (long)all);
      glGetQueryObjectuiv(ids[1][i], GL_QUERY_RESULT, &result);
      api_expect("primitives that are written", (long)result, (long)fit);
      glGetQueryObjectuiv(ids[2][i], GL_QUERY_RESULT, &result);
      api_expect("overflow of a stream", (long)result, i == 2);
   }
   glGetQueryObjectuiv(any, GL_QUERY_RESULT, &result);
   api_expect("overflow of any stream", (long)result, 1);
}

static const GLenum targets[3] = {GL_PRIMITIVES_GENERATED, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN,
                                  GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW};

/* Each stream has a buffer, whose stride follows from its last variable: a multiple of 8 with doubles. The buffer of stream 2 is too
 * small, which does not concern the others. */
static void draw_streams(void)
{
   static const char vertex[] = "#version 330 core\nflat out int number; void main() { number = gl_VertexID; gl_Position = vec4(0.0); }";
   static const char geometry[] = "#version 330 core\n#extension GL_ARB_gpu_shader5 : require\n"
      "#extension GL_ARB_enhanced_layouts : require\n" FP64
      "layout(points) in; layout(points, max_vertices = 14) out; flat in int number[]; uniform double s;\n"
      "layout(stream = 0, xfb_buffer = 0, xfb_offset = 4) out float f;\n"
      "layout(stream = 1, xfb_buffer = 1, xfb_offset = 8) out dvec3 d; layout(stream = 1, xfb_buffer = 1, xfb_offset = 32) out float g;\n"
      "layout(stream = 2, xfb_buffer = 2) out; layout(stream = 2, xfb_offset = 0) out ivec2 i;\n"
      "layout(stream = 3, xfb_buffer = 3, xfb_stride = 32) out; layout(stream = 3, xfb_offset = 0) out B { float h; double e; } b;\n"
      "layout(stream = 3) out vec4 unseen;\n"
      "void main() { int n = number[0]; for (int k = 0; k < n % 2; k++) { f = float(n * 10 + k); EmitStreamVertex(0); }\n"
      "for (int k = 0; k < n % 3; k++) { d = dvec3(s * n, s * k, s); g = float(k); EmitStreamVertex(1); }\n"
      "for (int k = 0; k < n % 4; k++) { i = ivec2(n, k); EmitStreamVertex(2); }\n"
      "for (int k = 0; k < n % 5; k++) { b.h = float(n); b.e = s * (n + k); unseen = vec4(1.0); EmitStreamVertex(3); } }";
   struct { float gap, f; } zero[16];
   struct { double gap, d[3]; float g, end; } one[16];
   struct { GLint n, k; } two[16];
   struct { float h, gap; double e, end[2]; } three[16];
   static const GLsizeiptr bytes[STREAMS] = {8, 40, 8, 32}; /* of a vertex */
   const double s = 1.0 / 7;
   GLuint ids[3][STREAMS], any, buffer[STREAMS];
   api_require("GL_ARB_gpu_shader5");
   api_require("GL_ARB_transform_feedback3");
   api_require("GL_ARB_enhanced_layouts");
   api_require("GL_ARB_gpu_shader_fp64");
   api_require("GL_ARB_transform_feedback_overflow_query");
   const GLuint program = api_capturing(vertex, geometry, NULL, 0, NULL);
   glUniform1d(glGetUniformLocation(program, "s"), s);
   for (GLuint i = 0; i < STREAMS; i++) {
      buffer[i] = make_buffer(i == 2 ? ROOM * bytes[i] : 16 * bytes[i]);
      glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, buffer[i]);
   }
   for (unsigned t = 0; t < 3; t++) {
      glGenQueries(STREAMS, ids[t]);
      for (GLuint i = 0; i < STREAMS; i++)
         glBeginQueryIndexed(targets[t], i, ids[t][i]);
   }
   glGenQueries(1, &any);
   glBeginQuery(GL_TRANSFORM_FEEDBACK_OVERFLOW, any);
   draw_points(POINTS);
   glEndQuery(GL_TRANSFORM_FEEDBACK_OVERFLOW);
   for (unsigned t = 0; t < 3; t++)
      for (GLuint i = 0; i < STREAMS; i++)
         glEndQueryIndexed(targets[t], i);
   check_queries(ids, any);
   read_buffer(buffer[0], zero, sizeof(zero));
   read_buffer(buffer[1], one, sizeof(one));
   read_buffer(buffer[2], two, ROOM * 8);
   read_buffer(buffer[3], three, sizeof(three));
   unsigned at[STREAMS] = {0};
   for (unsigned n = 0; n < POINTS; n++) {
      for (unsigned k = 0; k < n % 2; k++, at[0]++)
         api_expect("stream 0", zero[at[0]].f == (float)(n * 10 + k) && untouched(&zero[at[0]].gap, 4), true);
      for (unsigned k = 0; k < n % 3; k++, at[1]++) {
         api_expect_double("stream 1, x", at[1], one[at[1]].d[0], s * n, 0);
         api_expect_double("stream 1, y", at[1], one[at[1]].d[1], s * k, 0);
         api_expect("stream 1", one[at[1]].g == (float)k && untouched(&one[at[1]].gap, 8) && untouched(&one[at[1]].end, 4), true);
      }
      for (unsigned k = 0; k < n % 4; k++, at[2]++)
         api_expect("stream 2", at[2] >= ROOM || (two[at[2]].n == (GLint)n && two[at[2]].k == (GLint)k), true);
      for (unsigned k = 0; k < n % 5; k++, at[3]++) {
         api_expect_double("stream 3", at[3], three[at[3]].e, s * (n + k), 0);
         api_expect("stream 3", three[at[3]].h == (float)n && untouched(&three[at[3]].gap, 4) && untouched(three[at[3]].end, 16), true);
      }
   }
   api_expect_error(GL_NO_ERROR, "streams");
   glBeginQueryIndexed(GL_PRIMITIVES_GENERATED, STREAMS, any);
   api_expect_error(GL_INVALID_VALUE, "a stream beyond the last");
}

/* ---- an array of blocks ----------------------------------------------------------------------------------------------------- */

/* Each element has a buffer, from that of the layout on (GLSL 4.60, 4.4.2.1). Its other members leave gaps. */
static void draw_block_array(void)
{
   enum { COUNT = 3 };
   static const char vertex[] = "#version 330 core\n#extension GL_ARB_enhanced_layouts : require\n"
      "layout(xfb_buffer = 1, xfb_stride = 32) out; layout(xfb_buffer = 2, xfb_stride = 32) out;\n"
      "layout(xfb_buffer = 1) out Block { layout(xfb_offset = 4) vec2 pair[2]; vec3 unseen; layout(xfb_offset = 20) float late; } b[2];\n"
      "layout(xfb_buffer = 0, xfb_offset = 0) out float first;\n"
      "void main() { float f = float(gl_VertexID); first = f; for (int i = 0; i < 2; i++) { b[i].late = f * 10.0 + float(i);\n"
      "b[i].unseen = vec3(9.0); b[i].pair[0] = vec2(f, float(i)); b[i].pair[1] = vec2(-f, 0.5); } gl_Position = vec4(0.0); }";
   static const char *const names[] = {"Block[0].late", "Block[0].pair", "Block[1].late", "Block[1].pair", "first"};
   struct { float gap, pair[4], late, end[2]; } got[2][COUNT];
   float first[COUNT];
   GLuint buffer[3];
   GLint count = 0;
   api_require("GL_ARB_enhanced_layouts");
   const GLuint program = api_capturing(vertex, NULL, NULL, 0, NULL);
   glGetProgramiv(program, GL_TRANSFORM_FEEDBACK_VARYINGS, &count);
   api_expect("captured variables", count, 5);
   for (unsigned i = 0; i < 5; i++)
      api_expect(names[i], glGetProgramResourceIndex(program, GL_TRANSFORM_FEEDBACK_VARYING, names[i]) != GL_INVALID_INDEX, true);
   for (GLuint i = 0; i < 3; i++) {
      buffer[i] = make_buffer(sizeof(got[0]));
      glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, buffer[i]);
   }
   draw_points(COUNT);
   read_buffer(buffer[0], first, sizeof(first));
   for (unsigned i = 0; i < 2; i++)
      read_buffer(buffer[1 + i], got[i], sizeof(got[i]));
   for (unsigned k = 0; k < COUNT; k++) {
      const float f = (float)k;
      api_expect("the variable", first[k] == f, true);
      for (unsigned i = 0; i < 2; i++) {
         const float want[4] = {f, (float)i, -f, 0.5f};
         api_expect("an array of an element", memcmp(got[i][k].pair, want, sizeof(want)), 0);
         api_expect("a number of an element", got[i][k].late == f * 10 + (float)i, true);
         api_expect("gaps", untouched(&got[i][k].gap, 4) && untouched(got[i][k].end, 8), true);
      }
   }
   api_expect_error(GL_NO_ERROR, "an array of blocks");
}

const struct api_body api_bodies_captures[] = {
   {"captures-skips", CORE, 33, 0, 0, draw_skips, NULL},
   {"captures-streams", CORE, 33, 0, 0, draw_streams, NULL},
   {"captures-block-array", CORE, 43, 0, 0, draw_block_array, NULL},
   {0}};
