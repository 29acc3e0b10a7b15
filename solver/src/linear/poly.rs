//! Polynomials over integers with few variables and low degree, checked for overflow (theory, 8.2).

use std::cell::Cell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A variable of a system.
pub(super) type Var = u16;

/// Degree up to which products are multiplied out.
const DEGREE: usize = 4;
const NONE: Var = Var::MAX;

/// A product of variables, ascending; the empty one is 1. The first variable is in the highest bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Mono(u64);

impl Mono {
    pub const ONE: Mono = Mono(u64::MAX);

    pub fn var(v: Var) -> Mono {
        Mono(u64::from(v) << 48 | u64::MAX >> 16)
    }

    fn of(vars: [Var; DEGREE]) -> Mono {
        Mono(vars.iter().fold(0, |all, v| all << 16 | u64::from(*v)))
    }

    fn all(self) -> [Var; DEGREE] {
        [48, 32, 16, 0].map(|shift| (self.0 >> shift) as Var)
    }

    pub fn vars(&self) -> impl Iterator<Item = Var> + use<> {
        self.all().into_iter().take_while(|v| *v != NONE)
    }

    pub fn degree(&self) -> usize {
        DEGREE - self.0.trailing_ones() as usize / 16
    }

    /// The variable that this is.
    pub fn as_var(&self) -> Option<Var> {
        (self.degree() == 1).then_some((self.0 >> 48) as Var)
    }

    pub fn times(&self, other: &Mono) -> Option<Mono> {
        let (a, b) = (self.degree(), other.degree());
        if a + b > DEGREE {
            return None;
        }
        if a == 0 || b == 0 {
            return Some(if a == 0 { *other } else { *self });
        }
        let mut out = self.all();
        out[a..a + b].copy_from_slice(&other.all()[..b]);
        out.sort_unstable();
        Some(Mono::of(out))
    }

    /// The product without one factor `v`.
    pub fn without(&self, v: Var) -> Option<Mono> {
        let at = self.vars().position(|x| x == v)?;
        let mut out = self.all();
        out[at] = NONE;
        out.sort_unstable();
        Some(Mono::of(out))
    }

    /// A bit for each variable, shared by some.
    fn mask(self) -> u64 {
        self.vars().fold(0, |all, v| all | 1 << (v % 64))
    }

    /// A number for the product that is spread over all bits.
    fn spread(self) -> u64 {
        let x = (self.0 ^ self.0 >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }
}

/// `Σ coefficient · product`, ascending by product, no coefficient zero. All operations give `None` on overflow. A copy shares
/// the parts: systems are copied for each case of a distinction.
#[derive(Debug, Clone, Default)]
pub(super) struct Poly(Rc<Parts>);

#[derive(Debug)]
struct Parts {
    parts: Vec<(Mono, i128)>,
    /// The sum of the parts that are no constant, with numbers for products: that of the negated sum is the negated one.
    digest: u64,
    /// A bit for each variable, shared by some.
    mask: u64,
    /// The gcd of the coefficients without the constant is known to be 1.
    tight: Cell<bool>,
}

impl Default for Parts {
    fn default() -> Parts {
        Parts { parts: Vec::new(), digest: 0, mask: 0, tight: Cell::new(true) }
    }
}

impl PartialEq for Poly {
    fn eq(&self, other: &Poly) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0.digest == other.0.digest && self.0.parts == other.0.parts
    }
}

impl Eq for Poly {}

impl PartialOrd for Poly {
    fn partial_cmp(&self, other: &Poly) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Poly {
    fn cmp(&self, other: &Poly) -> Ordering {
        self.0.parts.cmp(&other.0.parts)
    }
}

impl Hash for Poly {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.digest.wrapping_add(self.constant_part() as u64));
    }
}

impl Poly {
    /// The polynomial of these parts, which are in ascending order by product and have no coefficient zero.
    pub fn of(parts: Vec<(Mono, i128)>) -> Poly {
        let (mut digest, mut mask, mut one) = (0u64, 0, parts.is_empty());
        for (m, k) in &parts {
            if *m != Mono::ONE {
                digest = digest.wrapping_add(m.spread().wrapping_mul(*k as u64));
                mask |= m.mask();
                one |= *k == 1 || *k == -1;
            }
        }
        Poly(Rc::new(Parts { parts, digest, mask, tight: Cell::new(one) }))
    }

    pub fn constant(c: i128) -> Poly {
        Poly::of(if c == 0 { Vec::new() } else { vec![(Mono::ONE, c)] })
    }

    pub fn var(v: Var) -> Poly {
        Poly::of(vec![(Mono::var(v), 1)])
    }

    /// All parts, the constant last.
    pub fn all_parts(&self) -> &[(Mono, i128)] {
        &self.0.parts
    }

    /// A number that is equal for polynomials that differ only in their constant, and the negation of it for negated ones.
    pub fn digest(&self) -> u64 {
        self.0.digest
    }

    /// Whether two polynomials differ only in their constant.
    pub fn is_parallel(&self, other: &Poly) -> bool {
        self.0.digest == other.0.digest && self.parts() == other.parts()
    }

    /// Whether the parts that are no constant are the negated ones of another.
    pub fn is_opposite(&self, other: &Poly) -> bool {
        let (own, other_parts) = (self.parts(), other.parts());
        self.0.digest == other.0.digest.wrapping_neg()
            && own.len() == other_parts.len()
            && own.iter().zip(other_parts).all(|((m, k), (n, l))| m == n && *k == -*l)
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
        Poly::merged(&self.0.parts, None, &other.0.parts, k)
    }

