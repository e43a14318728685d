/* ut_guard.h: recovery from fatal errors inside LLVM. LLVM is built without exceptions: it ends the process when an
 * allocation fails or at any other error that it does not expect.
 *
 * Inside a guarded section a failing allocation is served from a reserve, so that the call returns; the caller then drops the
 * result, because memory is short. When the reserve is exhausted too, or at another fatal error, longjmp leaves the library in
 * the middle of the call. Memory and locks that the library holds at that point are lost.
 *
 * Another thread can cancel a guarded section that takes too long. The section is then left by the same longjmp at its next
 * allocation, where the library holds no lock of the C library. A section that does not allocate cannot be cancelled.
 *
 * The reserve and the check at each allocation (ut_reserve.c) use the linker's --wrap for malloc and its family, in all objects
 * that are linked with LLVM. They exist only where LLVM is linked statically and no sanitizer is in use. */
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

/* Between enter and leave, failing allocations of this thread are served from the reserve. Sections may nest. leave returns
 * true when the reserve was used since the outermost enter. */
void ut_reserve_enter(void);
bool ut_reserve_is_used(void);
bool ut_reserve_leave(void);

/* A guarded section, which longjmp can leave:
 *
 *    struct ut_guard guard;
 *    ut_guard_arm(&guard);
 *    if (setjmp(guard.jump) == 0) { ... } else { guard.text has the reason; objects passed to the library must not be used again }
 *    if (ut_guard_disarm(&guard)) { the reserve was used: drop the result } */
struct ut_guard {
   jmp_buf jump;
   char text[256];
   struct ut_guard *outer;
   bool cancelled;
};
void ut_guard_arm(struct ut_guard *g);
bool ut_guard_disarm(struct ut_guard *g);
bool ut_guard_is_armed(void);
UT_NORETURN void ut_guard_bail(const char *text); /* jumps to the innermost armed guard of this thread, which must exist */

/* Called by another thread: cancels a section that takes too long. No effect on a guard that is not armed. */
void ut_guard_cancel(struct ut_guard *g);
extern bool ut_guard_any_cancelled;
void ut_guard_leave_if_cancelled(void);

/* Every wrapped allocation calls it first. */
static inline void ut_guard_look(void)
{
   if (__builtin_expect(__atomic_load_n(&ut_guard_any_cancelled, __ATOMIC_RELAXED), 0))
      ut_guard_leave_if_cancelled();
}

#ifdef __cplusplus
}
#endif

#endif
