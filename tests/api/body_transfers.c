/* body_transfers.c: pixel transfer of desktop OpenGL: every pair of format and type into and out of images, every internal format,
 * the parameters of glPixelStore. Components are 0 or 1 where representations differ in precision. */
#include <stdio.h>
#include <string.h>

#include "api_test.h"
#include "api_desktop.h"
#include "api_pixels.h"

static GLuint picture_program;
static uint8_t picture[API_TEXELS][4];

/* Shows `picture`. */
static void show(void)
{
   GLuint texture;
   picture_program = api_program("#version 330\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
                                 "#version 330\nuniform sampler2D t; out vec4 color;\n"
                                 "void main() { color = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }");
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, API_SIZE, API_SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, picture);
   api_rectangle(-1, -1, 1, 1);
}

static GLuint new_texture(void)
{
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   return texture;
}

/* ---- unpacking ------------------------------------------------------------------------------------------------------------------ */

/* Pixels of any bits; floats are moderate numbers. */
static void make_pixels(const struct pixels *p, uint8_t *data, unsigned count)
{
   const unsigned bytes = count * p->components * p->component_B;
   for (unsigned i = 0; i < bytes; i++)
      data[i] = (uint8_t)api_random(256);
   for (unsigned i = 0; p->is_float && i < count * p->components; i++) {
      const float value = (float)(int)api_random(300) / 256.0f - 0.1f;
      const uint16_t half = (uint16_t)(0x3400 + api_random(0x900)); /* 0.25 .. 1.3 */
      if (p->type == GL_FLOAT)
         memcpy(data + 4 * i, &value, 4);
      else if (p->type == GL_HALF_FLOAT)
         memcpy(data + 2 * i, &half, 2);
      else if (p->type == GL_UNSIGNED_INT_10F_11F_11F_REV)
         for (unsigned b = 1; b < 4; b++) /* the highest bit of each exponent, which infinities and NaN have */
            data[4 * i + b] &= (uint8_t)(b == 1 ? 0xfb : b == 2 ? 0xdf : 0x7f);
   }
}

static struct pixels pairs[PAIRS];
static uint8_t sent[PAIRS][3 * 16 + 16];

/* A word of an integer texel in 8 bits. */
static uint8_t folded(uint32_t word)
{
   return (uint8_t)(word ^ word >> 8 ^ word >> 24);
}

/* Three texels of every pair, as an image keeps them. */
static void draw_unpack(void)
{
   const unsigned n = api_all_pairs(pairs);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glPixelStorei(GL_PACK_ALIGNMENT, 1);
   for (unsigned i = 0; i < n; i++) {
      const struct pixels *p = &pairs[i];
      uint8_t *data = sent[i];
      make_pixels(p, data, 3);
      new_texture();
      if (p->integer) {
         uint32_t texels[3][4];
         glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, 3, 1, 0, p->format, p->type, data);
         desktop.GetTexImage(GL_TEXTURE_2D, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels);
         for (unsigned k = 0; k < 12; k++)
            picture[3 * i + k / 4][k % 4] = folded(texels[k / 4][k % 4]);
      } else {
         glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 3, 1, 0, p->format, p->type, data);
         desktop.GetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, picture[3 * i]);
      }
   }
   show();
}

/* Numbers of an unsigned image are clamped: to 0 .. 1, and negative integers to 0. */
static void reference_unpack(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, sizeof(picture));
   for (unsigned i = 0, n = api_all_pairs(pairs); i < 3 * n; i++) {
      const struct pixels *p = &pairs[i / 3];
      double components[4];
      api_decode_pixel(p, sent[i / 3] + i % 3 * p->components * p->component_B, components);
      for (unsigned c = 0; c < 4; c++) {
         const double value = components[c] < 0 ? 0 : components[c];
         rgba[i][c] = p->integer ? folded((uint32_t)value) : (uint8_t)((value > 1 ? 1 : value) * 255 + 0.5);
      }
   }
}

