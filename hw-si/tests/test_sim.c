/* The driver on the simulated GPU, through the pipe interface alone: clears, copies, blits and buffer commands must leave
 * the bytes that their definition says. Shaders here are the driver's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "hw-si/tests/sim_scene.h"
#include "pipe_format_desc.h"

static struct pipe_resource *make(enum pipe_texture_target target, enum pipe_format format, uint32_t width, uint32_t height,
                                  uint32_t layers, unsigned levels, uint32_t bind)
{
   struct pipe_resource_template t = {.target = target, .format = format, .width = width, .height = height,
                                      .depth = target == PIPE_TEXTURE_3D ? layers : 1,
                                      .layers = target == PIPE_TEXTURE_3D ? 1 : layers, .last_level = levels - 1, .bind = bind};
   struct pipe_resource *res = screen->impl->resource_create(screen, &t);

   assert_non_null(res);
   return res;
}

static uint8_t *read_back(struct pipe_resource *res, unsigned level, const struct pipe_box *box)
{
   size_t row_B = pipe_format_stride_B(res->t.format, box->width), rows = pipe_format_rows(res->t.format, box->height);
   uint8_t *out = malloc(row_B * rows * box->depth);
   struct pipe_transfer *t;
   const uint8_t *map = ctx->impl->transfer_map(ctx, res, level, PIPE_MAP_READ, box, &t);

   assert_non_null(map);
   for (int z = 0; z < box->depth; z++)
      for (size_t y = 0; y < rows; y++)
         memcpy(out + (z * rows + y) * row_B, map + z * t->layer_stride_B + y * t->stride_B, row_B);
   ctx->impl->transfer_unmap(ctx, t);
   if (res->t.target == PIPE_BUFFER)
      return out;
   uint8_t *direct = calloc(box->depth, row_B * rows);
   assert_true(ctx->impl->texture_read(ctx, res, level, box, direct, (ptrdiff_t)row_B, row_B * rows));
   assert_memory_equal(direct, out, row_B * rows * box->depth);
   struct pipe_box first = *box;
   first.depth = 1;
   assert_true(ctx->impl->texture_read(ctx, res, level, &first, direct + (rows - 1) * row_B, -(ptrdiff_t)row_B, row_B * rows));
   for (size_t y = 0; y < rows; y++)
      assert_memory_equal(direct + y * row_B, out + (rows - 1 - y) * row_B, row_B);
   free(direct);
   return out;
}

static void fill(struct pipe_resource *res, unsigned level, const struct pipe_box *box, uint8_t *data, unsigned seed)
{
   size_t row_B = pipe_format_stride_B(res->t.format, box->width), rows = pipe_format_rows(res->t.format, box->height);

   for (size_t i = 0; i < row_B * rows * box->depth; i++)
      data[i] = (uint8_t)(i * 31 + i / 97 + seed);
   if (res->t.format == PIPE_FORMAT_Z32_FLOAT || res->t.format == PIPE_FORMAT_Z32_FLOAT_S8X24_UINT) {
      unsigned step = pipe_format_block_size_B(res->t.format) / 4;
      for (size_t i = 0; i < row_B * rows * box->depth / 4; i += step) {
         float z = (float)(i % 1000) / 1000;
         memcpy(data + 4 * i, &z, 4);
         if (step == 2)
            memset(data + 4 * i + 5, 0, 3);
      }
   }
   ctx->impl->texture_subdata(ctx, res, level, box, data, row_B, row_B * rows);
}

/* Bytes of a region move unchanged, for every size of element, level, layer and depth format. */
static void test_copy_region(void **state)
{
   static const struct { enum pipe_texture_target target; enum pipe_format format; unsigned layers, levels, bind; } rows[] = {
      {PIPE_TEXTURE_2D, PIPE_FORMAT_R8_UNORM, 1, 1, 0}, {PIPE_TEXTURE_2D, PIPE_FORMAT_B5G6R5_UNORM, 1, 1, 0},
      {PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 1, 1, 0}, {PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_SRGB, 1, 3, 0},
      {PIPE_TEXTURE_2D, PIPE_FORMAT_R16G16B16A16_FLOAT, 1, 1, 0}, {PIPE_TEXTURE_2D, PIPE_FORMAT_R32G32B32A32_FLOAT, 1, 1, 0},
      {PIPE_TEXTURE_2D, PIPE_FORMAT_L8A8_UNORM, 1, 1, 0}, {PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM, 3, 3, 0},
      {PIPE_TEXTURE_CUBE, PIPE_FORMAT_R8G8B8A8_UNORM, 6, 2, 0}, {PIPE_TEXTURE_3D, PIPE_FORMAT_R8G8B8A8_UNORM, 5, 2, 0},
      {PIPE_TEXTURE_2D, PIPE_FORMAT_DXT1_RGBA, 1, 2, 0}, {PIPE_TEXTURE_2D, PIPE_FORMAT_DXT5_RGBA, 1, 3, 0},
      {PIPE_TEXTURE_2D, PIPE_FORMAT_Z16_UNORM, 1, 1, PIPE_BIND_DEPTH_STENCIL},
      {PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, 1, 1, PIPE_BIND_DEPTH_STENCIL},
      {PIPE_TEXTURE_2D, PIPE_FORMAT_Z32_FLOAT, 1, 1, PIPE_BIND_DEPTH_STENCIL},
      {PIPE_TEXTURE_2D, PIPE_FORMAT_Z32_FLOAT_S8X24_UINT, 1, 1, PIPE_BIND_DEPTH_STENCIL},
      {PIPE_TEXTURE_2D, PIPE_FORMAT_S8_UINT, 1, 1, PIPE_BIND_DEPTH_STENCIL},
   };
   (void)state;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      unsigned size = rows[i].target == PIPE_TEXTURE_CUBE ? 60 : 61, level = rows[i].levels - 1;
      unsigned w = size >> level, h = rows[i].target == PIPE_TEXTURE_CUBE ? w : 45u >> level;
      unsigned depth = rows[i].target == PIPE_TEXTURE_3D ? rows[i].layers >> level : rows[i].layers;
      struct pipe_resource *src = make(rows[i].target, rows[i].format, size, rows[i].target == PIPE_TEXTURE_CUBE ? 60 : 45,
                                       rows[i].layers, rows[i].levels, rows[i].bind | PIPE_BIND_SAMPLER_VIEW);
      struct pipe_resource *dst = make(rows[i].target, rows[i].format, size, rows[i].target == PIPE_TEXTURE_CUBE ? 60 : 45,
                                       rows[i].layers, rows[i].levels, rows[i].bind | PIPE_BIND_SAMPLER_VIEW);
      unsigned bw = pipe_format_desc(rows[i].format)->block_width;
      struct pipe_box all = {0, 0, 0, w, h, depth};
      struct pipe_box box = {bw > 1 ? 4 : 3, bw > 1 ? 0 : 5, (int)depth - 1, bw > 1 ? 4 : (int)w / 2, bw > 1 ? 4 : (int)h / 2, 1};
      unsigned B = pipe_format_block_size_B(rows[i].format);
      size_t row_B = pipe_format_stride_B(rows[i].format, w), blocks_h = pipe_format_rows(rows[i].format, h);
      uint8_t *a = malloc(row_B * blocks_h * depth), *b = malloc(row_B * blocks_h * depth), *got;
      fill(src, level, &all, a, 1);
      fill(dst, level, &all, b, 77);
      ctx->impl->resource_copy_region(ctx, dst, level, bw > 1 ? 0 : 7, 4, 0, src, level, &box);
      got = read_back(dst, level, &all);
      for (unsigned y = 0; y < blocks_h; y++) {
         unsigned dy = 4 / bw, rows_n = (box.height + bw - 1) / bw, dx = bw > 1 ? 0 : 7, cols = (box.width + bw - 1) / bw;
         if (y >= dy && y < dy + rows_n)
            memcpy(b + y * row_B + dx * B,
                   a + (depth - 1) * row_B * blocks_h + (y - dy + box.y / bw) * row_B + box.x / bw * B, cols * B);
      }
      for (size_t n = 0; n < row_B * blocks_h * depth; n++)
         if (got[n] != b[n])
            fail_msg("%s target %d level %u: byte %zu (row %zu, texel %zu) is %02x, expected %02x",
                     pipe_format_name(rows[i].format), rows[i].target, level, n, n / row_B, n % row_B / B, got[n], b[n]);
      free(a);
      free(b);
      free(got);
      pipe_resource_unref(src);
      pipe_resource_unref(dst);
   }
}

