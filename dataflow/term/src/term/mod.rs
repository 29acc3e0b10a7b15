//! Symbolic values: hash-consed terms over mathematical integers (theory, 4.1).
//!
//! Every value of the analysis is a term: integers, truth values (0 or 1), addresses (the address of an object plus a
//! byte offset) and handles (the identity of a window, datatype, request object). Most values are
//! linear forms ([`Term::Lin`]) over the symbols rank, size, loop counters, parameters and unknowns; other values are
//! operator nodes, which the solver gets as they are.
//!
//! Invariants: constructors in `build` normalise, so equal forms have equal [`TermId`]s and most infeasible or
//! trivial conditions fold to constants; a `Lin` has at least one atom, no zero coefficient, atoms in ascending
//! id order, and is never a bare atom. Arithmetic is on ℤ: offsets do not overflow (assumption 2).
//!
//! Not included: floating-point arithmetic, which is represented by uninterpreted, deterministic functions.

mod build;
mod compared;
mod comparisons;
mod display;
mod floats;
mod logic;
mod range;
mod subst;
mod symbol;
mod vector;

#[cfg(test)]
mod tests;

pub use range::Range;
pub use subst::Substitution;
pub use symbol::{
    CHARACTER_OF_ARGUMENT, CommId, Distinct, GROUP_OF_PROCESS, Knowledge, NODE_OF_PROCESS, Process, SAME_BYTES, Sym,
    SymKind,
};

use crate::ids::{ObjId, SymId, TermId};
use crate::limits::{Budget, Limit, Limits, Watch};
use compared::Compared;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use index_vec::IndexVec;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::sync::Arc;

/// Room for the nodes of terms that are small: most of them.
const ROOM: usize = 24;

/// Operators without a linear form. All on integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Op {
    /// Product of two non-constant factors.
    Mul,
    /// Floor modulus: result in `[0, |b|)`.
    Mod,
    /// Floor division.
    Div,
    /// C's `%` (sign of the dividend).
    Rem,
    /// C's `/` (truncation).
    Quot,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Left shift by a non-constant amount.
    Shl,
    /// Right shift by a non-constant amount.
    Shr,
}

/// A term. Truth values are the integers 0 and 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Term {
    /// A constant.
    Const(i64),
    /// A symbol.
    Sym(SymId),
    /// Address (or handle identity) of instance `inst` of an object; the constant 0 where there is only one.
    Addr(ObjId, TermId),
    /// `constant + Σ coefficient · atom`.
    Lin(i64, Box<[(TermId, i64)]>),
    /// Operator.
    Op(Op, TermId, TermId),
    /// `if c then a else b`.
    Ite(TermId, TermId, TermId),
    /// `t ≤ 0`.
    Le0(TermId),
    /// `t = 0`.
    Eq0(TermId),
    /// Negation of a truth value.
    Not(TermId),
    /// Conjunction, ascending ids.
    All(Box<[TermId]>),
    /// Disjunction, ascending ids.
    Any(Box<[TermId]>),
    /// A deterministic function of its arguments that is not interpreted (`sqrt`, `atoi`, float arithmetic).
    Apply(u32, Box<[TermId]>),
}

/// The arena: every term once, with the symbols that occur in it.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    /// The limits of the run.
    pub limits: Arc<Watch>,
    nodes: IndexVec<TermId, Term>,
    /// All ids, found by the hash of their nodes.
    ids: HashTable<TermId>,
    ranges: Vec<Option<Range>>,
    /// Negations of truth values, where they were computed.
    negations: Vec<Option<TermId>>,
    conjunctions: FxHashMap<Box<[TermId]>, TermId>,
    /// For comparisons, the terms that they compare.
    compared: Vec<Compared>,
    /// Comparisons of case distinctions, where a condition holds.
    given: FxHashMap<[TermId; 2], TermId>,
    weights: Vec<u32>,
    /// Room for the parts of a sum while it is made.
    scratch: Vec<(TermId, i64)>,
    /// Symbols in each term, ascending.
    symbols: Vec<Arc<[SymId]>>,
    /// All symbols.
    pub syms: IndexVec<SymId, Sym>,
    functions: Vec<String>,
    function_ids: FxHashMap<String, u32>,
}

