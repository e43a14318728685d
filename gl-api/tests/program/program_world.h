/* program_world.h: two contexts without a driver that share programs. They have only the fields that these files use;
 * errors are recorded. */
#ifndef PROGRAM_WORLD_H
#define PROGRAM_WORLD_H

#include "fake_pipe.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/derive/ga_derive.h"
#include "gl-api/program/ga_transform_feedback.h"
#include "gl-api/program/ga_program.h"

/* The first error since the last call. */
void expect_raised(GLenum error, const char *what);
#define EXPECT(error, call) do { call; expect_raised(error, #call); } while (0)
#define OK(call) EXPECT(GL_NO_ERROR, call)

struct world {
   struct fake_screen *screen;
   struct ga_share share;
   struct ga_context ctx[2];
   struct ga_transform_feedback xfb; /* not active */
};

int setup(void **state);
int teardown(void **state);
struct ga_context *context(void **state);
GLint shader_iv(struct ga_context *ctx, GLuint name, GLenum pname);
GLint program_iv(struct ga_context *ctx, GLuint name, GLenum pname);
GLuint make_shader(struct ga_context *ctx, GLenum type, const char *source);
/* Shaders are left attached and deleted, as programs do. */
GLuint make_program(struct ga_context *ctx, const char *vs, const char *fs);

#define V0 "void main(){gl_Position=vec4(0.0);}"
#define F0 "void main(){gl_FragColor=vec4(0.0);}"

/* The rows of the program and of its values, as a draw runs them. */
static inline bool derive_program(struct ga_context *ctx)
{
   return ga_derive_program(ctx, "test") && ga_derive_uniforms(ctx, "test");
}

#endif
