/* ut_copy.h: memcpy() as a call. For sizes that the compiler has a bound of, GCC emits `rep movsq`, which takes some 30 cycles to
 * begin; the C library's function copies as many bytes as a state object has in that time. */
#ifndef UT_COPY_H
#define UT_COPY_H

#include <stddef.h>
#include <string.h>

static inline void ut_copy(void *to, const void *from, size_t size_B)
{
   __asm__("" : "+r"(size_B)); /* of unknown value and bound from here on */
   memcpy(to, from, size_B);
}

#endif
