/* test_memory.c: GL_EXT_memory_object and GL_EXT_memory_object_fd: textures and buffers in memory files and in exported DMA-BUFs, between
 * contexts that share no objects; optimal tiling with levels, layers and samples; descriptors, sizes and offsets that are wrong. */
#include "egl_test.h"

#include <GLES3/gl31.h>
#include <GLES2/gl2ext.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SIZE_B = 1 << 20 };

static EGLDisplay dpy;
static EGLContext ctx[2];

#define COMMANDS(C) \
   C(PFNGLCREATEMEMORYOBJECTSEXTPROC, CreateMemoryObjectsEXT) C(PFNGLDELETEMEMORYOBJECTSEXTPROC, DeleteMemoryObjectsEXT) \
   C(PFNGLIMPORTMEMORYFDEXTPROC, ImportMemoryFdEXT) C(PFNGLTEXSTORAGEMEM2DEXTPROC, TexStorageMem2DEXT) \
   C(PFNGLTEXSTORAGEMEM3DEXTPROC, TexStorageMem3DEXT) C(PFNGLBUFFERSTORAGEMEMEXTPROC, BufferStorageMemEXT) \
   C(PFNGLTEXSTORAGEMEM2DMULTISAMPLEEXTPROC, TexStorageMem2DMultisampleEXT) \
   C(PFNGLGETUNSIGNEDBYTEVEXTPROC, GetUnsignedBytevEXT) C(PFNGLGETUNSIGNEDBYTEI_VEXTPROC, GetUnsignedBytei_vEXT)
#define DECLARE(type, name) type name;
static struct { COMMANDS(DECLARE) } gl;

static int setup(void **state)
{
   dpy = surfaceless_display();
   for (unsigned i = 0; i < 2; i++)
      ctx[i] = es_context(dpy, 3, EGL_NO_CONTEXT);
#define LOAD(type, name) gl.name = PROC(type, "gl" #name);
   COMMANDS(LOAD)
   return eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx[0]) ? 0 : -1;
}

static int teardown(void **state)
{
   eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   return eglTerminate(dpy) ? 0 : -1;
}

/* The commands before are complete. */
static void use(unsigned i)
{
   glFinish();
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx[i]));
}

static int memory_file(void)
{
   const int fd = memfd_create("memory", MFD_CLOEXEC | MFD_ALLOW_SEALING);
   assert_true(fd >= 0);
   assert_int_equal(ftruncate(fd, SIZE_B), 0);
   assert_int_equal(fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK), 0);
   return fd;
}

/* A memory object with the memory of the descriptor, which stays the caller's. */
static GLuint import(int fd, GLuint64 size_B)
{
   GLuint memory;
   gl.CreateMemoryObjectsEXT(1, &memory);
   gl.ImportMemoryFdEXT(memory, size_B, GL_HANDLE_TYPE_OPAQUE_FD_EXT, dup(fd));
   assert_int_equal(glGetError(), GL_NO_ERROR);
   return memory;
}

static GLuint new_texture(GLenum target, GLint tiling)
{
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(target, texture);
   glTexParameteri(target, GL_TEXTURE_TILING_EXT, tiling);
   return texture;
}

static uint32_t texel(unsigned level, unsigned layer, unsigned x, unsigned y)
{
   return x | y << 8 | level << 16 | layer << 24 | 0x00400000;
}

/* Reads a level's layer of a texture of unsigned bytes. */
static void check_level(GLuint texture, bool layered, unsigned level, unsigned layer, unsigned width, unsigned height)
{
   static uint32_t pixels[256 * 256];
   GLuint fb;
   glGenFramebuffers(1, &fb);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, fb);
   if (layered)
      glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, (GLint)level, (GLint)layer);
   else
      glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, (GLint)level);
   glReadPixels(0, 0, (GLsizei)width, (GLsizei)height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   for (unsigned y = 0; y < height; y++)
      for (unsigned x = 0; x < width; x++)
         assert_int_equal(pixels[y * width + x], texel(level, layer, x, y));
   glDeleteFramebuffers(1, &fb);
}

/* ---- memory that the CPU sees: rows of a linear image, bytes of a buffer ---- */

