/* link_iface.c: do two neighbouring stages agree on what passes between them? ES 2.0 chapter 2.10.4, ESSL 1.00 4.3.5
 * (varyings) and 4.6.4 (invariance). Precision need not match. */
#include <string.h>

#include "gl-api/glsl/link_priv.h"

static bool declared_invariant(const struct link_stage *s, const char *name)
{
   const struct glsl_symbol *symbol = link_find_symbol(s, name);
   return symbol && symbol->invariant;
}

/* "gl_FragCoord can only be declared invariant if and only if gl_Position is declared invariant", gl_PointCoord likewise
 * with gl_PointSize, and gl_FrontFacing never. Whether the shader uses them does not matter. */
static void check_builtin_invariance(struct link *l, const struct link_stage *producer,
                                     const struct link_stage *consumer)
{
   static const struct { const char *in, *out; } pairs[] = { { "gl_FragCoord", "gl_Position" },
                                                            { "gl_PointCoord", "gl_PointSize" } };
   for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
      if (declared_invariant(consumer, pairs[i].in) && !declared_invariant(producer, pairs[i].out) &&
          !producer->module->invariant_all)
         link_error(l, "%s is declared invariant, %s is not", pairs[i].in, pairs[i].out);
   if (declared_invariant(consumer, "gl_FrontFacing"))
      link_error(l, "gl_FrontFacing cannot be declared invariant");
}

void link_interface(struct link *l, struct link_stage *producer, struct link_stage *consumer)
{
   char type_a[64], type_b[64], at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE];
   for (unsigned i = 0; i < consumer->var_count; i++) {
      const struct link_var *to = &consumer->var[i];
      if (to->storage != SpvStorageClassInput || link_is_builtin(to))
         continue;
      const struct link_var *from = link_find_var(producer, SpvStorageClassOutput, to->name);
      if (!from) {
         /* Declared and not used: no matter. */
         if (to->used)
            link_error(l, "the varying '%s' is used %s, but not declared in the %s shader", to->name,
                       link_place(consumer, to->name, at_b, sizeof at_b), link_stage_name(producer->module->stage));
         continue;
      }
      if (!link_same_type(&producer->m, from->type, &consumer->m, to->type))
         link_error(l, "the varying '%s' is %s %s and %s %s", to->name,
                    link_type_name(&producer->m, from->type, type_a, sizeof type_a),
                    link_place(producer, from->name, at_a, sizeof at_a),
                    link_type_name(&consumer->m, to->type, type_b, sizeof type_b),
                    link_place(consumer, to->name, at_b, sizeof at_b));
      if (from->invariant != to->invariant && consumer->module->version < 300 && l->es)
         link_error(l, "the varying '%s' is declared invariant %s only, not %s", to->name,
                    link_place(from->invariant ? producer : consumer, to->name, at_a, sizeof at_a),
                    link_place(from->invariant ? consumer : producer, to->name, at_b, sizeof at_b));
   }
   if (l->es)
      check_builtin_invariance(l, producer, consumer);
}
