/* ga_ycbcr.h: images of MESA_ycbcr_texture. Their blocks are pairs of texels (PIPE_FORMAT_UYVY), from which the RGB texels that the
 * device samples are decoded when pixels come in. */
#ifndef GA_YCBCR_H
#define GA_YCBCR_H

#include "gl-api/object/ga_format.h"

struct ga_copy_place;
struct ga_image_info;
struct ga_pixel_layout;
struct ga_pixel_store;

static inline bool ga_format_is_ycbcr(const struct ga_format *format)
{
   return format->base_format == GL_YCBCR_MESA;
}

/* Pixels in memory, laid out as `layout` says, into a box of the image: pairs at its sides keep their other texel. False: out of memory. */
bool ga_ycbcr_store(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, const struct ga_pixel_store *unpack,
                    const struct ga_pixel_format *pixels, const struct ga_pixel_layout *layout, const uint8_t *data);
/* One slice of a box of the image as pixels. */
void ga_ycbcr_read(const struct ga_image_info *image, const struct pipe_box *box, unsigned slice, const struct ga_pixel_store *pack,
                   const struct ga_pixel_format *pixels, const struct ga_pixel_layout *layout, uint8_t *data);
/* Texels between images as they are: where one is in an even column and the other in an odd one, Cb becomes Cr. False: out of memory. */
bool ga_ycbcr_copy(struct ga_context *ctx, const struct ga_copy_place *dst, const struct ga_copy_place *src, unsigned width, unsigned height);

#endif
