// Forms that optimisers make for the machine, brought back to those of the source before the module is read.

#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <optional>
#include <vector>

using namespace llvm;

namespace {
// The address whose distance from `table` an entry of a table of distances holds:
// `trunc (sub (ptrtoint address), (ptrtoint table))`; null for all other constants.
Constant *address_of_entry(Constant *entry, const GlobalVariable &table) {
  auto *narrow = dyn_cast<ConstantExpr>(entry);
  if (!narrow || narrow->getOpcode() != Instruction::Trunc)
    return nullptr;
  auto *distance = dyn_cast<ConstantExpr>(narrow->getOperand(0));
  if (!distance || distance->getOpcode() != Instruction::Sub)
    return nullptr;
  auto *to = dyn_cast<ConstantExpr>(distance->getOperand(0)), *from = dyn_cast<ConstantExpr>(distance->getOperand(1));
  if (!to || !from || to->getOpcode() != Instruction::PtrToInt || from->getOpcode() != Instruction::PtrToInt ||
      from->getOperand(0)->stripPointerCasts() != &table)
    return nullptr;
  return to->getOperand(0);
}

// The loads of `table`, if nothing else uses it.
std::optional<std::vector<IntrinsicInst *>> relative_loads(GlobalVariable &table) {
  std::vector<IntrinsicInst *> loads;
  for (User *user : table.users()) {
    if (auto *call = dyn_cast<IntrinsicInst>(user)) {
      if (call->getIntrinsicID() != Intrinsic::load_relative || call->getArgOperand(0) != &table)
        return std::nullopt;
      loads.push_back(call);
    } else if (!isa<Constant>(user) || isa<GlobalValue>(user)) {
      return std::nullopt; // the distances in the initialiser are constants
    }
  }
  return loads;
}

// A table of addresses in place of `table`, a table of distances that `llvm.load.relative` reads
// (RelLookupTableConverter makes them of constant tables of addresses); null where `table` is none.
GlobalVariable *absolute(GlobalVariable &table) {
  auto *entries = table.hasInitializer() ? dyn_cast<ConstantArray>(table.getInitializer()) : nullptr;
  if (!table.isConstant() || !entries || !entries->getType()->getElementType()->isIntegerTy(32))
    return nullptr;
  std::vector<Constant *> addresses;
  for (Value *entry : entries->operands()) {
    Constant *address = address_of_entry(cast<Constant>(entry), table);
    if (!address)
      return nullptr;
    addresses.push_back(address);
  }
  auto *type = ArrayType::get(PointerType::getUnqual(table.getContext()), addresses.size());
  auto *made = new GlobalVariable(*table.getParent(), type, true, table.getLinkage(), ConstantArray::get(type, addresses),
                                  "", &table);
  made->takeName(&table);
  SmallVector<DIGlobalVariableExpression *, 1> names;
  table.getDebugInfo(names);
  for (DIGlobalVariableExpression *name : names)
    made->addDebugInfo(name);
  return made;
}

void make_tables_absolute(Module &module) {
  std::vector<GlobalVariable *> tables;
  for (GlobalVariable &global : module.globals())
    tables.push_back(&global);
  const DataLayout &layout = module.getDataLayout();
  for (GlobalVariable *table : tables) {
    auto loads = relative_loads(*table);
    if (!loads || loads->empty())
      continue;
    GlobalVariable *made = absolute(*table);
    if (!made)
      continue;
    for (IntrinsicInst *load : *loads) {
      IRBuilder<> at(load);
      Value *offset = load->getArgOperand(1);
      unsigned address_size = layout.getPointerSize();
      Value *scaled = at.CreateMul(offset, ConstantInt::get(offset->getType(), address_size / 4));
      Value *element = at.CreateGEP(at.getInt8Ty(), made, scaled);
      Value *address = at.CreateLoad(load->getType(), element);
      address->takeName(load);
      load->replaceAllUsesWith(address);
      load->eraseFromParent();
    }
    table->setInitializer(nullptr);
    table->removeDeadConstantUsers();
    if (table->use_empty())
      table->eraseFromParent();
  }
}

// Two numbers of 32 bits that one register of 64 bits carries. Compilers return and pass small structures this way.
struct Halves {
  Value *low, *high;
};

// Whether all bits of `value` above (`upper`) or below the middle are visibly zero.
bool half_is_zero(const Value *value, bool upper) {
  if (auto *number = dyn_cast<ConstantInt>(value))
    return upper ? number->getZExtValue() >> 32 == 0 : (number->getZExtValue() & 0xffffffff) == 0;
  if (auto *wide = dyn_cast<ZExtInst>(value))
    return upper && wide->getSrcTy()->getIntegerBitWidth() <= 32;
  if (auto *op = dyn_cast<BinaryOperator>(value)) {
    if (op->getOpcode() == Instruction::And)
      return half_is_zero(op->getOperand(0), upper) || half_is_zero(op->getOperand(1), upper);
    auto *by = dyn_cast<ConstantInt>(op->getOperand(1));
    bool by_half = by && by->equalsInt(32);
    return by_half && op->getOpcode() == (upper ? Instruction::LShr : Instruction::Shl);
  }
  return false;
}

// A value that is put together of two halves.
bool is_pair(const Value *value) {
  auto *op = dyn_cast<BinaryOperator>(value);
  if (!op || op->getOpcode() != Instruction::Or)
    return false;
  const Value *a = op->getOperand(0), *b = op->getOperand(1);
  return (half_is_zero(a, true) && half_is_zero(b, false)) || (half_is_zero(a, false) && half_is_zero(b, true));
}

// Phis of pairs become two phis: the analysis follows each number on its own.
class Pairs {
  SmallVector<PHINode *, 8> found;
  DenseMap<const Value *, Halves> made;
  Type *half;

