//! Pointers: from a term to the places that it may denote, and loads and stores through them (theory, 4.3).
//!
//! A pointer into the text of the command line denotes no memory that the analysis follows: a store through it changes nothing else. A
//! variable of a loop that takes such texts, constant strings and null (`mode = optarg`) is a pointer of this kind, too.

use super::{Frame, Interp, layout};
use crate::memory::{Entry, Mem, ObjMem, Sort};
use rma_frontend::ir::{TypeKind, ValueId};
use rma_skeleton::facts::{Behind, Places, Read, Role, SymKey};
use rma_skeleton::skeleton::{Area, Block, Place};
use rma_term::ids::{ObjId, TermId};
use rma_term::limits::Limit;
use rma_term::object::ObjKind;
use rma_term::term::{CHARACTER_OF_ARGUMENT, Knowledge, SymKind, Term};

/// Globals of the C library that hold parts of the command line (POSIX, `getopt`).
const PARAMETERS: [&str; 4] = ["optarg", "optind", "optopt", "environ"];

impl<'a> Interp<'a> {
    /// Records that a pointer made from `base` by indices in bounds is at this distance in bytes from it (assumption 3:
    /// the bounds of member arrays hold too).
    pub(crate) fn bound_pointer(&mut self, base: TermId, ptr: TermId, lo: i64, hi: i64) {
        let (c, ts) = self.facts.terms.linear(base);
        let from = match ts[..] {
            [(t, 1)] if matches!(self.facts.terms.get(t), Term::Addr(..)) => Some((c, c)),
            _ => self.facts.spans.get(&base).copied(),
        };
        if let Some((l, h)) = from
            && (lo, hi) != (0, 0)
        {
            self.facts.add_span(ptr, (l.saturating_add(lo), h.saturating_add(hi)));
        } else if let Some(span) = from {
            self.facts.add_span(ptr, span);
        }
    }

    /// How far an element is from a pointer to an element of a member array, as a function gets it (`take(q->slots)`): it is of this array,
    /// too (assumption 3). Not at the start of a structure, because a pointer to it may mean the whole structure.
    pub(super) fn bounds_in_member(&self, base: TermId, stride: i64) -> Option<(i64, i64)> {
        let (at, ts) = self.facts.terms.linear(base);
        let [(t, 1)] = ts[..] else { return None };
        let Term::Addr(obj, _) = *self.facts.terms.get(t) else { return None };
        let ty = self.declared_type(obj)?;
        let array =
            layout::member_array_of(self.facts.module, ty, u64::try_from(at).ok()?, u64::try_from(stride).ok()?)?;
        let (start, end) = (i64::try_from(array.start).ok()?, i64::try_from(array.end).ok()?);
        Some((start - at, end - stride - at))
    }

    /// The address may from now on be anywhere.
    pub(crate) fn escape(&mut self, t: TermId) {
        for o in self.facts.objects_in(t) {
            if !std::mem::replace(&mut self.facts.objects[o].escaped, true)
                && (self.facts.objects[o].zeroed || matches!(self.facts.objects[o].kind, ObjKind::Global(_)))
                && !self.is_constant(o)
            {
                self.objects.escaped_with_content.push(o);
            }
        }
    }

    /// The bytes of an access of `len` bytes through a pointer.
    pub(crate) fn area(&mut self, ptr: TermId, len: Option<TermId>) -> Area {
        let mut places = self.facts.places(ptr);
        if places.unknown && self.may_be_of_command_line(ptr) {
            let text = self.command_line(ptr);
            places.list.push(text);
            places.unknown = false;
        } else if places.unknown && places.list.is_empty() {
            places.list.extend(self.anonymous_place(ptr));
        }
        let zero = self.facts.terms.int(0);
        Area {
            places: places.list,
            unknown: places.unknown,
            blocks: vec![Block { offset: zero, dims: Vec::new(), len }],
        }
    }

    /// Whether a term is a pointer into the text of the command line. An address plus a number of the command line, such as a key, is no
    /// such pointer.
    fn is_of_command_line(&mut self, ptr: TermId) -> bool {
        if self.facts.mentions_address(ptr) {
            return false;
        }
        if self.is_parameter(ptr) {
            return true;
        }
        let (_, ts) = self.facts.terms.linear(ptr);
        let texts = ts.iter().filter(
            |(t, k)| matches!(self.facts.terms.get(*t), Term::Sym(s) if *k == 1 && self.facts.texts.contains(s)),
        );
        texts.count() == 1
    }

