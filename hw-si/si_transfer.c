/* si_transfer.c: access of the CPU to resources.
 *
 * Maps of buffers and linear images are direct. Tiled images and combined depth/stencil go through a staging copy in
 * ordinary memory, which the CPU tiles and untiles. Images in video memory that the CPU does not map are drawn to and from
 * linear images in cached memory, or are tiled in a copy of their memory (si_image_map.c). A write to a busy resource whose old content is discarded does not
 * wait: the buffer gets new memory (renaming), or the data goes to streaming memory and is copied in command order. */
#include "si_context.h"

#include <stdlib.h>
#include <string.h>

#include "pipe_format_desc.h"
#include "util/ut_debug.h"

struct si_transfer {
   struct pipe_transfer base;
   uint8_t *staging;        /* malloc'ed image of the box, or NULL: mapped directly */
   size_t staging_B;
   uint64_t upload_va;      /* buffers: streaming memory to copy from at unmap, 0: direct */
   struct ws_bo *upload_bo; /* of upload_va; referenced */
   uint8_t *upload_map;
};

/* ---- buffers ---- */

#define MAP_ALIGN_B 64 /* of a map of byte 0 (GL_MIN_MAP_BUFFER_ALIGNMENT) */

static bool was_written(const struct si_resource *res, uint32_t start_B, uint32_t end_B)
{
   return start_B < res->valid_end_B && end_B > res->valid_start_B;
}

/* Gives a busy buffer new memory. */
static bool rename_buffer(struct si_context *ctx, struct si_resource *res)
{
   if (!si_resource_rename(ctx, res))
      return false;
   si_rebind_buffer(ctx, res);
   return true;
}

/* Drops the content. */
static bool discard_buffer(struct si_context *ctx, struct si_resource *res)
{
   return si_resource_idle(ctx, res, WS_USAGE_WRITE) || rename_buffer(ctx, res);
}

static bool is_streamable(uint32_t start_B, uint32_t size_B)
{
   return size_B <= SI_UPLOAD_CHUNK_B && !(start_B & 3) && !(size_B & 3);
}

/* Streaming memory, of which copy_from_upload() makes new content of a busy buffer in command order. NULL: no memory. */
static uint8_t *stream_range(struct si_context *ctx, uint32_t start_B, uint32_t size_B, struct si_transfer *t)
{
   const uint32_t skip_B = start_B % MAP_ALIGN_B; /* byte 0 of the buffer would be aligned */
   uint8_t *mem = si_cs_begin(ctx) ? si_upload_alloc(ctx, size_B + skip_B, MAP_ALIGN_B, &t->upload_va) : NULL;

   if (!mem)
      return NULL;
   t->upload_va += skip_B;
   t->upload_bo = ctx->cs.upload->bo;
   ctx->ws->impl->bo_ref(t->upload_bo);
   return mem + skip_B;
}

static void *map_buffer(struct si_context *ctx, struct si_resource *res, struct si_transfer *t, unsigned usage)
{
   uint32_t start_B = t->base.box.x, end_B = start_B + t->base.box.width;
   uint32_t wait = usage & PIPE_MAP_WRITE ? WS_USAGE_WRITE : WS_USAGE_READ;
   uint8_t *map;

   if (usage & PIPE_MAP_WRITE && !(usage & (PIPE_MAP_UNSYNCHRONIZED | PIPE_MAP_READ))) {
      if (usage & PIPE_MAP_DISCARD_WHOLE_RESOURCE && !(usage & PIPE_MAP_PERSISTENT) && discard_buffer(ctx, res))
         usage |= PIPE_MAP_UNSYNCHRONIZED;
      else if (!res->is_shared && !was_written(res, start_B, end_B))
         usage |= PIPE_MAP_UNSYNCHRONIZED; /* no command reads bytes that were never written */
   }
   if (usage & PIPE_MAP_PERSISTENT)
      res->is_pinned = true;
   if (usage & PIPE_MAP_WRITE)
      si_buffer_written(res, start_B, end_B);
   if (!(usage & PIPE_MAP_UNSYNCHRONIZED)) {
      bool discard = usage & (PIPE_MAP_DISCARD_RANGE | PIPE_MAP_DISCARD_WHOLE_RESOURCE) &&
                     !(usage & (PIPE_MAP_READ | PIPE_MAP_PERSISTENT | PIPE_MAP_FLUSH_EXPLICIT));
      map = discard && is_streamable(start_B, end_B - start_B) && !si_resource_idle(ctx, res, wait) ?
               stream_range(ctx, start_B, end_B - start_B, t) : NULL;
      if (map)
         return map;
      if (!si_wait_resource(ctx, res, wait, !(usage & PIPE_MAP_DONTBLOCK)))
         return NULL;
   }
   map = si_resource_map(res);
   return map ? map + start_B : NULL;
}

