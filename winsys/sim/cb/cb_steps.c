/* cb_steps.c: colours of any format, in steps: exports to components, old elements to components, blending, logic operation and
 * masks, components to elements. A step is a loop over a row: one component of a wave's 64 lanes. Format, factors and equation are
 * looked at once per row, so that their number does not multiply. Blending is done in float as OpenGL states it.
 * Compiled once per instruction set (px_ops.h). */
#include "winsys/sim/cb/cb_vec.h"

#include "hw_regs.h"
#include "winsys/sim/cb/cb_int.h"
#include "winsys/sim/px/px_memory.h"

struct rows { _Alignas(64) uint32_t c[4][64]; };

/* Steps compute the 16-lane parts from the first covered lane's to the last one's. */
struct parts { unsigned first, end; };
#define EACH(r, at) for (unsigned at = (r).first; at < (r).end; at += 16)
#define AT(row, at) vu_load(&(row)[at])

static const _Alignas(64) uint32_t zeros[64];
static const _Alignas(64) uint32_t ones[64] = { /* 1.0f */
#define FOUR 0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000
   FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR
#undef FOUR
};

static struct parts parts_of(uint64_t mask)
{
   return (struct parts){ (unsigned)__builtin_ctzll(mask) & ~15u, ((63u - (unsigned)__builtin_clzll(mask)) | 15u) + 1 };
}

/* ---- memory ------------------------------------------------------------------------------------------------------------- */

static unsigned dwords_of(const struct fmt *f) { return f->el_B > 4 ? f->el_B / 4u : 1; }

static void load_elements(unsigned el_B, const struct cb_pixels *px, struct parts r, struct rows *raw)
{
   EACH(r, at) {
      const uint8_t *p = px->part[at / 16];
      vu v[4];
      switch (el_B) {
      case 1: v[0] = vu_load_8(p); break;
      case 2: v[0] = vu_load_16(p); break;
      case 4: v[0] = vu_load((const uint32_t *)(const void *)p); break;
      case 8: vu_load_64(p, v); break;
      default: vu_load_128(p, v);
      }
      for (unsigned d = 0; d < (el_B > 4 ? el_B / 4 : 1); d++)
         vu_store(&raw->c[d][at], v[d]);
   }
}

static void store_elements(unsigned el_B, const struct cb_pixels *px, struct parts r, const struct rows *raw)
{
   EACH(r, at) {
      const unsigned run = px->mask >> at & 0xffff;
      if (!run)
         continue;
      uint8_t *p = px->part[at / 16];
      const vu first = AT(raw->c[0], at);
      switch (el_B) {
      case 1: vu_store_8(p, first, vu_load_8(p), v_mask(run)); break;
      case 2: vu_store_16(p, first, vu_load_16(p), run); break;
      case 4: vu_store_masked((uint32_t *)(void *)p, first, run); break;
      case 8: vu_store_64(p, (const vu[2]){ first, AT(raw->c[1], at) }, run); break;
      default: vu_store_128(p, (const vu[4]){ first, AT(raw->c[1], at), AT(raw->c[2], at), AT(raw->c[3], at) }, run);
      }
   }
}

/* ---- formats ------------------------------------------------------------------------------------------------------------ */

/* Memory channel m of elements. */
static void decode_row(const struct fmt *f, unsigned num, unsigned m, const struct rows *raw, uint32_t *to, struct parts r)
{
   const struct fmt_chan ch = f->ch[m];
   const vu all = vu_set(ch.bits == 32 ? ~0u : (1u << ch.bits) - 1);
#define ROW(value) \
   EACH(r, at) { \
      const vu v = vu_shr(AT(raw->c[ch.dw], at), ch.shift) & all; \
      vu_store(to + at, value); \
   }
   if (num == FMT_SRGB && m < 3)
      ROW(vu_from_srgb8(v))
   else if ((num == FMT_UNORM || num == FMT_SRGB) && ch.bits <= 16)
      ROW((vu)vf_unorm(v, ch.bits))
   else if (num == FMT_FLOAT && ch.bits >= 10 && ch.bits <= 16)
      ROW((vu)vf_from_half(vu_shl(v, 15u - (ch.bits == 16 ? 15u : ch.bits))))
   else if (num == FMT_FLOAT || num == FMT_UINT)
      ROW(v)
   else
      ROW(fmt_vec_decode_chan(v, ch.bits, num, m))
#undef ROW
}

