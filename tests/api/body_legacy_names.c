/* body_legacy_names.c: extensions of OpenGL 1.x that contexts of the compatibility profile list: each one's commands and enumerants. */
#include <math.h>
#include <string.h>

#include "api_test.h"
#include <GL/gl.h>
#include <GL/glext.h>

/* ---- helpers --------------------------------------------------------------------------------------------------------------- */

/* A rectangle over the whole framebuffer in the current colour. */
static void fill(void)
{
   glBegin(GL_TRIANGLE_STRIP);
   glVertex2f(-1, -1);
   glVertex2f(1, -1);
   glVertex2f(-1, 1);
   glVertex2f(1, 1);
   glEnd();
}

/* The texel in the middle is this colour, with an error of two steps. */
static void expect_color(const char *what, const float wanted[4])
{
   GLubyte got[4];
   glReadPixels(API_SIZE / 2, API_SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
   for (unsigned i = 0; i < 4; i++) {
      const float v = wanted[i] < 0 ? 0 : wanted[i] > 1 ? 1 : wanted[i];
      if (fabsf((float)got[i] - v * 255) > 2)
         api_fail("%s: channel %u is %u, not %g", what, i, got[i], (double)(v * 255));
   }
   api_checked();
}

static GLint value_of(GLenum name)
{
   GLint value = -1;
   glGetIntegerv(name, &value);
   return value;
}

static float float_of(GLenum name)
{
   GLfloat value[16] = {-1};
   glGetFloatv(name, value);
   return value[0];
}

#define PROC(type, name) const type name = (type)eglGetProcAddress(#name); if (!name) api_fail("no address of " #name)

/* ---- texture environments -------------------------------------------------------------------------------------------------- */

static const float texel[4] = {0.8f, 0.6f, 0.2f, 0.4f}, primary[4] = {0.5f, 0.25f, 0.75f, 1}, constant[4] = {0.2f, 0.4f, 0.6f, 0.8f};

static void environment(void)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_FLOAT, texel);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glEnable(GL_TEXTURE_2D);
   glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, constant);
   glColor4fv(primary);
}

/* Arguments of GL_COMBINE: texel, primary colour, constant colour; all of colours. */
static void arguments(void)
{
   static const GLenum sources[3] = {GL_TEXTURE, GL_PRIMARY_COLOR, GL_CONSTANT};
   for (unsigned i = 0; i < 3; i++) {
      glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE0_RGB_EXT + i, (GLint)sources[i]);
      glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE0_ALPHA_EXT + i, (GLint)sources[i]);
      glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND0_RGB_EXT + i, GL_SRC_COLOR);
      glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND0_ALPHA_EXT + i, GL_SRC_ALPHA);
   }
}

static float dot3(void)
{
   float sum = 0;
   for (unsigned i = 0; i < 3; i++)
      sum += 4 * (texel[i] - 0.5f) * (primary[i] - 0.5f);
   return sum;
}

static void draw_environments(void)
{
   float wanted[4];
   api_require("GL_EXT_texture");
   api_require("GL_EXT_texture_env_dot3");
   environment();
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE_EXT);
   fill();
   expect_color("GL_REPLACE_EXT", texel);
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE_EXT);
   arguments();
   glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB_EXT, GL_DOT3_RGB_EXT);
   glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA_EXT, GL_REPLACE);
   glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE1_RGB_EXT, GL_TEXTURE); /* the square of the texel: not near 0 or 1 */
   glTexEnvi(GL_TEXTURE_ENV, GL_RGB_SCALE_EXT, 2);
   fill();
   wanted[0] = wanted[1] = wanted[2] = 4 * (0.3f * 0.3f + 0.1f * 0.1f + 0.3f * 0.3f);
   wanted[3] = texel[3];
   expect_color("GL_DOT3_RGB_EXT", wanted); /* it ignores the scale */
   glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB_EXT, GL_DOT3_RGBA_EXT);
   fill();
   wanted[3] = wanted[0];
   expect_color("GL_DOT3_RGBA_EXT", wanted);
   glTexEnvi(GL_TEXTURE_ENV, GL_RGB_SCALE_EXT, 1);
   glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE1_RGB_EXT, GL_PRIMARY_COLOR);
   glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB_EXT, GL_DOT3_RGB);
   fill();
   wanted[0] = wanted[1] = wanted[2] = dot3();
   wanted[3] = texel[3];
   expect_color("GL_DOT3_RGB", wanted);
}

