/* node_peer.c: two processes on the node: `gloam-node run -- node_peer`. The first makes a buffer, its GPU writes to it, and
 * hands it to the second as a descriptor; the second reads contents and metadata, and writes with its GPU; the first reads that.
 * Then the second starts work on the buffer that never ends and is killed: the buffer is idle again, also after another process
 * has started on the node. Others that work on the same buffer are killed at random moments, of opening, importing, submitting,
 * running or waiting; the first goes on. A third process has a timeline and a binary syncobj with the first, each waits for the
 * other's points; it is killed with one pending. Two processes submit jobs with the same two buffers in opposite order. Then a
 * buffer is exported while its first job waits, as a frame is that the GPU has not finished: the importer's work comes after it.
 * At last a process inherits a descriptor of the node over exec, as an X client gets one through its socket, and works with it.
 *
 *   node_peer [ROLE NUMBER...] */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <libdrm/amdgpu_drm.h>

#include "hw-si/pm4/pm4_build.h"

#define BUFFER_B 8192u
#define WORD 1500u                   /* where results go, in dwords */
#define KILLS 25                     /* of two processes each */
static const uint64_t va = 1ull << 33;
static int node;

static void check(int ok, const char *what)
{
   if (ok)
      return;
   fprintf(stderr, "node_peer: %s: %s\n", what, strerror(errno));
   exit(1);
}

static uint32_t import(int fd)
{
   struct drm_prime_handle in = { .fd = fd };
   check(!ioctl(node, DRM_IOCTL_PRIME_FD_TO_HANDLE, &in), "PRIME_FD_TO_HANDLE");
   return in.handle;
}

/* A buffer, and its descriptor, which stays over exec. */
static uint32_t make_shared(int *fd)
{
   union drm_amdgpu_gem_create create = { .in = { BUFFER_B, 4096, AMDGPU_GEM_DOMAIN_GTT, 0 } };
   check(!ioctl(node, DRM_IOCTL_AMDGPU_GEM_CREATE, &create), "GEM_CREATE");
   struct drm_prime_handle out = { .handle = create.out.handle, .flags = DRM_RDWR };
   check(!ioctl(node, DRM_IOCTL_PRIME_HANDLE_TO_FD, &out), "PRIME_HANDLE_TO_FD");
   *fd = out.fd;
   return create.out.handle;
}

static void map_va(uint32_t handle)
{
   struct drm_amdgpu_gem_va arg = { handle, 0, AMDGPU_VA_OP_MAP, AMDGPU_VM_PAGE_READABLE | AMDGPU_VM_PAGE_WRITEABLE, va, 0,
                                    BUFFER_B };
   check(!ioctl(node, DRM_IOCTL_AMDGPU_GEM_VA, &arg), "GEM_VA");
}

static volatile uint32_t *map_cpu(uint32_t handle)
{
   union drm_amdgpu_gem_mmap arg = { .in = { handle, 0 } };
   check(!ioctl(node, DRM_IOCTL_AMDGPU_GEM_MMAP, &arg), "GEM_MMAP");
   void *p = mmap(NULL, BUFFER_B, PROT_READ | PROT_WRITE, MAP_SHARED, node, (off_t)arg.out.addr_ptr);
   check(p != MAP_FAILED, "mmap");
   return p;
}

/* The commands lie at `at` dwords in the mapped buffer. More: a chunk, id 0 for none. */
static void submit_list(uint32_t ctx, const uint32_t handles[2], unsigned at, unsigned dw, struct drm_amdgpu_cs_chunk more)
{
   struct drm_amdgpu_bo_list_entry entries[2] = { { handles[0], 0 }, { handles[1], 0 } };
   struct drm_amdgpu_bo_list_in list = { ~0u, ~0u, handles[1] ? 2 : 1, sizeof entries[0], (uintptr_t)entries };
   struct drm_amdgpu_cs_chunk_ib ib = { .va_start = va + 4 * at, .ib_bytes = 4 * dw, .ip_type = AMDGPU_HW_IP_GFX };
   struct drm_amdgpu_cs_chunk chunk[] = { { AMDGPU_CHUNK_ID_BO_HANDLES, sizeof list / 4, (uintptr_t)&list },
                                          { AMDGPU_CHUNK_ID_IB, sizeof ib / 4, (uintptr_t)&ib }, more };
   uint64_t pointers[] = { (uintptr_t)&chunk[0], (uintptr_t)&chunk[1], (uintptr_t)&chunk[2] };
   union drm_amdgpu_cs cs = { .in = { .ctx_id = ctx, .num_chunks = more.chunk_id ? 3 : 2, .chunks = (uintptr_t)pointers } };
   check(!ioctl(node, DRM_IOCTL_AMDGPU_CS, &cs), "CS");
}

