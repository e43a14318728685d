/* si_key.c: shader keys: the part of the bound state that machine code depends on (compiler/abi.h). */
#include "si_context.h"

#include <string.h>

#include "hw_regs.h"
#include "pipe_format_desc.h"

/* The fragment shader reads gl_PrimitiveID, which the vertex shader exports. */
static bool reads_primitive_id(const struct si_context *ctx)
{
   const struct si_shader *ps = ctx->stage[PIPE_SHADER_FRAGMENT].shader;

   return ps && ps->info.builtin_params >> PIPE_VARYING_PRIMITIVE_ID & 1;
}

static void fetch_key(const struct si_context *ctx, const struct si_shader *shader, struct si_fetch_key *key)
{
   const struct si_velems *v = ctx->velems;

   memset(key->element_of_location, 0xff, sizeof(key->element_of_location));
   /* Only attributes that the shader reads: layouts that differ in others share the variant. */
   const uint32_t read = shader->info.inputs_read | (uint32_t)ctx->edge_flags << PIPE_ATTRIB_EDGE_FLAG;
   for (uint32_t mask = v ? read : 0; mask; mask &= mask - 1) {
      unsigned loc = __builtin_ctz(mask);
      key->element_of_location[loc] = v->fetch.element_of_location[loc];
      key->fetch_fix[loc] = v->fetch.fetch_fix[loc];
      key->divisor[loc] = v->fetch.divisor[loc];
      key->instance_divisor_is_one |= v->fetch.instance_divisor_is_one & 1u << loc;
      key->instance_divisor_is_other |= v->fetch.instance_divisor_is_other & 1u << loc;
   }
   key->single_primitive_draw = ctx->single_primitive_draw &&
                                (shader->info.uses_instance_id || key->instance_divisor_is_one ||
                                 key->instance_divisor_is_other || reads_primitive_id(ctx));
}

static void export_key(const struct si_context *ctx, const struct si_shader *shader, struct si_export_key *key)
{
   if (ctx->raster && ctx->raster->state.point_size_per_vertex && shader->info.writes_point_size)
      key->point_size = ctx->smooth_points ? SI_POINT_SIZE_SMOOTH : SI_POINT_SIZE_EXPORTED;
   key->edge_flag = ctx->edge_flags;
   if (ctx->raster && !shader->info.clip_distances)
      key->clip_plane_mask = ctx->raster->state.clip_plane_enable & 0xff;
}

static uint32_t nibbles(uint8_t mask)
{
   uint32_t v = 0;

   for (unsigned i = 0; i < 8; i++)
      v |= (mask >> i & 1 ? 0xfu : 0) << (4 * i);
   return v;
}

/* Bits of the exported nibbles whose buffer has at least one writable channel. */
static uint32_t written_nibbles(uint32_t target_mask)
{
   uint32_t v = 0;

   for (unsigned i = 0; i < 8; i++)
      if (target_mask >> (4 * i) & 0xf)
         v |= 0xfu << (4 * i);
   return v;
}

static void pixel_key(const struct si_context *ctx, const struct si_shader *shader, struct si_shader_key *key)
{
   const struct si_framebuffer *fb = &ctx->fb;
   const struct si_blend *blend = ctx->blend;
   uint32_t format = fb->spi_normal;
   uint8_t blended = blend ? blend->enable_mask & fb->blendable_mask : 0, with_alpha;

   if (blend) {
      with_alpha = blended & blend->need_src_alpha_mask;
      format = (format & ~nibbles(blended)) | (fb->spi_blend & nibbles(blended & ~with_alpha)) |
               (fb->spi_blend_alpha & nibbles(with_alpha));
      if (blend->state.alpha_to_coverage && !(with_alpha & 1))
         format = (format & ~0xfu) | ((blended & 1 ? fb->spi_blend_alpha : fb->spi_alpha) & 0xf);
      format &= written_nibbles(fb->target_mask & blend->target_mask);
      /* The coverage is of the first output's alpha even where no buffer takes it. */
      if (blend->state.alpha_to_coverage && !(format & 0xf))
         format |= V_028714_SPI_SHADER_32_AR;
      if (blend->state.alpha_to_coverage && blend->state.alpha_to_one) {
         key->ps.alpha_samples = fb->state.samples;
         key->ps.alpha_dither = blend->state.alpha_to_coverage_dither;
      }
      key->ps.alpha_to_one = blend->state.alpha_to_one && ctx->raster && ctx->raster->state.multisample;
   }
   key->ps.dual_source = blend && blend->dual_source && blended & 1 && format & 0xf;
   if (key->ps.dual_source)
      format = (format & 0xf) * 0x11;
   key->ps.col_format = format;
   key->ps.int8_mask = fb->int8_mask;
   key->ps.int10_mask = fb->int10_mask;
   key->ps.broadcast_count = shader->state.broadcast_color && !key->ps.dual_source ? fb->state.color_count : 0;
   key->ps.alpha_func = ctx->dsa && ctx->dsa->state.alpha_enable ? ctx->dsa->state.alpha_func : PIPE_FUNC_ALWAYS;
   key->ps.per_sample = ctx->shade_samples && fb->state.samples > 1;
   key->ps.target_samples = si_reads_targets(ctx, shader) && fb->state.samples > 1;
   key->ps.one_sample = shader->info.reads_samples && fb->state.samples > 1 && ctx->raster && !ctx->raster->state.multisample &&
                        !key->ps.target_samples;
   key->ps.sample_grid = ctx->locations.varies && shader->info.locates_samples && fb->state.samples > 1;
   if (blend && blend->state.equation && fb->state.color_count && fb->state.cbufs[0]) {
      const struct pipe_format_desc *d = pipe_format_desc(fb->state.cbufs[0]->t.format);
      unsigned type = d->channel[d->swizzle[0] & 3].type;
      key->ps.equation = blend->state.equation;
      key->ps.equation_clamp = type == PIPE_CHANNEL_FLOAT ? SI_CLAMP_NONE : type == PIPE_CHANNEL_SIGNED ? SI_CLAMP_SNORM : SI_CLAMP_UNORM;
   }
   key->ps.poly_stipple = ctx->stippled_faces;
   if (ctx->raster) {
      key->ps.smooth_samples = ctx->smooth ? SI_SMOOTH_SAMPLES : 0;
      key->ps.smooth_faces = ctx->smooth_faces;
      key->ps.smooth_point = ctx->smooth_points;
      key->ps.clamp_color = ctx->raster->state.clamp_fragment_color;
      key->ps.two_side = ctx->raster->state.light_twoside;
      key->ps.flat_colors = ctx->raster->state.flatshade;
   }
}

