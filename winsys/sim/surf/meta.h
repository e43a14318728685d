/* meta.h: compression metadata beside surfaces: CMASK, FMASK and DCC of colour, HTILE of depth. Nothing is ever compressed
 * here, so all that metadata can say is "this block is cleared" (by a driver that filled it), and, of multisampled colour,
 * "all samples of this tile are in the first fragment". Both are made true in memory before anybody looks: what is bound is
 * expanded as a whole when the first draw after a flush finds it bound, and its metadata then says "uncompressed". Whoever
 * reads or writes pixels knows nothing of it, and surfaces without metadata pay nothing.
 *
 * Where in a slice which tile's entry lies is the machine's own business, because drivers only fill whole slices: CMASK and
 * HTILE count tiles row by row. Slices are as far apart as the hardware has them. DCC has a byte per 256 bytes of the surface,
 * in order of address.
 * FMASK memory is never looked at: samples are always where their number says, which is what reading FMASK answers too. */
#ifndef SIM_META_H
#define SIM_META_H

#include <stdbool.h>
#include <stdint.h>

#include "winsys/sim/surf/fmt.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/surf/tile.h"

/* Slices [first, end) of a surface at va; what does not fit into mapped memory is left alone and recorded as a fault. */
struct meta_surf { const struct tile_surf *surf; uint64_t va; uint32_t first, end; };

/* What cleared elements are, in memory. */
struct meta_colour { _Alignas(16) uint8_t element[16]; };

/* DCC keys of GFX8: blocks of 256 bytes that are cleared to 0 or 1, colour and alpha apart, or to the clear words. */
enum { META_DCC_0000 = 0x00, META_DCC_0001 = 0x40, META_DCC_1110 = 0x80, META_DCC_1111 = 0xc0, META_DCC_WORDS = 0x20,
       META_DCC_UNCOMPRESSED = 0xff };
/* words: the clear words, or NULL where nobody has them (blocks that need them stay). */
void meta_expand_dcc(struct sim_mem *mem, const struct meta_surf *s, uint64_t dcc_va, const struct fmt *fmt, unsigned num,
                     bool alpha_on_msb, const uint32_t *words);

/* CMASK, 4 bits per 8x8 tile: 0 is cleared; with FMASK (`fragments`), all but 15 means that only the first fragment counts. */
void meta_expand_cmask(struct sim_mem *mem, const struct meta_surf *s, uint64_t cmask_va, uint64_t slice_B, bool fast_clear,
                       bool fragments, const uint32_t words[2]);

/* Bytes of HTILE from one slice to the next: whole blocks of what the depth unit's cache holds of it, 16384 bits for each pipe,
 * as square as powers of two allow; without padding where the texture unit reads it too (TC_COMPATIBLE). */
uint64_t meta_htile_slice_B(const struct tile_surf *surf, unsigned log2_pipes, bool tc_compatible);
/* HTILE, 32 bits per 8x8 tile: bits 0-3 are 0 where depth is cleared; where it has stencil, bits 8-9 likewise. */
enum meta_plane { META_DEPTH, META_DEPTH_WITH_STENCIL /* depth, where HTILE has both */, META_STENCIL };
void meta_expand_htile(struct sim_mem *mem, const struct meta_surf *s, uint64_t htile_va, uint64_t slice_B,
                       enum meta_plane plane, uint32_t clear);

/* A level that a T# points at, when the texture unit resolves it: expands what T#'s metadata (COMPRESSION_EN, words 6 and 7)
 * says of it. image_va: where level 0 is. Any thread may ask. Must be asked again after a flush: that is why the next flush
 * counts up mem->generation. */
void meta_expand_level(struct sim_mem *mem, const uint32_t rsrc[8], const struct fmt *fmt, unsigned num, uint64_t image_va,
                       const struct meta_surf *level);
/* After bins were worked off or memory was written: answers of meta_expand_level are stale. */
void meta_flushed(struct sim_mem *mem);

/* What reading FMASK gives: 4 bits per sample, the fragment it lies in; 8 and above: none. */
static inline void meta_fmask(unsigned samples, unsigned fragments, uint32_t out[2])
{
   out[0] = out[1] = 0;
   for (unsigned s = 0; s < samples && s < 16; s++)
      out[s / 8] |= (s < fragments ? s : 8u) << 4 * (s % 8);
}

#endif
