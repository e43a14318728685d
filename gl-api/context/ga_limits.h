/* ga_limits.h: the limits that glGet returns and commands validate against. */
#ifndef GA_LIMITS_H
#define GA_LIMITS_H

#include "gl-api/context/ga_context.h"

/* Derives all limits from the device's capabilities. */
void ga_limits_init(struct ga_limits *limits, const struct pipe_caps *caps, const struct ga_features *features);

#endif
