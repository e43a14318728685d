/* body_geometry.c: geometry shaders of OpenGL ES 3.2 (11.3): the vertices of every primitive type, interfaces with the stages
 * before and after, layered framebuffers, transform feedback and its queries, limits and errors. */
#include <stdio.h>
#include <string.h>

#include "api_capture.h"

/* A linked and used program that captures these outputs of its geometry shader. */
static GLuint capturing(const char *vertex, const char *geometry, GLsizei count, const char *const *names, GLenum mode)
{
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, vertex);
   api_attach(program, GL_GEOMETRY_SHADER, geometry);
   api_attach(program, GL_FRAGMENT_SHADER, "#version 320 es\nout mediump vec4 color; void main() { color = vec4(1.0); }");
   api_link_capturing(program, count, names, mode);
   return program;
}

static GLuint capture_buffer(GLuint index, GLsizeiptr size_B)
{
   static GLubyte fill[65536];
   GLuint buffer;
   memset(fill, 0xcd, sizeof(fill));
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, index, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, size_B, fill, GL_DYNAMIC_READ);
   return buffer;
}

static void read_buffer(GLuint buffer, GLsizeiptr size_B, void *to)
{
   glBindBuffer(GL_COPY_READ_BUFFER, buffer);
   const void *map = glMapBufferRange(GL_COPY_READ_BUFFER, 0, size_B, GL_MAP_READ_BIT);
   if (!map)
      api_fail("a captured buffer cannot be mapped");
   memcpy(to, map, (size_t)size_B);
   glUnmapBuffer(GL_COPY_READ_BUFFER);
}

static GLuint query_of(GLenum target)
{
   GLuint query;
   glGenQueries(1, &query);
   glBeginQuery(target, query);
   return query;
}

static GLuint result_of(GLenum target, GLuint query)
{
   GLuint value;
   glEndQuery(target);
   glGetQueryObjectuiv(query, GL_QUERY_RESULT, &value);
   glDeleteQueries(1, &query);
   return value;
}

/* ---- the vertices of primitives: which, in which order, and the primitive's number ---------------------------------------- */

#define MAX_PRIMS 64
struct primitive { GLint id, invocation, vertex[6]; };

static const struct { GLenum mode, input; const char *layout; unsigned corners; } modes[] = {
   {GL_POINTS, GL_POINTS, "points", 1},
   {GL_LINES, GL_LINES, "lines", 2},
   {GL_LINE_LOOP, GL_LINES, "lines", 2},
   {GL_LINE_STRIP, GL_LINES, "lines", 2},
   {GL_TRIANGLES, GL_TRIANGLES, "triangles", 3},
   {GL_TRIANGLE_STRIP, GL_TRIANGLES, "triangles", 3},
   {GL_TRIANGLE_FAN, GL_TRIANGLES, "triangles", 3},
   {GL_LINES_ADJACENCY, GL_LINES_ADJACENCY, "lines_adjacency", 4},
   {GL_LINE_STRIP_ADJACENCY, GL_LINES_ADJACENCY, "lines_adjacency", 4},
   {GL_TRIANGLES_ADJACENCY, GL_TRIANGLES_ADJACENCY, "triangles_adjacency", 6},
   {GL_TRIANGLE_STRIP_ADJACENCY, GL_TRIANGLES_ADJACENCY, "triangles_adjacency", 6},
};

static unsigned put(struct primitive *p, unsigned n, unsigned corners, const int *vertex)
{
   p[n] = (struct primitive){.id = (GLint)n};
   for (unsigned i = 0; i < corners; i++)
      p[n].vertex[i] = vertex[i];
   return n + 1;
}

