//! The effect of single instructions (theory, 4.1).

use super::bases::POINTER;
use super::{Frame, Interp, ObjKey, Step};
use crate::interp::Made;
use crate::memory::Mem;
use rma_frontend::api::{AccessKind, Bank};
use rma_frontend::ir::{BinaryOp, CastOp, CmpPred, InstKind, LocId, MemOrder, Operand, TypeKind, ValueId};
use rma_skeleton::facts::Role;
use rma_skeleton::skeleton::{Access, Actor, Area, Death, Event, Item};
use rma_term::ids::{ObjId, TermId};
use rma_term::limits::Limit;
use rma_term::object::{ObjKind, Object};
use rma_term::term::{Op, SymKind, Term};

impl<'a> Interp<'a> {
    /// Applies one instruction. `false` when control does not continue after it.
    pub(super) fn transfer(&mut self, frame: &mut Frame<'a>, v: ValueId, mem: &mut Mem) -> bool {
        let inst = &frame.func.insts[v];
        self.facts.terms.limits.comes_to(inst.loc);
        frame.inst = Some(v);
        self.beside.site = Some((frame.ctx, v));
        self.next_turn();
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
                let size = self.facts.terms.scale(count, self.size_of(*ty) as i64);
                let scope = inst.var.map(|x| self.facts.module.vars[x].scope);
                let name = inst
                    .var
                    .map_or_else(|| rma_term::object::TEMPORARY.to_owned(), |x| self.facts.module.vars[x].name.clone());
                let obj = self.new_object(frame, v, Made::Value, ObjKind::Stack, name, Some(size));
                self.facts.objects[obj].scope = scope;
                if self.facts.terms.as_const(count) == Some(1) {
                    self.objects.declared.insert(obj, *ty);
                }
                mem.remove(obj);
                let inst = self.own_instance();
                self.facts.terms.addr_of(obj, inst)
            }
            InstKind::Load { ptr, order, .. } => {
                if *order != MemOrder::NotAtomic {
                    self.see_others(frame, v);
                }
                let p = self.operand(frame, *ptr);
                let size = self.store_size(inst.ty);
                self.read(frame, v, p);
                let value = match self.loaded_just_before(frame, v, p) {
                    Some(value) => value,
                    None => self.load_value(frame, v, mem, p, inst.ty),
                };
                // A floating-point number is no handle.
                if !self.is_float_at(inst.ty, 0) {
                    self.note_read_handle(p, size, value);
                }
                value
            }
            InstKind::Store { ptr, value, ty, order, .. } => {
                let what = if *order == MemOrder::NotAtomic { "store" } else { "atomic store" };
                let p = self.operand(frame, *ptr);
                let val = self.operand(frame, *value);
                let size = self.store_size(*ty);
                self.access(frame, v, AccessKind::Write, p, size, what);
                self.note_copied_handle(val);
                self.note_overwritten_handle(mem, p, size, val);
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
                let places = self.facts.places(p).list;
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
                        && places.iter().all(|p| match self.facts.objects[p.obj].scope {
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
                let size = match self.facts.module.types[inst.ty].kind {
                    TypeKind::Struct { ref fields, .. } => fields.first().map_or(4, |f| self.size_of(f.ty)),
                    _ => self.size_of(inst.ty),
                };
                self.access(frame, v, AccessKind::Write, p, size, "atomic update");
                if self.is_private(p) {
                    self.update_alone(frame, v, p, size, mem)
                } else {
                    if let InstKind::AtomicRmw { value, .. } | InstKind::CmpXchg { new: value, .. } = &inst.kind {
                        let value = self.operand(frame, *value);
                        for place in self.facts.places(p).list {
                            self.note_stored_address(Some(place.obj), size, value);
                        }
                    }
                    let n = self.facts.terms.int(size as i64);
                    self.clobber(mem, p, Some(n));
                    self.lost(frame, v, Role::Value)
                }
            }
            InstKind::LandingPad { catches, .. } => self.landed(frame, v, catches, mem),
            InstKind::Fence { .. } => {
                self.see_others(frame, v);
                return true;
            }
            _ => self.lost(frame, v, Role::Value),
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
                let mut t = self.facts.terms.add_int(base, *offset);
                for (op, scale) in scaled {
                    let i = self.lane_operand(frame, *op, lane);
                    let i = self.facts.terms.scale(i, *scale);
                    t = self.facts.terms.add(t, i);
                }
                if let [(index, POINTER)] = scaled[..]
                    && *offset == 0
                {
                    let index = self.lane_operand(frame, index, lane);
                    self.note_element_of_pointers(base, index);
                }
                let known = within.or(scaled.is_empty().then_some((*offset, *offset)));
                let of_member = || match scaled[..] {
                    [(_, stride)] if *offset == 0 => self.bounds_in_member(base, stride),
                    _ => None,
                };
                if let Some((lo, hi)) = known.or_else(of_member) {
                    self.bound_pointer(base, t, lo, hi);
                }
                t
            }
            InstKind::Binary { op, lhs, rhs } => {
                if *op == BinaryOp::Or
                    && let Some(word) = self.packed(frame, *lhs, *rhs)
                {
                    return word;
                }
                let (a, b) = (self.lane_operand(frame, *lhs, lane), self.lane_operand(frame, *rhs, lane));
                // Of values that are not negative, both kinds of division are the same.
                let op = match *op {
                    BinaryOp::SRem if self.is_nonneg_here(frame, a) => BinaryOp::URem,
                    BinaryOp::SDiv if self.is_nonneg_here(frame, a) && self.is_nonneg_here(frame, b) => BinaryOp::UDiv,
                    op => op,
                };
                let value = self.binary(op, a, b);
                self.counted_in_chunk(frame, value)
            }
            InstKind::FNeg { value } => {
                let a = self.lane_operand(frame, *value, lane);
                self.facts.terms.apply("fneg", &[a])
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
                self.facts.terms.ite(c, a, b)
            }
            InstKind::Freeze { value } => self.lane_operand(frame, *value, lane),
            _ => self.lost(frame, v, Role::Value),
        }
    }

    /// Sets an instruction's value; too heavy terms become a symbol.
    pub(crate) fn set(&mut self, frame: &mut Frame<'a>, v: ValueId, value: TermId) {
        let limits = &self.facts.terms.limits;
        let most = limits.get(Limit::ValueWeight);
        let value = if limits.allows(Limit::ValueWeight, self.facts.terms.weight(value)) {
            value
        } else if let Some(parts) = self.facts.terms.parts(value).map(<[TermId]>::to_vec) {
            self.light_parts(frame, v, &parts, most)
        } else {
            let light = self.lost(frame, v, Role::Light);
            if let Term::Sym(sym) = *self.facts.terms.get(light) {
                self.note_bases(sym, &[value]);
            }
            light
        };
        frame.vals[v] = Some(value);
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        if matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr)
            && let Some(moved) = self.parts_moved(op, a, b)
        {
            return moved;
        }
        // A pointer to a member function is odd where it names a virtual one: addresses of functions are even (Itanium C++ ABI, 2.3).
        if op == BinaryOp::And && self.facts.terms.as_const(b) == Some(1) {
            let (offset, parts) = self.facts.terms.linear(a);
            if let [(function, 1)] = parts[..]
                && self.is_function(function)
            {
                return self.facts.terms.int(offset.rem_euclid(2));
            }
        }
        let t = &mut self.facts.terms;
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
            // An optimiser that knows that a number of 32 bits is not negative masks the upper bits, instead of extending the
            // sign.
            BinaryOp::And
                if t.as_const(b) == Some(i32::MAX.into())
                    && matches!(t.get(a), Term::Sym(s) if t.syms[*s].kind == SymKind::Parameter) =>
            {
                a
            }
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
        if matches!(pred, CmpPred::Eq | CmpPred::Ne)
            && let Some(same) = self.same_word(a, b)
        {
            return if pred == CmpPred::Eq { same } else { self.facts.terms.not(same) };
        }
        let t = &mut self.facts.terms;
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
                let e = self.facts.terms.float_compare(name, a, b);
                if matches!(pred, CmpPred::FEq | CmpPred::FOrd) { e } else { self.facts.terms.not(e) }
            }
            CmpPred::FLt => self.facts.terms.float_compare("flt", a, b),
            CmpPred::FGt => self.facts.terms.float_compare("flt", b, a),
            // NaN aside, not greater is at most.
            CmpPred::FLe => {
                let g = self.facts.terms.float_compare("flt", b, a);
                self.facts.terms.not(g)
            }
            CmpPred::FGe => {
                let g = self.facts.terms.float_compare("flt", a, b);
                self.facts.terms.not(g)
            }
        }
    }

    /// `a < b` (or `≤`) as unsigned numbers; a negative value is greater than every other value.
    fn unsigned_less(&mut self, frame: &Frame<'a>, a: TermId, b: TermId, strict: bool) -> TermId {
        let less = if strict { self.facts.terms.lt(a, b) } else { self.facts.terms.le(a, b) };
        let huge = |terms: &rma_term::term::Terms, x: TermId| terms.as_const(x).is_some_and(|c| c < 0);
        if huge(&self.facts.terms, b) {
            let low = self.not_negative(frame, a);
            return self.facts.terms.any(&[low, less]);
        }
        let low = self.not_negative(frame, b);
        let high = self.facts.terms.not(low);
        if huge(&self.facts.terms, a) {
            return self.facts.terms.all(&[high, less]);
        }
        if self.facts.terms.as_const(a).is_some() {
            return self.facts.terms.any(&[high, less]);
        }
        // Sizes and counts that are not constant are not negative.
        let low = self.not_negative(frame, a);
        self.facts.terms.all(&[low, less])
    }

    /// `0 ≤ t`, which holds where the path to the current block has tested that `t` is at least some number.
    fn not_negative(&mut self, frame: &Frame<'a>, t: TermId) -> TermId {
        let zero = self.facts.terms.int(0);
        let condition = self.facts.terms.le(zero, t);
        if self.facts.terms.as_const(condition).is_some() {
            return condition;
        }
        for &known in frame.reach.get(&frame.block).into_iter().flatten() {
            if let Term::Le0(below) = *self.facts.terms.get(known) {
                // `below ≤ 0` with `below = least - t`.
                let least = self.facts.terms.add(below, t);
                if self.facts.terms.as_const(least).is_some_and(|least| least >= 0) {
                    return self.facts.terms.truth(true);
                }
            }
        }
        condition
    }

    /// Width of an operand that is an integer or a vector of such, otherwise that of the largest.
    pub(super) fn operand_bits(&self, frame: &Frame<'a>, op: Operand) -> u32 {
        let ty = self.operand_type(frame, op).map(|ty| &self.facts.module.types[self.element(ty)].kind);
        if let Some(TypeKind::Int(bits)) = ty { *bits } else { 64 }
    }

    fn cast(&mut self, op: CastOp, a: TermId, from_bits: u32, to: rma_frontend::ir::TypeId) -> TermId {
        if let (CastOp::Trunc, TypeKind::Int(bits)) = (op, &self.facts.module.types[to].kind)
            && let Some(part) = self.low_part(a, u64::from(*bits))
        {
            return part;
        }
        let a = match (op, &self.facts.module.types[to].kind) {
            (CastOp::Trunc, TypeKind::Int(bits @ 2..=32)) => self.without_high_part(a, *bits),
            _ => a,
        };
        match op {
            CastOp::Trunc
                if matches!(self.facts.module.types[to].kind, TypeKind::Int(1)) && !self.facts.terms.is_bool(a) =>
            {
                let two = self.facts.terms.int(2);
                self.facts.terms.op(Op::Mod, a, two)
            }
            CastOp::ZExt if from_bits <= 32 && self.facts.terms.as_const(a).is_some_and(|c| c < 0) => {
                let c = self.facts.terms.as_const(a).unwrap_or(0);
                self.facts.terms.int(c & ((1i64 << from_bits) - 1))
            }
            // The only bit of a truth value is its sign.
            CastOp::SExt if from_bits == 1 => self.facts.terms.scale(a, -1),
            CastOp::FPToUI | CastOp::FPToSI => self.facts.terms.apply("to_int", &[a]),
            CastOp::UIToFP | CastOp::SIToFP => match self.facts.terms.as_const(a) {
                Some(c) => self.float_const((c as f64).to_bits()),
                None => self.facts.terms.apply("to_float", &[a]),
            },
            // Integers do not overflow, addresses keep their bits, and rounding is not modelled.
            _ => a,
        }
    }

    /// Records an event.
    pub(crate) fn emit(&mut self, frame: &Frame<'a>, loc: Option<LocId>, event: Event) {
        if !matches!(event, Event::Access(_) | Event::Death { .. }) {
            self.recording.unwanted += 1;
        }
        self.recording.steps.push(Step::Item(Item { event, loc, ctx: frame.ctx, inst: frame.inst }));
    }

    pub(super) fn emit_call(&mut self, callees: Vec<rma_term::ids::CtxId>, merged: bool) {
        let given = self.facts.terms.truth(true);
        self.recording.steps.push(Step::Call { callees, merged, unwinds: super::Unwinds::Nowhere, given });
    }

    /// Records an access of a fixed number of bytes by an instruction.
    fn access(&mut self, frame: &Frame<'a>, v: ValueId, kind: AccessKind, ptr: TermId, size: u64, what: &'static str) {
        let len = self.facts.terms.int(size as i64);
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
        let cond = self.facts.terms.truth(true);
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
        made: Made,
        kind: ObjKind,
        name: String,
        size: Option<TermId>,
    ) -> ObjId {
        let loc = frame.func.insts[v].loc;
        if kind != ObjKind::Stack {
            self.recording.unwanted += 1;
        }
        let obj = self.object(ObjKey::Site(frame.ctx, v, made), || Object {
            kind,
            name,
            size,
            ctx: Some(frame.ctx),
            loc,
            scope: None,
            zeroed: false,
            escaped: false,
        });
        self.facts.objects[obj].size = size;
        obj
    }
}
