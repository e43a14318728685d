/* Buffers of OpenGL ES 3.0: errors by table, copies, mapped ranges, indexed bindings, uniform blocks and their way to the pipe. */
#include "ga_test_row.h"
#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_buffer.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

static GLuint make(struct ga_context *ctx, GLenum target, GLsizeiptr size, const void *data)
{
   GLuint name;
   GL(GenBuffers, 1, &name);
   GL(BindBuffer, target, name);
   GL(BufferData, target, size, data, GL_DYNAMIC_DRAW);
   return name;
}

static const uint8_t *contents(struct ga_context *ctx, GLuint name)
{
   return fake_resource(ga_buffer_lookup(ctx, name)->resource)->data;
}

static GLint64 parameter(struct ga_context *ctx, GLenum target, GLenum pname)
{
   GLint64 value = -1;
   GLint narrow = -1;
   GL(GetBufferParameteri64v, target, pname, &value);
   GL(GetBufferParameteriv, target, pname, &narrow);
   assert_int_equal(value, narrow);
   return value;
}

/* ---- errors ----------------------------------------------------------------------------------------------------------------- */

static void errors_of_maps(void **state)
{
   CONTEXT;
   const GLenum target = GL_COPY_READ_BUFFER;
   const GLbitfield read = GL_MAP_READ_BIT, write = GL_MAP_WRITE_BIT;
   GLint64 value = 77;
   void *pointer = &value;
   ROW(INVALID_ENUM, MapBufferRange, BAD, 0, 4, write);
   ROW(INVALID_OPERATION, MapBufferRange, target, 0, 4, write); /* nothing bound */
   ROW(INVALID_OPERATION, FlushMappedBufferRange, target, 0, 4);
   ROW(INVALID_OPERATION, GetBufferParameteri64v, target, GL_BUFFER_SIZE, &value);
   ROW(INVALID_OPERATION, GetBufferPointerv, target, GL_BUFFER_MAP_POINTER, &pointer);
   make(ctx, target, 16, NULL);
   ROW(INVALID_VALUE, MapBufferRange, target, -1, 4, write);
   ROW(INVALID_VALUE, MapBufferRange, target, 0, -1, write);
   ROW(INVALID_VALUE, MapBufferRange, target, 13, 4, write);
   ROW(INVALID_VALUE, MapBufferRange, target, 0, 17, write);
   ROW(INVALID_VALUE, MapBufferRange, target, INTPTR_MAX, INTPTR_MAX, write);
   ROW(INVALID_VALUE, MapBufferRange, target, 0, 4, write | 1u << 12);
   ROW(INVALID_VALUE, MapBufferRange, target, 0, 4, write | GL_MAP_PERSISTENT_BIT); /* GL_EXT_buffer_storage */
   ROW(INVALID_OPERATION, MapBufferRange, target, 0, 0, write);
   ROW(INVALID_OPERATION, MapBufferRange, target, 0, 4, 0);
   ROW(INVALID_OPERATION, MapBufferRange, target, 0, 4, GL_MAP_INVALIDATE_BUFFER_BIT);
   ROW(INVALID_OPERATION, MapBufferRange, target, 0, 4, read | GL_MAP_INVALIDATE_RANGE_BIT);
   ROW(INVALID_OPERATION, MapBufferRange, target, 0, 4, read | write | GL_MAP_INVALIDATE_BUFFER_BIT);
   ROW(INVALID_OPERATION, MapBufferRange, target, 0, 4, read | GL_MAP_UNSYNCHRONIZED_BIT);
   ROW(INVALID_OPERATION, MapBufferRange, target, 0, 4, read | GL_MAP_FLUSH_EXPLICIT_BIT);
   ROW(INVALID_OPERATION, FlushMappedBufferRange, target, 0, 4);
   ROW(INVALID_ENUM, GetBufferParameteri64v, target, BAD, &value);
   ROW(INVALID_ENUM, GetBufferParameteri64v, BAD, GL_BUFFER_SIZE, &value);
   ROW(INVALID_ENUM, GetBufferParameteri64v, target, GL_BUFFER_IMMUTABLE_STORAGE, &value);
   assert_int_equal(value, 77);
   assert_ptr_equal(pointer, &value);

   assert_non_null(GL(MapBufferRange, target, 4, 8, write));
   ROW(INVALID_OPERATION, MapBufferRange, target, 0, 4, write);
   ROW(INVALID_OPERATION, FlushMappedBufferRange, target, 0, 4); /* not mapped for it */
   ROW(INVALID_OPERATION, CopyBufferSubData, target, target, 0, 8, 4);
   ROW(INVALID_OPERATION, BufferSubData, target, 1, 4, "abcd"); /* a part of the range is mapped */
   assert_true(GL(UnmapBuffer, target));
   assert_non_null(GL(MapBufferRange, target, 4, 8, write | GL_MAP_FLUSH_EXPLICIT_BIT));
   ROW(INVALID_VALUE, FlushMappedBufferRange, target, -1, 4);
   ROW(INVALID_VALUE, FlushMappedBufferRange, target, 0, -1);
   ROW(INVALID_VALUE, FlushMappedBufferRange, target, 0, 9);
   ROW(INVALID_ENUM, FlushMappedBufferRange, BAD, 0, 4);
   assert_true(GL(UnmapBuffer, target));
}

