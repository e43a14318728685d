/* lower_arrays.c: replaces allocas of small arrays with dynamic indices, which SROA cannot promote, by one alloca per cell and
 * chains of selects: registers instead of scratch memory. An access through index i compares with the cells that i can
 * reach, known from the constants that i is a multiple of. Arrays with other uses than loads, stores and memset, or with too
 * many cells, stay in scratch memory. */
#include "hw-si/compiler/llvm_target.h"

#include <stdlib.h>

#define MAX_CELLS 512
#define MAX_SELECTS 4096 /* per array, all accesses together */

struct access {
   LLVMValueRef inst;       /* load, store or memset */
   uint32_t base;           /* constant part of the cell number */
   LLVMValueRef index;      /* dynamic part in cells (i32), or NULL */
   uint32_t shift;          /* the index counts bytes when 2 */
   uint32_t multiple, offset; /* index = offset (mod multiple) */
   uint32_t count;          /* memset: cells */
};

struct array {
   LLVMContextRef llvm;
   LLVMTypeRef i32;
   LLVMBuilderRef b;
   LLVMValueRef alloca;
   uint32_t cells;
   struct access *access;
   unsigned count, cap;
   LLVMValueRef *dead;      /* address computations to erase, users first */
   unsigned dead_count, dead_cap;
};

static uint32_t gcd(uint32_t a, uint32_t b)
{
   while (b) {
      uint32_t r = a % b;
      a = b;
      b = r;
   }
   return a;
}

/* v = *offset + k * *multiple; multiple 0 means constant. */
static void affine(LLVMValueRef v, uint32_t *multiple, uint32_t *offset, unsigned depth)
{
   *multiple = 1;
   *offset = 0;
   if (LLVMIsAConstantInt(v)) {
      *multiple = 0;
      *offset = (uint32_t)LLVMConstIntGetZExtValue(v);
      return;
   }
   if (!LLVMIsAInstruction(v) || depth > 8)
      return;
   LLVMOpcode op = LLVMGetInstructionOpcode(v);
   if (op != LLVMMul && op != LLVMShl && op != LLVMAdd)
      return;
   LLVMValueRef x = LLVMGetOperand(v, 0), y = LLVMGetOperand(v, 1);
   uint32_t xm, xo, ym, yo;
   affine(x, &xm, &xo, depth + 1);
   affine(y, &ym, &yo, depth + 1);
   if (op == LLVMAdd) {
      *multiple = gcd(xm, ym);
      *offset = xo + yo;
   } else if (ym == 0 && yo && yo < 4096) {
      uint32_t scale = op == LLVMMul ? yo : yo < 16 ? 1u << yo : 0;
      if (!scale || xm > 4096 || xo > 65536)
         return;
      *multiple = xm * scale;
      *offset = xo * scale;
   }
}

static bool add_access(struct array *a, const struct access *x)
{
   if (a->count == a->cap) {
      unsigned cap = a->cap ? a->cap * 2 : 64;
      void *p = realloc(a->access, cap * sizeof(*a->access));
      if (!p)
         return false;
      a->access = p;
      a->cap = cap;
   }
   a->access[a->count++] = *x;
   return true;
}

static bool add_dead(struct array *a, LLVMValueRef v)
{
   if (a->dead_count == a->dead_cap) {
      unsigned cap = a->dead_cap ? a->dead_cap * 2 : 64;
      void *p = realloc(a->dead, cap * sizeof(*a->dead));
      if (!p)
         return false;
      a->dead = p;
      a->dead_cap = cap;
   }
   a->dead[a->dead_count++] = v;
   return true;
}

static bool is_dword(LLVMTypeRef t)
{
   return LLVMGetTypeKind(t) == LLVMFloatTypeKind || (LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 32);
}

/* One step of address arithmetic added to `from`. */
static bool step(struct array *a, LLVMValueRef gep, const struct access *from, struct access *to)
{
   LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
   unsigned operands = (unsigned)LLVMGetNumOperands(gep);
   LLVMValueRef index = LLVMGetOperand(gep, operands - 1);
   bool bytes = LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 8;
   bool array = LLVMGetTypeKind(t) == LLVMArrayTypeKind && LLVMGetElementType(t) == a->i32;
   *to = *from;
   if (array && (operands != 3 || !LLVMIsAConstantInt(LLVMGetOperand(gep, 1)) ||
                 LLVMConstIntGetZExtValue(LLVMGetOperand(gep, 1)) != 0))
      return false;
   if (!array && (operands != 2 || (!bytes && t != a->i32)))
      return false;
   if (LLVMIsAConstantInt(index)) {
      int64_t v = LLVMConstIntGetSExtValue(index);
      if (bytes && v % 4)
         return false;
      to->base += (uint32_t)(bytes ? v / 4 : v);
      return true;
   }
   if (from->index || LLVMTypeOf(index) != a->i32)
      return false;
   to->index = index;
   affine(index, &to->multiple, &to->offset, 0);
   if (bytes) {
      if (!to->multiple || to->multiple % 4 || to->offset % 4)
         return false;
      to->shift = 2;
      to->multiple /= 4;
      to->offset /= 4;
   }
   return true;
}

