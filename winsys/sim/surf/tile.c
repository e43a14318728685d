/* tile.c: see tile.h. The rules are those of hw/README.md C3, which names their sources; tests/test_tile.c checks them
 * against addresses that AMD's own address library computed. */
#include "winsys/sim/base/ints.h"
#include "winsys/sim/surf/tile_map.h"
#include "winsys/sim/surf/tile_pipe.h"

/* GB_TILE_MODE.ARRAY_MODE. Rows that are all zero: partially resident modes. */
static const struct array_mode { uint8_t mode, log2_thick; bool macro, rotates_pipes; } array_modes[16] = {
   [0] = { TILE_LINEAR, 0, false, false },  /* LINEAR_GENERAL */
   [1] = { TILE_LINEAR, 0, false, false },  /* LINEAR_ALIGNED */
   [2] = { TILE_1D, 0, false, false },      /* 1D_TILED_THIN1 */
   [3] = { TILE_VOLUME, 2, false, false },  /* 1D_TILED_THICK */
   [4] = { TILE_2D, 0, true, false },       /* 2D_TILED_THIN1 */
   [7] = { TILE_VOLUME, 2, true, false },   /* 2D_TILED_THICK */
   [8] = { TILE_VOLUME, 3, true, false },   /* 2D_TILED_XTHICK */
   [12] = { TILE_VOLUME, 0, true, true },   /* 3D_TILED_THIN1 */
   [13] = { TILE_VOLUME, 2, true, true },   /* 3D_TILED_THICK */
   [14] = { TILE_VOLUME, 3, true, true },   /* 3D_TILED_XTHICK */
};

void tile_set_micro(struct tile_surf *s, enum tile_micro micro)
{
   /* Element number inside the tile, bit 0 first, as x (0..2) and y (3..5) bits. */
   static const uint8_t thin[6] = { 0, 3, 1, 4, 2, 5 };
   static const uint8_t display[5][6] = {
      { 0, 1, 2, 4, 3, 5 }, /* 8 bits per element */
      { 0, 1, 2, 3, 4, 5 },
      { 0, 1, 3, 2, 4, 5 },
      { 0, 3, 1, 2, 4, 5 },
      { 3, 0, 1, 2, 4, 5 }, /* 128 */
   };
   /* z is 6 and above. Tiles of several slices in another order than the thick one hold plane after plane. */
   static const uint8_t thick[5][9] = {
      { 0, 3, 1, 4, 6, 7, 2, 5, 8 },
      { 0, 3, 1, 4, 6, 7, 2, 5, 8 },
      { 0, 3, 1, 6, 4, 7, 2, 5, 8 },
      { 0, 3, 6, 1, 4, 7, 2, 5, 8 },
      { 0, 3, 6, 1, 4, 7, 2, 5, 8 },
   };
   unsigned size = min_u32(log2_u32(s->el_B), 4);
   const uint8_t *order = micro == TILE_MICRO_DISPLAY ? display[size] : micro == TILE_MICRO_THICK ? thick[size] : thin;
   for (unsigned bit = 0; bit < 9; bit++) {
      unsigned from = bit < 6 || micro == TILE_MICRO_THICK ? order[bit] : bit;
      uint8_t *to = from < 3 ? &s->xbit[from] : from < 6 ? &s->ybit[from - 3] : &s->zbit[from - 6];
      *to = (uint8_t)bit;
   }
   s->micro = micro;
   s->depth_order = micro == TILE_MICRO_DEPTH;
}

unsigned tile_log2_pipes(unsigned pipe_config)
{
   return pipe_config < 4 ? 1 : pipe_config < 8 ? 2 : pipe_config < 16 ? 3 : 4;
}

static uint32_t tile_bytes(const struct tile_surf *s)
{
   return min_u32(s->split_B, (uint32_t)64 * s->el_B << (s->log2_samples + s->log2_thick));
}

void tile_adjust_2d(const struct tile_chip *chip, struct tile_surf *s)
{
   uint32_t row_B = 1024u << (chip->gb_addr_config >> 28 & 3);
   uint32_t tile_B = tile_bytes(s);
   unsigned want = log2_u32(TILE_INTERLEAVE_B / min_u32(tile_B << s->log2_bank_w, TILE_INTERLEAVE_B));
   s->log2_bank_h = max_u32(s->log2_bank_h, want);
   if (!s->log2_samples) {
      want = log2_u32(TILE_INTERLEAVE_B / min_u32(tile_B << (s->log2_bank_w + s->log2_pipes), TILE_INTERLEAVE_B));
      s->log2_aspect = max_u32(s->log2_aspect, want);
   }
   while (s->log2_bank_w && tile_B << (s->log2_bank_w + s->log2_bank_h) > row_B)
      s->log2_bank_w--;
   while (s->log2_bank_h && tile_B << (s->log2_bank_w + s->log2_bank_h) > row_B)
      s->log2_bank_h--;
}