    /// Like [`Interp::is_of_command_line`], for a case distinction: every case without known places is a pointer to such text.
    fn may_be_of_command_line(&mut self, ptr: TermId) -> bool {
        if let Term::Ite(_, a, b) = *self.facts.terms.get(ptr) {
            return [a, b].into_iter().all(|t| !self.facts.places(t).unknown || self.may_be_of_command_line(t));
        }
        self.is_of_command_line(ptr)
    }

    /// The places that a store through a pointer may change. The text of the command line is left out, because its content is not followed.
    fn changed_places(&mut self, ptr: TermId) -> Places {
        let places = self.facts.places(ptr);
        let unknown = places.unknown && !self.may_be_of_command_line(ptr);
        Places { unknown, ..places }
    }

    /// Somewhere in the text of the command line, which is in no memory of the program.
    fn command_line(&mut self, ptr: TermId) -> Place {
        let text =
            rma_term::object::Object { name: "argv".to_owned(), ..rma_term::object::Object::of_kind(ObjKind::Entry) };
        let obj = self.object(super::ObjKey::CommandLine, || text);
        let (guard, inst) = (self.facts.terms.truth(true), self.facts.terms.int(0));
        let offset = self.facts.hidden(ptr, SymKey::Within(ptr, Some(obj)), Behind::Offset(ptr));
        Place { guard, named: guard, obj, inst, offset }
    }

    /// A place for an unknown pointer `p` at `p + offset`: an access through the same pointer certainly touches it, an access through
    /// another pointer may touch it.
    fn anonymous_place(&mut self, ptr: TermId) -> Option<Place> {
        let (c, ts) = self.facts.terms.linear(ptr);
        let n = ts.iter().position(|(t, k)| *k == 1 && matches!(self.facts.terms.get(*t), Term::Sym(_)))?;
        let (base, _) = ts[n];
        let rest = ts.into_iter().enumerate().filter(|(m, _)| *m != n).map(|(_, x)| x).collect();
        let offset = self.facts.terms.from_linear(c, rest);
        let obj = self.object(super::ObjKey::Anonymous, || rma_term::object::Object {
            kind: ObjKind::Anonymous,
            name: String::new(),
            size: None,
            ctx: None,
            loc: None,
            scope: None,
            zeroed: false,
            escaped: true,
        });
        let guard = self.facts.terms.truth(true);
        Some(Place { guard, named: guard, obj, inst: base, offset })
    }

    /// The value that a pointer points to.
    pub(crate) fn load(
        &mut self,
        frame: &Frame<'a>,
        v: ValueId,
        mem: &mut Mem,
        ptr: TermId,
        size: u64,
        float: bool,
    ) -> TermId {
        self.load_part(frame, (v, Read::Whole), mem, ptr, size, float)
    }

    /// A character, signed or not.
    fn is_character(&mut self, value: TermId) -> TermId {
        if let Term::Sym(s) = *self.facts.terms.get(value) {
            let sym = &mut self.facts.terms.syms[s];
            (sym.lo, sym.hi) = (Some(i64::from(i8::MIN)), Some(i64::from(u8::MAX)));
        }
        value
    }

