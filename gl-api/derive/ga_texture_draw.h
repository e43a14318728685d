/* ga_texture_draw.h: sampler views of textures, per context. */
#ifndef GA_TEXTURE_DRAW_H
#define GA_TEXTURE_DRAW_H

#include "gl-api/object/ga_texture.h"

/* The context's view of a texture (compared: as ga_texture_view_entry), up to date for the draw or dispatch that is being derived;
 * ->view is NULL when the texture is incomplete. NULL: out of memory. */
struct ga_texture_view *ga_texture_current_view(struct ga_context *ctx, struct ga_texture *tex, bool compared);
/* The seqno of the buffer of a buffer texture; 0: there is none. */
unsigned ga_texture_buffer_seqno(struct ga_context *ctx, struct ga_texture *tex);
/* Whether the texture of an image unit that the last derivation used has changed since. */
bool ga_images_changed(struct ga_context *ctx);
/* Whether a texture that the last derivation sampled has changed since. */
bool ga_textures_changed(struct ga_context *ctx);

#endif
