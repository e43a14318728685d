/* ga_vertex_array_get.c: queries of EXT_direct_state_access that other queries answer while an object is selected: of vertex arrays (6.1.14),
 * of draw and read buffers of framebuffers (4.4.7), of the pointer of a set of texture coordinates (6.1.11). */
#include "ga_entry.h"
#include "gl-api/command/ga_vertex_attribs.h"
#include "gl-api/legacy/ga_select.h"

/* ---- vertex arrays ------------------------------------------------------------------------------------------------------------ */

static bool is_array_value(GLenum pname)
{
   switch (pname) {
   case GL_VERTEX_ARRAY: case GL_VERTEX_ARRAY_SIZE: case GL_VERTEX_ARRAY_TYPE: case GL_VERTEX_ARRAY_STRIDE:
   case GL_VERTEX_ARRAY_BUFFER_BINDING:
   case GL_NORMAL_ARRAY: case GL_NORMAL_ARRAY_TYPE: case GL_NORMAL_ARRAY_STRIDE: case GL_NORMAL_ARRAY_BUFFER_BINDING:
   case GL_COLOR_ARRAY: case GL_COLOR_ARRAY_SIZE: case GL_COLOR_ARRAY_TYPE: case GL_COLOR_ARRAY_STRIDE: case GL_COLOR_ARRAY_BUFFER_BINDING:
   case GL_SECONDARY_COLOR_ARRAY: case GL_SECONDARY_COLOR_ARRAY_SIZE: case GL_SECONDARY_COLOR_ARRAY_TYPE:
   case GL_SECONDARY_COLOR_ARRAY_STRIDE: case GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING:
   case GL_FOG_COORD_ARRAY: case GL_FOG_COORD_ARRAY_TYPE: case GL_FOG_COORD_ARRAY_STRIDE: case GL_FOG_COORD_ARRAY_BUFFER_BINDING:
   case GL_INDEX_ARRAY: case GL_INDEX_ARRAY_TYPE: case GL_INDEX_ARRAY_STRIDE: case GL_INDEX_ARRAY_BUFFER_BINDING:
   case GL_EDGE_FLAG_ARRAY: case GL_EDGE_FLAG_ARRAY_STRIDE: case GL_EDGE_FLAG_ARRAY_BUFFER_BINDING:
   case GL_CLIENT_ACTIVE_TEXTURE: case GL_ARRAY_BUFFER_BINDING: case GL_ELEMENT_ARRAY_BUFFER_BINDING:
      return true;
   default: return false;
   }
}

static bool is_coordinates_value(GLenum pname)
{
   return pname == GL_TEXTURE_COORD_ARRAY || pname == GL_TEXTURE_COORD_ARRAY_SIZE || pname == GL_TEXTURE_COORD_ARRAY_TYPE ||
          pname == GL_TEXTURE_COORD_ARRAY_STRIDE || pname == GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING;
}

static void wrong_name(struct ga_context *ctx, GLenum pname, const char *command)
{
   ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
}

/* Pointers are returned as integers, too, as far as these have bits. */
void ga_GetVertexArrayIntegervEXT(struct ga_context *ctx, GLuint vaobj, GLenum pname, GLint *param)
{
   static const char command[] = "glGetVertexArrayIntegervEXT";
   struct ga_selection s;
   void *pointer;
   if (!ga_select_vertex_array(ctx, &s, command, vaobj))
      ;
   else if (is_array_value(pname) || is_coordinates_value(pname))
      ga_GetIntegerv(ctx, pname, param);
   else if (ga_client_pointer(ctx, pname, &pointer))
      *param = (GLint)(uintptr_t)pointer;
   else
      wrong_name(ctx, pname, command);
   ga_select_end(ctx, &s);
}

void ga_GetVertexArrayPointervEXT(struct ga_context *ctx, GLuint vaobj, GLenum pname, void **param)
{
   static const char command[] = "glGetVertexArrayPointervEXT";
   struct ga_selection s;
   if (ga_select_vertex_array(ctx, &s, command, vaobj) && !ga_client_pointer(ctx, pname, param))
      wrong_name(ctx, pname, command);
   ga_select_end(ctx, &s);
}

/* The set of texture coordinates that the caller selects. False: GL_INVALID_VALUE was raised. */
static bool select_coordinates(struct ga_context *ctx, GLuint index, const char *command)
{
   if (index < GA_MAX_TEXTURE_COORDS)
      ctx->legacy->client_unit = index;
   else
      ga_error(ctx, GL_INVALID_VALUE, "%s: index %u is not less than %u", command, index, GA_MAX_TEXTURE_COORDS);
   return index < GA_MAX_TEXTURE_COORDS;
}

void ga_GetVertexArrayIntegeri_vEXT(struct ga_context *ctx, GLuint vaobj, GLuint index, GLenum pname, GLint *param)
{
   static const char command[] = "glGetVertexArrayIntegeri_vEXT";
   struct ga_selection s;
   if (!ga_select_vertex_array(ctx, &s, command, vaobj))
      ;
   else if (pname == GL_CURRENT_VERTEX_ATTRIB) /* of the context */
      wrong_name(ctx, pname, command);
   else if (!is_coordinates_value(pname))
      ga_GetVertexAttribiv(ctx, index, pname, param);
   else if (select_coordinates(ctx, index, command))
      ga_GetIntegerv(ctx, pname, param);
   ga_select_end(ctx, &s);
}

void ga_GetVertexArrayPointeri_vEXT(struct ga_context *ctx, GLuint vaobj, GLuint index, GLenum pname, void **param)
{
   static const char command[] = "glGetVertexArrayPointeri_vEXT";
   struct ga_selection s;
   if (!ga_select_vertex_array(ctx, &s, command, vaobj))
      ;
   else if (pname != GL_TEXTURE_COORD_ARRAY_POINTER)
      ga_GetVertexAttribPointerv(ctx, index, pname, param);
   else if (select_coordinates(ctx, index, command))
      ga_client_pointer(ctx, pname, param);
   ga_select_end(ctx, &s);
}

void ga_GetPointerIndexedvEXT(struct ga_context *ctx, GLenum pname, GLuint index, void **params)
{
   static const char command[] = "glGetPointerIndexedvEXT";
   const unsigned before = ctx->legacy->client_unit;
   if (pname != GL_TEXTURE_COORD_ARRAY_POINTER)
      wrong_name(ctx, pname, command);
   else if (select_coordinates(ctx, index, command))
      ga_client_pointer(ctx, pname, params);
   ctx->legacy->client_unit = before;
}

/* ---- framebuffers -------------------------------------------------------------------------------------------------------------- */

void ga_GetFramebufferParameterivEXT(struct ga_context *ctx, GLuint framebuffer, GLenum pname, GLint *param)
{
   static const char command[] = "glGetFramebufferParameterivEXT";
   struct ga_selection s;
   if (!ga_select_framebuffer_target(ctx, &s, command, framebuffer))
      ;
   else if (pname == GL_DRAW_BUFFER || pname == GL_READ_BUFFER || (pname >= GL_DRAW_BUFFER0 && pname <= GL_DRAW_BUFFER15))
      ga_GetIntegerv(ctx, pname, param);
   else
      wrong_name(ctx, pname, command);
   ga_select_end(ctx, &s);
}
