/* body_mipmaps.c: glGenerateMipmap of every uncompressed colour format of desktop OpenGL (OpenGL 4.5, 8.14.4): texels of a level are the
 * means of those below them, within the precision of the format; integers are an error. */
#include <math.h>
#include <string.h>

#include "api_regions.h"
#include "api_srgb.h"

enum { SIZE = 8, DEPTH = 4 };

/* step: the largest distance of two values of the format up to scale; 0: exact for the values here. */
static const struct format { GLenum name; unsigned components; float scale, step; } formats[] = {
   {GL_R3_G3_B2, 3, 1, 1 / 3.0f},      {GL_RGB4, 3, 1, 1 / 15.0f},         {GL_RGB5, 3, 1, 1 / 31.0f},
   {GL_RGB565, 3, 1, 1 / 31.0f},       {GL_RGB8, 3, 1, 1 / 255.0f},        {GL_RGB10, 3, 1, 1 / 255.0f},
   {GL_RGB12, 3, 1, 1 / 255.0f},       {GL_RGB16, 3, 1, 1 / 65535.0f},     {GL_RGBA2, 4, 1, 1 / 3.0f},
   {GL_RGBA4, 4, 1, 1 / 15.0f},        {GL_RGB5_A1, 3, 1, 1 / 31.0f},      {GL_RGBA8, 4, 1, 1 / 255.0f},
   {GL_RGB10_A2, 3, 1, 1 / 1023.0f},   {GL_RGBA12, 4, 1, 1 / 255.0f},      {GL_RGBA16, 4, 1, 1 / 65535.0f},
   {GL_R8, 1, 1, 1 / 255.0f},          {GL_RG8, 2, 1, 1 / 255.0f},         {GL_R16, 1, 1, 1 / 65535.0f},
   {GL_RG16, 2, 1, 1 / 65535.0f},      {GL_R8_SNORM, 1, 1, 1 / 127.0f},    {GL_RG8_SNORM, 2, 1, 1 / 127.0f},
   {GL_RGB8_SNORM, 3, 1, 1 / 127.0f},  {GL_RGBA8_SNORM, 4, 1, 1 / 127.0f}, {GL_R16_SNORM, 1, 1, 1 / 32767.0f},
   {GL_RG16_SNORM, 2, 1, 1 / 32767.0f}, {GL_RGB16_SNORM, 3, 1, 1 / 32767.0f}, {GL_RGBA16_SNORM, 4, 1, 1 / 32767.0f},
   {GL_SRGB8, 3, 1, 1 / 100.0f},       {GL_SRGB8_ALPHA8, 3, 1, 1 / 100.0f},
   /* Values and their means are multiples of 1/4 up to 48: 8 bits. */
   {GL_R11F_G11F_B10F, 3, 1, 1 / 32.0f}, {GL_RGB9_E5, 3, 48, 1 / 8.0f},          {GL_R16F, 1, 48, 0},
   {GL_RG16F, 2, 48, 0},               {GL_RGB16F, 3, 48, 0},              {GL_RGBA16F, 4, 48, 0},
   {GL_R32F, 1, 48, 0},                {GL_RG32F, 2, 48, 0},               {GL_RGB32F, 3, 48, 0},
   {GL_RGBA32F, 4, 48, 0},
};

static const GLenum integers[] = {GL_R8UI, GL_RG8I, GL_RGB8UI, GL_RGBA8I, GL_R16UI, GL_RGBA16I, GL_RGB32I, GL_RGBA32UI, GL_RGB10_A2UI};

static const struct { GLenum target; int height, slices; } targets[] = {
   {GL_TEXTURE_1D, 1, 1}, {GL_TEXTURE_2D, SIZE, 1}, {GL_TEXTURE_CUBE_MAP, SIZE, 6}, {GL_TEXTURE_2D_ARRAY, SIZE, DEPTH},
   {GL_TEXTURE_3D, SIZE, DEPTH},
};

typedef float image[6][SIZE][SIZE][4];

/* Whole numbers of a 48th part of scale. */
static void make_values(float scale, image out)
{
   for (unsigned i = 0; i < 6 * SIZE * SIZE * 4; i++)
      ((float *)out)[i] = scale * (float)api_random(49) / 48;
}

/* Texels of sRGB formats are codes in memory and are averaged as linear values (OpenGL 4.5, 8.24). */
static bool is_srgb(GLenum format)
{
   return format == GL_SRGB8 || format == GL_SRGB8_ALPHA8;
}

static int shrink(int size)
{
   return size > 1 ? size / 2 : 1;
}

