/* body_window.c: window rectangles (EXT_window_rectangles): fragments of draws, clears and blits, occlusion queries, framebuffers
 * whose rows begin at the top, the default framebuffer, which they do not concern, and their state. */
#include <string.h>

#include "api_test.h"

#ifndef GL_FRAMEBUFFER_FLIP_Y_MESA
#define GL_FRAMEBUFFER_FLIP_Y_MESA 0x8BBB
#endif

enum { MAX_BOXES = 4, ROUNDS = 40 };
static PFNGLWINDOWRECTANGLESEXTPROC window_rectangles;

static void prepare(void)
{
   api_require("GL_EXT_window_rectangles");
   window_rectangles = (PFNGLWINDOWRECTANGLESEXTPROC)eglGetProcAddress("glWindowRectanglesEXT");
}

/* ---- what a test draws ------------------------------------------------------------------------------------------------------ */

struct window { GLenum mode; GLsizei count; GLint box[MAX_BOXES][4], scissor[4]; };

/* One box or more. They may be empty, or lie outside of the framebuffer in part or whole. */
static struct window random_window(void)
{
   struct window w = {.mode = api_random(2) ? GL_INCLUSIVE_EXT : GL_EXCLUSIVE_EXT, .count = (GLsizei)api_random(MAX_BOXES) + 1};
   for (GLsizei i = 0; i < w.count; i++)
      for (unsigned k = 0; k < 2; k++) {
         w.box[i][k] = (GLint)api_random(API_SIZE + 12) - 8;
         w.box[i][2 + k] = (GLint)api_random(20);
      }
   for (unsigned k = 0; k < 2; k++) {
      w.scissor[k] = (GLint)api_random(8);
      w.scissor[2 + k] = (GLint)(API_SIZE - 8 + api_random(8));
   }
   return w;
}

static bool is_in(const GLint box[4], int x, int y)
{
   return x >= box[0] && y >= box[1] && x < box[0] + box[2] && y < box[1] + box[3];
}

static bool passes(const struct window *w, int x, int y)
{
   bool inside = false;
   for (GLsizei i = 0; i < w->count; i++)
      inside |= is_in(w->box[i], x, y);
   return is_in(w->scissor, x, y) && inside == (w->mode == GL_INCLUSIVE_EXT);
}

static GLuint make_target(const uint8_t rgba[4])
{
   GLuint texture, fbo;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, API_SIZE, API_SIZE);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glClearColor(rgba[0] / 255.0f, rgba[1] / 255.0f, rgba[2] / 255.0f, rgba[3] / 255.0f);
   glClear(GL_COLOR_BUFFER_BIT);
   return fbo;
}

static const uint8_t background[4] = {20, 40, 60, 255}, drawn[4] = {200, 0, 100, 255}, other[4] = {0, 255, 0, 255};

/* The bound framebuffer's pixels that pass have the one colour, the others the background. */
static unsigned check(const char *what, unsigned round, const struct window *w, const uint8_t color[4])
{
   uint8_t texels[API_SIZE][API_SIZE][4];
   unsigned count = 0;
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   for (int y = 0; y < API_SIZE; y++)
      for (int x = 0; x < API_SIZE; x++) {
         const bool pass = passes(w, x, y);
         count += pass;
         if (memcmp(texels[y][x], pass ? color : background, 4))
            api_fail("%s, round %u: (%d, %d) is %u %u %u %u", what, round, x, y, texels[y][x][0], texels[y][x][1], texels[y][x][2],
                     texels[y][x][3]);
      }
   api_checked();
   return count;
}

static void set_window(const struct window *w)
{
   window_rectangles(w->mode, w->count, w->box[0]);
   glEnable(GL_SCISSOR_TEST);
   glScissor(w->scissor[0], w->scissor[1], w->scissor[2], w->scissor[3]);
}

static void reset_window(void)
{
   window_rectangles(GL_EXCLUSIVE_EXT, 0, NULL);
   glDisable(GL_SCISSOR_TEST);
}

