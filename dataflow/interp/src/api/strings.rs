//! `std::string` of libstdc++: a pointer, a length, and 16 bytes that hold short strings or the capacity (theory, 4.6).

use super::CallSite;
use crate::interp::{Frame, Interp, Made};
use crate::memory::Mem;
use rma_frontend::api::{AccessKind, Runtime};
use rma_skeleton::facts::{Read, Role, TextOf};
use rma_skeleton::skeleton::{Actor, Area, Death, Event};
use rma_term::ids::TermId;
use rma_term::term::Term;

/// The offset of the length.
const LENGTH: i64 = 8;
/// The offset of the characters of short strings.
const LOCAL: i64 = 16;
/// The longest string without separate memory.
const SHORT: i64 = 15;

impl<'a> Interp<'a> {
    /// The effect of a member of `std::string` on the string that the first argument points to, and its value.
    pub(super) fn string_call(
        &mut self,
        frame: &mut Frame<'a>,
        call: &CallSite,
        what: Runtime,
        mem: &mut Mem,
    ) -> Option<TermId> {
        let this = call.named("this")?;
        match what {
            Runtime::StringEmpty => {
                let zero = self.facts.terms.int(0);
                self.set_short(mem, this, zero);
                let text = self.no_text();
                self.set_text(frame, call, this, text, mem);
            }
            Runtime::StringClear => self.clear(frame, call, this, mem),
            Runtime::StringReserve => self.reserve(frame, call, this, call.at(1)?, mem),
            Runtime::StringShrink => self.shrink(frame, call, this, mem),
            Runtime::StringPart => self.part_of_string(frame, call, this, call.at(1)?, mem),
            Runtime::StringTake => self.take(frame, call, [this, call.at(1)?], mem),
            Runtime::StringFill => self.set_new(frame, call, this, call.at(1)?, mem),
            Runtime::StringCopy => {
                let other = call.at(1)?;
                let length = self.length_of(frame, call, other, mem);
                let text = self.text_of(frame, call, other, mem);
                self.set_new(frame, call, this, length, mem);
                self.set_text(frame, call, this, text, mem);
            }
            Runtime::StringFresh => {
                let (text, length) = self.initial_text(frame, call, mem);
                self.set_new(frame, call, this, length, mem);
                if let Some(text) = text {
                    self.set_text(frame, call, this, text, mem);
                }
            }
            Runtime::StringMove => self.move_string(frame, call, this, call.at(1)?, mem),
            Runtime::StringChange => {
                let text = self.assigned_text(frame, call, this, mem);
                self.change(frame, call, this, mem);
                let length = self.new_length(frame, call, text);
                self.set_length(mem, this, length);
                if let Some(text) = text {
                    self.set_text(frame, call, this, text, mem);
                }
            }
            Runtime::StringSwap => self.swap(frame, call, [this, call.at(1)?], mem),
            Runtime::StringCompare => {
                let other = match (call.named("s"), call.named("str")) {
                    (Some(s), _) => self.text_behind(s, mem),
                    (None, Some(str)) => Some(self.text_of(frame, call, str, mem)),
                    (None, None) => None,
                };
                let Some(other) = other else {
                    return Some(self.input(frame, call.value, Role::Value, &call.routine.name));
                };
                let text = self.text_of(frame, call, this, mem);
                return Some(self.compare_texts(frame, call, text, other));
            }
            Runtime::StringResize => self.resize(frame, call, this, call.at(1)?, mem),
            Runtime::StringData => {
                let data = self.data_of(frame, call, this, mem);
                return Some(match call.at(1) {
                    Some(index) => self.facts.terms.add(data, index),
                    None => data,
                });
            }
            Runtime::StringEnd | Runtime::StringBack => {
                let data = self.data_of(frame, call, this, mem);
                let length = self.length_of(frame, call, this, mem);
                let end = self.facts.terms.add(data, length);
                return Some(if what == Runtime::StringBack { self.facts.terms.add_int(end, -1) } else { end });
            }
            Runtime::StringSize => return Some(self.length_of(frame, call, this, mem)),
            Runtime::StringIsEmpty => {
                let length = self.length_of(frame, call, this, mem);
                return Some(self.facts.terms.eq0(length));
            }
            Runtime::StringLocal => return Some(self.facts.terms.add_int(this, LOCAL)),
            Runtime::StringSetData => self.store(mem, this, 8, call.at(1)?, false),
            Runtime::StringSetSize => self.set_length(mem, this, call.at(1)?),
            Runtime::StringCreate => {
                let size = self.load_part(frame, (call.value, Read::StringSize), mem, call.at(1)?, 8, false);
                return Some(self.new_characters(frame, call, size, mem));
            }
            Runtime::StringDispose => self.dispose(frame, call, this, mem),
            _ => {}
        }
        None
    }