static void linear_image_and_buffer(void **state)
{
   const int fd = memory_file();
   uint32_t *bytes = mmap(NULL, SIZE_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
   assert_true(bytes != MAP_FAILED);
   const unsigned image = 65536 / 4, buffer = 131072 / 4; /* 64 x 32 texels; 4 x 256 bytes */
   for (unsigned y = 0; y < 32; y++)
      for (unsigned x = 0; x < 64; x++)
         bytes[image + y * 64 + x] = texel(0, 0, x, y);
   for (unsigned i = 0; i < 256; i++)
      bytes[buffer + i] = i * 0x01010101u;
   GLuint memory = import(fd, SIZE_B);
   GLuint texture = new_texture(GL_TEXTURE_2D, GL_LINEAR_TILING_EXT);
   gl.TexStorageMem2DEXT(GL_TEXTURE_2D, 1, GL_RGBA8, 64, 32, memory, 65536);
   check_level(texture, false, 0, 0, 64, 32);
   GLuint buf[2];
   glGenBuffers(2, buf);
   glBindBuffer(GL_COPY_READ_BUFFER, buf[0]);
   gl.BufferStorageMemEXT(GL_COPY_READ_BUFFER, 1024, memory, 131072);
   GLint value = 0;
   glGetBufferParameteriv(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &value);
   assert_int_equal(value, 1024);
   assert_null(glMapBufferRange(GL_COPY_READ_BUFFER, 0, 1024, GL_MAP_READ_BIT)); /* EXT_memory_object: section 6.3 */
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   gl.DeleteMemoryObjectsEXT(1, &memory); /* what is in the memory keeps it */
   glBindBuffer(GL_COPY_WRITE_BUFFER, buf[1]);
   glBufferData(GL_COPY_WRITE_BUFFER, 1024, NULL, GL_STATIC_READ);
   glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, 1024);
   const uint32_t *copy = glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, 1024, GL_MAP_READ_BIT);
   assert_non_null(copy);
   assert_memory_equal(copy, bytes + buffer, 1024);
   glUnmapBuffer(GL_COPY_WRITE_BUFFER);
   /* Back: the texture is a target, the buffer a destination. */
   GLuint fb;
   glGenFramebuffers(1, &fb);
   glBindFramebuffer(GL_FRAMEBUFFER, fb);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glEnable(GL_SCISSOR_TEST);
   glScissor(3, 5, 10, 7);
   glClearColor(1, 0, 0.2f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glDisable(GL_SCISSOR_TEST);
   glCopyBufferSubData(GL_COPY_WRITE_BUFFER, GL_COPY_READ_BUFFER, 0, 256, 256);
   glFinish();
   for (unsigned y = 0; y < 32; y++)
      for (unsigned x = 0; x < 64; x++)
         assert_int_equal(bytes[image + y * 64 + x], x >= 3 && x < 13 && y >= 5 && y < 12 ? 0xff3300ffu : texel(0, 0, x, y));
   assert_int_equal(bytes[buffer + 63], 63 * 0x01010101u);
   assert_int_equal(bytes[buffer + 64], 0);
   assert_int_equal(bytes[buffer + 127], 63 * 0x01010101u);
   assert_int_equal(bytes[buffer + 128], 128 * 0x01010101u);
   glDeleteFramebuffers(1, &fb);
   glDeleteTextures(1, &texture);
   glDeleteBuffers(2, buf);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   munmap(bytes, SIZE_B);
   close(fd);
}

/* ---- optimal tiling: one context writes, the other reads ---- */

