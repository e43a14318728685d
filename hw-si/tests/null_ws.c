/* null_ws.c: see null_ws.h. */
#include "null_ws.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw-si/hwdb/hw_chips.h"
#include "hw-si/pm4/pm4.h"

struct null_bo {
   struct ws_bo base;
   struct null_bo *next;
   atomic_int refs;
   uint8_t *mem;
};
struct ws_ctx { struct null_ws *ws; };
struct ws_fence { atomic_int refs; const struct null_ws *ws; };

static struct null_ws *null_ws(struct ws_device *dev)
{
   return (struct null_ws *)dev;
}

static void destroy(struct ws_device *dev)
{
   free(null_ws(dev)->text);
   free(dev);
}

static struct ws_bo *bo_create(struct ws_device *dev, uint64_t size_B, uint32_t align_B, enum ws_domain domain,
                               uint32_t flags)
{
   struct null_ws *ws = null_ws(dev);
   struct null_bo *bo;

   (void)domain;
   (void)flags;
   if (ws->fail_alloc)
      return NULL;
   bo = calloc(1, sizeof(*bo));
   bo->mem = calloc(1, size_B + 64);
   atomic_init(&bo->refs, 1);
   if (align_B < 4096)
      align_B = 4096;
   ws->next_va = (ws->next_va + align_B - 1) / align_B * align_B;
   bo->base = (struct ws_bo){.dev = dev, .va = ws->next_va, .size_B = size_B, .unique = ++ws->next_unique};
   ws->next_va += size_B;
   bo->next = ws->bos;
   ws->bos = bo;
   ws->live_bos++;
   return &bo->base;
}

static void bo_ref(struct ws_bo *bo)
{
   atomic_fetch_add(&((struct null_bo *)bo)->refs, 1);
}

static void bo_unref(struct ws_bo *base)
{
   struct null_bo *bo = (struct null_bo *)base, **at;

   if (!base || atomic_fetch_sub(&bo->refs, 1) != 1)
      return;
   for (at = &null_ws(base->dev)->bos; *at != bo; at = &(*at)->next)
      ;
   *at = bo->next;
   null_ws(base->dev)->live_bos--;
   free(bo->mem);
   free(bo);
}

static void *bo_map(struct ws_bo *bo)
{
   return ((struct null_bo *)bo)->mem;
}

static bool bo_wait(struct ws_bo *bo, uint64_t timeout_ns, uint32_t usage)
{
   (void)usage;
   return timeout_ns != 0 || !null_ws(bo->dev)->busy;
}

static int bo_export(struct ws_bo *bo, char *why, size_t why_size_B)
{
   (void)bo;
   snprintf(why, why_size_B, "no descriptors here");
   return -ENOSYS;
}

static struct ws_bo *bo_import(struct ws_device *dev, int fd, char *why, size_t why_size_B)
{
   (void)why;
   (void)why_size_B;
   return bo_create(dev, (uint64_t)fd * 1024, 4096, WS_DOMAIN_GTT, 0); /* the number stands for the size in KB */
}

void *null_ws_at(struct null_ws *ws, uint64_t va)
{
   for (struct null_bo *bo = ws->bos; bo; bo = bo->next)
      if (va >= bo->base.va && va < bo->base.va + bo->base.size_B)
         return bo->mem + (va - bo->base.va);
   return NULL;
}

bool null_ws_listed(struct null_ws *ws, uint64_t va)
{
   for (struct null_bo *bo = ws->bos; bo; bo = bo->next)
      for (unsigned i = 0; i < ws->listed_count; i++)
         if (va >= bo->base.va && va < bo->base.va + bo->base.size_B && ws->listed[i] == bo->base.va)
            return true;
   return false;
}

static void add_text(void *user, const char *text, size_t length)
{
   struct null_ws *ws = user;

   if (ws->text_B + length + 1 > ws->text_capacity_B) {
      ws->text_capacity_B = 2 * (ws->text_B + length + 1);
      ws->text = realloc(ws->text, ws->text_capacity_B);
   }
   memcpy(ws->text + ws->text_B, text, length);
   ws->text_B += length;
   ws->text[ws->text_B] = 0;
}

static void walk(struct null_ws *ws, uint64_t va, uint32_t count)
{
   const uint32_t *dw = null_ws_at(ws, va);
   struct pm4_iter it;

   if (!dw)
      abort();
   pm4_print(&(struct pm4_sink){add_text, ws}, ws->base.info.gfx_level, dw, count);
   pm4_iter_init(&it, ws->base.info.gfx_level, dw, count);
   while (pm4_iter_next(&it)) {
      uint32_t start = it.type == 3 ? pm4_reg_space_start(it.opcode) : 0;
      if (it.type != 3)
         continue;
      if (start) {
         uint32_t reg = start / 4 + (it.body[0] & 0xffff);
         for (uint32_t i = 1; i < it.body_dw; i++, reg++) {
            ws->reg[reg] = it.body[i];
            ws->written[reg] = true;
         }
      } else if (it.opcode == PKT3_DRAW_INDEX_AUTO || it.opcode == PKT3_DRAW_INDEX_2) {
         ws->draws++;
         memcpy(ws->at_draw, ws->reg, sizeof(ws->reg));
      } else if (it.opcode == PKT3_INDIRECT_BUFFER) {
         walk(ws, it.body[0] | (uint64_t)it.body[1] << 32, it.body[2] & 0xfffff);
      }
   }
   if (it.error) {
      fprintf(stderr, "stream: %s\n", it.error);
      abort();
   }
}

