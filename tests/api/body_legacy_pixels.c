/* body_legacy_pixels.c: pixels of the compatibility profile: pixel transfer and maps, colour indices and bitmaps, pixels of depth and
 * stencil, drawn pixels under fixed functions and shaders, borders, GL_GENERATE_MIPMAP, images in display lists. */
#include <string.h>

#include "api_test.h"
#include <GL/gl.h>

/* Names that the headers lack where the core profile's comes first. */
#define GL_GENERATE_MIPMAP 0x8191
#define GL_TEXTURE_FILTER_CONTROL 0x8500
#define GL_FOG_COORD_SRC 0x8450
#define GL_FOG_COORD 0x8451
void glFogCoordf(GLfloat coord);
void glWindowPos2i(GLint x, GLint y);

/* ---- colours ----------------------------------------------------------------------------------------------------------------------- */

static void ramp(GLubyte pixels[8][8][4])
{
   for (unsigned i = 0; i < 64; i++)
      memcpy(pixels[i / 8][i % 8], (GLubyte[4]){(GLubyte)(i * 4), (GLubyte)(255 - i * 3), (GLubyte)(i % 8 * 30), (GLubyte)(i / 8 * 36)}, 4);
}

static GLubyte byte_of(double component)
{
   return (GLubyte)((component < 0 ? 0 : component > 1 ? 1 : component) * 255 + 0.5);
}

/* The texel of a reference. */
static void put(uint8_t rgba[API_TEXELS][4], unsigned x, unsigned y, const double color[4])
{
   for (unsigned c = 0; c < 4; c++)
      rgba[y * API_SIZE + x][c] = byte_of(color[c]);
}

static const GLfloat curve[4] = {0, 0.2f, 0.5f, 1}, steps[3] = {1, 0.25f, 0};

static void set_transfer(void)
{
   glPixelTransferf(GL_RED_SCALE, 0.5f);
   glPixelTransferf(GL_RED_BIAS, 0.25f);
   glPixelTransferf(GL_BLUE_SCALE, -1);
   glPixelTransferi(GL_BLUE_BIAS, 1);
   glPixelMapfv(GL_PIXEL_MAP_R_TO_R, 4, curve);
   glPixelMapfv(GL_PIXEL_MAP_G_TO_G, 3, steps);
   glPixelMapfv(GL_PIXEL_MAP_B_TO_B, 4, curve);
   glPixelMapfv(GL_PIXEL_MAP_A_TO_A, 4, curve);
}

/* Scale and bias of glDrawPixels and glCopyPixels; maps, too, of textures and glReadPixels: Mesa 22.3 takes wrong entries of maps of
 * drawn pixels, or crashes. glPopAttrib restores the state. */
static void draw_transfer(void)
{
   GLubyte pixels[8][8][4], read[4][4];
   GLuint tex[2];
   ramp(pixels);
   glPushAttrib(GL_PIXEL_MODE_BIT);
   set_transfer();
   glWindowPos2i(0, 0);
   glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   glWindowPos2i(8, 0);
   glDrawPixels(8, 8, GL_BGRA, GL_UNSIGNED_BYTE, pixels);
   glWindowPos2i(16, 0);
   glCopyPixels(0, 0, 8, 8, GL_COLOR);
   glPixelTransferi(GL_MAP_COLOR, GL_TRUE);
   glGenTextures(2, tex);
   glBindTexture(GL_TEXTURE_2D, tex[0]);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 4, 8, 0, 8, 4);
   glReadPixels(0, 0, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, read);
   glPopAttrib();
   glWindowPos2i(0, 10);
   glDrawPixels(4, 1, GL_RGBA, GL_UNSIGNED_BYTE, read);
   glWindowPos2i(24, 0);
   glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   glEnable(GL_TEXTURE_2D);
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
   glBegin(GL_QUADS);
   for (unsigned i = 0; i < 4; i++) {
      const float x = (float)(i == 1 || i == 2), y = (float)(i / 2);
      glTexCoord2f(x, y);
      glVertex2f(x, y);
   }
   glEnd();
}

