/* simulator_frame.c: see simulator_frame.h. */
#include "simulator_frame.h"

#include <EGL/egl.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <math.h>
#include <stddef.h>

/* ---- commands -------------------------------------------------------------------------------------------------------------------- */

#define COMMANDS(C) \
   C(void, Begin, (GLenum)) C(void, End, (void)) C(void, Vertex3f, (GLfloat, GLfloat, GLfloat)) C(void, Vertex3fv, (const GLfloat *)) \
   C(void, Normal3f, (GLfloat, GLfloat, GLfloat)) C(void, Normal3fv, (const GLfloat *)) C(void, TexCoord2f, (GLfloat, GLfloat)) \
   C(void, TexCoord3f, (GLfloat, GLfloat, GLfloat)) \
   C(void, NewList, (GLuint, GLenum)) C(void, EndList, (void)) C(void, CallList, (GLuint)) C(GLuint, GenLists, (GLsizei)) \
   C(void, MatrixMode, (GLenum)) C(void, LoadIdentity, (void)) \
   C(void, MultMatrixf, (const GLfloat *)) C(void, PushMatrix, (void)) C(void, PopMatrix, (void)) \
   C(void, Translatef, (GLfloat, GLfloat, GLfloat)) C(void, Rotatef, (GLfloat, GLfloat, GLfloat, GLfloat)) \
   C(void, Scalef, (GLfloat, GLfloat, GLfloat)) C(void, Frustum, (GLdouble, GLdouble, GLdouble, GLdouble, GLdouble, GLdouble)) \
   C(void, Ortho, (GLdouble, GLdouble, GLdouble, GLdouble, GLdouble, GLdouble)) C(void, GetFloatv, (GLenum, GLfloat *)) \
   C(void, Lightfv, (GLenum, GLenum, const GLfloat *)) C(void, Materialfv, (GLenum, GLenum, const GLfloat *)) \
   C(void, Materialf, (GLenum, GLenum, GLfloat)) C(void, LightModelfv, (GLenum, const GLfloat *)) \
   C(void, Fogi, (GLenum, GLint)) C(void, Fogf, (GLenum, GLfloat)) C(void, Fogfv, (GLenum, const GLfloat *)) \
   C(void, TexEnvi, (GLenum, GLenum, GLint)) C(void, TexGeni, (GLenum, GLenum, GLint)) C(void, TexGenfv, (GLenum, GLenum, const GLfloat *)) \
   C(void, Enable, (GLenum)) C(void, Disable, (GLenum)) C(void, FrontFace, (GLenum)) \
   C(void, BlendFunc, (GLenum, GLenum)) C(void, ColorMask, (GLboolean, GLboolean, GLboolean, GLboolean)) \
   C(void, DepthMask, (GLboolean)) C(void, PolygonOffset, (GLfloat, GLfloat)) \
   C(void, StencilFunc, (GLenum, GLint, GLuint)) C(void, StencilOp, (GLenum, GLenum, GLenum)) \
   C(void, Clear, (GLbitfield)) C(void, ClearColor, (GLfloat, GLfloat, GLfloat, GLfloat)) C(void, Viewport, (GLint, GLint, GLsizei, GLsizei)) \
   C(void, GenTextures, (GLsizei, GLuint *)) C(void, BindTexture, (GLenum, GLuint)) C(void, ActiveTexture, (GLenum)) \
   C(void, TexImage2D, (GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum, const void *)) \
   C(void, TexParameteri, (GLenum, GLenum, GLint)) C(void, GenerateMipmap, (GLenum)) \
   C(void, GenFramebuffers, (GLsizei, GLuint *)) C(void, BindFramebuffer, (GLenum, GLuint)) C(GLenum, CheckFramebufferStatus, (GLenum)) \
   C(void, FramebufferTexture2D, (GLenum, GLenum, GLenum, GLuint, GLint)) \
   C(void, FramebufferRenderbuffer, (GLenum, GLenum, GLenum, GLuint)) C(void, GenRenderbuffers, (GLsizei, GLuint *)) \
   C(void, BindRenderbuffer, (GLenum, GLuint)) C(void, RenderbufferStorageMultisample, (GLenum, GLsizei, GLenum, GLsizei, GLsizei)) \
   C(void, BlitFramebuffer, (GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLbitfield, GLenum)) \
   C(void, DrawBuffer, (GLenum)) C(void, ReadBuffer, (GLenum)) C(void, PixelStorei, (GLenum, GLint)) \
   C(void, ReadPixels, (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *))

