/* body_es2.c: extensions that give OpenGL ES 2.0 features of later versions: immutable textures (EXT_texture_storage), depth
 * comparison in shaders (EXT_shadow_samplers), sRGB textures and renderbuffers (EXT_sRGB), reads of depth and stencil (NV_read_depth and
 * its neighbours), blits (NV_framebuffer_blit). */
#include <string.h>

#include "api_srgb.h"
#include "api_test.h"

#ifndef GL_TEXTURE_3D
#define GL_TEXTURE_3D 0x806F
#endif

static void require(bool ok, const char *what)
{
   if (!ok)
      api_fail("%s", what);
}

static void set_pixel(uint8_t rgba[API_TEXELS][4], unsigned x, unsigned y, const uint8_t value[4])
{
   memcpy(rgba[y * API_SIZE + x], value, 4);
}

/* ---- EXT_texture_storage ---------------------------------------------------------------------------------------------------- */

/* Texel (x, y) of a level or slice. */
static void storage_texel(unsigned level, unsigned x, unsigned y, uint8_t out[4])
{
   out[0] = (uint8_t)(level * 60 + 7);
   out[1] = (uint8_t)(x * 16 + level + 3);
   out[2] = (uint8_t)(y * 16 + level * 2 + 5);
   out[3] = 255;
}

static void upload_levels(GLenum target, unsigned size, unsigned levels, unsigned salt)
{
   for (unsigned level = 0; level < levels; level++) {
      uint8_t texels[16 * 16][4];
      const unsigned n = size >> level;
      for (unsigned y = 0; y < n; y++)
         for (unsigned x = 0; x < n; x++)
            storage_texel((level + salt) & 3, x, y, texels[y * n + x]);
      glTexSubImage2D(target, (GLint)level, 0, 0, (GLsizei)n, (GLsizei)n, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   }
}

/* A square of `size` pixels at (x, y) in pixels. */
static void square(unsigned x, unsigned y, unsigned size)
{
   const float step = 2.0f / API_SIZE;
   api_rectangle((float)x * step - 1, (float)y * step - 1, (float)(x + size) * step - 1, (float)(y + size) * step - 1);
}

static const char storage_vertex[] = "attribute vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
static const char storage_2d[] = "precision highp float; uniform sampler2D tex; uniform vec3 place;\n"
                                 "void main() { gl_FragColor = texture2D(tex, (gl_FragCoord.xy - place.xy) / place.z); }";
static const char storage_cube[] = "precision highp float; uniform samplerCube cube; uniform vec3 place;\n"
                                   "void main() { vec2 st = (gl_FragCoord.xy - place.xy) / place.z * 2.0 - 1.0;\n"
                                   "gl_FragColor = textureCube(cube, vec3(1.0, -st.y, -st.x)); }";

static void storage_errors(PFNGLTEXSTORAGE2DEXTPROC storage)
{
   storage(GL_TEXTURE_2D, 0, GL_RGBA8_OES, 8, 8);
   api_expect_error(GL_INVALID_VALUE, "no levels");
   storage(GL_TEXTURE_2D, 5, GL_RGBA8_OES, 8, 8);
   api_expect_error(GL_INVALID_OPERATION, "more levels than the size has");
   storage(GL_TEXTURE_2D, 1, GL_RGBA, 8, 8);
   api_expect_error(GL_INVALID_ENUM, "an unsized internal format");
   GLint immutable = 2;
   glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_IMMUTABLE_FORMAT_EXT, &immutable);
   require(immutable == GL_FALSE, "immutable after errors");
}

