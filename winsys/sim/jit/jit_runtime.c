/* jit_runtime.c: what host code calls: the interpreter for one instruction, slow parts of scalar loads, faults. */
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/mem/mem_stores.h"
#include "winsys/sim/sq/interp/sq_interp.h"
#include "winsys/sim/tc/tc.h"

uint32_t jit_run_inst(struct sq_wave *w, const struct sq_program *p, uint32_t pc, uint32_t scc, uint32_t mode)
{
   struct sq_state s = { .w = w, .p = p, .mode = sq_mode_of_word(mode), .lane_mask = sq_first_lanes(w->lanes),
                         .scc = scc & 1, .pc = pc + 1 };
   const bool other = mode != sq_mode_word(&p->mode);
   const uint32_t saved = other ? sq_fp_enter(&s.mode) : 0;
   bool ok = sq_interp_one(&s, &p->inst[pc]);
   if (other)
      sq_fp_leave(saved);
   return (s.scc & 1) | (uint32_t)ok << 1;
}

void jit_run_barrier(struct sq_wave *w, const struct sq_program *p, uint32_t resume_pc, uint32_t scc, uint32_t mode)
{
   w->resume = (struct sq_resume){ resume_pc, (uint8_t)scc, 0, sq_mode_of_word(mode) };
}

uint32_t jit_run_expired(struct sq_wave *w, const struct sq_program *p, uint32_t pc)
{
   if (!sq_wave_expired(w))
      return 0;
   sq_wave_fault(w, p, pc, "endless wave");
   return 1;
}

void jit_run_illegal(struct sq_wave *w, const struct sq_program *p)
{
   w->fault = p->fault;
}

void jit_run_refused(struct sq_wave *w, const struct sq_program *p, uint32_t pc, const char *text)
{
   sq_wave_fault(w, p, pc, text);
}

void jit_run_load(struct sq_wave *w, uint64_t va, uint32_t dwords, uint32_t *out)
{
   sq_load_dwords(w->mem, va, dwords, out);
}

void jit_run_buffer_load(struct sq_wave *w, const uint32_t *rsrc, uint32_t offset, uint32_t dwords, uint32_t *out)
{
   tc_scalar_buffer_load(w->mem, 8, rsrc, offset, dwords, out);
}

void jit_run_note_stores(uint8_t *host, unsigned size_B, const uint32_t *offset, uint64_t exec)
{
   for (; exec; exec &= exec - 1)
      sim_stores_note(host + offset[__builtin_ctzll(exec)], size_B);
}
