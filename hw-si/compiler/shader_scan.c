/* shader_scan.c: facts of a module that need no translation: the locations, built-ins and slots that it uses. Parts that a
 * constant index excludes (gl_FragData elements, block members) do not count. */
#include <stdio.h>
#include <string.h>

#include "hw-si/compiler/compile.h"
#include "spirv/spv_layout.h"

struct scan {
   const struct spv_module *m;
   struct si_shader_info *info;
   uint64_t *memory; /* mask for the current variable, an input in memory of several vertices or of a patch; else NULL */
};

static uint64_t location_range(uint32_t first, uint32_t count)
{
   if (first >= 64 || count == 0)
      return 0;
   return (count >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1) << first;
}

static uint32_t bit_range(uint32_t first, uint32_t count)
{
   return (uint32_t)location_range(first, count);
}

/* Built-in inputs that come from the stage before: masks of enum pipe_varying for the keys of both stages. */
static void touch_builtin_input(struct scan *s, uint32_t builtin, uint32_t elements)
{
   struct si_shader_info *info = s->info;
   uint64_t two = elements > 4 ? 3 : 1; /* clip and cull distances: four per location */
   uint64_t bits = 0;
   switch (builtin) {
   case SpvBuiltInPosition: bits = 1ull << PIPE_VARYING_POSITION; break;
   case SpvBuiltInPointSize: bits = 1ull << PIPE_VARYING_POINT_SIZE; break;
   case SpvBuiltInClipDistance: bits = two << PIPE_VARYING_CLIP_DIST0; break;
   case SpvBuiltInCullDistance: bits = two << PIPE_VARYING_CULL_DIST0; break;
   case SpvBuiltInPrimitiveId:
      bits = 1ull << PIPE_VARYING_PRIMITIVE_ID;
      info->uses_primitive_id |= info->stage != PIPE_SHADER_FRAGMENT;
      break;
   case SpvBuiltInLayer: bits = 1ull << PIPE_VARYING_LAYER; break;
   case SpvBuiltInViewportIndex: bits = 1ull << PIPE_VARYING_VIEWPORT; break;
   case SpvBuiltInTessLevelOuter: info->tess.patch_locations |= 1ull << PIPE_PATCH_TESS_LEVEL_OUTER; break;
   case SpvBuiltInTessLevelInner: info->tess.patch_locations |= 1ull << PIPE_PATCH_TESS_LEVEL_INNER; break;
   default: break;
   }
   if (info->stage == PIPE_SHADER_FRAGMENT)
      info->builtin_params |= bits;
   else if (s->memory && builtin != SpvBuiltInPrimitiveId)
      *s->memory |= bits;
}

static void touch_builtin(struct scan *s, uint32_t builtin, uint32_t elements, bool output)
{
   struct si_shader_info *info = s->info;
   if (!output)
      touch_builtin_input(s, builtin, elements);
   switch (builtin) {
   case SpvBuiltInPosition: info->writes_position |= output; break;
   case SpvBuiltInPointSize: info->writes_point_size |= output; break;
   case SpvBuiltInClipDistance: info->clip_distances = elements > 8 ? 8 : (uint8_t)elements; break;
   case SpvBuiltInCullDistance: info->cull_distances = elements > 8 ? 8 : (uint8_t)elements; break;
   case SpvBuiltInVertexId:
   case SpvBuiltInVertexIndex: info->uses_vertex_id = true; break;
   case SpvBuiltInInstanceId:
   case SpvBuiltInInstanceIndex: info->uses_instance_id = true; break;
   case SpvBuiltInFragCoord: info->reads_frag_coord = true; break;
   case SpvBuiltInPointCoord: info->reads_point_coord = true; break;
   case SpvBuiltInFrontFacing: info->reads_front_face = true; break;
   case SpvBuiltInFragDepth: info->writes_z = true; break;
   case SpvBuiltInFragStencilRefEXT: info->writes_stencil = true; break;
   case SpvBuiltInSampleMask:
      info->writes_samplemask |= output;
      info->reads_samples |= !output;
      break;
   default: break;
   }
}