static struct {
#define C(type, name, parameters) type (*name) parameters;
   COMMANDS(C)
#undef C
} gl;

static const struct { const char *name; void **at; } commands[] = {
#define C(type, name, parameters) {"gl" #name, (void **)&gl.name},
   COMMANDS(C)
#undef C
};

/* ---- shapes ---------------------------------------------------------------------------------------------------------------------- */

#define PI 3.14159265f
enum { SLICES = 28, STACKS = 16, SHADOW_SIZE = 1024, SKY_SIZE = 128, CHECKER_SIZE = 256, FIELD = 48, OBJECTS = 24 };
enum shape { BOX, SPHERE, CYLINDER, MESH, HEIGHTS, FLOOR, SHAPES };

static int width, height;
static GLuint lists, framebuffers[2], shadow_framebuffer, sky, checker, shadow;

static void box(void)
{
   gl.Begin(GL_QUADS);
   for (int axis = 0; axis < 3; axis++)
      for (int side = -1; side <= 1; side += 2) {
         GLfloat normal[3] = {0};
         normal[axis] = (GLfloat)side;
         gl.Normal3fv(normal);
         for (int i = 0; i < 4; i++) {
            const int corner = side > 0 ? i : 3 - i, u = corner == 1 || corner == 2 ? 1 : -1, v = corner / 2 ? 1 : -1;
            GLfloat at[3];
            at[axis] = (GLfloat)side;
            at[(axis + 1) % 3] = (GLfloat)u;
            at[(axis + 2) % 3] = (GLfloat)v;
            gl.Vertex3fv(at);
         }
      }
   gl.End();
}

/* Rings of strips around z. profile: (radius, z, and the components of the normal along them) at t from 0 to 1. */
static void revolve(void (*profile)(GLfloat t, GLfloat out[4]), int stacks)
{
   for (int stack = 0; stack < stacks; stack++) {
      GLfloat ends[2][4];
      profile((GLfloat)stack / (GLfloat)stacks, ends[0]);
      profile((GLfloat)(stack + 1) / (GLfloat)stacks, ends[1]);
      gl.Begin(GL_QUAD_STRIP);
      for (int slice = 0; slice <= SLICES; slice++) {
         const GLfloat a = 2 * PI * (GLfloat)slice / SLICES;
         for (int end = 1; end >= 0; end--) {
            const GLfloat *e = ends[end];
            gl.Normal3f(cosf(a) * e[2], sinf(a) * e[2], e[3]);
            gl.Vertex3f(cosf(a) * e[0], sinf(a) * e[0], e[1]);
         }
      }
      gl.End();
   }
}

static void sphere_profile(GLfloat t, GLfloat out[4])
{
   out[0] = out[2] = sinf(PI * t);
   out[1] = out[3] = -cosf(PI * t);
}

static void cylinder_profile(GLfloat t, GLfloat out[4])
{
   out[0] = out[2] = 1;
   out[1] = 2 * t - 1;
   out[3] = 0;
}

static void mesh_vertex(GLfloat u, GLfloat v)
{
   const GLfloat a = 2 * PI * u, b = 2 * PI * v, r = 0.3f + 0.1f * sinf(5 * a);
   gl.Normal3f(cosf(a) * cosf(b), sinf(a) * cosf(b), sinf(b));
   gl.Vertex3f(cosf(a) * (0.7f + r * cosf(b)), sinf(a) * (0.7f + r * cosf(b)), r * sinf(b));
}

