/* gf_builtin_block.c: built-in blocks such as gl_in and gl_PerVertex, and the struct types of built-in uniforms. */
#include "gf_builtin.h"

#include <stdio.h>
#include <string.h>

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

const struct gf_type *gf_builtin_struct(struct gf_parser *p, const char *name)
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

struct gf_type *gf_built_in_block(struct gf_parser *p, const char *name)
{
   if (strncmp(name, "gl_Mesh", 7) == 0)
      return mesh_block(p, name);
   char members[400] = "vec4 gl_Position ";
   const bool gl = !p->c->es;
   if (gl || p->c->stage == PIPE_SHADER_VERTEX || gf_ext_on(p->c, GF_OES_geometry_point_size) ||
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
   struct gf_type *t = gf_built_in_block(p, "gl_PerVertex");
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
   struct gf_symbol *s = gf_add_builtin(p, name, gf_array(p->c, block, length ? length : GF_UNSIZED), GF_S_OUT);
   s->qual.per_primitive = primitives;
   return s;
}

/* The inputs of ARB_geometry_shader4: arrays in place of members of gl_in. */
static struct gf_symbol *geometry_input(struct gf_parser *p, struct gf_name *name)
{
   static const char *const inputs[][2] = {
      { "gl_PositionIn", "vec4" }, { "gl_PointSizeIn", "float" }, { "gl_ClipVertexIn", "vec4" }, { "gl_FrontColorIn", "vec4" },
      { "gl_BackColorIn", "vec4" }, { "gl_FrontSecondaryColorIn", "vec4" }, { "gl_BackSecondaryColorIn", "vec4" },
      { "gl_FogFragCoordIn", "float" },
   };
   struct gf_ctx *c = p->c;
   for (unsigned i = 0; i < GF_COUNT(inputs); i++) {
      const struct gf_type *type = gf_type_named(inputs[i][1], strlen(inputs[i][1]));
      if (strcmp(inputs[i][0], name->text) == 0)
         return gf_add_builtin(p, name, gf_array(c, type, p->gs_input_vertices ? p->gs_input_vertices : GF_UNSIZED), GF_S_IN);
   }
   if (strcmp(name->text, "gl_TexCoordIn") == 0)
      return gf_add_builtin(p, name, gf_array(c, gf_array(c, GF_T(vec4), GF_UNSIZED), GF_UNSIZED), GF_S_IN);
   return NULL;
}

struct gf_symbol *gf_builtin_block_variable(struct gf_parser *p, struct gf_name *name)
{
   struct gf_ctx *c = p->c;
   if (c->stage == PIPE_SHADER_MESH)
      return mesh_variable(p, name);
   if (!has_stage_blocks(c))
      return NULL;
   const char *text = name->text;
   const bool arrays = c->stage == PIPE_SHADER_GEOMETRY && gf_ext_on(c, GF_ARB_geometry_shader4);
   struct gf_symbol *input = arrays ? geometry_input(p, name) : NULL;
   if (input)
      return input;
   if (strcmp(text, "gl_in") == 0) {
      const int length = c->stage == PIPE_SHADER_GEOMETRY ? p->gs_input_vertices ? p->gs_input_vertices : GF_UNSIZED : 32;
      return gf_add_builtin(p, name, gf_array(c, per_vertex_block(p, GF_S_IN), length), GF_S_IN);
   }
   if (strcmp(text, "gl_out") == 0 && c->stage == PIPE_SHADER_TESS_CTRL)
      return gf_add_builtin(p, name, gf_array(c, per_vertex_block(p, GF_S_OUT), p->tcs_vertices ? p->tcs_vertices : GF_UNSIZED),
                            GF_S_OUT);
   if (c->stage == PIPE_SHADER_TESS_CTRL)
      return NULL;
   const struct gf_type *block = gf_built_in_block(p, "gl_PerVertex");
   for (unsigned i = 0; i < block->record->count; i++) {
      if (block->record->members[i].name == name)
         return gf_add_builtin(p, name, block->record->members[i].type, GF_S_OUT);
   }
   return NULL;
}
