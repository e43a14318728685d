/* ut_env.h: the environment variables that gloam reads. Each is a row of ut_env.def (name, default, help), which
 * `gloam-info --env` prints and docs/env_vars.md lists. */
#ifndef UT_ENV_H
#define UT_ENV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ut_env {
#define UT_ENV(id, name, def, help) UT_ENV_##id,
#include "util/ut_env.def"
#undef UT_ENV
   UT_ENV_COUNT
};

struct ut_env_info { const char *name, *def, *help; };
extern const struct ut_env_info ut_env_infos[UT_ENV_COUNT];

/* The variable's text, or its default ("" when it has none). Ignored (default returned) in set-user-ID programs. The
 * pointer is into the environment and valid until the next setenv. */
const char *ut_env_str(enum ut_env var);
/* 1/true/yes/on; anything else is false. */
bool ut_env_bool(enum ut_env var);
/* A decimal or 0x number; malformed text gives the default. */
int64_t ut_env_int(enum ut_env var);
/* The folder of the shader cache, which may not exist. False: there is none (no home folder), or the path is too long. */
bool ut_env_shader_cache_dir(char *path, size_t size_B);

#endif
