/* tc.c: entry points of the texture unit (tc.h): finds the resolved form of a descriptor in the thread's cache, or resolves it,
 * and calls the function chosen for it. A cached result is valid while the descriptor words, the instruction, the border
 * colour table's address and the memory map (sim_mem.generation) are unchanged. */
#include "util/ut_pages.h"
#include "winsys/sim/base/perf.h"
#include "winsys/sim/mem/mem_stores.h"
#include "winsys/sim/surf/meta.h"
#include "winsys/sim/tc/tc_atomic.h"
#include "winsys/sim/tc/tc_block.h"
#include "winsys/sim/tc/tc_int.h"

#include <stdlib.h>
#include <string.h>

PX_DEFINE_OPS(tc_ops, tc_ops_vbmi)

#define SLOTS 256 /* power of two; direct-mapped */
#define LATEST 32
#define VIEWS 32

struct tc_cache {
   struct sim_mem *mem;
   struct tile_chip chip;
   uint32_t tile_mode[32], macrotile_mode[16];
   uint64_t border_va;
   const struct tc_ops *ops;
   struct tc_ranges ranges;
   struct tc_view view[2][VIEWS];   /* for loads and for stores, by a hash of the descriptor */
   struct tc_blocks *blocks; /* made when the first compressed image comes */
   struct tc_entry *slot[SLOTS], *spare; /* spare: in place of one that there is no memory for */
   struct tc_entry *latest[LATEST]; /* by the address of the instruction: what it used last; never NULL, see no_entry */
   struct tc_entry no_entry;        /* whose key matches no instruction */
};

static void forget_latest(struct tc_cache *tc)
{
   for (unsigned i = 0; i < LATEST; i++)
      tc->latest[i] = &tc->no_entry;
}

static void free_entry(struct tc_entry *e)
{
   if (e)
      free(e->probe);
   free(e);
}

static struct tc_entry *new_entry(void)
{
   struct tc_entry *e = aligned_alloc(64, (sizeof(*e) + 63) & ~(size_t)63);
   if (e) {
      e->fn = 0;
      e->probe = 0;
   }
   return e;
}

struct tc_cache *tc_cache_create(struct sim_mem *mem, unsigned gfx_level, const uint32_t *gb_tile_mode,
                                 const uint32_t *gb_macrotile_mode, uint32_t gb_addr_config)
{
   struct tc_cache *tc = ut_pages_alloc(sizeof(*tc), 64);
   if (!tc)
      return 0;
   tc->spare = new_entry();
   if (!tc->spare) {
      ut_pages_free(tc, sizeof(*tc));
      return 0;
   }
   tc->mem = mem;
   memcpy(tc->tile_mode, gb_tile_mode, sizeof(tc->tile_mode));
   if (gb_macrotile_mode)
      memcpy(tc->macrotile_mode, gb_macrotile_mode, sizeof(tc->macrotile_mode));
   tc->chip = (struct tile_chip){ gfx_level, tc->tile_mode, tc->macrotile_mode, gb_addr_config };
   tc->ops = tc_ops();
   tc->no_entry.key[12] = ~0u;
   forget_latest(tc);
   return tc;
}

void tc_cache_destroy(struct tc_cache *tc)
{
   if (!tc)
      return;
   for (unsigned i = 0; i < SLOTS; i++)
      free_entry(tc->slot[i]);
   ut_pages_free(tc->blocks, sizeof(*tc->blocks));
   free_entry(tc->spare);
   ut_pages_free(tc, sizeof(*tc));
}

void tc_cache_set_border_base(struct tc_cache *tc, uint64_t va)
{
   tc->border_va = va;
}

void tc_cache_set_ops(struct tc_cache *tc, const struct tc_ops *ops)
{
   tc->ops = ops;
   memset(tc->view, 0, sizeof(tc->view));
   forget_latest(tc);
   for (unsigned i = 0; i < SLOTS; i++) {
      free_entry(tc->slot[i]);
      tc->slot[i] = 0;
   }
   tc->spare->fn = 0;
}

