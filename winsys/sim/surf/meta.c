/* meta.c: see meta.h. The codes are those that radeonsi (si_clear.c) and RADV (meta clears) write. */
#include "winsys/sim/surf/meta.h"

#include <string.h>

/* ---- tiles in memory ---------------------------------------------------------------------------------------------------- */

static uint32_t tiles_x(const struct tile_surf *s) { return s->pitch_el / 8; }
static uint32_t tiles_y(const struct tile_surf *s) { return s->height_el / 8; }
static uint32_t tile_bytes(const struct tile_surf *s) { return (uint32_t)64 * s->el_B << s->log2_samples; }

/* Bytes of a tile that follow each other, whatever the layout. */
static uint32_t piece_bytes(const struct tile_surf *s)
{
   uint32_t piece_B = tile_bytes(s);
   if (s->mode == TILE_2D && s->split_B < piece_B)
      piece_B = s->split_B;
   return piece_B < 256 ? piece_B : 256;
}

/* Where byte at_B of the tile at (tx, ty) lies. */
static uint64_t piece_offset(const struct tile_surf *s, uint32_t tx, uint32_t ty, uint32_t slice, uint32_t at_B)
{
   uint32_t el = at_B / s->el_B;
   uint32_t sample = s->depth_order ? el & ((1u << s->log2_samples) - 1) : el / 64;
   uint32_t pixel = s->depth_order ? el >> s->log2_samples : el % 64;
   uint32_t x = 8 * tx, y = 8 * ty;
   for (unsigned n = 0; n < 3; n++) {
      x |= (pixel >> s->xbit[n] & 1) << n;
      y |= (pixel >> s->ybit[n] & 1) << n;
   }
   return tile_offset_B(s, x, y, slice, sample);
}

static void repeat(uint8_t *to, uint32_t size_B, const uint8_t *element, unsigned el_B)
{
   for (uint32_t at = 0; at < size_B; at += el_B)
      memcpy(to + at, element, el_B);
}

static void fill_tile(uint8_t *base, const struct tile_surf *s, uint32_t tx, uint32_t ty, uint32_t slice, const uint8_t *element)
{
   if (s->mode == TILE_VOLUME) { /* a slice's elements do not follow each other */
      for (unsigned el = 0; el < 64; el++)
         memcpy(base + tile_offset_B(s, 8 * tx + el % 8, 8 * ty + el / 8, slice, 0), element, s->el_B);
      return;
   }
   uint32_t tile_B = tile_bytes(s), piece_B = piece_bytes(s);
   for (uint32_t at = 0; at < tile_B; at += piece_B)
      repeat(base + piece_offset(s, tx, ty, slice, at), piece_B, element, s->el_B);
}

/* The first sample's pixels to all other samples. */
static void spread_tile(uint8_t *base, const struct tile_surf *s, uint32_t tx, uint32_t ty, uint32_t slice)
{
   uint32_t plane_B = (uint32_t)64 * s->el_B, piece_B = piece_bytes(s);
   piece_B = piece_B < plane_B ? piece_B : plane_B;
   for (uint32_t at = 0; at < plane_B; at += piece_B) {
      const uint8_t *from = base + piece_offset(s, tx, ty, slice, at);
      for (unsigned sample = 1; sample < 1u << s->log2_samples; sample++)
         memcpy(base + piece_offset(s, tx, ty, slice, sample * plane_B + at), from, piece_B);
   }
}

/* The surface's host address, where all its slices may be written; NULL and a fault otherwise. */
static uint8_t *surface(struct sim_mem *mem, const struct meta_surf *s)
{
   const struct tile_surf *t = s->surf;
   uint64_t last_B = (uint64_t)t->pitch_el * t->height_el * t->el_B << t->log2_samples;
   if (s->end <= s->first || !last_B || t->mode == TILE_LINEAR)
      return NULL;
   return sim_mem_ptr(mem, s->va, t->slice_B * (tile_pad_slices(t, s->end) - 1) + last_B, SIM_MEM_READ | SIM_MEM_WRITE);
}

/* ---- DCC ---------------------------------------------------------------------------------------------------------------- */

