/* fuzz_node.c: hostile callers of the node's kernel interface: fuzz_node SEED SECONDS [CALLS]. Threads call every ioctl with
 * arguments that are almost right (handles, addresses and descriptors that exist, in wrong places), with nonsense, and with
 * pointers to nowhere; submit command buffers of packets and of noise; map, export, import and close. Nothing may crash, and a
 * file opened afterwards must work: a word is written by its GPU. The sanitizers look at the rest. */
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/sync_file.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <libdrm/amdgpu_drm.h>

#include "hw-si/pm4/pm4_build.h"
#include "winsys/sim/node/engine/node_api.h"

extern const struct node_engine gloam_node_engine;

#define THREADS 3
#define USER_PAGES 16
#define PAGE_B 4096u
#define FDS 24
#define VA_BASE (1ull << 32)

/* A thread has its own file and descriptors, and one file that all share. */
struct worker {
   uint64_t seed;
   struct node_file *own, *common, *file /* of the call at hand */;
   int fd[FDS];
   uint8_t *user; /* pages that may become a buffer's */
   double end;
   uint64_t calls, most, good;
};

static double now(void)
{
   struct timespec ts;
   clock_gettime(CLOCK_MONOTONIC, &ts);
   return (double)ts.tv_sec + 1e-9 * (double)ts.tv_nsec;
}

static uint32_t next(struct worker *w)
{
   w->seed = w->seed * 6364136223846793005u + 1442695040888963407u;
   return (uint32_t)(w->seed >> 33);
}

static uint32_t below(struct worker *w, uint32_t n)
{
   return next(w) % n;
}

static bool one_in(struct worker *w, uint32_t n)
{
   return below(w, n) == 0;
}

/* ---- values -------------------------------------------------------------------------------------------------------------- */

static uint32_t handle(struct worker *w)
{
   return one_in(w, 30) ? next(w) : 1 + below(w, 12);
}

static uint64_t size_of(struct worker *w)
{
   switch (below(w, 20)) {
   case 0: return 0;
   case 1: return (uint64_t)next(w) << below(w, 40);
   case 2: return ~0ull - below(w, 8192);
   default: return (uint64_t)PAGE_B * (1 + below(w, 16));
   }
}

static uint64_t address(struct worker *w)
{
   switch (below(w, 16)) {
   case 0: return (uint64_t)next(w) << below(w, 33);
   case 1: return below(w, 1 << 22);
   case 2: return 137436856320ull - PAGE_B * below(w, 600);
   default: return VA_BASE + (uint64_t)PAGE_B * below(w, 64);
   }
}

static int *slot(struct worker *w)
{
   return &w->fd[below(w, FDS)];
}

static void keep_fd(struct worker *w, int fd)
{
   int *s = slot(w);
   if (*s >= 0)
      close(*s);
   *s = fd;
}

static int some_fd(struct worker *w)
{
   return one_in(w, 40) ? -1 : *slot(w);
}

/* Absolute on CLOCK_MONOTONIC; soon or over. */
static int64_t soon(struct worker *w)
{
   return one_in(w, 2) ? 0 : (int64_t)(now() * 1e9) + below(w, 200000);
}

static uint32_t flags(struct worker *w, uint32_t usual)
{
   return one_in(w, 12) ? next(w) : usual;
}

static int call(struct worker *w, unsigned long request, void *arg)
{
   int result = gloam_node_engine.ioctl(w->file, request, one_in(w, 200) ? (void *)(uintptr_t)(8 * below(w, 512)) : arg);
   w->calls++;
   w->good += result == 0;
   return result;
}

/* ---- calls --------------------------------------------------------------------------------------------------------------- */

