/* legacy_change.c: commands that change the value of each row of legacy_rows.c. */
#include "legacy_rows.h"

static void change_capabilities(void)
{
   for (unsigned i = 0; i < num_legacy_rows; i++) {
      const struct row *row = &legacy_rows[i];
      const bool on = row->initial[0] == 0;
      if (row->command == ENABLED_INDEXED)
         (on ? glEnablei : glDisablei)(row->name, row->of);
      else if (row->command == ENABLED && row->groups == CLIENT && row->name != GL_PRIMITIVE_RESTART && row->name != GL_PRIMITIVE_RESTART_FIXED_INDEX)
         (on ? glEnableClientState : glDisableClientState)(row->name);
      else if (row->command == ENABLED)
         (on ? glEnable : glDisable)(row->name);
   }
}

static void change_current(void)
{
   glColor4f(0.25f, 0.5f, 0.75f, 0.5f);
   glSecondaryColor3f(0.25f, 0.5f, 0.75f);
   glIndexf(3);
   glTexCoord4f(2, 3, 4, 5);
   glNormal3f(0.25f, 0.5f, 0.75f);
   glFogCoordf(2);
   glEdgeFlag(GL_FALSE);
   glPatchParameteri(GL_PATCH_VERTICES, 4);
   glWindowPos3f(2, 3, 0.5f);
   glRasterPos4f(2, 0, 0, 1); /* invalid, and undefined but for that */
}

static void change_transformation(void)
{
   static const GLenum modes[] = {GL_MODELVIEW, GL_PROJECTION, GL_TEXTURE};
   static const GLdouble plane[4] = {1, 2, 3, 4};
   glClipPlane(GL_CLIP_PLANE0, plane);
   glClipPlane(GL_CLIP_PLANE5, plane);
   for (unsigned i = 0; i < 3; i++) {
      GLint depth;
      glMatrixMode(modes[i]);
      glGetIntegerv(GL_MODELVIEW_STACK_DEPTH + i, &depth);
      if (depth == 1)
         glPushMatrix();
      glScalef(2, 2, 2);
   }
   glDepthRange(0.25, 0.75);
   glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE);
}

static void change_lighting(void)
{
   static const GLfloat v[4] = {0.25f, 0.5f, 0.75f, 0.5f}, indexes[3] = {3, 4, 5};
   glFogfv(GL_FOG_COLOR, v);
   glFogf(GL_FOG_INDEX, 3);
   glFogf(GL_FOG_DENSITY, 3);
   glFogf(GL_FOG_START, 3);
   glFogf(GL_FOG_END, 4);
   glFogi(GL_FOG_MODE, GL_LINEAR);
   glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD);
   glShadeModel(GL_FLAT);
   glClampColor(GL_CLAMP_VERTEX_COLOR, GL_FALSE);
   glClampColor(GL_CLAMP_FRAGMENT_COLOR, GL_FALSE);
   glClampColor(GL_CLAMP_READ_COLOR, GL_FALSE);
   glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
   glColorMaterial(GL_FRONT, GL_EMISSION);
   for (unsigned side = 0; side < 2; side++) {
      static const GLenum names[] = {GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR, GL_EMISSION};
      for (unsigned i = 0; i < 4; i++)
         glMaterialfv(side ? GL_BACK : GL_FRONT, names[i], v);
      glMaterialf(side ? GL_BACK : GL_FRONT, GL_SHININESS, 3);
      glMaterialfv(side ? GL_BACK : GL_FRONT, GL_COLOR_INDEXES, indexes);
   }
   glLightModelfv(GL_LIGHT_MODEL_AMBIENT, v);
   glLightModeli(GL_LIGHT_MODEL_LOCAL_VIEWER, 1);
   glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
   glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL, GL_SEPARATE_SPECULAR_COLOR);
   for (GLenum light = GL_LIGHT0; light <= GL_LIGHT7; light += 7) {
      static const GLenum names[] = {GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR, GL_POSITION, GL_SPOT_DIRECTION};
      static const GLenum numbers[] = {GL_CONSTANT_ATTENUATION, GL_LINEAR_ATTENUATION, GL_QUADRATIC_ATTENUATION, GL_SPOT_EXPONENT, GL_SPOT_CUTOFF};
      for (unsigned i = 0; i < 5; i++) {
         glLightfv(light, names[i], v);
         glLightf(light, numbers[i], 3);
      }
   }
}

