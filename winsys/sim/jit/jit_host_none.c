/* jit_host_none.c: hosts without host code. Shaders are interpreted. */
#include "winsys/sim/jit/jit_host.h"

const char *const jit_host_triple = "";
const char *const jit_host_register = "";
const uint32_t jit_host_fp_bits;

bool jit_host_init(void) { return false; }
const char *jit_host_cpu(enum ut_isa isa) { return ""; }
const char *jit_host_refuses(const struct sq_mode *mode) { return "no host code for this architecture"; }
bool jit_host_has_fma(enum ut_isa isa) { return false; }
uint32_t jit_host_fp_word(const struct sq_mode *mode) { return 0; }
void jit_host_save_fp(struct jit *j, LLVMValueRef slot) {}
void jit_host_load_fp(struct jit *j, LLVMValueRef slot) {}
void jit_host_stub(uint8_t stub[JIT_STUB_B], const void *address) {}
bool jit_host_relocate(uint8_t *where, uint32_t type, uint64_t value) { return false; }
