/* ge_gbm_bo.c: buffers of the GBM backend: linear images that can be shared from the start. */
#include "egl/ge_gbm.h"

#include <drm_fourcc.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct ge_gbm_device *device_of(const struct gbm_bo *bo)
{
   return (struct ge_gbm_device *)bo->gbm;
}

static struct ge_gbm_bo *fail(int error)
{
   errno = error;
   return NULL;
}

static struct ge_gbm_bo *bo_new(struct ge_gbm_device *dev, const struct ge_drm_format *format, uint32_t width, uint32_t height,
                                uint32_t usage)
{
   struct ge_gbm_bo *bo = calloc(1, sizeof(*bo));
   if (!bo)
      return fail(ENOMEM);
   bo->base.gbm = &dev->base;
   bo->base.v0.width = width;
   bo->base.v0.height = height;
   bo->base.v0.format = format->fourcc;
   bo->base.v0.handle.s32 = -1;
   bo->format = format;
   bo->usage = usage;
   atomic_fetch_add_explicit(&dev->refs, 1, memory_order_relaxed);
   return bo;
}

void ge_gbm_bo_destroy(struct gbm_bo *base)
{
   struct ge_gbm_bo *bo = (struct ge_gbm_bo *)base;
   struct ge_gbm_device *dev = device_of(base);
   ge_gbm_handle_put(dev, base->v0.handle.s32);
   ga_image_unref(&bo->image);
   free(bo);
   ge_gbm_device_unref(dev);
}

/* Of the first view of a plane. */
static struct pipe_resource *resource_of(const struct ge_gbm_bo *bo, int plane)
{
   for (unsigned i = 0; plane >= 0 && i < bo->format->views; i++)
      if (bo->format->plane[i] == plane)
         return i == 0 ? bo->image.resource : bo->image.yuv.plane[i - 1];
   return NULL;
}

/* ---- creation ---- */

static bool admits_linear(const uint64_t *modifiers, unsigned count)
{
   for (unsigned i = 0; i < count; i++)
      if (modifiers[i] == DRM_FORMAT_MOD_LINEAR || modifiers[i] == DRM_FORMAT_MOD_INVALID)
         return true;
   return !modifiers;
}

/* Makes the buffer's memory shareable, and notes where its rows are. False with errno set. */
static bool describe(struct ge_gbm_device *dev, struct ge_gbm_bo *bo)
{
   char why[256];
   struct pipe_handle handle = {.fd = -1};
   if (!dev->screen->impl->resource_get_handle(dev->screen, NULL, bo->image.resource, &handle, why, sizeof(why))) {
      errno = ENOMEM;
      return false;
   }
   bo->modifier = handle.modifier;
   bo->stride_B[0] = bo->base.v0.stride = handle.stride_B;
   bo->offset_B[0] = handle.offset_B;
   bo->base.v0.handle.s32 = ge_gbm_handle_get(dev, handle.fd);
   close(handle.fd);
   return true;
}

struct ge_gbm_bo *ge_gbm_bo_create(struct ge_gbm_device *dev, uint32_t width, uint32_t height, uint32_t fourcc, uint32_t usage,
                                   const uint64_t *modifiers, unsigned count)
{
   const uint32_t max = dev->screen->caps.max_texture_2d_size;
   const struct ge_drm_format *format = ge_gbm_format(dev, fourcc);
   if (!width || !height || width > max || height > max || !format || format->views > 1 || usage & GBM_BO_USE_PROTECTED)
      return fail(EINVAL);
   if (!admits_linear(modifiers, count))
      return fail(ENOTSUP);
   const unsigned bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET | PIPE_BIND_SHARED | PIPE_BIND_LINEAR;
   if (!dev->screen->impl->is_format_supported(dev->screen, format->view[0], PIPE_TEXTURE_2D, 0, bind))
      return fail(EINVAL);
   struct ge_gbm_bo *bo = bo_new(dev, format, width, height, usage);
   if (!bo)
      return NULL;
   const struct pipe_resource_template tmpl = {
      .target = PIPE_TEXTURE_2D, .format = format->view[0], .width = width, .height = height, .depth = 1, .layers = 1,
      .bind = bind | (usage & GBM_BO_USE_SCANOUT ? PIPE_BIND_SCANOUT : 0),
   };
   bo->image = (struct ga_image){
      .resource = dev->screen->impl->resource_create(dev->screen, &tmpl), .format = format->view[0], .width = width,
      .height = height, .has_alpha = pipe_format_has_alpha(format->view[0])};
   if (!bo->image.resource)
      errno = ENOMEM;
   if (bo->image.resource && describe(dev, bo))
      return bo;
   const int error = errno;
   ge_gbm_bo_destroy(&bo->base);
   return fail(error);
}

