/* body_older_names.c: extensions of OpenGL that later versions absorbed under other names, and small ones of the same age, on a core
 * context: ARB_shader_objects, ARB_vertex_buffer_object, EXT_framebuffer_object, EXT_transform_feedback, ARB_robustness,
 * IBM_multimode_draw_arrays, EXT_abgr, MESA_pack_invert, EXT_texture_mirror_clamp, EXT_depth_bounds_test, AMD_depth_clamp_separate.
 * Extensions of OpenGL ES 2.0 that OpenGL ES 3.0 absorbed. */
#include <math.h>
#include <string.h>

#include "api_desktop.h"

/* Every command: return type, name without gl, parameters. */
#define COMMANDS(C) \
   C(GLuint, CreateShaderObjectARB, (GLenum)) \
   C(GLuint, CreateProgramObjectARB, (void)) \
   C(void, ShaderSourceARB, (GLuint, GLsizei, const char **, const GLint *)) \
   C(void, CompileShaderARB, (GLuint)) \
   C(void, AttachObjectARB, (GLuint, GLuint)) \
   C(void, DetachObjectARB, (GLuint, GLuint)) \
   C(void, LinkProgramARB, (GLuint)) \
   C(void, UseProgramObjectARB, (GLuint)) \
   C(void, DeleteObjectARB, (GLuint)) \
   C(GLuint, GetHandleARB, (GLenum)) \
   C(void, GetInfoLogARB, (GLuint, GLsizei, GLsizei *, char *)) \
   C(void, GetObjectParameterivARB, (GLuint, GLenum, GLint *)) \
   C(void, GetObjectParameterfvARB, (GLuint, GLenum, GLfloat *)) \
   C(void, GetAttachedObjectsARB, (GLuint, GLsizei, GLsizei *, GLuint *)) \
   C(GLint, GetUniformLocationARB, (GLuint, const char *)) \
   C(void, Uniform4fARB, (GLint, GLfloat, GLfloat, GLfloat, GLfloat)) \
   C(void, BindAttribLocationARB, (GLuint, GLuint, const char *)) \
   C(void, GenBuffersARB, (GLsizei, GLuint *)) \
   C(void, BindBufferARB, (GLenum, GLuint)) \
   C(void, BufferDataARB, (GLenum, GLsizeiptr, const void *, GLenum)) \
   C(void, VertexAttribPointerARB, (GLuint, GLint, GLenum, GLboolean, GLsizei, const void *)) \
   C(void, EnableVertexAttribArrayARB, (GLuint)) \
   C(void, MultiModeDrawArraysIBM, (const GLenum *, const GLint *, const GLsizei *, GLsizei, GLint)) \
   C(void, MultiModeDrawElementsIBM, (const GLenum *, const GLsizei *, GLenum, const void *const *, GLsizei, GLint)) \
   C(void, BindFramebufferEXT, (GLenum, GLuint)) \
   C(void, BindRenderbufferEXT, (GLenum, GLuint)) \
   C(void, RenderbufferStorageEXT, (GLenum, GLenum, GLsizei, GLsizei)) \
   C(void, FramebufferRenderbufferEXT, (GLenum, GLenum, GLenum, GLuint)) \
   C(GLenum, CheckFramebufferStatusEXT, (GLenum)) \
   C(GLboolean, IsFramebufferEXT, (GLuint)) \
   C(void, DeleteFramebuffersEXT, (GLsizei, const GLuint *)) \
   C(void, DeleteRenderbuffersEXT, (GLsizei, const GLuint *)) \
   C(void, BindBufferOffsetEXT, (GLenum, GLuint, GLuint, GLintptr)) \
   C(GLenum, GetGraphicsResetStatusARB, (void)) \
   C(void, ReadnPixelsARB, (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, GLsizei, void *)) \
   C(void, GetnUniformfvARB, (GLuint, GLint, GLsizei, GLfloat *)) \
   C(void, DepthBoundsEXT, (double, double))

static struct {
#define C(type, name, parameters) type (*name) parameters;
   COMMANDS(C)
#undef C
} gl;

static void look_up(void)
{
#define C(type, name, parameters) gl.name = (type (*) parameters)eglGetProcAddress("gl" #name);
   COMMANDS(C)
#undef C
}

