/* pipe_trace.c: logs calls of pipe.h. It replaces the method tables of the screen and its contexts by tables of functions that
 * print their arguments and call the driver's functions. Objects are not wrapped. A method that the driver lacks stays NULL.
 * Methods that set state are in pipe_trace_state.c. */
#include "state/pipe_trace.h"

#include <stdlib.h>

#include "state/pipe_trace_int.h"

struct trace_screen { struct pipe_screen_impl impl; const struct pipe_screen_impl *real; };

static const struct pipe_screen_impl *real_screen(struct pipe_screen *screen)
{
   return ((const struct trace_screen *)(const void *)screen->impl)->real;
}

static void log_template(const char *name, const struct pipe_resource_template *t)
{
   LOG("%s %s target %d, %u x %u x %u, layers %u, last level %u, samples %u, bind 0x%x, usage %d", name,
       pipe_format_name(t->format), t->target, t->width, t->height, t->depth, t->layers, t->last_level, t->samples, t->bind,
       t->usage);
}

static void log_box(const char *what, const struct pipe_box *b)
{
   LOG("  %s (%d, %d, %d) %d x %d x %d", what, b->x, b->y, b->z, b->width, b->height, b->depth);
}

/* ---- drawing, copies -------------------------------------------------------------------------------------------------- */

static void trace_draw(struct pipe_context *ctx, const struct pipe_draw_info *i)
{
   LOG("draw mode %d, start %u count %u, instances %u+%u, index size %u bias %d buffer %p + %u%s%s", i->mode, i->start,
       i->count, i->start_instance, i->instance_count, i->index_size_B, i->index_bias, (void *)i->index_buffer,
       i->index_offset_B, i->primitive_restart ? ", restart" : "", i->single_primitive_draw ? ", part" : "");
   real(ctx)->draw(ctx, i);
}

static void trace_launch_grid(struct pipe_context *ctx, const struct pipe_grid_info *i)
{
   LOG("launch_grid %u x %u x %u of %u x %u x %u", i->grid[0], i->grid[1], i->grid[2], i->block[0], i->block[1], i->block[2]);
   real(ctx)->launch_grid(ctx, i);
}

static void trace_clear(struct pipe_context *ctx, const struct pipe_clear_info *i)
{
   LOG("clear 0x%x: color0 (%g, %g, %g, %g) mask 0x%x, depth %g, stencil %u mask 0x%x%s", i->buffers, i->color[0].f[0],
       i->color[0].f[1], i->color[0].f[2], i->color[0].f[3], i->colormask[0], i->depth, i->stencil, i->stencil_writemask,
       i->scissor_enable ? ", scissor" : "");
   real(ctx)->clear(ctx, i);
}

static void trace_clear_render_target(struct pipe_context *ctx, struct pipe_surface *dst, const union pipe_color_union *c, unsigned x,
                                      unsigned y, unsigned width, unsigned height)
{
   LOG("clear_render_target %p (%u, %u) %u x %u", (void *)dst, x, y, width, height);
   real(ctx)->clear_render_target(ctx, dst, c, x, y, width, height);
}

static void trace_clear_depth_stencil(struct pipe_context *ctx, struct pipe_surface *dst, unsigned buffers, double depth,
                                      unsigned stencil, unsigned x, unsigned y, unsigned width, unsigned height)
{
   LOG("clear_depth_stencil %p 0x%x depth %g stencil %u (%u, %u) %u x %u", (void *)dst, buffers, depth, stencil, x, y, width,
       height);
   real(ctx)->clear_depth_stencil(ctx, dst, buffers, depth, stencil, x, y, width, height);
}

static void trace_resource_copy_region(struct pipe_context *ctx, struct pipe_resource *dst, unsigned dst_level, unsigned dst_x,
                                       unsigned dst_y, unsigned dst_z, struct pipe_resource *src, unsigned src_level,
                                       const struct pipe_box *box)
{
   LOG("resource_copy_region %p level %u (%u, %u, %u) from %p level %u", (void *)dst, dst_level, dst_x, dst_y, dst_z,
       (void *)src, src_level);
   log_box("source", box);
   real(ctx)->resource_copy_region(ctx, dst, dst_level, dst_x, dst_y, dst_z, src, src_level, box);
}

static void trace_blit(struct pipe_context *ctx, const struct pipe_blit_info *i)
{
   LOG("blit %p level %u %s from %p level %u %s, mask 0x%x, filter %d", (void *)i->dst.resource, i->dst.level,
       pipe_format_name(i->dst.format), (void *)i->src.resource, i->src.level, pipe_format_name(i->src.format), i->mask, i->filter);
   log_box("destination", &i->dst.box);
   log_box("source", &i->src.box);
   real(ctx)->blit(ctx, i);
}

