/* link_legacy.c: built-in variables of fixed functions (GLSL 1.20, 7.2 to 7.6). Each has a fixed place, so that a stage of a program and
 * a stage of fixed functions fit together without linking: attributes follow the generic ones, colours and fog have the varyings of
 * enum pipe_varying, texture coordinates the last locations of the application's, and uniforms an offset in the context's state. */
#include <stddef.h>
#include <string.h>

#include "gl-api/glsl/link_priv.h"
#include "gl-api/glsl/state_constants.h"

#define COUNT(array) (sizeof array / sizeof array[0])

/* ---- uniforms ------------------------------------------------------------------------------------------------------------- */

static const struct { const char *name; uint16_t offset_B; } uniforms[] = {
#define AT(member) offsetof(struct glsl_state_constants, member)
   { "gl_DepthRange", AT(depth_range) }, { "gl_NumSamples", AT(num_samples) },
   { "gl_ViewID_OVR", AT(view_id) },
#define MATRIX(name, which) \
   { name, AT(legacy.matrix[which]) }, { name "Inverse", AT(legacy.matrix_form[GLSL_INVERSE - 1][which]) }, \
   { name "Transpose", AT(legacy.matrix_form[GLSL_TRANSPOSE - 1][which]) }, \
   { name "InverseTranspose", AT(legacy.matrix_form[GLSL_INVERSE_TRANSPOSE - 1][which]) }
   MATRIX("gl_ModelViewMatrix", GLSL_MODELVIEW), MATRIX("gl_ProjectionMatrix", GLSL_PROJECTION),
   MATRIX("gl_ModelViewProjectionMatrix", GLSL_MODELVIEW_PROJECTION),
#undef MATRIX
   { "gl_TextureMatrix", AT(legacy.texture_matrix) },
   { "gl_TextureMatrixInverse", AT(legacy.texture_matrix_form[GLSL_INVERSE - 1]) },
   { "gl_TextureMatrixTranspose", AT(legacy.texture_matrix_form[GLSL_TRANSPOSE - 1]) },
   { "gl_TextureMatrixInverseTranspose", AT(legacy.texture_matrix_form[GLSL_INVERSE_TRANSPOSE - 1]) },
   { "gl_NormalMatrix", AT(legacy.normal_matrix) }, { "gl_NormalScale", AT(legacy.normal_scale) },
   { "gl_ClipPlane", AT(legacy.clip_plane) }, { "gl_TextureEnvColor", AT(legacy.texture_env_color) },
   { "gl_EyePlaneS", AT(legacy.eye_plane[0]) }, { "gl_EyePlaneT", AT(legacy.eye_plane[1]) },
   { "gl_EyePlaneR", AT(legacy.eye_plane[2]) }, { "gl_EyePlaneQ", AT(legacy.eye_plane[3]) },
   { "gl_ObjectPlaneS", AT(legacy.object_plane[0]) }, { "gl_ObjectPlaneT", AT(legacy.object_plane[1]) },
   { "gl_ObjectPlaneR", AT(legacy.object_plane[2]) }, { "gl_ObjectPlaneQ", AT(legacy.object_plane[3]) },
   { "gl_Point", AT(legacy.point) }, { "gl_Fog", AT(legacy.fog) },
   { "gl_FrontMaterial", AT(legacy.material[0]) }, { "gl_BackMaterial", AT(legacy.material[1]) },
   { "gl_LightSource", AT(legacy.light) }, { "gl_LightModel", AT(legacy.light_model_ambient) },
   { "gl_FrontLightModelProduct", AT(legacy.scene_color[0]) }, { "gl_BackLightModelProduct", AT(legacy.scene_color[1]) },
   { "gl_FrontLightProduct", AT(legacy.light_product[0]) }, { "gl_BackLightProduct", AT(legacy.light_product[1]) },
#undef AT
};

uint32_t link_state_offset_B(const char *name)
{
   for (unsigned i = 0; i < COUNT(uniforms); i++)
      if (!strcmp(uniforms[i].name, name))
         return uniforms[i].offset_B;
   return LINK_NONE;
}

