/* ga_lighting.c: lights, materials, the light model (GL 2.1, 2.14). */
#include "gl-api/legacy/ga_legacy.h"

#include <string.h>

#include "gl-api/legacy/ga_legacy_params.h"

/* ---- lights ---------------------------------------------------------------------------------------------------------------- */

static struct ga_light *light_of(struct ga_context *ctx, GLenum name, const char *command)
{
   if (name >= GL_LIGHT0 && name < GL_LIGHT0 + GA_MAX_LIGHTS)
      return &ctx->legacy->lighting.light[name - GL_LIGHT0];
   ga_error(ctx, GL_INVALID_ENUM, "%s: light %s is not accepted by this command", command, ga_enum_name(name));
   return NULL;
}

/* A parameter's values in the light, their number, and whether integers of it are colours. NULL: no such parameter. */
static GLfloat *light_parameter(struct ga_light *light, GLenum pname, unsigned *count, bool *color)
{
   *count = pname == GL_SPOT_DIRECTION ? 3 : 4;
   *color = pname == GL_AMBIENT || pname == GL_DIFFUSE || pname == GL_SPECULAR;
   switch (pname) {
   case GL_AMBIENT: return light->ambient;
   case GL_DIFFUSE: return light->diffuse;
   case GL_SPECULAR: return light->specular;
   case GL_POSITION: return light->position;
   case GL_SPOT_DIRECTION: return light->spot_direction;
   }
   *count = 1;
   switch (pname) {
   case GL_SPOT_EXPONENT: return &light->spot_exponent;
   case GL_SPOT_CUTOFF: return &light->spot_cutoff;
   case GL_CONSTANT_ATTENUATION: return &light->attenuation[0];
   case GL_LINEAR_ATTENUATION: return &light->attenuation[1];
   case GL_QUADRATIC_ATTENUATION: return &light->attenuation[2];
   default: return NULL;
   }
}

static bool legal_light(GLenum pname, GLfloat value)
{
   switch (pname) {
   case GL_SPOT_EXPONENT: return value >= 0 && value <= 128;
   case GL_SPOT_CUTOFF: return (value >= 0 && value <= 90) || value == 180;
   case GL_CONSTANT_ATTENUATION: case GL_LINEAR_ATTENUATION: case GL_QUADRATIC_ATTENUATION: return value >= 0;
   default: return true;
   }
}

static void set_light(struct ga_context *ctx, GLenum name, GLenum pname, const struct ga_values *values, const char *command)
{
   unsigned count;
   bool color;
   struct ga_light *light = light_of(ctx, name, command);
   GLfloat *to = light ? light_parameter(light, pname, &count, &color) : NULL;
   GLfloat v[4] = {0, 0, 0, 0};
   if (!to || (count > 1 && values->scalar)) {
      if (light)
         ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
      return;
   }
   for (unsigned i = 0; i < count; i++)
      v[i] = color ? ga_values_color(values, i) : ga_values_float(values, i);
   if (!legal_light(pname, v[0])) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %s %g", command, ga_enum_name(pname), (double)v[0]);
      return;
   }
   const GLfloat *modelview = ga_matrix_top(&ctx->legacy->modelview);
   if (pname == GL_POSITION || pname == GL_SPOT_DIRECTION) /* a direction has w = 0 */
      ga_matrix_apply(v, modelview, v);
   memcpy(to, v, count * sizeof(v[0]));
   ctx->dirty |= GA_DIRTY_LIGHTING;
}

GA_SETTER(Light, f, GLfloat, set_light)
GA_SETTER(Light, i, GLint, set_light)
GA_SETTER(Light, x, GLfixed, set_light)

static void get_light(struct ga_context *ctx, GLenum name, GLenum pname, const struct ga_results *to, const char *command)
{
   unsigned count;
   bool color;
   struct ga_light *light = light_of(ctx, name, command);
   const GLfloat *from = light ? light_parameter(light, pname, &count, &color) : NULL;
   if (from)
      ga_values_put(from, count, color ? GA_VALUE_COLOR_PART : GA_VALUE_NUMBER, to);
   else if (light)
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
}

GA_GETTERS(Light, get_light)

/* ---- the light model ------------------------------------------------------------------------------------------------------- */

