/* ge_device.h: the GPUs of this process (ge_device.c), for displays of EGL and contexts of OSMesa. */
#ifndef GE_DEVICE_H
#define GE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>

struct pipe_screen;

struct ge_device {
   char node[64];            /* "/dev/dri/renderD128"; "" for the simulated GPU */
   char name[128];           /* EGL_RENDERER_EXT and gloam-info */
   bool is_software;
   uint8_t device_uuid[16], driver_uuid[16];
   bool opening;               /* one thread opens the GPU; ge_changed is signalled when it is done */
   struct pipe_screen *screen; /* while it has users; see ge_device_get_screen */
   unsigned screen_users;
   pid_t screen_pid;           /* of the process that made the screen */
   struct ge_device *next;
};
/* The devices that GLOAM_DEVICE admits, in a fixed order; constant. */
struct ge_device *ge_devices(void);
bool ge_device_is_valid(EGLDeviceEXT handle);
/* EGL_EXT_device_query. string: NULL without such a string, sets no error. binary: sets the EGL error. */
const char *ge_device_string(const struct ge_device *dev, EGLint name);
EGLBoolean ge_device_binary(const struct ge_device *dev, EGLint name, EGLint max, void *value, EGLint *size);
/* Makes (or shares) the device's screen; NULL with `why`. The caller ends its use with put. */
struct pipe_screen *ge_device_get_screen(struct ge_device *dev, char *why, size_t why_size_B);
void ge_device_put_screen(struct ge_device *dev);         /* the last user's call destroys the screen */
void ge_device_reset_in_child(void);                      /* after fork(): drops the screens of the parent */

#endif
