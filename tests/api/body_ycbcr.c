/* body_ycbcr.c: MESA_ycbcr_texture: images of luma and chroma, of two dimensions and of rectangles, sampled as RGB by fixed functions,
 * GLSL and assembly. Colours are those of ITU-R BT.601 with 16 to 235 for luma. */
#include <string.h>

#include "api_ycbcr.h"

/* A part that glTexSubImage2D replaces; an odd part_x is within a pair. */
enum { PART_Y = 3, PART_WIDTH = 20, PART_HEIGHT = 26 };
static unsigned part_x = 4;

static uint16_t texel(unsigned x, unsigned y)
{
   const bool in_part = x >= part_x && x < part_x + PART_WIDTH && y >= PART_Y && y < PART_Y + PART_HEIGHT;
   return ycbcr_texel(x, y, in_part ? 20 : 0);
}

static void fill(uint16_t *pixels, unsigned x0, unsigned y0, unsigned width, unsigned height, bool reversed)
{
   for (unsigned y = 0; y < height; y++)
      for (unsigned x = 0; x < width; x++)
         pixels[y * width + x] = reversed ? ycbcr_swapped(texel(x0 + x, y0 + y)) : texel(x0 + x, y0 + y);
}

/* mixed: the part comes as the other type. */
static void specify(GLenum target, bool mixed)
{
   static uint16_t pixels[SIZE * SIZE], part[PART_WIDTH * PART_HEIGHT];
   const bool rectangle = target == GL_TEXTURE_RECTANGLE;
   ycbcr_texture(target);
   fill(pixels, 0, 0, SIZE, SIZE, rectangle);
   fill(part, part_x, PART_Y, PART_WIDTH, PART_HEIGHT, rectangle != mixed);
   glPixelTransferf(GL_RED_SCALE, 0.5f); /* no operation on pixels applies */
   glPixelTransferf(GL_GREEN_BIAS, 0.25f);
   glTexImage2D(target, 0, GL_YCBCR_MESA, SIZE, SIZE, 0, GL_YCBCR_MESA,
                rectangle ? GL_UNSIGNED_SHORT_8_8_REV_MESA : GL_UNSIGNED_SHORT_8_8_MESA, pixels);
   glTexSubImage2D(target, 0, part_x, PART_Y, PART_WIDTH, PART_HEIGHT, GL_YCBCR_MESA,
                   rectangle != mixed ? GL_UNSIGNED_SHORT_8_8_REV_MESA : GL_UNSIGNED_SHORT_8_8_MESA, part);
   glPixelTransferf(GL_RED_SCALE, 1);
   glPixelTransferf(GL_GREEN_BIAS, 0);
}

static void draw_replaced(bool mixed)
{
   api_require("GL_MESA_ycbcr_texture");
   specify(GL_TEXTURE_2D, mixed);
   ycbcr_draw(1);
}

static void draw_fixed(void) { draw_replaced(false); }
static void draw_types(void) { draw_replaced(true); }

static void draw_odd(void)
{
   part_x = 5;
   draw_replaced(false);
}

static void draw_glsl(void)
{
   api_require("GL_MESA_ycbcr_texture");
   api_require("GL_ARB_texture_rectangle");
   specify(GL_TEXTURE_RECTANGLE, false);
   const GLuint program = api_program(
      "#version 120\nattribute vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
      "#version 120\n#extension GL_ARB_texture_rectangle : require\n"
      "uniform sampler2DRect s; void main() { gl_FragColor = texture2DRect(s, gl_FragCoord.xy); }");
   glUseProgram(program);
   api_rectangle(-1, -1, 1, 1);
}

