/* om_internal.h: contexts of OSMesa, and the interface between the files of this folder.
 *
 * A context renders to a tiled buffer as pbuffers do. Its pixels are copied to the application's memory when commands that finish
 * rendering ask for it, and when a thread makes another context current. All fields but `owner` belong to the thread that has the context current, or to the only thread that uses it. */
#ifndef OM_INTERNAL_H
#define OM_INTERNAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

#include "gl-api/gl_api.h"
#include "gl-api/tables/ga_gl.h"

/* Values of GL/osmesa.h. */
enum {
   OM_BGRA = 0x1, OM_ARGB = 0x2, OM_BGR = 0x4, OM_RGB_565 = 0x5,
   OM_ROW_LENGTH = 0x10, OM_Y_UP = 0x11,
   OM_WIDTH = 0x20, OM_HEIGHT = 0x21, OM_FORMAT = 0x22, OM_TYPE = 0x23, OM_MAX_WIDTH = 0x24, OM_MAX_HEIGHT = 0x25,
   OM_DEPTH_BITS = 0x30, OM_STENCIL_BITS = 0x31, OM_ACCUM_BITS = 0x32, OM_PROFILE = 0x33, OM_CORE_PROFILE = 0x34,
   OM_COMPAT_PROFILE = 0x35, OM_CONTEXT_MAJOR_VERSION = 0x36, OM_CONTEXT_MINOR_VERSION = 0x37,
};

struct ge_device;

/* How the pixels of a format and type lie in memory. */
struct om_layout {
   enum pipe_format color;  /* of the rendered buffer */
   uint8_t pixel_B;         /* in memory */
   uint8_t component_B, components;
   int8_t order[4];         /* component of the rendered buffer for each one in memory */
   bool same;               /* pixels in memory and in the rendered buffer are equal */
};

/* struct osmesa_context of the public header. */
struct om_context {
   pid_t pid;                    /* of the process that made it */
   struct ge_device *device;
   struct pipe_screen *screen;
   struct ga_context *gl;
   GLenum format;
   bool has_accum;               /* framebuffers have accumulation buffers: mapped memory */
   _Atomic(const void *) owner;  /* the thread that has it current (om_thread()), or NULL */
   /* The framebuffer. */
   struct ga_drawable drawable;
   struct om_layout layout;
   GLenum type;                  /* 0: there is no framebuffer yet */
   void *memory;                 /* the application's */
   GLint row_length;             /* pixels; 0: the width */
   bool y_up;
   uint32_t *depth;              /* of OSMesaGetDepthBuffer, once it is asked for: depth_B bytes of mapped memory */
   size_t depth_B;
};

/* ---- om_context.c ---- */
const void *om_thread(void);           /* identifies the calling thread */
struct om_context *om_current(void);   /* of the calling thread, or NULL */
void om_log(const char *format, ...) __attribute__((format(printf, 1, 2))); /* with GLOAM_DEBUG=1 */

/* ---- om_buffer.c ---- */
/* How `format` and `type` are stored; false: not supported. */
bool om_layout_of(GLenum format, GLenum type, struct om_layout *layout);
/* Makes the framebuffer one of this size and type. False: no memory, and nothing has changed. */
bool om_buffer_set(struct om_context *ctx, const struct om_layout *layout, GLenum type, uint32_t width, uint32_t height);
/* Copies the rendered pixels, and depth where it was asked for, to memory. The context is current. */
void om_buffer_store(struct om_context *ctx);
/* Copies depth to ctx->depth, which is made at the first call. False: no memory, or there is no depth. */
bool om_buffer_read_depth(struct om_context *ctx);
void om_buffer_free(struct om_context *ctx);

#endif
