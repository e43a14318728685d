/* ga_fbo.h: framebuffer objects and renderbuffers. */
#ifndef GA_FBO_H
#define GA_FBO_H

#include "gl-api/context/ga_context.h"

struct ga_format;
struct ga_image_info;

/* lock guards the fields from width on; they change together. */
struct ga_renderbuffer {
   GLuint name;
   atomic_int refs;
   char *label;                    /* KHR_debug */
   atomic_uint seqno;              /* incremented when the storage changes */
   pthread_mutex_t lock;
   uint32_t width, height, samples;
   GLenum internal_format;
   const struct ga_format *format; /* NULL: no storage */
   struct pipe_resource *resource; /* counted; NULL: no storage, or of size 0 */
   unsigned level, layer;          /* of an EGLImage */
};

struct ga_attachment {
   GLenum type;                    /* GL_NONE, GL_TEXTURE, GL_RENDERBUFFER, GL_FRAMEBUFFER_DEFAULT */
   struct ga_texture *texture;     /* counted */
   struct ga_renderbuffer *renderbuffer; /* counted */
   unsigned level, layer;          /* layer: cube face, slice or array layer */
   unsigned views;                 /* layers from `layer` on that are views (OVR_multiview); 0: not multiview */
   bool layered;
   struct pipe_surface *surface;   /* cached; of this context */
   struct pipe_resource *held;     /* counted: the image at the last look-up; another context may replace it meanwhile */
   unsigned seqno;                 /* of the texture's storage or the renderbuffer when the status was computed */
};

/* READ_BUFFER is not an attachment: ga_fbo_read_image takes it for the attachment that glReadBuffer chose. */
enum ga_attachment_index { GA_ATT_COLOR0 = 0, GA_ATT_DEPTH = 8, GA_ATT_STENCIL = 9, GA_ATT_COUNT = 10,
                           GA_ATT_READ_BUFFER = GA_ATT_COUNT };

#define GA_SAMPLE_LOCATIONS (PIPE_SAMPLE_GRID * PIPE_SAMPLE_GRID * PIPE_MAX_SAMPLES) /* of a framebuffer */

struct ga_fbo {
   GLuint name;                    /* 0: the window-system framebuffer */
   char *label;                    /* KHR_debug */
   struct ga_attachment att[GA_ATT_COUNT];
   struct ga_drawable *drawable;   /* name 0: the drawable that egl/ bound; NULL: surfaceless. Borrowed */
   GLenum draw_buffer[GA_MAX_DRAW_BUFFERS], read_buffer;
   /* Without attachments (GL 4.6, 9.2.1); always: flip_y (MESA_framebuffer_flip_y), and whether sample_location is used and has
    * locations for each pixel of the grid (ARB_sample_locations). */
   struct ga_fbo_defaults { GLint width, height, layers, samples, fixed_locations, flip_y, programmable_locations, location_grid; } defaults;
   GLfloat sample_location[GA_SAMPLE_LOCATIONS][2];
   GLenum status;                  /* completeness, 0: unknown; valid while no attachment changes its seqno */
   const char *why;                /* reason of the status, for messages */
   uint32_t width, height;         /* when complete: of the area that all attachments have */
   uint32_t samples;               /* when complete; 0: single-sampled */
   uint32_t views;                 /* when complete: views of each attachment (OVR_multiview); 0: not multiview */
   uint32_t layers;                /* when complete: the most layers of an attachment, for clears of all (GL 4.5, 9.8); 0: not layered */
};

/* ---- renderbuffers (ga_renderbuffer.c) ---- */

struct ga_renderbuffer *ga_renderbuffer_ref(struct ga_renderbuffer *rb); /* NULL is fine */
void ga_renderbuffer_unref(struct ga_renderbuffer *rb); /* any thread; NULL is fine */
/* By name, with a reference; NULL: the name has no object. */
struct ga_renderbuffer *ga_renderbuffer_lookup(struct ga_context *ctx, GLuint name);
/* By name; makes the object when the name has none. With a reference. NULL: out of memory. */
struct ga_renderbuffer *ga_renderbuffer_of_name(struct ga_context *ctx, GLuint name);
/* Takes the name away, and unbinds and detaches the renderbuffer in this context. */
void ga_renderbuffer_delete_name(struct ga_context *ctx, GLuint name);
/* New storage. False: out of memory, nothing changed. */
bool ga_renderbuffer_allocate(struct ga_context *ctx, struct ga_renderbuffer *rb, const struct ga_format *format,
                              GLenum internal_format, uint32_t width, uint32_t height, unsigned samples);
