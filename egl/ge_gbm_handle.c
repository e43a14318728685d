/* ge_gbm_handle.c: GEM handles of buffers, for programs that display them: by PRIME import on the descriptor that the device was made
 * of. The kernel has one handle for a buffer and an open file, however often it is imported: the last user closes it. */
#include "egl/ge_gbm.h"

#include <drm.h>
#include <stdlib.h>
#include <sys/ioctl.h>

static unsigned find(const struct ge_gbm_device *dev, uint32_t handle)
{
   unsigned i = 0;
   while (i < dev->handle_count && dev->handles[i].handle != handle)
      i++;
   return i;
}

static void close_handle(const struct ge_gbm_device *dev, uint32_t handle)
{
   struct drm_gem_close args = {.handle = handle};
   (void)ioctl(dev->base.v0.fd, DRM_IOCTL_GEM_CLOSE, &args);
}

int32_t ge_gbm_handle_get(struct ge_gbm_device *dev, int fd)
{
   struct drm_prime_handle args = {.fd = fd};
   int32_t result = -1;
   pthread_mutex_lock(&dev->lock);
   if (dev->is_drm && ioctl(dev->base.v0.fd, DRM_IOCTL_PRIME_FD_TO_HANDLE, &args) == 0) {
      const unsigned i = find(dev, args.handle);
      struct ge_gbm_handle *grown = i < dev->handle_count ? dev->handles : realloc(dev->handles, (i + 1) * sizeof(*grown));
      if (grown) {
         dev->handles = grown;
         if (i == dev->handle_count)
            dev->handles[dev->handle_count++] = (struct ge_gbm_handle){.handle = args.handle};
         dev->handles[i].users++;
         result = (int32_t)args.handle;
      } else {
         close_handle(dev, args.handle);
      }
   }
   pthread_mutex_unlock(&dev->lock);
   return result;
}

void ge_gbm_handles_close(struct ge_gbm_device *dev)
{
   pthread_mutex_lock(&dev->lock);
   for (unsigned i = 0; i < dev->handle_count; i++)
      close_handle(dev, dev->handles[i].handle);
   dev->handle_count = 0;
   dev->is_drm = false;
   pthread_mutex_unlock(&dev->lock);
}

void ge_gbm_handle_put(struct ge_gbm_device *dev, int32_t handle)
{
   if (handle < 0)
      return;
   pthread_mutex_lock(&dev->lock);
   const unsigned i = find(dev, (uint32_t)handle);
   if (i < dev->handle_count && --dev->handles[i].users == 0) {
      close_handle(dev, (uint32_t)handle);
      dev->handles[i] = dev->handles[--dev->handle_count];
   }
   pthread_mutex_unlock(&dev->lock);
}
