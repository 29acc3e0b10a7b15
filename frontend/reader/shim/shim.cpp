// What the C interface of LLVM does not tell (written for versions 19 and 22): typed access to debug metadata, raw bytes of constant data, and
// sizes that do not abort on scalable types. Every function accepts any metadata node and answers null, 0 or an empty
// string for a kind that has no such property.

#include "llvm-c/Core.h"
#include "llvm-c/Target.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <algorithm>

using namespace llvm;

namespace {
struct RmaStr {
  const char *ptr;
  size_t len;
};

RmaStr str(StringRef s) { return {s.data(), s.size()}; }

template <typename T> T *as(LLVMMetadataRef md) { return dyn_cast_or_null<T>(unwrap(md)); }
} // namespace

extern "C" {

// Kinds of nodes that the reader tells apart; ffi.rs has the same numbers.
uint32_t rma_md_kind(LLVMMetadataRef md) {
  Metadata *m = unwrap(md);
  if (!m)
    return 0;
  switch (m->getMetadataID()) {
  case Metadata::DISubprogramKind:
    return 1;
  case Metadata::DILexicalBlockKind:
    return 2;
  case Metadata::DILexicalBlockFileKind:
    return 3;
  case Metadata::DICommonBlockKind:
    return 4;
  case Metadata::DIDerivedTypeKind:
    return 5;
  case Metadata::DICompositeTypeKind:
    return 6;
  case Metadata::DISubroutineTypeKind:
    return 7;
  case Metadata::DILocalVariableKind:
    return 8;
  default:
    return 0;
  }
}

RmaStr rma_di_name(LLVMMetadataRef md) {
  if (auto *n = as<DISubprogram>(md))
    return str(n->getName());
  if (auto *n = as<DIVariable>(md))
    return str(n->getName());
  if (auto *n = as<DIType>(md))
    return str(n->getName());
  if (auto *n = as<DIFile>(md))
    return str(n->getFilename());
  return str("");
}

RmaStr rma_di_linkage_name(LLVMMetadataRef md) {
  auto *n = as<DISubprogram>(md);
  return str(n ? n->getLinkageName() : StringRef());
}

RmaStr rma_di_directory(LLVMMetadataRef md) {
  auto *n = as<DIFile>(md);
  return str(n ? n->getDirectory() : StringRef());
}

// The MD5 of a source file as 32 hexadecimal digits; empty when the compiler recorded none, or another kind.
RmaStr rma_di_md5(LLVMMetadataRef md) {
  auto *n = as<DIFile>(md);
  if (!n)
    return str("");
  auto sum = n->getChecksum();
  return str(sum && sum->Kind == DIFile::CSK_MD5 ? sum->Value : StringRef());
}

// The scope around a local scope; null for functions. The scope of a local variable.
LLVMMetadataRef rma_di_scope(LLVMMetadataRef md) {
  if (auto *n = as<DILexicalBlockBase>(md))
    return wrap(n->getRawScope());
  if (auto *n = as<DICommonBlock>(md))
    return wrap(n->getRawScope());
  if (auto *n = as<DILocalVariable>(md))
    return wrap(n->getRawScope());
  return nullptr;
}

LLVMMetadataRef rma_di_file(LLVMMetadataRef md) {
  if (auto *n = as<DIScope>(md))
    return wrap(n->getRawFile());
  if (auto *n = as<DIVariable>(md))
    return wrap(n->getRawFile());
  return nullptr;
}

uint32_t rma_di_line(LLVMMetadataRef md) {
  if (auto *n = as<DISubprogram>(md))
    return n->getLine();
  if (auto *n = as<DILexicalBlock>(md))
    return n->getLine();
  if (auto *n = as<DIVariable>(md))
    return n->getLine();
  return 0;
}

uint32_t rma_di_arg(LLVMMetadataRef md) {
  auto *n = as<DILocalVariable>(md);
  return n ? n->getArg() : 0;
}

// The type of a variable; the base of a derived type; the element of an array.
LLVMMetadataRef rma_di_type(LLVMMetadataRef md) {
  if (auto *n = as<DIVariable>(md))
    return wrap(n->getRawType());
  if (auto *n = as<DIDerivedType>(md))
    return wrap(n->getRawBaseType());
  if (auto *n = as<DICompositeType>(md))
    return wrap(n->getRawBaseType());
  return nullptr;
}

uint32_t rma_di_tag(LLVMMetadataRef md) {
  auto *n = as<DINode>(md);
  return n ? n->getTag() : 0;
}

// Bits before a member in its structure.
uint64_t rma_di_offset(LLVMMetadataRef md) {
  auto *n = as<DIType>(md);
  return n ? n->getOffsetInBits() : 0;
}

// Bits of a type or member; 0 when they are not known.
uint64_t rma_di_size(LLVMMetadataRef md) {
  auto *n = as<DIType>(md);
  return n ? n->getSizeInBits() : 0;
}

static MDTuple *elements(LLVMMetadataRef md) {
  if (auto *n = as<DICompositeType>(md))
    return dyn_cast_or_null<MDTuple>(n->getRawElements());
  if (auto *n = as<DISubroutineType>(md))
    return dyn_cast_or_null<MDTuple>(n->getRawTypeArray());
  return nullptr;
}

// Ranges of an array type; result and parameters of a function type.
uint32_t rma_di_element_count(LLVMMetadataRef md) {
  MDTuple *t = elements(md);
  return t ? t->getNumOperands() : 0;
}

LLVMMetadataRef rma_di_element(LLVMMetadataRef md, uint32_t index) {
  MDTuple *t = elements(md);
  return t && index < t->getNumOperands() ? wrap(t->getOperand(index).get()) : nullptr;
}

// Constant number of elements of a range (lower and upper bounds as in Fortran count too), or -1.
int64_t rma_di_range_count(LLVMMetadataRef md) {
  auto *n = as<DISubrange>(md);
  if (!n)
    return -1;
  auto value = [](DISubrange::BoundType b, int64_t &out) {
    if (!b || !isa<ConstantInt *>(b))
      return false;
    const APInt &i = cast<ConstantInt *>(b)->getValue();
    if (i.getSignificantBits() > 64)
      return false;
    out = i.getSExtValue();
    return true;
  };
  int64_t count, lower = 1, upper;
  if (value(n->getCount(), count))
    return count;
  if (!value(n->getUpperBound(), upper))
    return -1;
  if (n->getRawLowerBound() && !value(n->getLowerBound(), lower))
    return -1;
  return upper >= lower ? upper - lower + 1 : 0;
}

// 0: the plain value; 1: one dereference; 2: a fragment or a computation.
static uint32_t expression_kind(const DIExpression *n) {
  if (!n)
    return 2;
  if (n->getNumElements() == 0)
    return 0;
  return n->getNumElements() == 1 && n->getElement(0) == dwarf::DW_OP_deref ? 1 : 2;
}

struct RmaRecord {
  uint32_t kind, expression, address_expression;
  LLVMValueRef value, address;
  LLVMMetadataRef variable;
};

// The IR value that a metadata operand wraps; null for lists of values.
static LLVMValueRef value_of(Metadata *md) {
  auto *n = dyn_cast_or_null<ValueAsMetadata>(md);
  return n ? wrap(n->getValue()) : nullptr;
}

// The records of variables before an instruction. Writes at most so many; the result is how many there are.
uint32_t rma_debug_records(LLVMValueRef inst, RmaRecord *out, uint32_t capacity) {
  uint32_t count = 0;
  for (DbgVariableRecord &r : filterDbgVars(unwrap<Instruction>(inst)->getDbgRecordRange())) {
    if (count < capacity) {
      bool assign = r.isDbgAssign();
      out[count] = {r.isDbgDeclare() ? 1u : assign ? 3u : 2u,
                    expression_kind(r.getExpression()),
                    assign ? expression_kind(r.getAddressExpression()) : 2u,
                    value_of(r.getRawLocation()),
                    assign ? value_of(r.getRawAddress()) : nullptr,
                    wrap(r.getVariable())};
    }
    ++count;
  }
  return count;
}

// The constant of a case of a `switch`; the first case is 0.
LLVMValueRef rma_switch_case(LLVMValueRef inst, uint32_t index) {
  auto *s = unwrap<SwitchInst>(inst);
  return wrap((s->case_begin() + index)->getCaseValue());
}

// The debug variable of a global (the first one attached).
LLVMMetadataRef rma_global_variable(LLVMValueRef global) {
  auto *g = dyn_cast<GlobalVariable>(unwrap(global));
  if (!g)
    return nullptr;
  SmallVector<DIGlobalVariableExpression *, 1> found;
  g->getDebugInfo(found);
  return found.empty() ? nullptr : wrap(found[0]->getRawVariable());
}

// Producer of the first compile unit, else the identification text.
RmaStr rma_module_producer(LLVMModuleRef module) {
  for (DICompileUnit *unit : unwrap(module)->debug_compile_units())
    return str(unit->getProducer());
  if (NamedMDNode *ident = unwrap(module)->getNamedMetadata("llvm.ident"))
    for (MDNode *n : ident->operands())
      if (n->getNumOperands() > 0)
        if (auto *s = dyn_cast_or_null<MDString>(n->getOperand(0).get()))
          return str(s->getString());
  return str("");
}

// The LLVM that wrote a file of bitcode, which need not be readable otherwise. Writes at most so many bytes; the result
// is how many.
uint32_t rma_bitcode_producer(const char *data, size_t len, char *out, uint32_t capacity) {
  Expected<std::string> producer = getBitcodeProducerString(MemoryBufferRef(StringRef(data, len), ""));
  if (!producer) {
    consumeError(producer.takeError());
    return 0;
  }
  uint32_t size = std::min<size_t>(producer->size(), capacity);
  std::copy_n(producer->data(), size, out);
  return size;
}

// DW_LANG code of the first compile unit, 0 without debug information.
uint32_t rma_module_language(LLVMModuleRef module) {
  for (DICompileUnit *unit : unwrap(module)->debug_compile_units())
#if LLVM_VERSION_MAJOR >= 22
    // A name with a version beside it is of another list, in which C has number 3.
    return !unit->getSourceLanguage().hasVersionedName() ? unit->getSourceLanguage().getName()
           : unit->getSourceLanguage().getName() == 3    ? dwarf::DW_LANG_C
                                                         : 0;
#else
    return unit->getSourceLanguage();
#endif
  return 0;
}

RmaStr rma_data_bytes(LLVMValueRef value) {
  auto *data = dyn_cast<ConstantDataSequential>(unwrap(value));
  return str(data ? data->getRawDataValues() : StringRef());
}

// Sizes in bytes; the minimum for scalable types.
uint64_t rma_alloc_size(LLVMTargetDataRef layout, LLVMTypeRef type) {
  return unwrap(layout)->getTypeAllocSize(unwrap(type)).getKnownMinValue();
}

uint64_t rma_field_offset(LLVMTargetDataRef layout, LLVMTypeRef type, uint32_t index) {
  auto *s = cast<StructType>(unwrap(type));
  return unwrap(layout)->getStructLayout(s)->getElementOffset(index).getKnownMinValue();
}
}
