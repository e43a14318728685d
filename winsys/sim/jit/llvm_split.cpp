/* llvm_split.cpp: vectors of many lanes, taken apart into parts as wide as the host's registers, and each block's parts put
 * in order one after another. LLVM would take the vectors apart by itself, but instruction by instruction: with 64 lanes and 16
 * registers of 8 every value then goes to the stack and back. The chain of a part needs as few registers as a scalar program.
 *
 * What cannot be taken apart (unknown calls, lanes by number) gets its vectors joined again. Memory: parts of different numbers
 * are taken to lie apart, as they do in rows that are the same row or disjoint (see llvm_split). */
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "winsys/sim/jit/llvm_passes.h"
#include "winsys/sim/jit/llvm_part.h"

using namespace llvm;

namespace {

using Parts = SmallVector<Value *, 8>;

class Splitter {
public:
   Splitter(Function &function, unsigned part_lanes) : f(function), width(part_lanes) {}
   void run();

private:
   Function &f;
   const unsigned width;
   DenseMap<Value *, Parts> parts_of;
   DenseMap<Instruction *, unsigned> part_number; /* of what belongs to one part alone */
   SmallVector<std::pair<PHINode *, Parts>, 16> phis;
   SmallVector<Instruction *, 64> replaced, extracts;

   /* Lanes of a vector that is to be taken apart, or 0. */
   unsigned wide(Type *t) const
   {
      unsigned n = part_lanes_of(t);
      return n > width && n % width == 0 ? n : 0;
   }
   unsigned wide(const Value *v) const { return wide(v->getType()); }
   bool is_concerned(const Instruction &i) const;
   Value *numbered(Value *v, unsigned part);
   const Parts &parts(Value *v);
   Parts parts_of_constant(Constant *c) const;
   Value *joined(Value *v, Instruction *before);
   Value *shuffled(PartBuilder &b, const Parts &sources, unsigned source_lanes, ArrayRef<int> mask, unsigned number);
   void split(Instruction &i);
   bool split_elementwise(Instruction &i, Parts &out);
   bool split_bits(Instruction &i, Parts &out);
   bool split_signs(Instruction &i, Parts &out);
   Parts split_phi(PHINode &phi);
   void split_shuffle(ShuffleVectorInst &s, Parts &out);
   bool split_insert(InsertElementInst &insert, Parts &out);
   bool split_memory(Instruction &i, Parts &out);
   void finish();
   void number_rest(BasicBlock &block);
   void order(BasicBlock &block);
   void order_region(ArrayRef<Instruction *> region, Instruction *before);
};

bool Splitter::is_concerned(const Instruction &i) const
{
   if (wide(&i) || part_is_signs(i) || part_is_bits(i))
      return true;
   for (const Value *v : i.operands())
      if (wide(v))
         return true;
   return false;
}

Value *Splitter::numbered(Value *v, unsigned part)
{
   if (auto *i = dyn_cast<Instruction>(v))
      part_number[i] = part;
   return v;
}

Parts Splitter::parts_of_constant(Constant *c) const
{
   Parts out;
   unsigned n = wide(c);
   for (unsigned first = 0; first < n; first += width) {
      SmallVector<Constant *, 8> lane;
      for (unsigned k = 0; k < width; k++)
         lane.push_back(c->getAggregateElement(first + k));
      out.push_back(ConstantVector::get(lane));
   }
   return out;
}

/* Behind its definition, for what was not taken apart. */
const Parts &Splitter::parts(Value *v)
{
   auto found = parts_of.find(v);
   if (found != parts_of.end())
      return found->second;
   Parts out;
   if (auto *c = dyn_cast<Constant>(v)) {
      out = parts_of_constant(c);
   } else {
      auto *i = cast<Instruction>(v);
      PartBuilder b(i->getParent(), isa<PHINode>(i) ? i->getParent()->getFirstInsertionPt() : std::next(i->getIterator()));
      for (unsigned first = 0, n = wide(v); first < n; first += width) {
         SmallVector<int, 16> mask;
         for (unsigned k = 0; k < width; k++)
            mask.push_back((int)(first + k));
         out.push_back(numbered(b.CreateShuffleVector(v, mask), first / width));
         extracts.push_back(cast<Instruction>(out.back()));
      }
   }
   return parts_of[v] = std::move(out);
}

Value *Splitter::joined(Value *v, Instruction *before)
{
   auto found = parts_of.find(v);
   if (found == parts_of.end() || isa<Constant>(v))
      return v;
   Parts p = found->second;
   PartBuilder b(before);
   for (unsigned lanes = width; p.size() > 1; lanes *= 2) {
      Parts next;
      SmallVector<int, 64> mask;
      for (unsigned k = 0; k < 2 * lanes; k++)
         mask.push_back((int)k);
      for (unsigned k = 0; k + 1 < p.size(); k += 2)
         next.push_back(b.CreateShuffleVector(p[k], p[k + 1], mask));
      p = std::move(next);
   }
   return p[0];
}

/* One part whose lanes come from anywhere in `sources`. */
Value *Splitter::shuffled(PartBuilder &b, const Parts &sources, unsigned source_lanes, ArrayRef<int> mask, unsigned number)
{
   const unsigned lanes = (unsigned)mask.size();
   Type *type = FixedVectorType::get(cast<VectorType>(sources[0]->getType())->getElementType(), lanes);
   SmallVector<unsigned, 8> used;
   for (int m : mask)
      if (m >= 0 && !is_contained(used, (unsigned)m / source_lanes))
         used.push_back((unsigned)m / source_lanes);
   if (used.empty())
      return PoisonValue::get(type);
   Value *r = nullptr;
   for (unsigned n = 0; n < used.size(); n++) {
      Value *source = sources[used[n]];
      SmallVector<int, 64> pick, blend;
      bool same = source_lanes == lanes;
      for (unsigned k = 0; k < lanes; k++) {
         bool here = mask[k] >= 0 && (unsigned)mask[k] / source_lanes == used[n];
         pick.push_back(here ? (int)((unsigned)mask[k] % source_lanes) : -1);
         same = same && (!here || pick[k] == (int)k);
         blend.push_back(here ? (int)(lanes + k) : (int)k);
      }
      Value *v = same ? source : numbered(b.CreateShuffleVector(source, pick), number);
      r = r ? numbered(b.CreateShuffleVector(r, v, blend), number) : v;
   }
   return r;
}

void Splitter::split_shuffle(ShuffleVectorInst &s, Parts &out)
{
   PartBuilder b(&s);
   Parts sources;
   unsigned source_lanes = cast<FixedVectorType>(s.getOperand(0)->getType())->getNumElements();
   for (Value *v : s.operands()) {
      if (wide(v))
         sources.append(parts(v).begin(), parts(v).end());
      else
         sources.push_back(v);
   }
   if (wide(s.getOperand(0)))
      source_lanes = width;
   ArrayRef<int> mask = s.getShuffleMask();
   unsigned step = wide(&s) ? width : (unsigned)mask.size();
   for (unsigned first = 0; first < mask.size(); first += step) {
      ArrayRef<int> now = mask.slice(first, step);
      if (first && now == mask.slice(first - step, step)) { /* such as one lane for all */
         if (auto *i = dyn_cast<Instruction>(out.back()))
            part_number.erase(i);
         out.push_back(out.back());
      } else {
         unsigned number = wide(&s) ? first / width : (unsigned)std::max(now[0], 0) / source_lanes;
         out.push_back(shuffled(b, sources, source_lanes, now, number));
      }
   }
}

/* A scalar that goes to a known lane, such as the first one of a vector that is made of it alone. */
bool Splitter::split_insert(InsertElementInst &insert, Parts &out)
{
   auto *lane = dyn_cast<ConstantInt>(insert.getOperand(2));
   if (!lane || lane->getZExtValue() >= wide(&insert))
      return false;
   PartBuilder b(&insert);
   out = parts(insert.getOperand(0));
   Value *&part = out[lane->getZExtValue() / width];
   part = b.CreateInsertElement(part, insert.getOperand(1), lane->getZExtValue() % width);
   return true;
}

bool Splitter::split_elementwise(Instruction &i, Parts &out)
{
   unsigned n = wide(&i);
   if (!n || !part_is_elementwise(i, n))
      return false;
   SmallVector<Parts, 4> in;
   for (Value *v : isa<CallInst>(i) ? cast<CallInst>(i).args() : i.operands())
      in.push_back(wide(v) ? parts(v) : Parts(n / width, v));
   PartBuilder b(&i);
   for (unsigned p = 0; p < n / width; p++) {
      SmallVector<Value *, 6> operands;
      for (auto &v : in)
         operands.push_back(v[p]);
      out.push_back(numbered(part_build(b, i, operands, width), p));
   }
   return true;
}

/* A mask's lanes out of its bits, 32 of them at a time. Also of one part's lanes, for which LLVM goes longer ways. */
bool Splitter::split_bits(Instruction &i, Parts &out)
{
   unsigned n = part_lanes_of(i.getType());
   if (!part_is_bits(i) || n % width)
      return false;
   PartBuilder b(&i);
   Value *bits = b.CreateZExt(i.getOperand(0), b.getInt64Ty()), *word = nullptr;
   for (unsigned first = 0; first < n; first += width) {
      if (first % 32 == 0)
         word = b.CreateTrunc(first ? b.CreateLShr(bits, first) : bits, b.getInt32Ty());
      out.push_back(numbered(part_of_bits(b, word, first % 32, width), first / width));
   }
   return true;
}

bool Splitter::split_signs(Instruction &i, Parts &out)
{
   if (!part_is_signs(i))
      return false;
   Value *all = nullptr, *v = i.getOperand(0);
   PartBuilder b(&i);
   const Parts in = wide(v) ? parts(v) : Parts(1, v);
   for (unsigned p = 0; p < in.size(); p++) {
      Value *now = part_signs(b, in[p], width);
      all = all ? b.CreateOr(all, b.CreateShl(now, p * width)) : now;
   }
   out.push_back(all);
   return true;
}

/* Rows of 32-bit values: then parts of one number lie over each other, and of different numbers apart. */
bool Splitter::split_memory(Instruction &i, Parts &out)
{
   auto *load = dyn_cast<LoadInst>(&i);
   auto *store = dyn_cast<StoreInst>(&i);
   if ((!load && !store) || i.isVolatile() || i.isAtomic())
      return false;
   Type *type = getLoadStoreType(&i);
   if (!wide(type) || type->getScalarSizeInBits() != 32)
      return false;
   PartBuilder b(&i);
   Parts value;
   if (store)
      value = parts(store->getValueOperand());
   Value *at = getLoadStorePointerOperand(&i);
   for (unsigned p = 0; p < wide(type) / width; p++) {
      uint64_t offset = uint64_t(p) * width * 4;
      Value *place = offset ? b.CreateGEP(b.getInt8Ty(), at, b.getInt64(offset)) : at;
      Align align = commonAlignment(getLoadStoreAlignment(&i), offset);
      if (offset)
         numbered(place, p);
      if (load)
         out.push_back(numbered(b.CreateAlignedLoad(part_type(type, width), place, align), p));
      else
         numbered(b.CreateAlignedStore(value[p], place, align), p);
   }
   return true;
}

Parts Splitter::split_phi(PHINode &phi)
{
   PartBuilder b(&phi);
   Parts out;
   for (unsigned p = 0; p < wide(&phi) / width; p++)
      out.push_back(b.CreatePHI(part_type(phi.getType(), width), phi.getNumIncomingValues()));
   phis.push_back({ &phi, out }); /* its operands may not have been taken apart yet */
   return out;
}

void Splitter::split(Instruction &i)
{
   Parts out;
   bool done = true;
   if (auto *phi = dyn_cast<PHINode>(&i))
      out = split_phi(*phi);
   else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&i))
      split_shuffle(*shuffle, out);
   else if (auto *insert = dyn_cast<InsertElementInst>(&i))
      done = split_insert(*insert, out);
   else
      done = split_elementwise(i, out) || split_bits(i, out) || split_signs(i, out) || split_memory(i, out);
   if (!done) {
      for (Use &u : i.operands())
         if (wide(u.get()))
            u.set(joined(u.get(), &i));
      return;
   }
   if (wide(&i))
      parts_of[&i] = std::move(out);
   else if (!out.empty())
      i.replaceAllUsesWith(out[0]);
   replaced.push_back(&i);
}