static void submit_with(uint32_t ctx, uint32_t handle, unsigned at, unsigned dw, struct drm_amdgpu_cs_chunk more)
{
   submit_list(ctx, (uint32_t[]){ handle, 0 }, at, dw, more);
}

static void submit(uint32_t ctx, uint32_t handle, unsigned at, unsigned dw)
{
   submit_with(ctx, handle, at, dw, (struct drm_amdgpu_cs_chunk){ 0 });
}

/* Waits for the point before, or signals it after. */
static void submit_point(uint32_t ctx, uint32_t handle, unsigned at, unsigned dw, uint32_t chunk_id, uint32_t syncobj,
                         uint64_t point)
{
   struct drm_amdgpu_cs_chunk_syncobj with = { .handle = syncobj, .point = point };
   submit_with(ctx, handle, at, dw, (struct drm_amdgpu_cs_chunk){ chunk_id, sizeof with / 4, (uintptr_t)&with });
}

static unsigned put_write(volatile uint32_t *words, unsigned at, uint32_t value)
{
   uint64_t to = va + 4 * WORD;
   const uint32_t commands[] = { PKT3(PKT3_WRITE_DATA, 3, 0), 5 << 8, (uint32_t)to, (uint32_t)(to >> 32), value };
   for (unsigned i = 0; i < 5; i++)
      words[at + i] = commands[i];
   return 5;
}

/* WAIT_REG_MEM for a word that is never written. */
static unsigned put_endless(volatile uint32_t *words, unsigned at)
{
   uint64_t wait = va + 4 * 1000;
   const uint32_t endless[] = { PKT3(PKT3_WAIT_REG_MEM, 5, 0), 3 | 1 << 4, (uint32_t)wait, (uint32_t)(wait >> 32), 1, ~0u, 4 };
   for (unsigned i = 0; i < 7; i++)
      words[at + i] = endless[i];
   return 7;
}

static void write_word(volatile uint32_t *words, unsigned at, uint32_t ctx, uint32_t handle, uint32_t value)
{
   submit(ctx, handle, at, put_write(words, at, value));
}

static int is_idle(uint32_t handle, uint64_t timeout_ns)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   uint64_t deadline = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec + timeout_ns;
   union drm_amdgpu_gem_wait_idle arg = { .in = { handle, 0, timeout_ns ? deadline : 0 } };
   check(!ioctl(node, DRM_IOCTL_AMDGPU_GEM_WAIT_IDLE, &arg), "GEM_WAIT_IDLE");
   return arg.out.status == 0;
}

static uint32_t make_ctx(void)
{
   union drm_amdgpu_ctx arg = { .in = { .op = AMDGPU_CTX_OP_ALLOC_CTX } };
   check(!ioctl(node, DRM_IOCTL_AMDGPU_CTX, &arg), "CTX");
   return arg.out.alloc.ctx_id;
}

static int second(int fd, int say)
{
   uint32_t bo = import(fd);
   struct drm_amdgpu_gem_metadata md = { bo, AMDGPU_GEM_METADATA_OP_GET_METADATA, { 0 } };
   check(!ioctl(node, DRM_IOCTL_AMDGPU_GEM_METADATA, &md), "GEM_METADATA");
   check(md.data.tiling_info == 0x77 && md.data.data_size_bytes == 4 && md.data.data[0] == 0xabcd,
         "metadata of the other process");
   volatile uint32_t *words = map_cpu(bo);
   check(is_idle(bo, 5000000000u), "the first process's work ends");
   check(words[WORD] == 1, "what the first process's GPU wrote");
   map_va(bo);
   uint32_t ctx = make_ctx();
   write_word(words, 64, ctx, bo, 2);
   check(is_idle(bo, 5000000000u), "own work ends");
   submit(ctx, bo, 128, put_endless(words, 128));
   check(write(say, "x", 1) == 1, "pipe");
   pause();
   return 0;
}

