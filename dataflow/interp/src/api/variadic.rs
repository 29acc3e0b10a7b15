//! Variable arguments: the `va_list` of the System V ABI for x86-64 (its section 3.5.7) (theory, 4.6).
//!
//! `va_arg` is lowered before the analysis sees it: to a comparison of the register offsets in the list with their
//! limits, and a load from the save area of registers or from the overflow area on the stack. A program cannot
//! distinguish the two. The model assumes that all registers are used and puts every argument into the overflow area,
//! one after another in words of 8 bytes: the order in which `va_arg` takes them.

use super::CallSite;
use crate::interp::{Frame, Interp, Made};
use crate::memory::{Entry, Mem, Sort};
use rma_frontend::ir::{Const, Function, InstKind, Operand, TypeKind};
use rma_skeleton::skeleton::Place;
use rma_term::ids::TermId;
use rma_term::object::ObjKind;

/// Bytes of a `va_list`.
const LIST: i64 = 24;
/// Offsets within the save area at which its general and its floating-point registers end.
const REGISTERS: [i64; 2] = [48, 176];

impl<'a> Interp<'a> {
    /// Fills a `va_list` for the variable arguments of the function that `frame` interprets.
    pub(super) fn variable_arguments(&mut self, frame: &Frame<'a>, call: &CallSite, list: TermId, mem: &mut Mem) {
        let len = self.facts.terms.int(LIST);
        self.clobber(mem, list, Some(len));
        let [place] = self.facts.places(list).list[..] else { return };
        // The list of another architecture has another size.
        if self.facts.objects[place.obj].size.and_then(|s| self.facts.terms.as_const(s)) != Some(LIST) {
            return;
        }
        let args = frame.args.get(frame.func.params.len()..).unwrap_or_default().to_vec();
        let words = self.argument_words(frame);
        let size = self.facts.terms.int(8 * args.len() as i64);
        let area = self.new_object(
            frame,
            call.value,
            Made::VariableArguments,
            ObjKind::Stack,
            "variable arguments".into(),
            Some(size),
        );
        mem.remove(area);
        mem.get_mut(area).spoil();
        let inst = self.instance_here(frame);
        for (n, (val, word)) in args.iter().zip(words).enumerate() {
            let Some((size, float)) = word else { break };
            let off = self.facts.terms.int(8 * n as i64);
            mem.get_mut(area).put(
                &self.facts.terms.limits,
                Entry { inst, off, size, val: *val, sort: Sort::of(float), only_read: false },
            );
            let guard = self.facts.terms.truth(true);
            let place = Place { guard, named: guard, obj: area, inst, offset: off };
            self.note_stored(&place, size, *val, float);
        }
        for (n, end) in REGISTERS.into_iter().enumerate() {
            let (at, end) = (self.facts.terms.add_int(list, 4 * n as i64), self.facts.terms.int(end));
            self.store(mem, at, 4, end, false);
        }
        let (at, first) = (self.facts.terms.add_int(list, 8), self.facts.terms.addr_of(area, inst));
        self.store(mem, at, 8, first, false);
    }

    /// Bytes of each variable argument, and whether it is a floating-point number; none for what takes more than a word.
    fn argument_words(&self, frame: &Frame<'a>) -> Vec<Option<(u64, bool)>> {
        let Some((up, v)) = self.facts.contexts.all[frame.ctx].caller else { return Vec::new() };
        let caller = &self.facts.module.functions[self.facts.contexts.all[up].func];
        let kind = &caller.insts[v].kind;
        let (InstKind::Call { args, byval, .. } | InstKind::Invoke { args, byval, .. }) = kind else {
            return Vec::new();
        };
        let whole = |n: usize| byval.iter().all(|(m, _)| *m as usize != n);
        let all = args.iter().enumerate().skip(frame.func.params.len());
        all.map(|(n, op)| self.word_of_argument(caller, *op).filter(|_| whole(n))).collect()
    }

    fn word_of_argument(&self, caller: &Function, op: Operand) -> Option<(u64, bool)> {
        let ty = match op {
            Operand::Value(v) => caller.insts[v].ty,
            Operand::Param(n) => caller.params.get(n as usize)?.ty,
            Operand::Const(c) => match &self.facts.module.consts[c] {
                Const::Int { ty, .. } | Const::Float { ty, .. } | Const::Null(ty) | Const::Zero(ty) => *ty,
                Const::Global { .. } | Const::Func(_) => return Some((8, false)),
                _ => return None,
            },
            Operand::Other => return None,
        };
        let bytes = self.size_of(ty);
        match self.facts.module.types[ty].kind {
            TypeKind::Int(_) | TypeKind::Ptr if bytes <= 8 => Some((bytes, false)),
            TypeKind::Float(_) if bytes <= 8 => Some((bytes, true)),
            _ => None,
        }
    }
}
