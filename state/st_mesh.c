/* st_mesh.c: draws of task and mesh shaders (docs/mesh.md). Work groups run in chunks whose records fit in a buffer of this context, in
 * the order of the API: the tasks of a chunk, then the mesh work groups that each of them asks for, and a draw of their records. */
#include <stdlib.h>
#include <string.h>

#include "state/st_private.h"

enum {
   CHUNK_B = 4 << 20,   /* of records; a chunk has at least one */
   CHUNK_GROUPS = 4096,
};
/* More are undefined (EXT_mesh_shader, X.6: the limits of glDrawMeshTasksEXT). */
static const uint64_t max_groups = ST_MESH_MAX_GROUPS;

/* Kept by the context. */
struct st_mesh_memory {
   struct pipe_resource *records, *tasks;
   uint32_t primitives[CHUNK_GROUPS]; /* of the work groups of the chunk, where the CPU reads them */
};

/* A chunk that is being filled. */
struct chunk {
   struct st_context *st;
   struct st_mesh_counts *counts;
   struct pipe_resource *words;     /* counted */
   uint32_t words_offset_B, *word;  /* `room` groups */
   uint32_t groups, room;
};

/* ---- shaders ---------------------------------------------------------------------------------------------------------------- */

static void *create(struct st_context *st, enum pipe_shader_type stage, struct st_mesh_code *code)
{
   const struct pipe_shader_state state = { .stage = stage, .spirv = code->words, .spirv_words = code->count };
   void *cso = st->pipe->impl->create_shader(st->pipe, &state);
   free(code->words);
   return cso;
}

struct st_mesh_shader *st_create_mesh_shader(struct st_context *st, const struct pipe_shader_state *state)
{
   struct st_mesh_shader *shader = calloc(1, sizeof *shader);
   struct st_mesh_code code;
   char why[256];
   if (!shader || !st_mesh_compute(state, &shader->info, &code, why, sizeof why))
      goto fail;
   shader->compute = create(st, PIPE_SHADER_COMPUTE, &code);
   if (!shader->compute)
      goto fail;
   if (state->stage == PIPE_SHADER_TASK)
      return shader;
   if (!st_mesh_vertex(state, &code, why, sizeof why))
      goto fail;
   shader->vertex = create(st, PIPE_SHADER_VERTEX, &code);
   if (shader->vertex)
      return shader;
fail:
   st_delete_mesh_shader(st, state->stage, shader);
   return NULL;
}

void st_delete_mesh_shader(struct st_context *st, enum pipe_shader_type stage, struct st_mesh_shader *shader)
{
   if (!shader)
      return;
   if (st->shader[stage] == shader)
      st->shader[stage] = NULL;
   st_delete_shader(st, PIPE_SHADER_COMPUTE, shader->compute);
   st_delete_shader(st, PIPE_SHADER_VERTEX, shader->vertex);
   free(shader);
}

bool st_prepare_shaders(struct st_context *st, void *const csos[PIPE_SHADER_TYPES], char *why, size_t why_size_B)
{
   static const enum pipe_shader_type stages[] = { PIPE_SHADER_TASK, PIPE_SHADER_MESH };
   const struct pipe_context_impl *impl = st->pipe->impl;
   const struct st_mesh_shader *mesh = csos[PIPE_SHADER_MESH];
   void *graphics[PIPE_SHADER_TYPES];
   if (!impl->prepare_shaders)
      return true;
   memcpy(graphics, csos, sizeof graphics);
   graphics[PIPE_SHADER_TASK] = graphics[PIPE_SHADER_MESH] = NULL;
   if (mesh)
      graphics[PIPE_SHADER_VERTEX] = mesh->vertex;
   if (!impl->prepare_shaders(st->pipe, graphics, why, why_size_B))
      return false;
   for (unsigned i = 0; i < 2; i++) {
      const struct st_mesh_shader *shader = csos[stages[i]];
      void *compute[PIPE_SHADER_TYPES] = { [PIPE_SHADER_COMPUTE] = shader ? shader->compute : NULL };
      if (shader && !impl->prepare_shaders(st->pipe, compute, why, why_size_B))
         return false;
   }
   return true;
}

