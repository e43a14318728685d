/* test_link_legacy.c: the places of the built-in variables of fixed functions: a program of every uniform with the offset that
 * struct glsl_state_constants has, attributes, varyings between the stages and with one stage alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "gl-api/glsl/state_constants.h"
#include "link_test.h"

#define AT(member) offsetof(struct glsl_state_constants, member)
#define V "void main(){gl_Position=ftransform();"

static const struct { const char *expression, *resource; unsigned offset_B; } uniforms[] = {
   { "gl_DepthRange.near", "gl_DepthRange.near", AT(depth_range) },
   { "gl_ModelViewMatrix[3].x", "gl_ModelViewMatrix", AT(legacy.matrix[GLSL_MODELVIEW]) },
   { "gl_ProjectionMatrixInverse[3].x", "gl_ProjectionMatrixInverse", AT(legacy.matrix_form[GLSL_INVERSE - 1][GLSL_PROJECTION]) },
   { "gl_ModelViewProjectionMatrixTranspose[3].x", "gl_ModelViewProjectionMatrixTranspose",
     AT(legacy.matrix_form[GLSL_TRANSPOSE - 1][GLSL_MODELVIEW_PROJECTION]) },
   { "gl_ModelViewMatrixInverseTranspose[3].x", "gl_ModelViewMatrixInverseTranspose",
     AT(legacy.matrix_form[GLSL_INVERSE_TRANSPOSE - 1][GLSL_MODELVIEW]) },
   { "gl_TextureMatrix[int(gl_FogCoord)][0].x", "gl_TextureMatrix[0]", AT(legacy.texture_matrix) },
   { "gl_TextureMatrixInverseTranspose[1][0].x", "gl_TextureMatrixInverseTranspose[0]",
     AT(legacy.texture_matrix_form[GLSL_INVERSE_TRANSPOSE - 1]) },
   { "gl_NormalMatrix[2].z", "gl_NormalMatrix", AT(legacy.normal_matrix) },
   { "gl_NormalScale", "gl_NormalScale", AT(legacy.normal_scale) },
   { "gl_ClipPlane[7].w", "gl_ClipPlane[0]", AT(legacy.clip_plane) },
   { "gl_TextureEnvColor[7].w", "gl_TextureEnvColor[0]", AT(legacy.texture_env_color) },
   { "gl_EyePlaneQ[7].w", "gl_EyePlaneQ[0]", AT(legacy.eye_plane[3]) },
   { "gl_ObjectPlaneR[7].w", "gl_ObjectPlaneR[0]", AT(legacy.object_plane[2]) },
   { "gl_Point.distanceQuadraticAttenuation", "gl_Point.distanceQuadraticAttenuation", AT(legacy.point.quadratic_attenuation) },
   { "gl_Fog.color.x", "gl_Fog.color", AT(legacy.fog.color) }, { "gl_Fog.scale", "gl_Fog.scale", AT(legacy.fog.scale) },
   { "gl_FrontMaterial.shininess", "gl_FrontMaterial.shininess", AT(legacy.material[0].shininess) },
   { "gl_BackMaterial.specular.x", "gl_BackMaterial.specular", AT(legacy.material[1].specular) },
   { "gl_LightSource[1].spotDirection.z", "gl_LightSource[1].spotDirection", AT(legacy.light[1].spot_direction) },
   { "gl_LightSource[7].spotExponent", "gl_LightSource[7].spotExponent", AT(legacy.light[7].spot_exponent) },
   { "gl_LightSource[2].halfVector.x", "gl_LightSource[2].halfVector", AT(legacy.light[2].half_vector) },
   { "gl_LightSource[2].spotCosCutoff", "gl_LightSource[2].spotCosCutoff", AT(legacy.light[2].spot_cos_cutoff) },
   { "gl_LightSource[2].quadraticAttenuation", "gl_LightSource[2].quadraticAttenuation", AT(legacy.light[2].quadratic_attenuation) },
   { "gl_LightModel.ambient.x", "gl_LightModel.ambient", AT(legacy.light_model_ambient) },
   { "gl_BackLightModelProduct.sceneColor.x", "gl_BackLightModelProduct.sceneColor", AT(legacy.scene_color[1]) },
   { "gl_FrontLightProduct[7].specular.x", "gl_FrontLightProduct[7].specular", AT(legacy.light_product[0][7].specular) },
   { "gl_BackLightProduct[0].diffuse.x", "gl_BackLightProduct[0].diffuse", AT(legacy.light_product[1][0].diffuse) },
};

static void each_uniform(void **state)
{
   for (unsigned i = 0; i < sizeof uniforms / sizeof uniforms[0]; i++) {
      char source[300];
      snprintf(source, sizeof source, "void main(){gl_Position=ftransform()*%s;}", uniforms[i].expression);
      struct glsl_linked *l = must_link("120", &(struct sources){ VS(source) }, NULL);
      const struct glsl_resource *r = find_resource(l->uniforms, l->uniform_count, uniforms[i].resource);
      if (r->offset_B[PIPE_SHADER_VERTEX] != uniforms[i].offset_B || r->location != -1)
         fail_msg("%s: offset %u, not %u; location %d", uniforms[i].resource, r->offset_B[PIPE_SHADER_VERTEX],
                  uniforms[i].offset_B, r->location);
      assert_int_not_equal(l->state_read_B[PIPE_SHADER_VERTEX], 0);
      assert_int_equal(l->default_block_B[PIPE_SHADER_VERTEX], 0);
      glsl_linked_unref(l);
   }
}

static void attributes(void **state)
{
   static const char source[] = "attribute vec4 first; attribute vec4 second;"
      V "gl_FrontColor=gl_Color+gl_SecondaryColor+gl_FogCoord+vec4(gl_Normal,1)+gl_MultiTexCoord0+gl_MultiTexCoord7+first+second;}";
   struct glsl_linked *l = must_link("120", &(struct sources){ VS(source) }, NULL);
   static const struct { const char *name; unsigned location; } rows[] = { { "gl_Vertex", 0 }, { "gl_Normal", GLSL_ATTRIB_NORMAL },
      { "gl_Color", GLSL_ATTRIB_COLOR }, { "gl_SecondaryColor", GLSL_ATTRIB_SECONDARY_COLOR }, { "gl_FogCoord", GLSL_ATTRIB_FOG_COORD },
      { "gl_MultiTexCoord0", GLSL_ATTRIB_TEX_COORD0 }, { "gl_MultiTexCoord7", GLSL_ATTRIB_TEX_COORD0 + 7 } };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      assert_int_equal(decoration_of(l, PIPE_SHADER_VERTEX, rows[i].name, SpvDecorationLocation), rows[i].location);
      assert_int_equal(find_resource(l->attribs, l->attrib_count, rows[i].name)->location, -1);
      assert_true(l->attribs_used >> rows[i].location & 1);
   }
   assert_int_equal(__builtin_popcount(l->attribs_used), 9);
   assert_true(find_resource(l->attribs, l->attrib_count, "first")->location > 0); /* gl_Vertex is attribute 0 */
   glsl_linked_unref(l);
}

