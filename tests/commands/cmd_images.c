/* cmd_images.c: images of textures: storage, uploads, copies, reads (OpenGL 4.6, 8.4 to 8.8, 8.11, 8.14, 8.17 to 8.21, 18.3). */
#include "commands.h"

static uint8_t pixels[65536];
enum { RGBA = GL_RGBA, UBYTE = GL_UNSIGNED_BYTE, DXT5 = GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, LARGE = 100000 };

/* 8.5 */
static void image_2d(void)
{
   GLuint texture;
   gl.GenTextures(1, &texture);
   gl.BindTexture(GL_TEXTURE_2D, texture);
   OK(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, TexImage2D, BAD, 0, GL_RGBA8, 8, 8, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, TexImage2D, GL_TEXTURE_CUBE_MAP, 0, GL_RGBA8, 8, 8, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, BAD, UBYTE, pixels);
   ERR(INVALID_ENUM, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, RGBA, BAD, pixels);
   ERR(INVALID_VALUE, TexImage2D, GL_TEXTURE_2D, 0, BAD, 8, 8, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexImage2D, GL_TEXTURE_2D, -1, GL_RGBA8, 8, 8, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexImage2D, GL_TEXTURE_2D, 30, GL_RGBA8, 1, 1, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, -1, 8, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 8, -1, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, LARGE, 8, 0, RGBA, UBYTE, NULL);
   ERR(INVALID_VALUE, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 8, LARGE, 0, RGBA, UBYTE, NULL);
   ERR(INVALID_VALUE, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 2, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, RGBA, GL_UNSIGNED_SHORT_5_6_5, pixels);
   ERR(INVALID_OPERATION, TexImage2D, GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 8, 8, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8UI, 8, 8, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexImage2D, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_RGBA8, 8, 4, 0, RGBA, UBYTE, pixels);
   OK(TexSubImage2D, GL_TEXTURE_2D, 0, 4, 4, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, TexSubImage2D, BAD, 0, 0, 0, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, TexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 4, 4, BAD, UBYTE, pixels);
   ERR(INVALID_ENUM, TexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 4, 4, RGBA, BAD, pixels);
   ERR(INVALID_VALUE, TexSubImage2D, GL_TEXTURE_2D, -1, 0, 0, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, -1, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 4, -1, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexSubImage2D, GL_TEXTURE_2D, 0, -1, 0, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexSubImage2D, GL_TEXTURE_2D, 0, 0, -1, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexSubImage2D, GL_TEXTURE_2D, 0, 5, 0, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexSubImage2D, GL_TEXTURE_2D, 0, 0, 5, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexSubImage2D, GL_TEXTURE_2D, 0, 0x7fffffff, 0, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, TexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 4, 4, RGBA, GL_UNSIGNED_SHORT_5_6_5, pixels);
   ERR(INVALID_OPERATION, TexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA_INTEGER, UBYTE, pixels);
   ERR(INVALID_OPERATION, TexSubImage2D, GL_TEXTURE_2D, 1, 0, 0, 1, 1, RGBA, UBYTE, pixels);
   /* An unpack buffer that is too small, misaligned, or mapped. */
   make_buffer(GL_PIXEL_UNPACK_BUFFER, 64);
   ERR(INVALID_OPERATION, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, RGBA, UBYTE, NULL);
   ERR(INVALID_OPERATION, TexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 8, 8, RGBA, UBYTE, NULL);
   ERR(INVALID_OPERATION, TexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 1, 1, RGBA, GL_UNSIGNED_SHORT_4_4_4_4, (void *)1);
   gl.MapBufferRange(GL_PIXEL_UNPACK_BUFFER, 0, 64, GL_MAP_WRITE_BIT);
   ERR(INVALID_OPERATION, TexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 1, 1, RGBA, UBYTE, NULL);
   gl.UnmapBuffer(GL_PIXEL_UNPACK_BUFFER);
   gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

static void image_3d(void)
{
   GLuint texture;
   gl.GenTextures(1, &texture);
   gl.BindTexture(GL_TEXTURE_3D, texture);
   OK(TexImage3D, GL_TEXTURE_3D, 0, GL_RGBA8, 8, 8, 4, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, TexImage3D, GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 4, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, TexImage3D, GL_TEXTURE_3D, 0, GL_RGBA8, 8, 8, 4, 0, BAD, UBYTE, pixels);
   ERR(INVALID_ENUM, TexImage3D, GL_TEXTURE_3D, 0, GL_RGBA8, 8, 8, 4, 0, RGBA, BAD, pixels);
   ERR(INVALID_VALUE, TexImage3D, GL_TEXTURE_3D, 0, BAD, 8, 8, 4, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexImage3D, GL_TEXTURE_3D, -1, GL_RGBA8, 8, 8, 4, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexImage3D, GL_TEXTURE_3D, 0, GL_RGBA8, 8, 8, -1, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexImage3D, GL_TEXTURE_3D, 0, GL_RGBA8, 8, 8, LARGE, 0, RGBA, UBYTE, NULL);
   ERR(INVALID_VALUE, TexImage3D, GL_TEXTURE_3D, 0, GL_RGBA8, 8, 8, 4, 2, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexImage3D, GL_TEXTURE_CUBE_MAP_ARRAY, 0, GL_RGBA8, 8, 8, 5, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexImage3D, GL_TEXTURE_CUBE_MAP_ARRAY, 0, GL_RGBA8, 8, 4, 6, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, TexImage3D, GL_TEXTURE_3D, 0, GL_DEPTH_COMPONENT24, 8, 8, 4, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, NULL);
   ERR(INVALID_OPERATION, TexImage3D, GL_TEXTURE_3D, 0, GL_RGBA8, 8, 8, 4, 0, RGBA, GL_UNSIGNED_SHORT_5_6_5, pixels);
   OK(TexSubImage3D, GL_TEXTURE_3D, 0, 4, 4, 2, 4, 4, 2, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, TexSubImage3D, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 1, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, TexSubImage3D, GL_TEXTURE_3D, 0, 0, 0, 0, 4, 4, 1, BAD, UBYTE, pixels);
   ERR(INVALID_ENUM, TexSubImage3D, GL_TEXTURE_3D, 0, 0, 0, 0, 4, 4, 1, RGBA, BAD, pixels);
   ERR(INVALID_VALUE, TexSubImage3D, GL_TEXTURE_3D, -1, 0, 0, 0, 4, 4, 1, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexSubImage3D, GL_TEXTURE_3D, 0, 0, 0, -1, 4, 4, 1, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexSubImage3D, GL_TEXTURE_3D, 0, 0, 0, 0, 4, 4, -1, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexSubImage3D, GL_TEXTURE_3D, 0, 0, 0, 3, 4, 4, 2, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexSubImage3D, GL_TEXTURE_3D, 0, 0, 0, 1, 4, 4, 0x7fffffff, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, TexSubImage3D, GL_TEXTURE_3D, 0, 0, 0, 0, 4, 4, 1, GL_RGBA_INTEGER, UBYTE, pixels);
   ERR(INVALID_OPERATION, TexSubImage3D, GL_TEXTURE_3D, 1, 0, 0, 0, 1, 1, 1, RGBA, UBYTE, pixels);
}

static void image_1d(void)
{
   GLuint texture;
   gl.GenTextures(1, &texture);
   gl.BindTexture(GL_TEXTURE_1D, texture);
   OK(TexImage1D, GL_TEXTURE_1D, 0, GL_RGBA8, 8, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, TexImage1D, GL_TEXTURE_2D, 0, GL_RGBA8, 8, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, TexImage1D, GL_TEXTURE_1D, 0, GL_RGBA8, 8, 0, BAD, UBYTE, pixels);
   ERR(INVALID_ENUM, TexImage1D, GL_TEXTURE_1D, 0, GL_RGBA8, 8, 0, RGBA, BAD, pixels);
   ERR(INVALID_VALUE, TexImage1D, GL_TEXTURE_1D, 0, BAD, 8, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexImage1D, GL_TEXTURE_1D, -1, GL_RGBA8, 8, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexImage1D, GL_TEXTURE_1D, 0, GL_RGBA8, -1, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexImage1D, GL_TEXTURE_1D, 0, GL_RGBA8, 8, 2, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, TexImage1D, GL_TEXTURE_1D, 0, GL_RGBA8, 8, 0, RGBA, GL_UNSIGNED_SHORT_5_6_5, pixels);
   OK(TexSubImage1D, GL_TEXTURE_1D, 0, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, TexSubImage1D, GL_TEXTURE_2D, 0, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, TexSubImage1D, GL_TEXTURE_1D, 0, 4, 4, BAD, UBYTE, pixels);
   ERR(INVALID_ENUM, TexSubImage1D, GL_TEXTURE_1D, 0, 4, 4, RGBA, BAD, pixels);
   ERR(INVALID_VALUE, TexSubImage1D, GL_TEXTURE_1D, 0, 5, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexSubImage1D, GL_TEXTURE_1D, 0, -1, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TexSubImage1D, GL_TEXTURE_1D, 0, 0, -1, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, TexSubImage1D, GL_TEXTURE_1D, 1, 0, 1, RGBA, UBYTE, pixels);
   OK(CopyTexImage1D, GL_TEXTURE_1D, 0, GL_RGBA8, 0, 0, 8, 0);
   ERR(INVALID_ENUM, CopyTexImage1D, GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 8, 0);
   ERR(INVALID_ENUM, CopyTexImage1D, GL_TEXTURE_1D, 0, BAD, 0, 0, 8, 0);
   ERR(INVALID_VALUE, CopyTexImage1D, GL_TEXTURE_1D, -1, GL_RGBA8, 0, 0, 8, 0);
   ERR(INVALID_VALUE, CopyTexImage1D, GL_TEXTURE_1D, 0, GL_RGBA8, 0, 0, -1, 0);
   ERR(INVALID_VALUE, CopyTexImage1D, GL_TEXTURE_1D, 0, GL_RGBA8, 0, 0, 8, 2);
   OK(CopyTexSubImage1D, GL_TEXTURE_1D, 0, 2, 0, 0, 4);
   ERR(INVALID_ENUM, CopyTexSubImage1D, GL_TEXTURE_2D, 0, 2, 0, 0, 4);
   ERR(INVALID_VALUE, CopyTexSubImage1D, GL_TEXTURE_1D, 0, 5, 0, 0, 4);
   ERR(INVALID_VALUE, CopyTexSubImage1D, GL_TEXTURE_1D, 0, -1, 0, 0, 4);
   ERR(INVALID_OPERATION, CopyTexSubImage1D, GL_TEXTURE_1D, 1, 0, 0, 0, 1);
}

/* 8.6 */
static void copies(void)
{
   GLuint texture;
   make_texture(GL_TEXTURE_2D, 8, 8);
   OK(CopyTexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 8, 8, 0);
   ERR(INVALID_ENUM, CopyTexImage2D, GL_TEXTURE_3D, 0, GL_RGBA8, 0, 0, 8, 8, 0);
   ERR(INVALID_VALUE, CopyTexImage2D, GL_TEXTURE_2D, -1, GL_RGBA8, 0, 0, 8, 8, 0);
   ERR(INVALID_VALUE, CopyTexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, -1, 8, 0);
   ERR(INVALID_VALUE, CopyTexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 8, -1, 0);
   ERR(INVALID_VALUE, CopyTexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 8, 8, 2);
   ERR(INVALID_OPERATION, CopyTexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8UI, 0, 0, 8, 8, 0);
   if (desktop())
      ERR(INVALID_ENUM, CopyTexImage2D, GL_TEXTURE_2D, 0, BAD, 0, 0, 8, 8, 0);
   OK(CopyTexSubImage2D, GL_TEXTURE_2D, 0, 4, 4, 0, 0, 4, 4);
   ERR(INVALID_ENUM, CopyTexSubImage2D, GL_TEXTURE_3D, 0, 4, 4, 0, 0, 4, 4);
   ERR(INVALID_VALUE, CopyTexSubImage2D, GL_TEXTURE_2D, -1, 0, 0, 0, 0, 4, 4);
   ERR(INVALID_VALUE, CopyTexSubImage2D, GL_TEXTURE_2D, 0, 5, 0, 0, 0, 4, 4);
   ERR(INVALID_VALUE, CopyTexSubImage2D, GL_TEXTURE_2D, 0, 0, 5, 0, 0, 4, 4);
   ERR(INVALID_VALUE, CopyTexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 0, 0, -4, 4);
   ERR(INVALID_OPERATION, CopyTexSubImage2D, GL_TEXTURE_2D, 1, 0, 0, 0, 0, 1, 1);
   gl.GenTextures(1, &texture);
   gl.BindTexture(GL_TEXTURE_2D_ARRAY, texture);
   gl.TexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, 8, 8, 4);
   OK(CopyTexSubImage3D, GL_TEXTURE_2D_ARRAY, 0, 4, 4, 3, 0, 0, 4, 4);
   ERR(INVALID_ENUM, CopyTexSubImage3D, GL_TEXTURE_2D, 0, 4, 4, 0, 0, 0, 4, 4);
   ERR(INVALID_VALUE, CopyTexSubImage3D, GL_TEXTURE_2D_ARRAY, 0, 4, 4, 4, 0, 0, 4, 4);
   ERR(INVALID_VALUE, CopyTexSubImage3D, GL_TEXTURE_2D_ARRAY, 0, 4, 4, -1, 0, 0, 4, 4);
   ERR(INVALID_VALUE, CopyTexSubImage3D, GL_TEXTURE_2D_ARRAY, 0, 5, 4, 0, 0, 0, 4, 4);
   ERR(INVALID_OPERATION, CopyTexSubImage3D, GL_TEXTURE_2D_ARRAY, 1, 0, 0, 0, 0, 0, 1, 1);
   /* An incomplete framebuffer. */
   GLuint empty;
   gl.GenFramebuffers(1, &empty);
   gl.BindFramebuffer(GL_READ_FRAMEBUFFER, empty);
   ERR(INVALID_FRAMEBUFFER_OPERATION, CopyTexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 8, 8, 0);
   ERR(INVALID_FRAMEBUFFER_OPERATION, CopyTexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4);
   ERR(INVALID_FRAMEBUFFER_OPERATION, CopyTexSubImage3D, GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, 0, 0, 4, 4);
   if (desktop()) {
      ERR(INVALID_FRAMEBUFFER_OPERATION, CopyTexImage1D, GL_TEXTURE_1D, 0, GL_RGBA8, 0, 0, 8, 0);
      ERR(INVALID_FRAMEBUFFER_OPERATION, CopyTexSubImage1D, GL_TEXTURE_1D, 0, 0, 0, 0, 4);
   }
   gl.BindFramebuffer(GL_READ_FRAMEBUFFER, default_fbo);
   /* 18.3.2: a copy between images. */
   const GLuint a = make_texture(GL_TEXTURE_2D, 8, 8), b = make_texture(GL_TEXTURE_2D, 8, 8);
   gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
   gl.BindTexture(GL_TEXTURE_2D, a);
   gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
   OK(CopyImageSubData, a, GL_TEXTURE_2D, 0, 0, 0, 0, b, GL_TEXTURE_2D, 0, 4, 4, 0, 4, 4, 1);
   ERR(INVALID_ENUM, CopyImageSubData, a, BAD, 0, 0, 0, 0, b, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 1);
   ERR(INVALID_ENUM, CopyImageSubData, a, GL_TEXTURE_2D, 0, 0, 0, 0, b, GL_TEXTURE_BUFFER, 0, 0, 0, 0, 4, 4, 1);
   ERR(INVALID_ENUM, CopyImageSubData, a, GL_TEXTURE_3D, 0, 0, 0, 0, b, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 1);
   ERR(INVALID_VALUE, CopyImageSubData, 1000, GL_TEXTURE_2D, 0, 0, 0, 0, b, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 1);
   ERR(INVALID_VALUE, CopyImageSubData, a, GL_TEXTURE_2D, 1, 0, 0, 0, b, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 1);
   ERR(INVALID_VALUE, CopyImageSubData, a, GL_TEXTURE_2D, 0, 5, 0, 0, b, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 1);
   ERR(INVALID_VALUE, CopyImageSubData, a, GL_TEXTURE_2D, 0, 0, 0, 0, b, GL_TEXTURE_2D, 0, 0, 5, 0, 4, 4, 1);
   ERR(INVALID_VALUE, CopyImageSubData, a, GL_TEXTURE_2D, 0, 0, 0, 0, b, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 2);
   ERR(INVALID_VALUE, CopyImageSubData, a, GL_TEXTURE_2D, 0, 0, 0, 0, b, GL_TEXTURE_2D, 0, 0, 0, 0, -4, 4, 1);
   gl.BindTexture(GL_TEXTURE_2D, b);
   gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RG8, 8, 8, 0, GL_RG, UBYTE, NULL);
   ERR(INVALID_OPERATION, CopyImageSubData, a, GL_TEXTURE_2D, 0, 0, 0, 0, b, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 1);
   if (!desktop())
      return;
   /* NV_copy_image: RG16 is compatible with RGBA8, but is another format. */
   gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RG16, 8, 8, 0, GL_RG, UBYTE, NULL);
   OK(CopyImageSubData, a, GL_TEXTURE_2D, 0, 0, 0, 0, b, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 1);
   ERR(INVALID_OPERATION, CopyImageSubDataNV, a, GL_TEXTURE_2D, 0, 0, 0, 0, b, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 1);
   gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, UBYTE, NULL);
   OK(CopyImageSubDataNV, a, GL_TEXTURE_2D, 0, 0, 0, 0, b, GL_TEXTURE_2D, 0, 4, 4, 0, 4, 4, 1);
   ERR(INVALID_ENUM, CopyImageSubDataNV, a, BAD, 0, 0, 0, 0, b, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 1);
   ERR(INVALID_VALUE, CopyImageSubDataNV, 1000, GL_TEXTURE_2D, 0, 0, 0, 0, b, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 1);
   ERR(INVALID_VALUE, CopyImageSubDataNV, a, GL_TEXTURE_2D, 0, 5, 0, 0, b, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 1);
}

