/* body_dsa.c: direct state access of OpenGL 4.5 as an extension of 3.3: objects that are made, filled, drawn with, cleared and copied
 * by name, while every binding stays as it is; framebuffers without attachments; results of queries in buffers. */
#include <string.h>

#include "api_test.h"
#include "api_desktop.h"

static uint8_t picture[API_TEXELS][4];

static void reference(uint8_t rgba[API_TEXELS][4])
{
   memcpy(rgba, picture, sizeof(picture));
}

static GLint get(GLenum pname)
{
   GLint value = -1;
   glGetIntegerv(pname, &value);
   return value;
}

/* Fills a rectangle of the picture. */
static void expect(unsigned x0, unsigned y0, unsigned x1, unsigned y1, const uint8_t color[4])
{
   for (unsigned y = y0; y < y1; y++)
      for (unsigned x = x0; x < x1; x++)
         memcpy(picture[y * API_SIZE + x], color, 4);
}

static const char vertex_text[] = "#version 330\nin vec2 pos; in vec4 val; out vec4 v;"
                                  "void main() { gl_Position = vec4(pos, 0.0, 1.0); v = val; }",
                  fragment_text[] = "#version 330\nin vec4 v; out vec4 color; void main() { color = v; }";

/* ---- framebuffers, vertex arrays --------------------------------------------------------------------------------------------- */

static void check_bindings(const GLint target)
{
   static const GLenum names[] = {GL_RENDERBUFFER_BINDING, GL_ARRAY_BUFFER_BINDING, GL_VERTEX_ARRAY_BINDING, GL_TEXTURE_BINDING_2D_ARRAY,
                                  GL_COPY_READ_BUFFER_BINDING};
   for (unsigned i = 1; i < sizeof(names) / sizeof(names[0]); i++)
      if (get(names[i]) != 0)
         api_fail("binding 0x%x is %d", names[i], get(names[i]));
   if (get(GL_DRAW_FRAMEBUFFER_BINDING) != target || get(GL_READ_FRAMEBUFFER_BINDING) != target)
      api_fail("a named command bound a framebuffer");
}

