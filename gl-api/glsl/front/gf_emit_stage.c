/* gf_emit_stage.c: stage-specific parts: built-in variables, qualifiers as decorations, the entry point with its execution modes.
 * */
#include "gf_emit.h"

#include <string.h>

/* ---- built-in variables and qualifiers ---- */

static const struct { const char *name; uint16_t built_in, capability; } builtins[] = {
   { "gl_Position", SpvBuiltInPosition }, { "gl_PointSize", SpvBuiltInPointSize },
   { "gl_ClipDistance", SpvBuiltInClipDistance, SpvCapabilityClipDistance },
   { "gl_CullDistance", SpvBuiltInCullDistance, SpvCapabilityCullDistance },
   { "gl_VertexID", SpvBuiltInVertexId }, { "gl_InstanceID", SpvBuiltInInstanceId },
   { "gl_InstanceIDARB", SpvBuiltInInstanceId }, { "gl_InstanceIDEXT", SpvBuiltInInstanceId },
   { "gl_FragCoord", SpvBuiltInFragCoord }, { "gl_PointCoord", SpvBuiltInPointCoord },
   { "gl_FrontFacing", SpvBuiltInFrontFacing }, { "gl_FragDepth", SpvBuiltInFragDepth },
   { "gl_FragDepthEXT", SpvBuiltInFragDepth }, { "gl_HelperInvocation", SpvBuiltInHelperInvocation },
   { "gl_SampleID", SpvBuiltInSampleId, SpvCapabilitySampleRateShading },
   { "gl_SamplePosition", SpvBuiltInSamplePosition, SpvCapabilitySampleRateShading },
   { "gl_SampleMask", SpvBuiltInSampleMask }, { "gl_SampleMaskIn", SpvBuiltInSampleMask },
   { "gl_PrimitiveID", SpvBuiltInPrimitiveId, SpvCapabilityGeometry },
   { "gl_PrimitiveIDIn", SpvBuiltInPrimitiveId, SpvCapabilityGeometry },
   { "gl_Layer", SpvBuiltInLayer, SpvCapabilityGeometry },
   { "gl_ViewportIndex", SpvBuiltInViewportIndex, SpvCapabilityMultiViewport },
   { "gl_InvocationID", SpvBuiltInInvocationId }, { "gl_PatchVerticesIn", SpvBuiltInPatchVertices },
   { "gl_TessLevelOuter", SpvBuiltInTessLevelOuter }, { "gl_TessLevelInner", SpvBuiltInTessLevelInner },
   { "gl_TessCoord", SpvBuiltInTessCoord }, { "gl_NumWorkGroups", SpvBuiltInNumWorkgroups },
   { "gl_WorkGroupID", SpvBuiltInWorkgroupId }, { "gl_LocalInvocationID", SpvBuiltInLocalInvocationId },
   { "gl_GlobalInvocationID", SpvBuiltInGlobalInvocationId },
   { "gl_LocalInvocationIndex", SpvBuiltInLocalInvocationIndex },
   { "gl_BaseVertex", SpvBuiltInBaseVertex, SpvCapabilityDrawParameters },
   { "gl_BaseVertexARB", SpvBuiltInBaseVertex, SpvCapabilityDrawParameters },
   { "gl_BaseInstance", SpvBuiltInBaseInstance, SpvCapabilityDrawParameters },
   { "gl_BaseInstanceARB", SpvBuiltInBaseInstance, SpvCapabilityDrawParameters },
   { "gl_DrawID", SpvBuiltInDrawIndex, SpvCapabilityDrawParameters },
   { "gl_DrawIDARB", SpvBuiltInDrawIndex, SpvCapabilityDrawParameters },
   { "gl_FragStencilRefARB", SpvBuiltInFragStencilRefEXT, SpvCapabilityStencilExportEXT },
   { "gl_FragStencilRefAMD", SpvBuiltInFragStencilRefEXT, SpvCapabilityStencilExportEXT },
   { "gl_PrimitivePointIndicesEXT", SpvBuiltInPrimitivePointIndicesEXT },
   { "gl_PrimitiveLineIndicesEXT", SpvBuiltInPrimitiveLineIndicesEXT },
   { "gl_PrimitiveTriangleIndicesEXT", SpvBuiltInPrimitiveTriangleIndicesEXT },
   { "gl_CullPrimitiveEXT", SpvBuiltInCullPrimitiveEXT },
   { "gl_ViewportMask", SpvBuiltInViewportMaskNV, SpvCapabilityShaderViewportMaskNV },
   { "gl_SubGroupSizeARB", SpvBuiltInSubgroupSize, SpvCapabilitySubgroupBallotKHR },
   { "gl_SubGroupInvocationARB", SpvBuiltInSubgroupLocalInvocationId, SpvCapabilitySubgroupBallotKHR },
   { "gl_SubGroupEqMaskARB", SpvBuiltInSubgroupEqMaskKHR, SpvCapabilitySubgroupBallotKHR },
   { "gl_SubGroupGeMaskARB", SpvBuiltInSubgroupGeMaskKHR, SpvCapabilitySubgroupBallotKHR },
   { "gl_SubGroupGtMaskARB", SpvBuiltInSubgroupGtMaskKHR, SpvCapabilitySubgroupBallotKHR },
   { "gl_SubGroupLeMaskARB", SpvBuiltInSubgroupLeMaskKHR, SpvCapabilitySubgroupBallotKHR },
   { "gl_SubGroupLtMaskARB", SpvBuiltInSubgroupLtMaskKHR, SpvCapabilitySubgroupBallotKHR },
   { "gl_NumSubgroups", SpvBuiltInNumSubgroups, SpvCapabilityGroupNonUniform },
   { "gl_SubgroupID", SpvBuiltInSubgroupId, SpvCapabilityGroupNonUniform },
   { "gl_SubgroupSize", SpvBuiltInSubgroupSize, SpvCapabilityGroupNonUniform },
   { "gl_SubgroupInvocationID", SpvBuiltInSubgroupLocalInvocationId, SpvCapabilityGroupNonUniform },
   { "gl_SubgroupEqMask", SpvBuiltInSubgroupEqMask, SpvCapabilityGroupNonUniformBallot },
   { "gl_SubgroupGeMask", SpvBuiltInSubgroupGeMask, SpvCapabilityGroupNonUniformBallot },
   { "gl_SubgroupGtMask", SpvBuiltInSubgroupGtMask, SpvCapabilityGroupNonUniformBallot },
   { "gl_SubgroupLeMask", SpvBuiltInSubgroupLeMask, SpvCapabilityGroupNonUniformBallot },
   { "gl_SubgroupLtMask", SpvBuiltInSubgroupLtMask, SpvCapabilityGroupNonUniformBallot },
};

