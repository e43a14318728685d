/* body_selected.c: commands of EXT_direct_state_access in the compatibility profile: state of units, matrices, textures, framebuffers,
 * vertex arrays and programs that is set without being bound, and the same in display lists. */
#include <string.h>

#include "api_test.h"
#include <GL/gl.h>
#include <GL/glext.h>

#define PROC(type, name) static type name
PROC(PFNGLBINDMULTITEXTUREEXTPROC, multi_bind);
PROC(PFNGLMULTITEXIMAGE2DEXTPROC, multi_image);
PROC(PFNGLMULTITEXPARAMETERIEXTPROC, multi_parameter);
PROC(PFNGLMULTITEXENVIEXTPROC, multi_env);
PROC(PFNGLMULTITEXENVFVEXTPROC, multi_env_color);
PROC(PFNGLMULTITEXGENIEXTPROC, multi_gen);
PROC(PFNGLMULTITEXGENFVEXTPROC, multi_gen_plane);
PROC(PFNGLMATRIXTRANSLATEFEXTPROC, matrix_translate);
PROC(PFNGLMATRIXLOADFEXTPROC, matrix_load);
PROC(PFNGLMATRIXLOADIDENTITYEXTPROC, matrix_identity);
PROC(PFNGLMATRIXPUSHEXTPROC, matrix_push);
PROC(PFNGLMATRIXPOPEXTPROC, matrix_pop);
PROC(PFNGLTEXTUREIMAGE2DEXTPROC, texture_image);
PROC(PFNGLTEXTURESUBIMAGE2DEXTPROC, texture_subimage);
PROC(PFNGLTEXTUREPARAMETERIEXTPROC, texture_parameter);
PROC(PFNGLGETTEXTUREIMAGEEXTPROC, get_texture_image);
PROC(PFNGLNAMEDFRAMEBUFFERTEXTURE2DEXTPROC, framebuffer_texture);
PROC(PFNGLCHECKNAMEDFRAMEBUFFERSTATUSEXTPROC, framebuffer_status);
PROC(PFNGLNAMEDBUFFERDATAEXTPROC, buffer_data);
PROC(PFNGLVERTEXARRAYVERTEXOFFSETEXTPROC, vertex_offset);
PROC(PFNGLVERTEXARRAYCOLOROFFSETEXTPROC, color_offset);
PROC(PFNGLENABLEVERTEXARRAYEXTPROC, enable_array);
PROC(PFNGLNAMEDPROGRAMSTRINGEXTPROC, program_string);
PROC(PFNGLNAMEDPROGRAMLOCALPARAMETER4FEXTPROC, program_parameter);
PROC(PFNGLBINDPROGRAMARBPROC, bind_program);
#undef PROC

static void load(void)
{
   api_require("GL_EXT_direct_state_access");
#define LOAD(pointer, name) \
   memcpy(&pointer, &(void (*[1])(void)){eglGetProcAddress(name)}, sizeof(pointer)); \
   if (!pointer) \
      api_fail("no address of " name)
   LOAD(multi_bind, "glBindMultiTextureEXT");
   LOAD(multi_image, "glMultiTexImage2DEXT");
   LOAD(multi_parameter, "glMultiTexParameteriEXT");
   LOAD(multi_env, "glMultiTexEnviEXT");
   LOAD(multi_env_color, "glMultiTexEnvfvEXT");
   LOAD(multi_gen, "glMultiTexGeniEXT");
   LOAD(multi_gen_plane, "glMultiTexGenfvEXT");
   LOAD(matrix_translate, "glMatrixTranslatefEXT");
   LOAD(matrix_load, "glMatrixLoadfEXT");
   LOAD(matrix_identity, "glMatrixLoadIdentityEXT");
   LOAD(matrix_push, "glMatrixPushEXT");
   LOAD(matrix_pop, "glMatrixPopEXT");
   LOAD(texture_image, "glTextureImage2DEXT");
   LOAD(texture_subimage, "glTextureSubImage2DEXT");
   LOAD(texture_parameter, "glTextureParameteriEXT");
   LOAD(get_texture_image, "glGetTextureImageEXT");
   LOAD(framebuffer_texture, "glNamedFramebufferTexture2DEXT");
   LOAD(framebuffer_status, "glCheckNamedFramebufferStatusEXT");
   LOAD(buffer_data, "glNamedBufferDataEXT");
   LOAD(vertex_offset, "glVertexArrayVertexOffsetEXT");
   LOAD(color_offset, "glVertexArrayColorOffsetEXT");
   LOAD(enable_array, "glEnableVertexArrayEXT");
   LOAD(program_string, "glNamedProgramStringEXT");
   LOAD(program_parameter, "glNamedProgramLocalParameter4fEXT");
   LOAD(bind_program, "glBindProgramARB");
#undef LOAD
}

