/* Buffer commands of OpenGL 4 on a context of GLOAM_FORCE_VERSION=gl45: errors by table, and what wrong elements of ARB_multi_bind
 * leave alone. */
#include "ga_test_row.h"

#include "gl-api/object/ga_buffer.h"

struct world { void *test; struct ga_context *ctx; GLuint buffer, mapped, other, vao; };

static int setup(void **state)
{
   struct world *w = calloc(1, sizeof *w);
   ga_test_setup(&w->test);
   struct ga_test *t = w->test;
   struct ga_context *ctx = w->ctx = ga_test_forced_context(t, t->ctx, GA_API_CORE, "gl45");
   ga_make_current(ctx, &t->drawable, &t->drawable);
   GL(GenVertexArrays, 1, &w->vao);
   GL(BindVertexArray, w->vao);
   GL(CreateBuffers, 1, &w->buffer);
   GL(CreateBuffers, 1, &w->mapped);
   GL(CreateBuffers, 1, &w->other);
   GL(NamedBufferData, w->buffer, 48, "0123456789abcdef0123456789ABCDEF0123456789ghijkl", GL_STATIC_DRAW);
   GL(NamedBufferData, w->mapped, 48, "0123456789abcdef0123456789ABCDEF0123456789ghijkl", GL_STATIC_DRAW);
   assert_non_null(GL(MapNamedBufferRange, w->mapped, 16, 16, GL_MAP_WRITE_BIT));
   GL(BindBuffer, GL_ARRAY_BUFFER, w->buffer);
   GL(BindBuffer, GL_COPY_WRITE_BUFFER, w->mapped);
   assert_gl_error(GL_NO_ERROR);
   *state = w;
   return 0;
}

static int teardown(void **state)
{
   struct world *w = *state;
   void *test = w->test;
   ga_make_current(NULL, NULL, NULL);
   ga_context_destroy(w->ctx);
   free(w);
   return ga_test_teardown(&test);
}

#define CONTEXT                                 \
   struct world *w = *state;                    \
   struct ga_context *ctx = w->ctx

static const char *contents(struct ga_context *ctx, GLuint name)
{
   return (const char *)fake_resource(ga_buffer_lookup(ctx, name)->resource)->data;
}

