/* ap_state.c: bindings of state (ARB_vertex_program, tables X.2.1 to X.2.7; ARB_fragment_program, tables X.2 to X.2.6) as floats of
 * struct glsl_state_constants. */
#include <stddef.h>
#include <string.h>

#include "gl-api/glsl/asm/ap_priv.h"

#define WORD(member) ((int32_t)(offsetof(struct glsl_state_constants, legacy.member) / 4))

static struct ap_param words(int32_t x, int32_t y, int32_t z, int32_t w)
{
   return (struct ap_param){.source = AP_STATE, .word = {x, y, z, w}};
}

static struct ap_param vector(int32_t word) { return words(word, word + 1, word + 2, word + 3); }

/* "[n]" of a state that has several. */
static uint32_t number(struct ap_parser *s, const char *of, uint32_t limit)
{
   ap_expect_char(s, '[');
   const uint32_t n = ap_index(s, of, limit);
   ap_expect_char(s, ']');
   return n;
}

static uint32_t optional_number(struct ap_parser *s, const char *of, uint32_t limit)
{
   return ap_is_char(s, '[') ? number(s, of, limit) : 0;
}

/* An optional "front" or "back" before another name. */
static uint32_t side(struct ap_parser *s)
{
   const bool back = ap_is(s, "back");
   if (back || ap_is(s, "front")) {
      ap_next(s);
      ap_expect_char(s, '.');
   }
   return back;
}

static struct ap_param material(struct ap_parser *s)
{
   ap_expect_char(s, '.');
   const int32_t at = WORD(material) + (int32_t)(side(s) * sizeof(struct glsl_material) / 4);
#define AT(member) (at + (int32_t)(offsetof(struct glsl_material, member) / 4))
   if (ap_take(s, "ambient"))
      return vector(AT(ambient));
   if (ap_take(s, "diffuse"))
      return vector(AT(diffuse));
   if (ap_take(s, "specular"))
      return vector(AT(specular));
   if (ap_take(s, "emission"))
      return vector(AT(emission));
   ap_expect(s, "shininess");
   return words(AT(shininess), AP_ZERO, AP_ZERO, AP_ONE);
#undef AT
}

static struct ap_param light(struct ap_parser *s)
{
   const uint32_t n = number(s, "the light", GLSL_MAX_LIGHTS);
   const int32_t at = WORD(light) + (int32_t)(n * sizeof(struct glsl_light_source) / 4);
#define AT(member) (at + (int32_t)(offsetof(struct glsl_light_source, member) / 4))
   ap_expect_char(s, '.');
   if (ap_take(s, "ambient"))
      return vector(AT(ambient));
   if (ap_take(s, "diffuse"))
      return vector(AT(diffuse));
   if (ap_take(s, "specular"))
      return vector(AT(specular));
   if (ap_take(s, "position"))
      return vector(AT(position));
   if (ap_take(s, "half"))
      return words(AT(half_vector), AT(half_vector) + 1, AT(half_vector) + 2, AP_ONE);
   if (ap_take(s, "attenuation"))
      return words(AT(constant_attenuation), AT(linear_attenuation), AT(quadratic_attenuation), AT(spot_exponent));
   ap_expect(s, "spot");
   ap_expect_char(s, '.');
   ap_expect(s, "direction");
   return (struct ap_param){.source = AP_SPOT_DIRECTION, .index = n}; /* not of unit length, as that of the constants */
#undef AT
}

static struct ap_param light_model(struct ap_parser *s)
{
   ap_expect_char(s, '.');
   if (ap_take(s, "ambient"))
      return vector(WORD(light_model_ambient));
   const int32_t back = (int32_t)side(s);
   ap_expect(s, "scenecolor");
   /* The alpha of a scene colour is the diffuse alpha of the material. */
   const int32_t at = WORD(scene_color) + 4 * back;
   const int32_t diffuse = WORD(material) + back * (int32_t)(sizeof(struct glsl_material) / 4) +
                           (int32_t)(offsetof(struct glsl_material, diffuse) / 4);
   return words(at, at + 1, at + 2, diffuse + 3);
}

_Static_assert(offsetof(struct glsl_material, diffuse) == offsetof(struct glsl_material, ambient) + 16 &&
               offsetof(struct glsl_material, specular) == offsetof(struct glsl_material, ambient) + 32, "the order of products");

