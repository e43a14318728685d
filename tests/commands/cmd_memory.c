/* cmd_memory.c: memory objects (EXT_memory_object, EXT_memory_object_fd), whose memory is a memfd that cannot shrink, and semaphores
 * (EXT_semaphore, EXT_semaphore_fd), which no device here offers: tests/node/test_semaphore.c has their legal calls and errors. */
#include "commands.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#define SIZE 1048576
#define OPAQUE GL_HANDLE_TYPE_OPAQUE_FD_EXT

static int memory_fd(void)
{
   const int fd = memfd_create("memory", MFD_CLOEXEC | MFD_ALLOW_SEALING);
   return fd >= 0 && ftruncate(fd, SIZE) == 0 && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK) == 0 ? fd : -1;
}

static void objects(GLuint memory[3])
{
   const GLint yes[] = {GL_TRUE};
   GLint value[4] = {0};
   OK(CreateMemoryObjectsEXT, 3, memory);
   ERR(INVALID_VALUE, CreateMemoryObjectsEXT, -1, memory);
   OK(IsMemoryObjectEXT, memory[0]);
   NO_ERROR(IsMemoryObjectEXT);
   EXPECT(gl.IsMemoryObjectEXT(memory[0]), GL_TRUE);
   EXPECT(gl.IsMemoryObjectEXT(0), GL_FALSE);
   OK(DeleteMemoryObjectsEXT, 1, memory + 2);
   ERR(INVALID_VALUE, DeleteMemoryObjectsEXT, -1, memory);
   EXPECT(gl.IsMemoryObjectEXT(memory[2]), GL_FALSE);
   OK(GetMemoryObjectParameterivEXT, memory[0], GL_DEDICATED_MEMORY_OBJECT_EXT, value);
   EXPECT(value[0], GL_FALSE);
   ERR(INVALID_ENUM, GetMemoryObjectParameterivEXT, memory[0], BAD, value);
   ERR(INVALID_VALUE, GetMemoryObjectParameterivEXT, 1000, GL_DEDICATED_MEMORY_OBJECT_EXT, value);
   OK(MemoryObjectParameterivEXT, memory[0], GL_DEDICATED_MEMORY_OBJECT_EXT, yes);
   ERR(INVALID_ENUM, MemoryObjectParameterivEXT, memory[0], GL_PROTECTED_MEMORY_OBJECT_EXT, yes);
   ERR(INVALID_VALUE, MemoryObjectParameterivEXT, 1000, GL_DEDICATED_MEMORY_OBJECT_EXT, yes);
   const int fd = memory_fd(), bad_fd = -1;
   ERR(INVALID_ENUM, ImportMemoryFdEXT, memory[0], SIZE, BAD, fd);
   ERR(INVALID_VALUE, ImportMemoryFdEXT, 1000, SIZE, OPAQUE, fd);
   ERR(INVALID_VALUE, ImportMemoryFdEXT, memory[0], 0, OPAQUE, fd);
   ERR(INVALID_VALUE, ImportMemoryFdEXT, memory[0], SIZE + 1, OPAQUE, fd);
   ERR(INVALID_VALUE, ImportMemoryFdEXT, memory[0], SIZE, OPAQUE, bad_fd);
   OK(ImportMemoryFdEXT, memory[0], SIZE, OPAQUE, fd);
   EXPECT(fcntl(fd, F_GETFD), -1); /* it belongs to the GL now */
   ERR(INVALID_OPERATION, ImportMemoryFdEXT, memory[0], SIZE, OPAQUE, bad_fd);
   ERR(INVALID_OPERATION, MemoryObjectParameterivEXT, memory[0], GL_DEDICATED_MEMORY_OBJECT_EXT, yes);
}

