/* ga_query.c: query objects: targets, lifetime, operations. */
#include "gl-api/object/ga_query.h"

#include <stdlib.h>

/* ---- targets ---------------------------------------------------------------------------------------------------------------- */

#define OCCLUSION(gl, feature, type, kind) {GL_##gl, GA_FEATURE_##feature, GA_FEATURE_##feature, GA_QUERY_SLOT_OCCLUSION, PIPE_QUERY_##type, kind, 1, 0}
#define STATISTIC(gl, stage, statistic) \
   {GL_##gl, GA_FEATURE_pipeline_statistics_query, GA_FEATURE_##stage, GA_QUERY_SLOT_STATISTIC0 + PIPE_STATISTIC_##statistic, PIPE_QUERY_PIPELINE_STATISTICS, \
    GA_QUERY_COUNT, 1, PIPE_STATISTIC_##statistic}

#define COUNTED(gl, i) \
   {GL_##gl, GA_FEATURE_mesh_shader, GA_FEATURE_mesh_shader, GA_QUERY_SLOT_COUNTED0 + i, PIPE_QUERY_PIPELINE_STATISTICS, GA_QUERY_COUNTED, 1, i}

static const struct ga_query_target targets[] = {
   OCCLUSION(ANY_SAMPLES_PASSED, occlusion_query_boolean, OCCLUSION_PREDICATE, GA_QUERY_BOOL),
   OCCLUSION(ANY_SAMPLES_PASSED_CONSERVATIVE, occlusion_query_conservative, OCCLUSION_PREDICATE, GA_QUERY_BOOL),
   OCCLUSION(SAMPLES_PASSED, occlusion_query_samples, OCCLUSION_COUNTER, GA_QUERY_COUNT),
   {GL_TIME_ELAPSED, GA_FEATURE_timer_query, GA_FEATURE_timer_query, GA_QUERY_SLOT_TIME, PIPE_QUERY_TIME_ELAPSED, GA_QUERY_COUNT, 1, 0},
   {GL_TIMESTAMP, GA_FEATURE_timer_query, GA_FEATURE_timer_query, GA_QUERY_SLOT_NONE, PIPE_QUERY_TIMESTAMP, GA_QUERY_TIMESTAMP, 1, 0},
   {GL_PRIMITIVES_GENERATED, GA_FEATURE_primitives_generated_query, GA_FEATURE_primitives_generated_query, GA_QUERY_SLOT_GENERATED, PIPE_QUERY_PRIMITIVES_GENERATED,
    GA_QUERY_COUNT, GA_MAX_STREAMS, 0},
   {GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, GA_FEATURE_transform_feedback, GA_FEATURE_transform_feedback, GA_QUERY_SLOT_WRITTEN,
    PIPE_QUERY_PRIMITIVES_EMITTED, GA_QUERY_COUNT, GA_MAX_STREAMS, 0},
   {GL_TRANSFORM_FEEDBACK_OVERFLOW, GA_FEATURE_transform_feedback_overflow, GA_FEATURE_transform_feedback_overflow, GA_QUERY_SLOT_OVERFLOW, PIPE_QUERY_SO_OVERFLOW_ANY,
    GA_QUERY_BOOL, 1, 0},
   {GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW, GA_FEATURE_transform_feedback_overflow, GA_FEATURE_transform_feedback_overflow, GA_QUERY_SLOT_STREAM_OVERFLOW,
    PIPE_QUERY_SO_OVERFLOW, GA_QUERY_BOOL, GA_MAX_STREAMS, 0},
   STATISTIC(VERTICES_SUBMITTED, pipeline_statistics_query, VERTICES),
   STATISTIC(PRIMITIVES_SUBMITTED, pipeline_statistics_query, PRIMITIVES),
   STATISTIC(VERTEX_SHADER_INVOCATIONS, pipeline_statistics_query, VERTEX_SHADERS),
   STATISTIC(GEOMETRY_SHADER_INVOCATIONS, geometry_shader, GEOMETRY_SHADERS),
   STATISTIC(GEOMETRY_SHADER_PRIMITIVES_EMITTED, geometry_shader, GEOMETRY_PRIMITIVES),
   STATISTIC(CLIPPING_INPUT_PRIMITIVES, pipeline_statistics_query, CLIPPING_INPUTS),
   STATISTIC(CLIPPING_OUTPUT_PRIMITIVES, pipeline_statistics_query, CLIPPING_OUTPUTS),
   STATISTIC(FRAGMENT_SHADER_INVOCATIONS, pipeline_statistics_query, FRAGMENT_SHADERS),
   STATISTIC(TESS_CONTROL_SHADER_PATCHES, tessellation_shader, PATCHES),
   STATISTIC(TESS_EVALUATION_SHADER_INVOCATIONS, tessellation_shader, EVALUATION_SHADERS),
   STATISTIC(COMPUTE_SHADER_INVOCATIONS, compute_shader, COMPUTE_SHADERS),
   COUNTED(TASK_SHADER_INVOCATIONS_EXT, 0), COUNTED(MESH_SHADER_INVOCATIONS_EXT, 1), COUNTED(MESH_PRIMITIVES_GENERATED_EXT, 2),
};

const struct ga_query_target *ga_query_target(const struct ga_context *ctx, GLenum target)
{
   for (unsigned i = 0; i < sizeof(targets) / sizeof(targets[0]); i++)
      if (targets[i].target == target)
         return ga_has(ctx, targets[i].feature) && ga_has(ctx, targets[i].stage) ? &targets[i] : NULL;
   return NULL;
}

/* ---- lifetime --------------------------------------------------------------------------------------------------------------- */

static void destroy(struct ga_context *ctx, struct ga_query *query)
{
   if (query->query)
      ctx->st.pipe->impl->destroy_query(ctx->st.pipe, query->query);
   free(query->label);
   free(query);
}

struct ga_query *ga_query_get(struct ga_context *ctx, GLuint name)
{
   struct ga_query *query = ut_names_lookup(&ctx->queries, name);
   if (query)
      return query;
   query = calloc(1, sizeof(*query));
   if (!query || !ut_names_insert(&ctx->queries, name, query)) {
      free(query);
      return NULL;
   }
   query->name = name;
   return query;
}

void ga_query_delete(struct ga_context *ctx, GLuint name)
{
   struct ga_query *query = ut_names_lookup(&ctx->queries, name);
   ut_names_remove(&ctx->queries, name);
   if (query && (query->active || query == ctx->condition))
      query->name = 0;
   else if (query)
      destroy(ctx, query);
}

void ga_query_finish_context(struct ga_context *ctx)
{
   uint64_t cursor = 0;
   if (ctx->condition)
      ga_query_set_condition(ctx, NULL, PIPE_RENDER_COND_WAIT, false);
   for (unsigned slot = 0; slot < GA_QUERY_SLOT_COUNT; slot++)
      for (unsigned stream = 0; stream < GA_MAX_STREAMS; stream++) {
         struct ga_query *query = ctx->active_query[slot][stream];
         if (query && query->name == 0)
            destroy(ctx, query);
         ctx->active_query[slot][stream] = NULL;
      }
   for (struct ga_query *query; (query = ut_names_next(&ctx->queries, &cursor, NULL));)
      destroy(ctx, query);
   ut_names_finish(&ctx->queries);
}

/* ---- operations ------------------------------------------------------------------------------------------------------------- */

/* Makes the pipe query at the first use. False: out of memory. */
static bool prepare(struct ga_context *ctx, struct ga_query *query, const struct ga_query_target *target, unsigned index)
{
   struct pipe_context *pipe = ctx->st.pipe;
   if (target->kind == GA_QUERY_COUNTED) {
      query->target = target;
      query->counted = ctx->counted[target->statistic];
      return true;
   }
   if (query->query && query->index != index) { /* another vertex stream */
      pipe->impl->destroy_query(pipe, query->query);
      query->query = NULL;
   }
   if (!query->query)
      query->query = pipe->impl->create_query(pipe, target->type, target->type == PIPE_QUERY_PIPELINE_STATISTICS ? target->statistic : index);
   if (!query->query)
      return false;
   query->target = target;
   query->index = index;
   return true;
}

bool ga_query_begin(struct ga_context *ctx, struct ga_query *query, const struct ga_query_target *target, unsigned index)
{
   struct pipe_context *pipe = ctx->st.pipe;
   if (!prepare(ctx, query, target, index) || (query->query && !pipe->impl->begin_query(pipe, query->query)))
      return false;
   query->active = true;
   ctx->active_query[target->slot][index] = query;
   return true;
}

bool ga_query_end(struct ga_context *ctx, struct ga_query *query)
{
   bool ok = !query->query || ctx->st.pipe->impl->end_query(ctx->st.pipe, query->query);
   if (query->target->kind == GA_QUERY_COUNTED)
      query->counted = ctx->counted[query->target->statistic] - query->counted;
   ctx->active_query[query->target->slot][query->index] = NULL;
   query->active = false;
   if (query->name == 0)
      destroy(ctx, query);
   return ok;
}

bool ga_query_counter(struct ga_context *ctx, struct ga_query *query, const struct ga_query_target *target)
{
   return prepare(ctx, query, target, 0) && ctx->st.pipe->impl->end_query(ctx->st.pipe, query->query);
}

void ga_query_set_condition(struct ga_context *ctx, struct ga_query *query, enum pipe_render_cond_mode mode, bool inverted)
{
   struct pipe_context *pipe = ctx->st.pipe;
   struct ga_query *old = ctx->condition;
   pipe->impl->render_condition(pipe, query ? query->query : NULL, inverted, mode);
   ctx->condition = query;
   ctx->condition_inverted = inverted;
   if (old && old->name == 0)
      destroy(ctx, old);
}

bool ga_query_result(struct ga_context *ctx, struct ga_query *query, bool wait, uint64_t *value)
{
   struct pipe_context *pipe = ctx->st.pipe;
   union pipe_query_result result = {0};
   *value = query->counted;
   if (!query->query) /* not used yet: the result is 0 */
      return true;
   if (!pipe->impl->get_query_result(pipe, query->query, wait, &result))
      return false;
   switch (query->target->kind) {
   case GA_QUERY_BOOL: *value = result.b; break;
   default: *value = result.u64;
   }
   return true;
}

bool ga_query_discards(struct ga_context *ctx)
{
   uint64_t value;
   return ctx->condition && ga_query_result(ctx, ctx->condition, true, &value) && (value != 0) == ctx->condition_inverted;
}

/* A result that the type cannot hold is its largest value. */
static void write_counted(struct ga_context *ctx, uint64_t value, enum pipe_query_value_type type, struct pipe_resource *buffer,
                          uint32_t offset_B)
{
   static const uint64_t most[] = { [PIPE_QUERY_VALUE_I32] = INT32_MAX, [PIPE_QUERY_VALUE_U32] = UINT32_MAX,
                                    [PIPE_QUERY_VALUE_I64] = INT64_MAX, [PIPE_QUERY_VALUE_U64] = UINT64_MAX };
   const uint64_t stored = value < most[type] ? value : most[type]; /* little-endian: the low word comes first */
   const uint32_t size_B = type == PIPE_QUERY_VALUE_I32 || type == PIPE_QUERY_VALUE_U32 ? 4 : 8;
   ctx->st.pipe->impl->buffer_subdata(ctx->st.pipe, buffer, offset_B, size_B, &stored);
}

bool ga_query_result_to_buffer(struct ga_context *ctx, struct ga_query *query, enum pipe_query_value value,
                               enum pipe_query_value_type type, struct pipe_resource *buffer, uint32_t offset_B)
{
   struct pipe_context *pipe = ctx->st.pipe;
   if (query->target && query->target->kind == GA_QUERY_COUNTED) {
      write_counted(ctx, value == PIPE_QUERY_RESULT ? query->counted : 1, type, buffer, offset_B);
      return true;
   }
   if (!query->query)
      return false;
   pipe->impl->get_query_result_buffer(pipe, query->query, value, type, buffer, offset_B);
   return true;
}