/* 8.7 */
static void compressed(void)
{
   GLuint texture;
   const GLenum format = GL_COMPRESSED_RGBA8_ETC2_EAC;
   gl.GenTextures(1, &texture);
   gl.BindTexture(GL_TEXTURE_2D, texture);
   OK(CompressedTexImage2D, GL_TEXTURE_2D, 0, format, 8, 8, 0, 64, pixels);
   ERR(INVALID_ENUM, CompressedTexImage2D, GL_TEXTURE_3D, 0, format, 8, 8, 0, 64, pixels);
   ERR(INVALID_ENUM, CompressedTexImage2D, GL_TEXTURE_2D, 0, BAD, 8, 8, 0, 64, pixels);
   ERR(INVALID_ENUM, CompressedTexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, 64, pixels);
   ERR(INVALID_VALUE, CompressedTexImage2D, GL_TEXTURE_2D, 0, format, 8, 8, 0, 63, pixels);
   ERR(INVALID_VALUE, CompressedTexImage2D, GL_TEXTURE_2D, 0, format, -8, 8, 0, 64, pixels);
   ERR(INVALID_VALUE, CompressedTexImage2D, GL_TEXTURE_2D, -1, format, 8, 8, 0, 64, pixels);
   ERR(INVALID_VALUE, CompressedTexImage2D, GL_TEXTURE_2D, 0, format, 8, 8, 1, 64, pixels);
   OK(CompressedTexSubImage2D, GL_TEXTURE_2D, 0, 4, 4, 4, 4, format, 16, pixels);
   ERR(INVALID_ENUM, CompressedTexSubImage2D, GL_TEXTURE_3D, 0, 4, 4, 4, 4, format, 16, pixels);
   ERR(INVALID_OPERATION, CompressedTexSubImage2D, GL_TEXTURE_2D, 0, 4, 4, 4, 4, GL_COMPRESSED_RGB8_ETC2, 8, pixels);
   ERR(INVALID_OPERATION, CompressedTexSubImage2D, GL_TEXTURE_2D, 0, 2, 0, 4, 4, format, 16, pixels);
   ERR(INVALID_OPERATION, CompressedTexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 3, 4, format, 16, pixels);
   ERR(INVALID_VALUE, CompressedTexSubImage2D, GL_TEXTURE_2D, 0, 8, 4, 4, 4, format, 16, pixels);
   ERR(INVALID_VALUE, CompressedTexSubImage2D, GL_TEXTURE_2D, 0, 4, 4, 4, 4, format, 15, pixels);
   ERR(INVALID_OPERATION, TexSubImage2D, GL_TEXTURE_2D, 0, 1, 1, 2, 2, RGBA, UBYTE, pixels);
   gl.GenTextures(1, &texture);
   gl.BindTexture(GL_TEXTURE_2D_ARRAY, texture);
   OK(CompressedTexImage3D, GL_TEXTURE_2D_ARRAY, 0, format, 8, 8, 2, 0, 128, pixels);
   ERR(INVALID_ENUM, CompressedTexImage3D, GL_TEXTURE_2D, 0, format, 8, 8, 2, 0, 128, pixels);
   ERR(INVALID_ENUM, CompressedTexImage3D, GL_TEXTURE_2D_ARRAY, 0, BAD, 8, 8, 2, 0, 128, pixels);
   ERR(INVALID_OPERATION, CompressedTexImage3D, GL_TEXTURE_3D, 0, format, 8, 8, 2, 0, 128, pixels);
   ERR(INVALID_VALUE, CompressedTexImage3D, GL_TEXTURE_2D_ARRAY, 0, format, 8, 8, 2, 0, 127, pixels);
   ERR(INVALID_VALUE, CompressedTexImage3D, GL_TEXTURE_2D_ARRAY, 0, format, 8, 8, -2, 0, 128, pixels);
   ERR(INVALID_VALUE, CompressedTexImage3D, GL_TEXTURE_2D_ARRAY, 0, format, 8, 8, 2, 1, 128, pixels);
   OK(CompressedTexSubImage3D, GL_TEXTURE_2D_ARRAY, 0, 4, 4, 1, 4, 4, 1, format, 16, pixels);
   ERR(INVALID_ENUM, CompressedTexSubImage3D, GL_TEXTURE_2D, 0, 4, 4, 1, 4, 4, 1, format, 16, pixels);
   ERR(INVALID_OPERATION, CompressedTexSubImage3D, GL_TEXTURE_2D_ARRAY, 0, 4, 4, 1, 4, 4, 1, GL_COMPRESSED_RGB8_ETC2, 8, pixels);
   ERR(INVALID_VALUE, CompressedTexSubImage3D, GL_TEXTURE_2D_ARRAY, 0, 4, 4, 2, 4, 4, 1, format, 16, pixels);
   ERR(INVALID_VALUE, CompressedTexSubImage3D, GL_TEXTURE_2D_ARRAY, 0, 4, 4, 1, 4, 4, 1, format, 15, pixels);
   if (!desktop())
      return;
   /* No format that is compressed in blocks has images of one dimension; the generic formats take pixels only. */
   NO_LEGAL_CALL(CompressedTexImage1D);
   NO_LEGAL_CALL(CompressedTexSubImage1D);
   NO_LEGAL_CALL(CompressedTextureSubImage1D);
   gl.GenTextures(1, &texture);
   gl.BindTexture(GL_TEXTURE_1D, texture);
   ERR(INVALID_ENUM, CompressedTexImage1D, GL_TEXTURE_2D, 0, format, 8, 0, 16, pixels);
   ERR(INVALID_ENUM, CompressedTexImage1D, GL_TEXTURE_1D, 0, GL_COMPRESSED_RGBA, 8, 0, 16, pixels);
   gl.TexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, 8, 0, RGBA, UBYTE, NULL);
   ERR(INVALID_ENUM, CompressedTexSubImage1D, GL_TEXTURE_2D, 0, 0, 8, format, 16, pixels);
   GLuint named;
   gl.CreateTextures(GL_TEXTURE_2D, 1, &named);
   gl.TextureStorage2D(named, 1, format, 8, 8);
   OK(CompressedTextureSubImage2D, named, 0, 4, 4, 4, 4, format, 16, pixels);
   ERR(INVALID_OPERATION, CompressedTextureSubImage2D, 1000, 0, 4, 4, 4, 4, format, 16, pixels);
   ERR(INVALID_OPERATION, CompressedTextureSubImage2D, named, 0, 4, 4, 4, 4, GL_COMPRESSED_RGB8_ETC2, 8, pixels);
   ERR(INVALID_VALUE, CompressedTextureSubImage2D, named, 0, 8, 4, 4, 4, format, 16, pixels);
   gl.CreateTextures(GL_TEXTURE_2D_ARRAY, 1, &named);
   gl.TextureStorage3D(named, 1, format, 8, 8, 2);
   OK(CompressedTextureSubImage3D, named, 0, 4, 4, 1, 4, 4, 1, format, 16, pixels);
   ERR(INVALID_OPERATION, CompressedTextureSubImage3D, 1000, 0, 4, 4, 1, 4, 4, 1, format, 16, pixels);
   ERR(INVALID_VALUE, CompressedTextureSubImage3D, named, 0, 4, 4, 2, 4, 4, 1, format, 16, pixels);
   gl.CreateTextures(GL_TEXTURE_1D, 1, &named);
   gl.TextureStorage1D(named, 1, GL_RGBA8, 8);
   ERR(INVALID_OPERATION, CompressedTextureSubImage1D, 1000, 0, 0, 8, format, 16, pixels);
   OK(GetCompressedTexImage, GL_TEXTURE_2D, 0, pixels);
   ERR(INVALID_ENUM, GetCompressedTexImage, BAD, 0, pixels);
   ERR(INVALID_VALUE, GetCompressedTexImage, GL_TEXTURE_2D, -1, pixels);
   ERR(INVALID_OPERATION, GetCompressedTexImage, GL_TEXTURE_1D, 0, pixels);
   OK(GetnCompressedTexImage, GL_TEXTURE_2D, 0, 64, pixels);
   ERR(INVALID_ENUM, GetnCompressedTexImage, BAD, 0, 64, pixels);
   ERR(INVALID_OPERATION, GetnCompressedTexImage, GL_TEXTURE_2D, 0, 63, pixels);
   gl.CreateTextures(GL_TEXTURE_2D, 1, &named);
   gl.TextureStorage2D(named, 1, format, 8, 8);
   OK(GetCompressedTextureImage, named, 0, 64, pixels);
   ERR(INVALID_OPERATION, GetCompressedTextureImage, 1000, 0, 64, pixels);
   ERR(INVALID_OPERATION, GetCompressedTextureImage, named, 0, 63, pixels);
   ERR(INVALID_VALUE, GetCompressedTextureImage, named, -1, 64, pixels);
   OK(GetCompressedTextureSubImage, named, 0, 4, 4, 0, 4, 4, 1, 16, pixels);
   ERR(INVALID_OPERATION, GetCompressedTextureSubImage, 1000, 0, 4, 4, 0, 4, 4, 1, 16, pixels);
   ERR(INVALID_VALUE, GetCompressedTextureSubImage, named, 0, 8, 4, 0, 4, 4, 1, 16, pixels);
   ERR(INVALID_OPERATION, GetCompressedTextureSubImage, named, 0, 4, 4, 0, 4, 4, 1, 15, pixels);
   ERR(INVALID_VALUE, GetCompressedTextureSubImage, named, 0, 2, 0, 0, 4, 4, 1, 16, pixels);
}

