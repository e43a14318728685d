/* ge_platform.c: the list of platforms. */
#include "egl/ge_platform.h"

static const struct ge_platform *const platforms[] = {&ge_platform_surfaceless, &ge_platform_device, &ge_platform_gbm, &ge_platform_wayland};

const struct ge_platform *ge_platform_find(EGLenum id)
{
   for (unsigned i = 0; i < sizeof(platforms) / sizeof(platforms[0]); i++)
      if (platforms[i]->id == id)
         return platforms[i];
   return NULL;
}

struct ge_device *ge_platform_first_device(void)
{
   struct ge_device *dev = ge_devices();
   if (!dev)
      ge_error(EGL_BAD_ALLOC, "no device: that of GLOAM_DEVICE does not exist or cannot be opened (GLOAM_DEBUG=1 says why)");
   return dev;
}
