//! Which definition each symbol stands for.

use super::Conflict;
use crate::ir::{Const, FuncId, Function, Global, GlobalId, Linkage, Module};
use index_vec::IndexVec;
use std::collections::HashMap;

/// A symbol of one input module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    Func(FuncId),
    Global(GlobalId),
}

/// What a symbol of an input module becomes in the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Func(FuncId),
    Global(GlobalId, i64),
}

/// Targets of the symbols of one module.
#[derive(Debug, Default)]
pub(super) struct Places {
    pub functions: IndexVec<FuncId, Target>,
    pub globals: IndexVec<GlobalId, Target>,
    /// Functions of this module that go into the result, with their new numbers.
    pub kept_functions: Vec<(FuncId, FuncId)>,
    /// Globals likewise.
    pub kept_globals: Vec<(GlobalId, GlobalId)>,
}

impl Places {
    /// Whether a function of this module goes into the result.
    pub fn keeps_function(&self, id: FuncId) -> bool {
        self.kept_functions.binary_search_by_key(&id, |kept| kept.0).is_ok()
    }

    /// Whether a global of this module goes into the result.
    pub fn keeps_global(&self, id: GlobalId) -> bool {
        self.kept_globals.binary_search_by_key(&id, |kept| kept.0).is_ok()
    }
}

/// The answer for all modules.
pub(super) struct Resolution {
    pub places: Vec<Places>,
    pub conflicts: Vec<Conflict>,
}

/// How much a symbol's claim to its name weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Declared,
    Available,
    Weak,
    Strong,
}

fn strength(linkage: Linkage, defined: bool) -> Strength {
    match linkage {
        _ if !defined => Strength::Declared,
        Linkage::AvailableExternally => Strength::Available,
        Linkage::Weak => Strength::Weak,
        Linkage::External | Linkage::Internal => Strength::Strong,
    }
}

/// The best claim to a name so far.
#[derive(Debug, Clone, Copy)]
struct Claim {
    module: usize,
    item: Item,
    strength: Strength,
    /// Bytes of a tentative definition (all zero, weak): the largest one wins.
    tentative: Option<u64>,
}

struct Table<'m> {
    modules: &'m [Module],
    claims: HashMap<&'m str, Claim>,
    conflicts: Vec<Conflict>,
}

/// Finds the definition of every symbol and numbers those that stay, in the order of the modules.
pub(super) fn resolve(modules: &[Module]) -> Resolution {
    let mut table = Table { modules, claims: HashMap::new(), conflicts: Vec::new() };
    for (index, module) in modules.iter().enumerate() {
        for (id, function) in module.functions.iter_enumerated() {
            if function.linkage != Linkage::Internal {
                table.claim(&function.name, function_claim(index, id, function));
            }
        }
        for (id, global) in module.globals.iter_enumerated() {
            if global.linkage != Linkage::Internal {
                table.claim(&global.name, global_claim(module, index, id, global));
            }
        }
    }
    let aliases = table.aliases();
    let places = number(modules, &table.claims, &aliases);
    Resolution { places, conflicts: table.conflicts }
}

fn function_claim(module: usize, id: FuncId, function: &Function) -> Claim {
    let strength = strength(function.linkage, !function.is_declaration());
    Claim { module, item: Item::Func(id), strength, tentative: None }
}

fn global_claim(module: &Module, index: usize, id: GlobalId, global: &Global) -> Claim {
    let strength = strength(global.linkage, global.init.is_some());
    let zero = global.init.is_some_and(|init| {
        matches!(
            module.consts[init],
            Const::Zero(_) | Const::Null(_) | Const::Int { value: 0, .. } | Const::Float { bits: 0, .. }
        )
    });
    let tentative = (strength == Strength::Weak && zero).then(|| module.types[global.ty].size);
    Claim { module: index, item: Item::Global(id), strength, tentative }
}

impl<'m> Table<'m> {
    fn claim(&mut self, name: &'m str, new: Claim) {
        let Some(old) = self.claims.get_mut(name) else {
            self.claims.insert(name, new);
            return;
        };
        let larger = matches!((old.tentative, new.tentative), (Some(a), Some(b)) if b > a);
        if new.strength > old.strength || (new.strength == old.strength && larger) {
            *old = new;
        } else if new.strength == Strength::Strong {
            let conflict = conflict(self.modules, name, old.module, new.module);
            self.conflicts.push(conflict);
        }
    }

