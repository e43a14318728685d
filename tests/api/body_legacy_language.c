/* body_legacy_language.c: the shading language of the compatibility profile: built-in varyings through tessellation and geometry
 * shaders to fixed fragment functions, gl_ClipVertex of each stage, their capture, derived built-in uniforms, queries of built-in names. */
#include <stdio.h>
#include <string.h>

#include "api_capture.h"
#include "api_pixels.h"
#include <GL/gl.h>

#define GL_COLOR_SUM 0x8458
#define GL_FOG_COORD_SRC 0x8450
#define GL_FOG_COORD 0x8451
#define GL_CLAMP_VERTEX_COLOR 0x891A
#define GL_VERTEX_PROGRAM_TWO_SIDE 0x8643
#define GL_DEPTH_TEXTURE_MODE 0x884B
#define COUNT(array) (sizeof array / sizeof array[0])
#define GLSL "#version 150 compatibility\n"
#define GLSL_TESS GLSL "#extension GL_ARB_tessellation_shader : require\n"

/* The middle stage: one that emits vertices, or evaluates patches of three vertices. */
enum middle { GEOMETRY, TESSELLATION };

static void middle_program(enum middle middle, const char *vertex, const char *each, const char *corner)
{
   char control[2048], last[2048];
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, vertex);
   if (middle == GEOMETRY) {
      snprintf(last, sizeof last, GLSL "layout(triangles) in; layout(triangle_strip, max_vertices = 3) out;\n"
               "void main() { for (int i = 0; i < 3; i++) { %s EmitVertex(); } }", each);
      api_attach(program, GL_GEOMETRY_SHADER, last);
   } else {
      snprintf(control, sizeof control, GLSL_TESS "layout(vertices = 3) out;\nvoid main() { int i = gl_InvocationID;\n"
               "gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelInner[0] = 2.0; %s }", corner);
      snprintf(last, sizeof last, GLSL_TESS "layout(triangles, equal_spacing, ccw) in;\n"
               "#define MIX(v) (gl_TessCoord.x * gl_in[0].v + gl_TessCoord.y * gl_in[1].v + gl_TessCoord.z * gl_in[2].v)\n"
               "void main() { %s }", each);
      api_attach(program, GL_TESS_CONTROL_SHADER, control);
      api_attach(program, GL_TESS_EVALUATION_SHADER, last);
      glPatchParameteri(GL_PATCH_VERTICES, 3);
   }
   api_link(program);
}

static void square(enum middle middle, bool back)
{
   static const GLfloat corner[6][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, -1}, {1, 1}, {-1, 1}};
   glBegin(middle == TESSELLATION ? GL_PATCHES : GL_TRIANGLES);
   for (unsigned i = 0; i < 6; i++)
      glVertex2fv(corner[back ? 5 - i : i]);
   glEnd();
}

/* ---- varyings -------------------------------------------------------------------------------------------------------------------- */

#define VALUES(to, from) to "gl_FrontColor = " from(gl_FrontColor) to "gl_BackColor = " from(gl_BackColor) \
   to "gl_FrontSecondaryColor = " from(gl_FrontSecondaryColor) to "gl_BackSecondaryColor = " from(gl_BackSecondaryColor) \
   to "gl_TexCoord[1] = " from(gl_TexCoord[1]) to "gl_FogFragCoord = " from(gl_FogFragCoord) to "gl_Position = " from(gl_Position)
#define COPIED(name) "gl_in[i]." #name ";\n"
#define MIXED(name) "MIX(" #name ");\n"

