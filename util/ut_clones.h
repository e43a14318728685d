/* ut_clones.h: functions that are compiled for wider vectors as well and chosen when the library is loaded. */
#ifndef UT_CLONES_H
#define UT_CLONES_H

/* For loops over lanes or pixels. Results do not depend on the choice: contraction is off and every operation is IEEE's. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
   !defined(__SANITIZE_THREAD__) /* the choice is made before that sanitizer is ready */
#if __GNUC__ >= 12
#define UT_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4"))) /* with fused multiply-add */
#else
#define UT_CLONES __attribute__((target_clones("default", "avx2", "avx512f")))
#endif
#else
#define UT_CLONES
#endif

#endif
