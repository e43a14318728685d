/* ga_extensions.h: the extensions of a context. */
#ifndef GA_EXTENSIONS_H
#define GA_EXTENSIONS_H

#include "gl-api/context/ga_context.h"

/* Fills ctx->has, ctx->extensions, ctx->extension_list. ctx->api, version, limits and screen are set. False: no memory. */
bool ga_extensions_init(struct ga_context *ctx);

#endif
