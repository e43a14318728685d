/* gloam_bench.c: measures gloam against another EGL vendor (Mesa's llvmpipe by default) in the same run: each workload is
 * run by child processes that alternate between the two, and the ratio of the median rates is printed. It is a plain EGL
 * and OpenGL ES 2.0 program; nothing in it knows either driver, but that A has to be gloam.
 *
 *   gloam-bench [-n ROUNDS] [-t SECONDS] [--a VENDOR.json] [--b VENDOR.json] [WORKLOAD ...]
 *   gloam-bench --child WORKLOAD SECONDS      one measurement: prints a rate
 *   gloam-bench --child renderer 0            prints who renders: GL_VENDOR, GL_RENDERER
 *
 * A is the vendor file that belongs to this program's build or installation folder, unless --a or
 * __EGL_VENDOR_LIBRARY_FILENAMES say another. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fail(const char *what)
{
   fprintf(stderr, "gloam-bench: %s (EGL 0x%x)\n", what, eglGetError());
   exit(1);
}

/* ---- the context and small helpers ---- */

static EGLDisplay dpy;

static void open_context(void)
{
   PFNEGLGETPLATFORMDISPLAYEXTPROC get =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
   if (get)
      dpy = get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   if (!dpy || !eglInitialize(dpy, NULL, NULL))
      fail("eglInitialize");
   static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLContext ctx = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   if (!ctx || !eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx))
      fail("eglMakeCurrent");
}

static GLuint shader(GLenum type, const char *source)
{
   GLuint s = glCreateShader(type);
   glShaderSource(s, 1, &source, NULL);
   glCompileShader(s);
   return s;
}

static GLuint program(const char *vs, const char *fs)
{
   GLuint p = glCreateProgram(), v = shader(GL_VERTEX_SHADER, vs), f = shader(GL_FRAGMENT_SHADER, fs);
   glAttachShader(p, v);
   glAttachShader(p, f);
   glBindAttribLocation(p, 0, "p");
   glBindAttribLocation(p, 1, "n");
   glLinkProgram(p);
   GLint ok;
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   if (!ok) {
      char log[1024] = "";
      glGetProgramInfoLog(p, sizeof(log), NULL, log);
      fprintf(stderr, "%s\n", log);
      fail("link");
   }
   glDeleteShader(v);
   glDeleteShader(f);
   return p;
}

static void target(int width, int height, int depth)
{
   GLuint rb[2], fb;
   glGenRenderbuffers(2, rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb[0]);
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glGenFramebuffers(1, &fb);
   glBindFramebuffer(GL_FRAMEBUFFER, fb);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   if (depth) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[1]);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, width, height);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb[1]);
   }
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      fail("framebuffer");
   glViewport(0, 0, width, height);
   glBindTexture(GL_TEXTURE_2D, 0);
}

static const GLfloat quad[8] = {-1, -1, 1, -1, -1, 1, 1, 1};
static const char quad_vs[] = "attribute vec2 p; varying vec2 v; void main() { v = p * 0.5 + 0.5; gl_Position = vec4(p, 0.0, 1.0); }";

static void use_quad(const char *fs)
{
   glUseProgram(program(quad_vs, fs));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, quad);
   glEnableVertexAttribArray(0);
}

static void checker(int size, GLenum min_filter)
{
   GLubyte *pixels = malloc((size_t)size * (size_t)size * 4);
   for (int i = 0; i < size * size; i++) {
      int x = i % size, y = i / size;
      pixels[4 * i + 0] = (GLubyte)(x * 255 / size);
      pixels[4 * i + 1] = (GLubyte)(y * 255 / size);
      pixels[4 * i + 2] = (GLubyte)(((x / 8 + y / 8) & 1) * 255);
      pixels[4 * i + 3] = (GLubyte)(128 + (x & 127));
   }
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)min_filter);
   if (min_filter != GL_LINEAR)
      glGenerateMipmap(GL_TEXTURE_2D);
   free(pixels);
}

/* ---- workloads: prepare once, then run; a run returns how many units it did ---- */

#define W 1920
#define H 1080
#define PIXELS ((double)W * H * 8)

static double draw_quads(void)
{
   for (int i = 0; i < 8; i++)
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glFinish();
   return PIXELS;
}

/* Drivers drop what a later primitive of the same batch hides, and quads that fill the screen hide each other: the same quads, each
 * in a batch of its own, are all drawn. */
static double draw_quads_flushed(void)
{
   for (int i = 0; i < 8; i++) {
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glFlush();
   }
   glFinish();
   return PIXELS;
}

