/* body_pixels.c: every combination of internal format, format and type of OpenGL ES 3.0 (tables 3.2 and 3.3): pixels go into a
 * texture through glPixelStore's layouts and pixel buffers, and texelFetch must give the values that the specification demands;
 * colour-renderable formats are drawn to and read back in each pair that ReadPixels offers. Texel by texel, within the rounding
 * that the specification leaves to implementations. */
#include <math.h>
#include <string.h>

#include "api_srgb.h"
#include "api_test.h"

enum { WIDTH = 7, HEIGHT = 5, TEXELS = WIDTH * HEIGHT, ROW = 11, SKIP_ROWS = 2, SKIP_PIXELS = 3, MEMORY_B = 4096 };

enum kind { UNORM, SNORM, FLOATS, UINTS, INTS, DEPTH };

/* bits: of R, G, B, A of a texel; 0: missing. draws: GLES 3.0 renders to it; 'f': with EXT_color_buffer_float;
 * 'h': with EXT_color_buffer_half_float; 'n': with EXT_texture_norm16. */
struct image { GLenum name; enum kind kind; uint8_t bits[4]; bool srgb; char draws; };

static const struct image images[] = {
   {GL_R8, UNORM, {8}, false, 'y'}, {GL_RG8, UNORM, {8, 8}, false, 'y'}, {GL_RGB8, UNORM, {8, 8, 8}, false, 'y'},
   {GL_RGBA8, UNORM, {8, 8, 8, 8}, false, 'y'}, {GL_SRGB8, UNORM, {8, 8, 8}, true}, {GL_SRGB8_ALPHA8, UNORM, {8, 8, 8, 8}, true, 'y'},
   {GL_RGB565, UNORM, {5, 6, 5}, false, 'y'}, {GL_RGBA4, UNORM, {4, 4, 4, 4}, false, 'y'}, {GL_RGB5_A1, UNORM, {5, 5, 5, 1}, false, 'y'},
   {GL_RGB10_A2, UNORM, {10, 10, 10, 2}, false, 'y'},
   {GL_R8_SNORM, SNORM, {8}}, {GL_RG8_SNORM, SNORM, {8, 8}}, {GL_RGB8_SNORM, SNORM, {8, 8, 8}},
   {GL_RGBA8_SNORM, SNORM, {8, 8, 8, 8}},
   {GL_R16F, FLOATS, {16}, false, 'f'}, {GL_RG16F, FLOATS, {16, 16}, false, 'f'}, {GL_RGB16F, FLOATS, {16, 16, 16}, false, 'h'},
   {GL_RGBA16F, FLOATS, {16, 16, 16, 16}, false, 'f'}, {GL_R32F, FLOATS, {32}, false, 'f'}, {GL_RG32F, FLOATS, {32, 32}, false, 'f'},
   {GL_RGB32F, FLOATS, {32, 32, 32}}, {GL_RGBA32F, FLOATS, {32, 32, 32, 32}, false, 'f'},
   {GL_R11F_G11F_B10F, FLOATS, {11, 11, 10}, false, 'f'}, {GL_RGB9_E5, FLOATS, {9, 9, 9}},
   {GL_R8UI, UINTS, {8}, false, 'y'}, {GL_R8I, INTS, {8}, false, 'y'}, {GL_R16UI, UINTS, {16}, false, 'y'},
   {GL_R16I, INTS, {16}, false, 'y'}, {GL_R32UI, UINTS, {32}, false, 'y'}, {GL_R32I, INTS, {32}, false, 'y'},
   {GL_RG8UI, UINTS, {8, 8}, false, 'y'}, {GL_RG8I, INTS, {8, 8}, false, 'y'}, {GL_RG16UI, UINTS, {16, 16}, false, 'y'},
   {GL_RG16I, INTS, {16, 16}, false, 'y'}, {GL_RG32UI, UINTS, {32, 32}, false, 'y'}, {GL_RG32I, INTS, {32, 32}, false, 'y'},
   {GL_RGB8UI, UINTS, {8, 8, 8}}, {GL_RGB8I, INTS, {8, 8, 8}}, {GL_RGB16UI, UINTS, {16, 16, 16}}, {GL_RGB16I, INTS, {16, 16, 16}},
   {GL_RGB32UI, UINTS, {32, 32, 32}}, {GL_RGB32I, INTS, {32, 32, 32}},
   {GL_RGBA8UI, UINTS, {8, 8, 8, 8}, false, 'y'}, {GL_RGBA8I, INTS, {8, 8, 8, 8}, false, 'y'},
   {GL_RGBA16UI, UINTS, {16, 16, 16, 16}, false, 'y'}, {GL_RGBA16I, INTS, {16, 16, 16, 16}, false, 'y'},
   {GL_RGBA32UI, UINTS, {32, 32, 32, 32}, false, 'y'}, {GL_RGBA32I, INTS, {32, 32, 32, 32}, false, 'y'},
   {GL_RGB10_A2UI, UINTS, {10, 10, 10, 2}, false, 'y'},
   {GL_DEPTH_COMPONENT16, DEPTH, {16}}, {GL_DEPTH_COMPONENT24, DEPTH, {24}}, {GL_DEPTH_COMPONENT32F, DEPTH, {32}},
   {GL_DEPTH24_STENCIL8, DEPTH, {24}}, {GL_DEPTH32F_STENCIL8, DEPTH, {32}},
   {GL_R16_EXT, UNORM, {16}, false, 'n'}, {GL_RG16_EXT, UNORM, {16, 16}, false, 'n'}, {GL_RGB16_EXT, UNORM, {16, 16, 16}},
   {GL_RGBA16_EXT, UNORM, {16, 16, 16, 16}, false, 'n'}, {GL_R16_SNORM_EXT, SNORM, {16}},
   {GL_RG16_SNORM_EXT, SNORM, {16, 16}}, {GL_RGB16_SNORM_EXT, SNORM, {16, 16, 16}},
   {GL_RGBA16_SNORM_EXT, SNORM, {16, 16, 16, 16}},
   {GL_SR8_EXT, UNORM, {8}, true},
   {GL_SRG8_EXT, UNORM, {8, 8}, true},
   /* unsized, with the components that their types give them */
   {GL_RGBA, UNORM, {8, 8, 8, 8}}, {GL_RGB, UNORM, {8, 8, 8}}, {GL_LUMINANCE_ALPHA, UNORM, {8, 8, 8, 8}},
   {GL_LUMINANCE, UNORM, {8, 8, 8}}, {GL_ALPHA, UNORM, {8, 8, 8, 8}},
};

