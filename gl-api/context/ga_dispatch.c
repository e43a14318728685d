/* ga_dispatch.c: builds a dispatch table for each distinct feature set and keeps it. The list of tables only grows at its head,
 * by compare-and-swap, so no lock can be held across a fork. */
#include "gl-api/context/ga_dispatch.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/ga_entry.h"
#include "gl-api/tables/ga_feature_table.h"

struct table {
   struct table *next;
   struct ga_features set;
   void (*amend)(struct ga_dispatch *table);
   struct ga_dispatch dispatch;
};

static _Atomic(struct table *) tables;

/* The version has the command, and not every feature that stands for it there is missing (by device or GLOAM_DISABLE). */
static bool version_brings(const struct ga_command_row *command, const struct ga_features *set)
{
   const uint8_t since = command->since[set->api];
   if (!since || since > set->version)
      return false;
   bool claimed = false;
   for (unsigned i = 0; i < command->features.count; i++) {
      const enum ga_feature feature = (enum ga_feature)ga_feature_lists[command->features.first + i];
      const uint8_t feature_since = ga_feature_table[feature].since[set->api];
      if (!feature_since || feature_since > set->version)
         continue;
      if (ga_features_has(set, feature))
         return true;
      claimed = true;
   }
   return !claimed;
}

static bool extension_brings(const struct ga_command_row *command, const struct ga_features *set)
{
   if (set->api == GA_API_CORE && command->since[GA_API_COMPAT] && !command->since[GA_API_CORE])
      return false; /* of the compatibility profile alone, though the extension is in both (ARB_vertex_type_2_10_10_10_rev) */
   for (unsigned i = 0; i < command->extensions.count; i++) {
      const struct ga_command_extension *by = &ga_command_extensions[command->extensions.first + i];
      if (by->since <= set->version && (set->extensions[by->extension / 64] >> (by->extension % 64) & 1))
         return true;
   }
   return false;
}

static struct table *build(const struct ga_features *set, void (*amend)(struct ga_dispatch *table))
{
   struct table *table = calloc(1, sizeof(*table));
   if (!table)
      return NULL;
   bool brought[GA_COMMAND_COUNT];
   for (unsigned i = 0; i < GA_COMMAND_COUNT; i++)
      brought[i] = version_brings(&ga_command_table[i], set) || extension_brings(&ga_command_table[i], set);
   table->set = *set;
   table->amend = amend;
   ga_dispatch_fill(&table->dispatch, brought);
   if (amend)
      amend(&table->dispatch);
   return table;
}

static struct table *find(struct table *first, const struct ga_features *set, void (*amend)(struct ga_dispatch *table))
{
   while (first && (first->amend != amend || memcmp(&first->set, set, sizeof(*set))))
      first = first->next;
   return first;
}

const struct ga_dispatch *ga_dispatch_of(const struct ga_features *set, void (*amend)(struct ga_dispatch *table))
{
   struct table *head = atomic_load_explicit(&tables, memory_order_acquire), *table = find(head, set, amend);
   if (table)
      return &table->dispatch;
   struct table *made = build(set, amend);
   if (!made)
      return NULL;
   do {
      if ((table = find(head, set, amend))) { /* another thread was faster */
         free(made);
         return &table->dispatch;
      }
      made->next = head;
   } while (!atomic_compare_exchange_weak_explicit(&tables, &head, made, memory_order_acq_rel, memory_order_acquire));
   return &made->dispatch;
}
