/* stream_scenes.c: small GL programs whose command streams are compared: one row per scene. A run draws one of them, finishes,
 * checks a few values of the result and prints GL_VERSION. It removes the submissions of the check from $GLOAM_CAPTURE.
 *
 *   stream_scenes --list        names and the OpenGL ES versions that they need
 *   stream_scenes NAME          exit code 77: no such version here */
#include <dirent.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <GLES2/gl2ext.h>

static void fail(const char *what)
{
   fprintf(stderr, "stream_scenes: %s\n", what);
   exit(1);
}

/* ---- parts ------------------------------------------------------------------------------------------------------------ */

static void attach_shader(GLuint program, GLenum stage, const char *text)
{
   GLuint shader = glCreateShader(stage);
   GLint ok = 0;
   glShaderSource(shader, 1, &text, NULL);
   glCompileShader(shader);
   glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
   if (!ok)
      fail(text);
   glAttachShader(program, shader);
}

/* gs and varying may be NULL. */
static GLuint use_program(const char *vs, const char *gs, const char *fs, const char *varying)
{
   GLuint program = glCreateProgram();
   GLint ok = 0;
   attach_shader(program, GL_VERTEX_SHADER, vs);
   if (gs)
      attach_shader(program, GL_GEOMETRY_SHADER, gs);
   attach_shader(program, GL_FRAGMENT_SHADER, fs);
   glBindAttribLocation(program, 0, "position");
   if (varying)
      glTransformFeedbackVaryings(program, 1, &varying, GL_INTERLEAVED_ATTRIBS);
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &ok);
   if (!ok)
      fail("a program does not link");
   glUseProgram(program);
   return program;
}

static GLuint new_texture(GLenum target)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(target, name);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   return name;
}

static GLuint new_framebuffer(void)
{
   GLuint name;
   glGenFramebuffers(1, &name);
   glBindFramebuffer(GL_FRAMEBUFFER, name);
   return name;
}

static GLuint color_target(GLint internal, GLenum format, GLenum type, int width, int height, GLenum attachment)
{
   GLuint name = new_texture(GL_TEXTURE_2D);
   glTexImage2D(GL_TEXTURE_2D, 0, internal, width, height, 0, format, type, NULL);
   glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D, name, 0);
   glViewport(0, 0, width, height);
   return name;
}

static void new_buffer(GLenum target, const void *data, size_t size)
{
   GLuint name;
   glGenBuffers(1, &name);
   glBindBuffer(target, name);
   glBufferData(target, (GLsizeiptr)size, data, GL_STATIC_DRAW);
}

static const float corners[] = { -1, -1, 3, -1, -1, 3 }; /* a triangle that covers everything */

static void vertices(void)
{
   new_buffer(GL_ARRAY_BUFFER, corners, sizeof corners);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
}

static const char plain_vs[] = "attribute vec2 position; void main() { gl_Position = vec4(position, 0.0, 1.0); }";
static const char plain_fs[] = "precision highp float; uniform vec4 color; void main() { gl_FragColor = color; }";
static const char vs3[] = "#version 300 es\nin vec2 position; void main() { gl_Position = vec4(position, 0.0, 1.0); }";

static bool pixel_is(int x, int y, int r, int g, int b, int a)
{
   uint8_t p[4];
   glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
   return abs(p[0] - r) < 2 && abs(p[1] - g) < 2 && abs(p[2] - b) < 2 && abs(p[3] - a) < 2;
}

/* ---- scenes ----------------------------------------------------------------------------------------------------------- */

