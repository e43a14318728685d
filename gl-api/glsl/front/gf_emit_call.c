/* gf_emit_call.c: calls of user functions: arguments go through temporaries that are copied in and out. */
#include "gf_emit.h"

uint32_t gf_emit_call(struct gf_emit *e, struct gf_expr *x)
{
   const struct gf_function *f = x->callee;
   if (f->builtin)
      return gf_emit_builtin(e, x);
   if (!f->id)
      gf_lack(e, "a call of a function without body");
   struct gf_words w = { 0 };
   GF_PUSH(e->c, &w, f->id);
   struct gf_place *out = gf_alloc(e->c, (x->arg_count + 1) * sizeof(*out)),
      *temp = gf_alloc(e->c, (x->arg_count + 1) * sizeof(*out));
   for (unsigned i = 0; i < x->arg_count; i++) {
      const struct gf_param *a = &f->params[i];
      if (gf_contains(a->type, gf_is_opaque)) {
         if (a->qual.storage != GF_S_IN)
            gf_lack(e, "samplers in variables");
         const struct gf_place at = gf_place_of(e, x->args[i]);
         if (at.image_format != gf_image_format(&a->qual.layout))
            gf_lack(e, "an image parameter of another format");
         GF_PUSH(e->c, &w, gf_place_pointer(e, &at));
         continue;
      }
      temp[i] = (struct gf_place){ .base = gf_local(e, a->type, NULL), .storage = SpvStorageClassFunction,
                                   .type = a->type };
      uint32_t value = 0;
      if (a->qual.storage == GF_S_IN) {
         value = gf_value_of(e, x->args[i]);
      } else {
         out[i] = gf_place_of(e, x->args[i]);
         if (a->qual.storage == GF_S_INOUT)
            value = gf_convert_id(e, gf_load(e, &out[i]), x->args[i]->type, a->type);
      }
      if (value)
         gf_store(e, &temp[i], value);
      GF_PUSH(e->c, &w, temp[i].base);
   }
   const uint32_t id = gf_result(e, SpvOpFunctionCall, gf_type_id(e, f->result), w.at, w.count);
   for (unsigned i = 0; i < x->arg_count; i++) {
      if (out[i].base)
         gf_store(e, &out[i], gf_convert_id(e, gf_load(e, &temp[i]), f->params[i].type, x->args[i]->type));
   }
   return id;
}
