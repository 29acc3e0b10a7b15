//! The memory that each instruction of the program may touch, over all its visits, to find the accesses that a dynamic checker need
//! not watch (theory, 5.1). `docs/screening.md` argues that this loses no race.
//!
//! An access is *apart* when no pointer with which the interpreter has visited it can point to memory that any one-sided or
//! nonblocking operation may touch. Instructions that were never visited have no entry, and count as unknown. A function that may
//! be entered in a way that was not followed is listed as unseen, with all functions that it calls.
//!
//! This uses the records before [`crate::relevant`] removes events that do not matter. It uses the records of all instances,
//! including instances that a later pass no longer calls: more visits only add memory.

use crate::interp::{Interp, Step, Unwinds};
use crate::relevant::Relevant;
use rma_frontend::ir::{Callee, Const, FuncId, GlobalId, InstKind, Operand, ValueId};
use rma_skeleton::skeleton::{Area, Event, Item, Place};
use rma_term::ids::{CtxId, ObjId, TermId};
use rma_term::limits::Cost;
use rma_term::object::ObjKind;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// What the instructions of the program may touch.
#[derive(Debug, Clone, Default)]
pub struct Screening {
    /// Entries by function and instruction. An instruction without an entry was not visited.
    pub touches: BTreeMap<(FuncId, ValueId), Touch>,
    /// Functions that may run in ways that were not followed.
    pub unseen: BTreeSet<FuncId>,
    /// No limit has cut the interpretation off. Limits of the searches that follow do not matter here.
    pub whole: bool,
}

/// What an instruction may touch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Touch {
    /// It may touch memory of a window, of a segment or of the symmetric heap, a buffer of an operation, or unknown memory.
    pub relevant: bool,
    /// Stores of another thread, in an order that was not followed, may lead it to such memory.
    pub unordered: bool,
    /// Memory that another thread of the process may touch, too.
    pub shared: bool,
}

/// The records of the interpretation for the screening.
#[derive(Debug, Default)]
pub(crate) struct Followed {
    /// Calls that were visited.
    pub calls: FxHashSet<(FuncId, ValueId)>,
    /// Calls through pointers that may mean more functions than were entered.
    pub open: FxHashSet<(FuncId, ValueId)>,
    /// Functions that were passed to a routine without a body, and the call that passed them.
    pub handed: FxHashSet<(FuncId, ValueId, FuncId)>,
    /// In programs with threads, the pointers that loads have last returned.
    pub loads: BTreeMap<(CtxId, ValueId, usize), (Place, TermId)>,
}

/// Finds what the instructions touch.
pub(crate) fn screen(interp: &mut Interp) -> Screening {
    let records = std::mem::take(&mut interp.recording.records);
    let mut all: Vec<_> = records.iter().collect();
    all.sort_by_key(|(key, _)| **key);
    let items = || all.iter().flat_map(|(_, record)| &record.steps).flat_map(items_of);
    let relevant = Relevant::of_everything(interp, items());
    let threaded = |interp: &Interp, ctx: CtxId| interp.facts.threads.of.contains_key(&ctx);
    let mut shared: BTreeSet<ObjId> = BTreeSet::new();
    for item in items().filter(|item| threaded(interp, item.ctx)) {
        for obj in areas(&item.event).flat_map(|area| &area.places).map(|p| p.obj) {
            let object = &interp.facts.objects[obj];
            let own = !object.escaped && object.ctx.is_some_and(|made| threaded(interp, made));
            if !own {
                shared.insert(obj);
            }
        }
    }
    let unordered = interp.finds_other_pointers(&shared, &relevant);
    let limits = &interp.facts.terms.limits;
    let is_cut = limits.all_reached().iter().any(|reached| reached.limit.row().cost == Cost::Search);
    let whole = limits.cuts().is_empty() && !is_cut;
    let mut out = Screening { unseen: unseen(interp), whole, ..Screening::default() };
    for item in items() {
        let Some(inst) = item.inst else { continue };
        let func = interp.facts.contexts.all[item.ctx].func;
        let touch = match &item.event {
            Event::Access(access) => Touch {
                relevant: relevant.may_touch(interp, &access.area),
                unordered: unordered && !is_own_stack(interp, item),
                shared: access.area.places.iter().any(|p| shared.contains(&p.obj)),
            },
            Event::Issue(_) => Touch { relevant: true, ..Touch::default() },
            _ => continue,
        };
        let entry = out.touches.entry((func, inst)).or_default();
        entry.relevant |= touch.relevant;
        entry.unordered |= touch.unordered;
        entry.shared |= touch.shared;
    }
    by_name(interp, &relevant, &mut out);
    interp.recording.records = records;
    out
}

