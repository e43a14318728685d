/* cmd_buffers.c: buffer objects (OpenGL 4.6, chapter 6). */
#include "commands.h"

static const uint8_t zero[256];

static void names(void)
{
   GLuint name[2] = {0};
   OK(GenBuffers, 2, name);
   ERR(INVALID_VALUE, GenBuffers, -1, name);
   OK(BindBuffer, GL_ARRAY_BUFFER, name[0]);
   ERR(INVALID_ENUM, BindBuffer, BAD, name[0]);
   if (api == CORE46)
      ERR(INVALID_OPERATION, BindBuffer, GL_ARRAY_BUFFER, 1000);
   OK(IsBuffer, name[0]);
   NO_ERROR(IsBuffer);
   EXPECT(gl.IsBuffer(name[0]), GL_TRUE);
   EXPECT(gl.IsBuffer(name[1]), GL_FALSE);
   EXPECT(gl.IsBuffer(0), GL_FALSE);
   OK(DeleteBuffers, 2, name);
   ERR(INVALID_VALUE, DeleteBuffers, -1, name);
   if (desktop()) {
      OK(CreateBuffers, 2, name);
      ERR(INVALID_VALUE, CreateBuffers, -1, name);
      EXPECT(gl.IsBuffer(name[1]), GL_TRUE);
   }
}

static void indexed_bindings(void)
{
   const GLuint buffer = make_buffer(GL_UNIFORM_BUFFER, 1024);
   OK(BindBufferBase, GL_UNIFORM_BUFFER, 1, buffer);
   ERR(INVALID_ENUM, BindBufferBase, GL_ARRAY_BUFFER, 0, buffer);
   ERR(INVALID_VALUE, BindBufferBase, GL_UNIFORM_BUFFER, 100000, buffer);
   if (api == CORE46)
      ERR(INVALID_OPERATION, BindBufferBase, GL_UNIFORM_BUFFER, 0, 1000);
   OK(BindBufferRange, GL_UNIFORM_BUFFER, 1, buffer, 256, 256);
   ERR(INVALID_ENUM, BindBufferRange, GL_ARRAY_BUFFER, 0, buffer, 0, 256);
   ERR(INVALID_VALUE, BindBufferRange, GL_UNIFORM_BUFFER, 100000, buffer, 0, 256);
   ERR(INVALID_VALUE, BindBufferRange, GL_UNIFORM_BUFFER, 0, buffer, 0, 0);
   ERR(INVALID_VALUE, BindBufferRange, GL_UNIFORM_BUFFER, 0, buffer, -256, 256);
   ERR(INVALID_VALUE, BindBufferRange, GL_UNIFORM_BUFFER, 0, buffer, 1, 256);
   ERR(INVALID_VALUE, BindBufferRange, GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, 0, 3);
   ERR(INVALID_VALUE, BindBufferRange, GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, 2, 4);
   if (!desktop())
      return;
   const GLuint some[] = {buffer, 0}, unknown[] = {buffer, 1000};
   const GLintptr offsets[] = {0, 0}, odd[] = {1, 0};
   const GLsizeiptr sizes[] = {256, 256}, none[] = {0, 256};
   OK(BindBuffersBase, GL_UNIFORM_BUFFER, 0, 2, some);
   ERR(INVALID_ENUM, BindBuffersBase, GL_ARRAY_BUFFER, 0, 2, some);
   ERR(INVALID_OPERATION, BindBuffersBase, GL_UNIFORM_BUFFER, 100000, 2, some);
   ERR(INVALID_OPERATION, BindBuffersBase, GL_UNIFORM_BUFFER, 0, 2, unknown);
   OK(BindBuffersRange, GL_UNIFORM_BUFFER, 0, 2, some, offsets, sizes);
   ERR(INVALID_ENUM, BindBuffersRange, GL_ARRAY_BUFFER, 0, 2, some, offsets, sizes);
   ERR(INVALID_OPERATION, BindBuffersRange, GL_UNIFORM_BUFFER, 100000, 2, some, offsets, sizes);
   ERR(INVALID_OPERATION, BindBuffersRange, GL_UNIFORM_BUFFER, 0, 2, unknown, offsets, sizes);
   ERR(INVALID_VALUE, BindBuffersRange, GL_UNIFORM_BUFFER, 0, 2, some, odd, sizes);
   ERR(INVALID_VALUE, BindBuffersRange, GL_UNIFORM_BUFFER, 0, 2, some, offsets, none);
}