enum { PROGRAM_OBJECT_ARB = 0x8B40, SHADER_OBJECT_ARB = 0x8B48, OBJECT_TYPE_ARB = 0x8B4E, OBJECT_SUBTYPE_ARB = 0x8B4F,
       OBJECT_DELETE_STATUS_ARB = 0x8B80, OBJECT_COMPILE_STATUS_ARB = 0x8B81, OBJECT_LINK_STATUS_ARB = 0x8B82,
       OBJECT_ATTACHED_OBJECTS_ARB = 0x8B85, ABGR_EXT = 0x8000, PACK_INVERT_MESA = 0x8758, DEPTH_BOUNDS_TEST_EXT = 0x8890,
       DEPTH_CLAMP_NEAR_AMD = 0x901E, DEPTH_CLAMP_FAR_AMD = 0x901F, MIRROR_CLAMP_EXT = 0x8742,
       MIRROR_CLAMP_TO_EDGE_EXT = 0x8743, MIRROR_CLAMP_TO_BORDER_EXT = 0x8912, TEXTURE_BORDER_COLOR = 0x1004 };

static const char vertex[] = "#version 330\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
static const char uniform_color[] = "#version 330\nuniform vec4 u; out vec4 color; void main() { color = u; }";

/* ---- ARB_shader_objects, ARB_vertex_shader, ARB_vertex_buffer_object, IBM_multimode_draw_arrays ------------------------------- */

static GLuint shader_object(GLenum type, const char *source)
{
   const GLuint shader = gl.CreateShaderObjectARB(type);
   GLint value = 0;
   gl.ShaderSourceARB(shader, 1, &source, NULL);
   gl.CompileShaderARB(shader);
   gl.GetObjectParameterivARB(shader, OBJECT_COMPILE_STATUS_ARB, &value);
   api_expect("GL_OBJECT_COMPILE_STATUS_ARB", value, GL_TRUE);
   gl.GetObjectParameterivARB(shader, OBJECT_TYPE_ARB, &value);
   api_expect("GL_OBJECT_TYPE_ARB of a shader", value, SHADER_OBJECT_ARB);
   gl.GetObjectParameterivARB(shader, OBJECT_SUBTYPE_ARB, &value);
   api_expect("GL_OBJECT_SUBTYPE_ARB", value, (long)type);
   return shader;
}

static GLuint program_object(void)
{
   const GLuint shaders[] = {shader_object(GL_VERTEX_SHADER, vertex), shader_object(GL_FRAGMENT_SHADER, uniform_color)};
   const GLuint program = gl.CreateProgramObjectARB();
   GLuint attached[3] = {0};
   GLfloat number = 0;
   GLint value = 0;
   GLsizei count = 0;
   char log[100];
   gl.AttachObjectARB(program, shaders[0]);
   gl.AttachObjectARB(program, shaders[1]);
   gl.BindAttribLocationARB(program, 3, "pos");
   gl.LinkProgramARB(program);
   gl.GetObjectParameterivARB(program, OBJECT_LINK_STATUS_ARB, &value);
   gl.GetInfoLogARB(program, sizeof(log), NULL, log);
   api_expect("GL_OBJECT_LINK_STATUS_ARB", value, GL_TRUE);
   gl.GetObjectParameterivARB(program, OBJECT_TYPE_ARB, &value);
   api_expect("GL_OBJECT_TYPE_ARB of a program", value, PROGRAM_OBJECT_ARB);
   gl.GetObjectParameterfvARB(program, OBJECT_ATTACHED_OBJECTS_ARB, &number);
   api_expect("GL_OBJECT_ATTACHED_OBJECTS_ARB", (long)number, 2);
   gl.GetAttachedObjectsARB(program, 3, &count, attached);
   api_expect("glGetAttachedObjectsARB", count, 2);
   api_expect("attached objects", attached[0] + attached[1], shaders[0] + shaders[1]);
   gl.DeleteObjectARB(shaders[1]);
   gl.GetObjectParameterivARB(shaders[1], OBJECT_DELETE_STATUS_ARB, &value);
   api_expect("GL_OBJECT_DELETE_STATUS_ARB of an attached shader", value, GL_TRUE);
   gl.DetachObjectARB(program, shaders[1]);
   api_expect("a detached shader that was deleted", glIsShader(shaders[1]), GL_FALSE);
   gl.DeleteObjectARB(0);
   api_expect_error(GL_NO_ERROR, "glDeleteObjectARB(0)");
   gl.DeleteObjectARB(4711);
   api_expect_error(GL_INVALID_VALUE, "glDeleteObjectARB of no object");
   gl.GetObjectParameterivARB(4711, OBJECT_TYPE_ARB, &value);
   api_expect_error(GL_INVALID_VALUE, "glGetObjectParameterivARB of no object");
   gl.GetHandleARB(SHADER_OBJECT_ARB);
   api_expect_error(GL_INVALID_ENUM, "glGetHandleARB");
   return program;
}