static void use_program(void)
{
   api_program("#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "#version 300 es\nprecision highp float; out vec4 color; void main() { color = vec4(200.0, 0.0, 100.0, 255.0) / 255.0; }");
}

/* ---- bodies ----------------------------------------------------------------------------------------------------------------- */

static void draw_draws(void)
{
   GLuint query, any;
   prepare();
   use_program();
   glGenQueries(1, &query);
   for (unsigned i = 0; i < ROUNDS; i++) {
      const struct window w = random_window();
      make_target(background);
      set_window(&w);
      glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
      api_rectangle(-1, -1, 1, 1);
      glEndQuery(GL_ANY_SAMPLES_PASSED);
      const unsigned count = check("draw", i, &w, drawn);
      glGetQueryObjectuiv(query, GL_QUERY_RESULT, &any);
      api_expect("GL_ANY_SAMPLES_PASSED", any != 0, count != 0);
      reset_window();
   }
   api_expect_error(GL_NO_ERROR, "draws");
}

/* Without a box nothing is inside of one. */
static void draw_none(void)
{
   prepare();
   use_program();
   for (unsigned i = 0; i < 2; i++) {
      const struct window w = {.mode = i ? GL_INCLUSIVE_EXT : GL_EXCLUSIVE_EXT, .scissor = {0, 0, API_SIZE, API_SIZE}};
      make_target(background);
      set_window(&w);
      api_rectangle(-1, -1, 1, 1);
      check("draw without a box", i, &w, drawn);
      reset_window();
   }
}

static void draw_clears(void)
{
   prepare();
   for (unsigned i = 0; i < ROUNDS; i++) {
      const struct window w = random_window();
      make_target(background);
      set_window(&w);
      glClearColor(0, 1, 0, 1);
      if (i & 1)
         glClear(GL_COLOR_BUFFER_BIT);
      else
         glClearBufferfv(GL_COLOR, 0, (const GLfloat[4]){0, 1, 0, 1});
      check("clear", i, &w, other);
      reset_window();
   }
   api_expect_error(GL_NO_ERROR, "clears");
}

static void draw_blits(void)
{
   prepare();
   const GLuint source = make_target(other);
   for (unsigned i = 0; i < ROUNDS; i++) {
      const struct window w = random_window();
      make_target(background);
      set_window(&w);
      glBindFramebuffer(GL_READ_FRAMEBUFFER, source);
      const GLint size = i & 1 ? API_SIZE / 2 : API_SIZE; /* of the source: blits that scale, and those that copy */
      glBlitFramebuffer(0, 0, size, size, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
      GLint bound;
      glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
      glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)bound);
      check("blit", i, &w, other);
      reset_window();
   }
   api_expect_error(GL_NO_ERROR, "blits");
}

/* The rectangles are in the framebuffer's coordinates, whose rows begin at the top. */
static void draw_flipped(void)
{
   prepare();
   api_require("GL_MESA_framebuffer_flip_y");
   PFNGLFRAMEBUFFERPARAMETERIMESAPROC parameter = (PFNGLFRAMEBUFFERPARAMETERIMESAPROC)eglGetProcAddress("glFramebufferParameteriMESA");
   use_program();
   for (unsigned i = 0; i < ROUNDS; i++) {
      const struct window w = random_window();
      make_target(background);
      parameter(GL_FRAMEBUFFER, GL_FRAMEBUFFER_FLIP_Y_MESA, GL_TRUE);
      set_window(&w);
      if (i & 1)
         api_rectangle(-1, -1, 1, 1);
      else
         glClearBufferfv(GL_COLOR, 0, (const GLfloat[4]){200 / 255.0f, 0, 100 / 255.0f, 1});
      check("flipped", i, &w, drawn);
      reset_window();
   }
   api_expect_error(GL_NO_ERROR, "flipped framebuffers");
}

