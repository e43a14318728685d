/* ga_string.c: glGetString (ES 2.0, 6.1.5). */
#include "gl-api/context/ga_context.h"

const GLubyte *ga_GetString(struct ga_context *ctx, GLenum name)
{
   const char *text = NULL;
   switch (name) {
   case GL_VENDOR: text = "gloam"; break;
   case GL_RENDERER: text = ctx->screen->name; break;
   case GL_VERSION: text = "OpenGL ES 2.0 gloam " GLOAM_VERSION; break;
   case GL_SHADING_LANGUAGE_VERSION: text = "OpenGL ES GLSL ES 1.00"; /* a second number confuses parsers */ break;
   case GL_EXTENSIONS: text = ctx->extensions; break;
   default: ga_error(ctx, GL_INVALID_ENUM, "glGetString: %s", ga_enum_name(name)); break;
   }
   return (const GLubyte *)text;
}
