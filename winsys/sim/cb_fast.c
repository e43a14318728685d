/* cb_fast.c: colour kernels for the commonest targets, 8 bits per channel unorm: plain writes and additive blends with any
 * single-source factors. Blending works on values scaled by 255, so that factors 0 and 1 are exact.
 * Compiled once per instruction set (px_ops.h). */
#include "cb_vec.h"

#include "px_ops.h"

/* Exported colour, clamped to 0..1. */
PX_INLINE void unit_export(const struct cb_target *t, const uint32_t (*exp)[64], vf out[4])
{
   vu raw[4];
   switch (t->export_format) { /* constant formats: the compiler drops the other cases */
   case CB_EXP_FP16: cb_read_export(CB_EXP_FP16, exp, raw); break;
   case CB_EXP_UNORM16: cb_read_export(CB_EXP_UNORM16, exp, raw); break;
   default: cb_read_export(CB_EXP_32_ABGR, exp, raw);
   }
   for (unsigned c = 0; c < 4; c++)
      out[c] = vf_min(vf_max((vf)raw[c], vf_set(0)), vf_set(1));
}

/* v: 0..255 per RGBA component. */
PX_INLINE void pack_and_store(const struct cb_target *t, uint8_t *p, const vf v[4], vu old, unsigned run)
{
   vu packed = vu_set(0);
   for (unsigned m = 0; m < 4; m++)
      packed |= (vu)vi_round(v[t->channel[m]]) << 8 * m;
   if (!t->full_mask)
      packed = (packed & vu_set(t->mem_mask[0])) | (old & vu_set(~t->mem_mask[0]));
   cb_store_32(p, &t->surf, packed, run);
}

void PX(cb_copy8888)(const struct cb_state *cb, const struct cb_target *t, unsigned x, unsigned y, unsigned slice,
                     unsigned sample, unsigned run, const uint32_t (*exp)[64], const uint32_t (*exp1)[64])
{
   (void)cb, (void)exp1;
   uint8_t *p = t->ptr + tile_block_offset_B(&t->surf, x, y, slice, sample);
   vf v[4];
   unit_export(t, exp, v);
   for (unsigned c = 0; c < 4; c++)
      v[c] *= 255.0f;
   vu old = vu_set(0);
   if (!t->full_mask)
      old = cb_load_32(p, &t->surf, run);
   pack_and_store(t, p, v, old, run);
}

/* v * factor. v is scaled by 255, factors are not. */
PX_INLINE vf scale(unsigned factor, vf v, const vf src[4], const vf dst[4], const uint32_t con[4], unsigned c)
{
   switch (factor) {
   case 1: return v;
   case 2: return v * src[c];
   case 3: return v * (1.0f - src[c]);
   case 4: return v * src[3];
   case 5: return v * (1.0f - src[3]);
   case 6: return v * dst[3];
   case 7: return v * (1.0f - dst[3]);
   case 8: return v * dst[c];
   case 9: return v * (1.0f - dst[c]);
   case 13: return v * (vf)vu_set(con[c]);
   case 14: return v * (1.0f - (vf)vu_set(con[c]));
   case 19: return v * (vf)vu_set(con[3]);
   case 20: return v * (1.0f - (vf)vu_set(con[3]));
   default: return vf_set(0);
   }
}

void PX(cb_blend8888)(const struct cb_state *cb, const struct cb_target *t, unsigned x, unsigned y, unsigned slice,
                      unsigned sample, unsigned run, const uint32_t (*exp)[64], const uint32_t (*exp1)[64])
{
   (void)cb, (void)exp1;
   uint8_t *p = t->ptr + tile_block_offset_B(&t->surf, x, y, slice, sample);
   vf src[4], dst[4], dst255[4], out[4];
   unit_export(t, exp, src);
   vu old = cb_load_32(p, &t->surf, run);
   for (unsigned m = 0; m < 4; m++)
      dst255[t->channel[m]] = vf_from_small_u((old >> 8 * m) & 255);
   if (t->force_alpha_1)
      dst255[3] = vf_set(255);
   for (unsigned c = 0; c < 4; c++)
      dst[c] = dst255[c] * (1.0f / 255.0f);
   for (unsigned c = 0; c < 4; c++) {
      const struct cb_blend *b = c == 3 ? &t->alpha : &t->color;
      out[c] = scale(b->src, src[c] * 255.0f, src, dst, t->const_rgba, c) +
               scale(b->dst, dst255[c], src, dst, t->const_rgba, c);
      out[c] = vf_min(out[c], vf_set(255));
   }
   pack_and_store(t, p, out, old, run);
}