/* GL 4.5, 6.2.1. */
static void clear_errors(void **state)
{
   CONTEXT;
   const GLenum target = GL_ARRAY_BUFFER;
   const uint8_t p[16] = {1};
   ROW(INVALID_ENUM, ClearBufferData, BAD, GL_R8, GL_RED, GL_UNSIGNED_BYTE, p);
   ROW(INVALID_VALUE, ClearBufferData, GL_COPY_READ_BUFFER, GL_R8, GL_RED, GL_UNSIGNED_BYTE, p); /* nothing is bound */
   ROW(INVALID_OPERATION, BufferStorage, GL_COPY_READ_BUFFER, 0, NULL, 0);                       /* that comes first */
   ROW(INVALID_VALUE, BufferStorage, target, 0, NULL, 0);
   ROW(INVALID_OPERATION, ClearNamedBufferData, 4711, GL_R8, GL_RED, GL_UNSIGNED_BYTE, p);
   ROW(INVALID_ENUM, ClearBufferData, target, BAD, GL_RED, GL_UNSIGNED_BYTE, p);
   ROW(INVALID_ENUM, ClearBufferData, target, GL_RED, GL_RED, GL_UNSIGNED_BYTE, p);  /* not sized */
   ROW(INVALID_ENUM, ClearBufferData, target, GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE, p); /* not a format of buffer textures */
   ROW(INVALID_ENUM, ClearBufferData, target, GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, p);
   ROW(INVALID_VALUE, ClearBufferData, target, GL_R8, BAD, GL_UNSIGNED_BYTE, p);
   ROW(INVALID_VALUE, ClearBufferData, target, GL_R8, GL_RED, BAD, p);
   ROW(INVALID_VALUE, ClearBufferData, target, GL_R8, GL_DEPTH_COMPONENT, GL_FLOAT, p);
   ROW(INVALID_VALUE, ClearBufferData, target, GL_R8, GL_RED, GL_UNSIGNED_SHORT_5_6_5, p);
   ROW(INVALID_OPERATION, ClearBufferData, target, GL_R8UI, GL_RED, GL_UNSIGNED_BYTE, p);
   ROW(INVALID_OPERATION, ClearBufferData, target, GL_R8, GL_RED_INTEGER, GL_UNSIGNED_BYTE, p);
   ROW(INVALID_VALUE, ClearBufferSubData, target, GL_RG16, 2, 4, GL_RG, GL_UNSIGNED_SHORT, p);
   ROW(INVALID_VALUE, ClearBufferSubData, target, GL_RG16, 4, 6, GL_RG, GL_UNSIGNED_SHORT, p);
   ROW(INVALID_VALUE, ClearBufferSubData, target, GL_RG16, -4, 4, GL_RG, GL_UNSIGNED_SHORT, p);
   ROW(INVALID_VALUE, ClearBufferSubData, target, GL_RG16, 4, -4, GL_RG, GL_UNSIGNED_SHORT, p);
   ROW(INVALID_VALUE, ClearBufferSubData, target, GL_RG16, 40, 12, GL_RG, GL_UNSIGNED_SHORT, p);
   ROW(INVALID_OPERATION, ClearNamedBufferData, w->mapped, GL_R8, GL_RED, GL_UNSIGNED_BYTE, p);
   ROW(INVALID_OPERATION, ClearNamedBufferSubData, w->mapped, GL_R8, 31, 2, GL_RED, GL_UNSIGNED_BYTE, p);
   ROW(NO_ERROR, ClearNamedBufferSubData, w->mapped, GL_R8, 32, 2, GL_RED, GL_UNSIGNED_BYTE, "xy");
   assert_memory_equal(contents(ctx, w->mapped), "0123456789abcdef0123456789ABCDEFxx23456789ghijkl", 48);
   assert_memory_equal(contents(ctx, w->buffer), "0123456789abcdef0123456789ABCDEF0123456789ghijkl", 48);
   ROW(NO_ERROR, ClearBufferSubData, target, GL_RG8, 4, 0, GL_RG, GL_UNSIGNED_BYTE, p);
   ROW(NO_ERROR, ClearBufferSubData, target, GL_RG8, 4, 6, GL_RG, GL_UNSIGNED_BYTE, "<>");
   assert_memory_equal(contents(ctx, w->buffer), "0123<><><>abcdef", 16);
   ROW(NO_ERROR, ClearNamedBufferSubData, w->buffer, GL_RGBA32UI, 16, 16, GL_RGBA_INTEGER, GL_UNSIGNED_INT, NULL);
   assert_memory_equal(contents(ctx, w->buffer) + 16, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0" "0123", 20);
}

/* GL 4.5, 6.2, 6.6: only ranges that overlap the mapped one are refused; copies refuse the buffer. */
static void mapped_ranges(void **state)
{
   CONTEXT;
   char data[48];
   static const struct { GLintptr offset; GLsizeiptr size; GLenum error; } rows[] = {
      {0, 16, GL_NO_ERROR}, {32, 16, GL_NO_ERROR}, {0, 17, GL_INVALID_OPERATION}, {31, 1, GL_INVALID_OPERATION},
      {20, 4, GL_INVALID_OPERATION}, {0, 48, GL_INVALID_OPERATION}, {20, 0, GL_NO_ERROR},
   };
   memset(data, '.', sizeof data);
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      GL(NamedBufferSubData, w->mapped, rows[i].offset, rows[i].size, data);
      assert_gl_error(rows[i].error);
      GL(GetNamedBufferSubData, w->mapped, rows[i].offset, rows[i].size, data);
      assert_gl_error(rows[i].error);
      GL(InvalidateBufferSubData, w->mapped, rows[i].offset, rows[i].size);
      assert_gl_error(rows[i].error);
   }
   ROW(INVALID_OPERATION, CopyNamedBufferSubData, w->mapped, w->buffer, 0, 0, 4);
   ROW(INVALID_OPERATION, CopyNamedBufferSubData, w->buffer, w->mapped, 0, 0, 4);
}

