/* gf_builtin_const.c: built-in constants: rows with gate and value. */
#include "gf_builtin.h"
#include "gf_front.h"

#include <string.h>

#define ES_GS_OR(...) { GF_EXT_geometry_shader, GF_OES_geometry_shader, __VA_ARGS__ }
#define TESS_OR(...) { GF_EXT_tessellation_shader, GF_OES_tessellation_shader, __VA_ARGS__ }

/* Section 7.3, and the extensions that add a stage or a resource. */
static const struct { const char *name; int value; struct gf_gate gate; } constants[] = {
   { "gl_MaxVertexAttribs", 16, ALWAYS },
   { "gl_MaxVertexUniformVectors", 4096, { 410, 0, 100, 0, { 0 } } },
   { "gl_MaxVertexUniformComponents", 16384, { 110 } },
   { "gl_MaxVaryingVectors", 16, { 410, 0, 100, 100 } },
   { "gl_MaxVaryingFloats", 64, { 110, 410 } },
   { "gl_MaxVaryingComponents", 64, { 130 } },
   { "gl_MaxVertexTextureImageUnits", 32, ALWAYS },
   { "gl_MaxCombinedTextureImageUnits", 192, ALWAYS },
   { "gl_MaxTextureImageUnits", 32, ALWAYS },
   { "gl_MaxFragmentUniformVectors", 4096, { 410, 0, 100 } },
   { "gl_MaxFragmentUniformComponents", 16384, { 110 } },
   { "gl_MaxDrawBuffers", 8, ALWAYS },
   { "gl_MaxLights", 8, { 110, 130 } },
   { "gl_MaxClipPlanes", 8, { 110, 130 } },
   { "gl_MaxTextureUnits", 8, { 110, 130 } },
   { "gl_MaxTextureCoords", 8, { 110, 130 } },
   { "gl_MaxClipDistances", 8, CLIP },
   { "gl_MaxCullDistances", 8, CULL },
   { "gl_MaxCombinedClipAndCullDistances", 8, CULL },
   { "gl_MinProgramTexelOffset", -32, { 420, 0, 300, 0, { GF_ARB_shading_language_420pack } } },
   { "gl_MaxProgramTexelOffset", 31, { 420, 0, 300, 0, { GF_ARB_shading_language_420pack } } },
   { "gl_MaxVertexOutputComponents", 64, { 150 } },
   { "gl_MaxVertexOutputVectors", 16, { 0, 0, 300 } },
   { "gl_MaxFragmentInputVectors", 15, { 0, 0, 300 } },
   { "gl_MaxFragmentInputComponents", 128, { 150 } },
   { "gl_MaxGeometryInputComponents", 64, ES_GS },
   { "gl_MaxGeometryOutputComponents", 128, ES_GS },
   { "gl_MaxGeometryTextureImageUnits", 32, ES_GS },
   { "gl_MaxGeometryOutputVertices", 256, ES_GS },
   { "gl_MaxGeometryTotalOutputComponents", 1024, ES_GS },
   { "gl_MaxGeometryUniformComponents", 16384, ES_GS },
   { "gl_MaxGeometryVaryingComponents", 64, { 150 } },
   { "gl_MaxGeometryImageUniforms", 32, { 420, 0, 320, 0, ES_GS_OR(GF_ARB_shader_image_load_store) } },
   { "gl_MaxSamples", 8, { 450, 0, 320, 0, { GF_ARB_ES3_1_compatibility, GF_OES_sample_variables } } },
   { "gl_MaxPatchVertices", 32, TESS },
   { "gl_MaxTessGenLevel", 64, TESS },
   { "gl_MaxTessControlInputComponents", 128, TESS },
   { "gl_MaxTessControlOutputComponents", 128, TESS },
   { "gl_MaxTessControlTextureImageUnits", 32, TESS },
   { "gl_MaxTessControlUniformComponents", 16384, TESS },
   { "gl_MaxTessControlTotalOutputComponents", 4096, TESS },
   { "gl_MaxTessEvaluationInputComponents", 128, TESS },
   { "gl_MaxTessEvaluationOutputComponents", 128, TESS },
   { "gl_MaxTessEvaluationTextureImageUnits", 32, TESS },
   { "gl_MaxTessEvaluationUniformComponents", 16384, TESS },
   { "gl_MaxTessPatchComponents", 120, TESS },
   { "gl_MaxImageUnits", 256, { 420, 0, 310, 0, { GF_ARB_shader_image_load_store } } },
   { "gl_MaxVertexImageUniforms", 32, { 420, 0, 310, 0, { GF_ARB_shader_image_load_store } } },
   { "gl_MaxFragmentImageUniforms", 32, { 420, 0, 310, 0, { GF_ARB_shader_image_load_store } } },
   { "gl_MaxCombinedImageUniforms", 192, { 420, 0, 310, 0, { GF_ARB_shader_image_load_store } } },
   { "gl_MaxCombinedShaderOutputResources", 296, { 430, 0, 310, 0, { GF_ARB_ES3_1_compatibility } } },
   { "gl_MaxCombinedImageUnitsAndFragmentOutputs", 296, { 420, 0, 0, 0, { GF_ARB_shader_image_load_store } } },
   { "gl_MaxImageSamples", 8, { 420, 0, 0, 0, { GF_ARB_shader_image_load_store } } },
   { "gl_MaxComputeUniformComponents", 16384, COMPUTE },
   { "gl_MaxComputeTextureImageUnits", 32, COMPUTE },
   { "gl_MaxComputeImageUniforms", 32, COMPUTE },
   { "gl_MaxComputeAtomicCounters", 4096, COMPUTE },
   { "gl_MaxComputeAtomicCounterBuffers", 8, COMPUTE },
   { "gl_MaxVertexAtomicCounters", 4096, { 420, 0, 310, 0, { GF_ARB_shader_atomic_counters } } },
   { "gl_MaxFragmentAtomicCounters", 4096, { 420, 0, 310, 0, { GF_ARB_shader_atomic_counters } } },
   { "gl_MaxTessControlAtomicCounters", 4096, { 420, 0, 320, 0, TESS_OR(GF_ARB_shader_atomic_counters) } },
   { "gl_MaxTessEvaluationAtomicCounters", 4096, { 420, 0, 320, 0, TESS_OR(GF_ARB_shader_atomic_counters) } },
   { "gl_MaxGeometryAtomicCounters", 4096, { 420, 0, 320, 0, ES_GS_OR(GF_ARB_shader_atomic_counters) } },
   { "gl_MaxCombinedAtomicCounters", 4096, { 420, 0, 310, 0, { GF_ARB_shader_atomic_counters } } },
   { "gl_MaxAtomicCounterBindings", 8, { 420, 0, 310, 0, { GF_ARB_shader_atomic_counters } } },
   { "gl_MaxAtomicCounterBufferSize", 32768, { 420, 0, 310 } },
   { "gl_MaxTessControlAtomicCounterBuffers", 8, { 420, 0, 320, 0, TESS_OR(0) } },
   { "gl_MaxTessEvaluationAtomicCounterBuffers", 8, { 420, 0, 320, 0, TESS_OR(0) } },
   { "gl_MaxGeometryAtomicCounterBuffers", 8, { 420, 0, 320, 0, { GF_EXT_geometry_shader, GF_OES_geometry_shader } } },
   { "gl_MaxVertexAtomicCounterBuffers", 8, { 420, 0, 310 } },
   { "gl_MaxFragmentAtomicCounterBuffers", 8, { 420, 0, 310 } },
   { "gl_MaxCombinedAtomicCounterBuffers", 48, { 420, 0, 310 } },
   { "gl_MaxTransformFeedbackBuffers", 4, { 440, 0, 0, 0, { GF_ARB_enhanced_layouts } } },
   { "gl_MaxTransformFeedbackInterleavedComponents", 64, { 440, 0, 0, 0, { GF_ARB_enhanced_layouts } } },
   { "gl_MaxViewports", 16, { 410, 0, 0, 0, { GF_ARB_viewport_array, GF_OES_viewport_array } } },
   { "gl_MaxInputAttachments", 8, { 0 } },
   { "gl_MaxDualSourceDrawBuffersEXT", 1, { 0, 0, 0, 0, { GF_EXT_blend_func_extended } } },
   { "gl_MaxTessControlImageUniforms", 32, { 420, 0, 320, 0, TESS_OR(GF_ARB_shader_image_load_store) } },
   { "gl_MaxTessEvaluationImageUniforms", 32, { 420, 0, 320, 0, TESS_OR(GF_ARB_shader_image_load_store) } },
};

