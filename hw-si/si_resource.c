/* si_resource.c: creation, export and memory of buffers and textures (rules: si_resource.h).
 *
 * Layout choice. Depth, stencil and multisampled images are always tiled: the hardware has no linear mode for them. Shared,
 * staging and one-row images are linear. Everything else is micro-tiled (1D) where the device prefers untiled surfaces, which
 * keeps the CPU's copies cheap and a quad's texels in one cache line, and macro-tiled (2D) elsewhere. GLOAM_DEBUG=tiling=MODE
 * overrides it. */
#include "si_context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipe_format_desc.h"

#define BUFFER_ALIGN_B 256

unsigned si_level_layers(const struct pipe_resource *res, unsigned level)
{
   return res->t.target == PIPE_TEXTURE_3D ? surf_max_u32(1, res->t.depth >> level) : surf_max_u32(1, res->t.layers);
}

struct si_resource *si_resource_new(struct si_screen *screen, const struct pipe_resource_template *tmpl)
{
   struct si_resource *res = calloc(1, sizeof(*res));

   if (!res)
      return NULL;
   res->base.t = *tmpl;
   res->base.screen = &screen->base;
   res->is_buffer = tmpl->target == PIPE_BUFFER;
   atomic_init(&res->base.refs, 1);
   atomic_init(&res->user, SI_USER_NONE);
   return res;
}

void si_resource_set_bo(struct si_resource *res, struct ws_bo *bo, uint64_t offset_B)
{
   res->bo = bo;
   res->offset_B = offset_B;
   res->va = bo->va + offset_B;
   res->map = NULL;
}

/* Images for the GPU, on cards: the CPU would read them through the bus, element by element. Those of other processes stay mappable. */
static bool stays_unmapped(const struct si_screen *screen, const struct si_resource *res)
{
   const struct pipe_resource_template *t = &res->base.t;

   return !res->is_buffer && !screen->ws->info.maps_vram_cheaply && t->usage != PIPE_USAGE_STAGING && t->usage != PIPE_USAGE_STREAM &&
          !(t->bind & (PIPE_BIND_LINEAR | PIPE_BIND_SHARED | PIPE_BIND_SCANOUT));
}

static struct ws_bo *alloc_bo(struct si_screen *screen, struct si_resource *res, uint32_t align_B)
{
   const struct pipe_resource_template *t = &res->base.t;
   uint32_t flags = 0;
   enum ws_domain domain = WS_DOMAIN_VRAM;

   res->is_unmapped = stays_unmapped(screen, res);
   if (!res->is_unmapped)
      flags |= WS_BO_CPU_ACCESS;
   if (t->usage == PIPE_USAGE_STAGING) {
      domain = WS_DOMAIN_GTT;
      flags |= WS_BO_CPU_CACHED;
   } else if (t->usage == PIPE_USAGE_STREAM) {
      domain = WS_DOMAIN_GTT;
   }
   if (t->bind & (PIPE_BIND_SHARED | PIPE_BIND_SCANOUT))
      flags |= WS_BO_SHAREABLE | WS_BO_ZERO; /* other processes must not see old memory of this one */
   return screen->ws->impl->bo_create(screen->ws, res->size_B, align_B, domain, flags);
}

static enum surf_mode choose_mode(const struct si_screen *screen, const struct pipe_resource_template *t)
{
   if (t->samples > 1)
      return SURF_2D; /* colour units require macro tiles for samples */
   if (pipe_format_is_depth_or_stencil(t->format))
      return screen->info.tiling == SURF_LINEAR ? SURF_1D : screen->info.tiling;
   if (t->bind & (PIPE_BIND_LINEAR | PIPE_BIND_SHARED | PIPE_BIND_SCANOUT) || t->usage == PIPE_USAGE_STAGING ||
       t->target == PIPE_TEXTURE_1D || t->target == PIPE_TEXTURE_1D_ARRAY || t->height <= 1)
      return SURF_LINEAR;
   return screen->info.tiling;
}

