/* ge_compositor.c: bound displays and the buffers of their clients. */
#include "egl/ge_compositor_int.h"
#include "egl/ge_library.h"

#include <stdlib.h>
#include <unistd.h>

/* ---- libwayland-server ---- */

#define LIBRARY "libwayland-server.so.0"
struct ge_compositor_lib ge_wls;
static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static const char *load_error;

static void load(void)
{
   static const struct ge_library_function functions[] = {
#define ROW(name) {#name, &ge_wls.name##_},
      GE_COMPOSITOR_FUNCTIONS(ROW)
#undef ROW
   };
   load_error = ge_library_load(LIBRARY, functions, sizeof(functions) / sizeof(functions[0]), "is older than 1.20");
}

/* ---- bound displays ---- */

static struct ge_compositor *compositor_list; /* under ge_lock */

struct ge_compositor *ge_compositor_ref(struct ge_compositor *comp)
{
   comp->refs++;
   return comp;
}

void ge_compositor_unref(struct ge_compositor *comp)
{
   if (--comp->refs)
      return;
   ge_session_unref(comp->session);
   free(comp);
}

void ge_compositor_unref_resource(struct wl_resource *resource)
{
   ge_compositor_unref(wl_resource_get_user_data(resource));
}

struct wl_resource *ge_compositor_resource(struct ge_compositor *comp, struct wl_client *client, const struct wl_interface *interface,
                                           const void *functions, uint32_t version, uint32_t id)
{
   struct wl_resource *resource = wl_resource_create(client, interface, (int)version, id);
   if (!resource) {
      wl_client_post_no_memory(client);
      return NULL;
   }
   wl_resource_set_implementation(resource, functions, ge_compositor_ref(comp), ge_compositor_unref_resource);
   return resource;
}

/* Takes the first bound display of the session (and of this wl_display, unless that is NULL) from the list. NULL: none. */
static struct ge_compositor *take(const struct ge_session *session, const struct wl_display *display)
{
   ut_lock(&ge_lock);
   struct ge_compositor **at = &compositor_list;
   while (*at && ((*at)->session != session || (display && (*at)->display != display)))
      at = &(*at)->next;
   struct ge_compositor *comp = *at;
   if (comp)
      *at = comp->next;
   ut_unlock(&ge_lock);
   return comp;
}

static void end(struct ge_compositor *comp)
{
   wl_list_remove(&comp->on_destroy.link);
   wl_global_destroy(comp->global);
   comp->global = NULL;
   ge_compositor_unref(comp);
}

/* The wl_display frees its globals itself. */
static void on_display_destroyed(struct wl_listener *listener, void *data)
{
   struct ge_compositor *comp = wl_container_of(listener, comp, on_destroy);
   (void)data;
   if (take(comp->session, comp->display))
      ge_compositor_unref(comp);
}

static bool is_bound(const struct wl_display *display)
{
   ut_lock(&ge_lock);
   const struct ge_compositor *comp = compositor_list;
   while (comp && (comp->display != display || comp->session->pid != getpid()))
      comp = comp->next;
   ut_unlock(&ge_lock);
   return comp;
}

EGLBoolean ge_compositor_bind(struct ge_session *session, struct wl_display *display)
{
   pthread_once(&load_once, load);
   if (load_error)
      return ge_error(EGL_BAD_ACCESS, LIBRARY " %s", load_error);
   if (!display)
      return ge_error(EGL_BAD_PARAMETER, "the wl_display is NULL");
   if (is_bound(display))
      return ge_error(EGL_BAD_ACCESS, "the wl_display is bound to an EGLDisplay already");
   struct ge_compositor *comp = calloc(1, sizeof(*comp));
   if (comp) {
      *comp = (struct ge_compositor){.display = display, .session = session, .refs = 1, .on_destroy.notify = on_display_destroyed};
      comp->global = session->device->is_software ? ge_compositor_dmabuf_create(comp) : ge_compositor_drm_create(comp);
   }
   if (!comp || !comp->global) {
      free(comp);
      return ge_error(EGL_BAD_ALLOC, "out of memory");
   }
   ge_session_ref(session);
   wl_display_add_destroy_listener(display, &comp->on_destroy);
   ut_lock(&ge_lock);
   comp->next = compositor_list;
   compositor_list = comp;
   ut_unlock(&ge_lock);
   return EGL_TRUE;
}

EGLBoolean ge_compositor_unbind(struct ge_session *session, struct wl_display *display)
{
   struct ge_compositor *comp = display ? take(session, display) : NULL;
   if (!comp)
      return ge_error(EGL_BAD_PARAMETER, "the wl_display is not bound to this EGLDisplay");
   end(comp);
   return EGL_TRUE;
}

void ge_compositor_end(struct ge_session *session)
{
   struct ge_compositor *comp;
   while ((comp = take(session, NULL)))
      end(comp);
}

/* ---- buffers ---- */

struct buffer {
   struct ge_session *session; /* counted */
   struct ga_image image;
   uint32_t fourcc;
   uint64_t modifier;
   bool bottom_up;
};

static void free_buffer(struct buffer *b)
{
   ga_image_unref(&b->image);
   ge_session_unref(b->session);
   free(b);
}

static void on_buffer_destroyed(struct wl_resource *resource)
{
   free_buffer(wl_resource_get_user_data(resource));
}

static void destroy_buffer(struct wl_client *client, struct wl_resource *resource)
{
   (void)client;
   wl_resource_destroy(resource);
}

static const struct wl_buffer_interface buffer_functions = {.destroy = destroy_buffer};