/* ---- work groups ------------------------------------------------------------------------------------------------------------ */

#define SWAP(a, b) \
   do { \
      char t[sizeof(a)]; \
      memcpy(t, &(a), sizeof t); \
      memcpy(&(a), &(b), sizeof t); \
      memcpy(&(b), t, sizeof t); \
   } while (0)

/* Exchanges the state of a stage and that of the compute shader. */
static void exchange(struct st_context *st, enum pipe_shader_type stage)
{
   const enum pipe_shader_type compute = PIPE_SHADER_COMPUTE;
   SWAP(st->shader[stage], st->shader[compute]);
   SWAP(st->constants[stage], st->constants[compute]);
   SWAP(st->state_constants_read_B[stage], st->state_constants_read_B[compute]);
   SWAP(st->uniform_buffer[stage], st->uniform_buffer[compute]);
   SWAP(st->uniform_buffers_used[stage], st->uniform_buffers_used[compute]);
   SWAP(st->shader_buffer[stage], st->shader_buffer[compute]);
   SWAP(st->shader_buffers_used[stage], st->shader_buffers_used[compute]);
   SWAP(st->image[stage], st->image[compute]);
   SWAP(st->image_count[stage], st->image_count[compute]);
   SWAP(st->texture[stage], st->texture[compute]);
   SWAP(st->texture_count[stage], st->texture_count[compute]);
   st->constants_dirty |= 1u << compute;
   st->dirty |= ST_DIRTY_DISPATCH;
}

static struct pipe_shader_buffer whole(struct pipe_resource *buffer)
{
   return (struct pipe_shader_buffer){ .buffer = buffer, .size_B = buffer ? buffer->t.width : 0 };
}

/* Runs the groups of the chunk with the task or mesh shader. */
static bool launch(struct chunk *c, enum pipe_shader_type stage, struct pipe_resource *records, struct pipe_resource *tasks)
{
   struct st_context *st = c->st;
   const struct st_mesh_shader *shader = st->shader[stage];
   struct pipe_grid_info info = { .grid = { c->groups, 1, 1 } };
   memcpy(info.block, shader->info.block, sizeof info.block);
   exchange(st, stage);
   const uint32_t used = st->shader_buffers_used[PIPE_SHADER_COMPUTE];
   struct pipe_shader_buffer *buffer = st->shader_buffer[PIPE_SHADER_COMPUTE];
   st->shader[PIPE_SHADER_COMPUTE] = shader->compute;
   buffer[PIPE_SHADER_BUFFER_MESH_GROUPS] = (struct pipe_shader_buffer){ c->words, c->words_offset_B, c->groups * ST_MESH_GROUP_DW * 4 };
   buffer[PIPE_SHADER_BUFFER_MESH_RECORDS] = whole(records);
   buffer[PIPE_SHADER_BUFFER_MESH_TASKS] = whole(tasks);
   st->shader_buffers_used[PIPE_SHADER_COMPUTE] |= 1u << PIPE_SHADER_BUFFER_MESH_GROUPS | 1u << PIPE_SHADER_BUFFER_MESH_RECORDS |
                                                   (tasks ? 1u << PIPE_SHADER_BUFFER_MESH_TASKS : 0);
   const bool ok = st_launch_grid(st, &info);
   st->shader_buffers_used[PIPE_SHADER_COMPUTE] = used;
   st->shader[PIPE_SHADER_COMPUTE] = (void *)shader;
   exchange(st, stage);
   return ok;
}

/* State that the draw of records replaces. */
struct saved {
   void *shader[PIPE_SHADER_TYPES];
   struct pipe_shader_buffer buffer;
   uint32_t buffers_used, attribs_read;
   uint8_t so_count;
};