static void fill_prepare(void)
{
   target(W, H, 0);
   use_quad("precision mediump float; uniform vec4 c; void main() { gl_FragColor = c; }");
   GLint p;
   glGetIntegerv(GL_CURRENT_PROGRAM, &p);
   glUniform4f(glGetUniformLocation((GLuint)p, "c"), 0.2f, 0.4f, 0.6f, 0.5f);
}

static void blend_prepare(void)
{
   fill_prepare();
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

static void texture_prepare(void)
{
   target(W, H, 0);
   checker(1024, GL_LINEAR);
   use_quad("precision mediump float; varying vec2 v; uniform sampler2D t; void main() { gl_FragColor = texture2D(t, v); }");
}

static void texture_blend_prepare(void)
{
   texture_prepare();
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

static void trilinear_prepare(void)
{
   target(W, H, 0);
   checker(1024, GL_LINEAR_MIPMAP_LINEAR);
   use_quad("precision mediump float; varying vec2 v; uniform sampler2D t; void main() { gl_FragColor = texture2D(t, v * 3.0); }");
}

static void fractal_prepare(void)
{
   target(W, H, 0);
   use_quad("precision highp float; varying vec2 v;\n"
            "void main() { vec2 z = vec2(0.0), c = v * 2.6 - vec2(1.9, 1.3); float n = 0.0;\n"
            "for (int i = 0; i < 64; i++) { z = vec2(z.x*z.x - z.y*z.y, 2.0*z.x*z.y) + c; if (dot(z, z) > 4.0) break; n += 1.0; }\n"
            "gl_FragColor = vec4(n / 64.0, fract(n / 7.0), 0.3, 1.0); }");
}

static double fractal_run(void)
{
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glFinish();
   return (double)W * H;
}

#define GRID 200
static GLsizei mesh_indices;

static void mesh_prepare(void)
{
   target(W, H, 1);
   checker(256, GL_LINEAR_MIPMAP_LINEAR);
   static GLfloat vertices[(GRID + 1) * (GRID + 1)][6];
   static GLushort indices[GRID * GRID * 6];
   for (int y = 0; y <= GRID; y++)
      for (int x = 0; x <= GRID; x++) {
         GLfloat *v = vertices[y * (GRID + 1) + x], fx = (GLfloat)x / GRID * 2 - 1, fy = (GLfloat)y / GRID * 2 - 1;
         float r = fx * fx + fy * fy;
         v[0] = fx;
         v[1] = fy;
         v[2] = 0.4f * (1 - r) * (1 - r);
         v[3] = 1.6f * fx * (1 - r);
         v[4] = 1.6f * fy * (1 - r);
         v[5] = 1;
      }
   for (int y = 0; y < GRID; y++)
      for (int x = 0; x < GRID; x++) {
         GLushort a = (GLushort)(y * (GRID + 1) + x), b = (GLushort)(a + GRID + 1);
         const GLushort q[6] = {a, (GLushort)(a + 1), b, b, (GLushort)(a + 1), (GLushort)(b + 1)};
         memcpy(&indices[mesh_indices], q, sizeof(q));
         mesh_indices += 6;
      }
   GLuint buffers[2];
   glGenBuffers(2, buffers);
   glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
   glBufferData(GL_ARRAY_BUFFER, sizeof(vertices), vertices, GL_STATIC_DRAW);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
   glUseProgram(program(
      "attribute vec3 p, n; varying vec3 vn, vp; varying vec2 vt;\n"
      "void main() { vn = n; vp = p; vt = p.xy * 2.0; gl_Position = vec4(p.x, p.y * 0.7 + p.z, p.y * 0.3, 1.2 + p.y * 0.3); }",
      "precision highp float; varying vec3 vn, vp; varying vec2 vt; uniform sampler2D t;\n"
      "void main() { vec3 n = normalize(vn), l = normalize(vec3(0.4, 0.6, 1.5) - vp);\n"
      "float d = max(dot(n, l), 0.0), s = pow(max(dot(reflect(-l, n), vec3(0.0, 0.0, 1.0)), 0.0), 24.0);\n"
      "gl_FragColor = vec4(texture2D(t, vt).rgb * (0.2 + 0.8 * d) + 0.3 * s, 1.0); }"));
   glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 24, NULL);
   glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 24, (void *)12);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glEnable(GL_DEPTH_TEST);
}

