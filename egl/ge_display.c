/* ge_display.c: displays: their platform and device, initialisation, termination. */
#include "egl/ge_compositor.h"
#include "egl/ge_platform.h"

#include <stdlib.h>
#include <unistd.h>

static struct ge_display *display_list;
pthread_cond_t ge_changed = PTHREAD_COND_INITIALIZER;

/* The threads that were opening devices or initialising displays do not exist here. Sessions of the parent are recognised by their
 * `pid`. */
static void reset_in_child(void)
{
   static const pthread_cond_t fresh = PTHREAD_COND_INITIALIZER;
   ge_changed = fresh;
   ge_device_reset_in_child();
   ge_object_reset_in_child();
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
         ge_error(EGL_BAD_ATTRIBUTE, "display attribute 0x%x, or its value: EGL_TRACK_REFERENCES_KHR with EGL_TRUE or EGL_FALSE "
                  "is allowed", (unsigned)*a);
         return EGL_NO_DISPLAY;
      }
   }
   const struct ge_platform *platform = platform_id == EGL_NONE ? ge_platform_default(native) : ge_platform_find(platform_id);
   if (!platform) {
      if (platform_id != EGL_NONE)
         ge_error(EGL_BAD_PARAMETER, "platform 0x%x is not supported: device, surfaceless, gbm and wayland are", platform_id);
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

struct ge_display *ge_display_find(EGLDisplay handle)
{
   ut_lock(&ge_lock);
   struct ge_display *dpy = display_list;
   while (dpy && dpy != handle)
      dpy = dpy->next;
   EGLLabelKHR label = dpy ? dpy->label : NULL;
   ut_unlock(&ge_lock);
   if (dpy)
      ge_object_label(label);
   return dpy;
}

bool ge_display_is_foreign(const struct ge_display *dpy)
{
   ut_lock(&ge_lock);
   const bool foreign = dpy->session && dpy->session->pid != getpid();
   ut_unlock(&ge_lock);
   return foreign;
}

struct ge_session *ge_display_session(EGLDisplay handle)
{
   struct ge_display *dpy = ge_display_find(handle);
   if (!dpy) {
      ge_error(EGL_BAD_DISPLAY, "%p is not an EGLDisplay", handle);
      return NULL;
   }
   ut_lock(&ge_lock);
   const bool foreign = dpy->session && dpy->session->pid != getpid();
   struct ge_session *session = dpy->session && !foreign ? ge_session_ref(dpy->session) : NULL;
   ut_unlock(&ge_lock);
   if (!session)
      ge_error(EGL_NOT_INITIALIZED, foreign ? "the parent process initialised the display; call eglInitialize in this one, too"
                                            : "the display is not initialised, or was terminated: call eglInitialize");
   return session;
}

/* In a child of fork(): drops the parent's session, whose memory stays allocated. ge_lock is held. */
static void reset_display(struct ge_display *dpy)
{
   dpy->session = NULL;
   dpy->init_count = 0;
}

bool ge_display_initialize(struct ge_display *dpy)
{
   ut_lock(&ge_lock);
   while (dpy->initializing)
      pthread_cond_wait(&ge_changed, &ge_lock.mutex);
   if (dpy->session && dpy->session->pid != getpid())
      reset_display(dpy);
   if (!dpy->session) {
      dpy->initializing = true;
      ut_unlock(&ge_lock);
      struct ge_session *session = ge_session_create(dpy);
      ut_lock(&ge_lock);
      dpy->initializing = false;
      dpy->session = session;
      if (session)
         ge_session_publish_locked(session);
      pthread_cond_broadcast(&ge_changed);
   }
   const bool ok = dpy->session != NULL;
   dpy->init_count += ok;
   ut_unlock(&ge_lock);
   return ok;
}

/* EGL 1.5, 3.2: all handles end at once. An object that is current, or that a command of another thread uses, stays valid until it
 * is released. Terminating a display that is not initialised is allowed and does nothing. */
void ge_display_terminate(struct ge_display *dpy)
{
   struct ge_session *session = NULL;
   struct ge_handles handles = {NULL, 0};
   ut_lock(&ge_lock);
   if (dpy->session && dpy->session->pid == getpid() && (!dpy->track_references || --dpy->init_count == 0)) {
      session = dpy->session;
      reset_display(dpy);
      handles = ge_session_end_locked(session);
   }
   ut_unlock(&ge_lock);
   if (!session)
      return;
   ge_handles_drop(&handles);
   ge_compositor_end(session);
   if (session->platform->close)
      session->platform->close(session->platform_data);
   ge_session_unref(session);
}
