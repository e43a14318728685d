/* api_capture.h: programs whose outputs are captured, for bodies that compare numbers instead of pictures. */
#ifndef API_CAPTURE_H
#define API_CAPTURE_H

#include "api_test.h"

/* A program in use that captures `count` varyings interleaved. geometry, fragment: may be NULL. Binds a new vertex
 * array. */
GLuint api_capturing(const char *vertex, const char *geometry, const char *fragment, unsigned count, const char *const *varyings);

/* Links a program that captures these outputs, and uses it. */
void api_link_capturing(GLuint program, GLsizei count, const char *const *varyings, GLenum mode);

/* Draws points with the vertex array bound and reads what they capture. */
void api_capture(GLsizei vertices, void *bytes, GLsizeiptr size_B);

/* ulps: largest difference in units of the last place. */
void api_expect_double(const char *what, unsigned vertex, double got, double want, unsigned ulps);

#endif
