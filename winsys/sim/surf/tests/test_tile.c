/* Layout against numbers that AMD's address library computed (tiling_vectors.json, volume_vectors.json), and mip levels as a
 * T# describes them: only level 0's pitch is given, all other places follow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "winsys/sim/tc/tc_int.h"
#include "winsys/sim/surf/tile_map.h"

struct tile_device { const char *name; unsigned gfx_level; uint32_t addr_config, tile_mode[32], macrotile_mode[16]; };
struct tile_case {
   unsigned dev;
   const char *kind;
   uint32_t width, height, layers, el_B, samples, level, tile_index, level_tile_index, pitch0, offset, pitch, height_el, slice_B, mode,
      first_addr, num_addr;
};
#include "tile_vectors.h"

static unsigned log2_of(unsigned v) { return (unsigned)__builtin_ctz(v); }
static bool is_volume(const struct tile_case *c) { return strstr(c->kind, "volume") != NULL; }
static uint32_t minified(uint32_t v, unsigned level) { return v >> level ? v >> level : 1; }

static void test_addresses(void **state)
{
   (void)state;
   unsigned checked = 0;
   for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
      const struct tile_case *c = &cases[i];
      const struct tile_device *d = &devices[c->dev];
      struct tile_chip chip = { d->gfx_level, d->tile_mode, d->macrotile_mode, d->addr_config };
      struct tile_surf s;
      assert_true(tile_from_index(&chip, c->level_tile_index, c->el_B, log2_of(c->samples), &s));
      if (is_volume(c))
         assert_int_equal(s.mode, c->mode);
      s.mode = c->mode;
      s.pitch_el = c->pitch;
      s.height_el = c->height_el;
      s.slice_B = c->slice_B;
      for (unsigned n = 0; n < c->num_addr; n++) {
         const uint32_t *a = addresses[c->first_addr + n];
         uint64_t got = tile_offset_B(&s, a[0], a[1], a[2], a[3]);
         if (got != a[4])
            print_error("%s %s level %u (%u,%u,%u,%u): %llu, want %u\n", d->name, c->kind, c->level, a[0], a[1], a[2],
                        a[3], (unsigned long long)got, a[4]);
         assert_int_equal(got, a[4]);
         assert_true(got < tile_extent_B(&s, minified(c->width, c->level), minified(c->height, c->level),
                                         is_volume(c) ? minified(c->layers, c->level) : c->layers));
         checked++;
      }
   }
   assert_int_equal(checked, sizeof(addresses) / sizeof(addresses[0]));
}

/* Every 2D surface's map gives the addresses, with swizzles too; and the tables that the vector code takes agree. */
static void test_maps(void **state)
{
   (void)state;
   unsigned maps = 0, split = 0, together = 0, planes = 0, kept = 0;
   for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
      const struct tile_case *c = &cases[i];
      const struct tile_device *d = &devices[c->dev];
      struct tile_chip chip = { d->gfx_level, d->tile_mode, d->macrotile_mode, d->addr_config };
      struct tile_surf s;
      assert_true(tile_from_index(&chip, c->tile_index, c->el_B, log2_of(c->samples), &s));
      s.mode = c->mode;
      s.pitch_el = c->pitch;
      s.height_el = c->height_el;
      s.slice_B = c->slice_B;
      if (s.mode != TILE_2D)
         continue;
      struct tile_map *map = tile_map_create(&s);
      bool unmapped = !s.log2_bank_w && (s.pipe_config == 7 || s.pipe_config == 14);
      assert_int_equal(map == NULL, unmapped);
      if (!map)
         continue;
      assert_true(tile_map_fits(map, &s));
      for (unsigned n = 0; n < c->num_addr; n++) {
         const uint32_t *a = addresses[c->first_addr + n];
         assert_int_equal(tile_map_offset_B(map, &s, a[0], a[1], a[2], a[3]), a[4]);
         assert_int_equal(map->flip_x[a[0] & map->mask_x], map->nibble_x[0][a[0] & 15] ^ map->nibble_x[1][a[0] >> 4 & 15] ^
                                                           map->nibble_x[2][a[0] >> 8 & 15] ^ map->nibble_x[3][a[0] >> 12]);
      }
      s.bank_swizzle = 5 & ((1u << s.log2_banks) - 1);
      s.pipe_swizzle = 3 & ((1u << s.log2_pipes) - 1);
      uint32_t seed = (uint32_t)i;
      for (unsigned n = 0; n < 500; n++) {
         seed = seed * 1664525 + 1013904223;
         uint32_t x = (seed >> 8) % s.pitch_el, y = (seed >> 16) % s.height_el, slice = seed >> 20 & 15;
         uint32_t sample = (seed >> 4) % c->samples;
         assert_int_equal(tile_map_offset_B(map, &s, x, y, slice, sample), tile_offset_B(&s, x, y, slice, sample));
      }
      struct tile_surf mapped = s;
      mapped.map = tile_map_find(&s);
      assert_true(!mapped.map || (tile_map_find(&s) == mapped.map && tile_map_fits(mapped.map, &s)));
      kept += mapped.map != NULL; /* the first kinds; more than programs have */
      assert_int_equal(tile_offset_B(&mapped, 5, 11, 1, 0), tile_offset_B(&s, 5, 11, 1, 0));
      const uint32_t plane = (c->samples - 1) & (uint32_t)i;
      uint64_t first = tile_offset_B(&s, 8, 16, 3, plane);
      for (unsigned el = 0; el < 64 && tile_has_planes(&s); el++) {
         unsigned x = 8, y = 16;
         for (unsigned n = 0; n < 3; n++) {
            x |= (el >> s.xbit[n] & 1) << n;
            y |= (el >> s.ybit[n] & 1) << n;
         }
         assert_int_equal(tile_offset_B(&s, x, y, 3, plane), first + el * s.el_B);
      }
      together += tile_is_contiguous(&s);
      planes += tile_has_planes(&s) && c->samples > 1;
      split += map->log2_parts != 0;
      maps++;
      tile_map_destroy(map);
   }
   assert_true(maps > 50 && split > 0 && together > 10 && planes > 10 && kept > 30);
}

