/* ap_ati.c: ATI_fragment_shader: a table of passes -> instructions of the assembler. Each register is a temporary per pass, so that
 * routes read the registers of the first pass while those of the second are written. Results of arithmetic are in [-8, 8], the range of the
 * extension's registers. Registers that the extension leaves undefined have the value of a new temporary. */
#include "gl-api/glsl/asm/ap_ati.h"

#include <stdlib.h>

#include "gl-api/glsl/asm/ap_priv.h"

/* Temporaries. */
enum { REGISTER0, ARGUMENT0 = REGISTER0 + AP_ATI_PASSES * AP_ATI_REGISTERS, FACTOR0 = ARGUMENT0 + 3, RESULT0 = FACTOR0 + 2,
   TEMPS = RESULT0 + AP_ATI_PARTS };

/* Parameters: the constants of the extension, those of fog, and numbers. */
enum { PARAM_CONSTANT0, PARAM_FOG = PARAM_CONSTANT0 + AP_ATI_CONSTANTS, PARAM_BUFFER = PARAM_FOG + 2, PARAM_ZERO = PARAM_BUFFER, PARAM_ONE,
   PARAM_HALF, PARAM_LOWEST, PARAM_HIGHEST, PARAM_SCALE0, PARAMS = PARAM_SCALE0 + 7 };
static const float numbers[PARAMS - PARAM_ZERO] = {0, 1, 0.5f, -8, 8, 0.125f, 0.25f, 0.5f, 1, 2, 4, 8};

/* Of the longest pair: per instruction three arguments with three modifiers each, six for the operation, four for its result. */
#define PAIR_INSTRUCTIONS (2 * (3 * 3 + 6 + 4) + 2)
#define ROUTE_INSTRUCTIONS 3
#define MAX_INSTRUCTIONS (AP_ATI_PASSES * (AP_ATI_PAIRS * PAIR_INSTRUCTIONS + AP_ATI_REGISTERS * ROUTE_INSTRUCTIONS) + 1)

/* ---- operands -------------------------------------------------------------------------------------------------------------- */

static struct ap_src src(uint8_t file, int32_t index) { return (struct ap_src){.file = file, .index = index, .swizzle = {0, 1, 2, 3}}; }
static struct ap_src temp(unsigned index) { return src(AP_FILE_TEMP, (int32_t)index); }
static struct ap_src param(unsigned index) { return src(AP_FILE_PARAM, (int32_t)index); }

static struct ap_src negated(struct ap_src s)
{
   s.negate ^= 0xf;
   return s;
}

static struct ap_src component(struct ap_src s, uint8_t c)
{
   for (unsigned i = 0; i < 4; i++)
      s.swizzle[i] = c;
   return s;
}

static struct ap_src attrib(struct ap_program *p, unsigned index)
{
   p->inputs |= UINT32_C(1) << index;
   return src(AP_FILE_ATTRIB, (int32_t)index);
}

static struct ap_dst to_temp(unsigned index, uint8_t mask)
{
   return (struct ap_dst){.file = AP_FILE_TEMP, .mask = mask, .index = (int32_t)index};
}

static struct ap_inst *add(struct ap_program *p, enum ap_op op, struct ap_dst dst, struct ap_src a, struct ap_src b, struct ap_src c)
{
   struct ap_inst *inst = &p->inst[p->inst_count++];
   *inst = (struct ap_inst){.op = (uint8_t)op, .dst = dst, .src = {a, b, c}};
   return inst;
}

static struct ap_inst *put(struct ap_program *p, enum ap_op op, unsigned to, uint8_t mask, struct ap_src a, struct ap_src b)
{
   return add(p, op, to_temp(to, mask), a, b, a);
}

/* ---- arithmetic ------------------------------------------------------------------------------------------------------------ */

static struct ap_src source(struct ap_program *p, unsigned pass, uint8_t source)
{
   if (source < AP_ATI_CONSTANT0)
      return temp(REGISTER0 + pass * AP_ATI_REGISTERS + source);
   if (source < AP_ATI_ZERO)
      return param(PARAM_CONSTANT0 + source - AP_ATI_CONSTANT0);
   if (source == AP_ATI_ZERO || source == AP_ATI_ONE)
      return param(source == AP_ATI_ONE ? PARAM_ONE : PARAM_ZERO);
   return attrib(p, source == AP_ATI_PRIMARY ? AP_IN_COLOR0 : AP_IN_COLOR1);
}