static void buffers(struct worker *w)
{
   union drm_amdgpu_gem_create create = { .in = { size_of(w), one_in(w, 9) ? next(w) : PAGE_B,
                                                  flags(w, AMDGPU_GEM_DOMAIN_GTT << below(w, 2)),
                                                  flags(w, one_in(w, 6) ? AMDGPU_GEM_CREATE_NO_CPU_ACCESS : 0) } };
   struct drm_gem_close close_it = { handle(w), 0 };
   union drm_amdgpu_gem_mmap map = { .in = { handle(w), 0 } };
   struct drm_amdgpu_gem_userptr user = { (uintptr_t)w->user + PAGE_B * below(w, USER_PAGES / 2),
                                          PAGE_B * (1 + below(w, USER_PAGES / 2)),
                                          flags(w, AMDGPU_GEM_USERPTR_ANONONLY | AMDGPU_GEM_USERPTR_REGISTER |
                                                AMDGPU_GEM_USERPTR_VALIDATE), 0 };
   struct drm_amdgpu_gem_metadata md = { handle(w), flags(w, 1 + below(w, 2)),
                                         { .tiling_info = next(w), .data_size_bytes = one_in(w, 4) ? next(w) : 64 } };
   struct drm_amdgpu_gem_create_in info;
   struct drm_amdgpu_gem_op op = { handle(w), flags(w, below(w, 2)), one_in(w, 3) ? next(w) : (uintptr_t)&info };
   union drm_amdgpu_gem_wait_idle idle = { .in = { handle(w), 0, (uint64_t)soon(w) } };
   switch (below(w, 8)) {
   case 0: case 1: call(w, DRM_IOCTL_AMDGPU_GEM_CREATE, &create); break;
   case 2: call(w, DRM_IOCTL_GEM_CLOSE, &close_it); break;
   case 3:
      if (call(w, DRM_IOCTL_AMDGPU_GEM_MMAP, &map) == 0) {
         size_t size_B = PAGE_B * (1 + below(w, 4));
         uint64_t at = map.out.addr_ptr + (one_in(w, 9) ? next(w) : 0);
         volatile uint32_t *p = gloam_node_engine.mmap(w->file, NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED, at);
         if (p != MAP_FAILED) {
            p[below(w, (uint32_t)size_B / 4)] = next(w);
            munmap((void *)p, size_B);
         }
      }
      break;
   case 4: call(w, DRM_IOCTL_AMDGPU_GEM_USERPTR, &user); break;
   case 5: call(w, DRM_IOCTL_AMDGPU_GEM_METADATA, &md); break;
   case 6: call(w, DRM_IOCTL_AMDGPU_GEM_OP, &op); break;
   default: call(w, DRM_IOCTL_AMDGPU_GEM_WAIT_IDLE, &idle);
   }
}

static void addresses(struct worker *w)
{
   struct drm_amdgpu_gem_va va = { handle(w), flags(w, 0), flags(w, 1 + below(w, 4)),
                                   flags(w, AMDGPU_VM_PAGE_READABLE | AMDGPU_VM_PAGE_WRITEABLE | AMDGPU_VM_PAGE_EXECUTABLE |
                                         (one_in(w, 8) ? AMDGPU_VM_PAGE_PRT : 0)),
                                   address(w), one_in(w, 5) ? size_of(w) : 0, size_of(w) };
   call(w, DRM_IOCTL_AMDGPU_GEM_VA, &va);
}

static void contexts(struct worker *w)
{
   union drm_amdgpu_ctx ctx = { .in = { flags(w, 1 + below(w, 6)), flags(w, 0), handle(w), one_in(w, 5) ? (int32_t)next(w) :
                                        0 } };
   struct drm_amdgpu_bo_list_entry entry[4];
   for (unsigned i = 0; i < 4; i++)
      entry[i] = (struct drm_amdgpu_bo_list_entry){ handle(w), next(w) };
   union drm_amdgpu_bo_list list = { .in = { flags(w, below(w, 3)), handle(w), one_in(w, 9) ? next(w) : below(w, 5),
                                             one_in(w, 9) ? next(w) : sizeof entry[0], one_in(w, 20) ? next(w) :
                                                (uintptr_t)entry } };
   struct drm_amdgpu_fence fence[3];
   for (unsigned i = 0; i < 3; i++)
      fence[i] = (struct drm_amdgpu_fence){ handle(w), flags(w, below(w, 2)), flags(w, 0), flags(w, below(w, 4)),
                                            one_in(w, 4) ? UINT64_MAX : below(w, 6) };
   union drm_amdgpu_wait_fences wait = { .in = { (uintptr_t)fence, one_in(w, 9) ? next(w) : below(w, 4), below(w, 2),
                                                 (uint64_t)soon(w) & INT64_MAX } };
   union drm_amdgpu_wait_cs wait_cs = { .in = { fence[0].seq_no, (uint64_t)soon(w), fence[0].ip_type, fence[0].ip_instance,
                                                fence[0].ring, handle(w) } };
   union drm_amdgpu_fence_to_handle to_handle = { .in = { fence[0], flags(w, below(w, 3)), 0 } };
   uint32_t what = to_handle.in.what;
   switch (below(w, 6)) {
   case 0: call(w, DRM_IOCTL_AMDGPU_CTX, &ctx); break;
   case 1: call(w, DRM_IOCTL_AMDGPU_BO_LIST, &list); break;
   case 2: call(w, DRM_IOCTL_AMDGPU_WAIT_FENCES, &wait); break;
   case 3: call(w, DRM_IOCTL_AMDGPU_WAIT_CS, &wait_cs); break;
   default:
      if (gloam_node_engine.ioctl(w->file, DRM_IOCTL_AMDGPU_FENCE_TO_HANDLE, &to_handle) == 0 &&
          what != AMDGPU_FENCE_TO_HANDLE_GET_SYNCOBJ)
         keep_fd(w, (int)to_handle.out.handle);
      w->calls++;
   }
}

