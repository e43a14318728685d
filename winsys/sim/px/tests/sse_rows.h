/* sse_rows.h: each operation of px_sse.h as a row. sse_rows.c makes the table twice: of the compiler's intrinsics, and of those in
 * vector types. */
#ifndef SSE_ROWS_H
#define SSE_ROWS_H

#include <stdint.h>

union sse_value { uint8_t b[16]; uint16_t h[8]; uint32_t w[4]; float f[4]; uint64_t d[2]; };
struct sse_row {
   const char *name;
   enum { SSE_BITS, SSE_FLOATS, SSE_FINITE } in; /* what operands are: any bits, any floats, floats that are numbers */
   void (*run)(const union sse_value in[2], union sse_value *out);
};
extern const struct sse_row sse_native[], sse_vectors[]; /* end with a row without a name */

#endif
