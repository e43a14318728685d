/* api_compute.h: functions that bodies of compute shaders share. */
#ifndef API_COMPUTE_H
#define API_COMPUTE_H

#include "api_test.h"

/* A linked and used program of one compute shader. */
GLuint api_compute_program(const char *source);

/* A buffer bound to the target, and to its point `index` where the target has such. */
GLuint api_compute_buffer(GLenum target, GLuint index, GLsizeiptr size_B, const void *data);

/* The words of a buffer after all commands. */
void api_read_words(GLuint name, uint32_t *words, unsigned count);

#endif