/* Several slices at once, of idle images and after a drawn copy to the source. */
static void test_copy_slices(void **state)
{
   static const enum pipe_texture_target targets[] = {PIPE_TEXTURE_2D_ARRAY, PIPE_TEXTURE_3D};
   enum { W = 61, H = 45, SLICES = 5, B = 4 };
   (void)state;
   for (unsigned i = 0; i < 4; i++) {
      const bool busy = i / 2;
      struct pipe_resource *src = make(targets[i % 2], PIPE_FORMAT_R8G8B8A8_UNORM, W, H, SLICES, 1, PIPE_BIND_SAMPLER_VIEW);
      struct pipe_resource *dst = make(targets[i % 2], PIPE_FORMAT_R8G8B8A8_UNORM, W, H, SLICES, 1, PIPE_BIND_SAMPLER_VIEW);
      const struct pipe_box all = {0, 0, 0, W, H, SLICES}, box = {3, 5, 1, 20, 11, 3}, texel = {1, 2, 0, 1, 1, 1};
      const size_t row_B = W * B, slice_B = row_B * H;
      uint8_t *a = malloc(slice_B * SLICES), *b = malloc(slice_B * SLICES), *got;
      fill(src, 0, &all, a, 5);
      fill(dst, 0, &all, b, 55);
      if (busy) {
         ctx->impl->resource_copy_region(ctx, src, 0, 4, 6, 2, dst, 0, &texel);
         memcpy(a + 2 * slice_B + 6 * row_B + 4 * B, b + 2 * row_B + 1 * B, B);
      }
      ctx->impl->resource_copy_region(ctx, dst, 0, 7, 4, 2, src, 0, &box);
      for (int z = 0; z < box.depth; z++)
         for (int y = 0; y < box.height; y++)
            memcpy(b + (size_t)(2 + z) * slice_B + (size_t)(4 + y) * row_B + 7 * B,
                   a + (size_t)(box.z + z) * slice_B + (size_t)(box.y + y) * row_B + box.x * B, (size_t)box.width * B);
      got = read_back(dst, 0, &all);
      if (memcmp(got, b, slice_B * SLICES))
         fail_msg("target %d, %s: the copy differs", targets[i % 2], busy ? "busy" : "idle");
      free(a);
      free(b);
      free(got);
      pipe_resource_unref(src);
      pipe_resource_unref(dst);
   }
}

