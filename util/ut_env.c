/* ut_env.c: reads the variables of ut_env.def. */
#include "util/ut_env.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

const struct ut_env_info ut_env_infos[UT_ENV_COUNT] = {
#define UT_ENV(id, name, def, help) [UT_ENV_##id] = {name, def, help},
#include "util/ut_env.def"
#undef UT_ENV
};

const char *ut_env_str(enum ut_env var)
{
   const char *text = secure_getenv(ut_env_infos[var].name);
   return text && *text ? text : ut_env_infos[var].def;
}

bool ut_env_bool(enum ut_env var)
{
   static const char *const yes[] = {"1", "true", "yes", "on"};
   const char *text = ut_env_str(var);
   for (unsigned i = 0; i < sizeof(yes) / sizeof(yes[0]); i++)
      if (!strcasecmp(text, yes[i]))
         return true;
   return false;
}

static bool parse_int(const char *text, int64_t *value)
{
   char *end;
   errno = 0;
   *value = strtoll(text, &end, 0);
   return end != text && *end == 0 && !errno;
}

int64_t ut_env_int(enum ut_env var)
{
   int64_t value;
   if (parse_int(ut_env_str(var), &value) || parse_int(ut_env_infos[var].def, &value))
      return value;
   return 0;
}

bool ut_env_shader_cache_dir(char *path, size_t size_B)
{
   const char *dir = ut_env_str(UT_ENV_SHADER_CACHE_DIR), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
   int length = 0;
   if (dir[0])
      length = snprintf(path, size_B, "%s", dir);
   else if (xdg && xdg[0] == '/')
      length = snprintf(path, size_B, "%s/gloam", xdg);
   else if (home && home[0] == '/')
      length = snprintf(path, size_B, "%s/.cache/gloam", home);
   return length > 0 && (size_t)length < size_B;
}
