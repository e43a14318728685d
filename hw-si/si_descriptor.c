/* si_descriptor.c: descriptor sets. Each stage keeps its descriptors packed in ordinary memory. A draw copies
 * a set that changed into streaming memory, up to the last slot that the shader reads, and sets the SGPR that holds its
 * address.
 *
 * Constants given as user memory are kept in ordinary memory too and streamed once per submission that reads them:
 * streaming memory is write-combined, so it is never read back. */
#include "si_context.h"

#include <stdlib.h>
#include <string.h>

#include "hw_regs.h"

/* Descriptor of an empty texture slot: reads (0, 0, 0, 1). It points at one texel of the border colour table, so that a
 * fetch whose result is all constants does not fault. */
void si_null_texture_desc(const struct si_context *ctx, uint32_t desc[8])
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

/* Descriptor of an empty image slot: its invalid data format makes loads return 0 and drops stores (OpenGL 4.6, 8.26). */
static void null_image(uint32_t desc[8])
{
   memset(desc, 0, 32);
   desc[3] = S_008F1C_TYPE(V_008F1C_SQ_RSRC_IMG_1D);
}

static uint32_t *texture_slot(struct si_stage *st, unsigned slot)
{
   return &st->textures[slot * SI_TEXTURE_SLOT_DW];
}

static uint32_t *image_slot(struct si_stage *st, unsigned slot)
{
   return &st->textures[SI_IMAGES_DW + slot * 8];
}

static uint32_t *plane_slot(struct si_stage *st, unsigned slot, unsigned plane)
{
   return &st->textures[SI_PLANES_DW + (slot * 2 + plane) * 8];
}

/* Slots up to the highest set bit. */
static unsigned slot_count(uint64_t mask)
{
   return mask ? 64 - (unsigned)__builtin_clzll(mask) : 0;
}

/* ---- constant and storage buffers ---- */

/* Packs the descriptor of a slot for the present address of its resource. */
static void write_buffer(struct si_context *ctx, struct si_stage *st, unsigned slot)
{
   struct si_resource *res = si_resource(st->buffer_res[slot]);
   uint32_t offset_B = st->buffer_range[slot].offset_B, size_B = st->buffer_range[slot].size_B;

   if (res) {
      uint32_t have_B = offset_B < res->base.t.width ? res->base.t.width - offset_B : 0;
      size_B = surf_min_u32(size_B, have_B);
      si_make_buffer_desc(ctx->screen, res->va + offset_B, size_B, 0, si_raw_buffer_word3(), &st->buffers[slot * 4]);
      if (st->buffer_writable >> slot & 1)
         si_buffer_written(res, offset_B, (uint64_t)offset_B + size_B);
   } else {
      memset(&st->buffers[slot * 4], 0, 16);
   }
   st->buffers_listed &= ~(UINT64_C(1) << slot);
   st->buffers_dirty = true;
}

static void bind_buffer(struct si_context *ctx, struct si_stage *st, unsigned slot, struct pipe_resource *res,
                        uint32_t offset_B, uint32_t size_B, bool writable)
{
   struct pipe_resource *old = st->buffer_res[slot];
   uint64_t bit = UINT64_C(1) << slot;

   if (res != old) {
      st->buffer_res[slot] = pipe_resource_ref(res);
      pipe_resource_unref(old);
      if (res)
         si_resource_use(si_resource(res), ctx);
   }
   st->buffer_range[slot].offset_B = offset_B;
   st->buffer_range[slot].size_B = size_B;
   st->buffer_mask = res ? st->buffer_mask | bit : st->buffer_mask & ~bit;
   st->buffer_writable = writable ? st->buffer_writable | bit : st->buffer_writable & ~bit;
   if (slot < SI_NUM_CONST_BUFFERS) {
      st->user_mask &= ~(uint32_t)bit;
      st->user_dirty &= ~(uint32_t)bit;
   }
   write_buffer(ctx, st, slot);
}

/* Keeps a copy of constants in user memory; its memory is reused and only grows. */
static bool copy_constants(struct si_stage *st, unsigned slot, const struct pipe_constant_buffer *cb)
{
   if (cb->size_B > st->user[slot].capacity_B) {
      uint32_t capacity_B = surf_align_u32(cb->size_B, 256);
      uint8_t *data = malloc(capacity_B);
      if (!data)
         return false;
      free(st->user[slot].data);
      st->user[slot].data = data;
      st->user[slot].capacity_B = capacity_B;
   }
   memcpy(st->user[slot].data, cb->user_data, cb->size_B);
   st->user[slot].size_B = cb->size_B;
   return true;
}

