/* ut_pages.h: memory from the kernel, for large or strongly aligned blocks. malloc() and its family belong to the host
 * program, which may bring an allocator that refuses such requests or ends the process at them. */
#ifndef UT_PAGES_H
#define UT_PAGES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Anonymous private memory: readable, writable, zero. Its address is a multiple of `align_B`, a power of two; anything up to
 * the page size costs nothing. The caller owns it and passes the same size to ut_pages_free. NULL: no memory, or size_B is 0. */
void *ut_pages_alloc(size_t size_B, size_t align_B);
void ut_pages_free(void *p, size_t size_B); /* returns the pages to the kernel; NULL is allowed; errno is kept */

/* The same without a registration as memory in which LeakSanitizer looks for pointers: parts of a mapping may be unmapped or moved. */
void *ut_pages_map(size_t size_B, size_t align_B);
void ut_pages_unmap(void *p, size_t size_B);

#ifdef __cplusplus
}
#endif

#endif
