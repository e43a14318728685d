/* gf_emit_call.c: calls of user functions: arguments go through temporaries that are copied in and out. A call of a
 * subroutine uniform is a switch over its index, with a call of each function that it may be set to. */
#include "gf_emit.h"

/* Arguments of a call: operands, and the destinations of temporaries after the call. */
struct passed { struct gf_words w; struct gf_place *out, *temp; uint8_t *formats; };

static void pass_opaque(struct gf_emit *e, const struct gf_function *f, unsigned i, struct gf_expr *x, struct passed *p)
{
   const struct gf_place at = gf_place_of(e, x);
   const uint8_t declared = gf_image_format(&f->params[i].qual.layout);
   if (declared && declared != at.image_format)
      gf_lack(e, "an image parameter of another format");
   p->formats[i] = at.image_format;
   GF_PUSH(e->c, &p->w, gf_place_pointer(e, &at));
}

static void pass(struct gf_emit *e, const struct gf_function *f, struct gf_expr *x, struct passed *p)
{
   p->out = gf_alloc(e->c, (x->arg_count + 1) * sizeof(*p->out));
   p->temp = gf_alloc(e->c, (x->arg_count + 1) * sizeof(*p->temp));
   p->formats = gf_alloc(e->c, x->arg_count + 1);
   for (unsigned i = 0; i < x->arg_count; i++) {
      const struct gf_param *a = &f->params[i];
      if (gf_param_storage(e, a) != SpvStorageClassFunction) {
         pass_opaque(e, f, i, x->args[i], p);
         continue;
      }
      p->formats[i] = gf_image_format(&a->qual.layout);
      p->temp[i] = (struct gf_place){ .base = gf_local(e, a->type, NULL), .storage = SpvStorageClassFunction,
                                      .type = a->type };
      uint32_t value = 0;
      if (a->qual.storage == GF_S_IN) {
         value = gf_value_of(e, x->args[i]);
      } else {
         p->out[i] = gf_place_of(e, x->args[i]);
         if (a->qual.storage == GF_S_INOUT)
            value = gf_convert_id(e, gf_load(e, &p->out[i]), x->args[i]->type, a->type);
      }
      if (value)
         gf_store(e, &p->temp[i], value);
      GF_PUSH(e->c, &p->w, p->temp[i].base);
   }
}

static uint32_t call(struct gf_emit *e, struct gf_function *f, const struct passed *p)
{
   f = f->definition ? f->definition : f;
   if (!f->body)
      gf_lack(e, "a call of a function without body");
   struct gf_words w = { 0 };
   GF_PUSH(e->c, &w, gf_instance_id(e, f, p->formats));
   for (unsigned i = 0; i < p->w.count; i++)
      GF_PUSH(e->c, &w, p->w.at[i]);
   return gf_result(e, SpvOpFunctionCall, gf_type_id(e, f->result), w.at, w.count);
}

static uint32_t call_subroutine(struct gf_emit *e, struct gf_expr *x, const struct passed *p)
{
   const struct gf_function *type = x->callee;
   if (!type->callees.count)
      gf_lack(e, "a subroutine type without functions");
   const uint32_t index = gf_value_of(e, x->kid[0]), merge = gf_id(e);
   struct gf_words w = { 0 }, results = { 0 };
   GF_PUSH(e->c, &w, index);
   const unsigned first_label = e->next_id;
   e->next_id += type->callees.count;
   GF_PUSH(e->c, &w, first_label); /* an invalid index is undefined: calls the first function */
   for (unsigned i = 0; i < type->callees.count; i++) {
      GF_PUSH(e->c, &w, type->callees.at[i]->sub_number);
      GF_PUSH(e->c, &w, first_label + i);
   }
   GF_PUT(e, GF_BODY, SpvOpSelectionMerge, merge, 0);
   gf_put(e, GF_BODY, SpvOpSwitch, w.at, w.count);
   for (unsigned i = 0; i < type->callees.count; i++) {
      gf_label(e, first_label + i);
      const uint32_t id = call(e, type->callees.at[i], p);
      GF_PUSH(e->c, &results, id);
      GF_PUSH(e->c, &results, e->block);
      gf_branch(e, merge);
   }
   gf_label(e, merge);
   return type->result->base == GF_VOID ? 0 : gf_result(e, SpvOpPhi, gf_type_id(e, type->result), results.at, results.count);
}

uint32_t gf_emit_call(struct gf_emit *e, struct gf_expr *x)
{
   const struct gf_function *f = x->callee;
   if (f->builtin)
      return gf_emit_builtin(e, x);
   if (!e->open)
      return gf_id(e); /* unreachable */
   struct passed p = { 0 };
   pass(e, f, x, &p);
   const uint32_t id = f->is_subroutine_type ? call_subroutine(e, x, &p) : call(e, x->callee, &p);
   for (unsigned i = 0; i < x->arg_count; i++) {
      if (p.out[i].base)
         gf_store(e, &p.out[i], gf_convert_id(e, gf_load(e, &p.temp[i]), f->params[i].type, x->args[i]->type));
   }
   return id;
}
