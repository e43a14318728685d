/* ge_display.c: displays: which platform and device they stand for, initialisation, termination, and the table of the
 * handles that are valid on them. */
#include "egl/ge_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/ut_debug.h"

static pthread_mutex_t ge_lock = PTHREAD_MUTEX_INITIALIZER;
static struct ge_display *display_list;

/* A program that forks while another thread is inside EGL must not find the lock taken in the child. */
static void before_fork(void)
{
   pthread_mutex_lock(&ge_lock);
}
static void after_fork(void)
{
   pthread_mutex_unlock(&ge_lock);
}
__attribute__((constructor)) static void install_fork_handlers(void)
{
   pthread_atfork(before_fork, after_fork, after_fork);
}

static struct ge_device *first_device(void)
{
   struct ge_device *dev = ge_devices();
   if (!dev)
      ge_error(EGL_BAD_ALLOC, "no device: GLOAM_DEVICE asks for one that is not there (GLOAM_DEBUG=1 says why)");
   return dev;
}

EGLDisplay ge_display_get(EGLenum platform, void *native, const EGLAttrib *attribs)
{
   struct ge_device *device = NULL;
   bool track = false;
   for (const EGLAttrib *a = attribs; a && *a != EGL_NONE; a += 2) {
      if (*a == EGL_TRACK_REFERENCES_KHR && (a[1] == EGL_TRUE || a[1] == EGL_FALSE)) {
         track = a[1];
      } else {
         ge_error(EGL_BAD_ATTRIBUTE, "display attribute 0x%x is not supported", (unsigned)*a);
         return EGL_NO_DISPLAY;
      }
   }
   switch (platform) {
   case EGL_NONE: /* eglGetDisplay(EGL_DEFAULT_DISPLAY) */
   case EGL_PLATFORM_SURFACELESS_MESA:
      if (native != EGL_DEFAULT_DISPLAY) {
         ge_error(EGL_BAD_PARAMETER, "the native display must be EGL_DEFAULT_DISPLAY");
         return EGL_NO_DISPLAY;
      }
      platform = EGL_PLATFORM_SURFACELESS_MESA;
      device = first_device();
      break;
   case EGL_PLATFORM_DEVICE_EXT:
      if (native && !ge_device_is_valid(native)) {
         ge_error(EGL_BAD_PARAMETER, "%p is not one of gloam's devices", native);
         return EGL_NO_DISPLAY;
      }
      device = native ? native : first_device();
      break;
   default:
      ge_error(EGL_BAD_PARAMETER, "platform 0x%x is not supported", platform);
      return EGL_NO_DISPLAY;
   }
   if (!device)
      return EGL_NO_DISPLAY;

   pthread_mutex_lock(&ge_lock);
   struct ge_display *dpy = display_list;
   while (dpy && (dpy->platform != platform || dpy->native != native || dpy->track_references != track))
      dpy = dpy->next;
   if (!dpy) {
      dpy = calloc(1, sizeof(*dpy));
      if (dpy) {
         dpy->platform = platform;
         dpy->native = native;
         dpy->device = device;
         dpy->track_references = track;
         pthread_mutex_init(&dpy->lock, NULL);
         dpy->next = display_list;
         display_list = dpy;
      }
   }
   pthread_mutex_unlock(&ge_lock);
   if (!dpy)
      ge_error(EGL_BAD_ALLOC, "out of memory");
   return dpy;
}

struct ge_display *ge_display_find(EGLDisplay handle)
{
   pthread_mutex_lock(&ge_lock);
   struct ge_display *dpy = display_list;
   while (dpy && dpy != handle)
      dpy = dpy->next;
   pthread_mutex_unlock(&ge_lock);
   if (dpy)
      ge_object_label(dpy->label);
   return dpy;
}

bool ge_display_is_foreign(const struct ge_display *dpy)
{
   return dpy->pid && dpy->pid != getpid();
}

struct ge_display *ge_display_check(EGLDisplay handle)
{
   struct ge_display *dpy = ge_display_find(handle);
   if (!dpy) {
      ge_error(EGL_BAD_DISPLAY, "%p is not a display", handle);
      return NULL;
   }
   if (dpy->pid != getpid()) {
      ge_error(EGL_NOT_INITIALIZED, dpy->pid ? "the display was initialised by the parent process; call eglInitialize"
                                             : "the display is not initialised");
      return NULL;
   }
   return dpy;
}