    /// The characters of a string; no bytes where it is not known which they are.
    pub(super) fn characters(&mut self, string: TermId, mem: &Mem) -> Area {
        let parts = self.field(string, 0, 8, mem).zip(self.field(string, LENGTH, 8, mem));
        match parts {
            Some((data, length)) => self.area(data, Some(length)),
            None => Area { places: Vec::new(), unknown: false, blocks: Vec::new() },
        }
    }

    fn data_of(&mut self, frame: &Frame<'a>, call: &CallSite, this: TermId, mem: &mut Mem) -> TermId {
        self.load_part(frame, (call.value, Read::StringData), mem, this, 8, false)
    }

    fn length_of(&mut self, frame: &Frame<'a>, call: &CallSite, this: TermId, mem: &mut Mem) -> TermId {
        let at = self.facts.terms.add_int(this, LENGTH);
        self.load_part(frame, (call.value, Read::StringLength), mem, at, 8, false)
    }

    fn set_length(&mut self, mem: &mut Mem, this: TermId, length: TermId) {
        let at = self.facts.terms.add_int(this, LENGTH);
        self.store(mem, at, 8, length, false);
    }

    /// The text of a string.
    fn text_of(&mut self, frame: &Frame<'a>, call: &CallSite, this: TermId, mem: &mut Mem) -> TermId {
        let data = self.data_of(frame, call, this, mem);
        // Each string of the call has its own.
        let of = if call.named("this") == Some(this) { TextOf::This } else { TextOf::Other };
        self.text_at(frame, call.value, of, data, mem)
    }

    fn set_text(&mut self, frame: &Frame<'a>, call: &CallSite, this: TermId, text: TermId, mem: &mut Mem) {
        let data = self.data_of(frame, call, this, mem);
        self.keep_text(frame, (call.value, TextOf::Result), data, text, mem);
    }

    /// The text with which a string begins its life, if it is known, and its length.
    fn initial_text(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &Mem) -> (Option<TermId>, TermId) {
        let text = call.named("s").and_then(|s| self.text_behind(s, mem));
        match (call.named("s"), call.named("end")) {
            (Some(s), Some(end)) => {
                let length = self.facts.terms.sub(end, s);
                let whole = text.filter(|t| self.length_of_text(*t) == Some(length));
                (whole, length)
            }
            _ => (text, self.new_length(frame, call, text)),
        }
    }

    /// The text that a call assigns as a whole, if it is known.
    fn assigned_text(&mut self, frame: &Frame<'a>, call: &CallSite, this: TermId, mem: &mut Mem) -> Option<TermId> {
        if let Some(str) = call.named("str") {
            return Some(self.text_of(frame, call, str, mem));
        }
        let text = self.text_behind(call.named("s")?, mem)?;
        // `_M_replace` of all characters by all of another text.
        if let (Some(pos), Some(n1), Some(n2)) = (call.named("pos"), call.named("n1"), call.named("n2")) {
            let old = self.length_of(frame, call, this, mem);
            let new = self.length_of_text(text);
            return (self.facts.terms.as_const(pos) == Some(0) && n1 == old && new == Some(n2)).then_some(text);
        }
        Some(text)
    }

    /// The length of a text; a value read at run time, if the length is not known.
    fn new_length(&mut self, frame: &Frame<'a>, call: &CallSite, text: Option<TermId>) -> TermId {
        if let Some(length) = text.and_then(|t| self.length_of_text(t)) {
            return length;
        }
        let length = self.input(frame, call.value, Role::NewLength, "length of a string");
        if let Term::Sym(sym) = *self.facts.terms.get(length) {
            self.facts.terms.syms[sym].lo = Some(0);
        }
        length
    }

    fn new_characters(&mut self, frame: &Frame<'a>, call: &CallSite, length: TermId, mem: &mut Mem) -> TermId {
        let size = self.facts.terms.add_int(length, 1);
        let obj = self.new_memory(frame, call.value, Made::Characters, Some(size), mem);
        let inst = self.instance_here(frame);
        self.facts.terms.addr_of(obj, inst)
    }

