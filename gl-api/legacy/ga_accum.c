/* ga_accum.c: the accumulation buffer (GL 2.1, 4.2.4), on the CPU: few programs use it, and its operations are one pass over pixels.
 * Framebuffers of OSMesa may have one. Those of EGL have none, as EGL has no attribute for its size. Commands of colour index buffers,
 * which no framebuffer has, store their values. */
#include <math.h>

#include "gl-api/derive/ga_derive.h"
#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_query.h"
#include "pipe_format_pack.h"

enum { PART_PX = 256 }; /* pixels of a row that are floats at a time */

static int16_t to_accum(GLfloat value)
{
   return (int16_t)lrintf(32767.0f * (value > -1 ? value < 1 ? value : 1 : -1)); /* -1 for NaN */
}

static GLfloat from_accum(int16_t value)
{
   return (GLfloat)value / 32767.0f;
}

/* An operation on one row of the buffers; colours are in `format`. */
struct accum_op {
   GLenum op;
   GLfloat value;
   enum pipe_format format;
   const GLboolean *mask;
};

/* GL_ADD and GL_MULT, which take no colours. */
static void change_accum(const struct accum_op *o, int16_t *accum, uint32_t width)
{
   for (uint32_t i = 0; i < width * 4; i++)
      accum[i] = to_accum(o->op == GL_ADD ? from_accum(accum[i]) + o->value : from_accum(accum[i]) * o->value);
}

/* GL_ACCUM and GL_LOAD. */
static void take_colors(const struct accum_op *o, int16_t (*accum)[4], const GLfloat (*color)[4], uint32_t width)
{
   for (uint32_t x = 0; x < width; x++)
      for (unsigned c = 0; c < 4; c++)
         accum[x][c] = to_accum(color[x][c] * o->value + (o->op == GL_ACCUM ? from_accum(accum[x][c]) : 0));
}

static void give_colors(struct ga_context *ctx, const struct accum_op *o, const int16_t (*accum)[4], GLfloat (*color)[4], uint32_t width)
{
   for (uint32_t x = 0; x < width; x++)
      for (unsigned c = 0; c < 4; c++)
         if (o->mask[c])
            color[x][c] = ga_legacy_query_color(ctx, from_accum(accum[x][c]) * o->value);
}

static void color_row(struct ga_context *ctx, const struct accum_op *o, int16_t (*accum)[4], uint8_t *pixels, uint32_t width)
{
   const unsigned pixel_B = pipe_format_block_size_B(o->format);
   GLfloat color[PART_PX][4];
   for (uint32_t x = 0, part; x < width; x += part) {
      part = width - x < PART_PX ? width - x : PART_PX;
      pipe_unpack_float(o->format, color, pixels + (size_t)x * pixel_B, part);
      if (o->op != GL_RETURN) {
         take_colors(o, accum + x, (const GLfloat (*)[4])color, part);
         continue;
      }
      give_colors(ctx, o, (const int16_t (*)[4])(accum + x), color, part);
      pipe_pack_float(o->format, pixels + (size_t)x * pixel_B, (const GLfloat (*)[4])color, part);
   }
}

static int16_t *accum_row(const struct ga_drawable *d, const struct pipe_scissor_state *box, uint32_t y)
{
   return d->accum + ((size_t)y * d->width + box->minx) * 4;
}

/* Draws that depend on a query, or that are discarded, selected or fed back, do not change buffers, and neither do these commands. */
static bool is_discarded(struct ga_context *ctx)
{
   return ctx->cap_discard || !ctx->renders || ga_query_discards(ctx);
}

static void operate(struct ga_context *ctx, const struct ga_drawable *d, GLenum op, GLfloat value)
{
   const struct pipe_scissor_state s = ga_scissor_box(ctx, 0, d->width, d->height, d->y_inverted);
   const struct accum_op o = {op, value, d->color_format, ctx->color_mask[0]};
   const uint32_t width = s.maxx - s.minx;
   const bool with_color = op == GL_ACCUM || op == GL_LOAD || op == GL_RETURN;
   const struct ga_fbo *fbo = op == GL_RETURN ? ctx->draw_fbo : ctx->read_fbo;
   if (!width || s.miny == s.maxy || (with_color && (op == GL_RETURN ? fbo->draw_buffer[0] : fbo->read_buffer) == GL_NONE))
      return;
   struct pipe_context *pipe = ctx->st.pipe;
   struct pipe_transfer *transfer = NULL;
   uint8_t *pixels = NULL;
   if (with_color) {
      const struct pipe_box box = {.x = (int)s.minx, .y = (int)s.miny, .width = (int)width, .height = (int)(s.maxy - s.miny), .depth = 1};
      pixels = pipe->impl->transfer_map(pipe, d->color, 0, PIPE_MAP_READ | (op == GL_RETURN ? PIPE_MAP_WRITE : 0), &box, &transfer);
      if (!pixels) {
         ga_context_check_reset(ctx);
         ga_oom(ctx, "glAccum");
         return;
      }
   }
   for (uint32_t y = s.miny; y < s.maxy; y++)
      if (with_color)
         color_row(ctx, &o, (int16_t (*)[4])accum_row(d, &s, y), pixels + (size_t)(y - s.miny) * transfer->stride_B, width);
      else
         change_accum(&o, accum_row(d, &s, y), width);
   if (with_color)
      pipe->impl->transfer_unmap(pipe, transfer);
}

void ga_Accum(struct ga_context *ctx, GLenum op, GLfloat value)
{
   const struct ga_drawable *d = ctx->draw_fbo->drawable;
   if (op != GL_ACCUM && op != GL_LOAD && op != GL_RETURN && op != GL_MULT && op != GL_ADD)
      ga_error(ctx, GL_INVALID_ENUM, "glAccum: %s is not accepted by this command", ga_enum_name(op));
   else if (!d || !d->accum)
      ga_error(ctx, GL_INVALID_OPERATION, "glAccum: the framebuffer has no accumulation buffer");
   else if (ctx->read_fbo->drawable != d)
      ga_error(ctx, GL_INVALID_OPERATION, "glAccum: another framebuffer is bound for reading");
   else if (ga_update_framebuffer(ctx, "glAccum") && !is_discarded(ctx))
      operate(ctx, d, op, value);
}

void ga_accum_clear(struct ga_context *ctx)
{
   const struct ga_drawable *d = ctx->draw_fbo->drawable;
   if (!d || !d->accum || ga_query_discards(ctx))
      return;
   const struct pipe_scissor_state s = ga_scissor_box(ctx, 0, d->width, d->height, d->y_inverted);
   int16_t value[4];
   for (unsigned c = 0; c < 4; c++)
      value[c] = to_accum(ctx->legacy->clear_accum[c]);
   for (uint32_t y = s.miny; y < s.maxy; y++) {
      int16_t *row = accum_row(d, &s, y);
      for (uint32_t i = 0; i < ((uint32_t)s.maxx - s.minx) * 4; i++)
         row[i] = value[i % 4];
   }
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
