/* ga_list.h: display lists. A list is a sequence of commands with their arguments; gen_list.py writes the functions that store and repeat
 * them, with the exceptions of list.csv. */
#ifndef GA_LIST_H
#define GA_LIST_H

#include "gl-api/context/ga_context.h"
#include "gl-api/glsl/link.h"
#include "gl-api/legacy/ga_legacy.h"

#define GA_MAX_LIST_NESTING 64
#define GA_MAX_GENERATED_LISTS (1 << 22) /* of one glGenLists: more names do not fit into memory */
/* Operations that are not commands as they are called: an attribute slot, bits of a bitmap, a pixel map, pixels of an image, a stipple
 * pattern, an error of a command that reads client memory, glBegin and glEnd, pieces of vertices. Those of commands follow. */
enum { GA_LIST_ATTRIB, GA_LIST_BITMAP, GA_LIST_PIXEL_MAP, GA_LIST_IMAGE, GA_LIST_POLYGON_STIPPLE, GA_LIST_ERROR, GA_LIST_BEGIN,
   GA_LIST_END, GA_LIST_VERTICES, GA_LIST_FIRST };

/* The number of elements that a command reads: a negative one is an error of its execution. */
static inline size_t ga_list_count(GLsizeiptr count)
{
   return count > 0 ? (size_t)count : 0;
}

/* ---- generated ---- */
void ga_list_play(struct ga_context *ctx, unsigned op, const uint8_t *at);
void ga_dispatch_save(struct ga_dispatch *to, const struct ga_dispatch *from);   /* of list compilation */
void ga_dispatch_inside(struct ga_dispatch *to, const struct ga_dispatch *from); /* between glBegin and glEnd */

/* ---- ga_list.c ---- */
/* Appends a command with room for its arguments, aligned to 8 bytes. NULL: out of memory; glEndList raises the error. */
void *ga_list_add(struct ga_context *ctx, unsigned op, size_t size_B);
/* The commands of the moment, without those that compile; ga_list_executes: NULL in GL_COMPILE. */
const struct ga_dispatch *ga_list_commands(const struct ga_context *ctx);
const struct ga_dispatch *ga_list_executes(const struct ga_context *ctx);
void ga_list_play_attrib(struct ga_context *ctx, const uint8_t *at);
/* Compiles an error of a command, which execution raises with this text. GL_NO_ERROR: a command without effect, which is an error between
 * glBegin and glEnd. */
void ga_list_error(struct ga_context *ctx, GLenum error, const char *command, const char *format, ...)
   __attribute__((format(printf, 4, 5)));
void ga_list_play_error(struct ga_context *ctx, const uint8_t *at);
/* The unit of glMultiTexCoord is one, so that the command sets an attribute. */
static inline bool ga_list_unit(GLenum unit)
{
   return unit >= GL_TEXTURE0 && unit < GL_TEXTURE0 + GLSL_MAX_TEXTURE_COORDS;
}
bool ga_list_proxy(GLenum target); /* the target is that of a proxy texture, whose commands are executed at once */
void ga_list_add_attrib(struct ga_context *ctx, unsigned slot, const GLfloat value[4]);
size_t ga_list_name_size(GLenum type);  /* bytes of a name of glCallLists; 0: not a type */
size_t ga_list_values(GLenum pname);    /* values of a parameter of glLightfv, glTexEnvfv and so on */
void ga_lists_finish(struct ga_context *ctx);
GLuint ga_list_index(const struct ga_context *ctx); /* the list that is compiled, or 0 */
GLenum ga_list_mode(const struct ga_context *ctx);
/* Where the label of a list is (KHR_debug); NULL: no such list, or out of memory. The name space is locked. */
char **ga_list_label(struct ga_context *ctx, GLuint name);
/* Share group destruction: a list of its name space. */
void ga_list_free_shared(void *list);

/* The selection of the next command with an image, which a list compiles with it (ga_list_images.c). `command`: a string literal. */
void ga_list_select(struct ga_context *ctx, enum ga_list_select_kind kind, const char *command, GLuint name, GLenum target);

