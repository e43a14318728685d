/* link_outputs.c: colour buffers of fragment outputs: of built-in outputs by definition, of others by layout, by
 * glBindFragDataLocationIndexed, or the first free ones (OpenGL 4.6 15.2.3). */
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_types.h"

/* ---- built-in outputs ----------------------------------------------------------------------------------------------- */

/* Outputs of ESSL 1.00. The secondary ones are the second source of blending (EXT_blend_func_extended). */
enum { FRAG_COLOR, FRAG_DATA, SECONDARY_COLOR, SECONDARY_DATA, FRAG_OUTPUTS };
static const char *const frag_output[FRAG_OUTPUTS] = { "gl_FragColor", "gl_FragData", "gl_SecondaryFragColorEXT",
                                                       "gl_SecondaryFragDataEXT" };

/* Pairs of which a shader may write one: a colour for all buffers, colours per buffer. */
static const uint8_t frag_conflict[][2] = { { FRAG_COLOR, FRAG_DATA }, { FRAG_COLOR, SECONDARY_DATA },
                                            { SECONDARY_COLOR, FRAG_DATA }, { SECONDARY_COLOR, SECONDARY_DATA } };

static void decorate(struct link_stage *s, struct link_var *v, uint32_t location, uint32_t index)
{
   spv_edit_undecorate(s->edit, v->id, SPV_NO_MEMBER, SpvDecorationLocation);
   spv_edit_undecorate(s->edit, v->id, SPV_NO_MEMBER, SpvDecorationIndex);
   spv_edit_decorate1(s->edit, v->id, SpvDecorationLocation, location);
   if (index)
      spv_edit_decorate1(s->edit, v->id, SpvDecorationIndex, index);
   v->location = location;
   v->index = index;
}

/* gl_FragColor goes to every colour buffer, gl_FragData[i] to buffer i; a shader writes one of them (ES 2.0 3.8.2). */
static bool named_outputs(struct link *l, struct link_stage *s)
{
   struct link_var *out[FRAG_OUTPUTS] = { NULL };
   bool any = false;
   for (unsigned i = 0; i < s->var_count; i++) {
      struct link_var *v = &s->var[i];
      if (v->storage != SpvStorageClassOutput || v->builtin != ~0u || !v->used)
         continue;
      for (unsigned k = 0; k < FRAG_OUTPUTS; k++)
         if (!strcmp(v->name, frag_output[k]))
            out[k] = v;
   }
   for (unsigned i = 0; i < sizeof frag_conflict / sizeof *frag_conflict; i++) {
      const unsigned a = frag_conflict[i][0], b = frag_conflict[i][1];
      if (out[a] && out[b]) {
         link_error(l, "the fragment shader uses both %s and %s", frag_output[a], frag_output[b]);
         return true;
      }
   }
   for (unsigned k = 0; k < FRAG_OUTPUTS; k++) {
      if (!out[k])
         continue;
      decorate(s, out[k], 0, k >= SECONDARY_COLOR);
      any = true;
   }
   l->out->stage[PIPE_SHADER_FRAGMENT].broadcast_color = out[FRAG_COLOR] != NULL;
   return any;
}

/* ---- user-defined outputs -------------------------------------------------------------------------------------------- */

struct output { struct link_var *var; uint32_t slots, index; int32_t location; uint8_t mask; };
struct buffers { uint8_t used[2][PIPE_MAX_COLOR_BUFS]; /* by index: components in use */ };

static uint8_t mask_of(const struct link_stage *s, const struct link_var *v)
{
   const struct spv_type t = spv_type_of(&s->m, link_bare(&s->m, v->type));
   const uint32_t columns = t.kind == SPV_KIND_VECTOR ? t.count : 1;
   return (uint8_t)(((1u << columns) - 1) << v->component & 0xf);
}

static void report_meeting(struct link *l, const struct link_stage *s, const struct output *all, unsigned k)
{
   char at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE];
   const struct output *a = &all[k];
   for (unsigned i = 0; i < k; i++) {
      const struct output *b = &all[i];
      if (b->location < 0 || a->index != b->index || !(a->mask & b->mask) || b->location >= a->location + (int32_t)a->slots ||
          a->location >= b->location + (int32_t)b->slots)
         continue;
      link_error(l, "the output '%s' %s and '%s' %s both have colour number %d", b->var->name,
                 link_place(s, b->var, at_b, sizeof at_b), a->var->name, link_place(s, a->var, at_a, sizeof at_a), a->location);
      return;
   }
}