    /// The value that an instruction reads through a pointer; the number distinguishes several values of one
    /// instruction.
    pub(crate) fn load_part(
        &mut self,
        frame: &Frame<'a>,
        (v, part): (ValueId, Read),
        mem: &mut Mem,
        ptr: TermId,
        size: u64,
        float: bool,
    ) -> TermId {
        let places = self.facts.places(ptr);
        if places.unknown || places.list.is_empty() {
            if places.list.is_empty() && self.is_of_command_line(ptr) {
                // The text of the command line.
                let at = self.facts.terms.apply("content", &[ptr]);
                let value = self.parameter(at, CHARACTER_OF_ARGUMENT);
                return if size == 1 { self.is_character(value) } else { value };
            }
            if places.list.is_empty() && self.facts.terms.knowledge(ptr) == Knowledge::Input {
                // Memory of a library, at an address that the program has been given. A character is no place that is arranged.
                return match size {
                    1 => {
                        let value = self.input(frame, v, part.at(0), "a run-time value");
                        self.is_character(value)
                    }
                    _ => self.arranged(frame, v, part.at(0), "a run-time value"),
                };
            }
            let value = self.lost(frame, v, part.at(0));
            let is_pointer = matches!(self.facts.module.types[frame.func.insts[v].ty].kind, TypeKind::Ptr);
            if let (false, true, &Term::Sym(sym)) = (places.unknown, is_pointer, self.facts.terms.get(value)) {
                self.note_bases(sym, &[ptr]);
            }
            return self.read_through(ptr, value);
        }
        let mut out = None;
        for (n, p) in places.list.iter().enumerate() {
            let content = mem.get(p.obj).cloned().unwrap_or_default();
            let known = match self.cell_of(&content, p.obj, p.inst, p.offset, size, float) {
                Some(val) => Some(val),
                None => match self.word_of(&content, p, size, float) {
                    Some(val) => Some(val),
                    None => self.element_of(&content, p, size, float),
                },
            };
            self.note_awaited_pointer(frame, v, p, size);
            let polled = self.is_polled(frame, v, p, size, known);
            let by_team = if polled { None } else { self.loaded_in_team(frame, (v, part, n as u32), p, size, known) };
            let val = match by_team.or(known) {
                _ if polled => self.polled(frame, v, Role::Polled(part, n as u32), *p, size, mem),
                Some(val) => val,
                None => {
                    let val = if let Some(val) = self.stored_by_others(frame, (v, part, n as u32), p, size) {
                        val
                    } else if self.is_learned(&content, p, size) {
                        let val = self.arranged(frame, v, part.at(n), "a received value");
                        self.api.addresses.is_loaded(&self.facts.terms, val, p.obj);
                        val
                    } else {
                        self.fresh_content(frame, v, part.at(n), p, size)
                    };
                    let val = self.read_through(ptr, val);
                    // Read again before a store, the cell has the same content.
                    if content.entries.iter().all(|e| e.off != p.offset || e.size != size) && self.rememberable(p) {
                        mem.get_mut(p.obj).put(
                            &self.facts.terms.limits,
                            Entry { inst: p.inst, off: p.offset, size, val, sort: Sort::of(float), only_read: true },
                        );
                    }
                    val
                }
            };
            self.note_answer(frame, p, size, val);
            self.note_shared_or_window_load(frame, v, p, size, val);
            self.note_thread_load(frame, v, p, size, val);
            self.note_pointer_load(frame, v, n, p, val);
            out = Some(match out {
                None => val,
                Some(prev) => self.facts.terms.ite(p.guard, val, prev),
            });
        }
        out.unwrap_or_else(|| self.lost(frame, v, part.at(0)))
    }