static void varyings(void **state)
{
   static const char vs[] = "varying vec4 own;" V "gl_FrontColor=gl_BackColor=gl_FrontSecondaryColor=gl_BackSecondaryColor=own=gl_Color;"
                            "gl_TexCoord[2]=own;gl_FogFragCoord=1.0;}";
   static const char fs[] = "varying vec4 own;void main(){gl_FragColor=gl_Color+gl_SecondaryColor+gl_TexCoord[1]+gl_FogFragCoord+own;}";
   struct glsl_linked *l = must_link("120", &(struct sources){ VS(vs), FS(fs) }, NULL);
   static const struct { unsigned stage; const char *name; unsigned location; } rows[] = {
      { PIPE_SHADER_VERTEX, "gl_FrontColor", PIPE_VARYING_COLOR0 }, { PIPE_SHADER_VERTEX, "gl_BackColor", PIPE_VARYING_BACK_COLOR0 },
      { PIPE_SHADER_VERTEX, "gl_FrontSecondaryColor", PIPE_VARYING_COLOR1 },
      { PIPE_SHADER_VERTEX, "gl_BackSecondaryColor", PIPE_VARYING_BACK_COLOR1 },
      { PIPE_SHADER_VERTEX, "gl_FogFragCoord", PIPE_VARYING_FOG }, { PIPE_SHADER_VERTEX, "gl_TexCoord", GLSL_VARYING_TEX_COORD0 },
      { PIPE_SHADER_FRAGMENT, "gl_Color", PIPE_VARYING_COLOR0 }, { PIPE_SHADER_FRAGMENT, "gl_SecondaryColor", PIPE_VARYING_COLOR1 },
      { PIPE_SHADER_FRAGMENT, "gl_FogFragCoord", PIPE_VARYING_FOG }, { PIPE_SHADER_FRAGMENT, "gl_TexCoord", GLSL_VARYING_TEX_COORD0 },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
      assert_int_equal(decoration_of(l, rows[i].stage, rows[i].name, SpvDecorationLocation), rows[i].location);
   assert_true(l->legacy_inputs == (UINT64_C(1) << PIPE_VARYING_COLOR0 | UINT64_C(1) << PIPE_VARYING_COLOR1 |
                                    UINT64_C(1) << PIPE_VARYING_FOG | UINT64_C(3) << GLSL_VARYING_TEX_COORD0));
   glsl_linked_unref(l);
   /* A stage alone has the same places. */
   l = must_link("120", &(struct sources){ FS("void main(){gl_FragColor=gl_TexCoord[0]+gl_Color;}") }, NULL);
   assert_int_equal(decoration_of(l, PIPE_SHADER_FRAGMENT, "gl_Color", SpvDecorationLocation), PIPE_VARYING_COLOR0);
   glsl_linked_unref(l);
}

/* The location of a member of the stage's gl_PerVertex of inputs or outputs; ~0u: none. */
static unsigned member_location(const struct glsl_linked *l, enum pipe_shader_type stage, uint32_t storage, const char *member)
{
   struct spv_module m;
   char why[128];
   unsigned location = ~0u;
   assert_true(spv_module_init(&m, l->stage[stage].spirv, l->stage[stage].spirv_words, why, sizeof why));
   for (uint32_t i = 0; i < m.variable_count; i++) {
      const struct spv_inst in = spv_def(&m, m.variable[i]);
      struct spv_type t = spv_pointee(&m, m.variable[i]);
      t = t.kind == SPV_KIND_ARRAY ? spv_type_of(&m, t.element) : t;
      for (uint32_t k = 0; spv_w(&in, 3) == storage && t.kind == SPV_KIND_STRUCT && k < t.count; k++)
         if (!strcmp(spv_member_name(&m, t.id, k), member))
            location = spv_member_decoration_value(&m, t.id, k, SpvDecorationLocation, ~0u);
   }
   spv_module_finish(&m);
   return location;
}

#define EACH(M) M("gl_FrontColor", PIPE_VARYING_COLOR0) M("gl_BackColor", PIPE_VARYING_BACK_COLOR0) \
   M("gl_FrontSecondaryColor", PIPE_VARYING_COLOR1) M("gl_BackSecondaryColor", PIPE_VARYING_BACK_COLOR1) \
   M("gl_FogFragCoord", PIPE_VARYING_FOG) M("gl_TexCoord", GLSL_VARYING_TEX_COORD0) M("gl_ClipVertex", PIPE_VARYING_CLIP_VERTEX)
#define COPY(to, from) to "gl_FrontColor=" from "gl_FrontColor;" to "gl_BackColor=" from "gl_BackColor;" to "gl_FrontSecondaryColor=" from \
   "gl_FrontSecondaryColor;" to "gl_BackSecondaryColor=" from "gl_BackSecondaryColor;" to "gl_FogFragCoord=" from "gl_FogFragCoord;" to \
   "gl_TexCoord[1]=" from "gl_TexCoord[1];" to "gl_ClipVertex=" from "gl_ClipVertex;"

/* Every stage of vertices has the same places; gl_ClipVertex has one only where a further stage of vertices may read it. */
static void stages(void **state)
{
   static const struct { const char *name; unsigned location; } rows[] = {
#define ROW(name, location) { name, location },
      EACH(ROW)
#undef ROW
   };
   struct glsl_linked *l = must_link("400 compatibility", &(struct sources){
      VS("void main(){gl_Position=gl_FrontColor=gl_BackColor=gl_FrontSecondaryColor=gl_BackSecondaryColor=gl_ClipVertex=gl_Vertex;"
         "gl_FogFragCoord=1.0;gl_TexCoord[1]=gl_Vertex;}"),
      TCS("layout(vertices=3) out;void main(){" COPY("gl_out[gl_InvocationID].", "gl_in[gl_InvocationID].") "}"),
      TES("layout(triangles) in;void main(){" COPY("", "gl_in[0].") "}"),
      GS("layout(triangles) in;layout(points,max_vertices=1) out;void main(){" COPY("", "gl_in[2].") "EmitVertex();}") }, NULL);
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      const bool clips = !strcmp(rows[i].name, "gl_ClipVertex");
      for (enum pipe_shader_type s = PIPE_SHADER_TESS_CTRL; s <= PIPE_SHADER_GEOMETRY; s++)
         assert_int_equal(member_location(l, s, SpvStorageClassInput, rows[i].name), rows[i].location);
      assert_int_equal(member_location(l, PIPE_SHADER_TESS_CTRL, SpvStorageClassOutput, rows[i].name), rows[i].location);
      assert_int_equal(decoration_of(l, PIPE_SHADER_VERTEX, rows[i].name, SpvDecorationLocation), rows[i].location);
      assert_int_equal(decoration_of(l, PIPE_SHADER_TESS_EVAL, rows[i].name, SpvDecorationLocation), rows[i].location);
      assert_int_equal(decoration_of(l, PIPE_SHADER_GEOMETRY, rows[i].name, SpvDecorationLocation), clips ? ~0u : rows[i].location);
   }
   glsl_linked_unref(l);
   l = must_link("150 compatibility", &(struct sources){ VS("out gl_PerVertex{vec4 gl_Position,gl_FrontColor,gl_TexCoord[2],gl_ClipVertex;};"
      "void main(){gl_Position=gl_FrontColor=gl_TexCoord[1]=gl_ClipVertex=gl_Vertex;}") }, NULL);
   assert_int_equal(member_location(l, PIPE_SHADER_VERTEX, SpvStorageClassOutput, "gl_FrontColor"), PIPE_VARYING_COLOR0);
   assert_int_equal(member_location(l, PIPE_SHADER_VERTEX, SpvStorageClassOutput, "gl_TexCoord"), GLSL_VARYING_TEX_COORD0);
   glsl_linked_unref(l);
}

