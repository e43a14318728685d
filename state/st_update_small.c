/* st_update_small.c: the state that needs no translation: compared, then passed on as it is. */
#include <string.h>

#include "state/st_private.h"

bool st_update_framebuffer(struct st_context *st)
{
   st_bind_framebuffer(st, &st->fb);
   return true;
}

bool st_update_blend_color(struct st_context *st)
{
   struct st_bound *bound = st->bound;
   if (bound->unknown & ST_DIRTY_BLEND_COLOR || memcmp(bound->blend_color, st->blend_color, sizeof bound->blend_color)) {
      memcpy(bound->blend_color, st->blend_color, sizeof bound->blend_color);
      st->pipe->impl->set_blend_color(st->pipe, st->blend_color);
   }
   return true;
}

bool st_update_stencil_ref(struct st_context *st)
{
   struct st_bound *bound = st->bound;
   if (bound->unknown & ST_DIRTY_STENCIL_REF || memcmp(bound->stencil_ref, st->stencil_ref, sizeof bound->stencil_ref)) {
      memcpy(bound->stencil_ref, st->stencil_ref, sizeof bound->stencil_ref);
      st->pipe->impl->set_stencil_ref(st->pipe, st->stencil_ref);
   }
   return true;
}

bool st_update_sample_mask(struct st_context *st)
{
   struct st_bound *bound = st->bound;
   if (bound->unknown & ST_DIRTY_SAMPLE_MASK || bound->sample_mask != st->sample_mask) {
      bound->sample_mask = st->sample_mask;
      st->pipe->impl->set_sample_mask(st->pipe, st->sample_mask);
   }
   if (bound->unknown & ST_DIRTY_SAMPLE_MASK || bound->min_samples != st->min_samples) {
      bound->min_samples = st->min_samples;
      st->pipe->impl->set_min_samples(st->pipe, st->min_samples);
   }
   const struct pipe_sample_locations *locations = &st->sample_locations;
   if (locations->programmed != bound->sample_locations.programmed ||
       (locations->programmed && memcmp(&bound->sample_locations, locations, sizeof *locations))) {
      bound->sample_locations = *locations;
      st->pipe->impl->set_sample_locations(st->pipe, locations);
   }
   return true;
}

bool st_update_clip(struct st_context *st)
{
   struct st_bound *bound = st->bound;
   bound->clip_planes_known &= !(bound->unknown & ST_DIRTY_CLIP);
   if (st->raster.clip_plane_enable &&
       (!bound->clip_planes_known || memcmp(bound->clip_planes, st->clip_planes, sizeof bound->clip_planes))) {
      memcpy(bound->clip_planes, st->clip_planes, sizeof bound->clip_planes);
      bound->clip_planes_known = true;
      st->pipe->impl->set_clip_planes(st->pipe, bound->clip_planes);
   }
   return true;
}

bool st_update_viewports(struct st_context *st)
{
   struct st_bound *bound = st->bound;
   unsigned count = st->viewport_count ? st->viewport_count : 1;
   size_t size_B = count * sizeof st->viewport[0];
   if (bound->unknown & ST_DIRTY_VIEWPORT || memcmp(bound->viewport, st->viewport, size_B)) {
      memcpy(bound->viewport, st->viewport, size_B);
      st->pipe->impl->set_viewports(st->pipe, 0, count, st->viewport);
   }
   return true;
}

bool st_update_scissors(struct st_context *st)
{
   struct st_bound *bound = st->bound;
   unsigned count = st->viewport_count ? st->viewport_count : 1;
   size_t size_B = count * sizeof st->scissor[0];
   if (bound->unknown & ST_DIRTY_SCISSOR || memcmp(bound->scissor, st->scissor, size_B)) {
      memcpy(bound->scissor, st->scissor, size_B);
      st->pipe->impl->set_scissors(st->pipe, 0, count, st->scissor);
   }
   if (bound->unknown & ST_DIRTY_SCISSOR || memcmp(&bound->window_rectangles, &st->window_rectangles, sizeof bound->window_rectangles)) {
      bound->window_rectangles = st->window_rectangles;
      st->pipe->impl->set_window_rectangles(st->pipe, &st->window_rectangles);
   }
   return true;
}

bool st_update_patch(struct st_context *st)
{
   const struct pipe_context_impl *impl = st->pipe->impl;
   struct st_bound *bound = st->bound;
   const bool unknown = bound->unknown & ST_DIRTY_PATCH;
   if (!st->patch_vertices)
      return true;
   if (unknown || bound->patch_vertices != st->patch_vertices) {
      bound->patch_vertices = st->patch_vertices;
      impl->set_patch_vertices(st->pipe, st->patch_vertices);
   }
   if (unknown || memcmp(bound->tess_outer, st->tess_outer, sizeof bound->tess_outer) ||
       memcmp(bound->tess_inner, st->tess_inner, sizeof bound->tess_inner)) {
      memcpy(bound->tess_outer, st->tess_outer, sizeof bound->tess_outer);
      memcpy(bound->tess_inner, st->tess_inner, sizeof bound->tess_inner);
      impl->set_tess_levels(st->pipe, st->tess_outer, st->tess_inner);
   }
   return true;
}

bool st_update_shaders(struct st_context *st)
{
   struct st_bound *bound = st->bound;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      if (stage == PIPE_SHADER_TASK || stage == PIPE_SHADER_MESH) /* run as compute shaders (st_mesh.c) */
         continue;
      if (!(bound->unknown & ST_DIRTY_SHADERS) && bound->shader[stage] == st->shader[stage])
         continue;
      bound->shader[stage] = st->shader[stage];
      st->pipe->impl->bind_shader(st->pipe, stage, st->shader[stage]);
   }
   return true;
}

bool st_update_stream_output(struct st_context *st)
{
   struct st_bound *bound = st->bound;
   uint32_t append[PIPE_MAX_SO_BUFFERS];
   if (!st->pipe->impl->set_stream_output_targets)
      return true;
   if (!(bound->unknown & ST_DIRTY_SO) && bound->so_count == st->so_count &&
       !memcmp(bound->so_target, st->so_target, st->so_count * sizeof st->so_target[0]))
      return true;
   memset(append, 0xff, sizeof append);
   memcpy(bound->so_target, st->so_target, sizeof bound->so_target);
   bound->so_count = st->so_count;
   st->pipe->impl->set_stream_output_targets(st->pipe, st->so_count, st->so_target, append);
   return true;
}

void st_end_stream_output(struct st_context *st)
{
   st->so_count = 0;
   st_update_stream_output(st);
}
