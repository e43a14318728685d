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

/* Also what ES 2.0 leaves open enough for two right implementations to differ by more than the odd edge: lines and points,
 * levels of detail, derivatives, the edges of cube faces, equal depths. */
extern const bool scene_open;

unsigned pick(unsigned n);
float between(float from, float to);

void make_programs(struct program *programs);
void use_program(const struct program *program);
void make_textures(struct texture *textures);
void reset_state(void);
void change_state(void);

#endif
