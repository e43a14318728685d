/* ga_texstorage.c: glTexStorage*, glTextureStorage*, those in memory objects (EXT_memory_object) and with attributes
 * (EXT_texture_storage_compression): all levels of a texture at once, immutable from then on. */
#include "ga_entry.h"
#include "gl-api/command/ga_teximage.h"
#include "gl-api/object/ga_format.h"
#include "gl-api/object/ga_memory.h"

struct size {
   GLsizei width, height, depth;
};

void ga_texstorage_allocate(struct ga_context *ctx, const char *command, struct ga_texture *tex, unsigned levels,
                            const struct ga_image_spec *spec, const struct ga_memory_place *place)
{
   char why[160];
   if (!place) {
      if (!ga_texture_allocate(ctx, tex, levels, spec))
         ga_oom(ctx, command);
      return;
   }
   struct pipe_memory_object *memory = ga_memory_resolve(ctx, place->memory, command);
   const GLenum error = memory ? ga_texture_allocate_in(ctx, tex, levels, spec, memory, place->offset_B, why, sizeof(why)) : GL_NO_ERROR;
   if (error != GL_NO_ERROR)
      ga_error(ctx, error, "%s: memory object %u: %s", command, place->memory, why);
   pipe_memory_unref(memory);
}

/* GL 4.6, 8.19. Takes over the reference to `tex`, which may be NULL: the error was raised. wrong_target: the error of a texture of
 * other dimensions, GL_INVALID_OPERATION where the command takes a name. */
static void allocate(struct ga_context *ctx, const char *command, struct ga_texture *tex, GLenum wrong_target, unsigned dims,
                     GLsizei levels, GLenum internal_format, const struct size *size, const struct ga_memory_place *place)
{
   if (!tex)
      return;
   const struct ga_target_traits *traits = tex->traits;
   const struct ga_image_target image = { ctx, tex, 0, 0 };
   struct ga_image_spec spec = { .internal_format = internal_format, .format = ga_format_texstorage(ctx, internal_format) };
   if (ga_target_command_dims(traits) != dims || traits->multisample || !traits->faces || tex->target == GA_TEX_EXTERNAL) {
      ga_error(ctx, wrong_target, "%s: the texture is a %s", command, ga_enum_name(traits->name));
   } else if (levels < 1 || size->width < 1 || size->height < 1 || size->depth < 1) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d levels, %d x %d x %d", command, levels, size->width, size->height, size->depth);
   } else if (!tex->name && !tex->proxy) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no texture is bound", command);
   } else if (!spec.format) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: internal format %s", command, ga_enum_name(internal_format));
   } else {
      spec.extent = ga_target_extent(traits, (uint32_t)size->width, (uint32_t)size->height, (uint32_t)size->depth);
      unsigned last = ga_extent_last_level(traits, spec.extent);
      if ((!tex->proxy && !ga_teximage_check(ctx, command, &image, spec.extent, 0)) ||
          !ga_teximage_check_format(ctx, command, traits, spec.format))
         ; /* raised */
      else if ((unsigned)levels > last + 1)
         ga_error(ctx, GL_INVALID_OPERATION, "%s: %d levels, this size has %u", command, levels, last + 1);
      else if (tex->proxy)
         ga_proxy_levels(ctx, tex, (unsigned)levels, &spec);
      else
         ga_texstorage_allocate(ctx, command, tex, (unsigned)levels, &spec, place);
   }
   ga_texture_unref(ctx, tex);
}

/* Values of GL_SURFACE_COMPRESSION_EXT are consecutive enumerants, of which one is not assigned. */
static bool legal_rate(GLint value, GLenum last_rate)
{
   enum { UNASSIGNED = GL_SURFACE_COMPRESSION_FIXED_RATE_DEFAULT_EXT + 1 };
   return value >= GL_SURFACE_COMPRESSION_FIXED_RATE_NONE_EXT && (GLenum)value <= last_rate && value != UNASSIGNED;
}

bool ga_texstorage_check_attribs(struct ga_context *ctx, const char *command, const GLint *attribs, GLenum last_rate)
{
   for (; attribs && attribs[0] != GL_NONE; attribs += 2) {
      if (!last_rate || attribs[0] != GL_SURFACE_COMPRESSION_EXT) {
         ga_error(ctx, GL_INVALID_VALUE, "%s: attribute %s is not accepted", command, ga_enum_name((GLenum)attribs[0]));
         return false;
      }
      if (!legal_rate(attribs[1], last_rate)) {
         ga_error(ctx, GL_INVALID_VALUE, "%s: value %s of GL_SURFACE_COMPRESSION_EXT is not accepted", command,
                  ga_enum_name((GLenum)attribs[1]));
         return false;
      }
   }
   return true;
}

void ga_TexStorage1D(struct ga_context *ctx, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width)
{
   static const char command[] = "glTexStorage1D";
   allocate(ctx, command, ga_resolve_bound_texture_or_proxy(ctx, command, target), GL_INVALID_ENUM, 1, levels, internalformat,
            &(struct size){ width, 1, 1 }, NULL);
}

void ga_TexStorage2D(struct ga_context *ctx, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height)
{
   static const char command[] = "glTexStorage2D";
   allocate(ctx, command, ga_resolve_bound_texture_or_proxy(ctx, command, target), GL_INVALID_ENUM, 2, levels, internalformat,
            &(struct size){ width, height, 1 }, NULL);
}

void ga_TexStorage3D(struct ga_context *ctx, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height,
                     GLsizei depth)
{
   static const char command[] = "glTexStorage3D";
   allocate(ctx, command, ga_resolve_bound_texture_or_proxy(ctx, command, target), GL_INVALID_ENUM, 3, levels, internalformat,
            &(struct size){ width, height, depth }, NULL);
}

