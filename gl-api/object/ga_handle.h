/* ga_handle.h: handles of textures and images (ARB_bindless_texture): the table of a share group, and those that are resident in a
 * context. A handle ends with its texture or its sampler object; both are in use while it is resident in any context. */
#ifndef GA_HANDLE_H
#define GA_HANDLE_H

#include "gl-api/context/ga_context.h"

/* What a handle refers to. */
struct ga_handle_key {
   bool is_image;
   struct ga_sampler *sampler;      /* of texture handles; NULL: the texture's own parameters */
   GLint level, layer;              /* of image handles */
   bool layered;
   GLenum format;
};

/* Guarded by share->handles.lock; only the lists change. */
struct ga_handle {
   struct ga_handle *next, *next_of_sampler;
   struct ga_share *share;
   struct pipe_screen *screen;
   uint32_t value;                  /* of the driver: below 2^32 */
   struct ga_texture *tex;          /* not counted, nor is the sampler: the handle ends with either */
   struct ga_handle_key key;
};

/* The handle of a texture with this key; 0: there is none. */
uint32_t ga_handle_find(struct ga_context *ctx, struct ga_texture *tex, const struct ga_handle_key *key);
/* Adds a handle of the driver, which is taken over. The result is another one if another context was faster. 0: out of memory. */
uint32_t ga_handle_add(struct ga_context *ctx, struct ga_texture *tex, const struct ga_handle_key *key, uint64_t value);
/* The handle with references to its texture and sampler, which ga_handle_release drops. NULL: it is not one of this kind. */
struct ga_handle *ga_handle_get(struct ga_context *ctx, GLuint64 value, bool is_image);
void ga_handle_release(struct ga_context *ctx, struct ga_handle *handle);
/* The texture, or the sampler, is being destroyed. Any thread. */
void ga_handles_end_texture(struct ga_texture *tex);
void ga_handles_end_sampler(struct ga_sampler *sampler);

/* ---- residency ---- */
bool ga_handle_is_resident(const struct ga_context *ctx, const struct ga_handle *handle);
/* access: enum pipe_image_access of an image. The references of `handle` are taken over. False: out of memory. */
bool ga_handle_make_resident(struct ga_context *ctx, struct ga_handle *handle, unsigned access);
void ga_handle_make_non_resident(struct ga_context *ctx, struct ga_handle *handle);
/* The name of a texture is being deleted: its handles are not resident in this context any more (ARB_bindless_texture, question 7). */
void ga_handles_leave(struct ga_context *ctx, const struct ga_texture *tex);
/* The context is being destroyed. */
void ga_handles_finish_context(struct ga_context *ctx);

#endif