static void change_rasterization(void)
{
   GLubyte rows_of[128];
   for (unsigned i = 0; i < sizeof rows_of; i++)
      rows_of[i] = (GLubyte)(i * 7);
   glPointSize(3);
   glPointParameterf(GL_POINT_SIZE_MIN, 2);
   glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, 2);
   glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, (const GLfloat[]){0.5f, 2, 3});
   glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_LOWER_LEFT);
   glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, 1);
   glLineWidth(2);
   glLineStipple(3, 0x1234);
   glCullFace(GL_FRONT);
   glFrontFace(GL_CW);
   glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
   glPolygonOffset(2, 3);
   glPolygonStipple(rows_of);
   glSampleCoverage(0.5f, GL_TRUE);
   glMinSampleShading(0.5f);
   glHint(GL_PERSPECTIVE_CORRECTION_HINT, GL_NICEST);
   glHint(GL_POINT_SMOOTH_HINT, GL_NICEST);
   glHint(GL_LINE_SMOOTH_HINT, GL_NICEST);
   glHint(GL_POLYGON_SMOOTH_HINT, GL_NICEST);
   glHint(GL_FOG_HINT, GL_NICEST);
   glHint(GL_GENERATE_MIPMAP_HINT, GL_NICEST);
   glHint(GL_TEXTURE_COMPRESSION_HINT, GL_NICEST);
   glHint(GL_FRAGMENT_SHADER_DERIVATIVE_HINT, GL_NICEST);
}

/* The 2D texture stays bound: its parameters are rows. */
static void change_textures(void)
{
   static const GLenum targets[] = {GL_TEXTURE_1D, GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP};
   static const GLfloat v[4] = {0.25f, 0.5f, 0.75f, 0.5f};
   static const struct { GLenum name; GLint value; } parameters[] = {{GL_TEXTURE_MAG_FILTER, GL_NEAREST}, {GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE},
      {GL_TEXTURE_BASE_LEVEL, 1}, {GL_TEXTURE_MAX_LEVEL, 5}, {GL_TEXTURE_MIN_LOD, 1}, {GL_TEXTURE_LOD_BIAS, 1}, {GL_DEPTH_TEXTURE_MODE, GL_ALPHA},
      {GL_TEXTURE_SWIZZLE_R, GL_GREEN}, {GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE}, {GL_GENERATE_MIPMAP, 1}};
   static const struct { GLenum name; GLint value; } environment[] = {{GL_TEXTURE_ENV_MODE, GL_COMBINE}, {GL_COMBINE_RGB, GL_ADD_SIGNED},
      {GL_COMBINE_ALPHA, GL_ADD_SIGNED}, {GL_SRC0_RGB, GL_PRIMARY_COLOR}, {GL_SRC1_RGB, GL_PRIMARY_COLOR}, {GL_SRC2_RGB, GL_PRIMARY_COLOR},
      {GL_SRC0_ALPHA, GL_PRIMARY_COLOR}, {GL_SRC1_ALPHA, GL_PRIMARY_COLOR}, {GL_SRC2_ALPHA, GL_PRIMARY_COLOR}, {GL_OPERAND0_RGB, GL_SRC_ALPHA},
      {GL_OPERAND1_RGB, GL_SRC_ALPHA}, {GL_OPERAND2_RGB, GL_SRC_COLOR}, {GL_OPERAND0_ALPHA, GL_ONE_MINUS_SRC_ALPHA},
      {GL_OPERAND1_ALPHA, GL_ONE_MINUS_SRC_ALPHA}, {GL_OPERAND2_ALPHA, GL_ONE_MINUS_SRC_ALPHA}, {GL_RGB_SCALE, 2}, {GL_ALPHA_SCALE, 4}};
   static const GLenum coordinates[] = {GL_S, GL_T, GL_R, GL_Q};
   static GLuint names[3];
   if (!names[0])
      glGenTextures(3, names);
   for (unsigned i = 0; i < 3; i++)
      glBindTexture(targets[i], names[i]);
   for (unsigned i = 0; i < COUNT(parameters); i++)
      glTexParameteri(GL_TEXTURE_2D, parameters[i].name, parameters[i].value);
   glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_PRIORITY, 0.5f);
   glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, v);
   for (unsigned i = 0; i < COUNT(environment); i++)
      glTexEnvi(GL_TEXTURE_ENV, environment[i].name, environment[i].value);
   glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, v);
   glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 1);
   for (unsigned i = 0; i < 4; i++) {
      glTexGenfv(coordinates[i], GL_OBJECT_PLANE, v);
      glTexGenfv(coordinates[i], GL_EYE_PLANE, v);
      glTexGeni(coordinates[i], GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
   }
}

