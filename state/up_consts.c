/* up_consts.c: default uniform blocks. The driver copies the bytes into its own stream before the call returns, so the
 * program's storage is handed over as it is. */
#include "state/st_front_private.h"

bool st_update_constants(struct st_front *front)
{
   struct st_front_bound *bound = front->bound;
   for (unsigned stage = 0; stage < ST_STAGE_COUNT; stage++) {
      if (!(front->constants_dirty & 1u << stage))
         continue;
      const struct st_constant_buffer cb = { .user_data = front->constants[stage].data,
                                             .size_B = front->constants[stage].size_B };
      bool some = cb.user_data && cb.size_B;
      if (some || bound->constants_bound & 1u << stage)
         front->pipe->impl->set_constant_buffer(front->pipe, stage, 0, some ? &cb : NULL);
      bound->constants_bound = (bound->constants_bound & ~(1u << stage)) | (uint32_t)some << stage;
   }
   front->constants_dirty = 0;
   return true;
}
