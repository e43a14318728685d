/* grow.h: arrays that grow by one element at a time. */
#ifndef SIM_GROW_H
#define SIM_GROW_H

#include <stddef.h>
#include <stdlib.h>

/* An array of `count` elements with room for one more: the same one, or a larger copy. NULL: no memory, nothing has changed. */
static inline void *sim_grow(void *array, size_t count, size_t *capacity, size_t element_B)
{
   if (count < *capacity)
      return array;
   const size_t larger = *capacity ? 2 * *capacity : 64;
   void *copy = realloc(array, larger * element_B);
   if (copy)
      *capacity = larger;
   return copy;
}

#endif
