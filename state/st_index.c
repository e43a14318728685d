/* st_index.c: the range of vertices that an index list reaches. */
#include "state/st_private.h"

/* Without restart the loops have no branch but min and max, which compilers turn into vector code. */
#define RANGE(type) \
   do { \
      const type *index = indices; \
      type low = (type)~(type)0, high = 0; \
      if (!restart) { \
         for (uint32_t i = 0; i < count; i++) { \
            low = index[i] < low ? index[i] : low; \
            high = index[i] > high ? index[i] : high; \
         } \
         found = count > 0; \
      } else { \
         for (uint32_t i = 0; i < count; i++) { \
            if (index[i] == restart_index) \
               continue; \
            low = index[i] < low ? index[i] : low; \
            high = index[i] > high ? index[i] : high; \
            found = true; \
         } \
      } \
      *min = low; \
      *max = high; \
   } while (0)

bool st_index_range(const void *indices, unsigned index_size_B, uint32_t count, bool restart, uint32_t restart_index,
                    uint32_t *min, uint32_t *max)
{
   bool found = false;
   switch (index_size_B) {
   case 1: RANGE(uint8_t); break;
   case 2: RANGE(uint16_t); break;
   default: RANGE(uint32_t); break;
   }
   return found;
}
