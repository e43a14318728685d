/* ga_texture_draw.c: what a draw samples, and how. For each sampler slot of the program: the texture of its unit, in one miptree and with
 * a view (object/ga_texture_views.h); an incomplete texture leaves the slot empty, which samples as (0, 0, 0, 1) (ES 2.0, 3.8.2). */
#include "gl-api/derive/ga_derive.h"
#include "gl-api/derive/ga_texture_draw.h"

#include <math.h>
#include <stdlib.h>

#include "gl-api/object/ga_format.h"
#include "gl-api/program/ga_program.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/context/ga_legacy_hooks.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_sampler.h"
#include "gl-api/object/ga_texture_views.h"

/* ---- views ---------------------------------------------------------------------------------------------------------------- */

/* What a view of a texture is made of, decided under the texture's lock. */
struct view_plan {
   uint32_t storage_seqno;
   bool complete, mipmaps;         /* with the base level, with the levels after it */
   bool gather;                    /* the levels have to be copied into the miptree first */
   unsigned base, last;
   struct pipe_resource *resource; /* counted */
   struct ga_yuv yuv;              /* counted */
   struct pipe_view_template t;
   struct ga_sampling_facts facts;
};

static bool is_depth(GLenum base_format)
{
   return base_format == GL_DEPTH_COMPONENT || base_format == GL_DEPTH_STENCIL;
}

/* Depth is red in the core profile, as is that of a sized format in ES 3.0 (ES 3.0, table 3.23), else luminance
 * (OES_depth_texture). */
static bool depth_is_red(const struct ga_context *ctx, const struct ga_teximage *image)
{
   const bool sized = !is_depth(image->internal_format) || !ga_has(ctx, GA_FEATURE_es);
   return is_depth(image->format->base_format) && sized && ga_has(ctx, GA_FEATURE_sized_depth_is_red);
}

/* GL 4.6, 8.16: the stencil of depth-stencil images by GL_DEPTH_STENCIL_TEXTURE_MODE, else that of stencil images. */
static bool samples_stencil(const struct ga_texture *tex, const struct ga_teximage *image)
{
   return image->format->base_format == GL_STENCIL_INDEX || (image->format->base_format == GL_DEPTH_STENCIL && tex->sample_stencil);
}

/* What the shader sees: the format's components in the order of the texture's swizzle (ES 3.0, 3.8.14). */
static void plan_swizzle(const struct ga_context *ctx, const struct ga_texture *tex, const struct ga_teximage *image, bool compared,
                         uint8_t out[4])
{
   static const uint8_t red[4] = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_0, PIPE_SWIZZLE_0, PIPE_SWIZZLE_1};
   static const uint8_t intensity[4] = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_X, PIPE_SWIZZLE_X, PIPE_SWIZZLE_X};
   static const uint8_t alpha[4] = {PIPE_SWIZZLE_0, PIPE_SWIZZLE_0, PIPE_SWIZZLE_0, PIPE_SWIZZLE_X};
   const uint8_t *format = depth_is_red(ctx, image) || samples_stencil(tex, image) ? red : image->format->swizzle;
   if (ctx->legacy && is_depth(image->format->base_format) && tex->depth_mode != GL_LUMINANCE && format != red) /* GL 2.1, 3.8.5 */
      format = tex->depth_mode == GL_INTENSITY ? intensity : tex->depth_mode != GL_ALPHA ? red : compared ? intensity : alpha;
   for (unsigned i = 0; i < 4; i++) {
      GLenum from = tex->swizzle[i];
      out[i] = from == GL_ZERO ? PIPE_SWIZZLE_0 : from == GL_ONE ? PIPE_SWIZZLE_1 : format[from - GL_RED];
   }
}

/* Where the components of a border colour come from: elements of TEXTURE_BORDER_COLOR that the base format has, in the order of
 * the texture's swizzle (GL 4.6, 8.14.2). The device replaces a texel after its swizzle. */
