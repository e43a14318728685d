/* body_copy_image.c: glCopyImageSubData (EXT_copy_image): between all kinds of textures and renderbuffers, through all formats of a
 * class, between blocks and texels, of samples. */
#include <stdio.h>
#include <string.h>

#include "api_test.h"

static PFNGLCOPYIMAGESUBDATAEXTPROC copy_image;

static void start(void)
{
   if (!strstr((const char *)glGetString(GL_EXTENSIONS), "GL_EXT_copy_image"))
      api_skip("GL_EXT_copy_image");
   copy_image = (PFNGLCOPYIMAGESUBDATAEXTPROC)eglGetProcAddress("glCopyImageSubDataEXT");
}

static void expect_no_error(const char *what, unsigned i)
{
   GLenum error = glGetError();
   if (error)
      api_fail("%s %u: error 0x%x", what, i, error);
}

/* Pixels that a tile of the picture gets at the end. */
static uint8_t picture[API_TEXELS][4];

static void show_picture(void)
{
   static const char vertex[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
   static const char fragment[] = "#version 300 es\nprecision highp float; uniform highp sampler2D tex; out vec4 color;\n"
                                  "void main() { color = texelFetch(tex, ivec2(gl_FragCoord.xy), 0); }";
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, API_SIZE, API_SIZE);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, picture);
   api_program(vertex, NULL, fragment);
   api_rectangle(-1, -1, 1, 1);
}

/* ---- targets ---------------------------------------------------------------------------------------------------------------- */

static const GLenum targets[4] = { GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY };
enum { SIZE = 8 };

static unsigned slices_of(GLenum target)
{
   return target == GL_TEXTURE_2D ? 1 : target == GL_TEXTURE_CUBE_MAP ? 6 : 5;
}

static void texel(unsigned pair, bool source, unsigned slice, unsigned x, unsigned y, uint8_t out[4])
{
   out[0] = (uint8_t)(x * 16 + y);
   out[1] = (uint8_t)(pair * 8 + slice);
   out[2] = source ? 200 : 20;
   out[3] = (uint8_t)(y * 31 + x);
}

/* Level 1 of a texture of two levels. */
static GLuint make_texture(GLenum target, unsigned pair, bool source)
{
   const unsigned slices = slices_of(target), base = 2 * SIZE;
   uint8_t texels[SIZE * SIZE][4];
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(target, name);
   if (target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY)
      glTexStorage3D(target, 2, GL_RGBA8, base, base, (GLsizei)slices << (target == GL_TEXTURE_3D));
   else
      glTexStorage2D(target, 2, GL_RGBA8, base, base);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   for (unsigned slice = 0; slice < slices; slice++) {
      for (unsigned i = 0; i < SIZE * SIZE; i++)
         texel(pair, source, slice, i % SIZE, i / SIZE, texels[i]);
      if (target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY)
         glTexSubImage3D(target, 1, 0, 0, (GLint)slice, SIZE, SIZE, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      else
         glTexSubImage2D(target == GL_TEXTURE_2D ? target : GL_TEXTURE_CUBE_MAP_POSITIVE_X + slice, 1, 0, 0, SIZE, SIZE, GL_RGBA,
                         GL_UNSIGNED_BYTE, texels);
   }
   return name;
}

static void attach(GLenum target, GLuint name, unsigned slice)
{
   if (target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY)
      glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, 1, (GLint)slice);
   else
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                             target == GL_TEXTURE_2D ? target : GL_TEXTURE_CUBE_MAP_POSITIVE_X + slice, name, 1);
}

struct region { unsigned sx, sy, sz, dx, dy, dz, width, height, depth; };

static struct region region_of(unsigned pair)
{
   const unsigned from = slices_of(targets[pair / 4]), to = slices_of(targets[pair % 4]);
   const bool one = from == 1 || to == 1;
   return (struct region){ 1 + pair % 2, 2, from > 1 ? 2 : 0, pair % 3, 1, to > 1 ? 1 : 0, 5, 3 + pair % 3, one ? 1 : 3 };
}