/* Left: a geometry shader, right: tessellation. Below: front faces, above: back faces. */
static void draw_varyings(void)
{
   static const GLfloat fog_color[4] = {0, 0, 1, 1};
   static const GLubyte texels[2][4] = {{255, 255, 0, 255}, {128, 255, 255, 255}};
   static const char vertex[] = GLSL "void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color;\n"
      "gl_BackColor = vec4(gl_Color.gbr, 1.0); gl_FrontSecondaryColor = vec4(0.0, 0.2, -1.0, 0.0);\n" /* clamped */
      "gl_BackSecondaryColor = vec4(0.2, 0.0, 0.0, 0.0); gl_TexCoord[1] = vec4(0.75, 0.5, 0.0, 1.0); gl_FogFragCoord = 0.5; }";
   api_require("GL_ARB_tessellation_shader");
   GLuint texture;
   glGenTextures(1, &texture);
   glActiveTexture(GL_TEXTURE1);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glEnable(GL_TEXTURE_2D);
   glEnable(GL_COLOR_SUM);
   glEnable(GL_VERTEX_PROGRAM_TWO_SIDE);
   glEnable(GL_FOG);
   glFogi(GL_FOG_MODE, GL_LINEAR);
   glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD);
   glFogfv(GL_FOG_COLOR, fog_color);
   glColor3f(0.8f, 0.4f, 0.2f);
   for (enum middle m = GEOMETRY; m <= TESSELLATION; m++) {
      middle_program(m, vertex, m == GEOMETRY ? VALUES("", COPIED) : VALUES("", MIXED), VALUES("gl_out[gl_InvocationID].", COPIED));
      for (unsigned back = 0; back < 2; back++) {
         glViewport(m == GEOMETRY ? 0 : API_SIZE / 2, back ? API_SIZE / 2 : 0, API_SIZE / 2, API_SIZE / 2);
         square(m, back);
      }
   }
}

static void reference_varyings(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t front[4] = {51, 77, 153, 255}, back[4] = {51, 26, 230, 255};
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], i < API_TEXELS / 2 ? front : back, 4);
}

/* Left: the shader's qualifier has precedence over the shade model; right: there is none (GLSL 1.30, 4.3.4). */
static void draw_smooth(void)
{
   glShadeModel(GL_FLAT);
   for (unsigned flat = 0; flat < 2; flat++) {
      const GLuint program = glCreateProgram();
      api_attach(program, GL_VERTEX_SHADER, flat ? "#version 130\nvoid main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }" :
                 "#version 130\nsmooth out vec4 gl_FrontColor; void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }");
      api_attach(program, GL_FRAGMENT_SHADER, flat ? "#version 130\nvoid main() { gl_FragColor = gl_Color; }" :
                 "#version 130\nsmooth in vec4 gl_Color; void main() { gl_FragColor = gl_Color; }");
      api_link(program);
      glViewport(flat ? API_SIZE / 2 : 0, 0, API_SIZE / 2, API_SIZE);
      glBegin(GL_QUADS);
      for (unsigned i = 0; i < 4; i++) {
         const bool right = i == 1 || i == 2;
         glColor3f(right, 0, 1);
         glVertex2f(right ? 1 : -1, i < 2 ? -1 : 1);
      }
      glEnd();
   }
}

static void reference_smooth(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE;
      memcpy(rgba[i], (uint8_t[4]){(uint8_t)(x < API_SIZE / 2 ? (2 * x + 1) * 255 / API_SIZE : 0), 0, 255, 255}, 4);
   }
}

/* ---- gl_ClipVertex --------------------------------------------------------------------------------------------------------------- */

/* The plane keeps x >= 0 of gl_ClipVertex, which is the position with x and y exchanged. Left: a geometry shader, then also with a redeclared
 * block; right: tessellation, then a vertex shader with a redeclared block. */
