/* lower_arrays.c: replaces allocas of small arrays with dynamic indices, which SROA cannot promote, by one alloca per cell and
 * chains of selects: registers instead of scratch memory. An access through index i compares with the cells that i can
 * reach, known from the constants that i is a multiple of. Arrays with other uses than loads, stores and memset, or where an access
 * reaches too many cells, stay in scratch memory. */
#include "hw-si/compiler/llvm_target.h"

#include <stdlib.h>

#define MAX_CELLS 512
#define MAX_REACHED 8    /* cells by one access: selects among more take longer than scratch memory */
#define MAX_SELECTS 4096 /* per array, all accesses together */

struct access {
   LLVMValueRef inst;       /* load, store or memset */
   uint32_t base;           /* constant part of the cell number */
   LLVMValueRef index;      /* dynamic part (i32), or NULL */
   uint32_t unit_B;         /* bytes that one step of the index moves */
   uint32_t multiple, offset; /* the index in cells is offset (mod multiple) */
   uint32_t count;          /* memset: cells */
};

struct array {
   LLVMContextRef llvm;
   LLVMTypeRef i32, cell_type; /* i32, or i64 in arrays with a 64-bit scalar */
   LLVMBuilderRef b;
   LLVMValueRef alloca;
   uint32_t cells, cell_B;
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
   if (op != LLVMMul && op != LLVMShl && op != LLVMAdd && op != LLVMOr && op != LLVMAnd)
      return;
   LLVMValueRef x = LLVMGetOperand(v, 0), y = LLVMGetOperand(v, 1);
   uint32_t xm, xo, ym, yo;
   affine(x, &xm, &xo, depth + 1);
   affine(y, &ym, &yo, depth + 1);
   if (op == LLVMAnd) { /* no bits below the mask's lowest */
      if (ym == 0 && yo)
         *multiple = yo & -yo;
   } else if (op == LLVMOr) { /* a sum where no bit is set on both sides */
      if (ym == 0 && xo == 0 && yo < (xm & -xm)) {
         *multiple = xm;
         *offset = yo;
      }
   } else if (op == LLVMAdd) {
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

static unsigned bits_of(LLVMTypeRef t)
{
   switch (LLVMGetTypeKind(t)) {
   case LLVMFloatTypeKind: return 32;
   case LLVMDoubleTypeKind: return 64;
   case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(t);
   case LLVMVectorTypeKind: return LLVMGetVectorSize(t) * bits_of(LLVMGetElementType(t));
   default: return 0;
   }
}

/* A scalar that a cell holds; one of 32 bits lies in the low half of a 64-bit cell. LLVM stores doubles as vectors of their halves,
 * too. */
static bool fits_cell(const struct array *a, LLVMTypeRef t)
{
   return bits_of(t) == 32 || (bits_of(t) == 64 && a->cell_B == 8);
}

/* How many bytes the last index of address arithmetic counts: 1 or a multiple of a cell. 0: of another form. Since LLVM 22 instcombine
 * writes steps of n bytes as steps over [n x i8]. */
static uint32_t index_unit_B(const struct array *a, LLVMValueRef gep)
{
   LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
   int operands = LLVMGetNumOperands(gep);
   uint32_t unit_B = 1;
   if (LLVMGetTypeKind(t) == LLVMArrayTypeKind && LLVMGetElementType(t) == a->cell_type) {
      LLVMValueRef first = LLVMGetOperand(gep, 1);
      return operands == 3 && LLVMIsAConstantInt(first) && LLVMConstIntGetZExtValue(first) == 0 ? a->cell_B : 0;
   }
   if (operands != 2)
      return 0;
   if (t == a->cell_type)
      return a->cell_B;
   if (LLVMGetTypeKind(t) == LLVMArrayTypeKind) {
      unit_B = LLVMGetArrayLength(t);
      t = LLVMGetElementType(t);
   }
   bool bytes = LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 8;
   return bytes && (unit_B == 1 || unit_B % a->cell_B == 0) && unit_B <= a->cell_B * MAX_CELLS ? unit_B : 0;
}

static LLVMValueRef times(const struct array *a, LLVMValueRef v, uint32_t factor)
{
   return factor == 1 ? v : LLVMBuildMul(a->b, v, LLVMConstInt(a->i32, factor, 0), "");
}

/* Two indices become one, before the step of the second. */
static void add_index(const struct array *a, LLVMValueRef gep, const struct access *first, struct access *second)
{
   const uint32_t unit_B = gcd(first->unit_B, second->unit_B);
   LLVMPositionBuilderBefore(a->b, gep);
   second->index = LLVMBuildAdd(a->b, times(a, first->index, first->unit_B / unit_B),
                                times(a, second->index, second->unit_B / unit_B), "");
   second->unit_B = unit_B;
   second->multiple = gcd(first->multiple, second->multiple);
   second->offset += first->offset;
}

/* One step of address arithmetic added to `from`. */
static bool step(struct array *a, LLVMValueRef gep, const struct access *from, struct access *to)
{
   LLVMValueRef index = LLVMGetOperand(gep, (unsigned)LLVMGetNumOperands(gep) - 1);
   uint32_t unit_B = index_unit_B(a, gep);
   *to = *from;
   if (!unit_B)
      return false;
   if (LLVMIsAConstantInt(index)) {
      int64_t offset_B = LLVMConstIntGetSExtValue(index) * unit_B;
      to->base += (uint32_t)(offset_B / (int64_t)a->cell_B);
      return offset_B % (int64_t)a->cell_B == 0;
   }
   if (LLVMTypeOf(index) != a->i32)
      return false;
   to->index = index;
   to->unit_B = unit_B;
   affine(index, &to->multiple, &to->offset, 0);
   if (unit_B == 1) {
      if (!to->multiple || to->multiple % a->cell_B || to->offset % a->cell_B)
         return false;
      to->multiple /= a->cell_B;
      to->offset /= a->cell_B;
   } else {
      const uint32_t cells = unit_B / a->cell_B;
      if (!to->multiple || to->multiple > INT32_MAX / cells) {
         to->multiple = 1;
         to->offset = 0;
      }
      to->multiple *= cells;
      to->offset *= cells;
   }
   if (from->index)
      add_index(a, gep, from, to);
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
   to->unit_B = a->cell_B;
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
         if (LLVMGetVolatile(user) || !fits_cell(a, LLVMTypeOf(user)) || !add_access(a, &x))
            return false;
         break;
      case LLVMStore:
         if (LLVMGetVolatile(user) || LLVMGetOperand(user, 0) == pointer || !fits_cell(a, LLVMTypeOf(LLVMGetOperand(user, 0))) ||
             !add_access(a, &x))
            return false;
         break;
      case LLVMCall: {
         LLVMValueRef value = is_memset(user) ? LLVMGetOperand(user, 1) : NULL, size = value ? LLVMGetOperand(user, 2) : NULL;
         if (!value || at->index || !LLVMIsConstant(value) || !LLVMIsNull(value) || !LLVMIsAConstantInt(size) ||
             LLVMConstIntGetZExtValue(size) % a->cell_B)
            return false;
         x.count = (uint32_t)(LLVMConstIntGetZExtValue(size) / a->cell_B);
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

/* Cells that the access compares its index with. */
static unsigned reached(const struct array *a, const struct access *x)
{
   return x->index ? a->cells / (x->multiple ? x->multiple : 1) : 0;
}

static bool is_cheap(const struct array *a)
{
   uint64_t n = 0;
   for (unsigned i = 0; i < a->count; i++) {
      if (reached(a, &a->access[i]) > MAX_REACHED)
         return false;
      n += reached(a, &a->access[i]);
   }
   return n <= MAX_SELECTS;
}

/* The type of accesses to a cell: SROA promotes cells whose parts are integers. */
static LLVMTypeRef access_type(const struct array *a, LLVMTypeRef t)
{
   LLVMTypeKind kind = LLVMGetTypeKind(t);
   if (a->cell_B != 8 || (kind != LLVMFloatTypeKind && kind != LLVMVectorTypeKind))
      return t;
   return bits_of(t) == 32 ? a->i32 : a->cell_type;
}

/* Replaces one access by accesses to the cells' own allocas. */
static void rewrite_access(struct array *a, const struct access *x, const LLVMValueRef *cell)
{
   LLVMBuilderRef b = a->b;
   LLVMPositionBuilderBefore(b, x->inst);
   LLVMOpcode op = LLVMGetInstructionOpcode(x->inst);
   if (op == LLVMCall) {
      for (uint32_t k = 0; k < x->count; k++)
         LLVMBuildStore(b, LLVMConstNull(a->cell_type), cell[x->base + k]);
      LLVMInstructionEraseFromParent(x->inst);
      return;
   }
   LLVMTypeRef value_type = op == LLVMLoad ? LLVMTypeOf(x->inst) : LLVMTypeOf(LLVMGetOperand(x->inst, 0));
   LLVMTypeRef t = access_type(a, value_type);
   LLVMValueRef stored = op == LLVMStore ? LLVMBuildBitCast(b, LLVMGetOperand(x->inst, 0), t, "") : NULL, result = NULL;
   for (uint32_t k = 0; k < a->cells; k++) {
      if (!reaches(x, k))
         continue;
      LLVMValueRef here = NULL;
      if (x->index) {
         const uint32_t wanted = (uint32_t)((int32_t)a->cell_B * (int32_t)(k - x->base) / (int32_t)x->unit_B);
         here = LLVMBuildICmp(b, LLVMIntEQ, x->index, LLVMConstInt(a->i32, wanted, 0), "");
      }
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
      LLVMReplaceAllUsesWith(x->inst, LLVMBuildBitCast(b, result ? result : LLVMConstNull(t), value_type, ""));
   LLVMInstructionEraseFromParent(x->inst);
}

static bool lower(struct array *a)
{
   struct access start = { .base = 0 };
   LLVMTypeRef t = LLVMGetAllocatedType(a->alloca);
   if (LLVMGetTypeKind(t) != LLVMArrayTypeKind || LLVMGetTypeKind(LLVMGetElementType(t)) != LLVMIntegerTypeKind)
      return false;
   a->cell_type = LLVMGetElementType(t);
   a->cell_B = LLVMGetIntTypeWidth(a->cell_type) / 8;
   if (a->cell_B != 4 && a->cell_B != 8)
      return false;
   a->cells = LLVMGetArrayLength(t);
   if (a->cells > MAX_CELLS || !collect(a, a->alloca, &start, 0) || !is_cheap(a))
      return false;
   LLVMValueRef *cell = calloc(a->cells ? a->cells : 1, sizeof(LLVMValueRef));
   if (!cell)
      return false;
   LLVMPositionBuilderBefore(a->b, a->alloca);
   for (uint32_t k = 0; k < a->cells; k++)
      cell[k] = LLVMBuildAlloca(a->b, a->cell_type, "");
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
