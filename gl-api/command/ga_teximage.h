/* ga_teximage.h: resolving the target of an image command, and the checks that image commands share. */
#ifndef GA_TEXIMAGE_H
#define GA_TEXIMAGE_H

#include <stdint.h>

#include "gl-api/object/ga_texture.h"

/* The image that a command names. */
struct ga_image_target {
   struct ga_context *ctx;
   struct ga_texture *tex;    /* counted; NULL: not resolved, the error was raised */
   unsigned face, level;
};
#define GA_HELD_TARGET __attribute__((cleanup(ga_image_target_release)))
void ga_image_target_release(struct ga_image_target *image);

/* The texture bound to the active unit for a target of glTexParameter, with a reference. NULL: the error was raised. */
struct ga_texture *ga_resolve_bound_texture(struct ga_context *ctx, const char *command, GLenum target);
/* The same, or the texture of a proxy target. */
struct ga_texture *ga_resolve_bound_texture_or_proxy(struct ga_context *ctx, const char *command, GLenum target);
/* A texture by name, for direct state access, with a reference. NULL: the error was raised. */
struct ga_texture *ga_resolve_named_texture(struct ga_context *ctx, const char *command, GLuint name);
/* The image that `target` (a target with `dims` dimensions in commands, or a cube face) and `level` mean on the active unit. dims
 * counts layers: 2 for 1D arrays, 3 for 2D arrays. No image of buffer, external and multisample textures. False: the error was
 * raised. */
bool ga_resolve_image(struct ga_context *ctx, const char *command, GLenum target, GLint level, unsigned dims,
                      struct ga_image_target *out);
/* The same, or an image of a proxy target (GL 4.6, 8.22). multisample: the command takes multisample textures, too. */
bool ga_resolve_image_or_proxy(struct ga_context *ctx, const char *command, GLenum target, GLint level, unsigned dims,
                               bool multisample, struct ga_image_target *out);
/* Specifies the image of a proxy target. False: no texture can have it, and its size is 0. Format and arguments were checked. */
bool ga_proxy_image(struct ga_context *ctx, const struct ga_image_target *image, const struct ga_image_spec *spec);
/* The same of levels from 0 on as glTexStorage* makes them; other levels have no image (GL 4.6, 8.19 and 8.22). */
void ga_proxy_levels(struct ga_context *ctx, struct ga_texture *proxy, unsigned levels, const struct ga_image_spec *base);

struct ga_memory_place;
/* Gives a texture its storage, at a place of a memory object or (NULL) of its own. Arguments were checked; raises errors of memory. */
void ga_texstorage_allocate(struct ga_context *ctx, const char *command, struct ga_texture *tex, unsigned levels,
                            const struct ga_image_spec *spec, const struct ga_memory_place *place);
/* Attributes of a texture's storage: pairs of names and values that end with GL_NONE, or NULL. GL_SURFACE_COMPRESSION_EXT has the
 * values from GL_SURFACE_COMPRESSION_FIXED_RATE_NONE_EXT to last_rate; 0: the command takes no attributes. Rates are permissions
 * that the GL does not use. False: the error was raised. */
bool ga_texstorage_check_attribs(struct ga_context *ctx, const char *command, const GLint *attribs, GLenum last_rate);
/* Whether an image of the texture's target may have this level. False: the error was raised. */
bool ga_texture_check_level(struct ga_context *ctx, const char *command, const struct ga_texture *tex, GLint level);

/* Checks shared by commands that specify an image. False: the error was raised. */
/* False: handles refer to the texture (ARB_bindless_texture), and the error was raised. */
bool ga_teximage_check_handles(struct ga_context *ctx, const char *command, const struct ga_texture *tex);
bool ga_teximage_check(struct ga_context *ctx, const char *command, const struct ga_image_target *image, struct ga_extent extent,
                       GLint border);
/* The border that an image command asks for, in the dimensions that have one; zero where the context takes none. */
struct ga_border { GLint x, y, z; };
struct ga_border ga_border_of(const struct ga_context *ctx, GLenum target, GLint border, unsigned dims);
/* A coordinate or skipped count that begins after the border: the largest number stays, as it is outside of everything. */
static inline GLint ga_border_skip(GLint from, GLint border)
{
   return from > INT32_MAX - border ? INT32_MAX : from + border;
}
/* The image has room for it on both sides. False: the error was raised. */
bool ga_border_check(struct ga_context *ctx, const char *command, const struct ga_border *b, GLsizei width, GLsizei height, GLsizei depth);
/* The border is 0. False: the error was raised. */
bool ga_teximage_check_border(struct ga_context *ctx, const char *command, GLint border);
/* Images of the target can have the format, which is one of textures: only some targets take depth and compressed formats. */
bool ga_teximage_target_has(const struct ga_context *ctx, const struct ga_target_traits *traits, const struct ga_format *format);
/* The same. False: the error was raised. */
bool ga_teximage_check_format(struct ga_context *ctx, const char *command, const struct ga_target_traits *traits,
                              const struct ga_format *format);
/* Texels can replace the box of the image: it is not compressed, or the command compresses and the box consists of complete blocks
 * (EXT_texture_compression_s3tc, ARB_texture_compression_rgtc and bptc, 3DFX_texture_compression_FXT1). False: the error was raised. */
bool ga_texsubimage_check_texels(struct ga_context *ctx, const char *command, const struct ga_image_info *image,
                                 const struct pipe_box *box, bool compresses);
/* A box of complete blocks of a compressed image (ES 3.0, 3.8.6). False: the error was raised. */
bool ga_teximage_check_blocks(struct ga_context *ctx, const char *command, const struct ga_image_info *image, const struct pipe_box *box);

#endif
