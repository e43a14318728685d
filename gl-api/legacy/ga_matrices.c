/* ga_matrices.c: matrix stacks (GL 2.1, 2.11.2). Matrices are by columns. */
#include "gl-api/legacy/ga_assembly.h"
#include "gl-api/legacy/ga_legacy.h"

#include <math.h>
#include <string.h>

/* ---- arithmetic ------------------------------------------------------------------------------------------------------------ */

void ga_matrix_identity(GLfloat m[16])
{
   for (unsigned i = 0; i < 16; i++)
      m[i] = i % 5 == 0;
}

bool ga_matrix_is_identity(const GLfloat m[16])
{
   bool identity = true;
   for (unsigned i = 0; i < 16; i++)
      identity &= m[i] == (i % 5 == 0);
   return identity;
}

void ga_matrix_multiply(GLfloat out[16], const GLfloat a[16], const GLfloat b[16])
{
   GLfloat product[16];
   for (unsigned column = 0; column < 4; column++)
      for (unsigned row = 0; row < 4; row++)
         product[4 * column + row] = a[row] * b[4 * column] + a[4 + row] * b[4 * column + 1] + a[8 + row] * b[4 * column + 2] +
                                     a[12 + row] * b[4 * column + 3];
   memcpy(out, product, sizeof(product));
}

void ga_matrix_transpose(GLfloat out[16], const GLfloat m[16])
{
   GLfloat result[16];
   for (unsigned i = 0; i < 16; i++)
      result[i] = m[i % 4 * 4 + i / 4];
   memcpy(out, result, sizeof(result));
}

/* Gauss-Jordan with the largest pivot, in double. */
/* Of a matrix whose last row is 0, 0, 0, 1, by cofactors. False: it is singular. */
static bool invert_affine(GLfloat out[16], const GLfloat m[16])
{
   const double translation[3] = {m[12], m[13], m[14]}; /* out may be m */
   double cofactor[3][3], inverse[3][3], determinant = 0;
   for (unsigned row = 0; row < 3; row++)
      for (unsigned column = 0; column < 3; column++) {
         const unsigned r1 = (row + 1) % 3, r2 = (row + 2) % 3, c1 = (column + 1) % 3, c2 = (column + 2) % 3;
         cofactor[row][column] = (double)m[4 * c1 + r1] * m[4 * c2 + r2] - (double)m[4 * c2 + r1] * m[4 * c1 + r2];
      }
   for (unsigned column = 0; column < 3; column++)
      determinant += m[4 * column] * cofactor[0][column];
   if (determinant == 0 || !isfinite(determinant))
      return false;
   for (unsigned row = 0; row < 3; row++)
      for (unsigned column = 0; column < 3; column++)
         inverse[row][column] = cofactor[column][row] / determinant;
   for (unsigned row = 0; row < 3; row++) {
      double moved = 0;
      for (unsigned column = 0; column < 3; column++) {
         out[4 * column + row] = (GLfloat)inverse[row][column];
         moved -= inverse[row][column] * translation[column];
      }
      out[12 + row] = (GLfloat)moved;
   }
   out[3] = out[7] = out[11] = 0;
   out[15] = 1;
   return true;
}

