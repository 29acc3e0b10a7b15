//! Tables of virtual functions: at which positions a function stands, and whether its address is taken elsewhere (theory, 3.2).
//!
//! Names and layout are those of the Itanium C++ ABI (2.5, 5.1.4): `_ZTV` and `_ZTC` are structures of arrays; each array has
//! offsets, the address of the type's information (`_ZTI`), and then the functions, the first of which an object points to.
//! A virtual call reads the table's address at the start of an object, reads the function from the table, and passes the object.

use crate::mentions::each_operand;
use index_vec::IndexVec;
use rma_frontend::ir::{Const, ConstId, FuncId, Function, Global, GlobalId, InstKind, Module, Operand, ValueId};
use std::collections::{HashMap, HashSet};

/// Size of an entry in bytes.
const ENTRY: i64 = 8;

/// The class of objects in which `std::thread` keeps the function of a thread, and the position of this virtual function. The
/// thread library calls it; no program does.
const OF_THREADS: (&str, i64) = ("_ZTINSt6thread6_StateE", 2 * ENTRY);

/// From where a call through a pointer has its callee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// The call has the form of a virtual call: the position in the table.
    Virtual(i64),
    /// The value is this many bytes after an address that was read or passed: a position in a table, if that address is one.
    Position(i64),
    /// A variable, which is no table of virtual functions.
    Variable,
    Anything,
}

/// Functions whose address is taken in certain places only.
#[derive(Debug, Clone, Default)]
pub(crate) struct VirtualTables {
    /// Functions in tables of virtual functions and nowhere else: their positions there, in bytes.
    only_in_tables: HashMap<FuncId, HashSet<i64>>,
    /// Functions of the C++ library (`std::function` keeps some) that instructions name, but neither these tables nor other data.
    only_in_code: HashSet<FuncId>,
}

impl VirtualTables {
    pub(crate) fn new(module: &Module) -> Self {
        let mut positions: HashMap<FuncId, HashSet<i64>> = HashMap::new();
        let [mut data, mut code] = [(); 2].map(|()| Named::new(module));
        for global in &module.globals {
            let Some(init) = global.init else { continue };
            match is_table(global).then(|| functions_of(module, init)).flatten() {
                Some(functions) => {
                    for (function, position) in functions {
                        positions.entry(function).or_default().extend(position);
                    }
                }
                None => data.add(init),
            }
        }
        if positions.is_empty() {
            return Self::default();
        }
        for inst in module.functions.iter().flat_map(|function| &function.insts) {
            each_operand(&inst.kind, |operand| {
                if let Operand::Const(c) = operand {
                    code.add(c);
                }
            });
        }
        let of_library = |f: &FuncId| {
            let name = module.functions[*f].name.trim_start_matches("_ZN").trim_start_matches('K');
            name.starts_with("St") || name.starts_with("_ZSt")
        };
        let only_in_code = code.functions.iter().copied();
        let only_in_code = only_in_code
            .filter(|f| of_library(f) && !positions.contains_key(f) && !data.functions.contains(f))
            .collect();
        positions.retain(|f, _| !data.functions.contains(f) && !code.functions.contains(f));
        Self { only_in_tables: positions, only_in_code }
    }

    /// The origin of a callee, where it matters.
    pub(crate) fn distinguishes(&self, origin: Origin) -> Origin {
        if self.only_in_tables.is_empty() { Origin::Anything } else { origin }
    }

    /// Whether a call whose callee is from `origin` may be one of `function`.
    pub(crate) fn may_call(&self, origin: Origin, function: FuncId) -> bool {
        match (self.only_in_tables.get(&function), origin) {
            (_, Origin::Anything) => true,
            (Some(positions), Origin::Virtual(at) | Origin::Position(at)) => positions.contains(&at),
            (Some(_), Origin::Variable) => false,
            (None, Origin::Virtual(_)) => !self.only_in_code.contains(&function),
            (None, Origin::Position(_) | Origin::Variable) => true,
        }
    }
}

/// Functions that constants name.
struct Named<'m> {
    module: &'m Module,
    seen: IndexVec<ConstId, bool>,
    functions: HashSet<FuncId>,
}

