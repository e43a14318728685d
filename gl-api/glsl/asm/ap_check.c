/* ap_check.c: what a program as a whole must obey, and the places of its parameters in the constant buffer: arrays with relative
 * addressing first, each as a whole, then every other parameter that an instruction reads, once. Constants are part of the code. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/asm/ap_priv.h"

static bool same(const struct ap_param *a, const struct ap_param *b) { return !memcmp(a, b, sizeof(*a)); }

static uint32_t add_slot(struct ap_parser *s, const struct ap_param *param)
{
   struct ap_program *p = s->p;
   if (p->used_count == AP_MAX_PARAMS)
      ap_fail(s, s->token.at, "more than %u parameters", AP_MAX_PARAMS);
   p->used[p->used_count] = *param;
   return p->used_count++;
}

/* A parameter that several elements of such arrays are bound to would have no single place (ARB_vertex_program, 2.14.2.2). */
static void place_arrays(struct ap_parser *s)
{
   struct ap_program *p = s->p;
   for (unsigned i = 0; i < p->array_count; i++) {
      if (!p->array[i].relative)
         continue;
      for (uint32_t k = p->array[i].first; k < p->array[i].first + p->array[i].count; k++) {
         const struct ap_param *param = &p->param[k];
         for (unsigned u = 0; param->source != AP_CONSTANT && u < p->used_count; u++)
            if (same(&p->used[u], param))
               ap_fail(s, s->token.at, "a parameter is bound twice in arrays with relative addressing");
         p->slot[k] = add_slot(s, param);
      }
   }
}

static void place_single(struct ap_parser *s, uint32_t index)
{
   struct ap_program *p = s->p;
   if (p->slot[index] != AP_NO_SLOT || p->param[index].source == AP_CONSTANT)
      return;
   for (unsigned u = 0; u < p->used_count; u++) {
      if (same(&p->used[u], &p->param[index])) {
         p->slot[index] = u;
         return;
      }
   }
   p->slot[index] = add_slot(s, &p->param[index]);
}

/* Constants that instructions read, each value once. */
static unsigned count_constants(struct ap_parser *s)
{
   const struct ap_program *p = s->p;
   unsigned n = 0;
   struct ap_param *seen = malloc((AP_MAX_PARAMS + 1) * sizeof(*seen));
   if (!seen)
      ap_no_memory(s);
   for (unsigned i = 0; i < p->inst_count; i++) {
      for (unsigned k = 0; k < ap_ops[p->inst[i].op].sources; k++) {
         const struct ap_src *src = &p->inst[i].src[k];
         if (src->file != AP_FILE_PARAM || src->relative || p->slot[src->index] != AP_NO_SLOT)
            continue;
         unsigned at = 0;
         while (at < n && !same(&seen[at], &p->param[src->index]))
            at++;
         if (at == n && n <= AP_MAX_PARAMS) /* one more is too many */
            seen[n++] = p->param[src->index];
      }
   }
   free(seen);
   return n;
}

static void place(struct ap_parser *s)
{
   struct ap_program *p = s->p;
   p->used = malloc(AP_MAX_PARAMS * sizeof(*p->used));
   p->slot = malloc((p->param_count + 1) * sizeof(*p->slot));
   if (!p->used || !p->slot)
      ap_no_memory(s);
   memset(p->slot, 0xff, (p->param_count + 1) * sizeof(*p->slot));
   place_arrays(s);
   for (unsigned i = 0; i < p->inst_count; i++) {
      for (unsigned k = 0; k < ap_ops[p->inst[i].op].sources; k++) {
         const struct ap_src *src = &p->inst[i].src[k];
         if (src->file == AP_FILE_PARAM && !src->relative)
            place_single(s, (uint32_t)src->index);
      }
   }
   for (uint32_t i = 0; p->fog && i < 2; i++)
      place_single(s, p->fog_param + i);
   p->counts.params = p->used_count + count_constants(s);
   if (p->counts.params > AP_MAX_PARAMS)
      ap_fail(s, s->token.at, "more than %u parameters", AP_MAX_PARAMS);
   struct ap_param *fit = realloc(p->used, (p->used_count + 1) * sizeof(*p->used));
   p->used = fit ? fit : p->used;
}

void ap_check(struct ap_parser *s)
{
   struct ap_program *p = s->p;
   if (p->fog) {
      struct ap_param fog[2];
      ap_fog_params(fog);
      p->fog_param = ap_add_param(s, &fog[0]);
      ap_add_param(s, &fog[1]);
      p->inputs |= UINT32_C(1) << AP_IN_FOG;
   }
   place(s);
   p->counts.indirections += p->counts.tex != 0; /* the first node */
   p->counts.attribs = (unsigned)__builtin_popcount(p->inputs);
}