static struct ap_param light_product(struct ap_parser *s)
{
   const uint32_t n = number(s, "the light", GLSL_MAX_LIGHTS);
   ap_expect_char(s, '.');
   const uint32_t back = side(s);
   const int32_t at = WORD(light_product) + (int32_t)((back * GLSL_MAX_LIGHTS + n) * sizeof(struct glsl_light_product) / 4);
   /* The alpha of a product is that of the material. */
   const int32_t from = WORD(material) + (int32_t)((back * sizeof(struct glsl_material) + offsetof(struct glsl_material, ambient)) / 4);
   const int32_t member = ap_is(s, "ambient") ? 0 : ap_is(s, "diffuse") ? 4 : ap_is(s, "specular") ? 8 : -1;
   if (member < 0)
      ap_unexpected(s, "ambient, diffuse or specular");
   ap_next(s);
   return words(at + member, at + member + 1, at + member + 2, from + member + 3);
}

static struct ap_param texgen(struct ap_parser *s)
{
   static const char *const coordinates[] = {"s", "t", "r", "q"};
   const uint32_t n = optional_number(s, "the texture unit", GLSL_MAX_TEXTURE_COORDS);
   ap_expect_char(s, '.');
   const bool eye = ap_is(s, "eye");
   if (!eye && !ap_is(s, "object"))
      ap_unexpected(s, "eye or object");
   ap_next(s);
   ap_expect_char(s, '.');
   for (uint32_t c = 0; c < 4; c++)
      if (ap_take(s, coordinates[c]))
         return vector((eye ? WORD(eye_plane) : WORD(object_plane)) + (int32_t)(4 * (c * GLSL_MAX_TEXTURE_COORDS + n)));
   ap_unexpected(s, "s, t, r or q");
}

static struct ap_param texenv(struct ap_parser *s)
{
   const uint32_t n = optional_number(s, "the texture unit", GLSL_MAX_TEXTURE_COORDS);
   ap_expect_char(s, '.');
   ap_expect(s, "color");
   return vector(WORD(texture_env_color) + (int32_t)(4 * n));
}

void ap_fog_params(struct ap_param param[2])
{
   param[0] = words(WORD(fog.density), WORD(fog.start), WORD(fog.end), WORD(fog.scale));
   param[1] = vector(WORD(fog.color));
}

static struct ap_param fog(struct ap_parser *s)
{
   struct ap_param param[2];
   ap_expect_char(s, '.');
   ap_fog_params(param);
   if (ap_take(s, "color"))
      return param[1];
   ap_expect(s, "params");
   return param[0];
}

static struct ap_param clip(struct ap_parser *s)
{
   const uint32_t n = number(s, "the clip plane", GLSL_MAX_CLIP_PLANES);
   ap_expect_char(s, '.');
   ap_expect(s, "plane");
   return vector(WORD(clip_plane) + (int32_t)(4 * n));
}

static struct ap_param point(struct ap_parser *s)
{
   ap_expect_char(s, '.');
   if (ap_take(s, "size"))
      return words(WORD(point.size), WORD(point.size_min), WORD(point.size_max), WORD(point.fade_threshold));
   ap_expect(s, "attenuation");
   return words(WORD(point.constant_attenuation), WORD(point.linear_attenuation), WORD(point.quadratic_attenuation), AP_ONE);
}

static struct ap_param depth(struct ap_parser *s)
{
   ap_expect_char(s, '.');
   ap_expect(s, "range");
   const int32_t at = (int32_t)(offsetof(struct glsl_state_constants, depth_range) / 4);
   return words(at, at + 1, at + 2, AP_ONE);
}

/* ---- matrices -------------------------------------------------------------------------------------------------------------- */

/* Matrices are stored by columns; a row of one is a column of its transpose. */
static uint32_t stored_form(struct ap_parser *s)
{
   if (ap_take(s, "inverse"))
      return GLSL_INVERSE_TRANSPOSE;
   if (ap_take(s, "transpose"))
      return GLSL_PLAIN;
   if (ap_take(s, "invtrans"))
      return GLSL_INVERSE;
   return GLSL_TRANSPOSE;
}

/* word: of GLSL_PLAIN, < 0: a program matrix; forms: of the form after it, with form_words of each. */
struct matrix { int32_t word, forms; uint32_t form_words, program; };