void ga_matrix_invert(GLfloat out[16], const GLfloat m[16])
{
   if (ga_matrix_is_identity(m)) { /* of most units of textures, at every draw after a change of any matrix */
      ga_matrix_identity(out);
      return;
   }
   if (m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1 && invert_affine(out, m))
      return;
   double a[4][8];
   for (unsigned row = 0; row < 4; row++)
      for (unsigned column = 0; column < 8; column++)
         a[row][column] = column < 4 ? (double)m[4 * column + row] : column - 4 == row;
   for (unsigned i = 0; i < 4; i++) {
      unsigned pivot = i;
      for (unsigned row = i + 1; row < 4; row++)
         pivot = fabs(a[row][i]) > fabs(a[pivot][i]) ? row : pivot;
      if (a[pivot][i] == 0.0) {
         ga_matrix_identity(out);
         return;
      }
      for (unsigned column = 0; column < 8; column++) {
         const double swapped = a[pivot][column];
         a[pivot][column] = a[i][column];
         a[i][column] = swapped;
      }
      const double scale = 1.0 / a[i][i];
      for (unsigned column = 0; column < 8; column++)
         a[i][column] *= scale;
      for (unsigned row = 0; row < 4; row++) {
         const double factor = a[row][i];
         for (unsigned column = 0; row != i && column < 8; column++)
            a[row][column] -= factor * a[i][column];
      }
   }
   for (unsigned i = 0; i < 16; i++)
      out[i] = (GLfloat)a[i % 4][4 + i / 4];
}

void ga_matrix_apply(GLfloat out[4], const GLfloat m[16], const GLfloat v[4])
{
   GLfloat result[4];
   for (unsigned i = 0; i < 4; i++)
      result[i] = m[i] * v[0] + m[4 + i] * v[1] + m[8 + i] * v[2] + m[12 + i] * v[3];
   memcpy(out, result, sizeof(result));
}

void ga_matrix_plane(GLfloat out[4], const GLfloat m[16], const GLfloat v[4])
{
   GLfloat inverse[16];
   ga_matrix_invert(inverse, m);
   ga_matrix_transpose(inverse, inverse);
   ga_matrix_apply(out, inverse, v);
}

/* ---- stacks ---------------------------------------------------------------------------------------------------------------- */

struct ga_matrix_stack *ga_matrix_current(struct ga_context *ctx, uint32_t *dirty)
{
   struct ga_legacy *l = ctx->legacy;
   *dirty = GA_DIRTY_MATRICES;
   switch (l->transform.matrix_mode) {
   case GL_MODELVIEW: return &l->modelview;
   case GL_PROJECTION: return &l->projection;
   case GL_TEXTURE:
      *dirty |= GA_DIRTY_FIXED_FUNCTION;
      return ctx->active_unit < GA_MAX_TEXTURE_COORDS ? &l->texture[ctx->active_unit] : NULL;
   default: /* a program matrix: no constant but parameters of programs depends on it */
      *dirty = GA_DIRTY_PROGRAM_PARAMETERS;
      return &l->assembly->matrix[l->transform.matrix_mode - GL_MATRIX0_ARB];
   }
}

/* The stack that a command changes. NULL: GL_INVALID_OPERATION was raised. */
static struct ga_matrix_stack *stack_of(struct ga_context *ctx, uint32_t *dirty, const char *command)
{
   struct ga_matrix_stack *stack = ga_matrix_current(ctx, dirty);
   if (!stack)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: texture unit %u has no matrix", command, ctx->active_unit);
   return stack;
}

bool ga_matrix_is_mode(const struct ga_context *ctx, GLenum mode)
{
   const bool program = mode >= GL_MATRIX0_ARB && mode < GL_MATRIX0_ARB + AP_MAX_MATRICES &&
                        (ga_has(ctx, GA_FEATURE_vertex_program) || ga_has(ctx, GA_FEATURE_fragment_program));
   return mode == GL_MODELVIEW || mode == GL_PROJECTION || mode == GL_TEXTURE || program;
}

void ga_MatrixMode(struct ga_context *ctx, GLenum mode)
{
   if (!ga_matrix_is_mode(ctx, mode))
      ga_error(ctx, GL_INVALID_ENUM, "glMatrixMode: %s is not accepted by this command", ga_enum_name(mode));
   else
      ctx->legacy->transform.matrix_mode = mode;
}

