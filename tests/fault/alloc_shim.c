/* alloc_shim.c: preloaded in front of the C library's allocator. After fault_arm(n, all) the n-th allocation or mapping from
 * inside libEGL_gloam fails with ENOMEM, with `all` also all later ones; after fault_every(n) each n-th one fails. Those of other
 * libraries never fail. fault_disarm() ends it and returns whether any has failed.
 *
 * The allocator has limits, as those of some programs: a block above MOST_B or an alignment above MOST_ALIGN_B, from inside
 * libEGL_gloam, ends the process. A shared LLVM is a separate library, whose blocks are not checked. */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST_B ((size_t)256 << 10)
#define MOST_ALIGN_B ((size_t)64)

extern void *__libc_malloc(size_t size_B);
extern void *__libc_calloc(size_t count, size_t size_B);
extern void *__libc_realloc(void *old, size_t size_B);
extern void *__libc_memalign(size_t align_B, size_t size_B);

__attribute__((visibility("default"))) bool fault_arm(long n, bool all);
__attribute__((visibility("default"))) bool fault_every(long n);
__attribute__((visibility("default"))) bool fault_disarm(void);

static uintptr_t first, last, base; /* of the library's code; its load address */
static atomic_long countdown, period;
static atomic_bool failed, goes_on;

static int find_library(struct dl_phdr_info *info, size_t size_B, void *data)
{
   if (!strstr(info->dlpi_name, "libEGL_gloam"))
      return 0;
   for (int i = 0; i < info->dlpi_phnum; i++)
      if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
         first = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
         last = first + info->dlpi_phdr[i].p_memsz;
         base = info->dlpi_addr;
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

bool fault_every(long n)
{
   const bool found = fault_arm(n, false);
   atomic_store(&period, n);
   return found;
}

bool fault_disarm(void)
{
   atomic_store(&period, 0);
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
   if (left != 1 || (!goes_on && !atomic_compare_exchange_strong(&countdown, &left, atomic_load(&period))))
      return false;
   atomic_store(&failed, true);
   errno = ENOMEM;
   return true;
}

/* Ends the process, as allocators with limits do, when a block is too large or its alignment too strong. */
static void judge(const void *caller, size_t size_B, size_t align_B)
{
   if (size_B <= MOST_B && align_B <= MOST_ALIGN_B)
      return;
   if (!first)
      dl_iterate_phdr(find_library, NULL);
   if ((uintptr_t)caller < first || (uintptr_t)caller >= last)
      return;
   char text[160];
   const int length = snprintf(text, sizeof text, "alloc_shim: libEGL_gloam+0x%zx asked the allocator for %zu bytes aligned to %zu\n",
      (size_t)((uintptr_t)caller - base), size_B, align_B);
   (void)!write(2, text, (size_t)length);
   abort();
}

static bool refuses(const void *caller, size_t size_B, size_t align_B)
{
   judge(caller, size_B, align_B);
   return fails(caller);
}

#define REFUSES(size_B, align_B) refuses(__builtin_return_address(0), size_B, align_B)
#define EXPORT __attribute__((visibility("default")))
EXPORT void *malloc(size_t size_B) { return REFUSES(size_B, 1) ? NULL : __libc_malloc(size_B); }
EXPORT void *calloc(size_t count, size_t size_B)
{
   const size_t most = size_B ? SIZE_MAX / size_B : SIZE_MAX;
   return REFUSES(count <= most ? count * size_B : SIZE_MAX, 1) ? NULL : __libc_calloc(count, size_B);
}
EXPORT void *realloc(void *old, size_t size_B) { return REFUSES(size_B, 1) ? NULL : __libc_realloc(old, size_B); }
EXPORT void *aligned_alloc(size_t align_B, size_t size_B) { return REFUSES(size_B, align_B) ? NULL : __libc_memalign(align_B, size_B); }
EXPORT void *memalign(size_t align_B, size_t size_B) { return REFUSES(size_B, align_B) ? NULL : __libc_memalign(align_B, size_B); }
EXPORT int
posix_memalign(void **to, size_t align_B, size_t size_B)
{
   void *memory = REFUSES(size_B, align_B) ? NULL : __libc_memalign(align_B, size_B);
   if (!memory)
      return ENOMEM;
   *to = memory;
   return 0;
}
EXPORT char *
strdup(const char *s)
{
   size_t size_B = strlen(s) + 1;
   char *copy = REFUSES(size_B, 1) ? NULL : __libc_malloc(size_B);
   return copy ? memcpy(copy, s, size_B) : NULL;
}
EXPORT void *
mmap(void *at, size_t size_B, int protection, int flags, int fd, off_t offset)
{
   return fails(__builtin_return_address(0)) ? MAP_FAILED : (void *)syscall(SYS_mmap, at, size_B, protection, flags, fd, offset);
}
