/* ga_client_arrays.c: arrays of conventional attributes (GL 2.1, 2.8). They are attributes of the vertex array object after
 * the generic ones. */
#include "gl-api/legacy/ga_legacy.h"

#include <string.h>

#include "gl-api/command/ga_draw.h"
#include "gl-api/legacy/ga_legacy_params.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_vertex_format.h"

enum type_bit { T_BYTE = 1, T_UBYTE = 2, T_SHORT = 4, T_USHORT = 8, T_INT = 16, T_UINT = 32, T_FLOAT = 64, T_DOUBLE = 128, T_HALF = 256,
   T_PACKED = 512, T_FIXED = 1024 };

struct row { GLenum array, pointer; uint8_t slot, least, most; bool normalized; uint16_t types; };

/* GL 2.1, table 2.4; half floats since 3.0, packed types since 3.3. */
static const struct row compat_rows[] = {
   {GL_VERTEX_ARRAY, GL_VERTEX_ARRAY_POINTER, GLSL_ATTRIB_VERTEX, 2, 4, false, T_SHORT | T_INT | T_FLOAT | T_DOUBLE | T_HALF | T_PACKED},
   {GL_NORMAL_ARRAY, GL_NORMAL_ARRAY_POINTER, GLSL_ATTRIB_NORMAL, 3, 3, true,
    T_BYTE | T_SHORT | T_INT | T_FLOAT | T_DOUBLE | T_HALF | T_PACKED},
   {GL_COLOR_ARRAY, GL_COLOR_ARRAY_POINTER, GLSL_ATTRIB_COLOR, 3, 4, true, 1023},
   {GL_SECONDARY_COLOR_ARRAY, GL_SECONDARY_COLOR_ARRAY_POINTER, GLSL_ATTRIB_SECONDARY_COLOR, 3, 3, true, 1023},
   {GL_FOG_COORD_ARRAY, GL_FOG_COORD_ARRAY_POINTER, GLSL_ATTRIB_FOG_COORD, 1, 1, false, T_FLOAT | T_DOUBLE | T_HALF},
   {GL_INDEX_ARRAY, GL_INDEX_ARRAY_POINTER, GLSL_ATTRIB_INDEX, 1, 1, false, T_UBYTE | T_SHORT | T_INT | T_FLOAT | T_DOUBLE},
   {GL_EDGE_FLAG_ARRAY, GL_EDGE_FLAG_ARRAY_POINTER, GLSL_ATTRIB_EDGE_FLAG, 1, 1, false, T_UBYTE},
   {GL_TEXTURE_COORD_ARRAY, GL_TEXTURE_COORD_ARRAY_POINTER, GLSL_ATTRIB_TEX_COORD0, 1, 4, false,
    T_SHORT | T_INT | T_FLOAT | T_DOUBLE | T_HALF | T_PACKED},
};
/* ES 1.1, table 2.4; OES_point_size_array. */
static const struct row es1_rows[] = {
   {GL_VERTEX_ARRAY, GL_VERTEX_ARRAY_POINTER, GLSL_ATTRIB_VERTEX, 2, 4, false, T_BYTE | T_SHORT | T_FIXED | T_FLOAT},
   {GL_NORMAL_ARRAY, GL_NORMAL_ARRAY_POINTER, GLSL_ATTRIB_NORMAL, 3, 3, true, T_BYTE | T_SHORT | T_FIXED | T_FLOAT},
   {GL_COLOR_ARRAY, GL_COLOR_ARRAY_POINTER, GLSL_ATTRIB_COLOR, 4, 4, true, T_UBYTE | T_FIXED | T_FLOAT},
   {GL_POINT_SIZE_ARRAY_OES, GL_POINT_SIZE_ARRAY_POINTER_OES, GA_POINT_SIZE_ATTRIB, 1, 1, false, T_FIXED | T_FLOAT},
   {GL_TEXTURE_COORD_ARRAY, GL_TEXTURE_COORD_ARRAY_POINTER, GLSL_ATTRIB_TEX_COORD0, 2, 4, false, T_BYTE | T_SHORT | T_FIXED | T_FLOAT},
};

