/* link_types.c: SPIR-V types as GL enums, as text, and compared across modules. */
#include "gl-api/glsl/link_types.h"

#include <stdio.h>
#include <string.h>

#include "gl-api/tables/ga_gl.h"

/* [base][components - 1] */
static const uint32_t vector_types[7][4] = {
   [GLSL_FLOAT] = { GL_FLOAT, GL_FLOAT_VEC2, GL_FLOAT_VEC3, GL_FLOAT_VEC4 },
   [GLSL_INT] = { GL_INT, GL_INT_VEC2, GL_INT_VEC3, GL_INT_VEC4 },
   [GLSL_UINT] = { GL_UNSIGNED_INT, GL_UNSIGNED_INT_VEC2, GL_UNSIGNED_INT_VEC3, GL_UNSIGNED_INT_VEC4 },
   [GLSL_BOOL] = { GL_BOOL, GL_BOOL_VEC2, GL_BOOL_VEC3, GL_BOOL_VEC4 },
   [GLSL_DOUBLE] = { GL_DOUBLE, GL_DOUBLE_VEC2, GL_DOUBLE_VEC3, GL_DOUBLE_VEC4 },
   [GLSL_INT64] = { GL_INT64_ARB, GL_INT64_VEC2_ARB, GL_INT64_VEC3_ARB, GL_INT64_VEC4_ARB },
   [GLSL_UINT64] = { GL_UNSIGNED_INT64_ARB, GL_UNSIGNED_INT64_VEC2_ARB, GL_UNSIGNED_INT64_VEC3_ARB, GL_UNSIGNED_INT64_VEC4_ARB },
};

/* [columns - 2][rows - 2] */
static const uint32_t matrix_types[3][3] = {
   { GL_FLOAT_MAT2, GL_FLOAT_MAT2x3, GL_FLOAT_MAT2x4 },
   { GL_FLOAT_MAT3x2, GL_FLOAT_MAT3, GL_FLOAT_MAT3x4 },
   { GL_FLOAT_MAT4x2, GL_FLOAT_MAT4x3, GL_FLOAT_MAT4 },
};

/* [columns - 2][rows - 2] */
static const uint32_t double_matrix_types[3][3] = {
   { GL_DOUBLE_MAT2, GL_DOUBLE_MAT2x3, GL_DOUBLE_MAT2x4 },
   { GL_DOUBLE_MAT3x2, GL_DOUBLE_MAT3, GL_DOUBLE_MAT3x4 },
   { GL_DOUBLE_MAT4x2, GL_DOUBLE_MAT4x3, GL_DOUBLE_MAT4 },
};