static void buffers(const GLuint memory[3])
{
   GLuint buffer[3];
   gl.GenBuffers(3, buffer);
   gl.BindBuffer(GL_ARRAY_BUFFER, buffer[0]);
   ERR(INVALID_ENUM, BufferStorageMemEXT, BAD, 256, memory[0], 0);
   ERR(INVALID_OPERATION, BufferStorageMemEXT, GL_COPY_READ_BUFFER, 256, memory[0], 0);
   ERR(INVALID_VALUE, BufferStorageMemEXT, GL_ARRAY_BUFFER, 0, memory[0], 0);
   ERR(INVALID_VALUE, BufferStorageMemEXT, GL_ARRAY_BUFFER, 256, 0, 0);
   ERR(INVALID_VALUE, BufferStorageMemEXT, GL_ARRAY_BUFFER, 256, 1000, 0);
   ERR(INVALID_VALUE, BufferStorageMemEXT, GL_ARRAY_BUFFER, 256, memory[0], SIZE - 128);
   ERR(INVALID_VALUE, BufferStorageMemEXT, GL_ARRAY_BUFFER, 256, memory[0], ~(GLuint64)0 - 15);
   ERR(INVALID_VALUE, BufferStorageMemEXT, GL_ARRAY_BUFFER, 256, memory[0], 1);
   ERR(INVALID_OPERATION, BufferStorageMemEXT, GL_ARRAY_BUFFER, 256, memory[1], 0);
   OK(BufferStorageMemEXT, GL_ARRAY_BUFFER, 256, memory[0], SIZE - 256);
   ERR(INVALID_OPERATION, BufferStorageMemEXT, GL_ARRAY_BUFFER, 256, memory[0], 0);
   ERR(INVALID_OPERATION, MapBufferRange, GL_ARRAY_BUFFER, 0, 256, GL_MAP_READ_BIT);
   if (!desktop())
      return;
   gl.CreateBuffers(1, buffer + 1);
   ERR(INVALID_OPERATION, NamedBufferStorageMemEXT, 1000, 256, memory[0], 0);
   ERR(INVALID_VALUE, NamedBufferStorageMemEXT, buffer[1], -1, memory[0], 0);
   ERR(INVALID_VALUE, NamedBufferStorageMemEXT, buffer[1], 256, 0, 0);
   ERR(INVALID_VALUE, NamedBufferStorageMemEXT, buffer[1], SIZE + 1, memory[0], 0);
   ERR(INVALID_OPERATION, NamedBufferStorageMemEXT, buffer[1], 256, memory[1], 0);
   OK(NamedBufferStorageMemEXT, buffer[1], SIZE, memory[0], 0);
   ERR(INVALID_OPERATION, NamedBufferStorageMemEXT, buffer[1], 256, memory[0], 0);
}

static GLuint bound(GLenum target, GLint tiling)
{
   GLuint texture;
   gl.GenTextures(1, &texture);
   gl.BindTexture(target, texture);
   gl.TexParameteri(target, GL_TEXTURE_TILING_EXT, tiling);
   return texture;
}

