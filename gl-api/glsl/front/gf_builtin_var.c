/* gf_builtin_var.c: built-in variables: rows with gate, stages and qualifiers. A row becomes a symbol when its name is first
 * looked up. gf_builtin_const.c has the constants, gf_builtin_block.c the blocks and structs. */
#include "gf_builtin.h"
#include "gf_front.h"

#include <string.h>

enum kind { IN = GF_S_IN, OUT = GF_S_OUT, UNIFORM = GF_S_UNIFORM, CONST = GF_S_CONST, ATTRIBUTE = GF_S_ATTRIBUTE };

#define GL_OLD { 110, 130 }
#define SAMPLING { 400, 0, 320, 0, { GF_ARB_sample_shading, GF_OES_sample_variables } }
#define MESH { 0, 0, 0, 0, { GF_EXT_mesh_shader } }
#define FETCH_ZS { 0, 0, 0, 0, { GF_ARM_shader_framebuffer_fetch_depth_stencil } }

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
   { "gl_Vertex", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD },
   { "gl_Normal", "vec3", 0, ATTRIBUTE, 0, GF_VS, GL_OLD },
   { "gl_Color", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD },
   { "gl_SecondaryColor", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD },
   { "gl_MultiTexCoord0", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD },
   { "gl_MultiTexCoord1", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD },
   { "gl_MultiTexCoord2", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD },
   { "gl_MultiTexCoord3", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD },
   { "gl_MultiTexCoord4", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD },
   { "gl_MultiTexCoord5", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD },
   { "gl_MultiTexCoord6", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD },
   { "gl_MultiTexCoord7", "vec4", 0, ATTRIBUTE, 0, GF_VS, GL_OLD },
   { "gl_FogCoord", "float", 0, ATTRIBUTE, 0, GF_VS, GL_OLD },
   { "gl_FrontColor", "vec4", 0, OUT, 0, GF_VS | GF_GS | GF_TES, GL_OLD },
   { "gl_BackColor", "vec4", 0, OUT, 0, GF_VS | GF_GS | GF_TES, GL_OLD },
   { "gl_FrontSecondaryColor", "vec4", 0, OUT, 0, GF_VS | GF_GS | GF_TES, GL_OLD },
   { "gl_BackSecondaryColor", "vec4", 0, OUT, 0, GF_VS | GF_GS | GF_TES, GL_OLD },
   { "gl_TexCoord", "vec4", -1, OUT, 0, GF_VS | GF_GS | GF_TES, GL_OLD },
   { "gl_FogFragCoord", "float", 0, OUT, 0, GF_VS | GF_GS | GF_TES, GL_OLD },
   { "gl_Layer", "int", 0, OUT, 0, GF_VS,
     { 0, 0, 0, 0, { GF_AMD_vertex_shader_layer, GF_ARB_shader_viewport_layer_array, GF_NV_viewport_array2 } } },
   { "gl_Layer", "int", 0, OUT, 0, GF_TES, { 0, 0, 0, 0, { GF_ARB_shader_viewport_layer_array, GF_NV_viewport_array2 } } },
   { "gl_ViewportIndex", "int", 0, OUT, 0, GF_VS,
     { 0, 0, 0, 0, { GF_AMD_vertex_shader_viewport_index, GF_ARB_shader_viewport_layer_array, GF_NV_viewport_array2 } } },
   { "gl_ViewportIndex", "int", 0, OUT, 0, GF_TES,
     { 0, 0, 0, 0, { GF_ARB_shader_viewport_layer_array, GF_NV_viewport_array2 } } },
   { "gl_Layer", "int", 0, OUT, 0, GF_TCS, { 0, 0, 0, 0, { GF_NV_viewport_array2 } } },
   { "gl_ViewportIndex", "int", 0, OUT, 0, GF_TCS, { 0, 0, 0, 0, { GF_NV_viewport_array2 } } },
   { "gl_ViewportMask", "int", 1, OUT, 0, GF_VS | GF_TCS | GF_TES | GF_GS, { 0, 0, 0, 0, { GF_NV_viewport_array2 } } },
   /* tessellation */
   { "gl_PatchVerticesIn", "int", 0, IN, 0, GF_TCS | GF_TES, TESS },
   { "gl_PrimitiveID", "int", 0, IN, 0, GF_TCS | GF_TES, TESS },
   { "gl_InvocationID", "int", 0, IN, 0, GF_TCS, TESS },
   { "gl_TessLevelOuter", "float", 4, OUT, 0, GF_TCS, TESS },
   { "gl_TessLevelInner", "float", 2, OUT, 0, GF_TCS, TESS },
   { "gl_TessLevelOuter", "float", 4, IN, 0, GF_TES, TESS },
   { "gl_TessLevelInner", "float", 2, IN, 0, GF_TES, TESS },
   { "gl_TessCoord", "vec3", 0, IN, 0, GF_TES, TESS },
   { "gl_BoundingBox", "vec4", 2, OUT, 0, GF_TCS, { 0, 0, 320, 0, { GF_ARB_ES3_2_compatibility } } },
   { "gl_BoundingBoxEXT", "vec4", 2, OUT, 0, GF_TCS, { 0, 0, 0, 0, { GF_EXT_primitive_bounding_box } } },
   { "gl_BoundingBoxOES", "vec4", 2, OUT, 0, GF_TCS, { 0, 0, 0, 0, { GF_OES_primitive_bounding_box } } },
   /* geometry */
   { "gl_PrimitiveIDIn", "int", 0, IN, 0, GF_GS, ES_GS },
   { "gl_PrimitiveID", "int", 0, OUT, 0, GF_GS, ES_GS },
   { "gl_Layer", "int", 0, OUT, 0, GF_GS, ES_GS },
   { "gl_ViewportIndex", "int", 0, OUT, 0, GF_GS, { 410, 0, 0, 0, { GF_ARB_viewport_array, GF_OES_viewport_array } } },
   { "gl_InvocationID", "int", 0, IN, 0, GF_GS,
     { 400, 0, 320, 0, { GF_ARB_gpu_shader5, GF_EXT_geometry_shader, GF_OES_geometry_shader } } },
   { "gl_VerticesIn", "int", 0, CONST, 0, GF_GS, { 0, 0, 0, 0, { GF_ARB_geometry_shader4 } } },
   /* fragment */
   { "gl_FragCoord", "vec4", 0, IN, 0, GF_FS, ALWAYS, GF_P_MEDIUM },
   { "gl_FrontFacing", "bool", 0, IN, 0, GF_FS, ALWAYS },
   { "gl_PointCoord", "vec2", 0, IN, 0, GF_FS, { 120, 0, 100 }, GF_P_MEDIUM },
   { "gl_FragColor", "vec4", 0, OUT, 0, GF_FS, { 110, 410, 100, 100 }, GF_P_MEDIUM },
   { "gl_FragData", "vec4", -2, OUT, 0, GF_FS, { 110, 410, 100, 100 }, GF_P_MEDIUM },
   { "gl_SecondaryFragColorEXT", "vec4", 0, OUT, 0, GF_FS, { 0, 0, 0, 0, { GF_EXT_blend_func_extended } } },
   { "gl_SecondaryFragDataEXT", "vec4", -2, OUT, 0, GF_FS, { 0, 0, 0, 0, { GF_EXT_blend_func_extended } } },
   { "gl_LastFragData", "vec4", -2, IN, 0, GF_FS,
     { 0, 0, 0, 0, { GF_EXT_shader_framebuffer_fetch, GF_EXT_shader_framebuffer_fetch_non_coherent } }, GF_P_MEDIUM },
   { "gl_LastFragDepthARM", "float", 0, IN, 0, GF_FS, FETCH_ZS, GF_P_HIGH },
   { "gl_LastFragStencilARM", "int", 0, IN, 0, GF_FS, FETCH_ZS, GF_P_LOW },
   { "gl_FragDepth", "float", 0, OUT, 0, GF_FS, { 110, 0, 300 }, GF_P_HIGH },
   { "gl_FragDepthEXT", "float", 0, OUT, 0, GF_FS, { 0, 0, 0, 0, { GF_EXT_frag_depth } } },
   { "gl_FragStencilRefARB", "int", 0, OUT, 0, GF_FS, { 0, 0, 0, 0, { GF_ARB_shader_stencil_export } } },
   { "gl_FragStencilRefAMD", "int", 0, OUT, 0, GF_FS, { 0, 0, 0, 0, { GF_AMD_shader_stencil_export } } },
   { "gl_ClipDistance", "float", -1, IN, 0, GF_FS, CLIP },
   { "gl_CullDistance", "float", -1, IN, 0, GF_FS, CULL },
   { "gl_PrimitiveID", "int", 0, IN, GF_I_FLAT, GF_FS,
     { 150, 0, 320, 0, { GF_EXT_geometry_shader, GF_OES_geometry_shader, GF_EXT_gpu_shader4, GF_ARB_geometry_shader4,
                       GF_EXT_tessellation_shader, GF_OES_tessellation_shader } } },
   { "gl_Layer", "int", 0, IN, GF_I_FLAT, GF_FS,
     { 430, 0, 320, 0, { GF_ARB_fragment_layer_viewport, GF_EXT_geometry_shader, GF_OES_geometry_shader } } },
   { "gl_ViewportIndex", "int", 0, IN, GF_I_FLAT, GF_FS,
     { 430, 0, 0, 0, { GF_ARB_fragment_layer_viewport, GF_OES_viewport_array } } },
   { "gl_SampleID", "int", 0, IN, GF_I_FLAT, GF_FS, SAMPLING },
   { "gl_SamplePosition", "vec2", 0, IN, 0, GF_FS, SAMPLING },
   { "gl_SampleMask", "int", 1, OUT, 0, GF_FS, { 400, 0, 320, 0, { GF_ARB_sample_shading, GF_OES_sample_variables } } },
   { "gl_SampleMaskIn", "int", 1, IN, GF_I_FLAT, GF_FS, { 400, 0, 320, 0, { GF_ARB_gpu_shader5, GF_OES_sample_variables } } },
   /* every stage; an input whose value is state of the context's draws */
   { "gl_ViewID_OVR", "uint", 0, UNIFORM, 0, GF_ANY, { 0, 0, 0, 0, { GF_OVR_multiview } }, GF_P_MEDIUM },
   { "gl_NumSamples", "int", 0, UNIFORM, 0, GF_FS, SAMPLING },
   { "gl_HelperInvocation", "bool", 0, IN, 0, GF_FS, { 450, 0, 310, 0, { GF_ARB_ES3_1_compatibility } } },
   { "gl_Color", "vec4", 0, IN, 0, GF_FS, GL_OLD },
   { "gl_SecondaryColor", "vec4", 0, IN, 0, GF_FS, GL_OLD },
   { "gl_TexCoord", "vec4", -1, IN, 0, GF_FS, GL_OLD },
   { "gl_FogFragCoord", "float", 0, IN, 0, GF_FS, GL_OLD },
   /* compute, task, mesh */
