/* ga_blit_framebuffer.c: glBlitFramebuffer (OpenGL ES 3.0, 4.3.3; OpenGL 4.6, 18.3.1; NV_framebuffer_blit in OpenGL ES 2.0, which
 * does not resolve samples). */
#include "ga_entry.h"
#include "gl-api/command/ga_framebuffer.h"
#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"

enum number_class { NORMALIZED_OR_FLOAT, SIGNED_INTEGER, UNSIGNED_INTEGER };

static enum number_class number_class(const struct ga_format *format)
{
   return pipe_format_is_pure_sint(format->st) ? SIGNED_INTEGER : pipe_format_is_pure_uint(format->st) ? UNSIGNED_INTEGER
                                                                                                       : NORMALIZED_OR_FLOAT;
}

/* A command with its framebuffers. */
struct command {
   const char *name;
   struct ga_fbo *read, *draw;
   struct ga_blit blit;
};

static bool same_rectangles(const struct ga_blit *b)
{
   for (unsigned i = 0; i < 4; i++)
      if (b->src[i] != b->dst[i])
         return false;
   return true;
}

/* GL 4.6, 18.3.1: the rectangles may lie elsewhere and be mirrored. */
static bool same_sizes(const struct ga_blit *b)
{
   for (unsigned i = 0; i < 2; i++) {
      const int64_t src = (int64_t)b->src[i + 2] - b->src[i], dst = (int64_t)b->dst[i + 2] - b->dst[i];
      if (src != dst && src != -dst)
         return false;
   }
   return true;
}

/* The filters of EXT_framebuffer_multisample_blit_scaled resolve samples and scale in one command. */
static bool is_scaled_resolve(GLenum filter)
{
   return filter == GL_SCALED_RESOLVE_FASTEST_EXT || filter == GL_SCALED_RESOLVE_NICEST_EXT;
}

/* One format as OpenGL ES sees it: a window's may store the components of RGBA8 in another order. */
static bool same_format(const struct ga_format *a, const struct ga_format *b)
{
   return a->internal_format == b->internal_format ||
          (a->base_format == b->base_format && a->red == b->red && a->green == b->green && a->blue == b->blue &&
           a->alpha == b->alpha && ga_format_component_type(a) == ga_format_component_type(b) &&
           pipe_format_is_srgb(a->st) == pipe_format_is_srgb(b->st));
}

/* A component of depth or stencil that both formats have has the same size and type in both (GL 4.6, 18.3.1); the other may be
 * absent from one of them. */
static bool same_depth_stencil(const struct ga_format *a, const struct ga_format *b)
{
   if (a->depth && b->depth && (a->depth != b->depth || ga_format_component_type(a) != ga_format_component_type(b)))
      return false;
   return !a->stencil || !b->stencil || a->stencil == b->stencil;
}

/* Conditions on a pair of images. NULL: they hold. */
static const char *check_images(const struct ga_context *ctx, const struct command *c, const struct ga_image_at *src,
                                const struct ga_image_at *dst, bool color)
{
   if (color && number_class(src->format) != number_class(dst->format))
      return "integer and other formats, or signed and unsigned ones, are not converted";
   if (color && number_class(src->format) != NORMALIZED_OR_FLOAT && c->blit.filter != GL_NEAREST)
      return "integers have the filter GL_NEAREST only";
   if (!color && !same_depth_stencil(src->format, dst->format))
      return "the formats of depth or stencil differ";
   if (ga_has(ctx, GA_FEATURE_es) && color && src->samples > 1 && !same_format(src->format, dst->format))
      return "the format of a multisampled image differs";
   if (ga_has(ctx, GA_FEATURE_blit_between_images) && src->resource == dst->resource && src->level == dst->level && src->layer == dst->layer)
      return "source and destination are one image";
   return NULL;
}

/* Conditions on samples. NULL: they hold. */
static const char *check_samples(const struct ga_context *ctx, const struct command *c)
{
   bool es = ga_has(ctx, GA_FEATURE_es);
   if ((c->draw->samples > 1 || c->read->samples > 1) && !ga_has(ctx, GA_FEATURE_framebuffer_multisample))
      return "a framebuffer is multisampled";
   if (es && c->draw->samples > 1)
      return "the draw framebuffer is multisampled";
   if (c->draw->samples > 1 && c->read->samples > 1 && c->draw->samples != c->read->samples)
      return "the framebuffers differ in their number of samples";
   if (es && c->read->samples > 1 && !same_rectangles(&c->blit))
      return "the rectangles of a resolve differ";
   const bool scales = is_scaled_resolve(c->blit.filter);
   if (scales && (c->read->samples <= 1 || c->draw->samples > 1))
      return "a scaled resolve needs a multisampled read framebuffer and a draw framebuffer without samples";
   if (!scales && (c->draw->samples > 1 || c->read->samples > 1) && !same_sizes(&c->blit))
      return "a framebuffer is multisampled, and the rectangles differ in size";
   return NULL;
}

/* The images of one kind of buffer. */
struct pair { struct ga_image_at src, dst[GA_MAX_DRAW_BUFFERS]; unsigned count; };