/* ---- packing ------------------------------------------------------------------------------------------------------------------- */

static void hash(const uint8_t *data, unsigned bytes, uint8_t out[4])
{
   uint32_t h = 2166136261u;
   for (unsigned i = 0; i < bytes; i++)
      h = (h ^ data[i]) * 16777619u;
   memcpy(out, &h, 4);
}

/* The sixteen colours of zeros and ones, read from a framebuffer and from its texture as every pair. */
static void draw_pack(void)
{
   const unsigned n = api_all_pairs(pairs);
   GLuint fbo, old;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, (GLint *)&old);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glPixelStorei(GL_PACK_ALIGNMENT, 1);
   for (unsigned integer = 0; integer < 2; integer++) {
      uint8_t texels[16][4], data[2][16 * 16 + 3];
      for (unsigned k = 0; k < 64; k++)
         texels[k / 4][k % 4] = (k / 4 >> k % 4 & 1) * (integer ? 1 : 255);
      const GLuint texture = new_texture();
      glTexImage2D(GL_TEXTURE_2D, 0, integer ? GL_RGBA8UI : GL_RGBA8, 4, 4, 0, integer ? GL_RGBA_INTEGER : GL_RGBA, GL_UNSIGNED_BYTE,
                   texels);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
      for (unsigned i = 0; i < n; i++) {
         const struct pixels *p = &pairs[i];
         if (p->integer != (integer != 0))
            continue;
         memset(data, 0x55, sizeof(data));
         glReadPixels(0, 0, 4, 4, p->format, p->type, data[0]);
         desktop.GetTexImage(GL_TEXTURE_2D, 0, p->format, p->type, data[1]);
         if (memcmp(data[0], data[1], sizeof(data[0])))
            api_fail("ReadPixels and GetTexImage differ for format 0x%x, type 0x%x", p->format, p->type);
         hash(data[0], sizeof(data[0]), picture[i]);
      }
   }
   glBindFramebuffer(GL_FRAMEBUFFER, old);
   glDeleteFramebuffers(1, &fbo);
   show();
}

static void reference_pack(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, sizeof(picture));
   for (unsigned i = 0, n = api_all_pairs(pairs); i < n; i++) {
      uint8_t data[16 * 16 + 3], *at = data;
      memset(data, 0x55, sizeof(data));
      for (unsigned k = 0; k < 16; k++)
         at += api_encode_pixel(&pairs[i], (const bool[]){k & 1, k >> 1 & 1, k >> 2 & 1, k >> 3 & 1}, at);
      hash(data, sizeof(data), rgba[i]);
   }
}

/* ---- internal formats ----------------------------------------------------------------------------------------------------------- */

struct internal { GLenum name; GLenum format, type; };