static void draw_combine3(void)
{
   static const GLenum functions[3] = {GL_MODULATE_ADD_ATI, GL_MODULATE_SIGNED_ADD_ATI, GL_MODULATE_SUBTRACT_ATI};
   float wanted[4];
   api_require("GL_ATI_texture_env_combine3");
   environment();
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
   arguments();
   for (unsigned f = 0; f < 3; f++) {
      glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, (GLint)functions[f]);
      glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, (GLint)functions[f]);
      fill();
      for (unsigned i = 0; i < 4; i++)
         wanted[i] = texel[i] * constant[i] + (f == 0 ? primary[i] : f == 1 ? primary[i] - 0.5f : -primary[i]);
      expect_color("ATI_texture_env_combine3", wanted);
   }
   glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_MODULATE_SUBTRACT_ATI);
   glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_REPLACE);
   glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE0_RGB_EXT, GL_ONE);
   glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE1_RGB_EXT, GL_ZERO);
   fill();
   memcpy(wanted, constant, sizeof(wanted));
   wanted[3] = texel[3];
   expect_color("sources one and zero", wanted);
}

static void draw_combine4(void)
{
   float wanted[4];
   api_require("GL_NV_texture_env_combine4");
   environment();
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE4_NV);
   arguments();
   glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_ADD);
   glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_ADD_SIGNED);
   glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE3_RGB_NV, GL_ZERO);
   glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND3_RGB_NV, GL_ONE_MINUS_SRC_COLOR);
   glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE3_ALPHA_NV, GL_ZERO);
   glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND3_ALPHA_NV, GL_ONE_MINUS_SRC_ALPHA);
   fill();
   for (unsigned i = 0; i < 4; i++)
      wanted[i] = texel[i] * primary[i] + constant[i] - (i == 3 ? 0.5f : 0);
   expect_color("NV_texture_env_combine4", wanted);
   glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE3_RGB_NV, GL_TEXTURE);
   glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND3_RGB_NV, GL_SRC_ALPHA);
   glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE3_ALPHA_NV, GL_CONSTANT);
   glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND3_ALPHA_NV, GL_SRC_ALPHA);
   glTexEnvi(GL_TEXTURE_ENV, GL_RGB_SCALE, 2);
   fill();
   for (unsigned i = 0; i < 4; i++)
      wanted[i] = i == 3 ? texel[3] * primary[3] + constant[3] * constant[3] - 0.5f : 2 * (texel[i] * primary[i] + constant[i] * texel[3]);
   expect_color("four arguments", wanted);
}

/* ---- ARB_compatibility: of version 3.1 and later -------------------------------------------------------------------------------- */

static void draw_compatibility(void)
{
   api_require("GL_ARB_compatibility");
   glColor3f(1, 0.5f, 0);
   fill();
   expect_color("a rectangle", (const float[4]){1, 0.5f, 0, 1});
}

/* ---- fog ------------------------------------------------------------------------------------------------------------------- */

static void draw_fog_distance(void)
{
   static const struct { GLenum mode; float distance; } rows[] = {{GL_EYE_RADIAL_NV, 5}, {GL_EYE_PLANE_ABSOLUTE_NV, 4}, {GL_EYE_PLANE, -4}};
   static const GLfloat to_center[16] = {[15] = 1}, fog[4] = {0, 0, 1, 1};
   api_require("GL_NV_fog_distance");
   glMatrixMode(GL_PROJECTION);
   glLoadMatrixf(to_center);
   glPointSize(16);
   glFogi(GL_FOG_MODE, GL_LINEAR);
   glFogf(GL_FOG_START, -5);
   glFogf(GL_FOG_END, 10);
   glFogfv(GL_FOG_COLOR, fog);
   glEnable(GL_FOG);
   for (unsigned i = 0; i < 3; i++) {
      const float f = (10 - rows[i].distance) / 15;
      glFogi(GL_FOG_DISTANCE_MODE_NV, (GLint)rows[i].mode);
      glColor4f(1, 1, 0, 1);
      glBegin(GL_POINTS);
      glVertex3f(3, 0, -4);
      glEnd();
      expect_color("NV_fog_distance", (const float[4]){f, f, 1 - f, 1});
   }
}