static void captures(void **state)
{
   static const char *const names[] = { "gl_FrontColor", "gl_TexCoord[1]", "gl_ClipVertex", "gl_FogFragCoord" };
   static const struct { unsigned location, components; } rows[] = { { PIPE_VARYING_COLOR0, 4 }, { GLSL_VARYING_TEX_COORD0 + 1, 4 },
      { PIPE_VARYING_CLIP_VERTEX, 4 }, { PIPE_VARYING_FOG, 1 } };
   static const char *const vertex[] = {
      "void main(){gl_Position=gl_FrontColor=gl_TexCoord[1]=gl_ClipVertex=gl_Vertex;gl_FogFragCoord=1.0;}",
      "out gl_PerVertex{vec4 gl_Position,gl_FrontColor,gl_TexCoord[2];float gl_FogFragCoord;vec4 gl_ClipVertex;};"
      "void main(){gl_Position=gl_FrontColor=gl_TexCoord[1]=gl_ClipVertex=gl_Vertex;gl_FogFragCoord=1.0;}" };
   for (unsigned v = 0; v < 2; v++) {
      struct glsl_bindings *bind = glsl_bindings_create();
      assert_true(glsl_bindings_set_feedback(bind, names, 4, false));
      struct glsl_linked *l = must_link("150 compatibility", &(struct sources){ VS(vertex[v]) }, bind);
      const struct pipe_stream_output_info *so = &l->stage[PIPE_SHADER_VERTEX].so;
      assert_int_equal(so->count, 4);
      for (unsigned i = 0; i < 4; i++) {
         assert_int_equal(so->out[i].location, rows[i].location);
         assert_int_equal(so->out[i].num_components, rows[i].components);
      }
      glsl_linked_unref(l);
      glsl_bindings_destroy(bind);
   }
}