static void clear(void)
{
   new_framebuffer();
   color_target(GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, 800, 600, GL_COLOR_ATTACHMENT0);
   color_target(GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, 800, 600, GL_COLOR_ATTACHMENT1);
   static const GLenum both[] = { GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1 };
   PFNGLDRAWBUFFERSEXTPROC draw_buffers = (PFNGLDRAWBUFFERSEXTPROC)eglGetProcAddress("glDrawBuffersEXT");
   draw_buffers(2, both);
   glClearColor(0.25f, 0.5f, 0.75f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
}

static bool clear_is_right(void)
{
   return pixel_is(799, 599, 64, 128, 191, 255);
}

static void triangle(void)
{
   uint8_t texels[64 * 64 * 4];
   for (size_t i = 0; i < sizeof texels; i++)
      texels[i] = (uint8_t)(i & 3 ? 255 : 51);
   new_framebuffer();
   color_target(GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, 300, 200, GL_COLOR_ATTACHMENT0);
   new_texture(GL_TEXTURE_2D);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
   use_program("attribute vec2 position; varying vec2 uv; void main() { uv = position; gl_Position = vec4(position, 0.0, 1.0); }",
               NULL, "precision highp float; varying vec2 uv; uniform sampler2D tex; "
                     "void main() { gl_FragColor = texture2D(tex, uv); }", NULL);
   vertices();
   glDrawArrays(GL_TRIANGLES, 0, 3);
}

static bool triangle_is_right(void)
{
   return pixel_is(299, 199, 51, 255, 255, 255);
}

static void depth_stencil(void)
{
   GLuint rb;
   new_framebuffer();
   color_target(GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, 300, 200, GL_COLOR_ATTACHMENT0);
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8_OES, 300, 200);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, rb);
   glClearDepthf(0.75f);
   glClearStencil(0x5a);
   glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   GLuint program = use_program(plain_vs, NULL, plain_fs, NULL);
   glUniform4f(glGetUniformLocation(program, "color"), 0, 1, 0, 1);
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_LESS);
   glEnable(GL_STENCIL_TEST);
   glStencilFunc(GL_EQUAL, 0x5a, 0xff);
   glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
   vertices();
   glDrawArrays(GL_TRIANGLES, 0, 3);
}

static bool depth_stencil_is_right(void)
{
   return pixel_is(150, 100, 0, 255, 0, 255);
}

/* A blit with scaling, as OpenGL ES 2.0 has it. */
static void mipmap(void)
{
   uint8_t *texels = malloc(256 * 256 * 4);
   if (!texels)
      fail("no memory");
   memset(texels, 77, 256 * 256 * 4);
   GLuint name = new_texture(GL_TEXTURE_2D);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 256, 256, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   free(texels);
   glGenerateMipmap(GL_TEXTURE_2D);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   new_framebuffer();
   color_target(GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, 16, 16, GL_COLOR_ATTACHMENT0);
   glBindTexture(GL_TEXTURE_2D, name);
   use_program("attribute vec2 position; varying vec2 uv; void main() { uv = position; gl_Position = vec4(position, 0.0, 1.0); }",
               NULL, "precision highp float; varying vec2 uv; uniform sampler2D tex; "
                     "void main() { gl_FragColor = texture2D(tex, uv); }", NULL);
   vertices();
   glDrawArrays(GL_TRIANGLES, 0, 3);
}

static bool mipmap_is_right(void)
{
   return pixel_is(8, 8, 77, 77, 77, 77);
}

static void integer(void)
{
   static const GLint color[] = { 1, -2, 3, -4 };
   new_framebuffer();
   color_target(GL_RGBA32I, GL_RGBA_INTEGER, GL_INT, 200, 200, GL_COLOR_ATTACHMENT0);
   glClearBufferiv(GL_COLOR, 0, color);
   use_program(vs3, NULL, "#version 300 es\nprecision highp float; precision highp int; out ivec4 color;\n"
                          "void main() { color = ivec4(-1, 2, -3, int(gl_FragCoord.x)); }", NULL);
   vertices();
   glDrawArrays(GL_TRIANGLES, 0, 3);
}

static bool integer_is_right(void)
{
   GLint p[4] = { 0 };
   glReadPixels(7, 100, 1, 1, GL_RGBA_INTEGER, GL_INT, p);
   return p[0] == -1 && p[1] == 2 && p[2] == -3 && p[3] == 7;
}

