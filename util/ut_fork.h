/* ut_fork.h: code that must not be in the middle of something when the process forks or exits: both wait for it. LLVM
 * keeps lists and locks process-wide; a child that finds one half changed crashes when it compiles, and so does a thread whose
 * statics exit() has destroyed. Holders may nest and do not exclude each other. */
#ifndef UT_FORK_H
#define UT_FORK_H

#include <stdbool.h>

void ut_fork_hold(void);
/* The same for those who can do without: false once the process ends, and then nothing is to be released. Exit code of other
 * libraries may still wait for work that a thread of ours does. */
bool ut_fork_try_hold(void);
void ut_fork_release(void);

/* Work that may never end, in LLVM: forks and the end of the process wait for it, but a moment only. begin: while one holds;
 * the work itself does not. leave: waits for it no longer. end: it came to an end, perhaps after `leave`. */
void ut_fork_long_begin(void);
void ut_fork_long_leave(void);
void ut_fork_long_end(bool left);
/* This process was forked in the middle of such work: LLVM may be half changed. */
bool ut_fork_cut_long(void);

static inline void ut_fork_end_guard(const bool *held)
{
   if (*held)
      ut_fork_release();
}
/* From here to the end of the block, unless the process ends. */
#define UT_FORK_GUARD() __attribute__((cleanup(ut_fork_end_guard), unused)) const bool fork_guard = ut_fork_try_hold()

/* The process ends: waits for holders, some seconds at most, and half a second for long work; whoever comes after them waits
 * until it is over. */
void ut_fork_stop(void);

#endif
