/* st_mesh_layout.h: where the results of a task or mesh shader are in its record, for the two shaders that are made of it. */
#ifndef ST_MESH_LAYOUT_H
#define ST_MESH_LAYOUT_H

#include "spirv/spv_module.h"
#include "state/st_mesh.h"

/* An output variable, or the payload. */
struct st_mesh_var {
   uint32_t id;
   uint32_t type;         /* of the variable: an array over vertices or primitives; the payload's type */
   uint32_t element;      /* type of one vertex or primitive */
   uint32_t offset_B, stride_B;
   bool per_primitive;
   bool is_index;         /* the vertices of primitives */
};

enum { ST_MESH_MAX_VARS = 160 }; /* more than an interface of 128 components and the built-in blocks have */

struct st_mesh_layout {
   struct st_mesh_var var[ST_MESH_MAX_VARS]; /* that the stage writes */
   unsigned count;
   struct st_mesh_var payload;               /* id 0: none; of a mesh shader, in the record of its task */
   const struct st_mesh_var *cull;           /* has gl_CullPrimitiveEXT; NULL: the shader does not access it */
   uint32_t cull_member;                     /* of the variable's block; SPV_NO_MEMBER: it is the variable */
   struct st_mesh_info info;
   uint32_t task_record_B;                   /* of a mesh shader that reads a payload */
};

/* False: `why` has the reason. */
bool st_mesh_layout(const struct spv_module *m, struct st_mesh_layout *layout, char *why, size_t why_size_B);
/* A bit for each of the first 64 members of the block variable that the shader accesses. */
uint64_t st_mesh_members_used(const struct spv_module *m, uint32_t id);
/* Bytes of a value in a record: scalars follow each other without gaps; a bool takes 4 bytes. */
uint32_t st_mesh_size_B(const struct spv_module *m, uint32_t type);

#endif