/* The image as it is now, with a reference to its resource, which is NULL without storage (ga_release_image). */
void ga_renderbuffer_get_image(struct ga_renderbuffer *rb, struct ga_image_info *out);
/* False: no such parameter. */
bool ga_renderbuffer_get_parameter(struct ga_renderbuffer *rb, GLenum pname, GLint *value);
/* glEGLImageTargetRenderbufferStorageOES, validated: rb shows the image (whose reference stays the caller's). */
void ga_renderbuffer_from_image(struct ga_context *ctx, struct ga_renderbuffer *rb, const struct ga_image *image,
                                const struct ga_format *format);

/* ---- framebuffers (ga_fbo.c) ---- */

/* By name; NULL: the name has no object. */
struct ga_fbo *ga_fbo_lookup(struct ga_context *ctx, GLuint name);
/* By name; makes the object when the name has none. NULL: out of memory. */
struct ga_fbo *ga_fbo_of_name(struct ga_context *ctx, GLuint name);
/* NULL: the framebuffers of the window. */
void ga_fbo_bind(struct ga_context *ctx, struct ga_fbo *draw, struct ga_fbo *read);
/* Unbinds and destroys. */
void ga_fbo_delete_name(struct ga_context *ctx, GLuint name);
/* Attaches; the reference to the texture or renderbuffer stays the caller's. */
void ga_fbo_attach_texture(struct ga_context *ctx, struct ga_fbo *fbo, enum ga_attachment_index which, struct ga_texture *tex,
                           unsigned level, unsigned layer, bool layered);
/* The layers first .. first + views - 1 as views. */
void ga_fbo_attach_views(struct ga_context *ctx, struct ga_fbo *fbo, enum ga_attachment_index which, struct ga_texture *tex,
                         unsigned level, unsigned first, unsigned views);
void ga_fbo_attach_renderbuffer(struct ga_context *ctx, struct ga_fbo *fbo, enum ga_attachment_index which,
                                struct ga_renderbuffer *rb);
void ga_fbo_detach(struct ga_context *ctx, struct ga_fbo *fbo, enum ga_attachment_index which);
/* Outputs from n on go to GL_NONE. */
void ga_fbo_set_draw_buffers(struct ga_context *ctx, struct ga_fbo *fbo, unsigned n, const GLenum *buffers);
void ga_fbo_set_read_buffer(struct ga_fbo *fbo, GLenum buffer);
void ga_fbo_set_defaults(struct ga_context *ctx, struct ga_fbo *fbo, const struct ga_fbo_defaults *defaults);
/* start + count <= GA_SAMPLE_LOCATIONS. */
void ga_fbo_set_sample_locations(struct ga_context *ctx, struct ga_fbo *fbo, GLuint start, GLuint count, const GLfloat *xy);
/* Row 0 of the framebuffer's coordinates is the last row of its images. */
bool ga_fbo_y_inverted(const struct ga_fbo *fbo);
/* The attachment that colour output i goes to; -1: none. */
int ga_fbo_draw_point(const struct ga_fbo *fbo, unsigned i);
/* Whether an attached texture or renderbuffer has changed its storage since the status was computed. */
bool ga_fbo_attachments_changed(const struct ga_fbo *fbo);

/* Context life. init: name 0's framebuffers exist and are bound. finish: nothing is bound any more, all are freed. */
bool ga_fbo_init_context(struct ga_context *ctx);
void ga_fbo_finish_context(struct ga_context *ctx);
/* ctx->draw and ctx->read changed: name 0 shows them. */
void ga_fbo_window_changed(struct ga_context *ctx);
/* The images of ctx->draw were replaced (another size). */
void ga_fbo_window_resized(struct ga_context *ctx);

/* The image of an attachment. False: none (nothing attached, or an object without storage). */
struct ga_image_at { struct pipe_resource *resource; unsigned level, layer; const struct ga_format *format;
                     uint32_t width, height, samples, layers /* attached ones, from `layer` on */;
                     bool unsized; /* by its internal format */
                     bool fixed_locations; /* the same sample positions in every texel */ };
