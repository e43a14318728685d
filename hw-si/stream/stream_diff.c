/* stream_diff.c: compares two lists of events. Events are paired by an alignment that maximises similarity. For each pair, the
 * packets before the event, the registers that either event depends on, and the descriptors are compared. Equal differences are
 * printed once. A difference is explained if a reason's pattern matches its name, or its name and values (`A.B=1|0`). */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw-si/hwdb/hw_regs_table.h"
#include "hw-si/pm4/pm4.h"
#include "hw_regs.h"
#include "stream.h"
#include "stream_text.h"

/* ---- reasons ---------------------------------------------------------------------------------------------------------- */

static char *trim(char *text)
{
   while (*text == ' ')
      text++;
   for (size_t n = strlen(text); n && (text[n - 1] == ' ' || text[n - 1] == '\n'); n--)
      text[n - 1] = '\0';
   return text;
}

const char *stream_reasons_load(struct stream_reasons *reasons, const char *path)
{
   char line[1024];
   const char *why = NULL;
   FILE *f = fopen(path, "r");
   if (!f)
      return strerror(errno);
   while (!why && fgets(line, sizeof line, f)) {
      char *pattern = trim(line), *colon = strstr(pattern, " : ");
      if (*pattern == '#' || !*pattern)
         continue;
      struct stream_reason *row = colon ? realloc(reasons->row, (reasons->count + 1) * sizeof *row) : NULL;
      if (!row) {
         why = colon ? "no memory" : "a line without ` : `";
         break;
      }
      *colon = '\0';
      reasons->row = row;
      row += reasons->count++;
      *row = (struct stream_reason){ strdup(trim(pattern)), strdup(trim(colon + 3)), 0 };
      if (!row->pattern || !row->reason)
         why = "no memory";
   }
   fclose(f);
   return why;
}

void stream_reasons_finish(struct stream_reasons *reasons)
{
   for (size_t i = 0; i < reasons->count; i++) {
      free(reasons->row[i].pattern);
      free(reasons->row[i].reason);
   }
   free(reasons->row);
   *reasons = (struct stream_reasons){ 0 };
}

static const char *find_reason(struct stream_reasons *reasons, const char *name, const char *with_values)
{
   for (size_t i = 0; reasons && i < reasons->count; i++) {
      struct stream_reason *row = &reasons->row[i];
      if (row->pattern && (!fnmatch(row->pattern, name, 0) || !fnmatch(row->pattern, with_values, 0))) {
         row->used++;
         return row->reason;
      }
   }
   return NULL;
}

/* ---- rows ------------------------------------------------------------------------------------------------------------- */

struct diff {
   const struct pm4_sink *sink;
   unsigned gfx_level;
   struct stream_reasons *reasons;
   bool quiet, titled;
   char title[600];
   char **seen;
   size_t seen_count, seen_capacity, unexplained, explained, folded;
};

/* Records a printed row. False: an equal row was printed before. */
static bool remember(struct diff *d, const char *row)
{
   for (size_t i = 0; i < d->seen_count; i++)
      if (!strcmp(d->seen[i], row))
         return false;
   if (d->seen_count == d->seen_capacity) {
      size_t capacity = d->seen_capacity ? 2 * d->seen_capacity : 256;
      char **seen = realloc(d->seen, capacity * sizeof *seen);
      if (!seen)
         return true;
      d->seen = seen;
      d->seen_capacity = capacity;
   }
   if ((d->seen[d->seen_count] = strdup(row)))
      d->seen_count++;
   return true;
}

static void show_title(struct diff *d)
{
   if (!d->titled)
      stream_line(d->sink, "%s", d->title);
   d->titled = true;
}

