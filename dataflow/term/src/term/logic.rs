//! Normalising constructors of conjunctions, disjunctions and negations (theory, 4.1).

use super::compared::{Compared, Relation};
use super::{Term, Terms};
use crate::ids::TermId;
use crate::limits::Limit;
use rustc_hash::{FxHashMap, FxHashSet};

impl Terms {
    /// The case of a case distinction that holds where a condition does, if it decides which.
    pub fn case_where(&mut self, t: TermId, cond: TermId) -> TermId {
        let Term::Ite(c, then, otherwise) = *self.get(t) else { return t };
        let never = self.not(c);
        let [holds, fails] = [c, never].map(|c| self.all(&[cond, c]));
        match [holds, fails].map(|t| self.is_false(t)) {
            [_, true] => self.case_where(then, cond),
            [true, _] => self.case_where(otherwise, cond),
            _ => t,
        }
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
            let simpler = match self.propagate(&flat) {
                Some(simpler) => simpler,
                None if self.no_value(&flat) => return true,
                None => match self.beside(&flat, |_, other| other) {
                    Some(simpler) => simpler,
                    None => return false,
                },
            };
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
