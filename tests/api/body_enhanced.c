/* body_enhanced.c: ARB_enhanced_layouts (OpenGL 4.6, 7.3.1, 13.3; GLSL 4.60, 4.4): components of inputs and outputs, offsets and
 * alignment of members of uniform blocks, locations of members, constant expressions, transform feedback by layout. */
#include <string.h>

#include "api_capture.h"

#define VERSION "#version 330\n#extension GL_ARB_enhanced_layouts : require\n#extension GL_ARB_separate_shader_objects : require\n"

static const char vertex[] = VERSION
   "const int two = 2; layout(location = 0) in vec2 pos; layout(location = two - 1) in vec2 low; \n"
   "layout(location = 1, component = two) in float high;\n"
   "layout(std140) uniform Values { layout(offset = 32) vec2 a; layout(align = 64) float b; layout(offset = 96) mat2 m; };\n"
   "layout(location = 3) out float x; layout(location = 3, component = 1) out vec2 yz; layout(location = 3, component = 3) out float w[2];\n"
   "layout(location = 6) out Members { vec2 first; layout(location = 9) vec2 second; } members;\n"
   "void main() { gl_Position = vec4(pos, 0.0, 1.0); x = a.x; yz = vec2(a.y, b); w[0] = m[1].x; w[1] = m[0].y;\n"
   "   members.first = low; members.second = vec2(high, 1.0); }";
static const char fragment[] = VERSION
   "layout(location = 3) in float x; layout(location = 3, component = 1) in vec2 yz; layout(location = 3, component = 3) in float w[2];\n"
   "layout(location = 6) in Members { vec2 first; layout(location = 9) vec2 second; } members;\n"
   "layout(location = 0) out vec2 red_green; layout(location = 0, component = 2) out float blue;\n"
   "layout(location = 0, component = 3) out float alpha; uniform bool upper;\n"
   "void main() { vec4 v = upper ? vec4(members.first, members.second) : vec4(x, yz.x + w[1], yz.y, w[0]);\n"
   "   red_green = v.rg; blue = v.b; alpha = v.a; }";

/* The lower half shows members of the block, the upper half attributes. */
static void draw_components(void)
{
   api_require("GL_ARB_enhanced_layouts");
   float block[40] = {0};
   GLuint buffer;
   const GLuint program = api_program(vertex, NULL, fragment);
   glVertexAttrib4f(1, 0.2f, 0.4f, 0.6f, 0);
   block[8] = 0.6f; /* a.x */
   block[9] = 0.2f; /* a.y */
   block[16] = 0.8f; /* b */
   block[25] = 0.2f; /* m[0].y */
   block[28] = 1; /* m[1].x */
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_UNIFORM_BUFFER, buffer);
   glBufferData(GL_UNIFORM_BUFFER, sizeof(block), block, GL_STATIC_DRAW);
   glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer);
   GLint size = 0;
   glGetActiveUniformBlockiv(program, glGetUniformBlockIndex(program, "Values"), GL_UNIFORM_BLOCK_DATA_SIZE, &size);
   api_expect("the size of the block", size, 128);
   api_rectangle(-1, -1, 1, 0);
   glUniform1i(glGetUniformLocation(program, "upper"), 1);
   api_rectangle(-1, 0, 1, 1);
}

static void components(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t lower[4] = {153, 102, 204, 255}, upper[4] = {51, 102, 153, 255};
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], i < API_TEXELS / 2 ? lower : upper, 4);
}

static GLint property_of(GLuint program, GLenum interface, GLuint index, GLenum property)
{
   GLint value = -1;
   glGetProgramResourceiv(program, interface, index, 1, &property, 1, NULL, &value);
   return value;
}

/* Names of the application do not count. Buffer 2 has a stride, but nothing is captured to it, and needs no binding. */
static const char capturing[] = VERSION
   "layout(location = 0) in vec2 pos; layout(xfb_buffer = 2, xfb_stride = 8) out; layout(xfb_buffer = 1, xfb_stride = 24) out;\n"
   "struct S { float f; vec2 v[2]; }; layout(xfb_offset = 4) out S s; layout(xfb_buffer = 0) out Block {\n"
   "   layout(xfb_offset = 8) vec2 late; vec3 unseen; layout(xfb_offset = 0) float early; } block;\n"
   "layout(xfb_buffer = 3, xfb_offset = 0) out vec4 last;\n"
   "void main() { last = vec4(pos, 0.0, 1.0); s.f = 1.0; s.v[0] = vec2(2.0, 3.0); s.v[1] = vec2(4.0, 5.0);\n"
   "   block.late = vec2(6.0, 7.0); block.unseen = vec3(9.0); block.early = 8.0; }";

