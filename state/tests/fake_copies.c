/* fake_copies.c: copies, maps and uploads of the fake pipe, by the CPU. */
#include "fake_pipe_int.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "state/pipe_format_pack.h"

static bool in_level(const struct pipe_resource *res, unsigned level, const struct pipe_box *box)
{
   const bool volume = res->t.target == PIPE_TEXTURE_3D;
   return level <= res->t.last_level && box->x >= 0 && box->y >= 0 && box->z >= 0 &&
          (uint32_t)(box->x + box->width) <= fake_minify(res->t.width, level) &&
          (uint32_t)(box->y + box->height) <= fake_minify(res->t.height, level) &&
          (uint32_t)(box->z + box->depth) <= (volume ? fake_minify(res->t.depth, level) : res->t.layers);
}

void fake_resource_copy_region(struct pipe_context *ctx, struct pipe_resource *dst, unsigned dst_level, unsigned dst_x,
                               unsigned dst_y, unsigned dst_z, struct pipe_resource *src, unsigned src_level,
                               const struct pipe_box *box)
{
   if (!FAKE_CHECK(pipe_format_block_size_B(dst->t.format) == pipe_format_block_size_B(src->t.format)) ||
       !FAKE_CHECK(in_level(src, src_level, box)) ||
       !FAKE_CHECK(in_level(dst, dst_level, &(struct pipe_box){ (int)dst_x, (int)dst_y, (int)dst_z, 1, 1, box->depth })))
      return;
   const struct pipe_format_desc *desc = pipe_format_desc(src->t.format), *to = pipe_format_desc(dst->t.format);
   const uint32_t width_el = ((uint32_t)box->width + desc->block_width - 1) / desc->block_width;
   const uint32_t height_el = ((uint32_t)box->height + desc->block_height - 1) / desc->block_height;
   if (dst->t.target != PIPE_BUFFER &&
       (!FAKE_CHECK(dst_x + (width_el - 1) * to->block_width < fake_minify(dst->t.width, dst_level)) ||
        !FAKE_CHECK(dst_y + (height_el - 1) * to->block_height < fake_minify(dst->t.height, dst_level)) ||
        !FAKE_CHECK(dst->t.samples == src->t.samples)))
      return;
   size_t row_B = src->t.target == PIPE_BUFFER ? (size_t)box->width : pipe_format_stride_B(src->t.format, box->width);
   fake_lock_texels();
   for (int z = 0; z < box->depth; z++) {
      for (int y = 0; y < box->height; y += desc->block_height)
         memcpy(fake_texel(dst, dst_level, dst_z + z, dst_x, dst_y + (unsigned)y / desc->block_height * to->block_height),
                fake_texel(src, src_level, box->z + z, box->x, box->y + y), row_B);
   }
   fake_unlock_texels();
   fake_say(ctx, "copy_region");
}

/* Rows of a buffer and rows of a texture, as bytes. */
static bool buffer_texture_copy(struct pipe_context *ctx, const struct pipe_buffer_texture_copy *c, bool to_texture)
{
   const unsigned texel_B = pipe_format_block_size_B(c->buffer_format);
   if (!FAKE_CHECK(c->buffer_format == c->texture_format) ||
       !FAKE_CHECK(texel_B == pipe_format_block_size_B(c->texture->t.format)) ||
       !FAKE_CHECK(in_level(c->texture, c->level, &c->box)))
      return false;
   fake_lock_texels();
   for (int z = 0; z < c->box.depth; z++)
      for (int y = 0; y < c->box.height; y++) {
         uint8_t *row = fake_resource(c->buffer)->data + c->offset_B + (size_t)z * c->layer_stride_B + (size_t)y * c->stride_B;
         uint8_t *texels = fake_texel(c->texture, c->level, (unsigned)(c->box.z + z), (unsigned)c->box.x, (unsigned)(c->box.y + y));
         memcpy(to_texture ? texels : row, to_texture ? row : texels, (size_t)c->box.width * texel_B);
      }
   fake_unlock_texels();
   fake_say(ctx, to_texture ? "copy_buffer_to_texture" : "copy_texture_to_buffer");
   return true;
}

bool fake_copy_buffer_to_texture(struct pipe_context *ctx, const struct pipe_buffer_texture_copy *copy)
{
   return buffer_texture_copy(ctx, copy, true);
}

bool fake_copy_texture_to_buffer(struct pipe_context *ctx, const struct pipe_buffer_texture_copy *copy)
{
   return buffer_texture_copy(ctx, copy, false);
}

/* Blits with a scissor are recorded only. Others are unscaled, mirrored or not. */
void fake_blit(struct pipe_context *ctx, const struct pipe_blit_info *info)
{
   const struct pipe_box *d = &info->dst.box, *s = &info->src.box;
   fake_context(ctx)->blit = *info;
   if (info->scissor_enable) {
      fake_say(ctx, "blit");
      return;
   }
   if (!FAKE_CHECK(abs(d->width) == abs(s->width)) || !FAKE_CHECK(abs(d->height) == abs(s->height)))
      return;
   fake_lock_texels();
   for (int y = 0; y < abs(d->height); y++) {
      int dy = d->height < 0 ? d->y - 1 - y : d->y + y, sy = s->height < 0 ? s->y - 1 - y : s->y + y;
      uint8_t *to = fake_texel(info->dst.resource, info->dst.level, d->z, d->x, dy);
      const uint8_t *from = fake_texel(info->src.resource, info->src.level, s->z, s->x, sy);
      FAKE_CHECK(pipe_convert_rect(info->dst.format, to, 0, info->src.format, from, 0, d->width, 1, NULL));
   }
   fake_unlock_texels();
   fake_say(ctx, "blit");
}

