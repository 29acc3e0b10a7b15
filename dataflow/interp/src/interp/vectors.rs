//! Values of several parts: vectors lane by lane, aggregates member by member, and both on their way through memory (theory, 4.1).
//!
//! Where a type has a known number of parts its values are [`Terms::vector`](rma_term::term::Terms::vector) terms; scalable
//! and very long vectors, and aggregates with too many scalars, are single values whose parts are not known.

use super::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::ir::{BinaryOp, CastOp, Const, ConstId, InstKind, Operand, TypeId, TypeKind, ValueId};
use rma_skeleton::facts::{Read, Role, SymKey};
use rma_term::ids::TermId;
use rma_term::limits::Limit;
use rma_term::term::{Op, Term};

/// The number of consecutive instructions that pack two numbers into one word, at most.
const DEPTH_OF_HALVES: u32 = 6;

impl<'a> Interp<'a> {
    /// The type of a vector's lanes; any other type itself.
    pub(super) fn element(&self, ty: TypeId) -> TypeId {
        match self.facts.module.types[ty].kind {
            TypeKind::Vector { elem, .. } => elem,
            _ => ty,
        }
    }

    /// Number of lanes of a vector that are represented separately.
    pub(super) fn lanes_of(&self, ty: TypeId) -> Option<u32> {
        match self.facts.module.types[ty].kind {
            TypeKind::Vector { len, scalable: false, .. } if self.facts.terms.limits.allows(Limit::Scalars, len) => {
                u32::try_from(len).ok()
            }
            _ => None,
        }
    }

    fn has_parts(&self, ty: TypeId) -> bool {
        let kind = &self.facts.module.types[ty].kind;
        matches!(kind, TypeKind::Vector { .. } | TypeKind::Array { .. } | TypeKind::Struct { .. })
    }

    /// Number of scalars in a type, if they are represented separately.
    fn scalars_of(&self, ty: TypeId) -> Option<u64> {
        let count = match &self.facts.module.types[ty].kind {
            TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Ptr => 1,
            TypeKind::Vector { .. } => u64::from(self.lanes_of(ty)?),
            TypeKind::Array { elem, len } => self.scalars_of(*elem)?.checked_mul(*len)?,
            TypeKind::Struct { fields, .. } => {
                fields.iter().try_fold(0u64, |sum, f| self.scalars_of(f.ty)?.checked_add(sum))?
            }
            TypeKind::Void | TypeKind::Func { .. } | TypeKind::Other => return None,
        };
        self.facts.terms.limits.allows(Limit::Scalars, count).then_some(count)
    }

    /// Offsets and types of the parts of a vector or aggregate; lanes that are no whole bytes count as one.
    pub(super) fn members(&self, ty: TypeId) -> Option<Vec<(u64, TypeId)>> {
        self.scalars_of(ty)?;
        match &self.facts.module.types[ty].kind {
            TypeKind::Vector { elem, len, .. } | TypeKind::Array { elem, len } => {
                let size = self.facts.module.types[*elem].size;
                // Arrays of nothing may be as long as they like.
                self.facts
                    .terms
                    .limits
                    .allows(Limit::Scalars, *len)
                    .then(|| (0..*len).map(|n| (n * size, *elem)).collect())
            }
            TypeKind::Struct { fields, .. } => Some(fields.iter().map(|f| (f.offset, f.ty)).collect()),
            _ => None,
        }
    }

    /// Every lane has separate bytes.
    fn in_bytes(&self, ty: TypeId) -> bool {
        match &self.facts.module.types[ty].kind {
            TypeKind::Vector { elem, .. } => self.bits_of(*elem) == 8 * self.facts.module.types[*elem].size,
            TypeKind::Array { elem, .. } => self.in_bytes(*elem),
            TypeKind::Struct { fields, .. } => fields.iter().all(|f| self.in_bytes(f.ty)),
            _ => true,
        }
    }

    /// Width of a scalar in bits.
    fn bits_of(&self, ty: TypeId) -> u64 {
        use rma_frontend::ir::FloatKind;
        match self.facts.module.types[ty].kind {
            TypeKind::Int(bits) => u64::from(bits),
            TypeKind::Float(FloatKind::X86Fp80) => 80,
            _ => 8 * self.facts.module.types[ty].size,
        }
    }

