/* ga_texture.h: texture objects and operations on them. No operation depends on a binding point or an entry point.
 *
 * A texture's storage is one miptree: a pipe_resource that holds its levels, its own or (in part) an EGLImage's. An image whose
 * size or format does not fit the miptree has a resource of its own until ga_texture_finalize copies it into the miptree.
 *
 * Locks. tex->lock guards images, miptree, parameters and the views list. It is held for field accesses only: resources are
 * created, copied and uploaded without it. A change of storage is prepared from a snapshot, and committed under the lock when
 * tex->storage_seqno is still that of the snapshot; if not, it is prepared again. Texels are written through a reference of the
 * resource (struct ga_image_info). The order of texel writes by several contexts is the application's task (GL 4.6, 5.3). */
#ifndef GA_TEXTURE_H
#define GA_TEXTURE_H

#include <assert.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_sampler_params.h"
#include "gl-api/object/ga_target.h"
#include "state/pipe.h"

struct ga_format;
struct ga_pixel_format;
struct ga_read_image;

/* One image of a level: of one cube face, or of all slices or layers. */
/* Compressed blocks of one or more images of a size, slice by slice, in a format that the device decodes nowhere (ga_blocks.c). */
struct ga_blocks {
   atomic_int refs;
   uint64_t slice_B, row_B;         /* row_B: of a row of blocks */
   uint8_t data[];
};

struct ga_teximage {
   struct ga_extent extent;         /* empty: has no texels */
   GLenum internal_format;          /* as given */
   const struct ga_format *format;  /* NULL: not specified */
   uint8_t samples;                 /* 0: single-sampled */
   bool fixed_locations;            /* multisampled: the same sample positions in every texel */
   struct pipe_resource *own;       /* counted; NULL: the image is in the miptree, or empty */
   uint16_t own_level, own_layer;   /* first layer */
   struct ga_blocks *blocks;        /* counted; NULL: the resource holds what the application hands over */
   uint16_t blocks_slice;           /* the image's first slice there */
};

/* Facts about a texture's images that decide with which sampler parameters it can be sampled. */
struct ga_sampling_facts {
   bool depth, sized, filterable, integer, srgb;
   bool reducible;                  /* filters may take the least or the greatest texel */
   enum { GA_RANGE_ANY, GA_RANGE_UNSIGNED, GA_RANGE_SIGNED } range; /* normalized components are within 0 .. 1 or -1 .. 1 */
   uint8_t border[4];               /* component of the border colour, or enum pipe_swizzle 0 or 1 */
};

/* A sampler view of a texture; one per context that samples it. `tex` and both lists are guarded by the lock of the textures' name
 * space, the other fields belong to the context. */
struct ga_texture_view {
   struct ga_texture_view *next, *next_of_ctx; /* lists of the texture and of the context */
   struct ga_texture *tex;          /* NULL: the texture was deleted */
   struct ga_context *ctx;
   struct pipe_sampler_view *view;  /* counted; NULL: the texture is incomplete */
   bool compared;                   /* its red component is the result of a comparison, whatever the depth mode */
   bool mipmaps;                    /* complete with mipmaps, too */
   unsigned base;                   /* the texture's level that is the view's first */
   struct ga_sampling_facts facts;
   uint32_t storage_seqno;          /* the texture's when the view was made */
   unsigned buffer_seqno;           /* of a buffer texture's buffer then */
   unsigned pass;                   /* ctx->texture_pass in which the view was last up to date */
};

/* Level 0 and layer 0 of a texture in its miptree (GL 4.6, 8.18). */
struct ga_view_origin {
   unsigned level, layer;
   unsigned levels, layers;         /* how many of them the view has; 0: no immutable storage */
   unsigned immutable_levels;       /* of the texture that the storage was allocated for */
};

/* The texels of a buffer texture (GL 4.6, 8.9). */
struct ga_texture_buffer {
   struct ga_buffer *buffer;        /* counted or NULL */
   GLenum internal_format;
   enum pipe_format format;         /* NONE: glTexBuffer was not called */
   uint64_t offset_B, size_B;
   bool all;                        /* the size is that of the buffer, whatever it is at a draw */
};

