/* tc_int.h: what the texture unit's files share: a descriptor resolved once, in the form that the sampling code uses. */
#ifndef SIM_TC_INT_H
#define SIM_TC_INT_H

#include "winsys/sim/surf/fmt.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/px/px_ops.h"
#include "winsys/sim/tc/tc.h"
#include "winsys/sim/surf/tile_map.h"

struct tc_blocks;

#define TC_MAX_LEVELS 16

enum tc_type { TC_1D = 8, TC_2D = 9, TC_3D = 10, TC_CUBE = 11, TC_1D_ARRAY = 12, TC_2D_ARRAY = 13, TC_2D_MSAA = 14,
               TC_2D_MSAA_ARRAY = 15 };
enum tc_wrap { TC_WRAP, TC_MIRROR, TC_CLAMP_LAST, TC_MIRROR_ONCE_LAST, TC_CLAMP_HALF_BORDER, TC_MIRROR_ONCE_HALF_BORDER,
               TC_CLAMP_BORDER, TC_MIRROR_ONCE_BORDER };

static inline bool tc_shows_border(unsigned wrap) { return wrap >= TC_CLAMP_HALF_BORDER; }

struct tc_level {
   uint8_t *ptr;          /* host address of the level; everything of it is mapped, see tc_addr.c */
   struct tile_surf surf;
   uint32_t w, h;         /* texels */
   uint32_t slices;       /* that may be addressed: layers (or depth of a 3D level), from slice 0 of the resource */
   float scale[2];        /* width and height in 1/256 texels */
   uint32_t row_B;        /* from one row of texels, micro tiles or macro tiles to the next */
   uint32_t part_B;       /* macro-tiled: from one part of a tile to the next */
   const struct tile_map *map; /* macro-tiled, or NULL */
   /* Not macro-tiled: from one group of 8 columns and of 8 rows to the next, and of those inside a group; from sample to sample. */
   uint32_t tile_x_B, tile_y_B, step_x_B[8], step_y_B[8], sample_B;
   uint32_t part_row_B[8]; /* rows of texels, or pairs of rows in micro tiles, from the first of a tile */
};

struct tc_img {
   bool valid;            /* false: loads give zero, stores do nothing */
   bool null;             /* the all-zero descriptor (or no image at all): not even a fault */
   const struct fmt *fmt;
   uint8_t data_format, num;
   uint8_t as_num;        /* what texels are decoded from: fmt and num, but for compressed formats those of kept blocks */
   const struct fmt *as;
   struct tc_blocks *blocks; /* compressed formats only */
   uint8_t sel[4];        /* DST_SEL */
   uint8_t type, dims;    /* dims: coordinates that are filtered: 1, 2, 3 */
   bool layered;          /* an array: the slice comes from a coordinate when the instruction has one (DA) */
   uint8_t base_level, last_level, log2_samples;
   uint16_t min_lod;      /* 4.8 */
   uint32_t base_array, last_array;
   uint64_t va, fault_va;
   struct tc_level level[TC_MAX_LEVELS]; /* base_level .. last_level are set */
};

enum tc_reduce { TC_BLEND, TC_MIN, TC_MAX };

struct tc_samp {
   uint8_t wrap[3];
   bool mag_linear, min_linear, unnormalized, cube_seamless;
   uint8_t mip;           /* 0 none, 1 nearest, 2 linear */
   uint8_t log2_aniso;    /* 0: isotropic */
   uint8_t reduce;        /* enum tc_reduce */
   bool z_nearest;        /* the third coordinate is never filtered */
   bool degamma;          /* 8-bit unorm is sRGB */
   uint8_t compare;       /* SQ_TEX_DEPTH_COMPARE_* */
   int32_t min_lod, max_lod, bias; /* .8 */
   uint32_t border[4];    /* of the output channels, before 0/1 selectors */
};

/* Which row of addr[] holds what; -1: absent. */
struct tc_rows { int8_t offset, bias, compare, deriv, coord, layer, lod_clamp, lod, sample; uint8_t deriv_stride; };

/* Which row of data[] takes what of a sample: DMASK and DST_SEL in one. A memory channel goes to one row at most, further
 * rows that want it too are copies of that row; rows of constants are copies of TC_ROW_ZERO or TC_ROW_ONE. */
enum { TC_ROW_ZERO = 4, TC_ROW_ONE, TC_ROW_NONE };
struct tc_results {
   uint8_t row_of[4];     /* by memory channel; or TC_ROW_NONE */
   uint8_t num_copies;
   struct { uint8_t row, from; } copy[4];
};

/* What the last sample had (tc_pass.h): the level and the filter, and which levels of detail (before the clamps) mean just
 * that. */