/* ---- images ---- */

#define SPARE_MAX_B (32u << 20)

static void alloc_staging(struct si_context *ctx, struct si_transfer *t, size_t size_B)
{
   if (ctx->spare_staging && ctx->spare_staging_B >= size_B) {
      t->staging = ctx->spare_staging;
      t->staging_B = ctx->spare_staging_B;
      ctx->spare_staging = NULL;
   } else {
      t->staging = malloc(size_B);
      t->staging_B = size_B;
   }
}

/* Keeps the larger of this and the spare one. */
static void free_staging(struct si_context *ctx, struct si_transfer *t)
{
   uint8_t *drop = t->staging;

   if (t->staging && t->staging_B <= SPARE_MAX_B && (!ctx->spare_staging || ctx->spare_staging_B < t->staging_B)) {
      drop = ctx->spare_staging;
      ctx->spare_staging = t->staging;
      ctx->spare_staging_B = t->staging_B;
   }
   free(drop);
}

static uint32_t staging_stride_B(const struct si_resource *res, const struct pipe_box *box)
{
   return (pipe_format_stride_B(res->base.t.format, box->width) + 15) & ~15u;
}

static void box_to_elements(enum pipe_format format, const struct pipe_box *box, struct surf_box *el)
{
   const struct pipe_format_desc *d = pipe_format_desc(format);

   *el = (struct surf_box){
      .x = box->x / d->block_width, .y = box->y / d->block_height, .z = box->z,
      .width = (box->width + d->block_width - 1) / d->block_width,
      .height = (box->height + d->block_height - 1) / d->block_height,
      .depth = box->depth,
   };
}

/* Depth/stencil: planes are tiled, the caller's rows are interleaved. A single plane with the caller's element is copied
 * directly; others in bands of complete tiles that stay in the cache. */
#define ZS_BAND_ROWS 8

static bool is_one_plain_plane(const struct si_resource *res)
{
   return res->base.t.format == PIPE_FORMAT_Z16_UNORM || res->base.t.format == PIPE_FORMAT_Z32_FLOAT ||
          res->base.t.format == PIPE_FORMAT_S8_UINT;
}

static void copy_plane(const struct surf_layout *surf, unsigned level, uint8_t *image, const struct surf_box *el,
                       void *rows, ptrdiff_t stride_B, size_t layer_B, bool read, bool past_caches)
{
   if (read)
      surf_read(surf, level, image, el, rows, stride_B, layer_B);
   else
      surf_write(surf, level, image, el, rows, stride_B, layer_B, past_caches);
}

static bool copy_zs(struct si_resource *res, unsigned level, uint8_t *const image[2], const struct surf_box *el, uint8_t *rows,
                    ptrdiff_t stride_B, size_t layer_B, bool read, bool past_caches)
{
   enum pipe_format format = res->base.t.format;
   size_t z_row_B = (size_t)el->width * 4, s_row_B = el->width;
   uint8_t *z, *s;

   if (is_one_plain_plane(res)) {
      copy_plane(&res->surf, level, image[0], el, rows, stride_B, layer_B, read, past_caches);
      return true;
   }
   z = malloc(ZS_BAND_ROWS * (z_row_B + s_row_B));
   if (!z)
      return false;
   s = res->has_stencil_plane ? z + ZS_BAND_ROWS * z_row_B : NULL;
   for (uint32_t layer = 0; layer < el->depth; layer++) {
      struct surf_box band = {el->x, el->y, el->z + layer, el->width, 0, 1};
      uint32_t end = el->y + el->height;
      for (; band.y < end; band.y += band.height) {
         uint8_t *out = rows + layer * layer_B + (ptrdiff_t)(band.y - el->y) * stride_B;
         band.height = surf_min_u32(ZS_BAND_ROWS - band.y % ZS_BAND_ROWS, end - band.y);
         for (uint32_t y = 0; !read && y < band.height; y++)
            si_zs_split(format, out + (ptrdiff_t)y * stride_B, z + y * z_row_B, s ? s + y * s_row_B : NULL, el->width);
         copy_plane(&res->surf, level, image[0], &band, z, z_row_B, 0, read, false);
         if (s)
            copy_plane(&res->stencil, level, image[1], &band, s, s_row_B, 0, read, false);
         for (uint32_t y = 0; read && y < band.height; y++)
            si_zs_interleave(format, out + (ptrdiff_t)y * stride_B, z + y * z_row_B, s ? s + y * s_row_B : NULL,
                             el->width);
      }
   }
   free(z);
   return true;
}

