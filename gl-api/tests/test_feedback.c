/* test_feedback.c: transform feedback and program binaries as the pipe and other contexts of the share group see them. What is
 * captured, and the errors of the state machine, are in tests/api/body_feedback.c. */
#include "ga_test.h"
#include "gl-api/program/ga_transform_feedback.h"

struct world { struct ga_test *t; struct ga_context *ctx; };

static int setup(void **state)
{
   struct world *w = calloc(1, sizeof(*w));
   void *test;
   ga_test_setup(&test);
   w->t = test;
   w->t->screen->base.caps.has_stream_output = true;
   w->t->screen->base.caps.max_stream_output_buffers = PIPE_MAX_SO_BUFFERS;
   w->t->screen->base.caps.max_stream_output_components = 64;
   w->ctx = ga_test_forced_context(w->t, w->t->ctx, GA_API_ES2, "es30");
   ga_make_current(w->ctx, &w->t->drawable, &w->t->drawable);
   *state = w;
   return 0;
}

static int teardown(void **state)
{
   struct world *w = *state;
   void *test = w->t;
   ga_make_current(NULL, NULL, NULL);
   ga_context_destroy(w->ctx);
   free(w);
   return ga_test_teardown(&test);
}

#define CONTEXT struct ga_context *ctx = ((struct world *)*state)->ctx

static void attach(struct ga_context *ctx, GLuint program, GLenum type, const char *source)
{
   const GLuint name = GL(CreateShader, type);
   GL(ShaderSource, name, 1, &source, NULL);
   GL(CompileShader, name);
   GL(AttachShader, program, name);
   GL(DeleteShader, name);
}

/* Captures `a` (16 bytes) and `b` (4 bytes) to two buffers. */
static GLuint use_program(struct ga_context *ctx)
{
   static const GLchar *const names[] = {"a", "b"};
   const GLuint program = GL(CreateProgram);
   GLint ok;
   attach(ctx, program, GL_VERTEX_SHADER, "#version 300 es\nin vec4 pos; out vec4 a; flat out int b;\n"
                                          "void main() { gl_Position = a = pos; b = gl_VertexID; }");
   attach(ctx, program, GL_FRAGMENT_SHADER, "#version 300 es\nprecision highp float; out vec4 c; void main() { c = vec4(1.0); }");
   GL(TransformFeedbackVaryings, program, 2, names, GL_SEPARATE_ATTRIBS);
   GL(LinkProgram, program);
   GL(GetProgramiv, program, GL_LINK_STATUS, &ok);
   assert_true(ok);
   GL(UseProgram, program);
   assert_gl_error(GL_NO_ERROR);
   return program;
}

static void make_buffers(struct ga_context *ctx, GLuint name[2])
{
   GL(GenBuffers, 2, name);
   for (unsigned i = 0; i < 2; i++) {
      GL(BindBuffer, GL_TRANSFORM_FEEDBACK_BUFFER, name[i]);
      GL(BufferData, GL_TRANSFORM_FEEDBACK_BUFFER, 170, NULL, GL_STREAM_READ);
   }
   GL(BindBufferRange, GL_TRANSFORM_FEEDBACK_BUFFER, 0, name[0], 16, 96);
   GL(BindBufferBase, GL_TRANSFORM_FEEDBACK_BUFFER, 1, name[1]);
   assert_gl_error(GL_NO_ERROR);
}

/* Lines about stream output since the last call of this function. */
static const char *take_targets(struct ga_context *ctx)
{
   static char text[1 << 12];
   struct fake_context *pipe = ga_test_pipe(ctx);
   text[0] = 0;
   for (char *line = strtok(pipe->log, "\n"); line; line = strtok(NULL, "\n"))
      if (strstr(line, "set_stream_output") || strstr(line, " at ") || !strncmp(line, "draw", 4))
         snprintf(text + strlen(text), sizeof(text) - strlen(text), "%.40s;", line);
   fake_clear_log(pipe);
   return text;
}

static bool captures(struct ga_context *ctx)
{
   return ga_test_pipe(ctx)->so_count != 0;
}