struct ga_texture {
   pthread_mutex_t lock;
   GLuint name;
   atomic_int refs;
   char *label;                     /* KHR_debug */
   enum ga_texture_target target;
   const struct ga_target_traits *traits;
   bool immutable;
   bool proxy;                      /* of a proxy target: its images have no texels */
   bool imported;                   /* image 0 is an EGLImage's; no other image is specified */
   bool exported;                   /* an EGLImage shares the miptree: specifying an image makes new storage */
   struct ga_sampler_params params;
   GLenum swizzle[4];               /* GL_RED .. GL_ALPHA, GL_ZERO, GL_ONE */
   GLint base_level, max_level;     /* as set; ga_texture_levels() has those in effect */
   struct pipe_resource *miptree;   /* counted; NULL: not allocated */
   struct ga_view_origin origin;    /* where the images are in the miptree; zero but for texture views */
   struct ga_texture_buffer buffer; /* of GL_TEXTURE_BUFFER */
   GLenum depth_mode;               /* GL_DEPTH_TEXTURE_MODE: GL_LUMINANCE, GL_INTENSITY, GL_ALPHA or GL_RED */
   bool generate_mipmap;            /* GL_GENERATE_MIPMAP: when the base level is specified */
   GLint crop[4];                   /* GL_TEXTURE_CROP_RECT_OES: left, bottom, width, height in texels of the base level */
   GLfloat priority;                /* GL_TEXTURE_PRIORITY; without effect */
   GLenum tiling;                   /* GL_TEXTURE_TILING_EXT, of storage in a memory object */
   bool sample_stencil;             /* GL_DEPTH_STENCIL_TEXTURE_MODE is GL_STENCIL_INDEX */
   struct ga_yuv yuv;               /* imported: planes of image 0, counted */
   struct ga_texture_view *views;
   struct ga_handle *handles;       /* under handles_lock (ga_handle.h) */
   pthread_mutex_t *handles_lock;   /* of the share group; set before has_handles */
   atomic_bool has_handles;         /* images and parameters do not change any more (ARB_bindless_texture) */
   atomic_uint seqno;               /* incremented when anything changes that a draw derives state from */
   atomic_uint storage_seqno;       /* incremented when storage or completeness changes */
   struct ga_teximage image[];      /* [face][level]; see ga_teximage_at */
};

/* A buffer texture has no images; the caller checks. */
static inline struct ga_teximage *ga_teximage_at(const struct ga_texture *tex, unsigned face, unsigned level)
{
   assert(face < tex->traits->faces && level < GA_MAX_TEXTURE_LEVELS);
   return (struct ga_teximage *)&tex->image[face * GA_MAX_TEXTURE_LEVELS + level];
}

/* A reference that is released at the end of the block. */
#define GA_HELD __attribute__((cleanup(ga_release_resource)))
static inline void ga_release_resource(struct pipe_resource **res)
{
   pipe_resource_unref(*res);
}

void ga_blocks_unref(struct ga_blocks *blocks); /* any thread; NULL is fine */

/* An image as it was at one moment. */
struct ga_image_info {
   const struct ga_format *format;  /* NULL: not specified */
   GLenum internal_format;
   struct ga_extent extent;
   uint8_t samples;                 /* 0: single-sampled */
   bool fixed_locations;
   struct pipe_resource *resource;  /* counted; NULL: no texels */
   unsigned level, layer;           /* in the resource; layer: the first of the image */
   struct ga_blocks *blocks;        /* counted; CPU copy of the compressed blocks; NULL: the resource holds them */
   unsigned blocks_slice;
};
#define GA_HELD_IMAGE __attribute__((cleanup(ga_release_image)))
static inline void ga_release_image(struct ga_image_info *info)
{
   pipe_resource_unref(info->resource);
   ga_blocks_unref(info->blocks);
}

