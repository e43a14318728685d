/* test_share.c: contexts of a share group on several threads: objects of one context are visible in the others, names are unique,
 * and threads that work on different objects do not affect each other. */
#include "pixel_test.h"

#include <pthread.h>

/* One context reads what another one stored, after the application has ordered the two (ES 2.0, appendix C). */
static void objects_are_shared(void **state)
{
   static const uint8_t texel[4] = {10, 200, 30, 255};
   EGLContext other = pixel_context(context);
   EGLSurface other_surface = pixel_surface();
   GLuint texture, buffer, rb;
   static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGB565, 4, 4);
   GLuint program = pixel_program("attribute vec4 pos; void main() { gl_Position = pos; }",
                                  "precision mediump float; uniform sampler2D s;\n"
                                  "void main() { gl_FragColor = texture2D(s, vec2(0.5)); }");
   assert_true(eglMakeCurrent(display, other_surface, other_surface, other));
   assert_true(glIsTexture(texture) && glIsBuffer(buffer) && glIsRenderbuffer(rb) && glIsProgram(program));
   glUseProgram(program);
   glBindTexture(GL_TEXTURE_2D, texture);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   pixel_expect(pixel_read(4, 4), (float[]){10 / 255.0f, 200 / 255.0f, 30 / 255.0f, 1}, "shared texture");

   /* Deleted in the other context, still bound in this one. */
   glDeleteTextures(1, &texture);
   glDeleteBuffers(1, &buffer);
   glDeleteProgram(program);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_true(eglMakeCurrent(display, surface, surface, context));
   assert_false(glIsTexture(texture));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glClear(GL_COLOR_BUFFER_BIT);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   pixel_expect(pixel_read(4, 4), (float[]){10 / 255.0f, 200 / 255.0f, 30 / 255.0f, 1}, "deleted elsewhere");
   assert_true(eglDestroyContext(display, other));
   assert_true(eglDestroySurface(display, other_surface));
}

/* gl_DepthRange as red (near) and green (diff). */
static GLuint depth_range_program(void)
{
   return pixel_program("attribute vec4 pos; varying float near; uniform vec4 v;\n"
                        "void main() { gl_Position = pos + v; near = gl_DepthRange.near; }",
                        "precision highp float; varying float near; uniform vec4 f;\n"
                        "void main() { gl_FragColor = vec4(near, gl_DepthRange.diff, 0.0, 1.0) + f; }");
}