/* The BuiltIn of a name, or ~0u. */
static uint32_t built_in_of(struct gf_emit *e, const char *name)
{
   for (unsigned i = 0; i < GF_COUNT(builtins); i++) {
      if (strcmp(builtins[i].name, name) == 0) {
         const bool mesh = e->c->stage == PIPE_SHADER_MESH; /* Layer and the like need no capability of geometry shaders */
         const bool before_geometry = !mesh && e->c->stage != PIPE_SHADER_GEOMETRY && e->c->stage != PIPE_SHADER_FRAGMENT;
         if (mesh && (builtins[i].capability == SpvCapabilityGeometry || builtins[i].capability == SpvCapabilityMultiViewport))
            return builtins[i].built_in;
         if (before_geometry && (builtins[i].built_in == SpvBuiltInLayer || builtins[i].built_in == SpvBuiltInViewportIndex))
            gf_capability(e, SpvCapabilityShaderViewportIndexLayerEXT);
         else if (builtins[i].capability)
            gf_capability(e, (SpvCapability)builtins[i].capability);
         return builtins[i].built_in;
      }
   }
   return ~0u;
}

/* A decoration of a variable, or of a member when member >= 0. */
static void put(struct gf_emit *e, uint32_t id, int member, SpvDecoration decoration, const int *value)
{
   uint32_t w[4] = { id };
   unsigned n = 1;
   if (member >= 0)
      w[n++] = (uint32_t)member;
   w[n++] = (uint32_t)decoration;
   if (value)
      w[n++] = (uint32_t)*value;
   gf_put(e, GF_DECORATIONS, member >= 0 ? SpvOpMemberDecorate : SpvOpDecorate, w, n);
}

