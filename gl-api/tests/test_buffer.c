/* Buffers and vertex arrays: contents, sharing between contexts, deletion while in use, mapping, translation for draws. */
#include "ga_test.h"
#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_vao.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

static GLuint make(struct ga_context *ctx, GLenum target, GLsizeiptr size, const void *data)
{
   GLuint name;
   GL(GenBuffers, 1, &name);
   GL(BindBuffer, target, name);
   GL(BufferData, target, size, data, GL_STATIC_DRAW);
   return name;
}

static const uint8_t *contents(struct ga_context *ctx, GLuint name)
{
   return fake_resource(ga_buffer_lookup(ctx, name)->resource)->data;
}

static void names_and_data(void **state)
{
   CONTEXT;
   static const uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
   GLuint names[2];
   GLint v;
   GL(GenBuffers, 2, names);
   assert_false(GL(IsBuffer, names[0]));
   GL(BindBuffer, GL_ARRAY_BUFFER, names[0]);
   assert_true(GL(IsBuffer, names[0]));
   GL(BindBuffer, GL_ARRAY_BUFFER, 4000000000u); /* ES 2.0: names need not be generated */
   assert_true(GL(IsBuffer, 4000000000u));
   GL(GetBufferParameteriv, GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &v);
   assert_int_equal(v, 0);
   GL(GetBufferParameteriv, GL_ARRAY_BUFFER, GL_BUFFER_USAGE, &v);
   assert_int_equal(v, GL_STATIC_DRAW);
   GL(GetBufferParameteriv, GL_ARRAY_BUFFER, GL_BUFFER_MAPPED, &v);
   assert_int_equal(v, 0);
   GL(GetBufferParameteriv, GL_ARRAY_BUFFER, GL_BUFFER_ACCESS, &v);
   assert_int_equal(v, GL_WRITE_ONLY);
   GL(BufferData, GL_ARRAY_BUFFER, 8, bytes, GL_DYNAMIC_DRAW);
   GL(BufferSubData, GL_ARRAY_BUFFER, 2, 3, bytes);
   assert_memory_equal(contents(ctx, 4000000000u), ((uint8_t[]){1, 2, 1, 2, 3, 6, 7, 8}), 8);
   GL(BufferSubData, GL_ARRAY_BUFFER, 8, 0, bytes);
   GL(BufferData, GL_ARRAY_BUFFER, 0, NULL, GL_STREAM_DRAW);
   GL(GetBufferParameteriv, GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &v);
   assert_int_equal(v, 0);
   GL(DeleteBuffers, 2, (GLuint[]){0, 4000000000u});
   GL(GetIntegerv, GL_ARRAY_BUFFER_BINDING, &v);
   assert_int_equal(v, 0);
   assert_gl_error(GL_NO_ERROR);
}

/* The same size and usage keep the storage: streaming applications do this every frame. */
static void storage_is_reused(void **state)
{
   CONTEXT;
   static const uint8_t a[4] = {1, 1, 1, 1}, b[4] = {2, 2, 2, 2};
   GLuint name = make(ctx, GL_ARRAY_BUFFER, 4, a);
   struct pipe_resource *storage = ga_buffer_lookup(ctx, name)->resource;
   GL(BufferData, GL_ARRAY_BUFFER, 4, b, GL_STATIC_DRAW);
   assert_ptr_equal(ga_buffer_lookup(ctx, name)->resource, storage);
   assert_memory_equal(contents(ctx, name), b, 4);
   unsigned seqno = ctx->share->seqno;
   GL(BufferData, GL_ARRAY_BUFFER, 8, NULL, GL_STATIC_DRAW);
   assert_true(ctx->share->seqno != seqno);
   GL(BufferData, GL_ARRAY_BUFFER, 8, NULL, GL_STATIC_DRAW);
   assert_non_null(strstr(ga_test_pipe(ctx)->log, "invalidate_resource"));
}

