/* mem.c: the reserved range behind GPU addresses and the table that says which pages are mapped. Who owns which range is
 * mem_heap.c's business. Nothing is backed by memory until it is committed and touched. */
#include "winsys/sim/mem.h"

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
   /* RLIMIT_AS counts reservations too: take what is allowed. */
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
   memset(m, 0, sizeof *m);
}

bool sim_mem_commit(struct sim_mem *m, uint64_t va, uint64_t size_B)
{
   return va < m->size_B && size_B <= m->size_B - va && mprotect(m->base + va, size_B, PROT_READ | PROT_WRITE) == 0;
}

void sim_mem_set_access(struct sim_mem *m, uint64_t va, uint64_t size_B, unsigned access)
{
   memset(m->page + (va >> SIM_PAGE_SHIFT), (int)access, size_B >> SIM_PAGE_SHIFT);
   atomic_fetch_add_explicit(&m->generation, 1, memory_order_release);
}

bool sim_mem_check(const struct sim_mem *m, uint64_t va, uint64_t size_B, unsigned access)
{
   if (!size_B)
      return true;
   if (va >= m->size_B || size_B > m->size_B - va)
      return false;
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

void sim_mem_fault(struct sim_mem *m, uint64_t va, unsigned access)
{
   unsigned long long none = 0;
   atomic_compare_exchange_strong(&m->fault_va, &none, va + 1);
   atomic_fetch_or(&m->fault_flags, access);
   atomic_fetch_add(&m->fault_count, 1);
}