bool tile_from_index(const struct tile_chip *chip, unsigned index, unsigned el_B, unsigned log2_samples,
                     struct tile_surf *s)
{
   uint32_t mode = chip->gb_tile_mode[index & 31];
   unsigned array_mode = mode >> 2 & 15;
   const struct array_mode *row = &array_modes[array_mode];
   bool gfx6 = chip->gfx_level < 7;
   unsigned micro = gfx6 ? mode & 3 : mode >> 22 & 7;
   if (gfx6 && micro == 3)
      micro = TILE_MICRO_THICK;

   *s = (struct tile_surf){ .mode = row->mode, .el_B = el_B, .log2_samples = log2_samples, .log2_thick = row->log2_thick,
                            .macro = row->macro, .rotates_pipes = row->rotates_pipes };
   if (row->mode == TILE_LINEAR)
      return array_mode < 2;
   if (micro == TILE_MICRO_ROTATED || micro > TILE_MICRO_THICK || el_B & (el_B - 1))
      return false;
   if (row->log2_thick ? micro == TILE_MICRO_DEPTH || log2_samples : micro == TILE_MICRO_THICK)
      return false;
   tile_set_micro(s, micro);
   s->pipe_config = mode >> 6 & 31; /* of 1D too: HTILE's */
   s->log2_pipes = tile_log2_pipes(s->pipe_config);
   if (!row->macro)
      return true;

   uint32_t bank_word = mode >> 14;
   s->split_B = 64u << (mode >> 11 & 7);
   if (!gfx6) {
      uint32_t row_B = 1024u << (chip->gb_addr_config >> 28 & 3);
      if (micro != TILE_MICRO_DEPTH)
         s->split_B = max_u32(256, (1u << (mode >> 25 & 3)) * (64 * el_B << s->log2_thick));
      s->split_B = min_u32(row_B, s->split_B);
      unsigned macro = log2_u32(max_u32(64, tile_bytes(s)) / 64);
      bank_word = chip->gb_macrotile_mode[macro & 15];
   }
   s->log2_bank_w = bank_word & 3;
   s->log2_bank_h = bank_word >> 2 & 3;
   s->log2_aspect = bank_word >> 4 & 3;
   s->log2_banks = 1 + (bank_word >> 6 & 3);
   tile_adjust_2d(chip, s);
   return true;
}

void tile_degrade(const struct tile_chip *chip, struct tile_surf *s, uint32_t w_el, uint32_t h_el, uint32_t slices)
{
   if (chip->gfx_level < 7 && slices >> s->log2_thick == 0) {
      s->log2_thick = slices < 4 ? 0 : 2;
      if (!s->log2_thick) {
         tile_set_micro(s, TILE_MICRO_THIN);
         if (!s->rotates_pipes)
            s->mode = s->macro ? TILE_2D : TILE_1D;
      }
      if (tile_is_macro(s))
         tile_adjust_2d(chip, s);
   }
   if (tile_is_macro(s) && (w_el < tile_macro_w_el(s) || h_el < tile_macro_h_el(s))) {
      s->mode = s->log2_thick ? TILE_VOLUME : TILE_1D;
      s->log2_thick = s->log2_thick ? 2 : 0; /* there is no micro-tiled mode with tiles of 8 slices */
      s->macro = s->rotates_pipes = false;
   }
}

uint32_t tile_macro_w_el(const struct tile_surf *s)
{
   return 8u << (s->log2_bank_w + s->log2_pipes + s->log2_aspect);
}

uint32_t tile_macro_h_el(const struct tile_surf *s)
{
   unsigned up = s->log2_bank_h + s->log2_banks;
   return up > s->log2_aspect ? 8u << (up - s->log2_aspect) : 8;
}

uint64_t tile_base_align_B(const struct tile_surf *s)
{
   if (!tile_is_macro(s))
      return TILE_INTERLEAVE_B;
   return (uint64_t)tile_bytes(s) << (s->log2_pipes + s->log2_banks + s->log2_bank_w + s->log2_bank_h);
}