static void mesh(void)
{
   enum { U = 60, V = 24 };
   gl.Begin(GL_TRIANGLES);
   for (int u = 0; u < U; u++)
      for (int v = 0; v < V; v++)
         for (int i = 0; i < 6; i++) {
            static const int corners[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
            mesh_vertex((GLfloat)(u + corners[i][0]) / U, (GLfloat)(v + corners[i][1]) / V);
         }
   gl.End();
}

static GLfloat height_at(int x, int y)
{
   return 0.25f * sinf((GLfloat)x * 0.4f) * cosf((GLfloat)y * 0.3f) + 0.1f * sinf((GLfloat)(x * y) * 0.02f);
}

static void heights(void)
{
   for (int y = 0; y + 1 < FIELD; y++) {
      gl.Begin(GL_TRIANGLE_STRIP);
      for (int x = 0; x < FIELD; x++)
         for (int row = 1; row >= 0; row--) {
            gl.Normal3f(height_at(x - 1, y + row) - height_at(x + 1, y + row), height_at(x, y + row - 1) - height_at(x, y + row + 1), 0.2f);
            gl.TexCoord2f((GLfloat)x / FIELD, (GLfloat)(y + row) / FIELD);
            gl.Vertex3f((GLfloat)x * 2 / FIELD - 1, (GLfloat)(y + row) * 2 / FIELD - 1, height_at(x, y + row));
         }
      gl.End();
   }
}

/* Tiles, so that fog and lights of vertices are smooth. */
static void ground(void)
{
   enum { TILES = 10 };
   gl.Normal3f(0, 0, 1);
   gl.Begin(GL_QUADS);
   for (int y = 0; y < TILES; y++)
      for (int x = 0; x < TILES; x++)
         for (int i = 0; i < 4; i++) {
            const int cx = x + (i == 1 || i == 2), cy = y + i / 2;
            gl.TexCoord2f((GLfloat)cx, (GLfloat)cy);
            gl.Vertex3f((GLfloat)cx * 16 / TILES - 8, (GLfloat)cy * 16 / TILES - 8, 0);
         }
   gl.End();
}

static void make_lists(void)
{
   lists = gl.GenLists(SHAPES);
   for (int shape = 0; shape < SHAPES; shape++) {
      gl.NewList(lists + (GLuint)shape, GL_COMPILE);
      switch (shape) {
      case BOX: box(); break;
      case SPHERE: revolve(sphere_profile, STACKS); break;
      case CYLINDER: revolve(cylinder_profile, 1); break;
      case MESH: mesh(); break;
      case HEIGHTS: heights(); break;
      default: ground(); break;
      }
      gl.EndList();
   }
}

/* ---- textures and framebuffers --------------------------------------------------------------------------------------------------- */

static GLuint texture(GLenum target, GLenum min_filter)
{
   GLuint name;
   gl.GenTextures(1, &name);
   gl.BindTexture(target, name);
   gl.TexParameteri(target, GL_TEXTURE_MIN_FILTER, (GLint)min_filter);
   gl.TexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
   return name;
}

static void make_textures(void)
{
   static GLubyte texels[CHECKER_SIZE * CHECKER_SIZE * 3];
   checker = texture(GL_TEXTURE_2D, GL_LINEAR_MIPMAP_LINEAR);
   for (int i = 0; i < CHECKER_SIZE * CHECKER_SIZE * 3; i++) {
      const int x = i / 3 % CHECKER_SIZE, y = i / 3 / CHECKER_SIZE;
      texels[i] = (GLubyte)((x / 128 + y / 128) & 1 ? 70 + 20 * (i % 3) : 130 + 20 * (i % 3));
   }
   gl.PixelStorei(GL_UNPACK_ALIGNMENT, 1);
   gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, CHECKER_SIZE, CHECKER_SIZE, 0, GL_RGB, GL_UNSIGNED_BYTE, texels);
   gl.GenerateMipmap(GL_TEXTURE_2D);
   sky = texture(GL_TEXTURE_CUBE_MAP, GL_LINEAR);
   gl.TexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   gl.TexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   for (unsigned face = 0; face < 6; face++) {
      for (int i = 0; i < SKY_SIZE * SKY_SIZE * 3; i++)
         texels[i] = (GLubyte)(60 + 40 * (i % 3) + i / 3 / SKY_SIZE / 2 + 5 * (int)face);
      gl.TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGB8, SKY_SIZE, SKY_SIZE, 0, GL_RGB, GL_UNSIGNED_BYTE, texels);
   }
   shadow = texture(GL_TEXTURE_2D, GL_LINEAR);
   gl.TexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, SHADOW_SIZE, SHADOW_SIZE, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, NULL);
   gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE);
   gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
   gl.TexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, GL_LUMINANCE);
}