static void plan_border(const struct ga_context *ctx, const struct ga_texture *tex, const struct ga_teximage *image, uint8_t out[4])
{
   enum { R, G, B, A, ZERO = PIPE_SWIZZLE_0, ONE = PIPE_SWIZZLE_1 };
   static const struct { GLenum base; uint8_t from[4]; } table[] = {
      {GL_RED, {R, ZERO, ZERO, ONE}}, {GL_RG, {R, G, ZERO, ONE}}, {GL_RGB, {R, G, B, ONE}}, {GL_RGBA, {R, G, B, A}},
      {GL_ALPHA, {ZERO, ZERO, ZERO, A}}, {GL_LUMINANCE, {R, R, R, ONE}}, {GL_LUMINANCE_ALPHA, {R, R, R, A}},
      {GL_INTENSITY, {R, R, R, R}}, {GL_YCBCR_MESA, {R, G, B, ONE}},
      {GL_DEPTH_COMPONENT, {R, R, R, ONE}}, {GL_DEPTH_STENCIL, {R, R, R, ONE}},
   };
   static const uint8_t red[4] = {R, ZERO, ZERO, ONE};
   const uint8_t *from = red;
   for (unsigned i = 0; i < sizeof(table) / sizeof(table[0]) && !depth_is_red(ctx, image) && !samples_stencil(tex, image); i++)
      if (table[i].base == image->format->base_format)
         from = table[i].from;
   for (unsigned i = 0; i < 4; i++) {
      GLenum swizzle = tex->swizzle[i];
      out[i] = swizzle == GL_ZERO ? ZERO : swizzle == GL_ONE ? ONE : from[swizzle - GL_RED];
   }
}

static struct ga_sampling_facts sampling_facts(const struct ga_context *ctx, const struct ga_texture *tex,
                                               const struct ga_teximage *image)
{
   const struct pipe_format_channel *channel = &pipe_format_desc(image->format->st)->channel[0];
   struct ga_sampling_facts facts = {
      .depth = is_depth(image->format->base_format),
      .sized = image->internal_format == image->format->internal_format,
      .filterable = ga_format_filterable(ctx, image->format),
      .integer = channel->pure_integer,
      .srgb = pipe_format_is_srgb(image->format->st),
      .reducible = ga_format_reducible(image->format),
      .range = !channel->normalized ? GA_RANGE_ANY : channel->type == PIPE_CHANNEL_SIGNED ? GA_RANGE_SIGNED : GA_RANGE_UNSIGNED,
   };
   if (samples_stencil(tex, image)) {
      facts.depth = facts.filterable = facts.reducible = false;
      facts.integer = true;
      facts.range = GA_RANGE_ANY;
   }
   plan_border(ctx, tex, image, facts.border);
   return facts;
}

/* A view of a plane, with these components of it in red and green. */
static struct pipe_view_template yuv_template(const struct pipe_resource *plane, uint8_t red, uint8_t green)
{
   return (struct pipe_view_template){
      .target = PIPE_TEXTURE_2D, .format = plane->t.format, .swizzle = { red, green, PIPE_SWIZZLE_0, PIPE_SWIZZLE_1 } };
}

/* An image in the middle of nothing else is viewed where it is. Levels and faces must be in the miptree. */
static void plan_view(const struct ga_context *ctx, struct ga_texture *tex, bool compared, struct view_plan *plan)
{
   unsigned max;
   *plan = (struct view_plan){ .storage_seqno = atomic_load(&tex->storage_seqno) };
   ga_texture_levels(tex, &plan->base, &max);
   plan->mipmaps = ga_texture_completeness(tex, true, &plan->last) == GA_COMPLETE;
   plan->complete = plan->mipmaps || ga_texture_completeness(tex, false, &plan->last) == GA_COMPLETE;
   if (!plan->complete)
      return;
   for (unsigned face = 0; face < tex->traits->faces; face++) {
      for (unsigned level = plan->base; level <= plan->last; level++)
         plan->gather |= ga_teximage_at(tex, face, level)->own != NULL;
   }
   const struct ga_teximage *image = ga_teximage_at(tex, 0, plan->base);
   bool single = tex->traits->faces == 1 && plan->last == plan->base;
   bool own = single && image->own;
   if (single)
      plan->gather = false;
   plan->resource = pipe_resource_ref(own ? image->own : tex->miptree);
   plan->t = (struct pipe_view_template){
      .target = tex->traits->pipe,
      .format = samples_stencil(tex, image) ? ga_format_transferred(image->format->st, GL_STENCIL_INDEX) : image->format->st,
      .first_level = (uint8_t)(own ? image->own_level : plan->base + tex->origin.level),
      .last_level = (uint8_t)(own ? image->own_level : plan->last + tex->origin.level),
      .first_layer = (uint16_t)(own ? image->own_layer : tex->origin.layer),
   };
   unsigned layers = tex->traits->faces * image->extent.layers;
   plan->t.last_layer = (uint16_t)(plan->t.first_layer + layers - 1);
   plan_swizzle(ctx, tex, image, compared, plan->t.swizzle);
   plan->facts = sampling_facts(ctx, tex, image);
   plan->yuv = tex->yuv;
   ga_yuv_ref(&plan->yuv);
   if (plan->yuv.coding.planes)
      plan->t = yuv_template(plan->resource, plan->yuv.y, 0);
}

