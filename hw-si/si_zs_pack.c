/* si_zs_pack.c: combined depth/stencil formats exist only in maps; the depth unit has two planes. Converts one row at a time
 * between both forms. 24-bit depth is in the low bits of a 32-bit plane element. */
#include "si_resource.h"

#include <string.h>

unsigned si_z_plane_bytes(enum pipe_format format)
{
   switch (format) {
   case PIPE_FORMAT_Z16_UNORM:
      return 2;
   case PIPE_FORMAT_Z24X8_UNORM:
   case PIPE_FORMAT_Z24_UNORM_S8_UINT:
   case PIPE_FORMAT_Z32_FLOAT:
   case PIPE_FORMAT_Z32_FLOAT_S8X24_UINT:
      return 4;
   default:
      return 0;
   }
}

void si_zs_interleave(enum pipe_format format, void *dst, const void *z, const uint8_t *s, unsigned count)
{
   const uint32_t *z32 = z;
   uint32_t *out = dst;

   switch (format) {
   case PIPE_FORMAT_Z24_UNORM_S8_UINT:
   case PIPE_FORMAT_Z24X8_UNORM:
      for (unsigned i = 0; i < count; i++)
         out[i] = (z32[i] & 0xffffff) | (s ? (uint32_t)s[i] << 24 : 0);
      break;
   case PIPE_FORMAT_Z32_FLOAT_S8X24_UINT:
      for (unsigned i = 0; i < count; i++) {
         out[2 * i] = z32[i];
         out[2 * i + 1] = s ? s[i] : 0;
      }
      break;
   case PIPE_FORMAT_S8_UINT:
      memcpy(dst, s, count);
      break;
   default:
      memcpy(dst, z, (size_t)count * si_z_plane_bytes(format));
   }
}

void si_zs_split(enum pipe_format format, const void *src, void *z, uint8_t *s, unsigned count)
{
   const uint32_t *in = src;
   uint32_t *z32 = z;

   switch (format) {
   case PIPE_FORMAT_Z24_UNORM_S8_UINT:
   case PIPE_FORMAT_Z24X8_UNORM:
      for (unsigned i = 0; i < count; i++) {
         z32[i] = in[i] & 0xffffff;
         if (s)
            s[i] = in[i] >> 24;
      }
      break;
   case PIPE_FORMAT_Z32_FLOAT_S8X24_UINT:
      for (unsigned i = 0; i < count; i++) {
         z32[i] = in[2 * i];
         if (s)
            s[i] = in[2 * i + 1];
      }
      break;
   case PIPE_FORMAT_S8_UINT:
      memcpy(s, src, count);
      break;
   default:
      memcpy(z, src, (size_t)count * si_z_plane_bytes(format));
   }
}
