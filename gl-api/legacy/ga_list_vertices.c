/* ga_list_vertices.c: vertices of display lists. While a list is compiled, primitives that follow each other are collected as one piece of
 * vertices with a common layout (ga_list_piece.h). A piece ends at
 * any other command. Attributes that a list has set are known; others have the value of the time of the execution, so they are no part of
 * vertices. Where vertices of one primitive would need such a value, the primitive is compiled as commands. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/command/ga_draw.h"
#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/legacy/ga_list_piece.h"

#define KEPT_B (1u << 20)           /* memory of a compilation, for the next one */

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
   struct ga_list_prim *prims;      /* of the piece; room for as many lists after them */
   uint32_t prim_count, prim_room;
   uint32_t *indices;               /* of all pieces */
   size_t index_count, index_room;
};

struct ga_list_build *ga_list_build_create(void)
{
   return calloc(1, sizeof(struct ga_list_build));
}

static void free_memory(struct ga_list_build *b)
{
   free(b->data);
   free(b->prims);
   free(b->indices);
   b->data = NULL;
   b->prims = NULL;
   b->indices = NULL;
   b->room = b->index_room = b->prim_room = 0;
}

void ga_list_build_destroy(struct ga_list_build *b)
{
   if (!b)
      return;
   free_memory(b);
   free(b);
}

/* Values count where `known`, `set` or a layout has them. */
void ga_list_build_reset(struct ga_list_build *b)
{
   if ((b->room + b->index_room + b->prim_room) * sizeof(GLfloat) > KEPT_B)
      free_memory(b);
   b->v.mask = b->v.floats = b->v.count = b->v.room = 0;
   b->place = UNKNOWN;
   b->emitting = b->arrays = false;
   b->mask = b->known = b->set = b->prim_count = 0;
   b->used = b->index_count = 0;
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

static struct ga_list_prim *add_prim(struct ga_context *ctx, struct ga_list_build *b, GLenum mode)
{
   if (b->prim_count == b->prim_room) {
      const uint32_t room = b->prim_room ? 2 * b->prim_room : 16;
      struct ga_list_prim *grown = realloc(b->prims, 2 * (size_t)room * sizeof(*grown));
      if (!grown) {
         ga_list_no_memory(ctx);
         return NULL;
      }
      b->prims = grown;
      b->prim_room = room;
   }
   b->prims[b->prim_count] = (struct ga_list_prim){mode, b->v.count, 0};
   return &b->prims[b->prim_count++];
}

/* ---- pieces ---------------------------------------------------------------------------------------------------------------- */

static void emit_mode(struct ga_context *ctx, unsigned op, GLenum mode)
{
   struct { GLenum mode; } *to = ga_list_add(ctx, op, sizeof(*to));
   if (to)
      to->mode = mode;
}

/* Room for so many indices after those of the pieces before, or NULL. */
static uint32_t *reserve_indices(struct ga_list_build *b, uint64_t count)
{
   const uint64_t wanted = b->index_count + count;
   if (wanted > b->index_room) {
      uint32_t *grown = wanted < UINT32_MAX / sizeof(*grown) ? realloc(b->indices, 2 * wanted * sizeof(*grown)) : NULL;
      if (!grown)
         return NULL;
      b->indices = grown;
      b->index_room = 2 * wanted;
   }
   return b->indices + b->index_count;
}

/* Stores equal vertices once and lists besides the primitives. merged: room for as many as there are primitives. False: out of memory. */
static bool shrink_piece(struct ga_list_build *b, struct ga_list_piece *piece, struct ga_list_prim *merged)
{
   uint64_t list_indices;
   const bool merges = ga_list_can_merge(b->prims, b->prim_count, &list_indices);
   uint32_t *indices = reserve_indices(b, piece->corners + (merges ? list_indices : 0));
   if (!indices)
      return false;
   piece->vertices = ga_list_share_vertices(b->v.data, b->v.floats, piece->corners, indices);
   const uint32_t order = piece->vertices < piece->corners ? piece->corners : 0;
   if (merges)
      piece->merged = ga_list_merge(b->prims, b->prim_count, indices, indices + piece->corners, merged);
   if (piece->merged && !order)
      memmove(indices, indices + piece->corners, list_indices * sizeof(*indices));
   piece->indices = order + (piece->merged ? (uint32_t)list_indices : 0);
   for (uint32_t i = 0; i < piece->merged; i++)
      merged[i].first += order;
   piece->indices_at = b->index_count;
   piece->index_size_B = !piece->indices ? 0 : piece->vertices > UINT16_MAX ? 4 : 2;
   b->index_count += piece->indices;
   return true;
}

static void emit_piece(struct ga_context *ctx, struct ga_list_build *b)
{
   struct ga_list_piece piece = {.at = b->used, .mask = b->mask, .set = b->set, .prims = b->prim_count, .vertices = b->v.count,
                                 .corners = b->v.count, .arrays = b->arrays};
   if (!shrink_piece(b, &piece, b->prims + b->prim_count)) {
      ga_list_no_memory(ctx);
      return;
   }
   const size_t prims_B = (piece.prims + piece.merged) * sizeof(struct ga_list_prim);
   uint8_t *to = ga_list_add(ctx, GA_LIST_VERTICES, sizeof(piece) + prims_B + 16 * (size_t)__builtin_popcount(b->set));
   if (!to)
      return;
   memcpy(to, &piece, sizeof(piece));
   memcpy(to + sizeof(piece), b->prims, prims_B);
   to += sizeof(piece) + prims_B;
   for (uint32_t left = b->set; left; left &= left - 1, to += 16)
      memcpy(to, b->value[__builtin_ctz(left)], 16);
   b->used += (size_t)piece.vertices * b->v.floats;
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
   const struct ga_list_prim prim = b->prims[b->prim_count - 1];
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
   struct ga_list_prim *prim = &b->prims[b->prim_count - 1], *before = prim - 1;
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

/* ---- the end --------------------------------------------------------------------------------------------------------------- */

bool ga_list_build_finish(struct ga_context *ctx, struct ga_list_build *b, uint8_t *entries, const size_t *at, unsigned count,
                          struct pipe_resource **buffer)
{
   return ga_list_store_pieces(ctx, &(struct ga_list_pieces){entries, at, count, b->data, b->indices}, buffer);
}
