/* node_api.h: the interface between the two libraries of the render-node stand-in. The shim (shim_*.c, preloaded into every
 * program) replaces functions of libc that take paths and descriptors. The engine (node_*.c, loaded when a program opens the
 * node) takes the place of the kernel driver: ioctls, buffers, page tables and the simulated GPU. */
#ifndef NODE_API_H
#define NODE_API_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "winsys/sim/node/ipc/node_dir.h"

#define NODE_MAJOR 226
#define NODE_MINOR 128
#define NODE_PATH "/dev/dri/renderD128"
#define NODE_PCI_ROOT "/sys/devices/pci7000:00"     /* a PCI domain that no machine has: no real device is hidden */
#define NODE_PCI_SLOT "7000:01:00.0"
#define NODE_PCI_DEVICE NODE_PCI_ROOT "/7000:00:01.0/" NODE_PCI_SLOT

struct node_file; /* an open file description of the node */

struct node_engine {
   struct node_file *(*open)(void);                 /* NULL with errno */
   void (*close)(struct node_file *file);           /* the last descriptor has been closed */
   int (*ioctl)(struct node_file *file, unsigned long request, void *arg); /* 0 or -errno */
   /* As mmap on the node. MAP_FAILED with errno. */
   void *(*mmap)(struct node_file *file, void *address, size_t length, int prot, int flags, uint64_t offset);
   /* ioctls on descriptors that the node handed out: DMA-BUFs and sync files. -ENOTTY: none of ours, or no such ioctl. */
   int (*fd_ioctl)(int fd, unsigned long request, void *arg);
   void (*before_fork)(void), (*after_fork)(void), (*in_child)(void); /* as for pthread_atfork(); the shim calls them */
};

#define NODE_ENGINE_SYMBOL "gloam_node_engine"

#define NODE_DRM_MINOR_FIRST 49 /* Linux 6.1 */
#define NODE_DRM_MINOR_LAST 59  /* Linux 6.12 */

#endif
