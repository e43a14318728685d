/* gf_builtin_var.c: built-in variables and constants: rows with gate, stages and qualifiers; blocks such as gl_in and
 * gl_PerVertex. A row becomes a symbol when its name is first looked up. */
#include "gf_parser.h"
#include "gf_front.h"

#include <stdio.h>
#include <string.h>

enum kind { IN = GF_S_IN, OUT = GF_S_OUT, UNIFORM = GF_S_UNIFORM, CONST = GF_S_CONST, ATTRIBUTE = GF_S_ATTRIBUTE };

#define GL_OLD { 110, 130 }
#define ES_GS { 150, 0, 320, 0, { GF_EXT_geometry_shader, GF_OES_geometry_shader, GF_ARB_geometry_shader4 } }
#define TESS { 400, 0, 320, 0, { GF_ARB_tessellation_shader, GF_EXT_tessellation_shader, GF_OES_tessellation_shader } }
#define SAMPLING { 400, 0, 320, 0, { GF_ARB_sample_shading, GF_OES_sample_variables } }
#define COMPUTE { 430, 0, 310, 0, { GF_ARB_compute_shader } }
#define ALWAYS { 110, 0, 100 }
#define CLIP { 130, 0, 0, 0, { GF_EXT_clip_cull_distance } }
#define ES_GS_OR(...) { GF_EXT_geometry_shader, GF_OES_geometry_shader, __VA_ARGS__ }
#define TESS_OR(...) { GF_EXT_tessellation_shader, GF_OES_tessellation_shader, __VA_ARGS__ }
#define MESH { 0, 0, 0, 0, { GF_EXT_mesh_shader } }
#define FETCH_ZS { 0, 0, 0, 0, { GF_ARM_shader_framebuffer_fetch_depth_stencil } }
#define CULL { 450, 0, 0, 0, { GF_ARB_cull_distance, GF_EXT_clip_cull_distance } }