static void errors_of_copies(void **state)
{
   CONTEXT;
   const GLenum from = GL_COPY_READ_BUFFER, to = GL_COPY_WRITE_BUFFER;
   ROW(INVALID_ENUM, CopyBufferSubData, BAD, to, 0, 0, 4);
   ROW(INVALID_OPERATION, CopyBufferSubData, from, to, 0, 0, 4); /* nothing bound */
   GLuint name = make(ctx, from, 16, NULL);
   ROW(INVALID_ENUM, CopyBufferSubData, from, BAD, 0, 0, 4);
   ROW(INVALID_OPERATION, CopyBufferSubData, from, to, 0, 0, 4);
   make(ctx, to, 8, NULL);
   ROW(INVALID_VALUE, CopyBufferSubData, from, to, -1, 0, 4);
   ROW(INVALID_VALUE, CopyBufferSubData, from, to, 0, -1, 4);
   ROW(INVALID_VALUE, CopyBufferSubData, from, to, 0, 0, -1);
   ROW(INVALID_VALUE, CopyBufferSubData, from, to, 13, 0, 4);
   ROW(INVALID_VALUE, CopyBufferSubData, from, to, 0, 5, 4);
   ROW(INVALID_VALUE, CopyBufferSubData, from, to, INTPTR_MAX, 0, INTPTR_MAX);
   GL(BindBuffer, to, name);
   ROW(INVALID_VALUE, CopyBufferSubData, from, to, 0, 3, 4); /* they overlap */
   ROW(INVALID_VALUE, CopyBufferSubData, from, to, 3, 0, 4);
   GL(CopyBufferSubData, from, to, 0, 4, 4);
   assert_gl_error(GL_NO_ERROR);
}

static void errors_of_bindings(void **state)
{
   CONTEXT;
   GLuint name = make(ctx, GL_ARRAY_BUFFER, 64, NULL);
   GLint max, align, value = 77;
   GLint64 wide = 77;
   GL(GetIntegerv, GL_MAX_UNIFORM_BUFFER_BINDINGS, &max);
   GL(GetIntegerv, GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &align);
   assert_true(max >= 24 && align > 1 && align <= 256);
   ROW(INVALID_ENUM, BindBufferBase, GL_ARRAY_BUFFER, 0, name);
   ROW(INVALID_ENUM, BindBufferBase, GL_SHADER_STORAGE_BUFFER, 0, name); /* ES 3.1 */
   ROW(INVALID_VALUE, BindBufferBase, GL_UNIFORM_BUFFER, (GLuint)max, name);
   ROW(INVALID_ENUM, BindBufferRange, GL_COPY_READ_BUFFER, 0, name, 0, 4);
   ROW(INVALID_VALUE, BindBufferRange, GL_UNIFORM_BUFFER, (GLuint)max, name, 0, 4);
   ROW(INVALID_VALUE, BindBufferRange, GL_UNIFORM_BUFFER, 0, name, 0, 0);
   ROW(INVALID_VALUE, BindBufferRange, GL_UNIFORM_BUFFER, 0, name, 0, -1);
   ROW(INVALID_VALUE, BindBufferRange, GL_UNIFORM_BUFFER, 0, name, -align, 4);
   ROW(INVALID_VALUE, BindBufferRange, GL_UNIFORM_BUFFER, 0, name, align / 2, 4);
   ROW(INVALID_VALUE, GetIntegeri_v, GL_UNIFORM_BUFFER_BINDING, (GLuint)max, &value);
   ROW(INVALID_VALUE, GetInteger64i_v, GL_UNIFORM_BUFFER_START, (GLuint)max, &wide);
   ROW(INVALID_ENUM, GetIntegeri_v, GL_ARRAY_BUFFER_BINDING, 0, &value);
   assert_true(value == 77 && wide == 77);
}

