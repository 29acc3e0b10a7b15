//! Satisfiability of candidates by trying all small values: an oracle that shares nothing with the solver.

use rma_dataflow::candidate::{Candidate, Extent};
use rma_dataflow::ids::{SymId, TermId};
use rma_dataflow::term::{Op, Term, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// Values that are tried for a symbol, as far as its bounds allow them.
const TRIED: std::ops::RangeInclusive<i64> = -2..=9;

type Values = BTreeMap<SymId, i64>;

/// Whether some small values of all symbols satisfy a candidate.
pub fn satisfiable(t: &Terms, c: &Candidate) -> bool {
    let mut syms = BTreeSet::new();
    let mut add = |x: TermId| t.for_each_sym(x, &mut |s| _ = syms.insert(s));
    c.reach.iter().chain(&c.path).copied().for_each(&mut add);
    for o in &c.overlaps {
        o.guards.iter().copied().for_each(&mut add);
        for e in [Some(&o.first), o.second.as_ref()].into_iter().flatten() {
            add(e.inst);
            add(e.offset);
            add(e.block.offset);
            e.block.len.into_iter().for_each(&mut add);
        }
    }
    // What bounds a symbol may be a symbol itself, and then has to be tried too.
    for s in syms.clone() {
        t.syms[s].below.into_iter().for_each(|b| t.for_each_sym(b, &mut |s| _ = syms.insert(s)));
    }
    let order: Vec<SymId> = syms.into_iter().collect();
    assert!(order.len() <= 5, "too many symbols to try");
    attempt(t, c, &order, &mut Values::new())
}

fn attempt(t: &Terms, c: &Candidate, order: &[SymId], values: &mut Values) -> bool {
    let Some((&s, rest)) = order.split_first() else { return holds(t, c, values) };
    let (lo, hi) = (t.syms[s].lo.unwrap_or(i64::MIN), t.syms[s].hi.unwrap_or(i64::MAX));
    TRIED.filter(|v| (lo..=hi).contains(v)).any(|v| {
        values.insert(s, v);
        attempt(t, c, rest, values)
    })
}

fn holds(t: &Terms, c: &Candidate, values: &Values) -> bool {
    let truth = |x: &TermId| eval(t, values, *x).is_some_and(|v| v != 0);
    let bounded = values.iter().all(|(s, v)| match t.syms[*s].below {
        Some(b) => eval(t, values, b).is_some_and(|b| *v < b),
        None => true,
    });
    let meet = || {
        c.unknown_pointer
            || c.overlaps.iter().any(|o| {
                o.guards.iter().all(truth)
                    && match &o.second {
                        None => true,
                        Some(second) => extents_overlap(t, values, &o.first, second),
                    }
            })
    };
    bounded && c.reach.iter().all(truth) && c.path.iter().all(truth) && meet()
}

/// Contiguous extents only.
fn extents_overlap(t: &Terms, values: &Values, a: &Extent, b: &Extent) -> bool {
    let bounds = |e: &Extent| {
        assert!(e.block.dims.is_empty(), "strided bytes are not modelled");
        let start = eval(t, values, e.offset)? + eval(t, values, e.block.offset)?;
        let len = eval(t, values, e.block.len?)?;
        Some((eval(t, values, e.inst)?, start, start + len))
    };
    match (bounds(a), bounds(b)) {
        (Some((i, a0, a1)), Some((j, b0, b1))) => i == j && a0 < b1 && b0 < a1,
        _ => false,
    }
}

fn eval(t: &Terms, values: &Values, term: TermId) -> Option<i64> {
    let value = |x: TermId| eval(t, values, x);
    Some(match t.get(term) {
        Term::Const(c) => *c,
        Term::Sym(s) => *values.get(s)?,
        Term::Lin(c, ts) => {
            let mut sum = *c;
            for (x, k) in ts {
                sum += value(*x)? * k;
            }
            sum
        }
        Term::Op(op, x, y) => {
            let (x, y) = (value(*x)?, value(*y)?);
            match op {
                Op::Mul => x * y,
                Op::Mod if y > 0 => x.rem_euclid(y),
                Op::Div if y > 0 => x.div_euclid(y),
                Op::Rem if y != 0 => x % y,
                Op::Quot if y != 0 => x / y,
                Op::And => x & y,
                Op::Or => x | y,
                Op::Xor => x ^ y,
                _ => return None,
            }
        }
        Term::Ite(c, x, y) => value(if value(*c)? != 0 { *x } else { *y })?,
        Term::Le0(x) => i64::from(value(*x)? <= 0),
        Term::Eq0(x) | Term::Not(x) => i64::from(value(*x)? == 0),
        Term::All(ts) => i64::from(ts.iter().all(|x| value(*x).is_some_and(|v| v != 0))),
        Term::Any(ts) => i64::from(ts.iter().any(|x| value(*x).is_some_and(|v| v != 0))),
        Term::Addr(..) | Term::Apply(..) => return None,
    })
}
