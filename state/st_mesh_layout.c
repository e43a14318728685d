/* st_mesh_layout.c: the records of task and mesh shaders (st_mesh_layout.h). */
#include "state/st_mesh_layout.h"

#include <stdio.h>

static const uint32_t max_record_B = 1 << 20; /* far above GL_MAX_MESH_OUTPUT_MEMORY_SIZE_EXT; keeps sums in 32 bits */

static uint32_t saturated(uint64_t size_B)
{
   return size_B < max_record_B ? (uint32_t)size_B : max_record_B;
}

uint32_t st_mesh_size_B(const struct spv_module *m, uint32_t type)
{
   const struct spv_type t = spv_type_of(m, type);
   uint64_t size_B = 0;
   switch (t.kind) {
   case SPV_KIND_BOOL:
      return 4;
   case SPV_KIND_INT:
   case SPV_KIND_FLOAT:
      return t.width == 64 ? 8 : 4;
   case SPV_KIND_VECTOR:
   case SPV_KIND_MATRIX:
   case SPV_KIND_ARRAY:
      return saturated((uint64_t)t.count * st_mesh_size_B(m, t.element));
   case SPV_KIND_STRUCT:
      for (uint32_t i = 0; i < t.count; i++)
         size_B += st_mesh_size_B(m, t.members[i]);
      return saturated(size_B);
   default:
      return 0;
   }
}

/* The vertices of a primitive by the built-in variable that lists them; 0: it is another one. */
static uint32_t corners_of(uint32_t builtin)
{
   switch (builtin) {
   case SpvBuiltInPrimitivePointIndicesEXT: return 1;
   case SpvBuiltInPrimitiveLineIndicesEXT: return 2;
   case SpvBuiltInPrimitiveTriangleIndicesEXT: return 3;
   default: return 0;
   }
}

/* The decoration is the variable's, or of the members of its block. */
static bool is_per_primitive(const struct spv_module *m, const struct st_mesh_var *v)
{
   return v->is_index || spv_has_decoration(m, v->id, SpvDecorationPerPrimitiveEXT) ||
          spv_find_decoration(m, v->element, 0, SpvDecorationPerPrimitiveEXT);
}

static uint32_t mode_value(const struct spv_module *m, uint32_t function, uint32_t mode)
{
   const uint32_t at = spv_find_execution_mode(m, function, mode);
   const struct spv_inst in = at ? spv_inst_at(m, at) : (struct spv_inst){ 0 };
   return spv_w(&in, 3);
}

static bool read_modes(const struct spv_module *m, const struct spv_entry_point *entry, struct st_mesh_info *info)
{
   const uint32_t at = spv_find_execution_mode(m, entry->function, SpvExecutionModeLocalSize);
   if (!at)
      return false;
   const struct spv_inst in = spv_inst_at(m, at);
   for (unsigned i = 0; i < 3; i++)
      info->block[i] = spv_w(&in, 3 + i);
   info->max_vertices = mode_value(m, entry->function, SpvExecutionModeOutputVertices);
   info->max_primitives = mode_value(m, entry->function, SpvExecutionModeOutputPrimitivesEXT);
   info->corners = spv_find_execution_mode(m, entry->function, SpvExecutionModeOutputTrianglesEXT) ? 3 :
                   spv_find_execution_mode(m, entry->function, SpvExecutionModeOutputLinesEXT) ? 2 : 1;
   return true;
}

static bool is_array(const struct spv_module *m, uint32_t type)
{
   return spv_type_of(m, type).kind == SPV_KIND_ARRAY;
}

/* An output variable takes its place after those before it. False: the record has no place for it, or the array has too few elements, so
 * that the vertex shader would read past its end. */
static bool add_output(const struct spv_module *m, struct st_mesh_layout *l, uint32_t id, uint32_t type, uint32_t *end_B)
{
   if (l->count == ST_MESH_MAX_VARS || !is_array(m, type))
      return false;
   struct st_mesh_var *v = &l->var[l->count++];
   *v = (struct st_mesh_var){ .id = id, .type = type, .element = spv_type_of(m, type).element, .offset_B = *end_B };
   v->is_index = corners_of(spv_decoration_value(m, id, SpvDecorationBuiltIn, ~0u));
   v->per_primitive = is_per_primitive(m, v);
   v->stride_B = st_mesh_size_B(m, v->element);
   *end_B += st_mesh_size_B(m, type);
   return *end_B < max_record_B && spv_type_of(m, type).count >= (v->per_primitive ? l->info.max_primitives : l->info.max_vertices);
}