static struct gbm_bo *bo_create(struct gbm_device *gbm, uint32_t width, uint32_t height, uint32_t fourcc, uint32_t usage,
                                const uint64_t *modifiers, const unsigned int count)
{
   struct ge_gbm_bo *bo = ge_gbm_bo_create((struct ge_gbm_device *)gbm, width, height, fourcc, usage, modifiers, count);
   return bo ? &bo->base : NULL;
}

/* ---- import ---- */

static struct ge_gbm_bo *import_planes(struct ge_gbm_device *dev, const struct gbm_import_fd_modifier_data *in, uint32_t usage)
{
   static const EGLAttrib names[GE_MAX_PLANES][5] = {
#define NAMES(n) {EGL_DMA_BUF_PLANE##n##_FD_EXT, EGL_DMA_BUF_PLANE##n##_OFFSET_EXT, EGL_DMA_BUF_PLANE##n##_PITCH_EXT, \
                  EGL_DMA_BUF_PLANE##n##_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE##n##_MODIFIER_HI_EXT}
      NAMES(0), NAMES(1), NAMES(2), NAMES(3),
#undef NAMES
   };
   EGLAttrib attribs[6 + GE_MAX_PLANES * 10 + 1] = {EGL_WIDTH, in->width, EGL_HEIGHT, in->height, EGL_LINUX_DRM_FOURCC_EXT};
   const struct ge_drm_format *format = ge_gbm_format(dev, in->format);
   if (!format || in->num_fds == 0 || in->num_fds > GE_MAX_PLANES)
      return fail(EINVAL);
   attribs[5] = format->fourcc;
   const bool has_modifier = in->modifier != DRM_FORMAT_MOD_INVALID;
   unsigned n = 6;
   for (unsigned p = 0; p < in->num_fds; p++) {
      const EGLAttrib values[5] = {in->fds[p], in->offsets[p], in->strides[p], (EGLAttrib)(in->modifier & UINT32_MAX),
                                   (EGLAttrib)(in->modifier >> 32)};
      for (unsigned i = 0; i < (has_modifier ? 5 : 3); i++) {
         attribs[n++] = names[p][i];
         attribs[n++] = values[i];
      }
   }
   attribs[n] = EGL_NONE;
   struct ge_gbm_bo *bo = bo_new(dev, format, in->width, in->height, usage);
   if (!bo)
      return NULL;
   struct ge_thread *t = ge_thread();
   const EGLint egl_error = t->error;
   uint32_t fourcc;
   const bool ok = ge_dmabuf_import(dev->screen, attribs, &bo->image, &fourcc, &bo->modifier);
   t->error = egl_error; /* calls of libgbm leave the EGL error unchanged */
   if (!ok) {
      ge_gbm_bo_destroy(&bo->base);
      return fail(EINVAL);
   }
   for (unsigned p = 0; p < in->num_fds; p++) {
      bo->stride_B[p] = (uint32_t)in->strides[p];
      bo->offset_B[p] = (uint32_t)in->offsets[p];
   }
   bo->base.v0.stride = bo->stride_B[0];
   bo->base.v0.handle.s32 = ge_gbm_handle_get(dev, in->fds[0]);
   return bo;
}

