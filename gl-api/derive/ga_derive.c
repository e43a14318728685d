/* ga_derive.c: brings ctx->st up to date before a draw, a dispatch or a clear: walks the rows of ga_derive.def whose bits are dirty. A draw
 * with no bit set, no changed object of the share group and no resized window costs three comparisons. */
#include "gl-api/derive/ga_derive.h"

#include "gl-api/derive/ga_texture_draw.h"
#include "gl-api/context/ga_legacy_hooks.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/program/ga_program.h"

/* Every bit has a row. */
#define GA_DERIVE(name, bits, when) | (bits)
_Static_assert((0
#include "gl-api/derive/ga_derive.def"
                ) == GA_DIRTY_ALL, "a bit of enum ga_dirty has no row in ga_derive.def");
#undef GA_DERIVE

/* Rows of the compatibility profile. */
bool ga_derive_fixed_function(struct ga_context *ctx, const char *operation)
{
   return !ctx->hooks || ctx->hooks->derive_programs(ctx, operation);
}

bool ga_derive_legacy_constants(struct ga_context *ctx, const char *operation)
{
   return !ctx->hooks || ctx->hooks->derive_constants(ctx);
}

/* Sets bits for what other contexts of the share group, or a resize of the window, changed since the last draw. */
static void collect_changes(struct ga_context *ctx)
{
   unsigned seqno = atomic_load_explicit(&ctx->share->seqno, memory_order_acquire);
   if (seqno != ctx->share_seqno) {
      ctx->share_seqno = seqno;
      if (ga_vertex_buffers_changed(ctx))
         ctx->dirty |= GA_DIRTY_VERTEX_ARRAYS;
      ctx->dirty |= ga_block_buffers_changed(ctx);
      if (ga_textures_changed(ctx) || ga_images_changed(ctx))
         ctx->dirty |= GA_DIRTY_TEXTURES;
      if (ga_fbo_attachments_changed(ctx->draw_fbo))
         ctx->dirty |= GA_DIRTY_FRAMEBUFFER;
   }
   if (ctx->draw && ctx->draw->stamp != ctx->draw_stamp) {
      ctx->draw_stamp = ctx->draw->stamp;
      ga_fbo_window_resized(ctx);
   }
}

enum when { CLEAR = 1, DRAW = 2, SHADER = 4 };

/* One pass over the rows. */
struct pass {
   uint32_t dirty;  /* bits that the rows below see */
   uint32_t passed; /* bits of the rows above: when a row sets one of them, another pass is needed */
   uint32_t kept;   /* dirty bits of rows that this walk leaves out */
   unsigned rows;   /* enum when: rows of the walk */
};

/* A row with dirty bits. */
static bool run_row(struct ga_context *ctx, const char *operation, struct pass *pass, uint32_t bits, enum when when,
                    bool (*derive)(struct ga_context *ctx, const char *operation))
{
   if (!(when & pass->rows)) {
      pass->kept |= pass->dirty & bits;
      return true;
   }
   if (!derive(ctx, operation))
      return false;
   pass->dirty |= ctx->dirty;
   ctx->dirty &= pass->passed;
   return true;
}

/* False: a row failed, and all bits are dirty as before. */
static bool walk(struct ga_context *ctx, const char *operation, unsigned rows, uint32_t *kept)
{
   struct pass pass = {.dirty = ctx->dirty, .kept = *kept, .rows = rows};
   ctx->dirty = 0;
#define GA_DERIVE(name, bits, when)                                                    \
   pass.passed |= bits;                                                                \
   if (pass.dirty & (bits) && !run_row(ctx, operation, &pass, bits, when, ga_derive_##name)) { \
      ctx->dirty |= pass.dirty | pass.kept;                                            \
      return false;                                                                    \
   }
#include "gl-api/derive/ga_derive.def"
#undef GA_DERIVE
   *kept = pass.kept;
   return true;
}

static bool derive(struct ga_context *ctx, const char *operation, unsigned rows)
{
   uint32_t kept = 0;
   while (ctx->dirty)
      if (!walk(ctx, operation, rows, &kept))
         return false;
   ctx->dirty = kept;
   return true;
}

bool ga_update_framebuffer(struct ga_context *ctx, const char *operation)
{
   collect_changes(ctx);
   return !ctx->dirty || derive(ctx, operation, CLEAR);
}

/* EXT_blend_func_extended: the second source takes the place of the second colour buffer. */
static bool check_src1(struct ga_context *ctx, const char *operation)
{
   if (!ctx->too_many_for_src1)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: blending with a second source has one colour buffer", operation);
   return false;
}

/* KHR_blend_equation_advanced: one colour buffer, and a fragment shader that names the equation. */
static bool check_equation(struct ga_context *ctx, const char *operation)
{
   const struct ga_exec *fragment = ctx->stage_exec[PIPE_SHADER_FRAGMENT];
   if (!ctx->advanced_equation)
      return true;
   for (unsigned i = 1; i < GA_MAX_DRAW_BUFFERS; i++) {
      if (ctx->draw_fbo->draw_buffer[i] == GL_NONE)
         continue;
      ga_error(ctx, GL_INVALID_OPERATION, "%s: an advanced blend equation has one colour buffer", operation);
      return false;
   }
   if (fragment && fragment->linked->blend_equations >> ctx->advanced_equation & 1)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: the fragment shader lacks blend_support of the blend equation", operation);
   return false;
}

bool ga_update_dispatch(struct ga_context *ctx, const char *operation)
{
   collect_changes(ctx);
   return !ctx->dirty || derive(ctx, operation, SHADER);
}

bool ga_update_draw(struct ga_context *ctx, const char *operation)
{
   collect_changes(ctx);
   if (ctx->dirty && !derive(ctx, operation, CLEAR | DRAW | SHADER))
      return false;
   return check_src1(ctx, operation) && check_equation(ctx, operation);
}
