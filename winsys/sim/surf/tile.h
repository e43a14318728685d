/* tile.h: where an element of a surface lies: linear, 1D (micro-tiled), 2D and 3D (macro-tiled) layouts of GFX6-8, with thin
 * and thick tiles, as hw/README.md C3 states them. Pure arithmetic: no memory is touched here. Shared by tc, db and cb.
 * Known gap: partially resident modes are refused. */
#ifndef SIM_TILE_H
#define SIM_TILE_H

#include <stdbool.h>
#include <stdint.h>

/* TILE_1D and TILE_2D have thin tiles (8x8x1). TILE_VOLUME is every other tiled mode: tiles of 4 (thick) or 8 (xthick) slices,
 * or pipes that rotate from slice to slice (3D modes). Its addresses are computed element by element. */
enum tile_mode { TILE_LINEAR, TILE_1D, TILE_2D, TILE_VOLUME };
enum tile_micro { TILE_MICRO_DISPLAY, TILE_MICRO_THIN, TILE_MICRO_DEPTH, TILE_MICRO_ROTATED, TILE_MICRO_THICK };

/* Bytes of a macro-tiled surface that follow each other on one memory channel. */
#define TILE_INTERLEAVE_B 256u

/* Chip facts, constant per simulated GPU. */
struct tile_chip {
   unsigned gfx_level;
   const uint32_t *gb_tile_mode, *gb_macrotile_mode; /* 32 and 16 words; the second one unused on GFX6 */
   uint32_t gb_addr_config;
};

/* Layout of one mip level. All sizes in elements (el: a texel, or a 4x4 block of a compressed format). */
struct tile_surf {
   uint8_t mode, micro;
   uint8_t el_B, log2_samples;
   uint8_t xbit[3], ybit[3];    /* bit of the element number inside a micro tile that x's (y's) bit n becomes */
   uint8_t depth_order;         /* samples of one pixel are adjacent, instead of planes of one sample each */
   uint8_t zbit[3], log2_thick; /* TILE_VOLUME: the same for slices; slices of a tile */
   bool macro, rotates_pipes;   /* TILE_VOLUME: macro-tiled; as the 3D modes are */
   uint8_t pipe_config, log2_pipes, log2_banks, log2_bank_w, log2_bank_h, log2_aspect; /* 2D */
   uint8_t pipe_swizzle, bank_swizzle;
   uint32_t split_B;            /* 2D: bytes after which a tile's samples continue in another slice */
   uint32_t pitch_el, height_el;
   uint64_t slice_B;            /* bytes of one slice; slices of a thick tile share their bytes' range */
   const struct tile_map *map;  /* 2D: quicker addresses, see tile_map.h; NULL: computed */
};

/* A slice of single-sampled 8x8 tiles (blocks) that fill rows * row_B bytes from `first` on, without gaps. 1D: they follow each
 * other row by row. 2D, with `map`: pieces of at most 256 bytes, see tile_piece() in tile_map.h. `first` NULL: another layout. */
struct tile_lines {
   const uint8_t *first;
   uint32_t block_B, row_B, rows;
   const struct tile_map *map;
   uint32_t pieces, piece_flip[4]; /* per block; the address bits in which a piece differs from the first one */
   uint32_t flip, macro_row_B;     /* of the slice; from one row of macro tiles to the next */
};
struct tile_lines tile_lines_of(const struct tile_surf *s, const uint8_t *level, uint32_t slice);

/* Fills mode, micro tile order and macro tile parameters from GB_TILE_MODE[index] (and the macro tile table). Pitch,
 * height and slice stay to be set. False: a layout that is not simulated. */
bool tile_from_index(const struct tile_chip *chip, unsigned index, unsigned el_B, unsigned log2_samples,
                     struct tile_surf *s);
/* Sets the micro tile order of s for `micro`, from s->el_B. */
void tile_set_micro(struct tile_surf *s, enum tile_micro micro);
/* bank_h etc. are legalised as the hardware's address library does it before it derives alignments. */
void tile_adjust_2d(const struct tile_chip *chip, struct tile_surf *s);
unsigned tile_log2_pipes(unsigned pipe_config);

/* 2D and 3D modes. */
static inline bool tile_is_macro(const struct tile_surf *s) { return s->mode == TILE_2D || (s->mode == TILE_VOLUME && s->macro); }
/* The slices that a level occupies. */
static inline uint32_t tile_pad_slices(const struct tile_surf *s, uint32_t slices)
{
   return ((slices - 1) >> s->log2_thick << s->log2_thick) + (1u << s->log2_thick);
}
/* What becomes of the mode in a level of this size (padded to powers of two), which is not level 0: one that is smaller than a
 * macro tile is micro-tiled. GFX6: one with fewer slices than a tile has thinner tiles. */
void tile_degrade(const struct tile_chip *chip, struct tile_surf *s, uint32_t w_el, uint32_t h_el, uint32_t slices);

/* Macro tile size in elements and the alignment of a level's start. */
uint32_t tile_macro_w_el(const struct tile_surf *s);
uint32_t tile_macro_h_el(const struct tile_surf *s);
uint64_t tile_base_align_B(const struct tile_surf *s);

/* Rounds pitch_el and height_el up to the alignment of the mode and sets slice_B. */
void tile_align(struct tile_surf *s);

/* Byte offset of an element from the start of the level. Any input gives a defined number; only coordinates inside
 * pitch x height give one inside the surface. */
uint64_t tile_offset_B(const struct tile_surf *s, uint32_t x, uint32_t y, uint32_t slice, uint32_t sample);

/* The same for a 4x4 block's first element, quicker where blocks are simple. In thin and depth order a block's 16 elements
 * of one sample plane follow each other (depth order: when single-sampled), in every tiled mode. */
static inline uint64_t tile_block_offset_B(const struct tile_surf *s, uint32_t x, uint32_t y, uint32_t slice,
                                           uint32_t sample)
{
   if (s->mode == TILE_1D && s->micro != TILE_MICRO_DISPLAY && !s->log2_samples) {
      uint32_t el = ((y >> 3) * (s->pitch_el >> 3) + (x >> 3)) * 64 + ((x & 4) << 2) + ((y & 4) << 3);
      return slice * s->slice_B + (uint64_t)el * s->el_B;
   }
   return tile_offset_B(s, x, y, slice, sample);
}

/* Not linear, and a 4x4 block's 16 elements (of a sample, in planes of samples) follow each other. */
static inline bool tile_has_blocks(const struct tile_surf *s)
{
   return (s->mode == TILE_1D || s->mode == TILE_2D) && s->micro != TILE_MICRO_DISPLAY;
}

/* The elements of an 8x8 tile, of one sample, follow each other: 2D layouts change the memory channel after 256 bytes. */
static inline bool tile_has_planes(const struct tile_surf *s)
{
   return (s->mode == TILE_1D ||
           (s->mode == TILE_2D && 64u * s->el_B <= TILE_INTERLEAVE_B && 64u * s->el_B <= s->split_B)) &&
          !(s->depth_order && s->log2_samples);
}

static inline bool tile_is_contiguous(const struct tile_surf *s)
{
   return !s->log2_samples && tile_has_planes(s);
}

/* Bytes from the start of the level that w x h elements of `slices` slices can touch. */
uint64_t tile_extent_B(const struct tile_surf *s, uint32_t w_el, uint32_t h_el, uint32_t slices);

/* 2D surfaces: bits 8.. of the base address may hold a bank/pipe swizzle. Takes it out of *va into s. */
void tile_take_swizzle(struct tile_surf *s, uint64_t *va);

#endif