/* Targets are bound by the draw that needs them, once, and append; they end with the command that ends or pauses. */
static void targets(void **state)
{
   CONTEXT;
   GLuint buffer[2];
   use_program(ctx);
   make_buffers(ctx, buffer);
   GL(BeginTransformFeedback, GL_POINTS);
   assert_false(captures(ctx));
   fake_clear_log(ga_test_pipe(ctx));
   GL(DrawArrays, GL_POINTS, 0, 2);
   const char *first = take_targets(ctx);
   assert_non_null(strstr(first, "set_stream_output_targets 4;   0: 16+96 at -1;   1: 0+168 at -1;"));
   GL(DrawArrays, GL_POINTS, 0, 2);
   assert_null(strstr(take_targets(ctx), "set_stream_output"));
   GL(PauseTransformFeedback);
   assert_false(captures(ctx));
   GL(DrawArrays, GL_POINTS, 0, 2);
   assert_false(captures(ctx));
   GL(ResumeTransformFeedback);
   GL(DrawArrays, GL_POINTS, 0, 2); /* 6 of 6 vertices */
   assert_true(captures(ctx));
   assert_gl_error(GL_NO_ERROR);
   GL(DrawArrays, GL_POINTS, 0, 1);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(EndTransformFeedback);
   assert_false(captures(ctx));
   GL(DrawArrays, GL_POINTS, 0, 1);
   assert_false(captures(ctx));
   assert_gl_error(GL_NO_ERROR);
}

/* A buffer without storage, or a range that begins beyond its end, has no room. */
static void no_room(void **state)
{
   CONTEXT;
   GLuint buffer[2];
   use_program(ctx);
   make_buffers(ctx, buffer);
   GL(BufferData, GL_TRANSFORM_FEEDBACK_BUFFER, 0, NULL, GL_STREAM_READ);
   GL(BeginTransformFeedback, GL_POINTS);
   assert_gl_error(GL_NO_ERROR);
   GL(DrawArrays, GL_POINTS, 0, 1);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(DrawArrays, GL_POINTS, 0, 0);
   assert_gl_error(GL_NO_ERROR);
   assert_false(captures(ctx));
   GL(EndTransformFeedback);
   GL(BufferData, GL_TRANSFORM_FEEDBACK_BUFFER, 8, NULL, GL_STREAM_READ);
   GL(BeginTransformFeedback, GL_POINTS);
   GL(DrawArrays, GL_POINTS, 0, 3);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(DrawArrays, GL_POINTS, 0, 2);
   assert_gl_error(GL_NO_ERROR);
   GL(EndTransformFeedback);
}

/* Deleting or replacing storage while it is captured to leaves the capture its resource. */
static void storage_goes(void **state)
{
   CONTEXT;
   GLuint buffer[2];
   use_program(ctx);
   make_buffers(ctx, buffer);
   GL(BeginTransformFeedback, GL_POINTS);
   GL(BufferData, GL_TRANSFORM_FEEDBACK_BUFFER, 4, NULL, GL_STREAM_READ);
   GL(DeleteBuffers, 2, buffer);
   GL(DrawArrays, GL_POINTS, 0, 2);
   assert_true(captures(ctx));
   GL(EndTransformFeedback);
   assert_gl_error(GL_NO_ERROR);
   GL(BeginTransformFeedback, GL_POINTS);
   assert_gl_error(GL_INVALID_OPERATION);
}

static void out_of_memory(void **state)
{
   CONTEXT;
   struct fake_screen *screen = ((struct world *)*state)->t->screen;
   GLuint buffer[2];
   GLboolean active = GL_TRUE;
   use_program(ctx);
   make_buffers(ctx, buffer);
   for (int n = 0; n < 2; n++) {
      screen->fail_after = n;
      GL(BeginTransformFeedback, GL_POINTS);
      screen->fail_after = -1;
      assert_gl_error(GL_OUT_OF_MEMORY);
      GL(GetBooleanv, GL_TRANSFORM_FEEDBACK_ACTIVE, &active);
      assert_false(active);
   }
   GL(BeginTransformFeedback, GL_POINTS);
   assert_gl_error(GL_NO_ERROR);
   GL(EndTransformFeedback);
}

