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

/* A V# resolved for accesses that are all in range, which host code makes by itself (jit_buf.c). A lane's offset from `host` in B:
 *   with an index (TC_VIEW_BY_INDEX): index * stride_B + offset + soffset, where index is at most max_index;
 *   without (TC_VIEW_BY_OFFSET): (offset & element_mask) << log2_index_stride, plus the other bits of offset, plus soffset, plus
 *   lane_B[lane]. The last byte of an access is below records_B - soffset before this swizzle, and below the whole elements
 *   (of 1 << log2_element bytes, 1 << log2_row of all lanes) in size_B - soffset.
 * An access ends below size_B. Everything that is not so is for tc_buffer(). Sizes are at most TC_VIEW_MAX_B: sums do not wrap. */
#define TC_VIEW_MAX_B (1u << 29)
enum { TC_VIEW_BY_OFFSET = 1, TC_VIEW_BY_INDEX = 2 };
struct fmt;
struct tc_view;
/* dwords: 1 to 4, and as many rows; 0: elements of the view's format, `rows` components of each. `offset` and data are rows of
 * 64 lanes; lanes outside exec have any offset. */
typedef void tc_view_load_fn(const struct tc_view *v, unsigned dwords, unsigned rows, const uint32_t *offset, uint32_t (*data)[64],
                             uint64_t exec, unsigned lanes);
/* In order of lanes. */
typedef void tc_view_store_fn(const struct tc_view *v, unsigned dwords, const uint32_t *offset, const uint32_t (*data)[64],
                              uint64_t exec, unsigned lanes);
struct tc_view {
   uint32_t word[4], generation; /* of the memory map */
   uint32_t modes;               /* 0: nothing is inline */
   uint32_t size_B, stride_B, max_index, records_B;
   uint32_t lanes_in_row;        /* 16 lanes follow one another, and groups of them are lane_B[16] apart */
   uint32_t element_mask, log2_index_stride, log2_element, log2_row;
   uint32_t format_B;            /* of an element; 0: no such format */
   uint8_t *host;                /* of the base */
   tc_view_load_fn *load;
   tc_view_store_fn *store;
   const struct fmt *fmt;
   uint8_t num, plain, sel[4];   /* plain: channels, where they are dwords that need no conversion */
   _Alignas(64) uint32_t lane_B[64];
};
/* access: SIM_MEM_READ or SIM_MEM_WRITE. */
void tc_buffer_view(struct tc_cache *tc, const uint32_t rsrc[4], unsigned access, struct tc_view *view);
/* s_buffer_load: dwords from a V#, zero beyond its range. */
void tc_scalar_buffer_load(struct sim_mem *mem, unsigned gfx_level, const uint32_t rsrc[4], uint32_t offset_B,
                           unsigned dwords, uint32_t *dst);

#endif
