//! The effect of single instructions.

use super::{Frame, Interp, ObjKey, Record, Step};
use crate::Caller;
use crate::memory::{Entry, Family, Mem, Sort};
use crate::object::{ObjId, ObjKind, Object};
use crate::skeleton::{Access, Actor, Area, Death, Event, Item, Place};
use crate::term::{Op, Term, TermId};
use rma_frontend::api::{AccessKind, Bank};
use rma_frontend::ir::{
    BinaryOp, CastOp, CmpPred, InstKind, LocId, MemOrder, Operand, ScopeId, ScopeKind, TypeKind, ValueId,
};

/// Values heavier than this become a symbol.
const MAX_WEIGHT: u32 = 1500;

impl<'a> Interp<'a> {
    /// Applies one instruction. `false` when control does not continue after it.
    pub(super) fn transfer(&mut self, frame: &mut Frame<'a>, v: ValueId, mem: &mut Mem) -> bool {
        let inst = &frame.func.insts[v];
        let value = match &inst.kind {
            InstKind::Call { callee, args, .. } | InstKind::Invoke { callee, args, .. } => {
                if let Some(value) = self.vector_intrinsic(frame, v, *callee, args, mem) {
                    self.set(frame, v, value);
                    return true;
                }
                return self.call(frame, v, *callee, args, mem);
            }
            // Phis were set at the join.
            InstKind::Phi { .. } => {
                self.phi(frame, v);
                return true;
            }
            InstKind::Alloca { ty, count } => {
                let count = self.operand(frame, *count);
                let size = self.terms.scale(count, self.size_of(*ty) as i64);
                let scope = inst.var.map(|x| self.module.vars[x].scope);
                let name =
                    inst.var.map_or_else(|| crate::object::TEMPORARY.to_owned(), |x| self.module.vars[x].name.clone());
                let obj = self.new_object(frame, v, 0, ObjKind::Stack, name, Some(size));
                self.objects[obj].scope = scope;
                if self.terms.as_const(count) == Some(1) {
                    self.declared.insert(obj, *ty);
                }
                mem.remove(obj);
                let inst = self.own_instance();
                self.terms.addr_of(obj, inst)
            }
            InstKind::Load { ptr, order, .. } => {
                if *order != MemOrder::NotAtomic {
                    self.see_others(frame, v);
                }
                let p = self.operand(frame, *ptr);
                let size = self.store_size(inst.ty);
                self.read(frame, v, p);
                let value = self.load_value(frame, v, mem, p, inst.ty);
                self.note_read_handle(p, size, value);
                value
            }
            InstKind::Store { ptr, value, ty, .. } => {
                let p = self.operand(frame, *ptr);
                let val = self.operand(frame, *value);
                let size = self.store_size(*ty);
                self.access(frame, v, AccessKind::Write, p, size, "store");
                self.note_copied_handle(val);
                self.store_value(mem, p, *ty, val);
                return true;
            }
            InstKind::Gep { .. }
            | InstKind::Binary { .. }
            | InstKind::FNeg { .. }
            | InstKind::Cmp { .. }
            | InstKind::Cast { .. }
            | InstKind::Select { .. }
            | InstKind::Freeze { .. } => self.each_lane(frame, v),
            InstKind::ExtractElement { .. } | InstKind::InsertElement { .. } | InstKind::ShuffleVector { .. } => {
                self.move_lanes(frame, v)
            }
            InstKind::ExtractValue { .. } | InstKind::InsertValue { .. } => self.move_members(frame, v),
            InstKind::MemCopy { dst, src, len } => {
                let (d, s, n) = (self.operand(frame, *dst), self.operand(frame, *src), self.operand(frame, *len));
                self.access_bytes(frame, v, AccessKind::Read, s, n, "copy");
                self.access_bytes(frame, v, AccessKind::Write, d, n, "copy");
                self.copy(mem, d, s, n);
                return true;
            }
            InstKind::MemSet { dst, value, len } => {
                let (d, x, n) = (self.operand(frame, *dst), self.operand(frame, *value), self.operand(frame, *len));
                self.access_bytes(frame, v, AccessKind::Write, d, n, "fill");
                self.fill(mem, d, x, n);
                return true;
            }
            InstKind::Lifetime { start, ptr } => {
                let p = self.operand(frame, *ptr);
                let places = self.places(p).list;
                if *start {
                    for p in &places {
                        mem.remove(p.obj);
                    }
                } else {
                    let of_function = places.iter().all(|p| self.in_function_scope(p.obj));
                    let how = if of_function { Death::Return } else { Death::Block };
                    // A cell without a variable is the function's own if nothing comes after it but the return.
                    let to_the_end = self.nothing_follows(frame, v);
                    let of_entry = frame.outer_is_entry(self)
                        && places.iter().all(|p| match self.objects[p.obj].scope {
                            Some(s) => Some(s) == frame.func.scope,
                            None => to_the_end,
                        });
                    if !of_entry {
                        self.emit(frame, inst.loc, Event::Death { places, unknown: false, how });
                    }
                }
                return true;
            }
            InstKind::AtomicRmw { ptr, order, .. } | InstKind::CmpXchg { ptr, order, .. } => {
                if !matches!(order, MemOrder::Relaxed | MemOrder::Release) {
                    self.see_others(frame, v);
                }
                let p = self.operand(frame, *ptr);
                let size = match self.module.types[inst.ty].kind {
                    TypeKind::Struct { ref fields, .. } => fields.first().map_or(4, |f| self.size_of(f.ty)),
                    _ => self.size_of(inst.ty),
                };
                self.access(frame, v, AccessKind::Write, p, size, "atomic update");
                let n = self.terms.int(size as i64);
                self.clobber(mem, p, Some(n));
                self.lost(frame, v, 0)
            }
            InstKind::LandingPad { catches, .. } => self.landed(frame, v, catches, mem),
            InstKind::Fence { .. } => {
                self.see_others(frame, v);
                return true;
            }
            _ => self.lost(frame, v, 0),
        };
        self.set(frame, v, value);
        true
    }

