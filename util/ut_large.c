/* ut_large.c: each large block is a mapping, listed in a table by its address. free() looks there to tell such a block from
 * one of the host program's allocator. A block is in one of the WINDOW slots after its hash; if all of them are taken the
 * allocation fails. */
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "util/ut_large.h"
#include "util/ut_pages.h"

#define SLOT_BITS 16u /* as many as a process may have mappings (vm.max_map_count) */
#define SLOTS (1u << SLOT_BITS)
#define WINDOW 32u
#define ALIGN_B ((uintptr_t)4096) /* of addresses, at least */
#define UNIT_B ((size_t)65536)    /* of sizes: a multiple of the page size of every host */
#define CLAIMED 1u                /* a slot that is being filled */

static struct { _Atomic uintptr_t base; size_t size_B /* as requested */, mapped_B; } slot[SLOTS + WINDOW];

/* Freed blocks: the address, and in its low bits the size in units. Mapping pages and filling them with zeros costs about as
 * much as the copy or conversion that the memory is for. */
#define KEPT 4u
#define KEPT_B ((size_t)4 << 20)
static _Atomic uintptr_t kept[KEPT];
static atomic_uint kept_next;

static unsigned hash(uintptr_t base)
{
   return (unsigned)((uint64_t)(base / ALIGN_B) * 0x9e3779b97f4a7c15u >> (64 - SLOT_BITS));
}

static size_t find(const void *p)
{
   const uintptr_t base = (uintptr_t)p;
   if (!base || base & (ALIGN_B - 1))
      return SIZE_MAX;
   for (size_t i = hash(base), end = i + WINDOW; i < end; i++)
      if (atomic_load_explicit(&slot[i].base, memory_order_acquire) == base)
         return i;
   return SIZE_MAX;
}

static bool list(uintptr_t base, size_t size_B, size_t mapped_B)
{
   for (size_t i = hash(base), end = i + WINDOW; i < end; i++) {
      uintptr_t none = 0;
      if (atomic_compare_exchange_strong(&slot[i].base, &none, CLAIMED)) {
         slot[i].size_B = size_B;
         slot[i].mapped_B = mapped_B;
         atomic_store_explicit(&slot[i].base, base, memory_order_release);
         return true;
      }
   }
   return false;
}

static size_t units(size_t size_B)
{
   return (size_B + UNIT_B - 1) & ~(UNIT_B - 1);
}

static void *take_kept(size_t wanted_B, size_t *mapped_B)
{
   for (unsigned i = 0; i < KEPT; i++) {
      uintptr_t v = atomic_load_explicit(&kept[i], memory_order_relaxed);
      const size_t has_B = (v & (ALIGN_B - 1)) * UNIT_B;
      if (has_B >= wanted_B && has_B <= wanted_B + wanted_B / 4 && atomic_compare_exchange_strong(&kept[i], &v, 0)) {
         *mapped_B = has_B;
         return (void *)(v & ~(ALIGN_B - 1));
      }
   }
   return NULL;
}

static void keep_or_unmap(uintptr_t base, size_t mapped_B)
{
   if (mapped_B <= KEPT_B) {
      const uintptr_t old = atomic_exchange(&kept[atomic_fetch_add(&kept_next, 1) % KEPT], base | mapped_B / UNIT_B);
      base = old & ~(ALIGN_B - 1);
      mapped_B = (old & (ALIGN_B - 1)) * UNIT_B;
   }
   ut_pages_unmap((void *)base, mapped_B);
}

void *ut_large_alloc(size_t size_B, bool zero)
{
   size_t mapped_B = units(size_B);
   if (mapped_B < size_B)
      return NULL;
   void *p = take_kept(mapped_B, &mapped_B);
   if (p && zero)
      memset(p, 0, size_B);
   else if (!p)
      p = ut_pages_map(mapped_B, 1);
   if (p && !list((uintptr_t)p, size_B, mapped_B)) {
      ut_pages_unmap(p, mapped_B);
      return NULL;
   }
   return p;
}

size_t ut_large_size(const void *p)
{
   const size_t i = find(p);
   return i == SIZE_MAX ? 0 : slot[i].size_B;
}

void *ut_large_resize(void *p, size_t size_B)
{
   const size_t i = find(p), mapped_B = units(size_B);
   if (mapped_B < size_B)
      return NULL;
   if (mapped_B == slot[i].mapped_B) {
      slot[i].size_B = size_B;
      return p;
   }
   void *to = ut_large_alloc(size_B, false);
   if (!to)
      return NULL;
   /* Not listed any more before its pages go: another thread may get the same address at once. */
   const size_t old_B = slot[i].size_B, old_mapped_B = slot[i].mapped_B;
   atomic_store_explicit(&slot[i].base, 0, memory_order_release);
   size_t moved_B = mapped_B < old_mapped_B ? mapped_B : old_mapped_B;
   if (mremap(p, moved_B, moved_B, MREMAP_MAYMOVE | MREMAP_FIXED, to) == MAP_FAILED) {
      memcpy(to, p, old_B < size_B ? old_B : size_B);
      moved_B = 0;
   }
   if (old_mapped_B > moved_B)
      ut_pages_unmap((uint8_t *)p + moved_B, old_mapped_B - moved_B);
   return to;
}

bool ut_large_free(void *p)
{
   const size_t i = find(p);
   if (i == SIZE_MAX)
      return false;
   const size_t mapped_B = slot[i].mapped_B;
   atomic_store_explicit(&slot[i].base, 0, memory_order_release);
   keep_or_unmap((uintptr_t)p, mapped_B);
   return true;
}