    /// Bytes that a load or store of a value touches: a vector of three has no fourth lane.
    pub(super) fn store_size(&self, ty: TypeId) -> u64 {
        match self.facts.module.types[ty].kind {
            TypeKind::Vector { elem, len, scalable: false } => self.bits_of(elem).saturating_mul(len).div_ceil(8),
            _ => self.size_of(ty),
        }
    }

    /// The type of an operand; addresses of globals and functions have none.
    pub(super) fn operand_type(&self, frame: &Frame<'a>, op: Operand) -> Option<TypeId> {
        match op {
            Operand::Value(v) => Some(frame.func.insts[v].ty),
            Operand::Param(p) => frame.func.params.get(p as usize).map(|p| p.ty),
            Operand::Const(c) => self.facts.module.consts[c].ty(),
            Operand::Other => None,
        }
    }

    pub(super) fn operand_lanes(&self, frame: &Frame<'a>, op: Operand) -> Option<u32> {
        self.operand_type(frame, op).and_then(|ty| self.lanes_of(ty))
    }

    /// An operand; if a lane is given, this lane of a vector.
    pub(super) fn lane_operand(&mut self, frame: &Frame<'a>, op: Operand, lane: Option<u32>) -> TermId {
        let whole = self.operand(frame, op);
        match lane {
            Some(n) if self.operand_lanes(frame, op).is_some() => self.facts.terms.lane(whole, n as usize),
            _ => whole,
        }
    }

    /// An operator of scalars, applied to each lane where its result is a vector.
    pub(super) fn each_lane(&mut self, frame: &Frame<'a>, v: ValueId) -> TermId {
        let inst = &frame.func.insts[v];
        if let InstKind::Cast { op: rma_frontend::ir::CastOp::BitCast, value } = inst.kind
            && let Some(from) = self.operand_type(frame, value)
            && let Some(reshaped) = self.reshape(frame, value, from, inst.ty)
        {
            return reshaped;
        }
        if !matches!(self.facts.module.types[inst.ty].kind, TypeKind::Vector { .. }) {
            return self.operator(frame, v, None);
        }
        let Some(count) = self.lanes_of(inst.ty) else { return self.lost(frame, v, Role::Value) };
        let lanes: Vec<TermId> = (0..count).map(|n| self.operator(frame, v, Some(n))).collect();
        self.facts.terms.vector(&lanes)
    }

    /// `bitcast` between a vector and another number of parts (little-endian). `None`: the parts stay as they are.
    fn reshape(&mut self, frame: &Frame<'a>, value: Operand, from: TypeId, to: TypeId) -> Option<TermId> {
        let count = |ty| if self.has_parts(ty) { self.lanes_of(ty).map(u64::from) } else { Some(1) };
        let (n, m) = (count(from)?, count(to)?);
        let (is_vector, was_vector) = (self.has_parts(to), self.has_parts(from));
        if n == m && is_vector == was_vector {
            return None;
        }
        let (narrow, wide) = (self.bits_of(self.element(from)), self.bits_of(self.element(to)));
        let whole = self.operand(frame, value);
        let parts: Vec<TermId> =
            if was_vector { (0..n as usize).map(|i| self.facts.terms.lane(whole, i)).collect() } else { vec![whole] };
        let mut out = Vec::new();
        if narrow <= wide {
            let group = usize::try_from(wide / narrow.max(1)).ok().filter(|g| *g > 0)?;
            for parts in parts.chunks(group) {
                out.push(self.joined(parts, narrow, wide));
            }
        } else {
            let each = narrow / wide.max(1);
            for part in parts {
                for i in 0..each {
                    out.push(self.bits_at(part, i, each, wide, narrow));
                }
            }
        }
        Some(if is_vector { self.facts.terms.vector(&out) } else { *out.first()? })
    }

