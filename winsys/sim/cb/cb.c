/* cb.c: registers to cb_state: which buffers are written, in what format, where, and by which kernel (cb_fast.c,
 * cb_steps.c). CMASK, FMASK and DCC are expanded here (meta.h), which is all that the decompression modes do.
 * Known gap: byte swapping (ENDIAN) is not done. */
#include "winsys/sim/cb/cb_int.h"

#include <string.h>

#include "hw_regs.h"
#include "winsys/sim/surf/meta.h"
#include "winsys/sim/core/regs.h"

PX_DEFINE_OPS(cb_ops, cb_ops_avx512)

#define REG(name) sim_ctx_reg(regs, R_##name)
#define CB_STRIDE_B 0x3cu

/* RGBA component of each memory channel, by COMP_SWAP, for formats of 1..4 channels. */
static const uint8_t swaps[4][4][4] = {
   { { 0 }, { 1 }, { 2 }, { 3 } },
   { { 0, 1 }, { 0, 3 }, { 1, 0 }, { 3, 0 } },
   { { 0, 1, 2 }, { 0, 1, 3 }, { 2, 1, 0 }, { 3, 1, 0 } },
   { { 0, 1, 2, 3 }, { 2, 1, 0, 3 }, { 3, 2, 1, 0 }, { 3, 0, 1, 2 } },
};

static bool factor_is_dual(unsigned f)
{
   return f >= V_028780_BLEND_SRC1_COLOR && f <= V_028780_BLEND_INV_SRC1_ALPHA;
}

static bool blend_fits_8888(const struct cb_blend *b)
{
   return b->fcn == V_028780_COMB_DST_PLUS_SRC && !factor_is_dual(b->src) && !factor_is_dual(b->dst) &&
          b->src != V_028780_BLEND_SRC_ALPHA_SATURATE && b->dst != V_028780_BLEND_SRC_ALPHA_SATURATE;
}

/* A channel's result depends on its old value and on the colour only. */
static bool by_channel(const struct cb_target *t)
{
   const uint8_t factor[2] = { t->color.src, t->color.dst };
   for (unsigned i = 0; i < 2 && t->blend; i++)
      if (factor[i] == V_028780_BLEND_DST_ALPHA || factor[i] == V_028780_BLEND_ONE_MINUS_DST_ALPHA)
         return false;
   return true;
}

/* Registers may call channels floats that are too narrow to be any. */
static bool has_small_floats(const struct fmt *fmt)
{
   for (unsigned i = 0; i < fmt->chans; i++)
      if (fmt->ch[i].bits < 10 || fmt->ch[i].bits > 16)
         return false;
   return true;
}

/* Its elements are what packed halves are in the rows of an export. */
static bool is_halves(const struct cb_target *t)
{
   bool same = t->num == FMT_FLOAT && t->export_format == V_028714_SPI_SHADER_FP16_ABGR;
   for (unsigned m = 0; m < t->fmt->chans; m++)
      same &= t->fmt->ch[m].bits == 16 && t->channel[m] == m;
   return same;
}

static void choose(const struct cb_ops *ops, struct cb_target *t)
{
   bool fast_export = t->export_format == V_028714_SPI_SHADER_FP16_ABGR ||
                      t->export_format == V_028714_SPI_SHADER_32_ABGR ||
                      t->export_format == V_028714_SPI_SHADER_UNORM16_ABGR;
   const struct tile_surf *surf = &t->surf;
   t->steps = is_halves(t) && !t->reads_dst ? ops->cb_halves : ops->cb_steps;
   t->locate = ops->cb_locate;
   t->put_quads = ops->cb_put_quads;
   t->planes = cb_has_blocks(surf) && tile_has_planes(surf);
   t->write64 = 0;
   t->affine = 0;
   if (t->fmt != fmt_get(FMT_8_8_8_8) || t->num != FMT_UNORM || !fast_export || t->rop != 0xc ||
       !(surf->mode == TILE_LINEAR || cb_has_blocks(surf)))
      return;
   if (!t->blend)
      t->write64 = ops->cb_copy8888;
   else if (blend_fits_8888(&t->color) && blend_fits_8888(&t->alpha))
      t->write64 = ops->cb_blend8888;
   if (t->reads_dst && t->write64 && by_channel(t))
      t->affine = ops->cb_affine;
}