static GLint get(GLenum pname)
{
   GLint value = -1;
   glGetIntegerv(pname, &value);
   return value;
}

/* Selectors and bindings are those of a new context. */
static void check_selectors(void)
{
   api_expect("GL_ACTIVE_TEXTURE", get(GL_ACTIVE_TEXTURE), GL_TEXTURE0);
   api_expect("GL_MATRIX_MODE", get(GL_MATRIX_MODE), GL_MODELVIEW);
   api_expect("GL_TEXTURE_BINDING_2D", get(GL_TEXTURE_BINDING_2D), 0);
   api_expect("GL_ARRAY_BUFFER_BINDING", get(GL_ARRAY_BUFFER_BINDING), 0);
   api_expect("GL_VERTEX_ARRAY_BINDING", get(GL_VERTEX_ARRAY_BINDING), 0);
   api_expect_error(GL_NO_ERROR, "selections");
}

static void quad(float x0, float y0, float x1, float y1)
{
   glBegin(GL_TRIANGLE_STRIP);
   glVertex2f(x0, y0);
   glVertex2f(x1, y0);
   glVertex2f(x0, y1);
   glVertex2f(x1, y1);
   glEnd();
}

static void expect_color(const char *what, int x, int y, const GLubyte wanted[4])
{
   GLubyte got[4];
   glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
   for (unsigned i = 0; i < 4; i++)
      if (got[i] > wanted[i] + 1 || got[i] + 1 < wanted[i])
         api_fail("%s: channel %u is %u, not %u", what, i, got[i], wanted[i]);
   api_checked();
}

/* ---- units and matrices -------------------------------------------------------------------------------------------------------- */

static const GLubyte two[2][4] = {{200, 0, 0, 255}, {0, 200, 0, 255}};

/* Unit 1 has a texture of two columns, whose coordinate is that of the window in eye coordinates, moved by the unit's matrix; it is added to
 * the colour of unit 0's constant. */
