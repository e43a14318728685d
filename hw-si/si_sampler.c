/* si_sampler.c: S#, the sampler descriptor (facts C2), and the table of border colours that it can point into. Three
 * common colours need no entry. The table belongs to the screen and only grows. When it is full, the border is transparent
 * black. */
#include "si_context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hw_regs.h"

static unsigned wrap(unsigned w)
{
   switch (w) {
   case PIPE_TEX_WRAP_REPEAT: return V_008F30_SQ_TEX_WRAP;
   case PIPE_TEX_WRAP_CLAMP: return V_008F30_SQ_TEX_CLAMP_HALF_BORDER;
   case PIPE_TEX_WRAP_CLAMP_TO_EDGE: return V_008F30_SQ_TEX_CLAMP_LAST_TEXEL;
   case PIPE_TEX_WRAP_CLAMP_TO_BORDER: return V_008F30_SQ_TEX_CLAMP_BORDER;
   case PIPE_TEX_WRAP_MIRROR_REPEAT: return V_008F30_SQ_TEX_MIRROR;
   case PIPE_TEX_WRAP_MIRROR_CLAMP: return V_008F30_SQ_TEX_MIRROR_ONCE_HALF_BORDER;
   case PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE: return V_008F30_SQ_TEX_MIRROR_ONCE_LAST_TEXEL;
   default: return V_008F30_SQ_TEX_MIRROR_ONCE_BORDER;
   }
}

static bool wrap_uses_border(unsigned w, bool linear)
{
   return w == PIPE_TEX_WRAP_CLAMP_TO_BORDER || w == PIPE_TEX_WRAP_MIRROR_CLAMP_TO_BORDER ||
          (linear && (w == PIPE_TEX_WRAP_CLAMP || w == PIPE_TEX_WRAP_MIRROR_CLAMP));
}

int si_border_color_index(struct si_screen *screen, const float color[4])
{
   int index = -1;

   pthread_mutex_lock(&screen->border_lock);
   for (unsigned i = 0; i < screen->border_count && index < 0; i++)
      if (!memcmp(screen->border_map[i], color, 16))
         index = i;
   if (index < 0 && screen->border_count < SI_BORDER_COLORS) {
      index = screen->border_count++;
      memcpy(screen->border_map[index], color, 16);
   }
   pthread_mutex_unlock(&screen->border_lock);
   return index;
}

static uint32_t pack_border(struct si_screen *screen, const struct pipe_sampler_state *s)
{
   static const uint32_t zero[4] = {0};
   static const float black[4] = {0, 0, 0, 1}, white[4] = {1, 1, 1, 1};
   bool linear = s->min_filter == PIPE_TEX_FILTER_LINEAR || s->mag_filter == PIPE_TEX_FILTER_LINEAR;
   int index;

   if (!wrap_uses_border(s->wrap_s, linear) && !wrap_uses_border(s->wrap_t, linear) &&
       !wrap_uses_border(s->wrap_r, linear))
      return S_008F3C_BORDER_COLOR_TYPE(V_008F3C_SQ_TEX_BORDER_COLOR_TRANS_BLACK);
   if (!memcmp(s->border_color.ui, zero, 16))
      return S_008F3C_BORDER_COLOR_TYPE(V_008F3C_SQ_TEX_BORDER_COLOR_TRANS_BLACK);
   if (!s->border_is_integer && !memcmp(s->border_color.f, black, 16))
      return S_008F3C_BORDER_COLOR_TYPE(V_008F3C_SQ_TEX_BORDER_COLOR_OPAQUE_BLACK);
   if (!s->border_is_integer && !memcmp(s->border_color.f, white, 16))
      return S_008F3C_BORDER_COLOR_TYPE(V_008F3C_SQ_TEX_BORDER_COLOR_OPAQUE_WHITE);
   index = si_border_color_index(screen, s->border_color.f);
   if (index < 0)
      return S_008F3C_BORDER_COLOR_TYPE(V_008F3C_SQ_TEX_BORDER_COLOR_TRANS_BLACK);
   return S_008F3C_BORDER_COLOR_PTR(index) | S_008F3C_BORDER_COLOR_TYPE(V_008F3C_SQ_TEX_BORDER_COLOR_REGISTER);
}

/* Fixed point with 8 fraction bits, clamped before the conversion so that infinities are fine. */
static uint32_t fixed8(float v, float low, float high)
{
   v = v > low ? v : low; /* NaN becomes low */
   return (uint32_t)(int32_t)lrintf((v < high ? v : high) * 256);
}

static unsigned xy_filter(unsigned filter, unsigned aniso_log2)
{
   if (aniso_log2)
      return filter == PIPE_TEX_FILTER_LINEAR ? V_008F38_SQ_TEX_XY_FILTER_ANISO_BILINEAR : V_008F38_SQ_TEX_XY_FILTER_ANISO_POINT;
   return filter == PIPE_TEX_FILTER_LINEAR ? V_008F38_SQ_TEX_XY_FILTER_BILINEAR : V_008F38_SQ_TEX_XY_FILTER_POINT;
}

static unsigned filter_mode(unsigned reduction)
{
   return reduction == PIPE_TEX_REDUCTION_MIN ? V_008F30_SQ_IMG_FILTER_MODE_MIN : reduction == PIPE_TEX_REDUCTION_MAX
                                              ? V_008F30_SQ_IMG_FILTER_MODE_MAX : V_008F30_SQ_IMG_FILTER_MODE_BLEND;
}

