/* body_legacy_nv.c: NV_primitive_restart, NV_copy_depth_to_color, S3_s3tc, ATI_texture_compression_3dc. */
#include <string.h>

#include "api_test.h"
#include <GL/gl.h>

#define GL_PRIMITIVE_RESTART_NV 0x8558
#define GL_PRIMITIVE_RESTART_INDEX_NV 0x8559
#define GL_DEPTH_STENCIL_TO_RGBA_NV 0x886E
#define GL_DEPTH_STENCIL_TO_BGRA_NV 0x886F
#define GL_COMPRESSED_LUMINANCE_ALPHA_3DC_ATI 0x8837

static void (*restart)(void);
static void (*restart_index)(GLuint);

static void require(const char *extension)
{
   const char *extensions = (const char *)glGetString(GL_EXTENSIONS);
   if (!extensions || !strstr(extensions, extension))
      api_skip(extension);
   restart = (void (*)(void))eglGetProcAddress("glPrimitiveRestartNV");
   restart_index = (void (*)(GLuint))eglGetProcAddress("glPrimitiveRestartIndexNV");
}

static void put(uint8_t rgba[API_TEXELS][4], unsigned x0, unsigned x1, const uint8_t color[4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = x0; x < x1; x++)
         memcpy(rgba[y * API_SIZE + x], color, 4);
}

/* ---- restarts: strips of two columns each, with columns between them that a strip without restart would cover ------------------------ */

static const GLfloat corners[8][2] = {{-1, -1}, {-1, 1}, {-0.5f, -1}, {-0.5f, 1}, {0.5f, -1}, {0.5f, 1}, {1, -1}, {1, 1}};
static const uint8_t white[4] = {255, 255, 255, 255};

static void strip(GLfloat y0, GLfloat y1)
{
   glBegin(GL_TRIANGLE_STRIP);
   for (unsigned i = 0; i < 8; i++) {
      if (i == 4)
         restart();
      glVertex2f(corners[i][0], corners[i][1] < 0 ? y0 : y1);
   }
   glEnd();
}

static void elements(GLuint special)
{
   glBegin(GL_TRIANGLE_STRIP);
   for (GLint i = 0; i < 9; i++)
      glArrayElement(i == 4 ? (GLint)special : i < 4 ? i : i - 1);
   glEnd();
}

/* The lower half by the command, then by an index of glArrayElement; the upper half by draws and lists. */
static void draw_restart(void)
{
   static const GLubyte indices[] = {0, 1, 2, 3, 200, 4, 5, 6, 7};
   GLint value = 0;
   require("GL_NV_primitive_restart");
   glColor4f(1, 1, 1, 1);
   glVertexPointer(2, GL_FLOAT, 0, corners);
   glEnableClientState(GL_VERTEX_ARRAY);
   glEnableClientState(GL_PRIMITIVE_RESTART_NV);
   api_expect("enabled", glIsEnabled(GL_PRIMITIVE_RESTART_NV), GL_TRUE);
   glEnable(GL_SCISSOR_TEST);
   glScissor(0, 0, API_SIZE, 8);
   strip(-1, 1);
   glScissor(0, 8, API_SIZE, 8);
   restart_index(0xffffffffu);
   elements(0xffffffffu);
   restart_index(200);
   glGetIntegerv(GL_PRIMITIVE_RESTART_INDEX_NV, &value);
   api_expect("index", value, 200);
   glScissor(0, 16, API_SIZE, 8);
   glDrawElements(GL_TRIANGLE_STRIP, 9, GL_UNSIGNED_BYTE, indices);
   const GLuint list = glGenLists(2);
   glNewList(list, GL_COMPILE);
   strip(-1, 1);
   glEndList();
   glNewList(list + 1, GL_COMPILE);
   elements(200);
   glEndList();
   glScissor(0, 24, API_SIZE, 4);
   glCallList(list);
   glScissor(0, 28, API_SIZE, 4);
   glDisableClientState(GL_PRIMITIVE_RESTART_NV);
   glCallList(list + 1);
   api_expect_error(GL_NO_ERROR, "restarts");
   restart();
   api_expect_error(GL_INVALID_OPERATION, "glPrimitiveRestartNV outside");
}

static void reference_restart(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, API_SIZE / 4, white);
   put(rgba, API_SIZE * 3 / 4, API_SIZE, white);
}

/* ---- depth and stencil as colours ------------------------------------------------------------------------------------------------------ */

