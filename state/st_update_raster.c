/* st_update_raster.c: rasterizer state, in canonical form. */
#include <string.h>

#include "state/st_private.h"

void st_canonical_rasterizer(const struct st_context *st, struct pipe_rasterizer_state *out)
{
   memcpy(out, &st->raster, sizeof *out); /* padding too: the result is a key */
   if (st->fb.samples <= 1)
      out->multisample = 0;
   if (!(out->offset_point | out->offset_line | out->offset_fill))
      out->offset_units = out->offset_scale = out->offset_clamp = 0;
   if (!out->line_stipple_enable) {
      out->line_stipple_factor = 0;
      out->line_stipple_pattern = 0;
   }
   if (out->point_size_per_vertex)
      out->point_size = 1;
}

bool st_update_rasterizer(struct st_context *st)
{
   struct pipe_rasterizer_state state;
   st_canonical_rasterizer(st, &state);
   void *cso = st_cso_get(st->cso, ST_CSO_RASTERIZER, &state);
   if (!cso)
      return false;
   st_bind_cso(st, ST_CSO_RASTERIZER, cso);
   struct st_bound *bound = st->bound;
   bound->polygon_stipple_known &= !(bound->unknown & ST_DIRTY_RASTER);
   if (state.poly_stipple_enable &&
       (!bound->polygon_stipple_known || memcmp(bound->polygon_stipple, st->polygon_stipple, sizeof bound->polygon_stipple))) {
      memcpy(bound->polygon_stipple, st->polygon_stipple, sizeof bound->polygon_stipple);
      bound->polygon_stipple_known = true;
      st->pipe->impl->set_polygon_stipple(st->pipe, bound->polygon_stipple);
   }
   return true;
}
