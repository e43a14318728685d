/* ga_texture_views.h: the lists of sampler views of textures and of contexts; derive/ga_texture_draw.c makes the views. */
#ifndef GA_TEXTURE_VIEWS_H
#define GA_TEXTURE_VIEWS_H

#include "gl-api/object/ga_texture.h"

/* The entry of this context for a texture, made on first use; its view may be outdated. compared: of the view whose red component is
 * the result of a comparison, whatever GL_DEPTH_TEXTURE_MODE. NULL: out of memory. */
struct ga_texture_view *ga_texture_view_entry(struct ga_context *ctx, struct ga_texture *tex, bool compared);
/* Releases views of ctx whose textures were deleted. */
void ga_texture_sweep_views(struct ga_context *ctx);
/* The texture is being destroyed: views of ctx are released, those of other contexts are left to those contexts. */
void ga_texture_drop_views(struct ga_context *ctx, struct ga_texture *tex);
/* The context is being destroyed: releases all views that it made. */
void ga_texture_finish_views(struct ga_context *ctx);

#endif
