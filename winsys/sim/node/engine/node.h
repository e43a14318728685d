/* node.h: the engine of the render-node stand-in: amdgpu's kernel interface on the simulated GPU. Private to winsys/sim/node.
 *
 * One node_file per open() has the state that the kernel keeps per open file: handles, contexts, and a GPU address space, which is
 * a sim_mem with a machine (sim_gpu) that runs in it. Buffers, fences and syncobjs are reference-counted objects of the process;
 * several files may have handles of one object.
 *
 * Locks, outer to inner: node_file.lock (tables, page tables); node_sync_lock (state of fences and syncobjs);
 * node_file.queue.lock (jobs), node_bo.lock. docs/locks.md has all locks. Handlers return 0 or -errno as the kernel does. */
#ifndef NODE_H
#define NODE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "util/ut_fork.h"
#include "winsys/sim/base/clock.h"
#include "winsys/sim/core/sim_gpu.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/node/engine/node_api.h"
#include "winsys/sim/node/ipc/node_ipc.h"

struct node_bo;
struct node_syncobj;

#define NODE_VA_MAX 137436856320ull /* the kernel's value for Polaris10 */
#define NODE_VA_RESERVED_B (1ull << 20)
#define NODE_RING_VA 0x10000ull     /* in the reserved part: the ring that the node writes calls of command buffers to */
#define NODE_RING_B NODE_PAGE_B
#define NODE_FOREVER INT64_MAX
#define NODE_MAX_IBS 192            /* of a submission to the graphics ring, as amdgpu has it since Linux 6.5 */

/* ---- user memory (node_copy.c): a bad pointer is -EFAULT, never a signal --------------------------------------------- */
int node_copy_in(void *to, uint64_t from, size_t size_B);
int node_copy_out(uint64_t to, const void *from, size_t size_B);

/* ---- handles (node_table.c): small numbers from 1 --------------------------------------------------------------------- */
struct node_table { void **slot; uint32_t count, lowest_free; };
uint32_t node_table_add(struct node_table *t, void *object); /* 0: no memory */
void *node_table_get(const struct node_table *t, uint32_t handle); /* NULL: no such handle */
void *node_table_remove(struct node_table *t, uint32_t handle);
void node_table_finish(struct node_table *t);
/* A new reference to the object of a handle, or NULL. Of tables of objects that begin with their number of references. Locks. */
void *node_table_find(struct node_file *file, const struct node_table *t, uint32_t handle);
/* Gives an object a new handle, which takes the reference. Locks. 0 or -ENOMEM. */
int node_bo_handle(struct node_file *file, struct node_bo *bo, uint32_t *handle);
int node_syncobj_handle(struct node_file *file, struct node_syncobj *s, uint32_t *handle);

/* ---- fences (node_fence.c) ---------------------------------------------------------------------------------------------- */
struct node_watch { bool (*is_done)(void *watched); void (*release)(void *watched); };
/* Done when it is signalled; a fence with parts when all parts are; one with a pipe or a watch when these report it. */
struct node_fence {
   atomic_uint refs;
   atomic_bool done;
   int error;                      /* -errno of the job, set before done */
   const struct node_file *owner;  /* file of the job, NULL: not of a job */
   int pipe;                       /* read end of a foreign sync file, -1: none */
   const struct node_watch *watch; /* reads the progress of jobs of other processes; NULL: the job is of this process */
   void *watched;
   unsigned part_count;
   struct node_fence **parts;      /* all of them; counted references */
   int *exports;                   /* write ends of the pipes that wait for this one; node_sync_lock */
   unsigned export_count;
};
extern struct ut_lock node_sync_lock;
extern pthread_cond_t node_sync_cond; /* something was signalled or submitted */

struct node_fence *node_fence_new(void);      /* NULL: no memory */
struct node_fence *node_fence_signalled(void);
struct node_fence *node_fence_ref(struct node_fence *f);
void node_fence_unref(struct node_fence *f);  /* NULL is fine */
bool node_fence_done(struct node_fence *f);
bool node_fence_is_foreign(const struct node_fence *f);
void node_fence_signal(struct node_fence *f, int error);
struct node_fence *node_fence_watch(const struct node_watch *watch, void *watched); /* takes it; NULL: no memory, or NULL given */
/* A fence of several. Takes no references; NULL: no memory. */
struct node_fence *node_fence_all(struct node_fence **fences, unsigned count);
int node_fence_to_sync_file(struct node_fence *f);      /* a new descriptor or -errno */
struct node_fence *node_fence_from_sync_file(int fd);   /* NULL: not one */
int node_sync_file_ioctl(int fd, unsigned long request, void *arg);
/* Waits until ready(arg) or the deadline, absolute on CLOCK_MONOTONIC. *foreign (ready may change it): look at pipes, too.
 * node_sync_lock is held. */
