/* jit_host.h: what differs between the architectures that host code can be made for. One of jit_host_x86.c, jit_host_arm.c and
 * jit_host_none.c is compiled (meson.build). */
#ifndef JIT_HOST_H
#define JIT_HOST_H

#include "winsys/sim/jit/jit.h"

#define JIT_STUB_B 16

/* Can the host flush denormal operands and results apart (FLOAT_MODE 1 and 2)? AArch64 flushes both or none: none in these modes,
 * which no compiler uses. */
#ifdef __aarch64__
#define JIT_HOST_FLUSHES_APART false
#else
#define JIT_HOST_FLUSHES_APART true
#endif

/* Registers LLVM's backend of the host. False: there is none. */
bool jit_host_init(void);
extern const char *const jit_host_triple;
extern const char *const jit_host_register; /* constraint of an empty piece of assembly: a vector stays in its register */
const char *jit_host_cpu(enum ut_isa isa);
/* NULL: host code can run in this mode. Else why not. */
const char *jit_host_refuses(const struct sq_mode *mode);
/* Fused multiply-add and rounding are instructions of vectors. */
bool jit_host_has_fma(enum ut_isa isa);

/* The host's word of floating-point control for a mode, and the bits of it that count. */
extern const uint32_t jit_host_fp_bits;
uint32_t jit_host_fp_word(const struct sq_mode *mode);
/* Between that word and memory (i32). */
void jit_host_save_fp(struct jit *j, LLVMValueRef slot);
void jit_host_load_fp(struct jit *j, LLVMValueRef slot);

/* Code that jumps to the address. */
void jit_host_stub(uint8_t stub[JIT_STUB_B], const void *address);
/* Applies a relocation of the host's ELF objects at `where`; value: symbol and addend as an address. False: not one that code of
 * the JIT has, or out of reach. */
bool jit_host_relocate(uint8_t *where, uint32_t type, uint64_t value);

#endif
