/* spv_edit.c: a list of edits, sorted by position and applied in one copy. An allocation failure is recorded and
 * reported by spv_edit_finish, so that callers need not check each step. */
#include "spirv/spv_edit.h"

#include <stdlib.h>
#include <string.h>

struct edit {
   uint32_t at, order;
   uint32_t drop_words;         /* of the instruction at `at` */
   uint32_t first, count;       /* new words, in e->words */
};

struct spv_edit {
   const struct spv_module *m;
   struct edit *edits;
   uint32_t *words;
   uint32_t edit_count, edit_cap, word_count, word_cap, bound;
   bool out_of_memory;
};

struct spv_edit *spv_edit_create(const struct spv_module *m)
{
   struct spv_edit *e = calloc(1, sizeof(*e));
   if (e) {
      e->m = m;
      e->bound = m->bound;
   }
   return e;
}

void spv_edit_destroy(struct spv_edit *e)
{
   if (!e)
      return;
   free(e->edits);
   free(e->words);
   free(e);
}

uint32_t spv_edit_new_id(struct spv_edit *e)
{
   return e->bound++;
}

static bool grow(struct spv_edit *e, void **table, uint32_t need, uint32_t *cap, size_t element_B)
{
   if (need <= *cap)
      return true;
   uint32_t new_cap = need < 32 ? 64 : need * 2;
   void *p = realloc(*table, new_cap * element_B);
   if (!p) {
      e->out_of_memory = true;
      return false;
   }
   *table = p;
   *cap = new_cap;
   return true;
}

static void add(struct spv_edit *e, uint32_t at, bool drop, const uint32_t *words, unsigned count)
{
   if (!grow(e, (void **)&e->edits, e->edit_count + 1, &e->edit_cap, sizeof(*e->edits)) ||
       !grow(e, (void **)&e->words, e->word_count + count, &e->word_cap, sizeof(*e->words)))
      return;
   e->edits[e->edit_count] = (struct edit){ .at = at, .order = e->edit_count, .first = e->word_count, .count = count,
                                            .drop_words = drop ? spv_inst_at(e->m, at).count : 0 };
   e->edit_count++;
   if (count)
      memcpy(e->words + e->word_count, words, count * sizeof(*words));
   e->word_count += count;
}

void spv_edit_decorate(struct spv_edit *e, uint32_t id, uint32_t member, uint32_t decoration, const uint32_t *literals,
                       unsigned literal_count)
{
   uint32_t w[16];
   unsigned n = 0;
   if (literal_count > 8)
      return;
   w[n++] = member == SPV_NO_MEMBER ? SPV_OP(SpvOpDecorate, 3 + literal_count)
                                    : SPV_OP(SpvOpMemberDecorate, 4 + literal_count);
   w[n++] = id;
   if (member != SPV_NO_MEMBER)
      w[n++] = member;
   w[n++] = decoration;
   for (unsigned i = 0; i < literal_count; i++)
      w[n++] = literals[i];
   add(e, e->m->types_at, false, w, n);
}

void spv_edit_decorate1(struct spv_edit *e, uint32_t id, uint32_t decoration, uint32_t literal)
{
   spv_edit_decorate(e, id, SPV_NO_MEMBER, decoration, &literal, 1);
}

void spv_edit_undecorate(struct spv_edit *e, uint32_t id, uint32_t member, uint32_t decoration)
{
   if (id >= e->m->bound)
      return;
   for (uint32_t i = e->m->id[id].first_decoration; i != SPV_NONE; i = e->m->decoration[i].next) {
      const struct spv_decoration *d = &e->m->decoration[i];
      struct spv_inst in = spv_inst_at(e->m, d->at);
      bool from_group = in.op == SpvOpGroupDecorate || in.op == SpvOpGroupMemberDecorate;
      if (d->decoration == decoration && d->member == member && !from_group)
         spv_edit_drop(e, d->at);
   }
}

void spv_edit_drop(struct spv_edit *e, uint32_t at)
{
   add(e, at, true, NULL, 0);
}

void spv_edit_replace(struct spv_edit *e, uint32_t at, const uint32_t *words, unsigned count)
{
   add(e, at, true, words, count);
}

void spv_edit_insert(struct spv_edit *e, uint32_t before_at, const uint32_t *words, unsigned count)
{
   add(e, before_at, false, words, count);
}

static int by_position(const void *a, const void *b)
{
   const struct edit *x = a, *y = b;
   if (x->at != y->at)
      return x->at < y->at ? -1 : 1;
   return x->order < y->order ? -1 : 1;
}

uint32_t *spv_edit_finish(struct spv_edit *e, size_t *word_count)
{
   size_t old_count = e->m->word_count;
   uint32_t *out = e->out_of_memory ? NULL : malloc((old_count + e->word_count) * sizeof(*out));
   if (!out)
      return NULL;
   if (e->edit_count)
      qsort(e->edits, e->edit_count, sizeof(*e->edits), by_position);
   size_t from = 0, n = 0;
   for (uint32_t i = 0; i < e->edit_count; i++) {
      const struct edit *d = &e->edits[i];
      size_t until = d->at < old_count ? d->at : old_count;
      if (until > from) {
         memcpy(out + n, e->m->words + from, (until - from) * sizeof(*out));
         n += until - from;
         from = until;
      }
      if (d->count)
         memcpy(out + n, e->words + d->first, d->count * sizeof(*out));
      n += d->count;
      if (d->at + d->drop_words > from && d->drop_words)
         from = d->at + d->drop_words;
   }
   memcpy(out + n, e->m->words + from, (old_count - from) * sizeof(*out));
   n += old_count - from;
   out[3] = e->bound;
   *word_count = n;
   return out;
}