static void blit(void)
{
   GLuint from = new_framebuffer();
   color_target(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 200, 200, GL_COLOR_ATTACHMENT0);
   glClearColor(1, 0.5f, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   GLuint to = new_framebuffer();
   color_target(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 100, 50, GL_COLOR_ATTACHMENT0);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
   glBlitFramebuffer(0, 0, 200, 200, 0, 0, 100, 50, GL_COLOR_BUFFER_BIT, GL_LINEAR);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, to);
}

static bool blit_is_right(void)
{
   return pixel_is(99, 49, 255, 128, 0, 255);
}

static void capture_to_buffer(GLenum mode, GLenum primitive)
{
   new_buffer(GL_TRANSFORM_FEEDBACK_BUFFER, NULL, 4096);
   GLint name;
   glGetIntegerv(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, &name);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, (GLuint)name);
   glEnable(GL_RASTERIZER_DISCARD);
   glBeginTransformFeedback(mode);
   glDrawArrays(primitive, 0, 3);
   glEndTransformFeedback();
   glDisable(GL_RASTERIZER_DISCARD);
}

static const char empty_fs[] = "#version 300 es\nprecision highp float; out vec4 color; void main() { color = vec4(1.0); }";

static void xfb_vs(void)
{
   new_framebuffer();
   color_target(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 64, 64, GL_COLOR_ATTACHMENT0);
   use_program("#version 300 es\nin vec2 position; out vec4 captured;\n"
               "void main() { captured = vec4(position, 0.0, float(gl_VertexID)); gl_Position = vec4(position, 0.0, 1.0); }",
               NULL, empty_fs, "captured");
   vertices();
   capture_to_buffer(GL_TRIANGLES, GL_TRIANGLES);
}

static void xfb_gs(void)
{
   new_framebuffer();
   color_target(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 64, 64, GL_COLOR_ATTACHMENT0);
   use_program("#version 320 es\nin vec2 position; out int id; void main() { id = gl_VertexID; "
               "gl_Position = vec4(position, 0.0, 1.0); }",
               "#version 320 es\nlayout(triangles) in; layout(points, max_vertices = 3) out; in int id[]; out vec4 captured;\n"
               "void main() { for (int i = 0; i < 3; i++) { captured = vec4(gl_in[i].gl_Position.xy, 0.0, float(id[i])); "
               "gl_Position = gl_in[i].gl_Position; EmitVertex(); } }", "#version 320 es\nprecision highp float; out vec4 color; "
               "void main() { color = vec4(1.0); }", "captured");
   vertices();
   capture_to_buffer(GL_POINTS, GL_TRIANGLES);
}

static bool xfb_is_right(void)
{
   const float *p = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 48, GL_MAP_READ_BIT);
   bool ok = p != NULL;
   for (int i = 0; ok && i < 3; i++)
      ok = p[4 * i] == corners[2 * i] && p[4 * i + 1] == corners[2 * i + 1] && p[4 * i + 3] == (float)i;
   return ok;
}

static void layered(void)
{
   GLuint name = new_texture(GL_TEXTURE_2D_ARRAY);
   glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, 128, 128, 4);
   new_framebuffer();
   glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, 0);
   glViewport(0, 0, 128, 128);
   use_program("#version 320 es\nin vec2 position; void main() { gl_Position = vec4(position, 0.0, 1.0); }",
               "#version 320 es\nlayout(triangles) in; layout(triangle_strip, max_vertices = 12) out; flat out int layer;\n"
               "void main() { for (int l = 0; l < 4; l++) { for (int i = 0; i < 3; i++) { layer = l; gl_Layer = l; "
               "gl_Position = gl_in[i].gl_Position; EmitVertex(); } EndPrimitive(); } }",
               "#version 320 es\nprecision highp float; flat in int layer; out vec4 color; "
               "void main() { color = vec4(float(layer) / 3.0, 1.0, 0.0, 1.0); }", NULL);
   vertices();
   glDrawArrays(GL_TRIANGLES, 0, 3);
   new_framebuffer();
   glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, 0, 2);
}

