/* ap_inst.c: instructions and their operands. */
#include <stdio.h>
#include <string.h>

#include "gl-api/glsl/asm/ap_priv.h"

const struct ap_op_info ap_ops[AP_OP_COUNT] = {
#define OP(name, targets, kind, sources) {#name, AP_ON_##targets, AP_KIND_##kind, sources},
   AP_OPS(OP)
#undef OP
};

int ap_find_op(const struct ap_parser *s, const char *name, size_t length, bool *saturate)
{
   *saturate = s->p->target == AP_FRAGMENT && length == 7 && !memcmp(name + 3, "_SAT", 4);
   if (length != 3 && !*saturate)
      return -1;
   for (int i = 0; i < AP_OP_COUNT; i++)
      if (ap_ops[i].targets >> s->p->target & 1 && !memcmp(ap_ops[i].name, name, 3) && !(*saturate && i == AP_KIL))
         return i;
   return -1;
}

static _Noreturn void bad_operand(struct ap_parser *s, const struct ap_token *t, const char *why)
{
   ap_fail(s, t->at, "%.*s %s", (int)(t->length < 60 ? t->length : 60), s->source + t->at, why);
}

/* ---- selectors of components ----------------------------------------------------------------------------------------------- */

/* *color: it is one of r, g, b, a, which fragment programs have. -1: not a selector. */
static int component(const struct ap_parser *s, char c, bool *color)
{
   static const char position[] = "xyzw", colors[] = "rgba";
   const char *at = c ? strchr(position, c) : NULL;
   *color = false;
   if (at)
      return (int)(at - position);
   at = c && s->p->target == AP_FRAGMENT ? strchr(colors, c) : NULL;
   *color = at != NULL;
   return at ? (int)(at - colors) : -1;
}

/* The components that a token names, of one set of letters; their number, or 0: they are none. */
static unsigned components(const struct ap_parser *s, uint8_t out[4])
{
   const struct ap_token *t = &s->token;
   bool first = false, color;
   if (t->kind != AP_TOKEN_NAME || t->length > 4)
      return 0;
   for (size_t i = 0; i < t->length; i++) {
      const int c = component(s, s->source[t->at + i], &color);
      if (c < 0 || (i && color != first))
         return 0;
      first = color;
      out[i] = (uint8_t)c;
   }
   return (unsigned)t->length;
}

static void swizzle(struct ap_parser *s, struct ap_src *src, bool scalar)
{
   uint8_t c[4];
   for (uint8_t i = 0; i < 4; i++)
      src->swizzle[i] = i;
   if (!ap_take_char(s, '.')) {
      if (scalar)
         ap_unexpected(s, "the component of a scalar operand");
      return;
   }
   const unsigned n = components(s, c);
   if (n != 1 && (scalar || n != 4))
      ap_unexpected(s, scalar ? "one component" : "one component or four");
   for (unsigned i = 0; i < 4; i++)
      src->swizzle[i] = c[n == 1 ? 0 : i];
   ap_next(s);
}

static uint8_t write_mask(struct ap_parser *s)
{
   uint8_t c[4], mask = 0;
   if (!ap_take_char(s, '.'))
      return 0xf;
   const unsigned n = components(s, c);
   for (unsigned i = 0; i < n; i++) {
      if (i && c[i] <= c[i - 1])
         ap_unexpected(s, "a write mask in the order of components");
      mask |= (uint8_t)(1u << c[i]);
   }
   if (!n)
      ap_unexpected(s, "a write mask");
   ap_next(s);
   return mask;
}

/* The selectors of SWZ. */
static void extended_swizzle(struct ap_parser *s, struct ap_src *src)
{
   bool letters = false, colors = false, color;
   src->negate = 0;
   for (unsigned i = 0; i < 4; i++) {
      ap_expect_char(s, ',');
      const bool negative = ap_is_char(s, '-');
      if (negative || ap_is_char(s, '+'))
         ap_next(s);
      src->negate |= (uint8_t)(negative << i);
      if (s->token.kind == AP_TOKEN_INTEGER && s->token.integer <= 1) {
         src->swizzle[i] = s->token.integer ? AP_SWIZZLE_ONE : AP_SWIZZLE_ZERO;
      } else {
         const int c = s->token.kind == AP_TOKEN_NAME && s->token.length == 1 ? component(s, s->source[s->token.at], &color) : -1;
         if (c < 0 || (letters && color != colors))
            ap_unexpected(s, "0, 1 or a component");
         letters = true;
         colors = color;
         src->swizzle[i] = (uint8_t)c;
      }
      ap_next(s);
   }
}

/* ---- sources --------------------------------------------------------------------------------------------------------------- */