    /// An element of a short table at an index that is not constant: a case distinction over the index. What a search in a table has found
    /// (`found ? &table[i] : &table[0]`) is an element at one of two indices.
    fn element_of(&mut self, content: &ObjMem, p: &Place, size: u64, float: bool) -> Option<TermId> {
        let (c, ts) = self.facts.terms.linear(p.offset);
        let choices = ts.iter().filter_map(|(t, k)| match *self.facts.terms.get(*t) {
            Term::Ite(cond, a, b) => Some((*t, *k, cond, [a, b])),
            _ => None,
        });
        if let [(choice, stride, cond, indices)] = choices.collect::<Vec<_>>()[..] {
            let rest = ts.into_iter().filter(|(t, _)| *t != choice).collect();
            let rest = self.facts.terms.from_linear(c, rest);
            let mut values = [cond; 2];
            for (index, value) in indices.into_iter().zip(&mut values) {
                let by = self.facts.terms.scale(index, stride);
                let at = Place { offset: self.facts.terms.add(rest, by), ..*p };
                *value = match self.cell_of(content, at.obj, at.inst, at.offset, size, float) {
                    Some(value) => value,
                    None => self.element_of(content, &at, size, float)?,
                };
            }
            let [then, otherwise] = values;
            let element = self.facts.terms.ite(cond, then, otherwise);
            return self
                .facts
                .terms
                .limits
                .allows(Limit::JoinedWeight, self.facts.terms.weight(element))
                .then_some(element);
        }
        let [(index, stride)] = ts[..] else { return None };
        let whole = self.facts.objects[p.obj].size.and_then(|s| self.facts.terms.as_const(s))?;
        let r = self.facts.terms.range(index);
        // Accesses stay inside the object (assumption 3).
        let fits = |i: i64| c + stride * i >= 0 && c + stride * i + size as i64 <= whole;
        let (lo, hi) = if stride > 0 {
            (-(c.div_euclid(stride)), (whole - size as i64 - c).div_euclid(stride))
        } else {
            return None;
        };
        let mut lo = r.lo.map_or(lo, |l| l.max(lo));
        let mut hi = r.hi.map_or(hi, |h| h.min(hi));
        // As far as the loops around have come here.
        let counter = match *self.facts.terms.get(index) {
            Term::Sym(s) => Some(s),
            _ => None,
        };
        hi = counter.and_then(|s| self.loops.tops.get(&s)).map_or(hi, |top| hi.min(*top));
        if let Some((first, last)) = self.facts.spans.get(&p.offset) {
            lo = lo.max(-((c - first).div_euclid(stride)));
            hi = hi.min((last - c).div_euclid(stride));
        }
        let long = !self.facts.terms.limits.room(Limit::TableElements, hi - lo);
        // A table of handles or pointers, of which the loop may read the first ones.
        let of_handles = || content.entries.iter().any(|e| e.size == size && !self.facts.objects_in(e.val).is_empty());
        if let (true, false, Some(s)) = (long, float, counter)
            && let SymKind::Counter(l) = self.facts.terms.syms[s].kind
            && !self.loops.tops.contains_key(&s)
            && of_handles()
        {
            self.loops.unbounded.insert(l);
        }
        if lo > hi || !self.facts.terms.limits.room(Limit::TableFunctions, hi - lo) || !fits(lo) || !fits(hi) {
            return None;
        }
        let mut out = None;
        for i in (lo..=hi).rev() {
            let at = self.facts.terms.int(c + stride * i);
            let val = self.cell_of(content, p.obj, p.inst, at, size, float)?;
            // The last entry of a table is often empty.
            if long && !self.is_function(val) && self.facts.terms.as_const(val) != Some(0) {
                return None;
            }
            out = Some(match out {
                None => val,
                Some(rest) => {
                    let i = self.facts.terms.int(i);
                    let here = self.facts.terms.eq(index, i);
                    self.facts.terms.ite(here, val, rest)
                }
            });
        }
        out
    }

    /// The address of a function.
    pub(super) fn is_function(&self, t: TermId) -> bool {
        matches!(*self.facts.terms.get(t), Term::Addr(o, _) if matches!(self.facts.objects[o].kind, ObjKind::Function(_)))
    }

    /// A word of two halves that are known: a pair of integers copied as one.
    fn word_of(&mut self, content: &ObjMem, p: &Place, size: u64, float: bool) -> Option<TermId> {
        if float || size != 8 {
            return None;
        }
        let high = self.facts.terms.add_int(p.offset, 4);
        let parts = [p.offset, high].map(|at| self.cell_of(content, p.obj, p.inst, at, 4, false));
        match parts {
            [Some(low), Some(high)] => Some(self.word(low, high)),
            _ => None,
        }
    }

    fn rememberable(&self, p: &Place) -> bool {
        !matches!(self.facts.objects[p.obj].kind, ObjKind::Function(_))
    }

