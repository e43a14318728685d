/* ga_teximage_target.c: from the target, name and level of an image command to a texture and an image of it. */
#include "gl-api/command/ga_teximage.h"

#include "gl-api/object/ga_ycbcr.h"
#include "state/pipe_format_pack.h"

void ga_image_target_release(struct ga_image_target *image)
{
   ga_texture_unref(image->ctx, image->tex);
}

struct ga_texture *ga_resolve_bound_texture(struct ga_context *ctx, const char *command, GLenum target)
{
   int index = ga_target_of_name(target);
   if (index >= 0 && ga_target_offered(ctx, index))
      return ga_texture_ref(ctx->unit[ctx->active_unit].bound[index]);
   ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
   return NULL;
}

static struct ga_texture *find_proxy(struct ga_context *ctx, GLenum target)
{
   for (int i = 0; i < GA_TEX_TARGET_COUNT; i++) {
      struct ga_texture *tex = ctx->proxy_texture[i];
      if (tex && tex->traits->proxy == target && ga_target_offered(ctx, i))
         return tex;
   }
   return NULL;
}

struct ga_texture *ga_resolve_bound_texture_or_proxy(struct ga_context *ctx, const char *command, GLenum target)
{
   struct ga_texture *proxy = find_proxy(ctx, target);
   return proxy ? ga_texture_ref(proxy) : ga_resolve_bound_texture(ctx, command, target);
}

struct ga_texture *ga_resolve_named_texture(struct ga_context *ctx, const char *command, GLuint name)
{
   struct ga_texture *tex = ga_texture_lookup(ctx, name);
   if (!tex)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: texture %u does not exist", command, name);
   return tex;
}

bool ga_texture_check_level(struct ga_context *ctx, const char *command, const struct ga_texture *tex, GLint level)
{
   unsigned last = ga_target_last_level(ctx, tex->traits);
   if (level >= 0 && (unsigned)level <= last)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: level is %d, must be 0 to %u", command, level, last);
   return false;
}

static bool resolve_image(struct ga_context *ctx, const char *command, GLenum target, GLint level, unsigned dims, bool multisample,
                          struct ga_image_target *out)
{
   unsigned face;
   int index = ga_target_of_image(target, &face);
   /* Images of external textures come from EGL only (OES_EGL_image_external, 3.7.14). */
   if (index < 0 || index == GA_TEX_EXTERNAL || !ga_target_offered(ctx, index) || ga_target_command_dims(&ga_target_table[index]) != dims ||
       (ga_target_table[index].multisample && !multisample)) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
      return false;
   }
   struct ga_texture *tex = ctx->unit[ctx->active_unit].bound[index];
   if (!ga_texture_check_level(ctx, command, tex, level))
      return false;
   *out = (struct ga_image_target){ ctx, ga_texture_ref(tex), face, (unsigned)level };
   return true;
}

bool ga_resolve_image(struct ga_context *ctx, const char *command, GLenum target, GLint level, unsigned dims,
                      struct ga_image_target *out)
{
   return resolve_image(ctx, command, target, level, dims, false, out);
}

bool ga_resolve_image_or_proxy(struct ga_context *ctx, const char *command, GLenum target, GLint level, unsigned dims,
                               bool multisample, struct ga_image_target *out)
{
   struct ga_texture *tex = find_proxy(ctx, target);
   if (tex && ga_target_command_dims(tex->traits) == dims && (multisample || !tex->traits->multisample)) {
      if (!ga_texture_check_level(ctx, command, tex, level))
         return false;
      *out = (struct ga_image_target){ ctx, ga_texture_ref(tex), 0, (unsigned)level };
      return true;
   }
   return resolve_image(ctx, command, target, level, dims, multisample, out);
}

bool ga_proxy_image(struct ga_context *ctx, const struct ga_image_target *image, const struct ga_image_spec *spec)
{
   const struct ga_target_traits *traits = image->tex->traits;
   const struct ga_extent e = spec->extent;
   const uint64_t size_B = pipe_format_image_size_B(spec->format->st, e.width, e.height) * e.depth * e.layers * traits->faces *
                           (spec->samples ? spec->samples : 1);
   const bool square = !traits->square || (e.width == e.height && (!traits->array || e.layers % 6 == 0));
   const bool fits = square && size_B <= UINT32_MAX && ga_target_allows(ctx, traits, image->level, e);
   ga_teximage_define_proxy(image->tex, image->level, fits ? spec : NULL);
   return fits;
}

void ga_proxy_levels(struct ga_context *ctx, struct ga_texture *proxy, unsigned levels, const struct ga_image_spec *base)
{
   bool fits = true;
   for (unsigned level = 0; level < GA_MAX_TEXTURE_LEVELS; level++) {
      const struct ga_image_target image = { ctx, proxy, 0, level };
      struct ga_image_spec spec = *base;
      spec.extent = ga_extent_minify(proxy->traits, base->extent, level);
      if (level < levels && fits)
         fits = ga_proxy_image(ctx, &image, &spec);
      else
         ga_teximage_define_proxy(proxy, level, NULL);
   }
}

