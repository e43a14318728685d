/* sq_check.h: private to sq.c: a wave on both engines, compared. */
#ifndef SQ_CHECK_H
#define SQ_CHECK_H

#include "winsys/sim/sq/sq_internal.h"

/* *equal: false when they differ, which has been reported; the result is SQ_FAULT then. */
enum sq_result sq_run_check(const struct sq_program *p, sq_host_func *host, struct sq_wave *w, bool *equal);

/* Whether a dword that host code exported to a target stands for what the interpreter exported. */
bool sq_check_same_export(unsigned target, bool packed, uint32_t got, uint32_t expected);

#endif
