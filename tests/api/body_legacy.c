/* body_legacy.c: fixed functions of the compatibility profile: immediate mode and arrays, matrices, lighting, texture environments, fog,
 * coordinates that are generated, clip planes, and programs of one stage. */
#include <math.h>
#include <string.h>

#include "api_test.h"
#include "legacy_reference.h"
#include <GL/gl.h>

/* Names that the headers lack where the core profile's comes first. */
#define GL_SRC0_RGB 0x8580
#define GL_SRC1_RGB 0x8581
#define GL_FOG_COORD_SRC 0x8450
#define GL_FOG_COORD 0x8451
#define GL_FRAGMENT_DEPTH 0x8452
void glFogCoordf(GLfloat coord);
void glWindowPos2i(GLint x, GLint y);

static void look(void)
{
   glMatrixMode(GL_PROJECTION);
   glLoadIdentity();
   glFrustum(-1, 1, -1, 1, 1.5, 10);
   glMatrixMode(GL_MODELVIEW);
   glLoadIdentity();
   glTranslatef(0, 0, -3);
   glRotatef(30, 1, 0.5f, 0);
}

/* A depth buffer beside the harness's colours. */
static void depth_buffer(void)
{
   GLuint depth;
   glGenRenderbuffers(1, &depth);
   glBindRenderbuffer(GL_RENDERBUFFER, depth);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
   glClear(GL_DEPTH_BUFFER_BIT);
   glEnable(GL_DEPTH_TEST);
}

/* ---- primitives ------------------------------------------------------------------------------------------------------------ */

static void primitives(bool flat)
{
   static const GLenum modes[] = {GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_QUADS, GL_QUAD_STRIP, GL_POLYGON,
                                  GL_LINE_LOOP, GL_POINTS};
   static const GLfloat round_order[8][2] = {{-0.8f, -0.83f}, {0.06f, -0.9f}, {0.8f, -0.83f}, {0.9f, 0.07f},
                                               {0.8f, 0.83f}, {0.06f, 0.9f}, {-0.8f, 0.83f}, {-0.9f, 0.07f}};
   static const GLubyte strip_order[8] = {7, 0, 6, 1, 5, 2, 4, 3};
   for (unsigned i = 0; i < 8; i++) {
      const bool strip = modes[i] == GL_TRIANGLE_STRIP || modes[i] == GL_QUAD_STRIP;
      glViewport(API_SIZE / 4 * (i % 4), API_SIZE / 2 * (i / 4), API_SIZE / 4, API_SIZE / 2);
      glBegin(modes[i]);
      for (unsigned k = 0; k < 8; k++) {
         const unsigned n = strip ? strip_order[k] : k;
         if (flat)
            glColor3ub((GLubyte)(n * 36), (GLubyte)(255 - n * 30), (GLubyte)(n & 1 ? 200 : 20));
         else /* linear: the same for any split of a quad */
            glColor3f(0.5f + 0.5f * round_order[n][0], 0.5f + 0.5f * round_order[n][1], 0.5f - 0.3f * round_order[n][0]);
         glVertex2fv(round_order[n]);
      }
      glEnd();
   }
}

static void draw_primitives(void)
{
   primitives(false);
}

static void draw_flat(void)
{
   glShadeModel(GL_FLAT);
   primitives(true);
}

/* ---- lighting -------------------------------------------------------------------------------------------------------------- */

static void sphere(unsigned slices)
{
   for (unsigned i = 0; i < slices; i++) {
      glBegin(GL_QUAD_STRIP);
      for (unsigned k = 0; k <= slices; k++) {
         for (unsigned side = 0; side < 2; side++) {
            const float a = (float)(i + side) * 3.14159265f / (float)slices, b = (float)k * 6.2831853f / (float)slices;
            const float x = sinf(a) * cosf(b), y = cosf(a), z = sinf(a) * sinf(b);
            glNormal3f(x, y, z);
            glTexCoord2f((float)k / (float)slices, (float)(i + side) / (float)slices);
            glVertex3f(x, y, z);
         }
      }
      glEnd();
   }
}

