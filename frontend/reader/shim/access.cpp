// The accesses of a module as the compiler wrote them: noted before the passes, found again after them, and marked.

#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ValueHandle.h"

#include <algorithm>
#include <vector>

using namespace llvm;

namespace {
// Kinds of accesses; accesses.rs has the same numbers. 0: none.
uint32_t form_of(const Instruction &i) {
  if (auto *load = dyn_cast<LoadInst>(&i))
    return load->isAtomic() ? 3 : 1;
  if (auto *store = dyn_cast<StoreInst>(&i))
    return store->isAtomic() ? 3 : 2;
  if (isa<AtomicRMWInst>(i) || isa<AtomicCmpXchgInst>(i))
    return 3;
  if (isa<MemTransferInst>(i))
    return 4;
  if (isa<MemSetInst>(i))
    return 5;
  auto *call = dyn_cast<CallBase>(&i);
  if (!call)
    return 0;
  const Function *callee = call->getCalledFunction();
  return callee && (callee->isIntrinsic() || !callee->isDeclaration()) ? 0 : 6;
}

// The addresses that an instruction touches memory at.
SmallVector<const Value *, 2> addresses(const Instruction &i) {
  if (auto *transfer = dyn_cast<MemTransferInst>(&i))
    return {transfer->getRawDest(), transfer->getRawSource()};
  if (auto *set = dyn_cast<MemSetInst>(&i))
    return {set->getRawDest()};
  if (const Value *address = getLoadStorePointerOperand(&i))
    return {address};
  if (auto *update = dyn_cast<AtomicRMWInst>(&i))
    return {update->getPointerOperand()};
  if (auto *update = dyn_cast<AtomicCmpXchgInst>(&i))
    return {update->getPointerOperand()};
  return {};
}

struct Noted {
  WeakVH now;
  // The stack cells that it touches, when it touches no other memory.
  SmallVector<WeakVH, 2> cells;
  LLVMMetadataRef loc;
  uint32_t form, index;
};

struct Hash {
  uint64_t value = 0xcbf29ce484222325;
  void add(uint64_t x) {
    for (int byte = 0; byte < 8; ++byte, x >>= 8)
      value = (value ^ (x & 255)) * 0x100000001b3;
  }
  void add(StringRef text) {
    for (unsigned char c : text)
      value = (value ^ c) * 0x100000001b3;
    add(text.size());
  }
};

// Differs between the copies of one function, or between levels of optimisation, and changes nothing.
bool is_marker(const Instruction &i) {
  return isa<DbgInfoIntrinsic>(i) || i.isLifetimeStartOrEnd() || isa<PseudoProbeInst>(i);
}

// What a type says of where things are in memory.
void add_type(Hash &hash, Type *type, const DataLayout &layout) {
  hash.add(type->getTypeID());
  if (!type->isSized())
    return;
  hash.add(layout.getTypeAllocSize(type).getKnownMinValue());
  if (auto *record = dyn_cast<StructType>(type)) {
    for (unsigned n = 0; n < record->getNumElements(); ++n) {
      hash.add(layout.getStructLayout(record)->getElementOffset(n).getKnownMinValue());
      add_type(hash, record->getElementType(n), layout);
    }
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    add_type(hash, array->getElementType(), layout);
  } else if (auto *vector = dyn_cast<VectorType>(type)) {
    add_type(hash, vector->getElementType(), layout);
  }
}

void add_number(Hash &hash, const APInt &number) {
  for (unsigned word = 0; word < number.getNumWords(); ++word)
    hash.add(number.getRawData()[word]);
}

void add_constant(Hash &hash, const Value *value, unsigned depth, const DataLayout &layout) {
  hash.add(value->getValueID());
  if (auto *number = dyn_cast<ConstantInt>(value)) {
    add_number(hash, number->getValue());
  } else if (auto *number = dyn_cast<ConstantFP>(value)) {
    add_number(hash, number->getValueAPF().bitcastToAPInt());
  } else if (auto *data = dyn_cast<ConstantDataSequential>(value)) {
    hash.add(data->getRawDataValues());
  } else if (auto *global = dyn_cast<GlobalValue>(value)) {
    // Names of constants that have none in the source are numbered anew in each module.
    if (!global->hasPrivateLinkage())
      hash.add(global->getName());
    else if (auto *variable = dyn_cast<GlobalVariable>(global); variable && variable->hasInitializer())
      if (auto *data = dyn_cast<ConstantDataSequential>(variable->getInitializer()))
        hash.add(data->getRawDataValues());
  } else if (auto *user = dyn_cast<Constant>(value); user && depth > 0) {
    if (auto *expression = dyn_cast<ConstantExpr>(user))
      hash.add(expression->getOpcode());
    if (auto *step = dyn_cast<GEPOperator>(user))
      add_type(hash, step->getSourceElementType(), layout);
    for (const Use &operand : user->operands())
      add_constant(hash, operand.get(), depth - 1, layout);
  }
}

// Which parts of its operands an instruction means, where the operands do not say it.
void add_choice(Hash &hash, const Instruction &i, const DataLayout &layout) {
  auto all = [&](auto numbers) {
    for (auto number : numbers)
      hash.add(uint64_t(number));
  };
  if (auto *cell = dyn_cast<AllocaInst>(&i))
    add_type(hash, cell->getAllocatedType(), layout);
  else if (auto *step = dyn_cast<GetElementPtrInst>(&i))
    add_type(hash, step->getSourceElementType(), layout);
  else if (auto *compare = dyn_cast<CmpInst>(&i))
    hash.add(compare->getPredicate());
  else if (auto *update = dyn_cast<AtomicRMWInst>(&i))
    hash.add(update->getOperation());
  else if (auto *part = dyn_cast<ExtractValueInst>(&i))
    all(part->indices());
  else if (auto *part = dyn_cast<InsertValueInst>(&i))
    all(part->indices());
  else if (auto *mixed = dyn_cast<ShuffleVectorInst>(&i))
    all(mixed->getShuffleMask());
}

uint64_t fingerprint(const Function &function) {
  const DataLayout &layout = function.getParent()->getDataLayout();
  DenseMap<const Value *, unsigned> numbers;
  for (const Argument &argument : function.args())
    numbers[&argument] = numbers.size();
  for (const BasicBlock &block : function) {
    numbers[&block] = numbers.size();
    for (const Instruction &i : block)
      if (!is_marker(i))
        numbers[&i] = numbers.size();
  }
  Hash hash;
  for (const BasicBlock &block : function) {
    for (const Instruction &i : block) {
      if (is_marker(i))
        continue;
      hash.add(i.getOpcode());
      add_type(hash, i.getType(), layout);
      add_choice(hash, i, layout);
      if (auto *phi = dyn_cast<PHINode>(&i))
        for (const BasicBlock *from : phi->blocks())
          hash.add(numbers.lookup(from));
      for (const Use &operand : i.operands()) {
        auto known = numbers.find(operand.get());
        if (known != numbers.end())
          hash.add(known->second);
        else
          add_constant(hash, operand.get(), 4, layout);
      }
      const DILocation *at = i.getDebugLoc().get();
      for (; at; at = at->getInlinedAt()) {
        hash.add(at->getLine());
        hash.add(at->getColumn());
      }
    }
  }
  return hash.value;
}

// The same of a whole module: of all that it defines, in any order. Declarations and bodies for the optimiser alone differ between
// levels of optimisation. Initial values: as deep as types nest.
uint64_t fingerprint(const Module &module) {
  const DataLayout &layout = module.getDataLayout();
  uint64_t sum = 0;
  auto add = [&](const GlobalValue &global, auto content) {
    if (global.isDeclaration() || global.hasAvailableExternallyLinkage())
      return;
    Hash hash;
    if (!global.hasPrivateLinkage())
      hash.add(global.getName());
    hash.add(global.getLinkage());
    content(hash);
    sum += hash.value;
  };
  for (const Function &function : module)
    add(function, [&](Hash &hash) { hash.add(fingerprint(function)); });
  for (const GlobalVariable &variable : module.globals())
    add(variable, [&](Hash &hash) {
      add_type(hash, variable.getValueType(), layout);
      add_constant(hash, variable.getInitializer(), 64, layout);
    });
  for (const GlobalAlias &alias : module.aliases())
    add(alias, [&](Hash &hash) { add_constant(hash, alias.getAliasee(), 4, layout); });
  for (const GlobalIFunc &choice : module.ifuncs())
    add(choice, [&](Hash &hash) { add_constant(hash, choice.getResolver(), 4, layout); });
  return sum;
}

// Instructions of a function that an optimiser would inline, as the compiler writes them.
constexpr unsigned Short = 64;

bool is_short(const Function &function) {
  unsigned count = 0;
  for (const Instruction &i : instructions(function))
    count += !is_marker(i);
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> back;
  FindFunctionBackedges(function, back);
  return count <= Short && back.empty();
}

// Calls of a function by its name.
template <class Visit> void for_calls(const Function &function, Visit visit) {
  for (const User *user : function.users()) {
    auto *call = dyn_cast<CallBase>(user);
    if (call && call->getCalledOperand() == &function)
      visit(*call);
  }
}

bool calls_through_a_pointer(const Function &function) {
  return any_of(instructions(function), [](const Instruction &i) {
    auto *call = dyn_cast<CallBase>(&i);
    return call && call->isIndirectCall();
  });
}

// Functions into whose bodies the optimiser may move accesses that are watched. Inlining at will does not: it asks that both have the
// attribute, or neither. What must be inlined is inlined anyway, and the loads of a function that no other module sees may become the
// callers' (argument promotion). So each caller of a watched function of these kinds is one, and each caller of such a caller if that
// is itself of these kinds. A call through a pointer may turn out to be one of any function whose address is taken.
SmallPtrSet<const Function *, 16> carriers(const Module &module, const SmallPtrSetImpl<const Function *> &unwatched) {
  SmallVector<const Function *> work;
  for (const Function &function : module)
    if (!function.isDeclaration() && !unwatched.contains(&function))
      work.push_back(&function);
  SmallPtrSet<const Function *, 16> out;
  auto carries = [&](const Function *function) {
    if (unwatched.contains(function) && out.insert(function).second)
      work.push_back(function);
  };
  bool any_through_pointers = false;
  while (!work.empty()) {
    const Function *function = work.pop_back_val();
    bool always = function->hasLocalLinkage() || function->hasFnAttribute(Attribute::AlwaysInline);
    for_calls(*function, [&](const CallBase &call) {
      if (always || call.hasFnAttr(Attribute::AlwaysInline))
        carries(call.getFunction());
    });
    if (always && !any_through_pointers && function->hasAddressTaken()) {
      any_through_pointers = true;
      for (const Function &caller : module)
        if (calls_through_a_pointer(caller))
          carries(&caller);
    }
  }
  return out;
}

// A short function without a loop that is called by watched ones alone keeps its attribute, or they could not inline it.
void keep_inlined(ArrayRef<Function *> list, SmallPtrSetImpl<const Function *> &alone) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function *function : list) {
      if (!alone.contains(function) || !is_short(*function))
        continue;
      bool called = false, by_alone = false;
      for_calls(*function, [&](const CallBase &call) {
        called = true;
        by_alone |= alone.contains(call.getFunction());
      });
      if (called && !by_alone) {
        alone.erase(function);
        changed = true;
      }
    }
  }
}

