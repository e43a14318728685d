/* surf.h: how GFX6-8 place the texels of an image in memory. A pure library: surf_layout() computes a layout from a request
 * and the chip's tiling tables, with no device and no allocation. The unit is part of a name: _px texels, _el elements (a
 * texel, or one 4x4 block of a compressed format), _B bytes. Test vectors: tests/, tiling_vectors.json.
 *
 * Known gaps: thick tiling (3D images use thin tiles, which the hardware also accepts), PRT, FMASK/CMASK/HTILE/DCC. */
#ifndef SURF_H
#define SURF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SURF_MAX_LEVELS 15

enum surf_mode { SURF_LINEAR, SURF_1D, SURF_2D }; /* ARRAY_LINEAR_ALIGNED, 1D_TILED_THIN1, 2D_TILED_THIN1 */
enum surf_class { SURF_COLOR, SURF_DEPTH, SURF_STENCIL };

/* The registers that describe a chip's tiling. Constant for a device. */
struct surf_chip {
   bool has_macro_table;        /* GFX7+: bank geometry comes from GB_MACROTILE_MODE */
   uint32_t gb_addr_config;
   uint32_t gb_tile_mode[32], gb_macrotile_mode[16];
};

/* One entry of the tables, decoded. */
struct surf_tile {
   uint8_t index;               /* GB_TILE_MODE entry */
   int8_t macro_index;          /* GB_MACROTILE_MODE entry; -1: none */
   uint8_t array_mode;          /* enum ArrayMode */
   uint8_t pipe_config;         /* enum PipeConfig */
   uint8_t micro_mode;          /* 0 display, 1 thin, 2 depth */
   uint8_t pipes, banks, bank_w, bank_h, aspect;
   uint32_t tile_split_B;
};

struct surf_request {
   enum surf_class cls;
   enum surf_mode mode;         /* preferred mode; surf_layout() may choose a simpler one */
   uint32_t width_px, height_px;
   uint32_t slices;             /* layers or depth of level 0 */
   bool is_3d;                  /* slices shrink with the level */
   uint8_t levels, samples;
   uint8_t bytes_per_el, block_w_px, block_h_px;
   bool display;                /* scan-out buffer: display micro tiles */
   bool with_stencil;           /* depth plane whose pitch a stencil plane shares */
   const struct surf_layout *beside; /* stencil plane: the depth plane whose pitches it has; NULL: none */
   uint32_t fixed_pitch_el;     /* pitch of an imported linear image of one level; 0: computed here */
};

struct surf_level {
   uint64_t offset_B;           /* of slice 0 from the start of the image */
   uint64_t slice_B;            /* between slices (all samples) */
   uint32_t pitch_el, height_el;/* with padding */
   uint32_t width_el, rows_el;  /* without padding */
   uint32_t slices;             /* without padding */
   enum surf_mode mode;
   uint8_t tile_index;
};

struct surf_layout {
   uint64_t size_B;
   uint32_t align_B;
   uint8_t levels, samples, bytes_per_el;
   bool pow2_padded;            /* T#.POW2_PAD */
   enum surf_class cls;
   struct surf_tile tile;       /* of level 0 */
   struct surf_level level[SURF_MAX_LEVELS];
};

/* False, with the reason in *why, when a size limit is exceeded or the hardware lacks the combination. */
bool surf_layout(const struct surf_chip *chip, const struct surf_request *req, struct surf_layout *out, const char **why);

/* Byte address of an element relative to the image's start. */
uint64_t surf_address(const struct surf_layout *s, unsigned level, uint32_t x_el, uint32_t y_el, uint32_t slice,
                      unsigned sample);

/* ---- tile_modes.c ---- */
/* Fills *t with the entry for a surface of `mode`. */
void surf_choose_tile(const struct surf_chip *chip, enum surf_class cls, enum surf_mode mode, unsigned bytes_per_el,
                      unsigned samples, bool display, struct surf_tile *t);
uint32_t surf_row_size_B(const struct surf_chip *chip);

/* ---- per mode: alignment of one level. If the image has several levels, the caller pads sizes to powers of two first ---- */
void surf_align_linear(unsigned bytes_per_el, uint32_t *pitch_el, uint32_t *height_el);
void surf_align_1d(unsigned bytes_per_el, unsigned samples, bool with_stencil, uint32_t *pitch_el, uint32_t *height_el);
void surf_align_2d(const struct surf_tile *t, uint32_t *pitch_el, uint32_t *height_el);
/* Legalises the bank geometry for tiles of this size and returns the base alignment in bytes. */
uint32_t surf_legalise_2d(const struct surf_chip *chip, struct surf_tile *t, unsigned bytes_per_el, unsigned samples);
void surf_macro_tile_el(const struct surf_tile *t, uint32_t *width_el, uint32_t *height_el);
uint64_t surf_address_2d(const struct surf_layout *s, const struct surf_level *l, uint32_t x, uint32_t y, uint32_t slice,
                         uint32_t el_B);
/* Byte offset of the element inside its 8x8 micro tile. */
uint32_t surf_micro_B(const struct surf_layout *s, uint32_t x, uint32_t y, unsigned sample);

/* ---- tile_copy.c: CPU copies between an image and rows of elements ---- */
struct surf_box { uint32_t x, y, z, width, height, depth; }; /* elements, slices */
/* `image` is the CPU address of the image's first byte. Single-sampled surfaces only. The box lies inside the level. A
 * negative row_stride_B stores rows in descending addresses. past_caches: see below; it changes the speed only. */
void surf_read(const struct surf_layout *s, unsigned level, const void *image, const struct surf_box *box, void *rows,
               ptrdiff_t row_stride_B, size_t slice_stride_B);
void surf_write(const struct surf_layout *s, unsigned level, void *image, const struct surf_box *box, const void *rows,
                ptrdiff_t row_stride_B, size_t slice_stride_B, bool past_caches);
/* Whether to write size_B bytes past the caches: their lines are not in the last-level cache, or the copy would displace much of it.
 * since_B: other bytes that copies have read and written since these were written last, or SURF_NOT_KNOWN. */
#define SURF_NOT_KNOWN UINT64_MAX
bool surf_stores_past_caches(uint64_t size_B, uint64_t since_B);

static inline uint32_t surf_max_u32(uint32_t a, uint32_t b)
{
   return a > b ? a : b;
}

static inline uint32_t surf_min_u32(uint32_t a, uint32_t b)
{
   return a < b ? a : b;
}

static inline uint32_t surf_align_u32(uint32_t v, uint32_t to)
{
   return (v + to - 1) / to * to;
}

static inline unsigned surf_log2(uint32_t v)
{
   return v > 1 ? 31 - __builtin_clz(v) : 0;
}

static inline uint32_t surf_pow2(uint32_t v)
{
   return v <= 1 ? 1 : 1u << (32 - __builtin_clz(v - 1));
}

#endif
