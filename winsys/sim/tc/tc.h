/* tc.h: texture unit: image and typed/untyped buffer accesses of shaders, by descriptor. Vectorised over lanes.
 * Rows are 64 dwords apart as in sq.h. Only lanes in `exec` are read from memory or written; derivatives for implicit
 * LOD look at all four lanes of a quad. The first use of a descriptor resolves it (format, layout, filter function) into
 * the thread's tc_cache; later uses compare the descriptor words. */
#ifndef SIM_TC_H
#define SIM_TC_H

#include <stdbool.h>
#include <stdint.h>

struct sim_mem;
struct tc_cache;

/* gb_tile_mode/gb_macrotile_mode: the chip's tables (32 and 16 words) for tiled images; gfx_level 6..8. `bc_base` is
 * where the current border colour table lies (TA_BC_BASE_ADDR << 8), settable per draw. */
struct tc_cache *tc_cache_create(struct sim_mem *mem, unsigned gfx_level, const uint32_t *gb_tile_mode,
                                 const uint32_t *gb_macrotile_mode, uint32_t gb_addr_config);
void tc_cache_destroy(struct tc_cache *tc);
void tc_cache_set_border_base(struct tc_cache *tc, uint64_t va);

enum tc_image_kind { TC_LOAD, TC_LOAD_MIP, TC_STORE, TC_STORE_MIP, TC_ATOMIC, TC_GET_RESINFO, TC_GET_LOD, TC_SAMPLE, TC_GATHER4 };
enum tc_lod { TC_LOD_IMPLICIT, TC_LOD_BIAS /* _B */, TC_LOD_EXPLICIT /* _L */, TC_LOD_ZERO /* _LZ */, TC_LOD_DERIV /* _D */ };
enum tc_atomic { TC_SWAP, TC_CMPSWAP, TC_ADD, TC_SUB, TC_SMIN, TC_UMIN, TC_SMAX, TC_UMAX, TC_AND, TC_OR, TC_XOR, TC_INC, TC_DEC,
               TC_RSUB, TC_FCMPSWAP, TC_FMIN, TC_FMAX /* before GFX8 */ };
static inline bool tc_atomic_compares(unsigned atomic) { return atomic == TC_CMPSWAP || atomic == TC_FCMPSWAP; }

/* An image instruction, as decoded. Address rows in order: [offset (o)] [bias (b)] [compare (c)] [derivatives (d)]
 * coordinates [clamp (cl)] [lod (l)/mip]. */
struct tc_image_inst {
   uint8_t kind, lod, atomic; /* enums above */
   bool offset, compare, lod_clamp;
   uint8_t dmask;
   bool unorm, da, glc, lwe, tfe;
};
/* data: loads and samples return popcount(dmask) rows (gather4: 4), stores and atomics read them. */
void tc_image(struct tc_cache *tc, const struct tc_image_inst *inst, const uint32_t rsrc[8], const uint32_t samp[4],
              const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec, unsigned lanes);

enum tc_buf_kind { TC_BUF_LOAD, TC_BUF_STORE, TC_BUF_ATOMIC };
struct tc_buf_inst {
   uint8_t kind, atomic;
   bool format;               /* *_FORMAT_*: convert by the descriptor (or by dfmt/nfmt when typed) */
   bool typed;                /* MTBUF */
   uint8_t dfmt, nfmt;
   uint8_t components;        /* format: 1..4; raw: dwords 1..4 */
   uint8_t raw_B;             /* raw: 1, 2 (with `sign`), 4 = dwords; atomics: 4 or 8 */
   bool sign, glc, slc, lds;
   bool offen, idxen, addr64;
   uint16_t offset;           /* imm12 */
};
/* vaddr: index row (idxen) then offset row (offen), or 64-bit address rows. */
void tc_buffer(struct tc_cache *tc, const struct tc_buf_inst *inst, const uint32_t rsrc[4], uint32_t soffset,
               const uint32_t (*vaddr)[64], uint32_t (*data)[64], uint64_t exec, unsigned lanes);
/* s_buffer_load: dwords from a V#, zero beyond its range. */
void tc_scalar_buffer_load(struct sim_mem *mem, unsigned gfx_level, const uint32_t rsrc[4], uint32_t offset_B,
                           unsigned dwords, uint32_t *dst);

#endif