/* OpenGL ES 3.2, 10.1; the orders of strips as in tables 10.1 (adjacency) and with the last vertex as provoking vertex. */
static unsigned primitives_of(GLenum mode, int count, struct primitive *p)
{
   unsigned n = 0;
   for (int i = 0; i < count; i++) {
      const int k = i / 2, last = count / 2 - 3; /* triangle k of the last one of a strip with adjacency */
      switch (mode) {
      case GL_POINTS: n = put(p, n, 1, &i); break;
      case GL_LINES: if (i % 2 == 1) n = put(p, n, 2, (int[]){i - 1, i}); break;
      case GL_LINE_LOOP: if (count >= 2) n = put(p, n, 2, (int[]){i, (i + 1) % count}); break;
      case GL_LINE_STRIP: if (i >= 1) n = put(p, n, 2, (int[]){i - 1, i}); break;
      case GL_TRIANGLES: if (i % 3 == 2) n = put(p, n, 3, (int[]){i - 2, i - 1, i}); break;
      case GL_TRIANGLE_STRIP:
         if (i >= 2)
            n = put(p, n, 3, i % 2 ? (int[]){i - 1, i - 2, i} : (int[]){i - 2, i - 1, i});
         break;
      case GL_TRIANGLE_FAN: if (i >= 2) n = put(p, n, 3, (int[]){0, i - 1, i}); break;
      case GL_LINES_ADJACENCY: if (i % 4 == 3) n = put(p, n, 4, (int[]){i - 3, i - 2, i - 1, i}); break;
      case GL_LINE_STRIP_ADJACENCY: if (i >= 3) n = put(p, n, 4, (int[]){i - 3, i - 2, i - 1, i}); break;
      case GL_TRIANGLES_ADJACENCY:
         if (i % 6 == 5)
            n = put(p, n, 6, (int[]){i - 5, i - 4, i - 3, i - 2, i - 1, i});
         break;
      default: /* GL_TRIANGLE_STRIP_ADJACENCY */
         if (i % 2 == 0 && k <= last && count >= 6) {
            const int before = k ? i - 2 : i + 1, after = k == last ? i + 5 : i + 6;
            n = put(p, n, 6, k % 2 ? (int[]){i + 2, before, i, i + 3, i + 4, after} : (int[]){i, before, i + 2, after, i + 4, i + 3});
         }
      }
   }
   return n;
}

#define OUTSIDE "gl_Position = vec4(2.0, 2.0, 2.0, 1.0);" /* of the clip volume: nothing is drawn */
static const char ids_vertex[] = "#version 320 es\nflat out highp int number; uniform int base;"
   "void main() { number = gl_VertexID + base + 1000 * gl_InstanceID;" OUTSIDE "}";

static GLuint ids_program(const char *layout, unsigned corners, unsigned invocations)
{
   static const char *const names[] = {"id", "invocation", "vertex"};
   char source[1000];
   snprintf(source, sizeof(source), "#version 320 es\nlayout(%s, invocations = %u) in; layout(points, max_vertices = 1) out;"
            "flat in highp int number[]; flat out highp int id, invocation; flat out highp int vertex[6];"
            "void main() { id = gl_PrimitiveIDIn; invocation = gl_InvocationID;"
            "for (int i = 0; i < 6; i++) vertex[i] = i < %u ? number[i] : 0;" OUTSIDE "EmitVertex(); }",
            layout, invocations, corners);
   return capturing(ids_vertex, source, 3, names, GL_INTERLEAVED_ATTRIBS);
}

static void check_primitives(const char *what, GLenum mode, GLuint buffer, const struct primitive *wanted, unsigned count,
                             unsigned written)
{
   static struct primitive got[2 * MAX_PRIMS];
   read_buffer(buffer, sizeof(got), got);
   if (written != count)
      api_fail("%s, mode 0x%x: %u primitives, not %u", what, mode, written, count);
   for (unsigned i = 0; i < count; i++)
      if (memcmp(&got[i], &wanted[i], sizeof(got[i])) != 0)
         api_fail("%s, mode 0x%x, primitive %u: id %d, invocation %d, vertices %d %d %d %d %d %d; not %d, %d, %d %d %d %d %d %d", what,
                  mode, i, got[i].id, got[i].invocation, got[i].vertex[0], got[i].vertex[1], got[i].vertex[2], got[i].vertex[3],
                  got[i].vertex[4], got[i].vertex[5], wanted[i].id, wanted[i].invocation, wanted[i].vertex[0], wanted[i].vertex[1],
                  wanted[i].vertex[2], wanted[i].vertex[3], wanted[i].vertex[4], wanted[i].vertex[5]);
}