static void trace_generate_mipmap(struct pipe_context *ctx, struct pipe_resource *res, enum pipe_format format, unsigned base,
                                  unsigned last, unsigned first_layer, unsigned last_layer)
{
   LOG("generate_mipmap %p as %s, levels %u-%u, layers %u-%u", (void *)res, pipe_format_name(format), base, last, first_layer,
       last_layer);
   real(ctx)->generate_mipmap(ctx, res, format, base, last, first_layer, last_layer);
}

static void trace_clear_buffer(struct pipe_context *ctx, struct pipe_resource *res, uint32_t offset_B, uint32_t size_B,
                               const void *value, unsigned value_size_B)
{
   LOG("clear_buffer %p + %u, %u bytes", (void *)res, offset_B, size_B);
   real(ctx)->clear_buffer(ctx, res, offset_B, size_B, value, value_size_B);
}

static void log_buffer_texture_copy(const char *name, const struct pipe_buffer_texture_copy *c)
{
   LOG("%s buffer %p at %u stride %u %s, texture %p level %u %s", name, (void *)c->buffer, c->offset_B, c->stride_B,
       pipe_format_name(c->buffer_format), (void *)c->texture, c->level, pipe_format_name(c->texture_format));
   log_box("box", &c->box);
}

static bool trace_copy_buffer_to_texture(struct pipe_context *ctx, const struct pipe_buffer_texture_copy *copy)
{
   log_buffer_texture_copy("copy_buffer_to_texture", copy);
   return real(ctx)->copy_buffer_to_texture(ctx, copy);
}

static bool trace_copy_texture_to_buffer(struct pipe_context *ctx, const struct pipe_buffer_texture_copy *copy)
{
   log_buffer_texture_copy("copy_texture_to_buffer", copy);
   return real(ctx)->copy_texture_to_buffer(ctx, copy);
}

/* ---- transfers -------------------------------------------------------------------------------------------------------- */

static void *trace_transfer_map(struct pipe_context *ctx, struct pipe_resource *res, unsigned level, unsigned usage,
                                const struct pipe_box *box, struct pipe_transfer **transfer)
{
   LOG("transfer_map %p level %u usage 0x%x", (void *)res, level, usage);
   log_box("box", box);
   return returned("transfer_map", real(ctx)->transfer_map(ctx, res, level, usage, box, transfer));
}

static void trace_transfer_flush_region(struct pipe_context *ctx, struct pipe_transfer *transfer, const struct pipe_box *box)
{
   LOG("transfer_flush_region of %p", (void *)transfer->resource);
   log_box("box", box);
   real(ctx)->transfer_flush_region(ctx, transfer, box);
}

static void trace_transfer_unmap(struct pipe_context *ctx, struct pipe_transfer *transfer)
{
   LOG("transfer_unmap of %p", (void *)transfer->resource);
   real(ctx)->transfer_unmap(ctx, transfer);
}

static void trace_buffer_subdata(struct pipe_context *ctx, struct pipe_resource *res, uint32_t offset_B, uint32_t size_B,
                                 const void *data)
{
   LOG("buffer_subdata %p + %u, %u bytes", (void *)res, offset_B, size_B);
   real(ctx)->buffer_subdata(ctx, res, offset_B, size_B, data);
}

static void trace_texture_subdata(struct pipe_context *ctx, struct pipe_resource *res, unsigned level, const struct pipe_box *box,
                                  const void *data, unsigned stride_B, uint64_t layer_stride_B)
{
   LOG("texture_subdata %p level %u, stride %u", (void *)res, level, stride_B);
   log_box("box", box);
   real(ctx)->texture_subdata(ctx, res, level, box, data, stride_B, layer_stride_B);
}

static bool trace_texture_read(struct pipe_context *ctx, struct pipe_resource *res, unsigned level, const struct pipe_box *box,
                               void *data, ptrdiff_t stride_B, uint64_t layer_stride_B)
{
   LOG("texture_read %p level %u, stride %td", (void *)res, level, stride_B);
   log_box("box", box);
   return real(ctx)->texture_read(ctx, res, level, box, data, stride_B, layer_stride_B);
}

/* ---- queries, flush --------------------------------------------------------------------------------------------------- */

static struct pipe_query *trace_create_query(struct pipe_context *ctx, enum pipe_query_type type, unsigned index)
{
   LOG("create_query type %d index %u", type, index);
   return returned("create_query", real(ctx)->create_query(ctx, type, index));
}

static void trace_destroy_query(struct pipe_context *ctx, struct pipe_query *query)
{
   LOG("destroy_query %p", (void *)query);
   real(ctx)->destroy_query(ctx, query);
}