static void draw_state(void)
{
   prepare();
   const GLint boxes[2][4] = {{1, 2, 3, 4}, {-5, -6, 7, 0}};
   GLint value = 0, max = 0, box[4];
   glGetIntegerv(GL_MAX_WINDOW_RECTANGLES_EXT, &max);
   api_expect("GL_MAX_WINDOW_RECTANGLES_EXT is at least 4", max >= 4, 1);
   glGetIntegerv(GL_WINDOW_RECTANGLE_MODE_EXT, &value);
   api_expect("the initial mode", value, GL_EXCLUSIVE_EXT);
   glGetIntegerv(GL_NUM_WINDOW_RECTANGLES_EXT, &value);
   api_expect("the initial number", value, 0);
   window_rectangles(GL_INCLUSIVE_EXT, 2, boxes[0]);
   glGetIntegerv(GL_WINDOW_RECTANGLE_MODE_EXT, &value);
   api_expect("mode", value, GL_INCLUSIVE_EXT);
   glGetIntegerv(GL_NUM_WINDOW_RECTANGLES_EXT, &value);
   api_expect("number", value, 2);
   for (unsigned i = 0; i < 2; i++) {
      glGetIntegeri_v(GL_WINDOW_RECTANGLE_EXT, i, box);
      for (unsigned k = 0; k < 4; k++)
         api_expect("box", box[k], boxes[i][k]);
   }
   window_rectangles(GL_EXCLUSIVE_EXT, 1, boxes[0]); /* the second becomes empty */
   glGetIntegeri_v(GL_WINDOW_RECTANGLE_EXT, 1, box);
   for (unsigned k = 0; k < 4; k++)
      api_expect("a box that is not given", box[k], 0);
   glGetIntegeri_v(GL_WINDOW_RECTANGLE_EXT, (GLuint)max, box);
   api_expect_error(GL_INVALID_VALUE, "an index too high");
   reset_window();
}

/* A pbuffer is a default framebuffer. */
static void draw_default(void)
{
   prepare();
   const EGLDisplay dpy = eglGetCurrentDisplay();
   static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8,
                                   EGL_NONE};
   static const EGLint size[] = {EGL_WIDTH, API_SIZE, EGL_HEIGHT, API_SIZE, EGL_NONE};
   EGLConfig config;
   EGLint count;
   if (!eglChooseConfig(dpy, wanted, &config, 1, &count) || count != 1)
      api_skip("there is no config for a pbuffer");
   const EGLSurface surface = eglCreatePbufferSurface(dpy, config, size);
   if (!eglMakeCurrent(dpy, surface, surface, eglGetCurrentContext()))
      api_fail("eglMakeCurrent failed");
   const struct window w = {.mode = GL_INCLUSIVE_EXT, .count = 1, .box = {{3, 4, 5, 6}}, .scissor = {0, 0, API_SIZE, API_SIZE}};
   const struct window all = {.mode = GL_EXCLUSIVE_EXT, .scissor = {0, 0, API_SIZE, API_SIZE}};
   use_program();
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glViewport(0, 0, API_SIZE, API_SIZE);
   set_window(&w);
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   check("clear of the default framebuffer", 0, &all, other);
   api_rectangle(-1, -1, 1, 1);
   check("draw to the default framebuffer", 0, &all, drawn);
   make_target(background); /* one after it has them again; its clear, too */
   reset_window();
   glClearColor(background[0] / 255.0f, background[1] / 255.0f, background[2] / 255.0f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   set_window(&w);
   api_rectangle(-1, -1, 1, 1);
   check("draw to a framebuffer object", 0, &w, drawn);
   reset_window();
}

const struct api_body api_bodies_window[] = {
   {"window-draws", GLES, 30, 0, 0, draw_draws, NULL},
   {"window-none", GLES, 30, 0, 0, draw_none, NULL},
   {"window-clears", GLES, 30, 0, 0, draw_clears, NULL},
   {"window-blits", GLES, 30, 0, 0, draw_blits, NULL},
   {"window-flipped", GLES, 31, 0, 0, draw_flipped, NULL},
   {"window-state", GLES, 31, 0, 0, draw_state, NULL},
   {"window-default", GLES, 30, 0, 0, draw_default, NULL},
   {NULL, GLES, 0, 0, 0, NULL, NULL},
};