static bool covers_slices(const struct si_resource *res, unsigned level, const struct pipe_box *box)
{
   return !box->x && !box->y && (unsigned)box->width >= si_level_width(&res->base, level) &&
          (unsigned)box->height >= si_level_height(&res->base, level);
}

/* Bytes that copies have moved since most of the image was last written, both sides; it is written now. SURF_NOT_KNOWN: a part of it
 * is written, or the first time. */
static uint64_t moved_since_B(struct si_resource *res, uint64_t size_B, bool writes)
{
   struct si_screen *screen = si_screen(res->base.screen);
   const uint64_t now_B = atomic_fetch_add_explicit(&screen->moved_B, 2 * size_B, memory_order_relaxed) + 2 * size_B;

   if (!writes || 2 * size_B < res->size_B)
      return SURF_NOT_KNOWN;
   const uint64_t then_B = atomic_exchange_explicit(&res->written_at_B, now_B, memory_order_relaxed);
   return then_B ? now_B - 2 * size_B - then_B : SURF_NOT_KNOWN;
}

/* Between rows of the caller and the image, tiled or untiled by the CPU. */
static bool cpu_copy(struct si_context *ctx, struct si_resource *res, unsigned level, const struct pipe_box *box, uint8_t *rows,
                     ptrdiff_t stride_B, size_t layer_B, bool read)
{
   struct si_image_map image;
   struct surf_box el;
   bool ok = true;

   if (!si_image_map(ctx, res, level, box->z, box->depth, read || !covers_slices(res, level, box), &image))
      return false;
   box_to_elements(res->base.t.format, box, &el);
   const uint64_t size_B = (uint64_t)el.width * el.height * el.depth * res->surf.bytes_per_el;
   const bool past_caches = surf_stores_past_caches(size_B, moved_since_B(res, size_B, !read && !image.staging));
   if (res->has_depth_plane || res->has_stencil_plane)
      ok = copy_zs(res, level, image.plane, &el, rows, stride_B, layer_B, read, past_caches);
   else
      copy_plane(&res->surf, level, image.plane[0], &el, rows, stride_B, layer_B, read, past_caches);
   si_image_unmap(ctx, &image, !read && ok);
   return ok;
}

/* A linear image of a box in memory that the CPU caches. NULL: no memory, or formats that are not drawn to it and from it. */
static struct pipe_resource *make_linear_box(const struct si_resource *res, const struct pipe_box *box)
{
   const struct pipe_resource_template tmpl = {
      .target = box->depth > 1 ? PIPE_TEXTURE_2D_ARRAY : PIPE_TEXTURE_2D, .format = res->base.t.format,
      .width = box->width, .height = box->height, .depth = 1, .layers = box->depth, .usage = PIPE_USAGE_STAGING,
      .bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_LINEAR,
   };

   if (res->has_depth_plane || res->has_stencil_plane || pipe_format_is_compressed(res->base.t.format) ||
       res->base.t.target == PIPE_TEXTURE_1D_ARRAY)
      return NULL;
   return si_resource_create(res->base.screen, &tmpl);
}

