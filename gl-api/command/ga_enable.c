/* ga_enable.c: glEnable, glDisable, glIsEnabled. One row per capability. */
#include "gl-api/context/ga_debug.h"
#include "gl-api/derive/ga_derive.h"

/* The flag of a capability and what to derive when it changes; NULL: the context has no such capability. */
static bool *capability(struct ga_context *ctx, GLenum cap, void (**derive)(struct ga_context *ctx))
{
   switch (cap) {
   case GL_BLEND: *derive = ga_derive_blend; return &ctx->blend.enabled;
   case GL_CULL_FACE: *derive = ga_derive_raster; return &ctx->cap_cull;
   case GL_DEPTH_TEST: *derive = ga_derive_dsa; return &ctx->cap_depth;
   case GL_DITHER: *derive = ga_derive_blend; return &ctx->cap_dither;
   case GL_POLYGON_OFFSET_FILL: *derive = ga_derive_raster; return &ctx->cap_offset_fill;
   case GL_SAMPLE_ALPHA_TO_COVERAGE: *derive = ga_derive_blend; return &ctx->cap_sample_alpha;
   case GL_SAMPLE_COVERAGE: *derive = NULL; return &ctx->cap_sample_coverage;
   case GL_SCISSOR_TEST: *derive = ga_derive_scissor; return &ctx->cap_scissor;
   case GL_STENCIL_TEST: *derive = ga_derive_dsa; return &ctx->cap_stencil;
   default: return NULL;
   }
}

static void set(struct ga_context *ctx, GLenum cap, bool value, const char *command)
{
   void (*derive)(struct ga_context *ctx);
   bool *flag = capability(ctx, cap, &derive);
   if (flag) {
      if (*flag == value)
         return;
      *flag = value;
      if (derive)
         derive(ctx);
      if (cap == GL_SCISSOR_TEST)
         ga_derive_raster(ctx);
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
   void (*derive)(struct ga_context *ctx);
   bool *flag = capability(ctx, cap, &derive);
   if (flag)
      return *flag;
   if (cap == GL_DEBUG_OUTPUT && ctx->has[GA_KHR_debug])
      return ga_debug_output(ctx->debug);
   if (cap == GL_DEBUG_OUTPUT_SYNCHRONOUS && ctx->has[GA_KHR_debug])
      return ga_debug_synchronous(ctx->debug);
   ga_error(ctx, GL_INVALID_ENUM, "glIsEnabled: %s", ga_enum_name(cap));
   return GL_FALSE;
}