#define T4444 GL_UNSIGNED_SHORT_4_4_4_4
#define T5551 GL_UNSIGNED_SHORT_5_5_5_1
#define T1010102 GL_UNSIGNED_INT_2_10_10_10_REV
static const struct { GLenum internal, format, types[4]; } pairs[] = {
   {GL_R8, GL_RED, {GL_UNSIGNED_BYTE}}, {GL_RG8, GL_RG, {GL_UNSIGNED_BYTE}}, {GL_RGB8, GL_RGB, {GL_UNSIGNED_BYTE}},
   {GL_RGBA8, GL_RGBA, {GL_UNSIGNED_BYTE}}, {GL_SRGB8, GL_RGB, {GL_UNSIGNED_BYTE}}, {GL_SRGB8_ALPHA8, GL_RGBA, {GL_UNSIGNED_BYTE}},
   {GL_RGB565, GL_RGB, {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_5_6_5}}, {GL_RGBA4, GL_RGBA, {GL_UNSIGNED_BYTE, T4444}},
   {GL_RGB5_A1, GL_RGBA, {GL_UNSIGNED_BYTE, T5551, T1010102}}, {GL_RGB10_A2, GL_RGBA, {T1010102}},
   {GL_R8_SNORM, GL_RED, {GL_BYTE}}, {GL_RG8_SNORM, GL_RG, {GL_BYTE}}, {GL_RGB8_SNORM, GL_RGB, {GL_BYTE}},
   {GL_RGBA8_SNORM, GL_RGBA, {GL_BYTE}},
   {GL_R16F, GL_RED, {GL_HALF_FLOAT, GL_FLOAT}}, {GL_RG16F, GL_RG, {GL_HALF_FLOAT, GL_FLOAT}},
   {GL_RGB16F, GL_RGB, {GL_HALF_FLOAT, GL_FLOAT}}, {GL_RGBA16F, GL_RGBA, {GL_HALF_FLOAT, GL_FLOAT}},
   {GL_R32F, GL_RED, {GL_FLOAT}}, {GL_RG32F, GL_RG, {GL_FLOAT}}, {GL_RGB32F, GL_RGB, {GL_FLOAT}}, {GL_RGBA32F, GL_RGBA, {GL_FLOAT}},
   {GL_R11F_G11F_B10F, GL_RGB, {GL_UNSIGNED_INT_10F_11F_11F_REV, GL_HALF_FLOAT, GL_FLOAT}},
   {GL_RGB9_E5, GL_RGB, {GL_UNSIGNED_INT_5_9_9_9_REV, GL_HALF_FLOAT, GL_FLOAT}},
   {GL_R8UI, GL_RED_INTEGER, {GL_UNSIGNED_BYTE}}, {GL_R8I, GL_RED_INTEGER, {GL_BYTE}},
   {GL_R16UI, GL_RED_INTEGER, {GL_UNSIGNED_SHORT}}, {GL_R16I, GL_RED_INTEGER, {GL_SHORT}},
   {GL_R32UI, GL_RED_INTEGER, {GL_UNSIGNED_INT}}, {GL_R32I, GL_RED_INTEGER, {GL_INT}},
   {GL_RG8UI, GL_RG_INTEGER, {GL_UNSIGNED_BYTE}}, {GL_RG8I, GL_RG_INTEGER, {GL_BYTE}},
   {GL_RG16UI, GL_RG_INTEGER, {GL_UNSIGNED_SHORT}}, {GL_RG16I, GL_RG_INTEGER, {GL_SHORT}},
   {GL_RG32UI, GL_RG_INTEGER, {GL_UNSIGNED_INT}}, {GL_RG32I, GL_RG_INTEGER, {GL_INT}},
   {GL_RGB8UI, GL_RGB_INTEGER, {GL_UNSIGNED_BYTE}}, {GL_RGB8I, GL_RGB_INTEGER, {GL_BYTE}},
   {GL_RGB16UI, GL_RGB_INTEGER, {GL_UNSIGNED_SHORT}}, {GL_RGB16I, GL_RGB_INTEGER, {GL_SHORT}},
   {GL_RGB32UI, GL_RGB_INTEGER, {GL_UNSIGNED_INT}}, {GL_RGB32I, GL_RGB_INTEGER, {GL_INT}},
   {GL_RGBA8UI, GL_RGBA_INTEGER, {GL_UNSIGNED_BYTE}}, {GL_RGBA8I, GL_RGBA_INTEGER, {GL_BYTE}},
   {GL_RGBA16UI, GL_RGBA_INTEGER, {GL_UNSIGNED_SHORT}}, {GL_RGBA16I, GL_RGBA_INTEGER, {GL_SHORT}},
   {GL_RGBA32UI, GL_RGBA_INTEGER, {GL_UNSIGNED_INT}}, {GL_RGBA32I, GL_RGBA_INTEGER, {GL_INT}},
   {GL_RGB10_A2UI, GL_RGBA_INTEGER, {T1010102}},
   {GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, {GL_UNSIGNED_SHORT, GL_UNSIGNED_INT}},
   {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, {GL_UNSIGNED_INT}}, {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, {GL_FLOAT}},
   {GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, {GL_UNSIGNED_INT_24_8}},
   {GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL, {GL_FLOAT_32_UNSIGNED_INT_24_8_REV}},
   {GL_R16_EXT, GL_RED, {GL_UNSIGNED_SHORT}}, {GL_RG16_EXT, GL_RG, {GL_UNSIGNED_SHORT}}, {GL_RGB16_EXT, GL_RGB, {GL_UNSIGNED_SHORT}},
   {GL_RGBA16_EXT, GL_RGBA, {GL_UNSIGNED_SHORT}}, {GL_R16_SNORM_EXT, GL_RED, {GL_SHORT}}, {GL_RG16_SNORM_EXT, GL_RG, {GL_SHORT}},
   {GL_RGB16_SNORM_EXT, GL_RGB, {GL_SHORT}}, {GL_RGBA16_SNORM_EXT, GL_RGBA, {GL_SHORT}},
   {GL_SR8_EXT, GL_RED, {GL_UNSIGNED_BYTE}}, {GL_SRG8_EXT, GL_RG, {GL_UNSIGNED_BYTE}},
   {GL_RGBA, GL_RGBA, {GL_UNSIGNED_BYTE, T4444, T5551}}, {GL_RGB, GL_RGB, {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_5_6_5}},
   {GL_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA, {GL_UNSIGNED_BYTE}}, {GL_LUMINANCE, GL_LUMINANCE, {GL_UNSIGNED_BYTE}},
   {GL_ALPHA, GL_ALPHA, {GL_UNSIGNED_BYTE}},
};

