//! Attributes that a program keeps on communicators and windows (MPI 4.1, 7.7) (theory, 4.6).
//!
//! The key of an attribute is an object of the abstract memory, with one cell for each communicator and window. A call that sets an attribute stores
//! to this cell, and a call that gets it loads from this cell.

use crate::api::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::OutKind;
use rma_term::ids::TermId;
use rma_term::term::{CommId, Term};

/// Bytes of an attribute: it is a pointer.
const SIZE: i64 = 8;

impl<'a> Interp<'a> {
    /// Whether an output is about an attribute with a key that the program has made; if so, it is done.
    pub(super) fn attribute_output(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        (kind, ptr): (OutKind, TermId),
        mem: &mut Mem,
    ) -> bool {
        let Some(key) = ["comm_keyval", "win_keyval", "keyval"].iter().find_map(|name| call.named(name)) else {
            return false;
        };
        if !matches!(*self.facts.terms.get(key), Term::Addr(..)) || call.routine.fortran.is_some() {
            // A key that MPI defines, or none that is known.
            return matches!(kind, OutKind::SetAttribute | OutKind::NoAttribute);
        }
        let cell = self.attribute_cell(call, key);
        match kind {
            OutKind::SetAttribute | OutKind::NoAttribute => {
                let none = self.facts.terms.int(0);
                let value = call.named("attribute_val").filter(|_| kind == OutKind::SetAttribute).unwrap_or(none);
                match cell {
                    Some(cell) => {
                        self.store(mem, cell, SIZE as u64, value, false);
                        if kind == OutKind::SetAttribute {
                            self.sets_attribute(key, cell);
                        }
                    }
                    // It may be that of any communicator.
                    None => self.clobber(mem, key, None),
                }
            }
            OutKind::Attribute | OutKind::HasAttribute | OutKind::WinAttribute | OutKind::AttributeFound => {
                let Some(cell) = cell else { return false };
                let value = self.load(frame, call.value, mem, cell, SIZE as u64, false);
                let is = self.facts.terms.ne0(value);
                let (size, value) = if matches!(kind, OutKind::Attribute | OutKind::WinAttribute) {
                    (SIZE as u64, value)
                } else {
                    (4, is)
                };
                self.store(mem, ptr, size, value, false);
            }
            _ => return false,
        }
        true
    }

    /// A new key: no communicator has an attribute with it. Others than that of all processes may have got one when they were copied.
    pub(super) fn no_attributes(&mut self, key: TermId, mem: &mut Mem) {
        let none = self.facts.terms.int(0);
        self.store(mem, key, SIZE as u64, none, false);
    }

    fn attribute_cell(&mut self, call: &CallSite, key: TermId) -> Option<TermId> {
        let name = if call.named("win").is_some() { "win" } else { "comm" };
        let n = self.attribute_number_of(name, call.named(name)?)?;
        Some(self.facts.terms.add_int(key, n))
    }

    /// The position of the attribute cell of the object that `handle`, an argument with this name, refers to.
    pub(crate) fn attribute_number_of(&self, name: &str, handle: TermId) -> Option<i64> {
        if name != "win" {
            return attribute_number(self.comm(handle));
        }
        match *self.facts.terms.get(handle) {
            Term::Addr(o, _) => attribute_number(CommId::Object(o)),
            _ => None,
        }
    }
}

/// The position of the attribute cell of a communicator.
pub(crate) fn attribute_number(comm: CommId) -> Option<i64> {
    let n = match comm {
        CommId::World => 0,
        CommId::SelfComm => 1,
        CommId::Object(o) => 2 + i64::from(o.raw()),
        CommId::Unknown => return None,
    };
    Some(SIZE * n)
}
