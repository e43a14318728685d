/* api_test.h: GL test bodies that state the API and version they need and run on several implementations (run_api.py).
 * A body draws into a bound framebuffer of API_SIZE x API_SIZE texels, RGBA8, cleared to zero, with the viewport set. */
#ifndef API_TEST_H
#define API_TEST_H

#include <stdbool.h>
#include <stdint.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <GLES2/gl2ext.h>
#include <GL/glcorearb.h>

#define API_SIZE 32
#define API_TEXELS (API_SIZE * API_SIZE)

enum api { GLES, CORE, COMPATIBILITY };

struct api_body {
   const char *name;
   enum api api;
   unsigned version;   /* 10 * major + minor */
   unsigned tolerance; /* of a channel, in steps of 1/255, between an implementation and the reference or another one */
   unsigned few;       /* how many texels may differ by more */
   void (*draw)(void);
   /* The picture that the specification demands. NULL: implementations are compared with each other only. */
   void (*reference)(uint8_t rgba[API_TEXELS][4]);
};

/* Each ends with a row whose name is NULL. */
#define GROUP(name) extern const struct api_body api_bodies_##name[];
#include "groups.def"
#undef GROUP

/* Prints the reason and ends the process as failed. */
__attribute__((noreturn, format(printf, 1, 2))) void api_fail(const char *format, ...);

/* Fails where a value or GL's error is another one. */
void api_expect(const char *what, long got, long wanted);
void api_expect_error(GLenum wanted, const char *what);

/* The body itself has compared values with those of the specification. api_expect* call this. A body does so or has a
 * reference; comparisons.txt lists those that compare implementations only. */
void api_checked(void);

/* Prints the reason and ends the process: this implementation lacks something that the version does not require. */
__attribute__((noreturn)) void api_skip(const char *why);

/* Skips the body where the context lacks the extension. */
void api_require(const char *extension);

/* 0 .. n - 1, the same on every machine. Seeded anew for each body. */
unsigned api_random(unsigned n);

/* A compiled shader, attached to the program, that is deleted with it. */
GLuint api_attach(GLuint program, GLenum stage, const char *source);

/* Links and uses. */
void api_link(GLuint program);

/* A linked and used program. Sources begin with their #version line; `geometry` may be NULL. Attribute 0 is `pos`, 1 is `val`. */
GLuint api_program(const char *vertex, const char *geometry, const char *fragment);

/* Draws two triangles from (x0, y0) to (x1, y1) in clip coordinates, as attribute 0, from a separate buffer. */
void api_rectangle(float x0, float y0, float x1, float y1);

/* Binds a new buffer with these bytes to GL_ARRAY_BUFFER, and a vertex array object where the version has them. */
void api_vertices(const void *data, unsigned bytes);

/* A second context of the share group becomes current, or the first one again. Framebuffers are the contexts' own. */
void api_use_second(bool second);

/* The same with a second context of another API: OpenGL ES 3.0 for a body of OpenGL, OpenGL 3.3 core for one of OpenGL ES. */
void api_use_other_api(bool other);

#endif
