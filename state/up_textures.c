/* up_textures.c: sampler views and samplers of every stage. A slot whose sampler state is what it was keeps its object
 * without looking into the cache. */
#include <string.h>

#include "state/st_front_private.h"

void st_up_sampler(const struct st_sampler_state *in, struct st_sampler_state *out)
{
   memcpy(out, in, sizeof *out); /* padding too: the result is a key */
   if (!in->compare_enable)
      out->compare_func = 0;
   bool border = false;
   const uint8_t wraps[3] = { in->wrap_s, in->wrap_t, in->wrap_r };
   for (unsigned i = 0; i < 3; i++)
      border |= wraps[i] == ST_WRAP_CLAMP || wraps[i] == ST_WRAP_CLAMP_TO_BORDER || wraps[i] == ST_WRAP_MIRROR_CLAMP ||
                wraps[i] == ST_WRAP_MIRROR_CLAMP_TO_BORDER;
   if (!border) {
      memset(&out->border_color, 0, sizeof out->border_color);
      out->border_is_integer = 0;
   }
   if (in->mip_filter == ST_MIPFILTER_NONE && in->min_filter == in->mag_filter)
      out->lod_bias = 0; /* the level of detail chooses nothing */
}

static void *sampler_of_slot(struct st_front *front, unsigned stage, unsigned slot)
{
   struct st_front_bound *bound = front->bound;
   const struct st_sampler_state *state = &front->texture[stage][slot].sampler;
   if (bound->sampler[stage][slot] && !memcmp(&bound->sampler_state[stage][slot], state, sizeof *state))
      return bound->sampler[stage][slot];
   struct st_sampler_state canonical;
   st_up_sampler(state, &canonical);
   void *cso = st_cso_get(front->cso, ST_CSO_SAMPLER, &canonical);
   if (cso)
      bound->sampler_state[stage][slot] = *state;
   return cso;
}

bool st_update_textures(struct st_front *front)
{
   struct st_front_bound *bound = front->bound;
   for (unsigned stage = 0; stage < ST_STAGE_COUNT; stage++) {
      unsigned count = front->texture_count[stage];
      if (!count && !bound->texture_count[stage])
         continue;
      struct st_sampler_view *views[ST_MAX_SAMPLERS];
      void *samplers[ST_MAX_SAMPLERS];
      for (unsigned slot = 0; slot < count; slot++) {
         views[slot] = front->texture[stage][slot].view;
         samplers[slot] = sampler_of_slot(front, stage, slot);
         if (!samplers[slot])
            return false;
      }
      st_bind_textures(front, stage, count, views, samplers);
   }
   st_cso_trim(front->cso, ST_CSO_SAMPLER, &bound->sampler[0][0], ST_STAGE_COUNT * ST_MAX_SAMPLERS);
   return true;
}