/* Elements of the built-in variable that lists vertices: those of a primitive. */
static bool lists_corners(const struct st_mesh_layout *l)
{
   for (unsigned i = 0; i < l->count; i++)
      if (l->var[i].is_index && l->var[i].stride_B != 4 * l->info.corners)
         return false;
   return (uint64_t)l->info.max_primitives * l->info.corners <= max_record_B;
}

static const uint64_t all_members = UINT64_MAX;

uint64_t st_mesh_members_used(const struct spv_module *m, uint32_t id)
{
   uint64_t used = 0;
   struct spv_inst in;
   for (uint32_t at = m->function[0].at; spv_next(m, &at, &in);) {
      const bool chain = in.op == SpvOpAccessChain || in.op == SpvOpInBoundsAccessChain;
      uint32_t member = 64;
      if (chain && spv_w(&in, 3) == id)
         used |= spv_const_u32(m, spv_w(&in, 5), &member) && member < 64 ? 1ull << member : all_members;
      else if ((in.op == SpvOpLoad && spv_w(&in, 3) == id) || (in.op == SpvOpStore && spv_w(&in, 1) == id) ||
               (in.op == SpvOpCopyMemory && (spv_w(&in, 1) == id || spv_w(&in, 2) == id)))
         used = all_members;
   }
   return used;
}

/* gl_CullPrimitiveEXT, a variable or a member of a block. What the shader never accesses has no value. */
static void find_cull(const struct spv_module *m, struct st_mesh_layout *l)
{
   for (unsigned i = 0; i < l->count; i++) {
      const struct st_mesh_var *v = &l->var[i];
      const struct spv_type t = spv_type_of(m, v->element);
      uint32_t at_B = v->offset_B, member = SPV_NO_MEMBER;
      bool found = spv_decoration_value(m, v->id, SpvDecorationBuiltIn, ~0u) == SpvBuiltInCullPrimitiveEXT;
      for (uint32_t k = 0; !found && t.kind == SPV_KIND_STRUCT && k < t.count && k < 64; k++) {
         found = spv_member_decoration_value(m, t.id, k, SpvDecorationBuiltIn, ~0u) == SpvBuiltInCullPrimitiveEXT &&
                 st_mesh_members_used(m, v->id) >> k & 1;
         at_B += found ? 0 : st_mesh_size_B(m, t.members[k]);
         member = k;
      }
      if (!found || !v->per_primitive)
         continue;
      l->cull = v;
      l->cull_member = member;
      l->info.cull_B = at_B;
      l->info.cull_stride_B = v->stride_B;
   }
}

static uint32_t aligned(uint32_t size_B)
{
   return (size_B + ST_MESH_RECORD_ALIGN_B - 1) & ~(uint32_t)(ST_MESH_RECORD_ALIGN_B - 1);
}

bool st_mesh_layout(const struct spv_module *m, struct st_mesh_layout *layout, char *why, size_t why_size_B)
{
   const struct spv_entry_point *entry = spv_find_entry(m, SpvExecutionModelMeshEXT);
   const bool is_mesh = entry != NULL;
   uint32_t end_B = 4 * ST_MESH_HEAD_DW;
   bool ok = true;
   *layout = (struct st_mesh_layout){ 0 };
   if (!entry)
      entry = spv_find_entry(m, SpvExecutionModelTaskEXT);
   if (!entry || !read_modes(m, entry, &layout->info) || !m->function_count) {
      snprintf(why, why_size_B, "not a task or mesh shader with a fixed work group size");
      return false;
   }
   for (uint32_t i = 0; ok && i < m->variable_count; i++) {
      const struct spv_inst in = spv_def(m, m->variable[i]);
      const uint32_t class = spv_w(&in, 3), type = spv_pointee(m, m->variable[i]).id;
      if (class == SpvStorageClassTaskPayloadWorkgroupEXT) {
         ok = !layout->payload.id;
         layout->payload = (struct st_mesh_var){ .id = m->variable[i], .type = type, .offset_B = 4 * ST_MESH_HEAD_DW };
      } else if (class == SpvStorageClassOutput) {
         ok = is_mesh && add_output(m, layout, m->variable[i], type, &end_B);
      }
   }
   ok = ok && lists_corners(layout);
   find_cull(m, layout);
   const uint32_t payload_B = layout->payload.id ? st_mesh_size_B(m, layout->payload.type) : 0;
   layout->task_record_B = aligned(4 * ST_MESH_HEAD_DW + payload_B);
   layout->info.record_B = is_mesh ? aligned(end_B) : layout->task_record_B;
   if (!ok || payload_B >= max_record_B)
      snprintf(why, why_size_B, "outputs of a task or mesh shader that have no place in memory");
   return ok && payload_B < max_record_B;
}
