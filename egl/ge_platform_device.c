/* ge_platform_device.c: EGL_EXT_platform_device: the native display is an EGLDeviceEXT, or EGL_DEFAULT_DISPLAY for the first
 * one. No windows. */
#include "egl/ge_platform.h"

static struct ge_device *find_device(void *native)
{
   if (!native)
      return ge_platform_first_device();
   if (ge_device_is_valid(native))
      return native;
   ge_error(EGL_BAD_PARAMETER, "%p is not one of gloam's devices", native);
   return NULL;
}

static EGLint surface_types(const struct ge_session *session, const struct ge_config *config)
{
   (void)session, (void)config;
   return EGL_PBUFFER_BIT | EGL_SWAP_BEHAVIOR_PRESERVED_BIT;
}

const struct ge_platform ge_platform_device = {
   .id = EGL_PLATFORM_DEVICE_EXT, .find_device = find_device, .surface_types = surface_types,
};
