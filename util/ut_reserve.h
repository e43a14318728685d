/* ut_reserve.h: the reserve of ut_guard.h as ut_malloc.c uses it; the other functions of ut_reserve.c are in ut_guard.h. */
#ifndef UT_RESERVE_H
#define UT_RESERVE_H

#include <stdbool.h>
#include <stddef.h>

/* Serves an allocation that the host program's allocator refused; align_B is a power of two. NULL outside guarded sections;
 * longjmp out of an armed one when the reserve is exhausted. */
void *ut_reserve_alloc(size_t size_B, size_t align_B);
bool ut_reserve_has(const void *p); /* whether p is a block of the reserve; the two functions below take such blocks only */
size_t ut_reserve_size(void *p);
void ut_reserve_free(void *p);

#endif
