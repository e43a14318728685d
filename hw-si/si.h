/* si.h: the driver's public functions. */
#ifndef SI_H
#define SI_H
#include <stddef.h>
#include <stdint.h>
struct pipe_screen;
struct ws_device;
struct ws_info;
/* Makes a screen on `dev` (takes its own reference). NULL with one line in `why` when the device cannot be driven. */
struct pipe_screen *si_screen_create(struct ws_device *dev, char *why, size_t why_size_B);
/* What EXT_memory_object and EGL_EXT_device_persistent_id call device and driver. On a card both are Mesa's, whose layouts of shared
 * images are this driver's: programs that share memory with RADV or radeonsi compare them. */
void si_uuids(const struct ws_info *info, uint8_t device[16], uint8_t driver[16]);
#endif
