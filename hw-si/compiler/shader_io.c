/* shader_io.c: the interface variables of a module as a list of scalars: location, component, built-in, interpolation. */
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"

struct walk {
   struct sl *s;
   struct sl_io *io;
   uint32_t count, cap;
   struct sl_io proto;      /* var, v, built-in, interpolation of the current variable or member */
   uint32_t location, cell, element;
   bool has_location;
};

static uint32_t decoration(struct sl *s, uint32_t id, uint32_t member, uint32_t what, uint32_t otherwise)
{
   return spv_member_decoration_value(s->m, id, member, what, otherwise);
}

static void inherit(struct walk *w, uint32_t id, uint32_t member)
{
   const struct spv_module *m = w->s->m;
   w->proto.flat |= spv_find_decoration(m, id, member, SpvDecorationFlat) != NULL;
   w->proto.noperspective |= spv_find_decoration(m, id, member, SpvDecorationNoPerspective) != NULL;
   w->proto.centroid |= spv_find_decoration(m, id, member, SpvDecorationCentroid) != NULL;
   w->proto.sample |= spv_find_decoration(m, id, member, SpvDecorationSample) != NULL;
   w->proto.builtin = decoration(w->s, id, member, SpvDecorationBuiltIn, w->proto.builtin);
   w->proto.component = (uint8_t)(decoration(w->s, id, member, SpvDecorationComponent, w->proto.component) & 3);
   w->proto.index = (uint8_t)(decoration(w->s, id, member, SpvDecorationIndex, w->proto.index) & 1);
   uint32_t location = decoration(w->s, id, member, SpvDecorationLocation, SPV_NONE);
   if (location != SPV_NONE) {
      w->has_location = true;
      w->location = location;
   }
}

static void add_scalar(struct walk *w, const struct spv_type *t, uint32_t component)
{
   if (w->count < w->cap) {
      struct sl_io *io = &w->io[w->count++];
      *io = w->proto;
      io->cell = w->cell;
      io->element = w->element;
      bool known = w->has_location && w->location < SI_MAX_LOCATIONS;
      io->location = known ? (uint8_t)w->location : SI_PARAM_NONE;
      io->component = (uint8_t)((w->proto.component + component) & 3);
      io->width = t->kind == SPV_KIND_BOOL ? 32 : (uint8_t)t->width;
      io->base = t->kind == SPV_KIND_FLOAT ? 'f' : t->kind == SPV_KIND_BOOL ? 'b' : t->is_signed ? 'i' : 'u';
   }
   w->cell++;
   w->element++;
}

static void walk_type(struct walk *w, uint32_t type)
{
   const struct spv_module *m = w->s->m;
   struct spv_type t = spv_type_of(m, type);
   switch (t.kind) {
   case SPV_KIND_VECTOR: {
      struct spv_type e = spv_type_of(m, t.element);
      for (uint32_t i = 0; i < t.count; i++) {
         if (e.width == 64 && i == 2)
            w->location++;
         add_scalar(w, &e, e.width == 64 ? i * 2 : i);
      }
      w->location++;
      return;
   }
   case SPV_KIND_MATRIX:
   case SPV_KIND_ARRAY:
      for (uint32_t i = 0; i < t.count; i++)
         walk_type(w, t.element);
      return;
   case SPV_KIND_STRUCT: {
      struct sl_io outer = w->proto;
      for (uint32_t i = 0; i < t.count; i++) {
         w->element = 0;
         w->proto = outer;
         inherit(w, type, i);
         walk_type(w, t.members[i]);
      }
      w->proto = outer;
      return;
   }
   case SPV_KIND_BOOL:
   case SPV_KIND_INT:
   case SPV_KIND_FLOAT:
      add_scalar(w, &t, 0);
      w->location++;
      return;
   default:
      return;
   }
}

bool sl_collect_io(struct sl *s, uint32_t storage, struct sl_io **io, uint32_t *count)
{
   uint32_t total = 0;
   for (uint32_t i = 0; i < s->m->variable_count; i++) {
      struct sl_id *id = &s->id[s->m->variable[i]];
      if (id->ptr->storage == storage)
         total += id->var->cells;
   }
   struct walk w = { .s = s, .cap = total };
   w.io = sl_alloc(s, (total + 1) * sizeof(*w.io));
   for (uint32_t i = 0; i < s->m->variable_count && !s->failed; i++) {
      uint32_t var = s->m->variable[i];
      struct sl_id *id = &s->id[var];
      if (id->ptr->storage != storage)
         continue;
      w.proto = (struct sl_io){ .v = id->var, .var = var, .builtin = SL_NO_BUILTIN };
      w.cell = w.element = w.location = 0;
      w.has_location = false;
      inherit(&w, var, SPV_NO_MEMBER);
      walk_type(&w, id->ptr->type);
   }
   *io = w.io;
   *count = w.count;
   return !s->failed;
}

static LLVMTypeRef scalar_type(struct sl *s, const struct sl_io *io)
{
   if (io->base == 'f')
      return io->width == 64 ? s->f64 : io->width == 16 ? s->f16 : s->f32;
   return io->width == 64 ? s->i64 : io->width == 16 ? s->i16 : s->i32;
}

LLVMValueRef sl_output(struct sl *s, const struct sl_io *io)
{
   return sl_cell_load(s, io->v, io->cell, NULL, scalar_type(s, io));
}

const struct sl_io *sl_find_output(struct sl *s, uint32_t builtin, uint32_t element)
{
   for (uint32_t i = 0; i < s->out_count; i++) {
      if (s->out[i].builtin == builtin && s->out[i].element == element)
         return &s->out[i];
   }
   return NULL;
}