static void draw_primitives(void)
{
   static struct primitive wanted[2 * MAX_PRIMS];
   GLuint array;
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   for (unsigned m = 0; m < sizeof(modes) / sizeof(modes[0]); m++) {
      glUseProgram(ids_program(modes[m].layout, modes[m].corners, 1));
      for (int count = 0; count <= 17; count += count < 8 ? 1 : 3) {
         const GLuint buffer = capture_buffer(0, sizeof(wanted)), query = query_of(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
         const unsigned n = primitives_of(modes[m].mode, count, wanted);
         glBeginTransformFeedback(GL_POINTS);
         glDrawArrays(modes[m].mode, 0, count);
         glEndTransformFeedback();
         check_primitives("glDrawArrays", modes[m].mode, buffer, wanted, n,
                          result_of(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query));
         glDeleteBuffers(1, &buffer);
      }
   }
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

/* Three invocations, two instances, indices: primitives in order, each with its invocations; numbers begin anew per instance. */
static void draw_order(void)
{
   static const GLushort indices[] = {5, 3, 9, 2, 7, 4, 8, 1, 6, 11, 12, 10};
   static struct primitive wanted[2 * MAX_PRIMS], one[MAX_PRIMS];
   GLuint array, elements;
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glGenBuffers(1, &elements);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, elements);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
   for (unsigned m = 0; m < sizeof(modes) / sizeof(modes[0]); m++) {
      const unsigned n = primitives_of(modes[m].mode, 12, one);
      unsigned total = 0;
      glUseProgram(ids_program(modes[m].layout, modes[m].corners, 3));
      for (int instance = 0; instance < 2; instance++)
         for (unsigned i = 0; i < n; i++)
            for (int invocation = 0; invocation < 3; invocation++, total++) {
               wanted[total] = one[i];
               wanted[total].invocation = invocation;
               for (unsigned k = 0; k < modes[m].corners; k++)
                  wanted[total].vertex[k] = indices[one[i].vertex[k]] + 1000 * instance;
            }
      const GLuint buffer = capture_buffer(0, sizeof(wanted)), query = query_of(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
      glBeginTransformFeedback(GL_POINTS);
      glDrawElementsInstanced(modes[m].mode, 12, GL_UNSIGNED_SHORT, NULL, 2);
      glEndTransformFeedback();
      check_primitives("glDrawElementsInstanced", modes[m].mode, buffer, wanted, total,
                       result_of(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query));
      glDeleteBuffers(1, &buffer);
   }
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

/* Runs of 7, 0, 12, 3 and 9 indices between restarts, of each type and from an indirect command: each run is a separate strip; the
 * numbers of primitives continue. */
static void draw_restarts(void)
{
   static const unsigned runs[] = {7, 0, 12, 3, 9};
   static const GLenum types[] = {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT};
   static struct primitive wanted[4 * MAX_PRIMS], one[MAX_PRIMS];
   static GLuint lists[3][64];
   GLuint array, buffers[2], total = 0;
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glGenBuffers(2, buffers);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[0]);
   glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffers[1]);
   glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
   for (unsigned r = 0; r < 5; r++)
      for (unsigned i = 0; i <= runs[r]; i++, total++) {
         const GLuint index = i == runs[r] ? 0xffffffff : 3 * total % 101;
         ((GLubyte *)lists[0])[total] = (GLubyte)index;
         ((GLushort *)lists[1])[total] = (GLushort)index;
         lists[2][total] = index;
      }
   const GLuint command[] = {total, 1, 0, 0, 0};
   glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof(command), command, GL_STATIC_DRAW);
   for (unsigned m = 0; m < sizeof(modes) / sizeof(modes[0]); m++) {
      unsigned n = 0, at = 0;
      for (unsigned r = 0; r < 5; at += runs[r++] + 1) {
         const unsigned count = primitives_of(modes[m].mode, (int)runs[r], one);
         for (unsigned i = 0; i < count; i++, n++) {
            wanted[n] = one[i];
            wanted[n].id = (GLint)n;
            for (unsigned k = 0; k < modes[m].corners; k++)
               wanted[n].vertex[k] = (GLint)lists[2][at + (unsigned)one[i].vertex[k]];
         }
      }
      glUseProgram(ids_program(modes[m].layout, modes[m].corners, 1));
      for (unsigned t = 0; t < 6; t++) {
         const GLuint buffer = capture_buffer(0, 2 * MAX_PRIMS * sizeof(wanted[0])), query = query_of(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
         glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(lists[0]), lists[t % 3], GL_STATIC_DRAW);
         glBeginTransformFeedback(GL_POINTS);
         if (t < 3)
            glDrawElements(modes[m].mode, (GLsizei)total, types[t], NULL);
         else
            glDrawElementsIndirect(modes[m].mode, types[t - 3], NULL);
         glEndTransformFeedback();
         check_primitives(t < 3 ? "glDrawElements" : "glDrawElementsIndirect", modes[m].mode, buffer, wanted, n,
                          result_of(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query));
         glDeleteBuffers(1, &buffer);
      }
   }
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

/* ---- interfaces: blocks, arrays, integers, built-ins, uniform block, texture in the geometry shader ------------------------- */

/* Point n at texel (n % 32, n / 32); one of two vertices that the geometry shader emits goes to the upper half. */
static void draw_interfaces(void)
{
   static const GLfloat block[8] = {0.25f, 0.5f, 0.75f, 1.0f, 0.125f, 0.0f, 0.0f, 0.0f};
   static const GLubyte texels[4][4] = {{10, 0, 0, 255}, {20, 0, 0, 255}, {30, 0, 0, 255}, {40, 0, 0, 255}};
   GLuint array, buffer, texture;
   const GLuint program = api_program(
      "#version 320 es\nprecision highp float;\n"
      "out Data { vec2 place; flat ivec3 number; mat2 turn; } data; out float list[3]; flat out uint bits;\n"
      "void main() {\n"
      "   int i = gl_VertexID; data.place = vec2(float(i % 32), float(i / 32)); data.number = ivec3(i, i * 3, -i);\n"
      "   data.turn = mat2(float(i), 1.0, 2.0, float(i) * 0.5); list[0] = 1.0; list[1] = float(i); list[2] = 3.0; bits = 0xffff0000u | uint(i);\n"
      "   gl_Position = vec4((data.place + 0.5) / 16.0 - 1.0, 0.0, 1.0);\n"
      "}",
      "#version 320 es\nprecision highp float;\nlayout(points) in; layout(points, max_vertices = 2) out;\n"
      "in Data { vec2 place; flat ivec3 number; mat2 turn; } data[]; in float list[][3]; flat in uint bits[];\n"
      "out Color { vec3 rgb; flat int id; } color; flat out uvec2 check;\n"
      "layout(std140) uniform Scale { vec4 value[2]; }; uniform sampler2D image; uniform float loose;\n"
      "void main() {\n"
      "   for (int k = 0; k < 2; k++) {\n"
      "      float texel = texelFetch(image, ivec2(data[0].number.x % 4, 0), 0).r * 255.0;\n"
      "      color.rgb = vec3(texel + value[0][data[0].number.x % 4] * 100.0, list[0][1] * 0.25, data[0].turn[1].y - data[0].turn[0].x * 0.25 + loose);\n"
      "      color.id = data[0].number.y + data[0].number.z; check = uvec2(bits[0], uint(k));\n"
      "      gl_Position = gl_in[0].gl_Position + vec4(0.0, float(k), 0.0, 0.0);\n"
      "      gl_PrimitiveID = gl_PrimitiveIDIn * 2 + k;\n"
      "      EmitVertex();\n"
      "   }\n"
      "}",
      "#version 320 es\nprecision highp float;\nin Color { vec3 rgb; flat int id; } color; flat in uvec2 check; out vec4 c;\n"
      "void main() { bool ok = check.x == (0xffff0000u | uint(color.id / 2)) && gl_PrimitiveID == color.id + int(check.y);\n"
      "   c = vec4(color.rgb / 255.0, ok ? 1.0 : 0.0); }");
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_UNIFORM_BUFFER, 3, buffer);
   glBufferData(GL_UNIFORM_BUFFER, sizeof(block), block, GL_STATIC_DRAW);
   glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Scale"), 3);
   glGenTextures(1, &texture);
   glActiveTexture(GL_TEXTURE5);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 1);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glUniform1i(glGetUniformLocation(program, "image"), 5);
   glUniform1f(glGetUniformLocation(program, "loose"), 7.0f);
   glDrawArrays(GL_POINTS, 0, 512);
}