static void draw_lighting(void)
{
   static const GLfloat position[4] = {2, 3, 4, 1}, direction[4] = {-1, 0.5f, 1, 0}, red[4] = {1, 0.2f, 0.1f, 1},
                        blue[4] = {0.1f, 0.3f, 1, 1},
                        white[4] = {1, 1, 1, 1}, down[3] = {-2, -3, -4};
   depth_buffer();
   glEnable(GL_LIGHTING);
   glEnable(GL_LIGHT0);
   glEnable(GL_LIGHT1);
   glEnable(GL_NORMALIZE);
   glMatrixMode(GL_MODELVIEW);
   glLoadIdentity();
   glLightfv(GL_LIGHT0, GL_POSITION, position);
   glLightfv(GL_LIGHT0, GL_DIFFUSE, red);
   glLightf(GL_LIGHT0, GL_LINEAR_ATTENUATION, 0.1f);
   glLightf(GL_LIGHT0, GL_SPOT_CUTOFF, 40);
   glLightf(GL_LIGHT0, GL_SPOT_EXPONENT, 2);
   glLightfv(GL_LIGHT0, GL_SPOT_DIRECTION, down);
   glLightfv(GL_LIGHT1, GL_POSITION, direction);
   glLightfv(GL_LIGHT1, GL_DIFFUSE, blue);
   glLightfv(GL_LIGHT1, GL_SPECULAR, white);
   glMaterialfv(GL_FRONT_AND_BACK, GL_SPECULAR, white);
   glMaterialf(GL_FRONT_AND_BACK, GL_SHININESS, 20);
   look();
   glScalef(1.2f, 1.2f, 1.2f);
   sphere(16);
}

/* Two-sided, with materials that follow the colour, and a local viewer with separate specular colour. */
static void draw_two_sides(void)
{
   static const GLfloat position[4] = {0, 0, 4, 1}, specular[4] = {0.5f, 0.5f, 0, 1}, back[4] = {0, 0.6f, 0.2f, 1};
   depth_buffer();
   glEnable(GL_LIGHTING);
   glEnable(GL_LIGHT0);
   glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
   glLightModeli(GL_LIGHT_MODEL_LOCAL_VIEWER, 1);
   glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL, GL_SEPARATE_SPECULAR_COLOR);
   glMaterialfv(GL_FRONT_AND_BACK, GL_SPECULAR, specular);
   glMaterialf(GL_FRONT, GL_SHININESS, 8);
   glMaterialfv(GL_BACK, GL_DIFFUSE, back);
   glColorMaterial(GL_FRONT, GL_AMBIENT_AND_DIFFUSE);
   glEnable(GL_COLOR_MATERIAL);
   look();
   glLightfv(GL_LIGHT0, GL_POSITION, position);
   glBegin(GL_TRIANGLES);
   for (unsigned i = 0; i < 8; i++) {
      const float a = (float)i * 0.785398f;
      glColor3f((float)(i & 1), (float)(i & 2) / 2, (float)(i & 4) / 4);
      glNormal3f(0, 0.2f, i & 1 ? 1 : 0.9f);
      glVertex3f(0, 0, 0);
      glVertex3f(cosf(a), sinf(a), 0.3f);
      if (i & 1)
         glVertex3f(cosf(a + 0.7f), sinf(a + 0.7f), 0);
      else
         glVertex3f(cosf(a - 0.7f), sinf(a - 0.7f), 0);
   }
   glEnd();
}

/* ---- textures -------------------------------------------------------------------------------------------------------------- */