static void errors_of_draws(void **state)
{
   CONTEXT;
   static const GLubyte indices[4] = {0, 1, 2, 3};
   ROW(INVALID_ENUM, DrawRangeElements, BAD, 0, 3, 3, GL_UNSIGNED_BYTE, indices);
   ROW(INVALID_VALUE, DrawRangeElements, GL_TRIANGLES, 3, 2, 3, GL_UNSIGNED_BYTE, indices);
   ROW(INVALID_VALUE, DrawRangeElements, GL_TRIANGLES, 0, 3, -1, GL_UNSIGNED_BYTE, indices);
   ROW(INVALID_ENUM, DrawRangeElements, GL_TRIANGLES, 0, 3, 3, GL_BYTE, indices);
   ROW(INVALID_VALUE, DrawArraysInstanced, GL_TRIANGLES, 0, 3, -1);
   ROW(INVALID_VALUE, DrawArraysInstanced, GL_TRIANGLES, -1, 3, 1);
   ROW(INVALID_VALUE, DrawElementsInstanced, GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, indices, -1);
   ROW(INVALID_VALUE, VertexAttribDivisor, (GLuint)ctx->limits.max_vertex_attribs, 1);
}

/* ---- contents --------------------------------------------------------------------------------------------------------------- */

static void usages(void **state)
{
   CONTEXT;
   static const GLenum rows[] = {GL_STREAM_DRAW, GL_STREAM_READ, GL_STREAM_COPY, GL_STATIC_DRAW, GL_STATIC_READ, GL_STATIC_COPY,
                                 GL_DYNAMIC_DRAW, GL_DYNAMIC_READ, GL_DYNAMIC_COPY};
   make(ctx, GL_UNIFORM_BUFFER, 4, NULL);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      GL(BufferData, GL_UNIFORM_BUFFER, 8, NULL, rows[i]);
      assert_int_equal(parameter(ctx, GL_UNIFORM_BUFFER, GL_BUFFER_USAGE), rows[i]);
   }
   assert_gl_error(GL_NO_ERROR);
}

static void copies(void **state)
{
   CONTEXT;
   GLuint src = make(ctx, GL_COPY_READ_BUFFER, 8, "abcdefgh"), dst = make(ctx, GL_COPY_WRITE_BUFFER, 8, "12345678");
   GL(CopyBufferSubData, GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 2, 3, 4);
   assert_memory_equal(contents(ctx, dst), "123cdef8", 8);
   GL(CopyBufferSubData, GL_COPY_WRITE_BUFFER, GL_COPY_READ_BUFFER, 0, 8, 0);
   assert_memory_equal(contents(ctx, src), "abcdefgh", 8);
   GL(CopyBufferSubData, GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER, 0, 4, 4);
   assert_memory_equal(contents(ctx, src), "abcdabcd", 8);
   assert_gl_error(GL_NO_ERROR);
}

static void mapped_ranges(void **state)
{
   CONTEXT;
   const GLenum target = GL_PIXEL_PACK_BUFFER;
   GLuint name = make(ctx, target, 8, "abcdefgh");
   void *queried = ctx;
   assert_int_equal(parameter(ctx, target, GL_BUFFER_MAPPED), 0);
   assert_int_equal(parameter(ctx, target, GL_BUFFER_ACCESS_FLAGS), 0);
   assert_int_equal(parameter(ctx, target, GL_BUFFER_MAP_OFFSET), 0);
   assert_int_equal(parameter(ctx, target, GL_BUFFER_MAP_LENGTH), 0);
   GL(GetBufferPointerv, target, GL_BUFFER_MAP_POINTER, &queried);
   assert_null(queried);
   char *p = GL(MapBufferRange, target, 2, 4, GL_MAP_READ_BIT | GL_MAP_WRITE_BIT);
   assert_memory_equal(p, "cdef", 4);
   assert_int_equal(parameter(ctx, target, GL_BUFFER_MAPPED), 1);
   assert_int_equal(parameter(ctx, target, GL_BUFFER_ACCESS_FLAGS), GL_MAP_READ_BIT | GL_MAP_WRITE_BIT);
   assert_int_equal(parameter(ctx, target, GL_BUFFER_MAP_OFFSET), 2);
   assert_int_equal(parameter(ctx, target, GL_BUFFER_MAP_LENGTH), 4);
   GL(GetBufferPointerv, target, GL_BUFFER_MAP_POINTER, &queried);
   assert_ptr_equal(queried, p);
   p[1] = 'X';
   assert_true(GL(UnmapBuffer, target));
   assert_memory_equal(contents(ctx, name), "abcXefgh", 8);
   assert_int_equal(parameter(ctx, target, GL_BUFFER_MAP_LENGTH), 0);
   p = GL(MapBufferRange, target, 1, 7, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT | GL_MAP_UNSYNCHRONIZED_BIT);
   p[2] = 'Y';
   GL(FlushMappedBufferRange, target, 2, 1);
   GL(FlushMappedBufferRange, target, 7, 0);
   assert_true(GL(UnmapBuffer, target));
   assert_int_equal(contents(ctx, name)[3], 'Y');
   assert_gl_error(GL_NO_ERROR);
}