/* The rows of the context; *end is after the last. */
static const struct row *rows_of(const struct ga_context *ctx, const struct row **end)
{
   const bool es1 = ga_has(ctx, GA_FEATURE_es1);
   *end = es1 ? es1_rows + sizeof(es1_rows) / sizeof(es1_rows[0]) : compat_rows + sizeof(compat_rows) / sizeof(compat_rows[0]);
   return es1 ? es1_rows : compat_rows;
}

static unsigned bit_of(const struct ga_context *ctx, GLenum type)
{
   switch (type) {
   case GL_BYTE: return T_BYTE;
   case GL_UNSIGNED_BYTE: return T_UBYTE;
   case GL_SHORT: return T_SHORT;
   case GL_UNSIGNED_SHORT: return T_USHORT;
   case GL_INT: return T_INT;
   case GL_UNSIGNED_INT: return T_UINT;
   case GL_FLOAT: return T_FLOAT;
   case GL_DOUBLE: return T_DOUBLE;
   case GL_HALF_FLOAT: return T_HALF;
   case GL_FIXED: return T_FIXED;
   case GL_INT_2_10_10_10_REV: case GL_UNSIGNED_INT_2_10_10_10_REV:
      return ga_has(ctx, GA_FEATURE_vertex_type_2_10_10_10_rev) ? T_PACKED : 0;
   default: return 0;
   }
}

static const struct row *find(const struct ga_context *ctx, GLenum array)
{
   const struct row *end;
   for (const struct row *row = rows_of(ctx, &end); row < end; row++)
      if (row->array == array)
         return row;
   return NULL;
}

static unsigned slot_of(const struct ga_context *ctx, const struct row *row)
{
   return row->slot + (row->array == GL_TEXTURE_COORD_ARRAY ? ctx->legacy->client_unit : 0);
}

/* ---- pointers -------------------------------------------------------------------------------------------------------------- */

static void set_pointer(struct ga_context *ctx, GLenum array, GLint size, GLenum type, GLsizei stride, const void *pointer,
                        const char *command)
{
   const struct row *row = find(ctx, array);
   struct ga_vertex_format format;
   const bool packed = ga_is_2_10_10_10(type);
   const bool bgra = size == GL_BGRA && row->normalized && row->array != GL_NORMAL_ARRAY && ga_has(ctx, GA_FEATURE_vertex_array_bgra);
   const bool normalized = row->normalized && type != GL_FLOAT && type != GL_DOUBLE && type != GL_HALF_FLOAT && type != GL_FIXED;
   /* Packed values have four components; normals and secondary colours ignore the last one. */
   const GLint memory_size = packed && row->most == 3 && size == 3 ? 4 : size;
   if (!(row->types & bit_of(ctx, type)))
      ga_error(ctx, GL_INVALID_ENUM, "%s: type %s is not accepted by this command", command, ga_enum_name(type));
   else if (((size < row->least || size > row->most) && !bgra) || stride < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: size %d is not one that the array takes, or stride %d is negative", command, size,
               stride);
   else if (bgra ? type != GL_UNSIGNED_BYTE && !packed : packed && memory_size != 4) /* GL 4.6 compatibility, 10.3.1 */
      ga_error(ctx, GL_INVALID_OPERATION, "%s: size %d of type %s", command, size, ga_enum_name(type));
   else if (ga_vertex_format(ctx, memory_size, type, normalized ? GA_VERTEX_NORMALIZED : GA_VERTEX_FLOAT, &format) != GA_VERTEX_FORMAT_OK)
      ga_error(ctx, GL_INVALID_ENUM, "%s: size %d, type %s", command, size, ga_enum_name(type));
   else if (ctx->vao->name && !ctx->buffer[GA_BUFFER_ARRAY] && pointer)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: client memory in vertex array object %u", command, ctx->vao->name);
   else {
      format.size = size;
      ga_vao_pointer(ctx, ctx->vao, slot_of(ctx, row), &format, stride, pointer, ctx->buffer[GA_BUFFER_ARRAY]);
   }
}

void ga_VertexPointer(struct ga_context *ctx, GLint size, GLenum type, GLsizei stride, const void *pointer)
{
   set_pointer(ctx, GL_VERTEX_ARRAY, size, type, stride, pointer, "glVertexPointer");
}

void ga_NormalPointer(struct ga_context *ctx, GLenum type, GLsizei stride, const void *pointer)
{
   set_pointer(ctx, GL_NORMAL_ARRAY, 3, type, stride, pointer, "glNormalPointer");
}

