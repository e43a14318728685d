/* ga_get.c: glGet* (ES 2.0, 6.1). Rows of ga_get.csv, ga_get_indexed.csv and ga_enable.csv give values in their own type; this file converts each
 * to the type of the command and writes it into the caller's memory. */
#include <math.h>
#include <string.h>

#include "gl-api/object/ga_buffer.h"
#include "gl-api/context/ga_debug.h"
#include "gl-api/context/ga_string.h"
#include "gl-api/glsl/spirv/gv_spirv.h"
#include "gl-api/legacy/ga_assembly.h"
#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/legacy/ga_legacy_params.h"
#include "gl-api/legacy/ga_list.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_image_unit.h"
#include "gl-api/object/ga_format.h"
#include "gl-api/program/ga_program.h"
#include "gl-api/program/ga_pipeline.h"
#include "gl-api/object/ga_sampler.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/program/ga_transform_feedback.h"
#include "gl-api/object/ga_vao.h"
#include "state/pipe_format_desc.h"

/* Where the values of one query go, one after the other: the caller's memory, in the type of the command. */
struct sink {
   enum { SINK_BOOLEAN, SINK_INT, SINK_INT64, SINK_FLOAT, SINK_DOUBLE, SINK_FIXED, SINK_UBYTE } type;
   unsigned count;
   void *params;
};

/* ---- conversions (ES 2.0, 6.1.2) ------------------------------------------------------------------------------------------- */

/* Unsigned masks of 32 bits come out as the integer with the same bits. */
static void put_int(struct sink *sink, GLint64 value)
{
   const unsigned n = sink->count++;
   switch (sink->type) {
   case SINK_BOOLEAN: ((GLboolean *)sink->params)[n] = value != 0; break;
   case SINK_INT: ((GLint *)sink->params)[n] = (GLint)(uint32_t)value; break;
   case SINK_INT64: ((GLint64 *)sink->params)[n] = value; break;
   case SINK_FLOAT: ((GLfloat *)sink->params)[n] = (GLfloat)value; break;
   case SINK_DOUBLE: ((GLdouble *)sink->params)[n] = (GLdouble)value; break;
   case SINK_FIXED: ((GLfixed *)sink->params)[n] = (GLfixed)((uint32_t)value << 16); break;
   case SINK_UBYTE: ((GLubyte *)sink->params)[n] = (GLubyte)(value < 0 ? 0 : value > 255 ? 255 : value); break;
   }
}

/* A value of 64 bits: the nearest integer of the command's type. */
static void put_int64(struct sink *sink, GLint64 value)
{
   if (sink->type == SINK_INT)
      value = value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : value;
   put_int(sink, value);
}

/* The nearest integer within [low, high], whatever the rounding mode of the application; 0 for NaN. */
static GLint64 nearest(GLdouble value, GLint64 low, GLint64 high)
{
   if (isnan(value))
      return 0;
   value = floor(value + 0.5); /* colours: 0 stays 0 */
   return value <= (GLdouble)low ? low : value >= (GLdouble)high ? high : (GLint64)value;
}

static void put_scaled(struct sink *sink, GLdouble value, GLdouble as_integer)
{
   const unsigned n = sink->count++;
   switch (sink->type) {
   case SINK_BOOLEAN: ((GLboolean *)sink->params)[n] = value != 0.0; break;
   case SINK_INT: ((GLint *)sink->params)[n] = (GLint)nearest(as_integer, INT32_MIN, INT32_MAX); break;
   case SINK_INT64: ((GLint64 *)sink->params)[n] = nearest(as_integer, INT64_MIN, INT64_MAX); break;
   case SINK_FLOAT: ((GLfloat *)sink->params)[n] = (GLfloat)value; break;
   case SINK_DOUBLE: ((GLdouble *)sink->params)[n] = value; break;
   case SINK_FIXED: ((GLfixed *)sink->params)[n] = (GLfixed)nearest(value * 65536.0, INT32_MIN, INT32_MAX); break;
   case SINK_UBYTE: ((GLubyte *)sink->params)[n] = (GLubyte)nearest(as_integer, 0, 255); break;
   }
}

