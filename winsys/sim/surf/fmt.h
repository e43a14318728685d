/* fmt.h: the data formats of the hardware. IMG_DATA_FORMAT, BUF_DATA_FORMAT and COLOR_* share their numbers where they
 * overlap, so one table serves textures, buffers and colour targets. Names list channels from the most significant bit
 * down: channel X is the least significant one. Values are 4 x 32 bits: IEEE floats for normalised, scaled and float
 * number types, integers for UINT and SINT. Missing channels decode as 0, 0, 0, 1.
 * Here: the table. Conversions are in fmt_vec.h, and those that it is tested against in tests/fmt_reference.h.
 * FMASK formats are plain numbers here: the reader maps samples to fragments.
 * Known gap: 32_AS_8, 32_AS_8_8 and 32_AS_32_32_32_32, of which no meaning is on record, are FMT_NONE. */
#ifndef SIM_FMT_H
#define SIM_FMT_H

#include <stdbool.h>
#include <stdint.h>

enum fmt_kind { FMT_NONE, FMT_PLAIN, FMT_RGB9E5, FMT_PACKED, FMT_BC }; /* PACKED: several texels, see tc_unpack() in tc/tc_fetch.h */
enum fmt_packing { FMT_GB_GR, FMT_BG_RG, FMT_BITS, FMT_BITS_REVERSED };
enum fmt_num { FMT_UNORM, FMT_SNORM, FMT_USCALED, FMT_SSCALED, FMT_UINT, FMT_SINT, FMT_FLOAT = 7, FMT_SRGB = 9 };
enum { FMT_8_8_8_8 = 10, FMT_5_6_5 = 16, FMT_32 = 4, FMT_16 = 2, FMT_8_24 = 20, FMT_32_32 = 11, FMT_16_16_16_16 = 12,
       FMT_32_32_32_32 = 14, FMT_BC1 = 35, FMT_BC4 = 38, FMT_BC5 = 39, FMT_BC6 = 40, FMT_BC7 = 41, FMT_FMASK_FIRST = 44,
       FMT_FMASK_LAST = 56 };

struct fmt_chan { uint8_t dw, shift, bits; }; /* dword of the element, lowest bit, width (0: channel missing) */
struct fmt {
   const char *name;
   uint8_t kind, el_B, block_w, block_h; /* an element is block_w x block_h texels */
   uint8_t chans, packing;
   struct fmt_chan ch[4];
};

/* Never NULL; kind FMT_NONE for numbers that mean nothing (or a known gap). */
const struct fmt *fmt_get(unsigned data_format);
/* Can this number type be decoded? */
bool fmt_num_valid(const struct fmt *f, unsigned num);
static inline bool fmt_num_is_int(unsigned num) { return num == FMT_UINT || num == FMT_SINT; }

/* BCn: complete blocks, texels row by row. Those of at most 8 bits per channel also as RGBA8 (not yet linear if sRGB). */
bool fmt_bc_is_rgba8(unsigned data_format);
void fmt_decode_bc_rgba8(unsigned data_format, const uint8_t *block, uint32_t out[16]);
void fmt_decode_bc_block(unsigned data_format, unsigned num, const uint8_t *block, uint32_t out[16][4]);
void fmt_decode_bc7(const uint8_t *block, uint32_t out[16]);
void fmt_decode_bc6(const uint8_t *block, bool is_signed, uint16_t out[16][3]);

float fmt_from_half(uint32_t h);

extern const float fmt_srgb_to_linear[256];
extern const uint16_t fmt_srgb_halves[2][256]; /* of their bits, low and high; aligned to 64 bytes */
/* [n]: smallest float that encodes as n or more; [0] = 0. */
extern const float fmt_srgb_threshold[256];
/* By the upper half of a float's bits from 2^-13 to 1: plus the lower half it is the code << 17, and what does not count. */
#define FMT_SRGB_ENCODE_FIRST 0x3900u
extern const uint32_t fmt_srgb_encode[1665];

static inline uint32_t fmt_bits(float f) { union { float f; uint32_t u; } v = { .f = f }; return v.u; }
static inline float fmt_float(uint32_t u) { union { uint32_t u; float f; } v = { .u = u }; return v.f; }

#endif
