/* ge_gbm_surface.c: surfaces of the GBM backend: the application shows up to four buffers while EGL draws to another one. */
#include "egl/ge_gbm.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct gbm_surface *create(struct gbm_device *gbm, uint32_t width, uint32_t height, uint32_t fourcc, uint32_t flags,
                                  const uint64_t *modifiers, const unsigned count)
{
   struct ge_gbm_device *dev = (struct ge_gbm_device *)gbm;
   const struct ge_drm_format *format = ge_gbm_format(dev, fourcc);
   const uint32_t max = dev->screen->caps.max_texture_2d_size;
   if (!width || !height || width > max || height > max || !format || format->views > 1 || flags & GBM_BO_USE_PROTECTED ||
       (count && !modifiers)) {
      errno = EINVAL;
      return NULL;
   }
   struct ge_gbm_surface *surf = calloc(1, sizeof(*surf));
   uint64_t *copy = count ? malloc(count * sizeof(*copy)) : NULL;
   if (!surf || (count && !copy)) {
      free(surf);
      free(copy);
      errno = ENOMEM;
      return NULL;
   }
   if (count)
      memcpy(copy, modifiers, count * sizeof(*copy));
   surf->base.gbm = gbm;
   surf->base.v0 = (struct gbm_surface_v0){width, height, format->fourcc, flags, copy, count};
   surf->back = surf->front = -1;
   atomic_init(&surf->refs, 1);
   pthread_mutex_init(&surf->lock, NULL);
   atomic_fetch_add_explicit(&dev->refs, 1, memory_order_relaxed);
   return &surf->base;
}

struct ge_gbm_surface *ge_gbm_surface_get(struct ge_gbm_device *dev, void *native)
{
   struct ge_gbm_surface *surf = native;
   if (!surf || surf->base.gbm != &dev->base)
      return NULL;
   atomic_fetch_add_explicit(&surf->refs, 1, memory_order_relaxed);
   return surf;
}

void ge_gbm_surface_unref(struct ge_gbm_surface *surf)
{
   if (atomic_fetch_sub_explicit(&surf->refs, 1, memory_order_acq_rel) != 1)
      return;
   for (unsigned i = 0; i < GE_GBM_BUFFERS; i++)
      if (surf->buffer[i].bo)
         ge_gbm_bo_destroy(&surf->buffer[i].bo->base);
   struct ge_gbm_device *dev = (struct ge_gbm_device *)surf->base.gbm;
   pthread_mutex_destroy(&surf->lock);
   free(surf->base.v0.modifiers);
   free(surf);
   ge_gbm_device_unref(dev);
}

static void destroy(struct gbm_surface *surf)
{
   ge_gbm_surface_unref((struct ge_gbm_surface *)surf);
}

static unsigned locked_count(const struct ge_gbm_surface *surf)
{
   unsigned count = 0;
   for (unsigned i = 0; i < GE_GBM_BUFFERS; i++)
      count += surf->buffer[i].locked;
   return count;
}

/* The buffer for the next frame: one that is neither locked nor the front buffer, with the oldest contents. There is one: locked
 * buffers and front buffer are GE_GBM_MAX_LOCKED together at most, as a swap needs fewer locked ones. lock is held. */
static int choose(const struct ge_gbm_surface *surf)
{
   int best = -1;
   for (int i = 0; i < GE_GBM_BUFFERS; i++) {
      const struct ge_gbm_buffer *b = &surf->buffer[i];
      if (b->locked || i == surf->front)
         continue;
      /* A buffer that exists is preferred to a new one; then the larger age. */
      if (best < 0 || (b->bo && !surf->buffer[best].bo) || (b->bo && b->age > surf->buffer[best].age))
         best = i;
   }
   assert(best >= 0);
   return best;
}

struct ge_gbm_buffer *ge_gbm_surface_acquire(struct ge_gbm_surface *surf)
{
   const struct gbm_surface_v0 *v0 = &surf->base.v0;
   pthread_mutex_lock(&surf->lock);
   const int index = surf->back >= 0 ? surf->back : choose(surf);
   struct ge_gbm_buffer *buffer = &surf->buffer[index];
   if (!buffer->bo) {
      buffer->bo = ge_gbm_bo_create((struct ge_gbm_device *)surf->base.gbm, v0->width, v0->height, v0->format, v0->flags,
                                    v0->modifiers, v0->modifier_count);
      buffer->age = 0;
   }
   const bool ok = buffer->bo;
   if (ok)
      surf->back = index;
   pthread_mutex_unlock(&surf->lock);
   return ok ? buffer : NULL;
}

bool ge_gbm_surface_swap(struct ge_gbm_surface *surf)
{
   pthread_mutex_lock(&surf->lock);
   const bool ok = locked_count(surf) < GE_GBM_MAX_LOCKED;
   for (unsigned i = 0; ok && i < GE_GBM_BUFFERS; i++)
      if (surf->buffer[i].age)
         surf->buffer[i].age++;
   if (ok) {
      surf->buffer[surf->back].age = 1;
      surf->front = surf->back;
      surf->back = -1;
   }
   pthread_mutex_unlock(&surf->lock);
   return ok;
}

static struct gbm_bo *lock_front_buffer(struct gbm_surface *base)
{
   struct ge_gbm_surface *surf = (struct ge_gbm_surface *)base;
   struct gbm_bo *bo = NULL;
   pthread_mutex_lock(&surf->lock);
   if (surf->front >= 0) {
      surf->buffer[surf->front].locked = true;
      bo = &surf->buffer[surf->front].bo->base;
      surf->front = -1;
   }
   pthread_mutex_unlock(&surf->lock);
   if (!bo)
      errno = EINVAL; /* eglSwapBuffers has not been called since the last lock */
   return bo;
}

static void release_buffer(struct gbm_surface *base, struct gbm_bo *bo)
{
   struct ge_gbm_surface *surf = (struct ge_gbm_surface *)base;
   pthread_mutex_lock(&surf->lock);
   for (unsigned i = 0; i < GE_GBM_BUFFERS; i++)
      if (surf->buffer[i].bo && &surf->buffer[i].bo->base == bo)
         surf->buffer[i].locked = false;
   pthread_mutex_unlock(&surf->lock);
}

static int has_free_buffers(struct gbm_surface *base)
{
   struct ge_gbm_surface *surf = (struct ge_gbm_surface *)base;
   pthread_mutex_lock(&surf->lock);
   const int has_free = locked_count(surf) < GE_GBM_MAX_LOCKED;
   pthread_mutex_unlock(&surf->lock);
   return has_free;
}

const struct gbm_device_v0 ge_gbm_surface_functions = {
   .surface_create = create, .surface_lock_front_buffer = lock_front_buffer, .surface_release_buffer = release_buffer,
   .surface_has_free_buffers = has_free_buffers, .surface_destroy = destroy,
};