static const struct internal internals[] = {
#define N(name) {name, GL_RGBA, GL_FLOAT},
#define I(name) {name, GL_RGBA_INTEGER, GL_INT},
#define U(name) {name, GL_RGBA_INTEGER, GL_UNSIGNED_INT},
   N(GL_RED) N(GL_RG) N(GL_RGB) N(GL_RGBA) N(GL_R8) N(GL_RG8) N(GL_RGB8) N(GL_RGBA8) N(GL_R16) N(GL_RG16) N(GL_RGB16) N(GL_RGBA16)
   N(GL_R3_G3_B2) N(GL_RGB4) N(GL_RGB5) N(GL_RGB10) N(GL_RGB12) N(GL_RGBA2) N(GL_RGBA4) N(GL_RGB5_A1) N(GL_RGB10_A2) N(GL_RGBA12)
   N(GL_R8_SNORM) N(GL_RG8_SNORM) N(GL_RGB8_SNORM) N(GL_RGBA8_SNORM) N(GL_R16_SNORM) N(GL_RG16_SNORM) N(GL_RGB16_SNORM)
   N(GL_RGBA16_SNORM) N(GL_SRGB) N(GL_SRGB8) N(GL_SRGB_ALPHA) N(GL_SRGB8_ALPHA8) N(GL_R16F) N(GL_RG16F) N(GL_RGB16F) N(GL_RGBA16F)
   N(GL_R32F) N(GL_RG32F) N(GL_RGB32F) N(GL_RGBA32F) N(GL_R11F_G11F_B10F) N(GL_RGB9_E5)
   I(GL_R8I) I(GL_RG8I) I(GL_RGB8I) I(GL_RGBA8I) I(GL_R16I) I(GL_RG16I) I(GL_RGB16I) I(GL_RGBA16I) I(GL_R32I) I(GL_RG32I) I(GL_RGB32I)
   I(GL_RGBA32I) U(GL_R8UI) U(GL_RG8UI) U(GL_RGB8UI) U(GL_RGBA8UI) U(GL_R16UI) U(GL_RG16UI) U(GL_RGB16UI) U(GL_RGBA16UI) U(GL_R32UI)
   U(GL_RG32UI) U(GL_RGB32UI) U(GL_RGBA32UI) U(GL_RGB10_A2UI)
#undef N
#undef I
#undef U
};
enum { INTERNALS = sizeof(internals) / sizeof(internals[0]) };

/* A row of sixteen texels for every internal format, two formats in a row of the picture; then the next half of them over it. */
static void draw_internal(void)
{
   static const char vertex[] = "#version 330\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
   GLuint programs[3];
   for (unsigned kind = 0; kind < 3; kind++) {
      static const char *const samplers[] = {"sampler2D", "isampler2D", "usampler2D"};
      char source[300];
      snprintf(source, sizeof(source),
               "#version 330\nuniform %s t; uniform float shift; out vec4 color;\n"
               "void main() { color = vec4(texelFetch(t, ivec2(int(gl_FragCoord.x) %% 16, 0), 0)) * shift; }", samplers[kind]);
      programs[kind] = api_program(vertex, NULL, source);
   }
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ONE);
   for (unsigned i = 0; i < INTERNALS; i++) {
      const struct internal *f = &internals[i];
      const unsigned kind = f->type == GL_FLOAT ? 0 : f->type == GL_INT ? 1 : 2, place = i % 64;
      union { float f[16][4]; GLint i[16][4]; } data;
      for (unsigned k = 0; k < 64; k++) {
         const unsigned one = k / 4 >> k % 4 & 1;
         if (kind)
            data.i[k / 4][k % 4] = (GLint)one;
         else
            data.f[k / 4][k % 4] = (float)one;
      }
      new_texture();
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)f->name, 16, 1, 0, f->format, f->type, &data);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
      if (glGetError() != GL_NO_ERROR)
         api_fail("internal format 0x%x is not taken", f->name);
      glUseProgram(programs[kind]);
      glUniform1f(glGetUniformLocation(programs[kind], "shift"), i < 64 ? 0.25f : 0.5f);
      glViewport((GLint)(place % 2) * 16, (GLint)(place / 2), 16, 1);
      api_rectangle(-1, -1, 1, 1);
   }
   glViewport(0, 0, API_SIZE, API_SIZE);
}

/* Components of an internal format, RGBA in this order. */
static unsigned components_of(GLenum name)
{
   switch (name) {
   case GL_RED: case GL_R8: case GL_R16: case GL_R8_SNORM: case GL_R16_SNORM: case GL_R16F: case GL_R32F: case GL_R8I: case GL_R16I:
   case GL_R32I: case GL_R8UI: case GL_R16UI: case GL_R32UI:
      return 1;
   case GL_RG: case GL_RG8: case GL_RG16: case GL_RG8_SNORM: case GL_RG16_SNORM: case GL_RG16F: case GL_RG32F: case GL_RG8I:
   case GL_RG16I: case GL_RG32I: case GL_RG8UI: case GL_RG16UI: case GL_RG32UI:
      return 2;
   case GL_RGB: case GL_RGB8: case GL_RGB16: case GL_R3_G3_B2: case GL_RGB4: case GL_RGB5: case GL_RGB10: case GL_RGB12:
   case GL_RGB8_SNORM: case GL_RGB16_SNORM: case GL_SRGB: case GL_SRGB8: case GL_RGB16F: case GL_RGB32F: case GL_R11F_G11F_B10F:
   case GL_RGB9_E5: case GL_RGB8I: case GL_RGB16I: case GL_RGB32I: case GL_RGB8UI: case GL_RGB16UI: case GL_RGB32UI:
      return 3;
   default:
      return 4;
   }
}

