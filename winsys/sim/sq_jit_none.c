/* sq_jit_none.c: the JIT where it is left out: every wave runs on the interpreter. */
#include "winsys/sim/sq_internal.h"

struct sq_jit *sq_jit_create(void)
{
   return 0;
}

void sq_jit_destroy(struct sq_jit *jit)
{
   (void)jit;
}

sq_host_func *sq_jit_compile(struct sq_jit *jit, const struct sq_program *p, unsigned lanes)
{
   (void)jit, (void)p, (void)lanes;
   return 0;
}
