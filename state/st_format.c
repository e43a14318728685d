/* st_format.c: questions about formats that are answered from the generated table. */
#include "st_format.h"

#include <string.h>

const struct st_format_channel *st_format_first_channel(enum st_format format)
{
   const struct st_format_desc *desc = st_format_desc(format);
   for (unsigned i = 0; i < desc->channel_count; i++) {
      if (desc->channel[i].type != ST_CHANNEL_VOID)
         return &desc->channel[i];
   }
   return NULL;
}

unsigned st_format_component_bits(enum st_format format, unsigned component)
{
   const struct st_format_desc *desc = st_format_desc(format);
   unsigned swizzle = desc->swizzle[component];
   return swizzle <= ST_SWIZZLE_W ? desc->channel[swizzle].size : 0;
}

static bool first_is(enum st_format format, enum st_channel_type type, bool pure, bool normalized)
{
   const struct st_format_channel *chan = st_format_first_channel(format);
   return chan && !st_format_is_depth_or_stencil(format) && chan->type == type && chan->pure_integer == pure &&
          chan->normalized == normalized;
}

bool st_format_is_pure_uint(enum st_format format)
{
   return first_is(format, ST_CHANNEL_UNSIGNED, true, false);
}

bool st_format_is_pure_sint(enum st_format format)
{
   return first_is(format, ST_CHANNEL_SIGNED, true, false);
}

bool st_format_is_pure_int(enum st_format format)
{
   return st_format_is_pure_uint(format) || st_format_is_pure_sint(format);
}

bool st_format_is_float(enum st_format format)
{
   return first_is(format, ST_CHANNEL_FLOAT, false, false);
}

bool st_format_is_snorm(enum st_format format)
{
   return first_is(format, ST_CHANNEL_SIGNED, false, true);
}

/* Linear and sRGB partners have the same layout and channels. The table is small and this is asked when a view is made,
 * so a search is enough. */
static bool same_storage(const struct st_format_desc *a, const struct st_format_desc *b)
{
   return a->layout == b->layout && a->block_size_B == b->block_size_B && a->block_width == b->block_width &&
          a->channel_count == b->channel_count && !memcmp(a->channel, b->channel, sizeof a->channel) &&
          !memcmp(a->swizzle, b->swizzle, sizeof a->swizzle);
}

static enum st_format partner(enum st_format format, enum st_colorspace colorspace)
{
   const struct st_format_desc *desc = st_format_desc(format);
   if (desc->colorspace == colorspace)
      return format;
   if (desc->colorspace != ST_COLORSPACE_RGB && desc->colorspace != ST_COLORSPACE_SRGB)
      return ST_FORMAT_NONE;
   /* DXT3/DXT5 and ETC1/ETC2 describe equal texels: the names decide there (DXT3_RGBA and DXT3_SRGBA). */
   for (unsigned f = 1; f < ST_FORMAT_COUNT; f++) {
      const struct st_format_desc *other = &st_format_table[f];
      if (other->colorspace != colorspace || !same_storage(desc, other))
         continue;
      if (st_format_is_compressed(format) && strncmp(desc->name, other->name, 4))
         continue;
      return f;
   }
   return ST_FORMAT_NONE;
}

enum st_format st_format_linear(enum st_format format)
{
   return partner(format, ST_COLORSPACE_RGB);
}

enum st_format st_format_srgb(enum st_format format)
{
   return partner(format, ST_COLORSPACE_SRGB);
}

uint32_t st_format_stride_B(enum st_format format, uint32_t width)
{
   const struct st_format_desc *desc = st_format_desc(format);
   return (width + desc->block_width - 1) / desc->block_width * desc->block_size_B;
}

uint32_t st_format_rows(enum st_format format, uint32_t height)
{
   const struct st_format_desc *desc = st_format_desc(format);
   return (height + desc->block_height - 1) / desc->block_height;
}

uint64_t st_format_image_size_B(enum st_format format, uint32_t width, uint32_t height)
{
   return (uint64_t)st_format_stride_B(format, width) * st_format_rows(format, height);
}
