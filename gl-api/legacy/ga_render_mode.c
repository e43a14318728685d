/* ga_render_mode.c: selection and feedback: modes, the name stack, hit records, the feedback buffer (GL 2.1, 5.2 and 5.3). */
#include "gl-api/legacy/ga_render_feedback.h"

#include <string.h>

/* ---- selection ------------------------------------------------------------------------------------------------------------- */

static GLfloat window_z(const struct ga_context *ctx, const GLfloat clip[4])
{
   const GLfloat n = (GLfloat)ctx->depth_range[0][0], f = (GLfloat)ctx->depth_range[0][1], z = clip[2] / clip[3];
   return ctx->clip_depth_mode == GL_ZERO_TO_ONE ? n + z * (f - n) : (z * (f - n) + f + n) * 0.5f;
}

static void put_hit(struct ga_context *ctx, GLuint value)
{
   struct ga_render_mode *r = &ctx->legacy->render;
   if (r->select.used < r->select.room)
      r->select.buffer[r->select.used++] = value;
   else
      r->select.overflow = true;
}

static GLuint scaled(GLfloat z)
{
   const double value = (double)z * 4294967295.0 + 0.5;
   return value <= 0 ? 0 : value >= 4294967295.0 ? UINT32_MAX : (GLuint)value;
}

/* The record of the hits since the last one. */
static void flush_hits(struct ga_context *ctx)
{
   struct ga_render_mode *r = &ctx->legacy->render;
   if (!r->select.hit)
      return;
   put_hit(ctx, (GLuint)r->select.depth);
   put_hit(ctx, scaled(r->select.z_min));
   put_hit(ctx, scaled(r->select.z_max));
   for (GLint i = 0; i < r->select.depth; i++)
      put_hit(ctx, r->select.names[i]);
   r->select.hit = false;
   r->select.hits++;
}

static void hit_depth(struct ga_context *ctx, GLfloat z)
{
   struct ga_render_mode *r = &ctx->legacy->render;
   if (!r->select.hit || z < r->select.z_min)
      r->select.z_min = z;
   if (!r->select.hit || z > r->select.z_max)
      r->select.z_max = z;
   r->select.hit = true;
}

void ga_select_hit(struct ga_context *ctx, const struct ga_render_feedback_vertex *v, unsigned count)
{
   for (unsigned i = 0; i < count; i++)
      hit_depth(ctx, window_z(ctx, v[i].clip));
}

void ga_SelectBuffer(struct ga_context *ctx, GLsizei size, GLuint *buffer)
{
   struct ga_render_mode *r = &ctx->legacy->render;
   if (size < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glSelectBuffer: size %d is negative", size);
   } else if (r->mode == GL_SELECT) {
      ga_error(ctx, GL_INVALID_OPERATION, "glSelectBuffer: the mode is GL_SELECT");
   } else {
      r->select.buffer = buffer;
      r->select.room = size;
      r->select.set = true;
   }
}

/* Commands for names have no effect in other modes. */
static bool selects(const struct ga_context *ctx)
{
   return ctx->legacy->render.mode == GL_SELECT;
}

void ga_InitNames(struct ga_context *ctx)
{
   if (!selects(ctx))
      return;
   flush_hits(ctx);
   ctx->legacy->render.select.depth = 0;
}

void ga_PushName(struct ga_context *ctx, GLuint name)
{
   struct ga_render_mode *r = &ctx->legacy->render;
   if (!selects(ctx))
      return;
   if (r->select.depth == GA_MAX_NAME_STACK_DEPTH) {
      ga_error(ctx, GL_STACK_OVERFLOW, "glPushName: the stack holds its limit of %d names already", GA_MAX_NAME_STACK_DEPTH);
      return;
   }
   flush_hits(ctx);
   r->select.names[r->select.depth++] = name;
}

void ga_PopName(struct ga_context *ctx)
{
   struct ga_render_mode *r = &ctx->legacy->render;
   if (!selects(ctx))
      return;
   if (r->select.depth == 0) {
      ga_error(ctx, GL_STACK_UNDERFLOW, "glPopName: the name stack is empty");
      return;
   }
   flush_hits(ctx);
   r->select.depth--;
}

void ga_LoadName(struct ga_context *ctx, GLuint name)
{
   struct ga_render_mode *r = &ctx->legacy->render;
   if (!selects(ctx))
      return;
   if (r->select.depth == 0) {
      ga_error(ctx, GL_INVALID_OPERATION, "glLoadName: the name stack is empty");
      return;
   }
   flush_hits(ctx);
   r->select.names[r->select.depth - 1] = name;
}

/* ---- feedback -------------------------------------------------------------------------------------------------------------- */

void ga_render_feedback_value(struct ga_context *ctx, GLfloat value)
{
   struct ga_render_mode *r = &ctx->legacy->render;
   if (r->feedback.used < r->feedback.room)
      r->feedback.buffer[r->feedback.used++] = value;
   else
      r->feedback.overflow = true;
}

