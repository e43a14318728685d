/* ut_guard.c: see ut_guard.h. */
#include "util/ut_guard.h"

#include <stdio.h>
#include <stdlib.h>

static _Thread_local struct ut_guard *armed;
bool ut_guard_any_cancelled;

void ut_guard_arm(struct ut_guard *g)
{
   g->text[0] = 0;
   __atomic_store_n(&g->cancelled, false, __ATOMIC_RELAXED);
   g->outer = armed;
   armed = g;
   ut_reserve_enter();
}

bool ut_guard_disarm(struct ut_guard *g)
{
   armed = g->outer;
   return ut_reserve_leave();
}

bool ut_guard_is_armed(void)
{
   return armed != NULL;
}

void ut_guard_bail(const char *text)
{
   struct ut_guard *g = armed;
   if (!g)
      abort(); /* a programming error */
   snprintf(g->text, sizeof g->text, "%s", text);
   longjmp(g->jump, 1);
}

void ut_guard_cancel(struct ut_guard *g)
{
   __atomic_store_n(&g->cancelled, true, __ATOMIC_RELAXED);
   __atomic_store_n(&ut_guard_any_cancelled, true, __ATOMIC_RELAXED);
}

void ut_guard_leave_if_cancelled(void)
{
   if (armed && __atomic_load_n(&armed->cancelled, __ATOMIC_RELAXED))
      ut_guard_bail("takes too long");
}