static int make_framebuffers(void)
{
   gl.GenFramebuffers(2, framebuffers);
   for (int i = 0; i < 2; i++) {
      GLuint buffers[2];
      gl.GenRenderbuffers(2, buffers);
      gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffers[i]);
      gl.BindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
      gl.RenderbufferStorageMultisample(GL_RENDERBUFFER, i ? 0 : 4, GL_RGBA8, width, height);
      gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
      gl.BindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
      gl.RenderbufferStorageMultisample(GL_RENDERBUFFER, i ? 0 : 4, GL_DEPTH24_STENCIL8, width, height);
      gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
      if (gl.CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
         return 0;
   }
   gl.GenFramebuffers(1, &shadow_framebuffer);
   gl.BindFramebuffer(GL_FRAMEBUFFER, shadow_framebuffer);
   gl.FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, shadow, 0);
   gl.DrawBuffer(GL_NONE);
   gl.ReadBuffer(GL_NONE);
   return gl.CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

const char *simulator_prepare(int w, int h)
{
   for (unsigned i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
      *commands[i].at = (void *)eglGetProcAddress(commands[i].name);
      if (!*commands[i].at)
         return commands[i].name;
   }
   width = w;
   height = h;
   make_lists();
   make_textures();
   return make_framebuffers() ? NULL : "framebuffer";
}

/* ---- the scene ------------------------------------------------------------------------------------------------------------------- */

static void place_lights(void)
{
   static const GLfloat first[4] = {4, -3, 7, 1}, second[4] = {-1, -1, 1, 0};
   gl.Lightfv(GL_LIGHT0, GL_POSITION, first);
   gl.Lightfv(GL_LIGHT1, GL_POSITION, second);
}

static void material(unsigned i)
{
   const GLfloat color[4] = {0.3f + 0.6f * (GLfloat)(i * 7 % 5) / 4, 0.3f + 0.6f * (GLfloat)(i * 3 % 7) / 6, 0.3f + 0.6f * (GLfloat)(i % 3) / 2, 1};
   static const GLfloat specular[4] = {0.5f, 0.5f, 0.5f, 1};
   gl.Materialfv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, color);
   gl.Materialfv(GL_FRONT_AND_BACK, GL_SPECULAR, specular);
   gl.Materialf(GL_FRONT_AND_BACK, GL_SHININESS, 64);
}

/* A cylinder with a sphere at either end. */
static void capsule(GLfloat radius, GLfloat half_length)
{
   gl.PushMatrix();
   gl.Scalef(radius, radius, half_length);
   gl.CallList(lists + CYLINDER);
   gl.PopMatrix();
   for (int end = -1; end <= 1; end += 2) {
      gl.PushMatrix();
      gl.Translatef(0, 0, (GLfloat)end * half_length);
      gl.Scalef(radius, radius, radius);
      gl.CallList(lists + SPHERE);
      gl.PopMatrix();
   }
}

static void objects(unsigned frame)
{
   for (unsigned i = 0; i < OBJECTS; i++) {
      material(i);
      gl.PushMatrix();
      gl.Translatef((GLfloat)(i % 6) * 1.4f - 3.5f, (GLfloat)(i / 6) * 1.5f - 2, 0.7f + 0.2f * sinf((GLfloat)(frame + 10 * i) * 0.1f));
      gl.Rotatef((GLfloat)(frame * 3 + 40 * i), (GLfloat)(i % 3), 1, 0.5f);
      switch (i % 4) {
      case 0:
         gl.Scalef(0.4f, 0.3f, 0.5f);
         gl.CallList(lists + BOX);
         break;
      case 1: capsule(0.25f, 0.35f); break;
      case 2:
         gl.Scalef(0.45f, 0.45f, 0.45f);
         gl.CallList(lists + SPHERE);
         break;
      default:
         gl.Scalef(0.6f, 0.6f, 0.6f);
         gl.CallList(lists + MESH);
         break;
      }
      gl.PopMatrix();
   }
   material(9);
   gl.PushMatrix();
   gl.Translatef(0, 5, 0.5f);
   gl.Scalef(3, 1.5f, 1);
   gl.CallList(lists + HEIGHTS);
   gl.PopMatrix();
}

