//! Addresses that processes send to each other, for displacements in dynamic windows (MPI 4.1, 12.2.4) (theory, 4.6).

use super::CallSite;
use super::stored_addresses::Published;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::ArgPos;
use rma_frontend::ir::ValueId;
use rma_skeleton::facts::{Role, SymKey};
use rma_skeleton::skeleton::{Area, Issue, Place};
use rma_term::ids::{CtxId, ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Knowledge, Substitution, Sym, SymKind, Term, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// How data get from one process to another, as far as sender and receiver determine it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DataChannel {
    /// In a message with this tag, if the tag is known.
    Message(Option<i64>),
    /// In a collective, given by its routine and its call.
    Collective(&'static str, (CtxId, ValueId)),
    /// By an operation that reads memory of another process.
    Window,
    Unknown,
}

/// A part of what is sent or received: the path, and the number of the element, if that is known; of each process' share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SentPart {
    path: DataChannel,
    element: Option<i64>,
}

/// Addresses that go from process to process.
#[derive(Debug, Default)]
pub(crate) struct Addresses {
    /// The addresses that the program sends.
    pub sent: Vec<TermId>,
    /// For each address of `sent`, the positions in messages and collectives at which it is sent.
    parts: Vec<Vec<SentPart>>,
    /// Positions at which values are sent that may be addresses, but of which process is not known.
    passed_on: Vec<SentPart>,
    /// For each received value, the positions in messages and collectives at which it was received.
    received: BTreeMap<SymId, Vec<SentPart>>,
    /// For each object whose content was received, the positions at which it was.
    heard_in: BTreeMap<ObjId, Vec<SentPart>>,
    /// Objects that values were loaded from.
    loaded: BTreeMap<SymId, BTreeSet<ObjId>>,
    /// Collectives that some processes may call more often than others, so that the calls cannot be matched by number.
    uneven: BTreeSet<&'static str>,
    /// The communicators in which addresses were gathered, by the symbols for addresses of other processes.
    pub gathered: BTreeMap<SymId, CommId>,
}

impl Addresses {
    /// A value was loaded from an object whose content was received.
    pub fn is_loaded(&mut self, terms: &Terms, value: TermId, from: ObjId) {
        if let Term::Sym(x) = *terms.get(value) {
            self.loaded.entry(x).or_default().insert(from);
        }
    }

    /// The sent addresses that a received value may be, with their numbers, and whether it may have been fetched from memory of another
    /// process. `published`: what processes find there.
    pub fn sent_as(&self, terms: &Terms, published: &Published, received: TermId) -> (Vec<(usize, TermId)>, bool) {
        let parts = match *terms.get(received) {
            Term::Sym(x) => self.parts_of(x),
            _ => None,
        };
        let all = || self.sent.iter().copied().enumerate().collect();
        let Some(parts) = parts else { return (all(), true) };
        let fetched = |r: &SentPart| matches!(r.path, DataChannel::Window | DataChannel::Unknown);
        let from_memory = parts.iter().any(fetched);
        if self.passed_on.iter().any(|s| parts.iter().any(|r| self.belong_together(s, r)))
            || from_memory && published.received
        {
            return (all(), true);
        }
        let fits = |n: usize| self.parts[n].iter().any(|s| parts.iter().any(|r| self.belong_together(s, r)));
        let some: Vec<_> = self.sent.iter().copied().enumerate().filter(|(n, _)| fits(*n)).collect();
        let nothing = some.is_empty() && (!from_memory || published.addresses.is_empty());
        if nothing { (all(), true) } else { (some, from_memory) }
    }

    /// The objects in which processes have received something in messages and collectives, or from outside of the program.
    pub fn heard_from_messages(&self) -> impl Iterator<Item = ObjId> {
        let by_message = |parts: &[SentPart]| parts.iter().any(|r| r.path != DataChannel::Window);
        self.heard_in.iter().filter(move |(_, parts)| by_message(parts)).map(|(obj, _)| *obj)
    }

    fn parts_of(&self, x: SymId) -> Option<Vec<SentPart>> {
        if let Some(parts) = self.received.get(&x) {
            return Some(parts.clone());
        }
        let objects = self.loaded.get(&x)?;
        let parts: Option<Vec<&Vec<SentPart>>> = objects.iter().map(|o| self.heard_in.get(o)).collect();
        Some(parts?.into_iter().flatten().copied().collect())
    }

