/* ut_guard.h: a net under libraries that cannot fail: LLVM is built without exceptions and takes an allocation
 * that fails, or anything else they do not expect, as the end of the process.
 *
 * Inside a guarded stretch an allocation that fails is served from a reserve, so that the library runs on to its end; what
 * it made is dropped then, because memory is short. Only when the reserve is used up, too, or at a fatal error of another
 * kind, is the library left in the middle by a jump: what it held is lost, locks included, which is the price of a process
 * that lives.
 *
 * A library that does not come to an end is left likewise, at its next allocation after another thread gave it up: there it holds
 * no lock of the C library's. One that never allocates, or whose allocations are not seen, goes on.
 *
 * The reserve and the look at allocations (ut_reserve.c) work by the linker's --wrap in front of malloc and its relatives, in
 * everything that is linked with LLVM: only where that is linked statically, and not under a sanitizer. */
#ifndef UT_GUARD_H
#define UT_GUARD_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#define UT_NORETURN [[noreturn]]
#else
#define UT_NORETURN _Noreturn
#endif

/* From enter to leave, failing allocations of this thread are served from the reserve. Stretches may nest. leave returns
 * true when that happened in the outermost stretch. */
void ut_reserve_enter(void);
bool ut_reserve_is_used(void);
bool ut_reserve_leave(void);

/* A stretch that can be left by a jump:
 *
 *    struct ut_guard guard;
 *    ut_guard_arm(&guard);
 *    if (setjmp(guard.jump) == 0) { ... } else { guard.text says why; what the library was given must not be touched again }
 *    if (ut_guard_disarm(&guard)) { memory ran short: drop the result } */
struct ut_guard {
   jmp_buf jump;
   char text[256];
   struct ut_guard *outer;
   bool given_up;
};
void ut_guard_arm(struct ut_guard *g);
bool ut_guard_disarm(struct ut_guard *g);
bool ut_guard_is_armed(void);
UT_NORETURN void ut_guard_bail(const char *text); /* to the innermost armed guard of this thread; there must be one */

/* From another thread: the stretch takes too long. Does nothing to one that is not armed. */
void ut_guard_give_up(struct ut_guard *g);
extern bool ut_guard_any_given_up;
void ut_guard_leave_if_given_up(void);

/* In front of every allocation. */
static inline void ut_guard_look(void)
{
   if (__builtin_expect(__atomic_load_n(&ut_guard_any_given_up, __ATOMIC_RELAXED), 0))
      ut_guard_leave_if_given_up();
}

#ifdef __cplusplus
}
#endif

#endif
