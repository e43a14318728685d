/* api_etc2.h: a decoder of EAC and ETC2 blocks (OpenGL ES 3.2, appendix C). */
#ifndef API_ETC2_H
#define API_ETC2_H

#include "api_test.h"

/* Texel (x, y) of a block of the format, of sRGB ones linear. */
void api_decode_etc2(GLenum format, const uint8_t *block, unsigned x, unsigned y, double rgba[4]);

#endif