static void qualifiers(struct gf_emit *e, uint32_t id, int member, const struct gf_qual *q)
{
   static const struct { uint8_t layout; SpvDecoration decoration; } values[] = {
      { GF_L_location, SpvDecorationLocation }, { GF_L_component, SpvDecorationComponent }, { GF_L_index, SpvDecorationIndex },
   };
   if (q->interp == GF_I_FLAT)
      put(e, id, member, SpvDecorationFlat, NULL);
   if (q->interp == GF_I_NOPERSPECTIVE)
      put(e, id, member, SpvDecorationNoPerspective, NULL);
   if (q->centroid)
      put(e, id, member, SpvDecorationCentroid, NULL);
   if (q->sample) {
      gf_capability(e, SpvCapabilitySampleRateShading);
      put(e, id, member, SpvDecorationSample, NULL);
   }
   if (q->invariant)
      put(e, id, member, SpvDecorationInvariant, NULL);
   if (q->patch)
      put(e, id, member, SpvDecorationPatch, NULL);
   if (q->per_primitive) {
      gf_capability(e, SpvCapabilityMeshShadingEXT);
      put(e, id, member, SpvDecorationPerPrimitiveEXT, NULL);
   }
   for (unsigned i = 0; i < GF_COUNT(values); i++) {
      if (gf_has_layout(&q->layout, values[i].layout))
         put(e, id, member, values[i].decoration, &q->layout.value[values[i].layout]);
   }
}

void gf_decorate_block(struct gf_emit *e, uint32_t id, const struct gf_record *r)
{
   GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, id, SpvDecorationBlock);
   for (unsigned i = 0; i < r->count; i++) {
      if (!gf_member_is_there(r->type, i))
         continue;
      const unsigned slot = gf_member_slot(r->type, i);
      const uint32_t built_in = r->builtin ? built_in_of(e, r->members[i].name->text) : ~0u;
      struct gf_qual q = r->members[i].qual;
      q.interp = q.interp ? q.interp : r->qual.interp;
      q.centroid |= r->qual.centroid;
      q.sample |= r->qual.sample;
      q.per_primitive |= r->qual.per_primitive;
      qualifiers(e, id, (int)slot, &q);
      if (built_in != ~0u)
         GF_PUT(e, GF_DECORATIONS, SpvOpMemberDecorate, id, slot, SpvDecorationBuiltIn, built_in);
   }
}

/* Stream 0 needs no decoration. */
static void decorate_stream(struct gf_emit *e, const struct gf_symbol *s)
{
   const struct gf_layouts *l = &s->qual.layout;
   const int stream = gf_has_layout(l, GF_L_stream) ? l->value[GF_L_stream] : s->default_stream;
   if (stream <= 0 || s->storage != SpvStorageClassOutput)
      return;
   gf_capability(e, SpvCapabilityGeometryStreams);
   GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, s->id, SpvDecorationStream, (uint32_t)stream);
}

static bool is_bounding_box(const struct gf_symbol *s)
{
   return s->builtin && strncmp(s->name->text, "gl_BoundingBox", 14) == 0;
}