static void put_float(struct sink *sink, GLdouble value)
{
   put_scaled(sink, value, value);
}

/* 1.0 becomes the most positive and -1.0 the most negative integer of 32 bits (ES 2.0, table 2.9 backwards). */
static void put_color(struct sink *sink, GLdouble value)
{
   put_scaled(sink, value, (4294967295.0 * value - 1.0) / 2.0);
}

/* ---- functions for the expressions of ga_get.csv -------------------------------------------------------------------------- */

static GLint buffer_name(const struct ga_buffer *buf)
{
   return buf ? (GLint)buf->name : 0;
}

static GLint texture_name_at(const struct ga_context *ctx, GLuint unit, enum ga_texture_target target)
{
   const struct ga_texture *tex = ctx->unit[unit].bound[target];
   return tex ? (GLint)tex->name : 0;
}

static GLint texture_name(const struct ga_context *ctx, enum ga_texture_target target)
{
   return texture_name_at(ctx, ctx->active_unit, target);
}

/* The buffer of the active unit's buffer texture, and the format of its texels (ARB_texture_buffer_object). */
struct texture_buffer { GLint name; GLenum internal_format; };

static struct texture_buffer texture_buffer(struct ga_context *ctx)
{
   const struct ga_texture_buffer b = ga_texture_get_buffer(ctx, ctx->unit[ctx->active_unit].bound[GA_TEX_BUFFER]);
   const struct texture_buffer result = { buffer_name(b.buffer), b.internal_format ? b.internal_format : GL_R8 };
   ga_buffer_unref(ctx, b.buffer);
   return result;
}

static GLint sampler_name_at(const struct ga_context *ctx, GLuint unit)
{
   const struct ga_sampler *sampler = ctx->unit[unit].sampler;
   return sampler ? (GLint)sampler->name : 0;
}

static GLint sampler_name(const struct ga_context *ctx)
{
   return sampler_name_at(ctx, ctx->active_unit);
}

/* Bits of a component of the accumulation buffer. */
static GLint accum_bits(const struct ga_context *ctx)
{
   return ctx->draw_fbo->drawable && ctx->draw_fbo->drawable->accum ? 16 : 0;
}

/* The format of an image of the draw framebuffer; all bits 0 if it has none. */
static const struct ga_format *bits(struct ga_context *ctx, enum ga_attachment_index which)
{
   static const struct ga_format none;
   const struct ga_format *format = ga_fbo_format(ctx, ctx->draw_fbo, which);
   return format ? format : &none;
}

/* AMD_framebuffer_multisample_advanced: 2, 4 and more samples of colours, as many stored colours, depth and stencil. */
static unsigned sample_modes(const struct ga_context *ctx)
{
   return (unsigned)__builtin_ctz((unsigned)ctx->limits.max_samples);
}

/* NVX_gpu_memory_info and ATI_meminfo count in units of 1024 bytes. */
static GLint kilobytes(uint64_t size_B)
{
   return size_B >> 10 < INT32_MAX ? (GLint)(size_B >> 10) : INT32_MAX;
}

static struct pipe_memory_info memory(struct ga_context *ctx)
{
   struct pipe_memory_info info;
   ctx->screen->impl->query_memory(ctx->screen, &info);
   return info;
}

/* ATI_meminfo: unused memory and its largest block, of the pool and of auxiliary memory. Every object has one pool. */
static GLint free_memory(struct ga_context *ctx, unsigned index)
{
   const struct pipe_memory_info info = memory(ctx);
   return kilobytes(index < 2 ? info.device_free_B : info.host_free_B);
}

/* Clamped to the values of the stencil buffer (GL 4.6, 17.3.3). */
static GLint stencil_ref(struct ga_context *ctx, unsigned face)
{
   const GLint ref = ctx->stencil[face].ref, most = (GLint)((1u << bits(ctx, GA_ATT_STENCIL)->stencil) - 1);
   return ref < 0 ? 0 : ref > most ? most : ref;
}

