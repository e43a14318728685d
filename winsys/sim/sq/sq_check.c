/* sq_check.c: GLOAM_SIM_EXEC=check: every wave runs on the interpreter and on host code. Their exports, their stores to memory and
 * the LDS that they leave must be the same to the bit; a difference is reported, and sq.c ends the process. Only where the block
 * that takes an export gives the same for every NaN may host code leave another one (jit_nan.c).
 *
 * The interpreter runs first, on copies of registers and LDS; its stores are taken back. A wave of a group is compared from
 * barrier to barrier: both engines begin each part with what host code left. Waves that write memory run one at a time, or
 * one would see the stores of another that are to be taken back. Host code must list its stores (mem_stores.h), also if it makes
 * them inline. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "util/ut_debug.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/mem/mem_stores.h"
#include "winsys/sim/sq/sq_check.h"
#include "winsys/sim/sq/sq_math.h"

typedef uint32_t target_rows[4][SQ_MAX_LANES];

/* The reference's registers and memory. */
struct reference {
   struct sq_wave wave;
   uint32_t vgpr[256][SQ_MAX_LANES];
   target_rows exp[SQ_EXP_COUNT];
   struct sim_stores stores, host_stores;
   uint8_t lds[]; /* wave.lds_B */
};

static pthread_mutex_t writers = PTHREAD_MUTEX_INITIALIZER;

/* The interpreter has the canonical NaN there. */
static bool same_half(uint32_t got, uint32_t expected)
{
   return got == expected || (expected == SIM_NAN_16 && (got & 0x7fff) > 0x7c00);
}

bool sq_check_same_export(unsigned target, bool packed, uint32_t got, uint32_t expected)
{
   if (packed)
      return same_half(got & 0xffff, expected & 0xffff) && same_half(got >> 16, expected >> 16);
   return got == expected || (target == SQ_EXP_POS0 && expected == SIM_NAN_32 && sq_isnan(sq_u2f(got)));
}

static bool report(struct sq_wave *w, const struct sq_program *p, const char *what, uint64_t target, unsigned lane,
                   uint64_t got, uint64_t expected)
{
   ut_log("sq", "program %#llx, %u lanes: interpreter and host code differ: %s, target %#llx, lane %u: %#llx, expected %#llx",
          (unsigned long long)p->va, w->lanes, what, (unsigned long long)target, lane, (unsigned long long)got,
          (unsigned long long)expected);
   sq_wave_fault(w, p, SQ_NO_INST, "interpreter and host code differ");
   return false;
}

/* Lanes that some export wrote are those of the wave's first EXEC at most, helper lanes apart. */
static bool compare_exports(struct sq_wave *w, const struct sq_wave *reference, const struct sq_program *p, uint64_t exec)
{
   if (w->exp_valid != reference->exp_valid)
      return report(w, p, "valid lanes", 0, 0, w->exp_valid, reference->exp_valid);
   for (unsigned t = 0; t < SQ_EXP_COUNT; t++) {
      if (w->exp_en[t] != reference->exp_en[t])
         return report(w, p, "EN", t, 0, w->exp_en[t], reference->exp_en[t]);
      bool packed = w->exp_compr >> t & 1;
      for (unsigned k = 0; w->exp_en[t] && t != SQ_EXP_NULL && k < (packed ? 2u : 4u); k++) {
         bool on = packed ? w->exp_en[t] >> 2 * k & 3 : w->exp_en[t] >> k & 1;
         uint64_t lanes = p->stage == SQ_PS ? exec & w->exp_valid : exec;
         for (; on && lanes; lanes &= lanes - 1) {
            unsigned i = (unsigned)__builtin_ctzll(lanes);
            uint32_t got = w->exp[t][k][i], expected = reference->exp[t][k][i];
            if (!sq_check_same_export(t, packed, got, expected))
               return report(w, p, "value", t, i, got, expected);
         }
      }
   }
   return true;
}