/* The pieces of all blocks of a slice are where its elements are, and cover rows * row_B bytes once. */
static void check_lines(const struct tile_surf *s, uint32_t slice)
{
   static const uint8_t level[1];
   static uint8_t covered[1 << 20];
   const struct tile_lines l = tile_lines_of(s, level, slice);
   assert_ptr_equal(l.first, level + slice * s->slice_B);
   assert_int_equal((uint64_t)l.rows * l.row_B, s->slice_B);
   const uint32_t piece_B = l.map ? l.block_B / l.pieces : l.block_B, granule_B = 64;
   assert_true(s->slice_B / granule_B <= sizeof covered);
   memset(covered, 0, s->slice_B / granule_B);
   for (uint32_t y = 0; y < l.rows; y++)
      for (uint32_t x = 0; x < l.row_B / l.block_B; x++) {
         uint64_t at[4] = { (uint64_t)y * l.row_B + (uint64_t)x * l.block_B };
         for (unsigned n = 0; n < (l.map ? l.pieces : 1); n++) {
            if (l.map)
               at[n] = (uint64_t)(tile_piece(&l, x, y, n) - l.first);
            for (uint32_t g = 0; g < piece_B; g += granule_B) {
               assert_true(at[n] + g < s->slice_B);
               assert_false(covered[(at[n] + g) / granule_B]++);
            }
         }
         for (unsigned e = 0; e < 64; e += 9) {
            uint64_t offset = tile_offset_B(s, 8 * x + e % 8, 8 * y + e / 8, slice, 0) - slice * s->slice_B;
            unsigned found = 0;
            for (unsigned n = 0; n < (l.map ? l.pieces : 1); n++)
               found += offset >= at[n] && offset < at[n] + piece_B;
            assert_int_equal(found, 1);
         }
      }
}

