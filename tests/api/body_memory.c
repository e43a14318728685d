/* body_memory.c: buffers in memory of the application (AMD_pinned_memory): the GPU reads that memory and writes to it. Sizes of the
 * GPU's memory and of its unused parts (NVX_gpu_memory_info, ATI_meminfo). */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "api_test.h"

enum { EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD = 0x9160, GPU_MEMORY_INFO_DEDICATED_VIDMEM_NVX = 0x9047,
       GPU_MEMORY_INFO_TOTAL_AVAILABLE_MEMORY_NVX, GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX, GPU_MEMORY_INFO_EVICTION_COUNT_NVX,
       GPU_MEMORY_INFO_EVICTED_MEMORY_NVX, VBO_FREE_MEMORY_ATI = 0x87FB, TEXTURE_FREE_MEMORY_ATI, RENDERBUFFER_FREE_MEMORY_ATI };

static size_t memory_B(void)
{
   return 2 * (size_t)sysconf(_SC_PAGESIZE);
}

static void *pages(void)
{
   void *memory = mmap(NULL, memory_B(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (memory == MAP_FAILED)
      api_fail("no memory");
   return memory;
}

static GLuint pinned(void *memory)
{
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBuffer(EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, buffer);
   glBufferData(EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, (GLsizeiptr)memory_B(), memory, GL_STREAM_COPY);
   api_expect_error(GL_NO_ERROR, "glBufferData of the application's memory");
   glBindBuffer(EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, 0);
   return buffer;
}

static void rectangle(GLfloat *corners, float x0, float x1)
{
   const GLfloat values[] = {x0, -1, x1, -1, x0, 1, x1, 1};
   memcpy(corners, values, sizeof(values));
}

/* Vertices of two draws: those that the buffer was made with, and others that the application wrote to its memory afterwards. Then the
 * first ones are replaced, after a wait: three quarters of the picture. */
static void draw_vertices(void)
{
   api_require("GL_AMD_pinned_memory");
   api_program("#version 330\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "#version 330\nout vec4 color; void main() { color = vec4(0.0, 1.0, 0.0, 1.0); }");
   GLfloat *corners = pages();
   GLuint array;
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   rectangle(corners, -1, -0.5f);
   const GLuint buffer = pinned(corners);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   rectangle(corners + 8, -0.5f, 0);
   glDrawArrays(GL_TRIANGLE_STRIP, 4, 4);
   const GLsync sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
   api_expect("glClientWaitSync", (long)glClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, 10000000000ull) != GL_TIMEOUT_EXPIRED, 1);
   glDeleteSync(sync);
   rectangle(corners, 0, 0.5f);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glFinish();
   glDeleteBuffers(1, &buffer);
   munmap(corners, memory_B());
}

static void reference_vertices(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], i % API_SIZE < API_SIZE / 4 * 3 ? (uint8_t[]){0, 255, 0, 255} : (uint8_t[]){0, 0, 0, 0}, 4);
}

static void expect_bytes(const char *what, const uint8_t *got, uint8_t first, unsigned count)
{
   for (unsigned i = 0; i < count; i++)
      if (got[i] != (uint8_t)(first + i))
         api_fail("%s: byte %u is %u, not %u", what, i, got[i], (uint8_t)(first + i));
   api_checked();
}

static void write_bytes(uint8_t *to, uint8_t first, unsigned count)
{
   for (unsigned i = 0; i < count; i++)
      to[i] = (uint8_t)(first + i);
}

