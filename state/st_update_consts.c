/* st_update_consts.c: default uniform blocks, and the constants that are state of the context. The driver copies the bytes into its
 * own stream before set_constant_buffer returns, so the storage of the program or the context is passed as it is. */
#include "state/st_private.h"

#include <string.h>

bool st_update_constants(struct st_context *st)
{
   struct st_bound *bound = st->bound;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      if (!(st->constants_dirty & 1u << stage))
         continue;
      const struct pipe_constant_buffer cb = { .user_data = st->constants[stage].data,
                                             .size_B = st->constants[stage].size_B };
      bool some = cb.user_data && cb.size_B;
      if ((some || bound->constants_bound & 1u << stage) &&
          !st->pipe->impl->set_constant_buffer(st->pipe, stage, 0, some ? &cb : NULL))
         return false;
      bound->constants_bound = (bound->constants_bound & ~(1u << stage)) | (uint32_t)some << stage;
      st->constants_dirty &= ~(1u << stage);
   }
   return true;
}

/* A stage keeps its copy while its shaders do not read it. It gets a new one, of the bytes that its shader reads, when the values have
 * changed or the shader reads more of them. */
bool st_update_state_constants(struct st_context *st)
{
   struct st_bound *bound = st->bound;
   if ((st->dirty | bound->unknown) & ST_DIRTY_STATE_CONSTANTS)
      memset(bound->state_constants_bound_B, 0, sizeof bound->state_constants_bound_B);
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      const uint16_t read_B = st->state_constants_read_B[stage];
      if (read_B <= bound->state_constants_bound_B[stage])
         continue;
      const struct pipe_constant_buffer cb = { .user_data = st->state_constants.data, .size_B = read_B };
      if (!st->pipe->impl->set_constant_buffer(st->pipe, stage, PIPE_CONST_SLOT_STATE, &cb))
         return false;
      bound->state_constants_bound_B[stage] = read_B;
      bound->state_constants_bound |= 1u << stage;
   }
   return true;
}