static void test_lines(void **state)
{
   (void)state;
   unsigned micro = 0, macro = 0, pieces = 0, none = 0;
   for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
      const struct tile_case *c = &cases[i];
      const struct tile_device *d = &devices[c->dev];
      struct tile_chip chip = { d->gfx_level, d->tile_mode, d->macrotile_mode, d->addr_config };
      struct tile_surf s;
      assert_true(tile_from_index(&chip, c->level_tile_index, c->el_B, log2_of(c->samples), &s));
      s.mode = c->mode;
      s.pitch_el = c->pitch;
      s.height_el = c->height_el;
      s.slice_B = c->slice_B;
      s.bank_swizzle = 5 & ((1u << s.log2_banks) - 1);
      s.pipe_swizzle = 3 & ((1u << s.log2_pipes) - 1);
      struct tile_map *map = s.mode == TILE_2D ? tile_map_create(&s) : NULL;
      s.map = map;
      const bool has = !s.log2_samples && (s.mode == TILE_1D || (s.mode == TILE_2D && map && 64u * s.el_B <= s.split_B));
      const struct tile_lines l = tile_lines_of(&s, (const uint8_t *)&s, 0);
      assert_int_equal(l.first != NULL, has);
      if (has && s.slice_B <= 4u << 20) {
         check_lines(&s, 0);
         check_lines(&s, 3);
         micro += s.mode == TILE_1D;
         macro += s.mode == TILE_2D;
         pieces += l.pieces > 1;
      }
      none += !has;
      tile_map_destroy(map);
   }
   assert_true(micro > 20 && macro > 20 && pieces > 5 && none > 20);
}

/* A map in which everything is readable; no access is made. */
static struct sim_mem all_mapped(void)
{
   struct sim_mem m = { .size_B = 1ull << 34 };
   m.page = malloc(m.size_B >> SIM_PAGE_SHIFT);
   memset(m.page, SIM_MEM_READ | SIM_MEM_WRITE, m.size_B >> SIM_PAGE_SHIFT);
   return m;
}

static void test_mip_levels(void **state)
{
   (void)state;
   static const uint8_t fmt_of[17] = { [1] = 1, [2] = 2, [4] = 4, [8] = 11, [16] = 14 };
   struct sim_mem mem = all_mapped();
   unsigned checked = 0;
   for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
      const struct tile_case *c = &cases[i];
      const struct tile_device *d = &devices[c->dev];
      if (!strstr(c->kind, "mips"))
         continue;
      struct tile_chip chip = { d->gfx_level, d->tile_mode, d->macrotile_mode, d->addr_config };
      uint32_t rsrc[8] = { 0x100000 };
      rsrc[1] = (uint32_t)fmt_of[c->el_B] << 20 | FMT_UINT << 26;
      rsrc[2] = (c->width - 1) | (c->height - 1) << 14;
      rsrc[3] = 0xfac | c->level << 16 | c->tile_index << 20 | 1u << 25 | (uint32_t)(is_volume(c) ? TC_3D : TC_2D_ARRAY) << 28;
      rsrc[4] = (c->layers - 1) | (c->pitch0 - 1) << 13;
      rsrc[5] = (c->layers - 1) << 13;
      struct tc_img img;
      tc_resolve_image(&mem, &chip, rsrc, SIM_MEM_READ, &img);
      assert_true(img.valid);
      const struct tc_level *lv = &img.level[c->level];
      uint64_t offset = (uint64_t)(lv->ptr - mem.base) - ((uint64_t)rsrc[0] << 8);
      if (offset != c->offset || lv->surf.pitch_el != c->pitch || lv->surf.mode != c->mode)
         print_error("%s %s level %u el %u: offset %llu want %u, pitch %u want %u\n", d->name, c->kind, c->level, c->el_B,
                     (unsigned long long)offset, c->offset, lv->surf.pitch_el, c->pitch);
      assert_int_equal(offset, c->offset);
      assert_int_equal(lv->surf.pitch_el, c->pitch);
      assert_int_equal(lv->surf.mode, c->mode);
      assert_int_equal(lv->surf.slice_B, c->slice_B);
      checked++;
   }
   assert_true(checked > 400);
   free(mem.page);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_addresses), cmocka_unit_test(test_maps), cmocka_unit_test(test_lines),
                                       cmocka_unit_test(test_mip_levels) };
   return cmocka_run_group_tests(tests, 0, 0);
}