static void draw_clip_stages(void)
{
   static const GLdouble plane[4] = {1, 0, 0, 0};
   static const char vertex[] = GLSL "void main() { gl_Position = gl_Vertex; gl_ClipVertex = gl_Vertex.yxzw; gl_FrontColor = vec4(1.0); }";
   api_require("GL_ARB_tessellation_shader");
   glClipPlane(GL_CLIP_PLANE2, plane);
   glEnable(GL_CLIP_PLANE2);
   glViewport(0, 0, API_SIZE / 2, API_SIZE / 2);
   middle_program(GEOMETRY, vertex, "gl_Position = gl_in[i].gl_Position; gl_ClipVertex = gl_in[i].gl_ClipVertex;\n"
                  "gl_FrontColor = vec4(1.0, 0.0, 0.0, 1.0);", "");
   square(GEOMETRY, false);
   glViewport(API_SIZE / 2, 0, API_SIZE / 2, API_SIZE / 2);
   middle_program(TESSELLATION, vertex, "gl_Position = MIX(gl_Position); gl_ClipVertex = MIX(gl_ClipVertex);\n"
                  "gl_FrontColor = vec4(0.0, 1.0, 0.0, 1.0);",
                  "gl_out[gl_InvocationID].gl_Position = gl_in[i].gl_Position; gl_out[gl_InvocationID].gl_ClipVertex = gl_in[i].gl_ClipVertex;");
   square(TESSELLATION, false);
   glViewport(0, API_SIZE / 2, API_SIZE, API_SIZE / 2);
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, GLSL "out gl_PerVertex { vec4 gl_Position; vec4 gl_FrontColor; vec4 gl_ClipVertex; };\n"
              "void main() { gl_Position = gl_Vertex; gl_ClipVertex = gl_Vertex.yxzw; gl_FrontColor = vec4(0.0, 0.0, 1.0, 1.0); }");
   api_link(program);
   square(GEOMETRY, false);
}

static void reference_clip_stages(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE, half = API_SIZE / 2;
      const bool kept = y % half >= half / 2;
      const uint8_t c[4] = {kept && y < half && x < half ? 255 : 0, kept && y < half && x >= half ? 255 : 0, kept && y >= half ? 255 : 0,
                            kept ? 255 : 0};
      memcpy(rgba[i], c, 4);
   }
}

/* ---- clip planes without gl_ClipVertex and gl_ClipDistance (GLSL 1.30, 7.1) ------------------------------------------------------- */

static GLint hits(GLfloat x)
{
   static GLuint names[8];
   glSelectBuffer(8, names);
   glRenderMode(GL_SELECT);
   glBegin(GL_TRIANGLES);
   glVertex2f(x, -0.5f);
   glVertex2f(x + 0.25f, -0.5f);
   glVertex2f(x, 0.5f);
   glEnd();
   return glRenderMode(GL_RENDER);
}

/* Eye coordinates of the planes are compared with gl_Position: x >= 0, and in the last quarter y >= 0, too. Matrices at draws have no
 * effect. */
static void draw_position_planes(void)
{
   static const GLdouble x_plane[4] = {1, 0, 0, 0}, y_plane[4] = {0, -1, 0, 0};
   static const char vertex[] = GLSL "void main() { gl_Position = gl_Vertex; }";
   static const char fragment[] = GLSL "void main() { gl_FragColor = vec4(1.0, 0.0, 1.0, 1.0); }";
   api_require("GL_ARB_tessellation_shader");
   glClipPlane(GL_CLIP_PLANE1, x_plane);
   glRotatef(180, 0, 0, 1);
   glClipPlane(GL_CLIP_PLANE5, y_plane);
   glMatrixMode(GL_PROJECTION);
   glScalef(-1, -1, 1);
   glEnable(GL_CLIP_PLANE1);
   glViewport(0, 0, API_SIZE / 2, API_SIZE / 2);
   glUseProgram(api_program("#version 120\nvoid main() { gl_Position = gl_Vertex; }", NULL, fragment));
   square(GEOMETRY, false);
   glViewport(API_SIZE / 2, 0, API_SIZE / 2, API_SIZE / 2);
   middle_program(GEOMETRY, vertex, "gl_Position = gl_in[i].gl_Position; gl_FrontColor = vec4(1.0, 0.0, 1.0, 1.0);", "");
   square(GEOMETRY, false);
   glViewport(0, API_SIZE / 2, API_SIZE / 2, API_SIZE / 2);
   middle_program(TESSELLATION, vertex, "gl_Position = MIX(gl_Position); gl_FrontColor = vec4(1.0, 0.0, 1.0, 1.0);",
                  "gl_out[gl_InvocationID].gl_Position = gl_in[i].gl_Position;");
   square(TESSELLATION, false);
   glViewport(API_SIZE / 2, API_SIZE / 2, API_SIZE / 2, API_SIZE / 2);
   glEnable(GL_CLIP_PLANE5);
   glUseProgram(api_program(vertex, NULL, fragment));
   square(GEOMETRY, false);
}

