/* tc_buf_load.c: the quick part of buffer loads, 16 lanes of which every running one is in range (tc_buf.c has checked).
 * Compiled once per instruction set (px_ops.h). */
#include "winsys/sim/tc/tc_int.h"
#include "winsys/sim/tc/tc_fetch.h"

void PX(tc_buf_load)(const struct tc_buf_fetch *f, const uint32_t *offset, uint32_t (*data)[64], unsigned run)
{
   vu raw[4] = { vu_set(0), vu_set(0), vu_set(0), vu_set(0) }, val[4];
   tc_read_raw(f->host, vu_load(offset) & (vu)v_mask(run), f->el_B, raw);
   if (!f->fmt) {
      for (unsigned c = 0; c < f->rows; c++)
         vu_store_masked(data[c], raw[c], run);
      return;
   }
   fmt_vec_decode(f->fmt, f->num, raw, val);
   if (f->fmt->ch[3].bits == 2 && tc_buf_alpha_num(f->fmt, f->num) != f->num) {
      vu other[4];
      fmt_vec_decode(f->fmt, tc_buf_alpha_num(f->fmt, f->num), raw, other);
      val[3] = other[3];
   }
   for (unsigned c = 0; c < f->rows; c++) {
      unsigned sel = f->sel[c];
      vu_store_masked(data[c], sel >= 4 ? val[sel - 4] : vu_set(sel == 1 ? fmt_num_is_int(f->num) ? 1 : 0x3f800000 : 0), run);
   }
}