static void checks(GLenum internal, GLenum format, unsigned components)
{
   static GLubyte texels[16][16][4];
   GLuint name;
   memset(texels, 0, sizeof(texels));
   GLubyte *at = &texels[0][0][0];
   for (unsigned i = 0; i < 256; i++)
      for (unsigned c = 0; c < components; c++)
         *at++ = legacy_texel(i, c);
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glTexImage2D(GL_TEXTURE_2D, 0, (GLint)internal, 16, 16, 0, format, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
}

/* Every classic mode with every base format: a tile each. */
static void draw_modes(void)
{
   static const GLint modes[] = {GL_MODULATE, GL_REPLACE, GL_DECAL, GL_BLEND, GL_ADD};
   static const struct { GLenum internal, format; unsigned components; } formats[] = {{GL_RGBA, GL_RGBA, 4}, {GL_RGB, GL_RGB, 3},
      {GL_ALPHA, GL_ALPHA, 1}, {GL_LUMINANCE, GL_LUMINANCE, 1}, {GL_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA, 2}};
   static const GLfloat constant[4] = {0.9f, 0.1f, 0.5f, 0.7f};
   glEnable(GL_TEXTURE_2D);
   glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, constant);
   for (unsigned f = 0; f < 5; f++) {
      checks(formats[f].internal, formats[f].format, formats[f].components);
      for (unsigned m = 0; m < 5; m++) {
         if (modes[m] == GL_DECAL && f > 1) /* undefined */
            continue;
         glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, modes[m]);
         glViewport((GLint)m * 6, (GLint)f * 6, 6, 6);
         glBegin(GL_QUADS);
         for (unsigned i = 0; i < 4; i++) {
            const float x = (float)(i == 1 || i == 2), y = (float)(i / 2);
            glTexCoord2f(x, y);
            glColor4f(0.3f + 0.5f * x, 0.8f - 0.4f * y, 0.6f, 0.5f);
            glVertex2f(2 * x - 1, 2 * y - 1);
         }
         glEnd();
      }
   }
}

static void unit_combine(GLint rgb, GLint alpha, GLint source0, GLint source1, GLint operand1, float scale)
{
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
   glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, rgb);
   glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, alpha);
   glTexEnvi(GL_TEXTURE_ENV, GL_SRC0_RGB, source0);
   glTexEnvi(GL_TEXTURE_ENV, GL_SRC1_RGB, source1);
   glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND1_RGB, operand1);
   glTexEnvf(GL_TEXTURE_ENV, GL_RGB_SCALE, scale);
}

/* Two units with combine, a source of the other unit, a texture matrix. */
static void draw_combine(void)
{
   static const struct { GLint rgb, alpha, source0, source1, operand1; float scale; } rows[] = {
      {GL_MODULATE, GL_MODULATE, GL_TEXTURE, GL_PREVIOUS, GL_SRC_COLOR, 2},
      {GL_ADD, GL_REPLACE, GL_TEXTURE, GL_PRIMARY_COLOR, GL_ONE_MINUS_SRC_COLOR, 1},
      {GL_ADD_SIGNED, GL_ADD_SIGNED, GL_TEXTURE, GL_CONSTANT, GL_SRC_ALPHA, 1},
      {GL_INTERPOLATE, GL_MODULATE, GL_TEXTURE, GL_PREVIOUS, GL_SRC_COLOR, 1},
      {GL_SUBTRACT, GL_SUBTRACT, GL_TEXTURE, GL_PREVIOUS, GL_ONE_MINUS_SRC_ALPHA, 4},
      {GL_DOT3_RGB, GL_REPLACE, GL_TEXTURE, GL_PREVIOUS, GL_SRC_COLOR, 1},
      {GL_DOT3_RGBA, GL_REPLACE, GL_TEXTURE, GL_PRIMARY_COLOR, GL_SRC_COLOR, 1},
      {GL_MODULATE, GL_REPLACE, GL_TEXTURE0, GL_TEXTURE1, GL_SRC_COLOR, 1}};
   static const GLfloat constant[4] = {0.9f, 0.1f, 0.5f, 0.7f};
   for (unsigned unit = 0; unit < 2; unit++) {
      glActiveTexture(GL_TEXTURE0 + unit);
      checks(unit ? GL_RGB : GL_RGBA, unit ? GL_RGB : GL_RGBA, unit ? 3 : 4);
      glEnable(GL_TEXTURE_2D);
      glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, constant);
   }
   glMatrixMode(GL_TEXTURE);
   glScalef(0.5f, 0.7f, 1);
   glTranslatef(0.2f, 0, 0);
   glMatrixMode(GL_MODELVIEW);
   for (unsigned i = 0; i < 8; i++) {
      glViewport((GLint)(i % 4) * 8, (GLint)(i / 4) * 16, 8, 16);
      unit_combine(rows[i].rgb, rows[i].alpha, rows[i].source0, rows[i].source1, rows[i].operand1, rows[i].scale);
      glBegin(GL_TRIANGLE_STRIP);
      for (unsigned k = 0; k < 4; k++) {
         const float x = (float)(k & 1), y = (float)(k / 2);
         glMultiTexCoord2f(GL_TEXTURE0, x, y);
         glMultiTexCoord2f(GL_TEXTURE1, y, x);
         glColor4f(0.3f + 0.5f * x, 0.8f - 0.4f * y, 0.6f, 0.5f);
         glVertex2f(2 * x - 1, 2 * y - 1);
      }
      glEnd();
   }
}

