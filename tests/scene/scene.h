/* scene.h: the parts of the random program in scene.c. */
#ifndef SCENE_H
#define SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

/* Not a multiple of any tile. */
enum { WIDTH = 150, HEIGHT = 101, VERTICES = 48, PROGRAMS = 10, TEXTURES = 8 };

struct vertex { float pos[4], tex[2]; uint8_t color[4]; };
struct target { GLuint fbo, texture; };
struct program { GLuint name; GLint u_color, u_number; };
struct texture { GLuint name; GLenum bind, format, type; GLsizei width, height; bool cube, mipmapped; };

/* Features of a picture beyond triangles and flat textures: letters of the fourth argument. scene.py has the tolerance of each
 * between two right implementations. */
enum feature {
   MIPMAPS,     /* m: textures with levels, all filters */
   COARSE,      /* k: levels of textures with 1, 4 or 5 bits a channel */
   CUBES,       /* c: linear filters on cubes */
   LINES,       /* l */
   WIDE_LINES,  /* w: with l */
   POINTS,      /* p */
   VIEWPORTS,   /* v: points and wide lines that reach out of the viewport, points outside the volume */
   EQUAL,       /* e: depth tests that equal depths pass or fail: EQUAL, NOTEQUAL, NEVER */
   OFFSET,      /* o: polygon offset */
   SMALL,       /* s: a framebuffer of 16 bits */
   NOISE,       /* n: texels without any relation to their neighbours */
   DERIVATIVES, /* d */
   FEATURES
};
extern bool scene_with[FEATURES];

unsigned pick(unsigned n);
float between(float from, float to);

void make_programs(struct program *programs);
void use_program(const struct program *program);
void make_textures(struct texture *textures);
void reset_state(void);
void change_state(void);

#endif