/* Does not share its buffer with another process. */
static int bystander(int say)
{
   int fd;
   make_shared(&fd);
   check(write(say, "x", 1) == 1, "pipe");
   pause();
   return 0;
}

/* Uses the buffer until it is killed. Words above the first process's own. */
static _Noreturn void victim(int fd)
{
   uint32_t bo = import(fd);
   volatile uint32_t *words = map_cpu(bo);
   map_va(bo);
   uint32_t ctx = make_ctx();
   for (uint32_t i = 0;; i++) {
      write_word(words, 256, ctx, bo, i);
      if (i % 3 == 0)
         is_idle(bo, 100000000);
   }
}

/* Starts this program again: its arguments are the role and the numbers. */
static pid_t start(const char *self, const char *role, const int *numbers, unsigned count)
{
   char texts[4][16], *arguments[7] = { (char *)(uintptr_t)self, (char *)(uintptr_t)role };
   for (unsigned i = 0; i < count; i++) {
      snprintf(texts[i], sizeof texts[i], "%d", numbers[i]);
      arguments[2 + i] = texts[i];
   }
   pid_t child = fork();
   check(child >= 0, "fork");
   if (!child) {
      prctl(PR_SET_PDEATHSIG, SIGKILL); /* a check of the parent may fail */
      execv(self, arguments);
      _exit(1);
   }
   return child;
}

/* A forked child uses the descriptor as if it had just opened it; the parent's handles are invalid there. */
static void fork_and_use(uint32_t bo)
{
   pid_t child = fork();
   check(child >= 0, "fork");
   if (!child) {
      struct drm_gem_close none = { .handle = bo };
      check(ioctl(node, DRM_IOCTL_GEM_CLOSE, &none) && errno == EINVAL, "the parent's handle in a child");
      union drm_amdgpu_gem_create create = { .in = { BUFFER_B, 4096, AMDGPU_GEM_DOMAIN_GTT, 0 } };
      check(!ioctl(node, DRM_IOCTL_AMDGPU_GEM_CREATE, &create), "GEM_CREATE in a child");
      volatile uint32_t *words = map_cpu(create.out.handle);
      map_va(create.out.handle);
      write_word(words, 0, make_ctx(), create.out.handle, 21);
      check(is_idle(create.out.handle, 10000000000u) && words[WORD] == 21, "work in a child");
      exit(0);
   }
   int status;
   check(waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status), "a forked child");
}

/* ---- syncobjs ------------------------------------------------------------------------------------------------------------ */

static int wait_point(uint32_t syncobj, uint64_t point, uint64_t timeout_ns)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   struct drm_syncobj_timeline_wait arg = { (uintptr_t)&syncobj, (uintptr_t)&point,
      (int64_t)((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec + timeout_ns), 1,
      DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT };
   return !ioctl(node, DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, &arg);
}

static uint64_t query(uint32_t syncobj, uint32_t flags)
{
   uint64_t point = ~0ull;
   struct drm_syncobj_timeline_array arg = { (uintptr_t)&syncobj, (uintptr_t)&point, 1, flags };
   check(!ioctl(node, DRM_IOCTL_SYNCOBJ_QUERY, &arg), "SYNCOBJ_QUERY");
   return point;
}

static uint32_t import_syncobj(int fd)
{
   struct drm_syncobj_handle in = { .fd = fd };
   check(!ioctl(node, DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &in), "SYNCOBJ_FD_TO_HANDLE");
   return in.handle;
}

static uint32_t make_syncobj(int *fd)
{
   struct drm_syncobj_create create = { 0 };
   check(!ioctl(node, DRM_IOCTL_SYNCOBJ_CREATE, &create), "SYNCOBJ_CREATE");
   struct drm_syncobj_handle out = { .handle = create.handle };
   check(!ioctl(node, DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, &out), "SYNCOBJ_HANDLE_TO_FD");
   check(!fcntl(*fd = out.fd, F_SETFD, 0), "fcntl"); /* stays over exec */
   return create.handle;
}

