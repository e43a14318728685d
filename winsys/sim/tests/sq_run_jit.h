/* sq_run_jit.h: host code for a wave, for tests that compare it with the interpreter. */
#ifndef SQ_RUN_JIT_H
#define SQ_RUN_JIT_H

#include "winsys/sim/sq/sq_cache.h"

/* SQ_FAULT "no jit" where the program has no host code. */
static inline enum sq_result sq_run_jit(const struct sq_program *p, struct sq_wave *w)
{
   struct sq_jit *jit = p->num_inst ? p->cache->jit : NULL;
   sq_host_func *f = jit ? sq_jit_get(jit, (struct sq_program *)p, w->lanes, SQ_BLOCKING) : sq_run_interp;
   if (f != sq_run_interp)
      return sq_run_host(p, w, f);
   sq_wave_fault(w, p, SQ_NO_INST, "no jit");
   return SQ_FAULT;
}

#endif
