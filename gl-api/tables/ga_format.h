/* ga_format.h: GL internal formats and pixel transfer formats: what is legal, and which pipe_format stands for it. The
 * tables are generated from ga_format.csv. */
#ifndef GA_FORMAT_H
#define GA_FORMAT_H

#include "gl-api/context/ga_context.h"

enum { GA_FORMAT_ES2 = 1 << 0, GA_FORMAT_ES3 = 1 << 1, GA_FORMAT_CORE = 1 << 2, GA_FORMAT_COMPAT = 1 << 3 };

/* An internal format that images can have, kept in one particular pipe_format. */
struct ga_format {
   GLenum internal_format;      /* sized: what an unsized one becomes with its type */
   GLenum base_format;          /* GL_RGBA, GL_LUMINANCE, GL_DEPTH_COMPONENT ... */
   enum pipe_format st;           /* what the driver keeps */
   uint8_t swizzle[4];          /* enum pipe_swizzle: how a sampler sees base format in `st` */
   uint8_t red, green, blue, alpha, depth, stencil; /* bits, for queries */
   bool color_renderable, depth_renderable, stencil_renderable, filterable, compressed;
   bool texture;                /* can be sampled */
   bool copy_sized;             /* CopyTexImage takes internal_format */
   bool copy_unsized;           /* CopyTexImage of the unsized base format makes this */
   bool copy_keeps;             /* CopyTexImage of the unsized base format keeps this format of the framebuffer */
   enum pipe_format blocks;     /* compressed: what an application hands over; differs from `st` when texels are decoded */
   GLenum read_format, read_type; /* ReadPixels offers this pair besides RGBA, UNSIGNED_BYTE */
   uint8_t renderbuffer_apis;   /* GA_FORMAT_*: RenderbufferStorage takes it there */
};

/* Pixels in client memory. */
struct ga_pixel_format {
   GLenum format, type;
   enum pipe_format meaning;      /* what a pixel stands for */
   enum pipe_format same;         /* the stored format that has the same bytes (given the same base format) */
};

struct ga_format_legal {
   GLenum internal_format, format, type;
   uint16_t image;              /* first candidate in ga_format_table */
   uint8_t apis;
};

extern const struct ga_format ga_format_table[];
extern const unsigned ga_format_count;
extern const struct ga_pixel_format ga_pixel_format_table[];
extern const unsigned ga_pixel_format_count;
extern const struct ga_format_legal ga_format_legal_table[];
extern const unsigned ga_format_legal_count;
extern const struct ga_format_legal ga_format_compressed_table[];
extern const unsigned ga_format_compressed_count;

/* GA_FORMAT_* of this context. */
unsigned ga_format_api(const struct ga_context *ctx);
/* format/type: as in TexImage; internal_format as given. NULL and *error set (*why says which argument) when the
 * combination is illegal for this context. */
const struct ga_format *ga_format_teximage(struct ga_context *ctx, GLenum internal_format, GLenum format, GLenum type,
                                           GLenum *error, const char **why);
/* For CompressedTexImage; NULL: INVALID_ENUM. */
const struct ga_format *ga_format_compressed(struct ga_context *ctx, GLenum internal_format);
/* For CopyTexImage from a framebuffer of format `source` (NULL: from any). NULL: not an internal format that can be copied to. */
const struct ga_format *ga_format_copy(struct ga_context *ctx, GLenum internal_format, const struct ga_format *source);
/* GL_INVALID_ENUM when format or type is no name of pixels at all, else GL_INVALID_OPERATION: why a pair is not accepted. */
GLenum ga_format_pixels_error(GLenum format, GLenum type);
/* For RenderbufferStorage; NULL: INVALID_ENUM. */
const struct ga_format *ga_format_renderbuffer(struct ga_context *ctx, GLenum internal_format);
/* The description of a window-system buffer or an imported image of this pipe_format. NULL: none. */
const struct ga_format *ga_format_of_st(enum pipe_format format);
/* The image format of a sized internal format, as this device keeps it. NULL: no such. */
const struct ga_format *ga_format_sized(struct ga_context *ctx, GLenum sized);

/* NULL: format and type do not go together. */
const struct ga_pixel_format *ga_pixel_format(GLenum format, GLenum type);
/* Bytes of one pixel of format/type, 0 when illegal. */
unsigned ga_pixel_size_B(GLenum format, GLenum type);
/* For pipe_convert_rect: where the stored components of an image of this base format come from. NULL: in place. */
const uint8_t *ga_format_store_swizzle(const struct ga_format *format);

#endif
