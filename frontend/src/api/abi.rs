//! The encoding of handles and constants of an MPI library in a program.
//!
//! Three encodings are known: MPICH's (handles are 32-bit integers), Open MPI's (handles are addresses of globals) and the standard ABI of
//! MPI 5 (handles are pointers whose values are small integers).

use super::abi_table::{AbiTable, HandleValue, SentinelName};
use super::catalog::catalog;
use super::model::Model;
use crate::ir::{self, TypeKind};
use serde::Deserialize;
use std::sync::OnceLock;

/// The MPI library whose handles and constants a program uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Abi {
    /// MPICH and its descendants.
    Mpich,
    /// Open MPI.
    OpenMpi,
    /// The standard ABI of MPI 5 (MPI 5.0, chapter 20), which any library can offer.
    Mpi5,
}

/// A handle as the program holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HandleKey<'a> {
    /// An integer constant; only its low 32 bits count.
    Int(i64),
    /// The address of the global of this linker name.
    Symbol(&'a str),
}

/// Kinds of handles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "named after MPI's opaque objects")]
pub enum HandleKind {
    Comm,
    Op,
    Group,
    Datatype,
    Request,
    Errhandler,
    Message,
    Win,
    Info,
    Session,
    File,
}

/// The predefined communicators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CommHandle {
    /// `MPI_COMM_WORLD`.
    World,
    /// `MPI_COMM_SELF`.
    SelfComm,
    /// `MPI_COMM_NULL`.
    Null,
}

/// Classes of basic types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TypeClass {
    /// Integers and characters.
    Integer,
    /// Real numbers.
    Float,
    /// Complex numbers.
    Complex,
    /// Truth values.
    Logical,
    /// `MPI_BYTE` and `MPI_PACKED`.
    Byte,
    /// Value and index, for `MPI_MAXLOC` and `MPI_MINLOC`.
    Pair,
    /// `MPI_LB` and `MPI_UB`, which have no size.
    Marker,
}

/// A member of a pair type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// Bytes from the start of the pair.
    pub offset: u64,
    /// The standard's name of its type.
    pub name: String,
    /// Bytes.
    pub size: u64,
    /// Class of its type.
    pub class: TypeClass,
}

/// A predefined datatype.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Predefined {
    /// The standard's name (`MPI_INT`).
    pub name: String,
    /// Bytes of data (`MPI_Type_size`): without the padding of pairs.
    pub size: u64,
    /// Bytes from one element to the next (`MPI_Type_get_extent`).
    pub extent: u64,
    /// Alignment in bytes.
    pub alignment: u64,
    /// Class.
    pub class: TypeClass,
    /// Members of a pair; empty for other types.
    pub components: Vec<Component>,
}

/// Values of the constants; addresses as integers. Named after the standard's, without `MPI_`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "named after the standard's constants")]
pub struct Constants {
    pub success: i64,
    pub proc_null: i64,
    pub any_source: i64,
    pub any_tag: i64,
    pub root: i64,
    pub undefined: i64,
    pub lock_exclusive: i64,
    pub lock_shared: i64,
    pub mode_nocheck: i64,
    pub mode_nostore: i64,
    pub mode_noput: i64,
    pub mode_noprecede: i64,
    pub mode_nosucceed: i64,
    pub comm_type_shared: i64,
    pub tag_ub: i64,
    /// `MPI_UNIVERSE_SIZE`.
    pub universe_size: i64,
    pub win_base: i64,
    pub win_size: i64,
    pub win_disp_unit: i64,
    pub win_create_flavor: i64,
    pub win_model: i64,
    pub win_flavor_create: i64,
    pub win_flavor_allocate: i64,
    pub win_flavor_dynamic: i64,
    pub win_flavor_shared: i64,
    pub win_separate: i64,
    pub win_unified: i64,
    pub order_c: i64,
    pub order_fortran: i64,
    pub bottom: i64,
    pub in_place: i64,
    pub status_ignore: i64,
    pub statuses_ignore: i64,
    /// `sizeof(MPI_Status)`, in bytes.
    pub status_size: i64,
    /// Offset of its field `MPI_SOURCE`, in bytes.
    pub status_source: i64,
    /// Offset of its field `MPI_TAG`, in bytes.
    pub status_tag: i64,
}

impl Constants {
    /// Whether every window has the attribute with this key (MPI 4.1, 12.2.6).
    pub fn is_window_attribute(&self, keyval: i64) -> bool {
        [self.win_base, self.win_size, self.win_disp_unit, self.win_create_flavor, self.win_model].contains(&keyval)
    }
}

const DATATYPES: &str = include_str!("tables/abi/datatypes.toml");

/// Declarations of MPI's Fortran procedures.
fn fortran_procedures(module: &ir::Module) -> impl Iterator<Item = &ir::Function> {
    let procedure =
        |f: &&ir::Function| catalog().lookup(&f.name).is_some_and(|r| r.fortran.is_some() && r.model == Model::Mpi);
    module.functions.iter().filter(|f| f.is_declaration()).filter(procedure)
}

