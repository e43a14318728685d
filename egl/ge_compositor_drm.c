/* ge_compositor_drm.c: the global wl_drm, version 2: a client makes a wl_buffer of a DMA-BUF that it names by its descriptor. Buffers by
 * global names (GEM flink) are refused. The protocol's description is not installed by any package, so the interface is here. */
#include "egl/ge_compositor_int.h"

#include <unistd.h>

enum { VERSION = 2, CAPABILITY_PRIME = 1 };
enum { DEVICE, FORMAT, AUTHENTICATED, CAPABILITIES };                  /* events */
enum { AUTHENTICATE_FAIL, INVALID_FORMAT, INVALID_NAME };              /* errors */

static const struct wl_interface *buffer_types[12] = {&wl_buffer_interface}; /* of the arguments: the new wl_buffer, then plain ones */
static const struct wl_message requests[] = {
   {"authenticate", "u", buffer_types + 1},
   {"create_buffer", "nuiiuu", buffer_types},
   {"create_planar_buffer", "nuiiuiiiiii", buffer_types},
   {"create_prime_buffer", "2nhiiuiiiiii", buffer_types},
};
static const struct wl_message events[] = {
   {"device", "s", buffer_types + 1},
   {"format", "u", buffer_types + 1},
   {"authenticated", "", buffer_types + 1},
   {"capabilities", "2u", buffer_types + 1},
};
static const struct wl_interface drm_interface = {"wl_drm", VERSION, 4, requests, 4, events};

/* Functions of the requests, in their order. */
struct drm_functions {
   void (*authenticate)(struct wl_client *client, struct wl_resource *drm, uint32_t magic);
   void (*create_buffer)(struct wl_client *client, struct wl_resource *drm, uint32_t id, uint32_t name, int32_t width, int32_t height,
                         uint32_t stride_B, uint32_t format);
   void (*create_planar_buffer)(struct wl_client *client, struct wl_resource *drm, uint32_t id, uint32_t name, int32_t width,
                                int32_t height, uint32_t format, int32_t offset0, int32_t stride0, int32_t offset1, int32_t stride1,
                                int32_t offset2, int32_t stride2);
   void (*create_prime_buffer)(struct wl_client *client, struct wl_resource *drm, uint32_t id, int32_t fd, int32_t width,
                               int32_t height, uint32_t format, int32_t offset0, int32_t stride0, int32_t offset1, int32_t stride1,
                               int32_t offset2, int32_t stride2);
};

/* A render node needs no authentication. */
static void authenticate(struct wl_client *client, struct wl_resource *drm, uint32_t magic)
{
   (void)client, (void)magic;
   wl_resource_post_event(drm, AUTHENTICATED);
}

static void create_buffer(struct wl_client *client, struct wl_resource *drm, uint32_t id, uint32_t name, int32_t width, int32_t height,
                          uint32_t stride_B, uint32_t format)
{
   (void)client, (void)id, (void)width, (void)height, (void)stride_B, (void)format;
   wl_resource_post_error(drm, INVALID_NAME, "buffer %u: a render node has no global names; use create_prime_buffer", name);
}

static void create_planar_buffer(struct wl_client *client, struct wl_resource *drm, uint32_t id, uint32_t name, int32_t width,
                                 int32_t height, uint32_t format, int32_t offset0, int32_t stride0, int32_t offset1, int32_t stride1,
                                 int32_t offset2, int32_t stride2)
{
   (void)offset0, (void)offset1, (void)stride1, (void)offset2, (void)stride2;
   create_buffer(client, drm, id, name, width, height, (uint32_t)stride0, format);
}

static void create_prime_buffer(struct wl_client *client, struct wl_resource *drm, uint32_t id, int32_t fd, int32_t width,
                                int32_t height, uint32_t format, int32_t offset0, int32_t stride0, int32_t offset1, int32_t stride1,
                                int32_t offset2, int32_t stride2)
{
   struct ge_compositor *comp = wl_resource_get_user_data(drm);
   const struct ge_drm_format *info = ge_drm_format_find(comp->session->screen, format);
   const struct ge_compositor_planes planes = {
      .width = width, .height = height, .fourcc = format, .count = info ? info->planes : 0,
      .plane = {{fd, (uint32_t)offset0, (uint32_t)stride0, PIPE_MODIFIER_INVALID}, {fd, (uint32_t)offset1, (uint32_t)stride1, PIPE_MODIFIER_INVALID},
                {fd, (uint32_t)offset2, (uint32_t)stride2, PIPE_MODIFIER_INVALID}}};
   bool no_memory = false;
   if (!info)
      wl_resource_post_error(drm, INVALID_FORMAT, "format 0x%08x was not announced", format);
   else if (!ge_compositor_buffer(comp, client, id, &planes, &no_memory) && !no_memory)
      wl_resource_post_error(drm, INVALID_NAME, "a buffer of %dx%d pixels is not in the descriptor's object as described", width, height);
   if (no_memory)
      wl_client_post_no_memory(client);
   close(fd);
}

static const struct drm_functions functions = {authenticate, create_buffer, create_planar_buffer, create_prime_buffer};

static void bind(struct wl_client *client, void *data, uint32_t version, uint32_t id)
{
   struct ge_compositor *comp = data;
   struct wl_resource *drm = ge_compositor_resource(comp, client, &drm_interface, &functions, version, id);
   if (!drm)
      return;
   wl_resource_post_event(drm, DEVICE, comp->session->device->node);
   const struct ge_drm_format *format;
   for (unsigned i = 0; (format = ge_drm_format_at(comp->session->screen, i)); i++)
      if (format->planes <= 3)
         wl_resource_post_event(drm, FORMAT, format->fourcc);
   if (version >= 2)
      wl_resource_post_event(drm, CAPABILITIES, (uint32_t)CAPABILITY_PRIME);
}

struct wl_global *ge_compositor_drm_create(struct ge_compositor *comp)
{
   return wl_global_create(comp->display, &drm_interface, VERSION, comp, bind);
}
