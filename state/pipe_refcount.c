/* pipe_refcount.c: reference counting of the objects of pipe.h. The last reference destroys through the object's maker. */
#include "state/pipe.h"

/* Taking a reference needs no ordering: the caller already holds one. Dropping does: every use must have happened
 * before the destruction that another thread may carry out. */
static void take(atomic_int *refs)
{
   atomic_fetch_add_explicit(refs, 1, memory_order_relaxed);
}

static bool drop(atomic_int *refs)
{
   return atomic_fetch_sub_explicit(refs, 1, memory_order_acq_rel) == 1;
}

struct pipe_resource *pipe_resource_ref(struct pipe_resource *res)
{
   if (res)
      take(&res->refs);
   return res;
}

void pipe_resource_unref(struct pipe_resource *res)
{
   if (res && drop(&res->refs))
      res->screen->impl->resource_destroy(res->screen, res);
}

struct pipe_memory_object *pipe_memory_ref(struct pipe_memory_object *mem)
{
   if (mem)
      take(&mem->refs);
   return mem;
}

void pipe_memory_unref(struct pipe_memory_object *mem)
{
   if (mem && drop(&mem->refs))
      mem->screen->impl->memory_destroy(mem->screen, mem);
}

struct pipe_sampler_view *pipe_sampler_view_ref(struct pipe_sampler_view *view)
{
   if (view)
      take(&view->refs);
   return view;
}

void pipe_sampler_view_unref(struct pipe_sampler_view *view)
{
   if (!view || !drop(&view->refs))
      return;
   struct pipe_sampler_view *const planes[2] = { view->plane[0], view->plane[1] };
   view->ctx->impl->sampler_view_destroy(view->ctx, view);
   for (unsigned i = 0; i < 2; i++)
      pipe_sampler_view_unref(planes[i]);
}

struct pipe_surface *pipe_surface_ref(struct pipe_surface *surface)
{
   if (surface)
      take(&surface->refs);
   return surface;
}

void pipe_surface_unref(struct pipe_surface *surface)
{
   if (surface && drop(&surface->refs))
      surface->ctx->impl->surface_destroy(surface->ctx, surface);
}

struct pipe_stream_output_target *pipe_so_target_ref(struct pipe_stream_output_target *target)
{
   if (target)
      take(&target->refs);
   return target;
}

void pipe_so_target_unref(struct pipe_stream_output_target *target)
{
   if (target && drop(&target->refs))
      target->ctx->impl->so_target_destroy(target->ctx, target);
}

struct pipe_fence *pipe_fence_ref(struct pipe_fence *fence)
{
   if (fence)
      take(&fence->refs);
   return fence;
}

void pipe_fence_unref(struct pipe_fence *fence)
{
   if (fence && drop(&fence->refs))
      fence->screen->impl->fence_destroy(fence->screen, fence);
}