static void syncobjs(struct worker *w)
{
   uint32_t handles[4];
   uint64_t points[4];
   for (unsigned i = 0; i < 4; i++) {
      handles[i] = handle(w);
      points[i] = one_in(w, 9) ? (uint64_t)next(w) << 32 : below(w, 6);
   }
   uint32_t count = one_in(w, 12) ? next(w) : below(w, 5);
   uintptr_t at = one_in(w, 20) ? next(w) : (uintptr_t)handles, points_at = one_in(w, 20) ? 0 : (uintptr_t)points;
   struct drm_syncobj_create create = { 0, flags(w, below(w, 2)) };
   struct drm_syncobj_destroy destroy = { handle(w), flags(w, 0) };
   struct drm_syncobj_handle out = { handle(w), flags(w, below(w, 2)), 0, 0 },
      in = { handle(w), flags(w, below(w, 2)), some_fd(w), 0 };
   struct drm_syncobj_wait wait = { at, soon(w), count, flags(w, below(w, 4)), 0, 0 };
   struct drm_syncobj_timeline_wait wait_line = { at, points_at, soon(w), count, flags(w, below(w, 8)), 0, 0 };
   struct drm_syncobj_array array = { at, count, flags(w, 0) };
   struct drm_syncobj_timeline_array line = { at, points_at, count, flags(w, 0) };
   struct drm_syncobj_transfer transfer = { handle(w), handle(w), points[0], points[1], flags(w, 0), 0 };
   switch (below(w, 13)) {
   case 0: case 1: call(w, DRM_IOCTL_SYNCOBJ_CREATE, &create); break;
   case 2: call(w, DRM_IOCTL_SYNCOBJ_DESTROY, &destroy); break;
   case 3: case 4:
      if (gloam_node_engine.ioctl(w->file, DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, &out) == 0)
         keep_fd(w, out.fd);
      w->calls++;
      break;
   case 5: call(w, DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &in); break;
   case 6: call(w, DRM_IOCTL_SYNCOBJ_WAIT, &wait); break;
   case 7: call(w, DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, &wait_line); break;
   case 8: call(w, DRM_IOCTL_SYNCOBJ_RESET, &array); break;
   case 9: call(w, DRM_IOCTL_SYNCOBJ_SIGNAL, &array); break;
   case 10: call(w, DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, &line); break;
   case 11: call(w, DRM_IOCTL_SYNCOBJ_QUERY, &line); break;
   default: call(w, DRM_IOCTL_SYNCOBJ_TRANSFER, &transfer);
   }
}

static void descriptors(struct worker *w)
{
   struct drm_prime_handle out = { handle(w), flags(w, DRM_CLOEXEC | DRM_RDWR), 0 }, in = { 0, 0, some_fd(w) };
   struct dma_buf_sync sync = { flags(w, below(w, 8)) };
   struct sync_merge_data merge = { .fd2 = some_fd(w), .flags = flags(w, 0) };
   struct sync_fence_info one;
   struct sync_file_info info = { .num_fences = below(w, 2), .sync_fence_info = (uintptr_t)&one };
   int ends[2], fd = some_fd(w);
   switch (below(w, 7)) {
   case 0: case 1:
      if (gloam_node_engine.ioctl(w->file, DRM_IOCTL_PRIME_HANDLE_TO_FD, &out) == 0)
         keep_fd(w, out.fd);
      w->calls++;
      break;
   case 2: call(w, DRM_IOCTL_PRIME_FD_TO_HANDLE, &in); break;
   case 3: gloam_node_engine.fd_ioctl(fd, DMA_BUF_IOCTL_SYNC, one_in(w, 50) ? NULL : &sync); break;
   case 4:
      if (gloam_node_engine.fd_ioctl(fd, SYNC_IOC_MERGE, &merge) == 0)
         keep_fd(w, merge.fence);
      break;
   case 5: gloam_node_engine.fd_ioctl(fd, SYNC_IOC_FILE_INFO, &info); break;
   default: /* descriptors of other kinds; the pipe hangs up at once, or waits until it is forgotten */
      if (one_in(w, 3)) {
         keep_fd(w, memfd_create("other", one_in(w, 2) ? MFD_ALLOW_SEALING : 0));
      } else if (pipe(ends) == 0) {
         keep_fd(w, ends[0]);
         close(ends[1]);
      }
   }
}

