/* ga_accum.c: the accumulation buffer (GL 2.1, 4.2.4), which no framebuffer has: EGL has no attribute for its size, and its
 * configurations have none. Commands of colour index buffers store their values alike. */
#include "gl-api/legacy/ga_legacy.h"

void ga_Accum(struct ga_context *ctx, GLenum op, GLfloat value)
{
   if (op != GL_ACCUM && op != GL_LOAD && op != GL_RETURN && op != GL_MULT && op != GL_ADD)
      ga_error(ctx, GL_INVALID_ENUM, "glAccum: %s is not accepted by this command", ga_enum_name(op));
   else
      ga_error(ctx, GL_INVALID_OPERATION, "glAccum: the framebuffer has no accumulation buffer");
}

void ga_ClearAccum(struct ga_context *ctx, GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha)
{
   const GLfloat rgba[4] = {red, green, blue, alpha};
   for (unsigned i = 0; i < 4; i++)
      ctx->legacy->clear_accum[i] = rgba[i] > -1 ? rgba[i] < 1 ? rgba[i] : 1 : -1;
}

void ga_ClearIndex(struct ga_context *ctx, GLfloat index)
{
   ctx->legacy->clear_index = index;
}

void ga_IndexMask(struct ga_context *ctx, GLuint mask)
{
   ctx->legacy->index_mask = mask;
}