static double mesh_run(void)
{
   for (int i = 0; i < 4; i++) {
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
      glDrawElements(GL_TRIANGLES, mesh_indices, GL_UNSIGNED_SHORT, NULL);
   }
   glFinish();
   return 4;
}

static GLint draw_uniform;

static void draws_prepare(void)
{
   target(64, 64, 0);
   use_quad("precision mediump float; uniform vec4 c; void main() { gl_FragColor = c; }");
   GLint p;
   glGetIntegerv(GL_CURRENT_PROGRAM, &p);
   draw_uniform = glGetUniformLocation((GLuint)p, "c");
   GLuint buffer;
   static const GLfloat tiny[6] = {0, 0, 0.01f, 0, 0, 0.01f};
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, sizeof(tiny), tiny, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
}

static double draws_run(void)
{
   for (int i = 0; i < 2000; i++) {
      glUniform4f(draw_uniform, (GLfloat)i, 0.5f, 0.25f, 1);
      glDrawArrays(GL_TRIANGLES, 0, 3);
   }
   glFinish();
   return 2000;
}

static double clear_run(void)
{
   for (int i = 0; i < 16; i++) {
      glClearColor((GLfloat)i / 16, 0.5f, 0.25f, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      glFinish(); /* or a driver may keep only the last one */
   }
   return 16.0 * W * H * 4;
}

static void clear_prepare(void)
{
   target(W, H, 0);
}

static GLubyte *pixels;

static void upload_prepare(void)
{
   pixels = malloc(W * H * 4);
   memset(pixels, 0x5a, W * H * 4);
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, W, H, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

static double upload_run(void)
{
   for (int i = 0; i < 4; i++)
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, W, H, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   glFinish();
   return 4.0 * W * H * 4;
}

static void readback_prepare(void)
{
   target(W, H, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   pixels = malloc(W * H * 4);
}

static double readback_run(void)
{
   for (int i = 0; i < 4; i++)
      glReadPixels(0, 0, W, H, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   return 4.0 * W * H * 4;
}

static GLuint copy_texture;

static void copy_prepare(void)
{
   target(W, H, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   glGenTextures(1, &copy_texture);
   glBindTexture(GL_TEXTURE_2D, copy_texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, W, H, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
}

static double copy_run(void)
{
   for (int i = 0; i < 4; i++) {
      glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, W, H);
      glFinish();
   }
   return 4.0 * W * H * 4;
}

static void mipmap_prepare(void)
{
   target(64, 64, 0);
   checker(1024, GL_LINEAR_MIPMAP_LINEAR);
}

static double mipmap_run(void)
{
   for (int i = 0; i < 4; i++)
      glGenerateMipmap(GL_TEXTURE_2D);
   glFinish();
   return 4.0 * 1024 * 1024;
}

/* Small pieces into a texture and a buffer that the draws between them use. */
static void stream_prepare(void)
{
   draws_prepare();
   pixels = malloc(W * H * 4);
   memset(pixels, 0x5a, W * H * 4);
   checker(256, GL_LINEAR);
   glUseProgram(program(quad_vs, "precision mediump float; varying vec2 v; uniform sampler2D t;\n"
                                 "void main() { gl_FragColor = texture2D(t, v); }"));
}

static double stream_run(void)
{
   static const GLfloat tiny[6] = {0, 0, 0.01f, 0, 0, 0.01f};
   for (int i = 0; i < 500; i++) {
      glTexSubImage2D(GL_TEXTURE_2D, 0, i & 127, i & 63, 32, 32, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof(tiny), tiny);
      glDrawArrays(GL_TRIANGLES, 0, 3);
   }
   glFinish();
   return 500;
}

static void compile_prepare(void)
{
   target(64, 64, 0);
}

static double compile_run(void)
{
   static int number;
   for (int i = 0; i < 40; i++, number++) {
      char fs[512];
      snprintf(fs, sizeof(fs),
               "precision highp float; varying vec2 v; uniform vec4 a, b; uniform sampler2D t;\n"
               "void main() { vec4 c = texture2D(t, v * %d.0); float d = dot(normalize(a.xyz), c.xyz);\n"
               "if (d > 0.5) c += pow(max(d, 0.0), %d.0) * b; else c *= sin(v.x * %d.0);\n"
               "gl_FragColor = mix(c, a, clamp(v.y, 0.0, 1.0)); }", number + 1, number % 31 + 2, number % 17 + 1);
      GLuint p = program(quad_vs, fs);
      glUseProgram(p);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, quad);
      glEnableVertexAttribArray(0);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glFinish();
      glDeleteProgram(p);
   }
   return 40;
}

static const struct workload { const char *name, *unit; double scale; void (*prepare)(void); double (*run)(void); int once; }
   workloads[] = {
      {"fill", "Mpixel/s", 1e-6, fill_prepare, draw_quads, 0},
      {"fill-flush", "Mpixel/s", 1e-6, fill_prepare, draw_quads_flushed, 0},
      {"blend", "Mpixel/s", 1e-6, blend_prepare, draw_quads, 0},
      {"texture", "Mpixel/s", 1e-6, texture_prepare, draw_quads, 0},
      {"texture-flush", "Mpixel/s", 1e-6, texture_prepare, draw_quads_flushed, 0},
      {"texture-blend", "Mpixel/s", 1e-6, texture_blend_prepare, draw_quads, 0},
      {"trilinear", "Mpixel/s", 1e-6, trilinear_prepare, draw_quads, 0},
      {"trilinear-flush", "Mpixel/s", 1e-6, trilinear_prepare, draw_quads_flushed, 0},
      {"mesh", "frame/s", 1, mesh_prepare, mesh_run, 0},
      {"fractal", "Mpixel/s", 1e-6, fractal_prepare, fractal_run, 0},
      {"draws", "kdraw/s", 1e-3, draws_prepare, draws_run, 0},
      {"clear", "GB/s", 1e-9, clear_prepare, clear_run, 0},
      {"teximage", "GB/s", 1e-9, upload_prepare, upload_run, 0},
      {"readpixels", "GB/s", 1e-9, readback_prepare, readback_run, 0},
      {"copy", "GB/s", 1e-9, copy_prepare, copy_run, 0},
      {"mipmap", "Mpixel/s", 1e-6, mipmap_prepare, mipmap_run, 0},
      {"stream", "kdraw/s", 1e-3, stream_prepare, stream_run, 0},
      {"compile", "program/s", 1, compile_prepare, compile_run, 1},
      {"startup", "start/s", 1, NULL, NULL, 1},
};
#define WORKLOADS (sizeof(workloads) / sizeof(workloads[0]))

static int child(const char *name, double seconds)
{
   if (!strcmp(name, "renderer")) {
      open_context();
      printf("%s, %s\n", (const char *)glGetString(GL_VENDOR), (const char *)glGetString(GL_RENDERER));
      return 0;
   }
   for (unsigned i = 0; i < WORKLOADS; i++) {
      const struct workload *w = &workloads[i];
      if (strcmp(w->name, name))
         continue;
      double start = now();
      open_context();
      if (!w->run) { /* from nothing to the first pixel read back */
         fill_prepare();
         glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
         GLubyte pixel[4];
         glReadPixels(5, 5, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
         printf("%.9g\n", 1 / (now() - start));
         return 0;
      }
      w->prepare();
      double units = 0;
      if (!w->once)
         w->run(); /* warm: code compiled, memory touched */
      start = now();
      do
         units += w->run();
      while (!w->once && now() - start < seconds);
      double rate = units / (now() - start);
      if (glGetError())
         fail("a GL command failed");
      printf("%.9g\n", rate);
      return 0;
   }
   fprintf(stderr, "no workload %s\n", name);
   return 2;
}

/* ---- the parent ---- */

/* The first line that a child prints on this vendor's EGL. False: it failed. */
static int ask_child(const char *vendor, const char *name, const char *seconds, char *line, int size)
{
   int pipes[2];
   if (pipe(pipes))
      return 0;
   pid_t pid = fork();
   if (pid == 0) {
      dup2(pipes[1], 1);
      close(pipes[0]);
      close(pipes[1]);
      setenv("__EGL_VENDOR_LIBRARY_FILENAMES", vendor, 1);
      setenv("EGL_PLATFORM", "surfaceless", 1);
      setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
      setenv("GLOAM_SHADER_CACHE_DISABLE", "1", 1);
      execl("/proc/self/exe", "gloam-bench", "--child", name, seconds, (char *)NULL);
      _exit(127);
   }
   close(pipes[1]);
   FILE *in = fdopen(pipes[0], "r");
   int got = fgets(line, size, in) != NULL;
   fclose(in);
   int status;
   waitpid(pid, &status, 0);
   line[got ? strcspn(line, "\n") : 0] = 0;
   return got && !status;
}

static double measure(const char *vendor, const char *name, const char *seconds)
{
   char line[256];
   return ask_child(vendor, name, seconds, line, sizeof(line)) ? atof(line) : 0;
}

/* In the build folder, tools/gloam-bench and 40_gloam.json; installed, bin/gloam-bench and share/glvnd/egl_vendor.d/40_gloam.json. */
static const char *own_vendor(void)
{
   static const char *const places[] = {"../40_gloam.json", "../share/glvnd/egl_vendor.d/40_gloam.json"};
   static char path[PATH_MAX + 64];
   char folder[PATH_MAX];
   ssize_t length = readlink("/proc/self/exe", folder, sizeof(folder) - 1);
   folder[length > 0 ? length : 0] = 0;
   char *slash = strrchr(folder, '/');
   if (!slash)
      return NULL;
   *slash = 0;
   for (unsigned i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
      snprintf(path, sizeof(path), "%s/%s", folder, places[i]);
      if (!access(path, R_OK))
         return path;
   }
   return NULL;
}

/* Says who is compared with whom. False: A is not gloam, or one of them does not work. */
static int introduce(const char *const vendor[2])
{
   char line[256];
   for (int k = 0; k < 2; k++) {
      if (!vendor[k] || !ask_child(vendor[k], "renderer", "0", line, sizeof(line))) {
         fprintf(stderr, "gloam-bench: %c, %s, does not render (--%c names a vendor file)\n", 'A' + k, vendor[k] ? vendor[k] : "no vendor file found",
                 'a' + k);
         return 0;
      }
      printf("%c: %s (%s)\n", 'A' + k, line, vendor[k]);
      if (k == 0 && strncmp(line, "gloam,", 6)) {
         fprintf(stderr, "gloam-bench: A is not gloam\n");
         return 0;
      }
   }
   return 1;
}

static int by_value(const void *a, const void *b)
{
   double x = *(const double *)a, y = *(const double *)b;
   return (x > y) - (x < y);
}

static double median(double *values, int count)
{
   qsort(values, (size_t)count, sizeof(*values), by_value);
   return count & 1 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

int main(int argc, char **argv)
{
   if (argc == 4 && !strcmp(argv[1], "--child"))
      return child(argv[2], atof(argv[3]));
   const char *seconds = "1", *vendor[2] = {getenv("__EGL_VENDOR_LIBRARY_FILENAMES"),
                                            "/usr/share/glvnd/egl_vendor.d/50_mesa.json"};
   if (!vendor[0] || !*vendor[0])
      vendor[0] = own_vendor();
   int rounds = 5, first = 1;
   for (; first < argc && argv[first][0] == '-'; first += 2) {
      if (first + 1 < argc && !strcmp(argv[first], "-n")) {
         rounds = atoi(argv[first + 1]);
      } else if (first + 1 < argc && !strcmp(argv[first], "-t")) {
         seconds = argv[first + 1];
      } else if (first + 1 < argc && !strcmp(argv[first], "--a")) {
         vendor[0] = argv[first + 1];
      } else if (first + 1 < argc && !strcmp(argv[first], "--b")) {
         vendor[1] = argv[first + 1];
      } else {
         fprintf(stderr, "usage: gloam-bench [-n ROUNDS] [-t SECONDS] [--a VENDOR.json] [--b VENDOR.json] [WORKLOAD ...]\n");
         return 2;
      }
   }
   if (rounds < 1 || rounds > 99)
      rounds = 5;
   for (int k = first; k < argc; k++) {
      unsigned i = 0;
      while (i < WORKLOADS && strcmp(argv[k], workloads[i].name))
         i++;
      if (i == WORKLOADS) {
         fprintf(stderr, "gloam-bench: no workload %s\n", argv[k]);
         return 2;
      }
   }
   if (!introduce(vendor))
      return 1;
   printf("%-15s %12s %12s  %-10s %s\n", "workload", "A", "B", "unit", "A/B");
   for (unsigned i = 0; i < WORKLOADS; i++) {
      int wanted = first == argc;
      for (int k = first; k < argc; k++)
         wanted |= !strcmp(argv[k], workloads[i].name);
      if (!wanted)
         continue;
      double rates[2][99];
      for (int r = 0; r < rounds; r++)
         for (int k = 0; k < 2; k++)
            rates[k][r] = measure(vendor[k], workloads[i].name, seconds) * workloads[i].scale;
      double a = median(rates[0], rounds), b = median(rates[1], rounds);
      printf("%-15s %12.4g %12.4g  %-10s %.2f\n", workloads[i].name, a, b, workloads[i].unit, b > 0 ? a / b : 0);
      fflush(stdout);
   }
   return 0;
}