/// Names of arguments that are handles.
const HANDLES: [&str; 12] = [
    "comm",
    "win",
    "datatype",
    "origin_datatype",
    "sendtype",
    "recvtype",
    "oldtype",
    "info",
    "group",
    "op",
    "errhandler",
    "comm_old",
];

impl Abi {
    /// Every known ABI.
    pub const ALL: [Abi; 3] = [Abi::Mpich, Abi::OpenMpi, Abi::Mpi5];

    fn table(self) -> &'static AbiTable {
        static MPICH: OnceLock<AbiTable> = OnceLock::new();
        static OPEN_MPI: OnceLock<AbiTable> = OnceLock::new();
        static MPI5: OnceLock<AbiTable> = OnceLock::new();
        let (cell, text) = match self {
            Abi::Mpich => (&MPICH, include_str!("tables/abi/mpich.toml")),
            Abi::OpenMpi => (&OPEN_MPI, include_str!("tables/abi/openmpi.toml")),
            Abi::Mpi5 => (&MPI5, include_str!("tables/abi/mpi5.toml")),
        };
        cell.get_or_init(|| match AbiTable::parse(DATATYPES, text) {
            Ok(table) => table,
            Err(error) => unreachable!("built-in ABI table of {self:?}: {error}"),
        })
    }

    /// The ABI that a module was compiled for; `None` when nothing in the module shows it.
    ///
    /// Globals named `ompi_...` are Open MPI's. Otherwise the parameter types of the declared MPI routines decide: handles
    /// passed as integers are MPICH's, as pointers those of MPI 5 when the module mentions a pointer that is one of its
    /// communicators or datatypes, else Open MPI's.
    pub fn detect(module: &ir::Module) -> Option<Self> {
        if module.globals.iter().any(|g| g.name.starts_with("ompi_")) {
            return Some(Abi::OpenMpi);
        }
        if let Some(fortran) = Self::of_fortran(module) {
            return Some(fortran);
        }
        for function in &module.functions {
            let Some(routine) = catalog().lookup(&function.name).filter(|r| r.model == Model::Mpi) else { continue };
            for (position, param) in function.params.iter().enumerate() {
                let by_value = routine.args.get(position).is_some_and(|a| HANDLES.contains(&a.as_str()))
                    && !routine.outputs.iter().any(|o| o.arg == position)
                    // Takes the address of the datatype without changing it.
                    && routine.name != "MPI_Type_commit";
                if !by_value {
                    continue;
                }
                match module.types.get(param.ty).map(|ty| &ty.kind) {
                    Some(TypeKind::Int(32)) => return Some(Abi::Mpich),
                    Some(TypeKind::Ptr) if Self::mentions_handles_of_mpi5(module) => return Some(Abi::Mpi5),
                    Some(TypeKind::Ptr) => return Some(Abi::OpenMpi),
                    _ => {}
                }
            }
        }
        None
    }

    /// Handles of Open MPI are never numbers in C, and no program of this field has pointers to the third page of memory otherwise.
    fn mentions_handles_of_mpi5(module: &ir::Module) -> bool {
        let is_pointer = |ty: ir::TypeId| matches!(module.types.get(ty).map(|ty| &ty.kind), Some(TypeKind::Ptr));
        let number = |constant: &ir::Const| match *constant {
            // The number itself has the type of an address's integer.
            ir::Const::Reinterpret { ty, of } if is_pointer(ty) => match module.consts.get(of) {
                Some(ir::Const::Int { value, .. }) => Some(*value),
                _ => None,
            },
            _ => None,
        };
        let is_handle = |value: i64| {
            let key = HandleKey::Int(value);
            Abi::Mpi5.comm(key).is_some() || Abi::Mpi5.datatype(key).is_some()
        };
        module.consts.iter().filter_map(number).any(is_handle)
    }

    /// Bytes of a handle in C.
    pub fn handle_size(self) -> u64 {
        match self {
            Abi::Mpich => 4,
            Abi::OpenMpi | Abi::Mpi5 => 8,
        }
    }

    /// Whether MPI handles in C are integers; with Open MPI they are addresses of objects.
    pub fn handles_are_numbers(self) -> bool {
        self != Abi::OpenMpi
    }

    /// Whether a program calls MPI's Fortran procedures.
    pub fn speaks_fortran(module: &ir::Module) -> bool {
        fortran_procedures(module).next().is_some()
    }

    /// The ABI of the Fortran procedures of a module. Both libraries declare their own common blocks for the sentinels.
    /// Without these, MPICH is recognised by its bindings with descriptors, or by a use of its world communicator.
    fn of_fortran(module: &ir::Module) -> Option<Self> {
        let named = |start: &str| module.globals.iter().any(|g| g.name.starts_with(start));
        if named("mpi_fortran_") {
            return Some(Abi::OpenMpi);
        }
        let mut procedures = fortran_procedures(module);
        let first = procedures.next()?;
        let descriptors = |f: &ir::Function| f.name.contains("_f08ts");
        if named("mpipriv") || named("MPIR_") || descriptors(first) || procedures.any(descriptors) {
            return Some(Abi::Mpich);
        }
        let is_world = |value: i64| Abi::Mpich.comm(HandleKey::Int(value)) == Some(CommHandle::World);
        let world = module.consts.iter().any(|c| matches!(c, ir::Const::Int { value, .. } if is_world(*value)));
        Some(if world { Abi::Mpich } else { Abi::OpenMpi })
    }

    /// The sentinel that the address `offset` bytes into a global is in Fortran, as a value of [`Abi::constants`].
    pub fn sentinel(self, global: &str, offset: i64) -> Option<i64> {
        let constants = self.constants();
        match self.table().fortran.sentinel.iter().find(|s| s.global == global && s.offset == offset)?.name {
            SentinelName::Bottom => Some(constants.bottom),
            SentinelName::InPlace => Some(constants.in_place),
            SentinelName::StatusIgnore => Some(constants.status_ignore),
            SentinelName::StatusesIgnore => Some(constants.statuses_ignore),
        }
    }

    /// Values of the constants.
    pub fn constants(self) -> &'static Constants {
        &self.table().constants
    }

    /// The predefined datatype that a handle names.
    pub fn datatype(self, key: HandleKey) -> Option<&'static Predefined> {
        let (table, key) = (self.table(), HandleValue::of(key));
        table.datatype.get(&key).or_else(|| table.fortran.datatype.get(&key))
    }

    /// The standard's name of the predefined reduction operation that a handle names (`MPI_SUM`).
    pub fn op(self, key: HandleKey) -> Option<&'static str> {
        let (table, key) = (self.table(), HandleValue::of(key));
        table.op.get(&key).or_else(|| table.fortran.op.get(&key)).map(String::as_str)
    }

    /// The predefined communicator that a handle names.
    pub fn comm(self, key: HandleKey) -> Option<CommHandle> {
        let (table, key) = (self.table(), HandleValue::of(key));
        table.comm.get(&key).or_else(|| table.fortran.comm.get(&key)).copied()
    }

    /// Whether a handle is the null handle of any kind.
    pub fn null_handle(self, key: HandleKey) -> bool {
        let key = HandleValue::of(key);
        self.table().null.values().any(|null| *null == key)
    }

    /// Whether a symbol is the null handle of an object that a call makes: of a communicator, group, request, window, message or file.
    pub fn is_null_symbol(self, name: &str) -> bool {
        const MADE: [HandleKind; 6] = [
            HandleKind::Comm,
            HandleKind::Group,
            HandleKind::Request,
            HandleKind::Win,
            HandleKind::Message,
            HandleKind::File,
        ];
        MADE.into_iter().any(|kind| self.null(kind) == Some(HandleKey::Symbol(name)))
    }

    /// The null handle of a kind in Fortran, an integer.
    pub fn fortran_null(self, kind: HandleKind) -> Option<HandleKey<'static>> {
        let own = self.table().fortran.null.get(&kind).map(HandleValue::key);
        own.or_else(|| self.null(kind).filter(|key| matches!(key, HandleKey::Int(_))))
    }

    /// The number in C of a predefined attribute key, given its number in Fortran. In MPICH's libraries the keys of Fortran, whose values
    /// are no addresses, have numbers that are one higher.
    pub fn keyval_of_fortran(self, keyval: i64) -> i64 {
        if self == Abi::Mpich { keyval - 1 } else { keyval }
    }

    /// The null handle of a kind; `None` when the library has no such objects.
    pub fn null(self, kind: HandleKind) -> Option<HandleKey<'static>> {
        self.table().null.get(&kind).map(HandleValue::key)
    }

    /// All predefined datatypes with their handles, in order of the handles.
    pub fn datatypes(self) -> impl Iterator<Item = (HandleKey<'static>, &'static Predefined)> {
        self.table().datatype.iter().map(|(key, ty)| (key.key(), ty))
    }

    /// All predefined reduction operations with their handles, in order of the handles.
    pub fn ops(self) -> impl Iterator<Item = (HandleKey<'static>, &'static str)> {
        self.table().op.iter().map(|(key, op)| (key.key(), op.as_str()))
    }
}

/// The kind of handle that an output of a null handle through the argument `name` stores, by the standard's names.
pub fn handle_kind_of_argument(name: &str) -> Option<HandleKind> {
    Some(match name {
        "comm" | "newcomm" | "comm_cart" | "comm_graph" | "comm_dist_graph" | "intercomm" | "newintercomm"
        | "newintracomm" => HandleKind::Comm,
        "win" => HandleKind::Win,
        "datatype" | "newtype" => HandleKind::Datatype,
        "request" | "array_of_requests" => HandleKind::Request,
        "group" | "newgroup" => HandleKind::Group,
        "op" => HandleKind::Op,
        "info" => HandleKind::Info,
        "errhandler" => HandleKind::Errhandler,
        "message" => HandleKind::Message,
        "session" => HandleKind::Session,
        "fh" => HandleKind::File,
        _ => return None,
    })
}
