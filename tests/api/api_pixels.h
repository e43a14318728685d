/* api_pixels.h: pixels in client memory (GL 4.6, 8.4.4 and 18.2): the legal pairs of format and type, and their components. */
#ifndef API_PIXELS_H
#define API_PIXELS_H

#include <stdbool.h>
#include <stdint.h>

#include "api_test.h"

enum { PAIRS = 200 };

struct pixels { GLenum format, type; unsigned components, component_B; bool is_float, integer; };

/* Every legal pair of colours: arrays first, then the packed types. Returns how many there are. */
unsigned api_all_pairs(struct pixels out[PAIRS]);

/* The RGBA components of a pixel: normalized numbers, or integers of the integer formats. Those that the format lacks are 0, and
 * alpha 1. */
void api_decode_pixel(const struct pixels *pixels, const uint8_t *data, double rgba[4]);

/* Stores a pixel whose components are 0 or 1. Returns its bytes. */
unsigned api_encode_pixel(const struct pixels *pixels, const bool rgba[4], uint8_t *data);

#endif
