/* shim.h: the preloaded half: paths (shim_path.c) and descriptors (shim_fd.c). Needs nothing but libc: it is in every program
 * that the launcher starts, and must not disturb those that never look at the node. */
#ifndef NODE_SHIM_H
#define NODE_SHIM_H

#include <dlfcn.h>
#include <stdbool.h>
#include <sys/stat.h>

#define SHIM_EXPORT __attribute__((visibility("default")))
/* The function that ours replaces, looked up once. */
#define SHIM_NEXT(name) \
   static __typeof__(name) *next; \
   if (!next) \
      next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

/* The same function under the name that is for large files: on 64-bit machines all files are. */
#define SHIM_ALSO(name, large) extern __typeof__(large) large __attribute__((alias(#name), visibility("default")))
_Static_assert(sizeof(off_t) == 8 && sizeof(struct stat) == sizeof(struct stat64), "a 64-bit machine");

#define SHIM_PATH_MAX 4096

/* True: the file that stands for the node. */
bool shim_is_node_file(dev_t dev, ino_t ino);

bool shim_is_node_fd(int fd);
/* If the descriptor is one of the file that stands for the node, opens the node: the return value of open(). */
int shim_opened(int fd, int flags);

#endif
