/* ga_conditional.c: conditional rendering (GL 3.3, 2.18; GL 4.6, 10.9): draws, clears and framebuffer blits depend on the result of a
 * query. */
#include "ga_entry.h"
#include "gl-api/object/ga_query.h"

/* Inverted modes follow the others in the same order. False: no mode of this context. */
static bool find_mode(const struct ga_context *ctx, GLenum name, enum pipe_render_cond_mode *mode, bool *inverted)
{
   *inverted = name >= GL_QUERY_WAIT_INVERTED;
   GLenum first = *inverted ? GL_QUERY_WAIT_INVERTED : GL_QUERY_WAIT;
   if (name < first || name > first + PIPE_RENDER_COND_BY_REGION_NO_WAIT)
      return false;
   *mode = (enum pipe_render_cond_mode)(name - first);
   return !*inverted || ga_has(ctx, GA_FEATURE_conditional_render_inverted);
}

/* Queries whose result can decide; the overflow queries have come with their own extension. */
static bool decides(const struct ga_query_target *target)
{
   return target->slot == GA_QUERY_SLOT_OCCLUSION || target->slot == GA_QUERY_SLOT_OVERFLOW ||
          target->slot == GA_QUERY_SLOT_STREAM_OVERFLOW;
}

void ga_BeginConditionalRender(struct ga_context *ctx, GLuint id, GLenum name)
{
   static const char command[] = "glBeginConditionalRender";
   enum pipe_render_cond_mode mode;
   bool inverted;
   struct ga_query *query = ut_names_lookup(&ctx->queries, id);
   if (!query)
      ga_error(ctx, GL_INVALID_VALUE, "%s: query %u does not exist", command, id);
   else if (!find_mode(ctx, name, &mode, &inverted))
      ga_error(ctx, GL_INVALID_ENUM, "%s: mode %s is not accepted by this command", command, ga_enum_name(name));
   else if (ctx->condition)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: rendering is conditional on query %u already", command, ctx->condition->name);
   else if (query->active)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: query %u is active", command, id);
   else if (!query->query || !decides(query->target))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: query %u is not an occlusion query", command, id);
   else
      ga_query_set_condition(ctx, query, mode, inverted);
}

void ga_EndConditionalRender(struct ga_context *ctx)
{
   if (ctx->condition)
      ga_query_set_condition(ctx, NULL, PIPE_RENDER_COND_WAIT, false);
   else
      ga_error(ctx, GL_INVALID_OPERATION, "glEndConditionalRender: conditional rendering is not active");
}
