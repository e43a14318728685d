/* ga_get.c: glGet* (ES 2.0, 6.1). Values come from ga_get.csv in their own type; this file converts them (6.1.2) to the
 * type that was asked for. Indexed queries are not here yet: ES 2.0 has none. */
#include <math.h>
#include <string.h>

#include "gl-api/object/ga_buffer.h"
#include "gl-api/context/ga_debug.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/tables/ga_format.h"
#include "gl-api/program/ga_program.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_vao.h"

enum kind { GA_GET_BOOL, GA_GET_INT, GA_GET_FLOAT, GA_GET_COLOR };

struct value {
   enum kind kind;
   unsigned count;
   GLint64 i[16];
   GLdouble f[16];
};

/* ---- values that take more than an expression ----------------------------------------------------------------------------- */

static GLint buffer_name(const struct ga_buffer *buf)
{
   return buf ? (GLint)buf->name : 0;
}

static GLint texture_name(const struct ga_context *ctx, enum ga_texture_target target)
{
   const struct ga_texture *tex = ctx->unit[ctx->active_unit].bound[target];
   return tex ? (GLint)tex->name : 0;
}

/* The bits of the drawn framebuffer's image; all 0 where there is none. */
static const struct ga_format *bits(struct ga_context *ctx, enum ga_attachment_index which)
{
   static const struct ga_format none;
   const struct ga_format *format = ga_fbo_format(ctx, ctx->draw_fbo, which);
   return format ? format : &none;
}

static GLint samples(struct ga_context *ctx)
{
   struct ga_image_at image;
   return ga_attachment_image(ctx, ctx->draw_fbo, GA_ATT_COLOR0, &image) ? (GLint)image.samples : 0;
}

static GLenum read_format(struct ga_context *ctx)
{
   GLenum format, type;
   ga_fbo_read_format(ctx, &format, &type);
   return format;
}

static GLenum read_type(struct ga_context *ctx)
{
   GLenum format, type;
   ga_fbo_read_format(ctx, &format, &type);
   return type;
}

/* ETC1 is always there. */
static const GLenum compressed_formats[] = {GL_ETC1_RGB8_OES, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT,
                                            GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT};

static unsigned compressed_format_count(const struct ga_context *ctx)
{
   return !ctx->has[GA_OES_compressed_ETC1_RGB8_texture] ? 0 : ctx->has[GA_EXT_texture_compression_s3tc] ? 5 : 1;
}

#include "gl-api/ga_get_values.h"

/* ES 2.0, 4.3.1: asking what ReadPixels would do with a framebuffer that cannot be read is an error. */
static bool get(struct ga_context *ctx, GLenum pname, struct value *v, const char *command)
{
   if (!fetch(ctx, pname, v)) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s", command, ga_enum_name(pname));
      return false;
   }
   if ((pname == GL_IMPLEMENTATION_COLOR_READ_FORMAT || pname == GL_IMPLEMENTATION_COLOR_READ_TYPE) &&
       ga_fbo_status(ctx, ctx->read_fbo) != GL_FRAMEBUFFER_COMPLETE) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s of an incomplete framebuffer", command, ga_enum_name(pname));
      return false;
   }
   return true;
}

/* ---- conversions ---------------------------------------------------------------------------------------------------------- */

static bool is_float(const struct value *v)
{
   return v->kind == GA_GET_FLOAT || v->kind == GA_GET_COLOR;
}

/* Nearest integer within [low, high]; colours map 1.0 to the most positive and -1.0 to the most negative value of 32 bits
 * (ES 2.0, table 2.9 backwards). */
static GLint64 to_integer(const struct value *v, unsigned n, GLint64 low, GLint64 high)
{
   if (!is_float(v))
      return v->i[n] < low ? low : v->i[n];
   GLdouble f = v->f[n];
   if (v->kind == GA_GET_COLOR)
      f = (4294967295.0 * f - 1.0) / 2.0;
   if (isnan(f))
      return 0;
   f = rint(f);
   return f <= (GLdouble)low ? low : f >= (GLdouble)high ? high : (GLint64)f;
}

static GLdouble to_double(const struct value *v, unsigned n)
{
   return is_float(v) ? v->f[n] : (GLdouble)v->i[n];
}

void ga_GetBooleanv(struct ga_context *ctx, GLenum pname, GLboolean *params)
{
   struct value v;
   if (!get(ctx, pname, &v, "glGetBooleanv"))
      return;
   for (unsigned n = 0; n < v.count; n++)
      params[n] = is_float(&v) ? v.f[n] != 0.0 : v.i[n] != 0;
}

/* Unsigned masks of 32 bits come out as the integer with the same bits. */
void ga_GetIntegerv(struct ga_context *ctx, GLenum pname, GLint *params)
{
   struct value v;
   if (!get(ctx, pname, &v, "glGetIntegerv"))
      return;
   for (unsigned n = 0; n < v.count; n++)
      params[n] = (GLint)(uint32_t)to_integer(&v, n, INT32_MIN, INT32_MAX);
}

void ga_GetInteger64v(struct ga_context *ctx, GLenum pname, GLint64 *params)
{
   struct value v;
   if (!get(ctx, pname, &v, "glGetInteger64v"))
      return;
   for (unsigned n = 0; n < v.count; n++)
      params[n] = to_integer(&v, n, INT64_MIN, INT64_MAX);
}

void ga_GetFloatv(struct ga_context *ctx, GLenum pname, GLfloat *params)
{
   struct value v;
   if (!get(ctx, pname, &v, "glGetFloatv"))
      return;
   for (unsigned n = 0; n < v.count; n++)
      params[n] = (GLfloat)to_double(&v, n);
}

void ga_GetDoublev(struct ga_context *ctx, GLenum pname, GLdouble *params)
{
   struct value v;
   if (!get(ctx, pname, &v, "glGetDoublev"))
      return;
   for (unsigned n = 0; n < v.count; n++)
      params[n] = to_double(&v, n);
}