/* Tile `pair` shows the last slice that was written. */
static void draw_targets(void)
{
   GLuint framebuffer;
   GLint outer = 0;
   start();
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   glGenFramebuffers(1, &framebuffer);
   for (unsigned pair = 0; pair < 16; pair++) {
      const struct region r = region_of(pair);
      const GLenum from = targets[pair / 4], to = targets[pair % 4];
      const GLuint src = make_texture(from, pair, true), dst = make_texture(to, pair, false);
      copy_image(src, from, 1, (GLint)r.sx, (GLint)r.sy, (GLint)r.sz, dst, to, 1, (GLint)r.dx, (GLint)r.dy, (GLint)r.dz,
                 (GLsizei)r.width, (GLsizei)r.height, (GLsizei)r.depth);
      expect_no_error("pair", pair);
      glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
      attach(to, dst, r.dz + r.depth - 1);
      uint8_t pixels[SIZE * SIZE][4];
      glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      for (unsigned y = 0; y < SIZE; y++)
         memcpy(picture[(pair / 4 * SIZE + y) * API_SIZE + pair % 4 * SIZE], pixels[y * SIZE], SIZE * 4);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   show_picture();
}

static void targets_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE % SIZE, y = i / API_SIZE % SIZE, pair = i / API_SIZE / SIZE * 4 + i % API_SIZE / SIZE;
      const struct region r = region_of(pair);
      if (x >= r.dx && x < r.dx + r.width && y >= r.dy && y < r.dy + r.height)
         texel(pair, true, r.sz + r.depth - 1, x - r.dx + r.sx, y - r.dy + r.sy, rgba[i]);
      else
         texel(pair, false, r.dz + r.depth - 1, x, y, rgba[i]);
   }
}

/* ---- formats ---------------------------------------------------------------------------------------------------------------- */

/* Chains of compatible formats: bits that enter as the first format leave as the last one, which is the same. Blocks: pixels per
 * block. */
struct link { GLenum format; unsigned block; };
static const struct { GLenum pixels, type; unsigned bytes; struct link links[18]; } chains[] = {
   { GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, 4, { { GL_RGBA8UI, 1 }, { GL_R32UI, 1 }, { GL_RG16UI, 1 }, { GL_R32I, 1 }, { GL_RGBA8, 1 }, { GL_SRGB8_ALPHA8, 1 },
     { GL_RGBA8_SNORM, 1 }, { GL_RGB10_A2, 1 }, { GL_RGB9_E5, 1 }, { GL_R11F_G11F_B10F, 1 }, { GL_RG16F, 1 }, { GL_R32F, 1 },
     { GL_RGBA8UI, 1 } } },
   { GL_RG_INTEGER, GL_UNSIGNED_BYTE, 2, { { GL_RG8UI, 1 }, { GL_R16UI, 1 }, { GL_R16F, 1 }, { GL_RG8, 1 }, { GL_R16I, 1 }, { GL_RG8_SNORM, 1 }, { GL_RG8UI, 1 } } },
   { GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1, { { GL_R8UI, 1 }, { GL_R8, 1 }, { GL_R8_SNORM, 1 }, { GL_R8I, 1 }, { GL_R8UI, 1 } } },
   { GL_RG_INTEGER, GL_UNSIGNED_INT, 8, { { GL_RG32UI, 1 }, { GL_RGBA16F, 1 }, { GL_RGBA16I, 1 }, { GL_COMPRESSED_RGB8_ETC2, 4 }, { GL_RG32F, 1 },
     { GL_COMPRESSED_R11_EAC, 4 }, { GL_COMPRESSED_SIGNED_R11_EAC, 4 }, { GL_RGBA16UI, 1 },
     { GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2, 4 }, { GL_RG32UI, 1 } } },
   { GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16, { { GL_RGBA32UI, 1 }, { GL_RGBA32F, 1 }, { GL_COMPRESSED_RGBA8_ETC2_EAC, 4 }, { GL_RGBA32I, 1 },
     { GL_COMPRESSED_RG11_EAC, 4 }, { GL_COMPRESSED_SIGNED_RG11_EAC, 4 }, { GL_RGBA32UI, 1 } } },
   { GL_RG_INTEGER, GL_UNSIGNED_INT, 8, { { GL_RG32UI, 1 }, { GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 4 }, { GL_RG32UI, 1 } } },
   { GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16, { { GL_RGBA32UI, 1 }, { GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 4 }, { GL_RGBA32UI, 1 } } },
};
enum { CHAINS = sizeof(chains) / sizeof(chains[0]), CHAIN_WIDTH = 7, CHAIN_HEIGHT = 4 };