    fn set_short(&mut self, mem: &mut Mem, this: TermId, length: TermId) {
        let local = self.facts.terms.add_int(this, LOCAL);
        self.store(mem, this, 8, local, false);
        self.set_length(mem, this, length);
    }

    /// The lifetime of the string begins with this many characters.
    fn set_new(&mut self, frame: &Frame<'a>, call: &CallSite, this: TermId, length: TermId, mem: &mut Mem) {
        if self.facts.terms.range(length).hi.is_some_and(|most| most <= SHORT) {
            return self.set_short(mem, this, length);
        }
        let data = self.new_characters(frame, call, length, mem);
        self.store(mem, this, 8, data, false);
        self.set_length(mem, this, length);
    }

    /// Memory goes over to the new string; short strings are copied. The old one is empty: a zero is stored into its local memory.
    fn move_string(&mut self, frame: &Frame<'a>, call: &CallSite, this: TermId, from: TermId, mem: &mut Mem) {
        let data = self.data_of(frame, call, from, mem);
        let length = self.length_of(frame, call, from, mem);
        let local = self.facts.terms.add_int(from, LOCAL);
        let (zero, one) = (self.facts.terms.int(0), self.facts.terms.int(1));
        if data == local {
            self.touch_characters(frame, call, AccessKind::Read, (local, zero, length));
            let text = self.text_of(frame, call, from, mem);
            self.set_short(mem, this, length);
            self.set_text(frame, call, this, text, mem);
        } else {
            self.store(mem, this, 8, data, false);
            self.set_length(mem, this, length);
        }
        self.touch_characters(frame, call, AccessKind::Write, (local, zero, one));
        self.set_short(mem, from, zero);
        let text = self.no_text();
        self.set_text(frame, call, from, text, mem);
    }

    /// Move assignment from another string. The characters of a short string are copied; separate memory changes hands, in exchange for
    /// that of the other string. A terminating zero is stored in the string that is now empty.
    fn take(&mut self, frame: &Frame<'a>, call: &CallSite, [this, from]: [TermId; 2], mem: &mut Mem) {
        let (own, new) = (self.data_of(frame, call, this, mem), self.data_of(frame, call, from, mem));
        let (local, local_of_other) = (self.facts.terms.add_int(this, LOCAL), self.facts.terms.add_int(from, LOCAL));
        if new != local_of_other && own == local {
            return self.move_string(frame, call, this, from, mem);
        }
        let (text, length) = (self.text_of(frame, call, from, mem), self.length_of(frame, call, from, mem));
        let zero = self.facts.terms.int(0);
        if new == local_of_other {
            let all = self.facts.terms.add_int(length, 1);
            self.touch_characters(frame, call, AccessKind::Read, (new, zero, length));
            self.touch_characters(frame, call, AccessKind::Write, (own, zero, all));
        } else {
            self.store(mem, this, 8, new, false);
            self.store(mem, from, 8, own, false);
        }
        self.set_length(mem, this, length);
        self.set_text(frame, call, this, text, mem);
        self.clear(frame, call, from, mem);
    }

    /// The string is empty: a zero is stored at the beginning of its memory.
    fn clear(&mut self, frame: &Frame<'a>, call: &CallSite, this: TermId, mem: &mut Mem) {
        let data = self.data_of(frame, call, this, mem);
        let (zero, one) = (self.facts.terms.int(0), self.facts.terms.int(1));
        self.touch_characters(frame, call, AccessKind::Write, (data, zero, one));
        self.set_length(mem, this, zero);
        let text = self.no_text();
        self.set_text(frame, call, this, text, mem);
    }

    /// Part of another string.
    fn part_of_string(&mut self, frame: &Frame<'a>, call: &CallSite, this: TermId, of: TermId, mem: &mut Mem) {
        let data = self.data_of(frame, call, of, mem);
        let length = self.length_of(frame, call, of, mem);
        let begin = call.named("pos").unwrap_or_else(|| self.facts.terms.int(0));
        let rest = self.facts.terms.sub(length, begin);
        // The greatest number stands for all of the rest.
        let most = call.named("n").filter(|n| self.facts.terms.as_const(*n).is_none_or(|n| n >= 0));
        let length = match most {
            Some(most) => {
                let fits = self.facts.terms.le(most, rest);
                self.facts.terms.ite(fits, most, rest)
            }
            None => rest,
        };
        self.touch_characters(frame, call, AccessKind::Read, (data, begin, length));
        self.set_new(frame, call, this, length, mem);
    }