static void draw_corners(void)
{
   static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

/* gl_DepthRange is state of the context that draws; the program is shared. */
static void depth_ranges(void **state)
{
   static const float range[2][2] = {{0.25f, 0.75f}, {0.125f, 1.0f}};
   EGLContext contexts[2] = {context, pixel_context(context)};
   EGLSurface surfaces[2] = {surface, pixel_surface()};
   GLuint program = depth_range_program();
   for (unsigned i = 0; i < 2; i++) {
      assert_true(eglMakeCurrent(display, surfaces[i], surfaces[i], contexts[i]));
      glUseProgram(program);
      glDepthRangef(range[i][0], range[i][1]);
   }
   for (unsigned draw = 0; draw < 4; draw++) {
      unsigned i = draw & 1;
      assert_true(eglMakeCurrent(display, surfaces[i], surfaces[i], contexts[i]));
      /* New uniform values upload the blocks of both stages. */
      glUniform4f(glGetUniformLocation(program, "v"), 0, 0, 0, 0);
      glUniform4f(glGetUniformLocation(program, "f"), 0, 0, 0, 0);
      draw_corners();
      pixel_expect(pixel_read(4, 4), (float[]){range[i][0], range[i][1] - range[i][0], 0, 1}, i ? "second" : "first");
   }
   assert_true(eglMakeCurrent(display, surface, surface, context));
   assert_true(eglDestroyContext(display, contexts[1]));
   assert_true(eglDestroySurface(display, surfaces[1]));
}

/* A mapping belongs to the buffer: another context unmaps it, also after the context that mapped it was destroyed. */
static void mapped_elsewhere(void **state)
{
   static const GLfloat empty[8], corners[8] = {-1, -1, 1, -1, -1, 1, 1, 1};
   PFNGLMAPBUFFEROESPROC map = (PFNGLMAPBUFFEROESPROC)eglGetProcAddress("glMapBufferOES");
   PFNGLUNMAPBUFFEROESPROC unmap = (PFNGLUNMAPBUFFEROESPROC)eglGetProcAddress("glUnmapBufferOES");
   EGLSurface other_surface = pixel_surface();
   GLuint buffer, program = pixel_program("attribute vec4 pos; void main() { gl_Position = pos; }",
                                          "precision mediump float; void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }");
   glUseProgram(program);
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   for (unsigned round = 0; round < 2; round++) {
      EGLContext other = pixel_context(context);
      glBufferData(GL_ARRAY_BUFFER, sizeof(empty), empty, GL_STATIC_DRAW);
      glClear(GL_COLOR_BUFFER_BIT);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4); /* the buffer is in use */
      assert_true(eglMakeCurrent(display, other_surface, other_surface, other));
      glBindBuffer(GL_ARRAY_BUFFER, buffer);
      GLfloat *pointer = map(GL_ARRAY_BUFFER, GL_WRITE_ONLY_OES);
      assert_non_null(pointer);
      memcpy(pointer, corners, sizeof(corners));
      assert_true(eglMakeCurrent(display, surface, surface, context));
      if (round == 1)
         assert_true(eglDestroyContext(display, other));
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      assert_int_equal(glGetError(), GL_INVALID_OPERATION); /* mapped */
      assert_true(unmap(GL_ARRAY_BUFFER));
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      pixel_expect(pixel_read(4, 4), (float[]){0, 1, 0, 1}, round ? "context destroyed" : "unmapped elsewhere");
      assert_int_equal(glGetError(), GL_NO_ERROR);
      if (round == 0)
         assert_true(eglDestroyContext(display, other));
   }
   assert_true(eglDestroySurface(display, other_surface));
}

enum { THREADS = 3, ROUNDS = 300 };

struct worker { pthread_t thread; const char *(*work)(unsigned number); unsigned number; const char *failure; };

/* Uploads a colour to a texture, draws it into a renderbuffer and reads it, with new objects in each round. */
static const char *work(unsigned number)
{
   static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
   GLuint program = pixel_program("attribute vec4 pos; void main() { gl_Position = pos; }",
                                  "precision mediump float; uniform sampler2D s; uniform vec4 add;\n"
                                  "void main() { gl_FragColor = texture2D(s, vec2(0.5)) + add; }");
   GLint add = glGetUniformLocation(program, "add");
   for (unsigned round = 0; round < ROUNDS; round++) {
      GLuint texture, buffer, rb, fbo;
      uint8_t value = (uint8_t)(number * 50 + round % 40), texel[4] = {value, 0, 0, 255}, read[4];
      glGenTextures(1, &texture);
      glGenBuffers(1, &buffer);
      glGenRenderbuffers(1, &rb);
      glGenFramebuffers(1, &fbo);
      glBindTexture(GL_TEXTURE_2D, texture);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
      glBindBuffer(GL_ARRAY_BUFFER, buffer);
      glBufferData(GL_ARRAY_BUFFER, sizeof(corners) + round, NULL, GL_STREAM_DRAW);
      glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof(corners), corners);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
      glEnableVertexAttribArray(0);
      glBindRenderbuffer(GL_RENDERBUFFER, rb);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8_OES, SIZE, SIZE);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
      glUniform4f(add, 0, number / 255.0f, 0, 0);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glReadPixels(round % SIZE, number % SIZE, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, read);
      if (read[0] != value || read[1] != number)
         return "a pixel of another thread, or none";
      glDeleteTextures(1, &texture);
      glDeleteBuffers(1, &buffer);
      glDeleteRenderbuffers(1, &rb);
      glDeleteFramebuffers(1, &fbo);
   }
   glDeleteProgram(program);
   return glGetError() == GL_NO_ERROR ? NULL : "a GL error";
}

/* Maps a buffer between draws that read it, while other threads do so with theirs. Another one is mapped during some draws; in some
 * rounds the array itself is, and the draw is an error. */