/* ---- inputs and outputs ---------------------------------------------------------------------------------------------------- */

struct place { const char *name; uint8_t location; };

/* gl_Vertex is generic attribute 0 (OpenGL 2.1, 2.7). */
static const struct place attributes[] = {
   { "gl_Vertex", 0 }, { "gl_Normal", GLSL_ATTRIB_NORMAL }, { "gl_Color", GLSL_ATTRIB_COLOR },
   { "gl_SecondaryColor", GLSL_ATTRIB_SECONDARY_COLOR }, { "gl_FogCoord", GLSL_ATTRIB_FOG_COORD },
   { "gl_MultiTexCoord0", GLSL_ATTRIB_TEX_COORD0 }, { "gl_MultiTexCoord1", GLSL_ATTRIB_TEX_COORD0 + 1 },
   { "gl_MultiTexCoord2", GLSL_ATTRIB_TEX_COORD0 + 2 }, { "gl_MultiTexCoord3", GLSL_ATTRIB_TEX_COORD0 + 3 },
   { "gl_MultiTexCoord4", GLSL_ATTRIB_TEX_COORD0 + 4 }, { "gl_MultiTexCoord5", GLSL_ATTRIB_TEX_COORD0 + 5 },
   { "gl_MultiTexCoord6", GLSL_ATTRIB_TEX_COORD0 + 6 }, { "gl_MultiTexCoord7", GLSL_ATTRIB_TEX_COORD0 + 7 },
};
static const struct place outputs[] = {
   { "gl_FrontColor", PIPE_VARYING_COLOR0 }, { "gl_BackColor", PIPE_VARYING_BACK_COLOR0 },
   { "gl_FrontSecondaryColor", PIPE_VARYING_COLOR1 }, { "gl_BackSecondaryColor", PIPE_VARYING_BACK_COLOR1 },
   { "gl_FogFragCoord", PIPE_VARYING_FOG }, { "gl_TexCoord", GLSL_VARYING_TEX_COORD0 },
   { "gl_ClipVertex", PIPE_VARYING_CLIP_VERTEX },
};
static const struct place inputs[] = { /* of fragment shaders */
   { "gl_Color", PIPE_VARYING_COLOR0 }, { "gl_SecondaryColor", PIPE_VARYING_COLOR1 }, { "gl_FogFragCoord", PIPE_VARYING_FOG },
   { "gl_TexCoord", GLSL_VARYING_TEX_COORD0 },
};

static uint32_t find(const struct place *place, unsigned count, const char *name)
{
   for (unsigned i = 0; i < count; i++)
      if (!strcmp(place[i].name, name))
         return place[i].location;
   return LINK_NONE;
}

static void decorate(struct link_stage *s, struct link_var *v, uint32_t location)
{
   v->location = location;
   spv_edit_decorate1(s->edit, v->id, SpvDecorationLocation, location);
}

void link_legacy_attributes(struct link *l)
{
   struct link_stage *s = &l->stage[PIPE_SHADER_VERTEX];
   for (unsigned i = 0; s->present && i < s->var_count; i++) {
      struct link_var *v = &s->var[i];
      const uint32_t location = find(attributes, COUNT(attributes), v->name);
      if (location == LINK_NONE || v->storage != SpvStorageClassInput || !v->used)
         continue;
      decorate(s, v, location);
      l->out->attribs_used |= 1u << location;
   }
}

uint32_t link_legacy_location(const char *name) { return find(outputs, COUNT(outputs), name); }

static bool is_per_vertex(const struct link_var *v) { return v->block_name && !strcmp(v->block_name, "gl_PerVertex"); }

/* Members of gl_PerVertex, in gl_in, gl_out, or redeclared outputs. */
static void decorate_members(struct link_stage *s, const struct link_var *v)
{
   const uint32_t block = link_bare(&s->m, v->type);
   for (uint32_t i = 0; i < spv_type_of(&s->m, block).count; i++) {
      const uint32_t location = link_legacy_location(spv_member_name(&s->m, block, i));
      if (location != LINK_NONE && !spv_find_decoration(&s->m, block, i, SpvDecorationLocation))
         spv_edit_decorate(s->edit, block, i, SpvDecorationLocation, &location, 1);
   }
}