    /// The sum of some parts, without one of them, and of `k` times other parts; both in order.
    fn merged(mine: &[(Mono, i128)], without: Option<usize>, theirs: &[(Mono, i128)], k: i128) -> Option<Poly> {
        let mut out: Vec<(Mono, i128)> = Vec::with_capacity(mine.len() + theirs.len());
        let (mut i, mut j) = (0, 0);
        let times = |b: i128| if k == 1 { Some(b) } else { b.checked_mul(k) };
        loop {
            if Some(i) == without {
                i += 1;
            }
            let next = match (mine.get(i), theirs.get(j)) {
                (None, None) => break,
                (Some((m, a)), Some((n, b))) if m == n => {
                    (i, j) = (i + 1, j + 1);
                    (*m, a.checked_add(times(*b)?)?)
                }
                (Some(part), theirs) if theirs.is_none_or(|(n, _)| part.0 < *n) => {
                    i += 1;
                    *part
                }
                (_, Some((n, b))) => {
                    j += 1;
                    (*n, times(*b)?)
                }
                (Some(_), None) => break,
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
        let mut parts = Vec::with_capacity(self.0.parts.len() * other.0.parts.len());
        for (m, c) in &self.0.parts {
            for (n, d) in &other.0.parts {
                parts.push((m.times(n)?, c.checked_mul(*d)?));
            }
        }
        Poly::collect(parts)
    }

    pub fn negated(&self) -> Poly {
        Poly::of(self.0.parts.iter().map(|(m, k)| (*m, -k)).collect())
    }

    pub fn as_const(&self) -> Option<i128> {
        match self.0.parts[..] {
            [] => Some(0),
            [(Mono::ONE, c)] => Some(c),
            _ => None,
        }
    }

    /// The constant part.
    pub fn constant_part(&self) -> i128 {
        // `ONE` is the greatest product.
        self.0.parts.last().filter(|(m, _)| *m == Mono::ONE).map_or(0, |(_, c)| *c)
    }

    /// The parts that are no constant.
    pub fn parts(&self) -> &[(Mono, i128)] {
        let n = self.0.parts.len() - usize::from(self.0.parts.last().is_some_and(|(m, _)| *m == Mono::ONE));
        &self.0.parts[..n]
    }

    /// The polynomial with another constant part.
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
        self.0.mask >> (v % 64) & 1 == 1 && self.0.parts.iter().any(|(m, _)| m.vars().any(|x| x == v))
    }

    /// The polynomial with `v` replaced.
    pub fn substitute(&self, v: Var, by: &Poly) -> Option<Poly> {
        if !self.contains(v) {
            return Some(self.clone());
        }
        let mut with = self.0.parts.iter().enumerate().filter(|(_, (m, _))| m.vars().any(|x| x == v));
        if let (Some((n, (m, k))), None) = (with.next(), with.next())
            && *m == Mono::var(v)
        {
            return Poly::merged(&self.0.parts, Some(n), &by.0.parts, *k);
        }
        let mut parts = Vec::with_capacity(self.0.parts.len() + by.0.parts.len());
        for (m, k) in &self.0.parts {
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
            parts.extend(product.0.parts.iter().copied());
        }
        Poly::collect(parts)
    }

    /// The quotient and the rest of a division by the variable `v`: `self = v · quotient + rest`.
    pub fn divided(&self, v: Var) -> (Poly, Poly) {
        let (mut quotient, mut rest) = (Vec::new(), Vec::new());
        for (m, k) in &self.0.parts {
            match m.without(v) {
                Some(less) => quotient.push((less, *k)),
                None => rest.push((*m, *k)),
            }
        }
        quotient.sort_unstable_by_key(|(m, _)| *m);
        (Poly::of(quotient), Poly::of(rest))
    }

    /// The polynomial divided by the gcd of its coefficients, and with a positive first coefficient: its sign is everywhere
    /// the same as before, or everywhere the opposite.
    pub fn primitive(&self) -> Poly {
        let g = gcd(&self.0.parts).max(1);
        let g = if self.0.parts.first().is_some_and(|(_, k)| *k < 0) { -g } else { g };
        Poly::of(self.0.parts.iter().map(|(m, k)| (*m, k / g)).collect())
    }

    /// The gcd of the coefficients without the constant.
    fn common(&self) -> i128 {
        if self.0.tight.get() {
            return 1;
        }
        let g = gcd(self.parts());
        self.0.tight.set(g < 2);
        g
    }

    /// Divides `self = 0` by the gcd of its coefficients; `None` when it has no integer solution for that reason.
    pub fn tightened_equation(&self) -> Option<Poly> {
        let g = self.common();
        if g < 2 {
            return Some(self.clone());
        }
        (self.constant_part() % g == 0).then(|| Poly::of(self.0.parts.iter().map(|(m, k)| (*m, k / g)).collect()))
    }

    /// Divides `self ≤ 0` by the gcd of its coefficients; the constant is rounded up.
    pub fn tightened(&self) -> Poly {
        let g = self.common();
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
    let mut all = 0;
    for (_, k) in parts {
        let (mut a, mut b) = (all, k.abs());
        while b != 0 {
            // Numbers of 64 bits are far faster to divide.
            (a, b) = match (u64::try_from(a), u64::try_from(b)) {
                (Ok(x), Ok(y)) => (b, i128::from(x % y)),
                _ => (b, a % b),
            };
        }
        all = a;
        if all == 1 {
            break;
        }
    }
    all
}
