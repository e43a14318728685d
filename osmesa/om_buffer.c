/* om_buffer.c: the framebuffer of a context: its buffers, and the copy of their pixels to the application's memory. */
#include "osmesa/om_internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "pipe_format.h"

static const struct { GLenum format; uint8_t components; int8_t order[4]; } orders[] = {
   {GL_RGBA, 4, {0, 1, 2, 3}}, {OM_BGRA, 4, {2, 1, 0, 3}}, {OM_ARGB, 4, {3, 0, 1, 2}}, {GL_RGB, 3, {0, 1, 2, -1}}, {OM_BGR, 3, {2, 1, 0, -1}},
};

static const struct { GLenum type; uint8_t component_B; enum pipe_format with_alpha, without_alpha; } types[] = {
   {GL_UNSIGNED_BYTE, 1, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_R8G8B8X8_UNORM},
   {GL_UNSIGNED_SHORT, 2, PIPE_FORMAT_R16G16B16A16_UNORM, PIPE_FORMAT_R16G16B16X16_UNORM},
   {GL_HALF_FLOAT, 2, PIPE_FORMAT_R16G16B16A16_FLOAT, PIPE_FORMAT_R16G16B16X16_FLOAT},
   {GL_FLOAT, 4, PIPE_FORMAT_R32G32B32A32_FLOAT, PIPE_FORMAT_R32G32B32X32_FLOAT},
};