/* Scale, bias and maps of set_transfer (GL 2.1, 3.6.5). */
static void transferred(const GLubyte from[4], bool maps, GLubyte to[4])
{
   double color[4] = {from[0] / 255.0 * 0.5 + 0.25, from[1] / 255.0, 1 - from[2] / 255.0, from[3] / 255.0};
   for (unsigned c = 0; c < 4 && maps; c++)
      color[c] = c == 1 ? steps[(unsigned)(color[c] * 2 + 0.5)] : curve[(unsigned)(color[c] * 3 + 0.5)];
   for (unsigned c = 0; c < 4; c++)
      to[c] = byte_of(color[c]);
}

static void reference_transfer(uint8_t rgba[API_TEXELS][4])
{
   GLubyte pixels[8][8][4], texture[8][8][4];
   ramp(pixels);
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < 64; i++) {
      const unsigned x = i % 8, y = i / 8;
      const GLubyte *p = pixels[y][x], swapped[4] = {p[2], p[1], p[0], p[3]};
      uint8_t (*row)[4] = &rgba[y * API_SIZE + x];
      transferred(p, false, row[0]);
      transferred(swapped, false, row[8]);
      transferred(row[0], false, row[16]);
      memcpy(row[24], p, 4);
      transferred(p, true, texture[y][x]);
   }
   for (unsigned i = 0; i < 32; i++)
      transferred(rgba[i / 8 * API_SIZE + 8 + i % 8], true, texture[4 + i / 8][i % 8]);
   for (unsigned x = 0; x < 4; x++)
      transferred(rgba[x], true, rgba[10 * API_SIZE + x]);
   for (unsigned i = 0; i < 256; i++)
      memcpy(rgba[(16 + i / 16) * API_SIZE + 16 + i % 16], texture[i / 32][i % 16 / 2], 4);
}

/* Luminance and alpha in several types. */
static void draw_luminance(void)
{
   GLushort shorts[4][4][2];
   GLfloat floats[4][4];
   GLubyte bytes[4][4], luminance[4];
   for (unsigned i = 0; i < 16; i++) {
      shorts[i / 4][i % 4][0] = (GLushort)(i * 4000);
      shorts[i / 4][i % 4][1] = (GLushort)(65535 - i * 3000);
      floats[i / 4][i % 4] = (float)i / 15;
      bytes[i / 4][i % 4] = (GLubyte)(i * 17);
   }
   glPixelZoom(3, 3);
   glWindowPos2i(0, 0);
   glDrawPixels(4, 4, GL_LUMINANCE_ALPHA, GL_UNSIGNED_SHORT, shorts);
   glWindowPos2i(16, 0);
   glDrawPixels(4, 4, GL_LUMINANCE, GL_FLOAT, floats);
   glWindowPos2i(0, 16);
   glDrawPixels(4, 4, GL_ALPHA, GL_UNSIGNED_BYTE, bytes);
   glEnable(GL_TEXTURE_2D);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE16_ALPHA16, 4, 4, 0, GL_LUMINANCE_ALPHA, GL_UNSIGNED_SHORT, shorts);
   glBegin(GL_QUADS);
   for (unsigned i = 0; i < 4; i++) {
      const float x = (float)(i == 1 || i == 2), y = (float)(i / 2);
      glTexCoord2f(x, y);
      glVertex2f(x, y);
   }
   glEnd();
   glClearColor(0.25f, 0.125f, 0.5f, 1);
   glEnable(GL_SCISSOR_TEST);
   glScissor(0, 30, 4, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glDisable(GL_SCISSOR_TEST);
   glReadPixels(0, 30, 4, 1, GL_LUMINANCE, GL_UNSIGNED_BYTE, luminance);
   api_expect("luminance is about 223", luminance[1] >= 221 && luminance[1] <= 225, true);
}

static const GLfloat red[4] = {1, 0, 0.5f, 0}, green_map[4] = {0, 1, 0.5f, 0.25f}, blue[4] = {0, 0.25f, 1, 0.75f}, alpha[1] = {1};