/* Levels 0 to 3 of a 2D texture as squares of 8, 4, 2 and 1 pixels; a face of a cube map as a square of 8 pixels. */
static void draw_storage(void)
{
   api_require("GL_EXT_texture_storage");
   PFNGLTEXSTORAGE2DEXTPROC storage = (PFNGLTEXSTORAGE2DEXTPROC)eglGetProcAddress("glTexStorage2DEXT");
   GLuint texture[2];
   GLint immutable = 0;
   glGenTextures(2, texture);
   glBindTexture(GL_TEXTURE_2D, texture[0]);
   storage_errors(storage);
   storage(GL_TEXTURE_2D, 4, GL_RGBA8_OES, 8, 8);
   glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_IMMUTABLE_FORMAT_EXT, &immutable);
   require(immutable == GL_TRUE, "immutable");
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   api_expect_error(GL_INVALID_OPERATION, "TexImage2D of an immutable texture");
   storage(GL_TEXTURE_2D, 4, GL_RGBA8_OES, 8, 8);
   api_expect_error(GL_INVALID_OPERATION, "TexStorage2D of an immutable texture");
   upload_levels(GL_TEXTURE_2D, 8, 4, 0);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   GLint place = glGetUniformLocation(api_program(storage_vertex, NULL, storage_2d), "place");
   for (unsigned level = 0, x = 0; level < 4; x += 8 >> level++) {
      glUniform3f(place, (float)x, 0, (float)(8 >> level));
      square(x, 0, 8 >> level);
   }
   glBindTexture(GL_TEXTURE_CUBE_MAP, texture[1]);
   storage(GL_TEXTURE_CUBE_MAP, 2, GL_RGBA8_OES, 8, 8);
   for (unsigned face = 0; face < 6; face++)
      upload_levels(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 8, 2, face);
   glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   place = glGetUniformLocation(api_program(storage_vertex, NULL, storage_cube), "place");
   glUniform3f(place, 0, 16, 8);
   square(0, 16, 8);
}

static void storage_reference(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned level = 0, left = 0; level < 4; left += 8 >> level++)
      for (unsigned i = 0; i < (64u >> 2 * level); i++) {
         const unsigned x = i % (8 >> level), y = i / (8 >> level);
         uint8_t texel[4];
         storage_texel(level, x, y, texel);
         set_pixel(rgba, left + x, y, texel);
      }
   for (unsigned i = 0; i < 64; i++) {
      uint8_t texel[4];
      storage_texel(0, i % 8, i / 8, texel);
      set_pixel(rgba, i % 8, 16 + i / 8, texel);
   }
}

/* Every internal format that the extension lists, each filled with a different pixel. */
static const struct { GLenum internal, format, type; GLfloat texel[4], seen[4]; } storage_formats[] = {
   { GL_ALPHA8_EXT, GL_ALPHA, GL_UNSIGNED_BYTE, { 51 }, { 0, 0, 0, 51 } },
   { GL_LUMINANCE8_EXT, GL_LUMINANCE, GL_UNSIGNED_BYTE, { 60 }, { 60, 60, 60, 255 } },
   { GL_LUMINANCE8_ALPHA8_EXT, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, { 70, 80 }, { 70, 70, 70, 80 } },
   { GL_RGBA32F_EXT, GL_RGBA, GL_FLOAT, { 255, 51, 102, 204 }, { 255, 51, 102, 204 } },
   { GL_RGB32F_EXT, GL_RGB, GL_FLOAT, { 51, 102, 204 }, { 51, 102, 204, 255 } },
   { GL_ALPHA32F_EXT, GL_ALPHA, GL_FLOAT, { 153 }, { 0, 0, 0, 153 } },
   { GL_LUMINANCE32F_EXT, GL_LUMINANCE, GL_FLOAT, { 153 }, { 153, 153, 153, 255 } },
   { GL_LUMINANCE_ALPHA32F_EXT, GL_LUMINANCE_ALPHA, GL_FLOAT, { 51, 204 }, { 51, 51, 51, 204 } },
   { GL_R8_EXT, GL_RED_EXT, GL_UNSIGNED_BYTE, { 99 }, { 99, 0, 0, 255 } },
   { GL_RG8_EXT, GL_RG_EXT, GL_UNSIGNED_BYTE, { 98, 97 }, { 98, 97, 0, 255 } },
   { GL_BGRA8_EXT, GL_BGRA_EXT, GL_UNSIGNED_BYTE, { 10, 20, 30, 40 }, { 30, 20, 10, 40 } },
};
enum { STORAGE_FORMATS = sizeof(storage_formats) / sizeof(storage_formats[0]) };

