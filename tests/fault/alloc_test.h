/* alloc_test.h: declarations that test_alloc.c and the scenes of OpenGL ES 3.0 in alloc_es30.c share. */
#ifndef ALLOC_TEST_H
#define ALLOC_TEST_H

#include <stdbool.h>

#include <GLES3/gl3.h>

enum { SIZE = 16 };

enum outcome { RIGHT, REPORTED, WRONG };

/* Reads all pending errors; true if there were any, or the context is lost. */
bool clear_errors(void);

/* A program of these sources, or 0 if it did not compile or link. Attribute 0 is `pos`. */
GLuint link_sources(const char *vertex, const char *fragment, const char *varying);

/* Each makes its programs for the current context, and runs its scene. A command that raises GL_OUT_OF_MEMORY is called once more:
 * it had no effect, so the picture may then be right. */
bool prepare_textures(void);
bool prepare_feedback(void);
bool prepare_targets(void);
enum outcome part_textures(void);
enum outcome part_feedback(void);
enum outcome part_targets(void);
bool prepare_large(void);
enum outcome part_large(void);
enum outcome part_binary(void); /* makes its programs itself */

extern unsigned repeated; /* commands that were called once more, since the start */

#endif
