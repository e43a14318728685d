/* ap_bind.c: what names are bound to, but state: attributes, results, parameters, constants. */
#include <string.h>

#include "gl-api/glsl/asm/ap_priv.h"

/* ---- attributes ------------------------------------------------------------------------------------------------------------ */

static uint32_t optional_index(struct ap_parser *s, const char *of, uint32_t limit)
{
   if (!ap_take_char(s, '['))
      return 0;
   const uint32_t index = ap_index(s, of, limit);
   ap_expect_char(s, ']');
   return index;
}

/* ".primary" and ".secondary", both optional: the suffix of a swizzle begins with a dot, too. */
static bool next_is(struct ap_parser *s, const char *name)
{
   if (!ap_is_char(s, '.'))
      return false;
   const struct ap_token token = s->token;
   const size_t next = s->next;
   ap_next(s);
   if (ap_take(s, name))
      return true;
   s->token = token;
   s->next = next;
   return false;
}

static bool is_secondary(struct ap_parser *s)
{
   if (next_is(s, "secondary"))
      return true;
   next_is(s, "primary");
   return false;
}

static uint32_t vertex_attrib(struct ap_parser *s)
{
   if (ap_take(s, "position"))
      return 0;
   if (ap_take(s, "normal"))
      return GLSL_ATTRIB_NORMAL;
   if (ap_take(s, "color"))
      return is_secondary(s) ? GLSL_ATTRIB_SECONDARY_COLOR : GLSL_ATTRIB_COLOR;
   if (ap_take(s, "fogcoord"))
      return GLSL_ATTRIB_FOG_COORD;
   if (ap_take(s, "texcoord"))
      return GLSL_ATTRIB_TEX_COORD0 + optional_index(s, "the texture coordinate set", GLSL_MAX_TEXTURE_COORDS);
   if (ap_is(s, "weight") || ap_is(s, "matrixindex"))
      ap_fail(s, s->token.at, "vertex blending (ARB_vertex_blend, ARB_matrix_palette) is not supported");
   ap_expect(s, "attrib");
   ap_expect_char(s, '[');
   const uint32_t index = ap_index(s, "the vertex attribute", AP_MAX_VERTEX_ATTRIBS);
   ap_expect_char(s, ']');
   return index;
}

static uint32_t fragment_attrib(struct ap_parser *s)
{
   if (ap_take(s, "color"))
      return is_secondary(s) ? AP_IN_COLOR1 : AP_IN_COLOR0;
   if (ap_take(s, "texcoord"))
      return AP_IN_TEX_COORD0 + optional_index(s, "the texture coordinate set", GLSL_MAX_TEXTURE_COORDS);
   if (ap_take(s, "fogcoord"))
      return AP_IN_FOG;
   ap_expect(s, "position");
   return AP_IN_POSITION;
}

/* The generic attribute that a conventional one is an alias of (ARB_vertex_program, table X.1). */
static uint32_t generic_of(uint32_t attrib)
{
   switch (attrib) {
   case GLSL_ATTRIB_NORMAL: return 2;
   case GLSL_ATTRIB_COLOR: return 3;
   case GLSL_ATTRIB_SECONDARY_COLOR: return 4;
   case GLSL_ATTRIB_FOG_COORD: return 5;
   default: return 8 + (attrib - GLSL_ATTRIB_TEX_COORD0);
   }
}

/* A program that names an attribute by both of its numbers does not load. */
static void check_aliases(struct ap_parser *s, size_t at)
{
   for (uint32_t i = GLSL_ATTRIB_NORMAL; i < GLSL_ATTRIB_COUNT; i++) {
      if (i == GLSL_ATTRIB_INDEX || i == GLSL_ATTRIB_EDGE_FLAG || !(s->bound >> i & 1))
         continue;
      if (s->bound >> generic_of(i) & 1)
         ap_fail(s, at, "the program uses vertex.attrib[%u] and the conventional attribute of the same number", generic_of(i));
   }
}

uint32_t ap_attrib(struct ap_parser *s)
{
   ap_expect_char(s, '.');
   const size_t at = s->token.at;
   const bool conventional = ap_is(s, "position");
   const uint32_t index = s->p->target == AP_VERTEX ? vertex_attrib(s) : fragment_attrib(s);
   if (s->p->target != AP_VERTEX)
      return index;
   /* vertex.position and vertex.attrib[0] are one location; a bit each. */
   const uint32_t zero = conventional ? UINT32_C(1) << GLSL_ATTRIB_VERTEX : 1;
   s->bound |= index ? UINT32_C(1) << index : zero;
   if (s->bound & 1 && s->bound >> GLSL_ATTRIB_VERTEX & 1)
      ap_fail(s, at, "the program uses vertex.attrib[0] and vertex.position, which are the same");
   check_aliases(s, at);
   return index;
}

/* ---- results --------------------------------------------------------------------------------------------------------------- */

static uint32_t vertex_result(struct ap_parser *s)
{
   const size_t at = s->token.at;
   if (ap_take(s, "position")) {
      if (s->p->position_invariant)
         ap_fail(s, at, "result.position belongs to ARB_position_invariant");
      return AP_OUT_POSITION;
   }
   if (ap_take(s, "fogcoord"))
      return AP_OUT_FOG;
   if (ap_take(s, "pointsize"))
      return AP_OUT_POINT_SIZE;
   if (ap_take(s, "texcoord"))
      return AP_OUT_TEX_COORD0 + optional_index(s, "the texture coordinate set", GLSL_MAX_TEXTURE_COORDS);
   ap_expect(s, "color");
   const bool back = next_is(s, "back");
   if (!back)
      next_is(s, "front");
   const bool secondary = is_secondary(s);
   return back ? secondary ? AP_OUT_BACK1 : AP_OUT_BACK0 : secondary ? AP_OUT_FRONT1 : AP_OUT_FRONT0;
}

