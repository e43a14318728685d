/* mem_heap.c: allocation of GPU memory. Two zones of addresses, below and above 4 GB; each is committed from its start in
 * big steps, so that the kernel sees a handful of mappings however many buffers there are. Free memory is always zero:
 * big ranges go back to the kernel, small ones are cleared. A few freed blocks keep their pages for blocks of undefined contents. */
#include "winsys/sim/mem/mem_heap.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/ut_env.h"
#include "winsys/sim/base/ints.h"
#include "winsys/sim/mem/mem_share.h"

#define RANGE_B (64ull << 30)
#define LOW_START_B (1ull << 20) /* null pointers with small offsets stay unmapped */
#define LOW_END_B (4ull << 30)
#define PAGE_B (1ull << SIM_PAGE_SHIFT)
#define HUGE_PAGE_B (2ull << 20)
#define COMMIT_STEP_B (64ull << 20)
#define GIVE_BACK_B (64ull << 10)
#define CGROUP_STEP_B (64ull << 20)
#define MAX_KEPT 16
#define MAX_KEPT_B (64ull << 20)

struct zone { struct sim_range_set free; uint64_t start, end, committed; };

struct sim_heap {
   struct sim_mem mem;
   pthread_mutex_t lock;
   struct zone low, high;
   uint64_t budget_B, used_B;
   uint64_t unchecked_B; /* allocated since the cgroup was queried */
   struct kept { uint64_t va, range_B; } kept[MAX_KEPT]; /* freed blocks with their pages, the oldest first; not in used_B */
   unsigned kept_count;
   uint64_t kept_B;
};

const struct ut_cgroups *sim_heap_cgroups;

uint64_t sim_memory_budget_B(void)
{
   int64_t set_MB = ut_env_int(UT_ENV_SIM_MEMORY_MB);
   return set_MB > 0 ? (uint64_t)set_MB << 20 : ut_memory_limit_B() / 4 * 3;
}

static bool zone_init(struct zone *z, uint64_t start, uint64_t end)
{
   z->start = z->committed = start;
   z->end = end;
   return sim_range_init(&z->free, start, end - start);
}

struct sim_heap *sim_heap_create(uint64_t budget_B)
{
   struct sim_heap *h = calloc(1, sizeof *h);
   if (!h)
      return NULL;
   if (!sim_mem_init(&h->mem, RANGE_B))
      goto free_heap;
   uint64_t low_end = h->mem.size_B >= 2 * LOW_END_B ? LOW_END_B : h->mem.size_B / 2;
   if (!zone_init(&h->low, LOW_START_B, low_end))
      goto free_mem;
   if (!zone_init(&h->high, low_end, h->mem.size_B))
      goto free_low;
   h->budget_B = budget_B;
   pthread_mutex_init(&h->lock, NULL);
   return h;

free_low:
   sim_range_finish(&h->low.free);
free_mem:
   sim_mem_finish(&h->mem);
free_heap:
   free(h);
   return NULL;
}

void sim_heap_destroy(struct sim_heap *h)
{
   if (!h)
      return;
   sim_range_finish(&h->low.free);
   sim_range_finish(&h->high.free);
   sim_mem_finish(&h->mem);
   pthread_mutex_destroy(&h->lock);
   free(h);
}

struct sim_mem *sim_heap_mem(struct sim_heap *h)
{
   return &h->mem;
}

uint64_t sim_heap_used_B(struct sim_heap *h)
{
   pthread_mutex_lock(&h->lock);
   uint64_t used_B = h->used_B;
   pthread_mutex_unlock(&h->lock);
   return used_B;
}

uint64_t sim_heap_budget_B(struct sim_heap *h)
{
   return h->budget_B;
}

/* ---- freed blocks that keep their pages ---- */

/* The lock is held. */
static struct kept take_kept(struct sim_heap *h, unsigned i)
{
   const struct kept k = h->kept[i];
   h->kept_B -= k.range_B;
   h->kept_count--;
   memmove(&h->kept[i], &h->kept[i + 1], (h->kept_count - i) * sizeof(k));
   return k;
}

/* False: small ones are cleared when they are freed. */
static bool keep(struct sim_heap *h, uint64_t va, uint64_t range_B)
{
   if (range_B < GIVE_BACK_B || range_B > MAX_KEPT_B)
      return false;
   pthread_mutex_lock(&h->lock);
   while (h->kept_count == MAX_KEPT || h->kept_B + range_B > MAX_KEPT_B) {
      const struct kept k = take_kept(h, 0);
      if (madvise(h->mem.base + k.va, k.range_B, MADV_DONTNEED))
         memset(h->mem.base + k.va, 0, k.range_B);
      sim_range_release(k.va < h->low.end ? &h->low.free : &h->high.free, k.va, k.range_B);
   }
   h->kept[h->kept_count++] = (struct kept){va, range_B};
   h->kept_B += range_B;
   pthread_mutex_unlock(&h->lock);
   return true;
}

/* The newest, whose lines may be in caches; UINT64_MAX: none. */
static uint64_t find_kept(struct sim_heap *h, uint64_t range_B, uint64_t align_B, bool low)
{
   uint64_t va = UINT64_MAX;
   pthread_mutex_lock(&h->lock);
   for (unsigned i = h->kept_count; i-- && va == UINT64_MAX;)
      if (h->kept[i].range_B == range_B && !(h->kept[i].va & (align_B - 1)) && (!low || h->kept[i].va < h->low.end))
         va = take_kept(h, i).va;
   pthread_mutex_unlock(&h->lock);
   return va;
}

