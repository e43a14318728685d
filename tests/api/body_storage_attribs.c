/* body_storage_attribs.c: storage of textures with attributes (EXT_texture_storage_compression): the attribute lists that the commands
 * take, the rates that textures and formats have, errors, and texels of a texture without compression. */
#include <string.h>

#include "api_test.h"

#define EXTENSION "GL_EXT_texture_storage_compression"
#define NO_RATE GL_SURFACE_COMPRESSION_FIXED_RATE_NONE_EXT

enum { SIDE = 16, LAYERS = 4, SENTINEL = -77 };

static const GLint rates[] = {
   GL_SURFACE_COMPRESSION_FIXED_RATE_NONE_EXT, GL_SURFACE_COMPRESSION_FIXED_RATE_DEFAULT_EXT, GL_SURFACE_COMPRESSION_FIXED_RATE_1BPC_EXT,
   GL_SURFACE_COMPRESSION_FIXED_RATE_2BPC_EXT, GL_SURFACE_COMPRESSION_FIXED_RATE_3BPC_EXT, GL_SURFACE_COMPRESSION_FIXED_RATE_4BPC_EXT,
   GL_SURFACE_COMPRESSION_FIXED_RATE_5BPC_EXT, GL_SURFACE_COMPRESSION_FIXED_RATE_6BPC_EXT, GL_SURFACE_COMPRESSION_FIXED_RATE_7BPC_EXT,
   GL_SURFACE_COMPRESSION_FIXED_RATE_8BPC_EXT, GL_SURFACE_COMPRESSION_FIXED_RATE_9BPC_EXT, GL_SURFACE_COMPRESSION_FIXED_RATE_10BPC_EXT,
   GL_SURFACE_COMPRESSION_FIXED_RATE_11BPC_EXT, GL_SURFACE_COMPRESSION_FIXED_RATE_12BPC_EXT,
};
enum { RATES = sizeof(rates) / sizeof(rates[0]) };

static PFNGLTEXSTORAGEATTRIBS2DEXTPROC storage_2d;
static PFNGLTEXSTORAGEATTRIBS3DEXTPROC storage_3d;

static void find_commands(void)
{
   api_require(EXTENSION);
   storage_2d = (PFNGLTEXSTORAGEATTRIBS2DEXTPROC)eglGetProcAddress("glTexStorageAttribs2DEXT");
   storage_3d = (PFNGLTEXSTORAGEATTRIBS3DEXTPROC)eglGetProcAddress("glTexStorageAttribs3DEXT");
}

static GLuint new_texture(GLenum target)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(target, name);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   return name;
}

static void store(GLenum target, GLenum format, const GLint *attribs)
{
   if (target == GL_TEXTURE_2D || target == GL_TEXTURE_CUBE_MAP)
      storage_2d(target, 2, format, SIDE, SIDE, attribs);
   else
      storage_3d(target, 2, format, SIDE, SIDE, LAYERS, attribs);
}

static GLint parameter(GLenum target, GLenum name)
{
   GLint value = SENTINEL;
   glGetTexParameteriv(target, name, &value);
   return value;
}

/* ---- values -------------------------------------------------------------------------------------------------------------- */

/* The rates of a format, in ascending order: none is NONE or DEFAULT, and a query writes no more than there are. */
static GLint rates_of(GLenum target, GLenum format, GLint found[RATES])
{
   GLint count = SENTINEL;
   for (unsigned i = 0; i < RATES; i++)
      found[i] = SENTINEL;
   glGetInternalformativ(target, format, GL_NUM_SURFACE_COMPRESSION_FIXED_RATES_EXT, 1, &count);
   glGetInternalformativ(target, format, GL_SURFACE_COMPRESSION_EXT, RATES, found);
   if (count < 0 || count > RATES - 2)
      api_fail("%d rates", count);
   for (GLint i = 0; i < count; i++)
      if (found[i] < GL_SURFACE_COMPRESSION_FIXED_RATE_1BPC_EXT || (i && found[i] <= found[i - 1]))
         api_fail("rate %d is 0x%x", i, found[i]);
   for (GLint i = count; i < RATES; i++)
      api_expect("a value after the last rate", found[i], SENTINEL);
   return count;
}

