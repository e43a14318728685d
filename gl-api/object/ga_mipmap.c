/* ga_mipmap.c: GenerateMipmap. The device filters; here the levels are given a size and a place. */
#include "ga_entry.h"
#include "gl-api/tables/ga_format.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_texture.h"

/* Levels base + 1 .. last become part of tex->resource, which holds the base level already. */
static void define_levels(struct ga_texture *tex, unsigned base, unsigned last)
{
   for (unsigned face = 0; face < ga_texture_faces(tex); face++) {
      for (unsigned level = base + 1; level <= last; level++) {
         struct ga_teximage *image = &tex->image[face][level];
         unsigned shift = level - base;
         pipe_resource_unref(image->own);
         *image = tex->image[face][base];
         image->width = image->width >> shift ? image->width >> shift : 1;
         image->height = image->height >> shift ? image->height >> shift : 1;
      }
   }
}

/* Are levels base + 1 .. last what define_levels would make? */
static bool levels_defined(const struct ga_texture *tex, unsigned base, unsigned last)
{
   for (unsigned face = 0; face < ga_texture_faces(tex); face++) {
      for (unsigned level = base + 1; level <= last; level++) {
         const struct ga_teximage *first = &tex->image[face][base], *image = &tex->image[face][level];
         unsigned width = first->width >> (level - base), height = first->height >> (level - base);
         if (image->own || image->width != (width ? width : 1) || image->height != (height ? height : 1) ||
             image->format != first->format || image->internal_format != first->internal_format)
            return false;
      }
   }
   return true;
}

void ga_GenerateMipmap(struct ga_context *ctx, GLenum target)
{
   static const char command[] = "glGenerateMipmap";
   int index = ga_texture_target(ctx, target);
   if (index < 0) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: no such target: %s", command, ga_enum_name(target));
      return;
   }
   struct ga_texture *tex = ctx->unit[ctx->active_unit].bound[index];
   GA_TEXTURE_GUARD(ctx, tex);
   unsigned base = tex->base_level;
   const struct ga_teximage *image = base < GA_MAX_TEXTURE_LEVELS ? &tex->image[0][base] : NULL;
   const char *why = NULL;
   if (!image || !image->format)
      why = "the base level has no image";
   else if (tex->target == GA_TEX_CUBE && ga_texture_cube_complete(tex) != GA_COMPLETE)
      why = ga_completeness_text(ga_texture_cube_complete(tex));
   else if (image->format->compressed)
      why = "the base level is compressed";
   else if (image->format->depth_renderable || image->format->stencil_renderable)
      why = "the base level holds depth";
   if (why) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s", command, why);
      return;
   }
   if (!image->width || !image->height)
      return;
   unsigned last = base + 31 - __builtin_clz(image->width > image->height ? image->width : image->height);
   if (tex->immutable && last > tex->resource->t.last_level)
      last = tex->resource->t.last_level;
   if ((GLint)last > tex->max_level)
      last = tex->max_level;
   if (last <= base)
      return;
   ga_share_lock(ctx);
   const bool ok = ga_texture_finalize(ctx, tex, base, base, last);
   GA_HELD struct pipe_resource *res = ok ? pipe_resource_ref(tex->resource) : NULL;
   if (ok && !levels_defined(tex, base, last)) {
      define_levels(tex, base, last);
      ga_texture_changed(ctx, tex, true);
   }
   ga_share_unlock(ctx);
   if (ok)
      ctx->st.pipe->impl->generate_mipmap(ctx->st.pipe, res, res->t.format, base, last, 0, res->t.layers - 1);
   else
      ga_oom(ctx, command);
}
