/* cmd_framebuffers.c: framebuffers and renderbuffers, clears, reads, blits (OpenGL 4.6, chapters 9, 17.4 and 18). */
#include "commands.h"

static uint8_t pixels[4096];
enum { FB = GL_FRAMEBUFFER, RB = GL_RENDERBUFFER, COLOR0 = GL_COLOR_ATTACHMENT0, LARGE = 100000 };

static void renderbuffers(void)
{
   GLuint name[2] = {0};
   GLint i[4];
   OK(GenRenderbuffers, 2, name);
   ERR(INVALID_VALUE, GenRenderbuffers, -1, name);
   OK(BindRenderbuffer, RB, name[0]);
   ERR(INVALID_ENUM, BindRenderbuffer, BAD, name[0]);
   if (api == CORE46)
      ERR(INVALID_OPERATION, BindRenderbuffer, RB, 1000);
   OK(IsRenderbuffer, name[0]);
   NO_ERROR(IsRenderbuffer);
   EXPECT(gl.IsRenderbuffer(name[0]), GL_TRUE);
   EXPECT(gl.IsRenderbuffer(name[1]), GL_FALSE);
   OK(RenderbufferStorage, RB, GL_RGBA8, 16, 16);
   ERR(INVALID_ENUM, RenderbufferStorage, BAD, GL_RGBA8, 16, 16);
   ERR(INVALID_ENUM, RenderbufferStorage, RB, BAD, 16, 16);
   ERR(INVALID_VALUE, RenderbufferStorage, RB, GL_RGBA8, -1, 16);
   ERR(INVALID_VALUE, RenderbufferStorage, RB, GL_RGBA8, 16, LARGE);
   OK(RenderbufferStorageMultisample, RB, 4, GL_RGBA8, 16, 16);
   ERR(INVALID_ENUM, RenderbufferStorageMultisample, BAD, 4, GL_RGBA8, 16, 16);
   ERR(INVALID_ENUM, RenderbufferStorageMultisample, RB, 4, BAD, 16, 16);
   ERR(INVALID_VALUE, RenderbufferStorageMultisample, RB, -1, GL_RGBA8, 16, 16);
   ERR(INVALID_VALUE, RenderbufferStorageMultisample, RB, 4, GL_RGBA8, LARGE, 16);
   ERR(INVALID_OPERATION, RenderbufferStorageMultisample, RB, 1000, GL_RGBA8, 16, 16);
   OK(RenderbufferStorageMultisampleAdvancedAMD, RB, 4, 2, GL_RGBA8, 16, 16);
   OK(RenderbufferStorageMultisampleAdvancedAMD, RB, 4, 4, GL_DEPTH24_STENCIL8, 16, 16);
   ERR(INVALID_ENUM, RenderbufferStorageMultisampleAdvancedAMD, BAD, 4, 4, GL_RGBA8, 16, 16);
   ERR(INVALID_ENUM, RenderbufferStorageMultisampleAdvancedAMD, RB, 4, 4, BAD, 16, 16);
   ERR(INVALID_VALUE, RenderbufferStorageMultisampleAdvancedAMD, RB, -1, 0, GL_RGBA8, 16, 16);
   ERR(INVALID_VALUE, RenderbufferStorageMultisampleAdvancedAMD, RB, 4, -1, GL_RGBA8, 16, 16);
   ERR(INVALID_VALUE, RenderbufferStorageMultisampleAdvancedAMD, RB, 4, 4, GL_RGBA8, LARGE, 16);
   ERR(INVALID_OPERATION, RenderbufferStorageMultisampleAdvancedAMD, RB, 2, 4, GL_RGBA8, 16, 16);
   ERR(INVALID_OPERATION, RenderbufferStorageMultisampleAdvancedAMD, RB, 0, 1, GL_RGBA8, 16, 16);
   ERR(INVALID_OPERATION, RenderbufferStorageMultisampleAdvancedAMD, RB, 1000, 4, GL_RGBA8, 16, 16);
   ERR(INVALID_OPERATION, RenderbufferStorageMultisampleAdvancedAMD, RB, 4, 2, GL_DEPTH24_STENCIL8, 16, 16);
   OK(GetRenderbufferParameteriv, RB, GL_RENDERBUFFER_WIDTH, i);
   EXPECT(i[0], 16);
   ERR(INVALID_ENUM, GetRenderbufferParameteriv, BAD, GL_RENDERBUFFER_WIDTH, i);
   ERR(INVALID_ENUM, GetRenderbufferParameteriv, RB, BAD, i);
   OK(BindRenderbuffer, RB, 0);
   ERR(INVALID_OPERATION, RenderbufferStorage, RB, GL_RGBA8, 16, 16);
   ERR(INVALID_OPERATION, RenderbufferStorageMultisample, RB, 4, GL_RGBA8, 16, 16);
   ERR(INVALID_OPERATION, GetRenderbufferParameteriv, RB, GL_RENDERBUFFER_WIDTH, i);
   OK(DeleteRenderbuffers, 2, name);
   ERR(INVALID_VALUE, DeleteRenderbuffers, -1, name);
   if (!desktop())
      return;
   OK(CreateRenderbuffers, 1, name);
   ERR(INVALID_VALUE, CreateRenderbuffers, -1, name);
   OK(NamedRenderbufferStorage, name[0], GL_RGBA8, 16, 16);
   ERR(INVALID_OPERATION, NamedRenderbufferStorage, 1000, GL_RGBA8, 16, 16);
   ERR(INVALID_ENUM, NamedRenderbufferStorage, name[0], BAD, 16, 16);
   ERR(INVALID_VALUE, NamedRenderbufferStorage, name[0], GL_RGBA8, -1, 16);
   OK(NamedRenderbufferStorageMultisample, name[0], 4, GL_RGBA8, 16, 16);
   ERR(INVALID_OPERATION, NamedRenderbufferStorageMultisample, 1000, 4, GL_RGBA8, 16, 16);
   ERR(INVALID_ENUM, NamedRenderbufferStorageMultisample, name[0], 4, BAD, 16, 16);
   ERR(INVALID_VALUE, NamedRenderbufferStorageMultisample, name[0], -1, GL_RGBA8, 16, 16);
   ERR(INVALID_OPERATION, NamedRenderbufferStorageMultisample, name[0], 1000, GL_RGBA8, 16, 16);
   OK(GetNamedRenderbufferParameteriv, name[0], GL_RENDERBUFFER_SAMPLES, i);
   EXPECT(i[0], 4);
   OK(NamedRenderbufferStorageMultisampleAdvancedAMD, name[0], 4, 2, GL_RGBA8, 16, 16);
   ERR(INVALID_OPERATION, NamedRenderbufferStorageMultisampleAdvancedAMD, 1000, 4, 4, GL_RGBA8, 16, 16);
   ERR(INVALID_ENUM, NamedRenderbufferStorageMultisampleAdvancedAMD, name[0], 4, 4, BAD, 16, 16);
   ERR(INVALID_VALUE, NamedRenderbufferStorageMultisampleAdvancedAMD, name[0], 4, -1, GL_RGBA8, 16, 16);
   ERR(INVALID_OPERATION, NamedRenderbufferStorageMultisampleAdvancedAMD, name[0], 2, 4, GL_RGBA8, 16, 16);
   ERR(INVALID_OPERATION, NamedRenderbufferStorageMultisampleAdvancedAMD, name[0], 4, 2, GL_DEPTH_COMPONENT24, 16, 16);
   ERR(INVALID_OPERATION, GetNamedRenderbufferParameteriv, 1000, GL_RENDERBUFFER_SAMPLES, i);
   ERR(INVALID_ENUM, GetNamedRenderbufferParameteriv, name[0], BAD, i);
   if (compat()) {
      OK(BindRenderbufferEXT, RB, 0);
      ERR(INVALID_ENUM, BindRenderbufferEXT, BAD, 0);
   }
}