/* ---- functions without a copy per instruction set -------------------------------------------------------------------- */

/* The data of an atomic are 64 bits wide: DMASK counts them. */
static bool is_wide_atomic(const struct tc_image_inst *inst)
{
   return __builtin_popcount(inst->dmask) == (tc_atomic_compares(inst->atomic) ? 4 : 2);
}

/* No texels: 0 through DST_SEL, which can make ones of it (radeonsi's empty texture reads (0, 0, 0, 1) that way). */
static void zeros(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                  unsigned lanes)
{
   if (e->inst.kind == TC_STORE || e->inst.kind == TC_STORE_MIP || (e->inst.kind == TC_ATOMIC && !e->inst.glc))
      return;
   unsigned rows = e->inst.kind == TC_GATHER4 ? 4
                   : e->inst.kind == TC_ATOMIC ? is_wide_atomic(&e->inst) + 1u : __builtin_popcount(e->inst.dmask);
   unsigned mask = e->inst.dmask;
   for (unsigned r = 0; r < rows; r++) {
      unsigned channel = mask ? (unsigned)__builtin_ctz(mask) : 0;
      bool one = e->img.null && e->inst.kind != TC_ATOMIC && e->inst.kind != TC_GET_RESINFO && e->img.sel[channel] == 1;
      for (unsigned l = 0; l < lanes; l++)
         if (exec >> l & 1)
            data[r][l] = one ? 0x3f800000 : 0;
      if (e->inst.kind != TC_GATHER4)
         mask &= mask - 1;
   }
}

static void resinfo(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                    unsigned lanes)
{
   const struct tc_img *img = &e->img;
   unsigned levels = img->last_level - img->base_level + 1u;
   for (unsigned l = 0; l < lanes; l++) {
      if (!(exec >> l & 1))
         continue;
      uint32_t out[4] = { 0, 0, 0, levels }, mip = addr[0][l];
      if (mip < levels) {
         const struct tc_level *lv = &img->level[img->base_level + mip];
         out[0] = lv->w;
         out[1] = lv->h;
         out[2] = img->dims == 3 ? lv->slices : img->last_array - img->base_array + 1;
      }
      if (img->dims == 1)
         out[1] = img->layered ? out[2] : 1; /* a 1D array has its layers in y for the shader's second coordinate */
      unsigned row = 0;
      for (unsigned c = 0; c < 4; c++)
         if (e->inst.dmask & 1u << c)
            data[row++][l] = out[c];
   }
}

/* FMASK: samples are always in the fragment of their number (meta.h), so memory is not looked at. */
static void fmask(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec, unsigned lanes)
{
   static const struct { uint8_t samples, fragments; } kinds[] = { { 2, 1 }, { 4, 1 }, { 8, 1 }, { 2, 2 }, { 4, 2 }, { 4, 4 },
      { 16, 1 }, { 8, 2 }, { 16, 2 }, { 8, 4 }, { 8, 8 }, { 16, 4 }, { 16, 8 } };
   const struct tc_img *img = &e->img;
   const struct tc_rows *r = &e->rows;
   const struct tc_level *lv = &img->level[img->base_level];
   unsigned kind = img->data_format - FMT_FMASK_FIRST;
   uint32_t value[4] = { 0 };
   meta_fmask(kinds[kind].samples, kinds[kind].fragments, value);
   for (unsigned l = 0; l < lanes; l++) {
      if (!(exec >> l & 1))
         continue;
      uint32_t slice = r->layer >= 0 ? addr[r->layer][l] : 0, layers = img->layered ? img->last_array - img->base_array + 1 : 1;
      bool inside = addr[r->coord][l] < lv->w && addr[r->coord + 1][l] < lv->h && slice < layers;
      unsigned row = 0;
      for (unsigned c = 0; c < 4; c++)
         if (e->inst.dmask & 1u << c)
            data[row++][l] = inside && img->sel[c] >= 4 ? value[img->sel[c] - 4] : inside && img->sel[c] == 1;
   }
}

