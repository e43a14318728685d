/* si_debug.c: GLOAM_DEBUG=pm4: decodes each submission to stderr. Chunks are walked by following their chain packets
 * through the context's own mappings. */
#include "si_context.h"

#include <stdio.h>

#include "hw-si/pm4/pm4.h"
#include "util/ut_debug.h"

/* CPU address of a command buffer of this context. NULL: not one of its chunks. */
static const uint32_t *find_map(const struct si_context *ctx, uint64_t va)
{
   const struct si_cs *cs = &ctx->cs;
   const struct si_chunk *c = cs->chunk;

   if (c && va >= c->bo->va && va < c->bo->va + c->size_B)
      return (const uint32_t *)(c->map + (va - c->bo->va));
   for (c = cs->cs_pool.oldest; c; c = c->next)
      if (va >= c->bo->va && va < c->bo->va + c->size_B)
         return (const uint32_t *)(c->map + (va - c->bo->va));
   return NULL;
}

static void write_stderr(void *user, const char *text, size_t length)
{
   fwrite(text, 1, length, user);
}

/* With the parts that it chains to. */
static void dump_ib(struct si_context *ctx, uint64_t va, uint32_t dw)
{
   while (dw) {
      const uint32_t *map = find_map(ctx, va);
      if (!map) {
         ut_log("pm4", "command buffer at 0x%llx is not of this submission", (unsigned long long)va);
         return;
      }
      pm4_print(&(struct pm4_sink){write_stderr, stderr}, ctx->screen->info.gfx_level, map, dw);
      if (dw < 4 || map[dw - 4] != PKT3(PKT3_INDIRECT_BUFFER, 2, 0)) /* the last packet of a part */
         return;
      va = map[dw - 3] | (uint64_t)map[dw - 2] << 32;
      dw = PM4_GET_INDIRECT_BUFFER_CONTROL_SIZE_DW(map[dw - 1]);
   }
}

void si_debug_dump(struct si_context *ctx, const struct ws_submit *submit)
{
   ut_log("pm4", "submission of context %u: %u buffers", ctx->id, submit->bo_count);
   for (uint32_t i = 0; i < submit->ib_count; i++)
      dump_ib(ctx, submit->ibs[i].va, submit->ibs[i].dw);
}
