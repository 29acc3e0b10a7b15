//! Addresses that processes tell each other, for displacements in dynamic windows (MPI 4.1, 12.2.4).

use super::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use crate::skeleton::Issue;
use crate::term::{Knowledge, SymKind, Term, TermId};

/// Elements of a send buffer that are looked at.
const MAX_SENT: i64 = 16;
/// Different addresses that are remembered.
const MAX_ADDRESSES: usize = 32;

impl<'a> Interp<'a> {
    /// Remembers the addresses in the send buffer of a message or collective.
    pub(super) fn sends_address(&mut self, call: &CallSite, mem: &Mem) {
        if call.routine.order.is_empty() {
            return;
        }
        let named = |names: [&str; 3]| names.into_iter().find_map(|n| call.named(n));
        let Some(buf) = named(["buf", "buffer", "sendbuf"]) else { return };
        let count = named(["count", "sendcount", "sendcounts"]).and_then(|n| self.terms.as_const(n)).unwrap_or(1);
        for i in 0..count.clamp(1, MAX_SENT) {
            let Some(value) = self.array_element(buf, i, 8, mem) else { continue };
            let is_address = !self.objects_in(value).is_empty() && !self.is_handle(value);
            if is_address && !self.api.sent.contains(&value) && self.api.sent.len() < MAX_ADDRESSES {
                self.api.sent.push(value);
            }
        }
    }

    /// A window that memory is attached to.
    pub(super) fn is_dynamic(&self, win: TermId) -> bool {
        self.objects_in(win).iter().any(|w| self.api.windows.get(w).is_some_and(|w| w.base.is_none()))
    }

    /// What a value is on the ways to the current block: a process that received an address does not have its own there.
    pub(super) fn where_used(&mut self, frame: &Frame<'a>, t: TermId) -> TermId {
        let reach = frame.reach.get(&frame.block).cloned().unwrap_or_default();
        let mut t = t;
        while let Term::Ite(c, a, b) = *self.terms.get(t) {
            let not = self.terms.not(c);
            let never = |i: &mut Self, c: TermId| {
                let all: Vec<TermId> = reach.iter().copied().chain([c]).collect();
                let all = i.terms.all(&all);
                i.terms.as_const(all) == Some(0)
            };
            t = match (never(self, c), never(self, not)) {
                (true, false) => b,
                (false, true) => a,
                _ => break,
            };
        }
        t
    }

    /// For a displacement in a dynamic window that is no address that this process knows: which of those that the program
    /// sends it is, is learned at run time.
    pub(super) fn received_address(&mut self, frame: &Frame<'a>, call: &CallSite, issue: &Issue) -> Option<TermId> {
        let disp = issue.disp?;
        if !self.places(disp).list.is_empty() {
            return None;
        }
        let s = self.site_symbol(frame, call.value, 600, SymKind::Input, Knowledge::Input, "received address");
        Some(self.terms.sym(s))
    }
}
