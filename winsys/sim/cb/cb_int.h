/* cb_int.h: the colour block's state, made from registers by cb.c and used by the kernels of cb_steps.c and cb_fast.c. */
#ifndef SIM_CB_INT_H
#define SIM_CB_INT_H

#include "winsys/sim/cb/cb.h"
#include "winsys/sim/surf/fmt.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/px/px_ops.h"
#include "winsys/sim/surf/tile_map.h"

struct cb_target;

/* Lanes of a wave, of one sample: the elements of 16 lanes follow each other at each of part[]. All parts from the first to the last
 * covered lane's of any sample are there. */
struct cb_pixels { uint8_t *part[4]; uint64_t mask; };

/* `count` samples of the same pixels. exp1: of the second source. */
typedef void (*cb_steps_fn)(const struct cb_target *t, const struct cb_pixels *px, unsigned count, const uint32_t (*exp)[64],
                            const uint32_t (*exp1)[64]);

/* 64 lanes, whose pixels follow each other at p; parts of 16 without covered lanes are not accessed. cb_affine: instead of exports
 * a struct cb_affine. */
typedef void (*cb_wave_fn)(const struct cb_target *t, uint8_t *p, uint64_t mask, const uint32_t (*exp)[64]);

/* Of quads with covered lanes, the number of the first element in a slice that has blocks. */
typedef void (*cb_locate_fn)(const struct tile_surf *s, const int32_t *x, const int32_t *y, unsigned slice, unsigned sample,
                             uint64_t lanes, uint32_t el[16]);

#define CB_MAX_SAMPLES 16 /* that registers can name */

struct cb_blend { uint8_t src, dst, fcn; };      /* V_028780_BLEND_*, V_028780_COMB_* */

/* By memory channel, what one colour for all pixels makes of an old value: (256 * old + low) * factor / 2^24 + add / 256, rounded
 * down and at most 255 (cb_affine.c). The four channels again and again, as wide as vectors are. */
struct cb_affine { _Alignas(64) uint8_t low[64]; uint16_t factor[32], add[32]; };

/* Buffer 0's samples, by number, into buffer 1. */
typedef void (*cb_resolve_fn)(const struct cb_state *cb, const struct cb_pixels *from, const struct cb_pixels *to);

/* Lanes of 16 quads of dwords in such a slice, every step-th sample from `sample` on. px: aligned by 16. */
typedef void (*cb_put_fn)(const struct cb_target *t, const int32_t *x, const int32_t *y, unsigned slice, unsigned sample,
                          unsigned step, const uint64_t *cover, const uint8_t *px);

/* Functions of each instruction set. */
#define CB_KERNELS(ROW) \
   ROW(cb_resolve_fn, cb_resolve) ROW(cb_steps_fn, cb_steps) ROW(cb_steps_fn, cb_halves) ROW(cb_wave_fn, cb_copy8888) \
   ROW(cb_wave_fn, cb_blend8888) ROW(cb_wave_fn, cb_affine) ROW(cb_locate_fn, cb_locate) ROW(cb_put_fn, cb_put_quads)
struct cb_ops { CB_KERNELS(PX_FIELD) };
CB_KERNELS(PX_DECLARE)
PX_DECLARE_OPS(cb_ops)

struct cb_target {
   cb_steps_fn steps;        /* any pixels */
   cb_wave_fn write64;       /* the same of this target's format and blending; or NULL */
   cb_locate_fn locate;
   cb_put_fn put_quads;
   cb_wave_fn affine;        /* or NULL: the result does not depend on a channel's old value alone, or not in this way */
   uint8_t *ptr;             /* host address of slice 0 */
   const struct fmt *fmt;
   uint32_t mem_mask[4];     /* bits of the element's dwords that may change */
   uint32_t const_rgba[4];   /* blend constant, as floats */
   struct tile_surf surf;
   uint16_t slice_start, slices;
   uint8_t num;              /* enum fmt_num */
   uint8_t export_index, export_format; /* which export feeds it, and its SPI_SHADER_* format */
   uint8_t channel[4];       /* RGBA component that memory channel m holds */
   uint8_t place[4];         /* memory channel of component c, where all four are there */
   uint8_t write_mask;       /* RGBA */
   uint8_t rop;              /* truth table: bit (source << 1 | destination); 0xc = copy */
   bool blend, dual_source, clamp, force_alpha_1, reads_dst, full_mask;
   bool planes;              /* tile_has_planes() */
   bool cuts;                /* ROUND_MODE: small floats get the mantissa's first bits, not the nearest */
   struct cb_blend color, alpha;
   uint8_t swap;             /* COMP_SWAP */
};

