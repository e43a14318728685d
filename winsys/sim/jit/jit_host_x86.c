/* jit_host_x86.c: host code for x86-64. */
#include <elf.h>
#include <string.h>

#include <llvm-c/Target.h>

#include "winsys/sim/jit/jit_host.h"

const char *const jit_host_triple = "x86_64-unknown-linux-gnu";
const char *const jit_host_register = "=x,0";
const uint32_t jit_host_fp_bits = 0xffc0; /* MXCSR without the sticky flags */

bool jit_host_init(void)
{
   LLVMInitializeX86TargetInfo();
   LLVMInitializeX86Target();
   LLVMInitializeX86TargetMC();
   LLVMInitializeX86AsmPrinter();
   return true;
}

const char *jit_host_cpu(enum ut_isa isa)
{
   return isa == UT_ISA_AVX512 ? "x86-64-v4" : isa == UT_ISA_AVX2 ? "x86-64-v3" : "x86-64";
}

const char *jit_host_refuses(const struct sq_mode *mode)
{
   return NULL;
}

bool jit_host_has_fma(enum ut_isa isa)
{
   return isa != UT_ISA_BASE;
}

uint32_t jit_host_fp_word(const struct sq_mode *mode)
{
   return 0x1f80u | (mode->denorm32 & 1 ? 0 : 0x40u) | (mode->denorm32 & 2 ? 0 : 0x8000u);
}

void jit_host_save_fp(struct jit *j, LLVMValueRef slot)
{
   jit_intr(j, "llvm.x86.sse.stmxcsr", LLVMVoidTypeInContext(j->ctx), 1, &slot);
}

void jit_host_load_fp(struct jit *j, LLVMValueRef slot)
{
   jit_intr(j, "llvm.x86.sse.ldmxcsr", LLVMVoidTypeInContext(j->ctx), 1, &slot);
}

/* jmp *0(%rip); .quad address */
void jit_host_stub(uint8_t stub[JIT_STUB_B], const void *address)
{
   static const uint8_t jump[8] = { 0xff, 0x25, 2, 0, 0, 0, 0x66, 0x90 };
   const uint64_t to = (uintptr_t)address;
   memcpy(stub, jump, 8);
   memcpy(stub + 8, &to, 8);
}

bool jit_host_relocate(uint8_t *where, uint32_t type, uint64_t value)
{
   const uint64_t relative = value - (uintptr_t)where;
   switch (type) {
   case R_X86_64_PC32: case R_X86_64_PLT32:
      memcpy(where, &(uint32_t){ (uint32_t)relative }, 4);
      return true;
   case R_X86_64_PC64:
      memcpy(where, &relative, 8);
      return true;
   case R_X86_64_64:
      memcpy(where, &value, 8);
      return true;
   default:
      return false;
   }
}