/* ---- stencil --------------------------------------------------------------------------------------------------------------- */

static void stencil_buffer(void)
{
   GLuint name;
   glGenRenderbuffers(1, &name);
   glBindRenderbuffer(GL_RENDERBUFFER, name);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, name);
   glEnable(GL_STENCIL_TEST);
}

/* The stencil value after a rectangle that faces the viewer, or the other way, over a buffer of value 8. */
static GLubyte stencil_after(bool front)
{
   GLubyte value = 0;
   glClearStencil(8);
   glClear(GL_STENCIL_BUFFER_BIT);
   glFrontFace(front ? GL_CCW : GL_CW);
   fill();
   glReadPixels(API_SIZE / 2, API_SIZE / 2, 1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, &value);
   return value;
}

static void draw_two_side(void)
{
   api_require("GL_EXT_stencil_two_side");
   PROC(PFNGLACTIVESTENCILFACEEXTPROC, glActiveStencilFaceEXT);
   stencil_buffer();
   glActiveStencilFaceEXT(GL_BACK);
   glStencilOp(GL_KEEP, GL_KEEP, GL_DECR_WRAP_EXT);
   glActiveStencilFaceEXT(GL_FRONT);
   glStencilOp(GL_KEEP, GL_KEEP, GL_INCR_WRAP_EXT);
   api_expect("front, one side", stencil_after(true), 9);
   api_expect("back, one side", stencil_after(false), 9);
   glEnable(GL_STENCIL_TEST_TWO_SIDE_EXT);
   api_expect("front, two sides", stencil_after(true), 9);
   api_expect("back, two sides", stencil_after(false), 7);
   glActiveStencilFaceEXT(GL_BACK);
   glStencilFunc(GL_NEVER, 0, ~0u);
   api_expect("back, no fragment passes", stencil_after(false), 8);
   api_expect("front, its function", stencil_after(true), 9);
   api_expect("active function", value_of(GL_STENCIL_FUNC), GL_NEVER);
   glPushAttrib(GL_STENCIL_BUFFER_BIT);
   glActiveStencilFaceEXT(GL_FRONT);
   glDisable(GL_STENCIL_TEST_TWO_SIDE_EXT);
   glPopAttrib();
   api_expect("active face", value_of(GL_ACTIVE_STENCIL_FACE_EXT), GL_BACK);
   api_expect("capability", glIsEnabled(GL_STENCIL_TEST_TWO_SIDE_EXT), GL_TRUE);
}

static void draw_separate_stencil(void)
{
   api_require("GL_ATI_separate_stencil");
   PROC(PFNGLSTENCILFUNCSEPARATEATIPROC, glStencilFuncSeparateATI);
   PROC(PFNGLSTENCILOPSEPARATEATIPROC, glStencilOpSeparateATI);
   stencil_buffer();
   glStencilFuncSeparateATI(GL_ALWAYS, GL_NEVER, 3, ~0u);
   glStencilOpSeparateATI(GL_FRONT, GL_KEEP, GL_KEEP, GL_REPLACE);
   glStencilOpSeparateATI(GL_BACK, GL_INVERT, GL_KEEP, GL_KEEP);
   api_expect("front", stencil_after(true), 3);
   api_expect("back", stencil_after(false), 0xf7);
   api_expect("GL_STENCIL_BACK_FUNC_ATI", value_of(GL_STENCIL_BACK_FUNC_ATI), GL_NEVER);
   glStencilFuncSeparateATI(GL_ALWAYS, 0, 3, ~0u);
   api_expect_error(GL_INVALID_ENUM, "glStencilFuncSeparateATI of 0");
}

