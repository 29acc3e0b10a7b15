//! Arithmetic before z3: what it must prove, and that it is never wrong.

use super::*;
use crate::SafeBy;
use crate::budget::Limit;
use crate::import::Program;
use crate::minimal::{Outcome, solve};
use crate::query::{Query, UnknownLength, build};
use proptest::prelude::*;
use rma_dataflow::term::Op;

/// The query of conditions alone.
fn query(s: &mut Scene, conds: &[TermId]) -> Option<Query> {
    let overlap = s.same_bytes();
    s.candidate(conds, &[], vec![overlap]);
    let program = Program::new(&s.terms, &s.objects);
    build(&program, &s.objects, s.candidates.last()?, None, UnknownLength::Least).ok()
}

fn answer(s: &mut Scene, conds: &[TermId]) -> Outcome {
    query(s, conds).map_or(Outcome::Unsat(SafeBy::Conditions), |mut q| crate::linear::decide(&mut q).0)
}

fn is_unsat(s: &mut Scene, conds: &[TermId]) -> bool {
    matches!(answer(s, conds), Outcome::Unsat(_))
}

/// Two processes of one communicator.
struct TwoRanks {
    p: TermId,
    q: TermId,
    size: TermId,
}

fn two_ranks(s: &mut Scene) -> TwoRanks {
    let size = s.add_sym(SymKind::Size(CommId::World), Knowledge::Known, Some(1), None).1;
    let mut rank = || {
        let (id, t) = s.add_sym(SymKind::Rank(CommId::World), Knowledge::Known, Some(0), None);
        s.terms.syms[id].below = Some(size);
        t
    };
    TwoRanks { p: rank(), q: rank(), size }
}

/// A symbol from 0 on, below another term.
fn within(s: &mut Scene, bound: TermId) -> TermId {
    let (id, t) = s.add_sym(SymKind::Parameter, Knowledge::Known, Some(0), None);
    s.terms.syms[id].below = Some(bound);
    t
}

fn unbounded(s: &mut Scene, lo: Option<i64>) -> TermId {
    s.add_sym(SymKind::Parameter, Knowledge::Known, lo, None).1
}

/// `a·b + c`
fn fma(s: &mut Scene, a: TermId, b: TermId, c: TermId) -> TermId {
    let product = s.terms.mul(a, b);
    s.terms.add(product, c)
}

#[test]
fn blocks_of_unknown_size_are_disjoint() {
    let mut s = Scene::new();
    let TwoRanks { p, q, .. } = two_ranks(&mut s);
    let chunk = unbounded(&mut s, None);
    let (i, j) = (within(&mut s, chunk), within(&mut s, chunk));
    let (a, b) = (fma(&mut s, p, chunk, i), fma(&mut s, q, chunk, j));
    let (same, apart) = (s.terms.eq(a, b), s.terms.ne(p, q));
    assert!(is_unsat(&mut s, &[same, apart]));
    // As bytes of eight.
    let (a, b) = (s.terms.scale(a, 8), s.terms.scale(b, 8));
    let (b_end, a_end) = (s.terms.add_int(b, 8), s.terms.add_int(a, 8));
    let (low, high) = (s.terms.lt(a, b_end), s.terms.lt(b, a_end));
    assert!(is_unsat(&mut s, &[low, high, apart]));
    // One element more reaches into the next block.
    let more = s.terms.add_int(chunk, 1);
    let far = within(&mut s, more);
    let a = fma(&mut s, p, chunk, far);
    let b = fma(&mut s, q, chunk, j);
    let same = s.terms.eq(a, b);
    assert!(matches!(answer(&mut s, &[same, apart]), Outcome::Sat(_)));
}

#[test]
fn blocks_of_rows_are_disjoint() {
    let mut s = Scene::new();
    let TwoRanks { p, q, .. } = two_ranks(&mut s);
    let (rows, width) = (unbounded(&mut s, None), unbounded(&mut s, None));
    let (i, k) = (within(&mut s, rows), within(&mut s, rows));
    let (j, l) = (within(&mut s, width), within(&mut s, width));
    let (a, b) = (fma(&mut s, p, rows, i), fma(&mut s, q, rows, k));
    let (a, b) = (fma(&mut s, a, width, j), fma(&mut s, b, width, l));
    let (same, apart) = (s.terms.eq(a, b), s.terms.ne(p, q));
    assert!(is_unsat(&mut s, &[same, apart]));
}