static bool is_memset(LLVMValueRef call)
{
   static unsigned id; /* constant: racing threads store the same value */
   if (!id)
      id = LLVMLookupIntrinsicID("llvm.memset", 11);
   LLVMValueRef f = LLVMGetCalledValue(call);
   return LLVMIsAFunction(f) && LLVMGetIntrinsicID(f) == id;
}

/* A pointer to a cell known at compile time. */
static bool constant_cell(struct array *a, LLVMValueRef pointer, uint32_t *cell, unsigned depth)
{
   *cell = 0;
   if (pointer == a->alloca)
      return true;
   struct access from = { .base = 0 }, to;
   if (depth > 8 || !LLVMIsAInstruction(pointer) || LLVMGetInstructionOpcode(pointer) != LLVMGetElementPtr ||
       !constant_cell(a, LLVMGetOperand(pointer, 0), &from.base, depth + 1) || !step(a, pointer, &from, &to) || to.index)
      return false;
   *cell = to.base;
   return true;
}

/* SROA turns an index that is one of two constants into a select of two addresses: turns it back into an index. */
static bool choice(struct array *a, LLVMValueRef select, struct access *to)
{
   uint32_t yes, no;
   if (!constant_cell(a, LLVMGetOperand(select, 1), &yes, 0) || !constant_cell(a, LLVMGetOperand(select, 2), &no, 0))
      return false;
   LLVMPositionBuilderBefore(a->b, select);
   to->base = 0;
   to->index = LLVMBuildSelect(a->b, LLVMGetOperand(select, 0), LLVMConstInt(a->i32, yes, 0), LLVMConstInt(a->i32, no, 0), "");
   to->multiple = 1;
   to->offset = 0;
   return true;
}

/* Collects all uses of a pointer into the array; false: one is not a load, store, memset, GEP or select. */
static bool collect(struct array *a, LLVMValueRef pointer, const struct access *at, unsigned depth)
{
   if (depth > 8)
      return false;
   for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      struct access x = *at;
      if (!LLVMIsAInstruction(user))
         return false;
      x.inst = user;
      switch (LLVMGetInstructionOpcode(user)) {
      case LLVMGetElementPtr:
         if (LLVMGetOperand(user, 0) != pointer || !step(a, user, at, &x) || !collect(a, user, &x, depth + 1) ||
             !add_dead(a, user))
            return false;
         break;
      case LLVMSelect: /* visited once per operand: handled at the first */
         if (LLVMGetOperand(user, 1) != pointer) {
            uint32_t other;
            if (!constant_cell(a, LLVMGetOperand(user, 1), &other, 0))
               return false;
            break;
         }
         if (!choice(a, user, &x) || !collect(a, user, &x, depth + 1) || !add_dead(a, user))
            return false;
         break;
      case LLVMLoad:
         if (LLVMGetVolatile(user) || !is_dword(LLVMTypeOf(user)) || !add_access(a, &x))
            return false;
         break;
      case LLVMStore:
         if (LLVMGetVolatile(user) || LLVMGetOperand(user, 0) == pointer || !is_dword(LLVMTypeOf(LLVMGetOperand(user, 0))) ||
             !add_access(a, &x))
            return false;
         break;
      case LLVMCall: {
         LLVMValueRef value = is_memset(user) ? LLVMGetOperand(user, 1) : NULL, size = value ? LLVMGetOperand(user, 2) : NULL;
         if (!value || at->index || !LLVMIsConstant(value) || !LLVMIsNull(value) || !LLVMIsAConstantInt(size) ||
             LLVMConstIntGetZExtValue(size) % 4)
            return false;
         x.count = (uint32_t)(LLVMConstIntGetZExtValue(size) / 4);
         if (x.base > a->cells || x.count > a->cells - x.base || !add_access(a, &x))
            return false;
         break;
      }
      default:
         return false;
      }
   }
   return true;
}

/* Whether the access can reach cell k. */
static bool reaches(const struct access *x, uint32_t k)
{
   if (!x->index)
      return x->base == k;
   uint32_t rel = k - x->base - x->offset;
   return x->multiple <= 1 || (int32_t)rel % (int32_t)x->multiple == 0;
}

