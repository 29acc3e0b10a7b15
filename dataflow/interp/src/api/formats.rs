//! Variable arguments that a format describes: strings of `%s`, values that `scanf` stores (theory, 4.6).

use super::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::{Entry, Mem, Sort};
use rma_frontend::api::{AccessKind, Conversion, Directive, Format, Returns};
use rma_skeleton::facts::Role;
use rma_skeleton::skeleton::{Actor, Place};
use rma_term::ids::TermId;
use rma_term::object::ObjKind;
use rma_term::term::Term;

impl<'a> Interp<'a> {
    /// Strings of `%s`, values that `scanf` stores.
    pub(super) fn format_effects(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        let Some(format) = call.routine.format else { return };
        let loc = frame.func.insts[call.value].loc;
        let (Format::Print(at) | Format::Scan(at)) = format;
        let text = call.at(at).and_then(|t| self.constant_string(t));
        let directives = text.as_deref().and_then(rma_frontend::api::printf_directives);
        let conversions = text.as_deref().and_then(rma_frontend::api::scanf_conversions);
        let first = call.routine.args.len();
        let yes = self.facts.terms.truth(true);
        let most = conversions.as_ref().map(|c| c.len() as i64);
        let count = matches!(format, Format::Scan(_)).then(|| self.number_of_items(frame, call, most, mem));
        for (n, a) in call.args.iter().enumerate().skip(first) {
            if self.facts.objects_in(*a).is_empty() {
                continue;
            }
            let one = self.facts.terms.int(1);
            let arg = format!("argument {}", n + 1);
            let actor = Actor::Argument { routine: call.routine, arg };
            if let Some(count) = count {
                let stored = conversions.as_ref().and_then(|c| c.get(n - first)).copied();
                let len = match stored {
                    Some(Conversion::Integer(bytes) | Conversion::Float(bytes)) => self.facts.terms.int(bytes as i64),
                    _ => one,
                };
                let area = self.area(*a, Some(len));
                self.emit_access(frame, loc, AccessKind::Write, area, actor, yes);
                let before = self.facts.terms.int((n - first) as i64);
                let matches = self.facts.terms.lt(before, count);
                self.scanned(frame, call, (n, matches), (*a, stored), mem);
                continue;
            }
            match directives.as_ref().and_then(|d| d.get(n - first)) {
                Some(Directive::Text(_)) => {
                    let area = self.area(*a, Some(one));
                    self.emit_access(frame, loc, AccessKind::Read, area, actor, yes);
                }
                Some(Directive::Count(size)) => {
                    let len = Some(self.facts.terms.int(*size as i64));
                    let area = self.area(*a, len);
                    self.emit_access(frame, loc, AccessKind::Write, area, actor, yes);
                    self.clobber(mem, *a, len);
                }
                _ => {}
            }
        }
    }

    /// The result of a call that reads at most this many items: their number, or -1 at the end of the input (C11, 7.21.6.2).
    fn number_of_items(&mut self, frame: &mut Frame<'a>, call: &CallSite, most: Option<i64>, mem: &mut Mem) -> TermId {
        let count = match call.routine.returns {
            Returns::Function => self.function_of_each(frame, call, mem),
            _ => {
                let count = self.input(frame, call.value, Role::Value, &call.routine.name);
                self.is_alike_if_given(frame, call, count, mem)
            }
        };
        if let Term::Sym(s) = *self.facts.terms.get(count) {
            let sym = &mut self.facts.terms.syms[s];
            (sym.lo, sym.hi) = (Some(-1), most);
        }
        count
    }