/* component[m]: the row that memory channel m becomes. */
static void decode(const struct fmt *f, unsigned num, const struct rows *raw, struct rows *out, const uint8_t component[4],
                   struct parts r)
{
   for (unsigned m = 0; m < f->chans; m++)
      decode_row(f, num, m, raw, out->c[component[m]], r);
}

/* The nearest float towards zero that has 5 bits of exponent and `man_bits`; beyond the largest one it stays what it is. */
PX_INLINE vu cut(vu v, unsigned man_bits)
{
   vu abs = v & 0x7fffffff, nan = (vu)vi_lt(vi_set(0x7f800000), (vi)abs);
   float unit = (float)(1u << man_bits) * 0x1p14f; /* of the denormal ones: 1 / unit */
   vu denormal = (vu)(vf_from_i(vi_trunc((vf)abs * vf_set(unit))) * vf_set(1 / unit)) | (v & 0x80000000);
   vu normal = v & (vu_set(~((1u << (23 - man_bits)) - 1)) | nan);
   return vu_sel(vi_lt((vi)abs, vi_set(113 << 23)), denormal, normal);
}

/* Half of what is cut(v, 10). */
PX_INLINE vu cut_half(vu v)
{
#ifdef FMT_VEC_HALF
   const vu abs = v & 0x7fffffff, infinite = (v & 0x80000000) | 0x7f800000;
   const vi large = ~vi_lt((vi)abs, vi_set(0x47800000)); /* from 2^16 on, which would be cut to the largest half */
   v = vu_sel(large, infinite, v);
   v = vu_sel(vi_lt(vi_set(0x7f800000), (vi)abs), vu_set(SIM_NAN_32), v);
   return vu_half_cut((vf)v);
#else
   return vu_to_half((vf)cut(v, 10));
#endif
}

/* An unsigned float of what is cut(v, man_bits), which are the first bits of a half that is cut. */
PX_INLINE vu cut_unsigned(vu v, unsigned man_bits)
{
#ifdef FMT_VEC_HALF
   const vi nan = vi_lt(vi_set(0x7f800000), (vi)(v & 0x7fffffff));
   return vu_half_cut((vf)vi_max((vi)vu_sel(nan, vu_set(SIM_NAN_32), v), vi_set(0))) >> (10 - man_bits);
#else
   return vu_to_unsigned_float((vf)cut(v, man_bits), man_bits);
#endif
}

/* What memory channel m of elements becomes. others: the dword's other channels. */
static void encode_row(const struct cb_target *t, unsigned m, const uint32_t *in, const uint32_t *others, uint32_t *raw,
                       struct parts r)
{
   const struct fmt_chan ch = t->fmt->ch[m];
#define ROW(code) \
   EACH(r, at) { \
      const vu v = AT(in, at); \
      vu_store(raw + at, AT(others, at) | vu_shl(code, ch.shift)); \
   }
   switch (t->num) {
   case FMT_SRGB:
      if (m < 3) {
         ROW(vu_to_srgb8((vf)v))
         break;
      }
      /* fallthrough */
   case FMT_UNORM:
      if (ch.bits == 32)
         ROW(fmt_vec_encode_32((vf)v, FMT_UNORM))
      else
         ROW(vu_to_unorm((vf)v, ch.bits))
      break;
   case FMT_FLOAT:
      if (ch.bits == 16 && t->cuts)
         ROW(cut_half(v))
      else if (ch.bits == 16)
         ROW(vu_to_half((vf)v))
      else if (ch.bits == 11 && t->cuts)
         ROW(cut_unsigned(v, 6))
      else if (ch.bits == 10 && t->cuts)
         ROW(cut_unsigned(v, 5))
      else if (t->blend || t->export_format == CB_EXP_FP16) /* packed halves, and blending, give any NaN */
         ROW(fmt_vec_encode_chan((vu)vf_canonical((vf)v), ch.bits, FMT_FLOAT, m))
      else
         ROW(fmt_vec_encode_chan(v, ch.bits, FMT_FLOAT, m))
      break;
   default:
      ROW(fmt_vec_encode_chan(v, ch.bits, t->num, m))
   }
#undef ROW
}