    /// The value of an operator of scalars, of `lane` of its operands where these are vectors.
    pub(super) fn operator(&mut self, frame: &Frame<'a>, v: ValueId, lane: Option<u32>) -> TermId {
        let inst = &frame.func.insts[v];
        match &inst.kind {
            InstKind::Gep { base, offset, scaled, within } => {
                let base = self.lane_operand(frame, *base, lane);
                let mut t = self.terms.add_int(base, *offset);
                for (op, scale) in scaled {
                    let i = self.lane_operand(frame, *op, lane);
                    let i = self.terms.scale(i, *scale);
                    t = self.terms.add(t, i);
                }
                if let Some((lo, hi)) = within.or(scaled.is_empty().then_some((*offset, *offset))) {
                    self.bound_pointer(base, t, lo, hi);
                }
                t
            }
            InstKind::Binary { op, lhs, rhs } => {
                let (a, b) = (self.lane_operand(frame, *lhs, lane), self.lane_operand(frame, *rhs, lane));
                let value = self.binary(*op, a, b);
                self.counted_in_chunk(frame, value)
            }
            InstKind::FNeg { value } => {
                let a = self.lane_operand(frame, *value, lane);
                self.terms.apply("fneg", &[a])
            }
            InstKind::Cmp { pred, lhs, rhs } => {
                let (a, b) = (self.lane_operand(frame, *lhs, lane), self.lane_operand(frame, *rhs, lane));
                self.compare(frame, *pred, a, b)
            }
            InstKind::Cast { op, value } => {
                let a = self.lane_operand(frame, *value, lane);
                let from = self.operand_bits(frame, *value);
                let to = self.element(inst.ty);
                self.cast(*op, a, from, to)
            }
            InstKind::Select { cond, then, otherwise } => {
                let c = self.lane_operand(frame, *cond, lane);
                let (a, b) = (self.lane_operand(frame, *then, lane), self.lane_operand(frame, *otherwise, lane));
                self.terms.ite(c, a, b)
            }
            InstKind::Freeze { value } => self.lane_operand(frame, *value, lane),
            _ => self.lost(frame, v, 0),
        }
    }