/* EXT_texture_storage_compression. */
static void storage_attribs(void)
{
   static const GLint rate[] = {GL_SURFACE_COMPRESSION_EXT, GL_SURFACE_COMPRESSION_FIXED_RATE_4BPC_EXT, GL_NONE};
   static const GLint unassigned[] = {GL_SURFACE_COMPRESSION_EXT, GL_SURFACE_COMPRESSION_FIXED_RATE_DEFAULT_EXT + 1, GL_NONE};
   static const GLint unknown[] = {GL_TEXTURE_WIDTH, GL_SURFACE_COMPRESSION_FIXED_RATE_NONE_EXT, GL_NONE};
   GLuint textures[2];
   gl.GenTextures(2, textures);
   gl.BindTexture(GL_TEXTURE_2D, textures[0]);
   gl.BindTexture(GL_TEXTURE_3D, textures[1]);
   ERR(INVALID_VALUE, TexStorageAttribs2DEXT, GL_TEXTURE_2D, 1, GL_RGBA8, 8, 8, unknown);
   ERR(INVALID_VALUE, TexStorageAttribs2DEXT, GL_TEXTURE_2D, 1, GL_RGBA8, 8, 8, unassigned);
   ERR(INVALID_ENUM, TexStorageAttribs2DEXT, GL_TEXTURE_3D, 1, GL_RGBA8, 8, 8, rate);
   ERR(INVALID_ENUM, TexStorageAttribs2DEXT, GL_TEXTURE_2D, 1, GL_RGBA, 8, 8, rate);
   ERR(INVALID_VALUE, TexStorageAttribs2DEXT, GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, rate);
   ERR(INVALID_VALUE, TexStorageAttribs2DEXT, GL_TEXTURE_2D, 1, GL_RGBA8, 8, LARGE, rate);
   ERR(INVALID_OPERATION, TexStorageAttribs2DEXT, GL_TEXTURE_2D, 5, GL_RGBA8, 8, 8, rate);
   OK(TexStorageAttribs2DEXT, GL_TEXTURE_2D, 4, GL_RGBA8, 8, 8, rate);
   ERR(INVALID_OPERATION, TexStorageAttribs2DEXT, GL_TEXTURE_2D, 1, GL_RGBA8, 8, 8, NULL);
   ERR(INVALID_VALUE, TexStorageAttribs3DEXT, GL_TEXTURE_3D, 1, GL_RGBA8, 8, 8, 4, unknown);
   ERR(INVALID_VALUE, TexStorageAttribs3DEXT, GL_TEXTURE_3D, 1, GL_RGBA8, 8, 8, 4, unassigned);
   ERR(INVALID_ENUM, TexStorageAttribs3DEXT, GL_TEXTURE_2D, 1, GL_RGBA8, 8, 8, 4, rate);
   ERR(INVALID_ENUM, TexStorageAttribs3DEXT, GL_TEXTURE_3D, 1, GL_RGBA, 8, 8, 4, rate);
   ERR(INVALID_VALUE, TexStorageAttribs3DEXT, GL_TEXTURE_3D, 1, GL_RGBA8, 8, 8, 0, rate);
   ERR(INVALID_OPERATION, TexStorageAttribs3DEXT, GL_TEXTURE_3D, 5, GL_RGBA8, 8, 8, 8, rate);
   OK(TexStorageAttribs3DEXT, GL_TEXTURE_3D, 1, GL_RGBA8, 8, 8, 4, NULL);
   ERR(INVALID_OPERATION, TexStorageAttribs3DEXT, GL_TEXTURE_3D, 1, GL_RGBA8, 8, 8, 4, rate);
   gl.DeleteTextures(2, textures);
}

