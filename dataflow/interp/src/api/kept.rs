//! Functions that a program gives to MPI and that MPI calls later: in reductions, for attributes, errors and generalised requests (theory,
//! 4.6).
//!
//! They are called before the other effects of the call that runs them. A call that may run a function counts as one that does.
//!
//! The function of a reduction operation runs in reductions, the functions of an attribute key where an attribute is copied or deleted, those
//! of a generalised request where the request is completed or cancelled. An error handler runs only where the program calls it, as other
//! calls succeed (assumption 8).

use super::CallSite;
use crate::interp::{Frame, Interp, Made, ObjKey};
use crate::memory::Mem;
use rma_frontend::api::{OutKind, Runs};
use rma_frontend::ir::FuncId;
use rma_skeleton::facts::Role;
use rma_term::ids::{ObjId, TermId};
use rma_term::object::ObjKind;
use rma_term::term::CommId;
use std::collections::{BTreeMap, BTreeSet};

/// Requests of one call that are examined separately, at most.
const REQUESTS: i64 = 16;

/// Which of the functions of a key for attributes.
const COPY: usize = 0;
const DELETE: usize = 1;
/// Which of those of a generalised request.
const QUERY: usize = 0;
const FREE: usize = 1;
const CANCEL: usize = 2;

/// Functions that the program has passed to MPI.
#[derive(Debug, Default)]
pub(crate) struct KeptFunctions {
    /// Functions by the handle with which they are kept.
    of: BTreeMap<ObjId, Kept>,
    /// Attributes that are set somewhere: the key, and the number of the cell of the object.
    attributes: BTreeSet<(ObjId, i64)>,
    /// Error handlers of objects, by the number of the object.
    handlers: BTreeSet<(i64, ObjId)>,
}

#[derive(Debug, Clone)]
struct Kept {
    /// The functions, in the order of the routine's arguments.
    functions: Vec<Vec<FuncId>>,
    /// The extra state that the program passes for them.
    state: Option<TermId>,
}

impl<'a> Interp<'a> {
    /// After the outputs of a call: the functions that it keeps.
    pub(super) fn keeps_functions(&mut self, frame: &Frame<'a>, call: &CallSite) {
        let Some(keeps) = &call.routine.keeps else { return };
        let key = ObjKey::Site(frame.ctx, call.value, Made::Output(keeps.handle));
        let Some(&handle) = self.objects.ids.get(&key) else { return };
        let functions = keeps.functions.iter().map(|pos| self.functions_at(call.at(*pos))).collect();
        self.api.kept.of.insert(handle, Kept { functions, state: call.named("extra_state") });
    }

    fn functions_at(&mut self, ptr: Option<TermId>) -> Vec<FuncId> {
        let places = ptr.map(|ptr| self.facts.places(ptr).list).unwrap_or_default();
        let function = |obj: ObjId| match self.facts.objects[obj].kind {
            ObjKind::Function(f) => Some(f),
            _ => None,
        };
        places.iter().filter_map(|p| function(p.obj)).collect()
    }

    /// An attribute that the program sets.
    pub(super) fn sets_attribute(&mut self, key: TermId, cell: TermId) {
        for p in self.facts.places(cell).list {
            if let Some(n) = self.facts.terms.as_const(p.offset) {
                self.api.kept.attributes.insert((p.obj, n));
            }
        }
        debug_assert!(!self.facts.places(key).list.is_empty());
    }

    /// The functions that a call runs.
    pub(super) fn runs_functions(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        let Some(runs) = call.routine.runs.filter(|_| !self.api.kept.of.is_empty()) else { return };
        match runs {
            Runs::Operation(op) => {
                // What it combines is in memory of the library, or in the buffers of the call, which have their own effects.
                let args: Vec<TermId> = (0..4).map(|n| self.passed_memory(frame, call, n, mem)).collect();
                for kept in self.kept_with(call.at(op)) {
                    self.run_kept(frame, call, &kept, 0, &args, mem);
                }
            }
            Runs::Deleted(object, key) => {
                let Some(handle) = self.handle_argument(frame, call, object, mem) else { return };
                let key = key.and_then(|key| call.at(key)).map(|key| self.facts.objects_in(key));
                if let Some(n) = self.number_of_object(call, object, handle) {
                    self.deletes_attributes(frame, call, (n, handle), key.as_deref(), mem);
                }
            }
            Runs::DeletedAtEnd => {
                let none = self.facts.terms.int(0);
                let own = super::outputs::attribute_number(CommId::SelfComm);
                if let Some(own) = own {
                    self.deletes_attributes(frame, call, (own, none), None, mem);
                }
            }
            Runs::Copied(object) => {
                let Some(handle) = call.at(object) else { return };
                let Some(n) = self.number_of_object(call, object, handle) else { return };
                for (key, kept, value) in self.attributes_of(frame, call, n, None, mem) {
                    let (to, flag) = (self.passed_memory(frame, call, 0, mem), self.passed_memory(frame, call, 1, mem));
                    let state = kept.state.unwrap_or(handle);
                    self.run_kept(frame, call, &kept, COPY, &[handle, key.1, state, value, to, flag], mem);
                }
            }
            Runs::HandlerSet(object, handler) => {
                let (Some(handle), Some(handler)) = (call.at(object), call.at(handler)) else { return };
                if let Some(n) = self.number_of_object(call, object, handle) {
                    for obj in self.facts.objects_in(handler) {
                        self.api.kept.handlers.insert((n, obj));
                    }
                }
            }
            Runs::Handler(object) => {
                let Some(handle) = call.at(object) else { return };
                let Some(n) = self.number_of_object(call, object, handle) else { return };
                let set: Vec<ObjId> =
                    self.api.kept.handlers.iter().filter(|(of, _)| *of == n).map(|(_, handler)| *handler).collect();
                let args = [self.passed_memory(frame, call, 0, mem), self.passed_memory(frame, call, 1, mem)];
                for kept in set.iter().filter_map(|obj| self.api.kept.of.get(obj).cloned()).collect::<Vec<_>>() {
                    self.run_kept(frame, call, &kept, 0, &args, mem);
                }
            }
            Runs::Requests(at, count) => {
                for kept in self.kept_with_requests(frame, call, (at, count), mem) {
                    let status = self.passed_memory(frame, call, 0, mem);
                    let state = kept.state.unwrap_or(status);
                    self.run_kept(frame, call, &kept, QUERY, &[state, status], mem);
                    self.run_kept(frame, call, &kept, FREE, &[state], mem);
                }
            }
            Runs::Cancelled(at) => {
                for kept in self.kept_with_requests(frame, call, (at, None), mem) {
                    let complete = self.passed_memory(frame, call, 0, mem);
                    let state = kept.state.unwrap_or(complete);
                    self.run_kept(frame, call, &kept, CANCEL, &[state, complete], mem);
                }
            }
        }
    }

