//! Variables of nested loops that choose among parameters of the run.
//!
//! A loop over the options of the command line keeps what it reads in variables. An optimiser that splits its header makes
//! a nest of loops of it, in which the variable of each loop takes the value of another's: none is a choice by itself,
//! all together are.

use super::Interp;
use crate::skeleton::{LoopId, LoopValue};
use crate::term::{Knowledge, SymId, SymKind, Term, TermId};
use std::collections::BTreeMap;

/// Variables beyond which a nest is not looked into.
const MAX_VARIABLES: usize = 64;

impl Interp<'_> {
    /// Makes known those variables of a finished loop, and of others in the nest, that together are choices between
    /// parameters, constants and each other. Constants alone are no choice of the user: they stay what they are.
    pub(super) fn settle_choices(&mut self, lid: LoopId) {
        let own = self.loops[lid].values.iter().filter(|v| !self.is_settled(v.sym)).copied();
        let mut nest: BTreeMap<SymId, LoopValue> = own.map(|v| (v.sym, v)).collect();
        let mut work: Vec<SymId> = nest.keys().copied().collect();
        while let Some(s) = work.pop() {
            let mut next = Vec::new();
            for t in [nest[&s].init, nest[&s].back] {
                self.terms.for_each_sym(t, &mut |s| next.push(s));
            }
            for s in next {
                if let Some(value) = self.loop_value(s).filter(|_| !nest.contains_key(&s)) {
                    nest.insert(s, value);
                    work.push(s);
                }
            }
            if nest.len() > MAX_VARIABLES {
                return;
            }
        }
        while let Some(s) = nest.values().find(|v| !self.chooses(v, &nest)).map(|v| v.sym) {
            nest.remove(&s);
        }
        let mut chosen: Vec<SymId> =
            nest.values().filter(|v| self.mentions(v, |s| self.is_parameter_symbol(s))).map(|v| v.sym).collect();
        let mut at = 0;
        while at < chosen.len() {
            let from = chosen[at];
            let more = nest.values().filter(|v| !chosen.contains(&v.sym) && self.mentions(v, |s| s == from));
            let more: Vec<SymId> = more.map(|v| v.sym).collect();
            chosen.extend(more);
            at += 1;
        }
        for s in chosen {
            self.terms.syms[s].knowledge = Knowledge::Known;
        }
    }

    fn is_settled(&self, s: SymId) -> bool {
        self.terms.syms[s].knowledge == Knowledge::Known
    }

    /// What is recorded of a variable without closed form.
    fn loop_value(&self, s: SymId) -> Option<LoopValue> {
        match self.terms.syms[s].kind {
            SymKind::LoopPhi(l) => self.loops[l].values.iter().find(|v| v.sym == s).copied(),
            _ => None,
        }
    }

    fn chooses(&self, value: &LoopValue, among: &BTreeMap<SymId, LoopValue>) -> bool {
        self.is_choice_among(value.init, value.sym, among) && self.is_choice_among(value.back, value.sym, among)
    }

    fn is_choice_among(&self, t: TermId, own: SymId, among: &BTreeMap<SymId, LoopValue>) -> bool {
        match *self.terms.get(t) {
            Term::Sym(s) if among.contains_key(&s) => true,
            Term::Ite(_, a, b) => self.is_choice_among(a, own, among) && self.is_choice_among(b, own, among),
            _ => self.is_choice(t, own),
        }
    }

    fn mentions(&self, value: &LoopValue, which: impl Fn(SymId) -> bool + Copy) -> bool {
        self.terms.any_sym(value.init, which) || self.terms.any_sym(value.back, which)
    }

    fn is_parameter_symbol(&self, s: SymId) -> bool {
        self.terms.syms[s].kind == SymKind::Parameter
    }
}
