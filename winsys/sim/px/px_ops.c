/* px_ops.c: which instruction set of px_ops.h this host uses. */
#include "winsys/sim/px/px_ops.h"

PX_DEFINE_OPS(px_ops, px_ops_vbmi)

bool px_host_runs(unsigned table)
{
#ifdef __x86_64__
   __builtin_cpu_init();
#endif
   switch (table) {
   case UT_ISA_BASE:
      return true;
#ifdef __x86_64__
   case UT_ISA_AVX2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
   case UT_ISA_AVX512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
   case PX_VBMI:
      return px_host_runs(UT_ISA_AVX512) && __builtin_cpu_supports("avx512vbmi");
#endif
   default:
      return false;
   }
}

unsigned px_host(void)
{
   enum { UNKNOWN = PX_TABLES };
   static unsigned chosen = UNKNOWN; /* all threads compute the same value */
   unsigned table = __atomic_load_n(&chosen, __ATOMIC_RELAXED);
   if (table == UNKNOWN) {
      table = ut_cpu_has_vbmi() ? PX_VBMI : ut_cpu_isa();
      if (!px_host_runs(table))
         table = UT_ISA_BASE;
      __atomic_store_n(&chosen, table, __ATOMIC_RELAXED);
   }
   return table;
}

px_fill_run *px_host_fill_run(void)
{
#ifdef __x86_64__
   /* Measured on Intel's CPUs only (docs/notes/memory.md). */
   __builtin_cpu_init();
   if (__builtin_cpu_is("intel"))
      return px_ops()->fill_run;
#endif
   return px_ops_base.fill_run;
}
