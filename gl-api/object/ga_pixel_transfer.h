/* ga_pixel_transfer.h: pixel transfer of the compatibility profile (GL 2.1, 3.6.3 to 3.6.5 and 4.3.2): operations on pixels between
 * memory and images, and between images. legacy/ga_pixel_transfer.c has the operations; contexts of other profiles have none. */
#ifndef GA_PIXEL_TRANSFER_H
#define GA_PIXEL_TRANSFER_H

#include "gl-api/context/ga_legacy_hooks.h"

struct ga_format;
struct ga_pixel_format;
struct ga_pixel_store;
struct ga_read_image;

/* Kinds of rows, and the type of their values during the operations. */
enum ga_transfer {
   GA_TRANSFER_NONE,
   GA_TRANSFER_COLOR,               /* four floats */
   GA_TRANSFER_INDEX,               /* colour indices, which become four floats */
   GA_TRANSFER_DEPTH,               /* a float */
   GA_TRANSFER_STENCIL,             /* a byte */
   GA_TRANSFER_DEPTH_STENCIL,       /* a float and 32 bits */
};

/* Slices of pixels as `store` lays them out, from the application's pointer on. */
struct ga_unpacked {
   const struct ga_pixel_store *store;
   const struct ga_pixel_format *pixels;
   const void *data;
   unsigned dims, width, height, slices;
};

/* The functions below, for contexts of the compatibility profile. */
struct ga_transfer_hooks {
   enum ga_transfer (*for_unpack)(const struct ga_context *ctx, const struct ga_pixel_format *pixels);
   enum ga_transfer (*for_read)(const struct ga_context *ctx, const struct ga_read_image *src, const struct ga_pixel_format *pixels);
   enum ga_transfer (*for_copy)(const struct ga_context *ctx, const struct ga_format *image);
   void (*apply)(const struct ga_context *ctx, enum ga_transfer kind, void *texels, size_t count);
   void *(*unpack)(const struct ga_context *ctx, enum ga_transfer kind, const struct ga_unpacked *from);
};

/* The operations on pixels in memory that are written into an image; GA_TRANSFER_NONE if none applies. */
static inline enum ga_transfer ga_transfer_for_unpack(const struct ga_context *ctx, const struct ga_pixel_format *pixels)
{
   return ctx->hooks ? ctx->hooks->transfer->for_unpack(ctx, pixels) : GA_TRANSFER_NONE;
}

/* The same for texels that are read as pixels. */
static inline enum ga_transfer ga_transfer_for_read(const struct ga_context *ctx, const struct ga_read_image *src,
                                                    const struct ga_pixel_format *pixels)
{
   return ctx->hooks ? ctx->hooks->transfer->for_read(ctx, src, pixels) : GA_TRANSFER_NONE;
}

/* The same for texels that are copied into an image of this format. */
static inline enum ga_transfer ga_transfer_for_copy(const struct ga_context *ctx, const struct ga_format *image)
{
   return ctx->hooks ? ctx->hooks->transfer->for_copy(ctx, image) : GA_TRANSFER_NONE;
}

/* Operates on `count` values of the kind (not NONE) in place; they are colours, depth or stencil already. */
static inline void ga_transfer_apply(const struct ga_context *ctx, enum ga_transfer kind, void *texels, size_t count)
{
   ctx->hooks->transfer->apply(ctx, kind, texels, count);
}

/* The pixels after the operations of the kind (not NONE), tightly packed; malloc'ed. NULL: out of memory. */
static inline void *ga_transfer_unpack(const struct ga_context *ctx, enum ga_transfer kind, const struct ga_unpacked *from)
{
   return ctx->hooks->transfer->unpack(ctx, kind, from);
}

/* The kind of these pixels, whether an operation changes them or not. */
enum ga_transfer ga_transfer_kind(const struct ga_pixel_format *pixels);
/* The format of values of the kind, and the size of one in bytes. */
const struct ga_pixel_format *ga_transferred_format(enum ga_transfer kind);
unsigned ga_transferred_size_B(enum ga_transfer kind);

static inline bool ga_is_luminance(GLenum pixel_format)
{
   return pixel_format == GL_LUMINANCE || pixel_format == GL_LUMINANCE_ALPHA;
}

/* Bit x of a row of GL_BITMAP. */
static inline bool ga_bit_get(const struct ga_pixel_store *store, const uint8_t *row, unsigned x)
{
   const unsigned at = (unsigned)store->skip_pixels + x;
   return row[at / 8] >> (store->lsb_first ? at % 8 : 7 - at % 8) & 1;
}

static inline void ga_bit_put(const struct ga_pixel_store *store, uint8_t *row, unsigned x, bool bit)
{
   const unsigned at = (unsigned)store->skip_pixels + x, shift = store->lsb_first ? at % 8 : 7 - at % 8;
   row[at / 8] = (uint8_t)((row[at / 8] & ~(1u << shift)) | (unsigned)bit << shift);
}

#endif
