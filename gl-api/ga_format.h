/* ga_format.h: GL internal formats and pixel transfer formats: what is legal, and which st_format stands for it. The
 * table is ga_format.csv. */
#ifndef GA_FORMAT_H
#define GA_FORMAT_H

#include "gl-api/ga_context.h"

/* An internal format that images can have. */
struct ga_format {
   GLenum internal_format;      /* sized, or the unsized one as given to TexImage in ES 2.0 */
   GLenum base_format;          /* GL_RGBA, GL_LUMINANCE, GL_DEPTH_COMPONENT ... */
   enum st_format st;           /* what the driver keeps */
   uint8_t swizzle[4];          /* enum st_swizzle: how a sampler sees base format in `st` */
   uint8_t red, green, blue, alpha, depth, stencil; /* bits, for queries */
   bool color_renderable, depth_renderable, stencil_renderable, filterable, compressed;
   bool texture, renderbuffer;  /* legal for TexImage / RenderbufferStorage in this context's API */
};

/* format/type: as in TexImage; internal_format as given. NULL and *error set when the combination is illegal for this
 * context. */
const struct ga_format *ga_format_teximage(struct ga_context *ctx, GLenum internal_format, GLenum format, GLenum type,
                                           GLenum *error);
/* For RenderbufferStorage; NULL: INVALID_ENUM. */
const struct ga_format *ga_format_renderbuffer(struct ga_context *ctx, GLenum internal_format);
/* The description of a window-system buffer or an imported image of this st_format. NULL: none. */
const struct ga_format *ga_format_of_st(enum st_format format);

/* Bytes of one pixel of format/type, 0 when illegal. */
unsigned ga_pixel_size_B(GLenum format, GLenum type);

#endif
