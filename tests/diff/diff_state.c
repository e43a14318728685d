/* Blending, depth, stencil, masks, scissor, culling and clears in random order over three framebuffers. Rectangles lie on pixel
 * borders, so that only the state decides. Polygon offset stays off: its unit is the implementation's own. */
#include "diff.h"

static const GLenum functions[] = {GL_NEVER, GL_LESS, GL_EQUAL, GL_LEQUAL, GL_GREATER, GL_NOTEQUAL, GL_GEQUAL, GL_ALWAYS};
static const GLenum operations[] = {GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP};
static const GLenum factors[] = {GL_ZERO, GL_ONE, GL_SRC_COLOR, GL_ONE_MINUS_SRC_COLOR, GL_DST_COLOR, GL_ONE_MINUS_DST_COLOR,
   GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_DST_ALPHA, GL_ONE_MINUS_DST_ALPHA, GL_CONSTANT_COLOR,
   GL_ONE_MINUS_CONSTANT_COLOR, GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA};
static const GLenum equations[] = {GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MIN_EXT, GL_MAX_EXT};
static const GLenum faces[] = {GL_FRONT, GL_BACK, GL_FRONT_AND_BACK};
static const GLenum caps[] = {GL_BLEND, GL_BLEND, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_SCISSOR_TEST, GL_CULL_FACE};

static float part(void)
{
   return pick(17) / 16.0f;
}

static float edge(void)
{
   return pick(33) / 16.0f - 1;
}

/* Arguments are picked one by one: their order of evaluation would be the compiler's. */
static void change_state(void)
{
   unsigned v[4];
   float f[4];
   unsigned which = pick(15);
   for (unsigned i = 0; i < 4; i++) {
      v[i] = pick(1 << 16);
      f[i] = part();
   }
#define OF(array, i) (array)[v[i] % (sizeof(array) / sizeof((array)[0]))]
   switch (which) {
   case 0: case 1: (v[0] & 1 ? glEnable : glDisable)(OF(caps, 1)); break;
   case 2: glBlendFuncSeparate(OF(factors, 0), OF(factors, 1), OF(factors, 2), OF(factors, 3)); break;
   case 3: glBlendEquationSeparate(OF(equations, 0), OF(equations, 1)); break;
   case 4: glBlendColor(f[0], f[1], f[2], f[3]); break;
   case 5: glDepthFunc(OF(functions, 0)); break;
   case 6: glDepthMask(v[0] % 3 != 0); break;
   case 7: glStencilFuncSeparate(OF(faces, 0), OF(functions, 1), v[2] & 255, v[3] & 1 ? 255 : v[3] >> 8); break;
   case 8: glStencilOpSeparate(OF(faces, 0), OF(operations, 1), OF(operations, 2), OF(operations, 3)); break;
   case 9: glStencilMaskSeparate(OF(faces, 0), v[1] & 1 ? 255 : v[1] >> 8); break;
   case 10: glColorMask(v[0] & 3, v[1] & 3, v[2] & 3, v[3] & 3); break;
   case 11: glScissor(v[0] % 20, v[1] % 20, v[2] % 30, v[3] % 30); break;
   case 12: glCullFace(OF(faces, 0)); break;
   case 13: glFrontFace(v[0] & 1 ? GL_CW : GL_CCW); break;
   case 14: glDepthRangef(v[0] & 1 ? 0 : f[0], v[1] & 1 ? 1 : f[1]); break;
   }
}

static void attach(GLenum format, bool depth, bool stencil)
{
   GLuint rb;
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, format, SIZE, SIZE);
   if (depth)
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb);
   if (stencil)
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, rb);
   glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

int main(int argc, char **argv)
{
   int steps = diff_open(argc, argv);
   GLuint fbo[3];
   fbo[0] = diff_target(GL_RGBA);
   attach(GL_DEPTH24_STENCIL8_OES, true, true);
   fbo[1] = diff_target(GL_RGB);
   attach(GL_STENCIL_INDEX8, false, true);
   fbo[2] = diff_target(GL_RGBA);
   attach(GL_DEPTH_COMPONENT16, true, false);
   GLuint program = diff_program("attribute vec3 pos; void main() { gl_Position = vec4(pos, 1.0); }",
                                 "precision highp float; uniform vec4 color; void main() { gl_FragColor = color; }");
   GLint color = glGetUniformLocation(program, "color");
   glEnableVertexAttribArray(0);
   for (int step = 0; step < steps; step++) {
      unsigned target = pick(3);
      if (pick(4) == 0)
         glBindFramebuffer(GL_FRAMEBUFFER, fbo[target]);
      for (unsigned i = 0; i < 4; i++)
         change_state();
      float x0 = edge(), y0 = edge(), x1 = edge(), y1 = edge(), z = edge(), r = part(), g = part(), b = part(), a = part();
      if (pick(5) == 0) {
         glClearColor(r, g, b, a);
         glClearDepthf(z);
         glClearStencil((GLint)pick(256));
         glClear((pick(2) ? GL_COLOR_BUFFER_BIT : 0) | (pick(2) ? GL_DEPTH_BUFFER_BIT : 0) |
                 (pick(2) ? GL_STENCIL_BUFFER_BIT : 0));
         diff_step(step, "clear");
         continue;
      }
      const float corners[] = {x0, y0, z, x1, y0, z, x0, y1, z, x1, y1, z};
      glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, corners);
      glUniform4f(color, r * 1.2f - 0.1f, g, b, a);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      diff_step(step, "draw");
   }
   return 0;
}