void Splitter::finish()
{
   for (auto &[phi, made] : phis)
      for (unsigned k = 0; k < phi->getNumIncomingValues(); k++) {
         const Parts in = parts(phi->getIncomingValue(k));
         for (unsigned p = 0; p < made.size(); p++)
            cast<PHINode>(made[p])->addIncoming(in[p], phi->getIncomingBlock(k));
      }
   for (Instruction *i : replaced)
      if (!i->getType()->isVoidTy())
         i->replaceAllUsesWith(PoisonValue::get(i->getType()));
   for (Instruction *i : replaced)
      i->eraseFromParent();
   for (Instruction *i : extracts)
      if (i->use_empty()) {
         part_number.erase(i);
         i->eraseFromParent();
      }
}

/* ---- order -------------------------------------------------------------------------------------------------------------- */

/* An instruction whose operands are of one part belongs to that part. */
void Splitter::number_rest(BasicBlock &block)
{
   for (Instruction &i : block) {
      if (part_number.count(&i) || isa<PHINode>(i) || i.isTerminator() ||
          (!part_is_pure_assembly(i) && (i.mayReadOrWriteMemory() || i.mayHaveSideEffects())))
         continue;
      bool one = false, mixed = false;
      unsigned number = 0;
      for (Value *v : i.operands()) {
         auto *from = dyn_cast<Instruction>(v);
         auto known = from ? part_number.find(from) : part_number.end();
         if (known == part_number.end() || from->getParent() != &block)
            continue;
         mixed = mixed || (one && known->second != number);
         number = known->second;
         one = true;
      }
      if (one && !mixed)
         part_number[&i] = number;
   }
}