static bool layered_is_right(void)
{
   return pixel_is(64, 64, 170, 255, 0, 255);
}

/* Two patches: a triangle with fractional odd spacing, whose number of primitives depends on an output of another vertex. */
static void tessellation(void)
{
   new_framebuffer();
   color_target(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 64, 64, GL_COLOR_ATTACHMENT0);
   GLuint program = glCreateProgram();
   attach_shader(program, GL_TESS_CONTROL_SHADER, "#version 320 es\nlayout(vertices = 3) out; out highp float level[];\n"
                 "void main() { level[gl_InvocationID] = 2.5 + gl_in[gl_InvocationID].gl_Position.z; "
                 "gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position; barrier();\n"
                 "if (gl_InvocationID == 0) { gl_TessLevelInner[0] = level[1]; gl_TessLevelOuter[0] = level[2]; "
                 "gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = 3.0; } }");
   attach_shader(program, GL_TESS_EVALUATION_SHADER, "#version 320 es\nlayout(triangles, fractional_odd_spacing, ccw) in;\n"
                 "void main() { gl_Position = gl_TessCoord.x * gl_in[0].gl_Position + gl_TessCoord.y * gl_in[1].gl_Position + "
                 "gl_TessCoord.z * gl_in[2].gl_Position; }");
   attach_shader(program, GL_VERTEX_SHADER, "#version 320 es\nin vec2 position; void main() { gl_Position = vec4(position, 0.0, 1.0); }");
   attach_shader(program, GL_FRAGMENT_SHADER, "#version 320 es\nprecision highp float; out vec4 color; "
                 "void main() { color = vec4(0.0, 1.0, 0.0, 1.0); }");
   glBindAttribLocation(program, 0, "position");
   glLinkProgram(program);
   glUseProgram(program);
   vertices();
   glPatchParameteri(GL_PATCH_VERTICES, 3);
   glDrawArraysInstanced(GL_PATCHES, 0, 3, 2);
}

static bool tessellation_is_right(void)
{
   return pixel_is(32, 32, 0, 255, 0, 255);
}

static void msaa(void)
{
   GLuint rb, from = new_framebuffer();
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, 256, 256);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   glViewport(0, 0, 256, 256);
   GLuint program = use_program(plain_vs, NULL, plain_fs, NULL);
   glUniform4f(glGetUniformLocation(program, "color"), 0, 0, 1, 1);
   vertices();
   glDrawArrays(GL_TRIANGLES, 0, 3);
   GLuint to = new_framebuffer();
   color_target(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 256, 256, GL_COLOR_ATTACHMENT0);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
   glBlitFramebuffer(0, 0, 256, 256, 0, 0, 256, 256, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, to);
}

static bool msaa_is_right(void)
{
   return pixel_is(3, 200, 0, 0, 255, 255);
}

static GLuint the_query;

static void query(void)
{
   new_framebuffer();
   color_target(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 64, 64, GL_COLOR_ATTACHMENT0);
   GLuint program = use_program(plain_vs, NULL, plain_fs, NULL);
   glUniform4f(glGetUniformLocation(program, "color"), 1, 1, 1, 1);
   vertices();
   glGenQueries(1, &the_query);
   glBeginQuery(GL_ANY_SAMPLES_PASSED, the_query);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glEndQuery(GL_ANY_SAMPLES_PASSED);
}

static bool query_is_right(void)
{
   GLuint result = 0;
   glGetQueryObjectuiv(the_query, GL_QUERY_RESULT, &result);
   return result == 1;
}