/* A square as a triangle strip, another as indexed triangles, a line of points: one draw each of several modes. */
static void draw_objects(void)
{
   static const float at[][2] = {{-1, -1}, {0, -1}, {-1, 0}, {0, 0}, {0, 0}, {1, 0}, {1, 1}, {0, 1}};
   static const GLenum modes[] = {GL_TRIANGLE_STRIP, 0xbad, GL_TRIANGLE_FAN};
   static const GLint first[] = {0, 0, 4};
   static const GLsizei count[] = {4, 0, 4};
   static const uint8_t indices[] = {5, 6, 7, 4, 5, 7};
   static const void *const offsets[] = {NULL, (const void *)3};
   static const GLenum element_modes[] = {GL_TRIANGLES, GL_TRIANGLES};
   static const GLsizei element_count[] = {3, 3};
   GLfloat value[4] = {0};
   GLuint buffer, vao;
   api_require("GL_ARB_shader_objects");
   api_require("GL_ARB_vertex_buffer_object");
   api_require("GL_IBM_multimode_draw_arrays");
   api_require("GL_ARB_robustness");
   look_up();
   const GLuint program = program_object();
   gl.UseProgramObjectARB(program);
   api_expect("glGetHandleARB", gl.GetHandleARB(PROGRAM_OBJECT_ARB), program);
   glGenVertexArrays(1, &vao);
   glBindVertexArray(vao);
   gl.GenBuffersARB(1, &buffer);
   gl.BindBufferARB(GL_ARRAY_BUFFER, buffer);
   gl.BufferDataARB(GL_ARRAY_BUFFER, sizeof(at), at, GL_STATIC_DRAW);
   gl.VertexAttribPointerARB(3, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   gl.EnableVertexAttribArrayARB(3);
   const GLint u = gl.GetUniformLocationARB(program, "u");
   gl.Uniform4fARB(u, 0.2f, 0.4f, 0.6f, 0.8f);
   gl.GetnUniformfvARB(program, u, sizeof(value), value);
   api_expect("glGetnUniformfvARB", lrintf(value[2] * 10), 6);
   gl.GetnUniformfvARB(program, u, sizeof(value) - 1, value);
   api_expect_error(GL_INVALID_OPERATION, "glGetnUniformfvARB with too little room");
   api_expect("glGetGraphicsResetStatusARB", (long)gl.GetGraphicsResetStatusARB(), GL_NO_ERROR);
   gl.MultiModeDrawArraysIBM(modes, first, count, 3, sizeof(GLenum));
   api_expect_error(GL_NO_ERROR, "glMultiModeDrawArraysIBM, a bad mode with a count of 0");
   GLuint elements;
   gl.GenBuffersARB(1, &elements);
   gl.BindBufferARB(GL_ELEMENT_ARRAY_BUFFER, elements);
   gl.BufferDataARB(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
   gl.Uniform4fARB(u, 1, 0.4f, 0, 1);
   gl.MultiModeDrawElementsIBM(element_modes, element_count, GL_UNSIGNED_BYTE, offsets, 2, 0);
   api_expect_error(GL_NO_ERROR, "glMultiModeDrawElementsIBM");
}

static void objects(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t colors[2][4] = {{51, 102, 153, 204}, {255, 102, 0, 255}};
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const bool right = i % API_SIZE >= API_SIZE / 2, top = i / API_SIZE >= API_SIZE / 2;
      if (right == top)
         memcpy(rgba[i], colors[right], 4);
   }
}

/* ---- EXT_framebuffer_object, EXT_transform_feedback, EXT_abgr, MESA_pack_invert ------------------------------------------------ */

static void check_offset_binding(void)
{
   GLint64 start = 0;
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 64, NULL, GL_STATIC_COPY);
   gl.BindBufferOffsetEXT(GL_TRANSFORM_FEEDBACK_BUFFER, 1, buffer, 16);
   api_expect_error(GL_NO_ERROR, "glBindBufferOffsetEXT");
   glGetInteger64i_v(GL_TRANSFORM_FEEDBACK_BUFFER_START, 1, &start);
   api_expect("GL_TRANSFORM_FEEDBACK_BUFFER_START", (long)start, 16);
   gl.BindBufferOffsetEXT(GL_TRANSFORM_FEEDBACK_BUFFER, 1, buffer, 2);
   api_expect_error(GL_INVALID_VALUE, "glBindBufferOffsetEXT of an offset that is not a multiple of 4");
   gl.BindBufferOffsetEXT(GL_UNIFORM_BUFFER, 1, buffer, 16);
   api_expect_error(GL_INVALID_ENUM, "glBindBufferOffsetEXT of another target");
   glDeleteBuffers(1, &buffer);
}

