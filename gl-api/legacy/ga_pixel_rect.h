/* ga_pixel_rect.h: drawn pixels as fragments (GL 2.1, 3.6.4 and 3.7): a rectangle with a texture of the context's own, which fixed
 * functions draw, or a quad for each pixel, where the application has a fragment shader: its colour is gl_Color. */
#ifndef GA_PIXEL_RECT_H
#define GA_PIXEL_RECT_H

#include "gl-api/legacy/ga_legacy.h"

struct ga_image_info;

/* Makes the context's texture of this format and size. *image: to write texels to; its references are the caller's. False: out of
 * memory. */
bool ga_pixel_texture(struct ga_context *ctx, GLenum internal_format, GLsizei width, GLsizei height, struct ga_image_info *image);
/* False: the draw framebuffer is incomplete, and GL_INVALID_FRAMEBUFFER_OPERATION was raised. */
bool ga_pixel_framebuffer(struct ga_context *ctx, const char *command);

/* Draws that texture from (x0, y0) to (x1, y1) of the window. */
void ga_pixel_rect(struct ga_context *ctx, const char *command, enum ga_pixel_kind kind, GLfloat x0, GLfloat y0, GLfloat x1, GLfloat y1);

/* A rectangle of the window, with the part of each 2D texture that GL_TEXTURE_CROP_RECT_OES names (OES_draw_texture). z: 0 is the near
 * and 1 the far end of the depth range; it is clamped. */
struct ga_texture_rect { GLfloat x, y, z, width, height; };
void ga_pixel_texture_rect(struct ga_context *ctx, const char *command, const struct ga_texture_rect *rect);

/* Pixels in memory, row by row: RGBA floats of an image, bytes of a bitmap (0: no fragment), floats of depth. */
struct ga_pixel_quads { GLsizei width, height; const void *data; GLfloat x, y, zoom[2]; };
void ga_pixel_quads(struct ga_context *ctx, const char *command, enum ga_pixel_kind kind, const struct ga_pixel_quads *quads);
/* Fragments go through a shader of the application: they are to be drawn as quads. */
bool ga_pixels_are_quads(struct ga_context *ctx, enum ga_pixel_kind kind);

#endif