static void invalidate_errors(void **state)
{
   CONTEXT;
   GLuint tex[3];
   ROW(INVALID_VALUE, InvalidateBufferData, 0);
   ROW(INVALID_VALUE, InvalidateBufferData, 4711);
   ROW(INVALID_OPERATION, InvalidateBufferData, w->mapped);
   ROW(INVALID_VALUE, InvalidateBufferSubData, 4711, 0, 1);
   ROW(INVALID_VALUE, InvalidateBufferSubData, w->buffer, -1, 1);
   ROW(INVALID_VALUE, InvalidateBufferSubData, w->buffer, 0, -1);
   ROW(INVALID_VALUE, InvalidateBufferSubData, w->buffer, 40, 9);
   ROW(NO_ERROR, InvalidateBufferSubData, w->buffer, 40, 8);
   ROW(NO_ERROR, InvalidateBufferData, w->buffer);
   ROW(NO_ERROR, InvalidateBufferData, w->other); /* no storage */

   GL(CreateTextures, GL_TEXTURE_2D, 1, &tex[0]);
   GL(TextureStorage2D, tex[0], 2, GL_RGBA8, 8, 4);
   GL(CreateTextures, GL_TEXTURE_CUBE_MAP, 1, &tex[1]);
   GL(TextureStorage2D, tex[1], 1, GL_RGBA8, 8, 8);
   GL(CreateTextures, GL_TEXTURE_RECTANGLE, 1, &tex[2]);
   assert_gl_error(GL_NO_ERROR);
   ROW(INVALID_VALUE, InvalidateTexImage, 0, 0);
   ROW(INVALID_VALUE, InvalidateTexImage, 4711, 0);
   ROW(INVALID_VALUE, InvalidateTexImage, tex[0], -1);
   ROW(INVALID_VALUE, InvalidateTexImage, tex[0], 40);
   ROW(INVALID_VALUE, InvalidateTexImage, tex[2], 1);
   ROW(NO_ERROR, InvalidateTexImage, tex[0], 1);
   ROW(INVALID_VALUE, InvalidateTexSubImage, tex[0], 0, -1, 0, 0, 1, 1, 1);
   ROW(INVALID_VALUE, InvalidateTexSubImage, tex[0], 0, 0, 0, 0, 9, 4, 1);
   ROW(INVALID_VALUE, InvalidateTexSubImage, tex[0], 0, 0, 1, 0, 8, 4, 1);
   ROW(INVALID_VALUE, InvalidateTexSubImage, tex[0], 0, 0, 0, 0, 8, 4, 2);
   ROW(INVALID_VALUE, InvalidateTexSubImage, tex[0], 0, 0, 0, 0, 8, -4, 1);
   ROW(INVALID_VALUE, InvalidateTexSubImage, tex[0], 1, 0, 0, 0, 8, 2, 1);
   ROW(NO_ERROR, InvalidateTexSubImage, tex[0], 1, 0, 0, 0, 4, 2, 1);
   ROW(INVALID_VALUE, InvalidateTexSubImage, tex[1], 0, 0, 0, 5, 8, 8, 2); /* faces 5 and 6 */
   ROW(NO_ERROR, InvalidateTexSubImage, tex[1], 0, 0, 0, 0, 8, 8, 6);
   GL(DeleteTextures, 3, tex);
}

