/* ga_uniform_draw.c: the buffers of the current program's uniform blocks -> st.uniform_buffer[][] (ES 3.0, 2.12.6). A block reads
 * the indexed binding of GL_UNIFORM_BUFFER that glUniformBlockBinding gave it. Without a buffer, and beyond the end of its range,
 * it reads zeros. */
#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/program/ga_program.h"

static uint32_t least(uint64_t a, uint64_t b)
{
   const uint64_t value = a < b ? a : b;
   return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

/* The bytes of a range that its buffer has at the moment. */
static struct pipe_constant_buffer bytes_of(const struct ga_buffer_range *range, const struct ga_buffer_state *state)
{
   if (!state->resource || range->offset_B >= state->size_B)
      return (struct pipe_constant_buffer){0};
   const uint64_t rest_B = state->size_B - range->offset_B;
   return (struct pipe_constant_buffer){.buffer = state->resource, .offset_B = (uint32_t)range->offset_B,
                                        .size_B = least(rest_B, range->size_B ? range->size_B : rest_B)};
}

/* Gives a block's slots in these stages the buffer of its binding. False: the buffer is mapped. */
static bool bind_block(struct ga_context *ctx, const struct glsl_block *block, unsigned binding, unsigned stages,
                       uint32_t used[PIPE_SHADER_TYPES])
{
   const struct ga_buffer_range *range = &ctx->uniform_ranges[binding];
   struct ga_buffer_state state = {0};
   if (range->buffer)
      state = ga_buffer_state(ctx, range->buffer);
   ctx->uniform_seqno[binding] = state.seqno;
   const struct pipe_constant_buffer bytes = bytes_of(range, &state);
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      const uint8_t slot = block->slot[stage];
      if (slot == GLSL_NO_SLOT || !(stages & 1u << stage))
         continue;
      used[stage] |= 1u << slot;
      ctx->st.uniform_buffer[stage][slot] = bytes;
      ga_replace_resource(&ctx->uniform_resource[stage][slot], pipe_resource_ref(bytes.buffer));
   }
   pipe_resource_unref(state.resource);
   return !state.blocked;
}

/* The stages that draw with the executable of a stage; 0: it has none, or a stage before it has the same. */
static unsigned stages_of(const struct ga_context *ctx, unsigned stage)
{
   unsigned stages = 0;
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
      stages |= (unsigned)(ctx->stage_exec[i] && ctx->stage_exec[i] == ctx->stage_exec[stage]) << i;
   return stages & ((1u << stage) - 1) ? 0 : stages;
}

bool ga_derive_uniform_buffers(struct ga_context *ctx, const char *operation)
{
   uint32_t used[PIPE_SHADER_TYPES] = {0};
   const struct ga_buffer *mapped = NULL;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      const struct ga_exec *exec = ctx->stage_exec[stage];
      const unsigned stages = stages_of(ctx, stage);
      for (uint32_t i = 0; stages && i < exec->linked->uniform_block_count; i++) {
         const struct glsl_block *block = &exec->linked->uniform_blocks[i];
         if (block->stages & stages && !bind_block(ctx, block, exec->block_binding[i], stages, used))
            mapped = ctx->uniform_ranges[exec->block_binding[i]].buffer;
      }
   }
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      for (uint32_t gone = ctx->st.uniform_buffers_used[stage] & ~used[stage]; gone; gone &= gone - 1)
         ga_replace_resource(&ctx->uniform_resource[stage][__builtin_ctz(gone)], NULL);
      ctx->st.uniform_buffers_used[stage] = used[stage];
   }
   ctx->st.dirty |= ST_DIRTY_UBO;
   if (!mapped)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: buffer %u is mapped", operation, mapped->name);
   return false;
}

bool ga_uniform_buffers_changed(const struct ga_context *ctx)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      const struct ga_exec *exec = ctx->stage_exec[stage];
      const unsigned stages = stages_of(ctx, stage);
      for (uint32_t i = 0; stages && i < exec->linked->uniform_block_count; i++) {
         const unsigned binding = exec->block_binding[i];
         const struct ga_buffer *buf = ctx->uniform_ranges[binding].buffer;
         if (buf && exec->linked->uniform_blocks[i].stages & stages &&
             atomic_load_explicit(&buf->seqno, memory_order_acquire) != ctx->uniform_seqno[binding])
            return true;
      }
   }
   return false;
}

void ga_uniform_buffers_finish(struct ga_context *ctx)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      for (unsigned slot = 0; slot < PIPE_MAX_CONST_BUFFERS; slot++)
         ga_replace_resource(&ctx->uniform_resource[stage][slot], NULL);
}