/* The views of chroma planes. False: out of memory. */
static bool add_planes(struct ga_context *ctx, struct pipe_sampler_view *view, const struct ga_yuv *yuv)
{
   const unsigned planes = yuv->coding.planes;
   for (unsigned i = 0; i + 1 < planes; i++) {
      const struct pipe_view_template t = yuv_template(yuv->plane[i], i == 0 ? yuv->u : yuv->v, yuv->v);
      if (!(view->plane[i] = ctx->st.pipe->impl->create_sampler_view(ctx->st.pipe, yuv->plane[i], &t)))
         return false;
   }
   view->yuv = yuv->coding;
   return true;
}

static void release_yuv(struct ga_yuv *yuv)
{
   ga_yuv_unref(yuv);
}

/* A view of a buffer texture's range; without a buffer there is none. False: out of memory. */
static bool update_buffer_view(struct ga_context *ctx, struct ga_texture *tex, struct ga_texture_view *view)
{
   const uint32_t storage_seqno = atomic_load(&tex->storage_seqno);
   const struct ga_texture_buffer b = ga_texture_get_buffer(ctx, tex);
   struct pipe_sampler_view *fresh = NULL;
   unsigned seqno = 0;
   bool ok = true;
   if (b.buffer) {
      const struct ga_buffer_state state = ga_buffer_state(ctx, b.buffer);
      GA_HELD struct pipe_resource *res = state.resource;
      const uint64_t limit_B = (uint64_t)ctx->screen->caps.max_texture_buffer_size * pipe_format_block_size_B(b.format);
      uint64_t size_B = state.size_B > b.offset_B ? state.size_B - b.offset_B : 0;
      size_B = b.all || b.size_B > size_B ? size_B : b.size_B;
      size_B = size_B < limit_B ? size_B : limit_B;
      struct pipe_view_template t = {
         .target = PIPE_BUFFER, .format = b.format, .buffer_offset_B = (uint32_t)b.offset_B, .buffer_size_B = (uint32_t)size_B,
      };
      ga_texture_buffer_swizzle(ctx, b.internal_format, t.swizzle);
      if (res && size_B)
         ok = (fresh = ctx->st.pipe->impl->create_sampler_view(ctx->st.pipe, res, &t)) != NULL;
      seqno = state.seqno;
   }
   ga_buffer_unref(ctx, b.buffer);
   if (!ok)
      return false;
   pipe_sampler_view_unref(view->view);
   view->view = fresh;
   view->mipmaps = true;
   view->base = 0;
   view->facts = (struct ga_sampling_facts){ 0 };
   view->storage_seqno = storage_seqno;
   view->buffer_seqno = seqno;
   return true;
}

/* The storage of the buffer of a buffer texture as it is. */
unsigned ga_texture_buffer_seqno(struct ga_context *ctx, struct ga_texture *tex)
{
   if (tex->traits->faces)
      return 0;
   const struct ga_texture_buffer b = ga_texture_get_buffer(ctx, tex);
   const unsigned seqno = b.buffer ? atomic_load_explicit(&b.buffer->seqno, memory_order_acquire) : 0;
   ga_buffer_unref(ctx, b.buffer);
   return seqno;
}

