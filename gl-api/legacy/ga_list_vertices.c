/* ga_list_vertices.c: vertices of display lists. While a list is compiled, primitives that follow each other are collected as one piece of
 * vertices with a common layout; glEndList puts the pieces into a buffer, and the execution draws from there. A piece ends at
 * any other command. Attributes that a list has set are known; others have the value of the time of the execution, so they are no part of
 * vertices. Where vertices of one primitive would need such a value, the primitive is compiled as commands. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/command/ga_draw.h"
#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/legacy/ga_list.h"
#include "gl-api/object/ga_buffer.h"

struct prim { GLenum mode; uint32_t first, count; };

/* A piece: followed by its primitives, and by the values that are current after it, in the order of the slots of `set`. */
struct piece {
   struct pipe_resource *buffer;    /* the list has the reference */
   uint64_t at;                     /* in the vertices of the compilation, in floats */
   uint32_t mask, set, prims, vertices;
   uint32_t first;                  /* the first vertex in the buffer */
   uint32_t arrays;                 /* a draw of arrays, which is an error between glBegin and glEnd */
};

enum place { UNKNOWN, OUTSIDE, INSIDE, INSIDE_COMMANDS /* of glBegin and glEnd; the last: as commands */ };

struct ga_list_build {
   struct ga_vertices v;            /* those of the piece; v.mask is 0 but between glBegin and glEnd */
   enum place place;
   bool emitting, arrays;
   uint32_t mask;                   /* of the piece; 0: there is none */
   uint32_t known, set;             /* slots with a value of the list; those that were set since the last piece began */
   GLfloat value[GA_ATTRIB_SLOTS][4];
   GLfloat *data;                   /* vertices of all pieces */
   size_t used, room;               /* floats; used: of pieces before */
   struct prim *prims;
   uint32_t prim_count, prim_room;
};

struct ga_list_build *ga_list_build_create(void)
{
   return calloc(1, sizeof(struct ga_list_build));
}

void ga_list_build_destroy(struct ga_list_build *b)
{
   if (!b)
      return;
   free(b->data);
   free(b->prims);
   free(b);
}

struct ga_vertices *ga_list_build_vertices(struct ga_list_build *b)
{
   return &b->v;
}

/* ---- memory ---------------------------------------------------------------------------------------------------------------- */

/* Room for `count` vertices of the piece. */
static bool reserve(struct ga_context *ctx, struct ga_list_build *b, uint64_t count)
{
   const uint64_t floats = b->used + count * b->v.floats;
   if (floats > b->room) {
      const uint64_t room = floats * 2 > 1024 ? floats * 2 : 1024;
      GLfloat *grown = room * sizeof(GLfloat) < UINT32_MAX / 2 ? realloc(b->data, room * sizeof(*grown)) : NULL;
      if (!grown) {
         ga_list_no_memory(ctx);
         return false;
      }
      b->data = grown;
      b->room = room;
   }
   b->v.data = b->data + b->used;
   b->v.room = (uint32_t)((b->room - b->used) / b->v.floats);
   return true;
}

static struct prim *add_prim(struct ga_context *ctx, struct ga_list_build *b, GLenum mode)
{
   if (b->prim_count == b->prim_room) {
      const uint32_t room = b->prim_room ? 2 * b->prim_room : 16;
      struct prim *grown = realloc(b->prims, room * sizeof(*grown));
      if (!grown) {
         ga_list_no_memory(ctx);
         return NULL;
      }
      b->prims = grown;
      b->prim_room = room;
   }
   b->prims[b->prim_count] = (struct prim){mode, b->v.count, 0};
   return &b->prims[b->prim_count++];
}

/* ---- pieces ---------------------------------------------------------------------------------------------------------------- */

static void emit_mode(struct ga_context *ctx, unsigned op, GLenum mode)
{
   struct { GLenum mode; } *to = ga_list_add(ctx, op, sizeof(*to));
   if (to)
      to->mode = mode;
}

static void emit_piece(struct ga_context *ctx, struct ga_list_build *b)
{
   const size_t prims_B = b->prim_count * sizeof(struct prim);
   const struct piece piece = {.at = b->used, .mask = b->mask, .set = b->set, .prims = b->prim_count, .vertices = b->v.count,
                               .arrays = b->arrays};
   uint8_t *to = ga_list_add(ctx, GA_LIST_VERTICES, sizeof(piece) + prims_B + 16 * (size_t)__builtin_popcount(b->set));
   if (!to)
      return;
   memcpy(to, &piece, sizeof(piece));
   memcpy(to + sizeof(piece), b->prims, prims_B);
   to += sizeof(piece) + prims_B;
   for (uint32_t left = b->set; left; left &= left - 1, to += 16)
      memcpy(to, b->value[__builtin_ctz(left)], 16);
   b->used += (size_t)b->v.count * b->v.floats;
}