static void indirect(void)
{
   static const uint16_t indices[] = { 0, 1, 2 };
   static const uint32_t args[] = { 3, 2, 0, 0, 0 }; /* count, instances, first, base vertex, 0 */
   GLuint vao;
   glGenVertexArrays(1, &vao);
   glBindVertexArray(vao);
   new_framebuffer();
   color_target(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 64, 64, GL_COLOR_ATTACHMENT0);
   use_program("#version 310 es\nin vec2 position; flat out int id; void main() { id = gl_InstanceID; "
               "gl_Position = vec4(position, 0.0, 1.0); }", NULL, "#version 310 es\nprecision highp float; flat in int id; "
               "out vec4 color; void main() { color = vec4(float(id), 1.0, 0.0, 1.0); }", NULL);
   vertices();
   new_buffer(GL_ELEMENT_ARRAY_BUFFER, indices, sizeof indices);
   new_buffer(GL_DRAW_INDIRECT_BUFFER, args, sizeof args);
   glDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_SHORT, NULL);
}

static bool indirect_is_right(void)
{
   return pixel_is(32, 32, 255, 255, 0, 255);
}

static const struct { const char *name; int version; void (*draw)(void); bool (*is_right)(void); } scenes[] = {
   { "clear", 20, clear, clear_is_right },
   { "triangle", 20, triangle, triangle_is_right },
   { "depth_stencil", 20, depth_stencil, depth_stencil_is_right },
   { "mipmap", 20, mipmap, mipmap_is_right },
   { "integer", 30, integer, integer_is_right },
   { "blit", 30, blit, blit_is_right },
   { "xfb_vs", 30, xfb_vs, xfb_is_right },
   { "msaa", 30, msaa, msaa_is_right },
   { "query", 30, query, query_is_right },
   { "indirect", 31, indirect, indirect_is_right },
   { "xfb_gs", 32, xfb_gs, xfb_is_right },
   { "layered", 32, layered, layered_is_right },
   { "tessellation", 32, tessellation, tessellation_is_right },
};
#define NUM_SCENES (sizeof scenes / sizeof scenes[0])

/* ---- captures --------------------------------------------------------------------------------------------------------- */

/* Captures of a folder whose number is `first` or more: counted, or removed. */
static unsigned captures(unsigned first, bool take_away)
{
   const char *folder = getenv("GLOAM_CAPTURE");
   DIR *dir = folder ? opendir(folder) : NULL;
   unsigned count = 0;
   for (struct dirent *d; dir && (d = readdir(dir));) {
      unsigned number;
      char path[4096];
      if (sscanf(d->d_name, "%*d-%u.cap", &number) != 1 || number < first)
         continue;
      count++;
      snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
      if (take_away)
         unlinkat(dirfd(dir), d->d_name, 0);
   }
   if (dir)
      closedir(dir);
   return count;
}

static bool make_context(int version)
{
   EGLDisplay dpy = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   if (!eglInitialize(dpy, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API))
      fail("no EGL display");
   const EGLint attribs[] = { EGL_CONTEXT_MAJOR_VERSION, version / 10, EGL_CONTEXT_MINOR_VERSION, version % 10, EGL_NONE };
   EGLContext ctx = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   return ctx && eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx);
}

int main(int argc, char **argv)
{
   if (argc != 2)
      fail("usage: stream_scenes --list | NAME");
   for (unsigned i = 0; i < NUM_SCENES; i++) {
      if (!strcmp(argv[1], "--list"))
         printf("%s %d.%d\n", scenes[i].name, scenes[i].version / 10, scenes[i].version % 10);
      if (strcmp(argv[1], scenes[i].name))
         continue;
      if (!make_context(scenes[i].version))
         return 77;
      scenes[i].draw();
      glFinish();
      unsigned count = captures(0, false);
      printf("%s\n%s\n", (const char *)glGetString(GL_VERSION), (const char *)glGetString(GL_RENDERER));
      bool ok = scenes[i].is_right() && glGetError() == GL_NO_ERROR;
      glFinish();
      captures(count, true);
      if (!ok)
         fail("the result is wrong");
      fflush(NULL);
      _exit(0); /* Mesa's compiler threads may still compile better programs; exit() would crash them */
   }
   return strcmp(argv[1], "--list") ? 1 : 0;
}
