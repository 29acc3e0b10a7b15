//! Names in the text for things that have numbers in memory (theory, 5.1).

use super::codec::{RESERVED, identifier};
use rma_term::ids::{LoopId, NodeId, ObjId, SymId, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::hash::Hash;

/// The symbols, objects, loops and so on that a text mentions.
#[derive(Default)]
pub(super) struct Used {
    pub syms: BTreeSet<SymId>,
    pub objs: BTreeSet<ObjId>,
    pub loops: BTreeSet<LoopId>,
    pub nodes: BTreeSet<NodeId>,
    pub threads: BTreeSet<ThreadId>,
}

/// Names when written.
#[derive(Default)]
pub(super) struct Names {
    pub syms: FxHashMap<SymId, String>,
    pub objs: FxHashMap<ObjId, String>,
    pub loops: FxHashMap<LoopId, String>,
    pub nodes: FxHashMap<NodeId, String>,
    pub threads: FxHashMap<ThreadId, String>,
}

impl Names {
    /// The name of an id; a substitute for an id that has none.
    pub fn name<T: Copy + Eq + Hash>(table: &FxHashMap<T, String>, id: T) -> String {
        table.get(&id).cloned().unwrap_or_else(|| "unnamed".to_owned())
    }

    /// Gives each a unique name, made from its name in the program.
    pub fn give<T: Copy + Eq + Hash>(of: impl Iterator<Item = (T, String)>) -> FxHashMap<T, String> {
        let mut taken: FxHashSet<String> = RESERVED.iter().map(|w| (*w).to_owned()).collect();
        let mut next: FxHashMap<String, u32> = FxHashMap::default();
        let mut out = FxHashMap::default();
        for (id, name) in of {
            let base = identifier(&name);
            let mut own = base.clone();
            while !taken.insert(own.clone()) {
                let n = next.entry(base.clone()).or_insert(0);
                *n += 1;
                own = format!("{base}.{n}");
            }
            out.insert(id, own);
        }
        out
    }
}

/// Names when read.
#[derive(Default)]
pub(super) struct Found {
    pub syms: FxHashMap<String, SymId>,
    pub objs: FxHashMap<String, ObjId>,
    pub loops: FxHashMap<String, LoopId>,
    pub nodes: FxHashMap<String, NodeId>,
    pub threads: FxHashMap<String, ThreadId>,
}