void Splitter::order_region(ArrayRef<Instruction *> region, Instruction *before)
{
   const unsigned n = (unsigned)region.size();
   DenseMap<const Instruction *, unsigned> index;
   std::vector<SmallVector<unsigned, 4>> needs(n);
   DenseMap<unsigned, SmallVector<unsigned, 4>> since_store; /* loads of a part since its last store, and that store */
   DenseMap<unsigned, unsigned> last_store;
   SmallVector<unsigned, 8> loads; /* scalar ones */
   unsigned num_parts = 0;
   for (unsigned k = 0; k < n; k++)
      index[region[k]] = k;
   for (unsigned k = 0; k < n; k++) {
      Instruction *i = region[k];
      for (Value *v : i->operands()) {
         auto *from = dyn_cast<Instruction>(v);
         auto known = from ? index.find(from) : index.end();
         if (known != index.end())
            needs[k].push_back(known->second);
      }
      auto number = part_number.find(i);
      if (number != part_number.end())
         num_parts = std::max(num_parts, number->second + 1);
      if (part_is_pure_assembly(*i) || !i->mayReadOrWriteMemory())
         continue;
      if (number == part_number.end()) { /* a load */
         for (auto &s : last_store)
            needs[k].push_back(s.second);
         loads.push_back(k);
         continue;
      }
      auto store = last_store.find(number->second);
      if (store != last_store.end())
         needs[k].push_back(store->second);
      if (!i->mayWriteToMemory()) {
         since_store[number->second].push_back(k);
         continue;
      }
      needs[k].append(since_store[number->second].begin(), since_store[number->second].end());
      needs[k].append(loads.begin(), loads.end());
      since_store[number->second].clear();
      last_store[number->second] = k;
   }
   /* Part by part, each with what it needs in front of it; then the rest. */
   std::vector<uint8_t> state(n, 0); /* 1: waits for its needs, 2: placed */
   std::vector<unsigned> stack;
   auto place = [&](unsigned first) {
      stack.push_back(first);
      while (!stack.empty()) {
         unsigned k = stack.back();
         if (state[k] == 0) {
            state[k] = 1;
            for (auto need = needs[k].rbegin(); need != needs[k].rend(); ++need)
               if (!state[*need])
                  stack.push_back(*need);
            continue;
         }
         stack.pop_back();
         if (state[k] == 1) {
            state[k] = 2;
            region[k]->moveBefore(*before->getParent(), before->getIterator());
         }
      }
   };
   for (unsigned p = 0; p < num_parts; p++)
      for (unsigned k = 0; k < n; k++) {
         auto number = part_number.find(region[k]);
         if (number != part_number.end() && number->second == p)
            place(k);
      }
   for (unsigned k = 0; k < n; k++)
      place(k);
}

/* Between calls and stores that belong to no part. */
void Splitter::order(BasicBlock &block)
{
   SmallVector<Instruction *, 64> all, region;
   number_rest(block);
   for (Instruction &i : block)
      if (!isa<PHINode>(i) && !isa<AllocaInst>(i))
         all.push_back(&i);
   for (Instruction *i : all) {
      bool fence = i->isTerminator() || (!part_number.count(i) && !part_is_pure_assembly(*i) &&
                                         (i->mayWriteToMemory() || i->mayHaveSideEffects()));
      if (!fence) {
         region.push_back(i);
         continue;
      }
      order_region(region, i);
      region.clear();
   }
}

void Splitter::run()
{
   SmallVector<Instruction *, 256> all;
   for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&f))
      for (Instruction &i : *block)
         if (is_concerned(i))
            all.push_back(&i);
   if (all.empty())
      return;
   for (Instruction *i : all)
      split(*i);
   finish();
   for (BasicBlock &block : f)
      order(block);
}

} /* namespace */

void llvm_split(LLVMModuleRef module, unsigned part_lanes)
{
   for (Function &f : *unwrap(module))
      if (!f.isDeclaration())
         Splitter(f, part_lanes).run();
}
