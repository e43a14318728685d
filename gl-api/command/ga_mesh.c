/* ga_mesh.c: draws of mesh shaders (EXT_mesh_shader). Arguments in buffers are read by the CPU, once the device has written them. */
#include "gl-api/command/ga_draw.h"
#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_query.h"
#include "gl-api/program/ga_program.h"

#include "ga_entry.h"

enum { GRID_DW = 3, GRID_B = 4 * GRID_DW }; /* DrawMeshTasksIndirectCommandEXT */

/* A command whose arguments are in a buffer. */
struct source {
   const char *command;
   GLintptr offset_B;               /* of the first draw */
   GLsizei draws, stride_B;         /* stride_B 0: tightly packed */
   const GLintptr *count_offset_B;  /* of the number of draws, of which at most `draws` are drawn; NULL: `draws` */
};

/* EXT_mesh_shader, X.6. NULL: mesh shaders can draw. Transform feedback captures nothing of such draws (13), without an error. */
static const char *state_problem(struct ga_context *ctx)
{
   if (!ctx->stage_exec[PIPE_SHADER_MESH])
      return "no program with a mesh shader is current";
   if (ctx->draw_fbo->views > 1)
      return "the framebuffer has views, of which mesh shaders draw one (GL_MAX_MESH_MULTIVIEW_VIEW_COUNT_EXT)";
   return NULL;
}

static bool legal_state(struct ga_context *ctx, const char *command)
{
   const char *why = state_problem(ctx);
   if (why)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s", command, why);
   return !why;
}

/* The limits of task shaders and of mesh shaders are the same. */
static bool legal_grid(struct ga_context *ctx, const GLuint grid[3], const char *command)
{
   uint64_t product = 1;
   bool legal = true;
   for (unsigned i = 0; i < 3; i++) {
      legal = legal && grid[i] <= GA_MAX_MESH_GROUPS;
      product *= legal ? grid[i] : 0; /* below 2^48 */
   }
   if (legal && product <= ST_MESH_MAX_GROUPS)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: %u x %u x %u work groups; the limit is %u in a dimension, in all %u", command, grid[0], grid[1],
            grid[2], GA_MAX_MESH_GROUPS, ST_MESH_MAX_GROUPS);
   return false;
}

/* The queries of mesh shaders count what a draw did. */
static void count(struct ga_context *ctx, const struct st_mesh_counts *counts)
{
   const enum pipe_shader_type stage[] = { PIPE_SHADER_TASK, PIPE_SHADER_MESH };
   const uint64_t groups[] = { counts->task_groups, counts->mesh_groups };
   for (unsigned i = 0; i < 2; i++) {
      const struct ga_exec *exec = ctx->stage_exec[stage[i]];
      const uint32_t *size = !exec ? NULL : stage[i] == PIPE_SHADER_TASK ? exec->linked->task.size : exec->linked->mesh.size;
      ctx->counted[i] += size ? groups[i] * size[0] * size[1] * size[2] : 0;
   }
   ctx->counted[2] += counts->primitives;
}

/* Draws one grid, within the limits. False: GL_OUT_OF_MEMORY was raised. */
static bool draw(struct ga_context *ctx, const GLuint grid[3], GLuint draw_id, const char *command)
{
   struct st_mesh_counts counts = {
      .wants_primitives = ctx->active_query[GA_QUERY_SLOT_COUNTED0 + 2][0],
      .draws_them_alone = ctx->active_query[GA_QUERY_SLOT_STATISTIC0 + PIPE_STATISTIC_CLIPPING_INPUTS][0],
   };
   const bool ok = ctx->cap_blackhole || st_draw_mesh(&ctx->st, grid, draw_id, &counts);
   count(ctx, &counts);
   if (!ok) {
      ga_context_check_reset(ctx);
      ga_oom(ctx, command);
   }
   return ok;
}

/* The state is derived. False: an error was raised, or nothing is drawn. */
static bool prepare(struct ga_context *ctx, const char *command)
{
   return ga_update_draw(ctx, command) && ctx->st.shader[PIPE_SHADER_MESH] && ctx->renders && !ga_query_discards(ctx);
}

void ga_DrawMeshTasksEXT(struct ga_context *ctx, GLuint x, GLuint y, GLuint z)
{
   static const char command[] = "glDrawMeshTasksEXT";
   const GLuint grid[3] = { x, y, z };
   if (legal_state(ctx, command) && legal_grid(ctx, grid, command) && prepare(ctx, command))
      draw(ctx, grid, 0, command);
}

