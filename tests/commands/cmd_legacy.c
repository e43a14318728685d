/* cmd_legacy.c: display lists, pixels, evaluators, selection and feedback (OpenGL 4.6 compatibility profile, chapters 18 and 21). */
#include "commands.h"

static const GLfloat vf[64] = {1, 2, 3, 4};
static const GLdouble vd[64] = {1, 2, 3, 4};
static uint8_t pixels[4096];

static void lists(void)
{
   const GLubyte names[] = {0, 1};
   OK(GenLists, 2);
   ERR(INVALID_VALUE, GenLists, -1);
   const GLuint list = gl.GenLists(2);
   OK(NewList, list, GL_COMPILE);
   ERR(INVALID_OPERATION, NewList, list, GL_COMPILE); /* a list is being compiled */
   OK(EndList);
   ERR(INVALID_OPERATION, EndList);
   ERR(INVALID_VALUE, NewList, 0, GL_COMPILE);
   ERR(INVALID_ENUM, NewList, list, BAD);
   OK(CallList, list);
   NO_ERROR(CallList);
   OK(ListBase, list);
   NO_ERROR(ListBase);
   OK(CallLists, 2, GL_UNSIGNED_BYTE, names);
   ERR(INVALID_VALUE, CallLists, -1, GL_UNSIGNED_BYTE, names);
   ERR(INVALID_ENUM, CallLists, 2, BAD, names);
   OK(IsList, list);
   NO_ERROR(IsList);
   EXPECT(gl.IsList(list), GL_TRUE);
   EXPECT(gl.IsList(list + 2000), GL_FALSE);
   OK(DeleteLists, list, 2);
   ERR(INVALID_VALUE, DeleteLists, list, -1);
}

