/* ga_derive.c: brings ctx->st up to date before a draw, a dispatch or a clear: walks the rows of ga_derive.def whose bits are dirty. A draw
 * with no bit set, no changed object of the share group and no resized window costs three comparisons. */
#include "gl-api/derive/ga_derive.h"

#include "gl-api/derive/ga_texture_draw.h"
#include "gl-api/context/ga_legacy_hooks.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/program/ga_program.h"

enum when { CLEAR = 1, DRAW = 2, SHADER = 4 };
enum {
#define ROW_INDEX(name, bits, when, unused) ROW_##name,
   GA_DERIVE_ROWS(ROW_INDEX, )
#undef ROW_INDEX
   ROWS
};

static bool (*const row_function[ROWS])(struct ga_context *ctx, const char *operation) = {
#define ROW_FUNCTION(name, bits, when, unused) ga_derive_##name,
   GA_DERIVE_ROWS(ROW_FUNCTION, )
#undef ROW_FUNCTION
};

/* By dirty bit: its rows. */
#define ROW_OF_BIT(name, bits, when, bit) | ((uint32_t)(bits) >> (bit) & 1) << ROW_##name
#define ROWS_OF_BIT(bit) 0u GA_DERIVE_ROWS(ROW_OF_BIT, bit)
static const uint32_t rows_of_bit[] = {
   ROWS_OF_BIT(0), ROWS_OF_BIT(1), ROWS_OF_BIT(2), ROWS_OF_BIT(3), ROWS_OF_BIT(4), ROWS_OF_BIT(5), ROWS_OF_BIT(6), ROWS_OF_BIT(7),
   ROWS_OF_BIT(8), ROWS_OF_BIT(9), ROWS_OF_BIT(10), ROWS_OF_BIT(11), ROWS_OF_BIT(12), ROWS_OF_BIT(13), ROWS_OF_BIT(14),
   ROWS_OF_BIT(15), ROWS_OF_BIT(16), ROWS_OF_BIT(17), ROWS_OF_BIT(18), ROWS_OF_BIT(19), ROWS_OF_BIT(20), ROWS_OF_BIT(21), ROWS_OF_BIT(22),
   ROWS_OF_BIT(23),
};
_Static_assert(sizeof(rows_of_bit) / sizeof(rows_of_bit[0]) == GA_DIRTY_BITS, "a bit of enum ga_dirty is not in rows_of_bit");

/* The rows of a kind, and the bits of the rows of other kinds. */
#define ROW_OF_KIND(name, bits, when, kinds) | (uint32_t)(((when) & (kinds)) != 0) << ROW_##name
#define ROWS_OF_KINDS(kinds) (0u GA_DERIVE_ROWS(ROW_OF_KIND, kinds))
#define BITS_OF_OTHERS(name, bits, when, kinds) | (uint32_t)((when) & (kinds) ? 0 : (bits))
#define BITS_LEFT_OUT(kinds) (0u GA_DERIVE_ROWS(BITS_OF_OTHERS, kinds))

/* Every bit has a row. */
_Static_assert(BITS_LEFT_OUT(0) == GA_DIRTY_ALL, "a bit of enum ga_dirty has no row in ga_derive.def");

/* Rows of the compatibility profile. */
bool ga_derive_fixed_textures(struct ga_context *ctx, const char *operation)
{
   if (ctx->hooks)
      ctx->hooks->derive_textures(ctx);
   return true;
}

bool ga_derive_fixed_function(struct ga_context *ctx, const char *operation)
{
   return !ctx->hooks || ctx->hooks->derive_programs(ctx, operation);
}

bool ga_derive_legacy_matrices(struct ga_context *ctx, const char *operation)
{
   return !ctx->hooks || ctx->hooks->derive_matrices(ctx);
}

bool ga_derive_legacy_constants(struct ga_context *ctx, const char *operation)
{
   return !ctx->hooks || ctx->hooks->derive_constants(ctx);
}

bool ga_derive_program_parameters(struct ga_context *ctx, const char *operation)
{
   return !ctx->hooks || ctx->hooks->derive_parameters(ctx, operation);
}

/* Takes the share group's counter. False: only buffers were mapped and unmapped meanwhile, and none is mapped now or was at the draw
 * before. */
static bool has_changed(struct ga_context *ctx, uint64_t seqno)
{
   const bool other = (uint32_t)seqno != (uint32_t)ctx->share_seqno, blocked_before = ctx->share_blocked;
   ctx->share_seqno = seqno;
   ctx->share_blocked = atomic_load_explicit(&ctx->share->blocked, memory_order_relaxed) > 0;
   return other || blocked_before || ctx->share_blocked;
}

