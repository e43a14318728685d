/* sc_pending.h: pixels of the tile that may be in the queue of pending quads (sc_queue.c), a word per 8x8 block. A later draw of
 * such pixels must not overtake the pending ones: it begins another part of the queue, whose colours are written after theirs. Where
 * old colours are not read, later quads of a part overwrite earlier ones (cb.h), and only a wave that bypasses the queue has to check. */
#ifndef SIM_SC_PENDING_H
#define SIM_SC_PENDING_H

#include "winsys/sim/cb/cb.h"
#include "winsys/sim/sc/sc_int.h"
#include "winsys/sim/spi/spi.h"

/* Whether it shows when a pixel is in a wave twice. */
static inline bool order_shows(const struct sim_pixel_state *s)
{
   return s->cb_info.reads_dst || s->ps_info->writes_memory;
}

/* Pixels are drawn of which some are in the queue, by a wave of their own or by the queue. */
static inline void draw_again(struct shade *sh, bool wave)
{
   if (wave || sh->s->ps_info->writes_memory)
      SC(sc_queue_flush)(sh);
   else
      sh->queue.parts |= 1u << sh->queue.quads.count;
}

/* A block's lanes by rows of quads, 16 bits each. */
static inline uint64_t by_rows(uint64_t lanes)
{
   return (lanes & 0xff0000ffff0000ffull) | (lanes & 0x0000ff000000ff00ull) << 8 | (lanes & 0x00ff000000ff0000ull) >> 8;
}

/* Of a pixel. Beyond the tile it is some block of the other side. */
static inline unsigned pending_block(unsigned x, unsigned y)
{
   return (y / BLOCK % SIM_TILE_BLOCKS) * SIM_TILE_BLOCKS + x / BLOCK % SIM_TILE_BLOCKS;
}

/* Aligned blocks. */
static inline bool pending_in_block(const struct sc_queue *queue, unsigned x, unsigned y, uint64_t cover)
{
   return queue->pending[pending_block(x, y)] & by_rows(cover);
}

static inline void note_block(struct sc_queue *queue, unsigned x, unsigned y, uint64_t cover)
{
   queue->pending[pending_block(x, y)] |= by_rows(cover);
}

/* Covered pixels of a window, which is 8x8 pixels from anywhere with even coordinates on, in the four blocks that it touches.
 * Pixels outside of the tile must not be covered. */
struct window_parts { unsigned block[4]; uint64_t rows[4]; };

static inline void window_parts(struct window_parts *p, unsigned x, unsigned y, uint64_t cover)
{
   const unsigned right = 4 * (x / 2 & 3), down = 16 * (y / 2 & 3);
   const uint64_t rows = by_rows(cover), each_row = 0x0001000100010001ull;
   const uint64_t here = rows << right & (0xffffu << right & 0xffffu) * each_row;
   const uint64_t beside = rows >> (16 - right) & ((1u << right) - 1) * each_row;
   p->rows[0] = here << down;
   p->rows[1] = beside << down;
   p->rows[2] = here >> 1 >> (63 - down);
   p->rows[3] = beside >> 1 >> (63 - down);
#pragma GCC unroll 4
   for (unsigned i = 0; i < 4; i++)
      p->block[i] = pending_block(x + (i & 1) * BLOCK, y + (i >> 1) * BLOCK);
}

static inline bool pending_in_window(const struct sc_queue *queue, const struct window_parts *p)
{
   return (queue->pending[p->block[0]] & p->rows[0]) | (queue->pending[p->block[1]] & p->rows[1]) |
          (queue->pending[p->block[2]] & p->rows[2]) | (queue->pending[p->block[3]] & p->rows[3]);
}

static inline void note_window(struct sc_queue *queue, const struct window_parts *p)
{
#pragma GCC unroll 4
   for (unsigned i = 0; i < 4; i++)
      queue->pending[p->block[i]] |= p->rows[i];
}

#endif
