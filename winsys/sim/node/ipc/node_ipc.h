/* node_ipc.h: a table of the uses of shared buffers, for all processes that use the node. Without the launcher
 * (tests) no process shares buffers with another, and all functions here do nothing. The interface for the engine. */
#ifndef NODE_IPC_H
#define NODE_IPC_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define NODE_PAGE_B 4096ull

struct node_ipc_record; /* of one shared buffer, in memory of all processes */
struct node_ipc_use;    /* a use of one by this process, until it completes */
struct node_ipc_wait;   /* uses by other processes that are to complete; free() ends it */
/* A buffer's metadata, as DRM_IOCTL_AMDGPU_GEM_METADATA has them. domains 0: never written. */
struct node_ipc_metadata { uint64_t tiling_info, flags, domains, alignment; uint32_t size_B, data[64]; };

/* The record of a buffer, made where there is none (fresh: also where there is one, left by another of the same number), with a
 * line for this process. NULL: none to be had. */
struct node_ipc_record *node_ipc_open(dev_t dev, ino_t ino, bool fresh);
void node_ipc_close(struct node_ipc_record *r);
void node_ipc_write(struct node_ipc_record *r, const struct node_ipc_metadata *m);
bool node_ipc_read(struct node_ipc_record *r, struct node_ipc_metadata *m); /* false: there is no table, or r is NULL */

/* Announces a job of this process that uses the buffers. uses[count] gets the uses, each NULL or to be completed, also on error.
 * *others: the uses by other processes that were announced before, NULL: none. One step for all buffers, so that no two
 * jobs wait for each other. 0 or -ENOMEM. */
int node_ipc_submit(struct node_ipc_record *const *records, unsigned count, struct node_ipc_use **uses,
                    struct node_ipc_wait **others);
void node_ipc_complete(struct node_ipc_use *use); /* frees it. NULL is fine */
/* The current uses by other processes. *wait is NULL: no other process uses it. 0 or -ENOMEM. */
int node_ipc_others(struct node_ipc_record *r, struct node_ipc_wait **wait);
bool node_ipc_wait_done(void *wait);
/* Locks (or unlocks, F_UNLCK) a byte beyond the end of a file for this open file description. The first byte is the lock of the file's
 * contents, the others are one per process. command: F_OFD_SETLK or F_OFD_SETLKW. */
bool node_lock_byte(int fd, int64_t at, int command, short type);
bool node_byte_is_locked(int fd, int64_t at); /* by another description */
/* The same file at a high number, which closes fd; fd where that is not possible. */
int node_high_fd(int fd);

#endif
