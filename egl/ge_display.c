/* ge_display.c: displays: their platform and device, initialisation, termination, and the table of the handles that are valid on
 * them. */
#include "egl/ge_platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/ut_debug.h"

static struct ge_display *display_list;
pthread_cond_t ge_changed = PTHREAD_COND_INITIALIZER;

/* The threads that were opening devices or initialising displays do not exist here. Initialised displays are recognised by their
 * `pid` (see drop_inherited). */
static void reset_in_child(void)
{
   static const pthread_cond_t fresh = PTHREAD_COND_INITIALIZER;
   ge_changed = fresh;
   ge_device_reset_in_child();
   for (struct ge_display *dpy = display_list; dpy; dpy = dpy->next)
      dpy->initializing = false;
}

UT_LOCK_DEFINE(ge_lock, UT_LOCK_EGL, reset_in_child)

__attribute__((constructor(101))) static void install_fork_handler(void)
{
   ut_fork_install();
}

EGLDisplay ge_display_get(EGLenum platform_id, void *native, const EGLAttrib *attribs)
{
   bool track = false;
   for (const EGLAttrib *a = attribs; a && *a != EGL_NONE; a += 2) {
      if (*a == EGL_TRACK_REFERENCES_KHR && (a[1] == EGL_TRUE || a[1] == EGL_FALSE)) {
         track = a[1];
      } else {
         ge_error(EGL_BAD_ATTRIBUTE, "display attribute 0x%x is not supported", (unsigned)*a);
         return EGL_NO_DISPLAY;
      }
   }
   const struct ge_platform *platform = platform_id == EGL_NONE ? ge_platform_default(native) : ge_platform_find(platform_id);
   if (!platform) {
      if (platform_id != EGL_NONE)
         ge_error(EGL_BAD_PARAMETER, "platform 0x%x is not supported", platform_id);
      return EGL_NO_DISPLAY;
   }
   struct ge_device *device = platform->find_device(native);
   if (!device)
      return EGL_NO_DISPLAY;

   ut_lock(&ge_lock);
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
         dpy->next = display_list;
         display_list = dpy;
      }
   }
   ut_unlock(&ge_lock);
   if (!dpy)
      ge_error(EGL_BAD_ALLOC, "out of memory");
   return dpy;
}

/* ge_lock is held. */
static struct ge_display *find_locked(EGLDisplay handle)
{
   struct ge_display *dpy = display_list;
   while (dpy && dpy != handle)
      dpy = dpy->next;
   return dpy;
}

struct ge_display *ge_display_find(EGLDisplay handle)
{
   ut_lock(&ge_lock);
   struct ge_display *dpy = find_locked(handle);
   EGLLabelKHR label = dpy ? dpy->label : NULL;
   ut_unlock(&ge_lock);
   if (dpy)
      ge_object_label(label);
   return dpy;
}

static pid_t pid_of(const struct ge_display *dpy)
{
   ut_lock(&ge_lock);
   pid_t pid = dpy->pid;
   ut_unlock(&ge_lock);
   return pid;
}

bool ge_display_is_initialized(const struct ge_display *dpy)
{
   return pid_of(dpy) == getpid();
}

bool ge_display_is_foreign(const struct ge_display *dpy)
{
   pid_t pid = pid_of(dpy);
   return pid && pid != getpid();
}

struct ge_display *ge_display_check(EGLDisplay handle)
{
   struct ge_display *dpy = ge_display_find(handle);
   if (!dpy) {
      ge_error(EGL_BAD_DISPLAY, "%p is not a display", handle);
      return NULL;
   }
   pid_t pid = pid_of(dpy);
   if (pid != getpid()) {
      ge_error(EGL_NOT_INITIALIZED, pid ? "the display was initialised by the parent process; call eglInitialize"
                                        : "the display is not initialised");
      return NULL;
   }
   return dpy;
}

