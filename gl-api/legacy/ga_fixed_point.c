/* ga_fixed_point.c: commands of OpenGL ES 1.1 with 16.16 fixed-point numbers (ES 1.1, 2.3), and those with floats where OpenGL has
 * doubles. Commands with parameter names are beside their siblings (ga_legacy_params.h). */
#include "gl-api/legacy/ga_legacy.h"

#include <math.h>

#include "gl-api/legacy/ga_legacy_params.h"

static void from_fixed(GLfloat *out, const GLfixed *x, unsigned count)
{
   for (unsigned i = 0; i < count; i++)
      out[i] = ga_from_fixed(x[i]);
}

/* ---- matrices -------------------------------------------------------------------------------------------------------------- */

void ga_LoadMatrixx(struct ga_context *ctx, const GLfixed *m)
{
   GLfloat f[16];
   from_fixed(f, m, 16);
   ga_LoadMatrixf(ctx, f);
}

void ga_MultMatrixx(struct ga_context *ctx, const GLfixed *m)
{
   GLfloat f[16];
   from_fixed(f, m, 16);
   ga_MultMatrixf(ctx, f);
}

void ga_Rotatex(struct ga_context *ctx, GLfixed angle, GLfixed x, GLfixed y, GLfixed z)
{
   ga_Rotatef(ctx, ga_from_fixed(angle), ga_from_fixed(x), ga_from_fixed(y), ga_from_fixed(z));
}

void ga_Scalex(struct ga_context *ctx, GLfixed x, GLfixed y, GLfixed z)
{
   ga_Scalef(ctx, ga_from_fixed(x), ga_from_fixed(y), ga_from_fixed(z));
}

void ga_Translatex(struct ga_context *ctx, GLfixed x, GLfixed y, GLfixed z)
{
   ga_Translatef(ctx, ga_from_fixed(x), ga_from_fixed(y), ga_from_fixed(z));
}

void ga_Frustumf(struct ga_context *ctx, GLfloat l, GLfloat r, GLfloat b, GLfloat t, GLfloat n, GLfloat f)
{
   ga_Frustum(ctx, (GLdouble)l, (GLdouble)r, (GLdouble)b, (GLdouble)t, (GLdouble)n, (GLdouble)f);
}

void ga_Frustumx(struct ga_context *ctx, GLfixed l, GLfixed r, GLfixed b, GLfixed t, GLfixed n, GLfixed f)
{
   ga_Frustumf(ctx, ga_from_fixed(l), ga_from_fixed(r), ga_from_fixed(b), ga_from_fixed(t), ga_from_fixed(n), ga_from_fixed(f));
}

void ga_Orthof(struct ga_context *ctx, GLfloat l, GLfloat r, GLfloat b, GLfloat t, GLfloat n, GLfloat f)
{
   ga_Ortho(ctx, (GLdouble)l, (GLdouble)r, (GLdouble)b, (GLdouble)t, (GLdouble)n, (GLdouble)f);
}

void ga_Orthox(struct ga_context *ctx, GLfixed l, GLfixed r, GLfixed b, GLfixed t, GLfixed n, GLfixed f)
{
   ga_Orthof(ctx, ga_from_fixed(l), ga_from_fixed(r), ga_from_fixed(b), ga_from_fixed(t), ga_from_fixed(n), ga_from_fixed(f));
}

/* OES_query_matrix: each element is mantissa / 65536 * 2^exponent. Bit i of the result: element i is not finite. */
GLbitfield ga_QueryMatrixxOES(struct ga_context *ctx, GLfixed *mantissa, GLint *exponent)
{
   uint32_t dirty;
   GLbitfield status = 0;
   const struct ga_matrix_stack *stack = ga_matrix_current(ctx, &dirty);
   if (!stack) {
      ga_error(ctx, GL_INVALID_OPERATION, "glQueryMatrixxOES: texture unit %u has no matrix", ctx->active_unit);
      return 0xffff;
   }
   for (unsigned i = 0; i < 16; i++) {
      const GLfloat value = ga_matrix_top(stack)[i];
      if (!isfinite(value)) {
         mantissa[i] = exponent[i] = 0;
         status |= 1u << i;
         continue;
      }
      mantissa[i] = ga_to_fixed((GLdouble)frexpf(value, &exponent[i])); /* of a mantissa in [0.5, 1) */
   }
   return status;
}

/* ---- current values -------------------------------------------------------------------------------------------------------- */