/* ---- indexed bindings --------------------------------------------------------------------------------------------------------- */

static GLint64 indexed(struct ga_context *ctx, GLenum pname, GLuint index)
{
   GLint64 value = -1;
   GLint narrow = -1;
   GL(GetInteger64i_v, pname, index, &value);
   GL(GetIntegeri_v, pname, index, &narrow);
   assert_int_equal(value, narrow);
   return value;
}

static void indexed_bindings(void **state)
{
   CONTEXT;
   GLint generic;
   GLuint a = make(ctx, GL_ARRAY_BUFFER, 1024, NULL), b;
   for (unsigned i = 0; i < GA_MAX_UNIFORM_RANGES; i++)
      assert_int_equal(indexed(ctx, GL_UNIFORM_BUFFER_BINDING, i) | indexed(ctx, GL_UNIFORM_BUFFER_START, i) |
                       indexed(ctx, GL_UNIFORM_BUFFER_SIZE, i), 0);
   GL(BindBufferRange, GL_UNIFORM_BUFFER, 3, a, 256, 5000); /* beyond the end: no error */
   GL(GetIntegerv, GL_UNIFORM_BUFFER_BINDING, &generic);
   assert_int_equal(generic, a);
   assert_int_equal(indexed(ctx, GL_UNIFORM_BUFFER_BINDING, 3), a);
   assert_int_equal(indexed(ctx, GL_UNIFORM_BUFFER_START, 3), 256);
   assert_int_equal(indexed(ctx, GL_UNIFORM_BUFFER_SIZE, 3), 5000);
   GL(BindBufferBase, GL_UNIFORM_BUFFER, 4, a);
   assert_int_equal(indexed(ctx, GL_UNIFORM_BUFFER_START, 4) | indexed(ctx, GL_UNIFORM_BUFFER_SIZE, 4), 0);
   /* A name that was generated becomes an object here, too. */
   GL(GenBuffers, 1, &b);
   GL(BindBufferBase, GL_UNIFORM_BUFFER, 5, b);
   assert_true(GL(IsBuffer, b));
   /* Name 0: the size is ignored. */
   ROW(INVALID_VALUE, BindBufferRange, GL_UNIFORM_BUFFER, 5, 0, 3, 4); /* not aligned */
   GL(BindBufferRange, GL_UNIFORM_BUFFER, 5, 0, 0, -1);
   assert_int_equal(indexed(ctx, GL_UNIFORM_BUFFER_BINDING, 5) | indexed(ctx, GL_UNIFORM_BUFFER_SIZE, 5), 0);
   GL(GetIntegerv, GL_UNIFORM_BUFFER_BINDING, &generic);
   assert_int_equal(generic, 0);
   GL(DeleteBuffers, 1, &a);
   assert_int_equal(indexed(ctx, GL_UNIFORM_BUFFER_BINDING, 3) | indexed(ctx, GL_UNIFORM_BUFFER_START, 3) |
                    indexed(ctx, GL_UNIFORM_BUFFER_BINDING, 4), 0);
   assert_gl_error(GL_NO_ERROR);
}

static void limits(void **state)
{
   CONTEXT;
   static const struct { GLenum pname; GLint64 least; } rows[] = { /* ES 3.0, tables 6.31 to 6.33 */
      {GL_MAX_VERTEX_UNIFORM_BLOCKS, 12}, {GL_MAX_FRAGMENT_UNIFORM_BLOCKS, 12}, {GL_MAX_COMBINED_UNIFORM_BLOCKS, 24},
      {GL_MAX_UNIFORM_BUFFER_BINDINGS, 24}, {GL_MAX_UNIFORM_BLOCK_SIZE, 16384}, {GL_MAX_ELEMENT_INDEX, (1 << 24) - 1},
   };
   GLint64 value, blocks, size, own;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      GL(GetInteger64v, rows[i].pname, &value);
      assert_true(value >= rows[i].least);
   }
   GL(GetInteger64v, GL_MAX_UNIFORM_BLOCK_SIZE, &size);
   GL(GetInteger64v, GL_MAX_VERTEX_UNIFORM_BLOCKS, &blocks);
   GL(GetInteger64v, GL_MAX_VERTEX_UNIFORM_COMPONENTS, &own);
   GL(GetInteger64v, GL_MAX_COMBINED_VERTEX_UNIFORM_COMPONENTS, &value);
   assert_int_equal(value, blocks * (size / 4) + own);
   GL(GetInteger64v, GL_MAX_FRAGMENT_UNIFORM_COMPONENTS, &own);
   GL(GetInteger64v, GL_MAX_COMBINED_FRAGMENT_UNIFORM_COMPONENTS, &value);
   assert_int_equal(value, blocks * (size / 4) + own);
   assert_gl_error(GL_NO_ERROR);
}

