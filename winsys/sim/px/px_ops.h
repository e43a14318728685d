/* px_ops.h: functions that exist once per host instruction set. The files of px_src (meson.build) are compiled three times with
 * PX_ISA naming the set, and those of px_vbmi_src once more for hosts whose AVX-512 permutes bytes (VBMI). A block has a list of its
 * functions, a struct of pointers to them and one such table per set; px_host() is the set that fits the host. All sets give the
 * same bits. */
#ifndef SIM_PX_OPS_H
#define SIM_PX_OPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/ut_cpu.h"

/* The sets: enum ut_isa, and then AVX-512 with VBMI. */
enum { PX_VBMI = UT_ISA_AVX512 + 1, PX_TABLES };
unsigned px_host(void);
bool px_host_runs(unsigned table);

#define PX_PASTE2(a, b) a##_##b
#define PX_PASTE(a, b) PX_PASTE2(a, b)
#define PX(name) PX_PASTE(name, PX_ISA)
#define PX_STRING2(a) #a
#define PX_STRING(a) PX_STRING2(a)

/* Rows of a list of functions: name_base, name_avx2, name_avx512 and name_vbmi of type *type. */
#define PX_FIELD(type, name) type name;
#define PX_DECLARE(type, name) extern __typeof__(*(type)0) name##_base, name##_avx2, name##_avx512, name##_vbmi;
#define PX_ENTRY(type, name) .name = PX(name),
/* The tables of struct ops. ops(): the host's. ops_of(): NULL if this host cannot run it. */
#define PX_DECLARE_OPS(ops) \
   extern const struct ops ops##_base, ops##_avx2, ops##_avx512, ops##_vbmi; \
   const struct ops *ops##_of(unsigned table); \
   const struct ops *ops(void);
/* In one file of each block. vbmi: the table for VBMI, ops_avx512 if no function has code for it. */
#ifdef __x86_64__
#define PX_ROWS(ops, vbmi) [UT_ISA_AVX2] = &ops##_avx2, [UT_ISA_AVX512] = &ops##_avx512, [PX_VBMI] = &vbmi
#else
#define PX_ROWS(ops, vbmi)
#endif
#define PX_DEFINE_OPS(ops, vbmi) \
   static const struct ops *const ops##_tables[PX_TABLES] = { [UT_ISA_BASE] = &ops##_base, PX_ROWS(ops, vbmi) }; \
   const struct ops *ops##_of(unsigned table) { return px_host_runs(table) ? ops##_tables[table] : NULL; } \
   const struct ops *ops(void) { return ops##_tables[px_host()]; }

/* ---- fills */
/* size_B: a multiple of 64. */
typedef void px_fill_run(uint8_t *to, uint64_t pair, size_t size_B);
struct px_ops {
   const char *name;
   /* Fills rows of words with non-temporal stores. All sizes are multiples of 64. */
   void (*fill_past)(uint8_t *to, uint32_t data, size_t bytes, size_t row_B, unsigned rows);
   /* Fills a run of 1 KB or more through the caches. */
   px_fill_run *fill_run;
};
PX_DECLARE_OPS(px_ops)
/* px_ops()->fill_run where it is known to be faster than that of px_ops_base. */
px_fill_run *px_host_fill_run(void);

#endif