static void optimal_between_contexts(void **state)
{
   const int fd = memory_file();
   static uint32_t pixels[3 * 64 * 64];
   GLuint texture[2];
   for (unsigned i = 0; i < 2; i++) {
      use(i);
      const GLuint memory = import(fd, SIZE_B);
      texture[i] = new_texture(GL_TEXTURE_2D_ARRAY, GL_OPTIMAL_TILING_EXT);
      gl.TexStorageMem3DEXT(GL_TEXTURE_2D_ARRAY, 7, GL_RGBA8, 64, 64, 3, memory, 131072);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      gl.DeleteMemoryObjectsEXT(1, &memory);
      GLint value = 0;
      glGetTexParameteriv(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_IMMUTABLE_LEVELS, &value);
      assert_int_equal(value, 7);
      glGetTexParameteriv(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_TILING_EXT, &value);
      assert_int_equal(value, GL_OPTIMAL_TILING_EXT);
   }
   for (unsigned level = 0; level < 7; level++) {
      const unsigned size = 64 >> level;
      for (unsigned layer = 0; layer < 3; layer++)
         for (unsigned i = 0; i < size * size; i++)
            pixels[layer * size * size + i] = texel(level, layer, i % size, i / size);
      glTexSubImage3D(GL_TEXTURE_2D_ARRAY, (GLint)level, 0, 0, 0, (GLsizei)size, (GLsizei)size, 3, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   }
   use(0);
   for (unsigned level = 0; level < 7; level++)
      for (unsigned layer = 0; layer < 3; layer++)
         check_level(texture[0], true, level, layer, 64 >> level, 64 >> level);
   glDeleteTextures(1, texture);
   use(1);
   glDeleteTextures(1, texture + 1);
   use(0);
   close(fd);
}

/* ---- a DMA-BUF that EGL exported ---- */

static void exported_image(void **state)
{
   static uint32_t pixels[64 * 64];
   EGLImageKHR (*create)(EGLDisplay, EGLContext, EGLenum, EGLClientBuffer, const EGLint *) = PROC(PFNEGLCREATEIMAGEKHRPROC, "eglCreateImageKHR");
   PFNEGLEXPORTDMABUFIMAGEMESAPROC export = PROC(PFNEGLEXPORTDMABUFIMAGEMESAPROC, "eglExportDMABUFImageMESA");
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 64, 64);
   for (unsigned i = 0; i < 64 * 64; i++)
      pixels[i] = texel(0, 0, i % 64, i / 64);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 64, 64, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   EGLImageKHR image = create(dpy, ctx[0], EGL_GL_TEXTURE_2D_KHR, (EGLClientBuffer)(uintptr_t)texture, NULL);
   int fd = -1;
   EGLint stride_B = 0, offset_B = 0;
   assert_true(export(dpy, image, &fd, &stride_B, &offset_B));
   assert_int_equal(stride_B, 256);
   use(1);
   const GLuint memory = import(fd, 64 * 64 * 4);
   const GLuint other = new_texture(GL_TEXTURE_2D, GL_LINEAR_TILING_EXT);
   gl.TexStorageMem2DEXT(GL_TEXTURE_2D, 1, GL_RGBA8, 64, 64, memory, (GLuint64)offset_B);
   check_level(other, false, 0, 0, 64, 64);
   glDeleteTextures(1, &other);
   gl.DeleteMemoryObjectsEXT(1, &memory);
   use(0);
   glDeleteTextures(1, &texture);
   close(fd);
}

/* ---- wrong descriptors, sizes and offsets ---- */

static void wrong_descriptors(void **state)
{
   int fds[12], n = 0, pair[2];
   fds[n++] = -1;
   fds[n++] = 1000000;
   fds[n++] = open("/dev/null", O_RDWR | O_CLOEXEC);
   fds[n++] = open("/dev/zero", O_RDWR | O_CLOEXEC);
   fds[n++] = open("/", O_RDONLY | O_CLOEXEC | O_DIRECTORY);
   fds[n++] = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
   assert_int_equal(pipe(pair), 0);
   fds[n++] = pair[0];
   fds[n++] = pair[1];
   assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
   fds[n++] = pair[0];
   fds[n++] = pair[1];
   fds[n++] = memfd_create("unsealed", MFD_CLOEXEC | MFD_ALLOW_SEALING); /* it could shrink under the mapping */
   assert_int_equal(ftruncate(fds[n - 1], SIZE_B), 0);
   fds[n++] = memfd_create("empty", MFD_CLOEXEC | MFD_ALLOW_SEALING);
   assert_int_equal(fcntl(fds[n - 1], F_ADD_SEALS, F_SEAL_SHRINK), 0);
   GLuint memory;
   gl.CreateMemoryObjectsEXT(1, &memory);
   for (int i = 0; i < n; i++) {
      gl.ImportMemoryFdEXT(memory, 4096, GL_HANDLE_TYPE_OPAQUE_FD_EXT, fds[i]);
      assert_int_equal(glGetError(), GL_INVALID_VALUE);
      if (i >= 2) {
         assert_true(fcntl(fds[i], F_GETFD) >= 0); /* it is the application's still */
         close(fds[i]);
      }
   }
   gl.DeleteMemoryObjectsEXT(1, &memory);
}

static uint32_t next_random(uint32_t *seed)
{
   return *seed = *seed * 1664525u + 1013904223u;
}