/* ---- arguments in buffers --------------------------------------------------------------------------------------------------- */

static uint32_t stride_B(const struct source *s)
{
   return s->stride_B ? (uint32_t)s->stride_B : GRID_B;
}

static bool legal_arguments(struct ga_context *ctx, const struct source *s)
{
   if (s->offset_B < 0 || s->offset_B % 4)
      ga_error(ctx, GL_INVALID_VALUE, "%s: offset %lld is negative or not a multiple of 4", s->command, (long long)s->offset_B);
   else if (s->count_offset_B && (*s->count_offset_B < 0 || *s->count_offset_B % 4))
      ga_error(ctx, GL_INVALID_VALUE, "%s: offset %lld of the number of draws is negative or not a multiple of 4", s->command,
               (long long)*s->count_offset_B);
   else if (s->draws <= 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d draws; at least one is needed", s->command, s->draws);
   else if (s->stride_B % 4 || (s->stride_B && s->stride_B < GRID_B))
      ga_error(ctx, GL_INVALID_VALUE, "%s: stride %d is neither 0 nor a multiple of 4 of at least %d", s->command, s->stride_B, GRID_B);
   else
      return true;
   return false;
}

/* Grids beyond the limits, whose results are undefined, draw nothing. */
static bool draw_one(struct ga_context *ctx, const struct source *s, struct pipe_resource *arguments, uint32_t i)
{
   GLuint grid[GRID_DW];
   if (st_read_words(&ctx->st, arguments, (uint64_t)s->offset_B + (uint64_t)i * stride_B(s), grid, GRID_DW))
      return draw(ctx, grid, i, s->command);
   ga_context_check_reset(ctx);
   ga_oom(ctx, s->command);
   return false;
}

static void draw_from(struct ga_context *ctx, const struct source *s, struct pipe_resource *arguments, struct pipe_resource *count_buffer)
{
   uint32_t draws = (uint32_t)s->draws, limit = draws;
   if (!prepare(ctx, s->command))
      return;
   if (count_buffer && !st_read_words(&ctx->st, count_buffer, (uint64_t)*s->count_offset_B, &limit, 1)) {
      ga_context_check_reset(ctx);
      ga_oom(ctx, s->command);
      return;
   }
   draws = limit < draws ? limit : draws;
   for (uint32_t i = 0; i < draws && draw_one(ctx, s, arguments, i); i++) {}
}

static void draw_indirect(struct ga_context *ctx, const struct source *s)
{
   struct ga_buffer_state arguments = { 0 }, counts = { 0 };
   if (!legal_state(ctx, s->command) || !legal_arguments(ctx, s))
      return;
   const uint64_t size_B = (uint64_t)(s->draws - 1) * stride_B(s) + GRID_B;
   if (!ga_draw_arguments(ctx, GA_BUFFER_DRAW_INDIRECT, (uint64_t)s->offset_B, size_B, s->command, &arguments))
      return;
   if (!s->count_offset_B || ga_draw_arguments(ctx, GA_BUFFER_PARAMETER, (uint64_t)*s->count_offset_B, 4, s->command, &counts)) {
      draw_from(ctx, s, arguments.resource, counts.resource);
      pipe_resource_unref(counts.resource);
   }
   pipe_resource_unref(arguments.resource);
}

void ga_DrawMeshTasksIndirectEXT(struct ga_context *ctx, GLintptr indirect)
{
   draw_indirect(ctx, &(struct source){ "glDrawMeshTasksIndirectEXT", indirect, 1, 0, NULL });
}

void ga_MultiDrawMeshTasksIndirectEXT(struct ga_context *ctx, GLintptr indirect, GLsizei draws, GLsizei stride)
{
   draw_indirect(ctx, &(struct source){ "glMultiDrawMeshTasksIndirectEXT", indirect, draws, stride, NULL });
}

void ga_MultiDrawMeshTasksIndirectCountEXT(struct ga_context *ctx, GLintptr indirect, GLintptr draw_count, GLsizei most, GLsizei stride)
{
   draw_indirect(ctx, &(struct source){ "glMultiDrawMeshTasksIndirectCountEXT", indirect, most, stride, &draw_count });
}
