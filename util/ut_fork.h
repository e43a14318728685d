/* ut_fork.h: code that must not be in the middle of something when the process forks: a fork waits for it. LLVM keeps lists of
 * its own process-wide; a child that finds one half changed crashes when it compiles. Holders may nest and do not exclude each
 * other. */
#ifndef UT_FORK_H
#define UT_FORK_H

void ut_fork_hold(void);
void ut_fork_release(void);

/* The process ends: waits for holders; whoever comes after them waits until it is over. */
void ut_fork_stop(void);

#endif
