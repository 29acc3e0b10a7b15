//! The two copies of the program's values: a symbol with the same value in both processes stays one symbol, every other symbol is
//! copied (theory, 7.2).

use super::state::{At, Iter};
use rma_skeleton::facts::{Facts, SymKey};
use rma_skeleton::skeleton::Skeleton;
use rma_term::ids::{LoopId, SymId, TermId};
use rma_term::term::{CommId, Process, Substitution, Sym, SymKind};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// Says the terms of one process' segment as terms of the product.
pub(super) struct Copy {
    /// The process whose copy this is.
    process: Process,
    /// Present values for later use: values that change in loops are distinguished from their later values.
    then: bool,
    /// Their iterations are expressed again as the processes continue ([`super::aging`]).
    followed: bool,
    /// How the iterations of the loops around the start of the segment relate to those of the other process.
    iters: Vec<(LoopId, Iter)>,
    /// The values of counters after their loops, for loops that always end with the same value.
    ends: Rc<FxHashMap<LoopId, TermId>>,
    done: Rc<RefCell<Substitution>>,
}

/// Process, whether of an earlier time and followed, iterations.
type CopyKey = (Process, bool, bool, Vec<(LoopId, Iter)>);

/// The copies that were made, by process, time and iterations; a term is copied once.
pub(super) struct Copies {
    done: FxHashMap<CopyKey, Rc<RefCell<Substitution>>>,
    ends: Rc<FxHashMap<LoopId, TermId>>,
}

impl Copies {
    /// None yet.
    pub fn new(facts: &Facts, skeleton: &Skeleton) -> Copies {
        let varies = |t: TermId| facts.terms.any_sym(t, |x| facts.terms.syms[x].def_loop.is_some());
        let ends = skeleton.loops.iter_enumerated().filter_map(|(l, data)| Some((l, data.trips?)));
        let ends = Rc::new(ends.filter(|(_, trips)| !varies(*trips)).collect());
        Copies { done: FxHashMap::default(), ends }
    }

    /// Whether a loop has as many iterations each time and in every process.
    pub fn ends_alike(&self, facts: &Facts, l: LoopId) -> bool {
        let alike = |x: SymId| {
            let sym = &facts.terms.syms[x];
            sym.uniform || sym.kind == SymKind::Size(CommId::World)
        };
        self.ends.get(&l).is_some_and(|end| !facts.terms.any_sym(*end, |x| !alike(x)))
    }

    fn get(&mut self, process: Process, then: bool, followed: bool, iters: &[(LoopId, Iter)]) -> Copy {
        let done = self.done.entry((process, then, followed, iters.to_vec())).or_default().clone();
        Copy { process, then, followed, iters: iters.to_vec(), ends: self.ends.clone(), done }
    }

    /// The copy of the process that is at `at`.
    pub fn at(&mut self, process: Process, at: &At) -> Copy {
        self.get(process, false, false, &at.iters)
    }

    /// Like [`Copies::at`], for terms that stay in the state while the process continues.
    pub fn remembered(&mut self, process: Process, at: &At) -> Copy {
        self.get(process, true, false, &at.iters)
    }

    /// Like [`Copies::remembered`], for terms whose iterations the state records.
    pub fn followed(&mut self, process: Process, iters: &[(LoopId, Iter)]) -> Copy {
        self.get(process, true, true, iters)
    }

    /// The copy of a process of which the state records nothing.
    pub fn elsewhere(&mut self, process: Process) -> Copy {
        self.get(process, false, false, &[])
    }
}

impl Copy {
    /// A term of this process; of a worksharing loop the process executes all iterations.
    pub fn of(&mut self, facts: &mut Facts, t: TermId) -> TermId {
        let t = facts.of_all_parts(t, None);
        if facts.terms.as_const(t).is_some() {
            return t;
        }
        if let Some(known) = self.done.borrow().done(t) {
            return known;
        }
        let mut stale: Vec<SymId> = Vec::new();
        let done = self.done.clone();
        facts.terms.for_each_sym(t, &mut |x| {
            if done.borrow().get(x).is_none() {
                stale.push(x);
            }
        });
        for x in stale {
            let to = self.symbol(facts, x);
            done.borrow_mut().insert(x, to);
        }
        facts.terms.subst(t, &mut done.borrow_mut())
    }

