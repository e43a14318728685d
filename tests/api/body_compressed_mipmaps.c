/* body_compressed_mipmaps.c: glGenerateMipmap of compressed images in desktop OpenGL, of 2D, array and cube map textures, with and
 * without immutable storage; formats that texels are not compressed to. */
#include <string.h>

#include "api_desktop.h"
#include "api_test.h"

#define GL_COMPRESSED_RGB_S3TC_DXT1_EXT 0x83F0
#define GL_COMPRESSED_RGBA_S3TC_DXT5_EXT 0x83F3
#define GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT 0x8C4F

enum { SIZE = 32, LEVELS = 6 };

static const char vertex[] = "#version 330\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

/* Row y shows level y / 6 of layer x / 11; each layer has one colour. */
static const char fragment_array[] =
   "#version 330\nuniform sampler2DArray t; out vec4 color;\n"
   "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int level = min(at.y / 6, 5), layer = min(at.x / 11, 2);\n"
   "color = textureLod(t, vec3(0.5, 0.5, float(layer)), float(level)); }";
static const char fragment_flat[] =
   "#version 330\nuniform sampler2D t; out vec4 color;\n"
   "void main() { ivec2 at = ivec2(gl_FragCoord.xy); color = textureLod(t, vec2(0.5), float(min(at.y / 6, 5))); }";
static const char fragment_cube[] =
   "#version 330\nuniform samplerCube t; out vec4 color;\n"
   "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int layer = min(at.x / 11, 2);\n"
   "vec3 d = layer == 0 ? vec3(1.0, 0.0, 0.0) : layer == 1 ? vec3(-1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0);\n"
   "color = textureLod(t, d, float(min(at.y / 6, 5))); }";

static uint8_t texels[6][SIZE][SIZE][4];

static void make_texels(void)
{
   for (unsigned l = 0; l < 6; l++)
      for (unsigned y = 0; y < SIZE; y++)
         for (unsigned x = 0; x < SIZE; x++) {
            static const uint8_t base[3][3] = {{41, 203, 99}, {99, 154, 99}, {165, 101, 99}}; /* of 5, 6 and 5 bits */
            for (unsigned c = 0; c < 3; c++)
               texels[l][y][x][c] = base[l % 3][c];
            texels[l][y][x][3] = 255;
         }
}

static void expect_error(const char *what, GLenum expected)
{
   const GLenum error = glGetError();
   if (error != expected)
      api_fail("%s: error 0x%x instead of 0x%x", what, error, expected);
}

static void check_levels(GLenum target)
{
   for (GLint level = 0; level < LEVELS; level++) {
      GLint compressed = 0, width = 0;
      glGetTexLevelParameteriv(target, level, GL_TEXTURE_COMPRESSED, &compressed);
      glGetTexLevelParameteriv(target, level, GL_TEXTURE_WIDTH, &width);
      if (!compressed || width != SIZE >> level)
         api_fail("level %d: compressed %d, width %d", level, compressed, width);
   }
}

static void draw(GLenum target, GLenum format, bool immutable)
{
   GLuint texture;
   make_texels();
   api_program(vertex, NULL, target == GL_TEXTURE_2D ? fragment_flat : target == GL_TEXTURE_2D_ARRAY ? fragment_array : fragment_cube);
   glGenTextures(1, &texture);
   glBindTexture(target, texture);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   if (target == GL_TEXTURE_2D_ARRAY) {
      if (immutable)
         glTexStorage3D(target, LEVELS, format, SIZE, SIZE, 3);
      else
         glTexImage3D(target, 0, (GLint)format, SIZE, SIZE, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      glTexSubImage3D(target, 0, 0, 0, 0, SIZE, SIZE, 3, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   } else {
      for (unsigned face = 0; face < (target == GL_TEXTURE_CUBE_MAP ? 6 : 1); face++)
         glTexImage2D(target == GL_TEXTURE_2D ? target : GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, (GLint)format, SIZE, SIZE, 0, GL_RGBA,
                      GL_UNSIGNED_BYTE, texels[face]);
   }
   glGenerateMipmap(target);
   expect_error("mipmaps", GL_NO_ERROR);
   check_levels(target == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_NEGATIVE_Z : target);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_layers(uint8_t rgba[API_TEXELS][4])
{
   make_texels();
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned layer = i % API_SIZE / 11 < 2 ? i % API_SIZE / 11 : 2;
      memcpy(rgba[i], texels[layer][0][0], 4);
   }
}

static void reference_first(uint8_t rgba[API_TEXELS][4])
{
   make_texels();
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], texels[0][0][0], 4);
}

static void reference_srgb(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t linear[4] = {6, 152, 32, 255}; /* 41, 203, 99 before the curve */
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], linear, 4);
}

static void reference_red(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (const uint8_t[4]){41, 0, 0, 255}, 4);
}

static void draw_dxt1(void) { draw(GL_TEXTURE_2D, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, false); }
static void draw_srgb(void) { draw(GL_TEXTURE_2D, GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, false); }
static void draw_rgtc(void) { draw(GL_TEXTURE_2D, GL_COMPRESSED_RED_RGTC1, false); }
static void draw_array(void) { draw(GL_TEXTURE_2D_ARRAY, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, false); }
static void draw_storage(void) { draw(GL_TEXTURE_2D_ARRAY, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, true); }
static void draw_cube(void) { draw(GL_TEXTURE_CUBE_MAP, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, false); }

static void draw_fxt1(void)
{
   api_require("GL_3DFX_texture_compression_FXT1");
   draw(GL_TEXTURE_2D, 0x86B1, false);
}

static void draw_bptc(void)
{
   api_require("GL_ARB_texture_compression_bptc");
   draw(GL_TEXTURE_2D_ARRAY, GL_COMPRESSED_RGBA_BPTC_UNORM, true);
}

/* ETC2 has no online compression. */
static void draw_etc2(void)
{
   static const uint8_t block[8];
   GLuint texture;
   api_require("GL_ARB_ES3_compatibility");
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   make_texels();
   glTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 4, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, texels);
   expect_error("texels for ETC2", GL_INVALID_OPERATION);
   glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 4, 4, 0, sizeof(block), block);
   expect_error("blocks of ETC2", GL_NO_ERROR);
   glClearColor(41 / 255.0f, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
}

enum { LOSS = 8 };
const struct api_body api_bodies_compressed_mipmaps[] = {
   {"mipmaps-dxt1", CORE, 33, LOSS, 0, draw_dxt1, reference_first},
   {"mipmaps-srgb", CORE, 33, LOSS, 0, draw_srgb, reference_srgb},
   {"mipmaps-rgtc", CORE, 33, LOSS, 0, draw_rgtc, reference_red},
   {"mipmaps-array", CORE, 33, LOSS, 0, draw_array, reference_layers},
   {"mipmaps-storage", CORE, 33, LOSS, 0, draw_storage, reference_layers},
   {"mipmaps-cube", CORE, 33, LOSS, 0, draw_cube, reference_layers},
   {"mipmaps-fxt1", CORE, 33, LOSS, 0, draw_fxt1, reference_first},
   {"mipmaps-bptc", CORE, 33, LOSS, 0, draw_bptc, reference_layers},
   {"mipmaps-etc2", CORE, 33, 1, 0, draw_etc2, reference_red},
   {0},
};
