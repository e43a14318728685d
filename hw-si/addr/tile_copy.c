/* tile_copy.c: CPU copies between tiled images and rows of elements. Runs of complete 8x8 micro tiles in thin order go through
 * tile_runs.c, all other elements one by one, with surf_address(). */
#include "surf.h"

#include <string.h>

#include "tile_runs.h"

/* With constant sizes the compiler emits single moves. */
static inline void copy_el(void *dst, const void *src, unsigned bytes_per_el)
{
   switch (bytes_per_el) {
   case 1: memcpy(dst, src, 1); break;
   case 2: memcpy(dst, src, 2); break;
   case 4: memcpy(dst, src, 4); break;
   case 8: memcpy(dst, src, 8); break;
   default: memcpy(dst, src, 16); break;
   }
}

/* Elements x0 <= x < x1, y0 <= y < y1 of one slice, in any tiling mode. read: from the image to `rows`, else to the image. */
static void copy_elements(const struct surf_layout *s, unsigned level, uint8_t *image, uint8_t *rows,
                          ptrdiff_t stride_B, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1, uint32_t slice,
                          bool read)
{
   for (uint32_t y = y0; y < y1; y++) {
      uint8_t *row = rows + (ptrdiff_t)(y - y0) * stride_B;
      for (uint32_t x = x0; x < x1; x++, row += s->bytes_per_el) {
         uint8_t *el = image + surf_address(s, level, x, y, slice, 0);
         if (read)
            copy_el(row, el, s->bytes_per_el);
         else
            copy_el(el, row, s->bytes_per_el);
      }
   }
}

static void copy_slice_1d(const struct surf_layout *s, unsigned level, uint8_t *image, uint8_t *rows,
                          ptrdiff_t stride_B, const struct surf_box *box, uint32_t slice, bool read, bool past_caches)
{
   unsigned bpe = s->bytes_per_el, size = surf_log2(bpe);
   uint32_t x1 = box->x + box->width, y1 = box->y + box->height;
   uint32_t full_x0 = surf_align_u32(box->x, 8), full_x1 = x1 & ~7u;
   const struct tile_ops *ops = tile_ops();

   for (uint32_t y = box->y; y < y1;) {
      uint32_t next = surf_min_u32((y | 7) + 1, y1);
      uint8_t *row = rows + (ptrdiff_t)(y - box->y) * stride_B;
      if (next - y == 8 && full_x0 < full_x1) {
         uint8_t *tile = image + surf_address(s, level, full_x0, y, slice, 0);
         uint8_t *at = row + (size_t)(full_x0 - box->x) * bpe;
         copy_elements(s, level, image, row, stride_B, box->x, y, full_x0, next, slice, read);
         if (!read)
            ops->write[size](tile, at, stride_B, (full_x1 - full_x0) / 8, past_caches);
         else if (past_caches)
            tile_read_stream(ops, size, tile, at, stride_B, (full_x1 - full_x0) / 8);
         else
            ops->read[size](tile, at, stride_B, (full_x1 - full_x0) / 8);
         copy_elements(s, level, image, row + (size_t)(full_x1 - box->x) * bpe, stride_B, full_x1, y, x1, next, slice,
                       read);
      } else {
         copy_elements(s, level, image, row, stride_B, box->x, y, x1, next, slice, read);
      }
      y = next;
   }
}

static void copy_slice_linear(const struct surf_layout *s, unsigned level, uint8_t *image, uint8_t *rows,
                              ptrdiff_t stride_B, const struct surf_box *box, uint32_t slice, bool read)
{
   size_t pitch_B = (size_t)s->level[level].pitch_el * s->bytes_per_el, row_B = (size_t)box->width * s->bytes_per_el;
   uint8_t *at = image + surf_address(s, level, box->x, box->y, slice, 0);
   uint32_t height = box->height;

   if ((ptrdiff_t)pitch_B == stride_B && row_B == pitch_B) {
      row_B *= height;
      height = height ? 1 : 0;
   }
   for (uint32_t y = 0; y < height; y++, at += pitch_B, rows += stride_B) {
      if (read)
         memcpy(rows, at, row_B);
      else
         memcpy(at, rows, row_B);
   }
}

static void copy(const struct surf_layout *s, unsigned level, uint8_t *image, const struct surf_box *box, uint8_t *rows,
                 ptrdiff_t row_stride_B, size_t slice_stride_B, bool read, bool past_caches)
{
   const struct surf_level *l = &s->level[level];

   for (uint32_t z = 0; z < box->depth; z++, rows += slice_stride_B) {
      if (l->mode == SURF_LINEAR)
         copy_slice_linear(s, level, image, rows, row_stride_B, box, box->z + z, read);
      else if (l->mode == SURF_1D && s->tile.micro_mode != 0 && s->samples == 1)
         copy_slice_1d(s, level, image, rows, row_stride_B, box, box->z + z, read, past_caches);
      else
         copy_elements(s, level, image, rows, row_stride_B, box->x, box->y, box->x + box->width, box->y + box->height,
                       box->z + z, read);
   }
}

void surf_read(const struct surf_layout *s, unsigned level, const void *image, const struct surf_box *box, void *rows,
               ptrdiff_t row_stride_B, size_t slice_stride_B)
{
   const uint64_t slice_B = (uint64_t)box->width * box->height * s->bytes_per_el;

   copy(s, level, (uint8_t *)image, box, rows, row_stride_B, slice_stride_B, true, surf_stores_past_caches(slice_B, SURF_NOT_KNOWN));
   tile_stores_done();
}

void surf_write(const struct surf_layout *s, unsigned level, void *image, const struct surf_box *box, const void *rows,
                ptrdiff_t row_stride_B, size_t slice_stride_B, bool past_caches)
{
   copy(s, level, image, box, (uint8_t *)rows, row_stride_B, slice_stride_B, false, past_caches);
   tile_stores_done();
}
