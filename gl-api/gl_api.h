/* gl_api.h: the interface of gl-api for egl/: contexts (creation, binding, flushing), images, fences. No EGL type appears here.
 *
 * Threading: egl/ guarantees that a context is current on at most one thread. gl-api locks the objects of a share group. */
#ifndef GL_API_H
#define GL_API_H

#include <stdbool.h>
#include <stdint.h>

#include "state/pipe.h"

struct ga_context;
struct ga_format;

enum ga_api { GA_API_ES2 /* OpenGL ES 2.0 and up */, GA_API_CORE, GA_API_COMPAT, GA_API_ES1 /* OpenGL ES 1.1 */, GA_API_COUNT };

struct ga_context_desc {
   enum ga_api api;
   int major, minor;          /* at least: the context gets ga_version_for() */
   bool debug, robust, forward_compatible, no_error;
   bool lose_context_on_reset; /* reset notification strategy */
   bool release_none;         /* ga_make_current does not flush the context that it replaces */
   int priority;              /* -1, 0, 1 */
};
enum ga_create_result { GA_CREATE_OK, GA_CREATE_BAD_VERSION, GA_CREATE_NO_MEMORY, GA_CREATE_BAD_SHARE };

/* Highest version of an API that the device offers, as major * 10 + minor; 0: none. GLOAM_FORCE_VERSION overrides it. */
int ga_max_version(struct pipe_screen *screen, enum ga_api api);

/* `share`: a context whose share group the new one joins, or NULL. The screen must outlive the context. */
struct ga_context *ga_context_create(struct pipe_screen *screen, const struct ga_context_desc *desc,
                                     struct ga_context *share, enum ga_create_result *result);
/* Not current anywhere. */
void ga_context_destroy(struct ga_context *ctx);

/* A drawable as gl-api sees it: an EGL surface. Owned by egl/; while bound, its resources stay alive through the
 * context's own references. `seqno` is incremented whenever a field changes. */
struct ga_drawable {
   uint32_t width, height;
   enum pipe_format color_format, depth_stencil_format; /* PIPE_FORMAT_NONE: absent */
   struct pipe_resource *color, *depth_stencil;
   bool y_inverted;           /* rows top first (shared with a window system) */
   int16_t *accum;            /* the accumulation buffer: RGBA of 1/32767 for each pixel, in the order of rows of `color`; NULL: absent */
   uint32_t seqno;
};

/* Makes ctx current on the calling thread (NULL releases), flushing the one it replaces (unless desc.release_none). draw/read may be NULL
 * (surfaceless). The first bind sets viewport and scissor to the drawable's size. */
void ga_make_current(struct ga_context *ctx, struct ga_drawable *draw, struct ga_drawable *read);
/* The calling thread has no current context any more, and nothing of the old one is touched: for the child of a fork(),
 * where it is the parent's. */
void ga_forget_current(void);
struct ga_context *ga_get_current(void);
void ga_flush(struct ga_context *ctx, struct pipe_fence **fence); /* fence may be NULL */
void ga_finish(struct ga_context *ctx);
struct pipe_context *ga_pipe(struct ga_context *ctx);
int ga_context_version(const struct ga_context *ctx); /* major * 10 + minor */
bool ga_contexts_share(const struct ga_context *a, const struct ga_context *b); /* they are in one share group */
enum ga_api ga_context_api(const struct ga_context *ctx);

/* Address of any GL entry point by name ("glClear"), whatever API; NULL for unknown names. Works without a context. */
void (*ga_get_proc_address(const char *name))(void);

/* ---- EGLImage ---- */
/* Planes of an image in YUV. Its `resource` has Y. The formats are those of the resources. */
struct ga_yuv {
   struct pipe_yuv coding;          /* planes 0: the image is RGB, and nothing else is valid */
   struct pipe_resource *plane[2];  /* counted: U and V; or U, V */
   uint8_t y, u, v;                 /* enum pipe_swizzle: the components of their planes that have Y, U, V */
};
struct ga_image { /* one 2D slice of a resource, held by an EGLImage */
   struct pipe_resource *resource; /* a reference belongs to the image */
   unsigned level, layer;
   enum pipe_format format;
   const struct ga_format *gl_format; /* of a texture or renderbuffer; NULL: siblings have the format that describes `format` */
   uint32_t internal_format;       /* with gl_format: as given for the texture or renderbuffer */
   uint32_t width, height;
   bool has_alpha;
   struct ga_yuv yuv;              /* such an image can only be sampled, as GL_TEXTURE_EXTERNAL_OES */
};
static inline void ga_yuv_ref(const struct ga_yuv *yuv)
{
   for (unsigned i = 0; i < 2; i++)
      pipe_resource_ref(yuv->plane[i]);
}
static inline void ga_yuv_unref(const struct ga_yuv *yuv)
{
   for (unsigned i = 0; i < 2; i++)
      pipe_resource_unref(yuv->plane[i]);
}
/* Gives back the references of an image. */
static inline void ga_image_unref(const struct ga_image *image)
{
   pipe_resource_unref(image->resource);
   ga_yuv_unref(&image->yuv);
}
enum ga_image_result { GA_IMAGE_OK, GA_IMAGE_BAD_OBJECT /* EGL_BAD_PARAMETER */, GA_IMAGE_BAD_LEVEL /* EGL_BAD_MATCH */,
   GA_IMAGE_INCOMPLETE /* EGL_BAD_PARAMETER */, GA_IMAGE_BAD_ACCESS /* already a sibling */, GA_IMAGE_NO_MEMORY };
/* Turns a texture level/face (target: the GL enum value the EGL attribute stands for) or a renderbuffer of ctx into an
 * image sibling. The object keeps sharing the storage with the image. */
enum ga_image_result ga_image_from_texture(struct ga_context *ctx, uint32_t gl_target, uint32_t name, unsigned level,
                                           unsigned layer, struct ga_image *out, const char **why);
enum ga_image_result ga_image_from_renderbuffer(struct ga_context *ctx, uint32_t name, struct ga_image *out,
                                                const char **why);
/* How glEGLImageTargetTexture2DOES finds an image: installed once by egl/. `lookup` returns false for a bad handle and
 * otherwise fills *out with an image whose reference the caller owns. */
void ga_set_image_lookup(bool (*lookup)(struct ga_context *ctx, void *egl_image, struct ga_image *out));

#endif
