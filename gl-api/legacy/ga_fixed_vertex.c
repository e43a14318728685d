/* ga_fixed_vertex.c: the vertex stage of fixed functions as GLSL (GL 2.1, 2.11 to 2.14). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/legacy/ga_fixed.h"

/* ---- text ------------------------------------------------------------------------------------------------------------------ */

void ga_text_put(struct ga_text *text, const char *format, ...)
{
   va_list args;
   va_start(args, format);
   const int length = vsnprintf(NULL, 0, format, args);
   va_end(args);
   if (length < 0 || text->no_memory)
      return;
   if (text->length + (size_t)length + 1 > text->room) {
      const size_t room = (text->length + (size_t)length + 1) * 2;
      char *grown = realloc(text->at, room);
      if (!grown) {
         text->no_memory = true;
         return;
      }
      text->at = grown;
      text->room = room;
   }
   va_start(args, format);
   vsnprintf(text->at + text->length, text->room - text->length, format, args);
   va_end(args);
   text->length += (size_t)length;
}

char *ga_text_finish(struct ga_text *text)
{
   if (!text->no_memory)
      return text->at;
   free(text->at);
   return NULL;
}

/* ---- lighting (GL 2.1, 2.14.1) --------------------------------------------------------------------------------------------- */

static const char *face(unsigned side)
{
   return side ? "Back" : "Front";
}

/* A parameter of the material: the vertex's colour where it follows it, an attribute where vertices differ. */
static const char *material(const struct ga_fixed_vertex_key *key, unsigned side, enum ga_material_parameter which)
{
   static const char *const names[2][GA_MATERIAL_PARAMETERS] = {
      {"gl_FrontMaterial.ambient", "gl_FrontMaterial.diffuse", "gl_FrontMaterial.specular", "gl_FrontMaterial.emission",
       "gl_FrontMaterial.shininess"},
      {"gl_BackMaterial.ambient", "gl_BackMaterial.diffuse", "gl_BackMaterial.specular", "gl_BackMaterial.emission",
       "gl_BackMaterial.shininess"}};
   static const char *const attributes[2][GA_MATERIAL_PARAMETERS] = {{"m1", "m2", "m3", "m4", "m5.x"}, {"m6", "m7", "m8", "m9", "m10.x"}};
   if (key->tracked[side] >> which & 1)
      return "gl_Color";
   return key->materials >> GA_MATERIAL_SLOT(side, which) & 1 ? attributes[side][which] : names[side][which];
}

static void light_side(struct ga_text *t, const struct ga_fixed_vertex_key *key, unsigned light, unsigned side)
{
   const char *sign = side ? "-" : "";
   ga_text_put(t, "  d = max(dot(%sn, l), 0.0);\n", sign);
   ga_text_put(t, "  s = max(dot(%sn, h), 0.0);\n", sign);
   const char *shininess = material(key, side, GA_MATERIAL_SHININESS);
   ga_text_put(t, "  s = d > 0.0 ? %s == 0.0 ? 1.0 : pow(s, %s) : 0.0;\n", shininess, shininess);
   ga_text_put(t, "  c%u += a * (gl_LightSource[%u].ambient * %s + d * gl_LightSource[%u].diffuse * %s);\n", side, light,
               material(key, side, 0), light, material(key, side, 1));
   ga_text_put(t, "  s%u += a * s * gl_LightSource[%u].specular * %s;\n", side, light, material(key, side, 2));
}