    fn belong_together(&self, sent: &SentPart, received: &SentPart) -> bool {
        let path = match (sent.path, received.path) {
            (DataChannel::Unknown, _) | (_, DataChannel::Unknown) => true,
            (DataChannel::Message(s), DataChannel::Message(t)) => s.zip(t).is_none_or(|(s, t)| s == t),
            (DataChannel::Collective(f, s), DataChannel::Collective(g, t)) => {
                f == g && (s == t || self.uneven.contains(f))
            }
            (DataChannel::Window, DataChannel::Window) => true,
            (DataChannel::Message(_), DataChannel::Collective(..))
            | (DataChannel::Collective(..), DataChannel::Message(_))
            | (DataChannel::Window, _)
            | (_, DataChannel::Window) => false,
        };
        path && sent.element.zip(received.element).is_none_or(|(s, t)| s == t)
    }
}

impl<'a> Interp<'a> {
    /// The position in a message or collective of element `n` of a buffer, for the sender or the receiver.
    fn part(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        at: Option<ArgPos>,
        sends: bool,
        n: Option<i64>,
    ) -> SentPart {
        let known = |i: &Self, names: [&str; 2]| {
            let t = names.into_iter().find_map(|n| call.named(n))?;
            i.facts.terms.as_const(t)
        };
        let routine = call.routine;
        let [tag, count] = match sends {
            true => [["sendtag", "tag"], ["sendcount", "count"]],
            false => [["recvtag", "tag"], ["recvcount", "count"]],
        };
        let is_message = routine.arg("source").is_some() || routine.arg("dest").is_some();
        let path = if routine.is_rma() {
            DataChannel::Window
        } else if routine.order.is_empty() {
            DataChannel::Unknown
        } else if is_message {
            let any = self.facts.abi.map(|a| a.constants().any_tag);
            DataChannel::Message(known(self, tag).filter(|t| any.is_some_and(|any| any != *t)))
        } else if routine.arg("comm").is_some() {
            DataChannel::Collective(routine.name.as_str(), (frame.ctx, call.value))
        } else {
            DataChannel::Unknown
        };
        // If all processes of a communicator reach the calls equally often, they make the same call together.
        if let DataChannel::Collective(name, _) = path {
            let reach = frame.reach.get(&frame.block).cloned().unwrap_or_default();
            let comm = self.comm_of_call(call);
            if self.current_loop(frame).is_some() || !self.alike_in(comm, &reach) {
                self.api.addresses.uneven.insert(name);
            }
        }
        // Addresses in a row, one after the other; collectives have such a row for each process.
        let count = known(self, count).filter(|c| *c > 0);
        let of_addresses = at.is_some_and(|at| self.element_size(call, at) == Some(8));
        let element = match (count, n) {
            _ if routine.arg("partitions").is_some() => None,
            (Some(1), _) => Some(0),
            (Some(count), Some(n)) => Some(n % count),
            _ => None,
        };
        let in_order = !matches!(path, DataChannel::Unknown | DataChannel::Window);
        SentPart { path, element: element.filter(|_| of_addresses && in_order) }
    }

    /// A value was received as element `n` of the buffer at an argument.
    pub(super) fn is_heard(&mut self, frame: &Frame<'a>, call: &CallSite, at: ArgPos, n: i64, value: TermId) {
        let Term::Sym(x) = *self.facts.terms.get(value) else { return };
        let part = self.part(frame, call, Some(at), false, Some(n));
        let parts = self.api.addresses.received.entry(x).or_default();
        if !parts.contains(&part) {
            parts.push(part);
        }
    }

