//! Types with their layout, and constants.

use super::{FuncId, GlobalId};
use index_vec::define_index_type;
use serde::{Deserialize, Serialize};

define_index_type! {
    /// A type.
    pub struct TypeId = u32;
}
define_index_type! {
    /// A constant.
    pub struct ConstId = u32;
}

/// A type and its layout under the module's data layout.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// Allocation size in bytes (with tail padding); 0 for unsized types.
    pub size: u64,
    /// ABI alignment in bytes; 0 for unsized types.
    pub align: u32,
}

/// Floating-point formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FloatKind {
    /// 16 bits, IEEE.
    Half,
    /// 16 bits, brain.
    BFloat,
    /// 32 bits.
    Float,
    /// 64 bits.
    Double,
    /// 80 bits, x87.
    X86Fp80,
    /// 128 bits, IEEE.
    Fp128,
    /// 128 bits, PowerPC pair.
    PpcFp128,
}

/// A struct member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Field {
    /// Byte offset from the start of the struct.
    pub offset: u64,
    /// Type.
    pub ty: TypeId,
}

/// The shape of a type.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TypeKind {
    /// No value.
    Void,
    /// Integer of this many bits.
    Int(u32),
    /// Floating point.
    Float(FloatKind),
    /// Pointer (opaque).
    Ptr,
    /// Array of `len` elements.
    Array {
        /// Element type.
        elem: TypeId,
        /// Number of elements.
        len: u64,
    },
    /// SIMD vector.
    Vector {
        /// Element type.
        elem: TypeId,
        /// Number of elements, of scalable ones the least.
        len: u64,
        /// The number is a multiple of `len` that the machine decides.
        scalable: bool,
    },
    /// Struct with its members in order.
    Struct {
        /// LLVM's name, empty for literal structs.
        name: String,
        /// Members.
        fields: Vec<Field>,
    },
    /// Function type.
    Func {
        /// Return type.
        ret: TypeId,
        /// Parameter types.
        params: Vec<TypeId>,
        /// Takes further arguments.
        varargs: bool,
    },
    /// Labels, metadata, tokens, target types.
    Other,
}

/// A constant.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Const {
    /// Integer of at most 64 bits, sign-extended (`i1` true is 1).
    Int {
        /// Type.
        ty: TypeId,
        /// Value.
        value: i64,
    },
    /// Integers of more bits, and all types that have no other form here.
    Opaque(TypeId),
    /// Floating point, as the bits of an IEEE double (rounded for wider formats).
    Float {
        /// Type.
        ty: TypeId,
        /// `f64::to_bits` of the value.
        bits: u64,
    },
    /// Null pointer.
    Null(TypeId),
    /// Undefined or poison.
    Undef(TypeId),
    /// All bytes zero, of an aggregate type.
    Zero(TypeId),
    /// Address of a global plus a byte offset.
    Global {
        /// The global.
        global: GlobalId,
        /// Bytes from its start.
        offset: i64,
    },
    /// Address of a function.
    Func(FuncId),
    /// Array, vector or struct by members, in order.
    Aggregate {
        /// Type.
        ty: TypeId,
        /// Members.
        elems: Vec<ConstId>,
    },
    /// Array of integers or floats as its bytes in memory.
    Data {
        /// Type.
        ty: TypeId,
        /// Content, `size(ty)` bytes, target byte order.
        bytes: Vec<u8>,
    },
    /// Integer made of an address: `inttoptr` or `ptrtoint` of another constant.
    Reinterpret {
        /// Type.
        ty: TypeId,
        /// The constant whose bits these are.
        of: ConstId,
    },
}

impl Const {
    /// Its type; addresses of globals and functions do not name theirs.
    pub fn ty(&self) -> Option<TypeId> {
        match self {
            Const::Int { ty, .. }
            | Const::Opaque(ty)
            | Const::Float { ty, .. }
            | Const::Null(ty)
            | Const::Undef(ty)
            | Const::Zero(ty)
            | Const::Aggregate { ty, .. }
            | Const::Data { ty, .. }
            | Const::Reinterpret { ty, .. } => Some(*ty),
            Const::Global { .. } | Const::Func(_) => None,
        }
    }
}
