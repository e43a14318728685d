/* cb_write.c: the colour block's general path: any format, blending in float as OpenGL states it, logic operations, masks.
 * Compiled once per instruction set (px_ops.h). */
#include "winsys/sim/cb/cb_vec.h"

#include "winsys/sim/cb/cb_int.h"

/* Where a block's lanes are: bytes from its first element. */
struct block_lanes { bool contiguous; int64_t off[16]; };

static void find_lanes(const struct tile_surf *s, unsigned x, unsigned y, unsigned slice, unsigned sample, uint64_t at,
                       struct block_lanes *b)
{
   b->contiguous = tile_has_blocks(s) && !(s->depth_order && s->log2_samples);
   for (unsigned l = 0; l < 16 && !(b->contiguous && s->el_B == 4); l++) { /* those are loaded and stored as vectors */
      unsigned px = (l & 1) + (l >> 1 & 2), py = (l >> 1 & 1) + (l >> 2 & 2);
      if (b->contiguous)
         b->off[l] = l * s->el_B;
      else if (s->mode == TILE_LINEAR)
         b->off[l] = ((int64_t)py * s->pitch_el + px) * s->el_B;
      else
         b->off[l] = (int64_t)(tile_offset_B(s, x + px, y + py, slice, sample) - at);
   }
}

static void load_raw(const uint8_t *p, const struct block_lanes *b, unsigned el_B, unsigned run, vu raw[4])
{
   if (b->contiguous && el_B == 4) {
      raw[0] = vu_load((const uint32_t *)(const void *)p);
      raw[1] = raw[2] = raw[3] = vu_set(0);
      return;
   }
   union px_u r[4] = { { { 0 } } };
   for (; run; run &= run - 1) {
      unsigned l = __builtin_ctz(run);
      const uint8_t *q = p + b->off[l];
      switch (el_B) {
      case 1: r[0].s[l] = *q; break;
      case 2: r[0].s[l] = (uint32_t)(q[0] | q[1] << 8); break;
      case 4: memcpy(&r[0].s[l], q, 4); break;
      default:
         for (unsigned d = 0; d < el_B / 4; d++)
            memcpy(&r[d].s[l], q + 4 * d, 4);
      }
   }
   for (unsigned d = 0; d < 4; d++)
      raw[d] = r[d].v;
}

static void store_raw(uint8_t *p, const struct block_lanes *b, unsigned el_B, unsigned run, const vu raw[4])
{
   if (b->contiguous && el_B == 4) {
      vu_store_masked((uint32_t *)(void *)p, raw[0], run);
      return;
   }
   union px_u r[4];
   for (unsigned d = 0; d < 4; d++)
      r[d].v = raw[d];
   for (; run; run &= run - 1) {
      unsigned l = __builtin_ctz(run);
      uint8_t *q = p + b->off[l];
      switch (el_B) {
      case 1: *q = (uint8_t)r[0].s[l]; break;
      case 2: memcpy(q, &r[0].s[l], 2); break;
      case 4: memcpy(q, &r[0].s[l], 4); break;
      default:
         for (unsigned d = 0; d < el_B / 4; d++)
            memcpy(q + 4 * d, &r[d].s[l], 4);
      }
   }
}

struct blend_in { vf src[4], src1[4], dst[4]; const uint32_t *con; };

static vf blend(const struct blend_in *b, const struct cb_blend *how, unsigned c)
{
   switch (how->fcn) {
   case 2: return vf_min(b->src[c], b->dst[c]);
   case 3: return vf_max(b->src[c], b->dst[c]);
   }
   const struct cb_factors from = { b->src, b->src1, b->dst, b->con };
   vf s = cb_scale(&from, how->src, c, b->src[c]), d = cb_scale(&from, how->dst, c, b->dst[c]);
   return how->fcn == 1 ? s - d : how->fcn == 4 ? d - s : s + d;
}

/* The nearest float towards zero that has 5 bits of exponent and `man_bits`; beyond the largest one it stays what it is. */
static vu cut(vu v, unsigned man_bits)
{
   vu abs = v & 0x7fffffff, nan = (vu)vi_lt(vi_set(0x7f800000), (vi)abs);
   float unit = (float)(1u << man_bits) * 0x1p14f; /* of the denormal ones: 1 / unit */
   vu denormal = (vu)(vf_from_i(vi_trunc((vf)abs * vf_set(unit))) * vf_set(1 / unit)) | (v & 0x80000000);
   vu normal = v & (~((1u << (23 - man_bits)) - 1) | nan);
   return vu_sel(vi_lt((vi)abs, vi_set(113 << 23)), denormal, normal);
}

