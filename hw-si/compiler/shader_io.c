/* shader_io.c: the interface variables of a module as a list of scalars (location, component, built-in, interpolation), and
 * which of them the code uses. Variables that are arrays over vertices are listed once, for one vertex. */
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"

struct walk {
   struct sl *s;
   struct sl_io *io;
   uint32_t count, cap;
   struct sl_io proto;      /* var, v, built-in, interpolation of the current variable or member */
   uint32_t location, cell, element;
   bool has_location;
   bool packed;             /* scalars follow each other across locations */
   bool attributes;         /* vertex attributes: one location a column, doubles are one component each */
};

static uint32_t decoration(struct sl *s, uint32_t id, uint32_t member, uint32_t what, uint32_t default_value)
{
   return spv_member_decoration_value(s->m, id, member, what, default_value);
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
   w->proto.stream = (uint8_t)(decoration(w->s, id, member, SpvDecorationStream, w->proto.stream) & 3);
   uint32_t location = decoration(w->s, id, member, SpvDecorationLocation, SPV_NONE);
   if (location != SPV_NONE) {
      w->has_location = true;
      w->location = location;
      w->packed = spv_find_decoration(m, id, member, SpvDecorationCPacked) != NULL;
   }
}

static void add_scalar(struct walk *w, const struct spv_type *t, uint32_t component)
{
   if (w->packed)
      component = 0;
   if (w->count < w->cap) {
      struct sl_io *io = &w->io[w->count++];
      *io = w->proto;
      io->cell = w->cell;
      io->element = w->element;
      bool known = w->has_location && w->location < PIPE_VARYING_COUNT;
      io->location = known ? (uint8_t)w->location : SL_NO_LOCATION;
      uint32_t first = w->attributes && t->width == 64 ? w->proto.component / 2u : w->proto.component;
      io->component = (uint8_t)((first + component) & 3);
      io->width = t->kind == SPV_KIND_BOOL ? 32 : (uint8_t)t->width;
      io->base = t->kind == SPV_KIND_FLOAT ? 'f' : t->kind == SPV_KIND_BOOL ? 'b' : t->is_signed ? 'i' : 'u';
   }
   w->cell++;
   w->element++;
   if (w->packed) {
      const uint32_t next = w->proto.component + (t->width == 64 ? 2u : 1u);
      w->location += next / 4;
      w->proto.component = (uint8_t)(next % 4);
   }
}

static void walk_type(struct walk *w, uint32_t type)
{
   const struct spv_module *m = w->s->m;
   struct spv_type t = spv_type_of(m, type);
   switch (t.kind) {
   case SPV_KIND_VECTOR: {
      struct spv_type e = spv_type_of(m, t.element);
      bool wide = e.width == 64 && !w->attributes;
      for (uint32_t i = 0; i < t.count; i++) {
         if (wide && i == 2 && !w->packed)
            w->location++;
         add_scalar(w, &e, wide ? i * 2 : i);
      }
      w->location += w->packed ? 0 : 1;
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
         const uint8_t component = w->proto.component;
         w->element = 0;
         w->proto = outer;
         if (w->packed)
            w->proto.component = component;
         if (outer.member == SPV_NO_MEMBER)
            w->proto.member = i;
         inherit(w, type, i);
         walk_type(w, t.members[i]);
      }
      if (w->packed)
         outer.component = w->proto.component;
      w->proto = outer;
      return;
   }
   case SPV_KIND_BOOL:
   case SPV_KIND_INT:
   case SPV_KIND_FLOAT:
      add_scalar(w, &t, 0);
      w->location += w->packed ? 0 : 1;
      return;
   default:
      return;
   }
}

static struct sl_var *variable_of(struct sl *s, uint32_t index, uint32_t storage_class)
{
   struct sl_var *v = s->id[s->m->variable[index]].var;
   return v->storage_class == storage_class ? v : NULL;
}