/* GL 4.5, 10.3: commands of vertex buffer bindings; the core profile has no default vertex array object for them. */
static void vertex_binding_errors(void **state)
{
   CONTEXT;
   const GLuint attribs = (GLuint)ctx->limits.max_vertex_attribs;
   GLuint generated;
   GLint v;
   GL(GenBuffers, 1, &generated);
   ROW(INVALID_VALUE, VertexAttribBinding, attribs, 0);
   ROW(INVALID_VALUE, VertexAttribBinding, 0, GA_MAX_VERTEX_BINDINGS);
   ROW(INVALID_VALUE, VertexBindingDivisor, GA_MAX_VERTEX_BINDINGS, 1);
   ROW(INVALID_VALUE, BindVertexBuffer, GA_MAX_VERTEX_BINDINGS, w->buffer, 0, 4);
   ROW(INVALID_VALUE, BindVertexBuffer, 0, w->buffer, -1, 4);
   ROW(INVALID_VALUE, BindVertexBuffer, 0, w->buffer, 0, -4);
   ROW(INVALID_VALUE, BindVertexBuffer, 0, w->buffer, 0, GA_MAX_VERTEX_STRIDE_B + 1);
   ROW(INVALID_VALUE, BindVertexBuffers, 0, 1, &w->buffer, (GLintptr[1]){0}, (GLsizei[1]){GA_MAX_VERTEX_STRIDE_B + 1});
   ROW(INVALID_VALUE, VertexAttribPointer, 0, 4, GL_FLOAT, GL_FALSE, GA_MAX_VERTEX_STRIDE_B + 1, NULL);
   GL(VertexAttribPointer, 0, 4, GL_FLOAT, GL_FALSE, GA_MAX_VERTEX_STRIDE_B, NULL);
   assert_gl_error(GL_NO_ERROR);
   GL(GetIntegerv, GL_MAX_VERTEX_ATTRIB_STRIDE, &v);
   assert_int_equal(v, GA_MAX_VERTEX_STRIDE_B);
   ROW(INVALID_OPERATION, BindVertexBuffer, 0, 4711, 0, 4);
   ROW(INVALID_VALUE, VertexAttribFormat, 0, 4, GL_FLOAT, GL_FALSE, GA_MAX_RELATIVE_OFFSET_B + 1);
   ROW(INVALID_ENUM, VertexAttribFormat, 0, 4, BAD, GL_FALSE, 0);
   ROW(INVALID_VALUE, VertexAttribFormat, 0, 5, GL_FLOAT, GL_FALSE, 0);
   ROW(INVALID_ENUM, VertexAttribIFormat, 0, 4, GL_FLOAT, 0);
   GL(GetIntegeri_v, GL_VERTEX_BINDING_STRIDE, GA_MAX_VERTEX_BINDINGS, &v);
   assert_gl_error(GL_INVALID_VALUE);
   GL(BindVertexBuffer, 3, generated, 8, 0); /* becomes an object */
   assert_gl_error(GL_NO_ERROR);
   assert_true(GL(IsBuffer, generated));
   static const struct { GLenum pname; GLint value; } rows[] = {
      {GL_VERTEX_BINDING_OFFSET, 8}, {GL_VERTEX_BINDING_STRIDE, 0}, {GL_VERTEX_BINDING_DIVISOR, 0},
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      GL(GetIntegeri_v, rows[i].pname, 3, &v);
      assert_int_equal(v, rows[i].value);
   }
   GL(GetIntegeri_v, GL_VERTEX_BINDING_BUFFER, 3, &v);
   assert_int_equal(v, generated);
   GL(GetIntegeri_v, GL_VERTEX_BINDING_STRIDE, 4, &v);
   assert_int_equal(v, 16); /* the initial value */
   GL(GetIntegerv, GL_MAX_VERTEX_ATTRIB_BINDINGS, &v);
   assert_true(v >= 16);

   /* Offset 8 without a buffer is not an address. */
   GL(BindVertexBuffer, 3, 0, 8, 4);
   assert_true(ctx->vao->binding[3].detached && ctx->vao->binding[3].offset == 8);
   GL(BindVertexArray, 0);
   ROW(INVALID_OPERATION, VertexAttribFormat, 0, 4, GL_FLOAT, GL_FALSE, 0);
   ROW(INVALID_OPERATION, VertexAttribIFormat, 0, 4, GL_INT, 0);
   ROW(INVALID_OPERATION, VertexAttribBinding, 0, 0);
   ROW(INVALID_OPERATION, VertexBindingDivisor, 0, 1);
   ROW(INVALID_OPERATION, BindVertexBuffer, 0, w->buffer, 0, 4);
   ROW(INVALID_OPERATION, BindVertexBuffers, 0, 1, &w->buffer, (GLintptr[1]){0}, (GLsizei[1]){4});
}

/* ARB_multi_bind: "an error for one of the elements leaves the other elements alone". */
static void runs(void **state)
{
   CONTEXT;
   const GLuint names[4] = {w->buffer, 4711, w->mapped, w->other}, max = GA_MAX_UNIFORM_RANGES;
   const GLintptr offsets[4] = {0, 0, 1, 256}, vertex_offsets[4] = {4, 0, -1, 8};
   const GLsizeiptr sizes[4] = {16, 16, 16, 32};
   const GLsizei strides[4] = {4, 4, 4, 12};
   ROW(INVALID_ENUM, BindBuffersBase, GL_ARRAY_BUFFER, 0, 1, names);
   ROW(INVALID_VALUE, BindBuffersBase, GL_UNIFORM_BUFFER, 0, -1, names);
   ROW(INVALID_OPERATION, BindBuffersBase, GL_UNIFORM_BUFFER, max, 1, names);
   ROW(INVALID_OPERATION, BindBuffersBase, GL_UNIFORM_BUFFER, max - 1, 2, names);
   ROW(INVALID_OPERATION, BindBuffersRange, GL_UNIFORM_BUFFER, ~0u, 2, names, offsets, sizes);
   ROW(INVALID_OPERATION, BindVertexBuffers, GA_MAX_VERTEX_BINDINGS - 1, 2, names, offsets, strides);
   ROW(INVALID_VALUE, BindVertexBuffers, 0, -1, names, offsets, strides);
   ROW(INVALID_OPERATION, VertexArrayVertexBuffers, 4711, 0, 1, names, offsets, strides);
   ROW(NO_ERROR, BindBuffersBase, GL_UNIFORM_BUFFER, max, 0, names);

   GL(BindBufferBase, GL_UNIFORM_BUFFER, 3, w->other);
   GL(BindBufferBase, GL_UNIFORM_BUFFER, 4, w->other);
   GL(BindBuffer, GL_UNIFORM_BUFFER, 0);
   GL(BindBuffersRange, GL_UNIFORM_BUFFER, 2, 4, names, offsets, sizes);
   assert_gl_error(GL_INVALID_OPERATION); /* the first error is kept: 4711; offset 1 is the second */
   assert_int_equal(ctx->uniform_ranges[2].buffer->name, w->buffer);
   assert_int_equal(ctx->uniform_ranges[2].size_B, 16);
   assert_int_equal(ctx->uniform_ranges[3].buffer->name, w->other);
   assert_int_equal(ctx->uniform_ranges[4].buffer->name, w->other);
   assert_int_equal(ctx->uniform_ranges[5].offset_B, 256);
   assert_null(ctx->buffer[GA_BUFFER_UNIFORM]);
   GL(BindBuffersBase, GL_UNIFORM_BUFFER, 2, 4, NULL);
   assert_gl_error(GL_NO_ERROR);
   for (unsigned i = 2; i < 6; i++)
      assert_null(ctx->uniform_ranges[i].buffer);

   GL(BindVertexBuffers, 1, 4, names, vertex_offsets, strides);
   assert_gl_error(GL_INVALID_OPERATION);
   assert_int_equal(ctx->vao->binding[1].buffer->name, w->buffer);
   assert_int_equal(ctx->vao->binding[1].offset, 4);
   assert_true(!ctx->vao->binding[2].buffer && !ctx->vao->binding[3].buffer);
   assert_int_equal(ctx->vao->binding[4].stride_B, 12);
   GL(VertexArrayVertexBuffers, w->vao, 1, 4, NULL, NULL, NULL);
   assert_gl_error(GL_NO_ERROR);
   assert_true(!ctx->vao->binding[1].buffer && !ctx->vao->binding[4].buffer && ctx->vao->binding[4].stride_B == 16);
}