    fn symbol(&mut self, facts: &mut Facts, x: SymId) -> TermId {
        let sym = &facts.terms.syms[x];
        if sym.process != Process::All {
            return facts.terms.sym(x);
        }
        // A value of another time is not the same time for both.
        let uniform = (!matches!(sym.kind, SymKind::Earlier(..)) || crate::segment::is_of_one_turn(&sym.kind))
            && (sym.uniform || sym.kind == SymKind::Size(CommId::World));
        let Some(def) = sym.def_loop else {
            return if uniform { facts.terms.sym(x) } else { self.own(facts, x) };
        };
        // The innermost loop around the segment's start that the value belongs to.
        let relation = self.iters.iter().rposition(|(l, _)| facts.loop_within(Some(def), *l));
        let Some(n) = relation else { return self.own(facts, x) };
        let together = self.iters[..n].iter().all(|(_, i)| *i == Iter::Together(0));
        // Counted from a common number, whichever the iterations of the loops around this one are.
        let counted = self.iters[..n].iter().all(|(_, i)| matches!(i, Iter::Together(0) | Iter::Fixed(_)));
        let counter = matches!(sym.kind, SymKind::Counter(l) if l == self.iters[n].0);
        match self.iters[n].1 {
            Iter::Fixed(c) if counter => facts.terms.int(c),
            Iter::Left(more) if counter && self.ends.contains_key(&def) => {
                let end = self.ends[&def];
                let end = self.of(facts, end);
                facts.terms.add_int(end, -i64::from(more))
            }
            Iter::Together(offset) if counter && counted && (!self.then || self.followed) => {
                let k = facts.terms.sym(x);
                facts.terms.add_int(k, i64::from(offset))
            }
            Iter::Together(0) if together && uniform && self.iters[n].0 == def && (!self.then || self.followed) => {
                facts.terms.sym(x)
            }
            _ => self.own(facts, x),
        }
    }

    fn own(&mut self, facts: &mut Facts, x: SymId) -> TermId {
        let of = facts.terms.syms[x].clone();
        let below = of.below.map(|b| self.of(facts, b));
        let process = match self.process {
            Process::Racing(who) if self.then && of.def_loop.is_some() => Process::Earlier(who),
            process => process,
        };
        let fact = of.fact.filter(|fact| of.def_loop.is_none() || facts.is_always_so(x, *fact));
        let copy = facts.symbol(SymKey::Copy(x, process), |_| Sym { process, below: None, fact: None, ..of });
        // The bound of a loop's value can differ from one state of the product to the next.
        if facts.terms.syms[copy].below.is_none() {
            facts.terms.syms[copy].below = below;
        }
        facts.copied.insert(copy, x);
        let to = facts.terms.sym(copy);
        // A fact may contain the symbol itself. Facts about other values of loops differ from state to state and are not carried
        // over.
        if let Some(fact) = fact
            && facts.terms.syms[copy].fact.is_none()
        {
            self.done.borrow_mut().insert(x, to);
            let fact = self.of(facts, fact);
            facts.terms.syms[copy].fact = Some(fact);
        }
        to
    }
}

/// A term of the product with the two processes exchanged.
pub(super) fn exchanged(facts: &mut Facts, t: TermId) -> TermId {
    let mut copies: Vec<SymId> = Vec::new();
    facts.terms.for_each_sym(t, &mut |x| copies.push(x));
    let mut s = Substitution::new();
    for x in copies {
        let process = facts.terms.syms[x].process;
        let (who, then) = match process {
            Process::Racing(who) => (who, false),
            Process::Earlier(who) => (who, true),
            _ => continue,
        };
        if let Some(&of) = facts.copied.get(&x) {
            let process = Process::Racing(1 - who);
            let mut copy =
                Copy { process, then, followed: false, iters: Vec::new(), ends: Rc::default(), done: Rc::default() };
            let to = copy.own(facts, of);
            s.insert(x, to);
        }
    }
    facts.terms.subst(t, &mut s)
}