void gf_decorate(struct gf_emit *e, const struct gf_symbol *s)
{
   const struct gf_layouts *l = &s->qual.layout;
   struct gf_qual q = s->qual;
   q.invariant |= s->storage == SpvStorageClassOutput && gf_pp_pragma_invariant_all(e->c);
   q.patch &= !s->builtin || strncmp(s->name->text, "gl_TessLevel", 12) == 0;
   q.patch |= is_bounding_box(s); /* a patch output that no later stage reads */
   q.per_primitive &= !s->builtin && gf_bare(s->type)->base != GF_BLOCK; /* members of blocks have it */
   qualifiers(e, s->id, -1, &q);
   decorate_stream(e, s);
   if (e->c->es && (s->qual.precision == GF_P_LOW || s->qual.precision == GF_P_MEDIUM) && !s->builtin)
      GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, s->id, SpvDecorationRelaxedPrecision);
   if (gf_is_opaque(gf_bare(s->type)) || s->storage == SpvStorageClassUniform || s->storage == SpvStorageClassStorageBuffer) {
      GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, s->id, SpvDecorationDescriptorSet, 0);
      GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, s->id, SpvDecorationBinding, gf_has_layout(l, GF_L_binding)
             ? (uint32_t)l->value[GF_L_binding] : 0);
   }
   if (gf_bare(s->type)->base == GF_ATOMIC)
      GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, s->id, SpvDecorationOffset, (uint32_t)s->counter_offset_B);
   static const struct { uint8_t bit; SpvDecoration decoration; } memory[] = {
      { GF_M_COHERENT, SpvDecorationCoherent }, { GF_M_VOLATILE, SpvDecorationVolatile },
      { GF_M_RESTRICT, SpvDecorationRestrict },
      { GF_M_READONLY, SpvDecorationNonWritable }, { GF_M_WRITEONLY, SpvDecorationNonReadable } };
   for (unsigned i = 0; gf_bare(s->type)->base == GF_IMAGE && i < GF_COUNT(memory); i++) {
      if (s->qual.memory & memory[i].bit)
         GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, s->id, memory[i].decoration);
   }
   if (gf_has_layout(l, GF_L_viewport_relative)) {
      gf_capability(e, SpvCapabilityShaderViewportMaskNV);
      GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, s->id, SpvDecorationViewportRelativeNV);
   }
   if (!s->builtin || s->unnamed || gf_bare(s->type)->base == GF_BLOCK)
      return;
   const uint32_t built_in = built_in_of(e, s->name->text);
   if (built_in != ~0u) {
      GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, s->id, SpvDecorationBuiltIn, built_in);
      return;
   }
   /* Built-ins that the linker finds by name: uniforms, the size of work groups, outputs of old fragment shaders,
    * vertices and varyings of fixed functions. */
   static const char *const named[] = { "gl_FragColor", "gl_FragData", "gl_SecondaryFragColorEXT",
      "gl_SecondaryFragDataEXT", "gl_Vertex", "gl_Normal", "gl_Color", "gl_SecondaryColor", "gl_FogCoord", "gl_FrontColor",
      "gl_BackColor", "gl_FrontSecondaryColor", "gl_BackSecondaryColor", "gl_TexCoord", "gl_FogFragCoord", "gl_ClipVertex",
      "gl_LastFragData", "gl_LastFragDepthARM", "gl_LastFragStencilARM", "gl_LocalGroupSizeARB" };
   for (unsigned i = 0; i < GF_COUNT(named); i++) {
      if (strcmp(named[i], s->name->text) == 0)
         return;
   }
   if (s->qual.storage == GF_S_UNIFORM || is_bounding_box(s) || strncmp(s->name->text, "gl_MultiTexCoord", 16) == 0)
      return;
   gf_lack(e, s->name->text);
}

/* ---- module header ---- */

static void instruction(struct gf_emit *e, struct gf_words *out, SpvOp op, const struct gf_words *operands)
{
   GF_PUSH(e->c, out, (operands->count + 1) << 16 | (uint32_t)op);
   for (unsigned i = 0; i < operands->count; i++)
      GF_PUSH(e->c, out, operands->at[i]);
}
#define HEAD(e, out, op, ...) \
   instruction(e, out, op, &(struct gf_words){ (uint32_t[]){ __VA_ARGS__ }, sizeof((uint32_t[]){ __VA_ARGS__ }) / 4, 0 })

