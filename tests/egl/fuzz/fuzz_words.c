/* fuzz_words.c: see fuzz_words.h. */
#include "fuzz_words.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAY_STAY = 16 };

void check_descriptors(void)
{
   static int first = -1;
   const int lowest = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0); /* the lowest number that is free */
   close(lowest);
   if (first < 0)
      first = lowest;
   if (lowest < 0 || lowest > first + MAY_STAY) {
      fprintf(stderr, "descriptors are left\n");
      abort();
   }
}

static uint32_t interesting(uint64_t *random)
{
   static const uint32_t values[] = {0, 1, 2, 3, 4, 7, 8, 63, 64, 255, 256, 4095, 4096, 16384, 16385, 65535, 65536, 0x7fffffff, 0x80000000u,
                                     0xff000000u, 0xff000001u, 0xffffff00u, 0xfffffffeu, 0xffffffffu};
   const uint32_t choice = fuzz_random(random) % 40;
   return choice < sizeof(values) / sizeof(values[0]) ? values[choice] : choice & 1 ? fuzz_random(random) : fuzz_random(random) % 32;
}

size_t fuzz_mutate(uint64_t *random, uint8_t *data, size_t size, size_t max)
{
   size_t words = size / 4;
   for (unsigned i = 1 + fuzz_random(random) % 4; i > 0 && words > 0; i--) {
      uint32_t *word = (uint32_t *)data + fuzz_random(random) % words;
      const size_t tail = words - (size_t)(word - (uint32_t *)data); /* from the word to the end */
      switch (fuzz_random(random) % 8) {
      case 0: *word ^= 1u << fuzz_random(random) % 32; break;
      case 1: *word += fuzz_random(random) % 9 - 4; break;
      case 2: *word = ((uint32_t *)data)[fuzz_random(random) % words]; break;
      case 3: /* removes it */
         memmove(word, word + 1, (tail - 1) * 4);
         words--;
         break;
      case 4: /* inserts one */
         if ((words + 1) * 4 <= max) {
            memmove(word + 1, word, tail * 4);
            *word = interesting(random);
            words++;
         }
         break;
      case 5: /* repeats what follows */
         if ((words + tail) * 4 <= max && tail < 64) {
            memmove(word + tail, word, tail * 4);
            words += tail;
         }
         break;
      default: *word = interesting(random); break;
      }
   }
   return words * 4;
}
