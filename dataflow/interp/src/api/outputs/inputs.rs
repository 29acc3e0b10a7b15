//! Values that the program learns at run time (theory, 4.6).

use crate::api::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::{Order, OutKind, Output, Returns};
use rma_skeleton::facts::Role;
use rma_term::ids::TermId;
use rma_term::term::{Knowledge, SymKind, Term};

impl<'a> Interp<'a> {
    /// A value of the run: a parameter, or a value read at run time.
    pub(super) fn run_time_value(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        out: &Output,
        mem: &Mem,
    ) -> Option<TermId> {
        let role = Role::Output(out.arg);
        Some(match out.kind {
            // `strtol(argv[1], &end, 10)`: the end is as well known as the text.
            OutKind::Input | OutKind::InputWide
                if matches!(call.routine.returns, Returns::Function | Returns::Number(_))
                    && call.at(0).is_some_and(|a| self.is_parameter(a)) =>
            {
                let text = call.at(0)?;
                let of = self.facts.terms.apply(&format!("{} output", call.routine.name), &[text]);
                self.parameter(of, "argv[..]")
            }
            OutKind::Input if matches!(call.routine.returns, Returns::Likewise(_)) => {
                let of = call.at(0).filter(|of| self.is_parameter(*of));
                match of {
                    Some(of) => self.as_known_as(frame, call, Some(of), "item"),
                    None => self.input(frame, call.value, role, "a value that the program reads"),
                }
            }
            OutKind::ThreadLevel => {
                let s = self.site_symbol(
                    frame,
                    call.value,
                    role,
                    SymKind::Parameter,
                    Knowledge::Known,
                    "thread level of the library",
                );
                self.facts.threads.provided.insert(s);
                self.facts.terms.syms[s].uniform = true;
                self.facts.terms.sym(s)
            }
            OutKind::QueueCount if self.api.reach.makes_queues => {
                let value = self.lost(frame, call.value, role);
                self.is_at_least(value, 1)
            }
            OutKind::Limit | OutKind::QueueCount => {
                let value = self.input(frame, call.value, role, "a limit of the library");
                if let Term::Sym(s) = *self.facts.terms.get(value) {
                    self.facts.terms.syms[s].uniform = true;
                }
                self.is_at_least(value, 1)
            }
            // The length of a message, which its sender knows.
            _ if call.routine.effects.iter().any(|e| call.routine.args.get(e.at).is_some_and(|a| a == "status")) => {
                self.arranged(frame, call.value, role, "length of a message")
            }
            // Who has sent the message that a receive from anybody takes. In loops each time another one may be the first.
            _ if call.routine.order.contains(&Order::Recv) => match self.sender(frame, call) {
                Some(sender) => sender,
                None => {
                    let (kind, knowledge) = (SymKind::Sender, Knowledge::Lost);
                    let s = self.site_symbol(frame, call.value, role, kind, knowledge, "sender of the message");
                    self.facts.terms.sym(s)
                }
            },
            // The value of a notification, which its poster has chosen.
            _ if call.routine.order.contains(&Order::ResetNotification) => {
                self.arranged(frame, call.value, role, "value of a notification")
            }
            _ => {
                let value = self.input(frame, call.value, role, "a run-time value");
                if let Term::Sym(s) = *self.facts.terms.get(value) {
                    self.facts.terms.syms[s].uniform = self.gives_alike(frame, call, mem);
                }
                if out.kind == OutKind::HasAttribute {
                    self.same_attribute(call, value);
                }
                value
            }
        })
    }
}
