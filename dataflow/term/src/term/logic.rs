//! Normalising constructors of truth values (theory, 4.1).

use super::build::gcd;
use super::compared::{Compared, Relation};
use super::{Op, Term, Terms};
use crate::ids::{ObjId, TermId};
use crate::limits::Limit;
use rustc_hash::{FxHashMap, FxHashSet};

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
        if let Some(bits) = self.equality_of_bits(c, &ts) {
            return bits;
        }
        if let [(x, k @ (1 | -1))] = ts[..]
            && let Term::Ite(cond, a, b) = *self.get(x)
            && [a, b].iter().any(|v| matches!(self.get(*v), Term::Const(_) | Term::Addr(..)))
            && self.limits.room(Limit::CombinedWeight, self.weight(x))
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
        if let Some(known) = self.equality_of_remainders(c, &ts) {
            return known;
        }
        let t = self.from_linear(c, ts);
        self.intern(Term::Eq0(t))
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

    /// Negation of a truth value (any other term: `t = 0`).
    pub fn not(&mut self, t: TermId) -> TermId {
        if let Some(known) = self.negations[t.index()] {
            return known;
        }
        let negation = match self.get(t).clone() {
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
        };
        self.negations[t.index()] = Some(negation);
        negation
    }

    /// Truth value of an integer: `t ≠ 0`.
    pub fn ne0(&mut self, t: TermId) -> TermId {
        if self.is_bool(t) {
            return t;
        }
        let z = self.eq0(t);
        self.not(z)
    }

    /// Conjunction.
    pub fn all(&mut self, parts: &[TermId]) -> TermId {
        let Some(flat) = self.flattened(parts) else { return self.truth(false) };
        match flat[..] {
            [] => return self.truth(true),
            [one] => return one,
            _ => {}
        }
        if let Some(known) = self.conjunctions.get(&flat[..]) {
            return *known;
        }
        let conjunction = self.conjunction(&flat);
        self.conjunctions.insert(flat.into_boxed_slice(), conjunction);
        conjunction
    }

    /// The parts of a conjunction, or the condition itself if it is no conjunction.
    pub fn conjuncts(&self, cond: TermId) -> Vec<TermId> {
        match self.get(cond) {
            Term::All(parts) => parts.to_vec(),
            _ => vec![cond],
        }
    }

    /// The conjuncts of all conditions, in ascending order, each once, without those that are true; `None` if one is false.
    fn flattened(&self, parts: &[TermId]) -> Option<Vec<TermId>> {
        let mut flat = Vec::with_capacity(parts.len());
        for &p in parts {
            match self.get(p) {
                Term::Const(0) => return None,
                Term::Const(_) => {}
                Term::All(ts) => flat.extend(ts.iter().copied()),
                _ => flat.push(p),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        Some(flat)
    }

    /// Whether a conjunction of conditions is false, as [`Terms::all`] sees it, without a term for it.
    pub fn is_contradiction(&mut self, parts: &[TermId]) -> bool {
        let Some(mut flat) = self.flattened(parts) else { return true };
        loop {
            for &p in &flat {
                let n = self.not(p);
                if flat.binary_search(&n).is_ok() {
                    return true;
                }
            }
            let Some(simpler) = self.propagate(&flat) else { return self.no_value(&flat) };
            let Some(simpler) = self.flattened(&simpler) else { return true };
            flat = simpler;
        }
    }

    /// The conjunction of several parts, which are in ascending order and are no conjunctions themselves.
    fn conjunction(&mut self, parts: &[TermId]) -> TermId {
        for &p in parts {
            let n = self.not(p);
            if parts.binary_search(&n).is_ok() {
                return self.truth(false);
            }
        }
        if let Some(simpler) = self.propagate(parts) {
            return self.all(&simpler);
        }
        if self.no_value(parts) {
            return self.truth(false);
        }
        let equations = self.equations(parts);
        let implied = |p: &TermId| self.is_decided(*p, &equations);
        if parts.iter().any(implied) {
            let left: Vec<TermId> = parts.iter().filter(|p| !implied(p)).copied().collect();
            return self.all(&left);
        }
        if let Some(simpler) = self.beside(parts, |_, other| other) {
            return self.all(&simpler);
        }
        self.intern(Term::All(parts.into()))
    }

    /// Whether one of several equations, with the numbers of their sums, makes a condition true.
    fn is_decided(&self, t: TermId, equations: &[(u64, TermId)]) -> bool {
        let Compared { relation, digest } = self.compared[t.index()];
        matches!(relation, Relation::AtMost | Relation::Differs)
            && equations.iter().any(|(by, equation)| *by == digest && self.decides(*equation, t))
    }

    /// Whether `x = 1` makes a condition true that compares `x` with another constant: `x ≠ 2`, `x ≤ 5`.
    fn decides(&self, by: TermId, t: TermId) -> bool {
        let Term::Eq0(x) = self.get(by) else { return false };
        let (y, differs) = match self.get(t) {
            Term::Le0(y) => (*y, false),
            Term::Not(n) => match self.get(*n) {
                Term::Eq0(y) => (*y, true),
                _ => return false,
            },
            _ => return false,
        };
        let (x, y) = (self.form(*x), self.form(y));
        let Some(sign) = x.sign_of(&y) else { return false };
        // The rest of `y` is `-sign·c`.
        let value = x.constant.checked_mul(sign).and_then(|c| y.constant.checked_sub(c));
        value.is_some_and(|value| if differs { value != 0 } else { value <= 0 })
    }

    /// Simplifies conditions with what the others imply: a comparison of a case distinction that another condition decides. `None` if
    /// nothing becomes simpler. `holds` simplifies a term under the other conditions.
    fn beside(&mut self, parts: &[TermId], holds: impl Fn(&mut Terms, TermId) -> TermId) -> Option<Vec<TermId>> {
        let depth = self.limits.get(Limit::GivenDepth);
        let (cases, plain): (Vec<TermId>, Vec<TermId>) = parts.iter().partition(|p| self.compares_cases(**p));
        for part in cases {
            for &other in &plain {
                let known = holds(self, other);
                let simpler = match self.given.get(&[known, part]) {
                    Some(simpler) => *simpler,
                    None => {
                        let simpler = self.compared_given(known, part, depth);
                        self.given.insert([known, part], simpler);
                        simpler
                    }
                };
                if simpler != part {
                    return Some(parts.iter().map(|p| if *p == part { simpler } else { *p }).collect());
                }
            }
        }
        None
    }

    /// A comparison of a number that is a case distinction.
    fn compares_cases(&self, t: TermId) -> bool {
        let number = match *self.get(t) {
            Term::Le0(x) | Term::Eq0(x) => x,
            Term::Not(n) => match *self.get(n) {
                Term::Eq0(x) => x,
                _ => return false,
            },
            _ => return false,
        };
        match self.get(number) {
            Term::Ite(..) => true,
            Term::Lin(_, parts) => parts.iter().any(|(part, _)| matches!(self.get(*part), Term::Ite(..))),
            _ => false,
        }
    }

    /// Simplifies disjunctions by the other parts of a conjunction (in ascending order): alternatives that those exclude are removed,
    /// and disjunctions that they imply.
    fn propagate(&mut self, parts: &[TermId]) -> Option<Vec<TermId>> {
        for (n, p) in parts.iter().enumerate() {
            let Term::Any(ts) = self.get(*p) else { continue };
            if ts.iter().any(|t| parts.binary_search(t).is_ok()) {
                let rest = parts.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, t)| *t).collect();
                return Some(rest);
            }
            let mut left = Vec::new();
            let ts = ts.clone();
            for &t in &ts {
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

    /// Whether a conjunct of a condition is negated among `parts`.
    fn excluded(&mut self, t: TermId, parts: &[TermId]) -> bool {
        let Term::All(ts) = self.get(t) else {
            let n = self.not(t);
            return parts.binary_search(&n).is_ok();
        };
        ts.clone().iter().any(|c| {
            let n = self.not(*c);
            parts.binary_search(&n).is_ok()
        })
    }

    /// Whether one of these holds in any case.
    pub fn exhaust(&mut self, paths: &[TermId]) -> bool {
        if let [a, b] = *paths
            && self.not(a) == b
        {
            return true;
        }
        let any = self.disjoin(paths);
        self.is_true(any)
    }

    /// Disjunction of conjunctions, with complementary cases merged: `(a and b) or (a and not b) or not a` is true.
    pub fn disjoin(&mut self, paths: &[TermId]) -> TermId {
        let mut sets: Vec<Vec<TermId>> = Vec::new();
        for w in paths.iter().filter(|w| !self.is_false(**w)) {
            let parts: Vec<TermId> = match self.get(*w) {
                Term::All(ts) => ts.to_vec(),
                Term::Const(_) => Vec::new(),
                _ => vec![*w],
            };
            // A case that is a choice itself is several cases.
            let choice = parts.iter().position(|p| matches!(self.get(*p), Term::Any(ts) if ts.len() <= 4));
            let Some(n) = choice.filter(|_| paths.len() <= 4) else {
                sets.push(parts);
                continue;
            };
            let Term::Any(ts) = self.get(parts[n]).clone() else { continue };
            for t in &ts {
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
        loop {
            self.absorb_units(&mut sets);
            if !self.merge_two(&mut sets) {
                break;
            }
        }
        let parts: Vec<TermId> = sets.iter().map(|s| self.all(s)).collect();
        self.any(&parts)
    }

    /// Merges two of these sets of more than one condition each, if one set or smaller sets are equivalent to the pair.
    fn merge_two(&mut self, sets: &mut Vec<Vec<TermId>>) -> bool {
        let several: Vec<usize> = (0..sets.len()).filter(|n| sets[*n].len() > 1).collect();
        for &i in &several {
            for &j in several.iter().filter(|j| **j != i) {
                let mut more = sets[i].iter().filter(|t| sets[j].binary_search(t).is_err());
                let Some(&one) = more.next() else {
                    // The shorter one implies the other.
                    sets.remove(j);
                    return true;
                };
                if more.next().is_some() {
                    continue;
                }
                let n = self.not(one);
                if let Ok(at) = sets[j].binary_search(&n) {
                    // x or (not x and y) is x or y; with nothing else on the left it absorbs.
                    sets[j].remove(at);
                    return true;
                }
            }
        }
        false
    }

    /// Uses single conditions to simplify the other sets: a set that contains one of them is implied, and the negation of one adds
    /// nothing to a set. So the cases of a switch, or of a chain of branches, become single conditions in linear time.
    fn absorb_units(&mut self, sets: &mut Vec<Vec<TermId>>) {
        let mut holders: FxHashMap<TermId, Vec<usize>> = FxHashMap::default();
        for (n, set) in sets.iter().enumerate().filter(|(_, s)| s.len() > 1) {
            for t in set {
                holders.entry(*t).or_default().push(n);
            }
        }
        let mut units: FxHashSet<TermId> = FxHashSet::default();
        let mut implied = vec![false; sets.len()];
        let mut work: Vec<usize> = (0..sets.len()).rev().filter(|n| sets[*n].len() < 2).collect();
        while let Some(n) = work.pop() {
            let [unit] = sets[n][..] else {
                // No condition is required any more.
                *sets = vec![Vec::new()];
                return;
            };
            if !units.insert(unit) {
                implied[n] = true;
                continue;
            }
            let negation = self.not(unit);
            if units.contains(&negation) {
                *sets = vec![Vec::new()];
                return;
            }
            for m in holders.remove(&unit).into_iter().flatten() {
                implied[m] |= m != n;
            }
            for m in holders.remove(&negation).into_iter().flatten().filter(|m| !implied[*m]) {
                if let Ok(at) = sets[m].binary_search(&negation) {
                    sets[m].remove(at);
                    if sets[m].len() < 2 {
                        work.push(m);
                    }
                }
            }
        }
        let mut implied = implied.into_iter();
        sets.retain(|_| !implied.next().unwrap_or(false));
    }

    /// One form would have to have two values, or to be less than it is: `x = 1` and `x = 2`; `1 ≤ x` and `x = 0`.
    fn no_value(&self, parts: &[TermId]) -> bool {
        let compared = parts.iter().map(|p| (self.compared[p.index()], *p));
        let all: Vec<(Compared, TermId)> =
            compared.filter(|(is, _)| matches!(is.relation, Relation::Equal | Relation::AtMost)).collect();
        all.iter().enumerate().any(|(n, (a, p))| {
            all[n + 1..].iter().any(|(b, q)| a.digest == b.digest && self.exclude_each_other(*p, *q))
        })
    }

    /// Whether two comparisons, `t = 0` or `t ≤ 0`, leave no value.
    fn exclude_each_other(&self, p: TermId, q: TermId) -> bool {
        let form = |t: TermId| match self.get(t) {
            Term::Eq0(t) => Some((true, self.form(*t))),
            Term::Le0(t) => Some((false, self.form(*t))),
            _ => None,
        };
        let (Some((is, a)), Some((other_is, b))) = (form(p), form(q)) else { return false };
        let Some(sign) = a.sign_of(&b) else { return false };
        // With the variable part `s` of the first: `s = -c` or `s ≤ -c`, and `±s = -d` or `±s ≤ -d`.
        let (c, d) = (a.constant, b.constant);
        match (is, other_is) {
            (true, true) => c.checked_mul(sign).is_some_and(|c| c != d),
            (true, false) => c.checked_mul(sign).and_then(|c| d.checked_sub(c)).is_some_and(|d| d > 0),
            (false, true) => d.checked_mul(sign).and_then(|d| c.checked_sub(d)).is_some_and(|c| c > 0),
            (false, false) => sign < 0 && c.checked_add(d).is_some_and(|sum| sum > 0),
        }
    }

    fn form(&self, t: TermId) -> Form<'_> {
        match self.get(t) {
            Term::Lin(constant, ts) => Form { constant: *constant, one: (t, 0), several: ts },
            Term::Const(constant) => Form { constant: *constant, one: (t, 0), several: &[] },
            _ => Form { constant: 0, one: (t, 1), several: &[] },
        }
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
        // `a or (a and b)` is `a`.
        let implied =
            |p: &TermId| matches!(self.get(*p), Term::All(ts) if ts.iter().any(|t| flat.binary_search(t).is_ok()));
        if flat.iter().any(implied) {
            flat = flat.iter().filter(|p| !implied(p)).copied().collect();
        }
        // `x = 1 or x ≠ 2` is `x ≠ 2`.
        let comparisons: Vec<(Compared, TermId)> = flat.iter().map(|t| (self.compared[t.index()], *t)).collect();
        let decided = |p: &TermId| {
            let Compared { relation, digest } = self.compared[p.index()];
            let among = || comparisons.iter().filter(|(other, _)| other.digest == digest);
            relation == Relation::Equal && among().any(|(_, other)| self.decides(*p, *other))
        };
        if flat.iter().any(decided) {
            flat = flat.iter().filter(|p| !decided(p)).copied().collect();
        }
        if let Some(simpler) = self.beside(&flat, Terms::not) {
            return self.any(&simpler);
        }
        match flat.len() {
            0 => self.truth(false),
            1 => flat[0],
            _ => self.intern(Term::Any(flat.into_boxed_slice())),
        }
    }
}

/// A linear form: its constant and the rest of it.
struct Form<'t> {
    constant: i64,
    /// A term that is no sum itself, once; or none.
    one: (TermId, i64),
    several: &'t [(TermId, i64)],
}

impl Form<'_> {
    fn parts(&self) -> &[(TermId, i64)] {
        if self.one.1 == 0 { self.several } else { std::slice::from_ref(&self.one) }
    }

    /// 1 if the rest of another form is equal, -1 if it is the negation.
    fn sign_of(&self, other: &Form) -> Option<i64> {
        let (own, other) = (self.parts(), other.parts());
        if own.len() != other.len() {
            return None;
        }
        let Some((first, k)) = own.first() else { return Some(1) };
        let sign = match other[0] {
            (t, l) if t == *first && l == *k => 1,
            (t, l) if t == *first && l == -k => -1,
            _ => return None,
        };
        own.iter().zip(other).all(|((t, k), (u, l))| t == u && *l == sign * k).then_some(sign)
    }
}
