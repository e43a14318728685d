/* st_update.c: lifetime of an st_context and the walk over update_list.def. */
#include <stdlib.h>
#include <string.h>

#include "state/st_private.h"

bool st_context_init(struct st_context *st, struct pipe_context *pipe)
{
   st->pipe = pipe;
   st->dirty = ST_DIRTY_ALL;
   st->constants_dirty = (1u << PIPE_SHADER_TYPES) - 1;
   st->cso = st_cso_cache_create(pipe);
   st->upload = st_uploader_create(pipe, PIPE_BIND_VERTEX_BUFFER | PIPE_BIND_INDEX_BUFFER | PIPE_BIND_CONSTANT_BUFFER |
                                         PIPE_BIND_SHADER_BUFFER);
   st->bound = calloc(1, sizeof *st->bound);
   if (!st->cso || !st->upload || !st->bound) {
      st_context_finish(st);
      return false;
   }
   st->bound->unknown = ST_DIRTY_ALL;
   return true;
}

/* Unbinds all objects that this context bound, so that they may be deleted and their references are dropped. */
static void unbind_all(struct st_context *st)
{
   const struct pipe_context_impl *impl = st->pipe->impl;
   struct st_bound *bound = st->bound;
   struct pipe_sampler_view *no_views[PIPE_MAX_SAMPLERS] = { NULL };
   void *no_samplers[PIPE_MAX_SAMPLERS] = { NULL };
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      st_bind_textures(st, stage, 0, no_views, no_samplers);
      if (bound->shader[stage])
         impl->bind_shader(st->pipe, stage, NULL);
      if (bound->constants_bound & 1u << stage)
         impl->set_constant_buffer(st->pipe, stage, 0, NULL);
      if (bound->state_constants_bound & 1u << stage)
         impl->set_constant_buffer(st->pipe, stage, PIPE_CONST_SLOT_STATE, NULL);
      for (uint32_t left = bound->uniform_buffers_used[stage]; left; left &= left - 1)
         impl->set_constant_buffer(st->pipe, stage, (unsigned)__builtin_ctz(left), NULL);
      for (uint32_t left = bound->shader_buffers_used[stage]; left; left &= left - 1)
         impl->set_shader_buffers(st->pipe, stage, (unsigned)__builtin_ctz(left), 1, NULL, 0);
      if (bound->image_count[stage])
         impl->set_shader_images(st->pipe, stage, 0, bound->image_count[stage], NULL);
   }
   st_bind_vertex_buffers(st, 0, NULL);
   if (bound->cso[ST_CSO_BLEND])
      impl->bind_blend(st->pipe, NULL);
   if (bound->cso[ST_CSO_DSA])
      impl->bind_depth_stencil_alpha(st->pipe, NULL);
   if (bound->cso[ST_CSO_RASTERIZER])
      impl->bind_rasterizer(st->pipe, NULL);
   if (bound->cso[ST_CSO_VERTEX_ELEMENTS])
      impl->bind_vertex_elements(st->pipe, NULL);
   st_end_stream_output(st);
   impl->set_framebuffer(st->pipe, &(struct pipe_framebuffer_state){ 0 });
   pipe_resource_unref(bound->current_buffer);
}

void st_context_finish(struct st_context *st)
{
   if (st->bound && st->cso && st->upload)
      unbind_all(st);
   st_mesh_finish(st);
   st_cso_cache_destroy(st->cso);
   st_uploader_destroy(st->upload);
   free(st->bound);
   st->cso = NULL;
   st->upload = NULL;
   st->bound = NULL;
}

void st_invalidate(struct st_context *st)
{
   st->dirty = st->bound->unknown = ST_DIRTY_ALL;
   st->constants_dirty = (1u << PIPE_SHADER_TYPES) - 1;
}

void st_delete_shader(struct st_context *st, enum pipe_shader_type stage, void *cso)
{
   if (!cso)
      return;
   if (st->bound->shader[stage] == cso) {
      st->pipe->impl->bind_shader(st->pipe, stage, NULL);
      st->bound->shader[stage] = NULL;
      st->dirty |= ST_DIRTY_SHADERS;
   }
   if (st->shader[stage] == cso)
      st->shader[stage] = NULL;
   st->pipe->impl->delete_shader(st->pipe, cso);
}

bool st_validate(struct st_context *st, uint32_t mask)
{
   uint32_t dirty = st->dirty & mask;
   if (!dirty)
      return true;
#define ST_UPDATE(name, bits) \
   if (dirty & (bits) && !st_update_##name(st)) \
      return false;
#include "state/update_list.def"
#undef ST_UPDATE
   st->dirty &= ~dirty;
   st->bound->unknown &= ~dirty;
   return true;
}