/* Packets that do something harmless, packets of any kind with any content, and noise. */
static unsigned fill_commands(struct worker *w, uint32_t *to, unsigned room)
{
   unsigned n = 0;
   unsigned packets = below(w, 6);
   for (unsigned i = 0; i < packets && n + 20 < room; i++) {
      uint64_t at = VA_BASE + PAGE_B * below(w, 64) + 4 * below(w, 1024);
      unsigned count = below(w, 8);
      switch (below(w, 4)) {
      case 0: case 1:
         to[n++] = PKT3(PKT3_WRITE_DATA, 3, 0);
         to[n++] = 5 << 8;
         to[n++] = (uint32_t)at;
         to[n++] = (uint32_t)(at >> 32);
         to[n++] = next(w);
         break;
      case 2:
         to[n++] = PKT3(PKT3_NOP, count, 0);
         n += count + 1;
         break;
      default:
         to[n++] = PKT3(below(w, 256), count, 0);
         for (unsigned k = 0; k <= count; k++)
            to[n++] = one_in(w, 2) ? next(w) : one_in(w, 2) ? (uint32_t)at : below(w, 4);
      }
   }
   return n;
}

static void submissions(struct worker *w)
{
   /* Into a buffer that is mapped somewhere; if it is not, the GPU reads zeros, which is fine, too. */
   uint32_t bo = handle(w), dw = below(w, 64);
   union drm_amdgpu_gem_mmap map = { .in = { bo, 0 } };
   if (call(w, DRM_IOCTL_AMDGPU_GEM_MMAP, &map) == 0) {
      uint32_t *p = gloam_node_engine.mmap(w->file, NULL, PAGE_B, PROT_READ | PROT_WRITE, MAP_SHARED, map.out.addr_ptr);
      if (p != MAP_FAILED) {
         dw = fill_commands(w, p, PAGE_B / 4);
         munmap(p, PAGE_B);
      }
   }
   struct drm_amdgpu_gem_va va = { bo, 0, AMDGPU_VA_OP_REPLACE, AMDGPU_VM_PAGE_READABLE | AMDGPU_VM_PAGE_WRITEABLE,
                                   VA_BASE + PAGE_B * below(w, 64), 0, PAGE_B };
   if (!one_in(w, 4))
      call(w, DRM_IOCTL_AMDGPU_GEM_VA, &va);
   struct drm_amdgpu_bo_list_entry entry[3] = { { bo, 0 }, { handle(w), 0 }, { handle(w), 0 } };
   struct drm_amdgpu_bo_list_in list = { ~0u, ~0u, one_in(w, 20) ? next(w) : 1 + below(w, 3) / 2, flags(w, sizeof entry[0]),
                                         (uintptr_t)entry };
   struct drm_amdgpu_cs_chunk_ib ib = { 0, flags(w, 0), va.va_address, flags(w, 4 * dw), flags(w, below(w, 2)), flags(w, 0),
                                        flags(w, below(w, 4)) };
   struct drm_amdgpu_cs_chunk_fence fence = { handle(w), flags(w, 8 * below(w, 512)) };
   struct drm_amdgpu_cs_chunk_dep dep = { flags(w, 0), flags(w, 0), flags(w, 0), handle(w), below(w, 4) };
   struct drm_amdgpu_cs_chunk_sem sem = { handle(w) };
   struct drm_amdgpu_cs_chunk_syncobj point = { handle(w), flags(w, 0), below(w, 8) };
   const struct { uint32_t id, size_B; void *data; } kinds[] = {
      { AMDGPU_CHUNK_ID_IB, sizeof ib, &ib }, { AMDGPU_CHUNK_ID_BO_HANDLES, sizeof list, &list },
      { AMDGPU_CHUNK_ID_FENCE, sizeof fence, &fence }, { AMDGPU_CHUNK_ID_DEPENDENCIES, sizeof dep, &dep },
      { AMDGPU_CHUNK_ID_SYNCOBJ_IN, sizeof sem, &sem }, { AMDGPU_CHUNK_ID_SYNCOBJ_OUT, sizeof sem, &sem },
      { AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_WAIT, sizeof point, &point },
      { AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL, sizeof point, &point },
      { AMDGPU_CHUNK_ID_SCHEDULED_DEPENDENCIES, sizeof dep, &dep },
   };
   struct drm_amdgpu_cs_chunk chunk[6];
   uint64_t pointers[6];
   unsigned count = 1 + below(w, 5);
   for (unsigned i = 0; i < count; i++) {
      unsigned k = i == 0 && !one_in(w, 20) ? 0 : i == 1 && !one_in(w, 8) ? 1 : below(w, 9);
      chunk[i] = (struct drm_amdgpu_cs_chunk){ flags(w, kinds[k].id), flags(w, kinds[k].size_B / 4) & 0xff,
                                               (uintptr_t)kinds[k].data };
      pointers[i] = one_in(w, 60) ? next(w) : (uintptr_t)&chunk[i];
   }
   union drm_amdgpu_cs cs = { .in = { handle(w), one_in(w, 6) ? handle(w) : 0, one_in(w, 60) ? next(w) : count, flags(w, 0),
                                      (uintptr_t)pointers } };
   call(w, DRM_IOCTL_AMDGPU_CS, &cs);
}