/* Coordinates that are generated: linear, of a sphere map. */
static void draw_texgen(void)
{
   static const GLfloat plane_s[4] = {0.7f, 0.2f, 0, 0.1f}, plane_t[4] = {0, 0.8f, 0.3f, 0};
   checks(GL_RGB, GL_RGB, 3);
   depth_buffer();
   glEnable(GL_TEXTURE_2D);
   glEnable(GL_TEXTURE_GEN_S);
   glEnable(GL_TEXTURE_GEN_T);
   for (unsigned i = 0; i < 3; i++) {
      static const GLint modes[] = {GL_OBJECT_LINEAR, GL_EYE_LINEAR, GL_SPHERE_MAP};
      look();
      glViewport((GLint)(i % 2) * 16, (GLint)(i / 2) * 16, 16, 16);
      glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, modes[i]);
      glTexGeni(GL_T, GL_TEXTURE_GEN_MODE, modes[i]);
      glTexGenfv(GL_S, i ? GL_EYE_PLANE : GL_OBJECT_PLANE, plane_s);
      glTexGenfv(GL_T, i ? GL_EYE_PLANE : GL_OBJECT_PLANE, plane_t);
      sphere(12);
   }
}

/* ---- fog, alpha test, clip planes ------------------------------------------------------------------------------------------ */

static void draw_fog(void)
{
   static const GLint modes[] = {GL_LINEAR, GL_EXP, GL_EXP2};
   static const GLfloat color[4] = {0.2f, 0.4f, 0.9f, 1};
   static const GLdouble plane[4] = {0.3, 1, 0, 0.4};
   depth_buffer();
   glEnable(GL_FOG);
   glFogfv(GL_FOG_COLOR, color);
   glFogf(GL_FOG_START, 1.5f);
   glFogf(GL_FOG_END, 5);
   glFogf(GL_FOG_DENSITY, 0.4f);
   look();
   glClipPlane(GL_CLIP_PLANE1, plane);
   glEnable(GL_CLIP_PLANE1);
   for (unsigned i = 0; i < 4; i++) {
      glViewport((GLint)(i % 2) * 16, (GLint)(i / 2) * 16, 16, 16);
      glFogi(GL_FOG_COORD_SRC, i == 3 ? GL_FOG_COORD : GL_FRAGMENT_DEPTH);
      glFogi(GL_FOG_MODE, modes[i % 3]);
      glFogCoordf(3);
      glColor3f(1, 0.8f, 0.2f);
      sphere(10);
   }
}

static void draw_alpha(void)
{
   glEnable(GL_ALPHA_TEST);
   for (unsigned i = 0; i < 8; i++) {
      glViewport((GLint)(i % 4) * 8, (GLint)(i / 4) * 16, 8, 16);
      glAlphaFunc(GL_NEVER + i, 0.5f);
      glBegin(GL_QUADS);
      glColor4f(1, 0, 0, 0.1f);
      glVertex2f(-1, -1);
      glVertex2f(1, -1);
      glColor4f(0, 1, 1, 0.93f);
      glVertex2f(1, 1);
      glVertex2f(-1, 1);
      glEnd();
   }
}

/* ---- arrays, lists, stacks ------------------------------------------------------------------------------------------------- */

