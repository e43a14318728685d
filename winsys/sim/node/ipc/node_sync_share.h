/* node_sync_share.h: the state of an exported syncobj, in memory that all processes with the descriptor map. Each process copies
 * it (node_syncobj.c). Private to the engine. */
#ifndef NODE_SYNC_SHARE_H
#define NODE_SYNC_SHARE_H

#include <stdbool.h>
#include <stdint.h>

#define NODE_SHARED_POINTS 256 /* that are not done */

struct node_sync_share;
struct node_shared_point { uint64_t point, id; bool done; }; /* each id is used once */

struct node_sync_share *node_sync_share_new(uint64_t signalled);       /* NULL: no memory, no descriptors, too many processes */
struct node_sync_share *node_sync_share_open(int fd);    /* NULL also: the descriptor stands for something else */
struct node_sync_share *node_sync_share_ref(struct node_sync_share *h);
void node_sync_share_unref(struct node_sync_share *h);
void node_sync_share_leave(struct node_sync_share *h);   /* in a forked child: the parent's is not the child's */
bool node_sync_share_is(const struct node_sync_share *h, int fd);
int node_sync_share_fd(struct node_sync_share *h);       /* a new descriptor that stands for it, or -errno */

/* The points in order, without those of a timeline that are done. */
unsigned node_sync_share_read(struct node_sync_share *h, struct node_shared_point points[NODE_SHARED_POINTS],
                              uint64_t *signalled);
void node_sync_share_clear(struct node_sync_share *h);
/* Adds a pending point that a job of this process will signal; its id, 0: no room. */
uint64_t node_sync_share_add(struct node_sync_share *h, uint64_t point);
void node_sync_share_done(struct node_sync_share *h, uint64_t id);
bool node_sync_share_is_done(struct node_sync_share *h, uint64_t id); /* also: its process has ended */

#endif
