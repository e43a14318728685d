/* ga_string.c: glGetString, glGetStringi (ES 2.0, 6.1.5; GL 4.6, 22.2). */
#include "gl-api/context/ga_string.h"

#include <stdio.h>

#include "gl-api/context/ga_context.h"
#include "gl-api/context/ga_legacy_hooks.h"
#include "gl-api/glsl/spirv/gv_spirv.h"

void ga_string_init(struct ga_context *ctx)
{
   const bool es = ga_has(ctx, GA_FEATURE_es);
   const int glsl = ga_glsl_version(ctx->api, ctx->version);
   const char *profile = !ga_has(ctx, GA_FEATURE_context_profile) ? "" :
                         ga_has(ctx, GA_FEATURE_core_profile) ? "(Core Profile) " : "(Compatibility Profile) ";
   snprintf(ctx->version_text, sizeof(ctx->version_text), "%s%d.%d %sgloam " GLOAM_VERSION,
            ga_has(ctx, GA_FEATURE_es1) ? "OpenGL ES-CM " : es ? "OpenGL ES " : "",
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
   case GL_SHADING_LANGUAGE_VERSION:
      if (!ga_has(ctx, GA_FEATURE_es1))
         return (const GLubyte *)ctx->glsl_version_text;
      break;
   case GL_EXTENSIONS:
      if (ga_has(ctx, GA_FEATURE_extension_string))
         return (const GLubyte *)ctx->extensions;
   }
   const char *more = ctx->hooks ? ctx->hooks->string(ctx, name) : NULL;
   if (more)
      return (const GLubyte *)more;
   ga_error(ctx, GL_INVALID_ENUM, "glGetString: %s is not accepted by this command", ga_enum_name(name));
   return NULL;
}

/* ---- versions of the shading language (GL 4.6, 22.2) --------------------------------------------------------------------------- */

/* Arguments of #version; "" stands for a shader without the directive. */
static const struct { const char *text; int version; bool es; } glsl_versions[] = {
   {"460", 460, false}, {"450", 450, false}, {"440", 440, false}, {"430", 430, false}, {"420", 420, false}, {"410", 410, false},
   {"400", 400, false}, {"330", 330, false}, {"150", 150, false}, {"140", 140, false}, {"130", 130, false}, {"120", 120, false},
   {"110", 110, false}, {"", 110, false}, {"320 es", 320, true}, {"310 es", 310, true}, {"300 es", 300, true}, {"100", 100, true},
};

/* The version of this index among those that the context's shaders may be written in; NULL after the last one. */
static const char *glsl_version_at(const struct ga_context *ctx, GLuint index)
{
   const int max = ga_glsl_version(ctx->api, ctx->version), max_es = ga_glsl_es_version(&ctx->features);
   for (unsigned i = 0; i < sizeof(glsl_versions) / sizeof(glsl_versions[0]); i++)
      if (glsl_versions[i].version <= (glsl_versions[i].es ? max_es : max) && index-- == 0)
         return glsl_versions[i].text;
   return NULL;
}

int ga_glsl_version_count(const struct ga_context *ctx)
{
   int count = 0;
   while (glsl_version_at(ctx, (GLuint)count))
      count++;
   return count;
}

const GLubyte *ga_GetStringi(struct ga_context *ctx, GLenum name, GLuint index)
{
   if (name == GL_SHADING_LANGUAGE_VERSION && ga_has(ctx, GA_FEATURE_glsl_version_index)) {
      const char *version = glsl_version_at(ctx, index);
      if (!version)
         ga_error(ctx, GL_INVALID_VALUE, "glGetStringi: index %u is not below the %d versions", index,
                  ga_glsl_version_count(ctx));
      return (const GLubyte *)version;
   }
   if (name == GL_SPIR_V_EXTENSIONS && ga_has(ctx, GA_FEATURE_spirv_extensions)) {
      const char *extension = gv_extension(index);
      if (!extension)
         ga_error(ctx, GL_INVALID_VALUE, "glGetStringi: index %u is not below the %u extensions of SPIR-V", index,
                  gv_extension_count());
      return (const GLubyte *)extension;
   }
   if (name != GL_EXTENSIONS) {
      ga_error(ctx, GL_INVALID_ENUM, "glGetStringi: %s is not accepted by this command", ga_enum_name(name));
      return NULL;
   }
   const char *text = ga_extension_name(&ctx->features, index);
   if (!text)
      ga_error(ctx, GL_INVALID_VALUE, "glGetStringi: index %u is not below the %u extensions", index,
               ga_extension_count(&ctx->features));
   return (const GLubyte *)text;
}