void tile_align(struct tile_surf *s)
{
   uint32_t step;
   if (s->mode == TILE_LINEAR) {
      step = max_u32(8, 64 / s->el_B);
      s->pitch_el = (uint32_t)align_u64(s->pitch_el, step);
      while ((uint64_t)s->pitch_el * s->height_el % max_u32(64, 256 / s->el_B))
         s->pitch_el += step;
   } else if (!tile_is_macro(s)) {
      s->pitch_el = (uint32_t)align_u64(s->pitch_el, 8);
      s->height_el = (uint32_t)align_u64(s->height_el, 8);
      while (((uint64_t)s->pitch_el * s->height_el * s->el_B << s->log2_thick) % TILE_INTERLEAVE_B)
         s->pitch_el += 8;
   } else {
      s->pitch_el = (uint32_t)align_u64(s->pitch_el, tile_macro_w_el(s));
      s->height_el = (uint32_t)align_u64(s->height_el, tile_macro_h_el(s));
   }
   s->slice_B = (uint64_t)s->pitch_el * s->height_el * s->el_B << s->log2_samples;
}

static unsigned bit(uint32_t v, unsigned n) { return v >> n & 1; }

unsigned tile_pipe(unsigned config, uint32_t x, uint32_t y)
{
   unsigned x3 = bit(x, 3), x4 = bit(x, 4), x5 = bit(x, 5), x6 = bit(x, 6);
   unsigned y3 = bit(y, 3), y4 = bit(y, 4), y5 = bit(y, 5), y6 = bit(y, 6);
#define PIPE(b0, b1, b2, b3) ((b0) | (b1) << 1 | (b2) << 2 | (b3) << 3)
   switch (config) {
   case 4:  return PIPE(x4 ^ y3, x3 ^ y4, 0, 0);                     /* P4_8x16 */
   case 5:  return PIPE(x3 ^ y3 ^ x4, x4 ^ y4, 0, 0);                /* P4_16x16 */
   case 6:  return PIPE(x3 ^ y3 ^ x4, x4 ^ y5, 0, 0);                /* P4_16x32 */
   case 7:  return PIPE(x3 ^ y3 ^ x5, x5 ^ y5, 0, 0);                /* P4_32x32 */
   case 8:  return PIPE(x4 ^ y3 ^ x5, x3 ^ y5, 0, 0);                /* P8_16x16_8x16 */
   case 9:  return PIPE(x4 ^ y3 ^ x5, x3 ^ y4, x4 ^ y5, 0);          /* P8_16x32_8x16 */
   case 10: return PIPE(x4 ^ y3 ^ x5, x3 ^ y4, x5 ^ y5, 0);          /* P8_32x32_8x16 */
   case 11: return PIPE(x3 ^ y3 ^ x4, x5 ^ y4, x4 ^ y5, 0);          /* P8_16x32_16x16 */
   case 12: return PIPE(x3 ^ y3 ^ x4, x4 ^ y4, x5 ^ y5, 0);          /* P8_32x32_16x16 */
   case 13: return PIPE(x3 ^ y3 ^ x4, x4 ^ y6, x5 ^ y5, 0);          /* P8_32x32_16x32 */
   case 14: return PIPE(x3 ^ y3 ^ x5, x6 ^ y5, x5 ^ y6, 0);          /* P8_32x64_32x32 */
   case 16: return PIPE(x4 ^ y3, x3 ^ y4, x5 ^ y6, x6 ^ y5);         /* P16_32x32_8x16 */
   case 17: return PIPE(x3 ^ y3 ^ x4, x4 ^ y4, x5 ^ y6, x6 ^ y5);    /* P16_32x32_16x16 */
   default: return PIPE(x3 ^ y3, 0, 0, 0);                           /* P2 */
   }
#undef PIPE
}

static unsigned bank_of(unsigned log2_banks, uint32_t u, uint32_t v)
{
   unsigned u0 = bit(u, 0), u1 = bit(u, 1), u2 = bit(u, 2), u3 = bit(u, 3);
   unsigned v0 = bit(v, 0), v1 = bit(v, 1), v2 = bit(v, 2), v3 = bit(v, 3);
   switch (log2_banks) {
   case 4: return (u0 ^ v3) | (u1 ^ v2 ^ v3) << 1 | (u2 ^ v1) << 2 | (u3 ^ v0) << 3;
   case 3: return (u0 ^ v2) | (u1 ^ v1 ^ v2) << 1 | (u2 ^ v0) << 2;
   case 2: return (u0 ^ v1) | (u1 ^ v0) << 1;
   default: return u0 ^ v0;
   }
}