static bool compare_lds(struct sq_wave *w, const struct reference *r, const struct sq_program *p)
{
   for (uint32_t at = 0; at + 4 <= w->lds_B; at += 4) {
      uint32_t got, expected;
      memcpy(&got, w->lds + at, 4);
      memcpy(&expected, r->lds + at, 4);
      if (got != expected)
         return report(w, p, "LDS", at, 0, got, expected);
   }
   return true;
}

static bool compare_memory(struct sq_wave *w, struct reference *r, const struct sq_program *p)
{
   const uint8_t *at = sim_stores_differ(&r->stores);
   if (at)
      return report(w, p, "memory", (uint64_t)(at - w->mem->base), 0, *at, 0);
   at = sim_stores_beyond(&r->stores, &r->host_stores);
   return !at || report(w, p, "store where the interpreter makes none", (uint64_t)(at - w->mem->base), 0, *at, 0);
}

static struct reference *make_reference(const struct sq_wave *w)
{
   const size_t lds_B = w->lds ? w->lds_B : 0;
   struct reference *r = malloc(sizeof *r + lds_B);
   if (!r)
      return NULL;
   r->wave = *w;
   r->stores = r->host_stores = (struct sim_stores){ 0 };
   memcpy(r->vgpr, w->vgpr, sizeof r->vgpr);
   memcpy(r->exp, w->exp, sizeof r->exp);
   r->wave.vgpr = r->vgpr;
   r->wave.exp = r->exp;
   r->wave.sendmsg = NULL;
   if (lds_B)
      r->wave.lds = memcpy(r->lds, w->lds, lds_B);
   return r;
}

/* The reference's stores are gone when it returns. */
static enum sq_result run_reference(const struct sq_program *p, struct reference *r)
{
   sim_stores_begin(&r->stores);
   enum sq_result result = sq_run_interp(p, &r->wave);
   sim_stores_begin(NULL);
   if (r->stores.incomplete) {
      ut_log("sq", "no memory to list the stores of program %#llx: they cannot be taken back", (unsigned long long)p->va);
      abort();
   }
   sim_stores_take_back(&r->stores);
   return result;
}

static enum sq_result run_both(const struct sq_program *p, sq_host_func *host, struct sq_wave *w, struct reference *r, bool *equal)
{
   const uint64_t exec = w->exec & sq_first_lanes(w->lanes);
   const enum sq_result expected = run_reference(p, r);
   sim_stores_begin(&r->host_stores);
   const enum sq_result result = sq_run_host(p, w, host);
   sim_stores_begin(NULL);
   if (expected == result && (result == SQ_DONE || result == SQ_BARRIER))
      *equal = (result == SQ_BARRIER ? w->resume.pc == r->wave.resume.pc || report(w, p, "barrier", 0, 0, w->resume.pc, r->wave.resume.pc)
                                     : compare_exports(w, &r->wave, p, exec)) &&
               (!w->lds || compare_lds(w, r, p)) && compare_memory(w, r, p);
   else if (expected != result && expected != SQ_TIMEOUT && result != SQ_TIMEOUT)
      *equal = report(w, p, "result", 0, 0, (uint64_t)result, (uint64_t)expected);
   return result;
}

enum sq_result sq_run_check(const struct sq_program *p, sq_host_func *host, struct sq_wave *w, bool *equal)
{
   *equal = true;
   struct reference *r = host != sq_run_interp ? make_reference(w) : NULL;
   const bool alone = p->info.writes_memory;
   if (alone)
      pthread_mutex_lock(&writers); /* also of a wave that is not compared */
   enum sq_result result = r ? run_both(p, host, w, r, equal) : sq_run_host(p, w, host);
   if (alone)
      pthread_mutex_unlock(&writers);
   if (!*equal)
      result = SQ_FAULT;
   if (r) {
      sim_stores_finish(&r->stores);
      sim_stores_finish(&r->host_stores);
      free(r);
   }
   return result;
}
