/* sq_program.h: private to sq_cache.c: makes and frees decoded programs. */
#ifndef SQ_PROGRAM_H
#define SQ_PROGRAM_H

#include "winsys/sim/sq/sq_internal.h"

/* Decodes what can be reached from va and through the links. NULL: out of memory. */
struct sq_program *sq_program_create(struct sim_mem *mem, uint64_t va, enum sq_stage stage, uint32_t rsrc1,
                                     unsigned gfx_level, const struct sq_link *link, unsigned num_links);
void sq_program_destroy(struct sq_program *p);
/* Memory still holds the code that was decoded. */
bool sq_program_is_current(struct sim_mem *mem, const struct sq_program *p);

/* sq_link.c: the links of a program that is launched with these user SGPRs, those that it has included. Returns how many. */
unsigned sq_program_links(struct sim_mem *mem, const struct sq_program *p, const uint32_t *user, unsigned num_user,
                          struct sq_link link[SQ_MAX_LINKS]);

#endif
