/* meta.h: compression metadata of surfaces: CMASK, FMASK and DCC of colour, HTILE of depth. The simulated blocks never compress.
 * The only states of metadata are "this block is cleared" (a driver filled it) and, for multisampled colour, "all samples of
 * this tile are in the first fragment". The first draw after a flush that finds a surface bound expands it: it writes the clear
 * values and copies the samples in memory, and sets the metadata to "uncompressed". All other code reads and writes plain
 * pixels. A surface without metadata has no cost.
 *
 * Entries of CMASK and HTILE are where hardware has them (meta_addr.h). DCC has a byte for each 256 bytes of the surface, in
 * order of address. FMASK memory is never read: sample n is in fragment n, and a read of FMASK returns that. */
#ifndef SIM_META_H
#define SIM_META_H

#include <stdbool.h>
#include <stdint.h>

#include "winsys/sim/surf/fmt.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/surf/meta_addr.h"
#include "winsys/sim/surf/tile.h"

/* Slices [first, end) of a surface at va. A surface that is not mapped stays as it is, and a fault is recorded. */
struct meta_surf { const struct tile_surf *surf; uint64_t va; uint32_t first, end; };

/* DCC keys of GFX8: blocks of 256 bytes that are cleared to 0 or 1, colour and alpha apart, or to the clear words. */
enum { META_DCC_0000 = 0x00, META_DCC_0001 = 0x40, META_DCC_1110 = 0x80, META_DCC_1111 = 0xc0, META_DCC_WORDS = 0x20,
       META_DCC_UNCOMPRESSED = 0xff };
/* words: the clear words; NULL: unknown, and blocks that need them stay as they are. */
void meta_expand_dcc(struct sim_mem *mem, const struct meta_surf *s, uint64_t dcc_va, const struct fmt *fmt, unsigned num,
                     bool alpha_on_msb, const uint32_t *words);

/* CMASK, 4 bits per 8x8 tile: 0 is cleared; with FMASK (`fragments`), all but 15 means that only the first fragment counts. */
void meta_expand_cmask(struct sim_mem *mem, const struct meta_surf *s, uint64_t cmask_va, uint64_t slice_B, bool fast_clear,
                       bool fragments, const uint32_t words[2]);

/* HTILE, 32 bits per 8x8 tile: bits 0-3 are 0 where depth is cleared; where it has stencil, bits 8-9 likewise. */
enum meta_plane { META_DEPTH, META_DEPTH_WITH_STENCIL /* depth, where HTILE has both */, META_STENCIL };
void meta_expand_htile(struct sim_mem *mem, const struct meta_surf *s, uint64_t htile_va, bool tc_compatible,
                       enum meta_plane plane, uint32_t clear);

/* What metadata in memory say of one slice; nothing is changed. False or META_PLAIN, too, where memory is not mapped. */
bool meta_cmask_has_clears(struct sim_mem *mem, const struct tile_surf *surf, uint64_t cmask_va, uint64_t slice_B, uint32_t slice);
bool meta_htile_has_clears(struct sim_mem *mem, const struct tile_surf *surf, uint64_t htile_va, bool tc_compatible, uint32_t slice,
                           bool stencil);
/* META_CLEARED: some key stands for the clear registers. META_COMPRESSED: there are other keys than "uncompressed". */
enum meta_content { META_PLAIN, META_COMPRESSED, META_CLEARED };
enum meta_content meta_dcc_content(struct sim_mem *mem, uint64_t dcc_va, uint64_t size_B);

/* Expands a level that a T# points at as the T#'s metadata (COMPRESSION_EN, words 6 and 7) say. image_va: address of level 0.
 * Thread-safe. The result is valid until the next flush, which increments mem->generation. */
void meta_expand_level(struct sim_mem *mem, const uint32_t rsrc[8], const struct fmt *fmt, unsigned num, uint64_t image_va,
                       const struct meta_surf *level);
/* After bins were executed or memory was written: results of meta_expand_level are no longer valid. */
void meta_flushed(struct sim_mem *mem);

/* What reading FMASK gives: 4 bits per sample, the fragment it lies in; 8 and above: none. */
static inline void meta_fmask(unsigned samples, unsigned fragments, uint32_t out[2])
{
   out[0] = out[1] = 0;
   for (unsigned s = 0; s < samples && s < 16; s++)
      out[s / 8] |= (s < fragments ? s : 8u) << 4 * (s % 8);
}

#endif
