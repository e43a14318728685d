/* hazard_compress.c: which surfaces hold compressed pixels. On a card the colour and depth blocks store pixels in a form that
 * only their metadata (CMASK, FMASK, DCC; HTILE) explains; the simulated blocks store plain pixels, so a missing decompress has
 * no effect on results here. This file keeps a state for each slice of a surface that was bound with metadata, follows the
 * draws that compress and decompress it, and reports readers that do not use the metadata.
 *
 * Metadata in memory are read once after a unit other than the colour and depth blocks has written them: they show fast clears.
 * State survives submissions. It ends when another unit writes to the surface, or when
 * memory is bound with another layout.
 *
 * Known gaps: a fast clear of a surface that was never bound with its metadata; decompressing draws that cover a part of the
 * surface only; shader stores to a compressed surface; surfaces exported to other processes. */
#include "winsys/sim/hazard/hazard_int.h"

#include <string.h>

#include "hw-si/hwdb/hw_chips.h"
#include "hw_regs.h"
#include "winsys/sim/base/grow.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/db/db_layout.h"
#include "winsys/sim/surf/meta.h"
#include "winsys/sim/tc/tc_int.h"

enum {
   CLEARED_CMASK = 1 << 0, /* tiles hold the clear colour, which only the colour block has */
   CLEARED_DCC = 1 << 1,   /* the same by DCC keys that refer to the clear registers */
   DCC = 1 << 2,
   FMASK = 1 << 3,         /* FMASK is compressed by CMASK */
   FRAGMENTS = 1 << 4,     /* FMASK says in which fragment a sample lies */
   HTILE = 1 << 5,
   TC_COMPATIBLE = 1 << 6, /* of HTILE: the texture unit can read it; a property, not a state of compression */
   COLOUR_STATES = CLEARED_CMASK | CLEARED_DCC | DCC | FMASK | FRAGMENTS,
};

/* One slice of one level: [start, end) of memory; addresses of metadata are 0 where there is none. */
struct hz_surface {
   uint64_t start, end;
   struct tile_surf surf;
   uint64_t cmask_va, fmask_va, dcc_va, htile_va; /* CMASK and HTILE: of slice 0; FMASK and DCC: of this slice */
   uint64_t cmask_slice_B, fmask_B, htile_slice_B;
   uint32_t slice, state;
   bool stencil, metadata_written; /* by another unit, and not read here since */
   uint64_t packet_va; /* the draw that compressed it last */
};

/* ---- the list of surfaces, sorted by address, without overlaps ----------------------------------------------------------- */

/* Index of the first surface that ends after va. */
static size_t find(const struct hz_surfaces *list, uint64_t va)
{
   size_t low = 0, high = list->count;
   while (low < high) {
      size_t mid = (low + high) / 2;
      if (list->at[mid].end > va)
         high = mid;
      else
         low = mid + 1;
   }
   return low;
}

static void drop(struct hz_surfaces *list, uint64_t start, uint64_t end)
{
   size_t first = find(list, start), last = first;
   while (last < list->count && list->at[last].start < end)
      last++;
   if (last == first) /* an empty list has no array */
      return;
   memmove(list->at + first, list->at + last, (list->count - last) * sizeof *list->at);
   list->count -= last - first;
}

static bool same_layout(const struct tile_surf *a, const struct tile_surf *b)
{
   return a->mode == b->mode && a->el_B == b->el_B && a->log2_samples == b->log2_samples && a->pitch_el == b->pitch_el;
}

/* NULL: no state is known for this slice with this layout. */
static struct hz_surface *lookup(struct hz_surfaces *list, uint64_t start, const struct tile_surf *surf)
{
   size_t i = find(list, start);
   bool found = i < list->count && list->at[i].start == start && same_layout(&list->at[i].surf, surf);
   return found ? &list->at[i] : NULL;
}

/* The slice's state; made when it is not there. NULL: out of memory. */
static struct hz_surface *obtain(struct hz_surfaces *list, uint64_t start, const struct tile_surf *surf)
{
   struct hz_surface *s = lookup(list, start, surf);
   if (s)
      return s;
   drop(list, start, start + surf->slice_B);
   struct hz_surface *at = sim_grow(list->at, list->count, &list->capacity, sizeof *at);
   if (!at)
      return NULL;
   list->at = at;
   size_t i = find(list, start);
   memmove(list->at + i + 1, list->at + i, (list->count - i) * sizeof *list->at);
   list->at[i] = (struct hz_surface){ .start = start, .end = start + surf->slice_B, .surf = *surf,
                                       .metadata_written = true };
   list->count++;
   return &list->at[i];
}