/// `(w + 2)·i + w = (w + 2)·j`: the last column of a field with a frame is not the first one of a row.
#[test]
fn columns_of_a_framed_field_are_disjoint() {
    let mut s = Scene::new();
    let (width, grid) = (unbounded(&mut s, None), unbounded(&mut s, Some(1)));
    let (i, j) = (unbounded(&mut s, Some(0)), unbounded(&mut s, Some(0)));
    let pitch = s.terms.add_int(width, 2);
    let zero = s.int(0);
    let (a, b) = (fma(&mut s, i, pitch, width), fma(&mut s, j, pitch, zero));
    let same = s.terms.eq(a, b);
    // Nothing says that the width is positive: with -1 the columns are the same.
    assert!(matches!(answer(&mut s, &[same]), Outcome::Sat(_)));
    // It is, as the sign of a product says: `grid·width ≥ 1`.
    let (product, one) = (s.terms.mul(grid, width), s.int(1));
    let some = s.terms.le(one, product);
    assert!(is_unsat(&mut s, &[same, some]));
}

/// `height div (size div columns)` rows: the divisor is not zero where the division is evaluated.
#[test]
fn a_divisor_is_not_zero() {
    let mut s = Scene::new();
    let (size, columns) = (unbounded(&mut s, Some(1)), unbounded(&mut s, Some(1)));
    let height = unbounded(&mut s, Some(1));
    let rows = s.terms.op(Op::Div, size, columns);
    let share = s.terms.op(Op::Div, height, rows);
    let rest = s.terms.op(Op::Mod, height, rows);
    let (fits, one) = (s.terms.eq0(rest), s.int(1));
    let none = s.terms.lt(share, one);
    assert!(is_unsat(&mut s, &[fits, none]));
}

/// `r = (r + p - 2) mod n` with `p = n - 1`, so `3 = n·(1 - q)`, has no solution for `n ≥ 4`, and one for `n = 3`: what is less than `n`
/// is no multiple of it but 0.
#[test]
fn less_than_a_factor_is_no_multiple_of_it() {
    for (least, none) in [(4, true), (3, false)] {
        let mut s = Scene::new();
        let (n, p, r) = (unbounded(&mut s, Some(least)), unbounded(&mut s, Some(1)), unbounded(&mut s, Some(0)));
        let below = s.terms.lt(r, n);
        let after = s.terms.add_int(p, 1);
        let last = s.terms.eq(after, n);
        let moved = s.terms.add(p, r);
        let moved = s.terms.add_int(moved, -2);
        let place = s.terms.op(Op::Mod, moved, n);
        let same = s.terms.eq(r, place);
        assert_eq!(is_unsat(&mut s, &[below, last, same]), none);
    }
}

/// What a counter chooses from is decided for each of its values.
#[test]
fn a_query_is_decided_by_cases() {
    let mut s = Scene::new();
    let width = unbounded(&mut s, Some(1));
    let mut edge = || {
        let k = unbounded(&mut s, Some(0));
        let three = s.int(3);
        let within = s.terms.le(k, three);
        let mut value = s.terms.scale(width, 3);
        for n in (0..3).rev() {
            let (number, other) = (s.int(n), s.terms.scale(width, n));
            let is = s.terms.eq(k, number);
            value = s.terms.ite(is, other, value);
        }
        (k, within, value)
    };
    let ((k, first, a), (l, second, b)) = (edge(), edge());
    let (i, j) = (within(&mut s, width), within(&mut s, width));
    let (a, b) = (s.terms.add(a, i), s.terms.add(b, j));
    let (apart, same) = (s.terms.ne(k, l), s.terms.eq(a, b));
    let mut q = query(&mut s, &[first, second, apart, same]).expect("not refuted by form");
    let cases = crate::cases::of(&mut q);
    // 4 · 4 cases, of which those with equal numbers are refuted when they are made, and the others by their widths.
    assert_eq!(cases.len(), 12);
    for case in cases {
        q.conds = case;
        assert!(matches!(crate::linear::decide(&mut q).0, Outcome::Unsat(_)));
    }
}

