/* surf_1d.c: ARRAY_1D_TILED_THIN1 (micro tiles of 8x8 elements in row-major order), and the element order in a micro tile. */
#include "surf.h"

void surf_align_1d(unsigned bytes_per_el, unsigned samples, bool with_stencil, uint32_t *pitch_el, uint32_t *height_el)
{
   *pitch_el = surf_align_u32(*pitch_el, 8);
   *height_el = surf_align_u32(*height_el, 8);
   for (;; *pitch_el += 8) {
      uint64_t area = (uint64_t)*pitch_el * *height_el;
      if (area * bytes_per_el * samples % 256 == 0 && (!with_stencil || area % 256 == 0))
         return;
   }
}

/* For each bit of the element number, lowest first, its source: 0..2 = bits of x, 3..5 = bits of y. */
static const uint8_t order_thin[6] = {0, 3, 1, 4, 2, 5};
static const uint8_t order_display[5][6] = {
   {0, 1, 2, 4, 3, 5}, /* 1 byte per element */
   {0, 1, 2, 3, 4, 5}, /* 2 */
   {0, 1, 3, 2, 4, 5}, /* 4 */
   {0, 3, 1, 2, 4, 5}, /* 8 */
   {3, 0, 1, 2, 4, 5}, /* 16 */
};

uint32_t surf_micro_B(const struct surf_layout *s, uint32_t x, uint32_t y, unsigned sample)
{
   const uint8_t *order = s->tile.micro_mode == 0 ? order_display[surf_log2(s->bytes_per_el)] : order_thin;
   uint32_t xy = (x & 7) | (y & 7) << 3, p = 0;

   for (unsigned i = 0; i < 6; i++)
      p |= (xy >> order[i] & 1) << i;
   /* Colour stores samples as planes of a micro tile; depth stores the samples of a pixel next to each other. */
   if (s->cls == SURF_COLOR)
      return (sample * 64 + p) * s->bytes_per_el;
   return (p * s->samples + sample) * s->bytes_per_el;
}
