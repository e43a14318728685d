/* st_update.c: life of a front and the walk over update_list.def. */
#include <stdlib.h>
#include <string.h>

#include "state/st_front_private.h"

bool st_front_init(struct st_front *front, struct st_context *pipe)
{
   front->pipe = pipe;
   front->dirty = ST_DIRTY_ALL;
   front->constants_dirty = (1u << ST_STAGE_COUNT) - 1;
   front->cso = st_cso_cache_create(pipe);
   front->upload = st_uploader_create(pipe, ST_BIND_VERTEX | ST_BIND_INDEX | ST_BIND_CONSTANT);
   front->bound = calloc(1, sizeof *front->bound);
   if (!front->cso || !front->upload || !front->bound) {
      st_front_finish(front);
      return false;
   }
   front->bound->unknown = ST_DIRTY_ALL;
   return true;
}

/* Unbinds all that this front bound, so that the objects may be deleted and the references are gone. */
static void unbind_all(struct st_front *front)
{
   const struct st_context_impl *impl = front->pipe->impl;
   struct st_front_bound *bound = front->bound;
   struct st_sampler_view *no_views[ST_MAX_SAMPLERS] = { NULL };
   void *no_samplers[ST_MAX_SAMPLERS] = { NULL };
   for (unsigned stage = 0; stage < ST_STAGE_COUNT; stage++) {
      st_bind_textures(front, stage, 0, no_views, no_samplers);
      if (bound->shader[stage])
         impl->bind_shader(front->pipe, stage, NULL);
      if (bound->constants_bound & 1u << stage)
         impl->set_constant_buffer(front->pipe, stage, 0, NULL);
   }
   st_bind_vertex_buffers(front, 0, NULL);
   if (bound->cso[ST_CSO_BLEND])
      impl->bind_blend(front->pipe, NULL);
   if (bound->cso[ST_CSO_DSA])
      impl->bind_dsa(front->pipe, NULL);
   if (bound->cso[ST_CSO_RASTERIZER])
      impl->bind_rasterizer(front->pipe, NULL);
   if (bound->cso[ST_CSO_VERTEX_ELEMENTS])
      impl->bind_vertex_elements(front->pipe, NULL);
   impl->set_framebuffer(front->pipe, &(struct st_framebuffer_state){ 0 });
   st_resource_unref(bound->current_buffer);
}

void st_front_finish(struct st_front *front)
{
   if (front->bound && front->cso && front->upload)
      unbind_all(front);
   st_cso_cache_destroy(front->cso);
   st_uploader_destroy(front->upload);
   free(front->bound);
   front->cso = NULL;
   front->upload = NULL;
   front->bound = NULL;
}

void st_front_invalidate(struct st_front *front)
{
   front->dirty = front->bound->unknown = ST_DIRTY_ALL;
   front->constants_dirty = (1u << ST_STAGE_COUNT) - 1;
}

void st_front_delete_shader(struct st_front *front, enum st_stage stage, void *cso)
{
   if (!cso)
      return;
   if (front->bound->shader[stage] == cso) {
      front->pipe->impl->bind_shader(front->pipe, stage, NULL);
      front->bound->shader[stage] = NULL;
      front->dirty |= ST_DIRTY_SHADERS;
   }
   if (front->shader[stage] == cso)
      front->shader[stage] = NULL;
   front->pipe->impl->delete_shader(front->pipe, cso);
}

bool st_front_validate(struct st_front *front, uint32_t mask)
{
   uint32_t dirty = front->dirty & mask;
   if (!dirty)
      return true;
#define ST_UPDATE(name, bits) \
   if (dirty & (bits) && !st_update_##name(front)) \
      return false;
#include "state/update_list.def"
#undef ST_UPDATE
   front->dirty &= ~dirty;
   front->bound->unknown &= ~dirty;
   return true;
}