impl Terms {
    /// No terms, with these limits and what the run may take.
    pub fn new(limits: Limits, budget: Budget) -> Terms {
        Terms { limits: Arc::new(Watch::new(limits, budget)), ..Terms::default() }
    }

    /// The node of an id.
    pub fn get(&self, t: TermId) -> &Term {
        &self.nodes[t]
    }

    /// Number of nodes below a term, counted as a tree and saturating: how costly it is.
    pub fn weight(&self, t: TermId) -> u32 {
        self.weights[t.index()]
    }

    /// Whether a term has at most `most` nodes, those that occur several times counted once.
    pub fn is_light(&self, t: TermId, most: u32) -> bool {
        if self.weight(t) <= most {
            return true;
        }
        let mut nodes = 0u32;
        if self.weight(t) / self.limits.get::<u32>(Limit::Sharing).max(1) <= most {
            self.for_each_node(t, &mut |_| nodes += 1);
        } else {
            self.limits.reached(Limit::Sharing);
        }
        (1..=most).contains(&nodes)
    }

    /// Interns a node without simplification.
    pub fn intern(&mut self, term: Term) -> TermId {
        let place = match self.ids.entry(hash(&term), |id| self.nodes[*id] == term, |id| hash(&self.nodes[*id])) {
            Entry::Occupied(known) => return *known.get(),
            Entry::Vacant(place) => place,
        };
        let id = TermId::from_usize(self.nodes.len());
        place.insert(id);
        let mut weight = 1u32;
        for_each_child(&term, |c| weight = weight.saturating_add(self.weights[c.index()]));
        let symbols = self.symbols_below(&term);
        self.compared.push(self.compared_by(&term));
        self.nodes.push(term);
        self.symbols.push(symbols);
        self.weights.push(weight);
        self.ranges.push(None);
        self.negations.push(None);
        id
    }

    /// Interns a sum of at least one atom, its parts in ascending order.
    fn intern_sum(&mut self, constant: i64, parts: &[(TermId, i64)]) -> TermId {
        let same = |id: &TermId| matches!(&self.nodes[*id], Term::Lin(c, ts) if *c == constant && **ts == *parts);
        match self.ids.find(hash_of_sum(constant, parts), same) {
            Some(known) => *known,
            None => self.intern(Term::Lin(constant, parts.into())),
        }
    }

    /// The value of a constant term.
    pub fn as_const(&self, t: TermId) -> Option<i64> {
        match self.get(t) {
            Term::Const(c) => Some(*c),
            _ => None,
        }
    }

    /// Whether a condition never holds.
    pub fn is_false(&self, cond: TermId) -> bool {
        self.as_const(cond) == Some(0)
    }

    /// Whether a condition always holds.
    pub fn is_true(&self, cond: TermId) -> bool {
        self.as_const(cond) == Some(1)
    }

    /// The id of an uninterpreted function.
    pub fn function(&mut self, name: &str) -> u32 {
        if let Some(&id) = self.function_ids.get(name) {
            return id;
        }
        let id = self.functions.len() as u32;
        self.functions.push(name.to_owned());
        self.function_ids.insert(name.to_owned(), id);
        id
    }

    /// The name of an uninterpreted function.
    pub fn function_name(&self, id: u32) -> &str {
        &self.functions[id as usize]
    }

    /// Adds a symbol.
    pub fn add_sym(&mut self, sym: Sym) -> SymId {
        self.syms.push(sym)
    }

    /// Whether the term is a truth value by construction.
    pub fn is_bool(&self, t: TermId) -> bool {
        matches!(self.get(t), Term::Le0(_) | Term::Eq0(_) | Term::Not(_) | Term::All(_) | Term::Any(_))
            || matches!(self.get(t), Term::Const(0 | 1))
    }

    /// Calls `f` for every symbol that occurs in `t`, once each, ascending.
    pub fn for_each_sym(&self, t: TermId, f: &mut impl FnMut(SymId)) {
        self.symbols[t.index()].iter().for_each(|s| f(*s));
    }