/* gl_ClipVertex has become distances where no further stage takes vertices. */
static bool passes_on(const struct link *l, const struct link_stage *s, const struct link_var *v)
{
   return strcmp(v->name, "gl_ClipVertex") != 0 || v->needed || l->separable ||
          (s->module->stage != PIPE_SHADER_GEOMETRY && (l->stage[PIPE_SHADER_GEOMETRY].present ||
           (s->module->stage != PIPE_SHADER_TESS_EVAL && l->stage[PIPE_SHADER_TESS_EVAL].present)));
}

static void decorate_vertex_stage(struct link *l, struct link_stage *s)
{
   for (unsigned i = 0; i < s->var_count; i++) {
      struct link_var *v = &s->var[i];
      if (v->storage != SpvStorageClassInput && v->storage != SpvStorageClassOutput)
         continue;
      if (is_per_vertex(v)) {
         decorate_members(s, v);
         continue;
      }
      const uint32_t location = v->storage == SpvStorageClassOutput ? link_legacy_location(v->name) : LINK_NONE;
      if (location != LINK_NONE && v->used && passes_on(l, s, v))
         decorate(s, v, location);
   }
}

/* Elements of gl_TexCoord. */
static uint32_t elements(const struct link_stage *s, uint32_t type)
{
   const struct spv_type t = spv_type_of(&s->m, type);
   return t.kind == SPV_KIND_ARRAY ? t.count : 1;
}

void link_legacy_varyings(struct link *l)
{
   struct link_stage *fragment = &l->stage[PIPE_SHADER_FRAGMENT];
   for (unsigned i = 0; i < PIPE_SHADER_FRAGMENT; i++)
      if (l->stage[i].present)
         decorate_vertex_stage(l, &l->stage[i]);
   for (unsigned i = 0; fragment->present && i < fragment->var_count; i++) {
      struct link_var *v = &fragment->var[i];
      const uint32_t location = find(inputs, COUNT(inputs), v->name);
      if (location == LINK_NONE || v->storage != SpvStorageClassInput || !v->used)
         continue;
      decorate(fragment, v, location);
      const bool chosen = (v->symbol && v->symbol->smooth) || spv_has_decoration(&fragment->m, v->id, SpvDecorationNoPerspective);
      if (location <= PIPE_VARYING_COLOR1 && location >= PIPE_VARYING_COLOR0 && chosen)
         l->out->stage[PIPE_SHADER_FRAGMENT].smooth_colors |= (uint8_t)(1u << (location - PIPE_VARYING_COLOR0));
      for (uint32_t k = 0; k < elements(fragment, v->type) && location + k < 64; k++)
         l->out->legacy_inputs |= UINT64_C(1) << (location + k);
   }
}

static void reserve(const struct link_stage *s, uint32_t type, uint8_t *used)
{
   for (uint32_t i = 0; i < elements(s, type) && i < GLSL_MAX_TEXTURE_COORDS; i++)
      used[GLSL_VARYING_TEX_COORD0 + i] = 0xf;
}

void link_legacy_reserve(const struct link_stage *s, uint32_t storage, uint8_t *used)
{
   for (unsigned i = 0; i < s->var_count; i++) {
      const struct link_var *v = &s->var[i];
      if (v->storage != storage || !v->used)
         continue;
      if (!v->block_name && !strcmp(v->name, "gl_TexCoord"))
         reserve(s, v->type, used);
      const struct spv_type block = spv_type_of(&s->m, is_per_vertex(v) ? link_bare(&s->m, v->type) : 0);
      for (uint32_t k = 0; is_per_vertex(v) && k < block.count; k++)
         if (!strcmp(spv_member_name(&s->m, block.id, k), "gl_TexCoord"))
            reserve(s, block.members[k], used);
   }
}