static void attachments(void)
{
   GLuint name[2] = {0}, renderbuffer, layers;
   GLint i[4];
   OK(GenFramebuffers, 2, name);
   ERR(INVALID_VALUE, GenFramebuffers, -1, name);
   OK(BindFramebuffer, FB, name[0]);
   ERR(INVALID_ENUM, BindFramebuffer, BAD, name[0]);
   if (api == CORE46)
      ERR(INVALID_OPERATION, BindFramebuffer, FB, 1000);
   OK(IsFramebuffer, name[0]);
   NO_ERROR(IsFramebuffer);
   EXPECT(gl.IsFramebuffer(name[0]), GL_TRUE);
   OK(CheckFramebufferStatus, FB);
   ERR(INVALID_ENUM, CheckFramebufferStatus, BAD);
   EXPECT(gl.CheckFramebufferStatus(FB), GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
   gl.GenRenderbuffers(1, &renderbuffer);
   gl.BindRenderbuffer(RB, renderbuffer);
   gl.RenderbufferStorage(RB, GL_RGBA8, 16, 16);
   OK(FramebufferRenderbuffer, FB, COLOR0, RB, renderbuffer);
   ERR(INVALID_ENUM, FramebufferRenderbuffer, BAD, COLOR0, RB, renderbuffer);
   ERR(INVALID_ENUM, FramebufferRenderbuffer, FB, BAD, RB, renderbuffer);
   ERR(INVALID_OPERATION, FramebufferRenderbuffer, FB, COLOR0 + 31, RB, renderbuffer);
   ERR(INVALID_ENUM, FramebufferRenderbuffer, FB, COLOR0, BAD, renderbuffer);
   ERR(INVALID_OPERATION, FramebufferRenderbuffer, FB, COLOR0, RB, 1000);
   const GLuint texture = make_texture(GL_TEXTURE_2D, 16, 16);
   OK(FramebufferTexture2D, FB, COLOR0, GL_TEXTURE_2D, texture, 0);
   ERR(INVALID_ENUM, FramebufferTexture2D, BAD, COLOR0, GL_TEXTURE_2D, texture, 0);
   ERR(INVALID_ENUM, FramebufferTexture2D, FB, BAD, GL_TEXTURE_2D, texture, 0);
   ERR(INVALID_OPERATION, FramebufferTexture2D, FB, COLOR0 + 31, GL_TEXTURE_2D, texture, 0);
   ERR(INVALID_OPERATION, FramebufferTexture2D, FB, COLOR0, GL_TEXTURE_CUBE_MAP_POSITIVE_X, texture, 0);
   ERR(INVALID_OPERATION, FramebufferTexture2D, FB, COLOR0, GL_TEXTURE_2D, 1000, 0);
   ERR(INVALID_VALUE, FramebufferTexture2D, FB, COLOR0, GL_TEXTURE_2D, texture, -1);
   ERR(INVALID_VALUE, FramebufferTexture2D, FB, COLOR0, GL_TEXTURE_2D, texture, 30);
   OK(FramebufferTexture, FB, COLOR0, texture, 0);
   ERR(INVALID_ENUM, FramebufferTexture, BAD, COLOR0, texture, 0);
   ERR(INVALID_ENUM, FramebufferTexture, FB, BAD, texture, 0);
   ERR(INVALID_VALUE, FramebufferTexture, FB, COLOR0, 1000, 0);
   ERR(INVALID_VALUE, FramebufferTexture, FB, COLOR0, texture, -1);
   gl.GenTextures(1, &layers);
   gl.BindTexture(GL_TEXTURE_2D_ARRAY, layers);
   gl.TexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, 16, 16, 4);
   OK(FramebufferTextureLayer, FB, COLOR0, layers, 0, 3);
   ERR(INVALID_ENUM, FramebufferTextureLayer, BAD, COLOR0, layers, 0, 0);
   ERR(INVALID_ENUM, FramebufferTextureLayer, FB, BAD, layers, 0, 0);
   ERR(INVALID_OPERATION, FramebufferTextureLayer, FB, COLOR0, texture, 0, 0);
   ERR(INVALID_VALUE, FramebufferTextureLayer, FB, COLOR0, layers, 0, -1);
   ERR(INVALID_VALUE, FramebufferTextureLayer, FB, COLOR0, layers, 0, LARGE);
   ERR(INVALID_VALUE, FramebufferTextureLayer, FB, COLOR0, layers, -1, 0);
   OK(GetFramebufferAttachmentParameteriv, FB, COLOR0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER, i);
   EXPECT(i[0], 3);
   ERR(INVALID_ENUM, GetFramebufferAttachmentParameteriv, BAD, COLOR0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER, i);
   ERR(INVALID_ENUM, GetFramebufferAttachmentParameteriv, FB, BAD, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER, i);
   ERR(INVALID_ENUM, GetFramebufferAttachmentParameteriv, FB, COLOR0, BAD, i);
   ERR(INVALID_OPERATION, GetFramebufferAttachmentParameteriv, FB, COLOR0 + 1, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER, i);
   OK(FramebufferParameteri, FB, GL_FRAMEBUFFER_DEFAULT_WIDTH, 16);
   ERR(INVALID_ENUM, FramebufferParameteri, BAD, GL_FRAMEBUFFER_DEFAULT_WIDTH, 16);
   ERR(INVALID_ENUM, FramebufferParameteri, FB, BAD, 16);
   ERR(INVALID_VALUE, FramebufferParameteri, FB, GL_FRAMEBUFFER_DEFAULT_WIDTH, -1);
   ERR(INVALID_VALUE, FramebufferParameteri, FB, GL_FRAMEBUFFER_DEFAULT_HEIGHT, LARGE);
   OK(GetFramebufferParameteriv, FB, GL_FRAMEBUFFER_DEFAULT_WIDTH, i);
   EXPECT(i[0], 16);
   ERR(INVALID_ENUM, GetFramebufferParameteriv, BAD, GL_FRAMEBUFFER_DEFAULT_WIDTH, i);
   ERR(INVALID_ENUM, GetFramebufferParameteriv, FB, BAD, i);
   if (desktop()) {
      GLuint line, volume;
      gl.GenTextures(1, &line);
      gl.BindTexture(GL_TEXTURE_1D, line);
      gl.TexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      gl.GenTextures(1, &volume);
      gl.BindTexture(GL_TEXTURE_3D, volume);
      gl.TexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 16, 16, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      OK(FramebufferTexture1D, FB, COLOR0, GL_TEXTURE_1D, line, 0);
      ERR(INVALID_ENUM, FramebufferTexture1D, BAD, COLOR0, GL_TEXTURE_1D, line, 0);
      ERR(INVALID_ENUM, FramebufferTexture1D, FB, BAD, GL_TEXTURE_1D, line, 0);
      ERR(INVALID_OPERATION, FramebufferTexture1D, FB, COLOR0, GL_TEXTURE_1D, texture, 0);
      ERR(INVALID_VALUE, FramebufferTexture1D, FB, COLOR0, GL_TEXTURE_1D, line, -1);
      OK(FramebufferTexture3D, FB, COLOR0, GL_TEXTURE_3D, volume, 0, 2);
      ERR(INVALID_ENUM, FramebufferTexture3D, BAD, COLOR0, GL_TEXTURE_3D, volume, 0, 2);
      ERR(INVALID_ENUM, FramebufferTexture3D, FB, BAD, GL_TEXTURE_3D, volume, 0, 2);
      ERR(INVALID_OPERATION, FramebufferTexture3D, FB, COLOR0, GL_TEXTURE_3D, texture, 0, 0);
      ERR(INVALID_VALUE, FramebufferTexture3D, FB, COLOR0, GL_TEXTURE_3D, volume, -1, 0);
      ERR(INVALID_VALUE, FramebufferTexture3D, FB, COLOR0, GL_TEXTURE_3D, volume, 0, -1);
   }
   gl.BindFramebuffer(FB, 0);
   ERR(INVALID_OPERATION, FramebufferRenderbuffer, FB, COLOR0, RB, renderbuffer);
   ERR(INVALID_OPERATION, FramebufferTexture2D, FB, COLOR0, GL_TEXTURE_2D, texture, 0);
   ERR(INVALID_OPERATION, FramebufferTexture, FB, COLOR0, texture, 0);
   ERR(INVALID_OPERATION, FramebufferTextureLayer, FB, COLOR0, layers, 0, 0);
   ERR(INVALID_OPERATION, FramebufferParameteri, FB, GL_FRAMEBUFFER_DEFAULT_WIDTH, 16);
   OK(DeleteFramebuffers, 2, name);
   ERR(INVALID_VALUE, DeleteFramebuffers, -1, name);
   gl.BindFramebuffer(FB, default_fbo);
   if (compat()) {
      OK(BindFramebufferEXT, FB, default_fbo);
      ERR(INVALID_ENUM, BindFramebufferEXT, BAD, default_fbo);
   }
   if (has_extension("GL_OVR_multiview")) {
      gl.GenFramebuffers(1, name);
      gl.BindFramebuffer(FB, name[0]);
      OK(FramebufferTextureMultiviewOVR, FB, COLOR0, layers, 0, 1, 2);
      OK(GetFramebufferAttachmentParameteriv, FB, COLOR0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_NUM_VIEWS_OVR, i);
      EXPECT(i[0], 2);
      ERR(INVALID_ENUM, FramebufferTextureMultiviewOVR, BAD, COLOR0, layers, 0, 0, 2);
      ERR(INVALID_ENUM, FramebufferTextureMultiviewOVR, FB, BAD, layers, 0, 0, 2);
      ERR(INVALID_OPERATION, FramebufferTextureMultiviewOVR, FB, COLOR0, texture, 0, 0, 2);
      ERR(INVALID_OPERATION, FramebufferTextureMultiviewOVR, FB, COLOR0, 1000, 0, 0, 2);
      ERR(INVALID_VALUE, FramebufferTextureMultiviewOVR, FB, COLOR0, layers, 0, 0, 0);
      ERR(INVALID_VALUE, FramebufferTextureMultiviewOVR, FB, COLOR0, layers, 0, 0, 1000);
      ERR(INVALID_VALUE, FramebufferTextureMultiviewOVR, FB, COLOR0, layers, 0, -1, 2);
      ERR(INVALID_VALUE, FramebufferTextureMultiviewOVR, FB, COLOR0, layers, 0, LARGE, 2);
      ERR(INVALID_VALUE, FramebufferTextureMultiviewOVR, FB, COLOR0, layers, -1, 0, 2);
      gl.BindFramebuffer(FB, 0);
      ERR(INVALID_OPERATION, FramebufferTextureMultiviewOVR, FB, COLOR0, layers, 0, 0, 2);
      gl.BindFramebuffer(FB, default_fbo);
      gl.DeleteFramebuffers(1, name);
   }
   if (has_extension("GL_MESA_framebuffer_flip_y")) {
      OK(FramebufferParameteriMESA, FB, GL_FRAMEBUFFER_FLIP_Y_MESA, 0);
      ERR(INVALID_ENUM, FramebufferParameteriMESA, BAD, GL_FRAMEBUFFER_FLIP_Y_MESA, 0);
      ERR(INVALID_ENUM, FramebufferParameteriMESA, FB, BAD, 0);
      OK(GetFramebufferParameterivMESA, FB, GL_FRAMEBUFFER_FLIP_Y_MESA, i);
      ERR(INVALID_ENUM, GetFramebufferParameterivMESA, BAD, GL_FRAMEBUFFER_FLIP_Y_MESA, i);
      ERR(INVALID_ENUM, GetFramebufferParameterivMESA, FB, BAD, i);
   }
}

