/* ga_invalidate_texture.c: glInvalidateTexImage, glInvalidateTexSubImage (GL 4.6, 8.20): hints that the contents of an image are not
 * needed. The driver invalidates resources: images that are the only one of their resource. */
#include "ga_entry.h"
#include "gl-api/object/ga_texture.h"

/* With a reference for the caller. NULL: GL_INVALID_VALUE was raised. */
static struct ga_texture *resolve(struct ga_context *ctx, GLuint name, GLint level, const char *command)
{
   struct ga_texture *tex = name ? ga_texture_lookup(ctx, name) : NULL;
   if (!tex) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: no texture %u", command, name);
      return NULL;
   }
   if (level >= 0 && (unsigned)level <= ga_target_last_level(ctx, tex->traits))
      return tex;
   ga_error(ctx, GL_INVALID_VALUE, "%s: level %d of %s", command, level, ga_enum_name(tex->traits->name));
   ga_texture_unref(ctx, tex);
   return NULL;
}

static void invalidate(struct ga_context *ctx, struct ga_texture *tex, unsigned level)
{
   GA_HELD_IMAGE struct ga_image_info image = { 0 };
   if (tex->traits->faces != 1 || !ga_teximage_get(tex, 0, level, &image) || !image.resource)
      return;
   const struct pipe_resource_template *t = &image.resource->t;
   if (t->last_level == 0 && t->layers == 1 && t->depth <= 1)
      ctx->st.pipe->impl->invalidate_resource(ctx->st.pipe, image.resource);
}

void ga_InvalidateTexImage(struct ga_context *ctx, GLuint texture, GLint level)
{
   struct ga_texture *tex = resolve(ctx, texture, level, "glInvalidateTexImage");
   if (!tex)
      return;
   invalidate(ctx, tex, (unsigned)level);
   ga_texture_unref(ctx, tex);
}

/* Slices: of a 3D image its depth, of an array its layers, of a cube map its faces; the texels of a buffer texture are a row. */
static void image_size(struct ga_context *ctx, struct ga_texture *tex, unsigned level, int64_t size[3])
{
   GA_HELD_IMAGE struct ga_image_info image = { 0 };
   size[0] = size[1] = size[2] = 0;
   if (tex->target == GA_TEX_BUFFER) {
      size[0] = ctx->screen->caps.max_texture_buffer_size;
      size[1] = size[2] = 1;
   } else if (ga_teximage_get(tex, 0, level, &image)) {
      const bool rows_are_layers = tex->traits->dims == 1 && tex->traits->array;
      size[0] = image.extent.width;
      size[1] = rows_are_layers ? ga_extent_slices(image.extent) : image.extent.height;
      size[2] = rows_are_layers ? 1 : tex->traits->faces > 1 ? tex->traits->faces : ga_extent_slices(image.extent);
   }
}

void ga_InvalidateTexSubImage(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                              GLsizei width, GLsizei height, GLsizei depth)
{
   static const char command[] = "glInvalidateTexSubImage";
   const int64_t offset[3] = { xoffset, yoffset, zoffset }, extent[3] = { width, height, depth };
   struct ga_texture *tex = resolve(ctx, texture, level, command);
   if (!tex)
      return;
   int64_t size[3];
   image_size(ctx, tex, (unsigned)level, size);
   bool inside = true, all = true;
   for (unsigned i = 0; i < 3; i++) {
      inside &= offset[i] >= 0 && extent[i] >= 0 && offset[i] + extent[i] <= size[i];
      all &= extent[i] == size[i];
   }
   if (!inside)
      ga_error(ctx, GL_INVALID_VALUE, "%s: the region is not inside level %d", command, level);
   else if (all)
      invalidate(ctx, tex, (unsigned)level);
   ga_texture_unref(ctx, tex);
}