/* Regions of complete tiles are moved by the DMA engine: to another place, to another pitch, up to the edge of a level. */
static void test_copy_tiles(void **state)
{
   static const enum pipe_format formats[] = {PIPE_FORMAT_R8_UNORM, PIPE_FORMAT_B5G6R5_UNORM, PIPE_FORMAT_R8G8B8A8_UNORM,
                                              PIPE_FORMAT_R16G16B16A16_FLOAT, PIPE_FORMAT_R32G32B32A32_FLOAT};
   static const struct { uint8_t src_level, x, y, w, h, dst_x, dst_y; } rows[] = {
      {0, 0, 0, 61, 45, 0, 0}, {0, 8, 16, 24, 8, 32, 24}, {0, 40, 32, 21, 13, 40, 32}, {1, 0, 0, 30, 22, 31, 23},
      {1, 8, 8, 16, 8, 0, 0}, {1, 24, 16, 6, 6, 55, 39}, {0, 0, 0, 21, 13, 40, 32},
   };
   (void)state;
   for (unsigned f = 0; f < sizeof(formats) / sizeof(formats[0]); f++)
      for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
         unsigned B = pipe_format_block_size_B(formats[f]), level = rows[i].src_level, sw = 61 >> level, sh = 45 >> level;
         struct pipe_resource *src = make(PIPE_TEXTURE_2D_ARRAY, formats[f], 61, 45, 2, 2, PIPE_BIND_SAMPLER_VIEW);
         struct pipe_resource *dst = make(PIPE_TEXTURE_2D_ARRAY, formats[f], 61, 45, 2, 1, PIPE_BIND_SAMPLER_VIEW);
         struct pipe_box all_src = {0, 0, 0, sw, sh, 2}, all_dst = {0, 0, 0, 61, 45, 2};
         struct pipe_box box = {rows[i].x, rows[i].y, 1, rows[i].w, rows[i].h, 1};
         uint8_t *a = malloc((size_t)sw * sh * 2 * B), *b = malloc((size_t)61 * 45 * 2 * B), *got;
         fill(src, level, &all_src, a, 3);
         fill(dst, 0, &all_dst, b, 99);
         ctx->impl->resource_copy_region(ctx, dst, 0, rows[i].dst_x, rows[i].dst_y, 0, src, level, &box);
         for (unsigned y = 0; y < rows[i].h; y++)
            memcpy(b + ((size_t)(rows[i].dst_y + y) * 61 + rows[i].dst_x) * B,
                   a + ((size_t)sw * sh + (size_t)(rows[i].y + y) * sw + rows[i].x) * B, (size_t)rows[i].w * B);
         got = read_back(dst, 0, &all_dst);
         if (memcmp(got, b, (size_t)61 * 45 * 2 * B))
            fail_msg("%s row %u: the copy differs", pipe_format_name(formats[f]), i);
         free(a);
         free(b);
         free(got);
         pipe_resource_unref(src);
         pipe_resource_unref(dst);
      }
}

static void test_clear_targets(void **state)
{
   static const struct { enum pipe_format format; union pipe_color_union color; uint8_t bytes[16]; } rows[] = {
      {PIPE_FORMAT_R8G8B8A8_UNORM, {.f = {1, 0.5f, 0, 0.2f}}, {255, 128, 0, 51}},
      {PIPE_FORMAT_B8G8R8A8_UNORM, {.f = {1, 0.5f, 0, 0.2f}}, {0, 128, 255, 51}},
      {PIPE_FORMAT_R8_UNORM, {.f = {0.4f, 1, 1, 1}}, {102}},
      {PIPE_FORMAT_B5G6R5_UNORM, {.f = {1, 0, 1, 1}}, {0x1f, 0xf8}},
      {PIPE_FORMAT_R32G32B32A32_FLOAT, {.f = {1, -2, 0, 0.5f}}, {0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0x3f}},
      {PIPE_FORMAT_R8G8B8A8_SINT, {.i = {-1, 2, -128, 127}}, {0xff, 2, 0x80, 0x7f}},
      {PIPE_FORMAT_R16G16_UINT, {.ui = {0x1234, 0xfedc}}, {0x34, 0x12, 0xdc, 0xfe}},
      {PIPE_FORMAT_R32G32B32A32_SINT, {.i = {-1, 2, 3, 0x12345678}},
       {0xff, 0xff, 0xff, 0xff, 2, 0, 0, 0, 3, 0, 0, 0, 0x78, 0x56, 0x34, 0x12}},
   };
   (void)state;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      struct pipe_resource *res = make(PIPE_TEXTURE_2D, rows[i].format, 40, 30, 1, 1, PIPE_BIND_RENDER_TARGET);
      struct pipe_view_template vt = {.target = PIPE_TEXTURE_2D, .format = rows[i].format};
      struct pipe_surface *s = ctx->impl->create_surface(ctx, res, &vt);
      struct pipe_box all = {0, 0, 0, 40, 30, 1};
      unsigned B = pipe_format_block_size_B(rows[i].format);
      union pipe_color_union zero = {{0}};
      uint8_t none[16] = {0};
      ctx->impl->clear_render_target(ctx, s, &zero, 0, 0, 40, 30);
      ctx->impl->clear_render_target(ctx, s, &rows[i].color, 5, 6, 20, 10);
      uint8_t *got = read_back(res, 0, &all);
      for (unsigned y = 0; y < 30; y++)
         for (unsigned x = 0; x < 40; x++) {
            bool inside = x >= 5 && x < 25 && y >= 6 && y < 16;
            if (memcmp(got + (y * 40 + x) * B, inside ? rows[i].bytes : none, B))
               fail_msg("%s: texel %u,%u is %02x %02x %02x %02x", pipe_format_name(rows[i].format), x, y,
                        got[(y * 40 + x) * B], got[(y * 40 + x) * B + 1], got[(y * 40 + x) * B + 2],
                        got[(y * 40 + x) * B + 3]);
         }
      free(got);
      pipe_surface_unref(s);
      pipe_resource_unref(res);
   }
}