#[test]
fn blocks_by_division_are_disjoint() {
    let mut s = Scene::new();
    let TwoRanks { p, q, size } = two_ranks(&mut s);
    let n = unbounded(&mut s, Some(0));
    let chunk = s.terms.op(Op::Div, n, size);
    let (i, j) = (within(&mut s, chunk), within(&mut s, chunk));
    let (a, b) = (fma(&mut s, p, chunk, i), fma(&mut s, q, chunk, j));
    let (same, apart) = (s.terms.eq(a, b), s.terms.ne(p, q));
    assert!(is_unsat(&mut s, &[same, apart]));
}

#[test]
fn parts_that_begin_where_others_end_are_disjoint() {
    let mut s = Scene::new();
    let TwoRanks { p, q, size } = two_ranks(&mut s);
    let mut bounds = |rank| {
        let begin = s.terms.scale(rank, 64);
        let end = s.terms.add_int(begin, 64);
        [begin, end].map(|x| s.terms.op(Op::Div, x, size))
    };
    let ([begin, end], [other, last]) = (bounds(p), bounds(q));
    let (a, b) = (unbounded(&mut s, None), s.terms.ne(p, q));
    let mut conds = vec![b];
    for (lo, hi) in [(begin, end), (other, last)] {
        conds.extend([s.terms.le(lo, a), s.terms.lt(a, hi)]);
    }
    assert!(is_unsat(&mut s, &conds));
    // One element more is in two parts.
    conds.truncate(3);
    conds.extend([s.terms.le(other, a), s.terms.le(a, last)]);
    assert!(matches!(answer(&mut s, &conds), Outcome::Sat(_)));
}

#[test]
fn neighbours_in_a_ring_are_others() {
    let mut s = Scene::new();
    let TwoRanks { p, q, size } = two_ranks(&mut s);
    let next = s.terms.add_int(q, 1);
    let next = s.terms.op(Op::Mod, next, size);
    let two = s.int(2);
    let (many, itself) = (s.terms.le(two, size), s.terms.eq(next, q));
    assert!(is_unsat(&mut s, &[many, itself]));
    // The targets of different origins differ.
    let other = s.terms.add_int(p, 1);
    let other = s.terms.op(Op::Mod, other, size);
    let (same, apart) = (s.terms.eq(next, other), s.terms.ne(p, q));
    assert!(is_unsat(&mut s, &[same, apart]));
    let (target, apart) = (s.terms.eq(p, next), s.terms.ne(p, q));
    assert!(matches!(answer(&mut s, &[many, target, apart]), Outcome::Sat(_)));
}

#[test]
fn partners_by_the_last_bit() {
    let mut s = Scene::new();
    let TwoRanks { p, q, size } = two_ranks(&mut s);
    let (one, two) = (s.int(1), s.int(2));
    let partner = s.terms.op(Op::Xor, q, one);
    let itself = s.terms.eq(partner, q);
    assert!(is_unsat(&mut s, &[itself]));
    // The partner's partner is the process itself.
    let other = s.terms.op(Op::Xor, p, one);
    let (same, apart) = (s.terms.eq(partner, other), s.terms.ne(p, q));
    assert!(is_unsat(&mut s, &[same, apart]));
    // With an even number of processes nobody is without.
    let (parity, zero) = (s.terms.op(Op::Mod, size, two), s.int(0));
    let (even, without) = (s.terms.eq(parity, zero), s.terms.le(size, partner));
    assert!(is_unsat(&mut s, &[even, without]));
    assert!(matches!(answer(&mut s, &[without]), Outcome::Sat(_)));
}