void ga_ColorPointer(struct ga_context *ctx, GLint size, GLenum type, GLsizei stride, const void *pointer)
{
   set_pointer(ctx, GL_COLOR_ARRAY, size, type, stride, pointer, "glColorPointer");
}

void ga_SecondaryColorPointer(struct ga_context *ctx, GLint size, GLenum type, GLsizei stride, const void *pointer)
{
   set_pointer(ctx, GL_SECONDARY_COLOR_ARRAY, size, type, stride, pointer, "glSecondaryColorPointer");
}

void ga_FogCoordPointer(struct ga_context *ctx, GLenum type, GLsizei stride, const void *pointer)
{
   set_pointer(ctx, GL_FOG_COORD_ARRAY, 1, type, stride, pointer, "glFogCoordPointer");
}

void ga_IndexPointer(struct ga_context *ctx, GLenum type, GLsizei stride, const void *pointer)
{
   set_pointer(ctx, GL_INDEX_ARRAY, 1, type, stride, pointer, "glIndexPointer");
}

void ga_EdgeFlagPointer(struct ga_context *ctx, GLsizei stride, const void *pointer)
{
   set_pointer(ctx, GL_EDGE_FLAG_ARRAY, 1, GL_UNSIGNED_BYTE, stride, pointer, "glEdgeFlagPointer");
}

void ga_TexCoordPointer(struct ga_context *ctx, GLint size, GLenum type, GLsizei stride, const void *pointer)
{
   set_pointer(ctx, GL_TEXTURE_COORD_ARRAY, size, type, stride, pointer, "glTexCoordPointer");
}

void ga_PointSizePointerOES(struct ga_context *ctx, GLenum type, GLsizei stride, const void *pointer)
{
   set_pointer(ctx, GL_POINT_SIZE_ARRAY_OES, 1, type, stride, pointer, "glPointSizePointerOES");
}

/* ---- enabling -------------------------------------------------------------------------------------------------------------- */

void ga_ClientActiveTexture(struct ga_context *ctx, GLenum texture)
{
   if (texture < GL_TEXTURE0 || texture >= GL_TEXTURE0 + GA_MAX_TEXTURE_COORDS)
      ga_error(ctx, GL_INVALID_ENUM, "glClientActiveTexture: %s is not accepted by this command", ga_enum_name(texture));
   else
      ctx->legacy->client_unit = texture - GL_TEXTURE0;
}

static void enable(struct ga_context *ctx, GLenum array, bool value, const char *command)
{
   const struct row *row = find(ctx, array);
   if (row)
      ga_client_array_enable(ctx, array, value);
   else if (array == GL_PRIMITIVE_RESTART_NV && ga_has(ctx, GA_FEATURE_nv_primitive_restart))
      ctx->cap_restart = value;
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(array));
}

void ga_EnableClientState(struct ga_context *ctx, GLenum array)
{
   enable(ctx, array, true, "glEnableClientState");
}

void ga_DisableClientState(struct ga_context *ctx, GLenum array)
{
   enable(ctx, array, false, "glDisableClientState");
}

/* For ga_enable.csv. */
bool ga_client_array_enabled(const struct ga_context *ctx, GLenum array)
{
   return ctx->vao->enabled >> slot_of(ctx, find(ctx, array)) & 1;
}

void ga_client_array_enable(struct ga_context *ctx, GLenum array, bool value)
{
   ga_vao_enable(ctx, ctx->vao, slot_of(ctx, find(ctx, array)), value);
   if (array == GL_POINT_SIZE_ARRAY_OES)
      ctx->dirty |= GA_DIRTY_FIXED_FUNCTION | GA_DIRTY_RASTER; /* a key of the vertex stage has it */
}

/* For ga_get.csv. */
const struct ga_vertex_attrib *ga_client_array(const struct ga_context *ctx, GLenum array, bool *enabled, const struct ga_buffer **buffer)
{
   const unsigned slot = slot_of(ctx, find(ctx, array));
   const struct ga_vertex_attrib *attrib = &ctx->vao->attrib[slot];
   *enabled = ctx->vao->enabled >> slot & 1;
   *buffer = ctx->vao->binding[attrib->binding].buffer;
   return attrib;
}