/* ---- arrays ---------------------------------------------------------------------------------------------------------------- */

static void draw_array_names(void)
{
   static const GLfloat corners[4][2] = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
   static const GLubyte colors[4][4] = {{255, 0, 51, 255}, {255, 0, 51, 255}, {255, 0, 51, 255}, {255, 0, 51, 255}};
   api_require("GL_EXT_vertex_array");
   api_require("GL_EXT_compiled_vertex_array");
   PROC(PFNGLVERTEXPOINTEREXTPROC, glVertexPointerEXT);
   PROC(PFNGLCOLORPOINTEREXTPROC, glColorPointerEXT);
   PROC(PFNGLDRAWARRAYSEXTPROC, glDrawArraysEXT);
   PROC(PFNGLARRAYELEMENTEXTPROC, glArrayElementEXT);
   PROC(PFNGLGETPOINTERVEXTPROC, glGetPointervEXT);
   PROC(PFNGLLOCKARRAYSEXTPROC, glLockArraysEXT);
   PROC(PFNGLUNLOCKARRAYSEXTPROC, glUnlockArraysEXT);
   void *pointer = NULL;
   glVertexPointerEXT(2, GL_FLOAT, 0, 4, corners);
   glColorPointerEXT(4, GL_UNSIGNED_BYTE, 0, 4, colors);
   glEnable(GL_VERTEX_ARRAY_EXT);
   glEnable(GL_COLOR_ARRAY_EXT);
   api_expect("enabled", glIsEnabled(GL_COLOR_ARRAY_EXT), GL_TRUE);
   glGetPointervEXT(GL_COLOR_ARRAY_POINTER_EXT, &pointer);
   api_expect("pointer", pointer == colors, true);
   glLockArraysEXT(0, 4);
   api_expect("lock", value_of(GL_ARRAY_ELEMENT_LOCK_COUNT_EXT), 4);
   glDrawArraysEXT(GL_TRIANGLE_STRIP, 0, 4);
   glUnlockArraysEXT();
   expect_color("glDrawArraysEXT", (const float[4]){1, 0, 0.2f, 1});
   glDisable(GL_COLOR_ARRAY_EXT);
   glColor3f(0, 1, 0);
   glBegin(GL_TRIANGLE_STRIP);
   for (GLint i = 0; i < 4; i++)
      glArrayElementEXT(i);
   glEnd();
   expect_color("glArrayElementEXT", (const float[4]){0, 1, 0, 1});
}

/* ---- names of commands and enumerants that later versions have without a suffix ---------------------------------------------- */

static void require_names(void)
{
   static const char *const names[] = {
      "GL_APPLE_packed_pixels", "GL_ARB_multisample", "GL_ARB_multitexture", "GL_ARB_point_parameters", "GL_ARB_shading_language_100",
      "GL_ARB_texture_compression", "GL_ARB_texture_cube_map", "GL_ARB_texture_env_add", "GL_ARB_texture_env_combine",
      "GL_ARB_texture_env_crossbar", "GL_ARB_texture_env_dot3", "GL_ARB_texture_mirrored_repeat", "GL_ARB_transpose_matrix",
      "GL_ARB_window_pos", "GL_ATI_draw_buffers", "GL_EXT_blend_color", "GL_EXT_blend_func_separate", "GL_EXT_blend_subtract",
      "GL_EXT_copy_texture", "GL_EXT_draw_range_elements", "GL_EXT_fog_coord", "GL_EXT_packed_pixels", "GL_EXT_point_parameters",
      "GL_EXT_rescale_normal", "GL_EXT_secondary_color", "GL_EXT_separate_specular_color", "GL_EXT_shadow_funcs", "GL_EXT_stencil_wrap",
      "GL_EXT_subtexture", "GL_EXT_texture3D", "GL_EXT_texture_cube_map", "GL_EXT_texture_edge_clamp", "GL_EXT_texture_env_add",
      "GL_EXT_texture_env_combine", "GL_EXT_texture_lod_bias", "GL_EXT_texture_object", "GL_EXT_texture_rectangle",
      "GL_IBM_rasterpos_clip", "GL_IBM_texture_mirrored_repeat", "GL_INGR_blend_func_separate", "GL_MESA_window_pos", "GL_NV_blend_square",
      "GL_NV_light_max_exponent", "GL_NV_texgen_reflection", "GL_NV_texture_rectangle", "GL_OES_read_format", "GL_SGIS_generate_mipmap",
      "GL_SGIS_texture_border_clamp", "GL_SGIS_texture_edge_clamp", "GL_SGIS_texture_lod", "GL_SUN_multi_draw_arrays"};
   for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
      api_require(names[i]);
}

