/* ge_device.c: the list of GPUs: amdgpu render nodes by number, then the simulated GPU. GLOAM_DEVICE restricts the list; a
 * device that it names is never replaced by another one. This is the only file that chooses a winsys. */
#include "egl/ge_internal.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hw-si/si.h"
#include "state/pipe_trace.h"
#include "util/ut_debug.h"
#include "util/ut_env.h"
#include "winsys/winsys.h"

static pthread_once_t device_once = PTHREAD_ONCE_INIT;
static struct ge_device *device_list; /* constant once device_once is done */

/* Appends a device to *list; its name comes from the winsys. A node that cannot be opened is left out with a message. */
static void add_device(struct ge_device **list, const char *node)
{
   char why[256] = "out of memory";
   struct ws_device *ws = *node ? ws_amdgpu_open(node, why, sizeof(why)) : ws_sim_open(NULL, why, sizeof(why));
   if (!ws) {
      if (ut_debug_flags() & UT_DEBUG_ERROR)
         ut_log("egl", "device %s left out: %s", *node ? node : "sim", why);
      return;
   }
   struct ge_device *dev = calloc(1, sizeof(*dev));
   if (dev) {
      snprintf(dev->node, sizeof(dev->node), "%s", node);
      snprintf(dev->name, sizeof(dev->name), "gloam %s", ws->info.name);
      dev->is_software = ws->info.is_simulated;
      si_uuids(&ws->info, dev->device_uuid, dev->driver_uuid);
      struct ge_device **last = list;
      while (*last)
         last = &(*last)->next;
      *last = dev;
   }
   ws_device_unref(ws);
}

static int compare_nodes(const void *a, const void *b)
{
   return *(const int *)a - *(const int *)b;
}

static void add_render_nodes(struct ge_device **list)
{
   int numbers[64], count = 0;
   DIR *dir = opendir("/dev/dri");
   if (!dir)
      return;
   for (struct dirent *entry; (entry = readdir(dir)) && count < 64;)
      if (sscanf(entry->d_name, "renderD%d", &numbers[count]) == 1)
         count++;
   closedir(dir);
   qsort(numbers, count, sizeof(numbers[0]), compare_nodes);
   for (int i = 0; i < count; i++) {
      char node[64];
      snprintf(node, sizeof(node), "/dev/dri/renderD%d", numbers[i]);
      add_device(list, node);
   }
}

/* Builds the list apart: a child of fork() in the middle of this starts over with an empty one. */
static void find_devices(void)
{
   struct ge_device *list = NULL;
   const char *choice = ut_env_str(UT_ENV_DEVICE);
   if (*choice == '/') {
      add_device(&list, choice);
   } else if (!strcmp(choice, "sim")) {
      add_device(&list, "");
   } else if (!strcmp(choice, "amdgpu")) {
      add_render_nodes(&list);
   } else {
      if (strcmp(choice, "auto"))
         ut_log("egl", "GLOAM_DEVICE=%s is not understood: auto, sim, amdgpu or a render node", choice);
      add_render_nodes(&list);
      add_device(&list, "");
   }
   device_list = list;
}

struct ge_device *ge_devices(void)
{
   pthread_once(&device_once, find_devices);
   return device_list;
}

bool ge_device_is_valid(EGLDeviceEXT handle)
{
   for (struct ge_device *dev = ge_devices(); dev; dev = dev->next)
      if (dev == handle)
         return true;
   return false;
}

static struct pipe_screen *open_screen(const struct ge_device *dev, char *why, size_t why_size_B)
{
   struct ws_device *ws = *dev->node ? ws_amdgpu_open(dev->node, why, why_size_B) : ws_sim_open(NULL, why, why_size_B);
   struct pipe_screen *screen = ws ? si_screen_create(ws, why, why_size_B) : NULL;
   ws_device_unref(ws);
   if (screen && ut_debug_flags() & UT_DEBUG_STATE)
      pipe_trace_screen(screen);
   return screen;
}

/* The screen of a parent process has threads that do not exist here: it is neither used nor freed. ge_lock is held. */
static void reset_screen(struct ge_device *dev)
{
   if (dev->screen && dev->screen_pid != getpid()) {
      dev->screen = NULL;
      dev->screen_users = 0;
   }
}

struct pipe_screen *ge_device_get_screen(struct ge_device *dev, char *why, size_t why_size_B)
{
   ut_lock(&ge_lock);
   while (dev->opening)
      pthread_cond_wait(&ge_changed, &ge_lock.mutex);
   reset_screen(dev);
   if (!dev->screen) {
      dev->opening = true;
      ut_unlock(&ge_lock);
      struct pipe_screen *made = open_screen(dev, why, why_size_B);
      ut_lock(&ge_lock);
      dev->screen = made;
      dev->screen_pid = getpid();
      dev->opening = false;
      pthread_cond_broadcast(&ge_changed);
   }
   struct pipe_screen *screen = dev->screen;
   dev->screen_users += screen != NULL;
   ut_unlock(&ge_lock);
   return screen;
}

void ge_device_put_screen(struct ge_device *dev)
{
   struct pipe_screen *unused = NULL;
   ut_lock(&ge_lock);
   if (dev->screen && dev->screen_pid == getpid() && --dev->screen_users == 0) {
      unused = dev->screen;
      dev->screen = NULL;
   }
   ut_unlock(&ge_lock);
   if (unused)
      unused->impl->destroy(unused);
}

void ge_device_reset_in_child(void)
{
   for (struct ge_device *dev = device_list; dev; dev = dev->next) {
      dev->opening = false;
      reset_screen(dev);
   }
}

/* EGL_EXT_device_query_name, EGL_EXT_device_persistent_id and EGL_EXT_device_drm are device extensions. */
static const char *device_extensions(const struct ge_device *dev)
{
   return dev->is_software ? "EGL_EXT_device_persistent_id EGL_EXT_device_query_name EGL_MESA_device_software"
                           : "EGL_EXT_device_drm EGL_EXT_device_drm_render_node EGL_EXT_device_persistent_id "
                             "EGL_EXT_device_query_name";
}

const char *ge_device_string(const struct ge_device *dev, EGLint name)
{
   switch (name) {
   case EGL_EXTENSIONS: return device_extensions(dev);
   case EGL_VENDOR: return "gloam";
   case EGL_RENDERER_EXT: return dev->name;
   case EGL_DRIVER_NAME_EXT: return "gloam";
   case EGL_DRM_DEVICE_FILE_EXT:
   case EGL_DRM_RENDER_NODE_FILE_EXT: return dev->is_software ? NULL : dev->node;
   }
   return NULL;
}

EGLBoolean ge_device_binary(const struct ge_device *dev, EGLint name, EGLint max, void *value, EGLint *size)
{
   if (name != EGL_DEVICE_UUID_EXT && name != EGL_DRIVER_UUID_EXT)
      return ge_error(EGL_BAD_PARAMETER, "0x%x: the binary values are EGL_DEVICE_UUID_EXT and EGL_DRIVER_UUID_EXT", name);
   if (!size)
      return ge_error(EGL_BAD_PARAMETER, "size is NULL");
   *size = 16;
   if (value)
      memcpy(value, name == EGL_DEVICE_UUID_EXT ? dev->device_uuid : dev->driver_uuid, max < 16 ? (size_t)(max < 0 ? 0 : max) : 16);
   return EGL_TRUE;
}