static void index_maps(void)
{
   glPixelMapfv(GL_PIXEL_MAP_I_TO_R, 4, red);
   glPixelMapfv(GL_PIXEL_MAP_I_TO_G, 4, green_map);
   glPixelMapfv(GL_PIXEL_MAP_I_TO_B, 4, blue);
   glPixelMapfv(GL_PIXEL_MAP_I_TO_A, 1, alpha);
}

/* Indices become colours; bits are indices. Mesa 22.3 does not shift the indices of drawn pixels, and takes bits
 * without GL_UNPACK_LSB_FIRST and the alignment of rows. */
static const GLubyte bits[8] = {0xf0, 0xcc, 0xaa, 0x81, 0x42, 0x24, 0x18, 0xff};

static void draw_indices(void)
{
   GLubyte bytes[4][4];
   GLshort shorts[4][4];
   for (unsigned i = 0; i < 16; i++) {
      bytes[i / 4][i % 4] = (GLubyte)i;
      shorts[i / 4][i % 4] = (GLshort)(15 - i);
   }
   index_maps();
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glPixelZoom(3, 3);
   glWindowPos2i(0, 0);
   glDrawPixels(4, 4, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, bytes);
   glWindowPos2i(16, 0);
   glDrawPixels(4, 4, GL_COLOR_INDEX, GL_SHORT, shorts);
   glPixelZoom(1, 1);
   glWindowPos2i(2, 18);
   glDrawPixels(8, 8, GL_COLOR_INDEX, GL_BITMAP, bits);
   glEnable(GL_TEXTURE_2D);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glPixelTransferi(GL_INDEX_SHIFT, -2);
   glPixelTransferi(GL_INDEX_OFFSET, 1);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 4, 4, 0, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, bytes);
   glBegin(GL_QUADS);
   for (unsigned i = 0; i < 4; i++) {
      const float x = (float)(i == 1 || i == 2), y = (float)(i / 2);
      glTexCoord2f(x, y);
      glVertex2f(0.4f + 0.5f * x, 0.25f + 0.5f * y);
   }
   glEnd();
}

static void put_index(uint8_t rgba[API_TEXELS][4], unsigned x, unsigned y, unsigned index)
{
   put(rgba, x, y, (const double[]){red[index & 3], green_map[index & 3], blue[index & 3], 1});
}

static void reference_indices(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < 144; i++) {
      const unsigned index = i / 36 * 4 + i % 12 / 3;
      put_index(rgba, i % 12, i / 12, index);
      put_index(rgba, 16 + i % 12, i / 12, 15 - index);
   }
   for (unsigned i = 0; i < 64; i++) {
      put_index(rgba, 2 + i % 8, 18 + i / 8, bits[i / 8] >> (7 - i % 8) & 1);
      put_index(rgba, 22 + i % 8, 20 + i / 8, ((i / 16 * 4 + i % 8 / 2) >> 2) + 1); /* x of the quad: 22.4 to 30.4 */
   }
}

/* ---- depth and stencil ------------------------------------------------------------------------------------------------------------- */

static void depth_and_stencil(void)
{
   GLuint buffer;
   glGenRenderbuffers(1, &buffer);
   glBindRenderbuffer(GL_RENDERBUFFER, buffer);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffer);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, buffer);
   glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