/* What the display can do, from the device's capabilities. */
static bool build_extensions(struct ge_display *dpy)
{
   const struct pipe_caps *caps = &dpy->screen->caps;
   const struct { const char *name; bool has; } rows[] = {
      {"EGL_ANDROID_native_fence_sync", caps->native_fence_fd},
      {"EGL_EXT_create_context_robustness", true},
      {"EGL_EXT_image_dma_buf_import", caps->dmabuf_import},
      {"EGL_EXT_image_dma_buf_import_modifiers", caps->dmabuf_import},
      {"EGL_KHR_create_context", true},
      {"EGL_KHR_fence_sync", true},
      {"EGL_KHR_get_all_proc_addresses", true},
      {"EGL_KHR_gl_renderbuffer_image", true},
      {"EGL_KHR_gl_texture_2D_image", true},
      {"EGL_KHR_gl_texture_cubemap_image", true},
      {"EGL_KHR_image_base", true},
      {"EGL_KHR_no_config_context", true},
      {"EGL_KHR_surfaceless_context", true},
      {"EGL_KHR_wait_sync", true},
      {"EGL_MESA_configless_context", true},
      {"EGL_MESA_image_dma_buf_export", caps->dmabuf_export},
      {"EGL_MESA_query_driver", true},
   };
   char *text = calloc(1, 2048);
   if (!text)
      return false;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      if (rows[i].has) {
         strcat(text, *text ? " " : "");
         strcat(text, rows[i].name);
      }
   dpy->extensions = text;
   return true;
}

/* Forgets what a forked child inherited: the memory stays, nothing is run. */
static void drop_inherited(struct ge_display *dpy)
{
   dpy->screen = NULL;
   dpy->configs = NULL;
   dpy->config_count = 0;
   dpy->objects = NULL;
   dpy->object_count = dpy->object_slots = 0;
   dpy->extensions = NULL;
   dpy->init_count = 0;
   dpy->pid = 0;
}

bool ge_display_initialize(struct ge_display *dpy)
{
   pthread_mutex_lock(&dpy->lock);
   if (ge_display_is_foreign(dpy))
      drop_inherited(dpy);
   bool ok = true;
   if (!dpy->pid) {
      char why[256] = "";
      dpy->screen = ge_device_get_screen(dpy->device, why, sizeof(why));
      if (!dpy->screen) {
         ok = ge_error(EGL_NOT_INITIALIZED, "%s: %s", dpy->device->name, why);
      } else if (!build_extensions(dpy) || !ge_config_list(dpy)) {
         free(dpy->extensions);
         dpy->extensions = NULL;
         ge_device_put_screen(dpy->device);
         dpy->screen = NULL;
         ok = ge_error(EGL_BAD_ALLOC, "out of memory");
      } else {
         dpy->pid = getpid();
         ge_image_install_lookup();
      }
   }
   if (ok)
      dpy->init_count++;
   pthread_mutex_unlock(&dpy->lock);
   return ok;
}

static void destroy_display_state(struct ge_display *dpy)
{
   free(dpy->configs);
   free(dpy->extensions);
   free(dpy->objects);
   ge_device_put_screen(dpy->device);
   drop_inherited(dpy);
}

/* EGL 1.5 3.2: objects are marked for deletion; what is current stays alive until it is released. The screen goes with the
 * last object, each of which holds it. */
bool ge_display_terminate(struct ge_display *dpy)
{
   pthread_mutex_lock(&dpy->lock);
   if (dpy->pid != getpid()) {
      pthread_mutex_unlock(&dpy->lock);
      return true; /* terminating an uninitialised display is allowed and does nothing */
   }
   if (dpy->track_references && --dpy->init_count > 0) {
      pthread_mutex_unlock(&dpy->lock);
      return true;
   }
   struct ge_object **list = dpy->objects;
   unsigned slots = dpy->object_slots;
   dpy->objects = NULL;
   dpy->object_slots = dpy->object_count = 0;
   pthread_mutex_unlock(&dpy->lock);

   /* Contexts last: surfaces, images and fences belong to the screen, contexts may still use them while they end. */
   for (int contexts = 0; contexts < 2; contexts++)
      for (unsigned i = 0; i < slots; i++)
         if (list[i] && (list[i]->kind == GE_CONTEXT) == contexts) {
            ge_object_unref(list[i]);
            list[i] = NULL;
         }
   free(list);

   pthread_mutex_lock(&dpy->lock);
   destroy_display_state(dpy);
   pthread_mutex_unlock(&dpy->lock);
   return true;
}