static bool overlaps(uint64_t va, uint64_t size_B, uint64_t start, uint64_t end)
{
   return va && va < end && start < va + size_B;
}

void hz_surfaces_written(struct sim_hazard *h, uint64_t start, uint64_t end)
{
   drop(&h->surfaces, start, end);
   for (size_t i = 0; i < h->surfaces.count; i++) {
      struct hz_surface *s = &h->surfaces.at[i];
      uint32_t ends = 0;
      if (s->cmask_va && overlaps(s->cmask_va + s->slice * s->cmask_slice_B, s->cmask_slice_B, start, end))
         ends |= CLEARED_CMASK;
      if (overlaps(s->dcc_va, s->surf.slice_B / 256, start, end))
         ends |= CLEARED_DCC | DCC;
      if (overlaps(s->fmask_va, s->fmask_B, start, end))
         ends |= FMASK | FRAGMENTS;
      if (s->htile_va && overlaps(s->htile_va + s->slice * s->htile_slice_B, s->htile_slice_B, start, end))
         ends |= HTILE;
      s->state &= ~ends;
      s->metadata_written |= ends != 0;
   }
}

/* Adds to the state what metadata that have been written say. */
static uint32_t state_of(struct sim_hazard *h, struct hz_surface *s)
{
   struct sim_mem *mem = h->gpu->mem;
   if (!s->metadata_written)
      return s->state;
   s->metadata_written = false;
   if (s->cmask_va && meta_cmask_has_clears(mem, &s->surf, s->cmask_va, s->cmask_slice_B, s->slice))
      s->state |= CLEARED_CMASK;
   if (s->dcc_va) {
      enum meta_content content = meta_dcc_content(mem, s->dcc_va, s->surf.slice_B / 256);
      s->state |= content == META_PLAIN ? 0 : content == META_CLEARED ? DCC | CLEARED_DCC : DCC;
   }
   if (s->htile_va && meta_htile_has_clears(mem, &s->surf, s->htile_va, s->state & TC_COMPATIBLE, s->slice, s->stencil))
      s->state |= HTILE;
   return s->state;
}

/* ---- readers --------------------------------------------------------------------------------------------------------------- */

static const char *missing(uint32_t state, const struct hz_surface *s, bool compressed, bool fmask)
{
   if (state & CLEARED_CMASK)
      return "its fast clear (CMASK) has not been eliminated";
   if (compressed && state & CLEARED_DCC)
      return "its fast clear (DCC) has not been eliminated";
   if (!compressed && state & (DCC | CLEARED_DCC))
      return "DCC has not been decompressed, and the T# does not enable it";
   if (state & FRAGMENTS && !fmask)
      return "samples are in the fragments that FMASK says, and the program does not read FMASK";
   if (state & HTILE && !(s->state & TC_COMPATIBLE))
      return s->stencil ? "stencil (HTILE) has not been decompressed" : "depth (HTILE) has not been decompressed";
   if (state & HTILE && !compressed)
      return "HTILE has not been decompressed, and the T# does not enable it";
   return NULL;
}

static void report(struct sim_hazard *h, const char *name, const struct hz_surface *s, const char *why)
{
   hz_report(h, "%s reads 0x%llx to 0x%llx: %s; drawn at 0x%llx", name, (unsigned long long)s->start, (unsigned long long)s->end,
             why, (unsigned long long)s->packet_va);
}

/* Address bits that may hold a bank and pipe swizzle. */
static uint64_t swizzle_mask(const struct tile_surf *s)
{
   return tile_is_macro(s) ? (256ull << (s->log2_pipes + s->log2_banks)) - 256 : 0;
}

/* Does the program read the FMASK of this surface, too? */
static bool reads_fmask(const struct stream_uses *uses, const struct hz_surface *s)
{
   for (unsigned i = 0; i < uses->count; i++) {
      const uint32_t *w = uses->use[i].word;
      unsigned format = w[1] >> 20 & 63;
      uint64_t va = ((uint64_t)w[0] << 8 | (uint64_t)(w[1] & 0xff) << 40) & ~swizzle_mask(&s->surf);
      if (uses->use[i].kind == STREAM_USE_IMAGE && format >= FMT_FMASK_FIRST && format <= FMT_FMASK_LAST &&
          va <= s->fmask_va && s->fmask_va - va < UINT32_MAX)
         return true;
   }
   return false;
}

bool hz_surface_read(struct sim_hazard *h, const char *name, const struct stream_uses *uses, const struct tile_surf *surf,
                     uint64_t va, bool compressed)
{
   struct hz_surface *s = lookup(&h->surfaces, va, surf);
   const char *why = s ? missing(state_of(h, s), s, compressed, reads_fmask(uses, s)) : NULL;
   if (why)
      report(h, name, s, why);
   return why;
}