bool ga_attachment_image(struct ga_context *ctx, struct ga_fbo *fbo, enum ga_attachment_index which,
                         struct ga_image_at *out);
/* glCheckFramebufferStatus' answer, cached in fbo->status with its reason in fbo->why. */
GLenum ga_fbo_status(struct ga_context *ctx, struct ga_fbo *fbo);
/* The framebuffer's format at an attachment point, for queries of its bits; NULL: nothing there. */
const struct ga_format *ga_fbo_format(struct ga_context *ctx, struct ga_fbo *fbo, enum ga_attachment_index which);
/* ES 2.0, 4.3.1: the format and type that ReadPixels offers besides RGBA/UNSIGNED_BYTE for a framebuffer. */
void ga_fbo_read_format(struct ga_context *ctx, struct ga_fbo *fbo, GLenum *format, GLenum *type);

/* The source of ReadPixels, CopyTexImage and blits: the read framebuffer's colour (or depth/stencil) image. False: none, or
 * the framebuffer is incomplete (the error was raised). The resource is a reference that the caller gives back: the attachment's
 * own is released at the next look-up after another context has replaced the image. y_inverted: rows are stored top first. */
struct ga_read_image { struct pipe_resource *resource; unsigned level, layer; const struct ga_format *format;
                       enum pipe_format stored; /* as which the resource is read */
                       uint32_t width, height; bool y_inverted;
                       bool clamp; /* components are clamped to [0, 1] */
                       bool clamp_transferred; /* results of pixel transfer are */
                       bool sum;   /* luminance is the sum of red, green and blue (GL 2.1, 4.3.2) */ };
bool ga_fbo_read_image(struct ga_context *ctx, const char *operation, enum ga_attachment_index which,
                       struct ga_read_image *out);
/* The image of the read buffer of any framebuffer. False: there is none. */
bool ga_fbo_read_buffer(struct ga_context *ctx, struct ga_fbo *fbo, struct ga_image_at *out);
/* False: INVALID_FRAMEBUFFER_OPERATION was raised with the reason. The window's sizes are up to date then. */
bool ga_fbo_require_complete(struct ga_context *ctx, struct ga_fbo *fbo, const char *operation);
/* Likewise, of a framebuffer that is read, which has one view at most. */
bool ga_fbo_require_readable(struct ga_context *ctx, struct ga_fbo *fbo, const char *operation);

/* ---- blits (ga_fbo_blit.c) ---- */

struct ga_blit { GLint src[4], dst[4]; /* x0, y0, x1, y1 */ GLenum filter; };
/* Copies a rectangle of an image of `read` to one of `draw`, both complete. mask: of pipe_blit_info. The caller has checked that
 * the formats allow it. */
void ga_fbo_blit_image(struct ga_context *ctx, const struct ga_fbo *read, const struct ga_image_at *src, const struct ga_fbo *draw,
                       const struct ga_image_at *dst, const struct ga_blit *blit, unsigned mask);

/* A new image of one sample with the means of a multisampled colour image; *out does not hold the reference, which the caller gets.
 * NULL: out of memory. */
struct pipe_resource *ga_fbo_resolve_image(struct ga_context *ctx, const struct ga_image_at *src, struct ga_image_at *out);

/* ES 2.0 4.4.2.2: deleting a texture detaches it from the framebuffers bound in this context. */
void ga_fbo_detach_texture(struct ga_context *ctx, struct ga_texture *tex);
void ga_fbo_detach_renderbuffer(struct ga_context *ctx, struct ga_renderbuffer *rb);
/* Releases an attachment's surface, and takes it out of ctx->st. */
void ga_attachment_drop_surface(struct ga_context *ctx, struct ga_attachment *att);
/* The window rectangles of a framebuffer of this size, as rows are in memory. The default framebuffer has none (EXT_window_rectangles). */
struct pipe_window_rectangles ga_window_rectangles(const struct ga_context *ctx, bool is_default, uint32_t width, uint32_t height,
                                                   bool y_inverted);
/* The pixels of a framebuffer of this size that the scissor lets through, as rows are in memory; 0,0 to 0,0 when there are none. */
struct pipe_scissor_state ga_scissor_box(const struct ga_context *ctx, unsigned index, uint32_t width, uint32_t height,
                                         bool y_inverted);

#endif
