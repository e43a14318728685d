/* jit_host_arm.c: host code for AArch64. */
#include <elf.h>
#include <string.h>

#include <llvm-c/Target.h>

#include "winsys/sim/jit/jit_host.h"

#define FPCR_FZ (1u << 24)

const char *const jit_host_triple = "aarch64-unknown-linux-gnu";
const char *const jit_host_register = "=w,0";
const uint32_t jit_host_fp_bits = 0x07f80000; /* FPCR: FZ16, stride, FZ, RMode, DN, AHP */

bool jit_host_init(void)
{
   LLVMInitializeAArch64TargetInfo();
   LLVMInitializeAArch64Target();
   LLVMInitializeAArch64TargetMC();
   LLVMInitializeAArch64AsmPrinter();
   return true;
}

const char *jit_host_cpu(enum ut_isa isa)
{
   return "generic";
}

/* One bit flushes denormal operands and results (JIT_HOST_FLUSHES_APART). */
const char *jit_host_refuses(const struct sq_mode *mode)
{
   return mode->denorm32 == 1 || mode->denorm32 == 2 ? "denormals are flushed on one side only" : NULL;
}

bool jit_host_has_fma(enum ut_isa isa)
{
   return true;
}

uint32_t jit_host_fp_word(const struct sq_mode *mode)
{
   return mode->denorm32 ? 0 : FPCR_FZ;
}

void jit_host_save_fp(struct jit *j, LLVMValueRef slot)
{
   LLVMValueRef word = jit_intr(j, "llvm.aarch64.get.fpcr", j->i64, 0, NULL);
   jit_store(j, LLVMBuildTrunc(j->b, word, j->i32, ""), slot, 4);
}

void jit_host_load_fp(struct jit *j, LLVMValueRef slot)
{
   LLVMValueRef word = LLVMBuildZExt(j->b, jit_load(j, j->i32, slot, 4), j->i64, "");
   jit_intr(j, "llvm.aarch64.set.fpcr", LLVMVoidTypeInContext(j->ctx), 1, &word);
}

/* ldr x16, .+8; br x16; .quad address */
void jit_host_stub(uint8_t stub[JIT_STUB_B], const void *address)
{
   static const uint32_t jump[2] = { 0x58000050, 0xd61f0200 };
   const uint64_t to = (uintptr_t)address;
   memcpy(stub, jump, 8);
   memcpy(stub + 8, &to, 8);
}

/* Puts the value into `bits` bits of an instruction from bit `at` on. */
static void put(uint8_t *where, unsigned at, unsigned bits, uint64_t value)
{
   uint32_t word;
   const uint32_t mask = ((1u << bits) - 1) << at;
   memcpy(&word, where, 4);
   word = (word & ~mask) | ((uint32_t)value << at & mask);
   memcpy(where, &word, 4);
}

/* Is the value a signed number of so many bits? */
static bool fits(int64_t value, unsigned bits)
{
   return value >= -(INT64_C(1) << (bits - 1)) && value < INT64_C(1) << (bits - 1);
}

/* adr and adrp: two low bits apart from the others */
static bool put_adr(uint8_t *where, int64_t value)
{
   if (!fits(value, 21))
      return false;
   put(where, 29, 2, (uint64_t)value);
   put(where, 5, 19, (uint64_t)value >> 2);
   return true;
}

/* A distance in instructions. */
static bool put_branch(uint8_t *where, unsigned at, unsigned bits, int64_t distance_B)
{
   if (distance_B & 3 || !fits(distance_B >> 2, bits))
      return false;
   put(where, at, bits, (uint64_t)(distance_B >> 2));
   return true;
}

/* The low 12 bits of an address as the offset of an access to 2^shift bytes. */
static bool put_low(uint8_t *where, uint64_t value, unsigned shift)
{
   if (value & ((1u << shift) - 1))
      return false;
   put(where, 10, 12, (value & 0xfff) >> shift);
   return true;
}

bool jit_host_relocate(uint8_t *where, uint32_t type, uint64_t value)
{
   const uint64_t page = ~UINT64_C(0xfff);
   const int64_t relative = (int64_t)(value - (uintptr_t)where);
   switch (type) {
   case R_AARCH64_ABS64:
      memcpy(where, &value, 8);
      return true;
   case R_AARCH64_PREL64:
      memcpy(where, &relative, 8);
      return true;
   case R_AARCH64_PREL32:
      memcpy(where, &(int32_t){ (int32_t)relative }, 4);
      return fits(relative, 32);
   case R_AARCH64_CALL26: case R_AARCH64_JUMP26:
      return put_branch(where, 0, 26, relative);
   case R_AARCH64_CONDBR19: case R_AARCH64_LD_PREL_LO19:
      return put_branch(where, 5, 19, relative);
   case R_AARCH64_TSTBR14:
      return put_branch(where, 5, 14, relative);
   case R_AARCH64_ADR_PREL_LO21:
      return put_adr(where, relative);
   case R_AARCH64_ADR_PREL_PG_HI21:
      return put_adr(where, (int64_t)((value & page) - ((uintptr_t)where & page)) >> 12);
   case R_AARCH64_ADD_ABS_LO12_NC: case R_AARCH64_LDST8_ABS_LO12_NC:
      return put_low(where, value, 0);
   case R_AARCH64_LDST16_ABS_LO12_NC:
      return put_low(where, value, 1);
   case R_AARCH64_LDST32_ABS_LO12_NC:
      return put_low(where, value, 2);
   case R_AARCH64_LDST64_ABS_LO12_NC:
      return put_low(where, value, 3);
   case R_AARCH64_LDST128_ABS_LO12_NC:
      return put_low(where, value, 4);
   default:
      return false;
   }
}
