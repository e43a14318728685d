/* ga_vertex_format.c: types of vertex attributes (ES 2.0, table 2.4; GL 4.6, table 10.3): a row per type with the pipe formats of
 * each class. */
#include "gl-api/object/ga_vertex_format.h"

#include "state/pipe_format_float.h"

#define SIZES(bits, suffix) {PIPE_FORMAT_R##bits##_##suffix, PIPE_FORMAT_R##bits##G##bits##_##suffix, \
                             PIPE_FORMAT_R##bits##G##bits##B##bits##_##suffix,                       \
                             PIPE_FORMAT_R##bits##G##bits##B##bits##A##bits##_##suffix}
#define NONE {0, 0, 0, 0}
#define FOUR(format) {0, 0, 0, PIPE_FORMAT_##format}
#define EVERY GA_FEATURE_COUNT

struct row {
   GLenum type;
   enum ga_feature feature;      /* that brings the type; EVERY: all contexts have it */
   uint8_t component_B;          /* 0: packed, 4 bytes together */
   uint16_t format[4][4];        /* by class, by components - 1; 0: not allowed */
};

static const struct row rows[] = {
   {GL_FLOAT, EVERY, 4, {SIZES(32, FLOAT), SIZES(32, FLOAT), NONE, NONE}},
   {GL_BYTE, EVERY, 1, {SIZES(8, SSCALED), SIZES(8, SNORM), SIZES(8, SINT), NONE}},
   {GL_UNSIGNED_BYTE, EVERY, 1, {SIZES(8, USCALED), SIZES(8, UNORM), SIZES(8, UINT), NONE}},
   {GL_SHORT, EVERY, 2, {SIZES(16, SSCALED), SIZES(16, SNORM), SIZES(16, SINT), NONE}},
   {GL_UNSIGNED_SHORT, EVERY, 2, {SIZES(16, USCALED), SIZES(16, UNORM), SIZES(16, UINT), NONE}},
   {GL_INT, GA_FEATURE_vertex_attrib_int_types, 4, {SIZES(32, SSCALED), SIZES(32, SNORM), SIZES(32, SINT), NONE}},
   {GL_UNSIGNED_INT, GA_FEATURE_vertex_attrib_int_types, 4, {SIZES(32, USCALED), SIZES(32, UNORM), SIZES(32, UINT), NONE}},
   {GL_FIXED, GA_FEATURE_es2_compatibility, 4, {SIZES(32, FIXED), SIZES(32, FIXED), NONE, NONE}},
   {GL_FIXED, GA_FEATURE_fixed_point, 4, {SIZES(32, FIXED), SIZES(32, FIXED), NONE, NONE}},
   {GL_HALF_FLOAT_OES, GA_FEATURE_vertex_half_float, 2, {SIZES(16, FLOAT), SIZES(16, FLOAT), NONE, NONE}},
   {GL_HALF_FLOAT, GA_FEATURE_vertex_attrib_int_types, 2, /* not of OES_vertex_half_float: it came with ES 3.0, too */
    {SIZES(16, FLOAT), SIZES(16, FLOAT), NONE, NONE}},
   {GL_DOUBLE, GA_FEATURE_vertex_attrib_double, 8, {SIZES(64, FLOAT), SIZES(64, FLOAT), NONE, NONE}},
   {GL_DOUBLE, GA_FEATURE_vertex_attrib_64bit, 8, {NONE, NONE, NONE, SIZES(64, FLOAT)}},
   {GL_UNSIGNED_INT64_ARB, GA_FEATURE_bindless_texture, 8, {NONE, NONE, NONE, {PIPE_FORMAT_R32G32_UINT, 0, 0, 0}}}, /* a handle */
   {GL_INT_2_10_10_10_REV, GA_FEATURE_vertex_type_2_10_10_10_rev, 0,
    {FOUR(R10G10B10A2_SSCALED), FOUR(R10G10B10A2_SNORM), NONE, NONE}},
   {GL_UNSIGNED_INT_2_10_10_10_REV, GA_FEATURE_vertex_type_2_10_10_10_rev, 0,
    {FOUR(R10G10B10A2_USCALED), FOUR(R10G10B10A2_UNORM), NONE, NONE}},
   {GL_UNSIGNED_INT_10F_11F_11F_REV, GA_FEATURE_vertex_type_10f_11f_11f_rev, 0,
    {{0, 0, PIPE_FORMAT_R11G11B10_FLOAT, 0}, {0, 0, PIPE_FORMAT_R11G11B10_FLOAT, 0}, NONE, NONE}},
};