static int third(int fd, int timeline_fd, int binary_fd, int say)
{
   uint32_t bo = import(fd);
   uint32_t timeline = import_syncobj(timeline_fd), binary = import_syncobj(binary_fd), ctx = make_ctx();
   check(import_syncobj(timeline_fd) != timeline, "another name of the same");
   volatile uint32_t *words = map_cpu(bo);
   map_va(bo);
   check(wait_point(timeline, 1, 10000000000u), "the first process's point");
   check(words[WORD] == 10, "what it stands for");
   submit_point(ctx, bo, 64, put_write(words, 64, 11), AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL, timeline, 2);
   struct drm_syncobj_array one = { (uintptr_t)&binary, 1, 0 };
   check(wait_point(binary, 0, 10000000000u), "the binary one is signalled by the first process");
   check(!ioctl(node, DRM_IOCTL_SYNCOBJ_RESET, &one), "SYNCOBJ_RESET");
   submit_point(ctx, bo, 128, put_endless(words, 128), AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL, timeline, 3);
   check(write(say, "x", 1) == 1, "pipe");
   pause();
   return 0;
}

static void share_syncobjs(const char *self, int fd, uint32_t bo, volatile uint32_t *words)
{
   int ends[2], fds[2];
   check(!pipe(ends), "pipe");
   uint32_t timeline = make_syncobj(&fds[0]), binary = make_syncobj(&fds[1]), ctx = make_ctx();
   pid_t child = start(self, "third", (int[]){ fd, fds[0], fds[1], ends[1] }, 4);
   close(ends[1]);
   usleep(50000); /* so that it waits before there is anything, most of the time */
   submit_point(ctx, bo, 0, put_write(words, 0, 10), AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL, timeline, 1);
   check(wait_point(timeline, 2, 10000000000u), "the third process's point");
   check(words[WORD] == 11 && query(timeline, 0) == 2, "what it stands for");
   struct drm_syncobj_array one = { (uintptr_t)&binary, 1, 0 };
   check(!ioctl(node, DRM_IOCTL_SYNCOBJ_SIGNAL, &one), "SYNCOBJ_SIGNAL");
   char byte;
   check(read(ends[0], &byte, 1) == 1, "the third process fails");
   check(!wait_point(binary, 0, 1000000) && errno == ETIME, "the binary one is reset by the third process");
   check(query(timeline, 0) == 2 && query(timeline, DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED) == 3,
         "a point is submitted, not done");
   check(!wait_point(timeline, 3, 20000000) && errno == ETIME, "work without end");
   submit_point(ctx, bo, 0, put_write(words, 0, 12), AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_WAIT, timeline, 3);
   usleep(20000);
   check(words[WORD] == 11, "work waits for the third process's");
   kill(child, SIGKILL); /* not reaped yet */
   check(wait_point(timeline, 3, 10000000000u), "its points are done after its death");
   check(is_idle(bo, 10000000000u) && words[WORD] == 12, "and what waited for them");
   waitpid(child, NULL, 0);
   check(query(timeline, 0) == 3, "last point");
}

static void kill_many(const char *self, int fd, uint32_t bo, volatile uint32_t *words)
{
   uint32_t seed = 7, ctx = make_ctx();
   for (uint32_t i = 0; i < KILLS; i++) {
      pid_t children[2] = { start(self, "victim", &fd, 1), start(self, "victim", &fd, 1) };
      for (unsigned k = 0; k < 2; k++) {
         seed = seed * 1664525u + 1013904223u;
         usleep((seed >> 8) % 100000);
         kill(children[k], SIGKILL);
         if (k) /* the first is not reaped yet */
            waitpid(children[k], NULL, 0);
      }
      write_word(words, 0, ctx, bo, 100 + i);
      check(is_idle(bo, 5000000000u), "idle after a kill");
      check(words[WORD] == 100 + i, "the first process's own word");
      waitpid(children[0], NULL, 0);
   }
}

/* ---- two buffers --------------------------------------------------------------------------------------------------------- */

/* Each job uses both buffers: no two jobs may wait for each other. */
static int ping(int fd, int other_fd, int at)
{
   const uint32_t bo[2] = { import(fd), import(other_fd) }, ctx = make_ctx();
   volatile uint32_t *words = map_cpu(bo[0]);
   map_va(bo[0]);
   unsigned dw = put_write(words, (unsigned)at, 5);
   for (unsigned i = 0; i < 3000; i++)
      submit_list(ctx, bo, (unsigned)at, dw, (struct drm_amdgpu_cs_chunk){ 0 });
   check(is_idle(bo[0], 20000000000u) && is_idle(bo[1], 20000000000u), "jobs with two buffers end");
   return 0;
}