static void draw_aliases(void)
{
   static const GLfloat rows[16] = {1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1};
   static const GLenum back = GL_COLOR_ATTACHMENT0;
   require_names();
   PROC(PFNGLACTIVETEXTUREARBPROC, glActiveTextureARB);
   PROC(PFNGLCLIENTACTIVETEXTUREARBPROC, glClientActiveTextureARB);
   PROC(PFNGLMULTITEXCOORD4FARBPROC, glMultiTexCoord4fARB);
   glActiveTextureARB(GL_TEXTURE1_ARB);
   api_expect("unit", value_of(GL_ACTIVE_TEXTURE_ARB), GL_TEXTURE1);
   glMultiTexCoord4fARB(GL_TEXTURE1_ARB, 4, 3, 2, 1);
   api_expect("coordinate", (long)float_of(GL_CURRENT_TEXTURE_COORDS), 4);
   glActiveTextureARB(GL_TEXTURE0_ARB);
   glClientActiveTextureARB(GL_TEXTURE1_ARB);
   api_expect("client unit", value_of(GL_CLIENT_ACTIVE_TEXTURE_ARB), GL_TEXTURE1);
   PROC(PFNGLSAMPLECOVERAGEARBPROC, glSampleCoverageARB);
   glSampleCoverageARB(1, GL_TRUE);
   api_expect("coverage", value_of(GL_SAMPLE_COVERAGE_INVERT_ARB), GL_TRUE);
   PROC(PFNGLPOINTPARAMETERFARBPROC, glPointParameterfARB);
   PROC(PFNGLPOINTPARAMETERFEXTPROC, glPointParameterfEXT);
   glPointParameterfARB(GL_POINT_SIZE_MIN_ARB, 3);
   api_expect("size", (long)float_of(GL_POINT_SIZE_MIN_ARB), 3);
   glPointParameterfEXT(GL_POINT_SIZE_MIN_EXT, 2);
   api_expect("size", (long)float_of(GL_POINT_SIZE_MIN_EXT), 2);
   PROC(PFNGLLOADTRANSPOSEMATRIXFARBPROC, glLoadTransposeMatrixfARB);
   GLfloat matrix[16];
   glLoadTransposeMatrixfARB(rows);
   glGetFloatv(GL_MODELVIEW_MATRIX, matrix);
   api_expect("translation", (long)matrix[13], 6);
   glGetFloatv(GL_TRANSPOSE_MODELVIEW_MATRIX_ARB, matrix);
   api_expect("translation", (long)matrix[7], 6);
   glLoadIdentity();
   PROC(PFNGLWINDOWPOS2IARBPROC, glWindowPos2iARB);
   PROC(PFNGLWINDOWPOS4FMESAPROC, glWindowPos4fMESA);
   glWindowPos2iARB(3, 4);
   api_expect("position", (long)float_of(GL_CURRENT_RASTER_POSITION), 3);
   glWindowPos4fMESA(5, 4, 0, 2);
   glGetFloatv(GL_CURRENT_RASTER_POSITION, matrix);
   api_expect("position", (long)matrix[3], 2);
   glEnable(GL_RASTER_POSITION_UNCLIPPED_IBM);
   glRasterPos2f(3, 0);
   api_expect("unclipped", value_of(GL_CURRENT_RASTER_POSITION_VALID), GL_TRUE);
   glDisable(GL_RASTER_POSITION_UNCLIPPED_IBM);
   glRasterPos2f(3, 0);
   api_expect("clipped", value_of(GL_CURRENT_RASTER_POSITION_VALID), GL_FALSE);
   PROC(PFNGLDRAWBUFFERSATIPROC, glDrawBuffersATI);
   glDrawBuffersATI(1, &back);
   api_expect("draw buffer", value_of(GL_DRAW_BUFFER0_ATI), GL_COLOR_ATTACHMENT0);
   PROC(PFNGLBLENDCOLOREXTPROC, glBlendColorEXT);
   PROC(PFNGLBLENDFUNCSEPARATEEXTPROC, glBlendFuncSeparateEXT);
   PROC(PFNGLBLENDFUNCSEPARATEINGRPROC, glBlendFuncSeparateINGR);
   PROC(PFNGLBLENDEQUATIONPROC, glBlendEquationEXT);
   glBlendColorEXT(1, 0, 0, 0);
   api_expect("blend colour", (long)float_of(GL_BLEND_COLOR_EXT), 1);
   glBlendFuncSeparateEXT(GL_ONE, GL_ZERO, GL_CONSTANT_ALPHA_EXT, GL_ONE);
   api_expect("blend function", value_of(GL_BLEND_SRC_ALPHA_EXT), GL_CONSTANT_ALPHA);
   glBlendFuncSeparateINGR(GL_SRC_COLOR, GL_DST_COLOR, GL_ONE, GL_ZERO); /* squares: NV_blend_square */
   api_expect("blend function", value_of(GL_BLEND_SRC_RGB_EXT), GL_SRC_COLOR);
   glBlendEquationEXT(GL_FUNC_REVERSE_SUBTRACT_EXT);
   api_expect("blend equation", value_of(GL_BLEND_EQUATION_RGB), GL_FUNC_REVERSE_SUBTRACT);
   PROC(PFNGLFOGCOORDFEXTPROC, glFogCoordfEXT);
   PROC(PFNGLSECONDARYCOLOR3FEXTPROC, glSecondaryColor3fEXT);
   glFogCoordfEXT(9);
   api_expect("fog coordinate", (long)float_of(GL_CURRENT_FOG_COORDINATE_EXT), 9);
   glSecondaryColor3fEXT(1, 0, 0);
   api_expect("secondary colour", (long)float_of(GL_CURRENT_SECONDARY_COLOR_EXT), 1);
}