/* 1; of integers the greatest. */
static uint32_t one_of(unsigned bits, unsigned num)
{
   const uint32_t greatest = bits == 32 ? ~0u : (1u << bits) - 1;
   switch (num) {
   case FMT_UNORM: case FMT_SRGB: case FMT_UINT: return greatest;
   case FMT_SNORM: case FMT_SINT: return greatest >> 1;
   case FMT_USCALED: case FMT_SSCALED: return bits > 1 || num == FMT_USCALED;
   default: return bits == 32 ? fmt_bits(1.0f) : bits >= 10 ? 15u << (bits == 16 ? 10 : bits - 5) : 0;
   }
}

static void clear_colour(const struct fmt *fmt, unsigned num, bool colour, bool alpha, bool alpha_on_msb, uint8_t element[16])
{
   uint32_t raw[4] = { 0 };
   unsigned alpha_at = alpha_on_msb ? fmt->chans - 1u : 0;
   bool has_alpha = fmt->chans != 3;
   for (unsigned c = 0; c < fmt->chans && fmt->kind == FMT_PLAIN; c++)
      if (has_alpha && c == alpha_at ? alpha : colour)
         raw[fmt->ch[c].dw] |= one_of(fmt->ch[c].bits, num) << fmt->ch[c].shift;
   memcpy(element, raw, 16);
}

/* Elements of 16 bytes have no room in two words: their first three channels are the first word. */
static void words_colour(const struct fmt *fmt, bool alpha_on_msb, const uint32_t *words, uint8_t element[16])
{
   uint32_t wide[4] = { words[0], words[1], 0, 0 };
   if (fmt->el_B == 16)
      for (unsigned c = 0; c < 4; c++)
         wide[c] = words[c == (alpha_on_msb ? 3u : 0u)];
   memcpy(element, wide, 16);
}

static void expand_dcc(struct sim_mem *mem, const struct meta_surf *s, uint64_t dcc_va, const struct fmt *fmt, unsigned num,
                       bool alpha_on_msb, const uint32_t *words)
{
   uint8_t *base = surface(mem, s);
   uint32_t first_slice = s->first >> s->surf->log2_thick << s->surf->log2_thick; /* all of a thick tile's slices */
   uint64_t first = s->surf->slice_B * first_slice >> 8, end = s->surf->slice_B * tile_pad_slices(s->surf, s->end) >> 8;
   if (!base || first >= end)
      return;
   uint8_t *key = sim_mem_ptr(mem, dcc_va, end, SIM_MEM_READ | SIM_MEM_WRITE);
   if (!key)
      return;
   uint8_t element[256][16];
   bool cleared[256] = { [META_DCC_0000] = true, [META_DCC_0001] = true, [META_DCC_1110] = true, [META_DCC_1111] = true,
                         [META_DCC_WORDS] = words };
   for (unsigned k = META_DCC_0000; k <= META_DCC_1111; k += META_DCC_0001)
      clear_colour(fmt, num, k >> 7, k >> 6 & 1, alpha_on_msb, element[k]);
   if (words)
      words_colour(fmt, alpha_on_msb, words, element[META_DCC_WORDS]);
   for (uint64_t n = first; n < end; n++) {
      uint64_t eight;
      if (n + 8 <= end && (memcpy(&eight, key + n, 8), eight == UINT64_MAX)) {
         n += 7;
         continue;
      }
      if (cleared[key[n]]) {
         repeat(base + 256 * n, 256, element[key[n]], fmt->el_B);
         key[n] = META_DCC_UNCOMPRESSED;
      }
   }
}

void meta_expand_dcc(struct sim_mem *mem, const struct meta_surf *s, uint64_t dcc_va, const struct fmt *fmt, unsigned num,
                     bool alpha_on_msb, const uint32_t *words)
{
   pthread_mutex_lock(&mem->meta_lock);
   expand_dcc(mem, s, dcc_va, fmt, num, alpha_on_msb, words);
   pthread_mutex_unlock(&mem->meta_lock);
}

/* ---- CMASK -------------------------------------------------------------------------------------------------------------- */

static bool is_plain(const uint8_t *cmask, uint64_t size_B)
{
   return cmask[0] == 0xff && !memcmp(cmask, cmask + 1, size_B - 1);
}

