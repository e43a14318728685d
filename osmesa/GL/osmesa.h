/* GL/osmesa.h: OSMesa 11.2, rendering into memory of the application without a window system. libOSMesa.so.8 has these functions and
 * those of OpenGL. A context, and the memory that it renders to, belong to the thread that has the context current. */
#ifndef OSMESA_H
#define OSMESA_H

#ifdef __cplusplus
extern "C" {
#endif

#include <GL/gl.h>

#define OSMESA_MAJOR_VERSION 11
#define OSMESA_MINOR_VERSION 2
#define OSMESA_PATCH_VERSION 0

/* Formats: the order of the components of a pixel in memory. OSMESA_COLOR_INDEX is not supported by OSMesaMakeCurrent. */
#define OSMESA_COLOR_INDEX GL_COLOR_INDEX
#define OSMESA_RGBA GL_RGBA
#define OSMESA_BGRA 0x1
#define OSMESA_ARGB 0x2
#define OSMESA_RGB GL_RGB
#define OSMESA_BGR 0x4
#define OSMESA_RGB_565 0x5

/* OSMesaPixelStore, OSMesaGetIntegerv */
#define OSMESA_ROW_LENGTH 0x10 /* pixels between rows; 0 (default): the width */
#define OSMESA_Y_UP 0x11       /* not 0 (default): the bottom row comes first in memory */

/* OSMesaGetIntegerv: of the current context */
#define OSMESA_WIDTH 0x20      /* pixels */
#define OSMESA_HEIGHT 0x21
#define OSMESA_FORMAT 0x22
#define OSMESA_TYPE 0x23
#define OSMESA_MAX_WIDTH 0x24  /* limits of OSMesaMakeCurrent */
#define OSMESA_MAX_HEIGHT 0x25

/* OSMesaCreateContextAttribs */
#define OSMESA_DEPTH_BITS 0x30            /* at least; default 0 */
#define OSMESA_STENCIL_BITS 0x31          /* at least; default 0 */
#define OSMESA_ACCUM_BITS 0x32            /* default 0; others: 16 bits a component, in the compatibility profile */
#define OSMESA_PROFILE 0x33
#define OSMESA_CORE_PROFILE 0x34
#define OSMESA_COMPAT_PROFILE 0x35        /* default */
#define OSMESA_CONTEXT_MAJOR_VERSION 0x36 /* at least; default 1 */
#define OSMESA_CONTEXT_MINOR_VERSION 0x37 /* default 0 */

typedef struct osmesa_context *OSMesaContext;
typedef void (*OSMESAproc)(void);

/* A compatibility context with 24 bits of depth and 8 of stencil. `share`: a context whose objects the new one shares, or NULL.
 * NULL: an invalid format, no memory, or no device. */
GLAPI OSMesaContext GLAPIENTRY OSMesaCreateContext(GLenum format, OSMesaContext share);
GLAPI OSMesaContext GLAPIENTRY OSMesaCreateContextExt(GLenum format, GLint depth_bits, GLint stencil_bits, GLint accum_bits,
                                                      OSMesaContext share);
/* `attribs`: pairs of an attribute and its value, ended by 0. NULL also for an invalid attribute or value, or a version or profile that
 * is not offered. The context has the highest version that is compatible with the requested one. */
GLAPI OSMesaContext GLAPIENTRY OSMesaCreateContextAttribs(const int *attribs, OSMesaContext share);
/* Also of the calling thread's current context. A context that is current on another thread is left as it is. */
GLAPI void GLAPIENTRY OSMesaDestroyContext(OSMesaContext ctx);

/* Makes ctx current on the calling thread, with width x height pixels of the application's memory as its framebuffer. `type` is the
 * type of a component: GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_HALF_FLOAT or GL_FLOAT, or GL_UNSIGNED_SHORT_5_6_5 with
 * OSMESA_RGB_565. The memory gets the pixels at glFinish and glFlush, and when another context or none becomes current; it must stay
 * valid until another OSMesaMakeCurrent or OSMesaDestroyContext. A framebuffer of the same size and type keeps its contents. All NULL:
 * no context is current. A context that is current on another thread must not be used there any more. GL_FALSE: nothing has changed; a
 * size or type is not supported, or there is no memory. */
GLAPI GLboolean GLAPIENTRY OSMesaMakeCurrent(OSMesaContext ctx, void *buffer, GLenum type, GLsizei width, GLsizei height);
GLAPI OSMesaContext GLAPIENTRY OSMesaGetCurrentContext(void);

/* State of the current context; without one they do nothing. */
GLAPI void GLAPIENTRY OSMesaPixelStore(GLint pname, GLint value);
GLAPI void GLAPIENTRY OSMesaGetIntegerv(GLint pname, GLint *value);

/* The depth buffer, bottom row first, as unsigned integers of 2 or 4 bytes; 1.0 is 0xffff or 0xffffff. The memory belongs to the context,
 * and later gets new values when the application's memory does. GL_FALSE: there is none; all results are 0. */
GLAPI GLboolean GLAPIENTRY OSMesaGetDepthBuffer(OSMesaContext ctx, GLint *width, GLint *height, GLint *bytes_per_value, void **buffer);
/* The application's memory of the last OSMesaMakeCurrent; `format` is the context's. GL_FALSE: there is none; all results are 0. */
GLAPI GLboolean GLAPIENTRY OSMesaGetColorBuffer(OSMesaContext ctx, GLint *width, GLint *height, GLint *format, void **buffer);

/* A function of OSMesa or OpenGL; NULL: an unknown name. */
GLAPI OSMESAproc GLAPIENTRY OSMesaGetProcAddress(const char *name);
/* glClampColor(GL_CLAMP_FRAGMENT_COLOR, enable ? GL_TRUE : GL_FIXED_ONLY). */
GLAPI void GLAPIENTRY OSMesaColorClamp(GLboolean enable);
/* Filters of Mesa's drivers, which are not supported: there is no effect. */
GLAPI void GLAPIENTRY OSMesaPostprocess(OSMesaContext ctx, const char *filter, unsigned enable_value);

#ifdef __cplusplus
}
#endif

#endif
