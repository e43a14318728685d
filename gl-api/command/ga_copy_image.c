/* ga_copy_image.c: glCopyImageSubData (EXT_copy_image, OES_copy_image; OpenGL ES 3.2, 16.2.2; GL 4.6, 18.3.3) and glCopyImageSubDataNV,
 * which copies between images of one internal format only (NV_copy_image). */
#include "ga_entry.h"
#include "gl-api/command/ga_image_region.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_format.h"
#include "gl-api/object/ga_ycbcr.h"
#include "state/pipe_format_desc.h"

/* One side of the command. */
struct side {
   const char *which;
   GLuint name;
   GLenum target;
   GLint level, x, y, z;
   GLsizei width, height, depth;          /* of the region in texels of this side */
   struct ga_image_region level_images;   /* all of the level, or of a renderbuffer, without a texture; held */
};

/* The first image; all are alike. */
static const struct ga_image_info *image_of(const struct side *s)
{
   return &s->level_images.part[0].image;
}

/* What regions consist of: blocks of compressed images; texels of 16 bits of YCbCr, which is not compressed. */
static const struct pipe_format_desc *element_of(const struct side *s)
{
   const struct ga_format *format = image_of(s)->format;
   return pipe_format_desc(ga_format_is_ycbcr(format) ? PIPE_FORMAT_R16_UINT : format->blocks);
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

static bool resolve_level(struct ga_context *ctx, const char *command, struct side *s, struct ga_texture *tex)
{
   const struct ga_region_command c = { ctx, command, GL_INVALID_VALUE, GL_INVALID_VALUE };
   if (tex->target != (enum ga_texture_target)ga_target_of_name(s->target))
      return refuse(ctx, command, s, GL_INVALID_ENUM, "the texture has another target");
   if (s->level < 0 || (unsigned)s->level > ga_target_last_level(ctx, tex->traits))
      return refuse(ctx, command, s, GL_INVALID_VALUE, "the level does not exist");
   const char *why = incomplete(tex);
   if (why)
      return refuse(ctx, command, s, GL_INVALID_OPERATION, why);
   if (!ga_region_of_texture(&c, tex, (unsigned)s->level, NULL, &s->level_images))
      return false;
   for (unsigned i = 0; i < s->level_images.count; i++) {
      const struct ga_image_info *image = &s->level_images.part[i].image;
      if (!image->resource)
         return refuse(ctx, command, s, GL_INVALID_VALUE, "the level does not exist");
      if (image->format != image_of(s)->format || !ga_extent_equal(image->extent, image_of(s)->extent))
         return refuse(ctx, command, s, GL_INVALID_VALUE, "the faces of the level differ");
   }
   return true;
}

static bool resolve_texture(struct ga_context *ctx, const char *command, struct side *s)
{
   const int target = ga_target_of_name(s->target);
   if (target < 0 || !ga_target_offered(ctx, target) || target == GA_TEX_BUFFER || target == GA_TEX_EXTERNAL)
      return refuse(ctx, command, s, GL_INVALID_ENUM, "the target is not one of images");
   struct ga_texture *tex = s->name ? ga_texture_lookup(ctx, s->name) : NULL;
   if (!tex)
      return refuse(ctx, command, s, GL_INVALID_VALUE, "the texture does not exist");
   const bool ok = resolve_level(ctx, command, s, tex);
   ga_texture_unref(ctx, tex);
   return ok;
}

static bool resolve_renderbuffer(struct ga_context *ctx, const char *command, struct side *s)
{
   struct ga_renderbuffer *rb = s->name ? ga_renderbuffer_lookup(ctx, s->name) : NULL;
   if (!rb)
      return refuse(ctx, command, s, GL_INVALID_VALUE, "the renderbuffer does not exist");
   s->level_images = (struct ga_image_region){ .ctx = ctx, .count = 1 };
   ga_renderbuffer_get_image(rb, &s->level_images.part[0].image);
   ga_renderbuffer_unref(rb);
   if (s->level)
      return refuse(ctx, command, s, GL_INVALID_VALUE, "a renderbuffer has one level");
   return image_of(s)->resource || refuse(ctx, command, s, GL_INVALID_OPERATION, "the renderbuffer has no storage");
}

static bool resolve(struct ga_context *ctx, const char *command, struct side *s)
{
   return s->target == GL_RENDERBUFFER ? resolve_renderbuffer(ctx, command, s) : resolve_texture(ctx, command, s);
}

/* What z counts: slices of a 3D image, layers of an array, faces of a cube map. */
static int64_t slices_of(const struct side *s)
{
   return (int64_t)ga_extent_slices(image_of(s)->extent) * s->level_images.count;
}

static bool in_range(int64_t at, int64_t size, int64_t room, unsigned block)
{
   return at >= 0 && size >= 0 && at + size <= room && at % block == 0 && (size % block == 0 || at + size == room);
}

static bool check_region(struct ga_context *ctx, const char *command, const struct side *s)
{
   const struct pipe_format_desc *desc = element_of(s);
   if (in_range(s->x, s->width, image_of(s)->extent.width, desc->block_width) &&
       in_range(s->y, s->height, image_of(s)->extent.height, desc->block_height) && in_range(s->z, s->depth, slices_of(s), 1))
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
   const struct pipe_format_desc *from = element_of(src), *to = element_of(dst);
   dst->width = scale(src->width, from->block_width, to->block_width);
   dst->height = scale(src->height, from->block_height, to->block_height);
   dst->depth = src->depth;
   const int64_t over_x = (int64_t)dst->x + dst->width - image_of(dst)->extent.width;
   const int64_t over_y = (int64_t)dst->y + dst->height - image_of(dst)->extent.height;
   if (over_x > 0 && over_x < to->block_width)
      dst->width -= (GLsizei)over_x;
   if (over_y > 0 && over_y < to->block_height)
      dst->height -= (GLsizei)over_y;
}

/* Where slice i of the region is, and how many slices from there on are one box of a resource. */
static unsigned slices_at(const struct side *s, int i, struct ga_copy_place *place)
{
   const unsigned z = (unsigned)(s->z + i), left = (unsigned)(s->depth - i);
   const struct ga_region_part *part = s->level_images.part;
   if (s->level_images.count == 1) {
      *place = (struct ga_copy_place){ &part[0].image, (unsigned)s->x, (unsigned)s->y, z };
      return left;
   }
   const struct ga_image_info *first = &part[z].image;
   *place = (struct ga_copy_place){ first, (unsigned)s->x, (unsigned)s->y, 0 };
   unsigned run = 1;
   while (run < left && !first->blocks && part[z + run].image.resource == first->resource && part[z + run].image.level == first->level &&
          part[z + run].image.layer == first->layer + run)
      run++;
   return run;
}

static void copy(struct ga_context *ctx, const char *command, const struct side *dst, const struct side *src)
{
   const struct pipe_format_desc *desc = element_of(src);
   const unsigned width_el = ((unsigned)src->width + desc->block_width - 1) / desc->block_width;
   const unsigned height_el = ((unsigned)src->height + desc->block_height - 1) / desc->block_height;
   struct ga_copy_place from, to;
   unsigned run;
   bool ok = true;
   for (int i = 0; i < src->depth && ok; i += (int)run) {
      const unsigned from_run = slices_at(src, i, &from), to_run = slices_at(dst, i, &to);
      run = from_run < to_run ? from_run : to_run;
      ok = ga_image_copy(ctx, &to, &from, width_el, height_el, run);
   }
   if (!ok)
      ga_oom(ctx, command);
}

/* same: the internal formats have to be equal. */
static bool check_formats(struct ga_context *ctx, const char *command, const struct side *src, const struct side *dst, bool same)
{
   const unsigned src_samples = image_of(src)->samples > 1 ? image_of(src)->samples : 1;
   const unsigned dst_samples = image_of(dst)->samples > 1 ? image_of(dst)->samples : 1;
   if (same ? image_of(src)->internal_format != image_of(dst)->internal_format : !formats_match(image_of(src), image_of(dst)))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s and %s are not compatible", command, ga_enum_name(image_of(src)->internal_format),
               ga_enum_name(image_of(dst)->internal_format));
   else if (src_samples != dst_samples)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %u and %u samples", command, src_samples, dst_samples);
   else
      return true;
   return false;
}

