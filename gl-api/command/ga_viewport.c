/* ga_viewport.c: viewports, depth ranges, clip control, scissor and window rectangles (ES 2.0, 2.12.1 and 4.1.2; GL 4.6, 13.8.1 and 14.9.2).
 * Commands without index set those of all viewports. */
#include "gl-api/command/ga_enable.h"

#include <string.h>

/* ---- arguments ---------------------------------------------------------------------------------------------------------- */

static bool legal_index(struct ga_context *ctx, GLuint index, const char *command)
{
   if (index < (GLuint)ctx->limits.max_viewports)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: viewport %u is not below GL_MAX_VIEWPORTS (%d)", command, index,
            ctx->limits.max_viewports);
   return false;
}

static bool legal_range(struct ga_context *ctx, GLuint first, GLsizei count, const char *command)
{
   if (count >= 0 && (uint64_t)first + (uint64_t)count <= (uint64_t)ctx->limits.max_viewports)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: viewports %u + %d exceed GL_MAX_VIEWPORTS (%d)", command, first, count,
            ctx->limits.max_viewports);
   return false;
}

/* ---- viewports ---------------------------------------------------------------------------------------------------------- */

/* `low` for NaN. */
static GLfloat clampf(GLfloat value, GLfloat low, GLfloat high)
{
   return value > low ? value < high ? value : high : low;
}

static bool legal_viewport(struct ga_context *ctx, GLfloat width, GLfloat height, const char *command)
{
   if (!(width < 0 || height < 0))
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: %g x %g has a negative side", command, (double)width, (double)height);
   return false;
}

static void set_viewport(struct ga_context *ctx, GLuint index, GLfloat x, GLfloat y, GLfloat width, GLfloat height)
{
   const GLfloat *bounds = ctx->limits.viewport_bounds;
   const bool bounded = ga_has(ctx, GA_FEATURE_viewport_array);
   const GLfloat value[4] = {
      bounded ? clampf(x, bounds[0], bounds[1]) : x,
      bounded ? clampf(y, bounds[0], bounds[1]) : y,
      clampf(width, 0.0f, (GLfloat)ctx->limits.max_viewport[0]),
      clampf(height, 0.0f, (GLfloat)ctx->limits.max_viewport[1]),
   };
   if (!memcmp(ctx->viewport[index], value, sizeof(value)))
      return;
   memcpy(ctx->viewport[index], value, sizeof(value));
   ctx->dirty |= GA_DIRTY_VIEWPORT;
}

void ga_Viewport(struct ga_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height)
{
   if (width < 0 || height < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glViewport: %d x %d: a size is negative", width, height);
      return;
   }
   for (GLuint i = 0; i < (GLuint)ctx->limits.max_viewports; i++)
      set_viewport(ctx, i, (GLfloat)x, (GLfloat)y, (GLfloat)width, (GLfloat)height);
}

void ga_ViewportArrayv(struct ga_context *ctx, GLuint first, GLsizei count, const GLfloat *v)
{
   static const char command[] = "glViewportArrayv";
   if (!legal_range(ctx, first, count, command))
      return;
   for (GLsizei i = 0; i < count; i++)
      if (!legal_viewport(ctx, v[4 * i + 2], v[4 * i + 3], command))
         return;
   for (GLsizei i = 0; i < count; i++)
      set_viewport(ctx, first + (GLuint)i, v[4 * i], v[4 * i + 1], v[4 * i + 2], v[4 * i + 3]);
}

static void viewport_indexed(struct ga_context *ctx, GLuint index, const GLfloat v[4], const char *command)
{
   if (legal_index(ctx, index, command) && legal_viewport(ctx, v[2], v[3], command))
      set_viewport(ctx, index, v[0], v[1], v[2], v[3]);
}

void ga_ViewportIndexedf(struct ga_context *ctx, GLuint index, GLfloat x, GLfloat y, GLfloat width, GLfloat height)
{
   viewport_indexed(ctx, index, (const GLfloat[4]){x, y, width, height}, "glViewportIndexedf");
}

void ga_ViewportIndexedfv(struct ga_context *ctx, GLuint index, const GLfloat *v)
{
   viewport_indexed(ctx, index, v, "glViewportIndexedfv");
}

/* ---- depth ranges and clip control --------------------------------------------------------------------------------------- */

/* GL 4.6, 13.5; EXT_clip_control. */
void ga_ClipControl(struct ga_context *ctx, GLenum origin, GLenum depth)
{
   if (origin != GL_LOWER_LEFT && origin != GL_UPPER_LEFT) {
      ga_error(ctx, GL_INVALID_ENUM, "glClipControl: origin %s is not accepted by this command", ga_enum_name(origin));
      return;
   }
   if (depth != GL_NEGATIVE_ONE_TO_ONE && depth != GL_ZERO_TO_ONE) {
      ga_error(ctx, GL_INVALID_ENUM, "glClipControl: depth %s is not accepted by this command", ga_enum_name(depth));
      return;
   }
   if (ctx->clip_origin == origin && ctx->clip_depth_mode == depth)
      return;
   ctx->clip_origin = origin;
   ctx->clip_depth_mode = depth;
   ctx->dirty |= GA_DIRTY_RASTER | GA_DIRTY_VIEWPORT;
}

static GLdouble clamp01(GLdouble value)
{
   return value > 0.0 ? value < 1.0 ? value : 1.0 : 0.0;
}

static void set_depth_range(struct ga_context *ctx, GLuint index, GLdouble n, GLdouble f)
{
   GLdouble *range = ctx->depth_range[index];
   n = clamp01(n);
   f = clamp01(f);
   if (range[0] == n && range[1] == f)
      return;
   range[0] = n;
   range[1] = f;
   ctx->dirty |= GA_DIRTY_DEPTH_RANGE;
}