/* Ends the piece; the place is not INSIDE. */
static void close(struct ga_context *ctx, struct ga_list_build *b)
{
   b->emitting = true;
   if (b->prim_count)
      emit_piece(ctx, b);
   else
      for (uint32_t left = b->set; left; left &= left - 1)
         ga_list_add_attrib(ctx, (unsigned)__builtin_ctz(left), b->value[__builtin_ctz(left)]);
   b->emitting = false;
   b->prim_count = b->set = b->mask = b->v.count = b->v.room = b->v.floats = b->v.mask = 0;
   b->arrays = false;
}

/* The primitive that is being collected becomes commands. */
static void to_commands(struct ga_context *ctx, struct ga_list_build *b)
{
   const struct prim prim = b->prims[b->prim_count - 1];
   const uint32_t count = b->v.count - prim.first, mask = b->v.mask;
   const struct ga_vertices v = b->v;
   GLfloat *copy = malloc(((size_t)count * v.floats + 1) * sizeof(GLfloat));
   if (!copy) {
      ga_list_no_memory(ctx);
      return;
   }
   if (count)
      memcpy(copy, v.data + (size_t)prim.first * v.floats, (size_t)count * v.floats * sizeof(GLfloat));
   b->v.count = prim.first;
   b->prim_count--;
   b->place = OUTSIDE;
   close(ctx, b);
   b->emitting = true;
   emit_mode(ctx, GA_LIST_BEGIN, prim.mode);
   for (uint32_t i = 0; i <= count; i++) { /* the last time: the values of the next vertex */
      const GLfloat *vertex = i < count ? copy + (size_t)i * v.floats : v.vertex;
      for (uint32_t left = mask & ~1u; left; left &= left - 1) {
         const unsigned slot = (unsigned)__builtin_ctz(left);
         const GLfloat *value = vertex + 4 * v.place[slot];
         if (i == 0 || memcmp(value, b->value[slot], 16))
            ga_list_add_attrib(ctx, slot, value);
         memcpy(b->value[slot], value, 16);
      }
      if (i < count)
         ga_list_add_attrib(ctx, 0, vertex);
   }
   b->known |= mask & ~1u;
   b->emitting = false;
   b->place = INSIDE_COMMANDS;
   free(copy);
}

void ga_list_build_break(struct ga_context *ctx, struct ga_list_build *b)
{
   if (b->emitting)
      return;
   if (b->place == INSIDE)
      to_commands(ctx, b);
   if (b->prim_count || b->set)
      close(ctx, b);
}

void ga_list_build_forget(struct ga_list_build *b)
{
   b->known = 0;
   b->place = UNKNOWN;
}

/* ---- attributes ------------------------------------------------------------------------------------------------------------ */

/* The layout gets a slot more, with the value that the list has set before, or, without vertices, any. */
static bool widen(struct ga_context *ctx, struct ga_list_build *b, unsigned slot)
{
   const uint32_t before = b->mask;
   b->v.mask = before;
   ga_vertices_add_slot(&b->v, slot, b->value[slot]);
   b->mask = b->v.mask;
   if (!reserve(ctx, b, (uint64_t)b->v.count + 1))
      return false;
   ga_vertices_widen(&b->v, b->v.data, b->v.data, before, b->v.count);
   return true;
}

static void set_outside(struct ga_context *ctx, struct ga_list_build *b, unsigned slot, const GLfloat value[4])
{
   if (b->prim_count && !(b->mask >> slot & 1)) {
      if (b->known >> slot & 1 && !b->arrays) {
         widen(ctx, b, slot);
         b->v.mask = 0;
      } else {
         close(ctx, b);
      }
   } else if (b->prim_count && b->arrays) {
      close(ctx, b);
   }
   if (b->prim_count)
      memcpy(b->v.vertex + 4 * b->v.place[slot], value, 16);
   memcpy(b->value[slot], value, 16);
   b->known |= 1u << slot;
   b->set |= 1u << slot;
}

static void begin_piece(struct ga_list_build *b)
{
   b->v.mask = b->v.floats = b->v.count = 0;
   ga_vertices_add_slot(&b->v, 0, b->value[0]);
   for (uint32_t left = b->set; left; left &= left - 1)
      ga_vertices_add_slot(&b->v, (unsigned)__builtin_ctz(left), b->value[__builtin_ctz(left)]);
   b->mask = b->v.mask;
   b->v.room = 0;
}

