/* ga_texture.h: texture and sampler objects. */
#ifndef GA_TEXTURE_H
#define GA_TEXTURE_H

#include "gl-api/ga_context.h"

/* One mipmap level of one face/layer set, as specified by the application. The pixels are in tex->resource when the
 * image fits it, else in a resource of its own (`own`) until the texture is made whole (ga_texture_finalize). */
struct ga_teximage {
   uint16_t width, height, depth; /* 0: not specified */
   GLenum internal_format;        /* as given */
   const struct ga_format *format;
   struct st_resource *own;       /* counted or NULL */
   unsigned own_layer;            /* layer of `own` that holds this image (EGLImage siblings of array layers) */
   unsigned own_level;
};

struct ga_texture {
   GLuint name;
   atomic_int refs;
   char *label;                   /* KHR_debug; NULL: none; free() it with the object */
   enum ga_texture_target target;
   bool target_known;             /* false between glGenTextures and the first bind */
   bool immutable;
   bool external_image;           /* storage belongs to an EGLImage */
   struct st_sampler_state sampler;
   GLenum min_filter, mag_filter, wrap_s, wrap_t, wrap_r; /* GL values for queries */
   GLint base_level, max_level;
   uint8_t swizzle[4];
   GLenum depth_stencil_mode;
   struct ga_teximage image[6][GA_MAX_TEXTURE_LEVELS]; /* [face][level]; non-cube: face 0 */
   struct st_resource *resource;  /* storage of the whole, counted; NULL until needed */
   struct st_sampler_view *view;  /* cached, of view_ctx */
   struct ga_context *view_ctx;
   uint32_t stamp;                /* changes with storage or completeness-relevant state */
   int8_t complete;               /* -1 unknown, 0, 1: cache of completeness */
};

struct ga_texture *ga_texture_ref(struct ga_texture *tex);
void ga_texture_unref(struct ga_context *ctx, struct ga_texture *tex); /* NULL is fine */
/* By name; NULL for 0 and unknown names. Borrowed. */
struct ga_texture *ga_texture_lookup(struct ga_context *ctx, GLuint name);
/* For framebuffer attachments: makes sure that level/face lives in a resource that can be rendered to and says where.
 * *res is borrowed. False: no such image or out of memory. */
bool ga_texture_attachment(struct ga_context *ctx, struct ga_texture *tex, unsigned level, unsigned face,
                           struct st_resource **res, unsigned *res_level, unsigned *res_layer,
                           const struct ga_format **format, uint32_t *width, uint32_t *height);
/* Context creation and destruction: default textures, units. False: out of memory. */
bool ga_texture_init_context(struct ga_context *ctx);
void ga_texture_finish_context(struct ga_context *ctx);
/* Share group destruction: frees what an ut_names table of textures still holds. */
void ga_texture_free_shared(struct ga_context *ctx, struct ga_texture *tex);

#endif