#[test]
fn partners_by_a_power_of_two() {
    let mut s = Scene::new();
    let TwoRanks { p, q, .. } = two_ranks(&mut s);
    let (k, l, one) = (unbounded(&mut s, Some(0)), unbounded(&mut s, Some(0)), s.int(1));
    let partner = |s: &mut Scene, rank: TermId, turn: TermId| {
        let mask = s.terms.op(Op::Shl, one, turn);
        s.terms.op(Op::Xor, rank, mask)
    };
    let (of_p, of_q) = (partner(&mut s, p, k), partner(&mut s, q, l));
    let (same_turn, met, apart) = (s.terms.eq(k, l), s.terms.eq(of_p, of_q), s.terms.ne(p, q));
    assert!(is_unsat(&mut s, &[same_turn, met, apart]));
    // A process has another partner in each turn.
    let (same_rank, other_turn) = (s.terms.eq(p, q), s.terms.ne(k, l));
    assert!(is_unsat(&mut s, &[same_rank, met, other_turn]));
    // The partner of a partner is the process itself.
    let (there, back) = (s.terms.eq(of_p, q), s.terms.ne(of_q, p));
    assert!(is_unsat(&mut s, &[same_turn, there, back]));
    // In different turns two processes may have one partner.
    let next = s.terms.add_int(k, 1);
    let later = s.terms.eq(next, l);
    assert!(!is_unsat(&mut s, &[later, met, apart]));
}

/// Terms over two ranks, a size and unbounded parameters, of the kind that distributions make.
fn expression(s: &mut Scene, syms: &[TermId], code: &[u8]) -> TermId {
    let mut stack: Vec<TermId> = vec![syms[0]];
    for c in code {
        let operand = syms[usize::from(*c >> 4) % syms.len()];
        let top = *stack.last().expect("never empty");
        let k = i64::from(*c >> 6) + 1;
        let t = &mut s.terms;
        let next = match *c & 15 {
            0..=2 => t.add(top, operand),
            3 => t.sub(top, operand),
            4 | 5 => t.mul(top, operand),
            6 => t.add_int(top, k),
            7 => t.scale(top, k + 1),
            8 => t.op(Op::Mod, top, syms[0]),
            9 => t.op(Op::Div, top, syms[0]),
            10 | 11 => {
                let d = t.int(k + 1);
                t.op(if *c & 1 == 0 { Op::Mod } else { Op::Div }, top, d)
            }
            12 => {
                let one = t.int(k);
                t.op(Op::Xor, top, one)
            }
            13 => {
                let (c, d) = (t.le(top, operand), t.add_int(operand, -k));
                t.ite(c, d, top)
            }
            14 => {
                let d = t.int(k + 1);
                t.op(Op::Quot, top, d)
            }
            _ => {
                stack.push(operand);
                continue;
            }
        };
        *stack.last_mut().expect("never empty") = next;
    }
    stack.into_iter().reduce(|a, b| s.terms.sub(a, b)).expect("never empty")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_z3(codes in prop::collection::vec((prop::collection::vec(any::<u8>(), 0..6), 0u8..4), 1..5)) {
        let mut s = Scene::new();
        let TwoRanks { p, q, size } = two_ranks(&mut s);
        let syms = [size, p, q, unbounded(&mut s, None), unbounded(&mut s, Some(0))];
        let conds: Vec<TermId> = codes
            .iter()
            .map(|(code, kind)| {
                let t = expression(&mut s, &syms, code);
                match kind {
                    0 => s.terms.le0(t),
                    1 => s.terms.eq0(t),
                    2 => s.terms.ne0(t),
                    _ => {
                        let (a, b) = (s.terms.eq0(t), s.terms.lt(syms[1], syms[3]));
                        s.terms.any(&[a, b])
                    }
                }
            })
            .collect();
        let Some(mut ours) = query(&mut s, &conds) else { return Ok(()) };
        let ours = crate::linear::decide(&mut ours).0;
        // What has a solution was evaluated; a proof must not have one, as far as z3 finds it.
        if matches!(ours, Outcome::Unsat(_)) {
            let mut again = query(&mut s, &conds).expect("built before");
            let z3 = solve(&mut again, Limit::of_ms(50), None).0;
            prop_assert!(!matches!(z3, Outcome::Sat(_)), "{:?}", z3);
        }
        if matches!(ours, Outcome::Sat(_)) {
            let mut again = query(&mut s, &conds).expect("built before");
            let z3 = solve(&mut again, Limit::of_ms(50), None).0;
            prop_assert!(!matches!(z3, Outcome::Unsat(_)));
        }
    }
}