    /// Sets an instruction's value; too heavy terms become a symbol.
    pub(crate) fn set(&mut self, frame: &mut Frame<'a>, v: ValueId, value: TermId) {
        let value = if self.terms.weight(value) <= MAX_WEIGHT {
            value
        } else if let Some(parts) = self.terms.parts(value).map(<[TermId]>::to_vec) {
            self.light_parts(frame, v, &parts, MAX_WEIGHT)
        } else {
            let light = self.lost(frame, v, 7);
            if let Term::Sym(sym) = *self.terms.get(light) {
                self.note_bases(sym, &[value]);
            }
            light
        };
        frame.vals[v] = Some(value);
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        if matches!(op, BinaryOp::LShr | BinaryOp::AShr)
            && let Some(part) = self.high_part(a, b)
        {
            return part;
        }
        let t = &mut self.terms;
        match op {
            BinaryOp::Add => t.add(a, b),
            BinaryOp::Sub => t.sub(a, b),
            BinaryOp::Mul => t.mul(a, b),
            BinaryOp::SDiv => t.op(Op::Quot, a, b),
            BinaryOp::UDiv => t.op(Op::Div, a, b),
            BinaryOp::SRem => t.op(Op::Rem, a, b),
            BinaryOp::URem => t.op(Op::Mod, a, b),
            BinaryOp::Shl => t.op(Op::Shl, a, b),
            BinaryOp::LShr | BinaryOp::AShr => t.op(Op::Shr, a, b),
            BinaryOp::And => t.op(Op::And, a, b),
            BinaryOp::Or => t.op(Op::Or, a, b),
            BinaryOp::Xor => t.op(Op::Xor, a, b),
            BinaryOp::FAdd => t.apply("fadd", &[a, b]),
            BinaryOp::FSub => t.apply("fsub", &[a, b]),
            BinaryOp::FMul => t.apply("fmul", &[a, b]),
            BinaryOp::FDiv => t.apply("fdiv", &[a, b]),
            BinaryOp::FRem => t.apply("frem", &[a, b]),
        }
    }

    fn compare(&mut self, frame: &Frame<'a>, pred: CmpPred, a: TermId, b: TermId) -> TermId {
        let t = &mut self.terms;
        match pred {
            CmpPred::Eq => t.eq(a, b),
            CmpPred::Ne => t.ne(a, b),
            CmpPred::Sgt => t.lt(b, a),
            CmpPred::Sge => t.le(b, a),
            CmpPred::Slt => t.lt(a, b),
            CmpPred::Sle => t.le(a, b),
            // A negative value is large as an unsigned one.
            CmpPred::Ult => self.unsigned_less(frame, a, b, true),
            CmpPred::Ule => self.unsigned_less(frame, a, b, false),
            CmpPred::Ugt => self.unsigned_less(frame, b, a, true),
            CmpPred::Uge => self.unsigned_less(frame, b, a, false),
            CmpPred::FTrue => t.truth(true),
            CmpPred::FFalse => t.truth(false),
            CmpPred::FEq | CmpPred::FNe | CmpPred::FOrd | CmpPred::FUno => {
                let name = if matches!(pred, CmpPred::FEq | CmpPred::FNe) { "feq" } else { "ford" };
                let e = self.terms.float_compare(name, a, b);
                if matches!(pred, CmpPred::FEq | CmpPred::FOrd) { e } else { self.terms.not(e) }
            }
            CmpPred::FLt => self.terms.float_compare("flt", a, b),
            CmpPred::FGt => self.terms.float_compare("flt", b, a),
            // NaN aside, not greater is at most (assumption 1 covers arithmetic without exceptions).
            CmpPred::FLe => {
                let g = self.terms.float_compare("flt", b, a);
                self.terms.not(g)
            }
            CmpPred::FGe => {
                let g = self.terms.float_compare("flt", a, b);
                self.terms.not(g)
            }
        }
    }

    /// `a < b` (or `≤`) as unsigned numbers; a negative value is one past every other.
    fn unsigned_less(&mut self, frame: &Frame<'a>, a: TermId, b: TermId, strict: bool) -> TermId {
        let less = if strict { self.terms.lt(a, b) } else { self.terms.le(a, b) };
        let huge = |terms: &crate::term::Terms, x: TermId| terms.as_const(x).is_some_and(|c| c < 0);
        if huge(&self.terms, b) {
            let low = self.not_negative(frame, a);
            return self.terms.any(&[low, less]);
        }
        let low = self.not_negative(frame, b);
        let high = self.terms.not(low);
        if huge(&self.terms, a) {
            return self.terms.all(&[high, less]);
        }
        if self.terms.as_const(a).is_some() {
            return self.terms.any(&[high, less]);
        }
        // Sizes and counts that are not constant are not negative.
        let low = self.not_negative(frame, a);
        self.terms.all(&[low, less])
    }

