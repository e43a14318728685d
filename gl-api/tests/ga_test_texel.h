/* ga_test_texel.h: texels of the fake pipe's textures. */
#ifndef GA_TEST_TEXEL_H
#define GA_TEST_TEXEL_H

#include "ga_test.h"

#include "gl-api/object/ga_texture.h"

static inline struct ga_texture *bound(struct ga_context *ctx, enum ga_texture_target target)
{
   return ctx->unit[ctx->active_unit].bound[target];
}

/* The texel (x, y) of a slice of an image as the device keeps it. */
static inline const uint8_t *texel_of_slice(struct ga_texture *tex, unsigned face, unsigned level, unsigned x, unsigned y,
                                            unsigned slice)
{
   GA_HELD_IMAGE struct ga_image_info image = { 0 };
   assert_true(ga_teximage_get(tex, face, level, &image) && image.resource);
   return fake_texel(image.resource, image.level, image.layer + slice, x, y);
}

static inline const uint8_t *texel(struct ga_context *ctx, struct ga_texture *tex, unsigned face, unsigned level, unsigned x,
                                   unsigned y)
{
   return texel_of_slice(tex, face, level, x, y, 0);
}

#endif