/* ---- life (ga_texture.c) ---- */

/* With one reference. NULL: out of memory. */
struct ga_texture *ga_texture_create(GLuint name, enum ga_texture_target target);
struct ga_texture *ga_texture_ref(struct ga_texture *tex);
void ga_texture_unref(struct ga_context *ctx, struct ga_texture *tex); /* NULL is fine */
/* By name, with a reference for the caller; NULL for 0 and names without object. */
struct ga_texture *ga_texture_lookup(struct ga_context *ctx, GLuint name);
/* By name; makes the object when the name has none. With a reference. NULL: *error says why. */
struct ga_texture *ga_texture_of_name(struct ga_context *ctx, GLuint name, enum ga_texture_target target, GLenum *error);
/* Takes the name away and unbinds the texture from this context (ES 2.0, 3.7.13). */
void ga_texture_delete_name(struct ga_context *ctx, GLuint name);
/* Binds to a unit. */
void ga_texture_bind(struct ga_context *ctx, unsigned unit, struct ga_texture *tex);
/* Context creation and destruction: default textures, units. False: out of memory. */
bool ga_texture_init_context(struct ga_context *ctx);
void ga_texture_finish_context(struct ga_context *ctx);
/* Share group destruction: frees what an ut_names table of textures still holds. */
void ga_texture_free_shared(struct ga_context *ctx, struct ga_texture *tex);
/* State that draws derive from the texture changed. Called with tex->lock held. ctx NULL: while the texture is destroyed. */
void ga_texture_changed(struct ga_context *ctx, struct ga_texture *tex, bool storage);

/* ---- storage (ga_texture_storage.c) ---- */

/* What an image is specified as. */
struct ga_image_spec {
   struct ga_extent extent;
   GLenum internal_format;
   const struct ga_format *format;
   unsigned samples;
   bool fixed_locations;
};
/* Gives a level of a proxy texture a size and a format. NULL: none. */
void ga_teximage_define_proxy(struct ga_texture *tex, unsigned level, const struct ga_image_spec *spec);
/* Gives the image a size, a format and room for its texels, replacing what it was. False: out of memory, nothing changed. */
bool ga_teximage_define(struct ga_context *ctx, struct ga_texture *tex, unsigned face, unsigned level,
                        const struct ga_image_spec *spec);
/* Allocates `levels` levels at once and makes them immutable (glTexStorage*). False: out of memory, nothing changed. */
bool ga_texture_allocate(struct ga_context *ctx, struct ga_texture *tex, unsigned levels, const struct ga_image_spec *base);
/* The same with the texels at offset_B of a memory object, as they are there. Another result than GL_NO_ERROR: the error, whose reason
 * goes to `why`; nothing changed. */
GLenum ga_texture_allocate_in(struct ga_context *ctx, struct ga_texture *tex, unsigned levels, const struct ga_image_spec *base,
                              struct pipe_memory_object *memory, uint64_t offset_B, char *why, size_t why_size_B);
/* GL_TILING_TYPES_EXT: GA_TILING_* of textures of the format in memory objects; 0: there are none. */
enum ga_tiling { GA_TILING_OPTIMAL = 1, GA_TILING_LINEAR = 2 };
unsigned ga_format_tilings(const struct ga_context *ctx, const struct ga_target_traits *traits, const struct ga_format *format);
/* The image as it is now. The caller releases out->resource. False: not specified; *out is zero. */
bool ga_teximage_get(struct ga_texture *tex, unsigned face, unsigned level, struct ga_image_info *out);
/* The texture's storage as it is. Called with tex->lock held. */
static inline uint32_t ga_texture_storage_seqno(const struct ga_texture *tex)
{
   return atomic_load_explicit(&tex->storage_seqno, memory_order_relaxed);
}
/* Levels whose images agree with each other, found under the texture's lock. */
struct ga_level_range {
   uint32_t seqno;                  /* of the storage that the levels were found in */
   unsigned first, last;
   unsigned define;                 /* levels last + 1 .. define get the size and format of a complete texture; at least last */
};
enum ga_finalize_result { GA_FINALIZED, GA_FINALIZE_CHANGED, GA_FINALIZE_NO_MEMORY };
/* Copies the levels of every face into a miptree that has room for all of the range. *miptree has a reference for the caller.
 * GA_FINALIZE_CHANGED: another context changed the storage after `seqno`; nothing is done, and the caller looks again. */
