/* ga_extensions.c: which extensions of offered.csv a context has. */
#include "gl-api/context/ga_extensions.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/tables/ga_format.h"

int ga_max_version(const struct pipe_screen *screen, enum ga_api api)
{
   switch (api) {
   case GA_API_ES2: return GA_MAX_VERSION_ES2;
   case GA_API_CORE: return GA_MAX_VERSION_CORE;
   case GA_API_COMPAT: return GA_MAX_VERSION_COMPAT;
   }
   return 0;
}

bool ga_extensions_init(struct ga_context *ctx)
{
   unsigned api = 1u << ctx->api;
   size_t size = 1;
#define ROW(index, ext, apis, condition)                         \
   if (((apis) & api) && (condition)) {                          \
      ctx->has[index] = true;                                    \
      ctx->extension_list[ctx->extension_count++] = "GL_" #ext;  \
      size += strlen("GL_" #ext) + 1;                            \
   }
   GA_EXTENSIONS(ROW)
#undef ROW
   ctx->extensions = malloc(size);
   if (!ctx->extensions)
      return false;
   char *end = ctx->extensions;
   *end = 0;
   for (unsigned i = 0; i < ctx->extension_count; i++) {
      if (i)
         *end++ = ' ';
      end = stpcpy(end, ctx->extension_list[i]);
   }
   return true;
}