static void draw_arrays(void)
{
   static const struct { GLubyte color[4]; GLfloat position[3]; } vertices[] = {{{255, 0, 0, 255}, {-1, -1, 0}}, {{255, 255, 0, 255}, {1, -1, 0}},
      {{0, 255, 255, 255}, {1, 1, 0}}, {{0, 0, 255, 255}, {-1, 1, 0}}};
   static const GLubyte order[] = {3, 2, 1, 0};
   GLuint buffer;
   glInterleavedArrays(GL_C4UB_V3F, 0, vertices);
   glViewport(0, 0, 16, 16);
   glDrawArrays(GL_QUADS, 0, 4);
   glViewport(16, 0, 16, 16);
   glDrawElements(GL_POLYGON, 4, GL_UNSIGNED_BYTE, order);
   glViewport(0, 16, 16, 16);
   glBegin(GL_TRIANGLES);
   for (GLint i = 0; i < 3; i++)
      glArrayElement(i);
   glEnd();
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, sizeof(vertices), vertices, GL_STATIC_DRAW);
   glVertexPointer(3, GL_FLOAT, sizeof(vertices[0]), (void *)4);
   glColorPointer(4, GL_UNSIGNED_BYTE, sizeof(vertices[0]), NULL);
   glViewport(16, 16, 16, 16);
   glDrawRangeElements(GL_TRIANGLE_FAN, 0, 3, 4, GL_UNSIGNED_BYTE, order);
   glDisableClientState(GL_VERTEX_ARRAY);
   glDisableClientState(GL_COLOR_ARRAY);
}

static void draw_lists(void)
{
   static const GLfloat corners[8] = {-0.5f, -0.5f, 0.5f, -0.5f, 0.5f, 0.5f, -0.5f, 0.5f};
   const GLuint first = glGenLists(3);
   GLubyte both[] = {0, 1};
   glNewList(first, GL_COMPILE);
   glColor3f(1, 0.5f, 0);
   glBegin(GL_QUADS);
   for (unsigned i = 0; i < 4; i++)
      glVertex2fv(corners + 2 * i);
   glEnd();
   glEndList();
   glEnableClientState(GL_VERTEX_ARRAY);
   glVertexPointer(2, GL_FLOAT, 0, corners);
   glNewList(first + 1, GL_COMPILE);
   glTranslatef(0.6f, 0.6f, 0);
   glColor3ub(0, 90, 255);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glEndList();
   glDisableClientState(GL_VERTEX_ARRAY);
   glNewList(first + 2, GL_COMPILE);
   glPushMatrix();
   glPushAttrib(GL_CURRENT_BIT | GL_ENABLE_BIT);
   glListBase(first);
   glCallLists(2, GL_UNSIGNED_BYTE, both);
   glPopAttrib();
   glPopMatrix();
   glEndList();
   api_expect("a list", glIsList(first + 2), GL_TRUE);
   glColor3f(0, 1, 0);
   glTranslatef(-0.4f, -0.4f, 0);
   glCallList(first + 2);
   glRectf(0.3f, -0.5f, 0.7f, -0.2f); /* of the colour before, at the place before */
   glDeleteLists(first, 3);
   glCallList(first);
}

static void draw_stacks(void)
{
   GLint depth;
   GLfloat matrix[16];
   glEnable(GL_LIGHTING);
   glShadeModel(GL_FLAT);
   glPushAttrib(GL_ALL_ATTRIB_BITS);
   glDisable(GL_LIGHTING);
   glShadeModel(GL_SMOOTH);
   glEnable(GL_SCISSOR_TEST);
   glScissor(0, 0, 10, 10);
   glColorMask(0, 1, 0, 1);
   glColor3f(1, 1, 1);
   glRectf(-1, -1, 1, 1);
   glGetIntegerv(GL_ATTRIB_STACK_DEPTH, &depth);
   api_expect("depth", depth, 1);
   glPopAttrib();
   api_expect("lighting", glIsEnabled(GL_LIGHTING), GL_TRUE);
   api_expect("scissor test", glIsEnabled(GL_SCISSOR_TEST), GL_FALSE);
   glDisable(GL_LIGHTING);
   for (unsigned i = 0; i < 8; i++) {
      glPushMatrix();
      glRotatef((GLfloat)i * 45, 0, 0, 1);
      glTranslatef(0.6f, 0, 0);
      glScalef(0.15f, 0.1f, 1);
      glColor3ub((GLubyte)(i * 30), 200, (GLubyte)(255 - i * 30));
      glRectf(-1, -1, 1, 1);
      glPopMatrix();
   }
   glGetFloatv(GL_MODELVIEW_MATRIX, matrix);
   for (unsigned i = 0; i < 16; i++)
      api_expect("element of the identity", (long)matrix[i], i % 5 == 0);
   glPopMatrix();
   api_expect_error(GL_STACK_UNDERFLOW, "glPopMatrix of the last matrix");
   glPopAttrib();
   api_expect_error(GL_STACK_UNDERFLOW, "glPopAttrib of nothing");
   glBegin(GL_TRIANGLES);
   glEnable(GL_BLEND);
   glEnd();
   api_expect_error(GL_INVALID_OPERATION, "glEnable between glBegin and glEnd");
   glEnd();
   api_expect_error(GL_INVALID_OPERATION, "glEnd without glBegin");
}