static void row(struct diff *d, const char *block, const char *name, const char *a, const char *b)
{
   char with_values[400], key[500];
   snprintf(with_values, sizeof with_values, "%s=%s|%s", name, a, b);
   snprintf(key, sizeof key, "%s %s", block, with_values);
   if (!remember(d, key)) {
      d->folded++;
      return;
   }
   const char *reason = find_reason(d->reasons, name, with_values);
   *(reason ? &d->explained : &d->unexplained) += 1;
   if (reason && d->quiet)
      return;
   show_title(d);
   stream_line(d->sink, "%c %-7s %-48s %20s | %-20s%s%s", reason ? ' ' : '!', block, name, a, b, reason ? " # " : "",
               reason ? reason : "");
}

/* ---- pairs ------------------------------------------------------------------------------------------------------------ */

static void diff_fields(struct diff *d, const char *block, const char *prefix, const struct hw_reg *reg, uint32_t a, uint32_t b)
{
   for (unsigned i = 0; i < reg->field_count; i++) {
      const struct hw_field *field = &hw_fields[reg->first_field + i];
      uint32_t va = hw_field_get(field, a), vb = hw_field_get(field, b);
      char name[160], ta[64], tb[64];
      if (va == vb || stream_field_is_address(field))
         continue;
      snprintf(name, sizeof name, "%s.%s", prefix, field->name);
      stream_format_value(field, va, ta, sizeof ta);
      stream_format_value(field, vb, tb, sizeof tb);
      row(d, block, name, ta, tb);
   }
}

static void diff_reg(struct diff *d, const struct stream_regs *a, const struct stream_regs *b, unsigned i, bool dispatch)
{
   const struct stream_reg_kind *k = stream_reg_kind(d->gfx_level, i);
   if (k->noise == STREAM_SIZE || strstr(k->name, "_USER_DATA_") ||
       (!stream_reg_live(d->gfx_level, a, i, dispatch) && !stream_reg_live(d->gfx_level, b, i, dispatch)))
      return;
   const char *block = stream_block_names[k->block];
   if (!a->known[i] != !b->known[i] && (a->value[i] || b->value[i])) {
      char value[16];
      snprintf(value, sizeof value, "0x%x", a->known[i] ? a->value[i] : b->value[i]);
      row(d, block, k->name, a->known[i] ? value : "never written", b->known[i] ? value : "never written");
   } else if (k->noise == STREAM_ADDRESS) {
      if (!a->value[i] != !b->value[i])
         row(d, block, k->name, a->value[i] ? "(address)" : "0", b->value[i] ? "(address)" : "0");
   } else if (a->value[i] != b->value[i]) {
      const struct hw_reg *reg = hw_reg_find(d->gfx_level, stream_reg_offset(i));
      if (reg && reg->field_count)
         diff_fields(d, block, k->name, reg, a->value[i], b->value[i]);
      else {
         char ta[16], tb[16];
         snprintf(ta, sizeof ta, "0x%x", a->value[i]);
         snprintf(tb, sizeof tb, "0x%x", b->value[i]);
         row(d, block, k->name, ta, tb);
      }
   }
}

static const struct stream_use *nth_use(const struct stream_uses *u, unsigned kind, unsigned n)
{
   for (unsigned i = 0; u && i < u->count; i++)
      if (u->use[i].kind == kind && !n--)
         return &u->use[i];
   return NULL;
}

static unsigned count_uses(const struct stream_uses *u, unsigned kind)
{
   unsigned n = 0;
   while (nth_use(u, kind, n))
      n++;
   return n;
}

static void diff_uses(struct diff *d, const char *stage, const struct stream_uses *a, const struct stream_uses *b)
{
   for (unsigned kind = STREAM_USE_CONSTANTS; kind <= STREAM_USE_SAMPLER; kind++) {
      unsigned na = count_uses(a, kind), nb = count_uses(b, kind);
      const char *what = stream_use_name(&(struct stream_use){ .kind = (uint8_t)kind });
      if (na != nb) {
         char name[32], ta[16], tb[16];
         snprintf(name, sizeof name, "%s.count", what);
         snprintf(ta, sizeof ta, "%u", na);
         snprintf(tb, sizeof tb, "%u", nb);
         row(d, stage, name, ta, tb);
      }
      for (unsigned n = 0; n < na && n < nb; n++) {
         const struct stream_use *ua = nth_use(a, kind, n), *ub = nth_use(b, kind, n);
         for (unsigned w = 0; w < ua->words && w < ub->words; w++) {
            const struct hw_reg *reg = stream_use_reg(d->gfx_level, ua, w);
            if (reg)
               diff_fields(d, stage, what, reg, ua->word[w], ub->word[w]);
         }
      }
   }
}

