/* ga_draw_checks.c: which draws the state of the context allows. The first draw after a change checks everything and leaves a bit per
 * mode in ctx->draw_modes; draws with a set bit skip the checks (ga_draw_is_ready). */
#include "gl-api/command/ga_draw.h"
#include "gl-api/command/ga_transform_feedbacks.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_vao.h"
#include "gl-api/program/ga_program.h"

#define MODE_BIT(mode) (1u << (mode))

/* GL's primitive numbers are Gallium's. */
bool ga_draw_is_mode(const struct ga_context *ctx, GLenum mode)
{
   return mode <= GL_TRIANGLE_FAN || (mode <= GL_POLYGON && ga_has(ctx, GA_FEATURE_quads)) ||
          (mode >= GL_LINES_ADJACENCY && mode <= GL_TRIANGLE_STRIP_ADJACENCY && ga_has(ctx, GA_FEATURE_geometry_shader)) ||
          (mode == GL_PATCHES && ga_has(ctx, GA_FEATURE_tessellation_shader));
}

bool ga_draw_legal_mode(struct ga_context *ctx, GLenum mode, const char *command)
{
   if (ga_draw_is_mode(ctx, mode))
      return true;
   ga_error(ctx, GL_INVALID_ENUM, "%s: mode %s is not accepted by this command", command, ga_enum_name(mode));
   return false;
}

/* The input layout of geometry shaders that take a mode's primitives (OpenGL 4.6, table 11.1). */
static GLenum geometry_input(GLenum mode)
{
   switch (mode) {
   case GL_POINTS: return GL_POINTS;
   case GL_LINES: case GL_LINE_LOOP: case GL_LINE_STRIP: return GL_LINES;
   case GL_LINES_ADJACENCY: case GL_LINE_STRIP_ADJACENCY: return GL_LINES_ADJACENCY;
   case GL_TRIANGLES_ADJACENCY: case GL_TRIANGLE_STRIP_ADJACENCY: return GL_TRIANGLES_ADJACENCY;
   default: return GL_TRIANGLES;
   }
}

static bool geometry_takes(const struct ga_exec *geometry, const struct ga_exec *evaluation, GLenum mode, GLenum *arrives)
{
   *arrives = evaluation ? ga_tess_primitive(evaluation->linked) : geometry_input(mode);
   return geometry->linked->geometry.input == *arrives;
}

/* OpenGL 4.6, 11.2 and 11.3.1: the primitives that tessellation and a geometry shader take. */
static bool stages_accept(struct ga_context *ctx, GLenum mode, const char *command)
{
   const struct ga_exec *geometry = ctx->stage_exec[PIPE_SHADER_GEOMETRY], *evaluation = ctx->stage_exec[PIPE_SHADER_TESS_EVAL];
   const char *why = ga_tessellation_problem(ctx, mode);
   GLenum arrives;
   if (why)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: mode %s: %s", command, ga_enum_name(mode), why);
   else if (geometry && !geometry_takes(geometry, evaluation, mode, &arrives))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the geometry shader takes %s, not %s", command,
               ga_enum_name(geometry->linked->geometry.input), ga_enum_name(arrives));
   else
      return true;
   return false;
}

/* A default vertex array object, which the core profile lacks, draws nothing (GL 4.6, 10.3.1). */
static bool has_vertex_array(const struct ga_context *ctx)
{
   return ctx->vao->name || ga_has(ctx, GA_FEATURE_default_vertex_array);
}

/* OVR_multiview, 11.1.3.11 and "Errors". NULL: the framebuffer's views allow draws. */
static const char *views_problem(struct ga_context *ctx)
{
   const struct ga_exec *vertex = ctx->stage_exec[PIPE_SHADER_VERTEX];
   if (!ga_has(ctx, GA_FEATURE_multiview) || ga_fbo_status(ctx, ctx->draw_fbo) != GL_FRAMEBUFFER_COMPLETE)
      return NULL;
   const uint32_t views = ctx->draw_fbo->views;
   if ((views ? views : 1) != (vertex ? vertex->linked->views : 1))
      return "the vertex shader's num_views is not the number of views of the framebuffer";
   if (views && (ctx->stage_exec[PIPE_SHADER_TESS_CTRL] || ctx->stage_exec[PIPE_SHADER_TESS_EVAL] ||
                 ctx->stage_exec[PIPE_SHADER_GEOMETRY]))
      return "the framebuffer has views, and tessellation or geometry shaders are active";
   return views && ctx->xfb->active ? "the framebuffer has views, and transform feedback is active" : NULL;
}