/* Locations of a type; attributes take one a column. */
static uint32_t location_count(const struct scan *s, uint32_t type, bool output)
{
   const bool attribute = !output && s->info->stage == PIPE_SHADER_VERTEX;
   return attribute ? spv_attribute_locations(s->m, type) : spv_location_count(s->m, type);
}

/* Built-in values in memory have locations from 32 on; the other masks have those of the application. */
static void touch_bits(struct scan *s, uint32_t type, uint64_t locations, bool output)
{
   const uint32_t bits = (uint32_t)locations;
   const struct spv_module *m = s->m;
   struct spv_type t = spv_type_of(m, type);
   if (!output) {
      s->info->inputs_read |= bits;
      if (s->memory)
         *s->memory |= locations;
      return;
   }
   s->info->outputs_written |= bits;
   while (t.kind == SPV_KIND_ARRAY || t.kind == SPV_KIND_VECTOR || t.kind == SPV_KIND_MATRIX)
      t = spv_type_of(m, t.element);
   if (t.kind == SPV_KIND_INT)
      *(t.is_signed ? &s->info->output_int_mask : &s->info->output_uint_mask) |= (uint8_t)bits;
}

static void touch_locations(struct scan *s, uint32_t type, uint32_t location, bool output)
{
   touch_bits(s, type, location_range(location, location_count(s, type, output)), output);
}

/* Mask of an input in memory; NULL: the variable is none. */
static uint64_t *memory_mask(const struct scan *s, uint32_t var, uint32_t storage_class)
{
   enum pipe_shader_type stage = s->info->stage;
   bool eval = stage == PIPE_SHADER_TESS_EVAL;
   if (storage_class != SpvStorageClassInput || (!eval && stage != PIPE_SHADER_GEOMETRY && stage != PIPE_SHADER_TESS_CTRL))
      return NULL;
   if (eval && spv_has_decoration(s->m, var, SpvDecorationPatch))
      return &s->info->tess.patch_locations;
   if (spv_pointee(s->m, var).kind != SPV_KIND_ARRAY)
      return NULL;
   return eval ? &s->info->tess.vertex_locations : &s->info->ring_locations;
}

/* Arrays over vertices take no locations. */
static bool is_per_vertex(const struct scan *s, uint32_t var, uint32_t storage_class)
{
   return memory_mask(s, var, storage_class) && !spv_has_decoration(s->m, var, SpvDecorationPatch);
}

static bool has_mode(const struct spv_module *m, uint32_t mode)
{
   return m->entry_count && spv_find_execution_mode(m, m->entry[0].function, mode);
}

static void scan_evaluation(const struct spv_module *m, struct si_shader_info *info)
{
   info->tess.domain = has_mode(m, SpvExecutionModeQuads) ? SI_TESS_QUADS :
                       has_mode(m, SpvExecutionModeIsolines) ? SI_TESS_ISOLINES : SI_TESS_TRIANGLES;
   info->tess_spacing = has_mode(m, SpvExecutionModeSpacingFractionalOdd)  ? SI_TESS_FRACTIONAL_ODD :
                        has_mode(m, SpvExecutionModeSpacingFractionalEven) ? SI_TESS_FRACTIONAL_EVEN : SI_TESS_EQUAL;
   info->tess_is_ccw = !has_mode(m, SpvExecutionModeVertexOrderCw);
   info->output_prim = has_mode(m, SpvExecutionModePointMode)      ? PIPE_PRIM_POINTS :
                       info->tess.domain == SI_TESS_ISOLINES ? PIPE_PRIM_LINES : PIPE_PRIM_TRIANGLES;
}

