/* ga_compute.c: dispatches of compute shaders (ES 3.1, chapter 17; OpenGL 4.6, chapter 19). */
#include <string.h>

#include "ga_entry.h"
#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/program/ga_program.h"

enum group_size { FIXED, VARIABLE };

/* The executable with the compute shader of the current program or pipeline, whose work groups have a size of this kind
 * (ARB_compute_variable_group_size: no size is a variable one). NULL: an error was raised. */
static const struct ga_exec *find_exec(struct ga_context *ctx, enum group_size kind, const char *command)
{
   const struct ga_exec *exec = ctx->stage_exec[PIPE_SHADER_COMPUTE];
   if (!exec) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no program with a compute shader is current", command);
      return NULL;
   }
   if ((exec->linked->local_size[0] == 0) == (kind == VARIABLE))
      return exec;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: the work group size of the compute shader is %s", command,
            kind == FIXED ? "variable (glDispatchComputeGroupSizeARB)" : "fixed (glDispatchCompute)");
   return NULL;
}

static bool check_groups(struct ga_context *ctx, const uint32_t grid[3], const char *command)
{
   for (unsigned i = 0; i < 3; i++) {
      if (grid[i] > ctx->screen->caps.max_compute_grid[i]) {
         ga_error(ctx, GL_INVALID_VALUE, "%s: %u x %u x %u work groups", command, grid[0], grid[1], grid[2]);
         return false;
      }
   }
   return true;
}

static void launch(struct ga_context *ctx, const struct pipe_grid_info *info, const char *command)
{
   if (ga_update_dispatch(ctx, command) && !ctx->cap_blackhole && !st_launch_grid(&ctx->st, info)) {
      ga_context_check_reset(ctx);
      ga_oom(ctx, command);
   }
}

void ga_DispatchCompute(struct ga_context *ctx, GLuint x, GLuint y, GLuint z)
{
   static const char command[] = "glDispatchCompute";
   struct pipe_grid_info info = {.grid = {x, y, z}};
   const struct ga_exec *exec = find_exec(ctx, FIXED, command);
   if (!exec || !check_groups(ctx, info.grid, command))
      return;
   memcpy(info.block, exec->linked->local_size, sizeof(info.block));
   launch(ctx, &info, command);
}

void ga_DispatchComputeGroupSizeARB(struct ga_context *ctx, GLuint x, GLuint y, GLuint z, GLuint size_x, GLuint size_y,
                                    GLuint size_z)
{
   static const char command[] = "glDispatchComputeGroupSizeARB";
   const struct pipe_caps *caps = &ctx->screen->caps;
   const struct pipe_grid_info info = {.grid = {x, y, z}, .block = {size_x, size_y, size_z}};
   if (!find_exec(ctx, VARIABLE, command) || !check_groups(ctx, info.grid, command))
      return;
   bool fits = true;
   for (unsigned i = 0; i < 3; i++)
      fits = fits && info.block[i] && info.block[i] <= caps->max_compute_block[i];
   if (fits && (uint64_t)size_x * size_y * size_z <= caps->max_compute_threads)
      launch(ctx, &info, command);
   else
      ga_error(ctx, GL_INVALID_VALUE, "%s: work groups of %u x %u x %u invocations; the limit is %u x %u x %u, in all %u", command,
               size_x, size_y, size_z, caps->max_compute_block[0], caps->max_compute_block[1], caps->max_compute_block[2],
               caps->max_compute_threads);
}

/* The numbers of work groups are in the buffer of GL_DISPATCH_INDIRECT_BUFFER; the device reads them. */
void ga_DispatchComputeIndirect(struct ga_context *ctx, GLintptr offset)
{
   static const char command[] = "glDispatchComputeIndirect";
   static const uint64_t size_B = 3 * sizeof(GLuint);
   struct ga_buffer *buf = ctx->buffer[GA_BUFFER_DISPATCH_INDIRECT];
   if (offset < 0 || offset % 4) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: offset %lld is negative or not a multiple of 4", command, (long long)offset);
      return;
   }
   const struct ga_exec *exec = find_exec(ctx, FIXED, command);
   if (!exec)
      return;
   if (!buf) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no buffer is bound to GL_DISPATCH_INDIRECT_BUFFER", command);
      return;
   }
   const struct ga_buffer_state state = ga_buffer_state(ctx, buf);
   if ((uint64_t)offset > state.size_B || size_B > state.size_B - (uint64_t)offset)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the arguments at offset %lld end beyond the %llu bytes of the buffer", command,
               (long long)offset, (unsigned long long)state.size_B);
   else if (ga_buffer_range_blocked(&state, (uint64_t)offset, size_B))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: buffer %u is mapped", command, buf->name);
   else {
      struct pipe_grid_info info = {.indirect = state.resource, .indirect_offset_B = (uint32_t)offset};
      memcpy(info.block, exec->linked->local_size, sizeof(info.block));
      launch(ctx, &info, command);
   }
   pipe_resource_unref(state.resource);
}
