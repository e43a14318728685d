/* body_core_draws.c: draws of desktop OpenGL 3.3: primitive restart, several draws at once, rules of the core profile, conditional
 * rendering, queries, dual-source blending. */
#include <string.h>

#include "api_test.h"

static const char plain_vs[] = "#version 330 core\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
static const char color_fs[] = "#version 330 core\nuniform vec4 c; out vec4 color; void main() { color = c; }";

/* ---- strips ------------------------------------------------------------------------------------------------------------------- */

/* Vertices 2 i and 2 i + 1: the lower and the upper end of column edge i, in steps of four texels. */
static GLuint columns(void)
{
   GLfloat data[9][2][2];
   for (unsigned i = 0; i < 9; i++) {
      data[i][0][0] = data[i][1][0] = -1 + (float)i / 4;
      data[i][0][1] = -1;
      data[i][1][1] = 1;
   }
   GLuint program = api_program(plain_vs, NULL, color_fs);
   api_vertices(data, sizeof(data));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glEnable(GL_SCISSOR_TEST);
   return program;
}

/* The next draw covers the row-th of eight rows, in the colour of that row. */
static void row(GLuint program, unsigned row_index)
{
   glScissor(0, (GLint)row_index * 4, API_SIZE, 4);
   glUniform4f(glGetUniformLocation(program, "c"), (float)(row_index + 1) / 8, 1, 0, 1);
}

static void indices(const void *data, unsigned bytes)
{
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, bytes, data, GL_STATIC_DRAW);
}

static void draw_restart(void)
{
   static const GLubyte bytes[] = {0, 1, 2, 3, 77, 6, 7, 8, 9, 255, 12, 13, 14, 15};
   static const GLushort shorts[] = {0, 1, 2, 3, 300, 6, 7, 8, 9};
   static const GLuint ints[] = {2, 3, 4, 5, 0xffffffff, 8, 9, 10, 11};
   static const GLushort biased[] = {0, 1, 2, 3, 4, 6, 7, 8, 9};
   static const GLushort plain[] = {4, 5, 6, 7};
   GLuint program = columns();
   GLint value = -1;
   glEnable(GL_PRIMITIVE_RESTART);
   indices(bytes, sizeof(bytes));
   row(program, 0);
   glPrimitiveRestartIndex(77);
   glDrawElements(GL_TRIANGLE_STRIP, 9, GL_UNSIGNED_BYTE, NULL);
   row(program, 1); /* an index that no byte has: 0xff counts as a vertex, so none is given here */
   glPrimitiveRestartIndex(0x14d);
   glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, (void *)10);
   indices(shorts, sizeof(shorts));
   row(program, 2);
   glPrimitiveRestartIndex(300);
   glDrawElements(GL_TRIANGLE_STRIP, 9, GL_UNSIGNED_SHORT, NULL);
   indices(ints, sizeof(ints));
   row(program, 3);
   glPrimitiveRestartIndex(0xffffffff);
   glDrawElements(GL_TRIANGLE_STRIP, 9, GL_UNSIGNED_INT, NULL);
   indices(biased, sizeof(biased));
   row(program, 4); /* compared before the base vertex is added */
   glPrimitiveRestartIndex(4);
   glDrawElementsBaseVertex(GL_TRIANGLE_STRIP, 9, GL_UNSIGNED_SHORT, NULL, 4);
   row(program, 5);
   glDrawElementsInstancedBaseVertex(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, NULL, 2, 14);
   glGetIntegerv(GL_PRIMITIVE_RESTART_INDEX, &value);
   api_expect("restart index", value, 4);
   row(program, 6);
   glDisable(GL_PRIMITIVE_RESTART);
   indices(plain, sizeof(plain));
   glDrawElementsBaseVertex(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, NULL, -2);
   row(program, 7); /* arrays are not restarted */
   glEnable(GL_PRIMITIVE_RESTART);
   glDrawArrays(GL_TRIANGLE_STRIP, 2, 6);
}

/* Bit i: column i is drawn. */
static void columns_of(uint8_t rgba[API_TEXELS][4], const unsigned char rows[8])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      unsigned y = i / API_SIZE / 4;
      if (rows[y] >> (i % API_SIZE / 4) & 1)
         memcpy(rgba[i], (uint8_t[]){(uint8_t)((y + 1) * 255 / 8.0 + 0.5), 255, 0, 255}, 4);
   }
}

static void reference_restart(uint8_t rgba[API_TEXELS][4])
{
   columns_of(rgba, (const unsigned char[8]){0x9, 0x40, 0x9, 0x12, 0x24, 0x80, 0x2, 0x6});
}