static void draw_and_read_buffers(void)
{
   const GLenum some[] = {GL_NONE, COLOR0 + 1}, own[] = {COLOR0}, twice[] = {COLOR0, COLOR0}, back[] = {GL_BACK};
   const GLenum unknown[] = {BAD}, large[] = {COLOR0 + 31};
   OK(DrawBuffers, 1, own);
   OK(DrawBuffers, 2, some);
   ERR(INVALID_VALUE, DrawBuffers, -1, own);
   ERR(INVALID_VALUE, DrawBuffers, 1000, own);
   ERR(INVALID_ENUM, DrawBuffers, 1, unknown);
   ERR(INVALID_OPERATION, DrawBuffers, 2, twice);
   ERR(INVALID_OPERATION, DrawBuffers, 1, back);
   ERR(INVALID_OPERATION, DrawBuffers, 1, large);
   gl.DrawBuffers(1, own);
   OK(ReadBuffer, COLOR0);
   ERR(INVALID_ENUM, ReadBuffer, BAD);
   ERR(INVALID_OPERATION, ReadBuffer, GL_BACK);
   ERR(INVALID_OPERATION, ReadBuffer, COLOR0 + 31);
   if (desktop()) {
      OK(DrawBuffer, COLOR0);
      ERR(INVALID_ENUM, DrawBuffer, BAD);
      ERR(INVALID_OPERATION, DrawBuffer, GL_BACK);
      ERR(INVALID_OPERATION, DrawBuffer, COLOR0 + 31);
   }
}

