/* test_cs.c: compute shaders: built-in inputs, LDS, barriers and atomics. A workgroup of 128 threads runs as two waves on the
 * interpreter, which alternate at barriers. Storage buffer 0 is a run-time array of unsigned integers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/compiler/tests/harness.h"

#define CODE_VA 0x100000 /* of machine_load */
#define WAVES 2
#define THREADS (64 * WAVES)
#define LDS_B 8192

#define CS "#version 450\nlayout(local_size_x = 16, local_size_y = 4, local_size_z = 2) in;" \
   "layout(std430, binding = 0) buffer B { uint v[]; };\n#define I gl_LocalInvocationIndex\n"

/* Values after the run; the buffer holds 1000 + i before it. */
static uint32_t reversed(unsigned i) { return 1000 + THREADS - 1 - i; }
static uint32_t local_ids(unsigned i) { return i % 16 + i / 16 % 4 * 100 + i / 64 * 10000; }
static uint32_t global_ids(unsigned i) { return 3 * 16 + i % 16 + (5 * 4 + i / 16 % 4) * 1000 + (7 * 2 + i / 64) * 1000000; }
static uint32_t grid(unsigned i) { return i == 0 ? 9 + 11 * 100 + 13 * 10000 : 1000 + i; }
static uint32_t total(unsigned i) { return i == 0 ? THREADS * (THREADS - 1) / 2 : 1000 + i; }
static uint32_t extremes(unsigned i)
{
   return i == 0 ? 127 : i == 1 ? (uint32_t)-64 : i == 2 ? 0x3f : i == 3 ? 1000 + 3 + 128 : 1000 + i;
}
static uint32_t one_winner(unsigned i) { return i == 0 ? 1 : i == 1 ? 2 : 1000 + i; }
static uint32_t matrix(unsigned i) { return i % 3 * 10 + i % 2; }
static uint32_t array_length(unsigned i) { return i == 0 ? 8192 / 4 : 1000 + i; }
static uint32_t buffer_atomics(unsigned i) { return i < 4 ? 1000 + i + THREADS / 4 : 1000 + i; }

static const struct { const char *name, *source; uint32_t (*want)(unsigned i); } rows[] = {
   { "exchange through LDS", CS "shared uint t[128]; void main() { t[I] = v[I]; barrier(); v[I] = t[127u - I]; }", reversed },
   { "local id", CS "void main() { uvec3 l = gl_LocalInvocationID; v[I] = l.x + l.y * 100u + l.z * 10000u; }", local_ids },
   { "global id", CS "void main() { uvec3 g = gl_GlobalInvocationID; v[I] = g.x + g.y * 1000u + g.z * 1000000u; }", global_ids },
   { "grid", CS "void main() { uvec3 n = gl_NumWorkGroups; if (I == 0u) v[0] = n.x + n.y * 100u + n.z * 10000u; }", grid },
   { "sum in LDS", CS "shared uint sum; void main() { if (I == 0u) sum = 0u; barrier(); atomicAdd(sum, I); barrier();"
     "if (I == 0u) v[0] = sum; }", total },
   { "extremes in LDS", CS "shared uint hi, bits; shared int lo; void main() { if (I == 0u) { hi = 0u; lo = 100; bits = 0u; }"
     "barrier(); atomicMax(hi, I); atomicMin(lo, 63 - int(I)); atomicOr(bits, I & 0x3fu); barrier();"
     "if (I == 0u) { v[0] = hi; v[1] = uint(lo); v[2] = bits; } atomicAdd(v[3], 1u); }", extremes },
   { "compare and exchange", CS "shared uint t, wins; void main() { if (I == 0u) { t = 7u; wins = 0u; } barrier();"
     "if (atomicCompSwap(t, 7u, 8u) == 7u) atomicAdd(wins, 1u); barrier(); if (I == 0u) { v[0] = wins; v[1] = 0u; } barrier();"
     "if (atomicCompSwap(v[1], I == 64u ? 0u : 99u, 2u) == 0u) v[1] = 2u; }", one_winner },
   { "dynamic index into a shared matrix", CS "shared mat3x2 m[2]; void main() { if (I < 6u) { m[1][I % 3u][I % 2u] ="
     "float(I % 3u * 10u + I % 2u); m[0][I % 3u][I % 2u] = 0.0; } barrier(); uint one = v[1] - 1000u;"
     "v[I] = uint(m[one][I % 3u][I % 2u]); }", matrix },
   { "array length", CS "void main() { if (I == 0u) v[0] = uint(v.length()); }", array_length },
   { "atomics on a buffer", CS "void main() { atomicAdd(v[I % 4u], 1u); }", buffer_atomics },
};