static void draw_multi(void)
{
   static const GLint firsts[] = {0, 4, 12};
   static const GLsizei counts[] = {4, 0, 4}, pairs[] = {4, 4};
   static const GLushort shorts[] = {0, 1, 2, 3, 6, 7, 8, 9};
   const void *const at[] = {(void *)0, (void *)8};
   static const GLint base[] = {2, 6};
   GLuint program = columns(), name = 0;
   row(program, 0);
   glMultiDrawArrays(GL_TRIANGLE_STRIP, firsts, counts, 3);
   indices(shorts, sizeof(shorts));
   row(program, 1);
   glMultiDrawElements(GL_TRIANGLE_STRIP, pairs, GL_UNSIGNED_SHORT, at, 2);
   row(program, 2);
   glMultiDrawElementsBaseVertex(GL_TRIANGLE_STRIP, pairs, GL_UNSIGNED_SHORT, at, 2, base);
   row(program, 3);
   glDrawRangeElementsBaseVertex(GL_TRIANGLE_STRIP, 0, 3, 4, GL_UNSIGNED_SHORT, NULL, 14);
   /* All draws are checked before the first one: nothing of these is in row 4. */
   row(program, 4);
   glMultiDrawArrays(GL_TRIANGLE_STRIP, firsts, (const GLsizei[]){4, 4, -1}, 3);
   api_expect_error(GL_INVALID_VALUE, "a negative count after others");
   glMultiDrawElements(GL_TRIANGLE_STRIP, (const GLsizei[]){4, -1}, GL_UNSIGNED_SHORT, at, 2);
   api_expect_error(GL_INVALID_VALUE, "a negative count of indices after others");
   glMultiDrawElements(GL_TRIANGLE_STRIP, pairs, GL_FLOAT, at, 0);
   api_expect_error(GL_INVALID_ENUM, "an index type without draws");
   glMultiDrawElementsBaseVertex(GL_TRIANGLE_STRIP, (const GLsizei[]){0, 0}, GL_FLOAT, at, 2, base);
   api_expect_error(GL_INVALID_ENUM, "an index type without indices");
   /* Rules of the core profile. */
   glDrawArrays(GL_QUADS, 0, 4);
   api_expect_error(GL_INVALID_ENUM, "quads");
   glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, 0, firsts);
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   api_expect_error(GL_NO_ERROR, "an offset");
   glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, 0, firsts);
   api_expect_error(GL_INVALID_OPERATION, "client memory");
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
   glBindVertexArray(0);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   api_expect_error(GL_INVALID_OPERATION, "no vertex array object");
   glBindBuffer(GL_ARRAY_BUFFER, 4711);
   api_expect_error(GL_INVALID_OPERATION, "a buffer's name that was not generated");
   glBindTexture(GL_TEXTURE_2D, 4711);
   api_expect_error(GL_INVALID_OPERATION, "a texture's name that was not generated");
   glBindFramebuffer(GL_FRAMEBUFFER, 4711);
   api_expect_error(GL_INVALID_OPERATION, "a framebuffer's name that was not generated");
   glBindRenderbuffer(GL_RENDERBUFFER, 4711);
   api_expect_error(GL_INVALID_OPERATION, "a renderbuffer's name that was not generated");
   glBindVertexArray(4711);
   api_expect_error(GL_INVALID_OPERATION, "a vertex array's name that was not generated");
   glBeginQuery(GL_SAMPLES_PASSED, 4711);
   api_expect_error(GL_INVALID_OPERATION, "a query's name that was not generated");
   if (glGetString(GL_EXTENSIONS))
      api_fail("an extension string");
   api_expect_error(GL_INVALID_ENUM, "the extension string");
   glGetIntegerv(GL_NUM_EXTENSIONS, (GLint *)&name);
   glGetStringi(GL_EXTENSIONS, name);
   api_expect_error(GL_INVALID_VALUE, "one extension too far");
}

static void reference_multi(uint8_t rgba[API_TEXELS][4])
{
   columns_of(rgba, (const unsigned char[8]){0x41, 0x9, 0x42, 0x80, 0, 0, 0, 0});
}

/* ---- conditional rendering ------------------------------------------------------------------------------------------------------ */

static GLuint64 occlusion(GLenum target, GLuint id, unsigned first, unsigned count)
{
   GLuint result = 0;
   glBeginQuery(target, id);
   glDrawArrays(GL_TRIANGLE_STRIP, (GLint)first, (GLsizei)count);
   glEndQuery(target);
   glGetQueryObjectuiv(id, GL_QUERY_RESULT, &result);
   return result;
}