void ga_TextureStorage1D(struct ga_context *ctx, GLuint texture, GLsizei levels, GLenum internalformat, GLsizei width)
{
   static const char command[] = "glTextureStorage1D";
   allocate(ctx, command, ga_resolve_named_texture(ctx, command, texture), GL_INVALID_OPERATION, 1, levels, internalformat,
            &(struct size){ width, 1, 1 }, NULL);
}

void ga_TextureStorage2D(struct ga_context *ctx, GLuint texture, GLsizei levels, GLenum internalformat, GLsizei width,
                         GLsizei height)
{
   static const char command[] = "glTextureStorage2D";
   allocate(ctx, command, ga_resolve_named_texture(ctx, command, texture), GL_INVALID_OPERATION, 2, levels, internalformat,
            &(struct size){ width, height, 1 }, NULL);
}

void ga_TextureStorage3D(struct ga_context *ctx, GLuint texture, GLsizei levels, GLenum internalformat, GLsizei width,
                         GLsizei height, GLsizei depth)
{
   static const char command[] = "glTextureStorage3D";
   allocate(ctx, command, ga_resolve_named_texture(ctx, command, texture), GL_INVALID_OPERATION, 3, levels, internalformat,
            &(struct size){ width, height, depth }, NULL);
}

void ga_TexStorageMem1DEXT(struct ga_context *ctx, GLenum target, GLsizei levels, GLenum internalFormat,
                           GLsizei width, GLuint memory, GLuint64 offset)
{
   static const char command[] = "glTexStorageMem1DEXT";
   allocate(ctx, command, ga_resolve_bound_texture_or_proxy(ctx, command, target), GL_INVALID_ENUM, 1, levels, internalFormat,
            &(struct size){ width, 1, 1 }, &(struct ga_memory_place){ memory, offset });
}

void ga_TextureStorageMem1DEXT(struct ga_context *ctx, GLuint texture, GLsizei levels, GLenum internalFormat,
                               GLsizei width, GLuint memory, GLuint64 offset)
{
   static const char command[] = "glTextureStorageMem1DEXT";
   allocate(ctx, command, ga_resolve_named_texture(ctx, command, texture), GL_INVALID_OPERATION, 1, levels, internalFormat,
            &(struct size){ width, 1, 1 }, &(struct ga_memory_place){ memory, offset });
}

void ga_TexStorageMem2DEXT(struct ga_context *ctx, GLenum target, GLsizei levels, GLenum internalFormat,
                           GLsizei width, GLsizei height, GLuint memory, GLuint64 offset)
{
   static const char command[] = "glTexStorageMem2DEXT";
   allocate(ctx, command, ga_resolve_bound_texture_or_proxy(ctx, command, target), GL_INVALID_ENUM, 2, levels, internalFormat,
            &(struct size){ width, height, 1 }, &(struct ga_memory_place){ memory, offset });
}

void ga_TextureStorageMem2DEXT(struct ga_context *ctx, GLuint texture, GLsizei levels, GLenum internalFormat,
                               GLsizei width, GLsizei height, GLuint memory, GLuint64 offset)
{
   static const char command[] = "glTextureStorageMem2DEXT";
   allocate(ctx, command, ga_resolve_named_texture(ctx, command, texture), GL_INVALID_OPERATION, 2, levels, internalFormat,
            &(struct size){ width, height, 1 }, &(struct ga_memory_place){ memory, offset });
}

void ga_TexStorageMem3DEXT(struct ga_context *ctx, GLenum target, GLsizei levels, GLenum internalFormat,
                           GLsizei width, GLsizei height, GLsizei depth, GLuint memory, GLuint64 offset)
{
   static const char command[] = "glTexStorageMem3DEXT";
   allocate(ctx, command, ga_resolve_bound_texture_or_proxy(ctx, command, target), GL_INVALID_ENUM, 3, levels, internalFormat,
            &(struct size){ width, height, depth }, &(struct ga_memory_place){ memory, offset });
}

void ga_TextureStorageMem3DEXT(struct ga_context *ctx, GLuint texture, GLsizei levels, GLenum internalFormat,
                               GLsizei width, GLsizei height, GLsizei depth, GLuint memory, GLuint64 offset)
{
   static const char command[] = "glTextureStorageMem3DEXT";
   allocate(ctx, command, ga_resolve_named_texture(ctx, command, texture), GL_INVALID_OPERATION, 3, levels, internalFormat,
            &(struct size){ width, height, depth }, &(struct ga_memory_place){ memory, offset });
}

void ga_TexStorageAttribs2DEXT(struct ga_context *ctx, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width,
                               GLsizei height, const GLint *attrib_list)
{
   static const char command[] = "glTexStorageAttribs2DEXT";
   if (ga_texstorage_check_attribs(ctx, command, attrib_list, GL_SURFACE_COMPRESSION_FIXED_RATE_12BPC_EXT))
      allocate(ctx, command, ga_resolve_bound_texture_or_proxy(ctx, command, target), GL_INVALID_ENUM, 2, levels, internalformat,
               &(struct size){ width, height, 1 }, NULL);
}

void ga_TexStorageAttribs3DEXT(struct ga_context *ctx, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width,
                               GLsizei height, GLsizei depth, const GLint *attrib_list)
{
   static const char command[] = "glTexStorageAttribs3DEXT";
   if (ga_texstorage_check_attribs(ctx, command, attrib_list, GL_SURFACE_COMPRESSION_FIXED_RATE_12BPC_EXT))
      allocate(ctx, command, ga_resolve_bound_texture_or_proxy(ctx, command, target), GL_INVALID_ENUM, 3, levels, internalformat,
               &(struct size){ width, height, depth }, NULL);
}
