/* jit_test.h: what the JIT's tests share: a wave with random registers, run on the interpreter and on host code, and the
 * comparison of everything that both write. */
#ifndef JIT_TEST_H
#define JIT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

#include <cmocka.h>

#include "winsys/sim/tests/sq_run_jit.h"
#include "winsys/sim/jit/jit.h"

#define CODE_VA 0x100000ull
#define DATA_VA 0x200000ull
#define RSRC1_FLUSH32 (0xc0u << 12 | 1u << 21)
#define RSRC1_DENORMALS (0xf0u << 12 | 1u << 21)

/* Options 0..3: SQ_JIT_*. A cache of its own for each, because options are taken when a program is compiled. */
const struct sq_program *jit_test_load(unsigned options, const uint32_t *code, size_t dwords, enum sq_stage stage,
                                       uint32_t rsrc1);
/* Runs the program on both with the same random inputs; fails with `what` in the message where they differ. */
void jit_test_compare(const struct sq_program *p, unsigned options, unsigned lanes, uint64_t exec, uint32_t seed,
                      const char *what);
extern bool jit_test_nans; /* most of these inputs are NaNs of any sign and payload, infinities and zeros */
/* Wide waves on narrow vectors take LLVM long: there the long lists run on fewer lanes. */
unsigned jit_test_most_lanes(void);
uint32_t jit_test_random(uint32_t *state);

void test_random_flow(void **state); /* test_jit_flow.c */
void test_facts(void **state);       /* test_jit_facts.c */
void test_min_max(void **state);
void test_canonical_results(void **state); /* test_jit_nan.c */
void test_nan_bits(void **state);

#endif