    /// An access of a call to some characters: those from an index on, and their number.
    fn touch_characters(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        kind: AccessKind,
        (data, begin, length): (TermId, TermId, TermId),
    ) {
        let zero = self.facts.terms.int(0);
        let some = self.facts.terms.lt(zero, length);
        if self.facts.terms.is_false(some) {
            return;
        }
        let at = self.facts.terms.add(data, begin);
        let area = self.area(at, Some(length));
        let arg = call.routine.args.first().cloned().unwrap_or_default();
        let actor = Actor::Argument { routine: call.routine, arg };
        let loc = frame.func.insts[call.value].loc;
        self.emit_access(frame, loc, kind, area, actor, some);
    }

    /// Characters change, and may move to other memory: which, is not followed.
    fn change(&mut self, frame: &Frame<'a>, call: &CallSite, this: TermId, mem: &mut Mem) {
        let data = self.data_of(frame, call, this, mem);
        // Memory that it moves to is new: nobody else accesses it.
        let area = self.area(data, None);
        let yes = self.facts.terms.truth(true);
        let arg = call.routine.args.first().cloned().unwrap_or_default();
        let actor = Actor::Argument { routine: call.routine, arg };
        let loc = frame.func.insts[call.value].loc;
        self.emit_access(frame, loc, AccessKind::Write, area, actor, yes);
        let places = self.facts.places(data);
        if !places.unknown {
            let local = self.facts.terms.add_int(this, LOCAL);
            let room = self.facts.places(local).list;
            for p in &places.list {
                let short = room.iter().any(|r| (r.obj, r.inst, r.offset) == (p.obj, p.inst, p.offset));
                self.clobber_place(mem, p, short.then_some(SHORT as u64 + 1));
            }
        }
    }

    /// The contents of both strings are exchanged. Which memory each of them uses afterwards is not followed.
    fn swap(&mut self, frame: &Frame<'a>, call: &CallSite, both: [TermId; 2], mem: &mut Mem) {
        let texts = both.map(|s| self.text_of(frame, call, s, mem));
        let lengths = [self.length_of(frame, call, both[0], mem), self.length_of(frame, call, both[1], mem)];
        for (n, s) in both.into_iter().enumerate() {
            self.change(frame, call, s, mem);
            self.set_length(mem, s, lengths[1 - n]);
            self.set_text(frame, call, s, texts[1 - n], mem);
        }
    }

    /// Stays where it is if there is room; otherwise the characters move, to twice the room or more.
    fn resize(&mut self, frame: &mut Frame<'a>, call: &CallSite, this: TermId, length: TermId, mem: &mut Mem) {
        let data = self.data_of(frame, call, this, mem);
        let room = self.room_of(this, data).and_then(|room| self.facts.terms.as_const(room));
        let most = self.facts.terms.range(length).hi;
        match (room, self.facts.terms.as_const(length)) {
            (Some(room), _) if most.is_some_and(|most| most <= room) => self.set_end(frame, call, this, length, mem),
            (Some(room), Some(n)) => {
                let grown = self.facts.terms.int(n.max(2 * room));
                self.move_out(frame, call, this, grown, mem);
            }
            (Some(SHORT), None) => self.move_out(frame, call, this, length, mem),
            _ => self.change(frame, call, this, mem),
        }
        self.set_length(mem, this, length);
    }

    /// The stores of a change of length: the new characters and the terminating zero.
    fn set_end(&mut self, frame: &Frame<'a>, call: &CallSite, this: TermId, length: TermId, mem: &mut Mem) {
        let data = self.data_of(frame, call, this, mem);
        let old = self.length_of(frame, call, this, mem);
        let grows = self.facts.terms.lt(old, length);
        let begin = self.facts.terms.ite(grows, old, length);
        let more = self.facts.terms.sub(length, old);
        let (zero, one, more) = (self.facts.terms.int(0), self.facts.terms.int(1), self.facts.terms.add_int(more, 1));
        let stored = self.facts.terms.ite(grows, more, one);
        let same = self.facts.terms.eq(old, length);
        let stored = self.facts.terms.ite(same, zero, stored);
        self.touch_characters(frame, call, AccessKind::Write, (data, begin, stored));
    }

