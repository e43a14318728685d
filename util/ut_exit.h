/* ut_exit.h: exit() while other threads run. Handlers run newest first. LLVM's statics register their destructors when they
 * are first used, after this library has registered its handler, so they would be destroyed while threads use them. Therefore
 * these registrations are dropped: the library is never unloaded, and the process's end frees the memory. With a static LLVM the
 * linker's --wrap does so; with a shared one, or under a sanitizer, its slot for __cxa_atexit is replaced. */
#ifndef UT_EXIT_H
#define UT_EXIT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Calls handler when the process exits. Thread-safe. */
void ut_exit_register(void (*handler)(void));

/* Call before the first use of LLVM. library: an address in the library that contains it. */
void ut_exit_keep_statics(const void *library);

/* Statics that were constructed when a library was loaded are destroyed after the handlers: no thread may be in LLVM then. */
bool ut_exit_destroys_statics(void);

#ifdef __cplusplus
}
#endif
#endif
