/* px_ops.h: the functions that exist once per host instruction set (list: px_kernels.def). The files of px_src (meson.build) are
 * compiled three times with PX_ISA naming the set, and those of px_vbmi_src once more for hosts whose AVX-512 permutes bytes (VBMI);
 * px_ops() picks the table that fits the host. All tables give the same bits. */
#ifndef SIM_PX_OPS_H
#define SIM_PX_OPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "winsys/sim/cb/cb_int.h"
#include "winsys/sim/db/db_int.h"
#include "winsys/sim/tc/tc_int.h"
#include "util/ut_cpu.h"

/* size_B: a multiple of 64. */
typedef void px_fill_run(uint8_t *to, uint64_t pair, size_t size_B);

struct px_ops {
   const char *name;
   /* 16 lanes through fmt_vec.h. */
   void (*fmt_decode)(const struct fmt *f, unsigned num, const uint32_t raw[4][16], uint32_t out[4][16]);
   void (*fmt_encode)(const struct fmt *f, unsigned num, const uint32_t in[4][16], uint32_t raw[4][16]);
#define PX_KERNEL(type, name) type name;
#define PX_KERNEL_VBMI(type, name) PX_KERNEL(type, name)
#include "winsys/sim/px/px_kernels.def"
#undef PX_KERNEL
#undef PX_KERNEL_VBMI
   /* Fills rows of words with non-temporal stores. All sizes are multiples of 64. */
   void (*fill_past)(uint8_t *to, uint32_t data, size_t bytes, size_t row_B, unsigned rows);
   /* Fills a run of 1 KB or more through the caches. */
   px_fill_run *fill_run;
};

#define PX_KERNEL(type, name) extern __typeof__(*(type)0) name##_base, name##_avx2, name##_avx512;
#define PX_KERNEL_VBMI(type, name) PX_KERNEL(type, name) extern __typeof__(*(type)0) name##_vbmi;
#include "winsys/sim/px/px_kernels.def"
#undef PX_KERNEL
#undef PX_KERNEL_VBMI

extern const struct px_ops px_ops_base, px_ops_avx2, px_ops_avx512, px_ops_vbmi;

const struct px_ops *px_ops(void);
/* px_ops()->fill_run where it is known to be faster than that of px_ops_base. */
px_fill_run *px_host_fill_run(void);
/* The tables: by enum ut_isa, and then the one with VBMI. NULL if this host cannot run it. */
enum { PX_VBMI = UT_ISA_AVX512 + 1, PX_TABLES };
const struct px_ops *px_ops_of(unsigned table);

#define PX_PASTE2(a, b) a##_##b
#define PX_PASTE(a, b) PX_PASTE2(a, b)
#define PX(name) PX_PASTE(name, PX_ISA)
#define PX_STRING2(a) #a
#define PX_STRING(a) PX_STRING2(a)

#endif
