/* ga_teximage_multisample.c: glTexImage*Multisample, glTexStorage*Multisample, glTextureStorage*Multisample (GL 4.6, 8.8 and 8.19),
 * and those in memory objects (EXT_memory_object). */
#include "ga_entry.h"
#include "gl-api/command/ga_teximage.h"
#include "gl-api/object/ga_format.h"
#include "gl-api/object/ga_memory.h"

struct request {
   GLsizei samples;
   GLenum internal_format;
   GLsizei width, height, depth;
   bool fixed_locations;
};

static bool renderable(const struct ga_context *ctx, const struct ga_format *format)
{
   return ga_format_color_renderable(ctx, format) || ga_format_depth_renderable(ctx, format) ||
          ga_format_stencil_renderable(ctx, format);
}

/* Checks that images and storage share; *spec is what the image becomes. False: the error was raised. */
static bool check(struct ga_context *ctx, const char *command, const struct ga_target_traits *traits, const struct request *r,
                  const struct ga_format *format, struct ga_image_spec *spec)
{
   if (r->samples < 1 || r->width < 0 || r->height < 0 || r->depth < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d samples, %d x %d x %d", command, r->samples, r->width, r->height, r->depth);
      return false;
   }
   if (!format || !renderable(ctx, format)) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: internal format %s", command, ga_enum_name(r->internal_format));
      return false;
   }
   *spec = (struct ga_image_spec){
      .extent = ga_target_extent(traits, (uint32_t)r->width, (uint32_t)r->height, (uint32_t)r->depth),
      .internal_format = r->internal_format, .format = format,
      .samples = ga_format_samples(ctx, format, (unsigned)r->samples), .fixed_locations = r->fixed_locations,
   };
   if (spec->samples)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: %s has no images of %d samples", command, ga_enum_name(r->internal_format), r->samples);
   return false;
}

static void multisample_image(struct ga_context *ctx, const char *command, GLenum target, unsigned dims, const struct request *r)
{
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   struct ga_image_spec spec;
   if (!ga_resolve_image_or_proxy(ctx, command, target, 0, dims, true, &image))
      return;
   if (!image.tex->traits->multisample) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
      return;
   }
   const struct ga_format *format = ga_has(ctx, GA_FEATURE_es) ? ga_format_sized(ctx, r->internal_format)
                                                               : ga_format_desktop_image(ctx, r->internal_format);
   if (!check(ctx, command, image.tex->traits, r, format, &spec))
      return;
   if (image.tex->proxy)
      ga_proxy_image(ctx, &image, &spec);
   else if (ga_teximage_check(ctx, command, &image, spec.extent, 0) && !ga_teximage_define(ctx, image.tex, 0, 0, &spec))
      ga_oom(ctx, command);
}

void ga_TexImage2DMultisample(struct ga_context *ctx, GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                              GLsizei height, GLboolean fixedsamplelocations)
{
   multisample_image(ctx, "glTexImage2DMultisample", target, 2,
                     &(struct request){ samples, internalformat, width, height, 1, fixedsamplelocations != 0 });
}

void ga_TexImage3DMultisample(struct ga_context *ctx, GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                              GLsizei height, GLsizei depth, GLboolean fixedsamplelocations)
{
   multisample_image(ctx, "glTexImage3DMultisample", target, 3,
                     &(struct request){ samples, internalformat, width, height, depth, fixedsamplelocations != 0 });
}

/* Takes over the reference to `tex`, which may be NULL: the error was raised. */
static void allocate(struct ga_context *ctx, const char *command, struct ga_texture *tex, GLenum wrong_target, unsigned dims,
                     const struct request *r, const struct ga_memory_place *place)
{
   struct ga_image_spec spec;
   if (!tex)
      return;
   const struct ga_target_traits *traits = tex->traits;
   const struct ga_image_target image = { ctx, tex, 0, 0 };
   if (!traits->multisample || ga_target_command_dims(traits) != dims)
      ga_error(ctx, wrong_target, "%s: the texture is a %s", command, ga_enum_name(traits->name));
   else if (!tex->name && !tex->proxy)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no texture is bound", command);
   else if (r->width < 1 || r->height < 1 || r->depth < 1)
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d x %d: a size is below 1", command, r->width, r->height, r->depth);
   else if (!check(ctx, command, traits, r, ga_format_sized(ctx, r->internal_format), &spec) ||
            (!tex->proxy && !ga_teximage_check(ctx, command, &image, spec.extent, 0)))
      ; /* raised */
   else if (tex->proxy)
      ga_proxy_levels(ctx, tex, 1, &spec);
   else
      ga_texstorage_allocate(ctx, command, tex, 1, &spec, place);
   ga_texture_unref(ctx, tex);
}

