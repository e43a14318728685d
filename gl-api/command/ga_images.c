/* ga_images.c: textures bound to image units (ES 3.1, 8.22; OpenGL 4.6, 8.26; ARB_multi_bind). */
#include "ga_entry.h"
#include "gl-api/command/ga_create.h"
#include "gl-api/command/ga_teximage.h"
#include "gl-api/object/ga_image_unit.h"
#include "gl-api/object/ga_texture.h"

static bool legal_unit(struct ga_context *ctx, GLuint unit, const char *command)
{
   if (unit < GA_MAX_IMAGE_UNITS)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: image unit %u is not below the limit of %u", command, unit, GA_MAX_IMAGE_UNITS);
   return false;
}

void ga_BindImageTexture(struct ga_context *ctx, GLuint unit, GLuint texture, GLint level, GLboolean layered, GLint layer,
                         GLenum access, GLenum format)
{
   static const char command[] = "glBindImageTexture";
   const struct ga_image_format *f = ga_image_format(ctx, format);
   struct ga_texture *tex = NULL;
   if (!legal_unit(ctx, unit, command))
      return;
   if (level < 0 || layer < 0 || !f) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: level %d or layer %d is negative, or %s is not a format of image units", command,
               level, layer, ga_enum_name(format));
      return;
   }
   if (access != GL_READ_ONLY && access != GL_WRITE_ONLY && access != GL_READ_WRITE) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: access %s is not accepted by this command", command, ga_enum_name(access));
      return;
   }
   if (texture && !(tex = ga_texture_lookup(ctx, texture))) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %u is not a texture object", command, texture);
      return;
   }
   /* ES 3.1, 8.22: the format of the texture may not change. */
   if (tex && ga_has(ctx, GA_FEATURE_es) && !tex->immutable && tex->traits->faces && tex->target != GA_TEX_EXTERNAL)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: texture %u is not immutable", command, texture);
   else
      ga_image_unit_bind(ctx, &ctx->image_unit[unit], tex, level, layered, layer, access, f);
   ga_texture_unref(ctx, tex);
}

/* Level 0 with all layers, for any access, in the format of the texture. */
static void bind_complete(struct ga_context *ctx, GLuint unit, GLuint texture, const char *command)
{
   struct ga_texture *tex = ga_resolve_named_texture(ctx, command, texture);
   if (!tex)
      return;
   const struct ga_image_format *f = ga_image_format_of(ctx, tex, 0);
   if (f)
      ga_image_unit_bind(ctx, &ctx->image_unit[unit], tex, 0, true, 0, GL_READ_WRITE, f);
   else
      ga_error(ctx, GL_INVALID_OPERATION, "%s: level 0 of texture %u is empty or has no format of image units", command, texture);
   ga_texture_unref(ctx, tex);
}

/* An error of one unit does not prevent the binding of others. */
void ga_BindImageTextures(struct ga_context *ctx, GLuint first, GLsizei count, const GLuint *textures)
{
   static const char command[] = "glBindImageTextures";
   if (!ga_legal_run(ctx, first, count, GA_MAX_IMAGE_UNITS, command))
      return;
   for (GLsizei i = 0; i < count; i++) {
      const GLuint unit = first + (GLuint)i;
      if (textures && textures[i])
         bind_complete(ctx, unit, textures[i], command);
      else
         ga_image_unit_reset(ctx, &ctx->image_unit[unit]);
   }
}
