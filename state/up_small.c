/* up_small.c: the state that needs no translation: compared, then passed on as it is. */
#include <string.h>

#include "state/st_front_private.h"

bool st_update_framebuffer(struct st_front *front)
{
   st_bind_framebuffer(front, &front->fb);
   return true;
}

bool st_update_blend_color(struct st_front *front)
{
   struct st_front_bound *bound = front->bound;
   if (bound->unknown & ST_DIRTY_BLEND_COLOR || memcmp(bound->blend_color, front->blend_color, sizeof bound->blend_color)) {
      memcpy(bound->blend_color, front->blend_color, sizeof bound->blend_color);
      front->pipe->impl->set_blend_color(front->pipe, front->blend_color);
   }
   return true;
}

bool st_update_stencil_ref(struct st_front *front)
{
   struct st_front_bound *bound = front->bound;
   if (bound->unknown & ST_DIRTY_STENCIL_REF || memcmp(bound->stencil_ref, front->stencil_ref, sizeof bound->stencil_ref)) {
      memcpy(bound->stencil_ref, front->stencil_ref, sizeof bound->stencil_ref);
      front->pipe->impl->set_stencil_ref(front->pipe, front->stencil_ref);
   }
   return true;
}

bool st_update_sample_mask(struct st_front *front)
{
   struct st_front_bound *bound = front->bound;
   if (bound->unknown & ST_DIRTY_SAMPLE_MASK || bound->sample_mask != front->sample_mask) {
      bound->sample_mask = front->sample_mask;
      front->pipe->impl->set_sample_mask(front->pipe, front->sample_mask);
   }
   return true;
}

bool st_update_viewports(struct st_front *front)
{
   struct st_front_bound *bound = front->bound;
   unsigned count = front->viewport_count ? front->viewport_count : 1;
   size_t size_B = count * sizeof front->viewport[0];
   if (bound->unknown & ST_DIRTY_VIEWPORT || memcmp(bound->viewport, front->viewport, size_B)) {
      memcpy(bound->viewport, front->viewport, size_B);
      front->pipe->impl->set_viewports(front->pipe, 0, count, front->viewport);
   }
   return true;
}

bool st_update_scissors(struct st_front *front)
{
   struct st_front_bound *bound = front->bound;
   unsigned count = front->viewport_count ? front->viewport_count : 1;
   size_t size_B = count * sizeof front->scissor[0];
   if (bound->unknown & ST_DIRTY_SCISSOR || memcmp(bound->scissor, front->scissor, size_B)) {
      memcpy(bound->scissor, front->scissor, size_B);
      front->pipe->impl->set_scissors(front->pipe, 0, count, front->scissor);
   }
   return true;
}

bool st_update_shaders(struct st_front *front)
{
   struct st_front_bound *bound = front->bound;
   for (unsigned stage = 0; stage < ST_STAGE_COUNT; stage++) {
      if (!(bound->unknown & ST_DIRTY_SHADERS) && bound->shader[stage] == front->shader[stage])
         continue;
      bound->shader[stage] = front->shader[stage];
      front->pipe->impl->bind_shader(front->pipe, stage, front->shader[stage]);
   }
   return true;
}