    /// The content of memory was received in the buffer at an argument.
    pub(super) fn is_heard_in(&mut self, frame: &Frame<'a>, call: &CallSite, at: ArgPos, area: &Area) {
        let part = self.part(frame, call, Some(at), false, None);
        for p in &area.places {
            let parts = self.api.addresses.heard_in.entry(p.obj).or_default();
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
    }

    /// The content of memory is from outside of the program.
    pub(super) fn is_learned_otherwise(&mut self, ptr: TermId) {
        for p in self.facts.places(ptr).list {
            let part = SentPart { path: DataChannel::Unknown, element: None };
            self.api.addresses.heard_in.entry(p.obj).or_default().push(part);
        }
    }

    /// Remembers the addresses in the send buffer of a message or collective.
    pub(super) fn sends_address(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &Mem) {
        if call.routine.order.is_empty() {
            return;
        }
        let named = |names: [&str; 3]| names.into_iter().find_map(|n| call.named(n));
        let Some(buf) = named(["buf", "buffer", "sendbuf"]) else { return };
        let at = ["buf", "buffer", "sendbuf"].into_iter().find_map(|n| call.routine.arg(n));
        let count = named(["count", "sendcount", "sendcounts"]).and_then(|n| self.facts.terms.as_const(n));
        if count.is_none_or(|n| !self.facts.terms.limits.allows(Limit::SentElements, n)) {
            self.passes_on(frame, call, at, None);
        }
        for i in 0..count.unwrap_or(1).clamp(1, self.facts.terms.limits.get::<i64>(Limit::SentElements).max(1)) {
            let value = self.array_element(buf, i, 8, mem);
            if value.is_none_or(|v| self.facts.terms.knowledge(v) != Knowledge::Known) {
                self.passes_on(frame, call, at, Some(i));
            }
            let Some(value) = value else { continue };
            let is_address = !self.facts.objects_in(value).is_empty() && !self.is_handle(value);
            if !is_address {
                continue;
            }
            let part = self.part(frame, call, at, true, Some(i));
            let addresses = &mut self.api.addresses;
            let n = addresses.sent.iter().position(|s| *s == value).unwrap_or(addresses.sent.len());
            if n == addresses.sent.len() {
                if !self.facts.terms.limits.room(Limit::SentAddresses, n) {
                    continue;
                }
                addresses.sent.push(value);
                addresses.parts.push(Vec::new());
            }
            if !addresses.parts[n].contains(&part) {
                addresses.parts[n].push(part);
            }
        }
    }

    /// Element `i` of a send buffer may be an address that the process has received itself.
    fn passes_on(&mut self, frame: &Frame<'a>, call: &CallSite, at: Option<ArgPos>, i: Option<i64>) {
        let part = self.part(frame, call, at, true, i);
        if !self.api.addresses.passed_on.contains(&part) {
            self.api.addresses.passed_on.push(part);
        }
    }

    /// A window that memory is attached to.
    pub(super) fn is_dynamic(&self, win: TermId) -> bool {
        self.facts.objects_in(win).iter().any(|w| self.facts.windows.get(w).is_some_and(|w| w.base.is_none()))
    }

    /// The value of a term on the paths to the current block: a process that received an address does not have its own
    /// address there.
    pub(super) fn where_used(&mut self, frame: &Frame<'a>, t: TermId) -> TermId {
        let reach = frame.reach.get(&frame.block).cloned().unwrap_or_default();
        let mut t = t;
        while let Term::Ite(c, a, b) = *self.facts.terms.get(t) {
            let not = self.facts.terms.not(c);
            let never = |i: &mut Self, c: TermId| {
                let all: Vec<TermId> = reach.iter().copied().chain([c]).collect();
                let all = i.facts.terms.all(&all);
                i.facts.terms.is_false(all)
            };
            t = match (never(self, c), never(self, not)) {
                (true, false) => b,
                (false, true) => a,
                _ => break,
            };
        }
        t
    }

    /// For a displacement in a dynamic window that is not an address of this process: it is one of the addresses that the
    /// program sends, and the program learns at run time which one.
    pub(super) fn received_address(&mut self, frame: &Frame<'a>, call: &CallSite, issue: &Issue) -> Option<TermId> {
        let disp = issue.target.disp?;
        if !self.facts.places(disp).list.is_empty() {
            return None;
        }
        let s = self.site_symbol(
            frame,
            call.value,
            Role::ReceivedAddress,
            SymKind::Input,
            Knowledge::Input,
            "received address",
        );
        Some(self.facts.terms.sym(s))
    }

    /// A place that a process has sent in some iteration of its loops, which is no iteration of the process that has received the address.
    pub(crate) fn at_sender(&mut self, received: TermId, p: Place) -> Place {
        let mut iterations = Substitution::new();
        for part in [p.inst, p.offset, p.guard] {
            let mut of_loops = Vec::new();
            self.facts.terms.for_each_sym(part, &mut |x| of_loops.push(x));
            of_loops.retain(|x| self.facts.terms.syms[*x].def_loop.is_some() && iterations.get(*x).is_none());
            for x in of_loops {
                let then = self.facts.terms.sym(x);
                let of = self.facts.terms.apply("at the sender", &[received, then]);
                let def_loop = self.facts.innermost(received);
                let Sym { lo, hi, name, .. } = self.facts.terms.syms[x].clone();
                let s = self.facts.symbol(SymKey::Parameter(of), |_| Sym {
                    lo,
                    hi,
                    def_loop,
                    ..Sym::new(SymKind::Input, name, Knowledge::Input)
                });
                let s = self.facts.terms.sym(s);
                iterations.insert(x, s);
            }
        }
        p.map(|t| self.facts.terms.subst(t, &mut iterations))
    }
}