/* Names that were not generated become framebuffers and renderbuffers; the texels of one are drawn from a texture of ABGR pixels and
 * read back upside down. */
static void draw_framebuffer_names(void)
{
   static const uint8_t abgr[2][2][4] = {{{10, 20, 30, 40}, {50, 60, 70, 80}}, {{90, 100, 110, 120}, {130, 140, 150, 160}}};
   static const uint8_t upside_down[2][2][4] = {{{120, 110, 100, 90}, {160, 150, 140, 130}}, {{40, 30, 20, 10}, {80, 70, 60, 50}}};
   const GLuint name = 1234;
   uint8_t got[2][2][4];
   GLint inverted = 1, previous = 0;
   api_require("GL_EXT_framebuffer_object");
   api_require("GL_EXT_transform_feedback");
   api_require("GL_EXT_abgr");
   api_require("GL_MESA_pack_invert");
   api_require("GL_ARB_robustness");
   look_up();
   check_offset_binding();
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &previous);
   gl.BindFramebufferEXT(GL_FRAMEBUFFER, name);
   gl.BindRenderbufferEXT(GL_RENDERBUFFER, name);
   gl.RenderbufferStorageEXT(GL_RENDERBUFFER, GL_RGBA8, 2, 2);
   gl.FramebufferRenderbufferEXT(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name);
   api_expect("glCheckFramebufferStatusEXT", (long)gl.CheckFramebufferStatusEXT(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   api_expect("glIsFramebufferEXT", gl.IsFramebufferEXT(name), GL_TRUE);
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, ABGR_EXT, GL_UNSIGNED_BYTE, abgr);
   api_expect_error(GL_NO_ERROR, "glTexImage2D of ABGR pixels");
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   api_program("#version 330\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "#version 330\nuniform sampler2D s; out vec4 color;\n"
               "void main() { color = texelFetch(s, ivec2(gl_FragCoord.xy) % 2, 0); }");
   glViewport(0, 0, 2, 2);
   api_rectangle(-1, -1, 1, 1);
   glPixelStorei(PACK_INVERT_MESA, GL_TRUE);
   glGetIntegerv(PACK_INVERT_MESA, &inverted);
   api_expect("GL_PACK_INVERT_MESA", inverted, GL_TRUE);
   gl.ReadnPixelsARB(0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, sizeof(got), got);
   api_expect("texels, the last row first", memcmp(got, upside_down, sizeof(got)), 0);
   glPixelStorei(PACK_INVERT_MESA, GL_FALSE);
   glReadPixels(0, 0, 2, 2, ABGR_EXT, GL_UNSIGNED_BYTE, got);
   api_expect("texels as ABGR", memcmp(got, abgr, sizeof(got)), 0);
   gl.DeleteFramebuffersEXT(1, &name);
   gl.DeleteRenderbuffersEXT(1, &name);
   glBindFramebuffer(GL_FRAMEBUFFER, name);
   api_expect_error(GL_INVALID_OPERATION, "glBindFramebuffer of a name that was not generated");
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)previous);
   glViewport(0, 0, API_SIZE, API_SIZE);
   api_rectangle(-1, -1, 1, 1);
}

static void framebuffer_names(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t texels[2][2][4] = {{{40, 30, 20, 10}, {80, 70, 60, 50}}, {{120, 110, 100, 90}, {160, 150, 140, 130}}};
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], texels[i / API_SIZE % 2][i % 2], 4);
}

/* ---- EXT_texture_mirror_clamp ---------------------------------------------------------------------------------------------------- */

enum { TEXTURE = 4 };

static uint8_t texel(unsigned i)
{
   return (uint8_t)(40 + 50 * i);
}