static void test_clear_depth_stencil(void **state)
{
   struct pipe_resource *res = make(PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, 33, 17, 1, 1, PIPE_BIND_DEPTH_STENCIL);
   struct pipe_view_template vt = {.target = PIPE_TEXTURE_2D, .format = res->t.format};
   struct pipe_surface *s = ctx->impl->create_surface(ctx, res, &vt);
   struct pipe_box all = {0, 0, 0, 33, 17, 1};
   (void)state;

   ctx->impl->clear_depth_stencil(ctx, s, PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL, 1.0, 0x12, 0, 0, 33, 17);
   ctx->impl->clear_depth_stencil(ctx, s, PIPE_CLEAR_STENCIL, 0.0, 0x34, 0, 0, 10, 17);
   ctx->impl->clear_depth_stencil(ctx, s, PIPE_CLEAR_DEPTH, 0.5, 0xff, 0, 0, 33, 5);
   uint32_t *got = (uint32_t *)read_back(res, 0, &all);
   for (unsigned y = 0; y < 17; y++)
      for (unsigned x = 0; x < 33; x++) {
         uint32_t z = y < 5 ? 0x800000 : 0xffffff, v = got[y * 33 + x];
         assert_int_equal(v >> 24, x < 10 ? 0x34 : 0x12);
         assert_in_range(v & 0xffffff, z - 1, z);
      }
   free(got);
   pipe_surface_unref(s);
   pipe_resource_unref(res);
}

/* Clears of complete layers are fills, others rectangles: both must leave the same bytes, in every format, and nothing but the layers
 * and the level of the surface. */