void meta_expand_cmask(struct sim_mem *mem, const struct meta_surf *s, uint64_t cmask_va, uint64_t slice_B, bool fast_clear,
                       bool fragments, const uint32_t words[2])
{
   const struct tile_surf *surf = s->surf;
   uint8_t *base = surface(mem, s), element[16] = { 0 };
   uint8_t *cmask = base ? sim_mem_ptr(mem, cmask_va, slice_B * s->end, SIM_MEM_READ | SIM_MEM_WRITE) : NULL;
   if (!cmask || !(fast_clear || fragments))
      return;
   memcpy(element, words, 8);
   for (uint32_t slice = s->first; slice < s->end; slice++) {
      uint8_t *pairs = cmask + slice * slice_B;
      if (is_plain(pairs, slice_B))
         continue;
      for (uint32_t n = 0; n < tiles_x(surf) * tiles_y(surf); n++) {
         uint32_t tx = n % tiles_x(surf), ty = n / tiles_x(surf);
         uint64_t entry = meta_cmask_entry(surf, tx, ty);
         unsigned state = entry / 2 < slice_B ? pairs[entry / 2] >> 4 * (entry & 1) & 15 : 15;
         if (fast_clear && !state)
            fill_tile(base, surf, tx, ty, slice, element);
         else if (fragments && state != 15)
            spread_tile(base, surf, tx, ty, slice);
      }
      for (uint64_t n = 0; n < slice_B; n++) /* padding, too */
         pairs[n] = (uint8_t)(fragments ? 0xff : pairs[n] | (pairs[n] & 0x0f ? 0 : 0x0f) | (pairs[n] & 0xf0 ? 0 : 0xf0));
   }
}

/* ---- HTILE -------------------------------------------------------------------------------------------------------------- */

static bool htile_cleared(uint32_t entry, enum meta_plane plane) { return !(entry & (plane == META_STENCIL ? 0x300 : 0xf)); }

static void expand_htile(struct sim_mem *mem, const struct meta_surf *s, uint64_t htile_va, bool tc_compatible,
                         enum meta_plane plane, bool from_range, uint32_t clear)
{
   const struct tile_surf *surf = s->surf;
   uint8_t *base = surface(mem, s), element[16] = { 0 };
   uint64_t slice_B = meta_htile_slice_B(surf, surf->log2_pipes, tc_compatible);
   uint64_t size_B = meta_htile_size_B(surf, slice_B, tc_compatible, s->end);
   uint8_t *entries = base ? sim_mem_ptr(mem, htile_va, size_B, SIM_MEM_READ | SIM_MEM_WRITE) : NULL;
   if (!entries)
      return;
   for (uint32_t slice = s->first; slice < s->end; slice++) {
      for (uint32_t n = 0; n < tiles_x(surf) * tiles_y(surf); n++) {
         uint32_t tx = n % tiles_x(surf), ty = n / tiles_x(surf);
         uint64_t at = meta_htile_offset_B(surf, slice_B, tc_compatible, tx, ty, slice);
         uint32_t *entry = (uint32_t *)(void *)(entries + at);
         if (at + 4 > size_B || !htile_cleared(*entry, plane))
            continue;
         /* The texture unit has no clear registers: depth is what the range says, 0 or 1. */
         uint32_t value = from_range ? (*entry >> 31 ? clear : 0) : clear;
         memcpy(element, &value, 4);
         fill_tile(base, surf, tx, ty, slice, element);
         if (plane == META_STENCIL)
            *entry = (*entry & ~0xf0u) | 0x300;
         else /* the range of all depths */
            *entry = plane == META_DEPTH ? 0xfffc000f : (*entry & 0x3f0) | 0xfffff00f;
      }
   }
}

void meta_expand_htile(struct sim_mem *mem, const struct meta_surf *s, uint64_t htile_va, bool tc_compatible, enum meta_plane plane,
                       uint32_t clear)
{
   pthread_mutex_lock(&mem->meta_lock);
   expand_htile(mem, s, htile_va, tc_compatible, plane, false, clear);
   pthread_mutex_unlock(&mem->meta_lock);
}

/* ---- what is in memory --------------------------------------------------------------------------------------------------- */