static void address_register(struct ap_parser *s)
{
   const struct ap_token name = s->token;
   const struct ap_variable *v = name.kind == AP_TOKEN_NAME ? ap_find(s, &name) : NULL;
   if (!v || v->file != AP_FILE_ADDRESS)
      ap_unexpected(s, "an index or an address register");
   ap_next(s);
   ap_expect_char(s, '.');
   ap_expect(s, "x");
}

/* Of relative addressing. ARB_vertex_program has -64 to 63; programs rely on the larger range of other implementations. */
#define MAX_OFFSET (AP_MAX_PARAMS - 1)

static void element(struct ap_parser *s, const struct ap_variable *v, const struct ap_token *name, struct ap_src *src)
{
   struct ap_array *array = &s->p->array[v->index];
   if (!ap_take_char(s, '['))
      bad_operand(s, name, "is an array: an element of it is expected");
   if (s->token.kind == AP_TOKEN_INTEGER) {
      src->index = (int32_t)(array->first + ap_index(s, "the element", array->count));
   } else {
      address_register(s);
      src->relative = array->relative = true;
      src->array = v->index;
      const bool below = ap_is_char(s, '-');
      if (below || ap_is_char(s, '+')) {
         ap_next(s);
         const int32_t offset = (int32_t)ap_index(s, "the offset", MAX_OFFSET + 1);
         src->index = below ? -offset : offset;
      }
   }
   ap_expect_char(s, ']');
}

static void variable(struct ap_parser *s, struct ap_src *src)
{
   const struct ap_token name = s->token;
   if (name.kind != AP_TOKEN_NAME)
      ap_unexpected(s, "an operand");
   const struct ap_variable *v = ap_find(s, &name);
   if (!v)
      bad_operand(s, &name, "is not declared");
   if (v->file != AP_FILE_TEMP && v->file != AP_FILE_ATTRIB && v->file != AP_FILE_PARAM)
      bad_operand(s, &name, "cannot be read");
   ap_next(s);
   src->file = v->file;
   src->index = (int32_t)v->index;
   if (v->file == AP_FILE_PARAM && v->is_array)
      element(s, v, &name, src);
}

static void source_register(struct ap_parser *s, struct ap_src *src)
{
   if (s->p->target == AP_VERTEX ? ap_take(s, "vertex") : ap_take(s, "fragment")) {
      src->file = AP_FILE_ATTRIB;
      src->index = (int32_t)ap_attrib(s);
   } else if (ap_starts_param(s)) {
      src->file = AP_FILE_PARAM;
      src->index = (int32_t)ap_param_single(s, false);
   } else {
      variable(s, src);
   }
   if (src->file == AP_FILE_ATTRIB)
      s->p->inputs |= UINT32_C(1) << src->index;
}

static void source(struct ap_parser *s, struct ap_src *src, bool scalar)
{
   const bool negative = ap_is_char(s, '-');
   if (negative || ap_is_char(s, '+'))
      ap_next(s);
   source_register(s, src);
   swizzle(s, src, scalar);
   src->negate = negative ? 0xf : 0;
}

/* ---- destinations ---------------------------------------------------------------------------------------------------------- */

static void destination(struct ap_parser *s, struct ap_dst *dst)
{
   const struct ap_token name = s->token;
   if (ap_take(s, "result")) {
      dst->file = AP_FILE_RESULT;
      dst->index = (int32_t)ap_result(s);
   } else {
      if (name.kind != AP_TOKEN_NAME)
         ap_unexpected(s, "a register that is written");
      const struct ap_variable *v = ap_find(s, &name);
      if (!v)
         bad_operand(s, &name, "is not declared");
      if (v->file != AP_FILE_TEMP && v->file != AP_FILE_RESULT)
         bad_operand(s, &name, "cannot be written");
      dst->file = v->file;
      dst->index = (int32_t)v->index;
      ap_next(s);
   }
   dst->mask = write_mask(s);
   if (dst->file == AP_FILE_RESULT)
      s->p->results |= UINT32_C(1) << dst->index;
}

static void address_destination(struct ap_parser *s, struct ap_dst *dst)
{
   dst->file = AP_FILE_ADDRESS;
   dst->mask = 1;
   address_register(s);
}

/* ---- textures -------------------------------------------------------------------------------------------------------------- */

