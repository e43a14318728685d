/* api_bptc.h: a decoder of BPTC blocks (ARB_texture_compression_bptc). */
#ifndef API_BPTC_H
#define API_BPTC_H

#include <stdbool.h>
#include <stdint.h>

/* Texel (x, y) of a block of BPTC_UNORM; of a reserved mode, zeros. */
void api_decode_bptc_unorm(const uint8_t *block, unsigned x, unsigned y, uint8_t rgba[4]);

/* Texel (x, y) of a block of signed or unsigned floats. */
void api_decode_bptc_float(const uint8_t *block, bool is_signed, unsigned x, unsigned y, double rgb[3]);

#endif