static const struct { uint16_t model, capability; } stages[PIPE_SHADER_TYPES] = {
   [PIPE_SHADER_VERTEX] = { SpvExecutionModelVertex }, [PIPE_SHADER_FRAGMENT] = { SpvExecutionModelFragment },
   [PIPE_SHADER_GEOMETRY] = { SpvExecutionModelGeometry, SpvCapabilityGeometry },
   [PIPE_SHADER_TESS_CTRL] = { SpvExecutionModelTessellationControl, SpvCapabilityTessellation },
   [PIPE_SHADER_TESS_EVAL] = { SpvExecutionModelTessellationEvaluation, SpvCapabilityTessellation },
   [PIPE_SHADER_TASK] = { SpvExecutionModelTaskEXT, SpvCapabilityMeshShadingEXT },
   [PIPE_SHADER_MESH] = { SpvExecutionModelMeshEXT, SpvCapabilityMeshShadingEXT },
   [PIPE_SHADER_COMPUTE] = { SpvExecutionModelGLCompute },
};

/* Capabilities that an extension of SPIR-V brings. */
static const struct { SpvCapability capability; const char *extension; } extensions[] = {
   { SpvCapabilityDrawParameters, "SPV_KHR_shader_draw_parameters" },
   { SpvCapabilityStencilExportEXT, "SPV_EXT_shader_stencil_export" }, { SpvCapabilityMeshShadingEXT, "SPV_EXT_mesh_shader" },
   { SpvCapabilityShaderViewportMaskNV, "SPV_NV_viewport_array2" },
   { SpvCapabilityShaderViewportIndexLayerEXT, "SPV_EXT_shader_viewport_index_layer" },
   { SpvCapabilitySubgroupBallotKHR, "SPV_KHR_shader_ballot" }, { SpvCapabilitySubgroupVoteKHR, "SPV_KHR_subgroup_vote" },
   { SpvCapabilityShaderClockKHR, "SPV_KHR_shader_clock" },
   { SpvCapabilityDemoteToHelperInvocationEXT, "SPV_EXT_demote_to_helper_invocation" },
   { SpvCapabilityFragmentShaderSampleInterlockEXT, "SPV_EXT_fragment_shader_interlock" },
   { SpvCapabilityFragmentShaderPixelInterlockEXT, "SPV_EXT_fragment_shader_interlock" },
   { SpvCapabilitySampleMaskPostDepthCoverage, "SPV_KHR_post_depth_coverage" },
   { SpvCapabilityComputeDerivativeGroupQuadsNV, "SPV_NV_compute_shader_derivatives" },
   { SpvCapabilityComputeDerivativeGroupLinearNV, "SPV_NV_compute_shader_derivatives" },
   { SpvCapabilityAtomicFloat32AddEXT, "SPV_EXT_shader_atomic_float_add" },
   { SpvCapabilityAtomicFloat32MinMaxEXT, "SPV_EXT_shader_atomic_float_min_max" },
   { SpvCapabilityBindlessTextureNV, "SPV_NV_bindless_texture" },
};

