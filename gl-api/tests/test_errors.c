/* The error conditions of the ES 2.0 specification for state, buffers, vertex arrays, framebuffers, draws and queries. */
#include "ga_test_row.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

static void per_fragment_state(void **state)
{
   CONTEXT;
   ROW(INVALID_ENUM, BlendEquation, BAD);
   ROW(INVALID_ENUM, BlendEquation, GL_ONE);
   ROW(INVALID_ENUM, BlendEquationSeparate, GL_FUNC_ADD, BAD);
   ROW(INVALID_ENUM, BlendEquationSeparate, BAD, GL_FUNC_ADD);
   ROW(INVALID_ENUM, BlendFunc, BAD, GL_ONE);
   ROW(INVALID_ENUM, BlendFunc, GL_ONE, BAD);
   ROW(INVALID_ENUM, BlendFunc, GL_SRC0_ALPHA, GL_ZERO);
   ROW(INVALID_ENUM, BlendFuncSeparate, BAD, GL_ONE, GL_ONE, GL_ONE);
   ROW(INVALID_ENUM, BlendFuncSeparate, GL_ONE, BAD, GL_ONE, GL_ONE);
   ROW(INVALID_ENUM, BlendFuncSeparate, GL_ONE, GL_ONE, BAD, GL_ONE);
   ROW(INVALID_ENUM, BlendFuncSeparate, GL_ONE, GL_ONE, GL_ONE, BAD);
   ROW(INVALID_ENUM, DepthFunc, BAD);
   ROW(INVALID_ENUM, DepthFunc, GL_ALWAYS + 1);
   ROW(INVALID_ENUM, DepthFunc, GL_NEVER - 1);
   ROW(INVALID_ENUM, StencilFunc, BAD, 0, ~0u);
   ROW(INVALID_ENUM, StencilFuncSeparate, BAD, GL_ALWAYS, 0, ~0u);
   ROW(INVALID_ENUM, StencilFuncSeparate, GL_FRONT, BAD, 0, ~0u);
   ROW(INVALID_ENUM, StencilOp, BAD, GL_KEEP, GL_KEEP);
   ROW(INVALID_ENUM, StencilOp, GL_KEEP, BAD, GL_KEEP);
   ROW(INVALID_ENUM, StencilOp, GL_KEEP, GL_KEEP, BAD);
   ROW(INVALID_ENUM, StencilOpSeparate, BAD, GL_KEEP, GL_KEEP, GL_KEEP);
   ROW(INVALID_ENUM, StencilOpSeparate, GL_BACK, GL_KEEP, GL_KEEP, BAD);
   ROW(INVALID_ENUM, StencilMaskSeparate, BAD, 1);
   ROW(INVALID_ENUM, StencilMaskSeparate, GL_NONE, 1);
}

static void rasterization_state(void **state)
{
   CONTEXT;
   ROW(INVALID_ENUM, CullFace, BAD);
   ROW(INVALID_ENUM, CullFace, GL_LEFT);
   ROW(INVALID_ENUM, FrontFace, BAD);
   ROW(INVALID_VALUE, LineWidth, 0.0f);
   ROW(INVALID_VALUE, LineWidth, -1.0f);
   ROW(INVALID_VALUE, Viewport, 0, 0, -1, 1);
   ROW(INVALID_VALUE, Viewport, 0, 0, 1, -1);
   ROW(INVALID_VALUE, Scissor, 0, 0, -1, 1);
   ROW(INVALID_VALUE, Scissor, 0, 0, 1, -1);
   ROW(INVALID_ENUM, Hint, BAD, GL_FASTEST);
   ROW(INVALID_ENUM, Hint, GL_GENERATE_MIPMAP_HINT, BAD);
   ROW(INVALID_ENUM, Enable, BAD);
   ROW(INVALID_ENUM, Enable, GL_TEXTURE_2D); /* ES 1.1 and GL only */
   ROW(INVALID_ENUM, Enable, GL_MULTISAMPLE);
   ROW(INVALID_ENUM, Disable, BAD);
   ROW(INVALID_ENUM, IsEnabled, BAD);
   ROW(INVALID_ENUM, IsEnabled, GL_PROGRAM_POINT_SIZE);
}

