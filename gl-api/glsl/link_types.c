/* link_types.c: SPIR-V types as GL enums, as text, and compared across modules. */
#include "gl-api/glsl/link_types.h"

#include <stdio.h>
#include <string.h>

#include "gl-api/ga_gl.h"

/* [base][components - 1] */
static const uint32_t vector_types[5][4] = {
   [GLSL_FLOAT] = { GL_FLOAT, GL_FLOAT_VEC2, GL_FLOAT_VEC3, GL_FLOAT_VEC4 },
   [GLSL_INT] = { GL_INT, GL_INT_VEC2, GL_INT_VEC3, GL_INT_VEC4 },
   [GLSL_UINT] = { GL_UNSIGNED_INT, GL_UNSIGNED_INT_VEC2, GL_UNSIGNED_INT_VEC3, GL_UNSIGNED_INT_VEC4 },
   [GLSL_BOOL] = { GL_BOOL, GL_BOOL_VEC2, GL_BOOL_VEC3, GL_BOOL_VEC4 },
   [GLSL_DOUBLE] = { GL_DOUBLE, GL_DOUBLE_VEC2, GL_DOUBLE_VEC3, GL_DOUBLE_VEC4 },
};

/* [columns - 2][rows - 2] */
static const uint32_t matrix_types[3][3] = {
   { GL_FLOAT_MAT2, GL_FLOAT_MAT2x3, GL_FLOAT_MAT2x4 },
   { GL_FLOAT_MAT3x2, GL_FLOAT_MAT3, GL_FLOAT_MAT3x4 },
   { GL_FLOAT_MAT4x2, GL_FLOAT_MAT4x3, GL_FLOAT_MAT4 },
};

static uint8_t base_of(const struct spv_type *t)
{
   switch (t->kind) {
   case SPV_KIND_BOOL: return GLSL_BOOL;
   case SPV_KIND_INT: return t->is_signed ? GLSL_INT : GLSL_UINT;
   case SPV_KIND_FLOAT: return t->width == 64 ? GLSL_DOUBLE : GLSL_FLOAT;
   default: return GLSL_SAMPLER;
   }
}

/* Samplers of float data; integer ones and images come with the versions that have them. */
static uint32_t sampler_type(const struct spv_module *m, const struct spv_type *t)
{
   const struct spv_type image = t->kind == SPV_KIND_SAMPLED_IMAGE ? spv_type_of(m, t->element) : *t;
   switch (image.dim) {
   case SpvDim1D: return image.depth == 1 ? GL_SAMPLER_1D_SHADOW : GL_SAMPLER_1D;
   case SpvDim2D:
      if (image.arrayed)
         return image.depth == 1 ? GL_SAMPLER_2D_ARRAY_SHADOW : GL_SAMPLER_2D_ARRAY;
      return image.depth == 1 ? GL_SAMPLER_2D_SHADOW : GL_SAMPLER_2D;
   case SpvDim3D: return GL_SAMPLER_3D;
   case SpvDimCube: return image.depth == 1 ? GL_SAMPLER_CUBE_SHADOW : GL_SAMPLER_CUBE;
   case SpvDimRect: return GL_SAMPLER_2D_RECT;
   default: return GL_SAMPLER_BUFFER;
   }
}

void link_resource_type(const struct spv_module *m, uint32_t type, struct glsl_resource *r)
{
   struct spv_type t = spv_type_of(m, type);
   r->array_size = 1;
   r->columns = r->rows = 1;
   r->location = -1;
   for (unsigned i = 0; i < ST_STAGE_COUNT; i++) {
      r->offset_B[i] = ~0u;
      r->sampler_slot[i] = 0xff;
   }
   if (t.kind == SPV_KIND_ARRAY) {
      r->is_array = true;
      r->array_size = t.count;
      t = spv_type_of(m, t.element);
   }
   if (t.kind == SPV_KIND_MATRIX) {
      const struct spv_type column = spv_type_of(m, t.element), scalar = spv_type_of(m, column.element);
      r->columns = (uint8_t)t.count;
      r->rows = (uint8_t)column.count;
      r->base = base_of(&scalar);
      r->type = t.count >= 2 && t.count <= 4 && column.count >= 2 && column.count <= 4 ?
                   matrix_types[t.count - 2][column.count - 2] : GL_FLOAT;
      return;
   }
   struct spv_type scalar = t;
   if (t.kind == SPV_KIND_VECTOR) {
      r->rows = (uint8_t)(t.count >= 1 && t.count <= 4 ? t.count : 4);
      scalar = spv_type_of(m, t.element);
   }
   r->base = base_of(&scalar);
   r->type = r->base == GLSL_SAMPLER ? sampler_type(m, &scalar) : vector_types[r->base][r->rows - 1];
}