static void camera(void)
{
   const double top = 0.1 * 0.45, right = top * width / height;
   gl.MatrixMode(GL_PROJECTION);
   gl.LoadIdentity();
   gl.Frustum(-right, right, -top, top, 0.1, 60);
   gl.MatrixMode(GL_MODELVIEW);
   gl.LoadIdentity();
   gl.Rotatef(-62, 1, 0, 0);
   gl.Translatef(0, 9, -5.5f);
}

static void light_camera(void)
{
   gl.MatrixMode(GL_PROJECTION);
   gl.LoadIdentity();
   gl.Ortho(-9, 9, -9, 9, 1, 25);
   gl.MatrixMode(GL_MODELVIEW);
   gl.LoadIdentity();
   gl.Translatef(0, 0, -10);
   gl.Rotatef(-30, 1, 0, 0);
   gl.Rotatef(-35, 0, 1, 0);
}

/* The depths that the light sees. `rows`: the planes that lead from coordinates of the world to those of the texture. */
static void draw_shadow(unsigned frame, GLfloat rows[4][4])
{
   GLfloat matrix[16];
   gl.BindFramebuffer(GL_FRAMEBUFFER, shadow_framebuffer);
   gl.Viewport(0, 0, SHADOW_SIZE, SHADOW_SIZE);
   gl.Clear(GL_DEPTH_BUFFER_BIT);
   light_camera();
   gl.Disable(GL_LIGHTING);
   gl.Enable(GL_POLYGON_OFFSET_FILL);
   gl.PolygonOffset(2, 8);
   objects(frame);
   gl.Disable(GL_POLYGON_OFFSET_FILL);
   gl.Enable(GL_LIGHTING);
   gl.GetFloatv(GL_MODELVIEW_MATRIX, matrix);
   gl.MatrixMode(GL_PROJECTION);
   gl.PushMatrix();
   gl.MultMatrixf(matrix);
   gl.GetFloatv(GL_PROJECTION_MATRIX, matrix);
   gl.PopMatrix();
   gl.MatrixMode(GL_MODELVIEW);
   for (int row = 0; row < 4; row++)
      for (int column = 0; column < 4; column++)
         rows[row][column] = row < 3 ? 0.5f * (matrix[4 * column + row] + matrix[4 * column + 3]) : matrix[4 * column + 3];
}

/* At unit 1, in coordinates of the eye under the camera's matrix. */
static void receive_shadow(GLfloat rows[4][4])
{
   static const GLenum coords[4] = {GL_S, GL_T, GL_R, GL_Q}, caps[4] = {GL_TEXTURE_GEN_S, GL_TEXTURE_GEN_T, GL_TEXTURE_GEN_R, GL_TEXTURE_GEN_Q};
   gl.ActiveTexture(GL_TEXTURE1);
   gl.BindTexture(GL_TEXTURE_2D, shadow);
   gl.Enable(GL_TEXTURE_2D);
   gl.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_MODULATE);
   for (int i = 0; i < 4; i++) {
      gl.TexGeni(coords[i], GL_TEXTURE_GEN_MODE, GL_EYE_LINEAR);
      gl.TexGenfv(coords[i], GL_EYE_PLANE, rows[i]);
      gl.Enable(caps[i]);
   }
   gl.ActiveTexture(GL_TEXTURE0);
}

static void no_shadow(void)
{
   gl.ActiveTexture(GL_TEXTURE1);
   gl.Disable(GL_TEXTURE_2D);
   gl.ActiveTexture(GL_TEXTURE0);
}