bool si_set_constant_buffer(struct pipe_context *base, enum pipe_shader_type stage, unsigned slot,
                            const struct pipe_constant_buffer *cb)
{
   struct si_context *ctx = si_context(base);
   struct si_stage *st = &ctx->stage[stage];

   if (slot >= SI_NUM_CONST_BUFFERS)
      return false;
   if (!cb || !cb->user_data || !cb->size_B) {
      bind_buffer(ctx, st, slot, cb ? cb->buffer : NULL, cb ? cb->offset_B : 0, cb ? cb->size_B : 0, false);
      return true;
   }
   if (st->buffer_res[slot])
      bind_buffer(ctx, st, slot, NULL, 0, 0, false);
   if (!copy_constants(st, slot, cb)) {
      bind_buffer(ctx, st, slot, NULL, 0, 0, false);
      return false;
   }
   st->user_mask |= 1u << slot;
   st->user_dirty |= 1u << slot;
   return true;
}

void si_set_shader_buffers(struct pipe_context *base, enum pipe_shader_type stage, unsigned start, unsigned count,
                           const struct pipe_shader_buffer *buffers, uint32_t writable_mask)
{
   struct si_context *ctx = si_context(base);
   struct si_stage *st = &ctx->stage[stage];

   for (unsigned i = 0; i < count && start + i < SI_NUM_SHADER_BUFFERS; i++) {
      struct pipe_shader_buffer b = buffers ? buffers[i] : (struct pipe_shader_buffer){0};
      bind_buffer(ctx, st, SI_NUM_CONST_BUFFERS + start + i, b.buffer, b.offset_B, b.size_B, writable_mask >> i & 1);
   }
}

/* ---- sampler views and images ---- */

/* The descriptor, packed anew when its resource got another address or layout since. */
static const uint32_t *view_desc(const struct si_context *ctx, struct si_view *view)
{
   if (view->desc_seq != si_resource(view->base.resource)->desc_seq) {
      si_make_view_desc(ctx->screen, si_resource(view->base.resource), &view->base.t, view->desc);
      view->desc_seq = si_resource(view->base.resource)->desc_seq;
   }
   return view->desc;
}

/* The slot samples sRGB components as they are. */
static bool skips_srgb(const struct si_stage *st, unsigned slot)
{
   return (st->srgb_fetch[0] | st->srgb_fetch[1] | st->srgb_fetch[2] | st->srgb_fetch[3]) >> slot & 1;
}

static void write_view(struct si_context *ctx, struct si_stage *st, unsigned slot)
{
   struct si_view *view = (struct si_view *)st->view[slot];

   st->textures_dirty = true;
   if (!view) {
      si_null_texture_desc(ctx, texture_slot(st, slot));
      return;
   }
   memcpy(texture_slot(st, slot), view_desc(ctx, view), 32);
   if (skips_srgb(st, slot))
      texture_slot(st, slot)[1] = (texture_slot(st, slot)[1] & C_008F14_NUM_FORMAT) |
                                  S_008F14_NUM_FORMAT(V_008F14_IMG_NUM_FORMAT_UNORM);
   for (unsigned i = 0; i < 2; i++)
      if (view->base.plane[i])
         memcpy(plane_slot(st, slot, i), view_desc(ctx, (struct si_view *)view->base.plane[i]), 32);
}

/* Shaders convert the planes of a YUV image: its description is part of their keys. */
static void update_yuv(struct si_context *ctx, struct si_stage *st, unsigned slot, const struct pipe_sampler_view *view)
{
   const struct pipe_yuv *y = view ? &view->yuv : NULL;
   uint16_t key = y && y->planes ? SI_YUV_KEY(y->planes, y->matrix, y->full_range, y->shift_x, y->shift_y, y->bits) : 0;

   if (key == st->yuv[slot])
      return;
   st->yuv[slot] = key;
   st->yuv_mask = key ? st->yuv_mask | 1u << slot : st->yuv_mask & ~(1u << slot);
   si_key_changed(ctx, st);
}

void si_write_sampler_flags(struct si_stage *st, unsigned slot)
{
   uint32_t flags = 0;

   for (unsigned i = 0; i < 4; i++)
      flags |= (st->compare_zero[i] >> slot & 1) << (SI_SAMPLER_COMPARE_ZERO + i) |
               (st->srgb_fetch[i] >> slot & 1) << (SI_SAMPLER_SRGB_FETCH + i);
   st->textures_dirty |= texture_slot(st, slot)[SI_SAMPLER_FLAGS_DW] != flags;
   texture_slot(st, slot)[SI_SAMPLER_FLAGS_DW] = flags;
}