/* ---- pixels in memory -------------------------------------------------------------------------------------------------------- */

/* size_B: of a component, or of a packed pixel; then bits of the components, in the order of the format, from the lowest bit (low)
 * or from the highest one. */
struct type { GLenum name; uint8_t size_B; bool packed, low; uint8_t bits[4]; };

static const struct type types[] = {
   {GL_UNSIGNED_BYTE, 1}, {GL_BYTE, 1}, {GL_UNSIGNED_SHORT, 2}, {GL_SHORT, 2}, {GL_UNSIGNED_INT, 4}, {GL_INT, 4},
   {GL_HALF_FLOAT, 2}, {GL_FLOAT, 4}, {GL_UNSIGNED_SHORT_5_6_5, 2, true, false, {5, 6, 5}}, {T4444, 2, true, false, {4, 4, 4, 4}},
   {T5551, 2, true, false, {5, 5, 5, 1}}, {T1010102, 4, true, true, {10, 10, 10, 2}},
   {GL_UNSIGNED_INT_10F_11F_11F_REV, 4, true, true, {11, 11, 10}}, {GL_UNSIGNED_INT_5_9_9_9_REV, 4, true, true, {9, 9, 9, 5}},
   {GL_UNSIGNED_INT_24_8, 4, true, false, {24, 8}}, {GL_FLOAT_32_UNSIGNED_INT_24_8_REV, 8, true, false, {0}},
};

