/* si_descriptor.c: descriptor sets and user SGPRs. Each stage keeps its descriptors ready in ordinary memory; a draw
 * copies a set that changed into streaming memory, up to the last slot that the shader reads, and points an SGPR at it.
 *
 * Constants given as user memory live in the streaming memory of the submission they were set in. A later submission
 * copies them over (begin_bindings) before anything can recycle the old memory. */
#include "si_context.h"

#include <string.h>

#include "hw_regs.h"

/* What an empty texture slot reads as: (0, 0, 0, 1). One texel of memory that is always there, so that a fetch whose
 * result is all constants does not fault. */
static void null_texture(const struct si_context *ctx, uint32_t desc[8])
{
   memset(desc, 0, 32);
   desc[0] = (uint32_t)(ctx->screen->border_bo->va >> 8);
   desc[1] = S_008F14_BASE_ADDRESS_HI(ctx->screen->border_bo->va >> 40) |
             S_008F14_DATA_FORMAT(V_008F14_IMG_DATA_FORMAT_8_8_8_8);
   desc[4] = S_008F20_PITCH(63);
   desc[3] = S_008F1C_TILING_INDEX(8) | S_008F1C_DST_SEL_X(V_008F1C_SQ_SEL_0) | S_008F1C_DST_SEL_Y(V_008F1C_SQ_SEL_0) |
             S_008F1C_DST_SEL_Z(V_008F1C_SQ_SEL_0) | S_008F1C_DST_SEL_W(V_008F1C_SQ_SEL_1) |
             S_008F1C_TYPE(V_008F1C_SQ_RSRC_IMG_1D);
}

/* ---- constant buffers ---- */

static void bind_buffer_slot(struct si_context *ctx, struct si_stage *st, unsigned slot, struct pipe_resource *res,
                             uint32_t offset_B, uint32_t size_B)
{
   struct pipe_resource *old = st->buffer_res[slot];

   if (res != old) {
      pipe_resource_ref(res);
      pipe_resource_unref(old);
      st->buffer_res[slot] = res;
      if (res)
         si_resource_use(si_resource(res), ctx);
   }
   if (slot < SI_NUM_CONST_BUFFERS)
      st->user_data[slot].map = NULL;
   st->buffer_range[slot].offset_B = offset_B;
   st->buffer_range[slot].size_B = size_B;
   if (res) {
      uint32_t have_B = offset_B < res->t.width ? res->t.width - offset_B : 0;
      si_make_buffer_desc(ctx->screen, si_resource(res)->va + offset_B, size_B < have_B ? size_B : have_B, 0,
                          si_raw_buffer_word3(), &st->buffers[slot * 4]);
      st->buffer_mask |= 1u << slot;
   } else {
      memset(&st->buffers[slot * 4], 0, 16);
      st->buffer_mask &= ~(1u << slot);
   }
   st->buffers_dirty = true;
}

static bool stream_constants(struct si_context *ctx, struct si_stage *st, unsigned slot, const void *data,
                             uint32_t size_B)
{
   uint64_t va;
   void *map = size_B <= SI_UPLOAD_CHUNK_B ? si_upload_alloc(ctx, size_B, 64, &va) : NULL;

   if (!map)
      return false;
   memcpy(map, data, size_B);
   st->user_data[slot].map = map;
   st->user_data[slot].size_B = size_B;
   si_make_buffer_desc(ctx->screen, va, size_B, 0, si_raw_buffer_word3(), &st->buffers[slot * 4]);
   st->buffers_dirty = true;
   return true;
}

static void set_constant_buffer(struct pipe_context *base, enum pipe_shader_type stage, unsigned slot,
                                const struct pipe_constant_buffer *cb)
{
   struct si_context *ctx = si_context(base);
   struct si_stage *st = &ctx->stage[stage];

   if (slot >= SI_NUM_CONST_BUFFERS)
      return;
   if (!cb || !cb->user_data || !cb->size_B) {
      bind_buffer_slot(ctx, st, slot, cb ? cb->buffer : NULL, cb ? cb->offset_B : 0, cb ? cb->size_B : 0);
      return;
   }
   if (st->buffer_res[slot])
      bind_buffer_slot(ctx, st, slot, NULL, 0, 0);
   if (ctx->lost)
      return;
   if (!stream_constants(ctx, st, slot, (const uint8_t *)cb->user_data, cb->size_B)) {
      bind_buffer_slot(ctx, st, slot, NULL, 0, 0);
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory for %u bytes of constants", cb->size_B);
   }
}

/* ---- sampler views ---- */