/* Rows of the picture: the three modes with GL_NEAREST, then with GL_LINEAR. s goes from -2 to 2. */
static void draw_mirror(void)
{
   static const GLint modes[] = {MIRROR_CLAMP_EXT, MIRROR_CLAMP_TO_EDGE_EXT, MIRROR_CLAMP_TO_BORDER_EXT};
   static const float border[] = {1, 0, 0, 1};
   uint8_t texels[TEXTURE][4];
   GLuint texture;
   GLint got = 0;
   api_require("GL_EXT_texture_mirror_clamp");
   for (unsigned i = 0; i < TEXTURE; i++)
      memcpy(texels[i], (uint8_t[]){texel(i), texel(i), 255, 255}, 4);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, TEXTURE, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexParameterfv(GL_TEXTURE_2D, TEXTURE_BORDER_COLOR, border);
   api_program("#version 330\nin vec2 pos; out float s; void main() { gl_Position = vec4(pos, 0.0, 1.0); s = 2.0 * pos.x; }", NULL,
               "#version 330\nuniform sampler2D tex; in float s; out vec4 color; void main() { color = texture(tex, vec2(s, 0.5)); }");
   for (unsigned i = 0; i < 6; i++) {
      const GLint filter = i < 3 ? GL_NEAREST : GL_LINEAR;
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, modes[i % 3]);
      glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, &got);
      api_expect("GL_TEXTURE_WRAP_S", got, modes[i % 3]);
      api_rectangle(-1, -1 + (float)i / 4, 1, -1 + (float)(i + 1) / 4);
   }
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, MIRROR_CLAMP_EXT);
   api_expect_error(GL_NO_ERROR, "GL_MIRROR_CLAMP_EXT");
}

/* The red channel of texel i; -1 and TEXTURE: the border. */
static double red(int i)
{
   return i < 0 || i >= TEXTURE ? 255 : texel((unsigned)i);
}

static void mirror(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < 6 * 4 * API_SIZE; i++) {
      const double s = fabs(((i % API_SIZE + 0.5) / API_SIZE * 2 - 1) * 2), mode = i / API_SIZE / 4 % 3;
      /* Coordinates stop at the edge, half a texel inside it, half a texel outside it. */
      const double most = mode == 0 ? 1 : mode == 1 ? 1 - 0.5 / TEXTURE : 1 + 0.5 / TEXTURE, u = (s < most ? s : most) * TEXTURE;
      const bool linear = i / API_SIZE >= 12;
      double value, outside;
      if (!linear) {
         const int at = mode == 0 && u >= TEXTURE ? TEXTURE - 1 : (int)floor(u);
         value = red(at);
         outside = at >= TEXTURE;
      } else {
         const double low = floor(u - 0.5), part = u - 0.5 - low;
         /* Left of the first texel's centre the mirrored texel is the first one, too. */
         const int left = low < 0 ? 0 : (int)low, right = (int)low + 1;
         const bool edge = mode == 1 && right >= TEXTURE;
         value = red(left) * (1 - part) + red(edge ? TEXTURE - 1 : right) * part;
         outside = (left >= TEXTURE ? 1 - part : 0) + (right >= TEXTURE && !edge ? part : 0);
      }
      rgba[i][0] = (uint8_t)lrint(value);
      rgba[i][1] = (uint8_t)lrint(value - 255 * outside);
      rgba[i][2] = (uint8_t)lrint(255 * (1 - outside));
      rgba[i][3] = 255;
   }
}

/* ---- EXT_depth_bounds_test, AMD_depth_clamp_separate ------------------------------------------------------------------------------ */

static void attach_depth(void)
{
   GLuint renderbuffer;
   glGenRenderbuffers(1, &renderbuffer);
   glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, renderbuffer);
}

static const char sloped[] = "#version 330\nin vec2 pos; uniform float scale; out float z;\n"
                             "void main() { z = pos.x * scale; gl_Position = vec4(pos, z, 1.0); }";

/* Depths from 0 to 1, left to right; then the bounds of the stored depth decide, whatever depth the fragments have. */
static void draw_depth_bounds(void)
{
   api_require("GL_EXT_depth_bounds_test");
   look_up();
   attach_depth();
   glClear(GL_DEPTH_BUFFER_BIT);
   const GLuint program = api_program(sloped, NULL, "#version 330\nuniform vec4 u; in float z; out vec4 color; void main() { color = u; }");
   glUniform1f(glGetUniformLocation(program, "scale"), 1);
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_ALWAYS);
   api_rectangle(-1, -1, 1, 1);
   gl.DepthBoundsEXT(0.25, 0.75);
   gl.DepthBoundsEXT(0.75, 0.25);
   api_expect_error(GL_INVALID_VALUE, "glDepthBoundsEXT, least above most");
   glEnable(DEPTH_BOUNDS_TEST_EXT);
   api_expect("GL_DEPTH_BOUNDS_TEST_EXT", glIsEnabled(DEPTH_BOUNDS_TEST_EXT), GL_TRUE);
   glDepthMask(GL_FALSE);
   glDisable(GL_DEPTH_TEST);
   glUniform1f(glGetUniformLocation(program, "scale"), 0);
   glUniform4f(glGetUniformLocation(program, "u"), 1, 0, 0, 1);
   api_rectangle(-1, -1, 1, 0);
   gl.DepthBoundsEXT(0.5, 2);
   glEnable(GL_DEPTH_TEST);
   glUniform4f(glGetUniformLocation(program, "u"), 0, 1, 0, 1);
   api_rectangle(-1, 0, 1, 0.5);
   glDisable(DEPTH_BOUNDS_TEST_EXT);
   glUniform4f(glGetUniformLocation(program, "u"), 0, 0, 1, 1);
   api_rectangle(-1, 0.5, 1, 1);
}