/* Varyings of the application stay below those of gl_TexCoord. */
static void room(void **state)
{
   static const struct link_row rows[] = {
      { "24 vectors beside gl_TexCoord", "120", { VS("varying vec4 v[24];" V "for(int i=0;i<24;i++)v[i]=gl_Color;gl_TexCoord[7]=gl_Color;}"),
        FS("varying vec4 v[24];void main(){gl_FragColor=v[int(gl_TexCoord[7].x)];}") }, NULL },
      { "25 are too many", "120", { VS("varying vec4 v[25];" V "for(int i=0;i<25;i++)v[i]=gl_Color;gl_TexCoord[7]=gl_Color;}"),
        FS("varying vec4 v[25];void main(){gl_FragColor=v[int(gl_TexCoord[7].x)];}") }, "varyings need more" },
      { "7.1: either clips", "150 compatibility", { VS("out gl_PerVertex{vec4 gl_ClipVertex;float gl_ClipDistance[1];};"
        "void main(){gl_ClipVertex=vec4(0);gl_ClipDistance[0]=1.0;}") }, "exclude each other" },
      { "gl_in has all coordinates", "430 compatibility", { VS("out vec4 v[25];" V "for(int i=0;i<25;i++)v[i]=gl_Color;}"),
        GS("layout(points) in;layout(points,max_vertices=1) out;in vec4 v[][25];void main(){gl_Position=v[0][3]+gl_in[0].gl_TexCoord[1];"
           "EmitVertex();}") }, "varyings need more" },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
      check_row(&rows[i], NULL);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(each_uniform), cmocka_unit_test(attributes), cmocka_unit_test(varyings),
                                       cmocka_unit_test(stages),
                                       cmocka_unit_test(captures), cmocka_unit_test(room) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
