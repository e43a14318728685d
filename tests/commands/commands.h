/* commands.h: rows of calls. Each command of entry.def is called legally, and with each error that the specification names for
 * it; after an error, all state that commands can query is compared with the state before. A chapter (cmd_*.c) runs in a context
 * of its own, on each implementation (run_commands.py). */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "commands_gl.h"

/* The contexts in which the chapters run. */
enum api { ES32, CORE46, COMPAT46, ES11 };
extern enum api api;
extern struct gl_commands gl;

static inline bool desktop(void)
{
   return api == CORE46 || api == COMPAT46;
}

static inline bool compat(void)
{
   return api == COMPAT46;
}

/* OpenGL ES 1.1 has chapters of its own. */
static inline bool es1(void)
{
   return api == ES11;
}

/* Whether the context lists an extension. */
bool has_extension(const char *name);

/* The calls below may only be used through the rows. */
bool row_begin(enum command command, const char *text); /* false: the row is left out */
void row_begin_pending(enum command command, const char *text); /* after the call: its error is pending */
void row_end(GLenum error, const char *file, int line);
void state_before(void);
void commands_compare_state(void); /* of state_before() with the state after the row's call */
bool state_differs(const char **name, unsigned *index);

/* A legal call. */
#define OK(name, ...) \
   do { \
      if (row_begin(CMD_##name, "gl" #name "(" #__VA_ARGS__ ")")) { \
         (void)gl.name(__VA_ARGS__); \
         row_end(GL_NO_ERROR, __FILE__, __LINE__); \
      } \
   } while (0)

/* A call that raises the error GL_##error and changes nothing. */
#define ERR(error, name, ...) \
   do { \
      state_before(); \
      if (row_begin(CMD_##name, "gl" #name "(" #__VA_ARGS__ ")")) { \
         (void)gl.name(__VA_ARGS__); \
         row_end(GL_##error, __FILE__, __LINE__); \
      } \
   } while (0)

/* A call that raises an error for some of its elements and carries out the others (OpenGL 4.6, 2.3.1: multi-bind). */
#define ERR_PARTLY(error, name, ...) \
   do { \
      if (row_begin(CMD_##name, "gl" #name "(" #__VA_ARGS__ ")")) { \
         (void)gl.name(__VA_ARGS__); \
         row_end(GL_##error, __FILE__, __LINE__); \
      } \
   } while (0)

/* A command for which the specification names no error but those of every command (out of memory, a lost context, between glBegin
 * and glEnd). */
#define NO_ERROR(name) ((void)CMD_##name)

/* A command that no context here can call legally: what it works on is not offered. */
#define NO_LEGAL_CALL(name) ((void)CMD_##name, (void)0)

/* Prints and counts a failure where a value is another one than the specification names. */
void expect_value(const char *text, long got, long wanted, const char *file, int line);
#define EXPECT(value, wanted) expect_value(#value, (long)(value), (long)(wanted), __FILE__, __LINE__)

enum { BAD = 0x1234 }; /* a number that no enumerant has where the rows use it */

/* A linked program of a vertex and a fragment shader; sources without their #version line, which the context decides. */
GLuint make_program(const char *vertex, const char *fragment);
GLuint make_shader(GLenum type, const char *source);

/* An RGBA8 texture with one level, bound to the target; a buffer with this many zero bytes, bound to the target. */
GLuint make_texture(GLenum target, GLsizei width, GLsizei height);
GLuint make_buffer(GLenum target, GLsizeiptr size_B);

/* A complete framebuffer of 16x16 with RGBA8 and DEPTH24_STENCIL8 is bound when a chapter begins, as `default_fbo`. */
extern GLuint default_fbo;

#define CHAPTER(name) void cmd_##name(void);
#define CHAPTER_ES1(name) void cmd_##name(void);
#include "chapters.def"
#undef CHAPTER
#undef CHAPTER_ES1

#endif
