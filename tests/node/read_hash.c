/* read_hash.c: preloaded into a program, writes a line with a checksum to the file READ_HASH names for each result that the program reads:
 * pixels, mapped and copied ranges of buffers, query results but those of time. They are compared with the results of the same program elsewhere. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <GLES3/gl3.h>

#define EXPORT __attribute__((visibility("default")))
#define NEXT(type, name, parameters, name_text) \
   static type (*name) parameters; \
   if (!name) \
      name = (type (*) parameters)(uintptr_t)dlsym(RTLD_NEXT, name_text)

enum { QUERIES = 4096 };
static uint8_t counts_time[QUERIES]; /* by name: the query's last target is a time */

static uint64_t add_bytes(uint64_t hash, const void *data, size_t size_B)
{
   for (size_t i = 0; i < size_B; i++)
      hash = (hash ^ ((const uint8_t *)data)[i]) * 1099511628211u;
   return hash;
}

static void write_line(const char *what, uint64_t hash)
{
   const char *path = getenv("READ_HASH");
   int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
   if (fd < 0)
      return;
   dprintf(fd, "%s %016llx\n", what, (unsigned long long)hash);
   close(fd);
}

/* A pointer into memory, not the offset into a buffer object. */
static bool is_memory(const void *at)
{
   return (uintptr_t)at >= 65536;
}

static void write_bytes(const char *what, const void *data, size_t size_B)
{
   char line[80];
   if (!is_memory(data))
      return;
   snprintf(line, sizeof(line), "%s %zu", what, size_B);
   write_line(line, add_bytes(14695981039346656037u, data, size_B));
}

static unsigned pixel_B(GLenum format, GLenum type)
{
   unsigned channels = format == GL_RGBA || format == 0x80E1 /* GL_BGRA_EXT */ ? 4 : format == GL_RGB ? 3 :
      format == GL_RG ? 2 : 1;
   switch (type) {
   case GL_UNSIGNED_BYTE: return channels;
   case GL_UNSIGNED_SHORT_5_6_5: case GL_UNSIGNED_SHORT_4_4_4_4: case GL_UNSIGNED_SHORT_5_5_5_1: return 2;
   case GL_FLOAT: case GL_UNSIGNED_INT: case GL_INT: return 4 * channels;
   default: return 0;
   }
}

EXPORT void glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels)
{
   NEXT(void, next, (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *), "glReadPixels");
   next(x, y, width, height, format, type, pixels);
   unsigned size_B = pixel_B(format, type);
   if (!is_memory(pixels) || !size_B || width <= 0 || height <= 0 || width > 8192 || height > 8192)
      return;
   GLint alignment = 0;
   glGetIntegerv(GL_PACK_ALIGNMENT, &alignment);
   size_t row_B = (size_t)width * size_B, stride_B = alignment > 0 ? (row_B + (size_t)alignment - 1) / (size_t)alignment *
      (size_t)alignment : row_B;
   uint64_t hash = 14695981039346656037u;
   for (GLsizei r = 0; r < height; r++)
      hash = add_bytes(hash, (const uint8_t *)pixels + (size_t)r * stride_B, row_B);
   char line[80];
   snprintf(line, sizeof(line), "%d %d %dx%d %x %x", x, y, width, height, format, type);
   write_line(line, hash);
}

EXPORT void *glMapBufferRange(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access)
{
   NEXT(void *, next, (GLenum, GLintptr, GLsizeiptr, GLbitfield), "glMapBufferRange");
   void *map = next(target, offset, length, access);
   if (access & GL_MAP_READ_BIT)
      write_bytes("map", map, (size_t)length);
   return map;
}

EXPORT void *glMapNamedBufferRange(GLuint buffer, GLintptr offset, GLsizeiptr length, GLbitfield access);
EXPORT void *glMapNamedBufferRange(GLuint buffer, GLintptr offset, GLsizeiptr length, GLbitfield access)
{
   NEXT(void *, next, (GLuint, GLintptr, GLsizeiptr, GLbitfield), "glMapNamedBufferRange");
   void *map = next(buffer, offset, length, access);
   if (access & GL_MAP_READ_BIT)
      write_bytes("map", map, (size_t)length);
   return map;
}

EXPORT void glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void *data);
EXPORT void glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void *data)
{
   NEXT(void, next, (GLenum, GLintptr, GLsizeiptr, void *), "glGetBufferSubData");
   next(target, offset, size, data);
   if (size > 0)
      write_bytes("copy", data, (size_t)size);
}

static void set_target(GLuint query, GLenum target)
{
   if (query < QUERIES)
      counts_time[query] = target == 0x88BF /* GL_TIME_ELAPSED */ || target == 0x8E28 /* GL_TIMESTAMP */;
}

EXPORT void glBeginQuery(GLenum target, GLuint query)
{
   NEXT(void, next, (GLenum, GLuint), "glBeginQuery");
   set_target(query, target);
   next(target, query);
}

EXPORT void glQueryCounter(GLuint query, GLenum target);
EXPORT void glQueryCounter(GLuint query, GLenum target)
{
   NEXT(void, next, (GLuint, GLenum), "glQueryCounter");
   set_target(query, target);
   next(query, target);
}

static void write_query(GLuint query, GLenum pname, const void *result, size_t size_B)
{
   if (pname == GL_QUERY_RESULT && query < QUERIES && !counts_time[query])
      write_bytes("query", result, size_B);
}

EXPORT void glGetQueryObjectuiv(GLuint query, GLenum pname, GLuint *result)
{
   NEXT(void, next, (GLuint, GLenum, GLuint *), "glGetQueryObjectuiv");
   next(query, pname, result);
   write_query(query, pname, result, sizeof(*result));
}

EXPORT void glGetQueryObjectui64v(GLuint query, GLenum pname, uint64_t *result);
EXPORT void glGetQueryObjectui64v(GLuint query, GLenum pname, uint64_t *result)
{
   NEXT(void, next, (GLuint, GLenum, uint64_t *), "glGetQueryObjectui64v");
   next(query, pname, result);
   write_query(query, pname, result, sizeof(*result));
}
