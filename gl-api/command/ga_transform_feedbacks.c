/* ga_transform_feedbacks.c: commands of transform feedback objects (ES 3.0, 2.15; GL 4.6, 13.3), and the rules of draws while
 * one captures. The program says which outputs are captured (ga_feedback_varyings.c). */
#include "gl-api/command/ga_transform_feedbacks.h"

#include "gl-api/program/ga_program.h"

/* ---- names and binding ------------------------------------------------------------------------------------------------------ */

void ga_GenTransformFeedbacks(struct ga_context *ctx, GLsizei n, GLuint *ids)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGenTransformFeedbacks: n %d is negative", n);
   else if (!ut_names_gen(&ctx->xfbs, (uint32_t)n, ids))
      ga_oom(ctx, "glGenTransformFeedbacks");
}

/* An active object, bound or paused, keeps all of them. */
void ga_DeleteTransformFeedbacks(struct ga_context *ctx, GLsizei n, const GLuint *ids)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteTransformFeedbacks: n %d is negative", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      const struct ga_transform_feedback *xfb = ut_names_lookup(&ctx->xfbs, ids[i]);
      if (xfb && xfb->active) {
         ga_error(ctx, GL_INVALID_OPERATION, "glDeleteTransformFeedbacks: transform feedback %u is active", ids[i]);
         return;
      }
   }
   for (GLsizei i = 0; i < n; i++)
      ga_transform_feedback_delete(ctx, ids[i]);
}

GLboolean ga_IsTransformFeedback(struct ga_context *ctx, GLuint id)
{
   return ut_names_lookup(&ctx->xfbs, id) != NULL;
}

void ga_BindTransformFeedback(struct ga_context *ctx, GLenum target, GLuint id)
{
   static const char command[] = "glBindTransformFeedback";
   if (target != GL_TRANSFORM_FEEDBACK) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
      return;
   }
   if (ga_feedback_captures(ctx)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: transform feedback is active and not paused", command);
      return;
   }
   if (id && !ut_names_is_reserved(&ctx->xfbs, id)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %u was not generated", command, id);
      return;
   }
   struct ga_transform_feedback *xfb = ga_transform_feedback_get(ctx, id);
   if (xfb)
      ga_transform_feedback_bind(ctx, xfb);
   else
      ga_oom(ctx, command);
}

/* ---- begin, end, pause, resume ---------------------------------------------------------------------------------------------- */

void ga_BeginTransformFeedback(struct ga_context *ctx, GLenum mode)
{
   static const char command[] = "glBeginTransformFeedback";
   struct ga_transform_feedback *xfb = ctx->xfb;
   if (mode != GL_POINTS && mode != GL_LINES && mode != GL_TRIANGLES) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: mode %s is not accepted by this command", command, ga_enum_name(mode));
      return;
   }
   struct ga_program *prog;
   const struct ga_exec *exec = ga_feedback_exec(ctx, &prog);
   const char *why = xfb->active ? "it is active already" : !exec ? "no program is current" :
      !exec->linked->varying_count ? "the program captures nothing" : NULL;
   if (why) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s", command, why);
      return;
   }
   switch (ga_transform_feedback_begin(ctx, xfb, mode)) {
   case GA_FEEDBACK_OK: break;
   case GA_FEEDBACK_NO_BUFFER:
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the program captures to a binding point without a buffer", command);
      break;
   case GA_FEEDBACK_NO_MEMORY: ga_oom(ctx, command);
   }
}

void ga_EndTransformFeedback(struct ga_context *ctx)
{
   if (ctx->xfb->active)
      ga_transform_feedback_end(ctx, ctx->xfb);
   else
      ga_error(ctx, GL_INVALID_OPERATION, "glEndTransformFeedback: transform feedback is not active");
}

void ga_PauseTransformFeedback(struct ga_context *ctx)
{
   if (ga_feedback_captures(ctx))
      ga_transform_feedback_pause(ctx, ctx->xfb);
   else
      ga_error(ctx, GL_INVALID_OPERATION, "glPauseTransformFeedback: transform feedback is %s",
               ctx->xfb->active ? "paused already" : "not active");
}

/* Only with the program that was current at the begin. */
void ga_ResumeTransformFeedback(struct ga_context *ctx)
{
   struct ga_transform_feedback *xfb = ctx->xfb;
   struct ga_program *prog;
   const struct ga_exec *exec = ga_feedback_exec(ctx, &prog);
   const char *why = !xfb->active ? "it is not active" : !xfb->paused ? "it is not paused" :
      prog != xfb->program || exec != xfb->exec ? "another program is current" : NULL;
   if (why)
      ga_error(ctx, GL_INVALID_OPERATION, "glResumeTransformFeedback: %s", why);
   else
      ga_transform_feedback_resume(ctx, xfb);
}

/* ---- draws ------------------------------------------------------------------------------------------------------------------ */

/* The basic primitive of a draw's mode, or of the output of a geometry shader or of tessellation. */
static GLenum basic_primitive(GLenum mode)
{
   bool lines = (mode >= GL_LINES && mode <= GL_LINE_STRIP) || mode == GL_LINES_ADJACENCY || mode == GL_LINE_STRIP_ADJACENCY;
   return mode == GL_POINTS ? GL_POINTS : lines ? GL_LINES : GL_TRIANGLES;
}

bool ga_feedback_allows(struct ga_context *ctx, GLenum mode, bool indexed, uint64_t vertices, const char *command)
{
   struct ga_transform_feedback *xfb = ctx->xfb;
   if (!ga_feedback_captures(ctx))
      return true;
   const char *why = NULL;
   const struct glsl_linked *linked = xfb->exec->linked;
   const GLenum last = linked->stage[PIPE_SHADER_GEOMETRY].spirv    ? linked->geometry.output
                       : linked->stage[PIPE_SHADER_TESS_EVAL].spirv ? ga_tess_primitive(linked) : mode;
   if (basic_primitive(last) != xfb->mode)
      why = "transform feedback captures other primitives";
   else if (ga_has(ctx, GA_FEATURE_es) && !ga_has(ctx, GA_FEATURE_geometry_shader)) {
      if (indexed)
         why = "transform feedback is active and not paused";
      else if (vertices > xfb->vertices_left)
         why = "the buffers of transform feedback are too small";
   }
   if (!why)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: %s", command, why);
   return false;
}

void ga_feedback_count(struct ga_context *ctx, GLenum mode, uint64_t count, uint64_t instances)
{
   struct ga_transform_feedback *xfb = ctx->xfb;
   if (!ga_feedback_captures(ctx) || xfb->vertices == GA_FEEDBACK_UNKNOWN)
      return;
   if (count == GA_FEEDBACK_UNKNOWN) {
      xfb->vertices = count;
      return;
   }
   const uint64_t vertices = ga_feedback_vertices(mode, count) * instances;
   xfb->vertices += vertices < xfb->vertices_left ? vertices : xfb->vertices_left;
   xfb->vertices_left = vertices < xfb->vertices_left ? xfb->vertices_left - vertices : 0;
}
