/* body_texture_integer.c: EXT_texture_integer in a core context: clear values for integer buffers, border colours, GL_RGBA_INTEGER_MODE_EXT,
 * and the formats that core profiles lack. */
#include <string.h>

#include "api_test.h"

#define GL_RGBA_INTEGER_MODE_EXT 0x8D9E
#define GL_ALPHA32UI_EXT 0x8D72
#define GL_LUMINANCE_ALPHA8I_EXT 0x8D93
#define GL_INTENSITY16UI_EXT 0x8D79

static void expect_error(const char *what, GLenum expected)
{
   const GLenum error = glGetError();
   if (error != expected)
      api_fail("%s: error 0x%x instead of 0x%x", what, error, expected);
}

static void *command(const char *name)
{
   void *address = (void *)eglGetProcAddress(name);
   if (!address)
      api_fail("no %s", name);
   return address;
}

static void check_pixels(const char *what, GLenum internal_format, GLenum type, const GLuint expected[4])
{
   GLuint pixel[4];
   GLboolean integers = GL_FALSE;
   glGetBooleanv(GL_RGBA_INTEGER_MODE_EXT, &integers);
   glReadPixels(3, 3, 1, 1, GL_RGBA_INTEGER, type, pixel);
   expect_error(what, GL_NO_ERROR);
   if (!integers || memcmp(pixel, expected, sizeof(pixel)))
      api_fail("%s (0x%x): %u %u %u %u, integers %d", what, internal_format, pixel[0], pixel[1], pixel[2], pixel[3], integers);
}

static void draw_clears(void)
{
   api_require("GL_EXT_texture_integer");
   void (*clear_i)(GLint, GLint, GLint, GLint) = (void (*)(GLint, GLint, GLint, GLint))command("glClearColorIiEXT");
   void (*clear_ui)(GLuint, GLuint, GLuint, GLuint) = (void (*)(GLuint, GLuint, GLuint, GLuint))command("glClearColorIuiEXT");
   GLint outer;
   GLuint fbo, texture[2];
   GLboolean integers = GL_TRUE;
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &outer);
   glGetBooleanv(GL_RGBA_INTEGER_MODE_EXT, &integers);
   if (integers)
      api_fail("a normalised buffer has integers");
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenTextures(2, texture);
   for (unsigned i = 0; i < 2; i++) {
      const GLenum format = i ? GL_RGBA32UI : GL_RGBA32I, type = i ? GL_UNSIGNED_INT : GL_INT;
      static const GLuint expected[2][4] = {{(GLuint)-5, 7, 0x7fffffff, 0x80000000u}, {5, 0xffffffffu, 0x80000001u, 0}};
      glBindTexture(GL_TEXTURE_2D, texture[i]);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, 8, 8, 0, GL_RGBA_INTEGER, type, NULL);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture[i], 0);
      if (i)
         clear_ui(5, 0xffffffffu, 0x80000001u, 0);
      else
         clear_i(-5, 7, 0x7fffffff, (GLint)0x80000000u);
      glClear(GL_COLOR_BUFFER_BIT);
      check_pixels("clear", format, type, expected[i]);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   glClearColor(1, 0.5f, 0, 1); /* floats again */
   glClear(GL_COLOR_BUFFER_BIT);
}

static void reference_clears(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (const uint8_t[4]){255, 128, 0, 255}, 4);
}

static void draw_borders(void)
{
   api_require("GL_EXT_texture_integer");
   void (*set)(GLenum, GLenum, const GLint *) = (void (*)(GLenum, GLenum, const GLint *))command("glTexParameterIivEXT");
   void (*get)(GLenum, GLenum, GLint *) = (void (*)(GLenum, GLenum, GLint *))command("glGetTexParameterIivEXT");
   void (*set_u)(GLenum, GLenum, const GLuint *) = (void (*)(GLenum, GLenum, const GLuint *))command("glTexParameterIuivEXT");
   void (*get_u)(GLenum, GLenum, GLuint *) = (void (*)(GLenum, GLenum, GLuint *))command("glGetTexParameterIuivEXT");
   static const char vertex[] = "#version 140\n#extension GL_ARB_explicit_attrib_location : require\n"
                                "layout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
   static const char fragment[] = "#version 140\nuniform isampler2D t; out vec4 color;\n"
                                  "void main() { color = vec4(texture(t, vec2(-3.0))) / 255.0; }";
   static const GLint border[4] = {100, 51, -17, 102};
   static const GLuint unsigned_border[4] = {0xfffffff0u, 1, 2, 3};
   static const GLint texels[4] = {1, 1, 1, 1};
   GLint back[4];
   GLuint texture, unsigned_back[4];
   api_program(vertex, NULL, fragment);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   set_u(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, unsigned_border);
   get_u(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, unsigned_back);
   set(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
   get(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, back);
   expect_error("border", GL_NO_ERROR);
   if (memcmp(border, back, sizeof(back)) || memcmp(unsigned_border, unsigned_back, sizeof(unsigned_back)))
      api_fail("border %d %d %d %d, %u %u %u %u", back[0], back[1], back[2], back[3], unsigned_back[0], unsigned_back[1],
               unsigned_back[2], unsigned_back[3]);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8I, 1, 1, 0, GL_RGBA_INTEGER, GL_INT, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
   static const struct { GLenum internal_format, format, error; } absent[] = {
      {GL_ALPHA32UI_EXT, GL_RGBA_INTEGER, GL_INVALID_VALUE}, {GL_LUMINANCE_ALPHA8I_EXT, GL_RGBA_INTEGER, GL_INVALID_VALUE},
      {GL_INTENSITY16UI_EXT, GL_RGBA_INTEGER, GL_INVALID_VALUE},
      {GL_RGBA8UI, GL_RGBA, GL_INVALID_OPERATION},
   };
   for (unsigned i = 0; i < sizeof(absent) / sizeof(absent[0]); i++) {
      glTexImage2D(GL_TEXTURE_2D, 1, (GLint)absent[i].internal_format, 1, 1, 0, absent[i].format, GL_UNSIGNED_INT, texels);
      expect_error("a format that is not there", absent[i].error);
   }
   api_rectangle(-1, -1, 1, 1);
}

static void reference_borders(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (const uint8_t[4]){100, 51, 0, 102}, 4);
}

const struct api_body api_bodies_texture_integer[] = {
   {"integer-clears", CORE, 31, 1, 0, draw_clears, reference_clears},
   {"integer-borders", CORE, 31, 1, 0, draw_borders, reference_borders},
   {0},
};