/* Expands the view's slices in memory as the buffer's metadata say. */
static void expand(const struct cb_target *t, struct sim_mem *mem, const struct sim_regs *regs, unsigned gfx_level, unsigned i)
{
   uint32_t at = CB_STRIDE_B * i, info = sim_ctx_reg(regs, R_028C70_CB_COLOR0_INFO + at);
   bool dcc = G_028C70_DCC_ENABLE(info) && gfx_level >= 8 && tile_is_macro(&t->surf);
   bool fast_clear = G_028C70_FAST_CLEAR(info), fragments = G_028C70_COMPRESSION(info) && t->surf.log2_samples;
   if (!dcc && !fast_clear && !fragments)
      return;
   const uint32_t words[2] = { sim_ctx_reg(regs, R_028C8C_CB_COLOR0_CLEAR_WORD0 + at),
                               sim_ctx_reg(regs, R_028C90_CB_COLOR0_CLEAR_WORD1 + at) };
   struct meta_surf s = { &t->surf, (uint64_t)(t->ptr - mem->base), t->slice_start, t->slices };
   if (dcc) {
      /* The driver puts the image's swizzle into this address too. */
      uint64_t va = (uint64_t)sim_ctx_reg(regs, R_028C94_CB_COLOR0_DCC_BASE + at) << 8;
      va &= ~((256ull << (t->surf.log2_pipes + t->surf.log2_banks)) - 1);
      unsigned swap = G_028C70_COMP_SWAP(info);
      meta_expand_dcc(mem, &s, va, t->fmt, t->num, swap != V_028C70_SWAP_STD_REV && swap != V_028C70_SWAP_ALT_REV, words);
   }
   if (fast_clear || fragments) {
      uint32_t tile_max = G_028C80_TILE_MAX(sim_ctx_reg(regs, R_028C80_CB_COLOR0_CMASK_SLICE + at));
      uint64_t va = (uint64_t)sim_ctx_reg(regs, R_028C7C_CB_COLOR0_CMASK + at) << 8;
      if (t->surf.log2_samples) /* RADV puts the image's swizzle into it; CMASK after FMASK begins where a macro tile could */
         va &= ~((256ull << (t->surf.log2_pipes + t->surf.log2_banks)) - 1);
      meta_expand_cmask(mem, &s, va, meta_cmask_slice_of(&t->surf, tile_max), fast_clear, fragments, words);
   }
}