enum ga_finalize_result ga_texture_finalize(struct ga_context *ctx, struct ga_texture *tex, const struct ga_level_range *levels,
                                            struct pipe_resource **miptree);
/* Makes `view`, which has no images, a view of a part of an immutable texture in a format of the same class (glTextureView). `part`
 * counts from the first level and layer of `orig`. */
void ga_texture_view(struct ga_context *ctx, struct ga_texture *view, struct ga_texture *orig, const struct ga_view_origin *part,
                     const struct ga_format *format);
/* Makes an EGLImage, whose references are taken over, the texture's only image. immutable: glEGLImageTargetTexStorageEXT. */
void ga_texture_import(struct ga_context *ctx, struct ga_texture *tex, const struct ga_image *image,
                       const struct ga_image_spec *spec, bool immutable);
/* Removes all images and the storage. Called with tex->lock held. */
void ga_texture_clear_images(struct ga_context *ctx, struct ga_texture *tex);

/* ---- buffer textures (ga_texture_buffer.c) ---- */

/* NONE: not a format of buffer textures in this context. */
enum pipe_format ga_texture_buffer_format(struct ga_context *ctx, GLenum internal_format);
/* R, G, B and A of a shader in terms of the components of that format. */
void ga_texture_buffer_swizzle(struct ga_context *ctx, GLenum internal_format, uint8_t out[4]);
/* Attaches a buffer, whose reference stays the caller's, or none. */
void ga_texture_set_buffer(struct ga_context *ctx, struct ga_texture *tex, const struct ga_texture_buffer *buffer);
/* With a reference to the buffer for the caller. */
struct ga_texture_buffer ga_texture_get_buffer(struct ga_context *ctx, struct ga_texture *tex);

/* ---- completeness (ga_texture_complete.c; pure functions, called with tex->lock held) ---- */

enum ga_completeness { GA_COMPLETE, GA_NO_BASE_IMAGE, GA_NO_LEVELS, GA_LEVEL_MISSING, GA_LEVEL_MISMATCH, GA_FACE_MISSING, GA_FACE_MISMATCH };
/* BASE_LEVEL and MAX_LEVEL as sampling uses them: immutable textures clamp them to their levels (ES 3.0, 3.8.10). */
void ga_texture_levels(const struct ga_texture *tex, unsigned *base, unsigned *max);
/* With or without the levels after the base level (ES 2.0, 3.8.2; ES 3.0, 3.8.13). *last: the last level that sampling can reach. */
enum ga_completeness ga_texture_completeness(const struct ga_texture *tex, bool mipmaps, unsigned *last);
/* The base level of all faces is alike, and square where the target says so (ES 2.0, 3.7.10). */
enum ga_completeness ga_texture_base_complete(const struct ga_texture *tex);
const char *ga_completeness_text(enum ga_completeness completeness);

/* ---- mipmaps (ga_mipmap.c) ---- */

/* Generates the levels after the base level. GL_NO_ERROR, or the error with its reason in *why; nothing changed then. */
GLenum ga_texture_generate_mipmap(struct ga_context *ctx, struct ga_texture *tex, const char **why);
/* GL_GENERATE_MIPMAP (GL 2.1, 3.8.8): an image of this level was specified or changed by a command. False: out of memory. */
bool ga_texture_level_changed(struct ga_context *ctx, struct ga_texture *tex, unsigned level);

/* ---- texels (ga_texture_upload.c, ga_texture_copy.c) ---- */

/* Pixels from client memory into a box of the image. z of the box counts slices or layers of the image. dims: of the command
 * (glTexSubImage3D: 3). False: out of memory. */