/* No pair where either side has no such buffer: its bit of the mask is ignored. */
static void collect(struct ga_context *ctx, const struct command *c, GLbitfield bit, struct pair *p)
{
   p->count = 0;
   if (bit != GL_COLOR_BUFFER_BIT) {
      enum ga_attachment_index which = bit == GL_DEPTH_BUFFER_BIT ? GA_ATT_DEPTH : GA_ATT_STENCIL;
      p->count = ga_attachment_image(ctx, c->read, which, &p->src) && ga_attachment_image(ctx, c->draw, which, &p->dst[0]);
      return;
   }
   if (!ga_fbo_read_buffer(ctx, c->read, &p->src))
      return;
   for (unsigned i = 0; i < (unsigned)ctx->limits.max_draw_buffers; i++) {
      int point = ga_fbo_draw_point(c->draw, i);
      if (point >= 0 && ga_attachment_image(ctx, c->draw, (enum ga_attachment_index)point, &p->dst[p->count]))
         p->count++;
   }
}

static const GLbitfield bits[3] = { GL_COLOR_BUFFER_BIT, GL_DEPTH_BUFFER_BIT, GL_STENCIL_BUFFER_BIT };

/* False: the error was raised. */
static bool check_pairs(struct ga_context *ctx, const struct command *c, const struct pair pairs[3])
{
   const char *why = check_samples(ctx, c);
   for (unsigned i = 0; i < 3; i++)
      for (unsigned j = 0; j < pairs[i].count && !why; j++)
         why = check_images(ctx, c, &pairs[i].src, &pairs[i].dst[j], i == 0);
   if (why)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s", c->name, why);
   return !why;
}

/* A scaled resolve scales an image of means. */
static void copy(struct ga_context *ctx, const struct command *c, const struct pair pairs[3])
{
   static const unsigned masks[3] = { 0xf, 1 << 4, 1 << 5 };
   if (ctx->cap_blackhole)
      return;
   if (is_scaled_resolve(c->blit.filter) && pairs[0].count) {
      struct ga_image_at means;
      GA_HELD struct pipe_resource *held = ga_fbo_resolve_image(ctx, &pairs[0].src, &means);
      if (!held)
         ga_oom(ctx, c->name);
      for (unsigned j = 0; held && j < pairs[0].count; j++)
         ga_fbo_blit_image(ctx, c->read, &means, c->draw, &pairs[0].dst[j], &c->blit, masks[0]);
      return;
   }
   for (unsigned i = 0; i < 3; i++)
      for (unsigned j = 0; j < pairs[i].count; j++)
         ga_fbo_blit_image(ctx, c->read, &pairs[i].src, c->draw, &pairs[i].dst[j], &c->blit, masks[i]);
}

static void blit_framebuffer(struct ga_context *ctx, const struct command *c, GLbitfield mask)
{
   struct pair pairs[3] = { 0 };
   const GLbitfield depth_stencil = GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
   if (mask & ~(GLbitfield)(GL_COLOR_BUFFER_BIT | depth_stencil)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: mask 0x%x has bits other than those of the color, depth and stencil buffers",
               c->name, mask);
      return;
   }
   const bool scales = is_scaled_resolve(c->blit.filter) && ga_has(ctx, GA_FEATURE_framebuffer_multisample_blit_scaled);
   if (c->blit.filter != GL_NEAREST && c->blit.filter != GL_LINEAR && !scales) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: filter %s is not accepted by this command", c->name, ga_enum_name(c->blit.filter));
      return;
   }
   if (mask & depth_stencil && c->blit.filter != GL_NEAREST) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: depth and stencil have the filter GL_NEAREST only", c->name);
      return;
   }
   if (!ga_fbo_require_complete(ctx, c->draw, c->name) || !ga_fbo_require_readable(ctx, c->read, c->name))
      return;
   for (unsigned i = 0; i < 3; i++)
      if (mask & bits[i])
         collect(ctx, c, bits[i], &pairs[i]);
   if (check_pairs(ctx, c, pairs))
      copy(ctx, c, pairs);
}

void ga_BlitFramebuffer(struct ga_context *ctx, GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1, GLint dstX0, GLint dstY0,
                        GLint dstX1, GLint dstY1, GLbitfield mask, GLenum filter)
{
   blit_framebuffer(ctx, &(struct command){ "glBlitFramebuffer", ctx->read_fbo, ctx->draw_fbo,
                                            { { srcX0, srcY0, srcX1, srcY1 }, { dstX0, dstY0, dstX1, dstY1 }, filter } }, mask);
}

void ga_BlitNamedFramebuffer(struct ga_context *ctx, GLuint readFramebuffer, GLuint drawFramebuffer, GLint srcX0, GLint srcY0,
                             GLint srcX1, GLint srcY1, GLint dstX0, GLint dstY0, GLint dstX1, GLint dstY1, GLbitfield mask,
                             GLenum filter)
{
   struct command c = { .name = "glBlitNamedFramebuffer",
                        .blit = { { srcX0, srcY0, srcX1, srcY1 }, { dstX0, dstY0, dstX1, dstY1 }, filter } };
   c.read = ga_resolve_read_framebuffer_of_name(ctx, c.name, readFramebuffer);
   c.draw = c.read ? ga_resolve_framebuffer_of_name(ctx, c.name, drawFramebuffer) : NULL;
   if (c.draw)
      blit_framebuffer(ctx, &c, mask);
}
