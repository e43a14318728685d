/* ga_teximage_paletted.h: images with palettes (OES_compressed_paletted_texture). */
#ifndef GA_TEXIMAGE_PALETTED_H
#define GA_TEXIMAGE_PALETTED_H

#include "gl-api/command/ga_teximage.h"
#include "gl-api/object/ga_palette.h"

/* Arguments of glCompressedTexImage2D. level: minus the number of levels after the base level. */
struct ga_paletted_image { GLenum target, format; GLint level, border; GLsizei width, height, size_B; const void *data; };

/* The format is one with a palette (ga_is_paletted). Raises the errors of the command. */
void ga_paletted_image(struct ga_context *ctx, const struct ga_paletted_image *image);

#endif