static void draw_selected_planes(void)
{
   static const GLdouble plane[4] = {1, 0, 0, 0};
   glUseProgram(api_program("#version 120\nvoid main() { gl_Position = gl_Vertex; }", NULL,
                            "#version 120\nvoid main() { gl_FragColor = vec4(1.0); }"));
   glClipPlane(GL_CLIP_PLANE1, plane);
   glMatrixMode(GL_PROJECTION);
   glScalef(-1, -1, 1);
   glEnable(GL_CLIP_PLANE1);
   api_expect("hits in front of the plane", hits(0.25f), 1);
   api_expect("hits beyond the plane", hits(-0.5f), 0);
}

static void reference_position_planes(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE, half = API_SIZE / 2;
      const bool kept = x % half >= half / 2 && (x < half || y < half || y % half >= half / 2);
      memcpy(rgba[i], (const uint8_t[4]){kept ? 255 : 0, 0, kept ? 255 : 0, kept ? 255 : 0}, 4);
   }
}

/* ---- capture --------------------------------------------------------------------------------------------------------------------- */

static void expect_values(const char *what, const GLfloat *got, const GLfloat *want, unsigned count)
{
   for (unsigned i = 0; i < count; i++)
      if (got[i] != want[i])
         api_fail("%s, value %u: %g, not %g", what, i, (double)got[i], (double)want[i]);
   api_checked();
}

static void draw_captures(void)
{
   static const char vertex[] = GLSL "void main() { gl_Position = vec4(0.0); gl_FrontColor = vec4(2.0, 3.0, 4.0, 5.0);\n"
      "gl_BackSecondaryColor = vec4(6.0); gl_TexCoord[2] = vec4(7.0, 8.0, 9.0, 10.0); gl_TexCoord[0] = vec4(1.0);\n"
      "gl_FogFragCoord = 11.0; gl_ClipVertex = vec4(12.0, 13.0, 14.0, 15.0); }";
   static const char geometry[] = GLSL "layout(points) in; layout(points, max_vertices = 1) out;\n"
      "void main() { gl_Position = vec4(0.0); gl_FrontColor = gl_in[0].gl_FrontColor; gl_BackSecondaryColor = "
      "gl_in[0].gl_BackSecondaryColor;\ngl_TexCoord[2] = gl_in[0].gl_TexCoord[2]; gl_FogFragCoord = gl_in[0].gl_FogFragCoord;\n"
      "gl_ClipVertex = gl_in[0].gl_ClipVertex; EmitVertex(); }";
   static const char *const names[] = {"gl_FrontColor", "gl_TexCoord[2]", "gl_FogFragCoord", "gl_ClipVertex", "gl_BackSecondaryColor"};
   static const GLfloat want[17] = {2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 6, 6, 6, 6};
   GLfloat got[17];
   glClampColor(GL_CLAMP_VERTEX_COLOR, GL_FALSE);
   for (unsigned with = 0; with < 2; with++) {
      api_capturing(vertex, with ? geometry : NULL, NULL, COUNT(names), names);
      memset(got, 0, sizeof got);
      api_capture(1, got, sizeof got);
      expect_values(with ? "captured after a geometry shader" : "captured after a vertex shader", got, want, COUNT(want));
   }
}

/* ---- uniforms -------------------------------------------------------------------------------------------------------------------- */