/* ---- ga_list_vertices.c ---- */
struct ga_list_build;
struct ga_list_build *ga_list_build_create(void); /* NULL: out of memory */
void ga_list_build_destroy(struct ga_list_build *b);
void ga_list_build_reset(struct ga_list_build *b); /* as created; keeps some memory */
struct ga_list_build *ga_list_build(const struct ga_context *ctx); /* of the list that is compiled (ga_list.c) */
struct ga_vertices *ga_list_build_vertices(struct ga_list_build *b);
void ga_list_no_memory(struct ga_context *ctx); /* glEndList raises the error */
/* An attribute's value, as ga_legacy_attrib has it. */
void ga_list_build_attrib(struct ga_context *ctx, struct ga_list_build *b, unsigned slot, const GLfloat value[4]);
/* Another command follows: the vertices so far are complete. */
void ga_list_build_break(struct ga_context *ctx, struct ga_list_build *b);
/* A command was compiled that may set attributes, begin and end primitives. */
void ga_list_build_forget(struct ga_list_build *b);
/* Puts the pieces, entries with arguments at at[], into memory of the GPU: *buffer is the caller's reference, NULL without pieces. False:
 * out of memory. */
bool ga_list_build_finish(struct ga_context *ctx, struct ga_list_build *b, uint8_t *entries, const size_t *at, unsigned count,
                          struct pipe_resource **buffer);
/* A draw of arrays with attributes of `mask`: begin, up to `count` vertices whose values the caller writes, end. begin false: it was
 * compiled as an error, or is out of memory. */
bool ga_list_arrays_begin(struct ga_context *ctx, const char *command, GLenum mode, uint32_t mask, uint32_t count);
GLfloat *ga_list_arrays_vertex(struct ga_context *ctx);
void ga_list_arrays_end(struct ga_context *ctx);
void ga_list_chunk_release(struct ga_context *ctx);
void ga_save_Begin(struct ga_context *ctx, GLenum mode);
void ga_save_End(struct ga_context *ctx);
void ga_list_play_begin(struct ga_context *ctx, const uint8_t *at);
void ga_list_play_end(struct ga_context *ctx, const uint8_t *at);
void ga_list_play_vertices(struct ga_context *ctx, const uint8_t *at);

/* ---- ga_list_arrays.c: vertices of arrays, compiled as they are at the time ---- */
void ga_save_ArrayElement(struct ga_context *ctx, GLint index);
void ga_save_DrawArrays(struct ga_context *ctx, GLenum mode, GLint first, GLsizei count);
void ga_save_MultiDrawArrays(struct ga_context *ctx, GLenum mode, const GLint *first, const GLsizei *count, GLsizei draws);
void ga_save_DrawElements(struct ga_context *ctx, GLenum mode, GLsizei count, GLenum type, const void *indices);
void ga_save_DrawRangeElements(struct ga_context *ctx, GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                               const void *indices);
void ga_save_MultiDrawElements(struct ga_context *ctx, GLenum mode, const GLsizei *count, GLenum type, const void *const *indices,
                               GLsizei draws);
void ga_save_DrawElementsBaseVertex(struct ga_context *ctx, GLenum mode, GLsizei count, GLenum type, const void *indices,
                                    GLint base_vertex);
void ga_save_DrawRangeElementsBaseVertex(struct ga_context *ctx, GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                                         const void *indices, GLint base_vertex);
void ga_save_MultiDrawElementsBaseVertex(struct ga_context *ctx, GLenum mode, const GLsizei *count, GLenum type,
                                         const void *const *indices, GLsizei draws, const GLint *base_vertex);
void ga_save_MultiModeDrawArraysIBM(struct ga_context *ctx, const GLenum *mode, const GLint *first, const GLsizei *count, GLsizei draws,
                                    GLint mode_stride_B);
void ga_save_MultiModeDrawElementsIBM(struct ga_context *ctx, const GLenum *mode, const GLsizei *count, GLenum type,
                                      const void *const *indices, GLsizei draws, GLint mode_stride_B);

