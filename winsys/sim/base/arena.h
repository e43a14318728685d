/* arena.h: memory that is allocated in pieces and freed all at once. */
#ifndef SIM_ARENA_H
#define SIM_ARENA_H

#include <stddef.h>

struct sim_arena {
   struct sim_arena_chunk *first, *current;
   size_t used_B /* of the current chunk */, in_use_B, lately_B /* the most of the last times, about */;
};
/* 64-byte aligned, uninitialised. NULL: no memory. */
void *sim_arena_alloc(struct sim_arena *a, size_t size_B);
void sim_arena_reset(struct sim_arena *a, size_t keep_B); /* keeps so much for the next time, or what was used lately */
void sim_arena_finish(struct sim_arena *a);

#endif