bool meta_cmask_has_clears(struct sim_mem *mem, const struct tile_surf *surf, uint64_t cmask_va, uint64_t slice_B, uint32_t slice)
{
   const uint8_t *pairs = sim_mem_check(mem, cmask_va + slice * slice_B, slice_B, SIM_MEM_READ)
                             ? mem->base + cmask_va + slice * slice_B : NULL;
   if (!pairs || is_plain(pairs, slice_B))
      return false;
   for (uint32_t n = 0; n < tiles_x(surf) * tiles_y(surf); n++) {
      uint64_t entry = meta_cmask_entry(surf, n % tiles_x(surf), n / tiles_x(surf));
      if (entry / 2 < slice_B && !(pairs[entry / 2] >> 4 * (entry & 1) & 15))
         return true;
   }
   return false;
}

bool meta_htile_has_clears(struct sim_mem *mem, const struct tile_surf *surf, uint64_t htile_va, bool tc_compatible, uint32_t slice,
                           bool stencil)
{
   uint64_t slice_B = meta_htile_slice_B(surf, surf->log2_pipes, tc_compatible);
   uint64_t size_B = meta_htile_size_B(surf, slice_B, tc_compatible, slice + 1);
   const uint8_t *entries = sim_mem_check(mem, htile_va, size_B, SIM_MEM_READ) ? mem->base + htile_va : NULL;
   for (uint32_t n = 0; entries && n < tiles_x(surf) * tiles_y(surf); n++) {
      uint64_t at = meta_htile_offset_B(surf, slice_B, tc_compatible, n % tiles_x(surf), n / tiles_x(surf), slice);
      uint32_t entry = 0xf | 0x300;
      if (at + 4 <= size_B)
         memcpy(&entry, entries + at, 4);
      if (htile_cleared(entry, stencil ? META_STENCIL : META_DEPTH))
         return true;
   }
   return false;
}

enum meta_content meta_dcc_content(struct sim_mem *mem, uint64_t dcc_va, uint64_t size_B)
{
   enum meta_content content = META_PLAIN;
   const uint8_t *key = sim_mem_check(mem, dcc_va, size_B, SIM_MEM_READ) ? mem->base + dcc_va : NULL;
   for (uint64_t n = 0; key && n < size_B; n++)
      if (key[n] == META_DCC_WORDS)
         return META_CLEARED;
      else if (key[n] != META_DCC_UNCOMPRESSED)
         content = META_COMPRESSED;
   return content;
}

/* ---- what a T# says ----------------------------------------------------------------------------------------------------- */

void meta_expand_level(struct sim_mem *mem, const uint32_t rsrc[8], const struct fmt *fmt, unsigned num, uint64_t image_va,
                       const struct meta_surf *level)
{
   const struct tile_surf *surf = level->surf;
   uint64_t meta_va = (uint64_t)rsrc[7] << 8;
   if (!(rsrc[6] >> 21 & 1) || surf->mode < (surf->depth_order ? TILE_1D : TILE_2D) || fmt->kind != FMT_PLAIN)
      return;
   pthread_mutex_lock(&mem->meta_lock);
   atomic_store_explicit(&mem->has_meta, true, memory_order_relaxed);
   if (!surf->depth_order) {
      /* As the colour block has it: the swizzle is that of the image. */
      meta_va &= ~((256ull << (surf->log2_pipes + surf->log2_banks)) - 1);
      expand_dcc(mem, level, meta_va + ((level->va - image_va) >> 8), fmt, num, rsrc[6] >> 22 & 1, NULL);
   } else if (fmt->el_B == 1) {
      expand_htile(mem, level, meta_va, true, META_STENCIL, false, 0);
   } else {
      uint32_t one = fmt->el_B == 2 ? 0xffff : num == FMT_FLOAT ? fmt_bits(1.0f) : 0xffffff;
      expand_htile(mem, level, meta_va, true, META_DEPTH_WITH_STENCIL, true, one);
   }
   pthread_mutex_unlock(&mem->meta_lock);
}

void meta_flushed(struct sim_mem *mem)
{
   if (!atomic_load_explicit(&mem->has_meta, memory_order_relaxed))
      return;
   atomic_store_explicit(&mem->has_meta, false, memory_order_relaxed);
   atomic_fetch_add_explicit(&mem->generation, 1, memory_order_release);
}
