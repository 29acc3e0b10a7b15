//! Transforms loops with several entries into loops with one entry (theory, 3.1).
//!
//! A `goto` or `switch` into a loop (Duff's device), a coroutine that resumes inside a loop, and jump threading create loops that
//! can be entered at several blocks. Each such loop gets a new block before its entries. All edges to the entries go through this
//! block, including those from inside the loop. A phi in the block records which entry is meant, and a switch jumps to it. So each
//! path through the function remains a path with the same values, and every loop has a header that dominates it (Hecht and Ullman,
//! "Characterizations of Reducible Flow Graphs", 1974; the pass `fix-irreducible` of LLVM does the same).
//!
//! A value that is defined before the loop and used inside dominates each entry, as all entries reach each other. So only the
//! phis of the entries have to move.
//!
//! **Not transformed:** loops with an entry at which exceptions arrive. Such a block has to follow its `invoke` directly,
//! so the loop is not changed, and [`Loop::irreducible`] is set.
//!
//! [`Loop::irreducible`]: crate::Loop::irreducible

use crate::function::FunctionGraph;
use index_vec::IndexVec;
use rma_frontend::ir::{
    Block, BlockId, Const, ConstId, Function, Inst, InstKind, Module, Operand, Type, TypeId, TypeKind, ValueId,
};
use std::collections::BTreeMap;

/// Loops inside loops are treated this many levels deep.
const LEVELS: usize = 64;

/// Gives every loop of a program one entry, as far as no exception arrives at one. A program that satisfies [`Module::validate`]
/// does so afterwards, too.
pub fn make_reducible(module: &mut Module) {
    let Module { functions, types, consts, .. } = module;
    let mut tables = Tables { types, consts };
    for function in functions.iter_mut() {
        for _ in 0..LEVELS {
            let found = entries_of_loops(function);
            if found.is_empty() {
                break;
            }
            for tangle in found {
                add_header(function, &tangle, &mut tables);
            }
        }
    }
}

/// A loop with several entries.
struct Tangle {
    /// The entries in reverse post-order.
    entries: Vec<BlockId>,
    /// All its blocks with their positions in an order that begins with an entry.
    blocks: BTreeMap<BlockId, usize>,
}

impl Tangle {
    /// An edge inside the loop that does not lead back.
    fn goes_on(&self, from: BlockId, to: BlockId) -> bool {
        matches!((self.blocks.get(&from), self.blocks.get(&to)), (Some(a), Some(b)) if a < b)
    }
}

/// The loops that have several entries; of those inside each other the outermost.
fn entries_of_loops(function: &Function) -> Vec<Tangle> {
    if function.blocks.len() < 3 {
        return Vec::new();
    }
    let graph = FunctionGraph::new(function);
    let mut inside = IndexVec::<crate::LoopId, bool>::new();
    let mut found = Vec::new();
    for (id, l) in graph.loops.iter_enumerated() {
        // Loops come before those inside them.
        let within = l.parent.is_some_and(|p| inside[p]);
        let enters = |b: &BlockId| graph.preds[*b].iter().any(|p| !graph.loop_contains(id, *p));
        let entries: Vec<BlockId> =
            if within || !l.irreducible { Vec::new() } else { l.blocks.iter().copied().filter(enters).collect() };
        let treated = entries.len() > 1 && !entries.iter().any(|b| takes_exceptions(function, *b));
        inside.push(within || treated);
        if treated {
            // In the order of the source, if that begins with an entry; then most edges inside go forward.
            let mut ordered = l.blocks.clone();
            if ordered.iter().min().is_some_and(|first| entries.contains(first)) {
                ordered.sort_unstable();
            }
            found.push(Tangle { entries, blocks: ordered.into_iter().zip(0..).collect() });
        }
    }
    found
}

fn takes_exceptions(function: &Function, block: BlockId) -> bool {
    function.block_values(block).any(|v| matches!(function.insts[v].kind, InstKind::LandingPad { .. }))
}

/// Types and constants of the program, to which new ones are added.
struct Tables<'m> {
    types: &'m mut IndexVec<TypeId, Type>,
    consts: &'m mut IndexVec<ConstId, Const>,
}

impl Tables<'_> {
    fn ty(&mut self, kind: &TypeKind, size: u64, align: u32) -> TypeId {
        let known = self.types.position(|t| t.kind == *kind);
        known.unwrap_or_else(|| self.types.push(Type { kind: kind.clone(), size, align }))
    }

    fn constant(&mut self, constant: Const) -> Operand {
        let known = self.consts.position(|c| *c == constant);
        Operand::Const(known.unwrap_or_else(|| self.consts.push(constant)))
    }
}