static void copy_image(struct ga_context *ctx, const char *command, struct side *src, struct side *dst, bool same_format)
{
   if (resolve(ctx, command, src) && resolve(ctx, command, dst) && check_formats(ctx, command, src, dst, same_format)) {
      derive_region(dst, src);
      if (check_region(ctx, command, src) && check_region(ctx, command, dst))
         copy(ctx, command, dst, src);
   }
   ga_image_region_release(&src->level_images);
   ga_image_region_release(&dst->level_images);
}

void ga_CopyImageSubData(struct ga_context *ctx, GLuint srcName, GLenum srcTarget, GLint srcLevel, GLint srcX, GLint srcY, GLint srcZ,
                         GLuint dstName, GLenum dstTarget, GLint dstLevel, GLint dstX, GLint dstY, GLint dstZ, GLsizei srcWidth,
                         GLsizei srcHeight, GLsizei srcDepth)
{
   struct side src = { "src", srcName, srcTarget, srcLevel, srcX, srcY, srcZ, srcWidth, srcHeight, srcDepth, { 0 } };
   struct side dst = { .which = "dst", .name = dstName, .target = dstTarget, .level = dstLevel, .x = dstX, .y = dstY, .z = dstZ };
   copy_image(ctx, "glCopyImageSubData", &src, &dst, false);
}

void ga_CopyImageSubDataNV(struct ga_context *ctx, GLuint srcName, GLenum srcTarget, GLint srcLevel, GLint srcX, GLint srcY, GLint srcZ,
                           GLuint dstName, GLenum dstTarget, GLint dstLevel, GLint dstX, GLint dstY, GLint dstZ, GLsizei width,
                           GLsizei height, GLsizei depth)
{
   struct side src = { "src", srcName, srcTarget, srcLevel, srcX, srcY, srcZ, width, height, depth, { 0 } };
   struct side dst = { .which = "dst", .name = dstName, .target = dstTarget, .level = dstLevel, .x = dstX, .y = dstY, .z = dstZ };
   copy_image(ctx, "glCopyImageSubDataNV", &src, &dst, true);
}
