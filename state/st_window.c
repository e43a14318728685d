/* st_window.c: window rectangles (EXT_window_rectangles) for clears and blits: boxes without overlap, which together are what the
 * rectangles leave of a box. */
#include "state/st_context.h"

enum { MAX_EDGES = 2 * PIPE_MAX_WINDOW_RECTANGLES + 2 };

static unsigned add_edge(uint16_t edges[MAX_EDGES], unsigned count, uint16_t value, uint16_t low, uint16_t high)
{
   unsigned at = 0;
   value = value < low ? low : value > high ? high : value;
   while (at < count && edges[at] < value)
      at++;
   if (at < count && edges[at] == value)
      return count;
   for (unsigned i = count; i > at; i--)
      edges[i] = edges[i - 1];
   edges[at] = value;
   return count + 1;
}

static bool is_inside(const struct pipe_window_rectangles *w, uint16_t x, uint16_t y)
{
   for (unsigned i = 0; i < w->count; i++)
      if (x >= w->rect[i].minx && x < w->rect[i].maxx && y >= w->rect[i].miny && y < w->rect[i].maxy)
         return true;
   return false;
}

unsigned st_window_boxes(const struct pipe_window_rectangles *w, struct pipe_scissor_state box,
                         struct pipe_scissor_state out[ST_MAX_WINDOW_BOXES])
{
   uint16_t x[MAX_EDGES], y[MAX_EDGES];
   unsigned columns = 0, rows = 0, count = 0;
   if (box.minx >= box.maxx || box.miny >= box.maxy)
      return 0;
   columns = add_edge(x, columns, box.minx, box.minx, box.maxx);
   columns = add_edge(x, columns, box.maxx, box.minx, box.maxx);
   rows = add_edge(y, rows, box.miny, box.miny, box.maxy);
   rows = add_edge(y, rows, box.maxy, box.miny, box.maxy);
   for (unsigned i = 0; i < w->count; i++) {
      columns = add_edge(x, columns, w->rect[i].minx, box.minx, box.maxx);
      columns = add_edge(x, columns, w->rect[i].maxx, box.minx, box.maxx);
      rows = add_edge(y, rows, w->rect[i].miny, box.miny, box.maxy);
      rows = add_edge(y, rows, w->rect[i].maxy, box.miny, box.maxy);
   }
   for (unsigned row = 0; row + 1 < rows; row++)
      for (unsigned column = 0; column + 1 < columns; column++) {
         if (is_inside(w, x[column], y[row]) != w->include)
            continue;
         struct pipe_scissor_state *last = count ? &out[count - 1] : NULL;
         if (last && last->miny == y[row] && last->maxx == x[column])
            last->maxx = x[column + 1];
         else
            out[count++] = (struct pipe_scissor_state){x[column], y[row], x[column + 1], y[row + 1]};
      }
   return count;
}
