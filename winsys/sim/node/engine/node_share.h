/* node_share.h: buffers that several files or processes use. Private to the engine. */
#ifndef NODE_SHARE_H
#define NODE_SHARE_H

#include "winsys/sim/node/engine/node.h"

/* Drops a reference. True: it was the last, and the buffer can no longer be looked up. */
bool node_share_drop(struct node_bo *bo);
/* Publishes a buffer's metadata to other processes. */
void node_share_publish(struct node_bo *bo);
/* Waits until other processes' jobs have left the buffer. */
bool node_share_idle(struct node_bo *bo, int64_t deadline_ns);

/* Makes the job a user of its buffers, and calls wait(arg, new reference) for fences of earlier jobs of other files and processes
 * on them. One step for all buffers, so that no two jobs wait for each other. 0 or -errno, also of wait. */
int node_share_use(struct node_job *job, node_wait_for *wait, void *arg);

/* node_bo.c */
struct node_bo *node_bo_new(int fd, uint64_t size_B); /* takes fd unless it is NULL */
void *node_bo_host(struct node_bo *bo);               /* NULL: no memory */

#endif
