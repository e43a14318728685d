/* picture_server.c: the core of a server that renders pictures: OpenGL 3.3 without a window. Each line of standard input is a request,
 *
 *     WIDTH HEIGHT ANGLE FILE.png
 *
 * and draws a lit ring turned by ANGLE degrees. A picture is read into a pixel buffer object, and a fence says when the pixels are
 * there, so that the next request is drawn while the one before is stored. */
#include "common.h"

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>
#include <math.h>
#include <png.h>
#include <stdio.h>
#include <string.h>

enum { RINGS = 48, SIDES = 24, IN_FLIGHT = 2, MAX_SIZE = 4096 };

static const char vertex_source[] =
   "#version 330 core\n"
   "layout(location = 0) in vec2 place;\n" /* along and around the tube, 0 to 1 */
   "uniform vec2 turn; uniform float aspect; out vec3 normal;\n"
   "void main() {\n"
   "   vec2 a = place * 6.2831853;\n"
   "   vec3 out_ = vec3(cos(a.x), sin(a.x), 0.0), p = out_ * (0.55 + 0.22 * cos(a.y)) + vec3(0.0, 0.0, 0.22 * sin(a.y));\n"
   "   vec3 n = out_ * cos(a.y) + vec3(0.0, 0.0, sin(a.y));\n"
   "   mat3 m = mat3(1.0, 0.0, 0.0, 0.0, turn.x, turn.y, 0.0, -turn.y, turn.x);\n"
   "   p = m * p; normal = m * n;\n"
   "   gl_Position = vec4(p.x / aspect, p.y, -p.z * 0.5, 1.0);\n"
   "}\n";
static const char fragment_source[] =
   "#version 330 core\n"
   "in vec3 normal; layout(location = 0) out vec4 color;\n"
   "void main() {\n"
   "   float light = max(dot(normalize(normal), normalize(vec3(0.4, 0.6, 0.7))), 0.0);\n"
   "   color = vec4(mix(vec3(0.10, 0.12, 0.20), vec3(0.95, 0.70, 0.30), light), 1.0);\n"
   "}\n";

struct request { int width, height; float angle; char path[256]; };

/* A picture that is read back and not stored yet. */
struct job { struct request request; GLuint buffer; GLsync fence; };

static GLuint framebuffer, color, depth, program;
static int target_width, target_height;
static struct job jobs[IN_FLIGHT];

static void make_core_context(EGLDisplay dpy)
{
   static const EGLint attribs[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                    EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
   eglBindAPI(EGL_OPENGL_API);
   EGLContext ctx = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   if (ctx == EGL_NO_CONTEXT || !eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx))
      die("no OpenGL 3.3 context: 0x%x", eglGetError());
}

/* A grid of the tube: RINGS x SIDES quads of two triangles. */
static void make_mesh(void)
{
   static GLfloat places[(RINGS + 1) * (SIDES + 1)][2];
   static GLushort index[RINGS * SIDES * 6];
   GLuint array, buffer[2];
   for (int r = 0; r <= RINGS; r++)
      for (int s = 0; s <= SIDES; s++) {
         places[r * (SIDES + 1) + s][0] = (GLfloat)r / RINGS;
         places[r * (SIDES + 1) + s][1] = (GLfloat)s / SIDES;
      }
   for (int i = 0; i < RINGS * SIDES; i++) {
      const int a = i / SIDES * (SIDES + 1) + i % SIDES;
      const int corner[6] = {a, a + 1, a + SIDES + 1, a + SIDES + 1, a + 1, a + SIDES + 2};
      for (int k = 0; k < 6; k++)
         index[i * 6 + k] = (GLushort)corner[k];
   }
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glGenBuffers(2, buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer[0]);
   glBufferData(GL_ARRAY_BUFFER, sizeof(places), places, GL_STATIC_DRAW);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer[1]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(index), index, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
}

static void make_objects(void)
{
   program = make_program(vertex_source, fragment_source, NULL);
   glUseProgram(program);
   make_mesh();
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glGenRenderbuffers(1, &color);
   glGenRenderbuffers(1, &depth);
   for (int i = 0; i < IN_FLIGHT; i++)
      glGenBuffers(1, &jobs[i].buffer);
   glEnable(GL_DEPTH_TEST);
   glClearColor(0.05f, 0.05f, 0.08f, 1);
}

static void resize(int width, int height)
{
   if (width == target_width && height == target_height)
      return;
   glBindRenderbuffer(GL_RENDERBUFFER, color);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
   glBindRenderbuffer(GL_RENDERBUFFER, depth);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      die("the framebuffer of %d x %d is not complete", width, height);
   glViewport(0, 0, width, height);
   target_width = width;
   target_height = height;
}

/* Draws and starts the copy into the job's buffer. */
static void start(struct job *job, const struct request *r)
{
   const float radians = r->angle * 3.14159265f / 180;
   job->request = *r;
   resize(r->width, r->height);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
   glUniform2f(glGetUniformLocation(program, "turn"), cosf(radians), sinf(radians));
   glUniform1f(glGetUniformLocation(program, "aspect"), (float)r->width / (float)r->height);
   glDrawElements(GL_TRIANGLES, RINGS * SIDES * 6, GL_UNSIGNED_SHORT, NULL);
   glBindBuffer(GL_PIXEL_PACK_BUFFER, job->buffer);
   glBufferData(GL_PIXEL_PACK_BUFFER, (GLsizeiptr)r->width * r->height * 4, NULL, GL_STREAM_READ);
   glReadPixels(0, 0, r->width, r->height, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   job->fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
   glFlush();
}

/* Waits for the copy and stores the picture. */
static void finish(struct job *job)
{
   if (!job->fence)
      return;
   const struct request *r = &job->request;
   const GLsizeiptr bytes = (GLsizeiptr)r->width * r->height * 4;
   if (glClientWaitSync(job->fence, GL_SYNC_FLUSH_COMMANDS_BIT, 60000000000u) == GL_WAIT_FAILED)
      die("the fence cannot be waited for");
   glDeleteSync(job->fence);
   job->fence = NULL;
   glBindBuffer(GL_PIXEL_PACK_BUFFER, job->buffer);
   const void *pixels = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, bytes, GL_MAP_READ_BIT);
   if (!pixels)
      die("no map of %ld bytes", (long)bytes);
   png_image image = {.version = PNG_IMAGE_VERSION, .width = (png_uint_32)r->width, .height = (png_uint_32)r->height,
                      .format = PNG_FORMAT_RGBA};
   if (!png_image_write_to_file(&image, r->path, 0, pixels, -r->width * 4, NULL)) /* rows from the top */
      die("%s: %s", r->path, image.message);
   glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
   printf("%s\n", r->path);
   fflush(stdout);
}

int main(void)
{
   char line[512];
   unsigned count = 0;
   make_core_context(open_display());
   make_objects();
   while (fgets(line, sizeof(line), stdin)) {
      struct request r;
      if (sscanf(line, "%d %d %f %255s", &r.width, &r.height, &r.angle, r.path) != 4 || r.width < 1 || r.height < 1 ||
          r.width > MAX_SIZE || r.height > MAX_SIZE)
         die("not a request: %s", line);
      struct job *job = &jobs[count++ % IN_FLIGHT];
      finish(job);
      start(job, &r);
   }
   for (unsigned i = 0; i < IN_FLIGHT; i++)
      finish(&jobs[(count + i) % IN_FLIGHT]);
   if (glGetError() != GL_NO_ERROR)
      die("an OpenGL error");
   return 0;
}
