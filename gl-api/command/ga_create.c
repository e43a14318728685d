/* ga_create.c: objects that a command creates all or none (GL 4.6, 2.3.1); runs of binding points (ARB_multi_bind). */
#include "gl-api/command/ga_create.h"

bool ga_create_objects(struct ga_context *ctx, struct ut_names *table, const struct ga_object_kind *kind, GLsizei n, GLuint *names,
                       const char *command)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: n %d is negative", command, n);
      return false;
   }
   if (!ut_names_gen(table, (uint32_t)n, names)) {
      ga_oom(ctx, command);
      return false;
   }
   bool ok = true;
   for (GLsizei i = 0; ok && i < n; i++)
      ok = kind->make(ctx, names[i]);
   for (GLsizei i = 0; !ok && i < n; i++)
      kind->destroy(ctx, names[i]);
   if (!ok)
      ga_oom(ctx, command);
   return ok;
}

bool ga_legal_run(struct ga_context *ctx, GLuint first, GLsizei count, GLuint limit, const char *command)
{
   if (count < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: count %d is negative", command, count);
   else if (first > limit || (GLuint)count > limit - first)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %d binding points from %u on, of %u", command, count, first, limit);
   else
      return true;
   return false;
}