/* GL 4.6, 11.1.3.11: programs that cannot be executed. The compatibility profile has fixed functions in place of a vertex shader. NULL:
 * there is a stage that takes vertices, or no stage at all, which is no error. */
static const char *vertex_stage_problem(const struct ga_context *ctx)
{
   if (ctx->hooks || ctx->stage_exec[PIPE_SHADER_VERTEX])
      return NULL;
   return ctx->stage_exec[PIPE_SHADER_MESH] || ctx->stage_exec[PIPE_SHADER_TASK]
             ? "a task or mesh shader is current, but no vertex shader" : NULL;
}

bool ga_draw_legal_state(struct ga_context *ctx, GLenum mode, bool indexed, uint64_t vertices, const char *command)
{
   const char *why = vertex_stage_problem(ctx);
   if (!why)
      why = views_problem(ctx);
   if (why) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s", command, why);
      return false;
   }
   if (has_vertex_array(ctx))
      return stages_accept(ctx, mode, command) && ga_feedback_allows(ctx, mode, indexed, vertices, command);
   ga_error(ctx, GL_INVALID_OPERATION, "%s: no vertex array object is bound", command);
   return false;
}

/* A bit for each mode that passes ga_draw_legal_mode, and ga_draw_legal_state while transform feedback does not capture. */
static uint32_t legal_modes(struct ga_context *ctx)
{
   const struct ga_exec *geometry = ctx->stage_exec[PIPE_SHADER_GEOMETRY], *evaluation = ctx->stage_exec[PIPE_SHADER_TESS_EVAL];
   uint32_t modes = MODE_BIT(GL_TRIANGLE_FAN + 1) - 1;
   GLenum arrives;
   if (ga_has(ctx, GA_FEATURE_quads))
      modes |= MODE_BIT(GL_QUADS) | MODE_BIT(GL_QUAD_STRIP) | MODE_BIT(GL_POLYGON);
   if (ga_has(ctx, GA_FEATURE_geometry_shader))
      modes |= MODE_BIT(GL_LINES_ADJACENCY) | MODE_BIT(GL_LINE_STRIP_ADJACENCY) | MODE_BIT(GL_TRIANGLES_ADJACENCY) |
               MODE_BIT(GL_TRIANGLE_STRIP_ADJACENCY);
   if (!has_vertex_array(ctx) || views_problem(ctx))
      return 0;
   if (evaluation)
      modes = ga_tessellation_problem(ctx, GL_PATCHES) ? 0 : MODE_BIT(GL_PATCHES);
   else if (ctx->stage_exec[PIPE_SHADER_TESS_CTRL])
      modes = 0;
   for (uint32_t left = geometry ? modes : 0; left; left &= left - 1)
      if (!geometry_takes(geometry, evaluation, (GLenum)__builtin_ctz(left), &arrives))
         modes &= ~(left & -left);
   return modes;
}

/* Without a program ES 2.0 leaves results undefined, and so it does for arrays without memory: nothing is drawn. */
bool ga_draw_has_sources(struct ga_context *ctx, GLenum mode, const char *command)
{
   if (ctx->draw_modes >> mode & 1)
      return true;
   if (!ctx->st.shader[PIPE_SHADER_VERTEX])
      return false;
   uint32_t missing = ctx->attribs_unreadable & ctx->st.attribs_read;
   if (!missing) {
      ctx->draw_modes = ga_feedback_captures(ctx) ? 0 : legal_modes(ctx);
      return true;
   }
   ga_debug_message(ctx, GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR, 1, GL_DEBUG_SEVERITY_HIGH,
                    "%s: attribute %d is enabled but has no data; nothing is drawn", command, __builtin_ctz(missing));
   return false;
}