/* The extension string, from the device's capabilities. */
static bool build_extensions(struct ge_display *dpy)
{
   const struct pipe_caps *caps = &dpy->screen->caps;
   const struct { const char *name; bool has; } rows[] = {
      {"EGL_ANDROID_native_fence_sync", caps->native_fence_fd},
      {"EGL_EXT_buffer_age", dpy->platform->create_window != NULL},
      {"EGL_EXT_create_context_robustness", true},
      {"EGL_EXT_image_dma_buf_import", caps->dmabuf_import},
      {"EGL_EXT_image_dma_buf_import_modifiers", caps->dmabuf_import},
      {"EGL_EXT_pixel_format_float", true},
      {"EGL_EXT_present_opaque", dpy->platform->can_present_opaque},
      {"EGL_EXT_query_reset_notification_strategy", true},
      {"EGL_EXT_swap_buffers_with_damage", dpy->platform->create_window != NULL},
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
      {"EGL_KHR_swap_buffers_with_damage", dpy->platform->create_window != NULL},
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

/* In a child of fork(): drops the parent's state. Its memory stays allocated, and none of its objects is freed or used.
 * ge_lock is held. */
static void drop_inherited(struct ge_display *dpy)
{
   dpy->screen = NULL;
   dpy->platform_data = NULL;
   dpy->configs = NULL;
   dpy->config_count = 0;
   dpy->objects = NULL;
   dpy->object_count = dpy->object_slots = 0;
   dpy->extensions = NULL;
   dpy->init_count = 0;
   dpy->pid = 0;
}

/* Makes screen, extension string and configs. The display is marked `initializing`, so that no other thread uses them. False with
 * the EGL error set. */
static bool open_display(struct ge_display *dpy)
{
   char why[256] = "";
   dpy->screen = ge_device_get_screen(dpy->device, why, sizeof(why));
   if (!dpy->screen)
      return ge_error(EGL_NOT_INITIALIZED, "%s: %s", dpy->device->name, why);
   bool ok = !dpy->platform->initialize || dpy->platform->initialize(dpy);
   if (ok && (!build_extensions(dpy) || !ge_config_list(dpy)))
      ok = ge_error(EGL_BAD_ALLOC, "out of memory");
   if (ok)
      return true;
   if (dpy->platform_data)
      dpy->platform->terminate(dpy->platform_data);
   dpy->platform_data = NULL;
   free(dpy->extensions);
   dpy->extensions = NULL;
   dpy->screen = NULL;
   ge_device_put_screen(dpy->device);
   return false;
}

bool ge_display_initialize(struct ge_display *dpy)
{
   bool ok = true;
   ut_lock(&ge_lock);
   while (dpy->initializing)
      pthread_cond_wait(&ge_changed, &ge_lock.mutex);
   if (dpy->pid && dpy->pid != getpid())
      drop_inherited(dpy);
   if (!dpy->pid) {
      dpy->initializing = true;
      ut_unlock(&ge_lock);
      ok = open_display(dpy);
      ut_lock(&ge_lock);
      dpy->initializing = false;
      dpy->pid = ok ? getpid() : 0;
      pthread_cond_broadcast(&ge_changed);
   }
   dpy->init_count += ok;
   ut_unlock(&ge_lock);
   return ok;
}

/* EGL 1.5 3.2: all objects are marked for deletion; a current one lives until it is released. The screen is destroyed with the
 * last object: each holds it. */
bool ge_display_terminate(struct ge_display *dpy)
{
   ut_lock(&ge_lock);
   /* Terminating a display that is not initialised is allowed and does nothing. */
   if (dpy->pid != getpid() || (dpy->track_references && --dpy->init_count > 0)) {
      ut_unlock(&ge_lock);
      return true;
   }
   struct ge_display old = *dpy;
   drop_inherited(dpy);
   ut_unlock(&ge_lock);

   /* Contexts last: surfaces, images and fences belong to the screen, and a context may use them while it is destroyed. */
   for (int contexts = 0; contexts < 2; contexts++)
      for (unsigned i = 0; i < old.object_slots; i++)
         if (old.objects[i] && (old.objects[i]->kind == GE_CONTEXT) == contexts) {
            if (old.objects[i]->kind == GE_SYNC)
               ge_sync_end((struct ge_sync *)old.objects[i]);
            ge_object_unref(old.objects[i]);
            old.objects[i] = NULL;
         }
   free(old.objects);
   free(old.configs);
   free(old.extensions);
   if (old.platform_data)
      old.platform->terminate(old.platform_data);
   ge_device_put_screen(dpy->device);
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
   obj->pid = getpid();
   atomic_init(&obj->refs, 1);
   ut_lock(&ge_lock);
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
      ge_device_hold_screen_locked(dpy->device);
   }
   ut_unlock(&ge_lock);
   return ok;
}

/* Slot of a live handle, or -1. ge_lock is held. Never touches the memory behind an unknown handle. */
static int find_slot(struct ge_display *dpy, const void *handle)
{
   if (!handle || !dpy->object_slots)
      return -1;
   for (unsigned i = slot_of(handle, dpy->object_slots); dpy->objects[i]; i = (i + 1) & (dpy->object_slots - 1))
      if (dpy->objects[i] == handle)
         return (int)i;
   return -1;
}

bool ge_object_is_foreign(const struct ge_object *obj)
{
   return obj->pid != getpid();
}

void *ge_object_get(struct ge_display *dpy, const void *handle, enum ge_object_kind kind)
{
   ut_lock(&ge_lock);
   int slot = find_slot(dpy, handle);
   struct ge_object *obj = slot >= 0 && dpy->objects[slot]->kind == kind ? dpy->objects[slot] : NULL;
   ge_object_ref(obj);
   ut_unlock(&ge_lock);
   if (obj)
      ge_object_label(obj->label);
   return obj;
}

void *ge_object_find(const void *handle, enum ge_object_kind kind)
{
   struct ge_object *obj = NULL;
   ut_lock(&ge_lock);
   for (struct ge_display *dpy = display_list; dpy && !obj; dpy = dpy->next) {
      const int slot = dpy->pid == getpid() ? find_slot(dpy, handle) : -1;
      if (slot >= 0 && dpy->objects[slot]->kind == kind)
         obj = ge_object_ref(dpy->objects[slot]);
   }
   ut_unlock(&ge_lock);
   return obj;
}

bool ge_object_remove(struct ge_display *dpy, struct ge_object *obj)
{
   ut_lock(&ge_lock);
   int slot = find_slot(dpy, obj);
   if (slot >= 0) {
      unsigned mask = dpy->object_slots - 1, hole = (unsigned)slot;
      dpy->objects[hole] = NULL;
      dpy->object_count--;
      /* Re-insert the entries of the same probe sequence: they may have been placed behind the removed one. */
      for (unsigned i = (hole + 1) & mask; dpy->objects[i]; i = (i + 1) & mask) {
         struct ge_object *moved = dpy->objects[i];
         dpy->objects[i] = NULL;
         insert(dpy->objects, dpy->object_slots, moved);
      }
   }
   ut_unlock(&ge_lock);
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