static void set_inside(struct ga_context *ctx, struct ga_list_build *b, unsigned slot, const GLfloat value[4])
{
   if (b->mask >> slot & 1) { /* a vertex without room */
      if (!reserve(ctx, b, (uint64_t)b->v.count + 1))
         return;
   } else if (b->known >> slot & 1) {
      if (!widen(ctx, b, slot))
         return;
   } else if (b->prims[b->prim_count - 1].first == b->v.count) {
      const GLenum mode = b->prims[b->prim_count - 1].mode;
      if (b->prim_count > 1) { /* the primitives before have the value of the execution */
         const struct ga_vertices v = b->v;
         b->prim_count--;
         for (uint32_t left = b->mask & ~1u; left; left &= left - 1) /* values that were set since glBegin */
            b->set |= left & -left;
         close(ctx, b);
         b->v = v;
         b->v.count = b->v.room = 0;
         b->mask = v.mask;
         if (!add_prim(ctx, b, mode))
            return;
      }
      if (!widen(ctx, b, slot))
         return;
   } else {
      to_commands(ctx, b);
      ga_list_build_attrib(ctx, b, slot, value);
      return;
   }
   memcpy(b->v.vertex + 4 * b->v.place[slot], value, 16);
   if (slot == 0)
      ga_vertices_add(&b->v);
}

void ga_list_build_attrib(struct ga_context *ctx, struct ga_list_build *b, unsigned slot, const GLfloat value[4])
{
   if (b->place == INSIDE) {
      set_inside(ctx, b, slot, value);
      return;
   }
   if (b->place != INSIDE_COMMANDS && slot) {
      set_outside(ctx, b, slot, value);
      return;
   }
   ga_list_build_break(ctx, b);
   b->emitting = true;
   ga_list_add_attrib(ctx, slot, value);
   b->emitting = false;
   memcpy(b->value[slot], value, 16);
   b->known |= slot ? 1u << slot : 0;
}

/* ---- primitives ------------------------------------------------------------------------------------------------------------ */

static uint32_t vertices_of(GLenum mode)
{
   switch (mode) {
   case GL_POINTS: return 1;
   case GL_LINES: return 2;
   case GL_TRIANGLES: return 3;
   case GL_QUADS: case GL_LINES_ADJACENCY: return 4;
   case GL_TRIANGLES_ADJACENCY: return 6;
   default: return 0;
   }
}

/* The last primitive is complete: what is left over has no effect, and lists of primitives that follow each other are one. */
static void complete(struct ga_list_build *b)
{
   struct prim *prim = &b->prims[b->prim_count - 1], *before = prim - 1;
   const uint32_t of = vertices_of(prim->mode);
   prim->count = b->v.count - prim->first;
   if (of)
      prim->count -= prim->count % of;
   b->v.count = prim->first + prim->count;
   if (!prim->count) {
      b->prim_count--;
   } else if (of && b->prim_count > 1 && before->mode == prim->mode && before->first + before->count == prim->first) {
      before->count += prim->count;
      b->prim_count--;
   }
}

void ga_save_Begin(struct ga_context *ctx, GLenum mode)
{
   struct ga_list_build *b = ga_list_build(ctx);
   if (b->place == INSIDE || b->place == INSIDE_COMMANDS || !ga_draw_is_mode(ctx, mode)) {
      ga_list_build_break(ctx, b);
      b->emitting = true;
      emit_mode(ctx, GA_LIST_BEGIN, mode);
      b->emitting = false;
   } else {
      if (b->arrays)
         close(ctx, b);
      if (!b->prim_count)
         begin_piece(b);
      b->v.mask = b->mask;
      if (add_prim(ctx, b, mode))
         b->place = INSIDE;
   }
   const struct ga_dispatch *d = ga_list_executes(ctx);
   if (d && d->Begin)
      d->Begin(ctx, mode);
   else if (d)
      ga_missing(ctx, "glBegin");
}

void ga_save_End(struct ga_context *ctx)
{
   struct ga_list_build *b = ga_list_build(ctx);
   if (b->place == INSIDE) {
      complete(b);
      for (uint32_t left = b->mask & ~1u; left; left &= left - 1) {
         const unsigned slot = (unsigned)__builtin_ctz(left);
         memcpy(b->value[slot], b->v.vertex + 4 * b->v.place[slot], 16);
      }
      b->known |= b->mask & ~1u;
      b->set |= b->mask & ~1u;
      b->v.mask = 0;
   } else {
      ga_list_build_break(ctx, b);
      ga_list_add(ctx, GA_LIST_END, 0);
   }
   b->place = OUTSIDE;
   const struct ga_dispatch *d = ga_list_executes(ctx);
   if (d && d->End)
      d->End(ctx);
   else if (d)
      ga_missing(ctx, "glEnd");
}