static void pixel_paths(void)
{
   const GLuint u[] = {1, 2, 3, 4};
   const GLushort us[] = {1, 2, 3, 4};
   GLfloat f[64];
   GLuint gu[64];
   GLushort gs[64];
   GLubyte rows[128];
   OK(PixelZoom, 2, -1);
   NO_ERROR(PixelZoom);
   OK(PixelTransferf, GL_RED_SCALE, 2);
   ERR(INVALID_ENUM, PixelTransferf, BAD, 2);
   OK(PixelTransferi, GL_MAP_COLOR, GL_FALSE);
   ERR(INVALID_ENUM, PixelTransferi, BAD, 2);
   OK(PixelMapfv, GL_PIXEL_MAP_R_TO_R, 4, vf);
   ERR(INVALID_ENUM, PixelMapfv, BAD, 4, vf);
   ERR(INVALID_VALUE, PixelMapfv, GL_PIXEL_MAP_R_TO_R, 0, vf);
   ERR(INVALID_VALUE, PixelMapfv, GL_PIXEL_MAP_R_TO_R, 100000, vf);
   ERR(INVALID_VALUE, PixelMapfv, GL_PIXEL_MAP_S_TO_S, 3, vf);
   OK(PixelMapuiv, GL_PIXEL_MAP_G_TO_G, 4, u);
   ERR(INVALID_ENUM, PixelMapuiv, BAD, 4, u);
   ERR(INVALID_VALUE, PixelMapuiv, GL_PIXEL_MAP_G_TO_G, 0, u);
   OK(PixelMapusv, GL_PIXEL_MAP_B_TO_B, 4, us);
   ERR(INVALID_ENUM, PixelMapusv, BAD, 4, us);
   ERR(INVALID_VALUE, PixelMapusv, GL_PIXEL_MAP_B_TO_B, 0, us);
   OK(GetPixelMapfv, GL_PIXEL_MAP_R_TO_R, f);
   ERR(INVALID_ENUM, GetPixelMapfv, BAD, f);
   OK(GetPixelMapuiv, GL_PIXEL_MAP_G_TO_G, gu);
   ERR(INVALID_ENUM, GetPixelMapuiv, BAD, gu);
   OK(GetPixelMapusv, GL_PIXEL_MAP_B_TO_B, gs);
   ERR(INVALID_ENUM, GetPixelMapusv, BAD, gs);
   OK(GetnPixelMapfv, GL_PIXEL_MAP_R_TO_R, sizeof(f), f);
   ERR(INVALID_ENUM, GetnPixelMapfv, BAD, sizeof(f), f);
   ERR(INVALID_OPERATION, GetnPixelMapfv, GL_PIXEL_MAP_R_TO_R, 1, f);
   OK(GetnPixelMapuiv, GL_PIXEL_MAP_G_TO_G, sizeof(gu), gu);
   ERR(INVALID_ENUM, GetnPixelMapuiv, BAD, sizeof(gu), gu);
   ERR(INVALID_OPERATION, GetnPixelMapuiv, GL_PIXEL_MAP_G_TO_G, 3, gu);
   OK(GetnPixelMapusv, GL_PIXEL_MAP_B_TO_B, sizeof(gs), gs);
   ERR(INVALID_ENUM, GetnPixelMapusv, BAD, sizeof(gs), gs);
   ERR(INVALID_OPERATION, GetnPixelMapusv, GL_PIXEL_MAP_B_TO_B, 1, gs);
   gl.PixelZoom(1, 1);
   OK(PolygonStipple, pixels);
   NO_ERROR(PolygonStipple);
   OK(GetPolygonStipple, rows);
   NO_ERROR(GetPolygonStipple);
   OK(GetnPolygonStipple, sizeof(rows), rows);
   ERR(INVALID_OPERATION, GetnPolygonStipple, 127, rows);
   OK(DrawPixels, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   ERR(INVALID_VALUE, DrawPixels, -4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   ERR(INVALID_ENUM, DrawPixels, 4, 4, BAD, GL_UNSIGNED_BYTE, pixels);
   ERR(INVALID_ENUM, DrawPixels, 4, 4, GL_RGBA, BAD, pixels);
   ERR(INVALID_OPERATION, DrawPixels, 4, 4, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, pixels);
   ERR(INVALID_ENUM, DrawPixels, 4, 4, GL_RGBA, GL_BITMAP, pixels);
   OK(CopyPixels, 0, 0, 4, 4, GL_COLOR);
   ERR(INVALID_VALUE, CopyPixels, 0, 0, -4, 4, GL_COLOR);
   ERR(INVALID_ENUM, CopyPixels, 0, 0, 4, 4, BAD);
   if (has_extension("GL_NV_copy_depth_to_color")) {
      OK(CopyPixels, 0, 0, 4, 4, GL_DEPTH_STENCIL_TO_RGBA_NV);
      OK(CopyPixels, 0, 0, 4, 4, GL_DEPTH_STENCIL_TO_BGRA_NV);
   }
   OK(Bitmap, 8, 4, 0, 0, 1, 1, pixels);
   ERR(INVALID_VALUE, Bitmap, -8, 4, 0, 0, 1, 1, pixels);
   ERR(INVALID_VALUE, Bitmap, 8, -4, 0, 0, 1, 1, pixels);
   GLuint empty;
   gl.GenFramebuffers(1, &empty);
   gl.BindFramebuffer(GL_FRAMEBUFFER, empty);
   ERR(INVALID_FRAMEBUFFER_OPERATION, DrawPixels, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   ERR(INVALID_FRAMEBUFFER_OPERATION, CopyPixels, 0, 0, 4, 4, GL_COLOR);
   ERR(INVALID_FRAMEBUFFER_OPERATION, Bitmap, 8, 4, 0, 0, 1, 1, pixels);
   gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
   gl.BindFramebuffer(GL_FRAMEBUFFER, default_fbo);
   NO_LEGAL_CALL(Accum); /* no surface of EGL has an accumulation buffer; tests/osmesa */
   ERR(INVALID_ENUM, Accum, BAD, 1);
   ERR(INVALID_OPERATION, Accum, GL_LOAD, 1); /* no accumulation buffer */
}

static void evaluators(void)
{
   GLfloat f[64];
   GLdouble d[64];
   GLint i[64];
   OK(Map1f, GL_MAP1_VERTEX_3, 0, 1, 3, 4, vf);
   ERR(INVALID_ENUM, Map1f, BAD, 0, 1, 3, 4, vf);
   ERR(INVALID_VALUE, Map1f, GL_MAP1_VERTEX_3, 1, 1, 3, 4, vf);
   ERR(INVALID_VALUE, Map1f, GL_MAP1_VERTEX_3, 0, 1, 2, 4, vf);
   ERR(INVALID_VALUE, Map1f, GL_MAP1_VERTEX_3, 0, 1, 3, 0, vf);
   ERR(INVALID_VALUE, Map1f, GL_MAP1_VERTEX_3, 0, 1, 3, 1000, vf);
   OK(Map1d, GL_MAP1_VERTEX_4, 0, 1, 4, 4, vd);
   ERR(INVALID_ENUM, Map1d, BAD, 0, 1, 4, 4, vd);
   ERR(INVALID_VALUE, Map1d, GL_MAP1_VERTEX_4, 1, 1, 4, 4, vd);
   ERR(INVALID_VALUE, Map1d, GL_MAP1_VERTEX_4, 0, 1, 3, 4, vd);
   ERR(INVALID_VALUE, Map1d, GL_MAP1_VERTEX_4, 0, 1, 4, 0, vd);
   OK(Map2f, GL_MAP2_VERTEX_3, 0, 1, 3, 2, 0, 1, 6, 2, vf);
   ERR(INVALID_ENUM, Map2f, BAD, 0, 1, 3, 2, 0, 1, 6, 2, vf);
   ERR(INVALID_VALUE, Map2f, GL_MAP2_VERTEX_3, 1, 1, 3, 2, 0, 1, 6, 2, vf);
   ERR(INVALID_VALUE, Map2f, GL_MAP2_VERTEX_3, 0, 1, 3, 2, 1, 1, 6, 2, vf);
   ERR(INVALID_VALUE, Map2f, GL_MAP2_VERTEX_3, 0, 1, 2, 2, 0, 1, 6, 2, vf);
   ERR(INVALID_VALUE, Map2f, GL_MAP2_VERTEX_3, 0, 1, 3, 0, 0, 1, 6, 2, vf);
   OK(Map2d, GL_MAP2_VERTEX_4, 0, 1, 4, 2, 0, 1, 8, 2, vd);
   ERR(INVALID_ENUM, Map2d, BAD, 0, 1, 4, 2, 0, 1, 8, 2, vd);
   ERR(INVALID_VALUE, Map2d, GL_MAP2_VERTEX_4, 1, 1, 4, 2, 0, 1, 8, 2, vd);
   OK(MapGrid1f, 2, 0, 1);
   ERR(INVALID_VALUE, MapGrid1f, 0, 0, 1);
   OK(MapGrid1d, 2, 0, 1);
   ERR(INVALID_VALUE, MapGrid1d, 0, 0, 1);
   OK(MapGrid2f, 2, 0, 1, 2, 0, 1);
   ERR(INVALID_VALUE, MapGrid2f, 0, 0, 1, 2, 0, 1);
   ERR(INVALID_VALUE, MapGrid2f, 2, 0, 1, 0, 0, 1);
   OK(MapGrid2d, 2, 0, 1, 2, 0, 1);
   ERR(INVALID_VALUE, MapGrid2d, 0, 0, 1, 2, 0, 1);
   ERR(INVALID_VALUE, MapGrid2d, 2, 0, 1, 0, 0, 1);
   OK(EvalMesh1, GL_LINE, 0, 2);
   ERR(INVALID_ENUM, EvalMesh1, GL_FILL, 0, 2);
   OK(EvalMesh2, GL_FILL, 0, 2, 0, 2);
   ERR(INVALID_ENUM, EvalMesh2, BAD, 0, 2, 0, 2);
   OK(EvalCoord1f, 0.5f);
   NO_ERROR(EvalCoord1f);
   OK(EvalCoord1d, 0.5);
   NO_ERROR(EvalCoord1d);
   OK(EvalCoord1fv, vf);
   NO_ERROR(EvalCoord1fv);
   OK(EvalCoord1dv, vd);
   NO_ERROR(EvalCoord1dv);
   OK(EvalCoord2f, 0.5f, 0.5f);
   NO_ERROR(EvalCoord2f);
   OK(EvalCoord2d, 0.5, 0.5);
   NO_ERROR(EvalCoord2d);
   OK(EvalCoord2fv, vf);
   NO_ERROR(EvalCoord2fv);
   OK(EvalCoord2dv, vd);
   NO_ERROR(EvalCoord2dv);
   OK(EvalPoint1, 1);
   NO_ERROR(EvalPoint1);
   OK(EvalPoint2, 1, 1);
   NO_ERROR(EvalPoint2);
   OK(GetMapfv, GL_MAP1_VERTEX_3, GL_COEFF, f);
   ERR(INVALID_ENUM, GetMapfv, BAD, GL_COEFF, f);
   ERR(INVALID_ENUM, GetMapfv, GL_MAP1_VERTEX_3, BAD, f);
   OK(GetMapdv, GL_MAP1_VERTEX_3, GL_DOMAIN, d);
   ERR(INVALID_ENUM, GetMapdv, BAD, GL_COEFF, d);
   ERR(INVALID_ENUM, GetMapdv, GL_MAP1_VERTEX_3, BAD, d);
   OK(GetMapiv, GL_MAP1_VERTEX_3, GL_ORDER, i);
   EXPECT(i[0], 4);
   ERR(INVALID_ENUM, GetMapiv, BAD, GL_COEFF, i);
   ERR(INVALID_ENUM, GetMapiv, GL_MAP1_VERTEX_3, BAD, i);
   OK(GetnMapfv, GL_MAP1_VERTEX_3, GL_COEFF, sizeof(f), f);
   ERR(INVALID_ENUM, GetnMapfv, BAD, GL_COEFF, sizeof(f), f);
   ERR(INVALID_ENUM, GetnMapfv, GL_MAP1_VERTEX_3, BAD, sizeof(f), f);
   ERR(INVALID_OPERATION, GetnMapfv, GL_MAP1_VERTEX_3, GL_COEFF, 4, f);
   OK(GetnMapdv, GL_MAP1_VERTEX_3, GL_DOMAIN, 16, d);
   ERR(INVALID_ENUM, GetnMapdv, BAD, GL_COEFF, 16, d);
   ERR(INVALID_ENUM, GetnMapdv, GL_MAP1_VERTEX_3, BAD, 16, d);
   ERR(INVALID_OPERATION, GetnMapdv, GL_MAP1_VERTEX_3, GL_DOMAIN, 15, d);
   OK(GetnMapiv, GL_MAP1_VERTEX_3, GL_ORDER, 4, i);
   ERR(INVALID_ENUM, GetnMapiv, BAD, GL_COEFF, 4, i);
   ERR(INVALID_ENUM, GetnMapiv, GL_MAP1_VERTEX_3, BAD, 4, i);
   ERR(INVALID_OPERATION, GetnMapiv, GL_MAP1_VERTEX_3, GL_ORDER, 3, i);
   ERR(INVALID_OPERATION, GetnMapiv, GL_MAP1_VERTEX_3, GL_ORDER, -1, i);
}

static void render_modes(void)
{
   static GLuint selected[64];
   static GLfloat fed[64];
   GLint depth = 0;
   ERR(INVALID_ENUM, RenderMode, BAD);
   ERR(INVALID_OPERATION, RenderMode, GL_SELECT); /* no buffer */
   ERR(INVALID_OPERATION, RenderMode, GL_FEEDBACK);
   OK(SelectBuffer, 64, selected);
   ERR(INVALID_VALUE, SelectBuffer, -1, selected);
   OK(FeedbackBuffer, 64, GL_3D, fed);
   ERR(INVALID_VALUE, FeedbackBuffer, -1, GL_3D, fed);
   ERR(INVALID_ENUM, FeedbackBuffer, 64, BAD, fed);
   OK(RenderMode, GL_FEEDBACK);
   ERR(INVALID_OPERATION, FeedbackBuffer, 64, GL_3D, fed);
   OK(PassThrough, 5);
   NO_ERROR(PassThrough);
   OK(RenderMode, GL_SELECT);
   ERR(INVALID_OPERATION, SelectBuffer, 64, selected);
   OK(InitNames);
   NO_ERROR(InitNames);
   ERR(INVALID_OPERATION, LoadName, 5); /* the stack is empty */
   ERR(STACK_UNDERFLOW, PopName);
   OK(PushName, 5);
   OK(LoadName, 6);
   OK(PopName);
   gl.GetIntegerv(GL_MAX_NAME_STACK_DEPTH, &depth);
   for (GLint i = 0; i < depth; i++)
      gl.PushName(1);
   ERR(STACK_OVERFLOW, PushName, 5);
   OK(RenderMode, GL_RENDER);
}

void cmd_legacy(void)
{
   if (!compat())
      return;
   lists();
   pixel_paths();
   evaluators();
   render_modes();
}
