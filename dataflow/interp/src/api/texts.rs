//! Which text a string contains (theory, 4.6).
//!
//! Programs choose by names: `if (options.material == "plain")`. Here each text has a number. A text from the command line has a
//! parameter as its number. So two comparisons of one string agree, and no string is equal to two names. A cell that covers the
//! characters of a string holds the number of its text: a store to any of the characters makes the number unknown.

use super::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::{Entry, LONG_TEXT, Mem, ObjMem, SHORT_TEXT, Sort};
use rma_frontend::api::ArgPos;
use rma_frontend::ir::ValueId;
use rma_skeleton::facts::{Role, TextOf};
use rma_term::ids::{ObjId, TermId};
use rma_term::limits::Limit;
use rma_term::object::ObjKind;
use rma_term::term::Term;
use rustc_hash::FxHashMap;

/// Numbers of texts begin here: none is zero or another number that programs use.
const FIRST: i64 = 1 << 48;

/// The texts of the program.
#[derive(Debug, Default)]
pub struct Texts {
    own: Vec<Vec<u8>>,
    /// For texts of the command line, the memory that the pointer to the text points to.
    given: FxHashMap<TermId, TermId>,
}

impl Texts {
    fn number(&mut self, text: Vec<u8>) -> i64 {
        let at = self.own.iter().position(|t| *t == text).unwrap_or_else(|| {
            self.own.push(text);
            self.own.len() - 1
        });
        FIRST + at as i64
    }

    /// The text, in the program, that a value of a string stands for.
    pub fn named(&self, value: i64) -> Option<String> {
        let text = self.text(value)?;
        Some(String::from_utf8_lossy(text).into_owned())
    }

    pub(super) fn text(&self, number: i64) -> Option<&Vec<u8>> {
        self.own.get(usize::try_from(number.checked_sub(FIRST)?).ok()?)
    }
}

impl<'a> Interp<'a> {
    /// The text of the program without characters.
    pub(super) fn no_text(&mut self) -> TermId {
        let number = self.api.texts.number(Vec::new());
        self.facts.terms.int(number)
    }

    /// The text, up to its terminating zero, that a pointer points to, if it is known.
    pub(super) fn text_behind(&mut self, ptr: TermId, mem: &Mem) -> Option<TermId> {
        if let Term::Ite(cond, a, b) = *self.facts.terms.get(ptr) {
            let (a, b) = (self.text_behind(a, mem)?, self.text_behind(b, mem)?);
            return Some(self.facts.terms.ite(cond, a, b));
        }
        let places = self.facts.places(ptr);
        if let ([p], false) = (&places.list[..], places.unknown) {
            let content = mem.get(p.obj).cloned().unwrap_or_default();
            if let Some(text) = self.text_in(&content, p.obj, p.inst, p.offset) {
                return Some(text);
            }
        }
        let content = self.content_behind(ptr, mem).filter(|t| self.is_parameter(*t))?;
        let text = self.facts.terms.apply("text", &[content]);
        let text = self.parameter(text, "argv[..]");
        self.api.texts.given.insert(text, content);
        Some(text)
    }

    /// The length of a text; for a text of the command line, a program argument.
    pub(super) fn length_of_text(&mut self, text: TermId) -> Option<TermId> {
        if let Some(number) = self.facts.terms.as_const(text) {
            let length = self.api.texts.text(number)?.len() as i64;
            return Some(self.facts.terms.int(length));
        }
        let content = *self.api.texts.given.get(&text)?;
        // As `strlen` gives it.
        let length = self.facts.terms.apply("strlen", &[content]);
        let length = self.parameter(length, "strlen(..)");
        Some(self.is_at_least(length, 0))
    }

    /// The text in the characters from a place on.
    pub(crate) fn text_in(&mut self, content: &ObjMem, obj: ObjId, inst: TermId, off: TermId) -> Option<TermId> {
        let kept = content.entries.iter().find(|e| e.is_text() && e.inst == inst && e.off == off);
        if let Some(e) = kept {
            return Some(e.val);
        }
        // What the program wrote character by character, or never changes.
        let constant =
            matches!(self.facts.objects[obj].kind, ObjKind::Global(g) if self.facts.module.globals[g].is_const);
        if !constant && content.entries.is_empty() {
            return None;
        }
        let mut text = Vec::new();
        for i in 0..self.facts.terms.limits.get(Limit::TextCharacters) {
            let at = self.facts.terms.add_int(off, i);
            let c = self.cell_of(content, obj, inst, at, 1, false)?;
            match self.facts.terms.as_const(c)? as u8 {
                0 => {
                    let number = self.api.texts.number(text);
                    return Some(self.facts.terms.int(number));
                }
                c => text.push(c),
            }
        }
        self.facts.terms.limits.reached(Limit::TextCharacters);
        None
    }

    /// The text of characters that may be in several places; if it is not known, a new text read at run time, which is recorded
    /// there.
    pub(super) fn text_at(&mut self, frame: &Frame<'a>, v: ValueId, of: TextOf, data: TermId, mem: &mut Mem) -> TermId {
        self.known_text_at(data, mem).unwrap_or_else(|| {
            let text = self.input(frame, v, Role::Text(of), "a string");
            self.keep_text(frame, (v, of), data, text, mem);
            text
        })
    }