/* ---- ga_draw_pixels.c ---- */
void ga_save_Bitmap(struct ga_context *ctx, GLsizei width, GLsizei height, GLfloat xorig, GLfloat yorig, GLfloat xmove, GLfloat ymove,
                    const GLubyte *bits);
void ga_list_play_bitmap(struct ga_context *ctx, const uint8_t *at);

/* ---- ga_pixel_state.c ---- */
void ga_save_PixelMapfv(struct ga_context *ctx, GLenum map, GLsizei mapsize, const GLfloat *values);
void ga_save_PixelMapuiv(struct ga_context *ctx, GLenum map, GLsizei mapsize, const GLuint *values);
void ga_save_PixelMapusv(struct ga_context *ctx, GLenum map, GLsizei mapsize, const GLushort *values);
void ga_list_play_pixel_map(struct ga_context *ctx, const uint8_t *at);

/* ---- ga_polygon_stipple.c ---- */
void ga_save_PolygonStipple(struct ga_context *ctx, const GLubyte *mask);
void ga_list_play_polygon_stipple(struct ga_context *ctx, const uint8_t *at);

/* ---- ga_list_images.c ---- */
void ga_save_DrawPixels(struct ga_context *ctx, GLsizei width, GLsizei height, GLenum format, GLenum type, const void *pixels);
void ga_save_TexImage1D(struct ga_context *ctx, GLenum target, GLint level, GLint internalformat, GLsizei width, GLint border, GLenum format,
                        GLenum type, const void *pixels);
void ga_save_TexImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height, GLint border,
                        GLenum format, GLenum type, const void *pixels);
void ga_save_TexImage3D(struct ga_context *ctx, GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height,
                        GLsizei depth, GLint border, GLenum format, GLenum type, const void *pixels);
void ga_save_TexSubImage1D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLsizei width, GLenum format, GLenum type,
                           const void *pixels);
void ga_save_TexSubImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width, GLsizei height,
                           GLenum format, GLenum type, const void *pixels);
void ga_save_TexSubImage3D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset, GLsizei width,
                           GLsizei height, GLsizei depth, GLenum format, GLenum type, const void *pixels);
void ga_save_CompressedTexImage1D(struct ga_context *ctx, GLenum target, GLint level, GLenum internalformat, GLsizei width, GLint border,
                                  GLsizei size, const void *data);
void ga_save_CompressedTexImage2D(struct ga_context *ctx, GLenum target, GLint level, GLenum internalformat, GLsizei width, GLsizei height,
                                  GLint border, GLsizei size, const void *data);
void ga_save_CompressedTexImage3D(struct ga_context *ctx, GLenum target, GLint level, GLenum internalformat, GLsizei width, GLsizei height,
                                  GLsizei depth, GLint border, GLsizei size, const void *data);
void ga_save_CompressedTexSubImage1D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLsizei width, GLenum format,
                                     GLsizei size, const void *data);
void ga_save_CompressedTexSubImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                                     GLsizei height, GLenum format, GLsizei size, const void *data);
void ga_save_CompressedTexSubImage3D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                                     GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLsizei size, const void *data);
void ga_save_TextureSubImage1D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLsizei width, GLenum format, GLenum type,
                               const void *pixels);
void ga_save_TextureSubImage2D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                               GLsizei height, GLenum format, GLenum type, const void *pixels);
void ga_save_TextureSubImage3D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                               GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type, const void *pixels);
void ga_save_CompressedTextureSubImage1D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLsizei width, GLenum format,
                                         GLsizei size, const void *data);
void ga_save_CompressedTextureSubImage2D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                                         GLsizei height, GLenum format, GLsizei size, const void *data);
void ga_save_CompressedTextureSubImage3D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                                         GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLsizei size, const void *data);
void ga_list_play_image(struct ga_context *ctx, const uint8_t *at);

/* ---- ga_attrib_stack.c ---- */
void ga_attrib_stacks_finish(struct ga_context *ctx);

#endif