    /// Parts of `narrow` bits as one integer of `wide` bits, the lowest first.
    fn joined(&mut self, parts: &[TermId], narrow: u64, wide: u64) -> TermId {
        if parts.len() == 1 {
            return parts[0];
        }
        if narrow == 1 && wide <= 62 {
            // Two's complement: the highest bit counts negative.
            let mut sum = self.facts.terms.int(0);
            for (n, part) in parts.iter().enumerate() {
                let weight = if n + 1 == parts.len() { -(1i64 << n) } else { 1i64 << n };
                let bit = self.facts.terms.scale(*part, weight);
                sum = self.facts.terms.add(sum, bit);
            }
            return sum;
        }
        let constants: Option<Vec<i64>> = parts.iter().map(|p| self.facts.terms.as_const(*p)).collect();
        match constants {
            Some(constants) if wide <= 64 => {
                let low = (1i128 << narrow) - 1;
                let bits = constants.iter().rev().fold(0i128, |sum, c| (sum << narrow) | (i128::from(*c) & low));
                self.facts.terms.int(((bits as i64) << (64 - wide)) >> (64 - wide))
            }
            _ if wide == 64 => self.facts.terms.word(parts),
            _ => self.facts.terms.apply("joined", parts),
        }
    }

    /// Two halves of a 64-bit integer.
    pub(super) fn word(&mut self, low: TermId, high: TermId) -> TermId {
        self.joined(&[low, high], 32, 64)
    }

    /// Whether an integer of 64 bits that numbers make up is a constant: each number is its part of the constant. A part with its highest
    /// bit set may be a negative number or a large one.
    pub(super) fn same_word(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (word, constant) = match (self.facts.terms.as_const(a), self.facts.terms.as_const(b)) {
            (None, Some(constant)) => (a, constant),
            (Some(constant), None) => (b, constant),
            _ => return None,
        };
        let parts = self.facts.terms.word_parts(word)?.to_vec();
        let width = 64 / parts.len();
        let mut same = Vec::new();
        for (n, part) in parts.into_iter().enumerate() {
            let bits = (constant >> (n * width)) & ((1 << width) - 1);
            if bits >> (width - 1) != 0 {
                return None;
            }
            let bits = self.facts.terms.int(bits);
            same.push(self.facts.terms.eq(part, bits));
        }
        Some(self.facts.terms.all(&same))
    }

    /// `a | b` of an integer of 64 bits that two numbers of 32 bits make up, `(high << 32) | low`: how compilers return and
    /// pass small structures.
    pub(super) fn packed(&mut self, frame: &Frame<'a>, a: Operand, b: Operand) -> Option<TermId> {
        let [low, high] = self.either_half(frame, a, b, DEPTH_OF_HALVES)?;
        Some(self.word(low, high))
    }

    fn either_half(&mut self, frame: &Frame<'a>, a: Operand, b: Operand, depth: u32) -> Option<[TermId; 2]> {
        let (a, b) = (self.halves(frame, a, depth)?, self.halves(frame, b, depth)?);
        let zero = self.facts.terms.int(0);
        let one_of = |n: usize| [(a[n], b[n]), (b[n], a[n])].into_iter().find(|(x, _)| *x == zero).map(|(_, y)| y);
        Some([one_of(0)?, one_of(1)?])
    }

