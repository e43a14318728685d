/* ga_internalformat.c: glGetInternalformativ, glGetInternalformati64v: numbers of samples (OpenGL ES 3.0, 6.1.15), and where contexts
 * have it all of ga_internalformat_query.c. */
#include "ga_entry.h"
#include "gl-api/command/ga_internalformat.h"

static bool check_target(struct ga_context *ctx, const char *command, GLenum target)
{
   const bool multisample = (target == GL_TEXTURE_2D_MULTISAMPLE && ga_has(ctx, GA_FEATURE_texture_multisample)) ||
                            (target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY && ga_has(ctx, GA_FEATURE_texture_multisample_array));
   if (target == GL_RENDERBUFFER || multisample)
      return true;
   ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
   return false;
}

/* Numbers of samples of renderable formats, all that contexts without ARB_internalformat_query2 answer. False: the error was raised. */
static bool sample_counts(struct ga_context *ctx, const char *command, GLenum target, GLenum internal_format, GLenum pname,
                          GLint64 values[GA_MAX_SAMPLE_COUNTS], unsigned *count)
{
   GLint counts[GA_MAX_SAMPLE_COUNTS];
   const struct ga_format *format = ga_format_renderbuffer(ctx, internal_format);
   if (!check_target(ctx, command, target))
      return false;
   if (!format || (pname != GL_SAMPLES && pname != GL_NUM_SAMPLE_COUNTS)) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s of %s", command, ga_enum_name(pname), ga_enum_name(internal_format));
      return false;
   }
   const unsigned n = ga_format_sample_counts(ctx, format, counts);
   for (unsigned i = 0; i < n; i++)
      values[i] = counts[i];
   if (pname == GL_NUM_SAMPLE_COUNTS)
      values[0] = n;
   *count = pname == GL_SAMPLES ? n : 1;
   return true;
}

typedef GLenum (*query_function)(struct ga_context *ctx, GLenum target, GLenum internal_format, GLenum pname,
                                 GLint64 values[GA_MAX_SAMPLE_COUNTS], unsigned *count);

/* The function that answers a parameter at all targets. NULL: the context has sample_counts() alone. */
static query_function query_of(const struct ga_context *ctx, GLenum pname)
{
   if ((pname == GL_TILING_TYPES_EXT || pname == GL_NUM_TILING_TYPES_EXT) && ga_has(ctx, GA_FEATURE_memory_object))
      return ga_internalformat_tilings;
   if ((pname == GL_SURFACE_COMPRESSION_EXT || pname == GL_NUM_SURFACE_COMPRESSION_FIXED_RATES_EXT) &&
       ga_has(ctx, GA_FEATURE_texture_storage_compression))
      return ga_internalformat_fixed_rates;
   return ga_has(ctx, GA_FEATURE_internalformat_query2) ? ga_internalformat_query : NULL;
}

/* Returns how many values there are; 0 also after an error. */
static unsigned query(struct ga_context *ctx, const char *command, GLenum target, GLenum internal_format, GLenum pname, GLsizei size,
                      GLint64 values[GA_MAX_SAMPLE_COUNTS])
{
   unsigned count = 0;
   const query_function find = query_of(ctx, pname);
   if (find) {
      if (find(ctx, target, internal_format, pname, values, &count) != GL_NO_ERROR) {
         ga_error(ctx, GL_INVALID_ENUM, "%s: %s at %s", command, ga_enum_name(pname), ga_enum_name(target));
         return 0;
      }
   } else if (!sample_counts(ctx, command, target, internal_format, pname, values, &count)) {
      return 0;
   }
   if (size < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: bufSize %d is negative", command, size);
      return 0;
   }
   return count < (unsigned)size ? count : (unsigned)size;
}

void ga_GetInternalformativ(struct ga_context *ctx, GLenum target, GLenum internalformat, GLenum pname, GLsizei bufSize,
                            GLint *params)
{
   GLint64 values[GA_MAX_SAMPLE_COUNTS];
   const unsigned count = query(ctx, "glGetInternalformativ", target, internalformat, pname, bufSize, values);
   for (unsigned i = 0; i < count; i++)
      params[i] = values[i] > INT32_MAX ? INT32_MAX : (GLint)values[i];
}

void ga_GetInternalformati64v(struct ga_context *ctx, GLenum target, GLenum internalformat, GLenum pname, GLsizei bufSize,
                              GLint64 *params)
{
   GLint64 values[GA_MAX_SAMPLE_COUNTS];
   const unsigned count = query(ctx, "glGetInternalformati64v", target, internalformat, pname, bufSize, values);
   for (unsigned i = 0; i < count; i++)
      params[i] = values[i];
}
