/* mem_heap.h: owners of ranges of GPU addresses: allocation, and blocks that are shared with other processes through
 * file descriptors. Thread-safe. */
#ifndef SIM_MEM_HEAP_H
#define SIM_MEM_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "util/ut_cpu.h"
#include "winsys/sim/mem/mem.h"

struct sim_heap;

/* A range of GPU addresses. Filled by alloc and import, owned by the caller until sim_heap_free. */
struct sim_block {
   uint64_t va, size_B;   /* size_B: of the object; the range itself is page-aligned */
   uint64_t range_B;
   int fd;                /* its memfd, or the imported descriptor (own duplicate); -1: anonymous memory */
   int dmabuf_fd;         /* DMA-BUF made of it, or imported; -1: none */
   dev_t dev;             /* identity of the kernel object */
   ino_t ino;
   bool imported, writable;
};

/* GLOAM_SIM_MEMORY_MB, or three quarters of what the machine or the cgroup allows: allocations then fail before the kernel kills the
 * process. */
uint64_t sim_memory_budget_B(void);
/* Reserves addresses; budget_B limits what is allocated here (imports are the exporter's memory). NULL: no memory. */
struct sim_heap *sim_heap_create(uint64_t budget_B);
void sim_heap_destroy(struct sim_heap *h); /* every block must be freed */
struct sim_mem *sim_heap_mem(struct sim_heap *h);
uint64_t sim_heap_used_B(struct sim_heap *h);
uint64_t sim_heap_budget_B(struct sim_heap *h);

/* Where the memory of the process's cgroup is looked up; NULL, the default: the system's (tests: others). */
extern const struct ut_cgroups *sim_heap_cgroups;

enum { SIM_HEAP_LOW_4G = 1, SIM_HEAP_OWN_OBJECT = 2 /* a memfd from the start */, SIM_HEAP_UNDEFINED = 4 /* contents */ };
/* Contents are zero, or undefined: those of a block that this process freed. False: address space, memory or budget exhausted. align_B: a power of two, at least a page is used. */
bool sim_heap_alloc(struct sim_heap *h, uint64_t size_B, uint64_t align_B, unsigned flags, struct sim_block *block);
void sim_heap_free(struct sim_heap *h, struct sim_block *block);

/* A new descriptor (close-on-exec) for the block: a DMA-BUF where the kernel makes one, else its sealed memfd unless
 * strict_dmabuf. A block in anonymous memory moves into a memfd of its own first, at the same address: the
 * caller ensures that no write happens meanwhile. -errno with `why`. */
int sim_heap_export(struct sim_heap *h, struct sim_block *block, bool strict_dmabuf, char *why, size_t why_size_B);
/* Maps an imported object; fd stays the caller's. The size is measured, and only objects that cannot shrink
 * are accepted: DMA-BUFs, and memfds sealed with F_SEAL_SHRINK. */
bool sim_heap_import(struct sim_heap *h, int fd, struct sim_block *block, char *why, size_t why_size_B);
/* A block whose pages are those of the application's memory, which starts at a page: see sim_adopt_pages. The block's memory counts in
 * the budget. False with `why`: the application's memory is as it was. */
bool sim_heap_adopt(struct sim_heap *h, void *memory, uint64_t size_B, struct sim_block *block, char *why, size_t why_size_B);
/* Pages of the application become those of a memfd that has their contents, at the same address: for the application nothing changes.
 * Where the system has userfaultfd, threads that write to the pages block meanwhile. 0, or -errno: nothing has changed. */
int sim_adopt_pages(int fd, void *memory, uint64_t size_B);
/* The identity of what fd refers to, to find out whether it is already known here. */
bool sim_heap_identify(int fd, dev_t *dev, ino_t *ino);
/* A DMA-BUF over the entire memfd, or -errno. udmabuf has a size limit of its own (64 MB by default). */
int sim_make_udmabuf(int memfd, uint64_t size_B);
/* The kind of descriptor that an export gives on this machine. */
const char *sim_heap_export_kind(void);

/* mem_range.c: the address allocator. Extents of free addresses, sorted, coalesced. */
struct sim_range_set { struct sim_extent { uint64_t start, size; } *extents; unsigned count, capacity; };
bool sim_range_init(struct sim_range_set *s, uint64_t start, uint64_t size);
void sim_range_finish(struct sim_range_set *s);
/* Makes room so that the next release cannot fail for lack of memory. */
bool sim_range_reserve(struct sim_range_set *s, unsigned more);
/* First fit. ~0: no room. */
uint64_t sim_range_take(struct sim_range_set *s, uint64_t size, uint64_t align);
void sim_range_release(struct sim_range_set *s, uint64_t start, uint64_t size);

#endif
