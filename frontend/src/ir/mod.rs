//! The compact program representation: what the analysis needs of an LLVM module, and nothing of LLVM.
//!
//! A reader process returns one [`Module`] for one input file; linking merges several into one. Instructions stay one
//! to one with LLVM's (after the reader's normalisation; debug intrinsics excepted), so that an independent reader can
//! be compared opcode by opcode.
//!
//! Invariants: every index points into the module (checked once after decoding, see `validate`);
//! an instruction's [`ValueId`] is its position in [`Function::insts`]; the instructions of a block are
//! contiguous and the last one is its terminator; addresses are computed in bytes ([`InstKind::Gep`]).

mod access;
mod debug;
mod inst;
mod operands;
mod types;
mod validate;

pub use access::{AccessForm, Accesses, Fate, RawAccess};
pub use debug::{FileId, Layout, LayoutId, Loc, LocId, Member, Scope, ScopeId, ScopeKind, Var, VarId};
pub use inst::{BinaryOp, Callee, CastOp, CmpPred, Inst, InstKind, MemOrder, Operand, RmwOp};
pub use types::{Const, ConstId, Field, FloatKind, Type, TypeId, TypeKind};
pub use validate::Invalid;

use index_vec::{IndexVec, define_index_type};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

define_index_type! {
    /// A global variable of the module.
    pub struct GlobalId = u32;
}
define_index_type! {
    /// A function of the module, defined or declared.
    pub struct FuncId = u32;
}
define_index_type! {
    /// A basic block of one function.
    pub struct BlockId = u32;
}
define_index_type! {
    /// An instruction of one function, and the value that it yields.
    pub struct ValueId = u32;
}

/// One translation unit, or the whole program after linking.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Module {
    /// Source file name as the compiler recorded it; for a linked program, the first module's.
    pub name: String,
    /// Producers as recorded in the debug information or identification block, e.g. `clang version 19.1.7`.
    pub producer: String,
    /// A hash of all that it defines, if accesses were requested: of each function's [`Accesses::fingerprint`], and of the
    /// variables with their initial values.
    pub fingerprint: u64,
    /// Whether any function has line information.
    pub has_debug_info: bool,
    /// Every function with a body has line information.
    pub functions_without_debug_info: u32,
    /// Types, hash-consed.
    pub types: IndexVec<TypeId, Type>,
    /// Constants, hash-consed.
    pub consts: IndexVec<ConstId, Const>,
    /// Global variables.
    pub globals: IndexVec<GlobalId, Global>,
    /// Functions.
    pub functions: IndexVec<FuncId, Function>,
    /// Source files.
    pub files: IndexVec<FileId, String>,
    /// The MD5 of source files when they were compiled, where the compiler recorded it, most significant byte first.
    pub checksums: BTreeMap<FileId, u128>,
    /// Debug scopes.
    pub scopes: IndexVec<ScopeId, Scope>,
    /// Source positions.
    pub locs: IndexVec<LocId, Loc>,
    /// Source variables.
    pub vars: IndexVec<VarId, Var>,
    /// Members of the structures that variables are or point to; those that are part of another one come before it.
    pub layouts: IndexVec<LayoutId, Layout>,
    /// Functions run before `main`, in their order (`llvm.global_ctors`, by priority).
    pub constructors: Vec<FuncId>,
    /// Priority of each of `constructors`, lower first; orders those of several modules.
    pub constructor_priorities: Vec<u32>,
    /// Further names of functions and globals, for linking; uses inside the module are resolved already.
    pub aliases: Vec<Alias>,
}

/// A further name of a definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alias {
    /// Linker name.
    pub name: String,
    /// Linkage.
    pub linkage: Linkage,
    /// What it names: [`Const::Func`] or [`Const::Global`].
    pub target: ConstId,
}

/// How a symbol takes part in linking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Linkage {
    /// Visible to other modules, defined once.
    External,
    /// Visible to other modules; one of several equal or overridable definitions (weak, linkonce, common).
    Weak,
    /// Private to its module.
    Internal,
    /// A body for the optimiser only; the real definition is elsewhere.
    AvailableExternally,
}

/// A global variable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Global {
    /// Linker name.
    pub name: String,
    /// Name in the source, from debug information.
    pub source_name: Option<String>,
    /// Type of the content (not the pointer).
    pub ty: TypeId,
    /// Initial content; `None` when only declared here.
    pub init: Option<ConstId>,
    /// Never written after initialisation.
    pub is_const: bool,
    /// One instance a thread.
    pub thread_local: bool,
    /// Linkage.
    pub linkage: Linkage,
    /// Declaration position in the source.
    pub file: Option<FileId>,
    /// Line of the declaration, 0 when unknown.
    pub line: u32,
    /// The members of the structure that it is.
    pub layout: Option<LayoutId>,
}

/// A formal parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Param {
    /// Type.
    pub ty: TypeId,
    /// Source variable, from debug information.
    pub var: Option<VarId>,
    /// Passed by value as a pointer to the callee's own copy of this type.
    pub byval: Option<TypeId>,
    /// The pointer receives the return value (`sret`).
    pub sret: bool,
}

/// A function; a declaration when `blocks` is empty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Function {
    /// Linker name.
    pub name: String,
    /// Name in the source, from debug information.
    pub source_name: Option<String>,
    /// Linkage.
    pub linkage: Linkage,
    /// Return type.
    pub ret: TypeId,
    /// Parameters.
    pub params: Vec<Param>,
    /// Takes further arguments after `params`.
    pub varargs: bool,
    /// Declared never to return.
    pub noreturn: bool,
    /// Its address is taken somewhere else than as the callee of a call.
    pub address_taken: bool,
    /// Debug scope of the function.
    pub scope: Option<ScopeId>,
    /// Blocks; the first is the entry.
    pub blocks: IndexVec<BlockId, Block>,
    /// Instructions of all blocks, block after block.
    pub insts: IndexVec<ValueId, Inst>,
    /// The instructions that touched memory before the reader's passes, if they were requested.
    pub accesses: Option<Box<Accesses>>,
}

impl Function {
    /// Has no body here.
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Value indices of a block, in order; the last is the terminator.
    pub fn block_values(&self, block: BlockId) -> impl DoubleEndedIterator<Item = ValueId> + use<> {
        let b = &self.blocks[block];
        (b.start.raw()..b.end.raw()).map(ValueId::from_raw)
    }

    /// The instruction that ends a block.
    pub fn terminator(&self, block: BlockId) -> &Inst {
        &self.insts[ValueId::from_raw(self.blocks[block].end.raw() - 1)]
    }

    /// The name to show to a user.
    pub fn display_name(&self) -> &str {
        self.source_name.as_deref().unwrap_or(&self.name)
    }
}

/// A basic block: the half-open range of its instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// First instruction.
    pub start: ValueId,
    /// The position after the terminator.
    pub end: ValueId,
}
