//! Tests that would end every run: of addresses of different objects, or of a call that is to fail (theory, 4.3).
//!
//! A program is meant to continue. Suppose that the analysis decides a branch by its assumptions (objects do not overlap, calls
//! succeed: assumptions 3 and 8), and that the path that remains does nothing but end the program. Then runs take the other path.

use super::choices::ends_program;
use super::{Frame, Interp};
use rma_frontend::api::catalog;
use rma_frontend::ir::{BlockId, Callee, InstKind, Operand, ValueId};
use rma_skeleton::facts::Role;
use rma_term::ids::TermId;
use rma_term::term::{Knowledge, SymKind};

/// How many instructions a condition is traced back through.
const DEPTH: u32 = 8;

impl<'a> Interp<'a> {
    /// The condition of the branch at the end of a block: `tested` as in the program, `decided` under the assumptions.
    pub(super) fn unless_ends(&mut self, frame: &Frame<'a>, b: BlockId, tested: TermId, decided: TermId) -> TermId {
        let by_distance = self.facts.terms.as_const(decided).is_none() && self.is_of_distance(decided);
        let taken = self.facts.terms.as_const(decided).map(|c| c != 0);
        if taken.is_none() && !by_distance {
            return decided;
        }
        let InstKind::CondBr { cond, then, otherwise } = frame.func.terminator(b).kind else { return decided };
        let limits = &self.facts.terms.limits;
        let goes_on = match [then, otherwise].map(|to| ends_program(limits, frame, to)) {
            [true, false] => Some(false),
            [false, true] => Some(true),
            _ => None,
        };
        match (taken, goes_on) {
            // How far apart two objects are is up to the linker or the allocator.
            (None, Some(goes_on)) => self.facts.terms.truth(goes_on),
            (None, None) => {
                let v = ValueId::from_raw(frame.func.blocks[b].end.raw() - 1);
                let s = self.site_symbol(
                    frame,
                    v,
                    Role::Value,
                    SymKind::Input,
                    Knowledge::Input,
                    "the distance of two objects",
                );
                let distance = self.facts.terms.sym(s);
                self.facts.terms.ne0(distance)
            }
            (Some(taken), Some(goes_on)) if taken != goes_on => {
                let by_objects = self.facts.terms.as_const(tested).is_none();
                if by_objects || self.is_status(frame, cond, DEPTH) { self.facts.terms.truth(goes_on) } else { decided }
            }
            _ => decided,
        }
    }

    /// Whether a condition is computed from the result of a communication call, also through a local variable.
    fn is_status(&self, frame: &Frame<'_>, operand: Operand, depth: u32) -> bool {
        let Operand::Value(v) = operand else { return false };
        if depth == 0 {
            return false;
        }
        match &frame.func.insts[v].kind {
            InstKind::Call { callee: Callee::Direct(f), .. } | InstKind::Invoke { callee: Callee::Direct(f), .. } => {
                let name = &self.facts.module.functions[*f].name;
                catalog().lookup(name).is_some_and(rma_frontend::api::Routine::communicates)
            }
            InstKind::Cmp { lhs, rhs, .. } | InstKind::Binary { lhs, rhs, .. } => {
                self.is_status(frame, *lhs, depth - 1) || self.is_status(frame, *rhs, depth - 1)
            }
            InstKind::Cast { value, .. } | InstKind::Freeze { value } => self.is_status(frame, *value, depth - 1),
            InstKind::Phi { incoming } => incoming.iter().any(|(_, x)| self.is_status(frame, *x, depth - 1)),
            InstKind::Load { ptr: Operand::Value(variable), .. }
                if matches!(frame.func.insts[*variable].kind, InstKind::Alloca { .. }) =>
            {
                self.stored_values(frame, *variable).any(|x| self.is_status(frame, x, depth - 1))
            }
            _ => false,
        }
    }

    fn stored_values<'f>(&self, frame: &'f Frame<'_>, variable: ValueId) -> impl Iterator<Item = Operand> + use<'f> {
        frame.func.insts.iter().filter_map(move |i| match i.kind {
            InstKind::Store { ptr: Operand::Value(to), value, .. } if to == variable => Some(value),
            _ => None,
        })
    }
}
