/* body_textures.c: textureGather with mirrored coordinates. OpenGL ES 3.1, 8.14.1: each of the four texels is wrapped by itself,
 * so that their order is reversed where the texture is mirrored. */
#include <math.h>
#include <stddef.h>

#include "api_test.h"

enum { WIDTH = 5, HEIGHT = 7 };

static uint8_t texels[HEIGHT][WIDTH][4];

static void draw(void)
{
   GLuint texture;
   for (unsigned i = 0; i < sizeof(texels); i++)
      (&texels[0][0][0])[i] = (uint8_t)api_random(256);
   api_program("#version 310 es\nin vec2 pos; out vec2 at;"
               "void main() { at = pos * 2.0; gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "#version 310 es\nprecision highp float; in vec2 at; uniform sampler2D t; out vec4 color;\n"
               "void main() { color = textureGather(t, at, 1); }");
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   api_rectangle(-1, -1, 1, 1);
}

static int mirrored(int i, int n)
{
   int m = ((i % (2 * n)) + 2 * n) % (2 * n);
   return m < n ? m : 2 * n - 1 - m;
}

static int clamped(int i, int n)
{
   return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static void reference(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t corner[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
   for (unsigned i = 0; i < API_TEXELS; i++) {
      double s = (i % API_SIZE + 0.5) / 8 - 2, t = (i / API_SIZE + 0.5) / 8 - 2;
      int x = (int)floor(s * WIDTH - 0.5), y = (int)floor(t * HEIGHT - 0.5);
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = texels[clamped(y + corner[c][1], HEIGHT)][mirrored(x + corner[c][0], WIDTH)][1];
   }
}

const struct api_body api_bodies_textures[] = {{"gather-mirrored", GLES, 31, 0, 0, draw, reference}, {0}};