void hz_fmask_read(struct sim_hazard *h, const char *name, uint64_t start, uint64_t end)
{
   for (size_t i = 0; i < h->surfaces.count; i++) {
      struct hz_surface *s = &h->surfaces.at[i];
      if (!overlaps(s->fmask_va, s->fmask_B, start, end) || !(state_of(h, s) & (FMASK | CLEARED_CMASK)))
         continue;
      report(h, name, s, "FMASK has not been decompressed");
      return;
   }
}

/* ---- colour targets -------------------------------------------------------------------------------------------------------- */

bool hz_find_target(const struct sim_hazard *h, unsigned n, struct hz_target *t)
{
   const struct hw_chip *chip = h->gpu->chip;
   const struct tile_chip tiles = { h->gpu->gfx_level, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config };
   const struct stream_regs *r = &h->regs;
   uint32_t at = 0x3c * n, info = stream_reg(r, R_028C70_CB_COLOR0_INFO + at), view = stream_reg(r, R_028C6C_CB_COLOR0_VIEW + at);
   uint32_t attrib = stream_reg(r, R_028C74_CB_COLOR0_ATTRIB + at);
   const struct fmt *fmt = fmt_get(G_028C70_FORMAT(info));
   *t = (struct hz_target){ .first = G_028C6C_SLICE_START(view), .last = G_028C6C_SLICE_MAX(view) };
   if (fmt->kind != FMT_PLAIN || !fmt->el_B ||
       !tile_from_index(&tiles, G_028C74_TILE_MODE_INDEX(attrib), fmt->el_B, G_028C74_NUM_FRAGMENTS(attrib), &t->surf))
      return false;
   uint64_t slice_el = ((uint64_t)G_028C68_TILE_MAX(stream_reg(r, R_028C68_CB_COLOR0_SLICE + at)) + 1) * 64;
   t->surf.pitch_el = (G_028C64_TILE_MAX(stream_reg(r, R_028C64_CB_COLOR0_PITCH + at)) + 1) * 8;
   t->surf.height_el = (uint32_t)(slice_el / t->surf.pitch_el) & ~7u;
   t->surf.slice_B = slice_el * fmt->el_B << t->surf.log2_samples;
   t->va = (uint64_t)stream_reg(r, R_028C60_CB_COLOR0_BASE + at) << 8;
   tile_take_swizzle(&t->surf, &t->va);
   uint64_t swizzle = swizzle_mask(&t->surf);

   t->fast_clear = G_028C70_FAST_CLEAR(info);
   t->fmask = G_028C70_COMPRESSION(info);
   t->dcc = h->gpu->gfx_level >= 8 && G_028C70_DCC_ENABLE(info) && tile_is_macro(&t->surf);
   t->cmask_va = (uint64_t)stream_reg(r, R_028C7C_CB_COLOR0_CMASK + at) << 8;
   t->cmask_va &= t->surf.log2_samples ? ~swizzle : ~0ull;
   t->cmask_slice_B = meta_cmask_slice_of(&t->surf, G_028C80_TILE_MAX(stream_reg(r, R_028C80_CB_COLOR0_CMASK_SLICE + at)));
   t->fmask_va = (uint64_t)stream_reg(r, R_028C84_CB_COLOR0_FMASK + at) << 8 & ~swizzle;
   t->fmask_slice_B = (G_028C88_TILE_MAX(stream_reg(r, R_028C88_CB_COLOR0_FMASK_SLICE + at)) + 1ull) *
                      (G_028C74_NUM_SAMPLES(attrib) >= 3 ? 256 : 64);
   t->dcc_va = ((uint64_t)stream_reg(r, R_028C94_CB_COLOR0_DCC_BASE + at) << 8) & ~swizzle;
   return t->surf.height_el && t->last >= t->first;
}

/* Blending and write masks that keep a channel read the target. */
static bool reads_target(const struct sim_hazard *h, unsigned n)
{
   const struct stream_regs *r = &h->regs;
   uint32_t mask = (stream_reg(r, R_028238_CB_TARGET_MASK) & stream_reg(r, R_02823C_CB_SHADER_MASK)) >> 4 * n & 15;
   return mask != 15 || G_028780_ENABLE(stream_reg(r, R_028780_CB_BLEND0_CONTROL + 4 * n));
}