/* False: not written (unbound, masked, or not mapped). */
static bool target_init(struct cb_target *t, struct sim_mem *mem, const struct sim_regs *regs, const struct tile_chip *chip,
                        unsigned i, unsigned write_mask)
{
   uint32_t at = CB_STRIDE_B * i;
   uint32_t info = sim_ctx_reg(regs, R_028C70_CB_COLOR0_INFO + at), attrib = sim_ctx_reg(regs, R_028C74_CB_COLOR0_ATTRIB + at);
   uint32_t view = sim_ctx_reg(regs, R_028C6C_CB_COLOR0_VIEW + at);
   unsigned num = G_028C70_NUMBER_TYPE(info);

   t->fmt = fmt_get(G_028C70_FORMAT(info));
   t->num = num == V_028C70_NUMBER_SRGB ? FMT_SRGB : num;
   t->write_mask = (uint8_t)write_mask;
   if (!t->write_mask || !fmt_num_valid(t->fmt, t->num) || t->fmt->kind != FMT_PLAIN || t->fmt->el_B == 12)
      return false;
   t->swap = G_028C70_COMP_SWAP(info);
   memcpy(t->channel, swaps[t->fmt->chans - 1][t->swap], 4);
   for (unsigned m = 0; m < t->fmt->chans; m++)
      t->place[t->channel[m]] = (uint8_t)m;
   t->full_mask = true;
   for (unsigned m = 0; m < t->fmt->chans; m++) {
      struct fmt_chan ch = t->fmt->ch[m];
      if (t->write_mask & 1u << t->channel[m])
         t->mem_mask[ch.dw] |= (ch.bits == 32 ? ~0u : (1u << ch.bits) - 1) << ch.shift;
      else
         t->full_mask = false;
   }

   /* Where it is. The registers give the size of a slice, not its height. */
   uint64_t va = (uint64_t)sim_ctx_reg(regs, R_028C60_CB_COLOR0_BASE + at) << 8;
   if (!tile_from_index(chip, G_028C74_TILE_MODE_INDEX(attrib), t->fmt->el_B, G_028C74_NUM_FRAGMENTS(attrib), &t->surf))
      goto unmapped;
   struct tile_surf *s = &t->surf;
   uint64_t slice_el = ((uint64_t)G_028C68_TILE_MAX(sim_ctx_reg(regs, R_028C68_CB_COLOR0_SLICE + at)) + 1) * 64;
   s->pitch_el = (G_028C64_TILE_MAX(sim_ctx_reg(regs, R_028C64_CB_COLOR0_PITCH + at)) + 1) * 8;
   s->height_el = (uint32_t)(slice_el / s->pitch_el);
   s->slice_B = slice_el * s->el_B << s->log2_samples;
   if (tile_is_macro(s) && (s->pitch_el % tile_macro_w_el(s) || s->height_el % tile_macro_h_el(s)))
      goto unmapped;
   else if (s->mode != TILE_LINEAR)
      s->height_el &= ~7u;
   tile_take_swizzle(s, &va);
   s->map = tile_map_find(s);
   t->slice_start = G_028C6C_SLICE_START(view);
   unsigned last = G_028C6C_SLICE_MAX(view);
   t->slices = (last > t->slice_start ? last : t->slice_start) + 1u;
   if (!s->height_el)
      goto unmapped;
   uint64_t size_B = s->slice_B * (tile_pad_slices(s, t->slices) - 1u) +
                     ((uint64_t)s->pitch_el * s->height_el * s->el_B << s->log2_samples);
   if (!sim_mem_mapped(mem, va, size_B, SIM_MEM_READ | SIM_MEM_WRITE))
      goto unmapped;
   t->ptr = mem->base + va;

   /* Blending, logic operations and masks of the colour. */
   uint32_t control = sim_ctx_reg(regs, R_028780_CB_BLEND0_CONTROL + 4 * i);
   unsigned rop3 = G_028808_ROP3(REG(028808_CB_COLOR_CONTROL));
   bool is_float = t->num == FMT_FLOAT || t->num == FMT_SRGB;
   t->rop = rop3 == V_028808_ROP3_COPY || G_028780_DISABLE_ROP3(control) || is_float ? 0xc : rop3 & 15;
   t->clamp = G_028C70_BLEND_CLAMP(info) || t->num == FMT_UNORM || t->num == FMT_SRGB || t->num == FMT_SNORM;
   t->cuts = G_028C70_ROUND_MODE(info) && t->num == FMT_FLOAT && has_small_floats(t->fmt);
   t->force_alpha_1 = G_028C74_FORCE_DST_ALPHA_1(attrib);
   t->blend = G_028780_ENABLE(control) && !G_028C70_BLEND_BYPASS(info) && !fmt_num_is_int(t->num) && t->rop == 0xc;
   t->color = (struct cb_blend){ G_028780_COLOR_SRCBLEND(control), G_028780_COLOR_DESTBLEND(control),
                                 G_028780_COLOR_COMB_FCN(control) };
   t->alpha = t->color;
   if (G_028780_SEPARATE_ALPHA_BLEND(control))
      t->alpha = (struct cb_blend){ G_028780_ALPHA_SRCBLEND(control), G_028780_ALPHA_DESTBLEND(control),
                                    G_028780_ALPHA_COMB_FCN(control) };
   t->dual_source = t->blend && (factor_is_dual(t->color.src) || factor_is_dual(t->color.dst) ||
                                 factor_is_dual(t->alpha.src) || factor_is_dual(t->alpha.dst));
   for (unsigned c = 0; c < 4; c++) {
      float f = fmt_float(sim_ctx_reg(regs, R_028414_CB_BLEND_RED + 4 * c));
      if (t->clamp && t->num != FMT_SNORM)
         f = f > 0 ? f < 1 ? f : 1 : 0;
      else if (t->clamp)
         f = f > -1 ? f < 1 ? f : 1 : -1;
      t->const_rgba[c] = fmt_bits(f);
   }
   t->reads_dst = t->blend || !t->full_mask || (t->rop != 0xc && t->rop != 0 && t->rop != 15 && t->rop != 3);
   return true;

unmapped:
   sim_mem_fault(mem, va, SIM_MEM_WRITE);
   return false;
}

static void expand_once(const struct cb_target *t, struct sim_mem *mem, const struct sim_regs *regs, unsigned gfx_level,
                        unsigned i, uint32_t *expanded)
{
   if (!(*expanded >> i & 1))
      expand(t, mem, regs, gfx_level, i);
   *expanded |= 1u << i;
}

/* All that the modes for eliminating and decompressing are for. */
static void expand_all(struct cb_state *cb, struct sim_mem *mem, const struct sim_regs *regs, const struct tile_chip *chip,
                       uint32_t *expanded)
{
   for (unsigned i = 0; i < 8; i++) {
      struct cb_target *t = &cb->target[0];
      memset(t, 0, sizeof(*t));
      if (REG(028238_CB_TARGET_MASK) >> 4 * i & 15 && target_init(t, mem, regs, chip, i, 15))
         expand_once(t, mem, regs, chip->gfx_level, i, expanded);
   }
}

