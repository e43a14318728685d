/* body_draws.c: drawing commands of extensions: base instances (EXT_base_instance), draws of captured vertices
 * (EXT_draw_transform_feedback). */
#include <string.h>

#include "api_test.h"

/* ---- base instances --------------------------------------------------------------------------------------------------------- */

enum { ROWS = 8 };

/* Attribute 1 advances once for two instances, attribute 2 once for each. gl_InstanceID does not contain the base. */
static void draw_base_instances(void)
{
   static const char vertex[] = "#version 300 es\nlayout(location = 0) in vec2 pos; layout(location = 1) in float pair;\n"
                                "layout(location = 2) in float row; flat out vec3 v;\n"
                                "void main() { gl_Position = vec4(pos.x, (pos.y + row) / 4.0 - 1.0, 0.0, 1.0);\n"
                                "  v = vec3(pair, row, float(gl_InstanceID)) / 16.0; }";
   static const char fragment[] = "#version 300 es\nprecision highp float; flat in vec3 v; out vec4 color;\n"
                                  "void main() { color = vec4(v, 1.0); }";
   static const GLfloat corners[] = {-1, 0, 0, 0, -1, 1, 0, 1, 0, 0, 1, 0, 0, 1, 1, 1};
   static const GLubyte indices[] = {0, 1, 2, 3};
   GLfloat pairs[16], rows[16];
   GLuint buffer[2], elements;
   api_require("GL_EXT_base_instance");
   PFNGLDRAWARRAYSINSTANCEDBASEINSTANCEEXTPROC arrays =
      (PFNGLDRAWARRAYSINSTANCEDBASEINSTANCEEXTPROC)eglGetProcAddress("glDrawArraysInstancedBaseInstanceEXT");
   PFNGLDRAWELEMENTSINSTANCEDBASEINSTANCEEXTPROC elements_base =
      (PFNGLDRAWELEMENTSINSTANCEDBASEINSTANCEEXTPROC)eglGetProcAddress("glDrawElementsInstancedBaseInstanceEXT");
   PFNGLDRAWELEMENTSINSTANCEDBASEVERTEXBASEINSTANCEEXTPROC both =
      (PFNGLDRAWELEMENTSINSTANCEDBASEVERTEXBASEINSTANCEEXTPROC)eglGetProcAddress(
         "glDrawElementsInstancedBaseVertexBaseInstanceEXT");
   api_program(vertex, NULL, fragment);
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   for (unsigned i = 0; i < 16; i++) {
      pairs[i] = (GLfloat)(15 - i);
      rows[i] = (GLfloat)i;
   }
   glGenBuffers(2, buffer);
   for (unsigned i = 0; i < 2; i++) {
      glBindBuffer(GL_ARRAY_BUFFER, buffer[i]);
      glBufferData(GL_ARRAY_BUFFER, sizeof(pairs), i ? rows : pairs, GL_STATIC_DRAW);
      glVertexAttribPointer(1 + i, 1, GL_FLOAT, GL_FALSE, 0, NULL);
      glVertexAttribDivisor(1 + i, 2 - i);
   }
   for (unsigned i = 0; i < 3; i++)
      glEnableVertexAttribArray(i);
   glGenBuffers(1, &elements);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, elements);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
   arrays(GL_TRIANGLE_STRIP, 0, 4, -1, 0);
   api_expect_error(GL_INVALID_VALUE, "a negative count of instances");
   elements_base(GL_TRIANGLE_STRIP, 4, GL_FLOAT, NULL, 1, 0);
   api_expect_error(GL_INVALID_ENUM, "indices of floats");
   arrays(GL_TRIANGLE_STRIP, 0, 4, 4, 0);
   arrays(GL_TRIANGLE_STRIP, 4, 4, 3, 5);
   elements_base(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, NULL, 4, 4);
   both(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, NULL, 5, 4, 0);
}

static void base_instances(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned row = i / API_SIZE / (API_SIZE / ROWS);
      const bool right = i % API_SIZE >= API_SIZE / 2;
      const unsigned base = right ? row < 5 ? 0 : 5 : row < 4 ? 0 : 4, instance = row - base;
      const unsigned values[3] = {15 - (base + instance / 2), row, instance};
      for (unsigned c = 0; c < 3; c++)
         rgba[i][c] = (uint8_t)(values[c] * 255.0 / 16 + 0.5);
      rgba[i][3] = 255;
   }
}