/* Table 3.24. Two arguments of an instruction use different temporaries. */
static struct ap_src argument(struct ap_program *p, unsigned pass, const struct ap_ati_arg *arg, unsigned number)
{
   struct ap_src s = source(p, pass, arg->source);
   const unsigned t = ARGUMENT0 + number;
   if (arg->replicate != AP_ATI_NONE)
      s = component(s, (uint8_t)(arg->replicate - AP_ATI_RED));
   if (arg->modifiers & AP_ATI_COMPLEMENT) {
      put(p, AP_SUB, t, 0xf, param(PARAM_ONE), s);
      s = temp(t);
   }
   if (arg->modifiers & AP_ATI_BIAS) {
      put(p, AP_SUB, t, 0xf, s, param(PARAM_HALF));
      s = temp(t);
   }
   if (arg->modifiers & AP_ATI_DOUBLE) {
      put(p, AP_ADD, t, 0xf, s, s);
      s = temp(t);
   }
   return arg->modifiers & AP_ATI_NEGATE ? negated(s) : s;
}

/* R(a) * R(b) + G(a) * G(b) + B(c), as a product of three components. */
static void dot2_add(struct ap_program *p, unsigned to, const struct ap_src a[3])
{
   put(p, AP_MOV, FACTOR0, 0x3, a[0], a[0]);
   put(p, AP_MOV, FACTOR0, 0x4, param(PARAM_ONE), a[0]);
   put(p, AP_MOV, FACTOR0 + 1, 0x3, a[1], a[1]);
   put(p, AP_MOV, FACTOR0 + 1, 0x4, a[2], a[2]);
   put(p, AP_DP3, to, 0xf, temp(FACTOR0), temp(FACTOR0 + 1));
}

/* Table 3.21: all components of the result. */
static void operation(struct ap_program *p, uint8_t op, unsigned to, const struct ap_src a[3])
{
   static const uint8_t simple[] = {[AP_ATI_MOV] = AP_MOV, [AP_ATI_ADD] = AP_ADD, [AP_ATI_MUL] = AP_MUL, [AP_ATI_SUB] = AP_SUB,
      [AP_ATI_DOT3] = AP_DP3, [AP_ATI_DOT4] = AP_DP4, [AP_ATI_MAD] = AP_MAD, [AP_ATI_LERP] = AP_LRP};
   switch (op) {
   case AP_ATI_CND: /* 0.5 - c is negative where c is greater */
      put(p, AP_SUB, FACTOR0, 0xf, param(PARAM_HALF), a[2]);
      add(p, AP_CMP, to_temp(to, 0xf), temp(FACTOR0), a[0], a[1]);
      break;
   case AP_ATI_CND0: add(p, AP_CMP, to_temp(to, 0xf), a[2], a[1], a[0]); break;
   case AP_ATI_DOT2_ADD: dot2_add(p, to, a); break;
   default: add(p, simple[op], to_temp(to, 0xf), a[0], a[1], a[2]); break;
   }
}

/* Table 3.22. */
static void modify_result(struct ap_program *p, unsigned t, const struct ap_ati_inst *inst)
{
   if (inst->scale)
      put(p, AP_MUL, t, 0xf, temp(t), param((unsigned)(PARAM_SCALE0 + 3 + inst->scale)));
   put(p, AP_MAX, t, 0xf, temp(t), param(inst->saturate ? PARAM_ZERO : PARAM_LOWEST));
   put(p, AP_MIN, t, 0xf, temp(t), param(inst->saturate ? PARAM_ONE : PARAM_HIGHEST));
}

static bool is_dot(uint8_t op) { return op == AP_ATI_DOT3 || op == AP_ATI_DOT4 || op == AP_ATI_DOT2_ADD; }

static void pair(struct ap_program *p, unsigned pass, const struct ap_ati_pair *pair)
{
   unsigned result[AP_ATI_PARTS] = {RESULT0, RESULT0 + 1};
   for (unsigned part = 0; part < AP_ATI_PARTS; part++) {
      const struct ap_ati_inst *inst = &pair->inst[part];
      if (!pair->has[part])
         continue;
      if (part == AP_ATI_ALPHA_PART && is_dot(inst->op)) { /* its arguments are ignored */
         result[part] = result[AP_ATI_COLOR];
         continue;
      }
      struct ap_src a[3] = {temp(RESULT0), temp(RESULT0), temp(RESULT0)};
      for (unsigned i = 0; i < inst->args; i++)
         a[i] = argument(p, pass, &inst->arg[i], i);
      operation(p, inst->op, result[part], a);
      modify_result(p, result[part], inst);
   }
   for (unsigned part = 0; part < AP_ATI_PARTS; part++) {
      const struct ap_ati_inst *inst = &pair->inst[part];
      if (pair->has[part])
         put(p, AP_MOV, REGISTER0 + pass * AP_ATI_REGISTERS + inst->dst, inst->mask, temp(result[part]), temp(result[part]));
   }
}

