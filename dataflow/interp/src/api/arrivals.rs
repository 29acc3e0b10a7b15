//! What the completion of a request means for the order between processes (theory, 2.2).
//!
//! A receive or a collective that has begun earlier is over, and a synchronous send is taken. The interpreter keeps for each
//! request object the event of its end, in the iteration that makes the request; a handle of another iteration gets the
//! event of that iteration.

use super::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::{Scope, When};
use rma_skeleton::skeleton::{Event, OrderCall};
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Substitution, SymKind, Term};

/// The effect of the completion of a request on the order between processes.
#[derive(Debug, Clone)]
pub(crate) struct Arrival {
    /// The call; without the condition of the wait.
    pub order: OrderCall,
    /// Instance of the request object that it is about.
    pub inst: TermId,
    /// The cell that received the request.
    pub cell: Option<(ObjId, TermId, TermId)>,
}

impl<'a> Interp<'a> {
    /// The calls that have ended when the requests of a wait or test are complete.
    pub(super) fn arrivals(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        let loc = frame.func.insts[call.value].loc;
        for c in &call.routine.completes {
            let size = self.handle_size(call.routine);
            let handles: Vec<(TermId, TermId)> = match c.scope {
                Scope::Request => {
                    let Some(ptr) = call.named("request") else { continue };
                    if self.is_handle(ptr) {
                        vec![(ptr, ptr)]
                    } else {
                        vec![(ptr, self.load(frame, call.value, mem, ptr, size, false))]
                    }
                }
                Scope::Requests => {
                    let Some(ptr) = call.named("array_of_requests") else { continue };
                    let count = call.named("count").or_else(|| call.named("incount"));
                    let count = count.and_then(|n| self.facts.terms.as_const(n)).unwrap_or(0);
                    self.facts.terms.limits.allows(Limit::WaitedRequests, count);
                    let handles: Vec<(TermId, TermId)> = (0..count
                        .clamp(0, self.facts.terms.limits.get(Limit::WaitedRequests)))
                        .filter_map(|i| {
                            let at = self.facts.terms.add_int(ptr, i * size as i64);
                            self.array_element(ptr, i, size, mem).map(|handle| (at, handle))
                        })
                        .collect();
                    let all = matches!(c.when, When::Always | When::Flag);
                    if !all && (c.when != When::SomeIndices || count != 1) {
                        // Which of several are complete is not followed.
                        if handles.iter().any(|(ptr, handle)| self.may_arrive(*ptr, *handle)) {
                            let always = self.facts.terms.truth(true);
                            self.unfollowed(frame, call, always);
                        }
                        continue;
                    }
                    handles
                }
                _ => continue,
            };
            let mut done = self.facts.terms.truth(true);
            if c.when == When::Flag {
                let flag = self.flag(frame, call);
                done = self.facts.terms.ne0(flag);
            }
            for (ptr, handle) in handles {
                let (arrivals, mut missing) = self.arrivals_of(ptr, handle);
                if arrivals.is_empty() && self.may_arrive(ptr, handle) {
                    missing = self.facts.terms.truth(true);
                }
                if !self.facts.terms.is_false(missing) {
                    let cond = self.facts.terms.all(&[missing, done]);
                    self.unfollowed(frame, call, cond);
                }
                let got = self.got_message(frame, call, handle, mem);
                for arrival in arrivals {
                    let cond = self.facts.terms.all(&[arrival.order.cond, done, got]);
                    self.emit(frame, loc, Event::Order(Box::new(OrderCall { cond, ..arrival.order })));
                }
            }
        }
    }

    /// Whether completing a handle can order processes. That is decided by the requests that it may be, or, if those are not
    /// known, by what was ever stored in its place.
    fn may_arrive(&mut self, ptr: TermId, handle: TermId) -> bool {
        let stored = matches!(self.facts.terms.get(handle), Term::Sym(_)).then(|| self.cell_behind(ptr)).flatten();
        self.facts.objects_in(handle).iter().any(|o| self.api.requests.arrivals.contains_key(o))
            || stored.is_some() && self.api.requests.arrivals.values().any(|a| a.cell == stored)
    }