/* Replaces an outdated view. False: out of memory. */
static bool update_view(struct ga_context *ctx, struct ga_texture *tex, struct ga_texture_view *view)
{
   for (;;) {
      struct view_plan plan;
      pthread_mutex_lock(&tex->lock);
      plan_view(ctx, tex, view->compared, &plan);
      pthread_mutex_unlock(&tex->lock);
      GA_HELD struct pipe_resource *res = plan.resource;
      __attribute__((cleanup(release_yuv))) struct ga_yuv yuv = plan.yuv;
      if (plan.gather) {
         const struct ga_level_range levels = { plan.storage_seqno, plan.base, plan.last, plan.last };
         GA_HELD struct pipe_resource *miptree = NULL;
         if (ga_texture_finalize(ctx, tex, &levels, &miptree) == GA_FINALIZE_NO_MEMORY)
            return false;
         continue; /* the images are in the miptree now, or have changed */
      }
      struct pipe_sampler_view *fresh = NULL;
      if (plan.complete && !(fresh = ctx->st.pipe->impl->create_sampler_view(ctx->st.pipe, res, &plan.t)))
         return false;
      if (fresh && !add_planes(ctx, fresh, &yuv)) {
         pipe_sampler_view_unref(fresh);
         return false;
      }
      pipe_sampler_view_unref(view->view);
      view->view = fresh;
      view->mipmaps = plan.mipmaps;
      view->base = plan.base;
      view->facts = plan.facts;
      view->storage_seqno = plan.storage_seqno;
      return true;
   }
}

/* (0, 0, 0, 1) in integers: an empty slot has the bits of 1.0. NULL: out of memory. */
static struct pipe_sampler_view *integer_black(struct ga_context *ctx)
{
   const struct pipe_resource_template res_tmpl = { .target = PIPE_TEXTURE_2D, .format = PIPE_FORMAT_R8G8B8A8_UINT, .width = 1, .height = 1,
                                                    .depth = 1, .layers = 1, .bind = PIPE_BIND_SAMPLER_VIEW };
   const struct pipe_view_template view_tmpl = { .target = res_tmpl.target, .format = res_tmpl.format,
      .swizzle = { PIPE_SWIZZLE_0, PIPE_SWIZZLE_0, PIPE_SWIZZLE_0, PIPE_SWIZZLE_1 } };
   if (ctx->integer_black)
      return ctx->integer_black;
   GA_HELD struct pipe_resource *res = ctx->screen->impl->resource_create(ctx->screen, &res_tmpl);
   if (res)
      ctx->integer_black = ctx->st.pipe->impl->create_sampler_view(ctx->st.pipe, res, &view_tmpl);
   return ctx->integer_black;
}

/* ---- slots ---------------------------------------------------------------------------------------------------------------- */

/* A sampler object wins over the texture's own parameters (ES 3.0, 3.8.2). */
static struct ga_sampler_params params_of_unit(struct ga_texture_unit *unit, struct ga_texture *tex)
{
   pthread_mutex_t *lock = unit->sampler ? &unit->sampler->lock : &tex->lock;
   if (unit->sampler)
      unit->sampler_seqno = atomic_load_explicit(&unit->sampler->seqno, memory_order_acquire);
   pthread_mutex_lock(lock);
   struct ga_sampler_params params = unit->sampler ? unit->sampler->params : tex->params;
   pthread_mutex_unlock(lock);
   return params;
}

/* The texture is complete for these parameters (ES 3.0, 3.8.13). */
static bool can_sample(const struct ga_context *ctx, const struct ga_target_traits *traits, const struct ga_texture_view *view,
                       const struct ga_sampler_params *params)
{
   if (traits->multisample || !traits->faces) /* fetched only */
      return view->view != NULL;
   if (!view->view || (ga_min_filter_uses_mipmaps(params->min_filter) && !view->mipmaps))
      return false;
   const struct ga_sampling_facts *facts = &view->facts;
   if (params->pipe.reduction && !facts->reducible) /* ARB_texture_filter_minmax, 8.17 */
      return false;
   if (!ga_sampler_params_filter(params))
      return true;
   if (facts->depth)
      return params->compare_mode != GL_NONE || !facts->sized || !ga_has(ctx, GA_FEATURE_sized_depth_unfiltered);
   return facts->filterable;
}