/* A texture has the rate that was applied: none that its format lacks, and none at all without permission. */
static void check_rate(GLenum target, GLenum format, const GLint *attribs, bool permitted)
{
   GLint found[RATES];
   const GLint count = rates_of(target, format, found);
   const GLuint name = new_texture(target);
   api_expect("the rate of a texture without storage", parameter(target, GL_SURFACE_COMPRESSION_EXT), NO_RATE);
   store(target, format, attribs);
   api_expect_error(GL_NO_ERROR, "storage with attributes");
   api_expect("immutable", parameter(target, GL_TEXTURE_IMMUTABLE_FORMAT), GL_TRUE);
   api_expect("levels", parameter(target, GL_TEXTURE_IMMUTABLE_LEVELS), 2);
   const GLint applied = parameter(target, GL_SURFACE_COMPRESSION_EXT);
   bool known = applied == NO_RATE;
   for (GLint i = 0; i < count && permitted; i++)
      known |= applied == found[i];
   if (!known)
      api_fail("rate 0x%x was applied", applied);
   glDeleteTextures(1, &name);
}

static void draw_values(void)
{
   static const GLenum targets[] = { GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY };
   static const GLenum formats[] = { GL_RGBA8, GL_R8, GL_RGB10_A2, GL_RGBA16F, GL_RGBA8UI };
   static const GLint empty[] = { GL_NONE };
   find_commands();
   for (unsigned t = 0; t < sizeof(targets) / sizeof(targets[0]); t++)
      for (unsigned f = 0; f < sizeof(formats) / sizeof(formats[0]); f++) {
         check_rate(targets[t], formats[f], NULL, false);
         check_rate(targets[t], formats[f], empty, false);
         for (unsigned i = 0; i < RATES; i++)
            check_rate(targets[t], formats[f], (const GLint[]){ GL_SURFACE_COMPRESSION_EXT, rates[i], GL_NONE }, rates[i] != NO_RATE);
      }
   GLfloat value = SENTINEL;
   glGetTexParameterfv(GL_TEXTURE_2D, GL_SURFACE_COMPRESSION_EXT, &value);
   api_expect("the rate as a float", (long)value, NO_RATE);
   api_expect_error(GL_NO_ERROR, "queries");
   glTexParameteri(GL_TEXTURE_2D, GL_SURFACE_COMPRESSION_EXT, NO_RATE);
   api_expect_error(GL_INVALID_ENUM, "the rate is not a parameter to set");
   GLint count = SENTINEL;
   glGetInternalformativ(GL_TEXTURE_WRAP_S, GL_RGBA8, GL_NUM_SURFACE_COMPRESSION_FIXED_RATES_EXT, 1, &count);
   api_expect_error(GL_INVALID_ENUM, "no target");
   api_expect("rates after an error", count, SENTINEL);
}

/* ---- errors -------------------------------------------------------------------------------------------------------------- */

static void refused(GLenum target, const GLint *attribs, const char *what)
{
   store(target, GL_RGBA8, attribs);
   api_expect_error(GL_INVALID_VALUE, what);
   api_expect(what, parameter(target, GL_TEXTURE_IMMUTABLE_FORMAT), GL_FALSE);
}