static void light(struct ga_text *t, const struct ga_fixed_vertex_key *key, unsigned i)
{
   if (key->light[i] & GA_LIGHT_POSITIONAL) {
      ga_text_put(t, "  l = gl_LightSource[%u].position.xyz / gl_LightSource[%u].position.w - p;\n", i, i);
      ga_text_put(t, "  r = length(l);\n  l /= r;\n");
      ga_text_put(t, "  a = 1.0 / (gl_LightSource[%u].constantAttenuation + r * (gl_LightSource[%u].linearAttenuation + "
                     "r * gl_LightSource[%u].quadraticAttenuation));\n", i, i, i);
   } else {
      ga_text_put(t, "  l = normalize(gl_LightSource[%u].position.xyz);\n  a = 1.0;\n", i);
   }
   if (key->light[i] & GA_LIGHT_SPOT) {
      ga_text_put(t, "  s = dot(-l, normalize(gl_LightSource[%u].spotDirection));\n", i);
      ga_text_put(t, "  a *= s < gl_LightSource[%u].spotCosCutoff || s <= 0.0 ? 0.0 : gl_LightSource[%u].spotExponent == 0.0 ? 1.0 : "
                     "pow(s, gl_LightSource[%u].spotExponent);\n", i, i, i);
   }
   ga_text_put(t, "  h = normalize(l + %s);\n", key->local_viewer ? "normalize(-p)" : "vec3(0.0, 0.0, 1.0)");
   for (unsigned side = 0; side <= key->two_side; side++)
      light_side(t, key, i, side);
}

static void lighting(struct ga_text *t, const struct ga_fixed_vertex_key *key)
{
   ga_text_put(t, "  vec3 l, h, p = e.xyz / e.w;\n  float a, d, s, r;\n");
   for (unsigned side = 0; side <= key->two_side; side++)
      ga_text_put(t, "  vec4 c%u = %s + %s * gl_LightModel.ambient, s%u = vec4(0.0);\n", side, material(key, side, 3),
                  material(key, side, 0), side);
   for (unsigned i = 0; i < GA_MAX_LIGHTS; i++)
      if (key->light[i])
         light(t, key, i);
   for (unsigned side = 0; side <= key->two_side; side++) {
      ga_text_put(t, "  gl_%sColor = vec4(c%u.rgb%s%s, %s.a);\n", face(side), side, key->separate_specular ? "" : " + s",
                  key->separate_specular ? "" : side ? "1.rgb" : "0.rgb", material(key, side, 1));
      if (key->writes_secondary)
         ga_text_put(t, "  gl_%sSecondaryColor = vec4(%s, 0.0);\n", face(side),
                     !key->separate_specular ? "vec3(0.0)" : side ? "s1.rgb" : "s0.rgb");
   }
}

static void colors(struct ga_text *t, const struct ga_fixed_vertex_key *key)
{
   if (key->lighting) {
      lighting(t, key);
      return;
   }
   ga_text_put(t, "  gl_FrontColor = gl_BackColor = gl_Color;\n");
   if (key->writes_secondary)
      ga_text_put(t, "  gl_FrontSecondaryColor = gl_BackSecondaryColor = gl_SecondaryColor;\n");
}

/* ---- texture coordinates (GL 2.1, 2.11.4) ---------------------------------------------------------------------------------- */

static void generated(struct ga_text *t, unsigned unit, unsigned component, unsigned gen)
{
   static const char letters[] = "STRQ", lower[] = "xyzw";
   ga_text_put(t, "  t.%c = ", lower[component]);
   switch (gen) {
   case GA_GEN_OBJECT: ga_text_put(t, "dot(gl_Vertex, gl_ObjectPlane%c[%u]);\n", letters[component], unit); break;
   case GA_GEN_EYE: ga_text_put(t, "dot(e, gl_EyePlane%c[%u]);\n", letters[component], unit); break;
   case GA_GEN_SPHERE: ga_text_put(t, "f.%c * m + 0.5;\n", lower[component]); break;
   case GA_GEN_REFLECTION: ga_text_put(t, "f.%c;\n", lower[component]); break;
   default: ga_text_put(t, "n.%c;\n", lower[component]); break;
   }
}

static bool uses(const struct ga_fixed_vertex_key *key, unsigned from, unsigned to)
{
   bool any = false;
   for (unsigned i = 0; i < 4 * GA_MAX_TEXTURE_COORDS; i++)
      any |= key->gen[i / 4][i % 4] >= from && key->gen[i / 4][i % 4] <= to;
   return any;
}