static GLfloat query_color(struct ga_context *ctx, GLfloat value)
{
   return ctx->legacy ? ga_legacy_query_color(ctx, value) : value;
}

/* Colours of the draw framebuffer are integers. */
static bool integer_colors(struct ga_context *ctx)
{
   for (unsigned i = 0; i < GA_MAX_DRAW_BUFFERS; i++) {
      const int point = ga_fbo_draw_point(ctx->draw_fbo, i);
      const struct ga_format *format = point < 0 ? NULL : ga_fbo_format(ctx, ctx->draw_fbo, (enum ga_attachment_index)point);
      if (format && pipe_format_is_pure_int(format->st))
         return true;
   }
   return false;
}

/* Components of the first draw buffer have a sign (EXT_packed_float); luminance counts as red, green and blue, intensity as all. */
static bool signed_component(struct ga_context *ctx, unsigned component)
{
   const int point = ga_fbo_draw_point(ctx->draw_fbo, 0);
   const struct ga_format *format = point < 0 ? NULL : ga_fbo_format(ctx, ctx->draw_fbo, (enum ga_attachment_index)point);
   if (!format || format->internal_format == GL_R11F_G11F_B10F)
      return false;
   const GLenum type = ga_format_component_type(format);
   const uint8_t bits_of[4] = {format->red, format->green, format->blue, format->alpha};
   const bool there = bits_of[component] || format->intensity || (component < 3 && format->luminance);
   return (type == GL_FLOAT || type == GL_SIGNED_NORMALIZED || type == GL_INT) && there;
}

static bool is_complete(struct ga_context *ctx)
{
   return ga_fbo_status(ctx, ctx->draw_fbo) == GL_FRAMEBUFFER_COMPLETE;
}

static GLint samples(struct ga_context *ctx)
{
   return is_complete(ctx) ? (GLint)ctx->draw_fbo->samples : 0;
}

static GLenum read_format(struct ga_context *ctx)
{
   GLenum format, type;
   ga_fbo_read_format(ctx, ctx->read_fbo, &format, &type);
   return format;
}

static GLenum read_type(struct ga_context *ctx)
{
   GLenum format, type;
   ga_fbo_read_format(ctx, ctx->read_fbo, &format, &type);
   return type;
}

/* Recommended sizes of glDrawRangeElements; any size is as fast. Programs multiply them by the size of an element in 32 bits. */
#define GA_MAX_RANGE_ELEMENTS (1 << 20)

/* All stages, and each kind of function (KHR_shader_subgroup). */
#define GA_SUBGROUP_STAGES (GL_VERTEX_SHADER_BIT | GL_TESS_CONTROL_SHADER_BIT | GL_TESS_EVALUATION_SHADER_BIT | \
                            GL_GEOMETRY_SHADER_BIT | GL_FRAGMENT_SHADER_BIT | GL_COMPUTE_SHADER_BIT)
#define GA_SUBGROUP_FEATURES (GL_SUBGROUP_FEATURE_BASIC_BIT_KHR | GL_SUBGROUP_FEATURE_VOTE_BIT_KHR | \
                              GL_SUBGROUP_FEATURE_ARITHMETIC_BIT_KHR | GL_SUBGROUP_FEATURE_BALLOT_BIT_KHR | \
                              GL_SUBGROUP_FEATURE_SHUFFLE_BIT_KHR | GL_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT_KHR | \
                              GL_SUBGROUP_FEATURE_CLUSTERED_BIT_KHR | GL_SUBGROUP_FEATURE_QUAD_BIT_KHR)

static GLint context_flags(const struct ga_context *ctx)
{
   return (ctx->debug_context ? GL_CONTEXT_FLAG_DEBUG_BIT : 0) | (ctx->robust ? GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT : 0) |
          (ctx->forward_compatible ? GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT : 0) |
          (ctx->no_error ? GL_CONTEXT_FLAG_NO_ERROR_BIT : 0);
}