void ga_PushMatrix(struct ga_context *ctx)
{
   uint32_t dirty;
   struct ga_matrix_stack *stack = stack_of(ctx, &dirty, "glPushMatrix");
   if (!stack)
      return;
   if (stack->depth + 1 == stack->limit) {
      ga_error(ctx, GL_STACK_OVERFLOW, "glPushMatrix: %d matrices of %s", stack->limit,
               ga_enum_name(ctx->legacy->transform.matrix_mode));
      return;
   }
   memcpy(stack->at[stack->depth + 1], stack->at[stack->depth], sizeof(stack->at[0]));
   stack->depth++;
}

void ga_PopMatrix(struct ga_context *ctx)
{
   uint32_t dirty;
   struct ga_matrix_stack *stack = stack_of(ctx, &dirty, "glPopMatrix");
   if (!stack)
      return;
   if (stack->depth == 0) {
      ga_error(ctx, GL_STACK_UNDERFLOW, "glPopMatrix: the stack of %s has one matrix",
               ga_enum_name(ctx->legacy->transform.matrix_mode));
      return;
   }
   stack->depth--;
   ctx->dirty |= dirty;
}

static void load(struct ga_context *ctx, const GLfloat m[16], const char *command)
{
   uint32_t dirty;
   struct ga_matrix_stack *stack = stack_of(ctx, &dirty, command);
   if (!stack)
      return;
   memcpy(stack->at[stack->depth], m, sizeof(stack->at[0]));
   ctx->dirty |= dirty;
}

static void multiply(struct ga_context *ctx, const GLfloat m[16], const char *command)
{
   uint32_t dirty;
   struct ga_matrix_stack *stack = stack_of(ctx, &dirty, command);
   if (!stack)
      return;
   ga_matrix_multiply(stack->at[stack->depth], stack->at[stack->depth], m);
   ctx->dirty |= dirty;
}

/* ---- commands -------------------------------------------------------------------------------------------------------------- */

void ga_LoadIdentity(struct ga_context *ctx)
{
   GLfloat m[16];
   ga_matrix_identity(m);
   load(ctx, m, "glLoadIdentity");
}

static void from_doubles(GLfloat out[16], const GLdouble *m)
{
   for (unsigned i = 0; i < 16; i++)
      out[i] = (GLfloat)m[i];
}

void ga_LoadMatrixf(struct ga_context *ctx, const GLfloat *m)
{
   load(ctx, m, "glLoadMatrixf");
}

void ga_LoadMatrixd(struct ga_context *ctx, const GLdouble *m)
{
   GLfloat f[16];
   from_doubles(f, m);
   load(ctx, f, "glLoadMatrixd");
}

void ga_LoadTransposeMatrixf(struct ga_context *ctx, const GLfloat *m)
{
   GLfloat f[16];
   ga_matrix_transpose(f, m);
   load(ctx, f, "glLoadTransposeMatrixf");
}

void ga_LoadTransposeMatrixd(struct ga_context *ctx, const GLdouble *m)
{
   GLfloat f[16];
   from_doubles(f, m);
   ga_matrix_transpose(f, f);
   load(ctx, f, "glLoadTransposeMatrixd");
}

void ga_MultMatrixf(struct ga_context *ctx, const GLfloat *m)
{
   multiply(ctx, m, "glMultMatrixf");
}

void ga_MultMatrixd(struct ga_context *ctx, const GLdouble *m)
{
   GLfloat f[16];
   from_doubles(f, m);
   multiply(ctx, f, "glMultMatrixd");
}

void ga_MultTransposeMatrixf(struct ga_context *ctx, const GLfloat *m)
{
   GLfloat f[16];
   ga_matrix_transpose(f, m);
   multiply(ctx, f, "glMultTransposeMatrixf");
}

void ga_MultTransposeMatrixd(struct ga_context *ctx, const GLdouble *m)
{
   GLfloat f[16];
   from_doubles(f, m);
   ga_matrix_transpose(f, f);
   multiply(ctx, f, "glMultTransposeMatrixd");
}

