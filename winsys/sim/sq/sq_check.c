/* sq_check.c: GLOAM_SIM_EXEC=check: every wave runs on the interpreter and on host code, and what they export must be the
 * same to the bit (NaN payloads excepted); a difference is reported, and sq.c ends the process. Programs that write memory
 * (scratch) and waves of groups (their LDS is the others' too) run once only, on host code: tests/gl/test_scratch.c compares
 * their pictures. */
#include <stdlib.h>
#include <string.h>

#include "util/ut_debug.h"
#include "winsys/sim/sq/sq_check.h"
#include "winsys/sim/sq/sq_math.h"

typedef uint32_t target_rows[4][SQ_MAX_LANES];
struct room { uint32_t vgpr[256][SQ_MAX_LANES]; target_rows exp[SQ_EXP_COUNT]; };

static bool half_nan(uint32_t h) { return (h & 0x7fff) > 0x7c00; }
static bool same_half(uint32_t a, uint32_t b) { return a == b || (half_nan(a) && half_nan(b)); }

static bool same(uint32_t a, uint32_t b, bool packed)
{
   return a == b || (packed ? same_half(a & 0xffff, b & 0xffff) && same_half(a >> 16, b >> 16)
                            : sq_isnan(sq_u2f(a)) && sq_isnan(sq_u2f(b)));
}

static bool report(struct sq_wave *w, const struct sq_program *p, const char *what, unsigned target, unsigned lane,
                   uint64_t got, uint64_t expected)
{
   ut_log("sq", "program %#llx, %u lanes: interpreter and host code differ: %s, target %u, lane %u: %#llx, expected %#llx",
          (unsigned long long)p->va, w->lanes, what, target, lane, (unsigned long long)got, (unsigned long long)expected);
   sq_wave_fault(w, p, SQ_NO_INST, "interpreter and host code differ");
   return false;
}

/* Lanes that some export wrote are those of the wave's first EXEC at most, helper lanes apart. */
static bool compare(struct sq_wave *w, const struct sq_wave *reference, const struct sq_program *p, uint64_t exec)
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
            if (!same(w->exp[t][k][i], reference->exp[t][k][i], packed))
               return report(w, p, "value", t, i, w->exp[t][k][i], reference->exp[t][k][i]);
         }
      }
   }
   return true;
}

enum sq_result sq_run_check(const struct sq_program *p, sq_host_func *host, struct sq_wave *w, bool *equal)
{
   *equal = true;
   struct room *room = !p->info.writes_memory && !w->in_group && host != sq_run_interp ? malloc(sizeof *room) : NULL;
   if (!room)
      return sq_run_host(p, w, host);
   struct sq_wave reference = *w;
   uint64_t exec = w->exec & sq_first_lanes(w->lanes);
   memcpy(room->vgpr, w->vgpr, sizeof room->vgpr);
   memcpy(room->exp, w->exp, sizeof room->exp);
   reference.vgpr = room->vgpr;
   reference.exp = room->exp;
   reference.sendmsg = NULL;
   enum sq_result expected = sq_run_interp(p, &reference), result = sq_run_host(p, w, host);
   if (expected == SQ_DONE && result == SQ_DONE)
      *equal = compare(w, &reference, p, exec);
   else if ((expected == SQ_FAULT) != (result == SQ_FAULT) && expected != SQ_TIMEOUT)
      *equal = report(w, p, "result", 0, 0, result, expected);
   if (!*equal)
      result = SQ_FAULT;
   free(room);
   return result;
}
