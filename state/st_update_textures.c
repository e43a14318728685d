/* st_update_textures.c: sampler views and samplers of every stage. A slot whose sampler state did not change keeps its
 * object without a cache lookup. */
#include <string.h>

#include "state/st_private.h"

void st_canonical_sampler(const struct pipe_sampler_state *in, struct pipe_sampler_state *out)
{
   memcpy(out, in, sizeof *out); /* padding too: the result is a key */
   if (!in->compare_enable)
      out->compare_func = 0;
   bool border = false;
   const uint8_t wraps[3] = { in->wrap_s, in->wrap_t, in->wrap_r };
   for (unsigned i = 0; i < 3; i++)
      border |= wraps[i] == PIPE_TEX_WRAP_CLAMP || wraps[i] == PIPE_TEX_WRAP_CLAMP_TO_BORDER || wraps[i] == PIPE_TEX_WRAP_MIRROR_CLAMP ||
                wraps[i] == PIPE_TEX_WRAP_MIRROR_CLAMP_TO_BORDER;
   if (!border) {
      memset(&out->border_color, 0, sizeof out->border_color);
      out->border_is_integer = 0;
   }
   if (in->mip_filter == PIPE_TEX_MIPFILTER_NONE && in->min_filter == in->mag_filter)
      out->lod_bias = 0; /* the level of detail chooses nothing */
}

static void *sampler_of_slot(struct st_context *st, unsigned stage, unsigned slot)
{
   struct st_bound *bound = st->bound;
   const struct pipe_sampler_state *state = &st->texture[stage][slot].sampler;
   if (bound->sampler[stage][slot] && !memcmp(&bound->sampler_state[stage][slot], state, sizeof *state))
      return bound->sampler[stage][slot];
   struct pipe_sampler_state canonical;
   st_canonical_sampler(state, &canonical);
   void *cso = st_cso_get(st->cso, ST_CSO_SAMPLER, &canonical);
   if (cso)
      bound->sampler_state[stage][slot] = *state;
   return cso;
}

bool st_update_textures(struct st_context *st)
{
   struct st_bound *bound = st->bound;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      unsigned count = st->texture_count[stage];
      if (!count && !bound->texture_count[stage])
         continue;
      struct pipe_sampler_view *views[PIPE_MAX_SAMPLERS];
      void *samplers[PIPE_MAX_SAMPLERS];
      for (unsigned slot = 0; slot < count; slot++) {
         views[slot] = st->texture[stage][slot].view;
         samplers[slot] = sampler_of_slot(st, stage, slot);
         if (!samplers[slot])
            return false;
      }
      st_bind_textures(st, stage, count, views, samplers);
   }
   st_cso_trim(st->cso, ST_CSO_SAMPLER, &bound->sampler[0][0], PIPE_SHADER_TYPES * PIPE_MAX_SAMPLERS);
   return true;
}

static bool same_image(const struct pipe_image_view *a, const struct pipe_image_view *b)
{
   return a->resource == b->resource && a->format == b->format && a->first_layer == b->first_layer && a->last_layer == b->last_layer &&
          a->level == b->level && a->access == b->access && a->buffer_offset_B == b->buffer_offset_B &&
          a->buffer_size_B == b->buffer_size_B;
}

bool st_update_images(struct st_context *st)
{
   struct st_bound *bound = st->bound;
   const bool all = bound->unknown & ST_DIRTY_IMAGES;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      const unsigned count = st->image_count[stage], was = bound->image_count[stage], total = count > was ? count : was;
      for (unsigned i = 0; i < total; i++) {
         const struct pipe_image_view none = { 0 }, *view = i < count ? &st->image[stage][i] : &none;
         if (!all && same_image(&bound->image[stage][i], view))
            continue;
         bound->image[stage][i] = *view;
         st->pipe->impl->set_shader_images(st->pipe, stage, i, 1, view);
      }
      bound->image_count[stage] = (uint8_t)count;
   }
   return true;
}
