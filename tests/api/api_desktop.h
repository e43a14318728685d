/* api_desktop.h: commands of desktop OpenGL that the headers of OpenGL ES lack, and its enumerants. */
#ifndef API_DESKTOP_H
#define API_DESKTOP_H

#include "api_test.h"

/* Every command: return type, name without gl, parameters. */
#define DESKTOP_COMMANDS(C) \
   C(void, GetTexImage, (GLenum, GLint, GLenum, GLenum, void *)) \
   C(void, TexImage1D, (GLenum, GLint, GLint, GLsizei, GLint, GLenum, GLenum, const void *)) \
   C(void, TexSubImage1D, (GLenum, GLint, GLint, GLsizei, GLenum, GLenum, const void *)) \
   C(void, CopyTexImage1D, (GLenum, GLint, GLenum, GLint, GLint, GLsizei, GLint)) \
   C(void, CopyTexSubImage1D, (GLenum, GLint, GLint, GLint, GLint, GLsizei)) \
   C(void, TexImage2DMultisample, (GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLboolean)) \
   C(void, TexImage3DMultisample, (GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLsizei, GLboolean)) \
   C(void, GetCompressedTexImage, (GLenum, GLint, void *)) \
   C(void, TextureView, (GLuint, GLenum, GLuint, GLenum, GLuint, GLuint, GLuint, GLuint)) \
   C(void, ClearTexImage, (GLuint, GLint, GLenum, GLenum, const void *)) \
   C(void, ClearTexSubImage, (GLuint, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei, GLenum, GLenum, const void *)) \
   C(void, TexStorage1D, (GLenum, GLsizei, GLenum, GLsizei)) \
   C(void, GetTextureSubImage, (GLuint, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei, GLenum, GLenum, GLsizei, void *)) \
   C(void, GetCompressedTextureSubImage, (GLuint, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei, GLsizei, void *)) \
   C(void, TextureBarrier, (void)) \
   C(void, BindTextures, (GLuint, GLsizei, const GLuint *)) \
   C(void, PatchParameterfv, (GLenum, const GLfloat *)) \
   C(void, PrimitiveRestartIndex, (GLuint)) \
   C(void, BindSamplers, (GLuint, GLsizei, const GLuint *))

/* Function pointers that api_main.c looks up; NULL in contexts without the command. */
struct api_desktop {
#define C(type, name, parameters) type (*name) parameters;
   DESKTOP_COMMANDS(C)
#undef C
};
extern struct api_desktop desktop;

#ifndef GL_BGR
#define GL_BGR 0x80E0
#define GL_BGRA 0x80E1
#define GL_GREEN_INTEGER 0x8D95
#define GL_BLUE_INTEGER 0x8D96
#define GL_BGR_INTEGER 0x8D9A
#define GL_BGRA_INTEGER 0x8D9B
#define GL_UNSIGNED_BYTE_3_3_2 0x8032
#define GL_UNSIGNED_BYTE_2_3_3_REV 0x8362
#define GL_UNSIGNED_SHORT_5_6_5_REV 0x8364
#define GL_UNSIGNED_SHORT_4_4_4_4_REV 0x8365
#define GL_UNSIGNED_SHORT_1_5_5_5_REV 0x8366
#define GL_UNSIGNED_INT_8_8_8_8 0x8035
#define GL_UNSIGNED_INT_8_8_8_8_REV 0x8367
#define GL_UNSIGNED_INT_10_10_10_2 0x8036
#define GL_R16 0x822A
#define GL_RG16 0x822C
#define GL_RGB16 0x8054
#define GL_RGBA16 0x805B
#define GL_R16_SNORM 0x8F98
#define GL_RG16_SNORM 0x8F99
#define GL_RGB16_SNORM 0x8F9A
#define GL_RGBA16_SNORM 0x8F9B
#define GL_R3_G3_B2 0x2A10
#define GL_RGB4 0x804F
#define GL_RGB5 0x8050
#define GL_RGB10 0x8052
#define GL_RGB12 0x8053
#define GL_RGBA2 0x8055
#define GL_RGBA12 0x805A
#define GL_SRGB_ALPHA 0x8C42
#define GL_COMPRESSED_RED 0x8225
#define GL_COMPRESSED_RG 0x8226
#define GL_COMPRESSED_RGB 0x84ED
#define GL_COMPRESSED_RGBA 0x84EE
#define GL_COMPRESSED_SRGB 0x8C48
#define GL_COMPRESSED_SRGB_ALPHA 0x8C49
#define GL_DEPTH_COMPONENT32 0x81A7
#define GL_UNPACK_SWAP_BYTES 0x0CF0
#define GL_PACK_SWAP_BYTES 0x0D00
#define GL_PACK_IMAGE_HEIGHT 0x806C
#define GL_PACK_SKIP_IMAGES 0x806B
#define GL_TEXTURE_1D 0x0DE0
#define GL_TEXTURE_1D_ARRAY 0x8C18
#define GL_TEXTURE_RECTANGLE 0x84F5
#endif

#endif
