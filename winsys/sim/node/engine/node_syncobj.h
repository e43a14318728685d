/* node_syncobj.h: private to node_syncobj*.c. */
#ifndef NODE_SYNCOBJ_H
#define NODE_SYNCOBJ_H

#include "winsys/sim/node/engine/node.h"

/* Whether a point has a fence, and whether that is signalled. */
enum node_syncobj_state { NODE_POINT_NOTHING, NODE_POINT_PENDING, NODE_POINT_DONE };

/* Drops points that are done, up to the first that is not. node_sync_lock is held. */
void node_syncobj_trim(struct node_syncobj *s);
/* node_sync_lock is held. */
enum node_syncobj_state node_syncobj_state(struct node_syncobj *s, uint64_t point);

#endif