bool ga_client_pointer(const struct ga_context *ctx, GLenum pname, void **pointer)
{
   const struct row *end;
   for (const struct row *row = rows_of(ctx, &end); row < end; row++) {
      if (row->pointer != pname)
         continue;
      *pointer = (void *)ctx->vao->attrib[slot_of(ctx, row)].pointer;
      return true;
   }
   return false;
}

/* ---- interleaved arrays (GL 2.1, table 2.5) -------------------------------------------------------------------------------- */

void ga_InterleavedArrays(struct ga_context *ctx, GLenum format, GLsizei stride, const void *pointer)
{
   enum { F = sizeof(GLfloat), C = 4 };
   /* texture, colour, normal, vertex: components (0: none); offsets of colour, normal, vertex; size. Colours of four are bytes unless
    * `wide`. */
   static const struct { GLenum format; uint8_t tex, color, normal, vertex, wide, color_B, normal_B, vertex_B, size_B; } table[] = {
      {GL_V2F, 0, 0, 0, 2, 0, 0, 0, 0, 2 * F}, {GL_V3F, 0, 0, 0, 3, 0, 0, 0, 0, 3 * F},
      {GL_C4UB_V2F, 0, 4, 0, 2, 0, 0, 0, C, C + 2 * F}, {GL_C4UB_V3F, 0, 4, 0, 3, 0, 0, 0, C, C + 3 * F},
      {GL_C3F_V3F, 0, 3, 0, 3, 1, 0, 0, 3 * F, 6 * F}, {GL_N3F_V3F, 0, 0, 3, 3, 0, 0, 0, 3 * F, 6 * F},
      {GL_C4F_N3F_V3F, 0, 4, 3, 3, 1, 0, 4 * F, 7 * F, 10 * F}, {GL_T2F_V3F, 2, 0, 0, 3, 0, 0, 0, 2 * F, 5 * F},
      {GL_T4F_V4F, 4, 0, 0, 4, 0, 0, 0, 4 * F, 8 * F}, {GL_T2F_C4UB_V3F, 2, 4, 0, 3, 0, 2 * F, 0, C + 2 * F, C + 5 * F},
      {GL_T2F_C3F_V3F, 2, 3, 0, 3, 1, 2 * F, 0, 5 * F, 8 * F}, {GL_T2F_N3F_V3F, 2, 0, 3, 3, 0, 0, 2 * F, 5 * F, 8 * F},
      {GL_T2F_C4F_N3F_V3F, 2, 4, 3, 3, 1, 2 * F, 6 * F, 9 * F, 12 * F},
      {GL_T4F_C4F_N3F_V4F, 4, 4, 3, 4, 1, 4 * F, 8 * F, 11 * F, 15 * F},
   };
   static const char command[] = "glInterleavedArrays";
   unsigned i = 0;
   while (i < sizeof(table) / sizeof(table[0]) && table[i].format != format)
      i++;
   if (i == sizeof(table) / sizeof(table[0])) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(format));
      return;
   }
   if (stride < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: stride %d is negative", command, stride);
      return;
   }
   const char *at = pointer;
   stride = stride ? stride : table[i].size_B;
   enable(ctx, GL_EDGE_FLAG_ARRAY, false, command);
   enable(ctx, GL_INDEX_ARRAY, false, command);
   enable(ctx, GL_SECONDARY_COLOR_ARRAY, false, command);
   enable(ctx, GL_FOG_COORD_ARRAY, false, command);
   enable(ctx, GL_TEXTURE_COORD_ARRAY, table[i].tex, command);
   enable(ctx, GL_COLOR_ARRAY, table[i].color, command);
   enable(ctx, GL_NORMAL_ARRAY, table[i].normal, command);
   enable(ctx, GL_VERTEX_ARRAY, true, command);
   if (table[i].tex)
      set_pointer(ctx, GL_TEXTURE_COORD_ARRAY, table[i].tex, GL_FLOAT, stride, at, command);
   if (table[i].color)
      set_pointer(ctx, GL_COLOR_ARRAY, table[i].color, table[i].wide ? GL_FLOAT : GL_UNSIGNED_BYTE, stride, at + table[i].color_B, command);
   if (table[i].normal)
      set_pointer(ctx, GL_NORMAL_ARRAY, 3, GL_FLOAT, stride, at + table[i].normal_B, command);
   set_pointer(ctx, GL_VERTEX_ARRAY, table[i].vertex, GL_FLOAT, stride, at + table[i].vertex_B, command);
}