static void derive_sampler(const struct ga_context *ctx, enum ga_texture_target target, const struct ga_sampling_facts *facts, const struct ga_sampler_params *params,
                           struct pipe_sampler_state *out)
{
   *out = params->pipe;
   out->compare_enable &= facts->depth;
   out->skip_srgb &= facts->srgb;
   out->seamless_cube |= ga_has(ctx, GA_FEATURE_es) ? ga_has(ctx, GA_FEATURE_seamless_cube_map) : ctx->cap_seamless_cube;
   /* ES 3.0, 3.8.11 leaves the end of magnification to the implementation, ES 2.0, 3.7.8 does not. */
   out->magnify_to_half = !ga_has(ctx, GA_FEATURE_magnify_to_lod_0) && out->mag_filter == PIPE_TEX_FILTER_LINEAR &&
                          out->min_filter == PIPE_TEX_FILTER_NEAREST && out->mip_filter != PIPE_TEX_MIPFILTER_NONE;
   out->unnormalized = target == GA_TEX_RECT;
   out->border_is_integer = facts->integer;
   const float low = facts->range == GA_RANGE_SIGNED ? -1 : 0;
   for (unsigned i = 0; i < 4; i++) {
      /* A comparison takes the border's red component, whatever the swizzle makes of its result. */
      uint8_t from = out->compare_enable && i == 0 ? 0 : facts->border[i];
      if (from < 4)
         out->border_color.ui[i] = params->border_color.ui[from];
      else if (facts->integer)
         out->border_color.ui[i] = from == PIPE_SWIZZLE_1;
      else
         out->border_color.f[i] = from == PIPE_SWIZZLE_1;
      /* Fixed point cannot hold other values (GL 4.6, 8.14.2). */
      if (!facts->integer && facts->range != GA_RANGE_ANY)
         out->border_color.f[i] = fminf(fmaxf(out->border_color.f[i], low), 1);
   }
}

struct ga_texture_view *ga_texture_current_view(struct ga_context *ctx, struct ga_texture *tex, bool compared)
{
   struct ga_texture_view *view = ga_texture_view_entry(ctx, tex, compared);
   const bool is_buffer = !tex->traits->faces;
   if (!view)
      return NULL;
   if (is_buffer && view->buffer_seqno != ga_texture_buffer_seqno(ctx, tex))
      view->storage_seqno = atomic_load(&tex->storage_seqno) - 1;
   /* Once in a pass: slots before this one may have borrowed the view, and another context may change the texture at any time. */
   if (view->pass != ctx->texture_pass && view->storage_seqno != atomic_load(&tex->storage_seqno) &&
       !(is_buffer ? update_buffer_view(ctx, tex, view) : update_view(ctx, tex, view)))
      return NULL;
   view->pass = ctx->texture_pass;
   return view;
}

/* Bit per component that the swizzle takes from red, green or blue. */
static uint8_t rgb_components(const struct ga_texture *tex)
{
   uint8_t mask = 0;
   for (unsigned i = 0; i < 4; i++)
      mask |= (uint8_t)((tex->swizzle[i] == GL_RED || tex->swizzle[i] == GL_GREEN || tex->swizzle[i] == GL_BLUE) << i);
   return mask;
}

enum ga_slot_result ga_texture_update_slot(struct ga_context *ctx, const struct ga_sampler_use *use, struct st_texture *slot)
{
   *slot = (struct st_texture){ .view = NULL };
   if (!use->used || use->unit >= GA_MAX_TEXTURE_UNITS)
      return GA_SLOT_OK;
   /* Samplers of different types may not share a unit (ES 2.0, 2.10.4). */
   struct ga_texture_unit *unit = &ctx->unit[use->unit];
   if (unit->sampled_target && unit->sampled_target != use->target + 1)
      return GA_SLOT_CONFLICT;
   struct ga_texture *tex = unit->bound[use->target];
   unit->sampled_target = (uint8_t)(use->target + 1);
   ctx->sampled_units = ctx->sampled_units > use->unit + 1u ? ctx->sampled_units : use->unit + 1u;
   unit->sampled_seqno = atomic_load(&tex->seqno);
   struct ga_sampler_params params = params_of_unit(unit, tex);
   /* A comparison results in red, also with GL_ALPHA: by sampler objects, too. */
   struct ga_texture_view *view = ga_texture_current_view(ctx, tex, ctx->legacy && use->shadow);
   if (!view)
      return GA_SLOT_OUT_OF_MEMORY;
   unit->sampled_buffer_seqno = view->buffer_seqno;
   const bool complete = can_sample(ctx, tex->traits, view, &params);
   if (complete)
      slot->view = view->view;
   else if (use->integer && tex->traits->faces && !(slot->view = integer_black(ctx)))
      return GA_SLOT_OUT_OF_MEMORY;
   derive_sampler(ctx, use->target, &view->facts, &params, &slot->sampler);
   if (ctx->hooks)
      slot->sampler.lod_bias += ctx->hooks->lod_bias(ctx, use->unit);
   if (ctx->legacy && slot->sampler.compare_enable && tex->depth_mode == GL_ALPHA) /* GL 2.1, 3.8.5 */
      slot->sampler.compare_zero = rgb_components(tex);
   slot->sampler.magnify_to_half &= complete; /* part of the shader key; black needs no variant of its own */
   return GA_SLOT_OK;
}

