//! Normalising constructors.

use super::{Op, SymId, Term, TermId, Terms};
use crate::object::ObjId;

/// Terms heavier than this are not combined further by case distinctions.
const MAX_ITE_WEIGHT: u32 = 64;

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

    /// `a + b`
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        let (ca, mut ta) = self.linear(a);
        let (cb, tb) = self.linear(b);
        ta.extend(tb);
        self.from_linear(ca.wrapping_add(cb), ta)
    }

    /// `a + c`
    pub fn add_int(&mut self, a: TermId, c: i64) -> TermId {
        let (ca, ta) = self.linear(a);
        self.from_linear(ca.wrapping_add(c), ta)
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
        let (c, ts) = self.linear(a);
        let ts = ts.into_iter().map(|(t, q)| (t, q.wrapping_mul(k))).collect();
        self.from_linear(c.wrapping_mul(k), ts)
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
            Op::Xor if self.is_bool(a) && self.as_const(b) == Some(1) => self.not(a),
            Op::Xor if self.as_const(b) == Some(-1) => {
                let n = self.scale(a, -1);
                self.add_int(n, -1)
            }
            Op::Or | Op::Xor if self.as_const(b) == Some(0) => a,
            Op::Or | Op::Xor if self.as_const(a) == Some(0) => b,
            Op::Or if self.low_bits_free(a, b) => self.add(a, b),
            Op::Or if self.is_bool(a) && self.is_bool(b) => self.any(&[a, b]),
            Op::Xor if a == b => self.int(0),
            Op::Shl => match self.as_const(b) {
                Some(s @ 0..=62) => self.scale(a, 1 << s),
                _ => self.intern(Term::Op(op, a, b)),
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

    /// Every part of `a` is a multiple of a power of two above the constant `b`: an `or` is an addition.
    fn low_bits_free(&self, a: TermId, b: TermId) -> bool {
        let Some(c) = self.as_const(b).filter(|c| (1..4096).contains(c)) else { return false };
        let step = (c + 1).unsigned_abs().next_power_of_two() as i64;
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
        match self.as_const(b) {
            Some(0) => self.int(0),
            Some(-1) => a,
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

    /// A cheap proof of `a < b` for non-constant `b`: a bounded symbol, or a constant below the least value.
    fn is_below(&mut self, a: TermId, b: TermId) -> bool {
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
            if self.as_const(a) == Some(1) {
                return self.any(&[c, b]);
            }
            if self.as_const(b) == Some(1) {
                return self.any(&[n, a]);
            }
        }
        if let Term::Not(n) = *self.get(c) {
            return self.ite(n, b, a);
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

    /// `t ≤ 0`
    pub fn le0(&mut self, t: TermId) -> TermId {
        let r = self.range(t);
        if r.hi.is_some_and(|h| h <= 0) {
            return self.truth(true);
        }
        if r.lo.is_some_and(|l| l > 0) {
            return self.truth(false);
        }
        if let Some(folded) = self.order_of_addresses(t) {
            return self.truth(folded);
        }
        let (c, mut ts) = self.linear(t);
        // x < size(comm) and similar: `sym - below ≤ -1` always holds.
        if let [(a, ka), (b, kb)] = ts[..] {
            for (x, kx, y, ky) in [(a, ka, b, kb), (b, kb, a, ka)] {
                if kx > 0 && ky == -kx && self.is_below(x, y) && c <= kx {
                    return self.truth(true);
                }
                if kx < 0 && ky == -kx && self.is_below(x, y) && c >= 0 {
                    return self.truth(false);
                }
            }
        }
        let g = ts.iter().fold(0, |g, (_, k)| gcd(g, *k));
        if g > 1 {
            // Σ (k/g)·t + ceil(c/g) ≤ 0
            for (_, k) in &mut ts {
                *k /= g;
            }
            let t = self.from_linear(c.div_euclid(g) + i64::from(c.rem_euclid(g) != 0), ts);
            return self.intern(Term::Le0(t));
        }
        self.intern(Term::Le0(t))
    }

    /// The sign of a difference of two addresses of different objects is not known; of one with null it is.
    fn order_of_addresses(&self, t: TermId) -> Option<bool> {
        let (_, ts) = self.linear(t);
        let mut addrs = ts.iter().filter(|(a, _)| matches!(self.get(*a), Term::Addr(..)));
        match (addrs.next(), addrs.next(), ts.len()) {
            (Some((_, k)), None, 1) => Some(*k < 0),
            _ => None,
        }
    }

    /// `t = 0`
    pub fn eq0(&mut self, t: TermId) -> TermId {
        if self.is_bool(t) {
            return self.not(t);
        }
        let r = self.range(t);
        if r.lo.is_some_and(|l| l > 0) || r.hi.is_some_and(|h| h < 0) {
            return self.truth(false);
        }
        let (mut c, mut ts) = self.linear(t);
        if ts.is_empty() {
            return self.truth(c == 0);
        }
        // A truth value that is compared: b - 1 = 0 is b.
        if let [(b, k @ (1 | -1))] = ts[..]
            && self.is_bool(b)
        {
            let v = c.wrapping_neg().wrapping_mul(k);
            return match v {
                0 => self.not(b),
                1 => b,
                _ => self.truth(false),
            };
        }
        if let [(x, k @ (1 | -1))] = ts[..]
            && let Term::Ite(cond, a, b) = *self.get(x)
            && self.as_const(a).is_some() | self.as_const(b).is_some()
            && self.weight(x) < MAX_ITE_WEIGHT
        {
            let v = self.int(c.wrapping_neg().wrapping_mul(k));
            let (ea, eb) = (self.eq(a, v), self.eq(b, v));
            let n = self.not(cond);
            let (l, r) = (self.all(&[cond, ea]), self.all(&[n, eb]));
            return self.any(&[l, r]);
        }
        if let Some(folded) = self.equality_of_addresses(c, &ts) {
            return folded;
        }
        let g = ts.iter().fold(0, |g, (_, k)| gcd(g, *k));
        if g > 1 {
            if c % g != 0 {
                return self.truth(false);
            }
            c /= g;
            for (_, k) in &mut ts {
                *k /= g;
            }
        }
        if ts[0].1 < 0 {
            c = c.wrapping_neg();
            for (_, k) in &mut ts {
                *k = k.wrapping_neg();
            }
        }
        let t = self.from_linear(c, ts);
        self.intern(Term::Eq0(t))
    }

    /// Addresses of different objects differ, and none is null; instances of one object by their numbers.
    fn equality_of_addresses(&mut self, c: i64, ts: &[(TermId, i64)]) -> Option<TermId> {
        let addrs: Vec<(ObjId, TermId, i64)> = ts
            .iter()
            .filter_map(|(t, k)| match self.get(*t) {
                Term::Addr(o, i) => Some((*o, *i, *k)),
                _ => None,
            })
            .collect();
        match addrs[..] {
            [(_, _, 1 | -1)] if ts.len() == 1 && c.abs() < 4096 => Some(self.truth(false)),
            [(o, i, k), (p, j, l)] if k + l == 0 => {
                if o != p {
                    // Offsets stay inside their objects (assumption 2).
                    return Some(self.truth(false));
                }
                (ts.len() == 2 && c == 0 && k.abs() == 1).then(|| self.eq(i, j))
            }
            _ => None,
        }
    }

    /// `a = b`
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.truth(true);
        }
        if let (Term::Apply(f, xs), Term::Apply(g, ys)) = (self.get(a).clone(), self.get(b).clone())
            && f == g
            && self.function_name(f) == "tuple"
            && xs.len() == ys.len()
        {
            let parts: Vec<TermId> = xs.iter().zip(ys.iter()).map(|(x, y)| self.eq(*x, *y)).collect();
            return self.all(&parts);
        }
        let d = self.sub(a, b);
        self.eq0(d)
    }

    /// `a ≠ b`
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let e = self.eq(a, b);
        self.not(e)
    }

    /// `a ≤ b`
    pub fn le(&mut self, a: TermId, b: TermId) -> TermId {
        let d = self.sub(a, b);
        self.le0(d)
    }

    /// `a < b`
    pub fn lt(&mut self, a: TermId, b: TermId) -> TermId {
        let d = self.sub(a, b);
        let d = self.add_int(d, 1);
        self.le0(d)
    }

    /// Negation of a truth value (any other term: `t = 0`).
    pub fn not(&mut self, t: TermId) -> TermId {
        match self.get(t).clone() {
            Term::Const(c) => self.truth(c == 0),
            Term::Not(n) => n,
            Term::Le0(x) => {
                let n = self.scale(x, -1);
                let n = self.add_int(n, 1);
                self.intern(Term::Le0(n))
            }
            Term::All(ts) => {
                let ns: Vec<TermId> = ts.iter().map(|t| self.not(*t)).collect();
                self.any(&ns)
            }
            Term::Any(ts) => {
                let ns: Vec<TermId> = ts.iter().map(|t| self.not(*t)).collect();
                self.all(&ns)
            }
            Term::Eq0(_) => self.intern(Term::Not(t)),
            _ => self.eq0(t),
        }
    }

    /// Truth value of an integer: `t ≠ 0`.
    pub fn is_true(&mut self, t: TermId) -> TermId {
        if self.is_bool(t) {
            return t;
        }
        let z = self.eq0(t);
        self.not(z)
    }

    /// Conjunction.
    pub fn all(&mut self, parts: &[TermId]) -> TermId {
        let mut flat = Vec::new();
        for &p in parts {
            match self.get(p) {
                Term::Const(0) => return self.truth(false),
                Term::Const(_) => {}
                Term::All(ts) => flat.extend(ts.iter().copied()),
                _ => flat.push(p),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        for &p in &flat {
            let n = self.not(p);
            if flat.binary_search(&n).is_ok() {
                return self.truth(false);
            }
        }
        if let Some(simpler) = self.propagate(&flat) {
            return self.all(&simpler);
        }
        if self.two_values(&flat) {
            return self.truth(false);
        }
        match flat.len() {
            0 => self.truth(true),
            1 => flat[0],
            _ => self.intern(Term::All(flat.into_boxed_slice())),
        }
    }

    /// Disjunctions under the other parts of a conjunction: without what those exclude, and none that they imply.
    fn propagate(&mut self, parts: &[TermId]) -> Option<Vec<TermId>> {
        for (n, p) in parts.iter().enumerate() {
            let Term::Any(ts) = self.get(*p).clone() else { continue };
            if ts.iter().any(|t| parts.contains(t)) {
                let rest = parts.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, t)| *t).collect();
                return Some(rest);
            }
            let mut left = Vec::new();
            for &t in ts.iter() {
                if !self.excluded(t, parts) {
                    left.push(t);
                }
            }
            if left.len() < ts.len() {
                let mut rest: Vec<TermId> =
                    parts.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, t)| *t).collect();
                rest.push(self.any(&left));
                return Some(rest);
            }
        }
        None
    }

    /// A condition of which some conjunct is negated among `parts`.
    fn excluded(&mut self, t: TermId, parts: &[TermId]) -> bool {
        let conjuncts: Vec<TermId> = match self.get(t) {
            Term::All(ts) => ts.to_vec(),
            _ => vec![t],
        };
        conjuncts.into_iter().any(|c| {
            let n = self.not(c);
            parts.contains(&n)
        })
    }

    /// Disjunction of conjunctions, with complementary ways merged: `(a and b) or (a and not b) or not a` is true.
    pub fn disjoin(&mut self, ways: &[TermId]) -> TermId {
        let mut sets: Vec<Vec<TermId>> = Vec::new();
        for w in ways.iter().filter(|w| self.as_const(**w) != Some(0)) {
            let parts: Vec<TermId> = match self.get(*w) {
                Term::All(ts) => ts.to_vec(),
                Term::Const(_) => Vec::new(),
                _ => vec![*w],
            };
            // A way that is a choice itself is several ways.
            let choice = parts.iter().position(|p| matches!(self.get(*p), Term::Any(ts) if ts.len() <= 4));
            let Some(n) = choice.filter(|_| ways.len() <= 4) else {
                sets.push(parts);
                continue;
            };
            let Term::Any(ts) = self.get(parts[n]).clone() else { continue };
            for t in ts.iter() {
                let mut set: Vec<TermId> = parts.iter().filter(|p| **p != parts[n]).copied().collect();
                match self.get(*t) {
                    Term::All(us) => set.extend(us.iter().copied()),
                    _ => set.push(*t),
                }
                set.sort_unstable();
                set.dedup();
                sets.push(set);
            }
        }
        'merge: loop {
            for i in 0..sets.len() {
                for j in 0..sets.len() {
                    if i == j {
                        continue;
                    }
                    let more: Vec<TermId> = sets[i].iter().filter(|t| !sets[j].contains(t)).copied().collect();
                    if more.is_empty() {
                        // The shorter one says it all.
                        sets.remove(j);
                        continue 'merge;
                    }
                    let [one] = more[..] else { continue };
                    let n = self.not(one);
                    if sets[j].contains(&n) {
                        // x or (not x and y) is x or y; with nothing else on the left it absorbs.
                        sets[j].retain(|t| *t != n);
                        continue 'merge;
                    }
                }
            }
            break;
        }
        let parts: Vec<TermId> = sets.iter().map(|s| self.all(s)).collect();
        self.any(&parts)
    }

    /// One form would have to have two values: `x = 1` and `x = 2`.
    fn two_values(&self, parts: &[TermId]) -> bool {
        let forms: Vec<(i64, Vec<(TermId, i64)>)> = parts
            .iter()
            .filter_map(|p| match self.get(*p) {
                Term::Eq0(t) => Some(self.linear(*t)),
                _ => None,
            })
            .collect();
        forms.iter().enumerate().any(|(n, (c, ts))| forms[n + 1..].iter().any(|(d, us)| c != d && ts == us))
    }

    /// Disjunction.
    pub fn any(&mut self, parts: &[TermId]) -> TermId {
        let mut flat = Vec::new();
        for &p in parts {
            match self.get(p) {
                Term::Const(0) => {}
                Term::Const(_) => return self.truth(true),
                Term::Any(ts) => flat.extend(ts.iter().copied()),
                _ => flat.push(p),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        for &p in &flat {
            let n = self.not(p);
            if flat.binary_search(&n).is_ok() {
                return self.truth(true);
            }
        }
        match flat.len() {
            0 => self.truth(false),
            1 => flat[0],
            _ => self.intern(Term::Any(flat.into_boxed_slice())),
        }
    }

    /// An uninterpreted, deterministic function of its arguments.
    pub fn apply(&mut self, name: &str, args: &[TermId]) -> TermId {
        let f = self.function(name);
        self.intern(Term::Apply(f, args.into()))
    }

    /// A function applied to other arguments: comparisons of floating-point constants fold.
    pub(super) fn reapply(&mut self, f: u32, args: Box<[TermId]>) -> TermId {
        if let [a, b] = args[..]
            && let Some(holds) = self.compare_constants(f, a, b)
        {
            return self.truth(holds);
        }
        self.intern(Term::Apply(f, args))
    }

    /// A floating-point comparison, as a truth value; equal names mean equal comparisons.
    pub fn float_compare(&mut self, name: &str, a: TermId, b: TermId) -> TermId {
        let f = self.function(name);
        let c = self.reapply(f, Box::new([a, b]));
        self.is_true(c)
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

/// All bits from some position up to bit 30, 31 or 62: what a compiler makes of `& -8` on values known not negative.
fn is_high_mask(m: i64) -> bool {
    let low = 1i64 << m.trailing_zeros();
    m.checked_add(low).is_none_or(|end| [1i64 << 31, 1i64 << 32].contains(&end))
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a as i64
}