static bool gpu_read(struct si_context *ctx, struct si_resource *res, unsigned level, const struct pipe_box *box, uint8_t *rows,
                     ptrdiff_t stride_B, size_t layer_B)
{
   const struct pipe_box all = {0, 0, 0, box->width, box->height, box->depth};
   struct pipe_resource *staging = make_linear_box(res, box);
   bool ok;

   if (!staging)
      return false;
   ok = si_copy_region_by_gpu(ctx, staging, 0, 0, 0, 0, &res->base, level, box) &&
        si_wait_resource(ctx, si_resource(staging), WS_USAGE_READ, true) &&
        cpu_copy(ctx, si_resource(staging), 0, &all, rows, stride_B, layer_B, true);
   pipe_resource_unref(staging);
   return ok;
}

static bool read_image(struct si_context *ctx, struct si_resource *res, unsigned level, const struct pipe_box *box, uint8_t *rows,
                       ptrdiff_t stride_B, size_t layer_B)
{
   if (res->is_unmapped && gpu_read(ctx, res, level, box, rows, stride_B, layer_B))
      return true;
   return cpu_copy(ctx, res, level, box, rows, stride_B, layer_B, true);
}

static bool cpu_write(struct si_context *ctx, struct si_resource *res, unsigned level, const struct pipe_box *box,
                      const uint8_t *rows, size_t stride_B, size_t layer_B)
{
   return cpu_copy(ctx, res, level, box, (uint8_t *)rows, (ptrdiff_t)stride_B, layer_B, false);
}

/* Writes to a busy or unmapped texture in command order: complete tiles through streaming memory, others through a linear texture and
 * a copy by the GPU. False: there is no memory, or the formats cannot be drawn. */
static bool gpu_write(struct si_context *ctx, struct si_resource *res, unsigned level, const struct pipe_box *box,
                      const uint8_t *rows, size_t stride_B, size_t layer_B)
{
   const struct pipe_box src_box = {0, 0, 0, box->width, box->height, box->depth};
   struct pipe_resource *staging;
   struct surf_box el;
   bool ok;

   box_to_elements(res->base.t.format, box, &el);
   if (si_write_tiles(ctx, res, level, &el, rows, stride_B, layer_B)) {
      si_submit_when_full(ctx);
      return true;
   }
   staging = make_linear_box(res, box);
   if (!staging)
      return false;
   ok = cpu_write(ctx, si_resource(staging), 0, &src_box, rows, stride_B, layer_B) &&
        si_copy_region_by_gpu(ctx, &res->base, level, box->x, box->y, box->z, staging, 0, &src_box);
   pipe_resource_unref(staging);
   if (ok)
      si_submit_when_full(ctx);
   return ok;
}

static void log_upload_path(const struct si_resource *res, const struct pipe_box *box, const char *path)
{
   if (ut_debug_flags() & UT_DEBUG_PERF)
      ut_log("perf", "write of %dx%dx%d %s %s", box->width, box->height, box->depth, pipe_format_name(res->base.t.format), path);
}

/* The second copy of a large upload into a busy image costs time, too: for as long, the simulated GPU may complete its commands. */
#define COPY_B_PER_NS 32
#define MIN_WAIT_B (512u << 10)

static bool becomes_idle(struct si_context *ctx, struct si_resource *res, uint64_t size_B)
{
   if (size_B < MIN_WAIT_B || !ctx->screen->info.clears_by_dma)
      return si_resource_idle(ctx, res, WS_USAGE_WRITE);
   return si_wait_resource_for(ctx, res, WS_USAGE_WRITE, size_B / COPY_B_PER_NS);
}

static void write_texture(struct si_context *ctx, struct si_resource *res, unsigned level, const struct pipe_box *box,
                          const uint8_t *rows, size_t stride_B, size_t layer_B)
{
   if (ctx->lost)
      return;
   si_expand_dcc(ctx, res);
   const uint64_t size_B = (uint64_t)pipe_format_stride_B(res->base.t.format, box->width) *
                           pipe_format_rows(res->base.t.format, box->height) * (uint64_t)box->depth;
   if (res->is_unmapped || !becomes_idle(ctx, res, size_B)) {
      if (gpu_write(ctx, res, level, box, rows, stride_B, layer_B)) {
         log_upload_path(res, box, "through a staging copy: the image is busy or not mapped");
         return;
      }
      if (ut_debug_flags() & UT_DEBUG_PERF)
         ut_log("perf", "upload of %dx%d %s waits for the GPU", box->width, box->height,
                pipe_format_name(res->base.t.format));
      si_wait_resource(ctx, res, WS_USAGE_WRITE, true);
   }
   log_upload_path(res, box, "into the mapped image");
   if (!cpu_write(ctx, res, level, box, rows, stride_B, layer_B))
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory: texture upload dropped");
}