static void draw_to(struct sim_hazard *h, unsigned n, const struct hz_target *t, uint32_t slice)
{
   bool metadata = t->fast_clear || t->fmask || t->dcc;
   uint64_t va = t->va + slice * t->surf.slice_B;
   struct hz_surface *s = lookup(&h->surfaces, va, &t->surf);
   if (s) {
      uint32_t known = (t->fast_clear ? CLEARED_CMASK : 0) | (t->fmask ? FMASK | FRAGMENTS : 0) |
                       (t->dcc ? DCC | CLEARED_DCC : 0);
      uint32_t unknown = state_of(h, s) & COLOUR_STATES & ~known;
      if (unknown && reads_target(h, n))
         report(h, "colour buffer", s, "it is bound without the metadata that it is compressed with");
      if (unknown && !metadata)
         s = NULL;
      else
         s->state &= ~unknown;
   }
   if (!metadata) {
      if (!s)
         drop(&h->surfaces, va, va + t->surf.slice_B);
      return;
   }
   s = s ? s : obtain(&h->surfaces, va, &t->surf);
   if (!s)
      return;
   s->slice = slice;
   s->packet_va = h->packet_va;
   uint64_t cmask_va = t->fast_clear ? t->cmask_va : 0, dcc_va = t->dcc ? t->dcc_va + slice * t->surf.slice_B / 256 : 0;
   s->metadata_written |= cmask_va != s->cmask_va || dcc_va != s->dcc_va;
   s->cmask_va = cmask_va;
   s->cmask_slice_B = t->cmask_slice_B;
   s->fmask_va = t->fmask ? t->fmask_va + slice * t->fmask_slice_B : 0;
   s->fmask_B = t->fmask_slice_B;
   s->dcc_va = dcc_va;
   s->state = state_of(h, s) | (t->fmask ? FMASK | FRAGMENTS : 0) | (t->dcc ? DCC : 0);
}

/* A draw in one of the modes that eliminate or decompress. The program does not compute its pixels. */
static void decompress(struct sim_hazard *h, const struct hz_target *t, unsigned mode, uint32_t slice)
{
   struct hz_surface *s = lookup(&h->surfaces, t->va + slice * t->surf.slice_B, &t->surf);
   uint32_t ends = CLEARED_CMASK | CLEARED_DCC;
   if (mode == V_028808_CB_FMASK_DECOMPRESS)
      ends |= FMASK;
   else if (mode != V_028808_CB_ELIMINATE_FAST_CLEAR)
      ends |= DCC;
   if (s)
      s->state = state_of(h, s) & ~ends;
}

static void color_targets(struct sim_hazard *h)
{
   const struct stream_regs *r = &h->regs;
   unsigned mode = G_028808_MODE(stream_reg(r, R_028808_CB_COLOR_CONTROL));
   bool normal = mode == V_028808_CB_NORMAL;
   uint32_t mask = stream_reg(r, R_028238_CB_TARGET_MASK) & (normal ? stream_reg(r, R_02823C_CB_SHADER_MASK) : ~0u);
   if (mode == V_028808_CB_RESOLVE)
      mask = 0xf0; /* the destination; the source is read with its metadata */
   for (unsigned n = 0; n < 8 && mode != V_028808_CB_DISABLE; n++) {
      struct hz_target t;
      if (!(mask >> 4 * n & 15) || !hz_find_target(h, n, &t))
         continue;
      for (uint32_t slice = t.first; slice <= t.last; slice++)
         if (normal || mode == V_028808_CB_RESOLVE)
            draw_to(h, n, &t, slice);
         else
            decompress(h, &t, mode, slice);
   }
}

/* ---- depth and stencil ------------------------------------------------------------------------------------------------------ */

struct plane { struct tile_surf surf; uint64_t va; bool htile, decompresses, reads, writes, stencil; };

static bool find_plane(const struct sim_hazard *h, struct plane *p)
{
   static const uint8_t z_B[4] = { 0, 2, 4, 4 };
   const struct hw_chip *chip = h->gpu->chip;
   const struct tile_chip tiles = { h->gpu->gfx_level, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config };
   const struct stream_regs *r = &h->regs;
   uint32_t z_info = stream_reg(r, R_028040_DB_Z_INFO), s_info = stream_reg(r, R_028044_DB_STENCIL_INFO);
   uint32_t size = stream_reg(r, R_028058_DB_DEPTH_SIZE);
   unsigned el_B = p->stencil ? G_028044_FORMAT(s_info) : z_B[G_028040_FORMAT(z_info)];
   unsigned index = p->stencil ? G_028044_TILE_MODE_INDEX(s_info) : G_028040_TILE_MODE_INDEX(z_info);
   unsigned split = p->stencil ? G_028044_TILE_SPLIT(s_info) : G_028040_TILE_SPLIT(z_info);
   if (!el_B || !db_plane_layout(&tiles, stream_reg(r, R_02803C_DB_DEPTH_INFO), el_B, G_028040_NUM_SAMPLES(z_info), index, split,
                                 &p->surf))
      return false;
   p->surf.pitch_el = (G_028058_PITCH_TILE_MAX(size) + 1) * 8;
   p->surf.height_el = (G_028058_HEIGHT_TILE_MAX(size) + 1) * 8;
   p->surf.slice_B = ((uint64_t)G_02805C_SLICE_TILE_MAX(stream_reg(r, R_02805C_DB_DEPTH_SLICE)) + 1) * 64 * el_B
                     << p->surf.log2_samples;
   p->va = (uint64_t)stream_reg(r, p->stencil ? R_02804C_DB_STENCIL_READ_BASE : R_028048_DB_Z_READ_BASE) << 8;
   tile_take_swizzle(&p->surf, &p->va);
   return true;
}