static void save(const struct st_context *st, struct saved *s)
{
   memcpy(s->shader, st->shader, sizeof s->shader);
   s->buffer = st->shader_buffer[PIPE_SHADER_VERTEX][ST_MESH_VERTEX_SLOT];
   s->buffers_used = st->shader_buffers_used[PIPE_SHADER_VERTEX];
   s->attribs_read = st->attribs_read;
   s->so_count = st->so_count;
}

static void restore(struct st_context *st, const struct saved *s)
{
   memcpy(st->shader, s->shader, sizeof s->shader);
   st->shader_buffer[PIPE_SHADER_VERTEX][ST_MESH_VERTEX_SLOT] = s->buffer;
   st->shader_buffers_used[PIPE_SHADER_VERTEX] = s->buffers_used;
   st->attribs_read = s->attribs_read;
   st->so_count = s->so_count;
   st->dirty |= ST_DIRTY_SHADERS | ST_DIRTY_SHADER_BUFFERS | ST_DIRTY_VERTEX | ST_DIRTY_SO;
}

/* Draws primitives of a record, and those of the records after it. */
static bool draw_range(struct st_context *st, const struct st_mesh_info *mesh, uint32_t record, uint32_t primitives)
{
   static const enum pipe_prim_type modes[] = { [1] = PIPE_PRIM_POINTS, [2] = PIPE_PRIM_LINES, [3] = PIPE_PRIM_TRIANGLES };
   const struct pipe_draw_info info = { .mode = modes[mesh->corners], .instance_count = 1,
                                        .start = record * mesh->max_primitives * mesh->corners, .count = primitives * mesh->corners };
   return !primitives || st_draw(st, &info, NULL);
}

static bool draw_records(struct chunk *c, struct pipe_resource *records)
{
   struct st_context *st = c->st;
   const struct st_mesh_shader *mesh = st->shader[PIPE_SHADER_MESH];
   struct saved saved;
   bool ok = true;
   save(st, &saved);
   for (unsigned stage = 0; stage < PIPE_SHADER_FRAGMENT; stage++)
      st->shader[stage] = stage == PIPE_SHADER_VERTEX ? mesh->vertex : NULL;
   st->shader_buffer[PIPE_SHADER_VERTEX][ST_MESH_VERTEX_SLOT] = whole(records);
   st->shader_buffers_used[PIPE_SHADER_VERTEX] = 1u << ST_MESH_VERTEX_SLOT;
   st->attribs_read = 0;
   st->so_count = 0;
   st->dirty |= ST_DIRTY_SHADERS | ST_DIRTY_SHADER_BUFFERS | ST_DIRTY_VERTEX | ST_DIRTY_SO;
   if (!c->counts->draws_them_alone)
      ok = draw_range(st, &mesh->info, 0, c->groups * mesh->info.max_primitives);
   for (uint32_t i = 0; ok && c->counts->draws_them_alone && i < c->groups; i++)
      ok = draw_range(st, &mesh->info, i, st->mesh_memory->primitives[i]);
   restore(st, &saved);
   return ok;
}

static void barrier(struct st_context *st)
{
   st->pipe->impl->memory_barrier(st->pipe, PIPE_BARRIER_SHADER_BUFFER);
}

static uint32_t least(uint32_t a, uint32_t b)
{
   return a < b ? a : b;
}

/* The CPU reads the numbers of primitives. A work group emits all of them, also those that it culls (EXT_mesh_shader, X.5 and 13.Y). */
static bool count_primitives(struct chunk *c, struct pipe_resource *records, const struct st_mesh_info *info)
{
   uint32_t *primitives = c->st->mesh_memory->primitives;
   struct pipe_transfer *transfer;
   const uint32_t *at = st_map_read(c->st, records, 0, (uint64_t)c->groups * info->record_B, &transfer);
   if (!at)
      return false;
   for (uint32_t i = 0; i < c->groups; i++, at += info->record_B / 4) {
      primitives[i] = least(at[ST_MESH_PRIMITIVES], info->max_primitives);
      c->counts->primitives += primitives[i];
   }
   c->st->pipe->impl->transfer_unmap(c->st->pipe, transfer);
   return true;
}