/* ---- uniform blocks ------------------------------------------------------------------------------------------------------------ */

static const char vertex_text[] =
   "#version 300 es\n"
   "layout(std140) uniform Both { vec4 a; mat3x2 m[2]; layout(row_major) mat4 r; };\n"
   "layout(std140) uniform Many { vec4 b; } many[3];\n"
   "uniform vec4 loose; out vec4 v;\n"
   "void main() { v = a + loose + r[1]; gl_Position = vec4(m[1][2], many[1].b.xy); }";
static const char fragment_text[] =
   "#version 300 es\nprecision highp float;\n"
   "layout(std140) uniform Both { vec4 a; mat3x2 m[2]; layout(row_major) mat4 r; };\n"
   "layout(std140) uniform Unused { vec4 u; };\n"
   "in vec4 v; out vec4 color; void main() { color = v * a; }";

static void attach(struct ga_context *ctx, GLuint program, GLenum type, const char *source)
{
   GLuint name = GL(CreateShader, type);
   GLint ok;
   GL(ShaderSource, name, 1, &source, NULL);
   GL(CompileShader, name);
   GL(GetShaderiv, name, GL_COMPILE_STATUS, &ok);
   assert_true(ok);
   GL(AttachShader, program, name);
}

static GLuint make_program(struct ga_context *ctx)
{
   GLuint program = GL(CreateProgram);
   GLint ok;
   attach(ctx, program, GL_VERTEX_SHADER, vertex_text);
   attach(ctx, program, GL_FRAGMENT_SHADER, fragment_text);
   GL(LinkProgram, program);
   GL(GetProgramiv, program, GL_LINK_STATUS, &ok);
   assert_true(ok);
   GL(UseProgram, program);
   return program;
}

static GLuint block_index(struct ga_context *ctx, GLuint program, const char *block)
{
   return GL(GetUniformBlockIndex, program, block);
}

static GLint block_parameter(struct ga_context *ctx, GLuint program, const char *block, GLenum pname)
{
   GLint value = -77;
   GL(GetActiveUniformBlockiv, program, block_index(ctx, program, block), pname, &value);
   return value;
}

static GLint uniform_parameter(struct ga_context *ctx, GLuint program, const char *name, GLenum pname)
{
   GLuint index;
   GLint value = -77;
   GL(GetUniformIndices, program, 1, &name, &index);
   GL(GetActiveUniformsiv, program, 1, &index, pname, &value);
   return value;
}