static struct ws_ctx *ctx_create(struct ws_device *dev, int *priority)
{
   struct ws_ctx *ctx = calloc(1, sizeof(*ctx));

   (void)priority;
   ctx->ws = null_ws(dev);
   return ctx;
}

static void ctx_destroy(struct ws_ctx *ctx)
{
   free(ctx);
}

static enum ws_reset ctx_reset_status(struct ws_ctx *ctx)
{
   return ctx->ws->fail_submit ? WS_RESET_GUILTY : WS_RESET_NONE;
}

static int submit(struct ws_ctx *ctx, const struct ws_submit *s, struct ws_fence **fence)
{
   if (ctx->ws->fail_submit)
      return -ECANCELED;
   ctx->ws->submissions++;
   ctx->ws->listed_count = 0;
   for (uint32_t i = 0; i < s->bo_count && i < sizeof(ctx->ws->listed) / sizeof(ctx->ws->listed[0]); i++)
      ctx->ws->listed[ctx->ws->listed_count++] = s->bos[i].bo->va;
   ctx->ws->command_buffers = s->ib_count;
   for (uint32_t i = 0; i < s->ib_count; i++)
      walk(ctx->ws, s->ibs[i].va, s->ibs[i].dw);
   if (fence) {
      *fence = calloc(1, sizeof(**fence));
      atomic_init(&(*fence)->refs, 1);
      (*fence)->ws = ctx->ws;
   }
   return 0;
}

static void fence_ref(struct ws_fence *fence)
{
   atomic_fetch_add(&fence->refs, 1);
}

static void fence_unref(struct ws_fence *fence)
{
   if (fence && atomic_fetch_sub(&fence->refs, 1) == 1)
      free(fence);
}

static bool fence_wait(struct ws_fence *fence, uint64_t timeout_ns)
{
   return timeout_ns != 0 || !fence->ws->busy;
}

static uint64_t timestamp(struct ws_device *dev)
{
   (void)dev;
   return 25000;
}

static bool bo_get_metadata(struct ws_bo *bo, struct ws_metadata *md)
{
   const struct ws_metadata *all = null_ws(bo->dev)->metadata;
   if (all)
      *md = *all;
   return all;
}

static const struct ws_device_impl impl = {
   .destroy = destroy, .timestamp = timestamp, .bo_create = bo_create, .bo_ref = bo_ref, .bo_unref = bo_unref,
   .bo_map = bo_map, .bo_wait = bo_wait, .bo_export = bo_export, .bo_import = bo_import, .bo_get_metadata = bo_get_metadata,
   .ctx_create = ctx_create,
   .ctx_destroy = ctx_destroy, .ctx_reset_status = ctx_reset_status, .submit = submit, .fence_ref = fence_ref,
   .fence_unref = fence_unref, .fence_wait = fence_wait,
};

struct null_ws *null_ws_open(const char *name)
{
   const struct hw_chip *chip = hw_chip_find(name);
   struct null_ws *ws = calloc(1, sizeof(*ws));
   struct ws_info *info = &ws->base.info;

   ws->base.impl = &impl;
   atomic_init(&ws->base.refs, 1);
   ws->next_va = 0x100000;
   info->gfx_level = chip->gfx_level;
   info->family = chip->gfx_level == 8 ? WS_POLARIS10 : !strcmp(name, "hawaii") ? WS_HAWAII
                  : chip->gfx_level == 7 ? WS_BONAIRE : WS_PITCAIRN;
   info->num_se = chip->num_se;
   info->num_sh_per_se = chip->num_sh_per_se;
   info->num_rb = chip->num_rb;
   info->enabled_rb_mask = chip->enabled_rb_mask;
   info->gb_addr_config = chip->gb_addr_config;
   info->gpu_clock_khz = 25000;
   info->prefers_untiled = true;
   info->is_simulated = true;
   info->maps_vram_cheaply = true;
   info->vram_B = 1ull << 30;
   info->max_alloc_B = 1 << 30;
   snprintf(info->chip, sizeof(info->chip), "%s", name);
   snprintf(info->llvm_cpu, sizeof(info->llvm_cpu), "%s", hw_llvm_cpu(chip->base));
   snprintf(info->name, sizeof(info->name), "null %s", name);
   memcpy(info->gb_tile_mode, chip->gb_tile_mode, sizeof(info->gb_tile_mode));
   memcpy(info->gb_macrotile_mode, chip->gb_macrotile_mode, sizeof(info->gb_macrotile_mode));
   return ws;
}

void null_ws_forget(struct null_ws *ws)
{
   free(ws->text);
   ws->text = NULL;
   ws->text_B = ws->text_capacity_B = 0;
   memset(ws->written, 0, sizeof(ws->written));
}
