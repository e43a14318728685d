/* llvm_roll.h: private to llvm_roll.cpp: the state of the pass. */
#ifndef JIT_LLVM_ROLL_H
#define JIT_LLVM_ROLL_H

#include <map>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

#include "winsys/sim/jit/llvm_part.h"

using namespace llvm;

namespace {

enum class Kind {
   SCALAR,
   PART,   /* lanes by themselves, memory included */
   SPLAT,  /* one scalar in all lanes: made in each loop that uses it */
   DIGEST, /* bits of all parts */
   LANE,   /* one lane by number: a scalar */
   NOTHING /* the first step of a splat */
};

struct Place {
   Kind kind;
   int step;             /* PART, DIGEST: number of the loop. SCALAR, LANE: of the loop that it is in front of */
   Instruction *part;    /* the result of its loop, and its place (bytes) */
   Value *at;
   AllocaInst *aside;    /* a copy for later loops */
};

/* The last access to some memory so far. -1: none. */
struct Touched { int part_load = -1, part_store = -1, scalar_load = -1, scalar_store = -1; };

class Roller {
public:
   Roller(Function &function, unsigned num_lanes, unsigned part_lanes)
      : f(function), layout(function.getParent()->getDataLayout()), lanes(num_lanes), width(part_lanes) {}
   void run(unsigned least);

private:
   Function &f;
   const DataLayout &layout;
   const unsigned lanes, width;
   std::multimap<Type *, AllocaInst *> rooms, taken; /* set aside for a block's vectors */
   DenseSet<const Value *> slots;

   /* One block's. */
   BasicBlock *block;
   std::vector<Instruction *> all;
   DenseMap<const Instruction *, Place> places;
   DenseMap<const Instruction *, StoreInst *> stored; /* vectors that the block stores to a slot */
   DenseMap<const Value *, StoreInst *> store_of;     /* by slot */
   int fence, last_step;

   /* One loop's. */
   DenseMap<const Value *, Value *> made;
   Value *at;              /* bytes from the first part of a vector of 32 bits per lane */
   BasicBlock *body;

   bool wide(const Value *v) const { return part_lanes_of(v->getType()) == lanes; }
   bool concerns(const Instruction &i) const;
   void leave_blocks();
   void renew_splat(ShuffleVectorInst &s);
   void leave_splat(Instruction &i, Value *scalar);
   void leave_block(Instruction &i);
   void leave_phi(PHINode &phi);
   AllocaInst *new_room(Type *t);
   AllocaInst *room_for(Type *t);
   bool classify(Instruction &i, Kind &kind) const;
   bool is_rows(const Instruction &i) const;
   bool is_slot_access(const Instruction &i) const { return slots.contains(getLoadStorePointerOperand(&i)); }
   int earliest(const Instruction &i, Kind kind) const;
   void order_memory(Instruction &i, Kind kind, int &step, DenseMap<const Value *, Touched> &touched);
   bool arrange();
   const Value *base_of(const Instruction &i) const;
   bool in_slot(const Instruction *v, int step, Value *&where) const;
   Value *home(Instruction *v, int step);
   void emit();
   void emit_loop(int step, BasicBlock *&here, BasicBlock *tail);
   Value *operand(Value *v, PartBuilder &b, int step);
   Value *constant_part(Constant *c, PartBuilder &b);
   Value *build(Instruction &i, PartBuilder &b, int step);
   Value *load_part(Type *t, Value *from, unsigned align, PartBuilder &b);
   Value *part_address(Type *t, Value *of, Value *place, PartBuilder &b);
   Type *memory_type(Type *t) const;
};

} /* namespace */

inline bool Roller::concerns(const Instruction &i) const
{
   if (wide(&i))
      return true;
   for (const Value *v : i.operands())
      if (wide(v))
         return true;
   return false;
}

#endif