static GLint profile_mask(const struct ga_context *ctx)
{
   return ga_has(ctx, GA_FEATURE_core_profile) ? GL_CONTEXT_CORE_PROFILE_BIT : GL_CONTEXT_COMPATIBILITY_PROFILE_BIT;
}

/* Front and back; the core profile has one mode for both. */
static unsigned polygon_mode_count(const struct ga_context *ctx)
{
   return ga_has(ctx, GA_FEATURE_core_profile) ? 1 : 2;
}

static GLenum compressed_format_at(struct ga_context *ctx, unsigned index)
{
   unsigned count = 0;
   for (const struct ga_format *format; (format = ga_format_compressed_at(ctx, count)); count++)
      if (count == index)
         return format->internal_format;
   return ga_has(ctx, GA_FEATURE_paletted_texture) && index - count < GA_PALETTED_FORMATS ? GL_PALETTE4_RGB8_OES + (index - count) : GL_NONE;
}

/* Components of the default block and of all uniform blocks of a stage (ES 3.0, 2.12.6). */
static GLint64 combined_components(const struct ga_context *ctx, GLint default_vectors)
{
   return (GLint64)ctx->limits.max_uniform_blocks * (ctx->limits.max_uniform_block_B / 4) + default_vectors * 4;
}

static unsigned compressed_format_count(struct ga_context *ctx)
{
   unsigned count = 0;
   while (compressed_format_at(ctx, count) != GL_NONE)
      count++;
   return count;
}

/* SPIR-V is the one format of glShaderBinary. */
static unsigned shader_format_count(const struct ga_context *ctx) { return ga_has(ctx, GA_FEATURE_spirv); }

/* ---- the compatibility profile ---- */

/* Units after those with coordinates and matrices have none to query (OpenGL 4.6 compatibility, 12.1.1). */
static bool needs_coords_unit(GLenum pname)
{
   switch (pname) {
   case GL_CURRENT_TEXTURE_COORDS: case GL_CURRENT_RASTER_TEXTURE_COORDS: case GL_TEXTURE_MATRIX: case GL_TRANSPOSE_TEXTURE_MATRIX:
   case GL_TEXTURE_STACK_DEPTH: return true;
   default: return false;
   }
}

static unsigned coords_unit(const struct ga_context *ctx)
{
   return ctx->active_unit < GA_MAX_TEXTURE_COORDS ? ctx->active_unit : 0;
}

static const GLfloat *current_coords(const struct ga_context *ctx)
{
   return ctx->attrib_current[GLSL_ATTRIB_TEX_COORD0 + coords_unit(ctx)].f;
}

static const struct ga_matrix_stack *texture_stack(const struct ga_context *ctx)
{
   return &ctx->legacy->texture[coords_unit(ctx)];
}

/* The stack of glMatrixMode; a unit without coordinates has that of unit 0. */
static const struct ga_matrix_stack *current_stack(struct ga_context *ctx)
{
   uint32_t dirty;
   const struct ga_matrix_stack *stack = ga_matrix_current(ctx, &dirty);
   return stack ? stack : texture_stack(ctx);
}

static const GLfloat *current_matrix(struct ga_context *ctx)
{
   return ga_matrix_top(current_stack(ctx));
}

struct client_array { const struct ga_vertex_attrib *attrib; const struct ga_buffer *buffer; bool enabled; };

static struct client_array client_array(const struct ga_context *ctx, GLenum array)
{
   struct client_array result;
   result.attrib = ga_client_array(ctx, array, &result.enabled, &result.buffer);
   return result;
}

#include "gl-api/ga_get_values.h"

/* ---- commands -------------------------------------------------------------------------------------------------------------- */

