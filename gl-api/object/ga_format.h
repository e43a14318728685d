/* ga_format.h: GL internal formats and pixel transfer formats: what is legal, and which pipe_format stands for it. The
 * tables are generated from ga_format.csv. */
#ifndef GA_FORMAT_H
#define GA_FORMAT_H

#include "gl-api/context/ga_context.h"

/* A context needs one of these features: enum ga_feature + 1, 0: unused. GA_FORMAT_ALWAYS: every context. */
struct ga_format_gate { uint16_t any[2]; };
#define GA_FORMAT_ALWAYS UINT16_MAX

/* An internal format that images can have, kept in one particular pipe_format. */
struct ga_format {
   GLenum internal_format;      /* sized: what an unsized one becomes with its type */
   GLenum base_format;          /* GL_RGBA, GL_LUMINANCE, GL_DEPTH_COMPONENT ... */
   enum pipe_format st;           /* storage format of the driver */
   enum pipe_format surface;    /* of render targets and of both sides of blits: `st` with its channels in the places of the base
                                 * format's components, luminance and intensity in red (GL 4.6 compatibility, table 8.18) */
   uint8_t swizzle[4];          /* enum pipe_swizzle: how a sampler sees base format in `st` */
   uint8_t red, green, blue, alpha, depth, stencil, luminance, intensity; /* bits of the components that the base format has */
   struct ga_format_gate texture;      /* images of textures have it */
   struct ga_format_gate filter;       /* linear filters sample it */
   struct ga_format_gate render;       /* colour-, depth- or stencil-renderable, as base_format says */
   struct ga_format_gate renderbuffer; /* RenderbufferStorage takes it */
   bool compressed;
   bool copy_sized;             /* CopyTexImage takes internal_format ... */
   bool copy_sized_es3;         /* ... in contexts with sized internal formats */
   bool copy_unsized;           /* CopyTexImage of the unsized base format makes this */
   bool copy_keeps;             /* CopyTexImage of the unsized base format keeps this format of the framebuffer */
   enum pipe_format blocks;     /* compressed: what an application hands over; differs from `st` when texels are decoded */
   GLenum read_format, read_type; /* ReadPixels offers this pair besides RGBA, UNSIGNED_BYTE */
};

/* Pixels in client memory. */
struct ga_pixel_format {
   GLenum format, type;
   enum pipe_format client_format;      /* of a pixel; its components in the order R, G, B, A where `reordered` */
   enum pipe_format same;         /* the stored format that has the same bytes (given the same base format) */
   bool reordered;                /* the components in memory are others than R, G, B, A in this order: */
   uint8_t unpack[4];             /* R, G, B, A in terms of the components of `client_format` (enum pipe_swizzle) */
   uint8_t pack[4];               /* the components of `client_format` in terms of R, G, B, A */
};

struct ga_format_legal {
   GLenum internal_format, format, type;
   uint16_t image;              /* first candidate in ga_format_table */
   struct ga_format_gate gate;
   bool storage;                /* of images that TexStorage makes; TexImage does not take the internal format with this pair */
};

/* An internal format of desktop GL that images have under another name. */
struct ga_format_desktop {
   GLenum internal_format;
   uint16_t image;              /* first candidate in ga_format_table */
   struct ga_format_gate gate;
};

struct ga_format_compressed {
   uint16_t image;              /* first candidate in ga_format_table */
   struct ga_format_gate listed; /* GL_COMPRESSED_TEXTURE_FORMATS has it */
};

extern const struct ga_format ga_format_table[];
extern const unsigned ga_format_count;
extern const struct ga_pixel_format ga_pixel_format_table[];
extern const unsigned ga_pixel_format_count;
extern const struct ga_format_legal ga_format_legal_table[];
extern const unsigned ga_format_legal_count;
extern const struct ga_format_desktop ga_format_desktop_table[];
extern const unsigned ga_format_desktop_count;
extern const struct ga_format_compressed ga_format_compressed_table[];
extern const unsigned ga_format_compressed_count;