    /// A symbol for content that is not known; what the entry function's parameters point to is a parameter.
    fn fresh_content(&mut self, frame: &Frame<'a>, v: ValueId, role: Role, p: &Place, size: u64) -> TermId {
        if let Some(word) = self.library_word(p, size) {
            return word;
        }
        if self.facts.objects[p.obj].kind == ObjKind::Entry {
            let name = self.facts.objects[p.obj].name.clone();
            let key = SymKey::Entry(p.obj, p.offset, size);
            let (uniform, kind, knowledge) = self.passed();
            let def_loop = self.facts.innermost(p.offset);
            let s = self.facts.symbol(key, |_| rma_term::term::Sym {
                uniform,
                def_loop,
                ..rma_term::term::Sym::new(kind, format!("{name}[..]"), knowledge)
            });
            if self.facts.terms.syms[s].kind == SymKind::Parameter && size == 8 {
                self.facts.texts.insert(s);
            }
            return self.facts.terms.sym(s);
        }
        if let ObjKind::Global(g) = self.facts.objects[p.obj].kind
            && !self.facts.starts_as_written(g)
        {
            let name = self.facts.module.globals[g].name.clone();
            return self.input(frame, v, role, &name);
        }
        if let ObjKind::Global(g) = self.facts.objects[p.obj].kind
            && PARAMETERS.contains(&self.facts.module.globals[g].name.as_str())
        {
            let name = self.facts.module.globals[g].name.clone();
            let s = self.site_symbol(
                frame,
                v,
                role,
                rma_term::term::SymKind::Parameter,
                rma_term::term::Knowledge::Known,
                &name,
            );
            self.facts.terms.syms[s].uniform = true;
            if size == 8 {
                self.facts.texts.insert(s);
            }
            return self.facts.terms.sym(s);
        }
        if self.is_written_by_others(p.obj) {
            let name = self.facts.objects[p.obj].name.clone();
            let value = self.input(frame, v, role, &name);
            self.read_from_window(value);
            return value;
        }
        if let Some(pointer) = self.stored_pointer(frame, v, role, p, size) {
            return pointer;
        }
        let value = self.lost(frame, v, role);
        let is_word = matches!(self.facts.module.types[frame.func.insts[v].ty].kind, TypeKind::Ptr | TypeKind::Int(_));
        if let (true, &Term::Sym(sym)) = (is_word && self.keeps(p, size), self.facts.terms.get(value)) {
            self.facts.terms.syms[sym].kept = true;
        }
        value
    }

    /// Stores through a pointer.
    pub(crate) fn store(&mut self, mem: &mut Mem, ptr: TermId, size: u64, val: TermId, float: bool) {
        self.escape(val);
        if self.puts_off(ptr) {
            return;
        }
        let places = self.changed_places(ptr);
        if places.unknown {
            self.forget_escaped(mem, Some(float));
            self.note_stored_anywhere(size, val, float);
        }
        self.name_memory(&places, val);
        self.note_handle_of_thread(&places.list, val);
        for p in &places.list {
            self.write_cell(mem, p, size, val, Sort::of(float));
        }
    }

    /// Memory without a name gets the name of the variable that refers to it: of the array whose descriptor its address is stored
    /// in (Fortran), of the global variable, or of the variable with a member, that first points to it (`std::vector<double> row`).
    fn name_memory(&mut self, places: &Places, val: TermId) {
        let ([p], Term::Addr(new, _)) = (&places.list[..], self.facts.terms.get(val)) else { return };
        let new = *new;
        let memory = &self.facts.objects[new];
        if memory.kind != ObjKind::Heap || !memory.name.is_empty() {
            return;
        }
        let owner = &self.facts.objects[p.obj];
        let of_fortran = |c: rma_term::ids::CtxId| {
            self.facts.module.functions[self.facts.contexts.all[c].func].name.starts_with("_Q")
        };
        let named = if memory.ctx.is_some_and(of_fortran) {
            !owner.name.is_empty() && owner.name != rma_term::object::TEMPORARY
        } else {
            let members = owner.size.and_then(|s| self.facts.terms.as_const(s)).is_some_and(|s| s > 8);
            (matches!(owner.kind, ObjKind::Global(_)) || members && owner.scope.is_some())
                && !owner.name.starts_with('_')
        };
        if named {
            self.facts.objects[new].name = owner.name.clone();
        }
    }

    /// Like [`Interp::clobber`]; the new content is read at run time.
    pub(crate) fn learn(&mut self, mem: &mut Mem, ptr: TermId, len: Option<TermId>) {
        let places = self.facts.places(ptr);
        let lost = |m: Option<&ObjMem>| m.is_some_and(|m| m.dirty.any() && !m.learned);
        let fit: Vec<ObjId> = places.list.iter().map(|p| p.obj).filter(|o| !lost(mem.get(*o))).collect();
        self.clobber(mem, ptr, len);
        for obj in fit.into_iter().filter(|_| !places.unknown) {
            mem.get_mut(obj).learned = true;
        }
    }

