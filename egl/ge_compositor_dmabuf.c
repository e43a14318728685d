/* ge_compositor_dmabuf.c: the global zwp_linux_dmabuf_v1, version 3, of a bound display. */
#include "egl/ge_compositor_int.h"

#include <drm_fourcc.h>
#include <stdlib.h>
#include <unistd.h>

enum { VERSION = 3, MAX_MODIFIERS = 32 };

/* ---- zwp_linux_buffer_params_v1 ---- */

struct params {
   struct ge_compositor *comp; /* counted */
   struct ge_compositor_planes planes;
   bool used;
};

static void free_params(struct params *params)
{
   for (unsigned p = 0; p < GE_MAX_PLANES; p++)
      if (params->planes.plane[p].fd >= 0)
         close(params->planes.plane[p].fd);
   free(params);
}

static void on_params_destroyed(struct wl_resource *resource)
{
   struct params *params = wl_resource_get_user_data(resource);
   ge_compositor_unref(params->comp);
   free_params(params);
}

static void destroy_resource(struct wl_client *client, struct wl_resource *resource)
{
   (void)client;
   wl_resource_destroy(resource);
}

static void add(struct wl_client *client, struct wl_resource *resource, int32_t fd, uint32_t index, uint32_t offset_B, uint32_t stride_B,
                uint32_t modifier_hi, uint32_t modifier_lo)
{
   struct params *params = wl_resource_get_user_data(resource);
   (void)client;
   if (params->used)
      wl_resource_post_error(resource, ZWP_LINUX_BUFFER_PARAMS_V1_ERROR_ALREADY_USED, "a buffer was made of these parameters");
   else if (index >= GE_MAX_PLANES)
      wl_resource_post_error(resource, ZWP_LINUX_BUFFER_PARAMS_V1_ERROR_PLANE_IDX, "plane %u: 0 to %d are allowed", index, GE_MAX_PLANES - 1);
   else if (params->planes.plane[index].fd >= 0)
      wl_resource_post_error(resource, ZWP_LINUX_BUFFER_PARAMS_V1_ERROR_PLANE_SET, "plane %u was added before", index);
   else {
      params->planes.plane[index].fd = fd;
      params->planes.plane[index].offset_B = offset_B;
      params->planes.plane[index].stride_B = stride_B;
      params->planes.plane[index].modifier = (uint64_t)modifier_hi << 32 | modifier_lo;
      return;
   }
   close(fd);
}

/* The buffer with a new id (0: of the server). NULL: the device refuses it (*failed), or an error is posted to the client, which has
 * violated the protocol, or for which there is no memory. */
static struct wl_resource *make(struct wl_client *client, struct wl_resource *resource, uint32_t id, int32_t width, int32_t height,
                                uint32_t fourcc, uint32_t flags, bool *failed)
{
   struct params *params = wl_resource_get_user_data(resource);
   struct ge_compositor_planes *planes = &params->planes;
   *failed = false;
   unsigned highest = 0;
   for (unsigned p = 0; p < GE_MAX_PLANES; p++)
      if (planes->plane[p].fd >= 0)
         planes->count++, highest = p + 1;
   const struct ge_drm_format *format = ge_drm_format_find(params->comp->session->screen, fourcc);
   if (params->used) {
      wl_resource_post_error(resource, ZWP_LINUX_BUFFER_PARAMS_V1_ERROR_ALREADY_USED, "a buffer was made of these parameters");
      return NULL;
   }
   params->used = true;
   if (!planes->count || planes->count != highest || (format && planes->count < format->planes)) {
      wl_resource_post_error(resource, ZWP_LINUX_BUFFER_PARAMS_V1_ERROR_INCOMPLETE, "planes are missing");
      return NULL;
   }
   if (width < 1 || height < 1) {
      wl_resource_post_error(resource, ZWP_LINUX_BUFFER_PARAMS_V1_ERROR_INVALID_DIMENSIONS, "size %dx%d: the least is 1x1", width, height);
      return NULL;
   }
   planes->width = width;
   planes->height = height;
   planes->fourcc = fourcc;
   planes->bottom_up = flags & ZWP_LINUX_BUFFER_PARAMS_V1_FLAGS_Y_INVERT;
   *failed = flags & ~(uint32_t)ZWP_LINUX_BUFFER_PARAMS_V1_FLAGS_Y_INVERT;
   bool no_memory = false;
   struct wl_resource *buffer = *failed ? NULL : ge_compositor_buffer(params->comp, client, id, planes, &no_memory);
   if (no_memory)
      wl_client_post_no_memory(client);
   else
      *failed = !buffer;
   return buffer;
}

