//! The calls through which control reaches an access.

use super::code::Code;
use super::place::is_of_system;
use crate::finding::Call;
use crate::location::outlined;
use rma_dataflow::Analysis;
use rma_dataflow::ids::CtxId;
use rma_frontend::ir::{Callee, FuncId, LocId, Module};
use std::collections::BTreeMap;

/// Longest argument that is shown whole.
const LONG: usize = 32;

/// All call sites of each function in the whole program.
pub(super) struct CallSites(BTreeMap<FuncId, Vec<LocId>>);

impl CallSites {
    pub fn of(module: &Module) -> CallSites {
        let mut sites: BTreeMap<FuncId, Vec<LocId>> = BTreeMap::new();
        for function in &module.functions {
            for inst in &function.insts {
                if let (Some((Callee::Direct(callee), _)), Some(loc)) = (inst.kind.as_call(), inst.loc)
                    && !module.functions[callee].is_declaration()
                {
                    sites.entry(callee).or_default().push(loc);
                }
            }
        }
        CallSites(sites)
    }

    fn others(&self, callee: FuncId, loc: LocId) -> impl Iterator<Item = LocId> {
        self.0.get(&callee).into_iter().flatten().copied().filter(move |other| *other != loc)
    }
}

/// The calls that lead to a function instance, outermost first.
pub(super) fn calls(analysis: &Analysis, code: Code<'_>, sites: &CallSites, ctx: CtxId) -> Vec<Call> {
    let contexts = &analysis.facts.contexts.all;
    let mut out = Vec::new();
    let mut held: Option<FuncId> = None;
    let mut at = ctx;
    while let (Some((caller, _)), Some(loc)) = (contexts[at].caller, contexts[at].call_loc) {
        // Of the calls inside of a library (`std::map`), the reader sees the one that leads to it, and what it calls back.
        let inner = held.take().filter(|f| !is_library(code.module, *f)).unwrap_or(contexts[at].func);
        if is_of_system(code.module, code.module.locs[loc].scope) {
            held = Some(inner);
            at = caller;
            continue;
        }
        let name = code.module.functions[inner].display_name();
        let location = code.at(loc);
        let callee = match outlined(name) {
            Some(words) => words.to_owned(),
            None => format!("{name}{}", telling(code, sites, inner, loc, name)),
        };
        let caller_name = code.module.functions[contexts[caller].func].display_name();
        let caller_name = outlined(caller_name).unwrap_or(caller_name).to_owned();
        // The compiler makes two functions, one of which calls the other, of a region; for the reader they are one.
        let again = out.last().is_some_and(|inner: &Call| {
            inner.callee == callee && inner.caller == callee && inner.location.line == location.line
        });
        if again {
            out.pop();
        }
        out.push(Call { caller: caller_name, callee, location });
        at = caller;
    }
    out.reverse();
    out
}

/// Whether a function stands in a header of the compiler or the system.
fn is_library(module: &Module, function: FuncId) -> bool {
    module.functions[function].scope.is_some_and(|scope| is_of_system(module, scope))
}

/// The arguments that distinguish a call from other calls of the same function, as `(right, ...)`; empty if it is the only
/// call.
fn telling(code: Code<'_>, sites: &CallSites, callee: FuncId, loc: LocId, name: &str) -> String {
    let Some(own) = code.arguments(loc, name) else { return String::new() };
    let others: Vec<Vec<String>> = sites
        .others(callee, loc)
        .filter_map(|other| code.arguments(other, name))
        .filter(|other| *other != own)
        .collect();
    if others.is_empty() {
        return String::new();
    }
    let mut shown: Vec<String> = Vec::new();
    for (position, argument) in own.iter().enumerate() {
        let tells = others.iter().any(|other| other.get(position) != Some(argument));
        if tells {
            shown.push(if argument.chars().count() > LONG { "...".to_owned() } else { argument.clone() });
        } else if shown.last().is_none_or(|last| last != "...") {
            shown.push("...".to_owned());
        }
    }
    format!("({})", shown.join(", "))
}
