/* llvm_roll.cpp: a block's work on vectors of many lanes as loops over parts of them, as wide as the host's registers.
 * LLVM by itself would take the vectors apart instruction by instruction: with 64 lanes and 16 registers of 8 every value then goes to
 * the stack and back, and the code is many times the size, as is the time to make it.
 *
 * A block becomes scalar code and loops in turn: loop k works on all parts with what the scalars in front of it know, and what
 * is known only when all parts are done (masks as bits, a lane by number) is there for the scalars after it. Each instruction
 * goes to the first loop that it can be in. A vector that a later loop needs is in its slot, if the block stores it to one or
 * has loaded it from one, else in memory set aside for it. Blocks with anything that no loop can do stay as they are. */
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include "winsys/sim/jit/llvm_passes.h"
#include "winsys/sim/jit/llvm_part.h"
#include "winsys/sim/jit/llvm_roll.h"

/* ---- between blocks --------------------------------------------------------------------------------------------------- */

/* Bits of masks have no address. */
Type *Roller::memory_type(Type *t) const
{
   Type *e = t->getScalarType();
   return FixedVectorType::get(e->isIntegerTy(1) ? Type::getInt32Ty(f.getContext()) : e, part_lanes_of(t));
}

AllocaInst *Roller::new_room(Type *t)
{
   BasicBlock &entry = f.getEntryBlock();
   AllocaInst *a = PartBuilder(&entry, entry.begin()).CreateAlloca(memory_type(t), layout.getAllocaAddrSpace(), nullptr, "aside");
   a->setAlignment(Align(64));
   return a;
}

static void keep(PartBuilder &b, Value *v, AllocaInst *room)
{
   Type *t = room->getAllocatedType();
   if (v->getType() != t)
      v = b.CreateSExt(v, t);
   b.CreateAlignedStore(v, room, Align(64));
}

static Value *kept(PartBuilder &b, Type *t, AllocaInst *room)
{
   Value *v = b.CreateAlignedLoad(room->getAllocatedType(), room, Align(64));
   return v->getType() == t ? v : b.CreateTrunc(v, t);
}

void Roller::leave_phi(PHINode &phi)
{
   AllocaInst *room = new_room(phi.getType());
   for (unsigned k = 0; k < phi.getNumIncomingValues(); k++) {
      PartBuilder b(phi.getIncomingBlock(k)->getTerminator());
      keep(b, phi.getIncomingValue(k), room);
   }
   PartBuilder b(phi.getParent(), phi.getParent()->getFirstInsertionPt());
   phi.replaceAllUsesWith(kept(b, phi.getType(), room));
   phi.eraseFromParent();
}

/* The scalar that all lanes of a vector are, if that is how it was made. */
static Value *splat_of(const Value *v)
{
   auto *s = dyn_cast<ShuffleVectorInst>(v);
   auto *first = s && s->isZeroEltSplat() ? dyn_cast<InsertElementInst>(s->getOperand(0)) : nullptr;
   auto *lane = first ? dyn_cast<ConstantInt>(first->getOperand(2)) : nullptr;
   return lane && lane->isZero() ? first->getOperand(1) : nullptr;
}

static SmallVector<Use *, 8> uses_elsewhere(Instruction &i)
{
   SmallVector<Use *, 8> uses;
   for (Use &u : i.uses())
      if (cast<Instruction>(u.getUser())->getParent() != i.getParent())
         uses.push_back(&u);
   return uses;
}

/* Each block makes its own. */
void Roller::leave_splat(Instruction &i, Value *scalar)
{
   DenseMap<BasicBlock *, Value *> in;
   for (Use *u : uses_elsewhere(i)) {
      BasicBlock *user = cast<Instruction>(u->getUser())->getParent();
      Value *&v = in[user];
      if (!v)
         v = PartBuilder(user, user->getFirstInsertionPt()).CreateVectorSplat(lanes, scalar);
      u->set(v);
   }
}