static void reference_interfaces(uint8_t rgba[API_TEXELS][4])
{
   static const int scale[4] = {25, 50, 75, 100};
   for (int t = 0; t < API_TEXELS; t++) {
      const int n = t % 512;
      const float blue = (float)n * 0.25f + 7.0f, green = (float)n * 0.25f;
      rgba[t][0] = (uint8_t)(10 * (n % 4 + 1) + scale[n % 4]);
      rgba[t][1] = (uint8_t)(green + 0.5f);
      rgba[t][2] = (uint8_t)(blue + 0.5f);
      rgba[t][3] = 255;
   }
}

/* ---- layered framebuffers ------------------------------------------------------------------------------------------------------ */

#define LAYERS 6
static const char layers_vertex[] = "#version 320 es\nin vec4 pos; void main() { gl_Position = pos; }";
static const char layers_geometry[] =
   "#version 320 es\nprecision highp float; layout(triangles) in; layout(triangle_strip, max_vertices = 18) out; flat out vec4 tint;\n"
   "void main() { for (int l = 0; l < 6; l++) { for (int i = 0; i < 3; i++) {\n"
   "   tint = vec4(float(l * 40 + 5) / 255.0, float(gl_PrimitiveIDIn) * 0.2, 0.0, 1.0); gl_Layer = l;\n"
   "   gl_Position = vec4(gl_in[i].gl_Position.xy, float(l) / 8.0, 1.0); EmitVertex(); } EndPrimitive(); } }";