/* Attributes of EGL_LINUX_DMA_BUF_EXT. */
enum { MAX_ATTRIBS = 2 * (3 + 5 * GE_MAX_PLANES) + 1 };
static void list_attribs(const struct ge_compositor_planes *planes, EGLAttrib attribs[MAX_ATTRIBS])
{
   static const EGLAttrib names[GE_MAX_PLANES][5] = {
#define NAMES(n) {EGL_DMA_BUF_PLANE##n##_FD_EXT, EGL_DMA_BUF_PLANE##n##_OFFSET_EXT, EGL_DMA_BUF_PLANE##n##_PITCH_EXT, \
                  EGL_DMA_BUF_PLANE##n##_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE##n##_MODIFIER_HI_EXT}
      NAMES(0), NAMES(1), NAMES(2), NAMES(3),
#undef NAMES
   };
   unsigned n = 0;
#define PUT(name, value) (attribs[n++] = (name), attribs[n++] = (EGLAttrib)(value))
   PUT(EGL_WIDTH, planes->width);
   PUT(EGL_HEIGHT, planes->height);
   PUT(EGL_LINUX_DRM_FOURCC_EXT, planes->fourcc);
   for (unsigned p = 0; p < planes->count; p++) {
      PUT(names[p][0], planes->plane[p].fd);
      PUT(names[p][1], planes->plane[p].offset_B);
      PUT(names[p][2], planes->plane[p].stride_B);
      if (planes->plane[p].modifier == PIPE_MODIFIER_INVALID)
         continue;
      PUT(names[p][3], planes->plane[p].modifier & UINT32_MAX);
      PUT(names[p][4], planes->plane[p].modifier >> 32);
   }
#undef PUT
   attribs[n] = EGL_NONE;
}

struct wl_resource *ge_compositor_buffer(struct ge_compositor *comp, struct wl_client *client, uint32_t id,
                                         const struct ge_compositor_planes *planes, bool *no_memory)
{
   EGLAttrib attribs[MAX_ATTRIBS];
   list_attribs(planes, attribs);
   struct buffer *b = calloc(1, sizeof(*b));
   struct wl_resource *resource = NULL;
   *no_memory = !b;
   if (!b)
      return NULL;
   b->session = ge_session_ref(comp->session);
   b->bottom_up = planes->bottom_up;
   ge_begin("a client's wl_buffer");
   const bool ok = ge_dmabuf_import(comp->session->screen, attribs, &b->image, &b->fourcc, &b->modifier);
   ge_begin(NULL); /* the reason of a refusal is logged. The compositor's next command finds no error */
   if (ok && !(resource = wl_resource_create(client, &wl_buffer_interface, 1, id)))
      *no_memory = true;
   if (resource)
      wl_resource_set_implementation(resource, &buffer_functions, b, on_buffer_destroyed);
   else
      free_buffer(b);
   return resource;
}

/* The buffer of a wl_buffer that this session's device has imported. NULL with the EGL error set. */
static const struct buffer *find_buffer(const struct ge_session *session, struct wl_resource *resource)
{
   if (resource && ge_wls.wl_resource_instance_of_ && wl_resource_instance_of(resource, &wl_buffer_interface, &buffer_functions)) {
      const struct buffer *b = wl_resource_get_user_data(resource);
      if (b->session->screen == session->screen)
         return b;
   }
   ge_error(EGL_BAD_PARAMETER, "%p is not a wl_buffer of a client of this display (those of wl_shm are not)", (void *)resource);
   return NULL;
}

EGLBoolean ge_compositor_query(const struct ge_session *session, struct wl_resource *resource, EGLint attribute, EGLint *value)
{
   const struct buffer *b = find_buffer(session, resource);
   if (!b)
      return EGL_FALSE;
   if (!value)
      return ge_error(EGL_BAD_PARAMETER, "value is NULL");
   switch (attribute) {
   case EGL_WIDTH: *value = (EGLint)b->image.width; return EGL_TRUE;
   case EGL_HEIGHT: *value = (EGLint)b->image.height; return EGL_TRUE;
   case EGL_WAYLAND_Y_INVERTED_WL: *value = !b->bottom_up; return EGL_TRUE;
   case EGL_TEXTURE_FORMAT:
      *value = b->image.yuv.coding.planes ? EGL_TEXTURE_EXTERNAL_WL : b->image.has_alpha ? EGL_TEXTURE_RGBA : EGL_TEXTURE_RGB;
      return EGL_TRUE;
   }
   return ge_error(EGL_BAD_ATTRIBUTE, "0x%x: EGL_TEXTURE_FORMAT, EGL_WIDTH, EGL_HEIGHT and EGL_WAYLAND_Y_INVERTED_WL can be queried",
                   (unsigned)attribute);
}

bool ge_compositor_image(const struct ge_session *session, struct wl_resource *resource, const EGLAttrib *attribs,
                         struct ga_image *image, uint32_t *fourcc, uint64_t *modifier)
{
   for (const EGLAttrib *a = attribs; a && *a != EGL_NONE; a += 2) {
      if (*a != EGL_IMAGE_PRESERVED && *a != EGL_WAYLAND_PLANE_WL)
         return ge_error(EGL_BAD_PARAMETER, "0x%x is not an attribute of images of a wl_buffer", (unsigned)*a);
      if (*a == EGL_WAYLAND_PLANE_WL && a[1] != 0)
         return ge_error(EGL_BAD_PARAMETER, "EGL_WAYLAND_PLANE_WL is %ld: a buffer has one image, plane 0", (long)a[1]);
   }
   const struct buffer *b = find_buffer(session, resource);
   if (!b)
      return false;
   *image = b->image;
   pipe_resource_ref(image->resource);
   ga_yuv_ref(&image->yuv);
   *fourcc = b->fourcc;
   *modifier = b->modifier;
   return true;
}
