/* ws_device.c: reference counts of devices, common to all implementations. */
#include "winsys/winsys.h"

struct ws_device *ws_device_ref(struct ws_device *dev)
{
   atomic_fetch_add_explicit(&dev->refs, 1, memory_order_relaxed);
   return dev;
}

void ws_device_unref(struct ws_device *dev)
{
   if (dev && atomic_fetch_sub_explicit(&dev->refs, 1, memory_order_acq_rel) == 1)
      dev->impl->destroy(dev);
}
