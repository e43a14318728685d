/* random.h: the parts of gl_random: objects that a context begins with, and calls of random commands. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

#include "commands_gl.h"

enum api { ES, CORE, COMPAT, ES1 };
enum { KEPT = 4 }; /* buffers, and vertex array objects with the default one */

extern struct gl_commands gl;
extern enum api api;
extern uint8_t *input;              /* memory that is not written */
extern const GLenum texture_targets[10]; /* of textures that a context begins with, by name */
GLenum texture_target(unsigned i);  /* the same of the API */

/* Makes the objects of the current context, which no random command deletes. `uniforms`: GLSL that declares those that glUniform* sets,
 * and an expression that reads them. */
struct random_uniforms { const char *declared, *sum; };
void random_make_objects(const struct random_uniforms *uniforms);

#endif