static void set_model(struct ga_context *ctx, GLenum pname, const struct ga_values *values, const char *command)
{
   struct ga_lighting *l = &ctx->legacy->lighting;
   const GLenum value = ga_values_enum(values);
   const bool all = ga_has(ctx, GA_FEATURE_compatibility_profile); /* ES 1.1 has an ambient colour and two sides */
   if (pname == GL_LIGHT_MODEL_AMBIENT && !values->scalar) {
      for (unsigned i = 0; i < 4; i++)
         l->ambient[i] = ga_values_color(values, i);
   } else if (pname == GL_LIGHT_MODEL_TWO_SIDE) {
      l->two_side = ga_values_float(values, 0) != 0;
      ctx->dirty |= GA_DIRTY_RASTER;
   } else if (pname == GL_LIGHT_MODEL_LOCAL_VIEWER && all) {
      l->local_viewer = ga_values_float(values, 0) != 0;
   } else if (pname == GL_LIGHT_MODEL_COLOR_CONTROL && all && (value == GL_SINGLE_COLOR || value == GL_SEPARATE_SPECULAR_COLOR)) {
      l->color_control = value;
   } else {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
      return;
   }
   ctx->dirty |= GA_DIRTY_LIGHTING;
}

GA_GLOBAL_SETTER(LightModel, f, GLfloat, set_model)
GA_GLOBAL_SETTER(LightModel, i, GLint, set_model)
GA_GLOBAL_SETTER(LightModel, x, GLfixed, set_model)

/* ---- materials ------------------------------------------------------------------------------------------------------------- */

GLfloat *ga_material_values(struct ga_material *m, enum ga_material_parameter parameter, unsigned *count)
{
   *count = parameter == GA_MATERIAL_SHININESS ? 1 : 4;
   switch (parameter) {
   case GA_MATERIAL_AMBIENT: return m->ambient;
   case GA_MATERIAL_DIFFUSE: return m->diffuse;
   case GA_MATERIAL_SPECULAR: return m->specular;
   case GA_MATERIAL_EMISSION: return m->emission;
   default: return &m->shininess;
   }
}

static enum ga_material_parameter parameter_of(GLenum pname)
{
   return pname == GL_AMBIENT ? GA_MATERIAL_AMBIENT : pname == GL_DIFFUSE ? GA_MATERIAL_DIFFUSE : pname == GL_SPECULAR ?
      GA_MATERIAL_SPECULAR : pname == GL_EMISSION ? GA_MATERIAL_EMISSION : GA_MATERIAL_SHININESS;
}

/* ES 1.1, 2.12.2: glMaterial sets both faces. */
static bool legal_face(const struct ga_context *ctx, GLenum face)
{
   return face == GL_FRONT_AND_BACK || ((face == GL_FRONT || face == GL_BACK) && ga_has(ctx, GA_FEATURE_compatibility_profile));
}

static GLfloat *material_parameter(struct ga_material *m, GLenum pname, unsigned *count)
{
   *count = 4;
   switch (pname) {
   case GL_AMBIENT: return m->ambient;
   case GL_DIFFUSE: return m->diffuse;
   case GL_SPECULAR: return m->specular;
   case GL_EMISSION: return m->emission;
   case GL_SHININESS: *count = 1; return &m->shininess;
   case GL_COLOR_INDEXES: *count = 3; return m->indexes;
   default: return NULL;
   }
}

/* The parameter follows the current colour (GL 2.1, 2.14.3). */
static bool tracks(const struct ga_lighting *l, unsigned side, GLenum pname)
{
   return l->color_material && (l->color_material_face == GL_FRONT_AND_BACK || l->color_material_face == (side ? GL_BACK : GL_FRONT)) &&
          (l->color_material_mode == pname ||
           (l->color_material_mode == GL_AMBIENT_AND_DIFFUSE && (pname == GL_AMBIENT || pname == GL_DIFFUSE)));
}

static void set_side(struct ga_context *ctx, unsigned side, GLenum pname, const struct ga_values *values)
{
   struct ga_lighting *l = &ctx->legacy->lighting;
   GLfloat v[4] = {0};
   unsigned count;
   if (pname == GL_AMBIENT_AND_DIFFUSE) {
      set_side(ctx, side, GL_AMBIENT, values);
      set_side(ctx, side, GL_DIFFUSE, values);
      return;
   }
   if (tracks(l, side, pname))
      return;
   GLfloat *to = material_parameter(&l->material[side], pname, &count);
   for (unsigned i = 0; i < count; i++)
      v[i] = count == 4 ? ga_values_color(values, i) : ga_values_float(values, i);
   if (pname == GL_COLOR_INDEXES || !ga_immediate_material(ctx, side, parameter_of(pname), v))
      memcpy(to, v, count * sizeof(*to));
}