static void depth_bounds(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE;
      const unsigned channel = y < API_SIZE / 2 ? 0 : y < API_SIZE * 3 / 4 ? 1 : 2;
      const bool pass = channel == 0 ? x >= API_SIZE / 4 && x < API_SIZE * 3 / 4 : channel == 1 ? x >= API_SIZE / 2 : true;
      memcpy(rgba[i], (uint8_t[]){0, 0, 0, 0}, 4);
      if (pass)
         rgba[i][channel] = rgba[i][3] = 255;
   }
}

/* z / w from -2 to 2: fragments outside of a plane are clipped unless this plane clamps. */
static void draw_clamp_separate(void)
{
   static const GLenum enables[4][2] = {{0, 0}, {DEPTH_CLAMP_NEAR_AMD, 0}, {DEPTH_CLAMP_FAR_AMD, 0}, {DEPTH_CLAMP_NEAR_AMD, DEPTH_CLAMP_FAR_AMD}};
   api_require("GL_AMD_depth_clamp_separate");
   attach_depth();
   glClear(GL_DEPTH_BUFFER_BIT);
   const GLuint program = api_program(sloped, NULL, "#version 330\nin float z; out vec4 color; void main() { color = vec4(1.0, z * 0.25 + 0.5, 0.0, 1.0); }");
   glUniform1f(glGetUniformLocation(program, "scale"), 2);
   for (unsigned i = 0; i < 4; i++) {
      glDisable(GL_DEPTH_CLAMP_EXT);
      for (unsigned k = 0; k < 2; k++)
         if (enables[i][k])
            glEnable(enables[i][k]);
      api_expect("GL_DEPTH_CLAMP", glIsEnabled(GL_DEPTH_CLAMP_EXT), i > 0);
      api_expect("GL_DEPTH_CLAMP_NEAR_AMD", glIsEnabled(DEPTH_CLAMP_NEAR_AMD), i & 1);
      api_expect("GL_DEPTH_CLAMP_FAR_AMD", glIsEnabled(DEPTH_CLAMP_FAR_AMD), i >> 1 & 1);
      api_rectangle(-1, -1 + (float)i / 2, 1, -0.5f + (float)i / 2);
   }
   glEnable(GL_DEPTH_CLAMP_EXT);
   glDisable(DEPTH_CLAMP_NEAR_AMD);
   api_expect("GL_DEPTH_CLAMP_FAR_AMD after GL_DEPTH_CLAMP", glIsEnabled(DEPTH_CLAMP_FAR_AMD), GL_TRUE);
}

static void clamp_separate(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, row = i / (API_TEXELS / 4);
      if ((x < API_SIZE / 4 && !(row & 1)) || (x >= API_SIZE * 3 / 4 && !(row & 2)))
         continue;
      memcpy(rgba[i], (uint8_t[]){255, (uint8_t)lrint(((x + 0.5) / API_SIZE) * 255), 0, 255}, 4);
   }
}

/* ---- OpenGL ES: NV_pixel_buffer_object, NV_pack_subimage, ANGLE_pack_reverse_row_order, NV_draw_buffers, NV_read_buffer,
 *      OES_depth_texture_cube_map, ANGLE_texture_compression_dxt3 and dxt5, OES_EGL_sync, NV_conditional_render -------------------- */

enum { PACK_ROW_LENGTH = 0x0D02, PACK_SKIP_PIXELS = 0x0D04, PACK_REVERSE_ROW_ORDER_ANGLE = 0x93A4, PIXEL_PACK_BUFFER_NV = 0x88EB,
       PIXEL_UNPACK_BUFFER_NV = 0x88EC };

static const char es_vertex[] = "attribute vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