/* T# says how all components are decoded, and S# nothing: shaders decode what they fetch without a sampler. */
void si_update_srgb(struct si_context *ctx, struct si_stage *st, unsigned slot)
{
   const struct pipe_sampler_view *view = st->view[slot];
   const bool skip = st->sampler[slot] && st->sampler[slot]->skip_srgb && view && pipe_format_is_srgb(view->t.format);
   const bool before = skips_srgb(st, slot);

   for (unsigned i = 0; i < 4; i++) {
      uint32_t mask = st->srgb_fetch[i] & ~(1u << slot);
      if (skip && view->t.swizzle[i] < PIPE_SWIZZLE_W)
         mask |= 1u << slot;
      if (mask != st->srgb_fetch[i])
         si_key_changed(ctx, st);
      st->srgb_fetch[i] = mask;
   }
   si_write_sampler_flags(st, slot);
   if (skips_srgb(st, slot) != before)
      write_view(ctx, st, slot);
}

void si_set_sampler_views(struct pipe_context *base, enum pipe_shader_type stage, unsigned start, unsigned count,
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
      update_yuv(ctx, st, slot, view);
      si_update_srgb(ctx, st, slot);
      write_view(ctx, st, slot);
   }
}

void si_make_image_desc(struct si_context *ctx, const struct pipe_image_view *v, uint32_t desc[8])
{
   struct pipe_view_template t = {.format = v->format, .first_level = v->level, .last_level = v->level,
                                  .first_layer = v->first_layer, .last_layer = v->last_layer, .swizzle = {0, 1, 2, 3},
                                  .buffer_offset_B = v->buffer_offset_B, .buffer_size_B = v->buffer_size_B};
   struct si_resource *res = si_resource(v->resource);

   null_image(desc);
   if (!res)
      return;
   t.target = res->base.t.target;
   if (t.target == PIPE_TEXTURE_CUBE || t.target == PIPE_TEXTURE_CUBE_ARRAY)
      t.target = PIPE_TEXTURE_2D_ARRAY; /* a shader addresses faces as layers, */
   if (t.target == PIPE_TEXTURE_3D) {   /* and those of 3D images, too */
      const struct pipe_surface level = {.resource = v->resource, .t = t};
      const bool made = v->first_layer == v->last_layer ? si_make_slice_desc(ctx->screen, &level, desc)
                                                        : si_make_target_desc(ctx->screen, &level, false, desc);
      if (made)
         desc[SI_IMAGE_HEIGHT_DW] = surf_max_u32(1, res->base.t.height >> v->level);
      else
         null_image(desc);
   } else if (!si_make_view_desc(ctx->screen, res, &t, desc)) {
      null_image(desc);
   }
   ctx->has_plain_dcc |= res->dcc_offset_B != 0;
   if (!res->is_buffer) /* the bytes themselves: stores do not write DCC keys */
      desc[6] &= C_008F28_COMPRESSION_EN;
}

static void write_image(struct si_context *ctx, struct si_stage *st, unsigned slot)
{
   const struct pipe_image_view *v = &st->image[slot];
   struct si_resource *res = si_resource(v->resource);

   st->textures_dirty = true;
   si_make_image_desc(ctx, v, image_slot(st, slot));
   if (res && res->is_buffer && v->access & PIPE_IMAGE_ACCESS_WRITE)
      si_buffer_written(res, v->buffer_offset_B, (uint64_t)v->buffer_offset_B + v->buffer_size_B);
}

void si_set_shader_images(struct pipe_context *base, enum pipe_shader_type stage, unsigned start, unsigned count,
                          const struct pipe_image_view *images)
{
   struct si_context *ctx = si_context(base);
   struct si_stage *st = &ctx->stage[stage];

   for (unsigned i = 0; i < count && start + i < SI_NUM_SHADER_IMAGES; i++) {
      unsigned slot = start + i;
      struct pipe_resource *old = st->image[slot].resource;

      st->image[slot] = images ? images[i] : (struct pipe_image_view){0};
      pipe_resource_ref(st->image[slot].resource);
      pipe_resource_unref(old);
      if (st->image[slot].resource) {
         si_resource_use(si_resource(st->image[slot].resource), ctx);
         st->image_mask |= 1u << slot;
      } else {
         st->image_mask &= ~(1u << slot);
      }
      write_image(ctx, st, slot);
   }
}

/* ---- at a draw ---- */

