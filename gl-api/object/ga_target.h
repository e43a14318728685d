/* ga_target.h: texture targets. One row of facts per target; sizes of images and levels follow from the row. */
#ifndef GA_TARGET_H
#define GA_TARGET_H

#include "gl-api/context/ga_context.h"

/* Size of an image in texels. Dimensions that a target does not have are 1. Array layers do not shrink with the level; faces of a
 * cube array count as layers. An image of one cube face has one layer. */
struct ga_extent {
   uint32_t width, height, depth, layers;
};

enum ga_size_limit { GA_LIMIT_2D, GA_LIMIT_3D, GA_LIMIT_CUBE };

/* Which glFramebufferTexture* commands attach an image of the target. */
enum { GA_ATTACH_1D = 1 << 0, GA_ATTACH_2D = 1 << 1, GA_ATTACH_3D = 1 << 2, GA_ATTACH_LAYER = 1 << 3 };

enum { GA_TARGET_IN_ALL_VERSIONS = -1 };

struct ga_target_traits {
   int16_t feature;                /* enum ga_feature that brings the target, or GA_TARGET_IN_ALL_VERSIONS */
   GLenum name, proxy;             /* GL_TEXTURE_*; proxy GL_NONE: the target has none */
   uint8_t dims;                   /* 1 to 3 dimensions that shrink from level to level */
   uint8_t faces;                  /* images per level: 6 for a cube map, 0 for a buffer texture, else 1 */
   bool array, square, mipmaps, multisample;
   bool clamps;                    /* initial wrap mode is CLAMP_TO_EDGE, initial filter is LINEAR */
   enum ga_size_limit limit;
   uint8_t attach;                 /* GA_ATTACH_* */
   enum pipe_texture_target pipe;
   GLenum sampler[4];              /* GLSL types: float, shadow, int, unsigned; GL_NONE: no such type */
};

extern const struct ga_target_traits ga_target_table[GA_TEX_TARGET_COUNT];

/* The target of a name such as GL_TEXTURE_2D. -1: not a name of a texture target in any version. */
int ga_target_of_name(GLenum name);
/* The target and face of an image target: a target's name, or a cube face. GL_TEXTURE_CUBE_MAP itself names no image: -1. */
int ga_target_of_image(GLenum name, unsigned *face);
/* The target of a GLSL sampler type, and whether the type compares depth. -1: not a sampler type. */
int ga_target_of_sampler(GLenum type, bool *shadow);
/* Whether this context has the target. */
bool ga_target_offered(const struct ga_context *ctx, enum ga_texture_target target);

/* The extent that width, height and depth of a glTexImage* command mean. Dimensions that the command lacks are passed as 1. */
struct ga_extent ga_target_extent(const struct ga_target_traits *traits, uint32_t width, uint32_t height, uint32_t depth);
/* The box of a glTexSubImage* command inside one image: z is a slice or a layer. */
struct pipe_box ga_target_box(const struct ga_target_traits *traits, int x, int y, int z, int width, int height, int depth);
/* The extent `levels` levels below one of `base`. */
struct ga_extent ga_extent_minify(const struct ga_target_traits *traits, struct ga_extent base, unsigned levels);
/* The smallest extent whose minification by `levels` levels is `extent`: a guess of level 0. */
struct ga_extent ga_extent_magnify(const struct ga_target_traits *traits, struct ga_extent extent, unsigned levels);
/* The number of the last level of a full chain whose level 0 is `base`. */
unsigned ga_extent_last_level(const struct ga_target_traits *traits, struct ga_extent base);

static inline bool ga_extent_equal(struct ga_extent a, struct ga_extent b)
{
   return a.width == b.width && a.height == b.height && a.depth == b.depth && a.layers == b.layers;
}
static inline bool ga_extent_is_empty(struct ga_extent e)
{
   return !e.width || !e.height || !e.depth || !e.layers;
}
/* Slices or layers: the size of the third dimension of a box inside an image. */
static inline uint32_t ga_extent_slices(struct ga_extent e)
{
   return e.depth != 1 ? e.depth : e.layers;
}
/* Dimensions of the target in commands, where layers count as one. */
static inline unsigned ga_target_command_dims(const struct ga_target_traits *traits)
{
   return traits->dims + (unsigned)traits->array;
}
bool ga_extent_contains(struct ga_extent extent, const struct pipe_box *box);

/* Highest level number that an image of the target may have in this context. */
unsigned ga_target_last_level(const struct ga_context *ctx, const struct ga_target_traits *traits);
/* Whether an image of this size may be a level of the target: the limits of this context. */
bool ga_target_allows(const struct ga_context *ctx, const struct ga_target_traits *traits, unsigned level,
                      struct ga_extent extent);

#endif