static void *map_texture(struct si_context *ctx, struct si_resource *res, struct si_transfer *t, unsigned usage)
{
   const struct pipe_box *box = &t->base.box;
   bool keep = usage & PIPE_MAP_READ || !(usage & (PIPE_MAP_DISCARD_RANGE | PIPE_MAP_DISCARD_WHOLE_RESOURCE));
   unsigned level = t->base.level;
   bool linear = res->surf.level[level].mode == SURF_LINEAR && !res->has_depth_plane && !res->has_stencil_plane && !res->is_unmapped;

   if (linear && (keep || usage & PIPE_MAP_UNSYNCHRONIZED || si_resource_idle(ctx, res, WS_USAGE_WRITE))) {
      const struct surf_level *l = &res->surf.level[level];
      struct surf_box el;
      uint8_t *map;
      if (!(usage & PIPE_MAP_UNSYNCHRONIZED) &&
          !si_wait_resource(ctx, res, usage & PIPE_MAP_WRITE ? WS_USAGE_WRITE : WS_USAGE_READ, !(usage & PIPE_MAP_DONTBLOCK)))
         return NULL;
      map = si_resource_map(res);
      if (!map)
         return NULL;
      box_to_elements(res->base.t.format, box, &el);
      t->base.stride_B = l->pitch_el * res->surf.bytes_per_el;
      t->base.layer_stride_B = l->slice_B;
      return map + surf_address(&res->surf, level, el.x, el.y, el.z, 0);
   }
   t->base.stride_B = staging_stride_B(res, box);
   t->base.layer_stride_B = (uint64_t)t->base.stride_B * pipe_format_rows(res->base.t.format, box->height);
   alloc_staging(ctx, t, t->base.layer_stride_B * box->depth);
   if (!t->staging)
      return NULL;
   if (keep) {
      si_expand_dcc(ctx, res);
      if (!(usage & PIPE_MAP_UNSYNCHRONIZED) && !si_wait_resource(ctx, res, WS_USAGE_READ, !(usage & PIPE_MAP_DONTBLOCK)))
         return NULL;
      if (!read_image(ctx, res, level, box, t->staging, t->base.stride_B, t->base.layer_stride_B))
         return NULL;
   }
   return t->staging;
}

/* NULL: no memory. */
static struct si_transfer *new_transfer(struct si_context *ctx, unsigned level, unsigned usage, const struct pipe_box *box)
{
   struct si_transfer *t = ctx->spare_transfer ? ctx->spare_transfer : malloc(sizeof(*t));

   ctx->spare_transfer = NULL;
   if (t)
      *t = (struct si_transfer){.base = {.level = level, .usage = usage, .box = *box}};
   return t;
}

static void free_transfer(struct si_context *ctx, struct si_transfer *t)
{
   free_staging(ctx, t);
   free(ctx->spare_transfer);
   ctx->spare_transfer = t;
}

void *si_transfer_map(struct pipe_context *base, struct pipe_resource *base_res, unsigned level, unsigned usage,
                      const struct pipe_box *box, struct pipe_transfer **transfer)
{
   struct si_context *ctx = si_context(base);
   struct si_resource *res = si_resource(base_res);
   struct si_transfer *t;
   void *map;

   *transfer = NULL;
   if (ctx->lost || base_res->t.samples > 1) /* samples have no rows */
      return NULL;
   t = new_transfer(ctx, level, usage, box);
   if (!t)
      return NULL;
   map = res->is_buffer ? map_buffer(ctx, res, t, usage) : map_texture(ctx, res, t, usage);
   if (!map) {
      free_transfer(ctx, t);
      return NULL;
   }
   t->base.resource = pipe_resource_ref(base_res);
   *transfer = &t->base;
   return map;
}