/* The program of an active object cannot be linked in any context; the object goes with its context. */
static void programs_of_others(void **state)
{
   CONTEXT;
   struct world *w = *state;
   struct ga_context *first = ctx;
   GLuint buffer[2];
   const GLuint program = use_program(ctx);
   make_buffers(ctx, buffer);
   GL(BeginTransformFeedback, GL_POINTS);
   GL(PauseTransformFeedback);
   ctx = ga_test_forced_context(w->t, first, GA_API_ES2, "es30");
   ga_make_current(ctx, NULL, NULL);
   GL(LinkProgram, program);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(ProgramBinary, program, GL_PROGRAM_BINARY_FORMAT_MESA, "", 0);
   assert_gl_error(GL_INVALID_OPERATION);
   ga_make_current(NULL, NULL, NULL);
   ga_context_destroy(first);
   ga_make_current(ctx, &w->t->drawable, &w->t->drawable);
   w->ctx = ctx;
   GL(LinkProgram, program);
   assert_gl_error(GL_NO_ERROR);
}

static void getters(void **state)
{
   CONTEXT;
   GLuint buffer[2], name;
   GLint v = -1;
   GLint64 v64 = -1;
   GLchar text[8];
   GLenum type = 0;
   GLsizei size = 0, length = -1;
   const GLuint program = use_program(ctx);
   make_buffers(ctx, buffer);
   GL(GetIntegeri_v, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 0, &v);
   assert_int_equal(v, buffer[0]);
   GL(GetInteger64i_v, GL_TRANSFORM_FEEDBACK_BUFFER_START, 0, &v64);
   assert_int_equal(v64, 16);
   GL(GetInteger64i_v, GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, 0, &v64);
   assert_int_equal(v64, 96);
   GL(GetIntegerv, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, &v);
   assert_int_equal(v, buffer[1]);
   assert_gl_error(GL_NO_ERROR);
   GL(GetIntegeri_v, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 4, &v);
   assert_gl_error(GL_INVALID_VALUE);
   GL(GenTransformFeedbacks, 1, &name);
   GL(BindTransformFeedback, GL_TRANSFORM_FEEDBACK, name);
   GL(GetIntegerv, GL_TRANSFORM_FEEDBACK_BINDING, &v);
   assert_int_equal(v, name);
   GL(GetIntegeri_v, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 0, &v);
   assert_int_equal(v, 0); /* of the object */
   GL(GetProgramiv, program, GL_TRANSFORM_FEEDBACK_BUFFER_MODE, &v);
   assert_int_equal(v, GL_SEPARATE_ATTRIBS);
   GL(GetProgramiv, program, GL_TRANSFORM_FEEDBACK_VARYINGS, &v);
   assert_int_equal(v, 2);
   GL(GetProgramiv, program, GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH, &v);
   assert_int_equal(v, 2);
   GL(GetTransformFeedbackVarying, program, 0, sizeof(text), &length, &size, &type, text);
   assert_true(length == 1 && size == 1 && type == GL_FLOAT_VEC4 && !strcmp(text, "a"));
   GL(GetTransformFeedbackVarying, program, 0, -1, &length, &size, &type, text);
   assert_gl_error(GL_INVALID_VALUE);
   const GLuint empty = GL(CreateProgram);
   GL(GetTransformFeedbackVarying, empty, 0, 1, &length, &size, &type, text);
   assert_gl_error(GL_INVALID_OPERATION);
}

/* A binary of another kind of context is refused, and the program loses what it had (ES 3.0, 2.11.5). */
static void binaries(void **state)
{
   CONTEXT;
   GLint status, size;
   GLenum format;
   const GLuint program = use_program(ctx), other = GL(CreateProgram);
   GL(GetProgramiv, program, GL_PROGRAM_BINARY_LENGTH, &size);
   assert_true(size > 0);
   uint8_t *bytes = malloc((size_t)size);
   GL(GetProgramBinary, program, -1, NULL, &format, bytes);
   assert_gl_error(GL_INVALID_VALUE);
   GL(GetProgramBinary, program, size, NULL, &format, bytes);
   GL(ProgramBinary, other, format, bytes, -1);
   assert_gl_error(GL_INVALID_VALUE);
   GL(ProgramBinary, other, format, bytes, size);
   GL(GetProgramiv, other, GL_LINK_STATUS, &status);
   assert_true(status);
   GL(GetProgramiv, other, GL_TRANSFORM_FEEDBACK_VARYINGS, &status);
   assert_int_equal(status, 2);
   for (int i = 0; i < size; i += 7) {
      bytes[i] ^= 0x10;
      GL(ProgramBinary, other, format, bytes, size);
      bytes[i] ^= 0x10;
      GL(GetProgramiv, other, GL_LINK_STATUS, &status);
      assert_false(status);
      GL(GetProgramiv, other, GL_INFO_LOG_LENGTH, &status);
      assert_true(status > 1);
   }
   GL(ProgramBinary, other, format, NULL, size);
   GL(GetProgramiv, other, GL_PROGRAM_BINARY_LENGTH, &status);
   assert_int_equal(status, 0);
   assert_gl_error(GL_NO_ERROR);
   GL(UseProgram, other);
   assert_gl_error(GL_INVALID_OPERATION);
   free(bytes);
}