static uint32_t fragment_result(struct ap_parser *s)
{
   if (ap_take(s, "depth"))
      return AP_OUT_DEPTH;
   ap_expect(s, "color");
   const size_t at = s->token.at;
   if (ap_is_char(s, '[') && !s->p->draw_buffers)
      ap_fail(s, at, "result.color[n] needs OPTION ARB_draw_buffers");
   const uint32_t limit = s->limits->draw_buffers < AP_MAX_DRAW_BUFFERS ? s->limits->draw_buffers : AP_MAX_DRAW_BUFFERS;
   return AP_OUT_COLOR0 + optional_index(s, "the draw buffer", limit);
}

uint32_t ap_result(struct ap_parser *s)
{
   ap_expect_char(s, '.');
   return s->p->target == AP_VERTEX ? vertex_result(s) : fragment_result(s);
}

/* ---- parameters ------------------------------------------------------------------------------------------------------------ */

uint32_t ap_add_param(struct ap_parser *s, const struct ap_param *param)
{
   struct ap_program *p = s->p;
   if (p->param_count >= 16 * AP_MAX_PARAMS) /* of which those that differ count (ap_check.c) */
      ap_fail(s, s->token.at, "more than %u parameters", AP_MAX_PARAMS);
   p->param = ap_grow(s, p->param, p->param_count, &p->param_room, sizeof(*p->param));
   p->param[p->param_count] = *param;
   return p->param_count++;
}

static float number(struct ap_parser *s, bool is_signed)
{
   const bool negative = is_signed && ap_is_char(s, '-');
   if (is_signed && (ap_is_char(s, '-') || ap_is_char(s, '+')))
      ap_next(s);
   if (s->token.kind != AP_TOKEN_INTEGER && s->token.kind != AP_TOKEN_FLOAT)
      ap_unexpected(s, "a number");
   const float value = s->token.number;
   ap_next(s);
   return negative ? -value : value;
}

/* A scalar is all four components; missing components of a vector are 0, 0, 1. */
static struct ap_param constant(struct ap_parser *s, bool is_signed)
{
   struct ap_param c = {.source = AP_CONSTANT, .value = {0, 0, 0, 1}};
   if (!ap_take_char(s, '{')) {
      c.value[0] = c.value[1] = c.value[2] = c.value[3] = number(s, is_signed);
      return c;
   }
   unsigned i = 0;
   do {
      if (i == 4)
         ap_unexpected(s, "'}' after four components");
      c.value[i++] = number(s, true);
   } while (ap_take_char(s, ','));
   ap_expect_char(s, '}');
   return c;
}

/* After "program": "env" or "local", and a range of them where an array may have several. */
static struct ap_param parameter(struct ap_parser *s, bool elements, uint32_t *last)
{
   ap_expect_char(s, '.');
   const bool env = ap_is(s, "env");
   if (!env && !ap_is(s, "local"))
      ap_unexpected(s, "env or local");
   ap_next(s);
   ap_expect_char(s, '[');
   const char *of = env ? "the environment parameter" : "the local parameter";
   const uint32_t limit = env ? AP_MAX_ENV : AP_MAX_LOCALS;
   struct ap_param param = {.source = env ? AP_ENV : AP_LOCAL, .index = ap_index(s, of, limit)};
   *last = param.index;
   if (elements && s->token.kind == AP_TOKEN_DOTS) {
      ap_next(s);
      const size_t at = s->token.at;
      *last = ap_index(s, of, limit);
      if (*last < param.index)
         ap_fail(s, at, "the range %u..%u is empty", param.index, *last);
   }
   ap_expect_char(s, ']');
   return param;
}

bool ap_starts_param(const struct ap_parser *s)
{
   return ap_is(s, "state") || ap_is(s, "program") || ap_is_char(s, '{') || s->token.kind == AP_TOKEN_INTEGER ||
          s->token.kind == AP_TOKEN_FLOAT;
}

uint32_t ap_param_single(struct ap_parser *s, bool is_signed)
{
   struct ap_param param[AP_MAX_ROWS];
   uint32_t last;
   unsigned count = 1;
   if (ap_take(s, "state"))
      ap_state(s, false, param, &count);
   else if (ap_take(s, "program"))
      param[0] = parameter(s, false, &last);
   else
      param[0] = constant(s, is_signed);
   return ap_add_param(s, &param[0]);
}

void ap_param_elements(struct ap_parser *s)
{
   struct ap_param param[AP_MAX_ROWS];
   unsigned count = 1;
   if (ap_take(s, "program")) {
      uint32_t last;
      param[0] = parameter(s, true, &last);
      for (; param[0].index <= last; param[0].index++)
         ap_add_param(s, &param[0]);
      return;
   }
   if (ap_take(s, "state"))
      ap_state(s, true, param, &count);
   else
      param[0] = constant(s, true);
   for (unsigned i = 0; i < count; i++)
      ap_add_param(s, &param[i]);
}
