/* ut_exit.h: exit() while other threads run. Handlers run newest first. LLVM's statics register their destructors when they
 * are first used, after this library has registered its handler, so they would be destroyed while threads use them. With a
 * static LLVM these registrations are dropped: the library is never unloaded, and the process's end frees the memory. With a
 * shared LLVM the handler is registered again each time LLVM may have constructed statics. */
#ifndef UT_EXIT_H
#define UT_EXIT_H

#ifdef __cplusplus
extern "C" {
#endif

/* Calls handler when the process exits, perhaps several times. One handler for the process. Thread-safe. */
void ut_exit_register(void (*handler)(void));

/* Call after a use of LLVM, which may have constructed statics. */
void ut_exit_renew(void);

#ifdef __cplusplus
}
#endif
#endif