static void mapping(void **state)
{
   CONTEXT;
   GLuint name = make(ctx, GL_ELEMENT_ARRAY_BUFFER, 4, "abcd");
   uint8_t *pointer = GL(MapBuffer, GL_ELEMENT_ARRAY_BUFFER, GL_WRITE_ONLY);
   assert_non_null(pointer);
   GLint v;
   void *queried;
   GL(GetBufferParameteriv, GL_ELEMENT_ARRAY_BUFFER, GL_BUFFER_MAPPED, &v);
   assert_int_equal(v, 1);
   GL(GetBufferPointerv, GL_ELEMENT_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER, &queried);
   assert_ptr_equal(queried, pointer);
   pointer[1] = 'X';
   assert_true(GL(UnmapBuffer, GL_ELEMENT_ARRAY_BUFFER));
   assert_memory_equal(contents(ctx, name), "aXcd", 4);
   /* New data and deletion unmap. */
   assert_non_null(GL(MapBuffer, GL_ELEMENT_ARRAY_BUFFER, GL_WRITE_ONLY));
   GL(BufferData, GL_ELEMENT_ARRAY_BUFFER, 4, "efgh", GL_STATIC_DRAW);
   GL(GetBufferParameteriv, GL_ELEMENT_ARRAY_BUFFER, GL_BUFFER_MAPPED, &v);
   assert_int_equal(v, 0);
   assert_non_null(GL(MapBuffer, GL_ELEMENT_ARRAY_BUFFER, GL_WRITE_ONLY));
   struct ga_buffer *buf = ga_buffer_ref(ga_buffer_lookup(ctx, name));
   GL(DeleteBuffers, 1, &name);
   assert_null(buf->map.transfer);
   ga_buffer_unref(ctx, buf);
   GL(BindBuffer, GL_ELEMENT_ARRAY_BUFFER, 9);
   assert_null(GL(MapBuffer, GL_ELEMENT_ARRAY_BUFFER, GL_WRITE_ONLY)); /* no storage */
   assert_gl_error(GL_OUT_OF_MEMORY);
}

/* Without a program: calls the row of ga_derive.def directly. */
static void arrays_reach_the_front(void **state)
{
   CONTEXT;
   static const GLfloat client[8];
   GLuint name = make(ctx, GL_ARRAY_BUFFER, 64, NULL);
   GL(VertexAttribPointer, 2, 3, GL_SHORT, GL_TRUE, 0, (void *)8);
   GL(EnableVertexAttribArray, 2);
   GL(BindBuffer, GL_ARRAY_BUFFER, 0);
   GL(VertexAttribPointer, 3, 2, GL_UNSIGNED_BYTE, GL_FALSE, 16, client);
   GL(EnableVertexAttribArray, 3);
   GL(EnableVertexAttribArray, 4); /* no pointer at all */
   GL(VertexAttrib3f, 5, 1, 2, 3);
   assert_true(ga_derive_vertex_arrays(ctx, "test"));
   assert_true(ga_derive_current_attribs(ctx, "test"));
   const struct st_attrib *a = ctx->st.attrib;
   assert_true(a[2].enabled && a[2].format == PIPE_FORMAT_R16G16B16_SNORM && a[2].stride_B == 6 && a[2].offset_B == 8);
   assert_ptr_equal(a[2].buffer, ga_buffer_lookup(ctx, name)->resource);
   assert_true(a[3].enabled && a[3].format == PIPE_FORMAT_R8G8_USCALED && a[3].stride_B == 16 && a[3].user == client);
   assert_null(a[3].buffer);
   assert_true(!a[5].enabled && a[5].current[2] == 3 && a[5].current[3] == 1);
   assert_int_equal(ctx->attribs_unreadable, 1 << 4);

   /* Deleting the buffer leaves an offset that must never be taken for an address. */
   GL(DeleteBuffers, 1, &name);
   GLint v;
   GL(GetVertexAttribiv, 2, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &v);
   assert_int_equal(v, 0);
   assert_true(ga_derive_vertex_arrays(ctx, "test"));
   assert_true(!a[2].enabled && !a[2].user && !a[2].buffer);
   assert_int_equal(ctx->attribs_unreadable, 1 << 4 | 1 << 2);
}

