/* body_indexed.c: state of single draw buffers: blending and colour masks (OES_draw_buffers_indexed). */
#include <string.h>

#include "api_test.h"

enum { BUFFERS = 4, QUARTER = API_SIZE / 2 };

static PFNGLENABLEIPROC enable_i, disable_i;
static PFNGLISENABLEDIPROC is_enabled_i;
static PFNGLBLENDEQUATIONIPROC blend_equation_i;
static PFNGLBLENDEQUATIONSEPARATEIPROC blend_equation_separate_i;
static PFNGLBLENDFUNCIPROC blend_func_i;
static PFNGLBLENDFUNCSEPARATEIPROC blend_func_separate_i;
static PFNGLCOLORMASKIPROC color_mask_i;

static void find_commands(void)
{
   if (!strstr((const char *)glGetString(GL_EXTENSIONS), "GL_OES_draw_buffers_indexed"))
      api_fail("no GL_OES_draw_buffers_indexed");
   enable_i = (PFNGLENABLEIPROC)eglGetProcAddress("glEnableiOES");
   disable_i = (PFNGLENABLEIPROC)eglGetProcAddress("glDisableiOES");
   is_enabled_i = (PFNGLISENABLEDIPROC)eglGetProcAddress("glIsEnablediOES");
   blend_equation_i = (PFNGLBLENDEQUATIONIPROC)eglGetProcAddress("glBlendEquationiOES");
   blend_equation_separate_i = (PFNGLBLENDEQUATIONSEPARATEIPROC)eglGetProcAddress("glBlendEquationSeparateiOES");
   blend_func_i = (PFNGLBLENDFUNCIPROC)eglGetProcAddress("glBlendFunciOES");
   blend_func_separate_i = (PFNGLBLENDFUNCSEPARATEIPROC)eglGetProcAddress("glBlendFuncSeparateiOES");
   color_mask_i = (PFNGLCOLORMASKIPROC)eglGetProcAddress("glColorMaskiOES");
}

static void check_state(GLuint index, GLenum pname, GLint wanted)
{
   GLint value = -1;
   glGetIntegeri_v(pname, index, &value);
   api_expect("indexed state", value, wanted);
}

static void check_errors(void)
{
   GLint limit, value;
   glGetIntegerv(GL_MAX_DRAW_BUFFERS, &limit);
   const GLuint beyond = (GLuint)limit;
   enable_i(GL_BLEND, beyond);
   api_expect("enable", glGetError(), GL_INVALID_VALUE);
   disable_i(GL_BLEND, beyond);
   api_expect("disable", glGetError(), GL_INVALID_VALUE);
   is_enabled_i(GL_BLEND, beyond);
   api_expect("is enabled", glGetError(), GL_INVALID_VALUE);
   enable_i(GL_DITHER, 0);
   api_expect("another capability", glGetError(), GL_INVALID_ENUM);
   blend_equation_i(beyond, GL_FUNC_ADD);
   api_expect("equation", glGetError(), GL_INVALID_VALUE);
   blend_equation_separate_i(0, GL_FUNC_ADD, GL_ZERO);
   api_expect("no equation", glGetError(), GL_INVALID_ENUM);
   blend_func_i(beyond, GL_ONE, GL_ONE);
   api_expect("factors", glGetError(), GL_INVALID_VALUE);
   blend_func_separate_i(0, GL_ONE, GL_ONE, GL_ONE, GL_FUNC_ADD);
   api_expect("no factor", glGetError(), GL_INVALID_ENUM);
   color_mask_i(beyond, 1, 1, 1, 1);
   api_expect("mask", glGetError(), GL_INVALID_VALUE);
   glGetIntegeri_v(GL_BLEND_SRC_RGB, beyond, &value);
   api_expect("query", glGetError(), GL_INVALID_VALUE);
}

