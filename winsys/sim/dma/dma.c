/* dma.c: copies and fills of CP DMA. Packets only collect spans. All threads execute the collected spans together before the
 * next packet of another kind.
 *
 * Drivers clear a surface by filling it and then draw on it. A large fill is therefore deferred until the bins are executed
 * (bin.c): each tile is filled when it is drawn on, in cache lines that the draw needs anyway, and all other tiles are filled
 * beside them. Until then the pages are marked as deferred (mem.h), and any other access executes the fill first. */
#include <string.h>

#include "winsys/sim/core/gpu.h"
#include "winsys/sim/dma/dma.h"
#include "winsys/sim/px/px_ops.h"
#include "winsys/sim/px/string_fill.h"
#include "winsys/sim/surf/tile_map.h"

#define WORTHWHILE_B (2 * SIM_SPAN_B) /* least size that is shared among threads, or deferred */

/* ---- spans ---------------------------------------------------------------------------------------------------------- */

static void fill_words(uint8_t *to, uint32_t data, uint32_t words)
{
   string_fill(to, data | (uint64_t)data << 32, words / 2);
   if (words & 1)
      memcpy(to + (words - 1) * (size_t)4, &data, 4);
}

static void do_span(void *arg, unsigned thread, unsigned item)
{
   const struct sim_span *s = (const struct sim_span *)arg + item;
   if (s->from) {
      memcpy(s->to, s->from, s->bytes);
   } else {
      fill_words(s->to, s->data, s->bytes / 4);
      memcpy(s->to + (s->bytes & ~3u), &s->data, s->bytes & 3);
   }
}

static void do_spans(struct sim_gpu *gpu, unsigned first)
{
   struct sim_dma *d = gpu->dma;
   sim_gpu_share(gpu, d->bytes > WORTHWHILE_B, d->count - first, do_span, d->span + first);
   d->count = 0;
   d->bytes = 0;
}

/* ---- deferring -------------------------------------------------------------------------------------------------------- */

/* Called on the first thread that accesses the memory. */
static void resolve(struct sim_deferred *deferred)
{
   struct sim_dma *d = (struct sim_dma *)((char *)deferred - offsetof(struct sim_dma, deferred));
   for (unsigned i = 0; !d->resolved && i < d->waiting; i++)
      do_span(d->span, 0, i);
   d->resolved = true;
}

/* Returns how many of the first spans are done. */
static unsigned stop_waiting(struct sim_gpu *gpu)
{
   struct sim_dma *d = gpu->dma;
   struct sim_mem *m = gpu->mem;
   if (!d->waiting)
      return 0;
   pthread_mutex_lock(&m->deferred_lock);
   const unsigned done = d->resolved ? d->waiting : 0;
   for (unsigned i = 0; i < d->waiting; i++)
      sim_mem_unmark(m, (uint64_t)(d->span[i].to - m->base), d->span[i].bytes);
   m->deferred = NULL;
   d->waiting = 0;
   d->resolved = false;
   pthread_mutex_unlock(&m->deferred_lock);
   return done;
}

/* deferred_lock is held. */
static bool can_wait(const struct sim_gpu *gpu)
{
   const struct sim_dma *d = gpu->dma;
   if (d->bytes <= WORTHWHILE_B || d->resolved || (gpu->mem->deferred && gpu->mem->deferred != &d->deferred))
      return false;
   for (unsigned i = d->waiting; i < d->count; i++)
      if (d->span[i].from)
         return false;
   return true;
}

void sim_dma_end(struct sim_gpu *gpu)
{
   struct sim_dma *d = gpu->dma;
   struct sim_mem *m = gpu->mem;
   pthread_mutex_lock(&m->deferred_lock);
   const bool waits = can_wait(gpu);
   d->deferred.resolve = resolve;
   for (; waits && d->waiting < d->count; d->waiting++)
      sim_mem_defer(m, &d->deferred, (uint64_t)(d->span[d->waiting].to - m->base), d->span[d->waiting].bytes);
   pthread_mutex_unlock(&m->deferred_lock);
   if (!waits)
      sim_dma_finish(gpu);
}

void sim_dma_finish(struct sim_gpu *gpu)
{
   do_spans(gpu, stop_waiting(gpu));
}

void sim_dma_finish_range(struct sim_gpu *gpu, uint64_t va, uint64_t size_B)
{
   const struct sim_dma *d = gpu->dma;
   for (unsigned i = 0; i < d->waiting; i++) {
      const uint64_t first = (uint64_t)(d->span[i].to - gpu->mem->base);
      if (first < va + size_B && va < first + d->span[i].bytes) {
         sim_dma_finish(gpu);
         return;
      }
   }
}