static void drawing_from_a_mapped_buffer(void **state)
{
   CONTEXT;
   make(ctx, GL_ARRAY_BUFFER, 64, NULL);
   GL(VertexAttribPointer, 0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   GL(EnableVertexAttribArray, 0);
   assert_non_null(GL(MapBuffer, GL_ARRAY_BUFFER, GL_WRITE_ONLY));
   assert_false(ga_derive_vertex_arrays(ctx, "glDrawArrays"));
   assert_gl_error(GL_INVALID_OPERATION);
   assert_true(GL(UnmapBuffer, GL_ARRAY_BUFFER));
   assert_true(ga_derive_vertex_arrays(ctx, "glDrawArrays"));
   assert_gl_error(GL_NO_ERROR);
}

static void vertex_array_objects(void **state)
{
   CONTEXT;
   GLuint vao[2], elements = make(ctx, GL_ELEMENT_ARRAY_BUFFER, 4, NULL);
   GLint v;
   GL(GenVertexArrays, 2, vao);
   assert_false(GL(IsVertexArray, vao[0]));
   GL(BindVertexArray, vao[0]);
   assert_true(GL(IsVertexArray, vao[0]));
   GL(GetIntegerv, GL_ELEMENT_ARRAY_BUFFER_BINDING, &v);
   assert_int_equal(v, 0); /* part of the object */
   GLuint data = make(ctx, GL_ARRAY_BUFFER, 64, NULL);
   GL(VertexAttribPointer, 1, 2, GL_FLOAT, GL_FALSE, 8, NULL);
   GL(EnableVertexAttribArray, 1);
   GL(BindVertexArray, 0);
   GL(GetIntegerv, GL_ELEMENT_ARRAY_BUFFER_BINDING, &v);
   assert_int_equal(v, elements);
   GL(GetVertexAttribiv, 1, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &v);
   assert_int_equal(v, 0);
   /* An object that is not bound keeps a deleted buffer (2.9). */
   GL(DeleteBuffers, 1, &data);
   GL(BindVertexArray, vao[0]);
   GL(GetVertexAttribiv, 1, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &v);
   assert_int_equal(v, data);
   assert_true(ga_derive_vertex_arrays(ctx, "test"));
   assert_true(ctx->st.attrib[1].enabled && ctx->st.attrib[1].buffer);
   GL(DeleteVertexArrays, 2, vao);
   GL(GetIntegerv, GL_VERTEX_ARRAY_BINDING, &v);
   assert_int_equal(v, 0);
   assert_gl_error(GL_NO_ERROR);
}

/* ---- two contexts --------------------------------------------------------------------------------------------------------- */

static void shared_buffers(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx, *other = ga_test_context(t, t->ctx);
   GLuint name = make(ctx, GL_ARRAY_BUFFER, 4, "abcd");
   assert_true(ga_IsBuffer(other, name));
   ga_BindBuffer(other, GL_ARRAY_BUFFER, name);
   ga_VertexAttribPointer(other, 0, 4, GL_BYTE, GL_FALSE, 0, NULL);
   ga_EnableVertexAttribArray(other, 0);
   assert_true(ga_derive_vertex_arrays(other, "test"));
   struct pipe_resource *before = other->st.attrib[0].buffer;

   /* New storage: `other` keeps the old one until its next draw compares sequence numbers. */
   GL(BufferData, GL_ARRAY_BUFFER, 4096, NULL, GL_STATIC_DRAW);
   assert_ptr_equal(other->st.attrib[0].buffer, before);
   assert_int_equal(before->refs, 1);
   ga_update_framebuffer(other, "test");
   assert_gl_error(GL_NO_ERROR);
   assert_true(other->dirty & GA_DIRTY_VERTEX_ARRAYS);
   assert_true(ga_derive_vertex_arrays(other, "test"));
   assert_ptr_equal(other->st.attrib[0].buffer, ga_buffer_lookup(ctx, name)->resource);

   /* Deleted here, bound there: the binding holds the object, the name is free. */
   GL(DeleteBuffers, 1, &name);
   assert_false(ga_IsBuffer(other, name));
   GLint v;
   ga_GetIntegerv(other, GL_ARRAY_BUFFER_BINDING, &v);
   assert_int_equal(v, name);
   ga_GetBufferParameteriv(other, GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &v);
   assert_int_equal(v, 4096);
   ga_BindBuffer(other, GL_ARRAY_BUFFER, name); /* a new object of the same name */
   ga_GetBufferParameteriv(other, GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &v);
   assert_int_equal(v, 0);
   ga_context_destroy(other);
   assert_true(GL(IsBuffer, name));
}

/* A mapping belongs to the buffer: another context of the group may use the pointer's buffer, unmap or delete it, and the
 * mapping outlives the context that made it (GL 4.6, 5.1.2 and 6.3). */
static void mapped_elsewhere(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx, *other = ga_test_context(t, t->ctx);
   GLuint name = make(ctx, GL_ARRAY_BUFFER, 4, "abcd");
   uint8_t *pointer = GL(MapBuffer, GL_ARRAY_BUFFER, GL_WRITE_ONLY);
   assert_non_null(pointer);
   pointer[0] = 'X';
   ga_BindBuffer(other, GL_ARRAY_BUFFER, name);
   assert_null(ga_MapBuffer(other, GL_ARRAY_BUFFER, GL_WRITE_ONLY));
   assert_int_equal(ga_GetError(other), GL_INVALID_OPERATION);
   assert_true(ga_UnmapBuffer(other, GL_ARRAY_BUFFER));
   assert_false(GL(UnmapBuffer, GL_ARRAY_BUFFER));
   assert_gl_error(GL_INVALID_OPERATION);
   assert_memory_equal(contents(ctx, name), "Xbcd", 4);

   /* New data unmaps, in whichever context. */
   assert_non_null(GL(MapBuffer, GL_ARRAY_BUFFER, GL_WRITE_ONLY));
   ga_BufferData(other, GL_ARRAY_BUFFER, 4, "efgh", GL_STATIC_DRAW);
   GLint v;
   GL(GetBufferParameteriv, GL_ARRAY_BUFFER, GL_BUFFER_MAPPED, &v);
   assert_int_equal(v, 0);

   /* The context that mapped it is destroyed, then the last reference is dropped, while it is mapped. */
   pointer = ga_MapBuffer(other, GL_ARRAY_BUFFER, GL_WRITE_ONLY);
   assert_non_null(pointer);
   ga_context_destroy(other);
   GL(GetBufferParameteriv, GL_ARRAY_BUFFER, GL_BUFFER_MAPPED, &v);
   assert_int_equal(v, 1);
   pointer[3] = 'Y';
   GL(UnmapBuffer, GL_ARRAY_BUFFER);
   assert_memory_equal(contents(ctx, name), "efgY", 4);
   assert_non_null(GL(MapBuffer, GL_ARRAY_BUFFER, GL_WRITE_ONLY));
   GL(DeleteBuffers, 1, &name);
   assert_gl_error(GL_NO_ERROR);
}

/* Another buffer's new storage does not disturb this context's arrays. */
static void only_used_buffers_count(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx, *other = ga_test_context(t, t->ctx);
   make(ctx, GL_ARRAY_BUFFER, 64, NULL);
   GL(VertexAttribPointer, 0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   GL(EnableVertexAttribArray, 0);
   assert_true(ga_derive_vertex_arrays(ctx, "test"));
   GLuint loaded = make(other, GL_ARRAY_BUFFER, 64, NULL);
   ga_BindBuffer(other, GL_ARRAY_BUFFER, loaded);
   ga_BufferData(other, GL_ARRAY_BUFFER, 128, NULL, GL_STATIC_DRAW);
   assert_true(ctx->share->seqno != ctx->share_seqno);
   assert_false(ga_vertex_buffers_changed(ctx));
   GLint name;
   GL(GetIntegerv, GL_ARRAY_BUFFER_BINDING, &name);
   ga_BindBuffer(other, GL_ARRAY_BUFFER, (GLuint)name);
   ga_BufferData(other, GL_ARRAY_BUFFER, 128, NULL, GL_STATIC_DRAW);
   assert_true(ga_vertex_buffers_changed(ctx));
   ga_context_destroy(other);
}

static void out_of_memory(void **state)
{
   CONTEXT;
   struct ga_test *t = *state;
   GLuint name = make(ctx, GL_ARRAY_BUFFER, 4, "abcd");
   t->screen->fail_after = 0;
   GL(BufferData, GL_ARRAY_BUFFER, 8, NULL, GL_STREAM_DRAW);
   assert_gl_error(GL_OUT_OF_MEMORY);
   assert_null(GL(MapBuffer, GL_ARRAY_BUFFER, GL_WRITE_ONLY));
   assert_gl_error(GL_OUT_OF_MEMORY);
   t->screen->fail_after = -1;
   GLint v;
   GL(GetBufferParameteriv, GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &v);
   assert_int_equal(v, 4);
   assert_memory_equal(contents(ctx, name), "abcd", 4);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, ga_test_setup, ga_test_teardown)
   const struct CMUnitTest tests[] = {
      TEST(names_and_data), TEST(storage_is_reused), TEST(mapping), TEST(arrays_reach_the_front),
      TEST(drawing_from_a_mapped_buffer), TEST(vertex_array_objects), TEST(shared_buffers), TEST(mapped_elsewhere),
      TEST(only_used_buffers_count),
      TEST(out_of_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