    /// `0 ≤ t`, which holds where the way to the current block has tested that `t` is at least some number.
    fn not_negative(&mut self, frame: &Frame<'a>, t: TermId) -> TermId {
        let zero = self.terms.int(0);
        let condition = self.terms.le(zero, t);
        if self.terms.as_const(condition).is_some() {
            return condition;
        }
        for &known in frame.reach.get(&frame.block).into_iter().flatten() {
            if let Term::Le0(below) = *self.terms.get(known) {
                // `below ≤ 0` with `below = least - t`.
                let least = self.terms.add(below, t);
                if self.terms.as_const(least).is_some_and(|least| least >= 0) {
                    return self.terms.truth(true);
                }
            }
        }
        condition
    }

    /// Width of an operand that is an integer or a vector of such, otherwise that of the largest.
    fn operand_bits(&self, frame: &Frame<'a>, op: Operand) -> u32 {
        let ty = self.operand_type(frame, op).map(|ty| &self.module.types[self.element(ty)].kind);
        if let Some(TypeKind::Int(bits)) = ty { *bits } else { 64 }
    }

    fn cast(&mut self, op: CastOp, a: TermId, from_bits: u32, to: rma_frontend::ir::TypeId) -> TermId {
        if let (CastOp::Trunc, TypeKind::Int(bits)) = (op, &self.module.types[to].kind)
            && let Some(part) = self.low_part(a, u64::from(*bits))
        {
            return part;
        }
        let a = match (op, &self.module.types[to].kind) {
            (CastOp::Trunc, TypeKind::Int(bits @ 2..=32)) => self.without_high_part(a, *bits),
            _ => a,
        };
        match op {
            CastOp::Trunc if matches!(self.module.types[to].kind, TypeKind::Int(1)) && !self.terms.is_bool(a) => {
                let two = self.terms.int(2);
                self.terms.op(Op::Mod, a, two)
            }
            CastOp::ZExt if from_bits <= 32 && self.terms.as_const(a).is_some_and(|c| c < 0) => {
                let c = self.terms.as_const(a).unwrap_or(0);
                self.terms.int(c & ((1i64 << from_bits) - 1))
            }
            // The only bit of a truth value is its sign.
            CastOp::SExt if from_bits == 1 => self.terms.scale(a, -1),
            CastOp::FPToUI | CastOp::FPToSI => self.terms.apply("to_int", &[a]),
            CastOp::UIToFP | CastOp::SIToFP => match self.terms.as_const(a) {
                Some(c) => self.float_const((c as f64).to_bits()),
                None => self.terms.apply("to_float", &[a]),
            },
            // Integers do not overflow, addresses keep their bits, and rounding is not modelled.
            _ => a,
        }
    }

    /// Records an event.
    pub(crate) fn emit(&mut self, frame: &Frame<'a>, loc: Option<LocId>, event: Event) {
        if !matches!(event, Event::Access(_) | Event::Death { .. }) {
            self.loud += 1;
        }
        self.record.push(Step::Item(Item { event, loc, ctx: frame.ctx }));
    }

    pub(super) fn emit_call(&mut self, callees: Vec<crate::context::CtxId>, merged: bool) {
        let given = self.terms.truth(true);
        self.record.push(Step::Call { callees, merged, unwinds: super::Unwinds::Nowhere, given });
    }

    /// Records an access of a fixed number of bytes by an instruction.
    fn access(&mut self, frame: &Frame<'a>, v: ValueId, kind: AccessKind, ptr: TermId, size: u64, what: &'static str) {
        let len = self.terms.int(size as i64);
        self.access_bytes(frame, v, kind, ptr, len, what);
    }

    fn access_bytes(
        &mut self,
        frame: &Frame<'a>,
        v: ValueId,
        kind: AccessKind,
        ptr: TermId,
        len: TermId,
        what: &'static str,
    ) {
        let area = self.area(ptr, Some(len));
        let cond = self.terms.truth(true);
        let loc = frame.func.insts[v].loc;
        self.emit_access(frame, loc, kind, area, Actor::Instruction(what), cond);
    }