/* 8.19 */
static void storage(void)
{
   GLuint texture;
   gl.GenTextures(1, &texture);
   gl.BindTexture(GL_TEXTURE_2D, texture);
   ERR(INVALID_ENUM, TexStorage2D, BAD, 1, GL_RGBA8, 8, 8);
   ERR(INVALID_ENUM, TexStorage2D, GL_TEXTURE_2D, 1, GL_RGBA, 8, 8);
   ERR(INVALID_VALUE, TexStorage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8);
   ERR(INVALID_VALUE, TexStorage2D, GL_TEXTURE_2D, 1, GL_RGBA8, 0, 8);
   ERR(INVALID_VALUE, TexStorage2D, GL_TEXTURE_2D, 1, GL_RGBA8, 8, LARGE);
   ERR(INVALID_OPERATION, TexStorage2D, GL_TEXTURE_2D, 5, GL_RGBA8, 8, 8);
   OK(TexStorage2D, GL_TEXTURE_2D, 4, GL_RGBA8, 8, 8);
   ERR(INVALID_OPERATION, TexStorage2D, GL_TEXTURE_2D, 1, GL_RGBA8, 8, 8);
   ERR(INVALID_OPERATION, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, CopyTexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 8, 8, 0);
   gl.BindTexture(GL_TEXTURE_2D, 0);
   ERR(INVALID_OPERATION, TexStorage2D, GL_TEXTURE_2D, 1, GL_RGBA8, 8, 8);
   gl.GenTextures(1, &texture);
   gl.BindTexture(GL_TEXTURE_3D, texture);
   ERR(INVALID_ENUM, TexStorage3D, GL_TEXTURE_2D, 1, GL_RGBA8, 8, 8, 4);
   ERR(INVALID_VALUE, TexStorage3D, GL_TEXTURE_3D, 1, GL_RGBA8, 8, 8, 0);
   ERR(INVALID_VALUE, TexStorage3D, GL_TEXTURE_3D, 0, GL_RGBA8, 8, 8, 4);
   ERR(INVALID_OPERATION, TexStorage3D, GL_TEXTURE_3D, 5, GL_RGBA8, 8, 8, 8);
   ERR(INVALID_ENUM, TexStorage3D, GL_TEXTURE_3D, 1, GL_RGBA, 8, 8, 4);
   OK(TexStorage3D, GL_TEXTURE_3D, 1, GL_RGBA8, 8, 8, 4);
   ERR(INVALID_OPERATION, TexStorage3D, GL_TEXTURE_3D, 1, GL_RGBA8, 8, 8, 4);
   gl.GenTextures(1, &texture);
   gl.BindTexture(GL_TEXTURE_2D_MULTISAMPLE, texture);
   ERR(INVALID_ENUM, TexStorage2DMultisample, GL_TEXTURE_2D, 4, GL_RGBA8, 8, 8, GL_TRUE);
   ERR(INVALID_VALUE, TexStorage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 0, GL_RGBA8, 8, 8, GL_TRUE);
   ERR(INVALID_VALUE, TexStorage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 0, 8, GL_TRUE);
   ERR(INVALID_OPERATION, TexStorage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 1000, GL_RGBA8, 8, 8, GL_TRUE);
   ERR(INVALID_ENUM, TexStorage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA, 8, 8, GL_TRUE);
   OK(TexStorage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 8, 8, GL_TRUE);
   ERR(INVALID_OPERATION, TexStorage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 8, 8, GL_TRUE);
   gl.GenTextures(1, &texture);
   gl.BindTexture(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, texture);
   ERR(INVALID_ENUM, TexStorage3DMultisample, GL_TEXTURE_3D, 4, GL_RGBA8, 8, 8, 2, GL_TRUE);
   ERR(INVALID_VALUE, TexStorage3DMultisample, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, GL_RGBA8, 8, 8, 0, GL_TRUE);
   OK(TexStorage3DMultisample, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, GL_RGBA8, 8, 8, 2, GL_TRUE);
   ERR(INVALID_OPERATION, TexStorage3DMultisample, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, GL_RGBA8, 8, 8, 2, GL_TRUE);
   if (!desktop())
      return;
   gl.GenTextures(1, &texture);
   gl.BindTexture(GL_TEXTURE_1D, texture);
   ERR(INVALID_ENUM, TexStorage1D, GL_TEXTURE_2D, 1, GL_RGBA8, 8);
   ERR(INVALID_VALUE, TexStorage1D, GL_TEXTURE_1D, 1, GL_RGBA8, 0);
   ERR(INVALID_OPERATION, TexStorage1D, GL_TEXTURE_1D, 5, GL_RGBA8, 8);
   OK(TexStorage1D, GL_TEXTURE_1D, 1, GL_RGBA8, 8);
   ERR(INVALID_OPERATION, TexStorage1D, GL_TEXTURE_1D, 1, GL_RGBA8, 8);
   gl.GenTextures(1, &texture);
   gl.BindTexture(GL_TEXTURE_2D_MULTISAMPLE, texture);
   OK(TexImage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 8, 8, GL_TRUE);
   ERR(INVALID_ENUM, TexImage2DMultisample, GL_TEXTURE_2D, 4, GL_RGBA8, 8, 8, GL_TRUE);
   ERR(INVALID_VALUE, TexImage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 0, GL_RGBA8, 8, 8, GL_TRUE);
   ERR(INVALID_VALUE, TexImage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, -1, 8, GL_TRUE);
   ERR(INVALID_ENUM, TexImage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 4, BAD, 8, 8, GL_TRUE);
   ERR(INVALID_OPERATION, TexImage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 1000, GL_RGBA8, 8, 8, GL_TRUE);
   gl.GenTextures(1, &texture);
   gl.BindTexture(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, texture);
   OK(TexImage3DMultisample, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, GL_RGBA8, 8, 8, 2, GL_TRUE);
   ERR(INVALID_ENUM, TexImage3DMultisample, GL_TEXTURE_3D, 4, GL_RGBA8, 8, 8, 2, GL_TRUE);
   ERR(INVALID_VALUE, TexImage3DMultisample, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, GL_RGBA8, 8, 8, -1, GL_TRUE);
   ERR(INVALID_OPERATION, TexImage3DMultisample, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 1000, GL_RGBA8, 8, 8, 2, GL_TRUE);
}

