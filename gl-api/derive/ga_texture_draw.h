/* ga_texture_draw.h: sampler views of textures, per context. */
#ifndef GA_TEXTURE_DRAW_H
#define GA_TEXTURE_DRAW_H

#include "gl-api/object/ga_texture.h"

/* Whether a texture that the last derivation sampled has changed since. */
bool ga_textures_changed(struct ga_context *ctx);
/* The texture is being destroyed: views of ctx are released, those of other contexts are left to those contexts. */
void ga_texture_drop_views(struct ga_context *ctx, struct ga_texture *tex);
/* The context is being destroyed: releases all views that it made. */
void ga_texture_finish_views(struct ga_context *ctx);

#endif
