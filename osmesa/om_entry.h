/* om_entry.h: the functions of OSMesa (GL/osmesa.h describes them), and how libOSMesa finds them. */
#ifndef OM_ENTRY_H
#define OM_ENTRY_H

#include "osmesa/om_internal.h"

/* ---- om_context.c ---- */
struct om_context *om_CreateContext(GLenum format, struct om_context *share);
struct om_context *om_CreateContextExt(GLenum format, GLint depth_bits, GLint stencil_bits, GLint accum_bits, struct om_context *share);
struct om_context *om_CreateContextAttribs(const int *attribs, struct om_context *share);
void om_DestroyContext(struct om_context *ctx);
GLboolean om_MakeCurrent(struct om_context *ctx, void *memory, GLenum type, GLsizei width, GLsizei height);

/* ---- om_entry.c ---- */
/* Address of a function of OSMesa or OpenGL; NULL: an unknown name. libOSMesa.so.8 calls it when it is loaded. glFlush and glFinish are
 * functions that store the pixels, too. */
__attribute__((visibility("default"))) void (*gloam_osmesa_get_proc_address(const char *name))(void);

#endif
