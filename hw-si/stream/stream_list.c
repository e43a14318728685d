/* stream_list.c: the events of one or more captures, each with the registers and descriptors at that event. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "hw-si/hwdb/hw_chips.h"
#include "stream.h"

struct list_builder { struct stream_list *list; struct stream_memory mem; bool failed; };

static void free_item(struct stream_item *item)
{
   for (unsigned s = 0; item && s < STREAM_NUM_STAGES; s++)
      free(item->uses[s]);
   free(item);
}

static bool trace_stages(struct stream_list *list, const struct stream_memory *mem, struct stream_item *item)
{
   bool dispatch = item->event.kind == STREAM_DISPATCH;
   for (unsigned s = 0; s < STREAM_NUM_STAGES; s++) {
      uint32_t data[16];
      if (!stream_stage_on(&item->regs, s, dispatch))
         continue;
      item->uses[s] = calloc(1, sizeof *item->uses[s]);
      if (!item->uses[s])
         return false;
      unsigned count = stream_stage_user_data(&item->regs, s, data);
      stream_trace(list->gfx_level, mem, stream_stage_code(&item->regs, s), data, count, item->uses[s]);
   }
   return true;
}

static void add_event(void *user, const struct stream_event *event, const struct stream_regs *regs)
{
   struct list_builder *a = user;
   struct stream_list *list = a->list;
   if (list->count == list->capacity) {
      size_t capacity = list->capacity ? 2 * list->capacity : 64;
      struct stream_item **item = realloc(list->item, capacity * sizeof *item);
      if (!item) {
         a->failed = true;
         return;
      }
      list->item = item;
      list->capacity = capacity;
   }
   struct stream_item *item = calloc(1, sizeof *item);
   a->failed |= !item;
   if (!item)
      return;
   item->event = *event;
   item->regs = *regs;
   if (event->kind == STREAM_DRAW || event->kind == STREAM_DISPATCH)
      a->failed |= !trace_stages(list, &a->mem, item);
   list->item[list->count++] = item;
}

static const char *add_capture(struct stream_list *list, const char *path)
{
   struct stream_capture c;
   const char *why = stream_capture_open(&c, path);
   if (why)
      return why;
   const struct hw_chip *chip = hw_chip_find(c.header.chip);
   if (!chip || (list->count && list->gfx_level != chip->gfx_level)) {
      stream_capture_close(&c);
      return chip ? "captures of different generations" : "of an unknown chip";
   }
   list->gfx_level = chip->gfx_level;
   memcpy(list->chip, c.header.chip, sizeof list->chip);
   struct list_builder a = { list, stream_capture_memory(&c), false };
   stream_walk(list->gfx_level, &a.mem, c.header.ib_va, c.header.ib_dw, add_event, &a, &why);
   stream_capture_close(&c);
   return a.failed ? "no memory" : why;
}

static int is_capture(const struct dirent *d)
{
   size_t length = strlen(d->d_name);
   return length > 4 && !strcmp(d->d_name + length - 4, ".cap");
}

const char *stream_list_add(struct stream_list *list, const char *path)
{
   struct stat st;
   if (stat(path, &st) < 0)
      return strerror(errno);
   if (!S_ISDIR(st.st_mode))
      return add_capture(list, path);
   struct dirent **names;
   int count = scandir(path, &names, is_capture, alphasort);
   if (count < 0)
      return strerror(errno);
   const char *why = count ? NULL : "no captures in this folder";
   for (int i = 0; i < count; i++) {
      char full[4096];
      snprintf(full, sizeof full, "%s/%s", path, names[i]->d_name);
      if (!why)
         why = add_capture(list, full);
      free(names[i]);
   }
   free(names);
   return why;
}

void stream_list_finish(struct stream_list *list)
{
   for (size_t i = 0; i < list->count; i++)
      free_item(list->item[i]);
   free(list->item);
   *list = (struct stream_list){ 0 };
}