static void draw_texture_aliases(void)
{
   require_names();
   PROC(PFNGLGENTEXTURESEXTPROC, glGenTexturesEXT);
   PROC(PFNGLBINDTEXTUREEXTPROC, glBindTextureEXT);
   PROC(PFNGLISTEXTUREEXTPROC, glIsTextureEXT);
   PROC(PFNGLDELETETEXTURESEXTPROC, glDeleteTexturesEXT);
   PROC(PFNGLTEXIMAGE3DEXTPROC, glTexImage3DEXT);
   PROC(PFNGLCOPYTEXIMAGE2DEXTPROC, glCopyTexImage2DEXT);
   PROC(PFNGLTEXSUBIMAGE2DEXTPROC, glTexSubImage2DEXT);
   GLuint name;
   GLint value = 0;
   const GLubyte packed[2] = {0xe0, 3};
   glGenTexturesEXT(1, &name);
   glBindTextureEXT(GL_TEXTURE_3D_EXT, name);
   api_expect("a texture", glIsTextureEXT(name), GL_TRUE);
   glTexImage3DEXT(GL_TEXTURE_3D_EXT, 0, GL_RGB, 2, 1, 1, 0, GL_RGB, GL_UNSIGNED_BYTE_3_3_2_EXT, packed);
   glGetTexLevelParameteriv(GL_TEXTURE_3D_EXT, 0, GL_TEXTURE_DEPTH_EXT, &value);
   api_expect("depth", value, 1);
   glDeleteTexturesEXT(1, &name);
   glGenTexturesEXT(1, &name);
   glBindTextureEXT(GL_TEXTURE_2D, name);
   glCopyTexImage2DEXT(GL_TEXTURE_2D, 0, GL_RGB, 0, 0, 4, 4, 0);
   glTexSubImage2DEXT(GL_TEXTURE_2D, 0, 1, 1, 2, 1, GL_RGB, GL_UNSIGNED_BYTE_3_3_2_EXT, packed);
   glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP_SGIS, GL_TRUE);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER_SGIS);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_MIRRORED_REPEAT_IBM);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL_SGIS, 1);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_NOTEQUAL);
   glTexEnvf(GL_TEXTURE_FILTER_CONTROL_EXT, GL_TEXTURE_LOD_BIAS_EXT, 1);
   glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, GL_REFLECTION_MAP_NV);
   glEnable(GL_RESCALE_NORMAL_EXT);
   glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL_EXT, GL_SEPARATE_SPECULAR_COLOR_EXT);
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_ADD);
   glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE0_RGB_EXT, GL_TEXTURE1); /* of another unit: ARB_texture_env_crossbar */
   api_expect("exponent", (long)float_of(GL_MAX_SHININESS_NV), 128);
   api_expect("size of cubes", value_of(GL_MAX_CUBE_MAP_TEXTURE_SIZE_ARB) >= 16, true);
   api_expect("size of rectangles", value_of(GL_MAX_RECTANGLE_TEXTURE_SIZE_NV) >= 64, true);
   api_expect("hint", value_of(GL_GENERATE_MIPMAP_HINT_SGIS), GL_DONT_CARE);
   api_expect("version of the language", glGetString(GL_SHADING_LANGUAGE_VERSION_ARB) != NULL, true);
   PROC(PFNGLCOMPRESSEDTEXIMAGE2DARBPROC, glCompressedTexImage2DARB);
   glCompressedTexImage2DARB(GL_TEXTURE_2D, 0, GL_RGB, 4, 4, 0, 8, texel);
   api_expect_error(GL_INVALID_ENUM, "compressed texels of GL_RGB");
}

