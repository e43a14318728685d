/* api_texels.h: textures of core-profile bodies in which every level, layer and texel has a different value. */
#ifndef API_TEXELS_H
#define API_TEXELS_H

#include <string.h>

#include "api_test.h"
#include "api_desktop.h"

static const char vertex[] = "#version 330\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

/* A new texture, bound, that is sampled without filtering. */
static inline GLuint new_texture(GLenum target)
{
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(target, texture);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, target == GL_TEXTURE_RECTANGLE ? GL_NEAREST : GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   return texture;
}

/* The value of a texel. */
static inline void value(unsigned level, unsigned layer, unsigned x, unsigned y, uint8_t out[4])
{
   out[0] = (uint8_t)(x * 7 + 1);
   out[1] = (uint8_t)(y * 11 + 3);
   out[2] = (uint8_t)(layer * 37 + 5);
   out[3] = (uint8_t)(level * 41 + 90);
}

static inline void make_texels(unsigned level, unsigned layers, unsigned width, unsigned height, uint8_t (*texels)[4])
{
   for (unsigned layer = 0; layer < layers; layer++)
      for (unsigned y = 0; y < height; y++)
         for (unsigned x = 0; x < width; x++)
            value(level, layer, x, y, *texels++);
}

#endif