static void block_queries(void **state)
{
   CONTEXT;
   GLuint program = make_program(ctx);
   GLint value, count, indices[3];
   char name[16];
   GL(GetProgramiv, program, GL_ACTIVE_UNIFORM_BLOCKS, &count);
   assert_int_equal(count, 5); /* a block of layout std140 is active without a use */
   GL(GetProgramiv, program, GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH, &value);
   assert_int_equal(value, sizeof "Many[2]");
   const GLuint first = GL(GetUniformBlockIndex, program, "Many");
   assert_int_equal(GL(GetUniformBlockIndex, program, "Many[0]"), first);
   assert_int_equal(GL(GetUniformBlockIndex, program, "Many[2]"), first + 2);
   assert_int_equal(GL(GetUniformBlockIndex, program, "Many[3]"), GL_INVALID_INDEX);
   assert_int_equal(GL(GetUniformBlockIndex, program, "many"), GL_INVALID_INDEX);
   assert_int_equal(GL(GetUniformBlockIndex, program, ""), GL_INVALID_INDEX);
   GLsizei length;
   GL(GetActiveUniformBlockName, program, first + 1, 5, &length, name);
   assert_string_equal(name, "Many");
   assert_int_equal(length, 4);
   GL(GetActiveUniformBlockName, program, first + 1, sizeof(name), NULL, name);
   assert_string_equal(name, "Many[1]");
   assert_int_equal(block_parameter(ctx, program, "Many[1]", GL_UNIFORM_BLOCK_NAME_LENGTH), sizeof "Many[1]");
   assert_int_equal(block_parameter(ctx, program, "Both", GL_UNIFORM_BLOCK_DATA_SIZE), 16 + 2 * 48 + 64);
   assert_int_equal(block_parameter(ctx, program, "Both", GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER), 1);
   assert_int_equal(block_parameter(ctx, program, "Both", GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER), 1);
   assert_int_equal(block_parameter(ctx, program, "Many[1]", GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER), 0);
   assert_int_equal(block_parameter(ctx, program, "Unused", GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER), 0);
   assert_int_equal(block_parameter(ctx, program, "Both", GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS), 3);
   GL(GetActiveUniformBlockiv, program, block_index(ctx, program, "Both"), GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES, indices);
   for (unsigned i = 0; i < 3; i++) {
      GL(GetActiveUniformsiv, program, 1, (GLuint *)&indices[i], GL_UNIFORM_BLOCK_INDEX, &value);
      assert_int_equal(value, GL(GetUniformBlockIndex, program, "Both"));
   }
   /* All blocks of an array have the members of its first. */
   assert_int_equal(block_parameter(ctx, program, "Many[2]", GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES),
                    block_parameter(ctx, program, "Many[0]", GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES));
   assert_int_equal(uniform_parameter(ctx, program, "Many.b", GL_UNIFORM_BLOCK_INDEX), first);
   static const struct { const char *name; GLenum pname; GLint value; } rows[] = {
      {"a", GL_UNIFORM_OFFSET, 0}, {"a", GL_UNIFORM_ARRAY_STRIDE, 0}, {"a", GL_UNIFORM_MATRIX_STRIDE, 0},
      {"a", GL_UNIFORM_TYPE, GL_FLOAT_VEC4}, {"a", GL_UNIFORM_SIZE, 1}, {"a", GL_UNIFORM_NAME_LENGTH, 2},
      {"m", GL_UNIFORM_OFFSET, 16}, {"m[0]", GL_UNIFORM_ARRAY_STRIDE, 48}, {"m", GL_UNIFORM_MATRIX_STRIDE, 16},
      {"m", GL_UNIFORM_TYPE, GL_FLOAT_MAT3x2}, {"m", GL_UNIFORM_SIZE, 2}, {"m", GL_UNIFORM_NAME_LENGTH, 5},
      {"m", GL_UNIFORM_IS_ROW_MAJOR, 0}, {"r", GL_UNIFORM_OFFSET, 112}, {"r", GL_UNIFORM_MATRIX_STRIDE, 16},
      {"r", GL_UNIFORM_IS_ROW_MAJOR, 1}, {"loose", GL_UNIFORM_OFFSET, -1}, {"loose", GL_UNIFORM_BLOCK_INDEX, -1},
      {"loose", GL_UNIFORM_ARRAY_STRIDE, -1}, {"loose", GL_UNIFORM_MATRIX_STRIDE, -1}, {"loose", GL_UNIFORM_IS_ROW_MAJOR, 0},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      assert_int_equal(uniform_parameter(ctx, program, rows[i].name, rows[i].pname), rows[i].value);
   static const char *const names[] = {"m[1]", "nothing", "Both.a", "a[0]", "b"};
   GLuint found[5];
   GL(GetUniformIndices, program, 5, names, found);
   for (unsigned i = 0; i < 5; i++)
      assert_int_equal(found[i], GL_INVALID_INDEX);
   assert_int_equal(GL(GetUniformLocation, program, "a"), -1);
   assert_int_equal(GL(GetUniformLocation, program, "Many.b"), -1);
   assert_gl_error(GL_NO_ERROR);
}

static void errors_of_blocks(void **state)
{
   CONTEXT;
   GLuint program = make_program(ctx), empty = GL(CreateProgram), shader = GL(CreateShader, GL_VERTEX_SHADER);
   static const char *const names[] = {"a"};
   GLuint index = 77, bad = 1000;
   GLint value = 77;
   char text[4] = "xyz";
   ROW(INVALID_VALUE, GetUniformBlockIndex, 999, "Both");
   ROW(INVALID_OPERATION, GetUniformBlockIndex, shader, "Both");
   ROW(INVALID_OPERATION, GetUniformBlockIndex, empty, "Both");
   ROW(INVALID_VALUE, UniformBlockBinding, 999, 0, 0);
   ROW(INVALID_OPERATION, UniformBlockBinding, shader, 0, 0);
   ROW(INVALID_VALUE, UniformBlockBinding, empty, 0, 0);
   ROW(INVALID_VALUE, UniformBlockBinding, program, 5, 0);
   ROW(INVALID_VALUE, UniformBlockBinding, program, 0, GA_MAX_UNIFORM_RANGES);
   ROW(INVALID_VALUE, GetActiveUniformBlockName, program, 5, 4, NULL, text);
   ROW(INVALID_VALUE, GetActiveUniformBlockName, program, 0, -1, NULL, text);
   ROW(INVALID_VALUE, GetActiveUniformBlockiv, program, 5, GL_UNIFORM_BLOCK_BINDING, &value);
   ROW(INVALID_ENUM, GetActiveUniformBlockiv, program, 0, GL_UNIFORM_OFFSET, &value);
   ROW(INVALID_ENUM, GetActiveUniformBlockiv, program, 0, GL_UNIFORM_BLOCK_REFERENCED_BY_COMPUTE_SHADER, &value);
   ROW(INVALID_VALUE, GetUniformIndices, 999, 1, names, &index);
   ROW(INVALID_OPERATION, GetUniformIndices, shader, 1, names, &index);
   ROW(INVALID_OPERATION, GetUniformIndices, empty, 1, names, &index);
   ROW(INVALID_VALUE, GetUniformIndices, program, -1, names, &index);
   ROW(INVALID_VALUE, GetActiveUniformsiv, 999, 1, (GLuint[]){0}, GL_UNIFORM_TYPE, &value);
   ROW(INVALID_OPERATION, GetActiveUniformsiv, shader, 1, (GLuint[]){0}, GL_UNIFORM_TYPE, &value);
   ROW(INVALID_VALUE, GetActiveUniformsiv, program, -1, (GLuint[]){0}, GL_UNIFORM_TYPE, &value);
   ROW(INVALID_VALUE, GetActiveUniformsiv, program, 2, ((GLuint[]){0, bad}), GL_UNIFORM_TYPE, &value);
   ROW(INVALID_ENUM, GetActiveUniformsiv, program, 1, (GLuint[]){0}, GL_UNIFORM_BLOCK_BINDING, &value);
   assert_true(index == 77 && value == 77 && !strcmp(text, "xyz"));
}

/* The lines of the pipe's log that bind constant buffers, since the last call. */
static const char *take_bindings(struct ga_context *ctx)
{
   static char text[4096];
   struct fake_context *pipe = ga_test_pipe(ctx);
   char *at = text;
   *at = '\0';
   for (const char *line = pipe->log; *line;) {
      const char *end = strchrnul(line, '\n');
      if (!strncmp(line, "set_constant_buffer", 19))
         at += snprintf(at, (size_t)(text + sizeof(text) - at), "%.*s\n", (int)(end - line), line);
      line = *end ? end + 1 : end;
   }
   fake_clear_log(pipe);
   return text;
}

/* A draw binds the slots whose binding changed, and uploads nothing else. */
static void blocks_reach_the_pipe(void **state)
{
   CONTEXT;
   GLuint program = make_program(ctx), both, many;
   const GLuint both_index = GL(GetUniformBlockIndex, program, "Both"), many_index = GL(GetUniformBlockIndex, program, "Many");
   many = make(ctx, GL_UNIFORM_BUFFER, 1024, NULL);
   both = make(ctx, GL_UNIFORM_BUFFER, 176, NULL);
   GL(UniformBlockBinding, program, both_index, 7);
   GL(UniformBlockBinding, program, many_index + 1, 9);
   assert_int_equal(block_parameter(ctx, program, "Both", GL_UNIFORM_BLOCK_BINDING), 7);
   assert_int_equal(block_parameter(ctx, program, "Many", GL_UNIFORM_BLOCK_BINDING), 0);
   GL(BindBufferBase, GL_UNIFORM_BUFFER, 7, both);
   GL(BindBufferRange, GL_UNIFORM_BUFFER, 9, many, 256, 16);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   take_bindings(ctx);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_string_equal(take_bindings(ctx), "");
   /* One binding: one slot of one stage. Slots follow the order of declaration. */
   GL(BindBufferRange, GL_UNIFORM_BUFFER, 9, many, 512, 32);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_string_equal(take_bindings(ctx), "set_constant_buffer 0 3 32\n");
   /* New storage is bound in both stages. */
   GL(BindBuffer, GL_UNIFORM_BUFFER, both);
   GL(BufferData, GL_UNIFORM_BUFFER, 192, NULL, GL_DYNAMIC_DRAW);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_string_equal(take_bindings(ctx), "set_constant_buffer 0 1 192\nset_constant_buffer 6 1 192\n");
   /* Bytes that change bind nothing. */
   GL(BufferSubData, GL_UNIFORM_BUFFER, 0, 4, "abcd");
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_string_equal(take_bindings(ctx), "");
   /* A binding without a buffer, or with a start beyond its end, reads as zeros. */
   GL(BindBufferRange, GL_UNIFORM_BUFFER, 9, many, 2048, 32);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_string_equal(take_bindings(ctx), "set_constant_buffer 0 3 0\n");
   GL(UniformBlockBinding, program, many_index + 1, 7);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_string_equal(take_bindings(ctx), "set_constant_buffer 0 3 192\n");
   assert_gl_error(GL_NO_ERROR);
   /* A mapped buffer is an error, and its end is none. */
   GL(BindBuffer, GL_UNIFORM_BUFFER, both);
   assert_non_null(GL(MapBufferRange, GL_UNIFORM_BUFFER, 0, 4, GL_MAP_WRITE_BIT));
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_gl_error(GL_INVALID_OPERATION);
   assert_true(GL(UnmapBuffer, GL_UNIFORM_BUFFER));
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_gl_error(GL_NO_ERROR);
   /* Linking again gives back the shaders' bindings. */
   GL(LinkProgram, program);
   assert_int_equal(block_parameter(ctx, program, "Both", GL_UNIFORM_BLOCK_BINDING), 0);
}

/* A draw after a map that has ended derives nothing anew; one during a map compares, and errors when it reads the buffer. */
static void maps_between_draws(void **state)
{
   CONTEXT;
   const GLbitfield access = GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT;
   const uint32_t buffers = ST_DIRTY_VERTEX | ST_DIRTY_UBO;
   make_program(ctx);
   GLuint block = make(ctx, GL_UNIFORM_BUFFER, 256, NULL);
   GL(BindBufferBase, GL_UNIFORM_BUFFER, 0, block);
   make(ctx, GL_COPY_READ_BUFFER, 64, NULL);
   make(ctx, GL_ARRAY_BUFFER, 64, NULL);
   GL(VertexAttribPointer, 0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   GL(EnableVertexAttribArray, 0);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   static const GLenum targets[] = {GL_ARRAY_BUFFER, GL_UNIFORM_BUFFER};
   for (unsigned i = 0; i < 2; i++) {
      ctx->st.dirty = 0;
      assert_non_null(GL(MapBufferRange, targets[i], 0, 64, access));
      assert_true(GL(UnmapBuffer, targets[i]));
      assert_true(ga_update_draw(ctx, "test"));
      assert_int_equal(ctx->st.dirty & buffers, 0);
      assert_non_null(GL(MapBufferRange, GL_COPY_READ_BUFFER, 0, 64, access)); /* one that the draw does not read, and stays mapped */
      assert_non_null(GL(MapBufferRange, targets[i], 0, 64, access));
      assert_true(GL(UnmapBuffer, targets[i]));
      assert_true(ga_update_draw(ctx, "test"));
      assert_int_equal(ctx->st.dirty & buffers, 0);
      assert_non_null(GL(MapBufferRange, targets[i], 0, 64, access));
      assert_false(ga_update_draw(ctx, "test"));
      assert_gl_error(GL_INVALID_OPERATION);
      assert_true(GL(UnmapBuffer, GL_COPY_READ_BUFFER));
      assert_false(ga_update_draw(ctx, "test"));
      assert_gl_error(GL_INVALID_OPERATION);
      assert_true(GL(UnmapBuffer, targets[i]));
      assert_true(ga_update_draw(ctx, "test"));
      assert_int_equal(ctx->share->blocked, 0);
   }
   /* Deleted, or given new data, while it is mapped. */
   assert_non_null(GL(MapBufferRange, GL_UNIFORM_BUFFER, 0, 64, access));
   GL(BufferData, GL_UNIFORM_BUFFER, 256, NULL, GL_STATIC_DRAW);
   assert_int_equal(ctx->share->blocked, 0);
   assert_non_null(GL(MapBufferRange, GL_UNIFORM_BUFFER, 0, 64, access));
   GL(DeleteBuffers, 1, &block);
   assert_int_equal(ctx->share->blocked, 0);
   assert_gl_error(GL_NO_ERROR);
}

/* Another context replaces the storage of a buffer that this one draws with. */
static void storage_of_another_context(void **state)
{
   CONTEXT;
   struct ga_test *t = *state;
   struct ga_context *other = ga_test_forced_context(t, ctx, GA_API_ES2, "es30");
   make_program(ctx);
   GLuint name = make(ctx, GL_UNIFORM_BUFFER, 256, NULL);
   GL(BindBufferBase, GL_UNIFORM_BUFFER, 0, name);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   take_bindings(ctx);
   struct pipe_resource *before = ctx->st.uniform_buffer[PIPE_SHADER_VERTEX][1].buffer;
   other->dispatch->BindBuffer(other, GL_UNIFORM_BUFFER, name);
   other->dispatch->BufferData(other, GL_UNIFORM_BUFFER, 512, NULL, GL_STATIC_DRAW);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_ptr_not_equal(ctx->st.uniform_buffer[PIPE_SHADER_VERTEX][1].buffer, before);
   assert_non_null(strstr(take_bindings(ctx), "set_constant_buffer 0 1 512\n"));
   ga_context_destroy(other);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, ga_test_setup_es30, ga_test_teardown)
   const struct CMUnitTest tests[] = {
      TEST(errors_of_maps), TEST(errors_of_copies), TEST(errors_of_bindings), TEST(errors_of_draws), TEST(errors_of_blocks),
      TEST(usages), TEST(copies), TEST(mapped_ranges), TEST(indexed_bindings), TEST(limits), TEST(block_queries),
      TEST(blocks_reach_the_pipe), TEST(maps_between_draws), TEST(storage_of_another_context),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
