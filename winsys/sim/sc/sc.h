/* sc.h: scan conversion of one screen tile (sc_tile.c, compiled once per instruction set). The interface for other blocks. */
#ifndef SIM_SC_H
#define SIM_SC_H

#include <stdbool.h>
#include <stdint.h>

struct sim_bin_node;
struct sim_gpu;
struct sim_worker;

/* Works off one tile, a number in gpu->sc->bins, from the first node on. next: what this thread will probably take then, or the same. */
typedef void sc_tile_func(struct sim_gpu *gpu, struct sim_worker *worker, uint32_t tile, const struct sim_bin_node *first,
                          uint32_t next);
sc_tile_func sc_tile_base, sc_tile_avx2, sc_tile_avx512;

/* Whether no pixel goes to a disabled render backend. Before draws after SIM_DIRTY_BACKENDS; false: the context is lost. */
bool sc_check_backends(struct sim_gpu *gpu);

#endif
