/* ga_pixel_read.h: pixels of an image into client memory or a mapped pixel buffer, for glReadPixels and glGetTexImage. */
#ifndef GA_PIXEL_READ_H
#define GA_PIXEL_READ_H

#include "gl-api/object/ga_pixels.h"
#include "gl-api/object/ga_fbo.h"

/* The rectangle, as ctx->pack lays it out, of one slice of an image; pixels outside of the image leave memory as it is. The caller
 * has checked that the conversion exists. False: out of memory. */
bool ga_pixel_read(struct ga_context *ctx, const struct ga_read_image *src, GLint x, GLint y, GLsizei width, GLsizei height,
                   const struct ga_pixel_format *pixels, const struct ga_pixel_layout *layout, uint8_t *data);
/* The same into a pixel buffer, from offset_B, by the GPU, after the commands before; box.z is not used. The caller has checked that the
 * rectangle lies in the buffer. False: the GPU cannot copy, and nothing changed; the caller maps the buffer. */
bool ga_pixel_read_buffer(struct ga_context *ctx, const struct ga_read_image *src, const struct pipe_box *box,
                          const struct ga_pixel_format *pixels, const struct ga_pixel_layout *layout, struct ga_buffer *buffer,
                          uint64_t offset_B);
/* Pixels of this kind can be made of the image. */
bool ga_pixel_can_read(const struct ga_format *image, const struct ga_pixel_format *pixels);

#endif
