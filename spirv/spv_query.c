/* spv_query.c: queries on a module: types, integer constants, decorations, names, entry points. */
#include "spirv/spv_module.h"

struct spv_type spv_type_of(const struct spv_module *m, uint32_t type_id)
{
   struct spv_inst in = spv_def(m, type_id);
   struct spv_type t = { .id = type_id };
   switch (in.op) {
   case SpvOpTypeVoid:
      t.kind = SPV_KIND_VOID;
      break;
   case SpvOpTypeBool:
      t.kind = SPV_KIND_BOOL;
      break;
   case SpvOpTypeInt:
      t.kind = SPV_KIND_INT;
      t.width = in.w[2];
      t.is_signed = in.w[3] != 0;
      break;
   case SpvOpTypeFloat:
      t.kind = SPV_KIND_FLOAT;
      t.width = in.w[2];
      t.is_signed = true;
      break;
   case SpvOpTypeVector:
   case SpvOpTypeMatrix:
      t.kind = in.op == SpvOpTypeVector ? SPV_KIND_VECTOR : SPV_KIND_MATRIX;
      t.element = in.w[2];
      t.count = in.w[3];
      break;
   case SpvOpTypeArray:
      t.kind = SPV_KIND_ARRAY;
      t.element = in.w[2];
      spv_const_u32(m, in.w[3], &t.count);
      break;
   case SpvOpTypeRuntimeArray:
      t.kind = SPV_KIND_RUNTIME_ARRAY;
      t.element = in.w[2];
      break;
   case SpvOpTypeStruct:
      t.kind = SPV_KIND_STRUCT;
      t.members = in.w + 2;
      t.count = in.count - 2u;
      break;
   case SpvOpTypePointer:
      t.kind = SPV_KIND_POINTER;
      t.storage = in.w[2];
      t.element = in.w[3];
      break;
   case SpvOpTypeFunction:
      t.kind = SPV_KIND_FUNCTION;
      t.element = in.w[2];
      t.members = in.w + 3;
      t.count = in.count - 3u;
      break;
   case SpvOpTypeImage:
      t.kind = SPV_KIND_IMAGE;
      t.element = in.w[2];
      t.dim = in.w[3];
      t.depth = in.w[4];
      t.arrayed = in.w[5];
      t.ms = in.w[6];
      t.sampled = in.w[7];
      t.format = in.w[8];
      break;
   case SpvOpTypeSampler:
      t.kind = SPV_KIND_SAMPLER;
      break;
   case SpvOpTypeSampledImage:
      t.kind = SPV_KIND_SAMPLED_IMAGE;
      t.element = in.w[2];
      break;
   default:
      t.kind = SPV_KIND_NONE;
      break;
   }
   return t;
}

struct spv_type spv_pointee(const struct spv_module *m, uint32_t pointer_id)
{
   struct spv_type p = spv_type_of(m, pointer_id < m->bound ? m->id[pointer_id].type : 0);
   return spv_type_of(m, p.kind == SPV_KIND_POINTER ? p.element : 0);
}

bool spv_is_atomic(uint32_t op)
{
   return (op >= SpvOpAtomicLoad && op <= SpvOpAtomicXor && op != SpvOpAtomicStore) || op == SpvOpAtomicFAddEXT ||
          op == SpvOpAtomicFMinEXT || op == SpvOpAtomicFMaxEXT;
}

bool spv_is_opaque(enum spv_kind kind)
{
   return kind == SPV_KIND_IMAGE || kind == SPV_KIND_SAMPLER || kind == SPV_KIND_SAMPLED_IMAGE;
}

bool spv_const_u32(const struct spv_module *m, uint32_t id, uint32_t *value)
{
   struct spv_inst in = spv_def(m, id);
   if (in.op != SpvOpConstant && in.op != SpvOpSpecConstant)
      return false;
   struct spv_type t = spv_type_of(m, in.w[1]);
   if (t.kind != SPV_KIND_INT || t.width > 32)
      return false;
   *value = in.w[3];
   return true;
}

const struct spv_decoration *spv_find_decoration(const struct spv_module *m, uint32_t id, uint32_t member, uint32_t decoration)
{
   if (id >= m->bound)
      return NULL;
   for (uint32_t i = m->id[id].first_decoration; i != SPV_NONE; i = m->decoration[i].next) {
      if (m->decoration[i].decoration == decoration && m->decoration[i].member == member)
         return &m->decoration[i];
   }
   return NULL;
}

bool spv_has_decoration(const struct spv_module *m, uint32_t id, uint32_t decoration)
{
   return spv_find_decoration(m, id, SPV_NO_MEMBER, decoration) != NULL;
}

uint32_t spv_decoration_value(const struct spv_module *m, uint32_t id, uint32_t decoration, uint32_t default_value)
{
   return spv_member_decoration_value(m, id, SPV_NO_MEMBER, decoration, default_value);
}

uint32_t spv_member_decoration_value(const struct spv_module *m, uint32_t id, uint32_t member, uint32_t decoration,
                                     uint32_t default_value)
{
   const struct spv_decoration *d = spv_find_decoration(m, id, member, decoration);
   return d && d->literal_count ? d->literal[0] : default_value;
}

const char *spv_name(const struct spv_module *m, uint32_t id)
{
   return id < m->bound && m->id[id].name ? m->id[id].name : "";
}

const char *spv_member_name(const struct spv_module *m, uint32_t struct_id, uint32_t member)
{
   if (struct_id < m->bound) {
      for (uint32_t i = m->id[struct_id].first_member_name; i != SPV_NONE; i = m->member_name[i].next) {
         if (m->member_name[i].member == member)
            return m->member_name[i].name;
      }
   }
   return "";
}

const struct spv_entry_point *spv_find_entry(const struct spv_module *m, uint32_t model)
{
   for (uint32_t i = 0; i < m->entry_count; i++) {
      if (m->entry[i].model == model)
         return &m->entry[i];
   }
   return NULL;
}

const struct spv_function *spv_find_function(const struct spv_module *m, uint32_t id)
{
   for (uint32_t i = 0; i < m->function_count; i++) {
      if (m->function[i].id == id)
         return &m->function[i];
   }
   return NULL;
}

uint32_t spv_find_execution_mode(const struct spv_module *m, uint32_t function, uint32_t mode)
{
   struct spv_inst in;
   uint32_t at = SPV_FIRST_AT;
   while (at < m->types_at && spv_next(m, &at, &in)) {
      if (in.op == SpvOpExecutionMode && spv_w(&in, 1) == function && spv_w(&in, 2) == mode)
         return in.at;
   }
   return 0;
}