/* Input or output variable: all of it, or the part that a constant index picks. */
static void touch_interface(struct scan *s, uint32_t var, bool has_index, uint32_t index, bool output)
{
   const struct spv_module *m = s->m;
   struct spv_type t = spv_pointee(m, var);
   s->memory = output ? NULL : memory_mask(s, var, SpvStorageClassInput);
   if (!output && is_per_vertex(s, var, SpvStorageClassInput))
      t = spv_type_of(m, t.element);
   uint32_t builtin = spv_decoration_value(m, var, SpvDecorationBuiltIn, SPV_NONE);
   uint32_t location = spv_decoration_value(m, var, SpvDecorationLocation, SPV_NONE);
   if (builtin != SPV_NONE) {
      touch_builtin(s, builtin, t.kind == SPV_KIND_ARRAY ? t.count : 1, output);
      return;
   }
   if (location != SPV_NONE && spv_has_decoration(m, var, SpvDecorationCPacked)) {
      const uint32_t component = spv_decoration_value(m, var, SpvDecorationComponent, 0) & 3;
      touch_bits(s, t.id, location_range(location, (component + spv_component_count(m, t.id) + 3) / 4), output);
      return;
   }
   if (t.kind == SPV_KIND_STRUCT) {
      for (uint32_t i = 0; i < t.count; i++) {
         uint32_t own = spv_member_decoration_value(m, t.id, i, SpvDecorationLocation, SPV_NONE);
         uint32_t member_builtin = spv_member_decoration_value(m, t.id, i, SpvDecorationBuiltIn, SPV_NONE);
         struct spv_type mt = spv_type_of(m, t.members[i]);
         if (own != SPV_NONE)
            location = own;
         if (!has_index || index == i) {
            if (member_builtin != SPV_NONE)
               touch_builtin(s, member_builtin, mt.kind == SPV_KIND_ARRAY ? mt.count : 1, output);
            else if (location != SPV_NONE)
               touch_locations(s, t.members[i], location, output);
         }
         if (location != SPV_NONE)
            location += location_count(s, t.members[i], output);
      }
      return;
   }
   if (location == SPV_NONE)
      return;
   if (has_index && t.kind == SPV_KIND_ARRAY && index < t.count)
      touch_locations(s, t.element, location + index * location_count(s, t.element, output), output);
   else
      touch_locations(s, t.id, location, output);
}

static void touch_uniform(struct scan *s, uint32_t var, uint32_t storage)
{
   const struct spv_module *m = s->m;
   struct spv_type t = spv_pointee(m, var);
   uint32_t binding = spv_decoration_value(m, var, SpvDecorationBinding, 0), count = 1;
   if (spv_has_decoration(m, var, SpvDecorationInputAttachmentIndex)) {
      s->info->reads_targets = true;
      return;
   }
   if (storage == SpvStorageClassUniformConstant) {
      uint32_t slots = spv_layout_slots(m, t.id);
      struct spv_type e = t;
      while (e.kind == SPV_KIND_ARRAY)
         e = spv_type_of(m, e.element);
      if (slots)
         *(e.kind == SPV_KIND_IMAGE && e.sampled == 2 ? &s->info->images_used : &s->info->samplers_used) |=
            bit_range(binding, slots);
      if (!spv_is_opaque(e.kind))
         s->info->const_buffers_used |= bit_range(spv_decoration_value(m, var, SpvDecorationDescriptorSet, 0), 1);
      return;
   }
   if (storage == SpvStorageClassAtomicCounter) {
      s->info->shader_buffers_used |= bit_range(binding, 1);
      return;
   }
   for (; t.kind == SPV_KIND_ARRAY; t = spv_type_of(m, t.element))
      count = count * t.count > 32 ? 32 : count * t.count;
   bool writable = storage == SpvStorageClassStorageBuffer || spv_has_decoration(m, t.id, SpvDecorationBufferBlock);
   *(writable ? &s->info->shader_buffers_used : &s->info->const_buffers_used) |= bit_range(binding, count);
}

static void touch(struct scan *s, uint32_t var, bool has_index, uint32_t index)
{
   struct spv_inst def = spv_def(s->m, var);
   if (def.op != SpvOpVariable)
      return;
   switch (def.w[3]) {
   case SpvStorageClassInput: touch_interface(s, var, has_index, index, false); break;
   case SpvStorageClassOutput: touch_interface(s, var, has_index, index, true); break;
   case SpvStorageClassUniformConstant:
   case SpvStorageClassUniform:
   case SpvStorageClassAtomicCounter:
   case SpvStorageClassStorageBuffer: touch_uniform(s, var, def.w[3]); break;
   default: break;
   }
}