static uint8_t texture_target(struct ap_parser *s)
{
   static const struct { const char *name; uint8_t target; } rows[] = {
      {"1D", AP_TEX_1D}, {"2D", AP_TEX_2D}, {"3D", AP_TEX_3D}, {"CUBE", AP_TEX_CUBE}, {"RECT", AP_TEX_RECT},
      {"SHADOW1D", AP_TEX_SHADOW1D}, {"SHADOW2D", AP_TEX_SHADOW2D}, {"SHADOWRECT", AP_TEX_SHADOWRECT},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      if (!ap_is(s, rows[i].name))
         continue;
      if (rows[i].target >= AP_TEX_SHADOW1D && !s->shadow)
         ap_fail(s, s->token.at, "%s needs OPTION ARB_fragment_program_shadow", rows[i].name);
      ap_next(s);
      return rows[i].target;
   }
   ap_unexpected(s, "a texture target");
}

static void texture(struct ap_parser *s, struct ap_inst *inst)
{
   ap_expect_char(s, ',');
   ap_expect(s, "texture");
   const size_t at = s->token.at;
   const uint32_t limit = s->limits->texture_units < AP_MAX_TEXTURE_UNITS ? s->limits->texture_units : AP_MAX_TEXTURE_UNITS;
   if (ap_take_char(s, '[')) {
      inst->unit = (uint8_t)ap_index(s, "the texture image unit", limit);
      ap_expect_char(s, ']');
   }
   ap_expect_char(s, ',');
   inst->texture = texture_target(s);
   uint8_t *before = &s->p->texture[inst->unit];
   if (*before && *before != inst->texture)
      ap_fail(s, at, "texture image unit %u is sampled with two targets", inst->unit);
   *before = inst->texture;
}

/* Counts texture indirections (ARB_fragment_program, 3.11.6): a texture instruction begins a new node if its coordinates were written
 * in the current one, or if its result was written or read there by an arithmetic instruction. */
static void count(struct ap_parser *s, const struct ap_inst *inst)
{
   struct ap_counts *c = &s->p->counts;
   const uint8_t kind = ap_ops[inst->op].kind;
   const bool is_tex = kind == AP_KIND_TEXTURE || kind == AP_KIND_KILL;
   const bool writes_temp = kind != AP_KIND_KILL && inst->dst.file == AP_FILE_TEMP;
   c->instructions++;
   c->tex += is_tex;
   c->alu += !is_tex;
   if (is_tex && ((inst->src[0].file == AP_FILE_TEMP && s->node_written[inst->src[0].index]) ||
                  (writes_temp && s->node_used[inst->dst.index]))) {
      c->indirections++;
      memset(s->node_written, 0, sizeof(s->node_written));
      memset(s->node_used, 0, sizeof(s->node_used));
   }
   if (writes_temp)
      s->node_written[inst->dst.index] = true;
   for (unsigned i = 0; !is_tex && i < ap_ops[inst->op].sources; i++)
      if (inst->src[i].file == AP_FILE_TEMP)
         s->node_used[inst->src[i].index] = true;
   if (!is_tex && writes_temp)
      s->node_used[inst->dst.index] = true;
}

/* ---- all of it ------------------------------------------------------------------------------------------------------------- */

static void operands(struct ap_parser *s, struct ap_inst *inst)
{
   const struct ap_op_info *op = &ap_ops[inst->op];
   if (op->kind == AP_KIND_ADDRESS)
      address_destination(s, &inst->dst);
   else if (op->kind != AP_KIND_KILL)
      destination(s, &inst->dst);
   for (unsigned i = 0; i < op->sources; i++) {
      if (i || op->kind != AP_KIND_KILL)
         ap_expect_char(s, ',');
      if (op->kind == AP_KIND_SWIZZLE)
         source_register(s, &inst->src[i]);
      else
         source(s, &inst->src[i], op->kind == AP_KIND_SCALAR || op->kind == AP_KIND_ADDRESS);
   }
   if (op->kind == AP_KIND_SWIZZLE)
      extended_swizzle(s, &inst->src[0]);
   if (op->kind == AP_KIND_TEXTURE)
      texture(s, inst);
}

void ap_instruction(struct ap_parser *s)
{
   struct ap_program *p = s->p;
   struct ap_inst inst = {0};
   const struct ap_token name = s->token;
   if (name.kind != AP_TOKEN_NAME)
      ap_unexpected(s, "an instruction, a declaration or END");
   const int op = ap_find_op(s, s->source + name.at, name.length, &inst.saturate);
   if (op < 0)
      bad_operand(s, &name, "is not an instruction");
   inst.op = (uint8_t)op;
   ap_next(s);
   operands(s, &inst);
   if (p->inst_count == AP_MAX_INSTRUCTIONS)
      ap_fail(s, name.at, "more than %u instructions", AP_MAX_INSTRUCTIONS);
   p->inst = ap_grow(s, p->inst, p->inst_count, &p->inst_room, sizeof(*p->inst));
   p->inst[p->inst_count++] = inst;
   count(s, &inst);
}
