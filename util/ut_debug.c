/* ut_debug.c: parses GLOAM_DEBUG and writes messages. */
#include "util/ut_debug.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/ut_env.h"

const struct ut_debug_info ut_debug_infos[UT_DEBUG_BIT_COUNT] = {
#define UT_DEBUG(id, name, help) {name, help},
#include "util/ut_debug.def"
#undef UT_DEBUG
};

uint32_t ut_debug_parse(const char *text)
{
   uint32_t flags = 0;
   while (*text) {
      size_t length = strcspn(text, ", ");
      unsigned bit = 0;
      while (bit < UT_DEBUG_BIT_COUNT && (strlen(ut_debug_infos[bit].name) != length ||
                                          memcmp(ut_debug_infos[bit].name, text, length) != 0))
         bit++;
      if (bit < UT_DEBUG_BIT_COUNT)
         flags |= 1u << bit;
      else if (length)
         ut_log("debug", "GLOAM_DEBUG: unknown flag '%.*s'", (int)length, text);
      text += length;
      text += strspn(text, ", ");
   }
   /* A flag that prints something implies messages about errors. */
   return flags & UT_DEBUG_OUTPUT ? flags | UT_DEBUG_ERROR : flags;
}

static uint32_t flags_cached;

static void read_flags(void)
{
   flags_cached = ut_debug_parse(ut_env_str(UT_ENV_DEBUG));
}

uint32_t ut_debug_flags(void)
{
   static pthread_once_t once = PTHREAD_ONCE_INIT;
   pthread_once(&once, read_flags);
   return flags_cached;
}

void ut_log(const char *area, const char *format, ...)
{
   char line[4096];
   int head = snprintf(line, sizeof(line), "gloam: %s: ", area);
   if (head < 0 || head >= (int)sizeof(line) - 2)
      return;
   va_list args;
   va_start(args, format);
   int body = vsnprintf(line + head, sizeof(line) - head - 1, format, args);
   va_end(args);
   if (body < 0)
      return;
   size_t length = strlen(line);
   line[length++] = '\n';
   /* One write call, so that lines of several threads do not mix. */
   ssize_t written = write(STDERR_FILENO, line, length);
   (void)written;
}
