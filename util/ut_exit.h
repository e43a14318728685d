/* ut_exit.h: what happens when the process exits while other threads are still at work. exit() runs handlers newest first, and
 * LLVM's statics register theirs when they are first used, long after ours: they would be destroyed under threads
 * that use them. Where LLVM is linked statically those registrations are therefore dropped (memory ends with the process, and the
 * library is never unloaded); where it is shared, ours is renewed while LLVM's statics come to life. */
#ifndef UT_EXIT_H
#define UT_EXIT_H

#ifdef __cplusplus
extern "C" {
#endif

/* Calls handler when the process exits, perhaps several times. One handler for the process. Thread-safe. */
void ut_exit_register(void (*handler)(void));

/* LLVM has been used: more of its statics may exist than before. */
void ut_exit_renew(void);

#ifdef __cplusplus
}
#endif
#endif
