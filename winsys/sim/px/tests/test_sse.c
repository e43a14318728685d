/* test_sse.c: px_sse.h in vector types, as other hosts than x86 compile it, gives the bits of the processor's instructions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "winsys/sim/px/tests/sse_rows.h"

#define ROUNDS 20000

static uint32_t random_bits(void)
{
   static uint64_t state = 88172645463325252u;
   state ^= state << 13;
   state ^= state >> 7;
   state ^= state << 17;
   return (uint32_t)(state >> 16);
}

/* Ties, limits of int32_t, infinities and NaNs are frequent. */
static uint32_t random_float(int finite)
{
   static const float special[] = { 0, -0.0f, 0.5f, -0.5f, 1.5f, 2.5f, -2.5f, 0x1p23f, -0x1p23f, 8388607.5f, 0x1p31f, -0x1p31f,
                                    0x1.fffffep30f, 0x1p-126f, 0x1.fffffep127f };
   static const uint32_t none[] = { 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345 };
   uint32_t bits = random_bits();
   switch (bits % 4) {
   case 0:
      memcpy(&bits, &special[random_bits() % (sizeof special / sizeof *special)], 4);
      break;
   case 1:
      bits = finite ? bits & 0xbfffffff : none[random_bits() % 4];
      break;
   case 2: { /* of the size of coordinates */
      float f = (float)(int32_t)random_bits() / 4096.0f;
      memcpy(&bits, &f, 4);
      break;
   }
   default:
      bits &= 0xbfffffff;
   }
   return bits;
}

static void test_same_bits(void **state)
{
   (void)state;
   for (unsigned r = 0; sse_native[r].name; r++) {
      const struct sse_row *native = &sse_native[r], *vectors = &sse_vectors[r];
      assert_string_equal(native->name, vectors->name);
      for (unsigned n = 0; n < ROUNDS; n++) {
         union sse_value in[2], want, got;
         for (unsigned i = 0; i < 8; i++)
            in[i / 4].w[i % 4] = native->in == SSE_BITS ? random_bits() : random_float(native->in == SSE_FINITE);
         native->run(in, &want);
         vectors->run(in, &got);
         if (memcmp(&want, &got, sizeof want))
            fail_msg("%s: %08x %08x %08x %08x, %08x %08x %08x %08x: %08x %08x %08x %08x instead of %08x %08x %08x %08x", native->name,
                     in[0].w[0], in[0].w[1], in[0].w[2], in[0].w[3], in[1].w[0], in[1].w[1], in[1].w[2], in[1].w[3], got.w[0],
                     got.w[1], got.w[2], got.w[3], want.w[0], want.w[1], want.w[2], want.w[3]);
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_same_bits) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