/* Depth is that of fragments, which have the colour of the raster position. */
static void draw_depth(void)
{
   GLfloat depth[8][8];
   GLuint read[8];
   depth_and_stencil();
   for (unsigned i = 0; i < 64; i++)
      depth[i / 8][i % 8] = (float)i / 80;
   glColor3f(0, 0.5f, 1);
   glWindowPos2i(0, 0);
   glEnable(GL_DEPTH_TEST);
   glPixelZoom(2, 2);
   glDrawPixels(8, 8, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
   glColor3f(1, 0.5f, 0);
   glPixelZoom(1, 1);
   glWindowPos2i(12, 12);
   glCopyPixels(0, 0, 16, 16, GL_DEPTH);
   glPixelTransferf(GL_DEPTH_SCALE, 0.5f); /* of reads; Mesa 22.3 copies depth as it is */
   glPixelTransferf(GL_DEPTH_BIAS, 0.125f);
   glReadPixels(0, 0, 8, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, read);
   api_expect("depth of (5, 0), in thousandths", (long)(read[5] / 4294967.295), 137); /* 2 / 80 / 2 + 1 / 8 */
   glPixelTransferf(GL_DEPTH_SCALE, 1);
   glPixelTransferf(GL_DEPTH_BIAS, 0);
   glColor3f(0.25f, 1, 0.25f);
   glDepthMask(GL_FALSE);
   glBegin(GL_QUADS); /* where depth is above 1/2 */
   glVertex3f(-1, -1, 0);
   glVertex3f(1, -1, 0);
   glVertex3f(1, 0.9f, 0);
   glVertex3f(-1, 0.9f, 0);
   glEnd();
}

static void show_stencil(void)
{
   glEnable(GL_STENCIL_TEST);
   glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
   for (GLint i = 0; i < 16; i++) {
      glStencilFunc(GL_EQUAL, i, 15);
      glColor3ub((GLubyte)(i * 16), (GLubyte)(255 - i * 13), (GLubyte)(i & 1 ? 200 : 40));
      glRectf(-1, -1, 1, 1);
   }
}

/* Without GL_BITMAP, with which Mesa 22.3 does not come to an end. */
static void draw_stencil(void)
{
   static const GLuint map[4] = {9, 3, 12, 5};
   GLubyte stencil[8][8], read[4];
   depth_and_stencil();
   for (unsigned i = 0; i < 64; i++)
      stencil[i / 8][i % 8] = (GLubyte)(i % 15 + 1);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glPixelStorei(GL_PACK_ALIGNMENT, 1);
   glWindowPos2i(1, 1);
   glDrawPixels(8, 8, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, stencil);
   glStencilMask(6);
   glWindowPos2i(11, 1);
   glDrawPixels(8, 8, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, stencil);
   glStencilMask(255);
   glEnable(GL_SCISSOR_TEST);
   glScissor(20, 1, 5, 10);
   glWindowPos2i(20, 1);
   glCopyPixels(1, 1, 8, 8, GL_STENCIL);
   glDisable(GL_SCISSOR_TEST);
   glWindowPos2i(1, 12);
   glDrawPixels(8, 8, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, stencil);
   glPixelTransferi(GL_MAP_STENCIL, GL_TRUE); /* of reads; Mesa 22.3 does not map drawn stencil */
   glPixelMapuiv(GL_PIXEL_MAP_S_TO_S, 4, map);
   glPixelTransferi(GL_INDEX_OFFSET, 1);
   glReadPixels(1, 12, 4, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, read);
   api_expect("stencil that was mapped", read[0], 12); /* 1 + 1 */
   glPixelTransferi(GL_MAP_STENCIL, GL_FALSE);
   glPixelTransferi(GL_INDEX_OFFSET, 0);
   show_stencil();
}

static void draw_depth_stencil(void)
{
   GLuint pixels[8][8];
   depth_and_stencil();
   for (unsigned i = 0; i < 64; i++)
      pixels[i / 8][i % 8] = (i * 0x35555 + 0x10000) << 8 | (i % 16);
   glWindowPos2i(2, 2);
   glPixelZoom(1, 2);
   glDrawPixels(8, 8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, pixels);
   glWindowPos2i(14, 2);
   glCopyPixels(2, 2, 12, 8, GL_DEPTH_STENCIL);
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_GREATER); /* quads at 1/2 */
   glDepthMask(GL_FALSE);
   show_stencil();
}

/* Stencil is shown where depth is below 1/2: that of pixels up to 38. */
static void reference_depth_stencil(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned k = 0; k < 2; k++)
      for (unsigned i = 0; i < 8 * 16; i++) {
         const unsigned x = i % 8, y = i / 8, pixel = y / (k ? 4 : 2) * 8 + x, stencil = pixel % 16; /* the copy: rows that are zoomed again */
         if (pixel * 0x35555 + 0x10000 < 1u << 23)
            memcpy(rgba[(2 + y) * API_SIZE + 2 + 12 * k + x],
                   (const uint8_t[]){(uint8_t)(stencil * 16), (uint8_t)(255 - stencil * 13), stencil & 1 ? 200 : 40, 255}, 4);
      }
}