static const struct type *find_type(GLenum name)
{
   for (unsigned i = 0; i < sizeof(types) / sizeof(types[0]); i++)
      if (types[i].name == name)
         return &types[i];
   api_fail("type 0x%x is not in the test", name);
}

static unsigned component_count(GLenum format)
{
   switch (format) {
   case GL_RED: case GL_RED_INTEGER: case GL_DEPTH_COMPONENT: case GL_LUMINANCE: case GL_ALPHA: return 1;
   case GL_RG: case GL_RG_INTEGER: case GL_DEPTH_STENCIL: case GL_LUMINANCE_ALPHA: return 2;
   case GL_RGB: case GL_RGB_INTEGER: return 3;
   default: return 4;
   }
}

static unsigned pixel_size_B(GLenum format, const struct type *type)
{
   return type->packed ? type->size_B : type->size_B * component_count(format);
}

/* A float with `mantissa` bits of mantissa, five of exponent and perhaps a sign. */
static double small_float(uint32_t code, unsigned mantissa, bool sign)
{
   int exponent = code >> mantissa & 31;
   double m = code & ((1u << mantissa) - 1);
   double value = exponent ? ldexp(1 + ldexp(m, -(int)mantissa), exponent - 15) : ldexp(m, -14 - (int)mantissa);
   return sign && code >> (mantissa + 5) & 1 ? -value : value;
}

/* Component c of a pixel; integers as they are. */
static double component(const uint8_t *pixel, GLenum format, const struct type *type, unsigned c)
{
   const bool integer = format >= GL_RED_INTEGER && format <= GL_RGBA_INTEGER ? true : format == GL_RG_INTEGER;
   uint32_t u = 0;
   float f;
   if (type->name == GL_FLOAT_32_UNSIGNED_INT_24_8_REV || type->name == GL_FLOAT) {
      memcpy(&f, pixel + 4 * c, 4);
      return f;
   }
   if (!type->packed) {
      memcpy(&u, pixel + c * type->size_B, type->size_B);
      const unsigned bits = 8 * type->size_B;
      const double s = bits == 32 ? (int32_t)u : (double)(int32_t)(u << (32 - bits)) / ldexp(1, 32 - (int)bits);
      switch (type->name) {
      case GL_HALF_FLOAT: return small_float(u, 10, true);
      case GL_BYTE: case GL_SHORT: case GL_INT: return integer ? s : fmax(s / (ldexp(1, (int)bits - 1) - 1), -1);
      default: return integer ? u : u / (ldexp(1, (int)bits) - 1);
      }
   }
   memcpy(&u, pixel, type->size_B);
   if (type->name == GL_UNSIGNED_INT_5_9_9_9_REV)
      return ldexp(u >> 9 * c & 511, (int)(u >> 27) - 24);
   unsigned shift = type->low ? 0 : 8 * type->size_B;
   for (unsigned i = 0; i <= c; i++)
      shift = type->low ? shift + (i ? type->bits[i - 1] : 0) : shift - type->bits[i];
   const uint32_t code = u >> shift & (uint32_t)(ldexp(1, type->bits[c]) - 1);
   if (type->name == GL_UNSIGNED_INT_10F_11F_11F_REV)
      return small_float(code, type->bits[c] - 5u, false);
   return integer ? code : code / (ldexp(1, type->bits[c]) - 1);
}

/* R, G, B, A of a pixel as the format has them; missing colours 0, missing alpha 1. */
static void decode(const uint8_t *pixel, GLenum format, const struct type *type, double out[4])
{
   double v[4] = {0, 0, 0, 1};
   for (unsigned c = 0; c < component_count(format) && (c == 0 || format != GL_DEPTH_STENCIL); c++)
      v[c] = component(pixel, format, type, c);
   switch (format) {
   case GL_LUMINANCE: out[0] = out[1] = out[2] = v[0]; out[3] = 1; break;
   case GL_LUMINANCE_ALPHA: out[0] = out[1] = out[2] = v[0]; out[3] = v[1]; break;
   case GL_ALPHA: out[0] = out[1] = out[2] = 0; out[3] = v[0]; break;
   default: memcpy(out, v, sizeof(v));
   }
}