/* Layouts that a buffer can be rendered in as it lies in memory, besides RGBA. */
static const struct { GLenum format, type; enum pipe_format color; uint8_t pixel_B; } rendered[] = {
   {OM_BGRA, GL_UNSIGNED_BYTE, PIPE_FORMAT_B8G8R8A8_UNORM, 4},
   {OM_RGB_565, GL_UNSIGNED_SHORT_5_6_5, PIPE_FORMAT_B5G6R5_UNORM, 2},
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

bool om_layout_of(GLenum format, GLenum type, struct om_layout *layout)
{
   for (unsigned i = 0; i < COUNT(rendered); i++)
      if (rendered[i].format == format && rendered[i].type == type) {
         *layout = (struct om_layout){.color = rendered[i].color, .pixel_B = rendered[i].pixel_B, .same = true};
         return true;
      }
   for (unsigned o = 0; o < COUNT(orders); o++)
      for (unsigned t = 0; t < COUNT(types); t++)
         if (orders[o].format == format && types[t].type == type) {
            const bool alpha = orders[o].components == 4;
            *layout = (struct om_layout){
               .color = alpha ? types[t].with_alpha : types[t].without_alpha, .components = orders[o].components,
               .component_B = types[t].component_B, .pixel_B = (uint8_t)(orders[o].components * types[t].component_B),
               .same = format == GL_RGBA};
            memcpy(layout->order, orders[o].order, sizeof(layout->order));
            return true;
         }
   return false;
}

static struct pipe_resource *make_buffer(struct om_context *ctx, enum pipe_format format, uint32_t width, uint32_t height,
                                         unsigned bind)
{
   const struct pipe_resource_template tmpl = {
      .target = PIPE_TEXTURE_2D, .format = format, .width = width, .height = height, .depth = 1, .layers = 1, .bind = bind,
   };
   return ctx->screen->impl->resource_create(ctx->screen, &tmpl);
}

static void free_depth_copy(struct om_context *ctx)
{
   if (ctx->depth)
      munmap(ctx->depth, ctx->depth_B);
   ctx->depth = NULL;
}

static size_t accum_B(const struct ga_drawable *d)
{
   return (size_t)d->width * d->height * 4 * sizeof(*d->accum);
}

static void *map_memory(size_t size_B)
{
   void *made = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   return made == MAP_FAILED ? NULL : made;
}

static void free_buffers(struct ga_drawable *d)
{
   pipe_resource_unref(d->color);
   pipe_resource_unref(d->depth_stencil);
   if (d->accum)
      munmap(d->accum, accum_B(d));
   d->color = d->depth_stencil = NULL;
   d->accum = NULL;
}

/* The buffers of a framebuffer whose size and formats are set. False: no memory, and it has none. */
static bool make_buffers(struct om_context *ctx, struct ga_drawable *d)
{
   const unsigned color_bind = PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW;
   const bool has_depth_stencil = d->depth_stencil_format != PIPE_FORMAT_NONE;
   d->color = make_buffer(ctx, d->color_format, d->width, d->height, color_bind);
   d->depth_stencil = has_depth_stencil ? make_buffer(ctx, d->depth_stencil_format, d->width, d->height, PIPE_BIND_DEPTH_STENCIL) : NULL;
   d->accum = ctx->has_accum ? map_memory(accum_B(d)) : NULL;
   if (d->color && (d->depth_stencil || !has_depth_stencil) && (d->accum || !ctx->has_accum))
      return true;
   free_buffers(d);
   return false;
}

bool om_buffer_set(struct om_context *ctx, const struct om_layout *layout, GLenum type, uint32_t width, uint32_t height)
{
   struct ga_drawable *d = &ctx->drawable;
   if (d->color && layout->color == d->color_format && d->width == width && d->height == height)
      return true; /* one type has this format */
   struct ga_drawable made = {.width = width, .height = height, .color_format = layout->color,
                              .depth_stencil_format = d->depth_stencil_format, .seqno = d->seqno + 1};
   if (!make_buffers(ctx, &made))
      return false;
   free_buffers(d);
   free_depth_copy(ctx);
   *d = made;
   ctx->layout = *layout;
   ctx->type = type;
   return true;
}

/* A row of pixels with their components in another order. Source pixels have four components. */
#define PERMUTE(name, component) \
   static void name(const struct om_layout *l, void *dst_row, const void *src_row, uint32_t width) \
   { \
      component *dst = dst_row; \
      const component *src = src_row; \
      for (uint32_t x = 0; x < width; x++, src += 4) \
         for (unsigned c = 0; c < l->components; c++) \
            *dst++ = src[l->order[c]]; \
   }
PERMUTE(permute_8, uint8_t)
PERMUTE(permute_16, uint16_t)
PERMUTE(permute_32, uint32_t)

/* Rows of bytes may begin at any address of the application's memory. */
static void rgba8_to_argb8(uint8_t *dst, const uint32_t *src, uint32_t width)
{
   for (uint32_t x = 0; x < width; x++) {
      const uint32_t argb = src[x] << 8 | src[x] >> 24;
      memcpy(dst + (size_t)x * 4, &argb, sizeof(argb));
   }
}

static uint64_t rgb_of(uint32_t pixel, bool bgr)
{
   return bgr ? __builtin_bswap32(pixel) >> 8 : pixel & 0xffffff;
}

/* Four pixels of three bytes at a time. Returns how many were stored. */
static uint32_t rgba8_to_rgb8(uint8_t *dst, const uint32_t *src, uint32_t width, bool bgr)
{
   uint32_t x = 0;
   for (; x + 4 <= width; x += 4, src += 4, dst += 12) {
      const uint64_t third = rgb_of(src[2], bgr), low = rgb_of(src[0], bgr) | rgb_of(src[1], bgr) << 24 | third << 48;
      const uint32_t high = (uint32_t)(third >> 16 | rgb_of(src[3], bgr) << 8);
      memcpy(dst, &low, sizeof(low));
      memcpy(dst + sizeof(low), &high, sizeof(high));
   }
   return x;
}

static void permute(const struct om_layout *l, void *dst, const void *src, uint32_t width)
{
   uint32_t done = 0;
   switch (l->component_B) {
   case 1:
      if (l->components == 4 && l->order[0] == 3) {
         rgba8_to_argb8(dst, src, width);
         break;
      }
      if (l->components == 3)
         done = rgba8_to_rgb8(dst, src, width, l->order[0] == 2);
      permute_8(l, (uint8_t *)dst + (size_t)done * l->pixel_B, (const uint32_t *)src + done, width - done);
      break;
   case 2: permute_16(l, dst, src, width); break;
   default: permute_32(l, dst, src, width); break;
   }
}

static void store_color(struct om_context *ctx)
{
   struct pipe_context *pipe = ga_pipe(ctx->gl);
   const struct om_layout *l = &ctx->layout;
   const struct ga_drawable *d = &ctx->drawable;
   const struct pipe_box box = {.width = (int)d->width, .height = (int)d->height, .depth = 1};
   ptrdiff_t stride_B = (ptrdiff_t)(ctx->row_length ? (uint32_t)ctx->row_length : d->width) * l->pixel_B;
   char *row = ctx->memory;
   if (!ctx->y_up) {
      row += stride_B * (ptrdiff_t)(d->height - 1);
      stride_B = -stride_B;
   }
   if (l->same) {
      if (!pipe->impl->texture_read(pipe, d->color, 0, &box, row, stride_B, 0))
         om_log("the pixels of a %ux%u framebuffer cannot be read: out of memory, or the GPU was reset", d->width, d->height);
      return;
   }
   struct pipe_transfer *transfer;
   const char *src = pipe->impl->transfer_map(pipe, d->color, 0, PIPE_MAP_READ, &box, &transfer);
   if (!src) {
      om_log("the pixels of a %ux%u framebuffer cannot be read: out of memory, or the GPU was reset", d->width, d->height);
      return;
   }
   for (uint32_t y = 0; y < d->height; y++, row += stride_B, src += transfer->stride_B)
      permute(l, row, src, d->width);
   pipe->impl->transfer_unmap(pipe, transfer);
}

bool om_buffer_read_depth(struct om_context *ctx)
{
   struct pipe_context *pipe = ga_pipe(ctx->gl);
   const struct ga_drawable *d = &ctx->drawable;
   if (!d->depth_stencil || !pipe_format_has_depth(d->depth_stencil_format))
      return false;
   const unsigned value_B = pipe_format_block_size_B(d->depth_stencil_format);
   if (!ctx->depth) {
      const size_t size_B = (size_t)d->width * d->height * value_B;
      if (!(ctx->depth = map_memory(size_B)))
         return false;
      ctx->depth_B = size_B;
   }
   const struct pipe_box box = {.width = (int)d->width, .height = (int)d->height, .depth = 1};
   if (!pipe->impl->texture_read(pipe, d->depth_stencil, 0, &box, ctx->depth, (ptrdiff_t)d->width * value_B, 0))
      return false;
   if (value_B == 4) /* the upper bits are the stencil value */
      for (size_t i = 0; i < ctx->depth_B / 4; i++)
         ctx->depth[i] &= 0xffffff;
   return true;
}

void om_buffer_store(struct om_context *ctx)
{
   store_color(ctx);
   if (ctx->depth)
      om_buffer_read_depth(ctx);
}

void om_buffer_free(struct om_context *ctx)
{
   free_buffers(&ctx->drawable);
   free_depth_copy(ctx);
}