static void cross(const char *self)
{
   int fds[2];
   make_shared(&fds[0]);
   make_shared(&fds[1]);
   pid_t children[2] = { start(self, "ping", (int[]){ fds[0], fds[1], 0 }, 3),
                         start(self, "ping", (int[]){ fds[1], fds[0], 64 }, 3) };
   for (unsigned i = 0; i < 2; i++) {
      int status;
      check(waitpid(children[i], &status, 0) == children[i] && WIFEXITED(status) && !WEXITSTATUS(status), "two buffers");
   }
}

/* ---- work before the export ------------------------------------------------------------------------------------------------ */

/* Its job writes after the first process's, which has not started. */
static int late(int fd, int say)
{
   uint32_t bo = import(fd);
   check(!is_idle(bo, 0), "busy with work from before the export");
   volatile uint32_t *words = map_cpu(bo);
   map_va(bo);
   write_word(words, 256, make_ctx(), bo, 78);
   check(write(say, "x", 1) == 1, "pipe");
   check(is_idle(bo, 10000000000u), "work of both ends");
   check(words[WORD] == 78, "the importer's work comes last");
   return 0;
}

/* Waits on the CPU for the first process's work: for all of it, not for as many jobs as there were. */
static int reader(int fd, int say)
{
   uint32_t bo = import(fd);
   volatile uint32_t *words = map_cpu(bo);
   check(!is_idle(bo, 0), "busy with work that waits");
   check(write(say, "x", 1) == 1, "pipe");
   check(is_idle(bo, 10000000000u), "the first process's work ends");
   check(words[WORD] == 77, "the first job is done");
   return 0;
}

/* The buffer's first job waits until a byte is written to the pipe `release`; jobs of another context overtake it. */
static void export_busy(const char *self, const char *role, int overtake)
{
   int release[2], ends[2], status;
   check(!pipe(release) && !pipe(ends), "pipe");
   struct drm_syncobj_create create = { 0 };
   check(!ioctl(node, DRM_IOCTL_SYNCOBJ_CREATE, &create), "SYNCOBJ_CREATE");
   struct drm_syncobj_handle in = { .handle = create.handle, .fd = release[0],
                                    .flags = DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE };
   check(!ioctl(node, DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &in), "a sync file");
   union drm_amdgpu_gem_create make = { .in = { BUFFER_B, 4096, AMDGPU_GEM_DOMAIN_GTT, 0 } };
   check(!ioctl(node, DRM_IOCTL_AMDGPU_GEM_CREATE, &make), "GEM_CREATE");
   uint32_t bo = make.out.handle, ctx = make_ctx(), other = make_ctx();
   volatile uint32_t *words = map_cpu(bo);
   struct drm_amdgpu_gem_va unmap = { bo, 0, AMDGPU_VA_OP_CLEAR, 0, va, 0, BUFFER_B };
   check(!ioctl(node, DRM_IOCTL_AMDGPU_GEM_VA, &unmap), "GEM_VA");
   map_va(bo);
   struct drm_amdgpu_cs_chunk_sem wait = { create.handle };
   submit_with(ctx, bo, 0, put_write(words, 0, 77), (struct drm_amdgpu_cs_chunk){ AMDGPU_CHUNK_ID_SYNCOBJ_IN, sizeof wait / 4,
                                                                                   (uintptr_t)&wait });
   struct drm_prime_handle out = { .handle = bo, .flags = DRM_RDWR };
   check(!ioctl(node, DRM_IOCTL_PRIME_HANDLE_TO_FD, &out), "PRIME_HANDLE_TO_FD");
   if (overtake)
      write_word(words, 64, other, bo, 5);
   pid_t child = start(self, role, (int[]){ out.fd, ends[1] }, 2);
   close(ends[1]);
   char byte;
   check(read(ends[0], &byte, 1) == 1, "the other process fails");
   for (int i = 0; i < overtake; i++)
      write_word(words, 64, other, bo, 6);
   usleep(20000);
   check(words[WORD] == (overtake ? 6 : 0), "jobs that wait have not run");
   check(write(release[1], "x", 1) == 1, "pipe");
   check(waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status), role);
   close(release[0]);
   close(release[1]);
   close(ends[0]);
}