static void check_interface(GLuint program)
{
   static const struct { const char *name; GLint buffer, offset, stride; } rows[] = {
      {"s.f", 1, 4, 24}, {"s.v", 1, 8, 24}, {"Block.late", 0, 8, 16}, {"Block.early", 0, 0, 16}, {"last", 3, 0, 16},
   };
   GLint count = 0;
   glGetProgramInterfaceiv(program, GL_TRANSFORM_FEEDBACK_VARYING, GL_ACTIVE_RESOURCES, &count);
   api_expect("captured variables", count, 5);
   for (unsigned i = 0; i < 5; i++) {
      const GLuint index = glGetProgramResourceIndex(program, GL_TRANSFORM_FEEDBACK_VARYING, rows[i].name);
      if (index == GL_INVALID_INDEX)
         api_fail("'%s' is not captured", rows[i].name);
      api_expect("its offset", property_of(program, GL_TRANSFORM_FEEDBACK_VARYING, index, GL_OFFSET), rows[i].offset);
      const GLint buffer = property_of(program, GL_TRANSFORM_FEEDBACK_VARYING, index, 0x934B /* GL_TRANSFORM_FEEDBACK_BUFFER_INDEX */);
      api_expect("its buffer", property_of(program, GL_TRANSFORM_FEEDBACK_BUFFER, (GLuint)buffer, GL_BUFFER_BINDING),
                 rows[i].buffer);
      api_expect("its stride", property_of(program, GL_TRANSFORM_FEEDBACK_BUFFER, (GLuint)buffer,
                                           0x934C /* GL_TRANSFORM_FEEDBACK_BUFFER_STRIDE */), rows[i].stride);
   }
   glGetProgramiv(program, GL_TRANSFORM_FEEDBACK_BUFFER_MODE, &count);
   api_expect("the mode", count, GL_INTERLEAVED_ATTRIBS);
   api_expect("errors", (GLint)glGetError(), GL_NO_ERROR);
}

static GLuint capture_program(void)
{
   static const char *const ignored[] = {"Block.unseen", "s.f"};
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, capturing);
   api_link_capturing(program, 2, ignored, GL_INTERLEAVED_ATTRIBS);
   return program;
}

static void expect_floats(GLuint buffer, const float *wanted, unsigned count, const char *what)
{
   float got[16];
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   const void *mapped = glMapBufferRange(GL_ARRAY_BUFFER, 0, (GLsizeiptr)(count * sizeof(float)), GL_MAP_READ_BIT);
   memcpy(got, mapped, count * sizeof(float));
   glUnmapBuffer(GL_ARRAY_BUFFER);
   for (unsigned i = 0; i < count; i++)
      if (got[i] != wanted[i])
         api_fail("%s: word %u is %g, not %g", what, i, got[i], wanted[i]);
}

static void draw_capture(void)
{
   static const float first[12] = {-1, 1, 2, 3, 4, 5, -1, 1, 2, 3, 4, 5}, second[8] = {8, -1, 6, 7, 8, -1, 6, 7},
                      last[8] = {0.5f, 0.25f, 0, 1, 0.5f, 0.25f, 0, 1};
   float fill[12];
   GLuint buffer[3], array;
   api_require("GL_ARB_enhanced_layouts");
   api_require("GL_ARB_program_interface_query");
   api_require("GL_ARB_transform_feedback3");
   const GLuint program = capture_program();
   check_interface(program);
   for (unsigned i = 0; i < 12; i++)
      fill[i] = -1;
   glGenBuffers(3, buffer);
   for (unsigned i = 0; i < 3; i++) {
      glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i == 2 ? 3 : i, buffer[i]);
      glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, sizeof(fill), fill, GL_DYNAMIC_COPY);
   }
   glUseProgram(program);
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glVertexAttrib2f(0, 0.5f, 0.25f);
   glEnable(GL_RASTERIZER_DISCARD);
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, 2);
   glEndTransformFeedback();
   glDisable(GL_RASTERIZER_DISCARD);
   api_expect("errors of the capture", (GLint)glGetError(), GL_NO_ERROR);
   expect_floats(buffer[1], first, 12, "buffer 1");
   expect_floats(buffer[0], second, 8, "buffer 0");
   expect_floats(buffer[2], last, 8, "buffer 3");
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
}

/* Built-in outputs of a geometry shader in transform feedback. */
static void draw_layer(void)
{
   static const char *const names[] = {"gl_Layer", "gl_PrimitiveID"};
   static const GLint wanted[4] = {3, 10, 4, 11};
   GLint got[4];
   GLuint buffer, array;
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   const GLuint program = api_program("#version 330\nvoid main() { gl_Position = vec4(0.0); }",
      "#version 330\nlayout(points) in; layout(points, max_vertices = 1) out;\n"
      "void main() { gl_Position = vec4(0.0); gl_Layer = 3 + gl_PrimitiveIDIn; gl_PrimitiveID = 10 + gl_PrimitiveIDIn; EmitVertex(); }",
      "#version 330\nout vec4 color; void main() { color = vec4(1.0); }");
   glTransformFeedbackVaryings(program, 2, names, GL_INTERLEAVED_ATTRIBS);
   glLinkProgram(program);
   glUseProgram(program);
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, sizeof(got), NULL, GL_DYNAMIC_COPY);
   glEnable(GL_RASTERIZER_DISCARD);
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, 2);
   glEndTransformFeedback();
   glDisable(GL_RASTERIZER_DISCARD);
   memcpy(got, glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, sizeof(got), GL_MAP_READ_BIT), sizeof(got));
   for (unsigned i = 0; i < 4; i++)
      api_expect("a captured built-in", got[i], wanted[i]);
   api_expect("errors", (GLint)glGetError(), GL_NO_ERROR);
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
}

static void green(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      rgba[i][1] = rgba[i][3] = 255;
}

const struct api_body api_bodies_enhanced[] = {
   {"enhanced-components", CORE, 33, 1, 0, draw_components, components},
   {"enhanced-capture", CORE, 33, 0, 0, draw_capture, green},
   {"captured-layer", CORE, 33, 0, 0, draw_layer, green},
   {0},
};