/* Everything but a surface's own size is a power of two. */
static uint64_t offset_2d(const struct tile_surf *s, uint32_t x, uint32_t y, uint32_t slice, uint32_t el_off_B)
{
   unsigned log2_tile = 6 + log2_u32(s->el_B) + s->log2_samples + s->log2_thick, log2_split = log2_u32(s->split_B);
   unsigned log2_parts = 0;
   unsigned log2_p = s->log2_pipes, log2_b = s->log2_banks, log2_mw = 3 + s->log2_bank_w + log2_p + s->log2_aspect;
   unsigned log2_mh = log2_u32(tile_macro_h_el(s));
   uint32_t part = 0;
   slice >>= s->log2_thick;
   if (log2_tile > log2_split && !s->log2_thick) {
      log2_parts = log2_tile - log2_split;
      part = el_off_B >> log2_split;
      el_off_B &= s->split_B - 1;
      log2_tile = log2_split;
   }
   unsigned log2_macro = log2_tile + log2_mw + log2_mh - 6;
   log2_macro = log2_macro > log2_p + log2_b ? log2_macro - log2_p - log2_b : 0;
   uint32_t row = s->pitch_el >> log2_mw;
   uint64_t slice_B = (uint64_t)row * (s->height_el >> log2_mh) << log2_macro;
   uint32_t tx = x >> 3 >> log2_p, ty = y >> 3;

   uint64_t t = slice_B * (part + ((uint64_t)slice << log2_parts)) +
                (((uint64_t)(y >> log2_mh) * row + (x >> log2_mw)) << log2_macro) +
                ((uint64_t)(((ty & ((1u << s->log2_bank_h) - 1)) << s->log2_bank_w) +
                            (tx & ((1u << s->log2_bank_w) - 1))) << log2_tile) + el_off_B;

   unsigned pipe = tile_pipe(s->pipe_config, x, y) ^ s->pipe_swizzle;
   unsigned bank = bank_of(log2_b, tx >> s->log2_bank_w, ty >> s->log2_bank_h);
   if (!s->log2_bank_w && (s->pipe_config == 7 || s->pipe_config == 14))
      bank |= (bank & 1) ^ bit(x, 4) ^ bit(x, 5);
   unsigned banks = 1u << log2_b;
   if (s->rotates_pipes) {
      uint32_t pipes = 1u << log2_p, rotation = max_u32(pipes / 2, 2) - 1;
      pipe ^= rotation * slice;
      bank ^= (rotation * slice >> log2_p) + s->bank_swizzle;
   } else {
      bank ^= (banks / 2 - 1) * slice + s->bank_swizzle;
   }
   bank ^= (banks / 2 + 1) * part;
   bank &= banks - 1;
   pipe &= (1u << log2_p) - 1;
   return (t & 255) | (uint64_t)pipe << 8 | (uint64_t)bank << (8 + log2_p) | t >> 8 << (8 + log2_p + log2_b);
}

uint64_t tile_offset_B(const struct tile_surf *s, uint32_t x, uint32_t y, uint32_t slice, uint32_t sample)
{
   if (s->mode == TILE_LINEAR)
      return (uint64_t)slice * s->slice_B + ((uint64_t)y * s->pitch_el + x) * s->el_B;
   if (s->map)
      return tile_map_offset_B(s->map, s, x, y, slice, sample);

   uint32_t el = 0;
   for (unsigned n = 0; n < 3; n++)
      el |= bit(x, n) << s->xbit[n] | bit(y, n) << s->ybit[n];
   for (unsigned n = 0; n < s->log2_thick; n++)
      el |= bit(slice, n) << s->zbit[n];
   uint32_t el_B = s->depth_order ? ((el << s->log2_samples) + sample) * s->el_B : (sample * 64 + el) * s->el_B;
   if (tile_is_macro(s))
      return offset_2d(s, x, y, slice, el_B);
   uint64_t tile_B = (uint64_t)64 * s->el_B << (s->log2_samples + s->log2_thick);
   return (slice >> s->log2_thick << s->log2_thick) * s->slice_B + ((uint64_t)(y / 8) * (s->pitch_el / 8) + x / 8) * tile_B + el_B;
}

uint64_t tile_extent_B(const struct tile_surf *s, uint32_t w_el, uint32_t h_el, uint32_t slices)
{
   if (!w_el || !h_el || !slices)
      return 0;
   if (s->mode == TILE_LINEAR)
      return (slices - 1) * s->slice_B + ((uint64_t)(h_el - 1) * s->pitch_el + w_el) * s->el_B;
   if (s->mode == TILE_1D)
      return (slices - 1) * s->slice_B + ((uint64_t)((h_el - 1) / 8) * (s->pitch_el / 8) + (w_el + 7) / 8) *
             ((uint64_t)64 * s->el_B << s->log2_samples);
   return tile_pad_slices(s, slices) * s->slice_B;
}

void tile_take_swizzle(struct tile_surf *s, uint64_t *va)
{
   if (!tile_is_macro(s))
      return;
   unsigned bits = *va >> 8 & ((1u << (s->log2_pipes + s->log2_banks)) - 1);
   s->pipe_swizzle = bits & ((1u << s->log2_pipes) - 1);
   s->bank_swizzle = bits >> s->log2_pipes;
   *va &= ~((uint64_t)((1u << (s->log2_pipes + s->log2_banks)) - 1) << 8);
}
