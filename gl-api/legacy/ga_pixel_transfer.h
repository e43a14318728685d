/* ga_pixel_transfer.h: pixel transfer (GL 2.1, 3.6.3 to 3.6.5 and 4.3.2): what pixels go through between memory and images, and between
 * images. Where nothing changes them the answer is GA_TRANSFER_NONE, and the paths are those of other profiles. */
#ifndef GA_PIXEL_TRANSFER_H
#define GA_PIXEL_TRANSFER_H

#include "gl-api/legacy/ga_legacy.h"

struct ga_format;
struct ga_pixel_format;
struct ga_pixel_store;
struct ga_read_image;

/* Kinds of rows, and as what they are transferred. */
enum ga_transfer {
   GA_TRANSFER_NONE,
   GA_TRANSFER_COLOR,               /* four floats */
   GA_TRANSFER_INDEX,               /* colour indices, which become four floats */
   GA_TRANSFER_DEPTH,               /* a float */
   GA_TRANSFER_STENCIL,             /* a byte */
   GA_TRANSFER_DEPTH_STENCIL,       /* a float and 32 bits */
};

/* Of pixels in memory on their way into an image. */
enum ga_transfer ga_transfer_of_pixels(const struct ga_context *ctx, const struct ga_pixel_format *pixels);
/* Of texels that become pixels. */
enum ga_transfer ga_transfer_of_read(const struct ga_context *ctx, const struct ga_read_image *src, const struct ga_pixel_format *pixels);
/* Of texels that go into an image of this format. */
enum ga_transfer ga_transfer_of_copy(const struct ga_context *ctx, const struct ga_format *image);

/* The pixels that the kind is kept as, and the bytes of one. */
const struct ga_pixel_format *ga_transferred_format(enum ga_transfer kind);
unsigned ga_transferred_B(enum ga_transfer kind);
/* `count` of them, in place; they are colours, depth or stencil already. */
void ga_transfer_apply(const struct ga_context *ctx, enum ga_transfer kind, void *texels, size_t count);

/* Slices of pixels as `store` lays them out, from the application's pointer on. */
struct ga_unpacked {
   const struct ga_pixel_store *store;
   const struct ga_pixel_format *pixels;
   const void *data;
   unsigned dims, width, height, slices;
};
/* The pixels after the operations, rows and slices one behind the other; malloc'ed. NULL: out of memory. */
void *ga_transfer_unpack(const struct ga_context *ctx, enum ga_transfer kind, const struct ga_unpacked *from);
/* The kind of these pixels, whether an operation changes them or not. */
enum ga_transfer ga_transfer_kind(const struct ga_pixel_format *pixels);

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
