//! Groups of tasks: which are open where a task is made, and which tasks the end of one waits for (theory, 6.5).
//!
//! A taskgroup is a structured block (OpenMP 5.2, 15.4), so the calls that begin and end one are in the same function, and each path
//! between two places of a function opens and closes the same groups. A task is in the groups that are open at the call that makes it,
//! at the calls that lead there, and where the task around it was made.

use super::{Frame, Interp};
use rma_cfg::FunctionGraph;
use rma_frontend::api::{Thread, catalog};
use rma_frontend::ir::{BlockId, Callee, Function, InstKind, Module, ValueId};
use rma_skeleton::skeleton::TeamKind;
use rma_skeleton::thread::ThreadKind;
use rma_term::ids::{CtxId, ThreadId};
use rustc_hash::FxHashMap;

impl Interp<'_> {
    /// The groups in which a task is made, by the calls that begin them.
    pub(super) fn groups_around(&self, ctx: CtxId, call: ValueId, parent: Option<ThreadId>) -> Vec<(CtxId, ValueId)> {
        let threads = &self.facts.threads;
        // The tasks of another thread are no descendants of those of its creator.
        let mut out = match parent.map(|p| &threads.all[p]) {
            Some(p) if p.kind != ThreadKind::Thread => p.groups.clone(),
            _ => Vec::new(),
        };
        let mut at = Some((ctx, call));
        while let Some((ctx, call)) = at {
            let makes = |p: ThreadId| threads.ids.get(&(ctx, call, threads.all[p].kind)) == Some(&p);
            if parent.is_some_and(makes) {
                break;
            }
            let of = &self.facts.contexts.all[ctx];
            let (func, graph) = (&self.facts.module.functions[of.func], &self.facts.graph.functions[of.func]);
            out.extend(open_groups(self.facts.module, func, graph, call).into_iter().map(|begin| (ctx, begin)));
            at = of.caller;
        }
        out
    }

    /// The tasks that the end of a group waits for.
    pub(super) fn tasks_of_group(&self, frame: &Frame, end: ValueId) -> TeamKind {
        let Some(begin) = open_groups(self.facts.module, frame.func, frame.graph, end).pop() else {
            return TeamKind::Visible;
        };
        let group = (frame.ctx, begin);
        let all = self.facts.threads.all.iter_enumerated();
        TeamKind::AwaitGroup(all.filter(|(_, s)| s.groups.contains(&group)).map(|(id, _)| id).collect())
    }
}

/// The groups that are open at an instruction of a function, outermost first. Where paths meet, those that are open on all of them.
fn open_groups(module: &Module, func: &Function, graph: &FunctionGraph, at: ValueId) -> Vec<ValueId> {
    let mut after: FxHashMap<BlockId, Vec<ValueId>> = FxHashMap::default();
    for &block in &graph.rpo {
        let mut open: Option<Vec<ValueId>> = None;
        for before in graph.preds[block].iter().filter_map(|p| after.get(p)) {
            match &mut open {
                Some(open) => {
                    let common = open.iter().zip(before).take_while(|(a, b)| a == b).count();
                    open.truncate(common);
                }
                None => open = Some(before.clone()),
            }
        }
        let mut open = open.unwrap_or_default();
        for v in func.block_values(block) {
            if v == at {
                return open;
            }
            match group_call(module, func, v) {
                Some(Thread::TaskGroup) => open.push(v),
                Some(Thread::TaskGroupEnd) => _ = open.pop(),
                _ => {}
            }
        }
        after.insert(block, open);
    }
    Vec::new()
}

fn group_call(module: &Module, func: &Function, v: ValueId) -> Option<Thread> {
    match func.insts[v].kind {
        InstKind::Call { callee: Callee::Direct(f), .. } | InstKind::Invoke { callee: Callee::Direct(f), .. } => {
            catalog().lookup(&module.functions[f].name)?.thread
        }
        _ => None,
    }
}