    fn known_text_at(&mut self, data: TermId, mem: &Mem) -> Option<TermId> {
        let places = self.facts.places(data);
        let mut out = None;
        for p in places.list.iter().rev() {
            let content = mem.get(p.obj).cloned().unwrap_or_default();
            let text = self.text_in(&content, p.obj, p.inst, p.offset)?;
            out = Some(match out {
                Some(rest) => self.facts.terms.ite(p.guard, text, rest),
                None => text,
            });
        }
        out.filter(|_| !places.unknown)
    }

    /// From now on the characters contain this text, if their place is known.
    pub(super) fn keep_text(
        &mut self,
        frame: &Frame<'a>,
        (v, of): (ValueId, TextOf),
        data: TermId,
        text: TermId,
        mem: &mut Mem,
    ) {
        let places = self.facts.places(data);
        if places.unknown {
            return;
        }
        for (p, n) in places.list.iter().zip(1..) {
            let content = mem.get(p.obj).cloned().unwrap_or_default();
            let val = match self.facts.terms.as_const(p.guard) {
                Some(_) => text,
                None => {
                    let old = self.text_in(&content, p.obj, p.inst, p.offset);
                    let old = old.unwrap_or_else(|| self.input(frame, v, Role::OldText(of, n), "a string"));
                    self.facts.terms.ite(p.guard, text, old)
                }
            };
            // Characters in separate memory fill this memory.
            let whole =
                self.facts.objects[p.obj].kind == ObjKind::Heap && self.facts.terms.as_const(p.offset) == Some(0);
            let size = if whole { LONG_TEXT } else { SHORT_TEXT };
            mem.get_mut(p.obj).put(
                &self.facts.terms.limits,
                Entry { inst: p.inst, off: p.offset, size, val, sort: Sort::Either, only_read: false },
            );
        }
    }

    /// The integer in the text that an argument points to, if it is known.
    pub(super) fn number_in_text(&mut self, call: &CallSite, pos: ArgPos, mem: &Mem) -> Option<TermId> {
        let base = call.named("base").map_or(Some(10), |base| self.facts.terms.as_const(base))?;
        let text = self.text_behind(call.at(pos)?, mem)?;
        let text = self.api.texts.text(self.facts.terms.as_const(text)?)?;
        integer_in(text, base).map(|number| self.facts.terms.int(number))
    }

    /// How two texts compare that are both known.
    pub(super) fn order_of_texts(&mut self, call: &CallSite, at: [ArgPos; 2], mem: &Mem) -> Option<TermId> {
        let mut known = |pos: ArgPos| {
            let text = self.text_behind(call.at(pos)?, mem)?;
            self.facts.terms.as_const(text)
        };
        let (x, y) = (known(at[0])?, known(at[1])?);
        let order = self.api.texts.text(x)?.cmp(self.api.texts.text(y)?);
        Some(self.facts.terms.int(order as i64))
    }

    /// How two texts compare: zero if they are equal.
    pub(super) fn compare_texts(&mut self, frame: &Frame<'a>, call: &CallSite, a: TermId, b: TermId) -> TermId {
        let constants = [a, b].map(|t| self.facts.terms.as_const(t));
        if let [Some(x), Some(y)] = constants {
            let order = self.api.texts.text(x).cmp(&self.api.texts.text(y));
            return self.facts.terms.int(order as i64);
        }
        let equal = self.facts.terms.eq(a, b);
        let order = self.facts.terms.apply("order", &[a, b]);
        let order = if self.is_parameter(order) {
            self.parameter(order, "compare(..)")
        } else {
            self.input(frame, call.value, Role::Value, &call.routine.name)
        };
        // If two texts differ, either may come first.
        let order = self.facts.terms.scale(order, 2);
        let order = self.facts.terms.add_int(order, 1);
        let zero = self.facts.terms.int(0);
        self.facts.terms.ite(equal, zero, order)
    }
}

/// The integer at the beginning of a text, as `strtol` reads it with base ten (C11, 7.22.1.4); zero if there is none. `None`: the
/// base is another one, or the integer is too large.
fn integer_in(text: &[u8], base: i64) -> Option<i64> {
    let text = text.trim_ascii_start();
    let (negative, digits) = match text.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, text),
    };
    // With base zero a leading zero means another base.
    if !(base == 10 || base == 0 && digits.first() != Some(&b'0')) {
        return None;
    }
    let end = digits.iter().position(|c| !c.is_ascii_digit()).unwrap_or(digits.len());
    let digits = std::str::from_utf8(&digits[..end]).ok()?;
    let number: i64 = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    Some(if negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::integer_in;

    #[test]
    fn integers_are_read_as_strtol_reads_them() {
        for (text, number) in [("", 0), ("12", 12), (" -7x", -7), ("+3", 3), ("x", 0), ("0", 0)] {
            assert_eq!(integer_in(text.as_bytes(), 10), Some(number), "{text}");
        }
        assert_eq!(integer_in(b"10", 0), Some(10));
        assert_eq!(integer_in(b"010", 0), None);
        assert_eq!(integer_in(b"10", 16), None);
        assert_eq!(integer_in(b"99999999999999999999", 10), None);
    }
}
