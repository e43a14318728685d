/* pipe_format.c: questions about formats that are answered from the generated table. */
#include "pipe_format.h"

#include <string.h>

const struct pipe_format_channel *pipe_format_first_channel(enum pipe_format format)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   for (unsigned i = 0; i < desc->channel_count; i++) {
      if (desc->channel[i].type != PIPE_CHANNEL_VOID)
         return &desc->channel[i];
   }
   return NULL;
}

unsigned pipe_format_component_bits(enum pipe_format format, unsigned component)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   unsigned swizzle = desc->swizzle[component];
   return swizzle <= PIPE_SWIZZLE_W ? desc->channel[swizzle].size : 0;
}

static bool first_is(enum pipe_format format, enum pipe_channel_type type, bool pure, bool normalized)
{
   const struct pipe_format_channel *chan = pipe_format_first_channel(format);
   return chan && !pipe_format_is_depth_or_stencil(format) && chan->type == type && chan->pure_integer == pure &&
          chan->normalized == normalized;
}

bool pipe_format_is_pure_uint(enum pipe_format format)
{
   return first_is(format, PIPE_CHANNEL_UNSIGNED, true, false);
}

bool pipe_format_is_pure_sint(enum pipe_format format)
{
   return first_is(format, PIPE_CHANNEL_SIGNED, true, false);
}

bool pipe_format_is_pure_int(enum pipe_format format)
{
   return pipe_format_is_pure_uint(format) || pipe_format_is_pure_sint(format);
}

bool pipe_format_is_float(enum pipe_format format)
{
   return first_is(format, PIPE_CHANNEL_FLOAT, false, false);
}

bool pipe_format_is_snorm(enum pipe_format format)
{
   return first_is(format, PIPE_CHANNEL_SIGNED, false, true);
}

/* Linear and sRGB partners have the same layout and channels. The table is small and this is asked when a view is made,
 * so a search is enough. */
static bool same_storage(const struct pipe_format_desc *a, const struct pipe_format_desc *b)
{
   return a->layout == b->layout && a->block_size_B == b->block_size_B && a->block_width == b->block_width &&
          a->block_height == b->block_height &&
          a->channel_count == b->channel_count && !memcmp(a->channel, b->channel, sizeof a->channel) &&
          !memcmp(a->swizzle, b->swizzle, sizeof a->swizzle);
}

static enum pipe_format partner(enum pipe_format format, enum pipe_colorspace colorspace)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   if (desc->colorspace == colorspace)
      return format;
   if (desc->colorspace != PIPE_COLORSPACE_RGB && desc->colorspace != PIPE_COLORSPACE_SRGB)
      return PIPE_FORMAT_NONE;
   /* DXT3/DXT5 and ETC1/ETC2 describe equal texels: the names decide there (DXT3_RGBA and DXT3_SRGBA). */
   for (unsigned f = 1; f < PIPE_FORMAT_COUNT; f++) {
      const struct pipe_format_desc *other = &pipe_format_table[f];
      if (other->colorspace != colorspace || !same_storage(desc, other))
         continue;
      if (pipe_format_is_compressed(format) && strncmp(desc->name, other->name, 4))
         continue;
      return f;
   }
   return PIPE_FORMAT_NONE;
}

enum pipe_format pipe_format_linear(enum pipe_format format)
{
   return partner(format, PIPE_COLORSPACE_RGB);
}

enum pipe_format pipe_format_srgb(enum pipe_format format)
{
   return partner(format, PIPE_COLORSPACE_SRGB);
}

uint32_t pipe_format_stride_B(enum pipe_format format, uint32_t width)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   return (width + desc->block_width - 1) / desc->block_width * desc->block_size_B;
}

uint32_t pipe_format_rows(enum pipe_format format, uint32_t height)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   return (height + desc->block_height - 1) / desc->block_height;
}

uint64_t pipe_format_image_size_B(enum pipe_format format, uint32_t width, uint32_t height)
{
   return (uint64_t)pipe_format_stride_B(format, width) * pipe_format_rows(format, height);
}
