/* ga_fixed_fragment.c: the fragment stage of fixed functions as GLSL: texture environments, colour sum, fog (GL 2.1, 3.8.13, 3.9, 3.10).
 * The alpha test is state of the driver. */
#include <stdio.h>

#include "gl-api/legacy/ga_fixed.h"

/* ---- texels ---------------------------------------------------------------------------------------------------------------- */

static void declare(struct ga_text *t, unsigned i, const struct ga_fixed_unit *unit)
{
   static const char *const samplers[GA_ENV_TARGETS] = {"sampler1D", "sampler2D", "sampler2DRect", "sampler3D", "samplerCube",
                                                          "samplerExternalOES"};
   ga_text_put(t, "layout(binding = %u) uniform %s%s tex%u;\n", i, samplers[unit->texture.target - 1], unit->texture.shadow ? "Shadow" : "", i);
}

static void sample(struct ga_text *t, unsigned i, const struct ga_fixed_unit *unit)
{
   char coord[64];
   snprintf(coord, sizeof(coord), "gl_TexCoord[%u]", i);
   ga_text_put(t, "  vec4 t%u = ", i);
   if (unit->texture.shadow) {
      const char *result = unit->texture.texel == GA_TEXEL_ALPHA ? "vec4(0.0, 0.0, 0.0, x%u)" : unit->texture.texel == GA_TEXEL_INTENSITY ? "vec4(x%u)" :
         unit->texture.texel == GA_TEXEL_RED ? "vec4(x%u, 0.0, 0.0, 1.0)" : "vec4(vec3(x%u), 1.0)";
      ga_text_put(t, "vec4(0.0);\n");
      if (unit->texture.target - 1 == GA_ENV_CUBE)
         ga_text_put(t, "  float x%u = texture(tex%u, %s);\n  t%u = ", i, i, coord, i);
      else
         ga_text_put(t, "  float x%u = textureProj(tex%u, %s);\n  t%u = ", i, i, coord, i);
      char text[64];
      snprintf(text, sizeof(text), result, i);
      ga_text_put(t, "%s;\n", text);
   } else if (unit->texture.target - 1 == GA_ENV_CUBE) {
      ga_text_put(t, "texture(tex%u, %s.xyz);\n", i, coord);
   } else {
      ga_text_put(t, "%s(tex%u, %s);\n", unit->texture.target - 1 == GA_ENV_EXTERNAL ? "texture2DProj" : "textureProj", i, coord);
   }
}

/* ---- the classic modes (GL 2.1, tables 3.22 and 3.23) ---------------------------------------------------------------------- */

static void classic(struct ga_text *t, unsigned i, const struct ga_fixed_unit *unit)
{
   const bool alpha_only = unit->texture.texel == GA_TEXEL_ALPHA, intensity = unit->texture.texel == GA_TEXEL_INTENSITY;
   const bool opaque = unit->texture.texel == GA_TEXEL_RGB || unit->texture.texel == GA_TEXEL_RED;
   switch (unit->mode) {
   case GA_MODE_REPLACE:
      ga_text_put(t, alpha_only ? "  c.a = t%u.a;\n" : opaque ? "  c.rgb = t%u.rgb;\n" : "  c = t%u;\n", i);
      break;
   case GA_MODE_DECAL:
      ga_text_put(t, opaque ? "  c.rgb = t%u.rgb;\n" : "  c.rgb = mix(c.rgb, t%u.rgb, t%u.a);\n", i, i);
      break;
   case GA_MODE_BLEND:
      if (!alpha_only)
         ga_text_put(t, "  c.rgb = mix(c.rgb, gl_TextureEnvColor[%u].rgb, t%u.rgb);\n", i, i);
      if (intensity)
         ga_text_put(t, "  c.a = mix(c.a, gl_TextureEnvColor[%u].a, t%u.a);\n", i, i);
      else
         ga_text_put(t, "  c.a *= t%u.a;\n", i);
      break;
   case GA_MODE_ADD:
      if (!alpha_only)
         ga_text_put(t, "  c.rgb += t%u.rgb;\n", i);
      ga_text_put(t, intensity ? "  c.a += t%u.a;\n" : "  c.a *= t%u.a;\n", i);
      break;
   default:
      ga_text_put(t, alpha_only ? "  c.a *= t%u.a;\n" : "  c *= t%u;\n", i);
      break;
   }
}