    pub(crate) fn emit_access(
        &mut self,
        frame: &Frame<'a>,
        loc: Option<LocId>,
        kind: AccessKind,
        area: Area,
        actor: Actor,
        cond: TermId,
    ) {
        self.emit(frame, loc, Event::Access(Access { kind, area, actor, bank: Bank::Own, symmetric: false, cond }));
    }

    /// The object that an instruction of this instance creates.
    pub(crate) fn new_object(
        &mut self,
        frame: &Frame<'a>,
        v: ValueId,
        n: u32,
        kind: ObjKind,
        name: String,
        size: Option<TermId>,
    ) -> ObjId {
        let loc = frame.func.insts[v].loc;
        if kind != ObjKind::Stack {
            self.loud += 1;
        }
        let obj = self.object(ObjKey::Site(frame.ctx, v, n), || Object {
            kind,
            name,
            size,
            ctx: Some(frame.ctx),
            loc,
            scope: None,
            zeroed: false,
            escaped: false,
        });
        self.objects[obj].size = size;
        obj
    }

    /// Copies known cells from one place to another.
    pub(crate) fn copy(&mut self, mem: &mut Mem, dst: TermId, src: TermId, len: TermId) {
        if self.puts_off(dst) {
            return;
        }
        let (from, to) = (self.places(src), self.places(dst));
        self.overwrite(mem, dst, Some(len));
        let bytes = self.terms.as_const(len).and_then(|l| u64::try_from(l).ok());
        self.note_moved(src, bytes);
        if to.unknown {
            self.anything_stored_anywhere();
        }
        for d in &to.list {
            if from.unknown {
                self.anything_stored(d, bytes);
            }
            for s in &from.list {
                self.note_copied(s, d, bytes);
            }
        }
        let ([s], [d]) = (&from.list[..], &to.list[..]) else {
            for p in &from.list {
                let vals: Vec<TermId> =
                    mem.get(p.obj).map(|c| c.entries.iter().map(|e| e.val).collect()).unwrap_or_default();
                vals.into_iter().for_each(|v| self.escape(v));
            }
            return;
        };
        if from.unknown || to.unknown || s.obj == d.obj {
            return;
        }
        let content = mem.get(s.obj).cloned().unwrap_or_default();
        let limit = self.terms.as_const(len);
        let mut moved: Vec<Entry> = Vec::new();
        for e in content.entries.iter().filter(|e| e.inst == s.inst) {
            let rel = self.terms.sub(e.off, s.offset);
            let r = self.terms.range(rel);
            let inside =
                r.is_nonneg() && (limit.is_none() || r.hi.zip(limit).is_some_and(|(h, l)| h + e.size as i64 <= l));
            if inside {
                let off = self.terms.add(d.offset, rel);
                self.escape(e.val);
                moved.push(Entry { inst: d.inst, off, ..*e });
            }
        }
        if let (ObjKind::Global(g), Some(0), Some(n), false) =
            (self.objects[s.obj].kind, self.terms.as_const(s.offset), limit, content.dirty)
            && self.starts_as_written(g)
        {
            moved.extend(self.initial_entries(g, d.inst, d.offset, n));
        }
        for f in content.families.iter().filter(|f| f.inst == s.inst) {
            if let Some(f) = self.moved_family(f, s, d, len) {
                self.escape(f.val);
                mem.get_mut(d.obj).families.push(f);
            }
        }
        for e in moved {
            let target = mem.get_mut(d.obj);
            if target.find(e.inst, e.off, e.size).is_none() {
                target.put(e);
            }
        }
    }

    /// A row of cells as it is behind a copy of so many bytes that takes all of it along.
    fn moved_family(&mut self, f: &Family, src: &Place, dst: &Place, len: TermId) -> Option<Family> {
        let rel = self.terms.sub(f.base, src.offset);
        let bytes = self.terms.scale(f.bound, f.stride);
        let end = self.terms.add(rel, bytes);
        let beyond = self.terms.sub(end, len);
        let inside = f.stride > 0
            && self.terms.as_const(rel).is_some_and(|r| r >= 0)
            && self.terms.range(beyond).hi.is_some_and(|h| h <= 0);
        inside.then(|| Family { inst: dst.inst, base: self.terms.add(dst.offset, rel), span: None, ..*f })
    }

