/* mem_stores.h: a list of the stores that a thread makes to GPU memory, so that they can be taken back: a program that runs twice
 * in order to compare two engines must find the same memory both times. Each store of a shader notes itself first. */
#ifndef SIM_MEM_STORES_H
#define SIM_MEM_STORES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIM_STORE_B 16 /* of one store, at most */

struct sim_store { uint8_t *at; unsigned size_B; uint8_t old[SIM_STORE_B], made[SIM_STORE_B]; };
struct sim_stores {
   struct sim_store *list;
   size_t count, capacity;
   bool incomplete;         /* no memory: a store that is not listed cannot be taken back */
};

/* Set once, before the first wave, where lists are kept at all: one comparison for each store otherwise. */
extern bool sim_stores_on;

/* The calling thread's stores are listed in `stores`, which is empty; NULL: no longer listed. */
void sim_stores_begin(struct sim_stores *stores);
void sim_stores_note_listed(void *at, unsigned size_B);
/* Notes what each address holds now, then writes back what it held before the first store. */
void sim_stores_take_back(struct sim_stores *stores);
/* The first dword of a store that differs from the values that were taken back; NULL: none. */
const uint8_t *sim_stores_differ(const struct sim_stores *stores);
/* The first byte of `other` that is not in `stores`; NULL: none. Sorts `stores`. */
const uint8_t *sim_stores_beyond(struct sim_stores *stores, const struct sim_stores *other);
void sim_stores_finish(struct sim_stores *stores);

/* Before a store or an atomic operation of at most SIM_STORE_B bytes. */
static inline void sim_stores_note(void *at, unsigned size_B)
{
   if (__builtin_expect(sim_stores_on, 0))
      sim_stores_note_listed(at, size_B);
}

#endif