static void clears(void)
{
   const GLfloat f[4] = {0, 0, 0, 1};
   const GLint i[4] = {0};
   const GLuint u[4] = {0};
   OK(Clear, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   ERR(INVALID_VALUE, Clear, 1);
   if (!compat())
      ERR(INVALID_VALUE, Clear, GL_ACCUM_BUFFER_BIT);
   OK(ClearColor, 1, 2, 3, 4);
   NO_ERROR(ClearColor);
   OK(ClearDepthf, 0.5f);
   NO_ERROR(ClearDepthf);
   OK(ClearStencil, 5);
   NO_ERROR(ClearStencil);
   OK(ClearBufferfv, GL_COLOR, 0, f);
   OK(ClearBufferfv, GL_DEPTH, 0, f);
   ERR(INVALID_ENUM, ClearBufferfv, BAD, 0, f);
   ERR(INVALID_ENUM, ClearBufferfv, GL_STENCIL, 0, f);
   ERR(INVALID_VALUE, ClearBufferfv, GL_COLOR, -1, f);
   ERR(INVALID_VALUE, ClearBufferfv, GL_COLOR, 1000, f);
   ERR(INVALID_VALUE, ClearBufferfv, GL_DEPTH, 1, f);
   OK(ClearBufferiv, GL_STENCIL, 0, i);
   ERR(INVALID_ENUM, ClearBufferiv, GL_DEPTH, 0, i);
   ERR(INVALID_VALUE, ClearBufferiv, GL_COLOR, 1000, i);
   ERR(INVALID_VALUE, ClearBufferiv, GL_STENCIL, 1, i);
   OK(ClearBufferuiv, GL_COLOR, 1, u);
   ERR(INVALID_ENUM, ClearBufferuiv, GL_DEPTH, 0, u);
   ERR(INVALID_ENUM, ClearBufferuiv, GL_STENCIL, 0, u);
   ERR(INVALID_VALUE, ClearBufferuiv, GL_COLOR, 1000, u);
   OK(ClearBufferfi, GL_DEPTH_STENCIL, 0, 1, 0);
   ERR(INVALID_ENUM, ClearBufferfi, GL_COLOR, 0, 1, 0);
   ERR(INVALID_VALUE, ClearBufferfi, GL_DEPTH_STENCIL, 1, 1, 0);
   if (desktop()) {
      OK(ClearDepth, 0.5);
      NO_ERROR(ClearDepth);
      OK(ClearColorIiEXT, 1, 2, 3, 4);
      NO_ERROR(ClearColorIiEXT);
      OK(ClearColorIuiEXT, 1, 2, 3, 4);
      NO_ERROR(ClearColorIuiEXT);
   }
   GLuint empty;
   gl.GenFramebuffers(1, &empty);
   gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, empty);
   ERR(INVALID_FRAMEBUFFER_OPERATION, Clear, GL_COLOR_BUFFER_BIT);
   ERR(INVALID_FRAMEBUFFER_OPERATION, ClearBufferfv, GL_DEPTH, 0, f);
   ERR(INVALID_FRAMEBUFFER_OPERATION, ClearBufferfi, GL_DEPTH_STENCIL, 0, 1, 0);
   gl.BindFramebuffer(FB, default_fbo);
}

