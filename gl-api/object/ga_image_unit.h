/* ga_image_unit.h: image units: the image of a texture that shaders load from and store to (ES 3.1, 8.22; OpenGL 4.6, 8.26). */
#ifndef GA_IMAGE_UNIT_H
#define GA_IMAGE_UNIT_H

#include "gl-api/context/ga_context.h"

/* A format of image units. */
struct ga_image_format {
   GLenum format;
   enum pipe_format pipe;
   bool es;                         /* ES 3.1 has it */
};

/* NULL: no format of image units in this context. */
const struct ga_image_format *ga_image_format(const struct ga_context *ctx, GLenum format);
/* The format of a level's texels, if image units have it. NULL: they have not, or the level is empty. */
const struct ga_image_format *ga_image_format_of(struct ga_context *ctx, struct ga_texture *tex, unsigned level);
/* The state after creation; the texture's reference is dropped. */
void ga_image_unit_reset(struct ga_context *ctx, struct ga_image_unit *unit);
/* tex is counted for the unit. NULL: resets it. */
void ga_image_unit_bind(struct ga_context *ctx, struct ga_image_unit *unit, struct ga_texture *tex, GLint level, bool layered,
                        GLint layer, GLenum access, const struct ga_image_format *format);
/* Releases the units of a texture; NULL: all units, when the context is destroyed. */
void ga_image_units_release(struct ga_context *ctx, const struct ga_texture *tex);

#endif