static void buffers(void **state)
{
   CONTEXT;
   GLuint name;
   uint8_t data[8] = {0};
   ROW(INVALID_VALUE, GenBuffers, -1, &name);
   ROW(INVALID_VALUE, DeleteBuffers, -1, &name);
   ROW(INVALID_ENUM, BindBuffer, BAD, 0);
   ROW(INVALID_ENUM, BindBuffer, GL_UNIFORM_BUFFER, 0);
   ROW(INVALID_ENUM, BufferData, BAD, 4, NULL, GL_STATIC_DRAW);
   ROW(INVALID_OPERATION, BufferData, GL_ARRAY_BUFFER, 4, NULL, GL_STATIC_DRAW); /* nothing bound */
   ROW(INVALID_OPERATION, BufferSubData, GL_ARRAY_BUFFER, 0, 4, data);
   ROW(INVALID_OPERATION, MapBuffer, GL_ARRAY_BUFFER, GL_WRITE_ONLY);
   ROW(INVALID_OPERATION, UnmapBuffer, GL_ARRAY_BUFFER);
   GLint value = 77;
   void *pointer = &value;
   ROW(INVALID_OPERATION, GetBufferParameteriv, GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &value);
   ROW(INVALID_OPERATION, GetBufferPointerv, GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER, &pointer);

   GL(GenBuffers, 1, &name);
   GL(BindBuffer, GL_ARRAY_BUFFER, name);
   GL(BufferData, GL_ARRAY_BUFFER, 8, data, GL_STATIC_DRAW);
   assert_gl_error(GL_NO_ERROR);
   ROW(INVALID_ENUM, BufferData, GL_ARRAY_BUFFER, 4, NULL, BAD);
   ROW(INVALID_ENUM, BufferData, GL_ARRAY_BUFFER, 4, NULL, GL_STREAM_READ);
   ROW(INVALID_VALUE, BufferData, GL_ARRAY_BUFFER, -1, NULL, GL_STATIC_DRAW);
   ROW(OUT_OF_MEMORY, BufferData, GL_ARRAY_BUFFER, (GLsizeiptr)1 << 40, NULL, GL_STATIC_DRAW);
   ROW(INVALID_ENUM, BufferSubData, BAD, 0, 4, data);
   ROW(INVALID_VALUE, BufferSubData, GL_ARRAY_BUFFER, -1, 4, data);
   ROW(INVALID_VALUE, BufferSubData, GL_ARRAY_BUFFER, 0, -1, data);
   ROW(INVALID_VALUE, BufferSubData, GL_ARRAY_BUFFER, 5, 4, data);
   ROW(INVALID_VALUE, BufferSubData, GL_ARRAY_BUFFER, 9, 0, data);
   ROW(INVALID_VALUE, BufferSubData, GL_ARRAY_BUFFER, INTPTR_MAX, INTPTR_MAX, data);
   ROW(INVALID_ENUM, MapBuffer, BAD, GL_WRITE_ONLY);
   ROW(INVALID_ENUM, MapBuffer, GL_ARRAY_BUFFER, GL_READ_ONLY); /* OES_mapbuffer: WRITE_ONLY_OES only */
   ROW(INVALID_ENUM, UnmapBuffer, BAD);
   ROW(INVALID_OPERATION, UnmapBuffer, GL_ARRAY_BUFFER);
   ROW(INVALID_ENUM, GetBufferParameteriv, BAD, GL_BUFFER_SIZE, &value);
   ROW(INVALID_ENUM, GetBufferParameteriv, GL_ARRAY_BUFFER, BAD, &value);
   ROW(INVALID_ENUM, GetBufferPointerv, GL_ARRAY_BUFFER, BAD, &pointer);
   assert_int_equal(value, 77);
   assert_ptr_equal(pointer, &value);

   assert_non_null(GL(MapBuffer, GL_ARRAY_BUFFER, GL_WRITE_ONLY));
   ROW(INVALID_OPERATION, MapBuffer, GL_ARRAY_BUFFER, GL_WRITE_ONLY);
   ROW(INVALID_OPERATION, BufferSubData, GL_ARRAY_BUFFER, 0, 4, data);
   assert_true(GL(UnmapBuffer, GL_ARRAY_BUFFER));
}