/* array: 0 none; -1 unsized; else the length */
static const struct row { const char *name, *type; int16_t array; uint8_t storage, interp,
                          stages; struct gf_gate gate; uint8_t precision; } rows[] = {
   /* vertex */
   { "gl_Position", "vec4", 0, OUT, 0, GF_VS, ALWAYS, GF_P_HIGH },
   { "gl_PointSize", "float", 0, OUT, 0, GF_VS, ALWAYS, GF_P_HIGH },
   { "gl_ClipVertex", "vec4", 0, OUT, 0, GF_VS | GF_GS | GF_TES, GL_OLD },
   { "gl_ClipDistance", "float", -1, OUT, 0, GF_VS, CLIP },
   { "gl_CullDistance", "float", -1, OUT, 0, GF_VS, CULL },
   { "gl_VertexID", "int", 0, IN, 0, GF_VS, { 130, 0, 300, 0, { GF_EXT_gpu_shader4 } }, GF_P_HIGH },
   { "gl_InstanceID", "int", 0, IN, 0, GF_VS, { 140, 0, 300, 0, { GF_EXT_gpu_shader4, GF_ARB_draw_instanced } }, GF_P_HIGH },
   { "gl_InstanceIDARB", "int", 0, IN, 0, GF_VS, { 0, 0, 0, 0, { GF_ARB_draw_instanced } } },
   { "gl_InstanceIDEXT", "int", 0, IN, 0, GF_VS, { 0, 0, 0, 0, { GF_EXT_draw_instanced } } },
   { "gl_BaseVertex", "int", 0, IN, 0, GF_VS, { 460 } },
   { "gl_BaseInstance", "int", 0, IN, 0, GF_VS, { 460 } },
   { "gl_DrawID", "int", 0, IN, 0, GF_VS | GF_TASK | GF_MESH, { 460 } },
   { "gl_BaseVertexARB", "int", 0, IN, 0, GF_VS, { 0, 0, 0, 0, { GF_ARB_shader_draw_parameters } } },
   { "gl_BaseInstanceARB", "int", 0, IN, 0, GF_VS, { 0, 0, 0, 0, { GF_ARB_shader_draw_parameters } } },
   { "gl_DrawIDARB", "int", 0, IN, 0, GF_VS | GF_TASK | GF_MESH, { 0, 0, 0, 0, { GF_ARB_shader_draw_parameters } } },
   { "gl_Vertex", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD }, { "gl_Normal", "vec3", 0, ATTRIBUTE, 0, GF_VS, GL_OLD },
   { "gl_Color", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD }, { "gl_SecondaryColor", "vec4", 0, ATTRIBUTE, 0, GF_VS,
                                                             GL_OLD },
   { "gl_MultiTexCoord0", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD }, { "gl_MultiTexCoord1", "vec4", 0, ATTRIBUTE, 0,
                                                                      GF_VS, GL_OLD },
   { "gl_MultiTexCoord2", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD }, { "gl_MultiTexCoord3", "vec4", 0, ATTRIBUTE, 0,
                                                                      GF_VS, GL_OLD },
   { "gl_MultiTexCoord4", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD }, { "gl_MultiTexCoord5", "vec4", 0, ATTRIBUTE, 0,
                                                                      GF_VS, GL_OLD },
   { "gl_MultiTexCoord6", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD }, { "gl_MultiTexCoord7", "vec4", 0, ATTRIBUTE, 0,
                                                                      GF_VS, GL_OLD },
   { "gl_FogCoord", "float", 0, ATTRIBUTE, 0, GF_VS, GL_OLD },
   { "gl_FrontColor", "vec4", 0, OUT, 0, GF_VS | GF_GS | GF_TES, GL_OLD },
   { "gl_BackColor", "vec4", 0, OUT, 0, GF_VS | GF_GS | GF_TES, GL_OLD },
   { "gl_FrontSecondaryColor", "vec4", 0, OUT, 0, GF_VS | GF_GS | GF_TES, GL_OLD },
   { "gl_BackSecondaryColor", "vec4", 0, OUT, 0, GF_VS | GF_GS | GF_TES, GL_OLD },
   { "gl_TexCoord", "vec4", -1, OUT, 0, GF_VS | GF_GS | GF_TES, GL_OLD },
   { "gl_FogFragCoord", "float", 0, OUT, 0, GF_VS | GF_GS | GF_TES, GL_OLD },
   { "gl_Layer", "int", 0, OUT, 0, GF_VS, { 0, 0, 0, 0, { GF_AMD_vertex_shader_layer,
                                                          GF_ARB_shader_viewport_layer_array,
                                                             GF_NV_viewport_array2 } } },
   { "gl_Layer", "int", 0, OUT, 0, GF_TES, { 0, 0, 0, 0, { GF_ARB_shader_viewport_layer_array,
                                                           GF_NV_viewport_array2 } } },
   { "gl_ViewportIndex", "int", 0, OUT, 0, GF_VS, { 0, 0, 0, 0, { GF_AMD_vertex_shader_viewport_index,
                                                                  GF_ARB_shader_viewport_layer_array,
                                                                     GF_NV_viewport_array2 } } },
   { "gl_ViewportIndex", "int", 0, OUT, 0, GF_TES, { 0, 0, 0, 0, { GF_ARB_shader_viewport_layer_array,
                                                                   GF_NV_viewport_array2 } } },
   { "gl_Layer", "int", 0, OUT, 0, GF_TCS, { 0, 0, 0, 0, { GF_NV_viewport_array2 } } },
   { "gl_ViewportIndex", "int", 0, OUT, 0, GF_TCS, { 0, 0, 0, 0, { GF_NV_viewport_array2 } } },
   { "gl_ViewportMask", "int", 1, OUT, 0, GF_VS | GF_TCS | GF_TES | GF_GS, { 0, 0, 0, 0, { GF_NV_viewport_array2 } } },
   /* tessellation */
   { "gl_PatchVerticesIn", "int", 0, IN, 0, GF_TCS | GF_TES, TESS }, { "gl_PrimitiveID", "int", 0, IN, 0,
                                                                       GF_TCS | GF_TES, TESS },
   { "gl_InvocationID", "int", 0, IN, 0, GF_TCS, TESS },
   { "gl_TessLevelOuter", "float", 4, OUT, 0, GF_TCS, TESS }, { "gl_TessLevelInner", "float", 2, OUT, 0, GF_TCS, TESS },
   { "gl_TessLevelOuter", "float", 4, IN, 0, GF_TES, TESS }, { "gl_TessLevelInner", "float", 2, IN, 0, GF_TES, TESS },
   { "gl_TessCoord", "vec3", 0, IN, 0, GF_TES, TESS },
   { "gl_BoundingBox", "vec4", 2, OUT, 0, GF_TCS, { 0, 0, 320, 0, { GF_ARB_ES3_2_compatibility } } },
   { "gl_BoundingBoxEXT", "vec4", 2, OUT, 0, GF_TCS, { 0, 0, 0, 0, { GF_EXT_primitive_bounding_box } } },
   { "gl_BoundingBoxOES", "vec4", 2, OUT, 0, GF_TCS, { 0, 0, 0, 0, { GF_OES_primitive_bounding_box } } },
   /* geometry */
   { "gl_PrimitiveIDIn", "int", 0, IN, 0, GF_GS, ES_GS }, { "gl_PrimitiveID", "int", 0, OUT, 0, GF_GS, ES_GS },
   { "gl_Layer", "int", 0, OUT, 0, GF_GS, ES_GS },
   { "gl_ViewportIndex", "int", 0, OUT, 0, GF_GS, { 410, 0, 0, 0, { GF_ARB_viewport_array, GF_OES_viewport_array } } },
   { "gl_InvocationID", "int", 0, IN, 0, GF_GS, { 400, 0, 320, 0, { GF_ARB_gpu_shader5, GF_EXT_geometry_shader,
                                                                    GF_OES_geometry_shader } } },
   { "gl_VerticesIn", "int", 0, CONST, 0, GF_GS, { 0, 0, 0, 0, { GF_ARB_geometry_shader4 } } },
   /* fragment */
   { "gl_FragCoord", "vec4", 0, IN, 0, GF_FS, ALWAYS, GF_P_MEDIUM }, { "gl_FrontFacing", "bool", 0, IN, 0, GF_FS,
                                                                       ALWAYS },
   { "gl_PointCoord", "vec2", 0, IN, 0, GF_FS, { 120, 0, 100 }, GF_P_MEDIUM },
   { "gl_FragColor", "vec4", 0, OUT, 0, GF_FS, { 110, 410, 100, 100 }, GF_P_MEDIUM },
   { "gl_FragData", "vec4", -2, OUT, 0, GF_FS, { 110, 410, 100, 100 }, GF_P_MEDIUM },
   { "gl_SecondaryFragColorEXT", "vec4", 0, OUT, 0, GF_FS, { 0, 0, 0, 0, { GF_EXT_blend_func_extended } } },
   { "gl_SecondaryFragDataEXT", "vec4", -2, OUT, 0, GF_FS, { 0, 0, 0, 0, { GF_EXT_blend_func_extended } } },
   { "gl_LastFragData", "vec4", -2, IN, 0, GF_FS, { 0, 0, 0, 0, { GF_EXT_shader_framebuffer_fetch,
                                                                  GF_EXT_shader_framebuffer_fetch_non_coherent } },
                                                                     GF_P_MEDIUM },
   { "gl_LastFragDepthARM", "float", 0, IN, 0, GF_FS, FETCH_ZS, GF_P_HIGH },
   { "gl_LastFragStencilARM", "int", 0, IN, 0, GF_FS, FETCH_ZS, GF_P_LOW },
   { "gl_FragDepth", "float", 0, OUT, 0, GF_FS, { 110, 0, 300 }, GF_P_HIGH },
   { "gl_FragDepthEXT", "float", 0, OUT, 0, GF_FS, { 0, 0, 0, 0, { GF_EXT_frag_depth } } },
   { "gl_FragStencilRefARB", "int", 0, OUT, 0, GF_FS, { 0, 0, 0, 0, { GF_ARB_shader_stencil_export } } },
   { "gl_FragStencilRefAMD", "int", 0, OUT, 0, GF_FS, { 0, 0, 0, 0, { GF_AMD_shader_stencil_export } } },
   { "gl_ClipDistance", "float", -1, IN, 0, GF_FS, CLIP }, { "gl_CullDistance", "float", -1, IN, 0, GF_FS, CULL },
   { "gl_PrimitiveID", "int", 0, IN, GF_I_FLAT, GF_FS, { 150, 0, 320, 0,
                                                         { GF_EXT_geometry_shader, GF_OES_geometry_shader,
                                                           GF_EXT_gpu_shader4, GF_ARB_geometry_shader4,
                                                              GF_EXT_tessellation_shader,
                                                                 GF_OES_tessellation_shader } } },
   { "gl_Layer", "int", 0, IN, GF_I_FLAT, GF_FS, { 430, 0, 320, 0, { GF_ARB_fragment_layer_viewport,
                                                                     GF_EXT_geometry_shader,
                                                                        GF_OES_geometry_shader } } },
   { "gl_ViewportIndex", "int", 0, IN, GF_I_FLAT, GF_FS, { 430, 0, 0, 0,
                                                           { GF_ARB_fragment_layer_viewport,
                                                             GF_OES_viewport_array } } },
   { "gl_SampleID", "int", 0, IN, GF_I_FLAT, GF_FS, SAMPLING }, { "gl_SamplePosition", "vec2", 0, IN, 0, GF_FS,
                                                                  SAMPLING },
   { "gl_SampleMask", "int", 1, OUT, 0, GF_FS, { 400, 0, 320, 0, { GF_ARB_sample_shading, GF_OES_sample_variables } } },
   { "gl_SampleMaskIn", "int", 1, IN, GF_I_FLAT, GF_FS, { 400, 0, 320, 0,
                                                          { GF_ARB_gpu_shader5, GF_OES_sample_variables } } },
   /* every stage; an input whose value is state of the context's draws */
   { "gl_ViewID_OVR", "uint", 0, UNIFORM, 0, GF_ANY, { 0, 0, 0, 0, { GF_OVR_multiview } }, GF_P_MEDIUM },
   { "gl_NumSamples", "int", 0, UNIFORM, 0, GF_FS, SAMPLING },
   { "gl_HelperInvocation", "bool", 0, IN, 0, GF_FS, { 450, 0, 310, 0, { GF_ARB_ES3_1_compatibility } } },
   { "gl_Color", "vec4", 0, IN, 0, GF_FS, GL_OLD }, { "gl_SecondaryColor", "vec4", 0, IN, 0, GF_FS, GL_OLD },
   { "gl_TexCoord", "vec4", -1, IN, 0, GF_FS, GL_OLD }, { "gl_FogFragCoord", "float", 0, IN, 0, GF_FS, GL_OLD },
   /* compute, task, mesh */
#define GROUPS (GF_CS | GF_TASK | GF_MESH)
   { "gl_NumWorkGroups", "uvec3", 0, IN, 0, GROUPS, COMPUTE }, { "gl_WorkGroupID", "uvec3", 0, IN, 0, GROUPS, COMPUTE },
   { "gl_LocalInvocationID", "uvec3", 0, IN, 0, GROUPS, COMPUTE },
   { "gl_GlobalInvocationID", "uvec3", 0, IN, 0, GROUPS, COMPUTE },
   { "gl_LocalInvocationIndex", "uint", 0, IN, 0, GROUPS, COMPUTE },
   { "gl_WorkGroupSize", "uvec3", 0, CONST, 0, GROUPS, COMPUTE },
   { "gl_PrimitivePointIndicesEXT", "uint", -1, OUT, 0, GF_MESH, MESH },
   { "gl_PrimitiveLineIndicesEXT", "uvec2", -1, OUT, 0, GF_MESH, MESH },
   { "gl_PrimitiveTriangleIndicesEXT", "uvec3", -1, OUT, 0, GF_MESH, MESH },
   { "gl_LocalGroupSizeARB", "uvec3", 0, IN, 0, GF_CS, { 0, 0, 0, 0, { GF_ARB_compute_variable_group_size } } },
   { "gl_SubGroupSizeARB", "uint", 0, UNIFORM, 0, GF_ANY, { 0, 0, 0, 0, { GF_ARB_shader_ballot } } },
   { "gl_SubGroupInvocationARB", "uint", 0, IN, 0, GF_ANY, { 0, 0, 0, 0, { GF_ARB_shader_ballot } } },
#define MASK(which) { "gl_SubGroup" which "MaskARB", "uint64_t", 0, IN, 0, GF_ANY, { 0, 0, 0, 0, { GF_ARB_shader_ballot } } }
   MASK("Eq"), MASK("Ge"), MASK("Gt"), MASK("Le"), MASK("Lt"),
#undef MASK
#define SUBGROUP(name, type, stages, ext, precision) \
   { "gl_" name, type, 0, IN, 0, stages, { 0, 0, 0, 0, { GF_KHR_shader_subgroup_##ext } }, GF_P_##precision }
   SUBGROUP("NumSubgroups", "uint", GROUPS, basic, MEDIUM), SUBGROUP("SubgroupID", "uint", GROUPS, basic, MEDIUM),
   SUBGROUP("SubgroupSize", "uint", GF_ANY, basic, MEDIUM), SUBGROUP("SubgroupInvocationID", "uint", GF_ANY, basic, MEDIUM),
   SUBGROUP("SubgroupEqMask", "uvec4", GF_ANY, ballot, HIGH), SUBGROUP("SubgroupGeMask", "uvec4", GF_ANY, ballot, HIGH),
   SUBGROUP("SubgroupGtMask", "uvec4", GF_ANY, ballot, HIGH), SUBGROUP("SubgroupLeMask", "uvec4", GF_ANY, ballot, HIGH),
   SUBGROUP("SubgroupLtMask", "uvec4", GF_ANY, ballot, HIGH),
#undef SUBGROUP
#undef GROUPS
   /* state of fixed functions */
   { "gl_ModelViewMatrix", "mat4", 0, UNIFORM, 0, GF_ANY, GL_OLD }, { "gl_ProjectionMatrix", "mat4", 0, UNIFORM, 0,
                                                                      GF_ANY, GL_OLD },
   { "gl_ModelViewProjectionMatrix", "mat4", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_NormalMatrix", "mat3", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_TextureMatrix", "mat4", 8, UNIFORM, 0, GF_ANY, GL_OLD }, { "gl_ModelViewMatrixInverse", "mat4", 0, UNIFORM,
                                                                    0, GF_ANY, GL_OLD },
   { "gl_ProjectionMatrixInverse", "mat4", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_ModelViewProjectionMatrixInverse", "mat4", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_TextureMatrixInverse", "mat4", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_ModelViewMatrixTranspose", "mat4", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_ProjectionMatrixTranspose", "mat4", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_ModelViewProjectionMatrixTranspose", "mat4", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_TextureMatrixTranspose", "mat4", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_ModelViewMatrixInverseTranspose", "mat4", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_ProjectionMatrixInverseTranspose", "mat4", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_ModelViewProjectionMatrixInverseTranspose", "mat4", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_TextureMatrixInverseTranspose", "mat4", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_NormalScale", "float", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_ClipPlane", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD }, { "gl_TextureEnvColor", "vec4", 8, UNIFORM, 0, GF_ANY,
                                                                GL_OLD },
   { "gl_EyePlaneS", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD }, { "gl_EyePlaneT", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_EyePlaneR", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD }, { "gl_EyePlaneQ", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_ObjectPlaneS", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD }, { "gl_ObjectPlaneT", "vec4", 8, UNIFORM, 0, GF_ANY,
                                                                   GL_OLD },
   { "gl_ObjectPlaneR", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD }, { "gl_ObjectPlaneQ", "vec4", 8, UNIFORM, 0, GF_ANY,
                                                                   GL_OLD },
   { "gl_DepthRange", "gl_DepthRangeParameters", 0, UNIFORM, 0, GF_ANY, ALWAYS },
   { "gl_Point", "gl_PointParameters", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_FrontMaterial", "gl_MaterialParameters", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_BackMaterial", "gl_MaterialParameters", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_LightSource", "gl_LightSourceParameters", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_LightModel", "gl_LightModelParameters", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_FrontLightModelProduct", "gl_LightModelProducts", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_BackLightModelProduct", "gl_LightModelProducts", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_FrontLightProduct", "gl_LightProducts", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_BackLightProduct", "gl_LightProducts", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_Fog", "gl_FogParameters", 0, UNIFORM, 0, GF_ANY, GL_OLD },
};

static const struct { const char *name, *members; } records[] = {
   { "gl_DepthRangeParameters", "float near float far float diff" },
   { "gl_PointParameters", "float size float sizeMin float sizeMax float fadeThresholdSize float distanceConstantAttenuation "
     "float distanceLinearAttenuation float distanceQuadraticAttenuation" },
   { "gl_MaterialParameters", "vec4 emission vec4 ambient vec4 diffuse vec4 specular float shininess" },
   { "gl_LightSourceParameters", "vec4 ambient vec4 diffuse vec4 specular vec4 position vec4 halfVector vec3 spotDirection "
     "float spotExponent float spotCutoff float spotCosCutoff float constantAttenuation float linearAttenuation "
     "float quadraticAttenuation" },
   { "gl_LightModelParameters", "vec4 ambient" }, { "gl_LightModelProducts", "vec4 sceneColor" },
   { "gl_LightProducts", "vec4 ambient vec4 diffuse vec4 specular" },
   { "gl_FogParameters", "vec4 color float density float start float end float scale" },
};

_Static_assert(GF_COUNT(records) == GF_BUILT_IN_STRUCTS, "gf_parser.h");

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
      if (strcmp(limits[i].name, name) == 0 && (limit || limits[i].field != offsetof(struct glsl_limits, max_feedback_components)))
         return limits[i].factor * limit;
   }
   return value;
}

/* Number of elements of gl_FragData and similar arrays. */
static int draw_buffers(const struct gf_ctx *c, const char *name)
{
   if (strncmp(name, "gl_Secondary", 12) == 0)
      return 1;
   return c->options->limits ? c->options->limits->max_draw_buffers : 8;
}

static const struct gf_type *record_type(struct gf_parser *p, const char *name, const char *members, enum gf_base base)
{
   struct gf_type *t = GF_NEW(p->c, struct gf_type);
   struct gf_record *r = GF_NEW(p->c, struct gf_record);
   *t = (struct gf_type){ .base = (uint8_t)base, .rows = 1, .cols = 1, .name = name, .record = r };
   *r = (struct gf_record){ .name = name, .type = t, .builtin = true };
   r->members = gf_alloc(p->c, 24 * sizeof(*r->members));
   char type[16], member[40];
   for (int used = 0; sscanf(members, "%15s %39s%n", type, member, &used) == 2; members += used) {
      struct gf_member *m = &r->members[r->count++];
      const size_t length = strlen(type);
      m->type = type[length - 1] == ']' ? gf_array(p->c, gf_type_named(type, length - 2), GF_UNSIZED)
         : gf_type_named(type, length);
      m->name = gf_intern_z(p->c, member);
      m->offset = -1;
   }
   return t;
}

static struct gf_symbol *add(struct gf_parser *p, struct gf_name *name, const struct gf_type *type, unsigned storage)
{
   struct gf_symbol *s = gf_symbol_new(p, name, GF_SYM_VAR, (struct gf_loc){ 0 });
   s->builtin = true;
   s->level = 0;
   s->type = type;
   s->qual.storage = (uint8_t)storage;
   name->symbol = s;
   GF_PUSH(p->c, &p->globals, s);
   return s;
}

static struct gf_symbol *add_constant(struct gf_parser *p, struct gf_name *name, const struct gf_type *type,
                                      const int *value)
{
   struct gf_symbol *s = add(p, name, type, GF_S_CONST);
   struct gf_value *v = gf_value_new(p->c, type);
   for (unsigned i = 0; i < gf_components(type); i++)
      v->at[i].i = value[i];
   s->value = v;
   return s;
}

/* ---- gl_in, gl_out and the unnamed output block ---- */

static struct gf_type *mesh_block(struct gf_parser *p, const char *name)
{
   const bool primitive = strcmp(name, "gl_MeshPerPrimitiveEXT") == 0;
   struct gf_type *t = (struct gf_type *)record_type(p, name, primitive
      ? "int gl_PrimitiveID int gl_Layer int gl_ViewportIndex bool gl_CullPrimitiveEXT"
      : !p->c->es || gf_ext_on(p->c, GF_EXT_clip_cull_distance)
      ? "vec4 gl_Position float gl_PointSize float[] gl_ClipDistance float[] gl_CullDistance"
      : "vec4 gl_Position float gl_PointSize", GF_BLOCK);
   t->record->qual.storage = GF_S_OUT;
   t->record->qual.per_primitive = primitive;
   return t;
}

bool gf_is_built_in_block(const struct gf_ctx *c, const char *name)
{
   if (c->stage == PIPE_SHADER_MESH)
      return strcmp(name, "gl_MeshPerVertexEXT") == 0 || strcmp(name, "gl_MeshPerPrimitiveEXT") == 0;
   return strcmp(name, "gl_PerVertex") == 0;
}

struct gf_type *gf_built_in_block(struct gf_parser *p, const char *name, bool output)
{
   if (strncmp(name, "gl_Mesh", 7) == 0)
      return mesh_block(p, name);
   char members[400] = "vec4 gl_Position ";
   const bool gl = !p->c->es;
   if (gl || gf_ext_on(p->c, output ? GF_OES_geometry_point_size : GF_OES_geometry_point_size) ||
       gf_ext_on(p->c, GF_EXT_geometry_point_size) ||
       gf_ext_on(p->c, GF_OES_tessellation_point_size) || gf_ext_on(p->c, GF_EXT_tessellation_point_size))
      strcat(members, "float gl_PointSize ");
   static const struct gf_gate clip = CLIP, cull = CULL;
   if (gf_open(p->c, &clip))
      strcat(members, "float[] gl_ClipDistance ");
   if (gf_open(p->c, &cull))
      strcat(members, "float[] gl_CullDistance ");
   if (gl && gf_ext_on(p->c, GF_AMD_vertex_shader_layer))
      strcat(members, "int gl_Layer ");
   if (gl && gf_ext_on(p->c, GF_AMD_vertex_shader_viewport_index))
      strcat(members, "int gl_ViewportIndex ");
   if (gl && p->c->compat) {
      strcat(members, "vec4 gl_ClipVertex vec4 gl_FrontColor vec4 gl_BackColor vec4 gl_FrontSecondaryColor "
                      "vec4 gl_BackSecondaryColor ");
      strcat(members, "vec4[] gl_TexCoord float gl_FogFragCoord ");
   }
   return (struct gf_type *)record_type(p, "gl_PerVertex", members, GF_BLOCK);
}

static bool has_stage_blocks(const struct gf_ctx *c)
{
   return c->stage == PIPE_SHADER_GEOMETRY || c->stage == PIPE_SHADER_TESS_CTRL || c->stage == PIPE_SHADER_TESS_EVAL;
}

/* The block of gl_in or gl_out. Shaders of one stage share it. */
static const struct gf_type *per_vertex_block(struct gf_parser *p, enum gf_storage storage)
{
   struct gf_type *t = gf_built_in_block(p, "gl_PerVertex", storage == GF_S_OUT);
   t->record->qual.storage = (uint8_t)storage;
   return gf_known_record(p, t);
}

/* gl_MeshVerticesEXT and gl_MeshPrimitivesEXT. */
static struct gf_symbol *mesh_variable(struct gf_parser *p, struct gf_name *name)
{
   const bool primitives = strcmp(name->text, "gl_MeshPrimitivesEXT") == 0;
   const int length = primitives ? p->mesh_primitives : p->mesh_vertices;
   if (!gf_ext_on(p->c, GF_EXT_mesh_shader) || (!primitives && strcmp(name->text, "gl_MeshVerticesEXT") != 0))
      return NULL;
   const struct gf_type *block = gf_known_record(p, mesh_block(p, primitives ? "gl_MeshPerPrimitiveEXT" : "gl_MeshPerVertexEXT"));
   struct gf_symbol *s = add(p, name, gf_array(p->c, block, length ? length : GF_UNSIZED), GF_S_OUT);
   s->qual.per_primitive = primitives;
   return s;
}

static struct gf_symbol *block_variable(struct gf_parser *p, struct gf_name *name)
{
   struct gf_ctx *c = p->c;
   if (c->stage == PIPE_SHADER_MESH)
      return mesh_variable(p, name);
   if (!has_stage_blocks(c))
      return NULL;
   const char *text = name->text;
   if (c->stage == PIPE_SHADER_GEOMETRY && gf_ext_on(c, GF_ARB_geometry_shader4)) {
      static const char *const ins[][2] = { { "gl_PositionIn", "vec4" }, { "gl_PointSizeIn", "float" },
                                            { "gl_ClipVertexIn", "vec4" },
         { "gl_FrontColorIn", "vec4" }, { "gl_BackColorIn", "vec4" }, { "gl_FrontSecondaryColorIn", "vec4" },
         { "gl_BackSecondaryColorIn", "vec4" }, { "gl_FogFragCoordIn", "float" } };
      for (unsigned i = 0; i < GF_COUNT(ins); i++) {
         if (strcmp(ins[i][0], text) == 0)
            return add(p, name, gf_array(c, gf_type_named(ins[i][1], strlen(ins[i][1])), p->gs_input_vertices
                                         ? p->gs_input_vertices : GF_UNSIZED), GF_S_IN);
      }
      if (strcmp(text, "gl_TexCoordIn") == 0)
         return add(p, name, gf_array(c, gf_array(c, GF_T(vec4), GF_UNSIZED), GF_UNSIZED), GF_S_IN);
   }
   if (strcmp(text, "gl_in") == 0) {
      const int length = c->stage == PIPE_SHADER_GEOMETRY ? p->gs_input_vertices ? p->gs_input_vertices : GF_UNSIZED : 32;
      return add(p, name, gf_array(c, per_vertex_block(p, GF_S_IN), length), GF_S_IN);
   }
   if (strcmp(text, "gl_out") == 0 && c->stage == PIPE_SHADER_TESS_CTRL)
      return add(p, name, gf_array(c, per_vertex_block(p, GF_S_OUT), p->tcs_vertices ? p->tcs_vertices : GF_UNSIZED),
                 GF_S_OUT);
   if (c->stage == PIPE_SHADER_TESS_CTRL)
      return NULL;
   const struct gf_type *block = gf_built_in_block(p, "gl_PerVertex", true);
   for (unsigned i = 0; i < block->record->count; i++) {
      if (block->record->members[i].name == name)
         return add(p, name, block->record->members[i].type, GF_S_OUT);
   }
   return NULL;
}

void gf_need_clip_distances(struct gf_parser *p)
{
   struct gf_name *name = gf_intern_z(p->c, "gl_ClipDistance");
   struct gf_symbol *shown = name->symbol;
   gf_lookup(p, gf_intern_z(p->c, "gl_ClipPlane"))->used = true;
   if (shown && shown->kind == GF_SYM_VAR && shown->builtin && shown->block_member < 0) {
      shown->used = true;
      return;
   }
   add(p, name, gf_array(p->c, GF_T(float), 8), GF_S_OUT)->used = true;
   if (shown)
      name->symbol = shown; /* a member of gl_PerVertex, or not declared there */
}

/* The type of a built-in uniform, one for each name; NULL: there is none of this name. */
static const struct gf_type *struct_named(struct gf_parser *p, const char *name)
{
   for (unsigned k = 0; k < GF_COUNT(records) && (p->c->compat || k == 0); k++) {
      if (strcmp(records[k].name, name) != 0)
         continue;
      if (!p->built_in_struct[k])
         p->built_in_struct[k] = gf_known_record(p, (struct gf_type *)record_type(p, name, records[k].members, GF_STRUCT));
      return p->built_in_struct[k];
   }
   return NULL;
}

struct gf_symbol *gf_builtin_without_gate(struct gf_parser *p, const char *text)
{
   struct gf_name *name = gf_intern_z(p->c, text);
   for (unsigned i = 0; i < p->globals.count; i++)
      if (p->globals.at[i]->builtin && p->globals.at[i]->name == name)
         return p->globals.at[i];
   for (unsigned i = 0; i < GF_COUNT(rows); i++)
      if (rows[i].stages & p->c->stage_bit && strcmp(rows[i].name, text) == 0)
         return add(p, name, gf_type_named(rows[i].type, strlen(rows[i].type)), rows[i].storage);
   return NULL;
}

struct gf_symbol *gf_builtin_variable(struct gf_parser *p, struct gf_name *name)
{
   struct gf_ctx *c = p->c;
   const char *text = name->text;
   if (strncmp(text, "gl_", 3) != 0)
      return NULL;
   const struct gf_type *record = struct_named(p, text);
   if (record) { /* the types of built-in uniforms have names, too */
      struct gf_symbol *s = add(p, name, record, GF_S_NONE);
      s->kind = GF_SYM_STRUCT;
      p->globals.count--;
      return s;
   }
   for (unsigned i = 0; i < GF_COUNT(constants); i++) {
      if (strcmp(constants[i].name, text) == 0 && gf_open(c, &constants[i].gate))
         return add_constant(p, name, GF_T(int), (const int[]){ constant_value(c, text, constants[i].value) });
   }
   if (strcmp(text, "gl_MaxComputeWorkGroupCount") == 0 && gf_open(c, &(const struct gf_gate)COMPUTE))
      return add_constant(p, name, GF_T(ivec3), (const int[]){ 65535, 65535, 65535 });
   if (strcmp(text, "gl_MaxComputeWorkGroupSize") == 0 && gf_open(c, &(const struct gf_gate)COMPUTE))
      return add_constant(p, name, GF_T(ivec3), (const int[]){ 1024, 1024, 64 });
   if (strcmp(text, "gl_WorkGroupSize") == 0) {
      const struct gf_layouts *l = &p->defaults[GF_S_IN];
      if (!gf_has_work_group(c->stage) || !gf_open(c, &(const struct gf_gate)COMPUTE) || !l->value ||
          !(gf_has_layout(l, GF_L_local_size_x) ||
          gf_has_layout(l, GF_L_local_size_y) || gf_has_layout(l, GF_L_local_size_z)))
         return NULL;
      const int *v = l->value + GF_L_local_size_x;
      return add_constant(p, name, GF_T(uvec3), (const int[]){ v[0] ? v[0] : 1, v[1] ? v[1] : 1, v[2] ? v[2] : 1 });
   }
   for (unsigned i = 0; i < GF_COUNT(rows); i++) {
      const struct row *r = &rows[i];
      if (strcmp(r->name, text) != 0 || !(r->stages & c->stage_bit) || !gf_open(c, &r->gate))
         continue;
      if (strcmp(text, "gl_LastFragData") == 0 && gf_at_least(c, 130, 300)) /* later versions: inout outputs instead */
         return NULL;
      if (r->gate.gl_last)
         gf_deprecated(p, name, p->t.loc);
      const struct gf_type *type = gf_type_named(r->type, strlen(r->type));
      if (!type)
         type = struct_named(p, r->type);
      if (!type)
         type = GF_T(float);
      if (r->array)
         type = gf_array(c, type, r->array == -1 ? GF_UNSIZED : r->array == -2 ? draw_buffers(c, text) : r->array);
      if (c->stage == PIPE_SHADER_MESH && r->storage == OUT && p->mesh_primitives) /* indices of primitives */
         type = gf_array(c, type->elem, p->mesh_primitives);
      struct gf_symbol *s = add(p, name, type, r->storage);
      s->qual.per_primitive = c->stage == PIPE_SHADER_MESH && r->storage == OUT;
      if (strcmp(text, "gl_ClipVertex") == 0)
         gf_need_clip_distances(p);
      s->qual.interp = r->interp;
      s->qual.precision = r->precision;
      s->qual.patch = (c->stage == PIPE_SHADER_TESS_CTRL && r->storage == OUT) ||
         (c->stage == PIPE_SHADER_TESS_EVAL && r->storage == IN);
      if (r->storage == CONST) {
         struct gf_value *v = gf_value_new(c, type);
         v->at[0].i = p->gs_input_vertices ? p->gs_input_vertices : 3;
         s->value = v;
      }
      return s;
   }
   return block_variable(p, name);
}
