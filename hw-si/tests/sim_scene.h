/* sim_scene.h: the driver on the simulated GPU (GLOAM_SIM_CHIP) for tests that call the pipe interface alone, and a small scene:
 * a 16x16 target of R8G8B8A8_UNORM, a buffer of positions, a vertex shader that passes them on and a fragment shader. */
#ifndef SIM_SCENE_H
#define SIM_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "state/pipe.h"

extern struct pipe_screen *screen;
extern struct pipe_context *ctx;

struct sim_scene {
   struct pipe_resource *target, *vertices;
   struct pipe_surface *surface;
   void *blend, *dsa, *raster, *elements, *vs, *fs;
};
extern struct sim_scene scene;

/* Opens `screen` and `ctx`. False: they cannot be made. */
bool sim_open(void);
void sim_close(void);

/* A buffer or texture with one level and one layer; the caller owns it. Fails the test when there is no memory. */
struct pipe_resource *sim_resource(enum pipe_texture_target target, enum pipe_format format, uint32_t width, uint32_t height,
                                   uint32_t bind);
/* The vertex shader of the scene; `so` (may be NULL) lists the outputs that it captures. The caller deletes it. */
void *sim_vertex_shader(const struct pipe_stream_output_info *so);

/* Makes and binds the scene. Its vertex shader captures the outputs of `so`. */
void sim_scene_init(const float (*positions)[4], unsigned count, const struct pipe_stream_output_info *so);
void sim_scene_finish(void);

/* Red of the texel at x, y of the target, 0 to 255. */
uint8_t sim_target_value(int x, int y);

#endif
