/* fuzz_mutate.c: how inputs are made and changed: complete packets or instructions come, go, repeat and swap places; dwords and
 * bits change inside them. */
#include <string.h>

#include "winsys/sim/tests/fuzz/fuzz_unit.h"

uint32_t fuzz_number(uint64_t *state)
{
   static const uint32_t special[] = { 0, 1, 2, 3, 4, 7, 8, 15, 16, 63, 64, 255, 256, 4095, 4096, 0xffff, 0x10000, 0xfffff,
                                       0x100000,
                                       0x200000, 0x7fffffff, 0x80000000, 0xfffffffc, 0xffffffff, 0x3f800000, 0x7f800000,
                                       0x7fc00000,
                                       0x00800000, 1u << 20, 1u << 30 };
   uint32_t r = fuzz_random(state), kind = fuzz_random(state) % 8;
   if (kind < 3)
      return r % 20;
   if (kind < 5)
      return special[r % (sizeof special / sizeof *special)];
   return kind == 5 ? r & fuzz_random(state) & fuzz_random(state) : kind == 6 ? 1u << r % 32 : r;
}

size_t fuzz_make(uint64_t *random, unsigned units, uint8_t *data)
{
   for (unsigned i = 0; i < FUZZ_HEADER_B; i++)
      data[i] = (uint8_t)fuzz_random(random);
   size_t size = FUZZ_HEADER_B;
   for (unsigned i = 0; i < units; i++) {
      uint32_t dw[FUZZ_UNIT_DW];
      unsigned n = fuzz_unit(random, dw);
      memcpy(data + size, dw, 4 * n);
      size += 4 * n;
   }
   return size;
}

/* Offset and length in dwords of one of the units. Nothing tells where they begin but the walk from the start. */
static size_t pick_unit(uint64_t *random, const uint32_t *dw, size_t count, unsigned *length)
{
   size_t starts[64], seen = 0, at = 0;
   while (at < count) {
      size_t slot = seen < 64 ? seen : fuzz_random(random) % (seen + 1);
      if (slot < 64)
         starts[slot] = at;
      seen++;
      at += fuzz_unit_size(dw + at, count - at);
   }
   if (!seen)
      return *length = 0;
   at = starts[fuzz_random(random) % (seen < 64 ? seen : 64)];
   *length = fuzz_unit_size(dw + at, count - at);
   if (*length > count - at)
      *length = (unsigned)(count - at);
   return at;
}

static size_t replace(uint32_t *dw, size_t count, size_t max, size_t at, size_t old, const uint32_t *with, size_t n)
{
   if (count - old + n > max)
      return count;
   memmove(dw + at + n, dw + at + old, 4 * (count - at - old));
   memcpy(dw + at, with, 4 * n);
   return count - old + n;
}

size_t fuzz_mutate(uint64_t *random, uint8_t *data, size_t size, size_t max)
{
   static uint32_t dw[FUZZ_MAX_B / 4];
   if (max > FUZZ_MAX_B)
      max = FUZZ_MAX_B;
   if (size < FUZZ_HEADER_B || size > max || max < FUZZ_HEADER_B + 4 * FUZZ_UNIT_DW)
      return max < FUZZ_HEADER_B + 16 * FUZZ_UNIT_DW ? size : fuzz_make(random, 3, data);
   size_t count = (size - FUZZ_HEADER_B) / 4, room = (max - FUZZ_HEADER_B) / 4;
   memcpy(dw, data + FUZZ_HEADER_B, 4 * count);
   for (unsigned changes = 1 + fuzz_random(random) % 4; changes; changes--) {
      uint32_t unit[FUZZ_UNIT_DW];
      unsigned length, n;
      size_t at = pick_unit(random, dw, count, &length);
      switch (fuzz_random(random) % 10) {
      case 0: /* a new one before it */
         n = fuzz_unit(random, unit);
         count = replace(dw, count, room, at, 0, unit, n);
         break;
      case 1: /* or in its place */
         n = fuzz_unit(random, unit);
         count = replace(dw, count, room, at, length, unit, n);
         break;
      case 2:
         count = replace(dw, count, room, at, length, unit, 0);
         break;
      case 3: case 4: { /* a copy of it somewhere else */
         unsigned ignored;
         size_t to = pick_unit(random, dw, count, &ignored);
         if (length > FUZZ_UNIT_DW)
            break;
         memcpy(unit, dw + at, 4 * length);
         count = replace(dw, count, room, to, 0, unit, length);
         break;
      }
      case 5: case 6: /* a dword of it */
         if (length)
            dw[at + fuzz_random(random) % length] = fuzz_number(random);
         break;
      case 7: case 8: /* a bit */
         if (length)
            dw[at + fuzz_random(random) % length] ^= 1u << fuzz_random(random) % 32;
         break;
      default:
         data[fuzz_random(random) % FUZZ_HEADER_B] ^= (uint8_t)(1u << fuzz_random(random) % 8);
         break;
      }
   }
   memcpy(data + FUZZ_HEADER_B, dw, 4 * count);
   return FUZZ_HEADER_B + 4 * count;
}
