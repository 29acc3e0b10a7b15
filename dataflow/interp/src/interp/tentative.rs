//! First passes over a loop, in which the forms of its variables are not known yet (theory, 4.5).
//!
//! A pointer that moves over memory (`for (p = first; p != last; ++p) *p = x`) is a symbol in the first pass; this pass then
//! finds that the pointer is linear in the counter. A store through the symbol would make memory unknown for all later passes. So
//! stores and calls through pointers that depend on such a symbol are skipped and recorded as skipped. If something was skipped,
//! another pass follows, in which the variable has its form, or remains a symbol.

use super::Interp;
use super::loops::{LoopState, Shape};
use rma_term::ids::{SymId, TermId};
use rma_term::term::{SymKind, Term};
use rustc_hash::FxHashMap;

/// Symbols whose form the current pass will determine.
#[derive(Debug, Default)]
pub(super) struct Tentative {
    /// The pass, by its position among the current passes, outermost first.
    of: FxHashMap<SymId, usize>,
    /// For each current pass, whether anything was skipped because of its symbols.
    passed_over: Vec<bool>,
}

impl Interp<'_> {
    /// A pass over a loop begins.
    pub(super) fn begin_tentative(&mut self, state: &LoopState) {
        let pass = self.tentative.passed_over.len();
        self.tentative.passed_over.push(false);
        let open = state.vars.iter().filter(|v| v.shape == Shape::Open);
        self.tentative.of.extend(open.map(|v| (v.sym, pass)));
        // The form of a value that an inner loop computes from such a pointer is determined with that of the pointer.
        for v in state.vars.iter().filter(|v| v.shape == Shape::Symbol) {
            self.hangs_on(v.sym, &[Some(v.init), v.back].into_iter().flatten().collect::<Vec<_>>());
        }
    }

    /// A symbol stands for one of these values. If one of them is tentative, it is not known yet where the symbol points, so the symbol is
    /// tentative too.
    pub(super) fn hangs_on(&mut self, sym: SymId, values: &[TermId]) {
        if self.tentative.of.is_empty() || self.facts.bases.contains_key(&sym) {
            return;
        }
        if let Some(pass) = values.iter().flat_map(|t| self.passes_of(*t)).min() {
            self.tentative.of.entry(sym).or_insert(pass);
        }
    }

    /// Ends a pass; returns whether anything was skipped.
    pub(super) fn end_tentative(&mut self) -> bool {
        let passed_over = self.tentative.passed_over.pop().unwrap_or(false);
        let pass = self.tentative.passed_over.len();
        self.tentative.of.retain(|_, p| *p < pass);
        passed_over
    }

    /// The passes that will determine the form of a term.
    fn passes_of(&self, t: TermId) -> Vec<usize> {
        let mut out = Vec::new();
        if !self.tentative.of.is_empty() {
            self.facts.terms.for_each_sym(t, &mut |s| out.extend(self.tentative.of.get(&s)));
        }
        out
    }

    /// Whether what is done through a pointer is put off to the next pass.
    pub(crate) fn puts_off(&mut self, ptr: TermId) -> bool {
        let passes = self.passes_of(ptr);
        for p in &passes {
            self.tentative.passed_over[*p] = true;
        }
        !passes.is_empty()
    }

    /// A value read through a pointer whose form is not determined yet is not determined either.
    pub(super) fn read_through(&mut self, ptr: TermId, value: TermId) -> TermId {
        if let (Some(pass), Term::Sym(s)) = (self.passes_of(ptr).into_iter().min(), self.facts.terms.get(value))
            && self.facts.terms.syms[*s].kind == SymKind::Lost
        {
            let s = *s;
            self.tentative.of.entry(s).or_insert(pass);
        }
        value
    }
}
