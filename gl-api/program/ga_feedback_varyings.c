/* ga_feedback_varyings.c: the variables that a program captures by transform feedback (ES 3.0, 2.12.8 and 6.1.12; GL 4.6, 11.1.2.1). */
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/program/ga_program.h"

/* In GL special names tell gaps and steps to the next buffer (ARB_transform_feedback3). */
static const char *illegal_names(const struct ga_context *ctx, GLsizei count, const GLchar *const *names, bool separate)
{
   GLsizei buffers = 1;
   for (GLsizei i = 0; i < count && ga_has(ctx, GA_FEATURE_transform_feedback_streams); i++) {
      const bool next = !strcmp(names[i], "gl_NextBuffer");
      if (separate && (next || !strncmp(names[i], "gl_SkipComponents", 17)))
         return "gaps and steps between buffers are for interleaved capture";
      buffers += next;
   }
   return buffers > PIPE_MAX_SO_BUFFERS ? "too many buffers" : NULL;
}

void ga_TransformFeedbackVaryings(struct ga_context *ctx, GLuint program, GLsizei count, const GLchar *const *names, GLenum mode)
{
   static const char command[] = "glTransformFeedbackVaryings";
   const bool separate = mode == GL_SEPARATE_ATTRIBS;
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   struct ga_program *prog = ga_program_lookup(ctx, program, command);
   if (!prog)
      return;
   if (!separate && mode != GL_INTERLEAVED_ATTRIBS) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: mode %s is not accepted by this command", command, ga_enum_name(mode));
      return;
   }
   if (count < 0 || (separate && count > PIPE_MAX_SO_BUFFERS)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: count %d", command, count);
      return;
   }
   const char *why = illegal_names(ctx, count, names, separate);
   if (why)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s", command, why);
   else if (!glsl_bindings_set_feedback(prog->bind, names, (unsigned)count, separate))
      ga_oom(ctx, command);
}

void ga_GetTransformFeedbackVarying(struct ga_context *ctx, GLuint program, GLuint index, GLsizei size, GLsizei *length,
                                    GLsizei *array_size, GLenum *type, GLchar *name)
{
   static const char command[] = "glGetTransformFeedbackVarying";
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_program *prog = ga_program_lookup(ctx, program, command);
   if (!prog)
      return;
   if (!prog->linked) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked", command, program);
      return;
   }
   const struct glsl_linked *linked = prog->exec->linked;
   if (size < 0 || index >= linked->varying_count) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: size %d, index %u of %u", command, size, index, linked->varying_count);
      return;
   }
   const struct glsl_varying *v = &linked->varyings[index];
   ga_copy_string(v->name, size, length, name);
   *array_size = (GLsizei)v->array_size;
   *type = v->type;
}

GLint ga_feedback_parameter(const struct glsl_linked *linked, GLenum pname)
{
   size_t longest = 0;
   switch (pname) {
   case GL_TRANSFORM_FEEDBACK_BUFFER_MODE: return linked && linked->feedback_separate ? GL_SEPARATE_ATTRIBS : GL_INTERLEAVED_ATTRIBS;
   case GL_TRANSFORM_FEEDBACK_VARYINGS: return linked ? (GLint)linked->varying_count : 0;
   default:
      for (uint32_t i = 0; linked && i < linked->varying_count; i++) {
         const size_t length = strlen(linked->varyings[i].name) + 1;
         longest = length > longest ? length : longest;
      }
      return (GLint)longest;
   }
}
