/* ga_copy_image.c: glCopyImageSubData (EXT_copy_image, OES_copy_image; OpenGL ES 3.2, 16.2.2; GL 4.6, 18.3.3). */
#include "ga_entry.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"
#include "state/pipe_format_desc.h"

/* One side of the command. */
struct side {
   const char *which;
   GLuint name;
   GLenum target;
   GLint level, x, y, z;
   GLsizei width, height, depth;          /* of the region in texels of this side */
   struct ga_texture *tex;                /* counted; NULL: a renderbuffer */
   struct ga_image_info image;            /* of the first slice; its references are the side's */
};

static void release(struct ga_context *ctx, struct side *s)
{
   ga_release_image(&s->image);
   ga_texture_unref(ctx, s->tex);
}

static bool refuse(struct ga_context *ctx, const char *command, const struct side *s, GLenum error, const char *why)
{
   ga_error(ctx, error, "%s: %sTarget %s, %sName %u, %sLevel %d: %s", command, s->which, ga_enum_name(s->target), s->which, s->name,
            s->which, s->level, why);
   return false;
}

/* Why the texture's images are not complete for its filter (ES 3.0, 3.8.13). NULL: they are. A linear filter of integers does not count:
 * nothing is filtered. */
static const char *incomplete(struct ga_texture *tex)
{
   unsigned last;
   const char *why = NULL;
   pthread_mutex_lock(&tex->lock);
   const bool mipmaps = !tex->traits->multisample && ga_min_filter_uses_mipmaps(tex->params.min_filter);
   const enum ga_completeness completeness = ga_texture_completeness(tex, mipmaps, &last);
   if (completeness != GA_COMPLETE)
      why = ga_completeness_text(completeness);
   pthread_mutex_unlock(&tex->lock);
   return why;
}

/* The image of a face at a level, if it is like the first one's. */
static bool get_like(struct ga_texture *tex, unsigned face, const struct ga_image_info *first, unsigned level, struct ga_image_info *out)
{
   return ga_teximage_get(tex, face, level, out) && out->resource && out->format == first->format &&
          ga_extent_equal(out->extent, first->extent);
}

static bool resolve_texture(struct ga_context *ctx, const char *command, struct side *s)
{
   const int target = ga_target_of_name(s->target);
   if (target < 0 || !ga_target_offered(ctx, target) || target == GA_TEX_BUFFER || target == GA_TEX_EXTERNAL)
      return refuse(ctx, command, s, GL_INVALID_ENUM, "no such target");
   s->tex = s->name ? ga_texture_lookup(ctx, s->name) : NULL;
   if (!s->tex)
      return refuse(ctx, command, s, GL_INVALID_VALUE, "no such texture");
   if (s->tex->target != (enum ga_texture_target)target)
      return refuse(ctx, command, s, GL_INVALID_ENUM, "the texture has another target");
   if (s->level < 0 || (unsigned)s->level > ga_target_last_level(ctx, s->tex->traits))
      return refuse(ctx, command, s, GL_INVALID_VALUE, "no such level");
   const char *why = incomplete(s->tex);
   if (why)
      return refuse(ctx, command, s, GL_INVALID_OPERATION, why);
   if (!ga_teximage_get(s->tex, 0, (unsigned)s->level, &s->image) || !s->image.resource)
      return refuse(ctx, command, s, GL_INVALID_VALUE, "no such level");
   for (unsigned face = 1; face < s->tex->traits->faces; face++) {
      GA_HELD_IMAGE struct ga_image_info image = { 0 };
      if (!get_like(s->tex, face, &s->image, (unsigned)s->level, &image))
         return refuse(ctx, command, s, GL_INVALID_VALUE, "the faces of the level differ");
   }
   return true;
}

static bool resolve_renderbuffer(struct ga_context *ctx, const char *command, struct side *s)
{
   struct ga_renderbuffer *rb = s->name ? ga_renderbuffer_lookup(ctx, s->name) : NULL;
   if (!rb)
      return refuse(ctx, command, s, GL_INVALID_VALUE, "no such renderbuffer");
   ga_renderbuffer_get_image(rb, &s->image);
   ga_renderbuffer_unref(rb);
   if (s->level)
      return refuse(ctx, command, s, GL_INVALID_VALUE, "a renderbuffer has one level");
   return s->image.resource || refuse(ctx, command, s, GL_INVALID_OPERATION, "the renderbuffer has no storage");
}

static bool resolve(struct ga_context *ctx, const char *command, struct side *s)
{
   return s->target == GL_RENDERBUFFER ? resolve_renderbuffer(ctx, command, s) : resolve_texture(ctx, command, s);
}

/* What z counts: slices of a 3D image, layers of an array, faces of a cube map. */
static int64_t slices_of(const struct side *s)
{
   const unsigned faces = s->tex ? s->tex->traits->faces : 1;
   return (int64_t)ga_extent_slices(s->image.extent) * faces;
}

static bool in_range(int64_t at, int64_t size, int64_t room, unsigned block)
{
   return at >= 0 && size >= 0 && at + size <= room && at % block == 0 && (size % block == 0 || at + size == room);
}

static bool check_region(struct ga_context *ctx, const char *command, const struct side *s)
{
   const struct pipe_format_desc *desc = pipe_format_desc(s->image.format->blocks);
   if (in_range(s->x, s->width, s->image.extent.width, desc->block_width) &&
       in_range(s->y, s->height, s->image.extent.height, desc->block_height) && in_range(s->z, s->depth, slices_of(s), 1))
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: the region (%d, %d, %d) %d x %d x %d of %sName %u is not inside the image or cuts through blocks",
            command, s->x, s->y, s->z, s->width, s->height, s->depth, s->which, s->name);
   return false;
}