static void draw_indexed(void)
{
   GLuint fbo, image[BUFFERS];
   GLint picture;
   GLenum attachment[BUFFERS];
   const GLfloat before[4] = {0.2f, 0.4f, 0.6f, 0.8f};
   find_commands();
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &picture);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenRenderbuffers(BUFFERS, image);
   for (unsigned i = 0; i < BUFFERS; i++) {
      attachment[i] = GL_COLOR_ATTACHMENT0 + i;
      glBindRenderbuffer(GL_RENDERBUFFER, image[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, QUARTER, QUARTER);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment[i], GL_RENDERBUFFER, image[i]);
   }
   glDrawBuffers(BUFFERS, attachment);
   for (GLint i = 0; i < BUFFERS; i++)
      glClearBufferfv(GL_COLOR, i, before);
   const GLuint program = api_program("#version 300 es\nin vec4 pos; void main() { gl_Position = pos; }", NULL,
      "#version 300 es\nprecision highp float;\nlayout(location = 0) out vec4 a; layout(location = 1) out vec4 b;\n"
      "layout(location = 2) out vec4 c; layout(location = 3) out vec4 d;\n"
      "void main() { a = vec4(0.5, 0.1, 0.3, 0.6); b = a.bgra; c = a.gbra; d = a.rbga; }");
   glUseProgram(program);
   /* All, then exceptions. */
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ONE);
   glBlendEquation(GL_FUNC_REVERSE_SUBTRACT);
   blend_func_separate_i(1, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_DST_ALPHA);
   blend_equation_i(1, GL_FUNC_ADD);
   blend_func_i(2, GL_DST_COLOR, GL_ZERO);
   blend_equation_separate_i(2, GL_FUNC_ADD, GL_MAX);
   disable_i(GL_BLEND, 3);
   color_mask_i(3, GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
   api_expect("commands", glGetError(), GL_NO_ERROR);
   check_state(0, GL_BLEND_EQUATION_RGB, GL_FUNC_REVERSE_SUBTRACT);
   check_state(1, GL_BLEND_DST_ALPHA, GL_DST_ALPHA);
   check_state(2, GL_BLEND_EQUATION_ALPHA, GL_MAX);
   check_state(2, GL_BLEND_SRC_RGB, GL_DST_COLOR);
   check_state(3, GL_BLEND_DST_RGB, GL_ONE);
   api_expect("enabled", is_enabled_i(GL_BLEND, 2) && !is_enabled_i(GL_BLEND, 3) && glIsEnabled(GL_BLEND), true);
   glViewport(0, 0, QUARTER, QUARTER);
   api_rectangle(-1, -1, 0, 1);
   check_errors();
   color_mask_i(1, GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
   glEnable(GL_SCISSOR_TEST);
   glScissor(0, 0, QUARTER, 1);
   glClearColor(1, 1, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT); /* by the masks of the buffers */
   glDisable(GL_SCISSOR_TEST);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)picture);
   for (int i = 0; i < BUFFERS; i++) {
      const GLint x = i % 2 * QUARTER, y = i / 2 * QUARTER;
      glReadBuffer(attachment[i]);
      glBlitFramebuffer(0, 0, QUARTER, QUARTER, x, y, x + QUARTER, y + QUARTER, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)picture);
   glDisable(GL_BLEND);
   api_expect("disabled in all", is_enabled_i(GL_BLEND, 0) || is_enabled_i(GL_BLEND, 2), false);
}

static double clamp(double v)
{
   return v < 0 ? 0 : v > 1 ? 1 : v;
}

static void reference_indexed(uint8_t rgba[API_TEXELS][4])
{
   static const double before[4] = {0.2, 0.4, 0.6, 0.8};
   static const double source[BUFFERS][4] = {
      {0.5, 0.1, 0.3, 0.6}, {0.3, 0.1, 0.5, 0.6}, {0.1, 0.3, 0.5, 0.6}, {0.5, 0.3, 0.1, 0.6}};
   for (int i = 0; i < API_TEXELS; i++) {
      const int x = i % API_SIZE, y = i / API_SIZE, b = x / QUARTER + 2 * (y / QUARTER);
      const bool drawn = x % QUARTER < QUARTER / 2, cleared = y % QUARTER == 0;
      for (int c = 0; c < 4; c++) {
         const double s = source[b][c], d = before[c];
         double v = d;
         if (drawn && b == 0)
            v = clamp(d - s);
         else if (drawn && b == 1)
            v = c < 3 ? s * 0.6 + d * 0.4 : d * d;
         else if (drawn && b == 2)
            v = c < 3 ? s * d : d > s ? d : s;
         else if (drawn && c % 2 == 0)
            v = s;
         if (cleared && (b == 0 || b == 2 || (b == 1 ? c % 2 == 1 : c % 2 == 0)))
            v = 1;
         rgba[i][c] = (uint8_t)(v * 255 + 0.5);
      }
   }
}

const struct api_body api_bodies_indexed[] = {
   {"draw-buffers-indexed", GLES, 30, 1, 0, draw_indexed, reference_indexed},
   {0}};
