/* si_draw_join.c: draws of lists that go on where the draw before ended. Nothing but the first vertex differs between them, so the
 * vertices are added to the count of the packet that is in the command stream already: programs that draw many small primitives
 * (glBegin, display lists) cost the device a draw for each change of state, not for each primitive. */
#include "si_context.h"

#include "hw_regs.h"

#define MAX_JOINED (1u << 16) /* vertices */

static unsigned vertices_of(enum pipe_prim_type mode)
{
   return mode == PIPE_PRIM_POINTS ? 1 : mode == PIPE_PRIM_LINES ? 2 : mode == PIPE_PRIM_TRIANGLES ? 3 : mode == PIPE_PRIM_QUADS ? 4 : 0;
}

static bool may_join(const struct si_context *ctx, const struct pipe_draw_info *info)
{
   return info->may_join && !info->index_size_B && !info->indirect && !info->count_from_so && info->instance_count == 1 &&
          !info->start_instance && !ctx->so.mask && si_vertex_hw(&ctx->map) == SI_HW_VS && ctx->hw[SI_HW_VS].code &&
          !ctx->hw[SI_HW_VS].code->bin.vs.uses_primitive_id && !ctx->single_primitive_draw && vertices_of(info->mode);
}

/* Since the draw before nothing was emitted, and this one would emit no register but the first vertex. */
static bool only_goes_on(const struct si_context *ctx, const struct pipe_draw_info *info, bool predicate)
{
   const struct si_join *join = &ctx->join;

   for (unsigned hw = SI_HW_LS; hw <= SI_HW_PS; hw++)
      if (ctx->hw[hw].sgprs.dirty & ~(hw == SI_HW_VS ? 1u << SI_SGPR_VS_BASE_VERTEX : 0u))
         return false;
   return join->end == ctx->cs.buf.dw + ctx->cs.buf.count && join->mode == info->mode && join->first + join->count == info->start &&
          join->predicate == predicate && join->count < MAX_JOINED && info->count < MAX_JOINED &&
          ctx->last.multi_vgt == ctx->multi_vgt && ctx->last.stages_en == ctx->stages_en && !ctx->last.restart_en;
}

bool si_join_draw(struct si_context *ctx, const struct pipe_draw_info *info, bool predicate)
{
   struct si_join *join = &ctx->join;
   struct si_user_sgprs *u = &ctx->hw[SI_HW_VS].sgprs;

   if (!join->end || !may_join(ctx, info) || !only_goes_on(ctx, info, predicate))
      return false;
   u->value[SI_SGPR_VS_BASE_VERTEX] = join->first;
   u->dirty = 0;
   join->count += info->count;
   *join->count_dw = join->count;
   if (join->count % vertices_of(info->mode)) /* the last primitive is not complete */
      join->end = NULL;
   return true;
}

void si_note_draw(struct si_context *ctx, const struct pipe_draw_info *info, bool predicate)
{
   uint32_t *end = ctx->cs.buf.dw + ctx->cs.buf.count;

   ctx->join.end = NULL;
   if (!ctx->cs.buf.overflow && may_join(ctx, info) && info->count % vertices_of(info->mode) == 0)
      ctx->join = (struct si_join){.end = end, .count_dw = end - 2, .first = info->start, .count = info->count, .mode = info->mode,
                                   .predicate = predicate}; /* DRAW_INDEX_AUTO: header, count, initiator */
}
