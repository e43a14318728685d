/* px_ops.c: which table of px_ops.h this host uses. */
#include "winsys/sim/px/px_ops.h"

const struct px_ops *px_ops_of(unsigned table)
{
#ifdef __x86_64__
   __builtin_cpu_init();
#endif
   switch (table) {
   case UT_ISA_BASE:
      return &px_ops_base;
#ifdef __x86_64__
   case UT_ISA_AVX2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &px_ops_avx2 : 0;
   case UT_ISA_AVX512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") ? &px_ops_avx512 : 0;
   case PX_VBMI:
      return px_ops_of(UT_ISA_AVX512) && __builtin_cpu_supports("avx512vbmi") ? &px_ops_vbmi : 0;
#endif
   default:
      return 0;
   }
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

const struct px_ops *px_ops(void)
{
   static const struct px_ops *chosen; /* all threads compute the same value */
   const struct px_ops *ops = __atomic_load_n(&chosen, __ATOMIC_RELAXED);
   if (!ops) {
      ops = px_ops_of(ut_cpu_has_vbmi() ? PX_VBMI : ut_cpu_isa());
      if (!ops)
         ops = &px_ops_base;
      __atomic_store_n(&chosen, ops, __ATOMIC_RELAXED);
   }
   return ops;
}