static void get(struct ga_context *ctx, GLenum pname, int type, void *params, const char *command)
{
   struct sink sink = {.type = type, .params = params};
   /* ES 2.0, 4.3.1: the format and type of ReadPixels cannot be queried while the framebuffer cannot be read. */
   if ((pname == GL_IMPLEMENTATION_COLOR_READ_FORMAT || pname == GL_IMPLEMENTATION_COLOR_READ_TYPE) &&
       ga_fbo_status(ctx, ctx->read_fbo) != GL_FRAMEBUFFER_COMPLETE)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s of an incomplete framebuffer", command, ga_enum_name(pname));
   else if (ctx->legacy && ctx->active_unit >= GA_MAX_TEXTURE_COORDS && needs_coords_unit(pname))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s: active texture unit %u has no coordinates; %u units have", command, ga_enum_name(pname),
               ctx->active_unit, GA_MAX_TEXTURE_COORDS);
   else if (!fetch(ctx, pname, &sink))
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
}

void ga_GetBooleanv(struct ga_context *ctx, GLenum pname, GLboolean *params)
{
   get(ctx, pname, SINK_BOOLEAN, params, "glGetBooleanv");
}

void ga_GetIntegerv(struct ga_context *ctx, GLenum pname, GLint *params)
{
   get(ctx, pname, SINK_INT, params, "glGetIntegerv");
}

void ga_GetInteger64v(struct ga_context *ctx, GLenum pname, GLint64 *params)
{
   get(ctx, pname, SINK_INT64, params, "glGetInteger64v");
}

void ga_GetFloatv(struct ga_context *ctx, GLenum pname, GLfloat *params)
{
   get(ctx, pname, SINK_FLOAT, params, "glGetFloatv");
}

void ga_GetDoublev(struct ga_context *ctx, GLenum pname, GLdouble *params)
{
   get(ctx, pname, SINK_DOUBLE, params, "glGetDoublev");
}

void ga_GetFixedv(struct ga_context *ctx, GLenum pname, GLfixed *params)
{
   get(ctx, pname, SINK_FIXED, params, "glGetFixedv");
}

void ga_GetUnsignedBytevEXT(struct ga_context *ctx, GLenum pname, GLubyte *data)
{
   get(ctx, pname, SINK_UBYTE, data, "glGetUnsignedBytevEXT");
}

/* ---- indexed values (GL 4.6, 22.1) ----------------------------------------------------------------------------------------- */

/* Values to which EXT_direct_state_access gives an index (6.1.1): that of glGet for `pname` while the selector is first + index. */
struct selected { unsigned *selector, first; GLuint limit; GLenum pname; };

static struct selected selected_value(struct ga_context *ctx, GLenum pname)
{
   if (!ga_has(ctx, GA_FEATURE_direct_state_access_ext))
      return (struct selected){0};
   switch (pname) {
   case GL_CURRENT_RASTER_TEXTURE_COORDS: case GL_CURRENT_TEXTURE_COORDS: case GL_CURRENT_MATRIX_ARB: case GL_CURRENT_MATRIX_STACK_DEPTH_ARB:
   case GL_TEXTURE_MATRIX: case GL_TRANSPOSE_TEXTURE_MATRIX: case GL_TEXTURE_STACK_DEPTH:
      return (struct selected){&ctx->active_unit, 0, GA_MAX_TEXTURE_COORDS, pname};
   case GL_TEXTURE_GEN_S: case GL_TEXTURE_GEN_T: case GL_TEXTURE_GEN_R: case GL_TEXTURE_GEN_Q:
   case GL_TEXTURE_1D: case GL_TEXTURE_2D: case GL_TEXTURE_3D: case GL_TEXTURE_CUBE_MAP: case GL_TEXTURE_RECTANGLE:
   case GL_TEXTURE_BUFFER_DATA_STORE_BINDING: case GL_TEXTURE_BUFFER_FORMAT_ARB:
      return (struct selected){&ctx->active_unit, 0, (GLuint)ctx->limits.max_combined_texture_units, pname};
   case GL_TEXTURE_COORD_ARRAY: case GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING: case GL_TEXTURE_COORD_ARRAY_COUNT_EXT:
   case GL_TEXTURE_COORD_ARRAY_SIZE: case GL_TEXTURE_COORD_ARRAY_STRIDE: case GL_TEXTURE_COORD_ARRAY_TYPE:
      return (struct selected){&ctx->legacy->client_unit, 0, GA_MAX_TEXTURE_COORDS, pname};
   case GL_PROGRAM_MATRIX_EXT:
      return (struct selected){&ctx->legacy->transform.matrix_mode, GL_MATRIX0_ARB, AP_MAX_MATRICES, GL_CURRENT_MATRIX_ARB};
   case GL_TRANSPOSE_PROGRAM_MATRIX_EXT:
      return (struct selected){&ctx->legacy->transform.matrix_mode, GL_MATRIX0_ARB, AP_MAX_MATRICES, GL_TRANSPOSE_CURRENT_MATRIX_ARB};
   case GL_PROGRAM_MATRIX_STACK_DEPTH_EXT:
      return (struct selected){&ctx->legacy->transform.matrix_mode, GL_MATRIX0_ARB, AP_MAX_MATRICES, GL_CURRENT_MATRIX_STACK_DEPTH_ARB};
   default: return (struct selected){0};
   }
}

