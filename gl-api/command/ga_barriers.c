/* ga_barriers.c: boundaries between draws that read what earlier draws have written to the framebuffer. */
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