/* Random pixels without NaN and infinity. */
static void make_pixel(uint8_t *pixel, GLenum format, const struct type *type)
{
   const unsigned size_B = pixel_size_B(format, type);
   for (unsigned i = 0; i < size_B; i++)
      pixel[i] = (uint8_t)api_random(256);
   for (unsigned c = 0; c < size_B / type->size_B; c++) {
      uint32_t u;
      float f;
      switch (type->name) {
      case GL_HALF_FLOAT: pixel[2 * c + 1] &= api_random(2) ? 0xbb : 0x3b; break; /* below 2 */
      case GL_FLOAT: case GL_FLOAT_32_UNSIGNED_INT_24_8_REV:
         f = ((int)api_random(1 << 20) - (1 << 19)) / (float)(1 << 20) * (c % 2 ? 1 : 0.25f);
         if (format == GL_DEPTH_COMPONENT || format == GL_DEPTH_STENCIL) /* below 0 and above 1, too */
            f = f * 6 + 0.5f;
         memcpy(pixel + 4 * c, &f, 4);
         break;
      case GL_UNSIGNED_INT_10F_11F_11F_REV: /* exponents below 16 */
         memcpy(&u, pixel, 4);
         u &= ~(1u << 10 | 1u << 21 | 1u << 31);
         memcpy(pixel, &u, 4);
         break;
      default: break;
      }
   }
}

/* ---- values ------------------------------------------------------------------------------------------------------------------- */

static bool is_packed_float(const struct image *image)
{
   return image->name == GL_R11F_G11F_B10F || image->name == GL_RGB9_E5;
}

/* An RGBA value as the image stores it; *slack: how far rounding may move component c. */
static double keep(const struct image *image, const double in[4], unsigned c, double *slack)
{
   const double largest = fmax(fmax(fabs(in[0]), fabs(in[1])), fabs(in[2]));
   const bool luminance = image->name == GL_LUMINANCE || image->name == GL_LUMINANCE_ALPHA;
   *slack = 0;
   if (!image->bits[c] && !luminance)
      return c == 3;
   switch (image->kind) {
   case UNORM:
      /* fewer bits: Mesa cuts bits off instead of rounding to the nearest code */
      *slack = (image->bits[c] < 8 ? 1.001 : 0.5001) / (ldexp(1, image->bits[c]) - 1);
      return in[c] < 0 ? 0 : in[c] > 1 ? 1 : in[c];
   case SNORM:
      *slack = 0.5001 / (ldexp(1, image->bits[c] - 1) - 1);
      return in[c] < -1 ? -1 : in[c] > 1 ? 1 : in[c];
   case DEPTH:
      *slack = image->bits[c] == 32 ? 0 : 1.0 / (ldexp(1, image->bits[c]) - 1);
      return in[c] < 0 ? 0 : in[c] > 1 ? 1 : in[c];
   case FLOATS:
      *slack = image->bits[c] == 32 ? 0 : image->bits[c] == 16 ? fabs(in[c]) / 1024 + 1e-7 :
               image->bits[c] == 9 ? largest / 256 + 1e-4 : fabs(in[c]) / (image->bits[c] == 10 ? 32 : 64) + 6.2e-5; /* without denormals */
      return is_packed_float(image) && in[c] < 0 ? 0 : in[c];
   default: return in[c];
   }
}

static const struct image *find_image(GLenum name)
{
   for (unsigned i = 0; i < sizeof(images) / sizeof(images[0]); i++)
      if (images[i].name == name)
         return &images[i];
   api_fail("internal format 0x%x is not in the test", name);
}

/* ---- layouts of memory -------------------------------------------------------------------------------------------------------- */

/* Which layout the next transfer has: each second one lies in a pixel buffer. */
struct layout { GLint alignment, row, skip_rows, skip_pixels; uint32_t offset_B; bool buffer; };

static struct layout make_layout(unsigned n)
{
   const struct layout layouts[] = {
      {1, 0, 0, 0, 0, false}, {4, 0, 0, 0, 16, true}, {8, ROW, SKIP_ROWS, SKIP_PIXELS, 0, false},
      {2, ROW, 0, SKIP_PIXELS, 24, true}, {4, 0, SKIP_ROWS, 0, 0, false}, {8, 0, 0, 0, 8, true}, {1, ROW, SKIP_ROWS, 0, 40, true},
   };
   return layouts[n % (sizeof(layouts) / sizeof(layouts[0]))];
}

static uint32_t place_B(const struct layout *l, GLenum format, const struct type *type, unsigned x, unsigned y)
{
   const unsigned size_B = pixel_size_B(format, type), a = (unsigned)l->alignment;
   const unsigned stride_B = ((l->row ? (unsigned)l->row : WIDTH) * size_B + a - 1) / a * a;
   return (y + (unsigned)l->skip_rows) * stride_B + (x + (unsigned)l->skip_pixels) * size_B;
}

static void *transfer_pointer(const struct layout *l, uint8_t *memory)
{
   return l->buffer ? (void *)(uintptr_t)l->offset_B : memory;
}

/* ---- reading textures with texelFetch ----------------------------------------------------------------------------------------- */

static const char vertex[] = "#version 300 es\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

/* Texels as bits of 32-bit values in an RGBA32UI image. */
static GLuint fetch_programs[3], fetch_fbo, buffer;

static unsigned fetch_of_kind(enum kind kind)
{
   return kind == UINTS ? 1 : kind == INTS ? 2 : 0;
}

