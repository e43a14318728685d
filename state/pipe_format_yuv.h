/* pipe_format_yuv.h: PIPE_FORMAT_UYVY, pairs of texels that share chroma, from and to 8-bit RGB. ITU-R BT.601 with 16 to 235 for luma and
 * 16 to 240 for chroma, in integers of 8 fraction bits. */
#ifndef PIPE_FORMAT_YUV_H
#define PIPE_FORMAT_YUV_H

#include <stddef.h>
#include <stdint.h>

#include "pipe_format.h"

/* Rows of pairs to rows of R, G, B, 255 bytes. The last texel of an odd row has no Cr; it takes that of the pair before it, or none (128). */
void pipe_decode_uyvy_image(enum pipe_format format, uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B,
                            unsigned width, unsigned height);
/* Rows of R, G, B, X bytes to rows of pairs, each with the chroma of its mean colour. */
void pipe_encode_uyvy_image(uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B, unsigned width, unsigned height);

#endif
