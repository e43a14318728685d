/* ga_tessellation.c: parameters of patches, and draws of them (OpenGL 4.6, 10.1.15 and 11.2). */
#include <string.h>

#include "gl-api/command/ga_draw.h"
#include "gl-api/program/ga_program.h"

void ga_PatchParameteri(struct ga_context *ctx, GLenum pname, GLint value)
{
   if (pname != GL_PATCH_VERTICES) {
      ga_error(ctx, GL_INVALID_ENUM, "glPatchParameteri: %s is not accepted by this command", ga_enum_name(pname));
      return;
   }
   if (value <= 0 || value > ctx->limits.max_patch_vertices) {
      ga_error(ctx, GL_INVALID_VALUE, "glPatchParameteri: %d vertices, the limit is %d", value, ctx->limits.max_patch_vertices);
      return;
   }
   ctx->patch_vertices = value;
   ctx->dirty |= GA_DIRTY_PATCH;
}

void ga_PatchParameterfv(struct ga_context *ctx, GLenum pname, const GLfloat *values)
{
   if (pname == GL_PATCH_DEFAULT_OUTER_LEVEL) {
      memcpy(ctx->patch_outer, values, sizeof ctx->patch_outer);
   } else if (pname == GL_PATCH_DEFAULT_INNER_LEVEL) {
      memcpy(ctx->patch_inner, values, sizeof ctx->patch_inner);
   } else {
      ga_error(ctx, GL_INVALID_ENUM, "glPatchParameterfv: %s is not accepted by this command", ga_enum_name(pname));
      return;
   }
   ctx->dirty |= GA_DIRTY_PATCH;
}

/* The box is a hint about where primitives are; the hardware finds their tiles from the positions that shaders write. */
void ga_PrimitiveBoundingBox(struct ga_context *ctx, GLfloat min_x, GLfloat min_y, GLfloat min_z, GLfloat min_w, GLfloat max_x,
                             GLfloat max_y, GLfloat max_z, GLfloat max_w)
{
   const GLfloat box[8] = {min_x, min_y, min_z, min_w, max_x, max_y, max_z, max_w};
   memcpy(ctx->primitive_box, box, sizeof ctx->primitive_box);
}

const char *ga_tessellation_problem(const struct ga_context *ctx, GLenum mode)
{
   const bool control = ctx->stage_exec[PIPE_SHADER_TESS_CTRL], evaluation = ctx->stage_exec[PIPE_SHADER_TESS_EVAL];
   return control && !evaluation              ? "there is a tessellation control shader, but no evaluation shader"
                     : mode == GL_PATCHES && !evaluation ? "patches are drawn without a tessellation evaluation shader"
                     : mode != GL_PATCHES && evaluation  ? "a tessellation evaluation shader takes patches only"
                     : evaluation && !control && !ga_has(ctx, GA_FEATURE_tessellation_default_levels)
                        ? "there is a tessellation evaluation shader, but no control shader" : NULL;
}
