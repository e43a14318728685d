/* ut_large.h: large blocks of malloc() and its family, from the kernel. malloc() belongs to the host program, whose allocator
 * may refuse large blocks or end the process at them. ut_malloc.c is the only user: code whose blocks are always large or
 * strongly aligned calls ut_pages.h itself. */
#ifndef UT_LARGE_H
#define UT_LARGE_H

#include <stdbool.h>
#include <stddef.h>

#define UT_LARGE_B ((size_t)128 << 10) /* blocks from this size on; the C library's own threshold for a mapping */

/* Page-aligned. NULL: no memory, or tens of thousands of blocks live. Thread-safe, without locks: also in the child of a fork. */
void *ut_large_alloc(size_t size_B, bool zero);
size_t ut_large_size(const void *p); /* 0: not a live large block */
void *ut_large_resize(void *p, size_t size_B); /* to UT_LARGE_B or more; NULL: no memory, and the block stays */
/* False: not a large block. A few blocks of up to 4 MiB are kept for the next allocation; the others are unmapped. */
bool ut_large_free(void *p);

#endif