    /// The lower and the upper half of an integer of 64 bits whose instructions put it together of numbers of 32 bits.
    fn halves(&mut self, frame: &Frame<'a>, op: Operand, depth: u32) -> Option<[TermId; 2]> {
        let zero = self.facts.terms.int(0);
        let v = match op {
            Operand::Const(c) => {
                let value = match self.facts.module.consts[c] {
                    Const::Int { value, .. } => value,
                    Const::Undef(_) => 0,
                    _ => return None,
                };
                return Some([value as i32, (value >> 32) as i32].map(|half| self.facts.terms.int(half.into())));
            }
            Operand::Value(v) => v,
            Operand::Param(_) | Operand::Other => return None,
        };
        let inst = &frame.func.insts[v];
        if !matches!(self.facts.module.types[inst.ty].kind, TypeKind::Int(64)) {
            return None;
        }
        if let Some(parts) = frame.vals[v].and_then(|t| self.facts.terms.word_parts(t)) {
            return parts.try_into().ok();
        }
        let depth = depth.checked_sub(1)?;
        let constant = |op: Operand| match op {
            Operand::Const(c) => match self.facts.module.consts[c] {
                Const::Int { value, .. } => Some(value),
                _ => None,
            },
            _ => None,
        };
        match inst.kind {
            InstKind::Cast { op: CastOp::ZExt, value } if self.operand_bits(frame, value) == 32 => {
                Some([self.operand(frame, value), zero])
            }
            InstKind::Binary { op: BinaryOp::Shl, lhs, rhs } if constant(rhs) == Some(32) => {
                Some([zero, self.halves(frame, lhs, depth)?[0]])
            }
            InstKind::Binary { op: BinaryOp::LShr, lhs, rhs } if constant(rhs) == Some(32) => {
                Some([self.halves(frame, lhs, depth)?[1], zero])
            }
            InstKind::Binary { op: BinaryOp::And, lhs, rhs } => {
                let mask = constant(rhs)?;
                let mut halves = self.halves(frame, lhs, depth)?;
                for (half, mask) in halves.iter_mut().zip([mask as i32, (mask >> 32) as i32]) {
                    match mask {
                        -1 => {}
                        0 => *half = zero,
                        _ => return None,
                    }
                }
                Some(halves)
            }
            InstKind::Binary { op: BinaryOp::Or, lhs, rhs } => self.either_half(frame, lhs, rhs, depth),
            _ => None,
        }
    }

    /// Part `n` of `count` of an integer of `from` bits, as an integer of `bits`.
    fn bits_at(&mut self, t: TermId, n: u64, count: u64, bits: u64, from: u64) -> TermId {
        if let Some(part) = self.facts.terms.word_parts(t).filter(|parts| parts.len() as u64 == count && from == 64) {
            return part[n as usize];
        }
        match self.facts.terms.as_const(t) {
            Some(c) if from <= 64 => {
                let part = c >> (bits * n).min(63);
                let part = if bits == 1 { part & 1 } else { part << (64 - bits) >> (64 - bits) };
                self.facts.terms.int(part)
            }
            _ => self.facts.terms.lane(t, n as usize),
        }
    }

    /// The low bits of an integer of several known parts.
    pub(super) fn low_part(&mut self, t: TermId, bits: u64) -> Option<TermId> {
        let parts = self.facts.terms.word_parts(t)?.to_vec();
        let width = 64 / parts.len() as u64;
        let kept = usize::try_from(bits / width).ok()?;
        Some(match parts.get(..kept) {
            Some(kept) if !kept.is_empty() && bits.is_multiple_of(width) => self.joined(kept, width, bits),
            _ => {
                let bits = self.facts.terms.int(bits as i64);
                self.facts.terms.apply("truncated", &[t, bits])
            }
        })
    }

    /// An integer without the parts that were shifted beyond this many bits: of a pair of small numbers that is passed as
    /// one word, only the low number is left, which is assumed to fit (assumption 2).
    pub(super) fn without_high_part(&mut self, t: TermId, bits: u32) -> TermId {
        if let Some(part) = self.low_part(t, bits.into()) {
            return part;
        }
        let zero = self.facts.terms.int(0);
        let low = (1i64 << bits) - 1;
        match *self.facts.terms.get(t) {
            Term::Const(c) => self.facts.terms.int(c << (64 - bits) >> (64 - bits)),
            Term::Op(Op::Or, a, b) => {
                let (x, y) = (self.without_high_part(a, bits), self.without_high_part(b, bits));
                match (self.facts.terms.as_const(x), self.facts.terms.as_const(y)) {
                    (Some(0), _) => y,
                    (_, Some(0)) => x,
                    _ => self.facts.terms.op(Op::Or, x, y),
                }
            }
            Term::Op(Op::Shl, _, by) if self.facts.terms.as_const(by).is_some_and(|by| by >= i64::from(bits)) => zero,
            Term::Op(Op::And, a, b) => {
                let (value, mask) = if self.facts.terms.as_const(a).is_some() { (b, a) } else { (a, b) };
                match self.facts.terms.as_const(mask) {
                    Some(mask) if mask & low == low => self.without_high_part(value, bits),
                    Some(mask) if mask & low == 0 => zero,
                    _ => t,
                }
            }
            Term::Lin(c, ref parts) if parts.iter().any(|(_, k)| k & low == 0) => {
                let kept = parts.iter().filter(|(_, k)| k & low != 0).copied().collect();
                self.facts.terms.from_linear(if c & low == 0 { 0 } else { c }, kept)
            }
            _ => t,
        }
    }