static unsigned cost(const struct array *a)
{
   uint64_t n = 0;
   for (unsigned i = 0; i < a->count; i++)
      n += a->access[i].index ? a->cells / (a->access[i].multiple ? a->access[i].multiple : 1) : 0;
   return n > MAX_SELECTS ? MAX_SELECTS + 1 : (unsigned)n;
}

/* Replaces one access by accesses to the cells' own allocas. */
static void rewrite_access(struct array *a, const struct access *x, const LLVMValueRef *cell)
{
   LLVMBuilderRef b = a->b;
   LLVMPositionBuilderBefore(b, x->inst);
   LLVMOpcode op = LLVMGetInstructionOpcode(x->inst);
   if (op == LLVMCall) {
      for (uint32_t k = 0; k < x->count; k++)
         LLVMBuildStore(b, LLVMConstInt(a->i32, 0, 0), cell[x->base + k]);
      LLVMInstructionEraseFromParent(x->inst);
      return;
   }
   LLVMTypeRef t = op == LLVMLoad ? LLVMTypeOf(x->inst) : LLVMTypeOf(LLVMGetOperand(x->inst, 0));
   LLVMValueRef stored = op == LLVMStore ? LLVMGetOperand(x->inst, 0) : NULL, result = NULL, index = NULL;
   if (x->index)
      index = x->shift ? LLVMBuildLShr(b, x->index, LLVMConstInt(a->i32, x->shift, 0), "") : x->index;
   for (uint32_t k = 0; k < a->cells; k++) {
      if (!reaches(x, k))
         continue;
      LLVMValueRef here = NULL;
      if (index)
         here = LLVMBuildICmp(b, LLVMIntEQ, index, LLVMConstInt(a->i32, (uint32_t)(k - x->base), 0), "");
      if (op == LLVMStore) {
         LLVMValueRef v = stored;
         if (here)
            v = LLVMBuildSelect(b, here, stored, LLVMBuildLoad2(b, t, cell[k], ""), "");
         LLVMBuildStore(b, v, cell[k]);
      } else {
         LLVMValueRef v = LLVMBuildLoad2(b, t, cell[k], "");
         result = result ? LLVMBuildSelect(b, here, v, result, "") : v;
      }
   }
   if (op == LLVMLoad)
      LLVMReplaceAllUsesWith(x->inst, result ? result : LLVMConstNull(t));
   LLVMInstructionEraseFromParent(x->inst);
}

static bool lower(struct array *a)
{
   struct access start = { .base = 0 };
   LLVMTypeRef t = LLVMGetAllocatedType(a->alloca);
   if (LLVMGetTypeKind(t) != LLVMArrayTypeKind || LLVMGetElementType(t) != a->i32)
      return false;
   a->cells = LLVMGetArrayLength(t);
   if (a->cells > MAX_CELLS || !collect(a, a->alloca, &start, 0) || cost(a) > MAX_SELECTS)
      return false;
   LLVMValueRef *cell = calloc(a->cells ? a->cells : 1, sizeof(LLVMValueRef));
   if (!cell)
      return false;
   LLVMPositionBuilderBefore(a->b, a->alloca);
   for (uint32_t k = 0; k < a->cells; k++)
      cell[k] = LLVMBuildAlloca(a->b, a->i32, "");
   for (unsigned i = 0; i < a->count; i++)
      rewrite_access(a, &a->access[i], cell);
   for (unsigned left = a->dead_count, before = left + 1; left && left < before;) {
      before = left; /* in rounds: users are erased before their operands */
      left = 0;
      for (unsigned i = 0; i < before; i++) {
         if (LLVMGetFirstUse(a->dead[i]))
            a->dead[left++] = a->dead[i];
         else
            LLVMInstructionEraseFromParent(a->dead[i]);
      }
   }
   if (!LLVMGetFirstUse(a->alloca))
      LLVMInstructionEraseFromParent(a->alloca);
   free(cell);
   return true;
}

bool si_llvm_lower_arrays(LLVMModuleRef mod, LLVMValueRef fn)
{
   LLVMContextRef c = LLVMGetModuleContext(mod);
   LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
   LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
   bool changed = false;
   for (LLVMValueRef i = LLVMGetFirstInstruction(entry), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (LLVMGetInstructionOpcode(i) != LLVMAlloca)
         continue;
      struct array a = { .llvm = c, .i32 = LLVMInt32TypeInContext(c), .b = b, .alloca = i };
      /* The rewrite may erase the next instruction unless it is an alloca: continue at the next alloca. */
      while (next && LLVMGetInstructionOpcode(next) != LLVMAlloca)
         next = LLVMGetNextInstruction(next);
      changed |= lower(&a);
      free(a.access);
      free(a.dead);
   }
   LLVMDisposeBuilder(b);
   return changed;
}
