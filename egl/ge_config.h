/* ge_config.h: for ge_config*.c only. */
#ifndef GE_CONFIG_H
#define GE_CONFIG_H

#include "egl/ge_internal.h"

/* The value of a config's attribute. False: no such attribute. */
bool ge_config_value(struct ge_session *session, const struct ge_config *config, EGLint attrib, EGLint *value);

#endif