    fn run_kept(
        &mut self,
        frame: &mut Frame<'a>,
        call: &CallSite,
        kept: &Kept,
        which: usize,
        args: &[TermId],
        mem: &mut Mem,
    ) {
        for f in kept.functions.get(which).cloned().unwrap_or_default() {
            let n = self.facts.module.functions[f].params.len();
            let args: Vec<TermId> = (0..n)
                .map(|i| match args.get(i) {
                    Some(arg) => *arg,
                    None => self.lost(frame, call.value, Role::CallbackArgument(i as u32)),
                })
                .collect();
            self.call_back(frame, call.value, f, &args, mem);
        }
    }

    /// Memory of the library that a function gets: what it holds is known at run time.
    fn passed_memory(&mut self, frame: &Frame<'a>, call: &CallSite, n: u32, mem: &mut Mem) -> TermId {
        let obj = self.new_memory(frame, call.value, Made::Passed(n), None, mem);
        let inst = self.instance_here(frame);
        let ptr = self.facts.terms.addr_of(obj, inst);
        self.learn(mem, ptr, None);
        ptr
    }

    fn kept_with(&self, handle: Option<TermId>) -> Vec<Kept> {
        let objects = handle.map(|handle| self.facts.objects_in(handle)).unwrap_or_default();
        objects.iter().filter_map(|obj| self.api.kept.of.get(obj).cloned()).collect()
    }

    fn kept_with_requests(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        (at, count): (usize, Option<usize>),
        mem: &mut Mem,
    ) -> Vec<Kept> {
        let Some(at) = call.at(at) else { return Vec::new() };
        let count = match count {
            None => 1,
            Some(count) => call.at(count).and_then(|count| self.facts.terms.as_const(count)).unwrap_or(1),
        };
        let size = self.handle_size(call.routine);
        let mut out = Vec::new();
        for n in 0..count.clamp(0, REQUESTS) {
            let at = self.facts.terms.add_int(at, n * size as i64);
            let handle = self.load(frame, call.value, mem, at, size, false);
            out.extend(self.kept_with(Some(handle)));
        }
        out
    }

    /// The handle that an argument is, or points to if the call sets it to null.
    fn handle_argument(&mut self, frame: &Frame<'a>, call: &CallSite, pos: usize, mem: &mut Mem) -> Option<TermId> {
        let ptr = call.at(pos)?;
        if call.routine.outputs.iter().any(|out| out.arg == pos && out.kind == OutKind::NullHandle) {
            let size = self.handle_size(call.routine);
            return Some(self.load(frame, call.value, mem, ptr, size, false));
        }
        Some(ptr)
    }

    /// The number of an object among those that have attributes and error handlers.
    fn number_of_object(&mut self, call: &CallSite, pos: usize, handle: TermId) -> Option<i64> {
        let name = call.routine.args.get(pos)?.clone();
        self.attribute_number_of(&name, handle)
    }

    /// The attributes that an object may have, with their values.
    fn attributes_of(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        number: i64,
        keys: Option<&[ObjId]>,
        mem: &mut Mem,
    ) -> Vec<((TermId, TermId), Kept, TermId)> {
        let set: Vec<ObjId> = self.api.kept.attributes.iter().filter(|(_, n)| *n == number).map(|(k, _)| *k).collect();
        let mut out = Vec::new();
        for key in set.into_iter().filter(|key| keys.is_none_or(|keys| keys.contains(key))) {
            let Some(kept) = self.api.kept.of.get(&key).cloned() else { continue };
            let inst = self.instance_here(frame);
            let handle = self.facts.terms.addr_of(key, inst);
            let cell = self.facts.terms.add_int(handle, number);
            let value = self.load(frame, call.value, mem, cell, 8, false);
            if self.facts.terms.as_const(value) != Some(0) {
                out.push(((cell, handle), kept, value));
            }
        }
        out
    }

    fn deletes_attributes(
        &mut self,
        frame: &mut Frame<'a>,
        call: &CallSite,
        (number, object): (i64, TermId),
        keys: Option<&[ObjId]>,
        mem: &mut Mem,
    ) {
        let none = self.facts.terms.int(0);
        for ((cell, key), kept, value) in self.attributes_of(frame, call, number, keys, mem) {
            let state = kept.state.unwrap_or(none);
            self.run_kept(frame, call, &kept, DELETE, &[object, key, value, state], mem);
            self.store(mem, cell, 8, none, false);
        }
    }
}