    /// An integer of several known parts moved up or down by whole parts. One part that is left at the lower end is a number
    /// of its own, which is assumed to fit (assumption 2).
    pub(super) fn parts_moved(&mut self, op: BinaryOp, t: TermId, by: TermId) -> Option<TermId> {
        let by = u64::try_from(self.facts.terms.as_const(by)?).ok()?;
        let parts = self.facts.terms.word_parts(t)?.to_vec();
        let width = 64 / parts.len() as u64;
        let gone = usize::try_from(by / width).ok().filter(|gone| by.is_multiple_of(width) && *gone < parts.len())?;
        let zero = self.facts.terms.int(0);
        let empty = std::iter::repeat_n(zero, gone);
        let moved: Vec<TermId> = match op {
            BinaryOp::Shl => empty.chain(parts.iter().copied()).take(parts.len()).collect(),
            BinaryOp::LShr | BinaryOp::AShr => parts.into_iter().skip(gone).chain(empty).collect(),
            _ => return None,
        };
        Some(match moved.split_first() {
            Some((low, rest)) if rest.iter().all(|part| *part == zero) => *low,
            _ => self.joined(&moved, width, 64),
        })
    }

    /// `extractelement`, `insertelement` and `shufflevector`.
    pub(super) fn move_lanes(&mut self, frame: &Frame<'a>, v: ValueId) -> TermId {
        let inst = &frame.func.insts[v];
        let moved = match &inst.kind {
            InstKind::ExtractElement { vector, index } => self.extract_lane(frame, *vector, *index),
            InstKind::InsertElement { vector, value, index } => self.insert_lane(frame, *vector, *value, *index),
            InstKind::ShuffleVector { lhs, rhs, mask } => self.shuffle(frame, *lhs, *rhs, mask),
            _ => None,
        };
        moved.unwrap_or_else(|| self.lost(frame, v, Role::Value))
    }

    fn extract_lane(&mut self, frame: &Frame<'a>, vector: Operand, index: Operand) -> Option<TermId> {
        let count = self.operand_lanes(frame, vector)?;
        let (whole, at) = (self.operand(frame, vector), self.operand(frame, index));
        if let Some(n) = self.facts.terms.as_const(at) {
            let n = u32::try_from(n).ok().filter(|n| *n < count)?;
            return Some(self.facts.terms.lane(whole, n as usize));
        }
        let last = count.checked_sub(1).filter(|n| self.facts.terms.limits.room(Limit::IndexedLanes, *n))?;
        let mut out = self.facts.terms.lane(whole, last as usize);
        for n in (0..last).rev() {
            let lane = self.facts.terms.lane(whole, n as usize);
            let number = self.facts.terms.int(i64::from(n));
            let here = self.facts.terms.eq(at, number);
            out = self.facts.terms.ite(here, lane, out);
        }
        Some(out)
    }

    fn insert_lane(&mut self, frame: &Frame<'a>, vector: Operand, value: Operand, index: Operand) -> Option<TermId> {
        let count = self.operand_lanes(frame, vector)?;
        let (whole, new) = (self.operand(frame, vector), self.operand(frame, value));
        let at = self.operand(frame, index);
        if self.facts.terms.as_const(at).is_none() && !self.facts.terms.limits.allows(Limit::IndexedLanes, count) {
            return None;
        }
        let mut lanes = Vec::with_capacity(count as usize);
        for n in 0..count {
            let old = self.facts.terms.lane(whole, n as usize);
            let number = self.facts.terms.int(i64::from(n));
            let here = self.facts.terms.eq(at, number);
            lanes.push(self.facts.terms.ite(here, new, old));
        }
        Some(self.facts.terms.vector(&lanes))
    }

