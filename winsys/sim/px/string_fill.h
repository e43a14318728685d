/* string_fill.h: long runs of one pattern of 8 bytes. */
#ifndef SIM_STRING_FILL_H
#define SIM_STRING_FILL_H

#include <stdint.h>
#include <string.h>

static inline void string_fill(uint8_t *to, uint64_t pair, uint64_t count)
{
#ifdef __x86_64__
   /* The string instruction writes complete cache lines without reading them first, as memset does. */
   __asm__ volatile("rep stosq" : "+D"(to), "+c"(count) : "a"(pair) : "memory");
#else
   for (; count; count--, to += 8)
      memcpy(to, &pair, 8);
#endif
}

#endif
