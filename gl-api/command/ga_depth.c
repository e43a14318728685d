/* ga_depth.c: depth and stencil state (ES 2.0, 4.1.4, 4.1.5 and 4.2.2). */
#include "gl-api/context/ga_context.h"

#include <math.h>

void ga_DepthFunc(struct ga_context *ctx, GLenum func)
{
   if (!ga_is_compare_func(func)) {
      ga_error(ctx, GL_INVALID_ENUM, "glDepthFunc: %s is not accepted by this command", ga_enum_name(func));
      return;
   }
   if (ctx->depth_func == func)
      return;
   ctx->depth_func = func;
   ctx->dirty |= GA_DIRTY_DEPTH_STENCIL;
}

void ga_DepthMask(struct ga_context *ctx, GLboolean mask)
{
   if (ctx->depth_mask == !!mask)
      return;
   ctx->depth_mask = !!mask;
   ctx->dirty |= GA_DIRTY_DEPTH_STENCIL;
}

/* EXT_depth_bounds_test: a fragment passes whose pixel has a depth within the bounds. */
void ga_DepthBoundsEXT(struct ga_context *ctx, GLclampd zmin, GLclampd zmax)
{
   if (!(zmin <= zmax)) {
      ga_error(ctx, GL_INVALID_VALUE, "glDepthBoundsEXT: near %g is above far %g", zmin, zmax);
      return;
   }
   ctx->depth_bounds[0] = fmin(fmax(zmin, 0.0), 1.0);
   ctx->depth_bounds[1] = fmin(fmax(zmax, 0.0), 1.0);
   ctx->dirty |= GA_DIRTY_DEPTH_STENCIL;
}

/* ---- stencil ---------------------------------------------------------------------------------------------------------------- */

struct faces { unsigned first, end; };

/* Those of the commands without a face. */
static struct faces active_faces(const struct ga_context *ctx)
{
   return (struct faces){ctx->stencil_first, ctx->stencil_end};
}

static struct faces faces_of(GLenum face)
{
   return (struct faces){face == GL_BACK ? GA_STENCIL_BACK : GA_STENCIL_FRONT, face == GL_FRONT ? GA_STENCIL_BACK : GA_STENCIL_BACK + 1};
}

static bool legal_face(struct ga_context *ctx, GLenum face, const char *command)
{
   if (face == GL_FRONT || face == GL_BACK || face == GL_FRONT_AND_BACK)
      return true;
   ga_error(ctx, GL_INVALID_ENUM, "%s: face %s is not accepted by this command", command, ga_enum_name(face));
   return false;
}

static void stencil_func(struct ga_context *ctx, struct faces faces, GLenum func, GLint ref, GLuint mask, const char *command)
{
   if (!ga_is_compare_func(func)) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: func %s is not accepted by this command", command, ga_enum_name(func));
      return;
   }
   for (unsigned i = faces.first; i < faces.end; i++) {
      ctx->stencil[i].func = func;
      ctx->stencil[i].ref = ref;
      ctx->stencil[i].valuemask = mask;
   }
   ctx->dirty |= GA_DIRTY_DEPTH_STENCIL;
}

void ga_StencilFunc(struct ga_context *ctx, GLenum func, GLint ref, GLuint mask)
{
   stencil_func(ctx, active_faces(ctx), func, ref, mask, "glStencilFunc");
}

void ga_StencilFuncSeparate(struct ga_context *ctx, GLenum face, GLenum func, GLint ref, GLuint mask)
{
   if (legal_face(ctx, face, "glStencilFuncSeparate"))
      stencil_func(ctx, faces_of(face), func, ref, mask, "glStencilFuncSeparate");
}

static bool legal_op(GLenum op)
{
   switch (op) {
   case GL_KEEP:
   case GL_ZERO:
   case GL_REPLACE:
   case GL_INCR:
   case GL_DECR:
   case GL_INVERT:
   case GL_INCR_WRAP:
   case GL_DECR_WRAP: return true;
   default: return false;
   }
}

static void stencil_op(struct ga_context *ctx, struct faces faces, GLenum fail, GLenum zfail, GLenum zpass, const char *command)
{
   if (!legal_op(fail) || !legal_op(zfail) || !legal_op(zpass)) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s, %s, %s: one of these is not accepted by this command", command,
               ga_enum_name(fail), ga_enum_name(zfail),
               ga_enum_name(zpass));
      return;
   }
   for (unsigned i = faces.first; i < faces.end; i++) {
      ctx->stencil[i].fail = fail;
      ctx->stencil[i].zfail = zfail;
      ctx->stencil[i].zpass = zpass;
   }
   ctx->dirty |= GA_DIRTY_DEPTH_STENCIL;
}

void ga_StencilOp(struct ga_context *ctx, GLenum fail, GLenum zfail, GLenum zpass)
{
   stencil_op(ctx, active_faces(ctx), fail, zfail, zpass, "glStencilOp");
}

void ga_StencilOpSeparate(struct ga_context *ctx, GLenum face, GLenum fail, GLenum zfail, GLenum zpass)
{
   if (legal_face(ctx, face, "glStencilOpSeparate"))
      stencil_op(ctx, faces_of(face), fail, zfail, zpass, "glStencilOpSeparate");
}

static void stencil_mask(struct ga_context *ctx, struct faces faces, GLuint mask)
{
   for (unsigned i = faces.first; i < faces.end; i++)
      ctx->stencil[i].writemask = mask;
   ctx->dirty |= GA_DIRTY_DEPTH_STENCIL;
}

void ga_StencilMask(struct ga_context *ctx, GLuint mask)
{
   stencil_mask(ctx, active_faces(ctx), mask);
}

void ga_StencilMaskSeparate(struct ga_context *ctx, GLenum face, GLuint mask)
{
   if (legal_face(ctx, face, "glStencilMaskSeparate"))
      stencil_mask(ctx, faces_of(face), mask);
}
