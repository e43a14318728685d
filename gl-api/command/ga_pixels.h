/* ga_pixels.h: client memory of pixel transfers: how glPixelStore lays it out. */
#ifndef GA_PIXELS_H
#define GA_PIXELS_H

#include "gl-api/context/ga_context.h"

struct ga_pixel_format;

struct ga_pixel_layout {
   uint64_t skip_B;   /* from the application's pointer to the first pixel */
   uint64_t stride_B; /* between rows */
   uint64_t image_B;  /* between slices */
   uint64_t end_B;    /* from the pointer to the end of the last pixel of the first slice; 0 for an empty image */
};

/* Slices of width x height pixels (GL 4.6, 8.4.4.1; ES 2.0, 3.6.2 with EXT_unpack_subimage). dims: of the command; IMAGE_HEIGHT
 * and SKIP_IMAGES apply to 3. */
struct ga_pixel_layout ga_pixel_layout(const struct ga_pixel_store *store, const struct ga_pixel_format *pixels,
                                       uint32_t width, uint32_t height, unsigned dims);
void ga_pixel_store_init(struct ga_pixel_store *store);

#endif
