/* poison.h: GLOAM_DEBUG=poison. Registers and memory that hardware leaves undefined hold garbage: fresh buffers, LDS at the start
 * of a group, VGPRs and SGPRs that a launch does not initialise, lanes outside EXEC. The garbage follows from a fixed seed and from
 * the register and lane, or from the address in a buffer, so runs are repeatable for any number of threads. */
#ifndef SIM_POISON_H
#define SIM_POISON_H

#include <stdbool.h>
#include <stddef.h>

struct sq_wave;

/* Set by sim_poison_init, constant afterwards. */
extern bool sim_poison_on;

/* Reads GLOAM_DEBUG. Before the first buffer or machine of a process; thread-safe. */
void sim_poison_init(void);
/* Fills memory; to is aligned to 4 bytes, size_B is rounded down to a multiple of 4. */
void sim_poison_fill(void *to, size_t size_B);
/* Fills all VGPRs, all 64 lanes. Before the launch writes its inputs. */
void sim_poison_vgprs(struct sq_wave *w);
/* Fills SGPRs 0 to 103, VCC and M0. Before the launch writes user SGPRs. */
void sim_poison_sgprs(struct sq_wave *w);

#endif