static void encode(const struct cb_target *t, const uint32_t *const src[4], struct rows *raw, struct parts r)
{
   unsigned begun = 0; /* dwords */
   for (unsigned m = 0; m < t->fmt->chans; m++) {
      uint32_t *row = raw->c[t->fmt->ch[m].dw];
      encode_row(t, m, src[t->channel[m]], begun >> t->fmt->ch[m].dw & 1 ? row : zeros, row, r);
      begun |= 1u << t->fmt->ch[m].dw;
   }
}

/* ---- exports ------------------------------------------------------------------------------------------------------------ */

/* Components that a program exported: its rows, or rows of `room`. */
static void read_export(unsigned format, const uint32_t (*exp)[64], struct rows *room, const uint32_t *src[4], struct parts r)
{
   const bool red = format >= CB_EXP_32_R && format <= CB_EXP_32_AR, all = format == CB_EXP_32_ABGR;
   if (red || all) {
      src[0] = exp[0];
      src[1] = all || format == CB_EXP_32_GR ? exp[1] : zeros;
      src[2] = all ? exp[2] : zeros;
      src[3] = all || format == CB_EXP_32_AR ? exp[3] : zeros;
      return;
   }
   for (unsigned c = 0; c < 4; c++)
      src[c] = room->c[c];
#define EXPORT(is) \
   case is: \
      EACH(r, at) { \
         vu v[4]; \
         cb_read_export(is, (const uint32_t (*)[64])&exp[0][at], v); \
         for (unsigned c = 0; c < 4; c++) \
            vu_store(&room->c[c][at], v[c]); \
      } \
      break;
   switch (format) {
   EXPORT(CB_EXP_FP16)
   EXPORT(CB_EXP_UNORM16)
   EXPORT(CB_EXP_SNORM16)
   EXPORT(CB_EXP_UINT16)
   EXPORT(CB_EXP_SINT16)
   }
#undef EXPORT
}

static void limit(const struct cb_target *t, struct rows *room, const uint32_t *src[4], struct parts r)
{
   const float lo = t->num == FMT_SNORM ? -1.0f : 0.0f;
   for (unsigned c = 0; c < 4; c++) {
      EACH(r, at)
         vu_store(&room->c[c][at], (vu)vf_limit((vf)AT(src[c], at), lo, 1.0f));
      src[c] = room->c[c];
   }
}

/* ---- blending ----------------------------------------------------------------------------------------------------------- */

/* (base + ((row & keep) ^ flip)) * (value & of): 1 - x is 1 + (x ^ sign) and x is -0 + x, exactly. Zero and one are exact for every
 * value. A row of 16 lanes repeats. */
struct factor { const uint32_t *row; unsigned wrap; float base; uint32_t keep, flip, of; };

struct blend { const uint32_t *const *src, *const *src1, *dst[4]; uint32_t con[4][16]; uint32_t saturate[64]; };

