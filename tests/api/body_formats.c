/* body_formats.c: format and type round trips: texels of each row of the table go into a texture and come back through a nearest
 * fetch, with the values that the specification's conversions give (OpenGL ES 2.0, 3.7.1 and 2.1.2; ES 3.0, 3.8.3).
 * A version adds rows. */
#include <string.h>

#include "api_test.h"

enum base { RED, RG, RGB, RGBA, ALPHA, LUMINANCE, LUMINANCE_ALPHA };

/* bits: of the components in memory order; a 16-bit type has the first one in its highest bits, a 32-bit one in its lowest. */
struct row { unsigned version; GLenum internal, format, type; enum base base; uint8_t bits[4]; };

static const struct row rows[] = {
   {20, GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, RGBA, {8, 8, 8, 8}},
   {20, GL_RGB, GL_RGB, GL_UNSIGNED_BYTE, RGB, {8, 8, 8}},
   {20, GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, RGBA, {4, 4, 4, 4}},
   {20, GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, RGBA, {5, 5, 5, 1}},
   {20, GL_RGB, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, RGB, {5, 6, 5}},
   {20, GL_ALPHA, GL_ALPHA, GL_UNSIGNED_BYTE, ALPHA, {8}},
   {20, GL_LUMINANCE, GL_LUMINANCE, GL_UNSIGNED_BYTE, LUMINANCE, {8}},
   {20, GL_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, LUMINANCE_ALPHA, {8, 8}},
   /* EXT_texture_type_2_10_10_10_REV; the sized name: OES_required_internalformat */
   {20, GL_RGBA, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV_EXT, RGBA, {10, 10, 10, 2}},
   {20, GL_RGB, GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV_EXT, RGB, {10, 10, 10, 2}},
   {20, GL_RGB10_A2_EXT, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV_EXT, RGBA, {10, 10, 10, 2}},
   /* EXT_texture_rg */
   {20, GL_RED_EXT, GL_RED_EXT, GL_UNSIGNED_BYTE, RED, {8}},
   {20, GL_RG_EXT, GL_RG_EXT, GL_UNSIGNED_BYTE, RG, {8, 8}},
   {30, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, RGBA, {8, 8, 8, 8}},
   {30, GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE, RGB, {8, 8, 8}},
   {30, GL_RG8, GL_RG, GL_UNSIGNED_BYTE, RG, {8, 8}},
   {30, GL_R8, GL_RED, GL_UNSIGNED_BYTE, RED, {8}},
   {30, GL_RGBA4, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, RGBA, {4, 4, 4, 4}},
   {30, GL_RGB5_A1, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, RGBA, {5, 5, 5, 1}},
   {30, GL_RGB565, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, RGB, {5, 6, 5}},
};
enum { ROWS = sizeof(rows) / sizeof(rows[0]), WIDTH = 7, HEIGHT = 3, TEXELS = WIDTH * HEIGHT, TEXEL_B = 4 };

static uint8_t data[ROWS][TEXELS * TEXEL_B];

static unsigned components(const struct row *row)
{
   unsigned n = 0;
   while (n < 4 && row->bits[n])
      n++;
   return n;
}

static unsigned texel_size_B(const struct row *row)
{
   return row->bits[0] == 8 ? components(row) : row->bits[0] == 10 ? 4 : 2;
}

/* The texel as RGBA, in steps of 1/255, rounded. */
static void convert(const struct row *row, const uint8_t *texel, uint8_t out[4])
{
   static const struct { int8_t from[4]; } swizzles[] = { /* -1: 0, -2: 1 */
      [RED] = {{0, -1, -1, -2}}, [RG] = {{0, 1, -1, -2}}, [RGB] = {{0, 1, 2, -2}}, [RGBA] = {{0, 1, 2, 3}},
      [ALPHA] = {{-1, -1, -1, 0}}, [LUMINANCE] = {{0, 0, 0, -2}}, [LUMINANCE_ALPHA] = {{0, 0, 0, 1}}};
   uint8_t value[4];
   uint32_t packed = 0;
   bool rev = row->bits[0] == 8 || row->bits[0] == 10;
   unsigned shift = rev ? 0 : 16;
   memcpy(&packed, texel, texel_size_B(row));
   for (unsigned c = 0; c < components(row); c++) {
      unsigned most = (1u << row->bits[c]) - 1;
      shift -= rev ? 0 : row->bits[c];
      unsigned code = packed >> shift & most;
      shift += rev ? row->bits[c] : 0;
      value[c] = (uint8_t)((code * 255 * 2 + most) / (2 * most));
   }
   for (unsigned c = 0; c < 4; c++) {
      int from = swizzles[row->base].from[c];
      out[c] = from >= 0 ? value[from] : from == -2 ? 255 : 0;
   }
}

/* Where the rows of a version lie in the picture: WIDTH x HEIGHT each, four beside each other. */
static unsigned place(unsigned n, unsigned version, unsigned *x, unsigned *y)
{
   unsigned before = 0;
   for (unsigned i = 0; i < n; i++)
      before += rows[i].version == version;
   *x = before % 4 * (WIDTH + 1);
   *y = before / 4 * (HEIGHT + 1);
   return before;
}

static void draw_rows(unsigned version)
{
   GLuint texture;
   api_program("attribute vec2 pos; varying vec2 at;"
               "void main() { at = pos * 0.5 + 0.5; gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "precision highp float; varying vec2 at; uniform sampler2D t; void main() { gl_FragColor = texture2D(t, at); }");
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE); /* not a power of two */
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   for (unsigned n = 0; n < ROWS; n++) {
      unsigned x, y;
      for (unsigned i = 0; i < TEXELS * TEXEL_B; i++)
         data[n][i] = (uint8_t)api_random(256);
      if (rows[n].version != version)
         continue;
      place(n, version, &x, &y);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)rows[n].internal, WIDTH, HEIGHT, 0, rows[n].format, rows[n].type, data[n]);
      glViewport((GLint)x, (GLint)y, WIDTH, HEIGHT);
      api_rectangle(-1, -1, 1, 1);
   }
}

static void reference_rows(uint8_t rgba[API_TEXELS][4], unsigned version)
{
   for (unsigned n = 0; n < ROWS; n++) {
      unsigned x, y;
      if (rows[n].version != version)
         continue;
      place(n, version, &x, &y);
      for (unsigned i = 0; i < TEXELS; i++)
         convert(&rows[n], data[n] + i * texel_size_B(&rows[n]), rgba[(y + i / WIDTH) * API_SIZE + x + i % WIDTH]);
   }
}

static void draw_es20(void) { draw_rows(20); }
static void draw_es30(void) { draw_rows(30); }
static void reference_es20(uint8_t rgba[API_TEXELS][4]) { reference_rows(rgba, 20); }
static void reference_es30(uint8_t rgba[API_TEXELS][4]) { reference_rows(rgba, 30); }

const struct api_body api_bodies_formats[] = {
   {"formats-es20", GLES, 20, 1, 0, draw_es20, reference_es20},
   {"formats-es30", GLES, 30, 1, 0, draw_es30, reference_es30},
   {0},
};