static void draw_storage_formats(void)
{
   api_require("GL_EXT_texture_storage");
   api_require("GL_EXT_texture_rg");
   PFNGLTEXSTORAGE2DEXTPROC storage = (PFNGLTEXSTORAGE2DEXTPROC)eglGetProcAddress("glTexStorage2DEXT");
   const GLint place = glGetUniformLocation(api_program(storage_vertex, NULL, storage_2d), "place");
   for (unsigned i = 0; i < STORAGE_FORMATS; i++) {
      GLuint texture;
      GLfloat floats[4];
      GLubyte bytes[4];
      for (unsigned c = 0; c < 4; c++) {
         bytes[c] = (GLubyte)storage_formats[i].texel[c];
         floats[c] = storage_formats[i].texel[c] / 255;
      }
      glGenTextures(1, &texture);
      glBindTexture(GL_TEXTURE_2D, texture);
      storage(GL_TEXTURE_2D, 1, storage_formats[i].internal, 1, 1);
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, storage_formats[i].format, storage_formats[i].type,
                      storage_formats[i].type == GL_FLOAT ? (void *)floats : bytes);
      if (glGetError())
         api_fail("internal format 0x%x is refused", storage_formats[i].internal);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
      glUniform3f(place, (float)(i % 4 * 8), (float)(i / 4 * 8), 8);
      square(i % 4 * 8, i / 4 * 8, 8);
   }
}

static void storage_formats_reference(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < STORAGE_FORMATS * 64; i++) {
      const unsigned format = i / 64, x = format % 4 * 8 + i % 8, y = format / 4 * 8 + i % 64 / 8;
      for (unsigned c = 0; c < 4; c++)
         rgba[y * API_SIZE + x][c] = (uint8_t)storage_formats[format].seen[c];
   }
}

/* ---- EXT_shadow_samplers ---------------------------------------------------------------------------------------------------- */

static const GLenum compare_funcs[8] = { GL_LEQUAL, GL_GEQUAL, GL_LESS, GL_GREATER, GL_EQUAL, GL_NOTEQUAL, GL_ALWAYS, GL_NEVER };

static uint16_t shadow_depth(unsigned x, unsigned y)
{
   return (uint16_t)((y * 8 + x) * 1000);
}

/* Compares depth with the reference of texel 27 in a tile per function; the lower half projects. `precision` is that of the sampler;
 * without one it has the default precision that the extension gives it. */