/* A layer that the view does not have is its first: views of one layer need not look at what shaders say (GL 4.6, 9.8: of a
 * framebuffer that is not layered it is ignored). */
static inline unsigned cb_slice(const struct cb_target *t, unsigned layer)
{
   unsigned slice = layer + t->slice_start;
   return slice < t->slices ? slice : t->slice_start;
}

struct cb_state {
   uint8_t count, log2_samples, alpha_format; /* of export 0: SPI_SHADER_* */
   bool resolves;             /* target[0] into target[1] */
   bool only_plane;           /* one target, of one sample, which has planes and write64 */
   cb_resolve_fn resolve;
   struct cb_target target[8];
};
_Static_assert(sizeof(struct cb_state) <= CB_STATE_SIZE_B, "cb_state outgrew its room in snapshots");

/* Lanes of the 4x4 block at (x, y) that lie on the surface: linear ones may end inside a block. */
static inline unsigned cb_inside(const struct tile_surf *s, unsigned x, unsigned y, unsigned run)
{
   static const uint16_t row_lanes[4] = { 0, 0x0033, 0x00ff, 0x33ff };
   if (x + 4 > s->pitch_el)
      return 0;
   return y + 4 <= s->height_el ? run : y < s->height_el ? run & row_lanes[s->height_el - y] : 0;
}

/* Covered lanes of an 8x8 block, or of its first 4x4 one, that lie on the surface. */
static inline uint64_t cb_lanes_inside(const struct tile_surf *s, unsigned x, unsigned y, uint64_t mask)
{
   uint64_t lanes = 0;
   if (x + 8 <= s->pitch_el && y + 8 <= s->height_el)
      return mask;
   for (unsigned at = 0; at < 64; at += 16)
      lanes |= (uint64_t)cb_inside(s, x + (at >> 2 & 4), y + (at >> 3 & 4), mask >> at & 0xffff) << at;
   return lanes;
}

/* The elements of 4x4 blocks, of one sample, follow each other. */
static inline bool cb_has_blocks(const struct tile_surf *s) { return tile_has_blocks(s) && !(s->depth_order && s->log2_samples); }

/* What is written: rows of both sources, by a kernel or, if it is NULL, in steps. */
struct cb_source { cb_wave_fn write64; const uint32_t (*exp)[64], (*exp1)[64]; };

static inline struct cb_source cb_source_of(const struct cb_target *t, const uint32_t (*exp)[4][64])
{
   return (struct cb_source){ t->write64, exp[t->export_index], exp[t->export_index + 1] };
}

/* For kernels, the parts of each sample follow each other. */
static inline void cb_write_pixels(const struct cb_target *t, const struct cb_source *from, const struct cb_pixels *px, unsigned count)
{
   if (!from->write64)
      t->steps(t, px, count, from->exp, from->exp1);
   for (unsigned i = 0; i < count && from->write64; i++)
      from->write64(t, px[i].part[0], px[i].mask, from->exp);
}

/* One buffer's part of cb_write. */
void cb_write_target(const struct cb_target *t, const struct cb_source *from, unsigned x, unsigned y, unsigned slice,
                     unsigned sample, unsigned step, const uint64_t *cover);

/* cb_affine.c: false: there is no line that gives the same bytes. exp: rows of one colour. */
bool cb_affine_find(const struct cb_target *t, const uint32_t (*exp)[4][64], struct cb_affine *line);

#endif