    /// Names for which an alias is the best claim, and the symbol that it names.
    fn aliases(&mut self) -> HashMap<&'m str, (usize, Item, i64)> {
        let mut best: HashMap<&'m str, (Strength, usize, Item, i64)> = HashMap::new();
        for (index, module) in self.modules.iter().enumerate() {
            for alias in module.aliases.iter().filter(|alias| alias.linkage != Linkage::Internal) {
                let (item, offset) = match module.consts[alias.target] {
                    Const::Func(function) => (Item::Func(function), 0),
                    Const::Global { global, offset } => (Item::Global(global), offset),
                    _ => continue,
                };
                let strength = strength(alias.linkage, true);
                let name = alias.name.as_str();
                let rival = self.claims.get(name).map(|claim| (claim.strength, claim.module));
                let rival = rival.max(best.get(name).map(|other| (other.0, other.1)));
                match rival {
                    Some((held, module)) if held >= strength => {
                        if strength == Strength::Strong {
                            self.conflicts.push(conflict(self.modules, name, module, index));
                        }
                    }
                    _ => {
                        best.insert(name, (strength, index, item, offset));
                    }
                }
            }
        }
        best.into_iter().map(|(name, (_, module, item, offset))| (name, (module, item, offset))).collect()
    }
}

fn conflict(modules: &[Module], symbol: &str, first: usize, second: usize) -> Conflict {
    Conflict {
        symbol: symbol.to_owned(),
        first: modules[first].name.clone(),
        second: modules[second].name.clone(),
        modules: (first, second),
    }
}

/// Gives new numbers to internal symbols and to the winners of their names, then points every other symbol there.
fn number(
    modules: &[Module],
    claims: &HashMap<&str, Claim>,
    aliases: &HashMap<&str, (usize, Item, i64)>,
) -> Vec<Places> {
    // What an alias defines needs no declaration.
    let wins = |name: &str, module: usize, item: Item| {
        let wins = |claim: &Claim| claim.module == module && claim.item == item;
        let declared = |claim: &Claim| claim.strength == Strength::Declared && aliases.contains_key(name);
        claims.get(name).is_some_and(|claim| wins(claim) && !declared(claim))
    };
    let mut places: Vec<Places> = Vec::new();
    let (mut functions, mut globals) = (0, 0);
    for (index, module) in modules.iter().enumerate() {
        let mut place = Places::default();
        for (id, function) in module.functions.iter_enumerated() {
            if function.linkage == Linkage::Internal || wins(&function.name, index, Item::Func(id)) {
                place.kept_functions.push((id, FuncId::from_raw(functions)));
                functions += 1;
            }
        }
        for (id, global) in module.globals.iter_enumerated() {
            if global.linkage == Linkage::Internal || wins(&global.name, index, Item::Global(id)) {
                place.kept_globals.push((id, GlobalId::from_raw(globals)));
                globals += 1;
            }
        }
        places.push(place);
    }
    let own: Vec<Own> = places.iter().map(Own::new).collect();
    // Every symbol is kept itself, or the winner of its name is.
    let of_item = |module: usize, item: Item| -> Target {
        let name = match item {
            Item::Func(id) => modules[module].functions[id].name.as_str(),
            Item::Global(id) => modules[module].globals[id].name.as_str(),
        };
        let winner = || claims.get(name).and_then(|claim| own[claim.module].target(claim.item));
        own[module].target(item).or_else(winner).expect("the winner of a name is kept")
    };
    let of_name = |name: &str, module: usize, item: Item, linkage: Linkage| match aliases.get(name) {
        Some(&(owner, aliased, bytes)) if linkage != Linkage::Internal => of_item(owner, aliased).plus(bytes),
        _ => of_item(module, item),
    };
    for (index, module) in modules.iter().enumerate() {
        let functions = module.functions.iter_enumerated();
        places[index].functions =
            functions.map(|(id, function)| of_name(&function.name, index, Item::Func(id), function.linkage)).collect();
        let globals = module.globals.iter_enumerated();
        places[index].globals =
            globals.map(|(id, global)| of_name(&global.name, index, Item::Global(id), global.linkage)).collect();
    }
    places
}

impl Target {
    fn plus(self, bytes: i64) -> Target {
        match self {
            Target::Global(global, offset) => Target::Global(global, offset.wrapping_add(bytes)),
            Target::Func(_) => self,
        }
    }
}

/// New numbers of one module's kept symbols.
struct Own {
    functions: HashMap<FuncId, FuncId>,
    globals: HashMap<GlobalId, GlobalId>,
}

impl Own {
    fn new(places: &Places) -> Own {
        Own {
            functions: places.kept_functions.iter().copied().collect(),
            globals: places.kept_globals.iter().copied().collect(),
        }
    }

    fn target(&self, item: Item) -> Option<Target> {
        match item {
            Item::Func(id) => self.functions.get(&id).map(|&id| Target::Func(id)),
            Item::Global(id) => self.globals.get(&id).map(|&id| Target::Global(id, 0)),
        }
    }
}
