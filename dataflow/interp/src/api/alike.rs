//! Results that are the same on all processes: what collective calls deliver to all, functions of equal arguments, and what all processes
//! read in one file (assumption 26) (theory, 4.2).

use super::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::{AccessKind, ArgPos, Model, OutKind};
use rma_frontend::ir::BlockId;
use rma_term::ids::{ObjId, TermId};
use rma_term::term::{CommId, SymKind, Term};
use std::collections::BTreeSet;

/// Objects of libraries whose content is the same on all processes.
#[derive(Debug, Default)]
pub(crate) struct SharedInputs {
    /// Files that all processes have opened by the same name, and in which all have read the same so far.
    files: BTreeSet<ObjId>,
    /// A process may have set a hint that others have not.
    hints_differ: bool,
}

impl<'a> Interp<'a> {
    /// Whether a collective call delivers the same to all processes.
    pub(super) fn delivers_alike(&mut self, call: &CallSite) -> bool {
        let comm = if call.routine.is_symmetric() { self.team_of(call) } else { self.comm_of_call(call) };
        let together = !call.routine.order.is_empty() || call.routine.model == Model::Gaspi;
        call.routine.alike && call.routine.model.is_parallel() && together && self.facts.is_of_all(comm)
    }

    /// Whether what a call gives is the same on all processes: it delivers the same to all, or all call it with equal arguments.
    pub(super) fn gives_alike(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &Mem) -> bool {
        if !call.routine.alike {
            return false;
        }
        if self.delivers_alike(call) {
            return true;
        }
        let collective = call.named("comm").is_some() && !call.routine.order.is_empty();
        !collective && (0..call.args.len()).all(|pos| self.input_is_alike(frame, call, pos, mem))
    }

    /// Whether all processes pass the same in an argument, as far as the call reads it.
    fn input_is_alike(&mut self, _frame: &Frame<'a>, call: &CallSite, pos: ArgPos, mem: &Mem) -> bool {
        let Some(value) = call.at(pos).or_else(|| call.args.get(pos).copied()) else { return true };
        let name = call.routine.args.get(pos).cloned().unwrap_or_default();
        if pos >= call.routine.args.len() {
            // Where a format stores something.
            return true;
        }
        if name == "stream" || name == "fh" {
            return self.is_file_of_all(value);
        }
        if name == "info" {
            return !self.api.shared.hints_differ;
        }
        if name == "comm" {
            let comm = self.comm(value);
            return self.facts.is_of_all(comm);
        }
        if name.contains("datatype") {
            return self.layout_is_alike(value);
        }
        let does = |kind| call.routine.effects.iter().any(|e| e.at == pos && e.access == kind);
        if does(AccessKind::Read) {
            let content = self.content_behind(value, mem).or_else(|| self.text_behind(value, mem));
            let content = content.or_else(|| self.same_bytes_behind(value, mem));
            return content.is_some_and(|content| self.alike(&[content]));
        }
        let output = call.routine.outputs.iter().find(|o| o.arg == pos).map(|o| o.kind);
        if name == "position" {
            // A routine that reads the position moves it.
            let [p] = self.facts.places(value).list[..] else { return false };
            let content = mem.get(p.obj).cloned().unwrap_or_default();
            let at = self.cell_of(&content, p.obj, p.inst, p.offset, call.routine.count_size(), false);
            return at.is_some_and(|at| self.alike(&[at]));
        }
        does(AccessKind::Write) || output.is_some_and(|kind| kind != OutKind::LibraryState) || self.alike(&[value])
    }

    fn layout_is_alike(&mut self, handle: TermId) -> bool {
        let layout = self.layout(handle);
        let mut parts = vec![layout.lb];
        parts.extend(layout.size);
        parts.extend(layout.extent);
        for block in &layout.blocks {
            parts.push(block.offset);
            parts.extend(block.len);
            parts.extend(block.dims.iter().flat_map(|d| [d.count, d.stride]));
        }
        layout.size.is_some() && self.alike(&parts)
    }

