/* legacy_ati.c: what the bodies of ATI_fragment_shader share. */
#include <string.h>

#include "legacy_ati.h"

struct ati_commands ati;
const GLfloat ati_operand[3][4] = {{0.25f, 0.5f, 0.75f, 1}, {0.5f, 0.25f, 1, 0.125f}, {1, 0.5f, 0.25f, 0}};

void ati_start(void)
{
   const char *extensions = (const char *)glGetString(GL_EXTENSIONS);
   if (!extensions || !strstr(extensions, "GL_ATI_fragment_shader"))
      api_skip("GL_ATI_fragment_shader");
#define C(type, name, parameters) ati.name = (type (*) parameters)eglGetProcAddress("gl" #name);
   COMMANDS(C)
#undef C
   glEnable(GL_FRAGMENT_SHADER_ATI);
}

void ati_square(void)
{
   glBegin(GL_QUADS);
   glVertex2f(-1, -1);
   glVertex2f(1, -1);
   glVertex2f(1, 1);
   glVertex2f(-1, 1);
   glEnd();
}

void ati_texel(unsigned i)
{
   glViewport((GLint)(i % API_SIZE), (GLint)(i / API_SIZE), 1, 1);
   ati_square();
}

void ati_put(uint8_t rgba[API_TEXELS][4], unsigned i, const double color[4])
{
   for (unsigned c = 0; c < 4; c++)
      rgba[i][c] = (uint8_t)(color[c] * 255 + 0.5);
}

/* ---- instructions ------------------------------------------------------------------------------------------------------------------ */

#define GIVEN(a) (a).source, (a).replicate, (a).modifiers

void ati_color_op(GLenum op, unsigned count, GLuint dst, GLuint mask, GLuint modifiers, const struct arg *a)
{
   if (count == 1)
      ati.ColorFragmentOp1ATI(op, dst, mask, modifiers, GIVEN(a[0]));
   else if (count == 2)
      ati.ColorFragmentOp2ATI(op, dst, mask, modifiers, GIVEN(a[0]), GIVEN(a[1]));
   else
      ati.ColorFragmentOp3ATI(op, dst, mask, modifiers, GIVEN(a[0]), GIVEN(a[1]), GIVEN(a[2]));
}

void ati_alpha_op(GLenum op, unsigned count, GLuint dst, GLuint modifiers, const struct arg *a)
{
   if (count == 1)
      ati.AlphaFragmentOp1ATI(op, dst, modifiers, GIVEN(a[0]));
   else if (count == 2)
      ati.AlphaFragmentOp2ATI(op, dst, modifiers, GIVEN(a[0]), GIVEN(a[1]));
   else
      ati.AlphaFragmentOp3ATI(op, dst, modifiers, GIVEN(a[0]), GIVEN(a[1]), GIVEN(a[2]));
}

void ati_move(GLuint dst, GLuint mask, GLuint modifiers, GLuint source)
{
   ati_color_op(MOV, 1, dst, mask, modifiers, &(struct arg){source, 0, 0});
}

void ati_move_all(GLuint dst, GLuint modifiers, GLuint source)
{
   ati_move(dst, 0, modifiers, source);
   ati_alpha_op(MOV, 1, dst, modifiers, &(struct arg){source, 0, 0});
}