bool si_layout_texture(struct si_screen *screen, struct si_resource *res, enum surf_mode mode, bool display, uint32_t fixed_pitch_el,
                       const char **why)
{
   const struct pipe_resource_template *t = &res->base.t;
   const struct pipe_format_desc *d = pipe_format_desc(t->format);
   unsigned z_bytes = si_z_plane_bytes(t->format);
   struct surf_request req = {
      .mode = mode, .display = display,
      .width_px = t->width, .height_px = surf_max_u32(1, t->height),
      .slices = t->target == PIPE_TEXTURE_3D ? t->depth : surf_max_u32(1, t->layers),
      .is_3d = t->target == PIPE_TEXTURE_3D,
      .levels = t->last_level + 1, .samples = surf_max_u32(1, t->samples),
      .bytes_per_el = d->block_size_B, .block_w_px = d->block_width, .block_h_px = d->block_height,
      .fixed_pitch_el = fixed_pitch_el,
   };

   res->has_depth_plane = z_bytes != 0;
   res->has_stencil_plane = pipe_format_has_stencil(t->format);
   if (z_bytes || res->has_stencil_plane) {
      req.block_w_px = req.block_h_px = 1;
      req.bytes_per_el = z_bytes ? z_bytes : 1;
      req.cls = z_bytes ? SURF_DEPTH : SURF_STENCIL;
      req.with_stencil = z_bytes && res->has_stencil_plane;
   }
   if (!surf_layout(&screen->info.surf, &req, &res->surf, why))
      return false;
   res->size_B = res->surf.size_B;
   if (!z_bytes && res->has_stencil_plane) {
      res->stencil = res->surf;
   } else if (res->has_stencil_plane) {
      req.cls = SURF_STENCIL;
      req.bytes_per_el = 1;
      req.with_stencil = false;
      req.beside = &res->surf;
      /* Same pitch for both planes: the depth unit has one register for it. */
      if (!surf_layout(&screen->info.surf, &req, &res->stencil, why))
         return false;
      res->stencil_offset_B = (res->size_B + res->stencil.align_B - 1) / res->stencil.align_B * res->stencil.align_B;
      res->size_B = res->stencil_offset_B + res->stencil.size_B;
      for (unsigned i = 0; i < req.levels; i++)
         if (res->stencil.level[i].pitch_el != res->surf.level[i].pitch_el) {
            *why = "depth and stencil planes need different pitches";
            return false;
         }
   }
   return true;
}

struct pipe_resource *si_resource_create(struct pipe_screen *base, const struct pipe_resource_template *tmpl)
{
   struct si_screen *screen = si_screen(base);
   struct si_resource *res = si_resource_new(screen, tmpl);
   uint32_t align_B = BUFFER_ALIGN_B;
   struct ws_bo *bo;
   const char *why;

   if (!res)
      return NULL;
   if (res->is_buffer) {
      res->size_B = surf_max_u32(4, (tmpl->width + 3) & ~3u);
      if (tmpl->width > UINT32_MAX - 3)
         goto fail;
   } else {
      if (!si_layout_texture(screen, res, choose_mode(screen, tmpl), false, 0, &why))
         goto fail;
      align_B = res->surf.align_B;
   }
   if (screen->ws->info.max_alloc_B && res->size_B > screen->ws->info.max_alloc_B)
      goto fail;
   bo = alloc_bo(screen, res, align_B);
   if (!bo)
      goto fail;
   si_resource_set_bo(res, bo, 0);
   res->valid_start_B = UINT32_MAX;
   return &res->base;
fail:
   free(res);
   return NULL;
}

/* The application may write all of it at any time. */
struct pipe_resource *si_resource_from_memory(struct pipe_screen *base, const struct pipe_resource_template *tmpl, void *memory,
                                              char *why, size_t why_size_B)
{
   struct si_screen *screen = si_screen(base);
   struct si_resource *res = si_resource_new(screen, tmpl);
   struct ws_bo *bo = res ? screen->ws->impl->bo_adopt(screen->ws, memory, tmpl->width, why, why_size_B) : NULL;

   if (!bo) {
      if (!res)
         snprintf(why, why_size_B, "no memory");
      free(res);
      return NULL;
   }
   res->size_B = bo->size_B;
   si_resource_set_bo(res, bo, 0);
   res->is_pinned = true;
   res->valid_end_B = tmpl->width;
   return &res->base;
}

void si_resource_destroy(struct pipe_screen *base, struct pipe_resource *res)
{
   si_screen(base)->ws->impl->bo_unref(si_resource(res)->bo);
   si_part_unref(si_resource(res)->part);
   free(res);
}

uint8_t *si_resource_map(struct si_resource *res)
{
   uint8_t *map = atomic_load_explicit(&res->map, memory_order_relaxed);

   if (!map) {
      map = si_screen(res->base.screen)->ws->impl->bo_map(res->bo);
      if (map)
         atomic_store_explicit(&res->map, map += res->offset_B, memory_order_relaxed); /* the same from every thread */
   }
   return map;
}

bool si_resource_rename(struct si_context *ctx, struct si_resource *res)
{
   struct si_screen *screen = si_screen(res->base.screen);

   if (!res->is_buffer || res->is_shared || res->is_pinned || atomic_load_explicit(&res->user, memory_order_relaxed) == SI_USER_MANY)
      return false;
   struct si_part part = si_rename_memory(ctx, res);
   if (!part.bo)
      part.bo = alloc_bo(screen, res, BUFFER_ALIGN_B);
   if (!part.bo)
      return false;
   screen->ws->impl->bo_unref(res->bo);
   si_part_unref(res->part);
   si_resource_set_bo(res, part.bo, part.offset_B);
   res->part = part.chunk;
   res->valid_start_B = UINT32_MAX;
   res->valid_end_B = 0;
   res->desc_seq++;
   return true;
}

void si_resource_use(struct si_resource *res, const struct si_context *ctx)
{
   uint32_t user = atomic_load_explicit(&res->user, memory_order_relaxed);

   if (user == ctx->id || user == SI_USER_MANY)
      return;
   if (user != SI_USER_NONE || !atomic_compare_exchange_strong(&res->user, &user, ctx->id)) {
      atomic_store(&res->user, SI_USER_MANY);
      si_part_share(res->part);
   }
}

