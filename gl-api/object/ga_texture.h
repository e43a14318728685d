/* ga_texture.h: texture and sampler objects.
 *
 * Where a level's texels are: in tex->resource at the same level (layer = face), the common case; or in a resource of its
 * own (`own`), when it was specified before or after a storage that it does not fit, or belongs to an EGLImage.
 * ga_texture_finalize gathers the levels that sampling needs into tex->resource. */
#ifndef GA_TEXTURE_H
#define GA_TEXTURE_H

#include "gl-api/context/ga_share.h"
#include "state/pipe.h"

struct ga_format;
struct ga_pixel_format;

/* One mipmap level of one face, as specified by the application. */
struct ga_teximage {
   uint16_t width, height, depth; /* 0: not specified */
   GLenum internal_format;        /* as given */
   const struct ga_format *format;
   struct pipe_resource *own;       /* counted or NULL */
   uint16_t own_level, own_layer;
};

/* A sampler view of a texture; one per context that samples it. Guarded by share->lock. */
struct ga_texture_view {
   struct ga_texture_view *next, *next_of_ctx; /* lists of the texture and of the context */
   struct ga_texture *tex;        /* NULL: the texture died */
   struct ga_context *ctx;
   struct pipe_sampler_view *view;  /* counted; NULL: the texture is incomplete */
   uint32_t stamp;                /* tex->stamp that it was made for */
};

/* Who may touch what, when several contexts use one texture: a command that specifies or reads images holds the texture's own
 * lock from its first check to its last texel (GA_TEXTURE_GUARD); every change of images and storage is made under the share
 * group's lock inside of that, so that draws, which take only the latter, see whole states. Texels are written outside of
 * it: a resource in use is held by a reference of its own (GA_HELD). */
struct ga_texture {
   pthread_mutex_t lock;
   GLuint name;
   atomic_int refs;
   char *label;                   /* KHR_debug */
   enum ga_texture_target target;
   bool immutable;
   bool external_image;           /* image[0][0].own is an EGLImage's: nothing else is specified */
   bool shared_storage;           /* an EGLImage was made of it: new images get new storage */
   struct pipe_sampler_state sampler;
   GLenum min_filter, mag_filter, wrap_s, wrap_t, wrap_r; /* GL values for queries */
   GLint base_level, max_level;
   struct ga_teximage image[6][GA_MAX_TEXTURE_LEVELS]; /* [face][level]; non-cube: face 0 */
   struct pipe_resource *resource;  /* storage of the whole, counted; NULL until needed */
   struct ga_texture_view *views;
   uint32_t stamp;                /* changes with storage and with what completeness depends on */
};

#define GA_TEXTURE_GUARD(ctx, tex) GA_GUARD(ctx, (tex) ? (pthread_mutex_t *)&(tex)->lock : NULL)

/* A reference that is given back at the end of the block. */
#define GA_HELD __attribute__((cleanup(ga_release_resource)))
static inline void ga_release_resource(struct pipe_resource **res)
{
   pipe_resource_unref(*res);
}

struct ga_texture *ga_texture_ref(struct ga_texture *tex);
void ga_texture_unref(struct ga_context *ctx, struct ga_texture *tex); /* NULL is fine */
/* By name, with a reference for the caller; NULL for 0 and unknown names. */
struct ga_texture *ga_texture_lookup(struct ga_context *ctx, GLuint name);
/* Context creation and destruction: default textures, units. False: out of memory. */
bool ga_texture_init_context(struct ga_context *ctx);
void ga_texture_finish_context(struct ga_context *ctx);
/* Share group destruction: frees what an ut_names table of textures still holds. */
void ga_texture_free_shared(struct ga_context *ctx, struct ga_texture *tex);

/* ---- targets (ga_texture.c) ---- */