static struct ge_gbm_bo *import_image(struct ge_gbm_device *dev, EGLImage handle, uint32_t usage)
{
   struct ga_image image;
   if (!ge_image_find(handle, &image))
      return fail(EINVAL);
   const struct ge_drm_format *format = ge_drm_format_find(dev->screen, ge_fourcc_of_format(image.format));
   struct ge_gbm_bo *bo = NULL;
   if (image.resource->screen != dev->screen || !format || format->views > 1 || image.yuv.coding.planes || image.level || image.layer)
      errno = EINVAL;
   else
      bo = bo_new(dev, format, image.width, image.height, usage);
   if (!bo) {
      ga_image_unref(&image);
      return NULL;
   }
   bo->image = image;
   if (describe(dev, bo))
      return bo;
   ge_gbm_bo_destroy(&bo->base);
   return fail(EINVAL);
}

static struct gbm_bo *bo_import(struct gbm_device *gbm, uint32_t type, void *buffer, uint32_t usage)
{
   struct ge_gbm_device *dev = (struct ge_gbm_device *)gbm;
   struct ge_gbm_bo *bo = NULL;
   if (type == GBM_BO_IMPORT_FD) {
      const struct gbm_import_fd_data *in = buffer;
      const struct gbm_import_fd_modifier_data one = {
         .width = in->width, .height = in->height, .format = in->format, .num_fds = 1, .fds = {in->fd},
         .strides = {(int)in->stride}, .modifier = DRM_FORMAT_MOD_INVALID};
      bo = import_planes(dev, &one, usage);
   } else if (type == GBM_BO_IMPORT_FD_MODIFIER) {
      bo = import_planes(dev, buffer, usage);
   } else if (type == GBM_BO_IMPORT_EGL_IMAGE) {
      bo = import_image(dev, buffer, usage);
   } else {
      errno = ENOSYS; /* GBM_BO_IMPORT_WL_BUFFER: EGL_WL_bind_wayland_display is not offered */
   }
   return bo ? &bo->base : NULL;
}

/* ---- contents ---- */

static struct pipe_context *lock_context(struct ge_gbm_device *dev)
{
   pthread_mutex_lock(&dev->lock);
   if (!dev->context)
      dev->context = dev->screen->impl->context_create(dev->screen, 0);
   if (!dev->context) {
      pthread_mutex_unlock(&dev->lock);
      errno = ENOMEM;
   }
   return dev->context;
}

static void *map(struct ge_gbm_bo *bo, const struct pipe_box *box, unsigned usage, struct pipe_transfer **transfer)
{
   struct ge_gbm_device *dev = device_of(&bo->base);
   struct pipe_context *context = lock_context(dev);
   if (!context)
      return NULL;
   void *at = context->impl->transfer_map(context, bo->image.resource, bo->image.level, usage, box, transfer);
   pthread_mutex_unlock(&dev->lock);
   if (!at)
      errno = ENOMEM;
   return at;
}

static void unmap(struct ge_gbm_bo *bo, struct pipe_transfer *transfer)
{
   struct ge_gbm_device *dev = device_of(&bo->base);
   pthread_mutex_lock(&dev->lock);
   dev->context->impl->transfer_unmap(dev->context, transfer);
   dev->context->impl->flush(dev->context, NULL, 0); /* for other contexts */
   pthread_mutex_unlock(&dev->lock);
}

static void *bo_map(struct gbm_bo *base, uint32_t x, uint32_t y, uint32_t width, uint32_t height, uint32_t flags,
                    uint32_t *stride, void **map_data)
{
   struct ge_gbm_bo *bo = (struct ge_gbm_bo *)base;
   const unsigned usage = (flags & GBM_BO_TRANSFER_READ ? PIPE_MAP_READ : 0) | (flags & GBM_BO_TRANSFER_WRITE ? PIPE_MAP_WRITE : 0);
   const uint32_t bo_width = base->v0.width, bo_height = base->v0.height;
   if (!usage || bo->format->views > 1 || !width || !height || x > bo_width || width > bo_width - x || y > bo_height ||
       height > bo_height - y) {
      errno = EINVAL;
      return NULL;
   }
   const struct pipe_box box = {(int)x, (int)y, (int)bo->image.layer, (int)width, (int)height, 1};
   struct pipe_transfer *transfer;
   void *at = map(bo, &box, usage, &transfer);
   if (!at)
      return NULL;
   *stride = transfer->stride_B;
   *map_data = transfer;
   return at;
}