/// Loads and stores of variables by their names in code that was held not to run, such as that of `stderr` after a call that succeeds: what they
/// touch is known without a visit.
fn by_name(interp: &Interp, relevant: &Relevant, out: &mut Screening) {
    let mut objects: BTreeMap<GlobalId, Vec<ObjId>> = BTreeMap::new();
    for (obj, object) in interp.facts.objects.iter_enumerated() {
        if let ObjKind::Global(global) = object.kind {
            objects.entry(global).or_default().push(obj);
        }
    }
    let module = interp.facts.module;
    let shared = !interp.facts.threads.ids.is_empty();
    let entered: BTreeSet<FuncId> = interp.facts.contexts.all.iter().map(|ctx| ctx.func).collect();
    for func in entered {
        for (value, inst) in module.functions[func].insts.iter_enumerated() {
            let (InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. }) = inst.kind else { continue };
            let Operand::Const(address) = ptr else { continue };
            let Const::Global { global, .. } = module.consts[address] else { continue };
            let of_operation = match objects.get(&global) {
                Some(objects) => objects.iter().any(|obj| relevant.concerns(*obj)),
                None => relevant.concerns_unvisited(),
            };
            let touch = Touch { relevant: of_operation, unordered: false, shared };
            out.touches.entry((func, value)).or_insert(touch);
        }
    }
}

/// An access to stack cells of its own function instance, whose address has not escaped.
fn is_own_stack(interp: &Interp, item: &Item) -> bool {
    areas(&item.event).flat_map(|area| &area.places).all(|p| {
        let object = &interp.facts.objects[p.obj];
        object.kind == ObjKind::Stack && !object.escaped && object.ctx == Some(item.ctx)
    })
}

fn items_of(step: &Step) -> &[Item] {
    match step {
        Step::Item(item) => std::slice::from_ref(item),
        Step::Call { unwinds: Unwinds::Through(deaths), .. } => deaths,
        Step::Call { .. } | Step::Stop => &[],
    }
}

fn areas(event: &Event) -> Box<dyn Iterator<Item = &Area> + '_> {
    match event {
        Event::Access(access) => Box::new(std::iter::once(&access.area)),
        Event::Issue(issue) => Box::new(issue.effects.iter().map(|effect| &effect.area)),
        _ => Box::new(std::iter::empty()),
    }
}

/// Functions that may be entered by a call that was not followed: in a function that has a model, beyond a limit, through a
/// pointer for which not every function was entered, by code without a body that got their address; with threads, in code that the
/// analysis found not to run. With all functions that they may call.
fn unseen(interp: &Interp) -> BTreeSet<FuncId> {
    let contexts = &interp.facts.contexts;
    let entered: BTreeSet<FuncId> = contexts.all.iter().map(|ctx| ctx.func).collect();
    let edges: FxHashSet<(FuncId, ValueId, FuncId)> = contexts
        .all
        .iter()
        .filter_map(|ctx| ctx.caller.map(|(up, call)| (contexts.all[up].func, call, ctx.func)))
        .collect();
    let module = interp.facts.module;
    let calls = &interp.facts.graph.calls;
    let followed = &interp.recording.followed;
    // What one thread stores may send another one where it was held not to go.
    let threaded = !interp.facts.threads.ids.is_empty();
    let may_run = |call: &(FuncId, ValueId)| threaded || followed.calls.contains(call);
    let mut roots: BTreeSet<FuncId> = BTreeSet::new();
    for &func in &entered {
        for (value, inst) in module.functions[func].insts.iter_enumerated() {
            let (InstKind::Call { callee, .. } | InstKind::Invoke { callee, .. }) = &inst.kind else { continue };
            let call = (func, value);
            match *callee {
                Callee::Direct(to) => {
                    if !module.functions[to].is_declaration() && may_run(&call) && !edges.contains(&(func, value, to)) {
                        roots.insert(to);
                    }
                }
                Callee::Indirect(_) => {
                    if may_run(&call) && (!followed.calls.contains(&call) || followed.open.contains(&call)) {
                        roots.extend(calls.callees_of_call(func, value));
                    }
                }
                Callee::Asm => {}
            }
        }
    }
    #[allow(clippy::iter_over_hash_type)] // A set is made of it.
    for handed in &interp.recording.followed.handed {
        // Those that start threads and tasks, or keep functions for the end of the program, are followed where these run.
        let (func, call, callee) = *handed;
        let runs_later = match module.functions[func].insts[call].kind.as_call() {
            Some((Callee::Direct(to), _)) => {
                let name = &module.functions[to].name;
                ["__kmpc_", "pthread_", "__cxa_", "atexit"].iter().any(|start| name.starts_with(start))
            }
            _ => false,
        };
        let followed = edges.contains(handed) || runs_later && entered.contains(&callee);
        if !followed {
            roots.insert(callee);
        }
    }
    let mut out = BTreeSet::new();
    let mut work: Vec<FuncId> = roots.into_iter().collect();
    while let Some(func) = work.pop() {
        if !module.functions[func].is_declaration() && out.insert(func) {
            work.extend(calls.callees(func));
        }
    }
    out
}

impl Interp<'_> {
    /// Notes the functions among the arguments of a call that enters no body.
    pub(crate) fn note_handed(&mut self, func: FuncId, call: ValueId, args: &[TermId]) {
        for arg in args {
            for obj in self.facts.objects_in(*arg) {
                if let ObjKind::Function(handed) = self.facts.objects[obj].kind {
                    self.recording.followed.handed.insert((func, call, handed));
                }
            }
        }
    }
}
