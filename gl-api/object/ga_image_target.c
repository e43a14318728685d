/* ga_image_target.c: EGLImages on the GL side (OES_EGL_image): textures and renderbuffers that show an image, textures that
 * become one. How EGL hands out handles is behind the look-up that egl/ installs. */
#include "ga_entry.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/tables/ga_format.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_texture.h"

static bool (*image_lookup)(struct ga_context *ctx, void *egl_image, struct ga_image *out);

void ga_set_image_lookup(bool (*lookup)(struct ga_context *ctx, void *egl_image, struct ga_image *out))
{
   image_lookup = lookup;
}

/* The image of a handle, with a reference, and its format. False: the error was raised. */
static bool find_image(struct ga_context *ctx, const char *command, void *handle, struct ga_image *image,
                       const struct ga_format **format)
{
   if (!image_lookup || !image_lookup(ctx, handle, image)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: no such image", command);
      return false;
   }
   *format = ga_format_of_st(image->format);
   if (*format)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: images of format %s cannot be used", command, pipe_format_name(image->format));
   pipe_resource_unref(image->resource);
   return false;
}

void ga_EGLImageTargetTexture2DOES(struct ga_context *ctx, GLenum target, GLeglImageOES handle)
{
   static const char command[] = "glEGLImageTargetTexture2DOES";
   struct ga_image image;
   const struct ga_format *format;
   if (target != GL_TEXTURE_2D) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: no such target: %s", command, ga_enum_name(target));
      return;
   }
   struct ga_texture *tex = ctx->unit[ctx->active_unit].bound[GA_TEX_2D];
   if (tex->immutable) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the texture's storage is immutable", command);
      return;
   }
   if (!find_image(ctx, command, handle, &image, &format))
      return;
   if (image.width > UINT16_MAX || image.height > UINT16_MAX || !format->texture) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the image cannot be sampled", command);
      pipe_resource_unref(image.resource);
      return;
   }
   GA_TEXTURE_GUARD(ctx, tex);
   GA_SHARE_GUARD(ctx);
   ga_texture_clear_images(ctx, tex);
   tex->external_image = true;
   tex->image[0][0] = (struct ga_teximage){
      .width = (uint16_t)image.width,
      .height = (uint16_t)image.height,
      .depth = 1,
      .internal_format = format->base_format,
      .format = format,
      .own = image.resource, /* the look-up's reference */
      .own_level = (uint16_t)image.level,
      .own_layer = (uint16_t)image.layer,
   };
   ga_texture_changed(ctx, tex, true);
}

void ga_EGLImageTargetRenderbufferStorageOES(struct ga_context *ctx, GLenum target, GLeglImageOES handle)
{
   static const char command[] = "glEGLImageTargetRenderbufferStorageOES";
   struct ga_image image;
   const struct ga_format *format;
   if (target != GL_RENDERBUFFER) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: no such target: %s", command, ga_enum_name(target));
      return;
   }
   if (!ctx->renderbuffer) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no renderbuffer is bound", command);
      return;
   }
   if (!find_image(ctx, command, handle, &image, &format))
      return;
   if (format->color_renderable || format->depth_renderable || format->stencil_renderable)
      ga_renderbuffer_from_image(ctx, ctx->renderbuffer, &image, format);
   else
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the image cannot be rendered to", command);
   pipe_resource_unref(image.resource);
}

/* EGL_KHR_gl_image: what keeps a texture's level from becoming an image. */
static enum ga_image_result check_texture(const struct ga_texture *tex, bool cube, unsigned face, unsigned level,
                                          const char **why)
{
   unsigned last;
   if (!tex || tex->target != (cube ? GA_TEX_CUBE : GA_TEX_2D)) {
      *why = "no such texture of this target";
      return GA_IMAGE_BAD_OBJECT;
   }
   if (tex->external_image) {
      *why = "the texture shows an EGLImage itself";
      return GA_IMAGE_BAD_ACCESS;
   }
   if (level >= GA_MAX_TEXTURE_LEVELS || !tex->image[face][level].width || !tex->image[face][level].height) {
      *why = "the texture has no such level";
      return level ? GA_IMAGE_BAD_LEVEL : GA_IMAGE_BAD_OBJECT;
   }
   /* Level 0 alone is enough when nothing else was specified. */
   bool only_base = level == 0;
   for (unsigned f = 0; f < ga_texture_faces(tex); f++) {
      for (unsigned l = 1; l < GA_MAX_TEXTURE_LEVELS; l++)
         only_base = only_base && !tex->image[f][l].width;
   }
   enum ga_completeness complete = only_base ? (cube ? ga_texture_cube_complete(tex) : GA_COMPLETE) :
                                   ga_texture_completeness(tex, &last);
   *why = ga_completeness_text(complete);
   return complete == GA_COMPLETE ? GA_IMAGE_OK : GA_IMAGE_INCOMPLETE;
}

static enum ga_image_result image_from_texture(struct ga_context *ctx, struct ga_texture *tex, bool cube, unsigned face,
                                               unsigned level, struct ga_image *out, const char **why)
{
   GA_TEXTURE_GUARD(ctx, tex);
   GA_SHARE_GUARD(ctx);
   enum ga_image_result result = check_texture(tex, cube, face, level, why);
   if (result != GA_IMAGE_OK)
      return result;
   /* The texture and the image go on sharing this memory, so it should be the texture's final one. */
   unsigned last;
   if (ga_texture_completeness(tex, &last) != GA_COMPLETE)
      last = tex->base_level;
   if (level <= last && !ga_texture_finalize(ctx, tex, tex->base_level, last, last)) {
      *why = "out of memory";
      return GA_IMAGE_NO_MEMORY;
   }
   const struct ga_teximage *image = &tex->image[face][level];
   struct pipe_resource *res;
   ga_teximage_place(ctx, tex, face, level, &res, &out->level, &out->layer);
   out->resource = res;
   out->format = res->t.format;
   out->width = image->width;
   out->height = image->height;
   out->has_alpha = image->format->alpha > 0;
   tex->shared_storage = true;
   return GA_IMAGE_OK;
}

enum ga_image_result ga_image_from_texture(struct ga_context *ctx, uint32_t gl_target, uint32_t name, unsigned level,
                                           unsigned layer, struct ga_image *out, const char **why)
{
   bool cube = gl_target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && gl_target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
   unsigned face = cube ? gl_target - GL_TEXTURE_CUBE_MAP_POSITIVE_X : 0;
   if ((!cube && gl_target != GL_TEXTURE_2D) || layer) {
      *why = "no such target or layer";
      return GA_IMAGE_BAD_OBJECT;
   }
   struct ga_texture *tex = ga_texture_lookup(ctx, name);
   enum ga_image_result result = image_from_texture(ctx, tex, cube, face, level, out, why);
   ga_texture_unref(ctx, tex);
   return result;
}
