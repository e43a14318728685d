/* pipe_format_desc.h: the description of a format, and queries of its properties. Included by the generated
 * pipe_format.h; its table is generated from pipe_format.csv. */
#ifndef PIPE_FORMAT_DESC_H
#define PIPE_FORMAT_DESC_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe_format.h"

enum pipe_layout {
   PIPE_LAYOUT_NONE,
   PIPE_LAYOUT_PLAIN,        /* channels of 8, 16, 32 or 64 bits, in memory order */
   PIPE_LAYOUT_PACKED,       /* bit fields of one little-endian word */
   PIPE_LAYOUT_PACKED_FLOAT, /* R11G11B10 */
   PIPE_LAYOUT_SHARED_EXP,   /* R9G9B9E5 */
   PIPE_LAYOUT_ETC, PIPE_LAYOUT_S3TC, PIPE_LAYOUT_RGTC, PIPE_LAYOUT_FXT1, PIPE_LAYOUT_BPTC, PIPE_LAYOUT_ASTC,
   PIPE_LAYOUT_SUBSAMPLED,
};

enum pipe_channel_type { PIPE_CHANNEL_VOID, PIPE_CHANNEL_UNSIGNED, PIPE_CHANNEL_SIGNED, PIPE_CHANNEL_FLOAT, PIPE_CHANNEL_FIXED };
enum pipe_colorspace { PIPE_COLORSPACE_RGB, PIPE_COLORSPACE_SRGB, PIPE_COLORSPACE_ZS, PIPE_COLORSPACE_YUV };

/* Where a component comes from; samplers, views and format tables use the same numbers. */
enum pipe_swizzle { PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_W, PIPE_SWIZZLE_0, PIPE_SWIZZLE_1,
                  PIPE_SWIZZLE_NONE /* format tables only: no such component */ };

struct pipe_format_channel {
   uint8_t type;         /* enum pipe_channel_type */
   uint8_t size;         /* bits */
   uint8_t shift;        /* bits from the lowest bit of the block (plain formats: 8 * byte offset) */
   uint8_t normalized;   /* integers stand for 0..1 or -1..1 */
   uint8_t pure_integer; /* neither normalised nor scaled: the shader sees integers */
};

struct pipe_format_desc {
   const char *name;     /* "R8G8B8A8_UNORM" */
   uint8_t layout;       /* enum pipe_layout */
   uint8_t colorspace;   /* enum pipe_colorspace */
   uint8_t block_width, block_height, block_size_B;
   uint8_t channel_count; /* including void ones */
   struct pipe_format_channel channel[4];
   uint8_t swizzle[4];   /* enum pipe_swizzle: channel of R, G, B, A. PIPE_COLORSPACE_ZS: [0] depth, [1] stencil */
};

extern const struct pipe_format_desc pipe_format_table[PIPE_FORMAT_COUNT];

/* Never NULL: an unknown value gets the description of PIPE_FORMAT_NONE (no channels, block of 0 bytes). */
static inline const struct pipe_format_desc *pipe_format_desc(enum pipe_format format)
{
   return &pipe_format_table[(unsigned)format < PIPE_FORMAT_COUNT ? format : PIPE_FORMAT_NONE];
}

static inline const char *pipe_format_name(enum pipe_format format)
{
   return pipe_format_desc(format)->name;
}

static inline unsigned pipe_format_block_size_B(enum pipe_format format)
{
   return pipe_format_desc(format)->block_size_B;
}

static inline bool pipe_format_has_depth(enum pipe_format format)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   return desc->colorspace == PIPE_COLORSPACE_ZS && desc->swizzle[0] != PIPE_SWIZZLE_NONE;
}

static inline bool pipe_format_has_stencil(enum pipe_format format)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   return desc->colorspace == PIPE_COLORSPACE_ZS && desc->swizzle[1] != PIPE_SWIZZLE_NONE;
}

static inline bool pipe_format_is_depth_or_stencil(enum pipe_format format)
{
   return pipe_format_desc(format)->colorspace == PIPE_COLORSPACE_ZS;
}

static inline bool pipe_format_is_srgb(enum pipe_format format)
{
   return pipe_format_desc(format)->colorspace == PIPE_COLORSPACE_SRGB;
}

static inline bool pipe_format_is_compressed(enum pipe_format format)
{
   unsigned layout = pipe_format_desc(format)->layout;
   return layout >= PIPE_LAYOUT_ETC && layout <= PIPE_LAYOUT_ASTC;
}

/* Alpha is stored, not the constant 1. */
static inline bool pipe_format_has_alpha(enum pipe_format format)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   return desc->colorspace != PIPE_COLORSPACE_ZS && desc->swizzle[3] <= PIPE_SWIZZLE_W;
}

/* Bits of component 0..3 = R, G, B, A (zs: 0 depth, 1 stencil); 0 when the format does not store it. */
unsigned pipe_format_component_bits(enum pipe_format format, unsigned component);
/* Colour formats whose shader type is ivec4 or uvec4 (the stencil of zs formats does not count). */
bool pipe_format_is_pure_int(enum pipe_format format);
bool pipe_format_is_pure_uint(enum pipe_format format);
bool pipe_format_is_pure_sint(enum pipe_format format);
bool pipe_format_is_float(enum pipe_format format);
bool pipe_format_is_snorm(enum pipe_format format);
/* The first channel that means something; NULL for NONE. */
const struct pipe_format_channel *pipe_format_first_channel(enum pipe_format format);
/* The sRGB format as linear and the reverse; PIPE_FORMAT_NONE when there is none, `format` when it is already. */
enum pipe_format pipe_format_linear(enum pipe_format format);
enum pipe_format pipe_format_srgb(enum pipe_format format);

/* Rows and sizes of images stored without padding, in bytes. */
uint32_t pipe_format_stride_B(enum pipe_format format, uint32_t width);
uint32_t pipe_format_rows(enum pipe_format format, uint32_t height); /* rows of blocks */
uint64_t pipe_format_image_size_B(enum pipe_format format, uint32_t width, uint32_t height);

#endif
