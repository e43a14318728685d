/* clang_shuffle.h: GCC's shuffles for clang, which libFuzzer needs; included on the command line with -Dfuzz=true. */
#ifndef CLANG_SHUFFLE_H
#define CLANG_SHUFFLE_H

#if defined(__clang__) && !defined(__cplusplus)
#define FUZZ_VECTOR(name, type, lanes) typedef type name __attribute__((vector_size(4 * (lanes))))
FUZZ_VECTOR(fuzz_u16, unsigned, 16);
FUZZ_VECTOR(fuzz_i16, int, 16);
FUZZ_VECTOR(fuzz_f4, float, 4);
FUZZ_VECTOR(fuzz_i4, int, 4);

#define FUZZ_SHUFFLE static inline __attribute__((overloadable, always_inline))
FUZZ_SHUFFLE fuzz_u16 fuzz_shuffle(fuzz_u16 a, fuzz_u16 lanes)
{
   fuzz_u16 r;
   for (int i = 0; i < 16; i++)
      r[i] = a[lanes[i] & 15];
   return r;
}
FUZZ_SHUFFLE fuzz_u16 fuzz_shuffle(fuzz_u16 a, fuzz_i16 lanes) { return fuzz_shuffle(a, (fuzz_u16)lanes); }
FUZZ_SHUFFLE fuzz_f4 fuzz_shuffle(fuzz_f4 a, fuzz_f4 b, fuzz_i4 lanes)
{
   fuzz_f4 r;
   for (int i = 0; i < 4; i++)
      r[i] = lanes[i] & 4 ? b[lanes[i] & 3] : a[lanes[i] & 3];
   return r;
}
#define __builtin_shuffle fuzz_shuffle
#endif

#endif
