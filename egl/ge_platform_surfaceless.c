/* ge_platform_surfaceless.c: EGL_MESA_platform_surfaceless: the first device, no windows. */
#include "egl/ge_platform.h"

static struct ge_device *find_device(void *native)
{
   if (native == EGL_DEFAULT_DISPLAY)
      return ge_platform_first_device();
   ge_error(EGL_BAD_PARAMETER, "the native display must be EGL_DEFAULT_DISPLAY");
   return NULL;
}

static EGLint surface_types(const struct ge_session *session, const struct ge_config *config)
{
   (void)session, (void)config;
   return EGL_PBUFFER_BIT | EGL_SWAP_BEHAVIOR_PRESERVED_BIT;
}

const struct ge_platform ge_platform_surfaceless = {
   .id = EGL_PLATFORM_SURFACELESS_MESA, .find_device = find_device, .surface_types = surface_types,
};