static void draw_uniforms(void)
{
   static const char vertex[] = GLSL "out vec4 v[5]; void main() { gl_Position = gl_Vertex;\n"
      "gl_LightSourceParameters light = gl_LightSource[1];\n"
      "v[0] = gl_FrontLightModelProduct.sceneColor; v[1] = gl_BackLightProduct[1].specular;\n"
      "v[2] = vec4(light.spotDirection, gl_Point.fadeThresholdSize); v[3] = gl_FrontLightProduct[1].diffuse;\n"
      "v[4] = vec4(gl_Fog.scale, gl_NormalScale, gl_ModelViewMatrixInverseTranspose[3].x, gl_TextureMatrix[1][3].y); }";
   static const char *const names[] = {"v"};
   static const GLfloat light[4] = {0.5f, 0.25f, 2, 8}, ambient[4] = {0.5f, 2, 4, 16}, diffuse[4] = {0.25f, 0.5f, 1, 0.125f},
      direction[3] = {0, 3, -4}, emission[4] = {1, 2, 3, 4}, specular[4] = {2, 4, 8, 0.5f}, model[4] = {0.5f, 0.25f, 0.125f, 2};
   static const GLfloat want[20] = {1.25f, 2.5f, 3.5f, 0.125f, /**/ 1, 1, 16, 0.5f, /**/ 0, 3, -4, 6, /**/ 0.125f, 0.125f, 2, 0.125f,
                                     /**/ 0.25f, 2, 0, 7};
   GLfloat got[20];
   glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, 5);
   glLightfv(GL_LIGHT1, GL_SPOT_DIRECTION, direction);
   glLightfv(GL_LIGHT1, GL_SPECULAR, light);
   glLightfv(GL_LIGHT1, GL_DIFFUSE, light);
   glLightModelfv(GL_LIGHT_MODEL_AMBIENT, model);
   glMaterialfv(GL_FRONT, GL_AMBIENT, ambient);
   glMaterialfv(GL_FRONT, GL_DIFFUSE, diffuse);
   glMaterialfv(GL_FRONT, GL_EMISSION, emission);
   glMaterialfv(GL_BACK, GL_SPECULAR, specular);
   glFogf(GL_FOG_START, 2);
   glFogf(GL_FOG_END, 6);
   glScalef(2, 2, 2);
   glMatrixMode(GL_TEXTURE);
   glActiveTexture(GL_TEXTURE1);
   glTranslatef(0, 7, 0);
   api_capturing(vertex, NULL, NULL, COUNT(names), names);
   api_capture(1, got, sizeof got);
   glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, 6); /* alone */
   api_capture(1, got, sizeof got);
   expect_values("built-in uniforms", got, want, COUNT(want));
}

/* OpenGL 2.1, 2.15.3: built-in attributes and uniforms are listed, without locations. */
static void draw_names(void)
{
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, "attribute vec4 own; uniform float scale;\n"
              "void main() { gl_Position = ftransform() + own * scale; gl_FrontColor = gl_Color + gl_Fog.color; }");
   glBindAttribLocation(program, 1, "gl_Color");
   api_expect_error(GL_INVALID_OPERATION, "glBindAttribLocation of gl_Color");
   api_link(program);
   GLint count, size;
   GLenum type;
   GLchar name[64];
   unsigned seen = 0;
   glGetProgramiv(program, GL_ACTIVE_ATTRIBUTES, &count);
   api_expect("active attributes", count, 3);
   for (GLint i = 0; i < count; i++) {
      glGetActiveAttrib(program, (GLuint)i, sizeof name, NULL, &size, &type, name);
      const bool built_in = !strcmp(name, "gl_Vertex") || !strcmp(name, "gl_Color");
      api_expect(name, type, GL_FLOAT_VEC4);
      api_expect("size", size, 1);
      if (built_in)
         api_expect(name, glGetAttribLocation(program, name), -1);
      seen += built_in;
   }
   api_expect("active built-in attributes", seen, 2);
   seen = 0;
   glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
   for (GLint i = 0; i < count; i++) {
      glGetActiveUniform(program, (GLuint)i, sizeof name, NULL, &size, &type, name);
      const bool matrix = !strcmp(name, "gl_ModelViewProjectionMatrix"), fog = !strcmp(name, "gl_Fog.color");
      if (matrix || fog)
         api_expect(name, type, matrix ? GL_FLOAT_MAT4 : GL_FLOAT_VEC4);
      if (strncmp(name, "gl_", 3) == 0)
         api_expect(name, glGetUniformLocation(program, name), -1);
      seen += matrix + 2 * fog;
   }
   api_expect("active built-in uniforms", seen, 3);
}