void ga_DepthRange(struct ga_context *ctx, GLdouble n, GLdouble f)
{
   for (GLuint i = 0; i < (GLuint)ctx->limits.max_viewports; i++)
      set_depth_range(ctx, i, n, f);
}

void ga_DepthRangef(struct ga_context *ctx, GLfloat n, GLfloat f)
{
   ga_DepthRange(ctx, n, f);
}

void ga_DepthRangeArrayv(struct ga_context *ctx, GLuint first, GLsizei count, const GLdouble *v)
{
   if (!legal_range(ctx, first, count, "glDepthRangeArrayv"))
      return;
   for (GLsizei i = 0; i < count; i++)
      set_depth_range(ctx, first + (GLuint)i, v[2 * i], v[2 * i + 1]);
}

void ga_DepthRangeIndexed(struct ga_context *ctx, GLuint index, GLdouble n, GLdouble f)
{
   if (legal_index(ctx, index, "glDepthRangeIndexed"))
      set_depth_range(ctx, index, n, f);
}

/* OES_viewport_array. */
void ga_DepthRangeArrayfvOES(struct ga_context *ctx, GLuint first, GLsizei count, const GLfloat *v)
{
   if (!legal_range(ctx, first, count, "glDepthRangeArrayfvOES"))
      return;
   for (GLsizei i = 0; i < count; i++)
      set_depth_range(ctx, first + (GLuint)i, (GLdouble)v[2 * i], (GLdouble)v[2 * i + 1]);
}

void ga_DepthRangeIndexedfOES(struct ga_context *ctx, GLuint index, GLfloat n, GLfloat f)
{
   if (legal_index(ctx, index, "glDepthRangeIndexedfOES"))
      set_depth_range(ctx, index, (GLdouble)n, (GLdouble)f);
}

/* ---- scissor rectangles --------------------------------------------------------------------------------------------------- */

void ga_scissor_enable(struct ga_context *ctx, GLuint first, GLuint end, bool value)
{
   const unsigned mask = (1u << end) - (1u << first);
   const uint16_t tests = (uint16_t)(value ? ctx->scissor_tests | mask : ctx->scissor_tests & ~mask);
   if (ctx->scissor_tests == tests)
      return;
   ctx->scissor_tests = tests;
   ctx->dirty |= GA_DIRTY_SCISSOR;
}

static bool legal_scissor(struct ga_context *ctx, GLsizei width, GLsizei height, const char *command)
{
   if (width >= 0 && height >= 0)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d: a size is negative", command, width, height);
   return false;
}

static void set_scissor(struct ga_context *ctx, GLuint index, const GLint value[4])
{
   if (!memcmp(ctx->scissor[index], value, sizeof(ctx->scissor[index])))
      return;
   memcpy(ctx->scissor[index], value, sizeof(ctx->scissor[index]));
   ctx->dirty |= GA_DIRTY_SCISSOR;
}

void ga_Scissor(struct ga_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height)
{
   if (!legal_scissor(ctx, width, height, "glScissor"))
      return;
   for (GLuint i = 0; i < (GLuint)ctx->limits.max_viewports; i++)
      set_scissor(ctx, i, (const GLint[4]){x, y, width, height});
}

void ga_ScissorArrayv(struct ga_context *ctx, GLuint first, GLsizei count, const GLint *v)
{
   static const char command[] = "glScissorArrayv";
   if (!legal_range(ctx, first, count, command))
      return;
   for (GLsizei i = 0; i < count; i++)
      if (!legal_scissor(ctx, v[4 * i + 2], v[4 * i + 3], command))
         return;
   for (GLsizei i = 0; i < count; i++)
      set_scissor(ctx, first + (GLuint)i, v + 4 * i);
}

static void scissor_indexed(struct ga_context *ctx, GLuint index, const GLint v[4], const char *command)
{
   if (legal_index(ctx, index, command) && legal_scissor(ctx, v[2], v[3], command))
      set_scissor(ctx, index, v);
}

void ga_ScissorIndexed(struct ga_context *ctx, GLuint index, GLint left, GLint bottom, GLsizei width, GLsizei height)
{
   scissor_indexed(ctx, index, (const GLint[4]){left, bottom, width, height}, "glScissorIndexed");
}

void ga_ScissorIndexedv(struct ga_context *ctx, GLuint index, const GLint *v)
{
   scissor_indexed(ctx, index, v, "glScissorIndexedv");
}

/* ---- window rectangles (EXT_window_rectangles) ------------------------------------------------------------------------------- */

/* Rectangles that are not given become empty. */
void ga_WindowRectanglesEXT(struct ga_context *ctx, GLenum mode, GLsizei count, const GLint *box)
{
   static const char command[] = "glWindowRectanglesEXT";
   if (mode != GL_INCLUSIVE_EXT && mode != GL_EXCLUSIVE_EXT) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: mode 0x%04x: GL_INCLUSIVE_EXT and GL_EXCLUSIVE_EXT are allowed", command, mode);
      return;
   }
   if (count < 0 || count > PIPE_MAX_WINDOW_RECTANGLES) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d rectangles: 0 to %d are allowed", command, count, PIPE_MAX_WINDOW_RECTANGLES);
      return;
   }
   for (GLsizei i = 0; i < count; i++)
      if (!legal_scissor(ctx, box[4 * i + 2], box[4 * i + 3], command))
         return;
   memset(ctx->window.box, 0, sizeof(ctx->window.box));
   for (GLsizei i = 0; i < count; i++)
      memcpy(ctx->window.box[i], box + 4 * i, sizeof(ctx->window.box[i]));
   ctx->window.mode = mode;
   ctx->window.count = count;
   ctx->dirty |= GA_DIRTY_SCISSOR;
}
