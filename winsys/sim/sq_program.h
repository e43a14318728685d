/* sq_program.h: private to sq_cache.c: makes and frees decoded programs. */
#ifndef SQ_PROGRAM_H
#define SQ_PROGRAM_H

#include "winsys/sim/sq_internal.h"

struct sim_mem;

/* Decodes what can be reached from va. NULL: out of memory. */
struct sq_program *sq_program_create(struct sim_mem *mem, uint64_t va, enum sq_stage stage, uint32_t rsrc1,
                                     unsigned gfx_level);
void sq_program_destroy(struct sq_program *p);
/* Memory still holds the code that was decoded. */
bool sq_program_is_current(struct sim_mem *mem, const struct sq_program *p);

#endif