/* Execution modes of stage layouts. value: the layout's value is the operand of the mode. */
static const struct { uint8_t stage, storage, layout; bool value; uint16_t mode, capability; } modes[] = {
#define IN(stage, layout, mode) { PIPE_SHADER_##stage, GF_S_IN, GF_L_##layout, false, SpvExecutionMode##mode, 0 }
#define OUT(stage, layout, mode) { PIPE_SHADER_##stage, GF_S_OUT, GF_L_##layout, false, SpvExecutionMode##mode, 0 }
   IN(GEOMETRY, points, InputPoints), IN(GEOMETRY, lines, InputLines), IN(GEOMETRY, lines_adjacency, InputLinesAdjacency),
   IN(GEOMETRY, triangles, Triangles), IN(GEOMETRY, triangles_adjacency, InputTrianglesAdjacency),
   { PIPE_SHADER_GEOMETRY, GF_S_IN, GF_L_invocations, true, SpvExecutionModeInvocations, 0 },
   OUT(GEOMETRY, points, OutputPoints), OUT(GEOMETRY, line_strip, OutputLineStrip),
   OUT(GEOMETRY, triangle_strip, OutputTriangleStrip),
   { PIPE_SHADER_GEOMETRY, GF_S_OUT, GF_L_max_vertices, true, SpvExecutionModeOutputVertices, 0 },
   { PIPE_SHADER_TESS_CTRL, GF_S_OUT, GF_L_vertices, true, SpvExecutionModeOutputVertices, 0 },
   IN(TESS_EVAL, triangles, Triangles), IN(TESS_EVAL, quads, Quads), IN(TESS_EVAL, isolines, Isolines),
   IN(TESS_EVAL, equal_spacing, SpacingEqual), IN(TESS_EVAL, fractional_even_spacing, SpacingFractionalEven),
   IN(TESS_EVAL, fractional_odd_spacing, SpacingFractionalOdd), IN(TESS_EVAL, cw, VertexOrderCw),
   IN(TESS_EVAL, ccw, VertexOrderCcw), IN(TESS_EVAL, point_mode, PointMode),
   IN(FRAGMENT, early_fragment_tests, EarlyFragmentTests),
   { PIPE_SHADER_FRAGMENT, GF_S_IN, GF_L_post_depth_coverage, false, SpvExecutionModePostDepthCoverage,
     SpvCapabilitySampleMaskPostDepthCoverage },
   { PIPE_SHADER_COMPUTE, GF_S_IN, GF_L_derivative_group_quadsNV, false, SpvExecutionModeDerivativeGroupQuadsNV,
     SpvCapabilityComputeDerivativeGroupQuadsNV },
   { PIPE_SHADER_COMPUTE, GF_S_IN, GF_L_derivative_group_linearNV, false, SpvExecutionModeDerivativeGroupLinearNV,
     SpvCapabilityComputeDerivativeGroupLinearNV },
   OUT(MESH, points, OutputPoints), OUT(MESH, lines, OutputLinesEXT), OUT(MESH, triangles, OutputTrianglesEXT),
   { PIPE_SHADER_MESH, GF_S_OUT, GF_L_max_vertices, true, SpvExecutionModeOutputVertices, 0 },
   { PIPE_SHADER_MESH, GF_S_OUT, GF_L_max_primitives, true, SpvExecutionModeOutputPrimitivesEXT, 0 },
#undef IN
#undef OUT
};

/* Ordered sections have one mode, by default pixel_interlock_ordered (ARB_fragment_shader_interlock, 4.4.1.3). */
static void interlock_mode(struct gf_emit *e, struct gf_words *out, uint32_t main_id)
{
   static const struct { uint8_t layout; uint16_t mode; } rows[] = {
      { GF_L_pixel_interlock_unordered, SpvExecutionModePixelInterlockUnorderedEXT },
      { GF_L_sample_interlock_ordered, SpvExecutionModeSampleInterlockOrderedEXT },
      { GF_L_sample_interlock_unordered, SpvExecutionModeSampleInterlockUnorderedEXT } };
   uint32_t mode = SpvExecutionModePixelInterlockOrderedEXT;
   for (unsigned i = 0; i < GF_COUNT(rows); i++)
      mode = gf_has_layout(&e->p->defaults[GF_S_IN], rows[i].layout) ? rows[i].mode : mode;
   if (gf_has_capability(e, SpvCapabilityFragmentShaderSampleInterlockEXT) ||
       gf_has_capability(e, SpvCapabilityFragmentShaderPixelInterlockEXT))
      HEAD(e, out, SpvOpExecutionMode, main_id, mode);
}