static void atomic(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                   unsigned lanes)
{
   const struct tc_img *img = &e->img;
   const struct tc_level *lv = &img->level[img->base_level];
   const struct tc_rows *r = &e->rows;
   bool wide = is_wide_atomic(&e->inst);
   for (unsigned l = 0; l < lanes; l++) {
      if (!(exec >> l & 1))
         continue;
      uint32_t x = addr[r->coord][l], y = img->dims >= 2 ? addr[r->coord + 1][l] : 0;
      uint32_t slice = img->dims == 3 ? addr[r->coord + 2][l] : r->layer >= 0 ? addr[r->layer][l] : 0;
      uint32_t sample = r->sample >= 0 ? addr[r->sample][l] : 0;
      uint64_t old = 0;
      uint32_t layers = img->dims == 3 ? lv->slices : img->layered ? img->last_array - img->base_array + 1 : 1;
      if (x < lv->w && y < lv->h && slice < layers && sample >> img->log2_samples == 0) {
         uint8_t *p = lv->ptr + tc_texel_offset_B(lv, img->fmt, x, y, slice + (img->dims == 3 ? 0 : img->base_array), sample);
         sim_stores_note(p, wide ? 8 : 4);
         if (wide) {
            uint64_t src = data[0][l] | (uint64_t)data[1][l] << 32, cmp = 0;
            if (tc_atomic_compares(e->inst.atomic))
               cmp = data[2][l] | (uint64_t)data[3][l] << 32;
            old = tc_atomic_qword((uint64_t *)(void *)p, e->inst.atomic, src, cmp);
         } else {
            old = tc_atomic_dword((uint32_t *)(void *)p, e->inst.atomic, data[0][l], data[1][l]);
         }
      }
      if (e->inst.glc) {
         data[0][l] = (uint32_t)old;
         if (wide)
            data[1][l] = (uint32_t)(old >> 32);
      }
   }
}

/* ---- resolving ------------------------------------------------------------------------------------------------------------ */

static void place_rows(const struct tc_image_inst *inst, const struct tc_img *img, struct tc_rows *r)
{
   int row = 0;
   bool load = inst->kind <= TC_ATOMIC;
   *r = (struct tc_rows){ -1, -1, -1, -1, -1, -1, -1, -1, -1, 0 };
   if (inst->offset)
      r->offset = row++;
   if (!load && inst->lod == TC_LOD_BIAS)
      r->bias = row++;
   if (inst->compare)
      r->compare = row++;
   if (!load && inst->lod == TC_LOD_DERIV) {
      r->deriv = row;
      r->deriv_stride = img->dims;
      row += 2 * img->dims;
   }
   r->coord = row;
   row += img->dims;
   if (img->type == TC_CUBE || (inst->da && img->dims < 3)) {
      if (img->layered)
         r->layer = row;
      row++;
   }
   if (img->type == TC_2D_MSAA || img->type == TC_2D_MSAA_ARRAY)
      r->sample = row++;
   if (inst->lod_clamp)
      r->lod_clamp = row++;
   if ((!load && inst->lod == TC_LOD_EXPLICIT) || inst->kind == TC_LOAD_MIP || inst->kind == TC_STORE_MIP)
      r->lod = row++;
}

static void place_results(const struct tc_image_inst *inst, const struct tc_img *img, struct tc_results *r)
{
   unsigned row = 0;
   memset(r->row_of, TC_ROW_NONE, sizeof(r->row_of));
   r->num_copies = 0;
   for (unsigned c = 0; c < 4; c++) {
      if (!(inst->dmask & 1u << c))
         continue;
      unsigned sel = img->sel[c], channel = sel & 3;
      bool there = sel >= 4 && channel < img->fmt->chans;
      if (there && r->row_of[channel] == TC_ROW_NONE) {
         r->row_of[channel] = row;
      } else {
         bool one = sel == 1 || sel == 7; /* missing channels are 0, 0, 1 */
         r->copy[r->num_copies].row = row;
         r->copy[r->num_copies++].from = there ? r->row_of[channel] : one ? TC_ROW_ONE : TC_ROW_ZERO;
      }
      row++;
   }
}