void ga_list_play_begin(struct ga_context *ctx, const uint8_t *at)
{
   GLenum mode;
   memcpy(&mode, at, sizeof(mode));
   ga_Begin(ctx, mode);
}

void ga_list_play_end(struct ga_context *ctx, const uint8_t *at)
{
   (void)at;
   ga_End(ctx);
}

/* ---- draws of arrays ------------------------------------------------------------------------------------------------------- */

bool ga_list_arrays_begin(struct ga_context *ctx, const char *command, GLenum mode, uint32_t mask, uint32_t count)
{
   struct ga_list_build *b = ga_list_build(ctx);
   if (b->place == INSIDE || b->place == INSIDE_COMMANDS) {
      ga_list_error(ctx, GL_INVALID_OPERATION, command, "between glBegin and glEnd");
      return false;
   }
   if (!b->arrays || b->mask != mask) {
      ga_list_build_break(ctx, b);
      b->v.mask = b->v.floats = b->v.count = 0;
      for (uint32_t left = mask; left; left &= left - 1)
         ga_vertices_add_slot(&b->v, (unsigned)__builtin_ctz(left), b->value[0]);
      b->mask = mask;
      b->arrays = true;
   }
   b->v.mask = 0;
   return reserve(ctx, b, (uint64_t)b->v.count + count) && add_prim(ctx, b, mode);
}

GLfloat *ga_list_arrays_vertex(struct ga_context *ctx)
{
   struct ga_list_build *b = ga_list_build(ctx);
   return b->v.data + (size_t)b->v.count++ * b->v.floats;
}

void ga_list_arrays_end(struct ga_context *ctx)
{
   struct ga_list_build *b = ga_list_build(ctx);
   complete(b);
   if (!b->prim_count) {
      b->mask = b->v.count = 0;
      b->arrays = false;
   }
}

/* ---- buffers --------------------------------------------------------------------------------------------------------------- */

#define CHUNK_B (1u << 20)

void ga_list_chunk_release(struct ga_context *ctx)
{
   struct ga_list_chunk *chunk = &ctx->legacy->list_chunk;
   if (chunk->buffer)
      ctx->st.pipe->impl->transfer_unmap(ctx->st.pipe, chunk->transfer);
   pipe_resource_unref(chunk->buffer);
   *chunk = (struct ga_list_chunk){0};
}

/* A new buffer, mapped; lists keep the one before. */
static bool new_chunk(struct ga_context *ctx, uint32_t size_B)
{
   struct ga_list_chunk *chunk = &ctx->legacy->list_chunk;
   struct pipe_context *pipe = ctx->st.pipe;
   const struct pipe_resource_template tmpl = {
      .target = PIPE_BUFFER, .format = PIPE_FORMAT_R8_UNORM, .width = size_B, .height = 1, .depth = 1, .layers = 1,
      .bind = PIPE_BIND_VERTEX_BUFFER, .usage = PIPE_USAGE_DEFAULT,
   };
   const struct pipe_box all = {0, 0, 0, size_B, 1, 1};
   ga_list_chunk_release(ctx);
   chunk->buffer = ctx->screen->impl->resource_create(ctx->screen, &tmpl);
   if (chunk->buffer)
      chunk->map = pipe->impl->transfer_map(pipe, chunk->buffer, 0,
                                            PIPE_MAP_WRITE | PIPE_MAP_PERSISTENT | PIPE_MAP_COHERENT | PIPE_MAP_UNSYNCHRONIZED, &all,
                                            &chunk->transfer);
   if (!chunk->buffer || !chunk->map) {
      pipe_resource_unref(chunk->buffer);
      *chunk = (struct ga_list_chunk){0};
      return false;
   }
   chunk->size_B = size_B;
   return true;
}

