/* gf_emit.c: variables, functions and the module as a whole, in the form that the linker takes: loose uniforms are
 * UniformConstant variables, one per declaration; built-ins carry their BuiltIn; the entry point lists inputs and
 * outputs. Known so far: what ESSL 1.00 and GLSL 1.10 to 1.30 have but for 1D, shadow and rectangle textures and
 * fixed-function state. */
#include "gf_emit.h"

#include <stdlib.h>
#include <string.h>

/* ---- variables ---- */

static const struct { const char *name; uint32_t built_in; } builtins[] = {
   { "gl_Position", SpvBuiltInPosition }, { "gl_PointSize", SpvBuiltInPointSize },
   { "gl_VertexID", SpvBuiltInVertexId },
   { "gl_InstanceID", SpvBuiltInInstanceId }, { "gl_FragCoord", SpvBuiltInFragCoord },
   { "gl_PointCoord", SpvBuiltInPointCoord },
   { "gl_FrontFacing", SpvBuiltInFrontFacing }, { "gl_FragDepth", SpvBuiltInFragDepth },
   { "gl_FragDepthEXT", SpvBuiltInFragDepth },
};

static SpvStorageClass storage_of(struct gf_emit *e, const struct gf_symbol *s)
{
   switch (s->qual.storage) {
   case GF_S_IN: case GF_S_ATTRIBUTE: return SpvStorageClassInput;
   case GF_S_OUT: return SpvStorageClassOutput;
   case GF_S_VARYING: return e->c->stage == ST_STAGE_FRAGMENT ? SpvStorageClassInput : SpvStorageClassOutput;
   case GF_S_UNIFORM: return SpvStorageClassUniformConstant;
   case GF_S_NONE: case GF_S_CONST: return SpvStorageClassPrivate;
   default: gf_lack(e, s->name->text);
   }
}

static void decorate(struct gf_emit *e, const struct gf_symbol *s)
{
   const uint32_t id = s->id;
   const struct gf_layouts *l = &s->qual.layout;
   if (s->qual.interp == GF_I_FLAT)
      GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, id, SpvDecorationFlat);
   if (s->qual.interp == GF_I_NOPERSPECTIVE)
      GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, id, SpvDecorationNoPerspective);
   if (s->qual.centroid)
      GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, id, SpvDecorationCentroid);
   if (s->qual.invariant)
      GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, id, SpvDecorationInvariant);
   if (e->c->es && (s->qual.precision == GF_P_LOW || s->qual.precision == GF_P_MEDIUM) && !s->builtin)
      GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, id, SpvDecorationRelaxedPrecision);
   if (gf_has_layout(l, GF_L_location))
      GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, id, SpvDecorationLocation, (uint32_t)l->value[GF_L_location]);
   if (gf_is_opaque(gf_bare(s->type))) {
      GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, id, SpvDecorationDescriptorSet, 0);
      GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, id, SpvDecorationBinding, gf_has_layout(l, GF_L_binding)
             ? (uint32_t)l->value[GF_L_binding] : 0);
   }
   if (!s->builtin)
      return;
   for (unsigned i = 0; i < GF_COUNT(builtins); i++) {
      if (strcmp(builtins[i].name, s->name->text) == 0) {
         GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, id, SpvDecorationBuiltIn, builtins[i].built_in);
         return;
      }
   }
   if (strcmp(s->name->text, "gl_FragColor") != 0 && strcmp(s->name->text, "gl_FragData") != 0 &&
       strcmp(s->name->text, "gl_DepthRange") != 0)
      gf_lack(e, s->name->text);
}

static void global(struct gf_emit *e, struct gf_symbol *s)
{
   const SpvStorageClass storage = storage_of(e, s);
   s->storage = storage;
   const uint32_t pointer = gf_pointer_id(e, gf_type_id(e, s->type), storage);
   uint32_t first = 0;
   if (s->init && s->init->value && storage == SpvStorageClassPrivate) {
      const union gf_scalar *at = s->init->value->at;
      first = gf_constant(e, s->type, &at);
   } else if (s->init && storage != SpvStorageClassPrivate) {
      gf_lack(e, "initializers of uniforms and outputs");
   }
   s->id = gf_id(e);
   const uint32_t w[] = { pointer, s->id, (uint32_t)storage, first };
   gf_put(e, GF_GLOBALS, SpvOpVariable, w, first ? 4 : 3);
   gf_put_name(e, s->id, s->name->text);
   decorate(e, s);
}