/* OES_get_program_binary: the same in ES 2.0, without the hint. A binary of ES 3.0 is another one. */
static void binaries_of_es2(void **state)
{
   CONTEXT;
   struct world *w = *state;
   GLint size, status = -1;
   GLenum format;
   GLuint program = use_program(ctx);
   GL(GetProgramiv, program, GL_PROGRAM_BINARY_LENGTH, &size);
   uint8_t *bytes = malloc((size_t)size);
   GL(GetProgramBinary, program, size, &size, &format, bytes);
   assert_gl_error(GL_NO_ERROR);
   ctx = w->t->ctx;
   ga_make_current(ctx, &w->t->drawable, &w->t->drawable);
   GL(ProgramBinary, program, format, bytes, size);
   GL(GetProgramiv, program, GL_LINK_STATUS, &status);
   assert_false(status);
   free(bytes);
   program = GL(CreateProgram);
   attach(ctx, program, GL_VERTEX_SHADER, "attribute vec4 pos; void main() { gl_Position = pos; }");
   attach(ctx, program, GL_FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(1.0); }");
   GL(LinkProgram, program);
   GL(GetIntegerv, GL_NUM_PROGRAM_BINARY_FORMATS, &status);
   assert_int_equal(status, 1);
   GL(GetIntegerv, GL_PROGRAM_BINARY_FORMATS, &status);
   assert_int_equal(status, format);
   GL(GetProgramiv, program, GL_PROGRAM_BINARY_LENGTH, &size);
   bytes = malloc((size_t)size);
   GL(GetProgramBinary, program, size, &size, &format, bytes);
   GL(ProgramBinary, program, format, bytes, size);
   GL(GetProgramiv, program, GL_LINK_STATUS, &status);
   assert_true(status);
   GL(UseProgram, program);
   assert_int_equal(GL(GetAttribLocation, program, "pos"), 0);
   assert_gl_error(GL_NO_ERROR);
   GL(GetProgramiv, program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, &status);
   assert_gl_error(GL_INVALID_ENUM);
   free(bytes);
   ga_make_current(w->ctx, &w->t->drawable, &w->t->drawable);
}

/* EXT_multi_draw_arrays: the vertices of all draws have to fit into the buffers before the first one is made (ES 3.0, 2.15.2). */
static void several_draws(void **state)
{
   CONTEXT;
   GLuint buffer[2];
   static const GLint first[] = {0, 4};
   use_program(ctx);
   make_buffers(ctx, buffer); /* room for 6 vertices */
   GL(BeginTransformFeedback, GL_POINTS);
   take_targets(ctx);
   GL(MultiDrawArrays, GL_POINTS, first, (const GLsizei[]){4, 4}, 2);
   assert_gl_error(GL_INVALID_OPERATION);
   assert_string_equal(take_targets(ctx), "");
   GL(MultiDrawArrays, GL_POINTS, first, (const GLsizei[]){4, 2}, 2);
   assert_gl_error(GL_NO_ERROR);
   GL(DrawArrays, GL_POINTS, 0, 1); /* the buffers are full */
   assert_gl_error(GL_INVALID_OPERATION);
   GL(EndTransformFeedback);
   assert_gl_error(GL_NO_ERROR);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
   const struct CMUnitTest tests[] = {
      TEST(targets), TEST(several_draws), TEST(no_room), TEST(storage_goes), TEST(out_of_memory), TEST(programs_of_others),
      TEST(getters), TEST(binaries), TEST(binaries_of_es2),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