static void change_pixels(void)
{
   static const GLenum transfers[] = {GL_MAP_COLOR, GL_MAP_STENCIL, GL_INDEX_SHIFT, GL_INDEX_OFFSET, GL_RED_SCALE, GL_GREEN_SCALE, GL_BLUE_SCALE,
      GL_ALPHA_SCALE, GL_DEPTH_SCALE, GL_RED_BIAS, GL_GREEN_BIAS, GL_BLUE_BIAS, GL_ALPHA_BIAS, GL_DEPTH_BIAS};
   static const GLenum maps[] = {GL_PIXEL_MAP_I_TO_I, GL_PIXEL_MAP_I_TO_A, GL_PIXEL_MAP_S_TO_S, GL_PIXEL_MAP_R_TO_R, GL_PIXEL_MAP_A_TO_A};
   static const GLfloat values[2] = {1, 1}, points[32] = {2, 2, 2, 2, 2, 2, 2, 2};
   for (unsigned i = 0; i < COUNT(transfers); i++)
      glPixelTransferf(transfers[i], 2);
   for (unsigned i = 0; i < COUNT(maps); i++)
      glPixelMapfv(maps[i], 2, values);
   glPixelZoom(2, 3);
   glMap1f(GL_MAP1_VERTEX_3, 2, 3, 3, 2, points);
   glMap1f(GL_MAP1_NORMAL, 2, 3, 3, 2, points);
   glMap2f(GL_MAP2_COLOR_4, 2, 3, 4, 2, 2, 3, 8, 2, points);
   glMapGrid1f(3, 2, 3);
   glMapGrid2f(3, 2, 3, 3, 2, 3);
   glListBase(3);
}

static void change_fragments(void)
{
   glAlphaFunc(GL_LESS, 0.5f);
   glStencilFunc(GL_LESS, 3, 5);
   glStencilOp(GL_ZERO, GL_ZERO, GL_ZERO);
   glDepthFunc(GL_ALWAYS);
   glBlendFuncSeparatei(0, GL_ZERO, GL_ONE, GL_ZERO, GL_ONE);
   glBlendFuncSeparatei(5, GL_ZERO, GL_ONE, GL_ZERO, GL_ONE);
   glBlendEquationi(5, GL_FUNC_SUBTRACT);
   glBlendColor(0.25f, 0.5f, 0.75f, 0.5f);
   glLogicOp(GL_XOR);
   glIndexMask(5);
   glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
   glDepthMask(GL_FALSE);
   glClearColor(0.25f, 0.5f, 0.75f, 0.5f);
   glClearIndex(5);
   glClearDepth(0.5);
   glClearStencil(5);
   glClearAccum(0.25f, 0.5f, 0.75f, 0.5f);
}

static void change_arrays(void)
{
   static GLuint buffer;
   if (!buffer)
      glGenBuffers(1, &buffer);
   const void *at = (const void *)(uintptr_t)16;
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glVertexPointer(2, GL_SHORT, 32, at);
   glNormalPointer(GL_SHORT, 32, at);
   glColorPointer(3, GL_UNSIGNED_BYTE, 32, at);
   glSecondaryColorPointer(GL_BGRA, GL_UNSIGNED_BYTE, 32, at);
   glFogCoordPointer(GL_DOUBLE, 32, at);
   glIndexPointer(GL_SHORT, 32, at);
   glTexCoordPointer(2, GL_SHORT, 32, at);
   glEdgeFlagPointer(32, at);
   glPrimitiveRestartIndex(5);
}

/* The units are those of the rows but in the end. */
void legacy_change(void)
{
   glActiveTexture(GL_TEXTURE0);
   glClientActiveTexture(GL_TEXTURE0);
   change_arrays();
   change_lighting();
   change_current();
   change_transformation();
   change_rasterization();
   change_textures();
   change_pixels();
   change_fragments();
   change_capabilities();
   glClientActiveTexture(GL_TEXTURE3);
   glActiveTexture(GL_TEXTURE3);
}
