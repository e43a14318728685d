/* ut_fork.h: locks across fork() and exit().
 *
 * A child of fork() has one thread. A lock that another thread held stays locked in the child, and the data that it guards may
 * be half changed. Two things prevent that; docs/locks.md lists all locks of the project and which of them need it.
 *
 * Registered locks: mutexes of process-wide state. One handler takes all of them before a fork, in the order of `enum
 * ut_lock_order`, and releases them in the parent and in the child. A lock that belongs to a screen, context or buffer is not
 * registered: a child never uses objects of its parent.
 *
 * The gate: code of other libraries (LLVM, libdrm) has its own locks and lists. It runs between ut_fork_hold() and
 * ut_fork_release(). A fork closes the gate: it waits until no thread holds it, and later threads wait until the fork is over.
 *
 * Rules: a thread takes registered locks in ascending order. It does not enter the gate while it holds a registered lock. A
 * holder of the gate waits for no thread that may enter the gate. */
#ifndef UT_FORK_H
#define UT_FORK_H

#include <pthread.h>
#include <stdbool.h>

/* One row per registered lock; a lower value is taken first. */
enum ut_lock_order {
   UT_LOCK_EGL,          /* egl/ge_display.c: devices, displays, tables of handles */
   UT_LOCK_EGL_DEBUG,    /* egl/ge_error.c: callback and message mask of EGL_KHR_debug */
   UT_LOCK_SIM_DEVICES,  /* winsys/sim/winsys/ws_sim.c: list of devices */
   UT_LOCK_NODE_FILES,   /* winsys/sim/node/engine/node_main.c: list of open files */
   UT_LOCK_NODE_SHARED,  /* winsys/sim/node/ipc/node_share.c: list of exported and imported buffers */
   UT_LOCK_NODE_IPC,     /* winsys/sim/node/ipc/node_ipc.c: mapping of the table that processes share */
   UT_LOCK_NODE_SYNC,    /* winsys/sim/node/engine/node_fence.c: fences and sync objects */
   UT_LOCK_RESERVE,      /* util/ut_reserve.c: memory reserve; taken inside malloc() */
   UT_LOCK_COUNT
};

struct ut_lock {
   pthread_mutex_t mutex;
   enum ut_lock_order order;
   void (*in_child)(void); /* may be NULL. Runs in the child with all locks held: resets condition variables and thread state */
};
/* Defines a registered lock with static storage. */
#define UT_LOCK_DEFINE(name, order_, in_child_)                                                                          \
   struct ut_lock name = {PTHREAD_MUTEX_INITIALIZER, order_, in_child_};                                                 \
   __attribute__((constructor(102))) static void register_##name(void) { ut_lock_register(&name); }

void ut_lock_register(struct ut_lock *lock);
/* Both assert the order. A condition variable waits on `mutex`. */
void ut_lock(struct ut_lock *lock);
void ut_unlock(struct ut_lock *lock);

/* Enters the gate; waits while a fork is under way. Nests. Does not return once the process exits, except in the thread that
 * called ut_fork_stop(). */
void ut_fork_hold(void);
/* The same, but false once the process exits; then the caller holds nothing. */
bool ut_fork_try_hold(void);
void ut_fork_release(void);

static inline void ut_fork_end_guard(const bool *held)
{
   if (*held)
      ut_fork_release();
}
/* Holds the gate until the end of the block, unless the process exits. */
#define UT_FORK_GUARD() __attribute__((cleanup(ut_fork_end_guard), unused)) const bool fork_guard = ut_fork_try_hold()

/* Compiles on separate threads, of unbounded duration. Forks wait for them for at most UT_FORK_COMPILE_LIMIT_MS, and
 * so does exit where it destroys what they use (ut_exit.h).
 * begin: called inside the gate, before the compile starts; the compile itself is outside. abandon: forks stop waiting for it.
 * end: the compile has ended, with or without a preceding abandon. */
#define UT_FORK_COMPILE_LIMIT_MS 4000 /* as long as a draw waits for its compile (sq_jit_patience_ms) */
void ut_fork_compile_begin(void);
void ut_fork_compile_abandon(void);
void ut_fork_compile_end(bool abandoned);
/* This process was forked during a compile: a lock of LLVM may stay locked in it. */
bool ut_fork_cut_compile(void);

/* Registers the handler with pthread_atfork(). Idempotent. */
void ut_fork_install(void);
/* The handler's three parts, for a library that pthread_atfork() must call in another library's place (node_api.h). */
void ut_fork_prepare(void);
void ut_fork_parent(void);
void ut_fork_child(void);

/* The process exits: waits at most 10 s for holders, then for compiles if they are to end, and keeps the gate closed. */
void ut_fork_stop(bool end_compiles);

#endif