static bool stream_constants(struct si_context *ctx, struct si_stage *st, uint32_t used)
{
   for (uint32_t mask = st->user_dirty & used; mask; mask &= mask - 1) {
      unsigned slot = __builtin_ctz(mask);
      uint32_t size_B = st->user[slot].size_B;
      uint64_t va;
      void *map = si_upload_alloc(ctx, size_B, 64, &va);
      if (!map)
         return false;
      memcpy(map, st->user[slot].data, size_B);
      si_make_buffer_desc(ctx->screen, va, size_B, 0, si_raw_buffer_word3(), &st->buffers[slot * 4]);
      st->user_dirty &= ~(1u << slot);
      st->buffers_dirty = true;
   }
   return true;
}

/* Lists the buffers that this shader reads and no shader has read before in this submission. */
static void list_buffers(struct si_context *ctx, struct si_stage *st, uint64_t used)
{
   for (uint64_t mask = st->buffer_mask & used & ~st->buffers_listed; mask; mask &= mask - 1) {
      unsigned slot = (unsigned)__builtin_ctzll(mask);
      si_cs_add_bo(ctx, si_resource(st->buffer_res[slot])->bo,
                   WS_USAGE_READ | (st->buffer_writable >> slot & 1 ? WS_USAGE_WRITE : 0));
   }
   st->buffers_listed |= used;
}

static bool upload_buffers(struct si_context *ctx, struct si_stage *st, const struct si_shader *shader)
{
   uint64_t used = shader->info.const_buffers_used | (uint64_t)shader->info.shader_buffers_used << SI_NUM_CONST_BUFFERS;
   unsigned count = slot_count(used);
   uint32_t *out;
   uint64_t va;

   if (!stream_constants(ctx, st, shader->info.const_buffers_used))
      return false;
   list_buffers(ctx, st, used);
   if (!count || (!st->buffers_dirty && count <= st->buffers_uploaded))
      return true;
   out = si_upload_alloc(ctx, count * 16, 16, &va);
   if (!out)
      return false;
   memcpy(out, st->buffers, count * 16);
   st->buffers_va = (uint32_t)va;
   st->buffers_uploaded = count;
   st->buffers_dirty = false;
   return true;
}

static void list_textures(struct si_context *ctx, const struct si_stage *st)
{
   for (uint32_t mask = st->view_mask; mask; mask &= mask - 1) {
      const struct pipe_sampler_view *view = st->view[__builtin_ctz(mask)];
      si_cs_add_bo(ctx, si_resource(view->resource)->bo, WS_USAGE_READ);
      for (unsigned i = 0; i < 2; i++)
         if (view->plane[i])
            si_cs_add_bo(ctx, si_resource(view->plane[i]->resource)->bo, WS_USAGE_READ);
   }
   for (uint32_t mask = st->image_mask; mask; mask &= mask - 1) {
      const struct pipe_image_view *v = &st->image[__builtin_ctz(mask)];
      si_cs_add_bo(ctx, si_resource(v->resource)->bo,
                   WS_USAGE_READ | (v->access & PIPE_IMAGE_ACCESS_WRITE ? WS_USAGE_WRITE : 0));
   }
}

/* Writes the descriptors of the framebuffer into the stage's texture set, null descriptors for attachments that are not bound. */
static void write_targets(struct si_context *ctx, struct si_stage *st)
{
   uint32_t desc[PIPE_MAX_ATTACHMENTS * 8];

   for (unsigned i = 0; i < PIPE_MAX_ATTACHMENTS; i++) {
      const struct pipe_surface *s = i >= PIPE_ATTACHMENT_DEPTH      ? ctx->fb.state.zsbuf
                                     : i < ctx->fb.state.color_count ? ctx->fb.state.cbufs[i] : NULL;
      if (!s || !si_make_target_desc(ctx->screen, s, i == PIPE_ATTACHMENT_STENCIL, desc + 8 * i))
         si_null_texture_desc(ctx, desc + 8 * i);
   }
   if (!memcmp(&st->textures[SI_TARGETS_DW], desc, sizeof(desc)))
      return;
   memcpy(&st->textures[SI_TARGETS_DW], desc, sizeof(desc));
   st->textures_dirty = true;
}