bool node_sync_wait(bool (*ready)(void *arg), void *arg, int64_t deadline_ns, const bool *foreign);
bool node_fence_wait(struct node_fence *f, int64_t deadline_ns);
/* A thread calls notify(arg) when the fence has signalled. -ENOMEM: no thread, no call. */
int node_fence_when_done(struct node_fence *f, void (*notify)(void *arg), void *arg);
static inline int64_t node_now_ns(void) { return (int64_t)sim_now_ns(); }
/* The kernel's reading of amdgpu's absolute timeouts: negative is for ever. */
static inline int64_t node_deadline(uint64_t timeout_ns)
{
   return (int64_t)timeout_ns < 0 ? NODE_FOREVER : (int64_t)timeout_ns;
}

/* ---- syncobjs (node_syncobj.c) ------------------------------------------------------------------------------------------ */
struct node_sync_share;
struct node_point { uint64_t point, id /* in share */; struct node_fence *fence; };
struct node_syncobj {
   atomic_uint refs;
   struct node_point *points;      /* rising; one of point 0 for a binary one */
   unsigned count;
   uint64_t signalled;             /* last point whose fence was seen done */
   struct node_sync_share *share;  /* state shared with other processes: points are a copy; NULL: no descriptor was made */
   struct node_syncobj *next_shared;
};
struct node_syncobj *node_syncobj_new(void);
struct node_syncobj *node_syncobj_ref(struct node_syncobj *s);
void node_syncobj_unref(struct node_syncobj *s);
/* A new reference to the fence that represents a point (0: the syncobj itself), or NULL: nothing was submitted yet. */
struct node_fence *node_syncobj_fence(struct node_syncobj *s, uint64_t point);
int node_syncobj_to_fd(struct node_syncobj *s); /* a new descriptor that stands for it, or -errno */
void node_syncobj_fork(void);                   /* in a child of fork(): leaves the shared objects of the parent */
/* point 0 replaces everything. False: no memory. */
bool node_syncobj_set(struct node_syncobj *s, uint64_t point, struct node_fence *fence);

/* ---- buffers (node_bo.c) -------------------------------------------------------------------------------------------------- */
struct node_bo {
   atomic_uint refs;
   pthread_mutex_t lock;
   uint64_t size_B, alignment, domains, flags;
   uint64_t mmap_offset;
   int fd;                         /* of its memory: a memfd, or the imported descriptor */
   int dmabuf_fd;                  /* a DMA-BUF made of it, -1 */
   void *host;                     /* the node's own view, NULL until it needs one */
   bool imported, writable, userptr;
   dev_t dev;                      /* device and inode of the exported descriptor */
   ino_t ino;
   uint64_t tiling_info, metadata_flags;
   uint32_t metadata_B, metadata[64];
   struct node_fence **users;      /* jobs that use it and are not done, with some that are */
   unsigned user_count;
   size_t user_cap;
   struct node_bo *next_shared;    /* objects that another file or process may use */
   bool listed;
   struct node_ipc_record *record; /* in the table of all processes, NULL: not shared or no table */
};
struct node_bo *node_bo_ref(struct node_bo *bo);
void node_bo_unref(struct node_bo *bo);
/* Adds the fence of a job, and calls wait(arg, new reference) for those of jobs of other files. 0 or -errno, also of wait. */
typedef int node_wait_for(void *arg, struct node_fence *fence);
int node_bo_add_user(struct node_bo *bo, struct node_fence *fence, node_wait_for *wait, void *arg);
struct node_fence *node_bo_fence(struct node_bo *bo); /* of everything that uses it, a new reference; NULL: idle */
bool node_bo_wait(struct node_bo *bo, int64_t deadline_ns); /* for jobs of this process; false: the deadline passed */
uint64_t node_bo_used_B(bool gtt);
/* GLOAM_DEBUG=perf: how much of the video memory the program has mapped, which is slow on cards. */
void node_bo_report_maps(void);
uint64_t node_memory_B(void);

/* ---- address spaces (node_vm.c) ----------------------------------------------------------------------------------------- */
struct node_mapping { uint64_t va, size_B, offset_B; struct node_bo *bo; /* NULL: PRT */ uint32_t flags; };
struct node_vm { struct sim_mem mem; struct node_mapping *map; unsigned count; size_t cap; };
bool node_vm_init(struct node_vm *vm);
void node_vm_finish(struct node_vm *vm);
void node_vm_remove(struct node_vm *vm, struct node_bo *bo); /* unmaps all its addresses: its handle was closed */

