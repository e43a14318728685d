/* ge_gbm.c: devices of the GBM backend gloam_gbm.so, a link to the EGL vendor library (GBM_BACKEND=gloam, GBM_BACKENDS_PATH). A
 * render node of an amdgpu GPU is that GPU; every other character device stands for the simulated GPU. */
#include "egl/ge_gbm.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "util/ut_debug.h"

static struct ge_gbm_device *device_list; /* under ge_lock */

/* The GPU that a descriptor opens, or the simulated one: of the list that GLOAM_DEVICE admits. */
static struct ge_device *device_of(int fd)
{
   struct stat given, node;
   if (fstat(fd, &given) != 0 || !S_ISCHR(given.st_mode))
      return NULL;
   for (struct ge_device *dev = ge_devices(); dev; dev = dev->next)
      if (*dev->node && stat(dev->node, &node) == 0 && node.st_rdev == given.st_rdev)
         return dev;
   for (struct ge_device *dev = ge_devices(); dev; dev = dev->next)
      if (dev->is_software)
         return dev;
   return NULL;
}

static bool is_drm(int fd)
{
   enum { DRM_MAJOR = 226 };
   struct stat st;
   return fstat(fd, &st) == 0 && S_ISCHR(st.st_mode) && major(st.st_rdev) == DRM_MAJOR;
}

struct ge_gbm_device *ge_gbm_device_find(void *native)
{
   ut_lock(&ge_lock);
   struct ge_gbm_device *dev = device_list;
   while (dev && dev != native)
      dev = dev->next;
   ut_unlock(&ge_lock);
   return dev;
}

void ge_gbm_device_unref(struct ge_gbm_device *dev)
{
   if (atomic_fetch_sub_explicit(&dev->refs, 1, memory_order_acq_rel) != 1)
      return;
   if (dev->context)
      dev->context->impl->destroy(dev->context);
   ge_device_put_screen(dev->device);
   pthread_mutex_destroy(&dev->lock);
   free(dev->handles);
   free(dev);
}

static void destroy(struct gbm_device *gbm)
{
   struct ge_gbm_device *dev = (struct ge_gbm_device *)gbm;
   ut_lock(&ge_lock);
   for (struct ge_gbm_device **at = &device_list; *at; at = &(*at)->next)
      if (*at == dev) {
         *at = dev->next;
         break;
      }
   ut_unlock(&ge_lock);
   ge_gbm_handles_close(dev);
   ge_gbm_device_unref(dev);
}

const struct ge_drm_format *ge_gbm_format(const struct ge_gbm_device *dev, uint32_t format)
{
   const uint32_t fourcc = format == GBM_BO_FORMAT_XRGB8888   ? GBM_FORMAT_XRGB8888
                           : format == GBM_BO_FORMAT_ARGB8888 ? GBM_FORMAT_ARGB8888 : format;
   return ge_drm_format_find(dev->screen, fourcc);
}

static unsigned bind_of(uint32_t usage)
{
   return PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_SHARED | (usage & GBM_BO_USE_RENDERING ? PIPE_BIND_RENDER_TARGET : 0);
}

static int is_format_supported(struct gbm_device *gbm, uint32_t fourcc, uint32_t usage)
{
   struct pipe_screen *screen = ((struct ge_gbm_device *)gbm)->screen;
   const struct ge_drm_format *format = ge_gbm_format((struct ge_gbm_device *)gbm, fourcc);
   return format && format->views == 1 && !(usage & GBM_BO_USE_PROTECTED) &&
          screen->impl->is_format_supported(screen, format->view[0], PIPE_TEXTURE_2D, 0, bind_of(usage));
}

static int get_plane_count(struct gbm_device *gbm, uint32_t fourcc, uint64_t modifier)
{
   struct pipe_screen *screen = ((struct ge_gbm_device *)gbm)->screen;
   const struct ge_drm_format *format = ge_gbm_format((struct ge_gbm_device *)gbm, fourcc);
   uint64_t modifiers[32];
   const unsigned n = format ? screen->impl->get_modifiers(screen, format->view[0], modifiers, 32) : 0;
   for (unsigned i = 0; i < n && i < 32; i++)
      if (modifiers[i] == modifier)
         return format->planes;
   errno = EINVAL;
   return -1;
}

static struct gbm_device *create_device(int fd, uint32_t version)
{
   char why[256] = "";
   struct ge_device *device = device_of(fd);
   struct ge_gbm_device *dev = device ? calloc(1, sizeof(*dev)) : NULL;
   if (!device || !dev) {
      errno = device ? ENOMEM : ENODEV;
      return NULL;
   }
   dev->device = device;
   dev->screen = ge_device_get_screen(device, why, sizeof(why));
   if (!dev->screen) {
      if (ut_debug_flags() & UT_DEBUG_ERROR)
         ut_log("gbm", "%s: %s", device->name, why);
      free(dev);
      errno = ENODEV;
      return NULL;
   }
   atomic_init(&dev->refs, 1);
   dev->is_drm = is_drm(fd);
   pthread_mutex_init(&dev->lock, NULL);
   const struct gbm_device_v0 *bo = &ge_gbm_bo_functions, *surface = &ge_gbm_surface_functions;
   dev->base.v0 = (struct gbm_device_v0){
      .backend_version = version, .fd = fd, .name = "gloam", .destroy = destroy, .is_format_supported = is_format_supported,
      .get_format_modifier_plane_count = get_plane_count, .bo_create = bo->bo_create, .bo_import = bo->bo_import,
      .bo_map = bo->bo_map, .bo_unmap = bo->bo_unmap, .bo_write = bo->bo_write, .bo_get_fd = bo->bo_get_fd,
      .bo_get_planes = bo->bo_get_planes, .bo_get_handle = bo->bo_get_handle, .bo_get_plane_fd = bo->bo_get_plane_fd,
      .bo_get_stride = bo->bo_get_stride, .bo_get_offset = bo->bo_get_offset, .bo_get_modifier = bo->bo_get_modifier,
      .bo_destroy = bo->bo_destroy, .surface_create = surface->surface_create,
      .surface_lock_front_buffer = surface->surface_lock_front_buffer,
      .surface_release_buffer = surface->surface_release_buffer,
      .surface_has_free_buffers = surface->surface_has_free_buffers, .surface_destroy = surface->surface_destroy,
   };
   ut_lock(&ge_lock);
   dev->next = device_list;
   device_list = dev;
   ut_unlock(&ge_lock);
   return &dev->base;
}

__attribute__((visibility("default"))) const struct gbm_backend *gbmint_get_backend(const struct gbm_core *core)
{
   static const struct gbm_backend backend = {
      .v0 = {.backend_version = GE_GBM_ABI_VERSION, .backend_name = "gloam", .create_device = create_device}};
   (void)core;
   return &backend;
}
