/* ut_pages.c: anonymous mappings. An alignment above the page size is had by mapping more and returning both ends. */
#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/ut_pages.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#else
#define __lsan_register_root_region(p, size_B) ((void)0)
#define __lsan_unregister_root_region(p, size_B) ((void)0)
#endif

static size_t page_B(void)
{
   return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t whole_pages(size_t size_B)
{
   return (size_B + page_B() - 1) & ~(page_B() - 1);
}

void *ut_pages_map(size_t size_B, size_t align_B)
{
   const size_t extra_B = align_B > page_B() ? align_B - page_B() : 0, pages_B = whole_pages(size_B);
   if (!size_B || pages_B < size_B || pages_B + extra_B < pages_B) {
      errno = ENOMEM;
      return NULL;
   }
   uint8_t *p = mmap(NULL, pages_B + extra_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (p == MAP_FAILED)
      return NULL;
   if (extra_B) {
      const size_t before_B = -(uintptr_t)p & (align_B - 1);
      if (before_B)
         munmap(p, before_B);
      if (before_B < extra_B)
         munmap(p + before_B + pages_B, extra_B - before_B);
      p += before_B;
   }
   return p;
}

void ut_pages_unmap(void *p, size_t size_B)
{
   const int error = errno;
   if (p)
      munmap(p, whole_pages(size_B));
   errno = error;
}

void *ut_pages_alloc(size_t size_B, size_t align_B)
{
   void *p = ut_pages_map(size_B, align_B);
   if (p)
      __lsan_register_root_region(p, whole_pages(size_B));
   return p;
}

void ut_pages_free(void *p, size_t size_B)
{
   if (p)
      __lsan_unregister_root_region(p, whole_pages(size_B));
   ut_pages_unmap(p, size_B);
}