static void textures(const GLuint memory[3])
{
   const GLenum t2 = GL_TEXTURE_2D, t3 = GL_TEXTURE_2D_ARRAY;
   GLint value[4] = {0};
   bound(t2, GL_LINEAR_TILING_EXT);
   gl.GetTexParameteriv(t2, GL_TEXTURE_TILING_EXT, value);
   EXPECT(value[0], GL_LINEAR_TILING_EXT);
   ERR(INVALID_ENUM, TexParameteri, t2, GL_TEXTURE_TILING_EXT, BAD);
   ERR(INVALID_ENUM, TexStorageMem2DEXT, BAD, 1, GL_RGBA8, 64, 64, memory[0], 0);
   ERR(INVALID_ENUM, TexStorageMem2DEXT, t2, 1, GL_RGBA, 64, 64, memory[0], 0);
   ERR(INVALID_VALUE, TexStorageMem2DEXT, t2, 1, GL_RGBA8, 0, 64, memory[0], 0);
   ERR(INVALID_OPERATION, TexStorageMem2DEXT, t2, 8, GL_RGBA8, 64, 64, memory[0], 0);
   ERR(INVALID_VALUE, TexStorageMem2DEXT, t2, 1, GL_RGBA8, 64, 64, 0, 0);
   ERR(INVALID_VALUE, TexStorageMem2DEXT, t2, 1, GL_RGBA8, 64, 64, 1000, 0);
   ERR(INVALID_VALUE, TexStorageMem2DEXT, t2, 1, GL_RGBA8, 512, 513, memory[0], 0);
   ERR(INVALID_VALUE, TexStorageMem2DEXT, t2, 1, GL_RGBA8, 64, 64, memory[0], SIZE);
   ERR(INVALID_VALUE, TexStorageMem2DEXT, t2, 1, GL_RGBA8, 64, 64, memory[0], 4);
   ERR(INVALID_OPERATION, TexStorageMem2DEXT, t2, 1, GL_RGBA8, 64, 64, memory[1], 0);
   ERR(INVALID_OPERATION, TexStorageMem2DEXT, t2, 1, GL_DEPTH_COMPONENT16, 64, 64, memory[0], 0); /* it has no rows */
   OK(TexStorageMem2DEXT, t2, 1, GL_RGBA8, 64, 64, memory[0], 49152);
   ERR(INVALID_OPERATION, TexStorageMem2DEXT, t2, 1, GL_RGBA8, 64, 64, memory[0], 0);
   ERR(INVALID_OPERATION, TexParameteri, t2, GL_TEXTURE_TILING_EXT, GL_OPTIMAL_TILING_EXT);
   bound(t3, GL_OPTIMAL_TILING_EXT);
   ERR(INVALID_VALUE, TexStorageMem3DEXT, t3, 1, GL_RGBA8, 256, 256, 5, memory[0], 0);
   ERR(INVALID_ENUM, TexStorageMem3DEXT, t2, 1, GL_RGBA8, 64, 64, 4, memory[0], 0);
   ERR(INVALID_OPERATION, TexStorageMem3DEXT, t3, 1, GL_RGBA8, 64, 64, 4, memory[1], 0);
   OK(TexStorageMem3DEXT, t3, 1, GL_RGBA8, 64, 64, 4, memory[0], 0);
   const GLenum m2 = GL_TEXTURE_2D_MULTISAMPLE, m3 = GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
   GLuint texture;
   gl.GenTextures(1, &texture);
   gl.BindTexture(m2, texture);
   ERR(INVALID_ENUM, TexStorageMem2DMultisampleEXT, t2, 4, GL_RGBA8, 32, 32, GL_TRUE, memory[0], 0);
   ERR(INVALID_VALUE, TexStorageMem2DMultisampleEXT, m2, 0, GL_RGBA8, 32, 32, GL_TRUE, memory[0], 0);
   ERR(INVALID_VALUE, TexStorageMem2DMultisampleEXT, m2, 4, GL_RGBA8, 1024, 1024, GL_TRUE, memory[0], 0);
   ERR(INVALID_OPERATION, TexStorageMem2DMultisampleEXT, m2, 4, GL_RGBA8, 32, 32, GL_TRUE, memory[1], 0);
   OK(TexStorageMem2DMultisampleEXT, m2, 4, GL_RGBA8, 32, 32, GL_TRUE, memory[0], 0);
   gl.GenTextures(1, &texture);
   gl.BindTexture(m3, texture);
   ERR(INVALID_ENUM, TexStorageMem3DMultisampleEXT, t3, 4, GL_RGBA8, 32, 32, 2, GL_TRUE, memory[0], 0);
   ERR(INVALID_VALUE, TexStorageMem3DMultisampleEXT, m3, 4, GL_RGBA8, 32, 32, 2, GL_TRUE, 0, 0);
   OK(TexStorageMem3DMultisampleEXT, m3, 4, GL_RGBA8, 32, 32, 2, GL_TRUE, memory[0], 0);
}

