/* spi_group.c: groups of waves that share LDS and synchronise at barriers. A group runs on one thread: each wave goes on until it
 * waits or ends, then the next; when all wait, all go on. So a wave that waits for another one in a loop, without a
 * barrier, is ended by the watchdog. */
#include <stdlib.h>
#include <string.h>

#include "util/ut_pages.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/core/poison.h"
#include "winsys/sim/spi/spi.h"

struct sq_wave *sim_group_begin(struct sim_gpu *gpu, struct sim_worker *worker, unsigned waves, uint32_t lds_B)
{
   if (waves > SIM_GROUP_WAVES || lds_B > SIM_LDS_B)
      return NULL;
   if (!worker->group) {
      worker->group = calloc(1, sizeof *worker->group);
      if (!worker->group)
         return NULL;
   }
   struct sim_group *group = worker->group;
   if (!group->lds && !(group->lds = ut_pages_alloc(SIM_LDS_B, 64)))
      return NULL;
   /* Hardware keeps what earlier groups left. Zeros make runs repeatable. */
   if (__builtin_expect(sim_poison_on, 0))
      sim_poison_fill(group->lds, lds_B);
   else if (lds_B) /* memset of no bytes is a masked store, slow on pages that nothing has touched (a microcode assist) */
      memset(group->lds, 0, lds_B);
   for (unsigned i = 0; i < waves; i++) {
      struct sq_wave *w = &group->wave[i];
      if (!w->vgpr) {
         w->vgpr = ut_pages_alloc(256 * sizeof *w->vgpr, 64);
         if (!w->vgpr)
            return NULL;
      }
      w->exp = worker->wave.exp; /* never read */
      w->mem = gpu->mem;
      w->tc = worker->tc;
      w->cancel = &gpu->cancel;
      w->lds = group->lds;
      w->lds_B = lds_B;
      w->in_group = waves > 1;
      w->resume.pc = 0;
   }
   group->waves = waves;
   return group->wave;
}

enum sq_result sim_group_run(struct sim_gpu *gpu, struct sim_worker *worker, const struct sq_program *program)
{
   struct sim_group *group = worker->group;
   const bool timed = sq_program_info(program)->has_loop;
   struct sq_wave *w = group->wave;
   uint64_t live = group->waves == 64 ? UINT64_MAX : (UINT64_C(1) << group->waves) - 1;
   /* Waves of the group share what one wave may take: they run on this thread. */
   uint64_t limit_ns = timed ? gpu->watchdog_ns : 0;
   for (unsigned turn = 1; live; turn++) {
      for (uint64_t left = live; left; left &= left - 1) {
         unsigned i = (unsigned)__builtin_ctzll(left);
         w = &group->wave[i];
         w->deadline_ns = timed ? gpu->end_ns : 0;
         w->limit_ns = limit_ns;
         enum sq_result result = sq_run(program, w);
         limit_ns = w->limit_ns;
         if (result == SQ_BARRIER)
            continue;
         live &= ~(UINT64_C(1) << i);
         if (result != SQ_DONE) {
            worker->wave.fault = w->fault;
            return result;
         }
      }
      /* A loop around a barrier never reaches the look at the clock (a system call) that waves take themselves. */
      if (live && timed && turn % 16 == 0 && sq_wave_expired(w))
         return SQ_TIMEOUT;
      limit_ns = w->limit_ns;
   }
   return SQ_DONE;
}

void sim_group_free(struct sim_group *group)
{
   if (!group)
      return;
   for (unsigned i = 0; i < SIM_GROUP_WAVES; i++)
      ut_pages_free(group->wave[i].vgpr, 256 * sizeof *group->wave[i].vgpr);
   ut_pages_free(group->lds, SIM_LDS_B);
   free(group);
}