static void clear_both_ways(enum pipe_format format, unsigned seed)
{
   bool zs = pipe_format_is_depth_or_stencil(format);
   unsigned levels = 2, layers = zs ? 1 : 3, w = 37, h = 21, B = pipe_format_block_size_B(format);
   uint32_t bind = zs ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_RENDER_TARGET;
   uint8_t *got[2][2], *old;
   struct pipe_clear_info info = {.stencil_writemask = 0xff, .stencil = (uint8_t)(seed * 77), .depth = seed % 97 / 96.0,
                                  .buffers = zs ? PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL : 1, .colormask = {0xf}};
   for (unsigned i = 0; i < 4; i++) {
      seed = seed * 1664525 + 1013904223;
      if (pipe_format_is_pure_int(format))
         info.color[0].ui[i] = seed >> 25; /* in every format's range */
      else
         info.color[0].f[i] = (float)(seed >> 8) / (1 << 24) * (seed & 0x40000000 ? 1 : 1.5f) - 0.25f;
   }
   uint8_t mask[16];
   const struct pipe_format_desc *d = pipe_format_desc(format);
   memset(mask, 0xff, sizeof(mask));
   for (unsigned i = 0; i < d->channel_count; i++) /* unused bits are undefined */
      for (unsigned bit = d->channel[i].shift; d->channel[i].type == PIPE_CHANNEL_VOID &&
                                               bit < d->channel[i].shift + (unsigned)d->channel[i].size; bit++)
         mask[bit / 8] &= ~(1u << bit % 8);
   for (unsigned way = 0; way < 2; way++) {
      struct pipe_resource *res = make(zs ? PIPE_TEXTURE_2D : PIPE_TEXTURE_2D_ARRAY, format, w, h, layers, levels, bind);
      struct pipe_view_template vt = {.target = PIPE_TEXTURE_2D, .format = format, .first_level = 1, .last_level = 1,
                                      .first_layer = layers / 2, .last_layer = layers / 2};
      struct pipe_surface *s = ctx->impl->create_surface(ctx, res, &vt);
      struct pipe_framebuffer_state fb = {.width = w / 2, .height = h / 2, .layers = 1, .samples = 1};
      struct pipe_framebuffer_state none = {.width = 1, .height = 1, .layers = 1, .samples = 1};
      if (zs)
         fb.zsbuf = s;
      else
         fb.cbufs[fb.color_count++] = s;
      for (unsigned level = 0; level < levels; level++) {
         struct pipe_box all = {0, 0, 0, w >> level, h >> level, layers};
         uint8_t *data = malloc((size_t)all.width * all.height * layers * B);
         fill(res, level, &all, data, 5);
         free(data);
      }
      struct pipe_box all[2] = {{0, 0, 0, w, h, layers}, {0, 0, 0, w / 2, h / 2, layers}};
      old = read_back(res, 1, &all[1]);
      ctx->impl->set_framebuffer(ctx, &fb);
      if (way == 0) {
         ctx->impl->clear(ctx, &info);
      } else {
         info.scissor_enable = true;
         info.scissor = (struct pipe_scissor_state){0, 0, w / 4, h / 2};
         ctx->impl->clear(ctx, &info);
         info.scissor = (struct pipe_scissor_state){w / 4, 0, w / 2, h / 2};
         ctx->impl->clear(ctx, &info);
      }
      ctx->impl->set_framebuffer(ctx, &none);
      for (unsigned level = 0; level < levels; level++)
         got[way][level] = read_back(res, level, &all[level]);
      size_t layer_B = (size_t)(w / 2) * (h / 2) * B;
      if (!memcmp(got[way][1] + layer_B * (layers / 2), old + layer_B * (layers / 2), layer_B))
         fail_msg("%s: nothing cleared", pipe_format_name(format));
      if (layers > 1)
         assert_memory_equal(got[way][1], old, layer_B);
      free(old);
      pipe_surface_unref(s);
      pipe_resource_unref(res);
   }
   for (unsigned level = 0; level < levels; level++) {
      size_t bytes = (size_t)(w >> level) * (h >> level) * layers * B;
      for (size_t n = 0; n < bytes; n++)
         if ((got[0][level][n] ^ got[1][level][n]) & mask[n % B])
            fail_msg("%s level %u byte %zu: %02x filled, %02x drawn (%g %g %g %g)", pipe_format_name(format), level, n,
                     got[0][level][n], got[1][level][n], info.color[0].f[0], info.color[0].f[1], info.color[0].f[2],
                     info.color[0].f[3]);
      free(got[0][level]);
      free(got[1][level]);
   }
}

static void test_clear_whole(void **state)
{
   unsigned tested = 0;

   (void)state;
   for (enum pipe_format format = 1; format < PIPE_FORMAT_COUNT; format++) {
      uint32_t bind = pipe_format_is_depth_or_stencil(format) ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_RENDER_TARGET;
      if (!screen->impl->is_format_supported(screen, format, PIPE_TEXTURE_2D, 1, bind))
         continue;
      if (pipe_format_is_srgb(format) &&
          (pipe_format_desc(format)->swizzle[0] == PIPE_SWIZZLE_W || pipe_format_desc(format)->swizzle[2] == PIPE_SWIZZLE_W))
         continue; /* alpha first: no driver makes such textures; no source says which channel the colour unit takes for alpha */
      for (unsigned round = 0; round < 4; round++)
         clear_both_ways(format, 1 + 7919 * round + 31 * format);
      tested++;
   }
   assert_true(tested > 20);
}

/* Mirroring, scaling, channel masks and format conversion. */
static void test_blit(void **state)
{
   struct pipe_resource *src = make(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 8, 1, 1, PIPE_BIND_SAMPLER_VIEW);
   struct pipe_resource *dst = make(PIPE_TEXTURE_2D, PIPE_FORMAT_B8G8R8A8_UNORM, 32, 16, 1, 1, PIPE_BIND_RENDER_TARGET);
   struct pipe_box src_all = {0, 0, 0, 16, 8, 1}, dst_all = {0, 0, 0, 32, 16, 1};
   struct pipe_blit_info info = {.src = {src, 0, {0, 0, 0, 16, 8, 1}, PIPE_FORMAT_R8G8B8A8_UNORM},
                                 .dst = {dst, 0, {32, 0, 0, -32, 16, 1}, PIPE_FORMAT_B8G8R8A8_UNORM}, .mask = 0xf};
   uint8_t data[16 * 8 * 4], *got;
   (void)state;

   fill(src, 0, &src_all, data, 5);
   ctx->impl->blit(ctx, &info);
   got = read_back(dst, 0, &dst_all);
   for (unsigned y = 0; y < 16; y++)
      for (unsigned x = 0; x < 32; x++) {
         const uint8_t *from = data + (y / 2 * 16 + (15 - x / 2)) * 4, *to = got + (y * 32 + x) * 4;
         if (to[0] != from[2] || to[1] != from[1] || to[2] != from[0] || to[3] != from[3])
            fail_msg("texel %u,%u", x, y);
      }
   free(got);
   info.dst.box = (struct pipe_box){8, 4, 0, 16, 8, 1};
   info.mask = 0x1;
   info.alpha_one = true;
   info.scissor_enable = true;
   info.scissor = (struct pipe_scissor_state){10, 0, 20, 9};
   uint8_t *before = read_back(dst, 0, &dst_all);
   ctx->impl->blit(ctx, &info);
   got = read_back(dst, 0, &dst_all);
   for (unsigned y = 0; y < 16; y++)
      for (unsigned x = 0; x < 32; x++) {
         bool inside = x >= 10 && x < 20 && y >= 4 && y < 9;
         uint8_t *to = got + (y * 32 + x) * 4, *was = before + (y * 32 + x) * 4;
         assert_int_equal(to[2], inside ? data[((y - 4) * 16 + x - 8) * 4] : was[2]);
         assert_int_equal(to[0], was[0]);
         assert_int_equal(to[3], was[3]);
      }
   free(got);
   free(before);
   pipe_resource_unref(src);
   pipe_resource_unref(dst);
}

