/* st_update_blend.c: blending, colour masks, logic operation, in canonical form. */
#include <string.h>

#include "state/st_private.h"

static bool is_min_max(unsigned func)
{
   return func == PIPE_BLEND_MIN || func == PIPE_BLEND_MAX;
}

static bool replaces(unsigned func, unsigned src, unsigned dst)
{
   return func == PIPE_BLEND_ADD && src == PIPE_BLENDFACTOR_ONE && dst == PIPE_BLENDFACTOR_ZERO;
}

/* Blending of one buffer in canonical form: fields without effect are zero. */
static struct pipe_rt_blend_state canonical(struct pipe_rt_blend_state rt, bool can_blend)
{
   if (!can_blend || !rt.enable || !rt.colormask ||
       (replaces(rt.rgb_func, rt.rgb_src, rt.rgb_dst) && replaces(rt.alpha_func, rt.alpha_src, rt.alpha_dst)))
      return (struct pipe_rt_blend_state){ .colormask = rt.colormask };
   if (is_min_max(rt.rgb_func)) /* GL 4.6, 17.3.6: factors are ignored */
      rt.rgb_src = rt.rgb_dst = PIPE_BLENDFACTOR_ONE;
   if (is_min_max(rt.alpha_func))
      rt.alpha_src = rt.alpha_dst = PIPE_BLENDFACTOR_ONE;
   return rt;
}

void st_canonical_blend(const struct st_context *st, struct pipe_blend_state *out)
{
   const struct pipe_blend_state *in = &st->blend;
   const struct pipe_framebuffer_state *fb = &st->fb;
   memset(out, 0, sizeof *out);
   out->logicop_enable = in->logicop_enable;
   out->logicop_func = in->logicop_enable ? in->logicop_func : 0;
   out->dither = in->dither;
   if (fb->color_count && fb->cbufs[0] && !in->logicop_enable && in->rt[0].colormask &&
       !pipe_format_is_pure_int(fb->cbufs[0]->t.format))
      out->equation = in->equation;
   if (fb->samples > 1) {
      out->alpha_to_coverage = in->alpha_to_coverage;
      out->alpha_to_coverage_dither = in->alpha_to_coverage && in->alpha_to_coverage_dither;
      out->alpha_to_one = in->alpha_to_one;
   }
   bool integers = false;
   for (unsigned i = 0; i < fb->color_count; i++)
      integers |= fb->cbufs[i] && pipe_format_is_pure_int(fb->cbufs[i]->t.format);
   out->independent = in->independent || integers;
   if (!out->independent) {
      out->rt[0] = canonical(in->rt[0], !in->logicop_enable);
      return;
   }
   for (unsigned i = 0; i < fb->color_count; i++) {
      if (!fb->cbufs[i])
         continue;
      bool can_blend = !in->logicop_enable && !pipe_format_is_pure_int(fb->cbufs[i]->t.format);
      out->rt[i] = canonical(in->rt[in->independent ? i : 0], can_blend);
   }
}

bool st_update_blend(struct st_context *st)
{
   struct pipe_blend_state state;
   st_canonical_blend(st, &state);
   void *cso = st_cso_get(st->cso, ST_CSO_BLEND, &state);
   if (cso)
      st_bind_cso(st, ST_CSO_BLEND, cso);
   return cso;
}