/* ---- functions ---- */

static bool is_main(const struct gf_function *f) { return strcmp(f->symbol->name->text, "main") == 0; }

static void move(struct gf_emit *e, enum gf_section from)
{
   struct gf_words *w = &e->section[from];
   for (unsigned i = 0; i < w->count; i++)
      GF_PUSH(e->c, &e->section[GF_FUNCTIONS], w->at[i]);
   w->count = 0;
}

static uint32_t param_type(struct gf_emit *e, const struct gf_param *a)
{
   return gf_pointer_id(e, gf_type_id(e, a->type), gf_is_opaque(gf_bare(a->type)) ? SpvStorageClassUniformConstant
                        : SpvStorageClassFunction);
}

/* Globals whose initializers are not constant get them when main() begins. */
static void initialize_globals(struct gf_emit *e)
{
   for (unsigned i = 0; i < e->p->globals.count; i++) {
      struct gf_symbol *s = e->p->globals.at[i];
      if (s->id && s->init && !s->init->value) {
         const struct gf_place at = { .base = s->id, .storage = (SpvStorageClass)s->storage, .type = s->type };
         gf_store(e, &at, gf_value_of(e, s->init));
      }
   }
}

static void function(struct gf_emit *e, struct gf_function *f)
{
   struct gf_words type = { 0 };
   const uint32_t result = gf_type_id(e, f->result);
   GF_PUSH(e->c, &type, result);
   for (unsigned i = 0; i < f->param_count; i++) {
      const uint32_t a = param_type(e, &f->params[i]);
      GF_PUSH(e->c, &type, a);
   }
   GF_PUT(e, GF_FUNCTIONS, SpvOpFunction, result, f->id, 0, gf_function_type(e, type.at, type.count));
   gf_put_name(e, f->id, f->symbol->name->text);
   for (unsigned i = 0; i < f->param_count; i++) {
      struct gf_param *a = &f->params[i];
      const uint32_t id = gf_id(e);
      GF_PUT(e, GF_FUNCTIONS, SpvOpFunctionParameter, param_type(e, a), id);
      if (a->symbol) {
         a->symbol->id = id;
         a->symbol->storage = gf_is_opaque(gf_bare(a->type)) ? SpvStorageClassUniformConstant : SpvStorageClassFunction;
         gf_put_name(e, id, a->name->text);
      }
   }
   const uint32_t entry = gf_id(e);
   GF_PUT(e, GF_FUNCTIONS, SpvOpLabel, entry);
   e->block = entry;
   e->open = true;
   e->p->function = f;
   if (is_main(f))
      initialize_globals(e);
   gf_emit_stmt(e, f->body);
   if (e->open)
      gf_put(e, GF_BODY, f->result->base == GF_VOID ? SpvOpReturn : SpvOpUnreachable, NULL, 0);
   move(e, GF_VARIABLES);
   move(e, GF_BODY);
   gf_put(e, GF_FUNCTIONS, SpvOpFunctionEnd, NULL, 0);
}

/* ---- the module ---- */

static void text_operand(struct gf_emit *e, struct gf_words *w, const char *text)
{
   for (size_t n = strlen(text) + 1, i = 0; i < n; i += 4) {
      uint32_t word = 0;
      memcpy(&word, text + i, n - i < 4 ? n - i : 4);
      GF_PUSH(e->c, w, word);
   }
}

static void instruction(struct gf_emit *e, struct gf_words *out, SpvOp op, const struct gf_words *operands)
{
   GF_PUSH(e->c, out, (operands->count + 1) << 16 | (uint32_t)op);
   for (unsigned i = 0; i < operands->count; i++)
      GF_PUSH(e->c, out, operands->at[i]);
}
#define HEAD(e, out, op, ...) instruction(e, out, op, &(struct gf_words){ (uint32_t[]){ __VA_ARGS__ }, sizeof((uint32_t[]){ __VA_ARGS__ }) / 4, 0 })

