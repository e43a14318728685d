/* pipe_trace.h: the log of every call of pipe.h (GLOAM_DEBUG=state). */
#ifndef PIPE_TRACE_H
#define PIPE_TRACE_H

#include <stdbool.h>

struct pipe_screen;

/* From now on every call of the screen's methods, and of those of contexts made by it, is written to the log first. The screen
 * itself stays unchanged. Called once, before anything uses the screen. False: out of memory, nothing changed. */
bool pipe_trace_screen(struct pipe_screen *screen);

#endif
