/* up_consts.c: default uniform blocks. The driver copies the bytes into its own stream before the call returns, so the
 * program's storage is handed over as it is. */
#include "state/st_private.h"

bool st_update_constants(struct st_context *st)
{
   struct st_bound *bound = st->bound;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      if (!(st->constants_dirty & 1u << stage))
         continue;
      const struct pipe_constant_buffer cb = { .user_data = st->constants[stage].data,
                                             .size_B = st->constants[stage].size_B };
      bool some = cb.user_data && cb.size_B;
      if (some || bound->constants_bound & 1u << stage)
         st->pipe->impl->set_constant_buffer(st->pipe, stage, 0, some ? &cb : NULL);
      bound->constants_bound = (bound->constants_bound & ~(1u << stage)) | (uint32_t)some << stage;
   }
   st->constants_dirty = 0;
   return true;
}
