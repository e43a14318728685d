/* mem_share.h: the interface between mem_heap.c and mem_share.c. */
#ifndef SIM_MEM_SHARE_H
#define SIM_MEM_SHARE_H

#include "winsys/sim/mem/mem_heap.h"

/* Replaces the pages of a block by a sealed memfd with the same contents, mapped at the same address. */
int sim_share_move_to_memfd(struct sim_mem *mem, struct sim_block *block, char *why, size_t why_size_B);
/* Puts fresh anonymous memory where a descriptor was mapped. False: the range must not be used again. */
bool sim_share_unmap(struct sim_mem *mem, uint64_t va, uint64_t range_B);
/* Addresses without memory accounting, for objects that another account counts. ~0: none free. */
uint64_t sim_heap_take_range(struct sim_heap *h, uint64_t range_B, uint64_t align_B, bool low);
void sim_heap_give_range(struct sim_heap *h, uint64_t va, uint64_t range_B);

#endif