/* A vertex in the type of the buffer (GL 2.1, table 5.2). */
static void put_vertex(struct ga_context *ctx, const GLfloat window[4], const GLfloat color[4], const GLfloat coords[4])
{
   const GLenum type = ctx->legacy->render.feedback.type;
   const unsigned positions = type == GL_2D ? 2 : type == GL_4D_COLOR_TEXTURE ? 4 : 3;
   for (unsigned i = 0; i < positions; i++)
      ga_render_feedback_value(ctx, window[i]);
   for (unsigned i = 0; i < 4 && type != GL_2D && type != GL_3D; i++)
      ga_render_feedback_value(ctx, color[i]);
   for (unsigned i = 0; i < 4 && (type == GL_3D_COLOR_TEXTURE || type == GL_4D_COLOR_TEXTURE); i++)
      ga_render_feedback_value(ctx, coords[i]);
}

void ga_render_feedback_vertex(struct ga_context *ctx, const struct ga_render_feedback_vertex *v, bool back)
{
   const GLfloat *viewport = ctx->viewport[0], flip = ctx->clip_origin == GL_UPPER_LEFT ? -1 : 1;
   const GLfloat window[4] = {viewport[0] + (v->clip[0] / v->clip[3] + 1) * 0.5f * viewport[2],
                              viewport[1] + (flip * v->clip[1] / v->clip[3] + 1) * 0.5f * viewport[3], window_z(ctx, v->clip), v->clip[3]};
   put_vertex(ctx, window, v->color[back], v->coords);
}

void ga_render_feedback_raster(struct ga_context *ctx, GLenum token)
{
   const struct ga_raster *raster = &ctx->legacy->raster;
   const GLenum mode = ctx->legacy->render.mode;
   if (!raster->valid)
      return;
   if (mode == GL_SELECT && !token)
      hit_depth(ctx, raster->position[2]);
   if (mode != GL_FEEDBACK || !token)
      return;
   ga_render_feedback_value(ctx, (GLfloat)token);
   put_vertex(ctx, raster->position, raster->color, raster->coords[0]);
}

static bool is_feedback_type(GLenum type)
{
   return type == GL_2D || type == GL_3D || type == GL_3D_COLOR || type == GL_3D_COLOR_TEXTURE || type == GL_4D_COLOR_TEXTURE;
}

void ga_FeedbackBuffer(struct ga_context *ctx, GLsizei size, GLenum type, GLfloat *buffer)
{
   struct ga_render_mode *r = &ctx->legacy->render;
   if (size < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glFeedbackBuffer: size %d is negative", size);
   } else if (!is_feedback_type(type)) {
      ga_error(ctx, GL_INVALID_ENUM, "glFeedbackBuffer: type %s is not accepted by this command", ga_enum_name(type));
   } else if (r->mode == GL_FEEDBACK) {
      ga_error(ctx, GL_INVALID_OPERATION, "glFeedbackBuffer: the mode is GL_FEEDBACK");
   } else {
      r->feedback.buffer = buffer;
      r->feedback.room = size;
      r->feedback.type = type;
      r->feedback.set = true;
   }
}

void ga_PassThrough(struct ga_context *ctx, GLfloat token)
{
   if (ctx->legacy->render.mode != GL_FEEDBACK)
      return;
   ga_render_feedback_value(ctx, (GLfloat)GL_PASS_THROUGH_TOKEN);
   ga_render_feedback_value(ctx, token);
}

/* ---- the mode -------------------------------------------------------------------------------------------------------------- */

/* Ends the mode. Returns hit records or values; -1: the buffer was too small. */
static GLint end_mode(struct ga_context *ctx)
{
   struct ga_render_mode *r = &ctx->legacy->render;
   GLint result = 0;
   if (r->mode == GL_SELECT) {
      flush_hits(ctx);
      result = r->select.overflow ? -1 : r->select.hits;
      r->select.depth = 0;
   } else if (r->mode == GL_FEEDBACK) {
      result = r->feedback.overflow ? -1 : r->feedback.used;
   }
   r->select.used = r->select.hits = r->feedback.used = 0;
   r->select.hit = r->select.overflow = r->feedback.overflow = false;
   return result;
}

GLint ga_RenderMode(struct ga_context *ctx, GLenum mode)
{
   struct ga_render_mode *r = &ctx->legacy->render;
   if (mode != GL_RENDER && mode != GL_SELECT && mode != GL_FEEDBACK) {
      ga_error(ctx, GL_INVALID_ENUM, "glRenderMode: %s is not accepted by this command", ga_enum_name(mode));
      return 0;
   }
   if ((mode == GL_SELECT && !r->select.set) || (mode == GL_FEEDBACK && !r->feedback.set)) {
      ga_error(ctx, GL_INVALID_OPERATION, "glRenderMode: %s without a buffer", ga_enum_name(mode));
      return 0;
   }
   const GLint result = end_mode(ctx);
   r->mode = mode;
   ctx->renders = mode == GL_RENDER;
   return result;
}
