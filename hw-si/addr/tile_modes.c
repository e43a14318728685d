/* tile_modes.c: selects and decodes entries of GB_TILE_MODE and GB_MACROTILE_MODE. The meaning of an index is fixed by the
 * kernel's tables (gfx_v6_0.c, gfx_v7_0.c, gfx_v8_0.c: *_tiling_mode_table_init); the contents come from the chip. */
#include "surf.h"

static unsigned bits(uint32_t v, unsigned lo, unsigned hi)
{
   return v >> lo & ((2u << (hi - lo)) - 1);
}

uint32_t surf_row_size_B(const struct surf_chip *chip)
{
   return 1024u << bits(chip->gb_addr_config, 28, 29);
}

static unsigned index_gfx6(enum surf_class cls, enum surf_mode mode, unsigned bytes_per_el, unsigned samples,
                           bool display)
{
   static const uint8_t thin_2d[5] = {14, 15, 16, 17, 17}, display_2d[5] = {10, 11, 12, 12, 17};
   unsigned size = surf_log2(bytes_per_el);

   if (mode == SURF_LINEAR)
      return 8;
   if (cls != SURF_COLOR) {
      if (mode == SURF_1D)
         return 4;
      if (cls == SURF_STENCIL)
         return 0;
      return samples >= 8 ? 2 : samples >= 2 ? 1 : 0;
   }
   if (mode == SURF_1D)
      return display ? 9 : 13;
   return display ? display_2d[size] : thin_2d[size];
}

static unsigned index_gfx7(enum surf_class cls, enum surf_mode mode, unsigned samples, bool display)
{
   if (mode == SURF_LINEAR)
      return 8;
   if (cls != SURF_COLOR) {
      if (mode == SURF_1D)
         return 5;
      return samples >= 8 ? 2 : samples >= 2 ? 1 : 0;
   }
   if (mode == SURF_1D)
      return display ? 9 : 13;
   return display ? 10 : 14;
}

static unsigned pipes_of_config(unsigned config)
{
   return config < 4 ? 2 : config < 8 ? 4 : config < 16 ? 8 : 16;
}

void surf_choose_tile(const struct surf_chip *chip, enum surf_class cls, enum surf_mode mode, unsigned bytes_per_el,
                      unsigned samples, bool display, struct surf_tile *t)
{
   uint32_t entry, macro;

   display = display && bytes_per_el < 16; /* 128 bpp is never "display" */
   *t = (struct surf_tile){.macro_index = -1, .banks = 2, .bank_w = 1, .bank_h = 1, .aspect = 1, .tile_split_B = 64};
   t->index = chip->has_macro_table ? index_gfx7(cls, mode, samples, display)
                                    : index_gfx6(cls, mode, bytes_per_el, samples, display);
   entry = chip->gb_tile_mode[t->index];
   t->array_mode = bits(entry, 2, 5);
   t->pipe_config = bits(entry, 6, 10);
   t->pipes = pipes_of_config(t->pipe_config);
   if (!chip->has_macro_table) {
      t->micro_mode = bits(entry, 0, 1);
      t->tile_split_B = 64u << bits(entry, 11, 13);
      t->bank_w = 1 << bits(entry, 14, 15);
      t->bank_h = 1 << bits(entry, 16, 17);
      t->aspect = 1 << bits(entry, 18, 19);
      t->banks = 2 << bits(entry, 20, 21);
      return;
   }
   t->micro_mode = bits(entry, 22, 24);
   if (mode != SURF_2D)
      return;

   uint32_t tile_B = 64 * bytes_per_el, split_B;
   if (cls == SURF_COLOR)
      split_B = surf_max_u32(256, (1u << bits(entry, 25, 26)) * tile_B);
   else
      split_B = 64u << bits(entry, 11, 13);
   split_B = surf_min_u32(split_B, surf_row_size_B(chip));
   t->tile_split_B = split_B;
   t->macro_index = surf_log2(surf_max_u32(64, surf_min_u32(split_B, samples * tile_B)) / 64);
   macro = chip->gb_macrotile_mode[t->macro_index];
   t->bank_w = 1 << bits(macro, 0, 1);
   t->bank_h = 1 << bits(macro, 2, 3);
   t->aspect = 1 << bits(macro, 4, 5);
   t->banks = 2 << bits(macro, 6, 7);
}