static struct factor factor_of(const struct blend *b, unsigned factor, unsigned c)
{
   static const struct factor zero = { zeros, 63, 0, 0, 0, 0 }, one = { zeros, 63, 1, 0, 0, ~0u };
   struct factor f = { zeros, 63, -0.0f, ~0u, 0, ~0u };
   switch (factor) {
   case V_028780_BLEND_ONE: return one;
   case V_028780_BLEND_SRC_COLOR: case V_028780_BLEND_ONE_MINUS_SRC_COLOR: f.row = b->src[c]; break;
   case V_028780_BLEND_SRC_ALPHA: case V_028780_BLEND_ONE_MINUS_SRC_ALPHA: f.row = b->src[3]; break;
   case V_028780_BLEND_DST_ALPHA: case V_028780_BLEND_ONE_MINUS_DST_ALPHA: f.row = b->dst[3]; break;
   case V_028780_BLEND_DST_COLOR: case V_028780_BLEND_ONE_MINUS_DST_COLOR: f.row = b->dst[c]; break;
   case V_028780_BLEND_SRC_ALPHA_SATURATE:
      if (c == 3)
         return one;
      f.row = b->saturate;
      break;
   case V_028780_BLEND_CONSTANT_COLOR: case V_028780_BLEND_ONE_MINUS_CONSTANT_COLOR: f.row = b->con[c], f.wrap = 0; break;
   case V_028780_BLEND_CONSTANT_ALPHA: case V_028780_BLEND_ONE_MINUS_CONSTANT_ALPHA: f.row = b->con[3], f.wrap = 0; break;
   case V_028780_BLEND_SRC1_COLOR: case V_028780_BLEND_INV_SRC1_COLOR: f.row = b->src1[c]; break;
   case V_028780_BLEND_SRC1_ALPHA: case V_028780_BLEND_INV_SRC1_ALPHA: f.row = b->src1[3]; break;
   default: return zero;
   }
   switch (factor) {
   case V_028780_BLEND_ONE_MINUS_SRC_COLOR: case V_028780_BLEND_ONE_MINUS_SRC_ALPHA: case V_028780_BLEND_ONE_MINUS_DST_ALPHA:
   case V_028780_BLEND_ONE_MINUS_DST_COLOR: case V_028780_BLEND_ONE_MINUS_CONSTANT_COLOR:
   case V_028780_BLEND_ONE_MINUS_CONSTANT_ALPHA: case V_028780_BLEND_INV_SRC1_COLOR: case V_028780_BLEND_INV_SRC1_ALPHA:
      f.base = 1;
      f.flip = 0x80000000;
   }
   return f;
}

PX_INLINE vf row_of(const struct factor *f, unsigned at) { return (vf)AT(f->row, at & f->wrap); }

PX_INLINE vf scaled(const struct factor *f, const uint32_t *value, unsigned at)
{
   const vf factor = vf_set(f->base) + (vf)(((vu)row_of(f, at) & vu_set(f->keep)) ^ vu_set(f->flip));
   return factor * (vf)(AT(value, at) & vu_set(f->of));
}

static void blend_row(const struct blend *b, const struct cb_blend *how, unsigned c, uint32_t *to, struct parts r)
{
   const struct factor s = factor_of(b, how->src, c), d = factor_of(b, how->dst, c);
   const uint32_t *src = b->src[c], *dst = b->dst[c];
#define ROW(result) \
   EACH(r, at) \
      vu_store(to + at, (vu)(result));
   switch (how->fcn) {
   case V_028780_COMB_MIN_DST_SRC:
      ROW(vf_min((vf)AT(src, at), (vf)AT(dst, at)))
      return;
   case V_028780_COMB_MAX_DST_SRC:
      ROW(vf_max((vf)AT(src, at), (vf)AT(dst, at)))
      return;
   case V_028780_COMB_DST_PLUS_SRC:
      if (d.flip && s.keep && !s.flip)
         ROW(row_of(&s, at) * (vf)AT(src, at) + (1.0f - row_of(&d, at)) * (vf)AT(dst, at))
      else if (d.flip && how->src == V_028780_BLEND_ONE)
         ROW((vf)AT(src, at) + (1.0f - row_of(&d, at)) * (vf)AT(dst, at))
      else
         ROW(scaled(&s, src, at) + scaled(&d, dst, at))
      return;
   case V_028780_COMB_SRC_MINUS_DST:
      ROW(scaled(&s, src, at) - scaled(&d, dst, at))
      return;
   default:
      ROW(scaled(&d, dst, at) - scaled(&s, src, at))
   }
#undef ROW
}

