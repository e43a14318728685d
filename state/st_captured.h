/* st_captured.h: the primitives that geometry or tessellation shaders make, for draws whose fragments read the framebuffer
 * coherently: stream output captures them, then they are drawn one by one with a vertex shader that passes the values on. */
#ifndef ST_CAPTURED_H
#define ST_CAPTURED_H

#include "state/pipe.h"

enum {
   /* A record, one per vertex: a vector for each output location, then these values. */
   ST_CAPTURED_LOCATIONS = PIPE_MAX_VARYINGS,
   ST_CAPTURED_POSITION_DW = 4 * ST_CAPTURED_LOCATIONS,
   ST_CAPTURED_POINT_SIZE_DW = ST_CAPTURED_POSITION_DW + 4,
   ST_CAPTURED_LAYER_DW,
   ST_CAPTURED_PRIMITIVE_DW,
   ST_CAPTURED_VIEWPORT_DW,
   ST_CAPTURED_DISTANCES_DW = ST_CAPTURED_POSITION_DW + 8, /* clip distances, then cull distances: 8 */
   ST_CAPTURED_STRIDE_DW = ST_CAPTURED_DISTANCES_DW + 8,
   /* Attributes of the vertex shader: one, of four doubles, for each two locations, and vectors for the other values. */
   ST_CAPTURED_PAIRS = ST_CAPTURED_LOCATIONS / 2,
   ST_CAPTURED_ATTRIBS = ST_CAPTURED_PAIRS + 4,
   ST_PASS_VERTEX_WORDS = 2048,
};

/* Stream output of a last vertex stage that writes `locations`, a bit for each, and has so many distances. */
void st_captured_outputs(struct pipe_stream_output_info *so, uint32_t locations, unsigned clip_distances, unsigned cull_distances);
/* SPIR-V of the vertex shader that takes records as attributes 0, 1, ... and writes `locations`; returns its words. */
size_t st_pass_vertex(uint32_t words[ST_PASS_VERTEX_WORDS], uint32_t locations, unsigned clip_distances, unsigned cull_distances);

#endif