/* Around an axis by Rodrigues' formula; the axis of length 0 leaves the matrix as it is. */
void ga_Rotated(struct ga_context *ctx, GLdouble angle, GLdouble x, GLdouble y, GLdouble z)
{
   const double length = sqrt(x * x + y * y + z * z), turn = angle * (3.14159265358979323846 / 180.0);
   const double s = sin(turn), c = cos(turn), t = 1.0 - c;
   if (!(length > 0.0))
      return;
   x /= length;
   y /= length;
   z /= length;
   const GLfloat m[16] = {
      (GLfloat)(x * x * t + c), (GLfloat)(y * x * t + z * s), (GLfloat)(z * x * t - y * s), 0,
      (GLfloat)(x * y * t - z * s), (GLfloat)(y * y * t + c), (GLfloat)(z * y * t + x * s), 0,
      (GLfloat)(x * z * t + y * s), (GLfloat)(y * z * t - x * s), (GLfloat)(z * z * t + c), 0,
      0, 0, 0, 1};
   multiply(ctx, m, "glRotate");
}

void ga_Rotatef(struct ga_context *ctx, GLfloat angle, GLfloat x, GLfloat y, GLfloat z)
{
   ga_Rotated(ctx, angle, x, y, z);
}

void ga_Translatef(struct ga_context *ctx, GLfloat x, GLfloat y, GLfloat z)
{
   const GLfloat m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1};
   multiply(ctx, m, "glTranslate");
}

void ga_Translated(struct ga_context *ctx, GLdouble x, GLdouble y, GLdouble z)
{
   ga_Translatef(ctx, (GLfloat)x, (GLfloat)y, (GLfloat)z);
}

void ga_Scalef(struct ga_context *ctx, GLfloat x, GLfloat y, GLfloat z)
{
   const GLfloat m[16] = {x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1};
   multiply(ctx, m, "glScale");
}

void ga_Scaled(struct ga_context *ctx, GLdouble x, GLdouble y, GLdouble z)
{
   ga_Scalef(ctx, (GLfloat)x, (GLfloat)y, (GLfloat)z);
}

void ga_Frustum(struct ga_context *ctx, GLdouble left, GLdouble right, GLdouble bottom, GLdouble top, GLdouble near, GLdouble far)
{
   if (!(near > 0.0) || !(far > 0.0) || left == right || bottom == top || near == far) {
      ga_error(ctx, GL_INVALID_VALUE, "glFrustum: %g to %g, %g to %g, %g to %g", left, right, bottom, top, near, far);
      return;
   }
   const GLfloat m[16] = {
      (GLfloat)(2.0 * near / (right - left)), 0, 0, 0, 0, (GLfloat)(2.0 * near / (top - bottom)), 0, 0,
      (GLfloat)((right + left) / (right - left)), (GLfloat)((top + bottom) / (top - bottom)), (GLfloat)(-(far + near) / (far - near)), -1,
      0, 0, (GLfloat)(-2.0 * far * near / (far - near)), 0};
   multiply(ctx, m, "glFrustum");
}

void ga_Ortho(struct ga_context *ctx, GLdouble left, GLdouble right, GLdouble bottom, GLdouble top, GLdouble near, GLdouble far)
{
   if (left == right || bottom == top || near == far) {
      ga_error(ctx, GL_INVALID_VALUE, "glOrtho: %g to %g, %g to %g, %g to %g", left, right, bottom, top, near, far);
      return;
   }
   const GLfloat m[16] = {
      (GLfloat)(2.0 / (right - left)), 0, 0, 0, 0, (GLfloat)(2.0 / (top - bottom)), 0, 0, 0, 0, (GLfloat)(-2.0 / (far - near)), 0,
      (GLfloat)(-(right + left) / (right - left)), (GLfloat)(-(top + bottom) / (top - bottom)), (GLfloat)(-(far + near) / (far - near)), 1};
   multiply(ctx, m, "glOrtho");
}
