/* ge_platform_default.c: the platform of eglGetDisplay(). A gbm_device of this library is recognised. libglvnd calls every vendor
 * in turn until one returns a display. Where the environment names a display server the program may need windows of X11, which
 * another vendor has; EGL_PLATFORM or GLOAM_DEVICE override that. */
#include "egl/ge_gbm.h"
#include "egl/ge_platform.h"

#include <stdlib.h>
#include <string.h>

const struct ge_platform *ge_platform_default(void *native)
{
   if (native && ge_gbm_device_find(native))
      return &ge_platform_gbm;
   const char *wanted = getenv("EGL_PLATFORM");
   if (wanted && !strcmp(wanted, "wayland"))
      return &ge_platform_wayland;
   bool windows = (getenv("WAYLAND_DISPLAY") || getenv("DISPLAY")) && !getenv("GLOAM_DEVICE");
   if (wanted)
      windows = strcmp(wanted, "surfaceless") && strcmp(wanted, "device");
   if (!windows)
      return &ge_platform_surfaceless;
   ge_error(EGL_BAD_PARAMETER, "WAYLAND_DISPLAY or DISPLAY is set, so that the program may want windows: set EGL_PLATFORM to "
            "wayland or surfaceless");
   return NULL;
}