static void create(struct wl_client *client, struct wl_resource *resource, int32_t width, int32_t height, uint32_t fourcc, uint32_t flags)
{
   bool failed;
   struct wl_resource *buffer = make(client, resource, 0, width, height, fourcc, flags, &failed);
   if (buffer)
      zwp_linux_buffer_params_v1_send_created(resource, buffer);
   else if (failed)
      zwp_linux_buffer_params_v1_send_failed(resource);
}

static void create_immed(struct wl_client *client, struct wl_resource *resource, uint32_t id, int32_t width, int32_t height,
                         uint32_t fourcc, uint32_t flags)
{
   bool failed;
   if (!make(client, resource, id, width, height, fourcc, flags, &failed) && failed)
      wl_resource_post_error(resource, ZWP_LINUX_BUFFER_PARAMS_V1_ERROR_INVALID_WL_BUFFER, "the buffer cannot be imported");
}

static const struct zwp_linux_buffer_params_v1_interface params_functions = {
   .destroy = destroy_resource, .add = add, .create = create, .create_immed = create_immed};

/* ---- zwp_linux_dmabuf_v1 ---- */

static void create_params(struct wl_client *client, struct wl_resource *dmabuf, uint32_t id)
{
   struct params *params = calloc(1, sizeof(*params));
   struct wl_resource *resource =
      params ? wl_resource_create(client, &zwp_linux_buffer_params_v1_interface, wl_resource_get_version(dmabuf), id) : NULL;
   if (!resource) {
      free(params);
      wl_client_post_no_memory(client);
      return;
   }
   params->comp = ge_compositor_ref(wl_resource_get_user_data(dmabuf));
   for (unsigned p = 0; p < GE_MAX_PLANES; p++)
      params->planes.plane[p].fd = -1;
   wl_resource_set_implementation(resource, &params_functions, params, on_params_destroyed);
}

static const struct zwp_linux_dmabuf_v1_interface dmabuf_functions = {.destroy = destroy_resource, .create_params = create_params};

static void send_formats(const struct ge_compositor *comp, struct wl_resource *dmabuf, bool modifiers)
{
   struct pipe_screen *screen = comp->session->screen;
   const struct ge_drm_format *format;
   for (unsigned i = 0; (format = ge_drm_format_at(screen, i)); i++) {
      uint64_t list[MAX_MODIFIERS];
      const unsigned count = modifiers ? screen->impl->get_modifiers(screen, format->view[0], list, MAX_MODIFIERS) : 0;
      for (unsigned m = 0; m < count; m++)
         zwp_linux_dmabuf_v1_send_modifier(dmabuf, format->fourcc, (uint32_t)(list[m] >> 32), (uint32_t)list[m]);
      if (!modifiers)
         zwp_linux_dmabuf_v1_send_format(dmabuf, format->fourcc);
   }
}

static void bind(struct wl_client *client, void *data, uint32_t version, uint32_t id)
{
   struct wl_resource *dmabuf = ge_compositor_resource(data, client, &zwp_linux_dmabuf_v1_interface, &dmabuf_functions, version, id);
   if (dmabuf)
      send_formats(data, dmabuf, version >= ZWP_LINUX_DMABUF_V1_MODIFIER_SINCE_VERSION);
}

struct wl_global *ge_compositor_dmabuf_create(struct ge_compositor *comp)
{
   return wl_global_create(comp->display, &zwp_linux_dmabuf_v1_interface, VERSION, comp, bind);
}