/* Two texels from an unpack buffer, read into row 1 of a pack buffer with rows of four texels, and in reverse order. */
static void check_pixel_buffers(void)
{
   static const uint8_t texels[2][1][4] = {{{1, 2, 3, 4}}, {{5, 6, 7, 8}}};
   GLuint buffers[2], texture, framebuffer;
   uint8_t got[2][1][4];
   GLint previous, value = 0;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &previous);
   glGenBuffers(2, buffers);
   glBindBuffer(PIXEL_UNPACK_BUFFER_NV, buffers[0]);
   glBufferData(PIXEL_UNPACK_BUFFER_NV, sizeof(texels), texels, GL_STATIC_DRAW);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glBindBuffer(PIXEL_UNPACK_BUFFER_NV, 0);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glPixelStorei(PACK_REVERSE_ROW_ORDER_ANGLE, GL_TRUE);
   glReadPixels(0, 0, 1, 2, GL_RGBA, GL_UNSIGNED_BYTE, got);
   glPixelStorei(PACK_REVERSE_ROW_ORDER_ANGLE, GL_FALSE);
   api_expect("the last row first", memcmp(got[0], texels[1], 4) || memcmp(got[1], texels[0], 4), 0);
   glBindBuffer(PIXEL_PACK_BUFFER_NV, buffers[1]);
   glGetIntegerv(0x88ED /* GL_PIXEL_PACK_BUFFER_BINDING_NV */, &value);
   api_expect("GL_PIXEL_PACK_BUFFER_BINDING_NV", value, (long)buffers[1]);
   glBufferData(PIXEL_PACK_BUFFER_NV, 64, NULL, GL_STATIC_DRAW);
   glPixelStorei(PACK_ROW_LENGTH, 4);
   glPixelStorei(PACK_SKIP_PIXELS, 1);
   glReadPixels(0, 0, 1, 2, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glPixelStorei(PACK_ROW_LENGTH, 0);
   glPixelStorei(PACK_SKIP_PIXELS, 0);
   glBindBuffer(PIXEL_PACK_BUFFER_NV, 0);
   /* The bytes come back as texels: OpenGL ES 2.0 cannot map a buffer for reading. */
   glBindBuffer(PIXEL_UNPACK_BUFFER_NV, buffers[1]);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, (const void *)(5 * 4));
   glBindBuffer(PIXEL_UNPACK_BUFFER_NV, 0);
   glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got[0]);
   api_expect("a texel in row 1 of the pack buffer", memcmp(got[0], texels[1], 4), 0);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)previous);
}

static void check_draw_buffers(void)
{
   void (*draw_buffers)(GLsizei, const GLenum *) = (void (*)(GLsizei, const GLenum *))eglGetProcAddress("glDrawBuffersNV");
   void (*read_buffer)(GLenum) = (void (*)(GLenum))eglGetProcAddress("glReadBufferNV");
   GLint value = 0;
   if (!draw_buffers || !read_buffer)
      api_fail("no glDrawBuffersNV or glReadBufferNV");
   draw_buffers(1, (GLenum[]){GL_NONE});
   glGetIntegerv(0x8825 /* GL_DRAW_BUFFER0_NV */, &value);
   api_expect("GL_DRAW_BUFFER0_NV", value, GL_NONE);
   draw_buffers(1, (GLenum[]){GL_COLOR_ATTACHMENT0});
   read_buffer(GL_COLOR_ATTACHMENT0);
   glGetIntegerv(0x0C02 /* GL_READ_BUFFER_NV */, &value);
   api_expect("GL_READ_BUFFER_NV", value, GL_COLOR_ATTACHMENT0);
   api_expect_error(GL_NO_ERROR, "glDrawBuffersNV, glReadBufferNV");
}

