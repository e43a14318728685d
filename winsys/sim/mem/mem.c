/* mem.c: the reserved host range of GPU addresses and the table of mapped pages. mem_heap.c allocates ranges. No memory backs a
 * range until it is committed and touched. */
#include "winsys/sim/mem/mem.h"

#include <string.h>
#include <sys/mman.h>

#define SMALLEST_RANGE_B (1ull << 30)

static void *reserve(uint64_t size_B, int prot)
{
   void *p = mmap(NULL, size_B, prot, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   return p == MAP_FAILED ? NULL : p;
}

bool sim_mem_init(struct sim_mem *m, uint64_t size_B)
{
   memset(m, 0, sizeof *m);
   pthread_mutex_init(&m->deferred_lock, NULL);
   pthread_mutex_init(&m->meta_lock, NULL);
   /* RLIMIT_AS counts reservations too: take what it allows. */
   for (; size_B >= SMALLEST_RANGE_B; size_B >>= 1) {
      m->base = reserve(size_B, PROT_NONE);
      m->page = m->base ? reserve(size_B >> SIM_PAGE_SHIFT, PROT_READ | PROT_WRITE) : NULL;
      if (m->page) {
         m->size_B = size_B;
         return true;
      }
      if (m->base)
         munmap(m->base, size_B);
   }
   m->base = NULL;
   return false;
}

void sim_mem_finish(struct sim_mem *m)
{
   if (m->base) {
      munmap(m->base, m->size_B);
      munmap(m->page, m->size_B >> SIM_PAGE_SHIFT);
   }
   pthread_mutex_destroy(&m->meta_lock);
   pthread_mutex_destroy(&m->deferred_lock);
   memset(m, 0, sizeof *m);
}

bool sim_mem_commit(struct sim_mem *m, uint64_t va, uint64_t size_B)
{
   return va < m->size_B && size_B <= m->size_B - va && mprotect(m->base + va, size_B, PROT_READ | PROT_WRITE) == 0;
}

static bool any_deferred(const struct sim_mem *m, uint64_t va, uint64_t size_B)
{
   for (uint64_t page = va >> SIM_PAGE_SHIFT; page < (va + size_B) >> SIM_PAGE_SHIFT; page++)
      if (m->page[page] >= 1 << SIM_MEM_DEFERRED)
         return true;
   return false;
}

/* Deferred fills are resolved before the mapping changes. */
void sim_mem_set_access(struct sim_mem *m, uint64_t va, uint64_t size_B, unsigned access)
{
   pthread_mutex_lock(&m->deferred_lock);
   struct sim_deferred *deferred = m->deferred;
   if (deferred && any_deferred(m, va, size_B))
      deferred->resolve(deferred);
   memset(m->page + (va >> SIM_PAGE_SHIFT), (int)access, size_B >> SIM_PAGE_SHIFT);
   pthread_mutex_unlock(&m->deferred_lock);
   atomic_fetch_add_explicit(&m->generation, 1, memory_order_release);
}

static bool in_range(const struct sim_mem *m, uint64_t va, uint64_t size_B)
{
   return va < m->size_B && size_B <= m->size_B - va;
}

static bool all_pages(const struct sim_mem *m, uint64_t va, uint64_t size_B, unsigned access)
{
   uint64_t page = va >> SIM_PAGE_SHIFT, end = (va + size_B - 1) >> SIM_PAGE_SHIFT;
   uint64_t wanted = access * 0x0101010101010101ull;
   for (; page + 8 <= end + 1; page += 8) {
      uint64_t eight;
      memcpy(&eight, m->page + page, 8);
      if ((eight & wanted) != wanted)
         return false;
   }
   for (; page <= end; page++)
      if ((m->page[page] & access) != access)
         return false;
   return true;
}

static bool all_pages_or_deferred(const struct sim_mem *m, uint64_t va, uint64_t size_B, unsigned access)
{
   for (uint64_t page = va >> SIM_PAGE_SHIFT; page <= (va + size_B - 1) >> SIM_PAGE_SHIFT; page++)
      if (((m->page[page] | m->page[page] >> SIM_MEM_DEFERRED) & access) != access)
         return false;
   return true;
}

bool sim_mem_mapped(const struct sim_mem *m, uint64_t va, uint64_t size_B, unsigned access)
{
   return !size_B || (in_range(m, va, size_B) &&
                      (all_pages(m, va, size_B, access) || (m->deferred && all_pages_or_deferred(m, va, size_B, access))));
}

bool sim_mem_still_mapped(struct sim_mem *m, uint64_t va, uint64_t size_B, unsigned access)
{
   pthread_mutex_lock(&m->deferred_lock);
   bool mapped = sim_mem_mapped(m, va, size_B, access);
   pthread_mutex_unlock(&m->deferred_lock);
   return mapped;
}

bool sim_mem_check(struct sim_mem *m, uint64_t va, uint64_t size_B, unsigned access)
{
   if (!size_B)
      return true;
   if (!in_range(m, va, size_B))
      return false;
   if (all_pages(m, va, size_B, access))
      return true;
   if (!m->deferred || !all_pages_or_deferred(m, va, size_B, access))
      return false;
   sim_mem_resolve(m);
   return true;
}

/* ---- deferred fills ---------------------------------------------------------------------------------------------------------- */

void sim_mem_defer(struct sim_mem *m, struct sim_deferred *deferred, uint64_t va, uint64_t size_B)
{
   m->deferred = deferred;
   for (uint64_t page = va >> SIM_PAGE_SHIFT; page <= (va + size_B - 1) >> SIM_PAGE_SHIFT; page++)
      if (m->page[page] < 1 << SIM_MEM_DEFERRED) /* two ranges may share a page */
         m->page[page] = (uint8_t)(m->page[page] << SIM_MEM_DEFERRED);
   atomic_fetch_add_explicit(&m->generation, 1, memory_order_release);
}

void sim_mem_unmark(struct sim_mem *m, uint64_t va, uint64_t size_B)
{
   for (uint64_t page = va >> SIM_PAGE_SHIFT; page <= (va + size_B - 1) >> SIM_PAGE_SHIFT; page++)
      if (m->page[page] >= 1 << SIM_MEM_DEFERRED)
         m->page[page] >>= SIM_MEM_DEFERRED;
}

void sim_mem_resolve(struct sim_mem *m)
{
   pthread_mutex_lock(&m->deferred_lock);
   struct sim_deferred *deferred = m->deferred;
   if (deferred)
      deferred->resolve(deferred);
   pthread_mutex_unlock(&m->deferred_lock);
}

/* ---- faults --------------------------------------------------------------------------------------------------------- */

void sim_mem_fault(struct sim_mem *m, uint64_t va, unsigned access)
{
   unsigned long long none = 0;
   atomic_compare_exchange_strong(&m->fault_va, &none, va + 1);
   atomic_fetch_or(&m->fault_flags, access);
   atomic_fetch_add(&m->fault_count, 1);
}
