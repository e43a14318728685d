/* ut_reserve.c: the reserve of ut_guard.h: address space that is mapped when first needed and whose pages are touched only
 * when the C library has no memory left. It is a power-of-two allocator: block sizes are powers of two, free blocks are on one
 * list per size, and the pages are returned to the kernel when no block is in use. Blocks that LLVM never frees, or lost in a
 * longjmp, stay in use and make the reserve smaller. When it is exhausted, ut_guard_bail remains. */
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "util/ut_fork.h"
#include "util/ut_guard.h"
#include "util/ut_reserve.h"

static _Thread_local unsigned depth;
static _Thread_local bool used;

#ifdef UT_RESERVE
#define RESERVE_B ((size_t)64 << 20)

static UT_LOCK_DEFINE(lock, UT_LOCK_RESERVE, NULL)
static uint8_t *_Atomic base; /* NULL: no reserve yet */

static void prepare(void)
{
   if (atomic_load_explicit(&base, memory_order_acquire))
      return;
   ut_lock(&lock);
   if (!base) {
      void *p = mmap(NULL, RESERVE_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (p != MAP_FAILED)
         atomic_store_explicit(&base, p, memory_order_release);
   }
   ut_unlock(&lock);
}
#else
static void prepare(void)
{
}
#endif

void ut_reserve_enter(void)
{
   if (!depth++)
      used = false;
   prepare();
}

bool ut_reserve_is_used(void)
{
   return used;
}

bool ut_reserve_leave(void)
{
   depth--;
   return used;
}

#ifdef UT_RESERVE

#define KEPT_B ((size_t)1 << 20) /* kept mapped when the last block is freed: the next allocation may follow at once */
#define MIN_ORDER 5u
#define ORDERS 27u /* up to RESERVE_B */

/* Precedes the caller's memory. `back` is the distance to the start of the block: alignment may move the pointer. */
struct header { uint32_t order, back; size_t size_B; };
struct free_block { struct free_block *next; };

static size_t top_B; /* end of the part that was ever allocated from; `lock` guards this and the fields below */
static unsigned live;
static struct free_block *lists[ORDERS];

bool ut_reserve_has(const void *p)
{
   const uint8_t *b = atomic_load_explicit(&base, memory_order_relaxed);
   return b && (uintptr_t)p - (uintptr_t)b < RESERVE_B;
}

static struct header *header_of(void *p)
{
   return (struct header *)p - 1;
}

static uint8_t *take(unsigned order)
{
   uint8_t *block = NULL;
   ut_lock(&lock);
   if (lists[order]) {
      block = (uint8_t *)lists[order];
      lists[order] = lists[order]->next;
   } else if (base && RESERVE_B - top_B >= (size_t)1 << order) {
      block = base + top_B;
      top_B += (size_t)1 << order;
   }
   live += block != NULL;
   ut_unlock(&lock);
   return block;
}

void ut_reserve_free(void *p)
{
   unsigned order = header_of(p)->order;
   struct free_block *block = (struct free_block *)((uint8_t *)p - header_of(p)->back);
   ut_lock(&lock);
   block->next = lists[order];
   lists[order] = block;
   if (!--live) {
      memset(lists, 0, sizeof lists);
      if (top_B > KEPT_B)
         madvise(base + KEPT_B, top_B - KEPT_B, MADV_DONTNEED);
      top_B = 0;
   }
   ut_unlock(&lock);
}

size_t ut_reserve_size(void *p)
{
   return header_of(p)->size_B;
}

void *ut_reserve_alloc(size_t size_B, size_t align_B)
{
   if (!depth)
      return NULL;
   size_t extra_B = sizeof(struct header) + (align_B > 16 ? align_B : 0);
   unsigned order = MIN_ORDER;
   while (order < ORDERS && (size_t)1 << order < extra_B + size_B)
      order++;
   uint8_t *block = order < ORDERS && size_B < RESERVE_B ? take(order) : NULL;
   used = true;
   if (!block) {
      if (ut_guard_is_armed())
         ut_guard_bail("out of memory");
      return NULL;
   }
   uintptr_t at = (uintptr_t)block + sizeof(struct header);
   if (align_B > 16)
      at = (at + align_B - 1) & ~(uintptr_t)(align_B - 1);
   void *p = (void *)at;
   *header_of(p) = (struct header){ order, (uint32_t)(at - (uintptr_t)block), size_B };
   return p;
}

#endif