/* ---- fragments of pixels ----------------------------------------------------------------------------------------------------------- */

/* The texture at the coordinates of the raster position applies to pixels and bitmaps. */
static const GLubyte letter[] = {0xc0, 0xe0, 0xf0, 0xd8, 0xcc, 0xc6, 0xc3, 0xff};

static void draw_fragments(void)
{
   static const GLubyte texels[4][4] = {{255, 0, 128, 255}, {0, 255, 128, 255}, {128, 128, 255, 255}, {255, 255, 64, 255}};
   GLubyte pixels[8][8][4];
   ramp(pixels);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glEnable(GL_TEXTURE_2D);
   glTexCoord2f(0.75f, 0.25f);
   glWindowPos2i(0, 0);
   glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   glTexCoord2f(0.25f, 0.75f);
   glWindowPos2i(10, 0);
   glBitmap(8, 8, 0, 0, 0, 0, letter);
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_ADD);
   glWindowPos2i(20, 0);
   glDrawPixels(8, 8, GL_BGRA, GL_UNSIGNED_BYTE, pixels);
}

static void reference_fragments(uint8_t rgba[API_TEXELS][4])
{
   static const double texel[4] = {128 / 255.0, 128 / 255.0, 1, 1}; /* of bitmap and sum; the product has green 1 and blue 128 */
   GLubyte pixels[8][8][4];
   ramp(pixels);
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < 64; i++) {
      const unsigned x = i % 8, y = i / 8;
      const double p[4] = {pixels[y][x][0] / 255.0, pixels[y][x][1] / 255.0, pixels[y][x][2] / 255.0, pixels[y][x][3] / 255.0};
      put(rgba, x, y, (const double[]){0, p[1], p[2] * 128 / 255, p[3]});
      if (letter[y] >> (7 - x) & 1)
         put(rgba, 10 + x, y, texel);
      put(rgba, 20 + x, y, (const double[]){p[2] + texel[0], p[1] + texel[1], p[0] + texel[2], p[3]});
   }
}

static void green(GLint x, GLint y)
{
   GLubyte pixels[8][8][3];
   memset(pixels, 0, sizeof(pixels));
   for (unsigned i = 0; i < 64; i++)
      pixels[i / 8][i % 8][1] = 255;
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glWindowPos2i(x, y);
   glDrawPixels(8, 8, GL_RGB, GL_UNSIGNED_BYTE, pixels);
}

/* Fog, and coordinates of other units, are those of the raster position; copied pixels are textured. */
static void draw_raster(void)
{
   static const GLfloat red[4] = {1, 0, 0, 1};
   static const GLubyte blue[4] = {0, 0, 255, 255};
   glFogfv(GL_FOG_COLOR, red);
   glFogi(GL_FOG_MODE, GL_LINEAR);
   glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD);
   glFogf(GL_FOG_END, 4);
   glEnable(GL_FOG);
   glFogCoordf(1);
   green(0, 0);
   glDisable(GL_FOG);
   glEnable(GL_TEXTURE_2D);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, blue);
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_ADD);
   glWindowPos2i(16, 0);
   glCopyPixels(0, 0, 8, 8, GL_COLOR);
   glDisable(GL_TEXTURE_2D);
   const GLuint program = glCreateProgram();
   api_attach(program, GL_FRAGMENT_SHADER, "#version 120\nvoid main() { gl_FragColor = vec4(gl_Color.gbr * gl_TexCoord[1].x, 1.0); }");
   api_link(program);
   glMultiTexCoord2f(GL_TEXTURE1, 0.2f, 0);
   green(0, 16);
}

static void reference_raster(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t colors[3][4] = {{64, 191, 0, 255}, {64, 191, 255, 255}, {51, 0, 0, 255}};
   static const unsigned at[3][2] = {{0, 0}, {16, 0}, {0, 16}};
   for (unsigned i = 0; i < 3 * 64; i++)
      memcpy(rgba[(at[i / 64][1] + i / 8 % 8) * API_SIZE + at[i / 64][0] + i % 8], colors[i / 64], 4);
}