/* ---- the set of live handles ---- */

static unsigned slot_of(const void *handle, unsigned slots)
{
   return (unsigned)(((uintptr_t)handle >> 4) * 0x9e3779b97f4a7c15ull >> 40) & (slots - 1);
}

static void insert(struct ge_object **table, unsigned slots, struct ge_object *obj)
{
   unsigned i = slot_of(obj, slots);
   while (table[i])
      i = (i + 1) & (slots - 1);
   table[i] = obj;
}

bool ge_object_add(struct ge_display *dpy, struct ge_object *obj, enum ge_object_kind kind)
{
   obj->dpy = dpy;
   obj->kind = kind;
   atomic_init(&obj->refs, 1);
   pthread_mutex_lock(&dpy->lock);
   bool ok = true;
   if ((dpy->object_count + 1) * 2 > dpy->object_slots) {
      unsigned slots = dpy->object_slots ? dpy->object_slots * 2 : 32;
      struct ge_object **table = calloc(slots, sizeof(*table));
      ok = table != NULL;
      if (ok) {
         for (unsigned i = 0; i < dpy->object_slots; i++)
            if (dpy->objects[i])
               insert(table, slots, dpy->objects[i]);
         free(dpy->objects);
         dpy->objects = table;
         dpy->object_slots = slots;
      }
   }
   if (ok) {
      insert(dpy->objects, dpy->object_slots, obj);
      dpy->object_count++;
      ge_device_hold_screen(dpy->device);
   }
   pthread_mutex_unlock(&dpy->lock);
   return ok;
}

/* Slot of a live handle, or -1. Under dpy->lock. Never touches the memory behind an unknown handle. */
static int find_slot(struct ge_display *dpy, const void *handle)
{
   if (!handle || !dpy->object_slots)
      return -1;
   for (unsigned i = slot_of(handle, dpy->object_slots); dpy->objects[i]; i = (i + 1) & (dpy->object_slots - 1))
      if (dpy->objects[i] == handle)
         return (int)i;
   return -1;
}

void *ge_object_get(struct ge_display *dpy, const void *handle, enum ge_object_kind kind)
{
   pthread_mutex_lock(&dpy->lock);
   int slot = find_slot(dpy, handle);
   struct ge_object *obj = slot >= 0 && dpy->objects[slot]->kind == kind ? dpy->objects[slot] : NULL;
   ge_object_ref(obj);
   pthread_mutex_unlock(&dpy->lock);
   if (obj)
      ge_object_label(obj->label);
   return obj;
}

bool ge_object_remove(struct ge_display *dpy, struct ge_object *obj)
{
   pthread_mutex_lock(&dpy->lock);
   int slot = find_slot(dpy, obj);
   if (slot >= 0) {
      unsigned mask = dpy->object_slots - 1, hole = (unsigned)slot;
      dpy->objects[hole] = NULL;
      dpy->object_count--;
      /* Close the gap: entries after it that probed past it move up. */
      for (unsigned i = (hole + 1) & mask; dpy->objects[i]; i = (i + 1) & mask) {
         struct ge_object *moved = dpy->objects[i];
         dpy->objects[i] = NULL;
         insert(dpy->objects, dpy->object_slots, moved);
      }
   }
   pthread_mutex_unlock(&dpy->lock);
   return slot >= 0;
}

void ge_object_unref(struct ge_object *obj)
{
   if (!obj || atomic_fetch_sub_explicit(&obj->refs, 1, memory_order_acq_rel) != 1)
      return;
   struct ge_device *device = obj->dpy->device;
   switch (obj->kind) {
   case GE_CONTEXT: ge_context_free((struct ge_context *)obj); break;
   case GE_SURFACE: ge_surface_free((struct ge_surface *)obj); break;
   case GE_IMAGE: ge_image_free((struct ge_image *)obj); break;
   case GE_SYNC: ge_sync_free((struct ge_sync *)obj); break;
   }
   ge_device_put_screen(device);
}
