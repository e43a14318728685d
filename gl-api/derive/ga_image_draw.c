/* ga_image_draw.c: the image units of the programs' image uniforms -> st.image[][] (ES 3.1, 8.22; OpenGL 4.6, 8.26). The image of a
 * unit is valid if its texture is complete, has the level and layer, and texels of the size that the unit's format has. Loads from
 * one that is not return zeros, stores have no effect: its slot is empty. */
#include <string.h>

#include "gl-api/derive/ga_derive.h"
#include "gl-api/derive/ga_texture_draw.h"
#include "gl-api/object/ga_image_unit.h"
#include "gl-api/program/ga_program.h"
#include "state/pipe_format_desc.h"

static uint8_t access_of(GLenum access)
{
   return access == GL_READ_ONLY ? PIPE_IMAGE_ACCESS_READ : access == GL_WRITE_ONLY ? PIPE_IMAGE_ACCESS_WRITE
                                                                                  : PIPE_IMAGE_ACCESS_READ | PIPE_IMAGE_ACCESS_WRITE;
}

/* The texture's format is one of image units, with texels of the size that the unit's format has. */
static bool compatible(struct ga_context *ctx, const struct ga_image_unit *unit, unsigned level)
{
   const struct ga_image_format *f = ga_image_format_of(ctx, unit->texture, level);
   return f && pipe_format_block_size_B(f->pipe) == pipe_format_block_size_B(unit->format->pipe);
}

/* The image that the unit shows of a texture. False: it shows none. */
static bool image_view(struct ga_context *ctx, const struct ga_image_unit *unit, const struct ga_texture_view *view, struct pipe_image_view *out)
{
   const struct pipe_sampler_view *v = view->view;
   const bool is_base = unit->level == (GLint)view->base;
   if (!v || (!is_base && !view->mipmaps) || !compatible(ctx, unit, view->base))
      return false;
   *out = (struct pipe_image_view){.resource = v->resource, .format = unit->format->pipe, .access = access_of(unit->access)};
   if (v->t.target == PIPE_BUFFER) {
      out->buffer_offset_B = v->t.buffer_offset_B;
      out->buffer_size_B = v->t.buffer_size_B;
      return unit->level == 0;
   }
   if (unit->level < (GLint)view->base || unit->level - (GLint)view->base > v->t.last_level - v->t.first_level)
      return false;
   out->level = (uint8_t)(v->t.first_level + unit->level - (GLint)view->base);
   const uint32_t depth = v->resource->t.depth >> out->level;
   const unsigned layers = v->t.target == PIPE_TEXTURE_3D ? (depth ? depth : 1) : (unsigned)(v->t.last_layer - v->t.first_layer) + 1;
   const bool has_layers = v->t.target != PIPE_TEXTURE_1D && v->t.target != PIPE_TEXTURE_2D && v->t.target != PIPE_TEXTURE_RECT;
   const bool one = has_layers && !unit->layered;
   if (one && (unsigned)unit->layer >= layers)
      return false;
   out->first_layer = (uint16_t)(v->t.first_layer + (one ? (unsigned)unit->layer : 0));
   out->last_layer = (uint16_t)(one ? out->first_layer : v->t.first_layer + layers - 1);
   return true;
}

/* is_buffer, is_ms: the shader's image is that of a buffer texture, whose descriptor is of another kind, or of a multisampled texture.
 * False: out of memory. */
static bool update_slot(struct ga_context *ctx, struct ga_image_unit *unit, bool is_buffer, bool is_ms, struct pipe_image_view *slot)
{
   const unsigned index = (unsigned)(unit - ctx->image_unit);
   *slot = (struct pipe_image_view){0};
   ctx->image_units_used[index / 64] |= UINT64_C(1) << index % 64;
   if (!unit->texture)
      return true;
   unit->seqno = atomic_load(&unit->texture->seqno);
   const struct ga_texture_view *view = ga_texture_current_view(ctx, unit->texture, false);
   if (!view)
      return false;
   unit->buffer_seqno = view->buffer_seqno;
   if (is_buffer != !unit->texture->traits->faces || is_ms != unit->texture->traits->multisample || !image_view(ctx, unit, view, slot))
      *slot = (struct pipe_image_view){0};
   return true;
}

enum ga_slot_result ga_image_update_slot(struct ga_context *ctx, struct ga_image_unit *unit, GLenum type, struct pipe_image_view *slot)
{
   return update_slot(ctx, unit, ga_is_image_buffer(type), ga_is_image_ms(type), slot) ? GA_SLOT_OK : GA_SLOT_OUT_OF_MEMORY;
}

enum ga_slot_result ga_image_of_unit(struct ga_context *ctx, const struct ga_image_unit *unit, struct pipe_image_view *slot)
{
   const struct ga_texture_view *view = ga_texture_current_view(ctx, unit->texture, false);
   if (!view)
      return GA_SLOT_OUT_OF_MEMORY;
   if (!view->view)
      return GA_SLOT_INCOMPLETE;
   if (!image_view(ctx, unit, view, slot))
      *slot = (struct pipe_image_view){0};
   return GA_SLOT_OK;
}

bool ga_derive_images(struct ga_context *ctx, const char *operation)
{
   memset(ctx->image_units_used, 0, sizeof(ctx->image_units_used));
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      const struct ga_exec *exec = ctx->stage_exec[stage];
      const unsigned count = exec ? exec->linked->image_count[stage] : 0;
      for (unsigned i = 0; i < count; i++)
         if (!update_slot(ctx, &ctx->image_unit[exec->image_unit[stage][i]], exec->image_is_buffer[stage] >> i & 1,
                          exec->image_is_ms[stage] >> i & 1,
                          &ctx->st.image[stage][i])) {
            ga_oom(ctx, operation);
            return false;
         }
      if (count || ctx->st.image_count[stage])
         ctx->st.dirty |= ST_DIRTY_IMAGES;
      ctx->st.image_count[stage] = (uint8_t)count;
   }
   return true;
}

bool ga_images_changed(struct ga_context *ctx)
{
   for (unsigned word = 0; word < GA_MAX_IMAGE_UNITS / 64; word++) {
      for (uint64_t mask = ctx->image_units_used[word]; mask; mask &= mask - 1) {
         const struct ga_image_unit *unit = &ctx->image_unit[word * 64 + (unsigned)__builtin_ctzll(mask)];
         if (unit->texture && (atomic_load(&unit->texture->seqno) != unit->seqno ||
                               ga_texture_buffer_seqno(ctx, unit->texture) != unit->buffer_seqno))
            return true;
      }
   }
   return false;
}