#define GROUPS (GF_CS | GF_TASK | GF_MESH)
   { "gl_NumWorkGroups", "uvec3", 0, IN, 0, GROUPS, COMPUTE },
   { "gl_WorkGroupID", "uvec3", 0, IN, 0, GROUPS, COMPUTE },
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
   { "gl_ModelViewMatrix", "mat4", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_ProjectionMatrix", "mat4", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_ModelViewProjectionMatrix", "mat4", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_NormalMatrix", "mat3", 0, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_TextureMatrix", "mat4", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_ModelViewMatrixInverse", "mat4", 0, UNIFORM, 0, GF_ANY, GL_OLD },
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
   { "gl_ClipPlane", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_TextureEnvColor", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_EyePlaneS", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_EyePlaneT", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_EyePlaneR", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_EyePlaneQ", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_ObjectPlaneS", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_ObjectPlaneT", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_ObjectPlaneR", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD },
   { "gl_ObjectPlaneQ", "vec4", 8, UNIFORM, 0, GF_ANY, GL_OLD },
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

/* Number of elements of gl_FragData and similar arrays. */
static int draw_buffers(const struct gf_ctx *c, const char *name)
{
   if (strncmp(name, "gl_Secondary", 12) == 0)
      return 1;
   return c->options->limits ? c->options->limits->max_draw_buffers : 8;
}

struct gf_symbol *gf_add_builtin(struct gf_parser *p, struct gf_name *name, const struct gf_type *type, unsigned storage)
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

struct gf_symbol *gf_add_constant(struct gf_parser *p, struct gf_name *name, const struct gf_type *type,
                                      const int *value)
{
   struct gf_symbol *s = gf_add_builtin(p, name, type, GF_S_CONST);
   struct gf_value *v = gf_value_new(p->c, type);
   for (unsigned i = 0; i < gf_components(type); i++)
      v->at[i].i = value[i];
   s->value = v;
   return s;
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
   gf_add_builtin(p, name, gf_array(p->c, GF_T(float), 8), GF_S_OUT)->used = true;
   if (shown)
      name->symbol = shown; /* a member of gl_PerVertex, or not declared there */
}

struct gf_symbol *gf_builtin_without_gate(struct gf_parser *p, const char *text)
{
   struct gf_name *name = gf_intern_z(p->c, text);
   for (unsigned i = 0; i < p->globals.count; i++)
      if (p->globals.at[i]->builtin && p->globals.at[i]->name == name)
         return p->globals.at[i];
   for (unsigned i = 0; i < GF_COUNT(rows); i++)
      if (rows[i].stages & p->c->stage_bit && strcmp(rows[i].name, text) == 0)
         return gf_add_builtin(p, name, gf_type_named(rows[i].type, strlen(rows[i].type)), rows[i].storage);
   return NULL;
}

struct gf_symbol *gf_builtin_variable(struct gf_parser *p, struct gf_name *name)
{
   struct gf_ctx *c = p->c;
   const char *text = name->text;
   if (strncmp(text, "gl_", 3) != 0)
      return NULL;
   const struct gf_type *record = gf_builtin_struct(p, text);
   if (record) { /* the types of built-in uniforms have names, too */
      struct gf_symbol *s = gf_add_builtin(p, name, record, GF_S_NONE);
      s->kind = GF_SYM_STRUCT;
      p->globals.count--;
      return s;
   }
   struct gf_symbol *constant = gf_builtin_constant(p, name);
   if (constant)
      return constant;
   if (strcmp(text, "gl_WorkGroupSize") == 0) {
      const struct gf_layouts *l = &p->defaults[GF_S_IN];
      if (!gf_has_work_group(c->stage) || !gf_open(c, &(const struct gf_gate)COMPUTE) || !l->value ||
          !(gf_has_layout(l, GF_L_local_size_x) ||
          gf_has_layout(l, GF_L_local_size_y) || gf_has_layout(l, GF_L_local_size_z)))
         return NULL;
      const int *v = l->value + GF_L_local_size_x;
      return gf_add_constant(p, name, GF_T(uvec3), (const int[]){ v[0] ? v[0] : 1, v[1] ? v[1] : 1, v[2] ? v[2] : 1 });
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
         type = gf_builtin_struct(p, r->type);
      if (!type)
         type = GF_T(float);
      if (r->array)
         type = gf_array(c, type, r->array == -1 ? GF_UNSIZED : r->array == -2 ? draw_buffers(c, text) : r->array);
      if (c->stage == PIPE_SHADER_MESH && r->storage == OUT && p->mesh_primitives) /* indices of primitives */
         type = gf_array(c, type->elem, p->mesh_primitives);
      struct gf_symbol *s = gf_add_builtin(p, name, type, r->storage);
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
   return gf_builtin_block_variable(p, name);
}
