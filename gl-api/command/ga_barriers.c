/* ga_barriers.c: barriers between commands whose shaders write memory, or read what earlier draws have written to the framebuffer, and
 * later commands. */
#include "ga_entry.h"
#include "gl-api/context/ga_context.h"

/* Draws after it blend with the results of draws before it (KHR_blend_equation_advanced, 4.1.7.2). */
void ga_BlendBarrier(struct ga_context *ctx)
{
   ctx->st.pipe->impl->texture_barrier(ctx->st.pipe);
}

/* Draws after it read the results of draws before it (EXT_shader_framebuffer_fetch_non_coherent, 9.10). */
void ga_FramebufferFetchBarrierEXT(struct ga_context *ctx)
{
   ctx->st.pipe->impl->texture_barrier(ctx->st.pipe);
}

/* Later draws sample what earlier ones rendered, also where a texture is both sampled and attached (GL 4.6, 9.3.1). */
void ga_TextureBarrier(struct ga_context *ctx)
{
   ctx->st.pipe->impl->texture_barrier(ctx->st.pipe);
}

/* The bits of glMemoryBarrier and the accesses that wait for writes of shaders (ES 3.1, 7.11.2; OpenGL 4.6, 7.13.2).
 * by_region: a bit of glMemoryBarrierByRegion. */
static const struct barrier { GLbitfield bit; uint32_t pipe; bool by_region; enum ga_feature feature; } barriers[] = {
   {GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT, PIPE_BARRIER_VERTEX_BUFFER, false, GA_FEATURE_memory_barrier},
   {GL_ELEMENT_ARRAY_BARRIER_BIT, PIPE_BARRIER_INDEX_BUFFER, false, GA_FEATURE_memory_barrier},
   {GL_UNIFORM_BARRIER_BIT, PIPE_BARRIER_CONSTANT_BUFFER, true, GA_FEATURE_memory_barrier},
   {GL_TEXTURE_FETCH_BARRIER_BIT, PIPE_BARRIER_TEXTURE, true, GA_FEATURE_memory_barrier},
   {GL_SHADER_IMAGE_ACCESS_BARRIER_BIT, PIPE_BARRIER_IMAGE, true, GA_FEATURE_memory_barrier},
   {GL_COMMAND_BARRIER_BIT, PIPE_BARRIER_INDIRECT_BUFFER, false, GA_FEATURE_memory_barrier},
   {GL_PIXEL_BUFFER_BARRIER_BIT, PIPE_BARRIER_UPDATE, false, GA_FEATURE_memory_barrier},
   {GL_TEXTURE_UPDATE_BARRIER_BIT, PIPE_BARRIER_UPDATE, false, GA_FEATURE_memory_barrier},
   {GL_BUFFER_UPDATE_BARRIER_BIT, PIPE_BARRIER_UPDATE, false, GA_FEATURE_memory_barrier},
   {GL_FRAMEBUFFER_BARRIER_BIT, PIPE_BARRIER_FRAMEBUFFER, true, GA_FEATURE_memory_barrier},
   {GL_TRANSFORM_FEEDBACK_BARRIER_BIT, PIPE_BARRIER_STREAM_OUTPUT, false, GA_FEATURE_memory_barrier},
   {GL_ATOMIC_COUNTER_BARRIER_BIT, PIPE_BARRIER_SHADER_BUFFER, true, GA_FEATURE_memory_barrier},
   {GL_SHADER_STORAGE_BARRIER_BIT, PIPE_BARRIER_SHADER_BUFFER, true, GA_FEATURE_shader_storage_buffer},
   {GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT, PIPE_BARRIER_MAPPED_BUFFER, false, GA_FEATURE_buffer_storage},
   {GL_QUERY_BUFFER_BARRIER_BIT, PIPE_BARRIER_QUERY_BUFFER, false, GA_FEATURE_query_buffer},
};

static void barrier(struct ga_context *ctx, GLbitfield bits, bool by_region, const char *command)
{
   GLbitfield legal = 0;
   uint32_t pipe = 0;
   for (unsigned i = 0; i < sizeof(barriers) / sizeof(barriers[0]); i++) {
      if ((by_region && !barriers[i].by_region) || !ga_has(ctx, barriers[i].feature))
         continue;
      legal |= barriers[i].bit;
      pipe |= bits & barriers[i].bit ? barriers[i].pipe : 0;
   }
   if (bits != GL_ALL_BARRIER_BITS && bits & ~legal)
      ga_error(ctx, GL_INVALID_VALUE, "%s: bits 0x%x are not barriers of this command", command, bits & ~legal);
   else if (pipe)
      ctx->st.pipe->impl->memory_barrier(ctx->st.pipe, pipe);
}

void ga_MemoryBarrier(struct ga_context *ctx, GLbitfield bits)
{
   barrier(ctx, bits, false, "glMemoryBarrier");
}

/* Fragments of a region see each other's writes; the barrier orders all of them. */
void ga_MemoryBarrierByRegion(struct ga_context *ctx, GLbitfield bits)
{
   barrier(ctx, bits, true, "glMemoryBarrierByRegion");
}
