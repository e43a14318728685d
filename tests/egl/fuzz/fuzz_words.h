/* fuzz_words.h: inputs that are 32-bit words: mutations that keep the alignment (fuzz_words.c), and appending; leaked descriptors. */
#ifndef FUZZ_WORDS_H
#define FUZZ_WORDS_H

#include <string.h>

#include "tests/fuzz/fuzz.h"

struct words { uint8_t *data; size_t size; };

static inline void put_word(struct words *w, uint32_t word)
{
   if (w->size + sizeof(word) > FUZZ_MAX_B)
      return;
   memcpy(w->data + w->size, &word, sizeof(word));
   w->size += sizeof(word);
}

/* After each input: ends the process when descriptors accumulate. The first inputs may open some that stay. */
void check_descriptors(void);

#endif
