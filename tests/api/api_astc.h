/* api_astc.h: a decoder of two-dimensional ASTC blocks of low dynamic range (KHR_texture_compression_astc_hdr, C.2). */
#ifndef API_ASTC_H
#define API_ASTC_H

#include <stdbool.h>
#include <stdint.h>

/* Texel (x, y) of a block of width x height texels as bytes; magenta of an illegal block. sRGB: still encoded. */
void api_decode_astc(const uint8_t *block, unsigned width, unsigned height, bool srgb, unsigned x, unsigned y, uint8_t rgba[4]);

#endif
