//! Addresses that each process gathers from all processes: tables in software layers with global addresses (`bases[rank]`)
//! (theory, 4.6).
//!
//! Each process sends the address of its own instance of the same object. Element `i` of the received table is the address in
//! process `i`: at the process' own rank it is its own address; at other ranks it is an instance of the object that no other
//! address refers to. So `address - bases[rank]` is the displacement, whatever the address is.

use super::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::{Family, Mem};
use rma_frontend::api::{AccessKind, Bank, Effect, Extent, Order};
use rma_skeleton::facts::{Role, SymKey};
use rma_skeleton::skeleton::{Area, Place};
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Knowledge, Sym, SymKind, Term};

/// An instance in a process: the instance there, the process' rank, and the symbol of the call that delivered it.
const IN_PROCESS: &str = "in process";

/// Bytes of an address.
const ADDRESS: i64 = 8;

/// The addresses that each process sends, and where the table begins.
pub(super) struct Gathered {
    sent: Vec<TermId>,
    table: Place,
    comm: CommId,
}

impl<'a> Interp<'a> {
    /// The addresses that an effect of a call gathers, if these are addresses of the same object in each process. To be called
    /// before the call writes.
    pub(super) fn gathered(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        effect: &Effect,
        places: &[Place],
        mem: &Mem,
    ) -> Option<Gathered> {
        let Extent::TypedPerRank { count, datatype } = effect.extent else { return None };
        let sends = |e: &&Effect| e.bank == Bank::Own && e.access == AccessKind::Read;
        let sends = call.routine.effects.iter().find(sends)?;
        let (Extent::Typed { count: Some(sent), datatype: sent_as }, [table]) = (&sends.extent, places) else {
            return None;
        };
        let to_all = call.routine.order.iter().any(|o| matches!(o, Order::AllToAll));
        let comm = self.comm_of_call(call);
        if !to_all || comm == CommId::Unknown || self.facts.is_inter(comm) || !self.facts.terms.is_true(table.guard) {
            return None;
        }
        let bytes =
            |i: &Self, ty, count| Some(i.size_of_predefined(call, ty)? * i.facts.terms.as_const(call.at(count)?)?);
        let each = bytes(self, datatype, count)?;
        if each % ADDRESS != 0
            || each < ADDRESS
            || !self.facts.terms.limits.allows(Limit::GatheredAddresses, each / ADDRESS)
        {
            return None;
        }
        let from = call.at(sends.at)?;
        let in_place = self.is_in_place(from);
        if !in_place && bytes(self, *sent_as, *sent)? != each {
            return None;
        }
        let rank = self.facts.rank_in_comm(comm);
        let own = self.facts.terms.scale(rank, each);
        let own = self.facts.terms.add(table.offset, own);
        let content = mem.get(table.obj).cloned().unwrap_or_default();
        let mut values = Vec::new();
        for n in 0..each / ADDRESS {
            let value = if in_place {
                let at = self.facts.terms.add_int(own, n * ADDRESS);
                self.cell_of(&content, table.obj, table.inst, at, ADDRESS as u64, false)?
            } else {
                self.array_element(from, n, ADDRESS as u64, mem)?
            };
            let (_, ts) = self.facts.terms.linear(value);
            let is_address = matches!(ts[..], [(t, 1)] if matches!(self.facts.terms.get(t), Term::Addr(..)));
            if !is_address || self.is_handle(value) {
                return None;
            }
            values.push(value);
        }
        // The same expressions at each of them, at a call that all of the communicator make together.
        let reach = frame.reach.get(&frame.block).cloned().unwrap_or_default();
        let together =
            self.current_loop(frame).is_none() && self.alike_in(comm, &reach) && self.alike_in(comm, &values);
        together.then_some(Gathered { sent: values, table: *table, comm })
    }

    /// Puts a table of gathered addresses into memory, after the call.
    pub(super) fn put_gathered(&mut self, frame: &Frame<'a>, call: &CallSite, of: &Gathered, mem: &mut Mem) {
        let index = self.facts.symbol(SymKey::Site(frame.ctx, call.value, Role::GatheredIndex), |_| Sym {
            lo: Some(0),
            ..Sym::new(SymKind::Index, "index", Knowledge::Known)
        });
        let i = self.facts.terms.sym(index);
        let told = self.arranged(frame, call.value, Role::GatheredAddress, "an address of another process");
        if let Term::Sym(told) = *self.facts.terms.get(told) {
            self.api.addresses.gathered.insert(told, of.comm);
        }
        let rank = self.facts.rank_in_comm(of.comm);
        let own = self.facts.terms.eq(i, rank);
        let bound = self.facts.size_of_comm(of.comm);
        for (n, sent) in (0..).zip(&of.sent) {
            let (c, ts) = self.facts.terms.linear(*sent);
            let [(t, 1)] = ts[..] else { continue };
            let Term::Addr(obj, inst) = *self.facts.terms.get(t) else { continue };
            let there = self.facts.terms.apply(IN_PROCESS, &[inst, i, told]);
            let inst = self.facts.terms.ite(own, inst, there);
            let address = self.facts.terms.addr_of(obj, inst);
            let val = self.facts.terms.add_int(address, c);
            let base = self.facts.terms.add_int(of.table.offset, n * ADDRESS);
            mem.get_mut(of.table.obj).families.push(Family {
                inst: of.table.inst,
                base,
                stride: ADDRESS * of.sent.len() as i64,
                index,
                bound,
                size: ADDRESS as u64,
                span: None,
                val,
                whole: false,
            });
        }
    }

    /// Whether places that a process names by an address in a dynamic window are its target's: an address that was gathered is one of the
    /// process that the operation goes to.
    pub(super) fn is_of_target(&mut self, call: &CallSite, window: ObjId, places: &[Place]) -> bool {
        let gathered: Vec<_> = places.iter().filter_map(|p| self.instance_in_process(p.inst)).collect();
        let Some(comm) = self.facts.windows.get(&window).map(|w| w.comm) else { return gathered.is_empty() };
        let target = call.named("target_rank");
        gathered.iter().all(|(_, rank, told)| {
            let Some(&of) = self.api.addresses.gathered.get(told) else { return false };
            // Processes have the same numbers in both communicators.
            let alike = of == comm || self.facts.rank_in_comm(of) == self.facts.rank_in_comm(comm);
            places.len() == 1 && Some(*rank) == target && alike
        })
    }

    /// For an area whose address was gathered: the object as it is in the target, with the offset in terms of the caller.
    pub(super) fn in_terms_of_target(&mut self, area: &mut Area) {
        let [p] = &mut area.places[..] else { return };
        let Some((inst, ..)) = self.instance_in_process(p.inst) else { return };
        p.inst = inst;
        let offset = std::mem::replace(&mut p.offset, self.facts.terms.int(0));
        for b in &mut area.blocks {
            b.offset = self.facts.terms.add(b.offset, offset);
        }
    }

    /// The instance, the rank of its process, and the symbol of the call that delivered it.
    fn instance_in_process(&self, inst: TermId) -> Option<(TermId, TermId, SymId)> {
        match self.facts.terms.get(inst) {
            Term::Ite(_, _, there) => self.instance_in_process(*there),
            Term::Apply(f, parts) if self.facts.terms.function_name(*f) == IN_PROCESS => {
                let &[inst, rank, told] = &parts[..] else { return None };
                match *self.facts.terms.get(told) {
                    Term::Sym(told) => Some((inst, rank, told)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
