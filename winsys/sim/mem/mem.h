/* mem.h: GPU virtual memory of the simulated GPU. GPU address 0 lies at host address `base`; one large range is
 * reserved, so translation is an addition. A table with one byte per 4 KB page says what is mapped: an access outside
 * every mapping reads zero, writes nowhere and is recorded as a VM fault. Application memory is out of reach. */
#ifndef SIM_MEM_H
#define SIM_MEM_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIM_PAGE_SHIFT 12
#define SIM_MEM_READ 1
#define SIM_MEM_WRITE 2

/* A fill that has not been executed yet: see sim_mem_defer. */
struct sim_deferred { void (*resolve)(struct sim_deferred *deferred); };

struct sim_mem {
   uint8_t *base;
   uint64_t size_B;            /* of the reserved range; addresses at and above it are never mapped */
   uint8_t *page;              /* [size_B >> SIM_PAGE_SHIFT]: SIM_MEM_* bits, 0 = unmapped; shifted in pages with a deferred fill */
   atomic_uint generation;     /* incremented by map/unmap: caches of "mapped" results compare it */
   atomic_bool has_meta;       /* some of those results depend on compression metadata, see meta.h */
   atomic_ullong fault_va;     /* first fault since cleared, +1 (0 = none) */
   atomic_uint fault_count, fault_flags;
   pthread_mutex_t meta_lock;  /* expansion of metadata: workers resolve descriptors concurrently */
   pthread_mutex_t deferred_lock; /* protects the bits of deferred pages, and: */
   struct sim_deferred *_Atomic deferred; /* NULL: no fill is deferred */
};

/* Reserves size_B of address space with nothing mapped. Where the limits of the process do not allow that, the size is halved, down
 * to 1 GB (see m->size_B). False: 1 GB is too much. */
bool sim_mem_init(struct sim_mem *m, uint64_t size_B);
void sim_mem_finish(struct sim_mem *m);
/* Makes pages usable by the host: [va, va + size_B), page-aligned. False: no memory. Contents are zero at first use. */
bool sim_mem_commit(struct sim_mem *m, uint64_t va, uint64_t size_B);
/* Sets the access that the GPU has to pages: SIM_MEM_* bits, 0 unmaps. Page-aligned. */
void sim_mem_set_access(struct sim_mem *m, uint64_t va, uint64_t size_B, unsigned access);

/* ---- deferred fills ----------------------------------------------------------------------------------------------------
 * A fill may be deferred until a reader needs the memory. The bits of its pages are shifted by SIM_MEM_DEFERRED, so sim_mem_ptr
 * falls through to sim_mem_check, which calls deferred->resolve(): on any thread, with deferred_lock held. Afterwards the contents
 * are valid; the pages stay shifted until the owner calls sim_mem_unmark. There is one owner at a time. */
#define SIM_MEM_DEFERRED 3
void sim_mem_defer(struct sim_mem *m, struct sim_deferred *deferred, uint64_t va, uint64_t size_B); /* with deferred_lock held */
void sim_mem_unmark(struct sim_mem *m, uint64_t va, uint64_t size_B); /* likewise */
void sim_mem_resolve(struct sim_mem *m);

/* Slow path: every page of [va, va + size_B) has all bits of `access`. Resolves deferred fills of these pages. */
bool sim_mem_check(struct sim_mem *m, uint64_t va, uint64_t size_B, unsigned access);
/* The same without resolving deferred fills, for callers that do not access the contents yet. */
bool sim_mem_mapped(const struct sim_mem *m, uint64_t va, uint64_t size_B, unsigned access);
/* Likewise, for memory that no running submission references: another thread may be unmapping it. */
bool sim_mem_still_mapped(struct sim_mem *m, uint64_t va, uint64_t size_B, unsigned access);
/* Records a fault. */
void sim_mem_fault(struct sim_mem *m, uint64_t va, unsigned access);

/* Host address of a mapped range, or NULL (a fault was recorded). */
static inline void *sim_mem_ptr(struct sim_mem *m, uint64_t va, uint64_t size_B, unsigned access)
{
   uint64_t first = va >> SIM_PAGE_SHIFT, last = (va + size_B - 1) >> SIM_PAGE_SHIFT;
   if (va < m->size_B && first == last && (m->page[first] & access) == access)
      return m->base + va;
   if (size_B && sim_mem_check(m, va, size_B, access))
      return m->base + va;
   sim_mem_fault(m, va, access);
   return NULL;
}

#endif
