/* ga_enable.h: all capabilities of glEnable at once, for the attribute stack. */
#ifndef GA_ENABLE_H
#define GA_ENABLE_H

#include "gl-api/context/ga_context.h"

#define GA_MAX_CAPABILITIES 128 /* rows of ga_enable.csv */

/* In the order of the table; those that the context lacks are false. */
void ga_enables_get(struct ga_context *ctx, bool values[GA_MAX_CAPABILITIES]);
void ga_enables_set(struct ga_context *ctx, const bool values[GA_MAX_CAPABILITIES]);

#endif