void PX(cb_general)(const struct cb_state *cb, const struct cb_target *t, unsigned x, unsigned y, unsigned slice,
                    unsigned sample, unsigned run, const uint32_t (*exp)[64], const uint32_t (*exp1)[64])
{
   (void)cb;
   const struct tile_surf *s = &t->surf;
   uint64_t at = tile_block_offset_B(s, x, y, slice, sample);
   uint8_t *p = t->ptr + at;
   struct block_lanes at_lanes;
   vu src[4], old[4] = { { 0 } }, mem[4], raw[4];
   find_lanes(s, x, y, slice, sample, at, &at_lanes);
   cb_read_export(t->export_format, exp, src);
   if (t->reads_dst)
      load_raw(p, &at_lanes, s->el_B, run, old);

   if (t->blend) {
      struct blend_in b = { .con = t->const_rgba };
      vu second[4] = { { 0 } };
      if (t->dual_source)
         cb_read_export(t->export_format, exp1, second);
      fmt_vec_decode(t->fmt, t->num, old, mem);
      b.dst[0] = b.dst[1] = b.dst[2] = vf_set(0);
      b.dst[3] = vf_set(1);
      for (unsigned m = 0; m < t->fmt->chans; m++)
         b.dst[t->channel[m]] = (vf)mem[m];
      if (t->force_alpha_1)
         b.dst[3] = vf_set(1);
      for (unsigned c = 0; c < 4; c++) {
         b.src[c] = (vf)src[c];
         b.src1[c] = (vf)second[c];
         if (t->clamp) {
            float lo = t->num == FMT_SNORM ? -1.0f : 0.0f;
            b.src[c] = vf_limit(b.src[c], lo, 1.0f);
            b.src1[c] = vf_limit(b.src1[c], lo, 1.0f);
         }
      }
      for (unsigned c = 0; c < 4; c++)
         src[c] = (vu)blend(&b, c == 3 ? &t->alpha : &t->color, c);
   }

   /* Packed halves may have any NaN (jit_nan.c), and blending gives any. */
   for (unsigned c = 0; c < 4 && t->num == FMT_FLOAT && (t->blend || t->export_format == CB_EXP_FP16); c++)
      src[c] = (vu)vf_canonical((vf)src[c]);
   for (unsigned m = 0; m < 4; m++)
      mem[m] = m < t->fmt->chans ? src[t->channel[m]] : vu_set(0);
   for (unsigned m = 0; m < t->fmt->chans && t->cuts; m++)
      mem[m] = cut(mem[m], t->fmt->ch[m].bits == 16 ? 10 : t->fmt->ch[m].bits - 5u);
   fmt_vec_encode(t->fmt, t->num, mem, raw);
   for (unsigned d = 0; d < 4; d++) {
      if (t->rop != 0xc) {
         vu a = raw[d], o = old[d], r = vu_set(0);
         if (t->rop & 1)
            r |= ~a & ~o;
         if (t->rop & 2)
            r |= ~a & o;
         if (t->rop & 4)
            r |= a & ~o;
         if (t->rop & 8)
            r |= a & o;
         raw[d] = r;
      }
      if (!t->full_mask)
         raw[d] = (raw[d] & vu_set(t->mem_mask[d])) | (old[d] & vu_set(~t->mem_mask[d]));
   }
   store_raw(p, &at_lanes, s->el_B, run, raw);
}

/* ---- resolves ----------------------------------------------------------------------------------------------------------- */

static unsigned widest_channel(const struct fmt *f)
{
   unsigned most = 0;
   for (unsigned m = 0; m < f->chans; m++)
      most = f->ch[m].bits > most ? f->ch[m].bits : most;
   return most;
}

/* Of sRGB the linear values are averaged; of integers the first sample is taken, as OpenGL allows no mean of them. A pixel program
 * that resolves exports halves, except where channels have more bits: means are cut to halves as well, and are the same either way.
 * The mean of equal values of 8 bits is that value even so. */
void PX(cb_resolve)(const struct cb_state *cb, unsigned x, unsigned y, unsigned from_slice, unsigned slice, unsigned run)
{
   const struct cb_target *from = &cb->target[0], *to = &cb->target[1];
   const struct tile_surf *s = &from->surf;
   const unsigned samples = fmt_num_is_int(from->num) ? 1 : 1u << s->log2_samples, widest = widest_channel(from->fmt);
   const bool halves = widest < 16 || (widest == 16 && from->num == FMT_FLOAT), bytes = s->el_B == 4 && widest == 8;
   _Alignas(64) uint32_t exp[4][64];
   struct block_lanes lanes;
   vu raw[CB_MAX_SAMPLES][4], mem[4], differ = vu_set(0);
   vf sum[4];
   for (unsigned i = 0; i < samples; i++) {
      const uint64_t at = tile_block_offset_B(s, x, y, from_slice, i);
      find_lanes(s, x, y, from_slice, i, at, &lanes);
      load_raw(from->ptr + at, &lanes, s->el_B, run, raw[i]);
      differ |= raw[i][0] ^ raw[0][0];
   }
   if (bytes && from->num == to->num && !memcmp(from->channel, to->channel, sizeof from->channel) &&
       !(~v_bits(vi_eq((vi)differ, vi_set(0))) & run)) {
      const uint64_t at = tile_block_offset_B(&to->surf, x, y, slice, 0);
      find_lanes(&to->surf, x, y, slice, 0, at, &lanes);
      store_raw(to->ptr + at, &lanes, s->el_B, run, raw[0]);
      return;
   }
   for (unsigned i = 0; i < samples; i++) {
      fmt_vec_decode(from->fmt, from->num, raw[i], mem);
      for (unsigned m = 0; m < from->fmt->chans; m++)
         sum[m] = i ? sum[m] + (vf)mem[m] : (vf)mem[m];
   }
   for (unsigned c = 0; c < 4; c++)
      vu_store(exp[c], vu_set(c < 3 ? 0 : fmt_num_is_int(from->num) ? 1 : 0x3f800000));
   for (unsigned m = 0; m < from->fmt->chans; m++) {
      vf mean = sum[m];
      if (samples > 1)
         mean = vf_canonical(mean * vf_set(1.0f / (float)samples));
      vu_store(exp[from->channel[m]], halves && samples > 1 ? cut((vu)mean, 10) : (vu)mean);
   }
   to->write16(cb, to, x, y, slice, 0, run, (const uint32_t (*)[64])exp, (const uint32_t (*)[64])exp);
}
