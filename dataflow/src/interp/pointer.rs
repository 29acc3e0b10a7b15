//! Pointers: from a term to the places that it may denote, and loads and stores through them.

use super::indirect::MAX_FUNCTIONS;
use super::{Frame, Interp};
use crate::memory::{Entry, Mem, Sort};
use crate::object::{ObjId, ObjKind};
use crate::skeleton::{Area, Block, Place};
use crate::term::{Knowledge, SymKind, Term, TermId};
use rma_frontend::ir::{TypeKind, ValueId};

/// Alternatives of a pointer beyond which it counts as unknown.
const MAX_PLACES: usize = 16;
/// Globals of the C library that hold parts of the command line (POSIX, `getopt`).
const PARAMETERS: [&str; 4] = ["optarg", "optind", "optopt", "environ"];
/// Elements of a table that are told apart by its index, if they are no functions.
const MAX_TABLE: i64 = 8;

/// What a pointer may denote.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    pub list: Vec<Place>,
    /// It may also point somewhere else.
    pub unknown: bool,
}

impl<'a> Interp<'a> {
    /// The places that a pointer may denote.
    pub(crate) fn places(&mut self, ptr: TermId) -> Places {
        self.places_up_to(ptr, MAX_PLACES)
    }

    /// The same with another number of alternatives beyond which it counts as unknown.
    pub(super) fn places_up_to(&mut self, ptr: TermId, limit: usize) -> Places {
        let mut out = Places::default();
        let yes = self.terms.truth(true);
        self.collect_places(ptr, yes, limit, &mut out);
        if out.list.len() > limit {
            match self.places_in_bases(ptr, yes) {
                Some(places) => out.list = places,
                None => {
                    out.list.truncate(limit);
                    out.unknown = true;
                    self.obscure.insert(ptr);
                }
            }
        }
        out
    }

