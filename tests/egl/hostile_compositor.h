/* hostile_compositor.h: a small Wayland compositor in a separate process that breaks rules on request. It shows nothing: it checks
 * the committed buffers. */
#ifndef HOSTILE_COMPOSITOR_H
#define HOSTILE_COMPOSITOR_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum hostility {
   NO_GLOBALS = 1,            /* wl_compositor only */
   DMABUF_3 = 2,              /* zwp_linux_dmabuf_v1, version 3 */
   DMABUF_4 = 4,              /* and version 4, with feedback */
   DENY = 8,                  /* each buffer of zwp_linux_dmabuf_v1 fails */
   NO_ANSWER = 16,            /* no event after zwp_linux_buffer_params_v1.create */
   CREATE_TWICE = 32,         /* two events after it */
   NO_RELEASE = 64,           /* of buffers */
   RELEASE_TWICE = 128,
   NO_FRAME = 256,            /* callbacks of frames are not called */
   SILENT = 512,              /* requests are not read */
   QUIT_AT_BIND = 1024,       /* ends when wl_shm or zwp_linux_dmabuf_v1 is bound */
   QUIT_AT_CREATE = 2048,     /* ends instead of an event after create */
   QUIT_AT_COMMIT = 4096,     /* ends at the third commit */
   ERROR_AT_COMMIT = 8192,    /* protocol error at the third commit */
   HALF_EVENT_AT_COMMIT = 1 << 14, /* the start of an event whose end never comes, at the third commit */
   LONG_EVENT_AT_COMMIT = 1 << 23, /* an event that is longer than the 4096 bytes that libwayland takes */
   BAD_EVENT_AT_COMMIT = 1 << 22, /* an event that its interface does not have */
   TABLE_SHORT = 1 << 15,     /* the feedback's table is longer than its file */
   TABLE_HUGE = 1 << 16,      /* its size is 4 GB - 1 */
   TABLE_PIPE = 1 << 17,      /* its descriptor is a pipe's */
   TABLE_LATE = 1 << 18,      /* it comes after the tranche that uses it */
   BAD_ROWS = 1 << 19,        /* the tranche names rows beyond the table, and ends in the middle of one */
   NOT_DONE = 1 << 20,        /* the feedback does not end */
   SHM_NOISE = 1 << 21,       /* wl_shm has unknown formats */
};

/* In memory that both processes share. */
struct hostile_report {
   _Atomic unsigned commits, shm, dmabuf; /* commits of a buffer, and through which protocol it was made */
   _Atomic unsigned first_pixel;          /* of the last buffer, as its four bytes */
   _Atomic unsigned format;               /* of the last buffer: that of wl_shm, or DRM's */
};

/* Starts a compositor for one client, which connects to *client_fd. The process ends when the client disconnects. */
pid_t hostile_start(unsigned hostility, struct hostile_report *report, int *client_fd);

#endif
