/* ga_enable.c: glEnable, glDisable, glIsEnabled. One row per capability. */
#include "gl-api/context/ga_debug.h"

/* The flag of a capability, and the bits (enum ga_dirty) to set when it changes. NULL: the context has no such capability. */
static bool *capability(struct ga_context *ctx, GLenum cap, uint32_t *dirty)
{
   switch (cap) {
   case GL_BLEND: *dirty = GA_DIRTY_BLEND; return &ctx->blend.enabled;
   case GL_CULL_FACE: *dirty = GA_DIRTY_RASTER; return &ctx->cap_cull;
   case GL_DEPTH_TEST: *dirty = GA_DIRTY_DEPTH_STENCIL; return &ctx->cap_depth;
   case GL_DITHER: *dirty = GA_DIRTY_BLEND; return &ctx->cap_dither;
   case GL_POLYGON_OFFSET_FILL: *dirty = GA_DIRTY_RASTER; return &ctx->cap_offset_fill;
   case GL_SAMPLE_ALPHA_TO_COVERAGE: *dirty = GA_DIRTY_BLEND; return &ctx->cap_sample_alpha;
   case GL_SAMPLE_COVERAGE: *dirty = 0; return &ctx->cap_sample_coverage;
   case GL_SCISSOR_TEST: *dirty = GA_DIRTY_SCISSOR; return &ctx->cap_scissor;
   case GL_STENCIL_TEST: *dirty = GA_DIRTY_DEPTH_STENCIL; return &ctx->cap_stencil;
   default: return NULL;
   }
}

static void set(struct ga_context *ctx, GLenum cap, bool value, const char *command)
{
   uint32_t dirty;
   bool *flag = capability(ctx, cap, &dirty);
   if (flag) {
      if (*flag == value)
         return;
      *flag = value;
      ctx->dirty |= dirty;
   } else if (cap == GL_DEBUG_OUTPUT && ctx->has[GA_KHR_debug]) {
      ga_debug_set_output(ctx->debug, value);
   } else if (cap == GL_DEBUG_OUTPUT_SYNCHRONOUS && ctx->has[GA_KHR_debug]) {
      ga_debug_set_synchronous(ctx->debug, value);
   } else {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s", command, ga_enum_name(cap));
   }
}

void ga_Enable(struct ga_context *ctx, GLenum cap)
{
   set(ctx, cap, true, "glEnable");
}

void ga_Disable(struct ga_context *ctx, GLenum cap)
{
   set(ctx, cap, false, "glDisable");
}

GLboolean ga_IsEnabled(struct ga_context *ctx, GLenum cap)
{
   uint32_t dirty;
   bool *flag = capability(ctx, cap, &dirty);
   if (flag)
      return *flag;
   if (cap == GL_DEBUG_OUTPUT && ctx->has[GA_KHR_debug])
      return ga_debug_output(ctx->debug);
   if (cap == GL_DEBUG_OUTPUT_SYNCHRONOUS && ctx->has[GA_KHR_debug])
      return ga_debug_synchronous(ctx->debug);
   ga_error(ctx, GL_INVALID_ENUM, "glIsEnabled: %s", ga_enum_name(cap));
   return GL_FALSE;
}