/* Buffer 0 into buffer 1, whatever the program exports. */
static void init_resolve(struct cb_state *cb, struct sim_mem *mem, const struct sim_regs *regs, const struct tile_chip *chip,
                         struct cb_info *info, uint32_t *expanded)
{
   for (unsigned i = 0; i < 2; i++) {
      struct cb_target *t = &cb->target[i];
      memset(t, 0, sizeof(*t));
      if (!target_init(t, mem, regs, chip, i, 15))
         return;
      expand_once(t, mem, regs, chip->gfx_level, i, expanded);
   }
   if (cb->target[0].fmt != cb->target[1].fmt || cb->target[1].surf.log2_samples)
      return;
   cb->target[1].export_format = V_028714_SPI_SHADER_32_ABGR; /* what the means are written as */
   cb->target[1].blend = false;
   cb->target[1].rop = 0xc;
   choose(cb_ops(), &cb->target[1]);
   cb->resolve = cb_ops()->cb_resolve;
   cb->target[1].reads_dst = false;
   cb->count = 2;
   cb->resolves = true;
   cb->log2_samples = 0;
   info->active_mask = info->reads_dst = 2;
}

void cb_state_init(struct cb_state *cb, struct sim_mem *mem, const struct sim_regs *regs, unsigned gfx_level,
                   const uint32_t *gb_tile_mode, const uint32_t *gb_macrotile_mode, uint32_t gb_addr_config,
                   struct cb_info *info, uint32_t *expanded)
{
   struct tile_chip chip = { gfx_level, gb_tile_mode, gb_macrotile_mode, gb_addr_config };
   uint32_t shader_mask = REG(02823C_CB_SHADER_MASK), formats = REG(028714_SPI_SHADER_COL_FORMAT), all = ~0u;
   unsigned exports = 0;

   if (!expanded)
      expanded = &all;
   cb->count = 0;
   cb->log2_samples = 0;
   cb->resolves = cb->only_plane = false;
   cb->alpha_format = formats & 15;
   *info = (struct cb_info){ 0 };
   switch (G_028808_MODE(REG(028808_CB_COLOR_CONTROL))) {
   case V_028808_CB_NORMAL:
      break;
   case V_028808_CB_RESOLVE:
      init_resolve(cb, mem, regs, &chip, info, expanded);
      return;
   case V_028808_CB_DISABLE:
      return;
   default: /* eliminate, decompress */
      expand_all(cb, mem, regs, &chip, expanded);
      return;
   }
   for (unsigned i = 0; i < 8; i++) {
      struct cb_target *t = &cb->target[cb->count];
      if (!(shader_mask >> 4 * i & 15))
         continue;
      unsigned index = exports++; /* exports are numbered without the holes */
      memset(t, 0, sizeof(*t));
      t->export_index = index;
      t->export_format = formats >> 4 * index & 15;
      if (t->export_format == V_028714_SPI_SHADER_ZERO ||
          !target_init(t, mem, regs, &chip, i, (REG(028238_CB_TARGET_MASK) & shader_mask) >> 4 * i & 15))
         continue;
      expand_once(t, mem, regs, gfx_level, i, expanded);
      choose(cb_ops(), t);
      info->active_mask |= 1u << i;
      info->reads_dst |= (t->reads_dst ? 1u : 0u) << i;
      if (t->surf.log2_samples > cb->log2_samples)
         cb->log2_samples = t->surf.log2_samples;
      cb->count++;
      if (t->dual_source)
         break; /* export 1 is the second source */
   }
   info->log2_samples = cb->log2_samples;
   cb->only_plane = cb->count == 1 && !cb->log2_samples && cb->target[0].write64 && cb->target[0].planes;
   if (cb->count)
      info->lines = tile_lines_of(&cb->target[0].surf, cb->target[0].ptr, cb->target[0].slice_start);
}

float cb_exported_alpha(const struct cb_state *cb, const uint32_t (*exp)[64], unsigned lane)
{
   uint32_t high = exp[1][lane] >> 16;
   switch (cb->alpha_format) {
   case V_028714_SPI_SHADER_32_AR:
   case V_028714_SPI_SHADER_32_ABGR:
      return fmt_float(exp[3][lane]);
   case V_028714_SPI_SHADER_FP16_ABGR:
      return fmt_from_half(high);
   case V_028714_SPI_SHADER_UNORM16_ABGR:
      return (float)high / 65535.0f;
   case V_028714_SPI_SHADER_SNORM16_ABGR:
      return (float)(int16_t)high / 32767.0f;
   default:
      return 1;
   }
}

bool cb_takes_exports(const struct cb_state *cb, uint32_t targets)
{
   for (unsigned n = 0; n < cb->count; n++)
      if (!(targets >> cb->target[n].export_index & 1))
         return false;
   return true;
}