/* Each format keeps its components; those that it lacks are 0, and alpha 1. */
static void reference_internal(uint8_t rgba[API_TEXELS][4])
{
   static double sums[API_TEXELS][4];
   for (unsigned i = 0; i < 16 * INTERNALS; i++) {
      const unsigned f = i / 16, k = i % 16, place = f % 64, components = components_of(internals[f].name);
      double *sum = sums[place / 2 * API_SIZE + place % 2 * 16 + k];
      for (unsigned c = 0; c < 4; c++)
         sum[c] += (f < 64 ? 0.25 : 0.5) * (c < components ? k >> c & 1 : c == 3);
   }
   for (unsigned i = 0; i < API_TEXELS; i++)
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = (uint8_t)(sums[i][c] * 255 + 0.5);
}

/* ---- depth and stencil ----------------------------------------------------------------------------------------------------------- */

static uint8_t depth_picture[API_TEXELS][4]; /* as the specification demands */

static uint8_t byte_of(double depth)
{
   return (uint8_t)((depth < 0 ? 0 : depth > 1 ? 1 : depth) * 255 + 0.5);
}

static void draw_depth(void)
{
   static const GLenum names[] = {GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT32,
                                  GL_DEPTH_COMPONENT32F, GL_DEPTH_STENCIL, GL_DEPTH24_STENCIL8, GL_DEPTH32F_STENCIL8};
   static const GLenum types[] = {GL_UNSIGNED_BYTE, GL_BYTE, GL_UNSIGNED_SHORT, GL_SHORT, GL_UNSIGNED_INT, GL_INT, GL_HALF_FLOAT, GL_FLOAT};
   static const unsigned sizes_B[] = {1, 1, 2, 2, 4, 4, 2, 4};
   unsigned at = 0;
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glPixelStorei(GL_PACK_ALIGNMENT, 1);
   for (unsigned f = 0; f < 8; f++)
      for (unsigned t = 0; t < 8; t++) {
         float depth[8];
         uint8_t data[8 * 4], back[8 * 4];
         const struct pixels p = {GL_RED, types[t], 1, sizes_B[t], t >= 6, false}; /* depth is a component as red is */
         make_pixels(&p, data, 8);
         new_texture();
         glTexImage2D(GL_TEXTURE_2D, 0, (GLint)names[f], 8, 1, 0, GL_DEPTH_COMPONENT, types[t], data);
         desktop.GetTexImage(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
         desktop.GetTexImage(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_BYTE, back);
         for (unsigned i = 0; i < 8; i++, at++) {
            double sent_depth[4];
            api_decode_pixel(&p, data + i * p.component_B, sent_depth);
            /* fixed-point formats clamp */
            const bool outside = (names[f] == GL_DEPTH_COMPONENT32F || names[f] == GL_DEPTH32F_STENCIL8) && (sent_depth[0] < 0 || sent_depth[0] > 1);
            memcpy(depth_picture[at], (const uint8_t[]){byte_of(sent_depth[0]), byte_of(sent_depth[0]), (uint8_t)(4 * f + t), outside}, 4);
            picture[at][0] = byte_of(depth[i]);
            picture[at][1] = back[i];
            picture[at][2] = (uint8_t)(4 * f + t);
            picture[at][3] = depth[i] < 0 || depth[i] > 1;
         }
      }
   for (unsigned f = 6; f < 8; f++)
      for (unsigned t = 0; t < 2; t++) {
         struct { float depth; uint32_t stencil; } wide[8];
         uint32_t words[8];
         for (unsigned i = 0; i < 8; i++) {
            words[i] = api_random(1 << 16) << 16 | api_random(1 << 16);
            wide[i].depth = (float)api_random(256) / 255;
            wide[i].stencil = api_random(256);
            const double depth = t ? wide[i].depth : (words[i] >> 8) / 16777215.0;
            const uint8_t stencil = (uint8_t)(t ? wide[i].stencil : words[i]);
            memcpy(depth_picture[at + i], (const uint8_t[]){(uint8_t)(depth * 255.99), stencil, byte_of(depth), stencil}, 4);
         }
         new_texture();
         if (t)
            glTexImage2D(GL_TEXTURE_2D, 0, (GLint)names[f], 8, 1, 0, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, wide);
         else
            glTexImage2D(GL_TEXTURE_2D, 0, (GLint)names[f], 8, 1, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, words);
         desktop.GetTexImage(GL_TEXTURE_2D, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, words);
         desktop.GetTexImage(GL_TEXTURE_2D, 0, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, wide);
         for (unsigned i = 0; i < 8; i++, at++) {
            picture[at][0] = (uint8_t)(words[i] >> 24);
            picture[at][1] = (uint8_t)words[i];
            picture[at][2] = (uint8_t)(wide[i].depth * 255 + 0.5f);
            picture[at][3] = (uint8_t)wide[i].stencil;
         }
      }
   show();
}

static void reference_depth(uint8_t rgba[API_TEXELS][4])
{
   memcpy(rgba, depth_picture, sizeof(depth_picture));
}

/* ---- glPixelStore ---------------------------------------------------------------------------------------------------------------- */

enum { W = 5, H = 4, D = 3, WORDS = 6000 };

static uint16_t data[WORDS];

struct store { unsigned row_length, image_height, skip_pixels, skip_rows, skip_images, alignment; bool swap; };
static const struct store unpack = {9, 7, 2, 1, 1, 8, true}, unpack_part = {0, 7, 2, 1, 1, 8, true}, pack = {7, 5, 1, 2, 2, 4, true};

static void set_store(const struct store *s, bool packs)
{
   glPixelStorei(packs ? GL_PACK_ROW_LENGTH : GL_UNPACK_ROW_LENGTH, (GLint)s->row_length);
   glPixelStorei(packs ? GL_PACK_IMAGE_HEIGHT : GL_UNPACK_IMAGE_HEIGHT, (GLint)s->image_height);
   glPixelStorei(packs ? GL_PACK_SKIP_PIXELS : GL_UNPACK_SKIP_PIXELS, (GLint)s->skip_pixels);
   glPixelStorei(packs ? GL_PACK_SKIP_ROWS : GL_UNPACK_SKIP_ROWS, (GLint)s->skip_rows);
   glPixelStorei(packs ? GL_PACK_SKIP_IMAGES : GL_UNPACK_SKIP_IMAGES, (GLint)s->skip_images);
   glPixelStorei(packs ? GL_PACK_ALIGNMENT : GL_UNPACK_ALIGNMENT, (GLint)s->alignment);
   glPixelStorei(packs ? GL_PACK_SWAP_BYTES : GL_UNPACK_SWAP_BYTES, s->swap);
}

/* The word of component c of pixel (x, y, z) of an image `width` pixels wide and `height` high, three words to a pixel (GL 4.6,
 * 8.4.4.1). */
static unsigned place(const struct store *s, unsigned width, unsigned height, unsigned x, unsigned y, unsigned z, unsigned c)
{
   const unsigned row_B = ((s->row_length ? s->row_length : width) * 6 + s->alignment - 1) / s->alignment * s->alignment;
   const unsigned rows = s->image_height ? s->image_height : height;
   return (((s->skip_images + z) * rows + s->skip_rows + y) * row_B + (s->skip_pixels + x) * 6) / 2 + c;
}

/* A box of a larger image in client memory, bytes swapped, into a 3D texture, a part of it anew, and back into another place. */
static void draw_store(void)
{
   static uint16_t back[WORDS];
   GLuint texture;
   for (unsigned i = 0; i < WORDS; i++)
      data[i] = (uint16_t)api_random(1 << 16);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_3D, texture);
   set_store(&unpack, false);
   set_store(&pack, true);
   glTexImage3D(GL_TEXTURE_3D, 0, GL_RGB16, W, H, D, 0, GL_BGR, GL_UNSIGNED_SHORT, data);
   set_store(&unpack_part, false);
   glTexSubImage3D(GL_TEXTURE_3D, 0, 1, 2, 1, 3, 2, 2, GL_RGB, GL_UNSIGNED_SHORT, data + 100);
   desktop.GetTexImage(GL_TEXTURE_3D, 0, GL_RGB, GL_UNSIGNED_SHORT, back);
   set_store(&(struct store){.alignment = 4}, false);
   set_store(&(struct store){.alignment = 4}, true);
   memcpy(picture, back, sizeof(picture));
   show();
}

