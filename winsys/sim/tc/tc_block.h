/* tc_block.h: decoded blocks of compressed images, kept by each thread. A block is looked up by its address and compared by
 * its bytes, so a change of memory needs no invalidation. Its 16 texels are kept in the format that img->as
 * names, in the order of micro tiles (x0 y0 x1 y1). */
#ifndef SIM_TC_BLOCK_H
#define SIM_TC_BLOCK_H

#include "winsys/sim/tc/tc_int.h"

#include <string.h>

#define TC_BLOCKS 1024 /* power of two; what a tile of the screen shows of a few images */
struct tc_block {
   uint64_t raw[2];
   uint32_t kind;         /* format and number type; 0: nothing here */
   _Alignas(64) uint32_t texel[32];
};
struct tc_blocks { struct tc_block slot[TC_BLOCKS]; };

/* tc.c: decodes into b, whose raw and kind are set. */
void tc_block_decode(struct tc_block *b);

static inline uint32_t tc_block_kind(const struct tc_img *img) { return (uint32_t)img->data_format << 8 | img->num; }

static inline const uint32_t *tc_block_texels(const struct tc_img *img, const uint8_t *p)
{
   uint64_t raw[2] = { 0, 0 };
   uint32_t kind = tc_block_kind(img);
   uintptr_t at = (uintptr_t)p >> 3;
   if (img->fmt->el_B == 16) {
      memcpy(raw, p, 16);
      at >>= 1;
   } else {
      memcpy(raw, p, 8);
   }
   struct tc_block *b = &img->blocks->slot[(at ^ at >> 10 ^ at >> 17) & (TC_BLOCKS - 1)];
   if ((b->raw[0] ^ raw[0]) | (b->raw[1] ^ raw[1]) | (b->kind ^ kind)) {
      b->raw[0] = raw[0];
      b->raw[1] = raw[1];
      b->kind = kind;
      tc_block_decode(b);
   }
   return b->texel;
}

/* Place of a texel in it. */
static inline unsigned tc_block_place(uint32_t x, uint32_t y)
{
   return (x & 1) | (y & 1) << 1 | (x & 2) << 1 | (y & 2) << 2;
}

#endif