/* ---- by tiles --------------------------------------------------------------------------------------------------------- */

static const uint8_t *lines_end(const struct tile_lines *l)
{
   return l->first + (size_t)l->rows * l->row_B;
}

/* Whether spans fill all of the surface, with the same data. Those of one fill follow each other. */
static bool are_filled(const struct sim_dma *d, const struct tile_lines *l, uint32_t *data)
{
   if (!l->first || l->rows > SIM_MAX_SCREEN / 8 || l->row_B / l->block_B > SIM_MAX_SCREEN / 8)
      return false;
   const uint8_t *at = l->first;
   for (unsigned i = 0; i < d->count && at < lines_end(l); i++) {
      const struct sim_span *s = &d->span[i];
      if (at < s->to || at >= s->to + s->bytes || (at - s->to) & 3)
         continue;
      if (at != l->first && s->data != *data)
         return false;
      *data = s->data;
      at = s->to + s->bytes;
   }
   return at >= lines_end(l);
}

/* Takes the surface out of the spans. False: no room for what is left of one. */
static bool cut(struct sim_dma *d, const struct tile_lines *l)
{
   const uint8_t *first = l->first, *end = lines_end(l);
   unsigned kept = 0, count = d->count;
   for (unsigned i = 0; i < count; i++) {
      struct sim_span *s = &d->span[i];
      uint8_t *s_end = s->to + s->bytes;
      if (s->to >= first || s_end <= end)
         continue;
      if (count == SIM_SPANS)
         return false;
      d->span[d->count++] = (struct sim_span){ s_end - (s_end - end), NULL, s->data, (uint32_t)(s_end - end) };
      s->bytes = (uint32_t)(first - s->to);
   }
   d->bytes = 0;
   for (unsigned i = 0; i < d->count; i++) {
      struct sim_span s = d->span[i];
      uint8_t *s_end = s.to + s.bytes;
      if (s.to < end && s_end > first) { /* the part before the surface, or after it */
         s.bytes = s.to < first ? (uint32_t)(first - s.to) : s_end > end ? (uint32_t)(s_end - end) : 0;
         s.to = s.to < first ? s.to : s_end - s.bytes;
      }
      d->bytes += s.bytes;
      if (s.bytes)
         d->span[kept++] = s;
   }
   d->count = kept;
   return true;
}

void sim_dma_to_tiles(struct sim_gpu *gpu, const struct tile_lines *color, const struct tile_lines *depth)
{
   struct sim_dma *d = gpu->dma;
   const unsigned done = stop_waiting(gpu);
   d->num_fills = 0;
   if (!done) {
      const struct tile_lines *lines[] = { color, depth };
      for (unsigned n = 0; n < 2 && lines[n]; n++) {
         struct sim_tile_fill f = { *lines[n], 0 };
         if (are_filled(d, lines[n], &f.data) && cut(d, lines[n]))
            d->fill[d->num_fills++] = f;
      }
      d->all_fills += d->num_fills;
   }
   do_spans(gpu, done);
}

/* Fills `rows` runs of `bytes`, row_B apart. drawn: through the caches. */
static void fill_runs(uint8_t *to, uint32_t data, uint32_t bytes, uint32_t row_B, uint32_t rows, bool drawn)
{
   if (!drawn && !(((uintptr_t)to | bytes | row_B) & 63)) {
      px_ops()->fill_past(to, data, bytes, row_B, rows);
      return;
   }
   for (; rows; rows--, to += row_B)
      fill_words(to, data, bytes / 4);
}

/* The tiles [x0, x1) of row y. Tiles that are drawn on next are filled through the caches. The others bypass them (fill_past), so
 * that they neither evict lines of drawn tiles nor are read before they are overwritten. */
static void fill_tiles(const struct sim_tile_fill *f, uint32_t x0, uint32_t x1, uint32_t y, bool drawn)
{
   const struct tile_lines *l = &f->lines;
   const uint32_t columns = l->row_B / l->block_B, y0 = y * SIM_TILE_BLOCKS;
   const uint32_t y1 = y0 + SIM_TILE_BLOCKS < l->rows ? y0 + SIM_TILE_BLOCKS : l->rows;
   x0 *= SIM_TILE_BLOCKS;
   x1 = x1 * SIM_TILE_BLOCKS < columns ? x1 * SIM_TILE_BLOCKS : columns;
   if (x0 >= x1 || y0 >= y1)
      return;
   if (!l->map)
      fill_runs((uint8_t *)(uintptr_t)l->first + (size_t)y0 * l->row_B + (size_t)x0 * l->block_B, f->data, (x1 - x0) * l->block_B,
                l->row_B, y1 - y0, drawn);
   const uint32_t piece_B = l->map ? l->block_B / l->pieces : 0;
   for (uint32_t by = y0; l->map && by < y1; by++)
      for (uint32_t bx = x0; bx < x1; bx++)
         for (unsigned n = 0; n < l->pieces; n++)
            fill_runs(tile_piece(l, bx, by, n), f->data, piece_B, 0, 1, drawn);
}