static uint8_t chain_byte(unsigned chain, unsigned x, unsigned y, unsigned byte)
{
   return (uint8_t)(chain * 37 + x * 59 + y * 83 + byte * 101 + (byte * byte + x * y) * 13);
}

/* A texture of 7 x 4 elements, with one more at each side. */
static GLuint chain_texture(const struct link *link)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexStorage2D(GL_TEXTURE_2D, 1, link->format, (GLsizei)((CHAIN_WIDTH + 2) * link->block), (GLsizei)((CHAIN_HEIGHT + 2) * link->block));
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   return name;
}

static void run_chain(unsigned c, GLuint framebuffer)
{
   const struct link *links = chains[c].links;
   uint8_t data[CHAIN_WIDTH * CHAIN_HEIGHT * 16];
   for (unsigned i = 0; i < CHAIN_WIDTH * CHAIN_HEIGHT * chains[c].bytes; i++) {
      const unsigned element = i / chains[c].bytes;
      data[i] = chain_byte(c, element % CHAIN_WIDTH, element / CHAIN_WIDTH, i % chains[c].bytes);
   }
   GLuint name = chain_texture(&links[0]);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 1, CHAIN_WIDTH, CHAIN_HEIGHT, chains[c].pixels, chains[c].type, data);
   for (unsigned i = 1; links[i].format; i++) {
      const GLuint next = chain_texture(&links[i]);
      const GLint at = (GLint)links[i - 1].block, to = (GLint)links[i].block;
      copy_image(name, GL_TEXTURE_2D, 0, at, at, 0, next, GL_TEXTURE_2D, 0, to, to, 0, CHAIN_WIDTH * at, CHAIN_HEIGHT * at, 1);
      if (glGetError())
         api_fail("chain %u stops at format 0x%x", c, links[i].format);
      name = next;
   }
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
   GLuint pixels[CHAIN_WIDTH * CHAIN_HEIGHT][4];
   glReadPixels(1, 1, CHAIN_WIDTH, CHAIN_HEIGHT, GL_RGBA_INTEGER, GL_UNSIGNED_INT, pixels);
   /* Bytes of a texel one by one in rows of the picture. */
   for (unsigned i = 0; i < CHAIN_WIDTH * CHAIN_HEIGHT; i++)
      for (unsigned byte = 0; byte < chains[c].bytes; byte++) {
         const unsigned component = chains[c].type == GL_UNSIGNED_INT ? byte / 4 : byte, shift = chains[c].type == GL_UNSIGNED_INT ? byte % 4 * 8 : 0;
         picture[c * CHAIN_HEIGHT * API_SIZE + i / CHAIN_WIDTH * API_SIZE + i % CHAIN_WIDTH * 4 + byte / 4][byte % 4] =
            (uint8_t)(pixels[i][component] >> shift);
      }
}

static void draw_formats(void)
{
   GLuint framebuffer;
   GLint outer = 0;
   start();
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   glGenFramebuffers(1, &framebuffer);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   for (unsigned c = 0; c < CHAINS; c++)
      run_chain(c, framebuffer);
   expect_no_error("chains", CHAINS);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   show_picture();
}

static void formats_reference(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned c = 0; c < CHAINS; c++)
      for (unsigned i = 0; i < CHAIN_WIDTH * CHAIN_HEIGHT; i++)
         for (unsigned byte = 0; byte < chains[c].bytes; byte++)
            rgba[(c * CHAIN_HEIGHT + i / CHAIN_WIDTH) * API_SIZE + i % CHAIN_WIDTH * 4 + byte / 4][byte % 4] =
               chain_byte(c, i % CHAIN_WIDTH, i / CHAIN_WIDTH, byte);
}