/* ---- choice of the sampler ------------------------------------------------------------------------------------------- */

static bool is_small(const struct fmt *f)
{
   unsigned most = 0;
   for (unsigned c = 0; c < f->chans; c++)
      most = f->ch[c].bits > most ? f->ch[c].bits : most;
   return f->kind == FMT_PLAIN && f->el_B <= 2 && most <= 8;
}

static bool has_borders(const struct tc_entry *e)
{
   bool borders = false;
   for (unsigned d = 0; d < e->img.dims && !(e->img.type == TC_CUBE && e->samp.cube_seamless); d++)
      borders |= tc_shows_border(e->samp.wrap[d]);
   return borders;
}

static enum tc_how how_of(const struct tc_entry *e)
{
   const struct fmt *f = e->img.as;
   const unsigned num = e->img.as_num;
   if (e->samp.reduce || e->img.fmt->kind == FMT_PACKED || (e->inst.compare ? e->img.blocks != 0 : has_borders(e)))
      return HOW_ANY;
   if (e->inst.compare)
      return f == fmt_get(FMT_32) && num == FMT_FLOAT ? HOW_SHADOW_R32F :
             num == FMT_UNORM && f->kind == FMT_PLAIN && f->ch[0].bits <= 24 ? HOW_SHADOW : HOW_ANY;
   if (f == fmt_get(FMT_8_8_8_8))
      return num == FMT_UNORM ? HOW_RGBA8 : num == FMT_SRGB ? HOW_SRGB8 : num == FMT_UINT ? HOW_UINT8 : HOW_ANY;
   if (num == FMT_UNORM && is_small(f))
      return HOW_SMALL;
   return num != FMT_FLOAT ? HOW_ANY : f == fmt_get(FMT_32) ? HOW_R32F : f == fmt_get(FMT_16_16_16_16) ? HOW_RGBA16F :
          f == fmt_get(FMT_32_32_32_32) ? HOW_RGBA32F : HOW_ANY;
}

static void make_plan(struct tc_entry *e)
{
   const struct tc_img *img = &e->img;
   const struct tc_samp *s = &e->samp;
   const bool int_format = fmt_num_is_int(img->num);
   struct tc_plan p = { .how = how_of(e), .by_shader = !e->inst.compare && has_borders(e), .linear = s->mag_linear && !int_format };
   p.one_level = e->inst.kind == TC_SAMPLE && (s->mag_linear == s->min_linear || int_format) &&
                 (!s->mip || img->last_level == img->base_level);
   for (unsigned c = 0; c < 4; c++)
      if ((e->inst.dmask & 1u << c) && (img->sel[c] >= 4 || p.by_shader))
         p.need |= 1u << (p.by_shader ? c : img->sel[c] - 4u);
   if (!p.by_shader) /* constant channels need no filter */
      p.need &= e->inst.compare ? 1 : (1u << img->fmt->chans) - 1;
   e->plan = p;
}

/* What tc_rgba8.h samples. */
static bool is_rgba8(const struct tc_entry *e)
{
   const struct tc_img *img = &e->img;
   const struct tc_samp *s = &e->samp;
   if (e->inst.kind != TC_SAMPLE || img->as != fmt_get(FMT_8_8_8_8) || e->inst.compare || img->dims != 2 ||
       img->type == TC_CUBE || e->inst.offset || s->unnormalized || s->reduce)
      return false;
   if (img->as_num != FMT_UINT && (img->as_num != FMT_UNORM || s->mag_linear != s->min_linear))
      return false;
   if (!e->plan.linear && s->mip == 2) /* levels are mixed of filtered texels only */
      return false;
   for (unsigned d = 0; d < 2; d++)
      if (s->wrap[d] > TC_CLAMP_LAST)
         return false;
   for (unsigned l = img->base_level; l <= img->last_level; l++)
      if (img->level[l].surf.mode == TILE_VOLUME || (img->level[l].surf.mode == TILE_2D && !img->level[l].map))
         return false;
   const struct tile_surf *t = &img->level[img->base_level].surf;
   /* tiles of thin order in one piece */
   return img->blocks || t->mode == TILE_LINEAR || (tile_has_blocks(t) && !(img->level[img->base_level].map && t->split_B < 256));
}