/* The set of words of the note titles before an event: packets, events, and bits of CP_COHER_CNTL. */
#define MAX_WORDS 64
struct words { char word[MAX_WORDS][80]; unsigned count; };

static void add_word(struct words *w, const char *text)
{
   for (unsigned i = 0; i < w->count; i++)
      if (!strcmp(w->word[i], text))
         return;
   if (w->count < MAX_WORDS)
      snprintf(w->word[w->count++], sizeof w->word[0], "%s", text);
}

static void note_words(const struct diff *d, const struct stream_event *e, struct words *w)
{
   w->count = 0;
   for (unsigned i = 0; i < e->note_count; i++) {
      if (e->note[i].opcode == PKT3_SET_CONTEXT_REG)
         continue; /* before the first event of a submission, whatever that is */
      char text[512], *rest = text;
      stream_note_title(d->gfx_level, &e->note[i], text, sizeof text);
      char *packet = strsep(&rest, " ");
      if (!rest || *rest == '(')
         add_word(w, packet);
      while (rest && *rest != '(')
         add_word(w, strsep(&rest, " "));
   }
}

static bool has_word(const struct words *w, const char *text)
{
   for (unsigned i = 0; i < w->count; i++)
      if (!strcmp(w->word[i], text))
         return true;
   return false;
}

static void diff_notes(struct diff *d, const struct stream_event *a, const struct stream_event *b)
{
   struct words wa, wb;
   char name[100];
   note_words(d, a, &wa);
   note_words(d, b, &wb);
   for (unsigned i = 0; i < wa.count; i++)
      if (!has_word(&wb, wa.word[i])) {
         snprintf(name, sizeof name, "before.%s", wa.word[i]);
         row(d, "sync", name, "yes", "no");
      }
   for (unsigned i = 0; i < wb.count; i++)
      if (!has_word(&wa, wb.word[i])) {
         snprintf(name, sizeof name, "before.%s", wb.word[i]);
         row(d, "sync", name, "no", "yes");
      }
}

static void diff_pair(struct diff *d, const struct stream_list *la, size_t i, const struct stream_list *lb, size_t j)
{
   const struct stream_item *a = la->item[i], *b = lb->item[j];
   char ta[200], tb[200];
   stream_event_title(d->gfx_level, a, ta, sizeof ta);
   stream_event_title(d->gfx_level, b, tb, sizeof tb);
   snprintf(d->title, sizeof d->title, "A %zu %s | B %zu %s", i, ta, j, tb);
   d->titled = false;
   if (!d->quiet)
      show_title(d);
   diff_notes(d, &a->event, &b->event);
   if (strcmp(ta, tb))
      row(d, "event", "title", ta, tb);
   if (a->event.kind != STREAM_DRAW && a->event.kind != STREAM_DISPATCH)
      return;
   bool dispatch = a->event.kind == STREAM_DISPATCH;
   for (unsigned block = 0; block < STREAM_NUM_BLOCKS; block++)
      for (unsigned r = 0; r < STREAM_NUM_REGS; r++) {
         const struct stream_reg_kind *k = stream_reg_kind(d->gfx_level, r);
         if (k->name && k->block == block)
            diff_reg(d, &a->regs, &b->regs, r, dispatch);
      }
   for (unsigned s = 0; s < STREAM_NUM_STAGES; s++) {
      if (!a->uses[s] != !b->uses[s])
         row(d, stream_stage_names[s], "stage", a->uses[s] ? "on" : "off", b->uses[s] ? "on" : "off");
      else if (a->uses[s])
         diff_uses(d, stream_stage_names[s], a->uses[s], b->uses[s]);
   }
}