static bool trace_pause_queries(struct pipe_context *ctx, unsigned kinds)
{
   LOG("pause_queries %u", kinds);
   return real(ctx)->pause_queries(ctx, kinds);
}

static bool trace_begin_query(struct pipe_context *ctx, struct pipe_query *query)
{
   LOG("begin_query %p", (void *)query);
   return real(ctx)->begin_query(ctx, query);
}

static bool trace_end_query(struct pipe_context *ctx, struct pipe_query *query)
{
   LOG("end_query %p", (void *)query);
   return real(ctx)->end_query(ctx, query);
}

static bool trace_get_query_result(struct pipe_context *ctx, struct pipe_query *query, bool wait, union pipe_query_result *result)
{
   bool ready = real(ctx)->get_query_result(ctx, query, wait, result);
   LOG("get_query_result %p%s: %s", (void *)query, wait ? " (wait)" : "", ready ? "ready" : "not yet");
   return ready;
}

static void trace_get_query_result_buffer(struct pipe_context *ctx, struct pipe_query *query, enum pipe_query_value value,
                                          enum pipe_query_value_type type, struct pipe_resource *buffer, uint32_t offset_B)
{
   LOG("get_query_result_buffer %p %s (type %d) to %p at %u", (void *)query,
       value == PIPE_QUERY_RESULT ? "result" : "available", (int)type, (void *)buffer, offset_B);
   real(ctx)->get_query_result_buffer(ctx, query, value, type, buffer, offset_B);
}

static void trace_render_condition(struct pipe_context *ctx, struct pipe_query *query, bool inverted, enum pipe_render_cond_mode mode)
{
   LOG("render_condition %p%s mode %d", (void *)query, inverted ? " inverted" : "", mode);
   real(ctx)->render_condition(ctx, query, inverted, mode);
}

static void trace_flush(struct pipe_context *ctx, struct pipe_fence **fence, unsigned flags)
{
   LOG("flush flags 0x%x%s", flags, fence ? " with fence" : "");
   real(ctx)->flush(ctx, fence, flags);
}

static bool trace_semaphore_signal(struct pipe_context *ctx, struct pipe_semaphore *semaphore)
{
   LOG("semaphore_signal %p", (void *)semaphore);
   return real(ctx)->semaphore_signal(ctx, semaphore);
}

static bool trace_semaphore_wait(struct pipe_context *ctx, struct pipe_semaphore *semaphore)
{
   LOG("semaphore_wait %p", (void *)semaphore);
   return real(ctx)->semaphore_wait(ctx, semaphore);
}

static void trace_fence_server_wait(struct pipe_context *ctx, struct pipe_fence *fence)
{
   LOG("fence_server_wait %p", (void *)fence);
   real(ctx)->fence_server_wait(ctx, fence);
}

static void trace_texture_barrier(struct pipe_context *ctx)
{
   LOG("texture_barrier");
   real(ctx)->texture_barrier(ctx);
}

static void trace_memory_barrier(struct pipe_context *ctx, unsigned flags)
{
   LOG("memory_barrier 0x%x", flags);
   real(ctx)->memory_barrier(ctx, flags);
}

static void trace_invalidate_resource(struct pipe_context *ctx, struct pipe_resource *res)
{
   LOG("invalidate_resource %p", (void *)res);
   real(ctx)->invalidate_resource(ctx, res);
}

static enum pipe_reset_status trace_get_reset_status(struct pipe_context *ctx)
{
   enum pipe_reset_status status = real(ctx)->get_reset_status(ctx);
   if (status != PIPE_RESET_NONE)
      LOG("get_reset_status = %d", status);
   return status;
}

static void trace_set_debug_callback(struct pipe_context *ctx, const struct pipe_debug_callback *cb)
{
   LOG("set_debug_callback");
   real(ctx)->set_debug_callback(ctx, cb);
}

/* The driver's destroy runs with the driver's table. */
static void trace_destroy(struct pipe_context *ctx)
{
   const struct trace_context *trace = (const void *)ctx->impl;
   LOG("destroy context %p", (void *)ctx);
   ctx->impl = trace->real;
   ctx->impl->destroy(ctx);
   free((void *)trace);
}

/* ---- screen ----------------------------------------------------------------------------------------------------------- */

