/* asm_tokens.c: assembly programs that use the whole grammar load; broken at each token in each way (asm_break.h), they load or give the
 * place of an error in the program (fuzz_asm.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/asm/ap_asm.h"
#include "tests/fuzz/fuzz.h"
#include "tests/glsl/fuzz/asm_break.h"

static bool loads(const char *text)
{
   static const struct ap_limits limits = {.texture_units = 16, .draw_buffers = 8};
   struct ap_error error;
   struct ap_program *p = ap_compile(text[5] == 'v' ? AP_VERTEX : AP_FRAGMENT, text, strlen(text), &limits, &error);
   if (!p)
      printf("position %d: %s\n", error.position, error.text);
   ap_program_destroy(p);
   return p;
}

static void run(const char *text, size_t length)
{
   uint8_t *copy = malloc(length); /* its end is the end of memory that may be read */
   memcpy(copy, text, length);
   LLVMFuzzerTestOneInput(copy, length);
   free(copy);
}

int main(void)
{
   static char broken[FUZZ_MAX_B];
   unsigned count = 0;
   for (unsigned i = 0; i < asm_program_count; i++) {
      const char *text = asm_programs[i];
      const size_t length = strlen(text);
      if (!loads(text))
         return 1;
      for (struct asm_token t = asm_token_at(text, length, 0); t.length; t = asm_token_at(text, length, t.at + t.length))
         for (unsigned way = 0; way < asm_break_count; way++, count++)
            run(broken, asm_break(text, length, t, way, broken, sizeof(broken)));
   }
   printf("%u broken programs\n", count);
   return 0;
}
