/* ut_malloc.c: malloc() and its family as the objects of this library call it, by the linker's --wrap. Small blocks come from the
 * host program's allocator, large ones from the kernel (ut_large.h), and blocks that are refused inside a guarded section from
 * the reserve (ut_guard.h), which exists where LLVM is linked statically: its archives are wrapped, too.
 *
 * Blocks that a library allocated may be freed here, but not resized to UT_LARGE_B or more: ut_malloc.c does not have their size. */
#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/ut_guard.h"
#include "util/ut_large.h"
#include "util/ut_reserve.h"

#define ALIGN_MAX_B ((size_t)4096) /* of large blocks */

void *__real_malloc(size_t size_B);
void *__real_calloc(size_t count, size_t size_B);
void *__real_realloc(void *old, size_t size_B);
void __real_free(void *p);
void *__real_aligned_alloc(size_t align_B, size_t size_B);
void *__wrap_malloc(size_t size_B);
void *__wrap_calloc(size_t count, size_t size_B);
void *__wrap_realloc(void *old, size_t size_B);
void __wrap_free(void *p);
void *__wrap_aligned_alloc(size_t align_B, size_t size_B);
int __wrap_posix_memalign(void **to, size_t align_B, size_t size_B);
char *__wrap_strdup(const char *s);

#ifndef UT_RESERVE
/* Without a reserve nothing is in it. */
#define ut_reserve_alloc(size_B, align_B) ((void)(size_B), (void)(align_B), NULL)
#define ut_reserve_has(p) ((void)(p), false)
#define ut_reserve_size(p) ((void)(p), (size_t)0)
#define ut_reserve_free(p) ((void)(p))
#endif

/* The size of a block of the host's allocator, where memory is short and LLVM would end the process without it; else 0. */
static size_t host_size(void *p)
{
#ifdef UT_RESERVE
   return malloc_usable_size(p);
#else
   return 0;
#endif
}

void *__wrap_malloc(size_t size_B)
{
   ut_guard_look();
   void *p = size_B >= UT_LARGE_B ? ut_large_alloc(size_B, false) : __real_malloc(size_B);
   return p ? p : ut_reserve_alloc(size_B, 16);
}

void *__wrap_calloc(size_t count, size_t size_B)
{
   ut_guard_look();
   size_t all_B;
   if (__builtin_mul_overflow(count, size_B, &all_B)) {
      errno = ENOMEM;
      return NULL;
   }
   void *p = all_B >= UT_LARGE_B ? ut_large_alloc(all_B, true) : __real_calloc(count, size_B);
   if (p)
      return p;
   p = ut_reserve_alloc(all_B, 16);
   return p ? memset(p, 0, all_B) : NULL;
}

void __wrap_free(void *p)
{
   if (ut_reserve_has(p))
      ut_reserve_free(p);
   else if (!ut_large_free(p))
      __real_free(p);
}

/* Resizes a block by copying it. `old_B` bytes of it are readable. */
static void *move(void *old, size_t old_B, size_t size_B)
{
   void *p = __wrap_malloc(size_B);
   if (p) {
      memcpy(p, old, old_B < size_B ? old_B : size_B);
      __wrap_free(old);
   }
   return p;
}

static void *resize_small(void *old, size_t size_B)
{
   void *p = __real_realloc(old, size_B);
   if (p || !size_B)
      return p;
   p = ut_reserve_alloc(size_B, 16);
   if (p) {
      const size_t old_B = host_size(old);
      memcpy(p, old, old_B < size_B ? old_B : size_B);
      __real_free(old);
   }
   return p;
}

/* A small block becomes a large one. Its size is unknown, but below UT_LARGE_B: so many bytes are readable after a realloc(). */
static void *enlarge(void *old, size_t size_B)
{
   void *p = __wrap_malloc(size_B);
   if (!p)
      return NULL;
   void *grown = __real_realloc(old, UT_LARGE_B);
   const size_t readable_B = grown ? UT_LARGE_B : host_size(old);
   if (!readable_B) {
      __wrap_free(p);
      return NULL;
   }
   memcpy(p, grown ? grown : old, readable_B < size_B ? readable_B : size_B);
   __real_free(grown ? grown : old);
   return p;
}

void *__wrap_realloc(void *old, size_t size_B)
{
   ut_guard_look();
   if (!old)
      return __wrap_malloc(size_B);
   if (ut_reserve_has(old))
      return move(old, ut_reserve_size(old), size_B);
   const size_t large_B = ut_large_size(old);
   if (large_B) {
      void *p = size_B >= UT_LARGE_B ? ut_large_resize(old, size_B) : NULL;
      return p ? p : move(old, large_B, size_B); /* to a small block, or into the reserve */
   }
   return size_B < UT_LARGE_B ? resize_small(old, size_B) : enlarge(old, size_B);
}

void *__wrap_aligned_alloc(size_t align_B, size_t size_B)
{
   const bool large = size_B >= UT_LARGE_B && align_B <= ALIGN_MAX_B;
   void *p = large ? ut_large_alloc(size_B, false) : __real_aligned_alloc(align_B, size_B);
   return p ? p : ut_reserve_alloc(size_B, align_B);
}

int __wrap_posix_memalign(void **to, size_t align_B, size_t size_B)
{
   void *p = __wrap_aligned_alloc(align_B, size_B);
   if (p)
      *to = p;
   return p ? 0 : ENOMEM;
}

char *__wrap_strdup(const char *s)
{
   size_t size_B = strlen(s) + 1;
   char *p = __wrap_malloc(size_B);
   return p ? memcpy(p, s, size_B) : NULL;
}