/* The first commands have the names of GL_NV_conditional_render. */
static void draw_conditional(void)
{
   void (*begin)(GLuint, GLenum) = (void (*)(GLuint, GLenum))eglGetProcAddress("glBeginConditionalRenderNV");
   void (*end)(void) = (void (*)(void))eglGetProcAddress("glEndConditionalRenderNV");
   GLuint program = columns(), ids[3];
   api_require("GL_NV_conditional_render");
   glGenQueries(3, ids);
   row(program, 0);
   api_expect("samples of two columns", (long)occlusion(GL_SAMPLES_PASSED, ids[0], 0, 6), 2 * 4 * 4);
   api_expect("samples of no column", (long)occlusion(GL_SAMPLES_PASSED, ids[1], 0, 2), 0);
   api_expect("any samples", (long)occlusion(GL_ANY_SAMPLES_PASSED, ids[2], 4, 4), 1);
   static const GLenum modes[4] = {GL_QUERY_WAIT, GL_QUERY_NO_WAIT, GL_QUERY_BY_REGION_WAIT, GL_QUERY_BY_REGION_NO_WAIT};
   for (unsigned i = 0; i < 4; i++) {
      row(program, i + 1);
      begin(ids[0], modes[i]);
      glDrawArrays(GL_TRIANGLE_STRIP, (GLint)i * 2, 4);
      end();
      glBeginConditionalRender(ids[1], modes[i]);
      if (i != 1 && i != 3) /* without a wait the draw may happen */
         glDrawArrays(GL_TRIANGLE_STRIP, (GLint)i * 2 + 6, 4);
      glEndConditionalRender();
   }
   /* Clears depend on it, too. */
   row(program, 5);
   glClearColor(0, 0, 1, 1);
   glBeginConditionalRender(ids[1], GL_QUERY_WAIT);
   glClear(GL_COLOR_BUFFER_BIT);
   glClearBufferfv(GL_COLOR, 0, (const GLfloat[]){1, 1, 1, 1});
   glEndConditionalRender();
   row(program, 6);
   glBeginConditionalRender(ids[2], GL_QUERY_WAIT);
   glClear(GL_COLOR_BUFFER_BIT);
   glBeginConditionalRender(ids[0], GL_QUERY_WAIT);
   api_expect_error(GL_INVALID_OPERATION, "a second condition");
   glDeleteQueries(1, &ids[2]);
   row(program, 7);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4); /* the deleted query still decides */
   glEndConditionalRender();
   glEndConditionalRender();
   api_expect_error(GL_INVALID_OPERATION, "no condition");
   glBeginConditionalRender(ids[0], GL_QUERY_WAIT + 4711);
   api_expect_error(GL_INVALID_ENUM, "no mode");
   glBeginConditionalRender(4711, GL_QUERY_WAIT);
   api_expect_error(GL_INVALID_VALUE, "no query");
   GLint bits = 0;
   glGetQueryiv(GL_SAMPLES_PASSED, GL_QUERY_COUNTER_BITS, &bits);
   if (bits < 32)
      api_fail("%d bits", bits);
}

static void reference_conditional(uint8_t rgba[API_TEXELS][4])
{
   columns_of(rgba, (const unsigned char[8]){0x7, 0x1, 0x2, 0x4, 0x8, 0, 0, 0x1});
   for (unsigned i = 0; i < API_TEXELS; i++)
      if (i / API_SIZE / 4 == 6)
         memcpy(rgba[i], (uint8_t[]){0, 0, 255, 255}, 4);
}

/* ---- dual-source blending -------------------------------------------------------------------------------------------------------- */

static void draw_dual(void)
{
   static const char fs[] = "#version 330 core\nlayout(location = 0, index = 0) out vec4 first;"
                            "layout(location = 0, index = 1) out vec4 second;"
                            "void main() { vec2 at = gl_FragCoord.xy / 32.0; first = vec4(at, 0.5, 1.0); second = vec4(1.0 - at.x, 0.25, at.y, at.x); }";
   static const GLenum factors[4] = {GL_SRC1_COLOR, GL_ONE_MINUS_SRC1_COLOR, GL_SRC1_ALPHA, GL_ONE_MINUS_SRC1_ALPHA};
   GLuint program = api_program(plain_vs, NULL, fs);
   GLint limit = 0;
   glGetIntegerv(GL_MAX_DUAL_SOURCE_DRAW_BUFFERS, &limit);
   api_expect("index of first", glGetFragDataIndex(program, "first"), 0);
   api_expect("index of second", glGetFragDataIndex(program, "second"), 1);
   api_expect("location of second", glGetFragDataLocation(program, "second"), 0);
   if (limit < 1)
      api_fail("no draw buffer for two sources");
   glClearColor(0.5f, 0.8f, 0.3f, 0.9f);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_BLEND);
   for (unsigned i = 0; i < 4; i++) {
      glBlendFunc(factors[i], factors[3 - i]);
      api_rectangle(-1, -1 + (float)i / 2, 1, -0.5f + (float)i / 2);
   }
}