static const char layers_fragment[] = "#version 320 es\nprecision highp float; flat in vec4 tint; out vec4 c;\n"
   "void main() { c = tint + vec4(0.0, 0.0, float(gl_Layer * 10) / 255.0, 0.0); }";

static void check_layers(const char *what, const GLubyte border[4], bool drawn, GLuint framebuffer, GLuint texture, GLenum target)
{
   GLubyte texels[16 * 16][4];
   glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
   for (int l = 0; l < LAYERS; l++) {
      if (target == GL_TEXTURE_CUBE_MAP)
         glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)l, texture, 0);
      else
         glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, l);
      api_expect("a layer is complete", (long)glCheckFramebufferStatus(GL_READ_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      glReadPixels(0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      for (int i = 0; i < 256; i++) {
         const bool inside = drawn && i % 16 >= 4 && i % 16 < 12 && i / 16 >= 4 && i / 16 < 12;
         const GLubyte wanted[4] = {inside ? (GLubyte)(l * 40 + 5) : border[0], border[1], inside ? (GLubyte)(10 * l) : border[2], 255};
         const bool second = inside && texels[i][1] == 51; /* of the strip's two triangles */
         for (int c = 0; c < 4; c++)
            if (texels[i][c] != wanted[c] && !(c == 1 && inside && (second || texels[i][c] == 0)))
               api_fail("%s, layer %d, texel %d %d, channel %d: %d, not %d", what, l, i % 16, i / 16, c, texels[i][c], wanted[c]);
      }
   }
}

static void draw_layers(void)
{
   static const GLfloat quad[] = {-0.5f, -0.5f, 0.5f, -0.5f, -0.5f, 0.5f, 0.5f, 0.5f};
   static const GLenum targets[] = {GL_TEXTURE_2D_ARRAY, GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP};
   static const GLubyte red[4] = {255, 0, 51, 255};
   GLuint framebuffers[2], texture, depth;
   GLint before;
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
   api_program(layers_vertex, layers_geometry, layers_fragment);
   api_vertices(quad, sizeof(quad));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glViewport(0, 0, 16, 16);
   glGenFramebuffers(2, framebuffers);
   for (unsigned t = 0; t < 3; t++) {
      for (int with_depth = 0; with_depth < 2; with_depth++) {
         GLint layered = 0;
         glGenTextures(1, &texture);
         glBindTexture(targets[t], texture);
         if (targets[t] == GL_TEXTURE_CUBE_MAP)
            glTexStorage2D(targets[t], 1, GL_RGBA8, 16, 16);
         else
            glTexStorage3D(targets[t], 1, GL_RGBA8, 16, 16, LAYERS);
         glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers[0]);
         glFramebufferTexture(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
         glGenTextures(1, &depth);
         glBindTexture(GL_TEXTURE_2D_ARRAY, depth);
         glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_DEPTH24_STENCIL8, 16, 16, LAYERS);
         glFramebufferTexture(GL_DRAW_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, with_depth ? depth : 0, 0);
         api_expect("a layered framebuffer is complete", (long)glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER),
                    GL_FRAMEBUFFER_COMPLETE);
         glGetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_LAYERED, &layered);
         api_expect("the attachment is layered", layered, GL_TRUE);
         glClearColor(1, 0, 0.2f, 1);
         glClearDepthf(1);
         glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
         check_layers("cleared", red, false, framebuffers[1], texture, targets[t]);
         if (with_depth)
            glEnable(GL_DEPTH_TEST);
         glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
         check_layers("drawn", red, true, framebuffers[1], texture, targets[t]);
         if (with_depth) { /* hides everything: each layer has its own depth image */
            glDepthFunc(GL_GREATER);
            glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
            glDepthFunc(GL_EQUAL);
            glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
            glDepthFunc(GL_LESS);
            check_layers("tested", red, true, framebuffers[1], texture, targets[t]);
         }
         glDisable(GL_DEPTH_TEST);
         const GLfloat blue[4] = {0, 0, 1, 1};
         glClearBufferfv(GL_COLOR, 0, blue);
         check_layers("cleared again", (const GLubyte[]){0, 0, 255, 255}, false, framebuffers[1], texture, targets[t]);
         glEnable(GL_SCISSOR_TEST);
         glScissor(4, 4, 8, 8);
         glClear(GL_COLOR_BUFFER_BIT);
         glDisable(GL_SCISSOR_TEST);
         glDeleteTextures(1, &texture);
         glDeleteTextures(1, &depth);
      }
   }
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
}