void ga_Color4x(struct ga_context *ctx, GLfixed r, GLfixed g, GLfixed b, GLfixed a)
{
   ga_Color4f(ctx, ga_from_fixed(r), ga_from_fixed(g), ga_from_fixed(b), ga_from_fixed(a));
}

void ga_Normal3x(struct ga_context *ctx, GLfixed x, GLfixed y, GLfixed z)
{
   ga_Normal3f(ctx, ga_from_fixed(x), ga_from_fixed(y), ga_from_fixed(z));
}

void ga_MultiTexCoord4x(struct ga_context *ctx, GLenum target, GLfixed s, GLfixed t, GLfixed r, GLfixed q)
{
   ga_MultiTexCoord4f(ctx, target, ga_from_fixed(s), ga_from_fixed(t), ga_from_fixed(r), ga_from_fixed(q));
}

/* ---- clip planes ----------------------------------------------------------------------------------------------------------- */

void ga_ClipPlanef(struct ga_context *ctx, GLenum plane, const GLfloat *equation)
{
   ga_ClipPlane(ctx, plane, (GLdouble[4]){(GLdouble)equation[0], (GLdouble)equation[1], (GLdouble)equation[2], (GLdouble)equation[3]});
}

void ga_ClipPlanex(struct ga_context *ctx, GLenum plane, const GLfixed *equation)
{
   GLfloat f[4];
   from_fixed(f, equation, 4);
   ga_ClipPlanef(ctx, plane, f);
}

/* False: the plane is not one, and GL_INVALID_ENUM was raised. */
static bool get_clip_plane(struct ga_context *ctx, GLenum plane, GLdouble out[4])
{
   ga_GetClipPlane(ctx, plane, out);
   return plane >= GL_CLIP_PLANE0 && plane < GL_CLIP_PLANE0 + GLSL_MAX_CLIP_PLANES;
}

void ga_GetClipPlanef(struct ga_context *ctx, GLenum plane, GLfloat *equation)
{
   GLdouble d[4];
   if (get_clip_plane(ctx, plane, d))
      for (unsigned i = 0; i < 4; i++)
         equation[i] = (GLfloat)d[i];
}

void ga_GetClipPlanex(struct ga_context *ctx, GLenum plane, GLfixed *equation)
{
   GLdouble d[4];
   if (get_clip_plane(ctx, plane, d))
      for (unsigned i = 0; i < 4; i++)
         equation[i] = ga_to_fixed(d[i]);
}

/* ---- rasterization and fragments ------------------------------------------------------------------------------------------- */

void ga_AlphaFuncx(struct ga_context *ctx, GLenum func, GLfixed ref)
{
   ga_AlphaFunc(ctx, func, ga_from_fixed(ref));
}

void ga_ClearColorx(struct ga_context *ctx, GLfixed r, GLfixed g, GLfixed b, GLfixed a)
{
   ga_ClearColor(ctx, ga_from_fixed(r), ga_from_fixed(g), ga_from_fixed(b), ga_from_fixed(a));
}

void ga_ClearDepthx(struct ga_context *ctx, GLfixed depth)
{
   ga_ClearDepthf(ctx, ga_from_fixed(depth));
}

void ga_DepthRangex(struct ga_context *ctx, GLfixed n, GLfixed f)
{
   ga_DepthRangef(ctx, ga_from_fixed(n), ga_from_fixed(f));
}

void ga_LineWidthx(struct ga_context *ctx, GLfixed width)
{
   ga_LineWidth(ctx, ga_from_fixed(width));
}

void ga_PointSizex(struct ga_context *ctx, GLfixed size)
{
   ga_PointSize(ctx, ga_from_fixed(size));
}

void ga_PolygonOffsetx(struct ga_context *ctx, GLfixed factor, GLfixed units)
{
   ga_PolygonOffset(ctx, ga_from_fixed(factor), ga_from_fixed(units));
}

void ga_SampleCoveragex(struct ga_context *ctx, GLclampx value, GLboolean invert)
{
   ga_SampleCoverage(ctx, ga_from_fixed(value), invert);
}

void ga_PointParameterx(struct ga_context *ctx, GLenum pname, GLfixed param)
{
   ga_PointParameterf(ctx, pname, ga_from_fixed(param));
}

void ga_PointParameterxv(struct ga_context *ctx, GLenum pname, const GLfixed *params)
{
   GLfloat f[3] = {0};
   from_fixed(f, params, pname == GL_POINT_DISTANCE_ATTENUATION ? 3 : 1);
   ga_PointParameterfv(ctx, pname, f);
}
