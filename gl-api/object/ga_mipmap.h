/* ga_mipmap.h: shared by ga_mipmap.c and ga_mipmap_encoded.c. */
#ifndef GA_MIPMAP_H
#define GA_MIPMAP_H

#include "gl-api/object/ga_texture.h"

/* Levels base + 1 to last of a texture whose base level has a format that the device does not render to. False: out of
 * memory. */
bool ga_texture_generate_encoded_mipmap(struct ga_context *ctx, struct ga_texture *tex, unsigned base, unsigned last);

#endif
