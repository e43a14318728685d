/* si_image_map.c: images that the CPU cannot map, or only slowly: video memory of cards. Command processor and CPU exchange a copy of the
 * affected slices, as they lie in memory, in a buffer that the CPU caches; the CPU tiles and untiles there. */
#include "si_context.h"

/* Memory of slices of a plane, from the start of the plane. */
struct span { uint64_t start_B, size_B; };

static struct span span_of(const struct surf_layout *surf, unsigned level, unsigned z, unsigned depth)
{
   const struct surf_level *l = &surf->level[level];

   return (struct span){l->offset_B + z * l->slice_B, depth * l->slice_B};
}

static bool copy_planes(struct si_context *ctx, struct si_image_map *m, bool to_image)
{
   struct si_resource *staging = si_resource(m->staging), *res = m->res;
   const uint64_t image_B[2] = {m->start_B[0], res->stencil_offset_B + m->start_B[1]}, staging_B[2] = {0, m->size_B[0]};

   for (unsigned i = 0; i < 2; i++) {
      if (!m->size_B[i])
         continue;
      if (to_image)
         si_dma(ctx, res, res->va + image_B[i], staging->bo, staging->va + staging_B[i], m->size_B[i]);
      else
         si_dma(ctx, staging, staging->va + staging_B[i], res->bo, res->va + image_B[i], m->size_B[i]);
   }
   return !ctx->lost;
}

static bool make_staging(struct si_image_map *m)
{
   const struct pipe_resource_template t = {
      .target = PIPE_BUFFER, .format = PIPE_FORMAT_R8_UINT, .width = (uint32_t)(m->size_B[0] + m->size_B[1]), .height = 1, .depth = 1,
      .layers = 1, .usage = PIPE_USAGE_STAGING,
   };
   uint8_t *map;

   if (m->size_B[0] + m->size_B[1] > UINT32_MAX - 3 || !(m->staging = si_resource_create(m->res->base.screen, &t)))
      return false;
   map = si_resource_map(si_resource(m->staging));
   if (!map) {
      pipe_resource_unref(m->staging);
      m->staging = NULL;
      return false;
   }
   m->plane[0] = (uint8_t *)((uintptr_t)map - m->start_B[0]);
   m->plane[1] = (uint8_t *)((uintptr_t)map + m->size_B[0] - m->start_B[1]);
   return true;
}

bool si_image_map(struct si_context *ctx, struct si_resource *res, unsigned level, unsigned z, unsigned depth, bool needs_content,
                  struct si_image_map *m)
{
   const bool two_planes = res->has_depth_plane && res->has_stencil_plane;

   *m = (struct si_image_map){.res = res};
   if (!res->is_unmapped) {
      m->plane[0] = si_resource_map(res);
      m->plane[1] = m->plane[0] ? m->plane[0] + res->stencil_offset_B : NULL;
      return m->plane[0] != NULL;
   }
   const struct span first = span_of(&res->surf, level, z, depth);
   const struct span second = two_planes ? span_of(&res->stencil, level, z, depth) : (struct span){0};
   m->start_B[0] = first.start_B;
   m->size_B[0] = first.size_B;
   m->start_B[1] = second.start_B;
   m->size_B[1] = second.size_B;
   if (!make_staging(m))
      return false;
   if (!needs_content)
      return true;
   if (copy_planes(ctx, m, false) && si_wait_resource(ctx, si_resource(m->staging), WS_USAGE_READ, true))
      return true;
   pipe_resource_unref(m->staging);
   return false;
}

void si_image_unmap(struct si_context *ctx, struct si_image_map *m, bool written)
{
   if (!m->staging)
      return;
   if (written)
      copy_planes(ctx, m, true);
   pipe_resource_unref(m->staging);
}
