/* si.h: the driver's one public function. */
#ifndef SI_H
#define SI_H
#include <stddef.h>
struct pipe_screen;
struct ws_device;
/* Makes a screen on `dev` (takes its own reference). NULL with one line in `why` when the device cannot be driven. */
struct pipe_screen *si_screen_create(struct ws_device *dev, char *why, size_t why_size_B);
#endif