/* Normalized types that may have their components in the order blue, green, red, alpha. */
static enum pipe_format bgra_format(GLenum type)
{
   switch (type) {
   case GL_UNSIGNED_BYTE: return PIPE_FORMAT_B8G8R8A8_UNORM;
   case GL_INT_2_10_10_10_REV: return PIPE_FORMAT_B10G10R10A2_SNORM;
   case GL_UNSIGNED_INT_2_10_10_10_REV: return PIPE_FORMAT_B10G10R10A2_UNORM;
   default: return PIPE_FORMAT_NONE;
   }
}

static const struct row *find(const struct ga_context *ctx, GLenum type, enum ga_vertex_class class)
{
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      const struct row *row = &rows[i];
      const uint16_t *formats = row->format[class];
      if (row->type == type && (formats[0] || formats[2] || formats[3]) && (row->feature == EVERY || ga_has(ctx, row->feature)))
         return row;
   }
   return NULL;
}

enum ga_vertex_format_result ga_vertex_format(const struct ga_context *ctx, GLint size, GLenum type, enum ga_vertex_class class,
                                              struct ga_vertex_format *out)
{
   bool bgra = size == GL_BGRA && ga_has(ctx, GA_FEATURE_vertex_array_bgra) &&
               (class == GA_VERTEX_FLOAT || class == GA_VERTEX_NORMALIZED);
   const struct row *row = find(ctx, type, class);
   if (!row)
      return GA_VERTEX_FORMAT_TYPE;
   if (!bgra && (size < 1 || size > 4))
      return GA_VERTEX_FORMAT_SIZE;
   unsigned components = bgra ? 4 : (unsigned)size;
   enum pipe_format format = row->format[class][components - 1];
   if (bgra)
      format = class == GA_VERTEX_NORMALIZED ? bgra_format(type) : PIPE_FORMAT_NONE;
   if (format == PIPE_FORMAT_NONE)
      return GA_VERTEX_FORMAT_MIXED;
   *out = (struct ga_vertex_format){.type = type, .size = size, .class = class, .format = format,
                                    .size_B = row->component_B ? row->component_B * components : 4};
   return GA_VERTEX_FORMAT_OK;
}

/* ---- packed values ---------------------------------------------------------------------------------------------------------- */

/* The field of `bits` bits from `shift` on as a signed number. */
static GLint signed_field(GLuint value, unsigned shift, unsigned bits)
{
   return (GLint)(value << (32 - shift - bits)) >> (32 - bits);
}

static GLfloat packed_field(GLenum type, bool normalized, GLuint value, unsigned shift, unsigned bits)
{
   if (type == GL_INT_2_10_10_10_REV) {
      const GLint field = signed_field(value, shift, bits);
      return normalized ? ga_snorm(field, bits) : (GLfloat)field;
   }
   const GLuint field = value >> shift & ((1u << bits) - 1);
   return normalized ? ga_unorm(field, bits) : (GLfloat)field;
}

void ga_vertex_unpack(GLenum type, bool normalized, unsigned components, GLuint value, GLfloat out[4])
{
   const bool floats = type == GL_UNSIGNED_INT_10F_11F_11F_REV;
   out[0] = out[1] = out[2] = 0;
   out[3] = 1;
   for (unsigned i = 0; i < components && !floats; i++)
      out[i] = packed_field(type, normalized, value, i * 10, i < 3 ? 10 : 2);
   for (unsigned i = 0; i < components && i < 3 && floats; i++)
      out[i] = pipe_ufloat_to_float(value >> (i * 11) & (i < 2 ? 0x7ff : 0x3ff), i < 2 ? 6 : 5);
}