bool sl_collect_io(struct sl *s, uint32_t storage_class, struct sl_io **io, uint32_t *count)
{
   uint32_t total = 0;
   for (uint32_t i = 0; i < s->m->variable_count; i++) {
      const struct sl_var *v = variable_of(s, i, storage_class);
      total += v ? v->cells : 0;
   }
   struct walk w = { .s = s, .cap = total };
   w.attributes = storage_class == SpvStorageClassInput && s->shader->stage == PIPE_SHADER_VERTEX;
   w.io = sl_alloc(s, (total + 1) * sizeof(*w.io));
   for (uint32_t i = 0; i < s->m->variable_count && !s->failed; i++) {
      struct sl_var *v = variable_of(s, i, storage_class);
      if (!v)
         continue;
      w.proto = (struct sl_io){ .v = v, .member = SPV_NO_MEMBER, .builtin = SL_NO_BUILTIN };
      w.cell = w.element = w.location = 0;
      w.has_location = w.packed = false;
      inherit(&w, v->id, SPV_NO_MEMBER);
      uint32_t type = s->id[v->id].ptr->type;
      walk_type(&w, v->per_vertex ? spv_type_of(s->m, type).element : type);
   }
   *io = w.io;
   *count = w.count;
   return !s->failed;
}

/* ---- use ------------------------------------------------------------------------------------------------------------------ */

#define ALL_MEMBERS UINT64_MAX

static uint64_t member_bit(uint32_t member)
{
   return 1ull << (member < 63 ? member : 63);
}

/* Members of a block that an access chain can reach. */
static uint64_t chain_members(struct sl *s, const struct spv_inst *in)
{
   const struct sl_var *v = in->w[3] < s->m->bound ? s->id[in->w[3]].var : NULL;
   unsigned k = v && v->per_vertex ? 5 : 4; /* the first index of an array over vertices is the vertex */
   struct spv_type t = spv_pointee(s->m, in->w[3]);
   if (k == 5)
      t = spv_type_of(s->m, t.element);
   uint32_t index;
   if (t.kind != SPV_KIND_STRUCT || k >= in->count || !spv_const_u32(s->m, in->w[k], &index))
      return ALL_MEMBERS;
   return member_bit(index);
}

void sl_find_used(struct sl *s)
{
   struct spv_inst in;
   uint32_t at = s->m->function_count ? s->m->function[0].at : (uint32_t)s->m->word_count;
   s->used = sl_alloc(s, s->m->bound * sizeof(*s->used));
   while (spv_next(s->m, &at, &in)) {
      unsigned first = 0, last = 0;
      uint64_t members = ALL_MEMBERS;
      switch (in.op) {
      case SpvOpAccessChain: case SpvOpInBoundsAccessChain:
         first = 3, last = 4;
         if (in.count > 3)
            members = chain_members(s, &in);
         break;
      case SpvOpLoad: case SpvOpCopyObject:
         first = 3, last = 4;
         break;
      case SpvOpCopyMemory: case SpvOpStore:
         first = 1, last = 3;
         break;
      case SpvOpFunctionCall: case SpvOpExtInst:
         first = 4, last = in.count;
         break;
      default:
         break;
      }
      for (unsigned k = first; k < last && k < in.count; k++) {
         if (in.w[k] < s->m->bound)
            s->used[in.w[k]] |= members;
      }
   }
}

bool sl_is_used(struct sl *s, const struct sl_io *io)
{
   return s->used[io->v->id] & (io->member == SPV_NO_MEMBER ? ALL_MEMBERS : member_bit(io->member));
}

unsigned sl_io_location(const struct sl_io *io, unsigned *component)
{
   *component = io->component;
   if (io->builtin == SL_NO_BUILTIN)
      return io->location;
   unsigned location = sl_builtin_location(io->builtin);
   *component = io->element % 4;
   return location == SL_NO_LOCATION ? location : location + io->element / 4;
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
