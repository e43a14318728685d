/* ga_buffer_binding.c: binding points of buffers: a row per target. */
#include "gl-api/object/ga_buffer_binding.h"

#include <stddef.h>

#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_vao.h"

struct row {
   GLenum target;
   enum ga_buffer_target slot;
   enum ga_feature feature;         /* that brings the target; GA_FEATURE_COUNT: every context has it */
   size_t ranges;                   /* offset in ga_context of the indexed bindings; 0: none */
   unsigned range_count;
};

#define NONE GA_FEATURE_COUNT
#define RANGES(field) offsetof(struct ga_context, field), sizeof(((struct ga_context *)0)->field) / sizeof(struct ga_buffer_range)

/* Indexed bindings of transform feedback belong to transform feedback objects (ga_transform_feedback.h). */
static const struct row rows[] = {
   {GL_ARRAY_BUFFER, GA_BUFFER_ARRAY, NONE, 0, 0},
   {GL_COPY_READ_BUFFER, GA_BUFFER_COPY_READ, GA_FEATURE_copy_buffer, 0, 0},
   {GL_COPY_WRITE_BUFFER, GA_BUFFER_COPY_WRITE, GA_FEATURE_copy_buffer, 0, 0},
   {GL_PIXEL_PACK_BUFFER, GA_BUFFER_PIXEL_PACK, GA_FEATURE_pixel_buffer_object, 0, 0},
   {GL_PIXEL_UNPACK_BUFFER, GA_BUFFER_PIXEL_UNPACK, GA_FEATURE_pixel_buffer_object, 0, 0},
   {GL_UNIFORM_BUFFER, GA_BUFFER_UNIFORM, GA_FEATURE_uniform_buffer, RANGES(uniform_ranges)},
   {GL_SHADER_STORAGE_BUFFER, GA_BUFFER_SHADER_STORAGE, GA_FEATURE_shader_storage_buffer, RANGES(storage_ranges)},
   {GL_ATOMIC_COUNTER_BUFFER, GA_BUFFER_ATOMIC_COUNTER, GA_FEATURE_shader_atomic_counters, RANGES(counter_ranges)},
   {GL_TRANSFORM_FEEDBACK_BUFFER, GA_BUFFER_TRANSFORM_FEEDBACK, GA_FEATURE_transform_feedback, 0, 0},
   {GL_TEXTURE_BUFFER, GA_BUFFER_TEXTURE, GA_FEATURE_texture_buffer, 0, 0},
   {GL_DRAW_INDIRECT_BUFFER, GA_BUFFER_DRAW_INDIRECT, GA_FEATURE_draw_indirect, 0, 0},
   {GL_DISPATCH_INDIRECT_BUFFER, GA_BUFFER_DISPATCH_INDIRECT, GA_FEATURE_compute_shader, 0, 0},
   {GL_QUERY_BUFFER, GA_BUFFER_QUERY, GA_FEATURE_query_buffer, 0, 0},
   {GL_PARAMETER_BUFFER, GA_BUFFER_PARAMETER, GA_FEATURE_indirect_parameters, 0, 0},
   {GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, GA_BUFFER_EXTERNAL_MEMORY, GA_FEATURE_pinned_memory, 0, 0},
};
#define ROWS (sizeof(rows) / sizeof(rows[0]))
_Static_assert(ROWS == GA_BUFFER_TARGET_COUNT, "a buffer target has no row");

static const struct row *find(const struct ga_context *ctx, GLenum target)
{
   for (unsigned i = 0; i < ROWS; i++)
      if (rows[i].target == target)
         return rows[i].feature == NONE || ga_has(ctx, rows[i].feature) ? &rows[i] : NULL;
   return NULL;
}

struct ga_buffer **ga_buffer_binding(struct ga_context *ctx, GLenum target)
{
   if (target == GL_ARRAY_BUFFER)
      return &ctx->buffer[GA_BUFFER_ARRAY];
   if (target == GL_ELEMENT_ARRAY_BUFFER)
      return &ctx->vao->element_buffer;
   const struct row *row = find(ctx, target);
   return row ? &ctx->buffer[row->slot] : NULL;
}

static struct ga_buffer_range *ranges_of(struct ga_context *ctx, const struct row *row)
{
   return row->ranges ? (struct ga_buffer_range *)(void *)((char *)ctx + row->ranges) : NULL;
}

struct ga_buffer_range *ga_buffer_ranges(struct ga_context *ctx, GLenum target, unsigned *count)
{
   const struct row *row = find(ctx, target);
   if (row && target == GL_TRANSFORM_FEEDBACK_BUFFER) {
      *count = PIPE_MAX_SO_BUFFERS;
      return ctx->feedback_ranges;
   }
   *count = row ? row->range_count : 0;
   return row ? ranges_of(ctx, row) : NULL;
}

void ga_buffer_bind_range(struct ga_context *ctx, struct ga_buffer_range *range, struct ga_buffer *buf, uint64_t offset_B,
                          uint64_t size_B)
{
   ga_buffer_assign(ctx, &range->buffer, buf);
   range->offset_B = buf ? offset_B : 0;
   range->size_B = buf ? size_B : 0;
   if (range >= ctx->uniform_ranges && range < ctx->uniform_ranges + GA_MAX_UNIFORM_RANGES)
      ctx->dirty |= GA_DIRTY_UNIFORM_BUFFERS;
   else if ((range >= ctx->storage_ranges && range < ctx->storage_ranges + GA_MAX_STORAGE_RANGES) ||
            (range >= ctx->counter_ranges && range < ctx->counter_ranges + GA_MAX_COUNTER_RANGES))
      ctx->dirty |= GA_DIRTY_STORAGE_BUFFERS;
}

void ga_buffer_unbind(struct ga_context *ctx, const struct ga_buffer *buf)
{
   for (unsigned i = 0; i < GA_BUFFER_TARGET_COUNT; i++)
      if (ctx->buffer[i] && (!buf || ctx->buffer[i] == buf))
         ga_buffer_assign(ctx, &ctx->buffer[i], NULL);
   for (unsigned i = 0; i < ROWS; i++) {
      struct ga_buffer_range *ranges = ranges_of(ctx, &rows[i]);
      for (unsigned k = 0; ranges && k < rows[i].range_count; k++)
         if (ranges[k].buffer && (!buf || ranges[k].buffer == buf))
            ga_buffer_bind_range(ctx, &ranges[k], NULL, 0, 0);
   }
   for (unsigned i = 0; ctx->feedback_ranges && i < PIPE_MAX_SO_BUFFERS; i++)
      if (ctx->feedback_ranges[i].buffer && (!buf || ctx->feedback_ranges[i].buffer == buf))
         ga_buffer_bind_range(ctx, &ctx->feedback_ranges[i], NULL, 0, 0);
}
