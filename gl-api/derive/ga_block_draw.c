/* ga_block_draw.c: the buffers of uniform blocks, storage blocks and atomic counters of the programs -> st.uniform_buffer[][] and
 * st.shader_buffer[][] (ES 3.1, 7.6.2; OpenGL 4.6, 7.7, 7.8). A block reads the indexed binding that glUniformBlockBinding or
 * glShaderStorageBlockBinding gave it. Without a buffer, and beyond the end of its range, it reads zeros. */
#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/program/ga_program.h"

enum block_kind { UNIFORM_BLOCKS, STORAGE_BLOCKS, COUNTER_BUFFERS, BLOCK_KINDS };

/* The blocks of a kind in an executable. */
struct blocks {
   const struct glsl_block *block;
   uint32_t count;
   const uint8_t *binding;          /* by block; NULL: the one in the block */
};

static struct blocks blocks_of(const struct ga_exec *exec, enum block_kind kind)
{
   const struct glsl_linked *l = exec->linked;
   switch (kind) {
   case UNIFORM_BLOCKS: return (struct blocks){l->uniform_blocks, l->uniform_block_count, exec->block_binding};
   case STORAGE_BLOCKS: return (struct blocks){l->storage_blocks, l->storage_block_count, exec->storage_binding};
   default: return (struct blocks){l->counter_buffers, l->counter_buffer_count, NULL};
   }
}

static unsigned binding_of(const struct blocks *b, uint32_t i)
{
   return b->binding ? b->binding[i] : b->block[i].binding;
}

/* The indexed bindings of a kind, and the seqno of each one's buffer when it was derived. */
static const struct ga_buffer_range *ranges_of(const struct ga_context *ctx, enum block_kind kind)
{
   return kind == UNIFORM_BLOCKS ? ctx->uniform_ranges : kind == STORAGE_BLOCKS ? ctx->storage_ranges : ctx->counter_ranges;
}

static unsigned *seqnos_of(struct ga_context *ctx, enum block_kind kind)
{
   return kind == UNIFORM_BLOCKS ? ctx->uniform_seqno : kind == STORAGE_BLOCKS ? ctx->storage_seqno : ctx->counter_seqno;
}