static void execution_modes(struct gf_emit *e, struct gf_words *out, uint32_t main_id)
{
   struct gf_parser *p = e->p;
   const enum pipe_shader_type stage = e->c->stage;
   const struct gf_layouts *in = &p->defaults[GF_S_IN];
   for (unsigned i = 0; i < GF_COUNT(modes); i++) {
      const struct gf_layouts *l = &p->defaults[modes[i].storage];
      if (modes[i].stage != stage || !gf_has_layout(l, modes[i].layout))
         continue;
      if (modes[i].value)
         HEAD(e, out, SpvOpExecutionMode, main_id, modes[i].mode, (uint32_t)l->value[modes[i].layout]);
      else
         HEAD(e, out, SpvOpExecutionMode, main_id, modes[i].mode);
   }
   const bool no_in = stage == PIPE_SHADER_GEOMETRY && !p->gs_input_vertices;
   const bool no_out = stage == PIPE_SHADER_GEOMETRY && (!gf_has_layout(&p->defaults[GF_S_OUT], GF_L_max_vertices) ||
      !(gf_has_layout(&p->defaults[GF_S_OUT], GF_L_points) || gf_has_layout(&p->defaults[GF_S_OUT], GF_L_line_strip) ||
        gf_has_layout(&p->defaults[GF_S_OUT], GF_L_triangle_strip)));
   const bool no_patch = (stage == PIPE_SHADER_TESS_CTRL && !p->tcs_vertices) || (stage == PIPE_SHADER_TESS_EVAL &&
      !gf_has_layout(in, GF_L_triangles) && !gf_has_layout(in, GF_L_quads) && !gf_has_layout(in, GF_L_isolines));
   const struct gf_layouts *d = &p->defaults[GF_S_OUT];
   const bool no_mesh = stage == PIPE_SHADER_MESH && (!p->mesh_vertices || !p->mesh_primitives ||
      !(gf_has_layout(d, GF_L_points) || gf_has_layout(d, GF_L_lines) || gf_has_layout(d, GF_L_triangles)));
   if (no_in || no_out || no_patch || no_mesh) /* another shader of the stage may declare it */
      gf_lack(e, "a stage without its primitives");
   if (gf_has_work_group(stage) && !gf_has_layout(in, GF_L_local_size_variable)) { /* else the dispatch gives it */
      uint32_t size[3];
      for (unsigned i = 0; i < 3; i++)
         size[i] = gf_has_layout(in, GF_L_local_size_x + i) ? (uint32_t)in->value[GF_L_local_size_x + i] : 1;
      HEAD(e, out, SpvOpExecutionMode, main_id, SpvExecutionModeLocalSize, size[0], size[1], size[2]);
   }
   if (stage == PIPE_SHADER_TESS_EVAL) { /* defaults of layouts that are not declared */
      if (!gf_has_layout(in, GF_L_equal_spacing) && !gf_has_layout(in, GF_L_fractional_even_spacing) &&
          !gf_has_layout(in, GF_L_fractional_odd_spacing))
         HEAD(e, out, SpvOpExecutionMode, main_id, SpvExecutionModeSpacingEqual);
      if (!gf_has_layout(in, GF_L_cw) && !gf_has_layout(in, GF_L_ccw))
         HEAD(e, out, SpvOpExecutionMode, main_id, SpvExecutionModeVertexOrderCcw);
   }
   if (stage != PIPE_SHADER_FRAGMENT)
      return;
   bool upper_left = false, whole = false;
   const struct gf_layouts *depth = NULL;
   for (unsigned i = 0; i < p->globals.count; i++) {
      const struct gf_symbol *s = p->globals.at[i];
      if (!s->id || !s->builtin)
         continue;
      upper_left |= gf_has_layout(&s->qual.layout, GF_L_origin_upper_left);
      whole |= gf_has_layout(&s->qual.layout, GF_L_pixel_center_integer);
      if (strncmp(s->name->text, "gl_FragDepth", 12) == 0)
         depth = &s->qual.layout;
   }
   HEAD(e, out, SpvOpExecutionMode, main_id, upper_left ? SpvExecutionModeOriginUpperLeft : SpvExecutionModeOriginLowerLeft);
   if (whole)
      HEAD(e, out, SpvOpExecutionMode, main_id, SpvExecutionModePixelCenterInteger);
   interlock_mode(e, out, main_id);
   if (gf_has_capability(e, SpvCapabilityStencilExportEXT))
      HEAD(e, out, SpvOpExecutionMode, main_id, SpvExecutionModeStencilRefReplacingEXT);
   if (depth)
      HEAD(e, out, SpvOpExecutionMode, main_id, SpvExecutionModeDepthReplacing);
   if (depth && gf_has_layout(depth, GF_L_depth_greater))
      HEAD(e, out, SpvOpExecutionMode, main_id, SpvExecutionModeDepthGreater);
   if (depth && gf_has_layout(depth, GF_L_depth_less))
      HEAD(e, out, SpvOpExecutionMode, main_id, SpvExecutionModeDepthLess);
   if (depth && gf_has_layout(depth, GF_L_depth_unchanged))
      HEAD(e, out, SpvOpExecutionMode, main_id, SpvExecutionModeDepthUnchanged);
}