static void instruction(struct scan *s, const struct spv_inst *in)
{
   uint32_t index = 0;
   switch (in->op) {
   case SpvOpLoad:
   case SpvOpImageTexelPointer:
   case SpvOpArrayLength:
   case SpvOpCopyObject:
      touch(s, spv_w(in, 3), false, 0);
      break;
   case SpvOpStore:
   case SpvOpCopyMemory:
      touch(s, spv_w(in, 1), false, 0);
      if (in->op == SpvOpCopyMemory)
         touch(s, spv_w(in, 2), false, 0);
      break;
   case SpvOpAccessChain:
   case SpvOpInBoundsAccessChain: {
      struct spv_inst def = spv_def(s->m, spv_w(in, 3));
      unsigned k = def.op == SpvOpVariable && is_per_vertex(s, in->w[3], def.w[3]) ? 5 : 4;
      bool constant = in->count > k && spv_const_u32(s->m, in->w[k], &index);
      touch(s, spv_w(in, 3), constant, index);
      break;
   }
   case SpvOpFunctionCall:
   case SpvOpExtInst:
      for (unsigned k = 4; k < in->count; k++)
         touch(s, in->w[k], false, 0);
      break;
   case SpvOpKill:
   case SpvOpTerminateInvocation:
   case SpvOpDemoteToHelperInvocation:
      s->info->uses_kill = true;
      break;
   case SpvOpDPdx: case SpvOpDPdy: case SpvOpFwidth: case SpvOpDPdxFine: case SpvOpDPdyFine: case SpvOpFwidthFine:
   case SpvOpDPdxCoarse: case SpvOpDPdyCoarse: case SpvOpFwidthCoarse: case SpvOpImageSampleImplicitLod:
   case SpvOpImageSampleDrefImplicitLod: case SpvOpImageSampleProjImplicitLod: case SpvOpImageSampleProjDrefImplicitLod:
   case SpvOpImageQueryLod:
      s->info->uses_derivatives = true;
      break;
   case SpvOpConvertUToImageNV: case SpvOpConvertUToSampledImageNV:
      s->info->uses_handles = true;
      break;
   case SpvOpImageWrite: case SpvOpAtomicStore:
      s->info->writes_memory = true;
      break;
   case SpvOpAtomicLoad:
      touch(s, spv_w(in, 3), false, 0);
      break;
   default:
      if (spv_is_atomic(in->op)) {
         touch(s, spv_w(in, 3), false, 0); /* an atomic counter that is not an array */
         s->info->writes_memory = true;
      }
      break;
   }
}

bool si_shader_scan(const struct pipe_shader_state *shader, struct si_shader_info *info, char *why, size_t why_size_B)
{
   struct spv_module m;
   *info = (struct si_shader_info){ .stage = shader->stage };
   if (!spv_module_init(&m, shader->spirv, shader->spirv_words, why, why_size_B))
      return false;
   struct scan s = { .m = &m, .info = info };
   if (info->stage == PIPE_SHADER_TESS_EVAL)
      scan_evaluation(&m, info);
   else if (info->stage == PIPE_SHADER_GEOMETRY)
      info->output_prim = has_mode(&m, SpvExecutionModeOutputPoints)    ? PIPE_PRIM_POINTS :
                          has_mode(&m, SpvExecutionModeOutputLineStrip) ? PIPE_PRIM_LINES : PIPE_PRIM_TRIANGLES;
   struct spv_inst in;
   for (uint32_t k = 5; spv_next(&m, &k, &in) && in.op == SpvOpCapability;) {
      info->reads_samples |= spv_w(&in, 1) == SpvCapabilitySampleRateShading;
      info->locates_samples |= spv_w(&in, 1) == SpvCapabilitySampleRateShading || spv_w(&in, 1) == SpvCapabilityInterpolationFunction;
   }
   uint32_t at = m.function_count ? m.function[0].at : (uint32_t)m.word_count;
   while (spv_next(&m, &at, &in))
      instruction(&s, &in);
   if (info->shader_buffers_used || info->images_used) /* conservative: reads count as writes */
      info->writes_memory = true;
   spv_module_finish(&m);
   return true;
}