/* Sets bits for changes of objects of the share group, or a resize of the window, since the last draw. */
static void collect_changes(struct ga_context *ctx)
{
   const uint64_t seqno = atomic_load_explicit(&ctx->share->seqno, memory_order_acquire);
   if (seqno != ctx->share_seqno && has_changed(ctx, seqno)) {
      if (ga_vertex_buffers_changed(ctx))
         ctx->dirty |= GA_DIRTY_VERTEX_ARRAYS;
      ctx->dirty |= ga_block_buffers_changed(ctx);
      if (ga_textures_changed(ctx) || ga_images_changed(ctx))
         ctx->dirty |= GA_DIRTY_TEXTURES;
      if (ga_fbo_attachments_changed(ctx->draw_fbo))
         ctx->dirty |= GA_DIRTY_FRAMEBUFFER;
      if (ctx->hooks)
         ctx->dirty |= ctx->hooks->programs_changed(ctx);
   }
   if (ctx->draw && ctx->draw->seqno != ctx->draw_seqno) {
      ctx->draw_seqno = ctx->draw->seqno;
      ga_fbo_window_resized(ctx);
   }
}

/* One derivation: the kinds of rows that it runs, and the bits of rows that it leaves out. */
struct walk { uint32_t rows, left_out; };
#define WALK(kinds) (struct walk){ROWS_OF_KINDS(kinds), BITS_LEFT_OUT(kinds)}

static uint32_t rows_of(uint32_t dirty)
{
   uint32_t rows = 0;
   for (; dirty; dirty &= dirty - 1)
      rows |= rows_of_bit[__builtin_ctz(dirty)];
   return rows;
}

/* The bits that have a row among these. */
static uint32_t bits_of(uint32_t dirty, uint32_t rows)
{
   uint32_t bits = 0;
   for (; dirty; dirty &= dirty - 1)
      bits |= rows_of_bit[__builtin_ctz(dirty)] & rows ? dirty & -dirty : 0;
   return bits;
}

/* One pass from top to bottom over the rows that have dirty bits. Bits that a row sets reach the rows below it; those of rows above
 * it remain in ctx->dirty. *seen: all bits of the pass. False: a row failed. */
static bool pass(struct ga_context *ctx, const char *operation, struct walk walk, uint32_t *seen)
{
   uint32_t pending = rows_of(ctx->dirty) & walk.rows;
   *seen = ctx->dirty;
   ctx->dirty = 0;
   while (pending) {
      const unsigned r = (unsigned)__builtin_ctz(pending);
      const uint32_t below = ~0u << r << 1;
      if (!row_function[r](ctx, operation))
         return false;
      pending &= pending - 1;
      if (ctx->dirty) {
         *seen |= ctx->dirty;
         pending |= rows_of(ctx->dirty) & walk.rows & below;
         ctx->dirty = bits_of(ctx->dirty, ~below);
      }
   }
   return true;
}

/* Bits of rows that the walk leaves out stay dirty. False: a row failed, and all bits are dirty as before. */
static bool derive(struct ga_context *ctx, const char *operation, struct walk walk)
{
   uint32_t left = 0;
   while (ctx->dirty) {
      uint32_t seen;
      const bool ok = pass(ctx, operation, walk, &seen);
      if (seen & GA_DIRTY_DRAW_CHECKS)
         ctx->draw_modes = 0;
      if (!ok) {
         ctx->dirty |= seen | left;
         return false;
      }
      left |= seen & walk.left_out;
   }
   ctx->dirty = left;
   return true;
}

bool ga_update_framebuffer(struct ga_context *ctx, const char *operation)
{
   collect_changes(ctx);
   return !ctx->dirty || derive(ctx, operation, WALK(CLEAR));
}

/* EXT_blend_func_extended: the second source takes the place of the second colour buffer. */
static bool check_src1(struct ga_context *ctx, const char *operation)
{
   if (!ctx->too_many_for_src1)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: blending with a second source takes one color buffer only", operation);
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
      ga_error(ctx, GL_INVALID_OPERATION, "%s: an advanced blend equation takes one color buffer only", operation);
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
   return !ctx->dirty || derive(ctx, operation, WALK(SHADER));
}

bool ga_update_draw(struct ga_context *ctx, const char *operation)
{
   collect_changes(ctx);
   if (ctx->dirty && !derive(ctx, operation, WALK(CLEAR | DRAW | SHADER)))
      return false;
   return ctx->draw_modes || (check_src1(ctx, operation) && check_equation(ctx, operation));
}