static void allocate_bound(struct ga_context *ctx, const char *command, GLenum target, unsigned dims, const struct request *r,
                           const struct ga_memory_place *place)
{
   allocate(ctx, command, ga_resolve_bound_texture_or_proxy(ctx, command, target), GL_INVALID_ENUM, dims, r, place);
}

static void allocate_named(struct ga_context *ctx, const char *command, GLuint texture, unsigned dims, const struct request *r,
                           const struct ga_memory_place *place)
{
   allocate(ctx, command, ga_resolve_named_texture(ctx, command, texture), GL_INVALID_OPERATION, dims, r, place);
}

void ga_TexStorage2DMultisample(struct ga_context *ctx, GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                                GLsizei height, GLboolean fixedsamplelocations)
{
   allocate_bound(ctx, "glTexStorage2DMultisample", target, 2,
                  &(struct request){ samples, internalformat, width, height, 1, fixedsamplelocations != 0 }, NULL);
}

void ga_TexStorage3DMultisample(struct ga_context *ctx, GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                                GLsizei height, GLsizei depth, GLboolean fixedsamplelocations)
{
   allocate_bound(ctx, "glTexStorage3DMultisample", target, 3,
                  &(struct request){ samples, internalformat, width, height, depth, fixedsamplelocations != 0 }, NULL);
}

void ga_TextureStorage2DMultisample(struct ga_context *ctx, GLuint texture, GLsizei samples, GLenum internalformat, GLsizei width,
                                    GLsizei height, GLboolean fixedsamplelocations)
{
   allocate_named(ctx, "glTextureStorage2DMultisample", texture, 2,
                  &(struct request){ samples, internalformat, width, height, 1, fixedsamplelocations != 0 }, NULL);
}

void ga_TextureStorage3DMultisample(struct ga_context *ctx, GLuint texture, GLsizei samples, GLenum internalformat, GLsizei width,
                                    GLsizei height, GLsizei depth, GLboolean fixedsamplelocations)
{
   allocate_named(ctx, "glTextureStorage3DMultisample", texture, 3,
                  &(struct request){ samples, internalformat, width, height, depth, fixedsamplelocations != 0 }, NULL);
}

void ga_TexStorageMem2DMultisampleEXT(struct ga_context *ctx, GLenum target, GLsizei samples, GLenum internalFormat,
                                      GLsizei width, GLsizei height, GLboolean fixedSampleLocations,
                                      GLuint memory, GLuint64 offset)
{
   allocate_bound(ctx, "glTexStorageMem2DMultisampleEXT", target, 2,
                  &(struct request){ samples, internalFormat, width, height, 1, fixedSampleLocations != 0 },
                  &(struct ga_memory_place){ memory, offset });
}

void ga_TextureStorageMem2DMultisampleEXT(struct ga_context *ctx, GLuint texture, GLsizei samples, GLenum internalFormat,
                                          GLsizei width, GLsizei height, GLboolean fixedSampleLocations,
                                          GLuint memory, GLuint64 offset)
{
   allocate_named(ctx, "glTextureStorageMem2DMultisampleEXT", texture, 2,
                  &(struct request){ samples, internalFormat, width, height, 1, fixedSampleLocations != 0 },
                  &(struct ga_memory_place){ memory, offset });
}

void ga_TexStorageMem3DMultisampleEXT(struct ga_context *ctx, GLenum target, GLsizei samples, GLenum internalFormat,
                                      GLsizei width, GLsizei height, GLsizei depth, GLboolean fixedSampleLocations,
                                      GLuint memory, GLuint64 offset)
{
   allocate_bound(ctx, "glTexStorageMem3DMultisampleEXT", target, 3,
                  &(struct request){ samples, internalFormat, width, height, depth, fixedSampleLocations != 0 },
                  &(struct ga_memory_place){ memory, offset });
}

void ga_TextureStorageMem3DMultisampleEXT(struct ga_context *ctx, GLuint texture, GLsizei samples, GLenum internalFormat,
                                          GLsizei width, GLsizei height, GLsizei depth, GLboolean fixedSampleLocations,
                                          GLuint memory, GLuint64 offset)
{
   allocate_named(ctx, "glTextureStorageMem3DMultisampleEXT", texture, 3,
                  &(struct request){ samples, internalFormat, width, height, depth, fixedSampleLocations != 0 },
                  &(struct ga_memory_place){ memory, offset });
}