/* ---- routes ---------------------------------------------------------------------------------------------------------------- */

/* Table 3.20. */
static void route(struct ap_program *p, unsigned pass, unsigned number, const struct ap_ati_route *route)
{
   const unsigned to = REGISTER0 + pass * AP_ATI_REGISTERS + number;
   struct ap_src from = route->from_register ? temp(REGISTER0 + route->source) : attrib(p, AP_IN_TEX_COORD0 + route->source);
   if (route->q)
      from.swizzle[2] = 3;
   if (route->projected) {
      put(p, AP_RCP, ARGUMENT0, 0xf, component(from, from.swizzle[2]), from);
      put(p, AP_MUL, ARGUMENT0, 0x3, from, temp(ARGUMENT0));
      from = temp(ARGUMENT0);
   }
   if (route->kind == AP_ATI_PASS) {
      put(p, AP_MOV, to, 0xf, from, from);
      return;
   }
   struct ap_inst *inst = put(p, AP_TEX, to, 0xf, from, from);
   inst->unit = (uint8_t)number;
   inst->texture = p->texture[number] = AP_TEX_ANY;
}

/* ---- the program ----------------------------------------------------------------------------------------------------------- */

static void set_params(struct ap_program *p, const struct ap_ati_shader *shader)
{
   for (uint32_t i = 0; i < AP_ATI_CONSTANTS; i++) {
      struct ap_param *c = &p->param[PARAM_CONSTANT0 + i];
      *c = (struct ap_param){.source = shader->locals >> i & 1 ? AP_CONSTANT : AP_ENV, .index = i};
      for (unsigned k = 0; k < 4; k++)
         c->value[k] = shader->local[i][k];
   }
   ap_fog_params(&p->param[PARAM_FOG]);
   for (unsigned i = PARAM_ZERO; i < PARAMS; i++) {
      const float f = numbers[i - PARAM_ZERO];
      p->param[i] = (struct ap_param){.source = AP_CONSTANT, .value = {f, f, f, f}};
   }
   for (unsigned i = 0; i < PARAMS; i++) {
      p->slot[i] = i < PARAM_BUFFER ? i : AP_NO_SLOT;
      if (i < PARAM_BUFFER)
         p->used[i] = p->param[i];
   }
   p->param_count = PARAMS;
   p->used_count = PARAM_BUFFER;
   p->fog_param = PARAM_FOG;
}

static void translate(struct ap_program *p, const struct ap_ati_shader *shader)
{
   for (unsigned i = 0; i < shader->passes; i++) {
      const struct ap_ati_pass *pass = &shader->pass[i];
      for (unsigned r = 0; r < AP_ATI_REGISTERS; r++)
         if (pass->route[r].kind)
            route(p, i, r, &pass->route[r]);
      for (unsigned k = 0; k < pass->pairs; k++)
         pair(p, i, &pass->pair[k]);
   }
   const struct ap_src last = temp(REGISTER0 + (shader->passes - 1u) * AP_ATI_REGISTERS);
   add(p, AP_MOV, (struct ap_dst){.file = AP_FILE_RESULT, .mask = 0xf, .index = AP_OUT_COLOR0}, last, last, last);
}

struct ap_program *ap_ati_program(const struct ap_ati_shader *shader)
{
   struct ap_program *p = calloc(1, sizeof(*p));
   if (!p)
      return NULL;
   p->inst = calloc(MAX_INSTRUCTIONS, sizeof(*p->inst));
   p->param = calloc(PARAMS, sizeof(*p->param));
   p->slot = calloc(PARAMS, sizeof(*p->slot));
   p->used = calloc(PARAM_BUFFER, sizeof(*p->used));
   if (!p->inst || !p->param || !p->slot || !p->used) {
      ap_program_destroy(p);
      return NULL;
   }
   p->target = AP_FRAGMENT;
   p->fixed_stages = true;
   p->results = UINT32_C(1) << AP_OUT_COLOR0;
   set_params(p, shader);
   translate(p, shader);
   struct ap_inst *fit = realloc(p->inst, p->inst_count * sizeof(*fit));
   p->inst = fit ? fit : p->inst;
   p->counts = (struct ap_counts){.instructions = p->inst_count, .temps = TEMPS, .params = p->used_count};
   return p;
}