void si_pack_sampler(struct si_screen *screen, const struct pipe_sampler_state *s, struct si_sampler *out)
{
   unsigned aniso = s->max_anisotropy > 16 ? 16 : s->max_anisotropy, aniso_log2 = surf_log2(aniso);
   bool point = s->min_filter == PIPE_TEX_FILTER_NEAREST && s->mag_filter == PIPE_TEX_FILTER_NEAREST;

   out->word[0] = S_008F30_CLAMP_X(wrap(s->wrap_s)) | S_008F30_CLAMP_Y(wrap(s->wrap_t)) |
                  S_008F30_CLAMP_Z(wrap(s->wrap_r)) | S_008F30_MAX_ANISO_RATIO(aniso_log2) |
                  S_008F30_DEPTH_COMPARE_FUNC(s->compare_enable ? s->compare_func : 0) |
                  S_008F30_FORCE_UNNORMALIZED(s->unnormalized) | S_008F30_ANISO_THRESHOLD(aniso_log2 >> 1) |
                  S_008F30_ANISO_BIAS(aniso_log2) | S_008F30_DISABLE_CUBE_WRAP(!s->seamless_cube) |
                  S_008F30_TRUNC_COORD(point && !s->compare_enable) |
                  S_008F30_COMPAT_MODE(screen->info.sampler_compat_mode) | S_008F30_FILTER_MODE(filter_mode(s->reduction));
   out->word[1] = S_008F34_MIN_LOD(fixed8(s->min_lod, 0, 15)) | S_008F34_MAX_LOD(fixed8(s->max_lod, 0, 15)) |
                  S_008F34_PERF_MIP(aniso_log2 ? aniso_log2 + 6 : 0);
   out->word[2] = S_008F38_LOD_BIAS(fixed8(s->lod_bias, -16, 16)) |
                  S_008F38_XY_MAG_FILTER(xy_filter(s->mag_filter, aniso_log2)) |
                  S_008F38_XY_MIN_FILTER(xy_filter(s->min_filter, aniso_log2)) |
                  S_008F38_MIP_FILTER(s->mip_filter == PIPE_TEX_MIPFILTER_LINEAR    ? V_008F38_SQ_TEX_Z_FILTER_LINEAR
                                      : s->mip_filter == PIPE_TEX_MIPFILTER_NEAREST ? V_008F38_SQ_TEX_Z_FILTER_POINT
                                                                              : V_008F38_SQ_TEX_Z_FILTER_NONE) |
                  S_008F38_MIP_POINT_PRECLAMP(0) | S_008F38_DISABLE_LSB_CEIL(1) | S_008F38_FILTER_PREC_FIX(1) |
                  S_008F38_ANISO_OVERRIDE(screen->info.sampler_compat_mode);
   out->word[3] = pack_border(screen, s);
   out->magnify_to_half = s->magnify_to_half;
   out->skip_srgb = s->skip_srgb;
   out->compare_zero = s->compare_zero;
}

void *si_create_sampler(struct pipe_context *base, const struct pipe_sampler_state *s)
{
   struct si_sampler *out = calloc(1, sizeof(*out));

   if (out)
      si_pack_sampler(si_context(base)->screen, s, out);
   return out;
}

static void update_mask(struct si_context *ctx, struct si_stage *st, uint32_t *mask, unsigned slot, bool value)
{
   const uint32_t bit = 1u << slot, changed = (*mask & ~bit) | (value ? bit : 0);

   if (changed != *mask)
      si_key_changed(ctx, st);
   *mask = changed;
}

/* S# has no field for the end of magnification, and none that clears components of comparisons: shaders do both, so that
 * they are part of their keys. */
static void update_key(struct si_context *ctx, struct si_stage *st, unsigned slot, const struct si_sampler *s)
{
   update_mask(ctx, st, &st->magnify_to_half, slot, s && s->magnify_to_half);
   for (unsigned i = 0; i < 4; i++)
      update_mask(ctx, st, &st->compare_zero[i], slot, s && s->compare_zero >> i & 1);
}

void si_bind_samplers(struct pipe_context *base, enum pipe_shader_type stage, unsigned start, unsigned count, void **csos)
{
   struct si_context *ctx = si_context(base);
   struct si_stage *st = &ctx->stage[stage];

   for (unsigned i = 0; i < count && start + i < SI_NUM_SAMPLERS; i++) {
      struct si_sampler *s = csos ? csos[i] : NULL;
      if (st->sampler[start + i] == s)
         continue;
      st->sampler[start + i] = s;
      update_key(ctx, st, start + i, s);
      si_update_srgb(ctx, st, start + i);
      if (s)
         memcpy(&st->textures[(start + i) * SI_TEXTURE_SLOT_DW + 12], s->word, 16);
      st->textures_dirty = true;
   }
}

void si_delete_sampler(struct pipe_context *base, void *cso)
{
   struct si_context *ctx = si_context(base);

   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      for (unsigned i = 0; i < SI_NUM_SAMPLERS; i++)
         if (ctx->stage[stage].sampler[i] == cso)
            ctx->stage[stage].sampler[i] = NULL;
   free(cso);
}