/* Every texture either fits, and is cleared, or raises one of the errors; memory before and after it stays as it is. */
static void random_places(void **state)
{
   static const GLenum formats[] = {GL_RGBA8, GL_R8, GL_RG16F, GL_RGBA32F, GL_R11F_G11F_B10F, GL_RGB10_A2};
   const int fd = memory_file();
   const GLuint memory = import(fd, SIZE_B - 4096);
   uint32_t seed = 1;
   unsigned made = 0;
   GLuint fb;
   glGenFramebuffers(1, &fb);
   glBindFramebuffer(GL_FRAMEBUFFER, fb);
   for (unsigned i = 0; i < 300; i++) {
      const GLsizei width = 1 + (GLsizei)(next_random(&seed) >> 16) % 300, height = 1 + (GLsizei)(next_random(&seed) >> 16) % 300;
      GLuint64 offset = (GLuint64)(next_random(&seed) >> 8) % SIZE_B & ~0x7fffull;
      if (i % 8 == 0)
         offset = ~(GLuint64)0 << (i / 8 % 60);
      const GLuint texture = new_texture(GL_TEXTURE_2D, i % 2 ? GL_OPTIMAL_TILING_EXT : GL_LINEAR_TILING_EXT);
      gl.TexStorageMem2DEXT(GL_TEXTURE_2D, 1, formats[i % 6], width, height, memory, offset);
      const GLenum error = glGetError();
      assert_true(error == GL_NO_ERROR || error == GL_INVALID_VALUE);
      if (error == GL_NO_ERROR) {
         assert_true(offset < SIZE_B - 4096);
         glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
         glClearColor(1, 1, 1, 1);
         glClear(GL_COLOR_BUFFER_BIT);
         made++;
      }
      glDeleteTextures(1, &texture);
   }
   glFinish();
   assert_true(made > 50);
   const uint8_t *bytes = mmap(NULL, SIZE_B, PROT_READ, MAP_SHARED, fd, 0);
   assert_true(bytes != MAP_FAILED);
   for (unsigned i = SIZE_B - 4096; i < SIZE_B; i++)
      assert_int_equal(bytes[i], 0); /* beyond the size of the memory object */
   munmap((void *)bytes, SIZE_B);
   glDeleteFramebuffers(1, &fb);
   gl.DeleteMemoryObjectsEXT(1, &memory);
   close(fd);
}

/* ---- tilings and identifiers ---- */

static void tilings_and_uuids(void **state)
{
   GLint tilings[4] = {0};
   glGetInternalformativ(GL_TEXTURE_2D, GL_RGBA8, GL_NUM_TILING_TYPES_EXT, 1, tilings);
   assert_int_equal(tilings[0], 2);
   glGetInternalformativ(GL_TEXTURE_2D, GL_RGBA8, GL_TILING_TYPES_EXT, 4, tilings);
   assert_int_equal(tilings[0], GL_OPTIMAL_TILING_EXT);
   assert_int_equal(tilings[1], GL_LINEAR_TILING_EXT);
   glGetInternalformativ(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_TILING_TYPES_EXT, 4, tilings);
   assert_int_equal(tilings[0], GL_OPTIMAL_TILING_EXT);
   glGetInternalformativ(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_NUM_TILING_TYPES_EXT, 4, tilings);
   assert_int_equal(tilings[0], 1);
   glGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8, GL_NUM_TILING_TYPES_EXT, 4, tilings);
   assert_int_equal(tilings[0], 0);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   PFNEGLQUERYDISPLAYATTRIBEXTPROC query_display = PROC(PFNEGLQUERYDISPLAYATTRIBEXTPROC, "eglQueryDisplayAttribEXT");
   PFNEGLQUERYDEVICEBINARYEXTPROC query_device = PROC(PFNEGLQUERYDEVICEBINARYEXTPROC, "eglQueryDeviceBinaryEXT");
   EGLAttrib device;
   assert_true(query_display(dpy, EGL_DEVICE_EXT, &device));
   static const struct { EGLint egl; bool indexed; GLenum gl; } rows[] = {
      {EGL_DEVICE_UUID_EXT, true, GL_DEVICE_UUID_EXT}, {EGL_DRIVER_UUID_EXT, false, GL_DRIVER_UUID_EXT}};
   for (unsigned i = 0; i < 2; i++) {
      GLubyte uuid[17] = {0};
      uint8_t of_egl[16];
      EGLint size = 0;
      uuid[16] = 0x5a;
      if (rows[i].indexed)
         gl.GetUnsignedBytei_vEXT(rows[i].gl, 0, uuid);
      else
         gl.GetUnsignedBytevEXT(rows[i].gl, uuid);
      assert_int_equal(uuid[16], 0x5a);
      assert_true(query_device((EGLDeviceEXT)device, rows[i].egl, 16, of_egl, &size)); /* EGL_EXT_device_persistent_id: the same */
      assert_memory_equal(uuid, of_egl, 16);
   }
   GLint count = 0;
   glGetIntegerv(GL_NUM_DEVICE_UUIDS_EXT, &count);
   assert_int_equal(count, 1);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(linear_image_and_buffer), cmocka_unit_test(optimal_between_contexts), cmocka_unit_test(exported_image),
      cmocka_unit_test(wrong_descriptors), cmocka_unit_test(random_places), cmocka_unit_test(tilings_and_uuids),
   };
   return cmocka_run_group_tests(tests, setup, teardown);
}
