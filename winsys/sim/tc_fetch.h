/* tc_fetch.h: reads texels of one level for 16 lanes and decodes them. Part of the files compiled once per instruction
 * set. Coordinates must be inside the level for every lane, running or not: that is what makes reading safe. */
#ifndef SIM_TC_FETCH_H
#define SIM_TC_FETCH_H

#include "fmt_vec.h"
#include "tc_int.h"

/* Byte offsets of elements (x, y) from the level's start. */
PX_INLINE vu tc_offsets(const struct tc_level *lv, vi x, vi y, vi slice, vi sample)
{
   const struct tile_surf *s = &lv->surf;
   vu ux = (vu)x, uy = (vu)y;
   switch (s->mode) {
   case TILE_LINEAR:
      return (uy * s->pitch_el + ux) * s->el_B + (vu)slice * (uint32_t)s->slice_B;
   case TILE_1D: {
      vu el = ((ux & 1) << s->xbit[0]) | (((ux >> 1) & 1) << s->xbit[1]) | (((ux >> 2) & 1) << s->xbit[2]) |
              ((uy & 1) << s->ybit[0]) | (((uy >> 1) & 1) << s->ybit[1]) | (((uy >> 2) & 1) << s->ybit[2]);
      el = s->depth_order ? (el << s->log2_samples) + (vu)sample : (vu)sample * 64 + el;
      return (((uy >> 3) * (s->pitch_el >> 3) + (ux >> 3)) * (64u << s->log2_samples) + el) * s->el_B +
             (vu)slice * (uint32_t)s->slice_B;
   }
   default: {
      union px_i vx = { .v = x }, vy = { .v = y }, vs = { .v = slice }, vm = { .v = sample };
      union px_u o;
      for (int l = 0; l < 16; l++)
         o.s[l] = (uint32_t)tile_offset_B(s, vx.s[l], vy.s[l], vs.s[l], vm.s[l]);
      return o.v;
   }
   }
}

/* Elements at ptr + offset. */
PX_INLINE void tc_read_raw(const uint8_t *ptr, vu offset, unsigned el_B, vu raw[4])
{
   union px_u o = { .v = offset }, r[4];
   switch (el_B) {
   case 1:
      for (int l = 0; l < 16; l++)
         r[0].s[l] = ptr[o.s[l]];
      break;
   case 2:
      for (int l = 0; l < 16; l++) {
         uint16_t v;
         memcpy(&v, ptr + o.s[l], 2);
         r[0].s[l] = v;
      }
      break;
   case 4:
      for (int l = 0; l < 16; l++)
         memcpy(&r[0].s[l], ptr + o.s[l], 4);
      break;
   default:
      for (int l = 0; l < 16; l++)
         for (unsigned d = 0; d < el_B / 4; d++)
            memcpy(&r[d].s[l], ptr + o.s[l] + 4 * d, 4);
   }
   for (unsigned d = 0; d < (el_B + 3) / 4; d++)
      raw[d] = r[d].v;
}

/* Decoded texels in channel order X, Y, Z, W. */
PX_INLINE void tc_fetch(const struct tc_img *img, const struct tc_level *lv, vi x, vi y, vi slice, vi sample, vu out[4])
{
   if (img->fmt->kind == FMT_BC) {
      vu off = tc_offsets(lv, x >> 2, y >> 2, slice, sample);
      union px_u o = { .v = off }, r[4];
      union px_i vx = { .v = x }, vy = { .v = y };
      for (int l = 0; l < 16; l++) {
         uint32_t t[4];
         fmt_decode_bc(img->data_format, img->num, lv->ptr + o.s[l], vx.s[l] & 3, vy.s[l] & 3, t);
         for (unsigned c = 0; c < 4; c++)
            r[c].s[l] = t[c];
      }
      for (unsigned c = 0; c < 4; c++)
         out[c] = r[c].v;
      return;
   }
   vu raw[4] = { vu_set(0), vu_set(0), vu_set(0), vu_set(0) };
   tc_read_raw(lv->ptr, tc_offsets(lv, x, y, slice, sample), img->fmt->el_B, raw);
   fmt_vec_decode(img->fmt, img->num, raw, out);
}

/* Applies DST_SEL to one channel. */
PX_INLINE vu tc_select(const struct tc_img *img, unsigned c, const vu in[4])
{
   unsigned sel = img->sel[c];
   if (sel >= 4)
      return in[sel - 4];
   return vu_set(sel == 1 ? fmt_num_is_int(img->num) ? 1 : 0x3f800000 : 0);
}

#endif