static void write_view(struct si_context *ctx, struct si_stage *st, unsigned slot)
{
   struct si_view *view = (struct si_view *)st->view[slot];
   uint32_t *desc = &st->textures[slot * SI_TEXTURE_SLOT_DW];

   if (!view) {
      null_texture(ctx, desc);
      return;
   }
   if (view->layout_seq != si_resource(view->base.resource)->layout_seq) {
      si_make_texture_desc(ctx->screen, si_resource(view->base.resource), &view->base.t, view->desc);
      view->layout_seq = si_resource(view->base.resource)->layout_seq;
   }
   memcpy(desc, view->desc, 32);
}

static void set_sampler_views(struct pipe_context *base, enum pipe_shader_type stage, unsigned start, unsigned count,
                              struct pipe_sampler_view **views)
{
   struct si_context *ctx = si_context(base);
   struct si_stage *st = &ctx->stage[stage];

   for (unsigned i = 0; i < count && start + i < SI_NUM_SAMPLERS; i++) {
      unsigned slot = start + i;
      struct pipe_sampler_view *old = st->view[slot], *view = views ? views[i] : NULL;

      if (old == view)
         continue;
      st->view[slot] = pipe_sampler_view_ref(view);
      pipe_sampler_view_unref(old);
      if (view)
         st->view_mask |= 1u << slot;
      else
         st->view_mask &= ~(1u << slot);
      write_view(ctx, st, slot);
      st->textures_dirty = true;
   }
}

/* ---- at a draw ---- */

static bool upload_buffers(struct si_context *ctx, struct si_stage *st, const struct si_shader *shader)
{
   uint32_t used = shader->info.const_buffers_used | shader->info.shader_buffers_used << SI_NUM_CONST_BUFFERS;
   unsigned count = used ? 32 - __builtin_clz(used) : 0;
   uint32_t *out;
   uint64_t va;

   if (!count || (!st->buffers_dirty && count <= st->buffers_uploaded))
      return true;
   out = si_upload_alloc(ctx, count * 16, 16, &va);
   if (!out)
      return false;
   memcpy(out, st->buffers, count * 16);
   for (uint32_t mask = st->buffer_mask & used; mask; mask &= mask - 1) {
      unsigned slot = __builtin_ctz(mask);
      si_cs_add_bo(ctx, si_resource(st->buffer_res[slot])->bo,
                   WS_USAGE_READ | (st->buffer_writable >> slot & 1 ? WS_USAGE_WRITE : 0));
   }
   st->buffers_va = (uint32_t)va;
   st->buffers_uploaded = count;
   st->buffers_dirty = false;
   return true;
}

static bool upload_textures(struct si_context *ctx, struct si_stage *st, const struct si_shader *shader)
{
   uint32_t used = shader->info.samplers_used;
   unsigned count = used ? 32 - __builtin_clz(used) : 0;
   uint32_t *out;
   uint64_t va;

   if (!count || (!st->textures_dirty && count <= st->textures_uploaded))
      return true;
   out = si_upload_alloc(ctx, count * SI_TEXTURE_SLOT_DW * 4, 64, &va);
   if (!out)
      return false;
   for (uint32_t mask = used & ~st->view_mask; mask; mask &= mask - 1) {
      unsigned slot = __builtin_ctz(mask);
      null_texture(ctx, &st->textures[slot * SI_TEXTURE_SLOT_DW]);
   }
   memcpy(out, st->textures, count * SI_TEXTURE_SLOT_DW * 4);
   for (uint32_t mask = st->view_mask; mask; mask &= mask - 1)
      si_cs_add_bo(ctx, si_resource(st->view[__builtin_ctz(mask)]->resource)->bo, WS_USAGE_READ);
   st->textures_va = (uint32_t)va;
   st->textures_uploaded = count;
   st->textures_dirty = false;
   return true;
}

bool si_upload_descriptors(struct si_context *ctx, enum pipe_shader_type stage, enum si_hw_stage hw,
                           const struct si_shader *shader)
{
   struct si_stage *st = &ctx->stage[stage];

   if (!upload_buffers(ctx, st, shader) || !upload_textures(ctx, st, shader))
      return false;
   si_set_sgpr(ctx, hw, SI_SGPR_BUFFERS, st->buffers_va);
   si_set_sgpr(ctx, hw, SI_SGPR_TEXTURES, st->textures_va);
   return true;
}

