//! Polynomials over integers with few variables and low degree, checked for overflow (theory, 8.2).

use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A variable of a system.
pub(super) type Var = u16;

/// Degree up to which products are multiplied out.
const DEGREE: usize = 4;
const NONE: Var = Var::MAX;

/// A product of variables, ascending; the empty one is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mono([Var; DEGREE]);

impl Hash for Mono {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [a, b, c, d] = self.0.map(u64::from);
        state.write_u64(a | b << 16 | c << 32 | d << 48);
    }
}

impl Mono {
    pub const ONE: Mono = Mono([NONE; DEGREE]);

    pub fn var(v: Var) -> Mono {
        let mut m = Mono::ONE;
        m.0[0] = v;
        m
    }

    pub fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.0.iter().copied().take_while(|v| *v != NONE)
    }

    pub fn degree(&self) -> usize {
        self.vars().count()
    }

    pub fn times(&self, other: &Mono) -> Option<Mono> {
        let (a, b) = (self.degree(), other.degree());
        if a + b > DEGREE {
            return None;
        }
        let mut out = *self;
        out.0[a..a + b].copy_from_slice(&other.0[..b]);
        out.0.sort_unstable();
        Some(out)
    }

    /// The product without one factor `v`.
    pub fn without(&self, v: Var) -> Option<Mono> {
        let at = self.vars().position(|x| x == v)?;
        let mut out = *self;
        out.0[at] = NONE;
        out.0.sort_unstable();
        Some(out)
    }
}

/// `Σ coefficient · product`, ascending by product, no coefficient zero. All operations give `None` on overflow. A copy shares
/// the parts: systems are copied for each case of a distinction.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) struct Poly(Rc<Vec<(Mono, i128)>>);

impl Poly {
    /// Of parts in ascending order by product, no coefficient zero.
    pub fn of(parts: Vec<(Mono, i128)>) -> Poly {
        Poly(Rc::new(parts))
    }

    pub fn constant(c: i128) -> Poly {
        Poly::of(if c == 0 { Vec::new() } else { vec![(Mono::ONE, c)] })
    }

    pub fn var(v: Var) -> Poly {
        Poly::of(vec![(Mono::var(v), 1)])
    }

    /// All parts, the constant last.
    pub fn all_parts(&self) -> &[(Mono, i128)] {
        &self.0
    }

    fn collect(mut parts: Vec<(Mono, i128)>) -> Option<Poly> {
        parts.sort_unstable_by_key(|(m, _)| *m);
        let mut out: Vec<(Mono, i128)> = Vec::with_capacity(parts.len());
        for (m, k) in parts {
            match out.last_mut() {
                Some((last, sum)) if *last == m => *sum = sum.checked_add(k)?,
                _ => out.push((m, k)),
            }
        }
        out.retain(|(_, k)| *k != 0);
        Poly::limited(out)
    }

    /// Far below the limits of its numbers, so that a few more steps cannot overflow.
    fn limited(out: Vec<(Mono, i128)>) -> Option<Poly> {
        out.iter().all(|(_, k)| k.unsigned_abs() < 1 << 100).then(|| Poly::of(out))
    }

    /// `self + k · other`
    pub fn plus(&self, other: &Poly, k: i128) -> Option<Poly> {
        // Both are in order.
        let (mut mine, mut theirs) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut out: Vec<(Mono, i128)> = Vec::with_capacity(self.0.len() + other.0.len());
        loop {
            let next = match (mine.peek(), theirs.peek()) {
                (None, None) => break,
                (Some((m, a)), Some((n, _))) if m < n => {
                    mine.next();
                    (*m, *a)
                }
                (Some((m, a)), None) => {
                    mine.next();
                    (*m, *a)
                }
                (Some((m, a)), Some((n, b))) if m == n => {
                    mine.next();
                    theirs.next();
                    (*m, a.checked_add(b.checked_mul(k)?)?)
                }
                (_, Some((n, b))) => {
                    theirs.next();
                    (*n, b.checked_mul(k)?)
                }
            };
            if next.1 != 0 {
                out.push(next);
            }
        }
        Poly::limited(out)
    }

    pub fn add_int(&self, c: i128) -> Option<Poly> {
        self.plus(&Poly::constant(c), 1)
    }

