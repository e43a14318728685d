/* st_mesh.h: task and mesh shaders on devices without a mesh pipeline. Both run as compute shaders, a work group of which writes its
 * results to a record in a buffer; then a draw reads the records of the mesh shader with a vertex shader that is made here
 * (docs/mesh.md). */
#ifndef ST_MESH_H
#define ST_MESH_H

#include "state/pipe.h"

enum {
   /* Words that a work group reads: its number, the record of its task, the numbers of work groups, the number of the draw. */
   ST_MESH_GROUP_ID, ST_MESH_GROUP_TASK = 3, ST_MESH_GROUP_COUNT, ST_MESH_GROUP_DRAW = 7, ST_MESH_GROUP_DW,
   /* The first words of a record: of a mesh shader's the numbers of vertices and primitives, of a task shader's those of work groups. The
    * first invocation writes the first half, and others the rest, which is not read. */
   ST_MESH_VERTICES = 0, ST_MESH_PRIMITIVES, ST_MESH_HEAD_DW = 8,
   /* Shader buffer of the vertex shader. */
   ST_MESH_VERTEX_SLOT = 0,
   ST_MESH_RECORD_ALIGN_B = 16,
   ST_MESH_MAX_GROUPS = 1 << 22, /* of a draw, and of a task */
};

/* Facts of a task or mesh shader. */
struct st_mesh_info {
   uint32_t block[3];                        /* invocations of a work group */
   uint32_t record_B;                        /* bytes of a work group's results */
   uint32_t max_vertices, max_primitives;    /* mesh shaders, as the following */
   uint32_t corners;                         /* vertices of a primitive: 1, 2 or 3 */
   uint32_t cull_B, cull_stride_B;           /* the word in the record that culls a primitive, and from one to the next; 0: there is none */
};

struct st_mesh_shader {
   struct st_mesh_info info;
   void *compute, *vertex; /* from pipe_context.create_shader; vertex NULL: a task shader */
};

/* Work groups that ran, and the primitives that they emitted, if wanted: the CPU waits for them. draws_them_alone: the device draws no other
 * primitives; else the records' unused room is drawn outside of the clip volume, and counts as primitives that are clipped. */
struct st_mesh_counts {
   uint64_t task_groups, mesh_groups, primitives;
   bool wants_primitives, draws_them_alone;
};

/* SPIR-V, malloc'ed. */
struct st_mesh_code { uint32_t *words; size_t count; };

/* The compute shader that a task or mesh shader (state->stage) becomes. False: `why` has the reason, and nothing is allocated. */
bool st_mesh_compute(const struct pipe_shader_state *state, struct st_mesh_info *info, struct st_mesh_code *code, char *why,
                     size_t why_size_B);
/* The vertex shader that reads the records of a mesh shader. */
bool st_mesh_vertex(const struct pipe_shader_state *state, struct st_mesh_code *code, char *why, size_t why_size_B);

#endif