struct OfFunction {
  std::vector<Noted> list;
  uint64_t fingerprint;
};

struct Notes {
  uint64_t fingerprint;
  DenseMap<const Function *, OfFunction> functions;
};
} // namespace

extern "C" {

struct RmaAccess {
  // What the instruction is now; null where it is gone.
  LLVMValueRef value;
  LLVMMetadataRef loc;
  // `local`: it touched stack cells alone, all of which are gone.
  uint32_t form, index, local;
};

// Notes the accesses of all functions. To be freed before the module.
Notes *rma_note_accesses(LLVMModuleRef module) {
  auto *notes = new Notes;
  notes->fingerprint = fingerprint(*unwrap(module));
  for (Function &function : *unwrap(module)) {
    if (function.isDeclaration())
      continue;
    OfFunction &of = notes->functions[&function];
    of.fingerprint = fingerprint(function);
    uint32_t index = 0;
    for (Instruction &i : instructions(function)) {
      if (isa<DbgInfoIntrinsic>(i))
        continue;
      if (uint32_t form = form_of(i)) {
        SmallVector<WeakVH, 2> cells;
        for (const Value *address : addresses(i)) {
          // Without a limit, as the passes have none.
          auto *cell = dyn_cast<AllocaInst>(getUnderlyingObject(address, 0));
          if (!cell) {
            cells.clear();
            break;
          }
          cells.push_back(WeakVH(const_cast<AllocaInst *>(cell)));
        }
        of.list.push_back({WeakVH(&i), cells, wrap((Metadata *)i.getDebugLoc().get()), form, index});
      }
      ++index;
    }
  }
  return notes;
}

void rma_forget_accesses(Notes *notes) { delete notes; }

// The accesses of a function. Writes at most so many; the result is how many there are.
uint32_t rma_accesses_of(Notes *notes, LLVMValueRef function, RmaAccess *out, uint32_t capacity, uint64_t *print) {
  auto found = notes->functions.find(cast<Function>(unwrap(function)));
  if (found == notes->functions.end())
    return 0;
  *print = found->second.fingerprint;
  uint32_t count = 0;
  for (const Noted &noted : found->second.list) {
    if (count < capacity) {
      auto gone = [](const WeakVH &cell) { return !cell; };
      bool local = !noted.cells.empty() && std::all_of(noted.cells.begin(), noted.cells.end(), gone);
      Value *now = noted.now;
      out[count] = {wrap(now), noted.loc, noted.form, noted.index, local};
    }
    ++count;
  }
  return count;
}

// Marks those accesses of a function whose positions in the list are given, in ascending order, so that no sanitizer instruments them.
// Gives how many were marked. Calls and atomics are left as they are.
uint32_t rma_mark_accesses(LLVMValueRef function, const uint32_t *accesses, uint32_t count) {
  auto &f = *cast<Function>(unwrap(function));
  MDNode *empty = MDNode::get(f.getContext(), {});
  uint32_t position = 0, next = 0, marked = 0;
  for (Instruction &i : instructions(f)) {
    uint32_t form = form_of(i);
    if (form == 0)
      continue;
    if (next < count && accesses[next] == position) {
      ++next;
      if (form != 3 && form != 6) {
        i.setMetadata(LLVMContext::MD_nosanitize, empty);
        ++marked;
      }
    }
    ++position;
  }
  return marked;
}

// Makes ThreadSanitizer leave out functions of which no access is watched. It still instruments atomic accesses, and notes entry and exit
// where there are calls; the compiler optimises the rest as without a sanitizer, which marks on accesses do not survive: two loads that
// become one lose them. What is always inlined takes part in what its callers are. Functions that may get watched accesses
// from others, and those whose callers would have to inline them, stay as they are.
void rma_leave_alone(LLVMValueRef *functions, uint32_t count) {
  if (count == 0)
    return;
  SmallPtrSet<const Function *, 16> unwatched;
  SmallVector<Function *> list;
  for (uint32_t n = 0; n < count; ++n) {
    auto *function = cast<Function>(unwrap(functions[n]));
    if (unwatched.insert(function).second)
      list.push_back(function);
  }
  SmallPtrSet<const Function *, 16> alone = unwatched;
  for (const Function *function : carriers(*list.front()->getParent(), unwatched))
    alone.erase(function);
  for (const Function *function : list)
    if (function->hasFnAttribute(Attribute::AlwaysInline))
      alone.erase(function);
  keep_inlined(list, alone);
  for (Function *function : list)
    if (alone.contains(function))
      function->removeFnAttr(Attribute::SanitizeThread);
}

uint64_t rma_fingerprint(LLVMValueRef function) { return fingerprint(*cast<Function>(unwrap(function))); }

uint64_t rma_module_fingerprint(LLVMModuleRef module) { return fingerprint(*unwrap(module)); }

uint64_t rma_noted_fingerprint(const Notes *notes) { return notes->fingerprint; }

}