static void draw_slice(struct sim_hazard *h, const struct plane *p, const struct hz_htile *htile, uint32_t slice)
{
   uint64_t va = p->va + slice * p->surf.slice_B;
   struct hz_surface *s = lookup(&h->surfaces, va, &p->surf);
   if (!p->htile) {
      if (s && p->reads && state_of(h, s) & HTILE)
         report(h, p->stencil ? "stencil buffer" : "depth buffer", s, "it is bound without the HTILE that it is compressed with");
      if (p->writes)
         drop(&h->surfaces, va, va + p->surf.slice_B);
      return;
   }
   s = s ? s : obtain(&h->surfaces, va, &p->surf);
   if (!s)
      return;
   s->slice = slice;
   s->packet_va = h->packet_va;
   s->stencil = p->stencil;
   s->metadata_written |= s->htile_va != htile->va;
   s->htile_va = htile->va;
   s->htile_slice_B = htile->slice_B;
   s->state = (s->state & ~(uint32_t)TC_COMPATIBLE) | (htile->tc_compatible ? TC_COMPATIBLE : 0);
   s->state = state_of(h, s);
   if (p->decompresses)
      s->state &= ~(uint32_t)HTILE;
   else if (p->writes)
      s->state |= HTILE;
}

static void draw_plane(struct sim_hazard *h, struct plane *p, const struct hz_htile *htile)
{
   uint32_t view = stream_reg(&h->regs, R_028008_DB_DEPTH_VIEW);
   if (!(p->reads || p->writes || p->decompresses) || !find_plane(h, p))
      return;
   for (uint32_t slice = G_028008_SLICE_START(view); slice <= G_028008_SLICE_MAX(view); slice++)
      draw_slice(h, p, htile, slice);
}

static void depth_targets(struct sim_hazard *h)
{
   const struct stream_regs *r = &h->regs;
   uint32_t control = stream_reg(r, R_028800_DB_DEPTH_CONTROL), render = stream_reg(r, R_028000_DB_RENDER_CONTROL);
   uint32_t view = stream_reg(r, R_028008_DB_DEPTH_VIEW), masks = stream_reg(r, R_028430_DB_STENCILREFMASK);
   bool z = G_028800_Z_ENABLE(control), stencil = G_028800_STENCIL_ENABLE(control);
   unsigned z_func = G_028800_ZFUNC(control);
   struct hz_htile htile = hz_htile_of(h);
   if (G_028000_DEPTH_COPY(render) || G_028000_STENCIL_COPY(render))
      return; /* the depth block reads with HTILE and writes a colour buffer */
   struct plane depth = { .htile = htile.va,
                          .decompresses = htile.va && G_028000_DEPTH_COMPRESS_DISABLE(render),
                          .reads = z && z_func != V_028800_FRAG_ALWAYS && z_func != V_028800_FRAG_NEVER,
                          .writes = z && G_028800_Z_WRITE_ENABLE(control) && !G_028008_Z_READ_ONLY(view) };
   struct plane s = { .stencil = true,
                      .htile = htile.va && !G_028044_TILE_STENCIL_DISABLE(stream_reg(r, R_028044_DB_STENCIL_INFO)),
                      .decompresses = htile.va && G_028000_STENCIL_COMPRESS_DISABLE(render),
                      .reads = stencil && G_028800_STENCILFUNC(control) != V_028800_FRAG_ALWAYS,
                      .writes = stencil && G_028430_STENCILWRITEMASK(masks) && !G_028008_STENCIL_READ_ONLY(view) };
   draw_plane(h, &depth, &htile);
   draw_plane(h, &s, &htile);
}

void hz_draw_targets(struct sim_hazard *h)
{
   color_targets(h);
   depth_targets(h);
}
