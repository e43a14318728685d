/* si_fence.c: pipe_semaphore on top of a semaphore of the winsys, and pipe_fence on top of a submission's fence. A fence without one is signalled already. */
#include "si_screen.h"

#include <stdlib.h>

struct si_fence {
   struct pipe_fence base;
   struct ws_fence *ws; /* may be NULL */
};

struct pipe_fence *si_fence_new(struct si_screen *screen, struct ws_fence *ws)
{
   struct si_fence *fence = malloc(sizeof(*fence));

   if (!fence) { /* no fence means that there is nothing to wait for */
      if (ws) {
         screen->ws->impl->fence_wait(ws, WS_SYNC_FOREVER);
         screen->ws->impl->fence_unref(ws);
      }
      return NULL;
   }
   *fence = (struct si_fence){.base = {.screen = &screen->base}, .ws = ws};
   atomic_init(&fence->base.refs, 1);
   return &fence->base;
}

struct ws_fence *si_fence_ws(struct pipe_fence *fence)
{
   return ((struct si_fence *)fence)->ws;
}

bool si_fence_wait(struct pipe_screen *screen, struct pipe_fence *fence, uint64_t timeout_ns)
{
   struct ws_fence *ws = si_fence_ws(fence);

   return !ws || si_screen(screen)->ws->impl->fence_wait(ws, timeout_ns);
}

int si_fence_get_fd(struct pipe_screen *screen, struct pipe_fence *fence)
{
   struct ws_device *dev = si_screen(screen)->ws;
   int fd = dev->impl->fence_export(dev, si_fence_ws(fence));

   return fd < 0 ? -1 : fd;
}

struct pipe_fence *si_fence_from_fd(struct pipe_screen *screen, int fd)
{
   struct ws_device *dev = si_screen(screen)->ws;
   struct ws_fence *ws = dev->impl->fence_import(dev, fd);

   return ws ? si_fence_new(si_screen(screen), ws) : NULL;
}

void si_fence_destroy(struct pipe_screen *screen, struct pipe_fence *fence)
{
   struct ws_fence *ws = si_fence_ws(fence);

   if (ws)
      si_screen(screen)->ws->impl->fence_unref(ws);
   free(fence);
}

struct si_semaphore {
   struct pipe_semaphore base;
   struct ws_semaphore *ws;
};

struct ws_semaphore *si_semaphore_ws(struct pipe_semaphore *semaphore)
{
   return ((struct si_semaphore *)semaphore)->ws;
}

struct pipe_semaphore *si_semaphore_from_fd(struct pipe_screen *screen, int fd)
{
   struct ws_device *dev = si_screen(screen)->ws;
   struct si_semaphore *semaphore = malloc(sizeof(*semaphore));
   struct ws_semaphore *ws = semaphore ? dev->impl->semaphore_import(dev, fd) : NULL;

   if (!ws) {
      free(semaphore);
      return NULL;
   }
   *semaphore = (struct si_semaphore){.base = {.screen = screen}, .ws = ws};
   return &semaphore->base;
}

void si_semaphore_destroy(struct pipe_screen *screen, struct pipe_semaphore *semaphore)
{
   si_screen(screen)->ws->impl->semaphore_destroy(si_semaphore_ws(semaphore));
   free(semaphore);
}
