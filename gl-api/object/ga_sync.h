/* ga_sync.h: sync objects (GL 4.6, 4.1): fences of the share group. A GLsync is the object's name as a pointer, so that any value an
 * application passes can be checked. */
#ifndef GA_SYNC_H
#define GA_SYNC_H

#include "gl-api/context/ga_context.h"

struct ga_sync {
   GLuint name;
   atomic_int refs;                 /* the name and commands that wait */
   char *label;                     /* KHR_debug; guarded by the lock of the name space */
   struct pipe_fence *fence;        /* counted */
};

/* A fence after the commands so far, which are submitted. NULL: out of memory. */
struct ga_sync *ga_sync_create(struct ga_context *ctx);
/* With a reference for the caller; NULL: no such object. */
struct ga_sync *ga_sync_get(struct ga_context *ctx, GLsync handle);
GLsync ga_sync_handle(const struct ga_sync *sync);
void ga_sync_unref(struct ga_sync *sync); /* any thread; NULL is fine */
void ga_sync_delete(struct ga_context *ctx, struct ga_sync *sync); /* drops the name and its reference */
/* True when the fence signalled within timeout_ns; 0: only asks. No lock is held. */
bool ga_sync_wait(struct ga_context *ctx, struct ga_sync *sync, uint64_t timeout_ns);

#endif