void link_resource_bool(struct glsl_resource *r)
{
   r->base = GLSL_BOOL;
   r->type = vector_types[GLSL_BOOL][(r->rows - 1) & 3];
}

bool link_same_type(const struct spv_module *a, uint32_t type_a, const struct spv_module *b, uint32_t type_b)
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
      return ta.count == tb.count && link_same_type(a, ta.element, b, tb.element);
   case SPV_KIND_SAMPLED_IMAGE:
   case SPV_KIND_RUNTIME_ARRAY:
      return link_same_type(a, ta.element, b, tb.element);
   case SPV_KIND_IMAGE:
      return ta.dim == tb.dim && ta.depth == tb.depth && ta.arrayed == tb.arrayed && ta.ms == tb.ms &&
             ta.sampled == tb.sampled && ta.format == tb.format && link_same_type(a, ta.element, b, tb.element);
   case SPV_KIND_STRUCT:
      /* Structures match by name, and by names, types and order of members (ESSL 1.00 4.3.4 with 4.1.8). */
      if (ta.count != tb.count || strcmp(spv_name(a, type_a), spv_name(b, type_b)) != 0)
         return false;
      for (uint32_t i = 0; i < ta.count; i++)
         if (strcmp(spv_member_name(a, type_a, i), spv_member_name(b, type_b, i)) != 0 ||
             !link_same_type(a, ta.members[i], b, tb.members[i]))
            return false;
      return true;
   default:
      return true;
   }
}

uint32_t link_slots(const struct spv_module *m, uint32_t type)
{
   const struct spv_type t = spv_type_of(m, type);
   if (t.kind != SPV_KIND_ARRAY && t.kind != SPV_KIND_MATRIX)
      return 1;
   const uint64_t slots = (uint64_t)t.count * link_slots(m, t.element);
   return slots > 0xffff ? 0xffff : (uint32_t)slots;
}

static const char *basic_name(uint32_t type)
{
   static const struct { uint32_t type; const char *name; } names[] = {
      { GL_FLOAT, "float" }, { GL_FLOAT_VEC2, "vec2" }, { GL_FLOAT_VEC3, "vec3" }, { GL_FLOAT_VEC4, "vec4" },
      { GL_INT, "int" }, { GL_INT_VEC2, "ivec2" }, { GL_INT_VEC3, "ivec3" }, { GL_INT_VEC4, "ivec4" },
      { GL_UNSIGNED_INT, "uint" }, { GL_UNSIGNED_INT_VEC2, "uvec2" }, { GL_UNSIGNED_INT_VEC3, "uvec3" },
      { GL_UNSIGNED_INT_VEC4, "uvec4" }, { GL_BOOL, "bool" }, { GL_BOOL_VEC2, "bvec2" }, { GL_BOOL_VEC3, "bvec3" },
      { GL_BOOL_VEC4, "bvec4" }, { GL_FLOAT_MAT2, "mat2" }, { GL_FLOAT_MAT3, "mat3" }, { GL_FLOAT_MAT4, "mat4" },
      { GL_SAMPLER_2D, "sampler2D" }, { GL_SAMPLER_CUBE, "samplerCube" },
   };
   for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
      if (names[i].type == type)
         return names[i].name;
   return "another type";
}

const char *link_type_name(const struct spv_module *m, uint32_t type, char *text, size_t size)
{
   struct spv_type t = spv_type_of(m, type);
   const bool is_array = t.kind == SPV_KIND_ARRAY;
   const uint32_t length = t.count, element = is_array ? t.element : type;
   const char *name;
   if (is_array)
      t = spv_type_of(m, element);
   if (t.kind == SPV_KIND_STRUCT) {
      name = spv_name(m, element);
   } else {
      struct glsl_resource r = { 0 };
      link_resource_type(m, element, &r);
      name = basic_name(r.type);
   }
   if (is_array)
      snprintf(text, size, "%s[%u]", name, length);
   else
      snprintf(text, size, "%s", name);
   return text;
}

const char *link_stage_name(enum st_stage stage)
{
   static const char *const names[ST_STAGE_COUNT] = { "vertex", "tessellation control", "tessellation evaluation",
                                                      "geometry", "fragment", "compute" };
   return names[stage];
}