    fn shuffle(&mut self, frame: &Frame<'a>, lhs: Operand, rhs: Operand, mask: &[Option<u32>]) -> Option<TermId> {
        let count = self.operand_lanes(frame, lhs)?;
        if !self.facts.terms.limits.allows(Limit::Scalars, mask.len()) {
            return None;
        }
        let (a, b) = (self.operand(frame, lhs), self.operand(frame, rhs));
        let mut lanes = Vec::with_capacity(mask.len());
        for lane in mask {
            lanes.push(match *lane {
                Some(n) if n < count => self.facts.terms.lane(a, n as usize),
                Some(n) => self.facts.terms.lane(b, (n - count) as usize),
                None => self.facts.terms.int(0),
            });
        }
        Some(self.facts.terms.vector(&lanes))
    }

    /// `extractvalue` and `insertvalue`.
    pub(super) fn move_members(&mut self, frame: &Frame<'a>, v: ValueId) -> TermId {
        let inst = &frame.func.insts[v];
        match &inst.kind {
            InstKind::ExtractValue { agg, indices } => {
                let whole = self.operand(frame, *agg);
                indices.iter().fold(whole, |t, n| self.facts.terms.lane(t, *n as usize))
            }
            InstKind::InsertValue { agg, value, indices } => {
                let (whole, new) = (self.operand(frame, *agg), self.operand(frame, *value));
                self.with_member(inst.ty, whole, indices, new).unwrap_or_else(|| self.lost(frame, v, Role::Value))
            }
            _ => self.lost(frame, v, Role::Value),
        }
    }

    fn with_member(&mut self, ty: TypeId, whole: TermId, indices: &[u32], new: TermId) -> Option<TermId> {
        let Some((&first, rest)) = indices.split_first() else { return Some(new) };
        let members = self.members(ty)?;
        let mut parts: Vec<TermId> = (0..members.len()).map(|n| self.facts.terms.lane(whole, n)).collect();
        let (_, inner) = *members.get(first as usize)?;
        parts[first as usize] = self.with_member(inner, parts[first as usize], rest, new)?;
        Some(self.facts.terms.vector(&parts))
    }

    /// A constant vector or aggregate by its parts.
    pub(super) fn constant_of_parts(&mut self, c: ConstId) -> Option<TermId> {
        let ty = self.facts.module.consts[c].ty()?;
        self.members(ty)?;
        Some(self.constant_part(c, ty, 0))
    }

    fn constant_part(&mut self, c: ConstId, ty: TypeId, at: u64) -> TermId {
        if let Some(members) = self.members(ty) {
            let parts: Vec<TermId> =
                members.into_iter().map(|(offset, ty)| self.constant_part(c, ty, at + offset)).collect();
            return self.facts.terms.vector(&parts);
        }
        match self.scalar_at(c, at, self.size_of(ty)) {
            Some(known) => known,
            None => self.facts.terms.apply(&format!("constant {} at {at}", c.raw()), &[]),
        }
    }

    fn scalar_at(&mut self, c: ConstId, at: u64, size: u64) -> Option<TermId> {
        let opaque = matches!(self.facts.module.consts[c], rma_frontend::ir::Const::Opaque(_));
        if opaque { None } else { self.constant_at(c, at, size) }
    }

    /// The value that a pointer points to, part by part.
    pub(super) fn load_value(
        &mut self,
        frame: &Frame<'a>,
        v: ValueId,
        mem: &mut Mem,
        ptr: TermId,
        ty: TypeId,
    ) -> TermId {
        self.load_parts(frame, (v, &mut 0), mem, ptr, ty)
    }

    fn load_parts(
        &mut self,
        frame: &Frame<'a>,
        (v, done): (ValueId, &mut u32),
        mem: &mut Mem,
        ptr: TermId,
        ty: TypeId,
    ) -> TermId {
        if let Some(members) = self.members(ty).filter(|_| self.in_bytes(ty)) {
            let mut parts = Vec::with_capacity(members.len());
            for (offset, ty) in members {
                let at = self.part_pointer(ptr, offset);
                parts.push(self.load_parts(frame, (v, &mut *done), mem, at, ty));
            }
            return self.facts.terms.vector(&parts);
        }
        let part = if *done == 0 { Read::Whole } else { Read::Member(*done) };
        *done += 1;
        let (size, float) = (self.size_of(ty), self.is_float(ty));
        if self.has_parts(ty) || (size > 8 && !float) {
            return self.lost(frame, v, part.at(0));
        }
        if part == Read::Whole
            && let Some(pair) = self.load_pair(frame, v, mem, ptr)
        {
            return pair;
        }
        self.load_part(frame, (v, part), mem, ptr, size, float)
    }

