/* ga_older_commands.c: commands of extensions of OpenGL 1.x that differ from those of later versions: EXT_vertex_array,
 * EXT_compiled_vertex_array, MESA_window_pos, EXT_stencil_two_side, ATI_separate_stencil. */
#include "gl-api/legacy/ga_legacy.h"

#include "gl-api/ga_entry.h"

/* ---- EXT_vertex_array: `count` elements may be read, which later versions leave to draws ------------------------------------ */

static bool is_count(struct ga_context *ctx, GLsizei count, const char *command)
{
   if (count < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: count %d is negative", command, count);
   return count >= 0;
}

void ga_VertexPointerEXT(struct ga_context *ctx, GLint size, GLenum type, GLsizei stride, GLsizei count, const void *pointer)
{
   if (is_count(ctx, count, "glVertexPointerEXT"))
      ga_VertexPointer(ctx, size, type, stride, pointer);
}

void ga_NormalPointerEXT(struct ga_context *ctx, GLenum type, GLsizei stride, GLsizei count, const void *pointer)
{
   if (is_count(ctx, count, "glNormalPointerEXT"))
      ga_NormalPointer(ctx, type, stride, pointer);
}

void ga_ColorPointerEXT(struct ga_context *ctx, GLint size, GLenum type, GLsizei stride, GLsizei count, const void *pointer)
{
   if (is_count(ctx, count, "glColorPointerEXT"))
      ga_ColorPointer(ctx, size, type, stride, pointer);
}

void ga_IndexPointerEXT(struct ga_context *ctx, GLenum type, GLsizei stride, GLsizei count, const void *pointer)
{
   if (is_count(ctx, count, "glIndexPointerEXT"))
      ga_IndexPointer(ctx, type, stride, pointer);
}

void ga_TexCoordPointerEXT(struct ga_context *ctx, GLint size, GLenum type, GLsizei stride, GLsizei count, const void *pointer)
{
   if (is_count(ctx, count, "glTexCoordPointerEXT"))
      ga_TexCoordPointer(ctx, size, type, stride, pointer);
}

void ga_EdgeFlagPointerEXT(struct ga_context *ctx, GLsizei stride, GLsizei count, const GLboolean *pointer)
{
   if (is_count(ctx, count, "glEdgeFlagPointerEXT"))
      ga_EdgeFlagPointer(ctx, stride, pointer);
}

/* ---- EXT_compiled_vertex_array: a promise that elements stay; draws read them as always -------------------------------------- */

void ga_LockArraysEXT(struct ga_context *ctx, GLint first, GLsizei count)
{
   struct ga_legacy *l = ctx->legacy;
   if (first < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glLockArraysEXT: first %d is negative", first);
   } else if (count <= 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glLockArraysEXT: count %d is not positive", count);
   } else if (l->locked_count) {
      ga_error(ctx, GL_INVALID_OPERATION, "glLockArraysEXT: elements from %d are locked already", l->locked_first);
   } else {
      l->locked_first = first;
      l->locked_count = count;
   }
}

void ga_UnlockArraysEXT(struct ga_context *ctx)
{
   if (!ctx->legacy->locked_count)
      ga_error(ctx, GL_INVALID_OPERATION, "glUnlockArraysEXT: no elements are locked");
   ctx->legacy->locked_first = ctx->legacy->locked_count = 0;
}

/* ---- MESA_window_pos: w is that of the raster position ---------------------------------------------------------------------- */

#define WINDOW_POS4(suffix, type)                                                                                                    \
   void ga_WindowPos4##suffix##MESA(struct ga_context *ctx, type x, type y, type z, type w)                                          \
   {                                                                                                                                 \
      ga_WindowPos3f(ctx, (GLfloat)x, (GLfloat)y, (GLfloat)z);                                                                       \
      ctx->legacy->raster.position[3] = (GLfloat)w;                                                                                  \
   }                                                                                                                                 \
   void ga_WindowPos4##suffix##vMESA(struct ga_context *ctx, const type *v)                                                          \
   {                                                                                                                                 \
      ga_WindowPos4##suffix##MESA(ctx, v[0], v[1], v[2], v[3]);                                                                      \
   }

WINDOW_POS4(d, GLdouble)
WINDOW_POS4(f, GLfloat)
WINDOW_POS4(i, GLint)
WINDOW_POS4(s, GLshort)

/* ---- stencil ---------------------------------------------------------------------------------------------------------------- */

/* EXT_stencil_two_side: its back face is apart from that of OpenGL 2.0. glStencilFunc, glStencilOp and glStencilMask set either that
 * one alone, or the front face and the back face of OpenGL 2.0. */
void ga_ActiveStencilFaceEXT(struct ga_context *ctx, GLenum face)
{
   if (face != GL_FRONT && face != GL_BACK) {
      ga_error(ctx, GL_INVALID_ENUM, "glActiveStencilFaceEXT: face %s is not accepted by this command", ga_enum_name(face));
      return;
   }
   ctx->stencil_first = face == GL_BACK ? GA_STENCIL_BACK_EXT : GA_STENCIL_FRONT;
   ctx->stencil_end = face == GL_BACK ? GA_STENCIL_BACK_EXT + 1 : GA_STENCIL_BACK + 1;
}

void ga_StencilFuncSeparateATI(struct ga_context *ctx, GLenum frontfunc, GLenum backfunc, GLint ref, GLuint mask)
{
   if (!ga_is_compare_func(frontfunc) || !ga_is_compare_func(backfunc)) {
      ga_error(ctx, GL_INVALID_ENUM, "glStencilFuncSeparateATI: %s, %s: one of these is not accepted by this command",
               ga_enum_name(frontfunc), ga_enum_name(backfunc));
      return;
   }
   ga_StencilFuncSeparate(ctx, GL_FRONT, frontfunc, ref, mask);
   ga_StencilFuncSeparate(ctx, GL_BACK, backfunc, ref, mask);
}
