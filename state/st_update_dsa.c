/* st_update_dsa.c: depth, stencil and alpha test, in canonical form: a test without its buffer always passes (GL 4.6, 17.3.3). */
#include <string.h>

#include "state/st_private.h"

void st_canonical_dsa(const struct st_context *st, struct pipe_depth_stencil_alpha_state *out)
{
   const struct pipe_depth_stencil_alpha_state *in = &st->dsa;
   enum pipe_format format = st->fb.zsbuf ? st->fb.zsbuf->t.format : PIPE_FORMAT_NONE;
   memset(out, 0, sizeof *out);
   out->depth_func = PIPE_FUNC_ALWAYS;
   /* A disabled depth test also writes nothing; one that always passes and writes nothing is none. */
   if (pipe_format_has_depth(format) && in->depth_enable && (in->depth_func != PIPE_FUNC_ALWAYS || in->depth_write)) {
      out->depth_enable = 1;
      out->depth_write = in->depth_write;
      out->depth_func = in->depth_func;
   }
   if (pipe_format_has_depth(format) && in->depth_bounds_enable) {
      out->depth_bounds_enable = 1;
      out->depth_bounds_min = in->depth_bounds_min;
      out->depth_bounds_max = in->depth_bounds_max;
   }
   if (pipe_format_has_stencil(format) && in->stencil[0].enable) {
      out->stencil[0] = in->stencil[0];
      if (in->stencil[1].enable)
         out->stencil[1] = in->stencil[1];
   }
   if (in->alpha_enable) {
      out->alpha_enable = 1;
      out->alpha_func = in->alpha_func;
      out->alpha_ref = in->alpha_ref;
   }
}

bool st_update_dsa(struct st_context *st)
{
   struct pipe_depth_stencil_alpha_state state;
   st_canonical_dsa(st, &state);
   void *cso = st_cso_get(st->cso, ST_CSO_DSA, &state);
   if (cso)
      st_bind_cso(st, ST_CSO_DSA, cso);
   return cso;
}