static void compile(struct built *b, const char *cpu, const char *source)
{
   struct si_shader_key key = { .hw_stage = SI_HW_CS };
   *b = (struct built){ .stage = PIPE_SHADER_COMPUTE };
   b->spirv = any_glsl_to_spirv(PIPE_SHADER_COMPUTE, source, &b->spirv_words);
   struct pipe_shader_state shader = { .stage = PIPE_SHADER_COMPUTE, .spirv = b->spirv, .spirv_words = b->spirv_words };
   build_state(b, cpu, &shader, &key);
}

/* Runs both waves from barrier to barrier until they end. */
static void run_group(struct machine *m, const struct built *b, const char *name)
{
   static uint8_t lds[LDS_B];
   static uint32_t vgpr[WAVES][256][SQ_MAX_LANES];
   const struct sq_program *p = sq_program_get(m->cache, CODE_VA, SQ_CS, b->bin.rsrc1);
   struct sq_wave wave[WAVES];
   memset(lds, 0xa5, sizeof(lds));
   memset(vgpr, 0, sizeof(vgpr));
   for (unsigned w = 0; w < WAVES; w++) {
      wave[w] = m->wave;
      wave[w].vgpr = vgpr[w];
      wave[w].lds = lds;
      wave[w].lds_B = b->bin.lds_B;
      wave[w].in_group = true;
      for (unsigned i = 0; i < 3; i++) {
         wave[w].sgpr[SI_SGPR_CS_GRID + i] = 9 + 2 * i;
         wave[w].sgpr[SI_SGPR_CS_COUNT + i] = 3 + 2 * i; /* workgroup id */
      }
      for (unsigned l = 0; l < 64; l++) {
         unsigned i = w * 64 + l;
         vgpr[w][0][l] = i % 16;
         vgpr[w][1][l] = i / 16 % 4;
         vgpr[w][2][l] = i / 64;
      }
   }
   for (bool done = false; !done;) {
      unsigned ended = 0;
      for (unsigned w = 0; w < WAVES; w++) {
         enum sq_result r = sq_run_interp(p, &wave[w]);
         if (r != SQ_DONE && r != SQ_BARRIER)
            fail_msg("%s: wave ended with %d: %s", name, (int)r, wave[w].fault.text);
         ended += r == SQ_DONE;
      }
      assert_true(ended == 0 || ended == WAVES); /* all waves pass the same barriers */
      done = ended == WAVES;
   }
}

static void test_rows(void **state)
{
   struct machine m;
   machine_init(&m);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      struct built b;
      uint32_t *v = (uint32_t *)m.stream;
      compile(&b, "gfx803", rows[i].source);
      machine_load(&m, &b);
      assert_true(b.bin.lds_B <= LDS_B);
      for (unsigned k = 0; k < 2048; k++)
         v[k] = 1000 + k;
      run_group(&m, &b, rows[i].name);
      for (unsigned k = 0; k < THREADS; k++) {
         if (v[k] != rows[i].want(k))
            fail_msg("%s: element %u is %u instead of %u", rows[i].name, k, v[k], rows[i].want(k));
      }
      built_finish(&b);
   }
   machine_finish(&m);
}

/* Fields that register code reads, for each generation. LDS is allocated in units of 256 bytes on GFX6, 512 after. */
static void test_generations(void **state)
{
   static const struct { const char *cpu; uint32_t lds_B; } chips[] = {
      { "gfx600", 768 }, { "gfx704", 1024 }, { "gfx803", 1024 } };
   for (unsigned i = 0; i < sizeof(chips) / sizeof(chips[0]); i++) {
      struct built b;
      compile(&b, chips[i].cpu, CS "shared uint t[150]; void main() { t[I] = v[I]; barrier(); v[I] = t[127u - I]; }");
      assert_int_equal(b.bin.lds_B, chips[i].lds_B);
      assert_int_equal(b.bin.cs.block[0], 16);
      assert_int_equal(b.bin.cs.block[1], 4);
      assert_int_equal(b.bin.cs.block[2], 2);
      assert_int_equal(b.bin.rsrc2 >> 1 & 0x1f, SI_SGPR_CS_COUNT);
      assert_int_equal(b.bin.rsrc2 >> 7 & 0x7, 7);  /* TGID_X_EN, _Y_EN, _Z_EN */
      assert_int_equal(b.bin.rsrc2 >> 11 & 0x3, 2); /* TIDIG_COMP_CNT: v0 to v2 */
      assert_true(b.bin.writes_memory);
      built_finish(&b);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows), cmocka_unit_test(test_generations) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