static const char *map_work(unsigned number)
{
   static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
   PFNGLMAPBUFFEROESPROC map = (PFNGLMAPBUFFEROESPROC)eglGetProcAddress("glMapBufferOES");
   PFNGLUNMAPBUFFEROESPROC unmap = (PFNGLUNMAPBUFFEROESPROC)eglGetProcAddress("glUnmapBufferOES");
   GLuint buffer[3], program = pixel_program("attribute vec4 pos; attribute vec4 color; varying vec4 c;\n"
                                             "void main() { gl_Position = pos; c = color; }",
                                             "precision mediump float; varying vec4 c; void main() { gl_FragColor = c; }");
   const GLuint pos = (GLuint)glGetAttribLocation(program, "pos"), color = (GLuint)glGetAttribLocation(program, "color");
   glGenBuffers(3, buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer[0]);
   glBufferData(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
   glVertexAttribPointer(pos, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(pos);
   for (unsigned i = 1; i < 3; i++) {
      glBindBuffer(GL_ARRAY_BUFFER, buffer[i]);
      glBufferData(GL_ARRAY_BUFFER, 64, NULL, GL_STREAM_DRAW);
   }
   for (unsigned round = 0; round < ROUNDS; round++) {
      const uint8_t value = (uint8_t)(number * 50 + round % 40);
      uint8_t read[4];
      glBindBuffer(GL_ARRAY_BUFFER, buffer[2]);
      if (round % 3 == 0 && !map(GL_ARRAY_BUFFER, GL_WRITE_ONLY_OES))
         return "the other buffer is not mapped";
      glBindBuffer(GL_ARRAY_BUFFER, buffer[1]);
      glVertexAttribPointer(color, 4, GL_UNSIGNED_BYTE, GL_TRUE, 4, NULL);
      glEnableVertexAttribArray(color);
      uint8_t *texels = map(GL_ARRAY_BUFFER, GL_WRITE_ONLY_OES);
      if (!texels)
         return "the array is not mapped";
      for (unsigned i = 0; i < 4; i++)
         memcpy(texels + 4 * i, (uint8_t[]){value, (uint8_t)number, 0, 255}, 4);
      if (round % 7 == 0) {
         glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
         if (glGetError() != GL_INVALID_OPERATION)
            return "a draw with a mapped array";
      }
      unmap(GL_ARRAY_BUFFER);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glBindBuffer(GL_ARRAY_BUFFER, buffer[2]);
      if (round % 3 == 0)
         unmap(GL_ARRAY_BUFFER);
      if (round % 5)
         continue; /* several draws before a wait */
      glReadPixels(round % SIZE, number % SIZE, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, read);
      if (read[0] != value || read[1] != number)
         return "a colour of another round";
   }
   glDeleteBuffers(3, buffer);
   glDeleteProgram(program);
   return glGetError() == GL_NO_ERROR ? NULL : "a GL error";
}

static void *run(void *data)
{
   struct worker *w = data;
   eglBindAPI(EGL_OPENGL_ES_API);
   EGLContext ctx = pixel_context(context);
   EGLSurface surf = pixel_surface();
   w->failure = eglMakeCurrent(display, surf, surf, ctx) ? w->work(w->number) : "eglMakeCurrent failed";
   eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   eglDestroyContext(display, ctx);
   eglDestroySurface(display, surf);
   return NULL;
}

static void run_all(const char *(*work_of_each)(unsigned number))
{
   struct worker workers[THREADS];
   for (unsigned i = 0; i < THREADS; i++) {
      workers[i] = (struct worker){.work = work_of_each, .number = i + 1};
      assert_int_equal(pthread_create(&workers[i].thread, NULL, run, &workers[i]), 0);
   }
   for (unsigned i = 0; i < THREADS; i++) {
      pthread_join(workers[i].thread, NULL);
      if (workers[i].failure)
         fail_msg("thread %u: %s", i, workers[i].failure);
   }
}

static void threads(void **state)
{
   run_all(work);
}

static void maps_of_threads(void **state)
{
   run_all(map_work);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, pixel_setup, pixel_teardown)
   const struct CMUnitTest tests[] = {TEST(objects_are_shared), TEST(depth_ranges), TEST(mapped_elsewhere), TEST(threads),
                                      TEST(maps_of_threads)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