/* Into `out`, whose rows src[] are afterwards. */
static void blend(const struct cb_target *t, const uint32_t *src[4], const uint32_t *const src1[4], const struct rows *old,
                  struct rows *out, struct parts r)
{
   struct rows dst;
   struct blend b = { .src = src, .src1 = src1, .dst = { zeros, zeros, zeros, ones } };
   decode(t->fmt, t->num, old, &dst, t->channel, r);
   for (unsigned m = 0; m < t->fmt->chans; m++)
      b.dst[t->channel[m]] = dst.c[t->channel[m]];
   if (t->force_alpha_1)
      b.dst[3] = ones;
   for (unsigned c = 0; c < 4; c++)
      vu_store(b.con[c], vu_set(t->const_rgba[c]));
   if (t->color.src == V_028780_BLEND_SRC_ALPHA_SATURATE || t->color.dst == V_028780_BLEND_SRC_ALPHA_SATURATE)
      EACH(r, at)
         vu_store(b.saturate + at, (vu)vf_min((vf)AT(src[3], at), 1.0f - (vf)AT(b.dst[3], at)));
   for (unsigned c = 0; c < 4; c++)
      blend_row(&b, c == 3 ? &t->alpha : &t->color, c, out->c[c], r);
   for (unsigned c = 0; c < 4; c++)
      src[c] = out->c[c];
}

/* ---- all steps ---------------------------------------------------------------------------------------------------------- */

static void logic_and_masks(const struct cb_target *t, const struct rows *old, struct rows *raw, struct parts r)
{
   for (unsigned d = 0; d < dwords_of(t->fmt); d++) {
      vu minterm[4];
      for (unsigned i = 0; i < 4; i++)
         minterm[i] = vu_set(t->rop >> i & 1 ? ~0u : 0);
      EACH(r, at) {
         const vu a = AT(raw->c[d], at), o = t->reads_dst ? AT(old->c[d], at) : vu_set(0);
         const vu v = (minterm[0] & ~a & ~o) | (minterm[1] & ~a & o) | (minterm[2] & a & ~o) | (minterm[3] & a & o);
         vu_store(&raw->c[d][at], (v & vu_set(t->mem_mask[d])) | (o & vu_set(~t->mem_mask[d])));
      }
   }
}

/* Elements with equal old values become equal. */
static bool all_equal(const struct rows *a, const struct rows *b, unsigned dwords, struct parts r)
{
   vu differ = vu_set(0);
   for (unsigned d = 0; d < dwords; d++)
      EACH(r, at)
         differ |= AT(a->c[d], at) ^ AT(b->c[d], at);
   return !v_bits(~vi_eq((vi)differ, vi_set(0)));
}

/* Samples with the old values of the first one become the same, and so do all where old values do not matter. */
void PX(cb_steps)(const struct cb_target *t, const struct cb_pixels *px, unsigned count, const uint32_t (*exp)[64],
                  const uint32_t (*exp1)[64])
{
   const unsigned el_B = t->fmt->el_B, dwords = dwords_of(t->fmt);
   struct rows room, room1, out, old[2], raw[2]; /* of the first sample, and of another one */
   const uint32_t *src[4], *src1[4] = { zeros, zeros, zeros, zeros };
   uint64_t mask = 0;
   for (unsigned i = 0; i < count; i++)
      mask |= px[i].mask;
   const struct parts r = parts_of(mask);
   read_export(t->export_format, exp, &room, src, r);
   if (t->dual_source)
      read_export(t->export_format, exp1, &room1, src1, r);
   if (t->blend && t->clamp) {
      limit(t, &room, src, r);
      if (t->dual_source)
         limit(t, &room1, src1, r);
   }
   for (unsigned i = 0; i < count; i++) {
      const unsigned k = i != 0;
      if (t->reads_dst)
         load_elements(el_B, &px[i], r, &old[k]);
      const bool same = k && (!t->reads_dst || all_equal(&old[0], &old[1], dwords, r));
      if (!same) {
         const uint32_t *value[4] = { src[0], src[1], src[2], src[3] };
         if (t->blend)
            blend(t, value, src1, &old[k], &out, r);
         encode(t, value, &raw[k], r);
         if (t->rop != 0xc || !t->full_mask)
            logic_and_masks(t, &old[k], &raw[k], r);
      }
      store_elements(el_B, &px[i], r, &raw[same ? 0 : k]);
   }
}