static uint32_t least(uint64_t a, uint64_t b)
{
   const uint64_t value = a < b ? a : b;
   return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

/* The bytes of a range that its buffer has at the moment. */
static struct pipe_shader_buffer bytes_of(const struct ga_buffer_range *range, const struct ga_buffer_state *state)
{
   if (!state->resource || range->offset_B >= state->size_B)
      return (struct pipe_shader_buffer){0};
   const uint64_t rest_B = state->size_B - range->offset_B;
   return (struct pipe_shader_buffer){.buffer = state->resource, .offset_B = (uint32_t)range->offset_B,
                                      .size_B = least(rest_B, range->size_B ? range->size_B : rest_B)};
}

/* A slot of a stage gets a buffer. */
static void bind_slot(struct ga_context *ctx, enum block_kind kind, unsigned stage, unsigned slot,
                      const struct pipe_shader_buffer *bytes)
{
   struct pipe_resource *res = pipe_resource_ref(bytes->buffer);
   if (kind == UNIFORM_BLOCKS) {
      ctx->st.uniform_buffer[stage][slot] =
         (struct pipe_constant_buffer){.buffer = bytes->buffer, .offset_B = bytes->offset_B, .size_B = bytes->size_B};
      ga_replace_resource(&ctx->uniform_resource[stage][slot], res);
   } else {
      ctx->st.shader_buffer[stage][slot] = *bytes;
      ga_replace_resource(&ctx->storage_resource[stage][slot], res);
   }
}

/* Gives a block's slots in these stages the buffer of its binding. False: the buffer is mapped. */
static bool bind_block(struct ga_context *ctx, enum block_kind kind, const struct glsl_block *block, unsigned binding,
                       unsigned stages, uint32_t used[PIPE_SHADER_TYPES])
{
   const struct ga_buffer_range *range = &ranges_of(ctx, kind)[binding];
   struct ga_buffer_state state = {0};
   if (range->buffer)
      state = ga_buffer_state(ctx, range->buffer);
   seqnos_of(ctx, kind)[binding] = state.seqno;
   const struct pipe_shader_buffer bytes = bytes_of(range, &state);
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      const uint8_t slot = block->slot[stage];
      if (slot == GLSL_NO_SLOT || !(stages & 1u << stage))
         continue;
      used[stage] |= 1u << slot;
      bind_slot(ctx, kind, stage, slot, &bytes);
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

/* Binds all blocks of a kind. Returns a buffer among them that is mapped, or NULL. */
static const struct ga_buffer *bind_blocks(struct ga_context *ctx, enum block_kind kind, uint32_t used[PIPE_SHADER_TYPES])
{
   const struct ga_buffer *mapped = NULL;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      const unsigned stages = stages_of(ctx, stage);
      const struct blocks b = stages ? blocks_of(ctx->stage_exec[stage], kind) : (struct blocks){0};
      for (uint32_t i = 0; i < b.count; i++)
         if (b.block[i].stages & stages && !bind_block(ctx, kind, &b.block[i], binding_of(&b, i), stages, used))
            mapped = ranges_of(ctx, kind)[binding_of(&b, i)].buffer;
   }
   return mapped;
}

/* Releases the buffers of slots that are no longer used. */
static void set_used(struct pipe_resource **resource, uint32_t *used_before, uint32_t used)
{
   for (uint32_t gone = *used_before & ~used; gone; gone &= gone - 1)
      ga_replace_resource(&resource[__builtin_ctz(gone)], NULL);
   *used_before = used;
}

static bool check_mapped(struct ga_context *ctx, const struct ga_buffer *mapped, const char *operation)
{
   if (!mapped)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: buffer %u is mapped", operation, mapped->name);
   return false;
}

bool ga_derive_uniform_buffers(struct ga_context *ctx, const char *operation)
{
   uint32_t used[PIPE_SHADER_TYPES] = {0};
   const struct ga_buffer *mapped = bind_blocks(ctx, UNIFORM_BLOCKS, used);
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      set_used(ctx->uniform_resource[stage], &ctx->st.uniform_buffers_used[stage], used[stage]);
   ctx->st.dirty |= ST_DIRTY_UBO;
   return check_mapped(ctx, mapped, operation);
}

bool ga_derive_storage_buffers(struct ga_context *ctx, const char *operation)
{
   uint32_t used[PIPE_SHADER_TYPES] = {0};
   const struct ga_buffer *blocks = bind_blocks(ctx, STORAGE_BLOCKS, used), *counters = bind_blocks(ctx, COUNTER_BUFFERS, used);
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      set_used(ctx->storage_resource[stage], &ctx->st.shader_buffers_used[stage], used[stage]);
   ctx->st.dirty |= ST_DIRTY_SHADER_BUFFERS;
   return check_mapped(ctx, blocks ? blocks : counters, operation);
}

/* The buffer of a block has another storage or mapping than when it was derived. */
static bool kind_changed(struct ga_context *ctx, enum block_kind kind)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      const unsigned stages = stages_of(ctx, stage);
      const struct blocks b = stages ? blocks_of(ctx->stage_exec[stage], kind) : (struct blocks){0};
      for (uint32_t i = 0; i < b.count; i++) {
         const unsigned binding = binding_of(&b, i);
         const struct ga_buffer *buf = ranges_of(ctx, kind)[binding].buffer;
         if (buf && b.block[i].stages & stages &&
             atomic_load_explicit(&buf->seqno, memory_order_acquire) != seqnos_of(ctx, kind)[binding])
            return true;
      }
   }
   return false;
}

uint32_t ga_block_buffers_changed(struct ga_context *ctx)
{
   return (kind_changed(ctx, UNIFORM_BLOCKS) ? GA_DIRTY_UNIFORM_BUFFERS : 0) |
          (kind_changed(ctx, STORAGE_BLOCKS) || kind_changed(ctx, COUNTER_BUFFERS) ? GA_DIRTY_STORAGE_BUFFERS : 0);
}

void ga_block_buffers_finish(struct ga_context *ctx)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      for (unsigned slot = 0; slot < PIPE_MAX_CONST_BUFFERS; slot++)
         ga_replace_resource(&ctx->uniform_resource[stage][slot], NULL);
      for (unsigned slot = 0; slot < PIPE_MAX_SHADER_BUFFERS; slot++)
         ga_replace_resource(&ctx->storage_resource[stage][slot], NULL);
   }
}