    fn collect_places(&mut self, ptr: TermId, guard: TermId, limit: usize, out: &mut Places) {
        let (c, ts) = self.terms.linear(ptr);
        let mut base = None;
        let mut choice = None;
        let mut known = false;
        for (n, (t, k)) in ts.iter().enumerate() {
            match self.terms.get(*t) {
                Term::Sym(s) => known |= *k == 1 && self.bases.contains_key(s),
                Term::Addr(o, i) if *k == 1 && base.is_none() => base = Some((n, *o, *i)),
                Term::Ite(..) if *k == 1 && choice.is_none() && self.mentions_address(*t) => choice = Some((n, *t)),
                _ => {}
            }
        }
        if (base.is_some() || known)
            && out.list.len() < limit / 2
            && let Some((t, k)) = ts.iter().copied().find(|(t, _)| self.is_table_of_constants(*t, 4))
            && let Term::Ite(cond, a, b) = *self.terms.get(t)
        {
            // One of several members.
            let rest: Vec<_> = ts.iter().filter(|(x, _)| *x != t).copied().collect();
            let rest = self.terms.from_linear(c, rest);
            let n = self.terms.not(cond);
            for (g, x) in [(cond, a), (n, b)] {
                let g = self.terms.all(&[guard, g]);
                if self.terms.as_const(g) != Some(0) {
                    let x = self.terms.scale(x, k);
                    let x = self.terms.add(x, rest);
                    self.collect_places(x, g, limit, out);
                }
            }
            return;
        }
        if let Some((n, obj, inst)) = base {
            let rest: Vec<_> = ts.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, x)| *x).collect();
            let offset = self.terms.from_linear(c, rest);
            if let Some(span) = self.spans.get(&ptr).copied() {
                self.add_span(offset, span);
            }
            let named = self.terms.truth(true);
            out.list.push(Place { guard, named, obj, inst, offset });
            return;
        }
        if let Some((n, t)) = choice
            && let Term::Ite(cond, a, b) = *self.terms.get(t)
        {
            let rest: Vec<_> = ts.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, x)| *x).collect();
            let rest = self.terms.from_linear(c, rest);
            let n = self.terms.not(cond);
            for (g, x, other) in [(cond, a, b), (n, b, a)] {
                // What lies at an offset from a null pointer is no memory either.
                if self.terms.as_const(x) == Some(0) && self.is_address(other) {
                    continue;
                }
                let g = self.terms.all(&[guard, g]);
                if self.terms.as_const(g) != Some(0) && out.list.len() <= limit {
                    let x = self.terms.add(x, rest);
                    self.collect_places(x, g, limit, out);
                }
            }
            return;
        }
        // A small constant is a null pointer or a sentinel: it denotes no memory.
        if ts.is_empty() {
            return;
        }
        match self.places_in_bases(ptr, guard) {
            Some(places) => out.list.extend(places),
            None => {
                out.unknown = true;
                if self.mentions_address(ptr) {
                    self.obscure.insert(ptr);
                }
            }
        }
    }

    /// An address, or one of several, with or without an offset: adding another address to it would make no sense.
    fn is_address(&self, t: TermId) -> bool {
        if let Term::Ite(_, a, b) = *self.terms.get(t) {
            let null = |x: TermId| self.terms.as_const(x) == Some(0);
            return self.is_address(a) && (null(b) || self.is_address(b)) || null(a) && self.is_address(b);
        }
        let (_, ts) = self.terms.linear(t);
        let mut addresses = ts.iter().filter(|(t, _)| self.mentions_address(*t));
        match (addresses.next(), addresses.next()) {
            (Some((t, 1)), None) => match *self.terms.get(*t) {
                Term::Addr(..) | Term::Sym(_) => true,
                Term::Ite(..) => self.is_address(*t),
                _ => false,
            },
            _ => false,
        }
    }

    /// A case distinction whose leaves are all constants.
    fn is_table_of_constants(&self, t: TermId, depth: u32) -> bool {
        let leaf =
            |x: TermId| self.terms.as_const(x).is_some() || (depth > 0 && self.is_table_of_constants(x, depth - 1));
        matches!(*self.terms.get(t), Term::Ite(_, a, b) if leaf(a) && leaf(b))
    }

    /// Notes that a pointer made from `base` by indices in bounds lies so many bytes from it (assumption 3: the
    /// bounds of member arrays hold too).
    pub(crate) fn bound_pointer(&mut self, base: TermId, ptr: TermId, lo: i64, hi: i64) {
        let (c, ts) = self.terms.linear(base);
        let from = match ts[..] {
            [(t, 1)] if matches!(self.terms.get(t), Term::Addr(..)) => Some((c, c)),
            _ => self.spans.get(&base).copied(),
        };
        if let Some((l, h)) = from
            && (lo, hi) != (0, 0)
        {
            self.add_span(ptr, (l.saturating_add(lo), h.saturating_add(hi)));
        } else if let Some(span) = from {
            self.add_span(ptr, span);
        }
    }

    /// Equal terms of different origin have the wider bounds.
    fn add_span(&mut self, t: TermId, (lo, hi): (i64, i64)) {
        let span = self.spans.entry(t).or_insert((lo, hi));
        *span = (span.0.min(lo), span.1.max(hi));
    }

    pub(super) fn mentions_address(&self, t: TermId) -> bool {
        let mut found = false;
        self.terms.for_each_node(t, &mut |n| {
            found |= match n {
                Term::Addr(..) => true,
                Term::Sym(s) => self.bases.contains_key(s),
                _ => false,
            };
        });
        found
    }

    /// Objects whose address a value carries.
    pub(crate) fn objects_in(&self, t: TermId) -> Vec<ObjId> {
        let mut out = Vec::new();
        self.terms.for_each_node(t, &mut |n| match n {
            Term::Addr(o, _) => out.push(*o),
            Term::Sym(s) => out.extend(self.bases.get(s).into_iter().flatten().map(|b| b.obj)),
            _ => {}
        });
        out
    }

    /// The address may from now on be anywhere.
    pub(crate) fn escape(&mut self, t: TermId) {
        for o in self.objects_in(t) {
            if !std::mem::replace(&mut self.objects[o].escaped, true)
                && (self.objects[o].zeroed || matches!(self.objects[o].kind, ObjKind::Global(_)))
                && !self.is_constant(o)
            {
                self.escaped_with_content.push(o);
            }
        }
    }

    /// The bytes of an access of `len` bytes through a pointer.
    pub(crate) fn area(&mut self, ptr: TermId, len: Option<TermId>) -> Area {
        let mut places = self.places(ptr);
        if places.unknown && places.list.is_empty() {
            if self.is_parameter(ptr) {
                places = Places { list: vec![self.command_line(ptr)], unknown: false };
            } else {
                places.list.extend(self.anonymous_place(ptr));
            }
        }
        let zero = self.terms.int(0);
        Area {
            places: places.list,
            unknown: places.unknown,
            blocks: vec![Block { offset: zero, dims: Vec::new(), len }],
        }
    }

    /// The text of the command line, which lies in no memory of the program: somewhere in it.
    fn command_line(&mut self, ptr: TermId) -> Place {
        let text = crate::object::Object { name: "argv".to_owned(), ..crate::object::Object::of_kind(ObjKind::Entry) };
        let obj = self.object(super::ObjKey::Entry(u32::MAX), || text);
        let (guard, inst) = (self.terms.truth(true), self.terms.int(0));
        let offset = self.hidden(ptr, super::SymKey::Within(ptr, Some(obj)), super::bases::Behind::Offset(ptr));
        Place { guard, named: guard, obj, inst, offset }
    }

    /// What lies behind an unknown pointer `p` at `p + offset`: another access through the same pointer meets it for sure,
    /// one through any other may.
    fn anonymous_place(&mut self, ptr: TermId) -> Option<Place> {
        let (c, ts) = self.terms.linear(ptr);
        let n = ts.iter().position(|(t, k)| *k == 1 && matches!(self.terms.get(*t), Term::Sym(_)))?;
        let (base, _) = ts[n];
        let rest = ts.into_iter().enumerate().filter(|(m, _)| *m != n).map(|(_, x)| x).collect();
        let offset = self.terms.from_linear(c, rest);
        let obj = self.object(super::ObjKey::Anonymous, || crate::object::Object {
            kind: ObjKind::Anonymous,
            name: String::new(),
            size: None,
            ctx: None,
            loc: None,
            scope: None,
            zeroed: false,
            escaped: true,
        });
        let guard = self.terms.truth(true);
        Some(Place { guard, named: guard, obj, inst: base, offset })
    }

    /// The value behind a pointer.
    pub(crate) fn load(
        &mut self,
        frame: &Frame<'a>,
        v: ValueId,
        mem: &mut Mem,
        ptr: TermId,
        size: u64,
        float: bool,
    ) -> TermId {
        self.load_part(frame, (v, 0), mem, ptr, size, float)
    }

    /// The value behind a pointer that an instruction reads; the number tells several of one instruction apart.
    pub(crate) fn load_part(
        &mut self,
        frame: &Frame<'a>,
        (v, part): (ValueId, u32),
        mem: &mut Mem,
        ptr: TermId,
        size: u64,
        float: bool,
    ) -> TermId {
        let places = self.places(ptr);
        if places.unknown || places.list.is_empty() {
            if places.list.is_empty() && self.is_parameter(ptr) {
                // The text of the command line.
                let at = self.terms.apply("content", &[ptr]);
                return self.parameter(at, "argv[..][..]");
            }
            if places.list.is_empty() && self.terms.knowledge(ptr) == Knowledge::Input {
                // Memory of a library, at an address that the program has been given.
                return self.arranged(frame, v, part, "a run-time value");
            }
            let value = self.lost(frame, v, part);
            let is_pointer = matches!(self.module.types[frame.func.insts[v].ty].kind, TypeKind::Ptr);
            if let (false, true, &Term::Sym(sym)) = (places.unknown, is_pointer, self.terms.get(value)) {
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
            let val = match known {
                _ if self.is_polled(frame, p.obj) => self.polled(frame, v, 900 + part + n as u32, *p),
                Some(val) => val,
                None => {
                    let val = if self.is_learned(&content, p, size) {
                        let val = self.arranged(frame, v, part + n as u32, "a received value");
                        self.api.addresses.is_loaded(&self.terms, val, p.obj);
                        val
                    } else {
                        self.fresh_content(frame, v, part + n as u32, p, size)
                    };
                    let val = self.read_through(ptr, val);
                    // Read again before a store, the cell has the same content.
                    if content.entries.iter().all(|e| e.off != p.offset || e.size != size) && self.rememberable(p) {
                        mem.get_mut(p.obj).put(Entry { inst: p.inst, off: p.offset, size, val, sort: Sort::of(float) });
                    }
                    val
                }
            };
            self.note_window_load(frame, v, p.obj, val);
            out = Some(match out {
                None => val,
                Some(prev) => self.terms.ite(p.guard, val, prev),
            });
        }
        out.unwrap_or_else(|| self.lost(frame, v, part))
    }

    /// An element of a short table at an index that is not constant: a case distinction over the index.
    fn element_of(&mut self, content: &crate::memory::ObjMem, p: &Place, size: u64, float: bool) -> Option<TermId> {
        let (c, ts) = self.terms.linear(p.offset);
        let [(index, stride)] = ts[..] else { return None };
        let whole = self.objects[p.obj].size.and_then(|s| self.terms.as_const(s))?;
        let r = self.terms.range(index);
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
        let counter = match *self.terms.get(index) {
            Term::Sym(s) => Some(s),
            _ => None,
        };
        hi = counter.and_then(|s| self.tops.get(&s)).map_or(hi, |top| hi.min(*top));
        if let Some((first, last)) = self.spans.get(&p.offset) {
            lo = lo.max(-((c - first).div_euclid(stride)));
            hi = hi.min((last - c).div_euclid(stride));
        }
        let long = hi - lo >= MAX_TABLE;
        // A table of handles or pointers, of which the loop may read the first ones.
        let of_handles = || content.entries.iter().any(|e| e.size == size && !self.objects_in(e.val).is_empty());
        if let (true, false, Some(s)) = (long, float, counter)
            && let SymKind::Counter(l) = self.terms.syms[s].kind
            && !self.tops.contains_key(&s)
            && of_handles()
        {
            self.unbounded.insert(l);
        }
        if lo > hi || hi - lo >= MAX_FUNCTIONS as i64 || !fits(lo) || !fits(hi) {
            return None;
        }
        let mut out = None;
        for i in (lo..=hi).rev() {
            let at = self.terms.int(c + stride * i);
            let val = self.cell_of(content, p.obj, p.inst, at, size, float)?;
            if long && !self.is_function(val) {
                return None;
            }
            out = Some(match out {
                None => val,
                Some(rest) => {
                    let i = self.terms.int(i);
                    let here = self.terms.eq(index, i);
                    self.terms.ite(here, val, rest)
                }
            });
        }
        out
    }

    /// The address of a function.
    fn is_function(&self, t: TermId) -> bool {
        matches!(*self.terms.get(t), Term::Addr(o, _) if matches!(self.objects[o].kind, ObjKind::Function(_)))
    }

    /// A word of two halves that are known: a pair of integers copied as one.
    fn word_of(&mut self, content: &crate::memory::ObjMem, p: &Place, size: u64, float: bool) -> Option<TermId> {
        if float || size != 8 {
            return None;
        }
        let high = self.terms.add_int(p.offset, 4);
        let parts = [p.offset, high].map(|at| self.cell_of(content, p.obj, p.inst, at, 4, false));
        match parts {
            [Some(low), Some(high)] => Some(self.word(low, high)),
            _ => None,
        }
    }

    fn rememberable(&self, p: &Place) -> bool {
        !matches!(self.objects[p.obj].kind, ObjKind::Function(_))
    }

    /// A symbol for content that is not known; what stands behind the entry function's parameters is a parameter.
    fn fresh_content(&mut self, frame: &Frame<'a>, v: ValueId, n: u32, p: &Place, size: u64) -> TermId {
        if let Some(word) = self.library_word(p, size) {
            return word;
        }
        if self.objects[p.obj].kind == ObjKind::Entry {
            let name = self.objects[p.obj].name.clone();
            let key = super::SymKey::Entry(p.obj.raw(), p.offset, size);
            let (uniform, kind, knowledge) = self.passed();
            let def_loop = self.innermost(p.offset);
            let s = self.symbol(key, |_| crate::term::Sym {
                uniform,
                def_loop,
                ..crate::term::Sym::new(kind, format!("{name}[..]"), knowledge)
            });
            return self.terms.sym(s);
        }
        if let ObjKind::Global(g) = self.objects[p.obj].kind
            && !self.starts_as_written(g)
        {
            let name = self.module.globals[g].name.clone();
            return self.input(frame, v, n, &name);
        }
        if let ObjKind::Global(g) = self.objects[p.obj].kind
            && PARAMETERS.contains(&self.module.globals[g].name.as_str())
        {
            let name = self.module.globals[g].name.clone();
            let s =
                self.site_symbol(frame, v, n, crate::term::SymKind::Parameter, crate::term::Knowledge::Known, &name);
            self.terms.syms[s].uniform = true;
            return self.terms.sym(s);
        }
        if self.is_written_by_others(p.obj) {
            let name = self.objects[p.obj].name.clone();
            let value = self.input(frame, v, n, &name);
            self.read_from_window(value);
            return value;
        }
        if let Some(pointer) = self.stored_pointer(frame, v, n, p, size) {
            return pointer;
        }
        let value = self.lost(frame, v, n);
        let is_word = matches!(self.module.types[frame.func.insts[v].ty].kind, TypeKind::Ptr | TypeKind::Int(_));
        if let (true, &Term::Sym(sym)) = (is_word && self.keeps(p, size), self.terms.get(value)) {
            self.terms.syms[sym].kept = true;
        }
        value
    }

    /// Stores through a pointer.
    pub(crate) fn store(&mut self, mem: &mut Mem, ptr: TermId, size: u64, val: TermId, float: bool) {
        self.escape(val);
        if self.puts_off(ptr) {
            return;
        }
        let places = self.places(ptr);
        if places.unknown {
            self.forget_escaped(mem, Some(float));
            self.note_stored_anywhere(size, val, float);
        }
        self.name_memory(&places, val);
        for p in &places.list {
            self.write_cell(mem, p, size, val, Sort::of(float));
        }
    }

    /// Memory without a name of its own has that of the variable that holds it: of the array whose descriptor its address is
    /// stored in (Fortran), of the global variable, or of the variable with a member, that first points to it (`std::vector<double> row`).
    fn name_memory(&mut self, places: &Places, val: TermId) {
        let ([p], Term::Addr(new, _)) = (&places.list[..], self.terms.get(val)) else { return };
        let new = *new;
        let memory = &self.objects[new];
        if memory.kind != ObjKind::Heap || !memory.name.is_empty() {
            return;
        }
        let owner = &self.objects[p.obj];
        let of_fortran =
            |c: crate::context::CtxId| self.module.functions[self.contexts.all[c].func].name.starts_with("_Q");
        let named = if memory.ctx.is_some_and(of_fortran) {
            !owner.name.is_empty() && owner.name != crate::object::TEMPORARY
        } else {
            let members = owner.size.and_then(|s| self.terms.as_const(s)).is_some_and(|s| s > 8);
            (matches!(owner.kind, ObjKind::Global(_)) || members && owner.scope.is_some())
                && !owner.name.starts_with('_')
        };
        if named {
            self.objects[new].name = owner.name.clone();
        }
    }

    /// As [`Interp::clobber`], with what the program learns at run time.
    pub(crate) fn learn(&mut self, mem: &mut Mem, ptr: TermId, len: Option<TermId>) {
        let places = self.places(ptr);
        let lost = |m: Option<&crate::memory::ObjMem>| m.is_some_and(|m| m.dirty && !m.learned);
        let fit: Vec<ObjId> = places.list.iter().map(|p| p.obj).filter(|o| !lost(mem.get(*o))).collect();
        self.clobber(mem, ptr, len);
        for obj in fit.into_iter().filter(|_| !places.unknown) {
            mem.get_mut(obj).learned = true;
        }
    }

    /// A write of unknown content to `len` bytes (or an unknown number) behind a pointer.
    pub(crate) fn clobber(&mut self, mem: &mut Mem, ptr: TermId, len: Option<TermId>) {
        if self.puts_off(ptr) {
            return;
        }
        let places = self.places(ptr);
        if places.unknown {
            self.forget_escaped(mem, None);
            self.anything_stored_anywhere();
        }
        let len = len.and_then(|l| self.terms.as_const(l)).and_then(|l| u64::try_from(l).ok());
        for p in &places.list {
            self.clobber_place(mem, p, len);
        }
    }

    /// The same at one place.
    pub(crate) fn clobber_place(&mut self, mem: &mut Mem, p: &Place, len: Option<u64>) {
        self.forget(mem, p.obj, Some(p.inst), Some((p.offset, len)), None);
        self.anything_stored(p, len);
    }

    /// What stood behind a pointer is no longer there; what the program has put there instead, the caller tells.
    pub(super) fn overwrite(&mut self, mem: &mut Mem, ptr: TermId, len: Option<TermId>) {
        let places = self.places(ptr);
        if places.unknown {
            self.forget_escaped(mem, None);
        }
        let len = len.and_then(|l| self.terms.as_const(l)).and_then(|l| u64::try_from(l).ok());
        for p in &places.list {
            self.forget(mem, p.obj, Some(p.inst), Some((p.offset, len)), None);
        }
    }

    /// A write through an unknown pointer: everything whose address is not accounted for may have changed, save
    /// handles of communication objects (assumption: handles are not forged).
    pub(crate) fn forget_escaped(&mut self, mem: &mut Mem, only: Option<bool>) {
        for n in 0..self.escaped_with_content.len() {
            let obj = self.escaped_with_content[n];
            mem.get_mut(obj).spoil();
        }
        for obj in mem.ids() {
            if !self.objects[obj].escaped || self.is_constant(obj) {
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
        self.forget(mem, obj, None, None, only);
        for h in handles {
            mem.get_mut(obj).put(h);
        }
    }

    fn is_constant(&self, obj: ObjId) -> bool {
        matches!(self.objects[obj].kind, ObjKind::Global(g) if self.module.globals[g].is_const
            || rma_frontend::api::runtime_handle(&self.module.globals[g].name).is_some())
            || matches!(self.objects[obj].kind, ObjKind::Function(_))
    }

    /// A term that is the handle of a window, request, datatype, communicator or group.
    pub(crate) fn is_handle(&self, t: TermId) -> bool {
        matches!(self.terms.get(t), Term::Addr(o, _) if matches!(
            self.objects[*o].kind,
            ObjKind::Window | ObjKind::Datatype | ObjKind::Comm | ObjKind::Group | ObjKind::Request | ObjKind::OtherHandle
        ))
    }
}