/* Vertices begin at a multiple of their size, so that pieces of the same layout share their vertex arrays. */
static uint64_t place_pieces(uint64_t at_B, uint8_t *entries, const size_t *at, unsigned count, struct pipe_resource *buffer, uint8_t *map,
                             const GLfloat *data)
{
   for (unsigned i = 0; i < count; i++) {
      struct piece *piece = (struct piece *)(void *)(entries + at[i]);
      const uint64_t stride_B = 16 * (uint64_t)__builtin_popcount(piece->mask);
      at_B = (at_B + stride_B - 1) / stride_B * stride_B;
      if (buffer) {
         piece->buffer = buffer;
         piece->first = (uint32_t)(at_B / stride_B);
         memcpy(map + at_B, data + piece->at, piece->vertices * stride_B);
      }
      at_B += piece->vertices * stride_B;
   }
   return at_B;
}

bool ga_list_build_finish(struct ga_context *ctx, struct ga_list_build *b, uint8_t *entries, const size_t *at, unsigned count,
                          struct pipe_resource **buffer)
{
   struct ga_list_chunk *chunk = &ctx->legacy->list_chunk;
   *buffer = NULL;
   if (!count)
      return true;
   const uint64_t end_B = place_pieces(chunk->used_B, entries, at, count, NULL, NULL, NULL);
   if (!chunk->buffer || end_B > chunk->size_B) {
      const uint64_t size_B = place_pieces(0, entries, at, count, NULL, NULL, NULL);
      if (size_B > UINT32_MAX / 2 || !new_chunk(ctx, size_B > CHUNK_B ? (uint32_t)size_B : CHUNK_B))
         return false;
   }
   chunk->used_B = (uint32_t)place_pieces(chunk->used_B, entries, at, count, chunk->buffer, chunk->map, b->data);
   *buffer = pipe_resource_ref(chunk->buffer);
   return true;
}

/* ---- execution ------------------------------------------------------------------------------------------------------------- */

/* The list was called between glBegin and glEnd: each command has its effect there. */
static void play_inside(struct ga_context *ctx, const struct piece *piece, const struct prim *prims, const GLfloat *data)
{
   const size_t floats = 4 * (size_t)__builtin_popcount(piece->mask);
   for (uint32_t p = 0; p < piece->prims; p++) {
      if (piece->arrays && ctx->legacy->immediate.inside) {
         ga_error(ctx, GL_INVALID_OPERATION, "glDrawArrays: between glBegin and glEnd");
         continue;
      }
      ga_Begin(ctx, prims[p].mode);
      for (uint32_t i = 0; i < prims[p].count; i++) {
         const GLfloat *vertex = data + (prims[p].first + i) * floats, *value = vertex + (piece->mask & 1 ? 4 : 0);
         for (uint32_t left = piece->mask & ~1u; left; left &= left - 1, value += 4)
            ga_generic_attrib(ctx, (unsigned)__builtin_ctz(left), value);
         ga_legacy_attrib(ctx, 0, vertex[0], vertex[1], vertex[2], vertex[3]);
      }
      ga_End(ctx);
   }
}

/* Selection and feedback read the vertices, and so does glBegin. */
static void play_on_cpu(struct ga_context *ctx, const struct piece *piece, const struct prim *prims)
{
   const uint64_t stride_B = 16 * (uint64_t)__builtin_popcount(piece->mask), size_B = piece->vertices * stride_B;
   GLfloat *data = malloc(size_B);
   if (!data || !ga_buffer_read(ctx, piece->buffer, piece->first * stride_B, size_B, data)) {
      ga_oom(ctx, "glCallList");
   } else if (ctx->legacy->immediate.inside) {
      play_inside(ctx, piece, prims, data);
   } else {
      const struct ga_vertex_source source = {piece->buffer, 0, (const uint8_t *)data, piece->mask};
      for (uint32_t i = 0; i < piece->prims; i++)
         ga_immediate_draw(ctx, &source, prims[i].mode, prims[i].first, prims[i].count, "glCallList");
   }
   free(data);
}

void ga_list_play_vertices(struct ga_context *ctx, const uint8_t *at)
{
   const struct piece *piece = (const void *)at;
   const struct prim *prims = (const void *)(at + sizeof(*piece));
   const GLfloat *values = (const void *)(prims + piece->prims);
   if (ctx->legacy->immediate.inside || !ctx->renders) {
      play_on_cpu(ctx, piece, prims);
   } else {
      const struct ga_vertex_source source = {piece->buffer, 0, NULL, piece->mask};
      for (uint32_t i = 0; i < piece->prims; i++)
         ga_immediate_draw(ctx, &source, prims[i].mode, piece->first + prims[i].first, prims[i].count, "glCallList");
   }
   for (uint32_t left = piece->set; left; left &= left - 1, values += 4)
      ga_generic_attrib(ctx, (unsigned)__builtin_ctz(left), values);
}