static void draw_assembly(void)
{
   static const char source[] = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n";
   GLuint program;
   api_require("GL_MESA_ycbcr_texture");
   api_require("GL_ARB_fragment_program");
   const PFNGLGENPROGRAMSARBPROC gen = (PFNGLGENPROGRAMSARBPROC)eglGetProcAddress("glGenProgramsARB");
   const PFNGLBINDPROGRAMARBPROC bind = (PFNGLBINDPROGRAMARBPROC)eglGetProcAddress("glBindProgramARB");
   const PFNGLPROGRAMSTRINGARBPROC string = (PFNGLPROGRAMSTRINGARBPROC)eglGetProcAddress("glProgramStringARB");
   specify(GL_TEXTURE_2D, false);
   gen(1, &program);
   bind(GL_FRAGMENT_PROGRAM_ARB, program);
   string(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(source), source);
   glEnable(GL_FRAGMENT_PROGRAM_ARB);
   ycbcr_quad(1);
}

static void reference_image(uint8_t rgba[API_TEXELS][4])
{
   static uint16_t texels[SIZE][SIZE];
   fill(texels[0], 0, 0, SIZE, SIZE, false);
   ycbcr_picture(texels, rgba);
}

static void reference_odd(uint8_t rgba[API_TEXELS][4])
{
   part_x = 5;
   reference_image(rgba);
}

/* An image of one colour, the largest level of a texture with mipmaps. */
static const uint16_t *uniform_image(void)
{
   static uint16_t pixels[SIZE * SIZE];
   api_require("GL_MESA_ycbcr_texture");
   for (unsigned i = 0; i < SIZE * SIZE; i++)
      pixels[i] = (uint16_t)(120 << 8 | (i & 1 ? 150 : 110));
   ycbcr_texture(GL_TEXTURE_2D);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   ycbcr_image(GL_TEXTURE_2D, 0, SIZE, SIZE, pixels);
   return pixels;
}

/* Levels of a uniform image have its colour; a level that TexImage gave keeps its own. */
static void draw_mipmaps(void)
{
   const uint16_t *pixels = uniform_image();
   for (GLint level = 1; level < 6; level++)
      ycbcr_image(GL_TEXTURE_2D, level, SIZE >> level, SIZE >> level, pixels);
   ycbcr_draw(4);
   glEnable(GL_SCISSOR_TEST);
   glScissor(0, 16, SIZE, 16);
   ycbcr_quad(16);
}

static void draw_generated(void)
{
   uint16_t level2[8 * 8];
   uniform_image();
   glGenerateMipmap(GL_TEXTURE_2D);
   api_expect_error(GL_NO_ERROR, "glGenerateMipmap");
   ycbcr_draw(4);
   glGetTexImage(GL_TEXTURE_2D, 2, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_MESA, level2);
   for (unsigned i = 0; i < 64; i++)
      if (level2[i] >> 8 < 118 || level2[i] >> 8 > 122 || (level2[i] & 0xff) < (i & 1 ? 148 : 108) || (level2[i] & 0xff) > (i & 1 ? 152 : 112))
         api_fail("texel %u of level 2 is 0x%x", i, level2[i]);
}

static void reference_uniform(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      ycbcr_to_rgb(120, 110, 150, rgba[i]);
}

/* ---- errors and queries -------------------------------------------------------------------------------------------------------- */

static void draw_queries(void)
{
   static uint16_t pixels[SIZE * SIZE], got[SIZE * SIZE];
   static const GLenum sizes[] = {GL_TEXTURE_RED_SIZE, GL_TEXTURE_GREEN_SIZE, GL_TEXTURE_BLUE_SIZE};
   GLint value = -1;
   api_require("GL_MESA_ycbcr_texture");
   specify(GL_TEXTURE_2D, false);
   for (unsigned i = 0; i < 3; i++) {
      glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, sizes[i], &value);
      api_expect("the size of a colour", value, 0);
   }
   glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, &value);
   api_expect("the internal format", value, GL_YCBCR_MESA);
   glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_COMPRESSED, &value);
   api_expect("is compressed", value, GL_FALSE);
   fill(pixels, 0, 0, SIZE, SIZE, true);
   glGetTexImage(GL_TEXTURE_2D, 0, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_REV_MESA, got);
   api_expect_error(GL_NO_ERROR, "glGetTexImage");
   for (unsigned i = 0; i < SIZE * SIZE; i++)
      api_expect("a texel", got[i], pixels[i]);
   glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, got);
   api_expect_error(GL_INVALID_OPERATION, "glGetTexImage of colours");
   ycbcr_image(GL_PROXY_TEXTURE_2D, 0, SIZE, SIZE, NULL);
   glGetTexLevelParameteriv(GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &value);
   api_expect("the proxy's width", value, SIZE);
}