#define OTHER_METHODS(X) \
   X(destroy) X(draw) X(launch_grid) X(clear) X(clear_render_target) X(clear_depth_stencil) X(resource_copy_region) X(blit) \
   X(generate_mipmap) X(clear_buffer) X(transfer_map) X(transfer_flush_region) X(transfer_unmap) X(buffer_subdata) \
   X(texture_subdata) X(texture_read) X(create_query) X(destroy_query) X(begin_query) X(end_query) X(get_query_result) \
   X(pause_queries) X(render_condition) X(flush) X(fence_server_wait) X(semaphore_signal) X(semaphore_wait) X(texture_barrier) X(memory_barrier) \
   X(invalidate_resource) X(get_reset_status) X(set_debug_callback) X(copy_buffer_to_texture) X(copy_texture_to_buffer) \
   X(get_query_result_buffer)

#define COUNT(name) +1
_Static_assert(0 STATE_METHODS(COUNT) OTHER_METHODS(COUNT) == sizeof(struct pipe_context_impl) / sizeof(void (*)(void)),
               "a method of pipe_context_impl is not traced");

static struct pipe_context *trace_context_create(struct pipe_screen *screen, unsigned flags)
{
   struct trace_context *trace = calloc(1, sizeof *trace);
   struct pipe_context *ctx = trace ? real_screen(screen)->context_create(screen, flags) : NULL;
   LOG("context_create flags 0x%x = %p", flags, (void *)ctx);
   if (!ctx) {
      free(trace);
      return NULL;
   }
   trace->real = ctx->impl;
#define WRAP(name) \
   if (trace->real->name) \
      trace->impl.name = trace_##name;
   OTHER_METHODS(WRAP)
#undef WRAP
   pipe_trace_wrap_state(&trace->impl, trace->real);
   ctx->impl = &trace->impl;
   return ctx;
}

static struct pipe_resource *trace_resource_create(struct pipe_screen *screen, const struct pipe_resource_template *t)
{
   log_template("resource_create", t);
   return returned("resource_create", real_screen(screen)->resource_create(screen, t));
}

static struct pipe_resource *trace_resource_from_handle(struct pipe_screen *screen, const struct pipe_resource_template *t,
                                                        const struct pipe_handle *handle, char *why, size_t why_size_B)
{
   log_template("resource_from_handle", t);
   LOG("  fd %d, offset %u, stride %u, modifier 0x%llx", handle->fd, handle->offset_B, handle->stride_B,
       (unsigned long long)handle->modifier);
   return returned("resource_from_handle", real_screen(screen)->resource_from_handle(screen, t, handle, why, why_size_B));
}

static struct pipe_resource *trace_resource_from_memory(struct pipe_screen *screen, const struct pipe_resource_template *t, void *memory,
                                                        char *why, size_t why_size_B)
{
   log_template("resource_from_memory", t);
   LOG("  memory %p", memory);
   return returned("resource_from_memory", real_screen(screen)->resource_from_memory(screen, t, memory, why, why_size_B));
}

static enum pipe_memory_result trace_resource_from_memory_object(struct pipe_screen *screen, const struct pipe_resource_template *t,
                                                                 struct pipe_memory_object *mem, uint64_t offset_B,
                                                                 struct pipe_resource **out, char *why, size_t why_size_B)
{
   const enum pipe_memory_result result = real_screen(screen)->resource_from_memory_object(screen, t, mem, offset_B, out, why, why_size_B);
   log_template("resource_from_memory_object", t);
   LOG("  memory object %p, offset %llu, result %d", (void *)mem, (unsigned long long)offset_B, result);
   return result;
}

static void trace_resource_destroy(struct pipe_screen *screen, struct pipe_resource *res)
{
   LOG("resource_destroy %p", (void *)res);
   real_screen(screen)->resource_destroy(screen, res);
}

static void trace_screen_destroy(struct pipe_screen *screen)
{
   const struct trace_screen *trace = (const void *)screen->impl;
   LOG("destroy screen %p", (void *)screen);
   screen->impl = trace->real;
   screen->impl->destroy(screen);
   free((void *)trace);
}

bool pipe_trace_screen(struct pipe_screen *screen)
{
   struct trace_screen *trace = calloc(1, sizeof *trace);
   if (!trace)
      return false;
   trace->real = screen->impl;
   trace->impl = *screen->impl; /* queries about formats and fences are not logged */
   trace->impl.destroy = trace_screen_destroy;
   trace->impl.context_create = trace_context_create;
   trace->impl.resource_create = trace_resource_create;
   trace->impl.resource_destroy = trace_resource_destroy;
   if (trace->impl.resource_from_handle)
      trace->impl.resource_from_handle = trace_resource_from_handle;
   if (trace->impl.resource_from_memory)
      trace->impl.resource_from_memory = trace_resource_from_memory;
   if (trace->impl.resource_from_memory_object)
      trace->impl.resource_from_memory_object = trace_resource_from_memory_object;
   screen->impl = &trace->impl;
   return true;
}
