//! What a reduction gives, from what its members contribute: the greatest of all contributions is below none of them (MPI 4.1, 6.9.2)
//! (theory, 4.6).
//!
//! Each process only knows its own contribution, as a term. The other members have made the same call where its conditions are the same
//! for all; then the term says their contributions too, with their values of its symbols.

use super::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::{AccessKind, Bank, Effect, Extent, Reduces, Reduction};
use rma_frontend::ir::BlockId;
use rma_term::ids::TermId;
use rma_term::term::{CommId, Term};

/// The contributions of the members to the elements of a reduction's result.
pub(super) struct Contributions {
    /// Which of them it is.
    reduction: Reduction,
    comm: CommId,
    /// The elements that the calling process contributes; `None`: not known.
    elements: Vec<Option<TermId>>,
}

/// Bounds of a result that only the root of a reduction gets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReducedAtRoot {
    pub root: TermId,
    pub least: Option<TermId>,
    pub most: Option<TermId>,
}

impl<'a> Interp<'a> {
    /// Whether all members of a communicator make a call together, here.
    pub(super) fn is_made_together(&mut self, frame: &Frame<'a>, comm: CommId) -> bool {
        let reach = frame.reach.get(&frame.block).cloned().unwrap_or_default();
        let entry = frame.reach.get(&BlockId::from_raw(0)).cloned().unwrap_or_default();
        self.alike_in(comm, &reach) || self.alike_in(comm, &entry) && self.is_unavoidable(frame)
    }

    /// The contributions to `count` elements of `size` bytes that a reduction writes at an effect. To be called before it writes.
    pub(super) fn contributions(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        effect: &Effect,
        (count, size): (i64, i64),
        mem: &Mem,
    ) -> Option<Contributions> {
        let reduction = self.operation_of(call).filter(|r| *r != Reduction::Other)?;
        let sends = |e: &&Effect| e.bank == Bank::Own && e.access == AccessKind::Read;
        let sends = call.routine.effects.iter().find(sends)?;
        let mut from = call.at(sends.at)?;
        if self.is_in_place(from) {
            from = call.at(effect.at)?;
        }
        let comm = if call.routine.is_symmetric() { self.team_of(call) } else { self.comm_of_call(call) };
        if !self.facts.is_of_all(comm) || !self.is_made_together(frame, comm) {
            return None;
        }
        let signed = self.is_signed(call, sends)?;
        let mut elements = Vec::new();
        for i in 0..count {
            let element = self.array_element(from, i, size as u64, mem);
            // A number without a sign may be written as one below zero.
            elements.push(element.filter(|t| {
                let plain = self.facts.objects_in(*t).is_empty() && !self.facts.has_several_values(*t);
                plain && (signed || self.facts.terms.range(*t).lo.is_some_and(|lo| lo >= 0))
            }));
        }
        Some(Contributions { reduction, comm, elements })
    }

    /// The operation of a call.
    fn operation_of(&self, call: &CallSite) -> Option<Reduction> {
        match call.routine.reduces.as_ref()? {
            Reduces::Always(reduction) => Some(*reduction),
            Reduces::Handle(pos) => {
                let abi = self.facts.abi?;
                self.with_key(call.at(*pos)?, |key| match abi.op(key) {
                    Some("MPI_MAX") => Reduction::Max,
                    Some("MPI_MIN") => Reduction::Min,
                    _ => Reduction::Other,
                })
            }
            Reduces::Code(pos, list) => {
                let code = usize::try_from(self.facts.terms.as_const(call.at(*pos)?)?).ok()?;
                list.get(code).copied()
            }
        }
    }

    /// Whether the elements that an effect reads are numbers with a sign, where they are integers.
    fn is_signed(&self, call: &CallSite, effect: &Effect) -> Option<bool> {
        if let Some(element) = &call.routine.element {
            let real = ["float", "double"].iter().any(|real| element.name.contains(real));
            return (!real).then_some(!element.name.starts_with('u') && element.name != "size");
        }
        match effect.extent {
            Extent::Typed { datatype, .. } => {
                let abi = self.facts.abi?;
                let signed = self.with_key(call.at(datatype)?, |key| {
                    let ty = abi.datatype(key).filter(|ty| ty.class == rma_frontend::api::TypeClass::Integer)?;
                    Some(!ty.name.contains("UNSIGNED") && !ty.name.contains("UINT"))
                });
                signed?
            }
            // Codes of GASPI: real numbers are the third and fourth of six.
            Extent::Coded { code, .. } => match self.facts.terms.as_const(call.at(code)?)? {
                0 | 4 => Some(true),
                1 | 5 => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    /// Element `i` of the result of a reduction; `val` if nothing is known about the contributions.
    pub(super) fn reduced(&mut self, call: &CallSite, of: Option<&Contributions>, i: i64, val: TermId) -> TermId {
        let Term::Sym(s) = *self.facts.terms.get(val) else { return val };
        if call.routine.reduces.is_none() {
            return val;
        }
        // Another pass may have known more.
        let sym = &mut self.facts.terms.syms[s];
        (sym.least, sym.most, sym.fact) = (None, None, None);
        self.api.reduced.remove(&s);
        let Some(of) = of else { return val };
        let Some(sent) = usize::try_from(i).ok().and_then(|i| of.elements.get(i).copied().flatten()) else {
            return val;
        };
        let (mut least, mut most) = (None, None);
        match of.reduction {
            Reduction::Max => least = Some(sent),
            Reduction::Min => most = Some(sent),
            Reduction::Other => return val,
        }
        if let Some(root) = call.named("root") {
            self.api.reduced.insert(s, ReducedAtRoot { root, least, most });
            return val;
        }
        if self.alike_in(of.comm, &[sent]) {
            return sent;
        }
        // It is one of the contributions.
        let range = self.facts.terms.range(sent);
        let (lo, hi) = (range.lo.map(|n| self.facts.terms.int(n)), range.hi.map(|n| self.facts.terms.int(n)));
        let bounds: Vec<TermId> = [lo.map(|lo| (lo, val)), hi.map(|hi| (val, hi))]
            .into_iter()
            .flatten()
            .map(|(low, high)| self.facts.terms.le(low, high))
            .collect();
        let fact = self.facts.terms.all(&bounds);
        let sym = &mut self.facts.terms.syms[s];
        (sym.least, sym.most) = (least, most);
        sym.fact = (!bounds.is_empty()).then_some(fact);
        val
    }
}
