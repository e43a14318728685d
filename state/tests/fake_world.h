/* fake_world.h: a state tracker on the fake driver, for tests of draws. */
#ifndef FAKE_WORLD_H
#define FAKE_WORLD_H

#include "fake_pipe.h"
#include "state/st_private.h"

struct fake_world {
   struct fake_screen *screen;
   struct fake_context *ctx;
   struct st_context st;
};

struct fake_world *fake_world_open(void);
void fake_world_close(struct fake_world *w);

/* A buffer with these bytes. */
struct pipe_resource *fake_buffer(struct fake_world *w, const void *data, uint32_t size_B);

/* "012 213": the list of 32-bit indices that the last draw is from, in groups of as many as make a primitive. */
const char *fake_list(struct fake_world *w);

/* Draws in the log. */
unsigned fake_draws(struct fake_world *w);

#endif