static void test_mipmaps(void **state)
{
   static const enum pipe_format formats[] = {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_L8_UNORM, PIPE_FORMAT_A8_UNORM,
                                              PIPE_FORMAT_L8A8_UNORM, PIPE_FORMAT_B5G6R5_UNORM};
   (void)state;
   for (unsigned f = 0; f < sizeof(formats) / sizeof(formats[0]); f++) {
      struct pipe_resource *res = make(PIPE_TEXTURE_2D, formats[f], 32, 32, 1, 6, PIPE_BIND_SAMPLER_VIEW);
      struct pipe_box all = {0, 0, 0, 32, 32, 1}, one = {0, 0, 0, 1, 1, 1};
      unsigned B = pipe_format_block_size_B(formats[f]);
      uint8_t *data = malloc(32 * 32 * B), *got;
      memset(data, 0x9c, 32 * 32 * B);
      ctx->impl->texture_subdata(ctx, res, 0, &all, data, 32 * B, 0);
      ctx->impl->generate_mipmap(ctx, res, formats[f], 0, 5, 0, 0);
      got = read_back(res, 5, &one);
      for (unsigned i = 0; i < B; i++)
         if (got[i] != 0x9c)
            fail_msg("%s: byte %u is %02x", pipe_format_name(formats[f]), i, got[i]);
      free(got);
      free(data);
      pipe_resource_unref(res);
   }
}

static void test_buffers(void **state)
{
   struct pipe_resource *a = make(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 5000, 1, 1, 1, PIPE_BIND_VERTEX_BUFFER);
   struct pipe_resource *b = make(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 5000, 1, 1, 1, PIPE_BIND_VERTEX_BUFFER);
   struct pipe_box part = {1000, 0, 0, 600, 1, 1}, all = {0, 0, 0, 5000, 1, 1};
   uint32_t word = 0xdeadbeef;
   uint8_t data[5000], *got;
   (void)state;

   for (unsigned i = 0; i < sizeof(data); i++)
      data[i] = (uint8_t)(i * 7);
   ctx->impl->buffer_subdata(ctx, a, 0, sizeof(data), data);
   ctx->impl->clear_buffer(ctx, b, 0, 5000, &word, 4);
   ctx->impl->resource_copy_region(ctx, b, 0, 1200, 0, 0, a, 0, &part);
   ctx->impl->buffer_subdata(ctx, a, 1000, 600, data + 2000); /* after the copy in command order */
   ctx->impl->resource_copy_region(ctx, b, 0, 3000, 0, 0, a, 0, &part);
   got = read_back(b, 0, &all);
   for (unsigned i = 0; i < 5000; i++) {
      uint8_t want = i >= 1200 && i < 1800 ? data[i - 200] : i >= 3000 && i < 3600 ? data[i - 1000]
                                                                                   : (uint8_t)(word >> (8 * (i & 3)));
      if (got[i] != want)
         fail_msg("byte %u is %02x, expected %02x", i, got[i], want);
   }
   free(got);
   pipe_resource_unref(a);
   pipe_resource_unref(b);
}

/* Uploads into a texture that recorded commands still read do not overtake them. */
static void test_upload_order(void **state)
{
   struct pipe_resource *src = make(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 64, 64, 1, 1, PIPE_BIND_SAMPLER_VIEW);
   struct pipe_resource *dst = make(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 64, 64, 1, 1, PIPE_BIND_SAMPLER_VIEW);
   struct pipe_box all = {0, 0, 0, 64, 64, 1}, left = {0, 0, 0, 32, 64, 1}, right = {32, 0, 0, 32, 64, 1};
   uint32_t *red = malloc(64 * 64 * 4), *blue = malloc(64 * 64 * 4);
   (void)state;

   for (unsigned i = 0; i < 64 * 64; i++) {
      red[i] = 0xff0000ff;
      blue[i] = 0xffff0000;
   }
   ctx->impl->texture_subdata(ctx, src, 0, &all, red, 256, 0);
   ctx->impl->resource_copy_region(ctx, dst, 0, 0, 0, 0, src, 0, &left);
   ctx->impl->texture_subdata(ctx, src, 0, &all, blue, 256, 0);
   ctx->impl->resource_copy_region(ctx, dst, 0, 32, 0, 0, src, 0, &right);
   uint32_t *got = (uint32_t *)read_back(dst, 0, &all);
   for (unsigned i = 0; i < 64 * 64; i++)
      assert_int_equal(got[i], i % 64 < 32 ? 0xff0000ff : 0xffff0000);
   free(got);
   free(red);
   free(blue);
   pipe_resource_unref(src);
   pipe_resource_unref(dst);
}