bool ga_format_gate_open(const struct ga_context *ctx, const struct ga_format_gate *gate);
/* Images of this context's textures may have the format. */
bool ga_format_texturable(const struct ga_context *ctx, const struct ga_format *format);
/* Linear filters sample it (depth formats: subject to their compare mode). */
bool ga_format_filterable(const struct ga_context *ctx, const struct ga_format *format);
/* Filters may take the least or the greatest texel of it: fixed or floating point, of red or of depth (ARB_texture_filter_minmax). */
bool ga_format_reducible(const struct ga_format *format);
bool ga_format_color_renderable(const struct ga_context *ctx, const struct ga_format *format);
bool ga_format_depth_renderable(const struct ga_context *ctx, const struct ga_format *format);
bool ga_format_stencil_renderable(const struct ga_context *ctx, const struct ga_format *format);
/* Depth, stencil or both: of some context, whether it can be rendered to or not. */
bool ga_format_is_depth_stencil(const struct ga_format *format);
/* GL_UNSIGNED_NORMALIZED, GL_SIGNED_NORMALIZED, GL_FLOAT, GL_INT, GL_UNSIGNED_INT of the components, for queries. depth_stencil:
 * of the depth. */
GLenum ga_format_component_type(const struct ga_format *format);
/* Bits of the first component, in the order of the fields of struct ga_format but for alpha, which comes after all other colours. */
unsigned ga_format_component_bits(const struct ga_format *format);
/* Uses (PIPE_BIND_*) of a texture or renderbuffer of this format: sampling as asked, and what the device can render to. */
unsigned ga_format_bind(struct pipe_screen *screen, const struct ga_format *format, bool sampled);
/* The numbers of samples, more than 1, that renderbuffers of this format can have, in descending order; returns how many. */
enum { GA_MAX_SAMPLE_COUNTS = 16 };
unsigned ga_format_sample_counts(const struct ga_context *ctx, const struct ga_format *format, GLint counts[GA_MAX_SAMPLE_COUNTS]);
/* The compressed format of this index in GL_COMPRESSED_TEXTURE_FORMATS, in the order of the table; NULL: no more. */
const struct ga_format *ga_format_compressed_at(struct ga_context *ctx, unsigned index);
/* format/type: as in TexImage; internal_format as given. NULL and *error set (*why says which argument) when the
 * combination is illegal for this context. */
const struct ga_format *ga_format_teximage(struct ga_context *ctx, GLenum internal_format, GLenum format, GLenum type,
                                           GLenum *error, const char **why);
/* For TexSubImage: pixels that go into an image of this internal format, as for ga_format_teximage. */
const struct ga_format *ga_format_texsubimage(struct ga_context *ctx, GLenum internal_format, GLenum format, GLenum type,
                                              GLenum *error, const char **why);
/* For TexStorage: the image of a sized internal format. NULL: INVALID_ENUM. */
const struct ga_format *ga_format_texstorage(struct ga_context *ctx, GLenum internal_format);
/* For CompressedTexImage; NULL: INVALID_ENUM. */
const struct ga_format *ga_format_compressed(struct ga_context *ctx, GLenum internal_format);
/* For CopyTexImage from a framebuffer of format `source` (NULL: from any). NULL: not an internal format that can be copied to. */
const struct ga_format *ga_format_copy(struct ga_context *ctx, GLenum internal_format, const struct ga_format *source);
/* GL_INVALID_ENUM when format or type is not accepted by any command, else GL_INVALID_OPERATION: why a pair is not accepted. */
GLenum ga_format_pixels_error(const struct ga_context *ctx, GLenum format, GLenum type);
/* For RenderbufferStorage; NULL: INVALID_ENUM. */
const struct ga_format *ga_format_renderbuffer(struct ga_context *ctx, GLenum internal_format);
/* The smallest number of samples, at least `samples`, that renderbuffers of the format can have. 0: single-sampled, or there is
 * none. Integers have no samples before OpenGL ES 3.1 (OpenGL ES 3.0, 4.4.2). */