static void draw_shadow_of(const char *precision)
{
   char fragment[1024] = "#extension GL_EXT_shadow_samplers : require\n#ifndef GL_EXT_shadow_samplers\n#error no macro\n#endif\n"
                         "precision highp float; uniform vec3 place; uniform float ref; uniform bool proj; uniform ";
   static const char body[] = "sampler2DShadow shadow;\n"
                              "void main() { vec2 st = (gl_FragCoord.xy - place.xy) / place.z;\n"
                              "float r = proj ? shadow2DProjEXT(shadow, vec4(st, ref, 1.0) * 2.0) : shadow2DEXT(shadow, vec3(st, ref));\n"
                              "gl_FragColor = vec4(r, 0.25, 1.0 - r, 1.0); }";
   GLuint texture;
   GLint mode = 0, func = 0, size;
   GLenum type = 0;
   char name[16] = "";
   uint16_t texels[64];
   api_require("GL_EXT_shadow_samplers");
   strcat(strcat(fragment, precision), body);
   for (unsigned i = 0; i < 64; i++)
      texels[i] = shadow_depth(i % 8, i / 8);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, 8, 8, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE_EXT, &mode);
   glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC_EXT, &func);
   require(mode == GL_NONE && func == GL_LEQUAL, "initial comparison");
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE_EXT, GL_COMPARE_REF_TO_TEXTURE_EXT);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC_EXT, GL_ONE);
   api_expect_error(GL_INVALID_ENUM, "a comparison function");
   const GLuint program = api_program(storage_vertex, NULL, fragment);
   GLint count = 0;
   glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
   while (count-- && strcmp(name, "shadow") != 0)
      glGetActiveUniform(program, (GLuint)count, sizeof(name), NULL, &size, &type, name);
   require(type == GL_SAMPLER_2D_SHADOW_EXT, "type of the sampler");
   glUniform1f(glGetUniformLocation(program, "ref"), shadow_depth(3, 3) / 65535.0f);
   for (unsigned i = 0; i < 16; i++) {
      const unsigned x = i % 4 * 8, y = i / 4 * 8;
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC_EXT, (GLint)compare_funcs[i % 8]);
      glUniform3f(glGetUniformLocation(program, "place"), (float)x, (float)y, 8);
      glUniform1i(glGetUniformLocation(program, "proj"), i < 8);
      square(x, y, 8);
   }
}

static void draw_shadow(void) { draw_shadow_of("lowp "); }
static void draw_shadow_precision(void) { draw_shadow_of(""); }

static bool compares(GLenum func, unsigned ref, unsigned depth)
{
   switch (func) {
   case GL_LEQUAL: return ref <= depth;
   case GL_GEQUAL: return ref >= depth;
   case GL_LESS: return ref < depth;
   case GL_GREATER: return ref > depth;
   case GL_EQUAL: return ref == depth;
   case GL_NOTEQUAL: return ref != depth;
   default: return func == GL_ALWAYS;
   }
}

static void shadow_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++) {
         const bool passes = compares(compare_funcs[(y / 8 * 4 + x / 8) % 8], shadow_depth(3, 3), shadow_depth(x % 8, y % 8));
         const uint8_t pixel[4] = { passes ? 255 : 0, 64, passes ? 0 : 255, 255 };
         set_pixel(rgba, x, y, pixel);
      }
}

/* ---- EXT_sRGB --------------------------------------------------------------------------------------------------------------- */

/* Codes of the texel of pixel (x, y): each of the 256 codes occurs. */
static void srgb_codes(unsigned x, unsigned y, uint8_t out[4])
{
   const unsigned i = y % 16 * 16 + x % 16;
   out[0] = (uint8_t)i;
   out[1] = (uint8_t)(255 - i);
   out[2] = (uint8_t)(i * 7);
   out[3] = (uint8_t)(i * 3);
}

static GLint encoding(void)
{
   GLint value = 0;
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING_EXT, &value);
   return value;
}

/* A context of OpenGL ES 3.0, which Mesa gives for 2.0, has it without the extension. */
static void require_srgb(void)
{
   if (!strstr((const char *)glGetString(GL_VERSION), "OpenGL ES 3."))
      api_require("GL_EXT_sRGB");
}

/* Textures with alpha on the left, without on the right. */
static void draw_srgb_textures(void)
{
   static const GLenum formats[2] = { GL_SRGB_ALPHA_EXT, GL_SRGB_EXT };
   require_srgb();
   const GLint place = glGetUniformLocation(api_program(storage_vertex, NULL, storage_2d), "place");
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   for (unsigned i = 0; i < 2; i++) {
      const unsigned components = 4 - i;
      uint8_t texels[256 * 4];
      GLuint texture;
      for (unsigned t = 0; t < 256; t++) {
         uint8_t codes[4];
         srgb_codes(t % 16, t / 16, codes);
         memcpy(texels + t * components, codes, components);
      }
      glGenTextures(1, &texture);
      glBindTexture(GL_TEXTURE_2D, texture);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[i], 16, 16, 0, formats[i], GL_UNSIGNED_BYTE, NULL);
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 16, 16, formats[i], GL_UNSIGNED_BYTE, texels);
      api_expect_error(GL_NO_ERROR, "sRGB images");
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 16, 8, formats[1 - i], GL_UNSIGNED_BYTE, texels);
      api_expect_error(GL_INVALID_OPERATION, "pixels of the other format");
      if (!strstr((const char *)glGetString(GL_EXTENSIONS), "GL_NV_generate_mipmap_sRGB")) {
         glGenerateMipmap(GL_TEXTURE_2D);
         api_expect_error(GL_INVALID_OPERATION, "mipmaps of an sRGB texture");
      }
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
      glUniform3f(place, (float)(i * 16), 0, 16);
      square(i * 16, 0, 16);
   }
}