/// Puts a block before the entries of a loop; all edges to the entries go through this block.
fn add_header(function: &mut Function, tangle: &Tangle, tables: &mut Tables<'_>) {
    let Tangle { entries, blocks } = tangle;
    let number = tables.ty(&TypeKind::Int(32), 4, 4);
    let void = tables.ty(&TypeKind::Void, 0, 0);
    let inst = |kind, ty, loc| Inst { kind, ty, loc, var: None };
    let arriving = redirect(function, tangle, void);
    let header = function.blocks.len_idx();
    // The position of the loop is that of its first entry.
    let loc = function.block_values(entries[0]).find_map(|v| function.insts[v].loc);
    let start = function.insts.len_idx();
    let mut which = Vec::new();
    for arrival in &arriving {
        which.push((arrival.from, tables.constant(int(number, arrival.entry as i64))));
    }
    function.insts.push(inst(InstKind::Phi { incoming: which }, number, loc));
    for (n, &entry) in entries.iter().enumerate() {
        for v in function.block_values(entry) {
            let Inst { kind: InstKind::Phi { incoming }, ty, loc, var } = function.insts[v].clone() else { break };
            let nothing = tables.constant(Const::Undef(ty));
            let moved = function.insts.len_idx();
            // On a path to another entry the value does not matter, so it is not changed.
            let of = |a: &Arrival| match incoming.iter().find(|(from, _)| a.entry == n && *from == a.source) {
                Some((_, value)) => (a.from, *value),
                None if blocks.contains_key(&a.source) => (a.from, Operand::Value(moved)),
                None => (a.from, nothing),
            };
            let joined = InstKind::Phi { incoming: arriving.iter().map(of).collect() };
            function.insts.push(Inst { kind: joined, ty, loc, var });
            let direct = incoming.iter().filter(|(from, _)| tangle.goes_on(*from, entry)).copied();
            let incoming = direct.chain([(header, Operand::Value(moved))]).collect();
            function.insts[v].kind = InstKind::Phi { incoming };
        }
    }
    let cases = (0..).zip(entries).skip(1).map(|(n, entry)| (n, *entry)).collect();
    let switch = InstKind::Switch { value: Operand::Value(start), default: entries[0], cases };
    function.insts.push(inst(switch, void, loc));
    function.blocks.push(Block { start, end: function.insts.len_idx() });
}

fn int(ty: TypeId, value: i64) -> Const {
    Const::Int { ty, value }
}

/// An edge to the new block.
struct Arrival {
    /// The block that the edge comes from.
    from: BlockId,
    /// The block from which there was an edge to the entry.
    source: BlockId,
    /// The entry that is meant, by position.
    entry: usize,
}

/// Leads the edges to the entries to a block that is still to be made, and is the last one then: all but those inside the loop that do
/// not lead back.
fn redirect(function: &mut Function, tangle: &Tangle, void: TypeId) -> Vec<Arrival> {
    let entries = &tangle.entries;
    let mut edges: Vec<(BlockId, Vec<usize>)> = Vec::new();
    for source in function.blocks.indices() {
        let next = function.terminator(source).kind.successors();
        let through = next.iter().filter(|s| !tangle.goes_on(source, **s));
        let mut to: Vec<usize> = through.filter_map(|s| entries.iter().position(|e| e == s)).collect();
        to.sort_unstable();
        to.dedup();
        if !to.is_empty() {
            edges.push((source, to));
        }
    }
    // If one block has edges to several entries, each edge gets a new block, which distinguishes them.
    let between: usize = edges.iter().filter(|(_, to)| to.len() > 1).map(|(_, to)| to.len()).sum();
    let header = BlockId::from_usize(function.blocks.len() + between);
    let mut arriving = Vec::new();
    for (source, to) in edges {
        let alone = to.len() == 1;
        let mut instead: BTreeMap<BlockId, BlockId> = BTreeMap::new();
        for entry in to {
            let from = if alone { source } else { jump(function, source, header, void) };
            instead.insert(entries[entry], if alone { header } else { from });
            arriving.push(Arrival { from, source, entry });
        }
        let end = ValueId::from_raw(function.blocks[source].end.raw() - 1);
        function.insts[end].kind.for_each_successor_mut(|to| {
            if let Some(new) = instead.get(to) {
                *to = *new;
            }
        });
    }
    arriving
}

/// A block with nothing in it but a jump.
fn jump(function: &mut Function, source: BlockId, to: BlockId, void: TypeId) -> BlockId {
    let loc = function.terminator(source).loc;
    let start = function.insts.push(Inst { kind: InstKind::Br { to }, ty: void, loc, var: None });
    function.blocks.push(Block { start, end: function.insts.len_idx() })
}