static bool take(struct link *l, const struct link_stage *s, struct buffers *b, const struct output *all, unsigned k)
{
   const struct output *o = &all[k];
   const uint32_t max = link_limit(l->limits->max_draw_buffers, PIPE_MAX_COLOR_BUFS);
   const uint32_t end = (uint32_t)o->location + o->slots;
   char at[LINK_PLACE_SIZE];
   if (o->location > PIPE_MAX_COLOR_BUFS || end > max || (o->index && end > 1)) {
      link_error(l, "the output '%s' %s goes to colour number %d; the limit is %u", o->var->name,
                 link_place(s, o->var, at, sizeof at), o->location + (int)o->slots - 1, o->index ? 1 : max);
      return false;
   }
   bool free = true;
   for (uint32_t i = (uint32_t)o->location; i < end && i < PIPE_MAX_COLOR_BUFS; i++) {
      free &= !(b->used[o->index][i] & o->mask);
      b->used[o->index][i] |= o->mask;
   }
   if (!free)
      report_meeting(l, s, all, k);
   return free;
}

static bool find_free(struct link *l, const struct link_stage *s, const struct buffers *b, struct output *o)
{
   const uint32_t max = link_limit(l->limits->max_draw_buffers, PIPE_MAX_COLOR_BUFS);
   char at[LINK_PLACE_SIZE];
   uint32_t run = 0;
   for (uint32_t i = 0; i < max && i < PIPE_MAX_COLOR_BUFS; i++) {
      run = b->used[0][i] ? 0 : run + 1;
      if (run == o->slots) {
         o->location = (int32_t)(i + 1 - run);
         return true;
      }
   }
   link_error(l, "no colour number is left for the output '%s' %s; the limit is %u", o->var->name,
              link_place(s, o->var, at, sizeof at), max);
   return false;
}

/* Outputs without a location get free ones of index 0 (GL 4.6 15.2.3, EXT_blend_func_extended). Without this extension the front
 * end has refused several outputs of which one lacks a location (ESSL 3.00 4.3.8.2). */
static void own_outputs(struct link *l, struct link_stage *s, struct output *all, unsigned count)
{
   struct buffers b = { 0 };
   for (unsigned i = 0; i < count; i++)
      if (all[i].location >= 0 && !take(l, s, &b, all, i))
         return;
   for (unsigned i = 0; i < count; i++) {
      if (all[i].location >= 0)
         continue;
      if (!find_free(l, s, &b, &all[i]) || !take(l, s, &b, all, i))
         return;
   }
   for (unsigned i = 0; i < count; i++)
      decorate(s, all[i].var, (uint32_t)all[i].location, all[i].index);
}

/* An output that starts with the destination colour has attachments of its name, numbered by element. */
static void place_attachments(struct link_stage *s)
{
   for (unsigned i = 0; i < s->var_count; i++) {
      struct link_var *v = &s->var[i], *output = link_is_attachment(s, v) ? link_find_var(s, SpvStorageClassOutput, v->name) : NULL;
      if (!output || output->location == LINK_NONE)
         continue;
      const uint32_t element = spv_decoration_value(&s->m, v->id, SpvDecorationInputAttachmentIndex, 0);
      spv_edit_undecorate(s->edit, v->id, SPV_NO_MEMBER, SpvDecorationInputAttachmentIndex);
      spv_edit_decorate1(s->edit, v->id, SpvDecorationInputAttachmentIndex, output->location + element);
   }
}

static bool reads_primitive_id(const struct link_stage *s)
{
   bool reads = false;
   for (unsigned i = 0; s->present && i < s->var_count; i++)
      reads |= s->var[i].storage == SpvStorageClassInput && s->var[i].used && s->var[i].builtin == SpvBuiltInPrimitiveId;
   return reads;
}

void link_fragment_outputs(struct link *l)
{
   struct link_stage *s = &l->stage[PIPE_SHADER_FRAGMENT];
   l->out->blend_equations = s->present ? s->module->blend_equations : 0;
   l->out->reads_coherently = s->present && s->module->reads_coherently;
   l->out->reads_primitive_id = reads_primitive_id(s);
   if (!s->present || named_outputs(l, s))
      return;
   struct output *all = calloc(s->var_count + 1, sizeof *all);
   unsigned count = 0;
   if (!all) {
      l->no_memory = true;
      return;
   }
   for (unsigned i = 0; i < s->var_count; i++) {
      struct link_var *v = &s->var[i];
      if (v->storage != SpvStorageClassOutput || link_is_builtin(v))
         continue;
      struct output o = { .var = v, .slots = link_slots(&s->m, v->type, true), .location = (int32_t)v->location,
                          .index = spv_decoration_value(&s->m, v->id, SpvDecorationIndex, 0) & 1, .mask = mask_of(s, v) };
      if (o.location < 0)
         o.location = link_bound_output(l->bind, v->name, &o.index);
      o.index &= 1;
      if (v->used || v->location != LINK_NONE)
         all[count++] = o;
   }
   own_outputs(l, s, all, count);
   place_attachments(s);
   free(all);
}