bool ga_teximage_upload(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, unsigned dims,
                        const struct ga_pixel_format *pixels, const void *data);
/* The same of memory with this layout, without the operations of pixel transfer. */
bool ga_teximage_store(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, unsigned dims,
                       const struct ga_pixel_store *store, const struct ga_pixel_format *pixels, const void *data);
/* The texel, as the image keeps it, that a pixel becomes. */
void ga_teximage_texel(const struct ga_format *image, const struct ga_pixel_format *pixels, const void *pixel, uint8_t texel[16]);
/* Fills a box of the image, every sample of it, with a texel (ga_texture_clear.c). False: out of memory. */
bool ga_teximage_clear(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, const uint8_t *texel);
/* The same from offset_B of a pixel buffer, by the GPU, after the commands before. The caller has checked that the pixels lie in the
 * buffer. False: the GPU cannot copy, and nothing changed; the caller maps the buffer. */
bool ga_teximage_upload_buffer(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, unsigned dims,
                               const struct ga_pixel_format *pixels, struct ga_buffer *buffer, uint64_t offset_B);
/* An unsigned integer format as which the device copies the bytes of texels. NONE: there is none of this size. */
enum pipe_format ga_raw_format(enum pipe_format format);
/* Blocks of a compressed format into a box that consists of complete blocks; rows of blocks are stride_B apart, slices slice_B.
 * Formats that the device does not have are decoded. False: out of memory. */
bool ga_teximage_upload_blocks(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, const void *data,
                               size_t stride_B, size_t slice_B);
/* Texels of pipe_compressed_from, rows row_B apart, into a box of one slice that consists of complete blocks. False: out of memory. */
bool ga_teximage_compress(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, const void *texels,
                          size_t row_B);
/* Pixels (x, y, width, height) of a framebuffer's image to (dst_x, dst_y) of a slice of the image. Pixels outside the framebuffer
 * leave the image as it is, but for those of compressed blocks in which others change. False: out of memory. */
bool ga_teximage_copy(struct ga_context *ctx, const struct ga_read_image *src, GLint x, GLint y, GLsizei width, GLsizei height,
                      const struct ga_image_info *image, int dst_x, int dst_y, unsigned slice);

/* ---- blocks of decoded images (ga_blocks.c) ---- */

/* Images of the format hold decoded texels, and their blocks apart from them. */
bool ga_format_is_decoded(const struct ga_format *format);
/* With one reference; all zero. width, height: in texels. NULL: out of memory. */
struct ga_blocks *ga_blocks_create(const struct ga_format *format, uint32_t width, uint32_t height, unsigned slices);
struct ga_blocks *ga_blocks_ref(struct ga_blocks *blocks); /* NULL is fine */
/* The block at texel (x, y) of a slice of the image. */
uint8_t *ga_blocks_at(const struct ga_image_info *image, unsigned x, unsigned y, unsigned slice);

/* ---- copies between images (ga_image_copy.c) ---- */

/* A place in an image: a slice or layer of it, and a texel, the first one of a block where the format is compressed. */
struct ga_copy_place {
   const struct ga_image_info *image;
   unsigned x, y, slice;
};
/* Copies width_el x height_el texels or blocks (YCbCr: texels) of some slices as bytes. Their sizes are equal, the regions
 * inside of the images and apart from each other. False: out of memory. */
bool ga_image_copy(struct ga_context *ctx, const struct ga_copy_place *dst, const struct ga_copy_place *src, unsigned width_el,
                   unsigned height_el, unsigned slices);

/* ---- parameters (ga_texture_param.c) ---- */

/* GL_NO_ERROR, or the error with its reason in *why. */
GLenum ga_texture_set_parameter(struct ga_context *ctx, struct ga_texture *tex, GLenum pname, const struct ga_param *value,
                                const char **why);
/* False: no such parameter. */
bool ga_texture_get_parameter(struct ga_context *ctx, struct ga_texture *tex, GLenum pname, struct ga_param_value *value);

#endif