/* The sections before names and decorations. */
void gf_emit_head(struct gf_emit *e, struct gf_words *out, uint32_t main_id)
{
   struct gf_parser *p = e->p;
   struct gf_words w = { 0 };
   HEAD(e, out, SpvOpCapability, SpvCapabilityShader);
   if (stages[e->c->stage].capability)
      gf_capability(e, (SpvCapability)stages[e->c->stage].capability);
   for (unsigned i = 0; i < GF_COUNT(modes); i++) {
      const struct gf_layouts *l = &p->defaults[modes[i].storage];
      if (modes[i].stage == e->c->stage && modes[i].capability && gf_has_layout(l, modes[i].layout))
         gf_capability(e, (SpvCapability)modes[i].capability);
   }
   if (e->handles)
      gf_capability(e, SpvCapabilityBindlessTextureNV);
   for (unsigned i = 0; i < e->capabilities.count; i++)
      HEAD(e, out, SpvOpCapability, e->capabilities.at[i]);
   const char *last = "";
   for (unsigned i = 0; i < GF_COUNT(extensions); i++) {
      if (!gf_has_capability(e, extensions[i].capability) || strcmp(extensions[i].extension, last) == 0)
         continue;
      w = (struct gf_words){ 0 };
      gf_push_text(e, &w, last = extensions[i].extension);
      instruction(e, out, SpvOpExtension, &w);
   }
   w = (struct gf_words){ 0 };
   GF_PUSH(e->c, &w, e->ext450);
   gf_push_text(e, &w, "GLSL.std.450");
   instruction(e, out, SpvOpExtInstImport, &w);
   HEAD(e, out, SpvOpMemoryModel, SpvAddressingModelLogical, SpvMemoryModelGLSL450);
   if (e->handles)
      HEAD(e, out, SpvOpSamplerImageAddressingModeNV, 64);
   w = (struct gf_words){ 0 };
   GF_PUSH(e->c, &w, stages[e->c->stage].model);
   GF_PUSH(e->c, &w, main_id);
   gf_push_text(e, &w, "main");
   for (unsigned i = 0; i < p->globals.count; i++) {
      const struct gf_symbol *s = p->globals.at[i];
      if (s->id && (e->lists_all || s->storage == SpvStorageClassInput || s->storage == SpvStorageClassOutput))
         GF_PUSH(e->c, &w, s->id);
   }
   instruction(e, out, SpvOpEntryPoint, &w);
   execution_modes(e, out, main_id);
   HEAD(e, out, SpvOpSource, e->c->es ? SpvSourceLanguageESSL : SpvSourceLanguageGLSL, e->c->version);
}
