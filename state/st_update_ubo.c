/* st_update_ubo.c: uniform buffers, and buffers that shaders write. The driver gets the slots whose buffer or range differs from the one
 * that it has. */
#include "state/st_private.h"

static bool same_range(const struct pipe_constant_buffer *a, const struct pipe_constant_buffer *b)
{
   return a->buffer == b->buffer && a->offset_B == b->offset_B && a->size_B == b->size_B;
}

bool st_update_uniform_buffers(struct st_context *st)
{
   struct st_bound *bound = st->bound;
   const bool all = bound->unknown & ST_DIRTY_UBO;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      for (uint32_t left = st->uniform_buffers_used[stage] | bound->uniform_buffers_used[stage]; left; left &= left - 1) {
         const unsigned slot = (unsigned)__builtin_ctz(left);
         const bool used = st->uniform_buffers_used[stage] >> slot & 1;
         const struct pipe_constant_buffer none = { 0 }, *cb = used ? &st->uniform_buffer[stage][slot] : &none;
         if (!all && same_range(&bound->uniform_buffer[stage][slot], cb))
            continue;
         bound->uniform_buffer[stage][slot] = *cb;
         if (!st->pipe->impl->set_constant_buffer(st->pipe, stage, slot, cb->buffer ? cb : NULL))
            return false;
      }
      bound->uniform_buffers_used[stage] = st->uniform_buffers_used[stage];
   }
   return true;
}

static bool same_shader_buffer(const struct pipe_shader_buffer *a, const struct pipe_shader_buffer *b)
{
   return a->buffer == b->buffer && a->offset_B == b->offset_B && a->size_B == b->size_B;
}

bool st_update_shader_buffers(struct st_context *st)
{
   struct st_bound *bound = st->bound;
   const bool all = bound->unknown & ST_DIRTY_SHADER_BUFFERS;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      for (uint32_t left = st->shader_buffers_used[stage] | bound->shader_buffers_used[stage]; left; left &= left - 1) {
         const unsigned slot = (unsigned)__builtin_ctz(left);
         const bool used = st->shader_buffers_used[stage] >> slot & 1;
         const struct pipe_shader_buffer none = { 0 }, *sb = used ? &st->shader_buffer[stage][slot] : &none;
         if (!all && same_shader_buffer(&bound->shader_buffer[stage][slot], sb))
            continue;
         bound->shader_buffer[stage][slot] = *sb;
         st->pipe->impl->set_shader_buffers(st->pipe, stage, slot, 1, sb, 1);
      }
      bound->shader_buffers_used[stage] = st->shader_buffers_used[stage];
   }
   return true;
}
