/* ga_handle_draw.h: handles of the driver for textures, images and units (ARB_bindless_texture). */
#ifndef GA_HANDLE_DRAW_H
#define GA_HANDLE_DRAW_H

#include "gl-api/object/ga_handle.h"

/* A handle of the driver. 0: *incomplete, or out of memory. */
uint64_t ga_create_handle(struct ga_context *ctx, struct ga_texture *tex, const struct ga_handle_key *key, bool *incomplete);
/* Releases the handles of units, before the context is destroyed. */
void ga_unit_handles_finish(struct ga_context *ctx);

#endif
