//! What the results of reductions say about the contributions of both processes of a pair (theory, 4.6).
//!
//! The greatest of what all processes contribute is one symbol for both processes, and it is below the contribution of neither. So its fact
//! has copies of values of both, which are only known once the pairs are found.

use crate::pending::{Found, promise};
use rma_skeleton::candidate::{Candidate, Processes};
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::Block;
use rma_term::ids::{SymId, TermId};
use rma_term::term::{Process, Sym};
use std::collections::{BTreeMap, BTreeSet};

/// Adds the bounds that contributions are to the facts of the symbols for results, for the candidates that were found.
pub(crate) fn bound(facts: &mut Facts, found: &Found) {
    let has_bound = |sym: &Sym| sym.least.is_some() || sym.most.is_some();
    if !facts.terms.syms.iter().any(has_bound) {
        return;
    }
    let mut bounded: BTreeMap<SymId, BTreeSet<Process>> = BTreeMap::new();
    for candidate in &found.candidates {
        let processes: &[Process] = match found.pairs[candidate.pair].processes {
            Processes::Same => &[Process::All],
            Processes::Two => &[Process::FIRST, Process::SECOND],
        };
        for x in symbols_of(facts, candidate) {
            if has_bound(&facts.terms.syms[x]) {
                bounded.entry(x).or_default().extend(processes);
            }
        }
    }
    for (x, processes) in bounded {
        let (value, sym) = (facts.terms.sym(x), facts.terms.syms[x].clone());
        let mut all: Vec<TermId> = sym.fact.into_iter().collect();
        for process in processes {
            let of = |t: TermId, facts: &mut Facts| match process {
                Process::All => t,
                process => promise::at(facts, t, process),
            };
            if let Some(least) = sym.least {
                let least = of(least, facts);
                all.push(facts.terms.le(least, value));
            }
            if let Some(most) = sym.most {
                let most = of(most, facts);
                all.push(facts.terms.le(value, most));
            }
        }
        let fact = facts.terms.all(&all);
        if !facts.terms.is_false(fact) {
            facts.terms.syms[x].fact = Some(fact);
        }
    }
}

/// The symbols that a query of a candidate contains.
fn symbols_of(facts: &Facts, candidate: &Candidate) -> BTreeSet<SymId> {
    let mut terms: Vec<TermId> = candidate.reach.iter().chain(&candidate.path).copied().collect();
    for overlap in &candidate.overlaps {
        terms.extend(&overlap.guards);
        for extent in std::iter::once(&overlap.first).chain(&overlap.second) {
            terms.extend([extent.inst, extent.offset]);
            in_block(&extent.block, &mut terms);
        }
    }
    let mut all = BTreeSet::new();
    while let Some(t) = terms.pop() {
        facts.terms.for_each_sym(t, &mut |x| {
            if all.insert(x) {
                let sym = &facts.terms.syms[x];
                terms.extend([sym.below, sym.fact, sym.least, sym.most].into_iter().flatten());
            }
        });
    }
    all
}

fn in_block(block: &Block, out: &mut Vec<TermId>) {
    out.push(block.offset);
    out.extend(block.len);
    out.extend(block.dims.iter().flat_map(|dim| [dim.count, dim.stride]));
}
