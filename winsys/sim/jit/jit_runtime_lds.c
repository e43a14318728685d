/* jit_runtime_lds.c: what host code calls for local data share (jit_lds.c). The rules are those of sq_interp_lds.c: a place
 * beyond the limit reads zero and is not written, low bits of the address do not count. Rows: addresses first, data after
 * them; results take their place. */
#include <string.h>

#include "winsys/sim/jit/jit.h"
#include "winsys/sim/sq/interp/sq_interp.h"

typedef uint32_t row[SQ_MAX_LANES];

/* Where the lane's `size` bytes are, or NULL. */
static inline uint8_t *at(uint8_t *lds, uint32_t limit, bool wraps, uint32_t address, uint32_t offset, unsigned size)
{
   uint64_t place = sq_lds_address(wraps, address, offset) & ~(uint64_t)(size - 1);
   return place + size <= limit ? lds + place : NULL;
}

static inline uint32_t dword_at(uint8_t *lds, uint32_t limit, bool wraps, uint32_t address, uint32_t offset)
{
   uint32_t v = 0;
   const uint8_t *p = at(lds, limit, wraps, address, offset, 4);
   if (p)
      memcpy(&v, p, 4);
   return v;
}

/* All lanes of EXEC read inside: no lane needs a check. Others' addresses may be anything. */
static bool all_inside(uint32_t limit, const row address, uint64_t exec, uint32_t end_offset)
{
   if (exec != UINT64_MAX || limit < end_offset)
      return false;
   uint32_t most = 0;
   for (unsigned i = 0; i < SQ_MAX_LANES; i++)
      most = most > address[i] ? most : address[i];
   return most <= limit - end_offset;
}

#define EACH(lane, exec) \
   for (uint64_t left = (exec), lane; left && (lane = (uint64_t)__builtin_ctzll(left), true); left &= left - 1)

UT_CLONES
void jit_run_lds_read(uint8_t *lds, uint32_t limit, const struct jit_lds *what, row *rows, uint64_t exec)
{
   row address;
   unsigned n = what->dwords;
   uint32_t offset = what->offset[0];
   memcpy(address, rows[0], sizeof address);
   if (all_inside(limit, address, exec, offset + 4 * n)) {
      const uint32_t *words = (const uint32_t *)(const void *)lds;
      for (unsigned k = 0; k < n; k++)
         for (unsigned i = 0; i < SQ_MAX_LANES; i++)
            rows[k][i] = words[(address[i] + offset + 4 * k) / 4];
      return;
   }
   for (unsigned k = 0; k < n; k++)
      EACH(i, exec)
         rows[k][i] = dword_at(lds, limit, what->wraps, address[i], offset + 4 * k);
}

void jit_run_lds_read_small(uint8_t *lds, uint32_t limit, const struct jit_lds *what, row *rows, uint64_t exec)
{
   EACH(i, exec) {
      uint32_t v = 0;
      const uint8_t *p = at(lds, limit, what->wraps, rows[0][i], what->offset[0], what->size);
      if (p && what->size == 1)
         v = what->sign ? (uint32_t)(int8_t)*p : *p;
      if (p && what->size == 2) {
         uint16_t half;
         memcpy(&half, p, 2);
         v = what->sign ? (uint32_t)(int16_t)half : half;
      }
      rows[0][i] = v;
   }
}

void jit_run_lds_write(uint8_t *lds, uint32_t limit, const struct jit_lds *what, row *rows, uint64_t exec)
{
   unsigned n = what->dwords;
   uint32_t offset = what->offset[0];
   if (n == 1 && all_inside(limit, rows[0], exec, offset + 4)) {
      uint32_t *words = (uint32_t *)(void *)lds;
      for (unsigned i = 0; i < SQ_MAX_LANES; i++)
         words[(rows[0][i] + offset) / 4] = rows[1][i];
      return;
   }
   EACH(i, exec) {
      for (unsigned k = 0; k < n; k++) {
         uint8_t *p = at(lds, limit, what->wraps, rows[0][i], offset + 4 * k, 4);
         if (p)
            memcpy(p, &rows[1 + k][i], 4);
      }
   }
}

void jit_run_lds_read2(uint8_t *lds, uint32_t limit, const struct jit_lds *what, row *rows, uint64_t exec)
{
   unsigned n = what->dwords;
   EACH(i, exec) {
      uint32_t address = rows[0][i];
      for (unsigned k = 0; k < 2; k++) {
         const uint8_t *p = at(lds, limit, what->wraps, address, what->offset[k], 4 * n);
         for (unsigned d = 0; d < n; d++) {
            uint32_t v = 0;
            if (p)
               memcpy(&v, p + 4 * d, 4);
            rows[k * n + d][i] = v;
         }
      }
   }
}

void jit_run_lds_write2(uint8_t *lds, uint32_t limit, const struct jit_lds *what, row *rows, uint64_t exec)
{
   unsigned n = what->dwords;
   EACH(i, exec) {
      for (unsigned k = 0; k < 2; k++) {
         uint8_t *p = at(lds, limit, what->wraps, rows[0][i], what->offset[k], 4 * n);
         for (unsigned d = 0; p && d < n; d++)
            memcpy(p + 4 * d, &rows[1 + k * n + d][i], 4);
      }
   }
}

void jit_run_lds_atomic(uint8_t *lds, uint32_t limit, const struct jit_lds *what, row *rows, uint64_t exec)
{
   EACH(i, exec) {
      uint8_t *p = at(lds, limit, what->wraps, rows[0][i], what->offset[0], 4);
      uint32_t old = 0;
      if (p)
         memcpy(&old, p, 4);
      uint32_t now = sq_lds_atomic(what->op, old, rows[1][i], rows[2][i]);
      if (p)
         memcpy(p, &now, 4);
      if (what->returns)
         rows[0][i] = old;
   }
}