/* Runs the mesh work groups of the chunk and draws what they made. tasks: the records of their tasks, or NULL. */
static bool run_mesh(struct chunk *c, struct pipe_resource *tasks)
{
   struct st_context *st = c->st;
   const struct st_mesh_info *info = &((const struct st_mesh_shader *)st->shader[PIPE_SHADER_MESH])->info;
   struct pipe_resource *records = st->mesh_memory->records;
   bool ok = launch(c, PIPE_SHADER_MESH, records, tasks);
   barrier(st);
   if (ok && (c->counts->wants_primitives || c->counts->draws_them_alone))
      ok = count_primitives(c, records, info);
   if (ok && info->max_primitives && info->max_vertices)
      ok = draw_records(c, records);
   barrier(st); /* the next chunk writes the records again */
   c->counts->mesh_groups += c->groups;
   c->groups = 0;
   return ok;
}

/* ---- chunks ----------------------------------------------------------------------------------------------------------------- */

static struct chunk new_chunk(struct st_context *st, struct st_mesh_counts *counts, const struct pipe_resource *records,
                              uint32_t record_B)
{
   return (struct chunk){ .st = st, .counts = counts, .room = least(records->t.width / record_B, CHUNK_GROUPS) };
}

static void close_chunk(struct chunk *c)
{
   pipe_resource_unref(c->words);
   c->words = NULL;
   c->word = NULL;
}

/* Memory for the words of at most `groups` groups, and of as many as a chunk has. False: out of memory. */
static bool begin_words(struct chunk *c, uint64_t groups)
{
   const uint32_t count = groups < c->room ? (uint32_t)groups : c->room;
   close_chunk(c);
   c->word = st_upload_alloc(c->st->upload, count * ST_MESH_GROUP_DW * 4, 16, &c->words_offset_B, &c->words);
   return c->word;
}

static void add_group(struct chunk *c, uint64_t number, const uint32_t count[3], uint32_t task, uint32_t draw_id)
{
   uint32_t *w = c->word + ST_MESH_GROUP_DW * c->groups++;
   const uint64_t plane = (uint64_t)count[0] * count[1];
   w[ST_MESH_GROUP_ID] = (uint32_t)(number % count[0]);
   w[ST_MESH_GROUP_ID + 1] = (uint32_t)(number % plane / count[0]);
   w[ST_MESH_GROUP_ID + 2] = (uint32_t)(number / plane);
   w[ST_MESH_GROUP_TASK] = task;
   memcpy(w + ST_MESH_GROUP_COUNT, count, 3 * sizeof *count);
   w[ST_MESH_GROUP_DRAW] = draw_id;
}

/* The work groups of a size; 0: none, or more than the limits. */
static uint64_t groups_of(const uint32_t count[3])
{
   const uint64_t plane = (uint64_t)count[0] * count[1];
   if (!plane || !count[2] || plane > max_groups || plane * count[2] > max_groups)
      return 0;
   return plane * count[2];
}

/* Mesh work groups of tasks that have run, in order of the tasks. */
static bool draw_tasks(struct chunk *c, struct pipe_resource *tasks, const uint32_t *task, uint32_t count, uint32_t record_dw,
                       uint32_t draw_id)
{
   uint64_t left = 0; /* groups of this and later tasks */
   bool ok = true;
   for (uint32_t t = 0; t < count; t++)
      left += groups_of(task + t * record_dw);
   for (uint32_t t = 0; ok && t < count; t++) {
      const uint64_t groups = groups_of(task + t * record_dw);
      for (uint64_t i = 0; ok && i < groups && !st_lost(c->st); i++, left--) {
         ok = c->groups || begin_words(c, left);
         if (ok)
            add_group(c, i, task + t * record_dw, t, draw_id);
         if (ok && c->groups == c->room)
            ok = run_mesh(c, tasks);
      }
   }
   return ok && (!c->groups || run_mesh(c, tasks));
}