static void copy_depth(GLenum type)
{
   GLuint buffer;
   require("GL_NV_copy_depth_to_color");
   glGenRenderbuffers(1, &buffer);
   glBindRenderbuffer(GL_RENDERBUFFER, buffer);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, buffer);
   glClearDepth(0x2233ff / 16777215.0);
   glClearStencil(0x84);
   glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   glRasterPos2f(-1, -1);
   glCopyPixels(0, 0, API_SIZE / 2, API_SIZE, type);
   api_expect_error(GL_NO_ERROR, "glCopyPixels");
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, 0);
   glCopyPixels(0, 0, API_SIZE / 2, API_SIZE, type);
   api_expect_error(GL_INVALID_OPERATION, "glCopyPixels without depth and stencil");
}

static void draw_depth_rgba(void) { copy_depth(GL_DEPTH_STENCIL_TO_RGBA_NV); }
static void draw_depth_bgra(void) { copy_depth(GL_DEPTH_STENCIL_TO_BGRA_NV); }

static void reference_depth_rgba(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, API_SIZE / 2, (const uint8_t[4]){0x22, 0x33, 0xff, 0x84});
}

static void reference_depth_bgra(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, API_SIZE / 2, (const uint8_t[4]){0xff, 0x33, 0x22, 0x84});
}

/* ---- other names of compressed formats ---------------------------------------------------------------------------------------------------- */

/* Columns of a block each. */
static void blocks(unsigned column, GLenum format, const void *data, GLsizei size_B)
{
   GLuint name;
   GLint compressed = 0, internal = 0;
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glCompressedTexImage2D(GL_TEXTURE_2D, 0, format, 4, 4, 0, size_B, data);
   api_expect_error(GL_NO_ERROR, "glCompressedTexImage2D");
   glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_COMPRESSED, &compressed);
   glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, &internal);
   api_expect("compressed", compressed, GL_TRUE);
   api_expect("format", internal, (long)format);
   glViewport((GLint)(4 * column), 0, 4, API_SIZE);
   glRectf(-1, -1, 1, 1);
}

static void draw_s3tc(void)
{
   static const uint8_t dxt1[8] = {0x00, 0xf8, 0x1f, 0x00, 0, 0, 0, 0}; /* all of the first colour: red */
   static const uint8_t dxt3[16] = {0x88, 0x88, 0x88, 0x88, 0x88, 0x88, 0x88, 0x88, 0x1f, 0x00, 0x00, 0x00, 0, 0, 0, 0}; /* blue */
   require("GL_S3_s3tc");
   glEnable(GL_TEXTURE_2D);
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
   blocks(0, 0x83A0, dxt1, 8); /* GL_RGB_S3TC and those that follow */
   blocks(1, 0x83A1, dxt1, 8);
   blocks(2, 0x83A2, dxt3, 16);
   blocks(3, 0x83A3, dxt3, 16);
}

static void draw_s3tc_dxt5(void)
{
   static const uint8_t dxt5[16] = {0x40, 0x00, 0, 0, 0, 0, 0, 0, 0xe0, 0x07, 0x00, 0x00, 0, 0, 0, 0}; /* green */
   require("GL_S3_s3tc");
   glEnable(GL_TEXTURE_2D);
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
   blocks(0, 0x83A4, dxt5, 16);
   blocks(1, 0x83A5, dxt5, 16);
}

static void reference_s3tc(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, 8, (const uint8_t[4]){255, 0, 0, 255});
   put(rgba, 8, 16, (const uint8_t[4]){0, 0, 255, 136});
}

static void reference_s3tc_dxt5(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, 8, (const uint8_t[4]){0, 255, 0, 64});
}

static void draw_3dc(void)
{
   static const uint8_t block[16] = {0x60, 0x00, 0, 0, 0, 0, 0, 0, 0x30, 0x00, 0, 0, 0, 0, 0, 0};
   require("GL_ATI_texture_compression_3dc");
   glEnable(GL_TEXTURE_2D);
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
   blocks(0, GL_COMPRESSED_LUMINANCE_ALPHA_3DC_ATI, block, 16);
}

static void reference_3dc(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   put(rgba, 0, 4, (const uint8_t[4]){0x60, 0x60, 0x60, 0x30});
}

#define BODY(name) {"legacy-nv-" #name, COMPATIBILITY, 21, 1, 0, draw_##name, reference_##name}

const struct api_body api_bodies_legacy_nv[] = {
   BODY(restart), BODY(depth_rgba), BODY(depth_bgra), BODY(s3tc), BODY(s3tc_dxt5), BODY(3dc),
   {0},
};
