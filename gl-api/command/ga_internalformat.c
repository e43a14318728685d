/* ga_internalformat.c: glGetInternalformativ of OpenGL ES 3.0 (6.1.15): numbers of samples of renderbuffers. */
#include "ga_entry.h"
#include "gl-api/tables/ga_format.h"

void ga_GetInternalformativ(struct ga_context *ctx, GLenum target, GLenum internalformat, GLenum pname, GLsizei bufSize,
                            GLint *params)
{
   static const char command[] = "glGetInternalformativ";
   const bool multisample = (target == GL_TEXTURE_2D_MULTISAMPLE && ga_has(ctx, GA_FEATURE_texture_multisample)) ||
                            (target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY && ga_has(ctx, GA_FEATURE_texture_multisample_array));
   const struct ga_format *format = ga_format_renderbuffer(ctx, internalformat);
   if (target != GL_RENDERBUFFER && !multisample) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: target %s", command, ga_enum_name(target));
      return;
   }
   if (!format) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not renderable", command, ga_enum_name(internalformat));
      return;
   }
   if (pname != GL_SAMPLES && pname != GL_NUM_SAMPLE_COUNTS) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s", command, ga_enum_name(pname));
      return;
   }
   if (bufSize < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: bufSize %d", command, bufSize);
      return;
   }
   GLint counts[GA_MAX_SAMPLE_COUNTS];
   const unsigned n = ga_format_sample_counts(ctx, format, counts);
   if (pname == GL_NUM_SAMPLE_COUNTS) {
      if (bufSize)
         params[0] = (GLint)n;
      return;
   }
   for (unsigned i = 0; i < n && i < (unsigned)bufSize; i++)
      params[i] = counts[i];
}