/* ---- GL_COMBINE (GL 2.1, tables 3.24 to 3.27) ------------------------------------------------------------------------------ */

static void argument(char *text, size_t size, const struct ga_fixed_fragment_key *key, unsigned unit, uint8_t source, uint8_t operand,
                     bool alpha)
{
   char value[40];
   if (source >= GA_SOURCE_TEXTURE0 && key->unit[source - GA_SOURCE_TEXTURE0].texture.target)
      snprintf(value, sizeof(value), "t%u", source - GA_SOURCE_TEXTURE0);
   else if (source == GA_SOURCE_CONSTANT)
      snprintf(value, sizeof(value), "gl_TextureEnvColor[%u]", unit);
   else if (source == GA_SOURCE_ZERO || source == GA_SOURCE_ONE)
      snprintf(value, sizeof(value), source == GA_SOURCE_ONE ? "vec4(1.0)" : "vec4(0.0)");
   else /* a texture of a unit without texturing is undefined */
      snprintf(value, sizeof(value), source == GA_SOURCE_PRIMARY ? "primary" : source == GA_SOURCE_PREVIOUS ? "c" : "vec4(0.0)");
   const bool from_alpha = alpha || operand >= GA_OPERAND_ALPHA;
   const bool inverse = operand == GA_OPERAND_INVERSE_COLOR || operand == GA_OPERAND_INVERSE_ALPHA;
   snprintf(text, size, "%s(%s%s%s)", alpha ? "float" : "vec3", inverse ? "1.0 - " : "", value, from_alpha ? ".a" : ".rgb");
}

static void combine(struct ga_text *t, const struct ga_fixed_fragment_key *key, unsigned unit, const struct ga_fixed_combine *f, bool alpha)
{
   char arg[4][80];
   const char *name = alpha ? "ca" : "crgb", *half = alpha ? "0.5" : "vec3(0.5)";
   for (unsigned i = 0; i < 4; i++)
      argument(arg[i], sizeof(arg[i]), key, unit, f->source[i], f->operand[i], alpha);
   ga_text_put(t, "  %s = ", name);
   switch (f->function) {
   case GA_FUNCTION_REPLACE: ga_text_put(t, "%s", arg[0]); break;
   case GA_FUNCTION_MODULATE: ga_text_put(t, "%s * %s", arg[0], arg[1]); break;
   case GA_FUNCTION_ADD: ga_text_put(t, "%s + %s", arg[0], arg[1]); break;
   case GA_FUNCTION_ADD_SIGNED: ga_text_put(t, "%s + %s - %s", arg[0], arg[1], half); break;
   case GA_FUNCTION_INTERPOLATE: ga_text_put(t, "mix(%s, %s, %s)", arg[1], arg[0], arg[2]); break;
   case GA_FUNCTION_SUBTRACT: ga_text_put(t, "%s - %s", arg[0], arg[1]); break;
   case GA_FUNCTION_MODULATE_ADD: ga_text_put(t, "%s * %s + %s", arg[0], arg[2], arg[1]); break;
   case GA_FUNCTION_MODULATE_SIGNED_ADD: ga_text_put(t, "%s * %s + %s - %s", arg[0], arg[2], arg[1], half); break;
   case GA_FUNCTION_MODULATE_SUBTRACT: ga_text_put(t, "%s * %s - %s", arg[0], arg[2], arg[1]); break;
   case GA_FUNCTION_ADD_PRODUCTS: ga_text_put(t, "%s * %s + %s * %s", arg[0], arg[1], arg[2], arg[3]); break;
   case GA_FUNCTION_ADD_PRODUCTS_SIGNED: ga_text_put(t, "%s * %s + %s * %s - %s", arg[0], arg[1], arg[2], arg[3], half); break;
   default: ga_text_put(t, "vec3(4.0 * dot(%s - 0.5, %s - 0.5))", arg[0], arg[1]); break;
   }
   ga_text_put(t, ";\n");
   if (f->scale > 1)
      ga_text_put(t, "  %s *= %u.0;\n", name, f->scale);
}