/* A tiled texture becomes linear when it is exported; its content and its views stay valid, and the importer reads the same texels. */
static void test_export(void **state)
{
   struct pipe_resource *res = make(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 50, 40, 1, 1,
                                    PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET);
   struct pipe_view_template vt = {.target = PIPE_TEXTURE_2D, .format = res->t.format};
   struct pipe_surface *s = ctx->impl->create_surface(ctx, res, &vt);
   struct pipe_box all = {0, 0, 0, 50, 40, 1};
   struct pipe_handle handle = {.fd = -1};
   union pipe_color_union green = {.f = {0, 1, 0, 1}};
   uint8_t data[50 * 40 * 4], *got;
   char why[128] = "";
   (void)state;

   fill(res, 0, &all, data, 9);
   if (!screen->impl->resource_get_handle(screen, ctx, res, &handle, why, sizeof(why)))
      fail_msg("%s", why);
   assert_int_equal(handle.modifier, PIPE_MODIFIER_LINEAR);
   struct pipe_resource_template t = res->t;
   struct pipe_resource *other = screen->impl->resource_from_handle(screen, &t, &handle, why, sizeof(why));
   if (!other)
      fail_msg("%s", why);
   close(handle.fd);
   got = read_back(other, 0, &all);
   assert_memory_equal(got, data, sizeof(data));
   free(got);
   ctx->impl->clear_render_target(ctx, s, &green, 10, 10, 5, 5); /* through a surface packed before the export */
   struct pipe_fence *fence = NULL;
   ctx->impl->flush(ctx, &fence, 0);
   assert_true(screen->impl->fence_wait(screen, fence, UINT64_MAX));
   pipe_fence_unref(fence);
   got = read_back(other, 0, &all);
   for (unsigned y = 0; y < 40; y++)
      for (unsigned x = 0; x < 50; x++) {
         static const uint8_t g[4] = {0, 255, 0, 255};
         bool inside = x >= 10 && x < 15 && y >= 10 && y < 15;
         assert_memory_equal(got + (y * 50 + x) * 4, inside ? g : data + (y * 50 + x) * 4, 4);
      }
   free(got);
   pipe_surface_unref(s);
   pipe_resource_unref(other);
   pipe_resource_unref(res);
}

static void test_timestamps(void **state)
{
   struct pipe_query *q = ctx->impl->create_query(ctx, PIPE_QUERY_TIMESTAMP, 0);
   struct pipe_query *elapsed = ctx->impl->create_query(ctx, PIPE_QUERY_TIME_ELAPSED, 0);
   union pipe_query_result r1, r2, r3;
   (void)state;

   assert_true(ctx->impl->begin_query(ctx, elapsed));
   assert_true(ctx->impl->end_query(ctx, q));
   assert_true(ctx->impl->get_query_result(ctx, q, true, &r1));
   assert_true(ctx->impl->end_query(ctx, q));
   assert_true(ctx->impl->get_query_result(ctx, q, true, &r2));
   assert_true(ctx->impl->end_query(ctx, elapsed));
   assert_true(ctx->impl->get_query_result(ctx, elapsed, true, &r3));
   assert_true(r1.u64 != 0);
   assert_true(r2.u64 >= r1.u64);
   assert_true(r3.u64 >= r2.u64 - r1.u64);
   assert_null(ctx->impl->create_query(ctx, PIPE_QUERY_PIPELINE_STATISTICS + 1, 0));
   ctx->impl->destroy_query(ctx, q);
   ctx->impl->destroy_query(ctx, elapsed);
}