/* ---- contexts and jobs (node_ctx.c, node_cs.c, node_queue.c) ------------------------------------------------------------- */
#define NODE_FENCE_SLOTS 64
struct node_entity { uint64_t last_seq; struct node_fence *fence[NODE_FENCE_SLOTS]; }; /* a context's submissions to one ring */
enum { NODE_RING_GFX, NODE_RING_COMPUTE0, NODE_RING_COUNT = NODE_RING_COMPUTE0 + 4 };
struct node_ctx {
   atomic_uint refs;
   atomic_bool guilty;
   bool reset_seen;                /* reported by QUERY_STATE */
   struct node_entity entity[NODE_RING_COUNT];
};
void node_ctx_unref(struct node_ctx *ctx);

struct node_job {
   struct node_job *next;
   struct node_ctx *ctx;
   unsigned ring, ib_count, wait_count, bo_count;
   uint64_t seq;
   struct sim_ib ib[NODE_MAX_IBS];
   struct node_fence **wait, *done;
   struct node_bo **bo, *fence_bo;  /* counted */
   struct node_ipc_use **use;       /* [use_count]: completed with it */
   unsigned use_count;
   uint64_t fence_offset;
   int64_t submit_ns;
};
void node_job_free(struct node_job *job);
void node_dump(struct node_file *file, const struct node_job *job); /* node_dump.c */

struct node_queue {
   pthread_mutex_t lock;
   pthread_t thread;
   bool started, quit;
   struct node_job *first, **last;
   struct node_fence *running;      /* of the job that runs now, NULL: none */
};

struct node_file {
   pthread_mutex_t lock;
   pid_t pid;
   struct node_file *next;          /* all of the process, for its end */
   struct node_file *heir;          /* the file that replaces it in a forked child */
   struct node_table bos, contexts, lists, syncobjs;
   struct node_vm vm;
   struct sim_gpu *gpu;             /* NULL until the first job */
   struct node_queue queue;
};
static inline struct node_bo *node_bo_find(struct node_file *file, uint32_t handle)
{
   return node_table_find(file, &file->bos, handle);
}
static inline struct node_syncobj *node_syncobj_find(struct node_file *file, uint32_t handle)
{
   return node_table_find(file, &file->syncobjs, handle);
}
struct node_bo_list { uint32_t count; struct node_bo *bo[]; };
void node_bo_list_free(struct node_bo_list *list);
int node_bo_list_read(struct node_file *file, uint64_t pointer, uint32_t count, uint32_t stride_B, struct node_bo_list **list);

void node_queue_init(struct node_queue *q);
void node_queue_finish(struct node_file *file); /* everything queued is executed first */
int node_queue_add(struct node_file *file, struct node_job *job);
void node_queue_drain(struct node_file *file);  /* waits for the jobs queued so far */
/* Which ring of a context ip_type, instance and ring name. -EINVAL: none. */
int node_ring_index(uint32_t ip_type, uint32_t instance, uint32_t ring);
unsigned node_ring_count(uint32_t ip_type);
/* The fence of submission `seq` (a new reference), NULL in *fence: done long ago. */
int node_ctx_fence(struct node_file *file, uint32_t ctx_id, uint32_t ip_type, uint32_t instance, uint32_t ring, uint64_t seq,
                   struct node_fence **fence);

/* ---- the device (node_main.c) ------------------------------------------------------------------------------------------- */
const struct hw_chip *node_chip(void);
/* Minor version of the DRM interface: which kernel's (GLOAM_SIM_DRM_MINOR). */
unsigned node_drm_minor(void);

/* ---- ioctls (node_ioctl.c has the table) ----------------------------------------------------------------------------------- */
const char *node_ioctl_name(unsigned long request);
int node_ioctl(struct node_file *file, unsigned long request, void *user);
typedef int node_handler(struct node_file *file, void *arg);
node_handler node_version, node_get_cap, node_gem_close, node_prime_export, node_prime_import;
node_handler node_syncobj_create, node_syncobj_destroy, node_syncobj_export, node_syncobj_import, node_syncobj_transfer,
   node_syncobj_wait, node_syncobj_timeline_wait, node_syncobj_reset, node_syncobj_signal, node_syncobj_timeline_signal,
   node_syncobj_query;
node_handler node_gem_create, node_gem_mmap, node_gem_userptr, node_gem_metadata, node_gem_op, node_gem_wait_idle, node_gem_va;
node_handler node_ctx_ioctl, node_bo_list_ioctl, node_cs, node_wait_cs, node_wait_fences, node_fence_to_handle, node_vm_ioctl,
   node_sched, node_info;
void *node_mmap(struct node_file *file, void *address, size_t length, int prot, int flags, uint64_t offset);
int node_dmabuf_ioctl(int fd, unsigned long request, void *arg);

#endif