static void coordinates(struct ga_text *t, const struct ga_fixed_vertex_key *key)
{
   if (!key->coords)
      return;
   ga_text_put(t, "  vec4 t;\n");
   if (uses(key, GA_GEN_SPHERE, GA_GEN_REFLECTION)) /* the reflection vector, and 1 / m of the sphere map */
      ga_text_put(t, "  vec3 u = normalize(e.xyz), f = reflect(u, n);\n  float m = 0.5 * inversesqrt(dot(f, f) + 2.0 * f.z + 1.0);\n");
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++) {
      if (!(key->coords >> i & 1))
         continue;
      ga_text_put(t, "  t = gl_MultiTexCoord%u;\n", i);
      for (unsigned c = 0; c < 4; c++)
         if (key->gen[i][c])
            generated(t, i, c, key->gen[i][c]);
      if (key->texture_matrix >> i & 1)
         ga_text_put(t, "  t = gl_TextureMatrix[%u] * t;\n", i);
      ga_text_put(t, "  gl_TexCoord[%u] = t;\n", i);
   }
}

/* ---- all ------------------------------------------------------------------------------------------------------------------- */

static void normal(struct ga_text *t, const struct ga_fixed_vertex_key *key)
{
   ga_text_put(t, "  vec3 n = gl_NormalMatrix * gl_Normal;\n");
   if (key->normalize)
      ga_text_put(t, "  n = normalize(n);\n");
   else if (key->rescale)
      ga_text_put(t, "  n *= gl_NormalScale;\n");
}

/* By enum ga_fixed_fog_coord (GL 2.1, 3.10; NV_fog_distance). */
static const char *const fog_coordinates[] = {"abs(e.z)", "e.z", "length(e.xyz)", "gl_FogCoord"};

char *ga_fixed_vertex_source(const struct ga_fixed_vertex_key *key)
{
   struct ga_text t = {0};
   ga_text_put(&t, "#version 420 compatibility\n");
   if (key->clip_planes)
      ga_text_put(&t, "out float gl_ClipDistance[%u];\n", 32u - (unsigned)__builtin_clz(key->clip_planes));
   if (key->pixels)
      ga_text_put(&t, "layout(location = %u) in vec2 pixel_in;\nlayout(location = 0) out vec2 pixel;\n", (unsigned)GA_PIXEL_ATTRIB);
   for (uint32_t left = key->materials; left; left &= left - 1)
      ga_text_put(&t, "layout(location = %d) in vec4 m%d;\n", __builtin_ctz(left), __builtin_ctz(left));
   if (key->point_size_array)
      ga_text_put(&t, "layout(location = %u) in float point_size;\n", (unsigned)GA_POINT_SIZE_ATTRIB);
   ga_text_put(&t, "void main()\n{\n  gl_Position = %s;\n", key->raster ? "gl_Vertex" : "ftransform()");
   ga_text_put(&t, "  vec4 e = gl_ModelViewMatrix * gl_Vertex;\n");
   for (unsigned i = 0; i < GLSL_MAX_CLIP_PLANES; i++)
      if (key->clip_planes >> i)
         ga_text_put(&t, "  gl_ClipDistance[%u] = dot(e, gl_ClipPlane[%u]);\n", i, i);
   if (key->lighting || uses(key, GA_GEN_SPHERE, GA_GEN_NORMAL))
      normal(&t, key);
   colors(&t, key);
   coordinates(&t, key);
   if (key->writes_fog)
      ga_text_put(&t, "  gl_FogFragCoord = %s;\n", fog_coordinates[key->fog_coord]);
   if (key->attenuate_points || key->point_size_array)
      ga_text_put(&t, "  float q = length(e.xyz);\n  gl_PointSize = clamp(%s * inversesqrt(gl_Point.distanceConstantAttenuation + "
                      "q * (gl_Point.distanceLinearAttenuation + q * gl_Point.distanceQuadraticAttenuation)), gl_Point.sizeMin, "
                      "gl_Point.sizeMax);\n", key->point_size_array ? "point_size" : "gl_Point.size");
   if (key->pixels)
      ga_text_put(&t, "  pixel = pixel_in;\n");
   ga_text_put(&t, "}\n");
   return ga_text_finish(&t);
}
