/* body_float.c: float textures and targets of extensions (OES_texture_float, OES_texture_half_float, their linear filters,
 * EXT_float_blend), and commands with the suffix of a second extension. */
#include <string.h>

#include "api_test.h"

/* ---- linear filters ------------------------------------------------------------------------------------------------------------- */

/* Two texels beyond the range of normalized formats; between their centres the values lie on a line. */
static const GLfloat ends[2][4] = {{-1, 2, 0.25f, 1}, {2, -1, 0.75f, 1}};
static const GLushort half_ends[2][4] = {{0xbc00, 0x4000, 0x3400, 0x3c00}, {0x4000, 0xbc00, 0x3a00, 0x3c00}};

static void draw_float_textures(void)
{
   api_require("GL_OES_texture_float");
   api_require("GL_OES_texture_float_linear");
   api_require("GL_OES_texture_half_float");
   api_require("GL_OES_texture_half_float_linear");
   GLuint texture[2];
   glGenTextures(2, texture);
   const GLuint program = api_program(
      "attribute vec2 pos; varying vec2 at; void main() { gl_Position = vec4(pos, 0.0, 1.0); at = pos * 0.5 + 0.5; }", NULL,
      "precision highp float; uniform sampler2D image; varying vec2 at;\n"
      "void main() { gl_FragColor = texture2D(image, vec2(at.x * 0.5 + 0.25, 0.5)); }");
   glUniform1i(glGetUniformLocation(program, "image"), 0);
   for (unsigned i = 0; i < 2; i++) {
      glBindTexture(GL_TEXTURE_2D, texture[i]);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 1, 0, GL_RGBA, i ? GL_HALF_FLOAT_OES : GL_FLOAT, i ? (const void *)half_ends : ends);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
      api_rectangle(-1, i ? 0 : -1, 1, i ? 1 : 0);
   }
   if (glGetError())
      api_fail("float textures raise an error");
}

static uint8_t norm(double value)
{
   return (uint8_t)(value <= 0 ? 0 : value >= 1 ? 255 : value * 255 + 0.5);
}

static void float_textures(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const double t = (i % API_SIZE + 0.5) / API_SIZE;
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = norm(ends[0][c] * (1 - t) + ends[1][c] * t);
   }
}

/* ---- blending in a float target -------------------------------------------------------------------------------------------------- */

/* -3, then 2 and 1.5 are added: a target that clamps, or that has no blending, shows another value than 0.5. */
static void draw_float_blend(void)
{
   api_require("GL_EXT_float_blend");
   api_require("GL_EXT_color_buffer_float");
   GLuint texture, fbo;
   GLint target;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &target);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA32F, API_SIZE, API_SIZE);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   static const GLfloat first[4] = {-3, -3, 0, 1};
   glClearBufferfv(GL_COLOR, 0, first);
   static const char vertex[] = "#version 300 es\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
   const GLuint program = api_program(vertex, NULL,
      "#version 300 es\nprecision highp float; uniform float value; out vec4 color;\n"
      "void main() { color = vec4(value, value + 0.125, 0.25, 0.0); }");
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ONE);
   for (unsigned i = 0; i < 2; i++) {
      glUniform1f(glGetUniformLocation(program, "value"), i ? 1.5f : 2);
      api_rectangle(-1, -1, 1, 1);
   }
   glDisable(GL_BLEND);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
   api_program(vertex, NULL, "#version 300 es\nprecision highp float; uniform highp sampler2D image; out vec4 color;\n"
                             "void main() { color = texelFetch(image, ivec2(gl_FragCoord.xy), 0); }");
   api_rectangle(-1, -1, 1, 1);
   if (glGetError())
      api_fail("blending in a float target raises an error");
}

static void float_blend(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t sum[4] = {128, 191, 128, 255};
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], sum, 4);
}

/* ---- the same commands of a second extension --------------------------------------------------------------------------------------- */

static void draw_suffixes(void)
{
   api_require("GL_EXT_draw_buffers_indexed");
   api_require("GL_OES_copy_image");
   api_require("GL_OES_texture_border_clamp");
   PFNGLCOLORMASKIPROC mask = (PFNGLCOLORMASKIPROC)eglGetProcAddress("glColorMaskiEXT");
   PFNGLCOPYIMAGESUBDATAOESPROC copy = (PFNGLCOPYIMAGESUBDATAOESPROC)eglGetProcAddress("glCopyImageSubDataOES");
   PFNGLTEXPARAMETERIIVOESPROC set = (PFNGLTEXPARAMETERIIVOESPROC)eglGetProcAddress("glTexParameterIivOES");
   if (!mask || !copy || !set)
      api_fail("a command is missing");
   static const GLubyte texel[2][4] = {{10, 200, 30, 255}, {90, 20, 160, 255}};
   GLuint texture[2];
   glGenTextures(2, texture);
   for (unsigned i = 0; i < 2; i++) {
      glBindTexture(GL_TEXTURE_2D, texture[i]);
      glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 1, 1);
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel[i]);
   }
   copy(texture[0], GL_TEXTURE_2D, 0, 0, 0, 0, texture[1], GL_TEXTURE_2D, 0, 0, 0, 0, 1, 1, 1);
   static const GLint border[4] = {0, 0, 0x7fffffff, 0};
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
   static const GLint kept[4] = {5, -6, 7, 8};
   GLint read[4] = {0};
   PFNGLGETTEXPARAMETERIIVOESPROC get = (PFNGLGETTEXPARAMETERIIVOESPROC)eglGetProcAddress("glGetTexParameterIivOES");
   set(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, kept);
   if (!get || (get(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, read), memcmp(read, kept, sizeof(kept)) != 0))
      api_fail("an integer border colour is not kept");
   glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
   api_program("#version 300 es\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
      "#version 300 es\nprecision highp float; uniform sampler2D image; out vec4 color;\n"
      "void main() { color = texture(image, vec2(gl_FragCoord.x < 16.0 ? 0.5 : 1.5, 0.5)); }");
   mask(0, GL_TRUE, GL_FALSE, GL_TRUE, GL_TRUE);
   api_rectangle(-1, -1, 1, 1);
   if (glGetError())
      api_fail("a command raises an error");
}

static void suffixes(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t inside[4] = {10, 0, 30, 255}, border[4] = {0, 0, 255, 0};
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], i % API_SIZE < API_SIZE / 2 ? inside : border, 4);
}

const struct api_body api_bodies_float[] = {
   {"float-textures-es2", GLES, 20, 2, 0, draw_float_textures, float_textures},
   {"float-blend", GLES, 30, 1, 0, draw_float_blend, float_blend},
   {"second-suffixes", GLES, 30, 1, 0, draw_suffixes, suffixes},
   {0},
};