/* ---- blocks ----------------------------------------------------------------------------------------------------------------- */

/* Blocks that arrive as texels of 64 or 128 bits are decoded as those of CompressedTexSubImage are: pairs of columns are equal. */
static void draw_blocks(void)
{
   static const char vertex[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
   static const char fragment[] = "#version 300 es\nprecision highp float; uniform highp sampler2D tex; uniform ivec2 place; out vec4 color;\n"
                                  "void main() { color = abs(texelFetch(tex, ivec2(gl_FragCoord.xy) - place, 0)); }";
   static const struct { GLenum format, texels; unsigned bytes; } rows[] = {
      { GL_COMPRESSED_RGB8_ETC2, GL_RG32UI, 8 }, { GL_COMPRESSED_SIGNED_R11_EAC, GL_RG32UI, 8 },
      { GL_COMPRESSED_RGBA8_ETC2_EAC, GL_RGBA32UI, 16 }, { GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC, GL_RGBA32UI, 16 },
   };
   start();
   const GLint place = glGetUniformLocation(api_program(vertex, NULL, fragment), "place");
   for (unsigned r = 0; r < 4; r++) {
      uint8_t blocks[8 * 16];
      GLuint name[3];
      for (unsigned i = 0; i < sizeof(blocks); i++)
         blocks[i] = (uint8_t)api_random(256);
      glGenTextures(3, name);
      for (unsigned i = 0; i < 3; i++) {
         glBindTexture(GL_TEXTURE_2D, name[i]);
         glTexStorage2D(GL_TEXTURE_2D, 1, i ? rows[r].format : rows[r].texels, i ? 16 : 4, i ? 8 : 2);
         glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
         glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
         if (i == 0)
            glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 2, rows[r].bytes == 8 ? GL_RG_INTEGER : GL_RGBA_INTEGER, GL_UNSIGNED_INT, blocks);
         else if (i == 1)
            glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 16, 8, rows[r].format, (GLsizei)(8 * rows[r].bytes), blocks);
      }
      copy_image(name[0], GL_TEXTURE_2D, 0, 0, 0, 0, name[2], GL_TEXTURE_2D, 0, 0, 0, 0, 4, 2, 1);
      expect_no_error("blocks", r);
      for (unsigned i = 0; i < 2; i++) {
         glBindTexture(GL_TEXTURE_2D, name[1 + i]);
         glUniform2i(place, (GLint)i * 16, (GLint)r * 8);
         api_rectangle((float)i - 1, (float)r / 2 - 1, (float)i, (float)(r + 1) / 2 - 1);
      }
   }
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, picture);
   api_checked();
   for (unsigned y = 0; y < API_SIZE; y++)
      if (memcmp(picture[y * API_SIZE], picture[y * API_SIZE + 16], 16 * 4) != 0)
         api_fail("row %u: copied blocks give other texels", y);
}

/* ---- samples ---------------------------------------------------------------------------------------------------------------- */

static GLuint multisampled(GLenum format, GLuint *framebuffer)
{
   GLuint name;
   glGenRenderbuffers(1, &name);
   glBindRenderbuffer(GL_RENDERBUFFER, name);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, format, API_SIZE, API_SIZE);
   glGenFramebuffers(1, framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, *framebuffer);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name);
   return name;
}