impl<'m> Named<'m> {
    fn new(module: &'m Module) -> Self {
        let seen = module.consts.iter().map(|_| false).collect();
        Self { module, seen, functions: HashSet::default() }
    }

    fn add(&mut self, constant: ConstId) {
        let mut work = vec![constant];
        while let Some(c) = work.pop() {
            if std::mem::replace(&mut self.seen[c], true) {
                continue;
            }
            match &self.module.consts[c] {
                Const::Func(f) => _ = self.functions.insert(*f),
                Const::Reinterpret { of, .. } => work.push(*of),
                Const::Aggregate { elems, .. } => work.extend(elems),
                _ => {}
            }
        }
    }
}

fn is_table(global: &Global) -> bool {
    ["_ZTV", "_ZTC"].iter().any(|prefix| global.name.starts_with(prefix))
}

/// The functions of a table with the positions at which the program calls them; `None` for a table of another layout.
fn functions_of(module: &Module, init: ConstId) -> Option<Vec<(FuncId, Option<i64>)>> {
    let Const::Aggregate { elems, .. } = &module.consts[init] else { return None };
    let mut found = Vec::new();
    for array in elems {
        let Const::Aggregate { elems, .. } = &module.consts[*array] else { return None };
        let type_of = |c: &ConstId| match &module.consts[*c] {
            Const::Global { global, .. } if module.globals[*global].name.starts_with("_ZTI") => Some(*global),
            _ => None,
        };
        let (before, class) = elems.iter().enumerate().find_map(|(n, c)| Some((n, type_of(c)?)))?;
        for (n, c) in elems.iter().enumerate() {
            match &module.consts[*c] {
                Const::Func(f) if n > before => {
                    let at = (n - before - 1) as i64 * ENTRY;
                    found.push((*f, (!is_of_threads(module, class, at)).then_some(at)));
                }
                Const::Func(_) | Const::Aggregate { .. } => return None,
                _ => {}
            }
        }
    }
    Some(found)
}

/// Whether the thread library alone calls the virtual function at a position of the objects of a class.
fn is_of_threads(module: &Module, class: GlobalId, at: i64) -> bool {
    let Some(init) = module.globals[class].init else { return false };
    let Const::Aggregate { elems, .. } = &module.consts[init] else { return false };
    let is_base = |c: &ConstId| matches!(&module.consts[*c], Const::Global { global, .. } if module.globals[*global].name == OF_THREADS.0);
    at == OF_THREADS.1 && elems.iter().any(is_base)
}

/// From where the callee of a call is, seen through constant offsets.
pub(crate) fn origin(module: &Module, function: &Function, callee: Operand, args: &[Operand]) -> Origin {
    let Some(InstKind::Load { ptr, .. }) = definition(function, callee) else { return Origin::Anything };
    let Some((from, at)) = without_offset(function, *ptr) else { return Origin::Anything };
    match (definition(function, from), from) {
        (Some(InstKind::Alloca { .. }), _) => Origin::Variable,
        (Some(InstKind::Load { ptr: object, .. }), _) if args.iter().take(2).any(|arg| arg == object) => {
            Origin::Virtual(at)
        }
        (Some(InstKind::Load { .. }), _) | (None, Operand::Param(_)) => Origin::Position(at),
        (None, Operand::Const(c)) => match &module.consts[c] {
            Const::Global { global, .. } if !is_table(&module.globals[*global]) => Origin::Variable,
            _ => Origin::Anything,
        },
        _ => Origin::Anything,
    }
}

/// An address without the constant offsets added to it, and their sum; `None` where an offset is not constant.
fn without_offset(function: &Function, address: Operand) -> Option<(Operand, i64)> {
    let (mut at, mut from) = (0, address);
    while let Some(InstKind::Gep { base, offset, scaled, .. }) = definition(function, from) {
        if !scaled.is_empty() {
            return None;
        }
        (at, from) = (at + offset, *base);
    }
    Some((from, at))
}

fn definition(function: &Function, operand: Operand) -> Option<&InstKind> {
    let value: ValueId = match operand {
        Operand::Value(v) => v,
        _ => return None,
    };
    Some(&function.insts[value].kind)
}