static void questions(struct worker *w)
{
   static _Thread_local uint8_t answer[8192];
   struct drm_amdgpu_info info = { .return_pointer = (uintptr_t)answer, .return_size = one_in(w, 4) ? next(w) % sizeof answer :
                                   1024,
                                   .query = flags(w, below(w, 0x24)) };
   info.read_mmr_reg.dword_offset = one_in(w, 2) ? 0x2600 + below(w, 128) : next(w);
   info.read_mmr_reg.count = one_in(w, 4) ? next(w) : below(w, 40);
   info.read_mmr_reg.instance = one_in(w, 2) ? ~0u : next(w);
   uint32_t any[32];
   for (unsigned i = 0; i < 32; i++)
      any[i] = one_in(w, 3) ? below(w, 8) : next(w);
   /* Any call with any argument; not those that adopt memory or descriptors, or may wait for long. */
   unsigned nr = one_in(w, 2) ? 0x40 + below(w, 0x17) : below(w, 256);
   if (one_in(w, 2))
      call(w, DRM_IOCTL_AMDGPU_INFO, &info);
   else if (nr != 0x51 && nr != 0x2e && nr != 0xc2 && nr != 0xc3 && nr != 0xca && nr != 0x49 && nr != 0x52 && nr != 0x47)
      call(w, _IOC(below(w, 4), DRM_IOCTL_BASE, nr, 4 * below(w, 33)), any);
}

/* ---- main ----------------------------------------------------------------------------------------------------------------- */

static void *work(void *data)
{
   static void (*const kinds[])(struct worker *w) = { buffers, buffers, addresses, contexts, syncobjs, descriptors, submissions,
                                                      submissions, questions };
   struct worker *w = data;
   while (w->calls < w->most && (w->calls % 64 || now() < w->end)) {
      w->file = one_in(w, 3) ? w->common : w->own;
      kinds[below(w, sizeof kinds / sizeof kinds[0])](w);
      if (one_in(w, 4000)) {
         gloam_node_engine.close(w->own);
         w->own = gloam_node_engine.open();
         if (!w->own)
            abort();
      }
   }
   return NULL;
}

static void must(int result, const char *what)
{
   if (result == 0)
      return;
   fprintf(stderr, "fuzz_node: afterwards %s fails: %s\n", what, strerror(-result));
   exit(1);
}

