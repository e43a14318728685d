/* llvm_slots.cpp: stack slots of complete vectors that stay in memory. LLVM's own passes would make SSA values of them all,
 * which a function of many blocks then carries around in more registers than there are. Here each block keeps at most one load of a
 * slot, in front, and one store, if another block reads it. */
#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "winsys/sim/jit/llvm_passes.h"
#include "winsys/sim/jit/llvm_part.h"

using namespace llvm;

bool part_is_slot(const AllocaInst &a, unsigned lanes)
{
   const unsigned bits = a.getAllocatedType()->getScalarSizeInBits();
   if (part_lanes_of(a.getAllocatedType()) != lanes || bits % 8)
      return false;
   for (const User *u : a.users()) {
      const auto *load = dyn_cast<LoadInst>(u);
      const auto *store = dyn_cast<StoreInst>(u);
      if (!load && (!store || store->getValueOperand() == &a))
         return false;
      Type *t = getLoadStoreType(const_cast<User *>(u));
      if (part_lanes_of(t) != lanes || t->getScalarSizeInBits() != bits)
         return false;
   }
   return true;
}

namespace {

class Slots {
public:
   Slots(Function &function, unsigned num_lanes) : f(function), lanes(num_lanes) {}
   void thin_out();
   void set_volatile(bool on);

private:
   Function &f;
   const unsigned lanes;
   DenseMap<const Value *, unsigned> number; /* of a slot */
   struct Uses { BitVector reads, writes, live; std::vector<std::pair<unsigned, StoreInst *>> stores; };

   void find();
   unsigned slot_of(const Instruction &i) const;
   void forward(BasicBlock &block, Uses &uses);
};

constexpr unsigned NO_SLOT = ~0u;

} /* namespace */

void Slots::find()
{
   number.clear();
   for (Instruction &i : f.getEntryBlock())
      if (auto *a = dyn_cast<AllocaInst>(&i); a && part_is_slot(*a, lanes))
         number.insert({ a, (unsigned)number.size() });
}

unsigned Slots::slot_of(const Instruction &i) const
{
   const Value *at = getLoadStorePointerOperand(&i);
   auto found = at ? number.find(at) : number.end();
   return found == number.end() ? NO_SLOT : found->second;
}

/* Loads after a load or store of the slot take its value; of stores the last is left. */
void Slots::forward(BasicBlock &block, Uses &uses)
{
   DenseMap<unsigned, Value *> value;
   DenseMap<unsigned, StoreInst *> last;
   for (Instruction &i : make_early_inc_range(block)) {
      unsigned slot = slot_of(i);
      if (slot == NO_SLOT)
         continue;
      Value *&now = value[slot];
      if (auto *store = dyn_cast<StoreInst>(&i)) {
         now = store->getValueOperand();
         StoreInst *&before = last[slot];
         if (before)
            before->eraseFromParent();
         before = store;
         uses.writes.set(slot);
      } else if (!now) {
         now = &i;
         uses.reads.set(slot);
      } else {
         Value *v = now->getType() == i.getType() ? now : PartBuilder(&i).CreateBitCast(now, i.getType());
         i.replaceAllUsesWith(v);
         i.eraseFromParent();
      }
   }
   for (auto &s : last)
      uses.stores.push_back({ s.first, s.second });
}

/* Blocks' loads and stores as above; then stores that are never read are removed. */
void Slots::thin_out()
{
   find();
   DenseMap<BasicBlock *, Uses> of;
   const unsigned n = (unsigned)number.size();
   for (BasicBlock &block : f) {
      Uses &u = of[&block];
      u.reads.resize(n);
      u.writes.resize(n);
      forward(block, u);
      u.live = u.reads; /* where the block begins */
   }
   auto live_behind = [&](BasicBlock &block) {
      BitVector live(n);
      for (BasicBlock *next : successors(&block))
         live |= of[next].live;
      return live;
   };
   for (bool changed = true; changed;) {
      changed = false;
      for (BasicBlock &block : reverse(f)) {
         Uses &u = of[&block];
         BitVector live = live_behind(block);
         live.reset(u.writes);
         live |= u.reads;
         changed = changed || live != u.live;
         u.live = std::move(live);
      }
   }
   for (BasicBlock &block : f) {
      BitVector live = live_behind(block);
      for (auto &[slot, store] : of[&block].stores)
         if (!live.test(slot))
            store->eraseFromParent();
   }
}

/* Passes do not look into volatile memory. */
void Slots::set_volatile(bool on)
{
   for (Instruction &i : instructions(f)) {
      if (slot_of(i) == NO_SLOT)
         continue;
      if (auto *load = dyn_cast<LoadInst>(&i))
         load->setVolatile(on);
      else
         cast<StoreInst>(i).setVolatile(on);
   }
}

static void work_on_slots(LLVMModuleRef module, unsigned lanes, bool hide)
{
   for (Function &f : *unwrap(module)) {
      if (f.isDeclaration())
         continue;
      Slots slots(f, lanes);
      slots.thin_out();
      slots.set_volatile(hide);
   }
}

void llvm_keep_slots(LLVMModuleRef module, unsigned lanes)
{
   work_on_slots(module, lanes, true);
}

void llvm_release_slots(LLVMModuleRef module, unsigned lanes)
{
   work_on_slots(module, lanes, false);
}
