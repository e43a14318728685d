/* ga_handle_draw.c: handles (ARB_bindless_texture). Uniforms with layout(bindless_sampler) or layout(bindless_image) are handles in
 * the default block. Where one refers to a unit (glUniform1i), the context makes a handle of the unit's texture or image and writes
 * it into a copy of the block (ga_program_draw.c). Such handles are kept while draws use them. */
#include "gl-api/derive/ga_handle_draw.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/derive/ga_derive.h"
#include "gl-api/derive/ga_texture_draw.h"
#include "gl-api/object/ga_image_unit.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/program/ga_program.h"

static uint64_t create_texture_handle(struct ga_context *ctx, const struct st_texture *slot)
{
   return ctx->st.pipe->impl->create_texture_handle(ctx->st.pipe, slot->view, &slot->sampler);
}

uint64_t ga_create_handle(struct ga_context *ctx, struct ga_texture *tex, const struct ga_handle_key *key, bool *incomplete)
{
   struct pipe_context *pipe = ctx->st.pipe;
   struct st_texture slot;
   struct pipe_image_view image;
   ctx->texture_pass++;
   enum ga_slot_result result;
   if (key->is_image) {
      struct ga_image_unit unit = {.texture = tex, .level = key->level, .layered = key->layered, .layer = key->layer,
                                   .access = GL_READ_WRITE, .format = ga_image_format(ctx, key->format)};
      result = ga_image_of_unit(ctx, &unit, &image);
   } else {
      result = ga_texture_of_handle(ctx, tex, key->sampler, &slot);
   }
   *incomplete = result == GA_SLOT_INCOMPLETE;
   if (result != GA_SLOT_OK)
      return 0;
   return key->is_image ? pipe->impl->create_image_handle(pipe, &image) : create_texture_handle(ctx, &slot);
}

/* ---- units ---- */

struct ga_unit_handle {
   struct ga_unit_handle *next;
   bool is_image;
   struct st_texture texture;       /* its view counted */
   struct pipe_image_view image;    /* its resource counted */
   uint64_t value;
   unsigned pass;                   /* ctx->texture_pass in which it was used last */
};

static void destroy(struct ga_context *ctx, struct ga_unit_handle *h)
{
   struct pipe_context *pipe = ctx->st.pipe;
   pipe->impl->make_handle_resident(pipe, h->value, 0, false);
   ctx->screen->impl->delete_handle(ctx->screen, h->value);
   pipe_sampler_view_unref(h->texture.view);
   pipe_resource_unref(h->image.resource);
   free(h);
}

/* Destroys those that the last pass did not use; 0: all. */
static void sweep(struct ga_context *ctx, unsigned pass)
{
   for (struct ga_unit_handle **at = &ctx->unit_handles; *at;) {
      struct ga_unit_handle *h = *at;
      if (pass && h->pass == pass) {
         at = &h->next;
         continue;
      }
      *at = h->next;
      destroy(ctx, h);
   }
}

void ga_unit_handles_finish(struct ga_context *ctx)
{
   sweep(ctx, 0);
}

static bool same(const struct ga_unit_handle *h, const struct ga_unit_handle *want)
{
   return h->is_image == want->is_image && h->texture.view == want->texture.view &&
          !memcmp(&h->texture.sampler, &want->texture.sampler, sizeof(h->texture.sampler)) &&
          !memcmp(&h->image, &want->image, sizeof(h->image));
}

/* The handle of what a unit shows. 0: out of memory. */
static uint64_t handle_of(struct ga_context *ctx, const struct ga_unit_handle *want)
{
   struct pipe_context *pipe = ctx->st.pipe;
   for (struct ga_unit_handle *h = ctx->unit_handles; h; h = h->next) {
      if (!same(h, want))
         continue;
      h->pass = ctx->texture_pass;
      return h->value;
   }
   struct ga_unit_handle *h = malloc(sizeof(*h));
   if (!h)
      return 0;
   *h = *want;
   h->pass = ctx->texture_pass;
   h->value = h->is_image ? pipe->impl->create_image_handle(pipe, &h->image) : create_texture_handle(ctx, &h->texture);
   if (!h->value || !pipe->impl->make_handle_resident(pipe, h->value, h->image.access, true)) {
      if (h->value)
         ctx->screen->impl->delete_handle(ctx->screen, h->value);
      free(h);
      return 0;
   }
   pipe_sampler_view_ref(h->texture.view);
   pipe_resource_ref(h->image.resource);
   h->next = ctx->unit_handles;
   ctx->unit_handles = h;
   return h->value;
}

/* Replaces a reference to a unit by a handle. */
static enum ga_slot_result replace(struct ga_context *ctx, const struct glsl_resource *r, uint64_t *value)
{
   struct ga_unit_handle want;
   enum ga_slot_result result;
   const unsigned unit = (uint32_t)*value;
   memset(&want, 0, sizeof(want)); /* compared with memcmp */
   want.is_image = r->base == GLSL_IMAGE;
   if (want.is_image) {
      result = unit < GA_MAX_IMAGE_UNITS ? ga_image_update_slot(ctx, &ctx->image_unit[unit], r->type, &want.image) : GA_SLOT_OK;
   } else {
      const struct ga_sampler_use use = ga_sampler_use_of(r->type, unit);
      result = ga_texture_update_slot(ctx, &use, &want.texture);
   }
   if (result != GA_SLOT_OK)
      return result;
   *value = handle_of(ctx, &want);
   return *value ? GA_SLOT_OK : GA_SLOT_OUT_OF_MEMORY;
}

static enum ga_slot_result replace_units(struct ga_context *ctx, const struct glsl_linked *l, unsigned stage, uint8_t *block)
{
   for (uint32_t i = 0; i < l->uniform_count; i++) {
      const struct glsl_resource *r = &l->uniforms[i];
      for (uint32_t e = 0; glsl_is_handle(r, stage) && e < r->array_size; e++) {
         uint64_t value;
         uint8_t *at = block + r->offset_B[stage] + e * GA_HANDLE_STEP_B;
         memcpy(&value, at, sizeof(value));
         if (value >> 32 != GA_HANDLE_OF_UNIT)
            continue;
         const enum ga_slot_result result = replace(ctx, r, &value);
         if (result != GA_SLOT_OK)
            return result;
         memcpy(at, &value, sizeof(value));
      }
   }
   return GA_SLOT_OK;
}

bool ga_derive_unit_handles(struct ga_context *ctx, const char *operation)
{
   enum ga_slot_result result = GA_SLOT_OK;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES && result == GA_SLOT_OK; stage++) {
      const struct ga_exec *exec = ctx->stage_exec[stage];
      if (!exec || !exec->has_handles[stage])
         continue;
      uint8_t *block = ga_program_copy_block(ctx, stage);
      result = block ? replace_units(ctx, exec->linked, stage, block) : GA_SLOT_OUT_OF_MEMORY;
   }
   if (result == GA_SLOT_OK)
      sweep(ctx, ctx->texture_pass);
   return ga_check_slots(ctx, result, operation);
}