/* Of TexParameter and BindTexture: GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP. -1: not in this API. */
int ga_texture_target(const struct ga_context *ctx, GLenum target);
/* Of TexImage2D: GL_TEXTURE_2D or a face. The texture bound to the active unit and its face; NULL: not in this API. */
struct ga_texture *ga_teximage_target(struct ga_context *ctx, GLenum target, unsigned *face);
static inline unsigned ga_texture_faces(const struct ga_texture *tex)
{
   return tex->target == GA_TEX_CUBE ? 6 : 1;
}
/* Highest level number of a target. */
unsigned ga_texture_last_level(const struct ga_context *ctx, enum ga_texture_target target);

/* ---- storage (ga_texture_storage.c) ---- */

/* Gives the image a size and format and room for its texels, replacing what it was. False: out of memory, nothing changed. */
bool ga_teximage_define(struct ga_context *ctx, struct ga_texture *tex, unsigned face, unsigned level, uint32_t width,
                        uint32_t height, GLenum internal_format, const struct ga_format *format);
/* Where an image's texels are, with a reference for the caller. False: it has none. */
bool ga_teximage_place(struct ga_context *ctx, const struct ga_texture *tex, unsigned face, unsigned level,
                       struct pipe_resource **res, unsigned *res_level, unsigned *res_layer);
/* Gathers levels first..last of every face, which are complete, into tex->resource, which then has room up to level `room`.
 * False: out of memory. */
bool ga_texture_finalize(struct ga_context *ctx, struct ga_texture *tex, unsigned first, unsigned last, unsigned room);
/* Forgets all images and the storage. */
void ga_texture_clear_images(struct ga_context *ctx, struct ga_texture *tex);
/* The texture's storage or parameters changed: views and attachments look again. */
void ga_texture_changed(struct ga_context *ctx, struct ga_texture *tex, bool storage);
/* For framebuffer attachments: makes sure that level/face lives in a resource that can be rendered to and says where.
 * *res has a reference for the caller. False: no such image or out of memory. */
bool ga_texture_attachment(struct ga_context *ctx, struct ga_texture *tex, unsigned level, unsigned face,
                           struct pipe_resource **res, unsigned *res_level, unsigned *res_layer,
                           const struct ga_format **format, uint32_t *width, uint32_t *height);

/* ---- completeness (ga_texture_complete.c; pure) ---- */

enum ga_completeness { GA_COMPLETE, GA_NO_BASE_IMAGE, GA_LEVEL_MISSING, GA_LEVEL_MISMATCH, GA_FACE_MISSING, GA_FACE_MISMATCH };
/* With its present filter (ES 2.0, 3.8.2). *last: the last level that sampling can reach. */
enum ga_completeness ga_texture_completeness(const struct ga_texture *tex, unsigned *last);
/* The base level of all six faces alike and square (ES 2.0, 3.7.10). */
enum ga_completeness ga_texture_cube_complete(const struct ga_texture *tex);
const char *ga_completeness_text(enum ga_completeness completeness);
static inline bool ga_min_filter_uses_mipmaps(GLenum min_filter)
{
   return min_filter != GL_NEAREST && min_filter != GL_LINEAR;
}

/* ---- uploads (ga_teximage.c) ---- */

/* Pixels from client memory into an image that has room. False: out of memory. */
bool ga_teximage_upload(struct ga_context *ctx, struct ga_texture *tex, unsigned face, unsigned level, unsigned x, unsigned y,
                        unsigned width, unsigned height, const struct ga_pixel_format *pixels, const void *data);
/* Checks shared by TexSubImage2D, CopyTexSubImage2D: the image, or NULL with the error raised. */
struct ga_teximage *ga_texsubimage_check(struct ga_context *ctx, const char *command, struct ga_texture *tex, unsigned face,
                                         GLint level, GLint x, GLint y, GLsizei width, GLsizei height);
/* Checks shared by TexImage2D, CopyTexImage2D, CompressedTexImage2D. False: the error was raised. */
bool ga_teximage_check(struct ga_context *ctx, const char *command, struct ga_texture *tex, GLenum target, GLint level,
                       GLsizei width, GLsizei height, GLint border);

#endif