/* One form for all of them: each with a first step of its own, without casts in between. */
void Roller::renew_splat(ShuffleVectorInst &s)
{
   auto *cast_of = dyn_cast<BitCastInst>(s.getOperand(0));
   auto *first = dyn_cast<InsertElementInst>(cast_of ? cast_of->getOperand(0) : s.getOperand(0));
   auto *lane = first ? dyn_cast<ConstantInt>(first->getOperand(2)) : nullptr;
   if (!s.isZeroEltSplat() || !wide(&s) || !lane || !lane->isZero() ||
       first->getType()->getScalarSizeInBits() != s.getType()->getScalarSizeInBits())
      return;
   PartBuilder b(&s);
   Value *scalar = first->getOperand(1), *made = nullptr;
   if (cast_of)
      scalar = b.CreateBitCast(scalar, s.getType()->getElementType());
   made = b.CreateVectorSplat(lanes, scalar);
   s.replaceAllUsesWith(made);
   RecursivelyDeleteTriviallyDeadInstructions(&s);
}

/* Through memory to the other blocks that use it. */
void Roller::leave_block(Instruction &i)
{
   SmallVector<Use *, 8> uses = uses_elsewhere(i);
   if (uses.empty())
      return;
   AllocaInst *room = new_room(i.getType());
   PartBuilder b(i.getParent(), std::next(i.getIterator()));
   keep(b, &i, room);
   DenseMap<BasicBlock *, Value *> in;
   for (Use *u : uses) {
      BasicBlock *user = cast<Instruction>(u->getUser())->getParent();
      Value *&v = in[user];
      if (!v) {
         PartBuilder front(user, user->getFirstInsertionPt());
         v = kept(front, i.getType(), room);
      }
      u->set(v);
   }
}

void Roller::leave_blocks()
{
   std::vector<PHINode *> phis;
   std::vector<Instruction *> vectors;
   for (BasicBlock &b : f)
      for (PHINode &phi : b.phis())
         if (wide(&phi))
            phis.push_back(&phi);
   for (PHINode *phi : phis)
      leave_phi(*phi);
   for (BasicBlock &b : f)
      for (Instruction &i : make_early_inc_range(b))
         if (auto *s = dyn_cast<ShuffleVectorInst>(&i))
            renew_splat(*s);
   for (Instruction &i : instructions(f))
      if (wide(&i) && !isa<InsertElementInst>(i))
         vectors.push_back(&i);
   for (Instruction *i : vectors)
      if (Value *scalar = splat_of(i))
         leave_splat(*i, scalar);
   for (Instruction *i : vectors)
      if (!splat_of(i))
         leave_block(*i);
}

/* ---- which loop ------------------------------------------------------------------------------------------------------- */