static void data(void)
{
   const GLuint buffer = make_buffer(GL_ARRAY_BUFFER, 64);
   OK(BufferData, GL_ARRAY_BUFFER, 64, zero, GL_DYNAMIC_COPY);
   ERR(INVALID_ENUM, BufferData, BAD, 64, zero, GL_STATIC_DRAW);
   ERR(INVALID_ENUM, BufferData, GL_ARRAY_BUFFER, 64, zero, BAD);
   ERR(INVALID_VALUE, BufferData, GL_ARRAY_BUFFER, -1, zero, GL_STATIC_DRAW);
   ERR(INVALID_OPERATION, BufferData, GL_COPY_READ_BUFFER, 64, zero, GL_STATIC_DRAW);
   if (desktop()) { /* AMD_pinned_memory: not at the start of a page */
      GLuint other;
      gl.GenBuffers(1, &other);
      gl.BindBuffer(GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, other);
      ERR(INVALID_OPERATION, BufferData, GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, 64, (const char *)zero + 1, GL_STATIC_DRAW);
      gl.DeleteBuffers(1, &other);
   }
   OK(BufferSubData, GL_ARRAY_BUFFER, 32, 32, zero);
   ERR(INVALID_ENUM, BufferSubData, BAD, 0, 32, zero);
   ERR(INVALID_VALUE, BufferSubData, GL_ARRAY_BUFFER, -1, 32, zero);
   ERR(INVALID_VALUE, BufferSubData, GL_ARRAY_BUFFER, 0, -1, zero);
   ERR(INVALID_VALUE, BufferSubData, GL_ARRAY_BUFFER, 48, 32, zero);
   ERR(INVALID_OPERATION, BufferSubData, GL_COPY_READ_BUFFER, 0, 4, zero);
   const GLuint source = make_buffer(GL_COPY_READ_BUFFER, 64);
   OK(CopyBufferSubData, GL_COPY_READ_BUFFER, GL_ARRAY_BUFFER, 0, 32, 32);
   ERR(INVALID_ENUM, CopyBufferSubData, BAD, GL_ARRAY_BUFFER, 0, 0, 4);
   ERR(INVALID_ENUM, CopyBufferSubData, GL_ARRAY_BUFFER, BAD, 0, 0, 4);
   ERR(INVALID_OPERATION, CopyBufferSubData, GL_COPY_WRITE_BUFFER, GL_ARRAY_BUFFER, 0, 0, 4);
   ERR(INVALID_VALUE, CopyBufferSubData, GL_COPY_READ_BUFFER, GL_ARRAY_BUFFER, -1, 0, 4);
   ERR(INVALID_VALUE, CopyBufferSubData, GL_COPY_READ_BUFFER, GL_ARRAY_BUFFER, 0, -1, 4);
   ERR(INVALID_VALUE, CopyBufferSubData, GL_COPY_READ_BUFFER, GL_ARRAY_BUFFER, 0, 0, -1);
   ERR(INVALID_VALUE, CopyBufferSubData, GL_COPY_READ_BUFFER, GL_ARRAY_BUFFER, 48, 0, 32);
   ERR(INVALID_VALUE, CopyBufferSubData, GL_COPY_READ_BUFFER, GL_ARRAY_BUFFER, 0, 48, 32);
   ERR(INVALID_VALUE, CopyBufferSubData, GL_ARRAY_BUFFER, GL_ARRAY_BUFFER, 0, 16, 32);
   if (!desktop())
      return;
   uint8_t bytes[64];
   OK(GetBufferSubData, GL_ARRAY_BUFFER, 0, 64, bytes);
   ERR(INVALID_ENUM, GetBufferSubData, BAD, 0, 64, bytes);
   ERR(INVALID_VALUE, GetBufferSubData, GL_ARRAY_BUFFER, -1, 64, bytes);
   ERR(INVALID_VALUE, GetBufferSubData, GL_ARRAY_BUFFER, 0, -1, bytes);
   ERR(INVALID_VALUE, GetBufferSubData, GL_ARRAY_BUFFER, 1, 64, bytes);
   ERR(INVALID_OPERATION, GetBufferSubData, GL_COPY_WRITE_BUFFER, 0, 4, bytes);
   const GLubyte color[4] = {1, 2, 3, 4};
   OK(ClearBufferData, GL_ARRAY_BUFFER, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   ERR(INVALID_ENUM, ClearBufferData, BAD, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   ERR(INVALID_ENUM, ClearBufferData, GL_ARRAY_BUFFER, GL_RGB8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   ERR(INVALID_VALUE, ClearBufferData, GL_ARRAY_BUFFER, GL_RGBA8, BAD, GL_UNSIGNED_BYTE, color);
   ERR(INVALID_VALUE, ClearBufferData, GL_ARRAY_BUFFER, GL_RGBA8, GL_RGBA, BAD, color);
   ERR(INVALID_VALUE, ClearBufferData, GL_COPY_WRITE_BUFFER, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   OK(ClearBufferSubData, GL_ARRAY_BUFFER, GL_RGBA8, 4, 8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   ERR(INVALID_ENUM, ClearBufferSubData, BAD, GL_RGBA8, 4, 8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   ERR(INVALID_ENUM, ClearBufferSubData, GL_ARRAY_BUFFER, GL_RGB8, 4, 8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   ERR(INVALID_VALUE, ClearBufferSubData, GL_ARRAY_BUFFER, GL_RGBA8, 2, 8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   ERR(INVALID_VALUE, ClearBufferSubData, GL_ARRAY_BUFFER, GL_RGBA8, 4, 6, GL_RGBA, GL_UNSIGNED_BYTE, color);
   ERR(INVALID_VALUE, ClearBufferSubData, GL_ARRAY_BUFFER, GL_RGBA8, -4, 8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   ERR(INVALID_VALUE, ClearBufferSubData, GL_ARRAY_BUFFER, GL_RGBA8, 60, 8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   ERR(INVALID_VALUE, ClearBufferSubData, GL_COPY_WRITE_BUFFER, GL_RGBA8, 4, 8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   OK(InvalidateBufferData, buffer);
   ERR(INVALID_VALUE, InvalidateBufferData, 1000);
   OK(InvalidateBufferSubData, buffer, 0, 32);
   ERR(INVALID_VALUE, InvalidateBufferSubData, 1000, 0, 32);
   ERR(INVALID_VALUE, InvalidateBufferSubData, source, -1, 32);
   ERR(INVALID_VALUE, InvalidateBufferSubData, source, 0, -1);
   ERR(INVALID_VALUE, InvalidateBufferSubData, source, 48, 32);
   OK(BufferStorage, GL_ARRAY_BUFFER, 64, zero, GL_MAP_READ_BIT);
   ERR(INVALID_OPERATION, BufferStorage, GL_ARRAY_BUFFER, 64, zero, GL_MAP_READ_BIT);
   ERR(INVALID_OPERATION, BufferData, GL_ARRAY_BUFFER, 64, zero, GL_STATIC_DRAW);
   ERR(INVALID_OPERATION, BufferSubData, GL_ARRAY_BUFFER, 0, 4, zero);
   make_buffer(GL_ARRAY_BUFFER, 64);
   ERR(INVALID_ENUM, BufferStorage, BAD, 64, zero, 0);
   ERR(INVALID_VALUE, BufferStorage, GL_ARRAY_BUFFER, 0, zero, 0);
   ERR(INVALID_VALUE, BufferStorage, GL_ARRAY_BUFFER, 64, zero, 0x80000000u);
   ERR(INVALID_VALUE, BufferStorage, GL_ARRAY_BUFFER, 64, zero, GL_MAP_PERSISTENT_BIT);
   ERR(INVALID_VALUE, BufferStorage, GL_ARRAY_BUFFER, 64, zero, GL_MAP_READ_BIT | GL_MAP_COHERENT_BIT);
   ERR(INVALID_OPERATION, BufferStorage, GL_COPY_WRITE_BUFFER, 64, zero, 0);
}

static void mapping(void)
{
   const GLuint buffer = make_buffer(GL_ARRAY_BUFFER, 64);
   void *pointer = NULL;
   (void)buffer;
   ERR(INVALID_OPERATION, UnmapBuffer, GL_ARRAY_BUFFER);
   ERR(INVALID_ENUM, UnmapBuffer, BAD);
   OK(MapBufferRange, GL_ARRAY_BUFFER, 0, 32, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT);
   ERR(INVALID_OPERATION, MapBufferRange, GL_ARRAY_BUFFER, 0, 32, GL_MAP_WRITE_BIT);
   ERR(INVALID_OPERATION, BufferSubData, GL_ARRAY_BUFFER, 0, 4, zero);
   OK(FlushMappedBufferRange, GL_ARRAY_BUFFER, 0, 16);
   ERR(INVALID_ENUM, FlushMappedBufferRange, BAD, 0, 16);
   ERR(INVALID_VALUE, FlushMappedBufferRange, GL_ARRAY_BUFFER, -1, 16);
   ERR(INVALID_VALUE, FlushMappedBufferRange, GL_ARRAY_BUFFER, 0, -1);
   ERR(INVALID_VALUE, FlushMappedBufferRange, GL_ARRAY_BUFFER, 24, 16);
   ERR(INVALID_OPERATION, FlushMappedBufferRange, GL_COPY_WRITE_BUFFER, 0, 16);
   OK(UnmapBuffer, GL_ARRAY_BUFFER);
   ERR(INVALID_OPERATION, FlushMappedBufferRange, GL_ARRAY_BUFFER, 0, 16);
   ERR(INVALID_ENUM, MapBufferRange, BAD, 0, 32, GL_MAP_WRITE_BIT);
   ERR(INVALID_VALUE, MapBufferRange, GL_ARRAY_BUFFER, -1, 32, GL_MAP_WRITE_BIT);
   ERR(INVALID_VALUE, MapBufferRange, GL_ARRAY_BUFFER, 0, -1, GL_MAP_WRITE_BIT);
   ERR(INVALID_VALUE, MapBufferRange, GL_ARRAY_BUFFER, 48, 32, GL_MAP_WRITE_BIT);
   ERR(INVALID_VALUE, MapBufferRange, GL_ARRAY_BUFFER, 0, 32, GL_MAP_WRITE_BIT | 0x80000000u);
   ERR(INVALID_OPERATION, MapBufferRange, GL_ARRAY_BUFFER, 0, 0, GL_MAP_WRITE_BIT);
   ERR(INVALID_OPERATION, MapBufferRange, GL_ARRAY_BUFFER, 0, 32, 0);
   ERR(INVALID_OPERATION, MapBufferRange, GL_ARRAY_BUFFER, 0, 32, GL_MAP_READ_BIT | GL_MAP_INVALIDATE_RANGE_BIT);
   ERR(INVALID_OPERATION, MapBufferRange, GL_ARRAY_BUFFER, 0, 32, GL_MAP_READ_BIT | GL_MAP_UNSYNCHRONIZED_BIT);
   ERR(INVALID_OPERATION, MapBufferRange, GL_ARRAY_BUFFER, 0, 32, GL_MAP_READ_BIT | GL_MAP_FLUSH_EXPLICIT_BIT);
   ERR(INVALID_OPERATION, MapBufferRange, GL_COPY_WRITE_BUFFER, 0, 32, GL_MAP_READ_BIT);
   OK(GetBufferPointerv, GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER, &pointer);
   ERR(INVALID_ENUM, GetBufferPointerv, BAD, GL_BUFFER_MAP_POINTER, &pointer);
   ERR(INVALID_ENUM, GetBufferPointerv, GL_ARRAY_BUFFER, BAD, &pointer);
   ERR(INVALID_OPERATION, GetBufferPointerv, GL_COPY_WRITE_BUFFER, GL_BUFFER_MAP_POINTER, &pointer);
   if (!desktop())
      return;
   OK(MapBuffer, GL_ARRAY_BUFFER, GL_READ_WRITE);
   ERR(INVALID_OPERATION, MapBuffer, GL_ARRAY_BUFFER, GL_READ_ONLY);
   OK(UnmapBuffer, GL_ARRAY_BUFFER);
   ERR(INVALID_ENUM, MapBuffer, BAD, GL_READ_ONLY);
   ERR(INVALID_ENUM, MapBuffer, GL_ARRAY_BUFFER, BAD);
   ERR(INVALID_OPERATION, MapBuffer, GL_COPY_WRITE_BUFFER, GL_READ_ONLY);
}

static void parameters(void)
{
   GLint v[4];
   GLint64 v64[4];
   make_buffer(GL_ARRAY_BUFFER, 64);
   OK(GetBufferParameteriv, GL_ARRAY_BUFFER, GL_BUFFER_SIZE, v);
   EXPECT(v[0], 64);
   ERR(INVALID_ENUM, GetBufferParameteriv, BAD, GL_BUFFER_SIZE, v);
   ERR(INVALID_ENUM, GetBufferParameteriv, GL_ARRAY_BUFFER, BAD, v);
   ERR(INVALID_OPERATION, GetBufferParameteriv, GL_COPY_WRITE_BUFFER, GL_BUFFER_SIZE, v);
   OK(GetBufferParameteri64v, GL_ARRAY_BUFFER, GL_BUFFER_SIZE, v64);
   EXPECT(v64[0], 64);
   ERR(INVALID_ENUM, GetBufferParameteri64v, BAD, GL_BUFFER_SIZE, v64);
   ERR(INVALID_ENUM, GetBufferParameteri64v, GL_ARRAY_BUFFER, BAD, v64);
   ERR(INVALID_OPERATION, GetBufferParameteri64v, GL_COPY_WRITE_BUFFER, GL_BUFFER_SIZE, v64);
}

/* 6.2 ff.: the commands that take a buffer's name. */
static void named(void)
{
   GLuint buffer, immutable;
   GLint v[4];
   GLint64 v64[4];
   void *pointer;
   uint8_t bytes[64];
   const GLubyte color[4] = {1, 2, 3, 4};
   gl.CreateBuffers(1, &buffer);
   gl.CreateBuffers(1, &immutable);
   OK(NamedBufferData, buffer, 64, zero, GL_STATIC_DRAW);
   ERR(INVALID_OPERATION, NamedBufferData, 1000, 64, zero, GL_STATIC_DRAW);
   ERR(INVALID_VALUE, NamedBufferData, buffer, -1, zero, GL_STATIC_DRAW);
   ERR(INVALID_ENUM, NamedBufferData, buffer, 64, zero, BAD);
   OK(NamedBufferStorage, immutable, 64, zero, GL_MAP_READ_BIT);
   ERR(INVALID_OPERATION, NamedBufferStorage, immutable, 64, zero, GL_MAP_READ_BIT);
   ERR(INVALID_OPERATION, NamedBufferStorage, 1000, 64, zero, GL_MAP_READ_BIT);
   ERR(INVALID_VALUE, NamedBufferStorage, buffer, 0, zero, GL_MAP_READ_BIT);
   ERR(INVALID_VALUE, NamedBufferStorage, buffer, 64, zero, GL_MAP_PERSISTENT_BIT);
   ERR(INVALID_OPERATION, NamedBufferData, immutable, 64, zero, GL_STATIC_DRAW);
   OK(NamedBufferSubData, buffer, 0, 64, zero);
   ERR(INVALID_OPERATION, NamedBufferSubData, 1000, 0, 64, zero);
   ERR(INVALID_OPERATION, NamedBufferSubData, immutable, 0, 64, zero);
   ERR(INVALID_VALUE, NamedBufferSubData, buffer, 1, 64, zero);
   ERR(INVALID_VALUE, NamedBufferSubData, buffer, -1, 4, zero);
   OK(CopyNamedBufferSubData, immutable, buffer, 0, 0, 64);
   ERR(INVALID_OPERATION, CopyNamedBufferSubData, 1000, buffer, 0, 0, 64);
   ERR(INVALID_OPERATION, CopyNamedBufferSubData, buffer, 1000, 0, 0, 64);
   ERR(INVALID_VALUE, CopyNamedBufferSubData, immutable, buffer, 0, 0, 65);
   ERR(INVALID_VALUE, CopyNamedBufferSubData, buffer, buffer, 0, 16, 32);
   OK(GetNamedBufferSubData, buffer, 0, 64, bytes);
   ERR(INVALID_OPERATION, GetNamedBufferSubData, 1000, 0, 64, bytes);
   ERR(INVALID_VALUE, GetNamedBufferSubData, buffer, 1, 64, bytes);
   OK(ClearNamedBufferData, buffer, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   ERR(INVALID_OPERATION, ClearNamedBufferData, 1000, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   ERR(INVALID_ENUM, ClearNamedBufferData, buffer, GL_RGB8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   OK(ClearNamedBufferSubData, buffer, GL_RGBA8, 0, 8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   ERR(INVALID_OPERATION, ClearNamedBufferSubData, 1000, GL_RGBA8, 0, 8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   ERR(INVALID_ENUM, ClearNamedBufferSubData, buffer, GL_RGB8, 0, 8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   ERR(INVALID_VALUE, ClearNamedBufferSubData, buffer, GL_RGBA8, 2, 8, GL_RGBA, GL_UNSIGNED_BYTE, color);
   OK(MapNamedBuffer, buffer, GL_WRITE_ONLY);
   ERR(INVALID_OPERATION, MapNamedBuffer, buffer, GL_WRITE_ONLY);
   ERR(INVALID_OPERATION, MapNamedBuffer, 1000, GL_WRITE_ONLY);
   ERR(INVALID_ENUM, MapNamedBuffer, immutable, BAD);
   ERR(INVALID_OPERATION, MapNamedBuffer, immutable, GL_WRITE_ONLY);
   OK(UnmapNamedBuffer, buffer);
   ERR(INVALID_OPERATION, UnmapNamedBuffer, buffer);
   ERR(INVALID_OPERATION, UnmapNamedBuffer, 1000);
   OK(MapNamedBufferRange, buffer, 0, 32, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT);
   OK(FlushMappedNamedBufferRange, buffer, 0, 32);
   ERR(INVALID_OPERATION, FlushMappedNamedBufferRange, 1000, 0, 32);
   ERR(INVALID_VALUE, FlushMappedNamedBufferRange, buffer, 0, 33);
   ERR(INVALID_OPERATION, FlushMappedNamedBufferRange, immutable, 0, 32);
   OK(GetNamedBufferPointerv, buffer, GL_BUFFER_MAP_POINTER, &pointer);
   ERR(INVALID_OPERATION, GetNamedBufferPointerv, 1000, GL_BUFFER_MAP_POINTER, &pointer);
   ERR(INVALID_ENUM, GetNamedBufferPointerv, buffer, BAD, &pointer);
   gl.UnmapNamedBuffer(buffer);
   ERR(INVALID_OPERATION, MapNamedBufferRange, 1000, 0, 32, GL_MAP_WRITE_BIT);
   ERR(INVALID_OPERATION, MapNamedBufferRange, buffer, 0, 32, 0);
   ERR(INVALID_VALUE, MapNamedBufferRange, buffer, 0, 65, GL_MAP_READ_BIT);
   OK(GetNamedBufferParameteriv, buffer, GL_BUFFER_SIZE, v);
   ERR(INVALID_OPERATION, GetNamedBufferParameteriv, 1000, GL_BUFFER_SIZE, v);
   ERR(INVALID_ENUM, GetNamedBufferParameteriv, buffer, BAD, v);
   OK(GetNamedBufferParameteri64v, buffer, GL_BUFFER_SIZE, v64);
   ERR(INVALID_OPERATION, GetNamedBufferParameteri64v, 1000, GL_BUFFER_SIZE, v64);
   ERR(INVALID_ENUM, GetNamedBufferParameteri64v, buffer, BAD, v64);
}

void cmd_buffers(void)
{
   names();
   indexed_bindings();
   data();
   mapping();
   parameters();
   if (desktop())
      named();
}
