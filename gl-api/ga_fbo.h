/* ga_fbo.h: framebuffer objects and renderbuffers. */
#ifndef GA_FBO_H
#define GA_FBO_H

#include "gl-api/ga_context.h"

struct ga_format;

struct ga_renderbuffer {
   GLuint name;
   atomic_int refs;
   char *label;                    /* KHR_debug */
   uint32_t width, height, samples;
   GLenum internal_format;
   const struct ga_format *format;
   struct st_resource *resource;
   unsigned level, layer;          /* of an EGLImage */
};

struct ga_attachment {
   GLenum type;                    /* GL_NONE, GL_TEXTURE, GL_RENDERBUFFER, GL_FRAMEBUFFER_DEFAULT */
   struct ga_texture *texture;     /* counted */
   struct ga_renderbuffer *renderbuffer; /* counted */
   unsigned level, face, layer;
   bool layered;
   struct st_surface *surface;     /* cached; of this context */
   struct st_resource *surface_resource; /* what `surface` was made of: compared before use */
};

enum ga_attachment_index { GA_ATT_COLOR0 = 0, GA_ATT_DEPTH = 8, GA_ATT_STENCIL = 9, GA_ATT_COUNT = 10 };

struct ga_fbo {
   GLuint name;                    /* 0: the window-system framebuffer */
   int refs;                       /* framebuffers are not shared between contexts */
   char *label;                    /* KHR_debug */
   struct ga_attachment att[GA_ATT_COUNT];
   GLenum draw_buffer[GA_MAX_DRAW_BUFFERS], read_buffer;
   GLenum status;                  /* completeness, 0: unknown; valid while image_stamp is the share group's */
   const char *why;                /* reason of the status, for messages */
   unsigned image_stamp;
   uint32_t width, height;         /* when complete: the smallest attachment */
};

/* What ReadPixels, CopyTexImage and blits read: the read framebuffer's colour (or depth/stencil) image. False: none, or
 * the framebuffer is incomplete (the error was raised). Resource borrowed. y_inverted: rows are stored top first. */
struct ga_read_image { struct st_resource *resource; unsigned level, layer; const struct ga_format *format;
                       uint32_t width, height; bool y_inverted; };
bool ga_fbo_read_image(struct ga_context *ctx, const char *operation, enum ga_attachment_index which,
                       struct ga_read_image *out);
/* A texture or renderbuffer changed its storage: attachments of it look again. */
void ga_fbo_invalidate_texture(struct ga_context *ctx, struct ga_texture *tex);
/* ES 2.0 4.4.2.2: deleting a texture detaches it from the framebuffers bound in this context. */
void ga_fbo_detach_texture(struct ga_context *ctx, struct ga_texture *tex);

#endif
