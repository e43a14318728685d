/* ga_list.h: display lists. A list is a sequence of commands with their arguments; gen_list.py writes the functions that store and repeat
 * them, with the exceptions of list.csv. */
#ifndef GA_LIST_H
#define GA_LIST_H

#include "gl-api/context/ga_context.h"

#define GA_MAX_LIST_NESTING 64
#define GA_MAX_GENERATED_LISTS (1 << 22) /* of one glGenLists: more names do not fit into memory */
/* Operations that are not commands as they are called: an attribute slot, bits of a bitmap, a pixel map, pixels of an image, a stipple
 * pattern, an error of a command that reads client memory. Those of commands follow. */
enum { GA_LIST_ATTRIB, GA_LIST_BITMAP, GA_LIST_PIXEL_MAP, GA_LIST_IMAGE, GA_LIST_POLYGON_STIPPLE, GA_LIST_ERROR, GA_LIST_FIRST };

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
/* Compiles an error of a command, which execution raises with this text. */
void ga_list_error(struct ga_context *ctx, GLenum error, const char *command, const char *format, ...)
   __attribute__((format(printf, 4, 5)));
void ga_list_play_error(struct ga_context *ctx, const uint8_t *at);
bool ga_list_proxy(GLenum target); /* the target is that of a proxy texture, whose commands are executed at once */
void ga_list_add_attrib(struct ga_context *ctx, unsigned slot, const GLfloat value[4]);
size_t ga_list_name_size(GLenum type);  /* bytes of a name of glCallLists; 0: not a type */
size_t ga_list_values(GLenum pname);    /* values of a parameter of glLightfv, glTexEnvfv and so on */
void ga_lists_finish(struct ga_context *ctx);
GLuint ga_list_index(const struct ga_context *ctx); /* the list that is compiled, or 0 */
GLenum ga_list_mode(const struct ga_context *ctx);
/* Share group destruction: a list of its name space. */
void ga_list_free_shared(void *list);

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