static void draw_errors(void)
{
   static uint16_t pixels[64];
   static uint8_t rgba[256];
   api_require("GL_MESA_ycbcr_texture");
   ycbcr_texture(GL_TEXTURE_2D);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_YCBCR_MESA, 8, 8, 1, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_MESA, pixels);
   api_expect_error(GL_INVALID_VALUE, "a border");
   ycbcr_image(GL_TEXTURE_2D, 0, 8, 8, pixels);
   api_expect_error(GL_NO_ERROR, "an image");
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
   api_expect_error(GL_INVALID_OPERATION, "colours into the image");
   glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 8, 8);
   api_expect_error(GL_INVALID_OPERATION, "a copy into the image");
   ycbcr_image(GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, 8, 8, pixels);
   api_expect_error(GL_INVALID_ENUM, "a cube map");
   ycbcr_texture(GL_TEXTURE_2D);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
   ycbcr_update(0, 0, 8, 8, pixels);
   api_expect_error(GL_INVALID_OPERATION, "YCbCr into an image of colours");
}

/* The extension's section on errors. */
static void draw_mismatch(void)
{
   static uint8_t data[256];
   api_require("GL_MESA_ycbcr_texture");
   ycbcr_texture(GL_TEXTURE_2D);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_YCBCR_MESA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
   api_expect_error(GL_INVALID_ENUM, "colours for the internal format");
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_MESA, data);
   api_expect_error(GL_INVALID_ENUM, "YCbCr for another internal format");
   glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_YCBCR_MESA, 0, 0, 8, 8, 0);
   api_expect_error(GL_INVALID_ENUM, "a copy as YCbCr");
   glTexImage1D(GL_TEXTURE_1D, 0, GL_YCBCR_MESA, 8, 0, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_MESA, data);
   api_expect_error(GL_INVALID_ENUM, "one dimension");
   glDrawPixels(4, 4, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_MESA, data);
   api_expect_error(GL_INVALID_ENUM, "glDrawPixels");
   glReadPixels(0, 0, 4, 4, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_MESA, data);
   api_expect_error(GL_INVALID_ENUM, "glReadPixels");
}

const struct api_body api_bodies_ycbcr[] = {
   {"ycbcr-fixed", COMPATIBILITY, 21, 2, 0, draw_fixed, reference_image},
   {"ycbcr-odd", COMPATIBILITY, 21, 2, 0, draw_odd, reference_odd},
   {"ycbcr-types", COMPATIBILITY, 21, 2, 0, draw_types, reference_image},
   {"ycbcr-glsl", COMPATIBILITY, 21, 2, 0, draw_glsl, reference_image},
   {"ycbcr-assembly", COMPATIBILITY, 21, 2, 0, draw_assembly, reference_image},
   {"ycbcr-levels", COMPATIBILITY, 21, 2, 0, draw_mipmaps, reference_uniform},
   {"ycbcr-generated", COMPATIBILITY, 30, 4, 0, draw_generated, reference_uniform},
   {"ycbcr-queries", COMPATIBILITY, 21, 0, 0, draw_queries, NULL},
   {"ycbcr-errors", COMPATIBILITY, 21, 0, 0, draw_errors, NULL},
   {"ycbcr-mismatch", COMPATIBILITY, 21, 0, 0, draw_mismatch, NULL},
   {0}};