    /// The program reads the value that a conversion stores where its argument points, if the input matches; any number of bytes,
    /// if the format is not known.
    fn scanned(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        (n, matches): (usize, TermId),
        (ptr, stored): (TermId, Option<Conversion>),
        mem: &mut Mem,
    ) {
        let (bytes, sizes, sort) = match stored {
            Some(Conversion::Integer(bytes)) => (Some(bytes), vec![bytes], Sort::Integer),
            Some(Conversion::Float(bytes)) => (Some(bytes), vec![bytes], Sort::Float),
            Some(Conversion::Text(bytes)) => (bytes, vec![1], Sort::Integer),
            None => (None, vec![4, 8], Sort::Integer),
        };
        let places = self.facts.places(ptr);
        if let ([_, _, ..], false, [size], Some(_)) = (&places.list[..], places.unknown, &sizes[..], bytes) {
            // Where one of several pointers points.
            let val = self.scanned_value(frame, call, n, mem);
            for p in &places.list {
                let val = self.or_before(mem, p, (*size, sort), matches, val);
                self.write_cell(mem, p, *size, val, sort);
            }
            return;
        }
        let len = bytes.and_then(|b| i64::try_from(b).ok()).map(|b| self.facts.terms.int(b));
        let val = self.scanned_value(frame, call, n, mem);
        let old = mem.clone();
        self.clobber(mem, ptr, len);
        if let [p] = places.list[..] {
            for size in sizes {
                let val = match stored {
                    Some(_) => self.or_before(&old, &p, (size, sort), matches, val),
                    None => val,
                };
                mem.get_mut(p.obj).put(
                    &self.facts.terms.limits,
                    Entry { inst: p.inst, off: p.offset, size, val, sort, only_read: false },
                );
            }
        }
    }

    /// A value that is stored under a condition, or else the value before, if that is known.
    fn or_before(&mut self, mem: &Mem, p: &Place, (size, sort): (u64, Sort), stored: TermId, val: TermId) -> TermId {
        let content = mem.get(p.obj).cloned().unwrap_or_default();
        match self.cell_of(&content, p.obj, p.inst, p.offset, size, sort == Sort::Float) {
            Some(before) => self.facts.terms.ite(stored, val, before),
            None => val,
        }
    }

    /// The value that a conversion has read. If it is read from a text of the command line, it is a program argument.
    fn scanned_value(&mut self, frame: &Frame<'a>, call: &CallSite, n: usize, mem: &Mem) -> TermId {
        let of_text = call.routine.args.len() > 1 && call.routine.returns == Returns::Function;
        let text = call.at(0).filter(|_| of_text).and_then(|text| self.text_behind(text, mem));
        match text.filter(|text| self.is_parameter(*text)) {
            Some(text) => {
                let item = self.facts.terms.int(n as i64);
                let format = call.at(1).unwrap_or(item);
                let value = self.facts.terms.apply("scanned", &[text, format, item]);
                self.parameter(value, "sscanf(..)")
            }
            None => {
                let value = self.input(frame, call.value, Role::Scanned(n as u32), "a value that the program reads");
                let of_all = of_text
                    && call.at(0).and_then(|text| self.same_bytes_behind(text, mem)).is_some_and(|t| self.alike(&[t]));
                let value = self.is_alike_if_given(frame, call, value, mem);
                if let (true, &Term::Sym(s)) = (of_all, self.facts.terms.get(value)) {
                    self.facts.terms.syms[s].uniform = true;
                }
                value
            }
        }
    }

    /// Records of a new value of a call whether it is the same on all processes.
    fn is_alike_if_given(&mut self, frame: &Frame<'a>, call: &CallSite, value: TermId, mem: &Mem) -> TermId {
        if let Term::Sym(s) = *self.facts.terms.get(value) {
            self.facts.terms.syms[s].uniform = self.gives_alike(frame, call, mem);
        }
        value
    }

    /// The bytes of a constant string, without its terminating zero.
    fn constant_string(&mut self, ptr: TermId) -> Option<Vec<u8>> {
        let places = self.facts.places(ptr).list;
        let [p] = places[..] else { return None };
        let ObjKind::Global(g) = self.facts.objects[p.obj].kind else { return None };
        let start = usize::try_from(self.facts.terms.as_const(p.offset)?).ok()?;
        match &self.facts.module.consts[self.facts.module.globals[g].init?] {
            rma_frontend::ir::Const::Data { bytes, .. } => {
                Some(bytes.get(start..)?.iter().copied().take_while(|b| *b != 0).collect())
            }
            _ => None,
        }
    }
}