    /// The scalars of a global's initialiser, shifted to another place.
    fn initial_entries(&mut self, g: rma_frontend::ir::GlobalId, inst: TermId, base: TermId, len: i64) -> Vec<Entry> {
        let mut leaves = Vec::new();
        scalars(self.module, self.module.globals[g].ty, 0, len.min(1024) as u64, &mut leaves);
        let Some(init) = self.module.globals[g].init else { return Vec::new() };
        let mut out = Vec::new();
        for (at, size, float) in leaves {
            if let Some(val) = self.constant_at(init, at, size) {
                let off = self.terms.add_int(base, at as i64);
                out.push(Entry { inst, off, size, val, sort: Sort::of(float) });
            }
        }
        out
    }

    fn fill(&mut self, mem: &mut Mem, dst: TermId, value: TermId, len: TermId) {
        if self.puts_off(dst) {
            return;
        }
        self.overwrite(mem, dst, Some(len));
        let places = self.places(dst);
        for p in &places.list {
            self.note_filled(p, len);
        }
        if self.terms.as_const(value) != Some(0) || places.unknown {
            return;
        }
        for p in &places.list {
            self.fill_with_zero(mem, p, len);
        }
    }

    /// Between an instruction and the return of its block nothing is called or accessed.
    fn nothing_follows(&self, frame: &Frame<'a>, v: ValueId) -> bool {
        let after = frame.func.block_values(frame.block).filter(|x| *x > v);
        matches!(frame.func.terminator(frame.block).kind, InstKind::Ret { .. })
            && after.into_iter().all(|x| {
                matches!(
                    frame.func.insts[x].kind,
                    InstKind::Lifetime { .. } | InstKind::Ret { .. } | InstKind::Cast { .. } | InstKind::Gep { .. }
                )
            })
    }

    fn in_function_scope(&self, obj: ObjId) -> bool {
        self.objects[obj].scope.is_none_or(|s| matches!(self.module.scopes[s].kind, ScopeKind::Function { .. }))
    }

    /// The end of an instance: its stack cells die. Those of the function that the launcher calls live as long
    /// as the program.
    pub(super) fn end_of_frame(&mut self, frame: &Frame<'a>, b: rma_frontend::ir::BlockId, record: &mut Record) {
        if self.contexts.all[frame.ctx].caller.is_none() && self.options.caller == Caller::Launcher {
            return;
        }
        let loc = frame.func.terminator(b).loc;
        record.steps.extend(self.deaths_of_frame(frame, loc, false).into_iter().map(Step::Item));
    }

    /// The stack cells that die at the end of an instance; `all`: also those that optimised code marks the ends of itself, save
    /// those of cells of dynamic size. An exception that leaves a function without a landing pad passes no mark.
    pub(super) fn deaths_of_frame(&mut self, frame: &Frame<'a>, loc: Option<LocId>, all: bool) -> Vec<Item> {
        if self.contexts.all[frame.ctx].caller.is_none() && self.options.caller == Caller::Launcher {
            return Vec::new();
        }
        let marked: Vec<ValueId> = frame
            .func
            .insts
            .iter()
            .filter_map(|i| match i.kind {
                InstKind::Lifetime { ptr: Operand::Value(a), .. } if !all => Some(a),
                _ => None,
            })
            .collect();
        let yes = self.terms.truth(true);
        let zero = self.terms.int(0);
        let own = self.own_instance();
        let mut places = Vec::new();
        for (v, inst) in frame.func.insts.iter_enumerated() {
            if matches!(inst.kind, InstKind::Alloca { .. })
                && !marked.contains(&v)
                && let Some(&obj) = self.obj_ids.get(&ObjKey::Site(frame.ctx, v, 0))
            {
                places.push(crate::skeleton::Place { guard: yes, named: yes, obj, inst: own, offset: zero });
            }
        }
        for (n, param) in frame.func.params.iter().enumerate() {
            if param.byval.is_some()
                && let Some(arg) = frame.args.get(n).copied()
            {
                for obj in self.objects_in(arg) {
                    places.push(crate::skeleton::Place { guard: yes, named: yes, obj, inst: own, offset: zero });
                }
            }
        }
        let death = |p| Item {
            event: Event::Death { places: vec![p], unknown: false, how: Death::Return },
            loc,
            ctx: frame.ctx,
        };
        places.into_iter().map(death).collect()
    }