/* Packed halves become halves in memory: a copy but for NaNs. */
void PX(cb_halves)(const struct cb_target *t, const struct cb_pixels *px, unsigned count, const uint32_t (*exp)[64],
                   const uint32_t (*exp1)[64])
{
   struct rows raw;
   uint64_t mask = 0;
   for (unsigned i = 0; i < count; i++)
      mask |= px[i].mask;
   const struct parts r = parts_of(mask);
   for (unsigned d = 0; d < dwords_of(t->fmt); d++)
      EACH(r, at) {
         const vu v = AT(exp[d], at), low = vu_sel(vi_lt(vi_set(0x7c00), (vi)(v & 0x7fff)), vu_set(SIM_NAN_16), v & 0xffff);
         const vu high = vu_sel(vi_lt(vi_set(0x7c000000), (vi)(v & 0x7fff0000)), vu_set(SIM_NAN_16 << 16), v & 0xffff0000);
         vu_store(&raw.c[d][at], low | high);
      }
   for (unsigned i = 0; i < count; i++)
      store_elements(t->fmt->el_B, &px[i], r, &raw);
}

/* ---- resolves ----------------------------------------------------------------------------------------------------------- */

static unsigned widest_channel(const struct fmt *f)
{
   unsigned most = 0;
   for (unsigned m = 0; m < f->chans; m++)
      most = f->ch[m].bits > most ? f->ch[m].bits : most;
   return most;
}

static bool samples_are_equal(const struct cb_pixels *from, unsigned samples, size_t part_B, struct parts r)
{
   for (unsigned i = 1; i < samples; i++)
      EACH(r, at)
         if (memcmp(from[i].part[at / 16], from[0].part[at / 16], part_B))
            return false;
   return true;
}

/* Of sRGB the linear values are averaged; of integers the first sample is taken, as OpenGL allows no mean of them. A pixel program
 * that resolves exports halves, except where channels have more bits: means are cut to halves as well, and are the same either way.
 * The mean of equal values of 8 bits is that value even so. */
void PX(cb_resolve)(const struct cb_state *cb, const struct cb_pixels *from, const struct cb_pixels *px)
{
   const struct cb_target *t = &cb->target[0], *to = &cb->target[1];
   const struct fmt *f = t->fmt;
   const unsigned samples = fmt_num_is_int(t->num) ? 1 : 1u << t->surf.log2_samples, widest = widest_channel(f);
   const bool halves = widest < 16 || (widest == 16 && t->num == FMT_FLOAT), bytes = f->el_B == 4 && widest == 8;
   const struct parts r = parts_of(px->mask);
   struct rows raw, value, sum;
   load_elements(f->el_B, &from[0], r, &raw);
   if (bytes && t->num == to->num && !memcmp(t->channel, to->channel, sizeof t->channel) &&
       samples_are_equal(from, samples, 16u * f->el_B, r)) {
      store_elements(f->el_B, px, r, &raw);
      return;
   }
   for (unsigned c = 0; c < 4; c++)
      memcpy(sum.c[c], zeros, sizeof zeros);
   if (fmt_num_is_int(t->num))
      EACH(r, at)
         vu_store(&sum.c[3][at], vu_set(1));
   else
      memcpy(sum.c[3], ones, sizeof ones);
   decode(f, t->num, &raw, &sum, t->channel, r);
   for (unsigned i = 1; i < samples; i++) {
      load_elements(f->el_B, &from[i], r, &raw);
      decode(f, t->num, &raw, &value, t->channel, r);
      for (unsigned m = 0; m < f->chans; m++) {
         uint32_t *row = sum.c[t->channel[m]];
         EACH(r, at)
            vu_store(row + at, (vu)((vf)AT(row, at) + (vf)AT(value.c[t->channel[m]], at)));
      }
   }
   for (unsigned m = 0; m < f->chans && samples > 1; m++) {
      uint32_t *row = sum.c[t->channel[m]];
      EACH(r, at) {
         const vf mean = vf_canonical((vf)AT(row, at) * vf_set(1.0f / (float)samples));
         vu_store(row + at, halves ? cut((vu)mean, 10) : (vu)mean);
      }
   }
   PX(cb_steps)(to, px, 1, (const uint32_t (*)[64])sum.c, (const uint32_t (*)[64])sum.c);
}