static void draw_errors(void)
{
   static const GLenum targets[] = { GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY };
   static const GLint unassigned = GL_SURFACE_COMPRESSION_FIXED_RATE_DEFAULT_EXT + 1;
   find_commands();
   for (unsigned t = 0; t < 2; t++) {
      const GLenum target = targets[t];
      new_texture(target);
      refused(target, (const GLint[]){ GL_TEXTURE_WRAP_S }, "an attribute that is none");
      refused(target, (const GLint[]){ GL_SURFACE_COMPRESSION_EXT, GL_NONE, GL_NONE }, "no value");
      refused(target, (const GLint[]){ GL_SURFACE_COMPRESSION_EXT, -1, GL_NONE }, "a negative value");
      refused(target, (const GLint[]){ GL_SURFACE_COMPRESSION_EXT, GL_SURFACE_COMPRESSION_EXT, GL_NONE }, "the name as the value");
      refused(target, (const GLint[]){ GL_SURFACE_COMPRESSION_EXT, unassigned, GL_NONE }, "an enumerant that is not assigned");
      refused(target, (const GLint[]){ GL_SURFACE_COMPRESSION_EXT, rates[RATES - 1] + 1, GL_NONE }, "a value beyond the last rate");
      refused(target, (const GLint[]){ GL_SURFACE_COMPRESSION_EXT, NO_RATE, GL_TEXTURE_WRAP_S, 0, GL_NONE }, "a second attribute that is none");
      store(target, GL_RGBA, NULL);
      api_expect_error(GL_INVALID_ENUM, "an unsized format");
      store(target, GL_RGBA8, (const GLint[]){ GL_SURFACE_COMPRESSION_EXT, NO_RATE, GL_NONE });
      api_expect_error(GL_NO_ERROR, "storage after errors");
      store(target, GL_RGBA8, NULL);
      api_expect_error(GL_INVALID_OPERATION, "storage is immutable");
   }
   storage_2d(GL_TEXTURE_3D, 1, GL_RGBA8, SIDE, SIDE, NULL);
   api_expect_error(GL_INVALID_ENUM, "three dimensions in two");
   storage_3d(GL_TEXTURE_2D, 1, GL_RGBA8, SIDE, SIDE, 1, NULL);
   api_expect_error(GL_INVALID_ENUM, "two dimensions in three");
}

/* ---- texels -------------------------------------------------------------------------------------------------------------- */

static const uint8_t colors[LAYERS][4] = { { 255, 1, 2, 255 }, { 3, 254, 5, 255 }, { 6, 7, 253, 255 }, { 200, 100, 50, 255 } };

static void draw_texels(void)
{
   static uint8_t texels[LAYERS][SIDE * SIDE][4];
   find_commands();
   const GLuint program = api_program("#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
                                      "#version 300 es\nprecision highp float; precision highp sampler2DArray;\n"
                                      "uniform sampler2DArray s; out vec4 color;\n"
                                      "void main() { ivec2 p = ivec2(gl_FragCoord.xy); int i = p.x / 16 + p.y / 16 * 2;\n"
                                      "   color = texelFetch(s, ivec3(p % 16, i), 0); }");
   glUniform1i(glGetUniformLocation(program, "s"), 0);
   new_texture(GL_TEXTURE_2D_ARRAY);
   store(GL_TEXTURE_2D_ARRAY, GL_RGBA8, (const GLint[]){ GL_SURFACE_COMPRESSION_EXT, NO_RATE, GL_NONE });
   for (unsigned i = 0; i < LAYERS; i++)
      for (unsigned k = 0; k < SIDE * SIDE; k++)
         memcpy(texels[i][k], colors[(i + k) % LAYERS], 4);
   glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, SIDE, SIDE, LAYERS, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   api_rectangle(-1, -1, 1, 1);
   api_expect_error(GL_NO_ERROR, "texels");
}

static void texels_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++) {
         const unsigned layer = x / SIDE + y / SIDE * 2, texel = x % SIDE + y % SIDE * SIDE;
         memcpy(rgba[y * API_SIZE + x], colors[(layer + texel) % LAYERS], 4);
      }
}

/* Image units take textures without compression: GL_INVALID_VALUE for others. */
static void draw_images(void)
{
   find_commands();
   for (unsigned i = 0; i < RATES; i++) {
      const GLuint name = new_texture(GL_TEXTURE_2D);
      store(GL_TEXTURE_2D, GL_RGBA8, (const GLint[]){ GL_SURFACE_COMPRESSION_EXT, rates[i], GL_NONE });
      const bool compressed = parameter(GL_TEXTURE_2D, GL_SURFACE_COMPRESSION_EXT) != NO_RATE;
      glBindImageTexture(0, name, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
      api_expect_error(compressed ? GL_INVALID_VALUE : GL_NO_ERROR, "an image unit");
      glDeleteTextures(1, &name);
   }
}

const struct api_body api_bodies_storage_attribs[] = {
   { "storage-attribs-values", GLES, 30, 0, 0, draw_values },
   { "storage-attribs-errors", GLES, 30, 0, 0, draw_errors },
   { "storage-attribs-texels", GLES, 30, 0, 0, draw_texels, texels_reference },
   { "storage-attribs-images", GLES, 31, 0, 0, draw_images },
   { NULL },
};