static void vertex_arrays(void **state)
{
   CONTEXT;
   GLuint max = (GLuint)ctx->limits.max_vertex_attribs, name;
   GLfloat f[4];
   GLint i;
   void *pointer;
   ROW(INVALID_VALUE, VertexAttribPointer, max, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   ROW(INVALID_VALUE, VertexAttribPointer, 0, 0, GL_FLOAT, GL_FALSE, 0, NULL);
   ROW(INVALID_VALUE, VertexAttribPointer, 0, 5, GL_FLOAT, GL_FALSE, 0, NULL);
   ROW(INVALID_VALUE, VertexAttribPointer, 0, 4, GL_FLOAT, GL_FALSE, -1, NULL);
   ROW(INVALID_ENUM, VertexAttribPointer, 0, 4, GL_INT, GL_FALSE, 0, NULL);
   ROW(INVALID_ENUM, VertexAttribPointer, 0, 4, GL_DOUBLE, GL_FALSE, 0, NULL);
   ROW(INVALID_VALUE, EnableVertexAttribArray, max);
   ROW(INVALID_VALUE, DisableVertexAttribArray, max);
   ROW(INVALID_VALUE, VertexAttrib1f, max, 0);
   ROW(INVALID_VALUE, VertexAttrib4f, ~0u, 0, 0, 0, 0);
   ROW(INVALID_VALUE, VertexAttrib3fv, max, (GLfloat[3]){0});
   ROW(INVALID_VALUE, GetVertexAttribfv, max, GL_CURRENT_VERTEX_ATTRIB, f);
   ROW(INVALID_VALUE, GetVertexAttribiv, max, GL_VERTEX_ATTRIB_ARRAY_SIZE, &i);
   ROW(INVALID_ENUM, GetVertexAttribfv, 0, BAD, f);
   ROW(INVALID_ENUM, GetVertexAttribiv, 0, GL_VERTEX_ATTRIB_ARRAY_POINTER, &i);
   ROW(INVALID_ENUM, GetVertexAttribiv, 0, GL_VERTEX_ATTRIB_ARRAY_INTEGER, &i); /* ES 3.0 */
   ROW(INVALID_VALUE, GetVertexAttribPointerv, max, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
   ROW(INVALID_ENUM, GetVertexAttribPointerv, 0, GL_VERTEX_ATTRIB_ARRAY_SIZE, &pointer);

   ROW(INVALID_VALUE, GenVertexArrays, -1, &name);
   ROW(INVALID_VALUE, DeleteVertexArrays, -1, &name);
   ROW(INVALID_OPERATION, BindVertexArray, 1); /* not generated */
   GL(GenVertexArrays, 1, &name);
   GL(BindVertexArray, name);
   assert_gl_error(GL_NO_ERROR);
   ROW(INVALID_OPERATION, VertexAttribPointer, 0, 4, GL_FLOAT, GL_FALSE, 0, f); /* client memory */
   GL(VertexAttribPointer, 0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   assert_gl_error(GL_NO_ERROR);
   GL(DeleteVertexArrays, 1, &name);
   ROW(INVALID_OPERATION, BindVertexArray, name);
}

static void framebuffers(void **state)
{
   CONTEXT;
   static const GLenum draw_buffers[9] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT0}, back = GL_BACK, unknown = BAD,
                       beyond = GL_COLOR_ATTACHMENT0 + 8, window[2] = {GL_BACK, GL_NONE}, attachment = GL_COLOR_ATTACHMENT0;
   ROW(INVALID_OPERATION, DrawBuffers, 2, window);
   ROW(INVALID_OPERATION, DrawBuffers, 0, window);
   ROW(INVALID_OPERATION, DrawBuffers, 1, &attachment);
   ROW(INVALID_ENUM, DrawBuffers, 1, &unknown);
   GLuint name, rb, tex_unknown = 99;
   GLint value = 77;
   ROW(INVALID_VALUE, GenFramebuffers, -1, &name);
   ROW(INVALID_VALUE, DeleteFramebuffers, -1, &name);
   ROW(INVALID_ENUM, BindFramebuffer, BAD, 0);
   ROW(INVALID_ENUM, BindFramebuffer, GL_RENDERBUFFER, 0);
   ROW(INVALID_VALUE, BlitFramebuffer, 0, 0, 1, 1, 0, 0, 1, 1, 1, GL_NEAREST);
   ROW(INVALID_OPERATION, BlitFramebuffer, 0, 0, 1, 1, 0, 0, 1, 1, GL_DEPTH_BUFFER_BIT, GL_LINEAR);
   ROW(INVALID_ENUM, CheckFramebufferStatus, BAD);
   /* Name 0 has no attachment points (4.4.3, 6.1.3). */
   ROW(INVALID_OPERATION, FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 0);
   ROW(INVALID_OPERATION, FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
   ROW(INVALID_OPERATION, GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
       GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &value);

   ROW(INVALID_VALUE, GenRenderbuffers, -1, &rb);
   ROW(INVALID_VALUE, DeleteRenderbuffers, -1, &rb);
   ROW(INVALID_ENUM, BindRenderbuffer, BAD, 0);
   ROW(INVALID_OPERATION, RenderbufferStorage, GL_RENDERBUFFER, GL_RGB565, 4, 4); /* nothing bound */
   ROW(INVALID_OPERATION, GetRenderbufferParameteriv, GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &value);
   GL(GenRenderbuffers, 1, &rb);
   GL(BindRenderbuffer, GL_RENDERBUFFER, rb);
   GLint limit = ctx->limits.max_renderbuffer_size;
   ROW(INVALID_ENUM, RenderbufferStorage, BAD, GL_RGB565, 4, 4);
   ROW(INVALID_ENUM, RenderbufferStorage, GL_RENDERBUFFER, BAD, 4, 4);
   ROW(INVALID_ENUM, RenderbufferStorage, GL_RENDERBUFFER, GL_RGBA, 4, 4); /* sized formats only */
   ROW(INVALID_VALUE, RenderbufferStorage, GL_RENDERBUFFER, GL_RGB565, -1, 4);
   ROW(INVALID_VALUE, RenderbufferStorage, GL_RENDERBUFFER, GL_RGB565, 4, -1);
   ROW(INVALID_VALUE, RenderbufferStorage, GL_RENDERBUFFER, GL_RGB565, limit + 1, 4);
   ROW(INVALID_ENUM, GetRenderbufferParameteriv, BAD, GL_RENDERBUFFER_WIDTH, &value);
   ROW(INVALID_ENUM, GetRenderbufferParameteriv, GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, &value); /* ES 3.0 */

   GL(GenFramebuffers, 1, &name);
   GL(BindFramebuffer, GL_FRAMEBUFFER, name);
   assert_gl_error(GL_NO_ERROR);
   ROW(INVALID_ENUM, FramebufferRenderbuffer, BAD, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   ROW(INVALID_ENUM, FramebufferRenderbuffer, GL_FRAMEBUFFER, BAD, GL_RENDERBUFFER, rb);
   ROW(INVALID_OPERATION, FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + 8, GL_RENDERBUFFER, rb);
   ROW(INVALID_VALUE, DrawBuffers, -1, draw_buffers);
   ROW(INVALID_VALUE, DrawBuffers, 9, draw_buffers);
   ROW(INVALID_OPERATION, DrawBuffers, 2, draw_buffers); /* output 1 to attachment 0 */
   ROW(INVALID_OPERATION, DrawBuffers, 1, &back);
   ROW(INVALID_ENUM, DrawBuffers, 1, &unknown);
   ROW(INVALID_OPERATION, DrawBuffers, 1, &beyond);
   ROW(INVALID_ENUM, FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, rb);
   ROW(INVALID_ENUM, FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, BAD, rb);
   ROW(INVALID_OPERATION, FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 98);
   ROW(INVALID_ENUM, FramebufferTexture2D, BAD, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
   ROW(INVALID_ENUM, FramebufferTexture2D, GL_FRAMEBUFFER, BAD, GL_TEXTURE_2D, 0, 0);
   ROW(INVALID_ENUM, FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, BAD, tex_unknown, 0);
   ROW(INVALID_ENUM, FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP, tex_unknown, 0);
   ROW(INVALID_OPERATION, FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex_unknown, 0);
   ROW(INVALID_ENUM, GetFramebufferAttachmentParameteriv, BAD, GL_COLOR_ATTACHMENT0,
       GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &value);
   ROW(INVALID_ENUM, GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, BAD, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE,
       &value);
   ROW(INVALID_ENUM, GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, BAD, &value);
   ROW(INVALID_ENUM, GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
       GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &value); /* nothing attached */
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   ROW(INVALID_ENUM, GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
       GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL, &value); /* not a texture */
   assert_int_equal(value, 77);
   ROW(INVALID_VALUE, DiscardFramebufferEXT, GL_FRAMEBUFFER, -1, NULL);
   ROW(INVALID_ENUM, DiscardFramebufferEXT, BAD, 0, NULL);
   ROW(INVALID_ENUM, DiscardFramebufferEXT, GL_FRAMEBUFFER, 1, (GLenum[]){GL_COLOR});
}

static void drawing(void **state)
{
   CONTEXT;
   static const GLushort indices[3] = {0, 1, 2};
   GLuint name;
   ROW(INVALID_VALUE, Clear, 1u << 30);
   ROW(INVALID_VALUE, Clear, GL_COLOR_BUFFER_BIT | 1);
   ROW(INVALID_ENUM, DrawArrays, GL_QUADS, 0, 3);
   ROW(INVALID_ENUM, DrawArrays, BAD, 0, 3);
   ROW(INVALID_VALUE, DrawArrays, GL_TRIANGLES, 0, -1);
   ROW(INVALID_VALUE, DrawArrays, GL_TRIANGLES, -1, 3);
   ROW(INVALID_ENUM, DrawElements, GL_POLYGON, 3, GL_UNSIGNED_SHORT, indices);
   ROW(INVALID_VALUE, DrawElements, GL_TRIANGLES, -1, GL_UNSIGNED_SHORT, indices);
   ROW(INVALID_ENUM, DrawElements, GL_TRIANGLES, 3, GL_SHORT, indices);
   ROW(INVALID_ENUM, DrawElements, GL_TRIANGLES, 3, BAD, indices);
   GL(GenFramebuffers, 1, &name);
   GL(BindFramebuffer, GL_FRAMEBUFFER, name);
   ROW(INVALID_FRAMEBUFFER_OPERATION, Clear, GL_COLOR_BUFFER_BIT);
   ROW(INVALID_FRAMEBUFFER_OPERATION, DrawArrays, GL_TRIANGLES, 0, 3);
   ROW(INVALID_FRAMEBUFFER_OPERATION, DrawElements, GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, indices);
}

static void queries(void **state)
{
   CONTEXT;
   GLint i = 77;
   GLfloat f = 77;
   GLboolean b = 77;
   void *pointer = &i;
   ROW(INVALID_ENUM, GetIntegerv, BAD, &i);
   ROW(INVALID_ENUM, GetFloatv, BAD, &f);
   ROW(INVALID_ENUM, GetBooleanv, BAD, &b);
   ROW(INVALID_ENUM, GetIntegerv, GL_MAX_ARRAY_TEXTURE_LAYERS, &i); /* ES 3.0 */
   ROW(INVALID_ENUM, GetIntegerv, GL_POLYGON_MODE, &i);
   ROW(INVALID_ENUM, GetString, BAD);
   ROW(INVALID_ENUM, GetPointerv, BAD, &pointer);
   assert_int_equal(i, 77);
   assert_true(f == 77);
   assert_int_equal(b, 77);
   assert_null(GL(GetString, BAD));
   assert_gl_error(GL_INVALID_ENUM);
}

static void debug_output(void **state)
{
   CONTEXT;
   static char too_long[5000];
   memset(too_long, 'x', sizeof(too_long) - 1);
   const GLuint id = 1;
   ROW(INVALID_ENUM, DebugMessageControl, BAD, GL_DONT_CARE, GL_DONT_CARE, 0, NULL, GL_TRUE);
   ROW(INVALID_ENUM, DebugMessageControl, GL_DONT_CARE, BAD, GL_DONT_CARE, 0, NULL, GL_TRUE);
   ROW(INVALID_ENUM, DebugMessageControl, GL_DONT_CARE, GL_DONT_CARE, BAD, 0, NULL, GL_TRUE);
   ROW(INVALID_VALUE, DebugMessageControl, GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, -1, NULL, GL_TRUE);
   ROW(INVALID_OPERATION, DebugMessageControl, GL_DONT_CARE, GL_DEBUG_TYPE_ERROR, GL_DONT_CARE, 1, &id, GL_TRUE);
   ROW(INVALID_OPERATION, DebugMessageControl, GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, GL_DEBUG_SEVERITY_LOW, 1, &id,
       GL_TRUE);
   ROW(INVALID_ENUM, DebugMessageInsert, GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, 1, GL_DEBUG_SEVERITY_LOW, -1, "x");
   ROW(INVALID_ENUM, DebugMessageInsert, GL_DEBUG_SOURCE_APPLICATION, BAD, 1, GL_DEBUG_SEVERITY_LOW, -1, "x");
   ROW(INVALID_ENUM, DebugMessageInsert, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_ERROR, 1, BAD, -1, "x");
   ROW(INVALID_VALUE, DebugMessageInsert, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_ERROR, 1, GL_DEBUG_SEVERITY_LOW, -1,
       too_long);
   ROW(INVALID_ENUM, PushDebugGroup, GL_DEBUG_SOURCE_API, 1, -1, "x");
   ROW(INVALID_VALUE, PushDebugGroup, GL_DEBUG_SOURCE_APPLICATION, 1, -1, too_long);
   ROW(STACK_UNDERFLOW, PopDebugGroup);
   for (unsigned i = 1; i < 64; i++)
      GL(PushDebugGroup, GL_DEBUG_SOURCE_APPLICATION, i, -1, "group");
   assert_gl_error(GL_NO_ERROR);
   ROW(STACK_OVERFLOW, PushDebugGroup, GL_DEBUG_SOURCE_APPLICATION, 1, -1, "x");
   char text[8];
   ROW(INVALID_VALUE, GetDebugMessageLog, 1, -1, NULL, NULL, NULL, NULL, NULL, text);
   ROW(INVALID_ENUM, ObjectLabel, BAD, 1, -1, "x");
   ROW(INVALID_VALUE, ObjectLabel, GL_BUFFER, 1, -1, "x");
   ROW(INVALID_VALUE, ObjectLabel, GL_BUFFER, 1, -1, too_long);
   ROW(INVALID_ENUM, GetObjectLabel, BAD, 1, 8, NULL, text);
   ROW(INVALID_VALUE, GetObjectLabel, GL_TEXTURE, 1, 8, NULL, text);
   ROW(INVALID_VALUE, GetObjectLabel, GL_BUFFER, 1, -1, NULL, text);
   ROW(INVALID_VALUE, ObjectPtrLabel, text, -1, "x");
}

/* Only the first error is remembered (2.5). */
static void first_error_stays(void **state)
{
   CONTEXT;
   GL(CullFace, BAD);
   GL(LineWidth, -1.0f);
   assert_gl_error(GL_INVALID_ENUM);
   assert_gl_error(GL_NO_ERROR);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, ga_test_setup, ga_test_teardown)
   const struct CMUnitTest tests[] = {
      TEST(per_fragment_state), TEST(rasterization_state), TEST(buffers), TEST(vertex_arrays), TEST(framebuffers),
      TEST(drawing), TEST(queries), TEST(debug_output), TEST(first_error_stays),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