/* ---- ranges and the budget ---- */

/* Addresses only; ~0 when the zone is full. The lock is held. */
static uint64_t take_addresses(struct sim_heap *h, struct zone *z, uint64_t size_B, uint64_t align_B)
{
   uint64_t va = sim_range_take(&z->free, size_B, align_B);
   if (va == UINT64_MAX || va + size_B <= z->committed)
      return va;
   uint64_t wanted = align_u64(va + size_B, COMMIT_STEP_B);
   if (wanted > z->end)
      wanted = z->end;
   if (!sim_mem_commit(&h->mem, z->committed, wanted - z->committed)) {
      sim_range_release(&z->free, va, size_B);
      return UINT64_MAX;
   }
   z->committed = wanted;
   return va;
}

uint64_t sim_heap_take_range(struct sim_heap *h, uint64_t range_B, uint64_t align_B, bool low)
{
   pthread_mutex_lock(&h->lock);
   uint64_t va = low ? UINT64_MAX : take_addresses(h, &h->high, range_B, align_B);
   if (va == UINT64_MAX)
      va = take_addresses(h, &h->low, range_B, align_B);
   pthread_mutex_unlock(&h->lock);
   return va;
}

void sim_heap_give_range(struct sim_heap *h, uint64_t va, uint64_t range_B)
{
   pthread_mutex_lock(&h->lock);
   sim_range_release(va < h->low.end ? &h->low.free : &h->high.free, va, range_B);
   pthread_mutex_unlock(&h->lock);
}

static void uncharge(struct sim_heap *h, uint64_t range_B)
{
   pthread_mutex_lock(&h->lock);
   h->used_B -= range_B;
   pthread_mutex_unlock(&h->lock);
}

/* The budget is this process's; other processes of the cgroup use memory too. Queried once per CGROUP_STEP_B of allocations. */
static bool charge(struct sim_heap *h, uint64_t range_B)
{
   pthread_mutex_lock(&h->lock);
   bool fits = range_B <= h->budget_B && h->used_B <= h->budget_B - range_B, ask = false;
   if (fits) {
      h->used_B += range_B;
      h->unchecked_B += range_B;
      ask = h->unchecked_B >= CGROUP_STEP_B;
      if (ask)
         h->unchecked_B = 0;
   }
   pthread_mutex_unlock(&h->lock);
   if (!ask || range_B <= ut_memory_available_B(sim_heap_cgroups))
      return fits;
   uncharge(h, range_B);
   pthread_mutex_lock(&h->lock);
   h->unchecked_B = CGROUP_STEP_B; /* the next allocation queries again */
   pthread_mutex_unlock(&h->lock);
   return false;
}

bool sim_heap_alloc(struct sim_heap *h, uint64_t size_B, uint64_t align_B, unsigned flags, struct sim_block *block)
{
   *block = (struct sim_block){ .fd = -1, .dmabuf_fd = -1, .writable = true };
   if (!size_B || size_B > h->mem.size_B)
      return false;
   uint64_t range_B = align_u64(size_B, PAGE_B);
   if (align_B < PAGE_B)
      align_B = PAGE_B;
   bool huge = range_B >= HUGE_PAGE_B;
   if (huge && align_B < HUGE_PAGE_B)
      align_B = HUGE_PAGE_B;
   if (!charge(h, range_B))
      return false;
   const bool low = flags & SIM_HEAP_LOW_4G;
   uint64_t va = flags & SIM_HEAP_UNDEFINED ? find_kept(h, range_B, align_B, low) : UINT64_MAX;
   if (va == UINT64_MAX)
      va = sim_heap_take_range(h, range_B, align_B, low);
   if (va == UINT64_MAX) {
      uncharge(h, range_B);
      return false;
   }
   block->va = va;
   block->size_B = size_B;
   block->range_B = range_B;
   if (huge)
      madvise(h->mem.base + va, range_B, MADV_HUGEPAGE); /* a wish; failure costs speed only */
   if (flags & SIM_HEAP_OWN_OBJECT) {
      char why[8];
      if (sim_share_move_to_memfd(&h->mem, block, why, sizeof why) < 0) {
         sim_heap_give_range(h, va, range_B);
         uncharge(h, range_B);
         return false;
      }
   }
   sim_mem_set_access(&h->mem, va, range_B, SIM_MEM_READ | SIM_MEM_WRITE);
   return true;
}

void sim_heap_free(struct sim_heap *h, struct sim_block *block)
{
   if (!block->range_B)
      return;
   uint8_t *host = h->mem.base + block->va;
   sim_mem_set_access(&h->mem, block->va, block->range_B, 0);
   bool usable = true;
   if (block->fd >= 0 || block->dmabuf_fd >= 0)
      usable = sim_share_unmap(&h->mem, block->va, block->range_B);
   else if (keep(h, block->va, block->range_B))
      usable = false;
   else if (block->range_B < GIVE_BACK_B || madvise(host, block->range_B, MADV_DONTNEED))
      memset(host, 0, block->range_B);
   if (block->fd >= 0)
      close(block->fd);
   if (block->dmabuf_fd >= 0)
      close(block->dmabuf_fd);
   if (usable)
      sim_heap_give_range(h, block->va, block->range_B);
   if (!block->imported)
      uncharge(h, block->range_B);
   *block = (struct sim_block){ .fd = -1, .dmabuf_fd = -1 };
}