    /// The arrivals that the completion of a request implies, found by its handle, or else by the only request that was ever
    /// stored at `ptr`; and the condition under which they are not known.
    fn arrivals_of(&mut self, ptr: TermId, handle: TermId) -> (Vec<Arrival>, TermId) {
        let never = self.facts.terms.truth(false);
        match self.facts.terms.get(handle).clone() {
            Term::Addr(obj, inst) => match self.api.requests.arrivals.get(&obj).cloned() {
                None => (Vec::new(), never),
                Some(arrival) => match self.in_iteration(&arrival, inst) {
                    Some(arrival) => (vec![arrival], never),
                    None => (Vec::new(), self.facts.terms.truth(true)),
                },
            },
            Term::Const(_) => (Vec::new(), never),
            // A test may have completed it, it is made on one of two paths only, or each path makes another one.
            Term::Ite(c, a, b) => {
                let not = self.facts.terms.not(c);
                let known =
                    |i: &Self, t: TermId| i.facts.terms.as_const(t).is_some() || !i.facts.objects_in(t).is_empty();
                if !known(self, a) && !known(self, b) {
                    return (self.arrival_at(ptr).into_iter().collect(), never);
                }
                let (mut out, mut missing) = (Vec::new(), never);
                for (path, of) in [(c, a), (not, b)] {
                    if !known(self, of) {
                        continue;
                    }
                    let (arrivals, lost) = self.arrivals_of(ptr, of);
                    let lost = self.facts.terms.all(&[path, lost]);
                    missing = self.facts.terms.any(&[missing, lost]);
                    for arrival in arrivals {
                        let cond = self.facts.terms.all(&[arrival.order.cond, path]);
                        out.push(Arrival { order: OrderCall { cond, ..arrival.order }, ..arrival });
                    }
                }
                (out, missing)
            }
            // A loop of tests for a request that was made before the loop.
            Term::Sym(x) if self.brings_request(ptr, x) => {
                let Some(first) = self.loops.entered.get(&x).copied() else { return (Vec::new(), never) };
                self.arrivals_of(ptr, first)
            }
            _ => (self.arrival_at(ptr).into_iter().collect(), never),
        }
    }

    /// The end of a request that another iteration has made: the event with the counters of that iteration. `None` where it
    /// depends on more of the iteration than its counters.
    fn in_iteration(&mut self, arrival: &Arrival, inst: TermId) -> Option<Arrival> {
        if arrival.inst == inst {
            return Some(arrival.clone());
        }
        let counters = self.parts_of_tuple(arrival.inst);
        let there = self.parts_of_tuple(inst);
        let mut by = Substitution::new();
        let mut replaced = Vec::new();
        if counters.len() != there.len() {
            return None;
        }
        for (counter, value) in counters.into_iter().zip(there) {
            if counter == value {
                continue;
            }
            let Term::Sym(sym) = *self.facts.terms.get(counter) else { return None };
            let SymKind::Counter(l) = self.facts.terms.syms[sym].kind else { return None };
            by.insert(sym, value);
            replaced.push((sym, l));
        }
        let mut fixed = true;
        let order = arrival.order.map(|t| {
            let varies = |i: &Self, s: SymId| {
                let def_loop = i.facts.terms.syms[s].def_loop;
                replaced.iter().any(|(counter, l)| s != *counter && i.facts.loop_within(def_loop, *l))
            };
            fixed &= !self.facts.terms.any_sym(t, |s| varies(self, s));
            self.facts.terms.subst(t, &mut by)
        });
        fixed.then_some(Arrival { order, inst, cell: arrival.cell })
    }

    fn parts_of_tuple(&self, t: TermId) -> Vec<TermId> {
        match self.facts.terms.get(t) {
            Term::Apply(f, parts) if self.facts.terms.function_name(*f) == "tuple" => parts.to_vec(),
            _ => vec![t],
        }
    }

    /// The arrival of the only request that was ever stored at a place; `None` if there were several.
    fn arrival_at(&mut self, ptr: TermId) -> Option<Arrival> {
        let cell = self.cell_behind(ptr)?;
        let mut fitting = self.api.requests.arrivals.values().filter(|a| a.cell == Some(cell));
        let found = fitting.next()?;
        fitting.next().is_none().then(|| found.clone())
    }

    /// Whether a value of a loop is a request in the first iteration, and the loop makes no request in its cell.
    fn brings_request(&mut self, ptr: TermId, x: SymId) -> bool {
        let Some(first) = self.loops.entered.get(&x).copied() else { return false };
        let (Some(cell), Some(l)) = (self.cell_behind(ptr), self.facts.terms.syms[x].def_loop) else { return false };
        let made_inside = |a: &Arrival| {
            a.cell == Some(cell)
                && self.facts.terms.any_sym(a.inst, |s| {
                    self.facts.terms.syms[s].def_loop.is_some_and(|d| self.facts.loop_within(Some(d), l))
                })
        };
        !matches!(self.facts.terms.get(first), Term::Sym(_)) && !self.api.requests.arrivals.values().any(made_inside)
    }
}