/* The commands that take a texture's name. */
static void named(void)
{
   GLuint t1, t2, t3, m2, m3, b;
   gl.CreateTextures(GL_TEXTURE_1D, 1, &t1);
   gl.CreateTextures(GL_TEXTURE_2D, 1, &t2);
   gl.CreateTextures(GL_TEXTURE_3D, 1, &t3);
   gl.CreateTextures(GL_TEXTURE_2D_MULTISAMPLE, 1, &m2);
   gl.CreateTextures(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 1, &m3);
   gl.CreateTextures(GL_TEXTURE_BUFFER, 1, &b);
   ERR(INVALID_OPERATION, TextureStorage1D, 1000, 1, GL_RGBA8, 8);
   ERR(INVALID_OPERATION, TextureStorage1D, t2, 1, GL_RGBA8, 8);
   ERR(INVALID_VALUE, TextureStorage1D, t1, 1, GL_RGBA8, 0);
   ERR(INVALID_ENUM, TextureStorage1D, t1, 1, GL_RGBA, 8);
   OK(TextureStorage1D, t1, 1, GL_RGBA8, 8);
   ERR(INVALID_OPERATION, TextureStorage1D, t1, 1, GL_RGBA8, 8);
   ERR(INVALID_OPERATION, TextureStorage2D, 1000, 1, GL_RGBA8, 8, 8);
   ERR(INVALID_OPERATION, TextureStorage2D, t3, 1, GL_RGBA8, 8, 8);
   ERR(INVALID_VALUE, TextureStorage2D, t2, 0, GL_RGBA8, 8, 8);
   ERR(INVALID_ENUM, TextureStorage2D, t2, 1, GL_RGBA, 8, 8);
   OK(TextureStorage2D, t2, 2, GL_RGBA8, 8, 8);
   ERR(INVALID_OPERATION, TextureStorage2D, t2, 1, GL_RGBA8, 8, 8);
   ERR(INVALID_OPERATION, TextureStorage3D, 1000, 1, GL_RGBA8, 8, 8, 4);
   ERR(INVALID_OPERATION, TextureStorage3D, t2, 1, GL_RGBA8, 8, 8, 4);
   ERR(INVALID_VALUE, TextureStorage3D, t3, 1, GL_RGBA8, 8, 8, 0);
   OK(TextureStorage3D, t3, 1, GL_RGBA8, 8, 8, 4);
   ERR(INVALID_OPERATION, TextureStorage2DMultisample, 1000, 4, GL_RGBA8, 8, 8, GL_TRUE);
   ERR(INVALID_OPERATION, TextureStorage2DMultisample, t2, 4, GL_RGBA8, 8, 8, GL_TRUE);
   OK(TextureStorage2DMultisample, m2, 4, GL_RGBA8, 8, 8, GL_TRUE);
   ERR(INVALID_OPERATION, TextureStorage3DMultisample, 1000, 4, GL_RGBA8, 8, 8, 2, GL_TRUE);
   ERR(INVALID_OPERATION, TextureStorage3DMultisample, t3, 4, GL_RGBA8, 8, 8, 2, GL_TRUE);
   OK(TextureStorage3DMultisample, m3, 4, GL_RGBA8, 8, 8, 2, GL_TRUE);
   OK(TextureSubImage1D, t1, 0, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, TextureSubImage1D, 1000, 0, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, TextureSubImage1D, t2, 0, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TextureSubImage1D, t1, 0, 5, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, TextureSubImage1D, t1, 0, 4, 4, BAD, UBYTE, pixels);
   OK(TextureSubImage2D, t2, 0, 4, 4, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, TextureSubImage2D, 1000, 0, 4, 4, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, TextureSubImage2D, t3, 0, 4, 4, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TextureSubImage2D, t2, 0, 5, 4, 4, 4, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, TextureSubImage2D, t2, 0, 4, 4, 4, 4, RGBA, BAD, pixels);
   OK(TextureSubImage3D, t3, 0, 4, 4, 2, 4, 4, 2, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, TextureSubImage3D, 1000, 0, 4, 4, 2, 4, 4, 2, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, TextureSubImage3D, t2, 0, 4, 4, 0, 4, 4, 1, RGBA, UBYTE, pixels);
   ERR(INVALID_VALUE, TextureSubImage3D, t3, 0, 4, 4, 3, 4, 4, 2, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, TextureSubImage3D, t3, 0, 4, 4, 2, 4, 4, 2, BAD, UBYTE, pixels);
   OK(CopyTextureSubImage1D, t1, 0, 2, 0, 0, 4);
   ERR(INVALID_OPERATION, CopyTextureSubImage1D, 1000, 0, 2, 0, 0, 4);
   ERR(INVALID_OPERATION, CopyTextureSubImage1D, t2, 0, 2, 0, 0, 4);
   ERR(INVALID_VALUE, CopyTextureSubImage1D, t1, 0, 5, 0, 0, 4);
   OK(CopyTextureSubImage2D, t2, 0, 4, 4, 0, 0, 4, 4);
   ERR(INVALID_OPERATION, CopyTextureSubImage2D, 1000, 0, 4, 4, 0, 0, 4, 4);
   ERR(INVALID_OPERATION, CopyTextureSubImage2D, t3, 0, 4, 4, 0, 0, 4, 4);
   ERR(INVALID_VALUE, CopyTextureSubImage2D, t2, 0, 5, 4, 0, 0, 4, 4);
   OK(CopyTextureSubImage3D, t3, 0, 4, 4, 1, 0, 0, 4, 4);
   ERR(INVALID_OPERATION, CopyTextureSubImage3D, 1000, 0, 4, 4, 1, 0, 0, 4, 4);
   ERR(INVALID_OPERATION, CopyTextureSubImage3D, t2, 0, 4, 4, 0, 0, 0, 4, 4);
   ERR(INVALID_VALUE, CopyTextureSubImage3D, t3, 0, 4, 4, 4, 0, 0, 4, 4);
   OK(GenerateTextureMipmap, t2);
   ERR(INVALID_OPERATION, GenerateTextureMipmap, 1000);
   ERR(INVALID_OPERATION, GenerateTextureMipmap, m2);
   OK(GetTextureImage, t2, 0, RGBA, UBYTE, 256, pixels);
   ERR(INVALID_OPERATION, GetTextureImage, 1000, 0, RGBA, UBYTE, 256, pixels);
   ERR(INVALID_OPERATION, GetTextureImage, t2, 0, RGBA, UBYTE, 255, pixels);
   ERR(INVALID_OPERATION, GetTextureImage, m2, 0, RGBA, UBYTE, 256, pixels);
   ERR(INVALID_VALUE, GetTextureImage, t2, -1, RGBA, UBYTE, 256, pixels);
   ERR(INVALID_ENUM, GetTextureImage, t2, 0, BAD, UBYTE, 256, pixels);
   ERR(INVALID_ENUM, GetTextureImage, t2, 0, RGBA, BAD, 256, pixels);
   OK(GetTextureSubImage, t2, 0, 4, 4, 0, 4, 4, 1, RGBA, UBYTE, 64, pixels);
   ERR(INVALID_OPERATION, GetTextureSubImage, 1000, 0, 4, 4, 0, 4, 4, 1, RGBA, UBYTE, 64, pixels);
   ERR(INVALID_OPERATION, GetTextureSubImage, t2, 0, 4, 4, 0, 4, 4, 1, RGBA, UBYTE, 63, pixels);
   ERR(INVALID_VALUE, GetTextureSubImage, t2, 0, 5, 4, 0, 4, 4, 1, RGBA, UBYTE, 64, pixels);
   ERR(INVALID_VALUE, GetTextureSubImage, t2, 0, 4, 4, 0, 4, 4, 2, RGBA, UBYTE, 128, pixels);
   ERR(INVALID_OPERATION, GetTextureSubImage, m2, 0, 4, 4, 0, 4, 4, 1, RGBA, UBYTE, 64, pixels);
   const GLuint buffer = make_buffer(GL_COPY_READ_BUFFER, 1024);
   OK(TextureBuffer, b, GL_RGBA8, buffer);
   ERR(INVALID_OPERATION, TextureBuffer, 1000, GL_RGBA8, buffer);
   ERR(INVALID_OPERATION, TextureBuffer, t2, GL_RGBA8, buffer);
   ERR(INVALID_ENUM, TextureBuffer, b, GL_RGB8, buffer);
   ERR(INVALID_OPERATION, TextureBuffer, b, GL_RGBA8, 1000);
   OK(TextureBufferRange, b, GL_RGBA8, buffer, 256, 256);
   ERR(INVALID_OPERATION, TextureBufferRange, 1000, GL_RGBA8, buffer, 256, 256);
   ERR(INVALID_ENUM, TextureBufferRange, b, GL_RGB8, buffer, 256, 256);
   ERR(INVALID_OPERATION, TextureBufferRange, b, GL_RGBA8, 1000, 256, 256);
   ERR(INVALID_VALUE, TextureBufferRange, b, GL_RGBA8, buffer, -256, 256);
   ERR(INVALID_VALUE, TextureBufferRange, b, GL_RGBA8, buffer, 256, 0);
   ERR(INVALID_VALUE, TextureBufferRange, b, GL_RGBA8, buffer, 1, 256);
   ERR(INVALID_VALUE, TextureBufferRange, b, GL_RGBA8, buffer, 1024, 256);
   OK(InvalidateTexImage, t2, 0);
   ERR(INVALID_VALUE, InvalidateTexImage, 1000, 0);
   ERR(INVALID_VALUE, InvalidateTexImage, t2, -1);
   ERR(INVALID_VALUE, InvalidateTexImage, t2, 30);
   OK(InvalidateTexSubImage, t2, 0, 0, 0, 0, 4, 4, 1);
   ERR(INVALID_VALUE, InvalidateTexSubImage, 1000, 0, 0, 0, 0, 4, 4, 1);
   ERR(INVALID_VALUE, InvalidateTexSubImage, t2, -1, 0, 0, 0, 4, 4, 1);
   ERR(INVALID_VALUE, InvalidateTexSubImage, t2, 0, 5, 0, 0, 4, 4, 1);
   OK(ClearTexImage, t2, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, ClearTexImage, 1000, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, ClearTexImage, b, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, ClearTexImage, t2, 0, GL_RGBA_INTEGER, UBYTE, pixels);
   OK(ClearTexSubImage, t2, 0, 4, 4, 0, 4, 4, 1, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, ClearTexSubImage, 1000, 0, 4, 4, 0, 4, 4, 1, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, ClearTexSubImage, t2, 0, 5, 4, 0, 4, 4, 1, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, ClearTexSubImage, t2, 0, 4, 4, 0, 4, 4, 2, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, ClearTexSubImage, b, 0, 4, 4, 0, 4, 4, 1, RGBA, UBYTE, pixels);
   GLuint view, used = t2;
   gl.GenTextures(1, &view);
   ERR(INVALID_VALUE, TextureView, 0, GL_TEXTURE_2D, t2, GL_RGBA8, 0, 1, 0, 1);
   ERR(INVALID_OPERATION, TextureView, used, GL_TEXTURE_2D, t2, GL_RGBA8, 0, 1, 0, 1);
   ERR(INVALID_VALUE, TextureView, view, GL_TEXTURE_2D, 1000, GL_RGBA8, 0, 1, 0, 1);
   ERR(INVALID_OPERATION, TextureView, view, GL_TEXTURE_3D, t2, GL_RGBA8, 0, 1, 0, 1);
   ERR(INVALID_OPERATION, TextureView, view, GL_TEXTURE_2D, t2, GL_RG8, 0, 1, 0, 1);
   ERR(INVALID_VALUE, TextureView, view, GL_TEXTURE_2D, t2, GL_RGBA8, 7, 1, 0, 1);
   ERR(INVALID_VALUE, TextureView, view, GL_TEXTURE_2D, t2, GL_RGBA8, 0, 1, 7, 1);
   OK(TextureView, view, GL_TEXTURE_2D, t2, GL_RGBA8UI, 1, 1, 0, 1);
}