/* Left: the depth of a cube face. Right: blocks of DXT3 and DXT5, one colour each, below and above. */
static void draw_older_es(void)
{
   static const uint8_t block[16] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0xf8, 0, 0xf8};   /* DXT3: opaque red */
   static const uint8_t block5[16] = {0xff, 0xff, 0, 0, 0, 0, 0, 0, 0x1f, 0, 0x1f, 0};                      /* DXT5: opaque blue */
   static const char *const extensions[] = {"GL_NV_pixel_buffer_object", "GL_NV_pack_subimage", "GL_ANGLE_pack_reverse_row_order",
                                            "GL_NV_draw_buffers", "GL_NV_read_buffer", "GL_OES_depth_texture_cube_map",
                                            "GL_ANGLE_texture_compression_dxt3", "GL_ANGLE_texture_compression_dxt5", "GL_OES_EGL_sync"};
   GLuint textures[3];
   for (unsigned i = 0; i < sizeof(extensions) / sizeof(extensions[0]); i++)
      api_require(extensions[i]);
   check_pixel_buffers();
   check_draw_buffers();
   EGLSyncKHR (*create_sync)(EGLDisplay, EGLenum, const EGLint *) =
      (EGLSyncKHR (*)(EGLDisplay, EGLenum, const EGLint *))eglGetProcAddress("eglCreateSyncKHR");
   if (create_sync(eglGetCurrentDisplay(), EGL_SYNC_FENCE_KHR, NULL) == EGL_NO_SYNC_KHR)
      api_fail("no fence of OES_EGL_sync");
   glGenTextures(3, textures);
   glBindTexture(GL_TEXTURE_CUBE_MAP, textures[0]);
   for (unsigned face = 0; face < 6; face++)
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_DEPTH_COMPONENT, 1, 1, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT,
                   (const uint16_t[]){(uint16_t)(face * 0x3333)});
   glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   api_expect_error(GL_NO_ERROR, "glTexImage2D of depth to the faces of a cube");
   api_program(es_vertex, NULL, "precision mediump float; uniform samplerCube s; void main() { gl_FragColor = textureCube(s, vec3(0.0, -1.0, 0.0)); }");
   api_rectangle(-1, -1, 0, 1);
   for (unsigned i = 0; i < 2; i++) {
      glBindTexture(GL_TEXTURE_2D, textures[1 + i]);
      glCompressedTexImage2D(GL_TEXTURE_2D, 0, i ? 0x83F3 : 0x83F2 /* GL_COMPRESSED_RGBA_S3TC_DXT5_ANGLE, DXT3 */, 4, 4, 0, 16,
                             i ? block5 : block);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      api_program(es_vertex, NULL, "precision mediump float; uniform sampler2D s; void main() { gl_FragColor = texture2D(s, vec2(0.5)); }");
      api_rectangle(0, (float)i - 1, 1, (float)i);
   }
   api_expect_error(GL_NO_ERROR, "compressed textures");
}

static void older_es(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const bool right = i % API_SIZE >= API_SIZE / 2, top = i / API_SIZE >= API_SIZE / 2;
      memcpy(rgba[i], !right ? (uint8_t[]){153, 153, 153, 255} : top ? (uint8_t[]){0, 0, 255, 255} : (uint8_t[]){255, 0, 0, 255}, 4);
   }
}

/* The lower half is drawn where a query counted samples, the upper half where it counted none. */
static void draw_conditional_nv(void)
{
   GLuint queries[2];
   api_require("GL_NV_conditional_render");
   void (*begin)(GLuint, GLenum) = (void (*)(GLuint, GLenum))eglGetProcAddress("glBeginConditionalRenderNV");
   void (*end)(void) = (void (*)(void))eglGetProcAddress("glEndConditionalRenderNV");
   api_program("#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "#version 300 es\nprecision mediump float; out vec4 color; void main() { color = vec4(0.0, 1.0, 0.0, 1.0); }");
   glGenQueries(2, queries);
   glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
   for (unsigned i = 0; i < 2; i++) {
      glBeginQuery(GL_ANY_SAMPLES_PASSED, queries[i]);
      if (i == 0)
         api_rectangle(-1, -1, 1, 1);
      glEndQuery(GL_ANY_SAMPLES_PASSED);
   }
   glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
   for (unsigned i = 0; i < 2; i++) {
      begin(queries[i], 0x8E13 /* GL_QUERY_WAIT_NV */);
      api_rectangle(-1, (float)i - 1, 1, (float)i);
      end();
   }
   api_expect_error(GL_NO_ERROR, "conditional rendering");
}

static void conditional_nv(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS / 2; i++)
      memcpy(rgba[i], (uint8_t[]){0, 255, 0, 255}, 4);
}

const struct api_body api_bodies_older_names[] = {
   {"older-objects", CORE, 33, 1, 0, draw_objects, objects},
   {"older-framebuffers", CORE, 33, 0, 0, draw_framebuffer_names, framebuffer_names},
   {"mirror-clamp", CORE, 33, 2, 0, draw_mirror, mirror},
   {"depth-bounds", CORE, 33, 0, 0, draw_depth_bounds, depth_bounds},
   {"depth-clamp-separate", CORE, 33, 1, 0, draw_clamp_separate, clamp_separate},
   {"older-es2", GLES, 20, 1, 0, draw_older_es, older_es},
   {"older-es3-condition", GLES, 30, 0, 0, draw_conditional_nv, conditional_nv},
   {0},
};