static void reads(void)
{
   OK(ReadPixels, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   ERR(INVALID_ENUM, ReadPixels, 0, 0, 4, 4, BAD, GL_UNSIGNED_BYTE, pixels);
   ERR(INVALID_ENUM, ReadPixels, 0, 0, 4, 4, GL_RGBA, BAD, pixels);
   ERR(INVALID_VALUE, ReadPixels, 0, 0, -1, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   ERR(INVALID_VALUE, ReadPixels, 0, 0, 4, -1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   ERR(INVALID_OPERATION, ReadPixels, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, pixels);
   ERR(INVALID_OPERATION, ReadPixels, 0, 0, 4, 4, GL_RGBA_INTEGER, GL_UNSIGNED_INT, pixels);
   OK(ReadnPixels, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, 64, pixels);
   ERR(INVALID_OPERATION, ReadnPixels, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, 63, pixels);
   ERR(INVALID_ENUM, ReadnPixels, 0, 0, 4, 4, BAD, GL_UNSIGNED_BYTE, 64, pixels);
   ERR(INVALID_VALUE, ReadnPixels, 0, 0, -1, 4, GL_RGBA, GL_UNSIGNED_BYTE, 64, pixels);
   make_buffer(GL_PIXEL_PACK_BUFFER, 32);
   ERR(INVALID_OPERATION, ReadPixels, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   gl.MapBufferRange(GL_PIXEL_PACK_BUFFER, 0, 32, GL_MAP_READ_BIT);
   ERR(INVALID_OPERATION, ReadPixels, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   gl.UnmapBuffer(GL_PIXEL_PACK_BUFFER);
   gl.BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
   gl.ReadBuffer(GL_NONE);
   ERR(INVALID_OPERATION, ReadPixels, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   gl.ReadBuffer(COLOR0);
   GLuint empty;
   gl.GenFramebuffers(1, &empty);
   gl.BindFramebuffer(GL_READ_FRAMEBUFFER, empty);
   ERR(INVALID_FRAMEBUFFER_OPERATION, ReadPixels, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   ERR(INVALID_FRAMEBUFFER_OPERATION, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   gl.BindFramebuffer(FB, default_fbo);
}

static GLuint framebuffer(GLsizei samples, GLenum color, GLenum depth)
{
   GLuint fbo, renderbuffers[2];
   gl.GenFramebuffers(1, &fbo);
   gl.BindFramebuffer(FB, fbo);
   gl.GenRenderbuffers(2, renderbuffers);
   for (unsigned i = 0; i < 2; i++) {
      gl.BindRenderbuffer(RB, renderbuffers[i]);
      gl.RenderbufferStorageMultisample(RB, samples, i ? depth : color, 16, 16);
      gl.FramebufferRenderbuffer(FB, i ? GL_DEPTH_ATTACHMENT : COLOR0, RB, renderbuffers[i]);
   }
   return fbo;
}

static void blits(void)
{
   const GLuint same = framebuffer(0, GL_RGBA8, GL_DEPTH24_STENCIL8), integer = framebuffer(0, GL_RGBA8UI, GL_DEPTH_COMPONENT16);
   const GLuint samples = framebuffer(4, GL_RGBA8, GL_DEPTH_COMPONENT24);
   gl.BindFramebuffer(FB, default_fbo);
   gl.BindFramebuffer(GL_READ_FRAMEBUFFER, same);
   OK(BlitFramebuffer, 0, 0, 4, 4, 4, 4, 8, 8, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   ERR(INVALID_VALUE, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, 1, GL_NEAREST);
   ERR(INVALID_ENUM, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, BAD);
   ERR(INVALID_OPERATION, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, GL_DEPTH_BUFFER_BIT, GL_LINEAR);
   gl.BindFramebuffer(GL_READ_FRAMEBUFFER, integer);
   ERR(INVALID_OPERATION, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   ERR(INVALID_OPERATION, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, GL_DEPTH_BUFFER_BIT, GL_NEAREST);
   gl.BindFramebuffer(GL_READ_FRAMEBUFFER, samples);
   OK(BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   ERR(INVALID_OPERATION, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 8, 8, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   ERR(INVALID_OPERATION, ReadPixels, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   gl.BindFramebuffer(FB, default_fbo);
   if (!desktop())
      return;
   OK(BlitNamedFramebuffer, same, default_fbo, 0, 0, 4, 4, 0, 0, 8, 8, GL_COLOR_BUFFER_BIT, GL_LINEAR);
   ERR(INVALID_OPERATION, BlitNamedFramebuffer, 1000, default_fbo, 0, 0, 4, 4, 0, 0, 8, 8, GL_COLOR_BUFFER_BIT, GL_LINEAR);
   ERR(INVALID_OPERATION, BlitNamedFramebuffer, same, 1000, 0, 0, 4, 4, 0, 0, 8, 8, GL_COLOR_BUFFER_BIT, GL_LINEAR);
   ERR(INVALID_VALUE, BlitNamedFramebuffer, same, default_fbo, 0, 0, 4, 4, 0, 0, 8, 8, 1, GL_LINEAR);
   ERR(INVALID_ENUM, BlitNamedFramebuffer, same, default_fbo, 0, 0, 4, 4, 0, 0, 8, 8, GL_COLOR_BUFFER_BIT, BAD);
}

static void invalidations(void)
{
   const GLenum own[] = {COLOR0, GL_DEPTH_ATTACHMENT}, unknown[] = {BAD}, window[] = {GL_COLOR}, large[] = {COLOR0 + 31};
   OK(InvalidateFramebuffer, FB, 2, own);
   ERR(INVALID_ENUM, InvalidateFramebuffer, BAD, 2, own);
   ERR(INVALID_VALUE, InvalidateFramebuffer, FB, -1, own);
   ERR(INVALID_ENUM, InvalidateFramebuffer, FB, 1, unknown);
   ERR(INVALID_OPERATION, InvalidateFramebuffer, FB, 1, large);
   OK(InvalidateSubFramebuffer, FB, 2, own, 0, 0, 4, 4);
   ERR(INVALID_ENUM, InvalidateSubFramebuffer, BAD, 2, own, 0, 0, 4, 4);
   ERR(INVALID_VALUE, InvalidateSubFramebuffer, FB, -1, own, 0, 0, 4, 4);
   ERR(INVALID_VALUE, InvalidateSubFramebuffer, FB, 2, own, 0, 0, -4, 4);
   ERR(INVALID_ENUM, InvalidateSubFramebuffer, FB, 1, unknown, 0, 0, 4, 4);
   if (!desktop()) {
      OK(DiscardFramebufferEXT, FB, 2, own);
      ERR(INVALID_ENUM, DiscardFramebufferEXT, BAD, 2, own);
      ERR(INVALID_VALUE, DiscardFramebufferEXT, FB, -1, own);
      ERR(INVALID_ENUM, DiscardFramebufferEXT, FB, 1, window);
      if (has_extension("GL_EXT_shader_framebuffer_fetch_non_coherent"))
         OK(FramebufferFetchBarrierEXT);
      NO_ERROR(FramebufferFetchBarrierEXT);
   }
}

static void named(void)
{
   GLuint fbo, renderbuffer, texture, layers;
   GLint i[4];
   const GLfloat f[4] = {0};
   const GLint zero[4] = {0};
   const GLuint u[4] = {0};
   const GLenum own[] = {COLOR0}, unknown[] = {BAD};
   OK(CreateFramebuffers, 1, &fbo);
   ERR(INVALID_VALUE, CreateFramebuffers, -1, &fbo);
   gl.CreateRenderbuffers(1, &renderbuffer);
   gl.NamedRenderbufferStorage(renderbuffer, GL_RGBA8, 16, 16);
   gl.CreateTextures(GL_TEXTURE_2D, 1, &texture);
   gl.TextureStorage2D(texture, 1, GL_RGBA8, 16, 16);
   gl.CreateTextures(GL_TEXTURE_2D_ARRAY, 1, &layers);
   gl.TextureStorage3D(layers, 1, GL_RGBA8, 16, 16, 4);
   OK(NamedFramebufferTexture, fbo, COLOR0, texture, 0);
   ERR(INVALID_OPERATION, NamedFramebufferTexture, 1000, COLOR0, texture, 0);
   ERR(INVALID_ENUM, NamedFramebufferTexture, fbo, BAD, texture, 0);
   ERR(INVALID_VALUE, NamedFramebufferTexture, fbo, COLOR0, 1000, 0);
   ERR(INVALID_VALUE, NamedFramebufferTexture, fbo, COLOR0, texture, -1);
   OK(NamedFramebufferTextureLayer, fbo, COLOR0, layers, 0, 2);
   ERR(INVALID_OPERATION, NamedFramebufferTextureLayer, 1000, COLOR0, layers, 0, 2);
   ERR(INVALID_ENUM, NamedFramebufferTextureLayer, fbo, BAD, layers, 0, 2);
   ERR(INVALID_VALUE, NamedFramebufferTextureLayer, fbo, COLOR0, layers, 0, -1);
   OK(NamedFramebufferRenderbuffer, fbo, COLOR0, RB, renderbuffer);
   ERR(INVALID_OPERATION, NamedFramebufferRenderbuffer, 1000, COLOR0, RB, renderbuffer);
   ERR(INVALID_ENUM, NamedFramebufferRenderbuffer, fbo, BAD, RB, renderbuffer);
   ERR(INVALID_ENUM, NamedFramebufferRenderbuffer, fbo, COLOR0, BAD, renderbuffer);
   ERR(INVALID_OPERATION, NamedFramebufferRenderbuffer, fbo, COLOR0, RB, 1000);
   OK(CheckNamedFramebufferStatus, fbo, FB);
   ERR(INVALID_OPERATION, CheckNamedFramebufferStatus, 1000, FB);
   ERR(INVALID_ENUM, CheckNamedFramebufferStatus, fbo, BAD);
   OK(NamedFramebufferParameteri, fbo, GL_FRAMEBUFFER_DEFAULT_WIDTH, 16);
   ERR(INVALID_OPERATION, NamedFramebufferParameteri, 1000, GL_FRAMEBUFFER_DEFAULT_WIDTH, 16);
   ERR(INVALID_ENUM, NamedFramebufferParameteri, fbo, BAD, 16);
   ERR(INVALID_VALUE, NamedFramebufferParameteri, fbo, GL_FRAMEBUFFER_DEFAULT_WIDTH, -1);
   OK(GetNamedFramebufferParameteriv, fbo, GL_FRAMEBUFFER_DEFAULT_WIDTH, i);
   ERR(INVALID_OPERATION, GetNamedFramebufferParameteriv, 1000, GL_FRAMEBUFFER_DEFAULT_WIDTH, i);
   ERR(INVALID_ENUM, GetNamedFramebufferParameteriv, fbo, BAD, i);
   OK(GetNamedFramebufferAttachmentParameteriv, fbo, COLOR0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, i);
   EXPECT(i[0], renderbuffer);
   ERR(INVALID_OPERATION, GetNamedFramebufferAttachmentParameteriv, 1000, COLOR0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, i);
   ERR(INVALID_ENUM, GetNamedFramebufferAttachmentParameteriv, fbo, BAD, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, i);
   ERR(INVALID_ENUM, GetNamedFramebufferAttachmentParameteriv, fbo, COLOR0, BAD, i);
   OK(NamedFramebufferDrawBuffer, fbo, COLOR0);
   ERR(INVALID_OPERATION, NamedFramebufferDrawBuffer, 1000, COLOR0);
   ERR(INVALID_ENUM, NamedFramebufferDrawBuffer, fbo, BAD);
   OK(NamedFramebufferDrawBuffers, fbo, 1, own);
   ERR(INVALID_OPERATION, NamedFramebufferDrawBuffers, 1000, 1, own);
   ERR(INVALID_VALUE, NamedFramebufferDrawBuffers, fbo, -1, own);
   ERR(INVALID_ENUM, NamedFramebufferDrawBuffers, fbo, 1, unknown);
   OK(NamedFramebufferReadBuffer, fbo, COLOR0);
   ERR(INVALID_OPERATION, NamedFramebufferReadBuffer, 1000, COLOR0);
   ERR(INVALID_ENUM, NamedFramebufferReadBuffer, fbo, BAD);
   OK(ClearNamedFramebufferfv, fbo, GL_COLOR, 0, f);
   ERR(INVALID_OPERATION, ClearNamedFramebufferfv, 1000, GL_COLOR, 0, f);
   ERR(INVALID_ENUM, ClearNamedFramebufferfv, fbo, BAD, 0, f);
   ERR(INVALID_VALUE, ClearNamedFramebufferfv, fbo, GL_COLOR, -1, f);
   OK(ClearNamedFramebufferiv, fbo, GL_STENCIL, 0, zero);
   ERR(INVALID_OPERATION, ClearNamedFramebufferiv, 1000, GL_STENCIL, 0, zero);
   ERR(INVALID_ENUM, ClearNamedFramebufferiv, fbo, BAD, 0, zero);
   OK(ClearNamedFramebufferuiv, fbo, GL_COLOR, 1, u);
   ERR(INVALID_OPERATION, ClearNamedFramebufferuiv, 1000, GL_COLOR, 1, u);
   ERR(INVALID_ENUM, ClearNamedFramebufferuiv, fbo, BAD, 0, u);
   OK(ClearNamedFramebufferfi, fbo, GL_DEPTH_STENCIL, 0, 1, 0);
   ERR(INVALID_OPERATION, ClearNamedFramebufferfi, 1000, GL_DEPTH_STENCIL, 0, 1, 0);
   ERR(INVALID_ENUM, ClearNamedFramebufferfi, fbo, BAD, 0, 1, 0);
   OK(InvalidateNamedFramebufferData, fbo, 1, own);
   ERR(INVALID_OPERATION, InvalidateNamedFramebufferData, 1000, 1, own);
   ERR(INVALID_VALUE, InvalidateNamedFramebufferData, fbo, -1, own);
   ERR(INVALID_ENUM, InvalidateNamedFramebufferData, fbo, 1, unknown);
   OK(InvalidateNamedFramebufferSubData, fbo, 1, own, 0, 0, 4, 4);
   ERR(INVALID_OPERATION, InvalidateNamedFramebufferSubData, 1000, 1, own, 0, 0, 4, 4);
   ERR(INVALID_VALUE, InvalidateNamedFramebufferSubData, fbo, 1, own, 0, 0, -4, 4);
   ERR(INVALID_ENUM, InvalidateNamedFramebufferSubData, fbo, 1, unknown, 0, 0, 4, 4);
}

static void sample_positions(void)
{
   GLfloat f[4];
   ERR(INVALID_VALUE, GetMultisamplefv, GL_SAMPLE_POSITION, 0, f); /* one sample: none has a position */
   framebuffer(4, GL_RGBA8, GL_DEPTH_COMPONENT24);
   OK(GetMultisamplefv, GL_SAMPLE_POSITION, 0, f);
   ERR(INVALID_ENUM, GetMultisamplefv, BAD, 0, f);
   ERR(INVALID_VALUE, GetMultisamplefv, GL_SAMPLE_POSITION, 1000, f);
   gl.BindFramebuffer(FB, default_fbo);
}

/* ARB_sample_locations; NV_sample_locations has the same commands. */
static void sample_locations(void)
{
   static const GLfloat xy[4] = { 0.25f, 0.75f, 1, 0 };
   GLfloat f[2];
   GLint size = 0, i[1];
   if (!has_extension(!desktop() ? "GL_NV_sample_locations" : "GL_ARB_sample_locations"))
      return;
   const GLuint fbo = framebuffer(4, GL_RGBA8, GL_DEPTH_COMPONENT24);
   gl.GetIntegerv(GL_PROGRAMMABLE_SAMPLE_LOCATION_TABLE_SIZE_ARB, &size);
   OK(FramebufferSampleLocationsfvARB, FB, size - 2, 2, xy);
   OK(GetMultisamplefv, GL_PROGRAMMABLE_SAMPLE_LOCATION_ARB, size - 1, f);
   EXPECT(f[0] * 16, 16);
   EXPECT(f[1] * 16, 0);
   OK(FramebufferSampleLocationsfvARB, FB, size, 0, xy);
   ERR(INVALID_VALUE, GetMultisamplefv, GL_PROGRAMMABLE_SAMPLE_LOCATION_ARB, size, f);
   ERR(INVALID_ENUM, FramebufferSampleLocationsfvARB, BAD, 0, 2, xy);
   ERR(INVALID_VALUE, FramebufferSampleLocationsfvARB, FB, size - 1, 2, xy);
   ERR(INVALID_VALUE, FramebufferSampleLocationsfvARB, FB, 0xffffffff, 2, xy);
   ERR(INVALID_VALUE, FramebufferSampleLocationsfvARB, FB, 0, -1, xy);
   OK(NamedFramebufferSampleLocationsfvARB, fbo, 0, 2, xy);
   ERR(INVALID_OPERATION, NamedFramebufferSampleLocationsfvARB, 1000, 0, 2, xy);
   ERR(INVALID_VALUE, NamedFramebufferSampleLocationsfvARB, fbo, size - 1, 2, xy);
   ERR(INVALID_VALUE, NamedFramebufferSampleLocationsfvARB, fbo, 0, -1, xy);
   OK(FramebufferParameteri, FB, GL_FRAMEBUFFER_PROGRAMMABLE_SAMPLE_LOCATIONS_ARB, 5);
   OK(FramebufferParameteri, FB, GL_FRAMEBUFFER_SAMPLE_LOCATION_PIXEL_GRID_ARB, -1);
   OK(GetFramebufferParameteriv, FB, GL_FRAMEBUFFER_SAMPLE_LOCATION_PIXEL_GRID_ARB, i);
   EXPECT(i[0], 1);
   OK(EvaluateDepthValuesARB);
   NO_ERROR(EvaluateDepthValuesARB);
   gl.BindFramebuffer(FB, default_fbo);
}

void cmd_framebuffers(void)
{
   renderbuffers();
   attachments();
   draw_and_read_buffers();
   clears();
   reads();
   blits();
   invalidations();
   sample_positions();
   sample_locations();
   if (desktop())
      named();
}