static void srgb_textures_reference(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned y = 0; y < 16; y++)
      for (unsigned x = 0; x < API_SIZE; x++) {
         uint8_t codes[4], pixel[4];
         srgb_codes(x, y, codes);
         for (unsigned c = 0; c < 3; c++)
            pixel[c] = (uint8_t)(api_srgb_decode(codes[c] / 255.0) * 255 + 0.5);
         pixel[3] = x < 16 ? codes[3] : 255;
         set_pixel(rgba, x, y, pixel);
      }
}

/* Linear value of a component of pixel (x, y). */
static double srgb_source(unsigned x, unsigned y, unsigned c)
{
   const double values[4] = { (x + 0.5) / 32, (y + 0.5) / 32, 1 - (x + 0.5) / 32, (y + 0.5) / 32 };
   return values[c];
}

static const float srgb_clear[4] = { 0.25f, 0.5f, 1, 0.5f };

/* A renderbuffer of codes: half of the source over half of the clear value; the codes that ReadPixels returns as a picture. */
static void draw_srgb_renderbuffer(void)
{
   static const char source[] = "precision highp float;\n"
                                "void main() { vec2 p = gl_FragCoord.xy / 32.0; gl_FragColor = vec4(p, 1.0 - p.x, p.y); }";
   static const char copy[] = "precision highp float; uniform sampler2D tex;\n"
                              "void main() { gl_FragColor = texture2D(tex, gl_FragCoord.xy / 32.0); }";
   uint8_t codes[API_TEXELS * 4];
   GLuint framebuffer, renderbuffer, texture;
   GLint outer = 0;
   require_srgb();
   require(encoding() == GL_LINEAR, "encoding of the first framebuffer");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   glGenRenderbuffers(1, &renderbuffer);
   glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_SRGB8_ALPHA8_EXT, API_SIZE, API_SIZE);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
   require(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, "an sRGB renderbuffer");
   require(encoding() == (GLint)GL_SRGB_EXT, "encoding of an sRGB renderbuffer");
   glClearColor(srgb_clear[0], srgb_clear[1], srgb_clear[2], srgb_clear[3]);
   glClear(GL_COLOR_BUFFER_BIT);
   api_program(storage_vertex, NULL, source);
   glEnable(GL_BLEND);
   glBlendColor(0.5f, 0.5f, 0.5f, 0.5f);
   glBlendFunc(GL_CONSTANT_COLOR, GL_CONSTANT_COLOR);
   square(0, 0, 24);
   glDisable(GL_BLEND);
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, codes);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, API_SIZE, API_SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, codes);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   api_program(storage_vertex, NULL, copy);
   api_rectangle(-1, -1, 1, 1);
}

static void srgb_renderbuffer_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++)
         for (unsigned c = 0; c < 4; c++) {
            const double value = x < 24 && y < 24 ? (srgb_source(x, y, c) + srgb_clear[c]) / 2 : srgb_clear[c];
            rgba[y * API_SIZE + x][c] = (uint8_t)((c < 3 ? api_srgb_encode(value) : value) * 255 + 0.5);
         }
}

/* ---- NV_read_depth, NV_read_stencil, NV_read_depth_stencil ------------------------------------------------------------------ */