void si_transfer_flush_region(struct pipe_context *ctx, struct pipe_transfer *transfer, const struct pipe_box *rel_box)
{
   (void)ctx; /* direct maps are coherent; all of a staging copy is written at unmap */
   (void)transfer;
   (void)rel_box;
}

static void copy_from_upload(struct si_context *ctx, struct si_resource *res, struct si_transfer *t)
{
   if (si_cs_begin(ctx)) {
      struct si_resource src = {.bo = t->upload_bo, .va = t->upload_va, .is_buffer = true};
      si_copy_buffer(ctx, res, t->base.box.x, &src, 0, t->base.box.width);
   }
   ctx->ws->impl->bo_unref(t->upload_bo);
}

void si_transfer_unmap(struct pipe_context *base, struct pipe_transfer *transfer)
{
   struct si_context *ctx = si_context(base);
   struct si_transfer *t = (struct si_transfer *)transfer;
   struct si_resource *res = si_resource(transfer->resource);

   if (t->upload_bo)
      copy_from_upload(ctx, res, t);
   else if (t->staging && transfer->usage & PIPE_MAP_WRITE)
      write_texture(ctx, res, transfer->level, &transfer->box, t->staging, transfer->stride_B, transfer->layer_stride_B);
   pipe_resource_unref(transfer->resource);
   free_transfer(ctx, t);
}

void si_buffer_subdata(struct pipe_context *base, struct pipe_resource *base_res, uint32_t offset_B, uint32_t size_B,
                       const void *data)
{
   struct si_context *ctx = si_context(base);
   struct si_resource *res = si_resource(base_res);
   struct pipe_box box = {.x = offset_B, .width = size_B, .height = 1, .depth = 1};
   struct pipe_transfer *transfer;
   bool whole = offset_B == 0 && size_B >= base_res->t.width;
   uint8_t *map;

   if (!size_B || ctx->lost)
      return;
   /* Without a transfer object: the range is idle, was never written, or is copied from streaming memory. */
   if ((!res->is_shared && !was_written(res, offset_B, offset_B + size_B)) ||
       si_resource_idle(ctx, res, WS_USAGE_WRITE) || (whole && rename_buffer(ctx, res))) {
      map = si_resource_map(res);
      if (map) {
         memcpy(map + offset_B, data, size_B);
         si_buffer_written(res, offset_B, offset_B + size_B);
         return;
      }
   } else if (is_streamable(offset_B, size_B)) {
      struct si_transfer t = {.base.box = box};
      map = stream_range(ctx, offset_B, size_B, &t);
      if (map) {
         memcpy(map, data, size_B);
         si_buffer_written(res, offset_B, offset_B + size_B);
         copy_from_upload(ctx, res, &t);
         return;
      }
   }
   map = si_transfer_map(base, base_res, 0, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, &box, &transfer);
   if (!map) {
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory: buffer upload dropped");
      return;
   }
   memcpy(map, data, size_B);
   si_transfer_unmap(base, transfer);
}

void si_texture_subdata(struct pipe_context *base, struct pipe_resource *res, unsigned level, const struct pipe_box *box,
                        const void *data, unsigned stride_B, uint64_t layer_stride_B)
{
   if (box->width > 0 && box->height > 0 && box->depth > 0)
      write_texture(si_context(base), si_resource(res), level, box, data, stride_B, layer_stride_B);
}

bool si_texture_read(struct pipe_context *base, struct pipe_resource *base_res, unsigned level, const struct pipe_box *box,
                     void *data, ptrdiff_t stride_B, uint64_t layer_stride_B)
{
   struct si_context *ctx = si_context(base);
   struct si_resource *res = si_resource(base_res);

   if (box->width <= 0 || box->height <= 0 || box->depth <= 0)
      return true;
   return !ctx->lost && si_wait_resource(ctx, res, WS_USAGE_READ, true) &&
          read_image(ctx, res, level, box, data, stride_B, layer_stride_B);
}

void si_invalidate_resource(struct pipe_context *base, struct pipe_resource *res)
{
   if (si_resource(res)->is_buffer)
      discard_buffer(si_context(base), si_resource(res));
   /* Textures keep their memory: nothing is gained by losing it. */
}
