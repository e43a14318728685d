/* body_queries.c: queries that extensions add to OpenGL 3.3: inverted conditions (ARB_conditional_render_inverted). */
#include <string.h>

#include "api_test.h"

static void require_extension(const char *extension)
{
   GLint count = 0;
   glGetIntegerv(GL_NUM_EXTENSIONS, &count);
   for (GLint i = 0; i < count; i++)
      if (!strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i), extension))
         return;
   api_skip(extension);
}

static const char plain_vs[] = "#version 330 core\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
static const char color_fs[] = "#version 330 core\nuniform vec4 c; out vec4 color; void main() { color = c; }";

static void expect_error(GLenum wanted, const char *what)
{
   const GLenum error = glGetError();
   if (error != wanted)
      api_fail("%s: error 0x%x, not 0x%x", what, error, wanted);
}

/* ---- inverted conditions ------------------------------------------------------------------------------------------------ */

static const GLenum inverted[4] = {GL_QUERY_WAIT_INVERTED, GL_QUERY_NO_WAIT_INVERTED, GL_QUERY_BY_REGION_WAIT_INVERTED,
                                   GL_QUERY_BY_REGION_NO_WAIT_INVERTED};

/* Band 2 i: the condition is a query that counted samples, band 2 i + 1: one that counted none. Without a wait the draw may
 * happen in either case, so such a draw has the background's colour where the condition forbids it. */
static void draw_inverted(void)
{
   GLuint ids[2], result;
   require_extension("GL_ARB_conditional_render_inverted");
   const GLuint program = api_program(plain_vs, NULL, color_fs);
   const GLint color = glGetUniformLocation(program, "c");
   glGenQueries(2, ids);
   glEnable(GL_SCISSOR_TEST);
   for (unsigned i = 0; i < 2; i++) {
      glScissor(0, 0, i ? 0 : 1, 1);
      glBeginQuery(GL_SAMPLES_PASSED, ids[i]);
      api_rectangle(-1, -1, 1, 1);
      glEndQuery(GL_SAMPLES_PASSED);
      glGetQueryObjectuiv(ids[i], GL_QUERY_RESULT, &result);
      if (result != 1 - i)
         api_fail("query %u counts %u samples", i, result);
   }
   for (unsigned i = 0; i < 8; i++) {
      const bool waits = !(i / 2 & 1), forbidden = !(i & 1);
      glScissor(0, (GLint)i * 4, API_SIZE, 4);
      glUniform4f(color, 0, forbidden && !waits ? 0 : (float)(i + 1) / 8, 0, forbidden && !waits ? 0 : 1);
      glBeginConditionalRender(ids[i & 1], inverted[i / 2]);
      api_rectangle(-1, -1, 1, 1);
      glEndConditionalRender();
      expect_error(GL_NO_ERROR, "an inverted condition");
   }
}

static void reference_inverted(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned band = i / API_SIZE / 4;
      if (band & 1)
         memcpy(rgba[i], (uint8_t[4]){0, (uint8_t)((band + 1) / 8.0 * 255 + 0.5), 0, 255}, 4);
   }
   memset(rgba[0], 0, 4);
}

const struct api_body api_bodies_queries[] = {
   {"conditions-inverted", CORE, 33, 1, 1, draw_inverted, reference_inverted},
   {0},
};
