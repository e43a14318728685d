/* hazard_range.h: what is known of memory, by range: sorted, not overlapping, neighbours alike merged. */
#ifndef SIM_HAZARD_RANGE_H
#define SIM_HAZARD_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* State of a range. CBM, DBM: the caches of colour and depth metadata. *_DIRTY: the cache has newer data than the levels below.
 * HELD_*: may be in that cache. STALE_*: the cached copy is older than another one. READ_*, WRITE_*: accessed by work that may
 * be running. */
enum hz_state {
   HZ_CB_DIRTY = 1 << 0, HZ_DB_DIRTY = 1 << 1, HZ_CBM_DIRTY = 1 << 2, HZ_DBM_DIRTY = 1 << 3, HZ_L2_DIRTY = 1 << 4,
   HZ_HELD_CB = 1 << 5, HZ_HELD_DB = 1 << 6, HZ_HELD_CBM = 1 << 7, HZ_HELD_DBM = 1 << 8, HZ_HELD_L2 = 1 << 9,
   HZ_HELD_L1 = 1 << 10,
   HZ_HELD_K = 1 << 11, HZ_HELD_I = 1 << 12,
   HZ_STALE_CB = 1 << 13, HZ_STALE_DB = 1 << 14, HZ_STALE_CBM = 1 << 15, HZ_STALE_DBM = 1 << 16, HZ_STALE_L2 = 1 << 17,
   HZ_STALE_L1 = 1 << 18, HZ_STALE_K = 1 << 19, HZ_STALE_I = 1 << 20,
   HZ_READ_VS = 1 << 21, HZ_READ_PS = 1 << 22, HZ_READ_CS = 1 << 23,
   HZ_WRITE_VS = 1 << 24, HZ_WRITE_PS = 1 << 25, HZ_WRITE_CS = 1 << 26, HZ_WRITE_DMA = 1 << 27,
   HZ_BY_ME = 1 << 28 /* the PFP may have read before it was written */,
};
#define HZ_STALE_SHIFT 8 /* from HELD_* to STALE_* */
#define HZ_ALL_HELD (HZ_HELD_CB | HZ_HELD_DB | HZ_HELD_CBM | HZ_HELD_DBM | HZ_HELD_L2 | HZ_HELD_L1 | HZ_HELD_K | HZ_HELD_I)

struct hz_range { uint64_t start, end, writer_va; const char *writer; uint32_t state; };
struct hz_map { struct hz_range *range; size_t count, capacity; };

typedef void hz_func(void *user, struct hz_range *r);
/* Calls func for all parts of [start, end); creates ranges for gaps. */
void hz_touch(struct hz_map *m, uint64_t start, uint64_t end, hz_func *func, void *user);
/* Calls func for the existing ranges that overlap [start, end). */
void hz_look(struct hz_map *m, uint64_t start, uint64_t end, hz_func *func, void *user);
/* Clears bits in all ranges. */
void hz_clear_bits(struct hz_map *m, uint32_t bits);

#endif