static void reference_store(uint8_t rgba[API_TEXELS][4])
{
   uint16_t *words = (uint16_t *)rgba;
   memset(rgba, 0, sizeof(picture));
   for (unsigned z = 0; z < D; z++)
      for (unsigned y = 0; y < H; y++)
         for (unsigned x = 0; x < W; x++)
            for (unsigned c = 0; c < 3; c++) {
               const bool part = x >= 1 && x < 4 && y >= 2 && z >= 1;
               words[place(&pack, W, H, x, y, z, c)] = part ? data[100 + place(&unpack_part, 3, 2, x - 1, y - 2, z - 1, c)]
                                                            : data[place(&unpack, W, H, x, y, z, 2 - c)];
            }
}

/* ---- compression ------------------------------------------------------------------------------------------------------------------ */

/* Ramps, whose blocks lose little, as RGTC images that the implementation compresses. */
static void ramp(unsigned x, unsigned y, uint8_t out[4])
{
   out[0] = (uint8_t)(x * 6 + y);
   out[1] = (uint8_t)(250 - y * 7);
   out[2] = 0;
   out[3] = 255;
}

static void draw_compress(void)
{
   uint8_t texels[API_TEXELS][4];
   GLint compressed = 0;
   for (unsigned i = 0; i < API_TEXELS; i++)
      ramp(i % API_SIZE, i / API_SIZE, texels[i]);
   new_texture();
   glTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_GREEN_RGTC2_EXT, API_SIZE, API_SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_COMPRESSED, &compressed);
   if (!compressed)
      api_fail("the image is not compressed");
   glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, 0x86A0 /* GL_TEXTURE_COMPRESSED_IMAGE_SIZE */, &compressed);
   if (compressed != API_TEXELS)
      api_fail("the image has %d bytes", compressed);
   desktop.GetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, picture);
   show();
}

static void reference_compress(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      ramp(i % API_SIZE, i / API_SIZE, rgba[i]);
}

const struct api_body api_bodies_transfers[] = {
   {"transfers-unpack", CORE, 33, 1, 0, draw_unpack, reference_unpack},
   {"transfers-pack", CORE, 33, 0, 0, draw_pack, reference_pack},
   {"transfers-internal", CORE, 33, 1, 0, draw_internal, reference_internal},
   {"transfers-depth", CORE, 33, 1, 0, draw_depth, reference_depth},
   {"transfers-compress", CORE, 33, 3, 0, draw_compress, reference_compress},
   {"transfers-store", CORE, 33, 0, 0, draw_store, reference_store},
   {0},
};