unsigned ga_format_samples(const struct ga_context *ctx, const struct ga_format *format, unsigned samples);
/* The description of a window-system buffer or an imported image of this pipe_format. NULL: none. */
const struct ga_format *ga_format_of_st(enum pipe_format format);
/* The image format of a sized internal format, as this device keeps it. NULL: no such. */
const struct ga_format *ga_format_sized(struct ga_context *ctx, GLenum sized);

/* ---- view classes (ga_format_class.c) ---- */
enum ga_view_class { GA_VIEW_NONE, GA_VIEW_128, GA_VIEW_96, GA_VIEW_64, GA_VIEW_48, GA_VIEW_32, GA_VIEW_24, GA_VIEW_16, GA_VIEW_8,
                     GA_VIEW_RGTC1, GA_VIEW_RGTC2, GA_VIEW_BPTC_UNORM, GA_VIEW_BPTC_FLOAT, GA_VIEW_DXT1_RGB, GA_VIEW_DXT1_RGBA,
                     GA_VIEW_DXT3, GA_VIEW_DXT5, GA_VIEW_LAST = GA_VIEW_DXT5,
                     /* of copies alone, not of views (ES 3.2, table 16.3): */ GA_VIEW_EAC_R11, GA_VIEW_EAC_RG11, GA_VIEW_ETC2_RGB, GA_VIEW_ETC2_RGBA,
                     GA_VIEW_ETC2_EAC_RGBA, GA_VIEW_ASTC_4x4 /* and 13 other sizes */ };
/* GA_VIEW_NONE: views have the same internal format. */
enum ga_view_class ga_format_view_class(GLenum internal_format);

/* ---- desktop GL (ga_format_desktop.c): pixels go into and come from images of their own class (GL 4.6, 8.4.4, 8.5 and 18.2.2) */

/* An internal format that asks for any compressed format, which an image never has. */
bool ga_format_is_generic_compressed(GLenum internal_format);
/* The image that a desktop internal format makes. NULL: no such internal format in this context. */
const struct ga_format *ga_format_desktop_image(struct ga_context *ctx, GLenum internal_format);
const struct ga_format *ga_format_desktop_teximage(struct ga_context *ctx, GLenum internal_format, GLenum format, GLenum type,
                                                   GLenum *error, const char **why);
/* GL_NO_ERROR, or the error of a pair of format and type that this context does not accept. */
GLenum ga_format_desktop_pixels_error(const struct ga_context *ctx, GLenum format, GLenum type);
/* The components of these pixels are integers. */
bool ga_format_is_integer_pixels(const struct ga_context *ctx, GLenum format);
/* Pixels of `format`, a format of this context, can become an image's texels. */
bool ga_format_desktop_class_fits(const struct ga_context *ctx, const struct ga_format *image, GLenum format);
/* An image's texels can become pixels of `format`. */
bool ga_format_desktop_can_read(const struct ga_context *ctx, const struct ga_format *image, GLenum format);

/* NULL: the type is not accepted for the format. */
const struct ga_pixel_format *ga_pixel_format(GLenum format, GLenum type);
/* Bytes of one pixel of format/type, 0 when illegal. */
unsigned ga_pixel_size_B(GLenum format, GLenum type);
/* An image of pipe_format `stored` as these pixels see it: its stencil alone for GL_STENCIL_INDEX, sRGB codes as they are. */
enum pipe_format ga_format_transferred(enum pipe_format stored, GLenum pixel_format);
/* For pipe_convert_rect: where the stored components of an image of this base format come from. NULL: in place. */
const uint8_t *ga_format_store_swizzle(const struct ga_format *format);

#endif
