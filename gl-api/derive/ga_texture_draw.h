/* ga_texture_draw.h: sampler views of textures, per context. */
#ifndef GA_TEXTURE_DRAW_H
#define GA_TEXTURE_DRAW_H

#include "gl-api/object/ga_texture.h"

/* The context's view of a texture (compared: as ga_texture_view_entry), up to date for the draw or dispatch that is being derived;
 * ->view is NULL when the texture is incomplete. NULL: out of memory. */
struct ga_texture_view *ga_texture_current_view(struct ga_context *ctx, struct ga_texture *tex, bool compared);
struct ga_sampler_use;
struct st_texture;
enum ga_slot_result { GA_SLOT_OK, GA_SLOT_OUT_OF_MEMORY, GA_SLOT_CONFLICT /* samplers of different types share a unit */, GA_SLOT_INCOMPLETE };
/* Raises the error of a derivation's result: GL_INVALID_OPERATION for a conflict, else GL_OUT_OF_MEMORY. Returns whether it is OK. */
bool ga_check_slots(struct ga_context *ctx, enum ga_slot_result result, const char *operation);
/* What the sampler samples; an incomplete texture leaves the slot without a view. */
enum ga_slot_result ga_texture_update_slot(struct ga_context *ctx, const struct ga_sampler_use *use, struct st_texture *slot);
/* The same of a handle; sampler NULL: the texture's own parameters. INCOMPLETE: for these parameters. */
enum ga_slot_result ga_texture_of_handle(struct ga_context *ctx, struct ga_texture *tex, struct ga_sampler *sampler, struct st_texture *slot);
/* The image that a unit shows, in a shader whose image is of this type (GL_IMAGE_2D ...); without a resource: none. */
enum ga_slot_result ga_image_update_slot(struct ga_context *ctx, struct ga_image_unit *unit, GLenum type, struct pipe_image_view *slot);
/* The same whatever the type. INCOMPLETE: the texture. */
enum ga_slot_result ga_image_of_unit(struct ga_context *ctx, const struct ga_image_unit *unit, struct pipe_image_view *slot);
/* The seqno of the buffer of a buffer texture; 0: there is none. */
unsigned ga_texture_buffer_seqno(struct ga_context *ctx, struct ga_texture *tex);
/* Whether the texture of an image unit that the last derivation used has changed since. */
bool ga_images_changed(struct ga_context *ctx);
/* Whether a texture that the last derivation sampled has changed since. */
bool ga_textures_changed(struct ga_context *ctx);

#endif