/* The edge of a triangle in a multisampled renderbuffer, of which a part is copied to another one, which is resolved. */
static void draw_samples(void)
{
   static const char vertex[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
   static const char fragment[] = "#version 300 es\nprecision highp float; out vec4 color;\n"
                                  "void main() { color = vec4(floor(gl_FragCoord.xy) / 32.0, 1.0, 1.0); }";
   static const GLfloat corners[] = { -1, -1, 1, -0.9f, -0.7f, 1 };
   GLuint src_fb, dst_fb;
   GLint outer = 0;
   start();
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   const GLuint src = multisampled(GL_RGBA8, &src_fb);
   glClearColor(0, 0.25f, 0.5f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   api_program(vertex, NULL, fragment);
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   const GLuint dst = multisampled(GL_RGBA8, &dst_fb);
   glClearColor(1, 0.5f, 0.25f, 0.75f);
   glClear(GL_COLOR_BUFFER_BIT);
   copy_image(src, GL_RENDERBUFFER, 0, 0, 0, 0, dst, GL_RENDERBUFFER, 0, 0, 4, 0, 27, 28, 1);
   expect_no_error("samples", 4);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, dst_fb);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)outer);
   glBlitFramebuffer(0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   /* The resolved source at the place of the copy must be the same. */
   uint8_t copied[API_TEXELS][4];
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, copied);
   GLuint plain[2];
   glGenRenderbuffers(1, &plain[0]);
   glBindRenderbuffer(GL_RENDERBUFFER, plain[0]);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, API_SIZE, API_SIZE);
   glGenFramebuffers(1, &plain[1]);
   glBindFramebuffer(GL_FRAMEBUFFER, plain[1]);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, plain[0]);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, src_fb);
   glBlitFramebuffer(0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, plain[1]);
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, picture);
   api_checked();
   for (unsigned y = 0; y < 28; y++)
      if (memcmp(picture[y * API_SIZE], copied[(y + 4) * API_SIZE], 27 * 4) != 0)
         api_fail("row %u of the copy differs", y);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
}

/* ---- depth, and one texture ------------------------------------------------------------------------------------------------- */

/* Depth and stencil between a texture and a renderbuffer; a part of a level to another part of it. */
static void draw_depth(void)
{
   static const char vertex[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
   static const char fragment[] = "#version 300 es\nprecision highp float; uniform highp sampler2D tex; out vec4 color;\n"
                                  "void main() { color = vec4(texelFetch(tex, ivec2(gl_FragCoord.xy), 0).r, 0.5, 0.0, 1.0); }";
   GLuint texture[2], renderbuffer, texels[16 * 16];
   start();
   for (unsigned i = 0; i < 256; i++)
      texels[i] = (i * 0x010101u) << 8 | (255 - i);
   glGenTextures(2, texture);
   for (unsigned i = 0; i < 2; i++) {
      glBindTexture(GL_TEXTURE_2D, texture[i]);
      glTexStorage2D(GL_TEXTURE_2D, 1, GL_DEPTH24_STENCIL8, i ? API_SIZE : 16, i ? API_SIZE : 16);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   }
   glBindTexture(GL_TEXTURE_2D, texture[0]);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 16, 16, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, texels);
   glGenRenderbuffers(1, &renderbuffer);
   glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, 16, 16);
   copy_image(texture[0], GL_TEXTURE_2D, 0, 0, 0, 0, renderbuffer, GL_RENDERBUFFER, 0, 0, 0, 0, 16, 16, 1);
   for (int i = 0; i < 2; i++)
      copy_image(renderbuffer, GL_RENDERBUFFER, 0, 0, 0, 0, texture[1], GL_TEXTURE_2D, 0, i * 16, 0, 0, 16, 16, 1);
   copy_image(texture[1], GL_TEXTURE_2D, 0, 0, 0, 0, texture[1], GL_TEXTURE_2D, 0, 0, 16, 0, API_SIZE, 16, 1);
   expect_no_error("depth", 0);
   glBindTexture(GL_TEXTURE_2D, texture[1]);
   api_program(vertex, NULL, fragment);
   api_rectangle(-1, -1, 1, 1);
}

static void depth_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++) {
         const uint8_t pixel[4] = { (uint8_t)(y % 16 * 16 + x % 16), 128, 0, 255 };
         memcpy(rgba[y * API_SIZE + x], pixel, 4);
      }
}

const struct api_body api_bodies_copy_image[] = {
   { "copy-image-targets", GLES, 30, 0, 0, draw_targets, targets_reference },
   { "copy-image-formats", GLES, 30, 0, 0, draw_formats, formats_reference },
   { "copy-image-blocks", GLES, 30, 1, 0, draw_blocks, NULL },
   { "copy-image-samples", GLES, 30, 2, 0, draw_samples, NULL },
   { "copy-image-depth", GLES, 30, 1, 0, draw_depth, depth_reference },
   { 0 },
};