/* The descriptor is one of the node that the first process opened. */
static int heir(int fd)
{
   char path[32], link[64] = "";
   struct stat st;
   snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
   check(!fstat(fd, &st) && S_ISCHR(st.st_mode) && st.st_rdev == makedev(226, 128), "the type and number of a device");
   check(readlink(path, link, sizeof link - 1) > 0 && !strcmp(link, "/dev/dri/renderD128"), "its name");
   node = fd;
   union drm_amdgpu_gem_create create = { .in = { BUFFER_B, 4096, AMDGPU_GEM_DOMAIN_GTT, 0 } };
   check(!ioctl(fd, DRM_IOCTL_AMDGPU_GEM_CREATE, &create), "GEM_CREATE");
   check(create.out.handle == 1, "none of the first process's handles");
   volatile uint32_t *words = map_cpu(create.out.handle);
   map_va(create.out.handle);
   node = dup(fd); /* the same open file */
   write_word(words, 0, make_ctx(), create.out.handle, 9);
   check(is_idle(create.out.handle, 5000000000u) && words[WORD] == 9, "its GPU writes");
   return 0;
}

static void inherit(const char *self)
{
   int fd = open("/dev/dri/renderD128", O_RDWR), status;
   pid_t child = start(self, "heir", &fd, 1);
   check(waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status), "heir");
   close(fd);
}

static void first(const char *self)
{
   int fd;
   uint32_t bo = make_shared(&fd);
   struct drm_amdgpu_gem_metadata md = { bo, AMDGPU_GEM_METADATA_OP_SET_METADATA,
                                         { .tiling_info = 0x77, .data_size_bytes = 4, .data = { 0xabcd } } };
   check(!ioctl(node, DRM_IOCTL_AMDGPU_GEM_METADATA, &md), "GEM_METADATA");
   volatile uint32_t *words = map_cpu(bo);
   map_va(bo);
   write_word(words, 0, make_ctx(), bo, 1);
   int ends[2];
   check(!pipe(ends), "pipe");
   pid_t child = start(self, "second", (int[]){ fd, ends[1] }, 2);
   char byte;
   check(read(ends[0], &byte, 1) == 1, "the second process fails");
   check(words[WORD] == 2, "what the second process's GPU wrote");
   check(!is_idle(bo, 0), "busy with the second process's endless work");
   kill(child, SIGKILL); /* not reaped yet */
   check(is_idle(bo, 5000000000u), "idle after its death");
   waitpid(child, NULL, 0);
   child = start(self, "bystander", &ends[1], 1);
   close(ends[1]);
   check(read(ends[0], &byte, 1) == 1, "the bystander fails");
   check(is_idle(bo, 5000000000u), "idle when another process has started");
   write_word(words, 0, make_ctx(), bo, 3);
   check(is_idle(bo, 5000000000u) && words[WORD] == 3, "the first process goes on");
   kill(child, SIGKILL);
   waitpid(child, NULL, 0);
   fork_and_use(bo);
   share_syncobjs(self, fd, bo, words);
   kill_many(self, fd, bo, words);
   cross(self);
   export_busy(self, "late", 0);
   export_busy(self, "reader", 3);
   inherit(self);
}

int main(int argc, char **argv)
{
   node = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
   check(node >= 0, "/dev/dri/renderD128");
   int n[4] = { 0 };
   for (int i = 2; i < argc && i < 6; i++)
      n[i - 2] = atoi(argv[i]);
   const char *role = argc > 1 ? argv[1] : "first";
   if (!strcmp(role, "second"))
      return second(n[0], n[1]);
   if (!strcmp(role, "bystander"))
      return bystander(n[0]);
   if (!strcmp(role, "third"))
      return third(n[0], n[1], n[2], n[3]);
   if (!strcmp(role, "ping"))
      return ping(n[0], n[1], n[2]);
   if (!strcmp(role, "late"))
      return late(n[0], n[1]);
   if (!strcmp(role, "reader"))
      return reader(n[0], n[1]);
   if (!strcmp(role, "heir"))
      return heir(n[0]);
   if (!strcmp(role, "victim"))
      victim(n[0]);
   first(argv[0]);
   return 0;
}
