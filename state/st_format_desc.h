/* st_format_desc.h: what a format is made of, and the questions that code asks about it. Included by the generated
 * st_format.h; the table behind it is generated from st_format.csv. */
#ifndef ST_FORMAT_DESC_H
#define ST_FORMAT_DESC_H

#include <stdbool.h>
#include <stdint.h>

#include "st_format.h"

enum st_layout {
   ST_LAYOUT_NONE,
   ST_LAYOUT_PLAIN,        /* channels are whole bytes, in memory order */
   ST_LAYOUT_PACKED,       /* bit fields of one little-endian word */
   ST_LAYOUT_PACKED_FLOAT, /* R11G11B10 */
   ST_LAYOUT_SHARED_EXP,   /* R9G9B9E5 */
   ST_LAYOUT_ETC, ST_LAYOUT_S3TC, ST_LAYOUT_RGTC, ST_LAYOUT_BPTC,
   ST_LAYOUT_SUBSAMPLED,
};

enum st_channel_type { ST_CHANNEL_VOID, ST_CHANNEL_UNSIGNED, ST_CHANNEL_SIGNED, ST_CHANNEL_FLOAT, ST_CHANNEL_FIXED };
enum st_colorspace { ST_COLORSPACE_RGB, ST_COLORSPACE_SRGB, ST_COLORSPACE_ZS, ST_COLORSPACE_YUV };

/* Where a component comes from; samplers, views and format tables use the same numbers. */
enum st_swizzle { ST_SWIZZLE_X, ST_SWIZZLE_Y, ST_SWIZZLE_Z, ST_SWIZZLE_W, ST_SWIZZLE_0, ST_SWIZZLE_1,
                  ST_SWIZZLE_NONE /* format tables only: no such component */ };

struct st_format_channel {
   uint8_t type;         /* enum st_channel_type */
   uint8_t size;         /* bits */
   uint8_t shift;        /* bits from the lowest bit of the block (plain formats: 8 * byte offset) */
   uint8_t normalized;   /* integers stand for 0..1 or -1..1 */
   uint8_t pure_integer; /* neither normalised nor scaled: the shader sees integers */
};

struct st_format_desc {
   const char *name;     /* "R8G8B8A8_UNORM" */
   uint8_t layout;       /* enum st_layout */
   uint8_t colorspace;   /* enum st_colorspace */
   uint8_t block_width, block_height, block_size_B;
   uint8_t channel_count; /* including void ones */
   struct st_format_channel channel[4];
   uint8_t swizzle[4];   /* enum st_swizzle: channel of R, G, B, A. ST_COLORSPACE_ZS: [0] depth, [1] stencil */
};

extern const struct st_format_desc st_format_table[ST_FORMAT_COUNT];

/* Never NULL: an unknown value gets the description of ST_FORMAT_NONE (no channels, block of 0 bytes). */
static inline const struct st_format_desc *st_format_desc(enum st_format format)
{
   return &st_format_table[(unsigned)format < ST_FORMAT_COUNT ? format : ST_FORMAT_NONE];
}

static inline const char *st_format_name(enum st_format format)
{
   return st_format_desc(format)->name;
}

static inline unsigned st_format_block_size_B(enum st_format format)
{
   return st_format_desc(format)->block_size_B;
}

static inline bool st_format_has_depth(enum st_format format)
{
   const struct st_format_desc *desc = st_format_desc(format);
   return desc->colorspace == ST_COLORSPACE_ZS && desc->swizzle[0] != ST_SWIZZLE_NONE;
}

static inline bool st_format_has_stencil(enum st_format format)
{
   const struct st_format_desc *desc = st_format_desc(format);
   return desc->colorspace == ST_COLORSPACE_ZS && desc->swizzle[1] != ST_SWIZZLE_NONE;
}

static inline bool st_format_is_depth_or_stencil(enum st_format format)
{
   return st_format_desc(format)->colorspace == ST_COLORSPACE_ZS;
}

static inline bool st_format_is_srgb(enum st_format format)
{
   return st_format_desc(format)->colorspace == ST_COLORSPACE_SRGB;
}

static inline bool st_format_is_compressed(enum st_format format)
{
   unsigned layout = st_format_desc(format)->layout;
   return layout >= ST_LAYOUT_ETC && layout <= ST_LAYOUT_BPTC;
}

/* Alpha is stored, not the constant 1. */
static inline bool st_format_has_alpha(enum st_format format)
{
   const struct st_format_desc *desc = st_format_desc(format);
   return desc->colorspace != ST_COLORSPACE_ZS && desc->swizzle[3] <= ST_SWIZZLE_W;
}

/* Bits of component 0..3 = R, G, B, A (zs: 0 depth, 1 stencil); 0 when the format does not store it. */
unsigned st_format_component_bits(enum st_format format, unsigned component);
/* Colour formats whose shader type is ivec4 or uvec4 (the stencil of zs formats does not count). */
bool st_format_is_pure_int(enum st_format format);
bool st_format_is_pure_uint(enum st_format format);
bool st_format_is_pure_sint(enum st_format format);
bool st_format_is_float(enum st_format format);
bool st_format_is_snorm(enum st_format format);
/* The first channel that means something; NULL for NONE. */
const struct st_format_channel *st_format_first_channel(enum st_format format);
/* The sRGB format as linear and the reverse; ST_FORMAT_NONE when there is none, `format` when it is already. */
enum st_format st_format_linear(enum st_format format);
enum st_format st_format_srgb(enum st_format format);

/* Rows and sizes of images stored without padding, in bytes. */
uint32_t st_format_stride_B(enum st_format format, uint32_t width);
uint32_t st_format_rows(enum st_format format, uint32_t height); /* rows of blocks */
uint64_t st_format_image_size_B(enum st_format format, uint32_t width, uint32_t height);

#endif
