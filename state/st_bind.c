/* st_bind.c: compares with the values that the driver got last and passes on the differences. Comparing addresses is safe because
 * the driver holds references (or the cache holds the object) for as long as a thing is bound. */
#include <string.h>

#include "state/st_private.h"

void st_bind_cso(struct st_context *st, enum st_cso_kind kind, void *cso)
{
   static const uint32_t dirty_of[ST_CSO_KIND_COUNT] = {
      [ST_CSO_BLEND] = ST_DIRTY_BLEND, [ST_CSO_DSA] = ST_DIRTY_DSA, [ST_CSO_RASTERIZER] = ST_DIRTY_RASTER,
      [ST_CSO_VERTEX_ELEMENTS] = ST_DIRTY_VERTEX,
   };
   struct pipe_context *pipe = st->pipe;
   if (st->bound->cso[kind] == cso && !(st->bound->unknown & dirty_of[kind]))
      return;
   st->bound->cso[kind] = cso;
   switch (kind) {
   case ST_CSO_BLEND: pipe->impl->bind_blend(pipe, cso); break;
   case ST_CSO_DSA: pipe->impl->bind_depth_stencil_alpha(pipe, cso); break;
   case ST_CSO_RASTERIZER: pipe->impl->bind_rasterizer(pipe, cso); break;
   default: pipe->impl->bind_vertex_elements(pipe, cso);
   }
   st_cso_trim(st->cso, kind, &cso, 1);
}

void st_bind_textures(struct st_context *st, enum pipe_shader_type stage, unsigned count, struct pipe_sampler_view *const *views,
                      void *const *samplers)
{
   struct st_bound *bound = st->bound;
   struct pipe_context *pipe = st->pipe;
   unsigned was = bound->texture_count[stage], total = count > was ? count : was;
   unsigned view_first = total, view_end = 0, sampler_first = total, sampler_end = 0;
   bool all = bound->unknown & ST_DIRTY_TEXTURES;
   for (unsigned i = 0; i < total; i++) {
      struct pipe_sampler_view *view = i < count ? views[i] : NULL;
      void *sampler = i < count ? samplers[i] : NULL;
      if (all || bound->view[stage][i] != view) {
         bound->view[stage][i] = view;
         view_first = view_first < i ? view_first : i;
         view_end = i + 1;
      }
      if (all || bound->sampler[stage][i] != sampler) {
         bound->sampler[stage][i] = sampler;
         sampler_first = sampler_first < i ? sampler_first : i;
         sampler_end = i + 1;
      }
   }
   bound->texture_count[stage] = count;
   if (sampler_end > sampler_first)
      pipe->impl->bind_samplers(pipe, stage, sampler_first, sampler_end - sampler_first,
                                &bound->sampler[stage][sampler_first]);
   if (view_end > view_first)
      pipe->impl->set_sampler_views(pipe, stage, view_first, view_end - view_first, &bound->view[stage][view_first]);
}

static bool same_vb(const struct pipe_vertex_buffer *a, const struct pipe_vertex_buffer *b)
{
   return a->buffer == b->buffer && a->offset_B == b->offset_B && a->stride_B == b->stride_B;
}

void st_bind_vertex_buffers(struct st_context *st, unsigned count, const struct pipe_vertex_buffer *vb)
{
   struct st_bound *bound = st->bound;
   unsigned total = count > bound->vb_count ? count : bound->vb_count, first = total, end = 0;
   bool all = bound->unknown & ST_DIRTY_VERTEX;
   for (unsigned i = 0; i < total; i++) {
      const struct pipe_vertex_buffer none = { 0 }, *new = i < count ? &vb[i] : &none;
      if (!all && same_vb(&bound->vb[i], new))
         continue;
      bound->vb[i] = *new;
      first = first < i ? first : i;
      end = i + 1;
   }
   bound->vb_count = count;
   if (end > first)
      st->pipe->impl->set_vertex_buffers(st->pipe, first, end - first, &bound->vb[first]);
}

static bool same_fb(const struct pipe_framebuffer_state *a, const struct pipe_framebuffer_state *b)
{
   if (a->width != b->width || a->height != b->height || a->layers != b->layers || a->samples != b->samples ||
       a->color_count != b->color_count || a->y_inverted != b->y_inverted || a->zsbuf != b->zsbuf)
      return false;
   return !memcmp(a->cbufs, b->cbufs, a->color_count * sizeof a->cbufs[0]);
}

void st_bind_framebuffer(struct st_context *st, const struct pipe_framebuffer_state *fb)
{
   struct st_bound *bound = st->bound;
   if (!(bound->unknown & ST_DIRTY_FRAMEBUFFER) && same_fb(&bound->fb, fb))
      return;
   bound->fb = *fb;
   st->pipe->impl->set_framebuffer(st->pipe, fb);
}
