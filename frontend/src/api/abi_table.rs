//! The data of [`Abi`](super::Abi): predefined datatypes and one table of constants and handles for each library.

use super::abi::{CommHandle, Component, Constants, HandleKey, HandleKind, Predefined, TypeClass};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A handle as a table writes it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(untagged)]
pub(super) enum HandleValue {
    Int(i64),
    Symbol(String),
}

impl HandleValue {
    pub fn key(&self) -> HandleKey<'_> {
        match self {
            HandleValue::Int(value) => HandleKey::Int(*value),
            HandleValue::Symbol(symbol) => HandleKey::Symbol(symbol),
        }
    }

    /// Integers are compared by their low 32 bits: the program may have them sign- or zero-extended.
    pub fn of(key: HandleKey) -> Self {
        match key {
            HandleKey::Int(value) => HandleValue::Int(value & 0xffff_ffff),
            HandleKey::Symbol(symbol) => HandleValue::Symbol(symbol.to_owned()),
        }
    }
}

/// One library, indexed by handle.
#[derive(Debug)]
pub(super) struct AbiTable {
    pub constants: Constants,
    pub null: BTreeMap<HandleKind, HandleValue>,
    pub comm: BTreeMap<HandleValue, CommHandle>,
    pub op: BTreeMap<HandleValue, String>,
    pub datatype: BTreeMap<HandleValue, Predefined>,
    pub fortran: FortranTable,
}

/// What differs in Fortran: the addresses of the sentinels and, if handles are addresses in C, the integers that
/// Fortran has instead.
#[derive(Debug, Default)]
pub(super) struct FortranTable {
    pub sentinel: Vec<Sentinel>,
    pub null: BTreeMap<HandleKind, HandleValue>,
    pub comm: BTreeMap<HandleValue, CommHandle>,
    pub op: BTreeMap<HandleValue, String>,
    pub datatype: BTreeMap<HandleValue, Predefined>,
}

/// An address in a common block that denotes a constant.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sentinel {
    pub global: String,
    #[serde(default)]
    pub offset: i64,
    pub name: SentinelName,
}

/// Which constant.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SentinelName {
    Bottom,
    InPlace,
    StatusIgnore,
    StatusesIgnore,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTable {
    constants: Constants,
    null: BTreeMap<HandleKind, HandleValue>,
    comm: BTreeMap<String, HandleValue>,
    op: BTreeMap<String, HandleValue>,
    datatype: BTreeMap<String, HandleValue>,
    fortran: RawFortran,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFortran {
    sentinel: Vec<Sentinel>,
    #[serde(default)]
    null: BTreeMap<HandleKind, HandleValue>,
    #[serde(default)]
    comm: BTreeMap<String, HandleValue>,
    #[serde(default)]
    op: BTreeMap<String, HandleValue>,
    #[serde(default)]
    datatype: BTreeMap<String, HandleValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawType {
    class: TypeClass,
    size: Option<u64>,
    align: Option<u64>,
    #[serde(default)]
    components: Vec<String>,
}

/// Why an ABI table cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub(super) enum AbiTableError {
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    #[error("`{0}` is no predefined datatype with a size")]
    UnknownType(String),
    #[error("`{0}` is no predefined communicator")]
    UnknownComm(String),
}

impl AbiTable {
    pub fn parse(datatypes: &str, table: &str) -> Result<Self, AbiTableError> {
        let types: BTreeMap<String, RawType> = toml::from_str(datatypes)?;
        let raw: RawTable = toml::from_str(table)?;
        let fortran = FortranTable {
            comm: communicators(&raw.fortran.comm, &raw.fortran.null)?,
            datatype: predefined_types(&types, &raw.fortran.datatype)?,
            op: by_handle(&raw.fortran.op),
            null: raw.fortran.null,
            sentinel: raw.fortran.sentinel,
        };
        Ok(Self {
            comm: communicators(&raw.comm, &raw.null)?,
            datatype: predefined_types(&types, &raw.datatype)?,
            op: by_handle(&raw.op),
            constants: raw.constants,
            null: raw.null,
            fortran,
        })
    }
}

fn by_handle(names: &BTreeMap<String, HandleValue>) -> BTreeMap<HandleValue, String> {
    names.iter().map(|(name, handle)| (HandleValue::of(handle.key()), name.clone())).collect()
}

fn communicators(
    names: &BTreeMap<String, HandleValue>,
    null: &BTreeMap<HandleKind, HandleValue>,
) -> Result<BTreeMap<HandleValue, CommHandle>, AbiTableError> {
    let mut comm = BTreeMap::new();
    for (name, handle) in names {
        let which = match name.as_str() {
            "world" => CommHandle::World,
            "self" => CommHandle::SelfComm,
            _ => return Err(AbiTableError::UnknownComm(name.clone())),
        };
        comm.insert(HandleValue::of(handle.key()), which);
    }
    if let Some(null) = null.get(&HandleKind::Comm) {
        comm.insert(HandleValue::of(null.key()), CommHandle::Null);
    }
    Ok(comm)
}

fn predefined_types(
    types: &BTreeMap<String, RawType>,
    names: &BTreeMap<String, HandleValue>,
) -> Result<BTreeMap<HandleValue, Predefined>, AbiTableError> {
    names.iter().map(|(name, handle)| Ok((HandleValue::of(handle.key()), predefined(types, name)?))).collect()
}

fn predefined(types: &BTreeMap<String, RawType>, name: &str) -> Result<Predefined, AbiTableError> {
    let unknown = || AbiTableError::UnknownType(name.to_owned());
    let raw = types.get(name).ok_or_else(unknown)?;
    if raw.class != TypeClass::Pair {
        let size = raw.size.ok_or_else(unknown)?;
        let align = raw.align.unwrap_or(size).max(1);
        return Ok(Predefined {
            name: name.to_owned(),
            size,
            extent: size,
            alignment: align,
            class: raw.class,
            components: Vec::new(),
        });
    }
    // A pair is laid out as the C struct of its components.
    let (mut size, mut end, mut alignment) = (0, 0u64, 1);
    let mut components = Vec::new();
    for part in &raw.components {
        let part = predefined(types, part)?;
        let offset = end.next_multiple_of(part.alignment);
        end = offset + part.extent;
        size += part.size;
        alignment = part.alignment.max(alignment);
        components.push(Component { offset, name: part.name, size: part.size, class: part.class });
    }
    let extent = end.next_multiple_of(alignment);
    Ok(Predefined { name: name.to_owned(), size, extent, alignment, class: TypeClass::Pair, components })
}