/* Samplers and images with float, int and unsigned texels; "i" and "u" precede the name. depth: the operand of OpTypeImage. */
enum { COLOR, DEPTH, EXTERNAL };
struct opaque { uint8_t dim; bool image, arrayed, ms; uint8_t depth; uint32_t type[3]; const char *name; };
static const struct opaque opaques[] = {
#define S(dim, arrayed, ms, id, name) { SpvDim##dim, false, arrayed, ms, COLOR, \
      { GL_SAMPLER_##id, GL_INT_SAMPLER_##id, GL_UNSIGNED_INT_SAMPLER_##id }, "sampler" name }
#define SHADOW(dim, arrayed, id, name) { SpvDim##dim, false, arrayed, false, DEPTH, \
      { GL_SAMPLER_##id##_SHADOW, GL_NONE, GL_NONE }, "sampler" name "Shadow" }
#define I(dim, arrayed, ms, id, name) { SpvDim##dim, true, arrayed, ms, COLOR, \
      { GL_IMAGE_##id, GL_INT_IMAGE_##id, GL_UNSIGNED_INT_IMAGE_##id }, "image" name }
   S(1D, false, false, 1D, "1D"), S(2D, false, false, 2D, "2D"), S(3D, false, false, 3D, "3D"),
   S(Cube, false, false, CUBE, "Cube"), S(Rect, false, false, 2D_RECT, "2DRect"), S(Buffer, false, false, BUFFER, "Buffer"),
   S(1D, true, false, 1D_ARRAY, "1DArray"), S(2D, true, false, 2D_ARRAY, "2DArray"),
   S(Cube, true, false, CUBE_MAP_ARRAY, "CubeArray"), S(2D, false, true, 2D_MULTISAMPLE, "2DMS"),
   S(2D, true, true, 2D_MULTISAMPLE_ARRAY, "2DMSArray"),
   SHADOW(1D, false, 1D, "1D"), SHADOW(2D, false, 2D, "2D"), SHADOW(Cube, false, CUBE, "Cube"),
   SHADOW(Rect, false, 2D_RECT, "2DRect"), SHADOW(1D, true, 1D_ARRAY, "1DArray"), SHADOW(2D, true, 2D_ARRAY, "2DArray"),
   SHADOW(Cube, true, CUBE_MAP_ARRAY, "CubeArray"),
   { SpvDim2D, false, false, false, EXTERNAL, { GL_SAMPLER_EXTERNAL_OES, GL_NONE, GL_NONE }, "samplerExternalOES" },
   I(1D, false, false, 1D, "1D"), I(2D, false, false, 2D, "2D"), I(3D, false, false, 3D, "3D"),
   I(Cube, false, false, CUBE, "Cube"), I(Rect, false, false, 2D_RECT, "2DRect"), I(Buffer, false, false, BUFFER, "Buffer"),
   I(1D, true, false, 1D_ARRAY, "1DArray"), I(2D, true, false, 2D_ARRAY, "2DArray"),
   I(Cube, true, false, CUBE_MAP_ARRAY, "CubeArray"), I(2D, false, true, 2D_MULTISAMPLE, "2DMS"),
   I(2D, true, true, 2D_MULTISAMPLE_ARRAY, "2DMSArray"),
#undef S
#undef SHADOW
#undef I
};

static uint8_t base_of(const struct spv_type *t)
{
   switch (t->kind) {
   case SPV_KIND_BOOL: return GLSL_BOOL;
   case SPV_KIND_INT: return t->width == 64 ? (t->is_signed ? GLSL_INT64 : GLSL_UINT64) : t->is_signed ? GLSL_INT : GLSL_UINT;
   case SPV_KIND_FLOAT: return t->width == 64 ? GLSL_DOUBLE : GLSL_FLOAT;
   case SPV_KIND_IMAGE: return t->sampled == 2 ? GLSL_IMAGE : GLSL_SAMPLER;
   default: return GLSL_SAMPLER;
   }
}

/* The row of a sampler or image and the index of its type; NULL: none. */
static const struct opaque *opaque_of(const struct spv_module *m, const struct spv_type *t, unsigned *texel)
{
   const struct spv_type image = t->kind == SPV_KIND_SAMPLED_IMAGE ? spv_type_of(m, t->element) : *t;
   const struct spv_type scalar = spv_type_of(m, image.element);
   *texel = scalar.kind != SPV_KIND_INT ? 0 : scalar.is_signed ? 1 : 2;
   for (unsigned i = 0; i < sizeof opaques / sizeof *opaques; i++) {
      const struct opaque *o = &opaques[i];
      if (o->dim == image.dim && o->image == (t->kind == SPV_KIND_IMAGE && image.sampled == 2) &&
          o->arrayed == (image.arrayed != 0) && o->ms == (image.ms != 0) && o->depth == image.depth)
         return o;
   }
   return NULL;
}

static uint32_t opaque_type(const struct spv_module *m, const struct spv_type *t)
{
   unsigned texel;
   const struct opaque *o = opaque_of(m, t, &texel);
   return o ? o->type[texel] : GL_SAMPLER_2D;
}

void link_resource_type(const struct spv_module *m, uint32_t type, struct glsl_resource *r)
{
   struct spv_type t = spv_type_of(m, type);
   r->array_size = 1;
   r->columns = r->rows = 1;
   r->location = -1;
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      r->offset_B[i] = ~0u;
      r->sampler_slot[i] = GLSL_NO_SLOT;
   }
   r->binding = r->block = -1;
   if (t.kind == SPV_KIND_ARRAY || t.kind == SPV_KIND_RUNTIME_ARRAY) {
      r->is_array = true;
      r->array_size = t.count;
      t = spv_type_of(m, t.element);
   }
   if (t.kind == SPV_KIND_MATRIX) {
      const struct spv_type column = spv_type_of(m, t.element), scalar = spv_type_of(m, column.element);
      r->columns = (uint8_t)t.count;
      r->rows = (uint8_t)column.count;
      r->base = base_of(&scalar);
      const bool known = t.count >= 2 && t.count <= 4 && column.count >= 2 && column.count <= 4;
      r->type = !known ? GL_FLOAT : r->base == GLSL_DOUBLE ? double_matrix_types[t.count - 2][column.count - 2] :
                matrix_types[t.count - 2][column.count - 2];
      return;
   }
   struct spv_type scalar = t;
   if (t.kind == SPV_KIND_VECTOR) {
      r->rows = (uint8_t)(t.count >= 1 && t.count <= 4 ? t.count : 4);
      scalar = spv_type_of(m, t.element);
   }
   r->base = base_of(&scalar);
   const bool opaque = r->base == GLSL_SAMPLER || r->base == GLSL_IMAGE;
   r->type = opaque ? opaque_type(m, &scalar) : vector_types[r->base][(r->rows - 1) & 3];
}

void link_resource_bool(struct glsl_resource *r)
{
   r->base = GLSL_BOOL;
   r->type = vector_types[GLSL_BOOL][(r->rows - 1) & 3];
}

void link_resource_handle(struct glsl_resource *r, const char *type)
{
   const unsigned texel = *type == 'u' ? 2 : type[0] == 'i' && strncmp(type, "image", 5) != 0 ? 1 : 0;
   for (unsigned i = 0; i < sizeof opaques / sizeof *opaques; i++) {
      if (strcmp(opaques[i].name, type + (texel ? 1 : 0)) != 0)
         continue;
      r->base = opaques[i].image ? GLSL_IMAGE : GLSL_SAMPLER;
      r->type = opaques[i].type[texel];
      r->rows = r->columns = 1;
   }
}

void link_resource_symbol(struct glsl_resource *r, const struct glsl_symbol *symbol)
{
   if (symbol && symbol->is_bool)
      link_resource_bool(r);
   else if (symbol && symbol->opaque && r->base == GLSL_UINT)
      link_resource_handle(r, symbol->opaque);
}

void link_resource_counter(struct glsl_resource *r)
{
   r->base = GLSL_COUNTER;
   r->type = GL_UNSIGNED_INT_ATOMIC_COUNTER;
}

/* names: names of structures must match (ESSL 1.00 4.3.4 with 4.1.8). Names of members always must. */
static bool same_type(const struct spv_module *a, uint32_t type_a, const struct spv_module *b, uint32_t type_b, bool names)
{
   const struct spv_type ta = spv_type_of(a, type_a), tb = spv_type_of(b, type_b);
   if (ta.kind != tb.kind)
      return false;
   switch (ta.kind) {
   case SPV_KIND_INT:
      return ta.width == tb.width && ta.is_signed == tb.is_signed;
   case SPV_KIND_FLOAT:
      return ta.width == tb.width;
   case SPV_KIND_VECTOR:
   case SPV_KIND_MATRIX:
   case SPV_KIND_ARRAY:
      return ta.count == tb.count && same_type(a, ta.element, b, tb.element, names);
   case SPV_KIND_SAMPLED_IMAGE:
   case SPV_KIND_RUNTIME_ARRAY:
      return same_type(a, ta.element, b, tb.element, names);
   case SPV_KIND_IMAGE:
      return ta.dim == tb.dim && ta.depth == tb.depth && ta.arrayed == tb.arrayed && ta.ms == tb.ms &&
             ta.sampled == tb.sampled && ta.format == tb.format && same_type(a, ta.element, b, tb.element, names);
   case SPV_KIND_STRUCT:
      if (ta.count != tb.count || (names && strcmp(spv_name(a, type_a), spv_name(b, type_b)) != 0))
         return false;
      for (uint32_t i = 0; i < ta.count; i++)
         if (strcmp(spv_member_name(a, type_a, i), spv_member_name(b, type_b, i)) != 0 ||
             !same_type(a, ta.members[i], b, tb.members[i], names))
            return false;
      return true;
   default:
      return true;
   }
}

bool link_same_type(const struct spv_module *a, uint32_t type_a, const struct spv_module *b, uint32_t type_b)
{
   return same_type(a, type_a, b, type_b, true);
}

bool link_same_shape(const struct spv_module *a, uint32_t type_a, const struct spv_module *b, uint32_t type_b)
{
   return same_type(a, type_a, b, type_b, false);
}

static uint32_t saturate(uint64_t slots) { return slots > 0xffff ? 0xffff : (uint32_t)slots; }

uint32_t link_slots(const struct spv_module *m, uint32_t type, bool attribute)
{
   const struct spv_type t = spv_type_of(m, type);
   if (t.kind == SPV_KIND_ARRAY || t.kind == SPV_KIND_MATRIX)
      return saturate((uint64_t)t.count * link_slots(m, t.element, attribute));
   if (t.kind == SPV_KIND_VECTOR)
      return !attribute && t.count > 2 && spv_type_of(m, t.element).width == 64 ? 2 : 1;
   if (t.kind != SPV_KIND_STRUCT)
      return 1;
   uint64_t slots = 0;
   for (uint32_t i = 0; i < t.count; i++)
      slots = saturate(slots + link_slots(m, t.members[i], attribute));
   return (uint32_t)slots;
}

uint32_t link_components(const struct spv_module *m, uint32_t type)
{
   const struct spv_type t = spv_type_of(m, type);
   if (t.kind == SPV_KIND_ARRAY || t.kind == SPV_KIND_MATRIX || t.kind == SPV_KIND_VECTOR)
      return saturate((uint64_t)t.count * link_components(m, t.element));
   if (t.kind != SPV_KIND_STRUCT)
      return t.width == 64 ? 2 : 1;
   uint64_t sum = 0;
   for (uint32_t i = 0; i < t.count; i++)
      sum = saturate(sum + link_components(m, t.members[i]));
   return (uint32_t)sum;
}

uint32_t link_bare(const struct spv_module *m, uint32_t type)
{
   struct spv_type t = spv_type_of(m, type);
   for (; t.kind == SPV_KIND_ARRAY || t.kind == SPV_KIND_RUNTIME_ARRAY; t = spv_type_of(m, type))
      type = t.element;
   return type;
}

/* "vec4", "dmat3x2", "usampler2DArray" */
static void basic_name(const struct spv_module *m, uint32_t type, char *text, size_t size)
{
   static const char *const scalars[] = { "float", "int", "uint", "bool", "double", "int64_t", "uint64_t" };
   static const char *const prefixes[] = { "", "i", "u", "b", "d", "i64", "u64" };
   struct glsl_resource r = { 0 };
   link_resource_type(m, type, &r);
   if (r.base >= GLSL_SAMPLER) {
      struct spv_type t = spv_type_of(m, type);
      unsigned texel = 0;
      const struct opaque *o = opaque_of(m, &t, &texel);
      snprintf(text, size, "%s%s", texel ? prefixes[texel] : "", o ? o->name : "sampler2D");
   } else if (r.columns > 1 && r.columns == r.rows) {
      snprintf(text, size, "%smat%u", prefixes[r.base], r.columns);
   } else if (r.columns > 1) {
      snprintf(text, size, "%smat%ux%u", prefixes[r.base], r.columns, r.rows);
   } else if (r.rows > 1) {
      snprintf(text, size, "%svec%u", prefixes[r.base], r.rows);
   } else {
      snprintf(text, size, "%s", scalars[r.base]);
   }
}

const char *link_type_name(const struct spv_module *m, uint32_t type, char *text, size_t size)
{
   const uint32_t bare = link_bare(m, type);
   if (spv_type_of(m, bare).kind == SPV_KIND_STRUCT)
      snprintf(text, size, "%s", spv_name(m, bare));
   else
      basic_name(m, bare, text, size);
   while (type != bare) {
      const struct spv_type t = spv_type_of(m, type);
      const size_t length = strlen(text);
      if (t.kind == SPV_KIND_RUNTIME_ARRAY)
         snprintf(text + length, size - length, "[]");
      else
         snprintf(text + length, size - length, "[%u]", t.count);
      type = t.element;
   }
   return text;
}