/* Parameters for the pixel shader. A separable program may have an output at each of 32 locations; beside built-in outputs only
 * those that are read have parameters then. */
static void parameter_key(const struct si_shader *last, const struct si_shader *ps, struct si_export_key *key)
{
   if (!ps)
      return;
   key->builtin_params = ps->info.builtin_params;
   if (__builtin_popcount(last->info.outputs_written) + __builtin_popcountll(key->builtin_params) > 32)
      key->not_exported = last->info.outputs_written & ~ps->info.inputs_read;
}

/* The part that follows from the shaders of the program alone. */
static void program_key(const struct si_shader *shader, const struct si_key_shaders *with, enum si_hw_stage hw,
                        struct si_shader_key *key)
{
   memset(key, 0, sizeof(*key));
   key->hw_stage = hw;
   if (hw == SI_HW_VS)
      parameter_key(shader, with->ps, &key->exp);
   if ((hw == SI_HW_ES || hw == SI_HW_GS) && with->gs)
      key->ring_locations = with->gs->info.ring_locations;
   if ((hw == SI_HW_LS || hw == SI_HW_HS) && (with->tcs || with->tes)) /* the driver's control shader passes on what is read */
      key->ring_locations = with->tcs ? with->tcs->info.ring_locations : with->tes->info.tess.vertex_locations;
   if (with->tes) /* HS, and the evaluation shader in VS or ES */
      key->tess = with->tes->info.tess;
}

static void sampler_key(const struct si_context *ctx, const struct si_shader *shader, struct si_shader_key *key)
{
   const struct si_stage *st = &ctx->stage[shader->state.stage];

   key->magnify_to_half = st->magnify_to_half & shader->info.samplers_used;
   for (unsigned i = 0; i < 4; i++) {
      key->srgb_fetch[i] = st->srgb_fetch[i] & shader->info.samplers_used;
      key->compare_zero[i] = st->compare_zero[i] & shader->info.samplers_used;
   }
   for (uint32_t mask = st->yuv_mask & shader->info.samplers_used; mask; mask &= mask - 1)
      key->yuv[__builtin_ctz(mask)] = st->yuv[__builtin_ctz(mask)];
}

void si_make_key(const struct si_context *ctx, const struct si_shader *shader, const struct si_key_shaders *with,
                 enum si_hw_stage hw, struct si_shader_key *key)
{
   program_key(shader, with, hw, key);
   if (shader->state.stage == PIPE_SHADER_VERTEX)
      fetch_key(ctx, shader, &key->fetch);
   if (hw == SI_HW_VS)
      export_key(ctx, shader, &key->exp);
   if (hw == SI_HW_GS)
      key->strip_adjacency = ctx->strip_adjacency;
   if (hw == SI_HW_PS)
      pixel_key(ctx, shader, key);
   sampler_key(ctx, shader, key);
}

/* The state layer numbers vertex elements by ascending location: the likely layout, floats without divisors. */
static void likely_fetch_key(const struct si_shader *shader, struct si_fetch_key *key)
{
   unsigned n = 0;

   memset(key->element_of_location, 0xff, sizeof(key->element_of_location));
   for (uint32_t mask = shader->info.inputs_read; mask; mask &= mask - 1)
      key->element_of_location[__builtin_ctz(mask)] = n++;
}

void si_make_likely_key(const struct si_context *ctx, const struct si_shader *shader, const struct si_key_shaders *with,
                        enum si_hw_stage hw, struct si_shader_key *key)
{
   program_key(shader, with, hw, key);
   if (shader->state.stage == PIPE_SHADER_VERTEX)
      likely_fetch_key(shader, &key->fetch);
   if (hw == SI_HW_VS)
      key->exp.point_size = shader->info.writes_point_size;
   if (hw != SI_HW_PS)
      return;
   key->ps.alpha_func = PIPE_FUNC_ALWAYS;
   if (ctx)
      pixel_key(ctx, shader, key);
   if ((!ctx || !ctx->fb.bound_mask) && shader->info.outputs_written) {
      key->ps.col_format = V_028714_SPI_SHADER_FP16_ABGR; /* nothing bound yet: one 8-bit normalised buffer */
      key->ps.broadcast_count = shader->state.broadcast_color;
   }
}
