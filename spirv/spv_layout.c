/* spv_layout.c: layout of the default uniform block (rule: spv_layout.h). Sizes are computed in 64 bits and saturate: nested
 * arrays of a hostile module multiply to any size. */
#include "spirv/spv_layout.h"

static uint32_t saturate(uint64_t v)
{
   return v > SPV_LAYOUT_MAX_B ? SPV_LAYOUT_MAX_B : (uint32_t)v;
}

static uint64_t align_up(uint64_t v, uint32_t align)
{
   return (v + align - 1) & ~(uint64_t)(align - 1);
}

static uint32_t scalar_B(const struct spv_type *t)
{
   return t->width == 64 ? 8 : 4; /* bool: a 32-bit word */
}

uint32_t spv_layout_align_B(const struct spv_module *m, uint32_t type)
{
   struct spv_type t = spv_type_of(m, type);
   switch (t.kind) {
   case SPV_KIND_BOOL:
   case SPV_KIND_INT:
   case SPV_KIND_FLOAT:
      return scalar_B(&t);
   case SPV_KIND_IMAGE:
   case SPV_KIND_SAMPLER:
   case SPV_KIND_SAMPLED_IMAGE:
      return 1;
   default:
      return 16;
   }
}

uint32_t spv_layout_stride_B(const struct spv_module *m, uint32_t type)
{
   struct spv_type t = spv_type_of(m, type);
   if (t.kind != SPV_KIND_ARRAY && t.kind != SPV_KIND_MATRIX && t.kind != SPV_KIND_RUNTIME_ARRAY)
      return 0;
   return saturate(align_up(spv_layout_size_B(m, t.element), 16));
}

uint32_t spv_layout_size_B(const struct spv_module *m, uint32_t type)
{
   struct spv_type t = spv_type_of(m, type);
   switch (t.kind) {
   case SPV_KIND_BOOL:
   case SPV_KIND_INT:
   case SPV_KIND_FLOAT:
      return scalar_B(&t);
   case SPV_KIND_VECTOR:
      return t.count * spv_layout_size_B(m, t.element);
   case SPV_KIND_MATRIX:
   case SPV_KIND_ARRAY:
      return saturate((uint64_t)t.count * spv_layout_stride_B(m, type));
   case SPV_KIND_STRUCT:
      return t.count ? saturate(align_up(spv_layout_member_offset_B(m, type, t.count), 16)) : 0;
   default:
      return 0;
   }
}

/* member == count: the end of the last member. */
uint32_t spv_layout_member_offset_B(const struct spv_module *m, uint32_t struct_type, uint32_t member)
{
   struct spv_type t = spv_type_of(m, struct_type);
   uint64_t offset_B = 0;
   for (uint32_t i = 0; i < t.count && i <= member; i++) {
      uint32_t size_B = spv_layout_size_B(m, t.members[i]);
      offset_B = align_up(offset_B, spv_layout_align_B(m, t.members[i]));
      if (i == member)
         break;
      offset_B += size_B;
   }
   return saturate(offset_B);
}

uint32_t spv_layout_slots(const struct spv_module *m, uint32_t type)
{
   struct spv_type t = spv_type_of(m, type);
   if (spv_is_opaque(t.kind))
      return 1;
   if (t.kind == SPV_KIND_ARRAY)
      return saturate((uint64_t)t.count * spv_layout_slots(m, t.element));
   return t.kind == SPV_KIND_STRUCT ? spv_layout_member_slot(m, type, t.count) : 0;
}

uint32_t spv_layout_member_slot(const struct spv_module *m, uint32_t struct_type, uint32_t member)
{
   struct spv_type t = spv_type_of(m, struct_type);
   uint64_t slots = 0;
   for (uint32_t i = 0; i < t.count && i < member; i++)
      slots = saturate(slots + spv_layout_slots(m, t.members[i]));
   return (uint32_t)slots;
}

/* wide: locations of a vector of three or four 64-bit components. */
static uint32_t count_locations(const struct spv_module *m, uint32_t type, uint32_t wide)
{
   struct spv_type t = spv_type_of(m, type);
   uint64_t n = 1;
   switch (t.kind) {
   case SPV_KIND_VECTOR:
      return spv_type_of(m, t.element).width == 64 && t.count > 2 ? wide : 1;
   case SPV_KIND_MATRIX:
   case SPV_KIND_ARRAY:
      n = (uint64_t)t.count * count_locations(m, t.element, wide);
      break;
   case SPV_KIND_STRUCT:
      n = 0;
      for (uint32_t i = 0; i < t.count; i++)
         n += count_locations(m, t.members[i], wide);
      break;
   default:
      break;
   }
   return n > SPV_LAYOUT_MAX_LOCATIONS ? SPV_LAYOUT_MAX_LOCATIONS : (uint32_t)n;
}

uint32_t spv_location_count(const struct spv_module *m, uint32_t type)
{
   return count_locations(m, type, 2);
}

uint32_t spv_attribute_locations(const struct spv_module *m, uint32_t type)
{
   return count_locations(m, type, 1);
}

uint32_t spv_component_count(const struct spv_module *m, uint32_t type)
{
   struct spv_type t = spv_type_of(m, type);
   uint64_t n = t.width == 64 ? 2 : 1;
   if (t.kind == SPV_KIND_ARRAY || t.kind == SPV_KIND_MATRIX || t.kind == SPV_KIND_VECTOR) {
      n = (uint64_t)t.count * spv_component_count(m, t.element);
   } else if (t.kind == SPV_KIND_STRUCT) {
      n = 0;
      for (uint32_t i = 0; i < t.count; i++)
         n += spv_component_count(m, t.members[i]);
   }
   return n > 4 * SPV_LAYOUT_MAX_LOCATIONS ? 4 * SPV_LAYOUT_MAX_LOCATIONS : (uint32_t)n;
}

static uint64_t location_bits(uint32_t first, uint32_t count)
{
   const uint64_t up = first < 64 ? UINT64_MAX << first : 0;
   return first < 64 && count < 64 - first ? up & ~(UINT64_MAX << (first + count)) : up;
}

/* Of a variable, or of a member of a block that has a location. */
static uint64_t decorated_locations(const struct spv_module *m, uint32_t id, uint32_t member, uint32_t type)
{
   const uint32_t location = spv_member_decoration_value(m, id, member, SpvDecorationLocation, SPV_NONE);
   if (location == SPV_NONE)
      return 0;
   if (!spv_find_decoration(m, id, member, SpvDecorationCPacked))
      return location_bits(location, spv_location_count(m, type));
   const uint32_t component = spv_member_decoration_value(m, id, member, SpvDecorationComponent, 0) & 3;
   return location_bits(location, (component + spv_component_count(m, type) + 3) / 4);
}

uint64_t spv_output_locations(const struct spv_module *m)
{
   uint64_t all = 0;
   for (uint32_t i = 0; i < m->variable_count; i++) {
      const uint32_t id = m->variable[i];
      const struct spv_inst variable = spv_def(m, id);
      if (spv_w(&variable, 3) != SpvStorageClassOutput)
         continue;
      struct spv_type t = spv_pointee(m, id);
      all |= decorated_locations(m, id, SPV_NO_MEMBER, t.id);
      while (t.kind == SPV_KIND_ARRAY)
         t = spv_type_of(m, t.element);
      for (uint32_t k = 0; t.kind == SPV_KIND_STRUCT && k < t.count; k++)
         all |= decorated_locations(m, t.id, k, t.members[k]);
   }
   return all;
}
