/* pipe_format_pack.h: pixels in memory <-> RGBA values, one row at a time, on the CPU.
 *
 * Values are the texel's R, G, B, A after the format's swizzle: missing colours read 0, missing alpha reads 1, an
 * L8 texel reads (l, l, l, 1). Packing takes what the format stores and drops the rest; conversion to fewer values
 * clamps and rounds to nearest (GL 4.6, 2.3.5); bits without meaning are written as ones in normalised formats and as
 * zeros elsewhere. Not for compressed formats (but see pipe_decode_*_image) and subsampled ones. */
#ifndef PIPE_FORMAT_PACK_H
#define PIPE_FORMAT_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pipe_format.h"

/* Can rows of this format be packed and unpacked here? */
bool pipe_format_can_pack(enum pipe_format format);

/* Colour formats. float: anything that is not pure integer (sRGB formats: values are linear). uint/sint: pure integer
 * formats of either sign, clamped to the range of the other side. unorm8: as float, then rounded to 0..255. */
void pipe_unpack_float(enum pipe_format format, float (*dst)[4], const void *src, unsigned width);
void pipe_pack_float(enum pipe_format format, void *dst, const float (*src)[4], unsigned width);
void pipe_unpack_uint(enum pipe_format format, uint32_t (*dst)[4], const void *src, unsigned width);
void pipe_pack_uint(enum pipe_format format, void *dst, const uint32_t (*src)[4], unsigned width);
void pipe_unpack_sint(enum pipe_format format, int32_t (*dst)[4], const void *src, unsigned width);
void pipe_pack_sint(enum pipe_format format, void *dst, const int32_t (*src)[4], unsigned width);
void pipe_unpack_unorm8(enum pipe_format format, uint8_t (*dst)[4], const void *src, unsigned width);
void pipe_pack_unorm8(enum pipe_format format, void *dst, const uint8_t (*src)[4], unsigned width);

/* Depth and stencil formats. Packing one aspect leaves the bits of the other as they were. unorm32: 0..2^32-1 stands
 * for 0..1. */
void pipe_unpack_z_float(enum pipe_format format, float *dst, const void *src, unsigned width);
void pipe_pack_z_float(enum pipe_format format, void *dst, const float *src, unsigned width);
void pipe_unpack_z_unorm32(enum pipe_format format, uint32_t *dst, const void *src, unsigned width);
void pipe_pack_z_unorm32(enum pipe_format format, void *dst, const uint32_t *src, unsigned width);
/* Depth of a float format to 0..1, in place; NaN to 0. Other formats hold no more than that. */
void pipe_clamp_z(enum pipe_format format, void *texels, unsigned width);
bool pipe_format_has_float_depth(enum pipe_format format);
void pipe_unpack_s8(enum pipe_format format, uint8_t *dst, const void *src, unsigned width);
void pipe_pack_s8(enum pipe_format format, void *dst, const uint8_t *src, unsigned width);

/* One 4x4 ETC1 block (8 bytes) to texels[row][column][RGBA]; alpha is 255. */
void pipe_decode_etc1(const uint8_t block[8], uint8_t texels[4][4][4]);
/* An image of ETC1, ETC2 or EAC blocks (rows of blocks src_stride_B apart), width x height texels, to an image of
 * pipe_etc_decoded_format, or of one of the same layout (X instead of A). */
void pipe_decode_etc_image(enum pipe_format format, uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B,
                           unsigned width, unsigned height);
/* The texels of these blocks, without loss; NONE: not such a format. */
enum pipe_format pipe_etc_decoded_format(enum pipe_format format);

/* The 8-bit texels that pipe_compress_image makes blocks of an RGTC, S3TC or FXT1 format from (of sRGB formats: values after the sRGB curve);
 * NONE: it does not make the format. */
enum pipe_format pipe_compressed_from(enum pipe_format format);
/* An image of those texels to blocks, rows of blocks dst_stride_B apart. */
void pipe_compress_image(enum pipe_format format, uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B,
                         unsigned width, unsigned height);

/* The same for BPTC, whose float formats are made of half-precision texels. */
enum pipe_format pipe_bptc_texel_format(enum pipe_format format);
void pipe_encode_bptc_image(enum pipe_format format, uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B,
                            unsigned width, unsigned height);

/* One FXT1 block to texels[row][column][RGBA]. */
void pipe_decode_fxt1_block(const uint8_t block[16], uint8_t texels[4][8][4]);
/* An image of FXT1 blocks (rows of blocks src_stride_B apart), width x height texels, to R8G8B8A8_UNORM, and the reverse. */
void pipe_decode_fxt1_image(enum pipe_format format, uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B,
                            unsigned width, unsigned height);
void pipe_encode_fxt1_image(enum pipe_format format, uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B,
                            unsigned width, unsigned height);

enum { PIPE_ASTC_MAX_TEXELS = 12 * 12 };
/* One 2D ASTC block, LDR profile, to block_width * block_height texels [RGBA], row by row. srgb: values before the sRGB curve. */
void pipe_decode_astc_block(unsigned block_width, unsigned block_height, bool srgb, const uint8_t block[16], uint8_t (*texels)[4]);
/* An image of ASTC blocks (rows of blocks src_stride_B apart), width x height texels, to R8G8B8A8_UNORM or _SRGB. */
void pipe_decode_astc_image(enum pipe_format format, uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B,
                            unsigned width, unsigned height);

/* A rectangle from one format to another; rows are stride_B apart (negative: bottom row first). `swizzle` (or NULL):
 * destination component i takes source component swizzle[i] (enum pipe_swizzle). Equal formats without swizzle are
 * copied. Depth and stencil go to and from colour formats with one channel: normalised and float ones hold depth, integers
 * (and, where there is no depth, floats) stencil. False: no conversion exists (integer to non-integer, several channels to depth,
 * compressed). The two rectangles do not overlap. */
bool pipe_convert_rect(enum pipe_format dst_format, void *dst, ptrdiff_t dst_stride_B, enum pipe_format src_format,
                       const void *src, ptrdiff_t src_stride_B, unsigned width, unsigned height,
                       const uint8_t *swizzle);
/* Would pipe_convert_rect do it? */
bool pipe_can_convert(enum pipe_format dst_format, enum pipe_format src_format);

#endif