/* Loads and stores of complete bytes per lane. */
bool Roller::is_rows(const Instruction &i) const
{
   const auto *load = dyn_cast<LoadInst>(&i);
   const auto *store = dyn_cast<StoreInst>(&i);
   if ((!load && !store) || i.isVolatile() || i.isAtomic())
      return false;
   unsigned bits = getLoadStoreType(const_cast<Instruction *>(&i))->getScalarSizeInBits();
   return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

static bool gives_bits(const Instruction &i)
{
   return isa<BitCastInst>(i) && i.getType()->isIntegerTy() && i.getOperand(0)->getType()->isIntOrIntVectorTy(1);
}

/* Each part takes lanes of its own part only, and the same ones. */
static bool stays_in_parts(const ShuffleVectorInst &s, unsigned lanes, unsigned width)
{
   ArrayRef<int> mask = s.getShuffleMask();
   if (part_lanes_of(s.getOperand(0)->getType()) != lanes || mask.size() != lanes)
      return false;
   for (unsigned k = 0; k < lanes; k++) {
      int first = mask[k % width], own = mask[k];
      if ((first < 0) != (own < 0))
         return false;
      if (own < 0)
         continue;
      unsigned source = (unsigned)own % lanes;
      if (source / width != k / width || own - first != (int)(k / width * width))
         return false;
   }
   return true;
}

bool Roller::classify(Instruction &i, Kind &kind) const
{
   kind = Kind::SCALAR;
   if (wide(i.getNumOperands() ? i.getOperand(0) : &i) && (part_is_signs(i) || gives_bits(i))) {
      kind = Kind::DIGEST;
      return true;
   }
   if (!concerns(i))
      return true;
   kind = Kind::PART;
   if (auto *s = dyn_cast<ShuffleVectorInst>(&i)) {
      if (splat_of(s)) {
         kind = Kind::SPLAT;
         return wide(s);
      }
      return stays_in_parts(*s, lanes, width);
   }
   if (auto *insert = dyn_cast<InsertElementInst>(&i)) {
      kind = Kind::NOTHING;
      return all_of(insert->users(), [](const User *u) { return splat_of(u); });
   }
   if (isa<ExtractElementInst>(i)) { /* of what is not in memory: rare */
      kind = Kind::LANE;
      auto *from = dyn_cast<Instruction>(i.getOperand(0));
      auto found = from ? places.find(from) : places.end();
      return found != places.end() && found->second.kind == Kind::PART && i.getType()->getScalarSizeInBits() % 8 == 0;
   }
   return part_is_elementwise(i, lanes) || part_is_bits(i) || is_rows(i);
}

/* The first loop (or place in front of one) where all operands are there. */
int Roller::earliest(const Instruction &i, Kind kind) const
{
   bool scalar = kind == Kind::SCALAR || kind == Kind::LANE;
   int step = 0;
   for (const Value *v : i.operands()) {
      auto *from = dyn_cast<Instruction>(v);
      auto found = from ? places.find(from) : places.end();
      if (found == places.end())
         continue;
      const Place &p = found->second;
      bool late = p.kind == Kind::DIGEST || (scalar && p.kind == Kind::PART);
      step = std::max(step, p.step + late);
   }
   return step;
}

/* Slots and other memory on the stack lie apart; all else may be the same. */
const Value *Roller::base_of(const Instruction &i) const
{
   const Value *at = getLoadStorePointerOperand(&i);
   const Value *base = at ? getUnderlyingObject(at) : nullptr;
   return base && isa<AllocaInst>(base) ? base : nullptr;
}

void Roller::order_memory(Instruction &i, Kind kind, int &step, DenseMap<const Value *, Touched> &touched)
{
   bool access = isa<LoadInst>(i) || isa<StoreInst>(i);
   if (part_is_pure_assembly(i) || (!i.mayReadOrWriteMemory() && !i.mayHaveSideEffects()))
      return;
   if (!is_slot_access(i))
      step = std::max(step, fence);
   if (!access && kind == Kind::SCALAR) { /* a call: after all and before all but slots, which it cannot reach */
      for (auto &[base, t] : touched)
         if (!slots.contains(base))
            step = std::max({ step, t.part_load + 1, t.part_store + 1, t.scalar_load, t.scalar_store });
      fence = step;
      return;
   }
   Touched &t = touched[access ? base_of(i) : nullptr];
   bool writes = i.mayWriteToMemory();
   if (kind == Kind::PART) {
      step = std::max({ step, t.part_store, t.scalar_store });
      if (writes)
         step = std::max({ step, t.part_load, t.scalar_load });
      int &mine = writes ? t.part_store : t.part_load;
      mine = std::max(mine, step);
   } else {
      step = std::max({ step, t.part_store + 1, t.scalar_store });
      if (writes)
         step = std::max({ step, t.part_load + 1, t.scalar_load });
      int &mine = writes ? t.scalar_store : t.scalar_load;
      mine = std::max(mine, step);
   }
}

/* False: the block has something that no loop can do. */
bool Roller::arrange()
{
   DenseMap<const Value *, Touched> touched;
   places.clear();
   stored.clear();
   store_of.clear();
   fence = last_step = 0;
   for (Instruction *i : all) {
      Kind kind;
      if (!classify(*i, kind))
         return false;
      int step = earliest(*i, kind);
      order_memory(*i, kind, step, touched);
      places[i] = { kind, step, nullptr, nullptr, nullptr };
      last_step = std::max(last_step, step);
      auto *store = dyn_cast<StoreInst>(i);
      if (store && is_slot_access(*i)) {
         store_of[store->getPointerOperand()] = store;
         if (auto *v = dyn_cast<Instruction>(store->getValueOperand()))
            stored[v] = store;
      }
   }
   return true;
}

/* ---- where vectors are in other loops ------------------------------------------------------------------------------------ */

/* The slot holds the vector when loop `step` begins, and until then. */
bool Roller::in_slot(const Instruction *v, int step, Value *&where) const
{
   if (is_slot_access(*v)) {
      where = const_cast<Value *>(getLoadStorePointerOperand(v));
      auto store = store_of.find(where);
      return store == store_of.end() || places.find(store->second)->second.step >= step;
   }
   auto s = stored.find(v);
   if (s == stored.end() || places.find(s->second)->second.step >= step)
      return false;
   where = s->second->getPointerOperand();
   return store_of.find(where)->second == s->second;
}

AllocaInst *Roller::room_for(Type *t)
{
   t = memory_type(t);
   auto found = rooms.find(t);
   AllocaInst *a = found != rooms.end() ? found->second : new_room(t);
   if (found != rooms.end())
      rooms.erase(found);
   taken.insert({ t, a });
   return a;
}

/* Memory with the vector, made in an earlier loop than `step`. */
Value *Roller::home(Instruction *v, int step)
{
   Value *where;
   if (in_slot(v, step, where))
      return where;
   Place &p = places[v];
   if (!p.aside) {
      p.aside = room_for(v->getType());
      PartBuilder b(p.part->getParent(), std::next(p.part->getIterator()));
      Type *t = part_type(p.aside->getAllocatedType(), width);
      Value *kept = t == p.part->getType() ? p.part : b.CreateSExt(p.part, t);
      b.CreateAlignedStore(kept, part_address(t, p.aside, p.at, b), Align(t->getScalarSizeInBits() / 8 * width));
   }
   return p.aside;
}

/* ---- loops ------------------------------------------------------------------------------------------------------------- */

/* place: bytes, for 32 bits per lane */
Value *Roller::part_address(Type *t, Value *of, Value *place, PartBuilder &b)
{
   unsigned bits = t->getScalarSizeInBits();
   Value *bytes = bits == 64 ? b.CreateShl(place, 1) : bits < 32 ? b.CreateLShr(place, bits == 16 ? 1 : 2) : place;
   return b.CreateGEP(b.getInt8Ty(), of, bytes);
}

Value *Roller::load_part(Type *t, Value *from, unsigned align, PartBuilder &b)
{
   Type *part = part_type(t, width);
   unsigned size = part->getScalarSizeInBits() / 8 * width;
   return b.CreateAlignedLoad(part, part_address(t, from, at, b), Align(std::min(align, size)));
}

Value *Roller::constant_part(Constant *c, PartBuilder &b)
{
   Type *part = part_type(c->getType(), width);
   if (isa<PoisonValue>(c))
      return PoisonValue::get(part);
   if (isa<UndefValue>(c))
      return UndefValue::get(part);
   SmallVector<Constant *, 64> lane;
   bool same = true;
   for (unsigned k = 0; k < lanes; k++) {
      lane.push_back(c->getAggregateElement(k));
      same = same && lane[k] == lane[k % width];
   }
   if (same)
      return ConstantVector::get(ArrayRef(lane).take_front(width));
   bool bits = part->isIntOrIntVectorTy(1);
   for (Constant *&l : lane)
      if (bits)
         l = ConstantInt::getSigned(b.getInt32Ty(), l->isOneValue() ? -1 : 0);
   Constant *table = ConstantVector::get(lane);
   auto *global = new GlobalVariable(*f.getParent(), table->getType(), true, GlobalValue::PrivateLinkage, table, "lanes");
   global->setAlignment(Align(64));
   Value *v = load_part(table->getType(), global, 64, b);
   return bits ? b.CreateTrunc(v, part) : v;
}

Value *Roller::operand(Value *v, PartBuilder &b, int step)
{
   if (!wide(v))
      return v;
   if (auto *c = dyn_cast<Constant>(v))
      return constant_part(c, b);
   auto found = made.find(v);
   if (found != made.end())
      return found->second;
   auto *i = cast<Instruction>(v);
   PartBuilder front(body, body->getFirstInsertionPt());
   Value *r;
   if (places[i].kind == Kind::SPLAT) {
      r = front.CreateVectorSplat(width, splat_of(i));
   } else {
      Type *t = memory_type(v->getType());
      r = load_part(t, home(i, step), 64, front);
      if (t != v->getType())
         r = front.CreateTrunc(r, part_type(v->getType(), width));
   }
   return made[v] = r;
}

Value *Roller::build(Instruction &i, PartBuilder &b, int step)
{
   if (auto *load = dyn_cast<LoadInst>(&i))
      return load_part(i.getType(), load->getPointerOperand(), (unsigned)load->getAlign().value(), b);
   if (auto *store = dyn_cast<StoreInst>(&i)) {
      Value *v = operand(store->getValueOperand(), b, step);
      Type *t = store->getValueOperand()->getType();
      unsigned size = t->getScalarSizeInBits() / 8 * width;
      return b.CreateAlignedStore(v, part_address(t, store->getPointerOperand(), at, b),
                                  Align(std::min((unsigned)store->getAlign().value(), size)));
   }
   if (part_is_bits(i)) {
      Value *bits = b.CreateZExt(i.getOperand(0), b.getInt64Ty());
      return part_of_bits(b, b.CreateTrunc(b.CreateLShr(bits, b.CreateLShr(at, 2)), b.getInt32Ty()), 0, width);
   }
   if (auto *s = dyn_cast<ShuffleVectorInst>(&i)) {
      SmallVector<int, 8> mask;
      for (unsigned k = 0; k < width; k++) {
         int from = s->getMaskValue(k);
         mask.push_back(from < (int)lanes ? from : from - (int)lanes + (int)width);
      }
      return b.CreateShuffleVector(operand(s->getOperand(0), b, step), operand(s->getOperand(1), b, step), mask);
   }
   SmallVector<Value *, 6> in;
   for (Value *v : isa<CallInst>(i) ? cast<CallInst>(i).args() : i.operands())
      in.push_back(operand(v, b, step));
   return part_build(b, i, in, width);
}

/* For loop-unroll-full, whatever the size. */
static MDNode *unroll_fully(LLVMContext &c)
{
   MDNode *loop = MDNode::getDistinct(c, { nullptr, MDNode::get(c, MDString::get(c, "llvm.loop.unroll.full")) });
   loop->replaceOperandWith(0, loop);
   return loop;
}

void Roller::emit_loop(int step, BasicBlock *&here, BasicBlock *tail)
{
   std::vector<Instruction *> mine;
   for (Instruction *i : all)
      if (const Place &p = places[i]; p.step == step && (p.kind == Kind::PART || p.kind == Kind::DIGEST))
         mine.push_back(i);
   if (mine.empty())
      return;
   LLVMContext &c = f.getContext();
   body = BasicBlock::Create(c, "parts", &f, tail);
   BasicBlock *next = BasicBlock::Create(c, "", &f, tail);
   made.clear();
   PartBuilder b(body);
   PHINode *counter = b.CreatePHI(b.getInt64Ty(), 2);
   counter->addIncoming(b.getInt64(0), here);
   at = counter;
   std::vector<std::pair<PHINode *, Value *>> digests;
   for (Instruction *i : mine)
      if (places[i].kind == Kind::DIGEST) {
         PHINode *phi = b.CreatePHI(b.getInt64Ty(), 2);
         phi->addIncoming(b.getInt64(0), here);
         digests.push_back({ phi, i });
      }
   unsigned digest = 0;
   for (Instruction *i : mine) {
      if (places[i].kind == Kind::DIGEST) {
         auto &[phi, v] = digests[digest++];
         Value *part = operand(i->getOperand(0), b, step);
         if (gives_bits(*i))
            part = b.CreateSExt(part, FixedVectorType::get(b.getInt32Ty(), width));
         Value *bits = b.CreateShl(part_signs(b, part, width), lanes - width);
         Value *sum = b.CreateOr(b.CreateLShr(phi, width), bits);
         phi->addIncoming(sum, body);
         i->replaceAllUsesWith(b.CreateTrunc(sum, i->getType()));
         continue;
      }
      Value *part = build(*i, b, step);
      made[i] = part;
      places[i].part = cast<Instruction>(part);
      places[i].at = at;
   }
   Value *more = b.CreateAdd(counter, b.getInt64(width * 4));
   counter->addIncoming(more, body);
   BranchInst *latch = b.CreateCondBr(b.CreateICmpNE(more, b.getInt64(lanes * 4)), body, next);
   latch->setMetadata(LLVMContext::MD_loop, unroll_fully(c));
   PartBuilder(here).CreateBr(body);
   here = next;
}

void Roller::emit()
{
   Instruction *end = block->getTerminator();
   BasicBlock *tail = block->splitBasicBlock(end), *here = block;
   block->getTerminator()->eraseFromParent();
   for (int step = 0; step <= last_step; step++) {
      for (Instruction *i : all) {
         const Place p = places[i];
         if (p.step != step)
            continue;
         if (p.kind == Kind::SCALAR)
            i->moveBefore(*here, here->end());
         if (p.kind != Kind::LANE)
            continue;
         PartBuilder b(here);
         auto *v = cast<Instruction>(i->getOperand(0));
         Value *index = b.CreateZExtOrTrunc(i->getOperand(1), b.getInt64Ty());
         Value *place = b.CreateGEP(i->getType(), home(v, step), index);
         i->replaceAllUsesWith(b.CreateLoad(i->getType(), place));
      }
      emit_loop(step, here, tail);
   }
   PartBuilder(here).CreateBr(tail);
   for (Instruction *i : all)
      if (places[i].kind != Kind::SCALAR && !i->getType()->isVoidTy())
         i->replaceAllUsesWith(PoisonValue::get(i->getType()));
   for (Instruction *i : all)
      if (places[i].kind != Kind::SCALAR)
         i->eraseFromParent();
   rooms.insert(taken.begin(), taken.end());
   taken.clear();
}

/* least: the smallest amount of work on parts that pays for a loop. */
void Roller::run(unsigned least)
{
   leave_blocks();
   for (Instruction &i : f.getEntryBlock())
      if (auto *a = dyn_cast<AllocaInst>(&i); a && part_is_slot(*a, lanes))
         slots.insert(a);
   std::vector<BasicBlock *> blocks;
   for (BasicBlock &b : f)
      blocks.push_back(&b);
   for (BasicBlock *b : blocks) {
      unsigned work = 0;
      block = b;
      all.clear();
      for (Instruction &i : *b) {
         if (isa<PHINode>(i) || isa<AllocaInst>(i) || i.isTerminator())
            continue;
         all.push_back(&i);
         work += concerns(i);
      }
      if (work >= least && arrange())
         emit();
   }
}

void llvm_roll(LLVMModuleRef module, unsigned lanes, unsigned part_lanes, unsigned least)
{
   for (Function &f : *unwrap(module))
      if (!f.isDeclaration())
         Roller(f, lanes, part_lanes).run(least);
}