/* ---- checks --------------------------------------------------------------------------------------------------------------- */

bool ga_teximage_check_border(struct ga_context *ctx, const char *command, GLint border)
{
   if (border)
      ga_error(ctx, GL_INVALID_VALUE, "%s: border is %d, must be 0", command, border);
   return !border;
}

struct ga_border ga_border_of(const struct ga_context *ctx, GLenum target, GLint border, unsigned dims)
{
   struct ga_border b = { 0 };
   if (border != 1 || !ga_has(ctx, GA_FEATURE_texture_border) || target == GL_TEXTURE_RECTANGLE || target == GL_PROXY_TEXTURE_RECTANGLE)
      return b;
   b.x = 1;
   b.y = dims > 1 && target != GL_TEXTURE_1D_ARRAY && target != GL_PROXY_TEXTURE_1D_ARRAY;
   b.z = target == GL_TEXTURE_3D || target == GL_PROXY_TEXTURE_3D;
   return b;
}

bool ga_border_check(struct ga_context *ctx, const char *command, const struct ga_border *b, GLsizei width, GLsizei height, GLsizei depth)
{
   if (width >= 2 * b->x && height >= 2 * b->y && depth >= 2 * b->z)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d x %d with a border", command, width, height, depth);
   return false;
}

bool ga_teximage_check(struct ga_context *ctx, const char *command, const struct ga_image_target *image, struct ga_extent extent,
                       GLint border)
{
   const struct ga_target_traits *traits = image->tex->traits;
   if (!ga_target_allows(ctx, traits, image->level, extent)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %u x %u x %u, %u layers exceed the limits of level %u of %s", command, extent.width,
               extent.height, extent.depth, extent.layers, image->level, ga_enum_name(traits->name));
      return false;
   }
   if (traits->square && (extent.width != extent.height || (traits->array && extent.layers % 6))) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: a cube face is %u x %u, must be square%s", command, extent.width, extent.height,
               traits->array ? ", with 6 layers for each cube" : "");
      return false;
   }
   if (!ga_teximage_check_border(ctx, command, border))
      return false;
   if (image->tex->immutable) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the texture's storage is immutable", command);
      return false;
   }
   return ga_teximage_check_handles(ctx, command, image->tex);
}

bool ga_teximage_check_handles(struct ga_context *ctx, const char *command, const struct ga_texture *tex)
{
   if (atomic_load(&tex->has_handles)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: handles refer to texture %u, whose images keep their size and format", command, tex->name);
      return false;
   }
   return true;
}

static bool is_sliced(const struct ga_context *ctx, enum pipe_layout layout)
{
   return layout == PIPE_LAYOUT_BPTC || (layout == PIPE_LAYOUT_ASTC && ga_has(ctx, GA_FEATURE_astc_sliced_3d));
}

/* ES 3.0, 3.8.3 and 3.8.6; GL 4.6, table 8.19. OES_depth_texture adds depth formats to TEXTURE_2D only,
 * OES_compressed_ETC1_RGB8_texture has neither slices nor layers. Compressed formats of 3D textures are BPTC and ASTC
 * (KHR_texture_compression_astc_sliced_3d), whose blocks lie in slices. */
bool ga_teximage_target_has(const struct ga_context *ctx, const struct ga_target_traits *traits, const struct ga_format *format)
{
   if (ga_format_is_ycbcr(format))
      return traits->dims == 2 && traits->faces == 1 && !traits->array;
   if (format->depth || format->stencil)
      return traits->dims < 3 && (traits->faces == 1 || ga_has(ctx, GA_FEATURE_cube_map_depth));
   if (format->compressed && traits->dims == 3)
      return is_sliced(ctx, pipe_format_desc(format->blocks)->layout);
   if (format->compressed)
      return traits->dims == 2 && !traits->clamps && (!traits->array || format->internal_format != GL_ETC1_RGB8_OES);
   return true;
}

bool ga_teximage_check_format(struct ga_context *ctx, const char *command, const struct ga_target_traits *traits,
                              const struct ga_format *format)
{
   if (ga_teximage_target_has(ctx, traits, format))
      return true;
   /* Rectangles have no compressed images (GL 4.6, 8.7). */
   const GLenum error = (traits->clamps && format->compressed) || ga_format_is_ycbcr(format) ? GL_INVALID_ENUM : GL_INVALID_OPERATION;
   ga_error(ctx, error, "%s: images of %s cannot have %s", command, ga_enum_name(traits->name), ga_enum_name(format->internal_format));
   return false;
}

bool ga_texsubimage_check_texels(struct ga_context *ctx, const char *command, const struct ga_image_info *image,
                                 const struct pipe_box *box, bool compresses)
{
   if (!image->format->compressed)
      return true;
   if (compresses && pipe_compressed_from(image->format->blocks))
      return ga_teximage_check_blocks(ctx, command, image, box);
   ga_error(ctx, GL_INVALID_OPERATION, "%s: the image is compressed", command);
   return false;
}