/* State of units does not apply, nor GL_TEXTURE_CUBE_MAP_SEAMLESS (ARB_bindless_texture, 3.9.10). */
enum ga_slot_result ga_texture_of_handle(struct ga_context *ctx, struct ga_texture *tex, struct ga_sampler *sampler, struct st_texture *slot)
{
   struct ga_texture_unit unit = { .sampler = sampler };
   const struct ga_sampler_params params = params_of_unit(&unit, tex);
   *slot = (struct st_texture){ .view = NULL };
   struct ga_texture_view *view = ga_texture_current_view(ctx, tex, ctx->legacy && params.compare_mode != GL_NONE);
   if (!view)
      return GA_SLOT_OUT_OF_MEMORY;
   if (!can_sample(ctx, tex->traits, view, &params) || view->view->yuv.planes)
      return GA_SLOT_INCOMPLETE;
   slot->view = view->view;
   derive_sampler(ctx, tex->target, &view->facts, &params, &slot->sampler);
   slot->sampler.seamless_cube = params.pipe.seamless_cube;
   if (ctx->legacy && slot->sampler.compare_enable && tex->depth_mode == GL_ALPHA) /* GL 2.1, 3.8.5 */
      slot->sampler.compare_zero = rgb_components(tex);
   return GA_SLOT_OK;
}

static enum ga_slot_result update_slots(struct ga_context *ctx)
{
   ctx->texture_pass++;
   for (unsigned unit = 0; unit < ctx->sampled_units; unit++)
      ctx->unit[unit].sampled_target = 0;
   ctx->sampled_units = 0;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      unsigned count = 0;
      const struct ga_sampler_use *use = ga_exec_samplers(ctx->stage_exec[stage], stage, &count);
      if (count > PIPE_MAX_SAMPLERS)
         count = PIPE_MAX_SAMPLERS;
      for (unsigned i = 0; i < count; i++) {
         enum ga_slot_result result = ga_texture_update_slot(ctx, &use[i], &ctx->st.texture[stage][i]);
         if (result != GA_SLOT_OK)
            return result;
      }
      ctx->st.texture_count[stage] = (uint8_t)count;
   }
   return GA_SLOT_OK;
}

bool ga_textures_changed(struct ga_context *ctx)
{
   for (unsigned i = 0; i < ctx->sampled_units; i++) {
      struct ga_texture_unit *unit = &ctx->unit[i];
      if (!unit->sampled_target)
         continue;
      if (atomic_load(&unit->bound[unit->sampled_target - 1]->seqno) != unit->sampled_seqno)
         return true;
      struct ga_texture *tex = unit->bound[unit->sampled_target - 1];
      if (ga_texture_buffer_seqno(ctx, tex) != unit->sampled_buffer_seqno)
         return true;
      if (unit->sampler && atomic_load(&unit->sampler->seqno) != unit->sampler_seqno)
         return true;
   }
   return false;
}

bool ga_check_slots(struct ga_context *ctx, enum ga_slot_result result, const char *operation)
{
   if (result == GA_SLOT_OK)
      return true;
   if (result == GA_SLOT_CONFLICT)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: samplers of different types use the same texture unit", operation);
   else
      ga_oom(ctx, operation);
   return false;
}

bool ga_derive_textures(struct ga_context *ctx, const char *operation)
{
   ga_texture_sweep_views(ctx);
   enum ga_slot_result result = update_slots(ctx);
   ctx->st.dirty |= ST_DIRTY_TEXTURES;
   /* An attached image may have been copied into another miptree. */
   if (ga_fbo_attachments_changed(ctx->draw_fbo))
      ctx->dirty |= GA_DIRTY_FRAMEBUFFER;
   return ga_check_slots(ctx, result, operation); /* false: the bit stays dirty, so every draw raises the error again */
}