static void make_fetch(void)
{
   static const char *const sources[3] = {
      "#version 300 es\nprecision highp float; precision highp int; uniform highp sampler2D t; out uvec4 color;\n"
      "void main() { color = floatBitsToUint(texelFetch(t, ivec2(gl_FragCoord.xy), 0)); }",
      "#version 300 es\nprecision highp float; precision highp int; uniform highp usampler2D t; out uvec4 color;\n"
      "void main() { color = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }",
      "#version 300 es\nprecision highp float; precision highp int; uniform highp isampler2D t; out uvec4 color;\n"
      "void main() { color = uvec4(texelFetch(t, ivec2(gl_FragCoord.xy), 0)); }",
   };
   GLuint texels;
   for (unsigned i = 0; i < 3; i++)
      fetch_programs[i] = api_program(vertex, NULL, sources[i]);
   glGenFramebuffers(1, &fetch_fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fetch_fbo);
   glGenRenderbuffers(1, &texels);
   glBindRenderbuffer(GL_RENDERBUFFER, texels);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32UI, WIDTH, HEIGHT);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, texels);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      api_fail("no framebuffer of RGBA32UI");
   glGenBuffers(1, &buffer);
   glViewport(0, 0, WIDTH, HEIGHT);
}

static void fetch(enum kind kind, double out[TEXELS][4])
{
   static uint32_t bits[TEXELS][4];
   glBindFramebuffer(GL_FRAMEBUFFER, fetch_fbo);
   glUseProgram(fetch_programs[fetch_of_kind(kind)]);
   api_rectangle(-1, -1, 1, 1);
   glPixelStorei(GL_PACK_ALIGNMENT, 4);
   glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA_INTEGER, GL_UNSIGNED_INT, bits);
   for (unsigned i = 0; i < TEXELS; i++) {
      for (unsigned c = 0; c < 4; c++) {
         float f;
         memcpy(&f, &bits[i][c], 4);
         out[i][c] = kind == UINTS ? (double)bits[i][c] : kind == INTS ? (double)(int32_t)bits[i][c] : (double)f;
      }
   }
}

static GLuint make_texture(void)
{
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   return texture;
}

/* ---- uploads -------------------------------------------------------------------------------------------------------------------- */

static void unpack_layout(const struct layout *l)
{
   glPixelStorei(GL_UNPACK_ALIGNMENT, l->alignment);
   glPixelStorei(GL_UNPACK_ROW_LENGTH, l->row);
   glPixelStorei(GL_UNPACK_SKIP_ROWS, l->skip_rows);
   glPixelStorei(GL_UNPACK_SKIP_PIXELS, l->skip_pixels);
}

static void upload(GLenum internal, GLenum format, GLenum type_name, unsigned n)
{
   static uint8_t memory[MEMORY_B];
   static double got[TEXELS][4];
   const struct image *image = find_image(internal);
   const struct type *type = find_type(type_name);
   const struct layout l = make_layout(n), plain = {.alignment = 4};
   for (unsigned y = 0; y < HEIGHT; y++)
      for (unsigned x = 0; x < WIDTH; x++)
         make_pixel(memory + place_B(&l, format, type, x, y), format, type);
   GLuint texture = make_texture();
   unpack_layout(&l);
   if (l.buffer) {
      glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
      glBufferData(GL_PIXEL_UNPACK_BUFFER, l.offset_B + MEMORY_B, NULL, GL_STREAM_DRAW);
      glBufferSubData(GL_PIXEL_UNPACK_BUFFER, l.offset_B, MEMORY_B, memory);
   }
   if (n % 3 == 0 && internal != format) { /* immutable storage, in two parts */
      glTexStorage2D(GL_TEXTURE_2D, 1, internal, WIDTH, HEIGHT);
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, WIDTH, HEIGHT, format, type_name, transfer_pointer(&l, memory));
   } else {
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)internal, WIDTH, HEIGHT, 0, format, type_name, transfer_pointer(&l, memory));
   }
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
   unpack_layout(&plain);
   fetch(image->kind, got);
   for (unsigned i = 0; i < TEXELS; i++) {
      double in[4], slack;
      decode(memory + place_B(&l, format, type, i % WIDTH, i / WIDTH), format, type, in);
      for (unsigned c = 0; c < 4; c++) {
         double wanted = keep(image, in, c, &slack);
         if (image->kind == UNORM && type->packed) /* unsized formats keep the bits of their types */
            slack = fmax(slack, 1e-5);
         if (image->srgb && c < 3) {
            wanted = api_srgb_decode(wanted);
            slack = 0.002;
         }
         if (image->kind == DEPTH && c)
            continue; /* textures of depth: only the first component is defined for each version */
         slack += image->kind == UNORM || image->kind == SNORM || image->kind == DEPTH ? 1e-6 : 0;
         if (!(fabs(got[i][c] - wanted) <= slack))
            api_fail("upload 0x%x, 0x%x, 0x%x: texel %u component %u is %.9g, not %.9g", internal, format, type_name, i, c,
                     got[i][c], wanted);
      }
   }
   glDeleteTextures(1, &texture);
}