/* Runs the tasks of the chunk, waits for them, and draws their mesh work groups with `mesh`. */
static bool run_tasks(struct chunk *c, struct chunk *mesh, uint32_t draw_id)
{
   struct st_context *st = c->st;
   const struct st_mesh_info *info = &((const struct st_mesh_shader *)st->shader[PIPE_SHADER_TASK])->info;
   struct pipe_resource *tasks = st->mesh_memory->tasks;
   struct pipe_transfer *transfer;
   const uint32_t groups = c->groups;
   if (!launch(c, PIPE_SHADER_TASK, tasks, NULL))
      return false;
   barrier(st);
   c->counts->task_groups += groups;
   c->groups = 0;
   const uint32_t *head = st_map_read(st, tasks, 0, (uint64_t)groups * info->record_B, &transfer);
   if (!head)
      return false;
   const bool ok = draw_tasks(mesh, tasks, head, groups, info->record_B / 4, draw_id);
   st->pipe->impl->transfer_unmap(st->pipe, transfer);
   return ok;
}

/* mesh: for the work groups of the tasks that `c` gets; NULL: `c` gets mesh work groups. */
static bool draw_grid(struct chunk *c, struct chunk *mesh, const uint32_t grid[3], uint32_t draw_id)
{
   const uint64_t groups = groups_of(grid);
   bool ok = true;
   for (uint64_t i = 0; ok && i < groups && !st_lost(c->st);) {
      ok = begin_words(c, groups - i);
      for (; ok && i < groups && c->groups < c->room; i++)
         add_group(c, i, grid, 0, draw_id);
      ok = ok && (mesh ? run_tasks(c, mesh, draw_id) : run_mesh(c, NULL));
   }
   return ok;
}

/* A buffer with room for a record at least. */
static bool make_buffer(struct st_context *st, struct pipe_resource **buffer, uint32_t record_B)
{
   struct pipe_screen *screen = st->pipe->screen;
   const struct pipe_resource_template t = {
      .target = PIPE_BUFFER, .format = PIPE_FORMAT_R8_UNORM, .width = record_B > CHUNK_B ? record_B : CHUNK_B, .height = 1, .depth = 1,
      .layers = 1, .bind = PIPE_BIND_SHADER_BUFFER,
   };
   if (*buffer && (*buffer)->t.width >= record_B)
      return true;
   pipe_resource_unref(*buffer);
   *buffer = screen->impl->resource_create(screen, &t);
   return *buffer;
}

bool st_draw_mesh(struct st_context *st, const uint32_t grid[3], uint32_t draw_id, struct st_mesh_counts *counts)
{
   const struct st_mesh_shader *task = st->shader[PIPE_SHADER_TASK], *mesh = st->shader[PIPE_SHADER_MESH];
   struct chunk meshes, tasks = { 0 };
   if (!st->mesh_memory)
      st->mesh_memory = calloc(1, sizeof *st->mesh_memory);
   if (!st->mesh_memory || !make_buffer(st, &st->mesh_memory->records, mesh->info.record_B) ||
       (task && !make_buffer(st, &st->mesh_memory->tasks, task->info.record_B)))
      return false;
   meshes = new_chunk(st, counts, st->mesh_memory->records, mesh->info.record_B);
   if (task)
      tasks = new_chunk(st, counts, st->mesh_memory->tasks, task->info.record_B);
   st->pipe->impl->pause_queries(st->pipe, PIPE_QUERIES_GEOMETRY);
   const bool ok = task ? draw_grid(&tasks, &meshes, grid, draw_id) : draw_grid(&meshes, NULL, grid, draw_id);
   st->pipe->impl->pause_queries(st->pipe, 0);
   close_chunk(&meshes);
   close_chunk(&tasks);
   return ok;
}

void st_mesh_finish(struct st_context *st)
{
   if (!st->mesh_memory)
      return;
   pipe_resource_unref(st->mesh_memory->records);
   pipe_resource_unref(st->mesh_memory->tasks);
   free(st->mesh_memory);
   st->mesh_memory = NULL;
}
