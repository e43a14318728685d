/* ga_dispatch.h: dispatch tables by feature set. */
#ifndef GA_DISPATCH_H
#define GA_DISPATCH_H

#include "gl-api/context/ga_features.h"

struct ga_dispatch;

/* The table of the commands that the set brings and entry.def lists, changed by `amend` (NULL: as it is). Contexts with equal sets and
 * the same function share it; it lives as long as the process. Any thread may call this. NULL: no memory. */
const struct ga_dispatch *ga_dispatch_of(const struct ga_features *set, void (*amend)(struct ga_dispatch *table));

#endif