/* Table 16.4 of ES 3.2: blocks and texels of one size, of classes of 64 and 128 bits. */
static bool mixed_formats_match(const struct ga_format *texels, const struct ga_format *blocks)
{
   const enum ga_view_class class = ga_format_view_class(texels->internal_format);
   return class == (pipe_format_block_size_B(blocks->blocks) == 16 ? GA_VIEW_128 : GA_VIEW_64);
}

static bool formats_match(const struct ga_image_info *a, const struct ga_image_info *b)
{
   if (a->format->compressed != b->format->compressed)
      return a->format->compressed ? mixed_formats_match(b->format, a->format) : mixed_formats_match(a->format, b->format);
   const enum ga_view_class class = ga_format_view_class(a->format->internal_format);
   return a->format->internal_format == b->format->internal_format ||
          (class != GA_VIEW_NONE && class == ga_format_view_class(b->format->internal_format));
}

/* A length of the source in texels of the destination. */
static GLsizei scale(GLsizei length, unsigned from_block, unsigned to_block)
{
   if (from_block == to_block || length < 0)
      return length;
   const uint64_t texels = ((uint64_t)length + from_block - 1) / from_block * to_block;
   return texels > INT32_MAX ? INT32_MAX : (GLsizei)texels;
}

/* The destination's region has as many blocks; at the edge of an image the last ones are not full. */
static void derive_region(struct side *dst, const struct side *src)
{
   const struct pipe_format_desc *from = pipe_format_desc(src->image.format->blocks), *to = pipe_format_desc(dst->image.format->blocks);
   dst->width = scale(src->width, from->block_width, to->block_width);
   dst->height = scale(src->height, from->block_height, to->block_height);
   dst->depth = src->depth;
   const int64_t over_x = (int64_t)dst->x + dst->width - dst->image.extent.width;
   const int64_t over_y = (int64_t)dst->y + dst->height - dst->image.extent.height;
   if (over_x > 0 && over_x < to->block_width)
      dst->width -= (GLsizei)over_x;
   if (over_y > 0 && over_y < to->block_height)
      dst->height -= (GLsizei)over_y;
}

/* Where slice i of the region is. False: another context has specified the image again. */
static bool slice_at(const struct side *s, int i, struct ga_image_info *image, struct ga_copy_place *place)
{
   const unsigned z = (unsigned)(s->z + i);
   const bool cube = s->tex && s->tex->traits->faces > 1;
   *place = (struct ga_copy_place){ image, (unsigned)s->x, (unsigned)s->y, cube ? 0 : z };
   if (s->tex)
      return get_like(s->tex, cube ? z : 0, &s->image, (unsigned)s->level, image);
   *image = s->image;
   image->resource = pipe_resource_ref(s->image.resource);
   return true;
}

static bool copy_slice(struct ga_context *ctx, const struct side *dst, const struct side *src, int i, unsigned width_el,
                       unsigned height_el)
{
   GA_HELD_IMAGE struct ga_image_info from = { 0 };
   GA_HELD_IMAGE struct ga_image_info to = { 0 };
   struct ga_copy_place src_place, dst_place;
   return !slice_at(src, i, &from, &src_place) || !slice_at(dst, i, &to, &dst_place) ||
          ga_image_copy(ctx, &dst_place, &src_place, width_el, height_el);
}

static void copy(struct ga_context *ctx, const char *command, const struct side *dst, const struct side *src)
{
   const struct pipe_format_desc *desc = pipe_format_desc(src->image.format->blocks);
   const unsigned width_el = ((unsigned)src->width + desc->block_width - 1) / desc->block_width;
   const unsigned height_el = ((unsigned)src->height + desc->block_height - 1) / desc->block_height;
   bool ok = true;
   for (int i = 0; i < src->depth && ok; i++)
      ok = copy_slice(ctx, dst, src, i, width_el, height_el);
   if (!ok)
      ga_oom(ctx, command);
}

static bool check_formats(struct ga_context *ctx, const char *command, const struct side *src, const struct side *dst)
{
   const unsigned src_samples = src->image.samples > 1 ? src->image.samples : 1;
   const unsigned dst_samples = dst->image.samples > 1 ? dst->image.samples : 1;
   if (!formats_match(&src->image, &dst->image))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s and %s are not compatible", command, ga_enum_name(src->image.internal_format),
               ga_enum_name(dst->image.internal_format));
   else if (src_samples != dst_samples)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %u and %u samples", command, src_samples, dst_samples);
   else
      return true;
   return false;
}

void ga_CopyImageSubData(struct ga_context *ctx, GLuint srcName, GLenum srcTarget, GLint srcLevel, GLint srcX, GLint srcY, GLint srcZ,
                         GLuint dstName, GLenum dstTarget, GLint dstLevel, GLint dstX, GLint dstY, GLint dstZ, GLsizei srcWidth,
                         GLsizei srcHeight, GLsizei srcDepth)
{
   static const char command[] = "glCopyImageSubData";
   struct side src = { "src", srcName, srcTarget, srcLevel, srcX, srcY, srcZ, srcWidth, srcHeight, srcDepth, NULL, { 0 } };
   struct side dst = { .which = "dst", .name = dstName, .target = dstTarget, .level = dstLevel, .x = dstX, .y = dstY, .z = dstZ };
   if (resolve(ctx, command, &src) && resolve(ctx, command, &dst) && check_formats(ctx, command, &src, &dst)) {
      derive_region(&dst, &src);
      if (check_region(ctx, command, &src) && check_region(ctx, command, &dst))
         copy(ctx, command, &dst, &src);
   }
   release(ctx, &src);
   release(ctx, &dst);
}