/* ---- programs -------------------------------------------------------------------------------------------------------------- */

static GLuint program_of(GLenum stage, const char *source)
{
   GLuint program = glCreateProgram(), shader = glCreateShader(stage);
   GLint ok;
   glShaderSource(shader, 1, &source, NULL);
   glCompileShader(shader);
   glAttachShader(program, shader);
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &ok);
   api_expect("link status", ok, GL_TRUE);
   glUseProgram(program);
   return program;
}

/* The other stage is of fixed functions: fog of a vertex shader, lighting for a fragment shader, built-in uniforms in both. */
static void draw_stages(void)
{
   static const GLfloat fog[4] = {1, 1, 0, 1}, position[4] = {1, 1, 2, 0};
   depth_buffer();
   look();
   glFogfv(GL_FOG_COLOR, fog);
   glFogi(GL_FOG_MODE, GL_LINEAR);
   glEnable(GL_FOG);
   glViewport(0, 0, 16, 32);
   program_of(GL_VERTEX_SHADER, "void main() { gl_Position = ftransform(); vec4 eye = gl_ModelViewMatrix * gl_Vertex;\n"
              "gl_FrontColor = vec4(abs(gl_NormalMatrix * gl_Normal), 1.0); gl_FogFragCoord = clamp(-eye.y, 0.0, 1.0); }");
   sphere(12);
   glDisable(GL_FOG);
   glViewport(16, 0, 16, 32);
   glEnable(GL_LIGHTING);
   glEnable(GL_LIGHT0);
   glLightfv(GL_LIGHT0, GL_POSITION, position);
   program_of(GL_FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(gl_Color.rgb * gl_Fog.color.rgb, 1.0) + "
              "0.3 * vec4(gl_TexCoord[0].xy, gl_LightSource[0].position.z - 2.0, 0.0); }");
   sphere(12);
}

/* A vertex shader clips by gl_ClipVertex. */
static void draw_clip_vertex(void)
{
   static const GLdouble planes[2][4] = {{0.6, 1, 0, 0.3}, {-1, 0.1, 0, 0.5}};
   depth_buffer();
   look();
   for (unsigned i = 0; i < 2; i++) {
      glClipPlane(GL_CLIP_PLANE0 + 3 * i, planes[i]);
      glEnable(GL_CLIP_PLANE0 + 3 * i);
   }
   program_of(GL_VERTEX_SHADER, "void main() { gl_Position = ftransform(); gl_ClipVertex = gl_ModelViewMatrix * gl_Vertex;\n"
              "gl_FrontColor = vec4(0.5 + 0.5 * gl_Normal, 1.0); if (gl_Vertex.x > 9.0) return; }");
   sphere(12);
}

static void draw_stipple(void)
{
   glEnable(GL_LINE_STIPPLE);
   glColor3f(1, 1, 0);
   for (unsigned i = 0; i < 8; i++) {
      glLineStipple((GLint)(1 + i % 3), (GLushort)(0x2f53 + 0x1111 * i));
      glBegin(i & 1 ? GL_LINES : GL_LINE_STRIP); /* the pattern goes on along a strip */
      glVertex2f(-1, -0.97f + 0.25f * (float)i);
      glVertex2f(-0.25f, -0.97f + 0.25f * (float)i);
      if (i & 1)
         glVertex2f(-0.25f, -0.97f + 0.25f * (float)i);
      glVertex2f(1, -0.97f + 0.25f * (float)i);
      glEnd();
   }
}

/* ---- pixels ---------------------------------------------------------------------------------------------------------------------- */

