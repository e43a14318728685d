/* ga_limits.h: what the API reports and validates against, out of what the device can do. */
#ifndef GA_LIMITS_H
#define GA_LIMITS_H

#include "gl-api/context/ga_context.h"

void ga_limits_init(struct ga_limits *limits, const struct pipe_caps *caps, enum ga_api api);

#endif