static struct matrix matrix_name(struct ap_parser *s)
{
   const uint32_t plain = 16 * GLSL_MATRICES, texture = 16 * GLSL_MAX_TEXTURE_COORDS;
   if (ap_take(s, "modelview")) {
      optional_number(s, "the modelview matrix", 1);
      return (struct matrix){WORD(matrix[GLSL_MODELVIEW]), WORD(matrix_form[0][GLSL_MODELVIEW]), plain, 0};
   }
   if (ap_take(s, "projection"))
      return (struct matrix){WORD(matrix[GLSL_PROJECTION]), WORD(matrix_form[0][GLSL_PROJECTION]), plain, 0};
   if (ap_take(s, "mvp"))
      return (struct matrix){WORD(matrix[GLSL_MODELVIEW_PROJECTION]), WORD(matrix_form[0][GLSL_MODELVIEW_PROJECTION]), plain, 0};
   if (ap_take(s, "texture")) {
      const int32_t unit = (int32_t)optional_number(s, "the texture matrix", GLSL_MAX_TEXTURE_COORDS);
      return (struct matrix){WORD(texture_matrix) + 16 * unit, WORD(texture_matrix_form) + 16 * unit, texture, 0};
   }
   if (ap_is(s, "palette"))
      ap_fail(s, s->token.at, "matrix palettes (ARB_matrix_palette) are not supported");
   ap_expect(s, "program");
   return (struct matrix){-1, -1, 0, number(s, "the program matrix", AP_MAX_MATRICES)};
}

static void rows(struct ap_parser *s, bool elements, uint32_t *first, uint32_t *last)
{
   ap_expect(s, "row");
   ap_expect_char(s, '[');
   *first = *last = ap_index(s, "the row of a matrix", AP_MAX_ROWS);
   if (elements && s->token.kind == AP_TOKEN_DOTS) {
      ap_next(s);
      const size_t at = s->token.at;
      *last = ap_index(s, "the row of a matrix", AP_MAX_ROWS);
      if (*last < *first)
         ap_fail(s, at, "the rows %u..%u are none", *first, *last);
   }
   ap_expect_char(s, ']');
}

static unsigned matrix(struct ap_parser *s, bool elements, struct ap_param param[AP_MAX_ROWS])
{
   ap_expect_char(s, '.');
   const struct matrix m = matrix_name(s);
   uint32_t form = GLSL_TRANSPOSE, first = 0, last = AP_MAX_ROWS - 1;
   bool has_rows = false;
   if (ap_take_char(s, '.')) {
      has_rows = ap_is(s, "row");
      if (!has_rows) {
         form = stored_form(s);
         if (form == GLSL_TRANSPOSE)
            ap_unexpected(s, "inverse, transpose, invtrans or row");
         has_rows = ap_take_char(s, '.');
      }
      if (has_rows)
         rows(s, elements, &first, &last);
   }
   if (!elements && !has_rows)
      ap_fail(s, s->token.at, "a matrix is four vectors: one row of it, or an array, is expected");
   for (uint32_t row = first; row <= last; row++)
      param[row - first] = m.word < 0 ?
         (struct ap_param){.source = AP_PROGRAM_MATRIX, .index = m.program * 16 + form * 4 + row} :
         vector((form == GLSL_PLAIN ? m.word : m.forms + (int32_t)((form - 1) * m.form_words)) + 4 * (int32_t)row);
   return last - first + 1;
}

void ap_state(struct ap_parser *s, bool elements, struct ap_param param[AP_MAX_ROWS], unsigned *count)
{
   static const struct { const char *name; uint8_t targets; struct ap_param (*read)(struct ap_parser *s); } groups[] = {
      {"material", AP_ON_VF, material}, {"light", AP_ON_VF, light}, {"lightmodel", AP_ON_VF, light_model},
      {"lightprod", AP_ON_VF, light_product}, {"texgen", AP_ON_V, texgen}, {"texenv", AP_ON_F, texenv}, {"fog", AP_ON_VF, fog},
      {"clip", AP_ON_V, clip}, {"point", AP_ON_V, point}, {"depth", AP_ON_F, depth},
   };
   *count = 1;
   ap_expect_char(s, '.');
   if (ap_take(s, "matrix")) {
      *count = matrix(s, elements, param);
      return;
   }
   for (unsigned i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
      if (groups[i].targets >> s->p->target & 1 && ap_take(s, groups[i].name)) {
         param[0] = groups[i].read(s);
         return;
      }
   }
   ap_unexpected(s, "the name of a state");
}