/* The four quarters: two layers of an array, a renderbuffer cleared as a second draw buffer, a mesh with an element buffer. */
static void draw_named(void)
{
   enum { HALF = API_SIZE / 2 };
   static const GLfloat red[4] = {1, 0, 0.2f, 1}, corners[4][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
   static const GLubyte colors[4][4] = {{0, 255, 255, 255}, {0, 255, 255, 255}, {0, 255, 255, 255}, {0, 255, 255, 255}},
                        index[6] = {0, 1, 2, 2, 1, 3};
   static const GLenum second[2] = {GL_NONE, GL_COLOR_ATTACHMENT1}, first = GL_COLOR_ATTACHMENT0;
   const GLint target = get(GL_DRAW_FRAMEBUFFER_BINDING);
   GLuint fbo[2], rb[2], tex, buffer[3], vao;
   api_require("GL_ARB_direct_state_access");
   const GLuint program = api_program(vertex_text, NULL, fragment_text);
   glUseProgram(0);
   glCreateFramebuffers(2, fbo);
   glCreateRenderbuffers(2, rb);
   glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &tex);
   glTextureStorage3D(tex, 1, GL_RGBA8, HALF, HALF, 3);
   glNamedRenderbufferStorage(rb[0], GL_RGBA8, HALF, HALF);
   glNamedRenderbufferStorage(rb[1], GL_DEPTH24_STENCIL8, HALF, HALF);

   /* Layer 2 by a clear, layer 1 by another one that a smaller scissor box cuts. */
   glNamedFramebufferTextureLayer(fbo[0], GL_COLOR_ATTACHMENT0, tex, 0, 2);
   glClearNamedFramebufferfv(fbo[0], GL_COLOR, 0, red);
   glBlitNamedFramebuffer(fbo[0], (GLuint)target, 0, 0, HALF, HALF, 0, 0, HALF, HALF, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   expect(0, 0, HALF, HALF, (const uint8_t[4]){255, 0, 51, 255});
   glNamedFramebufferTextureLayer(fbo[0], GL_COLOR_ATTACHMENT0, tex, 0, 1);
   glClearNamedFramebufferfv(fbo[0], GL_COLOR, 0, (const GLfloat[4]){0, 0, 1, 1});
   glEnable(GL_SCISSOR_TEST);
   glScissor(4, 4, 8, 8);
   glClearNamedFramebufferfv(fbo[0], GL_COLOR, 0, (const GLfloat[4]){1, 1, 0, 1});
   glDisable(GL_SCISSOR_TEST);
   glBlitNamedFramebuffer(fbo[0], (GLuint)target, 0, 0, HALF, HALF, HALF, 0, API_SIZE, HALF, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   expect(HALF, 0, API_SIZE, HALF, (const uint8_t[4]){0, 0, 255, 255});
   expect(HALF + 4, 4, HALF + 12, 12, (const uint8_t[4]){255, 255, 0, 255});

   /* Draw buffer 1 is attachment 1; depth and stencil reject a part of the fragments. */
   glNamedFramebufferRenderbuffer(fbo[1], GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER, rb[0]);
   glNamedFramebufferRenderbuffer(fbo[1], GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, rb[1]);
   glNamedFramebufferDrawBuffers(fbo[1], 2, second);
   glNamedFramebufferReadBuffer(fbo[1], GL_COLOR_ATTACHMENT1);
   if (glCheckNamedFramebufferStatus(fbo[1], GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      api_fail("the second framebuffer is incomplete");
   glClearNamedFramebufferfv(fbo[1], GL_COLOR, 1, (const GLfloat[4]){0.4f, 0.6f, 0.8f, 1});
   glClearNamedFramebufferfi(fbo[1], GL_DEPTH_STENCIL, 0, 1, 3);
   glEnable(GL_SCISSOR_TEST);
   glScissor(0, 0, 5, HALF);
   glClearNamedFramebufferiv(fbo[1], GL_STENCIL, 0, (const GLint[1]){7});
   glScissor(0, 0, HALF, 6);
   glClearNamedFramebufferfv(fbo[1], GL_DEPTH, 0, (const GLfloat[1]){0});
   glDisable(GL_SCISSOR_TEST);
   check_bindings(target);

   glCreateBuffers(3, buffer);
   glNamedBufferStorage(buffer[0], sizeof(corners), corners, 0);
   glNamedBufferData(buffer[1], sizeof(colors), NULL, GL_STATIC_DRAW);
   glNamedBufferSubData(buffer[1], 0, sizeof(colors), colors);
   glNamedBufferData(buffer[2], 8, NULL, GL_STATIC_DRAW);
   memcpy(glMapNamedBufferRange(buffer[2], 2, 6, GL_MAP_WRITE_BIT), index, 6);
   glUnmapNamedBuffer(buffer[2]);
   glCreateVertexArrays(1, &vao);
   glVertexArrayAttribFormat(vao, 0, 2, GL_FLOAT, GL_FALSE, 0);
   glVertexArrayAttribFormat(vao, 1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0);
   glVertexArrayAttribBinding(vao, 0, 3);
   glVertexArrayAttribBinding(vao, 1, 4);
   glVertexArrayVertexBuffers(vao, 3, 2, buffer, (const GLintptr[2]){0, 0}, (const GLsizei[2]){8, 4});
   glVertexArrayElementBuffer(vao, buffer[2]);
   glEnableVertexArrayAttrib(vao, 0);
   glEnableVertexArrayAttrib(vao, 1);
   check_bindings(target);

   /* The mesh covers a quarter of the second framebuffer where stencil is 3 and depth is 1, and the bound one's last quarter. */
   glUseProgram(program);
   glBindVertexArray(vao);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo[1]);
   glNamedFramebufferDrawBuffer(fbo[1], GL_COLOR_ATTACHMENT1);
   glEnable(GL_DEPTH_TEST);
   glEnable(GL_STENCIL_TEST);
   glStencilFunc(GL_EQUAL, 3, 0xff);
   glViewport(-HALF, -HALF, 2 * HALF, 2 * HALF); /* corner 0 of the mesh is pixel 0 */
   glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_BYTE, (void *)2);
   glDisable(GL_DEPTH_TEST);
   glDisable(GL_STENCIL_TEST);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
   glViewport(0, 0, API_SIZE, API_SIZE);
   glBlitNamedFramebuffer(fbo[1], (GLuint)target, 0, 0, HALF, HALF, 0, HALF, HALF, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   expect(0, HALF, HALF, API_SIZE, (const uint8_t[4]){102, 153, 204, 255});
   expect(5, HALF + 6, HALF, API_SIZE, colors[0]);
   glNamedBufferSubData(buffer[1], 0, 16, (const GLubyte[16]){9, 8, 7, 6, 9, 8, 7, 6, 9, 8, 7, 6, 9, 8, 7, 6});
   glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_BYTE, (void *)2);
   expect(HALF, HALF, API_SIZE, API_SIZE, (const uint8_t[4]){9, 8, 7, 6});
   if (first != (GLenum)get(GL_DRAW_BUFFER))
      api_fail("the bound framebuffer draws to 0x%x", (unsigned)get(GL_DRAW_BUFFER));
}

/* ---- transform feedback ------------------------------------------------------------------------------------------------------- */

/* Captures into ranges of two buffers that belong to an object, and draws the captured vertices. */
static void draw_feedback(void)
{
   static const char *const outputs[2] = {"v", "gl_Position"};
   GLuint xfb, buffer[3], vao;
   GLint64 start, size;
   GLint name;
   api_require("GL_ARB_direct_state_access");
   const GLuint program = api_program(vertex_text, NULL, fragment_text);
   glTransformFeedbackVaryings(program, 2, outputs, GL_SEPARATE_ATTRIBS);
   glLinkProgram(program);
   glUseProgram(program);
   glCreateTransformFeedbacks(1, &xfb);
   glCreateBuffers(3, buffer);
   glNamedBufferData(buffer[0], API_TEXELS * 16 + 64, NULL, GL_DYNAMIC_COPY);
   glNamedBufferData(buffer[1], API_TEXELS * 16, NULL, GL_DYNAMIC_COPY);
   glTransformFeedbackBufferRange(xfb, 0, buffer[0], 64, API_TEXELS * 16);
   glTransformFeedbackBufferBase(xfb, 1, buffer[1]);
   glGetTransformFeedbacki64_v(xfb, GL_TRANSFORM_FEEDBACK_BUFFER_START, 0, &start);
   glGetTransformFeedbacki64_v(xfb, GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, 0, &size);
   glGetTransformFeedbacki_v(xfb, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 1, &name);
   if (start != 64 || size != API_TEXELS * 16 || name != (GLint)buffer[1] || get(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING) != 0 ||
       get(GL_TRANSFORM_FEEDBACK_BINDING) != 0)
      api_fail("the ranges are %d + %d, buffer %d", (int)start, (int)size, name);

   static struct { GLfloat xy[2]; GLubyte color[4]; } points[API_TEXELS];
   for (unsigned i = 0; i < API_TEXELS; i++) {
      points[i].xy[0] = (GLfloat)(i % API_SIZE + 0.5) / API_SIZE * 2 - 1;
      points[i].xy[1] = (GLfloat)(i / API_SIZE + 0.5) / API_SIZE * 2 - 1;
      for (unsigned c = 0; c < 4; c++)
         picture[i][c] = points[i].color[c] = (GLubyte)api_random(256);
   }
   glNamedBufferData(buffer[2], sizeof(points), points, GL_STATIC_DRAW);
   glCreateVertexArrays(1, &vao);
   glVertexArrayAttribFormat(vao, 0, 2, GL_FLOAT, GL_FALSE, 0);
   glVertexArrayAttribFormat(vao, 1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 8);
   glVertexArrayAttribBinding(vao, 0, 0);
   glVertexArrayAttribBinding(vao, 1, 0);
   glVertexArrayVertexBuffer(vao, 0, buffer[2], 0, sizeof(points[0]));
   glEnableVertexArrayAttrib(vao, 0);
   glEnableVertexArrayAttrib(vao, 1);
   glBindVertexArray(vao);
   glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, xfb);
   glEnable(GL_RASTERIZER_DISCARD);
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, API_TEXELS);
   glEndTransformFeedback();
   glDisable(GL_RASTERIZER_DISCARD);

   glVertexArrayAttribFormat(vao, 1, 4, GL_FLOAT, GL_FALSE, 0);
   glVertexArrayAttribBinding(vao, 1, 1);
   glVertexArrayVertexBuffer(vao, 0, buffer[1], 0, 16);
   glVertexArrayVertexBuffer(vao, 1, buffer[0], 64, 16);
   glDrawArrays(GL_POINTS, 0, API_TEXELS);
}

