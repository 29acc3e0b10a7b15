//! Normalising constructors of comparisons (theory, 4.1).

use super::build::gcd;
use super::{Op, Term, Terms};
use crate::ids::{ObjId, TermId};
use crate::limits::Limit;

impl Terms {
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

    /// The sign of the difference of addresses of two objects is not known; the difference of an address and null is positive.
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
        if let Some(bits) = self.equality_of_bits(c, &ts) {
            return bits;
        }
        if let Some((x, v)) = self.compared_cases(c, &ts)
            && let Term::Ite(cond, a, b) = *self.get(x)
            && [a, b].iter().any(|v| matches!(self.get(*v), Term::Const(_) | Term::Addr(..)))
            && self.limits.room(Limit::CombinedWeight, self.weight(x))
        {
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
        if let Some(known) = self.equality_of_remainders(c, &ts) {
            return known;
        }
        let t = self.from_linear(c, ts);
        self.intern(Term::Eq0(t))
    }

    /// A case distinction that an equation compares, and with what: a constant, or an address (`mode->begin == begin_fence`).
    fn compared_cases(&mut self, c: i64, ts: &[(TermId, i64)]) -> Option<(TermId, TermId)> {
        match *ts {
            [(x, k @ (1 | -1))] => Some((x, self.int(c.wrapping_neg().wrapping_mul(k)))),
            [(x, k @ (1 | -1)), (y, m)] if m == -k => {
                let (cases, address) = if matches!(self.get(y), Term::Addr(..)) { (x, y) } else { (y, x) };
                let both = matches!((self.get(cases), self.get(address)), (Term::Ite(..), Term::Addr(..)));
                // `k·cases - k·address + c = 0`, or with the other sign.
                let sign = if cases == x { k } else { m };
                both.then(|| (cases, self.add_int(address, c.wrapping_neg().wrapping_mul(sign))))
            }
            _ => None,
        }
    }

    /// An equation of two remainders by one divisor, of numbers with a known difference: the remainders differ by the remainder of
    /// this difference, or by that minus the divisor. Also, neighbours of two ranks on a ring are equal only if the ranks are.
    fn equality_of_remainders(&mut self, c: i64, ts: &[(TermId, i64)]) -> Option<TermId> {
        let [(x, 1), (y, -1)] = *ts else { return None };
        let (Term::Op(Op::Mod, a, n), Term::Op(Op::Mod, b, m)) = (self.get(x).clone(), self.get(y).clone()) else {
            return None;
        };
        if c == 0 && n == m {
            let apart = self.sub(a, b);
            let (d, parts) = self.linear(apart);
            if let (0, [(p, 1 | -1), (q, 1 | -1)]) = (d, &parts[..])
                && parts[0].1 == -parts[1].1
                && [*p, *q].into_iter().all(|t| self.range(t).is_nonneg() && self.is_below(t, n))
            {
                return Some(self.eq(*p, *q));
            }
        }
        let n = self.as_const(n).filter(|v| *v > 0 && self.as_const(m) == Some(*v))?;
        let apart = self.sub(a, b);
        let apart = self.as_const(apart)?.rem_euclid(n);
        // x - y = -c
        let differ = -c != apart && -c != apart - n || apart == 0 && c != 0;
        (differ || apart == 0).then(|| self.truth(!differ))
    }

    /// Addresses of different objects differ, and none is null or a handle of 32 bits; instances of one object by their numbers.
    fn equality_of_addresses(&mut self, c: i64, ts: &[(TermId, i64)]) -> Option<TermId> {
        let addrs: Vec<(ObjId, TermId, i64)> = ts
            .iter()
            .filter_map(|(t, k)| match self.get(*t) {
                Term::Addr(o, i) => Some((*o, *i, *k)),
                _ => None,
            })
            .collect();
        match addrs[..] {
            [(_, _, 1 | -1)] if ts.len() == 1 && c.abs() < 1 << 32 => Some(self.truth(false)),
            [(o, i, k), (p, j, l)] if k + l == 0 => {
                if o != p {
                    // Offsets stay inside their objects (assumption 3).
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
            && matches!(self.function_name(f), "tuple" | "word")
            && xs.len() == ys.len()
        {
            let parts: Vec<TermId> = xs.iter().zip(ys.iter()).map(|(x, y)| self.eq(*x, *y)).collect();
            return self.all(&parts);
        }
        // `x ^ m = y ^ m` where `x = y`.
        if let Term::Op(Op::Xor, x, y) = *self.get(a) {
            for (rest, mask) in [(x, y), (y, x)] {
                if let Some(other) = self.left_of_xor(b, mask) {
                    return self.eq(rest, other);
                }
            }
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

    /// Truth value of an integer: `t ≠ 0`.
    pub fn ne0(&mut self, t: TermId) -> TermId {
        if self.is_bool(t) {
            return t;
        }
        let z = self.eq0(t);
        self.not(z)
    }
}
