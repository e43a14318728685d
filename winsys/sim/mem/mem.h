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

/* What somebody else's look at memory is owed first: see sim_mem_owe. */
struct sim_debt { void (*pay)(struct sim_debt *debt); };

struct sim_mem {
   uint8_t *base;
   uint64_t size_B;            /* of the reserved range; addresses at and above it are never mapped */
   uint8_t *page;              /* [size_B >> SIM_PAGE_SHIFT]: SIM_MEM_* bits, 0 = unmapped; of owed pages << SIM_MEM_OWED */
   atomic_uint generation;     /* counts map/unmap: whoever caches "mapped" answers compares it */
   atomic_bool has_meta;       /* some of those answers are about compression metadata, see meta.h */
   atomic_ullong fault_va;     /* first fault since cleared, +1 (0 = none) */
   atomic_uint fault_count, fault_flags;
   pthread_mutex_t meta_lock;  /* expansion of metadata: workers resolve descriptors concurrently */
   pthread_mutex_t debt_lock;  /* for owed pages, and for: */
   struct sim_debt *_Atomic debt; /* NULL: nothing is owed */
};

/* Reserves size_B (less where the process may not: then the size is halved down to 1 GB; see m->size_B) of address space
 * with nothing mapped. False: not even that. */
bool sim_mem_init(struct sim_mem *m, uint64_t size_B);
void sim_mem_finish(struct sim_mem *m);
/* Makes pages usable by the host: [va, va + size_B), page-aligned. False: no memory. Contents are zero at first use. */
bool sim_mem_commit(struct sim_mem *m, uint64_t va, uint64_t size_B);
/* What the GPU may do with pages: SIM_MEM_* bits, 0 unmaps. Page-aligned. */
void sim_mem_set_access(struct sim_mem *m, uint64_t va, uint64_t size_B, unsigned access);

/* ---- contents that are owed -------------------------------------------------------------------------------------------
 * Who fills memory may put that off, as long as nobody looks: the pages' bits are moved out of the way (SIM_MEM_OWED), so that
 * whoever wants an address of them comes to sim_mem_check, which calls debt->pay() first: on any thread, under debt_lock. Then
 * the contents are there, though the pages stay marked until the debtor unmarks them. There is one debtor at a time. */
#define SIM_MEM_OWED 3
void sim_mem_owe(struct sim_mem *m, struct sim_debt *debt, uint64_t va, uint64_t size_B); /* debt_lock is held */
void sim_mem_unmark(struct sim_mem *m, uint64_t va, uint64_t size_B);                     /* likewise */
void sim_mem_pay(struct sim_mem *m);

/* Slow part: every page of [va, va + size_B) has all bits of `access`; what is owed there is paid. */
bool sim_mem_check(struct sim_mem *m, uint64_t va, uint64_t size_B, unsigned access);
/* The same, for who does not look at the contents yet and takes care of debts then. */
bool sim_mem_mapped(const struct sim_mem *m, uint64_t va, uint64_t size_B, unsigned access);
/* Likewise, of memory that no submission under way names: another thread may be unmapping it. */
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