/* Depth and stencil of a framebuffer, read in each pair of format and type; the picture shows them. */
static void draw_read_depth(void)
{
   static const char slope[] = "attribute vec2 pos; void main() { gl_Position = vec4(pos, pos.x * 0.5 + pos.y * 0.25, 1.0); }";
   static const char fragment[] = "precision highp float; void main() { gl_FragColor = vec4(0.0); }";
   static const char copy[] = "precision highp float; uniform sampler2D tex;\n"
                              "void main() { gl_FragColor = texture2D(tex, gl_FragCoord.xy / 32.0); }";
   static uint8_t picture[API_TEXELS][4];
   static uint16_t shorts[API_TEXELS];
   static uint32_t packed[API_TEXELS], depth_packed[API_TEXELS], ints[API_TEXELS];
   static uint8_t stencil[API_TEXELS];
   GLuint framebuffer, color, depth, texture;
   GLint outer = 0;
   api_require("GL_NV_read_depth");
   api_require("GL_NV_read_stencil");
   api_require("GL_NV_read_depth_stencil");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glGenRenderbuffers(1, &color);
   glBindRenderbuffer(GL_RENDERBUFFER, color);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
   glReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, shorts);
   api_expect_error(GL_INVALID_OPERATION, "depth that is not there");
   glReadPixels(0, 0, 1, 1, GL_STENCIL_INDEX_OES, GL_UNSIGNED_BYTE, stencil);
   api_expect_error(GL_INVALID_OPERATION, "stencil that is not there");
   glGenRenderbuffers(1, &depth);
   glBindRenderbuffer(GL_RENDERBUFFER, depth);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8_OES, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth);
   glClearStencil(0x5a);
   glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   glEnable(GL_DEPTH_TEST);
   glEnable(GL_STENCIL_TEST);
   glStencilFunc(GL_ALWAYS, 0xc3, 0xff);
   glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
   api_program(slope, NULL, fragment);
   api_rectangle(-1, -1, 1, 0.5f);
   glDisable(GL_DEPTH_TEST);
   glDisable(GL_STENCIL_TEST);
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, shorts);
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, ints);
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT_24_8_OES, depth_packed);
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_DEPTH_STENCIL_OES, GL_UNSIGNED_INT_24_8_OES, packed);
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_STENCIL_INDEX_OES, GL_UNSIGNED_BYTE, stencil);
   api_expect_error(GL_NO_ERROR, "depth and stencil");
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned z = packed[i] >> 8;
      require(ints[i] >> 8 == z, "32 bits of depth differ from 24");
      require(depth_packed[i] >> 8 == z && (packed[i] & 0xff) == stencil[i], "the packed pairs differ");
      require(shorts[i] + 1 >= (int)(z >> 8) && shorts[i] <= (z >> 8) + 1, "16 bits of depth differ from 24");
      const uint8_t pixel[4] = { (uint8_t)(z >> 16), stencil[i], 0, 255 };
      memcpy(picture[i], pixel, 4);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, API_SIZE, API_SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, picture);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   api_program(storage_vertex, NULL, copy);
   api_rectangle(-1, -1, 1, 1);
}

static void read_depth_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++) {
         const double nx = (x + 0.5) / 16 - 1, ny = (y + 0.5) / 16 - 1, z = (nx * 0.5 + ny * 0.25 + 1) / 2;
         const uint8_t pixel[4] = { y < 24 ? (uint8_t)(z * 256) : 255, y < 24 ? 0xc3 : 0x5a, 0, 255 };
         set_pixel(rgba, x, y, pixel);
      }
}

/* ---- NV_framebuffer_blit ------------------------------------------------------------------------------------------------------ */

static GLint binding(GLenum name)
{
   GLint value = -1;
   glGetIntegerv(name, &value);
   return value;
}