/* Both widths of a box filter that the target has. */
static void shrink_image(GLenum target, int width, int height, int slices, image from, image to)
{
   const int dy = height > 1 ? 2 : 1, dz = target == GL_TEXTURE_3D && slices > 1 ? 2 : 1;
   for (int z = 0; z < slices / dz; z++)
      for (int y = 0; y < height / dy; y++)
         for (int x = 0; x < width / 2; x++)
            for (int c = 0; c < 4; c++) {
               float sum = 0;
               for (int i = 0; i < 2 * dy * dz; i++)
                  sum += from[z * dz + i / 2 / dy][y * dy + i / 2 % dy][x * 2 + i % 2][c];
               to[z][y][x][c] = sum / (float)(2 * dy * dz);
            }
}

static void upload(GLenum target, GLenum format, int height, int slices, image values)
{
   static float texels[6 * SIZE * SIZE][4];
   for (int i = 0; i < slices * height * SIZE; i++)
      for (unsigned c = 0; c < 4; c++) {
         const float value = values[i / SIZE / height][i / SIZE % height][i % SIZE][c];
         texels[i][c] = is_srgb(format) ? (float)api_srgb_encode(value) : value;
      }
   if (target == GL_TEXTURE_1D)
      glTexImage1D(target, 0, (GLint)format, SIZE, 0, GL_RGBA, GL_FLOAT, texels);
   else if (target == GL_TEXTURE_2D)
      glTexImage2D(target, 0, (GLint)format, SIZE, height, 0, GL_RGBA, GL_FLOAT, texels);
   else if (target != GL_TEXTURE_CUBE_MAP)
      glTexImage3D(target, 0, (GLint)format, SIZE, height, slices, 0, GL_RGBA, GL_FLOAT, texels);
   for (unsigned face = 0; target == GL_TEXTURE_CUBE_MAP && face < 6; face++)
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, (GLint)format, SIZE, height, 0, GL_RGBA, GL_FLOAT,
                   texels[face * (unsigned)height * SIZE]);
}

static void check_level(GLenum target, const struct format *format, int level, int width, int height, int slices, image want)
{
   static float got[6 * SIZE * SIZE][4];
   const int per_face = width * height;
   for (unsigned face = 0; face < (target == GL_TEXTURE_CUBE_MAP ? 6u : 1u); face++)
      glGetTexImage(target == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : target, level, GL_RGBA, GL_FLOAT,
                    got[face * (unsigned)per_face]);
   api_expect_error(GL_NO_ERROR, "glGetTexImage");
   for (int i = 0; i < slices * per_face; i++)
      for (unsigned c = 0; c < format->components; c++) {
         /* The upload and each level round, some implementations once for each dimension. */
         const float wanted = want[i / per_face][i / width % height][i % width][c], room = format->step * (float)(level + 1) + 1e-5f;
         const float value = is_srgb(format->name) ? (float)api_srgb_decode(got[i][c]) : got[i][c];
         if (fabsf(value - wanted) > room)
            api_fail("0x%x of 0x%x level %d: component %u of texel %d is %g, not %g", format->name, target, level, c, i, (double)value,
                     (double)wanted);
      }
}

static void colors(void)
{
   for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
      for (unsigned t = 0; t < sizeof(targets) / sizeof(targets[0]); t++) {
         static image values[3];
         const GLenum target = targets[t].target;
         int width = SIZE, height = targets[t].height, slices = targets[t].slices;
         GLuint texture;
         glGenTextures(1, &texture);
         glBindTexture(target, texture);
         make_values(formats[i].scale, values[0]);
         upload(target, formats[i].name, height, slices, values[0]);
         glGenerateMipmap(target);
         api_expect_error(GL_NO_ERROR, "glGenerateMipmap");
         for (int level = 1; level < 3; level++) {
            shrink_image(target, width, height, slices, values[level - 1], values[level]);
            width = shrink(width);
            height = shrink(height);
            slices = target == GL_TEXTURE_3D ? shrink(slices) : slices;
            check_level(target, &formats[i], level, width, height, slices, values[level]);
         }
         glDeleteTextures(1, &texture);
      }
   for (unsigned i = 0; i < sizeof(integers) / sizeof(integers[0]); i++) {
      GLuint texture;
      glGenTextures(1, &texture);
      glBindTexture(GL_TEXTURE_2D, texture);
      glTexStorage2D(GL_TEXTURE_2D, 3, integers[i], SIZE, SIZE);
      glGenerateMipmap(GL_TEXTURE_2D);
      api_expect_error(GL_INVALID_OPERATION, "glGenerateMipmap of integers");
      glDeleteTextures(1, &texture);
   }
   region_draw();
}

const struct api_body api_bodies_mipmaps[] = {
   {"mipmaps-colors", CORE, 45, 1, 0, colors, region_reference},
   {0},
};
