/* legacy_reference.h: pictures that the compatibility profile demands of bodies of body_legacy.c and body_legacy_vertices.c. */
#ifndef LEGACY_REFERENCE_H
#define LEGACY_REFERENCE_H

#include "api_test.h"

/* Makes coordinates of objects those of the window. */
void legacy_window_coordinates(void);

/* An opaque texel, where it is one of the picture. */
void legacy_put(uint8_t rgba[API_TEXELS][4], int x, int y, uint8_t r, uint8_t g, uint8_t b);

/* Component c of texel i of the texture that the bodies sample, 16 texels wide. */
uint8_t legacy_texel(unsigned i, unsigned c);

/* The texture, repeated and filtered. */
void legacy_sample(double s, double t, unsigned components, double out[4]);

void legacy_reference_primitives(uint8_t rgba[API_TEXELS][4]);
void legacy_reference_flat(uint8_t rgba[API_TEXELS][4]);
void legacy_reference_alpha(uint8_t rgba[API_TEXELS][4]);
void legacy_reference_arrays(uint8_t rgba[API_TEXELS][4]);
void legacy_reference_modes(uint8_t rgba[API_TEXELS][4]);
void legacy_reference_combine(uint8_t rgba[API_TEXELS][4]);
void legacy_reference_stipple(uint8_t rgba[API_TEXELS][4]);
void legacy_reference_curves(uint8_t rgba[API_TEXELS][4]);
void legacy_reference_fog(uint8_t rgba[API_TEXELS][4]);
void legacy_reference_lighting(uint8_t rgba[API_TEXELS][4]);
void legacy_reference_two_sides(uint8_t rgba[API_TEXELS][4]);
void legacy_reference_texgen(uint8_t rgba[API_TEXELS][4]);
void legacy_reference_surface(uint8_t rgba[API_TEXELS][4]);

#endif
