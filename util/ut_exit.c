/* ut_exit.c: one exit handler, which runs before the destructors of LLVM's statics (see ut_exit.h). */
#include "util/ut_exit.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef UT_RESERVE /* LLVM is linked statically: the linker's --wrap applies to it */

int __real___cxa_atexit(void (*function)(void *), void *object, void *library);
int __wrap___cxa_atexit(void (*function)(void *), void *object, void *library);

int __wrap___cxa_atexit(void (*function)(void *), void *object, void *library)
{
   return 0;
}

void ut_exit_register(void (*handler)(void))
{
   __real___cxa_atexit((void (*)(void *))handler, NULL, NULL);
}

void ut_exit_renew(void)
{
}

#else

static void (*_Atomic registered)(void);
static atomic_uint uses;

void ut_exit_register(void (*handler)(void))
{
   registered = handler;
   atexit(handler);
}

/* Most statics are constructed with the first modules: registers after each of the first 64 uses, then at powers of two. */
void ut_exit_renew(void)
{
   void (*handler)(void) = registered;
   unsigned n = atomic_fetch_add_explicit(&uses, 1, memory_order_relaxed) + 1;
   if (handler && (n < 64 || !(n & (n - 1))))
      atexit(handler);
}

#endif