    /// Stores a value, part by part.
    pub(super) fn store_value(&mut self, mem: &mut Mem, ptr: TermId, ty: TypeId, value: TermId) {
        if let Some(members) = self.members(ty).filter(|_| self.in_bytes(ty)) {
            for (n, (offset, ty)) in members.into_iter().enumerate() {
                let at = self.part_pointer(ptr, offset);
                let part = self.facts.terms.lane(value, n);
                self.store_value(mem, at, ty, part);
            }
            return;
        }
        let size = self.store_size(ty);
        if self.has_parts(ty) {
            self.escape(value);
            let len = self.facts.terms.int(size as i64);
            self.clobber(mem, ptr, Some(len));
            return;
        }
        self.store(mem, ptr, size, value, self.is_float(ty));
    }

    fn part_pointer(&mut self, ptr: TermId, offset: u64) -> TermId {
        let offset = offset as i64;
        let at = self.facts.terms.add_int(ptr, offset);
        if offset != 0 {
            self.bound_pointer(ptr, at, offset, offset);
        }
        at
    }

    /// The loop variables that a phi of a header is: one for each lane of a vector.
    pub(super) fn lanes_of_phi(&mut self, frame: &Frame<'a>, v: ValueId, value: TermId) -> Vec<(Option<u32>, TermId)> {
        match self.lanes_of(frame.func.insts[v].ty) {
            Some(count) => (0..count).map(|n| (Some(n), self.facts.terms.lane(value, n as usize))).collect(),
            None => vec![(None, value)],
        }
    }

    /// Sets a phi or one of its lanes.
    pub(super) fn set_phi(&mut self, frame: &mut Frame<'a>, v: ValueId, lane: Option<u32>, value: TermId) {
        let count = self.lanes_of(frame.func.insts[v].ty);
        let (Some(lane), Some(count)) = (lane, count) else {
            frame.vals[v] = Some(value);
            return;
        };
        let zero = self.facts.terms.int(0);
        let known = frame.vals[v].and_then(|t| self.facts.terms.parts(t)).filter(|parts| parts.len() == count as usize);
        let mut lanes = known.map_or_else(|| vec![zero; count as usize], <[TermId]>::to_vec);
        lanes[lane as usize] = value;
        frame.vals[v] = Some(self.facts.terms.vector(&lanes));
    }

    /// A join of vectors, lane by lane.
    pub(super) fn select_lanes(
        &mut self,
        frame: &Frame<'a>,
        gates: &[TermId],
        values: &[TermId],
        key: SymKey,
    ) -> Option<TermId> {
        let count = values.iter().filter_map(|v| self.facts.terms.parts(*v)).map(<[TermId]>::len).max()?;
        // Parts of parts have no separate symbols.
        let SymKey::Site(ctx, site, Role::Joined(of)) = key else { return None };
        let mut lanes = Vec::with_capacity(count);
        for n in 0..count {
            let parts: Vec<TermId> = values.iter().map(|v| self.facts.terms.lane(*v, n)).collect();
            let key = SymKey::Site(ctx, site, Role::JoinedLane(of, n as u32));
            lanes.push(self.select(frame, gates, &parts, key));
        }
        Some(self.facts.terms.vector(&lanes))
    }

    /// A vector or aggregate without parts heavier than `most`.
    pub(super) fn light_parts(&mut self, frame: &Frame<'a>, v: ValueId, parts: &[TermId], most: u32) -> TermId {
        let mut light = Vec::with_capacity(parts.len());
        for (n, &part) in (0..).zip(parts) {
            light.push(if self.facts.terms.weight(part) > most {
                self.lost(frame, v, Role::LightPart(n))
            } else {
                part
            });
        }
        self.facts.terms.vector(&light)
    }
}
