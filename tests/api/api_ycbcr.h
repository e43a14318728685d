/* api_ycbcr.h: images of MESA_ycbcr_texture: their texels, and their colours by ITU-R BT.601 with 16 to 235 for luma. */
#ifndef API_YCBCR_H
#define API_YCBCR_H

#include "api_test.h"
#include <GL/gl.h>
#include <GL/glext.h>

#define SIZE API_SIZE

/* Luma in the high byte, in the low one Cb of even columns and Cr of odd ones: GL_UNSIGNED_SHORT_8_8_MESA. Another `change`, other values. */
static inline uint16_t ycbcr_texel(unsigned x, unsigned y, unsigned change)
{
   const unsigned luma = 40 + (x * 5 + y * 3 + change * 3) % 170, chroma = 96 + (x / 2 * 7 + y * 11 + (x & 1 ? 31 : 0) + change) % 64;
   return (uint16_t)(luma << 8 | chroma);
}

static inline uint16_t ycbcr_swapped(uint16_t texel) { return (uint16_t)(texel << 8 | texel >> 8); }

static inline uint8_t ycbcr_byte(double v) { return v < 0 ? 0 : v > 255 ? 255 : (uint8_t)(v + 0.5); }

static inline void ycbcr_to_rgb(double y, double cb, double cr, uint8_t rgba[4])
{
   const double l = 255.0 / 219 * (y - 16), b = 255.0 / 112 * (cb - 128), r = 255.0 / 112 * (cr - 128);
   rgba[0] = ycbcr_byte(l + 0.701 * r);
   rgba[1] = ycbcr_byte(l - 0.886 * 0.114 / 0.587 * b - 0.701 * 0.299 / 0.587 * r);
   rgba[2] = ycbcr_byte(l + 0.886 * b);
   rgba[3] = 255;
}

/* The picture of an image of the framebuffer's size. */
static inline void ycbcr_picture(uint16_t texels[SIZE][SIZE], uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % SIZE, y = i / SIZE;
      ycbcr_to_rgb(texels[y][x] >> 8, texels[y][x & ~1u] & 0xff, texels[y][x | 1] & 0xff, rgba[i]);
   }
}

/* A new texture, bound, that is sampled without filtering. */
static inline GLuint ycbcr_texture(GLenum target)
{
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(target, texture);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   return texture;
}

static inline void ycbcr_image(GLenum target, GLint level, GLsizei width, GLsizei height, const void *texels)
{
   glTexImage2D(target, level, GL_YCBCR_MESA, width, height, 0, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_MESA, texels);
}

static inline void ycbcr_update(GLint x, GLint y, GLsizei width, GLsizei height, const void *texels)
{
   glTexSubImage2D(GL_TEXTURE_2D, 0, x, y, width, height, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_MESA, texels);
}

/* Texture coordinates from 0 to `size` over the framebuffer. */
static inline void ycbcr_quad(float size)
{
   glBegin(GL_QUADS);
   glTexCoord2f(0, 0);
   glVertex2f(-1, -1);
   glTexCoord2f(size, 0);
   glVertex2f(1, -1);
   glTexCoord2f(size, size);
   glVertex2f(1, 1);
   glTexCoord2f(0, size);
   glVertex2f(-1, 1);
   glEnd();
}

/* The same with the bound 2D texture's colours. */
static inline void ycbcr_draw(float size)
{
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
   glEnable(GL_TEXTURE_2D);
   glColor4f(1, 1, 1, 1);
   ycbcr_quad(size);
}

#endif
