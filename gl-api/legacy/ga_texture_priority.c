/* ga_texture_priority.c: priorities and residency of textures (GL 2.1, 3.8.12). The device pages textures in when they are used: all
 * of them count as resident. */
#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/object/ga_param.h"
#include "gl-api/object/ga_texture.h"

void ga_PrioritizeTextures(struct ga_context *ctx, GLsizei n, const GLuint *textures, const GLclampf *priorities)
{
   const char *why;
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glPrioritizeTextures: n %d is negative", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) { /* names without texture are ignored */
      struct ga_texture *tex = ga_texture_lookup(ctx, textures[i]);
      if (tex)
         ga_texture_set_parameter(ctx, tex, GL_TEXTURE_PRIORITY, &(struct ga_param){.type = GA_PARAM_FLOAT, .values = &priorities[i]}, &why);
      ga_texture_unref(ctx, tex);
   }
}

/* GL_TRUE says that all are resident; the array is not written then. */
GLboolean ga_AreTexturesResident(struct ga_context *ctx, GLsizei n, const GLuint *textures, GLboolean *residences)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glAreTexturesResident: n %d is negative", n);
      return GL_FALSE;
   }
   for (GLsizei i = 0; i < n; i++) {
      struct ga_texture *tex = ga_texture_lookup(ctx, textures[i]);
      if (!tex) {
         ga_error(ctx, GL_INVALID_VALUE, "glAreTexturesResident: no texture %u", textures[i]);
         return GL_FALSE;
      }
      ga_texture_unref(ctx, tex);
   }
   return GL_TRUE;
}