static void bo_unmap(struct gbm_bo *bo, void *map_data)
{
   unmap((struct ge_gbm_bo *)bo, map_data);
}

/* `count` bytes of rows that are `stride` apart, from the first. */
static int bo_write(struct gbm_bo *base, const void *buf, size_t count)
{
   struct ge_gbm_bo *bo = (struct ge_gbm_bo *)base;
   const uint32_t stride_B = bo->stride_B[0], row_B = pipe_format_stride_B(bo->image.format, base->v0.width);
   if (!(bo->usage & GBM_BO_USE_WRITE) || bo->format->views > 1 || count > (uint64_t)stride_B * base->v0.height) {
      errno = EINVAL;
      return -1;
   }
   const struct pipe_box box = {0, 0, (int)bo->image.layer, (int)base->v0.width, (int)base->v0.height, 1};
   struct pipe_transfer *transfer;
   uint8_t *at = map(bo, &box, PIPE_MAP_WRITE, &transfer);
   if (!at)
      return -1;
   for (size_t done = 0, y = 0; done < count; done += stride_B, y++)
      memcpy(at + y * transfer->stride_B, (const uint8_t *)buf + done, count - done < row_B ? count - done : row_B);
   unmap(bo, transfer);
   return 0;
}

/* ---- queries ---- */

static int bo_get_plane_fd(struct gbm_bo *base, int plane)
{
   struct ge_gbm_device *dev = device_of(base);
   struct pipe_resource *res = resource_of((struct ge_gbm_bo *)base, plane);
   struct pipe_handle handle = {.fd = -1};
   char why[256];
   if (res && dev->screen->impl->resource_get_handle(dev->screen, NULL, res, &handle, why, sizeof(why)))
      return handle.fd;
   errno = res ? EMFILE : EINVAL;
   return -1;
}

static int bo_get_fd(struct gbm_bo *bo)
{
   return bo_get_plane_fd(bo, 0);
}

static int bo_get_planes(struct gbm_bo *bo)
{
   return ((struct ge_gbm_bo *)bo)->format->planes;
}

static bool has_plane(const struct gbm_bo *bo, int plane)
{
   if (plane >= 0 && plane < ((const struct ge_gbm_bo *)bo)->format->planes)
      return true;
   errno = EINVAL;
   return false;
}

static union gbm_bo_handle bo_get_handle(struct gbm_bo *bo, int plane)
{
   return has_plane(bo, plane) ? bo->v0.handle : (union gbm_bo_handle){.s32 = -1};
}

static uint32_t bo_get_stride(struct gbm_bo *bo, int plane)
{
   return has_plane(bo, plane) ? ((struct ge_gbm_bo *)bo)->stride_B[plane] : 0;
}

static uint32_t bo_get_offset(struct gbm_bo *bo, int plane)
{
   return has_plane(bo, plane) ? ((struct ge_gbm_bo *)bo)->offset_B[plane] : 0;
}

static uint64_t bo_get_modifier(struct gbm_bo *bo)
{
   return ((struct ge_gbm_bo *)bo)->modifier;
}

const struct gbm_device_v0 ge_gbm_bo_functions = {
   .bo_create = bo_create, .bo_import = bo_import, .bo_map = bo_map, .bo_unmap = bo_unmap, .bo_write = bo_write,
   .bo_get_fd = bo_get_fd, .bo_get_planes = bo_get_planes, .bo_get_handle = bo_get_handle, .bo_get_plane_fd = bo_get_plane_fd,
   .bo_get_stride = bo_get_stride, .bo_get_offset = bo_get_offset, .bo_get_modifier = bo_get_modifier,
   .bo_destroy = ge_gbm_bo_destroy,
};