static void draw_units(void)
{
   static const GLfloat constant[4] = {0, 0, 1, 1}, plane[4] = {0.5f, 0, 0, 0.5f};
   GLuint name;
   load();
   glGenTextures(1, &name);
   multi_bind(GL_TEXTURE1, GL_TEXTURE_2D, name);
   multi_image(GL_TEXTURE1, GL_TEXTURE_2D, 0, GL_RGBA8, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, two);
   multi_parameter(GL_TEXTURE1, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   multi_parameter(GL_TEXTURE1, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   multi_env(GL_TEXTURE1, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
   multi_env(GL_TEXTURE1, GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_ADD);
   multi_env(GL_TEXTURE1, GL_TEXTURE_ENV, GL_SOURCE0_RGB, GL_TEXTURE);
   multi_env(GL_TEXTURE1, GL_TEXTURE_ENV, GL_SOURCE1_RGB, GL_CONSTANT);
   multi_env_color(GL_TEXTURE1, GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, constant);
   multi_gen(GL_TEXTURE1, GL_S, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
   multi_gen_plane(GL_TEXTURE1, GL_S, GL_OBJECT_PLANE, plane);
   glEnablei(GL_TEXTURE_2D, 1);
   glEnablei(GL_TEXTURE_GEN_S, 1);
   check_selectors();
   quad(-1, -1, 1, 1);
   expect_color("left column", 8, 16, (const GLubyte[4]){200, 0, 255, 255});
   expect_color("right column", 24, 16, (const GLubyte[4]){0, 200, 255, 255});
   matrix_push(GL_TEXTURE1);
   matrix_translate(GL_TEXTURE1, 0.5f, 0, 0);
   check_selectors();
   quad(-1, -1, 1, 1);
   expect_color("moved left column", 8, 16, (const GLubyte[4]){0, 200, 255, 255});
   matrix_pop(GL_TEXTURE1);
   glDisablei(GL_TEXTURE_2D, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glColor4ub(10, 20, 30, 40);
   matrix_load(GL_PROJECTION, (const GLfloat[16]){0.5f, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}); /* half of the width */
   quad(-1, -1, 1, 1);
   expect_color("inside", 16, 16, (const GLubyte[4]){10, 20, 30, 40});
   expect_color("outside", 2, 16, (const GLubyte[4]){0, 0, 0, 0});
   matrix_identity(GL_PROJECTION);
   quad(-1, -1, 1, 1);
   expect_color("identity", 2, 16, (const GLubyte[4]){10, 20, 30, 40});
   check_selectors();
}

/* ---- objects ------------------------------------------------------------------------------------------------------------------- */

/* Names that were not generated: each command makes the object. */
static void draw_objects(void)
{
   enum { TEXTURE = 900, FRAMEBUFFER, VERTICES, PROGRAM };
   static const struct { GLfloat position[2]; GLubyte color[4]; } mesh[4] = {{{-1, -1}, {50, 100, 150, 200}}, {{1, -1}, {50, 100, 150, 200}},
      {{-1, 1}, {50, 100, 150, 200}}, {{1, 1}, {50, 100, 150, 200}}};
   static const char text[] = "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, program.local[3];\nEND";
   GLubyte texels[4][4];
   const GLint target = get(GL_DRAW_FRAMEBUFFER_BINDING);
   GLuint vao;
   load();
   texture_image(TEXTURE, GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   texture_parameter(TEXTURE, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   texture_parameter(TEXTURE, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   framebuffer_texture(FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, TEXTURE, 0);
   api_expect("the status", framebuffer_status(FRAMEBUFFER, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   check_selectors();
   glBindFramebuffer(GL_FRAMEBUFFER, FRAMEBUFFER);
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
   texture_subimage(TEXTURE, GL_TEXTURE_2D, 0, 1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, two[0]);
   get_texture_image(TEXTURE, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   api_expect("a cleared texel's green", texels[0][1], 255);
   api_expect("the replaced texel's red", texels[3][0], 200);

   buffer_data(VERTICES, sizeof(mesh), mesh, GL_STATIC_DRAW);
   glGenVertexArrays(1, &vao);
   vertex_offset(vao, VERTICES, 2, GL_FLOAT, sizeof(mesh[0]), 0);
   color_offset(vao, VERTICES, 4, GL_UNSIGNED_BYTE, sizeof(mesh[0]), sizeof(mesh[0].position));
   enable_array(vao, GL_VERTEX_ARRAY);
   enable_array(vao, GL_COLOR_ARRAY);
   check_selectors();
   glBindVertexArray(vao);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   expect_color("colours of the array", 16, 16, mesh[0].color);

   program_string(PROGRAM, GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof(text) - 1, text);
   program_parameter(PROGRAM, GL_VERTEX_PROGRAM_ARB, 3, 1, 0.2f, 0.4f, 0.6f);
   glEnable(GL_VERTEX_PROGRAM_ARB);
   bind_program(GL_VERTEX_PROGRAM_ARB, PROGRAM);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   expect_color("the parameter", 16, 16, (const GLubyte[4]){255, 51, 102, 153});
   program_parameter(PROGRAM, GL_VERTEX_PROGRAM_ARB, 3, 0, 0, 1, 1);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   expect_color("the changed parameter", 16, 16, (const GLubyte[4]){0, 0, 255, 255});
   api_expect_error(GL_NO_ERROR, "objects by name");
}

/* ---- display lists --------------------------------------------------------------------------------------------------------------- */

/* A list has the pixels that memory had, and selects the texture and the unit when it is executed. */
static void draw_lists(void)
{
   GLubyte texel[4] = {250, 0, 0, 255};
   GLuint names[2];
   load();
   glGenTextures(2, names);
   for (unsigned i = 0; i < 2; i++) {
      glBindTexture(GL_TEXTURE_2D, names[i]);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   }
   glBindTexture(GL_TEXTURE_2D, names[0]);
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
   glEnable(GL_TEXTURE_2D);
   multi_env(GL_TEXTURE1, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_ADD);
   multi_bind(GL_TEXTURE1, GL_TEXTURE_2D, names[1]);
   glNewList(1, GL_COMPILE);
   texture_image(names[0], GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
   texel[0] = 0;
   texel[1] = 240;
   multi_image(GL_TEXTURE1, GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
   glEnablei(GL_TEXTURE_2D, 1);
   matrix_translate(GL_MODELVIEW, 1, 0, 0);
   glEndList();
   memset(texel, 9, sizeof(texel));
   api_expect("a capability that is compiled", glIsEnabledi(GL_TEXTURE_2D, 1), GL_FALSE);
   glActiveTexture(GL_TEXTURE2); /* another unit than at the time of compilation */
   glCallList(1);
   api_expect("GL_ACTIVE_TEXTURE", get(GL_ACTIVE_TEXTURE), GL_TEXTURE2);
   quad(-1, -1, 1, 1);
   expect_color("moved, both units", 24, 16, (const GLubyte[4]){250, 240, 0, 255});
   expect_color("left of it", 8, 16, (const GLubyte[4]){0, 0, 0, 0});
   api_expect_error(GL_NO_ERROR, "lists");
}

#define BODY(name, draw) {name, COMPATIBILITY, 30, 255, 0, draw, NULL}

const struct api_body api_bodies_selected[] = {
   BODY("selected-units", draw_units), BODY("selected-objects", draw_objects), BODY("selected-lists", draw_lists), {0},
};