void fake_generate_mipmap(struct pipe_context *ctx, struct pipe_resource *res, enum pipe_format format, unsigned base,
                          unsigned last, unsigned first_layer, unsigned last_layer)
{
   fake_say(ctx, "generate_mipmap %s %u-%u layers %u-%u", pipe_format_name(format), base, last, first_layer, last_layer);
}

/* A map is a copy, as a driver's map of a tiled image is. */
struct fake_transfer { struct pipe_transfer base; uint8_t *copy; };

static void each_row(struct fake_transfer *t, bool back)
{
   struct pipe_resource *res = t->base.resource;
   const struct pipe_box *box = &t->base.box;
   const unsigned block_height = res->t.target == PIPE_BUFFER ? 1 : pipe_format_desc(res->t.format)->block_height;
   uint8_t *row = t->copy;
   fake_lock_texels();
   for (int z = 0; z < box->depth; z++) {
      for (int y = 0; y < box->height; y += block_height, row += t->base.stride_B) {
         uint8_t *texels = fake_texel(res, t->base.level, box->z + z, box->x, box->y + y);
         memcpy(back ? texels : row, back ? row : texels, t->base.stride_B);
      }
   }
   fake_unlock_texels();
}

void *fake_transfer_map(struct pipe_context *ctx, struct pipe_resource *res, unsigned level, unsigned usage,
                        const struct pipe_box *box, struct pipe_transfer **transfer)
{
   struct fake_resource *fake = fake_resource(res);
   if (fake->busy && usage & PIPE_MAP_DONTBLOCK)
      return NULL;
   if (!fake_may_allocate(ctx->screen))
      return NULL;
   const bool buffer = res->t.target == PIPE_BUFFER;
   const unsigned stride_B = buffer ? (unsigned)box->width : pipe_format_stride_B(res->t.format, box->width);
   const uint64_t layer_stride_B = (uint64_t)stride_B * (buffer ? 1 : pipe_format_rows(res->t.format, box->height));
   struct fake_transfer *t = calloc(1, sizeof *t);
   t->base = (struct pipe_transfer){ pipe_resource_ref(res), level, usage, *box, stride_B, layer_stride_B };
   *transfer = &t->base;
   if (buffer) /* what is written to a map is in the buffer at once */
      return fake_texel(res, level, 0, box->x, 0);
   t->copy = malloc(layer_stride_B * (unsigned)box->depth);
   each_row(t, false);
   return t->copy;
}

void fake_transfer_unmap(struct pipe_context *ctx, struct pipe_transfer *transfer)
{
   struct fake_transfer *t = (struct fake_transfer *)transfer;
   if (t->copy && transfer->usage & PIPE_MAP_WRITE)
      each_row(t, true);
   free(t->copy);
   pipe_resource_unref(transfer->resource);
   free(t);
}

void fake_transfer_flush_region(struct pipe_context *ctx, struct pipe_transfer *transfer, const struct pipe_box *rel_box)
{
}

void fake_buffer_subdata(struct pipe_context *ctx, struct pipe_resource *res, uint32_t offset_B, uint32_t size_B,
                         const void *data)
{
   if (!FAKE_CHECK(offset_B + size_B <= res->t.width))
      return;
   fake_lock_texels();
   memcpy(fake_resource(res)->data + offset_B, data, size_B);
   fake_unlock_texels();
}

void fake_clear_buffer(struct pipe_context *ctx, struct pipe_resource *res, uint32_t offset_B, uint32_t size_B, const void *value,
                       unsigned value_size_B)
{
   if (!FAKE_CHECK(offset_B + size_B <= res->t.width && size_B % value_size_B == 0))
      return;
   fake_lock_texels();
   for (uint32_t i = 0; i < size_B; i += value_size_B)
      memcpy(fake_resource(res)->data + offset_B + i, value, value_size_B);
   fake_unlock_texels();
}

void fake_texture_subdata(struct pipe_context *ctx, struct pipe_resource *res, unsigned level, const struct pipe_box *box,
                          const void *data, unsigned stride_B, uint64_t layer_stride_B)
{
   const struct pipe_format_desc *desc = pipe_format_desc(res->t.format);
   fake_lock_texels();
   for (int z = 0; z < box->depth; z++) {
      for (int y = 0; y < box->height; y += desc->block_height)
         memcpy(fake_texel(res, level, box->z + z, box->x, box->y + y),
                (const uint8_t *)data + z * layer_stride_B + (size_t)y / desc->block_height * stride_B,
                pipe_format_stride_B(res->t.format, box->width));
   }
   fake_unlock_texels();
   fake_say(ctx, "texture_subdata %dx%d", box->width, box->height);
}
