/* st_refcount.c: reference counting of the objects of state.h. The last reference destroys through the object's maker. */
#include "state/state.h"

/* Taking a reference needs no ordering: whoever takes it already holds one. Dropping does: every use must have happened
 * before the destruction that another thread may carry out. */
static void take(atomic_int *refs)
{
   atomic_fetch_add_explicit(refs, 1, memory_order_relaxed);
}

static bool drop(atomic_int *refs)
{
   return atomic_fetch_sub_explicit(refs, 1, memory_order_acq_rel) == 1;
}

struct st_resource *st_resource_ref(struct st_resource *res)
{
   if (res)
      take(&res->refs);
   return res;
}

void st_resource_unref(struct st_resource *res)
{
   if (res && drop(&res->refs))
      res->screen->impl->resource_destroy(res->screen, res);
}

struct st_sampler_view *st_sampler_view_ref(struct st_sampler_view *view)
{
   if (view)
      take(&view->refs);
   return view;
}

void st_sampler_view_unref(struct st_sampler_view *view)
{
   if (view && drop(&view->refs))
      view->ctx->impl->sampler_view_destroy(view->ctx, view);
}

struct st_surface *st_surface_ref(struct st_surface *surface)
{
   if (surface)
      take(&surface->refs);
   return surface;
}

void st_surface_unref(struct st_surface *surface)
{
   if (surface && drop(&surface->refs))
      surface->ctx->impl->surface_destroy(surface->ctx, surface);
}

struct st_so_target *st_so_target_ref(struct st_so_target *target)
{
   if (target)
      take(&target->refs);
   return target;
}

void st_so_target_unref(struct st_so_target *target)
{
   if (target && drop(&target->refs))
      target->ctx->impl->so_target_destroy(target->ctx, target);
}

struct st_fence *st_fence_ref(struct st_fence *fence)
{
   if (fence)
      take(&fence->refs);
   return fence;
}

void st_fence_unref(struct st_fence *fence)
{
   if (fence && drop(&fence->refs))
      fence->screen->impl->fence_destroy(fence->screen, fence);
}