/* As fetch_indexed. */
static void fetch_selected(struct ga_context *ctx, GLenum pname, GLuint index, struct sink *sink, GLuint *limit)
{
   const struct selected value = selected_value(ctx, pname);
   *limit = value.limit;
   if (index >= value.limit)
      return;
   const unsigned before = *value.selector;
   *value.selector = value.first + index;
   fetch(ctx, value.pname, sink);
   *value.selector = before;
}

static void get_indexed(struct ga_context *ctx, GLenum pname, GLuint index, int type, void *params, const char *command)
{
   struct sink sink = {.type = type, .params = params};
   GLuint limit;
   fetch_indexed(ctx, pname, index, &sink, &limit);
   if (limit == 0)
      fetch_selected(ctx, pname, index, &sink, &limit);
   if (limit == 0)
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   else if (index >= limit)
      ga_error(ctx, GL_INVALID_VALUE, "%s: index %u of %s must be less than %u", command, index, ga_enum_name(pname), limit);
}

void ga_GetBooleani_v(struct ga_context *ctx, GLenum pname, GLuint index, GLboolean *data)
{
   get_indexed(ctx, pname, index, SINK_BOOLEAN, data, "glGetBooleani_v");
}

void ga_GetIntegeri_v(struct ga_context *ctx, GLenum pname, GLuint index, GLint *data)
{
   get_indexed(ctx, pname, index, SINK_INT, data, "glGetIntegeri_v");
}

void ga_GetInteger64i_v(struct ga_context *ctx, GLenum pname, GLuint index, GLint64 *data)
{
   get_indexed(ctx, pname, index, SINK_INT64, data, "glGetInteger64i_v");
}

void ga_GetFloati_v(struct ga_context *ctx, GLenum pname, GLuint index, GLfloat *data)
{
   get_indexed(ctx, pname, index, SINK_FLOAT, data, "glGetFloati_v");
}

void ga_GetDoublei_v(struct ga_context *ctx, GLenum pname, GLuint index, GLdouble *data)
{
   get_indexed(ctx, pname, index, SINK_DOUBLE, data, "glGetDoublei_v");
}

void ga_GetUnsignedBytei_vEXT(struct ga_context *ctx, GLenum target, GLuint index, GLubyte *data)
{
   get_indexed(ctx, target, index, SINK_UBYTE, data, "glGetUnsignedBytei_vEXT");
}

/* ---- pointers ---- */

void ga_GetPointerv(struct ga_context *ctx, GLenum pname, void **params)
{
   if (ctx->legacy && ga_client_pointer(ctx, pname, params))
      return;
   if (pname != GL_DEBUG_CALLBACK_FUNCTION && pname != GL_DEBUG_CALLBACK_USER_PARAM) {
      ga_error(ctx, GL_INVALID_ENUM, "glGetPointerv: %s is not accepted by this command", ga_enum_name(pname));
      return;
   }
   *params = ga_debug_pointer(ctx->debug, pname);
}
