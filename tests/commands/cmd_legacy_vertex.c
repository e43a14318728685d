/* cmd_legacy_vertex.c: current values and vertices of immediate mode (OpenGL 4.6 compatibility profile, 10.6 and 10.7). The
 * commands by number and type of their values. No value is an error; the types of packed values are. */
#include "commands.h"

#define UNPACK(...) __VA_ARGS__
#define PLAIN(name, args) \
   OK(name, UNPACK args); \
   NO_ERROR(name)

static const GLbyte vb[4] = {1, 2, 3, 4};
static const GLubyte vub[4] = {1, 2, 3, 4};
static const GLshort vs[4] = {1, 2, 3, 4};
static const GLushort vus[4] = {1, 2, 3, 4};
static const GLint vi[4] = {1, 2, 3, 4};
static const GLuint vui[4] = {1, 2, 3, 4};
static const GLfloat vf[4] = {1, 2, 3, 4};
static const GLdouble vd[4] = {1, 2, 3, 4};

/* NAME with one type, from arguments and from an array. */
#define TYPE(name, suffix, args) \
   PLAIN(name##suffix, args); \
   PLAIN(name##suffix##v, (v##suffix))
#define SIFD(name, args) \
   TYPE(name, s, args); \
   TYPE(name, i, args); \
   TYPE(name, f, args); \
   TYPE(name, d, args)
#define ALL_TYPES(name, args) \
   TYPE(name, b, args); \
   TYPE(name, ub, args); \
   TYPE(name, us, args); \
   TYPE(name, ui, args); \
   SIFD(name, args)
#define UNIT_TYPE(name, suffix, args) \
   PLAIN(name##suffix, (GL_TEXTURE1, UNPACK args)); \
   PLAIN(name##suffix##v, (GL_TEXTURE1, v##suffix))
#define UNIT(name, args) \
   UNIT_TYPE(name, s, args); \
   UNIT_TYPE(name, i, args); \
   UNIT_TYPE(name, f, args); \
   UNIT_TYPE(name, d, args)
#define PACKED(name) \
   OK(name##ui, GL_INT_2_10_10_10_REV, 5); \
   OK(name##uiv, GL_UNSIGNED_INT_2_10_10_10_REV, vui); \
   ERR(INVALID_ENUM, name##ui, GL_FLOAT, 5); \
   ERR(INVALID_ENUM, name##uiv, GL_FLOAT, vui)
#define PACKED_UNIT(name) \
   OK(name##ui, GL_TEXTURE1, GL_INT_2_10_10_10_REV, 5); \
   OK(name##uiv, GL_TEXTURE1, GL_UNSIGNED_INT_2_10_10_10_REV, vui); \
   ERR(INVALID_ENUM, name##ui, GL_TEXTURE1, GL_FLOAT, 5); \
   ERR(INVALID_ENUM, name##uiv, GL_TEXTURE1, GL_FLOAT, vui)

static void current_values(void)
{
   ALL_TYPES(Color3, (1, 0, 1));
   ALL_TYPES(Color4, (1, 0, 1, 0));
   ALL_TYPES(SecondaryColor3, (1, 0, 1));
   TYPE(Normal3, b, (1, 0, 0));
   SIFD(Normal3, (1, 0, 0));
   SIFD(TexCoord1, (1));
   SIFD(TexCoord2, (1, 2));
   SIFD(TexCoord3, (1, 2, 3));
   SIFD(TexCoord4, (1, 2, 3, 4));
   UNIT(MultiTexCoord1, (1));
   UNIT(MultiTexCoord2, (1, 2));
   UNIT(MultiTexCoord3, (1, 2, 3));
   UNIT(MultiTexCoord4, (1, 2, 3, 4));
   TYPE(FogCoord, f, (2));
   TYPE(FogCoord, d, (2));
   TYPE(Index, ub, (2));
   SIFD(Index, (2));
   PLAIN(EdgeFlag, (GL_FALSE));
   PLAIN(EdgeFlagv, (vub));
   PACKED(ColorP3);
   PACKED(ColorP4);
   PACKED(SecondaryColorP3);
   PACKED(NormalP3);
   PACKED(TexCoordP1);
   PACKED(TexCoordP2);
   PACKED(TexCoordP3);
   PACKED(TexCoordP4);
   PACKED_UNIT(MultiTexCoordP1);
   PACKED_UNIT(MultiTexCoordP2);
   PACKED_UNIT(MultiTexCoordP3);
   PACKED_UNIT(MultiTexCoordP4);
}

/* Vertices between glBegin and glEnd, where glGetError itself is an error: one error at the end stands for the whole. */
#define VERTEX(name, args) \
   do { \
      gl.Begin(GL_POINTS); \
      gl.name args; \
      gl.End(); \
      row_begin_pending(CMD_##name, "gl" #name #args); \
      row_end(GL_NO_ERROR, __FILE__, __LINE__); \
      NO_ERROR(name); \
   } while (0)
#define VERTEX_TYPE(name, suffix, args) \
   VERTEX(name##suffix, args); \
   VERTEX(name##suffix##v, (v##suffix))
#define VERTEX_TYPES(name, args) \
   VERTEX_TYPE(name, s, args); \
   VERTEX_TYPE(name, i, args); \
   VERTEX_TYPE(name, f, args); \
   VERTEX_TYPE(name, d, args)
#define VERTEX_PACKED(name) \
   VERTEX(name##ui, (GL_INT_2_10_10_10_REV, 5)); \
   VERTEX(name##uiv, (GL_UNSIGNED_INT_2_10_10_10_REV, vui)); \
   ERR(INVALID_ENUM, name##ui, GL_FLOAT, 5); \
   ERR(INVALID_ENUM, name##uiv, GL_FLOAT, vui)

/* A command that is an error between glBegin and glEnd; the error is seen after glEnd. */
#define INSIDE(name, ...) \
   do { \
      gl.Begin(GL_POINTS); \
      gl.name(__VA_ARGS__); \
      gl.End(); \
      row_begin_pending(CMD_##name, "gl" #name "(" #__VA_ARGS__ ") between glBegin and glEnd"); \
      row_end(GL_INVALID_OPERATION, __FILE__, __LINE__); \
   } while (0)

static void vertices(void)
{
   gl.Begin(GL_TRIANGLES);
   gl.End();
   row_begin_pending(CMD_Begin, "glBegin(GL_TRIANGLES)");
   row_end(GL_NO_ERROR, __FILE__, __LINE__);
   row_begin_pending(CMD_End, "glEnd()");
   row_end(GL_NO_ERROR, __FILE__, __LINE__);
   ERR(INVALID_ENUM, Begin, BAD);
   ERR(INVALID_OPERATION, End);
   INSIDE(Begin, GL_POINTS);
   if (has_extension("GL_NV_primitive_restart")) {
      gl.Begin(GL_TRIANGLES);
      gl.PrimitiveRestartNV();
      gl.End();
      row_begin_pending(CMD_PrimitiveRestartNV, "glPrimitiveRestartNV()");
      row_end(GL_NO_ERROR, __FILE__, __LINE__);
      ERR(INVALID_OPERATION, PrimitiveRestartNV);
      OK(EnableClientState, GL_PRIMITIVE_RESTART_NV);
      OK(DisableClientState, GL_PRIMITIVE_RESTART_NV);
      INSIDE(PrimitiveRestartIndex, 1);
   }
   INSIDE(Enable, GL_BLEND);
   INSIDE(Clear, GL_COLOR_BUFFER_BIT);
   INSIDE(BindTexture, GL_TEXTURE_2D, 0);
   INSIDE(DrawArrays, GL_POINTS, 0, 1);
   INSIDE(Flush);
   INSIDE(PushMatrix);
   INSIDE(UseProgram, 0);
   INSIDE(GenTextures, 0, NULL);
   VERTEX_TYPES(Vertex2, (1, 2));
   VERTEX_TYPES(Vertex3, (1, 2, 3));
   VERTEX_TYPES(Vertex4, (1, 2, 3, 4));
   VERTEX_PACKED(VertexP2);
   VERTEX_PACKED(VertexP3);
   VERTEX_PACKED(VertexP4);
   OK(Rects, 0, 0, 1, 1);
   OK(Recti, 0, 0, 1, 1);
   OK(Rectf, 0, 0, 1, 1);
   OK(Rectd, 0, 0, 1, 1);
   OK(Rectsv, vs, vs + 2);
   OK(Rectiv, vi, vi + 2);
   OK(Rectfv, vf, vf + 2);
   OK(Rectdv, vd, vd + 2);
   INSIDE(Rects, 0, 0, 1, 1);
   INSIDE(Recti, 0, 0, 1, 1);
   INSIDE(Rectf, 0, 0, 1, 1);
   INSIDE(Rectd, 0, 0, 1, 1);
   INSIDE(Rectsv, vs, vs + 2);
   INSIDE(Rectiv, vi, vi + 2);
   INSIDE(Rectfv, vf, vf + 2);
   INSIDE(Rectdv, vd, vd + 2);
   VERTEX(ArrayElement, (0));
}

/* Raster positions are vertices outside of primitives. */
#define POSITION(name, suffix, args) \
   OK(name##suffix, UNPACK args); \
   OK(name##suffix##v, v##suffix); \
   INSIDE(name##suffix, UNPACK args); \
   INSIDE(name##suffix##v, v##suffix)
#define POSITIONS(name, args) \
   POSITION(name, s, args); \
   POSITION(name, i, args); \
   POSITION(name, f, args); \
   POSITION(name, d, args)

void cmd_legacy_vertex(void)
{
   if (!compat())
      return;
   current_values();
   vertices();
   POSITIONS(RasterPos2, (1, 2));
   POSITIONS(RasterPos3, (1, 2, 3));
   POSITIONS(RasterPos4, (1, 2, 3, 4));
   POSITIONS(WindowPos2, (1, 2));
   POSITIONS(WindowPos3, (1, 2, 3));
}
