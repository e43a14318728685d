/* ge_platform_default.c: which platform eglGetDisplay(EGL_DEFAULT_DISPLAY) means. libglvnd asks every vendor in turn. Where a
 * display server is announced the program wants windows, which another vendor has; EGL_PLATFORM or GLOAM_DEVICE override that. */
#include "egl/ge_platform.h"

#include <stdlib.h>
#include <string.h>

const struct ge_platform *ge_platform_default(void)
{
   const char *wanted = getenv("EGL_PLATFORM");
   bool windows = (getenv("WAYLAND_DISPLAY") || getenv("DISPLAY")) && !getenv("GLOAM_DEVICE");
   if (wanted)
      windows = strcmp(wanted, "surfaceless") && strcmp(wanted, "device");
   if (!windows)
      return &ge_platform_surfaceless;
   ge_error(EGL_BAD_PARAMETER, "a display server is announced and gloam has no windows; set EGL_PLATFORM=surfaceless");
   return NULL;
}
