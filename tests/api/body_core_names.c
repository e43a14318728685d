/* body_core_names.c: older names that contexts of the core profile list: formats of S3_s3tc, storage of EXT_texture_storage, sprites of
 * ARB_point_sprite. */
#include <string.h>

#include "api_test.h"

enum { GL_RGB_S3TC = 0x83A0, GL_POINT_SPRITE_ARB = 0x8861, COLUMN = API_SIZE / 4 };

static const char vertex[] = "#version 330\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

static void column(int i)
{
   api_rectangle((float)i / 2 - 1, -1, (float)(i + 1) / 2 - 1, 1);
}

static void new_texture(GLenum target)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(target, name);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

/* Columns: GL_RGB_S3TC, GL_RGB4_S3TC, GL_RGBA_S3TC, GL_RGBA4_S3TC. The blocks have one colour, with alpha 136 where it is stored. */
static void draw_s3tc(void)
{
   static const uint8_t dxt1[8] = {0x00, 0xf8, 0x1f, 0x00};
   static const uint8_t dxt3[16] = {0x88, 0x88, 0x88, 0x88, 0x88, 0x88, 0x88, 0x88, 0x1f, 0x00};
   api_require("GL_S3_s3tc");
   api_program(vertex, NULL, "#version 330\nuniform sampler2D t; out vec4 color; void main() { color = texture(t, vec2(0.5)); }");
   for (int i = 0; i < 4; i++) {
      new_texture(GL_TEXTURE_2D);
      glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_RGB_S3TC + (GLenum)i, 4, 4, 0, i < 2 ? 8 : 16, i < 2 ? dxt1 : dxt3);
      api_expect_error(GL_NO_ERROR, "glCompressedTexImage2D of a format of S3_s3tc");
      column(i);
   }
}

static void s3tc(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], i % API_SIZE < 2 * COLUMN ? (uint8_t[]){255, 0, 0, 255} : (uint8_t[]){0, 0, 255, 136}, 4);
}

/* Columns: storage of one, two and three dimensions; the fourth has a point, which is a sprite in each core context. */
static void draw_storage_and_sprite(void)
{
   void (*storage1)(GLenum, GLsizei, GLenum, GLsizei) =
      (void (*)(GLenum, GLsizei, GLenum, GLsizei))eglGetProcAddress("glTexStorage1DEXT");
   const PFNGLTEXSTORAGE2DEXTPROC storage2 = (PFNGLTEXSTORAGE2DEXTPROC)eglGetProcAddress("glTexStorage2DEXT");
   const PFNGLTEXSTORAGE3DEXTPROC storage3 = (PFNGLTEXSTORAGE3DEXTPROC)eglGetProcAddress("glTexStorage3DEXT");
   void (*sub_image1)(GLenum, GLint, GLint, GLsizei, GLenum, GLenum, const void *) =
      (void (*)(GLenum, GLint, GLint, GLsizei, GLenum, GLenum, const void *))eglGetProcAddress("glTexSubImage1D");
   static const GLenum targets[3] = {0x0DE0 /* GL_TEXTURE_1D */, GL_TEXTURE_2D, GL_TEXTURE_3D};
   static const char *const fragments[3] = {
      "#version 330\nuniform sampler1D t; out vec4 color; void main() { color = texture(t, 0.5); }",
      "#version 330\nuniform sampler2D t; out vec4 color; void main() { color = texture(t, vec2(0.5)); }",
      "#version 330\nuniform sampler3D t; out vec4 color; void main() { color = texture(t, vec3(0.5)); }"};
   api_require("GL_EXT_texture_storage");
   api_require("GL_ARB_point_sprite");
   for (int i = 0; i < 3; i++) {
      const uint8_t texel[4] = {(uint8_t)(50 + 60 * i), 100, 0, 255};
      GLint immutable = 0;
      api_program(vertex, NULL, fragments[i]);
      new_texture(targets[i]);
      if (i == 0) {
         storage1(targets[i], 1, GL_RGBA8, 1);
         sub_image1(targets[i], 0, 0, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
      } else if (i == 1) {
         storage2(targets[i], 1, GL_RGBA8, 1, 1);
         glTexSubImage2D(targets[i], 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
      } else {
         storage3(targets[i], 1, GL_RGBA8, 1, 1, 1);
         glTexSubImage3D(targets[i], 0, 0, 0, 0, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
      }
      glGetTexParameteriv(targets[i], GL_TEXTURE_IMMUTABLE_FORMAT, &immutable);
      api_expect("GL_TEXTURE_IMMUTABLE_FORMAT", immutable, GL_TRUE);
      column(i);
   }
   storage2(GL_TEXTURE_2D, 1, GL_RGBA8, 1, 1);
   api_expect_error(GL_INVALID_OPERATION, "glTexStorage2DEXT of an immutable texture");
   glEnable(GL_POINT_SPRITE_ARB);
   api_expect_error(GL_INVALID_ENUM, "glEnable(GL_POINT_SPRITE) in the core profile");
   api_program("#version 330\nin vec2 pos; void main() { gl_Position = vec4(0.75, 0.0, 0.0, 1.0); gl_PointSize = 8.0; }", NULL,
               "#version 330\nout vec4 color; void main() { color = vec4(gl_PointCoord, 1.0, 1.0); }");
   glEnable(GL_PROGRAM_POINT_SIZE);
   api_vertices("\0\0\0\0\0\0\0", 8);
   glDrawArrays(GL_POINTS, 0, 1);
}

static void storage_and_sprite(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE, c = x / COLUMN;
      if (c < 3)
         memcpy(rgba[i], (uint8_t[]){(uint8_t)(50 + 60 * c), 100, 0, 255}, 4);
      else if (y >= API_SIZE / 2 - 4 && y < API_SIZE / 2 + 4) /* 8 pixels about (28, 16); t grows downwards */
         memcpy(rgba[i], (uint8_t[]){(uint8_t)((x - 24 + 0.5) / 8 * 255 + 0.5), (uint8_t)((API_SIZE / 2 + 4 - y - 0.5) / 8 * 255 + 0.5), 255, 255}, 4);
   }
}

const struct api_body api_bodies_core_names[] = {
   {"core-s3tc-names", CORE, 33, 0, 0, draw_s3tc, s3tc},
   {"core-storage-sprite", CORE, 33, 1, 0, draw_storage_and_sprite, storage_and_sprite},
   {NULL, CORE, 0, 0, 0, NULL, NULL},
};