/* GL 4.6 compatibility, 4.2.2 and 4.3: unused names become those of queries. */
static void draw_query_names(void)
{
   GLuint name, result = 7;
   glGenQueries(1, &name);
   glDeleteQueries(1, &name);
   const GLuint names[2] = {name, 1234567};
   for (unsigned i = 0; i < 2; i++) {
      glBeginQuery(GL_SAMPLES_PASSED, names[i]);
      fill();
      glEndQuery(GL_SAMPLES_PASSED);
      api_expect_error(GL_NO_ERROR, "a query of an unused name");
      api_expect("glIsQuery", glIsQuery(names[i]), GL_TRUE);
      glGetQueryObjectuiv(names[i], GL_QUERY_RESULT, &result);
      api_expect("samples", result, API_TEXELS);
   }
   glGenQueries(1, &name);
   api_expect("a generated name is another one", name != names[0] && name != names[1], true);
   glBeginQuery(GL_SAMPLES_PASSED, 0);
   api_expect_error(GL_INVALID_OPERATION, "a query of the name 0");
   api_require("GL_ARB_timer_query");
   PROC(PFNGLQUERYCOUNTERPROC, glQueryCounter);
   glQueryCounter(7654321, GL_TIMESTAMP);
   api_expect_error(GL_NO_ERROR, "a time of an unused name");
}

#define BODY(name, draw) {name, COMPATIBILITY, 30, 255, 0, draw, NULL}

const struct api_body api_bodies_legacy_names[] = {
   BODY("legacy-names-environments", draw_environments),
   BODY("legacy-names-combine3", draw_combine3),
   BODY("legacy-names-combine4", draw_combine4),
   BODY("legacy-names-fog", draw_fog_distance),
   BODY("legacy-names-two-side", draw_two_side),
   BODY("legacy-names-separate-stencil", draw_separate_stencil),
   BODY("legacy-names-arrays", draw_array_names),
   BODY("legacy-names-state", draw_aliases),
   BODY("legacy-names-textures", draw_texture_aliases),
   BODY("legacy-names-queries", draw_query_names),
   {"legacy-names-compatibility", COMPATIBILITY, 32, 255, 0, draw_compatibility, NULL},
   {0},
};