static void set_material(struct ga_context *ctx, GLenum face, GLenum pname, const struct ga_values *values, const char *command)
{
   struct ga_lighting *l = &ctx->legacy->lighting;
   unsigned count = 4;
   if (!legal_face(ctx, face) || (pname == GL_COLOR_INDEXES && !ga_has(ctx, GA_FEATURE_compatibility_profile)) ||
       (pname != GL_AMBIENT_AND_DIFFUSE && !material_parameter(&l->material[0], pname, &count)) || (values->scalar && count > 1)) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s, %s: one of these is not accepted by this command", command, ga_enum_name(face),
               ga_enum_name(pname));
      return;
   }
   const GLfloat first = ga_values_float(values, 0);
   if (pname == GL_SHININESS && !(first >= 0 && first <= 128)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: GL_SHININESS %g", command, (double)first);
      return;
   }
   for (unsigned side = 0; side < 2; side++)
      if (face != (side ? GL_FRONT : GL_BACK))
         set_side(ctx, side, pname, values);
   ctx->dirty |= GA_DIRTY_LIGHTING;
}

GA_SETTER(Material, f, GLfloat, set_material)
GA_SETTER(Material, i, GLint, set_material)
GA_SETTER(Material, x, GLfixed, set_material)

static void get_material(struct ga_context *ctx, GLenum face, GLenum pname, const struct ga_results *to, const char *command)
{
   unsigned count;
   struct ga_material *m = &ctx->legacy->lighting.material[face == GL_BACK];
   const bool indexes = pname == GL_COLOR_INDEXES && !ga_has(ctx, GA_FEATURE_compatibility_profile);
   const GLfloat *from = (face == GL_FRONT || face == GL_BACK) && !indexes ? material_parameter(m, pname, &count) : NULL;
   if (from)
      ga_values_put(from, count, count == 4 ? GA_VALUE_COLOR_PART : GA_VALUE_NUMBER, to);
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s, %s: one of these is not accepted by this command", command, ga_enum_name(face),
               ga_enum_name(pname));
}

GA_GETTERS(Material, get_material)

/* ---- materials that follow the current colour ------------------------------------------------------------------------------ */

void ga_color_material_track(struct ga_context *ctx)
{
   static const GLenum names[] = {GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR, GL_EMISSION};
   struct ga_lighting *l = &ctx->legacy->lighting;
   unsigned count;
   if (!l->color_material)
      return;
   for (unsigned i = 0; i < 8; i++)
      if (tracks(l, i / 4, names[i % 4]))
         memcpy(material_parameter(&l->material[i / 4], names[i % 4], &count), ctx->attrib_current[GLSL_ATTRIB_COLOR].f, 4 * sizeof(GLfloat));
   if (!ctx->legacy->fixed_vertex) /* fixed functions read the colour itself */
      ctx->dirty |= GA_DIRTY_LIGHTING;
}

void ga_ColorMaterial(struct ga_context *ctx, GLenum face, GLenum mode)
{
   struct ga_lighting *l = &ctx->legacy->lighting;
   if ((face != GL_FRONT && face != GL_BACK && face != GL_FRONT_AND_BACK) ||
       (mode != GL_EMISSION && mode != GL_AMBIENT && mode != GL_DIFFUSE && mode != GL_SPECULAR && mode != GL_AMBIENT_AND_DIFFUSE)) {
      ga_error(ctx, GL_INVALID_ENUM, "glColorMaterial: %s, %s: one of these is not accepted by this command",
               ga_enum_name(face), ga_enum_name(mode));
      return;
   }
   l->color_material_face = face;
   l->color_material_mode = mode;
   ctx->dirty |= GA_DIRTY_LIGHTING;
   ga_color_material_track(ctx);
}

void ga_color_material_enable(struct ga_context *ctx, bool value)
{
   ctx->legacy->lighting.color_material = value;
   ctx->dirty |= GA_DIRTY_LIGHTING;
   ga_color_material_track(ctx);
}

void ga_ShadeModel(struct ga_context *ctx, GLenum mode)
{
   if (mode != GL_FLAT && mode != GL_SMOOTH) {
      ga_error(ctx, GL_INVALID_ENUM, "glShadeModel: %s is not accepted by this command", ga_enum_name(mode));
      return;
   }
   ctx->legacy->lighting.shade_model = mode;
   ctx->dirty |= GA_DIRTY_RASTER;
}