    pub fn times(&self, other: &Poly) -> Option<Poly> {
        let mut parts = Vec::with_capacity(self.0.len() * other.0.len());
        for (m, c) in self.0.iter() {
            for (n, d) in other.0.iter() {
                parts.push((m.times(n)?, c.checked_mul(*d)?));
            }
        }
        Poly::collect(parts)
    }

    pub fn negated(&self) -> Poly {
        Poly::of(self.0.iter().map(|(m, k)| (*m, -k)).collect())
    }

    pub fn as_const(&self) -> Option<i128> {
        match self.0[..] {
            [] => Some(0),
            [(Mono::ONE, c)] => Some(c),
            _ => None,
        }
    }

    /// The constant part.
    pub fn constant_part(&self) -> i128 {
        // `ONE` is the greatest product.
        self.0.last().filter(|(m, _)| *m == Mono::ONE).map_or(0, |(_, c)| *c)
    }

    /// The parts that are no constant.
    pub fn parts(&self) -> &[(Mono, i128)] {
        let n = self.0.len() - usize::from(self.0.last().is_some_and(|(m, _)| *m == Mono::ONE));
        &self.0[..n]
    }

    /// With another constant part.
    pub fn with_constant(&self, c: i128) -> Poly {
        let mut parts = self.parts().to_vec();
        if c != 0 {
            parts.push((Mono::ONE, c));
        }
        Poly::of(parts)
    }

    pub fn is_linear(&self) -> bool {
        self.parts().iter().all(|(m, _)| m.degree() == 1)
    }

    pub fn contains(&self, v: Var) -> bool {
        self.0.iter().any(|(m, _)| m.vars().any(|x| x == v))
    }

    /// With `v` replaced.
    pub fn substitute(&self, v: Var, by: &Poly) -> Option<Poly> {
        if !self.contains(v) {
            return Some(self.clone());
        }
        let mut parts = Vec::new();
        for (m, k) in self.0.iter() {
            let (mut rest, mut times) = (*m, 0);
            while let Some(less) = rest.without(v) {
                rest = less;
                times += 1;
            }
            if times == 0 {
                parts.push((*m, *k));
                continue;
            }
            let mut product = Poly::of(vec![(rest, *k)]);
            for _ in 0..times {
                product = product.times(by)?;
            }
            parts.extend(product.0.iter().copied());
        }
        Poly::collect(parts)
    }

    /// The quotient and the rest of a division by the variable `v`: `self = v · quotient + rest`.
    pub fn divided(&self, v: Var) -> (Poly, Poly) {
        let (mut quotient, mut rest) = (Vec::new(), Vec::new());
        for (m, k) in self.0.iter() {
            match m.without(v) {
                Some(less) => quotient.push((less, *k)),
                None => rest.push((*m, *k)),
            }
        }
        quotient.sort_unstable_by_key(|(m, _)| *m);
        (Poly::of(quotient), Poly::of(rest))
    }

    /// Divided by the gcd of all coefficients, the first one positive: the same sign, or the opposite, everywhere.
    pub fn primitive(&self) -> Poly {
        let g = gcd(&self.0).max(1);
        let g = if self.0.first().is_some_and(|(_, k)| *k < 0) { -g } else { g };
        Poly::of(self.0.iter().map(|(m, k)| (*m, k / g)).collect())
    }

    /// Divides `self = 0` by the gcd of its coefficients; `None` when it has no integer solution for that reason.
    pub fn tightened_equation(&self) -> Option<Poly> {
        let g = gcd(self.parts());
        if g < 2 {
            return Some(self.clone());
        }
        (self.constant_part() % g == 0).then(|| Poly::of(self.0.iter().map(|(m, k)| (*m, k / g)).collect()))
    }

    /// Divides `self ≤ 0` by the gcd of its coefficients; the constant is rounded up.
    pub fn tightened(&self) -> Poly {
        let g = gcd(self.parts());
        if g < 2 {
            return self.clone();
        }
        let c = -(-self.constant_part()).div_euclid(g);
        let mut out: Vec<(Mono, i128)> = self.parts().iter().map(|(m, k)| (*m, k / g)).collect();
        if c != 0 {
            out.push((Mono::ONE, c));
        }
        Poly::of(out)
    }
}

pub(super) fn gcd(parts: &[(Mono, i128)]) -> i128 {
    parts.iter().fold(0, |g, (_, k)| {
        let (mut a, mut b) = (g, k.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    })
}