static tc_fn choose(const struct tc_cache *tc, const struct tc_entry *e)
{
   switch (e->inst.kind) {
   case TC_GET_RESINFO:
      return e->img.valid ? resinfo : zeros;
   case TC_LOAD:
   case TC_LOAD_MIP:
      if (e->img.valid && e->img.data_format >= FMT_FMASK_FIRST && e->img.data_format <= FMT_FMASK_LAST && e->img.dims == 2)
         return fmask;
      return e->img.valid ? tc->ops->tc_load : zeros;
   case TC_STORE:
   case TC_STORE_MIP:
      return e->img.valid && e->img.fmt->kind == FMT_PLAIN ? tc->ops->tc_store : zeros;
   case TC_ATOMIC:
      return e->img.valid && e->img.fmt->kind == FMT_PLAIN &&
             e->img.fmt->el_B == (is_wide_atomic(&e->inst) ? 8 : 4) ? atomic : zeros;
   default:
      if (!e->img.valid || e->img.log2_samples)
         return zeros;
      if (!is_rgba8(e))
         return tc->ops->tc_sample;
      return e->img.blocks ? tc->ops->tc_rgba8_block :
             e->img.level[e->img.base_level].map ? tc->ops->tc_rgba8_macro : tc->ops->tc_rgba8;
   }
}

void tc_block_decode(struct tc_block *b)
{
   uint32_t rgba[16], value[16][4];
   uint16_t half[16][3];
   uint8_t raw[16];
   unsigned data_format = b->kind >> 8, num = b->kind & 255;
   memcpy(raw, b->raw, 16);
   if (fmt_bc_is_rgba8(data_format))
      fmt_decode_bc_rgba8(data_format, raw, rgba);
   else if (data_format == FMT_BC6)
      fmt_decode_bc6(raw, num == FMT_SNORM, half);
   else
      fmt_decode_bc_block(data_format, num, raw, value);
   for (unsigned i = 0; i < 16; i++) {
      unsigned to = tc_block_place(i & 3, i >> 2);
      if (fmt_bc_is_rgba8(data_format)) {
         b->texel[to] = rgba[i];
      } else if (data_format == FMT_BC4) {
         b->texel[to] = value[i][0];
      } else if (data_format == FMT_BC5) {
         memcpy(&b->texel[2 * to], value[i], 8);
      } else {
         b->texel[2 * to] = half[i][0] | (uint32_t)half[i][1] << 16;
         b->texel[2 * to + 1] = half[i][2] | 0x3c000000;
      }
   }
}

/* Compressed images need somewhere for their blocks. */
static void find_blocks(struct tc_cache *tc, struct tc_img *img)
{
   if (img->fmt->kind != FMT_BC)
      return;
   if (!tc->blocks)
      tc->blocks = ut_pages_alloc(sizeof(*tc->blocks), 64);
   img->blocks = tc->blocks;
   img->valid &= tc->blocks != 0;
}

/* Gives macro-tiled levels their map. They are all of one kind. */
static void find_maps(struct tc_img *img)
{
   const struct tile_map *map = tile_map_find(&img->level[img->base_level].surf);
   for (unsigned l = img->base_level; map && l <= img->last_level; l++) {
      struct tc_level *lv = &img->level[l];
      if (lv->surf.mode != TILE_2D || !tile_map_fits(map, &lv->surf))
         return;
      lv->map = map;
      lv->row_B = tile_map_row_B(map, &lv->surf);
      lv->part_B = tile_map_part_B(map, &lv->surf);
   }
}

