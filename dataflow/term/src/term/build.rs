//! Normalising constructors of integers and addresses; those of truth values are in `logic` (theory, 4.1).

use super::{Op, SymKind, Term, Terms};
use crate::ids::{ObjId, SymId, TermId};
use crate::limits::Limit;

impl Terms {
    /// A constant.
    pub fn int(&mut self, c: i64) -> TermId {
        self.intern(Term::Const(c))
    }

    /// A truth value.
    pub fn truth(&mut self, b: bool) -> TermId {
        self.int(i64::from(b))
    }

    /// A symbol as a term.
    pub fn sym(&mut self, s: SymId) -> TermId {
        self.intern(Term::Sym(s))
    }

    /// The address of an object's only instance.
    pub fn addr(&mut self, obj: ObjId) -> TermId {
        let zero = self.int(0);
        self.intern(Term::Addr(obj, zero))
    }

    /// The address of one of an object's instances.
    pub fn addr_of(&mut self, obj: ObjId, inst: TermId) -> TermId {
        self.intern(Term::Addr(obj, inst))
    }

    /// Constant and atoms of a linear form.
    pub fn linear(&self, t: TermId) -> (i64, Vec<(TermId, i64)>) {
        match self.get(t) {
            Term::Const(c) => (*c, Vec::new()),
            Term::Lin(c, ts) => (*c, ts.to_vec()),
            _ => (0, vec![(t, 1)]),
        }
    }

    /// Builds a linear form from parts in any order.
    pub fn from_linear(&mut self, c: i64, mut ts: Vec<(TermId, i64)>) -> TermId {
        ts.sort_unstable_by_key(|(t, _)| *t);
        let mut merged: Vec<(TermId, i64)> = Vec::with_capacity(ts.len());
        for (t, k) in ts {
            match merged.last_mut() {
                Some((last, sum)) if *last == t => *sum = sum.wrapping_add(k),
                _ => merged.push((t, k)),
            }
        }
        merged.retain(|(_, k)| *k != 0);
        match merged.as_slice() {
            [] => self.int(c),
            [(t, 1)] if c == 0 => *t,
            _ => self.intern(Term::Lin(c, merged.into_boxed_slice())),
        }
    }