static void reference_dual(uint8_t rgba[API_TEXELS][4])
{
   static const double dst[4] = {0.5, 0.8, 0.3, 0.9};
   for (unsigned i = 0; i < API_TEXELS; i++) {
      double x = (i % API_SIZE + 0.5) / 32, y = (i / API_SIZE + 0.5) / 32;
      double first[4] = {x, y, 0.5, 1}, second[4] = {1 - x, 0.25, y, x};
      for (unsigned c = 0; c < 4; c++) {
         double factors[4] = {second[c], 1 - second[c], second[3], 1 - second[3]};
         unsigned band = i / API_SIZE / 8;
         double v = first[c] * factors[band] + dst[c] * factors[3 - band];
         rgba[i][c] = (uint8_t)((v > 1 ? 1 : v) * 255 + 0.5);
      }
   }
}

/* ---- draw buffers ------------------------------------------------------------------------------------------------------------------ */

/* Outputs go to other attachments: 0 to the second, 2 to the first. */
static void draw_outputs(void)
{
   static const char fs[] = "#version 330 core\nout vec4 a; out vec4 b; out vec4 c;"
                            "void main() { a = vec4(1.0, 0.2, 0.0, 1.0); b = vec4(0.0, 1.0, 0.4, 1.0); c = vec4(0.6, 0.0, 1.0, 1.0); }";
   GLuint fbo, images[3], program = glCreateProgram();
   GLint picture, value = 0;
   static const GLenum buffers[3] = {GL_COLOR_ATTACHMENT1, GL_NONE, GL_COLOR_ATTACHMENT0}, twice[2] = {GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT1};
   api_attach(program, GL_VERTEX_SHADER, plain_vs);
   api_attach(program, GL_FRAGMENT_SHADER, fs);
   glBindFragDataLocation(program, 0, "a");
   glBindFragDataLocation(program, 1, "b");
   glBindFragDataLocationIndexed(program, 2, 0, "c");
   glBindAttribLocation(program, 0, "pos");
   api_link(program);
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &picture);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenRenderbuffers(3, images);
   for (unsigned i = 0; i < 3; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, images[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, API_SIZE, API_SIZE);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, GL_RENDERBUFFER, images[i]);
      glDrawBuffer(GL_COLOR_ATTACHMENT0 + i);
      glClearColor(0, 0, (float)(i + 1) / 4, 1);
      glClear(GL_COLOR_BUFFER_BIT);
   }
   glGetIntegerv(GL_DRAW_BUFFER, &value);
   api_expect("draw buffer", value, GL_COLOR_ATTACHMENT2);
   glDrawBuffers(3, buffers);
   api_rectangle(-0.5f, -0.5f, 0.5f, 0.5f);
   glClearBufferfv(GL_COLOR, 2, (const GLfloat[]){1, 1, 1, 1}); /* the first attachment */
   api_rectangle(-0.75f, -0.75f, 0.25f, 0.25f);
   glDrawBuffers(2, twice);
   api_expect_error(GL_INVALID_OPERATION, "one buffer for two outputs");
   glDrawBuffer(GL_BACK);
   api_expect_error(GL_INVALID_OPERATION, "a window's buffer");
   glDrawBuffer(GL_COLOR);
   api_expect_error(GL_INVALID_ENUM, "no buffer");
   glReadBuffer(GL_BACK_LEFT);
   api_expect_error(GL_INVALID_OPERATION, "a window's buffer to read");
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)picture);
   for (unsigned i = 0; i < 3; i++) {
      glReadBuffer(GL_COLOR_ATTACHMENT0 + i);
      glBlitFramebuffer(0, 0, 30, API_SIZE, (GLint)i * 10, 0, (GLint)i * 10 + 10, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)picture);
}

const struct api_body api_bodies_core_draws[] = {
   {"core-restart", CORE, 33, 0, 0, draw_restart, reference_restart},
   {"core-multi-draw", CORE, 33, 0, 0, draw_multi, reference_multi},
   {"core-conditional", CORE, 33, 0, 0, draw_conditional, reference_conditional},
   {"core-dual-source", CORE, 33, 1, 0, draw_dual, reference_dual},
   {"core-draw-buffers", CORE, 33, 0, 0, draw_outputs, NULL},
   {0},
};