static void diff_single(struct diff *d, const struct stream_list *l, size_t i, bool is_a)
{
   char title[200], name[240];
   stream_event_title(d->gfx_level, l->item[i], title, sizeof title);
   snprintf(d->title, sizeof d->title, "%c %zu %s | nothing like it", is_a ? 'A' : 'B', i, title);
   d->titled = false;
   snprintf(name, sizeof name, "only-%c.%s", is_a ? 'a' : 'b', title);
   row(d, "event", name, is_a ? "yes" : "no", is_a ? "no" : "yes");
}

/* ---- alignment -------------------------------------------------------------------------------------------------------- */

static unsigned similarity(unsigned gfx_level, const struct stream_item *a, const struct stream_item *b)
{
   if (a->event.kind != b->event.kind)
      return 0;
   switch (a->event.kind) {
   case STREAM_DRAW:
      if (stream_prim_type(gfx_level, &a->regs) != stream_prim_type(gfx_level, &b->regs))
         return 1;
      /* The size of the target has more weight than the order of the events. */
      return 3 + (a->event.count == b->event.count) + (a->event.index_B == b->event.index_B) +
             4 * (stream_reg(&a->regs, R_028208_PA_SC_WINDOW_SCISSOR_BR) == stream_reg(&b->regs,
                   R_028208_PA_SC_WINDOW_SCISSOR_BR));
   case STREAM_DISPATCH:
      return 2 + !memcmp(a->event.groups, b->event.groups, sizeof a->event.groups);
   default:
      return 1 + 2 * (a->event.bytes == b->event.bytes);
   }
}

#define MAX_EVENTS 4000

size_t stream_diff(const struct pm4_sink *sink, const struct stream_list *a, const struct stream_list *b,
                   struct stream_reasons *reasons, bool quiet)
{
   struct diff d = { .sink = sink, .gfx_level = a->gfx_level, .reasons = reasons, .quiet = quiet };
   if (a->gfx_level != b->gfx_level) {
      stream_line(sink, "different generations: %s, %s", a->chip, b->chip);
      return 1;
   }
   size_t na = a->count < MAX_EVENTS ? a->count : MAX_EVENTS, nb = b->count < MAX_EVENTS ? b->count : MAX_EVENTS,
      row_len = nb + 1;
   if (na < a->count || nb < b->count)
      stream_line(sink, "only the first %u events are compared", MAX_EVENTS);
   /* best[i][j]: highest sum of similarities for the events from i of A and from j of B on. */
   uint32_t *best = calloc((na + 1) * row_len, sizeof *best);
   if (!best) {
      stream_line(sink, "no memory");
      return 1;
   }
   for (size_t i = na; i-- > 0;)
      for (size_t j = nb; j-- > 0;) {
         uint32_t skip = best[(i + 1) * row_len + j] > best[i * row_len + j + 1] ? best[(i + 1) * row_len + j] :
            best[i * row_len + j + 1];
         unsigned like = similarity(d.gfx_level, a->item[i], b->item[j]);
         uint32_t take = like ? like + best[(i + 1) * row_len + j + 1] : 0;
         best[i * row_len + j] = take > skip ? take : skip;
      }
   for (size_t i = 0, j = 0; i < na || j < nb;) {
      unsigned like = i < na && j < nb ? similarity(d.gfx_level, a->item[i], b->item[j]) : 0;
      if (like && best[i * row_len + j] == like + best[(i + 1) * row_len + j + 1])
         diff_pair(&d, a, i++, b, j++);
      else if (i < na && (j == nb || best[(i + 1) * row_len + j] >= best[i * row_len + j + 1]))
         diff_single(&d, a, i++, true);
      else
         diff_single(&d, b, j++, false);
   }
   stream_line(sink, "%zu differences unexplained, %zu explained; %zu more are like one of these", d.unexplained, d.explained,
               d.folded);
   free(best);
   for (size_t i = 0; i < d.seen_count; i++)
      free(d.seen[i]);
   free(d.seen);
   return d.unexplained;
}