/* ---- sharing ---- */

unsigned si_get_modifiers(struct pipe_screen *base, enum pipe_format format, uint64_t *modifiers, unsigned max)
{
   if (!si_is_format_supported(base, format, PIPE_TEXTURE_2D, 1, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_SHARED))
      return 0;
   if (max)
      modifiers[0] = PIPE_MODIFIER_LINEAR;
   return 1;
}

/* Reads all levels of the first layer into linear memory. */
static bool read_levels(struct si_context *ctx, struct si_resource *res, const struct surf_layout *linear, uint8_t *to)
{
   for (unsigned i = 0; i < res->surf.levels; i++) {
      const struct surf_level *l = &linear->level[i];
      const struct surf_box box = {.width = l->width_el, .height = l->rows_el, .depth = 1};
      struct si_image_map image;
      if (!si_image_map(ctx, res, i, 0, 1, true, &image))
         return false;
      surf_read(&res->surf, i, image.plane[0], &box, to + l->offset_B, (size_t)l->pitch_el * linear->bytes_per_el, 0);
      si_image_unmap(ctx, &image, false);
   }
   return true;
}

/* Moves a tiled texture to linear memory for export. Views and surfaces are packed anew (desc_seq) when they are next bound
 * or emitted; the caller has just flushed its context. */
static bool make_linear(struct si_context *ctx, struct si_resource *res, const char **why)
{
   struct si_screen *screen = si_screen(res->base.screen);
   struct si_resource linear = *res;
   struct pipe_context *own = NULL;
   uint8_t *dst;
   bool ok;

   linear.base.t.bind |= PIPE_BIND_LINEAR | PIPE_BIND_SHARED;
   if (!si_layout_texture(screen, &linear, SURF_LINEAR, false, 0, why))
      return false;
   linear.bo = alloc_bo(screen, &linear, linear.surf.align_B);
   if (!linear.bo) {
      *why = "out of memory for a linear copy";
      return false;
   }
   if (!ctx && res->is_unmapped) /* commands read the image */
      own = si_context_create(&screen->base, 0);
   dst = screen->ws->impl->bo_map(linear.bo);
   ok = dst && (ctx || own || !res->is_unmapped) && screen->ws->impl->bo_wait(res->bo, WS_SYNC_FOREVER, WS_USAGE_READ) &&
        read_levels(ctx ? ctx : own ? si_context(own) : NULL, res, &linear.surf, dst);
   if (own)
      own->impl->destroy(own);
   if (!ok) {
      screen->ws->impl->bo_unref(linear.bo);
      *why = "the texture's memory cannot be read";
      return false;
   }
   screen->ws->impl->bo_unref(res->bo);
   res->surf = linear.surf;
   res->size_B = linear.size_B;
   res->is_unmapped = linear.is_unmapped;
   res->base.t.bind = linear.base.t.bind;
   si_resource_set_bo(res, linear.bo, 0);
   res->desc_seq++;
   si_resource_moved(screen);
   if (ctx)
      si_rebind_texture(ctx, res);
   return true;
}

bool si_resource_get_handle(struct pipe_screen *base, struct pipe_context *base_ctx, struct pipe_resource *base_res,
                            struct pipe_handle *handle, char *why, size_t why_size_B)
{
   struct si_screen *screen = si_screen(base);
   struct si_context *ctx = base_ctx ? si_context(base_ctx) : NULL;
   struct si_resource *res = si_resource(base_res);
   const struct pipe_resource_template *t = &base_res->t;
   const char *reason = NULL;
   int fd;

   if (res->is_buffer || t->layers > 1 || t->samples > 1 || t->target == PIPE_TEXTURE_3D)
      reason = "only 2D images without layers and samples can be exported"; /* of levels, the first is described */
   else if (res->has_depth_plane || res->has_stencil_plane)
      reason = "depth and stencil images have no linear form";
   if (!reason && ctx && si_cs_bo_usage(ctx, res->bo))
      si_submit(ctx);
   /* An imported tiled image keeps the layout of its exporter: the kernel's metadata describe it to the next process, too. */
   const bool is_tiled = res->surf.level[0].mode != SURF_LINEAR, keeps_layout = is_tiled && res->is_shared;
   if (!reason && is_tiled && !keeps_layout)
      make_linear(ctx, res, &reason);
   if (reason) {
      snprintf(why, why_size_B, "%s", reason);
      return false;
   }
   fd = screen->ws->impl->bo_export(res->bo, why, why_size_B);
   if (fd < 0)
      return false;
   res->is_shared = true;
   res->map = NULL; /* the winsys may have replaced the memory at the same GPU address */
   *handle = (struct pipe_handle){
      .fd = fd,
      .offset_B = res->offset_B,
      .stride_B = res->surf.level[0].pitch_el * res->surf.bytes_per_el,
      .modifier = keeps_layout ? PIPE_MODIFIER_INVALID : PIPE_MODIFIER_LINEAR,
      .size_B = res->bo->size_B,
   };
   return true;
}
