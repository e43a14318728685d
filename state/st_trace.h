/* st_trace.h: the log of every call of state.h (GLOAM_DEBUG=state). */
#ifndef ST_TRACE_H
#define ST_TRACE_H

#include <stdbool.h>

struct st_screen;

/* From now on every call of the screen's methods, and of those of contexts made by it, is written to the log first. The screen
 * itself stays what it is. Called once, before anything uses the screen. False: out of memory, nothing changed. */
bool st_trace_screen(struct st_screen *screen);

#endif
