//! The values of terms in the run that a witness describes.

use rma_dataflow::Analysis;
use rma_dataflow::ids::{SymId, TermId};
use rma_dataflow::term::{CommId, Process, SymKind, Term, Terms};
use rma_solver::Witness;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The values of one process at one of the two accesses.
#[derive(Debug)]
pub(super) struct Values<'d> {
    terms: &'d Terms,
    known: BTreeMap<SymId, i64>,
    /// Terms share their parts: each is computed once.
    done: RefCell<BTreeMap<TermId, Option<i128>>>,
}

impl<'d> Values<'d> {
    /// The values of a witness for `process`; `earlier`: at the first of two accesses of one process.
    pub fn of(analysis: &'d Analysis<'d>, witness: &Witness, process: Process, earlier: bool) -> Values<'d> {
        let terms = &analysis.facts.terms;
        let mut known = BTreeMap::new();
        for (s, value) in &witness.assignment {
            let sym = &terms.syms[*s];
            known.insert(*s, *value);
            if sym.process == Process::All || sym.process == process {
                let original = analysis.facts.copied.get(s).copied().unwrap_or(*s);
                match sym.kind {
                    SymKind::Earlier(of, _) if earlier => _ = known.insert(of, *value),
                    SymKind::Earlier(..) => {}
                    _ => _ = known.entry(original).or_insert(*value),
                }
            }
        }
        Values { terms, known, done: RefCell::default() }
    }

    /// The ranks of the process, in whatever communicators.
    pub fn ranks(&self) -> Vec<i128> {
        let own = |s: &SymId| {
            let sym = &self.terms.syms[*s];
            sym.process == Process::All && matches!(sym.kind, SymKind::Rank(_))
        };
        let mut all: Vec<i128> = self.known.iter().filter(|(s, _)| own(s)).map(|(_, v)| i128::from(*v)).collect();
        all.dedup();
        all
    }

    /// Whether the process has a rank in a communicator.
    pub fn is_in(&self, comm: CommId) -> bool {
        let own = |s: &SymId| {
            let sym = &self.terms.syms[*s];
            sym.process == Process::All && sym.kind == SymKind::Rank(comm)
        };
        self.known.keys().any(own)
    }

    /// Nothing is known.
    pub fn nothing(analysis: &'d Analysis<'d>) -> Values<'d> {
        Values { terms: &analysis.facts.terms, known: BTreeMap::new(), done: RefCell::default() }
    }

    /// The values that hold in any iteration of the loops: a path continues after the iterations of the witness.
    pub fn of_any_turn(&self) -> Values<'d> {
        let turns = |s: &SymId| matches!(self.terms.syms[*s].kind, SymKind::Counter(_) | SymKind::LoopPhi(_));
        let known = self.known.iter().filter(|(s, _)| !turns(s)).map(|(s, v)| (*s, *v)).collect();
        Values { terms: self.terms, known, done: RefCell::default() }
    }

    /// The same values with another one for a symbol.
    pub fn but(&self, s: SymId, value: i64) -> Values<'d> {
        let mut known = self.known.clone();
        known.insert(s, value);
        Values { terms: self.terms, known, done: RefCell::default() }
    }

    /// The value of a term; `None` where a part is not known, or undefined.
    pub fn value(&self, t: TermId) -> Option<i128> {
        if let Some(known) = self.done.borrow().get(&t) {
            return *known;
        }
        let value = self.compute(t);
        self.done.borrow_mut().insert(t, value);
        value
    }

    fn compute(&self, t: TermId) -> Option<i128> {
        match self.terms.get(t) {
            Term::Const(c) => Some(i128::from(*c)),
            Term::Sym(s) => self.known.get(s).map(|v| i128::from(*v)),
            Term::Addr(..) => None,
            Term::Apply(f, args) => self.terms.integer_of(*f, args, &mut |x| self.value(x)),
            Term::Lin(c, ts) => ts
                .iter()
                .try_fold(i128::from(*c), |sum, (a, k)| sum.checked_add(self.value(*a)?.checked_mul(i128::from(*k))?)),
            Term::Op(op, a, b) => rma_solver::apply(*op, self.value(*a)?, self.value(*b)?),
            Term::Ite(c, a, b) => {
                if self.value(*c)? != 0 {
                    self.value(*a)
                } else {
                    self.value(*b)
                }
            }
            Term::Le0(x) => Some((self.value(*x)? <= 0).into()),
            Term::Eq0(x) | Term::Not(x) => Some((self.value(*x)? == 0).into()),
            Term::All(ts) => self.until(ts, false),
            Term::Any(ts) => self.until(ts, true),
        }
    }

    fn until(&self, parts: &[TermId], decisive: bool) -> Option<i128> {
        let mut undefined = false;
        for part in parts {
            match self.value(*part) {
                Some(value) if (value != 0) == decisive => return Some(decisive.into()),
                Some(_) => {}
                None => undefined = true,
            }
        }
        (!undefined).then_some((!decisive).into())
    }

    /// Whether a condition may hold.
    pub fn admits(&self, cond: TermId) -> bool {
        self.value(cond) != Some(0)
    }
}