struct tc_guess {
   uint32_t code;
   int32_t from;
   uint32_t range;        /* from .. from + range */
   bool blends;           /* with the next level, by the low eight bits of such a level of detail */
   bool magnifies;        /* it is all there is up to 0, and there is no bias above 0 */
};

/* What tc_sample.c does for a descriptor. HOW_*: formats that are common enough for code of their own. */
enum tc_how { HOW_ANY, HOW_RGBA8, HOW_SMALL, HOW_SRGB8, HOW_R32F, HOW_RGBA16F, HOW_RGBA32F, HOW_SHADOW, HOW_SHADOW_R32F, HOW_UINT8, NUM_HOW };
struct tc_plan {
   uint8_t how;
   uint8_t need;          /* channels: of memory, or of the shader */
   bool by_shader;        /* filtered as the shader sees them, because of border colours */
   bool one_level, linear; /* always the first level, with this filter */
};

struct tc_entry;
typedef void (*tc_fn)(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                      unsigned lanes);

struct tc_entry {
   uint32_t key[16];      /* T#, S#, instruction word, border base: the cache key */
   uint32_t generation;   /* of the memory map */
   tc_fn fn;
   const uint32_t *border_src; /* entry of the border colour table, re-read at every use; NULL: constant colour */
   struct tc_image_inst inst;
   struct tc_rows rows;
   struct tc_results results;
   struct tc_plan plan;
   struct tc_guess guess;
   struct tc_entry *probe; /* one sample of an anisotropic filter, or NULL */
   struct tc_samp samp;
   struct tc_img img;
};

/* tc_addr.c */
void tc_resolve_image(struct sim_mem *mem, const struct tile_chip *chip, const uint32_t rsrc[8], unsigned access,
                      struct tc_img *img);
void tc_resolve_sampler(const uint32_t samp[4], bool int_format, struct tc_samp *s);
/* The number type of W: in buffers GFX6-8 read alpha of 2 bits as unsigned where the others are signed. (Known gap: not
 * Stoney.) */
static inline unsigned tc_buf_alpha_num(const struct fmt *f, unsigned num)
{
   bool is_signed = num == FMT_SNORM || num == FMT_SSCALED || num == FMT_SINT;
   return f->ch[3].bits == 2 && is_signed ? num - 1 : num;
}

/* Functions of each instruction set. */
#define TC_KERNELS(ROW) \
   ROW(tc_fn, tc_aniso) ROW(tc_fn, tc_sample) ROW(tc_fn, tc_load) ROW(tc_fn, tc_store) \
   ROW(tc_view_load_fn *, tc_view_load) ROW(tc_view_store_fn *, tc_view_store)
#define TC_VBMI_KERNELS(ROW) ROW(tc_fn, tc_rgba8) ROW(tc_fn, tc_rgba8_block) ROW(tc_fn, tc_rgba8_macro)
struct tc_ops {
   /* 16 lanes through fmt_vec.h. */
   void (*fmt_decode)(const struct fmt *f, unsigned num, const uint32_t raw[4][16], uint32_t out[4][16]);
   void (*fmt_encode)(const struct fmt *f, unsigned num, const uint32_t in[4][16], uint32_t raw[4][16]);
   TC_KERNELS(PX_FIELD)
   TC_VBMI_KERNELS(PX_FIELD)
};
TC_KERNELS(PX_DECLARE)
TC_VBMI_KERNELS(PX_DECLARE)
PX_DECLARE_OPS(tc_ops)

/* Ranges found mapped (or not) lately. */
struct tc_ranges {
   struct tc_range { uint64_t va, size_B; uint32_t generation; uint8_t access; bool mapped; } slot[32];
};

/* tc_buf.c */
void tc_buffer_access(struct sim_mem *mem, struct tc_ranges *ranges, unsigned gfx_level, const struct tc_ops *ops,
                      const struct tc_buf_inst *inst, const uint32_t rsrc[4], uint32_t soffset,
                      const uint32_t (*vaddr)[64], uint32_t (*data)[64], uint64_t exec, unsigned lanes);
void tc_resolve_view(struct sim_mem *mem, struct tc_ranges *ranges, unsigned gfx_level, const struct tc_ops *ops,
                     const uint32_t rsrc[4], unsigned access, struct tc_view *v);
/* tc.c, for tests: the functions of another instruction set */
void tc_cache_set_ops(struct tc_cache *tc, const struct tc_ops *ops);

/* One texel's place in a level. Coordinates must be inside. */
static inline uint64_t tc_texel_offset_B(const struct tc_level *lv, const struct fmt *f, uint32_t x, uint32_t y, uint32_t slice,
                                         uint32_t sample)
{
   return tile_offset_B(&lv->surf, x / f->block_w, y / f->block_h, slice, sample);
}

#endif