    /// Constant and atoms of a linear form; `one` has room for a term that is no sum.
    fn parts_of<'t>(&'t self, t: TermId, one: &'t mut [(TermId, i64); 1]) -> (i64, &'t [(TermId, i64)]) {
        match self.get(t) {
            Term::Const(c) => (*c, &[]),
            Term::Lin(c, ts) => (*c, ts),
            _ => {
                *one = [(t, 1)];
                (0, one)
            }
        }
    }

    /// A linear form from the scratch list, with parts in ascending order, no coefficient zero.
    fn of_scratch(&mut self, c: i64, parts: Vec<(TermId, i64)>) -> TermId {
        let sum = match parts[..] {
            [] => self.int(c),
            [(t, 1)] if c == 0 => t,
            _ => self.intern_sum(c, &parts),
        };
        self.scratch = parts;
        sum
    }

    /// `a + b`
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        let mut out = std::mem::take(&mut self.scratch);
        out.clear();
        let (mut one, mut other) = ([(a, 1)], [(b, 1)]);
        let ((ca, ta), (cb, tb)) = (self.parts_of(a, &mut one), self.parts_of(b, &mut other));
        let (mut i, mut j) = (0, 0);
        loop {
            let next = match (ta.get(i), tb.get(j)) {
                (None, None) => break,
                (Some((t, k)), Some((u, l))) if t == u => {
                    (i, j) = (i + 1, j + 1);
                    (*t, k.wrapping_add(*l))
                }
                (Some(part), other) if other.is_none_or(|(u, _)| part.0 < *u) => {
                    i += 1;
                    *part
                }
                (_, Some(part)) => {
                    j += 1;
                    *part
                }
                (Some(_), None) => break,
            };
            if next.1 != 0 {
                out.push(next);
            }
        }
        let constant = ca.wrapping_add(cb);
        self.of_scratch(constant, out)
    }

    /// `a + c`
    pub fn add_int(&mut self, a: TermId, c: i64) -> TermId {
        let mut out = std::mem::take(&mut self.scratch);
        out.clear();
        let mut one = [(a, 1)];
        let (ca, ta) = self.parts_of(a, &mut one);
        out.extend_from_slice(ta);
        let constant = ca.wrapping_add(c);
        self.of_scratch(constant, out)
    }

    /// `a - b`
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let minus = self.scale(b, -1);
        self.add(a, minus)
    }

    /// `k · a`
    pub fn scale(&mut self, a: TermId, k: i64) -> TermId {
        if k == 1 {
            return a;
        }
        let mut out = std::mem::take(&mut self.scratch);
        out.clear();
        let mut one = [(a, 1)];
        let (c, ts) = self.parts_of(a, &mut one);
        out.extend(ts.iter().map(|(t, q)| (*t, q.wrapping_mul(k))).filter(|(_, q)| *q != 0));
        let constant = c.wrapping_mul(k);
        self.of_scratch(constant, out)
    }

    /// `a · b`; sums are multiplied out while they are short.
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(k) = self.as_const(a) {
            return self.scale(b, k);
        }
        if let Some(k) = self.as_const(b) {
            return self.scale(a, k);
        }
        let (ca, ta) = self.linear(a);
        let (cb, tb) = self.linear(b);
        if ta.len() * tb.len() > 9 {
            let (x, y) = if a <= b { (a, b) } else { (b, a) };
            return self.intern(Term::Op(Op::Mul, x, y));
        }
        let mut out = Vec::new();
        for &(x, kx) in &ta {
            out.push((x, kx.wrapping_mul(cb)));
            for &(y, ky) in &tb {
                let (l, r) = if x <= y { (x, y) } else { (y, x) };
                let product = self.intern(Term::Op(Op::Mul, l, r));
                out.push((product, kx.wrapping_mul(ky)));
            }
        }
        out.extend(tb.iter().map(|&(y, ky)| (y, ky.wrapping_mul(ca))));
        self.from_linear(ca.wrapping_mul(cb), out)
    }

    /// An operator of [`Op`], folded where the result is known.
    pub fn op(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b))
            && let Some(v) = fold(op, x, y)
        {
            return self.int(v);
        }
        // A constant operand goes into a case distinction: `(c ? 1 : 0) ^ 1`.
        if let (Term::Ite(c, x, y), Some(_)) = (self.get(a).clone(), self.as_const(b))
            && self.as_const(x).is_some()
            && self.as_const(y).is_some()
        {
            let (x, y) = (self.op(op, x, b), self.op(op, y, b));
            return self.ite(c, x, y);
        }
        match op {
            Op::Mul => self.mul(a, b),
            Op::Mod => self.modulo(a, b),
            Op::Rem => {
                if self.range(a).is_nonneg() {
                    self.modulo(a, b)
                } else {
                    self.intern(Term::Op(Op::Rem, a, b))
                }
            }
            Op::Div => self.floor_div(a, b),
            Op::Quot => {
                if self.range(a).is_nonneg() && self.range(b).is_nonneg() {
                    self.floor_div(a, b)
                } else if let Some(exact) = self.as_const(b).and_then(|k| self.exact_div(a, k)) {
                    exact
                } else {
                    self.intern(Term::Op(Op::Quot, a, b))
                }
            }
            Op::And => self.bit_and(a, b),
            Op::Xor if self.is_bool(a) && self.is_true(b) => self.not(a),
            Op::Xor if self.as_const(b) == Some(-1) => {
                let n = self.scale(a, -1);
                self.add_int(n, -1)
            }
            Op::Or | Op::Xor if self.as_const(b) == Some(0) => a,
            Op::Or | Op::Xor if self.as_const(a) == Some(0) => b,
            Op::Or if self.low_bits_free(a, b) || self.low_bits_free(b, a) => self.add(a, b),
            Op::Or if self.is_bool(a) && self.is_bool(b) => self.any(&[a, b]),
            Op::Xor if a == b => self.int(0),
            Op::Xor if let Some(left) = self.left_of_xor(a, b).or_else(|| self.left_of_xor(b, a)) => left,
            Op::Shl => match self.as_const(b) {
                Some(s @ 0..=62) => self.scale(a, 1 << s),
                _ => {
                    let (a, b) = self.shifted_from_odd(a, b);
                    self.intern(Term::Op(op, a, b))
                }
            },
            Op::Shr => match self.as_const(b) {
                Some(s @ 0..=62) => {
                    let d = self.int(1 << s);
                    self.floor_div(a, d)
                }
                _ => self.intern(Term::Op(op, a, b)),
            },
            Op::Or | Op::Xor => {
                let (x, y) = if a <= b { (a, b) } else { (b, a) };
                self.intern(Term::Op(op, x, y))
            }
        }
    }

    /// `2^n << (x - n)` is `1 << x`.
    fn shifted_from_odd(&mut self, a: TermId, b: TermId) -> (TermId, TermId) {
        let (c, _) = self.linear(b);
        match self.as_const(a) {
            Some(n) if n != 0 && c < 0 && i64::from(n.trailing_zeros()) == -c => {
                (self.int(n >> -c), self.add_int(b, -c))
            }
            _ => (a, b),
        }
    }

    /// `x`, where `a` is `x ^ b`.
    pub(super) fn left_of_xor(&self, a: TermId, b: TermId) -> Option<TermId> {
        match *self.get(a) {
            Term::Op(Op::Xor, x, y) if y == b => Some(x),
            Term::Op(Op::Xor, x, y) if x == b => Some(y),
            _ => None,
        }
    }

    /// Every part of `a` is a multiple of a power of two above any value of `b`: an `or` is an addition.
    fn low_bits_free(&mut self, a: TermId, b: TermId) -> bool {
        let range = self.range(b);
        let (Some(0..), Some(most @ 1..4096)) = (range.lo, range.hi) else { return false };
        let step = (most + 1).unsigned_abs().next_power_of_two() as i64;
        let (c0, ts) = self.linear(a);
        // Objects are aligned to 16 bytes as far as such code is concerned.
        let aligned = |t: TermId, k: i64| k % step == 0 || (matches!(self.get(t), Term::Addr(..)) && step <= 16);
        c0 % step == 0 && !ts.is_empty() && ts.iter().all(|(t, k)| aligned(*t, *k))
    }

    fn bit_and(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return a;
        }
        if self.is_bool(a) && self.is_bool(b) {
            return self.all(&[a, b]);
        }
        let (a, b) = if self.as_const(a).is_some() { (b, a) } else { (a, b) };
        for (x, mask) in [(a, b), (b, a)] {
            let end = self.add_int(mask, 1);
            if self.as_const(mask).is_none() && self.is_power_of_two(end) {
                return self.modulo(x, end);
            }
        }
        match self.as_const(b) {
            Some(0) => self.int(0),
            Some(-1) => a,
            // Compilers cut the counter of a loop to the 32 bits that it has in the source.
            Some(0xffff_ffff) if self.is_counted(a) => a,
            // A mask of low bits is a floor modulus, for negative values too.
            Some(m) if m > 0 && m < i64::MAX && (m & (m + 1)) == 0 => {
                let n = self.int(m + 1);
                self.modulo(a, n)
            }
            // So does one of all higher bits of a 31- or 32-bit number.
            Some(m) if m > 0 && is_high_mask(m) => {
                let n = self.int(1 << m.trailing_zeros());
                let whole = self.floor_div(a, n);
                self.scale(whole, 1 << m.trailing_zeros())
            }
            // A mask of high bits rounds down to a multiple.
            Some(m) if m < 0 && m > i64::MIN && ((-m) & (-m - 1)) == 0 => {
                let n = self.int(-m);
                let whole = self.floor_div(a, n);
                self.scale(whole, -m)
            }
            _ => {
                let (x, y) = if a <= b { (a, b) } else { (b, a) };
                self.intern(Term::Op(Op::And, x, y))
            }
        }
    }

    /// A power of two by construction: a constant, or one shifted to the left.
    fn is_power_of_two(&self, t: TermId) -> bool {
        let constant = |c: i64| c > 0 && c.count_ones() == 1;
        match self.get(t) {
            Term::Const(c) => constant(*c),
            Term::Op(Op::Shl, x, _) => self.is_power_of_two(*x),
            Term::Lin(0, ts) => matches!(ts[..], [(x, c)] if constant(c) && self.is_power_of_two(x)),
            _ => false,
        }
    }

    /// Floor modulus; `b` is taken to be positive.
    fn modulo(&mut self, a: TermId, b: TermId) -> TermId {
        let ra = self.range(a);
        if let Some(m) = self.as_const(b) {
            if m == 0 {
                return self.intern(Term::Op(Op::Mod, a, b));
            }
            let m = m.unsigned_abs() as i64;
            if ra.is_nonneg() && ra.hi.is_some_and(|h| h < m) {
                return a;
            }
            let (c, ts) = self.linear(a);
            let mut reduced = Vec::with_capacity(ts.len());
            for (t, k) in ts {
                reduced.push((t, k.rem_euclid(m)));
            }
            let inner = self.from_linear(c.rem_euclid(m), reduced);
            let r = self.range(inner);
            if r.is_nonneg() && r.hi.is_some_and(|h| h < m) {
                return inner;
            }
            let b = self.int(m);
            return self.intern(Term::Op(Op::Mod, inner, b));
        }
        // Multiples of the modulus vanish; what is known to be below it stays.
        let (c, mut ts) = self.linear(a);
        ts.retain(|(t, _)| *t != b);
        let inner = self.from_linear(c, ts);
        if self.range(inner).is_nonneg() && self.is_below(inner, b) {
            return inner;
        }
        self.intern(Term::Op(Op::Mod, inner, b))
    }

    /// A number that iterations, ranks, sizes and parameters make, and not below zero: no overflow is assumed of it.
    fn is_counted(&mut self, a: TermId) -> bool {
        let (_, parts) = self.linear(a);
        let counts = |t: &TermId| match *self.get(*t) {
            Term::Sym(s) => matches!(
                self.syms[s].kind,
                SymKind::Counter(_) | SymKind::Rank(_) | SymKind::Size(_) | SymKind::Parameter
            ),
            _ => false,
        };
        parts
            .iter()
            .any(|(t, _)| matches!(*self.get(*t), Term::Sym(s) if matches!(self.syms[s].kind, SymKind::Counter(_))))
            && parts.iter().all(|(t, k)| k.abs() < 1 << 16 && counts(t))
            && self.range(a).is_nonneg()
    }

    /// A cheap proof of `a < b` for non-constant `b`: a bounded symbol, or a constant below the least value.
    pub(super) fn is_below(&mut self, a: TermId, b: TermId) -> bool {
        if let Term::Sym(s) = self.get(a) {
            return self.syms[*s].below == Some(b);
        }
        if let Term::Op(Op::Mod, _, m) = self.get(a) {
            return *m == b;
        }
        match (self.range(a).hi, self.range(b).lo) {
            (Some(h), Some(l)) => h < l,
            _ => false,
        }
    }

    /// The value of a symbol according to a condition that is an equation, if that value is an integer.
    pub fn solved(&mut self, cond: TermId, x: SymId) -> Option<TermId> {
        let Term::Eq0(sum) = *self.get(cond) else { return None };
        let (c, mut parts) = self.linear(sum);
        let of = self.sym(x);
        let n = parts.iter().position(|(t, _)| *t == of)?;
        let (_, k) = parts.swap_remove(n);
        if parts.iter().any(|(t, _)| self.any_sym(*t, |y| y == x)) {
            return None;
        }
        let rest = self.from_linear(c, parts);
        let rest = self.scale(rest, -1);
        self.exact_div(rest, k)
    }

    /// `a / k` when every part of `a` is a multiple of `k`.
    pub fn exact_div(&mut self, a: TermId, k: i64) -> Option<TermId> {
        if k == 0 {
            return None;
        }
        let (c, ts) = self.linear(a);
        if k == i64::MIN || c == i64::MIN || ts.iter().any(|(_, q)| *q == i64::MIN) {
            return None;
        }
        if c % k != 0 || ts.iter().any(|(_, q)| q % k != 0) {
            return None;
        }
        let ts = ts.into_iter().map(|(t, q)| (t, q / k)).collect();
        Some(self.from_linear(c / k, ts))
    }

    fn floor_div(&mut self, a: TermId, b: TermId) -> TermId {
        let Some(k) = self.as_const(b).filter(|k| *k > 0) else {
            return self.intern(Term::Op(Op::Div, a, b));
        };
        if k == 1 {
            return a;
        }
        let (c, ts) = self.linear(a);
        let (mut whole, mut rest) = (Vec::new(), Vec::new());
        for (t, q) in ts {
            whole.push((t, q.div_euclid(k)));
            rest.push((t, q.rem_euclid(k)));
        }
        let whole = self.from_linear(c.div_euclid(k), whole);
        let rest = self.from_linear(c.rem_euclid(k), rest);
        let r = self.range(rest);
        if r.is_nonneg() && r.hi.is_some_and(|h| h < k) {
            return whole;
        }
        let quotient = self.intern(Term::Op(Op::Div, rest, b));
        self.add(whole, quotient)
    }

    /// `c ? a : b`
    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        match self.as_const(c) {
            Some(0) => return b,
            Some(_) => return a,
            None => {}
        }
        if a == b {
            return a;
        }
        if let Some(lanes) = self.ite_of_vectors(c, a, b) {
            return lanes;
        }
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            match (x, y) {
                (1, 0) => return c,
                (0, 1) => return self.not(c),
                _ => {}
            }
        }
        if self.is_bool(a) && self.is_bool(b) {
            let (n, zero) = (self.not(c), self.int(0));
            if b == zero {
                return self.all(&[c, a]);
            }
            if a == zero {
                return self.all(&[n, b]);
            }
            if self.is_true(a) {
                return self.any(&[c, b]);
            }
            if self.is_true(b) {
                return self.any(&[n, a]);
            }
        }
        if let Term::Not(n) = *self.get(c) {
            return self.ite(n, b, a);
        }
        // The condition also holds inside its branch: c ? a : (c ? x : b) = c ? a : b.
        let depth = self.limits.get(Limit::GivenDepth);
        let (first, not) = (self.given(c, a, depth), self.not(c));
        let second = self.given(not, b, depth);
        if (first, second) != (a, b) {
            return self.ite(c, first, second);
        }
        // A common part moves out, so that offsets into one object stay visible: c ? p+4 : p+8 = p + (c ? 4 : 8).
        let (ca, ta) = self.linear(a);
        let (cb, tb) = self.linear(b);
        let common: Vec<(TermId, i64)> = ta.iter().filter(|x| tb.contains(x)).copied().collect();
        if !common.is_empty() {
            let rest = |ts: &[(TermId, i64)]| ts.iter().filter(|x| !common.contains(x)).copied().collect::<Vec<_>>();
            let (ra, rb) = (rest(&ta), rest(&tb));
            let (ra, rb) = (self.from_linear(ca, ra), self.from_linear(cb, rb));
            let inner = self.ite(c, ra, rb);
            let shared = self.from_linear(0, common);
            return self.add(shared, inner);
        }
        self.intern(Term::Ite(c, a, b))
    }

    /// A value where a condition holds: truth values, and the case distinctions at its top and in the numbers that they compare, that the
    /// condition decides are gone.
    fn given(&mut self, cond: TermId, t: TermId, depth: u32) -> TermId {
        if !self.limits.allows(Limit::GivenWeight, self.weight(cond)) {
            return t;
        }
        let decides = match *self.get(t) {
            Term::Ite(d, ..) => d,
            Term::Any(_) | Term::All(_) | Term::Le0(_) | Term::Eq0(_) | Term::Not(_) => t,
            _ => return t,
        };
        let both = self.all(&[cond, decides]);
        let decided = if both == cond { Some(true) } else { self.as_const(both).map(|_| false) };
        match (self.get(t).clone(), decided) {
            (Term::Ite(_, x, _), Some(true)) => self.given(cond, x, depth),
            (Term::Ite(_, _, y), Some(false)) => self.given(cond, y, depth),
            (_, Some(value)) => self.truth(value),
            (Term::Ite(..), None) if depth == 0 => {
                self.limits.reached(Limit::GivenDepth);
                t
            }
            (Term::Ite(_, x, y), None) => {
                let (then, otherwise) = (self.given(cond, x, depth - 1), self.given(cond, y, depth - 1));
                if (then, otherwise) == (x, y) { t } else { self.ite(decides, then, otherwise) }
            }
            (Term::All(parts) | Term::Any(parts), None) if depth > 0 => {
                let left: Vec<TermId> = parts.iter().map(|p| self.given(cond, *p, depth - 1)).collect();
                match self.get(t) {
                    _ if left[..] == parts[..] => t,
                    Term::All(_) => self.all(&left),
                    _ => self.any(&left),
                }
            }
            (Term::Not(_) | Term::Le0(_) | Term::Eq0(_), None) if depth > 0 => self.compared_given(cond, t, depth - 1),
            _ => t,
        }
    }

    /// A comparison where a condition holds: without the case distinctions in the number that it compares which the condition decides.
    pub(super) fn compared_given(&mut self, cond: TermId, t: TermId, depth: u32) -> TermId {
        let number = match *self.get(t) {
            Term::Not(n) => {
                let left = self.compared_given(cond, n, depth);
                return if left == n { t } else { self.not(left) };
            }
            Term::Le0(x) | Term::Eq0(x) => x,
            _ => return t,
        };
        let (constant, parts) = self.linear(number);
        let mut left = Vec::with_capacity(parts.len());
        for (part, k) in &parts {
            let value = match self.get(*part) {
                Term::Ite(..) => self.given(cond, *part, depth),
                _ => *part,
            };
            left.push((value, *k));
        }
        if left == parts {
            return t;
        }
        let mut now = self.int(constant);
        for (part, k) in left {
            let part = self.scale(part, k);
            now = self.add(now, part);
        }
        if matches!(self.get(t), Term::Le0(_)) { self.le0(now) } else { self.eq0(now) }
    }

    /// An uninterpreted, deterministic function of its arguments.
    pub fn apply(&mut self, name: &str, args: &[TermId]) -> TermId {
        let f = self.function(name);
        self.intern(Term::Apply(f, args.into()))
    }

    /// A function applied to other arguments: comparisons of floating-point constants and lanes of vectors fold.
    pub(super) fn reapply(&mut self, f: u32, args: Box<[TermId]>) -> TermId {
        if let [a, b] = args[..]
            && let Some(holds) = self.compare_constants(f, a, b)
        {
            return self.truth(holds);
        }
        if let Some(part) = self.lane_of_known(f, &args) {
            return part;
        }
        if let Some(number) = self.integer_of(f, &args, &mut |t| self.as_const(t).map(i128::from)) {
            return match i64::try_from(number) {
                Ok(number) => self.int(number),
                Err(_) => self.intern(Term::Apply(f, args)),
            };
        }
        self.intern(Term::Apply(f, args))
    }

    /// A floating-point comparison, as a truth value; equal names mean equal comparisons.
    pub fn float_compare(&mut self, name: &str, a: TermId, b: TermId) -> TermId {
        let f = self.function(name);
        let c = self.reapply(f, Box::new([a, b]));
        self.ne0(c)
    }

    fn compare_constants(&self, f: u32, a: TermId, b: TermId) -> Option<bool> {
        let value = |t: TermId| match self.get(t) {
            Term::Apply(f, xs) if xs.is_empty() => self.function_name(*f).parse::<f64>().ok(),
            _ => None,
        };
        let less = match self.function_name(f) {
            "flt" => |x: f64, y: f64| x < y,
            "feq" => |x: f64, y: f64| x == y,
            "ford" => |x: f64, y: f64| !x.is_nan() && !y.is_nan(),
            _ => return None,
        };
        value(a).zip(value(b)).map(|(x, y)| less(x, y))
    }

    /// Several indices as one: `tuple(a, b)`; a single one is itself.
    pub fn tuple(&mut self, parts: &[TermId]) -> TermId {
        match parts {
            [] => self.int(0),
            [one] => *one,
            _ => self.apply("tuple", parts),
        }
    }
}

fn fold(op: Op, x: i64, y: i64) -> Option<i64> {
    match op {
        Op::Mul => x.checked_mul(y),
        Op::Mod => (y != 0).then(|| x.checked_rem_euclid(y)).flatten(),
        Op::Div => (y != 0).then(|| x.checked_div_euclid(y)).flatten().filter(|_| y > 0),
        Op::Rem => x.checked_rem(y),
        Op::Quot => x.checked_div(y),
        Op::And => Some(x & y),
        Op::Or => Some(x | y),
        Op::Xor => Some(x ^ y),
        Op::Shl => (0..63).contains(&y).then(|| x.checked_mul(1 << y)).flatten(),
        Op::Shr => (0..63).contains(&y).then(|| x >> y),
    }
}

/// All bits from some position up to bit 30, 31, 32 or 62: what a compiler makes of `& -8` on values known not negative.
fn is_high_mask(m: i64) -> bool {
    let low = 1i64 << m.trailing_zeros();
    m.checked_add(low).is_none_or(|end| [1i64 << 31, 1i64 << 32, 1i64 << 33].contains(&end))
}

/// Greatest common divisor of the magnitudes.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a as i64
}