/* The memory has what commands write: pixels, copies, data, and maps. New contents leave it alone. */
static void draw_writes(void)
{
   api_require("GL_AMD_pinned_memory");
   enum { COUNT = 64 };
   uint8_t *memory = pages(), bytes[COUNT];
   GLuint other, buffer = pinned(memory);
   write_bytes(bytes, 10, COUNT);
   glGenBuffers(1, &other);
   glBindBuffer(GL_COPY_READ_BUFFER, other);
   glBufferData(GL_COPY_READ_BUFFER, COUNT, bytes, GL_STATIC_DRAW);
   glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
   glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 128, COUNT);
   glFinish();
   expect_bytes("glCopyBufferSubData", memory + 128, 10, COUNT);
   write_bytes(bytes, 50, COUNT);
   glBufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr)memory_B() - COUNT, COUNT, bytes);
   glFinish();
   expect_bytes("glBufferSubData", memory + memory_B() - COUNT, 50, COUNT);
   const GLbitfield access = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT;
   write_bytes(memory, 90, COUNT);
   uint8_t *map = glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, 256, access);
   expect_bytes("a map", map, 90, COUNT);
   write_bytes(map, 120, COUNT);
   glUnmapBuffer(GL_COPY_WRITE_BUFFER);
   glFinish();
   expect_bytes("the memory after a map", memory, 120, COUNT);
   glClearColor(0, 1 / 255.0f, 2 / 255.0f, 3 / 255.0f);
   glClear(GL_COLOR_BUFFER_BIT);
   glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
   glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, (void *)256);
   glFinish();
   expect_bytes("glReadPixels", memory + 256, 0, 4);
   glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
   glBufferData(GL_COPY_WRITE_BUFFER, 16, NULL, GL_STREAM_COPY);
   glBufferSubData(GL_COPY_WRITE_BUFFER, 0, 16, bytes);
   glFinish();
   expect_bytes("the memory after glBufferData", memory, 120, COUNT);
   glDeleteBuffers(1, &buffer);
   glDeleteBuffers(1, &other);
   munmap(memory, memory_B());
}

/* Data of the same size replaces the memory, too: the GL no longer uses it. */
static void draw_replaced(void)
{
   api_require("GL_AMD_pinned_memory");
   uint8_t *memory = pages();
   const GLuint buffer = pinned(memory);
   write_bytes(memory, 30, 64);
   uint8_t *zeros = pages();
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)memory_B(), zeros, GL_STREAM_COPY);
   glFinish();
   expect_bytes("the memory after glBufferData of its size", memory, 30, 64);
   glDeleteBuffers(1, &buffer);
   munmap(memory, memory_B());
   munmap(zeros, memory_B());
}

/* ---- sizes ---- */

static GLint size_kB(GLenum name)
{
   GLint value = -1;
   glGetIntegerv(name, &value);
   api_expect_error(GL_NO_ERROR, "a size of memory");
   return value;
}

/* Relations that the extension names: the total is that of video memory at least, and what is unused is a part of it. */
static void draw_memory_info(void)
{
   api_require("GL_NVX_gpu_memory_info");
   const GLint dedicated = size_kB(GPU_MEMORY_INFO_DEDICATED_VIDMEM_NVX), total = size_kB(GPU_MEMORY_INFO_TOTAL_AVAILABLE_MEMORY_NVX);
   const GLint unused = size_kB(GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX);
   if (dedicated < 1024 || total < dedicated || unused < 1 || unused > total)
      api_fail("%d kB of video memory, %d in total, %d unused", dedicated, total, unused);
   api_expect("the number of evictions is negative", size_kB(GPU_MEMORY_INFO_EVICTION_COUNT_NVX) < 0, false);
   api_expect("the size of evicted memory is negative", size_kB(GPU_MEMORY_INFO_EVICTED_MEMORY_NVX) < 0, false);
}

/* The largest block of a pool is not larger than the pool. */
static void draw_meminfo(void)
{
   static const GLenum names[] = {VBO_FREE_MEMORY_ATI, TEXTURE_FREE_MEMORY_ATI, RENDERBUFFER_FREE_MEMORY_ATI};
   api_require("GL_ATI_meminfo");
   for (unsigned i = 0; i < 3; i++) {
      GLint values[5] = {-1, -1, -1, -1, -77};
      glGetIntegerv(names[i], values);
      api_expect_error(GL_NO_ERROR, "unused memory");
      if (values[0] < 1 || values[1] < 1 || values[1] > values[0] || values[2] < 0 || values[3] < 0 || values[3] > values[2])
         api_fail("unused memory 0x%x: %d, %d, %d, %d kB", names[i], values[0], values[1], values[2], values[3]);
      api_expect("a fifth value", values[4], -77);
   }
}

const struct api_body api_bodies_memory[] = {
   {"memory-vertices", CORE, 33, 0, 0, draw_vertices, reference_vertices},
   {"memory-writes", CORE, 33, 0, 0, draw_writes, NULL},
   {"memory-replaced", CORE, 33, 0, 0, draw_replaced, NULL},
   {"memory-info", CORE, 33, 0, 0, draw_memory_info, NULL},
   {"memory-free", COMPATIBILITY, 21, 0, 0, draw_meminfo, NULL},
   {NULL, CORE, 0, 0, 0, NULL, NULL},
};