/* Constants of glsl_limits: the value of the context, where the context gives one. */
static int constant_value(const struct gf_ctx *c, const char *name, int value)
{
   static const struct { const char *name; size_t field; int factor; } limits[] = {
#define LIMIT(name, field, factor) { name, offsetof(struct glsl_limits, field), factor }
      LIMIT("gl_MaxVertexAttribs", max_vertex_attribs, 1),
      LIMIT("gl_MaxVertexUniformVectors", max_vertex_uniform_vectors, 1),
      LIMIT("gl_MaxVertexUniformComponents", max_vertex_uniform_vectors, 4),
      LIMIT("gl_MaxFragmentUniformVectors", max_fragment_uniform_vectors, 1),
      LIMIT("gl_MaxFragmentUniformComponents", max_fragment_uniform_vectors, 4),
      LIMIT("gl_MaxComputeUniformComponents", max_fragment_uniform_vectors, 4),
      LIMIT("gl_MaxVaryingVectors", max_varying_vectors, 1), LIMIT("gl_MaxVaryingFloats", max_varying_vectors, 4),
      LIMIT("gl_MaxVaryingComponents", max_varying_vectors, 4), LIMIT("gl_MaxVertexOutputComponents", max_varying_vectors, 4),
      LIMIT("gl_MaxVertexOutputVectors", max_varying_vectors, 1), LIMIT("gl_MaxFragmentInputVectors", max_varying_vectors, 1),
      LIMIT("gl_MaxFragmentInputComponents", max_varying_vectors, 4),
      LIMIT("gl_MaxGeometryInputComponents", max_varying_vectors, 4),
      LIMIT("gl_MaxGeometryOutputComponents", max_varying_vectors, 4),
      LIMIT("gl_MaxVertexTextureImageUnits", max_vertex_texture_units, 1),
      LIMIT("gl_MaxCombinedTextureImageUnits", max_combined_texture_units, 1),
      LIMIT("gl_MaxGeometryUniformComponents", max_fragment_uniform_vectors, 4),
      LIMIT("gl_MaxTessControlUniformComponents", max_fragment_uniform_vectors, 4),
      LIMIT("gl_MaxTessEvaluationUniformComponents", max_fragment_uniform_vectors, 4),
      LIMIT("gl_MaxTessControlInputComponents", max_varying_vectors, 4),
      LIMIT("gl_MaxTessControlOutputComponents", max_varying_vectors, 4),
      LIMIT("gl_MaxTessEvaluationInputComponents", max_varying_vectors, 4),
      LIMIT("gl_MaxTessEvaluationOutputComponents", max_varying_vectors, 4),
      LIMIT("gl_MaxTessControlTextureImageUnits", max_texture_units, 1),
      LIMIT("gl_MaxGeometryTextureImageUnits", max_texture_units, 1),
      LIMIT("gl_MaxComputeTextureImageUnits", max_texture_units, 1),
      LIMIT("gl_MaxTessEvaluationTextureImageUnits", max_texture_units, 1),
      LIMIT("gl_MaxGeometryTotalOutputComponents", max_geometry_components, 1),
      LIMIT("gl_MaxTransformFeedbackInterleavedComponents", max_feedback_components, 1),
      LIMIT("gl_MaxTextureImageUnits", max_texture_units, 1), LIMIT("gl_MaxDrawBuffers", max_draw_buffers, 1),
#undef LIMIT
   };
   for (unsigned i = 0; c->options->limits && i < GF_COUNT(limits); i++) {
      const int limit = *(const int *)(const void *)((const char *)c->options->limits + limits[i].field);
      const bool optional = limits[i].field == offsetof(struct glsl_limits, max_feedback_components);
      if (strcmp(limits[i].name, name) == 0 && (limit || !optional))
         return limits[i].factor * limit;
   }
   return value;
}

struct gf_symbol *gf_builtin_constant(struct gf_parser *p, struct gf_name *name)
{
   struct gf_ctx *c = p->c;
   const char *text = name->text;
   for (unsigned i = 0; i < GF_COUNT(constants); i++) {
      if (strcmp(constants[i].name, text) == 0 && gf_open(c, &constants[i].gate))
         return gf_add_constant(p, name, GF_T(int), (const int[]){ constant_value(c, text, constants[i].value) });
   }
   if (strcmp(text, "gl_MaxComputeWorkGroupCount") == 0 && gf_open(c, &(const struct gf_gate)COMPUTE))
      return gf_add_constant(p, name, GF_T(ivec3), (const int[]){ 65535, 65535, 65535 });
   if (strcmp(text, "gl_MaxComputeWorkGroupSize") == 0 && gf_open(c, &(const struct gf_gate)COMPUTE))
      return gf_add_constant(p, name, GF_T(ivec3), (const int[]){ 1024, 1024, 64 });
   return NULL;
}