/* ---- transform feedback of strips, and its queries --------------------------------------------------------------------------- */

static void draw_feedback(void)
{
   static const char *const names[] = {"number", "gl_Position"};
   struct { GLint number; GLfloat position[4]; } got[64];
   GLuint array;
   capturing("#version 320 es\nvoid main() { gl_Position = vec4(float(gl_VertexID), 0.0, 0.0, 1.0); }",
             "#version 320 es\nlayout(points) in; layout(triangle_strip, max_vertices = 9) out; flat out highp int number;"
             "void main() { int n = int(gl_in[0].gl_Position.x); for (int i = 0; i < 4 + n % 2; i++) { number = n * 10 + i;"
             "gl_Position = vec4(float(i), float(n), 0.0, 1.0); EmitVertex(); } EndPrimitive();"
             "for (int i = 0; i < 2; i++) { number = -1; EmitVertex(); } }", 2, names, GL_INTERLEAVED_ATTRIBS);
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   /* Points 0 to 3: strips of 4, 5, 4, 5 vertices: 2, 3, 2, 3 triangles. Room for 8 of the 10 triangles. */
   const GLuint buffer = capture_buffer(0, 8 * 3 * (GLsizeiptr)sizeof(got[0]));
   const GLuint written = query_of(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN), generated = query_of(GL_PRIMITIVES_GENERATED);
   glEnable(GL_RASTERIZER_DISCARD);
   glBeginTransformFeedback(GL_TRIANGLES);
   glDrawArrays(GL_POINTS, 0, 4);
   glEndTransformFeedback();
   api_expect("primitives written", (long)result_of(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, written), 8);
   api_expect("primitives generated", (long)result_of(GL_PRIMITIVES_GENERATED, generated), 10);
   read_buffer(buffer, 8 * 3 * (GLsizeiptr)sizeof(got[0]), got);
   for (int n = 0, at = 0; n < 4; n++)
      for (int i = 0; i < 2 + n % 2 && at < 24; i++)
         for (int k = 0; k < 3; k++, at++) {
            const int number = i % 2 && k < 2 ? i + 1 - k : i + k; /* odd triangles swap two corners */
            api_expect("number", got[at].number, n * 10 + number);
            api_expect("x", (long)got[at].position[0], number);
            api_expect("y", (long)got[at].position[1], n);
         }
   const GLuint alone = query_of(GL_PRIMITIVES_GENERATED); /* without feedback */
   glDrawArrays(GL_POINTS, 0, 3);
   api_expect("primitives generated without feedback", (long)result_of(GL_PRIMITIVES_GENERATED, alone), 7);
   glDisable(GL_RASTERIZER_DISCARD);
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

/* ---- many primitives: the rings wrap round, and grow between draws --------------------------------------------------------------- */

/* Each of 1024 points becomes a quad of one texel; with `heavy` it passes 60 components in 64 vertices of degenerate strips. */
static GLuint many_program(bool heavy)
{
   return api_program(
      "#version 320 es\nout vec4 v; void main() { int i = gl_VertexID; v = vec4(float(i % 251), float(i % 241), float(i % 239), 255.0) / 255.0;"
      "gl_Position = vec4(float(i % 32) / 16.0 - 1.0, float(i / 32) / 16.0 - 1.0, 0.0, 1.0); }",
      heavy ? "#version 320 es\nprecision highp float; layout(points) in; layout(triangle_strip, max_vertices = 60) out; in vec4 v[]; out vec4 o[3];"
              "void main() { for (int k = 0; k < 15; k++) { for (int i = 0; i < 4; i++) { for (int j = 0; j < 3; j++) o[j] = v[0] * float(1 + j) / 6.0;"
              "vec2 s = k < 14 ? vec2(0.0) : vec2(float(i % 2), float(i / 2)) / 16.0;"
              "gl_Position = gl_in[0].gl_Position + vec4(s, 0.0, 0.0); EmitVertex(); } EndPrimitive(); } }"
            : "#version 320 es\nprecision highp float; layout(points) in; layout(triangle_strip, max_vertices = 4) out; in vec4 v[]; out vec4 o[3];"
              "void main() { for (int i = 0; i < 4; i++) { o[0] = v[0]; o[1] = vec4(0.0); o[2] = vec4(0.0);"
              "gl_Position = gl_in[0].gl_Position + vec4(float(i % 2) / 16.0, float(i / 2) / 16.0, 0.0, 0.0); EmitVertex(); } }",
      "#version 320 es\nprecision highp float; in vec4 o[3]; out vec4 c; void main() { c = o[0] + o[1] + o[2]; }");
}

static void draw_many(void)
{
   GLuint array;
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   many_program(false);
   glDrawArrays(GL_POINTS, 0, 1024);
   const GLuint heavy = many_program(true);
   for (int i = 0; i < 3; i++)
      glDrawArrays(GL_POINTS, 0, 1024);
   many_program(false);
   glDrawArrays(GL_POINTS, 512, 256);
   glUseProgram(heavy);
   glDrawArrays(GL_POINTS, 0, 1000);
}

static void reference_many(uint8_t rgba[API_TEXELS][4])
{
   for (int i = 0; i < API_TEXELS; i++) {
      rgba[i][0] = (uint8_t)(i % 251);
      rgba[i][1] = (uint8_t)(i % 241);
      rgba[i][2] = (uint8_t)(i % 239);
      rgba[i][3] = 255;
   }
}

/* ---- limits, queries of programs, errors ----------------------------------------------------------------------------------------- */

static void draw_errors(void)
{
   static const struct { GLenum name; GLint least; } limits[] = {
      {GL_MAX_GEOMETRY_INPUT_COMPONENTS, 64}, {GL_MAX_GEOMETRY_OUTPUT_COMPONENTS, 64}, {GL_MAX_GEOMETRY_OUTPUT_VERTICES, 256},
      {GL_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS, 1024}, {GL_MAX_GEOMETRY_SHADER_INVOCATIONS, 32},
      {GL_MAX_GEOMETRY_UNIFORM_COMPONENTS, 1024}, {GL_MAX_GEOMETRY_UNIFORM_BLOCKS, 12}, {GL_MAX_GEOMETRY_TEXTURE_IMAGE_UNITS, 16},
      {GL_MAX_COMBINED_GEOMETRY_UNIFORM_COMPONENTS, 12 * 4096 + 1024}, {GL_MAX_FRAMEBUFFER_LAYERS, 256},
   };
   static const char point[] = "#version 320 es\nvoid main() {" OUTSIDE "}";
   static const char lines[] = "#version 320 es\nlayout(lines_adjacency, invocations = 5) in; layout(line_strip, max_vertices = 7) out;"
      "void main() { gl_Position = gl_in[3].gl_Position; EmitVertex(); }";
   GLint value, target;
   GLuint array, texture, framebuffer;
   glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &target);
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   for (unsigned i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
      glGetIntegerv(limits[i].name, &value);
      if (value < limits[i].least)
         api_fail("limit 0x%x is %d, below %d", limits[i].name, value, limits[i].least);
   }
   const GLuint program = api_program(point, lines, "#version 320 es\nout mediump vec4 c; void main() { c = vec4(1.0); }");
   glGetProgramiv(program, GL_GEOMETRY_LINKED_VERTICES_OUT_OES, &value);
   api_expect("vertices out", value, 7);
   glGetProgramiv(program, GL_GEOMETRY_LINKED_INPUT_TYPE_OES, &value);
   api_expect("input type", value, GL_LINES_ADJACENCY);
   glGetProgramiv(program, GL_GEOMETRY_LINKED_OUTPUT_TYPE_OES, &value);
   api_expect("output type", value, GL_LINE_STRIP);
   glGetProgramiv(program, GL_GEOMETRY_SHADER_INVOCATIONS, &value);
   api_expect("invocations", value, 5);
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
   for (unsigned m = 0; m < sizeof(modes) / sizeof(modes[0]); m++) {
      glDrawArrays(modes[m].mode, 0, 8);
      api_expect("error of a mode", (long)glGetError(),
                 modes[m].input == GL_LINES_ADJACENCY ? GL_NO_ERROR : GL_INVALID_OPERATION);
   }
   const GLuint plain = api_program(point, NULL, "#version 320 es\nout mediump vec4 c; void main() { c = vec4(1.0); }");
   glGetProgramiv(plain, GL_GEOMETRY_LINKED_OUTPUT_TYPE_OES, &value);
   api_expect("a query of a program without geometry shader", (long)glGetError(), GL_INVALID_OPERATION);
   for (unsigned m = 0; m < sizeof(modes) / sizeof(modes[0]); m++)
      glDrawArrays(modes[m].mode, 0, 8);
   api_expect("adjacency without geometry shader", (long)glGetError(), GL_NO_ERROR);

   glGenTextures(1, &texture);
   glGenFramebuffers(1, &framebuffer);
   glBindTexture(GL_TEXTURE_2D_ARRAY, texture);
   glTexStorage3D(GL_TEXTURE_2D_ARRAY, 2, GL_RGBA8, 8, 8, 3);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
   glFramebufferTexture(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture + 1000, 0);
   api_expect("no texture", (long)glGetError(), GL_INVALID_VALUE);
   glFramebufferTexture(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, -1);
   api_expect("a negative level", (long)glGetError(), GL_INVALID_VALUE);
   glFramebufferTexture(GL_READ_FRAMEBUFFER, GL_BACK, texture, 0);
   api_expect("no attachment point", (long)glGetError(), GL_INVALID_ENUM);
   glFramebufferTexture(GL_TEXTURE_2D, GL_COLOR_ATTACHMENT0, texture, 0);
   api_expect("no target", (long)glGetError(), GL_INVALID_ENUM);
   glFramebufferTexture(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 1);
   glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, texture, 1, 1);
   api_expect("layered and not layered", (long)glCheckFramebufferStatus(GL_READ_FRAMEBUFFER),
              GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS);
   glGetFramebufferAttachmentParameteriv(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_FRAMEBUFFER_ATTACHMENT_LAYERED, &value);
   api_expect("one layer", value, GL_FALSE);
   glFramebufferTexture(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, 0, 0);
   api_expect("layered", (long)glCheckFramebufferStatus(GL_READ_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)target); /* the picture; the texture's texels are undefined */
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

static void reference_nothing(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
}

const struct api_body api_bodies_geometry[] = {
   {"geometry-primitives", GLES, 32, 0, 0, draw_primitives, reference_nothing},
   {"geometry-order", GLES, 32, 0, 0, draw_order, reference_nothing},
   {"geometry-restarts", GLES, 32, 0, 0, draw_restarts, reference_nothing},
   {"geometry-interfaces", GLES, 32, 1, 0, draw_interfaces, reference_interfaces},
   {"geometry-layers", GLES, 32, 0, 0, draw_layers, NULL},
   {"geometry-feedback", GLES, 32, 0, 0, draw_feedback, NULL},
   {"geometry-many", GLES, 32, 1, 0, draw_many, reference_many},
   {"geometry-errors", GLES, 32, 0, 0, draw_errors, reference_nothing},
   {0},
};
