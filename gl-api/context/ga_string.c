/* ga_string.c: glGetString, glGetStringi (ES 2.0, 6.1.5; GL 4.6, 22.2). */
#include "gl-api/context/ga_string.h"

#include <stdio.h>

#include "gl-api/context/ga_context.h"

void ga_string_init(struct ga_context *ctx)
{
   const bool es = ga_has(ctx, GA_FEATURE_es);
   const int glsl = ga_glsl_version(ctx->api, ctx->version);
   const char *profile = !ga_has(ctx, GA_FEATURE_context_profile) ? "" :
                         ga_has(ctx, GA_FEATURE_core_profile) ? "(Core Profile) " : "(Compatibility Profile) ";
   snprintf(ctx->version_text, sizeof(ctx->version_text), "%s%d.%d %sgloam " GLOAM_VERSION, es ? "OpenGL ES " : "",
            ctx->version / 10, ctx->version % 10, profile);
   /* Nothing follows the number: parsers take a second number for the version. */
   snprintf(ctx->glsl_version_text, sizeof(ctx->glsl_version_text), "%s%d.%02d", es ? "OpenGL ES GLSL ES " : "", glsl / 100,
            glsl % 100);
}

const GLubyte *ga_GetString(struct ga_context *ctx, GLenum name)
{
   switch (name) {
   case GL_VENDOR: return (const GLubyte *)"gloam";
   case GL_RENDERER: return (const GLubyte *)ctx->screen->name;
   case GL_VERSION: return (const GLubyte *)ctx->version_text;
   case GL_SHADING_LANGUAGE_VERSION: return (const GLubyte *)ctx->glsl_version_text;
   case GL_EXTENSIONS:
      if (ga_has(ctx, GA_FEATURE_extension_string))
         return (const GLubyte *)ctx->extensions;
   }
   ga_error(ctx, GL_INVALID_ENUM, "glGetString: %s", ga_enum_name(name));
   return NULL;
}

const GLubyte *ga_GetStringi(struct ga_context *ctx, GLenum name, GLuint index)
{
   if (name != GL_EXTENSIONS) {
      ga_error(ctx, GL_INVALID_ENUM, "glGetStringi: %s", ga_enum_name(name));
      return NULL;
   }
   const char *text = ga_extension_name(&ctx->features, index);
   if (!text)
      ga_error(ctx, GL_INVALID_VALUE, "glGetStringi: index %u of %u extensions", index, ga_extension_count(&ctx->features));
   return (const GLubyte *)text;
}
