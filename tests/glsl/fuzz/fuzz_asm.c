/* fuzz_asm.c: assembly programs: the assembler takes any bytes; the place of an error is in the program, and what loads links. Inputs
 * are programs of statements; mutations break tokens (asm_break.h). */
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/asm/ap_asm.h"
#include "gl-api/glsl/link.h"
#include "tests/fuzz/fuzz.h"
#include "tests/glsl/fuzz/asm_break.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const statements[] = {"TEMP t, u;\n", "ADDRESS a;\n", "PARAM p[3] = {program.env[0..1], {1, -2.5}};\n",
   "PARAM m[4] = {state.matrix.program[1].inverse};\n", "ATTRIB v = vertex.color;\n", "OUTPUT o = result.color;\n", "ALIAS w = t;\n",
   "MOV t, -p[1].wzyx;\n", "ARL a.x, t.y;\n", "MAD t.xz, t, {1, 2}.x, state.light[2].half;\n", "MOV result.position, p[a.x + 2];\n",
   "SWZ u, t, -x, 0, 1, y;\n", "RCP t.w, u.x;\n", "TEX t, fragment.texcoord[1], texture[2], CUBE;\n", "KIL t;\n",
   "ADD_SAT result.color, t, fragment.fogcoord;\n", "DP4 o.x, t, m[2];\n", "LIT t, vertex.attrib[9];\n"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
   static const struct ap_limits limits = {.texture_units = 16, .draw_buffers = 8};
   static const struct glsl_limits link_limits = {.max_vertex_attribs = 16, .max_vertex_uniform_vectors = 4096, .max_varying_vectors = 32,
      .max_vertex_texture_units = 16, .max_combined_texture_units = 96, .max_texture_units = 16, .max_fragment_uniform_vectors = 4096,
      .max_draw_buffers = 8, .compat = true};
   for (unsigned target = 0; target < AP_LANGUAGES; target++) {
      struct ap_error error;
      struct ap_program *p = ap_compile(target, (const char *)data, size, &limits, &error);
      if (!p && (error.position < 0 || (size_t)error.position > size || !error.text[0]))
         abort();
      if (!p)
         continue;
      const struct ap_variant variant = {.clip_planes = (uint8_t)size};
      struct glsl_module *m = ap_module(p, &variant);
      char *log = NULL;
      struct glsl_linked *linked = m ? glsl_link(&m, 1, NULL, &link_limits, false, &log) : NULL;
      if (!linked)
         abort();
      free(log);
      glsl_linked_unref(linked);
      glsl_module_unref(m);
      ap_program_destroy(p);
   }
   return 0;
}

static size_t put(uint8_t *data, size_t size, const char *text)
{
   memcpy(data + size, text, strlen(text));
   return size + strlen(text);
}

size_t fuzz_make(uint64_t *random, unsigned units, uint8_t *data)
{
   if (fuzz_random(random) % 4 == 0)
      return put(data, 0, asm_programs[fuzz_random(random) % asm_program_count]);
   size_t size = put(data, 0, fuzz_random(random) % 2 ? "!!ARBvp1.0\n" : "!!ARBfp1.0\n");
   size = put(data, size, statements[0]);
   for (unsigned i = 0; i < units; i++)
      size = put(data, size, statements[fuzz_random(random) % COUNT(statements)]);
   return put(data, size, "END");
}

size_t fuzz_mutate(uint64_t *random, uint8_t *data, size_t size, size_t max)
{
   static uint8_t broken[FUZZ_MAX_B];
   for (unsigned i = fuzz_random(random) % 4; size && i < 4; i++) {
      const struct asm_token token = asm_token_at((const char *)data, size, fuzz_random(random) % size);
      const size_t length = asm_break((const char *)data, size, token, fuzz_random(random) % asm_break_count, (char *)broken, sizeof(broken));
      if (!length || length > max)
         continue;
      memcpy(data, broken, length);
      size = length;
   }
   return size;
}