void si_begin_bindings(struct si_context *ctx)
{
   ctx->cs.no_recycle = true; /* the constants below still lie in memory of the last submission */
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      struct si_stage *st = &ctx->stage[stage];
      for (unsigned slot = 0; slot < SI_NUM_CONST_BUFFERS; slot++) {
         const void *map = st->user_data[slot].map;
         if (map && !stream_constants(ctx, st, slot, map, st->user_data[slot].size_B))
            bind_buffer_slot(ctx, st, slot, NULL, 0, 0);
      }
      st->buffers_dirty = st->textures_dirty = true;
      st->buffers_uploaded = st->textures_uploaded = 0;
   }
   ctx->cs.no_recycle = false;
   ctx->vertex_dirty = true;
   ctx->clip_planes_dirty = true;
}

void si_release_bindings(struct si_context *ctx)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      struct si_stage *st = &ctx->stage[stage];
      for (unsigned i = 0; i < SI_NUM_CONST_BUFFERS + SI_NUM_SHADER_BUFFERS; i++)
         pipe_resource_unref(st->buffer_res[i]);
      for (unsigned i = 0; i < SI_NUM_SAMPLERS; i++)
         pipe_sampler_view_unref(st->view[i]);
   }
   for (unsigned i = 0; i < PIPE_MAX_VERTEX_BUFFERS; i++)
      pipe_resource_unref(ctx->vb[i].buffer);
}

void si_rebind_buffer(struct si_context *ctx, struct si_resource *res)
{
   for (unsigned i = 0; i < PIPE_MAX_VERTEX_BUFFERS; i++)
      if (ctx->vb[i].buffer == &res->base)
         ctx->vertex_dirty = true;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      struct si_stage *st = &ctx->stage[stage];
      for (uint32_t mask = st->buffer_mask; mask; mask &= mask - 1) {
         unsigned slot = __builtin_ctz(mask);
         if (st->buffer_res[slot] == &res->base)
            bind_buffer_slot(ctx, st, slot, &res->base, st->buffer_range[slot].offset_B, st->buffer_range[slot].size_B);
      }
   }
}

void si_rebind_texture(struct si_context *ctx, struct si_resource *res)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      struct si_stage *st = &ctx->stage[stage];
      for (uint32_t mask = st->view_mask; mask; mask &= mask - 1) {
         unsigned slot = __builtin_ctz(mask);
         if (st->view[slot]->resource != &res->base)
            continue;
         write_view(ctx, st, slot);
         st->textures_dirty = true;
      }
   }
   ctx->dirty |= SI_DIRTY_FRAMEBUFFER;
}

/* ---- user SGPRs ---- */

static const uint32_t user_data_reg[SI_HW_CS + 1] = {
   [SI_HW_LS] = R_00B530_SPI_SHADER_USER_DATA_LS_0, [SI_HW_HS] = R_00B430_SPI_SHADER_USER_DATA_HS_0,
   [SI_HW_ES] = R_00B330_SPI_SHADER_USER_DATA_ES_0, [SI_HW_GS] = R_00B230_SPI_SHADER_USER_DATA_GS_0,
   [SI_HW_VS] = R_00B130_SPI_SHADER_USER_DATA_VS_0, [SI_HW_PS] = R_00B030_SPI_SHADER_USER_DATA_PS_0,
   [SI_HW_CS] = R_00B900_COMPUTE_USER_DATA_0,
};

void si_set_sgpr(struct si_context *ctx, enum si_hw_stage hw, unsigned index, uint32_t value)
{
   struct si_user_sgprs *u = &ctx->sgprs[hw];
   uint16_t bit = 1 << index;

   if (u->valid & bit && u->value[index] == value)
      return;
   u->value[index] = value;
   u->valid |= bit;
   u->dirty |= bit;
}

/* One packet from the first to the last changed register: a known value in between costs less than a second header. */
void si_emit_sgprs(struct si_context *ctx, enum si_hw_stage hw)
{
   struct si_user_sgprs *u = &ctx->sgprs[hw];
   unsigned dirty = u->dirty;

   while (dirty) {
      unsigned first = __builtin_ctz(dirty), end = first;
      while (u->valid >> end & 1 && dirty >> end)
         end++;
      pm4_set_sh_reg_seq(&ctx->cs.buf, user_data_reg[hw] + 4 * first, end - first);
      pm4_emit_array(&ctx->cs.buf, &u->value[first], end - first);
      dirty &= ~((1u << end) - 1);
   }
   u->dirty = 0;
}

void si_init_descriptor_functions(struct pipe_context_impl *impl)
{
   impl->set_constant_buffer = set_constant_buffer;
   impl->set_sampler_views = set_sampler_views;
}