  void find(Function &function) {
    SmallPtrSet<PHINode *, 8> seen;
    auto add = [&](Value *value) {
      auto *phi = dyn_cast<PHINode>(value);
      if (phi && seen.insert(phi).second)
        found.push_back(phi);
    };
    for (BasicBlock &block : function)
      for (PHINode &phi : block.phis())
        if (phi.getType()->isIntegerTy(64) && any_of(phi.incoming_values(), [](const Use &u) { return is_pair(u); }))
          add(&phi);
    for (size_t n = 0; n < found.size(); n++) {
      for (Value *value : found[n]->incoming_values()) {
        // What a block ends with (`invoke`) has no place behind it for its halves.
        if (auto *last = dyn_cast<Instruction>(value); last && last->isTerminator())
          return found.clear();
        add(value);
      }
      for (User *user : found[n]->users())
        add(user);
    }
  }

  Value *zero() { return ConstantInt::get(half, 0); }

  Halves leaf(IRBuilder<> &at, Value *value) {
    return {at.CreateTrunc(value, half), at.CreateTrunc(at.CreateLShr(value, 32), half)};
  }

  Value *either(IRBuilder<> &at, Value *a, Value *b) {
    if (auto *number = dyn_cast<ConstantInt>(a))
      return number->isZero() ? b : number->isMinusOne() ? a : at.CreateOr(a, b);
    return isa<ConstantInt>(b) ? either(at, b, a) : at.CreateOr(a, b);
  }

  Value *both(IRBuilder<> &at, Value *a, Value *b) {
    if (auto *number = dyn_cast<ConstantInt>(a))
      return number->isZero() ? a : number->isMinusOne() ? b : at.CreateAnd(a, b);
    return isa<ConstantInt>(b) ? both(at, b, a) : at.CreateAnd(a, b);
  }