static void others(void)
{
   make_texture(GL_TEXTURE_2D, 8, 8);
   OK(GenerateMipmap, GL_TEXTURE_2D);
   ERR(INVALID_ENUM, GenerateMipmap, BAD);
   ERR(INVALID_ENUM, GenerateMipmap, GL_TEXTURE_2D_MULTISAMPLE);
   GLuint cube, b;
   gl.GenTextures(1, &cube);
   gl.BindTexture(GL_TEXTURE_CUBE_MAP, cube);
   gl.TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_RGBA8, 8, 8, 0, RGBA, UBYTE, NULL);
   ERR(INVALID_OPERATION, GenerateMipmap, GL_TEXTURE_CUBE_MAP);
   const GLuint buffer = make_buffer(GL_TEXTURE_BUFFER, 1024);
   gl.GenTextures(1, &b);
   gl.BindTexture(GL_TEXTURE_BUFFER, b);
   OK(TexBuffer, GL_TEXTURE_BUFFER, GL_RGBA8, buffer);
   ERR(INVALID_ENUM, TexBuffer, GL_TEXTURE_2D, GL_RGBA8, buffer);
   ERR(INVALID_ENUM, TexBuffer, GL_TEXTURE_BUFFER, GL_RGB8, buffer);
   ERR(INVALID_OPERATION, TexBuffer, GL_TEXTURE_BUFFER, GL_RGBA8, 1000);
   OK(TexBufferRange, GL_TEXTURE_BUFFER, GL_RGBA8, buffer, 256, 256);
   ERR(INVALID_ENUM, TexBufferRange, GL_TEXTURE_2D, GL_RGBA8, buffer, 256, 256);
   ERR(INVALID_ENUM, TexBufferRange, GL_TEXTURE_BUFFER, GL_RGB8, buffer, 256, 256);
   ERR(INVALID_OPERATION, TexBufferRange, GL_TEXTURE_BUFFER, GL_RGBA8, 1000, 256, 256);
   ERR(INVALID_VALUE, TexBufferRange, GL_TEXTURE_BUFFER, GL_RGBA8, buffer, -256, 256);
   ERR(INVALID_VALUE, TexBufferRange, GL_TEXTURE_BUFFER, GL_RGBA8, buffer, 0, 0);
   ERR(INVALID_VALUE, TexBufferRange, GL_TEXTURE_BUFFER, GL_RGBA8, buffer, 1, 256);
   ERR(INVALID_VALUE, TexBufferRange, GL_TEXTURE_BUFFER, GL_RGBA8, buffer, 1024, 256);
   if (!desktop())
      return;
   make_texture(GL_TEXTURE_2D, 8, 8);
   OK(GetTexImage, GL_TEXTURE_2D, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, GetTexImage, BAD, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, GetTexImage, GL_TEXTURE_CUBE_MAP, 0, RGBA, UBYTE, pixels);
   ERR(INVALID_ENUM, GetTexImage, GL_TEXTURE_2D, 0, BAD, UBYTE, pixels);
   ERR(INVALID_ENUM, GetTexImage, GL_TEXTURE_2D, 0, RGBA, BAD, pixels);
   ERR(INVALID_VALUE, GetTexImage, GL_TEXTURE_2D, -1, RGBA, UBYTE, pixels);
   ERR(INVALID_OPERATION, GetTexImage, GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, GL_FLOAT, pixels);
   ERR(INVALID_OPERATION, GetTexImage, GL_TEXTURE_2D, 0, GL_RGBA_INTEGER, UBYTE, pixels);
   ERR(INVALID_OPERATION, GetTexImage, GL_TEXTURE_2D, 0, RGBA, GL_UNSIGNED_SHORT_5_6_5, pixels);
   OK(GetnTexImage, GL_TEXTURE_2D, 0, RGBA, UBYTE, 256, pixels);
   ERR(INVALID_ENUM, GetnTexImage, BAD, 0, RGBA, UBYTE, 256, pixels);
   ERR(INVALID_OPERATION, GetnTexImage, GL_TEXTURE_2D, 0, RGBA, UBYTE, 255, pixels);
   make_buffer(GL_PIXEL_PACK_BUFFER, 64);
   ERR(INVALID_OPERATION, GetTexImage, GL_TEXTURE_2D, 0, RGBA, UBYTE, NULL);
   gl.BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
   OK(TextureBarrier);
   NO_ERROR(TextureBarrier);
}

void cmd_images(void)
{
   image_2d();
   image_3d();
   compressed();
   storage();
   if (has_extension("GL_EXT_texture_storage_compression"))
      storage_attribs();
   if (desktop())
      image_1d();
   copies();
   if (desktop())
      named();
   others();
}
