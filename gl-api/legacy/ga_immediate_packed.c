/* ga_immediate_packed.c: commands for the attributes of vertices with packed values (ARB_vertex_type_2_10_10_10_rev). Colours and normals
 * are normalized. */
#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/object/ga_vertex_format.h"

static void set_packed(struct ga_context *ctx, unsigned slot, bool normalized, unsigned components, GLenum type, GLuint value,
                       const char *command)
{
   GLfloat v[4];
   if (!ga_is_2_10_10_10(type)) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: type %s is not accepted by this command", command, ga_enum_name(type));
      return;
   }
   ga_vertex_unpack(type, normalized, components, value, v);
   ga_legacy_attrib(ctx, slot, v[0], v[1], v[2], v[3]);
}

static void set_multi(struct ga_context *ctx, GLenum target, unsigned components, GLenum type, GLuint value, const char *command)
{
   if (target >= GL_TEXTURE0 && target < GL_TEXTURE0 + GA_MAX_TEXTURE_COORDS)
      set_packed(ctx, GLSL_ATTRIB_TEX_COORD0 + (target - GL_TEXTURE0), false, components, type, value, command);
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(target));
}

/* ga_NAMEui and ga_NAMEuiv. */
#define PACKED(name, components, slot, normalized) \
   void ga_##name##ui(struct ga_context *ctx, GLenum type, GLuint value) \
   { \
      set_packed(ctx, slot, normalized, components, type, value, "gl" #name "ui"); \
   } \
   void ga_##name##uiv(struct ga_context *ctx, GLenum type, const GLuint *value) \
   { \
      set_packed(ctx, slot, normalized, components, type, value[0], "gl" #name "uiv"); \
   }

PACKED(VertexP2, 2, 0, false)
PACKED(VertexP3, 3, 0, false)
PACKED(VertexP4, 4, 0, false)
PACKED(TexCoordP1, 1, GLSL_ATTRIB_TEX_COORD0, false)
PACKED(TexCoordP2, 2, GLSL_ATTRIB_TEX_COORD0, false)
PACKED(TexCoordP3, 3, GLSL_ATTRIB_TEX_COORD0, false)
PACKED(TexCoordP4, 4, GLSL_ATTRIB_TEX_COORD0, false)
PACKED(NormalP3, 3, GLSL_ATTRIB_NORMAL, true)
PACKED(ColorP3, 3, GLSL_ATTRIB_COLOR, true)
PACKED(ColorP4, 4, GLSL_ATTRIB_COLOR, true)
PACKED(SecondaryColorP3, 3, GLSL_ATTRIB_SECONDARY_COLOR, true)

#define MULTI(components) \
   void ga_MultiTexCoordP##components##ui(struct ga_context *ctx, GLenum target, GLenum type, GLuint value) \
   { \
      set_multi(ctx, target, components, type, value, "glMultiTexCoordP" #components "ui"); \
   } \
   void ga_MultiTexCoordP##components##uiv(struct ga_context *ctx, GLenum target, GLenum type, const GLuint *value) \
   { \
      set_multi(ctx, target, components, type, value[0], "glMultiTexCoordP" #components "uiv"); \
   }

MULTI(1)
MULTI(2)
MULTI(3)
MULTI(4)