static void head(struct gf_emit *e, struct gf_words *out, uint32_t main_id)
{
   struct gf_parser *p = e->p;
   struct gf_words w = { 0 };
   HEAD(e, out, SpvOpCapability, SpvCapabilityShader);
   GF_PUSH(e->c, &w, e->ext450);
   text_operand(e, &w, "GLSL.std.450");
   instruction(e, out, SpvOpExtInstImport, &w);
   HEAD(e, out, SpvOpMemoryModel, SpvAddressingModelLogical, SpvMemoryModelGLSL450);
   w = (struct gf_words){ 0 };
   GF_PUSH(e->c, &w, e->c->stage == ST_STAGE_FRAGMENT ? SpvExecutionModelFragment : SpvExecutionModelVertex);
   GF_PUSH(e->c, &w, main_id);
   text_operand(e, &w, "main");
   bool upper_left = false, depth = false;
   for (unsigned i = 0; i < p->globals.count; i++) {
      const struct gf_symbol *s = p->globals.at[i];
      if (!s->id)
         continue;
      if (s->storage == SpvStorageClassInput || s->storage == SpvStorageClassOutput)
         GF_PUSH(e->c, &w, s->id);
      upper_left |= s->builtin && gf_has_layout(&s->qual.layout, GF_L_origin_upper_left);
      depth |= s->builtin && strncmp(s->name->text, "gl_FragDepth", 12) == 0;
   }
   instruction(e, out, SpvOpEntryPoint, &w);
   if (e->c->stage == ST_STAGE_FRAGMENT)
      HEAD(e, out, SpvOpExecutionMode, main_id, upper_left ? SpvExecutionModeOriginUpperLeft
           : SpvExecutionModeOriginLowerLeft);
   if (depth)
      HEAD(e, out, SpvOpExecutionMode, main_id, SpvExecutionModeDepthReplacing);
   HEAD(e, out, SpvOpSource, e->c->es ? SpvSourceLanguageESSL : SpvSourceLanguageGLSL, e->c->version);
}

void gf_emit_module(struct gf_parser *p, uint32_t **words, size_t *count)
{
   struct gf_emit *e = GF_NEW(p->c, struct gf_emit);
   *e = (struct gf_emit){ .c = p->c, .p = p, .next_id = 1 };
   if (p->c->stage != ST_STAGE_VERTEX && p->c->stage != ST_STAGE_FRAGMENT)
      gf_lack(e, "this stage");
   e->ext450 = gf_id(e);
   uint32_t main_id = 0;
   for (unsigned i = 0; i < p->functions.count; i++) {
      struct gf_function *f = p->functions.at[i];
      if (!f->body)
         continue;
      f->id = gf_id(e);
      if (is_main(f))
         main_id = f->id;
   }
   if (!main_id)
      gf_lack(e, "a shader without main()");
   for (unsigned i = 0; i < p->globals.count; i++) {
      if (p->globals.at[i]->used && !p->globals.at[i]->value)
         global(e, p->globals.at[i]);
   }
   for (unsigned i = 0; i < p->functions.count; i++) {
      if (p->functions.at[i]->body)
         function(e, p->functions.at[i]);
   }
   struct gf_words out = { 0 };
   static const uint32_t start[] = { SpvMagicNumber, 0x00010000, 0, 0, 0 };
   for (unsigned i = 0; i < 5; i++)
      GF_PUSH(p->c, &out, i == 3 ? e->next_id : start[i]);
   head(e, &out, main_id);
   for (unsigned s = 0; s < GF_SECTION_COUNT; s++) {
      if (s == GF_VARIABLES || s == GF_BODY)
         continue;
      for (unsigned i = 0; i < e->section[s].count; i++)
         GF_PUSH(p->c, &out, e->section[s].at[i]);
   }
   uint32_t *copy = malloc(out.count * sizeof(*copy));
   if (!copy) {
      p->c->out_of_memory = true;
      gf_give_up(p->c);
   }
   memcpy(copy, out.at, out.count * sizeof(*copy));
   *words = copy;
   *count = out.count;
}
