/* fuzz_words.c: how modules in SPIR-V are made and changed: single words, instructions that go, repeat or swap places. */
#include "fuzz_stage.h"

#include <string.h>

#define HEADER_B 4   /* of the input, in front of the module (fuzz_spirv.c) */
#define FIRST 5      /* words of the module's header */
#define MAX_COUNT ((FUZZ_MAX_B - HEADER_B) / 4)

static uint32_t words[MAX_COUNT];

enum pipe_shader_type fuzz_stage(uint8_t letter, bool *es)
{
   *es = false;
   return (enum pipe_shader_type)(letter % PIPE_SHADER_TYPES);
}

/* A header and instructions of any opcode with small words. */
size_t fuzz_make(uint64_t *random, unsigned units, uint8_t *data)
{
   static const uint32_t header[FIRST] = { 0x07230203, 0x10000, 0, 64, 0 };
   size_t count = FIRST;
   memcpy(words, header, sizeof(header));
   for (unsigned left = units * 8; left && count + 8 < MAX_COUNT; left--) {
      const uint32_t length = 1 + fuzz_random(random) % 6;
      words[count++] = fuzz_random(random) % 320 | length << 16;
      for (uint32_t i = 1; i < length; i++)
         words[count++] = fuzz_random(random) % 48;
   }
   for (unsigned i = 0; i < HEADER_B; i++)
      data[i] = (uint8_t)fuzz_random(random);
   memcpy(data + HEADER_B, words, count * 4);
   return HEADER_B + count * 4;
}

/* The start of an instruction, and its length in words. */
static size_t pick(uint64_t *random, size_t count, size_t *length)
{
   size_t wanted = fuzz_random(random) % count, at = FIRST, next = FIRST;
   while (next < count && next <= wanted) {
      at = next;
      next += words[at] >> 16 ? words[at] >> 16 : 1;
   }
   *length = next > count ? count - at : next > at ? next - at : 1;
   return at;
}

static size_t insert(size_t count, size_t at, const uint32_t *from, size_t length, size_t max)
{
   if (count + length > max)
      return count;
   memmove(words + at + length, words + at, (count - at) * 4);
   memcpy(words + at, from, length * 4);
   return count + length;
}

static size_t change(uint64_t *random, size_t count, size_t max)
{
   static uint32_t piece[64];
   size_t length, from_length;
   const size_t at = pick(random, count, &length), from = pick(random, count, &from_length);
   const size_t moved = from_length < 64 ? from_length : 64;
   uint32_t *word = &words[fuzz_random(random) % 16 ? at + fuzz_random(random) % length : fuzz_random(random) % FIRST];
   switch (fuzz_random(random) % 8) {
   case 0: *word = fuzz_random(random); break;
   case 1: *word += fuzz_random(random) % 5 - 2; break;
   case 2: *word = words[fuzz_random(random) % count]; break;
   case 3: *word = fuzz_random(random) % 64; break;
   case 4: words[at] = (words[at] & 0xffff0000) | fuzz_random(random) % 400; break;
   case 5:
      memcpy(piece, words + from, moved * 4);
      return insert(count, at, piece, moved, max);
   case 6:
      memmove(words + at, words + at + length, (count - at - length) * 4);
      return count - length;
   default: *word ^= 1u << fuzz_random(random) % 32; break;
   }
   return count;
}

size_t fuzz_mutate(uint64_t *random, uint8_t *data, size_t size, size_t max)
{
   size_t count = size > HEADER_B ? (size - HEADER_B) / 4 : 0;
   const size_t room = max > HEADER_B ? (max - HEADER_B) / 4 : 0;
   if (count <= FIRST || count > MAX_COUNT || room < count)
      return size;
   memcpy(words, data + HEADER_B, count * 4);
   for (unsigned changes = 1 + fuzz_random(random) % 4; changes && count > FIRST; changes--)
      count = change(random, count, room < MAX_COUNT ? room : MAX_COUNT);
   data[fuzz_random(random) % HEADER_B] ^= fuzz_random(random) % 8 ? 0 : (uint8_t)fuzz_random(random);
   memcpy(data + HEADER_B, words, count * 4);
   return HEADER_B + count * 4;
}