static void works_still(void)
{
   struct node_file *file = gloam_node_engine.open();
   const uint64_t va = 1ull << 33;
   if (!file)
      abort();
   union drm_amdgpu_gem_create create = { .in = { PAGE_B, PAGE_B, AMDGPU_GEM_DOMAIN_GTT, 0 } };
   must(gloam_node_engine.ioctl(file, DRM_IOCTL_AMDGPU_GEM_CREATE, &create), "GEM_CREATE");
   uint32_t bo = create.out.handle;
   union drm_amdgpu_gem_mmap map = { .in = { bo, 0 } };
   must(gloam_node_engine.ioctl(file, DRM_IOCTL_AMDGPU_GEM_MMAP, &map), "GEM_MMAP");
   uint32_t *p = gloam_node_engine.mmap(file, NULL, PAGE_B, PROT_READ | PROT_WRITE, MAP_SHARED, map.out.addr_ptr);
   must(p == MAP_FAILED ? -ENOMEM : 0, "mmap");
   struct drm_amdgpu_gem_va at = { bo, 0, AMDGPU_VA_OP_MAP, AMDGPU_VM_PAGE_READABLE | AMDGPU_VM_PAGE_WRITEABLE, va, 0, PAGE_B };
   must(gloam_node_engine.ioctl(file, DRM_IOCTL_AMDGPU_GEM_VA, &at), "GEM_VA");
   const uint32_t commands[] = { PKT3(PKT3_WRITE_DATA, 3, 0), 5 << 8, (uint32_t)(va + 2048), (uint32_t)(va >> 32), 0xcafe };
   memcpy(p, commands, sizeof commands);
   union drm_amdgpu_ctx ctx = { .in = { .op = AMDGPU_CTX_OP_ALLOC_CTX } };
   must(gloam_node_engine.ioctl(file, DRM_IOCTL_AMDGPU_CTX, &ctx), "CTX");
   struct drm_amdgpu_cs_chunk_ib ib = { .va_start = va, .ib_bytes = sizeof commands, .ip_type = AMDGPU_HW_IP_GFX };
   struct drm_amdgpu_cs_chunk chunk = { AMDGPU_CHUNK_ID_IB, sizeof ib / 4, (uintptr_t)&ib };
   uint64_t pointer = (uintptr_t)&chunk;
   union drm_amdgpu_cs cs = { .in = { .ctx_id = ctx.out.alloc.ctx_id, .num_chunks = 1, .chunks = (uintptr_t)&pointer } };
   uint32_t id = ctx.out.alloc.ctx_id;
   must(gloam_node_engine.ioctl(file, DRM_IOCTL_AMDGPU_CS, &cs), "CS");
   union drm_amdgpu_wait_cs wait = { .in = { 1, UINT64_MAX, AMDGPU_HW_IP_GFX, 0, 0, id } };
   must(gloam_node_engine.ioctl(file, DRM_IOCTL_AMDGPU_WAIT_CS, &wait), "WAIT_CS");
   must(p[512] == 0xcafe ? 0 : -EIO, "the GPU's word");
   munmap(p, PAGE_B);
   gloam_node_engine.close(file);
}

int main(int argc, char **argv)
{
   if (argc < 3) {
      fprintf(stderr, "usage: fuzz_node SEED SECONDS [CALLS]\n");
      return 2;
   }
   static struct worker worker[THREADS];
   pthread_t thread[THREADS];
   struct node_file *common = gloam_node_engine.open();
   double end = now() + atof(argv[2]);
   for (unsigned i = 0; i < THREADS; i++) {
      struct worker *w = &worker[i];
      *w = (struct worker){ .seed = strtoull(argv[1], NULL, 0) * 77 + i, .own = gloam_node_engine.open(), .common = common,
                            .end = end,
                            .most = argc > 3 ? strtoull(argv[3], NULL, 0) : UINT64_MAX };
      for (unsigned k = 0; k < FDS; k++)
         w->fd[k] = -1;
      w->user = mmap(NULL, PAGE_B * USER_PAGES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (!w->own || !common || w->user == MAP_FAILED || pthread_create(&thread[i], NULL, work, w))
         abort();
   }
   uint64_t calls = 0, good = 0;
   for (unsigned i = 0; i < THREADS; i++) {
      pthread_join(thread[i], NULL);
      gloam_node_engine.close(worker[i].own);
      for (unsigned k = 0; k < FDS; k++)
         if (worker[i].fd[k] >= 0)
            close(worker[i].fd[k]);
      munmap(worker[i].user, PAGE_B * USER_PAGES);
      calls += worker[i].calls;
      good += worker[i].good;
   }
   gloam_node_engine.close(common);
   works_still();
   printf("%llu calls, %llu of them answered with success\n", (unsigned long long)calls, (unsigned long long)good);
   return good ? 0 : 1;
}