static bool wants_aniso(const struct tc_entry *e)
{
   return e->samp.log2_aniso && e->inst.kind == TC_SAMPLE && e->img.valid && !e->img.log2_samples && e->img.dims == 2 &&
          e->inst.lod != TC_LOD_EXPLICIT && e->inst.lod != TC_LOD_ZERO && !fmt_num_is_int(e->img.num);
}

/* The entry for single samples of a given level. Without memory for it, the filter stays isotropic. */
static void make_probe(struct tc_cache *tc, struct tc_entry *e)
{
   if (!e->probe)
      e->probe = new_entry();
   struct tc_entry *p = e->probe;
   if (!p)
      return;
   *p = *e;
   p->probe = 0;
   p->inst.lod = TC_LOD_EXPLICIT;
   p->inst.lod_clamp = false;
   p->samp.bias = 0;
   place_rows(&p->inst, &p->img, &p->rows);
   p->fn = choose(tc, p);
   e->fn = tc->ops->tc_aniso;
}

static void resolve(struct tc_cache *tc, struct tc_entry *e, const uint32_t rsrc[8], const uint32_t samp[4],
                    const struct tc_image_inst *inst)
{
   bool writes = inst->kind == TC_STORE || inst->kind == TC_STORE_MIP || inst->kind == TC_ATOMIC;
   memcpy(e->key, rsrc, 32);
   memcpy(e->key + 8, samp, 16);
   memcpy(e->key + 12, inst, 12);
   e->key[15] = (uint32_t)(tc->border_va >> 8);
   e->generation = atomic_load_explicit(&tc->mem->generation, memory_order_acquire);
   e->inst = *inst;
   tc_resolve_image(tc->mem, &tc->chip, rsrc, writes ? SIM_MEM_READ | SIM_MEM_WRITE : SIM_MEM_READ, &e->img);
   if (e->img.valid) {
      find_maps(&e->img);
      find_blocks(tc, &e->img);
   }
   tc_resolve_sampler(samp, fmt_num_is_int(e->img.num), &e->samp);
   if (inst->unorm)
      e->samp.unnormalized = true;
   place_rows(inst, &e->img, &e->rows);
   place_results(inst, &e->img, &e->results);
   e->guess = (struct tc_guess){ .from = INT32_MAX };
   e->border_src = 0;
   if (inst->kind >= TC_GET_LOD && samp[3] >> 30 == 3) {
      uint64_t va = tc->border_va + (samp[3] & 0xfff) * 16;
      if (sim_mem_check(tc->mem, va, 16, SIM_MEM_READ))
         e->border_src = (const uint32_t *)(const void *)(tc->mem->base + va);
   }
   if (e->samp.degamma && e->img.as_num == FMT_UNORM && fmt_num_valid(e->img.as, FMT_SRGB))
      e->img.as_num = FMT_SRGB;
   make_plan(e);
   e->fn = choose(tc, e);
   if (wants_aniso(e))
      make_probe(tc, e);
}

/* The entry that fits, made if need be. */
static __attribute__((noinline)) struct tc_entry *find_entry(struct tc_cache *tc, const struct tc_image_inst *inst,
                                                             const uint32_t *rsrc, const uint32_t *samp)
{
   uint32_t in[3];
   memcpy(in, inst, sizeof(in));
   uint32_t h = rsrc[0] ^ rsrc[3] * 0x9e3779b1u ^ samp[0] * 0x85ebca6bu ^ samp[2] ^ in[0] * 0xc2b2ae35u ^ rsrc[1] ^ in[1];
   struct tc_entry **slot = &tc->slot[h * 0x27d4eb2fu >> 24 & (SLOTS - 1)], *e = *slot;
   if (!e)
      e = *slot = new_entry();
   if (!e)
      e = tc->spare;
   if (!e->fn || memcmp(e->key, rsrc, 32) || memcmp(e->key + 8, samp, 16) || memcmp(e->key + 12, in, 12) ||
       e->key[15] != (uint32_t)(tc->border_va >> 8) ||
       e->generation != atomic_load_explicit(&tc->mem->generation, memory_order_relaxed))
      resolve(tc, e, rsrc, samp, inst);
   return e;
}