/* ---- draws of captured vertices ---------------------------------------------------------------------------------------------- */

static const char capture_vertex[] = "#version 300 es\nin vec2 pos; out vec4 at; void main()"
                                     "{ gl_Position = vec4(0.0); at = vec4(pos * 0.5 - 0.5, 0.0, 1.0); }";
static const char draw_vertex[] = "#version 300 es\nin vec4 pos; out vec2 v; void main()"
                                  "{ gl_Position = pos + vec4(float(gl_InstanceID), float(gl_InstanceID), 0.0, 0.0);"
                                  " v = gl_Position.xy * 0.5 + 0.5; }";
static const char draw_fragment[] = "#version 300 es\nprecision highp float; in vec2 v; out vec4 color;\n"
                                    "void main() { color = vec4(v, 0.0, 1.0); }";

static GLuint capturing_program(void)
{
   static const char *const names[] = {"at"};
   const GLuint program = api_program(capture_vertex, NULL, "#version 300 es\nvoid main() {}");
   glTransformFeedbackVaryings(program, 1, names, GL_INTERLEAVED_ATTRIBS);
   glLinkProgram(program);
   glUseProgram(program);
   return program;
}

/* Two draws are captured at an offset of the buffer, as a quad; two instances of it are drawn. */
static void draw_captured(void)
{
   static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, -1, -1, 1, 1, 1};
   PFNGLDRAWTRANSFORMFEEDBACKEXTPROC draw;
   PFNGLDRAWTRANSFORMFEEDBACKINSTANCEDEXTPROC draw_instanced;
   GLuint object, captured;
   api_require("GL_EXT_draw_transform_feedback");
   draw = (PFNGLDRAWTRANSFORMFEEDBACKEXTPROC)eglGetProcAddress("glDrawTransformFeedbackEXT");
   draw_instanced = (PFNGLDRAWTRANSFORMFEEDBACKINSTANCEDEXTPROC)eglGetProcAddress("glDrawTransformFeedbackInstancedEXT");
   capturing_program();
   glGenTransformFeedbacks(1, &object);
   glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, object);
   draw(GL_TRIANGLES, object);
   api_expect_error(GL_INVALID_OPERATION, "a draw before a capture has ended");
   draw(GL_TRIANGLES, object + 100);
   api_expect_error(GL_INVALID_VALUE, "an object that does not exist");
   glGenBuffers(1, &captured);
   glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, captured);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 1024, NULL, GL_DYNAMIC_COPY);
   glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, captured, 64, 512);
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glEnable(GL_RASTERIZER_DISCARD);
   glBeginTransformFeedback(GL_TRIANGLES);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glDrawArrays(GL_TRIANGLES, 3, 3);
   glEndTransformFeedback();
   glDisable(GL_RASTERIZER_DISCARD);
   glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
   api_program(draw_vertex, NULL, draw_fragment);
   glBindBuffer(GL_ARRAY_BUFFER, captured);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, (const void *)64);
   draw(0x1234, object);
   api_expect_error(GL_INVALID_ENUM, "a mode");
   draw_instanced(GL_TRIANGLES, object, -1);
   api_expect_error(GL_INVALID_VALUE, "a negative count of instances");
   draw_instanced(GL_TRIANGLES, object, 2);
   draw(GL_TRIANGLES, object);
}

static void captured(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE;
      if ((x < API_SIZE / 2) != (y < API_SIZE / 2))
         continue;
      rgba[i][0] = (uint8_t)((x + 0.5) / API_SIZE * 255 + 0.5);
      rgba[i][1] = (uint8_t)((y + 0.5) / API_SIZE * 255 + 0.5);
      rgba[i][3] = 255;
   }
}

const struct api_body api_bodies_draws[] = {
   {"base-instances", GLES, 30, 1, 0, draw_base_instances, base_instances},
   {"draw-captured", GLES, 30, 1, 0, draw_captured, captured},
   {0},
};
