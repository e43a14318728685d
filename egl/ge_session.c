/* ge_session.c: sessions: state of a display from eglInitialize until its last user after eglTerminate is done. */
#include "egl/ge_platform.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_EXTENSIONS_B = 2048 };

/* The extension string, from the device's capabilities. */
static void list_extensions(const struct ge_session *session, char text[MAX_EXTENSIONS_B])
{
   const struct pipe_caps *caps = &session->screen->caps;
   const struct ge_platform *platform = session->platform;
   const struct { const char *name; bool has; } rows[] = {
      {"EGL_ANDROID_native_fence_sync", caps->native_fence_fd},
      {"EGL_EXT_buffer_age", platform->create_window != NULL},
      {"EGL_EXT_create_context_robustness", true},
      {"EGL_EXT_image_dma_buf_import", caps->dmabuf_import},
      {"EGL_EXT_image_dma_buf_import_modifiers", caps->dmabuf_import},
      {"EGL_EXT_pixel_format_float", true},
      {"EGL_EXT_present_opaque", platform->can_present_opaque},
      {"EGL_EXT_query_reset_notification_strategy", true},
      {"EGL_EXT_swap_buffers_with_damage", platform->create_window != NULL},
      {"EGL_IMG_context_priority", caps->context_priority},
      {"EGL_KHR_config_attribs", true},
      {"EGL_KHR_context_flush_control", true},
      {"EGL_KHR_create_context", true},
      {"EGL_KHR_create_context_no_error", true},
      {"EGL_KHR_fence_sync", true},
      {"EGL_KHR_get_all_proc_addresses", true},
      {"EGL_KHR_gl_colorspace", true},
      {"EGL_KHR_gl_renderbuffer_image", true},
      {"EGL_KHR_gl_texture_2D_image", true},
      {"EGL_KHR_gl_texture_cubemap_image", true},
      {"EGL_KHR_image_base", true},
      {"EGL_KHR_no_config_context", true},
      {"EGL_KHR_reusable_sync", true},
      {"EGL_KHR_surfaceless_context", true},
      {"EGL_KHR_swap_buffers_with_damage", platform->create_window != NULL},
      {"EGL_KHR_wait_sync", true},
      {"EGL_MESA_configless_context", true},
      {"EGL_MESA_image_dma_buf_export", caps->dmabuf_export},
      {"EGL_MESA_query_driver", true},
      {"EGL_WL_bind_wayland_display", caps->dmabuf_import},
      {"EGL_WL_create_wayland_buffer_from_image", platform->create_buffer && caps->dmabuf_export},
   };
   text[0] = '\0';
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      if (rows[i].has) {
         strcat(text, *text ? " " : "");
         strcat(text, rows[i].name);
      }
}

/* Programs keep the string of eglQueryString beyond eglTerminate, so the display owns it, and a session replaces it only where its
 * extensions differ. The display is marked `initializing`. False: no memory. */
static bool set_extensions(struct ge_session *session)
{
   char text[MAX_EXTENSIONS_B];
   list_extensions(session, text);
   struct ge_display *dpy = session->display;
   if (!dpy->extensions || strcmp(dpy->extensions, text) != 0) {
      char *copy = strdup(text);
      if (!copy)
         return false;
      dpy->extensions = copy;
   }
   session->extensions = dpy->extensions;
   return true;
}

/* False with the EGL error set; the caller destroys the session. */
static bool open_session(struct ge_session *session)
{
   char why[256] = "";
   session->screen = ge_device_get_screen(session->device, why, sizeof(why));
   if (!session->screen)
      return ge_error(EGL_NOT_INITIALIZED, "%s cannot be opened: %s", session->device->name, why);
   if (session->platform->initialize && !session->platform->initialize(session))
      return false;
   return (set_extensions(session) && ge_config_list(session)) || ge_error(EGL_BAD_ALLOC, "out of memory");
}

static void destroy(struct ge_session *session)
{
   if (session->platform_data)
      session->platform->terminate(session->platform_data);
   free(session->configs);
   free(session->objects);
   if (session->screen)
      ge_device_put_screen(session->device);
   free(session);
}

struct ge_session *ge_session_create(struct ge_display *dpy)
{
   struct ge_session *session = calloc(1, sizeof(*session));
   if (!session) {
      ge_error(EGL_BAD_ALLOC, "out of memory");
      return NULL;
   }
   atomic_init(&session->refs, 1);
   session->pid = getpid();
   session->display = dpy;
   session->platform = dpy->platform;
   session->native = dpy->native;
   session->device = dpy->device;
   if (open_session(session))
      return session;
   destroy(session);
   return NULL;
}

void ge_session_unref(struct ge_session *session)
{
   if (session && atomic_fetch_sub_explicit(&session->refs, 1, memory_order_acq_rel) == 1)
      destroy(session);
}