/* A word as its own load: descriptors were just stored word by word, and a wider load would have to wait for that. */
static inline uint32_t word(const uint32_t *p)
{
   return __atomic_load_n(p, __ATOMIC_RELAXED);
}

/* All of it at once, so that the usual answer takes one branch. */
static inline bool fits(const struct tc_cache *tc, const struct tc_entry *e, const struct tc_image_inst *inst,
                        const uint32_t *rsrc, const uint32_t *samp)
{
   uint32_t in[3], other = e->generation ^ atomic_load_explicit(&tc->mem->generation, memory_order_relaxed);
   memcpy(in, inst, sizeof(in));
#pragma GCC unroll 8
   for (unsigned i = 0; i < 8; i++)
      other |= e->key[i] ^ word(&rsrc[i]);
#pragma GCC unroll 4
   for (unsigned i = 0; i < 4; i++)
      other |= e->key[8 + i] ^ word(&samp[i]);
   other |= (e->key[12] ^ in[0]) | (e->key[13] ^ in[1]) | (e->key[14] ^ in[2]);
   return !(other | (e->key[15] ^ (uint32_t)(tc->border_va >> 8)));
}

void tc_image(struct tc_cache *tc, const struct tc_image_inst *inst, const uint32_t rsrc[8], const uint32_t samp[4],
              const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec, unsigned lanes)
{
   _Static_assert(sizeof(*inst) == 12, "the instruction is part of the key, bit for bit");
   static const uint32_t no_sampler[4];
   if (inst->kind < TC_GET_LOD)
      samp = no_sampler;
   struct tc_entry **latest = &tc->latest[(uintptr_t)inst / 16 % LATEST], *e = *latest;
   if (!fits(tc, e, inst, rsrc, samp)) {
      e = find_entry(tc, inst, rsrc, samp);
      *latest = e;
   }
   if (e->border_src) {
      memcpy(e->samp.border, e->border_src, 16);
      if (e->probe)
         memcpy(e->probe->samp.border, e->border_src, 16);
   }
   if (!e->img.valid && !e->img.null)
      sim_mem_fault(tc->mem, e->img.fault_va, SIM_MEM_READ);
   const unsigned before = sim_perf_enter(SIM_PERF_TEXTURE, exec);
   e->fn(e, addr, data, exec, lanes);
   sim_perf_leave(before);
}

void tc_buffer(struct tc_cache *tc, const struct tc_buf_inst *inst, const uint32_t rsrc[4], uint32_t soffset,
               const uint32_t (*vaddr)[64], uint32_t (*data)[64], uint64_t exec, unsigned lanes)
{
   const unsigned before = sim_perf_enter(SIM_PERF_TEXTURE, exec);
   tc_buffer_access(tc->mem, &tc->ranges, tc->chip.gfx_level, tc->ops, inst, rsrc, soffset, vaddr, data, exec, lanes);
   sim_perf_leave(before);
}

void tc_buffer_view(struct tc_cache *tc, const uint32_t rsrc[4], unsigned access, struct tc_view *view)
{
   const uint32_t h = (rsrc[0] >> 2 ^ rsrc[2] ^ rsrc[1] << 7 ^ rsrc[3] << 3) * 0x9e3779b1u;
   struct tc_view *v = &tc->view[access == SIM_MEM_WRITE][h % VIEWS ^ h >> 27];
   if (v->word[0] != rsrc[0] || v->word[1] != rsrc[1] || v->word[2] != rsrc[2] || v->word[3] != rsrc[3] || !v->load ||
       v->generation != atomic_load_explicit(&tc->mem->generation, memory_order_relaxed))
      tc_resolve_view(tc->mem, &tc->ranges, tc->chip.gfx_level, tc->ops, rsrc, access, v);
   *view = *v;
}