static void named_textures(const GLuint memory[3])
{
   static const GLenum targets[5] = {GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_2D_MULTISAMPLE,
                                     GL_TEXTURE_2D_MULTISAMPLE_ARRAY};
   GLuint t[5];
   bound(GL_TEXTURE_1D, GL_LINEAR_TILING_EXT);
   ERR(INVALID_ENUM, TexStorageMem1DEXT, GL_TEXTURE_2D, 1, GL_RGBA8, 64, memory[0], 0);
   ERR(INVALID_VALUE, TexStorageMem1DEXT, GL_TEXTURE_1D, 1, GL_RGBA8, 64, 0, 0);
   ERR(INVALID_OPERATION, TexStorageMem1DEXT, GL_TEXTURE_1D, 1, GL_RGBA8, 64, memory[1], 0);
   OK(TexStorageMem1DEXT, GL_TEXTURE_1D, 1, GL_RGBA8, 64, memory[0], 0);
   for (unsigned i = 0; i < 5; i++)
      gl.CreateTextures(targets[i], 1, t + i);
   ERR(INVALID_OPERATION, TextureStorageMem1DEXT, 1000, 1, GL_RGBA8, 64, memory[0], 0);
   ERR(INVALID_VALUE, TextureStorageMem1DEXT, t[0], 1, GL_RGBA8, 64, 0, 0);
   OK(TextureStorageMem1DEXT, t[0], 1, GL_RGBA8, 64, memory[0], 0);
   ERR(INVALID_OPERATION, TextureStorageMem2DEXT, 1000, 1, GL_RGBA8, 64, 64, memory[0], 0);
   ERR(INVALID_VALUE, TextureStorageMem2DEXT, t[1], 1, GL_RGBA8, 512, 513, memory[0], 0);
   ERR(INVALID_OPERATION, TextureStorageMem2DEXT, t[1], 1, GL_RGBA8, 64, 64, memory[1], 0);
   OK(TextureStorageMem2DEXT, t[1], 1, GL_RGBA8, 64, 64, memory[0], 0);
   ERR(INVALID_OPERATION, TextureStorageMem3DEXT, t[0], 1, GL_RGBA8, 64, 64, 2, memory[0], 0);
   ERR(INVALID_VALUE, TextureStorageMem3DEXT, t[2], 1, GL_RGBA8, 256, 256, 5, memory[0], 0);
   OK(TextureStorageMem3DEXT, t[2], 1, GL_RGBA8, 64, 64, 2, memory[0], 0);
   ERR(INVALID_OPERATION, TextureStorageMem2DMultisampleEXT, t[0], 4, GL_RGBA8, 32, 32, GL_TRUE, memory[0], 0);
   ERR(INVALID_VALUE, TextureStorageMem2DMultisampleEXT, t[3], 4, GL_RGBA8, 32, 32, GL_TRUE, 1000, 0);
   OK(TextureStorageMem2DMultisampleEXT, t[3], 4, GL_RGBA8, 32, 32, GL_TRUE, memory[0], 0);
   ERR(INVALID_OPERATION, TextureStorageMem3DMultisampleEXT, t[0], 4, GL_RGBA8, 32, 32, 2, GL_TRUE, memory[0], 0);
   ERR(INVALID_VALUE, TextureStorageMem3DMultisampleEXT, t[4], 4, GL_RGBA8, 32, 32, 2, GL_TRUE, 1000, 0);
   OK(TextureStorageMem3DMultisampleEXT, t[4], 4, GL_RGBA8, 32, 32, 2, GL_TRUE, memory[0], 0);
}

static void queries(void)
{
   GLubyte uuid[16] = {0};
   OK(GetUnsignedBytevEXT, GL_DRIVER_UUID_EXT, uuid);
   ERR(INVALID_ENUM, GetUnsignedBytevEXT, BAD, uuid);
   OK(GetUnsignedBytei_vEXT, GL_DEVICE_UUID_EXT, 0, uuid);
   ERR(INVALID_ENUM, GetUnsignedBytei_vEXT, BAD, 0, uuid);
   ERR(INVALID_VALUE, GetUnsignedBytei_vEXT, GL_DEVICE_UUID_EXT, 1, uuid);
}

/* Commands that are not offered (OpenGL 4.6, 2.3.1, and the same of ES). */
static void semaphores(void)
{
   GLuint name = 1;
   GLuint64 value = 0;
   const int bad_fd = -1;
   ERR(INVALID_OPERATION, GenSemaphoresEXT, 1, &name);
   ERR(INVALID_OPERATION, DeleteSemaphoresEXT, 1, &name);
   ERR(INVALID_OPERATION, IsSemaphoreEXT, name);
   ERR(INVALID_OPERATION, SemaphoreParameterui64vEXT, name, BAD, &value);
   ERR(INVALID_OPERATION, GetSemaphoreParameterui64vEXT, name, BAD, &value);
   ERR(INVALID_OPERATION, ImportSemaphoreFdEXT, name, OPAQUE, bad_fd);
   ERR(INVALID_OPERATION, WaitSemaphoreEXT, name, 0, NULL, 0, NULL, NULL);
   ERR(INVALID_OPERATION, SignalSemaphoreEXT, name, 0, NULL, 0, NULL, NULL);
   NO_LEGAL_CALL(GenSemaphoresEXT);
   NO_LEGAL_CALL(DeleteSemaphoresEXT);
   NO_LEGAL_CALL(IsSemaphoreEXT);
   NO_LEGAL_CALL(SemaphoreParameterui64vEXT);
   NO_LEGAL_CALL(GetSemaphoreParameterui64vEXT);
   NO_LEGAL_CALL(ImportSemaphoreFdEXT);
   NO_LEGAL_CALL(WaitSemaphoreEXT);
   NO_LEGAL_CALL(SignalSemaphoreEXT);
}

void cmd_memory(void)
{
   semaphores();
   GLuint memory[3] = {0};
   queries();
   objects(memory);
   buffers(memory);
   textures(memory);
   if (desktop())
      named_textures(memory);
}
