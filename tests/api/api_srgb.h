/* api_srgb.h: sRGB codes and linear values, both from 0 to 1 (OpenGL 4.6, 8.24 and 17.3.7). */
#ifndef API_SRGB_H
#define API_SRGB_H

#include <math.h>

static inline double api_srgb_decode(double code)
{
   return code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4);
}

static inline double api_srgb_encode(double linear)
{
   return linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055;
}

#endif