static void blit_texel(unsigned x, unsigned y, uint8_t out[4])
{
   const uint8_t texel[4] = { (uint8_t)(x * 8), (uint8_t)(y * 8), (uint8_t)(x * y), 255 };
   memcpy(out, texel, 4);
}

/* A texture's right half, mirrored and twice as wide, fills the picture; then its lower left quarter replaces the upper right one. */
static void draw_blit(void)
{
   PFNGLBLITFRAMEBUFFERNVPROC blit;
   uint8_t texels[API_TEXELS][4], texel[4], wanted[4];
   GLuint framebuffer, texture;
   const GLint outer = binding(GL_FRAMEBUFFER_BINDING);
   api_require("GL_NV_framebuffer_blit");
   blit = (PFNGLBLITFRAMEBUFFERNVPROC)eglGetProcAddress("glBlitFramebufferNV");
   for (unsigned i = 0; i < API_TEXELS; i++)
      blit_texel(i % API_SIZE, i / API_SIZE, texels[i]);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, API_SIZE, API_SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_READ_FRAMEBUFFER_NV, framebuffer);
   glFramebufferTexture2D(GL_READ_FRAMEBUFFER_NV, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   require(binding(GL_READ_FRAMEBUFFER_BINDING_NV) == (GLint)framebuffer && binding(GL_DRAW_FRAMEBUFFER_BINDING_NV) == outer,
           "the bindings are one");
   require(glCheckFramebufferStatus(GL_READ_FRAMEBUFFER_NV) == GL_FRAMEBUFFER_COMPLETE, "the read framebuffer is incomplete");
   blit(16, 0, 32, 32, 32, 0, 0, 32, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   api_expect_error(GL_NO_ERROR, "a blit");
   glReadPixels(20, 9, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
   blit_texel(20, 9, wanted);
   require(!memcmp(texel, wanted, 4), "glReadPixels reads another framebuffer");
   blit(0, 0, 1, 1, 0, 0, 1, 1, GL_COLOR_BUFFER_BIT | 1, GL_NEAREST);
   api_expect_error(GL_INVALID_VALUE, "a mask");
   blit(0, 0, 1, 1, 0, 0, 1, 1, GL_COLOR_BUFFER_BIT, GL_REPEAT);
   api_expect_error(GL_INVALID_ENUM, "a filter");
   glFramebufferTexture2D(GL_READ_FRAMEBUFFER_NV, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
   blit(0, 0, 1, 1, 0, 0, 1, 1, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   api_expect_error(GL_INVALID_FRAMEBUFFER_OPERATION, "an incomplete framebuffer");
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   require(binding(GL_READ_FRAMEBUFFER_BINDING_NV) == outer, "GL_FRAMEBUFFER is not both targets");
   blit(0, 0, 16, 16, 16, 16, 32, 32, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   api_expect_error(GL_NO_ERROR, "a blit inside an image");
}

static void blit_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE, quarter = x >= 16 && y >= 16 ? 16 : 0;
      blit_texel(31 - (x - quarter) / 2, y - quarter, rgba[i]);
   }
}

const struct api_body api_bodies_es2[] = {
   { "es2-blit", GLES, 20, 0, 0, draw_blit, blit_reference },
   { "es2-storage", GLES, 20, 0, 0, draw_storage, storage_reference },
   { "es2-storage-formats", GLES, 20, 0, 0, draw_storage_formats, storage_formats_reference },
   { "es2-shadow-samplers", GLES, 20, 1, 0, draw_shadow, shadow_reference },
   { "es2-shadow-precision", GLES, 20, 1, 0, draw_shadow_precision, shadow_reference },
   { "es2-srgb-textures", GLES, 20, 1, 0, draw_srgb_textures, srgb_textures_reference },
   { "es2-srgb-renderbuffer", GLES, 20, 2, 0, draw_srgb_renderbuffer, srgb_renderbuffer_reference },
   { "es2-read-depth", GLES, 20, 1, 0, draw_read_depth, read_depth_reference },
   { 0 },
};
