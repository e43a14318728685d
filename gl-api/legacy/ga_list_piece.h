/* ga_list_piece.h: pieces of vertices in display lists: ga_list_vertices.c collects them, ga_list_merge.c makes them small, and
 * ga_list_pieces.c stores and draws them. Private to these files. */
#ifndef GA_LIST_PIECE_H
#define GA_LIST_PIECE_H

#include "gl-api/legacy/ga_list.h"

struct ga_list_prim { GLenum mode; uint32_t first, count; };

/* Followed by its primitives, by the same as lists, and by the values that are current after it, in the order of the slots of `set`. */
struct ga_list_piece {
   struct pipe_resource *buffer;    /* the list has the reference */
   uint64_t at, indices_at;         /* in the vertices of the compilation, in floats, and in its indices */
   uint32_t mask, set;              /* slots of vertices; slots that have new values after it */
   uint32_t vertices, corners;      /* stored vertices; those that the primitives count */
   uint32_t prims, merged;          /* numbers of primitives, and of lists that draw the same; merged 0: there are none */
   uint32_t indices;                /* stored: of the corners, where these are more than the vertices; then those of the lists */
   uint32_t first;                  /* the first vertex in the buffer, in vertices */
   uint32_t indices_B, index_size_B; /* where the indices begin in the buffer; of an index, 0: there are none */
   bool arrays;                     /* a draw of arrays, which is an error between glBegin and glEnd */
};

static inline const struct ga_list_prim *ga_list_piece_prims(const struct ga_list_piece *piece)
{
   return (const struct ga_list_prim *)(piece + 1);
}

static inline const GLfloat *ga_list_piece_values(const struct ga_list_piece *piece)
{
   return (const GLfloat *)(ga_list_piece_prims(piece) + piece->prims + piece->merged);
}

/* Moves the distinct vertices to the front and returns their number, which is `count` where few are equal; index: of each vertex. */
uint32_t ga_list_share_vertices(GLfloat *data, uint32_t floats, uint32_t count, uint32_t *index);
/* Lists may draw the same with fewer draws. *indices: those that ga_list_merge writes. */
bool ga_list_can_merge(const struct ga_list_prim *prims, uint32_t count, uint64_t *indices);
/* Lists of points, lines and triangles that draw the same, in the same order, as the primitives, whose corners are index[]. At most
 * `count` of them; their `first` counts from the beginning of `out`. Returns their number. */
uint32_t ga_list_merge(const struct ga_list_prim *prims, uint32_t count, const uint32_t *index, uint32_t *out, struct ga_list_prim *merged);

/* The pieces of a list: where they are in its entries, with the vertices and indices of the compilation. *buffer gets a reference. False:
 * out of memory. */
struct ga_list_pieces { uint8_t *entries; const size_t *at; unsigned count; const GLfloat *vertices; const uint32_t *indices; };
bool ga_list_store_pieces(struct ga_context *ctx, const struct ga_list_pieces *pieces, struct pipe_resource **buffer);

#endif
