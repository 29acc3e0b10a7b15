//! The calls through which control reaches an access.

use super::code::Code;
use super::place::is_of_system;
use crate::finding::Call;
use crate::location::outlined;
use rma_dataflow::Analysis;
use rma_dataflow::ids::CtxId;
use rma_frontend::ir::{Callee, LocId, Module, ScopeId, ScopeKind};
use std::collections::BTreeMap;

/// Longest argument that is shown whole.
const LONG: usize = 32;

/// Words for functions that the compiler makes of a part of one.
const REGION: [&str; 2] = ["the parallel region", "the task"];

/// All call sites of each function in the whole program, by the function's debug information; those that the compiler has inlined
/// are among them.
pub(super) struct CallSites(BTreeMap<ScopeId, Vec<LocId>>);

impl CallSites {
    pub fn of(module: &Module) -> CallSites {
        let mut sites: BTreeMap<ScopeId, Vec<LocId>> = BTreeMap::new();
        for function in &module.functions {
            for inst in &function.insts {
                if let (Some((Callee::Direct(callee), _)), Some(loc)) = (inst.kind.as_call(), inst.loc)
                    && let Some(scope) = module.functions[callee].scope
                {
                    sites.entry(scope).or_default().push(loc);
                }
            }
        }
        for loc in &module.locs {
            if let (Some(scope), Some(site)) = (function_scope(module, loc.scope), loc.inlined_at) {
                sites.entry(scope).or_default().push(site);
            }
        }
        for all in sites.values_mut() {
            all.sort_unstable();
            all.dedup();
        }
        CallSites(sites)
    }

    fn others(&self, callee: ScopeId, loc: LocId) -> impl Iterator<Item = LocId> {
        self.0.get(&callee).into_iter().flatten().copied().filter(move |other| *other != loc)
    }
}

/// A called function.
#[derive(Clone)]
struct Called {
    name: String,
    scope: Option<ScopeId>,
}

/// The calls that lead to a position in a function instance, outermost first. What the compiler has inlined is called, too.
pub(super) fn calls(
    analysis: &Analysis,
    code: Code<'_>,
    sites: &CallSites,
    ctx: CtxId,
    within: Option<LocId>,
) -> Vec<Call> {
    let module = code.module;
    let contexts = &analysis.facts.contexts.all;
    let mut out = Vec::new();
    let mut held: Option<Called> = None;
    let (mut at, mut within) = (ctx, within);
    loop {
        let inlined = within.and_then(|loc| Some((module.locs[loc].scope, module.locs[loc].inlined_at?)));
        let (callee, site, is_inlined) = match inlined {
            Some((scope, site)) => (called(module, scope), site, true),
            None => {
                let (Some((caller, _)), Some(site)) = (contexts[at].caller, contexts[at].call_loc) else { break };
                let function = &module.functions[contexts[at].func];
                at = caller;
                (Called { name: function.display_name().to_owned(), scope: function.scope }, site, false)
            }
        };
        within = Some(site);
        // Of the calls inside of a library (`std::map`), the reader sees the one that leads to it, and what it calls back.
        let is_library = |called: &Called| called.scope.is_some_and(|scope| is_of_system(module, scope));
        let of_library = is_library(&callee);
        let inner = held.take().filter(|called| !is_library(called));
        let skipped = is_inlined && of_library && inner.is_none();
        let inner = inner.unwrap_or(callee);
        if is_of_system(module, module.locs[site].scope) {
            held = Some(inner);
            continue;
        }
        if skipped {
            continue;
        }
        let location = code.at(site);
        let callee = match outlined(&inner.name) {
            Some(words) => words.to_owned(),
            None => format!("{}{}", inner.name, telling(code, sites, &inner, site)),
        };
        let caller = match module.locs[site].inlined_at {
            Some(_) => called(module, module.locs[site].scope).name,
            None => module.functions[contexts[at].func].display_name().to_owned(),
        };
        let caller = outlined(&caller).map_or(caller.clone(), str::to_owned);
        // The compiler makes two functions, one of which calls the other, of a region or task; for the reader they are one.
        let again = out.last().is_some_and(|last: &Call| {
            let made = outlined(&inner.name).is_some() && REGION.contains(&last.callee.as_str());
            made && last.caller == callee && last.location.line == location.line
        });
        if again {
            out.pop();
            if let Some(last) = out.last_mut() {
                last.caller.clone_from(&callee);
            }
        }
        out.push(Call { caller, callee, location });
    }
    out.reverse();
    out
}

/// The function that a scope is in.
pub(super) fn function_scope(module: &Module, scope: ScopeId) -> Option<ScopeId> {
    let mut at = Some(scope);
    while let Some(s) = at.filter(|s| !matches!(module.scopes[*s].kind, ScopeKind::Function { .. })) {
        at = module.scopes[s].parent;
    }
    at
}

fn called(module: &Module, scope: ScopeId) -> Called {
    let scope = function_scope(module, scope);
    let name = scope.map(|scope| match &module.scopes[scope].kind {
        ScopeKind::Function { name, .. } => name.clone(),
        _ => String::new(),
    });
    Called { name: name.unwrap_or_default(), scope }
}

/// The arguments that distinguish a call from other calls of the same function, as `(right, ...)`; empty if it is the only
/// call.
fn telling(code: Code<'_>, sites: &CallSites, callee: &Called, loc: LocId) -> String {
    let name = callee.name.as_str();
    let Some(own) = code.arguments(loc, name) else { return String::new() };
    let others: Vec<Vec<String>> = callee
        .scope
        .into_iter()
        .flat_map(|scope| sites.others(scope, loc))
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