static void draw_bitmap(void)
{
   static const GLubyte letter[] = {0xc0, 0xe0, 0xf0, 0xd8, 0xcc, 0xc6, 0xc3, 0xff};
   const GLuint list = glGenLists(1);
   GLfloat position[4];
   GLboolean valid;
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glNewList(list, GL_COMPILE);
   glBitmap(8, 8, 1, 1, 9.5f, 0, letter);
   glEndList();
   glColor3f(1, 0.5f, 0.25f);
   glRasterPos2f(-0.9f, -0.9f);
   glColor3f(0, 1, 0); /* too late */
   glCallList(list);
   glCallList(list);
   glGetFloatv(GL_CURRENT_RASTER_POSITION, position);
   api_expect("x of the raster position, times 10", (long)(position[0] * 10 + 0.5f), 206);
   glEnable(GL_LIGHTING);
   glEnable(GL_LIGHT0);
   glWindowPos2i(3, 20);
   glBitmap(5, 4, 0, 0, 0, 11, letter);
   glRasterPos2f(0.3f, 0.2f); /* lit */
   glBitmap(8, 8, 0, 0, 0, 0, letter);
   glRasterPos2f(1.5f, 0);
   glGetBooleanv(GL_CURRENT_RASTER_POSITION_VALID, &valid);
   api_expect("valid", valid, GL_FALSE);
   glBitmap(8, 8, 0, 0, 0, 0, letter);
}

static void draw_pixels(void)
{
   GLubyte pixels[8][8][4];
   GLushort gray[4][4];
   for (unsigned i = 0; i < 64; i++)
      memcpy(pixels[i / 8][i % 8], (GLubyte[4]){(GLubyte)(i * 4), (GLubyte)(255 - i * 3), (GLubyte)(i % 8 * 30), 255}, 4);
   for (unsigned i = 0; i < 16; i++)
      gray[i / 4][i % 4] = (GLushort)(i * 4000);
   glWindowPos2i(2, 3);
   glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   glPixelZoom(2, -1.5f);
   glWindowPos2i(14, 16);
   glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   glPixelZoom(1, 1);
   glPixelStorei(GL_UNPACK_ROW_LENGTH, 4);
   glPixelStorei(GL_UNPACK_SKIP_ROWS, 1);
   glWindowPos2i(0, 14);
   glDrawPixels(4, 3, GL_RED, GL_UNSIGNED_SHORT, gray);
   glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
   glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
   glWindowPos2i(10, 18);
   glCopyPixels(2, 3, 12, 12, GL_COLOR);
   glDrawPixels(-1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   api_expect_error(GL_INVALID_VALUE, "glDrawPixels of -1 x 1");
   glCopyPixels(0, 0, 1, 1, GL_RGBA);
   api_expect_error(GL_INVALID_ENUM, "glCopyPixels of GL_RGBA");
}

#define BODY(name, tolerance, few, draw, reference) {name, COMPATIBILITY, 21, tolerance, few, draw, reference}

const struct api_body api_bodies_legacy[] = {
   BODY("legacy-primitives", 3, 12, draw_primitives, legacy_reference_primitives),
   BODY("legacy-flat", 1, 12, draw_flat, legacy_reference_flat),
   BODY("legacy-lighting", 3, 8, draw_lighting, legacy_reference_lighting),
   BODY("legacy-two-sides", 3, 12, draw_two_sides, legacy_reference_two_sides),
   BODY("legacy-modes", 3, 0, draw_modes, legacy_reference_modes),
   BODY("legacy-combine", 4, 4, draw_combine, legacy_reference_combine),
   BODY("legacy-texgen", 6, 16, draw_texgen, legacy_reference_texgen),
   BODY("legacy-fog", 3, 12, draw_fog, legacy_reference_fog),
   BODY("legacy-alpha", 2, 8, draw_alpha, legacy_reference_alpha),
   BODY("legacy-arrays", 2, 4, draw_arrays, legacy_reference_arrays),
   BODY("legacy-lists", 1, 0, draw_lists, NULL),
   BODY("legacy-stacks", 1, 8, draw_stacks, NULL),
   BODY("legacy-stages", 3, 12, draw_stages, NULL),
   BODY("legacy-clip-vertex", 3, 12, draw_clip_vertex, NULL),
   BODY("legacy-stipple", 1, 0, draw_stipple, legacy_reference_stipple),
   BODY("legacy-bitmap", 2, 0, draw_bitmap, NULL),
   BODY("legacy-pixels", 1, 0, draw_pixels, NULL),
   {0},
};
