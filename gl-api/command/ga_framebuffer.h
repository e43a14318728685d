/* ga_framebuffer.h: framebuffers and their attachment points as commands name them. */
#ifndef GA_FRAMEBUFFER_H
#define GA_FRAMEBUFFER_H

#include "gl-api/object/ga_fbo.h"

/* The framebuffer bound to a target. NULL: the error was raised. */
struct ga_fbo *ga_resolve_framebuffer(struct ga_context *ctx, const char *command, GLenum target);
/* A framebuffer by name, for direct state access; 0: the window's, for drawing. NULL: the error was raised. */
struct ga_fbo *ga_resolve_framebuffer_of_name(struct ga_context *ctx, const char *command, GLuint name);
/* The same where 0 is the window's framebuffer for reading. */
struct ga_fbo *ga_resolve_read_framebuffer_of_name(struct ga_context *ctx, const char *command, GLuint name);
/* The points of a framebuffer object that a name such as GL_COLOR_ATTACHMENT0 stands for: bit i is enum ga_attachment_index i;
 * GL_DEPTH_STENCIL_ATTACHMENT has two. 0: *error is the error to raise. */
unsigned ga_attachment_points(const struct ga_context *ctx, GLenum attachment, GLenum *error);
/* GL_COLOR_ATTACHMENT0 to 31: names of attachments in some implementation. */
static inline bool ga_is_color_attachment(GLenum name)
{
   return name >= GL_COLOR_ATTACHMENT0 && name <= GL_COLOR_ATTACHMENT0 + 31;
}

#endif