  Halves halves(IRBuilder<> &at, Value *value, unsigned depth) {
    auto known = made.find(value);
    if (known != made.end())
      return known->second;
    if (auto *number = dyn_cast<ConstantInt>(value)) {
      uint64_t bits = number->getZExtValue();
      return {ConstantInt::get(half, bits & 0xffffffff), ConstantInt::get(half, bits >> 32)};
    }
    if (isa<UndefValue>(value))
      return {UndefValue::get(half), UndefValue::get(half)};
    if (auto *wide = dyn_cast<ZExtInst>(value); wide && wide->getSrcTy()->getIntegerBitWidth() <= 32)
      return {at.CreateZExt(wide->getOperand(0), half), zero()};
    if (auto *choice = dyn_cast<SelectInst>(value); choice && depth > 0) {
      Halves a = halves(at, choice->getTrueValue(), depth - 1), b = halves(at, choice->getFalseValue(), depth - 1);
      Value *condition = choice->getCondition();
      return {at.CreateSelect(condition, a.low, b.low), at.CreateSelect(condition, a.high, b.high)};
    }
    auto *op = dyn_cast<BinaryOperator>(value);
    if (op && depth > 0) {
      auto *by = dyn_cast<ConstantInt>(op->getOperand(1));
      bool by_half = by && by->equalsInt(32);
      if (op->getOpcode() == Instruction::Shl && by_half)
        return {zero(), halves(at, op->getOperand(0), depth - 1).low};
      if (op->getOpcode() == Instruction::LShr && by_half)
        return {halves(at, op->getOperand(0), depth - 1).high, zero()};
      if (op->getOpcode() == Instruction::Or || op->getOpcode() == Instruction::And) {
        Halves a = halves(at, op->getOperand(0), depth - 1), b = halves(at, op->getOperand(1), depth - 1);
        if (op->getOpcode() == Instruction::Or)
          return {either(at, a.low, b.low), either(at, a.high, b.high)};
        return {both(at, a.low, b.low), both(at, a.high, b.high)};
      }
    }
    return leaf(at, value);
  }

  // Uses of one half alone use its own phi.
  void replace(PHINode *phi, Halves own) {
    SmallVector<Instruction *, 8> users;
    for (User *user : phi->users())
      users.push_back(cast<Instruction>(user));
    for (Instruction *user : users) {
      IRBuilder<> at(user);
      if (isa<TruncInst>(user) && user->getType()->getIntegerBitWidth() <= 32) {
        user->replaceAllUsesWith(at.CreateTrunc(own.low, user->getType()));
        user->eraseFromParent();
      } else if (half_is_zero(user, true) && user->getOperand(0) == phi) {
        Halves now = halves(at, user, 1);
        for (User *next : make_early_inc_range(user->users()))
          if (auto *narrow = dyn_cast<TruncInst>(next); narrow && narrow->getType() == half)
            narrow->replaceAllUsesWith(now.low);
        user->replaceAllUsesWith(at.CreateZExt(now.low, user->getType()));
      }
    }
    IRBuilder<> at(phi->getParent(), phi->getParent()->getFirstInsertionPt());
    Value *high = at.CreateShl(at.CreateZExt(own.high, phi->getType()), 32);
    phi->replaceAllUsesWith(at.CreateOr(high, at.CreateZExt(own.low, phi->getType())));
  }

public:
  explicit Pairs(LLVMContext &context) : half(Type::getInt32Ty(context)) {}

  void split(Function &function) {
    found.clear();
    made.clear();
    find(function);
    for (PHINode *phi : found) {
      IRBuilder<> at(phi);
      unsigned count = phi->getNumIncomingValues();
      made[phi] = {at.CreatePHI(half, count), at.CreatePHI(half, count)};
    }
    for (PHINode *phi : found) {
      Halves own = made[phi];
      for (unsigned n = 0; n < phi->getNumIncomingValues(); n++) {
        BasicBlock *from = phi->getIncomingBlock(n);
        IRBuilder<> at(from->getTerminator());
        // Several edges from one block must bring the same value.
        int before = cast<PHINode>(own.low)->getBasicBlockIndex(from);
        Halves value = before < 0 ? halves(at, phi->getIncomingValue(n), 6)
                                  : Halves{cast<PHINode>(own.low)->getIncomingValue(before),
                                           cast<PHINode>(own.high)->getIncomingValue(before)};
        cast<PHINode>(own.low)->addIncoming(value.low, from);
        cast<PHINode>(own.high)->addIncoming(value.high, from);
      }
    }
    for (PHINode *phi : found)
      replace(phi, made[phi]);
    for (PHINode *phi : found)
      phi->eraseFromParent();
  }
};
} // namespace

// Changes values and constant tables alone; loads and stores that the source has stay what they are.
extern "C" void rma_normalise(LLVMModuleRef raw) {
  Module &module = *unwrap(raw);
  make_tables_absolute(module);
  Pairs pairs(module.getContext());
  for (Function &function : module)
    pairs.split(function);
}
