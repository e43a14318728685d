/* Draws: the calls that reach the pipe. A draw with nothing changed makes no other call and allocates nothing. */
#include "ga_test.h"
#include "gl-api/object/ga_buffer.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

static GLuint shader(struct ga_context *ctx, GLenum type, const char *source)
{
   GLuint name = GL(CreateShader, type);
   GLint ok;
   GL(ShaderSource, name, 1, &source, NULL);
   GL(CompileShader, name);
   GL(GetShaderiv, name, GL_COMPILE_STATUS, &ok);
   assert_true(ok);
   return name;
}

/* Attribute 0 is `pos`, attribute 1 is `shade`. */
static GLuint use_program(struct ga_context *ctx)
{
   GLuint program = GL(CreateProgram);
   GLuint vs = shader(ctx, GL_VERTEX_SHADER,
                      "attribute vec4 pos; attribute float shade; varying float v; uniform vec4 move;\n"
                      "void main() { gl_Position = pos + move; v = shade; }");
   GLuint fs = shader(ctx, GL_FRAGMENT_SHADER,
                      "precision mediump float; varying float v; void main() { gl_FragColor = vec4(v); }");
   GLint ok;
   GL(AttachShader, program, vs);
   GL(AttachShader, program, fs);
   GL(BindAttribLocation, program, 0, "pos");
   GL(BindAttribLocation, program, 1, "shade");
   GL(LinkProgram, program);
   GL(GetProgramiv, program, GL_LINK_STATUS, &ok);
   assert_true(ok);
   GL(UseProgram, program);
   assert_gl_error(GL_NO_ERROR);
   return program;
}