/* Rows of any stride and offset in a buffer, in another format than the texture's, to a layer of it and back. */
static void test_buffer_texture_copies(void **state)
{
   static const struct { enum pipe_texture_target target; enum pipe_format format; } rows[] = {
      {PIPE_TEXTURE_2D, PIPE_FORMAT_B8G8R8A8_UNORM}, {PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM},
      {PIPE_TEXTURE_3D, PIPE_FORMAT_B8G8R8A8_UNORM}, {PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R32G32B32A32_FLOAT},
   };
   (void)state;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      unsigned layers = rows[i].target == PIPE_TEXTURE_2D ? 1 : 3, depth = layers - layers / 2, stride = 17 * 4 + 12;
      struct pipe_resource *tex = make(rows[i].target, rows[i].format, 40, 30, layers, 1, PIPE_BIND_RENDER_TARGET);
      struct pipe_resource *from = make(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 8192, 1, 1, 1, 0);
      struct pipe_resource *to = make(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 8192, 1, 1, 1, 0);
      struct pipe_buffer_texture_copy copy = {.buffer = from, .texture = tex, .offset_B = 20, .stride_B = stride,
         .layer_stride_B = stride * 13 + 8, .box = {5, 6, (int)(layers / 2), 17, 11, (int)depth},
         .buffer_format = PIPE_FORMAT_R8G8B8A8_UNORM, .texture_format = rows[i].format};
      struct pipe_box all = {0, 0, 0, 8192, 1, 1}, inside = copy.box;
      uint8_t data[8192], *got;
      for (unsigned n = 0; n < sizeof(data); n++)
         data[n] = (uint8_t)(n * 7 + n / 251);
      ctx->impl->buffer_subdata(ctx, from, 0, sizeof(data), data);
      assert_true(ctx->impl->copy_buffer_to_texture(ctx, &copy));
      got = read_back(tex, 0, &inside);
      if (rows[i].format == PIPE_FORMAT_B8G8R8A8_UNORM)
         for (unsigned y = 0; y < 11; y++)
            for (unsigned x = 0; x < 17; x++)
               for (unsigned c = 0; c < 4; c++)
                  assert_int_equal(got[(y * 17 + x) * 4 + c], data[20 + y * stride + x * 4 + (c < 3 ? 2 - c : 3)]);
      free(got);
      copy.buffer = to;
      memset(data, 0xa5, sizeof(data));
      ctx->impl->buffer_subdata(ctx, to, 0, sizeof(data), data);
      assert_true(ctx->impl->copy_texture_to_buffer(ctx, &copy));
      got = read_back(to, 0, &all);
      for (unsigned z = 0; z < depth; z++)
         for (unsigned y = 0; y < 11; y++)
            for (unsigned n = 0; n < 17 * 4; n++) {
               unsigned at = 20 + z * (unsigned)copy.layer_stride_B + y * stride + n;
               data[at] = (uint8_t)(at * 7 + at / 251);
            }
      for (unsigned n = 0; n < sizeof(data); n++)
         if (got[n] != data[n])
            fail_msg("row %u: byte %u is %02x, expected %02x", i, n, got[n], data[n]);
      free(got);
      copy.buffer_format = PIPE_FORMAT_Z24_UNORM_S8_UINT;
      assert_false(ctx->impl->copy_texture_to_buffer(ctx, &copy));
      pipe_resource_unref(tex);
      pipe_resource_unref(from);
      pipe_resource_unref(to);
   }
}

/* The render condition holds for clears and for blits with render_condition_enable, not for the driver's own copies. */
static void test_render_condition(void **state)
{
   struct pipe_resource *res = make(PIPE_TEXTURE_2D, PIPE_FORMAT_R8_UNORM, 16, 16, 1, 5, PIPE_BIND_SAMPLER_VIEW);
   struct pipe_box all = {0, 0, 0, 16, 16, 1}, one = {0, 0, 0, 1, 1, 1}, half = {0, 0, 0, 8, 8, 1};
   struct pipe_blit_info blit = {.src = {res, 4, {0, 0, 0, 1, 1, 1}, res->t.format},
                                 .dst = {res, 1, {0, 0, 0, 8, 8, 1}, res->t.format}, .mask = 0xf};
   struct pipe_query *q = ctx->impl->create_query(ctx, PIPE_QUERY_OCCLUSION_COUNTER, 0);
   uint8_t data[256], *got;
   (void)state;

   memset(data, 0x42, sizeof(data));
   ctx->impl->texture_subdata(ctx, res, 0, &all, data, 16, 0);
   assert_true(ctx->impl->begin_query(ctx, q)); /* counts nothing: 0 */
   assert_true(ctx->impl->end_query(ctx, q));
   ctx->impl->render_condition(ctx, q, false, PIPE_RENDER_COND_WAIT);
   ctx->impl->generate_mipmap(ctx, res, res->t.format, 0, 4, 0, 0);
   got = read_back(res, 4, &one);
   assert_int_equal(got[0], 0x42);
   free(got);
   data[0] = 0x17;
   ctx->impl->texture_subdata(ctx, res, 4, &one, data, 1, 0);
   blit.render_condition_enable = true;
   ctx->impl->blit(ctx, &blit); /* discarded */
   got = read_back(res, 1, &half);
   assert_int_equal(got[27], 0x42);
   free(got);
   blit.render_condition_enable = false;
   ctx->impl->blit(ctx, &blit);
   got = read_back(res, 1, &half);
   assert_int_equal(got[27], 0x17);
   free(got);
   ctx->impl->render_condition(ctx, NULL, false, PIPE_RENDER_COND_WAIT);
   ctx->impl->destroy_query(ctx, q);
   pipe_resource_unref(res);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_clear_targets), cmocka_unit_test(test_clear_depth_stencil), cmocka_unit_test(test_clear_whole),
      cmocka_unit_test(test_copy_region), cmocka_unit_test(test_copy_slices), cmocka_unit_test(test_copy_tiles),
      cmocka_unit_test(test_blit), cmocka_unit_test(test_mipmaps), cmocka_unit_test(test_buffers),
      cmocka_unit_test(test_upload_order), cmocka_unit_test(test_export), cmocka_unit_test(test_timestamps),
      cmocka_unit_test(test_render_condition), cmocka_unit_test(test_buffer_texture_copies),
   };
   if (!sim_open())
      return 1;
   int failed = cmocka_run_group_tests(tests, NULL, NULL);
   sim_close();
   return failed;
}
