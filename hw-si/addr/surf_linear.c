/* surf_linear.c: ARRAY_LINEAR_ALIGNED: alignment of pitch and slice size. */
#include "surf.h"

void surf_align_linear(unsigned bytes_per_el, uint32_t *pitch_el, uint32_t *height_el)
{
   uint32_t step = surf_max_u32(8, 64 / bytes_per_el), slice_step = surf_max_u32(64, 256 / bytes_per_el);

   *pitch_el = surf_align_u32(*pitch_el, step);
   while (((uint64_t)*pitch_el * *height_el) % slice_step)
      *pitch_el += step;
}