/* Forms of matrices are those of the draw, whichever program read them last, and also where no matrix changed since another draw. */
static void draw_forms(void)
{
   static const char *const reads[] = {
      "gl_ModelViewMatrixInverse[0][0] * x", "gl_NormalMatrix[1][1] * y", "gl_ModelViewProjectionMatrix[0][0] / (x * p)",
      "gl_ModelViewProjectionMatrixInverse[0][0] * x * p", "gl_ProjectionMatrixInverseTranspose[0][0] * p",
      "gl_ModelViewMatrixTranspose[0][3] / 7.0", "gl_ModelViewMatrix[3][0] / 7.0", "gl_TextureMatrix[1][1][1] / y",
      "gl_TextureMatrixInverse[1][1][1] * y", "gl_TextureMatrixTranspose[1][0][3] / 5.0",
   };
   GLuint programs[COUNT(reads) + 1] = {0}; /* the last: fixed functions */
   for (unsigned i = 0; i < COUNT(reads); i++) {
      char vertex[400];
      snprintf(vertex, sizeof vertex, "#version 120\nuniform float x, y, p; void main() { gl_Position = gl_Vertex; "
               "gl_FrontColor = vec4(abs(%s - 1.0) < 0.001 ? 0.0 : 1.0, 1.0, 0.0, 1.0); }", reads[i]);
      programs[i] = glCreateProgram();
      api_attach(programs[i], GL_VERTEX_SHADER, vertex);
      api_link(programs[i]);
   }
   for (unsigned i = 0; i < 200; i++) {
      static GLfloat x = 1, y = 1, p = 1;
      uint8_t rgba[4];
      const unsigned changes = api_random(8), n = api_random(COUNT(programs));
      if (i == 0 || changes & 1) {
         x = (GLfloat)(1 + api_random(4));
         const GLfloat m[16] = {x, 0, 0, 0, 0, y, 0, 0, 0, 0, 1, 0, 7, 0, 0, 1};
         glMatrixMode(GL_MODELVIEW);
         glLoadMatrixf(m);
      }
      if (i == 0 || changes & 2) {
         p = (GLfloat)(1 + api_random(4));
         const GLfloat m[16] = {p, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
         glMatrixMode(GL_PROJECTION);
         glLoadMatrixf(m);
      }
      if (i == 0 || changes & 4) {
         y = (GLfloat)(1 + api_random(4));
         const GLfloat m[16] = {1, 0, 0, 0, 0, y, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1}, view[16] = {x, 0, 0, 0, 0, y, 0, 0, 0, 0, 1, 0, 7, 0, 0, 1};
         glMatrixMode(GL_MODELVIEW);
         glLoadMatrixf(view);
         glActiveTexture(GL_TEXTURE1);
         glMatrixMode(GL_TEXTURE);
         glLoadMatrixf(m);
         glActiveTexture(GL_TEXTURE0);
      }
      glUseProgram(programs[n]);
      if (programs[n]) {
         glUniform1f(glGetUniformLocation(programs[n], "x"), x);
         glUniform1f(glGetUniformLocation(programs[n], "y"), y);
         glUniform1f(glGetUniformLocation(programs[n], "p"), p);
      }
      glClear(GL_COLOR_BUFFER_BIT);
      glColor3f(0, 1, 0);
      glRectf(-10, -10, 10, 10);
      glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
      if (rgba[1] != 255 || rgba[0] != 0)
         api_fail("draw %u: %s", i, programs[n] ? reads[n] : "fixed functions");
   }
   glUseProgram(0);
   api_checked();
}

/* ---- comparisons -------------------------------------------------------------------------------------------------------------------- */

/* A depth texture whose comparison with `reference` is 1 below 0.5. */
static void depth_texture(GLenum target)
{
   static const GLfloat depth = 0.5f;
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(target, texture);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
   glTexParameteri(target, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
   if (target == GL_TEXTURE_1D)
      glTexImage1D(target, 0, GL_DEPTH_COMPONENT24, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
   else
      glTexImage2D(target, 0, GL_DEPTH_COMPONENT24, 1, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
}

/* GL_DEPTH_TEXTURE_MODE chooses the components of shadow1D() and the like (GL 2.1, 3.8.5; GLSL 1.10, 8.7), the texture's swizzle
 * reorders them. texture() of GLSL 1.30 has one component. */
static void draw_comparisons(void)
{
   static const struct { const char *type, *call; GLenum target; } calls[] = {
      {"sampler1DShadow", "shadow1D(s, vec3(0.5, 9.0, r))", GL_TEXTURE_1D}, {"sampler2DShadow", "shadow2D(s, vec3(0.5, 0.5, r))", GL_TEXTURE_2D},
      {"sampler1DShadow", "shadow1DProj(s, vec4(1.0, 9.0, 2.0 * r, 2.0))", GL_TEXTURE_1D},
      {"sampler2DShadow", "shadow2DProj(s, vec4(1.0, 1.0, 2.0 * r, 2.0))", GL_TEXTURE_2D},
      {"sampler2DShadow", "shadow2D(s, vec3(0.5, 0.5, r), 1.0)", GL_TEXTURE_2D},
      {"sampler2DShadow", "vec4(texture(s, vec3(0.5, 0.5, r)))", GL_TEXTURE_2D},
   };
   static const struct { GLenum mode; const char *components; } modes[] = {
      {GL_LUMINANCE, "rrr1"}, {GL_INTENSITY, "rrrr"}, {GL_ALPHA, "000r"}, {GL_RED, "r001"}};
   static const GLint orders[2][4] = {{GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA}, {GL_ALPHA, GL_ONE, GL_RED, GL_GREEN}};
   for (unsigned c = 0; c < COUNT(calls); c++) {
      char text[256];
      const bool scalar = strstr(calls[c].call, "texture(") != NULL;
      snprintf(text, sizeof text, "#version %s\nuniform %s s; uniform float r; void main() { gl_FragColor = %s; }", scalar ? "130" : "110",
               calls[c].type, calls[c].call);
      const GLuint program = glCreateProgram();
      api_attach(program, GL_VERTEX_SHADER, "#version 110\nvoid main() { gl_Position = gl_Vertex; }");
      api_attach(program, GL_FRAGMENT_SHADER, text);
      api_link(program);
      depth_texture(calls[c].target);
      for (unsigned n = 0; n < 16; n++) {
         const GLint *order = orders[scalar ? 0 : n / 8];
         const char *components = modes[n / 2 % 4].components;
         GLubyte got[4];
         glTexParameteri(calls[c].target, GL_DEPTH_TEXTURE_MODE, (GLint)modes[n / 2 % 4].mode);
         glTexParameteriv(calls[c].target, GL_TEXTURE_SWIZZLE_RGBA, order);
         glUniform1f(glGetUniformLocation(program, "r"), n & 1 ? 0.25f : 0.75f);
         glRecti(-1, -1, 1, 1);
         glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
         for (unsigned i = 0; i < 4; i++) {
            const char from = scalar ? 'r' : order[i] == GL_ONE ? '1' : order[i] == GL_ALPHA ? components[3] : components[order[i] - GL_RED];
            const unsigned wanted = from == 'r' ? (n & 1) * 255 : from == '1' ? 255 : 0;
            if (got[i] != wanted)
               api_fail("%s, mode 0x%x, swizzle %u: component %u is %u, not %u", calls[c].call, modes[n / 2 % 4].mode, n / 8, i, got[i], wanted);
         }
      }
   }
   api_checked();
}

#define BODY(name, version, tolerance, few, draw, reference) {name, COMPATIBILITY, version, tolerance, few, draw, reference}

const struct api_body api_bodies_legacy_language[] = {
   BODY("legacy-stage-varyings", 32, 2, 0, draw_varyings, reference_varyings),
   BODY("legacy-smooth-colors", 30, 2, 0, draw_smooth, reference_smooth),
   BODY("legacy-stage-clip-vertex", 32, 1, 0, draw_clip_stages, reference_clip_stages),
   BODY("legacy-position-planes", 32, 1, 0, draw_position_planes, reference_position_planes),
   BODY("legacy-selected-planes", 32, 1, 0, draw_selected_planes, NULL),
   BODY("legacy-captures", 32, 1, 0, draw_captures, NULL),
   BODY("legacy-comparisons", 30, 0, 0, draw_comparisons, NULL),
   BODY("legacy-built-in-uniforms", 32, 1, 0, draw_uniforms, NULL),
   BODY("legacy-matrix-forms", 21, 1, 0, draw_forms, NULL),
   BODY("legacy-built-in-names", 21, 1, 0, draw_names, NULL),
   {0},
};
