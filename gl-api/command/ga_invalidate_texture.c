/* ga_invalidate_texture.c: glInvalidateTexImage, glInvalidateTexSubImage (GL 4.6, 8.20): hints that the contents of an image are not
 * needed. The driver invalidates resources: images that are the only one of their resource. */
#include "ga_entry.h"
#include "gl-api/command/ga_image_region.h"

/* With a reference for the caller. NULL: GL_INVALID_VALUE was raised. */
static struct ga_texture *resolve(struct ga_context *ctx, GLuint name, GLint level, const char *command)
{
   struct ga_texture *tex = name ? ga_texture_lookup(ctx, name) : NULL;
   if (!tex) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: texture %u does not exist", command, name);
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

/* The texels of a buffer texture are a row of at most GL_MAX_TEXTURE_BUFFER_SIZE. False: the error was raised. */
static bool check_buffer_region(struct ga_context *ctx, const char *command, const struct ga_region *r)
{
   const int64_t limit = ctx->screen->caps.max_texture_buffer_size;
   if (r->x >= 0 && r->width >= 0 && (int64_t)r->x + r->width <= limit && r->y >= 0 && r->height >= 0 && (int64_t)r->y + r->height <= 1 &&
       r->z >= 0 && r->depth >= 0 && (int64_t)r->z + r->depth <= 1)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: (%d, %d, %d) %d x %d x %d is not inside a row of %lld texels", command, r->x, r->y, r->z, r->width,
            r->height, r->depth, (long long)limit);
   return false;
}

/* Inside of any level, one without an image among them. */
static bool is_nothing(const struct ga_region *r)
{
   return !r->x && !r->y && !r->z && !r->width && !r->height && !r->depth;
}

static bool is_all(const struct ga_region_part *part)
{
   const struct ga_extent e = part->image.extent;
   return (uint32_t)part->box.width == e.width && (uint32_t)part->box.height == e.height && (uint32_t)part->box.depth == ga_extent_slices(e);
}

void ga_InvalidateTexSubImage(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                              GLsizei width, GLsizei height, GLsizei depth)
{
   static const char command[] = "glInvalidateTexSubImage";
   const struct ga_region r = { xoffset, yoffset, zoffset, width, height, depth };
   GA_HELD_REGION struct ga_image_region region = { 0 };
   struct ga_texture *tex = resolve(ctx, texture, level, command);
   if (!tex)
      return;
   const struct ga_region_command c = { ctx, command, GL_INVALID_VALUE, GL_INVALID_VALUE };
   if (tex->target == GA_TEX_BUFFER)
      check_buffer_region(ctx, command, &r);
   else if (!is_nothing(&r) && ga_region_of_texture(&c, tex, (unsigned)level, &r, &region) && region.count == 1 &&
            is_all(&region.part[0]))
      invalidate(ctx, tex, (unsigned)level);
   ga_texture_unref(ctx, tex);
}