static void draw_sky(void)
{
   gl.Disable(GL_LIGHTING);
   gl.Disable(GL_FOG);
   gl.Disable(GL_CULL_FACE);
   gl.DepthMask(GL_FALSE);
   gl.Enable(GL_TEXTURE_CUBE_MAP);
   gl.BindTexture(GL_TEXTURE_CUBE_MAP, sky);
   gl.PushMatrix();
   gl.Translatef(0, -9, 5.5f);
   gl.Scalef(20, 20, 20);
   gl.Begin(GL_QUADS);
   for (int axis = 0; axis < 3; axis++)
      for (int side = -1; side <= 1; side += 2)
         for (int i = 0; i < 4; i++) {
            GLfloat at[3];
            at[axis] = (GLfloat)side;
            at[(axis + 1) % 3] = i == 1 || i == 2 ? 1 : -1;
            at[(axis + 2) % 3] = i / 2 ? 1 : -1;
            gl.TexCoord3f(at[0], at[2], at[1]);
            gl.Vertex3fv(at);
         }
   gl.End();
   gl.PopMatrix();
   gl.Disable(GL_TEXTURE_CUBE_MAP);
   gl.DepthMask(GL_TRUE);
   gl.Enable(GL_CULL_FACE);
   gl.Enable(GL_FOG);
   gl.Enable(GL_LIGHTING);
}

static void draw_floor(void)
{
   gl.Enable(GL_TEXTURE_2D);
   gl.BindTexture(GL_TEXTURE_2D, checker);
   gl.CallList(lists + FLOOR);
   gl.Disable(GL_TEXTURE_2D);
}

/* The objects below the floor where the floor is seen, then the floor over them. */
static void draw_mirror(unsigned frame)
{
   static const GLfloat floor_color[4] = {0.8f, 0.8f, 0.8f, 0.75f};
   gl.Enable(GL_STENCIL_TEST);
   gl.StencilFunc(GL_ALWAYS, 1, 255);
   gl.StencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
   gl.ColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
   gl.DepthMask(GL_FALSE);
   draw_floor();
   gl.ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
   gl.DepthMask(GL_TRUE);
   gl.StencilFunc(GL_EQUAL, 1, 255);
   gl.StencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
   gl.PushMatrix();
   gl.Scalef(1, 1, -1);
   place_lights();
   gl.FrontFace(GL_CW);
   objects(frame);
   gl.FrontFace(GL_CCW);
   gl.PopMatrix();
   place_lights();
   gl.Disable(GL_STENCIL_TEST);
   gl.Enable(GL_BLEND);
   gl.BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
   gl.Materialfv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, floor_color);
   draw_floor();
   gl.Disable(GL_BLEND);
}

static void set_lights(void)
{
   static const GLfloat second[4] = {0.25f, 0.25f, 0.3f, 1}, ambient[4] = {0.2f, 0.2f, 0.2f, 1};
   static const GLfloat fog[4] = {0.5f, 0.6f, 0.7f, 1};
   place_lights();
   gl.Lightfv(GL_LIGHT1, GL_DIFFUSE, second);
   gl.LightModelfv(GL_LIGHT_MODEL_AMBIENT, ambient);
   gl.Fogi(GL_FOG_MODE, GL_LINEAR);
   gl.Fogf(GL_FOG_START, 10);
   gl.Fogf(GL_FOG_END, 24);
   gl.Fogfv(GL_FOG_COLOR, fog);
   gl.Enable(GL_FOG);
}

void simulator_draw(unsigned frame, int discard)
{
   static const GLenum caps[] = {GL_DEPTH_TEST, GL_CULL_FACE, GL_NORMALIZE, GL_LIGHTING, GL_LIGHT0, GL_LIGHT1};
   GLfloat rows[4][4];
   (discard ? gl.Enable : gl.Disable)(GL_RASTERIZER_DISCARD);
   for (unsigned i = 0; i < sizeof(caps) / sizeof(caps[0]); i++)
      gl.Enable(caps[i]);
   gl.Disable(GL_FOG);
   draw_shadow(frame, rows);
   gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffers[0]);
   gl.Viewport(0, 0, width, height);
   gl.ClearColor(0.2f, 0.3f, 0.4f, 1);
   gl.Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   camera();
   set_lights();
   draw_sky();
   receive_shadow(rows);
   draw_mirror(frame);
   objects(frame);
   no_shadow();
   gl.Disable(GL_RASTERIZER_DISCARD);
}

void simulator_read(unsigned char *rgba, float *depth)
{
   gl.BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers[0]);
   gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers[1]);
   gl.BlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT, GL_NEAREST);
   gl.BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers[1]);
   gl.PixelStorei(GL_PACK_ALIGNMENT, 1);
   gl.ReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
   gl.ReadPixels(0, 0, width, height, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
}