    /// The capacity, in characters, of the memory that a string has.
    fn room_of(&mut self, this: TermId, data: TermId) -> Option<TermId> {
        if data == self.facts.terms.add_int(this, LOCAL) {
            return Some(self.facts.terms.int(SHORT));
        }
        let sizes: Vec<_> = self.facts.places(data).list.iter().map(|p| self.facts.objects[p.obj].size).collect();
        match sizes[..] {
            [Some(size)] => Some(self.facts.terms.add_int(size, -1)),
            _ => None,
        }
    }

    /// The characters move to new memory with this capacity.
    fn move_out(&mut self, frame: &mut Frame<'a>, call: &CallSite, this: TermId, room: TermId, mem: &mut Mem) {
        let text = self.text_of(frame, call, this, mem);
        self.dispose(frame, call, this, mem);
        let data = self.new_characters(frame, call, room, mem);
        self.store(mem, this, 8, data, false);
        self.set_text(frame, call, this, text, mem);
    }

    /// The characters stay if there is room, and move otherwise. If it is not known which, a symbol decides.
    fn reserve(&mut self, frame: &mut Frame<'a>, call: &CallSite, this: TermId, wanted: TermId, mem: &mut Mem) {
        let data = self.data_of(frame, call, this, mem);
        let room = self.room_of(this, data);
        let moves = match room {
            Some(room) => self.facts.terms.lt(room, wanted),
            None => self.perhaps(frame, call),
        };
        let local = data == self.facts.terms.add_int(this, LOCAL);
        if self.facts.terms.is_false(moves) {
            return;
        }
        if !self.facts.terms.is_true(moves) && !local {
            return self.disposed_if(frame, call, this, moves, mem);
        }
        let room = room.and_then(|room| self.facts.terms.as_const(room));
        let room = match (room, self.facts.terms.as_const(wanted)) {
            (Some(room), Some(wanted)) => self.facts.terms.int(wanted.max(2 * room)),
            _ => wanted,
        };
        self.move_out(frame, call, this, room, mem);
    }

    /// If there is more room than it needs, the characters move to memory that just suffices.
    fn shrink(&mut self, frame: &mut Frame<'a>, call: &CallSite, this: TermId, mem: &mut Mem) {
        let data = self.data_of(frame, call, this, mem);
        let local = self.facts.terms.add_int(this, LOCAL);
        if data == local {
            return;
        }
        let length = self.length_of(frame, call, this, mem);
        let moves = match self.room_of(this, data) {
            Some(room) => self.facts.terms.ne(room, length),
            None => self.perhaps(frame, call),
        };
        if self.facts.terms.is_false(moves) {
            return;
        }
        match self.facts.terms.as_const(length).filter(|_| self.facts.terms.is_true(moves)) {
            Some(n) if n <= SHORT => {
                let text = self.text_of(frame, call, this, mem);
                self.dispose(frame, call, this, mem);
                self.set_short(mem, this, length);
                self.set_text(frame, call, this, text, mem);
            }
            Some(_) => self.move_out(frame, call, this, length, mem),
            None => self.disposed_if(frame, call, this, moves, mem),
        }
    }

    /// A condition about which nothing is known.
    fn perhaps(&mut self, frame: &Frame<'a>, call: &CallSite) -> TermId {
        let lost = self.lost(frame, call.value, Role::Value);
        self.facts.terms.ne0(lost)
    }

    /// Its separate memory is freed.
    fn dispose(&mut self, frame: &Frame<'a>, call: &CallSite, this: TermId, mem: &mut Mem) {
        let yes = self.facts.terms.truth(true);
        self.disposed_if(frame, call, this, yes, mem);
    }

    /// Its separate memory is freed under a condition.
    fn disposed_if(&mut self, frame: &Frame<'a>, call: &CallSite, this: TermId, cond: TermId, mem: &mut Mem) {
        let data = self.data_of(frame, call, this, mem);
        let own: Vec<_> = self.facts.objects_in(this);
        let mut places = self.facts.places(data).list;
        places.retain(|p| !own.contains(&p.obj));
        for p in &mut places {
            p.guard = self.facts.terms.all(&[p.guard, cond]);
        }
        if !places.is_empty() {
            let loc = frame.func.insts[call.value].loc;
            self.emit(frame, loc, Event::Death { places, unknown: false, how: Death::Free });
        }
    }
}
