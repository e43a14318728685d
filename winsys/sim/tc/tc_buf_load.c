/* tc_buf_load.c: loads and stores of a view (tc.h), of which every lane is in range: its host code has checked. Compiled once per
 * instruction set (px_ops.h). */
#include "winsys/sim/tc/tc_int.h"
#include "winsys/sim/tc/tc_fetch.h"

static void convert(const struct tc_view *v, const vu raw[4], vu val[4])
{
   if (v->plain) {
      for (unsigned c = 0; c < 4; c++)
         val[c] = c < v->plain ? raw[c] : vu_set(c < 3 ? 0 : fmt_num_is_int(v->num) ? 1 : 0x3f800000);
      return;
   }
   fmt_vec_decode(v->fmt, v->num, raw, val);
   if (tc_buf_alpha_num(v->fmt, v->num) != v->num) {
      vu other[4];
      fmt_vec_decode(v->fmt, tc_buf_alpha_num(v->fmt, v->num), raw, other);
      val[3] = other[3];
   }
}

void PX(tc_view_load)(const struct tc_view *v, unsigned dwords, unsigned rows, const uint32_t *offset, uint32_t (*data)[64],
                      uint64_t exec, unsigned lanes)
{
   for (unsigned at = 0; at < lanes; at += 16) {
      const unsigned run = exec >> at & 0xffff;
      vu raw[4] = { vu_set(0), vu_set(0), vu_set(0), vu_set(0) }, val[4];
      if (!run)
         continue;
      tc_read_raw(v->host, vu_load(offset + at) & (vu)v_mask(run), dwords ? 4 * dwords : v->format_B, raw);
      if (!dwords)
         convert(v, raw, val);
      for (unsigned c = 0; c < rows; c++) {
         const unsigned sel = v->sel[c];
         vu_store_masked(&data[c][at], dwords ? raw[c] : sel >= 4 ? val[sel - 4] :
                         vu_set(sel == 1 ? fmt_num_is_int(v->num) ? 1 : 0x3f800000 : 0), run);
      }
   }
}

PX_INLINE void store_lanes(uint8_t *host, unsigned dwords, const uint32_t *offset, const uint32_t (*data)[64], uint64_t run)
{
   for (; run; run &= run - 1) {
      const unsigned lane = (unsigned)__builtin_ctzll(run);
      for (unsigned d = 0; d < dwords; d++)
         memcpy(host + offset[lane] + 4 * d, &data[d][lane], 4);
   }
}

/* The running ones of 16 lanes, if their dwords follow one another. */
static bool store_row(uint8_t *host, const uint32_t *offset, const uint32_t *data, unsigned run)
{
   const vu lane = { 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60 };
   const unsigned runs = (unsigned)__builtin_ctz(run);
   const int32_t first = (int32_t)(offset[runs] - 4 * runs);
   if (run & ~v_bits(vi_eq((vi)(vu_load(offset) - lane), vi_set(first))))
      return false;
#ifdef __AVX512F__
   _mm512_mask_storeu_epi32(host + first, run, _mm512_loadu_si512(data));
#else
   if (run != 0xffff)
      return false;
   memcpy(host + first, data, 64);
#endif
   return true;
}

void PX(tc_view_store)(const struct tc_view *v, unsigned dwords, const uint32_t *offset, const uint32_t (*data)[64],
                       uint64_t exec, unsigned lanes)
{
   switch (dwords) {
   case 2: store_lanes(v->host, 2, offset, data, exec); return;
   case 3: store_lanes(v->host, 3, offset, data, exec); return;
   case 4: store_lanes(v->host, 4, offset, data, exec); return;
   default: break;
   }
   for (unsigned at = 0; at < lanes; at += 16) {
      const unsigned run = exec >> at & 0xffff;
      if (run && !store_row(v->host, offset + at, &data[0][at], run))
         store_lanes(v->host, 1, offset, data, (uint64_t)run << at);
   }
}