    /// Unoptimised code has no life-time markers: a stack cell of a lexical block dies where control first is at an
    /// instruction of a scope outside the block.
    pub(super) fn leave_scopes(&mut self, frame: &Frame<'a>, v: ValueId, at: &mut Option<ScopeId>) {
        if self.optimised {
            return;
        }
        let Some(loc) = frame.func.insts[v].loc else { return };
        // A landing pad stands at the end of the function; the scopes are left by the code behind it.
        let is_phi = |x: ValueId| matches!(frame.func.insts[x].kind, InstKind::Phi { .. });
        let first = frame.func.block_values(frame.block).find(|x| !is_phi(*x)).map(|x| &frame.func.insts[x]);
        if first.is_some_and(|i| matches!(i.kind, InstKind::LandingPad { .. }) && i.loc == Some(loc)) {
            return;
        }
        let loc_data = self.module.locs[loc];
        if loc_data.line == 0 || loc_data.inlined_at.is_some() || *at == Some(loc_data.scope) {
            return;
        }
        // At a closing brace destructors are called one after another, with a position outside the block.
        if self.destroys(frame, v, loc_data.scope) {
            return;
        }
        *at = Some(loc_data.scope);
        let yes = self.terms.truth(true);
        let zero = self.terms.int(0);
        let own = self.own_instance();
        for (a, inst) in frame.func.insts.iter_enumerated() {
            // Allocas stand in the entry block at this level.
            if !matches!(inst.kind, InstKind::Alloca { .. }) {
                if a.index() > 512 {
                    break;
                }
                continue;
            }
            let Some(scope) = inst.var.map(|x| self.module.vars[x].scope) else { continue };
            if matches!(self.module.scopes[scope].kind, ScopeKind::Function { .. })
                || self.scope_within(loc_data.scope, scope)
            {
                continue;
            }
            if let Some(&obj) = self.obj_ids.get(&ObjKey::Site(frame.ctx, a, 0)) {
                let p = crate::skeleton::Place { guard: yes, named: yes, obj, inst: own, offset: zero };
                self.emit(frame, Some(loc), Event::Death { places: vec![p], unknown: false, how: Death::Block });
            }
        }
    }

    /// A call on a stack cell of a lexical block, from outside the block.
    fn destroys(&self, frame: &Frame<'a>, v: ValueId, scope: ScopeId) -> bool {
        let Some((_, args)) = frame.func.insts[v].kind.as_call() else { return false };
        args.iter().any(|arg| {
            let Operand::Value(a) = *arg else { return false };
            let inst = &frame.func.insts[a];
            matches!(inst.kind, InstKind::Alloca { .. })
                && inst.var.is_some_and(|x| !self.scope_within(scope, self.module.vars[x].scope))
        })
    }

    fn scope_within(&self, inner: ScopeId, outer: ScopeId) -> bool {
        let mut at = Some(inner);
        while let Some(s) = at {
            if s == outer {
                return true;
            }
            at = self.module.scopes[s].parent;
        }
        false
    }
}

/// Scalars of a type: offset, size, floating point.
fn scalars(
    module: &rma_frontend::ir::Module,
    ty: rma_frontend::ir::TypeId,
    at: u64,
    end: u64,
    out: &mut Vec<(u64, u64, bool)>,
) {
    if at >= end {
        return;
    }
    let t = &module.types[ty];
    match &t.kind {
        TypeKind::Struct { fields, .. } => {
            for f in fields {
                scalars(module, f.ty, at + f.offset, end, out);
            }
        }
        TypeKind::Array { elem, len } | TypeKind::Vector { elem, len, .. } => {
            let n = module.types[*elem].size;
            for i in 0..*len {
                if n == 0 || at + i * n >= end {
                    break;
                }
                scalars(module, *elem, at + i * n, end, out);
            }
        }
        TypeKind::Int(_) | TypeKind::Ptr => out.push((at, t.size, false)),
        TypeKind::Float(_) => out.push((at, t.size, true)),
        _ => {}
    }
}

impl<'a> Frame<'a> {
    /// The instance is the program's entry.
    fn outer_is_entry(&self, interp: &Interp<'a>) -> bool {
        interp.contexts.all[self.ctx].caller.is_none()
    }
}