/* ---- framebuffers without attachments, query buffers --------------------------------------------------------------------------- */

enum { SENTINEL = 0x5a5a5a5a };

/* Counts samples that pass in framebuffers of several sizes: results go to a buffer, by every command and width. */
static void draw_no_attachments(void)
{
   static const struct { GLint width, height, samples, view_width, view_height; GLuint passed; } rows[] = {
      {24, 20, 0, 64, 64, 24 * 20}, {24, 20, 0, 16, 64, 16 * 20}, {1, 1, 0, 64, 64, 1}, {300, 2, 0, 300, 300, 600},
      {40, 30, 4, 64, 64, 40 * 30 * 4}, {7, 9, 4, 5, 64, 5 * 9 * 4},
   };
   enum { ROWS = sizeof(rows) / sizeof(rows[0]) };
   const GLint target = get(GL_DRAW_FRAMEBUFFER_BINDING);
   GLuint fbo, query[ROWS], buffer;
   union { GLuint u[ROWS][8]; GLuint64 u64[ROWS][4]; } results;
   api_require("GL_ARB_framebuffer_no_attachments");
   api_require("GL_ARB_query_buffer_object");
   api_require("GL_ARB_direct_state_access");
   api_program("#version 330\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "#version 330\nout vec4 color; void main() { color = vec4(0.2, 0.4, 0.6, 0.8); }");
   glCreateFramebuffers(1, &fbo);
   if (glCheckNamedFramebufferStatus(fbo, GL_FRAMEBUFFER) != GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT)
      api_fail("a framebuffer without attachments and size is not incomplete");
   glNamedFramebufferParameteri(fbo, GL_FRAMEBUFFER_DEFAULT_WIDTH, rows[0].width);
   if (glCheckNamedFramebufferStatus(fbo, GL_FRAMEBUFFER) != GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT)
      api_fail("a framebuffer without height is not incomplete");
   glCreateQueries(GL_SAMPLES_PASSED, ROWS, query);
   glCreateBuffers(1, &buffer);
   memset(&results, 0x5a, sizeof(results));
   glNamedBufferData(buffer, sizeof(results), &results, GL_DYNAMIC_COPY);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   for (unsigned i = 0; i < ROWS; i++) {
      const GLintptr at = (GLintptr)(i * sizeof(results.u[0]));
      glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, rows[i].width);
      glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, rows[i].height);
      glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_SAMPLES, rows[i].samples);
      glViewport(0, 0, rows[i].view_width, rows[i].view_height);
      if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
         api_fail("framebuffer %u is incomplete", i);
      glBeginQuery(GL_SAMPLES_PASSED, query[i]);
      api_rectangle(-1, -1, 1, 1);
      glEndQuery(GL_SAMPLES_PASSED);
      glGetQueryBufferObjectuiv(query[i], buffer, GL_QUERY_RESULT, at);
      glGetQueryBufferObjectui64v(query[i], buffer, GL_QUERY_RESULT, at + 8);
      glBindBuffer(GL_QUERY_BUFFER, buffer);
      glGetQueryObjectiv(query[i], GL_QUERY_RESULT_NO_WAIT, (GLint *)(at + 16));
      glGetQueryObjectuiv(query[i], GL_QUERY_RESULT_AVAILABLE, (GLuint *)(at + 20));
      glGetQueryObjectuiv(query[i], GL_QUERY_TARGET, (GLuint *)(at + 24));
      glBindBuffer(GL_QUERY_BUFFER, 0);
   }
   glGetNamedBufferSubData(buffer, 0, sizeof(results), &results);
   for (unsigned i = 0; i < ROWS; i++)
      if (results.u[i][0] != rows[i].passed || results.u[i][1] != SENTINEL || results.u64[i][1] != rows[i].passed ||
          results.u[i][4] != rows[i].passed || results.u[i][5] != GL_TRUE || results.u[i][6] != GL_SAMPLES_PASSED ||
          results.u[i][7] != SENTINEL)
         api_fail("row %u: %u 0x%x %u %u %u 0x%x 0x%x instead of %u", i, results.u[i][0], results.u[i][1], (unsigned)results.u64[i][1],
                  results.u[i][4], results.u[i][5], results.u[i][6], results.u[i][7], rows[i].passed);

   /* An attachment takes over; without it, the size is back. */
   GLuint rb;
   glCreateRenderbuffers(1, &rb);
   glNamedRenderbufferStorage(rb, GL_RGBA8, API_SIZE, API_SIZE);
   glNamedFramebufferRenderbuffer(fbo, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   glViewport(0, 0, API_SIZE, API_SIZE);
   api_rectangle(-1, -1, 1, 1);
   glBlitNamedFramebuffer(fbo, (GLuint)target, 0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
   expect(0, 0, API_SIZE, API_SIZE, (const uint8_t[4]){51, 102, 153, 204});
}

const struct api_body api_bodies_dsa[] = {
   {"dsa-named", CORE, 33, 0, 0, draw_named, reference},
   {"dsa-feedback", CORE, 33, 0, 0, draw_feedback, reference},
   {"dsa-no-attachments", CORE, 33, 0, 0, draw_no_attachments, reference},
   {0}
};
