/* ga_select.h: commands of EXT_direct_state_access. Such a command names by its first arguments what another command finds by a selector
 * or a binding point: it selects the object, calls the other command (tables/select.csv), and restores the selectors. They are fields of
 * the context here, not commands: nothing is derived from a selection, and no dirty bit is set for it. */
#ifndef GA_SELECT_H
#define GA_SELECT_H

#include "gl-api/legacy/ga_legacy.h"

struct ga_fbo;

/* The selectors of the context before the selection. */
struct ga_selection {
   const char *called_as;
   unsigned active_unit, client_unit;
   GLenum matrix_mode;
   struct ga_vao *vao;
   struct ga_fbo *draw_fbo, *read_fbo;
   struct ga_buffer *array_buffer, *buffer;          /* buffer: counted or NULL, in place of array_buffer */
   struct ga_texture **texture_slot, *texture;       /* texture_slot NULL: no texture is selected */
   int program_target;                               /* of an assembly program that is selected; -1: none is */
};

/* Each of these begins a selection; ga_select_end() follows in either case. False: an error was raised in the name of `command`, a string
 * literal that messages of errors begin with until then. An unused name becomes that of an object, as the command that binds it does
 * (EXT_direct_state_access, 2.5), except for vertex arrays, whose names have to be generated. */

/* Matrices: GL_TEXTUREi is the stack of that unit, other modes are those of glMatrixMode. */
bool ga_select_matrix(struct ga_context *ctx, struct ga_selection *s, const char *command, GLenum mode);
/* A texture unit. Not one: GL_INVALID_ENUM as in glActiveTexture, GL_INVALID_OPERATION ("Errors" of the extension). */
bool ga_select_active_texture(struct ga_context *ctx, struct ga_selection *s, const char *command, GLenum unit);
bool ga_select_texture_unit(struct ga_context *ctx, struct ga_selection *s, const char *command, GLenum unit);
/* A set of texture coordinates. Not one: GL_INVALID_OPERATION. */
bool ga_select_client_texture(struct ga_context *ctx, struct ga_selection *s, const char *command, GLenum unit);
/* A texture for a target of the command, or 0: the default texture. A target that no texture can have selects none, and is an error of the
 * command that is called. */
bool ga_select_texture(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name, GLenum target);
/* These make objects of names that the command that is called has as well; 0 is left to it. */
bool ga_select_buffer(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name);
bool ga_select_buffers(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint read, GLuint write);
bool ga_select_renderbuffer(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name);
bool ga_select_framebuffer(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name);
/* A framebuffer for drawing and reading; 0: those of the window. */
bool ga_select_framebuffer_target(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name);
/* A vertex array object; with a buffer, 0: none, as GL_ARRAY_BUFFER, and an offset that must not be negative in one; with a set of texture
 * coordinates. */
bool ga_select_vertex_array(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name);
bool ga_select_vertex_array_buffer(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name, GLuint buffer,
                                   GLintptr offset);
bool ga_select_vertex_array_texture(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name, GLuint buffer,
                                    GLenum unit, GLintptr offset);
/* An assembly program of a target, or 0: the default program. */
bool ga_select_program(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name, GLenum target);

void ga_select_end(struct ga_context *ctx, const struct ga_selection *s);

/* ctx->hooks->capability_selector. */
unsigned *ga_capability_selector(struct ga_context *ctx, GLenum capability, bool reads, GLuint *limit);

#endif
