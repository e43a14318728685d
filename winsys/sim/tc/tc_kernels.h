/* tc_kernels.h: the texture unit's entry points that exist once per instruction set (px_ops.h). */
#ifndef SIM_TC_KERNELS_H
#define SIM_TC_KERNELS_H

#include "winsys/sim/tc/tc_int.h"

#define TC_RGBA8_KERNELS(isa) \
   void tc_rgba8_##isa(const struct tc_entry *, const uint32_t (*)[64], uint32_t (*)[64], uint64_t, unsigned); \
   void tc_rgba8_block_##isa(const struct tc_entry *, const uint32_t (*)[64], uint32_t (*)[64], uint64_t, unsigned); \
   void tc_rgba8_macro_##isa(const struct tc_entry *, const uint32_t (*)[64], uint32_t (*)[64], uint64_t, unsigned);
#define TC_KERNELS(isa) \
   void tc_buf_load_##isa(const struct tc_buf_fetch *, const uint32_t *, uint32_t (*)[64], unsigned); \
   void tc_aniso_##isa(const struct tc_entry *, const uint32_t (*)[64], uint32_t (*)[64], uint64_t, unsigned); \
   void tc_sample_##isa(const struct tc_entry *, const uint32_t (*)[64], uint32_t (*)[64], uint64_t, unsigned); \
   TC_RGBA8_KERNELS(isa) \
   void tc_small_##isa(const struct tc_entry *, const uint32_t (*)[64], uint32_t (*)[64], uint64_t, unsigned); \
   void tc_small_macro_##isa(const struct tc_entry *, const uint32_t (*)[64], uint32_t (*)[64], uint64_t, unsigned); \
   void tc_plain_##isa(const struct tc_entry *, const uint32_t (*)[64], uint32_t (*)[64], uint64_t, unsigned); \
   void tc_load_##isa(const struct tc_entry *, const uint32_t (*)[64], uint32_t (*)[64], uint64_t, unsigned); \
   void tc_store_##isa(const struct tc_entry *, const uint32_t (*)[64], uint32_t (*)[64], uint64_t, unsigned);
TC_KERNELS(sse2)
TC_KERNELS(avx2)
TC_KERNELS(avx512)
TC_RGBA8_KERNELS(vbmi)

#endif