    /// The symbol that a symbol is an earlier version of, or the symbol itself.
    pub fn now(&self, mut x: SymId) -> SymId {
        while let SymKind::Earlier(of, _) = self.syms[x].kind {
            x = of;
        }
        x
    }

    /// The symbols of a new node; shared with an operand that has them all.
    fn symbols_below(&self, term: &Term) -> Arc<[SymId]> {
        if let Term::Sym(s) = term {
            return Arc::new([*s]);
        }
        let mut largest: Option<&Arc<[SymId]>> = None;
        for_each_child(term, |c| {
            let symbols = &self.symbols[c.index()];
            if largest.is_none_or(|l| symbols.len() > l.len()) {
                largest = Some(symbols);
            }
        });
        let Some(largest) = largest else { return Arc::new([]) };
        let mut more: Vec<SymId> = Vec::new();
        for_each_child(term, |c| {
            let symbols = &self.symbols[c.index()];
            if !Arc::ptr_eq(symbols, largest) {
                more.extend(symbols.iter().filter(|s| largest.binary_search(s).is_err()));
            }
        });
        if more.is_empty() {
            return largest.clone();
        }
        more.extend(largest.iter());
        more.sort_unstable();
        more.dedup();
        more.into()
    }

    /// Calls `f` for every distinct node below and including `t`.
    pub fn for_each_node(&self, t: TermId, f: &mut impl FnMut(&Term)) {
        if self.weight(t) as usize <= self.limits.get::<usize>(Limit::SmallTerm).min(ROOM) {
            return self.for_each_node_of_small(t, f);
        }
        self.limits.reached(Limit::SmallTerm);
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            if seen.insert(t) {
                let node = self.get(t);
                f(node);
                for_each_child(node, |c| stack.push(c));
            }
        }
    }

    /// The same in the same order for a term of few nodes, without a table of those that were seen.
    fn for_each_node_of_small(&self, t: TermId, f: &mut impl FnMut(&Term)) {
        let (mut stack, mut top) = ([t; ROOM], 1);
        let (mut seen, mut count) = ([t; ROOM], 0);
        while top > 0 {
            top -= 1;
            let t = stack[top];
            if seen[..count].contains(&t) {
                continue;
            }
            seen[count] = t;
            count += 1;
            let node = self.get(t);
            f(node);
            // The weight counts every occurrence of a node, so there is room for all.
            for_each_child(node, |c| {
                stack[top] = c;
                top += 1;
            });
        }
    }

    /// Whether any symbol in `t` satisfies the predicate.
    pub fn any_sym(&self, t: TermId, mut pred: impl FnMut(SymId) -> bool) -> bool {
        self.symbols[t.index()].iter().any(|s| pred(*s))
    }

    /// The least that is known of any symbol in `t`.
    pub fn knowledge(&self, t: TermId) -> Knowledge {
        let mut worst = Knowledge::Known;
        self.for_each_sym(t, &mut |s| worst = worst.max(self.syms[s].knowledge()));
        worst
    }
}

fn hash(term: &Term) -> u64 {
    match term {
        Term::Lin(constant, parts) => hash_of_sum(*constant, parts),
        _ => FxBuildHasher.hash_one(term),
    }
}

fn hash_of_sum(constant: i64, parts: &[(TermId, i64)]) -> u64 {
    FxBuildHasher.hash_one((constant, parts))
}

/// Calls `f` for every operand of a node.
pub fn for_each_child(term: &Term, mut f: impl FnMut(TermId)) {
    match term {
        Term::Const(_) | Term::Sym(_) => {}
        Term::Addr(_, inst) => f(*inst),
        Term::Lin(_, ts) => ts.iter().for_each(|(t, _)| f(*t)),
        Term::Op(_, a, b) => {
            f(*a);
            f(*b);
        }
        Term::Ite(c, a, b) => {
            f(*c);
            f(*a);
            f(*b);
        }
        Term::Le0(t) | Term::Eq0(t) | Term::Not(t) => f(*t),
        Term::All(ts) | Term::Any(ts) | Term::Apply(_, ts) => ts.iter().for_each(|t| f(*t)),
    }
}