/* GL 4.6, 10.4: offsets of indirect draws whose sum with a size wraps around, and ranges that are mapped. */
static void indirect_errors(void **state)
{
   CONTEXT;
   const char *const base = NULL;
   GL(BindBuffer, GL_DRAW_INDIRECT_BUFFER, w->buffer);
   GL(BindBuffer, GL_PARAMETER_BUFFER, w->other);
   ROW(INVALID_OPERATION, DrawArraysIndirect, GL_POINTS, base - 8);
   ROW(INVALID_OPERATION, DrawArraysIndirect, GL_POINTS, base + 36);
   ROW(INVALID_VALUE, DrawArraysIndirect, GL_POINTS, base + 1);
   ROW(INVALID_OPERATION, MultiDrawArraysIndirect, GL_POINTS, base, INT32_MAX, INT32_MAX - 3);
   ROW(INVALID_OPERATION, MultiDrawArraysIndirect, GL_POINTS, base, 2, 36);
   ROW(INVALID_VALUE, MultiDrawArraysIndirect, GL_POINTS, base, 1, -4);
   ROW(INVALID_VALUE, MultiDrawElementsIndirect, GL_POINTS, GL_UNSIGNED_INT, base, -1, 0);
   ROW(INVALID_ENUM, MultiDrawElementsIndirect, GL_POINTS, BAD, base, 1, 0);
   ROW(INVALID_OPERATION, MultiDrawElementsIndirect, GL_POINTS, GL_UNSIGNED_INT, base, 1, 0); /* no element array buffer */
   ROW(INVALID_OPERATION, MultiDrawArraysIndirectCount, GL_POINTS, base, 0, 1, 0);            /* a parameter buffer of 0 bytes */
   GL(BindBuffer, GL_PARAMETER_BUFFER, w->buffer);
   ROW(INVALID_VALUE, MultiDrawArraysIndirectCount, GL_POINTS, base, -4, 1, 0);
   ROW(INVALID_VALUE, MultiDrawArraysIndirectCount, GL_POINTS, base, 2, 1, 0);
   ROW(INVALID_OPERATION, MultiDrawArraysIndirectCount, GL_POINTS, base, 48, 1, 0);
   ROW(INVALID_OPERATION, MultiDrawArraysIndirectCount, GL_POINTS, base, 0, 4, 0);
   GL(BindBuffer, GL_DRAW_INDIRECT_BUFFER, w->mapped);
   ROW(INVALID_OPERATION, DrawArraysIndirect, GL_POINTS, base + 16);
   ROW(INVALID_OPERATION, DrawArraysIndirect, GL_POINTS, base + 4);
   GL(BindBuffer, GL_DRAW_INDIRECT_BUFFER, 0);
   ROW(INVALID_OPERATION, DrawArraysIndirect, GL_POINTS, base);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
   const struct CMUnitTest tests[] = {
      TEST(clear_errors), TEST(mapped_ranges), TEST(invalidate_errors), TEST(vertex_binding_errors), TEST(runs), TEST(indirect_errors),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