/* A fragment shader of the application gets pixels as gl_Color. Mesa 22.3 does not run it for pixels of depth. */
static void draw_shader(void)
{
   GLubyte pixels[8][8][4];
   ramp(pixels);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   const GLuint program = glCreateProgram();
   api_attach(program, GL_FRAGMENT_SHADER, "#version 120\nvoid main() { gl_FragColor = vec4(gl_Color.gbr * 0.75, 1.0); }");
   api_link(program);
   glColor3f(1, 0.5f, 0.25f);
   glWindowPos2i(0, 0);
   glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   glWindowPos2i(10, 0);
   glBitmap(8, 8, 0, 0, 0, 0, letter);
   glPixelZoom(1.5f, -1);
   glWindowPos2i(1, 20);
   glCopyPixels(0, 0, 8, 8, GL_COLOR);
   glPixelZoom(1, 1);
}

static void reference_shader(uint8_t rgba[API_TEXELS][4])
{
   GLubyte pixels[8][8][4];
   ramp(pixels);
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < 64; i++) {
      const unsigned x = i % 8, y = i / 8;
      const GLubyte *p = pixels[y][x];
      put(rgba, x, y, (const double[]){p[1] * 0.75 / 255, p[2] * 0.75 / 255, p[0] * 0.75 / 255, 1});
      if (letter[y] >> (7 - x) & 1)
         put(rgba, 10 + x, y, (const double[]){0.375, 0.1875, 0.75, 1});
   }
   /* A pixel of the copy has the texels whose centres are in its rectangle or on its left border (GL 2.1, 3.6.4). */
   for (unsigned i = 0; i < 12 * 8; i++) {
      const unsigned x = 1 + i % 12, m = i / 12;
      const uint8_t *p = rgba[m * API_SIZE + (2 * x - 1) / 3];
      put(rgba, x, 19 - m, (const double[]){p[1] * 0.75 / 255, p[2] * 0.75 / 255, p[0] * 0.75 / 255, 1});
   }
}

/* ---- textures ---------------------------------------------------------------------------------------------------------------------- */

/* Images in lists, a border that is dropped, levels that follow the first one, a bias of levels. */
static void draw_images(void)
{
   GLubyte texels[18][18][4];
   GLint value;
   const GLuint list = glGenLists(1);
   for (unsigned i = 0; i < 18 * 18; i++)
      memcpy(texels[i / 18][i % 18], (GLubyte[4]){(GLubyte)(i % 18 * 14), (GLubyte)(i / 18 * 14), (GLubyte)(i & 1 ? 255 : 0), 255}, 4);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, GL_TRUE);
   glNewList(list, GL_COMPILE);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 18, 18, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 2, 3, 4, 5, GL_RGBA, GL_UNSIGNED_BYTE, texels[9]);
   glEndList();
   memset(texels, 0, sizeof(texels));
   glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &value);
   api_expect("width before the list", value, 0);
   glCallList(list);
   glGetTexLevelParameteriv(GL_TEXTURE_2D, 4, GL_TEXTURE_WIDTH, &value);
   api_expect("width of level 4", value, 1);
   glEnable(GL_TEXTURE_2D);
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
   for (unsigned k = 0; k < 4; k++) {
      glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, (GLfloat)k);
      glViewport((GLint)(k % 2) * 16, (GLint)(k / 2) * 16, 16, 16);
      glBegin(GL_QUADS);
      for (unsigned i = 0; i < 4; i++) {
         const float x = (float)(i == 1 || i == 2), y = (float)(i / 2);
         glTexCoord2f(x, y);
         glVertex2f(2 * x - 1, 2 * y - 1);
      }
      glEnd();
   }
}

