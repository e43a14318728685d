/* cp.h: command processor: packets. The interface for other blocks. */
#ifndef SIM_CP_H
#define SIM_CP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "winsys/sim/core/packet.h"

struct sim_gpu;

void sim_cp_begin(struct cp_state *cp); /* the state that a submission begins with */

void sim_cp_run(struct sim_gpu *gpu, uint64_t va, uint32_t dw, unsigned depth);
/* Writes a call of a command buffer, SIM_CALL_B bytes. Returns its end. */
uint32_t *sim_cp_put_call(const struct sim_gpu *gpu, uint32_t *to, uint64_t va, uint32_t dw);
bool sim_cp_draw(struct sim_gpu *gpu, const struct cp_packet *p);   /* false: no draw packet */
bool sim_cp_dispatch(struct sim_gpu *gpu, const struct cp_packet *p);
bool sim_cp_memory(struct sim_gpu *gpu, const struct cp_packet *p); /* WRITE_DATA, COPY_DATA, DMA */
/* Reads memory; what is not mapped leaves `to` as it is. */
void sim_cp_load(struct sim_gpu *gpu, uint64_t va, void *to, size_t size_B);
/* Stores aligned words, if they are mapped. */
void sim_cp_write(struct sim_gpu *gpu, uint64_t va, const void *data, size_t size_B);
/* Stores aligned words, each atomically and in order: another ring, or the CPU, may be reading them. */
void sim_cp_store(void *to, const void *data, size_t size_B);
bool sim_cp_sync(struct sim_gpu *gpu, const struct cp_packet *p);   /* events, waits, predication */
bool sim_cp_strmout(struct sim_gpu *gpu, const struct cp_packet *p); /* STRMOUT_BUFFER_UPDATE */
bool sim_cp_const(struct sim_gpu *gpu, const struct cp_packet *p);  /* the constant engine's packets, and waits for it */

#endif