static void use_buffer(struct ga_context *ctx)
{
   GLuint name;
   GL(GenBuffers, 1, &name);
   GL(BindBuffer, GL_ARRAY_BUFFER, name);
   GL(BufferData, GL_ARRAY_BUFFER, 256, NULL, GL_STATIC_DRAW);
   GL(VertexAttribPointer, 0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   GL(EnableVertexAttribArray, 0);
}

/* The log since the last call of this function. */
static const char *take_log(struct ga_context *ctx)
{
   static char text[1 << 16];
   struct fake_context *pipe = ga_test_pipe(ctx);
   snprintf(text, sizeof(text), "%s", pipe->log);
   fake_clear_log(pipe);
   return text;
}

static void arrays(void **state)
{
   CONTEXT;
   struct fake_context *pipe = ga_test_pipe(ctx);
   use_program(ctx);
   use_buffer(ctx);
   GL(DrawArrays, GL_TRIANGLE_STRIP, 2, 6);
   assert_gl_error(GL_NO_ERROR);
   assert_true(pipe->draw.mode == PIPE_PRIM_TRIANGLE_STRIP && pipe->draw.start == 2 && pipe->draw.count == 6);
   assert_true(pipe->draw.instance_count == 1 && pipe->draw.index_size_B == 0);
   assert_int_equal(pipe->element_count, 2);
   take_log(ctx);
   GL(DrawArrays, GL_TRIANGLES, 0, 0);
   assert_string_equal(take_log(ctx), "");
}

static void nothing_changed(void **state)
{
   CONTEXT;
   struct ga_test *t = *state;
   use_program(ctx);
   use_buffer(ctx);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   take_log(ctx);
   t->screen->fail_after = 0; /* no memory to be had */
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_string_equal(take_log(ctx), "draw 4 start 0 count 3 bias 0\n");
   /* Setting what is set already changes nothing either. */
   GL(Disable, GL_BLEND);
   GL(DepthFunc, GL_LESS);
   GL(Viewport, 0, 0, 64, 48);
   GL(BindFramebuffer, GL_FRAMEBUFFER, 0);
   GL(BlendColor, 0, 0, 0, 0);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_string_equal(take_log(ctx), "draw 4 start 0 count 3 bias 0\n");
   assert_gl_error(GL_NO_ERROR);
   t->screen->fail_after = -1;
   /* One changed value is one message. */
   GL(Viewport, 1, 2, 3, 4);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   const char *log = take_log(ctx);
   assert_non_null(strstr(log, "viewport"));
   assert_null(strstr(log, "bind"));
}

static void elements(void **state)
{
   CONTEXT;
   struct fake_context *pipe = ga_test_pipe(ctx);
   static const GLushort indices[8] = {0, 1, 2, 3, 2, 1, 0, 5};
   GLuint name;
   use_program(ctx);
   use_buffer(ctx);
   GL(GenBuffers, 1, &name);
   GL(BindBuffer, GL_ELEMENT_ARRAY_BUFFER, name);
   GL(BufferData, GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
   GL(DrawElements, GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (void *)4);
   assert_true(pipe->draw.index_size_B == 2 && pipe->draw.index_offset_B == 4 && pipe->draw.count == 3);
   assert_ptr_equal(pipe->draw.index_buffer, ga_buffer_lookup(ctx, name)->resource);
   take_log(ctx);
   GL(DrawElements, GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (void *)3);  /* misaligned */
   GL(DrawElements, GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (void *)16); /* out of range */
   GL(DrawElements, GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (void *)(uintptr_t)0x123456789a0);
   assert_string_equal(take_log(ctx), "");
   GL(DrawElements, GL_TRIANGLES, 3, GL_UNSIGNED_INT, (void *)4); /* OES_element_index_uint */
   assert_int_equal(pipe->draw.index_size_B, 4);
   assert_gl_error(GL_NO_ERROR);
   assert_non_null(GL(MapBuffer, GL_ELEMENT_ARRAY_BUFFER, GL_WRITE_ONLY));
   GL(DrawElements, GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(UnmapBuffer, GL_ELEMENT_ARRAY_BUFFER);

   GL(BindBuffer, GL_ELEMENT_ARRAY_BUFFER, 0);
   take_log(ctx);
   GL(DrawElements, GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL);
   assert_string_equal(take_log(ctx), "");
   GL(DrawElements, GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, indices);
   assert_non_null(strstr(take_log(ctx), "draw 4"));
   assert_true(pipe->draw.count == 6 && pipe->draw.index_buffer);
   assert_gl_error(GL_NO_ERROR);
}

/* ES 2.0 leaves these undefined; here they draw nothing and say so. */
static void nothing_to_draw_with(void **state)
{
   CONTEXT;
   GL(DrawArrays, GL_TRIANGLES, 0, 3); /* no program */
   assert_null(strstr(take_log(ctx), "draw"));
   use_program(ctx);
   GL(EnableVertexAttribArray, 0); /* no pointer */
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_null(strstr(take_log(ctx), "draw"));
   char text[256];
   assert_int_equal(GL(GetDebugMessageLog, 1, sizeof(text), NULL, NULL, NULL, NULL, NULL, text), 1);
   assert_non_null(strstr(text, "attribute 0"));
   GL(EnableVertexAttribArray, 7); /* not read by the program: no matter */
   GL(DisableVertexAttribArray, 0);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_non_null(strstr(take_log(ctx), "draw"));
   assert_gl_error(GL_NO_ERROR);
}

static void client_arrays(void **state)
{
   CONTEXT;
   static const GLfloat pos[16] = {0};
   struct fake_context *pipe = ga_test_pipe(ctx);
   use_program(ctx);
   GL(VertexAttribPointer, 0, 4, GL_FLOAT, GL_FALSE, 0, pos);
   GL(EnableVertexAttribArray, 0);
   GL(DrawArrays, GL_TRIANGLES, 1, 3);
   assert_non_null(strstr(take_log(ctx), "draw 4"));
   assert_non_null(pipe->vb[0].buffer);
   assert_gl_error(GL_NO_ERROR);
}

static unsigned count(const char *text, const char *what)
{
   unsigned n = 0;
   for (text = strstr(text, what); text; text = strstr(text + 1, what))
      n++;
   return n;
}

/* The lines that a draw of three vertices adds to the log. */
static const char *draw_log(struct ga_context *ctx)
{
   take_log(ctx);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_gl_error(GL_NO_ERROR);
   return take_log(ctx);
}

/* Setting a uniform uploads the block of its stage, binding the same program again uploads nothing. */
static void uniform_uploads(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx, *other = ga_test_context(t, t->ctx);
   GLuint program = GL(CreateProgram);
   GL(AttachShader, program, shader(ctx, GL_VERTEX_SHADER,
      "attribute vec4 pos; uniform vec4 v, both; void main() { gl_Position = pos + v + both; }"));
   GL(AttachShader, program, shader(ctx, GL_FRAGMENT_SHADER,
      "precision highp float; uniform vec4 f, both; void main() { gl_FragColor = f + both; }"));
   GL(LinkProgram, program);
   GL(UseProgram, program);
   use_buffer(ctx);
   GLint v = GL(GetUniformLocation, program, "v"), f = GL(GetUniformLocation, program, "f"),
         both = GL(GetUniformLocation, program, "both");
   const char *log = draw_log(ctx);
   assert_true(count(log, "set_constant_buffer 0 0") == 1 && count(log, "set_constant_buffer 6 0") == 1);
   assert_int_equal(count(draw_log(ctx), "set_constant_buffer"), 0);
   GL(UseProgram, program);
   assert_int_equal(count(draw_log(ctx), "set_constant_buffer"), 0);
   GL(Uniform4f, f, 1, 2, 3, 4);
   log = draw_log(ctx);
   assert_true(count(log, "set_constant_buffer 6 0") == 1 && count(log, "set_constant_buffer") == 1);
   GL(Uniform4f, v, 1, 2, 3, 4);
   GL(Uniform4f, v, 5, 6, 7, 8);
   log = draw_log(ctx);
   assert_true(count(log, "set_constant_buffer 0 0") == 1 && count(log, "set_constant_buffer") == 1);
   GL(Uniform4f, both, 1, 2, 3, 4);
   assert_int_equal(count(draw_log(ctx), "set_constant_buffer"), 2);
   /* Another context sets a uniform; this one sees it after it binds the program again (ES 2.0, appendix C). */
   ga_UseProgram(other, program);
   ga_Uniform4f(other, f, 4, 3, 2, 1);
   GL(UseProgram, program);
   log = draw_log(ctx);
   assert_true(count(log, "set_constant_buffer 6 0") == 1 && count(log, "set_constant_buffer") == 1);
   ga_context_destroy(other);
}

/* gl_DepthRange is state of the context that draws, also where contexts draw with one program without binding it again. */
static void depth_range(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *first = t->ctx, *ctx = first, *second = ga_test_context(t, first);
   GLuint program = GL(CreateProgram);
   GL(AttachShader, program, shader(ctx, GL_VERTEX_SHADER,
      "attribute vec4 pos; uniform vec4 u; void main() { gl_Position = pos * gl_DepthRange.diff + u; }"));
   GL(AttachShader, program, shader(ctx, GL_FRAGMENT_SHADER,
      "precision highp float; void main() { gl_FragColor = vec4(gl_DepthRange.near); }"));
   GL(LinkProgram, program);
   GLint u = GL(GetUniformLocation, program, "u");
   struct ga_context *const contexts[2] = {first, second};
   for (unsigned i = 0; i < 2; i++) {
      ctx = contexts[i];
      ga_make_current(ctx, &t->drawable, &t->drawable);
      GL(UseProgram, program);
      use_buffer(ctx);
      GL(DepthRangef, i ? 0.5f : 0.25f, i ? 0.625f : 1.0f);
   }
   static const float want[2][3] = {{0.25f, 1.0f, 0.75f}, {0.5f, 0.625f, 0.125f}};
   for (unsigned draw = 0; draw < 6; draw++) {
      unsigned i = draw & 1;
      ctx = contexts[i];
      ga_make_current(ctx, &t->drawable, &t->drawable);
      GL(Uniform4f, u, 0, 0, 0, (GLfloat)draw); /* uploads the program's block again */
      take_log(ctx);
      GL(DrawArrays, GL_TRIANGLES, 0, 3);
      assert_gl_error(GL_NO_ERROR);
      struct fake_context *pipe = ga_test_pipe(ctx);
      assert_memory_equal(pipe->state_constants[PIPE_SHADER_VERTEX], want[i], sizeof(want[i]));
      assert_memory_equal(pipe->state_constants[PIPE_SHADER_FRAGMENT], want[i], sizeof(want[i]));
      if (draw >= 2)
         assert_null(strstr(take_log(ctx), "set_constant_buffer 0 15"));
   }
   ga_make_current(first, &t->drawable, &t->drawable);
   ga_context_destroy(second);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, ga_test_setup_debug, ga_test_teardown)
   const struct CMUnitTest tests[] = {
      TEST(arrays), TEST(nothing_changed), TEST(elements), TEST(nothing_to_draw_with), TEST(client_arrays),
      TEST(depth_range), TEST(uniform_uploads),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