static bool has_extension(const char *name)
{
   return strstr((const char *)glGetString(GL_EXTENSIONS), name);
}

/* Formats of extensions that an implementation may lack. */
static bool is_there(GLenum internal)
{
   return internal == GL_SR8_EXT ? has_extension("GL_EXT_texture_sRGB_R8") :
          internal == GL_SRG8_EXT ? has_extension("GL_EXT_texture_sRGB_RG8") :
          find_image(internal)->bits[0] == 16 && (find_image(internal)->kind == UNORM || find_image(internal)->kind == SNORM)
             ? has_extension("GL_EXT_texture_norm16") : true;
}

static void draw_uploads(void)
{
   make_fetch();
   unsigned n = 0;
   for (unsigned i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
      for (unsigned t = 0; t < 4 && pairs[i].types[t] && is_there(pairs[i].internal); t++)
         upload(pairs[i].internal, pairs[i].format, pairs[i].types[t], n++);
   glBindFramebuffer(GL_FRAMEBUFFER, 1);
}

/* ---- drawing and reading back --------------------------------------------------------------------------------------------------- */

static GLuint draw_programs[3];

static void make_draw(void)
{
   static const char *const sources[3] = {
      "#version 300 es\nprecision highp float; precision highp int; uniform highp sampler2D t; out vec4 color;\n"
      "void main() { color = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }",
      "#version 300 es\nprecision highp float; precision highp int; uniform highp usampler2D t; out uvec4 color;\n"
      "void main() { color = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }",
      "#version 300 es\nprecision highp float; precision highp int; uniform highp isampler2D t; out ivec4 color;\n"
      "void main() { color = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }",
   };
   for (unsigned i = 0; i < 3; i++)
      draw_programs[i] = api_program(vertex, NULL, sources[i]);
}

/* Values that the image can keep, or nearly so. */
static void make_values(const struct image *image, double values[TEXELS][4])
{
   for (unsigned i = 0; i < TEXELS; i++) {
      for (unsigned c = 0; c < 4; c++) {
         const uint8_t bits = image->bits[c] ? image->bits[c] : 8;
         const double r = api_random(1 << 16) / 65536.0 + api_random(1 << 8) / 16777216.0;
         switch (image->kind) {
         case UINTS: values[i][c] = floor(r * ldexp(1, bits)); break;
         case INTS: values[i][c] = floor((r - 0.5) * ldexp(1, bits)); break;
         case FLOATS: values[i][c] = is_packed_float(image) ? r * 3 : (float)(r - 0.5) * 8; break;
         default: values[i][c] = r * 1.2 - 0.1; /* clamped */
         }
      }
   }
}

/* The values as a texture of 32-bit components. */
static GLuint source_texture(enum kind kind, double values[TEXELS][4])
{
   static uint32_t bits[TEXELS][4];
   GLuint texture = make_texture();
   for (unsigned i = 0; i < TEXELS; i++) {
      for (unsigned c = 0; c < 4; c++) {
         const float f = (float)values[i][c];
         if (fetch_of_kind(kind))
            bits[i][c] = kind == UINTS ? (uint32_t)values[i][c] : (uint32_t)(int32_t)values[i][c];
         else
            memcpy(&bits[i][c], &f, 4);
      }
   }
   if (kind == UINTS)
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, WIDTH, HEIGHT, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, bits);
   else if (kind == INTS)
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32I, WIDTH, HEIGHT, 0, GL_RGBA_INTEGER, GL_INT, bits);
   else
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, WIDTH, HEIGHT, 0, GL_RGBA, GL_FLOAT, bits);
   return texture;
}