void sim_dma_fill_tile(const struct sim_gpu *gpu, uint32_t tile)
{
   for (unsigned n = 0; n < gpu->dma->num_fills; n++)
      fill_tiles(&gpu->dma->fill[n], tile % SIM_TILES_X, tile % SIM_TILES_X + 1, tile / SIM_TILES_X, true);
}

static uint32_t tiles_of(uint32_t blocks)
{
   return (blocks + SIM_TILE_BLOCKS - 1) / SIM_TILE_BLOCKS;
}

unsigned sim_dma_rest_rows(const struct sim_gpu *gpu)
{
   uint32_t rows = 0;
   for (unsigned n = 0; n < gpu->dma->num_fills; n++) {
      const uint32_t these = tiles_of(gpu->dma->fill[n].lines.rows);
      rows = these > rows ? these : rows;
   }
   return rows;
}

/* The tiles of the row that no primitive touches. */
void sim_dma_fill_rest(const struct sim_gpu *gpu, uint32_t row, const uint64_t *active)
{
   for (unsigned n = 0; n < gpu->dma->num_fills; n++) {
      const struct sim_tile_fill *f = &gpu->dma->fill[n];
      const uint32_t columns = tiles_of(f->lines.row_B / f->lines.block_B);
      for (uint32_t x = 0, end; x < columns; x = end + 1) {
         for (end = x; end < columns && !(active[end / 64] >> end % 64 & 1); end++)
            ;
         fill_tiles(f, x, end, row, false);
      }
   }
}

/* ---- collecting ------------------------------------------------------------------------------------------------------- */

struct area { const uint8_t *start, *end; };

static bool overlap(struct area a, struct area b)
{
   return a.start < b.end && b.start < a.end;
}

static struct area both(struct area a, struct area b)
{
   return (struct area){ a.start < b.start ? a.start : b.start, a.end > b.end ? a.end : b.end };
}

static struct area area_of(const uint8_t *start, uint32_t bytes)
{
   return (struct area){ start, start ? start + bytes : NULL };
}

/* Spans that do not overlap are executed together, in any order. Others end the collection. */
static void add_area(struct sim_gpu *gpu, struct area to, struct area from)
{
   struct sim_dma *d = gpu->dma;
   struct area all_to = { d->to, d->to_end }, all_from = { d->from, d->from_end };
   if (d->count && (overlap(to, all_to) || overlap(to, all_from) || overlap(from, all_to)))
      sim_dma_finish(gpu);
   if (d->count) {
      to = both(to, all_to);
      from = !from.start ? all_from : !all_from.start ? from : both(from, all_from);
   }
   d->to = to.start;
   d->to_end = to.end;
   d->from = from.start;
   d->from_end = from.end;
}

/* Cut or joined into spans of equal size: a packet moves 2 MB at most, or as little as a row of tiles. */
void sim_dma_add(struct sim_gpu *gpu, struct sim_span s)
{
   struct sim_dma *d = gpu->dma;
   if (d->waiting && d->resolved)
      sim_dma_finish(gpu);
   struct area to = area_of(s.to, s.bytes), from = area_of(s.from, s.bytes);
   if (overlap(to, from)) {
      sim_dma_finish(gpu);
      memmove(s.to, s.from, s.bytes);
      return;
   }
   add_area(gpu, to, from);
   d->bytes += s.bytes;
   while (s.bytes) {
      struct sim_span *last = d->count > d->waiting ? &d->span[d->count - 1] : NULL;
      bool joins = last && last->bytes < SIM_SPAN_B && last->bytes % 4 == 0 && s.to == last->to + last->bytes &&
                   s.from == (last->from ? last->from + last->bytes : NULL) && s.data == last->data;
      if (!joins && d->count == SIM_SPANS) {
         uint64_t bytes = s.bytes;
         sim_dma_finish(gpu);
         add_area(gpu, to, from);
         d->bytes = bytes;
      }
      if (!joins) {
         last = &d->span[d->count++];
         *last = (struct sim_span){ s.to, s.from, s.data, 0 };
      }
      uint32_t part_B = s.bytes < SIM_SPAN_B - last->bytes ? s.bytes : SIM_SPAN_B - last->bytes;
      last->bytes += part_B;
      s.bytes -= part_B;
      s.to += part_B;
      if (s.from)
         s.from += part_B;
   }
}