static bool upload_textures(struct si_context *ctx, struct si_stage *st, const struct si_shader *shader)
{
   unsigned samplers = slot_count(shader->info.samplers_used), images = slot_count(shader->info.images_used);
   unsigned planes = 2 * slot_count(st->yuv_mask & shader->info.samplers_used);
   unsigned count = planes ? SI_NUM_SAMPLERS + SI_NUM_SHADER_IMAGES + planes : images ? SI_NUM_SAMPLERS + images : samplers;
   uint32_t *out, size_B = 4 * (planes ? SI_PLANES_DW + planes * 8 : images ? SI_IMAGES_DW + images * 8 : samplers * SI_TEXTURE_SLOT_DW);
   uint64_t va;

   if (si_reads_targets(ctx, shader)) {
      write_targets(ctx, st);
      count = SI_NUM_SAMPLERS + SI_NUM_SHADER_IMAGES + 2 * SI_NUM_SAMPLERS + PIPE_MAX_ATTACHMENTS;
      size_B = 4 * SI_TEXTURE_SET_DW;
   }
   if (!count || (!st->textures_dirty && count <= st->textures_uploaded))
      return true;
   out = si_upload_alloc(ctx, size_B, 64, &va);
   if (!out)
      return false;
   memcpy(out, st->textures, size_B);
   list_textures(ctx, st);
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
   if (shader->info.uses_handles)
      si_list_residents(ctx);
   si_set_sgpr(ctx, hw, SI_SGPR_BUFFERS, st->buffers_va);
   si_set_sgpr(ctx, hw, SI_SGPR_TEXTURES, st->textures_va);
   return true;
}

/* ---- lifetime of bindings ---- */

void si_init_bindings(struct si_context *ctx)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      for (unsigned slot = 0; slot < SI_NUM_SAMPLERS; slot++)
         si_null_texture_desc(ctx, texture_slot(&ctx->stage[stage], slot));
      for (unsigned slot = 0; slot < SI_NUM_SHADER_IMAGES; slot++)
         null_image(image_slot(&ctx->stage[stage], slot));
   }
}

void si_begin_bindings(struct si_context *ctx)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      struct si_stage *st = &ctx->stage[stage];
      st->buffers_dirty = st->textures_dirty = true;
      st->buffers_uploaded = st->textures_uploaded = 0;
      st->buffers_listed = 0;
      st->user_dirty = st->user_mask;
   }
   si_begin_residents(ctx);
   ctx->vertex_dirty = true;
   ctx->internal_dirty = true;
}

void si_release_bindings(struct si_context *ctx)
{
   si_release_residents(ctx);
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      struct si_stage *st = &ctx->stage[stage];
      for (unsigned i = 0; i < SI_NUM_BUFFERS; i++)
         pipe_resource_unref(st->buffer_res[i]);
      for (unsigned i = 0; i < SI_NUM_CONST_BUFFERS; i++)
         free(st->user[i].data);
      for (unsigned i = 0; i < SI_NUM_SAMPLERS; i++)
         pipe_sampler_view_unref(st->view[i]);
      for (unsigned i = 0; i < SI_NUM_SHADER_IMAGES; i++)
         pipe_resource_unref(st->image[i].resource);
   }
   for (unsigned i = 0; i < PIPE_MAX_VERTEX_BUFFERS; i++)
      pipe_resource_unref(ctx->vb[i].buffer);
}

static bool view_shows(const struct pipe_sampler_view *view, const struct pipe_resource *res)
{
   return view->resource == res || (view->plane[0] && view->plane[0]->resource == res) ||
          (view->plane[1] && view->plane[1]->resource == res);
}

/* Packs the texture and image descriptors of a resource anew. */
static void rebind_views(struct si_context *ctx, struct si_stage *st, const struct si_resource *res)
{
   for (uint32_t mask = st->view_mask; mask; mask &= mask - 1)
      if (view_shows(st->view[__builtin_ctz(mask)], &res->base))
         write_view(ctx, st, __builtin_ctz(mask));
   for (uint32_t mask = st->image_mask; mask; mask &= mask - 1)
      if (st->image[__builtin_ctz(mask)].resource == &res->base)
         write_image(ctx, st, __builtin_ctz(mask));
}

void si_rebind_buffer(struct si_context *ctx, struct si_resource *res)
{
   for (unsigned i = 0; i < PIPE_MAX_VERTEX_BUFFERS; i++)
      if (ctx->vb[i].buffer == &res->base)
         ctx->vertex_dirty = true;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      struct si_stage *st = &ctx->stage[stage];
      for (uint64_t mask = st->buffer_mask; mask; mask &= mask - 1)
         if (st->buffer_res[__builtin_ctzll(mask)] == &res->base)
            write_buffer(ctx, st, (unsigned)__builtin_ctzll(mask));
      rebind_views(ctx, st, res);
   }
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
      const struct pipe_stream_output_target *t = ctx->so.target[i];
      if (t && t->buffer == &res->base) {
         si_buffer_written(res, t->offset_B, (uint64_t)t->offset_B + t->size_B);
         ctx->internal_dirty = true;
      }
   }
}

void si_rebind_texture(struct si_context *ctx, struct si_resource *res)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      rebind_views(ctx, &ctx->stage[stage], res);
   ctx->dirty |= SI_DIRTY_FRAMEBUFFER;
}