static void read_back(const struct image *image, double values[TEXELS][4], GLenum format, GLenum type_name, unsigned n)
{
   static uint8_t memory[MEMORY_B], before[MEMORY_B];
   const struct type *type = find_type(type_name);
   const struct layout l = make_layout(n), plain = {.alignment = 4};
   const uint8_t *pixels = memory;
   memset(memory, 0xa5, sizeof(memory));
   memset(before, 0xa5, sizeof(before));
   glPixelStorei(GL_PACK_ALIGNMENT, l.alignment);
   glPixelStorei(GL_PACK_ROW_LENGTH, l.row);
   glPixelStorei(GL_PACK_SKIP_ROWS, l.skip_rows);
   glPixelStorei(GL_PACK_SKIP_PIXELS, l.skip_pixels);
   if (l.buffer) {
      glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
      glBufferData(GL_PIXEL_PACK_BUFFER, l.offset_B + MEMORY_B, NULL, GL_STREAM_READ);
      glBufferSubData(GL_PIXEL_PACK_BUFFER, l.offset_B, MEMORY_B, before);
   }
   glReadPixels(0, 0, WIDTH, HEIGHT, format, type_name, transfer_pointer(&l, memory));
   if (l.buffer) {
      const void *map = glMapBufferRange(GL_PIXEL_PACK_BUFFER, l.offset_B, MEMORY_B, GL_MAP_READ_BIT);
      if (!map)
         api_fail("the buffer is not mapped");
      memcpy(memory, map, MEMORY_B);
      glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
      glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
   }
   glPixelStorei(GL_PACK_ALIGNMENT, plain.alignment);
   glPixelStorei(GL_PACK_ROW_LENGTH, 0);
   glPixelStorei(GL_PACK_SKIP_ROWS, 0);
   glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
   for (unsigned i = 0; i < TEXELS; i++) {
      const uint32_t at_B = place_B(&l, format, type, i % WIDTH, i / WIDTH);
      double got[4], in[4], slack;
      decode(pixels + at_B, format, type, got);
      memset(before + at_B, 0, pixel_size_B(format, type));
      memset(memory + at_B, 0, pixel_size_B(format, type));
      memcpy(in, values[i], sizeof(in));
      if (image->srgb)
         for (unsigned c = 0; c < 3; c++)
            in[c] = api_srgb_encode(in[c] < 0 ? 0 : in[c] > 1 ? 1 : in[c]);
      for (unsigned c = 0; c < component_count(format); c++) {
         const double wanted = keep(image, in, c, &slack);
         /* formats of fewer bits are rounded twice; the colour unit and the sRGB curve add errors */
         slack += image->kind == UNORM ? (image->bits[c] != 8 ? 0.002 : 0) + 0.002 + (image->srgb ? 0.003 : 0) : 0;
         slack *= image->kind == FLOATS ? 2 : 1;
         if (!(fabs(got[c] - wanted) <= slack))
            api_fail("drawn to 0x%x, read as 0x%x, 0x%x: texel %u component %u is %.9g, not %.9g", image->name, format, type_name,
                     i, c, got[c], wanted);
      }
   }
   if (memcmp(memory, before, sizeof(memory)) != 0)
      api_fail("0x%x, read as 0x%x, 0x%x: bytes between the rows have changed", image->name, format, type_name);
}

static void draw_and_read(const struct image *image, unsigned n)
{
   static const GLenum always[][2] = {[UNORM] = {GL_RGBA, GL_UNSIGNED_BYTE}, [SNORM] = {0}, [FLOATS] = {GL_RGBA, GL_FLOAT},
                                      [UINTS] = {GL_RGBA_INTEGER, GL_UNSIGNED_INT}, [INTS] = {GL_RGBA_INTEGER, GL_INT}};
   static double values[TEXELS][4];
   GLuint fbo, target = make_texture(), source;
   GLint format = 0, type = 0;
   glTexStorage2D(GL_TEXTURE_2D, 1, image->name, WIDTH, HEIGHT);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target, 0);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      api_fail("no framebuffer of 0x%x", image->name);
   make_values(image, values);
   source = source_texture(image->kind, values);
   glUseProgram(draw_programs[fetch_of_kind(image->kind)]);
   api_rectangle(-1, -1, 1, 1);
   read_back(image, values, always[image->kind][0], always[image->kind][1], n);
   glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &format);
   glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &type);
   if (format != GL_BGRA_EXT && type != GL_UNSIGNED_SHORT_1_5_5_5_REV_EXT && type != GL_UNSIGNED_SHORT_4_4_4_4_REV_EXT)
      read_back(image, values, (GLenum)format, (GLenum)type, n + 1);
   if (image->draws == 'n')
      read_back(image, values, GL_RGBA, GL_UNSIGNED_SHORT, n + 2);
   if (image->name == GL_RGB10_A2)
      read_back(image, values, GL_RGBA, T1010102, n + 2);
   glDeleteTextures(1, &source);
   glDeleteTextures(1, &target);
   glDeleteFramebuffers(1, &fbo);
}

static void draw_targets(void)
{
   const bool floats = has_extension("GL_EXT_color_buffer_float"), halves = has_extension("GL_EXT_color_buffer_half_float"),
              norm16 = has_extension("GL_EXT_texture_norm16");
   make_fetch();
   make_draw();
   for (unsigned i = 0; i < sizeof(images) / sizeof(images[0]); i++)
      if (images[i].draws == 'y' || (images[i].draws == 'f' && floats) || (images[i].draws == 'h' && halves) ||
          (images[i].draws == 'n' && norm16))
         draw_and_read(&images[i], i);
   glBindFramebuffer(GL_FRAMEBUFFER, 1);
}

/* The picture is not drawn to: bodies compare what they read. */
static void reference_zero(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
}

const struct api_body api_bodies_pixels[] = {
   {"pixels-uploads", GLES, 30, 0, 0, draw_uploads, reference_zero},
   {"pixels-targets", GLES, 30, 0, 0, draw_targets, reference_zero},
   {0},
};
