/* alloc_shim.c: preloaded in front of the C library's allocator. After fault_arm(n, all) the n-th allocation from inside
 * libEGL_gloam fails with ENOMEM, with `all` also all later ones; those of other libraries never fail. fault_disarm() returns
 * whether an allocation has failed. */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t size_B);
extern void *__libc_calloc(size_t count, size_t size_B);
extern void *__libc_realloc(void *old, size_t size_B);
extern void *__libc_memalign(size_t align_B, size_t size_B);

__attribute__((visibility("default"))) bool fault_arm(long n, bool all);
__attribute__((visibility("default"))) bool fault_disarm(void);

static uintptr_t first, last;
static atomic_long countdown;
static atomic_bool failed, goes_on;

static int find_library(struct dl_phdr_info *info, size_t size_B, void *data)
{
   if (!strstr(info->dlpi_name, "libEGL_gloam"))
      return 0;
   for (int i = 0; i < info->dlpi_phnum; i++)
      if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
         first = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
         last = first + info->dlpi_phdr[i].p_memsz;
      }
   return 1;
}

bool fault_arm(long n, bool all)
{
   dl_iterate_phdr(find_library, NULL);
   atomic_store(&failed, false);
   atomic_store(&goes_on, all);
   atomic_store(&countdown, n);
   return first != 0;
}

bool fault_disarm(void)
{
   atomic_store(&countdown, 0);
   return atomic_load(&failed);
}

static bool fails(const void *caller)
{
   uintptr_t at = (uintptr_t)caller;
   if (at < first || at >= last)
      return false;
   long left = atomic_load(&countdown);
   while (left > 1 && !atomic_compare_exchange_weak(&countdown, &left, left - 1))
      ;
   if (left != 1 || (!goes_on && !atomic_compare_exchange_strong(&countdown, &left, 0)))
      return false;
   atomic_store(&failed, true);
   errno = ENOMEM;
   return true;
}

#define FAILS() fails(__builtin_return_address(0))
#define EXPORT __attribute__((visibility("default")))
EXPORT void *malloc(size_t size_B) { return FAILS() ? NULL : __libc_malloc(size_B); }
EXPORT void *calloc(size_t count, size_t size_B) { return FAILS() ? NULL : __libc_calloc(count, size_B); }
EXPORT void *realloc(void *old, size_t size_B) { return FAILS() ? NULL : __libc_realloc(old, size_B); }
EXPORT void *aligned_alloc(size_t align_B, size_t size_B) { return FAILS() ? NULL : __libc_memalign(align_B, size_B); }
EXPORT void *memalign(size_t align_B, size_t size_B) { return FAILS() ? NULL : __libc_memalign(align_B, size_B); }
EXPORT int
posix_memalign(void **to, size_t align_B, size_t size_B)
{
   void *memory = FAILS() ? NULL : __libc_memalign(align_B, size_B);
   if (!memory)
      return ENOMEM;
   *to = memory;
   return 0;
}
EXPORT char *
strdup(const char *s)
{
   size_t size_B = strlen(s) + 1;
   char *copy = FAILS() ? NULL : __libc_malloc(size_B);
   return copy ? memcpy(copy, s, size_B) : NULL;
}