static void combined(struct ga_text *t, const struct ga_fixed_fragment_key *key, unsigned i)
{
   combine(t, key, i, &key->unit[i].rgb, false);
   if (key->unit[i].rgb.function == GA_FUNCTION_DOT3_RGBA)
      ga_text_put(t, "  ca = crgb.r;\n");
   else
      combine(t, key, i, &key->unit[i].alpha, true);
   ga_text_put(t, "  c = vec4(crgb, ca);\n");
}

/* ---- all ------------------------------------------------------------------------------------------------------------------- */

static void fog(struct ga_text *t, uint8_t mode)
{
   if (mode == GA_FOG_LINEAR)
      ga_text_put(t, "  float f = (gl_Fog.end - gl_FogFragCoord) * gl_Fog.scale;\n");
   else
      ga_text_put(t, "  float f = gl_Fog.density * gl_FogFragCoord;\n  f = exp(%s);\n", mode == GA_FOG_EXP ? "-f" : "-f * f");
   ga_text_put(t, "  c.rgb = mix(gl_Fog.color.rgb, c.rgb, clamp(f, 0.0, 1.0));\n");
}

/* Drawn pixels: depth in red, stencil in green (ga_draw_pixels.c). */
static void pixels(struct ga_text *t, uint8_t kind)
{
   ga_text_put(t, "  vec4 texel = texture(pixels, pixel);\n");
   if (kind == GA_PIXELS_BITMAP)
      ga_text_put(t, "  if (texel.r == 0.0)\n    discard;\n");
   if (kind == GA_PIXELS_DEPTH || kind == GA_PIXELS_DEPTH_STENCIL)
      ga_text_put(t, "  gl_FragDepth = texel.r;\n");
   if (kind == GA_PIXELS_STENCIL || kind == GA_PIXELS_DEPTH_STENCIL)
      ga_text_put(t, "  gl_FragStencilRefARB = int(texel.g);\n");
   ga_text_put(t, "  vec4 primary = %s;\n", kind == GA_PIXELS_IMAGE ? "texel" : "gl_Color");
}

static void declare_pixels(struct ga_text *t, uint8_t kind)
{
   if (kind == GA_PIXELS_STENCIL || kind == GA_PIXELS_DEPTH_STENCIL)
      ga_text_put(t, "#extension GL_ARB_shader_stencil_export : require\n");
   ga_text_put(t, "layout(binding = %u) uniform sampler2D pixels;\nlayout(location = 0) in vec2 pixel;\n", (unsigned)GA_PIXEL_UNIT);
}

char *ga_fixed_fragment_source(const struct ga_fixed_fragment_key *key)
{
   struct ga_text t = {0};
   bool external = false;
   ga_text_put(&t, "#version 420 compatibility\n");
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++)
      if (key->unit[i].texture.target == GA_ENV_EXTERNAL + 1)
         external = true;
   if (external)
      ga_text_put(&t, "#extension GL_OES_EGL_image_external : require\n");
   if (key->pixels)
      declare_pixels(&t, key->pixels);
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++)
      if (key->unit[i].texture.target)
         declare(&t, i, &key->unit[i]);
   ga_text_put(&t, "void main()\n{\n");
   if (key->pixels)
      pixels(&t, key->pixels);
   else
      ga_text_put(&t, "  vec4 primary = gl_Color;\n");
   ga_text_put(&t, "  vec4 c = primary;\n  vec3 crgb;\n  float ca;\n");
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++)
      if (key->unit[i].texture.target)
         sample(&t, i, &key->unit[i]);
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++) {
      if (!key->unit[i].texture.target)
         continue;
      if (key->unit[i].mode == GA_MODE_COMBINE)
         combined(&t, key, i);
      else
         classic(&t, i, &key->unit[i]);
      ga_text_put(&t, "  c = clamp(c, 0.0, 1.0);\n");
   }
   if (key->color_sum)
      ga_text_put(&t, "  c.rgb = clamp(c.rgb + gl_SecondaryColor.rgb, 0.0, 1.0);\n");
   if (key->fog)
      fog(&t, key->fog);
   ga_text_put(&t, "  gl_FragColor = c;\n}\n");
   return ga_text_finish(&t);
}