/* A bitmap of one texel at each integer of a row, in projections of all widths. */
static void draw_bitmap_positions(void)
{
   static const GLubyte bit = 0x80;
   glColor4f(0, 1, 0, 1);
   for (GLint row = 0; row < API_SIZE; row++) {
      glViewport(0, 0, row + 1, API_SIZE);
      glMatrixMode(GL_PROJECTION);
      glLoadIdentity();
      glOrtho(0, row + 1, 0, API_SIZE, -1, 1);
      for (GLint x = 0; x <= row; x++) {
         glRasterPos2i(x, row);
         glBitmap(1, 1, 0, 0, 0, 0, &bit);
      }
   }
}

static void reference_bitmap_positions(uint8_t rgba[API_TEXELS][4])
{
   static const double green_texel[4] = {0, 1, 0, 1};
   for (unsigned row = 0; row < API_SIZE; row++)
      for (unsigned x = 0; x <= row; x++)
         put(rgba, x, row, green_texel);
}

static GLubyte bits_of_row(unsigned row) { return (GLubyte)(row * 37 + 11); }

/* Bitmaps and images of one size, one after another. */
static void draw_in_turn(void)
{
   glColor4f(0, 1, 0, 1);
   for (GLint row = 0; row < API_SIZE; row++) {
      const GLubyte bits = bits_of_row((unsigned)row);
      GLubyte image[8][4];
      for (unsigned x = 0; x < 8; x++)
         memcpy(image[x], (GLubyte[4]){0, bits << x & 0x80 ? 255 : 0, 255, 255}, 4);
      glWindowPos2i(0, row);
      glBitmap(8, 1, 0, 0, 0, 0, &bits);
      glWindowPos2i(8, row);
      glDrawPixels(8, 1, GL_RGBA, GL_UNSIGNED_BYTE, image);
   }
}

static void reference_in_turn(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned row = 0; row < API_SIZE; row++)
      for (unsigned x = 0; x < 8; x++) {
         const bool set = bits_of_row(row) << x & 0x80;
         if (set)
            put(rgba, x, row, (const double[4]){0, 1, 0, 1});
         put(rgba, 8 + x, row, (const double[4]){0, set, 1, 1});
      }
}

/* No framebuffer has an accumulation buffer. */
static void draw_accumulation(void)
{
   GLint bits = 9;
   glGetIntegerv(GL_ACCUM_RED_BITS, &bits);
   api_expect("accumulation bits", bits, 0);
   glClearAccum(0.5f, 0.5f, 0.5f, 2);
   glClear(GL_ACCUM_BUFFER_BIT);
   api_expect_error(GL_NO_ERROR, "glClear of the accumulation buffer");
   glAccum(GL_LOAD, 1);
   api_expect_error(GL_INVALID_OPERATION, "glAccum");
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT | GL_ACCUM_BUFFER_BIT);
}

#define BODY(name, tolerance, few, draw, reference) {name, COMPATIBILITY, 21, tolerance, few, draw, reference}

const struct api_body api_bodies_legacy_pixels[] = {
   BODY("legacy-pixels-transfer", 2, 0, draw_transfer, reference_transfer),
   BODY("legacy-pixels-luminance", 1, 0, draw_luminance, NULL),
   BODY("legacy-pixels-indices", 1, 0, draw_indices, reference_indices),
   BODY("legacy-pixels-depth", 1, 0, draw_depth, NULL),
   BODY("legacy-pixels-stencil", 1, 0, draw_stencil, NULL),
   BODY("legacy-pixels-depth-stencil", 1, 0, draw_depth_stencil, reference_depth_stencil),
   BODY("legacy-pixels-fragments", 2, 0, draw_fragments, reference_fragments),
   BODY("legacy-pixels-raster", 2, 0, draw_raster, reference_raster),
   BODY("legacy-pixels-bitmap-positions", 0, 0, draw_bitmap_positions, reference_bitmap_positions),
   BODY("legacy-pixels-in-turn", 0, 0, draw_in_turn, reference_in_turn),
   BODY("legacy-pixels-shader", 2, 0, draw_shader, reference_shader),
   BODY("legacy-pixels-images", 3, 0, draw_images, NULL),
   BODY("legacy-pixels-accumulation", 0, 0, draw_accumulation, NULL),
   {0},
};