    /// A write of unknown content to `len` bytes (or an unknown number) that a pointer points to.
    pub(crate) fn clobber(&mut self, mem: &mut Mem, ptr: TermId, len: Option<TermId>) {
        if self.puts_off(ptr) {
            return;
        }
        let places = self.changed_places(ptr);
        if places.unknown {
            self.forget_escaped(mem, None);
            self.anything_stored_anywhere();
        }
        let len = len.and_then(|l| self.facts.terms.as_const(l)).and_then(|l| u64::try_from(l).ok());
        for p in &places.list {
            self.clobber_place(mem, p, len);
        }
    }

    /// Like the function above, at one place.
    pub(crate) fn clobber_place(&mut self, mem: &mut Mem, p: &Place, len: Option<u64>) {
        self.forget(mem, p.obj, Some(p.inst), Some((p.offset, len)), None);
        self.anything_stored(p, len);
    }

    /// The value that a pointer pointed to is overwritten; the caller determines the new value.
    pub(super) fn overwrite(&mut self, mem: &mut Mem, ptr: TermId, len: Option<TermId>) {
        let places = self.changed_places(ptr);
        if places.unknown {
            self.forget_escaped(mem, None);
        }
        let len = len.and_then(|l| self.facts.terms.as_const(l)).and_then(|l| u64::try_from(l).ok());
        for p in &places.list {
            self.forget(mem, p.obj, Some(p.inst), Some((p.offset, len)), None);
        }
    }

    /// A write through an unknown pointer: all memory with an escaped address may have changed, except handles of communication objects
    /// (assumption 16).
    pub(crate) fn forget_escaped(&mut self, mem: &mut Mem, only: Option<bool>) {
        self.objects.written_anywhere = true;
        for n in 0..self.objects.escaped_with_content.len() {
            let obj = self.objects.escaped_with_content[n];
            if self.facts.objects[obj].kind != ObjKind::Window {
                mem.get_mut(obj).spoil();
            }
        }
        for obj in mem.ids() {
            // Which epochs are open is no memory of the program.
            let of_library = self.facts.objects[obj].kind == ObjKind::Window;
            if !self.facts.objects[obj].escaped || of_library || self.is_constant(obj) {
                continue;
            }
            self.forget_values(mem, obj, only);
        }
    }

    /// Forgets the content of an object; handles stay, they are made once and read from then on.
    pub(super) fn forget_values(&mut self, mem: &mut Mem, obj: ObjId, only: Option<bool>) {
        let handles: Vec<Entry> = mem
            .get(obj)
            .map(|c| c.entries.iter().filter(|e| self.is_handle(e.val)).copied().collect())
            .unwrap_or_default();
        let rows = mem.get(obj).map_or_else(Vec::new, |c| c.families.clone());
        self.forget(mem, obj, None, None, only);
        let of_handles = rows.into_iter().filter(|f| f.of_instances() && self.is_handle(f.val));
        mem.get_mut(obj).families.extend(of_handles);
        for h in handles {
            mem.get_mut(obj).put(&self.facts.terms.limits, h);
        }
    }

    /// A string that the program never changes.
    pub(super) fn is_constant_text(&self, obj: ObjId) -> bool {
        matches!(self.facts.objects[obj].kind, ObjKind::Global(g) if self.facts.module.globals[g].is_const)
    }

    fn is_constant(&self, obj: ObjId) -> bool {
        matches!(self.facts.objects[obj].kind, ObjKind::Global(g) if self.facts.module.globals[g].is_const
            || rma_frontend::api::runtime_handle(&self.facts.module.globals[g].name).is_some())
            || matches!(self.facts.objects[obj].kind, ObjKind::Function(_))
    }

    /// A term that is the handle of a window, request, datatype, communicator or group.
    pub(crate) fn is_handle(&self, t: TermId) -> bool {
        matches!(self.facts.terms.get(t), Term::Addr(o, _) if matches!(
            self.facts.objects[*o].kind,
            ObjKind::Window | ObjKind::Datatype | ObjKind::Comm | ObjKind::Group | ObjKind::Request | ObjKind::OtherHandle
        ))
    }
}