    /// The bytes behind a pointer, as a term, where a call has made them the same on all processes.
    pub(super) fn same_bytes_behind(&mut self, ptr: TermId, mem: &Mem) -> Option<TermId> {
        let places = self.facts.places(ptr);
        let ([p], false) = (&places.list[..], places.unknown) else { return None };
        let content = mem.get(p.obj).cloned()?;
        self.same_bytes_from(&content, p)
    }

    fn is_file_of_all(&self, handle: TermId) -> bool {
        let objects = self.facts.objects_in(handle);
        !objects.is_empty() && objects.iter().all(|o| self.api.shared.files.contains(o))
    }

    /// Whether all processes come to the current call, or none.
    fn all_come_here(&mut self, frame: &Frame<'a>) -> bool {
        let reach = frame.reach.get(&frame.block).cloned().unwrap_or_default();
        let entry = frame.reach.get(&BlockId::from_raw(0)).cloned().unwrap_or_default();
        let alike = |i: &Self, conds: &[TermId]| {
            let differs = |t: &TermId| {
                i.facts.terms.any_sym(*t, |s| {
                    let sym = &i.facts.terms.syms[s];
                    !sym.uniform && !matches!(sym.kind, SymKind::Counter(_) | SymKind::Size(CommId::World))
                })
            };
            !conds.iter().any(differs)
        };
        alike(self, &reach) || alike(self, &entry) && self.is_unavoidable(frame)
    }

    /// A call opens a file. Returns whether all processes open it, by the same name.
    pub(super) fn opens(&mut self, frame: &Frame<'a>, call: &CallSite, file: TermId, mem: &Mem) -> bool {
        let arguments: Vec<ArgPos> = (0..call.args.len())
            .filter(|pos| call.routine.args.get(*pos).is_some_and(|name| !matches!(name.as_str(), "fh" | "info")))
            .collect();
        let same = call.routine.alike
            && self.all_come_here(frame)
            && arguments.into_iter().all(|pos| self.input_is_alike(frame, call, pos, mem));
        for object in self.facts.objects_in(file) {
            if same {
                self.api.shared.files.insert(object);
            } else {
                self.api.shared.files.remove(&object);
            }
        }
        same
    }

    /// A call uses a file or sets a hint: if not all processes do the same, what they read next differs.
    pub(super) fn uses_shared_inputs(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &Mem) {
        let named = |name: &str| call.routine.args.iter().position(|arg| arg == name);
        if let (Some(_), Some(_), Some(value), false) =
            (named("info"), named("key"), named("value"), call.routine.alike)
        {
            let text =
                call.at(value).and_then(|text| self.text_behind(text, mem).or_else(|| self.content_behind(text, mem)));
            if !text.is_some_and(|text| self.alike(&[text])) || !self.all_come_here(frame) {
                self.api.shared.hints_differ = true;
            }
        }
        let Some(file) = call.named("stream").or_else(|| call.named("fh")) else { return };
        let objects = self.facts.objects_in(file);
        if !objects.iter().any(|o| self.api.shared.files.contains(o)) {
            return;
        }
        // A read at an explicit offset leaves the position as it is.
        let explicit = named("offset").is_some() && named("whence").is_none();
        let reads = call.routine.effects.iter().all(|e| e.access != AccessKind::Read);
        if explicit && reads {
            return;
        }
        let pointers = |t: &TermId| matches!(self.facts.terms.get(*t), Term::Addr(..)) || *t == file;
        let arguments: Vec<TermId> = call.args.iter().copied().filter(|t| !pointers(t)).collect();
        let plain = arguments.iter().all(|t| !self.facts.objects_in(*t).is_empty() || self.alike(&[*t]));
        if !plain || !self.all_come_here(frame) {
            for object in objects {
                self.api.shared.files.remove(&object);
            }
        }
    }
}
